"""bQCD: pinball losses and copula quantiles."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from metricbook.causal import METHODS, bqcd

vine = pytest.importorskip("pyvinecopulib", reason="the extra `causal` is not installed")

score = METHODS["bQCD"].score


def simulated(seed: int, n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair with a nonlinear mechanism and noise that does not depend on the cause."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    return x, np.exp(x / 2) * np.sign(x + 0.5) + 0.5 * rng.normal(size=n)


class TestPieces:
    def test_the_best_constant_for_the_loss_is_the_quantile(self) -> None:
        values = np.random.default_rng(0).normal(size=999)
        grid = np.linspace(-3, 3, 1201)
        for level in (0.1, 0.5, 0.8):
            best = grid[np.argmin([bqcd.pinball(values, point, level) for point in grid])]
            assert best == pytest.approx(np.quantile(values, level), abs=0.02)

    def test_levels_integrate_polynomials(self) -> None:
        nodes, weights = bqcd.levels(1000)
        assert (weights * nodes**13).sum() == pytest.approx(1 / 14)

    def test_independent_variables_help_each_other_little(self) -> None:
        rng = np.random.default_rng(1)
        u, v = (bqcd.pseudo_observations(rng.random(2000)) for _ in range(2))
        lengths = bqcd.code_lengths(u, v)
        assert lengths["x"] == pytest.approx(lengths["y"])
        assert lengths["y|x"] == pytest.approx(lengths["y"], rel=0.01)
        assert lengths["x|y"] == pytest.approx(lengths["x"], rel=0.01)

    def test_the_copula_of_the_normal_law_has_its_conditional_quantiles(self) -> None:
        """Given x, y is normal with mean r x and deviation sqrt(1 - r²): so is its quantile loss."""
        rng = np.random.default_rng(2)
        x = rng.normal(size=4000)
        y = 0.8 * x + 0.6 * rng.normal(size=4000)
        lengths = bqcd.code_lengths(bqcd.pseudo_observations(x), bqcd.pseudo_observations(y))
        assert lengths["y|x"] / lengths["y"] == pytest.approx(0.6, abs=0.03)
        # The loss of a normal law's own quantile is its density there, for each row.
        nodes, weights = bqcd.levels(4000)
        assert lengths["x"] / 4000 == pytest.approx((weights * norm.pdf(norm.ppf(nodes))).sum(), rel=0.01)


class TestScore:
    def test_the_causal_direction_is_found(self) -> None:
        assert all(score(*simulated(seed)) > 0 for seed in range(8))

    def test_only_ranks_matter(self) -> None:
        x, y = simulated(0)
        assert score(np.exp(x), y**3) == score(x, y)

    def test_exchange_is_exact_with_ties_too(self) -> None:
        x, y = simulated(1)
        for a, b in ((x, y), (np.round(x), y), (np.round(x), np.round(2 * y)), (np.sign(x), y)):
            assert score(b, a) == -score(a, b)

    def test_few_rows_use_the_median_alone(self) -> None:
        x, y = simulated(2, 199)
        assert math.isfinite(score(x, y))
        assert math.isnan(score(x[:3], y[:3]))
