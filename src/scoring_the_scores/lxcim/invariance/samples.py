"""What the checks of Sections 1 and 2 share: all small samples, confidence functions, derivatives of metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import sympy

from metricbook.confusion import METRICS
from metricbook.exact import ranking as exact
from metricbook.exact.ranking import Number

TN, FP, FN, TP = CELLS = sympy.symbols("TN FP FN TP", positive=True)
S = sympy.Symbol("s", real=True)
#: Matrices on which no two of the four counts, nor their sums that matter, agree by accident.
GENERIC = ((5, 2, 3, 7), (6, 9, 1, 4), (2, 5, 8, 3))


def only(values: set) -> Any:
    """The one value of a set, or all of them where they differ."""
    return next(iter(values)) if len(values) == 1 else sorted(values)


def subsets(n: int) -> Iterator[tuple[int, ...]]:
    """All sets of indices below n."""
    for chosen in product((False, True), repeat=n):
        yield tuple(index for index, taken in enumerate(chosen) if taken)


@cache
def value(metric: Callable[..., Fraction], labels: tuple[int, ...], scores: tuple) -> Fraction | None:
    """An exact metric of a sample, None where it is undefined; samples recur, so values are cached."""
    try:
        return metric(labels, scores)
    except ZeroDivisionError:
        return None


def exchanged_samples(samples: Iterable[tuple]) -> Iterator[tuple[tuple, tuple]]:
    """Every sample with each of its exchanges, the threshold being 0."""
    for labels, scores in samples:
        for which in subsets(len(labels)):
            new_labels, new_scores = exact.exchange(labels, scores, which=which)
            yield (labels, scores), (tuple(new_labels), tuple(map(int, new_scores)))


def strict_wins(labels: Sequence[int], scores: Sequence[Number], *, tie: Number = 0) -> Fraction:
    """P[s(X+) > s(X-)] with so much credit for a tie."""
    positives = [s for y, s in zip(labels, scores, strict=True) if y]
    negatives = [s for y, s in zip(labels, scores, strict=True) if not y]
    won = sum(int(a > b) + tie * (a == b) for a in positives for b in negatives)
    return Fraction(won) / (len(positives) * len(negatives))


def rate_gaps(labels: Sequence[int], scores: Sequence[Number]) -> list[Fraction]:
    """TPR - FPR at every distinct score from the highest down."""
    return [tpr - fpr for fpr, tpr in exact.roc_points(labels, scores)[1:]]


def kolmogorov_smirnov(labels: Sequence[int], scores: Sequence[Number]) -> Fraction:
    """Largest |TPR - FPR|, exactly."""
    return max(map(abs, rate_gaps(labels, scores)))


class ConfidenceFunction(NamedTuple):
    """A bi-monotonic g with s* = 0: one formula in s below 0, another from 0 on."""

    name: str
    below: sympy.Expr
    above: sympy.Expr

    def __call__(self, score: Any) -> sympy.Expr:
        return (self.below if score < 0 else self.above).subs(S, score)

    def preimage(self, value: Any, domain: sympy.Set = sympy.S.Reals) -> list:
        """All scores of that confidence, in ascending order."""
        left = sympy.solveset(self.below - value, S, domain & sympy.Interval.open(-sympy.oo, 0))
        right = sympy.solveset(self.above - value, S, domain & sympy.Interval(0, sympy.oo))
        return sorted(left | right)

    def partners(self, score: Any, domain: sympy.Set = sympy.S.Reals) -> list:
        """The other scores that are as confident."""
        return [other for other in self.preimage(self(score), domain) if other != score]


#: Continuous, with one limit at both ends: every confidence above the lowest belongs to two scores.
PAIRED = (
    ConfidenceFunction("|s|", -S, S),
    ConfidenceFunction("s^2", S**2, S**2),
    ConfidenceFunction("-s$ below 0, $3s$ above $0", -S, 3 * S),
    ConfidenceFunction(r"\tfrac{-s}{1-s}$ below 0, $\tfrac{2s}{1+2s}$ above $0", -S / (1 - S), 2 * S / (1 + 2 * S)),
)
#: Strictly falling below 0 and strictly rising above it too, but of unequal limits, or with a jump.
UNPAIRED = (
    ConfidenceFunction(r"-s$ below 0, $\tfrac{s}{1+s}$ above $0", -S, S / (1 + S)),
    ConfidenceFunction("-s$ below 0, $1+s$ from $0", -S, 1 + S),
)
SCORE_GRID = tuple(sympy.Rational(k, 2) for k in (-10, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 10))


class Sensitivity(NamedTuple):
    """Whether the partial derivatives of a metric differ, for the two kinds of hit and the two kinds of mistake."""

    hits: bool
    mistakes: bool


@cache
def sensitivity(name: str) -> Sensitivity:
    """Whether df/dTP differs from df/dTN, and df/dFP from df/dFN, as functions."""
    value = METRICS[name](*CELLS)
    return Sensitivity(_differ(value, TP, TN), _differ(value, FP, FN))


def _differ(value: sympy.Expr, first: sympy.Symbol, second: sympy.Symbol) -> bool:
    gap = sympy.diff(value, first) - sympy.diff(value, second)
    if any(gap.subs(dict(zip(CELLS, cells, strict=True))) != 0 for cells in GENERIC):
        return True
    if sympy.simplify(gap) != 0:
        raise ArithmeticError(f"{gap} vanishes on all generic matrices and yet not identically")
    return False
