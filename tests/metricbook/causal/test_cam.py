"""CAM and its spline: against scipy's smoothing spline, and the sign of the total score."""

import math

import numpy as np
import pytest
from scipy.interpolate import make_smoothing_spline

from metricbook.causal import METHODS, _registry, _splines, cam

score = METHODS["CAM"].score


@pytest.fixture(autouse=True)
def one_thread():
    """Small matrices are slower on several threads, most of all where others use the cores."""
    with _registry.one_thread():
        yield


def simulated(seed: int, n: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair as CAM assumes it: a smooth function plus Gaussian noise."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    return x, np.tanh(2 * x) + 0.3 * rng.normal(size=n)


def penalised_fit(design: np.ndarray, penalty: np.ndarray, y: np.ndarray, smoothing: float) -> np.ndarray:
    """Return the fitted values of least squares with the penalty, weighted by ``smoothing``."""
    return design @ np.linalg.solve(design.T @ design + smoothing * penalty, design.T @ y)


class TestSplines:
    @pytest.mark.parametrize("smoothing", [1e-3, 0.1, 10.0])
    def test_a_thin_plate_basis_of_full_size_gives_the_smoothing_spline(self, smoothing: float) -> None:
        rng = np.random.default_rng(2)
        x = np.sort(rng.uniform(0, 5, 15))
        y = np.sin(x) + 0.2 * rng.normal(size=15)
        design, penalty = _splines.thin_plate_basis(x, 15)
        ours = penalised_fit(design, penalty, y, smoothing)
        np.testing.assert_allclose(ours, make_smoothing_spline(x, y, lam=smoothing)(x), atol=1e-7)

    def test_ten_functions_come_close_to_all_and_the_penalty_is_that_of_the_curve(self) -> None:
        x = np.linspace(-2, 2, 200)
        y = np.sin(np.pi * x / 2)  # straight at both ends, as natural splines are
        design, penalty = _splines.thin_plate_basis(x, 10)
        fitted = penalised_fit(design, penalty, y, 0.0)
        assert np.abs(fitted - y).max() < 5e-3
        coefficients = np.linalg.lstsq(design, fitted, rcond=None)[0]
        bends = np.gradient(np.gradient(fitted, x), x)
        assert coefficients @ penalty @ coefficients == pytest.approx(np.trapezoid(bends**2, x), rel=0.05)

    def test_the_weight_of_the_penalty_is_where_gcv_is_least(self) -> None:
        x, y = simulated(3, 120)
        fitted = _splines.fitted_by_gcv(x, y, 10)
        design, penalty = _splines.thin_plate_basis(x, 10)

        def criterion(smoothing: float) -> float:
            hat = design @ np.linalg.solve(design.T @ design + smoothing * penalty, design.T)
            return float(x.size * ((y - hat @ y) ** 2).sum() / (x.size - np.trace(hat)) ** 2)

        weights = 10.0 ** np.linspace(-8, 4, 400)
        best = weights[np.argmin([criterion(weight) for weight in weights])]
        assert weights[0] < best < weights[-1]
        np.testing.assert_allclose(fitted, penalised_fit(design, penalty, y, best), atol=2e-3)

    def test_the_line_through_noise_is_hardly_bent(self) -> None:
        rng = np.random.default_rng(5)
        x = rng.normal(size=400)
        fitted = _splines.fitted_by_gcv(x, 2 * x + rng.normal(size=400), 10)
        assert np.abs(fitted - 2 * x).mean() < 0.2


class TestScore:
    def test_the_causal_direction_is_found(self) -> None:
        assert all(score(*simulated(seed)) > 0 for seed in range(6))

    def test_the_gain_is_that_of_the_noise(self) -> None:
        x, y = simulated(0, 3000)
        assert cam.gain(x, y) == pytest.approx(math.log(y.var() / 0.09), abs=0.1)

    def test_units_do_not_matter_to_the_score_but_to_the_total(self) -> None:
        x, y = simulated(1)
        assert score(1e3 * x + 7, 1e-3 * y) == pytest.approx(score(x, y), rel=1e-6)
        small, large = score(0.01 * x, 0.01 * y, signed_total=True), score(100 * x, 100 * y, signed_total=True)
        assert small > 0 > large
        assert small - large == pytest.approx(16 * math.log(10))  # each variance moved by eight powers of ten

    def test_the_total_of_the_other_choice_is_negative_where_it_should_be(self) -> None:
        x, y = simulated(2)
        forward, backward = score(0.01 * x, 0.01 * y, signed_total=True), score(0.01 * y, 0.01 * x, signed_total=True)
        assert backward == pytest.approx(-forward)

    def test_few_distinct_values_give_no_score(self) -> None:
        x, y = simulated(0)
        assert math.isnan(score(np.sign(x), y))
        assert math.isnan(score(x, np.round(y), signed_total=True))
        assert math.isnan(score([1.0, 2.0], [3.0, 5.0]))
        assert math.isfinite(score([1.0, 2.0, 4.0], [3.0, 5.0, 4.0]))

    def test_lengths_must_agree(self) -> None:
        with pytest.raises(ValueError, match="x has 3 values and y has 2"):
            score([1.0, 2.0, 3.0], [1.0, 2.0], signed_total=True)
