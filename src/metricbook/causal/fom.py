"""FOM, fourth-order moments: residuals of a Gaussian process with noise that varies with the cause."""

from __future__ import annotations

import numpy as np

from metricbook.causal import _gp
from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, standardise

N_PROTOTYPES = 5
# exp(-5 d²) in standard deviations: a prototype's noise level reaches about a third of a deviation.
SHARPNESS = 5.0


def prototypes(values: Vector, size: int = N_PROTOTYPES) -> Vector:
    """Return the centres of a k-means clustering in one dimension, from evenly spaced quantiles; fewer if values are.

    >>> prototypes(np.array([0.0, 1.0, 10.0, 11.0]), 2).tolist()
    [0.5, 10.5]
    """
    distinct = np.unique(values)
    size = min(size, distinct.size)
    centres = np.quantile(distinct, (np.arange(size) + 0.5) / size)
    for _ in range(100):
        nearest = np.abs(values[:, np.newaxis] - centres).argmin(axis=1)
        counts = np.bincount(nearest, minlength=size)
        sums = np.bincount(nearest, values, size)
        moved = np.where(counts > 0, sums / np.maximum(counts, 1), centres)
        if np.array_equal(moved, centres):
            break
        centres = moved
    return centres


def noise_shares(values: Vector, centres: Vector) -> Vector:
    """Return how much each centre's noise variance counts at each value: rows of sum one, by Gaussian nearness.

    >>> noise_shares(np.array([0.0, 1.0]), np.array([0.0, 2.0])).round(3).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    logs = -SHARPNESS * (values[:, np.newaxis] - centres) ** 2
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def fourth_moment(cause: Vector, effect: Vector) -> float:
    """Return the mean fourth power of the residuals of the effect, both variables standardised.

    The regression is a Gaussian process whose noise variance is a mixture of those of five prototypes of the cause.

    >>> x = np.linspace(-1.7, 1.7, 60)
    >>> fourth_moment(x, np.sin(x)) < 1e-6
    True
    """
    return float((_gp.fit(cause, effect, noise_shares(cause, prototypes(cause))).residuals ** 4).mean())


def compare(x: Vector, y: Vector, *, standardised: bool = False) -> float:
    """Return the fourth moment of the residuals of y → x minus that of x → y.

    With noise whose level varies with the cause, the residuals of the causal direction are taken to have the smaller
    fourth moment. As published, the residuals are not ``standardised``: the moments of the two directions are then in
    fourth powers of different units, and which is larger is mostly a matter of these. Moments beyond float64 count as
    its largest number.

    >>> x = np.linspace(-2, 2, 40)
    >>> y = x**2 + 0.1 * x * np.cos(40 * x)
    >>> compare(1000 * x, y) > 0 > compare(x, 1000 * y)
    True
    """
    units = (1.0, 1.0) if standardised else (float(x.std()), float(y.std()))
    x, y = standardise(x), standardise(y)
    with np.errstate(over="ignore"):
        moments = [
            np.float64(unit) ** 4 * fourth_moment(*pair) for unit, pair in zip(units, ((y, x), (x, y)), strict=True)
        ]
    return float(np.nan_to_num(moments[0]) - np.nan_to_num(moments[1]))


METHOD = Method(
    compare,
    name="FOM",
    version=1,
    reference="Cai, Ye, Qiao, Fu and Hao, *FOM: fourth-order moment based causal direction identification on the "
    "heteroscedastic data*, Neural Networks 124, 2020",
    assumption="the level of the noise varies with the cause, and its fourth moment is smaller in the causal direction",
    least_rows=3,
    cap=400,
    cost="minutes",
    scale_invariant=False,
    tiny={"cap": 60},
)
