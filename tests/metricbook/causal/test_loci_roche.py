"""LOCI and ROCHE: likelihoods, training, and pairs as they assume them."""

import math

import numpy as np
import pytest
from scipy import stats

from metricbook.causal import METHODS, _networks, loci, roche

pytest.importorskip("jax", reason="the extra `causal` is not installed")


def simulated(seed: int, n: int = 250) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair with a location and a scale that depend on the cause, and uniform noise."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, n)
    return x, x**3 / 3 + x / 2 + (0.3 + 0.3 * np.abs(x)) * rng.uniform(-1, 1, n)


def weights(outputs: int, seed: int = 0) -> _networks.Weights:
    return _networks.initial_weights(1, 100, outputs, np.random.default_rng(seed))


class TestLikelihoods:
    def test_gaussian_in_natural_parameters(self) -> None:
        rng = np.random.default_rng(0)
        outputs, y = rng.normal(size=(50, 2)), rng.normal(size=50)
        scale = np.sqrt(np.exp(-outputs[:, 1]) + 0.09)
        expected = -stats.norm.logpdf(y, outputs[:, 0] * scale**2, scale)
        np.testing.assert_allclose(loci.gaussian_loss(np, outputs, y, 0.3), expected)

    def test_student(self) -> None:
        rng = np.random.default_rng(1)
        outputs, y = rng.normal(size=(50, 3)), rng.normal(size=50)
        expected = -stats.t.logpdf(y, roche.freedom_of(np, outputs[:, 2]), outputs[:, 0], np.exp(outputs[:, 1]) + 0.3)
        np.testing.assert_allclose(roche.student_loss(np, outputs, y, 0.3), expected)

    def test_penalty_on_few_degrees_of_freedom(self) -> None:
        outputs = np.array([[0.0, 0.0, -math.log(1 / 2 - 1 / 98)]])  # 4 degrees of freedom: (4 / 2)² / n
        with_penalty = roche.penalised_loss(np, outputs, np.zeros(1), 0.1, 10)
        assert with_penalty - roche.student_loss(np, outputs, np.zeros(1), 0.1) == pytest.approx(0.4)

    @pytest.mark.parametrize("loss", [loci.gaussian_loss, roche.penalised_loss])
    def test_jax_and_numpy_agree(self, loss) -> None:
        _, jnp = _networks.jax_modules()
        rng = np.random.default_rng(2)
        outputs, y = rng.normal(size=(50, 3)), rng.normal(size=50)
        outputs = outputs[:, :2] if loss is loci.gaussian_loss else outputs
        single = np.asarray(loss(jnp, jnp.asarray(outputs, jnp.float32), jnp.asarray(y, jnp.float32), 0.1, 50))
        np.testing.assert_allclose(single, loss(np, outputs, y, 0.1, 50), rtol=2e-4, atol=2e-5)


class TestLeastScale:
    def test_rounding_to_a_grid(self) -> None:
        values = np.random.default_rng(0).normal(size=10_000)
        rounded = np.round(2 * values) / 2
        assert _networks.least_scale(rounded) == pytest.approx(np.std(rounded - values), rel=0.03)

    def test_one_per_cent_of_a_continuous_variable(self) -> None:
        values = 5 * np.random.default_rng(0).normal(size=10_000)
        assert _networks.least_scale(values) == pytest.approx(0.05, rel=0.03)

    def test_the_likelihood_of_a_repeated_value_has_a_bound(self) -> None:
        x = np.random.default_rng(1).normal(size=100)
        y = np.where(x > 0, 1.0, -1.0)
        bound = -math.log(_networks.least_scale(y)) + stats.t.logpdf(0, 1e6)
        assert bound - 0.5 < roche.log_likelihood(x, y, weights(3), epochs=500) < bound


def test_training_gains_nothing_from_rounding() -> None:
    """What single precision reports as the likelihood, double precision confirms, however far the output goes."""
    _, jnp = _networks.jax_modules()
    outputs = np.column_stack([np.zeros(81), np.zeros(81), np.linspace(-20, 60, 81)])
    y = np.linspace(-4, 4, 81)
    single = roche.student_loss(jnp, jnp.asarray(outputs, jnp.float32), jnp.asarray(y, jnp.float32), 0.01)
    np.testing.assert_allclose(np.asarray(single), roche.student_loss(np, outputs, y, 0.01), atol=2e-4)


