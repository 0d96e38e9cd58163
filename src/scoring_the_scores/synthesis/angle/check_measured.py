"""What was measured: simulations beside the theorem, and the classifiers of the zoo beside their angles."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import Claim, Evidence
from scoring_the_scores.synthesis.angle import classifiers, results, simulations, tables
from scoring_the_scores.synthesis.angle.simulations import BLOCKS, USUAL, Cell

#: The cells whose first block is drawn again.
AGAIN = (
    Cell("equal, 0.1", 1000),
    Cell("better, 0.5", 200),
    Cell("exchanged, 0.5", 1000),
    Cell("as they are, 0.01", 200),
)


def drawn(claim: Claim) -> Evidence:
    """How far drawn shares are from predicted ones, pair by pair of metrics, and that blocks can be drawn again."""
    table = tables.compared()
    last = table[table["n"] == table["n"].max()]
    e = Evidence(
        claim,
        note=f"{BLOCKS[USUAL]:,} samples of each setting and size, {BLOCKS[-1]:,} of equally good models with normal "
        "scores and even classes, less those without a positive; a tie counts half. "
        f"Standard errors up to {table['error'].max():.3f}; far is more than {tables.FAR:g} of them.",
    )
    counts = tables.off().set_index("metrics")
    stated: dict[str, float] = {"settings and pairs at 5,000 cases": len(last)}
    far = table[table["z"].abs() > tables.FAR]
    stated |= {f"far at {n}": int((far["n"] == n).sum()) for n in simulations.SIZES}
    stated["farthest at 5000"] = float((last["drawn"] - last["predicted"]).abs().max())
    stated["far at 200, one positive in a hundred"] = int(((far["prevalence"] == 0.01) & (far["n"] == 200)).sum())
    stated["AUROC, H, even classes, normal: predicted"] = _one(table, "predicted", 5000)
    for n in simulations.SIZES:
        stated[f"AUROC, H, even classes, normal: {n}"] = _one(table, "drawn", n)
    e.printed("counts and shares", reproduced={key: stated[key] for key in claim.published})
    e.control("at 200 cases as near as at 5,000", agrees=stated["far at 200"] <= stated["far at 5000"],
              reproduced=f"{stated['far at 200']} and {stated['far at 5000']}")  # fmt: skip
    e.control("every two metrics disagree in one half", cases=(last["drawn"] - 0.5).abs() < 4 * last["error"])
    again = [_again(cell) for cell in AGAIN]
    e.rerun(f"the first blocks of {len(again)} cells: the same counts", cases=again)
    e.printed("by pair of metrics, settings far off at 5,000 cases",
              agrees=sum(int(str(entry).split()[0]) for entry in counts["n = 5,000"]) == stated["far at 5000"],
              reproduced="; ".join(f"{name}: {entry}" for name, entry in counts["n = 5,000"].items()))  # fmt: skip
    return e


def _one(table: pd.DataFrame, column: str, n: int) -> float:
    """Of two equally good models with normal scores and even classes, for AUROC and H."""
    rows = table[
        (table["kind"] == "equal") & (table["prevalence"] == 0.5) & (table["n"] == n) & (table["second"] == "H")
    ]
    return float(rows[column].iloc[0])


def _again(cell: Cell) -> bool:
    stored = results.stored()
    kept = stored[(stored["setting"] == cell.setting) & (stored["n"] == cell.n) & (stored["block"] == 0)]
    return bool((simulations.run(cell, 0).to_numpy() == kept.to_numpy()).all())


def on_map(claim: Claim) -> Evidence:
    """The shares of the map beside angles, and beside angles with the classifiers' worth."""
    _, _, distances = tables.maps()
    table = distances.set_index("from")
    shares = classifiers.shares()
    e = Evidence(
        claim,
        note="Angles on the first split of each data set, from influences that vary within a class; worth is the mean "
        "difference of two classifiers over the twenty splits, in standard errors of the first.",
    )
    found = {f"{name}: {column}": float(table.loc[name, column]) for name in table.index for column in table.columns}
    for name in ("measured", "angles", "with worth"):
        found[f"AUROC, AP: {name}"] = float(shares[name].loc["AUROC", "AP"])
    found["larger"] = int((shares["angles"] > shares["measured"]).to_numpy().sum()) // 2
    e.printed("distances, shares, and pairs of metrics with a larger angle than share",
              reproduced={key: found[key] for key in claim.published})  # fmt: skip
    with_worth, alone = (_farther(shares[name], shares["measured"]) for name in ("with worth", "angles"))
    e.control("with worth it is no nearer than without, pair by pair", cases=with_worth >= alone)
    return e


def _farther(shares: pd.DataFrame, measured: pd.DataFrame) -> NDArray[np.float64]:
    """How far shares are from the measured ones, for every two metrics."""
    return np.abs(shares - measured).to_numpy()[np.triu_indices(len(measured), 1)]


def real_models(claim: Claim) -> Evidence:
    """Opposite orders of classifiers that other splits find equally good, beside their angles."""
    table = tables.equally_good().set_index("metrics")
    e = Evidence(
        claim,
        note="Pairs of classifiers and splits whose mean differences on the other nineteen splits are at most one "
        "standard error by both metrics; intervals by leaving out one of the eleven data sets at a time.",
    )
    found = {
        f"{name}: {column}": float(table.loc[name, column])
        for name in table.index
        for column in ("opposite", "angle", "more", "low", "high")
    }
    e.printed("percentages", reproduced={key: found[key] for key in claim.published})
    inside = (table["low"] < 0) & (table["high"] > 0)
    e.printed("the interval holds 0 but for the best F1", cases=inside == (table.index != "AUROC, best F1"))
    e.control("as random rankings: AUROC and AP in one of six", published=100 / 6, tolerance=0.5,
              reproduced=found["AUROC, AP: opposite"])  # fmt: skip
    return e
