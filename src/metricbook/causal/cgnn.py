"""CGNN, causal generative neural networks, for two variables: which direction can be imitated better."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from metricbook.causal._method import Method
from metricbook.causal._networks import Weights, adam, initial_weights, jax_modules, padded, padded_size
from metricbook.causal._preparation import Vector, standardise

HIDDEN = 20
BATCH = 128
DECADES = 5  # kernels exp(-g d²) with g = 0.01, 0.1, 1, 10, 100
EVALUATIONS = 16


def kernel_sum(numpy: Any, squares: Any) -> Any:
    """Return the sum of exp(-g d²) over g = 0.01, 0.1, 1, 10 and 100, for squared distances d².

    Each is the tenth power of the one before, which is cheaper than an exponential.

    >>> round(float(kernel_sum(np, np.array(1.0))), 6), round(float(np.exp([-0.01, -0.1, -1, -10, -100]).sum()), 6)
    (2.262812, 2.262812)
    """
    power = numpy.exp(-0.01 * squares)
    total = power
    for _ in range(DECADES - 1):
        square = power * power
        fifth = square * square * power
        power = fifth * fifth
        total = total + power
    return total


def joint_discrepancy(numpy: Any, cause: Any, effect: Any, imitation: Any, weights: Any) -> Any:
    """Return the squared maximum mean discrepancy (MMD) of (cause, effect) and (cause, imitation), rows weighted.

    The mean kernel within the sample, plus that within the imitation, minus twice that between the two: 0 if they are
    equal, and above 0 if not (Gretton, Borgwardt, Rasch, Schölkopf and Smola, *A kernel two-sample test*, JMLR 13,
    2012). The weights have sum one.

    >>> x, half = np.zeros(2), np.full(2, 0.5)
    >>> float(joint_discrepancy(np, x, np.array([0.0, 1.0]), np.array([1.0, 0.0]), half))
    0.0
    """
    base = (cause[:, None] - cause) ** 2
    within = kernel_sum(numpy, base + (effect[:, None] - effect) ** 2)
    imitated = kernel_sum(numpy, base + (imitation[:, None] - imitation) ** 2)
    between = kernel_sum(numpy, base + (effect[:, None] - imitation) ** 2)
    return weights @ (within + imitated - 2 * between) @ weights


@functools.cache
def _compiled(epochs: int) -> Callable[..., Any]:
    jax, jnp = jax_modules()

    def imitate(weights: Any, cause: Any, noise: Any) -> Any:
        inputs = jnp.stack([cause, noise], axis=1)
        return (jax.nn.relu(inputs @ weights["w1"] + weights["b1"]) @ weights["w2"] + weights["b2"])[:, 0]

    def loss(weights: Any, step: Any, key: Any, cause: Any, effect: Any, mask: Any) -> Any:
        rows_key, noise_key = jax.random.split(jax.random.fold_in(key, step.astype(int)))
        if mask.size > BATCH:
            # Random rows without repetition; the padding comes last.
            order = jax.random.uniform(rows_key, mask.shape) + 2 * (1 - mask)
            rows = jax.lax.top_k(-order, BATCH)[1]
            cause, effect, mask = cause[rows], effect[rows], mask[rows]
        noise = jax.random.normal(noise_key, cause.shape)
        return joint_discrepancy(jnp, cause, effect, imitate(weights, cause, noise), mask / mask.sum())

    def discrepancy(weights: Any, key: Any, cause: Any, effect: Any, mask: Any) -> Any:
        def once(total: Any, draw: Any) -> tuple[Any, None]:
            noise = jax.random.normal(jax.random.fold_in(key, draw), cause.shape)
            imitation = imitate(weights, cause, noise)
            return total + joint_discrepancy(jnp, cause, effect, imitation, mask / mask.sum()), None

        return jax.lax.scan(once, 0.0, jnp.arange(EVALUATIONS))[0] / EVALUATIONS

    def run(weights: Any, seed: Any, cause: Any, effect: Any, mask: Any) -> Any:
        train_key, test_key = jax.random.split(jax.random.key(seed))
        weights = adam(loss, epochs)(weights, train_key, cause, effect, mask)
        return discrepancy(weights, test_key, cause, effect, mask)

    return jax.jit(run)


def imitation_error(cause: Vector, effect: Vector, starts: list[tuple[Weights, int]], *, epochs: int) -> float:
    """Return the mean, over the starts, of the squared MMD that a trained generator of the effect is left with."""
    size = padded_size(cause.size)
    data = padded(cause, size), padded(effect, size), padded(np.ones(cause.size), size)
    return float(np.mean([float(_compiled(epochs)(weights, seed, *data)) for weights, seed in starts]))


def compare(x: Vector, y: Vector, rng: np.random.Generator, *, epochs: int = 1000, restarts: int = 4) -> float:
    """Return how much better x → y can be imitated than y → x: the difference of what is left, by the sum.

    A generator, a network with one hidden layer of 20 ReLU units, makes the effect of the cause and of normal noise. It
    is trained to make the pair of cause and imitated effect indistinguishable from the pair of cause and effect, as
    measured by the squared maximum mean discrepancy; the less is left of it the better. Each generator takes ``epochs``
    steps of Adam, each on 128 random rows (or all, if there are no more). The discrepancies of ``restarts`` generators
    are averaged; both directions start from the same weights and noise.
    """
    starts = [(initial_weights(2, HIDDEN, 1, rng), int(rng.integers(2**31))) for _ in range(restarts)]
    forward, backward = (imitation_error(*pair, starts, epochs=epochs) for pair in ((x, y), (y, x)))
    total = forward + backward
    return (backward - forward) / total if total > 0 else float("nan")


METHOD = Method(
    compare,
    name="CGNN",
    version=1,
    reference="Goudet, Kalainathan, Caillou, Guyon, Lopez-Paz and Sebag, *Learning functional causal models with "
    "generative neural networks*, in: Explainable and interpretable models in computer vision and machine learning, "
    "Springer 2018",
    assumption="the effect is easier to generate from the cause and noise than the cause from the effect and noise",
    scale=standardise,
    least_rows=3,
    cap=1000,
    cost="minutes",
    extra="causal",
    tiny={"epochs": 20, "restarts": 1, "cap": 60},
)
