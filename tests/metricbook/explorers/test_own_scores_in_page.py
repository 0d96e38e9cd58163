"""A reader's own scores in a page: kept for all its explorers and, with consent, for the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook import auroc, average_precision, explore, h_measure
from metricbook.explorers import EXPLORERS, bundle, styles
from metricbook.explorers.explorer import BUILT
from metricbook.explorers.own import LONGEST, OWN
from tests.metricbook.explorers.test_own_scores import WEIGHTS, A, B, Y
from tests.site.browser import DESKTOP, SMALL, Tabs, axe, needs_chromium, show
from tests.whole import in_whole_run
from tools.browser import browser

from .pages import FRAMES, PAGE

#: An explorer of two models, and one of a single one: all that they need for own scores, and what they show.
USERS = """
import { el } from "./explorers/scripts/dom.js";
import { define } from "./explorers/scripts/explorer.js";
import { takesOwn } from "./explorers/scripts/own.js";
for (const [name, models] of [["of-two", 2], ["of-one", 1]])
  define(name, {
    title: name,
    state: { x: 1 },
    allowed: { x: [0, 2, 1] },
    challenges: [
      { ask: "Well?", options: ["A.", "B."], answer: 0, move: "it.", hand: "x", made: () => false, told: () => [] },
    ],
    build(explorer) {
      const made = el("p", { class: "made" }, explorer.slider("x", { label: "x" }));
      const draw = () => ({
        sentence: explorer.models?.map((one) => `${one.name} ${one.scores.join(" ")}`).join(", ") ?? "made up",
        table: () => ({ head: ["x"], rows: [] }),
      });
      return { asked: [made], more: takesOwn(explorer, { models, made: [made] }), draw };
    },
  });
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with the bench and two others."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "users.js").write_text(USERS.strip() + "\n", encoding="utf-8")
    names = ("threshold-bench", "of-two", "of-one")
    element = "".join(f"<score-explorer name='{name}'></score-explorer>" for name in names)
    script = bundle(after=[folder / "users.js"])
    (folder / "page.html").write_text(PAGE.format(styles=styles(), element=element, script=script), encoding="utf-8")
    return (folder / "page.html").as_uri()


@pytest.fixture(scope="module")
def desk() -> Iterator[Tabs]:
    with browser() as opened:
        context = opened.new_context(viewport=DESKTOP)
        context.set_default_timeout(5000)
        yield Tabs(context, DESKTOP)


#: Answer no question.
SKIP = "document.querySelectorAll('.x-skip').forEach((button) => button.click())"


def opened(desk: Tabs, page: str) -> tuple[Any, list[str]]:
    """The page, its questions skipped and all of it unfolded."""
    view, faults, _ = desk.watch()
    view.goto(page)
    view.evaluate(SKIP)
    view.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return view, faults


def read(view: Any, explorer: int, text: str) -> str:
    """Read rows in one explorer; what it says of them."""
    one = view.locator("score-explorer").nth(explorer)
    one.get_by_label("Rows of a label").fill(text)
    one.get_by_role("button", name="Read these rows").click()
    view.evaluate(FRAMES)
    return one.locator(".x-problem").inner_text()


def said(view: Any) -> list[str]:
    view.evaluate(FRAMES)
    return view.locator(".x-said").all_inner_texts()


TWO = "y;a;b;weight\n1;0,9;0,7;1\n0;0,3;0,4;2\n1;0,2;0,8;1\n0;0,1;0,6;3"


