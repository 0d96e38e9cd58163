"""The precisions that Sections 3.4 and 3.5 print for the nine data sets."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from claimledger import Claim, Evidence, agree, load
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.normal_mixtures import population_precision
from scoring_the_scores.sumpter.panel_curves import fine_crossing, panel_curve, population, simulated_precisions

DATA_SETS = range(200)


def easy_columns(claim: Claim) -> Evidence:
    """Section 3.4: C(r_b) of panels a, d, g."""
    return _unseeded(_column(claim, "adg"))


def medium_columns(claim: Claim) -> Evidence:
    """Section 3.4: C(r_b) of panels b, e, h."""
    e = _unseeded(_column(claim, "beh"))
    other = load()["sumpter.fig5e-values"].published["C_rb"]
    e.note = f"{e.note} Section 3.5 prints {other.text} for panel e."
    return e


def hard_columns(claim: Claim) -> Evidence:
    """Section 3.4: C(r_b) of panels c, f, i; and of c and f at the threshold of i."""
    e = _column(claim, "cfi")
    exact = [population_precision(population(panel)) for panel in "cfi"]
    e.repaired("the exact values round to 0.53", cases=(round(value, 2) == 0.53 for value in exact))
    r = fine_crossing("i")["threshold"]
    moved = {panel: float(panel_curve(panel, [r])["C"].iloc[0]) for panel in "cf"}
    e.repaired(
        f"at {r:.2f}, the $r_b$ of panel i in log-odds, the precision of c and of f prints as stated",
        agrees=all(agree(claim.published, value, tolerance=claim.tolerance) for value in moved.values()),
        reproduced=nine.rounded_by_name(moved),
    )
    return e


def panel_e(claim: Claim) -> Evidence:
    """Section 3.5: C(r_60) and C(r_b) of panel e, exactly, beside the scatter of data sets."""
    exact = {"C_r60": population_precision(population("e"), level=0.6), "C_rb": population_precision(population("e"))}
    drawn = {"C_r60": _drawn("C_60")["e"], "C_rb": _drawn("C_50")["e"]}
    other = load()["sumpter.c-rb-medium"].published
    e = Evidence(claim, note=f"{len(DATA_SETS)} data sets. Section 3.4 prints {other.text} for this panel's $C(r_b)$.")
    for name, value in exact.items():
        e.printed(
            f"{name}: the exact value, with the scatter of one data set",
            reproduced=round(value, 4),
            standard_error=float(np.std(drawn[name], ddof=1)),
            entry=name,
        )
    _confirm(e, "printed", exact, drawn)
    e.control(
        "Section 3.4 prints the same number for $C(r_b)$", published=claim.published["C_rb"], reproduced=float(other)
    )
    return _unseeded(e)


def _unseeded(e: Evidence) -> Evidence:
    e.missing(
        "The paper's data sets have no seed, so that the printed digits cannot be had again.",
        looked="the paper's text and its public repository, whose script sets none.",
        instead="the exact values, and how far one data set scatters around them.",
    )
    return e


def _column(claim: Claim, panels: str) -> Evidence:
    exact = {panel: population_precision(population(panel)) for panel in panels}
    drawn = {panel: _drawn("C_50")[panel] for panel in panels}
    slip = {panel: fine_crossing(panel, as_drawn=True)["C"] for panel in panels}
    scatter = nine.rounded(np.std(values, ddof=1) for values in drawn.values())
    e = Evidence(
        claim,
        note=f"Exact values in closed form; from {len(DATA_SETS)} data sets for each panel one scatters by {scatter}.",
    )
    for panel in panels:
        e.printed(
            f"panel {panel}: the exact value, with the scatter of one data set",
            reproduced=round(exact[panel], 4),
            standard_error=float(np.std(drawn[panel], ddof=1)),
        )
    _confirm(e, "repaired" if panels == "cfi" else "printed", exact, drawn)
    e.control(
        "the script's N gives the printed number in all three",
        agrees=all(agree(claim.published, x, tolerance=claim.tolerance) for x in slip.values()),
        reproduced=nine.rounded_by_name(slip),
    )
    return e


def _confirm(e: Evidence, form: str, exact: dict[str, float], drawn: dict[str, np.ndarray]) -> None:
    """The exact values against the means of drawn data sets, which a finite sample biases by about 0.001."""
    for name, value in exact.items():
        mean, error = float(np.mean(drawn[name])), float(np.std(drawn[name], ddof=1) / len(drawn[name]) ** 0.5)
        e.add(
            form,
            f"{name}: {value:.4f} is the mean of drawn data sets",
            agrees=abs(mean - value) < 4 * error + 1 / 1000,
            reproduced=f"{mean:.4f}, standard error {error:.4f}",
        )


@cache
def _precisions() -> pd.DataFrame:
    return simulated_precisions(DATA_SETS)


def _drawn(column: str) -> dict[str, np.ndarray]:
    return {panel: part[column].to_numpy() for panel, part in _precisions().groupby("panel")}
