"""Delimited text: what of it is taken, and what is wrong with a line."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import Opened
from metricbook.reports.reading import read
from tests.whole import in_monthly_run

from .bad import DELIMITED, GOOD, Bad, is_refused
from .made import is_taken, read_text

TAKEN: list[tuple[str, str | bytes]] = [
    ("a mark of the order of bytes", b"\xef\xbb\xbf" + GOOD.encode()),
    ("UTF-16 with its mark", GOOD.encode("utf-16")),
    ("ends of lines of all kinds", "y,p\r\n0,0.1\r1,0.9\n"),
    ("no end of the last line", GOOD.rstrip()),
    ("blank lines", "\ny,p\n\n0,0.1\n\n1,0.9\n\n"),
    ("blanks around cells", "y , p\n 0, 0.1\n1 ,0.9 \n"),
    ("cells in quotation marks", '"y","p"\n"0","0.1"\n"1","0.9"\n'),
    ("a blank before a quotation mark", 'y, "p"\n0, "0.1"\n1, "0.9"\n'),
    ("commas in a name between semicolons", "y;p;a,b\n0;0.1;c\n1;0.9;d\n"),
    ("semicolons in a name between commas", "y,p,a;b\n0,0.1,c\n1,0.9,d\n"),
    ("tabs whatever the name says", GOOD.replace(",", "\t")),
]


@pytest.mark.parametrize("content", [row[1] for row in TAKEN], ids=[row[0] for row in TAKEN])
def test_text_is_taken_however_it_is_written(content: str | bytes, tmp_path: Path) -> None:
    is_taken(tmp_path, content)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("y;p,x\n0;0.1\n1;0.9\n", ["y", "p,x"]),  # by commas the lines would be of two cells and of one
        ("y,p;x\n0,0.1\n1,0.9\n", ["y", "p;x"]),
        ("y,p,q;x\n0,0.1,0;1\n1,0.9,0;1\n", ["y", "p", "q;x"]),  # by both they are alike, and by commas there are more
        ("y,p;q;x\n0,1,2,3;4\n", ["y,p", "q", "x"]),  # by neither: the names decide
        ("y\tp,x\n0\t0.1\n", ["y", "p,x"]),
    ],
)
def test_the_separator_is_the_one_by_which_lines_are_alike(text: str, columns: list[str]) -> None:
    assert TextTable(Opened("a.csv", text.encode(), "", "text")).columns == columns


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'y,"p\n0,0.1\n', "a.csv, line 1, begins a cell whose closing quotation mark is missing"),
        (b"\0y,p\n0,0.1\n", "a.csv, line 1, has a NUL byte"),
        (b"y,p;q\n", "a.csv has names of columns and no row"),
        (b"\n\n", "a.csv has blank lines only"),
        (b"y\n0\n", 'a.csv has one column only, "y"'),
        (b"\xfe\xff\xd8\x00\x00", "a.csv begins like UTF-16 and does not go on so"),
        (b'y,p\n0,"0"1\n', "a.csv, line 2, cannot be read as CSV"),
    ],
)
def test_what_is_wrong_at_the_head_is_said(content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(said)}"):
        TextTable(Opened("a.csv", content, "", "text")).take([], ["y"])


def test_a_table_of_text_says_where_its_cells_are() -> None:
    table = TextTable(Opened("a.csv", b'y,p\n\n0,"a\nb"\n\n1, c \n1,c\n', "digest", "text", ("said",)))
    found = table.take(["y"], ["p"])
    assert (found.rows, found.repeated.sum(), found.numbers["y"].tolist()) == (3, 0, [0, 1, 1])
    assert found.others["p"].tolist() == ["a\nb", "c", "c"]
    assert found.others["p"][1] is found.others["p"][2]
    assert [table.at("p", row) for row in range(3)] == [f'a.csv, line {line}, column "p"' for line in (3, 6, 7)]
    assert (table.name, table.digest, table.remarks) == ("a.csv", "digest", ("said",))
    assert table.facts(["p"])["p"].texts == ("a\nb", "c")
    utf16 = TextTable(Opened("a.csv", "y,p\n0,é\n".encode("utf-16"), "", "text", ("first",)))
    assert utf16.take([], ["p"]).others["p"].tolist() == ["é"]
    assert utf16.remarks == ("first", "a.csv is in UTF-16.")


@pytest.mark.parametrize(("cells", "said"), [("1", "1 cell where"), ("1,2,3", "3 cells where")])
def test_a_line_of_another_length_is_counted(cells: str, said: str) -> None:
    with pytest.raises(BadInput, match=rf"a\.csv, line 3, has {said} the line of names has 2: complete"):
        TextTable(Opened("a.csv", f"y,p\n0,1\n{cells}\n1,2\n".encode(), "", "text")).facts(["y"])


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    formula, html = '=HYPERLINK("x")', "<script>alert(1)</script>"
    text = f'y,{html},g\n0,0.1,"=HYPERLINK(""x"")"\n1,0.9,{html}\n'
    found = read_text(tmp_path, text, label="y", scores=html, groups="g")
    assert list(found.scores) == [html]
    assert found.groups["g"].tolist() == [formula, html]


@pytest.mark.parametrize("bad", DELIMITED, ids=lambda bad: bad.kind)
def test_text_that_cannot_be_read_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)


def test_rows_beyond_one_chunk_are_read_and_named(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    size = 40_000
    frame = pd.DataFrame({"y": rng.integers(0, 2, size), "p": rng.random(size), "g": rng.choice(list("abc"), size)})
    frame.to_csv(tmp_path / "a.csv", index=False)
    found = read(tmp_path / "a.csv", groups="g")
    assert np.array_equal(found.labels, frame["y"] == 1)
    assert np.array_equal(found.scores["p"], frame["p"])
    assert np.array_equal(found.groups["g"], frame["g"])
    lines = (tmp_path / "a.csv").read_text().splitlines()
    lines[39_998] = "1,x,a"
    (tmp_path / "a.csv").write_text("\n".join(lines))
    with pytest.raises(ValueError, match='line 39999, column "p" is "x"'):
        read(tmp_path / "a.csv")


@in_monthly_run
def test_a_million_columns_are_read_if_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("y," + ",".join(f"p{i}" for i in range(10**6)) + f"\n0{',0.5' * 10**6}\n1{',0.25' * 10**6}\n")
    assert read(path, label="y", scores="p999999").scores["p999999"].tolist() == [0.5, 0.25]
    with pytest.raises(BadInput, match='no column "p1000000"; did you mean'):
        read(path, label="y", scores="p1000000")
