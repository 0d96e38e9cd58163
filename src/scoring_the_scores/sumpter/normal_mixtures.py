"""B(r), its threshold and the precision there for normal positives and a mixture of normal negatives, in closed form.

What a sample of scores only estimates has its population value here. The integral of f_N v above r is a probability of
two jointly normal variables, which Owen's function T gives without quadrature, but for the far tail.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit, ndtr, owens_t

Floats = NDArray[np.float64]

#: Standard deviations beyond which a normal law has no weight that counts.
_FAR = 38.0
#: Below it the probability of two normal variables is integrated: what Owen's formula takes the difference of is of the
#: order of 1, with errors of the order of 1e-16, and the difference of the order of the tail.
_TAIL = -1.0
#: Nodes and weights of Gauss and Legendre, by which it is integrated.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(60)


class NormalLaw(NamedTuple):
    """So many members with normal scores."""

    weight: float
    mean: float
    sd: float


@dataclass(frozen=True)
class NormalMixtures:
    """A population of scored samples: normal positives, and negatives from one or several normal laws.

    Attributes
    ----------
    positives : NormalLaw
        Weight (number) of the positives, and mean and standard deviation of their scores.
    negatives : tuple of NormalLaw
        The same for each kind of negatives.

    Examples
    --------
    >>> law = NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(3, 0, 1),))
    >>> law.negative_weight, float(law.true_positive_rate(0))
    (3.0, 0.5)
    """

    positives: NormalLaw
    negatives: tuple[NormalLaw, ...]

    def __post_init__(self) -> None:
        if not self.negatives:
            raise ValueError("a population needs negatives")
        for weight, _, sd in (self.positives, *self.negatives):
            if not (weight > 0 and sd > 0):
                raise ValueError(f"weights and standard deviations must be positive, not {weight} and {sd}")

    @property
    def negative_weight(self) -> float:
        """N, the weight of all negatives."""
        return float(sum(law.weight for law in self.negatives))

    def true_positive_rate(self, threshold: ArrayLike) -> Floats:
        """v(r), the share of the positives above the threshold."""
        return _above(self.positives, threshold)

    def false_positives(self, threshold: ArrayLike) -> Floats:
        """N u(r), the weight of the negatives above the threshold."""
        return sum((law.weight * _above(law, threshold) for law in self.negatives), np.zeros(np.shape(threshold)))

    def beaten_negatives(self, threshold: ArrayLike) -> Floats:
        r""":math:`N\int_r^\infty f_N(t)\,v(t)\,dt`, the negatives above r that a random positive outscores."""
        parts = (law.weight * _beaten(self.positives, law, threshold) for law in self.negatives)
        return sum(parts, np.zeros(np.shape(threshold)))


def population_curves(law: NormalMixtures, thresholds: ArrayLike) -> pd.DataFrame:
    """The columns of `metricbook.indistinguishability_curves` for a population, at any thresholds.

    Returns
    -------
    DataFrame
        ``threshold``, ``B``, ``B_plus``, ``B_minus``, ``C``, ``F1``, ``tpr``, ``fpr``, in the order of the thresholds.

    Examples
    --------
    Scores that say nothing, as many positives as negatives: B is half of the share flagged.

    >>> law = NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(1, 0, 1),))
    >>> population_curves(law, [-np.inf, 0.0])[["B", "C", "F1"]].round(6).values.tolist()
    [[0.5, 0.5, 0.666667], [0.25, 0.5, 0.5]]
    """
    r = np.atleast_1d(np.asarray(thresholds, dtype=np.float64))
    v, false = law.true_positive_rate(r), law.false_positives(r)
    true = law.positives.weight * v
    plus, minus = true * v / 2 / (true + false), law.beaten_negatives(r) / (true + false)
    return pd.DataFrame(
        {
            "threshold": r,
            "B": plus + minus,
            "B_plus": plus,
            "B_minus": minus,
            "C": true / (true + false),
            "F1": 2 * true / (true + false + law.positives.weight),
            "tpr": v,
            "fpr": false / law.negative_weight,
        }
    )


def population_win_rate(law: NormalMixtures, threshold: float) -> float:
    """B(r) of a population.

    Examples
    --------
    Everything flagged: (P/2 + N A)/(P + N) with A = 1/2.

    >>> population_win_rate(NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(4, 0, 1),)), -np.inf)
    0.5
    """
    v = law.true_positive_rate(threshold)
    true = law.positives.weight * v
    flagged = true + law.false_positives(threshold)
    return float(true * v / 2 / flagged + law.beaten_negatives(threshold) / flagged)


def population_auroc(law: NormalMixtures) -> float:
    r"""A, the mean of :math:`\Phi((\mu_P-\mu)/\sqrt{\sigma_P^2+\sigma^2})` over the laws of the negatives.

    Examples
    --------
    >>> round(population_auroc(NormalMixtures(NormalLaw(1, 1, 1), (NormalLaw(1, 0, 1),))), 4)
    0.7602
    """
    return float(law.beaten_negatives(-np.inf) / law.negative_weight)


@lru_cache(maxsize=128)
def population_threshold(law: NormalMixtures, *, level: float = 0.5) -> float:
    """The r with B(r) = level.

    Examples
    --------
    Against negatives far below, B is v/2 wherever only positives are flagged, and exceeds 1/2 once the first
    negatives are let in: 0.25 is reached at the positives' mean.

    >>> law = NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(1, -30, 1),))
    >>> round(population_threshold(law, level=0.25), 9)
    0.0
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level!r}")
    if not (highest := population_win_rate(law, -np.inf)) > level:
        raise ValueError(f"no threshold gives B = {level:g}: B falls as r grows, from {highest:.6g} at minus infinity")
    _, mean, sd = law.positives
    low = high = mean
    while population_win_rate(law, low) <= level:
        low -= sd
    while population_win_rate(law, high) > level:  # ends: B(r) <= v(r)
        high += sd
    return float(brentq(lambda r: population_win_rate(law, r) - level, low, high, xtol=1e-13))


