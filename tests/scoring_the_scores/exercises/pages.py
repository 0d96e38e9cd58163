"""What pages are told of exercises, and what their scripts say of answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from scoring_the_scores import exercises
from scoring_the_scores.exercises.boxes import Entry, put
from scoring_the_scores.exercises.exercise import load
from scoring_the_scores.exercises.formulas import formula_of
from tools.answer_boxes import asked, rooms

NODE = shutil.which("node")
#: An exercise, and what stands in the entries of its box.
Filled = tuple[str, list[str]]


@cache
def on_page(name: str) -> dict[str, Any]:
    """What the page is told of an exercise."""
    return json.loads(json.dumps(asked(name, rounds=20)))


def written(entry: Entry, value: Any) -> str:
    """What a student writes into the entry for a part of an answer."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping) or not isinstance(value, Sequence) or isinstance(value, str):
        return repr(float(value)) if isinstance(value, float) else str(value)
    return ", ".join(written(entry, one) for one in value)


def filled(name: str, answer: Any) -> Filled:
    """The box of an exercise with an answer in it."""
    return name, [written(entry, entry.of(answer)) for entry in load()[name].box]


def said(
    answers: Sequence[Filled], hashed: Sequence[str] = (), written: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """What the scripts say of answers, their digests of texts, and what they read in texts of a form."""
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


def handed_in(entries: Sequence[Entry], answer: Any) -> Any:
    """The answer that a checker takes, of one that a page saved: its formulas are functions."""
    for entry in entries:
        part = entry.of(answer) if entry.names else None
        if isinstance(part, str) and (of := formula_of(part, entry.names)):
            answer = put(answer, entry.at, of)
    return answer


def right(name: str, answer: Any) -> bool:
    """Whether the checker calls an answer right, formulas as a page saves them included."""
    return exercises.check(name, handed_in(load()[name].box, answer)).right
