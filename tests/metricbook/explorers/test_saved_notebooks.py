"""Several explorers in a notebook saved as HTML: each lives once, in Chromium and in Firefox."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from metricbook import explore
from metricbook.explorers import bundle
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
    {"lives": 1, "still": 1, "seen": 0, "asks": 1, "verdict": "", "tasks": 0, "says": "With"},
    {"lives": 1, "still": 1, "seen": 0, "asks": 1, "verdict": "", "tasks": 0, "says": "For"},
    {"lives": 1, "still": 1, "seen": 0, "asks": 0, "verdict": "○ Not yet", "tasks": 2, "says": "Average"},
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


def test_a_page_with_many_outputs_has_the_script_in_each(page: Path) -> None:
    assert page.read_text(encoding="utf-8").count(bundle().splitlines()[1]) == 3


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
    for k in range(2):
        view.get_by_role("button", name="Skip").first.click()
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
