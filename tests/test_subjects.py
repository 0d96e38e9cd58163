"""The index of subjects: every place that it names exists, and the search can tell its subjects apart."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from tools.subjects import subjects

ROOT = Path(__file__).resolve().parents[1]
LABEL = re.compile(r"^\(([\w-]+)\)=|:label: ([\w-]+)|^:name: ([\w-]+)", re.MULTILINE)


def labels() -> set[str]:
    """What can be referred to in the book: labels of sections and of theorems, and names of figures."""
    found: set[str] = set()
    for path in (ROOT / "book").rglob("*.md"):
        found |= {one for names in LABEL.findall(path.read_text(encoding="utf-8")) for one in names if one}
    for path in (ROOT / "book").rglob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            found |= {one for names in LABEL.findall("".join(cell["source"])) for one in names if one}
            found |= {cell["metadata"].get("mystnb", {}).get("figure", {}).get("name", "")}
    return found


def test_every_place_exists() -> None:
    known = labels()
    pages = {path.relative_to(ROOT / "book").with_suffix("").as_posix() for path in (ROOT / "book").rglob("*.*")}
    places = {at for one in subjects() for at in one.at}
    assert sorted(places - pages - known) == []


def test_a_name_has_one_subject_and_a_subject_each_place_once() -> None:
    names = Counter(name.casefold() for one in subjects() for name in (one.term, *one.also))
    assert [name for name, count in names.items() if count > 1] == []
    assert [one.term for one in subjects() if len(set(one.at)) < len(one.at) or not one.at] == []
