"""The explorers' scripts, written as modules, joined into one classic script that also works from a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

#: An import from a module of the explorers, which a module elsewhere names by its path.
_IMPORT = re.compile(
    r'^import (\{[^}]*\}|\* as \w+) from "(?:\./|[./\w]*/explorers/scripts/)(\w+)\.js";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
#: Comments that have lines of their own, and types within a line.
_COMMENT = re.compile(r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n|/\*\*(?:(?!\*/).)*\*/ ", re.MULTILINE | re.DOTALL)

#: The object by which the scripts of a page find the modules that run there.
_PAGE = "globalThis.scoreExplorers"


def bundle(*names: str, after: Iterable[Path] = ()) -> str:
    """Scripts as one: the modules named, or all, with what they import, and then files, which may import them too.

    A page may hold it many times, with every explorer of a notebook: the modules of the first one run.
    """
    sources = {
        path.name.removesuffix(".js"): path.read_text(encoding="utf-8")
        for path in sorted((files(__package__) / "scripts").iterdir(), key=lambda path: path.name)
        if path.name.endswith(".js")
    }
    joined: dict[str, str] = {}
    for name in names or sources:
        _join(name, sources, joined)
    modules = [f"const of_{name} = (() => {{\n{body}\n}})();" for name, body in joined.items()]
    found = f"return {{ {', '.join(f'{name}: of_{name}' for name in joined)} }};"
    added = [f"(() => {{\n{_body(path.read_text(encoding='utf-8'), f'{_PAGE}.')}\n}})();" for path in after]
    start = f"{_PAGE}.explorer.start();"
    return "\n".join(['"use strict";', f"{_PAGE} ??= (() => {{", *modules, found, "})();", *added, start, ""])


def styles() -> str:
    """The explorers' style sheet."""
    return (files(__package__) / "explorers.css").read_text(encoding="utf-8")


def _join(name: str, sources: dict[str, str], joined: dict[str, str]) -> None:
    """Add a module to those joined, what it imports before it."""
    if name in joined:
        return
    for _, needed in _IMPORT.findall(sources[name]):
        _join(needed, sources, joined)
    joined[name] = _body(sources[name], "of_")


def _body(source: str, prefix: str) -> str:
    """A module as the body of a function that returns its exports; it finds others by their names after a prefix."""
    text = _IMPORT.sub(
        lambda found: f"const {found[1].removeprefix('* as ')} = {prefix}{found[2]};\n", _COMMENT.sub("", source)
    )
    exported = ", ".join(_EXPORT.findall(text))
    body = re.sub(r"^ +", "", _EXPORT.sub("", text), flags=re.MULTILINE).strip()
    return f"{body}\nreturn {{ {exported} }};" if exported else body
