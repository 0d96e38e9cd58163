"""Reference implementations of the ranking metrics, in fractions: slow, exact, and independent of the fast ones.

Every function takes lists of labels 0 and 1, of scores and of weights (numbers that `fractions.Fraction` accepts)
and compares every sample with every other. Use it for small samples: to prove an identity on all of them, or to
compare a published fraction as a fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

__all__ = [
    "Number",
    "accuracy",
    "area",
    "auch",
    "audrc_sum",
    "auroc",
    "average_precision",
    "exchange",
    "lxcim",
    "precision_at_k",
    "recall_at_k",
    "roc_points",
    "with_exchanged_copy",
]

Number = Fraction | float
#: A whole number stays whole: Python adds and compares them ten times as fast as fractions.
Exact = Fraction | int
HALF = Fraction(1, 2)


def auroc(labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None) -> Fraction:
    """Share of the pairs of a positive and a negative that are in the right order, ties one half.

    Raises
    ------
    ZeroDivisionError
        If one class has no weight.

    Examples
    --------
    >>> auroc([1, 1, 0, 0], [3, 2, 2, 1])
    Fraction(7, 8)
    """
    sample = as_sample(labels, scores, weights)
    won: Exact = 0
    total: Exact = 0
    for label, score, weight in sample:
        for other_label, other_score, other_weight in sample:
            if label == 1 and other_label == 0:
                pair = weight * other_weight
                total += pair
                won += pair * _beats(score, other_score)
    return Fraction(won, total)


def average_precision(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None
) -> Fraction:
    """Mean over the positives of the precision among the samples that score at least as high.

    Examples
    --------
    >>> average_precision([1, 1, 0, 0], [3, 2, 2, 1])
    Fraction(5, 6)
    """
    sample = as_sample(labels, scores, weights)
    positives = [(score, weight) for label, score, weight in sample if label == 1 and weight > 0]
    gained = Fraction(0)
    for score, weight in positives:
        above = [(label, w) for label, s, w in sample if s >= score]
        gained += Fraction(weight * sum(w for label, w in above if label == 1), sum(w for _, w in above))
    return gained / sum(weight for _, weight in positives)


def precision_at_k(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None, *, k: Number = 0.1
) -> Fraction:
    """Share of positives in the first k by weight (k < 1: a share of all); ties at the border count by their share.

    Examples
    --------
    >>> precision_at_k([1, 1, 0, 0], [3, 2, 2, 1], k=2)
    Fraction(3, 4)
    """
    sample = as_sample(labels, scores, weights)
    end = _weight_of_top(sample, k)
    return _positives_in_top(sample, end) / end


def recall_at_k(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None, *, k: Number = 0.1
) -> Fraction:
    """Share of the positives that are among the first k, as `precision_at_k` counts them.

    Examples
    --------
    >>> recall_at_k([1, 1, 0, 0], [3, 2, 2, 1], k=1)
    Fraction(1, 2)
    """
    sample = as_sample(labels, scores, weights)
    return _positives_in_top(sample, _weight_of_top(sample, k)) / sum(
        weight for label, _, weight in sample if label == 1
    )


def _weight_of_top(sample: list[tuple[int, Exact, Exact]], k: Number) -> Fraction:
    return Fraction(k) * (sum(weight for _, _, weight in sample) if k < 1 else 1)


def _positives_in_top(sample: list[tuple[int, Exact, Exact]], end: Fraction) -> Fraction:
    """Weight of the positives in the first ``end``; samples tied at the border count by the share of them that fits."""
    total = Fraction(0)
    for label, score, weight in sample:
        if label == 1 and weight > 0:
            above = sum((w for _, s, w in sample if s > score), Fraction(0))
            tied = sum((w for _, s, w in sample if s == score), Fraction(0))
            total += weight * min(max((end - above) / tied, Fraction(0)), Fraction(1))
    return total


def roc_points(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None
) -> list[tuple[Fraction, Fraction]]:
    """The points (FPR, TPR) of the ROC curve, one for each distinct score, from (0, 0) to (1, 1).

    Examples
    --------
    >>> [(str(x), str(y)) for x, y in roc_points([1, 0], [2, 1])]
    [('0', '0'), ('0', '1'), ('1', '1')]
    """
    sample = as_sample(labels, scores, weights)
    positives = sum(w for label, _, w in sample if label == 1)
    negatives = sum(w for label, _, w in sample if label == 0)
    points = [(Fraction(0), Fraction(0))]
    for threshold in sorted({score for _, score, _ in sample}, reverse=True):
        false = sum(w for label, s, w in sample if label == 0 and s >= threshold)
        true = sum(w for label, s, w in sample if label == 1 and s >= threshold)
        points.append((Fraction(false, negatives), Fraction(true, positives)))
    return points


def auch(labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None) -> Fraction:
    """Area under the upper convex hull of the ROC points.

    Examples
    --------
    >>> auch([1, 0, 1, 0], [4, 3, 2, 1])
    Fraction(7, 8)
    """
    hull: list[tuple[Fraction, Fraction]] = []
    for point in sorted(roc_points(labels, scores, weights)):
        while len(hull) > 1 and _turns_left_or_straight(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return area(hull)


def accuracy(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number = 0,
) -> Fraction:
    """Share of the weight decided correctly, one half for a score at the threshold.

    Examples
    --------
    >>> accuracy([1, 1, 0], [3, -2, 0])
    Fraction(1, 2)
    """
    decisions = _decisions(labels, scores, weights, threshold)
    return Fraction(sum(w * c for _, c, w in decisions), sum(w for _, _, w in decisions))


def lxcim(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number = 0,
) -> Fraction:
    """Probability that of two draws the more confident one is decided correctly; equal confidence: their mean.

    Two samples are drawn by weight, with replacement. This is twice the area under the curve of cumulative accuracy.

    Examples
    --------
    >>> lxcim([1, 1], [2, -1])
    Fraction(3, 4)
    """
    decisions = _decisions(labels, scores, weights, threshold)
    total = sum(w for _, _, w in decisions)
    won: Exact = 0
    for confidence, correct, weight in decisions:
        outranked = sum(other_weight * _beats(confidence, other) for other, _, other_weight in decisions)
        won += weight * correct * outranked
    return Fraction(2 * won, total**2)


def audrc_sum(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number = 0,
) -> Fraction:
    """Mean over the samples of the accuracy among all that are at least as confident.

    Examples
    --------
    >>> audrc_sum([1, 1, 1], [3, -2, 1])
    Fraction(13, 18)
    """
    decisions = _decisions(labels, scores, weights, threshold)
    gained = Fraction(0)
    for confidence, _, weight in decisions:
        if weight:
            above = [(c, w) for g, c, w in decisions if g >= confidence]
            gained += Fraction(weight * sum(c * w for c, w in above), sum(w for _, w in above))
    return gained / sum(w for _, _, w in decisions)


def exchange(
    labels: Sequence[int],
    scores: Sequence[Number],
    *,
    threshold: Number = 0,
    which: Iterable[int] | None = None,
    flip_at_threshold: bool = False,
) -> tuple[list[int], list[Fraction]]:
    """Labels and scores after the exchange of classes (2 s* - s, 1 - y) of the samples named by index.

    A score at the threshold keeps its label unless ``flip_at_threshold``.

    Examples
    --------
    >>> exchange([0, 1], [1, 2], which=[0])
    ([1, 1], [Fraction(-1, 1), Fraction(2, 1)])
    """
    middle = Fraction(threshold)
    chosen = set(range(len(labels)) if which is None else which)
    new_labels, new_scores = [], []
    for index, (label, score) in enumerate(zip(labels, (Fraction(s) for s in scores), strict=True)):
        exchanged = index in chosen
        flips = exchanged and (score != middle or flip_at_threshold)
        new_labels.append(1 - label if flips else label)
        new_scores.append(2 * middle - score if exchanged else score)
    return new_labels, new_scores


def with_exchanged_copy(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number = 0,
    flip_at_threshold: bool = True,
) -> tuple[list[int], list[Fraction], list[Fraction]]:
    """The sample followed by its exchanged copy.

    Examples
    --------
    >>> labels, scores, weights = with_exchanged_copy([1], [2])
    >>> labels, [int(s) for s in scores], [int(w) for w in weights]
    ([1, 0], [2, -2], [1, 1])
    """
    new_labels, new_scores = exchange(labels, scores, threshold=threshold, flip_at_threshold=flip_at_threshold)
    old_weights = [Fraction(1)] * len(labels) if weights is None else [Fraction(w) for w in weights]
    return [*labels, *new_labels], [*(Fraction(s) for s in scores), *new_scores], [*old_weights, *old_weights]


def area(points: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """Area under the straight lines through the points, by trapezoids.

    Examples
    --------
    >>> area([(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))])
    Fraction(1, 2)
    """
    steps = pairwise(points)
    return sum(((x1 - x0) * (y0 + y1) for (x0, y0), (x1, y1) in steps), Fraction(0)) / 2


def as_exact(number: Number) -> Exact:
    """The number, as a fraction unless it is whole.

    Examples
    --------
    >>> as_exact(2), as_exact(0.5)
    (2, Fraction(1, 2))
    """
    return number if isinstance(number, (int, Fraction)) else Fraction(number)


def as_sample(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None
) -> list[tuple[int, Exact, Exact]]:
    """Label, score and weight of each case.

    Examples
    --------
    >>> as_sample([1, 0], [0.5, 2], None)
    [(1, Fraction(1, 2), 1), (0, 2, 1)]
    """
    exact_weights = [1] * len(labels) if weights is None else map(as_exact, weights)
    return list(zip(labels, map(as_exact, scores), exact_weights, strict=True))


def _decisions(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None, threshold: Number
) -> list[tuple[Exact, Exact, Exact]]:
    """Confidence, correctness (0, 1/2, 1) and weight of each sample."""
    middle = as_exact(threshold)
    decisions = []
    for label, score, weight in as_sample(labels, scores, weights):
        correct: Exact = HALF if score == middle else int((score > middle) == (label == 1))
        decisions.append((max(score - middle, middle - score), correct, weight))
    return decisions


def _beats(first: Exact, second: Exact) -> Exact:
    return int(first > second) if first != second else HALF


def _turns_left_or_straight(
    a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]
) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0
