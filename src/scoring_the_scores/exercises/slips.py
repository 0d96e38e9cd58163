"""Wrong forms that are known: which of them a wrong answer is, so that the message can name it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.exercises.reading import apart, called, unrounded, wrong

#: What is wrong with an answer, in words that go on a sentence, and the value it leads to.
Slips: TypeAlias = Mapping[str, float | Fraction]
#: What a function is called with: labels and scores, and weights if there are any, or four counts.
Case: TypeAlias = tuple[Any, ...]
Of: TypeAlias = Callable[..., float | Fraction]


def match(
    value: float | Fraction,
    right: float | Fraction,
    what: str,
    slips: Slips,
    *,
    tolerance: float = 1e-12,
    hint: str = "",
) -> None:
    """Pass over the right value; say of another which known slip leads to it, or else give the hint."""
    if abs(float(value) - float(right)) <= tolerance:
        return
    if isinstance(value, Fraction):
        unrounded(value, Fraction(right), what)
    for said, slipped in slips.items():
        if abs(float(value) - float(slipped)) <= tolerance:
            wrong(f"{what} is not {_text(value, right)}: {said}.")
    wrong(f"{what} is not {_text(value, right)}{': ' + hint if hint else ''}.")


def same_function(
    of: Callable[..., Any],
    twin: Of,
    cases: Iterable[Case],
    slips: Mapping[str, Of],
    *,
    tolerance: float = 1e-9,
    names: Sequence[str] = ("labels", "scores", "weights"),
    given: Callable[[Any], Any] = lambda column: list(column) if isinstance(column, tuple) else column,
) -> int:
    """Call a function on cases, smallest first, and show the first on which it is not its twin, and why if known.

    A slip is named if it has the values of the function from that case on.

    Parameters
    ----------
    of, twin : callable
        A student's function, and what it should be.
    cases : iterable of tuple
        What both are called with.
    slips : mapping
        Usual mistakes: what to say of each, and the function it leads to.
    tolerance : float, optional
        How far values may be apart.
    names : sequence of str, optional
        What the arguments are called in a message.
    given : callable, optional
        What a student's function gets for an argument, a copy of its own: lists for tuples by default.

    Returns
    -------
    int
        How many cases there were.
    """
    cases = list(cases)

    def value(case: Case) -> float:
        return called(of, *map(given, case), case=described(case, names))

    for place, case in enumerate(cases):
        right, found = twin(*case), value(case)
        if abs(found - right) > tolerance:
            left = dict(slips)
            for further in cases[place:]:
                there = value(further)
                left = {said: slip for said, slip in left.items() if abs(there - slip(*further)) <= tolerance}
                if not left:
                    break
            because = _because(next(iter(left))) if left else ""
            told, returned = described(case, names), apart(found, float(right))
            wrong(f"On {told} the function returns {returned}, and it should be {_text(right)}{because}.")
    return len(cases)


def described(case: Case, names: Sequence[str]) -> str:
    """What a function is called with, in words: counts as they stand, columns by their names."""
    if all(isinstance(one, int) for one in case):
        return str(case)
    return ", ".join(f"{name} {_plain(one)}" for name, one in zip(names, case, strict=False))


def array(column: Any) -> NDArray[Any]:
    """A column for a student's function: labels in whole numbers, anything else in floats."""
    return np.array(column, dtype=int if set(column) <= {0, 1} else float)


def _because(slip: str) -> str:
    """A slip after what it explains: a clause, or a sentence of its own."""
    return f". {slip.rstrip('.')}" if slip[0].isupper() else f": {slip}"


def _plain(argument: Any) -> str:
    if isinstance(argument, Sequence):
        return f"[{', '.join(f'{one:g}' for one in argument)}]"
    return f"{argument:g}" if isinstance(argument, float) else str(argument)


def _text(value: float | Fraction, *others: float | Fraction) -> str:
    return str(value) if isinstance(value, Fraction) else apart(value, *map(float, others))
