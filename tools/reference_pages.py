"""Sphinx extension: the reference of the packages, written from their public names before the contents are read.

A page for each public module, one for each part's rooms, and the tables of `book/back/api.md`: nothing of it is kept by
hand. A module's public names are those in its `__all__`. A name is described once, under the address that users import
it from; elsewhere it stands in tables. What the chapters have in their rooms is nobody's to import: their modules are
listed, and lead to their sources.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))
from source_pages import analyzer, exports, first_paragraph, modules, part_of, reference_page, tree

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

#: By address: a function, a class or data, and the first paragraph about it.
Names = Mapping[str, tuple[str, str]]


def public(module: str) -> bool:
    """Tell whether a module has no underscore before any of its names."""
    return not any(part.startswith("_") for part in module.split("."))


def inside(package: str) -> list[str]:
    """Return the modules and packages directly inside one; inside nothing, the packages."""
    return [module for module in modules() if module.rpartition(".")[0] == package]


def summary(module: str) -> str:
    """Return the first paragraph of a module's docstring."""
    return first_paragraph(ast.get_docstring(tree(module)))


def defined(module: str) -> dict[str, tuple[str, str]]:
    """Return the public names that a module defines, in its order: what each is, and its first paragraph.

    Data are public if a comment or a docstring describes them. What is made by a call that is told its name and its
    docstring is a function.
    """
    found = {}
    for node in tree(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            found[node.name] = (kind, first_paragraph(ast.get_docstring(node)))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if not isinstance(target, ast.Name) or target.id.startswith("_"):
                    continue
                match node.value:
                    case ast.Call(args=[ast.Constant(target.id), ast.Constant(str(text)), *_]):
                        found[target.id] = ("function", text)
                if ("", target.id) in analyzer(module).attr_docs:
                    found[target.id] = ("data", " ".join(analyzer(module).attr_docs["", target.id]).strip())
    return {name: described for name, described in found.items() if not name.startswith("_")}


@cache
def addresses() -> dict[tuple[str, str], str]:
    """Return where users import the names that a package passes on of its own: by module that defines it, and name."""
    packages = [module for module, path in modules().items() if path.name == "__init__.py"]
    passed = ((package, name, home) for package in packages for name, home in exports(package).items())
    return {(home, name): package for package, name, home in passed if f"{home}.".startswith(f"{package}.")}


def entries(module: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module's page describes, by their addresses: what each is, and its first paragraph.

    A package's page describes what the package defines, and what it passes on from its private modules.
    """
    homes = [module, *(m for m in inside(module) if not public(m) and "__main__" not in m)]
    found = {}
    for home in homes:
        for name, described in defined(home).items():
            address = addresses().get((home, name), home)
            if public(address) and (address != home or name in (exports(home) or [name])):
                found[f"{address}.{name}"] = described
    return found


def plain(text: str) -> str:
    """Return a docstring's text so that only what stands between backticks means anything but itself."""
    parts = re.split("(`+[^`]+`+)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*|_])", r"\\\1", part) for part in parts)


def table(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return rows of a name and what it is as a table, and no rows as nothing."""
    lines = [line for name, text in rows for line in (f"   * - {name}", f"     - {plain(text)}")]
    return ["", ".. list-table::", "   :class: names", "   :widths: 1 2", "", *lines, ""] if lines else []


def names_table(names: Names) -> list[str]:
    """Return a table of names, each with a link to its description."""
    return table((f":py:obj:`{address.rpartition('.')[2]} <{address}>`", text) for address, (_, text) in names.items())


def modules_table(within: Iterable[str]) -> list[str]:
    """Return a table of modules; those without a page of their own lead to their source."""
    return table((reference(module), summary(module)) for module in within)


def reference(module: str) -> str:
    """Return a link to a module's page, or to its source if it has none."""
    return f":py:mod:`{module}`" if module in paged() else f":source:`{module}`"


def title(text: str, line: str = "=") -> list[str]:
    """Return a heading."""
    return [text, line * len(text), ""]


def front(package: str) -> list[str]:
    """Return what the first page of the reference says of a package: the names it passes on, then its other modules."""
    lines, rest = names_table(entries(package)), []
    for module in filter(public, inside(package)):
        passed = {a: said for a, said in entries(module).items() if a.rpartition(".")[0] != module}
        if passed:
            lines += [f"{reference(module)}: {summary(module)}", *names_table(passed)]
        else:
            rest.append(module)
    return lines + modules_table(rest)


def library_page(module: str) -> list[str]:
    """Return a module's page: its docstring, its modules if it is a package, and its names."""
    lines = [*title(module), f".. automodule:: {module}", "", f"Source: :source:`{module}`", ""]
    lines += modules_table(inside(module))
    for address, (kind, text) in entries(module).items():
        package, _, name = address.rpartition(".")
        lines += [f".. py:currentmodule:: {package}", ""]
        if kind == "data":  # autodoc finds no comment on what a package passes on
            lines += [f".. py:data:: {name}", "", f"   {text}", ""]
        else:
            lines += [f".. auto{kind}:: {name}", *(["   :members:"] if kind == "class" else []), ""]
    return lines


def rooms_page(part: str) -> list[str]:
    """Return the page of a part's rooms."""
    packages = [module for module in inside(part) if inside(module)]
    lines = [*title(part), f".. py:module:: {part}", "", summary(part), ""]
    lines += modules_table(module for module in inside(part) if module not in packages)
    for package in packages:
        chapter = package.partition(".")[2].replace(".", "/").replace("_", "-")
        lines += [*title(package.rpartition(".")[2], "-"), f"The room of the chapter :doc:`/book/{chapter}`.", ""]
        lines += modules_table(inside(package))
    return lines


def tools() -> list[str]:
    """Return a table of the tools."""
    paths = sorted(Path(__file__).parent.glob("*.py"))
    said = {path.name: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in paths}
    return table((f"``{name}``", first_paragraph(text)) for name, text in said.items())


@cache
def paged() -> list[str]:
    """Return the modules that have a page: those that are public, of those below a package the first, and each part."""
    return [
        module for module in filter(public, modules()) if reference_page(module).count("/") == 3 + module.count(".")
    ]


def pages() -> dict[str, list[str]]:
    """Return every page of the reference by its file, and every table of the first page."""
    written = {"book/back/api/tools.inc": tools()}
    for module in paged():
        page = reference_page(module)
        written[f"{page}.rst"] = rooms_page(module) if part_of(module) else library_page(module)
        if inside(module) and not part_of(module):
            written[f"{page}.inc"] = front(module)
    return written


def contents(package: str = "") -> list[str]:
    """Return the lines of the contents that name the pages of what is inside a package, or of the packages."""
    lines = []
    for module in (module for module in paged() if module.rpartition(".")[0] == package):
        page, within = reference_page(module), inside(module)
        below = (
            contents(module) if any(map(inside, within)) else [f"- glob: {page}/*"] * any(m in paged() for m in within)
        )
        lines += [f"- file: {page}", *["  sections:"] * bool(below), *(f"    {line}" for line in below)]
    return lines


def write(root: Path) -> None:
    """Write all pages below a folder, those that stand there already excepted, and remove what is no page any more."""
    texts = {root / name: "\n".join(lines) + "\n" for name, lines in pages().items()}
    for path in set((root / "book/back/api").rglob("*.*")) - set(texts):
        path.unlink()
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def configure(app: Sphinx, config: Config) -> None:
    """Write the pages before the contents, and the files they name, are read."""
    write(Path(app.srcdir))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("config-inited", configure, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
