"""Two equally distributed models that are more and more alike: what the angle between two metrics tends to.

Metrics whose influence is a continuous function of a model's noise keep an angle, that of their slopes. A metric whose
influence jumps at a threshold is in the limit known by its jumps alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
import pandas as pd

from metricbook import disagreement
from scoring_the_scores.synthesis.influences import Influence, influence_of, moment, nodes_between
from scoring_the_scores.synthesis.population import Array, Population, density

#: The step of a derivative, and the distance from a jump at which its two sides are read.
STEP: Final = 1e-5
SIDE: Final = 1e-9


def accuracy_and_f1(population: Population, x: float) -> tuple[Influence, Influence]:
    """The influences on accuracy and on F1 of flagging all above x.

    Examples
    --------
    >>> population = Population.with_auroc(0.8, prevalence=0.1)
    >>> right, _ = accuracy_and_f1(population, population.at_score(0.0))
    >>> bool(np.isclose(right.at(np.array([2.0]), 0), influence_of(population, "accuracy").at(np.array([2.0]), 0))[0])
    True
    """
    p = population.prevalence
    true = p * population.tpr(x)
    size = population.flagged(x) + p
    accuracy = 1 - p - population.flagged(x) + 2 * true
    return (
        Influence(lambda e, label: ((e > x) == bool(label)) - accuracy, (x,)),
        Influence(lambda e, label: (2 * label * (e > x) - 2 * true / size * ((e > x) + label)) / size, (x,)),
    )


def correlation(population: Population, one: Influence, other: Influence, alike: float) -> float:
    """Of the differences of two such models on two metrics, if the noise of the models has the correlation `alike`.

    Examples
    --------
    >>> population = Population.with_auroc(0.8, prevalence=0.5)
    >>> area = influence_of(population, "auroc")
    >>> round(correlation(population, area, area, 0.7), 12)
    1.0
    """

    def apart(a: Influence, b: Influence) -> float:
        return sum(
            share * (_moment(population, a, b, label, 1.0) - _moment(population, a, b, label, alike))
            for label, share in enumerate((1 - population.prevalence, population.prevalence))
        )

    return apart(one, other) / math.sqrt(apart(one, one) * apart(other, other))


@cache
def _moment(population: Population, one: Influence, other: Influence, label: int, alike: float) -> float:
    return moment(population, one, population, other, label=label, correlation=alike)


def limit(population: Population, one: Influence, other: Influence) -> float:
    """The cosine that the correlation tends to: of slopes, of jumps, or 0 where only one of the two jumps.

    Examples
    --------
    Accuracy at the threshold of fewest errors, and F1 there, are arctan(1 - F1) apart; here F1 is the accuracy:

    >>> population = Population.with_auroc(0.8, prevalence=0.5)
    >>> right, f1 = accuracy_and_f1(population, population.at_score(0.0))
    >>> round(math.tan(math.acos(limit(population, right, f1))) + population.value("accuracy"), 6)
    1.0
    """
    jumps = [_jumps(population, each) for each in (one, other)]
    if any(jumps) and not all(jumps):
        return 0.0
    if all(jumps):
        return _jump_product(jumps[0], jumps[1]) / math.sqrt(
            _jump_product(jumps[0], jumps[0]) * _jump_product(jumps[1], jumps[1])
        )
    return _slope_product(population, one, other) / math.sqrt(
        _slope_product(population, one, one) * _slope_product(population, other, other)
    )


def _jumps(population: Population, influence: Influence) -> dict[tuple[int, float], tuple[float, float]]:
    """By class and place what an influence jumps by, and the density of cases there; what only bends is left out."""
    found = {}
    for label, share in enumerate((1 - population.prevalence, population.prevalence)):
        for x in influence.jumps:
            below, above = influence.at(np.array([x - SIDE, x + SIDE]), label)
            if abs(above - below) > 1e-6:
                found[label, round(x, 9)] = (above - below, share * float(density(x - label * population.distance)))
    return found


def _jump_product(
    one: dict[tuple[int, float], tuple[float, float]], other: dict[tuple[int, float], tuple[float, float]]
) -> float:
    return sum(jump * other[place][0] * dense for place, (jump, dense) in one.items() if place in other)


def _slope_product(population: Population, one: Influence, other: Influence) -> float:
    """The mean over cases of the product of the derivatives of two influences."""
    total = 0.0
    for label, share in enumerate((1 - population.prevalence, population.prevalence)):
        at = label * population.distance
        e, weight = nodes_between(tuple(x - at for x in (*one.jumps, *other.jumps)))
        total += share * float(_slope(one, e + at, label) * _slope(other, e + at, label) @ weight)
    return total


def _slope(influence: Influence, x: Array, label: int) -> Array:
    return (influence.at(x + STEP, label) - influence.at(x - STEP, label)) / (2 * STEP)


#: Pairs of metrics of the table; "same" is F1 at the threshold of accuracy.
PAIRS: Final = (
    ("AUROC", "AP"), ("AUROC", "H"), ("AUROC", "LxCIM"), ("AP", "H"), ("AUROC", "accuracy"),
    ("accuracy", "F1"), ("accuracy", "F1, same"),
)  # fmt: skip
ALIKE: Final = (0.0, 0.7, 0.95, 0.99, 0.999)


def named(population: Population) -> dict[str, Influence]:
    """The influences of the table by the names of its metrics."""
    names = {"AUROC": "auroc", "AP": "average_precision", "H": "h_measure", "LxCIM": "lxcim", "accuracy": "accuracy",
             "F1": "f1_score"}  # fmt: skip
    found = {name: influence_of(population, metric) for name, metric in names.items()}
    return found | {"F1, same": accuracy_and_f1(population, population.at_score(0.0))[1]}


def table(prevalence: float = 0.1, alike: Sequence[float] = ALIKE) -> pd.DataFrame:
    """How often two metrics disagree about two equally good models of AUROC 0.8, the more alike these are.

    Returns
    -------
    DataFrame
        ``metric``, ``other``; a column for each correlation of noise, and ``limit``.
    """
    population = Population.with_auroc(0.8, prevalence=prevalence)
    influences = named(population)
    rows = []
    for metric, other in PAIRS:
        both = influences[metric], influences[other]
        cosines = [*(correlation(population, *both, one) for one in alike), limit(population, *both)]
        rows.append((metric, other, *disagreement(np.clip(cosines, -1, 1)).tolist()))
    return pd.DataFrame(rows, columns=["metric", "other", *(f"{one:g}" for one in alike), "limit"])
