"""Files of every kind give the same cases, counted from the same number of rows on, with the same intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook
from metricbook.reports import intake
from metricbook.reports.analysis import analyse
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count, count_predictions
from metricbook.reports.intake import take_in
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.reading import read
from metricbook.reports.rendering import render_json
from tests.whole import mostly

from .made import predictions, same
from .written import WRITERS, zstandard

for _needed in ("duckdb", "pyarrow", "python_calamine"):
    pytest.importorskip(_needed, reason="the extra `report` is not installed")

NAMED = {"label": "y", "scores": ["first", "second"]}
ONE_BY_ONE = [{"weight": "w"}, *({role: "g"} for role in ("groups", "identifier", "cluster", "time", "fold"))]
MISSING_ROWS = {"y": [3, 4], "first": [4, 8, 150]}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    made = predictions(200)
    return pd.DataFrame({"y": made.labels.astype(int), **made.scores})


@pytest.fixture(scope="module")
def folder(frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("kinds")
    for name, write in WRITERS.items():
        write(frame, made / name)
    return made


def named(name: str) -> dict[str, Any]:
    return {**NAMED, "decimal": ","} if name == "comma.csv" else NAMED


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_any_kind_has_the_same_cases(name: str, folder: Path, frame: pd.DataFrame) -> None:
    found = take_in(folder / name, **named(name))
    assert isinstance(found, Predictions)
    assert found.labels.tolist() == (frame["y"] == 1).tolist()
    for model in NAMED["scores"]:
        assert found.scores[model].tolist() == frame[model].tolist()
    assert found.source.name == name
    assert len(found.source.digest) == 64


@pytest.mark.parametrize("name", WRITERS)
def test_from_one_number_of_rows_on_files_of_all_kinds_are_counted_alike(
    name: str, folder: Path, frame: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "LARGE", 201)
    assert isinstance(take_in(folder / name, **named(name)), Predictions)
    monkeypatch.setattr(intake, "LARGE", 200)
    found = take_in(folder / name, **named(name))
    assert isinstance(found, Counts)
    expected = count(folder / "a.parquet", **NAMED)
    for model in NAMED["scores"]:
        assert same(found.tallies[model], expected.tallies[model])
        assert found.edges[model].tolist() == expected.edges[model].tolist()
    assert found.joint.tolist() == expected.joint.tolist()
    assert found.joint_counts.tolist() == expected.joint_counts.tolist()
    assert found.source.rows == 200
    assert found.source.digest == read(folder / name, **named(name)).source.digest


@pytest.mark.parametrize("prevalence", mostly([0.3, 0.01], 0.3))
def test_intervals_are_the_same_on_either_side_of_the_number(
    prevalence: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here 2,000 rows; the closed forms are those of 2,000 or 1,999 degrees of freedom, equal in the first digits."""
    made = predictions(2_000, prevalence=prevalence, digits=9)
    path = tmp_path / "a.csv"
    pd.DataFrame({"y": made.labels.astype(int), **made.scores}).to_csv(path, index=False)
    sides = []
    for large, kind in ((2_002, Predictions), (2_000, Counts)):
        monkeypatch.setattr(intake, "LARGE", large)
        data = take_in(path, **NAMED)
        assert isinstance(data, kind)
        sides.append(analyse(data, replicates=5))
    for model, found in sides[0].models.items():
        for metric, one in found.metrics.items():
            other = sides[1].models[model].metrics[metric]
            assert other.value == pytest.approx(one.value, rel=1e-9), metric
            assert one.is_known
            width = one.high - one.low
            assert other.low == pytest.approx(one.low, abs=0.002 * width), metric
            assert other.high == pytest.approx(one.high, abs=0.002 * width), metric


@pytest.mark.parametrize("needed", ONE_BY_ONE)
def test_what_needs_cases_one_by_one_gets_them(
    needed: dict[str, str], frame: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame.assign(g=np.arange(200) % 7, w=1 + np.arange(200) % 3).to_csv(tmp_path / "a.csv", index=False)
    monkeypatch.setattr(intake, "LARGE", 10)
    assert isinstance(take_in(tmp_path / "a.csv", **NAMED), Counts)
    found = take_in(tmp_path / "a.csv", **NAMED, **needed)
    assert isinstance(found, Predictions)
    assert found.source.remarks[-1].startswith("All 200 cases were read one by one, not counted by score, as ")
    monkeypatch.setattr(intake, "LARGE", 201)
    assert "one by one" not in " ".join(take_in(tmp_path / "a.csv", **NAMED, **needed).source.remarks)
    monkeypatch.setattr(intake, "LARGE", 10)
    for more, option in (({"counted": True}, "--count"), ({"show_sql": print}, "--show-sql")):
        if "weight" not in needed:
            with pytest.raises(ValueError, match=f"no groups, ids, clusters, times or folds: leave out {option}"):
                take_in(tmp_path / "a.csv", **NAMED, **needed, **more)


@pytest.mark.parametrize("suffix", mostly(["", ".gz", ".zst"], "", ".zst"))
def test_the_rows_of_a_long_file_of_text_are_estimated(suffix: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"y": rng.integers(2, size=150_000), "p": rng.random(150_000)})
    path = tmp_path / f"a.csv{suffix}"
    if suffix == ".zst":
        path.write_bytes(zstandard(frame.to_csv(index=False).encode()))
    else:
        frame.to_csv(path, index=False)
    assert path.stat().st_size > 1 << 20
    assert intake._estimate_rows(str(path)) == pytest.approx(150_000, rel=0.03)


