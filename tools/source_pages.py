"""Sphinx extension: a page of highlighted source for every module of the packages, and links to it from each name.

Sphinx's own viewcode makes pages of documented modules only, and each with the whole contents of the book in it. Here
every module has one, a check's too, at `_modules/<module>.html` with an anchor for each function, class and method.
"""

from __future__ import annotations

import ast
import pickle
import posixpath
from collections.abc import Iterator
from functools import cache, partial
from html import escape
from itertools import groupby, takewhile
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst.states import Inliner
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Operator, String
from sphinx import addnodes
from sphinx.errors import ExtensionError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.parallel import ParallelTasks, SerialTasks

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
#: What of the book's package is for others to import; the other folders in it are parts, with the rooms of chapters.
FRAMEWORK = ("exercises", "course", "pages")
# What is coloured, and the tags around it: short, and none around plain names and numbers, or a page would be twice as
# long. The classes are Pygments'.
MARKS = {
    Keyword: "b",
    Operator.Word: "b",
    Comment: "i class=c",
    String: "i class=s",
    Name.Function: "i class=nf",
    Name.Class: "i class=nc",
    Name.Decorator: "i class=nd",
}
#: What the theme draws for every page before its template is looked at; that of the source has none of it.
NOT_SHOWN = (
    *("sidebars", "theme_primary_sidebar_end", "theme_secondary_sidebar_items"),
    *("theme_article_header_start", "theme_article_header_end"),
)


@cache
def mark(kind: Any) -> str:
    """Return the tag around tokens of a kind; nothing if there is none."""
    return next((tag for marked, tag in MARKS.items() if kind in marked), "")


@cache
def modules() -> dict[str, Path]:
    """Return every module of the packages with its file: not what builds them, what a paper begins with, or a key."""
    paths = sorted(path for path in SOURCE.rglob("*.py") if not {"hatch_build.py", "key.py", "starter"} & {*path.parts})
    return {".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def tree(module: str) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


@cache
def analyzer(module: str) -> ModuleAnalyzer:
    """Return what Sphinx reads from a module without importing it: comments on data."""
    found = ModuleAnalyzer.for_file(str(modules()[module]), module)
    found.analyze()
    ModuleAnalyzer.cache["module", module] = found  # where autodoc looks first, which would read it again
    return found


@cache
def definitions(module: str) -> dict[str, tuple[int, int]]:
    """Return the first and last lines of a module's classes, methods and functions, without functions in others."""
    return dict(_definitions(tree(module)))


def _definitions(within: ast.AST, names: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[int, int]]]:
    for node in ast.iter_child_nodes(within):
        if isinstance(node, ast.expr):
            continue
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _definitions(node, names)
        elif isinstance(node, ast.ClassDef) or not isinstance(within, ast.FunctionDef | ast.AsyncFunctionDef):
            name = (*names, node.name)
            first = min(part.lineno for part in (node, *node.decorator_list))
            yield ".".join(name), (first, node.end_lineno or first)
            yield from _definitions(node, name)


@cache
def exports(module: str) -> dict[str, str]:
    """Return the names in a module's `__all__`, each with the module that it is imported from, or this one."""
    public: list[str] = []
    homes = {}
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            homes |= {alias.name: node.module for alias in node.names}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            public = ast.literal_eval(node.value)
    return {name: homes.get(name, module) for name in public}


def first_paragraph(text: str | None) -> str:
    """Return a docstring's first paragraph in one line."""
    return " ".join((text or "").strip().split("\n\n")[0].split())


def page_name(module: str) -> str:
    """Return the address of a module's page, without its suffix, from the root of the site."""
    return f"_modules/{module.replace('.', '/')}"


def link(docname: str, module: str, name: str, text: nodes.Element) -> nodes.reference:
    """Return a link from a page to where a module, or a name in it, is defined."""
    uri = posixpath.relpath(f"{page_name(module)}.html", posixpath.dirname(docname)) + (f"#{name}" if name else "")
    return nodes.reference("", "", text, internal=True, refuri=uri)


