"""The indistinguishability threshold read off the ROC curve, for any odds of the classes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from scoring_the_scores.sumpter.normal_mixtures import NormalMixtures


def odds_along(law: NormalMixtures, thresholds: Iterable[float]) -> pd.DataFrame:
    """Each point of a population's ROC curve, and the odds P/N of the classes that put r_b there.

    Returns
    -------
    DataFrame
        ``threshold``, ``fpr``, ``tpr``, ``partial_area`` (under the curve, left of the point) and ``odds``,
        (2 pA - u)/(v(1 - v)).

    Examples
    --------
    >>> from scoring_the_scores.sumpter.panel_curves import with_share
    >>> from scoring_the_scores.sumpter.normal_mixtures import population_threshold
    >>> law = with_share(0.2)
    >>> round(odds_along(law, [population_threshold(law)])["odds"].item(), 6)
    0.25
    """
    r = np.asarray(list(thresholds), dtype=np.float64)
    v, u = law.true_positive_rate(r), law.false_positives(r) / law.negative_weight
    area = law.beaten_negatives(r) / law.negative_weight
    return pd.DataFrame(
        {"threshold": r, "fpr": u, "tpr": v, "partial_area": area, "odds": (2 * area - u) / (v * (1 - v))}
    )


def points(curve: pd.DataFrame, odds: Iterable[float]) -> pd.DataFrame:
    """The points of a curve from `odds_along` at which r_b lies for given odds, straight between its thresholds."""
    rising = curve[curve["odds"] > 0]  # there they rise as the threshold falls; to the left no odds put r_b
    targets = list(odds)
    columns = {name: np.interp(targets, rising["odds"], rising[name]) for name in ("threshold", "fpr", "tpr")}
    return pd.DataFrame({"odds": targets, **columns})
