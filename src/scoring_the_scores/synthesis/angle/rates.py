"""How fast a metric comes down to the mean of its influences, and two metrics of the same influences to one order."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd

from claimledger import cached_result
from scoring_the_scores.synthesis.angle import results
from scoring_the_scores.synthesis.angle.settings import METRICS, Array, Labels, Normal
from scoring_the_scores.synthesis.angle.simulations import LONG, SIZES, differences
from scoring_the_scores.synthesis.influences import Influence, influence_of
from scoring_the_scores.synthesis.population import Population

#: Cases of the samples on which remainders are measured, and how many samples of each.
CASES: Final = (250, 1000, 4000, 16_000)
RUNS: Final = 200
SEED: Final = 33
#: Pairs of metrics with the same influences at even classes and mirrored scores, and what sets them apart.
ALIKE: Final = (("AUROC", "LxCIM"), ("AUROC", "AUCH"), ("accuracy", "KS"))


@cached_result
def remainders() -> pd.DataFrame:
    """What is left of the difference of two equally good models when the mean of the influences is taken off.

    Returns
    -------
    DataFrame
        A row for each metric: its standard deviation over samples, on so many cases each, as columns; ``exponent``,
        by which power of the number of cases it falls, a straight line through the logarithms.
    """
    setting = Normal(0.1)
    model = setting.models()[0]
    functions = [influence_of(model, metric) for metric in METRICS.values()]
    rng = np.random.default_rng(SEED)
    spreads = []
    for n in CASES:
        left = []
        for _ in range(RUNS):
            drawn = setting.draw(n, rng)
            first, second = (_place(model, scores) for scores in (drawn.first, drawn.second))
            means = [np.mean(_at(one, drawn.labels, first) - _at(one, drawn.labels, second)) for one in functions]
            left.append(differences(drawn) - means)
        spreads.append(np.std(left, axis=0))
    table = pd.DataFrame(np.array(spreads).T, index=list(METRICS), columns=[str(n) for n in CASES])
    slopes = np.polyfit(np.log(CASES), np.log(np.maximum(spreads, 1e-12)), 1)[0]
    return table.assign(exponent=slopes).rename_axis("metric").reset_index()


def _place(model: Population, scores: Array) -> Array:
    """The place x of which a score is the log-odds."""
    return model.at_score(0.0) + scores / model.distance


def _at(influence: Influence, labels: Labels, x: Array) -> Array:
    """Of every case at its place."""
    found = np.empty(x.size)
    for label, of_class in enumerate((~labels, labels)):
        found[of_class] = influence.at(x[of_class], label)
    return found


def alike() -> pd.DataFrame:
    """How often metrics of the same influences disagree, by number of cases, at even classes.

    Returns
    -------
    DataFrame
        ``first``, ``second``; a share for each number of cases; ``exponent``, by which power of it the share falls.
    """
    stored = results.stored()
    table = results.compared(stored[stored["setting"] == LONG]).set_index(["first", "second", "n"])["drawn"]
    rows = []
    for first, second in ALIKE:
        shares = [float(table[first, second, n]) for n in SIZES]
        rows.append((first, second, *shares, float(np.polyfit(np.log(SIZES), np.log(shares), 1)[0])))
    return pd.DataFrame(rows, columns=["first", "second", *map(str, SIZES), "exponent"])
