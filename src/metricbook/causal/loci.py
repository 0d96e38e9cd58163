"""LOCI, location-scale noise models: a network for mean and scale, and HSIC for the independence of the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.causal._hsic import hsic
from metricbook.causal._method import Method, needs
from metricbook.causal._networks import Weights, initial_weights, least_scale, train_tanh
from metricbook.causal._sampling import random_rows
from metricbook.causal.common import check_pair, standardise

VERSION = 2
HIDDEN = 100

Vector = NDArray[np.float64]


def precision_of(numpy: Any, output: Any, floor: float) -> Any:
    """Return one over the variance exp(-output) + floor²."""
    variance = numpy.exp(-output) + floor**2
    return 1 / variance


def gaussian_loss(numpy: Any, outputs: Any, y: Any, floor: float, n: Any = None) -> Any:
    """Return each row's negative log density under a normal law in its natural parameters, in nats.

    With outputs (a, b), the precision is p = 1 / (exp(-b) + floor²), and a and -p/2 are the natural parameters: the
    density is proportional to exp(a y - p y²/2), of mean a / p and variance 1 / p.

    Examples
    --------
    >>> loss = gaussian_loss(np, np.array([[0.0, 0.0]]), np.array([2.0]), 0.0)  # standard normal: log(2 pi)/2 + 2
    >>> loss.round(6).tolist()
    [2.918939]
    """
    precision = precision_of(numpy, outputs[:, 1], floor)
    # As one square: the terms of the expanded one can be large and cancel, and training is in single precision.
    squared = precision * (y - outputs[:, 0] / precision) ** 2
    return 0.5 * (squared - numpy.log(precision) + np.log(2 * np.pi))


def mean_and_scale(cause: Vector, effect: Vector, weights: Weights, *, epochs: int) -> tuple[Vector, Vector]:
    """Return the trained network's mean and standard deviation of the effect at each row."""
    outputs = train_tanh(gaussian_loss, cause, effect, weights, epochs=epochs)
    with np.errstate(over="ignore", invalid="ignore"):
        precision = precision_of(np, outputs[:, 1], least_scale(effect))
        return outputs[:, 0] / precision, precision**-0.5


def dependence(cause: Vector, effect: Vector, weights: Weights, *, epochs: int) -> float:
    """Return the HSIC of the cause and of the effect's residuals divided by their fitted scale."""
    mean, scale = mean_and_scale(cause, effect, weights, epochs=epochs)
    noise = (effect - mean) / scale
    return hsic(cause, noise) if np.isfinite(noise).all() else float("nan")


def score(
    x: np.ndarray,
    y: np.ndarray,
    rng: np.random.Generator | None = None,
    *,
    standardised: bool = True,
    epochs: int = 5000,
    cap: int = 1000,
) -> float:
    """Return the dependence of cause and noise in y → x minus that in x → y: positive says that x causes y.

    In a location-scale noise model the effect is m(cause) + s(cause) noise, with noise independent of the cause; but
    for special cases none fits the other way round. A network with one hidden layer of 100 tanh units gives m and s by
    maximum likelihood for normal noise; the noise that is left is tested by HSIC. Both directions start from the same
    weights. The scale does not fall below what the variable's grid can show.

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : source of the random rows and of the initial weights.
    standardised : whether the networks see standardised variables, as the method asks for.
    epochs : steps of Adam on all rows.
    cap : number of random rows used if there are more.

    Returns
    -------
    float
        Difference of two HSICs, between -1 and 1; NaN if a variable is constant, there are fewer than three rows, or
        (without standardising) the training diverges.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, the lengths differ, or there is no generator.
    ImportError
        Without jax.

    References
    ----------
    Immer, Schultheiss, Vogt, Schölkopf, Bühlmann and Marx, *On the identifiability and estimation of causal
    location-scale noise models*, ICML 2023.
    """
    x, y = check_pair(x, y)
    rng = needs(rng, "LOCI")
    rows = random_rows(x, y, cap, rng)
    if rows is None or rows[0].size < 3:
        return float("nan")
    x, y = map(standardise, rows) if standardised else rows
    weights = initial_weights(1, HIDDEN, 2, rng)
    return dependence(y, x, weights, epochs=epochs) - dependence(x, y, weights, epochs=epochs)


METHOD = Method(
    score=score,
    version=VERSION,
    name="LOCI",
    reference="Immer et al., ICML 2023",
    assumption="the effect is m(cause) + s(cause) noise, with noise that is independent of the cause",
    coverage="there are fewer than three rows",
    agreement="own",
    deterministic=False,
    cost="minutes",
    extra="causal",
    tiny={"epochs": 20, "cap": 60},
)
