"""The tables behind the chapter on causal discovery: hand-computed values, naive twins, and the committed scores."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import accuracy, auroc, decision_curves, lxcim
from metricbook.causal import METHODS, decided, tuebingen_scores
from scoring_the_scores.lxcim.causal_discovery import tables as table_1


def sample(seed: int, n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Scores with ties in their magnitude, and weights."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, 8, n) * rng.choice([-1.0, 1.0], n), rng.integers(1, 5, n) / 4


@pytest.fixture
def table() -> pd.DataFrame:
    """Scores of six pairs by two methods, one of which leaves two pairs out."""
    return pd.DataFrame(
        {
            "weight": [1.0, 0.5, 0.5, 1.0, 0.0, 1.0],
            "RECI": [3.0, -2.0, 1.0, 0.5, 9.0, -0.25],
            "SLOPE": [np.nan, 1.0, -2.0, 0.0, 1.0, 3.0],
        },
        index=pd.Index(range(1, 7), name="pair"),
    )


def test_bands_are_ordered_and_hold_the_share_within_a_point(table):
    bands = table_1.auroc_bands(table, ["RECI", "SLOPE"], draws=300, rng=np.random.default_rng(2))
    assert (bands["low"] <= bands["median"]).all()
    assert (bands["median"] <= bands["high"]).all()
    assert bands["within"].between(0, 1).all()
    scores, weights = decided(table["SLOPE"], table["weight"])
    assert bands.loc["SLOPE", "lxcim"] == lxcim(np.ones(3, dtype=bool), scores, sample_weight=weights)


def test_curves_are_those_of_each_method(table):
    curves = table_1.method_curves(table, ["SLOPE", "RECI"])
    assert curves["method"].unique().tolist() == ["SLOPE", "RECI"]
    part = curves[curves["method"] == "SLOPE"]
    assert part["decision_rate"].tolist() == [0, 0.5, 0.75, 1]
    assert part["cumulative_accuracy"].tolist() == [0, 0.5, 0.5, 0.75]


def test_roc_curves_share_one_orientation(table):
    rng = np.random.default_rng(5)
    swapped = np.random.default_rng(5).random(len(table)) < 0.5
    roc = table_1.method_roc_curves(table, ["RECI", "SLOPE"], rng=rng)
    for name, part in roc.groupby("method"):
        used = table[name].notna() & (table[name] != 0) & (table["weight"] > 0)
        labels = ~swapped[used]
        scores = np.where(swapped, -table[name], table[name])[used]
        area = np.trapezoid(part["true_positive_rate"], part["false_positive_rate"])
        assert area == pytest.approx(auroc(labels, scores, sample_weight=table.loc[used, "weight"]))


def test_local_accuracies_add_up_to_the_accuracy():
    scores, weights = sample(8)
    curve = decision_curves(np.ones(12, dtype=bool), scores, sample_weight=weights)
    edges = [0, 0.1, 0.35, 0.6, 1]
    slopes = table_1.local_accuracy(curve, edges)
    assert slopes @ np.diff(edges) == pytest.approx(curve["accuracy"].iloc[-1])
    assert slopes.min() >= 0
    assert slopes.max() <= 1 + 1e-12
    for wrong in ([0.5, 0.5], [0, 1.5], [-0.1, 1], [0.3]):
        with pytest.raises(ValueError, match="edges must increase"):
            table_1.local_accuracy(curve, wrong)


@pytest.mark.parametrize("seed", range(4))
def test_no_stretch_is_weaker_than_the_weakest(seed):
    scores, weights = sample(seed, 20)
    curve = decision_curves(np.ones(20, dtype=bool), scores, sample_weight=weights)
    lowest, begin = table_1.weakest_stretch(curve, 0.2, start=0.1)
    assert table_1.local_accuracy(curve, [begin, min(begin + 0.2, 1)])[0] == pytest.approx(lowest)
    tried = [table_1.local_accuracy(curve, [a, a + 0.2])[0] for a in np.linspace(0.1, 0.8 - 1e-12, 500)]
    assert lowest <= min(tried) + 1e-12
    assert lowest == pytest.approx(min(tried), abs=0.05)


def test_the_orders_of_three_decisions():
    # One of three is right, and comes first: of the six orders two have it first and two have it last, as far from 0.
    gap, p = table_1.confidence_test([3.0, -2.0, -1.0], np.ones(3), draws=6000, rng=np.random.default_rng(3))
    assert gap == pytest.approx(5 / 9 - 3 / 9)
    assert p == pytest.approx(2 / 3, abs=0.03)


def test_a_method_that_knows_when_it_knows_is_found_out():
    scores = np.concatenate([np.arange(60.0, 30.0, -1.0), -np.arange(30.0, 0.0, -1.0)])
    gap, p = table_1.confidence_test(scores, np.ones(60), draws=999, rng=np.random.default_rng(4))
    assert gap == pytest.approx(0.25)
    assert p == 1 / 1000


def test_the_committed_scores_have_known_columns():
    table = tuebingen_scores()
    names = [name for name in METHODS if name in table]
    assert set(table.columns) == {"weight", *names}
    curves = table_1.method_curves(table, names)
    ends = curves.groupby("method", sort=False)["accuracy"].last()
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        assert ends[name] == pytest.approx(accuracy(np.ones(scores.size, dtype=bool), scores, sample_weight=weights))
