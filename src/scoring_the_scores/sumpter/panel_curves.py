"""The nine data sets' curves of B, C and F1, right and with the negatives of another panel: tables of Figures 4 to 6.

The script behind the paper's figures takes the number of negatives N of the data set on the diagonal, in the same
column, wherever it computes B; the rates v and u and the integral over the negatives are those of the panel itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import IndistinguishabilitySweep
from scoring_the_scores.sumpter.nine_panels import GRID, PANELS, counted_negatives, draw, panel_rng
from scoring_the_scores.sumpter.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_log_odds,
    population_precision,
    population_threshold,
    population_win_rate,
)

#: How far apart, in log-odds, two thresholds may be to be roughly the same on an axis from -10 to 10.
ROUGHLY = 0.5
#: Log-odds fine enough to find a peak or a crossing.
FINE = np.round(np.arange(-5, 3, 0.002), 3)
_POSITIVES = NormalLaw(1000.0, 10.0, 2.0)
_RANGE = np.linspace(-10.0, 25.0, 3501)  # on the scale of the input: beyond both classes


def population(letter: str) -> NormalMixtures:
    """The population of one of the nine data sets, on the scale of the input X.

    Examples
    --------
    >>> population("a").negative_weight
    1100.0
    """
    panel = PANELS[letter]
    positives, *negatives = panel.groups
    laws = [NormalLaw(float(size), mean, panel.sd) for size, mean in (positives, *negatives)]
    return NormalMixtures(laws[0], tuple(laws[1:]))


def miscounted(curve: pd.DataFrame, *, positives: float, negatives: float, counted: float) -> pd.DataFrame:
    """The table of curves with B, ``B_+`` and ``B_-`` recomputed as if there were another number of negatives.

    Examples
    --------
    >>> from metricbook import indistinguishability_curves
    >>> miscounted(indistinguishability_curves([1, 0], [2.0, 1.0]), positives=1, negatives=1, counted=3)["B"].tolist()
    [0.5, 0.875]
    """
    v, u = curve["tpr"], curve["fpr"]
    integral = curve["B_minus"] * (positives * v + negatives * u) / negatives
    plus = positives * v**2 / 2 / (positives * v + counted * u)
    minus = counted * integral / (positives * v + counted * u)
    return curve.assign(B=plus + minus, B_plus=plus, B_minus=minus)


def panel_curve(letter: str, log_odds: ArrayLike = GRID, *, as_drawn: bool = False) -> pd.DataFrame:
    """Population curves of a panel at given log-odds, the threshold in log-odds."""
    law = population(letter)
    intercept, slope = population_log_odds(law)
    log_odds = np.asarray(log_odds, dtype=np.float64)
    curve = population_curves(law, (log_odds - intercept) / slope).assign(threshold=log_odds)
    if as_drawn:
        counted = counted_negatives(letter)
        curve = miscounted(curve, positives=law.positives.weight, negatives=law.negative_weight, counted=counted)
    return curve


def nine_curves() -> pd.DataFrame:
    """The curves of Figures 4 to 6.

    Returns
    -------
    DataFrame
        ``version`` ("right" or "as drawn"), ``panel`` and the columns of `panel_curve`.
    """
    parts = [
        panel_curve(letter, as_drawn=drawn).assign(version="as drawn" if drawn else "right", panel=letter)
        for drawn in (False, True)
        for letter in PANELS
    ]
    table = pd.concat(parts, ignore_index=True)
    return table[["version", "panel", *(column for column in table if column not in ("version", "panel"))]]


def crossing(curve: pd.DataFrame, level: float = 0.5) -> pd.Series:
    """The row of a curve, straight between its thresholds, at which a falling B passes the level.

    Examples
    --------
    >>> curve = pd.DataFrame({"threshold": [0.0, 1.0], "B": [0.6, 0.2], "C": [0.5, 0.7]})
    >>> crossing(curve).round(3).tolist()
    [0.25, 0.5, 0.55]
    """
    rising = curve.iloc[np.argsort(curve["B"], kind="stable")]
    b = rising["B"].to_numpy()
    if not b[0] <= level <= b[-1]:
        raise ValueError(f"B runs from {b[-1]:.6g} to {b[0]:.6g} and does not pass {level:g}")
    return pd.Series({name: float(np.interp(level, b, rising[name])) for name in curve})


@cache
def fine_crossing(letter: str, *, as_drawn: bool = False) -> pd.Series:
    """The row of a panel's curve at which B passes 1/2, found on `FINE`."""
    return crossing(panel_curve(letter, FINE, as_drawn=as_drawn))


