"""FOM, fourth-order moments: residuals of a Gaussian process with noise that varies with the cause."""

from __future__ import annotations

import numpy as np

from metricbook.causal import _gp
from metricbook.causal._method import Method, needs
from metricbook.causal._sampling import random_rows
from metricbook.causal.common import check_pair, standardise

VERSION = 1
N_PROTOTYPES = 5
# exp(-5 d²) in standard deviations: a prototype's noise level reaches about a third of a deviation.
SHARPNESS = 5.0


def prototypes(values: np.ndarray, size: int = N_PROTOTYPES) -> np.ndarray:
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


def noise_shares(values: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return how much each centre's noise variance counts at each value: rows of sum one, by Gaussian nearness.

    >>> noise_shares(np.array([0.0, 1.0]), np.array([0.0, 2.0])).round(3).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    logs = -SHARPNESS * (values[:, np.newaxis] - centres) ** 2
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def fourth_moment(cause: np.ndarray, effect: np.ndarray) -> float:
    """Return the mean fourth power of the residuals of the effect, both variables standardised.

    The regression is a Gaussian process whose noise variance is a mixture of those of five prototypes of the cause.

    >>> x = np.linspace(-1.7, 1.7, 60)
    >>> fourth_moment(x, np.sin(x)) < 1e-6
    True
    """
    return float((_gp.fit(cause, effect, noise_shares(cause, prototypes(cause))).residuals ** 4).mean())


def score(
    x: np.ndarray,
    y: np.ndarray,
    rng: np.random.Generator | None = None,
    *,
    standardised: bool = False,
    cap: int = 400,
) -> float:
    """Return the fourth moment of the residuals of y → x minus that of x → y: positive says that x causes y.

    With noise whose level varies with the cause, the residuals of the causal direction are taken to have the smaller
    fourth moment.

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : source of the random rows.
    standardised : whether the residuals are in standard deviations. As published, they are not: the moments of the two
        directions are then in fourth powers of different units, and which is larger is mostly a matter of these.
    cap : number of random rows used if there are more.

    Returns
    -------
    float
        In fourth powers of the units; moments beyond float64 count as its largest number. NaN if a variable is constant
        or there are fewer than three rows.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, the lengths differ, or there is no generator.

    References
    ----------
    Cai, Ye, Qiao, Fu and Hao, *FOM: fourth-order moment based causal direction identification on the heteroscedastic
    data*, Neural Networks 124, 2020.

    >>> x = np.linspace(-2, 2, 40)
    >>> y = x**2 + 0.1 * x * np.cos(40 * x)
    >>> score(1000 * x, y, np.random.default_rng(0)) > 0 > score(x, 1000 * y, np.random.default_rng(0))
    True
    """
    x, y = check_pair(x, y)
    rows = random_rows(x, y, cap, needs(rng, "FOM"))
    if rows is None or rows[0].size < 3:
        return float("nan")
    units = (1.0, 1.0) if standardised else (float(rows[0].std()), float(rows[1].std()))
    x, y = standardise(rows[0]), standardise(rows[1])
    with np.errstate(over="ignore"):
        moments = [
            np.float64(unit) ** 4 * fourth_moment(*pair) for unit, pair in zip(units, ((y, x), (x, y)), strict=True)
        ]
    return float(np.nan_to_num(moments[0]) - np.nan_to_num(moments[1]))


METHOD = Method(
    score=score,
    version=VERSION,
    name="FOM",
    reference="Cai et al., Neural Networks 2020",
    assumption="the level of the noise varies with the cause, and its fourth moment is smaller in the causal direction",
    coverage="there are fewer than three rows",
    agreement="near",
    deterministic=False,
    cost="minutes",
    scale_invariant=False,
    tiny={"cap": 60},
)
