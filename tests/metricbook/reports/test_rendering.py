"""The page: small whatever was read, offline, safe with any name, open to everybody; and its twins for machines."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE, Analysis
from metricbook.reports.model_contents import VERTICES
from metricbook.reports.question import MEASURES, Answer, Question
from metricbook.reports.rendering import render_html, render_json, render_markdown
from tests.whole import mostly

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


@pytest.mark.parametrize("size", mostly([(1, 30_000), (2, 4_000), (10, 4_000)], (2, 4_000)))
def test_a_page_weighs_at_most_270_kilobytes(size: tuple[int, int]) -> None:
    assert len(render_html(many(*size)).encode()) <= 270_000


def test_curves_have_few_vertices_and_no_row_is_in_the_page() -> None:
    found = analyse(predictions(20_000, digits=15), replicates=3)
    page = render_html(found)
    for path in re.findall(r'<path class="line[^"]*" d="([^"]*)"', page):
        assert len(re.findall(r"-?[.\d]+", path)) // 2 <= VERTICES
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
    page = render_html(found)
    assert "<script>alert" not in page
    assert "49=cmd" not in page
    assert "<script>alert" not in render_markdown(found)
    assert EVIL in json.loads(render_json(found))["models"]


def test_signs_of_markdown_and_html_in_a_name_are_shown_as_they_are() -> None:
    name = r"a&lt;_b*[c]<d>|`e`#\f"
    made = predictions()
    text = render_markdown(
        analyse(predictions(400, labels=made.labels, scores={name: made.scores["first"]}), replicates=3)
    )
    shown = r"a&amp;lt;\_b\*\[c\]&lt;d\>\|\`e\`\#\\f"
    assert f"| Metric | {shown} |\n| --- | --- |\n| AUROC |" in text
    assert name not in text


def tables(page: str) -> dict[str, list[list[str]]]:
    """The cells of each table of a page, by the name of its region; a value and its interval stand on two lines."""
    found = {}
    for name, table in re.findall(
        r'<div class="scroll"[^>]* aria-label(?:ledby)?="([^"]*)">\s*<table>(.*?)</table>', page, re.S
    ):
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.S)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows]
        found[unescape(name)] = [
            [unescape(re.sub("<[^>]*>", "", cell.replace("<small>", "\n"))) for cell in row] for row in cells
        ]
    return found


def test_the_metric_that_answers_comes_first_and_the_others_in_their_order(usual: Analysis) -> None:
    head, first, *others = tables(render_html(usual))["Metrics of the models"]
    assert head == ["Metric", "first", "second", "It asks"]
    assert first[0] == "mean cost of a case (lower is better)"
    asked = [measure for measure in MEASURES.values() if measure.kind != "budget"]
    titles = [measure.title + " (lower is better)" * (not measure.higher) for measure in asked]
    titles[titles.index("H measure")] += ", Beta(2, 2)"
    assert [row[0] for row in others] == titles[:-1]
    assert re.findall('<tr class="main"><th scope="row">(.*?)</th>', render_html(usual)) == [first[0]]
    head, first, *others = tables(render_html(usual))["Differences of models"]
    assert head == ["Metric", "first less second", "would disagree with mean cost of a case"]
    assert [row[0] for row in (*others, first)] == titles


def test_a_page_and_markdown_show_the_estimates(usual: Analysis) -> None:
    rows = {row[0]: row[1:] for row in tables(render_html(usual))["Metrics of the models"]}
    text = render_markdown(usual)
    for name, title in (("auroc", "AUROC"), ("f1_score", "F1")):
        estimates = [model.metrics[name] for model in usual.models.values()]
        assert rows[title][:2] == [f"{e.value:.3f}\n{e.low:.3f} to {e.high:.3f}" for e in estimates]
        (less,) = (one.estimate for one in usual.differences if one.metric == name)
        assert f"| {title} | {' | '.join(map(str, estimates))} |\n" in text
        assert f"| {title} | {less} | {usual.disagree[name]:.0%} |\n" in text


def test_beside_the_differences_of_two_models_stands_how_often_each_metric_would_disagree(usual: Analysis) -> None:
    rows = {row[0]: row[2] for row in tables(render_html(usual))["Differences of models"]}
    assert rows["mean cost of a case (lower is better)"] == "–"
    assert rows["AUROC"] == f"{usual.disagree['auroc']:.0%}"
    assert set(usual.disagree) == {one.metric for one in usual.differences} - {"cost"}
    assert all(0 < share < 1 for share in usual.disagree.values())
    said = "share of samples in which mean cost of a case and the metric of that row would prefer different ones"
    three = many(3, 300)
    for page in (render_html, render_markdown):
        assert said in page(usual)
        assert "would disagree with" not in page(three)
        assert "would prefer different ones in" in page(three)
    assert three.disagree == {}


def test_of_metrics_that_choose_their_thresholds_it_says_that_the_shares_are_too_large(usual: Analysis) -> None:
    few = "The H measure, area under the ROC hull and Kolmogorov-Smirnov gap choose their thresholds from these cases"
    one = replace(usual, disagree={name: usual.disagree[name] for name in ("auroc", "h_measure")})
    without = replace(usual, disagree={"auroc": usual.disagree["auroc"]})
    chooser = replace(usual, answers=[Answer("h_measure", True, "")])
    for page in (render_html, render_markdown):
        assert few in page(usual)
        assert "The H measure chooses its thresholds from these cases, and the column takes" in page(one)
        assert "its share is rather too large" in page(one)
        assert "from these cases" not in page(without)
        assert "So all shares are rather too large" in page(chooser)


def test_a_model_without_a_metric_has_a_dash_in_its_row() -> None:
    made = predictions()
    scores = {"first": made.scores["first"], "raw": 10 + made.scores["second"]}
    found = analyse(predictions(400, labels=made.labels, scores=scores), replicates=3)
    rows = {row[0]: row for row in tables(render_html(found))["Metrics of the models"]}
    assert rows["accuracy"][2] == "–"
    assert rows["AUROC"][2].startswith("0.")
    assert re.search(r"\| accuracy \| 0\.\d+ \(0\.\d+ to 0\.\d+\) \| – \|", render_markdown(found))
    assert [row[3] for row in tables(render_html(found))["Where the models decide"][1:]] == ["0.500", "–"]


def test_models_that_do_not_share_a_metric_have_a_dash_for_its_difference() -> None:
    made = predictions()
    found = analyse(replace(made, scores={**made.scores, "raw": 10 + made.scores["second"]}), replicates=3)
    head, *rows = tables(render_html(found))["Differences of models"]
    assert head == ["Metric", "first less second", "first less raw", "second less raw"]
    shown = {row[0]: row for row in rows}["accuracy"]
    assert [cell == "–" for cell in shown[1:]] == [False, True, True]
    table = render_markdown(found).partition("## Differences")[2]
    assert re.search(r"\| accuracy \| −?0\.\d+ \(.*?\) \| – \| – \|\n", table)


def test_prices_have_costs_and_none_have_errors(usual: Analysis) -> None:
    priced, unpriced = render_html(usual), render_html(analyse(predictions(), replicates=3))
    assert tables(priced)["of-1"][0][-2:] == ["Cost of a case", "Net benefit"]
    assert tables(unpriced)["of-1"][0][-1] == "Error rate"
    assert "The least cost here: at" in priced
    assert "The fewest errors here: at" in unpriced


def test_a_page_says_how_many_groups_it_leaves_out(usual: Analysis) -> None:
    shown = tables(render_html(usual))["Metrics of the groups"]
    assert [row[:2] for row in shown[1:]] == [
        [f"ward = {ward}", model] for ward in ("north", "south") for model in ("first", "second")
    ]
    assert shown[0][4:] == ["Apart", "AUROC", "average precision", "precision", "recall", "specificity"]
    assert "more are left out" not in render_html(usual)
    for number, more in ((60, 0), (61, 1)):
        page = render_html(replace(usual, groups=[usual.groups[0]] * number))
        assert len(tables(page)["Metrics of the groups"]) == 61
        assert (f"{more} more are left out" in page) == bool(more)


def test_a_page_says_which_pairs_an_area_counts(usual: Analysis) -> None:
    one = usual.between[0]
    said = f"{one.share:.0%} of the pairs that the AUROC of first counts lie across groups of ward: it is "
    assert f"{said}{one.across:.3f} across and {one.within:.3f} within groups." in render_html(usual)


def test_the_explorer_is_given_each_models_groups_of_scores(usual: Analysis) -> None:
    counts = json.loads(unescape(re.search(r'data-counts="([^"]*)"', render_html(usual))[1]))
    assert [entry["name"] for entry in counts] == ["first", "second"]
    for entry, model in zip(counts, usual.models.values(), strict=True):
        rows = np.column_stack([entry[name] for name in ("scores", "positives", "negatives")])
        assert rows == pytest.approx(np.array(model.histogram), rel=1e-5)
        assert entry["threshold"] == model.threshold
    assert ", " not in re.search(r'data-counts="([^"]*)"', render_html(usual))[1]


def test_a_page_names_the_largest_errors_of_its_models(usual: Analysis) -> None:
    first = replace(usual.models["first"], histogram_error=0.02)
    page = render_html(replace(usual, models={**usual.models, "first": first}))
    assert "which moves AUROC by 0.02 at most" in page
    assert "at most 450 groups" in page
    assert "at most 450 vertices" in page
    off = max(model.thinning_error for model in usual.models.values())
    assert float(re.search(r"nowhere farther than (\S+) from", page)[1]) == pytest.approx(off + 0.0005, rel=0.05)


def test_a_page_ends_with_where_what_it_speaks_of_is_proved_if_its_caller_knows(usual: Analysis) -> None:
    assert "is proved in" not in render_html(usual)
    assert {"cost", "h_measure"} <= {answer.name for answer in usual.answers}
    proofs = {"cost": "<b>", "auroc": "<a>", "h_measure": "<a>", "log_loss": "a place for what is not asked here"}
    assert "what it ignores is proved in &lt;a&gt;; &lt;b&gt;.</span></p>\n</footer>" in render_html(
        usual, proofs=proofs
    )
    assert "is proved in" not in render_html(usual, proofs={"log_loss": "a place for what is not asked here"})


def test_what_is_no_number_is_null_and_all_else_what_json_has(usual: Analysis) -> None:
    text = render_json(usual)
    data = json.loads(text)
    assert data["format"] == 1
    assert data["ranked"] == usual.ranked
    assert data["words"]["better"][0].startswith("first has the lower mean cost")
    assert set(data["words"]) == {"better", "read", "asked"}
    assert data["versions"].startswith("metricbook ")
    assert {"main_metric", "question", "models", "groups", "between", "cautions", "answers"} <= set(data)
    first = replace(usual.models["first"], best_range=(-math.inf, math.nan), mean=np.float64(0.25))
    alone = replace(usual, models={"é": first}, clusters=np.int64(3), verdicts=[], prices=None)
    data = json.loads(render_json(alone))
    assert data["models"]["é"]["best_range"] == [None, None]
    assert data["models"]["é"]["mean"] == 0.25
    assert data["clusters"] == 3
    assert data["models"]["é"]["thresholds"][0]["recall"] == first.thresholds[0].recall
    assert text.endswith("}\n")
    assert '\n "format": 1,\n' in text
    assert '"é": {' in render_json(alone)


def test_a_page_asks_nobody(usual: Analysis) -> None:
    page = render_html(usual)
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert "url(" not in page


def test_json_is_all_of_it(usual: Analysis) -> None:
    data = json.loads(render_json(usual))
    assert data["main_metric"] == "cost"
    assert data["models"]["first"]["metrics"]["auroc"]["low"] < data["models"]["first"]["metrics"]["auroc"]["value"]
    assert np.array(data["tile"]["winner"]).shape == (SIDE, SIDE)
    assert {one["metric"] for one in data["differences"]} >= {"auroc", "cost", "lxcim"}
    assert data["source"]["digest"] == "0" * 64
    assert data["seed"] == 0


def test_markdown_says_the_same_in_words(usual: Analysis) -> None:
    text = render_markdown(usual)
    assert "mean cost of a case" in text
    assert "| AUROC |" in text
    assert "SHA-256" in text
    rows = [line for line in text.splitlines() if line.startswith("| AUROC")]
    assert all(re.search(r"0\.\d{3} \(−?0\.\d{3} to 0\.\d{3}\)", row) for row in rows)


def test_one_model_from_counts_makes_a_page_too() -> None:
    made = predictions(500)
    one = predictions(500, labels=made.labels, scores={"only": made.scores["first"]})
    page = render_html(analyse(counts(one), replicates=3))
    assert "The cases were counted" in page
    assert "Differences of models" not in page


def test_the_same_seed_makes_the_same_page() -> None:
    first, second = (render_html(analyse(predictions(), replicates=20, seed=4)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("theme", mostly(["light", "dark"], "dark"))
@pytest.mark.parametrize("width", mostly([1280, 320], 320))
def test_a_page_is_for_everybody(usual: Analysis, theme: str, width: int, tmp_path: Path, chromium: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    path = tmp_path / "report.html"
    path.write_text(render_html(usual), encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=theme)
    asked: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []
    page.click("text=Open all sections")
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
    path.write_text(render_html(usual), encoding="utf-8")
    page = chromium.new_page()
    page.goto(path.as_uri())
    page.click("summary:has(#try)")
    page.wait_for_selector("score-explorer.x-ready")
    rows = page.eval_on_selector_all(
        "score-explorer tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    page.close()
    shown = {cells[0]: cells[1] for cells in rows if len(cells) > 1}
    metrics = usual.models["first"].metrics
    for title, name in (("AUROC", "auroc"), ("H measure", "h_measure"), ("LxCIM", "lxcim"), ("F1", "f1_score")):
        assert float(shown[title]) == pytest.approx(metrics[name].value, abs=0.0011)


@pytest.mark.parametrize(
    "given", mostly([{}, {"budget": 60}, {"cost_fp": 1, "cost_fn": 5}], {"cost_fp": 1, "cost_fn": 5})
)
@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_screen_is_the_answer_and_the_rest_folds(
    given: dict[str, float], width: int, tmp_path: Path, chromium: Any
) -> None:
    path = tmp_path / "report.html"
    path.write_text(render_html(analyse(predictions(600), Question(**given), replicates=3)), encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 720 if width == 1280 else 844})
    page.goto(path.as_uri())
    bottom = "element => element.getBoundingClientRect().bottom"
    answer = page.locator("section[aria-label='The answer']")
    assert answer.locator("table").count() == answer.locator("svg").count() == 1
    assert answer.locator("figure").evaluate(bottom) <= (720 if width == 1280 else 844)
    if width == 1280:
        assert answer.locator("table").evaluate(bottom) <= 720
    assert not any(fold.get_attribute("open") for fold in page.locator("main > details").all())
    page.close()


def test_folds_open_by_keyboard_all_at_once_and_on_paper(usual: Analysis, tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "report.html"
    path.write_text(render_html(usual), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 720, "height": 900})
    page.goto(path.as_uri())
    metrics = page.locator("[aria-label='Metrics of the models']")
    shown = "element => element.checkVisibility({contentVisibilityAuto: true}) && element.offsetHeight > 0"
    assert not metrics.is_visible()
    page.focus("summary:has(#metrics)")
    page.keyboard.press("Enter")
    assert metrics.is_visible()
    page.keyboard.press("Space")
    assert not metrics.is_visible()
    button, folds = page.locator("#open-all"), page.locator("main > details")
    opened = "folds => folds.filter(fold => fold.open).length"
    button.press("Enter")
    assert folds.evaluate_all(opened) == folds.count() > 10
    page.wait_for_selector("text=Close all sections")
    button.press("Enter")
    assert folds.evaluate_all(opened) == 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folds.evaluate_all(opened) == folds.count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folds.evaluate_all(opened) == 0
    page.emulate_media(media="print")  # as where no script runs
    assert metrics.evaluate(shown)
    assert not button.is_visible()
    page.close()
