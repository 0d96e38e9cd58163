"""Reading what students hand in: every reader gives a value of the kind it is named for, or says what is wrong."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NoReturn

import numpy as np


class Wrong(Exception):
    """An answer is wrong, and this says why."""


def wrong(message: str) -> NoReturn:
    """Say what is wrong with an answer."""
    raise Wrong(message)


def number(answer: Any, what: str = "the answer", *, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number from low to high."""
    if isinstance(answer, str):
        wrong(f"{what} must be a number, not text: write it without quotes")
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        answer = answer.item()
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, numbers.Real):
        wrong(f"{what} must be a number, not {_kind(answer)}")
    try:
        value = float(answer)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        wrong(f"{what} must be a finite number")
    if not low <= value <= high:
        wrong(f"{what} must lie between {low:g} and {high:g}, not {value:g}")
    return value


def whole(answer: Any, what: str = "the answer", *, low: int = 0, high: int = 10**9) -> int:
    """A whole number from low to high."""
    value = number(answer, what, low=low, high=high)
    if value != int(value):
        wrong(f"{what} must be a whole number, not {value:g}")
    return int(value)


def fraction(answer: Any, what: str = "the answer", *, low: float = -math.inf, high: float = math.inf) -> Fraction:
    """A fraction, exact: a Fraction, a whole number or text such as ``"3/8"``; a float if its terms are small."""
    if isinstance(answer, str):
        try:
            if "e" in answer[:100].lower():  # "1e999999999" would be written out
                raise ValueError
            answer = Fraction(answer[:100])
        except (ValueError, ZeroDivisionError):
            wrong(f'{what} must be a fraction, such as "3/8", not {answer[:40]!r}')
    value = number(answer, what, low=low, high=high)
    if isinstance(answer, numbers.Rational):
        return Fraction(int(answer.numerator), int(answer.denominator))
    near = Fraction(value).limit_denominator(10**4)
    if abs(near - Fraction(value)) > Fraction(1, 10**12):
        wrong(f'{what} must be exact: write a fraction, such as "3/8", not a rounded {value!r}')
    return near


def close(value: float, right: float, tolerance: float) -> bool:
    """Whether a number is another one, up to rounding."""
    return abs(value - right) <= tolerance


def several(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[Any]:
    """The things in a list, tuple, array or column, of which there may not be more than ``longest``."""
    if isinstance(answer, str | bytes | Mapping) or not isinstance(answer, Iterable):
        wrong(f"{what} must be a list, not {_kind(answer)}")
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        wrong(f"{what} must be a list, not a single value")
    found = list(islice(answer, longest + 1))
    if not shortest <= len(found) <= longest:
        counts = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        wrong(f"{what} must have {counts} entries, not {'more' if len(found) > longest else len(found)}")
    return found


def values(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[float]:
    """Finite numbers in a list."""
    found = several(answer, what, shortest=shortest, longest=longest)
    return [number(one, f"entry {place} of {what}") for place, one in enumerate(found, start=1)]


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
        found = several(answer, what, longest=longest)
        labels = [whole(one, f"label {place} of {what}", high=1) for place, one in enumerate(found, start=1)]
    if not 1 <= len(labels) <= longest:
        wrong(f"{what} must have 1 to {longest} cases")
    for name, wanted, there in (
        ("positives", positives, sum(labels)),
        ("negatives", negatives, len(labels) - sum(labels)),
    ):
        if wanted is not None and there != wanted:
            wrong(f"{what} must have {wanted} {name}, not {there}")
    return labels


def descending(labels: Sequence[int]) -> list[int]:
    """Scores that rank labels as they stand, the first highest."""
    return list(range(len(labels), 0, -1))


def cases(
    answer: Any, what: str = "the sample", *, shortest: int = 1, longest: int = 200, both: bool = True
) -> tuple[list[int], list[float]]:
    """Labels and scores: a pair of lists of equal length, of labels 0 and 1 and of finite scores."""
    pair = several(answer, what, longest=longest)
    if len(pair) != 2:
        wrong(f"{what} must be a pair (labels, scores), two lists of equal length")
    found = several(pair[0], f"labels of {what}", shortest=shortest, longest=longest)
    labels = [whole(one, f"label {place} of {what}", high=1) for place, one in enumerate(found, start=1)]
    scores = values(pair[1], f"scores of {what}", longest=longest)
    if len(scores) != len(labels):
        wrong(f"{what} has {len(labels)} labels and {len(scores)} scores")
    if both and len(set(labels)) < 2:
        wrong(f"{what} must have positives and negatives")
    return labels, scores


def choice(answer: Any, among: Sequence[str], what: str = "the answer") -> str:
    """One of several words, in any case of letters."""
    said = answer.strip().lower() if isinstance(answer, str) else None
    for one in among:
        if said == one.lower():
            return one
    wrong(f"{what} must be one of {', '.join(map(repr, among))}, not {_shown(answer)}")


def choices(answer: Any, among: Sequence[str], what: str = "the answer") -> set[str]:
    """Some of several words."""
    found = several(answer, what, longest=len(among))
    return {choice(one, among, f"entry {place} of {what}") for place, one in enumerate(found, start=1)}


def fields(answer: Any, names: Sequence[str], what: str = "the answer") -> dict[str, Any]:
    """The entries of a dictionary that must have just these names."""
    if not isinstance(answer, Mapping):
        wrong(f"{what} must be a dictionary with the entries {', '.join(names)}, not {_kind(answer)}")
    there = {str(name) for name in islice(answer, 100)}
    if there != set(names):
        wrong(f"{what} must have the entries {', '.join(names)}, not {', '.join(sorted(there)) or 'none'}")
    return {name: answer[name] for name in names}


def function(answer: Any, what: str = "the answer") -> Callable[..., Any]:
    """Something to call."""
    if not callable(answer):
        wrong(f"{what} must be a function, not {_kind(answer)}: hand in its name, without brackets")
    return answer


def called(of: Callable[..., Any], *arguments: Any, case: str) -> float:
    """What a student's function returns, a finite number; what it raises is said, with the case."""
    try:
        found = of(*arguments)
    except (Exception, SystemExit) as error:
        wrong(f"on {case} the function raises {type(error).__name__}: {str(error)[:200]}")
    return number(found, f"what the function returns on {case}")


def _kind(answer: Any) -> str:
    kind = "None" if answer is None else type(answer).__name__
    return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}" if answer is not None else kind


def _shown(answer: Any) -> str:
    return repr(answer[:40]) if isinstance(answer, str) else _kind(answer)
