"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np

from metricbook.exercises.reading import called, close, several, whole, wrong

HALF = Fraction(1, 2)
Given: TypeAlias = Mapping[str, Any]
Of: TypeAlias = Callable[..., float | Fraction]
T = TypeVar("T")


def picked(rng: np.random.Generator, among: Sequence[T]) -> T:
    """One of several things, as plain as it stands there."""
    return among[int(rng.integers(len(among)))]


def same_function(of: Callable[..., Any], tried: Iterable[tuple[Any, ...]], right: Of, usual: Mapping[str, Of]) -> int:
    """Compare a function with the right one, case by case, and return their number.

    At the first difference the rest is used to see which of the ``usual`` mistakes it is: the one whose values it has
    everywhere.
    """
    left = list(tried)
    for place, arguments in enumerate(left):
        found = called(of, *map(_copied, arguments), case=_said(arguments))
        if not close(found, float(right(*arguments)), 1e-9):
            alike = _alike(of, left[place:], usual)
            looks = f" {alike}" if alike else ""
            wrong(f"On {_said(arguments)} it should be {float(right(*arguments)):.6g}, not {found:.6g}.{looks}")
    return len(left)


def _alike(of: Callable[..., Any], tried: Sequence[tuple[Any, ...]], usual: Mapping[str, Of]) -> str | None:
    left = dict(usual)
    for arguments in tried:
        found = called(of, *map(_copied, arguments), case=_said(arguments))
        left = {name: other for name, other in left.items() if close(found, float(other(*arguments)), 1e-9)}
        if not left:
            return None
    return next(iter(left))


def _copied(one: Any) -> Any:
    return list(one) if isinstance(one, tuple) else one


def _said(arguments: tuple[Any, ...]) -> str:
    counts = all(isinstance(one, int) for one in arguments)
    return str(arguments) if counts else ", ".join(str(_copied(one)) for one in arguments)


Matrix: TypeAlias = tuple[int, int, int, int]


def matrix(answer: Any, what: str, *, most: int) -> Matrix:
    """A confusion matrix (tn, fp, fn, tp) in whole numbers, with both classes."""
    found = several(answer, what, shortest=4, longest=4)
    tn, fp, fn, tp = (
        whole(one, f"{name} of {what}", high=most) for one, name in zip(found, ("tn", "fp", "fn", "tp"), strict=True)
    )
    if tn + fp == 0 or fn + tp == 0 or tn + fp + fn + tp > most:
        wrong(f"{what} must have positives and negatives, and at most {most} cases, in the order tn, fp, fn, tp.")
    return tn, fp, fn, tp


def two_matrices(answer: Any, *, most: int) -> tuple[Matrix, Matrix]:
    """Two confusion matrices of the same class sizes."""
    pair = several(answer, "the pair of matrices", shortest=2, longest=2)
    first, second = matrix(pair[0], "the first matrix", most=most), matrix(pair[1], "the second matrix", most=most)
    sizes = [(one[0] + one[1], one[2] + one[3]) for one in (first, second)]
    if sizes[0] != sizes[1]:
        said = " and ".join(f"{n} negatives, {p} positives" for n, p in sizes)
        wrong(f"Both must have the same class sizes, tn + fp and fn + tp, not {said}.")
    return first, second
