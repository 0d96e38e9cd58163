"""The site as a reader's browser sees it: a system Chromium, driven from Python; skips, visibly, without."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from tests.whole import WHOLE, in_whole_run
from tools import measure_book
from tools.browser import browser
from tools.measure_book import CODE_WIDTH, HEIGHT, chapters, ledger_share, measured, smallest_shown, weighed

from .browser import DESKTOP, PAPER, SMALL, TAB_STOPS, axe, needs_chromium, show
from .conftest import BUILT, NOT_BUILT, SITE

pytestmark = needs_chromium
WIDE = {"width": measure_book.WIDE, "height": HEIGHT}

# Every element that the selector finds whose text has less contrast (WCAG 2) with what it stands on than is asked for.
CONTRAST = """
([selector, least]) => {
  const parse = (text) => {
    const part = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [part[0] * scale, part[1] * scale, part[2] * scale, part.length > 3 ? part[3] : 1];
  };
  const over = (top, under) => [0, 1, 2].map(k => top[3] * top[k] + (1 - top[3]) * under[k]);
  const known = new Map([[null, [[255, 255, 255], 1]]]);
  const behind = (element) => {
    if (!known.has(element)) {
      const { backgroundColor, opacity } = getComputedStyle(element);
      const [under, seen] = behind(element.parentElement);
      known.set(element, [over(parse(backgroundColor), under), seen * Number(opacity)]);
    }
    return known.get(element);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (element) => {
    const [under, seen] = behind(element);
    const [red, green, blue, own] = parse(getComputedStyle(element).color);
    const [text, back] = [over([red, green, blue, own * seen], under), under].map(luminance);
    return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
  };
  return [...document.querySelectorAll(selector)].map(e => [e, ratio(e)])
    .filter(([e, contrast]) => contrast < least && e.innerText.trim())
    .map(([e, contrast]) => [e.innerText.trim().slice(0, 40), contrast]);
}
"""


# Formulas, code, tables and figures that are cut: wider than what shows them, and nothing around them scrolls.
CUT = """
([edge, paper]) => {
  const scrolls = (e) => !paper && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
  const box = (e) => e.getBoundingClientRect();
  const article = document.querySelector('.bd-article') ?? document.body;
  const hidden = (element) => {
    for (let e = element; e && e.tagName !== 'ARTICLE'; e = e.parentElement) {
      const wide = e.scrollWidth > e.clientWidth + 1;
      if (scrolls(e)) return wide && e.matches('span.math') && e.tabIndex < 0;
      if (wide && getComputedStyle(e).overflowX !== 'visible') return true;
    }
    return box(element).right > edge + 1 || (!paper && box(element).left < box(article).left - 1);
  };
  return [...document.querySelectorAll('.bd-article :is(mjx-math, pre, table, img)')]
    .filter(e => box(e).width && hidden(e)).map(e => `${e.tagName} ${box(e).width} ${e.innerText?.slice(0, 40)}`);
}
"""

# Formulas that the keyboard stops at, though nothing of them needs scrolling.
STOPS = """
[...document.querySelectorAll('.math[tabindex], .math [tabindex]')].filter(e =>
  e.querySelector('mjx-math').getBoundingClientRect().width <= e.getBoundingClientRect().width).length
"""

# Unfold all proofs, or fold them.
PROOFS = "open => document.querySelectorAll('.proof-fold').forEach(fold => { fold.open = open })"


@pytest.fixture(scope="module")
def parts() -> dict[str, str]:
    """The address of each chapter, and its part."""
    if not BUILT:
        pytest.skip(NOT_BUILT)
    with browser() as opened:
        return chapters(opened.new_page(), SITE.resolve())


@pytest.fixture(scope="module")
def weights() -> dict[str, dict[str, Any]]:
    """What each chapter weighs that was opened."""
    return {}


def test_the_page_works_in_a_browser(opened_name: str, address: str, tabs, parts, weights) -> None:
    """Open the page once, and look at everything: wide, on a small phone and on paper, light and dark."""
    view, faults, asked = tabs.watch()
    view.goto(f"{address}/{opened_name}", wait_until="load")
    if opened_name == "index.html":  # it sends the reader on to the first page
        view.wait_for_url("**/book/index.html", wait_until="load")
    view.evaluate("window.MathJax && MathJax.startup.promise.then(() => true)")
    view.wait_for_function(
        "![...document.querySelectorAll('mjx-lazy')].some("
        "e => e.checkVisibility() && e.getBoundingClientRect().top < innerHeight + 200)"
    )
    view.evaluate(PROOFS, True)
    show(view, DESKTOP, "light")
    # axe reads every element, so it looks before all formulas are there: those in view are.
    faults += scripts(view, asked) + axe(view, "wide") + formulas(view) + images(view) + overflow(view, DESKTOP)
    if opened_name in parts:
        show(view, WIDE, "light")
        faults += overflow(view, WIDE)
        view.evaluate(PROOFS, False)  # as a reader meets the page, and as those that are only measured are
        weights[opened_name] = weighed(view, SITE, opened_name, parts)
        view.evaluate(PROOFS, True)
    show(view, DESKTOP, "dark")
    faults += contrasts(view, "dark")
    show(view, SMALL, "light")  # what fits here fits a larger phone
    faults += contrasts(view, "light") + overflow(view, SMALL)
    if (size := smallest_shown(view, SITE) or 9) < 9:
        faults.append(f"letters of {size:.1f} px on a phone")
    show(view, PAPER, "dark", "print")
    faults += contrasts(view, "light") + overflow(view, PAPER)
    assert faults == []


def scripts(view, asked: list[str]) -> list[str]:
    """Return the scripts that were loaded for nothing."""
    used = {
        "fontawesome.js": False,
        "searched": "/search.html" in asked,
        "mathjax": view.locator("span.math, div.math").count() > 0,
    }
    return [f"loaded for nothing: {path}" for path in asked for part, use in used.items() if part in path and not use]


def overflow(view, size: dict[str, int]) -> list[str]:
    """Return what is cut: the page itself, and what neither fits nor scrolls in it. On paper nothing may scroll."""
    view.wait_for_function(TAB_STOPS)
    width = view.evaluate("document.documentElement.scrollWidth")
    faults = [f"{width} px wide on {size['width']} px: {overflowing(view, size)}"] if width > size["width"] else []
    paper = size is PAPER
    return faults + [f"{size['width']} px: cut: {text}" for text in view.evaluate(CUT, [size["width"], paper])]


def formulas(view) -> list[str]:
    """Return what is wrong with the page's formulas."""
    marked = view.locator("span.math, div.math").count()
    if not marked:
        return []
    typeset = "MathJax.startup.document.lazyTypesetAll().then(() => document.querySelectorAll('mjx-lazy').length)"
    view.evaluate("MathJax.startup.promise.then(() => true)")
    faults = [f"{left} formulas were left out"] if (left := view.evaluate(typeset)) else []
    bare = view.locator("span.math:not(:has(mjx-container)), div.math:not(:has(mjx-container))").count()
    if bare:
        faults.append(f"{bare} of {marked} formulas were not rendered")
    if stops := view.evaluate(STOPS):
        faults.append(f"{stops} formulas that fit are tab stops")
    raw = "document.querySelector('.bd-article').innerText.match(/\\\\(?:[()[\\]]|frac|sum|mathrm)/g) || []"
    faults += [f"raw TeX: {text}" for text in view.evaluate(raw)]
    wrong = view.locator("mjx-merror, mjx-container [data-mml-node='merror'], mjx-mtext[style*='red']")
    return faults + [f"formula error: {text}" for text in wrong.all_inner_texts()]


def images(view) -> list[str]:
    """Return the images that did not load."""
    view.evaluate(
        "Promise.all([...document.images].map(e => { e.loading = 'eager'; return e.decode().catch(() => 0) }))"
    )
    unseen = "[...document.images].filter(e => !(e.complete && e.naturalWidth > 0)).map(e => e.src)"
    return [f"image not shown: {source}" for source in view.evaluate(unseen)]


def contrasts(view, theme: str) -> list[str]:
    """Return the text that is hard to read in the theme."""
    selector = ".verdict, .bd-article :is(td, th, figcaption p, .output pre, p, li, a:not(.headerlink), dt)"
    return [f"{theme}: contrast {ratio:.1f} of {text!r}" for text, ratio in view.evaluate(CONTRAST, [selector, 4.5])]


def overflowing(view, size: dict[str, int]) -> list[str]:
    """Return the innermost elements that reach beyond the right edge."""
    return view.evaluate(
        """(edge) => [...document.querySelectorAll('.bd-article *')]
          .filter(e => e.getBoundingClientRect().right > edge + 1 && ![...e.children].some(
            c => c.getBoundingClientRect().right > edge + 1))
          .slice(0, 5).map(e => e.tagName + '.' + e.className + ' ' + (e.innerText || '').slice(0, 40))""",
        size["width"],
    )


@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        ('<p style="color: #999">Pale</p>', "color-contrast"),
        ('<div style="background: #666"><p>On grey</p></div>', "color-contrast"),
        ('<div style="opacity: 0.4"><p>Faded</p></div>', "color-contrast"),
        ('<p><span style="color: #999">Pale in part</span></p>', "color-contrast"),
        ('<p><span style="background: #666">On grey in part</span></p>', "color-contrast"),
        (
            '<p>Text and <a href="#" style="color: #111; text-decoration: none">a link</a> alike</p>',
            "link-in-text-block",
        ),
        ('<p><button style="color: #999; background: #fff">Press</button></p>', "color-contrast"),
        ('<p><img src="data:,"></p>', "image-alt"),
    ],
)
def test_axe_finds_one_bad_look_among_many_good_ones(bad: str, rule: str, tabs) -> None:
    good = '<p>Text and <a href="#">a link</a></p><p><button>Press</button></p>' * 20
    view, _, _ = tabs.watch()
    for text, found in ((good, []), (good + bad + good, [rule])):
        view.set_content(f'<html lang="en"><title>T</title><main><h1>T</h1>{text}</main></html>')
        assert [each.split()[1] for each in axe(view, "page:")] == found


