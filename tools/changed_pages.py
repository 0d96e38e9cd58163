"""Sphinx extension: which pages are read again and which are written, by what they are made of, not by dates of files.

A page is read again when its text, a file that it includes or documents, or an output of its cells is another. It is
written again when it was read, or when anything is another that pages tell of each other: titles and places in the
contents, numbers, what links lead to, styles and scripts. All other pages stay as they are in the site.

`settings` is what all pages depend on beyond that: when it is another, a build begins from nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from citing import citation, edition
from site_pages import EXPLORERS, addresses

from claimledger.graph import graph
from claimledger.machine import workers
from claimledger.parsing import parse

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).resolve().parents[1]
RUNS = ROOT / "_build" / "runs"  # of run_chapters.py
REFERENCE = "book/back/api"
#: What of the environment tells a page of others.
TOLD = ("toctree_includes", "glob_toctrees", "numbered_toctrees", "toc_secnumbers", "toc_fignumbers", "proof_list")


def digest(paths: Iterable[Path], *texts: str) -> str:
    """Return a digest of files, of which one may be gone, and texts."""
    found = hashlib.sha256("\n".join(texts).encode())
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest())
    return found.hexdigest()


def files_in(*folders: str) -> list[Path]:
    """Return all files in some folders of the repository, without caches."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*")))
    return [path for path in paths if path.is_file() and not {"__pycache__", "cache"} & {*path.relative_to(ROOT).parts}]


@cache
def settings() -> str:
    """Return a digest of what the reading of every page depends on."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    needed = tools(["build_site", *config["sphinx"]["local_extensions"]])
    packages = sorted(f"{each.name} {each.version}" for each in distributions() if not _ours(each.name))
    bibliographies = [ROOT / name for name in config["bibtex_bibfiles"]]
    templates = sorted(Path(__file__).parent.glob("*.html"))
    static = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "book" / "_static").rglob("*"))
    return digest(
        [ROOT / "_config.yml", *bibliographies, *templates, *needed], str(ROOT), sys.version, *packages, *static
    )


def _ours(distribution: str) -> bool:
    return distribution.replace("-", "_") in graph().packages


def tools(names: Iterable[str]) -> list[Path]:
    """Return the files of tools, and of those that they import."""
    found: set[Path] = set()
    todo = [Path(__file__).with_name(f"{name}.py") for name in names]
    while todo:
        path = todo.pop()
        if path not in found and path.is_file():
            found.add(path)
            imported = {
                use.name.removeprefix("tools.").partition(".")[0] for use in parse(path.read_text("utf-8")).uses
            }
            todo += [path.with_name(f"{name}.py") for name in imported]
    return sorted(found)


def contents(env: BuildEnvironment, docname: str) -> str:
    """Return a digest of what a page is made of, as far as that was known when it was last read.

    A page of the reference takes words from the modules that it documents, and from what these are made of.
    """
    source = Path(env.doc2path(docname))
    needed = {source, *(ROOT / name for name in env.dependencies.get(docname, ()))}
    if docname.startswith(REFERENCE):
        known = graph()
        modules = [module for module, path in known.modules.items() if path in needed]
        needed |= {known.modules[module] for module in known.closure(modules)}
    return digest([*sorted(needed), *sorted(RUNS.glob(f"{source.parent.name}-{source.stem}-*/notebook.ipynb"))])


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Name the pages that are made of something else than what was read."""
    known: dict[str, str] = getattr(env, "pages_made_of", {})
    return [docname for docname in env.found_docs if known.get(docname) != contents(env, docname)]


def note(app: Sphinx, env: BuildEnvironment) -> None:
    """Keep what the pages were made of when they were read; from here on, all cores are used."""
    # Earlier, Sphinx would warn of extensions that do not say they can be. One process more prepares pages for the
    # others, and has done so when they have written a third.
    app.parallel = workers() + (workers() > 1)
    env.pages_made_of = {docname: contents(env, docname) for docname in env.found_docs}


def shared(app: Sphinx) -> str:
    """Return a digest of what pages tell of each other, and of the styles and scripts that all of them load."""
    env = app.env
    told: dict[str, Any] = {name: getattr(env, name, None) for name in TOLD}
    told["titles"] = {name: title.astext() for name, title in env.titles.items()}
    told["contents"] = {name: contents.pformat() for name, contents in env.tocs.items()}
    told["domains"] = {name: data for name, data in env.domaindata.items() if name != "index"}
    told["options"] = [app.config.html_theme_options, app.config.downloads_wheels, addresses(), citation(), edition()]
    made = [Path(app.outdir) / "_static" / name for name in EXPLORERS]
    static = sorted((ROOT / "book" / "_static").glob("*.*s"))
    return digest([*static, *made], json.dumps(plain(told), sort_keys=True))


def plain(value: Any) -> Any:
    """Return a value as lists and texts, the same whenever it is the same: in order, and without places in memory."""
    if isinstance(value, Mapping):
        return sorted([str(key), plain(entry)] for key, entry in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


class Written:
    """What the pages of the site were written from, and are to be."""

    def __init__(self, app: Sphinx) -> None:
        self.app, self.place = app, Path(app.doctreedir) / "written.json"
        self.known: dict[str, str] = json.loads(self.place.read_text("utf-8")) if self.place.exists() else {}
        self.now: dict[str, str] = {}
        self.shared = ""

    def is_as_before(self, page: str, made_of: str) -> bool:
        """Whether a page of the site was written from the same; if not, it is taken to be written."""
        self.now[page] = digest([], self.shared, made_of)
        return self.known.get(page) == self.now[page] and (Path(self.app.outdir) / f"{page}.html").is_file()

    def choose(self) -> list[str]:
        """Return the pages to write."""
        self.shared = shared(self.app)
        made_of: dict[str, str] = self.app.env.pages_made_of
        return sorted(name for name in self.app.env.found_docs if not self.is_as_before(name, made_of[name]))


def begin(app: Sphinx) -> None:
    """Let the builder write what is to be written, whatever it would."""
    write = app.builder.write
    app.written = Written(app)
    app.builder.write = lambda names, updated, method="all": write(app.written.choose(), [], "specific")


def end(app: Sphinx, exception: Exception | None) -> None:
    """Keep what the pages were written from, and remove from the site what no page is or shows any more."""
    if exception is not None:
        return
    app.written.place.write_text(json.dumps(app.written.now, indent=0, sort_keys=True), encoding="utf-8")
    site = Path(app.outdir)
    pages = {site / f"{name}.html" for name in app.written.now}
    images = {site / "_images" / name for _, name in app.env.images.values()}
    for folder, wanted in (("book", pages), ("_modules", pages), ("_images", images)):
        for path in (site / folder).rglob("*.*"):
            if path.is_file() and path not in wanted and (folder == "_images" or path.suffix == ".html"):
                path.unlink()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", begin)
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", note)
    app.connect("build-finished", end)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
