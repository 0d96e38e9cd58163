"""Counts of files equal those of the same cases in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.metrics.sweep import Sweep
from metricbook.reports import counting
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.reading import read
from metricbook.reports.tallies import BinnedTally, bracket, tally_of
from tests.whole import mostly

from .made import BRACKETED, SIZE, cases, same

pytest.importorskip("duckdb", reason="the extra `report` is not installed")
pytest.importorskip("pyarrow", reason="the extra `report` is not installed")


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return cases()


@pytest.fixture(scope="module", params=mostly(["parquet", "csv", "csv.gz"], "parquet", "csv"))
def path(request: pytest.FixtureRequest, frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("counting") / f"cases.{request.param}"
    if request.param == "parquet":
        frame.to_parquet(file)
    else:
        frame.to_csv(file, index=False)
    return file


@pytest.fixture(scope="module", params=[None, "w"])
def weight(request: pytest.FixtureRequest) -> str | None:
    return request.param


@pytest.fixture(scope="module")
def counts(path: Path, weight: str | None) -> Counts:
    return count(path, label="y", scores=["tied", "fine"], weight=weight)


@pytest.fixture(scope="module")
def kept(path: Path, weight: str | None) -> Predictions:
    """The rows in memory."""
    return read(path, label="y", scores=["tied", "fine"], weight=weight)


def test_counts_of_a_file_are_those_of_its_rows_in_memory(counts: Counts, kept: Predictions) -> None:
    for name, scores in kept.scores.items():
        assert same(counts.tallies[name], tally_of(scores, kept.labels, kept.weights))
        assert not counts.tallies[name].binned
    assert (counts.source.rows, counts.source.positive, counts.source.digest) == (SIZE, "yes", kept.source.digest)


def test_joint_counts_are_those_of_the_rows_in_their_bins(counts: Counts, kept: Predictions) -> None:
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


def test_bins_hold_every_case_and_bracket_what_is_read_off(
    path: Path, weight: str | None, kept: Predictions, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = binned(monkeypatch, path, scores=["tied", "fine"], weight=weight)
    assert counts.joint_counts.sum() == (SIZE if kept.weights is None else kept.weights.sum())
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


@pytest.mark.parametrize(
    ("models", "bins", "size"), [(2, 256, 256), (2, 1000, 724), (3, 256, 80), (10, 256, 3), (30, 256, 2), (2, 1, 2)]
)
def test_what_is_paired_has_so_few_bins_that_combinations_are_not_too_many(models: int, bins: int, size: int) -> None:
    tally = tally_of(np.arange(1024.0), np.ones(1024, dtype=bool))
    edges = counting._joint_edges(tally, -5.0, models, bins)
    assert edges.size == size
    assert edges[0] == -5
    assert counting._joint_edges(tally, 7.0, models, bins)[0] == 0
    assert size**models <= 2**19 or size == 2


@pytest.mark.parametrize("weights", [None, np.array([1.0, 2, 0.5])])
def test_what_is_paired_adds_up(weights: np.ndarray | None) -> None:
    joint = counting._Joint({"a": np.array([0.0, 1.0]), "b": np.array([0.0, 0.5, 1.0])})
    scores = {"a": np.array([-1.0, 1.0, 0.5]), "b": np.array([0.5, 2.0, 0.4])}
    for _ in range(2):
        joint.add(scores, np.array([True, False, True]), weights)
    cells, times = joint.counts()
    assert cells.tolist() == [[0, 1, 2], [1, 0, 0], [1, 0, 1]]
    assert times.tolist() == ([2, 2, 2] if weights is None else [4, 1, 2])


def test_rows_that_come_in_batches_add_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = count(path, label="y", scores=["tied", "fine"], weight="w")
    monkeypatch.setattr(counting, "BATCH", 1000)
    parts = count(path, label="y", scores=["tied", "fine"], weight="w")
    assert np.array_equal(whole.joint, parts.joint)
    assert whole.joint_counts == pytest.approx(parts.joint_counts)
    assert whole.joint_counts.sum() == pytest.approx(
        whole.tallies["tied"].positives.sum() + whole.tallies["tied"].negatives.sum()
    )


def test_the_statements_and_the_progress_are_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "BATCH", 7_000)
    statements: list[str] = []
    bars, seen = [], []

    def progress(items: Iterable[Any], label: str, total: int) -> Iterator[Any]:
        bars.append((label, total))
        for item in items:
            seen.append(label)
            yield item

    count(path, label="y", scores=["tied", "fine"], show_sql=statements.append, progress=progress)
    assert any("GROUP BY 1" in sql and "COUNT(*) FILTER (\"y\" = 'yes')" in sql for sql in statements)
    assert bars == [("models", 2), ("batches of rows", 15)]
    assert seen.count("models") == 2
    assert seen.count("batches of rows") >= 15
    bars.clear()
    count(path, label="y", scores="tied", progress=progress)
    assert bars == [("models", 1)]  # a model with few scores needs no pass over the rows


def test_what_cannot_be_counted_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Standard input cannot be counted"):
        count("-")
    with pytest.raises(BadInput, match="only if all are Parquet"):
        count(["-", "b.csv"])
    with pytest.raises(BadInput, match="is a folder without files named"):
        count(tmp_path)
    with pytest.raises(BadInput, match="no file"):
        count(tmp_path / "none.parquet")
    (tmp_path / "a.jsonl").write_text("{}")
    with pytest.raises(BadInput, match=r"^a\.jsonl cannot be counted: save it as Parquet or CSV"):
        count(tmp_path / "a.jsonl")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_pipe_cannot_be_counted(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match=r"^pipe is a pipe"):
        count(tmp_path / "pipe")
