"""Checkers of the exercises of flach/missing-label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metricbook import auch, auroc
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong


def _one_lost(rng: np.random.Generator) -> dict[str, Any]:
    """A list of labels with one lost, and two numbers that only together say which."""
    while True:
        labels = [int(one) for one in rng.random(12) < np.linspace(0.85, 0.15, 12)]
        at = int(rng.integers(12))
        printed = labels[:at] + labels[at + 1 :]
        if not 4 <= sum(labels) <= 8:
            continue
        area, hull = _two_numbers(labels)
        others = [_two_numbers(one) for one in _completions(printed)]
        if others.count((area, hull)) == 1 and sum(one[1] == hull for one in others) > 1:
            return {"printed": "".join("NP"[one] for one in printed), "auroc": area, "auch": hull}


def _completions(printed: list[int]) -> list[list[int]]:
    """The different lists that become the printed one when a label is deleted."""
    every = {(*printed[:i], new, *printed[i:]) for i in range(len(printed) + 1) for new in (0, 1)}
    return [list(one) for one in sorted(every)]


def _two_numbers(labels: list[int]) -> tuple[str, str]:
    """AUROC and AUCH as a paper prints them."""
    scores = descending(labels)
    area, hull = (round(of(labels, scores), 12) for of in (auroc, auch))
    return f"{area:.4f}", f"{hull:.4f}"


@checks("flach.lost-label", given=_one_lost)
def lost_label(answer: Any, given: Mapping[str, Any]) -> str:
    """The one completion of a list of labels that gives the two printed numbers."""
    labels, printed = ranking(answer), ranking(given["printed"])
    if len(labels) != len(printed) + 1:
        wrong(f"One label is lost, so there are {len(printed) + 1}, not {len(labels)}.")
    if labels not in _completions(printed):
        wrong("The list must become the printed one when a label is deleted from it: only one was lost, none changed.")
    if len(set(labels)) < 2:
        wrong("The list must have positives and negatives.")
    area, hull = _two_numbers(labels)
    if hull != given["auch"]:
        wrong(f"Its AUCH is {hull}, and {given['auch']} is printed.")
    if area != given["auroc"]:
        wrong(f"Its AUCH fits, but its AUROC is {area}, and {given['auroc']} is printed.")
    return "The only completion that gives both numbers: AUCH alone would not have decided."
