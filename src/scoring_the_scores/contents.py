"""The parts of the book and their chapters, as the folders of the parts say.

A folder with a ``part.toml`` is a part: the file has its caption, its place among the parts and the order of its
chapters. A chapter can stand in a part that is no folder, which ``parts.toml`` beside this module names.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Part", "goals", "parts", "proofs", "room"]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Part:
    """A part of the book.

    Attributes
    ----------
    name, caption : str
        Its folder, or its name in ``parts.toml``; and how the contents head it.
    chapters : tuple of str
        Its chapters in their order, such as ``"flach/h-measure"``, or its pages if it is reference.
    numbered : bool
        Whether it has chapters, which are numbered, and not pages.
    """

    name: str
    caption: str
    chapters: tuple[str, ...]
    numbered: bool


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts in the order of the book; one whose chapters are all gone is left out.

    Examples
    --------
    >>> parts()[0].caption, parts()[0].chapters[0]
    ('Foundations', 'foundations/one-sort')
    """
    heads = {path.parent.name: _read(path) for path in HERE.glob("*/part.toml")}
    chapters = {name: [f"{name}/{chapter}" for chapter in head["chapters"]] for name, head in heads.items()}
    guests = [
        (entry["place"], entry["part"], f"{name}/{entry['chapter']}")
        for name, head in heads.items()
        for entry in head.get("elsewhere", [])
    ]
    for name, head in _read(HERE / "parts.toml").items():
        heads[name] = head
        chapters[name] = head.get("pages") or [chapter for _, part, chapter in sorted(guests) if part == name]
    ordered = sorted(heads, key=lambda name: (heads[name]["order"], name))
    return tuple(
        Part(name, heads[name]["caption"], tuple(chapters[name]), "pages" not in heads[name])
        for name in ordered
        if chapters[name]
    )


def room(chapter: str) -> Path:
    """Return the folder of a chapter's room, such as ``flach/h_measure`` beside this module for ``flach/h-measure``."""
    return HERE / chapter.replace("-", "_")


def goals() -> list[Path]:
    """Return the rooms' modules for explorers, which tell whether a state solves an exercise."""
    rooms = (room(chapter) for part in parts() if part.numbered for chapter in part.chapters)
    return [path for each in rooms if (path := each / "goals.js").exists()]


def proofs() -> dict[str, str]:
    """Return the ids of the claims that the explorers' sentences rest on, by the explorers' keys."""
    heads = [_read(path) for path in sorted(HERE.glob("*/part.toml"))]
    return {key: claim for head in heads for key, claim in head.get("proofs", {}).items()}


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
