"""What pages are told of exercises, and what their scripts say of answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from scoring_the_scores import exercises
from scoring_the_scores.exercises import boxes
from scoring_the_scores.exercises.exercise import load
from tools.answer_boxes import asked, rooms

NODE = shutil.which("node")
#: An exercise, and what stands in the entries of its box.
Filled = tuple[str, list[str]]


@cache
def on_page(name: str) -> dict[str, Any]:
    """What the page is told of an exercise."""
    return json.loads(json.dumps(asked(name)))


def filled(name: str, answer: Any) -> Filled:
    """The box of an exercise with an answer in it."""
    return name, [boxes.written(entry, entry.of(answer)) for entry in load()[name].box]


def said(answers: list[Filled], hashed: Sequence[str] = (), written: Sequence[str] = ()) -> dict[str, Any]:
    """What the scripts say of answers, their digests of texts, and the fractions that they read in others."""
    names = {name for name, _ in answers}
    question = {
        "rooms": [path.as_uri() for path in rooms()],
        "asked": {name: on_page(name) for name in names},
        "answers": answers,
        "hashed": hashed,
        "written": written,
    }
    script = Path(__file__).with_name("answers.mjs")
    found = subprocess.run([str(NODE), script], input=json.dumps(question), capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def right(name: str, answer: Any) -> bool:
    """Whether the checker calls an answer right."""
    return exercises.check(name, answer).right
