"""Each exercise accepts its solution, names the mistake in what is wrong, and survives whatever is handed in."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises.checking import checkers, drawings, instance
from scoring_the_scores.exercises.exercise import LEVELS, load
from scoring_the_scores.exercises.reading import Wrong
from scoring_the_scores.exercises.students import sealed
from tests.each import of_each
from tests.whole import WHOLE, in_whole_run

from .solutions import MISTAKES, SOLUTIONS

ROOT = Path(__file__).parents[3]
SEEDS = (None, "ada", 7)
ALL = sorted(load())
SEEDED = [name for name in ALL if load()[name].seeded]


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


def seeds(name: str) -> tuple:
    return SEEDS if load()[name].seeded else (None,)


def test_every_exercise_has_a_checker_a_solution_and_three_mistakes() -> None:
    assert load().keys() == checkers().keys()
    assert set(SOLUTIONS) == set(ALL)
    assert {name: len(MISTAKES.get(name, ())) for name in ALL if len(MISTAKES.get(name, ())) < 3} == {}


@of_each(ALL)
def test_checker_solution_and_mistakes_stand_in_modules_of_the_chapters_name(name: str) -> None:
    module = load()[name].chapter.replace("/", ".").replace("-", "_")
    assert checkers()[name].__module__.endswith((f".{module}.exercises", f".{module}.key"))
    for of in (SOLUTIONS[name], *(mistake.of for mistake in MISTAKES[name])):
        assert of.__module__.endswith(f".{module}.solutions")


def test_every_part_has_exercises_of_every_level() -> None:
    found = Counter((one.part, one.level) for one in load().values())
    parts = {one.part for one in load().values()}
    assert {(part, level) for part in parts for level in LEVELS} - set(found) == set()


def test_every_exercise_stands_in_its_chapter() -> None:
    for name, one in load().items():
        text = (ROOT / "book" / f"{one.chapter}.ipynb").read_text(encoding="utf-8")
        assert f'exercises.show(\\"{name}\\")' in text, f"{one.chapter} does not show {name}"


def test_what_an_exercise_needs_is_there() -> None:
    for one in load().values():
        for needed in one.needs:
            assert needed in load() or (ROOT / "book" / f"{needed}.ipynb").exists(), f"{one.id} needs {needed}"


@cache
def a_million_steps() -> float:
    """Processor time that a plain loop of a million steps takes on this machine."""
    taken = []
    for _ in range(5):
        start = time.process_time()
        for step in range(1_000_000):
            _ = step % 7
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.parametrize("name", ALL)
def test_the_solution_is_right_and_checked_in_less_than_fifty_million_steps(name: str) -> None:
    for seed in seeds(name):
        answer = SOLUTIONS[name](instance(load()[name], seed))
        start = time.process_time()
        result = exercises.check(name, answer, seed=seed)
        assert result.right, result
        assert time.process_time() - start < 50 * a_million_steps()
        assert result.message.endswith((".", "$"))


@pytest.mark.parametrize("name", SEEDED)
def test_whoever_asks_is_given_what_the_solution_solves(name: str) -> None:
    for seed in range(30 if WHOLE else 6):
        result = exercises.check(name, SOLUTIONS[name](instance(load()[name], seed)), seed=seed)
        assert result.right, f"{seed}: {result}"


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in ALL for number in range(len(MISTAKES.get(name, ())))]
)
def test_a_mistake_is_named(name: str, number: int) -> None:
    mistake = MISTAKES[name][number]
    for seed in seeds(name)[-len(SEEDS) if WHOLE else -1 :]:
        result = exercises.check(name, mistake.of(instance(load()[name], seed)), seed=seed)
        assert not result.right, f"{mistake.of.__name__} passes: {result}"
        assert mistake.says in result.message, result


@of_each(ALL)
def test_the_starter_runs_and_is_no_solution(name: str) -> None:
    shown = exercises.show(name)
    assert "<<" not in shown.text + shown.starter
    names: dict = {}
    exec(shown.starter, names)
    assert not exercises.check(name, names["answer"]).right


NUMBER = re.compile(r"\d+(?:[./]\d+)*")


def contradicts_itself(said: str) -> bool:
    """Whether a sentence has the same numbers before a "not" as after it."""
    for sentence in re.split(r"(?<=[.;:]) ", said):
        before, after = (NUMBER.findall(part) for part in (sentence.partition(" not ")[::2]))
        if after and before[-len(after) :] == after:
            return True
    return False


@pytest.mark.parametrize("name", ALL)
def test_the_starter_is_told_what_is_wrong_without_a_contradiction(name: str) -> None:
    for seed in (*seeds(name), *(range(20) if load()[name].seeded else ())):
        names: dict = {}
        exec(exercises.show(name, seed=seed).starter, names)
        said = exercises.check(name, names["answer"], seed=seed).message
        assert "failed" not in said, f"{seed}: {said}"
        assert not contradicts_itself(said), f"{seed}: {said}"


def test_a_contradiction_is_found() -> None:
    for said in (
        "(3, 4) has 46 right decisions of 81, not 46 of 81.",
        "It must be 570, not 570.",
        "1/2, not 1/2: why?",
    ):
        assert contradicts_itself(said)
    for said in ("It has 46 right decisions of 81, not 47 of 81.", "It must be 0.5, not 0.55.", "The loss is not 1/2."):
        assert not contradicts_itself(said)


@in_whole_run
def test_every_answer_is_read_where_only_what_the_package_requires_is_installed() -> None:
    """In a whole run also wrong ones: a checker may go further to say what is wrong."""
    needed = {"numpy", "scipy", "pandas"}
    missing = ["IPython", "jax", "matplotlib", "numba", "psutil", "sklearn", "sympy", "tqdm", "yaml"]
    assert not needed & set(missing)
    done = subprocess.run(
        [sys.executable, "-c", ANSWERED, str(WHOLE), *missing], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert (done.returncode, done.stdout) == (0, "all read\n"), done.stdout + done.stderr


ANSWERED = """
import sys

