"""The explorers' titles and the questions that they ask before anything is moved, read from the scripts."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

_DEFINED = re.compile(
    r'^define\("([\w-]+)", \{\n  title: ("[^"\n]*"),\n'
    r'.*?^  challenges: \[\n    \{\n      ask:((?:\s*\+?\s*"[^"\n]*")+),\n',
    re.MULTILINE | re.DOTALL,
)


@cache
def titles() -> dict[str, tuple[str, str]]:
    """Title and question of every explorer by its name.

    Examples
    --------
    >>> titles()["hands-ruler"][0]
    "Hand's ruler"
    """
    scripts = [path for path in (files(__package__) / "scripts").iterdir() if path.name.endswith(".js")]
    found = [match for path in scripts for match in _DEFINED.findall(path.read_text(encoding="utf-8"))]
    return {
        name: (json.loads(title), "".join(map(json.loads, re.findall(r'"[^"\n]*"', question))))
        for name, title, question in found
    }
