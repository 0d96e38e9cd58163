"""Hand's model-dependent weight: its closed forms, its total, and the loss that AUROC is under it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from scoring_the_scores.flach.hands_argument.score_models import BetaScores, BinormalScores
from tests.whole import mostly

MODELS = [
    BinormalScores(1.2, 0.7),
    BinormalScores(2.0, 0.1),
    BetaScores((2, 5), (4, 3), 0.7),
    BetaScores((1, 2), (2, 1), 0.2),
    BetaScores((1.5, 3), (2.5, 0.5), 0.5),
]
usually_two = pytest.mark.parametrize("model", mostly(MODELS, MODELS[0], MODELS[2]), ids=repr)


@pytest.mark.parametrize("separation", [0, -1, float("inf"), float("nan")])
def test_a_bad_separation_is_named(separation):
    with pytest.raises(ValueError, match="separation"):
        BinormalScores(separation)


@pytest.mark.parametrize("parameters", [((2, 2), (2, 1)), ((1, 1), (2, 2)), ((0, 2), (2, 1))])
def test_beta_scores_whose_ratio_does_not_rise_everywhere_are_refused(parameters):
    with pytest.raises(ValueError, match="a_0 < a_1"):
        BetaScores(*parameters)


@pytest.mark.parametrize("share", [0, 1, float("nan")])
def test_a_bad_share_is_named(share):
    for make in (lambda: BinormalScores(1, share), lambda: BetaScores((1, 2), (2, 1), share)):
        with pytest.raises(ValueError, match="prevalence"):
            make()


@pytest.mark.parametrize("cost", [0, 1, [0.5, 1.2]])
def test_costs_are_strictly_between_0_and_1(cost):
    with pytest.raises(ValueError, match="strictly between"):
        BinormalScores(1).weight(cost)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_threshold_is_the_one_that_loses_least(model):
    for cost in (0.1, 0.5, 0.85):
        best = float(model.optimal_threshold(cost))
        assert float(model.cost(best)) == pytest.approx(cost, abs=1e-12)

        def loses(t, c=cost):
            share = model.prevalence
            return c * (1 - share) * model.negatives.sf(t) + (1 - c) * share * model.positives.cdf(t)

        assert loses(best) < min(loses(best - 1e-4), loses(best + 1e-4))


@usually_two
def test_the_weight_is_a_density_and_the_derivative_of_the_mixture(model):
    assert quad(model.weight, 0, 0.5, limit=200)[0] + quad(model.weight, 0.5, 1, limit=200)[0] == pytest.approx(1)
    step = 1e-5
    for cost in (0.2, 0.6):
        low, high = model.optimal_threshold(cost - step), model.optimal_threshold(cost + step)
        share = model.prevalence
        mass = (1 - share) * (model.negatives.cdf(high) - model.negatives.cdf(low))
        mass += share * (model.positives.cdf(high) - model.positives.cdf(low))
        assert float(model.weight(cost)) == pytest.approx(mass / (2 * step), rel=1e-5)


@usually_two
def test_under_the_weight_the_least_loss_is_linear_in_auroc(model):
    """Eq. 13: 4 π_0 π_1 (1 - AUROC), with costs that add up to 2."""
    share = model.prevalence

    def integrand(cost):
        t = model.optimal_threshold(cost)
        errors = cost * (1 - share) * model.negatives.sf(t) + (1 - cost) * share * model.positives.cdf(t)
        return 2 * errors * model.weight(cost)

    if isinstance(model, BinormalScores):
        auc = norm.cdf(model.separation / np.sqrt(2))
    else:
        auc = quad(lambda s: model.negatives.cdf(s) * model.positives.pdf(s), 0, 1)[0]
    value = quad(integrand, 0, 0.5, limit=200)[0] + quad(integrand, 0.5, 1, limit=200)[0]
    assert value == pytest.approx(4 * share * (1 - share) * (1 - auc), rel=1e-6)


def test_the_weight_depends_on_the_model():
    assert float(BinormalScores(1).weight(0.5)) != pytest.approx(float(BinormalScores(2).weight(0.5)), rel=0.1)


def test_arrays_keep_their_shape():
    for model in MODELS:
        assert np.shape(model.weight([[0.2, 0.3], [0.4, 0.9]])) == (2, 2)