def test_text_in_utf_16_is_not_left_to_duckdb(
    frame: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_bytes(frame.to_csv(index=False).encode("utf-16"))
    monkeypatch.setattr(intake, "LARGE", 10)
    found = take_in(tmp_path / "a.csv", **NAMED)
    assert isinstance(found, Counts)
    assert found.source.rows == 200


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in ("parts", "a.csv.gz", "a.jsonl.zst")])
@pytest.mark.parametrize("counted", [False, True])
def test_rows_with_gaps_are_dropped_and_said_by_class(
    name: str, counted: bool, frame: pd.DataFrame, tmp_path: Path
) -> None:
    gaps = frame.astype(object)
    for column, rows in MISSING_ROWS.items():
        gaps.loc[rows, column] = None
    if name not in ("a.xlsx", "a.json", "a.jsonl"):
        gaps = gaps.astype({"y": "Int64", "first": float, "second": float})
    WRITERS[name](gaps, tmp_path / name)
    kept = frame.drop(index=[3, 4, 8, 150])
    positive = int(frame["y"][[8, 150]].sum())
    for take in (take_in, read):
        with pytest.raises(BadInput):
            take(tmp_path / name, **named(name))
    found = take_in(tmp_path / name, **named(name), drop_missing=True, counted=counted)
    assert found.source.dropped == (
        '4 of 200 rows were dropped, because a value is missing in "y" or "first": '
        f"{positive} positive, {2 - positive} negative and 2 without a known label."
    )
    assert found.source.rows == 196
    if isinstance(found, Predictions):
        assert found.labels.tolist() == (kept["y"] == 1).tolist()
        assert found.scores["first"].tolist() == kept["first"].tolist()
        assert found.repeated == int(kept.duplicated().sum())
    else:
        assert sum(found.joint_counts) == 196


def test_times_folds_and_columns_like_them_are_those_of_the_rows_that_stay(frame: pd.DataFrame, tmp_path: Path) -> None:
    """The dropped row has the only time that is no date, the only case of its fold, and a patient of its own."""
    day = pd.Series([f"2026-{1 + row % 8:02}-01" for row in range(200)])
    gaps = frame.assign(day=day, fold=np.arange(200) % 4, patient=np.arange(200) // 2).astype({"first": float})
    gaps.loc[7, ["first", "day", "fold", "patient"]] = [np.nan, "unknown", 9, 999]
    gaps.to_csv(tmp_path / "a.csv", index=False)
    found = take_in(tmp_path / "a.csv", **NAMED, time="day", fold="fold", drop_missing=True)
    assert isinstance(found, Predictions)
    assert found.periods is not None
    assert found.folds is not None
    assert found.periods.names == [f"2026-{month:02}" for month in range(1, 9)]
    assert found.periods.codes.tolist() == [row % 8 for row in range(200) if row != 7]
    assert set(found.folds) == set("0123")
    assert found.lookalikes["patient"].codes.size == 199
    assert found.lookalikes["patient"].repeated == 99
    asked = take_in(tmp_path / "a.csv", **NAMED, drop_missing=True)
    assert {name: each.role for name, each in asked.lookalikes.items()} == {
        **{"day": "time", "fold": "fold", "patient": "cluster"}
    }
    counted = count_predictions(asked)
    assert counted.named_like == {"day": "time", "fold": "fold", "patient": "cluster"}


def test_a_folder_has_times_in_the_names_of_its_folders(frame: pd.DataFrame, tmp_path: Path) -> None:
    for month in range(8):
        below = tmp_path / "parts" / f"month=2026-{month + 1:02}"
        below.mkdir(parents=True)
        frame[25 * month : 25 * (month + 1)].to_parquet(below / "part.parquet", index=False)
    found = take_in(tmp_path / "parts", **NAMED, time="month")
    assert isinstance(found, Predictions)
    assert found.periods is not None
    assert found.periods.codes.tolist() == (np.arange(200) // 25).tolist()
    assert found.labels.tolist() == (frame["y"] == 1).tolist()


def test_report_takes_files_as_the_command_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "LARGE", 200)
    report = metricbook.report(folder / "comma.csv", **NAMED, decimal=",", replicates=3)
    assert report.analysis.counted
    monkeypatch.setattr(intake, "LARGE", 201)
    one = metricbook.report(folder / "a.duckdb", **NAMED, table="scores", replicates=3)
    assert not one.analysis.counted
    with pytest.raises(TypeError, match=r"got decimal=: they go with files"):
        metricbook.report(pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}), decimal=",")
    with pytest.raises(BadInput, match='decimal is ";"'):
        read(folder / "a.csv", decimal=";")
    with pytest.raises(BadInput, match='decimal is ";"'):
        count(folder / "a.csv", decimal=";")


