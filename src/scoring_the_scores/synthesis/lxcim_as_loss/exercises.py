"""Checkers of the exercises of synthesis/lxcim-as-loss."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, wrong
from scoring_the_scores.synthesis.answers import Given


@checks("synthesis.lxcim-gain")
def gain(answer: Any, given: Given) -> str:
    """Decisions whose confidence costs so much."""
    n = given["cases"]
    labels, scores = cases(answer, "the sample", shortest=n, longest=n)
    if 0 in scores:
        wrong("No case may have the score 0, which is the threshold.")
    if len({abs(score) for score in scores}) < n:
        wrong("Two cases are equally confident: confidence is the distance from 0, whatever the sign.")
    right, target = Fraction(given["right"], n), Fraction(given["target"])
    accuracy, value = exact.ranking.accuracy(labels, scores), exact.ranking.lxcim(labels, scores)
    if accuracy == 1 - right != right:
        wrong(f"{n * accuracy} decisions are right and {n - n * accuracy} wrong: right and wrong are swapped.")
    if accuracy != right:
        wrong(f"{n * accuracy} decisions are right, not {given['right']}: a positive is decided rightly above 0.")
    if value != target == 2 * accuracy - value:
        wrong(f"LxCIM is {value}: that is the order upside down, the most confident count most.")
    if value != target:
        more = "more" if value < target else "fewer"
        wrong(f"LxCIM is {value}, not {target}: {more} pairs must have the right decision as the surer one.")
    return f"Accuracy {accuracy}, gain {value - accuracy}: together LxCIM {value}."
