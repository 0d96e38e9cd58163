"""Make an exam on paper, and its key: the exercises of the term's exams, with numbers that a seed draws.

    python -m tools.exams mid-term --seed "a line that nobody guesses" --output mid-term

Another seed gives another paper. Who knows the seed and has this repository can make the key.
"""

from __future__ import annotations

import argparse
import inspect
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from metricbook.writing import Output, check, write
from scoring_the_scores import exercises
from scoring_the_scores.course import plans
from scoring_the_scores.course.plain import as_text
from scoring_the_scores.exercises import Exercise
from tests.scoring_the_scores.exercises import solutions
from tools.lectures import markdown, mathjax

TEMPLATES = Path(__file__).with_name("course_templates")


@dataclass(frozen=True)
class Question:
    """An exercise with the numbers of one exam: its text, an answer, why that is right, and named slips."""

    exercise: Exercise
    text: str
    answer: str
    why: tuple[str, ...]
    said: str
    slips: tuple[tuple[str, str], ...]


def question(name: str, seed: str) -> Question:
    """The question, whose answer is checked.

    Raises
    ------
    ValueError
        If the solution is not right for these numbers.
    """
    shown, solve = exercises.show(name, seed=seed), solutions.SOLUTIONS[name]
    right = solve(shown.given)
    result = exercises.check(name, right, seed=seed)
    if not result:
        raise ValueError(f"the solution of {name} is wrong for the seed {seed!r}: {result.message}")
    wrong = [slip.of(shown.given) for slip in solutions.MISTAKES[name]]
    told = [(as_text(each), exercises.check(name, each, seed=seed).message) for each in wrong]
    why = tuple(" ".join(part.split()) for part in (inspect.getdoc(solve) or "").split("\n\n"))
    return Question(shown.exercise, shown.text, as_text(right), why, result.message, tuple(told))


def pages(name: str, seed: str) -> dict[str, str]:
    """The paper and the key of an exam, as HTML, by the names of their files."""
    exam = plans.exams()[name]
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    some = [question(each, seed) for each in exam["exercises"]]
    known = {"title": exam["title"], "minutes": exam["minutes"], "questions": some, "seed": seed}
    known |= {"points": sum(one.exercise.points for one in some), "mathjax": mathjax()}
    known |= {"as_html": markdown().render, "as_line": markdown().renderInline}
    template = templates.get_template("exam.html")
    return {f"{what}.html": template.render(key=what == "key", **known) for what in ("paper", "key")}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("exam", choices=sorted(plans.exams()))
    parser.add_argument("--seed", required=True, help="decides the numbers: a line that nobody guesses")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER", help="for paper.html and key.html")
    parser.add_argument("--force", action="store_true", help="replace files of these names")
    asked = parser.parse_args(arguments)
    os.environ["METRICBOOK_PROGRESS"] = "off"
    made = [Output(asked.output / name, text=text) for name, text in pages(asked.exam, asked.seed).items()]
    try:
        check(made if asked.output.is_dir() else [], force=asked.force)
        asked.output.mkdir(parents=True, exist_ok=True)
        write(made, force=asked.force)
    except OSError as error:
        raise SystemExit(str(error)) from None
    print(f"{asked.output}: paper.html for students, key.html for you alone")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
