"""Several explorers in a notebook saved as HTML: each lives once, in Chromium and in Firefox."""

from __future__ import annotations

import sys
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from metricbook import explore
from metricbook.explorers import Goal, bundle, explorer
from metricbook.explorers.explorer import BUILT
from scoring_the_scores import exercises
from tests.site.browser import DESKTOP, Tabs, needs_chromium
from tests.whole import in_whole_run, mostly
from tools.browser import browser
from tools.firefox import FIREFOX, firefox

EXERCISE = "mcdermott.dearer-below"
#: What each explorer of the page has come to.
FOUND = """[...document.querySelectorAll("score-explorer")].map((one) => ({
  lives: one.querySelectorAll(".x-live").length,
  still: one.querySelectorAll(".x-still > img").length,
  seen: [...one.querySelectorAll("img")].filter((image) => image.offsetParent).length,
  asks: one.querySelectorAll(".x-guess").length,
  verdict: one.querySelector(".x-verdict")?.textContent.trim().slice(0, 9) ?? "",
  tasks: one.querySelectorAll(".x-goal").length,
  says: one.querySelector(".x-said")?.textContent.split(" ")[0] ?? "",
}))"""
EXPECTED = [
    {"lives": 1, "still": 0, "seen": 0, "asks": 1, "verdict": "", "tasks": 0, "says": ""},
    {"lives": 1, "still": 0, "seen": 0, "asks": 1, "verdict": "", "tasks": 0, "says": ""},
    {"lives": 1, "still": 0, "seen": 0, "asks": 0, "verdict": "○ Not yet", "tasks": 1, "says": "Average"},
]
#: How often the scripts of the page made the element known, told before any of them runs.
COUNTED = """<script>
const define = customElements.define.bind(customElements);
window.defined = 0;
customElements.define = (...given) => { window.defined += 1; define(...given); };
</script>"""


@pytest.fixture(scope="module", params=mostly(["nbconvert", "by hand"], "nbconvert"))
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook of two explorers and an exercise, as HTML: by nbconvert, and only what of it matters here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(BUILT, raising=False)
        shown = [explore("hands-ruler"), explore("implied-cost"), exercises.explore(EXERCISE)]
        outputs = [one._repr_mimebundle_() for one in shown]
    path = tmp_path_factory.mktemp("saved") / "notebook.html"
    if request.param == "by hand":
        text = "".join(f"<div class='output'>{output['text/html']}</div>" for output in outputs)
        text = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>It</title><body>{text}</body></html>"
    else:
        text = converted(outputs)
    path.write_text(text.replace("<body", f"{COUNTED}<body", 1), encoding="utf-8")
    return path


def converted(outputs: list[dict[str, str]]) -> str:
    """What nbconvert makes of a notebook with these outputs, without what it would load from elsewhere."""
    nbconvert = pytest.importorskip("nbconvert")
    import nbformat.v4 as nb

    cells = [
        nb.new_code_cell("explore(...)", outputs=[nb.new_output("execute_result", data=output)]) for output in outputs
    ]
    exporter = nbconvert.HTMLExporter(require_js_url="", mathjax_url="", jquery_url="", mermaid_js_url="")
    return exporter.from_notebook_node(nb.new_notebook(cells=cells))[0]


def test_outputs_of_unknown_cells_have_the_scripts_each(page: Path) -> None:
    assert page.read_text(encoding="utf-8").count(bundle().splitlines()[1]) == 3


class Kernel:
    """What an explorer asks of a notebook's kernel: which cell runs, and which run it is."""

    execution_count = 0
    cell: str | None = None

    def run(self, cell: str | None, *shown: Any) -> list[dict[str, str]]:
        self.cell, self.execution_count = cell, self.execution_count + 1
        return [one._repr_mimebundle_() for one in shown]

    def get_parent(self) -> dict[str, Any]:
        return {"metadata": {"cellId": self.cell} if self.cell else {}}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """A kernel that has shown no explorer."""
    kernel = Kernel()
    monkeypatch.delenv(BUILT, raising=False)
    monkeypatch.setattr(explorer, "_carrier", None)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))
    return kernel


def carries(outputs: list[dict[str, str]]) -> list[bool]:
    return [bundle().splitlines()[1] in output["text/html"] for output in outputs]


@in_whole_run
def test_a_notebook_has_the_scripts_once(kernel: Kernel) -> None:
    one, other = explore("class-exchange"), explore("hands-ruler")
    assert carries(kernel.run("a", one, other)) == [True, False]
    assert carries(kernel.run("b", other)) == [False]
    assert carries(kernel.run("a", one, other)) == [True, False]  # the cell whose output had them runs again
    assert carries(kernel.run("b", other, one)) == [False, False]
    assert carries(kernel.run(None, other, one)) == [True, True]


def test_every_output_has_a_picture_for_pdf(kernel: Kernel) -> None:
    for output in kernel.run("a", explore("class-exchange"), exercises.explore(EXERCISE)):
        assert list(output) == ["text/html", "image/png", "text/plain"]
        assert b64decode(output["image/png"])[:4] == b"\x89PNG"


