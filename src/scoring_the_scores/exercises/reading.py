"""Readers of students' answers: each returns a value of the type in its name, or raises `Wrong` with a message."""

from __future__ import annotations

import math
import numbers
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, Final, NoReturn

import numpy as np

from scoring_the_scores.exercises import forms

#: Largest rounding error of a whole number computed in floats.
ROUNDING: Final = 1e-6
OUTCOMES: Final = ("tn", "fp", "fn", "tp")


class Wrong(Exception):
    """An answer is wrong; the message says why."""


def wrong(message: str) -> NoReturn:
    """Raise `Wrong` with a message."""
    raise Wrong(message)


def number(answer: Any, what: str = "the answer", *, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number from low to high; also a decimal, an array of one entry, and text such as ``"2/3"``."""
    answer = _single(answer)
    if isinstance(answer, str):
        answer = _read_number(answer, f"{what} must be a number")
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


def label(answer: Any, what: str, letters: Mapping[str, int] = forms.CLASSES) -> int:
    """A label: 0 or 1, False or True, or a letter that stands for one."""
    answer = _single(answer)
    if isinstance(answer, str) and isinstance(read := forms.letters_in(answer[:10], letters), list) and len(read) == 1:
        return read[0]
    return int(answer) if isinstance(answer, bool | np.bool_) else whole(answer, what, high=1)


def apart(value: float, *others: float) -> str:
    """A number in six digits, or in as many as it takes to differ from the others.

    >>> apart(0.25, 1), apart(569.9999, 570), apart(1 + 1e-9, 0, 1)
    ('0.25', '569.9999', '1.000000001')
    """
    written = (f"{value:.{digits}g}" for digits in range(6, 18))
    return next((text for text in written if all(float(text) != other for other in others)), repr(value))


def fraction(
    answer: Any,
    what: str = "the answer",
    *,
    low: float = -math.inf,
    high: float = math.inf,
    right: Fraction | None = None,
) -> Fraction:
    """A fraction, exact: a Fraction, a whole number or text such as ``"3/8"``; a float if its terms are small.

    A float with all its digits is also read as the fraction that is ``right``, whatever the terms of that.
    """
    answer = _single(answer)
    if isinstance(answer, str):
        answer = _read_number(answer, f'{what} must be a fraction, such as "3/8"')
    value = number(answer, what, low=low, high=high)
    exact = Fraction(int(answer.numerator), int(answer.denominator)) if isinstance(answer, numbers.Rational) else None
    if exact is not None and (exact.denominator < 10**12 or 10**99 % exact.denominator):
        return exact  # anything else may be a float, with all its digits
    if right is not None and math.isclose(value, right, rel_tol=1e-14):
        return right
    near = Fraction(value).limit_denominator(10**5)
    if abs(near - Fraction(value)) <= (1 + abs(near)) / 10**13:
        return near
    if exact is None:
        wrong(f'{what} must be exact: write a fraction, such as "3/8", for {value!r} may be rounded')
    return exact


def _single(answer: Any) -> Any:
    """The entry of what holds a single one: an array, or a column of a table; anything else as it is."""
    of_numpy = isinstance(answer, np.ndarray) and answer is not np.ma.masked
    if (of_numpy or _is_column(answer)) and answer.size == 1:
        return answer.item()
    return answer


def _is_column(answer: Any) -> bool:
    """Whether it is a column of pandas, which need not be imported for that."""
    pd = sys.modules.get("pandas")
    return pd is not None and isinstance(answer, pd.Series | pd.Index)


def _is_table(answer: Any) -> bool:
    pd = sys.modules.get("pandas")
    return pd is not None and isinstance(answer, pd.DataFrame)


def _read_number(answer: str, expected: str) -> Fraction:
    """The number in a text; a message begins with ``expected``."""
    read = forms.number_in(answer)
    if read is None:
        comma = "; decimals are written with a point" if re.fullmatch(r"\s*[+-]?\d+,\d+\s*", answer[:100]) else ""
        wrong(f"{expected}, not {answer[:40]!r}{comma}")
    return read


def unrounded(given: float | Fraction, right: float | Fraction, what: str, tolerance: float = 0) -> None:
    """Raise `Wrong` if a decimal of at least two digits is the right number, but rounded too far.

    >>> unrounded(Fraction("0.88"), Fraction(68, 77), "AUROC")
    Traceback (most recent call last):
    scoring_the_scores.exercises.reading.Wrong: AUROC is 0.88 only when it is rounded: hand in the fraction, which is
    exact
    >>> unrounded(0.68, 0.68345, "AUROC", 6e-4)
    Traceback (most recent call last):
    scoring_the_scores.exercises.reading.Wrong: AUROC is 0.68 only when it is rounded: hand in more digits
    """
    if abs(float(given) - float(right)) > tolerance and (written := forms.rounded(given, right)):
        more = "the fraction, which is exact" if isinstance(given, Fraction) else "more digits"
        wrong(f"{what} is {written} only when it is rounded: hand in {more}")


def close(value: float, right: float, tolerance: float) -> bool:
    """Whether two numbers are equal within a tolerance."""
    return abs(value - right) <= tolerance


def several(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[Any]:
    """The entries of a list, tuple, array or column, ``shortest`` to ``longest`` of them."""
    if isinstance(answer, str | bytes | Mapping) or not isinstance(answer, Iterable):
        wrong(f"{what} must be a list, not {_kind(answer)}")
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        wrong(f"{what} must be a list, not a single value")
    entries = list(islice(np.asarray(answer) if _is_table(answer) else answer, longest + 1))
    if not shortest <= len(entries) <= longest:
        counts = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        wrong(f"{what} must have {counts} entries, not {'more' if len(entries) > longest else len(entries)}")
    return entries


def values(answer: Any, what: str = "the answer", *, shortest: int = 0, longest: int = 10_000) -> list[float]:
    """Finite numbers in a list."""
    entries = several(answer, what, shortest=shortest, longest=longest)
    return [number(one, f"entry {place} of {what}") for place, one in enumerate(entries, start=1)]


def four_counts(answer: Any, what: str, *, low: int = 0, high: int = 1000) -> tuple[int, int, int, int]:
    """Four counts in the order tn, fp, fn, tp, flat, by name, or as a 2 by 2 matrix, as scikit-learn's."""
    if isinstance(answer, Mapping) or (_is_named(answer) and OUTCOMES[0] in map(_name, map(str, _keys(answer)))):
        named = fields(answer, OUTCOMES, what)
        answer = [named[name] for name in OUTCOMES]
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
    """Labels, the highest score first: text such as ``"PNNP"`` or ``"+--+"``, or a list of labels."""
    example = 'P and N, such as "PNNP", highest score first'
    labels = lettered(answer, what, forms.CLASSES, example, longest=longest)
    if not 1 <= len(labels) <= longest:
        wrong(f"{what} must have 1 to {longest} cases")
    for name, expected, count in (
        ("positives", positives, sum(labels)),
        ("negatives", negatives, len(labels) - sum(labels)),
    ):
        if expected is not None and count != expected:
            wrong(f"{what} must have {expected} {name}, not {count}")
    return labels


def lettered(answer: Any, what: str, letters: Mapping[str, int], example: str, *, longest: int) -> list[int]:
    """Zeros and ones: a text of letters, with or without space between, or a list; one more than may be at most."""
    if isinstance(answer, str):
        read = forms.letters_in(answer[: 3 * (longest + 1)], letters)
        if isinstance(read, str):
            wrong(f"{what} is written with {example}: {read!r} is neither")
        return read[: longest + 1]
    entries = several(answer, what, longest=longest)
    return [label(one, f"entry {place} of {what}", letters) for place, one in enumerate(entries, start=1)]


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
    column = several(pair[1], f"scores of {what}", longest=longest)
    decided = all(isinstance(one, bool | np.bool_) for one in column)  # decisions are scores, too
    scores = values([int(one) for one in column] if decided else column, f"scores of {what}", longest=longest)
    if len(scores) != len(labels):
        wrong(f"{what} has {len(labels)} labels and {len(scores)} scores")
    if both and len(set(labels)) < 2:
        wrong(f"{what} must have positives and negatives")
    return labels, scores


def choice(answer: Any, among: Sequence[str], what: str = "the answer") -> str:
    """One of several words, in upper or lower case."""
    answer = _single(answer)
    if isinstance(answer, str):
        alike = [one for one in among if _name(one) == _name(answer)]
        if alike:
            return next((one for one in alike if str.__eq__(one, answer)), alike[0])
    wrong(f"{what} must be one of {', '.join(map(repr, among))}, not {_describe(answer)}")


def choices(answer: Any, among: Sequence[str], what: str = "the answer") -> set[str]:
    """Some of several words."""
    entries = several(answer, what, longest=len(among))
    return {choice(one, among, f"entry {place} of {what}") for place, one in enumerate(entries, start=1)}


def fields(answer: Any, names: Sequence[str], what: str = "the answer") -> dict[str, Any]:
    """The entries of a dictionary, a named tuple or a column, which must have exactly these keys, in any case."""
    if _is_named(answer):
        answer = dict(zip(_keys(answer), answer, strict=True))
    if not isinstance(answer, Mapping):
        wrong(f"{what} must be a dictionary with the entries {', '.join(names)}, not {_kind(answer)}")
    given = {str(name): answer[name] for name in islice(answer, 100)}
    if set(given) != set(names):
        known = {_name(name): name for name in names}
        alike = {known[_name(name)]: value for name, value in given.items() if _name(name) in known}
        if not len(alike) == len(given) == len(names) == len(known):
            wrong(f"{what} must have the entries {', '.join(names)}, not {', '.join(sorted(given)) or 'none'}")
        given = alike
    return {name: given[name] for name in names}


def columns(answer: Any, what: str, *, count: int) -> dict[str, Any]:
    """So many columns by name: a dictionary of lists, or a table."""
    if _is_table(answer):
        answer = dict(answer.items())
    if not isinstance(answer, Mapping) or len(answer) != count:
        wrong(f"{what} must be a dictionary of {count} lists")
    named = {str(name): column for name, column in islice(answer.items(), count)}
    if len(named) != count:
        wrong(f"the {count} entries of {what} must have different names")
    return named


def _is_named(answer: Any) -> bool:
    """Whether its entries have names, though it is no dictionary."""
    return (isinstance(answer, tuple) and hasattr(answer, "_fields")) or (
        _is_column(answer) and hasattr(answer, "index")
    )


def _keys(answer: Any) -> list[Any]:
    """The names of entries that have some."""
    return list(getattr(answer, "_fields" if isinstance(answer, tuple) else "index"))


def _name(word: str) -> str:
    """A name as it is compared: ``group_1`` is ``Group 1``."""
    return forms.folded(word[:100].replace("_", " "))


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
