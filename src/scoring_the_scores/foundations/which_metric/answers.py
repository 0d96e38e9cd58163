"""The numbers beside the guide's answers: one small table for each question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import (
    Sweep,
    accuracy,
    angle,
    auroc,
    average_precision,
    confusion_at,
    exchange_classes,
    h_measure,
    interval,
    loss_of,
    lxcim,
    paired_difference,
    precision_at_indistinguishability,
    representatives,
)
from metricbook.confusion import Confusion, balanced_accuracy, cohen_kappa, f1_score, matthews_correlation, precision
from metricbook.confusion import accuracy as share_correct
from scoring_the_scores.foundations.which_metric.guide import random_precision

Scores = Mapping[str, NDArray[np.float64]]

#: Twelve metrics of this guide for probabilities, by their functions.
TWELVE: Final = {
    "auroc": "AUROC",
    "average_precision": "AP",
    "h_measure": "H",
    "precision_at_indistinguishability": "precision at $r_b$",
    "brier_score": "Brier score",
    "lxcim": "LxCIM",
    "audrc_sum": "AUDRC",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "f1_score": "F1",
    "matthews_correlation": "MCC",
    "cohen_kappa": "kappa",
}


def other_names(y_true: ArrayLike, y_score: ArrayLike, *, draws: int, rng: np.random.Generator) -> pd.DataFrame:
    """Metrics of the same decisions when the two classes trade names in a random half of the cases.

    Returns
    -------
    DataFrame
        ``metric``, and the ``least`` and the ``most`` that it becomes.

    Examples
    --------
    >>> table = other_names([1, 0, 1, 0], [3, -2, -1, 1], draws=20, rng=np.random.default_rng(1)).set_index("metric")
    >>> table.loc["LxCIM"].tolist(), table.loc["AUROC"].tolist()
    ([0.75, 0.75], [0.6666666666666666, 1.0])
    """
    metrics = {
        "AUROC": auroc,
        "AP": average_precision,
        "F1 at 0": lambda y, s: float(f1_score(*confusion_at(y, s))),
        "accuracy at 0": accuracy,
        "LxCIM": lxcim,
    }
    found = []
    for _ in range(draws):
        labels, scores, _ = exchange_classes(y_true, y_score, which=rng.random(np.size(y_true)) < 0.5)
        if 0 < labels.sum() < labels.size:
            found.append([metric(labels, scores) for metric in metrics.values()])
    return pd.DataFrame({"metric": list(metrics), "least": np.min(found, axis=0), "most": np.max(found, axis=0)})


def trusted(y_true: ArrayLike, scores: Scores, costs: Iterable[float]) -> pd.DataFrame:
    """What it costs to take scores for probabilities: loss at the threshold c, beside the least loss of any threshold.

    Returns
    -------
    DataFrame
        ``classifier``, ``c`` (what a false positive costs; a false negative costs 1 - c), ``loss at threshold c``,
        ``least loss of any threshold``.

    Examples
    --------
    A classifier that is half as sure as it should be:

    >>> trusted([1, 1, 0, 0], {"timid": np.array([0.5, 0.4, 0.0, 0.0])}, [0.6])["loss at threshold c"].tolist()
    [0.4]
    """
    rows = []
    for name, given in scores.items():
        sweep = Sweep(y_true, given)
        for c in costs:
            tried = np.append(np.inf, sweep.thresholds)
            best = loss_of(sweep, threshold=tried, condition=c, over="cost", ties="positive")
            taken = loss_of(sweep, threshold=c, condition=c, over="cost", ties="positive")
            rows.append((name, c, float(taken), float(np.min(best))))
    return pd.DataFrame(rows, columns=["classifier", "c", "loss at threshold c", "least loss of any threshold"])


def chance_levels(sizes: Iterable[tuple[int, int]]) -> pd.DataFrame:
    """Mean average precision of random orders of several numbers of cases and positives, beside the prevalence.

    Examples
    --------
    >>> chance_levels([(2, 1)]).to_dict("records")
    [{'cases': 2, 'positives': 1, 'prevalence': 0.5, 'AP by chance': 0.75}]
    """
    rows = [(n, m, m / n, random_precision(n, m)) for n, m in sizes]
    return pd.DataFrame(rows, columns=["cases", "positives", "prevalence", "AP by chance"])


def elsewhere(tpr: float, fpr: float, prevalences: Iterable[float]) -> pd.DataFrame:
    """Metrics of the same TPR and FPR at several prevalences.

    Examples
    --------
    >>> elsewhere(0.5, 0.5, [0.5])[["precision", "MCC", "kappa"]].values.tolist()
    [[0.5, 0.0, 0.0]]
    """
    metrics = {
        "balanced accuracy": balanced_accuracy,
        "accuracy": share_correct,
        "precision": precision,
        "F1": f1_score,
        "MCC": matthews_correlation,
        "kappa": cohen_kappa,
    }
    rows = []
    for p in prevalences:
        counts = Confusion((1 - p) * (1 - fpr), (1 - p) * fpr, p * (1 - tpr), p * tpr)
        rows.append({"prevalence": p, **{name: float(metric(*counts)) for name, metric in metrics.items()}})
    return pd.DataFrame(rows)


def easy_negatives(counts: Iterable[int], *, threshold: float = 0.75, seed: int = 1) -> pd.DataFrame:
    """Metrics of the same hard cases after so many easy negatives are added; normal scores of spread 1.

    A thousand positives have mean 1.5, a thousand hard negatives mean 0, the easy ones mean -4.

    Returns
    -------
    DataFrame
        A row for each metric, a column for each number of easy negatives.

    Examples
    --------
    >>> table = easy_negatives([0, 1000]).set_index("metric")
    >>> bool((table.loc["AUROC"].diff().dropna() > 0).all()), table.loc["AP"].round(2).nunique()
    (True, 1)
    """
    rng = np.random.default_rng(seed)
    hard = np.concatenate([rng.normal(1.5, 1, 1000), rng.normal(0, 1, 1000)])
    columns = {}
    for count in counts:
        scores = np.concatenate([hard, rng.normal(-4, 1, count)])
        labels = np.arange(scores.size) < 1000
        decided = confusion_at(labels, scores, threshold=threshold)
        columns[f"{count:,} easy"] = {
            "AUROC": auroc(labels, scores),
            "accuracy": float(share_correct(*decided)),
            "LxCIM": lxcim(labels, scores, threshold=threshold),
            "balanced accuracy": float(balanced_accuracy(*decided)),
            "kappa": float(cohen_kappa(*decided)),
            "MCC": float(matthews_correlation(*decided)),
            "H": h_measure(labels, scores),
            "AP": average_precision(labels, scores),
            "F1": float(f1_score(*decided)),
            "precision at $r_b$": precision_at_indistinguishability(labels, scores),
        }
    return pd.DataFrame(columns).rename_axis("metric").reset_index()


def intervals(y_true: ArrayLike, scores: Scores) -> pd.DataFrame:
    """95 % intervals of two classifiers' AUROC, AP and H, and of their differences on the same cases.

    Returns
    -------
    DataFrame
        ``metric``, ``of``, ``value``, ``from``, ``to``.

    Examples
    --------
    >>> same = {"one": np.array([3.0, 2, 1, 0]), "other": np.array([3.0, 2, 1, 0])}
    >>> table = intervals([1, 0, 1, 0], same)
    >>> table.loc[table["of"] == "difference", ["from", "to"]].iloc[0].tolist()
    [0.0, 0.0]
    """
    (one, first), (other, second) = scores.items()
    rows = []
    for name, metric in (("AUROC", "auroc"), ("AP", "average_precision"), ("H", "h_measure")):
        found = {
            one: interval(metric, y_true, first),
            other: interval(metric, y_true, second),
            "difference": paired_difference(metric, y_true, first, second),
        }
        rows += [(name, who, each.value, each.low, each.high) for who, each in found.items()]
    return pd.DataFrame(rows, columns=["metric", "of", "value", "from", "to"])


def enough(y_true: ArrayLike, scores: Scores, count: int) -> pd.DataFrame:
    """So few of twelve metrics that none of the others is far from all of them, for two models that give probabilities.

    Returns
    -------
    DataFrame
        ``metric``, the ``nearest chosen`` one, how often they ``disagree`` about equally good models, and the share of
        a difference's variance that is ``not explained`` by the chosen ones.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> labels = np.arange(200) % 2
    >>> models = dict(zip("AB", 1 / (1 + np.exp(-rng.normal(labels, 1, size=(2, 200)))), strict=True))
    >>> enough(labels, models, 12)["disagree"].tolist() == [0.0] * 12
    True
    """
    ordering = ("auroc", "average_precision", "h_measure", "precision_at_indistinguishability", "brier_score")
    asked = {name: {} if name in ordering else {"threshold": 0.5} for name in TWELVE}
    first, second = scores.values()
    found = representatives(angle(y_true, first, second, asked), count)
    for column in ("metric", "nearest"):
        found[column] = found[column].map(TWELVE)
    return found.rename(columns={"nearest": "nearest chosen", "unexplained": "not explained"})
