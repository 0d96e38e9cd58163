"""The ledger's page in a browser: filters, order, address, keyboard, paper, and no script at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.whole import in_whole_run, mostly
from tools.browser import CHROMIUM, TYPESET, browser

from .browser import STANDS, TIMES, with_scripts
from .conftest import SITE, read

LEDGER = SITE / "book" / "back" / "ledger.html"
ERRATA = SITE / "book" / "back" / "errata.html"
SHOWN = "[...document.querySelectorAll('table.ledger tbody tr')].filter(row => row.getClientRects().length)"
VALUES = f"name => {SHOWN}.map(row => row.dataset[name] || '')"
ROWS = f"{SHOWN}.map(row => row.sectionRowIndex)"
PAINTED = """
performance.getEntriesByName('first-contentful-paint')[0].startTime <
  performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd
"""
# The rows that a choice touches, each as often as it does.
CHOOSE = """
([name, value]) => {
  const watch = new MutationObserver(() => 0);
  watch.observe(document.querySelector('table.ledger tbody'), {attributes: true, childList: true, subtree: true});
  const select = document.querySelector(`.ledger-form select[name=${name}]`);
  select.value = value;
  select.dispatchEvent(new Event('input', {bubbles: true}));
  document.body.getBoundingClientRect();
  return watch.takeRecords().map(record => record.target.closest('tr')?.sectionRowIndex ?? -1);
}
"""
VERDICTS = ["holds", "corrected", "refuted", "underspecified", "untestable", "unexamined"]

each_long_page = pytest.mark.parametrize("path", mostly([LEDGER, ERRATA], ERRATA), ids=lambda path: path.stem)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the browser tests need one"),
    pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`"),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator:
    """Start the browser once."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def ledger(chromium):
    """Open the ledger once, from its folder without a server: it takes two seconds."""
    return chromium.new_page()


@pytest.fixture
def view(ledger):
    """Give the ledger back as it was opened: its address says all that was chosen."""
    ledger.goto(f"{LEDGER.as_uri()}#")
    ledger.set_viewport_size({"width": 1280, "height": 900})
    ledger.evaluate("document.documentElement.dataset.theme = 'light'; document.activeElement.blur(); scrollTo(0, 0)")
    return ledger


def count(view) -> str:
    """Return what is said to be shown."""
    return view.locator(".ledger-count").inner_text()


def test_every_choice_filters_and_is_announced(view) -> None:
    total = len(view.evaluate(VALUES, "paper"))
    assert count(view) == f"{total} of {total} claims"
    assert view.locator(".ledger-count").get_attribute("role") == "status"
    for name in ("paper", "verdict", "grade", "kind", "chapter"):
        select = view.locator(f".ledger-form select[name={name}]")
        value = select.locator("option").nth(1).get_attribute("value")
        select.select_option(value)
        found = view.evaluate(VALUES, name)
        assert set(found) == {value}
        assert count(view).startswith(f"{len(found)} of {total} claims: {name} ")
        view.get_by_role("button", name="show all").click()
        assert len(view.evaluate(VALUES, name)) == total


def test_words_filter_together_whatever_their_case(view) -> None:
    view.get_by_label("words").press_sequentially("AUROC  figure")
    texts = view.evaluate(f"{SHOWN}.map(row => row.textContent.toLowerCase())")
    assert texts
    assert all("auroc" in text and "figure" in text for text in texts)
    assert count(view).endswith("claims: with “auroc” and “figure”")
    view.get_by_label("words").fill("no such claim anywhere")
    assert count(view).startswith("0 of ")


def test_the_address_keeps_what_was_chosen_and_the_back_button_undoes_it(view) -> None:
    view.get_by_label("verdict").select_option("refuted")
    view.get_by_label("words").press_sequentially("auroc")
    chosen = count(view)
    assert view.url.endswith("#verdict=refuted&words=auroc")
    view.reload()
    assert count(view) == chosen
    assert view.get_by_label("words").input_value() == "auroc"
    view.go_back()
    assert view.url.endswith("#verdict=refuted")
    assert count(view).endswith("claims: verdict refuted")
    view.go_back()
    assert view.get_by_label("verdict").input_value() == ""
    view.go_forward()
    assert set(view.evaluate(VALUES, "verdict")) == {"refuted"}


def test_an_address_that_names_no_choice_shows_all(view) -> None:
    view.goto(f"{LEDGER.as_uri()}#verdict=wonderful&sort=beauty&colour=blue")
    shown, _, total = count(view).removesuffix(" claims").partition(" of ")
    assert shown == total


