"""Metrics of classifiers, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from metricbook import exact
from scoring_the_scores.synthesis.axioms.classifiers import Classifier, least_loss, points, sizes

HALF = Fraction(1, 2)


@cache
def _cases(classifier: Classifier) -> tuple[list[int], list[Fraction]]:
    """Labels and scores of the cases."""
    cases = [
        (label, score) for score, *counts in classifier for label, count in enumerate(counts) for _ in range(count)
    ]
    return [label for label, _ in cases], [score for _, score in cases]


def _ranked(metric: Callable[[list[int], list[Fraction]], Fraction]) -> Callable[[Classifier], Fraction]:
    return lambda classifier: metric(*_cases(classifier))


def _largest_gap(classifier: Classifier) -> Fraction:
    return max(t - f for f, t in points(classifier))


def _either_gap(classifier: Classifier) -> Fraction:
    return max(abs(t - f) for f, t in points(classifier))


def _best_f1(classifier: Classifier) -> Fraction:
    n, p = sizes(classifier)
    return max(2 * t * p / (t * p + f * n + p) for f, t in points(classifier))


def _recall_without_alarm(classifier: Classifier) -> Fraction:
    """The largest TPR at an FPR of 0."""
    return max(t for f, t in points(classifier) if f == 0)


def _specificity_without_miss(classifier: Classifier) -> Fraction:
    """The largest TNR at a TPR of 1."""
    return max(1 - f for f, t in points(classifier) if t == 1)


def _brier(classifier: Classifier) -> Fraction:
    """One less the Brier score, so that larger is better."""
    n = sum(sizes(classifier))
    missed = (group.negatives * group.score**2 + group.positives * (1 - group.score) ** 2 for group in classifier)
    return 1 - sum(missed, Fraction(0)) / n


def _accuracy(classifier: Classifier) -> Fraction:
    """The share decided rightly at the threshold one half, half of the cases at it."""
    right = sum(
        (
            Fraction(group.positives if group.score > HALF else group.negatives)
            if group.score != HALF
            else Fraction(group.positives + group.negatives, 2)
            for group in classifier
        ),
        Fraction(0),
    )
    return right / sum(sizes(classifier))


@cache
def h(classifier: Classifier) -> Fraction:
    """H under Beta(2, 2)."""
    return exact.costs.h_measure(*_cases(classifier))


#: Metrics by name.
METRICS: Mapping[str, Callable[[Classifier], Fraction]] = {
    "AUROC": cache(_ranked(exact.ranking.auroc)),
    "AUCH": cache(_ranked(exact.ranking.auch)),
    "best F1": cache(_best_f1),
    "KS": cache(_either_gap),
    "Youden's J at its best": cache(_largest_gap),
    "best accuracy": cache(lambda classifier: 1 - least_loss(classifier, HALF)),
    "H": h,
    "H's opposite": lambda classifier: -h(classifier),
    "recall without false alarms": cache(_recall_without_alarm),
    "specificity without misses": cache(_specificity_without_miss),
    "accuracy at 1/2": cache(_accuracy),
    "1 − Brier score": cache(_brier),
}
