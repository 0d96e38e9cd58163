"""Files that are too large to keep: what their columns hold, and what is wrong with some of their rows."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.reading import read

from .bad import GOOD, Bad, is_refused

pytest.importorskip("duckdb", reason="the extra `report` is not installed")
pytest.importorskip("pyarrow", reason="the extra `report` is not installed")


def test_columns_are_guessed_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n-1,0.5\n1,0.25\n")
    assert count(path).source.said == read(path).source.said


def test_labels_are_mapped_as_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("y,p\n0,0.5\n1.0,0.25\n1,0.75\n")
    assert count(path).tallies["p"].positives.tolist() == read(path).labels[[1, 0, 2]].astype(float).tolist()


ROWS = [
    Bad("NaN", "y,p\n0,0.5\n1,nan\n1,nan\n", ("2 of 3 cells", "is NaN")),
    Bad("inf", "y,p\n0,0.5\n1,inf\n", ("1 of 2 cells", "not finite")),
    Bad("empty scores", "y,p\n0,0.5\n1,\n", ("1 of 2 cells", "missing: fill it in")),
    Bad("text scores", "y,p\n0,0.5\n1,high\n", ("1 of 2 cells", '"high"')),
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
    Bad("a gzip that is cut", gzip.compress(GOOD.encode() * 50)[:-12], ("is damaged",), {}, "a.csv.gz"),
    Bad("a gzip of nothing", gzip.compress(b""), ("is empty",), {}, "a.csv.gz"),
    Bad("Parquet that is cut", b"PAR1 and no more", ("is damaged", "write or copy it again"), {}, "a.parquet"),
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
