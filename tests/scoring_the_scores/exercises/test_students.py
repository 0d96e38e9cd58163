"""Who a student is, however it is spelt, and instances of which no two of a class have the same."""

from __future__ import annotations

import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises import load, seed_of
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.public import instances
from scoring_the_scores.exercises.students import sealed
from tests.each import of_each
from tests.whole import WHOLE

from .solutions import SOLUTIONS

SEEDED = sorted(name for name, one in load().items() if one.seeded)
CLASS = [f"{1000 + 7 * k}" for k in range(80 if WHOLE else 30)]
ROSTER = sealed(CLASS, "a test")
SPELT = ("Zoë Ångström", "zoë ångström", " ZOE\u0308   A\u030aNGSTRO\u0308M ", "Zoë\u00a0Ångström")


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


@of_each(SEEDED)
def test_no_two_of_a_roster_have_the_same_instance(name: str) -> None:
    given = {student: repr(instance(load()[name], seed_of(student, ROSTER))) for student in CLASS}
    assert len(set(given.values())) == len(CLASS)


@pytest.mark.parametrize("name", SEEDED)
def test_the_instances_of_a_roster_can_be_solved(name: str) -> None:
    for student in CLASS[::10]:
        seed = seed_of(student, ROSTER)
        result = exercises.check(name, SOLUTIONS[name](instance(load()[name], seed)), seed=seed)
        assert result.right, f"{seed}: {result}"


@pytest.mark.parametrize("name", ["synthesis.diagonal-parallel", "flach.h-by-segments", "synthesis.rule-no-price"])
def test_of_few_instances_there_are_more_for_a_large_class(name: str) -> None:
    places = [f"place {k} of 0123456789abcdef" for k in range(100)]
    assert len({repr(instance(load()[name], place)) for place in places}) == 100
    result = exercises.check(name, SOLUTIONS[name](instance(load()[name], places[-1])), seed=places[-1])
    assert result.right, result


def test_after_the_last_instance_comes_the_first() -> None:
    for name in ("synthesis.rule-no-price", "sumpter.b-by-hand"):
        one, key = load()[name], "0123456789abcdef"
        assert instance(one, f"place 0 of {key}") == instance(one, f"place {len(instances(one))} of {key}")


def test_the_book_s_instance_is_no_student_s() -> None:
    for name in SEEDED:
        texts = instances(load()[name])
        assert len(set(texts)) == len(texts) >= 80
        assert repr(dict(instance(load()[name]))) not in texts


def test_a_name_is_one_student_in_every_spelling() -> None:
    assert len({seed_of(name) for name in SPELT}) == 1
    one = load()["flach.auroc-from-loss"]
    assert len({repr(instance(one, name)) for name in SPELT}) == 1
    assert len({seed_of(name) for name in ("1001", "01001", "Anne Marie", "Anne-Marie", 1002)}) == 5
    assert seed_of(1001) == seed_of(" 1001 ")


@pytest.mark.parametrize("blank", ["", "  ", "\u00a0\t", None])
def test_a_blank_number_is_refused(blank: object) -> None:
    for roster in ("", ROSTER):
        with pytest.raises(ValueError, match="your student number is missing"):
            seed_of(blank, roster)


def test_a_roster_knows_its_students_and_does_not_name_them() -> None:
    roster = sealed([*SPELT, "1001", "1002"], "week 3")
    assert len(roster.split()) == 1 + 3
    assert {seed_of(name, roster) for name in SPELT} == {seed_of(SPELT[0], roster)}
    assert sorted(seed_of(name, roster).split()[1] for name in (SPELT[0], "1001", "1002")) == ["0", "1", "2"]
    assert "1001" not in roster.split()
    assert sealed(["1002", "1001", SPELT[1]], "week 3") == roster != sealed(["1001", "1002", SPELT[0]], "week 4")
    with pytest.raises(ValueError, match="'1003' is not on the roster"):
        seed_of("1003", roster)