def test_a_frame_drops_rows_too() -> None:
    frame = pd.DataFrame({"y": [0, 1, 1, 0], "p": [0.1, 0.9, np.nan, 0.2]})
    report = metricbook.report(frame, drop_missing=True, replicates=3)
    assert report.analysis.source.rows == 3
    assert "1 of 4 rows was dropped" in report.html
    assert "What was read: 3 cases, 1 positive, rows without a value dropped" in report.html
    assert "1 positive and 0 negative" in report.markdown
    with pytest.raises(BadInput, match="nothing would be left"):
        metricbook.report(frame.assign(p=np.nan), label="y", scores="p", drop_missing=True)


def test_one_class_against_the_others_is_the_same_read_or_counted(tmp_path: Path) -> None:
    names = ["cat", "dog", *(f"bird {k}" for k in range(30))]
    labels = np.random.default_rng(0).choice(names, 400)
    scores = np.where(np.arange(400) % 50 == 7, np.nan, np.round(np.linspace(0, 1, 400), 3))
    pd.DataFrame({"y": labels, "p": scores}).to_csv(tmp_path / "a.csv", index=False)
    given = {"label": "y", "scores": "p", "positive": "dog", "drop_missing": True}
    rows, counts = (take_in(tmp_path / "a.csv", **given, counted=counted) for counted in (False, True))
    one, other = (analyse(each, replicates=2) for each in (rows, counts))
    assert (
        (rows.source.positive, rows.source.negative)
        == ("dog", "any other")
        == (
            counts.source.positive,
            counts.source.negative,
        )
    )
    kept = labels[~np.isnan(scores)]
    assert one.positives == other.positives == np.count_nonzero(kept == "dog")
    assert one.size == other.size == 392
    assert one.models["p"].metrics["auroc"].value == pytest.approx(
        metricbook.auroc(kept == "dog", scores[~np.isnan(scores)])
    )
    dropped = labels[np.isnan(scores)] == "dog"
    assert rows.source.dropped == counts.source.dropped
    assert rows.source.dropped.endswith(f": {dropped.sum()} positive and {8 - dropped.sum()} negative.")
    with pytest.raises(BadInput, match='no label "cow"'):
        take_in(tmp_path / "a.csv", **{**given, "positive": "cow"}, counted=True)


@pytest.mark.parametrize("role", ["groups", "cluster", "time", "fold"])
def test_rows_that_stand_for_several_cases_are_divided_like_these(role: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    counts = pd.DataFrame(
        {"y": rng.random(300) < 0.4, "first": rng.normal(size=300).round(2), "g": rng.integers(2020, 2024, 300)}
    ).assign(n=rng.integers(0, 4, 300))
    counts.to_csv(tmp_path / "counts.csv", index=False)
    counts.loc[counts.index.repeat(counts["n"])].to_csv(tmp_path / "cases.csv", index=False)
    named: dict[str, Any] = {"label": "y", "scores": ["first"], role: ["g"] if role == "groups" else "g"}
    taken = take_in(tmp_path / "counts.csv", **named, weight="n", counted=True)
    cases = take_in(tmp_path / "cases.csv", **named)
    assert taken.source.rows == cases.source.rows == counts["n"].sum()
    assert isinstance(taken, Predictions)
    one, other = (json.loads(render_json(analyse(each, replicates=3))) for each in (taken, cases))
    for part in ("models", "groups", "drift", "folds", "clusters"):
        assert one[part] == other[part]


def test_parts_of_a_case_and_too_many_cases_are_no_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "counts.csv").write_text("y,first,g,n\n1,0.5,a,2\n0,0.4,b,1.5\n0,0.3,b,3\n1,0.2,a,3\n")
    named: dict[str, Any] = {"label": "y", "scores": ["first"], "groups": ["g"], "weight": "n"}
    with pytest.raises(ValueError, match=r"takes n for numbers of cases, and one of them is 1.5"):
        take_in(tmp_path / "counts.csv", **named, counted=True)
    (tmp_path / "counts.csv").write_text("y,first,g,n\n1,0.5,a,2\n0,0.4,b,1\n0,0.3,b,3\n1,0.2,a,3\n")
    monkeypatch.setattr(intake, "MOST", 8)
    with pytest.raises(ValueError, match="9 cases are more than the 8 that groups"):
        take_in(tmp_path / "counts.csv", **named, counted=True)
