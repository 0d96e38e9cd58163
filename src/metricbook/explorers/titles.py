"""The explorers' titles, the questions that they ask before anything is moved, and how many, read from the scripts."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_DEFINED = re.compile(
    r'^define\("([\w-]+)", \{\n  title: ("[^"\n]*"),\n.*?^  challenges: \[\n(.*?)^  \],\n', re.MULTILINE | re.DOTALL
)
_ASKED = re.compile(r'^      ask:((?:\s*\+?\s*"[^"\n]*")+),\n', re.MULTILINE)


class Asked(NamedTuple):
    """Title, first question and number of questions of an explorer."""

    title: str
    question: str
    questions: int


@cache
def titles() -> dict[str, Asked]:
    """Title, first question and number of questions of every explorer by its name.

    Examples
    --------
    >>> titles()["hands-ruler"].title
    "Hand's ruler"
    """
    scripts = [path for path in (files(__package__) / "scripts").iterdir() if path.name.endswith(".js")]
    found = [match for path in scripts for match in _DEFINED.findall(path.read_text(encoding="utf-8"))]
    asked = {}
    for name, title, challenges in found:
        first, *others = _ASKED.findall(challenges)
        question = "".join(map(json.loads, re.findall(r'"[^"\n]*"', first)))
        asked[name] = Asked(json.loads(title), question, 1 + len(others))
    return asked
