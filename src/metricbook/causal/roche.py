"""ROCHE, robust heteroscedastic noise models: a network for the place, scale and freedom of Student's t."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from metricbook.causal._method import Method
from metricbook.causal._networks import Weights, initial_weights, jax_modules, least_scale, train_tanh
from metricbook.causal._preparation import Vector, standardise

HIDDEN = 100
# With more degrees of freedom the law is normal to any data, and in single precision, in which the networks are
# trained, the two large terms of its density no longer cancel as they should: training would settle where the
# rounding is best.
MAX_FREEDOM = 100.0


def log_gamma(numpy: Any, values: Any) -> Any:
    """Return the log of the gamma function, with numpy's or jax's arrays."""
    if numpy is np:
        return special.gammaln(values)
    jax, _ = jax_modules()
    return jax.lax.lgamma(values)


def freedom_of(numpy: Any, output: Any) -> Any:
    """Return degrees of freedom above 2, for which there is a variance, and below 100.

    >>> freedom_of(np, np.array([-50.0, 0.0, 50.0])).round(2).tolist()
    [2.0, 2.99, 100.0]
    """
    return 2 + 1 / (numpy.exp(-output) + 1 / (MAX_FREEDOM - 2))


def student_loss(numpy: Any, outputs: Any, y: Any, floor: float) -> Any:
    """Return each row's negative log density under Student's t, in nats.

    With outputs (m, r, f), the law has the place m, the scale exp(r) + floor and the degrees of freedom of
    :func:`freedom_of` f.

    >>> from scipy.stats import t
    >>> loss = student_loss(np, np.array([[1.0, 0.0, 50.0]]), np.array([3.0]), 0.0)
    >>> bool(np.isclose(loss[0], -t.logpdf(2.0, df=100)))
    True
    """
    place, scale, freedom = outputs[:, 0], numpy.exp(outputs[:, 1]) + floor, freedom_of(numpy, outputs[:, 2])
    squared = ((y - place) / scale) ** 2
    return (
        0.5 * (freedom + 1) * numpy.log1p(squared / freedom)
        + log_gamma(numpy, freedom / 2)
        - log_gamma(numpy, (freedom + 1) / 2)
        + 0.5 * numpy.log(np.pi * freedom)
        + numpy.log(scale)
    )


def penalised_loss(numpy: Any, outputs: Any, y: Any, floor: float, n: Any) -> Any:
    """Return :func:`student_loss` plus (df / (df - 2))² / n for df degrees of freedom, which keeps df off two."""
    freedom = freedom_of(numpy, outputs[:, 2])
    return student_loss(numpy, outputs, y, floor) + (freedom / (freedom - 2)) ** 2 / n


def log_likelihood(cause: Vector, effect: Vector, weights: Weights, *, epochs: int) -> float:
    """Return the trained model's log likelihood per row of the effect given the cause, in nats."""
    outputs = train_tanh(penalised_loss, cause, effect, weights, epochs=epochs)
    with np.errstate(over="ignore", invalid="ignore"):
        value = -float(student_loss(np, outputs, effect, least_scale(effect)).mean())
    return value if np.isfinite(value) else float("nan")


def compare(x: Vector, y: Vector, rng: np.random.Generator, *, epochs: int = 5000) -> float:
    """Return the log likelihood per row of y given x minus that of x given y, in nats.

    The effect is m(cause) + s(cause) noise, with noise of Student's t law whose degrees of freedom may vary with the
    cause too, so that outliers do not spoil the fit. A network with one hidden layer of 100 tanh units gives all three
    by penalised maximum likelihood, in ``epochs`` steps of Adam on all rows. The causal direction is taken to be the
    likelier one; the marginal laws do not enter, which amounts to taking both for the same once the variables are
    standardised. Without, the score adds log(sd of x / sd of y) to the difference, as far as the training copes, and so
    depends on the units. Both directions start from the same weights. NaN if the training diverges, as it can without
    scaling.
    """
    weights = initial_weights(1, HIDDEN, 3, rng)
    return log_likelihood(x, y, weights, epochs=epochs) - log_likelihood(y, x, weights, epochs=epochs)


METHOD = Method(
    compare,
    name="ROCHE",
    version=3,
    reference="Tran, Duong, Nguyen and Nguyen, *Robust estimation of causal heteroscedastic noise models*, SDM 2024",
    assumption="the effect is m(cause) + s(cause) noise, with Student's t for noise and the likelier direction causal",
    scale=standardise,
    least_rows=3,
    cap=1000,
    cost="minutes",
    extra="causal",
    tiny={"epochs": 20, "cap": 60},
)
