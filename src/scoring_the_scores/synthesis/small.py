"""Small cases, all of them and exactly: which pairs of rankings, or of decided rankings, metrics order oppositely.

A ranking has no ties and is a tuple of labels, highest score first. A decided ranking adds a threshold and an order by
confidence: n cases of confidence n, ..., 1, each with a label and a decision; the score is the confidence with the
decision's sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from types import MappingProxyType

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.confusion import METRICS as OF_DECISIONS
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, rankings

Count = NDArray[np.int64]
#: Metrics of decisions by the names of this chapter.
DECISIONS: Mapping[str, str] = MappingProxyType(
    {"accuracy": "accuracy", "F1": "f1_score", "kappa": "cohen_kappa", "BA": "balanced_accuracy"}
)


def gains(sample: Sample) -> list[Fraction]:
    """True positives among the 0, 1, ..., n highest scores, ties shared out evenly.

    Examples
    --------
    >>> [str(true) for true in gains(((0, 1, 1), (2, 2, 1)))]
    ['0', '1/2', '1', '2']
    """
    labels, scores = sample
    gains_by_rank = [Fraction(0)]
    for value in sorted(set(scores), reverse=True):
        group = [label for label, score in zip(labels, scores, strict=True) if score == value]
        gains_by_rank += [gains_by_rank[-1] + Fraction(sum(group) * (k + 1), len(group)) for k in range(len(group))]
    return gains_by_rank


def hull_gains(sample: Sample) -> list[Fraction]:
    """The same along the convex hull of the ROC curve.

    Examples
    --------
    >>> [str(true) for true in hull_gains(((0, 1, 0), (3, 2, 1)))]
    ['0', '1/2', '1', '1']
    """
    positives, n = sum(sample[0]), len(sample[0])
    corners = [(x * (n - positives) + y * positives, y * positives) for x, y in exact_costs.roc_hull(*sample)]
    gains_by_rank = [Fraction(0)]
    for (left, low), (right, high) in pairwise(corners):
        gains_by_rank += [
            low + (high - low) * (k - left) / (right - left) for k in range(int(left) + 1, int(right) + 1)
        ]
    return gains_by_rank


def nowhere_below(first: Sequence[Fraction], second: Sequence[Fraction]) -> bool:
    """Whether one curve over the whole numbers is nowhere below another."""
    return all(one >= other for one, other in zip(first, second, strict=True))


def best(sample: Sample, a: Fraction, b: Fraction) -> Fraction:
    """The largest canonical ranking score R_{a,b} of any threshold, "none" and "all" being thresholds too.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> best(((1, 0, 1), (3, 2, 1)), half, half), best(((0, 1), (2, 1)), Fraction(1), half)
    (Fraction(2, 3), Fraction(2, 3))
    """
    labels, scores = sample
    values = []
    for threshold in (*sorted(set(scores), reverse=True), max(scores) + 1):
        flagged = [score >= threshold for score in scores]
        tp = sum(f and y for f, y in zip(flagged, labels, strict=True))
        fp, fn = sum(flagged) - tp, sum(labels) - tp
        tn = len(labels) - tp - fp - fn
        right = (1 - a) * tn + a * tp
        whole = right + (1 - b) * fp + b * fn
        if whole:
            values.append(right / whole)
    return max(values)


#: Metrics that ROC dominance decides, ties or not. Best F1 is the best R at (1, 1/2), best accuracy at (1/2, 1/2).
DECIDED: Mapping[str, Callable[[Sample], Fraction]] = MappingProxyType(
    {
        "AUROC": lambda sample: exact.auroc(*sample),
        "AUCH": lambda sample: exact.auch(*sample),
        "H": lambda sample: exact_costs.h_measure(*sample),
        "best F1": lambda sample: best(sample, Fraction(1), Fraction(1, 2)),
        "best accuracy": lambda sample: best(sample, Fraction(1, 2), Fraction(1, 2)),
        "best R at 3/4, 1/4": lambda sample: best(sample, Fraction(3, 4), Fraction(1, 4)),
    }
)


# ---------- rankings


def areas(positives: int, negatives: int) -> tuple[Count, Count]:
    """AUROC and AP of every ranking, in whole numbers: times n+ n-, and times n+ and the least common multiple of 1..n.

    Examples
    --------
    >>> [values.tolist() for values in areas(1, 2)]
    [[2, 1, 0], [6, 3, 2]]
    """
    n = positives + negatives
    places = np.array(list(combinations(range(1, n + 1), positives)), dtype=np.int64)
    order = np.arange(1, positives + 1)
    won = positives * negatives - (places - order).sum(axis=1)
    whole = math.lcm(*range(1, n + 1))
    return won, (order * (whole // places)).sum(axis=1)


def opposite_share(positives: int, negatives: int) -> Fraction:
    """The chance that AUROC and AP order two rankings oppositely that are drawn at random from all.

    Examples
    --------
    >>> opposite_share(2, 3), opposite_share(2, 2)
    (Fraction(1, 50), Fraction(0, 1))
    """
    counts = orders(*areas(positives, negatives))
    return Fraction(2 * counts["opposite"], math.comb(positives + negatives, positives) ** 2)


def comparable_share(positives: int, negatives: int) -> Fraction:
    """The share of ordered pairs of rankings of which the first ROC curve is nowhere below the second, by counting.

    Examples
    --------
    >>> comparable_share(1, 1)
    Fraction(3, 4)
    """
    curves = np.cumsum(list(rankings(positives + negatives, positives)), axis=1)
    ahead = sum(int((curve >= curves).all(axis=1).sum()) for curve in curves)
    return Fraction(ahead, len(curves) ** 2)


def orders(first: ArrayLike, second: ArrayLike, weights: ArrayLike | None = None) -> dict[str, int]:
    """Of all pairs of objects with two values each, how many the values order alike, and how many oppositely.

    Values are compared as they are; ``weights`` are whole numbers, how often each object occurs.

    Examples
    --------
    >>> orders([1, 2, 3], [1, 3, 2])
    {'alike': 2, 'opposite': 1}
    """
    one, other = (np.unique(values, return_inverse=True)[1] for values in (first, second))
    if one.max() > other.max():
        one, other = other, one
    table = np.zeros((one.max() + 1, other.max() + 1), dtype=np.int64)
    np.add.at(table, (one, other), 1 if weights is None else np.asarray(weights, dtype=np.int64))
    # For each cell all that is in earlier rows: in earlier columns they are alike, in later ones opposite.
    earlier = np.vstack([np.zeros(table.shape[1], dtype=np.int64), np.cumsum(table, axis=0)[:-1]])
    left = np.cumsum(earlier, axis=1) - earlier
    right = earlier.sum(axis=1, keepdims=True) - left - earlier
    return {"alike": int((table * left).sum()), "opposite": int((table * right).sum())}


def opposed(first: Sequence[Fraction], second: Sequence[Fraction]) -> bool:
    """Whether two metrics order any two objects oppositely."""
    return orders(_ranks(first), _ranks(second))["opposite"] > 0


# ---------- decided rankings


@cache
def decided_rankings(positives: int, negatives: int) -> pd.DataFrame:
    """Exact ranks of every decided ranking by each metric, 0 for the worst; NaN where a metric is undefined.

    Examples
    --------
    >>> table = decided_rankings(1, 1)
    >>> len(table), list(table.columns[:3])
    (8, ['AUROC', 'AUCH', 'H'])
    """
    n = positives + negatives
    of_rankings, of_decisions, of_matrices = [], [], []
    for labels in rankings(n, positives):
        for called in product((0, 1), repeat=n):
            above = [label for label, call in zip(labels, called, strict=True) if call]
            below = [label for label, call in zip(labels, called, strict=True) if not call]
            of_rankings.append((*above, *below[::-1]))
            of_decisions.append(tuple(int(label == call) for label, call in zip(labels, called, strict=True)))
            of_matrices.append((sum(above), len(above)))
    columns = {name: _ranked(of_rankings, metric) for name, metric in _OF_RANKINGS.items()}
    columns |= {name: _ranked(of_decisions, metric) for name, metric in _OF_CONFIDENCE.items()}
    for name, metric in (*DECISIONS.items(), ("MCC", "matthews_correlation")):
        columns[name] = _ranked(of_matrices, lambda key, metric=metric: _of_matrix(key, positives, negatives, metric))
    return pd.DataFrame(columns)


def opposite_shares(positives: int, negatives: int) -> pd.DataFrame:
    """Of the pairs of decided rankings that two metrics both order, the share that they order oppositely.

    Examples
    --------
    >>> round(float(opposite_shares(2, 2).loc["AUROC", "LxCIM"]), 3)
    0.009
    """
    table = decided_rankings(positives, negatives)
    names = list(table.columns)
    matrix = pd.DataFrame(0.0, index=names, columns=names)
    for one, other in combinations(names, 2):
        both = table[[one, other]].dropna()
        counts = orders(both[one], both[other])
        matrix.loc[one, other] = matrix.loc[other, one] = counts["opposite"] / sum(counts.values())
    return matrix


def _at_rank(metric: Callable[..., Fraction]) -> Callable[[Labels], Fraction]:
    return lambda labels: metric(labels, range(len(labels), 0, -1))


_OF_RANKINGS: Mapping[str, Callable[[Labels], Fraction]] = {
    "AUROC": _at_rank(exact.auroc),
    "AUCH": _at_rank(exact.auch),
    "H": _at_rank(exact_costs.h_measure),
    "AP": _at_rank(exact.average_precision),
    "best F1": lambda labels: best((labels, tuple(range(len(labels), 0, -1))), Fraction(1), Fraction(1, 2)),
}
# Of right and wrong decisions in order of confidence: as if all were positives, and the wrong ones called negative.
_OF_CONFIDENCE: Mapping[str, Callable[[Labels], Fraction]] = {
    "LxCIM": lambda right: exact.lxcim([1] * len(right), _signed(right)),
    "AUDRC": lambda right: exact.audrc_sum([1] * len(right), _signed(right)),
}


def _signed(right: Labels) -> list[int]:
    return [confidence if r else -confidence for confidence, r in zip(range(len(right), 0, -1), right, strict=True)]


def _of_matrix(key: tuple[int, int], positives: int, negatives: int, metric: str) -> Fraction | None:
    """A metric of so many true positives among so many flagged; for Matthews' its square with its sign."""
    tp, flagged = key
    tn, fp, fn = negatives - flagged + tp, flagged - tp, positives - tp
    if metric == "matthews_correlation":
        squared = flagged * positives * negatives * (positives + negatives - flagged)
        product_of_rates = tp * tn - fp * fn
        return Fraction(product_of_rates * abs(product_of_rates), squared) if squared else None
    return Fraction(OF_DECISIONS[metric](tn, fp, fn, tp))


def _ranked(keys: Sequence[tuple[int, ...]], metric: Callable[..., Fraction | None]) -> NDArray[np.float64]:
    values = {key: metric(key) for key in set(keys)}
    place: dict[Fraction | None, float] = {None: math.nan}
    place |= {value: rank for rank, value in enumerate(sorted({v for v in values.values() if v is not None}))}
    return np.array([place[values[key]] for key in keys], dtype=np.float64)


def _ranks(values: Sequence[Fraction]) -> list[int]:
    place = {value: rank for rank, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]
