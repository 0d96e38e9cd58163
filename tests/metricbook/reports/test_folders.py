"""Folders and lists of Parquet files as one table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metricbook.__main__ import main
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.folders import find_parts, list_inputs, read_parts
from metricbook.reports.reading import read

for _needed in ("duckdb", "pyarrow"):
    pytest.importorskip(_needed, reason="the extra `report` is not installed")


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A folder that pandas, too, would write: of two columns that its folders name, with what is no part of it."""
    rng = np.random.default_rng(0)
    root = tmp_path / "scores"
    for year in (2025, 2026):
        for site in ("a b", None):
            below = root / f"year={year}" / f"site={'__HIVE_DEFAULT_PARTITION__' if site is None else 'a%20b'}"
            below.mkdir(parents=True)
            frame = pd.DataFrame({"y": rng.integers(2, size=60), "p": rng.random(60).round(3)})
            frame.to_parquet(below / "part-0.parquet", index=False)
    (root / "_SUCCESS").write_text("")
    (root / "_temporary").mkdir()
    (root / "_temporary" / "half.parquet").write_text("half")
    (root / ".hidden.parquet").write_text("hidden")
    return root


def test_folders_name_columns(parts: Path) -> None:
    found = read(parts, label="y", scores="p", groups="year")
    assert found.groups["year"].tolist() == ["2025"] * 120 + ["2026"] * 120
    assert found.source.name == "scores"
    assert found.source.remarks == ("The rows of 4 Parquet files were read as one table.",)
    with pytest.raises(BadInput) as error:
        read(parts, label="y", scores="p", groups="site")
    assert str(error.value).startswith(
        "scores, year=2025/site=__HIVE_DEFAULT_PARTITION__/part-0.parquet, row 1, column"
    )
    table = read_parts(find_parts([str(parts)]))
    assert table.take([], ["site"]).others["site"].tolist() == ([None] * 60 + ["a b"] * 60) * 2


def test_folders_above_name_none(tmp_path: Path) -> None:
    below = tmp_path / "run=3"
    below.mkdir()
    pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).to_parquet(below / "a.parquet")
    assert find_parts([str(below)]).columns == ["y", "p"]
    assert read(below / "a.parquet").scores["p"].tolist() == [0.1, 0.9]
    assert count(below / "a.parquet").tallies["p"].scores.tolist() == [0.1, 0.9]


def test_a_column_of_folders_is_counted_by(parts: Path) -> None:
    counts = count(parts, label="year", scores="p", positive="2026")
    assert counts.tallies["p"].positives.sum() == 120
    assert counts.source.digest == read(parts, label="y", scores="p").source.digest


def test_files_with_the_same_columns_are_one_table_in_any_order_of_these(tmp_path: Path) -> None:
    one = pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]})
    one.to_parquet(tmp_path / "a.parquet")
    pd.DataFrame({"p": [0.3], "y": [1]}).to_parquet(tmp_path / "b.parquet")
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    assert read(files).scores["p"].tolist() == [0.1, 0.9, 0.3]
    assert read(files).source.name == "a.parquet + b.parquet"
    assert count(files).tallies["p"].positives.tolist() == [0, 1, 1]
    more = [tmp_path / f"{each}.parquet" for each in "cdef"]
    for path in more:
        one.to_parquet(path)
    assert find_parts([str(path) for path in (*files, *more)]).name == "a.parquet and 5 more"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"y": [0]}, 'b.parquet has no column "p", which a.parquet has'),
        ({"y": [0], "p": [0.5], "q": [1]}, 'a.parquet has no column "q", which b.parquet has'),
        ({"y": ["no"], "p": [0.5]}, 'in column "y", where a.parquet has int64'),
    ],
)
def test_columns_must_agree(other: dict[str, list[object]], said: str, tmp_path: Path) -> None:
    pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).to_parquet(tmp_path / "a.parquet")
    pd.DataFrame(other).to_parquet(tmp_path / "b.parquet")
    for take in (read, count):
        with pytest.raises(BadInput, match=said):
            take([tmp_path / "a.parquet", tmp_path / "b.parquet"])
        with pytest.raises(BadInput, match=r"b\.parquet"):
            take(tmp_path)


def test_files_of_two_models_are_not_taken_for_one_table(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(2, size=50)
    files = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    for path in files:
        pd.DataFrame({"case": np.arange(50), "y": labels, "p": rng.random(50)}).to_parquet(path)
    for take in (read, count):
        with pytest.raises(BadInput, match=r"one\.parquet and two\.parquet have the same labels .* --id"):
            take(files, label="y", scores="p")
    assert list(read(files, label="y", scores="p", identifier="case").scores) == ["one", "two"]
    pd.DataFrame({"case": np.arange(50), "y": labels[::-1], "p": rng.random(50)}).to_parquet(files[1])
    assert read(files, label="y", scores="p").labels.size == 100


def test_what_is_no_folder_of_parquet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"is a folder without files named \.parquet"):
        read(tmp_path)
    (tmp_path / "a.parquet").write_text("y,p\n0,0.1\n")
    with pytest.raises(BadInput, match=r"/a\.parquet is damaged"):
        read(tmp_path)
    (tmp_path / "a.csv").write_text("y,p\n0,0.1\n")
    with pytest.raises(BadInput, match="joined by the identifiers of cases, or read as one table if all are Parquet"):
        read([tmp_path, tmp_path / "a.csv"])


def test_no_part_is_written_to(
    parts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = next(parts.rglob("part-0.parquet"))
    before = part.read_bytes()
    monkeypatch.chdir(parts.parent)
    call = ["report", "scores", "--label", "y", "--score", "p", "--replicates", "3"]
    assert main([*call, "--force", "-o", str(part)]) == 2
    assert part.read_bytes() == before
    assert "input" in capsys.readouterr().err
    assert str(part) in list_inputs([str(parts)])
    assert main([*call, "-q"]) == 0
    assert Path("scores-report.html").is_file()
