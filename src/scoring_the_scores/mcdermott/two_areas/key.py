"""For teachers: instances, and checkers that hold an answer, of mcdermott/two-areas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from metricbook.exact import ranking as exact
from metricbook.exact.samples import samples
from scoring_the_scores.exercises.checking import checks, draws, smallest
from scoring_the_scores.exercises.reading import close, descending, function, unrounded, wrong
from scoring_the_scores.exercises.slips import same_function
from scoring_the_scores.mcdermott.answers import Given, read_share
from scoring_the_scores.mcdermott.two_areas.exercises import chance, chance_level

Areas = Callable[[Sequence[int], Sequence[float]], Fraction]


@draws("mcdermott.by-chance")
def a_small_test_set(rng: np.random.Generator) -> Given:
    positives = int(rng.integers(2, 13))
    return {"cases": int(positives * rng.integers(8, 40) + rng.integers(0, 8)), "positives": positives}


@checks("mcdermott.by-chance")
def by_chance(answer: Any, given: Given) -> str:
    """The mean of average precision over all orders, by its formula."""
    n, m = given["cases"], given["positives"]
    mean = float(chance_level(n, m))
    submitted = read_share(answer, "the mean")
    forms = {
        "the prevalence, which the mean approaches only in large data sets": m / n,
        "the chance level of AUROC": 0.5,
        "the mean for a single positive among as many cases": float(chance_level(n, 1)),
        "the formula with the harmonic number of the positives, not of the cases": float(chance(n, m, m)),
        "the formula without the prevalence that its second term is added to": mean - m / n,
    }
    if not close(submitted, mean, 1e-4):
        near = next((hint for hint, value in forms.items() if close(submitted, value, 1e-4)), None)
        if near:
            wrong(f"{submitted:.4f} is {near}.")
        unrounded(submitted, mean, "the mean", 1e-4)
        if close(submitted, mean, 0.01):
            wrong(f"{submitted:.4f} is near, but four decimal places are asked for: it looks simulated or rounded.")
        side = "above" if submitted > mean else "below"
        wrong(
            f"{submitted:.4f} is {side} the mean over all orders; try the formula on 2 cases, 1 positive: there it is "
            "3/4."
        )
    return f"A coin gets {mean:.4f} on average, {mean * n / m:.2f} times the prevalence {m / n:.4f}."


@checks("mcdermott.precision-with-ties")
def precision_with_ties(answer: Any, given: Given) -> str:
    """Average precision from a student's function, on every small sample and on some larger ones."""
    tried = same_function(function(answer), exact.average_precision, _tied_samples(), OTHER_AREAS, given=list)
    return f"It agrees with the definition on {tried} samples, ties and negative scores among them."


def _tied_samples() -> Iterator[tuple[list[int], list[float]]]:
    for labels, scores in samples(5):
        yield list(labels), [float(score) for score in scores]
        if len(set(scores)) < len(scores):
            yield list(labels)[::-1], [float(score) for score in scores][::-1]
    rng = np.random.default_rng(0)
    for _ in range(20):
        yield rng.permutation([1, 1, 1, *[0] * 9]).tolist(), (rng.integers(-6, 6, size=12) / 2).tolist()


def _in_order(labels: Sequence[int], scores: Sequence[float], tied: Callable[[int], float]) -> Fraction:
    order = sorted(range(len(labels)), key=lambda i: (-scores[i], tied(i)))
    return exact.average_precision([labels[i] for i in order], descending(labels))


def _strictly(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    total = Fraction(0)
    for label, score in zip(labels, scores, strict=True):
        above = [y for y, s in zip(labels, scores, strict=True) if s > score]
        total += Fraction(label * sum(above), max(len(above), 1))
    return total / sum(labels)


def _trapezoids(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    area, recall, precision = Fraction(0), Fraction(0), Fraction(1)
    for threshold in sorted(set(scores), reverse=True):
        flagged = [y for y, s in zip(labels, scores, strict=True) if s >= threshold]
        now = Fraction(sum(flagged), sum(labels)), Fraction(sum(flagged), len(flagged))
        area += (now[0] - recall) * (now[1] + precision) / 2
        recall, precision = now
    return area


OTHER_AREAS: Final[Mapping[str, Areas]] = {
    "it breaks ties by the order in which the cases are listed": lambda y, s: _in_order(y, s, lambda i: i),
    "it breaks ties against the order in which the cases are listed": lambda y, s: _in_order(y, s, lambda i: -i),
    "it puts positives first among ties": lambda y, s: _in_order(y, s, lambda i: -y[i]),
    "it puts negatives first among ties": lambda y, s: _in_order(y, s, lambda i: y[i]),
    "it ranks the lowest score first": lambda y, s: exact.average_precision(y, [-x for x in s]),
    "it ranks the lowest score first, ties by their order in the list": lambda y, s: _in_order(
        y, [-x for x in s], lambda i: i
    ),
    "it takes the classes for each other": lambda y, s: exact.average_precision([1 - x for x in y], s),
    "it computes AUROC": exact.auroc,
    "it leaves out the cases of the same score, the positive itself among them": _strictly,
    "it joins the points of the curve by straight lines, which is more than the mean of precisions": _trapezoids,
}


smallest("mcdermott.better-than-a-coin", 12)
