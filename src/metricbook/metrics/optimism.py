"""Optimism of metrics that choose their thresholds on the cases on which they are measured.

AUCH, H, the expected minimum loss and the Kolmogorov-Smirnov gap are each the best that any choice of thresholds
reaches. The best choice for a sample profits from the sample's noise: its value is biased upwards, by an
*optimism* that falls as n^(-2/3) while the standard error falls as n^(-1/2). The same choice evaluated on other cases
is biased downwards, by its *regret*.

Optimism is three times the regret. Near the best threshold the expected gain falls off as a t², a parabola, and the
sample adds noise σ W(t), a Brownian motion. By scaling, the expected maximum M of σ W(t) - a t² is proportional to
σ^(4/3) a^(-1/3). The regret is a times the mean of t² at the maximum, which is -a dM/da = M / 3, for to first order it
does not matter that the maximum moves. So the true value lies three quarters of the way from the optimistic value to
the held-out one. Where the noise decides among finitely many thresholds the two biases are equal instead, and the true
value lies in the middle.

Here the cases are split into random halves, balanced in each class; thresholds are chosen on one half and evaluated on
the other, and vice versa. A half has n/2 cases, so that its regret is 2^(2/3) times that of n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.hull import hull_of_curve
from metricbook.metrics.influence import (
    Influence,
    SweptSample,
    beta_prices,
    check_parameters,
    influence_of,
    pair_shares,
)
from metricbook.metrics.validation import Label, Sample, as_array, check_sample

Array = NDArray[np.float64]

#: Number of random splits into halves. Twice as many change the ends of an interval by a few hundredths of its length.
SPLITS: Final = 16
#: Largest number of distinct scores; if there are more, neighbours are grouped into this many groups.
GROUPS: Final = 1 << 14
#: Number of attempts at a split in which both halves have both classes, which clusters may prevent.
ATTEMPTS: Final = 100
#: From so many cases on NumPy draws no sample without replacement.
MOST_CASES: Final = 1_000_000_000
#: Factor by which the regret of a choice from half as many cases is larger.
HALVED: Final = 2 ** (2 / 3)


class Optimism(NamedTuple):
    """A metric of best thresholds: on the same cases, on held-out cases, and corrected for both biases.

    Attributes
    ----------
    value : float
        The metric of the sample: optimistic on average.
    held_out : float
        The metric with thresholds from one half of the cases on the other half, the mean over random halves:
        pessimistic on average. It may lie outside the metric's range.
    corrected : float
        The combination in which both biases cancel if optimism is three times regret: (2^(2/3) value + 3 held_out) /
        (2^(2/3) + 3).
    """

    value: float
    held_out: float
    corrected: float


def optimism(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    **parameters: Any,
) -> Optimism:
    """A metric of best thresholds, its value with thresholds from held-out cases, and the corrected value in between.

    Parameters
    ----------
    metric : {"auch", "expected_min_loss", "h_measure", "kolmogorov_smirnov"}
        The name of the metric's function.
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    clusters : array of shape (n,), optional
        Which cases belong together, by any names: they are put into the same half.
    rng : numpy.random.Generator, optional
        Source of the random halves. By default the seed is the number of cases, so that the same sample gives the same
        result.
    **parameters
        Further arguments of the metric's function: ``alpha``, ``beta`` and ``over``.

    Returns
    -------
    Optimism
        Three floats, in the metric's unit.

    Raises
    ------
    ValueError
        On bad input; for any other metric; or with fewer than two cases, or clusters, of a class.

    Notes
    -----
    Source of the cube-root scaling: Kim and Pollard (1990).

    Examples
    --------
    With two score values that separate the classes there is one best threshold; without ties the threshold lies
    anywhere between the classes, and one chosen on a half without the innermost cases may misclassify some:

    >>> round(optimism("kolmogorov_smirnov", [1, 1, 1, 0, 0], [2, 2, 2, 1, 1]).held_out, 12)
    1.0
    >>> gap = optimism("kolmogorov_smirnov", [1, 1, 1, 0, 0], [5, 4, 3, 2, 1])
    >>> gap.value == 1 > gap.corrected > gap.held_out > 0.5
    True
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    if metric not in CHOOSERS:
        raise ValueError(f"'{metric}' chooses no threshold; those that do are {sorted(CHOOSERS)}")
    value = influence_of(metric, SweptSample(sample), **parameters).value
    sample, member, times = divide(sample, clusters)
    other = held_out(metric, sample, member, times=times, rng=rng, **parameters).value
    return Optimism(value, other, between(value, other, 3))


