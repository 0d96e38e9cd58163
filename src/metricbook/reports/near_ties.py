"""What rounding may do to a model's metrics: cases that nearly tie, and the ranges over all ways to break the ties."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from metricbook.metrics.tie_breaking import KNOWN, Breaking
from metricbook.metrics.validation import Sample
from metricbook.reports.contents import NearlyTied
from metricbook.reports.estimates import Cases, cost_of_a_case
from metricbook.reports.question import MEASURES


def nearly_tied(cases: Cases, model: str, metrics: Collection[str], threshold: float | None) -> NearlyTied | None:
    """The near-ties of a model's scores, and the range of each metric that has one.

    None if no two scores nearly tie, nor a score and the threshold; and if neighbouring scores were put together, whose
    order is not known. Confidences alone are no reason: 0.7 - 0.5 and 0.5 - 0.3 are different floats, but the same ones
    on every processor.

    Of cases counted by score and class, average precision may lie above the lower end by the share of one positive
    case: how the weight of a count divides into cases is not known, so that the end is that of any division.
    """
    if cases.binned(model):
        return None
    cells = cases.cells(model)
    kept = cells.weights > 0
    labels, scores = cells.labels[kept], cells.scores[kept]
    times, weights = cells.times[kept], cells.weights[kept]
    breaking = Breaking(Sample(labels, scores, weights))
    near = np.zeros(scores.size, dtype=bool) if threshold is None else breaking.near_threshold(threshold)
    ties = breaking.near_ties
    if not ties.groups and not near.any():
        return None
    ranges = {}
    for metric in metrics:
        kind = MEASURES[metric].kind
        if metric in KNOWN:
            given = {} if kind == "ranking" else {"threshold": threshold}
            try:
                ranges[metric] = breaking.range(metric, **given)[1:3]
            except ValueError:
                continue  # undefined for one of the orders
        elif kind == "cost" and threshold is not None:
            costs = [cost_of_a_case(labels, sides, 0.0, cases.question) for sides in breaking.decided(threshold)]
            dear, cheap = (float(weights @ cost / weights.sum()) for cost in costs)
            ranges[metric] = cheap, dear
    if (times != 1).any() and "average_precision" in ranges:
        low, high = ranges["average_precision"]
        ranges["average_precision"] = min(low, _least_average_precision(breaking)), high
    return NearlyTied(
        cases=float(times[breaking.nearly_tied].sum()),
        groups=ties.groups,
        smallest=ties.smallest,
        chain=ties.chain,
        tolerance=breaking.rounding.tolerance,
        near_threshold=float(times[near].sum()),
        ranges=ranges,
    )


def _least_average_precision(breaking: Breaking) -> float:
    """Average precision with the negatives of each group first, and its positives divided as finely as may be.

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