def saved(outputs: list[dict[str, str]], path: Path) -> str:
    """The address of a page of these outputs."""
    text = "".join(f"<div class='output'>{output['text/html']}</div>" for output in outputs)
    path.write_text(f"<!doctype html><html lang='en'><meta charset='utf-8'><title>It</title><body>{text}</body></html>")
    return path.as_uri()


#: The check of a task, which asks for a threshold above 1.
GOAL = """import { no, solvedIf, yes } from "./explorers/scripts/goal.js";
solvedIf("above", ({ threshold }) => (threshold > 1 ? yes("Above.") : no("Below.")));
"""


@in_whole_run
@needs_chromium
def test_explorers_live_by_the_scripts_of_another_output(kernel: Kernel, tmp_path: Path) -> None:
    (tmp_path / "goal.js").write_text(GOAL, encoding="utf-8")
    bench = explore("threshold-bench")
    task = replace(bench, goal=Goal("above", "Above", "Go above 1.", script=tmp_path / "goal.js"))
    shown = [*kernel.run("a", bench), *kernel.run("b", bench, task)]
    assert carries(shown) == [True, False, False]
    lives = "[...document.querySelectorAll('score-explorer')].map((one) => one.querySelectorAll('.x-said').length)"
    with browser() as opened:
        view, faults, _ = Tabs(opened.new_context(viewport=DESKTOP), DESKTOP).watch()
        for k, order in enumerate((shown, shown[1:] + shown[:1])):
            view.goto(saved(order, tmp_path / f"{k}.html"))
            view.evaluate("document.querySelectorAll('.x-skip').forEach((button) => button.click())")
            assert view.evaluate(lives) == [1, 1, 1]
            assert view.locator(".x-verdict").inner_text().startswith("○ Not yet. Below.")
        view.goto(saved(shown[1:], tmp_path / "alone.html"))
        view.get_by_text("The scripts are with the first explorer of this notebook").first.wait_for()
        assert view.get_by_role("img").first.is_visible()
        assert [fault for fault in faults if fault.startswith("page error")] == []


@needs_chromium
def test_every_explorer_of_a_saved_notebook_lives_in_chromium(page: Path) -> None:
    with browser() as opened:
        view, faults, _ = Tabs(opened.new_context(viewport=DESKTOP), DESKTOP).watch()
        view.goto(page.as_uri())
        assert view.evaluate(FOUND) == EXPECTED
        assert view.evaluate("window.defined") == 1
        moves(view)
        assert [fault for fault in faults if fault.startswith("page error")] == []


def moves(view: Any) -> None:
    """Each answers, and only itself."""
    for _ in range(2):
        view.get_by_role("button", name="Skip").first.click()
    assert [one["says"] for one in view.evaluate(FOUND)] == ["With", "For", "Average"]
    for k in range(2):
        before = view.locator(".x-said").all_inner_texts()
        view.locator("score-explorer").nth(k).locator("input[type=range]").first.press("Home")
        view.wait_for_function(
            "([k, said]) => document.querySelectorAll('.x-said')[k].innerText !== said", arg=[k, before[k]]
        )
        after = view.locator(".x-said").all_inner_texts()
        assert [one == other for one, other in zip(before, after, strict=True)] == [j != k for j in range(3)]
    task = view.locator("score-explorer").nth(2)
    before = task.evaluate("one => one.state.ranking")
    task.get_by_role("button", name="add a negative").click()
    assert task.evaluate("one => one.state.ranking") == f"{before}0"


@in_whole_run
@needs_chromium
def test_an_exercise_shown_after_the_scripts_ran_lives_once_its_check_is_there(page: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(BUILT, raising=False)
        shown = exercises.explore("mcdermott.no-mean")._repr_mimebundle_()["text/html"]
    element, script = shown.removesuffix("</script>").split("<script>")
    with browser() as opened:
        view, faults, _ = Tabs(opened.new_context(viewport=DESKTOP), DESKTOP).watch()
        view.goto(page.as_uri())
        view.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", element)
        assert (view.evaluate(FOUND)[-1]["lives"], view.evaluate(FOUND)[-1]["verdict"]) == (0, "")
        view.evaluate(f"() => {{ {script} }}")
        assert view.evaluate(FOUND)[:-1] == EXPECTED
        assert (view.evaluate(FOUND)[-1]["lives"], view.evaluate(FOUND)[-1]["verdict"]) == (1, "○ Not yet")
        assert [fault for fault in faults if fault.startswith("page error")] == []


@in_whole_run
@pytest.mark.skipif(FIREFOX is None, reason="no Firefox on this machine: this test needs one")
def test_every_explorer_of_a_saved_notebook_lives_in_firefox(page: Path) -> None:
    with firefox() as tab:
        tab.goto(page.as_uri())
        assert tab.evaluate(FOUND) == EXPECTED
        assert tab.evaluate("window.defined") == 1
        assert [fault for fault in tab.faults if "cloneNode" in fault or "TypeError" in fault] == []
