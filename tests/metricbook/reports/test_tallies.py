"""Counts per distinct score add up wherever they were made, and bins say how far off they can be."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.metrics.sweep import Sweep
from metricbook.reports import tallies
from metricbook.reports.bad_input import BadInput
from metricbook.reports.predictions import Tally
from metricbook.reports.tallies import (
    BinnedTally,
    Bins,
    bracket,
    coarsen,
    count_in_bins,
    count_partition,
    merge,
    quantile_edges,
    tally_of,
)
from tests.whole import in_whole_run

from .made import BRACKETED, cases, same


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return cases()


def parts(frame: pd.DataFrame, number: int, **more: Any) -> list[Tally]:
    """The tallies of parts of the cases, one of them empty."""
    cut = np.linspace(0, len(frame), number).astype(int)
    named: dict[str, Any] = {"label": "y", "score": "tied", "negative": "no", "positive": "yes"} | more
    return [count_partition(frame.iloc[a:b], **named) for a, b in zip([0, *cut], [*cut, len(frame)], strict=True)]


def test_parts_add_up_to_the_whole_in_any_order(frame: pd.DataFrame) -> None:
    whole = tally_of(frame["tied"].to_numpy(), (frame["y"] == "yes").to_numpy())
    tallies = parts(frame, 5)
    assert same(merge(tallies), whole)
    assert same(merge([merge(tallies[3:]), merge(tallies[1:3]), tallies[0]]), whole)
    assert not merge(tallies).binned


def test_bins_of_the_same_edges_add_up_too(frame: pd.DataFrame) -> None:
    edges = quantile_edges(parts(frame, 5, score="fine")[1], 300)
    tallies = parts(frame, 5, score="fine", edges=edges)
    one, other = merge(tallies), merge([merge(tallies[:2]), merge(tallies[2:])])
    assert same(one, other)
    whole = count_in_bins(frame["fine"].to_numpy(), (frame["y"] == "yes").to_numpy(), None, edges)
    assert same(one, whole)
    assert isinstance(one, BinnedTally)
    assert np.array_equal(one.highest, whole.highest)


@pytest.mark.parametrize("weighted", [False, True])
def test_bins_are_filled_in_any_order_and_in_several_turns(weighted: bool) -> None:
    rng = np.random.default_rng(1)
    scores, positive = rng.normal(size=500).round(2), rng.random(500) < 0.4
    weights = rng.gamma(2.0, size=500) if weighted else None
    each = np.ones(500) if weights is None else weights
    edges = np.array([-1.0, 0.0, 0.5, 9.0])  # nothing is in the last bin, and the first takes what is below
    bins = Bins(edges)
    for part in (slice(0, 100), slice(100, 500)):
        bins.add(scores[part], positive[part], None if weights is None else weights[part])
    found = bins.tally()
    place = np.maximum(np.searchsorted(edges, scores, "right") - 1, 0)
    assert found.binned
    for k in range(3):
        of = place == k
        assert (found.scores[k], found.highest[k]) == (scores[of].min(), scores[of].max())
        assert found.positives[k] == pytest.approx(each[of & positive].sum())
        assert found.negatives[k] == pytest.approx(each[of & ~positive].sum())
    assert found.scores.size == 3


def test_edges_are_where_the_weight_is_parted() -> None:
    tally = Tally(np.arange(5.0), np.array([1.0, 0, 0, 5, 0]), np.array([0.0, 1, 1, 0, 4]))
    assert quantile_edges(tally, 2).tolist() == [0, 4]
    assert quantile_edges(tally, 4).tolist() == [0, 3, 4]
    assert quantile_edges(tally, 100).tolist() == [0, 1, 2, 3, 4]
    assert quantile_edges(Tally(np.arange(300.0), np.ones(300), np.zeros(300))).size == 256


def test_zeros_of_both_signs_are_one_score() -> None:
    found = tally_of(np.array([0.0, -0.0]), np.array([True, False]))
    assert (found.scores.tolist(), found.positives.tolist(), found.negatives.tolist()) == ([0], [1], [1])


@pytest.mark.parametrize("metric", BRACKETED)
def test_a_bracket_needs_both_classes(metric: str) -> None:
    for positives, negatives in ((np.ones(2), np.zeros(2)), (np.zeros(2), np.ones(2))):
        if metric == "average_precision" and positives.any():
            continue
        with pytest.raises(ValueError, match=metric if metric != "auch" else "auc"):
            bracket(metric, BinnedTally(np.arange(2.0), positives, negatives, np.array([0.5, 1])))


def test_as_many_scores_as_bins_are_left_as_they_are() -> None:
    tally = Tally(np.arange(9.0), np.ones(9), np.zeros(9))
    assert coarsen(tally, 9) is tally
    assert coarsen(tally) is tally
    assert coarsen(tally, 3).binned


def test_bins_that_overlap_become_one() -> None:
    first = BinnedTally(np.array([0.0, 5.0]), np.ones(2), np.zeros(2), np.array([2.0, 6.0]))
    second = BinnedTally(np.array([1.0]), np.ones(1), np.ones(1), np.array([3.0]))
    both = merge([first, second])
    assert isinstance(both, BinnedTally)
    assert (both.scores.tolist(), both.highest.tolist(), both.positives.tolist()) == ([0, 5], [3, 6], [2, 1])


def test_a_part_with_a_third_label_is_refused() -> None:
    frame = pd.DataFrame({"y": ["yes", "maybe"], "p": [0.1, 0.2]})
    with pytest.raises(BadInput, match='"maybe", neither "no" nor "yes"'):
        count_partition(frame, label="y", score="p", negative="no", positive="yes")


@in_whole_run
def test_processes_count_what_one_counts(frame: pd.DataFrame) -> None:
    dask = pytest.importorskip("dask", reason="the extra `dask` is not installed")
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    frames = pytest.importorskip("dask.dataframe", reason="the extra `dask` is not installed")
    whole = tally_of(frame["tied"].to_numpy(), (frame["y"] == "yes").to_numpy(), frame["w"].to_numpy(dtype=float))
    with (
        distributed.LocalCluster(
            processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = [
            dask.delayed(count_partition)(part, label="y", score="tied", negative="no", positive="yes", weight="w")
            for part in frames.from_pandas(frame, npartitions=7).to_delayed()
        ]
        computed = dask.compute(*found)
        assert len(client.scheduler_info()["workers"]) == 2
    assert same(merge(computed), whole)


def exact_bracket(metric: str, tally: BinnedTally) -> tuple[float, float]:
    """Lowest and highest value over all orders and ties of the cases of each bin, one bin at a time being enough."""

    options = []
    for positives, negatives in zip(tally.positives.astype(int), tally.negatives.astype(int), strict=True):
        options.append(list(_ways(positives, negatives)))
    values = []
    for chosen in product(*options):
        steps = [step for way in chosen[::-1] for step in way]
        positives_, negatives_ = (np.array([step[c] for step in steps], dtype=float) for c in (0, 1))
        values.append(BRACKETED[metric](Sweep.of_steps(np.arange(len(steps), 0.0, -1), positives_, negatives_)))
    return min(values), max(values)


def _ways(positives: int, negatives: int) -> Any:
    """All ways to cut so many cases into steps of cases that are tied."""
    if positives == negatives == 0:
        yield ()
        return
    for p in range(positives + 1):
        for n in range(negatives + 1):
            if p + n:
                for rest in _ways(positives - p, negatives - n):
                    yield ((p, n), *rest)


@pytest.mark.parametrize("metric", BRACKETED)
@pytest.mark.parametrize("bins", [((2, 2), (1, 2)), ((0, 2), (2, 1), (1, 1)), ((3, 1), (0, 1)), ((1, 1), (2, 2))])
def test_no_order_within_bins_leaves_the_bracket(metric: str, bins: tuple[tuple[int, int], ...]) -> None:
    positives, negatives = np.array(bins, dtype=float).T
    lowest = np.arange(len(bins), dtype=float)
    tally = BinnedTally(lowest, positives, negatives, lowest + 0.5)
    lower, upper = bracket(metric, tally)
    least, most = exact_bracket(metric, tally)
    assert lower <= least + 1e-15
    assert most <= upper + 1e-15
    if metric != "average_precision":
        assert (lower, upper) == pytest.approx((least, most), abs=1e-15)


@pytest.mark.parametrize("metric", BRACKETED)
def test_distinct_scores_leave_nothing_open(metric: str, frame: pd.DataFrame) -> None:
    tally = tally_of(frame["tied"].to_numpy(), (frame["y"] == "yes").to_numpy())
    lower, upper = bracket(metric, tally)
    assert lower == upper == BRACKETED[metric](Sweep(frame["y"], frame["tied"], pos_label="yes"))


def test_a_bin_of_one_score_is_a_tie_and_no_bracket() -> None:
    tally = BinnedTally(np.array([0.0, 1.0]), np.ones(2), np.ones(2), np.array([0.0, 1.0]))
    assert bracket("auroc", tally) == (0.5, 0.5)


def test_other_metrics_have_no_bracket() -> None:
    with pytest.raises(ValueError, match="metric must be one of"):
        bracket("brier_score", Tally(np.zeros(1), np.ones(1), np.ones(1)))


def test_coarse_tallies_have_no_more_bins_than_are_asked_for() -> None:
    rng = np.random.default_rng(3)
    for heavy in (0, 5, 200):
        weight = rng.random(1_000)
        weight[:heavy] *= 1_000
        rng.shuffle(weight)
        tally = Tally(np.arange(1_000.0), weight, np.zeros(1_000))
        for most in (3, 10, 100, 999):
            coarse = coarsen(tally, most)
            assert coarse.scores.size <= most
            assert coarse.positives.sum() == pytest.approx(weight.sum())
    with pytest.raises(ValueError, match="at least 3"):
        coarsen(tally, 2)


def test_nothing_merges_to_nothing_but_an_error() -> None:
    with pytest.raises(ValueError, match="at least one tally"):
        merge([])
    empty = Tally(np.empty(0), np.empty(0), np.empty(0))
    assert merge([empty, empty]).scores.size == 0
    assert tallies.highest_of(empty).size == 0


@pytest.mark.parametrize("share", [0.001, 0.02])
def test_in_bins_a_rare_class_loses_nothing(share: float) -> None:
    rng = np.random.default_rng(4)
    positive = rng.random(20_000) < share
    tally = tally_of(rng.normal(size=20_000) + 2 * positive, positive)
    coarse = coarsen(tally, 2_000)
    assert coarse.scores.size <= 2_000
    assert bracket("auroc", coarse) == pytest.approx(bracket("auroc", tally), rel=1e-12)
    # The lower bound of average precision spreads the positives of a score, too.
    assert bracket("average_precision", coarse)[1] == pytest.approx(bracket("average_precision", tally)[1], rel=1e-12)