@pytest.mark.parametrize(("scheme", "ending"), [("http", ".ipynb"), ("file", ".ipynb.zip")])
def test_a_click_saves_the_chapter_and_its_wheels(scheme: str, ending: str, address: str, tabs) -> None:
    """A browser shows a local text file even where it is told to save it, so there the chapter comes as an archive."""
    chapters = sorted((SITE / "downloads").rglob("*.ipynb"))
    if not chapters:
        pytest.skip("the site is not built: run `make book`")
    page = f"book/{chapters[0].relative_to(SITE / 'downloads').with_suffix('.html').as_posix()}"
    view, _, _ = tabs.watch()
    view.goto(f"{address if scheme == 'http' else SITE.as_uri()}/{page}", wait_until="load")
    saved = []
    for link in (*(f".rerun a >> nth={place}" for place in range(4)), "a.btn-download-notebook-button"):
        if link.startswith("a"):
            view.click(".dropdown-download-buttons > button")
        elif not saved:
            view.click(".rerun > summary")
        with view.expect_download(timeout=10_000) as download:
            view.click(link)
        assert download.value.failure() is None
        saved.append(download.value.suggested_filename)
    chapter = chapters[0].stem + ending
    assert [saved[0], saved[-1]] == [chapter, chapter]
    assert [name.partition("-")[0] for name in saved[1:-1]] == ["claimledger", "metricbook", "scoring_the_scores"]
    assert all(name.endswith(".whl") for name in saved[1:-1])


