"""For teachers: instances, and checkers that hold an answer, of foundations/one-sort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fields, fraction, function, wrong
from scoring_the_scores.exercises.slips import array, match, same_function
from scoring_the_scores.foundations.answers import full, strict

RATES = ("TPR", "FPR", "precision")


def _rates(labels: list[int], scores: list[float], threshold: float) -> dict[str, dict[str, Fraction]]:
    """For each rate the right value, under the name "right", and what known slips make of it."""
    counts = {}
    for rule, flags in (("at least", [s >= threshold for s in scores]), ("above", [s > threshold for s in scores])):
        pairs = list(zip(labels, flags, strict=True))
        counts[rule] = [sum(pair == one for pair in pairs) for one in ((0, False), (0, True), (1, False), (1, True))]
    tn, fp, fn, tp = counts["at least"]
    stricter = _three(*counts["above"])
    parts = {"TPR": (tp, tp + fn), "FPR": (fp, fp + tn), "precision": (tp, tp + fp)}
    others = {
        "TPR": {"that is the precision, a share of the flagged cases": Fraction(tp, tp + fp)},
        "FPR": {"that is a share of the flagged cases, not of the negatives": Fraction(fp, tp + fp)},
        "precision": {"that is the TPR, a share of the positives": Fraction(tp, tp + fn)},
    }
    return {
        rate: {
            "right": Fraction(part, of),
            **others[rate],
            "a case at the threshold is flagged, too": stricter[rate],
            "that is the share of the others, what is left to 1": 1 - Fraction(part, of),
            "that is a share of all cases": Fraction(part, len(labels)),
        }
        for rate, (part, of) in parts.items()
    }


def _three(tn: int, fp: int, fn: int, tp: int) -> dict[str, Fraction]:
    shares = ((tp, tp + fn), (fp, fp + tn), (tp, tp + fp))
    return {rate: Fraction(part, of or 1) for rate, (part, of) in zip(RATES, shares, strict=True)}


@draws("foundations.four-outcomes")
def _fourteen_cases(rng: np.random.Generator) -> dict[str, Any]:
    """Fourteen cases of which two, one of each class, score exactly the threshold, and whose rates tell slips apart."""
    while True:
        labels = [int(one) for one in rng.random(14) < np.linspace(0.9, 0.1, 14)]
        scores = sorted((int(one) / 20 for one in rng.integers(1, 20, 14)), reverse=True)
        threshold = scores[int(rng.integers(4, 11))]
        at = [label for label, score in zip(labels, scores, strict=True) if score == threshold]
        if (
            sorted(at) == [0, 1]
            and 4 <= sum(labels) <= 10
            and all(
                len(set(by_letter.values())) == len(by_letter)
                for by_letter in _rates(labels, scores, threshold).values()
            )
        ):
            return {"labels": labels, "scores": scores, "threshold": threshold}


@checks("foundations.four-outcomes")
def four_outcomes(answer: Any, given: Mapping[str, Any]) -> str:
    """Three rates at a threshold that two cases score exactly."""
    submitted = fields(answer, RATES)
    rates = _rates(**given)
    for rate in RATES:
        value = fraction(submitted[rate], rate)
        if value > 1:
            wrong(f"{rate} is a share, at most 1, not {value}: a percentage is a hundred times as much.")
        right = rates[rate].pop("right")
        match(value, right, rate, rates[rate], hint="count the outcomes at this threshold again")
    return "All three rates are right: two of them are shares of a class, the third of what was flagged."


def _summed_weights(labels: Any, scores: Any, weights: Any) -> Fraction:
    cases = list(zip(labels, scores, weights, strict=True))
    pairs = [(v + w, exact.auroc([1, 0], [s, t])) for y, s, v in cases for z, t, w in cases if y > z]
    return sum((weight * won for weight, won in pairs), Fraction(0)) / sum(weight for weight, _ in pairs)


AUROC_SLIPS: Mapping[str, Callable[[Any, Any, Any], Fraction]] = {
    "the weights play no part in it": lambda y, s, w: exact.auroc(y, s),
    "a pair weighs the product of its two weights, not their sum": _summed_weights,
    "that is what no credit for ties gives": strict,
    "that is what full credit for ties gives": full,
    "that is one less the area, as if small scores were positive": lambda y, s, w: 1 - exact.auroc(y, s, w),
    "that is the area under the convex hull": exact.auch,
    "that is the average precision": exact.average_precision,
}


@checks("foundations.auroc-with-ties")
def auroc_with_ties(answer: Any, given: Mapping[str, Any]) -> str:
    """AUROC as a function: on all small samples, then with weights, in another order and on another scale."""
    of = function(answer)
    small = list(samples(4))
    same_function(of, exact.auroc, [(*sample, [1] * len(sample[0])) for sample in small], AUROC_SLIPS, given=array)
    same_function(
        of, exact.auroc, [(*sample, [2, 1, 3, 1][: len(sample[0])]) for sample in small], AUROC_SLIPS, given=array
    )
    same_function(of, exact.auroc, map(_disguised, small), AUROC_SLIPS, given=array)
    return f"The function is right on all {len(small)} samples of up to four cases, weighted, shuffled and rescaled."


def _disguised(sample: Sample) -> tuple[list[int], list[float], list[int]]:
    """The same ranking on another scale, below 0 as well, the lowest first, and with weights."""
    labels, scores = sample
    return list(labels[::-1]), [7 * score - 16.5 for score in scores[::-1]], [1, 4, 2, 1][: len(labels)]
