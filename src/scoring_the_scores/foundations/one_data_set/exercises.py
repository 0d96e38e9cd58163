"""Checkers: one data set through five papers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    close,
    descending,
    number,
    ranking,
    several,
    unrounded,
    wrong,
)

Given: TypeAlias = Mapping[str, Any]


def draw_clinic(rng: np.random.Generator) -> Given:
    """A share of positives and a price."""
    return {"share": int(rng.integers(4, 31)) / 100, "c": int(rng.integers(5, 36)) / 100}


@checks("foundations.clinic-threshold", given=draw_clinic)
def clinic_threshold(answer: Any, given: Given) -> str:
    """The score from which on to call, with the weights of the classes undone."""
    found, share, c = number(answer, "the threshold"), given["share"], given["c"]
    undone, odds = math.log((1 - share) / share), math.log(c / (1 - c))
    if close(found, undone + odds, 0.001):
        return f"Equal weights add {undone:.3f} to all log-odds; the log-odds of {c:g} are {odds:.3f}."
    usual = {
        "The weights are not undone: equal weights raise the log-odds of everybody.": odds,
        "The price is forgotten: this is where the model's own probability is one half, its weights undone.": undone,
        "The weights are undone in the wrong direction: they raised the log-odds, and so the threshold.": odds - undone,
        "False alarms and misses are swapped: if misses cost more, call more.": undone - odds,
        "Is that a probability? The scores are log-odds.": 1 / (1 + math.exp(-undone - odds)),
        "Log-odds have natural logarithms.": (undone + odds) / math.log(10),
    }
    for said, value in usual.items():
        if close(found, value, 0.001):
            wrong(said)
    unrounded(found, undone + odds, "the threshold", 0.001)
    probability = 1 / (1 + math.exp(-max(-500.0, min(500.0, found - undone))))
    wrong(f"From {found:.3g} on, with the weights undone, the probability is at least {probability:.3g}.")


@checks("foundations.clinic-cuts")
def clinic_cuts(answer: Any, given: Given) -> str:
    """A lead in AP that comes from the first two cuts."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas = [exact.ranking.auroc(one, descending(one)) for one in (first, second)]
    leads = [
        Fraction(sum(second[:r]) * (sum(second[:r]) + 1) - sum(first[:r]) * (sum(first[:r]) + 1), 8 * r * (r + 1))
        for r in range(1, 11)
    ]
    total, rest = sum(leads), sum(leads[2:])
    if areas[0] < areas[1] and total < 0:
        wrong("The rankings are swapped: AUROC must prefer the first.")
    if areas[0] <= areas[1]:
        wrong(f"AUROC must prefer the first: it is {areas[0]} and {areas[1]}.")
    if total <= 0:
        wrong(f"AP must prefer the second, which is behind by {float(-total):.4f}.")
    if rest >= 0:
        side = f"still ahead by {float(rest):.4f}" if rest else "level"
        wrong(f"AP prefers the second by {float(total):.4f}, but without the first two cuts it is {side}.")
    return (
        f"The second leads in AP by {float(total):.4f}; without the first two cuts it is behind by {float(-rest):.4f}."
    )