@pytest.mark.parametrize("served", [True, False], ids=["http", "file"])
def test_search_shows_excerpts_of_the_text(served: bool, address: str, tabs) -> None:
    view, faults, _ = tabs.watch()
    view.goto(f"{address if served else SITE.as_uri()}/book/lxcim/lxcim.html", wait_until="load")
    view.keyboard.press("Control+k")
    view.keyboard.type("indistinguishability threshold")
    view.keyboard.press("Enter")
    view.locator("#in-packages li").first.wait_for()
    excerpts = view.locator("#in-book .context")
    texts = excerpts.all_inner_texts()
    found = view.locator("#in-book li").count()
    assert faults == []
    assert len(texts) == found > 1
    assert "threshold" in texts[0].lower()
    assert [text for text in texts if ".pdf" in text or text.startswith("Contents")] == []
    more = view.get_by_role("button", name="Show")
    if more.count():
        more.first.click()
        assert view.locator("#in-book li").count() > found
    view.locator("#in-book a").first.click()
    view.wait_for_url("**/book/sumpter/indistinguishability.html*")


def test_every_control_shows_its_focus_and_keeps_it(address: str, tabs) -> None:
    view, faults, _ = tabs.watch()
    shown = """() => { const e = document.activeElement, style = getComputedStyle(e);
      return [e.title || e.ariaLabel || e.innerText, style.outlineStyle !== 'none' || style.boxShadow !== 'none'] }"""
    view.goto(f"{address}/book/lxcim/lxcim.html", wait_until="load")
    view.keyboard.press("Tab")
    unseen, names = [], []
    for _ in range(80):
        name, visible = view.evaluate(shown)
        names.append(name)
        unseen += [] if visible else [name]
        view.keyboard.press("Tab")
    view.focus(".theme-switch-button")
    modes = []
    for _ in range(3):
        view.keyboard.press("Enter")
        view.wait_for_function("document.activeElement.matches('.theme-switch-button')")
        modes.append(view.evaluate("document.documentElement.dataset.mode"))
    assert faults == []
    assert unseen == []
    assert names[0] == "Skip to main content"
    assert {"Toggle primary sidebar", "Download this page"} <= set(names)
    assert sorted(modes) == ["auto", "dark", "light"]


