"""Near-ties of a model's scores, and the range of each metric over all ways to break them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metricbook.metrics.influence import influence
from metricbook.metrics.tie_breaking import KNOWN, Breaking
from metricbook.metrics.validation import Sample
from metricbook.reports.cases import Cases
from metricbook.reports.decisions import decision_costs
from metricbook.reports.model_contents import NearlyTied
from metricbook.reports.question import MEASURES


def find_near_ties(
    cases: Cases, model: str, metrics: Mapping[str, Mapping[str, Any]], threshold: float | None
) -> NearlyTied | None:
    """Find the near-ties of a model's scores, and the range of each metric, given with its parameters, that has one.

    None if no score nearly ties with another or with the threshold, or if neighbouring scores were put together.
    Confidences that nearly tie do not count: 0.7 - 0.5 and 0.5 - 0.3 differ, but by the same on every processor.

    Of cases that were counted, the lower end of average precision may be too low by the share of one positive case:
    how the weight of a count divides into cases is not known, so it is the least of all divisions.
    """
    if cases.binned(model):
        return None
    cells = cases.cells(model)
    weighted = cells.weights > 0
    labels, scores = cells.labels[weighted], cells.scores[weighted]
    times, weights = cells.times[weighted], cells.weights[weighted]
    breaking = Breaking(Sample(labels, scores, weights))
    near = np.zeros(scores.size, dtype=bool) if threshold is None else breaking.near_threshold(threshold)
    ties = breaking.near_ties
    if not ties.groups and not near.any():
        return None
    ranges = {}
    for metric, parameters in metrics.items():
        kind = MEASURES[metric].kind
        try:
            if kind == "decision" and metric != "lxcim":
                ranges[metric] = _range_of_decisions(metric, breaking, threshold or 0.0)
            elif metric in KNOWN:
                ranges[metric] = breaking.range(metric, **parameters)[1:3]
        except ValueError:
            continue  # undefined for one of the orders
        if kind == "cost" and threshold is not None:
            costs = [decision_costs(labels, sides, 0.0, cases.question) for sides in breaking.decided(threshold)]
            dear, cheap = (float(weights @ cost / weights.sum()) for cost in costs)
            ranges[metric] = cheap, dear
    if (times != 1).any() and "average_precision" in ranges:
        low, high = ranges["average_precision"]
        ranges["average_precision"] = min(low, _lowest_average_precision(breaking)), high
    return NearlyTied(
        cases=float(times[breaking.nearly_tied].sum()),
        groups=ties.groups,
        smallest=ties.smallest,
        chain=ties.chain,
        tolerance=breaking.rounding.tolerance,
        near_threshold=float(times[near].sum()),
        ranges=ranges,
    )


def _range_of_decisions(metric: str, breaking: Breaking, threshold: float) -> tuple[float, float]:
    """The least and the greatest value if the cases near the threshold, but not at it, are decided in any way."""
    labels, scores, weights = breaking.sample
    ways = [np.where(scores >= threshold, 1.0, -1.0), *breaking.decided(threshold)]
    flagged = [np.where(sides >= 0, 1.0, -1.0) for sides in ways]
    values = [influence(metric, labels, sides, sample_weight=weights).value for sides in flagged]
    return min(values), max(values)


def _lowest_average_precision(breaking: Breaking) -> float:
    """Average precision with the negatives of each group first, and its positives divided arbitrarily finely.

    With F negatives before it, a run from p to q positives adds the integral of x / (x + F) from p to q.
    """
    sweep = breaking.tied
    ends, negatives = sweep.true_positives, sweep.false_positives
    starts = np.append(0.0, ends[:-1])
    gained, reached = ends - starts, np.maximum(ends + negatives, 1e-300)
    added = gained * ends / reached
    of_several = breaking.several & (negatives > 0)
    f, p, d = negatives[of_several], starts[of_several], gained[of_several]
    added[of_several] = d - f * np.log1p(d / (p + f))
    return float(added.sum() / sweep.positives)
