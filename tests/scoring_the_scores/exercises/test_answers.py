"""Answers on pages: what a page calls right is what the checker calls right, and nothing else."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises.boxes import Entry, put
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load
from scoring_the_scores.exercises.reading import Wrong, fraction, number, several
from scoring_the_scores.exercises.sealing import digest
from tests.whole import WHOLE
from tools.answer_boxes import constructed

from .pages import NODE, Filled, filled, on_page, right, said
from .solutions import MISTAKES, SOLUTIONS

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not here")

ON_PAGES = [name for name, one in load().items() if one.box]
SEALED = [name for name in ON_PAGES if not constructed(name)]
DRAWN = 500 if WHOLE else 50


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


def answer_of(name: str) -> Any:
    return SOLUTIONS[name](instance(load()[name]))


def test_digests_are_those_of_hashlib() -> None:
    texts = ["", "a", "abc", "é𝛼" * 40, *("x" * size for size in range(50, 130)), "long" * 5000]
    found = said([], texts)
    assert found["hashed"] == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert found["slow"] == [digest("salt", text).hex() for text in texts]


def test_fractions_are_read_as_the_checkers_read_texts_or_floats() -> None:
    texts = [
        "3/8",
        " 68 / 77 ",
        "0.375",
        ".5",
        "3.",
        "-1/2",
        "+2",
        "007",
        "6/4",
        "0",
        "-0",
        "12345/678",
        "1.50",
        "0.1234",
    ]
    none = ["", " ", ".", "abc", "1e3", "1/0", "1/-2", "1/2/3", "0x1", "--1", "1,5", "inf", "nan", "P"]
    floats = ["0.3333333333333333", "0.8831168831168831", "-0.6666666666666666", "0.123456789012", "3.141592653589793"]
    found = said([], written=[*texts, *none, *floats])["fractions"]
    assert found[: len(texts)] == [str(fraction(text)) for text in texts]
    assert found[len(texts) :][: len(none)] == [None] * len(none)
    for text in none:
        with pytest.raises(Wrong):
            fraction(text)
    for text, one in zip(floats, found[-len(floats) :], strict=True):
        try:
            assert one == str(fraction(float(text)))
        except Wrong:
            assert one == str(fraction(text))


def test_solutions_are_right_and_told_so_in_the_checkers_words() -> None:
    answers = {name: answer_of(name) for name in ON_PAGES}
    verdicts = said([filled(name, answer) for name, answer in answers.items()])["verdicts"]
    for (name, answer), verdict in zip(answers.items(), verdicts, strict=True):
        assert verdict["right"], f"{name}: {verdict}"
        if name in SEALED:
            assert verdict["message"] == exercises.check(name, answer).message


def test_what_a_page_hands_in_is_what_the_checker_takes() -> None:
    verdicts = said([filled(name, answer_of(name)) for name in ON_PAGES])["verdicts"]
    for name, verdict in zip(ON_PAGES, verdicts, strict=True):
        assert right(name, verdict["answer"]), f"{name}: {verdict['answer']}"


def test_starters_are_wrong() -> None:
    boxes = []
    for name in ON_PAGES:
        names: dict[str, Any] = {}
        exec(exercises.show(name).starter, names)
        boxes.append(filled(name, names["answer"]))
    assert [name for (name, _), one in zip(boxes, said(boxes)["verdicts"], strict=True) if one["right"]] == []


@pytest.mark.parametrize("name", SEALED)
def test_slips_are_named_as_the_checker_names_them(name: str) -> None:
    given, named = instance(load()[name]), 0
    slips = [mistake.of(given) for mistake in MISTAKES[name]]
    readable = [slip for slip in slips if fits(name, slip)]
    verdicts = said([filled(name, slip) for slip in readable])["verdicts"]
    for slip, verdict in zip(readable, verdicts, strict=True):
        assert not verdict["right"], slip
        named += verdict["message"] == exercises.check(name, slip).message
    assert named >= min(len(readable), 2)


def fits(name: str, answer: Any) -> bool:
    """Whether an answer has the entries of the box."""
    try:
        for entry in load()[name].box:
            entry.canonical(entry.of(answer), entry.lattice(entry.of(answer_of(name))))
    except (LookupError, TypeError, ValueError, Wrong):
        return False
    return True


def drawn(entry: Entry, part: Any, rng: np.random.Generator) -> Any:
    """A part of an answer: right, near or elsewhere."""
    if entry.words:
        return str(rng.choice(entry.words))
    if entry.form == "text":
        return part if rng.random() < 0.5 else f"{part}x"
    if entry.form in ("fractions", "pairs", "wholes", "set of wholes"):
        listed = [drawn(Entry("", INNER[entry.form], ""), one, rng) if rng.random() < 0.2 else one for one in part]
        return listed if rng.random() < 0.8 else listed[::-1]
    if entry.form == "pair":
        return [drawn(Entry("", "fraction", ""), one, rng) for one in part]
    if entry.form == "fraction":
        exact = fraction(part)
        others = [exact, 1 - exact, exact + Fraction(1, 7), Fraction(f"{float(exact):.3f}"), Fraction(1, 2)]
        return others[int(rng.integers(len(others)))]
    if entry.form == "whole":
        return int(part) + int(rng.integers(-2, 3)) if rng.random() < 0.5 else part
    if entry.form.startswith("two numbers "):
        return [near(number(one), entry.form, rng) for one in several(part)][:: 1 if rng.random() < 0.5 else -1]
    return near(number(part), entry.form, rng)


INNER = {"fractions": "fraction", "pairs": "pair", "wholes": "whole", "set of wholes": "whole"}


def near(value: float, form: str, rng: np.random.Generator) -> float:
    """A number about as far off as the form allows."""
    factor, words = float(rng.normal(0, 0.9)), form.removeprefix("two numbers ").split()
    if "factor" in words:
        return value * float(words[-1]) ** factor
    sizes = [float(word) for word in words if word[0].isdigit()]
    share = sizes.pop() / 100 if words[-1] == "%" else 0
    return value + factor * (sum(sizes) + share * value)


@pytest.mark.parametrize("name", SEALED)
def test_random_answers_are_judged_alike(name: str) -> None:
    rng, solution = np.random.default_rng(35), answer_of(name)
    answers = []
    for _ in range(DRAWN):
        answer = solution
        for entry in load()[name].box:
            if rng.random() < max(0.4, 1 / len(load()[name].box)):
                answer = put(answer, entry.at, drawn(entry, entry.of(solution), rng))
        answers.append(answer)
    boxes: list[Filled] = [filled(name, answer) for answer in answers]
    found = [one["right"] for one in said(boxes)["verdicts"]]
    expected = [right(name, answer) for answer in answers]
    off = [(box, one) for box, one, other in zip(boxes, found, expected, strict=True) if one != other]
    assert off == []
    assert DRAWN / 50 <= sum(found) <= 0.98 * DRAWN


def test_neither_answers_nor_slips_stand_in_what_pages_are_told() -> None:
    for name in SEALED:
        told = json.dumps(on_page(name)["groups"])
        answers = [answer_of(name), *(mistake.of(instance(load()[name])) for mistake in MISTAKES[name])]
        parts = chain.from_iterable(filled(name, answer)[1] for answer in answers if fits(name, answer))
        assert [part for part in parts if len(part) > 3 and part in told] == []
        assert exercises.check(name, answers[0]).message[:20] not in told


CONSTRUCTED = [name for name in ON_PAGES if constructed(name)]


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_mistakes_in_constructions_are_wrong(name: str) -> None:
    given = instance(load()[name])
    boxes = []
    for mistake in MISTAKES[name]:
        try:
            boxes.append(filled(name, mistake.of(given)))
        except (LookupError, TypeError):
            continue
    assert len(boxes) >= 2
    assert [box for box, one in zip(boxes, said(boxes)["verdicts"], strict=True) if one["right"]] == []


def changed(value: Any, rng: np.random.Generator) -> Any:
    """A part of a construction with a few things changed in it."""
    if isinstance(value, str) and len(value) > 1 and set(value) <= set("PNRW"):
        signs = list(value)
        for _ in range(int(rng.integers(1, 4))):
            one, other = (int(place) for place in rng.integers(len(signs), size=2))
            signs[one], signs[other] = signs[other], signs[one]
        return "".join(signs)
    if isinstance(value, list | tuple):
        place = int(rng.integers(len(value) + 1))
        if place == len(value):
            return value[::-1]
        return type(value)(changed(one, rng) if at == place else one for at, one in enumerate(value))
    if isinstance(value, int):
        return max(value + int(rng.integers(-2, 3)), 0)
    exact = fraction(value) if not isinstance(value, float) else Fraction(str(value))
    moved = exact + Fraction(int(rng.integers(-3, 4)), exact.denominator)
    return str(moved) if not isinstance(value, float) else float(moved)


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_random_constructions_are_judged_alike(name: str) -> None:
    rng, solution = np.random.default_rng(35), answer_of(name)
    answers = [solution]
    while len(answers) < DRAWN:
        answer = answers[int(rng.integers(len(answers)))] if rng.random() < 0.5 else solution
        for entry in load()[name].box:
            if rng.random() < 1 / len(load()[name].box):
                answer = put(answer, entry.at, changed(entry.of(answer), rng))
        answers.append(answer)
    boxes: list[Filled] = [filled(name, answer) for answer in answers]
    verdicts = said(boxes)["verdicts"]
    expected = [right(name, answer) for answer in answers]
    pairs = zip(boxes, verdicts, expected, strict=True)
    assert [(box, one) for box, one, other in pairs if one["right"] != other] == []
    assert 0 < sum(expected) < DRAWN
    assert all(one["message"].endswith((".", "?")) and "NaN" not in one["message"] for one in verdicts)
