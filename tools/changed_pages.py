"""Sphinx extension: which pages are read again, by what they are made of and not by the dates of their files.

A page is read again when its text, a file that it includes or documents, or an output of its cells is another.
`settings` is what all pages depend on: when it is another, a build begins from nothing.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimledger.machine import workers

sys.path.insert(0, str(Path(__file__).parent))
from source_pages import modules, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).resolve().parents[1]
RUNS = ROOT / "_build" / "runs"  # of run_chapters.py


def digest(paths: Iterable[Path], *texts: str) -> str:
    """Return a digest of files, of which one may be gone, and texts."""
    found = hashlib.sha256("\n".join(texts).encode())
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest())
    return found.hexdigest()


@cache
def settings() -> str:
    """Return a digest of what the reading of every page depends on."""
    packages = sorted(f"{each.name} {each.version}" for each in distributions())
    files = [ROOT / "_config.yml", ROOT / "_toc.yml", ROOT / "book" / "references.bib"]
    tools = sorted(path for path in Path(__file__).parent.iterdir() if path.suffix in (".py", ".html"))
    return digest([*files, *tools], str(ROOT), sys.version, *packages)


@cache
def library() -> str:
    """Return a digest of the modules that the reference documents: any of them may lend another's page a word."""
    return digest(path for module, path in modules().items() if not part_of(module))


def contents(env: BuildEnvironment, docname: str) -> str:
    """Return a digest of what a page is made of, as far as that was known when it was last read."""
    source = Path(env.doc2path(docname))
    needed = [source, *(ROOT / name for name in sorted(env.dependencies.get(docname, ())))]
    outputs = RUNS.glob(f"{source.parent.name}-{source.stem}-*/notebook.ipynb")
    return digest([*needed, *sorted(outputs)], library() if docname.startswith("book/back/api") else "")


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Name the pages that are made of something else than what was read."""
    known: dict[str, str] = getattr(env, "pages_made_of", {})
    return [docname for docname in env.found_docs if known.get(docname) != contents(env, docname)]


def note(app: Sphinx, env: BuildEnvironment) -> None:
    """Keep what the pages were made of when they were read; from here on, all cores are used."""
    app.parallel = workers()  # earlier, Sphinx would warn of extensions that do not say they can be
    env.pages_made_of = {docname: contents(env, docname) for docname in env.found_docs}


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", note)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
