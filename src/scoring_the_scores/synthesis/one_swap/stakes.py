"""What a little more true positive rate is worth along a smooth ROC curve: formulas, and the metrics themselves.

The curve is that of normal scores: negatives at 0, positives at `shift`, unit spread. It is lifted by a little, and
every metric is integrated anew from its definition, so that its change can be held against its stake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

Values = NDArray[np.float64]
Lift = Callable[[Values], Values]


@dataclass(frozen=True)
class Curve:
    """A ROC curve at thresholds falling from far above all scores to far below, with a prevalence.

    Attributes
    ----------
    shift : float
        Mean of the positives' scores.
    prevalence : float
        Share of positives.
    lift : callable, optional
        What is added to the true positive rate, as a function of the false positive rate.
    steps : int
        Number of thresholds.
    """

    shift: float
    prevalence: float
    lift: Lift | None = None
    steps: int = 20_001

    @cached_property
    def thresholds(self) -> Values:
        """From high to low."""
        return np.linspace(8.0 + self.shift, -8.0, self.steps)

    @cached_property
    def fpr(self) -> Values:
        """False positive rate at each threshold."""
        return np.asarray(norm.sf(self.thresholds))

    @cached_property
    def tpr(self) -> Values:
        """True positive rate at each threshold, with the lift."""
        plain = np.asarray(norm.sf(self.thresholds - self.shift))
        return plain if self.lift is None else plain + self.lift(self.fpr)

    @cached_property
    def flagged(self) -> Values:
        """Share of the cases above each threshold."""
        return self.prevalence * self.tpr + (1 - self.prevalence) * self.fpr

    @cached_property
    def precision(self) -> Values:
        """Share of positives above each threshold."""
        return self.prevalence * self.tpr / np.maximum(self.flagged, np.finfo(float).tiny)

    @cached_property
    def chance(self) -> Values:
        """Chance of a positive at each threshold, without the lift: there the cost proportion is best served."""
        odds = self.prevalence * norm.pdf(self.thresholds - self.shift)
        return np.asarray(odds / (odds + (1 - self.prevalence) * norm.pdf(self.thresholds)))

    @cached_property
    def win_rate(self) -> Values:
        """B at each threshold: half for flagged positives by TPR, and the partial area for flagged negatives."""
        p, steps = self.prevalence, np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1]) / 2
        area = np.concatenate([[0.0], np.cumsum(steps)])
        return (p * self.tpr**2 / 2 + (1 - p) * area) / np.maximum(self.flagged, np.finfo(float).tiny)


def auroc(curve: Curve) -> float:
    """Area under the curve."""
    return float(np.trapezoid(curve.tpr, curve.fpr))


def average_precision(curve: Curve) -> float:
    """Mean precision over the positives."""
    return float(np.trapezoid(curve.precision, curve.tpr))


def gain_over_costs(curve: Curve) -> float:
    """One less Flach's loss: thresholds at random cases, costs uniform."""
    p = curve.prevalence
    return 1 - float(np.trapezoid((1 - p) * curve.fpr + p * (1 - curve.tpr), curve.flagged))


def gain_over_skews(curve: Curve) -> float:
    """One less the same with both classes weighed equally."""
    return 1 - float(np.trapezoid((curve.fpr + 1 - curve.tpr) / 2, (curve.fpr + curve.tpr) / 2))


