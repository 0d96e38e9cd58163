"""The six measures of rankings, as fractions, against their definitions and the package."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from metricbook import auch, auroc, expected_min_loss
from scoring_the_scores.flach import completions
from scoring_the_scores.flach.six_measures import LOSSES, MEASURES, measures, measures_of_all

SHORT = {"AUC": "auc", "AUCH": "auch", "L_U(c)": "Uc", "L_B(z)": "Bz", "L_U(z)": "Uz", "L_B(c)": "Bc"}


def falling(n):
    return list(range(n, 0, -1))


@pytest.mark.parametrize("n", range(2, 6))
def test_every_ranking_has_the_measures_of_the_definitions(n):
    for ranking in product((0, 1), repeat=n):
        if 0 < sum(ranking) < n:
            expected = completions.measures(ranking, falling(n))
            assert measures(ranking) == {name: expected[short] for name, short in SHORT.items()}


def test_larger_rankings_have_the_measures_of_the_package():
    rng = np.random.default_rng(3)
    for _ in range(20):
        ranking = rng.integers(0, 2, 30)
        found = measures(ranking.tolist())
        assert float(found["AUC"]) == pytest.approx(auroc(ranking, falling(30)), abs=1e-14)
        assert float(found["AUCH"]) == pytest.approx(auch(ranking, falling(30)), abs=1e-14)
        for name in LOSSES:
            over, a = {"c": "cost", "z": "skew"}[name[4]], {"U": 1, "B": 2}[name[2]]
            value = expected_min_loss(ranking, falling(30), over=over, alpha=a, beta=a)
            assert float(found[name]) == pytest.approx(value, abs=1e-14)


def test_one_class_has_no_measures():
    with pytest.raises(ZeroDivisionError):
        measures([1, 1])


def test_all_rankings_once():
    table = measures_of_all(4, 5)
    assert len(table) == table.index.nunique() == 126
    assert list(table.columns) == list(MEASURES)
    assert {(name.count("1"), len(name)) for name in table.index} == {(4, 9)}


def test_the_smallest_loss_is_a_fraction():
    assert measures([1, 0, 1, 0])["L_B(c)"] == F(5, 32)