def population_precision(law: NormalMixtures, *, level: float = 0.5) -> float:
    """C(r) where B(r) = level. Raises as `population_threshold`.

    Examples
    --------
    >>> law = NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(1, -30, 1),))
    >>> population_precision(law, level=0.25)
    1.0
    """
    r = population_threshold(law, level=level)
    return float(population_curves(law, [r])["C"].iloc[0])


def population_sensitivity(law: NormalMixtures, scores: ArrayLike, *, level: float = 0.5) -> Floats:
    r"""Change of C(r) at B(r) = level for each unit of weight of negatives added at a score.

    Zero below the threshold r; above it :math:`-\frac1L\left(C-(C-c)\frac{v(s)-q}{v(r)-q}\right)`, where L is the
    weight flagged, c the share of positives among the samples that score exactly r, and q the level.

    Examples
    --------
    >>> law = NormalMixtures(NormalLaw(1, 2, 1), (NormalLaw(1, 0, 1),))
    >>> population_sensitivity(law, [0.0, 4.0]).round(3).tolist()
    [0.0, -1.181]
    """
    r = population_threshold(law, level=level)
    scores = np.asarray(scores, dtype=np.float64)
    true = law.positives.weight * float(law.true_positive_rate(r))
    flagged = true + float(law.false_positives(r))
    at_r = [each.weight * float(_density(each, r)) for each in (law.positives, *law.negatives)]
    precision, local = true / flagged, at_r[0] / sum(at_r)
    shifted = (law.true_positive_rate(scores) - level) / (float(law.true_positive_rate(r)) - level)
    return np.where(scores > r, -(precision - (precision - local) * shifted) / flagged, 0.0)


