"""The explorers in the pages of the book: touched over http and from files, in both themes."""

from __future__ import annotations

import re

import pytest

from metricbook.explorers import EXPLORERS
from tests.metricbook.explorers.pages import KEYS, move, phase
from tests.whole import mostly

from .browser import DESKTOP, SMALL, axe, needs_chromium, show
from .conftest import ROOT, SITE

pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`"),
]

#: Each explorer's page, as the notebooks have it.
PAGES = {
    name: path.relative_to(ROOT).with_suffix(".html").as_posix()
    for path in sorted((ROOT / "book").rglob("*.ipynb"))
    for name in re.findall(r'explore\(\\"([a-z-]+)\\"', path.read_text(encoding="utf-8"))
}


def test_every_explorer_has_one_page() -> None:
    assert sorted(PAGES) == sorted(EXPLORERS)


#: Takes other explorers from the page, of which a chapter may have two.
ALONE = """name => document.querySelectorAll("score-explorer:not([data-goal])")
  .forEach((one) => one.getAttribute("name") === name || one.remove())"""


@pytest.mark.parametrize("name", mostly(PAGES, "two-groups", monthly=list(PAGES)[1::2]))
def test_an_explorer_answers_in_its_page_and_its_links_lead_somewhere(name: str, address: str, tabs) -> None:
    """Over http, and the bench, whose page works as a file if any does, from the file as well."""
    faults = []
    for home in (address, SITE.as_uri()) if name == "threshold-bench" else (address,):
        view, wrong, asked = tabs.watch()
        view.goto(f"{home}/{PAGES[name]}", wait_until="load")
        view.evaluate(ALONE, name)
        explorer = view.locator("score-explorer:not([data-goal])")
        explorer.get_by_role("button", name="Skip", exact=True).click()
        move(view, KEYS.get((name, 0)))  # the hand that the question asks for has the focus
        assert phase(view) == "told"
        assert {path.rpartition("/")[2] for path in asked} >= {"explorers.css", "explorers.js"}
        if home == address:
            for theme, size in (("light", DESKTOP), ("dark", DESKTOP), ("dark", SMALL)):
                show(view, size, theme)
                faults += axe(view, f"{name}, {theme}, {size['width']} px", within="score-explorer")
                assert explorer.evaluate("node => node.scrollWidth <= node.clientWidth")
        faults += misled(explorer, home) + wrong
    assert faults == []


#: Addresses of the proofs that an explorer's verdicts name, null where the page has none.
PROOFS = """node => {
  const known = JSON.parse(document.getElementById("explorer-proofs").textContent);
  const pieces = node.spec.challenges.flatMap((one) => one.told(node.values, node.values)).filter(Array.isArray);
  return pieces.map(([, key]) => known[key] && new URL(known[key], location.href).href);
}"""


def misled(explorer, home: str) -> list[str]:
    """Return where links out of an explorer lead to nothing."""
    links = explorer.evaluate(PROOFS)
    found = [] if links and None not in links else ["the page does not know a proof that the explorer asks for"]
    for link in filter(None, links):
        target, _, anchor = link.partition("#")
        path = SITE / target.removeprefix(f"{home}/")
        if not path.is_file() or (anchor and f'id="{anchor}"' not in path.read_text(encoding="utf-8")):
            found.append(f"nothing is at {target}#{anchor}")
    return found
