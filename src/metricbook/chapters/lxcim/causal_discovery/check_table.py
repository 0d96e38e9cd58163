"""Section 4: what the paper says about the numbers of its own Table 1."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.stats import spearmanr

from metricbook.chapters.lxcim.published import printed_table
from metricbook.ledger import Claim, Evidence
from metricbook.metrics.selective import confidence_bounds

# The names in the paper's footnote 5, by where their code came from.
_AUTHORS_CODE = {
    "bQCD", "CAM", "CDCI", "FOM", "HECI", "LCUBE", "LOCI", "NNCL", "ROCHE", "SLOPE", "SLOPPY",
}  # fmt: skip
_TOOLBOX_CODE = {"ANM", "CDS", "CGNN", "IGCI", "RECI"}
_GRID = 400


def methods_list(claim: Claim) -> Evidence:
    """Section 4, footnote 5: the methods are counted in the footnote's two lists and in Table 1."""
    rows = set(printed_table().index)
    e = Evidence()
    e.printed("methods in Table 1", published=claim.published["methods"], reproduced=len(rows))
    e.printed(
        "methods with their authors' code",
        published=claim.published["original"],
        reproduced=len(_AUTHORS_CODE & rows),
    )
    e.printed("methods from the toolbox", published=claim.published["toolbox"], reproduced=len(_TOOLBOX_CODE & rows))
    e.printed(
        "no method is in both lists or in neither",
        agrees=rows == _AUTHORS_CODE | _TOOLBOX_CODE and not _AUTHORS_CODE & _TOOLBOX_CODE,
        reproduced=f"{len(rows - _AUTHORS_CODE - _TOOLBOX_CODE)} missing, {len(_AUTHORS_CODE & _TOOLBOX_CODE)} double",
    )
    e.missing(
        f"The settings that kept CGNN under {claim.published['cgnn_seconds']} seconds a pair are not published, "
        "nor is what was done with missing scores, zero scores and pairs of weight zero.",
        instead="the counts, which agree; and every method that can be written from its definition can be run.",
    )
    return e


def accuracy_and_lxcim_bounds() -> Evidence:
    """Consequence of Proposition 4: every row of Table 1 lies where its accuracy and its LxCIM allow."""
    table = printed_table() / 100
    inside = above_accuracy = audrc_inside = 0
    for _, row in table.iterrows():
        low, high = confidence_bounds(row["Accuracy"])
        inside += low <= row["LxCIM"] <= high
        above_accuracy += row["LxCIM"] >= row["Accuracy"]
        low, high = _audrc_range(row["Accuracy"], row["LxCIM"])
        audrc_inside += low <= row["AUDRC"] <= high
    e = Evidence(
        note=f"The range of AUDRC is that of its integral form, by a linear program over {_GRID} equal steps of the "
        "decision rate; such steps can only narrow the range."
    )
    e.printed(
        "rows with $a^2 \\le LxCIM \\le 1-(1-a)^2$",
        agrees=inside == len(table),
        reproduced=f"{inside} of {len(table)}",
    )
    e.printed(
        "rows whose AUDRC is possible for their accuracy and LxCIM",
        agrees=audrc_inside == len(table),
        reproduced=f"{audrc_inside} of {len(table)}",
    )
    e.control(
        "the narrower range $a \\le LxCIM$",
        agrees=above_accuracy == len(table),
        reproduced=f"{above_accuracy} of {len(table)}",
    )
    return e


def accuracy_lowest() -> Evidence:
    """Section 4: whether accuracy is the lowest of the three metrics in every row of Table 1."""
    table = printed_table()
    lowest = (table["Accuracy"] < table["LxCIM"]) & (table["Accuracy"] < table["AUROC"])
    exceptions = ", ".join(table.index[~lowest])
    e = Evidence()
    e.printed(
        "rows with accuracy below both LxCIM and AUROC",
        agrees=bool(lowest.all()),
        reproduced=f"{lowest.sum()} of {len(table)}; not {exceptions}",
    )
    return e


