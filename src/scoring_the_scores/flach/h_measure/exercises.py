"""Checkers of the exercises of flach/h-measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from metricbook import auroc, h_measure
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, fields, fraction, ranking, several, unrounded, wrong
from scoring_the_scores.exercises.slips import match
from scoring_the_scores.flach.answers import HALF

#: The two rankings that the chapter prints: to hand them in again proves nothing.
PRINTED = ("PNPNPNNPN", "PNNNPPPNN")


@checks("flach.crossing-rankings")
def crossing_rankings(answer: Any, given: Mapping[str, Any]) -> str:
    """Two rankings of 4 + 5 that AUROC and H order differently."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas, hs = ([of(one, descending(one)) for one in (first, second)] for of in (auroc, h_measure))
    summary = f"AUROC gives {areas[0]:.3f} and {areas[1]:.3f}, H gives {hs[0]:.4f} and {hs[1]:.4f}"
    if areas[0] <= areas[1] + 1e-12:
        wrong(f"AUROC must prefer the first ranking: {summary}.")
    if hs[1] <= hs[0] + 1e-12:
        wrong(f"H must prefer the second ranking: {summary}.")
    if [first, second] == [ranking(one) for one in PRINTED]:
        wrong("These two are the chapter's own: find two others.")
    return f"{summary}."


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


def _pooled(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with three segments or more, of which two mix the classes."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(1, 0, 10)]
        if 3 <= sum(labels) <= 7 and sum(labels) != 5:
            mixed = [min(segment) > 0 for segment in _segments(labels)]
            if len(mixed) >= 3 and sum(mixed) == 2:
                return {"ranking": "".join("NP"[label] for label in labels)}


def _much_pooled(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with two segments or more that mix the classes."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(0.9, 0.1, 10)]
        segments = _segments(labels)
        if 3 <= sum(labels) <= 7 and sum(labels) != 5 and sum(min(segment) > 0 for segment in segments) >= 2:
            return {"ranking": "".join("NP"[label] for label in labels)}


@checks("flach.h-by-segments", given=_pooled, more=_much_pooled)
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


def _h_of_corner(corner: tuple[Fraction, Fraction], prior: Fraction) -> Fraction:
    """H under Beta(2, 2) of a ROC curve with one corner (FPR, TPR)."""
    loss = Fraction(0)
    for width, height in (corner, (1 - corner[0], 1 - corner[1])):
        negatives, positives = (1 - prior) * width, prior * height
        if negatives and positives:
            product = negatives * positives / (negatives + positives) ** 2
            loss += (negatives + positives) * product * (1 + product)
    most = prior * (1 - prior)
    return 1 - loss / (most * (1 + most))


PRIORS = (Fraction(1, 10), HALF)


@checks("flach.h-changes-sides")
def h_changes_sides(answer: Any, given: Mapping[str, Any]) -> str:
    """Two ROC points of one AUROC whose order by H changes with the share of positives."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    points = []
    for one, place in zip(submitted, ("first", "second"), strict=True):
        pair = several(one, f"the {place} point", shortest=2, longest=2)
        x, y = (
            fraction(each, f"{name} of the {place}", low=0, high=1)
            for each, name in zip(pair, ("FPR", "TPR"), strict=True)
        )
        if x >= y:
            wrong(f"The {place} point is not above the diagonal: FPR comes first, then TPR.")
        points.append((x, y))
    areas = [(1 + y - x) / 2 for x, y in points]
    if areas[0] != areas[1]:
        wrong(f"Both must have the same AUROC, not {areas[0]} and {areas[1]}.")
    results = []
    for prior, better in zip(PRIORS, (0, 1), strict=True):
        hs = [_h_of_corner(point, prior) for point in points]
        results.append(f"at {float(prior):.0%} positives H is {float(hs[0]):.4f} and {float(hs[1]):.4f}")
        if hs[better] - hs[1 - better] < Fraction(1, 100):
            wrong(f"The {('first', 'second')[better]} must be ahead by 0.01 at least, but {results[-1]}.")
    return f"Both have an AUROC of {areas[0]}, and {'; '.join(results)}."
