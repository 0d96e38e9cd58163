"""The tables of which metrics an exchange moves, and the stages of an exchange."""

from __future__ import annotations

from fractions import Fraction

import pytest

from metricbook import confusion as cm
from metricbook.confusion import METRICS, exchanges
from scoring_the_scores.lxcim.invariance.tables import (
    SCORED,
    categorical_table,
    exchange_ranges,
    exchange_stages,
    movement,
    scored_table,
    swap_only,
)


def test_the_categorical_table_finds_accuracy_and_its_complement():
    table = categorical_table(total=5)
    assert list(table.index) == list(METRICS)
    assert set(table.index[table["LxC"]]) == {"accuracy", "error_rate"}
    survive_the_swap = {"balanced_accuracy", "youden_index", "geometric_mean", "cohen_kappa", "matthews_correlation"}
    assert set(table.index[table["I1"] & ~table["LxC"]]) == survive_the_swap


def test_a_counterexample_of_the_table_is_one():
    table = categorical_table(total=5)
    for name, row in table[~table["LxC"]].iterrows():
        before, after = (tuple(map(int, row[column].split())) for column in ("counts before", "counts after"))
        assert after in set(exchanges(before))
        assert METRICS[name](*before) != METRICS[name](*after)
        assert float(Fraction(row["before"])) == pytest.approx(float(METRICS[name](*before)), abs=1e-4)


def test_no_movement_is_none():
    assert movement(cm.accuracy, swap_only, total=4) is None
    assert movement(cm.precision, swap_only, total=4) is not None


def test_the_table_of_scored_metrics_separates_ranking_from_confidence():
    table = scored_table([0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0])
    assert list(table.index) == list(SCORED)
    assert set(table.index[table["LxC"]]) == {"accuracy", "lxcim", "audrc_sum", "audrc_integral"}
    assert table.loc["auroc", ["before", "after", "undefined"]].tolist() == pytest.approx([3 / 4, 1 / 3, 2])


def test_ranges_contain_the_value_and_shrink_for_invariant_metrics():
    table = exchange_ranges((7, 2, 3, 5)).set_index("metric")
    assert (table["lowest"] <= table["value"]).all()
    assert (table["value"] <= table["highest"]).all()
    still = table.index[table["lowest"] == table["highest"]]
    assert list(still) == ["accuracy", "error_rate"]
    assert table.loc["accuracy", "value"] == pytest.approx(12 / 17)


def test_stages_hold_the_sample_and_its_curve():
    stages = exchange_stages([0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0], [2])
    after = stages[(stages["stage"] == "after") & (stages["kind"] == "sample")]
    assert after[["x", "y"]].to_numpy().tolist() == [[-4, 0], [-3, 1], [-1, 1], [2, 1]]
    assert after["exchanged"].tolist() == [False, False, True, False]
    curve = stages[(stages["stage"] == "before") & (stages["kind"] == "roc")]
    assert curve[["x", "y"]].to_numpy().tolist() == [[0, 0], [0, 0.5], [0.5, 0.5], [0.5, 1], [1, 1]]


def test_stages_need_both_classes():
    with pytest.raises(ValueError, match="no negative"):
        exchange_stages([0, 1], [-1.0, 2.0], [0])
