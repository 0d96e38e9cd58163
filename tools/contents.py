"""Write the book's contents, ``_toc.yml``, from the folders of its parts: ``python -m tools.contents``.

Nothing in it is kept by hand: captions, places and chapters stand in each part's ``part.toml``, each paper's errata in
its folder of the book, and the reference has a page for each module.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from claimledger import papers
from scoring_the_scores.contents import parts
from tools import reference_pages

ROOT = Path(__file__).resolve().parents[1]
CONTENTS = ROOT / "_toc.yml"


def contents() -> str:
    """The text of ``_toc.yml``."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "# Written by `make contents` from the folders of the parts."
    yield from ("format: jb-book", "root: book/index", "parts:")
    for part in parts():
        yield f"  - caption: {part.caption}"
        yield from ["    numbered: true"] * part.numbered
        yield "    chapters:"
        for chapter in part.chapters:
            yield f"      - file: book/{chapter}"
            if chapter == "back/errata":
                yield "        sections:"
                yield from (f"          - file: book/{paper}/errata" for paper in papers())
            if chapter == "back/api":
                yield "        sections: # written by tools/reference_pages.py"
                yield from (f"          {line}" for line in reference_pages.contents())


if __name__ == "__main__":
    CONTENTS.write_text(contents(), encoding="utf-8")
