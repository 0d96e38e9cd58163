"""Counted prices and losses are those of the definitions, and a metric's price is the slope of its level line."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook import Sweep
from metricbook.exact import costs
from metricbook.exact.samples import samples
from metricbook.exact.tile import canonical_score
from scoring_the_scores.front import prices as front
from scoring_the_scores.synthesis.one_rule import chosen, counted, normal_scores, prices, real


def test_scores_and_losses_in_whole_numbers_are_those_of_the_definitions() -> None:
    for labels, scores in samples(3):
        matrices = counted.thresholds(labels, scores)
        for matrix in matrices:
            for place in counted.places(4):
                assert counted.score_of(matrix, place) == canonical_score(matrix, *place)
        for price in counted.TENTHS:
            lines = costs.cost_lines(labels, scores, over="cost")
            assert [counted.loss(matrix, price) for matrix in matrices] == [costs.at(line, price) for line in lines]


def test_the_cheapest_prices_of_a_threshold_are_where_it_has_the_least_loss() -> None:
    for labels, scores in samples(4):
        matrices = counted.thresholds(labels, scores)
        for at, matrix in enumerate(matrices):
            low, high = counted.prices(matrices, at)
            for price in counted.TENTHS:
                least = counted.loss(matrix, price) == counted.least_loss(matrices, price)
                assert least == (low <= price <= high)


def test_prices_of_normal_scores_are_those_of_the_front_page() -> None:
    for prevalence in (0.5, 0.1):
        for auroc in (0.7, 0.9):
            price = normal_scores.at_best("F1", auroc, prevalence)["price"]
            assert 1 / price - 1 == pytest.approx(front.price_of_a_miss(prevalence, auroc), rel=1e-5)


@pytest.mark.parametrize("metric", prices.PRICED)
def test_the_price_is_the_chance_at_the_best_threshold(metric: str) -> None:
    found = normal_scores.at_best(metric, 0.85, 0.2)
    assert found["price"] == pytest.approx(found["chance"], abs=1e-6)


def test_the_best_f1_of_normal_scores_prices_as_the_chapter_says() -> None:
    found = normal_scores.prices(["F1"], [0.7, 0.8, 0.9, 0.97], [0.1])
    np.testing.assert_allclose(found["price"], [0.14, 0.20, 0.28, 0.38], atol=0.005)


def test_scores_at_every_threshold_are_the_counted_ones() -> None:
    for labels, scores in samples(4):
        for a, b in counted.places(2):
            found = real.scores_at(Sweep(labels, scores), float(a), float(b))
            wanted = [float(counted.score_of(matrix, (a, b))) for matrix in counted.thresholds(labels, scores)]
            np.testing.assert_allclose(found, wanted, atol=1e-12)


def test_the_implied_price_of_a_sample_comes_with_the_prices_of_its_threshold() -> None:
    for labels, scores in samples(5):
        matrices = counted.thresholds(labels, scores)
        found = real.implied(labels, np.array(scores, dtype=float))
        values = [counted.score_of(matrix, (Fraction(1), Fraction(1, 2))) for matrix in matrices]
        low, high = counted.prices(matrices, values.index(max(values)))
        assert found["best"] == pytest.approx(float(max(values)))
        assert found["price"] == pytest.approx(float(max(values)) / 2)
        assert found["from"] - 1e-12 <= found["price"] <= found["to"] + 1e-12
        if low < high:
            assert (found["from"], found["to"]) == pytest.approx((float(low), float(high)))


def test_lines_meet_cost_curves_at_the_implied_price() -> None:
    places = {"F1": (1.0, 0.5), "F2": (1.0, 0.8)}
    lines = real.lines("wine", places).set_index(["score", "R"])
    for row in real.meetings("wine", ["tree"], places).itertuples():
        begin, end = lines.loc[(row.score, 0.0)], lines.loc[(row.score, 1.0)]
        assert row.price == pytest.approx(begin["price"] + row.best * (end["price"] - begin["price"]))
        assert row.loss == pytest.approx((1 - row.best) * begin["loss"])


def test_a_search_in_a_large_sample_finds_the_best_threshold() -> None:
    found = chosen.search(0.85, 0.2, 4000, 5, rng=np.random.default_rng(1))
    best = normal_scores.at_best("F1", 0.85, 0.2)
    np.testing.assert_allclose(found["F1"], best["value"], atol=2e-3)
    np.testing.assert_allclose(found["best F1"], best["value"], atol=0.02)


def test_the_model_finds_the_best_threshold_too() -> None:
    found = chosen.by_rule(0.85, 0.2, 4000, 5, rng=np.random.default_rng(1))
    np.testing.assert_allclose(found["price"], normal_scores.at_best("F1", 0.85, 0.2)["price"], atol=0.02)
