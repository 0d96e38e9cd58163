"""What an AUROC leaves open, of many cases and of small samples, and which second number closes most of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from metricbook import average_precision, h_measure, range_given_auroc, sample_range_given_auroc
from scoring_the_scores.pages import ranked

#: The metrics by the names that the package has for them.
METRICS: Final = {
    "AP": "average_precision",
    "best F1": "best_f1_score",
    "H": "h_measure",
    "LxCIM": "lxcim",
    "best accuracy": "best_accuracy",
    "KS": "kolmogorov_smirnov",
}
AUROCS: Final = (0.6, 0.7, 0.8, 0.9, 0.95)
PREVALENCES: Final = (0.5, 0.1, 0.01)
#: Sizes of the classes at which all rankings of AUROC 0.8 are looked at.
SIZES: Final = ((10, 10), (4, 40))
#: How many parts of its range a second number is known to one of: on few cases decimals single out a ranking by a
#: metric of many values, and not by one of few.
PARTS: Final = 10


def ranges(metrics: Sequence[str], aurocs: Sequence[float], prevalence: float) -> pd.DataFrame:
    """The ends of each metric's range: a row for each AUROC and metric.

    Examples
    --------
    >>> ranges(["LxCIM"], [0.8], 0.5).round(2).to_dict("records")
    [{'AUROC': 0.8, 'metric': 'LxCIM', 'prevalence': 0.5, 'low': 0.56, 'high': 0.89}]
    """
    rows = [
        (auroc, metric, prevalence, *range_given_auroc(METRICS[metric], auroc, prevalence)[:2])
        for auroc in aurocs
        for metric in metrics
    ]
    return pd.DataFrame(rows, columns=["AUROC", "metric", "prevalence", "low", "high"])


def table() -> pd.DataFrame:
    """Ranges of four metrics in words, by prevalence and AUROC."""
    rows = []
    for metric in ("AP", "best F1", "H", "LxCIM"):
        for prevalence in PREVALENCES:
            found = ranges([metric], AUROCS, prevalence)
            ends = [f"{row.low:.2f}–{row.high:.2f}" for row in found.itertuples()]
            rows.append((metric, prevalence, *ends))
    return pd.DataFrame(rows, columns=["metric", "prevalence", *map(str, AUROCS)])


def bands(prevalence: float) -> pd.DataFrame:
    """Ranges of four metrics by AUROC, and the values of normal scores of one spread, but for LxCIM."""
    found = ranges(["AP", "best F1", "H", "LxCIM"], [k / 100 for k in range(50, 100)], prevalence)
    normal = {auroc: of_normal_scores(auroc, prevalence) for auroc in found["AUROC"].unique()}
    found["normal"] = [normal[row.AUROC].get(row.metric, np.nan) for row in found.itertuples()]
    return found


def of_normal_scores(auroc: float, prevalence: float) -> dict[str, float]:
    """Metrics of normal scores with this AUROC and one spread, by many thresholds."""
    apart = np.sqrt(2) * ndtri(auroc)
    thresholds = np.linspace(apart + 6, -6, 4001)
    fpr, tpr = ndtr(-thresholds), ndtr(apart - thresholds)
    steps = np.diff(fpr, prepend=0), np.diff(tpr, prepend=0)
    labels, scores = np.repeat([0, 1], thresholds.size), np.tile(thresholds, 2)
    weights = np.append(steps[0] * (1 - prevalence), steps[1] * prevalence)
    return {
        "AP": average_precision(labels, scores, sample_weight=weights),
        "best F1": float((2 * tpr / (tpr + fpr * (1 - prevalence) / prevalence + 1)).max()),
        "H": h_measure(labels, scores, sample_weight=weights),
    }


def curves(auroc: float, prevalence: float) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The ROC curves of the least and of the greatest value of each metric that is read off one."""
    found = {name: range_given_auroc(METRICS[name], auroc, prevalence) for name in ("AP", "best F1", "H")}
    return {name: (ends.lowest, ends.highest) for name, ends in found.items()}


