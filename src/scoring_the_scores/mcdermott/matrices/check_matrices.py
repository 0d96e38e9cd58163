"""Figure 2 with the matrices that moved its scores, and what its bands show."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import ndtri

from claimledger import Claim, Evidence
from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott import subgroup_runs as runs
from scoring_the_scores.pages import ranked


def figure_2c() -> Evidence:
    """Figure 2(c): M3 by AUROC raises all four group curves, with permutations as the paper defines them."""
    e = runs.rise("M3")
    theirs = _as_run("AUROC")
    e.note = (
        f"{e.note} The authors' end means less ours, in standard errors: {_distances(plans.stated('M3', 'AUROC'))}. "
        f"With matrices that copy 2 % of the scores, the same at every step: {_distances(theirs)}."
    )
    return e


def _as_run(metric: str) -> pd.DataFrame:
    """M3 with the kind of fault that was measured in the authors' matrices."""
    return plans.as_run("M3", metric, datasets=plans.DATASETS, path=False)


def _distances(table: pd.DataFrame) -> str:
    return ", ".join(f"{curve} {z:+.1f}" for curve, z in runs.distances(table).items())


def figure_2d() -> Evidence:
    """Figure 2(d): does group 2's AUROC fall in M3 by AUPRC, with permutations, and with matrices that copy scores?"""
    changes = runs.changes("M3", "AUPRC")
    theirs = _as_run("AUPRC")
    step, dip, error = _lowest("M3", "AUPRC")
    change = runs.last(theirs, "low", "AUROC") - runs.first(theirs, "low", "AUROC")
    start, end = plans.AUTHORS_MEANS["M3", "AUPRC"]["AUROC", "low"]
    own = (start - end) / (change.std(ddof=1) / plans.AUTHORS_DATASETS**0.5)
    e = Evidence(
        note=f"{runs.NOTE} On the way the mean AUROC of G2 is lowest after {step} of 25 steps: "
        f"{runs.mean_text(dip, error)}. Other settings have {plans.VARIANT_DATASETS} data sets. "
        "With matrices that copy 2 % of the scores, as was "
        f"measured in the authors', the same at every step: {_low(runs.by_curve(theirs))}, median "
        f"{np.median(change):+.3f}; the authors' end means less these, in standard errors: {_distances(theirs)}. "
        f"By their spread the authors' own fall, {start} to {end} in {plans.AUTHORS_DATASETS} data sets, is {own:.1f} "
        f"standard errors. With other such matrices at every step: {_low(_variant('copying matrices'))}."
    )
    for name, table in (
        ("15 uniform permutations", changes),
        ("20 uniform permutations", _variant("20 candidates")),
        ("permutations drawn by jittered ranks", _variant("permutations by jittered ranks")),
        ("the same permutations at every step", _variant("same candidates at each step")),
    ):
        row = table.loc[("AUROC", "low")]
        e.printed(
            f"AUROC of G2 is lower after 25 steps than before, {name}",
            agrees=runs.sure(-row["change"], row["se"]),
            reproduced=_low(table),
        )
    row = changes.loc[("AUROC", "high")]
    e.printed(
        "AUROC of G1 rises",
        agrees=runs.sure(row["change"], row["se"]),
        reproduced=runs.mean_text(row["change"], row["se"]),
    )
    e.control(
        "AUROC of G1 is lower after 25 steps than before",
        agrees=runs.sure(-row["change"], row["se"]),
        reproduced=runs.mean_text(row["change"], row["se"]),
    )
    return e


def _lowest(procedure: str, metric: str) -> tuple[int, float, float]:
    """Step at which the mean AUROC of group 2 is lowest, its change up to there, and the standard error of that."""
    table = plans.stated(procedure, metric)
    wide = table[table["scope"] == "low"].pivot(index="dataset", columns="step", values="AUROC")
    change = wide.sub(wide[0], axis=0)
    step = int(change.mean().round(9).idxmin())
    return step, float(change[step].mean()), float(change[step].std(ddof=1) / np.sqrt(len(change)))


def _variant(name: str) -> pd.DataFrame:
    return runs.by_curve(plans.variant("M3", "AUPRC", name))


def _low(changes: pd.DataFrame) -> str:
    row = changes.loc[("AUROC", "low")]
    change = runs.mean_text(row["change"], row["se"])
    return f"{row['start']:.3f} to {row['end']:.3f}, {change}, falls in {row['falls']:.0%} of the data sets"


def twenty_datasets(claim: Claim) -> Evidence:
    """Section 3.2, Figures 2 and 3: the bands as an interval for the mean of 20, or as the range of nine in ten."""
    count, level = claim.published["datasets"], float(claim.published["interval"])
    table = plans.as_run("M2", "AUROC", datasets=plans.DATASETS, path=False)
    tails = (1 - level) / 2, (1 + level) / 2
    e = Evidence(
        note=f"{plans.DATASETS} data sets, seed {plans.SEED}, in lots of {count}: widths of {level:.0%} intervals for "
        "the AUROC at the start of M2, least to most over the lots. The authors' widths are those of the bands stored "
        "in their public notebook."
    )
    for scope, width in plans.AUTHORS_WIDTHS.items():
        start = ranked(table[(table["step"] == 0) & (table["scope"] == scope)], "dataset")["AUROC"].to_numpy()
        lots = start[: start.size // count * count].reshape(-1, count)
        means = 2 * ndtri(tails[1]) * lots.std(axis=1, ddof=1) / count**0.5
        ranges = np.subtract(*np.quantile(lots, tails[::-1], axis=1))
        for form, name, widths in (
            ("printed", f"an interval for the mean of {count}", means),
            ("repaired", f"the range of {level:.0%} of {count} data sets", ranges),
        ):
            e.add(
                form,
                f"{runs.NAMES[scope]}: {name} is as wide as the authors' band, {width:.3f}",
                agrees=bool(widths.min() <= width <= widths.max()),
                reproduced=f"{widths.min():.3f} to {widths.max():.3f}",
            )
        e.control(
            f"{runs.NAMES[scope]}: the range of half of them is",
            agrees=bool(np.subtract(*np.quantile(lots, (0.75, 0.25), axis=1)).max() >= width),
            reproduced=f"up to {np.subtract(*np.quantile(lots, (0.75, 0.25), axis=1)).max():.3f}",
        )
    return e
