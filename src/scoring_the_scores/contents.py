"""The parts of the book and their chapters, read from the folders of the parts.

A folder with a ``part.toml`` is a part: the file has its caption, its position and the order of its chapters. A
chapter can also be listed in a part without a folder, which is defined in ``parts.toml`` beside this module.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Part", "goals", "parts", "proofs", "room", "title"]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Part:
    """A part of the book.

    Attributes
    ----------
    name, caption : str
        Its folder, or its name in ``parts.toml``; and its heading in the contents.
    chapters : tuple of str
        Its chapters in order, such as ``"flach/h-measure"``; the pages of a part of reference.
    numbered : bool
        Whether its chapters are numbered; pages of reference are not.
    """

    name: str
    caption: str
    chapters: tuple[str, ...]
    numbered: bool


@cache
def parts() -> tuple[Part, ...]:
    """Return the parts in the order of the book, without parts that have no chapters.

    Examples
    --------
    >>> parts()[0].caption, parts()[0].chapters[0]
    ('Foundations', 'foundations/one-sort')
    """
    heads = {path.parent.name: _read_toml(path) for path in HERE.glob("*/part.toml")}
    chapters = {name: [f"{name}/{chapter}" for chapter in head["chapters"]] for name, head in heads.items()}
    elsewhere = [
        (entry["place"], entry["part"], f"{name}/{entry['chapter']}")
        for name, head in heads.items()
        for entry in head.get("elsewhere", [])
    ]
    for name, head in _read_toml(HERE / "parts.toml").items():
        heads[name] = head
        chapters[name] = head.get("pages") or [chapter for _, part, chapter in sorted(elsewhere) if part == name]
    ordered = sorted(heads, key=lambda name: (heads[name]["order"], name))
    return tuple(
        Part(name, heads[name]["caption"], tuple(chapters[name]), "pages" not in heads[name])
        for name in ordered
        if chapters[name]
    )


def room(chapter: str) -> Path:
    """Return the folder of a chapter's code, such as ``flach/h_measure`` beside this module for ``flach/h-measure``."""
    return HERE / chapter.replace("-", "_")


@cache
def title(chapter: str) -> str:
    """Return the short title of a chapter, as its card has it.

    Examples
    --------
    >>> title("flach/h-measure")
    'The H measure'
    """
    return str(_read_toml(room(chapter) / "card.toml")["title"])


def goals() -> list[Path]:
    """Return the chapters' scripts for explorers, which decide whether a state solves an exercise."""
    folders = (room(chapter) for part in parts() if part.numbered for chapter in part.chapters)
    return [path for folder in folders if (path := folder / "goals.js").exists()]


def proofs() -> dict[str, str]:
    """Return the ids of the claims that prove the explorers' sentences, by the explorers' keys."""
    heads = [_read_toml(path) for path in sorted(HERE.glob("*/part.toml"))]
    return {key: claim for head in heads for key, claim in head.get("proofs", {}).items()}


def _read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
