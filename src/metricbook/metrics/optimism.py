"""Optimism of metrics that choose their thresholds on the cases on which they are measured.

AUCH, H, the expected minimum loss and the Kolmogorov-Smirnov gap are each the best that any choice of thresholds
reaches. The best choice for a sample profits from the sample's noise: its value is biased upwards, by an
*optimism* that falls as n^(-2/3) while the standard error falls as n^(-1/2). The same choice evaluated on other cases
is biased downwards, by its *regret*.

Optimism is three times the regret. Near the best threshold the expected gain falls off as a t², a parabola, and the
sample adds noise σ W(t), a Brownian motion. By scaling, the expected maximum M of σ W(t) - a t² is proportional to
σ^(4/3) a^(-1/3). The regret is a times the mean of t² at the maximum, which is -a dM/da = M / 3, for to first order it
does not matter that the maximum moves. So the true value lies three quarters of the way from the optimistic value to
the held-out one. Where the noise decides among finitely many thresholds the two biases are equal instead, and the true
value lies in the middle.

Here the cases are split into random halves, balanced in each class; thresholds are chosen on one half and evaluated on
the other, and vice versa. A half has n/2 cases, so that its regret is 2^(2/3) times that of n.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.held_out import held_out
from metricbook.metrics.influence import SweptSample, influence_of
from metricbook.metrics.units import divide
from metricbook.metrics.validation import Label, check_sample

#: Factor by which the regret of a choice from half as many cases is larger.
HALVED: Final = 2 ** (2 / 3)


class Optimism(NamedTuple):
    """A metric of best thresholds: on the same cases, on held-out cases, and corrected for both biases.

    Attributes
    ----------
    value : float
        The metric of the sample: optimistic on average.
    held_out : float
        The metric with thresholds from one half of the cases on the other half, the mean over random halves:
        pessimistic on average. It may lie outside the metric's range.
    corrected : float
        The combination in which both biases cancel if optimism is three times regret: (2^(2/3) value + 3 held_out) /
        (2^(2/3) + 3).
    """

    value: float
    held_out: float
    corrected: float


def optimism(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    **parameters: Any,
) -> Optimism:
    """A metric of best thresholds, its value with thresholds from held-out cases, and the corrected value in between.

    Parameters
    ----------
    metric : {"auch", "expected_min_loss", "h_measure", "kolmogorov_smirnov"}
        The name of the metric's function.
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    clusters : array of shape (n,), optional
        Which cases belong together, by any names: they are put into the same half.
    rng : numpy.random.Generator, optional
        Source of the random halves. By default the seed is the number of cases, so that the same sample gives the same
        result.
    **parameters
        Further arguments of the metric's function: ``alpha``, ``beta`` and ``over``.

    Returns
    -------
    Optimism
        Three floats, in the metric's unit.

    Raises
    ------
    ValueError
        On bad input; for any other metric; or with fewer than two cases, or clusters, of a class.

    Notes
    -----
    Source of the cube-root scaling: Kim and Pollard (1990).

    Examples
    --------
    With two score values that separate the classes there is one best threshold; without ties the threshold lies
    anywhere between the classes, and one chosen on a half without the innermost cases may misclassify some:

    >>> round(optimism("kolmogorov_smirnov", [1, 1, 1, 0, 0], [2, 2, 2, 1, 1]).held_out, 12)
    1.0
    >>> gap = optimism("kolmogorov_smirnov", [1, 1, 1, 0, 0], [5, 4, 3, 2, 1])
    >>> gap.value == 1 > gap.corrected > gap.held_out > 0.5
    True
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    if metric not in CHOOSERS:
        raise ValueError(f"'{metric}' chooses no threshold; those that do are {sorted(CHOOSERS)}")
    value = influence_of(metric, SweptSample(sample), **parameters).value
    sample, member, times = divide(sample, clusters)
    other = held_out(metric, sample, member, times=times, rng=rng, **parameters).value
    return Optimism(value, other, between(value, other, 3))


def between(value: float, other: float, ratio: float) -> float:
    """The true value, if the optimism of ``value`` is ``ratio`` times the regret of a choice from as many cases."""
    return (HALVED * value + ratio * other) / (HALVED + ratio)


#: The metrics that choose their thresholds, with the lowest and the highest value of each.
CHOOSERS: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"auch": (0.5, 1.0), "expected_min_loss": (0.0, 1.0), "h_measure": (0.0, 1.0), "kolmogorov_smirnov": (0.0, 1.0)}
)
