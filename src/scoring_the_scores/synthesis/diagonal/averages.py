"""Means of canonical scores: when they can rank, and tosses between two decisions that they misjudge, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from metricbook.exact import tile as exact
from metricbook.exact.samples import Matrix
from metricbook.tile import volume
from scoring_the_scores.synthesis.diagonal.prices import Place

Score = Callable[[Sequence], Fraction | float | None]
#: A toss: two confusion matrices of one test set.
Toss = tuple[Matrix, Matrix]
#: Values of scores in floats that are this near are equal.
NEAR = 1e-9
HALF = Fraction(1, 2)


def tilt(place: Place, prior: Fraction) -> Fraction:
    """The slope of the ruler of a place, over 2 and turned upside down: (b - a) over the loss of all wrong at its foot.

    Examples
    --------
    >>> tilt((Fraction(1), Fraction(0)), Fraction(1, 4)), tilt((HALF, HALF), Fraction(1, 4))
    (Fraction(-4, 3), Fraction(0, 1))
    """
    a, b = place
    return (b - a) / ((1 - prior) * (1 - b) + prior * b)


def mean_score(performance: Sequence, places: Sequence[Place], weights: Sequence[Fraction]) -> Fraction | None:
    """The mean of the canonical scores at some places; None if one is undefined.

    Examples
    --------
    >>> mean_score((4, 1, 2, 3), [(1, 0), (1, 1)], [HALF, HALF])
    Fraction(27, 40)
    """
    values = [exact.canonical_score(performance, *place) for place in places]
    return None if None in values else sum(w * v for w, v in zip(weights, values, strict=True))


def mean_place(places: Sequence[Place], weights: Sequence[Fraction], prior: Fraction) -> Place:
    """The place whose score the mean is, if it can rank: the mean of the places, by weight over the loss at the foot.

    Examples
    --------
    >>> ends = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))]
    >>> [str(x) for x in mean_place(ends, [HALF, HALF], Fraction(1, 4))]
    ['3/4', '3/4']
    """
    heavy = [w / ((1 - prior) * (1 - b) + prior * b) for w, (_, b) in zip(weights, places, strict=True)]
    total = sum(heavy, Fraction(0))
    a, b = (sum((w * place[k] for w, place in zip(heavy, places, strict=True)), Fraction(0)) / total for k in (0, 1))
    return a, b


def bends(places: Sequence[Place], weights: Sequence[Fraction], prior: Fraction) -> bool:
    """Whether some toss has a mean score outside of the range of its two parts, which are near each other.

    The two parts lie on either side of a point, along the level of the mean there. On a line of constant share flagged
    at most one point has no such toss near it, unless all have none, so two points decide.

    Examples
    --------
    >>> bends([(Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))], [HALF, HALF], Fraction(1, 4))
    True
    >>> bends([(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))], [HALF, HALF], Fraction(1, 4))
    False
    """
    flagged = HALF
    low, high = max(Fraction(0), flagged - 1 + prior), min(flagged, prior)
    return any(_bends_at(flagged, low + k * (high - low) / 3, places, weights, prior) for k in (1, 2))


def _bends_at(
    flagged: Fraction, tp: Fraction, places: Sequence[Place], weights: Sequence[Fraction], prior: Fraction
) -> bool:
    def value(flagged: Fraction, tp: Fraction) -> Fraction:
        mean = mean_score((1 - prior - flagged + tp, flagged - tp, prior - tp, tp), places, weights)
        assert mean is not None
        return mean

    across = along = Fraction(0)  # derivatives of the mean: in tp, and in the share flagged
    for (a, b), weight in zip(places, weights, strict=True):
        right = tp + (1 - a) * (1 - prior - flagged)
        whole = (1 - a) * (1 - prior) + b * prior + (a - b) * flagged
        across += weight / whole
        along -= weight * ((1 - a) / whole + right * (a - b) / whole**2)
    here, rise = value(flagged, tp), -along / across
    for step in (Fraction(1, 10**k) for k in (2, 4, 6)):
        before, after = (value(flagged + s, tp + s * rise) for s in (-step, step))
        if here < min(before, after) or here > max(before, after):
            return True
    return False


def misjudged(score: Score, cases: int) -> list[tuple[Toss, tuple]]:
    """All even tosses, on test sets of so many cases, whose score leaves the range of the two parts; and the scores.

    The score of the toss is that of the mean of both matrices, which is what it does on average.

    Examples
    --------
    >>> misjudged(lambda m: m[0] * m[3], 2)
    [(((1, 0, 1, 0), (0, 1, 0, 1)), (0, 0, Fraction(1, 4)))]
    """
    tosses = []
    for positives in range(1, cases):
        negatives = cases - positives
        matrices = [(negatives - x, x, positives - y, y) for x in range(negatives + 1) for y in range(positives + 1)]
        defined = {m: v for m in matrices if (v := score(m)) is not None}
        for p, q in combinations(defined, 2):
            mixed = score(tuple(Fraction(x + y, 2) for x, y in zip(p, q, strict=True)))
            if mixed is None:
                continue
            low, high = sorted((defined[p], defined[q]))
            slack = NEAR if isinstance(mixed, float) else 0
            if mixed < low - slack or mixed > high + slack:
                tosses.append(((p, q), (defined[p], defined[q], mixed)))
    return tosses


def _squared_mcc(m: Sequence) -> Fraction | None:
    """MCC times its size, which orders as MCC does and is a fraction."""
    tn, fp, fn, tp = map(Fraction, m)
    skill = tn * tp - fp * fn
    return exact.ratio(skill * abs(skill), (tn + fp) * (fn + tp) * (tn + fn) * (fp + tp))


#: Five scores that judge by all four rates; the volume in floats, the others exactly.
FIVE: Mapping[str, Score] = {
    "ACP": exact.SCORES["ACP"],
    "P4": exact.SCORES["P4"],
    "markedness": exact.SCORES["markedness"],
    "MCC": _squared_mcc,
    "VUT": lambda m: float(volume([float(x) for x in m])),
}
#: The smallest tosses that the five misjudge: flag one or three of four cases, and the same with all errors exchanged.
STRICT_AND_LENIENT: list[Toss] = [((2, 0, 1, 1), (1, 1, 0, 2)), ((1, 1, 2, 0), (0, 2, 1, 1))]
#: What a toss between the first two does on eight cases.
TOSSED = (3, 1, 1, 3)
