"""The function of a calibrated score of which a metric is the mean, from its values for classifiers of two scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from scoring_the_scores.synthesis.axioms.classifiers import Classifier, Group, Law, all_calibrated, law, sizes

Metric = Callable[[Classifier], Fraction]
ONE = Fraction(1)


def from_law(of: Law) -> Classifier:
    """The calibrated classifier with these shares of the cases at these scores, of as few cases as can be.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [tuple(map(str, group)) for group in from_law({Fraction(1): half, Fraction(0): half})]
    [('1', '0', '1'), ('0', '1', '0')]
    """
    exact = [(q, (1 - q) * mass, q * mass) for q, mass in sorted(of.items(), reverse=True) if mass]
    times = lcm(*(count.denominator for _, *counts in exact for count in counts))
    return tuple(Group(q, int(times * negatives), int(times * positives)) for q, negatives, positives in exact)


def curve_law(corners: Sequence[tuple[Fraction, Fraction]], share: Fraction) -> Law:
    """The masses of the calibrated scores whose least losses are the curve through these corners (cost, loss).

    Half of what the slope falls by at a cost is the mass there; at 0 and 1 it is what the first slope is below that of
    flagging everything, and the last above that of flagging nothing, for this share of positives.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> corners = [(Fraction(0), Fraction(0)), (half, half / 2), (Fraction(1), Fraction(0))]
    >>> {str(q): str(mass) for q, mass in curve_law(corners, half).items()}
    {'0': '1/4', '1/2': '1/2', '1': '1/4'}
    """
    inner = [(high - low) / (right - left) for (left, low), (right, high) in pairwise(corners)]
    slopes = [2 * (1 - share), *inner, -2 * share]
    return {cost: (before - after) / 2 for (cost, _), (before, after) in zip(corners, pairwise(slopes), strict=True)}


def integrand(metric: Metric, share: Fraction) -> Callable[[Fraction], Fraction]:
    """The function whose mean over calibrated scores the metric is, if it is one: the same at 1 as at the share.

    Below the share it is told by the classifier that has this score and 1, above it by the one that has 0 and it.
    """
    flat = metric(from_law({share: ONE}))

    def of(q: Fraction) -> Fraction:
        if q in (share, 1):
            return flat
        if q < share:
            mass = (1 - share) / (1 - q)
            return (metric(from_law({q: mass, ONE: 1 - mass})) - (1 - mass) * flat) / mass
        mass = share / q
        return (metric(from_law({Fraction(0): 1 - mass, q: mass})) - (1 - mass) * of(Fraction(0))) / mass

    return of


def mean(of: Callable[[Fraction], Fraction], classifier: Classifier) -> Fraction:
    """The mean of a function over the calibrated scores of a classifier."""
    return sum((mass * of(q) for q, mass in law(classifier).items()), Fraction(0))


def weights(of: Callable[[Fraction], Fraction], scores: Sequence[Fraction]) -> dict[Fraction, Fraction]:
    """By how much the slope of a function, taken straight between some scores, rises at each inner one of them."""
    slopes = [(of(right) - of(left)) / (right - left) for left, right in pairwise(scores)]
    return {q: after - before for q, (before, after) in zip(scores[1:-1], pairwise(slopes), strict=True)}


def at_share(share: Fraction, most: int) -> list[Classifier]:
    """All calibrated classifiers of up to so many cases with this share of positives, no two with one hull."""
    found: dict[Classifier, Classifier] = {}
    for n in range(2, most + 1):
        for classifier in all_calibrated(n):
            negatives, positives = sizes(classifier)
            if Fraction(positives, negatives + positives) == share:
                found.setdefault(from_law(law(classifier)), classifier)
    return list(found.values())


def two_scores(of: Law) -> dict[Classifier, Fraction]:
    """Weights of classifiers of at most two scores, whose mixture is that of this law and perfect ones.

    Each score below the share is joined with 1, each above it with 0, each in as much as makes the mean the share. The
    weights add up to 1 and the weight of the perfect classifiers that come in.
    """
    share = sum((mass * q for q, mass in of.items()), Fraction(0))
    parts: dict[Classifier, Fraction] = {}
    for q, mass in of.items():
        if q == share:
            other, weight = {q: ONE}, mass
        elif q < share:
            part = (1 - share) / (1 - q)
            other, weight = {q: part, ONE: 1 - part}, mass / part
        else:
            part = share / q
            other, weight = {q: part, Fraction(0): 1 - part}, mass / part
        parts[from_law(other)] = parts.get(from_law(other), Fraction(0)) + weight
    return parts
