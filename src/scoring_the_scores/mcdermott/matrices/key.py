"""For teachers: instances, and checkers that hold an answer, of mcdermott/matrices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

import numpy as np

from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import function, wrong
from scoring_the_scores.mcdermott.answers import Given


@checks("mcdermott.is-it-a-permutation")
def is_it_a_permutation(answer: Any, given: Given) -> str:
    """A student's test, on every matrix of zeros and ones up to three by three and on some others."""
    of, tried = function(answer), 0
    for rows in _matrices():
        fault = _what_it_does(rows)
        if _says(of, rows) != (not fault):
            summary = (
                f"{fault}, and the function says True" if fault else "is a permutation, and the function says False"
            )
            wrong(f"The matrix {rows} {summary}.")
        tried += 1
    return f"It is right about {tried} matrices."


#: Sums of one without being permutations, and a permutation of five.
OTHER_MATRICES: Final[tuple[list[list[float]], ...]] = (
    [[-1]],
    [[0.5, 0.5], [0.5, 0.5]],
    [[2, -1], [-1, 2]],
    [[1, 0], [0, 1], [0, 0]],
    [[1, 0, 0], [0, 1, 0]],
    [[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]],
    [[int(i == (3 * j + 1) % 5) for i in range(5)] for j in range(5)],
)


def _matrices() -> Iterator[list[list[float]]]:
    for n in (1, 2, 3):
        for entries in product((0, 1), repeat=n * n):
            yield [list(entries[n * i : n * (i + 1)]) for i in range(n)]
    yield from OTHER_MATRICES


def _says(of: Callable[..., Any], rows: list[list[float]]) -> bool:
    try:
        returned = of([list(row) for row in rows])
    except (Exception, SystemExit) as error:
        wrong(f"On {rows} the function raises {type(error).__name__}: {str(error)[:200]}.")
    if not isinstance(returned, bool | np.bool_):
        wrong(f"On {rows} the function must return True or False, not {type(returned).__name__}.")
    return bool(returned)


def _what_it_does(rows: list[list[float]]) -> str:
    """What a matrix does to a vector that a permutation would not; nothing if it is one."""
    into, out = (Counter(i for i, _ in places) for places in ([*_used(rows)], [(j, i) for i, j in _used(rows)]))
    if len(rows) != len(rows[0]):
        return "is not square"
    if any(entry not in (0, 1) for row in rows for entry in row):
        return "mixes or changes entries"
    if max(out.values(), default=0) > 1:
        return "copies an entry to more than one place"
    if max(into.values(), default=0) > 1:
        return "adds two entries in one place"
    return "drops an entry" if len(out) < len(rows) else ""


def _used(rows: list[list[float]]) -> Iterator[tuple[int, int]]:
    return ((i, j) for i, row in enumerate(rows) for j, entry in enumerate(row) if entry)
