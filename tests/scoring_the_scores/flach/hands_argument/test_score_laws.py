"""Losses of score densities: quadrature, exact level densities, simulation and samples against one another."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from scoring_the_scores.flach.hands_argument import score_laws
from scoring_the_scores.flach.hands_argument.histograms import all_histograms, histogram
from scoring_the_scores.flach.hands_argument.score_models import BetaScores, BinormalScores

MODELS = [BinormalScores(1.2, 0.7), BinormalScores(2.0, 0.1), BetaScores((2, 5), (4, 3), 0.7)]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_search_finds_the_threshold_of_the_closed_form(model):
    costs = np.linspace(0.02, 0.98, 25)
    np.testing.assert_allclose(score_laws.best_threshold(model, costs), model.optimal_threshold(costs), atol=1e-6)
    best = score_laws.loss_at(model, model.optimal_threshold(costs), costs)
    np.testing.assert_allclose(score_laws.least_loss(model, costs), best, atol=1e-14)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_quadrature_agrees_with_scipy(model):
    low, high = (0, 1) if isinstance(model, BetaScores) else (-15, 15)
    area, _ = quad(lambda t: model.negatives.cdf(t) * model.positives.pdf(t), low, high, limit=200)
    assert score_laws.auroc_of(model) == pytest.approx(area, abs=1e-8)
    middles = (np.arange(2000) + 0.5) / 2000
    loss = score_laws.least_loss(model, middles).mean()
    assert score_laws.expected_least_loss(model, np.ones_like) == pytest.approx(loss, abs=1e-6)


@pytest.mark.parametrize("over", ["cost", "skew"])
def test_draws_have_the_mean_of_the_integral(over):
    rng = np.random.default_rng(3)
    for model in MODELS:
        drawn = score_laws.drawn_losses(model, 40_000, rng=rng, over=over)
        off = abs(drawn.mean() - score_laws.expected_loss_of_model(model, over=over))
        assert off < 4 * drawn.std() / drawn.size**0.5


@pytest.mark.parametrize("auroc", [0.5, 0.6, 1.0])
def test_equal_auroc_models_have_a_range(auroc):
    with pytest.raises(ValueError, match=r"strictly between 0\.6 and 1"):
        score_laws.equal_auroc_models(auroc)


@pytest.mark.parametrize("over", ["cost", "skew"])
def test_a_level_density_loses_what_its_sample_loses(over):
    """A sample with a bin for each distinct score, half credit for ties, and no default classifier."""
    for counts_0, counts_1 in (([2, 1, 0], [0, 1, 1]), ([0, 2, 1], [3, 0, 1]), ([1, 1], [1, 1])):
        labels = [0] * sum(counts_0) + [1] * sum(counts_1)
        scores = [bin_ for counts in (counts_0, counts_1) for bin_, n in enumerate(counts) for _ in range(n)]
        law = histogram(counts_0, counts_1, Fraction(sum(counts_0), len(labels)))
        assert law.auc == 1 - law.one_minus_auc == exact.auroc(labels, scores)
        assert law.hull().auc == exact.auch(labels, scores)
        assert law.expected_loss(over=over) == exact_costs.expected_loss(labels, scores, over=over, default_weight=0)
        lines = exact_costs.cost_lines(labels, scores, over="cost")
        for cost in (Fraction(1, 5), Fraction(1, 2), Fraction(7, 9)):
            assert law.least_loss(cost) == min(exact_costs.at(line, cost) for line in lines)


def test_convex_means_equal_to_its_hull():
    for law in all_histograms(3, 3, [Fraction(1, 3)]):
        assert law.convex == (law.auc == law.hull().auc)
        assert law.hull().convex


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1], [1, 2]), "same bins"),
        (([1, -1], [1, 2]), "negative"),
        (([0, 0], [1, 2]), "empty"),
        (([1, 1], [1, 2], 1), "share_0"),
    ],
)
def test_bad_histograms_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        histogram(*arguments)
