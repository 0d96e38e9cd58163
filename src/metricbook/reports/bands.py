"""Pointwise bands of curves, from the covariance of the weights of cases between neighbouring thresholds.

All that a curve says at a threshold is a function of the weights of positives and negatives on either side of it. So
one table of those weights, between few thresholds, and their covariance gives the standard error of any point, whatever
was drawn: cases one by one, with weights, in clusters, or counted.

A point is judged where a reader looks it up: the true positive rate at a fixed false positive rate, the precision at a
fixed recall, the net benefit at a fixed threshold. For the first two the threshold moves with the sample, and the slope
of the curve says how far.

In simulations of 2,000 samples of two normal classes (200 to 20,000 cases, 0.5 % to 30 % positives, clusters, fixed
numbers of both classes) 93 % to 97 % of the 95 % intervals held the truth at places well inside a band. Where nearly
all positives are found already, so that hardly any case of a sample is missed, it was as few as 86 %.

Source: Hsieh and Turnbull (1996) for the variance at a fixed false positive rate; Wilson (1927) for the ends.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from metricbook.metrics.standard_errors import student
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import summed
from metricbook.metrics.validation import Array
from metricbook.reports.cases import Cases
from metricbook.reports.model_contents import Band
from metricbook.reports.net_benefit import FLOOR

#: Points of a band.
POINTS: Final = 40
#: How many points to either side of one its slope is taken from.
REACH: Final = 2
#: A band reaches as far as so many cases of the class that a point is looked up by lie on either side.
ASIDE: Final = 5


class Pool(NamedTuple):
    """Weights of the cases between neighbouring thresholds, and how they vary from sample to sample.

    Attributes
    ----------
    edges : array of shape (n,)
        Thresholds, ascending; a score at a threshold lies above it.
    negatives, positives : array of shape (n + 1,)
        Weight of each class below the first threshold, between the first and the second, and so on.
    cases : array of shape (2, n + 1)
        Numbers of negatives and of positives.
    covariance : sparse matrix of shape (2 n + 2, 2 n + 2)
        Of the weights of the negatives, then those of the positives, about 0: functions of ratios do not feel the mean.
    independent : float
        How many cases, or clusters, were drawn independently.
    fixed_classes : bool
        Whether the share of positives was fixed in advance.
    """

    edges: Array
    negatives: Array
    positives: Array
    cases: Array
    covariance: sparse.csr_matrix
    independent: float
    fixed_classes: bool

    def number(self, label: int) -> float:
        """How many cases of a class there are; of unequal weights, Kish's effective number."""
        weights = (self.negatives, self.positives)[label]
        squares = np.split(self.covariance.diagonal(), 2)[label]
        return float(weights.sum() ** 2 / squares.sum())

    def errors(self, gradients: Array) -> Array:
        """Standard errors of values with these gradients, of shape (2 n + 2, values)."""
        moved: Array = self.covariance @ gradients
        errors: Array = np.sqrt((gradients * moved).sum(axis=0))
        return errors


def pool_cases(cases: Cases, model: str, edges: Array) -> Pool:
    """Put the cases of a model together between thresholds, which ascend."""
    (labels, scores, weights), member, times = cases.units(model)
    cell = np.searchsorted(edges, scores, "right") + (edges.size + 1) * labels
    size = 2 * edges.size + 2
    weights = np.ones(scores.size) if weights is None else weights
    times = np.ones(scores.size) if times is None else times
    sums, number = (summed(cell, of, size) for of in (weights, times))
    if member is None:
        covariance = sparse.diags(summed(cell, weights**2 / times, size), format="csr")
        independent = float(times.sum())
    else:
        of_members = sparse.csr_matrix((weights, (member, cell)), shape=(int(member.max()) + 1, size))
        covariance = (of_members.T @ of_members).tocsr()
        independent = float(of_members.shape[0])
    negatives, positives = np.split(sums, 2)
    return Pool(edges, negatives, positives, number.reshape(2, -1), covariance, independent, cases.fixed_classes)


def spaced_thresholds(sweep: Sweep, number: int) -> Array:
    """About so many scores, ascending, between which there are equal sums of the shares of positives and of negatives.

    So rare positives get as many as common negatives.
    """
    return np.unique(thresholds_at(sweep, np.linspace(0, 1, number + 1)[:-1]))


def thresholds_at(sweep: Sweep, quantiles: Array) -> Array:
    """Scores at quantiles of the cases, in which each class has half of the weight."""
    above = (sweep.true_positives / sweep.positives + sweep.false_positives / sweep.negatives) / 2
    return sweep.thresholds[np.minimum(np.searchsorted(above, 1 - quantiles - 1e-12), above.size - 1)]


class _Rates(NamedTuple):
    """Rates at thresholds, and their gradients by the weights of a pool."""

    true: Array
    false: Array
    of_true: Array
    of_false: Array


def _rates(pool: Pool, thresholds: Array) -> _Rates:
    above = np.arange(pool.positives.size)[:, np.newaxis] > np.searchsorted(pool.edges, thresholds)
    positives, negatives = pool.positives.sum(), pool.negatives.sum()
    true, false = pool.positives @ above / positives, pool.negatives @ above / negatives
    none = np.zeros(above.shape)
    return _Rates(
        true, false, np.vstack([none, (above - true) / positives]), np.vstack([(above - false) / negatives, none])
    )