def between(value: float, other: float, ratio: float) -> float:
    """The true value, if the optimism of ``value`` is ``ratio`` times the regret of a choice from as many cases."""
    return (HALVED * value + ratio * other) / (HALVED + ratio)


def held_out(
    metric: str,
    sample: Sample,
    member: NDArray[np.intp] | None = None,
    *,
    times: Array | None = None,
    rng: np.random.Generator | None = None,
    **parameters: Any,
) -> Influence:
    """The metric with thresholds from one half of the cases on the other, and the influences at these thresholds.

    Parameters
    ----------
    metric : str
        One of `CHOOSERS`, or ``"least_cost"``.
    sample : Sample
    member : array of int, shape (n,), optional
        The cluster of each case; by default each case was drawn by itself.
    times : array of shape (n,), optional
        How many equal cases each entry of the sample stands for, drawn one by one, its weight being that of all of
        them; not with clusters. Halves of the same cases are the same however they are counted.
    rng : numpy.random.Generator, optional
        By default the seed is the number of cases.
    """
    return held_out_together({metric: parameters}, SweptSample(sample), member, times=times, rng=rng)[metric]


def held_out_together(
    metrics: Mapping[str, Mapping[str, Any]],
    cases: SweptSample,
    member: NDArray[np.intp] | None = None,
    *,
    times: Array | None = None,
    rng: np.random.Generator | None = None,
) -> dict[str, Influence]:
    """`held_out` of several metrics, each with its parameters, from the same halves of cases that are sorted."""
    for metric, parameters in metrics.items():
        check_parameters(metric, _JUDGES[metric], parameters)
    first_named = next(iter(metrics))
    units = _Units(cases, first_named, member) if times is None else _Cells(cases, first_named, times)
    judges = {metric: _JUDGES[metric](units, **parameters) for metric, parameters in metrics.items()}
    rng = np.random.default_rng(units.cases) if rng is None else rng
    for _ in range(SPLITS):
        halves = units.halve(rng)
        for chosen, tested in (halves, halves[::-1]):
            for judge in judges.values():
                judge.choose(chosen.positives, chosen.negatives)
                judge.test(tested)
    return {metric: units.expand(judge.influence()) for metric, judge in judges.items()}


class Units(NamedTuple):
    """A sample in which equal cases may be one entry, and what of it was drawn independently.

    Attributes
    ----------
    sample : Sample
    member : array of int, shape (n,), or None
        The cluster of each case.
    times : array of shape (n,), or None
        How many equal cases each entry stands for, if there are no clusters.
    """

    sample: Sample
    member: NDArray[np.intp] | None = None
    times: Array | None = None


def divide(sample: Sample, clusters: ArrayLike | None) -> Units:
    """Put equal cases together, negatives before positives and scores ascending; not with clusters or unequal weights.

    Cases drawn by themselves are then halved in the same way as counts of them.
    """
    labels, scores, weights = sample
    member = None if clusters is None else members(clusters, labels.size)
    if member is not None and int(member.max()) + 1 < labels.size:
        return Units(sample, member=member)
    if weights is not None and any(np.ptp(weights[of]) > 0 for of in (labels, ~labels) if of.any()):
        return Units(sample)
    distinct, step = np.unique(scores, return_inverse=True)
    occurring, first, counts = np.unique(step + distinct.size * labels, return_index=True, return_counts=True)
    label, place = np.divmod(occurring, distinct.size)
    times = counts.astype(np.float64)
    whole = times if weights is None else times * weights[first]
    return Units(Sample(label.astype(bool), distinct[place], whole), times=times)


def members(clusters: ArrayLike, size: int) -> NDArray[np.intp]:
    """The cluster of each case, by number; ``ValueError`` unless each case has one."""
    names = as_array(clusters, "clusters")
    if names.shape != (size,):
        raise ValueError(f"clusters must name one cluster for each of {size} cases, but have the shape {names.shape}")
    if names.dtype == np.intp and names.min() == 0 and names.max() < size and np.bincount(names).all():
        return names  # numbers already
    return np.unique(names, return_inverse=True)[1]


