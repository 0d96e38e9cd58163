"""For teachers: instances, and checkers that hold an answer, of synthesis/means-over-thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook import exact
from metricbook.exact.samples import samples
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, function, number, unrounded, wrong
from scoring_the_scores.exercises.slips import same_function
from scoring_the_scores.synthesis.answers import HALF, Given, picked


@draws("synthesis.means-two-cases")
def draw_two_cases(rng: np.random.Generator) -> Given:
    """The judged case's share, an AUROC, and a probability of a right decision that some draw of thresholds gives."""
    alpha = picked(rng, (0.1, 0.2, 0.3, 0.7, 0.8, 0.9))
    auroc = picked(rng, (0.7, 0.8, 0.9))
    drawn = picked(rng, [k / 100 for k in range(5, 96) if abs(k - 50) > 5])
    unlike = alpha * (1 - drawn) + (1 - alpha) * drawn
    return {"alpha": alpha, "auroc": auroc, "target": round(0.5 + unlike * (auroc - 0.5), 5)}


@checks("synthesis.means-two-cases")
def two_cases(answer: Any, given: Given) -> str:
    """The probability that the threshold is a positive's score, from the probability of a right decision."""
    submitted = number(answer, "λ")
    alpha, auroc, target = given["alpha"], given["auroc"], given["target"]

    def solved(unlike: float) -> float:
        return float((unlike - alpha) / (1 - 2 * alpha))

    right = solved((target - 0.5) / (auroc - 0.5))
    unlike = alpha + submitted * (1 - 2 * alpha)
    gives = f"With λ = {submitted:.4g} the two are of different classes with probability {unlike:.4g}"
    if close(submitted, right, 0.002):
        return f"{gives}, and the decision is right with probability {0.5 + unlike * (auroc - 0.5):.4g}."
    if close(submitted, 1 - right, 0.002):
        wrong("That is the probability that the threshold is a negative's score: the classes are swapped.")
    if close(submitted, solved(target / auroc), 0.002):
        wrong("You gave nothing to pairs of one class, but in half of them the decision is right.")
    unrounded(submitted, right, "λ", 0.002)
    if not 0 <= submitted <= 1:
        wrong(f"λ is a probability, from 0 to 1, not {submitted:.4g}.")
    wrong(f"{gives}, and the decision is right with probability {0.5 + unlike * (auroc - 0.5):.4g}, not {target:g}.")


def _mean_accuracy(labels: Sequence[int], scores: Sequence[int], tie: Fraction, distinct: bool) -> Fraction:
    drawn = sorted(set(scores)) if distinct else scores
    flagged = [[tie if s == t else Fraction(s > t) for s in scores] for t in drawn]
    right = sum((f if y else 1 - f for row in flagged for y, f in zip(labels, row, strict=True)), Fraction(0))
    return right / (len(labels) * len(drawn))


@checks("synthesis.means-accuracy")
def mean_accuracy(answer: Any, given: Given) -> str:
    """Accuracy, averaged over thresholds at the scores of random cases."""
    count = same_function(
        function(answer),
        lambda y, s: _mean_accuracy(y, s, HALF, distinct=False),
        samples(4),
        {
            "Are cases at the threshold left unflagged? They count as half flagged.": lambda y, s: _mean_accuracy(
                y, s, Fraction(0), distinct=False
            ),
            "Are cases at the threshold flagged whole? They count as half flagged.": lambda y, s: _mean_accuracy(
                y, s, Fraction(1), distinct=False
            ),
            "Is each score taken once? A score that two cases share is drawn twice as often.": lambda y, s: (
                _mean_accuracy(y, s, HALF, distinct=True)
            ),
            "That is the mean of macro-accuracy, of TPR and 1 - FPR, not of accuracy.": lambda y, s: (
                HALF + (exact.ranking.auroc(y, s) - HALF) / 2
            ),
            "That is AUROC.": exact.ranking.auroc,
        },
    )
    return f"It agrees with the definition on all {count} samples of up to four cases, with every tie."
