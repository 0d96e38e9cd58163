"""Columns from lines of JSON, Parquet and Feather: what cells may hold, and which rows are repeated."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.columnar import ColumnTable, damaged
from metricbook.reports.reading import read
from metricbook.reports.values import objects

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
    cells = {"p": np.array([1.0, 1.0, 1.0]), "lists": objects([[0], [1], [0]]), "mixed": objects(["a", 2, "a"])}
    table = ColumnTable("a table", "", [*cells], 3, column=cells.__getitem__, place=str)
    assert table.take(["p"], []).repeated == 1


def test_what_is_said_of_a_damaged_file_is_one_sentence() -> None:
    said = str(damaged("a.parquet", OSError("It ends in the middle.\nAnd so on")))
    assert said == "a.parquet is damaged (It ends in the middle): write or copy it again."


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
