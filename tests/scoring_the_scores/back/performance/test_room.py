"""The page on performance: its tables are the stored run's, and its words are true of it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.record import PACKAGES, Measured, compared, store
from benchmarks.samples import Case
from scoring_the_scores.back.performance import figures, run
from scoring_the_scores.files import data_file


@pytest.fixture
def table():
    """The rows of the stored run."""
    return run.measured(run.stored())


def test_the_stored_run_says_where_and_with_what_it_was_measured():
    stored = run.stored()
    assert set(stored["versions"]) == set(PACKAGES)
    text = str(run.about(stored))
    for value in (stored["processor"], stored["python"], *stored["versions"].values()):
        assert str(value) in text


def test_every_row_is_within_its_own_range(table):
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()


def test_what_the_caption_says_is_true_of_the_stored_run(table):
    ratios = run.ratios(table, "auroc", "h_measure")
    largest = ratios[ratios["rows"] == 10**6]
    assert sorted(largest["what"]) == ["auroc"] * 4 + ["h_measure"] * 2
    assert (largest["ratio"] > 1).all()


def test_the_figure_draws_every_ratio(table):
    ratios = run.ratios(table, "auroc", "h_measure")
    axes = figures.ratios_by_size(ratios)
    for panel, (_, of_metric) in zip(axes.flat, ratios.groupby("what"), strict=True):
        drawn = np.concatenate([container.lines[0].get_ydata() for container in panel.containers])
        np.testing.assert_array_equal(np.sort(drawn), np.sort(of_metric["ratio"]))


def test_tables_say_what_was_missed_and_who_was_faster():
    rows = [
        Measured("a", "peer", "times as fast", 0.5, 0.4, 0.6, 3, 1000, False, False, 2.0, 1.0, at_least=5.0),
        Measured("b", "peer", "sorts", 2.0, 1.0, 3.0, 3, 1000, True, False, 2.0, 1.0, at_most=1.5),
        Measured("c", "peer", "times as fast", 9.0, 8.0, 10.0, 3, 1000, True, True, 1.0, 9.0, at_least=5.0),
        Measured("d", "", "MB", 9.0, 9.0, 9.0, 1),
    ]
    assert [row.met for row in rows] == [False, False, True, True]
    table = run.measured({"measured": [row._asdict() for row in rows]})
    assert run.slower(table)["what"].tolist() == ["a"]
    assert run.limits(table)["what"].tolist() == ["a", "b"]
    assert run.limits(table)["limit"].tolist() == ["at least 5", "at most 1.5"]
    assert "Of 3 limits this run kept 1. In 1 of 2 " in str(run.limits_sentence(table))


def test_a_whole_report_stands_beside_the_query_with_its_memory():
    case = Case(10**6, ties=False, weighted=False)
    beside, unit = "DuckDB's GROUP BY", "of its processor time"
    rows = [
        compared("whole report", beside, [8.0, 9.0], [2.0, 2.0], unit=unit, case=case, at_most=8.0),
        Measured("memory of a whole report", "", "GB", 0.4, 0.4, 0.4, 1, 10**6, False, False, at_most=4.0),
        Measured("auroc", "peer", "times as fast", 9.0, 8.0, 10.0, 3, 1000, True, True, 1.0, 9.0, at_least=5.0),
    ]
    shown = run.whole_reports(run.measured({"measured": [row._asdict() for row in rows]}))
    assert shown.iloc[0].tolist() == ["10⁶", "distinct scores", "8.5 s", "2 s", "4.2 (4 to 4.5)", "8", "400 MB"]


def test_a_ratio_is_the_median_of_the_rounds():
    row = compared("auroc", "peer", [1.0, 2.0, 4.0], [8.0, 8.0, 8.0], unit="times as fast", at_least=5.0)
    assert (row.value, row.low, row.high, row.rounds, row.met) == (4.0, 2.0, 8.0, 3, False)
    row = compared("summary", "numpy.argsort", [1.0, 2.0, 4.0], [2.0, 2.0, 2.0], unit="sorts", at_most=1.5)
    assert (row.value, row.low, row.high, row.met) == (1.0, 0.5, 2.0, True)


def test_a_run_is_stored_whole(tmp_path):
    row = compared("auroc", "peer", [1.0], [8.0], unit="times as fast")
    path = tmp_path / "benchmarks/run.json"
    store({"date": "2026-01-01"}, 59.6, [row], path)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["seconds"] == 60
    assert found["measured"][0]["value"] == 8.0
    assert [file.name for file in path.parent.iterdir()] == ["run.json"]


def test_the_stored_run_names_no_machine():
    assert "/" not in data_file(*run.PLACE).read_text(encoding="utf-8").replace("Intel(R)", "")
