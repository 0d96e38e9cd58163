"""Make the course: what students are given, and what their instructors have besides.

    python -m tools.course _build/html --output _build/course

Reads the built site, whose notebooks have their figures, the chapters, the ledger, and the solutions among the tests.
The same inputs give the same files, byte for byte.
"""

from __future__ import annotations

import argparse
import ast
import base64
import html
import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from metricbook import exercises, ledger
from metricbook.course import plans
from metricbook.course.assignment import Assignment, dumps
from metricbook.course.plans import Chapter
from metricbook.exercises import Exercise
from metricbook.exercises.checking import instance
from tools.folders import files, made_anew, packed

ROOT = Path(__file__).resolve().parents[1]
SOLUTIONS = ROOT / "tests" / "exercises" / "solutions"
CAPTION = re.compile(r"\*\*Fig\. [\d.]+\*\* ")
SENTENCE = re.compile(r"(?<=[.?!])(?<! [A-Z]\.)\s+(?=[A-Z$*“(])")
DATE = (2026, 1, 1, 0, 0, 0)  # of every file in the archive, so that it depends on what is in them only
CLAIMS = 3  # as many as one slide holds
ROOM = 240  # letters that a finding may take of it
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


@dataclass(frozen=True)
class Figure:
    """A figure of a chapter: the drawing, what it shows, and the words for who cannot see it."""

    source: str
    caption: str
    alt: str


def chapter_figures(site: Path, chapter: Chapter) -> list[Figure]:
    """The figures of a chapter, as the site offers them with it."""
    offered = _json(site / "downloads" / f"{chapter.file}.ipynb")
    stored = {cell["id"]: cell for cell in _json(ROOT / "book" / f"{chapter.file}.ipynb")["cells"]}
    captions = {
        cell["id"].removesuffix("-caption"): CAPTION.sub("", "".join(cell["source"]))
        for cell in offered["cells"]
        if cell["id"].endswith("-caption")
    }
    found = []
    for cell in offered["cells"]:
        drawings = [out["data"]["image/svg+xml"] for out in cell.get("outputs", ()) if _is_drawing(out)]
        if drawings and cell["id"] in captions:
            image = stored[cell["id"]]["metadata"]["mystnb"]["image"]
            data = base64.b64encode("".join(drawings[0]).encode()).decode()
            found.append(Figure(f"data:image/svg+xml;base64,{data}", captions[cell["id"]], image["alt"]))
    return found


def _is_drawing(output: dict[str, Any]) -> bool:
    return "image/svg+xml" in output.get("data", {})


def chapter_claims(chapter: Chapter) -> list[tuple[str, str, str, str]]:
    """What is said, the verdict, what is true and the id: of the claims that cost a reader most, or of our own."""
    room = chapter.file.replace("/", ".").replace("-", "_")
    here = [claim for claim in ledger.load().values() if claim.check and claim.check.startswith(f"{room}.")]
    graded = sorted((claim for claim in here if claim.grade), key=lambda claim: claim.grade)
    own = [claim for claim in here if claim.origin]
    said = [(first_sentence(c.says), c.verdict, first_sentence(c.finding, ROOM), c.id) for c in graded]
    return (said + [("", "shown here", first_sentence(c.says), c.id) for c in own])[:CLAIMS]


def first_sentence(text: str, room: int = 0) -> str:
    """The first sentence, in which no formula is cut, and those after it for which there is room."""
    text = " ".join(text.split())
    ends = [cut.start() for cut in SENTENCE.finditer(text) if text[: cut.start()].count("$") % 2 == 0] + [len(text)]
    return text[: max([ends[0], *(end for end in ends if end <= room)])]


def chapter_exercise(chapter: Chapter) -> Exercise | None:
    """The exercise of a chapter that fits a lecture best: the shortest that takes some thought."""
    some = [one for one in chapter.exercises if one.level != "project"]
    order = {"standard": 0, "warm-up": 1, "hard": 2}
    return min(some, key=lambda one: (order[one.level], one.minutes), default=None)


@cache
def markdown() -> MarkdownIt:
    """What makes HTML of Markdown with formulas, which it leaves to MathJax."""

    def formula(content: str, options: dict[str, Any]) -> str:
        left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
        return f"{left}{html.escape(content)}{right}"

    return MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, renderer=formula, double_inline=True)


def as_html(text: str) -> str:
    """Markdown as HTML; within a line if it is one paragraph."""
    return markdown().renderInline(text) if "\n\n" not in text.strip() else markdown().render(text)


def mathjax() -> str:
    """The formulas' typesetter, one script without further files."""
    import importlib.util

    (place,) = importlib.util.find_spec("sphinx-mathjax-offline").submodule_search_locations
    script = (Path(place) / "static" / "mathjax" / "tex-svg.js").read_text(encoding="utf-8")
    return script.replace("</script", "<\\/script")


def slides(site: Path, part: str, chapters: Sequence[Chapter], template: Any) -> str:
    """The slides of a part, one file that needs no other."""
    folders = {chapter.file.partition("/")[0] for chapter in chapters}
    beliefs = [one for one in plans.misconceptions() if one["part"] in folders] if part != "Case files" else []
    rows = []
    for chapter in chapters:
        exercise = chapter_exercise(chapter)
        shown = exercises.show(exercise.id) if exercise else None
        figures = [(first_sentence(one.caption), one) for one in chapter_figures(site, chapter)]
        rows.append((chapter, figures, chapter_claims(chapter), shown))
    return template.render(part=part, rows=rows, beliefs=beliefs, as_html=as_html, mathjax=mathjax())