def nine_table() -> pd.DataFrame:
    """A, B at minus infinity, r on the scale of X and C where B is 0.5, 0.6 and 0.4, of the nine populations.

    Returns
    -------
    DataFrame
        Indexed by panel: ``A``, ``B_everything``, and ``r_50``, ``C_50``, ``r_60``, ``C_60``, ``r_40``, ``C_40``; NaN
        where B does not reach the level.
    """
    rows = {}
    for letter in PANELS:
        law = population(letter)
        row = {"A": population_auroc(law), "B_everything": population_win_rate(law, -np.inf)}
        for level in (0.5, 0.6, 0.4):
            exists = row["B_everything"] > level
            row[f"r_{level * 100:.0f}"] = population_threshold(law, level=level) if exists else np.nan
            row[f"C_{level * 100:.0f}"] = population_precision(law, level=level) if exists else np.nan
        rows[letter] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("panel")


def simulated_precisions(seeds: Iterable[int], *, letters: str = "abcdefghi") -> pd.DataFrame:
    """C(r_b) and C(r_60) of drawn data sets, from the sweep over all scores.

    The input is the score: B and C depend on the order of the scores only, which a fitted slope does not change.

    Returns
    -------
    DataFrame
        ``seed``, ``panel``, ``r_50``, ``C_50``, ``r_60``, ``C_60`` (NaN where B does not reach 0.6).
    """
    rows = []
    for seed in seeds:
        for letter in letters:
            sweep = IndistinguishabilitySweep(*draw(PANELS[letter], rng=panel_rng(seed, letter)))
            row: dict[str, float | str] = {"seed": seed, "panel": letter}
            for level in (0.5, 0.6):
                exists = sweep.win_rate[-1] >= level
                index = sweep.at(level) if exists else -1
                row[f"r_{level * 100:.0f}"] = sweep.thresholds[index] if exists else np.nan
                row[f"C_{level * 100:.0f}"] = sweep.precision[index] if exists else np.nan
            rows.append(row)
    return pd.DataFrame(rows)


def with_easy(hard_mean: float, easy: float, *, easy_mean: float = 2.0) -> NormalMixtures:
    """1000 positives at 10 and 1000 difficult negatives, as in the nine panels, with any easy negatives; spread 2.

    Examples
    --------
    >>> with_easy(7.0, 500).negative_weight
    1500.0
    """
    return NormalMixtures(_POSITIVES, (NormalLaw(1000.0, hard_mean, 2.0), NormalLaw(float(easy), easy_mean, 2.0)))


def with_share(share: float, *, mean: float = 7.0) -> NormalMixtures:
    """Positives at 10 in this share, all other members negatives at one mean; spread 2.

    Examples
    --------
    >>> with_share(0.25).negative_weight
    0.75
    """
    return NormalMixtures(NormalLaw(share, 10.0, 2.0), (NormalLaw(1 - share, mean, 2.0),))


def largest_f1(law: NormalMixtures) -> float:
    """F1 at its best threshold.

    Examples
    --------
    Scores that say nothing: everything flagged is best, 2π/(1 + π) at share π of the positives.

    >>> round(largest_f1(with_share(0.5, mean=10.0)), 4)
    0.6667
    """
    true = law.positives.weight * law.true_positive_rate(_RANGE)
    return float((2 * true / (true + law.false_positives(_RANGE) + law.positives.weight)).max())


def f1_and_threshold(shares: Iterable[float], *, mean: float) -> pd.DataFrame:
    """Where F1 peaks and where r_b is, for positives in given shares and negatives at one mean.

    Returns
    -------
    DataFrame
        ``share of positives``, ``F1 peaks at``, ``r_b`` (on the scale of the input), ``F1 lost`` at r_b.

    Examples
    --------
    >>> f1_and_threshold([0.5], mean=9.0).round(2).iloc[0].tolist()
    [0.5, 6.78, 7.37, 0.0]
    """
    rows = []
    for share in shares:
        law = with_share(share, mean=mean)
        curve, r = population_curves(law, _RANGE), population_threshold(law)
        lost = curve["F1"].max() - population_curves(law, [r])["F1"].iloc[0]
        rows.append((share, _RANGE[curve["F1"].argmax()], r, lost))
    return pd.DataFrame(rows, columns=["share of positives", "F1 peaks at", "r_b", "F1 lost"])
