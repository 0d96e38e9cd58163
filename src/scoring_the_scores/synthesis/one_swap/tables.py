"""Tables of the chapter: mistakes of a list, masses of pairs, stakes along curves, a budget, and curves that cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import Sweep, auroc, average_precision, h_measure, precision_at_indistinguishability
from scoring_the_scores.pages import ranked
from scoring_the_scores.synthesis.one_swap import stakes, swaps, valuations


def mistakes(y_true: ArrayLike, y_score: ArrayLike) -> pd.DataFrame:
    """Every negative directly above a positive, and what four metrics gain if the two change places.

    Returns
    -------
    DataFrame
        One row for each such pair, topmost first: ``rank`` of the negative, ``found`` positives down to the positive,
        and the gains of ``AUROC``, ``AP``, ``H`` and ``C(r_b)``, each measured anew.
    """
    sweep = Sweep(y_true, y_score)
    if sweep.thresholds.size < sweep.positives + sweep.negatives:
        raise ValueError("two scores are equal: neighbours are not defined")
    labels = np.diff(sweep.true_positives, prepend=0).astype(int)
    order = -np.arange(labels.size)
    measures = {"AUROC": auroc, "AP": average_precision, "H": h_measure, "C(r_b)": precision_at_indistinguishability}
    before = {name: measure(labels, order) for name, measure in measures.items()}
    rows = []
    for place in np.flatnonzero((labels[:-1] == 0) & (labels[1:] == 1)):
        labels[[place, place + 1]] = 1, 0
        gains = {name: measure(labels, order) - before[name] for name, measure in measures.items()}
        labels[[place, place + 1]] = 0, 1
        rows.append({"rank": int(place) + 1, "found": int(labels[: place + 2].sum())} | gains)
    return pd.DataFrame(rows)


def cells(labels: Sequence[int], *, flagged: int) -> pd.DataFrame:
    """What three metrics pay for each pair of a positive and a negative, in units of what AUROC pays.

    Returns
    -------
    DataFrame
        ``metric``, ``positive`` and ``negative`` counted from the top, ``worth``, and whether the pair is ``won``
        and can be won ``next``, by one swap.
    """
    p = sum(labels)
    q = len(labels) - p
    won, following = swaps.won(labels), {swap.cell for swap in swaps.swaps(labels)}
    rows = []
    for i in range(1, p + 1):
        for j in range(1, q + 1):
            r = i + j - 1
            below = 1.0 if r < flagged else 0.5 if r == flagged else 0.0
            worth = {
                "AP": float(swaps.mass("AP", i, j, p, q)),
                f"B({flagged})": below / (flagged * p),
                f"F1 at cut {flagged}": 2 / (flagged + p) if r == flagged else 0.0,
            }
            place = {"positive": i, "negative": j, "won": (i, j) in won, "next": (i, j) in following}
            rows += [{"metric": name, "worth": value * p * q} | place for name, value in worth.items()]
    return ranked(pd.DataFrame(rows), "metric").reset_index(drop=True)


def profiles(*, shift: float, prevalence: float) -> pd.DataFrame:
    """What a swap is worth against the share of the list above it, in each metric's natural unit.

    Returns
    -------
    DataFrame
        ``panel`` (ranking, confidence, threshold), ``metric``, ``share`` and ``worth``. The worths
        for a ranking are in units of AUROC's, those by confidence of 1/N^2, those at a threshold of 1/n.
    """
    curve, rows = stakes.Curve(shift, prevalence, steps=4001), []
    shown = np.flatnonzero((curve.flagged > 0.004) & (curve.flagged < 0.99))[::12]
    for metric in stakes.METRICS:
        height = stakes.density(metric, curve)
        rows += [("ranking", metric, curve.flagged[at], height[at]) for at in shown if height[at] > 0]
    share = np.geomspace(0.02, 1, 60)
    rows += [("confidence", "LxCIM", x, 2.0) for x in share] + [("confidence", "AUDRC", x, 1 / x) for x in share]
    for x in np.linspace(0.02, 0.98, 60):
        at_cut = {
            "precision": 1 / x,
            "F1": 2 / (x + prevalence),
            "accuracy": 2.0,
            "NPV": 1 / (1 - x),
            "recall": 1 / prevalence,
            "MCC": (prevalence * (1 - prevalence) * x * (1 - x)) ** -0.5,
        }
        rows += [("threshold", metric, x, worth) for metric, worth in at_cut.items()]
    return pd.DataFrame(rows, columns=["panel", "metric", "share", "worth"])


def budget(classes: Sequence[tuple[int, int]], times: Sequence[int]) -> pd.DataFrame:
    """How much of all that can be won lies across the first cuts, for AP and AUROC.

    Returns
    -------
    DataFrame
        ``positives``, ``negatives``, and for each number of cuts the shares of both metrics.
    """
    rows = []
    for p, q in classes:
        i, j = np.arange(1, p + 1)[:, None], np.arange(1, q + 1)
        r = i + j - 1
        worth = {"AP": i / (p * r * (r + 1.0)), "AUROC": np.full(r.shape, 1 / (p * q))}
        row: dict[str, float] = {"positives": p, "negatives": q}
        for many in times:
            for name, mass in worth.items():
                within = f"{many} times as many" if many > 1 else "as many as positives"
                row[f"{name}, {within}"] = mass[r <= many * p].sum() / mass.sum()
        rows.append(row)
    return pd.DataFrame(rows)


def crossings(largest: int) -> pd.DataFrame:
    """Two rankings whose curves cross, and whether metrics have the same sum for both as for their join and meet.

    Parameters
    ----------
    largest : int
        Number of cases up to which two rankings are looked for that show a metric to be no valuation.

    Returns
    -------
    DataFrame
        ``metric``; the rankings ``x`` and ``y``, their ``join`` and ``meet``; ``both``, the metric's sum over the first
        two, and ``split``, that over the others. The rankings are the smallest whose sums differ, or have four cases.
    """
    rows = []
    for name, metric in {**valuations.BY_PLACE, **valuations.OF_HULL, **valuations.CHOOSING}.items():
        found = valuations.first_failure(metric, largest) or valuations.measured(
            metric, *next(valuations.crossing(2, 2))
        )
        if found:
            letters = ["".join("NP"[label] for label in labels) for labels in found[:4]]
            rows.append([name, *letters, float(found.both), float(found.split)])
    return pd.DataFrame(rows, columns=["metric", "x", "y", "join", "meet", "both", "split"])


def hulls(one: Sequence[int], other: Sequence[int]) -> pd.DataFrame:
    """The ROC staircases of two rankings, of their join and of their meet, and the convex hull of each.

    Returns
    -------
    DataFrame
        ``ranking`` in letters, ``line`` (curve or hull) and its corners, ``fpr`` and ``tpr``; ``area`` below the line.
    """
    both = tuple(one), tuple(other)
    rows = []
    for labels in (*both, valuations.join(*both), valuations.meet(*both)):
        name = "".join("NP"[label] for label in labels)
        for line, points in (("curve", valuations.corners(labels)), ("hull", valuations.hull(labels))):
            x, y = (np.array(values, dtype=float) for values in zip(*points, strict=True))
            area = float(np.trapezoid(y, x))
            rows += [(name, line, *point, area) for point in zip(x, y, strict=True)]
    return pd.DataFrame(rows, columns=["ranking", "line", "fpr", "tpr", "area"])


def staircase(labels: Sequence[int]) -> pd.DataFrame:
    """The ROC staircase in counts: ``false_positives`` and ``true_positives`` after each case."""
    true_positives = np.concatenate([[0], np.cumsum(labels)])
    return pd.DataFrame(
        {"false_positives": np.arange(len(true_positives)) - true_positives, "true_positives": true_positives}
    )
