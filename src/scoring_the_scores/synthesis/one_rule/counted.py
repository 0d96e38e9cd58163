"""Every threshold of a small sample in fractions: best scores, the prices they imply, and least losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from metricbook.exact.samples import Labels, Matrix, Scores, samples

Place = tuple[Fraction, Fraction]

#: Where a score can be undefined although both classes occur: precision, and the negative predictive value.
CORNERS: tuple[Place, Place] = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))

#: Prices to try.
TENTHS = tuple(Fraction(step, 10) for step in range(11))


def thresholds(labels: Labels, scores: Scores) -> list[Matrix]:
    """tn, fp, fn, tp at every threshold, from nothing flagged to everything; tied cases pass together.

    Examples
    --------
    >>> thresholds((1, 0, 0), (2, 1, 1))
    [(2, 0, 1, 0), (2, 0, 0, 1), (0, 2, 0, 1)]
    """
    positives, negatives = sum(labels), len(labels) - sum(labels)
    tp = fp = 0
    matrices = [(negatives, 0, positives, 0)]
    for value in sorted(set(scores), reverse=True):
        group = [label for label, score in zip(labels, scores, strict=True) if score == value]
        tp, fp = tp + sum(group), fp + len(group) - sum(group)
        matrices.append((negatives - fp, fp, positives - tp, tp))
    return matrices


def places(steps: int) -> list[Place]:
    """The places of a grid over the Tile, without the two corners where a score can be undefined.

    Examples
    --------
    >>> len(places(2)), len(places(4))
    (7, 23)
    """
    grid = [Fraction(step, steps) for step in range(steps + 1)]
    return [(a, b) for a, b in product(grid, grid) if (a, b) not in CORNERS]


def implied_price(value: Fraction, place: Place) -> Fraction:
    """(1-a)(1-R) + (1-b)R for a value R of the score at (a, b).

    Examples
    --------
    >>> implied_price(Fraction(4, 5), (Fraction(1), Fraction(1, 2)))
    Fraction(2, 5)
    """
    a, b = place
    return (1 - a) * (1 - value) + (1 - b) * value


def score_of(matrix: Matrix, place: Place) -> Fraction:
    """The canonical score of a performance away from the two corners, where it is always defined.

    Examples
    --------
    >>> score_of((2, 1, 0, 2), (Fraction(1), Fraction(1, 2)))
    Fraction(4, 5)
    """
    tn, fp, fn, tp = matrix
    # In whole numbers up to the last division: a check asks for a hundred thousand of them.
    (a, of_a), (b, of_b) = (x.as_integer_ratio() for x in place)
    right = of_b * ((of_a - a) * tn + a * tp)
    return Fraction(right, right + of_a * ((of_b - b) * fp + b * fn))


def best(matrices: Sequence[Matrix], place: Place) -> Fraction:
    """The best value of the score at a place.

    Examples
    --------
    >>> best(thresholds((1, 0, 1), (3, 2, 1)), (Fraction(1), Fraction(1, 2)))
    Fraction(4, 5)
    """
    return max(score_of(matrix, place) for matrix in matrices)


def loss(matrix: Matrix, price: Fraction) -> Fraction:
    """The loss Q_c of decisions, prices adding up to 2.

    Examples
    --------
    >>> loss((2, 1, 0, 1), Fraction(1, 2))
    Fraction(1, 4)
    """
    _, fp, fn, _ = matrix
    c, whole = price.as_integer_ratio()
    return Fraction(2 * (c * fp + (whole - c) * fn), whole * sum(matrix))


def least_loss(matrices: Iterable[Matrix], price: Fraction) -> Fraction:
    """The cost curve at a price."""
    return min(loss(matrix, price) for matrix in matrices)


def share_between(first: Matrix, second: Matrix) -> Fraction:
    """Share of positives among the cases that one threshold flags and the other does not.

    Examples
    --------
    >>> share_between((3, 0, 1, 1), (1, 2, 0, 2))
    Fraction(1, 3)
    """
    positives, negatives = abs(first[3] - second[3]), abs(first[1] - second[1])
    return Fraction(positives, positives + negatives)


def blocks(matrices: Sequence[Matrix], at: int) -> tuple[list[Fraction], list[Fraction]]:
    """Shares of positives in every block of cases next above a threshold, and in every one next below.

    Examples
    --------
    >>> above, below = blocks(thresholds((1, 0, 1), (3, 2, 1)), at=2)
    >>> [str(share) for share in above], [str(share) for share in below]
    (['0', '1/2'], ['1'])
    """
    here = matrices[at]
    above = [share_between(here, matrices[other]) for other in range(at - 1, -1, -1)]
    return above, [share_between(here, matrix) for matrix in matrices[at + 1 :]]


def prices(matrices: Sequence[Matrix], at: int) -> tuple[Fraction, Fraction]:
    """The prices at which a threshold costs least are those from the first of these to the second, if that is larger.

    Examples
    --------
    >>> [str(end) for end in prices(thresholds((1, 0, 1), (3, 2, 1)), at=1)]
    ['1/2', '1']
    """
    above, below = blocks(matrices, at)
    return max(below, default=Fraction(0)), min(above, default=Fraction(1))


def all_thresholds(largest: int) -> Iterator[tuple[Labels, Scores, list[Matrix]]]:
    """Every sample of up to so many cases, ties included, with its thresholds."""
    for labels, scores in samples(largest):
        yield labels, scores, thresholds(labels, scores)
