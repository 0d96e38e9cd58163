"""What was measured on the zoo, as it is stored; how a metric is measured there; and the map of metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metricbook import Influence, Sweep, influence
from scoring_the_scores.files import data_file

Array = NDArray[np.float64]

#: Short names of the metrics, of those of the ranking first; then those of confidence; then those of decisions.
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "AUROC": "auroc",
        "AUCH": "auch",
        "H": "h_measure",
        "AP": "average_precision",
        "best F1": "f1_score",  # at the threshold that is best for it; what follows is at the threshold 0
        "C(r_b)": "precision_at_indistinguishability",
        "LxCIM": "lxcim",
        "AUDRC": "audrc_sum",
        "accuracy": "accuracy",
        "F1": "f1_score",
        "kappa": "cohen_kappa",
        "MCC": "matthews_correlation",
        "BA": "balanced_accuracy",
    }
)
#: Decimals to which metrics are stored and compared.
DECIMALS = 5
#: What is counted of two metrics, over pairs of classifiers on one data set and split.
COUNTS = (
    "ordered",  # neither metric has the two classifiers equal
    "opposite",  # the metrics order them oppositely
    "opposite_likely",  # and both differences are more than one standard error
    "opposite_sure",  # two standard errors
    "alike_sure",  # they order them alike, and both differences are more than two standard errors
    "opposite_roc",  # oppositely, although the curves of this plot do not cross
    "opposite_hull",
    "opposite_confidence",
)


def metric_influence(metric: str, y_true: NDArray[np.bool_], y_score: Array) -> Influence:
    """A metric of a classifier on the zoo and what each case does to it; NaN where it is undefined."""
    # A best threshold moves, but what it is best for does not, to first order: as if the threshold were given.
    settings = {"threshold": best_threshold(y_true, y_score)} if metric == "best F1" else {}
    try:
        return influence(NAMES[metric], y_true, y_score, **settings)
    except ValueError:  # undefined, as a correlation with decisions that are all the same
        return Influence(math.nan, np.full(y_true.size, math.nan))


def best_threshold(y_true: NDArray[np.bool_], y_score: Array) -> float:
    """The highest threshold with the largest F1, half-way between two scores, or below all of them.

    Examples
    --------
    >>> best_threshold(np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0]))
    1.5
    """
    sweep = Sweep(y_true, y_score)
    # F1 is 2 TP over positives and flagged together.
    best = int((sweep.true_positives / (sweep.positives + sweep.true_positives + sweep.false_positives)).argmax())
    scores = np.append(sweep.thresholds, sweep.thresholds[-1] - 1.0)
    return float(scores[best : best + 2].mean())


@cache
def stored(name: str) -> pd.DataFrame:
    """A table of the zoo as it is stored: ``orders``, ``metrics``, ``pairs`` or ``crossings``."""
    keys = {
        "orders": ["data_set", "classifier"],
        "metrics": ["data_set", "split", "metric"],
        "pairs": ["data_set", "splits", "first", "second"],
    }
    table = pd.read_csv(data_file("synthesis", "zoo", f"{name}.csv"), index_col=keys.get(name, ["data_set", "splits"]))
    return table.sort_index() if name == "metrics" else table


def orders(data_set: str) -> dict[str, NDArray[np.int64]]:
    """How each classifier orders the cases of the first split, as `zoo.order` writes it.

    Examples
    --------
    >>> orders("iris")["LDA"][:4].tolist()
    [-11, -62, 40, 16]
    """
    return {
        name: np.array(row.split(), dtype=np.int64) for name, row in stored("orders").loc[data_set, "order"].items()
    }


def values(data_set: str, split: int) -> pd.DataFrame:
    """The metrics of each classifier: a row for each metric, a column for each classifier, NaN where undefined.

    Examples
    --------
    >>> float(values("iris", 0).loc["AUROC", "LDA"])
    0.772
    """
    return stored("metrics").loc[(data_set, split)].reindex(list(NAMES)).astype(float) / 10**DECIMALS


def counts() -> pd.DataFrame:
    """For every two metrics the counts of `COUNTS`, over all data sets, splits and pairs of classifiers.

    Examples
    --------
    >>> counts().loc[("AUROC", "AP"), ["ordered", "opposite"]].tolist()
    [37386, 4776]
    """
    return stored("pairs").groupby(["first", "second"], sort=False)[list(COUNTS)].sum()


def shares() -> pd.DataFrame:
    """For every two metrics the share of the pairs of classifiers ordered by both that they order oppositely."""
    table = pd.DataFrame(0.0, index=list(NAMES), columns=list(NAMES))
    for (one, other), row in counts().iterrows():
        table.loc[one, other] = table.loc[other, one] = row["opposite"] / row["ordered"]
    return table


def metric_map(distances: pd.DataFrame) -> tuple[pd.DataFrame, float]:
    """Classical scaling of metrics in the plane, and the share of what their distances say that the plane keeps.

    Returns
    -------
    DataFrame with ``x`` and ``y``, and a float
        The first metric is on the left, the last one not below it. The share is that of the sum of the eigenvalues'
        magnitudes.

    Examples
    --------
    >>> names = ["a", "b", "c"]
    >>> places, explained = metric_map(pd.DataFrame([[0, 1, 2], [1, 0, 1], [2, 1, 0]], names, names))
    >>> (places["x"].abs().round(6)).tolist(), round(explained, 6)
    ([1.0, 0.0, 1.0], 1.0)
    """
    squared = distances.to_numpy(dtype=float) ** 2
    centre = np.eye(len(squared)) - 1 / len(squared)
    size, axes = np.linalg.eigh(-0.5 * centre @ squared @ centre)
    places = axes[:, ::-1][:, :2] * np.sqrt(np.maximum(size[::-1][:2], 0.0))
    places = places * np.where(places[0] > places[-1], -1.0, 1.0)
    explained = float(np.maximum(size[::-1][:2], 0.0).sum() / np.abs(size).sum())
    return pd.DataFrame(places, index=distances.index, columns=["x", "y"]), explained
