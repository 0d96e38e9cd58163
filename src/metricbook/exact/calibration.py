"""Reference implementation, in fractions, of `metricbook.metrics.calibration`.

As in `metricbook.exact.ranking`, every function takes lists of labels 0 and 1, of scores and of weights. The log loss
is no fraction, so that the likelihood, whose logarithm it takes, is compared instead. Isotonic regression is computed
by its max-min formula, not by pooling.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from metricbook.exact.ranking import Number

__all__ = ["brier_score", "isotonic", "likelihood"]


def brier_score(labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None) -> Fraction:
    """Mean squared distance of the score from the label.

    Examples
    --------
    >>> brier_score([1, 0], [Fraction(3, 4), Fraction(1, 2)])
    Fraction(5, 32)
    """
    sample = _sample(labels, scores, weights)
    return sum((w * (s - y) ** 2 for y, s, w in sample), Fraction(0)) / sum(w for _, _, w in sample)


def likelihood(labels: Sequence[int], scores: Sequence[Number], weights: Sequence[int] | None = None) -> Fraction:
    """Likelihood of the labels if the scores are probabilities; weights are whole numbers of cases.

    Examples
    --------
    >>> likelihood([1, 0], [Fraction(3, 4), Fraction(1, 2)], [2, 1])
    Fraction(9, 32)
    """
    product = Fraction(1)
    for label, score, weight in _sample(labels, scores, weights):
        product *= (score if label == 1 else 1 - score) ** int(weight)
    return product


def isotonic(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None
) -> list[Fraction]:
    """Share of positives of each member after isotonic regression of the labels on the scores.

    For a score s it is the largest, over lower ends l <= s, of the smallest, over upper ends u >= s, share of
    positives among the members that score from l to u. Every distinct score must carry weight.

    Examples
    --------
    >>> [str(share) for share in isotonic([1, 0, 1, 0], [4, 3, 2, 1])]
    ['1', '1/2', '1/2', '0']
    """
    sample = _sample(labels, scores, weights)
    values = sorted({score for _, score, _ in sample})

    def mean(lower: Fraction, upper: Fraction) -> Fraction:
        inside = [(label, weight) for label, score, weight in sample if lower <= score <= upper]
        return sum((label * weight for label, weight in inside), Fraction(0)) / sum(weight for _, weight in inside)

    return [
        max(min(mean(lower, upper) for upper in values if upper >= score) for lower in values if lower <= score)
        for _, score, _ in sample
    ]


def _sample(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None
) -> list[tuple[int, Fraction, Fraction]]:
    exact_weights = [Fraction(1)] * len(labels) if weights is None else [Fraction(w) for w in weights]
    return list(zip(labels, (Fraction(s) for s in scores), exact_weights, strict=True))
