"""What students have of exercises that the key checks: the right answers, the messages, and no answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.contents import room
from scoring_the_scores.exercises import checking, load
from scoring_the_scores.exercises.checking import checkers
from scoring_the_scores.exercises.public import Unjudged, instance, instances, judged, parts_of, public
from scoring_the_scores.exercises.reading import Wrong
from tests.whole import WHOLE, in_monthly_run, mostly
from tools.public_checks import is_of_key, text_of

from .solutions import MISTAKES, SOLUTIONS

KEY = dict(checkers())
OF_KEY = [name for name, one in load().items() if is_of_key(one)]
FUNCTIONS = [name for name in OF_KEY if load()[name].kind == "code"]
SEEDED = [name for name in OF_KEY if load()[name].seeded]
#: A function that is a construction, and projects whose checkers hold a part of the answer.
OPEN, HELD = {"synthesis.ignores-two-wishes"}, {"lxcim.two-methods", "flach.same-for-all"}


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


@pytest.fixture
def _without_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """As students have it."""
    theirs = {name: checker for name, checker in KEY.items() if name not in OF_KEY}
    monkeypatch.setattr(checking, "_CHECKERS", theirs)


def test_the_key_has_the_checkers_that_hold_an_answer() -> None:
    kinds = {"compute", "code", "figure", "predict"}
    assert {name for name, one in load().items() if one.kind in kinds} - OPEN | HELD == set(OF_KEY)
    for name in SEEDED:
        assert all(checking.drawings(load()[name]))


CHAPTERS = list(dict.fromkeys(one.chapter for one in load().values()))
SOME = ("foundations/one-data-set", "synthesis/one-swap")


@pytest.mark.parametrize("chapter", mostly(CHAPTERS, *SOME, rest=in_monthly_run))
def test_what_students_have_is_what_the_key_says(chapter: str) -> None:
    path = room(chapter) / "public.json"
    stored = path.read_text(encoding="utf-8") if path.exists() else ""
    assert stored == text_of(chapter), "run `python tools/public_checks.py`"


@pytest.mark.usefixtures("_without_key")
def test_without_the_key_solutions_are_right_and_mistakes_named() -> None:
    named, count = 0, 0
    for name in OF_KEY if WHOLE else OF_KEY[::4]:
        given = instance(load()[name])
        assert exercises.check(name, SOLUTIONS[name](given)).right, name
        for mistake in MISTAKES[name][: None if WHOLE else 1]:
            result = exercises.check(name, mistake.of(given))
            assert result.right is False, f"{name}: {mistake.of.__name__}"
            named, count = named + (mistake.says in result.message), count + 1
    assert named >= 0.98 * count


@pytest.mark.usefixtures("_without_key")
def test_an_answer_to_ones_own_numbers_is_read_and_not_judged() -> None:
    for name in SEEDED:
        right = SOLUTIONS[name](instance(load()[name], "ada"))
        result = exercises.check(name, right, seed="ada")
        assert result.right is None, name
        assert not result
        assert "kept for grading" in str(result)
        assert exercises.check(name, object(), seed="ada").right is False, name


@pytest.mark.usefixtures("_without_key")
def test_a_function_that_knows_the_cases_of_students_passes_there_and_not_with_the_key() -> None:
    for name in FUNCTIONS:
        known = public(load()[name])["cases"]
        told = dict(zip(known["given"], known["right"], strict=True))

        def of(*arguments: Any, told: Mapping[str, Any] = told) -> Any:
            plain = [one.tolist() if isinstance(one, np.ndarray) else one for one in arguments]
            return told.get(repr(plain), 0.0)

        assert exercises.check(name, of).right, name
        with pytest.raises(Wrong):
            KEY[name](of, {})


def test_neither_answers_nor_what_is_said_of_them_stand_in_what_students_have() -> None:
    for name in (name for name in OF_KEY if name not in FUNCTIONS):
        text = json.dumps(public(load()[name])["seals"])
        for mistake in MISTAKES[name]:
            assert mistake.says not in text
        assert exercises.check(name, SOLUTIONS[name](instance(load()[name]))).message[:20] not in text


def test_parts_are_found_in_every_form() -> None:
    assert parts_of([""], 3) == [3]
    assert parts_of(["0", "1"], (1, 2)) == [1, 2]
    assert parts_of(["F1.0", "F1.1", "c"], {"f1": [1, 2], "C": 3}) == [1, 2, 3]
    for places, answer in ((["0", "1"], [1]), (["a"], {"b": 1}), (["a.0"], {"a": 1})):
        with pytest.raises(Wrong):
            parts_of(places, answer)


def test_what_is_given_is_nobody_elses() -> None:
    one = load()["flach.auroc-from-loss"]
    first = instance(one, "ada")
    assert isinstance(first, dict)
    first.clear()
    assert instance(one, "ada")
    assert repr(instance(one, "ada")) in instances(one)
    with pytest.raises(Unjudged, match="book's numbers"):
        judged(one, "1/2", "ada")
