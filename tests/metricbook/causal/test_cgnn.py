"""CGNN: the discrepancy, training, and pairs as it assumes them."""

import math

import numpy as np
import pytest

from metricbook.causal import METHODS, _networks, cgnn
from tests.whole import in_whole_run

pytest.importorskip("jax", reason="the extra `causal` is not installed")

score = METHODS["CGNN"].score


def simulated(seed: int, n: int = 250) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair whose effect a small network can make of cause and noise, and not so the other way round."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x, np.abs(x) + 0.05 * rng.normal(size=n)


class TestDiscrepancy:
    def test_definition_with_all_kernels(self) -> None:
        rng = np.random.default_rng(5)
        x, y, z = rng.normal(size=(3, 6))
        shares = np.full(6, 1 / 6)
        first, second = np.column_stack([x, y]), np.column_stack([x, z])

        def mean_kernel(a: np.ndarray, b: np.ndarray) -> float:
            squares = ((a[:, np.newaxis] - b) ** 2).sum(axis=2)
            return sum(np.exp(-width * squares).mean() for width in (0.01, 0.1, 1.0, 10.0, 100.0))

        expected = mean_kernel(first, first) + mean_kernel(second, second) - 2 * mean_kernel(first, second)
        assert cgnn.joint_discrepancy(np, x, y, z, shares) == pytest.approx(expected)

    def test_equal_samples_have_none_and_rows_of_weight_zero_do_not_count(self) -> None:
        x, y = simulated(1, 20)
        shares = np.append(np.full(20, 0.05), 0.0)
        assert cgnn.joint_discrepancy(np, x, y, y, np.full(20, 0.05)) == pytest.approx(0, abs=1e-12)
        more = cgnn.joint_discrepancy(np, np.append(x, 9.0), np.append(y, 9.0), np.append(y, -9.0), shares)
        assert more == pytest.approx(0, abs=1e-12)

    def test_it_grows_with_the_shift(self) -> None:
        x, y = simulated(2, 30)
        shares = np.full(30, 1 / 30)
        small, large = (cgnn.joint_discrepancy(np, x, y, y + shift, shares) for shift in (0.1, 1.0))
        assert 0 < small < large

    @in_whole_run
    def test_training_brings_it_down(self) -> None:
        x, y = simulated(3, 100)
        x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
        starts = [(_networks.initial_weights(2, 20, 1, np.random.default_rng(0)), 1)]
        start, end = (cgnn.imitation_error(x, y, starts, epochs=epochs) for epochs in (1, 200))
        assert end < start / 5


class TestScore:
    def test_the_causal_direction_is_found(self) -> None:
        scores = [score(*simulated(seed, 100), np.random.default_rng(0), epochs=200, restarts=2) for seed in range(3)]
        assert all(score > 0 for score in scores)

    @in_whole_run
    def test_generator(self) -> None:
        x, y = simulated(0, 100)
        tiny = METHODS["CGNN"].tiny
        first, again, other = (score(x, y, np.random.default_rng(seed), **tiny) for seed in (0, 0, 1))
        assert first == again != other
        assert score(y, x, np.random.default_rng(0), **tiny) == -first
        with pytest.raises(ValueError, match="CGNN draws random numbers: pass a generator"):
            score(x, y)

    @in_whole_run
    def test_more_rows_than_a_batch(self) -> None:
        x, y = simulated(0, 300)
        scores = [score(a, b, np.random.default_rng(0), epochs=20, restarts=1) for a, b in ((x, y), (y, x))]
        assert scores[0] == -scores[1]
        assert 0 < abs(scores[0]) < 1

    def test_few_rows(self) -> None:
        rng = np.random.default_rng(0)
        assert math.isnan(score([1.0, 2.0], [2.0, 1.0], rng))
        assert math.isfinite(score([1.0, 2.0, 4.0], [2.0, 1.0, 3.0], rng, **METHODS["CGNN"].tiny))
