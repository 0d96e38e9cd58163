"""Readers of students' answers: each returns a value of the type in its name, or raises `Wrong` with a message."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, Final, NoReturn

import numpy as np

#: Largest rounding error of a whole number computed in floats.
ROUNDING: Final = 1e-6
OUTCOMES: Final = ("tn", "fp", "fn", "tp")


class Wrong(Exception):
    """An answer is wrong; the message says why."""


def wrong(message: str) -> NoReturn:
    """Raise `Wrong` with a message."""
    raise Wrong(message)


def number(answer: Any, what: str = "the answer", *, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number from low to high; also a decimal, and text such as ``"2/3"`` or ``"0.67"``."""
    if isinstance(answer, str):
        answer = _parse_fraction(answer, f"{what} must be a number")
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        answer = answer.item()
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, numbers.Real | Decimal):
        wrong(f"{what} must be a number, not {_kind(answer)}")
    try:
        value = float(answer)
    except (OverflowError, ValueError):  # the second of a signalling NaN
        value = math.inf
    if not math.isfinite(value):
        wrong(f"{what} must be a finite number")
    if not low <= value <= high:
        wrong(f"{what} must lie between {low:g} and {high:g}, not {apart(value, low, high)}")
    return value


def whole(answer: Any, what: str = "the answer", *, low: int = 0, high: int = 10**9) -> int:
    """A whole number from low to high; a computed one may be off by a millionth, by rounding."""
    value = number(answer, what)
    nearest = round(value)
    if abs(value - nearest) > ROUNDING:
        wrong(f"{what} must be a whole number, not {apart(value, nearest)}")
    return int(number(nearest, what, low=low, high=high))


def label(answer: Any, what: str) -> int:
    """A label, 0 or 1, or False or True."""
    return int(answer) if isinstance(answer, bool | np.bool_) else whole(answer, what, high=1)


def apart(value: float, *others: float) -> str:
    """A number in six digits, or in as many as it takes to differ from the others.

    >>> apart(0.25, 1), apart(569.9999, 570), apart(1 + 1e-9, 0, 1)
    ('0.25', '569.9999', '1.000000001')
    """
    written = (f"{value:.{digits}g}" for digits in range(6, 18))
    return next((text for text in written if all(float(text) != other for other in others)), repr(value))


def fraction(answer: Any, what: str = "the answer", *, low: float = -math.inf, high: float = math.inf) -> Fraction:
    """A fraction, exact: a Fraction, a whole number or text such as ``"3/8"``; a float if its terms are small."""
    if isinstance(answer, str):
        answer = _parse_fraction(answer, f'{what} must be a fraction, such as "3/8"')
    value = number(answer, what, low=low, high=high)
    if isinstance(answer, numbers.Rational):
        return Fraction(int(answer.numerator), int(answer.denominator))
    near = Fraction(value).limit_denominator(10**4)
    if abs(near - Fraction(value)) > Fraction(1, 10**12):
        wrong(f'{what} must be exact: write a fraction, such as "3/8", for {value!r} may be rounded')
    return near


def _parse_fraction(answer: str, expected: str) -> Fraction:
    """The number in a text; a message begins with ``expected``."""
    try:
        if "e" in answer[:100].lower():  # "1e999999999" would become an integer of a billion digits
            raise ValueError
        return Fraction("".join(answer[:100].split()))
    except (ValueError, ZeroDivisionError):
        wrong(f"{expected}, not {answer[:40]!r}")


def unrounded(given: Fraction, right: Fraction, what: str) -> None:
    """Raise `Wrong` if a decimal of at least two digits is the right fraction, but rounded.

    >>> unrounded(Fraction("0.88"), Fraction(68, 77), "AUROC")
    Traceback (most recent call last):
    scoring_the_scores.exercises.reading.Wrong: AUROC is 0.88 only when it is rounded: hand in the fraction, which is
    exact
    """
    digits = next((digits for digits in range(13) if 10**digits % given.denominator == 0), 0)
    if given != right and digits > 1 and abs(right - given) * 2 * 10**digits <= 1:
        wrong(f"{what} is {float(given):.{digits}f} only when it is rounded: hand in the fraction, which is exact")


def close(value: float, right: float, tolerance: float) -> bool:
    """Whether two numbers are equal within a tolerance."""
    return abs(value - right) <= tolerance


