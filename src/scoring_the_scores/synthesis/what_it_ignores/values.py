"""Twenty-two metrics of one kind of sample, exactly: what the table of the chapter compares.

A case is a whole number, its score, and a label; the threshold is 0, and where a metric reads the score as a chance it
is (6 + score) / 12, so that scores go from -5 to 5. A value is a fraction, or something that is equal, larger or
smaller just when the metric is: the signed square of MCC, and the mean likelihood in place of the log loss. Only the
integral form of AUDRC and the volume under the Tile, which have logarithms, are floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, total_ordering
from math import log
from typing import Any

from metricbook import confusion as counts
from metricbook import tile

Case = tuple[int, int]
#: Cases in ascending order: the score of each, then its label.
Cases = tuple[Case, ...]
HALF = Fraction(1, 2)
#: Floats nearer to each other than this are equal.
NEAR = 1e-9


@total_ordering
class Likelihood:
    """The geometric mean of the chances given to the labels: the exponential of minus the log loss."""

    def __init__(self, product: Fraction, n: int) -> None:
        self.product, self.n = product, n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Likelihood) and self.product**other.n == other.product**self.n

    def __lt__(self, other: Likelihood) -> bool:
        return self.product**other.n < other.product**self.n

    def __hash__(self) -> int:
        return hash(float(self))

    def __float__(self) -> float:
        return float(self.product) ** (1 / self.n)


Group = tuple[int, int]


@cache
def groups(cases: Cases) -> tuple[Group, ...]:
    """Negatives and positives of each distinct score, highest first: all that metrics of the order read."""
    scores = sorted({score for score, _ in cases}, reverse=True)
    return tuple((cases.count((score, 0)), cases.count((score, 1))) for score in scores)


@cache
def decided(cases: Cases) -> tuple[tuple[int, Fraction], ...]:
    """Cases and right decisions of each distinct confidence, highest first; half right at the threshold."""
    sizes = sorted({abs(score) for score, _ in cases}, reverse=True)
    decisions = []
    for size in sizes:
        right = [HALF if score == 0 else Fraction((score > 0) == label) for score, label in cases if abs(score) == size]
        decisions.append((len(right), sum(right, Fraction(0))))
    return tuple(decisions)


def _classes(groups: tuple[Group, ...]) -> Group:
    return sum(negatives for negatives, _ in groups), sum(positives for _, positives in groups)


def _auroc(groups: tuple[Group, ...]) -> Fraction:
    n, p = _classes(groups)
    above = won = 0
    for negatives, positives in groups:
        won += negatives * (2 * above + positives)
        above += positives
    return Fraction(won, 2 * n * p)


def _average_precision(groups: tuple[Group, ...]) -> Fraction:
    total, flagged, true = Fraction(0), 0, 0
    for negatives, positives in groups:
        flagged, true = flagged + negatives + positives, true + positives
        total += Fraction(positives * true, flagged)
    return total / true


def _precision_at_r_b(groups: tuple[Group, ...]) -> Fraction | None:
    """Precision at the lowest score at which flagged cases are beaten by at most half of the positives on average."""
    p = _classes(groups)[1]
    flagged = true = doubled = 0  # doubled: pairs of a positive and a flagged case that it beats, ties half, twice
    precision, beaten = None, False
    for negatives, positives in groups:
        doubled += (negatives + positives) * (2 * true + positives)
        flagged, true = flagged + negatives + positives, true + positives
        if doubled <= flagged * p:
            precision = Fraction(true, flagged)
        beaten = doubled >= flagged * p
    return precision if beaten else None


def _points(groups: tuple[Group, ...]) -> list[Group]:
    """False and true positives with nothing flagged, and with each score's cases flagged too."""
    points = [(0, 0)]
    for negatives, positives in groups:
        points.append((points[-1][0] + negatives, points[-1][1] + positives))
    return points


def _best_f1(groups: tuple[Group, ...]) -> Fraction:
    p = _classes(groups)[1]
    return max(Fraction(2 * true, false + true + p) for false, true in _points(groups))


def _kolmogorov_smirnov(groups: tuple[Group, ...]) -> Fraction:
    n, p = _classes(groups)
    return max(abs(Fraction(true, p) - Fraction(false, n)) for false, true in _points(groups))


def _segments(groups: tuple[Group, ...]) -> list[Group]:
    """Negatives and positives on each segment of the convex hull: neighbours are pooled where positives get denser."""
    pooled: list[Group] = []
    for negatives, positives in groups:
        while pooled and pooled[-1][1] * negatives <= positives * pooled[-1][0]:
            last = pooled.pop()
            negatives, positives = negatives + last[0], positives + last[1]
        pooled.append((negatives, positives))
    return pooled


def _auch(groups: tuple[Group, ...]) -> Fraction:
    return _auroc(tuple(_segments(groups)))


def _expected_loss(groups: tuple[Group, ...], share: Fraction) -> Fraction:
    """Loss with a random case's score as the threshold: a pair of one class costs a constant, of two classes AUROC."""
    return (share**2 + (1 - share) ** 2) / 2 + 2 * share * (1 - share) * (1 - _auroc(groups))


def _least_loss(groups: tuple[Group, ...], *, skews: bool = False, beta: bool = False) -> Fraction:
    """Expected loss at best thresholds: over segments of the hull, their weight times 2 g(share of positives)."""
    n, p = _classes(groups)
    total = Fraction(0)
    for negatives, positives in _segments(groups):
        zero, one = (Fraction(negatives, 2 * n), Fraction(positives, 2 * p)) if skews else (
            Fraction(negatives, n + p), Fraction(positives, n + p))  # fmt: skip
        mixed = zero * one / (zero + one) ** 2
        total += (zero + one) * mixed * (1 + mixed if beta else 1)
    return total


