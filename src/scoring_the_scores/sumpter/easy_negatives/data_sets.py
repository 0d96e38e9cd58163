"""The nine data sets at a glance: the area, both thresholds, and what goes wrong at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from metricbook import auroc, indistinguishability_threshold
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import EASY_COUNTS, PANELS, Scored
from scoring_the_scores.sumpter.normal_mixtures import population_curves
from scoring_the_scores.sumpter.panel_curves import nine_table, population


def measured(samples: Mapping[str, Scored]) -> pd.DataFrame:
    """``panel``, ``r_b`` (in log-odds) and ``A`` of drawn data sets by letter.

    Examples
    --------
    >>> from scoring_the_scores.sumpter.nine_panels import panel_rng, scored
    >>> table = measured({"b": scored("b", rng=panel_rng(0, "b"))})
    >>> table.round(1).values.tolist()
    [['b', -0.6, 0.9]]
    """
    rows = [
        (letter, indistinguishability_threshold(sample.labels, sample.scores), auroc(sample.labels, sample.scores))
        for letter, sample in samples.items()
    ]
    return pd.DataFrame(rows, columns=["panel", "r_b", "A"])


def overview() -> pd.DataFrame:
    """The nine populations, with expected numbers of errors.

    Returns
    -------
    DataFrame
        ``panel``, ``difficult at`` (their mean), ``easy`` (how many), ``A``, ``r_b`` (on the scale of X), ``way``
        (from the difficult negatives, 0, to the positives, 1), ``C(r_b)``, ``errors at r_b``, ``errors at 0``.

    Examples
    --------
    >>> overview()[["errors at r_b", "errors at 0"]].iloc[2].tolist()
    [887, 803]
    """
    rows = []
    for letter, measured in nine_table().iterrows():
        panel, r_b = PANELS[str(letter)], measured["r_50"]
        way = (r_b - panel.hard_mean) / (panel.positive_mean - panel.hard_mean)
        errors = [round(sum(nine.errors(panel, r))) for r in (r_b, nine.even_odds(str(letter)))]
        rows.append((letter, panel.hard_mean, panel.easy, measured["A"], r_b, way, measured["C_50"], *errors))
    names = ["panel", "difficult at", "easy", "A", "r_b", "way", "C(r_b)", "errors at r_b", "errors at 0"]
    return pd.DataFrame(rows, columns=names)


def precision_at(letter: str, threshold: float) -> float:
    """C of a panel's population at a threshold on the scale of X."""
    return float(population_curves(population(letter), [threshold])["C"].iloc[0])


def precisions_by_place(fixed: float = 8.0) -> pd.DataFrame:
    """Precision at three thresholds, down each column of the nine data sets.

    Returns
    -------
    DataFrame
        ``threshold``, ``difficult at``, and a column for each number of easy negatives.

    Examples
    --------
    >>> precisions_by_place().iloc[:, 2:].round(3).iloc[0].tolist()
    [0.874, 0.873, 0.857]
    """
    places: dict[str, Callable[[str], float]] = {
        "r_b": nine.balance,
        "log-odds 0": nine.even_odds,
        f"X = {fixed:g}": lambda letter: fixed,
    }
    rows = [
        (name, PANELS[column[0]].hard_mean, *(precision_at(letter, place(letter)) for letter in column))
        for name, place in places.items()
        for column in nine.COLUMNS
    ]
    return pd.DataFrame(rows, columns=["threshold", "difficult at", *(f"{easy:,} easy" for easy in EASY_COUNTS)])