@in_whole_run
def test_headers_sort_by_keyboard_and_say_so(view) -> None:
    before = view.evaluate(VALUES, "paper")
    head = view.locator("th[data-sort=verdict]")
    assert head.get_attribute("aria-sort") == "none"
    view.get_by_label("words").focus()
    for _ in range(2):  # the button that shows all, the first header
        view.keyboard.press("Tab")
    view.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    ranks = [VERDICTS.index(verdict) for verdict in view.evaluate(VALUES, "verdict")]
    assert ranks == sorted(ranks)
    view.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert view.url.endswith("#sort=-verdict")
    ranks = [VERDICTS.index(verdict) for verdict in view.evaluate(VALUES, "verdict")]
    assert ranks == sorted(ranks, reverse=True)
    view.locator("th[data-sort=grade] button").click()
    grades = [grade or "E" for grade in view.evaluate(VALUES, "grade")]
    assert grades == sorted(grades)
    assert head.get_attribute("aria-sort") == "none"
    view.locator("th[data-sort=paper] button").click()
    assert view.evaluate(VALUES, "paper") == before


@pytest.mark.parametrize("width", mostly([1280, 390], 390))
@pytest.mark.parametrize("theme", mostly(["light", "dark"], "dark"))
def test_it_fits_and_stays_a_table(view, width: int, theme: str) -> None:
    view.set_viewport_size({"width": width, "height": 844})
    view.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    view.get_by_label("grade").select_option("A")
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    tree = view.locator("table.ledger").aria_snapshot()
    rows = len(view.evaluate(VALUES, "grade"))
    assert tree.count("row ") - 1 == rows
    assert tree.count("rowheader") == rows


@in_whole_run
def test_what_is_filtered_is_what_prints(view) -> None:
    view.get_by_label("grade").select_option("A")
    wanted = view.evaluate(VALUES, "paper")
    text = "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(view.pdf())).pages)
    printed = "".join(unicodedata.normalize("NFKC", text).split())  # without ligatures and line breaks
    assert f"{len(wanted)}of" in printed
    for paper in set(wanted):
        assert len(re.findall(rf"{paper}\.[a-z]", printed)) == wanted.count(paper)
    assert "showall" not in printed


def test_without_a_script_it_is_a_plain_table(chromium) -> None:
    context = chromium.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(LEDGER.as_uri())
    assert not opened.locator(".ledger-form").is_visible()
    assert opened.locator("table.ledger tbody tr:visible").count() == opened.locator("table.ledger tbody tr").count()
    assert opened.locator("table.ledger button").count() == 0
    context.close()


def test_only_the_ledger_loads_its_script() -> None:
    def loaded(path) -> set[str]:
        return {e.attributes.get("src", "").partition("?")[0].rpartition("/")[2] for e in read(path).find("script")}

    assert "ledger.js" in loaded(LEDGER)
    assert "ledger.js" not in loaded(ERRATA)


@each_long_page
def test_it_is_seen_soon(chromium, path) -> None:
    """Before its scripts have run, and these do little; the best of three tries counts."""
    assert any(_seen_before_scripts(chromium, path) for _ in range(3))
    assert any(with_scripts(chromium, path.as_uri()) <= TIMES for _ in range(3))


def _seen_before_scripts(chromium, path) -> bool:
    """Tell whether the page is painted before those scripts have run that wait for the whole of it."""
    opened = chromium.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(path.as_uri(), wait_until="load")
    found = opened.evaluate(PAINTED)
    opened.close()
    return found


@each_long_page
def test_few_of_its_formulas_are_typeset_before_they_come_into_view(chromium, path) -> None:
    opened = chromium.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(path.as_uri(), wait_until="load")
    opened.wait_for_function(STANDS)
    waiting, formulas = opened.locator("mjx-lazy").count(), opened.locator("mjx-container").count()
    opened.close()
    assert formulas > 100
    assert waiting > 0.9 * formulas


def test_a_choice_lays_the_table_out_once_and_changes_only_rows_that_come_or_go(view) -> None:
    """The least of some tries counts: on a busy machine, formulas that have come into view are laid out meanwhile."""
    session = view.context.new_cdp_session(view)
    session.send("Performance.enable")

    def layouts() -> int:
        figures = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return int(figures["LayoutCount"])

    def laid_out(name: str, value: str) -> int:
        shown, before = set(view.evaluate(ROWS)), layouts()
        touched, after = view.evaluate(CHOOSE, [name, value]), layouts()
        assert sorted(touched) == sorted(shown ^ set(view.evaluate(ROWS)))
        return after - before

    for name, value in (("verdict", "refuted"), ("grade", "A"), ("verdict", "")):
        earlier = view.locator(f".ledger-form select[name={name}]").input_value()
        for _ in range(10):
            view.wait_for_function(STANDS)
            if laid_out(name, value) <= 1:
                break
            view.evaluate(CHOOSE, [name, earlier])
        else:
            pytest.fail(f"the choice of {name} laid the table out more than once, each time it was tried")


@in_whole_run
def test_its_formulas_are_typeset(view) -> None:
    view.evaluate(TYPESET)
    assert view.locator("table.ledger span.math").count() > 100
    assert view.locator("table.ledger span.math:not(:has(mjx-container))").count() == 0
