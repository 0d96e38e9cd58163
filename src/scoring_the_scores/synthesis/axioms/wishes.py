"""Which metrics grant which wishes, on all classifiers of a few cases, and the smallest that break a wish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scoring_the_scores.synthesis.axioms.classifiers import (
    Classifier,
    Group,
    calibrated,
    classifiers,
    nowhere_lower,
    pairs,
    sizes,
    toss,
)
from scoring_the_scores.synthesis.axioms.metrics import METRICS

#: Cases of the largest classifiers that are searched for a counterexample.
MOST = 5


class Trial(NamedTuple):
    """Classifiers, the value that a metric has, and the value that a wish would have it have, or not exceed."""

    classifiers: tuple[Classifier, ...]
    value: Fraction
    wished: Fraction
    granted: bool


def _equal(shown: tuple[Classifier, ...], value: Fraction, wished: Fraction) -> Trial:
    return Trial(shown, value, wished, value == wished)


Metric = Callable[[Classifier], Fraction]


def _order(metric: Metric, n: int) -> Iterator[Trial]:
    """The scores squared, which keeps their order."""
    for classifier in classifiers(n):
        moved = tuple(group._replace(score=group.score**2) for group in classifier)
        yield _equal((classifier,), metric(moved), metric(classifier))


def _hull(metric: Metric, n: int) -> Iterator[Trial]:
    """The scores calibrated."""
    for classifier in classifiers(n):
        yield _equal((classifier,), metric(classifier), metric(calibrated(classifier)))


def _lower(metric: Metric, n: int) -> Iterator[Trial]:
    """A calibrated classifier whose hull is nowhere below that of another."""
    for two in pairs(n):
        for better, other in (two, two[::-1]):
            if nowhere_lower(better, other):
                least = metric(other)
                yield Trial((better, other), metric(better), least, metric(better) >= least)


def _alone(classifier: Classifier, score: Fraction, label: int) -> Classifier:
    """All cases of a class moved to one of the scores."""
    n, p = sizes(classifier)
    groups = []
    for group in classifier:
        here = (n, p)[label] if group.score == score else 0
        moved = Group(group.score, *((here, group.positives) if label == 0 else (group.negatives, here)))
        if moved.negatives + moved.positives:
            groups.append(moved)
    return tuple(groups)


def _cases(label: int) -> Callable[[Metric, int], Iterator[Trial]]:
    """The mean over the cases of a class of the values that the metric has if all are like that one."""

    def trials(metric: Metric, n: int) -> Iterator[Trial]:
        for classifier in classifiers(n):
            total, count = Fraction(0), sizes(classifier)[label]
            for group in classifier:
                if group[1 + label]:
                    total += group[1 + label] * metric(_alone(classifier, group.score, label))
            yield _equal((classifier,), metric(classifier), total / count)

    return trials


def _tosses(metric: Metric, n: int) -> Iterator[Trial]:
    """A fair toss between two calibrated classifiers."""
    for first, second in pairs(n):
        yield _equal((first, second), metric(toss(first, second)), (metric(first) + metric(second)) / 2)


#: What is wished of a metric, by the words of the page.
WISHES: Mapping[str, Callable[[Metric, int], Iterator[Trial]]] = {
    "order": _order,
    "hull": _hull,
    "lower hull": _lower,
    "negatives": _cases(0),
    "positives": _cases(1),
    "tosses": _tosses,
}


@cache
def counterexample(metric: str, wish: str, most: int = MOST) -> Trial | None:
    """The first trial of a wish in which a metric fails, among classifiers of up to so many cases."""
    for n in range(2, most + 1):
        for trial in WISHES[wish](METRICS[metric], n):
            if not trial.granted:
                return trial
    return None


def granted(metric: str, wish: str, most: int = MOST) -> bool:
    """Whether a metric grants a wish on all classifiers of up to so many cases."""
    return counterexample(metric, wish, most) is None


def one_hull(n: int) -> Iterator[tuple[Classifier, Classifier]]:
    """Every two rankings without ties of n cases that have one hull and different numbers of pairs won."""
    strict = [c for c in classifiers(n) if all(sum(group[1:]) == 1 for group in c)]
    auroc = METRICS["AUROC"]
    for first, second in combinations(strict, 2):
        if sizes(first) == sizes(second) and calibrated(first) == calibrated(second) and auroc(first) != auroc(second):
            yield first, second