sys.modules.update(dict.fromkeys(sys.argv[2:]))  # to import what is None is an ImportError
from scoring_the_scores import exercises
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises.solutions import MISTAKES, SOLUTIONS

for name, one in exercises.load().items():
    starter = {}
    exec(exercises.show(name).starter, starter)
    mistakes = MISTAKES[name] if sys.argv[1] == "True" else ()
    answers = [starter["answer"], *(of(instance(one)) for of in (SOLUTIONS[name], *(m.of for m in mistakes)))]
    for answer in answers:
        result = exercises.check(name, answer)
        if "failed" in result.message or result.right is not (answer is answers[1]):
            print(result)
            break
else:
    print("all read")
"""


def rounded(answer: object) -> object:
    """An answer with its fractions to three decimals."""
    if isinstance(answer, Fraction):
        return f"{float(answer):.3f}"
    if isinstance(answer, dict):
        return {name: rounded(one) for name, one in answer.items()}
    return type(answer)(map(rounded, answer)) if isinstance(answer, list | tuple) else answer


ONLY_FRACTIONS = [
    name
    for name, one in load().items()
    if one.kind != "construct" and "fraction" in one.answer and "decimal" not in one.answer
]


@pytest.mark.parametrize("name", ONLY_FRACTIONS)
def test_a_right_fraction_that_was_rounded_is_told_so(name: str) -> None:
    answer = SOLUTIONS[name](instance(load()[name]))
    result = exercises.check(name, rounded(answer))
    assert result.right or "rounded" in result.message, result


@of_each(SEEDED)
def test_whoever_changes_what_is_given_changes_it_for_nobody_else(name: str) -> None:
    first, second = (instance(load()[name], "ada") for _ in range(2))
    assert repr(first) == repr(second)
    first.clear()
    assert repr(instance(load()[name], "ada")) == repr(second)
    for mine, other in zip(second.values(), instance(load()[name], "ada").values(), strict=True):
        assert mine is not other or not isinstance(mine, list | dict | set | np.ndarray | pd.DataFrame)


@pytest.mark.parametrize("name", SEEDED)
def test_a_neighbours_answer_is_wrong(name: str) -> None:
    one, students = load()[name], ("ada", "grace", "emmy", "sofia")
    seeds_of_class = [exercises.seed_of(student, sealed(students, name)) for student in students]
    answers = {seed: SOLUTIONS[name](instance(one, seed)) for seed in seeds_of_class}
    others = [
        exercises.check(name, answers[mine], seed=theirs).right
        for mine in answers
        for theirs in answers
        if mine != theirs
    ]
    assert sum(others) <= 1


class Hostile:
    """What answers no question."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError("no")

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __iter__(self) -> Iterator[object]:
        raise RuntimeError("no entries")