class TestTraining:
    def test_a_first_step_of_adam_moves_each_weight_by_the_rate_against_its_gradient(self) -> None:
        _, jnp = _networks.jax_modules()
        fit = _networks.adam(lambda w, step: (jnp.array([3.0, -0.2]) * w).sum(), 1)
        np.testing.assert_allclose(fit(jnp.zeros(2)), [-0.01, 0.01], rtol=1e-5)

    def test_the_steps_shrink_along_half_a_cosine(self) -> None:
        """With a constant gradient Adam's step is its rate, so all steps together are the sum of the rates."""
        _, jnp = _networks.jax_modules()
        fit = _networks.adam(lambda w, step: w.sum(), 50)
        rates = 0.01 * 0.5 * (1 + np.cos(np.pi * np.arange(50) / 50))
        np.testing.assert_allclose(fit(jnp.zeros(1)), [-rates.sum()], rtol=1e-4)

    def test_it_finds_location_and_scale(self) -> None:
        rng = np.random.default_rng(3)
        x = rng.uniform(-2, 2, 500)
        y = np.sin(x) + np.exp(x / 2 - 1.5) * rng.normal(size=500)
        mean, scale = loci.mean_and_scale(x, y, weights(2), epochs=1000)
        assert np.abs(mean - np.sin(x)).mean() < 0.06
        assert np.abs(np.log(scale) - (x / 2 - 1.5)).mean() < 0.15

    def test_it_finds_the_law_of_heavy_tails(self) -> None:
        rng = np.random.default_rng(4)
        x = rng.normal(size=500)
        y = 0.5 * rng.standard_t(3, size=500)
        true = stats.t.logpdf(y / 0.5, 3).mean() - math.log(0.5)
        gaussian = stats.norm.logpdf(y, y.mean(), y.std()).mean()
        found = roche.log_likelihood(x, y, weights(3), epochs=300)
        assert found > gaussian
        assert found == pytest.approx(true, abs=0.05)

    def test_padding_changes_nothing(self) -> None:
        x, y = simulated(0, 64)
        exact = _networks.train_tanh(loci.gaussian_loss, x, y, weights(2), epochs=30)
        run = _networks._compiled(loci.gaussian_loss, 30)
        mask = _networks.padded(np.ones(64), 128)
        padded = run(
            weights(2), _networks.padded(x, 128), _networks.padded(y, 128), np.float32(_networks.least_scale(y)), mask
        )[:64]
        np.testing.assert_allclose(exact, padded, atol=1e-4)


class TestDirections:
    def test_loci(self) -> None:
        score = METHODS["LOCI"].score
        assert all(score(*simulated(seed), np.random.default_rng(0), epochs=500) > 0 for seed in range(3))

    def test_roche(self) -> None:
        scores = []
        for seed in range(3):
            rng = np.random.default_rng(seed)
            x = rng.normal(size=250)
            y = np.tanh(2 * x) + (0.1 + 0.1 * np.abs(x)) * rng.standard_t(4, size=250)
            scores.append(METHODS["ROCHE"].score(x, y, np.random.default_rng(0), epochs=500))
        assert all(score > 0 for score in scores)


@pytest.mark.parametrize("method", [METHODS["LOCI"], METHODS["ROCHE"]])
class TestAll:
    def test_generator(self, method) -> None:
        x, y = simulated(0, 100)
        first, again, other = (method.score(x, y, np.random.default_rng(seed), **method.tiny) for seed in (0, 0, 1))
        assert first == again != other
        assert method.score(y, x, np.random.default_rng(0), **method.tiny) == -first
        with pytest.raises(ValueError, match=r"draws random numbers: pass a generator"):
            method.score(x, y)

    def test_few_rows(self, method) -> None:
        rng = np.random.default_rng(0)
        assert math.isnan(method.score([1.0, 2.0], [2.0, 1.0], rng))
        assert math.isfinite(method.score([1.0, 2.0, 4.0], [2.0, 1.0, 3.0], rng, **method.tiny))


def test_units_matter_to_roche_only_without_standardising() -> None:
    x, y = simulated(1, 60)
    tiny = dict(METHODS["ROCHE"].tiny)

    def of(a: float, **settings) -> float:
        return METHODS["ROCHE"].score(a * x, y, np.random.default_rng(0), **tiny, **settings)

    assert of(1024.0) == pytest.approx(of(1.0), abs=1e-4)
    assert abs(of(4.0, scale=None) - of(1.0, scale=None)) > 0.1


def test_training_that_diverges_gives_no_score() -> None:
    x, y = simulated(1, 60)
    assert math.isnan(METHODS["LOCI"].score(1e30 * x, y, np.random.default_rng(0), scale=None, epochs=20))
