"""Tables of the chapter: ten metrics, the groups, the prices, the places of the Tile, and forty splits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import cached_result
from metricbook import (
    accuracy,
    auroc,
    average_precision,
    cost_curve,
    expected_min_loss,
    h_measure,
    interval,
    lxcim,
    paired_difference,
    precision_at_indistinguishability,
    roc_curve,
    tile,
)
from metricbook.tile.chance import chance_curve
from scoring_the_scores.patients import Patients, held_out

#: What the chapter's tables call a metric: who asks for it, its function's name and parameters, and whether less is
#: better.
TEN: dict[str, tuple[str, str, dict[str, Any], bool]] = {
    "AUROC": ("Flach, McDermott", "auroc", {}, False),
    "AP": ("McDermott", "average_precision", {}, False),
    "least loss": ("Flach", "expected_min_loss", {"over": "cost"}, True),
    "H": ("Flach", "h_measure", {}, False),
    "C(r_b)": ("Sumpter", "precision_at_indistinguishability", {}, False),
    "recall": ("Tile", "recall", {}, False),
    "precision": ("Tile", "precision", {}, False),
    "F1": ("Tile", "f1_score", {}, False),
    "accuracy": ("Tile, LxCIM", "accuracy", {}, False),
    "LxCIM": ("LxCIM", "lxcim", {}, False),
}
#: The splits that the comparison is repeated on.
SPLITS = range(40)
#: Metrics of the order alone.
ORDER: dict[str, Callable[..., float]] = {
    "AUROC": auroc,
    "AP": average_precision,
    "H": h_measure,
    "C(r_b)": precision_at_indistinguishability,
}
#: Places of the Tile that the chapter names.
PLACES = {"accuracy": (0.5, 0.5), "F1": (1.0, 0.5), "F2": (1.0, 0.8), "price 0.1": (0.9, 0.9)}
#: Prices near a tenth: Beta(2, 18) has its mean there.
COSTLY_MISSES: dict[str, Any] = {"over": "cost", "alpha": 2, "beta": 18}
#: Prices near one half: Beta(5, 5).
EQUAL_PRICES: dict[str, Any] = {"over": "cost", "alpha": 5, "beta": 5}


@cached_result
def ten_metrics(found: Patients) -> pd.DataFrame:
    """Every metric of both models, the difference with its 95 % interval, and whom it prefers.

    Examples
    --------
    >>> table = ten_metrics(held_out())
    >>> table["prefers"].value_counts().sort_index().to_dict()
    {'SVM': 6, 'regression': 4}
    """
    rows = []
    for name, (asked, metric, parameters, less) in TEN.items():
        one, other = (
            interval(metric, found.worse, scores, **parameters).value for scores in (found.regression, found.svm)
        )
        lead = paired_difference(metric, found.worse, found.regression, found.svm, **parameters)
        rows.append(
            {
                "metric": name, "asked by": asked, "regression": one, "SVM": other, "difference": lead.value,
                "from": lead.low, "to": lead.high, "prefers": "regression" if (lead.value > 0) != less else "SVM",
                "clear": bool(lead.low > 0 or lead.high < 0),
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def groups(found: Patients) -> pd.DataFrame:
    """Both areas in each sex: as they are, and the average precision if a fifth of each got worse.

    The last column weighs the positives and the negatives of a sex so that their shares are those of all patients.
    """
    rows = []
    everybody = found.worse.mean()
    for sex in (1, 2):
        group = found.sex == sex
        worse = found.worse[group]
        weights = np.where(worse, everybody / worse.mean(), (1 - everybody) / (1 - worse.mean()))
        for name, scores in found.scores.items():
            here = scores[group]
            rows.append(
                {
                    "sex": sex, "patients": worse.size, "worse": int(worse.sum()), "model": name,
                    "AUROC": auroc(worse, here), "AP": average_precision(worse, here),
                    "AP at equal shares": average_precision(worse, here, sample_weight=weights),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def roc_curves(found: Patients) -> pd.DataFrame:
    """The ROC curves of both models, and which of their points is at threshold 0."""
    parts = []
    for name, scores in found.scores.items():
        curve = roc_curve(found.worse, scores)
        fpr, tpr = curve["false_positive_rate"], curve["true_positive_rate"]
        flagged = scores > 0
        here = np.isclose(fpr, flagged[~found.worse].mean()) & np.isclose(tpr, flagged[found.worse].mean())
        parts.append(pd.DataFrame({"model": name, "FPR": fpr, "TPR": tpr, "at 0": here}))
    return pd.concat(parts, ignore_index=True)


def cost_curves(found: Patients) -> pd.DataFrame:
    """The cost curves of both models, and the loss of the better of flagging nobody and everybody, at their corners."""
    everybody = float(found.worse.mean())
    parts = {name: cost_curve(found.worse, scores, over="cost") for name, scores in found.scores.items()}
    corner = np.array([0.0, everybody, 1.0])
    series = {name: (curve.conditions, curve.losses) for name, curve in parts.items()}
    series["nobody or everybody"] = (corner, 2 * np.minimum(corner * (1 - everybody), (1 - corner) * everybody))
    return pd.concat(
        [pd.DataFrame({"series": name, "c": c, "loss": loss}) for name, (c, loss) in series.items()], ignore_index=True
    )


def crossings(found: Patients) -> pd.DataFrame:
    """The intervals of prices on which one model's cost curve is below the other's, from 0 to 1.

    Exact up to rounding: between the corners of both curves their difference is straight.
    """
    one, other = (cost_curve(found.worse, scores, over="cost") for scores in (found.regression, found.svm))
    c = np.union1d(one.conditions, other.conditions)
    lead = np.interp(c, *other) - np.interp(c, *one)
    lead[np.abs(lead) < 1e-12] = 0.0
    turns = [0.0]
    for k in range(c.size - 1):
        if lead[k] * lead[k + 1] < 0:
            turns.append(c[k] + (c[k + 1] - c[k]) * lead[k] / (lead[k] - lead[k + 1]))
        elif lead[k + 1] == 0 and k + 2 < c.size:
            turns.append(c[k + 1])
    turns.append(1.0)
    middles = (np.array(turns[:-1]) + turns[1:]) / 2
    better = np.where(np.interp(middles, c, lead) > 0, "regression", "SVM")
    table = pd.DataFrame({"from": turns[:-1], "to": turns[1:], "better": better})
    runs = (table["better"] != table["better"].shift()).cumsum()
    return table.groupby(runs).agg({"from": "first", "to": "last", "better": "first"}).reset_index(drop=True)


def best_f1(found: Patients) -> dict[str, float]:
    """The best F1 of any threshold, by model; half of it is the price it implies."""
    squares = {name: tile.tile_of_sample(found.worse, s, resolution=3).best for name, s in found.scores.items()}
    return {name: float(best[1, 2]) for name, best in squares.items()}  # half way up the right side


def square(found: Patients, resolution: int = 101) -> pd.DataFrame:
    """The best score of each model at each place of the Tile, each with the threshold that suits the place."""
    a, b = tile.tile_axes(resolution)
    best = {
        name: tile.tile_of_sample(found.worse, scores, resolution=resolution).best
        for name, scores in found.scores.items()
    }
    shape = (resolution, resolution)
    places = {"a": np.broadcast_to(a, shape).ravel(), "b": np.broadcast_to(b, shape).ravel()}
    return pd.DataFrame(places | {name: values.ravel() for name, values in best.items()})


def areas(found: Patients) -> pd.Series:
    """The share of the Tile on which each model is best, with the threshold that suits the place."""
    shares = tile.area_shares(tile.curve_zones({name: (found.worse, s) for name, s in found.scores.items()}))
    return shares[list(found.scores)]


def no_skill(found: Patients, points: int = 201) -> pd.DataFrame:
    """The places at which all guessing ties, at the prevalence of the patients."""
    a = np.linspace(0, 1, points)
    return pd.DataFrame({"a": a, "b": chance_curve(a, prevalence=found.worse.mean())})


_Scores = NDArray[np.float64]
#: What the forty splits are asked: is this larger (or, for losses, smaller) for the regression?
_ASKED: dict[str, Callable[[Patients, _Scores, float], float]] = {
    "AUROC": lambda p, s, _: auroc(p.worse, s),
    "AP": lambda p, s, _: average_precision(p.worse, s),
    "H": lambda p, s, _: h_measure(p.worse, s),
    "C(r_b)": lambda p, s, _: precision_at_indistinguishability(p.worse, s),
    "accuracy": lambda p, s, _: accuracy(p.worse, s),
    "accuracy, weights undone": lambda p, s, undone: accuracy(p.worse, s, threshold=undone),
    "LxCIM": lambda p, s, _: lxcim(p.worse, s),
    "LxCIM, weights undone": lambda p, s, undone: lxcim(p.worse, s, threshold=undone),
    "least loss, costly misses": lambda p, s, _: -expected_min_loss(p.worse, s, **COSTLY_MISSES),
}


@cache
def _leads() -> pd.DataFrame:
    rows = []
    for split in SPLITS:
        found = held_out(split)
        rows.append({k: f(found, found.regression, found.undone) - f(found, found.svm, 0.0) for k, f in _ASKED.items()})
    return pd.DataFrame(rows, index=pd.Index(SPLITS, name="split"))


def splits() -> pd.DataFrame:
    """How far the regression is ahead on the first split, on the mean of forty, and on how many it is ahead.

    For the loss, "ahead" is a smaller one. Weights undone: the regression's threshold is where its scores, without what
    the balanced weights of the classes add, are even odds.
    """
    leads = _leads()
    return pd.DataFrame(
        {"metric": leads.columns, "lead here": leads.iloc[0].to_numpy(), "mean lead": leads.mean().to_numpy(),
         f"ahead in (of {len(leads)})": (leads > 0).sum().to_numpy()}
    )  # fmt: skip
