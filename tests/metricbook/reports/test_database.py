"""DuckDB as it is used: its errors in one sentence, and nothing that it leaves behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports import database
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.database import Connection, _translate_error, connect, sql_identifier, sql_literal

from .bad import Bad, is_one_sentence, is_refused

pytest.importorskip("duckdb", reason="the extra `report` is not installed")
pytest.importorskip("pyarrow", reason="the extra `report` is not installed")

LINES = [
    Bad("a row too short", "y,p\n0,0.5\n1\n", ("line 3", "another number of cells")),
    Bad("a row too long", "y,p\n0,0.5\n1,0.2,3\n", ("line 3", "another number of cells")),
    Bad("quotation marks within a cell", 'y,p\n0,1\n1,2\n0,"0".1\n', ("line 4", "quotation marks out of place")),
    Bad("bytes that are not UTF-8", b"y,p\n" + b"0,1\n1,2\n" * 9_999 + b"0,\xe9\n", ("line 20000", "is not UTF-8")),
    Bad("a very long line", f"y,p\n0,1\n1,{'1' * 3_000_000}\n", ("line ", "cannot be read as CSV")),
    Bad("an amount of memory that is none", "y,p\n0,1\n1,2\n", ('memory is "much"',), {"memory": "much"}),
]


@pytest.mark.parametrize("bad", LINES, ids=lambda bad: bad.kind)
def test_what_duckdb_refuses_gets_one_sentence(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path, by=count)


def test_too_little_memory_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pd.DataFrame({"y": np.arange(600_000) % 2, "p": np.random.default_rng(0).random(600_000)}).to_parquet(path)
    with pytest.raises(BadInput, match="raise memory=") as error:
        count(path, memory="1MB")
    is_one_sentence(error.value)


def test_other_errors_are_quoted_on_one_line() -> None:
    with connect("1GB", 1, None) as connection, pytest.raises(BadInput) as error:
        connection.run("SELECT error('a\nb.')", "a.csv")
    is_one_sentence(error.value, ("a.csv cannot be counted (", "write or copy it again."))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CSV Error on Line: 7\nExpected Number of Columns: 2 Found: 3", "line 7, has another number of cells"),
        ("CSV Error on Line: 7\nValue with unterminated Quote found.", "line 7, has quotation marks out of place"),
        ("CSV Error on Line: 7\nInvalid UNICODE detected", "line 7, is not UTF-8: correct"),
        ("CSV Error on Line: 7\nInvalid UTF-8 detected", "line 7, is not UTF-8: correct"),
        ("CSV Error on Line: 7\nOdd. Possible fixes: set quote", "line 7, cannot be read as CSV: correct"),
        ("Out of Memory Error: failed", "needs more memory to be counted"),
        ("IO Error: no MEMORY left", "needs more memory to be counted"),
        ("IO Error: it is gone", "cannot be counted (IO Error: it is gone): write"),
        (" IO Error: it is gone..\nIn memory", "cannot be counted (IO Error: it is gone): write"),
    ],
)
def test_an_error_of_duckdb_is_told_in_our_words(text: str, said: str) -> None:
    assert said in str(_translate_error("a.csv", ValueError(text)))


@pytest.mark.parametrize(
    ("value", "written"), [(True, "TRUE"), (False, "FALSE"), (3, "3"), (0.5, "0.5"), ("it's", "'it''s'")]
)
def test_a_value_is_written_as_sql_has_it(value: object, written: str) -> None:
    assert sql_literal(value) == written
    with connect("1GB", 1, None) as connection:
        assert connection.run(f"SELECT {written}", "a").fetchone()[0] == value


def test_a_name_is_written_as_sql_has_it() -> None:
    assert sql_identifier('a "b"') == '"a ""b"""'


def test_statements_are_shown_and_settings_are_not() -> None:
    shown: list[str] = []
    with connect("1GB", 3, shown.append) as connection:
        connection.run("SELECT 1", "a")
        connection.set("threads", 2)
        (batch,) = connection.batches("SELECT 2 AS x", 10)
        assert batch.column("x").to_pylist() == [2]
    assert shown == ["SELECT 1", "SELECT 2 AS x"]


@pytest.mark.parametrize(("named", "ours", "slurm", "used"), [(3, 1, 1, 3), (None, 1, 2, 1), (None, 2, 1, 1)])
def test_as_many_threads_are_used_as_are_named_or_allowed(
    named: int | None, ours: int, slurm: int, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "cores", lambda: ours)
    monkeypatch.setenv("SLURM_CPUS_ON_NODE", str(slurm))
    with connect("1GB", named, None) as connection:
        assert connection.threads == used
        assert not setting(connection, "preserve_insertion_order")


def test_names_and_labels_may_have_quotation_marks(tmp_path: Path) -> None:
    path = tmp_path / "it's.csv"
    path.write_text("y,p\"q'\nit's,0.5\nno,0.25\n")
    found = count(path, label="y", scores="p\"q'", positive="it's")
    assert found.tallies["p\"q'"].positives.tolist() == [0, 1]


def setting(connection: Connection, option: str) -> Any:
    return connection.run(f"SELECT current_setting('{option}')", "settings").fetchone()[0]


def test_one_thread_is_for_a_time() -> None:
    with connect("1GB", 2, None) as connection:
        with connection.one_thread():
            assert setting(connection, "threads") == 1
        assert setting(connection, "threads") == 2


def test_nothing_is_fetched_and_nothing_is_left() -> None:
    with connect("1GB", None, None) as connection:
        folder = Path(setting(connection, "temp_directory"))
        assert folder.is_dir()
        assert not setting(connection, "autoinstall_known_extensions")
        assert not setting(connection, "autoload_known_extensions")
    assert not folder.exists()
