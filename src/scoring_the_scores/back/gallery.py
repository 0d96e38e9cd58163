"""The gallery of the explorers: for each a picture, what it asks first, the minutes it takes, and its chapter."""

from __future__ import annotations

import json
from base64 import b64encode

from claimledger import Page
from metricbook.explorers import EXPLORERS, explore
from scoring_the_scores.contents import parts
from scoring_the_scores.files import clone


def places() -> dict[str, str]:
    """The chapter of every explorer by its name, in the order of the book: the one that has the explorer's label.

    Raises
    ------
    FileNotFoundError
        If this is no copy of the repository, where the chapters are.
    ValueError
        If an explorer has no chapter.

    Examples
    --------
    >>> places()["hands-ruler"]
    'flach/hands-argument'
    """
    root = clone()
    if root is None:
        raise FileNotFoundError("the chapters are in the repository, and the installed package is not")
    found: dict[str, str] = {}
    for chapter in (chapter for part in parts() if part.numbered for chapter in part.chapters):
        cells = json.loads((root / "book" / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        found |= {name: chapter for name in EXPLORERS if f"({_label(name)})=" in text}
    if missing := set(EXPLORERS) - set(found):
        raise ValueError(f"no chapter has the label of {', '.join(sorted(missing))}")
    return found


def _label(name: str) -> str:
    return f"{name}-explorer"


def cards() -> Page:
    """A card for every explorer, in the order of the book."""
    plain, items = [], []
    for name, chapter in places().items():
        one = explore(name)
        picture = b64encode(one.thumbnail().encode()).decode()
        items.append(
            f'- <img src="data:image/svg+xml;base64,{picture}" alt="{one.title}, before a guess">\n\n'
            f"  {{ref}}`{one.title} <{_label(name)}>`\n\n  {one.question}\n\n"
            f"  {one.minutes} minutes, in {{doc}}`/book/{chapter}`"
        )
        plain.append(f"{one.title}: {one.question} ({one.minutes} minutes, {chapter})")
    return Page("\n".join(plain), ":::{container} gallery\n" + "\n\n".join(items) + "\n:::")
