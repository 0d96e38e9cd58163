"""Section 3.6: where F1 and the part of the flagged positives in B peak."""

from __future__ import annotations

import numpy as np

from claimledger import Evidence
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS
from scoring_the_scores.sumpter.normal_mixtures import population_log_odds
from scoring_the_scores.sumpter.panel_curves import FINE, ROUGHLY, panel_curve, population


def f1_and_b_plus() -> Evidence:
    """Section 3.6: distance of the peaks of F1 and B_+ in log-odds, the axis of Figure 6, and what marks each peak."""
    apart = _peaks_apart(as_drawn=False)
    drawn = _peaks_apart(as_drawn=True)
    inputs = {panel: apart[panel] / population_log_odds(population(panel))[1] for panel in nine.LETTERS}
    e = Evidence(
        note="Nine populations, log-odds in steps of 0.002; distances: the peak of F1 less that of B_+. Roughly: "
        f"within {ROUGHLY} on an axis of length 20. On the scale of X: {nine.rounded_by_name(inputs, 2)}."
    )
    e.printed(
        f"within {ROUGHLY} in log-odds", agrees=max(apart.values()) < ROUGHLY, reproduced=nine.rounded_by_name(apart)
    )
    marks = [_at_peaks(panel) for panel in nine.LETTERS]
    e.printed(
        "at the peak of $F_1$ the share of positives at the threshold is $F_1/2$",
        cases=(abs(of_f1) < 1e-2 for of_f1, _ in marks),
    )
    e.printed("at the peak of $B_+$ it is $C/2$", cases=(abs(of_plus) < 1e-2 for _, of_plus in marks))
    e.printed(
        "at the peak of $B_+$ less than 0.005 of $F_1$ is lost", cases=(_lost(panel) < 0.005 for panel in nine.LETTERS)
    )
    e.control(
        f"with the script's N, as $B_+$ is drawn, within {ROUGHLY}",
        agrees=max(map(abs, drawn.values())) < ROUGHLY,
        reproduced=nine.rounded_by_name(drawn),
    )
    return e


def _at_peaks(panel: str) -> tuple[float, float]:
    """Share of positives at the threshold less F1/2 at the peak of F1, and less C/2 at that of B_+."""
    curve, law = panel_curve(panel, FINE), PANELS[panel]
    true, flagged = curve["tpr"] * law.positives, curve["tpr"] * law.positives + curve["fpr"] * law.negatives
    share = np.gradient(true, FINE) / np.gradient(flagged, FINE)
    f1, plus = int(curve["F1"].argmax()), int(curve["B_plus"].argmax())
    return float(share[f1] - curve["F1"].iloc[f1] / 2), float(share[plus] - curve["C"].iloc[plus] / 2)


def _lost(panel: str) -> float:
    """F1 at its peak less F1 at the peak of B_+."""
    curve = panel_curve(panel, FINE)
    return float(curve["F1"].max() - curve["F1"].iloc[int(curve["B_plus"].argmax())])


def _peaks_apart(*, as_drawn: bool) -> dict[str, float]:
    """Peak of F1 less that of B_+, in log-odds."""
    peaks = {}
    for panel in nine.LETTERS:
        curve = panel_curve(panel, FINE, as_drawn=as_drawn)
        peaks[panel] = float(FINE[int(curve["F1"].argmax())] - FINE[int(curve["B_plus"].argmax())])
    return peaks
