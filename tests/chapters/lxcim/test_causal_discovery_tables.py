"""The tables behind the chapter on causal discovery: hand-computed values, naive twins, and the committed scores."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import accuracy, audrc_sum, auroc, lxcim
from metricbook.causal import METHODS
from metricbook.causal.evaluation import decided
from metricbook.causal.tuebingen import tuebingen_scores
from metricbook.chapters.lxcim.causal_discovery import tables as table_1
from metricbook.metrics.curves import decision_curves


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


def test_methods_come_in_the_order_of_the_registry():
    columns = pd.DataFrame(columns=[*reversed(list(METHODS)), "weight", "unknown"])
    assert table_1.scored_methods(columns) == list(METHODS)


def test_cards_count_scores_and_add_seconds():
    runs = pd.DataFrame({"method": ["ANM", "ANM", "RECI"], "score": [1.0, np.nan, -2.0], "seconds": [1.5, 2.0, 0.25]})
    cards = table_1.cards(runs, ["ANM", "RECI"])
    assert cards["pairs"].tolist() == [1, 1]
    assert cards["seconds"].tolist() == [3.5, 0.25]
    assert cards["draws"].tolist() == ["yes", "no"]
    assert cards["source"].tolist() == [METHODS[name].reference for name in ("ANM", "RECI")]


def test_cells_count_what_prints_alike(table):
    scores, weights = decided(table["RECI"], table["weight"])
    right = np.ones(scores.size, dtype=bool)
    exact = [100 * metric(right, scores, sample_weight=weights) for metric in (lxcim, accuracy, audrc_sum)]
    printed = pd.DataFrame(
        [np.round(exact, 1), np.round(exact, 1) + np.array([0.1, 0, 0])], ["RECI", "CAM"], list(table_1.INVARIANT)
    )
    beside = table_1.cells(table.assign(CAM=table["RECI"]), printed)
    assert beside["equal"].tolist() == [3, 2]
    assert beside["pairs"].tolist() == [5, 5]
    assert beside.loc["RECI", "LxCIM"] == beside.loc["RECI", "LxCIM printed"]


def test_bands_are_ordered_and_hold_the_share_within_a_point(table):
    bands = table_1.auroc_bands(table, ["RECI", "SLOPE"], draws=300, rng=np.random.default_rng(2))
    assert (bands["low"] <= bands["median"]).all()
    assert (bands["median"] <= bands["high"]).all()
    assert bands["within"].between(0, 1).all()
    scores, weights = decided(table["SLOPE"], table["weight"])
    assert bands.loc["SLOPE", "lxcim"] == lxcim(np.ones(3, dtype=bool), scores, sample_weight=weights)


def test_three_ways_leave_out_what_is_not_there(table):
    table.index = pd.Index([1, 2, 3, 4, 52, 105], name="pair")
    printed = pd.DataFrame(
        {"LxCIM": [50.0, 60.0, 70.0], "Accuracy": 50.0, "AUROC": 50.0, "AUDRC": 50.0}, index=["ANM", "RECI", "SLOPE"]
    )
    found = table_1.three_ways(table.assign(ANM=1.0), printed, draws=50, rng=np.random.default_rng(6))
    assert found["LxCIM"]["printed"].tolist() == [50, 60, 70]
    assert np.isnan(found.loc["ANM", ("LxCIM", "ours")])
    assert found.loc["ANM", ("LxCIM", "properly")] == 100
    for metric in printed:
        assert found.loc["RECI", (metric, "ours")] == found.loc["RECI", (metric, "properly")]
    # SLOPE reads two columns of the cause of pair 105, its right and most confident decision, for the pair.
    assert found.loc["SLOPE", ("Accuracy", "ours")] == 75.0
    assert found.loc["SLOPE", ("Accuracy", "properly")] == 50.0


def test_only_pairs_of_several_columns_lose_scores():
    table = tuebingen_scores()
    mended = table_1.without_misread_columns(table)
    for name in table_1.scored_methods(table):
        lost = table.index[table[name].notna() & mended[name].isna()].tolist()
        assert lost == ([] if METHODS[name].several_columns == "drop" else [105])


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
    names = table_1.scored_methods(table)
    assert set(table.columns) == {"weight", *names}
    curves = table_1.method_curves(table, names)
    ends = curves.groupby("method", sort=False)["accuracy"].last()
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        assert ends[name] == pytest.approx(accuracy(np.ones(scores.size, dtype=bool), scores, sample_weight=weights))


def test_scores_are_compared_over_the_pairs_that_both_have():
    one = pd.DataFrame({"ANM": [1.0, -2.0, 3.0, np.nan, np.nan, 6.0]})
    other = pd.DataFrame({"ANM": [1.0 + 1e-12, 2.0, 4.0, 5.0, np.nan, np.nan]})
    row = table_1.pair_by_pair(one, other, ["ANM"]).loc["ANM"]
    assert row[["both", "only one", "only other"]].tolist() == [3, 1, 1]
    assert row["signs"] == pytest.approx(2 / 3)
    assert row["digits"] == pytest.approx(1 / 3)
    assert row["ranks"] == pytest.approx(0.5)
