"""Comparison of answers with known mistakes, so that the message can name the one that was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.exercises.forms import rounded
from scoring_the_scores.exercises.reading import apart, called, unrounded, wrong

#: Known mistakes: the explanation, as the end of a sentence, and the value that each leads to.
Slips: TypeAlias = Mapping[str, float | Fraction]
#: Arguments of a function: labels and scores, and weights if there are any, or four counts.
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
    """Return if the value is right; else raise `Wrong` with the known mistake that leads to it, or with the hint."""
    if abs(float(value) - float(right)) <= tolerance:
        return
    slip = next((said for said, slipped in slips.items() if abs(float(value) - float(slipped)) <= tolerance), None)
    if slip is None:
        unrounded(value, right, what, tolerance)
    else:
        may = f" If you rounded {rounded(value, right)}, hand in more digits." if rounded(value, right) else ""
        wrong(f"{what} is not {_format_value(value, right)}: {slip}.{may}")
    wrong(f"{what} is not {_format_value(value, right)}{': ' + hint if hint else ''}.")


def same_function(
    of: Callable[..., Any],
    reference: Of,
    cases: Iterable[Case],
    slips: Mapping[str, Of],
    *,
    tolerance: float = 1e-9,
    names: Sequence[str] = ("labels", "scores", "weights"),
    given: Callable[[Any], Any] = lambda column: list(column) if isinstance(column, tuple) else column,
) -> int:
    """Compare a function with a reference on cases, smallest first; raise `Wrong` with the first on which they differ.

    The message names a known mistake if it has the values of the function from that case on.

    Parameters
    ----------
    of, reference : callable
        A student's function, and the right one.
    cases : iterable of tuple
        Arguments of both.
    slips : mapping
        Known mistakes: the explanation of each, and the function that it leads to.
    tolerance : float, optional
        Largest difference of values that count as equal.
    names : sequence of str, optional
        Names of the arguments in messages.
    given : callable, optional
        Makes the student's function its own copy of an argument: by default lists of tuples.

    Returns
    -------
    int
        Number of cases.
    """
    cases = list(cases)

    def value(case: Case) -> float:
        return called(of, *map(given, case), case=described(case, names))

    for place, case in enumerate(cases):
        right, result = reference(*case), value(case)
        if abs(result - right) > tolerance:
            left = dict(slips)
            for further in cases[place:]:
                there = value(further)
                left = {
                    explanation: slip for explanation, slip in left.items() if abs(there - slip(*further)) <= tolerance
                }
                if not left:
                    break
            because = _explanation(next(iter(left))) if left else ""
            arguments, returned = described(case, names), apart(result, float(right))
            wrong(f"On {arguments} the function returns {returned}, and it should be {_format_value(right)}{because}.")
    return len(cases)


def described(case: Case, names: Sequence[str]) -> str:
    """The arguments of a function in words: counts as a tuple, columns by their names."""
    if all(isinstance(one, int) for one in case):
        return str(case)
    return ", ".join(f"{name} {_format_argument(one)}" for name, one in zip(names, case, strict=False))


def array(column: Any) -> NDArray[Any]:
    """A column for a student's function: labels in whole numbers, anything else in floats."""
    return np.array(column, dtype=int if set(column) <= {0, 1} else float)


def _explanation(slip: str) -> str:
    """An explanation as it continues a sentence: a clause, or a sentence of its own."""
    return f". {slip.rstrip('.')}" if slip[0].isupper() else f": {slip}"


def _format_argument(argument: Any) -> str:
    if isinstance(argument, Sequence):
        if any(isinstance(one, Sequence) for one in argument):
            return str(argument)
        return f"[{', '.join(f'{one:g}' for one in argument)}]"
    return f"{argument:g}" if isinstance(argument, float) else str(argument)


def _format_value(value: float | Fraction, *others: float | Fraction) -> str:
    return str(value) if isinstance(value, Fraction) else apart(value, *map(float, others))