class Unequal:
    """What cannot be compared."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")


class Agreeing(str):
    """Text that says to be equal to everything."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False


def twisted() -> list[object]:
    """Things that could hang, recurse or pass for what they are not."""
    itself: list[object] = []
    itself.append(itself)
    inner = [
        Unequal(),
        Agreeing("0"),
        itself,
        {1: itself},
        10**5000,
        Fraction(1, 10**5000),
        "1e999999999",
        "1e-99999999",
    ]
    inner += [type("Float", (float,), {})("nan"), np.zeros(3, dtype=[("a", int)]), np.zeros((), dtype=[("a", int)])]
    return [
        *inner,
        *([one] * size for one in inner for size in (2, 3, 4, 8)),
        *([count()] * size for size in (2, 3, 4)),
    ]


def garbage() -> list[object]:
    """Hundreds of things that nobody asked for."""
    rng = np.random.default_rng(0)
    single: list[object] = [
        *(None, True, False, 0, 1, -1, 10**400, -(10**30), 0.0, -0.0, 1e308, 5e-324, math.inf, -math.inf, math.nan, 1j),
        *("", " ", "P", "N", "x" * 10_000, "P" * 61, "0", "1/0", "None", "\x00", "é𝛼", "<script>", b"", b"PN"),
        *(Fraction(1, 3), np.float64("nan"), np.int8(-1), np.bool_(True), np.array(3.0), np.datetime64("NaT")),
        *(object(), object, print, len, lambda: 0, lambda *a, **k: None, lambda *a, **k: "0", lambda *a, **k: math.nan),
        *(lambda *a, **k: 1 / 0, lambda *a, **k: exit(), lambda *a, **k: [1], Hostile(), Hostile, type, Ellipsis),
        *(count(), iter(()), (x for x in "PN"), range(0), range(10**9), slice(1), memoryview(b"ab"), Exception("x")),
    ]
    arrays: list[object] = [
        *(
            np.empty(0),
            np.empty((0, 3)),
            np.zeros((2, 2)),
            np.ones((2, 3, 4)),
            np.full(5, np.nan),
            np.array(["P", "N"]),
        ),
        *(np.array([None, {}], dtype=object), pd.Series([1, 2]), pd.DataFrame({"a": [1]}), pd.NA, np.ma.masked_all(3)),
    ]
    nested: list[object] = [
        [],
        (),
        {},
        set(),
        [[]],
        [[[]]],
        {"a": {}},
        {1: 2},
        {None: None},
        frozenset({1}),
        [None, None],
    ]
    for size in range(1, 13):
        nested += [[one] * size for one in (0, 1, -1, 0.5, math.nan, "P", None, [], True)]
        nested += [rng.normal(size=size), rng.integers(0, 2, size=size).tolist(), "".join(rng.choice(["P", "N"], size))]
    nested += [([1, 0], one) for one in single[:20]] + [(one, one) for one in single[:20]]
    return single + arrays + nested


def test_exercises_are_seeded_whose_instances_are_drawn() -> None:
    assert {name for name in ALL if drawings(load()[name])} == set(SEEDED)


@pytest.mark.parametrize("name", ALL)
def test_garbage_is_neither_right_nor_fatal(name: str) -> None:
    checker, given = checkers()[name], instance(load()[name])
    for thing in garbage():
        with pytest.raises((Wrong, RuntimeError)) as raised:
            checker(thing, given)
        assert str(raised.value)
        assert raised.type is Wrong or isinstance(thing, Hostile), f"on {thing!r:.80}"
    for thing in garbage()[::12]:
        assert not exercises.check(name, thing).right


@pytest.mark.parametrize("name", ALL)
def test_what_hangs_recurses_or_pretends_is_wrong(name: str) -> None:
    starter: dict = {}
    exec(exercises.show(name).starter, starter)
    entries = starter["answer"] if isinstance(starter["answer"], dict) else {}
    for thing in twisted():
        assert not exercises.check(name, thing).right
    for thing in twisted()[:11]:
        assert not exercises.check(name, dict.fromkeys(entries, thing)).right
        assert not exercises.check(name, {str(entry): thing for entry in entries} | {Agreeing("x"): thing}).right
