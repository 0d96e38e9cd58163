"""Columns from lines of JSON, Parquet and Feather: what cells may hold, and which rows are repeated."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.columnar import ColumnTable, damaged_error
from metricbook.reports.reading import read
from metricbook.reports.values import to_objects

from .bad import COLUMNAR, Bad, is_refused
from .made import is_taken, nested, read_text


def test_numbers_may_be_text_in_json(tmp_path: Path) -> None:
    is_taken(tmp_path, '{"y": "0", "p": "0.1"}\n{"y": 1, "p": 0.9}\n', "a.jsonl")


def test_repeated_rows_are_counted(tmp_path: Path) -> None:
    rows = "0,0.1,a\n1,0.9,b\n0,0.1,a\n0,0.1,a\n0,0.1,b\n"
    assert read_text(tmp_path, f"y,p,n\n{rows}", label="y", scores="p").repeated == 2
    frame = pd.read_csv(io.StringIO(f"y,p,n\n{rows}"))
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    assert read(tmp_path / "a.jsonl", label="y", scores="p").repeated == 2
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    frame.to_parquet(tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet", label="y", scores="p").repeated == 2


def test_rows_are_repeated_if_they_are_alike_in_cells_of_any_kind() -> None:
    cells = {"p": np.array([1.0, 1.0, 1.0]), "lists": to_objects([[0], [1], [0]]), "mixed": to_objects(["a", 2, "a"])}
    table = ColumnTable("a table", "", [*cells], 3, column=cells.__getitem__, place=str)
    assert table.take(["p"], []).repeated.sum() == 1


def made_of(columns: dict[str, Any], **given: Any) -> ColumnTable:
    """A table of these columns."""
    arrays = {name: to_objects(values) for name, values in columns.items()}
    rows = len(next(iter(arrays.values())))
    return ColumnTable(
        "mine", "", list(arrays), rows, column=arrays.__getitem__, place=lambda row: f"row {row}", **given
    )


def test_rows_of_any_cells_are_told_apart() -> None:
    assert made_of({"a": [[1], [2], [1], [1]], "b": ["x", "x", "x", "y"]}).take([], []).repeated.sum() == 1
    assert made_of({"a": [1, 2, 1], "b": [2, 1, 2]}).take([], []).repeated.sum() == 1
    assert made_of({"a": [1, 1]}, repeated=lambda: np.array([True, True])).take([], []).repeated.sum() == 2


@pytest.mark.parametrize(("columns", "repeated"), [(1000, 2), (1001, 0)])
def test_rows_of_very_many_columns_are_not_compared(columns: int, repeated: int) -> None:
    table = made_of({f"c{k}": ["x"] * 3 for k in range(columns)})
    assert table.take([], []).repeated.sum() == repeated


def test_a_table_says_what_it_is() -> None:
    table = made_of({"y": ["a", "b"], "p": [0.5, 2.0]}, remarks=("said",))
    assert (table.at("p", 1), table.remarks) == ('mine, row 1, column "p"', ("said",))
    found = table.take(["p"], ["y"])
    assert (found.rows, found.numbers["p"].tolist(), found.others["y"].tolist()) == (2, [0.5, 2.0], ["a", "b"])
    facts = table.facts(["p", "y"])
    assert (facts["p"].lowest, facts["p"].highest, facts["y"].texts) == (0.5, 2, ("a", "b"))
    with pytest.raises(BadInput, match='mine, row 0, column "y" is "a"'):
        table.take(["y"], [])


def test_lines_of_json_may_be_blank_and_lack_names(tmp_path: Path) -> None:
    text = '\n{"y": 0, "p": 0.1}\n\n {"p": 0.9, "y": 1, "g": "x"}\n'
    assert read_text(tmp_path, text, "a.jsonl", label="y", scores="p").scores["p"].tolist() == [0.1, 0.9]
    with pytest.raises(BadInput, match=r'a\.jsonl, line 2, column "g" is empty'):
        read_text(tmp_path, text, "a.jsonl", label="y", scores="p", groups="g")


@pytest.mark.parametrize(
    ("line", "what"), [("[]", "a list"), ('"x"', "text"), ("null", "null"), ("3", "a number"), ("true", "a number")]
)
def test_a_line_of_json_that_is_no_object_is_named(line: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=rf"a\.jsonl, line 2, is {what}, not an object"):
        read_text(tmp_path, f'{{"y": 0, "p": 0.1}}\n{line}\n', "a.jsonl")


def test_arrow_is_read_from_files_and_from_streams(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    whole = pa.table(
        {
            "y": pa.array(["no", "yes"]).dictionary_encode(),
            "p": pa.array([1, 9], pa.decimal128(3, 1)),
            "day": pa.array([0, 86_400], pa.timestamp("s")),
            "ok": [True, False],
            "w": pa.array([1, 2], pa.int8()),
        }
    )
    for writer in (pa.ipc.new_file, pa.ipc.new_stream):
        with writer(tmp_path / "a.arrow", whole.schema) as file:
            file.write_table(whole)
        found = read(tmp_path / "a.arrow", scores="p", groups=["day", "ok"], weight="w")
        assert found.labels.tolist() == [False, True]
        assert (found.scores["p"].tolist(), found.weights.tolist()) == ([1, 9], [1, 2])
        assert found.groups["day"].tolist() == ["1970-01-01 00:00:00", "1970-01-02 00:00:00"]
        assert found.groups["ok"].tolist() == ["True", "False"]
        assert found.source.remarks[-1] == 'Of the labels, "yes" is taken for the positive class.'
    with pytest.raises(BadInput, match=r'a\.arrow, row 1, column "y" is "no"'):
        read(tmp_path / "a.arrow", label="ok", scores="y")


def test_damage_is_told_in_one_line() -> None:
    said = str(damaged_error("a.parquet", OSError(" Footer is gone. \nAnd more")))
    assert said == "a.parquet is damaged (Footer is gone): write or copy it again."


@pytest.mark.parametrize("bad", COLUMNAR, ids=lambda bad: bad.kind)
def test_json_that_cannot_be_read_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)


def _parquet(table: Any, path: Path) -> None:
    from pyarrow import parquet

    parquet.write_table(table, path)


def test_bad_files_of_parquet_get_one_sentence(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    path = tmp_path / "a.parquet"
    _parquet(nested(), path)
    with pytest.raises(BadInput, match=r'a\.parquet, column "p" holds several values in each cell'):
        read(path, scores="p")
    _parquet(pa.table([[0, 1], [0.1, None]], names=["y", "p"]), path)
    with pytest.raises(BadInput, match=r'a\.parquet, row 2, column "p" is missing'):
        read(path, scores="p")
    _parquet(pa.table([[0, 1], [0.1, 0.2], [0.1, 0.2]], names=["y", "p", "p"]), path)
    with pytest.raises(BadInput, match='two columns named "p"'):
        read(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadInput, match=r"a\.parquet is damaged"):
        read(path)
    path.write_bytes(b"ARROW1\0\0 and no more")
    with pytest.raises(BadInput, match=r"a\.parquet is damaged"):
        read(path)