def half_way(curve: Curve) -> float:
    """The false positive rate at which B is one half."""
    return float(np.interp(0.5, curve.win_rate[curve.steps // 8 :], curve.fpr[curve.steps // 8 :]))


def precision_half_way(curve: Curve) -> float:
    """C(r_b): the precision where B is one half."""
    return float(np.interp(half_way(curve), curve.fpr, curve.precision))


def share_half_way(curve: Curve) -> float:
    """The share of cases that are flagged where B is one half."""
    return float(np.interp(half_way(curve), curve.fpr, curve.flagged))


def h_measure(curve: Curve, costs: int = 400) -> float:
    """H: the best threshold for each cost, costs by Beta(2, 2)."""
    c, p = (np.arange(costs) + 0.5) / costs, curve.prevalence
    weight = 6 * c * (1 - c)
    least = np.array([np.min(x * (1 - p) * curve.fpr + (1 - x) * p * (1 - curve.tpr)) for x in c])
    return 1 - float(weight @ least) / float(weight @ np.minimum(c * (1 - p), (1 - c) * p))


#: Each metric as it is integrated, for `Curve`.
METRICS: Mapping[str, Callable[[Curve], float]] = MappingProxyType(
    {
        "AUROC": auroc,
        "L over skews": gain_over_skews,
        "L over costs": gain_over_costs,
        "AP": average_precision,
        "C(r_b)": precision_half_way,
        "H": h_measure,
    }
)


def density(metric: str, curve: Curve) -> Values:
    """The stake of a metric at each threshold, without point masses."""
    p, ones = curve.prevalence, np.ones(curve.steps)
    if metric == "C(r_b)":
        u = half_way(curve)
        v, tau, precision, chance = (np.interp(u, curve.fpr, x) for x in (
            curve.tpr, curve.flagged, curve.precision, curve.chance))  # fmt: skip
        return np.where(curve.fpr < u, 2 * (1 - p) * (precision - chance) / (tau * (2 * v - 1)), 0.0)
    if metric == "H":
        c = curve.chance
        slope = np.gradient(c, curve.thresholds) / norm.pdf(curve.thresholds)  # of c by the false positive rate
        return 2 * p * (1 - c) * 6 * c * (1 - c) * slope / _most(p)
    formulas = {
        "AUROC": lambda: ones,
        "L over skews": lambda: ones / 2,
        "L over costs": lambda: ones * 2 * p * (1 - p),
        "AP": lambda: p * (1 - p) * curve.tpr / np.maximum(curve.flagged, 1e-300) ** 2,
    }
    return formulas[metric]()


def mass_half_way(curve: Curve) -> float:
    """The point mass of C(r_b) where B is one half."""
    u = half_way(curve)
    tau, chance = (np.interp(u, curve.fpr, x) for x in (curve.flagged, curve.chance))
    return float(curve.prevalence * (1 - chance) / tau)


def shift_half_way(curve: Curve, lift: Lift) -> float:
    """What a unit of a lift adds to the share of cases flagged where B is one half."""
    u = half_way(curve)
    left = np.append(curve.fpr[curve.fpr < u], u)
    tpr = float(np.interp(u, curve.fpr, curve.tpr))
    return float(-2 * (1 - curve.prevalence) * np.trapezoid(lift(left), left) / (2 * tpr - 1))


def _most(prevalence: float) -> float:
    """The largest expected least loss, costs by Beta(2, 2)."""
    product = prevalence * (1 - prevalence)
    return product * (1 + product)


def foretold(metric: str, curve: Curve, lift: Lift) -> float:
    """What a metric gains for each unit of a lift, by its stake."""
    if metric == "C(r_b)":
        u = half_way(curve)
        inside = curve.fpr < u
        area = np.trapezoid(lift(np.append(curve.fpr[inside], u)), np.append(curve.fpr[inside], u))
        return float(density(metric, curve)[0] * area + mass_half_way(curve) * lift(np.array([u]))[0])
    return float(np.trapezoid(density(metric, curve) * lift(curve.fpr), curve.fpr))


def measured(metric: str, curve: Curve, lift: Lift, size: float = 1e-3) -> float:
    """The same by lifting the curve a little up and down, and integrating the metric anew."""
    measure = share_half_way if metric == "share at r_b" else METRICS[metric]
    up = Curve(curve.shift, curve.prevalence, lambda f: size * lift(f), curve.steps)
    down = Curve(curve.shift, curve.prevalence, lambda f: -size * lift(f), curve.steps)
    return (measure(up) - measure(down)) / (2 * size)