def test_formulas_come_into_view_and_onto_paper(address: str, tabs) -> None:
    view, faults, _ = tabs.watch()
    left = "document.querySelectorAll('mjx-lazy').length"
    seen = """![...document.querySelectorAll('mjx-lazy')].some(e => {
      const { bottom, top } = e.getBoundingClientRect();
      return e.checkVisibility() && bottom > 0 && top < innerHeight;
    })"""
    view.goto(f"{address}/book/flach/h-measure.html", wait_until="load")
    view.evaluate("MathJax.startup.promise.then(() => true)")
    waiting = view.evaluate(left)
    view.evaluate("scrollTo(0, document.body.scrollHeight)")
    view.wait_for_function(seen)
    view.pdf()
    view.wait_for_function(f"{left} === 0")
    assert faults == []
    assert waiting > 0


@pytest.fixture(scope="module")
def rows(parts, weights) -> pd.DataFrame:
    """What the chapters weigh that a test opened; in a whole run the others are opened now."""
    opened = pd.DataFrame.from_dict(weights, orient="index")
    others = [name for name in parts if name not in weights] if WHOLE or not weights else []
    return pd.concat([opened, measured(SITE, others, also=())]) if others else opened


@in_whole_run
def test_the_chapters_are_not_too_long_together(rows: pd.DataFrame) -> None:
    """What is to be read; exercises are to be done, and each reader does a few."""
    theory, height = rows.index.str.contains("/synthesis/"), rows["height"] - rows["exercises px"]
    assert height[~theory].sum() <= 300_000
    assert height[theory].sum() <= 115_000


def test_the_ledger_stands_beside_the_text(rows: pd.DataFrame) -> None:
    shares = ledger_share(rows)
    assert dict(shares[shares > 0.15]) == {}
    assert ledger_share(rows.sum()) <= 0.1


def test_each_head_states_the_minutes_that_a_reader_needs(rows: pd.DataFrame) -> None:
    pairs = rows[["stated", "minutes"]].astype(float)
    near = (pairs["stated"] - pairs["minutes"]).abs() <= pairs["minutes"] / 4
    assert pairs[~near].to_dict("index") == {}


def test_each_chapter_leads_to_three_places_in_other_parts(rows: pd.DataFrame) -> None:
    assert dict(rows["links"][rows["links"] < 3]) == {}


def test_lines_of_code_fit_the_column(rows: pd.DataFrame) -> None:
    assert dict(rows["longest"][rows["longest"] > CODE_WIDTH]) == {}


def test_text_in_figures_can_be_read(rows: pd.DataFrame) -> None:
    assert dict(rows["text px"][rows["text px"] < 9]) == {}