def module_parts(path: Path) -> tuple[str, dict[str, tuple[str, str, str]]]:
    """A module of solutions: what all of it needs, and by exercise the name, the docstring and the code."""
    text = path.read_text(encoding="utf-8")
    shared, found = [], {}
    for node in ast.parse(text).body[1:]:
        decorators = [one for one in getattr(node, "decorator_list", ()) if isinstance(one, ast.Call)]
        kinds = {one.func.id: one.args[0].value for one in decorators if isinstance(one.func, ast.Name)}
        if "solves" in kinds:
            code = "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])
            found[kinds["solves"]] = (node.name, ast.get_docstring(node) or "", code)
        elif "mistakes" not in kinds and not (isinstance(node, ast.ImportFrom) and node.level):
            start = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            shared.append("\n".join(text.splitlines()[start - 1 : node.end_lineno]))
    return "\n".join(shared), found


def solved(path: Path) -> dict[str, Any]:
    """A module of solutions as a notebook, run, with what students are told who go wrong."""
    sys.path.insert(0, str(ROOT))
    from tests.exercises.solutions import MISTAKES

    shared, found = module_parts(path)
    names: dict[str, Any] = {}
    exec(compile(shared, str(path), "exec", dont_inherit=True), names)
    cells = [
        _text(f"# Solutions: {path.stem.replace('_', ' ')}\n\nFor instructors only. Other answers are right, too.")
    ]
    cells.append(_code(f"from metricbook import exercises\n{shared.replace('from __future__ import annotations', '')}"))
    for name, (function, why, code) in found.items():
        one, shown = exercises.load()[name], exercises.show(name)
        exec(compile(code, str(path), "exec", dont_inherit=True), names)
        result = exercises.check(name, names[function](instance(one)))
        if not result.right:
            raise SystemExit(f"the solution of {name} is wrong: {result}")
        head = f"## {one.title}\n\n`{name}` · {one.level} · {one.minutes} minutes"
        cells.append(_text(f"{head}\n\n{shown.text}\n\n{why}"))
        call = f'answer = {function}(exercises.show("{name}").given)\nexercises.check("{name}", answer)'
        cells.append(_code(f"{code}\n\n{call}", str(result)))
        told = [(mistake, exercises.check(name, mistake.of(instance(one)))) for mistake in MISTAKES.get(name, ())]
        lines = [f"| {mistake.of.__name__.replace('_', ' ')} | {_in_a_cell(said.message)} |" for mistake, said in told]
        cells.append(_text("\n".join(["| Who goes wrong so | is told |", "|---|---|", *lines])))
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def _code(source: str, printed: str | None = None) -> dict[str, Any]:
    data = {"text/plain": printed}
    out = {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}
    outputs = [out] if printed is not None else []
    source = source.strip("\n")
    lines = source.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": outputs, "source": lines}


def _in_a_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def students(site: Path, chapters: Sequence[Chapter], folder: Path) -> None:
    """Write what students are given: each chapter, run, and its exercises."""
    for chapter in chapters:
        here = folder / chapter.file
        here.mkdir(parents=True)
        shutil.copy(site / "downloads" / f"{chapter.file}.ipynb", here / "chapter.ipynb")
        if some := tuple(chapter.exercises):
            Assignment(chapter.title, some, seeded=any(one.seeded for one in some)).write(here)
    shutil.copytree(site / "figdata", folder / "figdata")
    for wheel in (site / "downloads").glob("*.whl"):
        shutil.copy(wheel, folder)


def instructors(site: Path, chapters: Sequence[Chapter], folder: Path) -> None:
    """Write what instructors have besides: solutions, slides, plans, misconceptions and rubrics."""
    templates = Environment(
        loader=FileSystemLoader(ROOT / "tools" / "course_templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    (folder / "solutions").mkdir(parents=True)
    for path in sorted(SOLUTIONS.glob("[a-z]*.py")):
        (folder / "solutions" / f"{path.stem}.ipynb").write_text(dumps(solved(path)), encoding="utf-8")
    (folder / "slides").mkdir()
    for place, (part, some) in enumerate(groupby(chapters, key=lambda chapter: chapter.part), start=1):
        name = re.sub(r"\W+", "-", part.lower()).strip("-")
        text = slides(site, part, list(some), templates.get_template("slides.html"))
        (folder / "slides" / f"{place}-{name}.html").write_text(text, encoding="utf-8")
    known = {"chapters": chapters, "syllabi": plans.syllabi(chapters), "rubrics": plans.rubrics()}
    known |= {"misconceptions": plans.misconceptions(), "claims": ledger.load()}
    for name in ("chapters.md", "syllabi.md", "misconceptions.md", "rubrics.md", "README.md"):
        text = templates.get_template(name).render(**known)
        (folder / name).write_text(text, encoding="utf-8")


def _json(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def make(site: Path, output: Path) -> None:
    """Make all of it afresh; what was there stays until all of it is made."""
    chapters = plans.chapters(ROOT)
    with made_anew(output) as new:
        students(site, chapters, new / "students")
        packed(new / "students", new / "scoring-the-scores-course.zip", DATE)
        instructors(site, chapters, new / "instructors")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("site", type=Path, help="folder of the built site")
    parser.add_argument("--output", type=Path, required=True, help="folder that is made, or made anew")
    asked = parser.parse_args(arguments)
    if not (asked.site / "downloads").is_dir():
        parser.error(f"{asked.site} holds no built site: run `make book`")
    os.environ["METRICBOOK_PROGRESS"] = "off"
    make(asked.site, asked.output)
    count = len(files(asked.output))
    print(f"The course is made: {count} files in {asked.output}; instructors/ is not for students.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
