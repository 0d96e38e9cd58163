"""Columns that look as if they had a role, by name and by values, and periods of time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.lookalikes import guess_role, look_at, name_lookalikes
from metricbook.reports.periods import divide_time

from .made import read_text


@pytest.mark.parametrize(
    ("name", "role"),
    [
        *[(name, "cluster") for name in ("patient_id", "PatientID", "patientId", "Subject", "user 7", "hospital")],
        *[(name, "fold") for name in ("fold", "cv_fold", "Fold1", "split")],
        *[(name, "time") for name in ("date", "visitDate", "admitted_at", "time_to_event", "year")],
        *[(name, "identifier") for name in ("id", "case_id", "uuid", "record_no")],
        *[(name, None) for name in ("age", "sex", "ward", "impatient", "manifold", "candidate", "p", "weight", "")],
    ],
)
def test_names_suggest_roles(name: str, role: str | None) -> None:
    assert guess_role(name) == role


def test_columns_that_have_a_role_are_not_asked_about_and_a_few_of_each_are_enough() -> None:
    columns = ["y", "p", "patient_id", "date", "user", "site", "client"]
    assert name_lookalikes(columns, ["y", "p", "user"]) == {"patient_id": "cluster", "date": "time", "site": "cluster"}


def cells(*values: Any) -> np.ndarray:
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def test_clusters_are_many_values_that_repeat() -> None:
    found = look_at("cluster", cells(*[f"P{k // 2}" for k in range(40)]))
    assert found is not None
    assert (found.repeated, found.codes.max() + 1) == (20, 20)
    assert look_at("cluster", cells(*[f"P{k}" for k in range(40)])) is None
    assert look_at("cluster", cells(*[f"P{k % 9}" for k in range(40)])) is None
    assert look_at("cluster", cells(*[f"P{k % 199}" for k in range(200)])) is None  # 1 of 200 repeats
    missing = look_at("cluster", cells(*[f"P{k // 2}" for k in range(40)], "", None, "NA"))
    assert missing is not None
    assert (missing.repeated, missing.codes.max() + 1) == (20, 23)
    assert look_at("cluster", cells([1], [1])) is None


def test_identifiers_that_repeat_are_told() -> None:
    assert look_at("identifier", cells("a", "b", "a")).repeated == 1
    assert look_at("identifier", cells("a", "b", "", "")) is None


def test_folds_are_a_few_values_that_each_repeat() -> None:
    assert look_at("fold", cells(*[k % 5 for k in range(20)])).texts == ("0", "1", "2", "3", "4")
    for values in (range(20), [1] * 20, [*([1] * 19), 2], [1, 1, None, 2, 2], [k // 2 for k in range(102)]):
        assert look_at("fold", cells(*values)) is None


def test_times_are_dates() -> None:
    assert look_at("time", cells("2026-01-02", "2026-01-03T10:00:00Z")) is not None
    for values in (["2026-01-02"] * 2, ["2026-01-02", ""], ["3.5", "4"], ["3 January", "4 January"], [12, 800]):
        assert look_at("time", cells(*values)) is None


@pytest.mark.parametrize(
    ("texts", "unit", "names"),
    [
        (["2020", "2023", "2021", "2022", "2025", "2024"], "year", ["2020", "2021", "2022", "2023", "2024", "2025"]),
        ([f"2024-{k:02}-03" for k in (2, 5, 8, 11)] + ["2025-02-01", "2025-04-01"], "quarter", ["2024Q1", "2024Q2"]),
        ([f"2026-{k:02}-28 23:00:00+00:00" for k in range(1, 7)], "month", ["2026-01", "2026-02"]),
        ([f"2026-01-{k:02}" for k in (1, 8, 15, 22, 29)] + ["20260205"], "week", ["2025-12-29", "2026-01-05"]),
        (["2026-01-02", "2026-01-05"], "week", ["2025-12-29", "2026-01-05"]),
        (["2026-01-05", "2026-01-06"], "day", ["2026-01-05", "2026-01-06"]),
        (["3", "1", "2.5"], "period", ["1", "2.5", "3"]),
        ([str(k) for k in range(80)], "period", ["0 to 9", "10 to 19"]),
    ],
)
def test_times_are_put_into_periods_in_their_order(texts: list[str], unit: str, names: list[str]) -> None:
    found = divide_time(np.arange(len(texts)), texts, "a.csv, column t")
    assert (found.unit, found.names[: len(names)]) == (unit, names)
    assert set(found.codes.tolist()) == set(range(len(found.names)))
    if unit == "year":
        assert found.codes.tolist() == [0, 3, 1, 2, 5, 4]


def test_numbers_are_divided_by_cases_and_equal_ones_stay_together() -> None:
    found = divide_time(np.repeat([0, 1, 2], [90, 5, 5]), ["1", "2", "3"], "t")
    assert found.names == ["1", "2 to 3"]
    assert np.bincount(found.codes).tolist() == [90, 10]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["2026-01-05", "01/02/2026"], 'has "01/02/2026", which is no time: write dates as 2026-11-26'),
        (["2026-01-05", "soon"], 'has "soon", which is no time'),
        (["2026-01-05 10:00", "2026-01-05 12:00"], "has one time only"),
        (["7"], "has one time only"),
    ],
)
def test_what_is_no_time_is_refused(texts: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        divide_time(np.arange(len(texts)), texts, "a.csv, column t")


def test_a_file_is_looked_through(tmp_path: Path) -> None:
    rows = [f"{k % 2},0.{k},P{k // 2},2026-01-{k + 1:02},{k % 3},c{k // 3}" for k in range(10, 30)]
    text = "\n".join(["y,p,patient,date,fold,id", *rows])
    found = read_text(tmp_path, text, label="y", scores="p")
    assert {name: each.role for name, each in found.lookalikes.items()} == {
        "patient": "cluster",
        "date": "time",
        "fold": "fold",
        "id": "identifier",
    }
    roles = {"cluster": "patient", "time": "date", "fold": "fold", "identifier": "id"}
    named = read_text(tmp_path, text, label="y", scores="p", **roles)
    assert named.lookalikes == {}
    assert named.columns == roles
    assert named.periods.unit == "day"
    assert named.folds.tolist() == [str(k % 3) for k in range(10, 30)]
    assert named.repeated_identifiers == 13