def as_frame(curves: Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]) -> pd.DataFrame:
    """The points of curves at both ends, a row each."""
    parts = [
        pd.DataFrame(curve, columns=["FPR", "TPR"]).assign(metric=metric, end=end)
        for metric, ends in curves.items()
        for end, curve in zip(("least", "greatest"), ends, strict=True)
    ]
    return pd.concat(parts, ignore_index=True)[["metric", "end", "FPR", "TPR"]].round(6)


def extreme_rankings(metric: str, auroc: float, positives: int, negatives: int) -> pd.DataFrame:
    """The samples of the least and the greatest value, as letters from the highest score down.

    Examples
    --------
    >>> extreme_rankings("AP", 0.5, 2, 2)["ranking"].tolist()
    ['NPPN', 'PNNP']
    """
    found = sample_range_given_auroc(METRICS[metric], auroc, positives, negatives)
    samples = {"least": (found.low, found.lowest), "greatest": (found.high, found.highest)}
    rows = [
        (metric, end, value, "".join("P" if label else "N" for label in sample[0]))
        for end, (value, sample) in samples.items()
    ]
    return pd.DataFrame(rows, columns=["metric", "end", "value", "ranking"])


@cache
def rankings_of(positives: int, negatives: int, auroc: float) -> pd.DataFrame:
    """Metrics of every ranking of so many cases, without ties, that has this AUROC."""
    cases, lost = positives + negatives, round(positives * negatives * (1 - auroc))
    places = np.array(list(combinations(range(cases), positives)))
    places = places[(places - np.arange(positives)).sum(axis=1) == lost]
    labels = np.zeros((len(places), cases), dtype=int)
    np.put_along_axis(labels, places, 1, axis=1)
    tp, fp = labels.cumsum(axis=1), (1 - labels).cumsum(axis=1)
    top, few = round(cases / 10), negatives // 10
    scores = np.arange(cases, 0, -1.0)
    values = {
        "AP": (np.arange(1, positives + 1) / (places + 1)).mean(axis=1),
        "best F1": (2 * tp / (tp + fp + positives)).max(axis=1),
        "H": [h_measure(one, scores) for one in labels],
        "best accuracy": np.maximum((tp + negatives - fp).max(axis=1), negatives) / cases,
        "KS": (tp / positives - fp / negatives).max(axis=1),
        "precision in the top tenth": tp[:, top - 1] / top,
        "TPR at FPR 0.1": np.where(fp <= few, tp, 0).max(axis=1) / positives,
    }
    return pd.DataFrame(values).round(9)


def second_numbers(positives: int, negatives: int, auroc: float = 0.8) -> pd.DataFrame:
    """What is left of each metric's range, as a share, if a second number is known to a tenth of its own range.

    A row for each second number, a column for each other metric, and their mean: the mean, over all rankings of this
    AUROC, of how far apart the metric can be among those whose second number is in the same tenth, by how far apart
    among all.
    """
    values = rankings_of(positives, negatives, auroc)
    least, whole = values.min(), values.max() - values.min()
    tenths = ((values - least) / whole * PARTS + 1e-9).astype(int).clip(upper=PARTS - 1)
    left = {}
    for name in values:
        groups = values.groupby(tenths[name])
        apart = groups.max() - groups.min()
        left[name] = apart.mul(groups.size(), axis=0).sum() / len(values) / whole
    found = pd.DataFrame(left).T
    for name in found:
        found.loc[name, name] = np.nan
    return found.assign(mean=found.mean(axis=1))


def seconds() -> pd.DataFrame:
    """What is left of the others' ranges on average, by the second number, for each size; the best for both first."""
    found = pd.DataFrame({f"{p} and {n}": second_numbers(p, n)["mean"] for p, n in SIZES})
    return ranked(found.assign(mean=found.mean(axis=1)), "mean").drop(columns="mean")
