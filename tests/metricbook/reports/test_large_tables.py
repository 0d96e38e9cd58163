"""Files that are too large to keep: what their columns hold, and what is wrong with some of their rows."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.database import connect
from metricbook.reports.large_tables import LargeTable
from metricbook.reports.reading import read
from metricbook.reports.tables import Gathered
from metricbook.reports.values import as_text

from .bad import GOOD, Bad, is_refused

pytest.importorskip("duckdb", reason="the extra `report` is not installed")
pytest.importorskip("pyarrow", reason="the extra `report` is not installed")


def test_columns_are_guessed_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n-1,0.5\n1,0.25\n")
    assert count(path).source.remarks == read(path).source.remarks


def test_scores_are_found_beyond_a_column_of_decisions(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pd.DataFrame({"y": [0, 1], "old": [True, False], "p": [0.25, 0.5]}).to_parquet(path)
    assert list(count(path).tallies) == list(read(path).scores) == ["p"]


def test_labels_are_mapped_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n0,0.5\n1.0,0.25\n1,0.75\n")
    assert count(path).tallies["p"].positives.tolist() == read(path).labels[[1, 0, 2]].astype(float).tolist()


CELLS: dict[str, list[Any]] = {
    "floats": [0.5, -1.25, 2.0, 0.5],
    "whole": [3.0, 1.0, 2.0, 4.0],
    "integers": [3, 1, 3, 2],
    "text": ["a", "b", "a", "b"],
    "mixed": ["1", "b", "2", "3"],
    "numbers": ["1.5", " 2", "1e3", "-0"],
    "nan": ["1", "nan", "2", "3"],
}


@pytest.mark.parametrize("column", CELLS)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_facts_of_a_large_table_are_those_of_its_cells(column: str, kind: str, tmp_path: Path) -> None:
    frame, path = pd.DataFrame({"other": [1, 2, 3, 4], column: CELLS[column]}), tmp_path / f"a.{kind}"
    if kind == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    cells = [str(cell) for cell in CELLS[column]] if kind == "csv" else CELLS[column]
    gathered = Gathered()
    gathered.add(cells)
    expected = gathered.facts()
    with connect("1GB", 1, None) as connection:
        table = LargeTable(connection, [str(path)])
        found = table.facts([column])[column]
    assert table.columns == ["other", column]
    assert set(found.texts) <= set(map(as_text, cells))
    assert len(found.texts) == len(expected.texts)
    assert repr(replace(found, texts=())) == repr(replace(expected, texts=()))  # for NaN is no equal of itself


KINDS = {
    **dict.fromkeys(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"], True),
    **dict.fromkeys(["float32", "float64"], False),
}


@pytest.mark.parametrize(("kind", "whole"), KINDS.items())
def test_numbers_of_every_kind_are_counted(kind: str, whole: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pd.DataFrame({"y": [0, 1, 1], "p": pd.Series([3, 1, 3], dtype=kind)}).to_parquet(path)
    found = count(path, label="y", scores="p").tallies["p"]
    assert (found.scores.tolist(), found.positives.tolist(), found.negatives.tolist()) == ([1, 3], [1, 1], [0, 1])
    with connect("1GB", 1, None) as connection:
        table = LargeTable(connection, [str(path)])
        assert table.is_whole("p") == whole
        assert not table.is_text("p")
        assert table.where("p") == 'a.parquet, column "p"'


def test_decimals_and_booleans_of_parquet_are_numbers_and_labels(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = {"y": [True, False, True], "p": pa.array([1, 2, 1], pa.decimal128(4, 1)), "t": pa.array(["1", "2", "1"])}
    parquet.write_table(pa.table(table), tmp_path / "a.parquet")
    for score in ("p", "t"):
        found = count(tmp_path / "a.parquet", label="y", scores=score)
        assert found.tallies[score].scores.tolist() == [1, 2]
        assert found.tallies[score].positives.tolist() == [2, 0]
        assert (found.source.negative, found.source.positive) == ("False", "True")
    with pytest.raises(BadInput, match='column "y" holds decisions, not numbers'):
        count(tmp_path / "a.parquet", label="t", scores="y", positive="2")


def test_a_head_ends_with_a_line(tmp_path: Path) -> None:
    line = "0,0.5\n1,0.25\n"
    number = (1 << 20) // len(line) + 100
    for name, content in (
        ("a.csv", ("y,p\n" + line * number).encode()),
        ("b.csv", gzip.compress(("y,p\n" + line * number).encode())),
    ):
        (tmp_path / name).write_bytes(content)
        found = count(tmp_path / name)
        assert found.source.rows == 2 * number
        assert found.tallies["p"].positives.tolist() == [number, 0]


@pytest.mark.parametrize("text", ["\n\ny,p\n0,0.5\n\n1,0.25\n\n", "\r\ny,p\r\n\r\n0,0.5\r\n1,0.25\r\n"])
def test_blank_lines_are_left_out(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(text.encode())
    (tmp_path / "b.csv").write_bytes(gzip.compress(text.encode()))
    for name in ("a.csv", "b.csv"):
        assert count(tmp_path / name).tallies["p"].positives.tolist() == [1, 0]


def test_labels_of_several_spellings_are_two(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    spelt = ["1", "1.0", "1.00", "0", "0.0", "-0"]
    path.write_text("y,p\n" + "".join(f"{label},{k}\n" for k, label in enumerate(spelt)))
    assert count(path, label="y", scores="p").tallies["p"].positives.tolist() == [1, 1, 1, 0, 0, 0]
    path.write_text("y,p\n" + "".join(f"{k},0.5\n" for k in range(40)))
    with pytest.raises(BadInput, match="more than two labels"):
        count(path, label="y", scores="p")
    path.write_text("y,p\n0,0.5\nNA,0.5\nNA,0.5\n")
    with pytest.raises(BadInput, match='column "y" has 2 cells with "NA": fill'):
        count(path, label="y", scores="p")


ROWS = [
    Bad("NaN", "y,p\n0,0.5\n1,nan\n1,nan\n", ("2 of 3 cells", "is NaN")),
    Bad("inf", "y,p\n0,0.5\n1,inf\n", ("1 of 2 cells", "not finite")),
    Bad("empty scores", "y,p\n0,0.5\n1,\n", ("1 of 2 cells", "missing: fill it in")),
    Bad("text scores", "y,p\n0,0.5\n1,high\n", ("1 of 2 cells", '"high"')),
    Bad("underscores", "y,p\n0,0.5\n1,1_000\n", ("1 of 2 cells", "1000 for 1_000")),
    Bad("decimal commas", 'y,p\n0,0.5\n1,"0,5"\n', ("1 of 2 cells", "0.5 for 0,5")),
    Bad("empty labels", "y,p\n0,0.5\n1,0.5\n,0.5\n", ('"y" has 1 cells that are empty',)),
    Bad("three labels", "y,p\n0,0.5\n1,0.5\n2,0.5\n", ("more than two labels",)),
    Bad("one class", "y,p\n1,0.5\n1,0.25\n", ("one class only",)),
    Bad("an unknown column", "y,p\n1,0.5\n0,0.25\n", ('no column "P"', 'did you mean "p"'), {"scores": "P"}),
    Bad("names only", "y,p\n", ("no row",)),
    Bad("nothing", "", ("is empty",)),
    Bad("a name twice", "y,p,p\n0,1,1\n", ('two columns named "p"',)),
    Bad("a negative weight", "y,p,w\n0,0.5,1\n1,0.5,-2\n", ("negative weight -2",), {"scores": "p", "weight": "w"}),
    Bad("weights of zero", "y,p,w\n0,0.5,0\n1,0.5,0\n", ("zero only",), {"scores": "p", "weight": "w"}),
    Bad("a class of no weight", "y,p,w\n0,0.5,0\n1,0.5,1\n", ("no negative case",), {"scores": "p", "weight": "w"}),
    Bad("a huge integer", "y,p\n0,1\n1,9007199254740993\n", ("9007199254740993", "64 bits"), {"scores": "p"}),
    Bad(
        "weights without a sum", "y,p,w\n0,0.1,1e300\n1,0.9,1\n", ("1e+300", "rescale"), {"scores": "p", "weight": "w"}
    ),
    Bad("UTF-16", GOOD.encode("utf-16"), ("is in UTF-16", "UTF-8")),
    Bad("a gzip that is cut", gzip.compress(GOOD.encode() * 50)[:-12], ("ends in the middle",), {}, "a.csv.gz"),
    Bad("a gzip of nothing", gzip.compress(b""), ("is empty",), {}, "a.csv.gz"),
    Bad("Parquet that is cut", b"PAR1 and no more", ("is damaged (Parquet ", "write or copy it"), {}, "a.parquet"),
    Bad("a NUL byte", "y,p\n0,1\n1,\0\n", ("NUL",)),
]


@pytest.mark.parametrize("bad", ROWS, ids=lambda bad: bad.kind)
def test_bad_input_gets_one_sentence(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path, by=count)


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
