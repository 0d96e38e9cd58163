"""LOCI, location-scale noise models: a network for mean and scale, and HSIC for the independence of the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from metricbook.causal._hsic import hsic
from metricbook.causal._method import Method
from metricbook.causal._networks import Weights, initial_weights, least_scale, train_tanh
from metricbook.causal._preparation import Vector, standardise

HIDDEN = 100


def precision_of(numpy: Any, output: Any, floor: float) -> Any:
    """Return one over the variance exp(-output) + floor²."""
    variance = numpy.exp(-output) + floor**2
    return 1 / variance


def gaussian_loss(numpy: Any, outputs: Any, y: Any, floor: float, n: Any = None) -> Any:
    """Return each row's negative log density under a normal law in its natural parameters, in nats.

    With outputs (a, b), the precision is p = 1 / (exp(-b) + floor²), and a and -p/2 are the natural parameters: the
    density is proportional to exp(a y - p y²/2), of mean a / p and variance 1 / p.

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


def compare(x: Vector, y: Vector, rng: np.random.Generator, *, epochs: int = 5000) -> float:
    """Return the dependence of cause and noise in y → x minus that in x → y, between -1 and 1.

    In a location-scale noise model the effect is m(cause) + s(cause) noise, with noise independent of the cause; but
    for special cases none fits the other way round. A network with one hidden layer of 100 tanh units gives m and s by
    maximum likelihood for normal noise, in ``epochs`` steps of Adam on all rows; the noise that is left is tested by
    HSIC. Both directions start from the same weights. The scale does not fall below what the variable's grid can show.
    NaN if the training diverges, as it can without scaling.
    """
    weights = initial_weights(1, HIDDEN, 2, rng)
    return dependence(y, x, weights, epochs=epochs) - dependence(x, y, weights, epochs=epochs)


METHOD = Method(
    compare,
    name="LOCI",
    version=2,
    reference="Immer, Schultheiss, Vogt, Schölkopf, Bühlmann and Marx, *On the identifiability and estimation of "
    "causal location-scale noise models*, ICML 2023",
    assumption="the effect is m(cause) + s(cause) noise, with noise that is independent of the cause",
    scale=standardise,
    least_rows=3,
    cap=1000,
    cost="minutes",
    extra="causal",
    tiny={"epochs": 20, "cap": 60},
)
