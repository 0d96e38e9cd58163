"""Measure the chapters of the built site as a reader meets them, and print one table.

    python -m tools.measure_book [site] [pattern ...]

The site is a folder (_build/html by default), a pattern a part of an address such as ``flach/``. Heights are those of a
window 1400 px wide, all formulas typeset. Words of prose include folded proofs; words of claims and findings are those
one sees before a mark or a list is opened. A formula counts as a word.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

import pandas as pd

from tools.browser import STILL, TYPESET, browser, contents
from tools.folders import SITE, built_site
from tools.site_figures import smallest_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDE, OTHERS, HEIGHT = 1400, (1280, 390), 900
CODE_WIDTH = 78
KINDS = ("prose", "claims", "findings", "cards", "exercises", "code", "printed", "figures")
REFERENCE = "Reference"  # the part that holds no chapters

# The article's blocks from top to bottom: of which kind each is, its words, and its height down to the next.
BLOCKS = r"""
() => {
  const claimed = '.beside, .beside-rest, .said';
  const flat = (element) => element.matches('section, .cell, .cell_output') && !element.matches('.proof *')
    ? [...element.children].flatMap(flat) : [element];
  const kind = (element) => {
    const cell = element.closest('.cell');
    if (cell?.querySelector('.cell_output')?.querySelector(claimed))
      return cell.querySelector('.beside-rest') ? 'findings' : 'claims';
    if (cell?.querySelector('.closing')) return 'cards';
    if (!cell) return 'prose';
    if (element.matches('.exercise') || element.querySelector('.exercise')) return 'exercises';
    if (element.closest('.cell_input')) return 'code';
    return element.matches('figure') || element.querySelector('img') ? 'figures' : 'printed';
  };
  const words = (element) => {
    const copy = element.cloneNode(true);
    const unseen = element.closest('.cell') ? ', details:not([open]) > :not(summary), .mark-words' : '';
    copy.querySelectorAll('.math').forEach(formula => formula.replaceWith(' x '));
    copy.querySelectorAll(`.headerlink, script, style${unseen}`).forEach(part => part.remove());
    for (const part of copy.querySelectorAll('*')) part.append(' ');
    return (copy.textContent.match(/\S*[\p{L}\p{N}]\S*/gu) || []).length;
  };
  const article = document.querySelector('.bd-article');
  const blocks = [...article.children].flatMap(flat).filter(element => element.getBoundingClientRect().height);
  const tops = blocks.map(element => element.getBoundingClientRect().top);
  tops.push(article.getBoundingClientRect().bottom);
  return blocks.map((element, k) => [kind(element), words(element), Math.max(0, tops[k + 1] - tops[k])]);
}
"""
COUNTS = r"""
() => {
  const article = document.querySelector('.bd-article');
  const all = (selector) => [...article.querySelectorAll(selector)];
  const proof = (element) => element.matches('.proof-fold > *') || /^\s*Proof/.test(element.textContent);
  const lines = (pre) => pre.textContent.replace(/\n$/, '').split('\n').map(line => line.length);
  return {
    proofs: all('.proof').filter(proof).length,
    folded: all('details.above-input').length,
    lines: all('.cell_input pre').map(lines),
    links: all('a[href]').filter(e => !e.closest('.headerlink')).map(e => e.href),
    head: document.querySelector('.chapter-head')?.textContent || '',
  };
}
"""
FIGURES = "[...document.querySelectorAll('.bd-article figure:not([data-figure]) img')]"
IMAGES = f"{FIGURES}.map(e => [e.src, e.getBoundingClientRect().width])"  # those that stand for themselves


def reading_minutes(words: int, proofs: int, figures: int) -> int:
    """Return the minutes that a chapter takes, to the next five."""
    return 5 * round((words / 180 + 5 * proofs + figures / 2) / 5)


def stated_minutes(head: str) -> int | None:
    """Return the minutes that a chapter's head states, if it does."""
    found = re.search(r"Time\s+(\d+)\s+minutes", head)
    return int(found[1]) if found else None


def crossing(links: Sequence[str], own: str, parts: dict[str, str], home: str) -> int:
    """Return how many places in chapters of other parts the page links to; the site's address is `home`."""
    places = {link.removeprefix(home) for link in links}
    return sum(parts.get(urldefrag(place).url, parts[own]) != parts[own] for place in places)


def images_of(view: Page) -> list[tuple[Path, float]]:
    """Return the figures' images on the page that the browser shows, each with the width in px that it is shown at."""
    return [(Path(re.split("[?#]", address)[0]), width) for address, width in view.evaluate(IMAGES)]


def smallest_shown(view: Page, site: Path) -> float | None:
    """Return the size in px of the smallest text in the page's drawings as the browser shows them."""
    drawn = [(site / "_images" / path.name, width) for path, width in images_of(view) if path.suffix == ".svg"]
    texts = [smallest_text(path.read_text(encoding="utf-8"), width) for path, width in drawn]
    return min((size for size in texts if size is not None), default=None)


