"""Resampling families of pairs: by hand, against the metrics themselves, and on samples whose answer is known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import accuracy, audrc_sum, lxcim
from metricbook.causal import decided, load_tuebingen, tuebingen_metadata
from scoring_the_scores.files import data_folder
from scoring_the_scores.lxcim.reading_table_1 import uncertainty
from tests.whole import in_whole_run

SHARED = data_folder().parents[1] / "shared" / "data" / "tuebingen"
METADATA = tuebingen_metadata()
FUNCTIONS = {"LxCIM": lxcim, "Accuracy": accuracy, "AUDRC": audrc_sum}


# ---------- families


def test_the_pairs_make_39_families_of_weight_one():
    family = uncertainty.families(METADATA["weight"])
    assert len(family) == 103
    assert family.nunique() == 39
    weights = METADATA["weight"].groupby(family).sum()
    assert weights.between(0.995, 1.005).all()
    assert family[[1, 2, 3, 4, 20, 21]].tolist() == [1] * 6
    assert family[[12, 17, 42, 77, 101, 105]].tolist() == [12, 12, 42, 42, 101, 101]
    assert family[[97, 98, 102, 103, 104]].tolist() == [97] * 5
    assert (family.groupby(family).agg(lambda part: part.index.min()) == sorted(family.unique())).all()


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no official files in {SHARED}")
def test_pairs_that_share_a_variable_are_of_one_family():
    """The values bear out what the weights say: no variable occurs in two families."""
    family = uncertainty.families(METADATA["weight"])
    seen: dict[bytes, set[int]] = {}
    pairs = load_tuebingen(SHARED, multivariate=False)
    for pair in pairs.values():
        if pair.weight > 0:
            for values in (pair.cause, pair.effect):
                seen.setdefault(np.sort(values).tobytes(), set()).add(pair.number)
    shared = [numbers for numbers in seen.values() if len(numbers) > 1]
    assert len(shared) >= 15
    assert all(family[list(numbers)].nunique() == 1 for numbers in shared)


@pytest.mark.parametrize(
    ("weights", "message"),
    [([0.5, 0.5, 0.5], "3 pairs have a weight near 1/2"), ([0.45, 0.45, 1.0], "pairs 1, 2 weigh 0.900 together")],
)
def test_weights_that_make_no_families_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        uncertainty.families(pd.Series(weights, index=range(1, len(weights) + 1)))


# ---------- metrics under many weights


@given(
    st.lists(st.sampled_from([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 2.5, np.nan]), min_size=1, max_size=8),
    st.integers(0, 2**32 - 1),
)
def test_metrics_are_those_of_the_weighted_sample(scores, seed):
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 4, (5, len(scores))).astype(float)
    found = uncertainty.metrics_under(scores, weights)
    for row, weight in enumerate(weights):
        values, heavy = decided(scores, weight)
        for name, function in FUNCTIONS.items():
            if heavy.size:
                wanted = function(np.ones(values.size, dtype=bool), values, sample_weight=heavy)
                assert found[name][row] == pytest.approx(wanted, abs=1e-12)
            else:
                assert np.isnan(found[name][row])


def test_a_weight_of_two_is_the_pair_twice():
    once = uncertainty.metrics_under([3.0, -2.0, 1.0], [[2.0, 1.0, 1.0]])
    twice = uncertainty.metrics_under([3.0, 3.0, -2.0, 1.0], np.ones((1, 4)))
    assert once["LxCIM"] == pytest.approx(twice["LxCIM"])
    assert once["Accuracy"] == twice["Accuracy"] == [0.75]


def test_resamples_draw_whole_groups():
    groups = [7, 7, 3, 3, 3, 9]
    factors = uncertainty.resampled(groups, draws=4000, rng=np.random.default_rng(1))
    assert (factors[:, 0] == factors[:, 1]).all()
    assert (factors[:, [0, 2, 5]].sum(axis=1) == 3).all()
    np.testing.assert_allclose(factors.mean(axis=0), 1, atol=0.06)  # sd of a mean: 0.013


# ---------- intervals and differences


def test_methods_share_the_resamples():
    table = pd.DataFrame({"weight": [1.0, 0.5, 0.5, 1.0], "A": [3.0, -2, 1, 4]}, index=[1, 2, 3, 4])
    table["B"] = table["A"] * 10
    groups = uncertainty.families(table["weight"])
    draws = uncertainty.resampled_metrics(table, ["A", "B"], groups=groups, draws=50, rng=np.random.default_rng(0))
    assert set(draws) == set(uncertainty.METRICS)
    assert (draws["LxCIM"]["A"] == draws["LxCIM"]["B"]).all()
    assert draws["LxCIM"]["A"].std() > 0


def test_intervals_by_hand():
    draws = pd.DataFrame({"A": [0.0, 0.1, 0.2, 0.3, 0.4], "B": [0.2] * 5})
    found = uncertainty.intervals(pd.Series({"A": 0.2, "B": 0.2}), draws, level=0.5)
    error = np.sqrt(0.025)
    assert found.loc["A"].tolist() == pytest.approx([0.2, error, 0.1, 0.3, 0.1, 0.3])
    assert found.loc["B"].tolist() == pytest.approx([0.2, 0, 0.2, 0.2, 0.2, 0.2])
    alone = uncertainty.intervals(pd.Series({"B": 0.2}), draws)
    assert alone.loc["B"].tolist() == pytest.approx([0.2, 0, 0.2, 0.2, 0.2, 0.2])


def test_simultaneous_intervals_hold_all_methods_at_once():
    """Of many independent estimates each simple interval misses now and then; the joint ones hold all together."""
    rng = np.random.default_rng(3)
    names = list(range(30))
    draws = pd.DataFrame(rng.normal(0, 1, (4000, 30)), columns=names)
    found = uncertainty.intervals(pd.Series(0.0, index=names), draws)
    fresh = rng.normal(0, 1, (2000, 30))
    by_itself = ((fresh >= found["low"].to_numpy()) & (fresh <= found["high"].to_numpy())).all(axis=1).mean()
    at_once = ((fresh >= found["low_all"].to_numpy()) & (fresh <= found["high_all"].to_numpy())).all(axis=1).mean()
    assert by_itself < 0.3
    assert abs(at_once - 0.95) < 0.02


def test_intervals_refuse_what_they_cannot_judge():
    estimates, draws = pd.Series({"A": 0.5}), pd.DataFrame({"A": [0.5, np.nan]})
    with pytest.raises(ValueError, match="level must be between 0 and 1, not 95"):
        uncertainty.intervals(estimates, draws, level=95)
    with pytest.raises(ValueError, match="no number for A"):
        uncertainty.intervals(estimates, draws)


def test_differences_rank_the_methods_and_judge_each_two():
    rng = np.random.default_rng(0)
    common = rng.normal(0, 0.1, 2000)
    draws = pd.DataFrame({"A": 0.5 + common, "B": 0.7 + common + rng.normal(0, 0.01, 2000), "C": 0.45 - common})
    found = uncertainty.differences(pd.Series({"A": 0.5, "B": 0.7, "C": 0.45}), draws)
    assert found[["better", "worse"]].to_numpy().tolist() == [["B", "A"], ["B", "C"], ["A", "C"]]
    assert found["estimate"].tolist() == pytest.approx([0.2, 0.25, 0.05])
    # Much larger than its own noise though both methods move; far within the noise, since they move apart.
    assert found["together"].tolist() == [True, False, False]
    assert (found["low_all"] <= found["low"] + 0.01).all()


@in_whole_run
def test_the_interval_covers_nearly_what_it_should():
    """With 39 families percentile intervals are a little short; those of unrelated pairs are far too short."""
    found = uncertainty.calibration(families_=39, size=3, samples=200, draws=300, rng=np.random.default_rng(11))
    assert 0.88 <= found["covered"] <= 0.98  # 0.93 with an error of 0.02
    assert 0.02 <= found["told apart"] <= 0.14
    assert found["pairs as if independent"] < 0.85


@in_whole_run
def test_more_families_cover_better_and_the_level_counts():
    rng = np.random.default_rng(12)
    assert uncertainty.calibration(families_=200, size=1, samples=100, draws=300, rng=rng)["covered"] >= 0.88
    half = uncertainty.calibration(families_=39, size=1, samples=100, draws=200, rng=rng, level=0.5)
    assert 0.35 <= half["covered"] <= 0.65
    assert abs(half["pairs as if independent"] - half["covered"]) < 0.1  # families of one pair: the same thing


# ---------- against chance


def test_coin_flips_keep_families_together_and_centre_on_one_half():
    table = pd.DataFrame({"weight": [0.5, 0.5, 1.0], "M": [3.0, 2.0, -1.0]}, index=[1, 2, 3])
    groups = uncertainty.families(table["weight"])
    found = uncertainty.coin_flips(table, "M", groups=groups, draws=4000, rng=np.random.default_rng(0))
    assert set(np.round(found["Accuracy"], 12)) == {0.0, 0.5, 1.0}
    assert abs(found["LxCIM"].mean() - 0.5) < 0.03
    # Kept or turned as one: the first family gives 3/4 of LxCIM, the second 1/4.
    assert set(np.round(found["LxCIM"], 12)) == {0.0, 0.25, 0.75, 1.0}


def test_holm_by_hand():
    adjusted = uncertainty.holm(pd.Series({"A": 0.04, "B": 0.01, "C": 0.03, "D": 0.9}))
    assert adjusted.to_dict() == pytest.approx({"A": 0.09, "B": 0.04, "C": 0.09, "D": 0.9})
    assert uncertainty.holm(pd.Series({"A": 0.7, "B": 0.8})).to_dict() == {"A": 1.0, "B": 1.0}


def test_against_chance_counts_the_draws_that_do_as_well():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        {"weight": 1.0, "right": 1.0 + rng.random(12), "coin": rng.normal(size=12)}, index=range(1, 13)
    )
    groups = uncertainty.families(table["weight"])
    found = {name: uncertainty.metrics_under(table[name], np.ones((1, 12)))["LxCIM"][0] for name in ("right", "coin")}
    chance = uncertainty.against_chance(
        table, pd.Series(found), metric="LxCIM", groups=groups, draws=4000, rng=np.random.default_rng(1)
    )
    assert found["right"] == 1
    assert chance.loc["right", "p"] < 0.003  # all twelve coins must fall alike: one in 4096
    assert chance.loc["right", "adjusted"] == 2 * chance.loc["right", "p"]
    draws = uncertainty.coin_flips(table, "coin", groups=groups, draws=4000, rng=np.random.default_rng(2))["LxCIM"]
    assert chance.loc["coin", "p"] == pytest.approx((draws >= found["coin"] - 1e-12).mean(), abs=0.05)