def auroc_close(claim: Claim) -> Evidence:
    """Section 4: the rows of Table 1 in which AUROC and LxCIM differ by more than decimals."""
    gap = (printed_table()["AUROC"] - printed_table()["LxCIM"]).abs().round(1)
    about = claim.published["difference"]
    exceptions = sorted(gap.index[gap.round() == about])
    whole_point = sorted(gap.index[gap >= 1])
    e = Evidence()
    for method in claim.published["exceptions"]:
        e.printed(f"{method}: difference in whole points", published=about, reproduced=round(gap[method]))
    e.printed(
        "all methods that differ by that much",
        published=sorted(claim.published["exceptions"]),
        reproduced=exceptions,
    )
    e.printed(
        "the others differ in the decimals only",
        agrees=set(whole_point) <= set(claim.published["exceptions"]),
        reproduced=f"a point or more: {', '.join(whole_point)}",
    )
    e.repaired(
        "IGCI belongs to the exceptions",
        agrees="IGCI" in exceptions,
        reproduced=f"it differs by {gap['IGCI']:.1f}",
    )
    e.repaired(
        "most methods differ in the decimals only",
        agrees=(gap < 1).sum() > len(gap) / 2,
        reproduced=f"{(gap < 1).sum()} of {len(gap)}",
    )
    return e


def rank_agreement() -> Evidence:
    """Section 4: rank correlation of LxCIM with the other columns of Table 1."""
    table = printed_table()
    rho = {name: float(spearmanr(table["LxCIM"], table[name]).statistic) for name in ("AUROC", "Accuracy", "AUDRC")}
    limit = 0.95
    e = Evidence(
        note="The paper gives no number; 'very similarly' is read as a Spearman correlation above 0.95, the highest of "
        "the three. The AUROC column is itself one random draw of the pairs' orientations."
    )
    e.printed(
        "Spearman correlation of LxCIM with AUROC",
        agrees=rho["AUROC"] > limit and rho["AUROC"] == max(rho.values()),
        reproduced=round(rho["AUROC"], 3),
    )
    e.control("the same for accuracy", agrees=rho["Accuracy"] > limit, reproduced=round(rho["Accuracy"], 3))
    return e


def bqcd_and_igci(claim: Claim) -> Evidence:
    """Section 4: bQCD and IGCI compared in all four columns of Table 1."""
    table = printed_table()
    columns = list(claim.columns)
    e = Evidence(note="'Similar' is read as: no more than 1.5 points apart.")
    for method, row in claim.published.items():
        e.printed(f"{method}: its row in Table 1", published=row, reproduced=table.loc[method, columns].tolist())
    gaps = {c: round(abs(claim.published["bQCD"][i] - claim.published["IGCI"][i]), 1) for i, c in enumerate(columns)}
    e.printed("similar in every metric", agrees=max(gaps.values()) <= 1.5, reproduced=gaps)
    e.repaired("similar in LxCIM", agrees=gaps["LxCIM"] <= 1.5, reproduced=gaps["LxCIM"])
    return e


def _audrc_range(accuracy: float, lxcim: float) -> tuple[float, float]:
    """Smallest and largest integral AUDRC of a correctness curve with the given accuracy and LxCIM."""
    edges = np.linspace(0, 1, _GRID + 1)
    # With c(v) the share correct at v, AUDRC integrates c(v)·(-ln v), and half of LxCIM integrates c(v)·(1 - v).
    log_part = np.append(0.0, edges[1:] * np.log(edges[1:]) - edges[1:])
    weight = -np.diff(log_part)
    moments = np.vstack([np.diff(edges), np.diff(edges - edges**2 / 2)])
    ends = [
        linprog(sign * weight, A_eq=moments, b_eq=[accuracy, lxcim / 2], bounds=(0, 1)).fun * sign for sign in (1, -1)
    ]
    return ends[0], ends[1]
