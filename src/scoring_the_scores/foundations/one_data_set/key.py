"""For teachers: instances, and checkers that hold an answer, of foundations/one-data-set."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, unrounded, wrong
from scoring_the_scores.foundations.one_data_set.exercises import Given


@draws("foundations.clinic-threshold")
def draw_clinic(rng: np.random.Generator) -> Given:
    """A share of positives and a price."""
    return {"share": int(rng.integers(4, 31)) / 100, "c": int(rng.integers(5, 36)) / 100}


@checks("foundations.clinic-threshold")
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