def weighed(view: Page, site: Path, name: str, parts: dict[str, str]) -> dict[str, Any]:
    """Return what the page that the browser shows weighs, in a window of WIDE px with all formulas typeset."""
    view.evaluate(STILL)
    blocks = pd.DataFrame(view.evaluate(BLOCKS), columns=["kind", "words", "height"]).groupby("kind").sum()
    words, heights = (blocks[column].reindex(KINDS, fill_value=0) for column in ("words", "height"))
    seen = view.evaluate(COUNTS)
    row: dict[str, Any] = {"words": words["prose"], "claims w": words["claims"], "findings w": words["findings"]}
    row["height"] = view.evaluate("document.documentElement.scrollHeight")
    row |= {f"{kind} px": heights[kind] for kind in KINDS}
    images = images_of(view)
    row["figures"] = len(images)
    row |= {kind: sum(path.suffix == f".{kind}" for path, _ in images) for kind in ("svg", "png")}
    row["text px"] = smallest_shown(view, site)
    longest = [max(cell, default=0) for cell in seen["lines"]]
    row |= {
        "proofs": seen["proofs"],
        "cells": len(longest),
        "folded": seen["folded"],
        "longest": max(longest, default=0),
    }
    row["too long"] = sum(length > CODE_WIDTH for cell in seen["lines"] for length in cell)
    row["links"] = crossing(seen["links"], name, parts, view.url.removesuffix(name))
    row["kB"] = (site / name).stat().st_size / 1000
    row["minutes"] = reading_minutes(row["words"], row["proofs"], row["figures"])
    row["stated"] = stated_minutes(seen["head"])
    return row


def measure(view: Page, site: Path, name: str, parts: dict[str, str], also: Sequence[int]) -> dict[str, Any]:
    """Return one row of the table: the page as the browser shows it, and what does not fit at other widths."""
    view.set_viewport_size({"width": WIDE, "height": HEIGHT})
    view.goto((site / name).as_uri(), wait_until="load")
    view.evaluate(TYPESET)
    row = weighed(view, site, name, parts)
    for width in (WIDE, *also):
        view.set_viewport_size({"width": width, "height": HEIGHT})
        for _ in range(3):  # the page looks for formulas too wide a frame after it was resized
            view.evaluate(STILL)
        row[f"over {width}"] = view.evaluate("document.documentElement.scrollWidth") - width
    row[f"text {width}"] = smallest_shown(view, site)
    return row


def chapters(view: Page, site: Path) -> dict[str, str]:
    """Return the addresses of the site's chapters, each with the part that it is in."""
    return {page.name: page.part for page in contents(view, site) if page.part != REFERENCE}


def measured(site: Path, patterns: Sequence[str] = (), also: Sequence[int] = OTHERS) -> pd.DataFrame:
    """Return a row for each chapter of the site, or of those whose address has one of the patterns in it."""
    site = site.resolve()
    with browser() as opened:
        view = opened.new_page()
        parts = chapters(view, site)
        wanted = [name for name in parts if not patterns or any(pattern in name for pattern in patterns)]
        rows = {name: measure(view, site, name, parts, also) for name in wanted}
    return pd.DataFrame.from_dict(rows, orient="index")


def ledger_share(rows: pd.DataFrame | pd.Series) -> Any:
    """Return how many words of the ledger one sees for each word of prose."""
    return (rows["claims w"] + rows["findings w"]) / rows["words"]


def printed_columns(rows: pd.DataFrame) -> Iterator[tuple[str, pd.Series]]:
    """Yield the columns of the printed table, with a last row for all chapters."""
    last = {"text px": "min", f"text {OTHERS[-1]}": "min", "longest": "max", "kB": "max"}
    last |= {f"over {width}": "max" for width in (WIDE, *OTHERS)}
    rows = rows.astype(float)
    rows.loc["all"] = [rows[column].agg(last.get(column, "sum")) for column in rows]
    heights = rows[[f"{kind} px" for kind in KINDS]]
    for column in rows.columns.drop(heights.columns):
        yield column, rows[column]
        if column == "findings w":
            yield "ledger % w", 100 * ledger_share(rows)
        if column == "height":
            for kind in KINDS:
                yield f"{kind} %", 100 * heights[f"{kind} px"] / heights.sum(axis="columns")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=built_site, default=str(SITE), help="folder of the built site")
    parser.add_argument("patterns", nargs="*", metavar="pattern", help="only pages with this in their address")
    asked = parser.parse_args()
    rows = measured(asked.site, asked.patterns)
    if rows.empty:
        parser.error("no chapter has that in its address")
    table = pd.DataFrame(dict(printed_columns(rows.rename(index=lambda name: re.sub(r"^book/|\.html$", "", name)))))
    print(table.to_string(float_format="{:.0f}".format, na_rep="-"))


if __name__ == "__main__":
    main()
