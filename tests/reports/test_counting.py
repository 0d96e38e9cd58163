"""Counts of files equal those of the same cases in memory, and bins say how far off they can be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook
from metricbook.metrics.sweep import Sweep
from metricbook.reports import counting, tallies
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.predictions import Counts, Tally
from metricbook.reports.reading import read
from metricbook.reports.tallies import (
    BinnedTally,
    bracket,
    coarsen,
    count_partition,
    into_bins,
    merge,
    quantile_edges,
    tally_of,
)

pytest.importorskip("duckdb", reason="the extra `report` is not installed")
pytest.importorskip("pyarrow", reason="the extra `report` is not installed")

SIZE = 100_000
BRACKETED: dict[str, Callable[[Sweep], float]] = {
    "auroc": metricbook.auroc_of,
    "auch": metricbook.auch_of,
    "average_precision": metricbook.average_precision_of,
    "h_measure": metricbook.h_measure_of,
    "kolmogorov_smirnov": metricbook.kolmogorov_smirnov_of,
}


def cases(size: int = SIZE, seed: int = 0) -> pd.DataFrame:
    """Labels in words, a score with ties and zeros of both signs, one without ties, and weights."""
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.3
    signal = rng.normal(size=size) + positive
    tied = signal.round(2)
    tied[::7] *= 0.0
    return pd.DataFrame(
        {"y": np.where(positive, "yes", "no"), "tied": tied, "fine": signal, "w": rng.integers(0, 4, size)}
    )


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return cases()


@pytest.fixture(scope="module", params=["parquet", "csv", "csv.gz"])
def path(request: pytest.FixtureRequest, frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("counting") / f"cases.{request.param}"
    if request.param == "parquet":
        frame.to_parquet(file)
    else:
        frame.to_csv(file, index=False)
    return file


def same(one: Tally, other: Tally) -> bool:
    return all(
        np.array_equal(getattr(one, part), getattr(other, part)) for part in ("scores", "positives", "negatives")
    )


@pytest.mark.parametrize("weight", [None, "w"])
def test_counts_of_a_file_are_those_of_its_rows_in_memory(path: Path, weight: str | None) -> None:
    counts = count(path, label="y", scores=["tied", "fine"], weight=weight)
    kept = read(path, label="y", scores=["tied", "fine"], weight=weight)
    for name, scores in kept.scores.items():
        assert same(counts.tallies[name], tally_of(scores, kept.labels, kept.weights))
        assert not counts.tallies[name].binned
    assert (counts.source.rows, counts.source.positive, counts.source.digest) == (SIZE, "yes", kept.source.digest)


@pytest.mark.parametrize("weight", [None, "w"])
def test_joint_counts_are_those_of_the_rows_in_their_bins(path: Path, weight: str | None) -> None:
    counts = count(path, label="y", scores=["tied", "fine"], weight=weight)
    kept = read(path, label="y", scores=["tied", "fine"], weight=weight)
    places = [np.searchsorted(counts.edges[n], kept.scores[n], side="right") - 1 for n in ("tied", "fine")]
    expected = pd.DataFrame({"y": kept.labels.astype(int), "tied": places[0], "fine": places[1]})
    expected["count"] = 1.0 if kept.weights is None else kept.weights
    grouped = expected.groupby(["y", "tied", "fine"])["count"].sum()
    grouped = grouped[grouped > 0]
    found = pd.Series(counts.joint_counts, index=pd.MultiIndex.from_arrays(counts.joint.T))
    assert found.sort_index().to_dict() == grouped.to_dict()
    assert all(len(edges) <= 256 for edges in counts.edges.values())
    assert all(place.min() == 0 for place in places)


def test_one_model_is_said_all_of_by_its_tally(path: Path, frame: pd.DataFrame) -> None:
    counts = count(path, label="y", scores="tied", bins=16)
    place = np.searchsorted(counts.edges["tied"], frame["tied"], side="right") - 1
    expected = pd.DataFrame({"y": (frame["y"] == "yes").astype(int), "bin": place}).value_counts().to_dict()
    assert {tuple(row): int(n) for row, n in zip(counts.joint.tolist(), counts.joint_counts, strict=True)} == expected
    assert len(counts.edges["tied"]) <= 16
    largest = max(np.bincount(place))
    assert largest <= SIZE / 16 + frame["tied"].value_counts().max()


def binned(monkeypatch: pytest.MonkeyPatch, path: Path, **more: Any) -> Counts:
    """The counts as if a hundred distinct scores were too many."""
    monkeypatch.setattr(counting, "GROUPED", 50)
    monkeypatch.setattr(counting, "MOST_SCORES", 400)
    monkeypatch.setattr(counting, "DRAWN", 5_000)
    monkeypatch.setattr(counting, "BATCH", 7_000)
    return count(path, label="y", **more)


@pytest.mark.parametrize("weight", [None, "w"])
def test_bins_hold_every_case_and_bracket_what_is_read_off(
    path: Path, weight: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = read(path, label="y", scores=["tied", "fine"], weight=weight)
    counts = binned(monkeypatch, path, scores=["tied", "fine"], weight=weight)
    for name, scores in kept.scores.items():
        tally = counts.tallies[name]
        assert isinstance(tally, BinnedTally)
        assert tally.scores.size <= 400
        exact = Sweep(kept.labels, scores, sample_weight=kept.weights)
        assert (tally.positives.sum(), tally.negatives.sum()) == (exact.positives, exact.negatives)
        assert (tally.scores <= tally.highest).all()
        assert (tally.highest[:-1] < tally.scores[1:]).all()
        assert np.isin(tally.scores, scores).all()
        for metric, of in BRACKETED.items():
            lower, upper = bracket(metric, tally)
            assert lower <= of(exact) <= upper, metric
            assert upper - lower < 0.03, metric  # of some hundreds of bins


def test_a_score_that_many_cases_share_has_a_bin_to_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = binned(monkeypatch, path, scores="tied").tallies["tied"]
    assert isinstance(tally, BinnedTally)
    zero = np.searchsorted(tally.scores, 0.0)
    assert tally.scores[zero] == tally.highest[zero] == 0


def test_what_is_drawn_for_the_edges_is_the_same_each_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (binned(monkeypatch, path, scores="fine").tallies["fine"] for _ in range(2))
    assert same(one, other)


def test_the_statements_and_the_progress_are_shown(path: Path) -> None:
    statements: list[str] = []
    steps: list[tuple[float, str]] = []
    count(path, label="y", scores=["tied"], show_sql=statements.append, progress=lambda *step: steps.append(step))
    assert any("GROUP BY 1" in sql and "COUNT(*) FILTER (\"y\" = 'yes')" in sql for sql in statements)
    shares = [share for share, _ in steps]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_columns_are_guessed_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n-1,0.5\n1,0.25\n")
    assert count(path).source.said == read(path).source.said


def test_labels_are_mapped_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n0,0.5\n1.0,0.25\n1,0.75\n")
    assert count(path).tallies["p"].positives.tolist() == read(path).labels[[1, 0, 2]].astype(float).tolist()


BAD: list[tuple[str, str, tuple[str, ...], dict[str, Any]]] = [
    ("NaN", "y,p\n0,0.5\n1,nan\n1,nan\n", ("2 of 3 cells", "is NaN"), {}),
    ("inf", "y,p\n0,0.5\n1,inf\n", ("1 of 2 cells", "not finite"), {}),
    ("empty scores", "y,p\n0,0.5\n1,\n", ("1 of 2 cells", "missing: fill it in"), {}),
    ("text scores", "y,p\n0,0.5\n1,high\n", ("1 of 2 cells", '"high"'), {}),
    ("decimal commas", 'y,p\n0,0.5\n1,"0,5"\n', ("1 of 2 cells", "0.5 for 0,5"), {}),
    ("empty labels", "y,p\n0,0.5\n1,0.5\n,0.5\n", ('"y" has 1 cells that are empty',), {}),
    ("three labels", "y,p\n0,0.5\n1,0.5\n2,0.5\n", ("more than two labels",), {}),
    ("one class", "y,p\n1,0.5\n1,0.25\n", ("one class only",), {}),
    ("an unknown column", "y,p\n1,0.5\n0,0.25\n", ('no column "P"', 'did you mean "p"'), {"scores": "P"}),
    ("ragged rows", "y,p\n0,0.5\n1\n", ("line 3",), {}),
    ("names only", "y,p\n", ("no row",), {}),
    ("nothing", "", ("is empty",), {}),
    ("a name twice", "y,p,p\n0,1,1\n", ('two columns named "p"',), {}),
    ("a negative weight", "y,p,w\n0,0.5,1\n1,0.5,-2\n", ("negative weight -2",), {"scores": "p", "weight": "w"}),
    ("weights of zero", "y,p,w\n0,0.5,0\n1,0.5,0\n", ("zero only",), {"scores": "p", "weight": "w"}),
    ("a class of no weight", "y,p,w\n0,0.5,0\n1,0.5,1\n", ("no negative case",), {"scores": "p", "weight": "w"}),
    ("a huge integer", "y,p\n0,1\n1,9007199254740993\n", ("9007199254740993", "64 bits"), {"scores": "p"}),
    ("a NUL byte", "y,p\n0,1\n1,\0\n", ("NUL",), {}),
    ("no memory", "y,p\n0,1\n1,2\n", ("memory is",), {"memory": "much"}),
]


@pytest.mark.parametrize(("content", "says", "named"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_input_gets_one_sentence(
    content: str, says: tuple[str, ...], named: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(content)
    with pytest.raises(BadInput) as error:
        count(path, **named)
    said = str(error.value)
    assert all(part in said for part in says), said
    assert said.endswith((".", "?")), said
    assert said.isprintable(), said
    assert error.value.__cause__ is None


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ([0.1, None, 0.2], "1 of 3 cells"),
        ([True, False, True], "decisions"),
        ([[0.1], [0.2], [0.3]], "not numbers"),
        (pd.to_datetime(["2024-01-01"] * 3), "not numbers"),
        ([1, 2, 2**53 + 1], "64 bits"),
    ],
)
def test_bad_columns_of_parquet_get_one_sentence(values: Any, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pd.DataFrame({"y": [0, 1, 1], "p": values}).to_parquet(path)
    with pytest.raises(BadInput, match=says):
        count(path, label="y", scores="p")


def test_what_cannot_be_counted_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Standard input cannot be counted"):
        count("-")
    with pytest.raises(BadInput, match="not joined where they are counted"):
        count(["a.csv", "b.csv"])
    with pytest.raises(BadInput, match="is a folder"):
        count(tmp_path)
    with pytest.raises(BadInput, match="no file"):
        count(tmp_path / "none.parquet")
    (tmp_path / "a.jsonl").write_text("{}")
    with pytest.raises(BadInput, match="save it as Parquet or CSV"):
        count(tmp_path / "a.jsonl")
    broken = tmp_path / "a.parquet"
    broken.write_bytes(b"PAR1 and no more")
    with pytest.raises(BadInput, match="damaged"):
        count(broken)


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
    whole = into_bins(frame["fine"].to_numpy(), (frame["y"] == "yes").to_numpy(), None, edges)
    assert same(one, whole)
    assert isinstance(one, BinnedTally)
    assert np.array_equal(one.highest, whole.highest)


def test_bins_that_overlap_become_one() -> None:
    first = BinnedTally(np.array([0.0, 5.0]), np.ones(2), np.zeros(2), True, np.array([2.0, 6.0]))
    second = BinnedTally(np.array([1.0]), np.ones(1), np.ones(1), True, np.array([3.0]))
    both = merge([first, second])
    assert isinstance(both, BinnedTally)
    assert (both.scores.tolist(), both.highest.tolist(), both.positives.tolist()) == ([0, 5], [3, 6], [2, 1])


def test_a_part_with_a_third_label_is_refused() -> None:
    frame = pd.DataFrame({"y": ["yes", "maybe"], "p": [0.1, 0.2]})
    with pytest.raises(BadInput, match='"maybe", neither "no" nor "yes"'):
        count_partition(frame, label="y", score="p", negative="no", positive="yes")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_pipe_cannot_be_counted(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="is a pipe"):
        count(tmp_path / "pipe")


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
    from itertools import product

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
    tally = BinnedTally(lowest, positives, negatives, True, lowest + 0.5)
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
    tally = BinnedTally(np.array([0.0, 1.0]), np.ones(2), np.ones(2), True, np.array([0.0, 1.0]))
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
