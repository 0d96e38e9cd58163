"""Two files of the same cases: which columns, which rows belong together, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.pairing import name_only_score, read_pair
from metricbook.reports.predictions import Predictions
from metricbook.reports.reading import read
from metricbook.reports.roles import name_columns

from .written import WRITERS, sqlite

NEW = "case,y,p\na,0,0.1\nb,1,0.8\nc,1,0.6\n"


def pair(
    folder: Path, new: str, old: str, *, names: tuple[str, str] = ("new.csv", "old.csv"), **more: Any
) -> tuple[Predictions, str]:
    paths = [folder / name for name in names]
    for path, content in zip(paths, (new, old), strict=True):
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    options = {name: more.pop(name) for name in ("positive", "score") if name in more}
    named = {"label": None, "scores": None, "weight": None, "groups": (), "identifier": None, "cluster": None, **more}
    return read_pair([str(paths[0])], str(paths[1]), name_columns(**named), **options)


def test_rows_are_matched_by_a_column_that_names_them(tmp_path: Path) -> None:
    old = "y,p,case\n1,0.7,c\n0,0.3,a\n1,0.9,b\n"
    for more in ({}, {"identifier": "case"}):
        found, model = pair(tmp_path, NEW, old, **more)
        assert found.labels.tolist() == [False, True, True]
        assert found.scores["new"].tolist() == [0.1, 0.8, 0.6]
        assert found.scores["old"].tolist() == [0.3, 0.9, 0.7]
        assert model == "old"
        assert 'The rows of 2 files were joined by "case".' in found.source.remarks


def test_a_file_with_identifiers_needs_no_labels(tmp_path: Path) -> None:
    found, _ = pair(tmp_path, NEW, "case,p\nc,0.7\na,0.3\nb,0.9\n")
    assert found.scores["old"].tolist() == [0.3, 0.9, 0.7]
    with pytest.raises(BadInput, match="none of the candidates' scores: name the one in use with --against-score"):
        pair(tmp_path, NEW, "case,q\nc,0.7\na,0.3\nb,0.9\n")
    assert pair(tmp_path, NEW, "case,q\nc,0.7\na,0.3\nb,0.9\n", score="q")[1] == "q"


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("case,y,p\na,0,0.3\nb,1,0.9\n", 'old.csv has no row for the identifier "c"'),
        ("case,y,p\na,0,0.3\nb,1,0.9\nc,1,0.9\nd,1,0.9\n", 'new.csv has no row for the identifier "d"'),
        ("case,y,p\na,0,0.3\nb,1,0.9\na,1,0.9\n", 'line 4, column "case" is "a" as in an earlier row'),
        ("case,y,p\na,0,0.3\nb,0,0.9\nc,1,0.9\n", 'differ in column "y" for the identifier "b", "1" and "0"'),
    ],
)
def test_cases_that_are_missing_double_or_labelled_otherwise_are_named(old: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        pair(tmp_path, NEW, old)


def test_rows_without_names_are_taken_in_order_if_the_labels_agree(tmp_path: Path) -> None:
    found, _ = pair(tmp_path, NEW, "y,p\n0,0.3\n1,0.9\n1,0.7\n", scores=["p"])
    assert found.scores["old"].tolist() == [0.3, 0.9, 0.7]
    assert found.source.remarks[-1].startswith("The rows of 2 files were taken for the same cases in the same order")
    patients = "patient_id,y,p\n1,0,0.3\n1,1,0.9\n2,1,0.7\n"  # no column of identifiers of cases: some are there twice
    assert pair(tmp_path, patients, patients, scores=["p"])[0].source.remarks[-1].startswith("The rows of 2 files")


@pytest.mark.parametrize(
    ("old", "more", "said"),
    [
        ("y,p\n0,0.3\n1,0.9\n", {}, "new.csv has 3 rows and old.csv 2: name the column .* or say --unpaired"),
        ("y,p\n0,0.3\n0,0.9\n1,0.7\n", {}, 'old.csv, line 3, column "y" is "0", and "1" in the same row of new.csv'),
        ("x,p\n0,0.3\n0,0.9\n1,0.7\n", {}, "old.csv has no labels that show that its rows are the same cases"),
        ("y,p,w\n0,0.3,1\n1,0.9,1\n1,0.7,2\n", {"weight": "w"}, 'differ in column "w" in row 2, "2.0" and "1.0"'),
    ],
)
def test_rows_that_may_be_other_cases_are_refused(old: str, more: dict, said: str, tmp_path: Path) -> None:
    new = "y,p,w\n0,0.1,1\n1,0.8,2\n1,0.6,2\n"
    with pytest.raises(BadInput, match=said):
        pair(tmp_path, new, old, scores=["p"], **more)


def test_the_score_in_use_may_have_another_name(tmp_path: Path) -> None:
    old = "case,y,q\na,0,0.3\nb,1,0.9\nc,1,0.7\n"
    found, model = pair(tmp_path, NEW, old, scores=["p"])
    assert (model, list(found.scores)) == ("q", ["p", "q"])
    assert 'The column "q" is taken for scores.' in found.source.remarks
    two = "case,y,q,r\na,0,0.3,0.1\nb,1,0.9,0.8\nc,1,0.7,0.2\n"
    assert pair(tmp_path, NEW, two, scores=["p"], score="r")[0].scores["r"].tolist() == [0.1, 0.8, 0.2]
    for more, said in (
        ({}, 'old.csv has the scores "q" and "r": name the one in use with --against-score'),
        ({"score": "s"}, 'old.csv has no column "s"'),
    ):
        with pytest.raises(BadInput, match=said):
            pair(tmp_path, NEW, two, scores=["p"], **more)


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    _, model = pair(tmp_path, NEW, NEW, names=("new/p.csv", "old/p.csv"))
    assert model == "in use: p"
    same = tmp_path / "new" / "p.csv"
    named = name_columns(None, None, None, (), None, None)
    assert list(read_pair([str(same)], str(same), named)[0].scores) == ["p", "in use: p"]


def test_two_columns_that_may_name_the_cases_are_asked_about(tmp_path: Path) -> None:
    both = "case,uuid,y,p\na,1,0,0.3\nb,2,1,0.9\n"
    with pytest.raises(BadInput, match=r'is not clear, "case" or "uuid": name it with --id'):
        pair(tmp_path, both, both, scores=["p"])
    assert pair(tmp_path, both, both, scores=["p"], identifier="uuid")[0].labels.tolist() == [False, True]


def test_a_sample_of_its_own_has_one_score(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_text("y,p,q\n0,0.1,0.2\n1,0.8,0.9\n")
    assert name_only_score(read(path, scores=["q"])) == "q"
    with pytest.raises(BadInput, match=r'old\.csv has the scores "p" and "q"'):
        name_only_score(read(path, scores=["p", "q"]))


def open_pair(new: Path, old: Path, **more: Any) -> tuple[Predictions, str]:
    return read_pair([str(new)], str(old), name_columns("y", "p", None, (), None, None), **more)


@pytest.mark.parametrize("name", ["a.xlsx", "a.sqlite", "a.duckdb", "a.parquet", "a.json", "a.csv.zst", "parts"])
def test_the_model_in_use_may_be_in_a_file_of_any_kind(name: str, tmp_path: Path) -> None:
    for needed in ("duckdb", "pyarrow", "python_calamine"):
        pytest.importorskip(needed, reason="the extra `report` is not installed")
    new = tmp_path / "new.csv"
    new.write_text(NEW)
    old = pd.DataFrame({"case": ["c", "a", "b"], "y": [1, 0, 1], "p": [0.7, 0.3, 0.9]})
    for frame in (old, old.drop(columns="case").iloc[[1, 2, 0]]):
        path = tmp_path / str(len(frame.columns)) / name
        path.parent.mkdir()
        WRITERS[name](frame, path)
        found, model = open_pair(new, path)
        assert model == name.split(".")[0]
        assert found.scores[model].tolist() == [0.3, 0.9, 0.7]
        assert open_pair(path, new)[0].scores["new"].size == 3


def test_a_table_is_chosen_in_the_file_that_has_several(tmp_path: Path) -> None:
    new, old = tmp_path / "new.csv", tmp_path / "old.sqlite"
    new.write_text(NEW)
    frame = pd.read_csv(new)
    sqlite({"v1": frame.assign(p=[0.3, 0.9, 0.7]), "v2": frame}, old)
    with pytest.raises(BadInput, match='has 2 tables, "v1" and "v2": name one with --table'):
        open_pair(new, old)
    assert open_pair(new, old, table="v1")[0].scores["old"].tolist() == [0.3, 0.9, 0.7]
    assert open_pair(old, new, table="v1")[0].scores["old"].tolist() == [0.3, 0.9, 0.7]
    with pytest.raises(BadInput, match=r"new\.csv holds one table: leave out --table"):
        open_pair(new, new, table="v1")


@pytest.mark.parametrize("by", ["order", "identifier"])
def test_rows_with_a_gap_in_either_file_are_dropped(by: str, tmp_path: Path) -> None:
    new, old = tmp_path / "s.csv", tmp_path / "s.tsv"
    new.write_text("case;y;p\na;0;0,1\nb;1;NA\nc;1;0,6\nd;0;0,2\ne;;0,5\n")
    frame = pd.DataFrame({"case": list("abcde"), "y": [0, 1, 1, 0, 1], "p": ["0,3", "0,9", "0,7", "", "0,8"]})
    frame = frame[::-1] if by == "identifier" else frame.drop(columns="case")
    frame.to_csv(old, index=False, sep="\t")
    with pytest.raises(BadInput):
        open_pair(new, old, decimal=",")
    found, model = open_pair(new, old, decimal=",", drop_missing=True)
    assert model == "in use: s"
    assert found.labels.tolist() == [False, True]
    assert {name: values.tolist() for name, values in found.scores.items()} == {"s": [0.1, 0.6], model: [0.3, 0.7]}
    assert found.source.dropped == (
        '3 of 5 rows were dropped, because a value is missing in "y" or "p": '
        "1 positive, 1 negative and 1 without a known label."
    )
