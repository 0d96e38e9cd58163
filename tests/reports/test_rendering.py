"""The page: small whatever was read, offline, safe with any name, open to everybody; and its twins for machines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE, VERTICES, Analysis
from metricbook.reports.question import Question
from metricbook.reports.rendering import as_json, html, markdown

from .made import counts, predictions

EVIL = '"><script>alert(1)</script>&{{7*7}}=cmd|'


@pytest.fixture(scope="module")
def usual() -> Analysis:
    wards = np.array(["north", "south"])[np.arange(600) % 2]
    return analyse(predictions(600, groups={"ward": wards}), Question(cost_fp=1, cost_fn=5), replicates=20)


def many(models: int, cases: int) -> Analysis:
    """More models, groups and cases than a page likes, with names as long as may be."""
    rng = np.random.default_rng(0)
    labels = rng.random(cases) < 0.3
    scores = {f"{k} {'&' * 38}"[:40]: 1 / (1 + np.exp(-rng.normal(size=cases) - k / 5 * labels)) for k in range(models)}
    groups = {"a column": rng.integers(0, 300, cases).astype(str)}
    return analyse(predictions(cases, labels=labels, scores=scores, groups=groups), replicates=3)


@pytest.mark.parametrize(("models", "cases"), [(1, 30_000), (2, 4_000), (10, 4_000)])
def test_a_page_weighs_at_most_300_kilobytes(models: int, cases: int) -> None:
    assert len(html(many(models, cases)).encode()) <= 300_000


def test_curves_have_few_vertices_and_no_row_is_in_the_page() -> None:
    found = analyse(predictions(20_000, digits=15), replicates=3)
    page = html(found)
    for path in re.findall(r'<path class="line[^"]*" d="([^"]*)"', page):
        assert path.count("L") < VERTICES
    assert str(predictions(20_000, digits=15).scores["first"][0]) not in page
    assert all(len(model.histogram) <= VERTICES for model in found.models.values())


def test_names_from_files_are_text() -> None:
    made = predictions()
    evil = predictions(
        400,
        labels=made.labels,
        scores={EVIL: made.scores["first"], "other": made.scores["second"]},
        groups={EVIL: np.array([EVIL] * 200 + ["x"] * 200)},
    )
    found = analyse(evil, replicates=3)
    page = html(found)
    assert "<script>alert" not in page
    assert "49=cmd" not in page
    assert "<script>alert" not in markdown(found)
    assert EVIL in json.loads(as_json(found))["models"]


def test_a_page_asks_nobody(usual: Analysis) -> None:
    page = html(usual)
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert "url(" not in page


def test_json_is_all_of_it(usual: Analysis) -> None:
    data = json.loads(as_json(usual))
    assert data["main_metric"] == "cost"
    assert data["models"]["first"]["metrics"]["auroc"]["low"] < data["models"]["first"]["metrics"]["auroc"]["value"]
    assert np.array(data["tile"]["winner"]).shape == (SIDE, SIDE)
    assert {one["metric"] for one in data["differences"]} >= {"auroc", "cost", "lxcim"}
    assert data["source"]["digest"] == "0" * 64
    assert data["seed"] == 0


def test_markdown_says_the_same_in_words(usual: Analysis) -> None:
    text = markdown(usual)
    assert "mean cost of a case" in text
    assert "| AUROC |" in text
    assert "SHA-256" in text
    rows = [line for line in text.splitlines() if line.startswith("| AUROC")]
    assert all(re.search(r"0\.\d{3} \(−?0\.\d{3} to 0\.\d{3}\)", row) for row in rows)


def test_one_model_from_counts_makes_a_page_too() -> None:
    made = predictions(500)
    one = predictions(500, labels=made.labels, scores={"only": made.scores["first"]})
    page = html(analyse(counts(one), replicates=3))
    assert "The cases were counted" in page
    assert "Differences of models" not in page


def test_the_same_seed_makes_the_same_page() -> None:
    first, second = (html(analyse(predictions(), replicates=20, seed=4)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_a_page_is_for_everybody(usual: Analysis, theme: str, width: int, tmp_path: Path, chromium: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    path = tmp_path / "report.html"
    path.write_text(html(usual), encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=theme)
    asked: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_selector("score-explorer.x-ready")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found] == []
    said = page.inner_text("score-explorer .x-said")
    page.select_option("score-explorer select", "1")
    page.wait_for_function("old => document.querySelector('score-explorer .x-said').textContent !== old", arg=said)
    page.focus("score-explorer [role=slider]")
    said = page.inner_text("score-explorer .x-said")
    page.keyboard.press("PageUp")
    page.wait_for_function("old => document.querySelector('score-explorer .x-said').textContent !== old", arg=said)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})  # a sheet between its margins
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    assert not page.is_visible("score-explorer")
    page.close()
    assert asked == [path.as_uri()]
    assert problems == []


def test_the_explorer_has_the_reports_numbers(usual: Analysis, tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "report.html"
    path.write_text(html(usual), encoding="utf-8")
    page = chromium.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("score-explorer.x-ready")
    rows = page.eval_on_selector_all(
        "score-explorer tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    page.close()
    shown = {cells[0]: cells[1] for cells in rows if len(cells) > 1}
    metrics = usual.models["first"].metrics
    for title, name in (("AUROC", "auroc"), ("H measure", "h_measure"), ("LxCIM", "lxcim"), ("F1", "f1_score")):
        assert float(shown[title]) == pytest.approx(metrics[name].value, abs=0.0011)
