"""Checkers of the exercises of flach/missing-label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricbook import auch, auroc
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong


def completions(printed: list[int]) -> list[list[int]]:
    """The different lists that become the printed one when a label is deleted."""
    every = {(*printed[:i], new, *printed[i:]) for i in range(len(printed) + 1) for new in (0, 1)}
    return [list(one) for one in sorted(every)]


def two_numbers(labels: list[int]) -> tuple[str, str]:
    """AUROC and AUCH as a paper prints them."""
    scores = descending(labels)
    area, hull = (round(of(labels, scores), 12) for of in (auroc, auch))
    return f"{area:.4f}", f"{hull:.4f}"


@checks("flach.lost-label")
def lost_label(answer: Any, given: Mapping[str, Any]) -> str:
    """The one completion of a list of labels that gives the two printed numbers."""
    labels, printed = ranking(answer), ranking(given["printed"])
    if len(labels) != len(printed) + 1:
        wrong(f"One label is lost, so there are {len(printed) + 1}, not {len(labels)}.")
    if labels not in completions(printed):
        wrong("The list must become the printed one when a label is deleted from it: only one was lost, none changed.")
    if len(set(labels)) < 2:
        wrong("The list must have positives and negatives.")
    area, hull = two_numbers(labels)
    if hull != given["auch"]:
        wrong(f"Its AUCH is {hull}, and {given['auch']} is printed.")
    if area != given["auroc"]:
        wrong(f"Its AUCH fits, but its AUROC is {area}, and {given['auroc']} is printed.")
    return "The only completion that gives both numbers: AUCH alone would not have decided."
