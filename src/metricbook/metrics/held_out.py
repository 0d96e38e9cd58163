"""Metrics of best thresholds on held-out cases: thresholds from one half of the cases, evaluated on the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.halves import Half, SplitCounts, SplitSample
from metricbook.metrics.hull import hull_of_curve
from metricbook.metrics.influence import Influence, SweptSample, beta_prices, check_parameters, pair_shares
from metricbook.metrics.sweep import steps_of
from metricbook.metrics.units import summed
from metricbook.metrics.validation import Array, Sample

#: Number of random splits into halves. Twice as many change the ends of an interval by a few hundredths of its length.
SPLITS: Final = 16


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
    units = SplitSample(cases, first_named, member) if times is None else SplitCounts(cases, first_named, times)
    judges = {metric: _JUDGES[metric](units, **parameters) for metric, parameters in metrics.items()}
    rng = np.random.default_rng(units.cases) if rng is None else rng
    for _ in range(SPLITS):
        halves = units.halve(rng)
        for chosen, tested in (halves, halves[::-1]):
            for judge in judges.values():
                judge.choose(chosen.positives, chosen.negatives)
                judge.test(tested)
    return {metric: units.expand(judge.influence()) for metric, judge in judges.items()}


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
    return _Blocks(steps_of(y), steps_of(x), above, below)


class _Prices:
    """Held-out expected minimum loss: mean cost of each case over the halves, at thresholds from other cases."""

    def __init__(self, units: SplitSample, *, over: str = "skew", alpha: float = 1, beta: float = 1) -> None:
        self.units, self.skew, self.law = units, over == "skew", (alpha, beta)
        self.paid = np.zeros_like(units.weights)

    def choose(self, positives: Array, negatives: Array) -> None:
        if self.skew:
            positives, negatives = positives / positives.sum(), negatives / negatives.sum()
        blocks = _blocks(positives, negatives)
        prices = beta_prices(blocks.positives, blocks.negatives, *self.law)
        self.of_positives, self.of_negatives = ((p[blocks.above] + p[blocks.below]) / 2 for p in prices)

    def test(self, half: Half) -> None:
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

    def __init__(self, units: SplitSample, *, alpha: float = 2, beta: float = 2) -> None:
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

    def __init__(self, units: SplitSample) -> None:
        self.units = units
        self.gained, self.halves = np.zeros_like(units.weights), []  # type: tuple[Array, list[float]]

    def choose(self, positives: Array, negatives: Array) -> None:
        self.blocks = _blocks(positives, negatives)

    def test(self, half: Half) -> None:
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

    def __init__(self, units: SplitSample) -> None:
        self.units, self.passed = units, np.zeros_like(units.weights)

    def choose(self, positives: Array, negatives: Array) -> None:
        gap = np.cumsum(positives) / positives.sum() - np.cumsum(negatives) / negatives.sum()
        widest = int(np.abs(gap).argmax())
        index = np.arange(gap.size)
        # Steps without cases below the threshold have the same gap: the threshold may lie anywhere among them.
        behind = np.cumsum(positives + negatives > 0) == np.count_nonzero((positives + negatives)[: widest + 1])
        self.of_steps = np.sign(gap[widest]) * np.where(index <= widest, 1.0, behind / 2)

    def test(self, half: Half) -> None:
        self.passed += half.inside * self.of_steps[self.units.step] / SPLITS

    def influence(self) -> Influence:
        units = self.units
        shares = units.weights / np.where(units.positive, units.whole.positives.sum(), -units.whole.negatives.sum())
        signed = [float((shares * self.passed)[of].sum()) for of in (units.positive, ~units.positive)]
        return Influence(sum(signed), shares * (self.passed - np.where(units.positive, signed[0], -signed[1])))


class _LeastCost:
    """Held-out mean cost at one pair of prices: cost of each case at the threshold that is cheapest for other cases."""

    def __init__(self, units: SplitSample, *, cost_fp: float, cost_fn: float) -> None:
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

    def test(self, half: Half) -> None:
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
