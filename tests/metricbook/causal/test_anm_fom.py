"""ANM and FOM, with what they rest on: HSIC and Gaussian processes."""

import math

import numpy as np
import pytest
from scipy.optimize import check_grad
from scipy.stats import multivariate_normal

from metricbook.causal import METHODS, _gp, _registry, fom
from metricbook.causal._hsic import hsic, kernel
from metricbook.causal._preparation import random_rows


@pytest.fixture(autouse=True)
def one_thread():
    """Small matrices are slower on several threads, most of all where others use the cores."""
    with _registry.one_thread():
        yield


def simulated(seed: int, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair as ANM assumes it: a nonlinear function plus independent noise."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, n)
    return x, x**3 / 3 + x / 2 + rng.uniform(-1, 1, n)


class TestHsic:
    def test_definition_on_three_points(self) -> None:
        x, y = np.array([0.0, 1.0, 3.0]), np.array([2.0, 0.0, 1.0])
        centre = np.eye(3) - 1 / 3
        # Distances 1, 2, 3 of median 2, and 1, 1, 2 of median 1.
        left = np.exp(-np.array([[0, 1, 9], [1, 0, 4], [9, 4, 0]]) / 8)
        right = np.exp(-np.array([[0, 4, 1], [4, 0, 1], [1, 1, 0]]) / 2)
        np.testing.assert_allclose(kernel(x), left)
        assert hsic(x, y) == pytest.approx(np.trace(left @ centre @ right @ centre) / 9)

    def test_ties_do_not_count_in_the_width(self) -> None:
        assert kernel(np.array([0.0, 0.0, 0.0, 2.0]))[0, 3] == pytest.approx(math.exp(-0.5))

    def test_symmetric_unit_free_and_zero_for_a_constant(self) -> None:
        x, y = simulated(0)
        assert hsic(x, y) == pytest.approx(hsic(y, x))
        assert hsic(100 * x + 3, -y) == pytest.approx(hsic(x, y))
        assert hsic(x, np.ones(x.size)) == 0.0

    def test_dependence_without_correlation_is_seen(self) -> None:
        rng = np.random.default_rng(0)
        x, other = rng.normal(size=400), rng.normal(size=400)
        assert hsic(x, x**2) > 10 * hsic(x, other)


class TestGaussianProcess:
    def test_likelihood_is_that_of_the_multivariate_normal(self) -> None:
        x, y = simulated(1, 12)
        squares = (x[:, np.newaxis] - x) ** 2
        shares = np.column_stack([np.linspace(0, 1, 12), np.linspace(1, 0, 12)])
        covariance = 1.5 * np.exp(-squares / (2 * 0.7**2)) + np.diag(shares @ [0.2, 0.4])
        value, _, solution = _gp.negative_log_likelihood(np.log([1.5, 0.7, 0.2, 0.4]), squares, y, shares)
        assert value == pytest.approx(-multivariate_normal(cov=covariance).logpdf(y))
        np.testing.assert_allclose(covariance @ solution, y)

    def test_gradient_is_that_of_differences(self) -> None:
        x, y = simulated(2, 40)
        squares = (x[:, np.newaxis] - x) ** 2
        shares = fom.noise_shares(x, np.array([-1.0, 0.0, 1.0]))

        def part(which: int):
            return lambda parameters: _gp.negative_log_likelihood(parameters, squares, y, shares)[which]

        assert check_grad(part(0), part(1), np.array([0.1, -0.3, -1.0, -2.0, -1.5])) < 1e-4

    def test_it_finds_the_noise_and_leaves_it(self) -> None:
        rng = np.random.default_rng(3)
        x = np.linspace(-1.7, 1.7, 200)
        noise = 0.3 * rng.normal(size=200)
        found = _gp.fit(x, np.sin(2 * x) + noise)
        assert found.noise[0] == pytest.approx(0.09, rel=0.25)
        assert np.corrcoef(found.residuals, noise)[0, 1] > 0.98

    def test_as_good_a_fit_as_scikit_learn_finds(self) -> None:
        pytest.importorskip("sklearn", reason="the extra `book` is not installed")
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

        x, y = simulated(4, 80)
        peer = GaussianProcessRegressor(ConstantKernel() * RBF() + WhiteKernel(0.3)).fit(x[:, np.newaxis], y)
        found = _gp.fit(x, y)
        assert found.log_likelihood == pytest.approx(peer.log_marginal_likelihood_value_, abs=1e-4)
        np.testing.assert_allclose(y - found.residuals, peer.predict(x[:, np.newaxis]), atol=0.01)

    def test_noise_that_varies_is_seen_to_vary(self) -> None:
        rng = np.random.default_rng(5)
        x = np.linspace(-1.7, 1.7, 200)
        y = np.where(x > 0, 1.0, 0.1) * rng.normal(size=200)
        noise = _gp.fit(x, y, fom.noise_shares(x, fom.prototypes(x))).noise
        assert noise[-20:].mean() > 10 * noise[:20].mean()


class TestRandomRows:
    def test_all_rows_if_they_are_few(self) -> None:
        x, y = simulated(0, 5)
        np.testing.assert_array_equal(random_rows(x, y, 5, np.random.default_rng(0)), [x, y])

    def test_rows_stay_together_and_in_order(self) -> None:
        x = np.arange(100.0)
        drawn, same = random_rows(x, x**2, 10, np.random.default_rng(0))
        np.testing.assert_array_equal(same, drawn**2)
        assert drawn.size == 10
        assert (np.diff(drawn) > 0).all()

    def test_a_rare_value_is_drawn_for_or_given_up(self) -> None:
        x = np.zeros(1000)
        x[:60] = 1.0
        for seed in range(20):
            drawn, _ = random_rows(x, np.arange(1000.0), 20, np.random.default_rng(seed))
            assert np.ptp(drawn) > 0
        x[1:] = 0.0
        drawn, _ = random_rows(x, np.arange(1000.0), 2, np.random.default_rng(0))
        assert drawn.tolist() == [0.0, 0.0]
        assert math.isnan(METHODS["ANM"].score(x, np.arange(1000.0), np.random.default_rng(0), cap=3))


class TestAnm:
    def test_the_causal_direction_is_found(self) -> None:
        scores = [METHODS["ANM"].score(*simulated(seed, 120), np.random.default_rng(0)) for seed in range(4)]
        assert all(score > 0 for score in scores)

    def test_the_rows_are_drawn_from_the_generator(self) -> None:
        x, y = simulated(0, 300)
        first, again, other = (METHODS["ANM"].score(x, y, np.random.default_rng(seed), cap=80) for seed in (0, 0, 1))
        assert first == again != other

    def test_it_needs_a_generator_and_three_rows(self) -> None:
        with pytest.raises(ValueError, match="ANM draws random numbers"):
            METHODS["ANM"].score([1.0, 2.0, 4.0], [2.0, 1.0, 3.0])
        assert math.isnan(METHODS["ANM"].score([1.0, 2.0], [2.0, 1.0], np.random.default_rng(0)))


class TestFom:
    def test_prototypes_are_the_means_of_what_is_nearest(self) -> None:
        values = np.random.default_rng(0).normal(size=300)
        centres = fom.prototypes(values)
        nearest = np.abs(values[:, np.newaxis] - centres).argmin(axis=1)
        np.testing.assert_allclose(centres, [values[nearest == k].mean() for k in range(5)])

    def test_fewer_values_than_prototypes(self) -> None:
        assert fom.prototypes(np.array([1.0, 1.0, 4.0])).tolist() == [1.0, 4.0]

    def test_the_fourth_moment_is_that_of_the_noise(self) -> None:
        rng = np.random.default_rng(1)
        x = np.linspace(-1.7, 1.7, 150)
        noise = 0.3 * rng.normal(size=150)
        assert fom.fourth_moment(x, np.sin(x) + noise) == pytest.approx((noise**4).mean(), rel=0.2)

    def test_standardised_the_direction_of_varying_noise_is_found(self) -> None:
        scores = []
        for seed in range(3):
            rng = np.random.default_rng(seed)
            x = rng.uniform(-2, 2, 100)
            y = x**3 + (0.2 + 0.2 * np.abs(x)) * rng.normal(size=100)
            scores.append(METHODS["FOM"].score(x, y, np.random.default_rng(0), standardised=True))
        assert all(score > 0 for score in scores)

    def test_as_published_the_units_decide(self) -> None:
        x, y = simulated(0, 100)

        def rng() -> np.random.Generator:
            return np.random.default_rng(0)

        assert METHODS["FOM"].score(1000 * x, y, rng()) > 0 > METHODS["FOM"].score(x, 1000 * y, rng())
        standardised = [METHODS["FOM"].score(a * x, b * y, rng(), standardised=True) for a, b in ((1000, 1), (1, 1000))]
        assert standardised[0] == pytest.approx(standardised[1], rel=1e-3)

    def test_moments_beyond_float64(self) -> None:
        x, y = simulated(0, 60)
        assert METHODS["FOM"].score(1e120 * x, y, np.random.default_rng(0)) == np.finfo(float).max

    def test_it_needs_a_generator(self) -> None:
        with pytest.raises(ValueError, match="FOM draws random numbers"):
            METHODS["FOM"].score([1.0, 2.0, 4.0], [2.0, 1.0, 3.0])
