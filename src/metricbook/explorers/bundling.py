"""The explorers' scripts, written as modules, joined into one classic script that also works from a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

#: An import of a module of a folder of scripts, by its name or, from elsewhere, by its path.
_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(?:\./|[./\w]*/scripts/)(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
#: Comments that have lines of their own, and types within a line.
_COMMENT = re.compile(r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n|/\*\*(?:(?!\*/).)*\*/ ", re.MULTILINE | re.DOTALL)
#: What else a browser does not need in a script: comments at the end of a line, indentation, empty lines.
_SPARE = re.compile(r"(?<=[;,{]) // [^\"`\n]*$|^ +|\n(?=\n)", re.MULTILINE)
#: What a drawing of Matplotlib's looks the same without: who drew it, names of its parts, lines of their own, and
#: digits below a hundredth of a point.
_UNSEEN = re.compile(
    r'<metadata>.*?</metadata>|<!--.*?-->|(?<=<g) id="[^"]*"|(?<=>)\s+(?=<)|(?<=\d\.\d\d)\d+|\s+(?=/?>)', re.DOTALL
)
#: The global object that holds the modules of a page.
_PAGE = "scoreExplorers"


def bundle(*names: str, after: Iterable[Path] = (), beside: Path | None = None, page: str = _PAGE) -> str:
    """Join scripts into one: the named modules (default: all) with their imports, then the files of ``after``.

    Those files may import the modules too. If ``explorer`` is among the modules, the page's explorers start. A page of
    a notebook may hold the result several times: the modules of the first one run. ``scoreExplorers.version`` of the
    page is that of `metricbook`. ``beside`` is a folder of further modules, which may import the explorers', and
    ``page`` names the global object that holds what was joined.
    """
    folders = [files(__package__) / "scripts", *([beside] if beside else [])]
    sources = {
        path.name.removesuffix(".js"): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.name.endswith(".js")
    }
    joined: dict[str, str] = {}
    for name in names or sources:
        _join(name, sources, joined)
    modules = [f"const of_{name} = (() => {{\n{body}\n}})();" for name, body in joined.items()]
    exports = f"return {{ {', '.join(f'{name}: of_{name}' for name in joined)}, version: '{version('metricbook')}' }};"
    added = [_added(path, page) for path in after]
    start = [f"globalThis.{page}.explorer.start();"] if "explorer" in joined else []
    opening = f"globalThis.{page} ??= (() => {{"
    return "\n".join(['"use strict";', opening, *modules, exports, "})();", *added, *start, ""])


#: Runs files once the modules are there; until then, after a while, it says beside the explorer where they are.
_LATER = """(() => {
"use strict";
const note = document.createElement("p");
note.textContent = "The scripts are with the first explorer of this notebook: show it, or run its cell again.";
const explorer = document.currentScript?.previousElementSibling;
const wait = setTimeout(() => explorer?.after(note), 3000);
const run = () => {
clearTimeout(wait);
note.remove();
RUN
};
if (globalThis.scoreExplorers) run();
else addEventListener("score-explorers", run, { once: true });
})();
"""


def additions(after: Iterable[Path] = ()) -> str:
    """The files of ``after`` as one script, where another output of the notebook holds the modules."""
    return _LATER.replace("RUN", "\n".join(map(_added, after)))


def lean(svg: str) -> str:
    """A drawing of Matplotlib's without what is not seen, a third of it."""
    return _UNSEEN.sub("", svg)


def styles() -> str:
    """The explorers' style sheet, without its comments."""
    return _COMMENT.sub("", (files(__package__) / "explorers.css").read_text(encoding="utf-8"))


def _join(name: str, sources: dict[str, str], joined: dict[str, str]) -> None:
    """Add a module to ``joined``, after the modules that it imports."""
    if name in joined:
        return
    for _, needed in _IMPORT.findall(sources[name]):
        _join(needed, sources, joined)
    joined[name] = _body(sources[name], "of_")


def _added(path: Path, page: str = _PAGE) -> str:
    """A file that imports modules, as a script of its own, for a page whose global object of that name holds them."""
    return f"(() => {{\n{_body(path.read_text(encoding='utf-8'), f'globalThis.{page}.')}\n}})();"


def _body(source: str, prefix: str) -> str:
    """A module as the body of a function that returns its exports; other modules are its ``prefix`` and their names."""
    text = _IMPORT.sub(
        lambda match: f"const {match[1].removeprefix('* as ')} = {prefix}{match[2]};\n", _COMMENT.sub("", source)
    )
    exported = ", ".join(_EXPORT.findall(text))
    body = _SPARE.sub("", _EXPORT.sub("", text)).strip()
    return f"{body}\nreturn {{ {exported} }};" if exported else body
