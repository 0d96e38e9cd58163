"""The stakes along a smooth ROC curve, against the metrics integrated anew."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from claimledger import Evidence
from scoring_the_scores.synthesis.one_swap import stakes

CURVES = ((1.5, 0.1), (1.0, 0.5), (2.0, 0.02))
LIFTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "everywhere": lambda f: f * (1 - f),
    "on the left": lambda f: f * np.exp(-f / 0.05),
    "in the middle": lambda f: np.exp(-(((f - 0.4) / 0.15) ** 2)) * f * (1 - f),
}
CLOSE = 2e-3


def stakes_of_curves() -> Evidence:
    """What each metric gains by a small lift is the integral of its stake."""
    e = Evidence(
        note="Normal scores at (distance, prevalence) " + ", ".join(map(str, CURVES)) + ", three lifts each; "
        f"the metrics integrated anew, to {CLOSE:g} of the gain or better."
    )
    tried = [(stakes.Curve(*curve), lift) for curve in CURVES for lift in LIFTS.values()]
    gains = {metric: [stakes.measured(metric, curve, lift) for curve, lift in tried] for metric in stakes.METRICS}
    for metric, gains_of_metric in gains.items():
        predicted = [stakes.foretold(metric, curve, lift) for curve, lift in tried]
        e.printed(metric, cases=(abs(a - b) <= CLOSE * abs(b) for a, b in zip(predicted, gains_of_metric, strict=True)))
    e.printed(
        "the share flagged where B is one half moves by -2 (1 - pi)/(2 TPR - 1) for each unit of area to the left",
        cases=(_moves(curve, lift) for curve, lift in tried),
    )
    e.control(
        "C(r_b) without the point mass",
        cases=(
            abs(stakes.foretold("C(r_b)", c, lift) - _point(c, lift) - b) <= CLOSE * abs(b)
            for (c, lift), b in zip(tried, gains["C(r_b)"], strict=True)
        ),
    )
    e.control(
        "AP with the share flagged in place of its square",
        cases=(abs(_unsquared(c, lift) - b) <= CLOSE * abs(b) for (c, lift), b in zip(tried, gains["AP"], strict=True)),
    )
    e.control(
        "L over costs pays one half at any prevalence",
        cases=(
            abs(stakes.foretold("L over skews", c, lift) - b) <= CLOSE * abs(b)
            for (c, lift), b in zip(tried, gains["L over costs"], strict=True)
        ),
    )
    return e


def _moves(curve: stakes.Curve, lift: Callable[[np.ndarray], np.ndarray]) -> bool:
    measured, predicted = stakes.measured("share at r_b", curve, lift), stakes.shift_half_way(curve, lift)
    return abs(measured - predicted) <= CLOSE * abs(predicted)


def _point(curve: stakes.Curve, lift: Callable[[np.ndarray], np.ndarray]) -> float:
    return float(stakes.mass_half_way(curve) * lift(np.array([stakes.half_way(curve)]))[0])


def _unsquared(curve: stakes.Curve, lift: Callable[[np.ndarray], np.ndarray]) -> float:
    height = stakes.density("AP", curve) * curve.flagged
    return float(np.trapezoid(height * lift(curve.fpr), curve.fpr))
