"""Checkers of the exercises of lxcim/causal-discovery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks, checks_rest
from scoring_the_scores.exercises.reading import close, several, values, whole, wrong


def turned_auroc(scores: Sequence[int], which: Sequence[bool]) -> float | None:
    positive = [s for s, turned in zip(scores, which, strict=True) if not turned]
    negative = [-s for s, turned in zip(scores, which, strict=True) if turned]
    if not positive or not negative:
        return None
    won = [(p > n) + (p == n) / 2 for p in positive for n in negative]
    return sum(won) / len(won)


@checks("lxcim.orientations")
def orientations(answer: Any, given: Mapping[str, Any]) -> str:
    """Two orientations of the same decisions whose AUROCs are far apart."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    areas, scores = [], given["scores"]
    for name, one in zip(("first", "second"), submitted, strict=True):
        listed = several(one, f"the {name} list", longest=8)
        turned = {whole(pair, f"a pair of the {name} list", high=8) for pair in listed}
        if 0 in turned:
            wrong("pairs are counted from 1: there is no pair 0.")
        area = turned_auroc(scores, [pair in turned for pair in range(1, 9)])
        if area is None:
            wrong(f"With {len(turned)} pairs turned, as in the {name} list, all labels are equal: AUROC is undefined.")
        areas.append(area)
    summary = f"AUROC is {areas[0]:.3f} and {areas[1]:.3f}"
    if areas[1] - areas[0] >= given["gap"] - 1e-9:
        wrong(f"{summary}: the list with the higher one comes first.")
    if areas[0] - areas[1] < given["gap"] - 1e-9:
        wrong(f"{summary}: {areas[0] - areas[1]:.3f} apart, and {given['gap']} are asked for.")
    return f"{summary}; LxCIM is {float(exact.lxcim([1] * 8, scores)):.3f} for either."


@checks_rest("lxcim.between-two-rates")
def slope_between(answer: Any, given: Mapping[str, Any]) -> str:
    """The slope between two points that were read from a curve."""
    submitted = values(answer, "the three numbers", shortest=3, longest=3)
    if close(submitted[2], (submitted[1] - submitted[0]) / 0.4, 0.006):
        return "The slope between the two points: what a curve of averages hides."
    if close(submitted[2], submitted[1] - submitted[0], 0.006):
        wrong("This is the rise between the two rates: divide it by the share of decisions made there.")
    if close(submitted[2], submitted[1] / 0.8, 0.02):
        wrong("This is the accuracy among all decisions up to 0.8, not among those after 0.4.")
    wrong(
        f"The curve rises by {submitted[1] - submitted[0]:.3f} while four tenths of the weight are decided: how many "
        "are right? What is read too roundly moves the quotient."
    )
