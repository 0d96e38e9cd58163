"""Section 4: what the paper says about the numbers of its own Table 1."""

from __future__ import annotations

import numpy as np
from scipy.stats import spearmanr

from claimledger import Claim, Evidence
from metricbook.causal import relabelled_auroc
from scoring_the_scores.lxcim.published import decided_pairs, printed_table

_ALIKE = 0.95
_SIMILAR = 1.5
_DRAWS, _SEED = 4000, 20261121


def accuracy_lowest() -> Evidence:
    """Section 4: whether accuracy is the lowest of the three metrics in every row of Table 1."""
    table = printed_table()
    others = table[["LxCIM", "AUROC"]]
    below, above = table["Accuracy"] < others.min(axis=1), table["Accuracy"] > others.max(axis=1)
    gap = (table["LxCIM"] - table["Accuracy"])[below]
    e = Evidence(
        note=f"Above both for {', '.join(table.index[above])}. Where it is below both, LxCIM exceeds it by "
        f"{gap.min():.1f} ({gap.round(1).idxmin()}) to {gap.max():.1f} points ({gap.round(1).idxmax()})."
    )
    e.printed("accuracy is below LxCIM and below AUROC", over=table.index, holds=lambda name: below[name])
    e.control("accuracy is above LxCIM and above AUROC", over=table.index, holds=lambda name: above[name])
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
    rho = {name: float(spearmanr(table["LxCIM"], table[name]).statistic) for name in ("AUROC", "AUDRC", "Accuracy")}
    e = Evidence(
        note="The paper gives no number; 'very similarly' is read as: AUROC orders the methods more like LxCIM than "
        f"any other column does, with a Spearman correlation above {_ALIKE}."
    )
    for what, others in (("AUROC", ("AUDRC", "Accuracy")), ("AUDRC", ("AUROC", "Accuracy"))):
        e.add(
            "printed" if what == "AUROC" else "control",
            f"{what} orders the methods as LxCIM does, more than the others do",
            agrees=rho[what] > max(_ALIKE, *(rho[other] for other in others)),
            reproduced={name: round(value, 3) for name, value in rho.items()},
        )
    return e


def bqcd_and_igci() -> Evidence:
    """Section 4: bQCD and IGCI in the four columns of Table 1, and their AUROC over random orientations."""
    table = printed_table().loc[["bQCD", "IGCI"]]
    gaps = (table.loc["bQCD"] - table.loc["IGCI"]).abs().round(1)
    rng = np.random.default_rng(_SEED)
    means = [100 * relabelled_auroc(*decided_pairs(name), draws=_DRAWS, rng=rng).mean() for name in table.index]
    e = Evidence(
        note=f"'Similar' is read as no more than {_SIMILAR} points apart. Means over {_DRAWS} random orientations of "
        f"the pairs, seed {_SEED}."
    )
    e.printed(
        "bQCD and IGCI are similar in LxCIM, accuracy and AUDRC",
        agrees=gaps.drop("AUROC").max() <= _SIMILAR,
        reproduced=gaps.to_dict(),
    )
    e.repaired("they are similar in LxCIM", agrees=gaps["LxCIM"] <= _SIMILAR, reproduced=float(gaps["LxCIM"]))
    e.control("they are similar in accuracy", agrees=gaps["Accuracy"] <= _SIMILAR, reproduced=float(gaps["Accuracy"]))
    e.repaired(
        "their AUROC is apart in the printed orientation",
        agrees=gaps["AUROC"] > _SIMILAR,
        reproduced=float(gaps["AUROC"]),
    )
    e.repaired(
        "and similar on average over orientations",
        agrees=abs(means[0] - means[1]) <= _SIMILAR,
        reproduced=f"{means[0]:.1f} and {means[1]:.1f}",
    )
    return e
