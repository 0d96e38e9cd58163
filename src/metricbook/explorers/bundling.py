"""The explorers' scripts, written as modules, joined into one classic script that also works from a file."""

from __future__ import annotations

import re
from importlib.resources import files

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)

#: What says that the scripts of a page run.
_RUNS = "scoreExplorersRun"


def bundle(*names: str) -> str:
    """Scripts as one, all of them or those named: each module a function of its exports, what it imports before it.

    A page may hold it many times, with every explorer of a notebook: the first one runs.
    """
    sources = {
        path.name.removesuffix(".js"): path.read_text(encoding="utf-8")
        for path in sorted((files(__package__) / "scripts").iterdir(), key=lambda path: path.name)
        if path.name.endswith(".js")
    }
    joined: dict[str, str] = {}
    for name in [*(names or sorted({*sources} - {"page"})), "page"]:
        _join(name, sources, joined)
    once = [f"if (!globalThis.{_RUNS}) {{", f"globalThis.{_RUNS} = true;"]
    return "\n".join(['"use strict";', *once, *joined.values(), "}", ""])


def styles() -> str:
    """The explorers' style sheet."""
    return (files(__package__) / "explorers.css").read_text(encoding="utf-8")


def _join(name: str, sources: dict[str, str], joined: dict[str, str]) -> None:
    if name in joined:
        return
    for _, needed in _IMPORT.findall(sources[name]):
        _join(needed, sources, joined)
    text = _COMMENT.sub("", sources[name])
    text = _IMPORT.sub(lambda found: f"const {found[1].removeprefix('* as ')} = of_{found[2]};\n", text)
    exported = ", ".join(_EXPORT.findall(text))
    body = re.sub(r"^ +", "", _EXPORT.sub("", text), flags=re.MULTILINE).strip()
    joined[name] = f"const of_{name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
