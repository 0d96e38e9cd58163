"""Checkers of the exercises of foundations/your-scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metricbook import auroc, average_precision, h_measure, hanley_mcneil, interval, paired_difference
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, descending, ranking, several, whole, wrong
from scoring_the_scores.exercises.slips import match


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


def draw_bound(rng: np.random.Generator) -> dict[str, Any]:
    """A true AUROC and a bound below it."""
    bound = float(rng.choice([0.7, 0.75, 0.8]))
    return {"bound": bound, "auroc": round(bound + int(rng.integers(30, 101)) / 1000, 3)}


@checks("foundations.to-pass-a-bound", given=draw_bound)
def to_pass_a_bound(answer: Any, given: Mapping[str, Any]) -> str:
    """The smallest number of cases of each class."""
    submitted = whole(answer, low=1, high=10**6)
    area, bound = given["auroc"], given["bound"]

    def smallest(quantile: float) -> int:
        return next(n for n in range(1, 10**6) if area - quantile * hanley_mcneil(area, n, n) >= bound)

    right = smallest(1.96)
    end = area - 1.96 * hanley_mcneil(area, submitted, submitted)
    slips = {
        "these are the cases of both classes together": 2 * right,
        "this is for an interval with one end, of 1.645 standard errors": smallest(1.645),
        "this is for a single standard error": smallest(1),
    }
    hint = f"the lower end is {end:.4f} then" + ("" if end < bound else ", and fewer would do")
    match(submitted, right, "The number of positives", slips, hint=hint)
    return f"With {right} of each class the lower end is {end:.4f}."
