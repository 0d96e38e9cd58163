"""Two models: how often their curves cross, and how often metrics order them oppositely, by how far apart they are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scoring_the_scores.synthesis import zoo_tables
from scoring_the_scores.synthesis.disagreement import tables
from scoring_the_scores.synthesis.disagreement.crossing import crossing_drawn


def test_curves_of_one_model_do_not_cross() -> None:
    assert crossing_drawn(0.7, 1.0, 20, 20, np.random.default_rng(0)) == 0


def test_random_curves_of_ten_and_ten_cross_as_often_as_the_formula_says() -> None:
    found = crossing_drawn(0.5, 0.0, 10, 2000, np.random.default_rng(2))
    error = math.sqrt(found * (1 - found) / 2000)
    assert found == pytest.approx(1 - 2 * 21 / 121 + 1 / math.comb(20, 10), abs=4 * error)


def test_quarters_by_worth_are_in_order_and_make_up_all_pairs() -> None:
    quarters = tables.by_worth("AUROC", "AP")
    assert (quarters["from"] <= quarters["to"]).all()
    assert (quarters["to"].to_numpy()[:-1] <= quarters["from"].to_numpy()[1:]).all()
    assert quarters["opposite"].mean() == pytest.approx(zoo_tables.shares().loc["AUROC", "AP"], abs=0.002)
    itself = tables.by_worth("AUROC", "AUROC")
    assert (itself["opposite"] == 0).all()