def source_role(
    role: str, rawtext: str, text: str, line: int, inliner: Inliner, options: object = None, content: object = None
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Write `module#name` as a link to the name's source, or `module` as one to the whole."""
    module, _, name = text.partition("#")
    docname = inliner.document.settings.env.docname
    return [link(docname, module, name, nodes.literal("", name or module.rpartition(".")[2]))], []


def link_signatures(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give each name of the reference a link to its source."""
    for signature in doctree.findall(addnodes.desc_signature):
        module, name = signature.get("module"), signature.get("fullname", "")
        if module in modules():
            home = exports(module).get(name.split(".")[0], module)
            if name in definitions(home):
                label = nodes.inline("", "[source]", classes=["viewcode-link"])
                signature += link(docname, home, name, label)


def highlighted(code: str) -> str:
    """Return Python code as HTML, marking what is coloured; a mark can go over several lines."""
    runs = []
    for tag, tokens in groupby(PythonLexer(stripnl=False).get_tokens(code), lambda token: mark(token[0])):
        text = escape("".join(text for _, text in tokens), quote=False)
        runs.append(f"<{tag}>{text}</{tag[0]}>" if tag else text)
    return "".join(runs)


def body(module: str) -> str:
    """Return a module's code as HTML, with an anchor around each function, class and method."""
    lines = highlighted(modules()[module].read_text(encoding="utf-8")).rstrip("\n").splitlines(keepends=True)
    # Later ones first, so that of two that begin or end together the outer one encloses the inner.
    for name, (start, end) in sorted(definitions(module).items(), key=lambda found: -found[1][0]):
        lines[start - 1] = f'<span id="{name}">{lines[start - 1]}'
        lines[min(end, len(lines)) - 1] += "</span>"
    return "".join(lines)


def write_bodies(path: Path) -> None:
    """Write the code of all modules as HTML to a file, whole or not at all; what is there of the same code is kept."""
    known = pickle.loads(path.read_bytes()) if path.exists() else {}  # written by this function, on this machine
    texts = {module: source.read_bytes() for module, source in modules().items()}
    same = {module for module, text in texts.items() if module in known and known[module][0] == text}
    bodies = {module: known[module] if module in same else (text, body(module)) for module, text in texts.items()}
    unfinished = path.with_suffix(".new")
    unfinished.write_bytes(pickle.dumps(bodies))
    unfinished.replace(path)


def begin(app: Sphinx) -> None:
    """Have a process of its own write the code as HTML, which takes seconds, while the pages are read."""
    app.source_bodies = Path(app.doctreedir) / "sources.pickle"
    app.source_writer = get_context("fork").Process(target=write_bodies, args=(app.source_bodies,), daemon=True)
    app.source_writer.start()


def write_pages(app: Sphinx) -> list[Any]:
    """Write the pages, on every core, and leave none to Sphinx, which would write them on one."""
    app.source_writer.join()
    if app.source_writer.exitcode:
        raise ExtensionError("the source pages could not be written")
    bodies = pickle.loads(app.source_bodies.read_bytes())
    changed = [
        (module, code) for module, (_, code) in bodies.items() if not app.written.is_as_before(page_name(module), code)
    ]
    tasks = ParallelTasks(app.parallel) if app.parallel > 1 else SerialTasks()
    for first in range(app.parallel):
        tasks.add_task(partial(write_some, app), changed[first :: app.parallel])
    tasks.join()
    return []


def write_some(app: Sphinx, sources: list[tuple[str, str]]) -> None:
    """Write the pages of some modules."""
    for module, code in sources:
        about = {"title": f"Source of {module}", "body": code, "module": module, "reference": reference_page(module)}
        about |= dict.fromkeys(NOT_SHOWN, ())
        app.builder.handle_page(page_name(module), about, "source_page.html")


def part_of(module: str) -> str:
    """Return the part of the book that a module is a room's of, or shared by its rooms; nothing for any other."""
    package, part, *_ = (*module.split("."), "")
    folder = modules().get(f"{package}.{part}", SOURCE).name == "__init__.py"
    return f"{package}.{part}" if package == "scoring_the_scores" and folder and part not in FRAMEWORK else ""


def reference_page(module: str) -> str:
    """Return the page of the reference that speaks of a module: its own, or its package's; all of a part have one."""
    names = (part_of(module) or module).split(".")[:3]
    return posixpath.join("book/back/api", *takewhile(lambda name: not name.startswith("_"), names))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_role("source", source_role)
    app.connect("doctree-resolved", link_signatures)
    app.connect("builder-inited", begin)
    app.connect("html-collect-pages", write_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
