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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import claimledger as ledger
from scoring_the_scores import exercises
from scoring_the_scores.course import plans
from scoring_the_scores.course.assignment import IMPORT, KERNEL, Assignment
from scoring_the_scores.course.plans import Chapter
from scoring_the_scores.exercises import Exercise
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises import solutions
from tools.folders import built_site, files, made_anew, packed
from tools.wheels import build_key

ROOT = Path(__file__).resolve().parents[1]
CAPTION = re.compile(r"\*\*Fig\. [\d.]+\*\* ")
SENTENCE = re.compile(r"(?<=[.?!])(?<! [A-Z]\.)\s+(?=[A-Z$*“(])")
ARCHIVE = "scoring-the-scores-course"
CLAIMS = 3  # as many as one slide holds
ROOM = 240  # letters that a finding may take of it
HEAD = "For instructors only. Other answers are right, too."
OWN = f"{HEAD} The numbers are the book's; for those of a student and the answer to them, set `seed`."
SEED = "seed = None  # or what the student wrote as `student`, in quotation marks"


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


def solution_code(path: Path) -> tuple[list[str], dict[str, str]]:
    """What the solutions of a module import, and by exercise the code of its solution, below what that needs.

    What only mistakes need stands between the solution and them, and is left out.
    """
    text = path.read_text(encoding="utf-8")
    lines, imports, before, found = text.splitlines(), [], [], {}
    for node in ast.parse(text).body[1:]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
            continue
        decorators = getattr(node, "decorator_list", [])
        kinds = {one.func.id: one.args[0].value for one in decorators if isinstance(one, ast.Call)}
        above = [] if kinds else decorators
        before.append("\n".join(lines[min(one.lineno for one in [node, *above]) - 1 : node.end_lineno]))
        if "solves" in kinds:
            found[kinds["solves"]] = "\n\n".join(before)
        if kinds:
            before.clear()
    used = {one.id for one in ast.walk(ast.parse("\n".join(found.values()))) if isinstance(one, ast.Name)}
    for node in imports:
        node.names = [one for one in node.names if (one.asname or one.name) in used]
    return [ast.unparse(node) for node in imports if node.names], found


def solved(chapter: Chapter) -> NotebookNode:
    """The solutions of a chapter as a notebook, run, with what is said of wrong answers."""
    path = Path(solutions.__file__).parents[1] / chapter.file.replace("-", "_") / "solutions.py"
    imports, codes = solution_code(path)
    own = any(one.seeded for one in chapter.exercises)
    first = "\n".join([*imports, IMPORT, *(["", SEED] if own else [])])
    names: dict[str, Any] = {}
    exec(first, names)
    head = new_markdown_cell(f"# Solutions: {chapter.title}\n\n{OWN if own else HEAD}")
    cells = [head, new_code_cell(first)]
    for place, one in enumerate(chapter.exercises, start=1):
        function, seed = solutions.SOLUTIONS[one.id].__name__, ", seed=seed" if one.seeded else ""
        code = f'{codes[one.id]}\n\nanswer = {function}(exercises.show("{one.id}"{seed}).given)'
        exec(compile(code, str(path), "exec", dont_inherit=True), names)
        result = exercises.check(one.id, names["answer"])
        if not result.right:
            raise SystemExit(f"the solution of {one.id} is wrong: {result}")
        head = f"## {place}. {one.title}\n\n`{one.id}` · {one.level} · {one.minutes} minutes"
        cells.append(new_markdown_cell(f"{head}\n\n{exercises.show(one.id).text}\n\n*Hand in:* {one.answer}"))
        said = new_output("execute_result", {"text/plain": str(result)})
        cells.append(new_code_cell(f'{code}\nexercises.check("{one.id}", answer{seed})', outputs=[said]))
        told = [(wrong.of, exercises.check(one.id, wrong.of(instance(one)))) for wrong in solutions.MISTAKES[one.id]]
        lines = [f"| {of.__name__.replace('_', ' ')} | {_in_a_cell(said.message)} |" for of, said in told]
        cells.append(new_markdown_cell("\n".join(["| A wrong answer | What is said of it |", "|---|---|", *lines])))
    for place, cell in enumerate(cells):
        cell.id = f"cell-{place}"
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}})


def _in_a_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def students(site: Path, chapters: Sequence[Chapter], folder: Path) -> None:
    """Write what students are given: each chapter, run, and its exercises."""
    for chapter in chapters:
        here = folder / chapter.file
        here.mkdir(parents=True)
        shutil.copy(site / "downloads" / f"{chapter.file}.ipynb", here / "chapter.ipynb")
        if some := tuple(chapter.exercises):
            seeded = any(one.seeded for one in some)
            Assignment(chapter.title, some, seeded=seeded, book="chapter.ipynb").write(here)
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
    (folder / "slides").mkdir(parents=True)
    build_key(ROOT, folder / "key")
    for place, (part, of_part) in enumerate(groupby(chapters, key=lambda chapter: chapter.part), start=1):
        some, name = list(of_part), re.sub(r"\W+", "-", f"{place} {part}".lower()).strip("-")
        text = slides(site, part, some, templates.get_template("slides.html"))
        (folder / "slides" / f"{name}.html").write_text(text, encoding="utf-8")
        (folder / "solutions" / name).mkdir(parents=True)
        for number, chapter in enumerate(some, start=1):
            path = folder / "solutions" / name / f"{number}-{chapter.file.partition('/')[2]}.ipynb"
            nbformat.write(solved(chapter), path)
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
    with made_anew(output, f"{ARCHIVE}.zip", [site]) as new:
        students(site, chapters, new / "students")
        packed(new / "students", new / f"{ARCHIVE}.zip")
        instructors(site, chapters, new / "instructors")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("site", type=built_site, help="folder of the built site")
    parser.add_argument("--output", type=Path, required=True, help="folder that is made, or made anew")
    asked = parser.parse_args(arguments)
    os.environ["METRICBOOK_PROGRESS"] = "off"
    make(asked.site, asked.output)
    count = len(files(asked.output))
    print(f"The course is made: {count} files in {asked.output}; instructors/ is not for students.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