def several(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[Any]:
    """The entries of a list, tuple, array or column, ``shortest`` to ``longest`` of them."""
    if isinstance(answer, str | bytes | Mapping) or not isinstance(answer, Iterable):
        wrong(f"{what} must be a list, not {_kind(answer)}")
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        wrong(f"{what} must be a list, not a single value")
    entries = list(islice(answer, longest + 1))
    if not shortest <= len(entries) <= longest:
        counts = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        wrong(f"{what} must have {counts} entries, not {'more' if len(entries) > longest else len(entries)}")
    return entries


def values(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[float]:
    """Finite numbers in a list."""
    entries = several(answer, what, shortest=shortest, longest=longest)
    return [number(one, f"entry {place} of {what}") for place, one in enumerate(entries, start=1)]


def four_counts(answer: Any, what: str, *, low: int = 0, high: int = 1000) -> tuple[int, int, int, int]:
    """Four counts in the order tn, fp, fn, tp, flat or as a 2 by 2 matrix, as scikit-learn's."""
    rows = several(answer, what, longest=4)
    if len(rows) == 2:
        rows = [one for row in rows for one in several(row, f"a row of {what}", shortest=2, longest=2)]
    entries = several(rows, what, shortest=4, longest=4)
    tn, fp, fn, tp = (
        whole(one, f"{name} of {what}", low=low, high=high) for one, name in zip(entries, OUTCOMES, strict=True)
    )
    return tn, fp, fn, tp


def ranking(
    answer: Any,
    what: str = "the ranking",
    *,
    positives: int | None = None,
    negatives: int | None = None,
    longest: int = 60,
) -> list[int]:
    """Labels, the highest score first: text such as ``"PNNP"`` or ``"+--+"``, or a list of 1 and 0."""
    if isinstance(answer, str):
        signs = {"P": 1, "p": 1, "+": 1, "1": 1, "N": 0, "n": 0, "-": 0, "−": 0, "0": 0}
        if strange := next((sign for sign in answer[: longest + 1] if sign not in signs), None):
            wrong(f'{what} is written with P and N, such as "PNNP", highest score first: {strange!r} is neither')
        labels = [signs[sign] for sign in answer[: longest + 1]]
    else:
        entries = several(answer, what, longest=longest)
        labels = [label(one, f"label {place} of {what}") for place, one in enumerate(entries, start=1)]
    if not 1 <= len(labels) <= longest:
        wrong(f"{what} must have 1 to {longest} cases")
    for name, expected, count in (
        ("positives", positives, sum(labels)),
        ("negatives", negatives, len(labels) - sum(labels)),
    ):
        if expected is not None and count != expected:
            wrong(f"{what} must have {expected} {name}, not {count}")
    return labels


def descending(labels: Sequence[int]) -> list[int]:
    """Scores that rank cases in the given order, the first highest."""
    return list(range(len(labels), 0, -1))


def cases(
    answer: Any, what: str = "the sample", *, shortest: int = 1, longest: int = 200, both: bool = True
) -> tuple[list[int], list[float]]:
    """Labels and scores: a pair of lists of equal length, of labels 0 and 1 and of finite scores."""
    pair = several(answer, what, longest=longest)
    if len(pair) != 2:
        wrong(f"{what} must be a pair (labels, scores), two lists of equal length")
    entries = several(pair[0], f"labels of {what}", shortest=shortest, longest=longest)
    labels = [label(one, f"label {place} of {what}") for place, one in enumerate(entries, start=1)]
    scores = values(pair[1], f"scores of {what}", longest=longest)
    if len(scores) != len(labels):
        wrong(f"{what} has {len(labels)} labels and {len(scores)} scores")
    if both and len(set(labels)) < 2:
        wrong(f"{what} must have positives and negatives")
    return labels, scores


def choice(answer: Any, among: Sequence[str], what: str = "the answer") -> str:
    """One of several words, in upper or lower case."""
    word = answer.strip().lower() if isinstance(answer, str) else None
    for one in among:
        if word == one.lower():
            return one
    wrong(f"{what} must be one of {', '.join(map(repr, among))}, not {_describe(answer)}")


def choices(answer: Any, among: Sequence[str], what: str = "the answer") -> set[str]:
    """Some of several words."""
    entries = several(answer, what, longest=len(among))
    return {choice(one, among, f"entry {place} of {what}") for place, one in enumerate(entries, start=1)}


def fields(answer: Any, names: Sequence[str], what: str = "the answer") -> dict[str, Any]:
    """The entries of a dictionary that must have exactly these keys."""
    if not isinstance(answer, Mapping):
        wrong(f"{what} must be a dictionary with the entries {', '.join(names)}, not {_kind(answer)}")
    keys = {str(name) for name in islice(answer, 100)}
    if keys != set(names):
        wrong(f"{what} must have the entries {', '.join(names)}, not {', '.join(sorted(keys)) or 'none'}")
    return {name: answer[name] for name in names}


def function(answer: Any, what: str = "the answer") -> Callable[..., Any]:
    """Something to call."""
    if not callable(answer):
        wrong(f"{what} must be a function, not {_kind(answer)}: hand in its name, without brackets")
    return answer


def called(of: Callable[..., Any], *arguments: Any, case: str) -> float:
    """The finite number that a student's function returns; raises `Wrong` with the case if the function raises."""
    try:
        value = of(*arguments)
    except (Exception, SystemExit) as error:
        wrong(f"on {case} the function raises {type(error).__name__}: {str(error)[:200]}")
    return number(value, f"what the function returns on {case}")


def _kind(answer: Any) -> str:
    kind = "None" if answer is None else type(answer).__name__
    return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}" if answer is not None else kind


def _describe(answer: Any) -> str:
    return repr(answer[:40]) if isinstance(answer, str) else _kind(answer)
