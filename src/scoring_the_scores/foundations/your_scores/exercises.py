"""Checkers of the exercises of foundations/your-scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricbook import auroc, average_precision, h_measure, interval, paired_difference
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, descending, ranking, several, wrong


@checks("foundations.three-winners")
def three_winners(answer: Any, given: Mapping[str, Any]) -> str:
    """Three rankings, each the best by a metric of its own."""
    winners = [
        ranking(one, f"ranking {place}", positives=4, negatives=6)
        for place, one in enumerate(several(answer, shortest=3, longest=3), start=1)
    ]
    metrics = {"AUROC": auroc, "average precision": average_precision, "H": h_measure}
    statements = []
    for place, (name, metric) in enumerate(metrics.items()):
        measured = [float(metric(one, descending(one))) for one in winners]
        shown = ", ".join(f"{value:.3f}" for value in measured)
        if max(measured[:place] + measured[place + 1 :]) > measured[place] - 1e-9:
            wrong(f"{name} must be highest for ranking {place + 1}, alone; the three have {shown}.")
        statements.append(f"{name} {shown}")
    return f"{'; '.join(statements)}."


@checks("foundations.overlap")
def overlap(answer: Any, given: Mapping[str, Any]) -> str:
    """Two intervals that overlap, and a difference that is clear."""
    parts = several(answer, shortest=3, longest=3)
    samples_ = [cases((parts[0], scores), "the sample", shortest=4, longest=200) for scores in parts[1:]]
    labels, first, second = samples_[0][0], samples_[0][1], samples_[1][1]
    try:
        one, other = (interval("auroc", labels, scores) for scores in (first, second))
        less = paired_difference("auroc", labels, first, second)
    except ValueError as error:
        wrong(f"there is no interval here: {error}.")
    shown = (f"{estimate.low:.3f} to {estimate.high:.3f}" for estimate in (one, other, less))
    summary = "{} and {}, difference {}".format(*shown)
    if less.value <= 0:
        wrong(f"the first scores must be the better model's: AUROC {one.value:.3f} and {other.value:.3f}.")
    shared = min(one.high, other.high) - max(one.low, other.low)
    if shared < min(one.high - one.low, other.high - other.low) / 2:
        wrong(f"the intervals do not overlap by half of the shorter one: {summary}.")
    if less.low <= 0:
        wrong(f"the interval of the difference reaches 0: {summary}.")
    return f"{summary}."
