"""Small neural networks: full-batch Adam with a cosine schedule, compiled once per padded size of sample."""

from __future__ import annotations

import functools
import math
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook._extras import brought_by
from metricbook.causal._preparation import Vector

Weights = dict[str, NDArray[np.float32]]

# Samples are padded to the next of these sizes, with rows of weight zero, so that few programs are compiled.
SIZES = (64, 128, 192, 256, 384, 512, 768, 1024)
LEARNING_RATE = 1e-2
FIRST_MOMENT, SECOND_MOMENT, EPSILON = 0.9, 0.999, 1e-8


@functools.cache
def jax_modules() -> tuple[ModuleType, ModuleType]:
    """Import jax and return it with jax.numpy: on the processor, with one thread unless jax is already in use.

    Methods run side by side, one pair each, so more threads per pair would only get in each other's way.
    """
    if "jax" not in sys.modules:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    with brought_by("causal"):
        import jax
    return jax, jax.numpy


def padded_size(n: int) -> int:
    """Return the size that a sample of n rows is padded to.

    >>> padded_size(5), padded_size(128), padded_size(1000), padded_size(1500)
    (64, 128, 1024, 2048)
    """
    return next((size for size in SIZES if size >= n), 1024 * math.ceil(n / 1024))


def padded(values: Vector, size: int) -> NDArray[np.float32]:
    """Return values as float32 with zeros appended."""
    return np.concatenate([values, np.zeros(size - values.size)]).astype(np.float32)


def least_scale(values: Vector) -> float:
    """Return the least scale of noise that a variable's values can show: a floor for fitted ones.

    It is the standard deviation of rounding to the grid that the values lie on (the median gap between distinct values,
    over the root of 12), and at least 1 % of the variable's own deviation. Without a floor the likelihood of a network
    has no bound: it grows as the scale shrinks to nothing around values that occur many times.

    >>> least_scale(np.array([0.0, 1.0, 1.0, 2.0])) == 1 / math.sqrt(12)
    True
    """
    gaps = np.diff(np.unique(values))
    return max(float(np.median(gaps)) / math.sqrt(12), 0.01 * float(values.std()))


def initial_weights(inputs: int, hidden: int, outputs: int, rng: np.random.Generator) -> Weights:
    """Draw the weights of a network with one hidden layer, uniformly within one over the root of each layer's inputs.

    >>> weights = initial_weights(1, 100, 2, np.random.default_rng(0))
    >>> {name: values.shape for name, values in weights.items()}
    {'w1': (1, 100), 'b1': (100,), 'w2': (100, 2), 'b2': (2,)}
    """
    first, second = 1 / math.sqrt(inputs), 1 / math.sqrt(hidden)
    return {
        "w1": rng.uniform(-first, first, (inputs, hidden)).astype(np.float32),
        "b1": rng.uniform(-first, first, hidden).astype(np.float32),
        "w2": rng.uniform(-second, second, (hidden, outputs)).astype(np.float32),
        "b2": rng.uniform(-second, second, outputs).astype(np.float32),
    }


def adam(loss: Callable[..., Any], steps: int) -> Callable[..., Any]:
    """Return a function ``fit(weights, *data)`` that takes ``steps`` steps of Adam down ``loss(weights, step, *data)``.

    The learning rate falls from 0.01 to zero along half a cosine. Source: Kingma and Ba, *Adam: a method for stochastic
    optimization*, ICLR 2015.
    """
    jax, jnp = jax_modules()
    gradient = jax.grad(loss)

    def fit(weights: Any, *data: Any) -> Any:
        def step(state: Any, index: Any) -> tuple[Any, None]:
            weights, first, second = state
            slope = gradient(weights, index, *data)
            first = jax.tree.map(lambda m, g: FIRST_MOMENT * m + (1 - FIRST_MOMENT) * g, first, slope)
            second = jax.tree.map(lambda v, g: SECOND_MOMENT * v + (1 - SECOND_MOMENT) * g * g, second, slope)
            rate = LEARNING_RATE * 0.5 * (1 + jnp.cos(jnp.pi * index / steps))
            time = index + 1.0
            # Both moments start at zero; dividing by these corrects for it.
            first_scale, second_scale = 1 - FIRST_MOMENT**time, 1 - SECOND_MOMENT**time
            weights = jax.tree.map(
                lambda w, m, v: w - rate * (m / first_scale) / (jnp.sqrt(v / second_scale) + EPSILON),
                weights,
                first,
                second,
            )
            return (weights, first, second), None

        zeros = jax.tree.map(jnp.zeros_like, weights)
        (weights, _, _), _ = jax.lax.scan(step, (weights, zeros, zeros), jnp.arange(steps, dtype=jnp.float32))
        return weights

    return fit


@functools.cache
def _compiled(row_loss: Callable[..., Any], steps: int) -> Callable[..., Any]:
    jax, jnp = jax_modules()

    def outputs(weights: Any, x: Any) -> Any:
        return jnp.tanh(x[:, None] * weights["w1"] + weights["b1"]) @ weights["w2"] + weights["b2"]

    def loss(weights: Any, step: Any, x: Any, y: Any, floor: Any, mask: Any) -> Any:
        return (row_loss(jnp, outputs(weights, x), y, floor, mask.sum()) * mask).sum() / mask.sum()

    def train(weights: Any, x: Any, y: Any, floor: Any, mask: Any) -> Any:
        return outputs(adam(loss, steps)(weights, x, y, floor, mask), x)

    return jax.jit(train)


def train_tanh(row_loss: Callable[..., Any], x: Vector, y: Vector, weights: Weights, *, epochs: int) -> Vector:
    """Train a network with one hidden layer of tanh units on all rows at once, and return its outputs at x.

    ``row_loss(numpy, outputs, y, floor, n)``, with the array module to use, outputs of shape (rows, outputs), the
    targets, their :func:`least_scale` and the number of rows without padding, returns the loss of each row; their mean
    is minimised. It is a function of a module, since programs are kept by it.
    """
    size = padded_size(x.size)
    mask = padded(np.ones(x.size), size)
    found = _compiled(row_loss, epochs)(weights, padded(x, size), padded(y, size), np.float32(least_scale(y)), mask)
    return np.asarray(found, dtype=np.float64)[: x.size]
