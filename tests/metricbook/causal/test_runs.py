"""The runs: what is stored and when, what is done again and what is not, and that order and processes do not matter."""

from __future__ import annotations

import dataclasses
import math
import os
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from metricbook.causal import METHODS, generator, runs
from metricbook.causal._registry import one_thread
from metricbook.causal._tuebingen import checksum
from tests.metricbook.causal.samples import drawing, pairs

NAMES = ["CDS", "IGCI", "RECI"]
METHODS_USED = [METHODS[name] for name in NAMES]


def checksums() -> dict[int, set[str]]:
    return {pair.number: {pair.checksum} for pair in pairs()}


class TestJobs:
    def test_one_for_each_method_and_pair_with_a_weight_the_longest_first(self) -> None:
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7, done=[("IGCI", 2)])
        assert [(job.method, job.pair.number) for job in jobs] == [
            *(("CDS", 2), ("RECI", 2), ("CDS", 3), ("IGCI", 3), ("RECI", 3), ("CDS", 1), ("IGCI", 1), ("RECI", 1))
        ]
        assert {job.seed for job in jobs} == {7}

    def test_costly_methods_come_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        slow = dataclasses.replace(METHODS["RECI"], cost="minutes")
        monkeypatch.setattr(runs, "METHODS", {**METHODS, "RECI": slow})
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7)
        assert [job.method for job in jobs[:3]] == ["RECI"] * 3

    def test_each_result_says_where_it_is_from(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(runs, "time", SimpleNamespace(perf_counter=count().__next__))
        results = list(runs.run(runs.jobs_for(pairs(), METHODS_USED, seed=7), n_jobs=1))
        for result in results:
            pair = pairs()[result.pair - 1]
            assert result.score == METHODS[result.method].score(pair.cause, pair.effect)
            assert (result.version, result.seed) == (METHODS[result.method].version, 7)
            assert result.checksum == checksum(np.column_stack([pair.cause, pair.effect]))
            assert result.seconds == 1

    def test_draws_do_not_hang_on_the_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawing(monkeypatch)
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7)
        there = {(r.method, r.pair): r.score for r in runs.run(jobs, n_jobs=1)}
        back = {(r.method, r.pair): r.score for r in runs.run(jobs[::-1], n_jobs=1)}
        assert there == back
        assert there["RECI", 2] == generator(7, "RECI", 2).normal()

    @pytest.mark.parametrize("backend", ["threading", "sequential"])
    def test_any_backend_of_joblib_gives_the_same(self, backend: str) -> None:
        """The first hands results over as they come, the second (as Ray's) when a batch is done."""
        joblib = pytest.importorskip("joblib")
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7)
        with joblib.parallel_config(backend=backend, n_jobs=2):
            found = {(r.method, r.pair): r.score for r in runs.run(jobs)}
        assert found == {(r.method, r.pair): r.score for r in runs.run(jobs, n_jobs=1)}

    def test_a_job_has_one_thread_for_linear_algebra(self) -> None:
        threadpoolctl = pytest.importorskip("threadpoolctl")
        with threadpoolctl.threadpool_limits(limits=2), one_thread():
            assert {pool["num_threads"] for pool in threadpoolctl.threadpool_info()} == {1}

    def test_processes_give_the_same(self) -> None:
        pytest.importorskip("joblib")
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7)
        found = {(r.method, r.pair): r.score for r in runs.run(jobs, n_jobs=2)}
        assert found == {(r.method, r.pair): r.score for r in runs.run(jobs, n_jobs=1)}
        assert os.getpid() not in runs.run([os.getpid] * 4, n_jobs=2)

    @pytest.mark.parametrize(
        ("error", "reason"),
        [
            (ValueError("too odd"), "ValueError: too odd"),
            (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero"),
        ],
    )
    def test_an_error_ends_its_job_and_no_other(
        self, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
    ) -> None:
        def failing(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> float:
            raise error

        drawing(monkeypatch, failing)
        found = list(runs.run(runs.jobs_for(pairs(), METHODS_USED, seed=7), n_jobs=1))
        failures = [result for result in found if isinstance(result, runs.Failure)]
        assert [(f.method, f.pair, f.reason) for f in failures] == [("RECI", n, reason) for n in (2, 3, 1)]
        assert len(found) == 9

    def test_a_missing_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def importing(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> float:
            raise ModuleNotFoundError("No module named 'jax'")

        needy = dataclasses.replace(METHODS["RECI"], compare=importing, extra="causal")
        monkeypatch.setattr(runs, "METHODS", {**METHODS, "RECI": needy})
        failure, *_ = runs.run(runs.jobs_for(pairs(), [needy], seed=7), n_jobs=1)
        assert "No module named 'jax'" in failure.reason
        assert "pip install 'metricbook[causal]'" in failure.reason


class TestStore:
    def test_a_run_that_is_broken_off_goes_on_where_it_was(self, tmp_path: Path) -> None:
        store = runs.Store(tmp_path)
        jobs = runs.jobs_for(pairs(), METHODS_USED, seed=7)
        for result, _ in zip(runs.run(jobs, n_jobs=1), range(4), strict=False):
            store.add(result)
        again = runs.Store(tmp_path)
        done = again.valid(checksums(), 7)
        assert len(done) == 4
        assert len(runs.jobs_for(pairs(), METHODS_USED, seed=7, done=done)) == 5
        assert [path.name for path in tmp_path.iterdir()] == ["runs.csv"]

    def test_what_is_read_is_what_was_written(self, tmp_path: Path) -> None:
        store = runs.Store(tmp_path)
        for result in runs.run(runs.jobs_for(pairs(), METHODS_USED, seed=7), n_jobs=1):
            store.add(result)
        store.add(runs.Result("RECI", 1, float("nan"), 3, 7, 0.25, "abc"))
        assert "\nRECI,1,,3,7,0.250,abc\n" in (tmp_path / "runs.csv").read_text(encoding="utf-8")
        table = pd.read_csv(tmp_path / "runs.csv")
        assert tuple(table.columns) == runs.COLUMNS
        assert table[["method", "pair"]].to_numpy().tolist() == [[name, n] for name in NAMES for n in (1, 2, 3)]
        again = runs.Store(tmp_path).results
        assert math.isnan(again["RECI", 1].score)
        assert again["RECI", 1].seconds == 0.25
        for key, result in store.results.items():
            assert again[key].score == pytest.approx(result.score, rel=1e-11, nan_ok=True)
            assert again[key].checksum == result.checksum

    @pytest.mark.parametrize("column", ["version", "seed", "checksum"])
    def test_results_of_another_version_seed_or_data_do_not_count(self, tmp_path: Path, column: str) -> None:
        store = runs.Store(tmp_path)
        for result in runs.run(runs.jobs_for(pairs(), METHODS_USED, seed=7), n_jobs=1):
            store.add(result)
        assert len(store.valid(checksums(), 7)) == 9
        old = store.results["IGCI", 2]
        store.add(dataclasses.replace(old, **{column: "f" * 64 if column == "checksum" else getattr(old, column) + 1}))
        assert store.results.keys() - store.valid(checksums(), 7).keys() == {("IGCI", 2)}

    def test_the_wide_table_has_the_complete_methods_only(self, tmp_path: Path) -> None:
        store = runs.Store(tmp_path)
        for result in runs.run(runs.jobs_for(pairs(), METHODS_USED, seed=7, done=[("IGCI", 1)]), n_jobs=1):
            store.add(result)
        weights = pd.Series({pair.number: pair.weight for pair in pairs()})
        table = runs.wide(store.valid(checksums(), 7), weights)
        assert list(table.columns) == ["weight", "CDS", "RECI"]
        assert table.index.tolist() == [1, 2, 3, 4]
        assert table.loc[4, ["CDS", "RECI"]].isna().all()
        path = store.write_scores(table)
        pd.testing.assert_frame_equal(pd.read_csv(path, index_col="pair"), table, rtol=1e-11)
        assert {path.name for path in tmp_path.iterdir()} == {"runs.csv", "scores.csv"}

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "line 1: the columns method, pair"),
            ("a,b\n", "line 1: the columns method, pair"),
            (",".join(runs.COLUMNS) + "\nRECI,1,0.5,1,7,0.1\n", "line 2: not a result"),
            (",".join(runs.COLUMNS) + "\nRECI,one,0.5,1,7,0.1,ab\n", "line 2: not a result"),
        ],
    )
    def test_a_damaged_table_is_an_error_that_names_the_line(self, tmp_path: Path, text: str, reason: str) -> None:
        (tmp_path / "runs.csv").write_text(text)
        with pytest.raises(ValueError, match=reason):
            runs.Store(tmp_path)

    def test_a_failed_write_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = runs.Store(tmp_path)
        store.add(runs.Result("RECI", 1, 0.5, 1, 7, 0.25, "abc"))
        before = (tmp_path / "runs.csv").read_text()

        def full(*_: object, **__: object) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(runs.os, "replace", full)
        with pytest.raises(OSError, match="no space left"):
            store.add(runs.Result("RECI", 2, 0.5, 1, 7, 0.25, "abc"))
        assert [path.name for path in tmp_path.iterdir()] == ["runs.csv"]
        assert (tmp_path / "runs.csv").read_text() == before

    def test_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match="is not a folder"):
            runs.Store(tmp_path / "nowhere")

    def test_two_runs_do_not_write_into_one_folder(self, tmp_path: Path) -> None:
        pytest.importorskip("fcntl")
        first, second = runs.Store(tmp_path), runs.Store(tmp_path)
        with first.locked(), pytest.raises(RuntimeError, match="another run is writing"), second.locked():
            pass
        with second.locked():
            pass
