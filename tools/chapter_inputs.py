"""What a notebook's outputs depend on, by name and with a digest, so that it is run again for that and nothing else.

That is its cells and what `claimledger.graph` finds behind the names in them; the rows of the claims that it shows and
their evidence, not the code that gave it; the exercises that it shows; and what runs notebooks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from claimledger import load
from claimledger.cache import canonical, claims_read, claims_read_by, closure, digest, machine, rows
from claimledger.claims import sources
from claimledger.graph import Graph, graph
from claimledger.parsing import Source, Use, parse
from claimledger.run import evidence_digest
from scoring_the_scores.contents import room
from scoring_the_scores.exercises import exercise

ROOT = Path(__file__).resolve().parents[1]
#: What runs notebooks, and what of the environment it needs for that.
TOOLS = ("chapter_inputs.py", "kernels.py", "notebooks.py", "run_chapters.py")
MACHINERY = ("IPython", "PIL", "ipykernel", "jupyter_cache", "matplotlib_inline", "myst_nb", "nbclient", "nbformat")
#: The tag of cells that need the real cause-effect pairs.
PAIRS = "needs-pairs"
#: Modules that read files of the clone which are neither code nor data.
CONTENTS = {"scoring_the_scores.back.gallery", "scoring_the_scores.course.plans"}
CHANGELOG = {"claimledger.history"}
EXERCISES = "scoring_the_scores.exercises"


def manifest(path: Path, notebook: NotebookNode, without: str) -> dict[str, str]:
    """Return what a notebook's outputs depend on; cells with the tag are not run."""
    known = graph()
    cells = [[c.source, c.metadata.get("tags", [])] for c in notebook.cells if c.cell_type == "code"]
    tags = {tag for _, listed in cells for tag in listed}
    source = _parsed("\n".join(re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", code) for code, _ in cells))
    modules = closure(known, {module for use in source.uses for module in known.behind(use.name)})
    uses = [*source.uses, *(use for module in modules for use in _asking(known, module))]
    found = {"the code of its cells": digest(cells)} | known.manifest(modules) | machine()
    for wanted, shown in (claims_read(known, modules), claims_read_by(known, source.uses, path.parent.name)):
        found |= {f"claim {name}": row for name, row in rows(wanted | shown).items()}
        found |= {f"evidence of {name}": evidence_digest(load()[name]) for name in sorted(shown)}
        if wanted or shown:
            found["papers"] = digest(canonical(sources()))
    for one, inner in _exercises(known, uses):
        found |= {f"exercise {one.id}": digest(canonical(one))} | known.manifest(inner)
        goals = room(one.chapter) / "goals.js"
        if inner and goals.exists():  # which an explorer brings
            found[known.name(goals)] = known.digest(goals)
        modules |= inner
    libraries = known.libraries(modules) | known.releases(use.name for use in source.uses) | known.releases(MACHINERY)
    found |= {f"library {name}": release for name, release in libraries.items()}
    found |= {f"tools/{name}": known.digest(ROOT / "tools" / name) for name in TOOLS}
    if without in tags:
        found["cells not run"] = without
    if PAIRS in tags:
        found["pairs"] = digest(_pairs())
    if modules & CONTENTS:
        found["heads of chapters"] = _heads()
    if modules & CHANGELOG:
        found["CHANGELOG.md"] = known.digest(ROOT / "CHANGELOG.md")
    return found


def _parsed(code: str) -> Source:
    try:
        return parse(code)
    except SyntaxError:  # which its kernel will say
        return Source("")


def _asking(known: Graph, module: str) -> Iterable[Use]:
    """What a module of the book uses; those of the exercises themselves say nothing of which ones are meant."""
    return () if module.startswith(EXERCISES) else known.source(module).uses


def _exercises(known: Graph, uses: Iterable[Use]) -> Iterator[tuple[exercise.Exercise, set[str]]]:
    """The exercises that code asks for, and the modules behind those whose checker has a part in what is shown."""
    every = exercise.load()
    for use in uses:
        module, name = known.resolve(use.name) or ("", "")
        if not module.startswith(EXERCISES) or not name:
            continue
        shown = [each for each in use.arguments or () if each in every]
        for one in (every[each] for each in shown or every):
            place = f"scoring_the_scores.{one.chapter.replace('/', '.').replace('-', '_')}"
            checkers = {f"{place}.{name}" for name in ("exercises", "key")} & known.modules.keys()
            stated = name == "show" and shown and not one.seeded
            yield one, set() if stated else closure(known, checkers)


def _pairs() -> list[str]:
    """The names of the real pairs that an environment variable leads to."""
    folder = os.environ.get("METRICBOOK_DATA") or ""
    return sorted(str(path) for path in Path(folder).iterdir()) if folder and Path(folder).is_dir() else []


@cache
def _heads() -> str:
    """A digest of each chapter's first cell, with its title, needs and time, and of all its labels."""
    found = []
    for path in sorted((ROOT / "book").rglob("*.ipynb")):
        texts = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
        found.append((path.stem, texts[0], re.findall(r"(?m)^\([\w-]+\)=$", "\n".join(texts))))
    return digest(found)