def roc_band(pool: Pool, thresholds: Array, level: float) -> Band | None:
    """Band of the true positive rate at fixed false positive rates; None if there are too few points for a slope."""
    true, false, of_true, of_false = _rates(pool, thresholds)
    at, slope = _slopes(false, true, pool.number(0))
    if not at.size:
        return None
    errors = pool.errors(of_true[:, at] - slope * of_false[:, at])
    return Band(false[at], *_wilson_ends(true[at], errors, pool.number(1), pool, level), true[at])


def precision_recall_band(pool: Pool, thresholds: Array, level: float) -> Band | None:
    """Band of the precision at fixed recalls; None if there are too few points for a slope."""
    true, false, of_true, of_false = _rates(pool, thresholds)
    at, slope = _slopes(true, false, pool.number(1))
    if not at.size:
        return None
    positives, total = pool.positives.sum(), pool.positives.sum() + pool.negatives.sum()
    share = positives / total
    flagged = share * true[at] + (1 - share) * false[at]
    precision = share * true[at] / flagged
    of_share = np.repeat([-share, 1 - share], pool.positives.size) / total * (not pool.fixed_classes)
    gradients = -share * (1 - share) * true[at] / flagged**2 * (of_false[:, at] - slope * of_true[:, at])
    gradients += true[at] * false[at] / flagged**2 * of_share[:, np.newaxis]
    most = flagged * (pool.number(0) + pool.number(1))
    return Band(true[at], *_wilson_ends(precision, pool.errors(gradients), most, pool, level), precision)


def decision_band(pool: Pool, odds: Array, thresholds: Array, level: float) -> Band:
    """Band of the net benefit as a share of its maximum, at log odds and at the scores that stand for them."""
    true, false, of_true, of_false = _rates(pool, thresholds)
    positives, total = pool.positives.sum(), pool.positives.sum() + pool.negatives.sum()
    share = positives / total
    price = np.exp(odds) * (1 - share) / share
    of_share = np.repeat([-share, 1 - share], pool.positives.size) / total * (not pool.fixed_classes)
    gradients = of_true - price * of_false + np.exp(odds) * false / share**2 * of_share[:, np.newaxis]
    value, squared = true - price * false, (quantile(pool, level) * pool.errors(gradients)) ** 2
    (least_true, most_true), (least_false, most_false) = (
        _wilson_ends(rate, pool.errors(of), number, pool, level)
        for rate, of, number in ((true, of_true, pool.number(1)), (false, of_false, pool.number(0)))
    )
    # The intervals of both rates are skewed where few cases lie on one side of the threshold; that of their difference
    # is as much longer as theirs are.
    errors = pool.errors(of_true) ** 2 + (price * pool.errors(of_false)) ** 2
    squared -= quantile(pool, level) ** 2 * errors
    below = squared + (true - least_true) ** 2 + (price * (most_false - false)) ** 2
    above = squared + (most_true - true) ** 2 + (price * (false - least_false)) ** 2
    low, high = value - np.sqrt(np.maximum(below, 0)), value + np.sqrt(np.maximum(above, 0))
    return Band(odds, *(np.clip(of, FLOOR, 1) for of in (low, high, value)))


def _slopes(x: Array, y: Array, number: float) -> tuple[NDArray[np.intp], Array]:
    """The last of the points, given from right to left, with each x; and the slopes there, from their neighbours."""
    rising = np.arange(x.size)[::-1]
    at = rising[np.append(np.diff(x[::-1]) > 0, True)]
    at = at[np.minimum(x[at], 1 - x[at]) * number >= ASIDE]
    if at.size < 2:
        return at[:0], np.zeros(0)
    place = np.arange(at.size)
    before, after = at[np.maximum(place - REACH, 0)], at[np.minimum(place + REACH, at.size - 1)]
    return at, (y[after] - y[before]) / (x[after] - x[before])


def quantile(pool: Pool, level: float) -> float:
    """The quantile of Student's t with as many degrees of freedom as the rarer class, or the clusters, allow."""
    fewer = min(pool.number(0), pool.number(1), pool.independent)
    return student(level, max(fewer - 1, 1.0))


def _wilson_ends(values: Array, errors: Array, most: Array | float, pool: Pool, level: float) -> tuple[Array, Array]:
    """Ends of Wilson's intervals for shares, of as many cases as have these standard errors and at most so many.

    A share of 0 or 1 has the number of its neighbours.
    """
    known = (errors > 0) & (values > 0) & (values < 1)
    numbers = np.broadcast_to(most, values.shape)
    if known.any():
        seen = values[known] * (1 - values[known]) / errors[known] ** 2
        numbers = np.minimum(np.interp(np.arange(values.size), np.flatnonzero(known), seen), most)
    square = quantile(pool, level) ** 2
    middle = (values + square / (2 * numbers)) / (1 + square / numbers)
    half = np.sqrt(square * values * (1 - values) / numbers + (square / (2 * numbers)) ** 2) / (1 + square / numbers)
    return middle - half, middle + half