@lru_cache(maxsize=128)
def population_log_odds(law: NormalMixtures) -> tuple[float, float]:
    """Intercept and slope of the logistic regression of the class on the score, fitted to the population.

    Returns
    -------
    intercept, slope : float
        The log odds of being positive at x are intercept + slope · x, as near as a straight line can be.

    Examples
    --------
    Two normal laws of one spread have log odds that are straight: (x - 1/2) for means 0 and 1.

    >>> fit = population_log_odds(NormalMixtures(NormalLaw(1, 1, 1), (NormalLaw(1, 0, 1),)))
    >>> [round(value, 6) for value in fit]
    [-0.5, 1.0]
    """
    laws = (law.positives, *law.negatives)
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights = weights / weights.sum()
    x = np.concatenate([mean + sd * nodes for _, mean, sd in laws])
    mass = np.concatenate([weight * weights for weight, *_ in laws])
    label = np.concatenate([np.full(nodes.size, float(kind == 0)) for kind in range(len(laws))])
    design = np.column_stack([np.ones_like(x), x - law.positives.mean])
    beta = np.zeros(2)
    for _ in range(60):  # Newton's method on a convex loss
        p = expit(design @ beta)
        step = np.linalg.solve((design.T * (mass * p * (1 - p))) @ design, design.T @ (mass * (label - p)))
        beta += step
        if np.abs(step).max() < 1e-12:
            break
    else:
        raise ValueError("the logistic regression of this population does not converge")
    return float(beta[0] - beta[1] * law.positives.mean), float(beta[1])


def _density(law: NormalLaw, x: ArrayLike) -> Floats:
    return np.exp(-(((np.asarray(x, dtype=np.float64) - law.mean) / law.sd) ** 2) / 2) / (law.sd * np.sqrt(2 * np.pi))


def _above(law: NormalLaw, threshold: ArrayLike) -> Floats:
    return ndtr((law.mean - np.asarray(threshold, dtype=np.float64)) / law.sd)


def _beaten(positives: NormalLaw, law: NormalLaw, threshold: ArrayLike) -> Floats:
    """P(r < S_N < S_P): both (S_N - r) and (S_P - S_N) are positive, and they are jointly normal."""
    spread = np.hypot(positives.sd, law.sd)
    gap = (positives.mean - law.mean) / spread
    return _both_below((law.mean - np.asarray(threshold, dtype=np.float64)) / law.sd, gap, -law.sd / spread)


def _both_below(a: ArrayLike, b: ArrayLike, correlation: float) -> Floats:
    """P(X < a, Y < b) of two standard normal variables of this correlation (Owen 1956)."""
    a, b = (np.clip(np.asarray(value, dtype=np.float64), -_FAR, _FAR) for value in (a, b))
    a, b = (np.where(value == 0, 1e-300, value) for value in (a, b))  # the quotients below have limits there
    root = np.sqrt(1 - correlation**2)
    probability = (ndtr(a) + ndtr(b)) / 2
    probability = probability - owens_t(a, (b / a - correlation) / root) - owens_t(b, (a / b - correlation) / root)
    probability = np.maximum(probability - np.where(np.sign(a) != np.sign(b), 0.5, 0.0), 0.0)
    return np.where(a < _TAIL, _both_far_below(a, b, correlation), probability)


def _both_far_below(a: Floats, b: Floats, correlation: float) -> Floats:
    """P(X < a, Y < b) for a below 0, by adding positive terms: of the density of X times P(Y < b) given X, up to a."""
    a, b = (each[..., np.newaxis] for each in np.broadcast_arrays(np.minimum(a, _TAIL), b))
    length = a + np.sqrt(a**2 + 80)  # the density falls to exp(-40) of what it is at a
    x = a - length * (_NODES + 1) / 2
    density = np.exp(-(x**2) / 2) * ndtr((b - correlation * x) / np.sqrt(1 - correlation**2))
    return (length * _WEIGHTS / np.sqrt(8 * np.pi) * density).sum(axis=-1)
