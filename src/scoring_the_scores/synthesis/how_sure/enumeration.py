"""This chapter's statements from their definitions, in fractions: influences, moments over all draws, exponentials."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, Scores, rankings

HALF = Fraction(1, 2)


def more_confident_is_right(one: tuple[int, int], other: tuple[int, int]) -> Fraction:
    """Of two cases (label, score), whether the decision with the larger |score| is right; ties are shared.

    Examples
    --------
    >>> more_confident_is_right((1, 2), (1, -1)), more_confident_is_right((1, 2), (0, 2))
    (Fraction(1, 1), Fraction(1, 2))
    """
    if abs(one[1]) == abs(other[1]):
        return (_right(one) + _right(other)) / 2
    return _right(max(one, other, key=lambda case: abs(case[1])))


def _right(case: tuple[int, int]) -> Fraction:
    label, score = case
    return HALF if score == 0 else Fraction(int((score > 0) == bool(label)))


def lxcim_influences(cases: Sequence[tuple[int, int]]) -> list[Fraction]:
    """The influence of each case on LxCIM: twice its mean over all second cases, less LxCIM, by n."""
    n = len(cases)
    met = [sum((more_confident_is_right(case, other) for other in cases), Fraction(0)) / n for case in cases]
    value = sum(met, Fraction(0)) / n
    return [2 * (m - value) / n for m in met]


def area_formula(right: Sequence[int]) -> Fraction:
    """4/n times 2 ∫ G (1 - v + G) dv - (2 ∫ G dv)², for right (1) and wrong (0) decisions, most confident first.

    G is linear between whole numbers of cases, so that Simpson's rule is exact.
    """
    n = len(right)
    height = [Fraction(sum(right[:k]), n) for k in range(n + 1)]
    integral = area = Fraction(0)
    for k in range(n):
        middle = (height[k] + height[k + 1]) / 2
        ends = [g * (1 - v + g) for g, v in ((height[k], Fraction(k, n)), (height[k + 1], Fraction(k + 1, n)))]
        integral += (ends[0] + 4 * middle * (1 - Fraction(2 * k + 1, 2 * n) + middle) + ends[1]) / (6 * n)
        area += middle / n
    return 4 * (2 * integral - (2 * area) ** 2) / n


def auroc_influences(cases: Sequence[tuple[int, int]]) -> list[Fraction]:
    """The influence of each case on AUROC: its share of pairs won, less AUROC, by the size of its class."""
    sides: tuple[list[int], list[int]] = ([], [])
    for label, score in cases:
        sides[label].append(score)
    area = exact.auroc(*map(list, zip(*cases, strict=True)))
    influences = []
    for label, score in cases:
        won = [_beats(score, other) if label else _beats(other, score) for other in sides[1 - label]]
        influences.append((sum(won) / Fraction(len(won)) - area) / len(sides[label]))
    return influences


def _beats(one: int, other: int) -> Fraction:
    return HALF if one == other else Fraction(int(one > other))


def delong(labels: Labels, scores: Scores) -> Fraction:
    """DeLong's variance of AUROC: that of the placements of each class, by its size; two of each class at least."""
    sides = [[s for label, s in zip(labels, scores, strict=True) if label == side] for side in (0, 1)]
    of_positives = [sum((_beats(s, other) for other in sides[0]), Fraction(0)) / len(sides[0]) for s in sides[1]]
    of_negatives = [sum((_beats(other, s) for other in sides[1]), Fraction(0)) / len(sides[1]) for s in sides[0]]
    return _variance(of_positives) / len(of_positives) + _variance(of_negatives) / len(of_negatives)


def _variance(values: Sequence[Fraction]) -> Fraction:
    mean = sum(values) / Fraction(len(values))
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def moments_of_exponentials(positives: int, negatives: int, rate: Fraction) -> tuple[Fraction, Fraction]:
    """Mean and variance of AUROC if scores are exponential, those of negatives of rate 1, by all orders.

    The lowest of the scores left is one of them with a chance in proportion to its rate.

    Examples
    --------
    >>> moments_of_exponentials(1, 1, Fraction(1, 4))
    (Fraction(4, 5), Fraction(4, 25))
    """
    mean = square = Fraction(0)
    for order in rankings(positives + negatives, positives):
        chance, left = Fraction(factorial(positives) * factorial(negatives)), positives * rate + negatives
        for label in reversed(order):
            step = rate if label else Fraction(1)
            chance *= step / left
            left -= step
        area = exact.auroc(order, range(len(order), 0, -1))
        mean += chance * area
        square += chance * area**2
    return mean, square - mean**2