@needs_chromium
def test_scores_read_in_one_explorer_are_there_for_the_others(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    assert view.get_by_role("button", name="Show your own scores").count() == 0
    assert read(view, 0, TWO).startswith("4 rows, 2 positive: labels from “y”, scores from “a” and “b”, weights from")
    assert "of 7 cases are flagged" in said(view)[0]
    assert said(view)[1:] == ["made up", "made up"]  # nothing changes under the reader's hands
    for _ in range(2):
        view.get_by_role("button", name="Show your own scores").first.click()
    assert said(view)[1:] == ["a 0.9 0.3 0.2 0.1, b 0.7 0.4 0.8 0.6", "a 0.9 0.3 0.2 0.1"]
    assert not view.locator(".made").first.is_visible()
    sample = view.get_by_label("sample")
    assert sample.locator("option:checked").inner_text() == "Your own scores: a"
    sample.select_option("second")
    assert "0 positives are missed" in said(view)[0]
    assert "without your scores" in view.locator(".x-link").first.inner_text()
    view.get_by_role("button", name="Show the made-up sample").first.click()
    assert said(view)[1] == "made up"
    assert view.locator(".made").first.is_visible()
    assert faults == []


@needs_chromium
def test_the_columns_can_be_chosen(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    one = view.locator("score-explorer").nth(2)
    assert not one.locator(".x-columns").is_visible()
    assert "choose the labels" in read(view, 2, "who,a,b\nme,0.9,1\nyou,0.2,0\nshe,0.4,1\nhe,0.3,0".replace("1", "7"))
    one.get_by_label("labels", exact=True).select_option("“b”")
    assert "row 2: “7” is no label" in one.locator(".x-problem").inner_text()
    assert "scores from “a”" in read(view, 2, "who,a,b\nme,0.9,1\nyou,0.2,0\nshe,0.4,1\nhe,0.3,0")
    assert said(view)[2] == "a 0.9 0.2 0.4 0.3"
    assert "labels from “y”" in read(view, 2, TWO)
    one.get_by_label("scores", exact=True).select_option("“b”")
    assert said(view)[2] == "b 0.7 0.4 0.8 0.6"
    one.get_by_label("weights").select_option("none")
    assert "Not used: “a”, “weight”" in one.locator(".x-problem").inner_text()
    assert read(view, 2, "1,0.5\n0,0.1").startswith("2 rows")
    assert not one.locator(".x-columns").is_visible()
    assert "Two models are compared here" in read(view, 1, "1,0.5\n0,0.1")
    assert faults == []


@needs_chromium
def test_they_are_kept_only_if_the_reader_says_so(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    read(view, 0, TWO)
    assert view.evaluate("sessionStorage.length") == 0
    keep = view.get_by_label("Keep them for the other pages")
    keep.first.check()
    assert all(box.is_checked() for box in keep.all())
    view.reload()
    view.evaluate(SKIP)
    view.get_by_role("button", name="Show your own scores").first.click()
    assert said(view)[1] == "a 0.9 0.3 0.2 0.1, b 0.7 0.4 0.8 0.6"
    view.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    view.get_by_label("sample").select_option("own")
    assert "of 7 cases are flagged" in said(view)[0]
    keep.last.uncheck()
    assert view.evaluate("sessionStorage.length") == 0
    assert faults == []


@needs_chromium
def test_axe_finds_nothing_and_a_small_phone_has_room(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = opened(desk, pages["threshold-bench"])
    read(view, 0, TWO)
    found = []
    for size in (DESKTOP, SMALL):
        show(view, size, "light")
        found += axe(view, f"own scores, {size['width']} px", within=".x-own")
        assert view.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert found == []


@needs_chromium
def test_scores_given_in_python_are_shown_at_once(desk: Tabs, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        shown = explore("threshold-bench", y=Y, scores={"mine": A, "theirs": B}, weights=WEIGHTS)
        element = shown._repr_mimebundle_()["text/html"]
    path = tmp_path / "mine.html"
    path.write_text(PAGE.format(styles=styles(), element=element, script=bundle()), encoding="utf-8")
    view, faults, _ = desk.watch()
    view.goto(path.as_uri())
    assert f"of {WEIGHTS.sum()} cases are flagged" in said(view)[0]
    assert view.locator(".x-guess").count() == 0
    values = view.evaluate("document.querySelector('score-explorer').values")
    assert values["auroc"] == pytest.approx(auroc(Y, A, sample_weight=WEIGHTS), rel=1e-12)
    view.get_by_label("model").select_option("theirs")
    view.evaluate(FRAMES)
    values = view.evaluate("document.querySelector('score-explorer').values")
    assert values["auroc"] == pytest.approx(auroc(Y, B, sample_weight=WEIGHTS), rel=1e-12)
    assert faults == []


#: A value of an explorer's drawing, and what it is of the own scores that it is given.
DRAWN: dict[str, tuple[str, Any]] = {
    "threshold-bench": ("auroc", auroc),
    "hands-ruler": ("h_a", lambda y, s: h_measure(y, s, alpha=11, beta=11)),
    "implied-cost": ("best", lambda y, s: max(2 * y[s >= at].sum() / (y.sum() + np.sum(s >= at)) for at in s)),
    "easy-negatives": ("average_precision", average_precision),
    "calibration": ("brier", lambda y, s: np.mean((y - s) ** 2)),
    "uncertainty": ("truth", auroc),
    "indistinguishability": ("b", lambda y, s: auroc(y, s) * (1 - np.mean(y)) + np.mean(y) / 2),
}


@in_whole_run
@needs_chromium
def test_every_explorer_that_takes_them_shows_them_from_the_page_and_from_python(desk: Tabs, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        empty = [explore(name)._repr_mimebundle_()["text/html"] for name in OWN]
        few = slice(0, LONGEST)
        mine = {"first": B.round(6), "second": A}
        given = []
        for name, takes in OWN.items():
            part = few if name == "price-of-a-swap" else slice(None)
            scores = {key: values[part] for key, values in list(mine.items())[: takes.models[0]]}
            given.append(explore(name, y=Y[part], scores=scores)._repr_mimebundle_()["text/html"])
    path = tmp_path / "all.html"
    path.write_text(PAGE.format(styles=styles(), element="".join(empty), script=bundle()), encoding="utf-8")
    view, faults = opened(desk, path.as_uri())
    first = list(OWN).index("hands-ruler")
    table = "\n".join(["y,first,second", *(f"{y},{b:.6f},{a}" for y, b, a in zip(Y, B, A, strict=True))])
    assert read(view, first, table).startswith("300 rows")
    view.get_by_label("sample").select_option("own")
    press(view, "Show your own scores")
    assert_drawn(view)
    swaps = view.locator("[name=price-of-a-swap]")
    assert not swaps.get_by_role("button", name="Show your own scores").is_visible()
    ranked = "\n".join(f"{y},{b:.6f}" for y, b in zip(Y[few], B[few], strict=True))
    assert "Up to 20 cases" in read(view, list(OWN).index("price-of-a-swap"), table)
    read(view, list(OWN).index("price-of-a-swap"), ranked)
    assert view.evaluate("document.querySelector('[name=price-of-a-swap]').state.ranking") == ranking(Y[few], B[few])
    press(view, "Show the made-up sample")
    assert view.evaluate("[...document.querySelectorAll('score-explorer')].every((one) => one.models === null)")
    path.write_text(PAGE.format(styles=styles(), element="".join(given), script=bundle()), encoding="utf-8")
    view.goto(path.as_uri())
    view.evaluate(FRAMES)
    assert view.locator(".x-guess").count() == 0
    assert_drawn(view)
    assert view.evaluate("document.querySelector('[name=price-of-a-swap]').state.ranking") == ranking(Y[few], B[few])
    assert view.evaluate("document.querySelector('[name=uncertainty]').state.cases") == Y.size
    assert faults == []


def press(view: Any, name: str) -> None:
    """Press all buttons of a name that can be seen."""
    buttons = view.get_by_role("button", name=name)
    while buttons.count():
        buttons.first.click()
    view.evaluate(FRAMES)


def ranking(y: Any, scores: Any) -> str:
    """The labels, the highest score first."""
    return "".join(map(str, y[np.argsort(-scores)]))


def assert_drawn(view: Any) -> None:
    """Every explorer has drawn what the oracle says of the own scores."""
    view.evaluate(FRAMES)
    for name, (key, oracle) in DRAWN.items():
        found = view.evaluate(f"document.querySelector('[name={name}]').values.{key}")
        assert found == pytest.approx(oracle(Y, B.round(6)), rel=1e-9), name


def test_every_explorer_says_whether_it_takes_own_scores() -> None:
    assert set(OWN) < set(EXPLORERS)
    assert set(DRAWN) == set(OWN) - {"price-of-a-swap"}
