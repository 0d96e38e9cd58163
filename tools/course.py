"""Make the course: what students are given, and what their instructors have besides.

    python -m tools.course _build/html --output _build/course

Reads the built site, whose notebooks have their figures, the chapters, the ledger, and the solutions among the tests.
The same inputs give the same files, byte for byte.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from scipy import stats

import claimledger as ledger
from scoring_the_scores import exercises
from scoring_the_scores.course import plans
from scoring_the_scores.course.assignment import IMPORT, KERNEL, Assignment
from scoring_the_scores.course.items import LEAST
from scoring_the_scores.course.plans import Chapter
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises import solutions
from tests.scoring_the_scores.inventory import computed
from tools.folders import built_site, files, made_anew, packed
from tools.lectures import slides
from tools.wheels import build_key

ROOT = Path(__file__).resolve().parents[1]
ARCHIVE = "scoring-the-scores-course"
CLASS = 30  # students, of whom the protocol says how well they tell what is easy
HEAD = "For instructors only. Other answers are right, too."
OWN = f"{HEAD} The numbers are the book's; for those of a student and the answer to them, set `seed`."
SEED = "seed = None  # or what the student wrote as `student`, in quotation marks"


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
            path = folder / "solutions" / name / f"{number:02d}-{chapter.file.partition('/')[2]}.ipynb"
            nbformat.write(solved(chapter), path)
    known = {"chapters": chapters, "syllabi": plans.syllabi(chapters), "rubrics": plans.rubrics()}
    known |= {"misconceptions": plans.misconceptions(), "claims": ledger.load()}
    for name in ("chapters.md", "syllabi.md", "misconceptions.md", "rubrics.md", "README.md"):
        text = templates.get_template(name).render(**known)
        (folder / name).write_text(text, encoding="utf-8")
    inventory(templates, folder / "inventory")


def inventory(templates: Environment, folder: Path) -> None:
    """Write the inventory of misconceptions: a sheet for students, the key, what each option means, and what to do."""
    folder.mkdir()
    items, key = list(computed.items().values()), computed.key()
    sources = [option.source for item in items for option in item.options if option.source]
    share = stats.binomtest(CLASS // 2, CLASS).proportion_ci(method="wilson")
    known = {"items": items, "wrong": len(sources), "guesses": sources.count("a guess"), "least": LEAST}
    known |= {"guessing": 1 / len(computed.LETTERS), "half": (share.high - share.low) / 2}
    for name in ("questions", "distractors", "protocol"):
        text = templates.get_template(f"inventory_{name}.md").render(**known)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    rows = "".join(f"{item},{letter}\n" for item, letter in key.items())
    (folder / "key.csv").write_text(f"item,right\n{rows}", encoding="utf-8")


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
