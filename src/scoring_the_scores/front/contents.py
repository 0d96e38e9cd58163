"""Tables of the chapters with the time and level that each states in its first cell."""

from __future__ import annotations

import json
import re
from typing import Any

import pandas as pd

from claimledger import Page
from scoring_the_scores.contents import parts
from scoring_the_scores.files import clone

_LABEL = re.compile(r"^\(([a-z0-9-]+)\)=\n", re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_HEAD = re.compile(r"\*\*Time\*\* (\d+) minutes\. \*\*Level\*\* (\w+)\.")


def chapters() -> pd.DataFrame:
    """Every chapter of the table of contents that states its time and level, in order.

    Returns
    -------
    DataFrame
        ``part``, ``label``, ``title``, ``minutes``, ``level``.
    """
    root = clone()
    if root is None:
        raise FileNotFoundError("the chapters are in the repository, and the installed package is not")
    rows = []
    for part in parts():
        for chapter in part.chapters:
            path = root / "book" / f"{chapter}.ipynb"
            if path.exists() and (head := _head(json.loads(path.read_text(encoding="utf-8")))):
                rows.append({"part": part.caption, **head})
    return pd.DataFrame(rows, columns=["part", "label", "title", "minutes", "level"])


def _head(notebook: dict[str, Any]) -> dict[str, Any] | None:
    """Label, title, minutes and level from a chapter's first cell, or None if it states no time."""
    first = "".join(notebook["cells"][0]["source"])
    label, title, head = _LABEL.search(first), _TITLE.search(first), _HEAD.search(first)
    if not (label and title and head):
        return None
    return {"label": label[1], "title": title[1], "minutes": int(head[1]), "level": head[2]}


def duration(minutes: int) -> str:
    """Minutes as hours and minutes.

    Examples
    --------
    >>> duration(40), duration(135), duration(120)
    ('40 min', '2 h 15 min', '2 h')
    """
    hours, rest = divmod(minutes, 60)
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{rest} min" if rest else ""]))


def path(listed: pd.DataFrame) -> Page:
    """The parts in order, with the time that each takes and its first chapter."""
    lines = ["| part | time | begins with |", "|---|---|---|"]
    for part, inside in listed.groupby("part", sort=False):
        first = inside.iloc[0]
        lines.append(f"| {part} | {duration(inside['minutes'].sum())} | {_make_link(first)} |")
    lines.append(f"| **all** | **{duration(listed['minutes'].sum())}** | |")
    return _make_page(lines)


def syllabus(listed: pd.DataFrame) -> Page:
    """All chapters with minutes and level."""
    lines = ["| chapter | minutes | level |", "|---|---:|---|"]
    for part, inside in listed.groupby("part", sort=False):
        lines.append(f"| **{part}** | | |")
        lines += [f"| {_make_link(row)} | {row['minutes']} | {row['level']} |" for _, row in inside.iterrows()]
    return _make_page(lines)


def _make_link(chapter: pd.Series) -> str:
    return f"{{ref}}`{chapter['title']} <{chapter['label']}>`"


def _make_page(lines: list[str]) -> Page:
    return Page("\n".join(lines), "\n".join(lines))