def summed(of: NDArray[np.intp], values: Array, size: int = 0) -> Array:
    """Sum of the values of each group, ``of`` being the group of each value."""
    return np.bincount(of, weights=values, minlength=size).astype(np.float64)


class _Half(NamedTuple):
    """A half of the cases: the share of each entry that is inside, and the weight of both classes by step."""

    inside: Array
    positives: Array
    negatives: Array


class _Units:
    """A sample in steps of equal or neighbouring scores, highest first, and the units that are drawn together."""

    def __init__(self, cases: SweptSample, metric: str, member: NDArray[np.intp] | None = None) -> None:
        cases.sweep.require_both_classes(metric)
        self.positive, self.weights, self.distinct = cases.positive, cases.weights, cases.sweep.thresholds.size
        self.size = min(self.distinct, GROUPS)
        self.step = cases.step if self.distinct == self.size else cases.step * self.size // self.distinct
        self.member = np.arange(self.positive.size) if member is None else member
        self.cases = self.positive.size
        self.metric = metric

    @cached_property
    def cell(self) -> NDArray[np.intp]:
        """Twice the step of each entry, plus its label."""
        return 2 * self.step + self.positive

    @cached_property
    def whole(self) -> _Half:
        """All cases."""
        return self.weighed(np.ones_like(self.weights))

    @cached_property
    def classes(self) -> list[NDArray[np.intp]]:
        """The units with positives, and those without, that have any weight."""
        has_weight = np.bincount(self.member, weights=self.weights) > 0
        has_positives = np.bincount(self.member, weights=self.weights * self.positive) > 0
        return [np.flatnonzero(has_weight & has_positives), np.flatnonzero(has_weight & ~has_positives)]

    def draw(self, rng: np.random.Generator) -> Array:
        """1 for the cases of a random half of the units with positives and of those without, and 0 for the others."""
        chosen = np.zeros(self.member.max() + 1)
        for units in self.classes:
            chosen[rng.permutation(units)[: (units.size + int(rng.integers(2))) // 2]] = 1
        return chosen[self.member]

    def halve(self, rng: np.random.Generator) -> tuple[_Half, _Half]:
        """A random half of the cases and its rest, in both of which both classes have weight."""
        for _ in range(ATTEMPTS):
            inside = self.draw(rng)
            halves = self.weighed(inside), self.weighed(1 - inside)
            if all(weight.any() for half in halves for weight in (half.positives, half.negatives)):
                return halves
        raise ValueError(
            f"{self.metric} cannot be judged on other cases: that needs two cases of each class, of positive weight "
            "and in different clusters if there are any"
        )

    def weighed(self, inside: Array) -> _Half:
        """These shares of the entries."""
        negatives, positives = summed(self.cell, self.weights * inside, 2 * self.size).reshape(-1, 2).T
        return _Half(inside, positives, negatives)

    def by_class(self, of_positives: Array, of_negatives: Array) -> Array:
        """For each entry that of its step, from the array of its class."""
        return np.column_stack([of_negatives, of_positives]).ravel()[self.cell]

    def expand(self, influence: Influence) -> Influence:
        """The influences of the entries of the sample."""
        return influence


class _Cells(_Units):
    """A sample of equal cases that were counted, each case a unit.

    Where there are more than `GROUPS` distinct scores, neighbours are one entry.
    """

    def __init__(self, cases: SweptSample, metric: str, times: Array) -> None:
        super().__init__(cases, metric)
        # Weights that were counted in place of cases need not be whole numbers.
        self.times = np.maximum(np.rint(times), 1).astype(np.int64)
        self.cases = int(self.times.sum())
        self._place: NDArray[np.intp] | None = None
        if self.distinct > self.size:
            self._put_neighbours_together()

    def _put_neighbours_together(self) -> None:
        """Make one entry of each class and step, negatives before positives and scores ascending."""
        order = np.where(self.positive, 2 * self.size - 1, self.size - 1) - self.step
        entries, self._place = np.unique(order, return_inverse=True)
        self._share = self.weights / summed(self._place, self.weights)[self._place]
        self.weights, times = summed(self._place, self.weights), summed(self._place, self.times.astype(np.float64))
        self.times = times.astype(np.int64)
        self.positive, self.step = entries >= self.size, self.size - 1 - entries % self.size
        self.member = np.arange(entries.size)

    def draw(self, rng: np.random.Generator) -> Array:
        """The share of the cases of each entry in a random half of the positives and of the negatives."""
        drawn = np.zeros(self.times.size)
        for of in (self.positive, ~self.positive):
            times = self.times[of]
            half = (int(times.sum()) + int(rng.integers(2))) // 2
            if self.cases < MOST_CASES:
                drawn[of] = rng.multivariate_hypergeometric(times, half, method="marginals")
            else:  # so many that halves need not be exact
                drawn[of] = rng.binomial(times, 0.5)
        return drawn / self.times

    def expand(self, influence: Influence) -> Influence:
        """The influences of the entries of the sample: that of neighbours is divided among them as their weight is."""
        if self._place is None:
            return influence
        return Influence(influence.value, influence.of_cases[self._place] * self._share)


class _Blocks(NamedTuple):
    """Positives and negatives of the segments of a hull, and for each step the segment to which it belongs.

    A step without cases lies in a gap in which the threshold may be anywhere: it counts half to the segment above the
    threshold and half to the one below.
    """

    positives: Array
    negatives: Array
    above: NDArray[np.intp]
    below: NDArray[np.intp]


def _blocks(positives: Array, negatives: Array) -> _Blocks:
    true, false = np.cumsum(positives), np.cumsum(negatives)
    x, y = hull_of_curve(false, true)
    end, reached, last = x + y, true + false, x.size - 1
    above = np.minimum(np.searchsorted(end, reached), last)
    after = np.minimum(np.searchsorted(end, reached, side="right"), last)
    below = np.where(positives + negatives > 0, above, after)
    return _Blocks(np.diff(y, prepend=0.0), np.diff(x, prepend=0.0), above, below)


class _Prices:
    """Held-out expected minimum loss: mean cost of each case over the halves, at thresholds from other cases."""

    def __init__(self, units: _Units, *, over: str = "skew", alpha: float = 1, beta: float = 1) -> None:
        self.units, self.skew, self.law = units, over == "skew", (alpha, beta)
        self.paid = np.zeros_like(units.weights)

    def choose(self, positives: Array, negatives: Array) -> None:
        if self.skew:
            positives, negatives = positives / positives.sum(), negatives / negatives.sum()
        blocks = _blocks(positives, negatives)
        prices = beta_prices(blocks.positives, blocks.negatives, *self.law)
        self.of_positives, self.of_negatives = ((p[blocks.above] + p[blocks.below]) / 2 for p in prices)

    def test(self, half: _Half) -> None:
        self.paid += half.inside * self.units.by_class(self.of_positives, self.of_negatives) / SPLITS

    def influence(self) -> Influence:
        units = self.units
        whole = units.whole.positives.sum(), units.whole.negatives.sum()
        if not self.skew:
            scale = 2 * units.weights / sum(whole)
            value = float(scale @ self.paid)
            return Influence(value, scale * self.paid - units.weights / sum(whole) * value)
        shares = units.weights / np.where(units.positive, *whole)
        means = (float((shares * self.paid)[of].sum()) for of in (units.positive, ~units.positive))
        return Influence(float(shares @ self.paid), shares * (self.paid - np.where(units.positive, *means)))


class _H(_Prices):
    """Held-out H: one less the expected loss over costs as a share of that of uninformative scores."""

    def __init__(self, units: _Units, *, alpha: float = 2, beta: float = 2) -> None:
        super().__init__(units, over="cost", alpha=alpha, beta=beta)

    def influence(self) -> Influence:
        units = self.units
        whole = np.array([units.whole.positives.sum()]), np.array([units.whole.negatives.sum()])
        base = np.where(units.positive, *beta_prices(*whole, *self.law))
        most = float(units.weights @ base)
        value = 1 - float(units.weights @ self.paid) / most
        return Influence(value, units.weights * ((1 - value) * base - self.paid) / most)


class _Hull:
    """Held-out AUCH: AUROC plus the mean gain in area when steps are merged as on the hull of other cases."""

    def __init__(self, units: _Units) -> None:
        self.units = units
        self.gained, self.halves = np.zeros_like(units.weights), []  # type: tuple[Array, list[float]]

    def choose(self, positives: Array, negatives: Array) -> None:
        self.blocks = _blocks(positives, negatives)

    def test(self, half: _Half) -> None:
        units = self.units
        plain = _area(half.positives, half.negatives)
        for block in (self.blocks.above, self.blocks.below):
            steps = (summed(block, of, self.blocks.positives.size) for of in half[1:])
            area, won, lost = _area(*steps)
            gain = units.by_class(won[block] - plain[1], lost[block] - plain[2])
            self.halves.append(area - plain[0])
            self.gained += half.inside * (gain - (area - plain[0])) / (2 * SPLITS)

    def influence(self) -> Influence:
        units = self.units
        area, won, lost = _area(units.whole.positives, units.whole.negatives)
        alone = units.by_class(won, lost) - area
        shares = units.weights / np.where(units.positive, units.whole.positives.sum(), units.whole.negatives.sum())
        return Influence(area + float(np.mean(self.halves)), shares * (alone + self.gained))


def _area(positives: Array, negatives: Array) -> tuple[float, Array, Array]:
    """Area under the ROC curve, and for each step the share of pairs that its positives, and its negatives, win."""
    won, lost = pair_shares(np.cumsum(positives), np.cumsum(negatives))
    return float(won @ positives) / float(positives.sum()), won, lost


class _Gap:
    """Held-out Kolmogorov-Smirnov gap: share of halves in which each case passes the threshold, with the gap's sign."""

    def __init__(self, units: _Units) -> None:
        self.units, self.passed = units, np.zeros_like(units.weights)

    def choose(self, positives: Array, negatives: Array) -> None:
        gap = np.cumsum(positives) / positives.sum() - np.cumsum(negatives) / negatives.sum()
        widest = int(np.abs(gap).argmax())
        index = np.arange(gap.size)
        # Steps without cases below the threshold have the same gap: the threshold may lie anywhere among them.
        behind = np.cumsum(positives + negatives > 0) == np.count_nonzero((positives + negatives)[: widest + 1])
        self.of_steps = np.sign(gap[widest]) * np.where(index <= widest, 1.0, behind / 2)

    def test(self, half: _Half) -> None:
        self.passed += half.inside * self.of_steps[self.units.step] / SPLITS

    def influence(self) -> Influence:
        units = self.units
        shares = units.weights / np.where(units.positive, units.whole.positives.sum(), -units.whole.negatives.sum())
        signed = [float((shares * self.passed)[of].sum()) for of in (units.positive, ~units.positive)]
        return Influence(sum(signed), shares * (self.passed - np.where(units.positive, signed[0], -signed[1])))


class _LeastCost:
    """Held-out mean cost at one pair of prices: cost of each case at the threshold that is cheapest for other cases."""

    def __init__(self, units: _Units, *, cost_fp: float, cost_fn: float) -> None:
        self.units, self.prices, self.paid = units, (cost_fp, cost_fn), np.zeros(units.weights.size)

    def choose(self, positives: Array, negatives: Array) -> None:
        of_fp, of_fn = self.prices
        spent = np.append(0.0, np.cumsum(of_fp * negatives - of_fn * positives))
        # Steps without cases below the threshold cost the same: the threshold may lie anywhere among them.
        flagged = int(spent.argmin())
        there = np.append(0, np.cumsum(positives + negatives > 0))
        behind = (there[1:] == there[flagged]) & (0 < there[flagged] < there[-1])
        passed = np.where(np.arange(1, spent.size) <= flagged, 1.0, behind / 2)
        self.of_positives, self.of_negatives = of_fn * (1 - passed), of_fp * passed

    def test(self, half: _Half) -> None:
        self.paid += half.inside * self.units.by_class(self.of_positives, self.of_negatives) / SPLITS

    def influence(self) -> Influence:
        shares = self.units.weights / self.units.weights.sum()
        value = float(shares @ self.paid)
        return Influence(value, shares * (self.paid - value))


_JUDGES: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "auch": _Hull,
        "expected_min_loss": _Prices,
        "h_measure": _H,
        "kolmogorov_smirnov": _Gap,
        "least_cost": _LeastCost,
    }
)
#: The metrics that choose their thresholds, with the lowest and the highest value of each.
CHOOSERS: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"auch": (0.5, 1.0), "expected_min_loss": (0.0, 1.0), "h_measure": (0.0, 1.0), "kolmogorov_smirnov": (0.0, 1.0)}
)
