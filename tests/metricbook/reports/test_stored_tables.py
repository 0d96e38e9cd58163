"""Tables of SQLite and DuckDB."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.reading import read

from . import written
from .bad import is_one_sentence

pytest.importorskip("duckdb", reason="the extra `report` is not installed")

FRAME = pd.DataFrame({"y": [0, 1, 0], "p": [0.1, 0.9, 0.2]})
Write = Callable[[Mapping[str, pd.DataFrame], Path], None]


@pytest.fixture(params=["sqlite", "duckdb"])
def write(request: pytest.FixtureRequest) -> Write:
    found: Write = getattr(written, request.param)
    return found


def test_one_table_is_read_whatever_the_file_is_called(write: Write, tmp_path: Path) -> None:
    write({"the scores": FRAME}, tmp_path / "a.db")
    before = (tmp_path / "a.db").read_bytes()
    found = read(tmp_path / "a.db")
    assert found.scores["p"].tolist() == [0.1, 0.9, 0.2]
    assert found.source.remarks[:-1] == ('The column "y" is taken for the labels, because of its name.',)
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]
    assert (tmp_path / "a.db").read_bytes() == before


def test_of_several_tables_one_is_named(write: Write, tmp_path: Path) -> None:
    write({"old": FRAME, "new": FRAME.assign(p=[0.3, 0.4, 0.5])}, tmp_path / "a.db")
    found = read(tmp_path / "a.db", table="new")
    assert found.scores["p"].tolist() == [0.3, 0.4, 0.5]
    assert "Of its tables, new is read." in found.source.remarks
    for table, says in (
        (None, ("a.db has 2 tables", '"new"', '"old"', "--table")),
        ("newer", ('a.db has no table "newer": its tables are',)),
    ):
        with pytest.raises(BadInput) as error:
            read(tmp_path / "a.db", table=table)
        is_one_sentence(error.value, says)


def test_a_bad_cell_is_found(write: Write, tmp_path: Path) -> None:
    write({"scores": FRAME.assign(p=[0.1, None, 0.2])}, tmp_path / "a.db")
    with pytest.raises(BadInput, match=r'^a\.db, table scores, row 2, column "p" is (missing|NaN)'):
        read(tmp_path / "a.db")


def test_a_table_without_rows_or_a_file_without_tables_is_refused(write: Write, tmp_path: Path) -> None:
    write({"scores": FRAME[:0]}, tmp_path / "a.db")
    with pytest.raises(BadInput, match="has no row"):
        read(tmp_path / "a.db")
    write({"scores": FRAME}, tmp_path / "b.db")
    stored = (tmp_path / "b.db").read_bytes()
    (tmp_path / "c.db").write_bytes(stored[: len(stored) // 2])
    with pytest.raises(BadInput) as error:
        read(tmp_path / "c.db")
    is_one_sentence(error.value, ("c.db",))
    (tmp_path / "d.db.gz").write_bytes(gzip.compress(stored))
    with pytest.raises(BadInput, match="is a database, which is read from a file that is not compressed"):
        read(tmp_path / "d.db.gz")


def test_a_table_of_duckdb_is_counted_where_it_lies(tmp_path: Path) -> None:
    import duckdb

    written.duckdb({"scores": FRAME, "other": FRAME}, tmp_path / "a.duckdb")
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE SCHEMA more")
        connection.execute("CREATE VIEW more.seen AS SELECT * FROM scores WHERE p < 1")
    assert count(tmp_path / "a.duckdb", table="scores").tallies["p"].scores.tolist() == [0.1, 0.2, 0.9]
    with pytest.raises(BadInput, match=r'has 3 tables, "other", "scores" and "more\.seen"'):
        count(tmp_path / "a.duckdb")
    (tmp_path / "a.csv").write_text("y,p\n0,0.1\n1,0.9\n")
    with pytest.raises(BadInput, match="holds one table"):
        count(tmp_path / "a.csv", table="scores")
