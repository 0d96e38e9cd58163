"""The tables and the data of the figures of this chapter, in the readers' names."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd

from claimledger import cached_result
from scoring_the_scores.synthesis import small, zoo_tables
from scoring_the_scores.synthesis.angle import classifiers, random_rankings, results
from scoring_the_scores.synthesis.angle.simulations import SIZES

#: The pairs of metrics of the tables; F1 of normal scores at its best threshold, of real ones at 0.
SHOWN: Final = (
    ("AUROC", "AP"), ("AUROC", "H"), ("AUROC", "LxCIM"), ("AUROC", "accuracy"), ("AUROC", "F1"), ("AP", "F1"),
)  # fmt: skip
#: Metrics that look for a threshold.
SLOW: Final = ("H", "AUCH", "KS")
#: Kinds of settings with equally good models, by what readers call their scores.
EQUAL: Final = {"equal": "normal", "exchanged": "real"}
#: How far, in standard errors, a drawn share is from the predicted one before it needs a reason.
FAR: Final = 3.0


def by_size() -> pd.DataFrame:
    """How often AUROC and AP order two random rankings oppositely, exactly where all are counted, drawn where not.

    Returns
    -------
    DataFrame
        ``positives``; ``prevalence``; ``share``; ``standard_error``, 0 where exact.
    """
    rng = np.random.default_rng(2)
    rows = []
    for ratio, exactly in ((1, range(2, 9)), (3, range(2, 5))):
        for positives in exactly:
            rows.append((positives, 1 / (1 + ratio), float(small.opposite_share(positives, ratio * positives)), 0.0))
        for positives in (20, 50, 150, 500):
            drawn = random_rankings.drawn(positives, ratio * positives, 1500, rng, flagged=positives)
            share = random_rankings.opposite(drawn["AUROC"], drawn["AP"])
            rows.append((positives, 1 / (1 + ratio), *share))
    return pd.DataFrame(rows, columns=["positives", "prevalence", "share", "standard_error"])


@cached_result
def compared() -> pd.DataFrame:
    """All stored simulations beside the theorem, as `results.compared`, for the pairs of metrics that are shown.

    Returns
    -------
    DataFrame
        Its columns, with ``kind`` and ``prevalence`` in place of ``setting``.
    """
    table = results.compared(results.stored())
    shown = [pair in SHOWN for pair in zip(table["first"], table["second"], strict=True)]
    table = table[shown].reset_index(drop=True)
    named = table.pop("setting").str.split(", ", expand=True)
    table.insert(0, "kind", named[0])
    table.insert(1, "prevalence", named[1].astype(float))
    return table


def side_by_side() -> pd.DataFrame:
    """Predicted and drawn shares of two equally good models, and their z, for normal and for real scores.

    Returns
    -------
    DataFrame
        ``π``, ``metrics``; for either kind of scores what is predicted for the last number of cases, and for each
        number of cases what was drawn, with z.
    """
    rows = []
    for (prevalence, first, second), part in compared().groupby(["prevalence", "first", "second"], sort=False):
        row = {"π": prevalence, "metrics": f"{first}, {second}"}
        for kind, scores in EQUAL.items():
            of = part[part["kind"] == kind].set_index("n")
            row[f"{scores}: predicted"] = of.loc[SIZES[-1], "predicted"]
            for n in SIZES:
                # Rounded first, so that no sum's last digit says whether a zero has a sign.
                row[f"{scores}: {n:,} (z)"] = f"{of.loc[n, 'drawn']:.3f} ({round(of.loc[n, 'z'], 1) + 0.0:+.1f})"
        rows.append(row)
    return pd.DataFrame(rows)


def off() -> pd.DataFrame:
    """By pair of metrics and number of cases how many of the settings are off by more than `FAR` standard errors.

    Returns
    -------
    DataFrame
        ``metrics``; a column for each number of cases, such as ``2 of 12``; ``farthest``, the largest distance of a
        drawn share from the predicted one at most cases.
    """
    table = compared()
    rows = []
    for (first, second), part in table.groupby(["first", "second"], sort=False):
        counts = []
        for n in SIZES:
            z = part.loc[part["n"] == n, "z"].abs()
            counts.append(f"{int((z > FAR).sum())} of {len(z)}")
        last = part[part["n"] == SIZES[-1]]
        rows.append((f"{first}, {second}", *counts, float((last["drawn"] - last["predicted"]).abs().max())))
    return pd.DataFrame(rows, columns=["metrics", *(f"n = {n:,}" for n in SIZES), "farthest"])


def maps() -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The map of the zoo's metrics by measured shares and by angles, the second turned to lie on the first.

    Returns
    -------
    measured, angles : DataFrame
        ``x`` and ``y`` of each metric.
    distances : DataFrame
        A row for ``angles`` and ``with worth``, each beside what was measured: ``root mean square`` and ``largest``
        difference of the 78 shares, and their ``correlation``.
    """
    tables = classifiers.shares()
    measured, _ = zoo_tables.metric_map(tables["measured"])
    angles, _ = zoo_tables.metric_map(tables["angles"])
    upper = np.triu_indices(len(measured), 1)
    shares = {name: table.to_numpy()[upper] for name, table in tables.items()}
    rows = []
    for name in ("angles", "with worth"):
        gap = shares[name] - shares["measured"]
        correlation = float(np.corrcoef(shares[name], shares["measured"])[0, 1])
        rows.append((name, float(np.sqrt((gap**2).mean())), float(np.abs(gap).max()), correlation))
    distances = pd.DataFrame(rows, columns=["from", "root mean square", "largest", "correlation"])
    return measured, _turned(angles, measured), distances


def _turned(places: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """Places turned and mirrored, not stretched, so that they lie as near to others as they can."""
    left, _, right = np.linalg.svd(places.to_numpy().T @ other.to_numpy())
    return pd.DataFrame(places.to_numpy() @ left @ right, index=places.index, columns=["x", "y"])


def equally_good() -> pd.DataFrame:
    """Classifiers that other splits find equally good: opposite orders in percent, and what their angles say.

    Returns
    -------
    DataFrame
        ``metrics``; ``pairs``; ``opposite``, ``angle`` and ``with worth``, in percent; ``more``, how many percentage
        points the opposite orders are above the angle, and ``low`` and ``high``, the ends of its 95 % interval.
    """
    rows = []
    for first, second in (*SHOWN, ("AUROC", "best F1")):
        found = classifiers.equally_good(first, second)
        found = found.assign(more=found["opposite"] - found["angle"])
        shares = [100 * classifiers.ratio(found, name)[0] for name in ("opposite", "angle", "expected")]
        more = [100 * value for value in classifiers.ratio(found, "more")]
        rows.append((f"{first}, {second}", int(found["pairs"].sum()), *shares, *more))
    return pd.DataFrame(rows, columns=["metrics", "pairs", "opposite", "angle", "with worth", "more", "low", "high"])