def pair_variance(area: Fraction, first: Fraction, second: Fraction, positives: int, negatives: int) -> Fraction:
    """Variance of AUROC, given how often a negative loses to two positives and a positive beats two negatives."""
    spread = area * (1 - area) + (positives - 1) * (first - area**2) + (negatives - 1) * (second - area**2)
    return spread / (positives * negatives)


def hanley_mcneil(area: Fraction, positives: int, negatives: int) -> Fraction:
    """Hanley and McNeil's variance of AUROC, from its value and the sizes of the classes alone."""
    return pair_variance(area, area / (2 - area), 2 * area**2 / (1 + area), positives, negatives)


def redrawn(sample: Sample) -> Iterator[tuple[Sample, int]]:
    """Every sample that can be drawn from this one with replacement, keeping class sizes, and how often it is drawn.

    Examples
    --------
    >>> [(labels, times) for (labels, _), times in redrawn(((1, 0, 0), (3, 2, 1)))]
    [((1, 0, 0), 1), ((1, 0, 0), 2), ((1, 0, 0), 1)]
    """
    labels, scores = sample
    sides = [[k for k, label in enumerate(labels) if label == side] for side in (1, 0)]
    for chosen in product(*(combinations_with_replacement(side, len(side)) for side in sides)):
        times = 1
        for part in chosen:
            times *= factorial(len(part))
            for k in set(part):
                times //= factorial(part.count(k))
        order = sorted((k for part in chosen for k in part), key=lambda k: (-scores[k], labels[k]))
        yield (tuple(labels[k] for k in order), tuple(scores[k] for k in order)), times


@cache
def at_best_thresholds(sample: Sample) -> dict[str, Fraction]:
    """AUROC, and four metrics that choose the best of many thresholds: H, AUCH, the KS gap and the best accuracy."""
    labels, scores = sample
    points = exact.roc_points(labels, scores)
    positives = sum(labels)
    negatives = len(labels) - positives
    return {
        "AUROC": exact.auroc(labels, scores),
        "H": exact_costs.h_measure(labels, scores),
        "AUCH": exact.auch(labels, scores),
        "KS": max(abs(v - u) for u, v in points),
        "best accuracy": max(positives * v + negatives * (1 - u) for u, v in points) / len(labels),
    }


def mean_of_redrawn(sample: Sample) -> dict[str, Fraction]:
    """The means of these metrics over everything that can be drawn from a sample with its class sizes."""
    total: dict[str, Fraction] = {}
    draws = 0
    for other, times in redrawn(sample):
        draws += times
        for name, value in at_best_thresholds(other).items():
            total[name] = total.get(name, Fraction(0)) + times * value
    return {name: value / draws for name, value in total.items()}


def mean_h_of(shares: Sequence[Fraction], labels: Labels, scores: Scores, n: int) -> Fraction:
    """The mean of H over n cases drawn one by one from cells of these shares, given that both classes are there."""
    total = chance = Fraction(0)
    for counts in product(range(n + 1), repeat=len(shares)):
        if sum(counts) != n or not 0 < sum(c for c, label in zip(counts, labels, strict=True) if label) < n:
            continue
        weight = Fraction(factorial(n))
        for count, share in zip(counts, shares, strict=True):
            weight *= share**count / factorial(count)
        chance += weight
        total += weight * exact_costs.h_measure(labels, scores, counts)
    return total / chance


def moments(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and variance of equally likely values."""
    mean = sum(values) / Fraction(len(values))
    return mean, sum((value - mean) ** 2 for value in values) / Fraction(len(values))


def over_draws(
    metric: Callable[[list[tuple[int, int]]], Fraction], cases: Sequence[tuple[int, int]], n: int
) -> tuple[Fraction, Fraction]:
    """Mean and variance of a metric of n cases drawn with replacement from these."""
    return moments([metric(list(drawn)) for drawn in product(cases, repeat=n)])