def _h(groups: tuple[Group, ...]) -> Fraction:
    return 1 - _least_loss(groups, beta=True) / _least_loss((_classes(groups),), beta=True)


def _lxcim(decided_cases: tuple[tuple[int, Fraction], ...]) -> Fraction:
    n, bolder, total = sum(size for size, _ in decided_cases), 0, Fraction(0)
    for size, right in decided_cases:
        total += right * (2 * (n - bolder) - size)
        bolder += size
    return total / n**2


def _audrc_sum(decided_cases: tuple[tuple[int, Fraction], ...]) -> Fraction:
    done, right, total = 0, Fraction(0), Fraction(0)
    for size, gained in decided_cases:
        done, right = done + size, right + gained
        total += size * right / done
    return total / done


def _audrc_integral(decided_cases: tuple[tuple[int, Fraction], ...]) -> float:
    """Integral of G(v) / v over the share decided, for the curve G of right decisions, straight between confidences."""
    done, right, total = 0, Fraction(0), 0.0
    for size, gained in decided_cases:
        offset = right - gained / size * done
        total += float(gained) + (float(offset) * log((done + size) / done) if done else 0.0)
        done, right = done + size, right + gained
    return total / done


def _ranked(metric: Callable[[tuple[Group, ...]], Any]) -> Callable[[Cases], Any]:
    return lambda cases: metric(groups(cases))


def _by_confidence(metric: Callable[[tuple[tuple[int, Fraction], ...]], Any]) -> Callable[[Cases], Any]:
    return lambda cases: metric(decided(cases))


@cache
def matrix(cases: Cases) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """True negatives, false positives, false negatives and true positives at the threshold 0, half for a score of 0."""
    cells = [Fraction(0)] * 4
    for score, label in cases:
        flagged = HALF if score == 0 else Fraction(int(score > 0))
        cells[2 * label] += 1 - flagged
        cells[2 * label + 1] += flagged
    return cells[0], cells[1], cells[2], cells[3]


def _decided(metric: Callable[..., Any]) -> Callable[[Cases], Any]:
    return lambda cases: metric(*matrix(cases))


def _signed_square_of_mcc(cases: Cases) -> Fraction | None:
    tn, fp, fn, tp = matrix(cases)
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    above = tp * tn - fp * fn
    return above * abs(above) / product if product else None


def _volume(cases: Cases) -> float:
    return float(tile.volume([float(count) for count in matrix(cases)]))


def _brier(cases: Cases) -> Fraction:
    return sum((Fraction(6 + score - 12 * label, 12) ** 2 for score, label in cases), Fraction(0)) / len(cases)


def _likelihood(cases: Cases) -> Likelihood:
    product = Fraction(1)
    for score, label in cases:
        product *= Fraction(6 + score if label else 6 - score, 12)
    return Likelihood(product, len(cases))


#: The metrics of the table by name: of the order of scores, of confident decisions, of decisions, of chances.
METRICS: Mapping[str, Callable[[Cases], Any]] = {
    "AUROC": _ranked(_auroc),
    "AP": _ranked(_average_precision),
    "C(r_b)": _ranked(_precision_at_r_b),
    "best F1": _ranked(_best_f1),
    "KS": _ranked(_kolmogorov_smirnov),
    "AUCH": _ranked(_auch),
    "L, skews": _ranked(lambda case_groups: _expected_loss(case_groups, HALF)),
    "L, costs": _ranked(
        lambda case_groups: _expected_loss(case_groups, Fraction(_classes(case_groups)[1], sum(_classes(case_groups))))
    ),
    "least L, skews": _ranked(lambda case_groups: _least_loss(case_groups, skews=True)),
    "least L, costs": _ranked(_least_loss),
    "H": _ranked(_h),
    "LxCIM": _by_confidence(_lxcim),
    "AUDRC, sum": _by_confidence(_audrc_sum),
    "AUDRC, integral": _by_confidence(_audrc_integral),
    "accuracy": _decided(counts.accuracy),
    "balanced accuracy": _decided(counts.balanced_accuracy),
    "F1": _decided(counts.f1_score),
    "kappa": _decided(counts.cohen_kappa),
    "MCC": _signed_square_of_mcc,
    "VUT": _volume,
    "Brier score": _brier,
    "log loss": _likelihood,
}


@cache
def value(metric: str, cases: Cases) -> Any:
    """What a metric makes of some cases, None where it has no value."""
    return METRICS[metric](cases)


def same(first: Any, second: Any) -> bool:
    """Whether two values of one metric are equal."""
    return abs(first - second) < NEAR if isinstance(first, float) else first == second


def between(low: Any, middle: Any, high: Any) -> bool:
    """Whether a value lies between two others of its metric, in whichever order these are."""
    if isinstance(middle, float):
        return min(low, high) - NEAR < middle < max(low, high) + NEAR
    return min(low, high) <= middle <= max(low, high)


def total(first: Any, second: Any) -> Any:
    """The sum of two values of one metric, or what is equal just when the sum is."""
    if isinstance(first, Likelihood):
        return Likelihood(first.product**second.n * second.product**first.n, first.n * second.n)
    return first + second


def shown(metric: str, metric_value: Any) -> float:
    """A value as the metric itself has it."""
    if isinstance(metric_value, Likelihood):
        return -log(metric_value)
    if metric == "MCC":
        return float(abs(metric_value)) ** 0.5 * (-1 if metric_value < 0 else 1)
    return float(metric_value)
