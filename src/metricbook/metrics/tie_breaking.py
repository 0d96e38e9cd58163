"""The range of a metric over all ways to break the near-ties of `metricbook.metrics.near_ties`.

The cases of each group of near-ties may stand in any order, with any of them tied: any weak order. Between groups the
order stays. Then a metric is least and greatest where every group is ordered for or against it:

- The ROC curve passes through the end of every group, and within a group it stays in the rectangle between two ends.
  Positives first, it runs along the left and upper side; negatives first, along the lower and right side: the first is
  nowhere below any other and the second nowhere above. What cannot fall when the curve rises, that is AUROC, the area
  under the hull, H and (falling) the expected minimum loss, which are read off the hull, is extreme on these two.
- The Kolmogorov-Smirnov gap is the greatest height above the diagonal or depth below it. Height is greatest with
  positives first, depth with negatives first. Neither is ever less than at the ends of the groups, which are all that
  is left if each group is tied: there the gap is least.
- Average precision counts, for each positive, P/(P + N) of the positives and negatives that score at least as high.
  Within a group no P is more, and no N less, than if all its positives are tied above its negatives. No N is more than
  with the negatives first, and no P less than with the positives one by one; of these orders, that of ascending
  weights is the least, for P/(P + N) is concave in P: neighbours of weights a < b, exchanged, add ab times the slope
  of the part that b alone has covered less that of the part that a has, which comes before it and is steeper.
- By confidence, "right" takes the place of "positive" and the curve is that of right decisions against decisions taken:
  for LxCIM and the integral AUDRC as for AUROC. The sum AUDRC counts the share of right decisions at the end of each
  step: for right ones as for average precision, and for wrong ones 1 less the same of what is wrong. It is greatest
  with the right ones of a group tied and first, and then the wrong ones one by one, the lightest first; and least with
  the wrong ones tied and first, and the right ones one by one.
- Decisions depend on rounding only where the threshold lies in a group, that is, is near a score. Those cases may fall
  on either side. Every metric of `metricbook.confusion` rises throughout, or falls throughout, when true
  positives grow, and when false positives shrink. With π the share of positives, t and f the two rates and
  q = πt + (1 - π)f, this follows directly but for the Matthews correlation, √(π(1 - π)) (t - f)/√(q(1 - q)), whose
  derivative by t has the sign of q(1 - f) + f(1 - q), and for kappa, 2π(1 - π)(t - f)/(q(1 - π) + π(1 - q)), where it
  is that of π(1 - f) + f(1 - π); neither is negative. Exchange the classes for f. By confidence, these cases may be
  right or wrong.

The precision at the indistinguishability threshold, which moves with the order, has no such extremes, and no range is
given. Brier score and log loss do not depend on the order, and on rounding no more than the scores do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.confusion import METRICS
from metricbook.metrics.h_measure import expected_min_loss_of, h_measure_of
from metricbook.metrics.near_ties import NearTies, Rounding, count_near_ties, near_neighbours, runs, with_weight
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of, kolmogorov_smirnov_of
from metricbook.metrics.selective import (
    ConfidenceSweep,
    audrc_integral_of,
    audrc_sum_of,
    confidence_of,
    confusion_at,
    lxcim_of,
)
from metricbook.metrics.sweep import Curve, Sweep, in_order, steps_of
from metricbook.metrics.validation import Array, Label, Sample, check_sample, check_threshold

OF_RANKING: Final[dict[str, Callable[..., float]]] = {
    "auroc": auroc_of,
    "average_precision": average_precision_of,
    "auch": auch_of,
    "h_measure": h_measure_of,
    "expected_min_loss": expected_min_loss_of,
    "kolmogorov_smirnov": kolmogorov_smirnov_of,
}
OF_CONFIDENCE: Final[dict[str, Callable[..., float]]] = {
    "lxcim": lxcim_of,
    "audrc_sum": audrc_sum_of,
    "audrc_integral": audrc_integral_of,
}
#: Metrics that have a range.
KNOWN: Final = (*OF_RANKING, *OF_CONFIDENCE, *METRICS)


class TieBreakRange(NamedTuple):
    """A metric's value, its least and greatest value over all ways to break near-ties, and the number of near-ties.

    Attributes
    ----------
    value, low, high : float
        In the metric's unit; equal where nothing depends on near-ties.
    groups : int
        As in `NearTies`, of scores or, for metrics by confidence, of confidences.
    cases : float
        As in `NearTies`. For decisions at a threshold: of cases near it.
    """

    value: float
    low: float
    high: float
    groups: int
    cases: float


def tie_break_range(
    metric: str | Callable[..., float],
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    tolerance: float | None = None,
    **parameters: Any,
) -> TieBreakRange:
    """The least and the greatest value of a metric over all orders, with or without ties, of scores that nearly tie.

    Parameters
    ----------
    metric : str or function
        The name of a metric of the ranking (``auroc``, ``average_precision``, ``auch``, ``h_measure``,
        ``expected_min_loss``, ``kolmogorov_smirnov``), by confidence (``lxcim``, ``audrc_sum``, ``audrc_integral``), or
        of decisions (those of `metricbook.confusion`); or a function of the package that has that name.
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`. Cases without weight are left out.
    tolerance : float, optional
        As for `near_ties`.
    **parameters
        Of the metric: ``threshold`` for confidence and decisions (0 by default), ``alpha`` and ``beta`` for H.

    Returns
    -------
    TieBreakRange

    Raises
    ------
    ValueError
        On bad input, for a metric without such a range, or where the metric is undefined for any of the orders.

    Notes
    -----
    Both ends are attained by some order, as proved in the module's docstring.

    Examples
    --------
    The positive and the first negative have the same score, but for rounding:

    >>> auc = tie_break_range("auroc", [1, 0, 0], [0.1 + 0.2, 0.3, 0.1])
    >>> auc.value, auc.low, auc.high
    (1.0, 0.5, 1.0)
    >>> tie_break_range("accuracy", [1, 0], [0.3, 0.1], threshold=0.1 + 0.2)
    TieBreakRange(value=0.5, low=0.5, high=1.0, groups=1, cases=1.0)
    """
    name = metric if isinstance(metric, str) else getattr(metric, "__name__", repr(metric))
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    if name not in KNOWN:
        raise ValueError(f"the range of {name} over tie-breaks is undefined here: it is known for {', '.join(KNOWN)}")
    return Breaking(with_weight(sample), tolerance=tolerance).range(name, **parameters)


class Breaking:
    """A sample and all ways to break its near-ties.

    Parameters
    ----------
    sample : Sample
        Every case has weight.
    tolerance : float, optional
        As for `near_ties`.
    """

    def __init__(self, sample: Sample, *, tolerance: float | None = None) -> None:
        self.sample = sample
        self._weights = np.ones_like(sample.scores) if sample.weights is None else sample.weights
        self.sweep = Sweep.of_sorted(in_order(sample))
        self.rounding = Rounding.of(self.sweep.thresholds, tolerance)
        self._near: dict[float, NDArray[np.bool_]] = {}

    @cached_property
    def near_ties(self) -> NearTies:
        """The near-ties of the scores."""
        return count_near_ties(self.sweep, self.rounding)

    @property
    def nearly_tied(self) -> NDArray[np.bool_]:
        """Mask of the cases whose score is in a group of near-ties."""
        return self._groups.hold(self.sample.scores)

    def range(self, metric: str, **parameters: Any) -> TieBreakRange:
        """The range of a metric, which `tie_break_range` describes."""
        if metric in OF_RANKING:
            return self._range_of_ranking(metric, **parameters)
        threshold = check_threshold(parameters.pop("threshold", 0.0))
        if metric in OF_CONFIDENCE:
            return self._range_by_confidence(metric, threshold, **parameters)
        return self._range_of_decisions(metric, threshold, **parameters)

    def near_threshold(self, threshold: float) -> NDArray[np.bool_]:
        """Mask of the cases whose score is in one group with the threshold."""
        if threshold not in self._near:  # cached, as every metric of decisions uses it
            self._near[threshold] = self._find_near(threshold)
        return self._near[threshold]

    def _find_near(self, threshold: float) -> NDArray[np.bool_]:
        values = np.union1d(self.sweep.thresholds, threshold)
        near = near_neighbours(values, self.rounding.slack(values))
        at = int(np.searchsorted(values, threshold))
        starts, ends = runs(near)
        matches = np.flatnonzero((starts <= at) & (at <= ends))
        if not matches.size:
            return np.zeros(self.sample.scores.size, dtype=bool)
        lowest, highest = values[starts[matches[0]]], values[ends[matches[0]]]
        return (self.sample.scores >= lowest) & (self.sample.scores <= highest)

    def decided(self, threshold: float) -> tuple[Array, Array]:
        """Scores to be compared with 0: all cases near the threshold decided wrongly, and all decided rightly."""
        scores, near = self.sample.scores, self.near_threshold(threshold)
        sides = np.where(scores == threshold, 0.0, np.where(scores > threshold, 1.0, -1.0))
        right = np.where(self.sample.labels, 1.0, -1.0)
        return np.where(near, -right, sides), np.where(near, right, sides)

    def _range_of_ranking(self, metric: str, **parameters: Any) -> TieBreakRange:
        of, sweep = OF_RANKING[metric], self.sweep
        value, ties = of(sweep, **parameters), self.near_ties
        if not ties.groups:
            return TieBreakRange(value, value, value, 0, 0.0)
        worst, best = self.rankings
        ends = [of(worst, **parameters), of(best, **parameters)]
        if metric == "kolmogorov_smirnov":
            ends.append(of(self.tied))
        return _make_range(value, ends, ties.groups, ties.cases)

    @cached_property
    def _groups(self) -> _Groups:
        return _Groups(self.sweep.thresholds, self.rounding.slack(self.sweep.thresholds))

    @cached_property
    def rankings(self) -> tuple[Sweep, Sweep]:
        """The sweep with the negatives of each group first, then its positives one by one; and the other way round."""
        steps = steps_of(self.sweep.true_positives), steps_of(self.sweep.false_positives)
        sweeps = []
        for first in (False, True):
            one, other = self._groups.broken(steps, self.sample.scores, self.sample.labels, self._weights, first=first)
            sweeps.append(Sweep.of_steps(-np.arange(1.0, one.size + 1), one, other))
        return sweeps[0], sweeps[1]

    @property
    def several(self) -> NDArray[np.bool_]:
        """Mask of the steps of `tied` that hold several distinct scores."""
        size: NDArray[np.intp] = np.diff(np.flatnonzero(self._groups.last), prepend=-1)
        return size > 1

    @property
    def tied(self) -> Sweep:
        """The sweep with each group tied."""
        last = self._groups.last
        true, false = self.sweep.true_positives[last], self.sweep.false_positives[last]
        return Sweep.of_steps(self.sweep.thresholds[last], steps_of(true), steps_of(false))

    def _range_by_confidence(self, metric: str, threshold: float, **parameters: Any) -> TieBreakRange:
        of, (labels, scores, weights) = OF_CONFIDENCE[metric], self.sample
        sweep = ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)
        value = of(sweep, **parameters)
        undecided = self.near_threshold(threshold)
        values, slack = sweep.confidences, self._slack_of(sweep.confidences, threshold)
        if undecided.any() and values[-1] > 0:  # the threshold belongs to their group
            values, slack = np.append(values, 0.0), np.append(slack, self.rounding.slack(np.array([threshold])))
        groups = _Groups(values, slack)
        if not groups.number:
            return TieBreakRange(value, value, value, 0, 0.0)
        correct, coverage = steps_of(sweep.correct), steps_of(sweep.coverage)
        steps = [np.append(part, np.zeros(values.size - part.size)) for part in (correct, coverage - correct)]
        confidence, ends = confidence_of(scores, threshold), []
        for first, sides in zip((False, True), self.decided(threshold), strict=True):
            right = np.where(sides == 0, first, (sides > 0) == labels).astype(bool)
            one, other = groups.broken((steps[0], steps[1]), confidence, right, self._weights, first=first)
            ends.append(of(ConfidenceSweep.of_steps(-np.arange(1.0, one.size + 1), one + other, one), **parameters))
        cases = float(self._weights[groups.hold(confidence)].sum())
        return _make_range(value, ends, groups.number, cases)

    def _slack_of(self, confidences: Array, threshold: float) -> Array:
        """Distance up to which another confidence is near each: from the scores on both sides that have it."""
        with np.errstate(over="ignore"):
            either = [np.nan_to_num(threshold + sign * confidences) for sign in (1, -1)]
        return np.maximum(*map(self.rounding.slack, either))

    def _range_of_decisions(self, metric: str, threshold: float, **parameters: Any) -> TieBreakRange:
        labels, scores, weights = self.sample

        def of(sides: Array, at: float) -> float:
            counts = confusion_at(labels, sides, sample_weight=weights, threshold=at)
            return float(METRICS[metric](*counts, **parameters))

        value, near = of(scores, threshold), self.near_threshold(threshold)
        if not near.any():
            return TieBreakRange(value, value, value, 0, 0.0)
        ends = [of(sides, 0.0) for sides in self.decided(threshold)]
        return _make_range(value, ends, 1, float(self._weights[near].sum()))


def _make_range(value: float, ends: list[float], groups: int, cases: float) -> TieBreakRange:
    """The range of the ends and the value, which may lie beyond an end by rounding."""
    return TieBreakRange(value, min(value, *ends), max(value, *ends), groups, cases)


class _Groups:
    """Groups of near values among distinct ones, highest first, and their cases in a chosen order."""

    def __init__(self, values: Array, slack: Array) -> None:
        near = near_neighbours(values, slack)
        self._values = values
        self.last = np.append(~near, True)
        self._of_step = np.cumsum(np.append(0, ~near))
        starts, ends = runs(near)
        self.number = int(starts.size)
        self._near_steps = np.append(near, False) | np.append(False, near)
        self._highest, self._lowest = values[starts], values[ends]

    def hold(self, values: Array) -> NDArray[np.bool_]:
        """Mask of the values that belong to a group of several distinct ones."""
        place = np.searchsorted(-self._lowest, -values)
        inside = place < self._lowest.size
        inside[inside] = values[inside] <= self._highest[place[inside]]
        return inside

    def broken(
        self, steps: Curve, values: Array, flags: NDArray[np.bool_], weights: Array, *, first: bool
    ) -> tuple[Array, Array]:
        """The flagged and the other weight of each step, with each group put in order.

        Other steps stay as in ``steps``. Of each group those whose flag is ``first`` come first, tied; then the
        others one by one, the lightest first.
        """
        inside = self.hold(values)
        values, flags, weights = values[inside], flags[inside], weights[inside]
        group = self._of_step[np.searchsorted(-self._values, -values)]
        late = flags != first
        order = np.lexsort((weights, late, group))
        group, late, flags, weights = group[order], late[order], flags[order], weights[order]
        starts = np.flatnonzero(np.append(True, (np.diff(group) > 0) | late[1:]))
        own = [np.add.reduceat(np.where(chosen, weights, 0.0), starts) for chosen in (flags, ~flags)]
        alone = ~self._near_steps
        place = np.argsort(np.concatenate([self._of_step[alone], group[starts]]), kind="stable")
        one, other = (np.concatenate([of[alone], part])[place] for of, part in zip(steps, own, strict=True))
        return one, other
