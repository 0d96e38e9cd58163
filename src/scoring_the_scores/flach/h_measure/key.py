"""For teachers: instances, and checkers that hold an answer, of flach/h-measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fields, fraction, ranking, several, unrounded, wrong
from scoring_the_scores.exercises.slips import match


def _segments(labels: Sequence[int]) -> list[tuple[int, int]]:
    """Negatives and positives of each segment of the hull, highest scores first: pooled until shares fall."""
    segments: list[tuple[int, int]] = []
    for label in labels:
        negatives, positives = 1 - label, label
        while segments and positives * sum(segments[-1]) >= segments[-1][1] * (negatives + positives):
            before = segments.pop()
            negatives, positives = negatives + before[0], positives + before[1]
        segments.append((negatives, positives))
    return segments


@draws("flach.h-by-segments")
def _pooled(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with three segments or more, of which two mix the classes."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(1, 0, 10)]
        if 3 <= sum(labels) <= 7 and sum(labels) != 5:
            mixed = [min(segment) > 0 for segment in _segments(labels)]
            if len(mixed) >= 3 and sum(mixed) == 2:
                return {"ranking": "".join("NP"[label] for label in labels)}


@draws("flach.h-by-segments")
def _much_pooled(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with two segments or more that mix the classes."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(0.9, 0.1, 10)]
        segments = _segments(labels)
        if 3 <= sum(labels) <= 7 and sum(labels) != 5 and sum(min(segment) > 0 for segment in segments) >= 2:
            return {"ranking": "".join("NP"[label] for label in labels)}


@checks("flach.h-by-segments")
def h_by_segments(answer: Any, given: Mapping[str, Any]) -> str:
    """Shares of positives by segment, the loss under uniform costs and H, in fractions."""
    submitted = fields(answer, ("shares", "loss", "H"))
    labels = ranking(given["ranking"])
    shares = [Fraction(p, n + p) for n, p in _segments(labels)]
    _shares(several(submitted["shares"], "shares", shortest=1, longest=10), shares)
    weights = [Fraction(n + p, len(labels)) for n, p in _segments(labels)]
    products, prior = [v * (1 - v) for v in shares], Fraction(sum(labels), len(labels))
    flat, bent = (
        sum(w * f for w, f in zip(weights, fs, strict=True)) for fs in (products, [p * (1 + p) for p in products])
    )
    most = prior * (1 - prior)
    of_loss = {
        "the segments count by their share of the cases": sum(products, Fraction(0)),
        "that is the loss under Beta(2, 2)": bent,
        "the factor 2 of the loss is in the formula already": 2 * flat,
        "the factor 2 of the loss cancels the half of the integral": flat / 2,
    }
    match(
        fraction(submitted["loss"], "loss"), flat, "The loss", of_loss, hint="only segments that mix the classes lose"
    )
    of_h = {
        "that is the scaled loss under uniform costs": 1 - flat / most,
        "that is the scaled loss itself, and H is one less it": bent / (most * (1 + most)),
        "the largest loss must be that of Beta(2, 2) as well": 1 - bent / most,
        "the largest loss is that of constant scores, which depends on the share of positives": 1
        - bent / Fraction(5, 16),
    }
    right = 1 - bent / (most * (1 + most))
    match(fraction(submitted["H"], "H", right=right), right, "H", of_h, hint="scale the loss under Beta(2, 2)")
    return f"Shares, loss and H are right, from {len(shares)} segments instead of eleven thresholds."


def _shares(answer: Sequence[Any], right: list[Fraction]) -> None:
    submitted = [fraction(one, f"share {place}") for place, one in enumerate(answer, start=1)]
    for place, (value, exactly) in enumerate(zip(submitted, right, strict=False), start=1):
        unrounded(value, exactly, f"share {place}")
    if submitted == right[::-1]:
        wrong("The segments are in the wrong order: the highest scores come first.")
    if any(one <= other for one, other in pairwise(submitted)):
        wrong("The shares must fall from segment to segment: pool neighbours until they do.")
    if submitted != right:
        more = "too few" if len(submitted) < len(right) else "too many" if len(submitted) > len(right) else "others"
        wrong(f"These are not the shares of the hull's segments, there are {more}: pool only what would rise or stay.")
