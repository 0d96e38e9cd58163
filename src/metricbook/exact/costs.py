"""Losses over operating conditions from their definitions, in fractions.

Reference implementation of `metricbook.metrics.costs` and what uses it.

As in `metricbook.exact`, every function takes lists of labels 0 and 1, scores and weights and compares every sample
with every other. Minimum losses come from the crossings of all pairs of cost lines, not from a convex hull, and
expectations under Beta distributions with whole parameters from integrals of polynomials. A line is the pair of its
values at operating conditions 0 and 1. Orientation and names are those of `metricbook.metrics.costs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import factorial

from metricbook.exact.ranking import Exact, Number, as_exact, as_sample, roc_points

__all__ = [
    "Line",
    "Point",
    "at",
    "cost_curve",
    "cost_line",
    "cost_lines",
    "expected_loss",
    "expected_loss_from_auroc",
    "expected_min_loss",
    "h_measure",
    "hand_weight",
    "loss",
    "loss_line",
    "roc_hull",
]

HALF = Fraction(1, 2)

Line = tuple[Fraction, Fraction]
Point = tuple[Fraction, Fraction]


def cost_line(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number | None,
    over: str = "skew",
    ties: str = "half",
) -> Line:
    """Loss at conditions 0 and 1 of the decisions at a threshold; ``None`` predicts every sample positive.

    Examples
    --------
    >>> [str(end) for end in cost_line([1, 1, 0, 0, 0], [9, 7, 7, 2, 1], threshold=7, ties="negative")]
    ['1/2', '0']
    """
    sample = as_sample(labels, scores, weights)
    positives = sum(w for label, _, w in sample if label == 1)
    negatives = sum(w for label, _, w in sample if label == 0)
    false_negatives = sum(w * (1 - _accepts(s, threshold, ties)) for label, s, w in sample if label == 1)
    false_positives = sum(w * _accepts(s, threshold, ties) for label, s, w in sample if label == 0)
    if over == "skew":
        return Fraction(false_negatives, positives), Fraction(false_positives, negatives)
    total = positives + negatives
    return Fraction(2 * false_negatives, total), Fraction(2 * false_positives, total)


def loss(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    threshold: Number | None,
    condition: Number,
    over: str = "skew",
    ties: str = "half",
) -> Fraction:
    """Loss at a threshold and an operating condition.

    Examples
    --------
    >>> loss([1, 1, 0, 0], [4, 3, 2, 1], threshold=2, condition=Fraction(3, 4), ties="positive")
    Fraction(3, 8)
    """
    return at(cost_line(labels, scores, weights, threshold=threshold, over=over, ties=ties), Fraction(condition))


def cost_lines(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None, *, over: str = "skew"
) -> list[Line]:
    """The line that predicts nothing positive, then one for each distinct score from the highest down.

    Examples
    --------
    >>> [(int(a), int(b)) for a, b in cost_lines([1, 0], [2, 1])]
    [(1, 0), (0, 0), (0, 1)]
    """
    distinct = sorted(set(map(as_exact, scores)), reverse=True)
    nothing = cost_line(labels, scores, weights, threshold=distinct[0], over=over, ties="negative")
    return [nothing] + [
        cost_line(labels, scores, weights, threshold=threshold, over=over, ties="positive") for threshold in distinct
    ]


def cost_curve(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None, *, over: str = "skew"
) -> list[Point]:
    """Corners (condition, loss) of the lower envelope of the cost lines, ends included.

    Examples
    --------
    >>> [(str(z), str(q)) for z, q in cost_curve([1, 0, 1, 0], [4, 3, 2, 1])]
    [('0', '0'), ('1/2', '1/4'), ('1', '0')]
    """
    lines = cost_lines(labels, scores, weights, over=over)
    pieces = _pieces(lines)
    corners = [right for (_, right, line), (_, _, following) in pairwise(pieces) if line != following]
    return [(z, min(at(line, z) for line in lines)) for z in (Fraction(0), *corners, Fraction(1))]


def roc_hull(labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None) -> list[Point]:
    """The ends of the ROC curve, and its points that no segment between two others passes through or above.

    Examples
    --------
    >>> [(str(x), str(y)) for x, y in roc_hull([0, 1], [2, 1])]
    [('0', '0'), ('1', '1')]
    """
    points = sorted(set(roc_points(labels, scores, weights)))
    ends = points[0], points[-1]
    inner = [point for point in points if not any(_covers(a, b, point) for a, b in combinations(points, 2))]
    return sorted({*ends, *inner})


def loss_line(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    over: str = "skew",
    ties: str = "half",
    default_weight: Number = 1,
) -> Line:
    """Mean of the cost lines with each sample's score as the threshold, by weight, and of the default classifier.

    Examples
    --------
    >>> [str(end) for end in loss_line([1, 1, 0, 0, 0], [9, 8, 7, 2, 1])]
    ['1/4', '1/3']
    """
    if ties == "half":
        sides = [
            loss_line(labels, scores, weights, over=over, ties=side, default_weight=default_weight)
            for side in ("negative", "positive")
        ]
        return (sides[0][0] + sides[1][0]) / 2, (sides[0][1] + sides[1][1]) / 2
    sample = as_sample(labels, scores, weights)
    drawn = [
        (weight, cost_line(labels, scores, weights, threshold=score, over=over, ties=ties))
        for _, score, weight in sample
    ]
    if ties == "negative":
        default = cost_line(labels, scores, weights, threshold=None, over=over)
    else:
        default = cost_line(labels, scores, weights, threshold=max(scores), over=over, ties="negative")
    drawn.append((Fraction(default_weight), default))
    total = sum((weight for weight, _ in drawn), Fraction(0))
    first, last = (sum((w * line[end] for w, line in drawn), Fraction(0)) for end in (0, 1))
    return first / total, last / total


def expected_loss(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    over: str = "skew",
    ties: str = "half",
    default_weight: Number = 1,
) -> Fraction:
    """Area under the `loss_line`.

    Examples
    --------
    >>> expected_loss([1, 1, 0, 0, 0], [9, 7, 7, 2, 1])
    Fraction(47, 144)
    """
    line = loss_line(labels, scores, weights, over=over, ties=ties, default_weight=default_weight)
    return (line[0] + line[1]) / 2


def expected_loss_from_auroc(auc: Number, negatives: int, positives: int, *, over: str = "skew") -> Fraction:
    """Expected loss of a sample from its AUROC and the sizes of its classes: Theorem 4, and its analogue for costs.

    Examples
    --------
    >>> expected_loss_from_auroc(Fraction(11, 12), 3, 2)
    Fraction(47, 144)
    """
    n = negatives + positives
    share_0, share_1 = (HALF, HALF) if over == "skew" else (Fraction(negatives, n), Fraction(positives, n))
    population = (share_0**2 + share_1**2) / 2 + 2 * share_0 * share_1 * (1 - Fraction(auc))
    return (n * population + HALF) / (n + 1)


def expected_min_loss(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    over: str = "skew",
    alpha: int = 1,
    beta: int = 1,
) -> Fraction:
    """Integral of the lower envelope of the cost lines against a Beta density with whole parameters.

    Examples
    --------
    >>> expected_min_loss([1, 0, 1, 0], [4, 3, 2, 1])
    Fraction(1, 8)
    """
    density = _beta_density(alpha, beta)
    pieces = _pieces(cost_lines(labels, scores, weights, over=over))
    return sum((_integral(_times(density, [a, b - a]), left, right) for left, right, (a, b) in pieces), Fraction(0))


def h_measure(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    alpha: int = 2,
    beta: int = 2,
) -> Fraction:
    """One less expected minimum loss over that of constant scores, for cost proportions.

    Examples
    --------
    >>> h_measure([1, 0, 1, 0], [4, 3, 2, 1])
    Fraction(1, 2)
    """
    least = expected_min_loss(labels, scores, weights, over="cost", alpha=alpha, beta=beta)
    most = expected_min_loss(labels, [0] * len(labels), weights, over="cost", alpha=alpha, beta=beta)
    return 1 - least / most


def hand_weight(
    labels: Sequence[int], scores: Sequence[Number], weights: Sequence[Number] | None = None
) -> list[tuple[Fraction, Fraction]]:
    """Cost proportions at which the best decisions change, 0 and 1 included, and the weight of the cases concerned.

    Examples
    --------
    >>> [(str(c), str(w)) for c, w in hand_weight([1, 0, 1, 0], [4, 3, 2, 1])]
    [('1', '1/4'), ('1/2', '1/2'), ('0', '1/4')]
    """
    sample = as_sample(labels, scores, weights)
    positive = Fraction(sum(w for label, _, w in sample if label == 1), sum(w for _, _, w in sample))
    changes = []
    for (x0, y0), (x1, y1) in pairwise(roc_hull(labels, scores, weights)):
        gained, lost = positive * (y1 - y0), (1 - positive) * (x1 - x0)
        changes.append((gained / (gained + lost), gained + lost))
    return changes


def at(line: Line, condition: Fraction) -> Fraction:
    """Height of a line at an operating condition.

    Examples
    --------
    >>> at((Fraction(0), Fraction(1)), Fraction(1, 3))
    Fraction(1, 3)
    """
    return line[0] + condition * (line[1] - line[0])


def _accepts(score: Exact, threshold: Number | None, ties: str) -> Exact:
    if threshold is None or score > threshold:
        return 1
    if score < threshold:
        return 0
    at_threshold: dict[str, Exact] = {"negative": 0, "half": HALF, "positive": 1}
    return at_threshold[ties]


def _pieces(lines: Sequence[Line]) -> list[tuple[Fraction, Fraction, Line]]:
    """Intervals between neighbouring crossings of any two lines, each with the line that is lowest there."""
    crossings = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in combinations(set(lines), 2):
        if (b - a) != (d - c):
            crossings.add((c - a) / ((b - a) - (d - c)))
    inside = sorted(z for z in crossings if 0 <= z <= 1)
    return [
        (left, right, min(lines, key=lambda line: at(line, (left + right) / 2))) for left, right in pairwise(inside)
    ]


def _covers(a: Point, b: Point, point: Point) -> bool:
    """Whether a point other than a and b lies on the segment from a to b or below it."""
    if point in (a, b):
        return False
    if a[0] == b[0]:
        return point[0] == a[0] and a[1] <= point[1] <= b[1]
    height = a[1] + (b[1] - a[1]) * (point[0] - a[0]) / (b[0] - a[0])
    return a[0] <= point[0] <= b[0] and point[1] <= height


def _beta_density(alpha: int, beta: int) -> list[Fraction]:
    """Coefficients, from the constant up, of c^(alpha-1) (1-c)^(beta-1) / B(alpha, beta)."""
    if not (isinstance(alpha, int) and isinstance(beta, int) and alpha > 0 and beta > 0):
        raise ValueError(f"alpha and beta must be whole numbers above 0, not {alpha!r} and {beta!r}")
    scale = Fraction(factorial(alpha + beta - 1), factorial(alpha - 1) * factorial(beta - 1))
    polynomial = [Fraction(0)] * (alpha - 1) + [scale]
    for _ in range(beta - 1):
        polynomial = _times(polynomial, [Fraction(1), Fraction(-1)])
    return polynomial


def _times(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    product = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return product


def _integral(polynomial: Sequence[Fraction], left: Fraction, right: Fraction) -> Fraction:
    return sum((a * (right ** (k + 1) - left ** (k + 1)) / (k + 1) for k, a in enumerate(polynomial)), Fraction(0))
