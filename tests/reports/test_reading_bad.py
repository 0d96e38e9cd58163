"""Every kind of bad input gets one sentence that says what is wrong, where, and what to do; nothing is written."""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.frames import from_arrays, from_frame
from metricbook.reports.reading import read

pa = pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `report` is not installed")
pytest.importorskip("narwhals", reason="the extra `report` is not installed")
pl = pytest.importorskip("polars", reason="polars is not installed")

GOOD = "y,p\n0,0.1\n1,0.9\n0,0.4\n"


class Bad(NamedTuple):
    """A file, how it is read, and what must be in the sentence."""

    kind: str
    content: str | bytes
    says: tuple[str, ...]
    named: dict[str, Any] = {}  # noqa: RUF012  # never written to
    file: str = "a.csv"


def table(*cells: str, head: str = "y,p") -> str:
    """Two good rows, and one with these cells on line 4."""
    return f"{head}\n0,0.1\n1,0.9\n{','.join(cells)}\n"


LINE = "a.csv, line 4, column "
BAD = [
    Bad("Latin-1", "y,p,note\n0,0.1,caf\xe9\n1,0.9,b\n".encode("latin-1"), ("a.csv, line 2,", "0xe9", "UTF-8")),
    Bad("UTF-16 without its mark", GOOD.encode("utf-16-le"), ("a.csv, line 1,", "NUL", "UTF-16")),
    Bad("UTF-16 that is cut", GOOD.encode("utf-16")[:-1], ("a.csv", "UTF-16", "UTF-8")),
    Bad("NUL bytes", "y,p\n0,0.1\n1,0.\0009\n", ("a.csv, line 3,", "NUL")),
    Bad("a row too short", table("1"), ("line 4,", "1 cell ", "2")),
    Bad("a row too long", table("1", "0.5", "x"), ("line 4,", "3 cells", "2")),
    Bad("a score that is NaN", table("1", "NaN"), (f'{LINE}"p" is NaN', "leave the case out")),
    Bad("a score that is infinite", table("1", "-inf"), (f'{LINE}"p" is infinite',)),
    Bad("a score beyond all floats", table("1", "1e999"), (f'{LINE}"p"', "too large")),
    Bad("an empty score", table("1", ""), (f'{LINE}"p" is empty', "fill it in")),
    Bad("a score written as missing", table("1", "NA"), (f'{LINE}"p" is "NA"', "fill it in")),
    Bad("an empty label", table("", "0.5"), (f'{LINE}"y" is empty', "fill it in")),
    Bad("a label written as missing", table("NaN", "0.5"), (f'{LINE}"y" is "NaN"',)),
    Bad("decimal commas", "y;p\n0;0,1\n1;0,9\n", ('line 2, column "p" is "0,1"', "write 0.5 for 0,5")),
    Bad("separators of thousands", table("1", '"1,234,567.8"'), (f'{LINE}"p" is "1,234,567.8"', "thousands")),
    Bad("separators as in Switzerland", table("1", "1'234"), (f'{LINE}"p"', "thousands")),
    Bad("underscores that Python would take", table("1", "1_000"), (f'{LINE}"p" is "1_000"', "underscores")),
    Bad("percent signs", table("1", "93 %"), (f'{LINE}"p" is "93 %"', "0.93")),
    Bad("complex numbers", table("1", "0.5+1j"), (f'{LINE}"p"', "complex")),
    Bad("dates", table("1", "2024-02-29"), (f'{LINE}"p"', "date")),
    Bad("booleans as scores", table("1", "True"), (f'{LINE}"p"', "decision")),
    Bad("text as a score", table("1", "high"), (f'{LINE}"p" is "high"', "text")),
    Bad("an integer that floats round", table("1", "9007199254740993"), (f'{LINE}"p" is 9007199254740993', "64 bits")),
    Bad("a cell with line ends", 'y,p\n0,0.1\n1,"0.9\nx"\n0,0.2\n', ('line 3, column "p" is "0.9\\nx"',)),
    Bad("a row after a cell with line ends", 'y,p,n\n0,0.1,"a\n\nb"\n1,x,c\n', ('line 5, column "p" is "x"',)),
    Bad("a quotation mark that stays open", 'y,p\n0,0.1\n1,"0.9\n0,0.2\n', ("line 3,", "quotation mark")),
    Bad("quotation marks within a cell", 'y,p\n0,"0".1\n1,0.9\n', ("line 2,", "quotation marks")),
    Bad("a very long line", f"y,p\n0,{'1' * 200_000}\n1,0.9\n", ("line 2,", "131,072 characters")),
    Bad("one class", "y,p\n1,0.1\n1,0.9\n", ('column "y" has one class only, "1"', "both classes")),
    Bad("three labels", table("2", "0.5"), ('column "y" has more than two labels, "0", "1" and "2"', "--label")),
    Bad("scores as labels", "y,p\n0.1,0\n0.2,1\n0.3,0\n0.4,1\n", ("more than two labels", "1 more")),
    Bad("two labels of which neither is plain", "y,p\na,0.1\nb,0.9\n", ('"a" and "b"', "--positive")),
    Bad("labels 1 and 2", "y,p\n1,0.1\n2,0.9\n", ('"1" and "2"', "--positive")),
    Bad("a positive that does not occur", GOOD, ('no label "ill"', '"0" and "1"'), {"positive": "ill"}),
    Bad("a name twice", "y,p,p\n0,0.1,0.2\n1,0.9,0.8\n", ('two columns named "p"', "2. and the 3.")),
    Bad("nothing", "", ("a.csv is empty",)),
    Bad("blank lines", "\n\n\n", ("a.csv has blank lines only",)),
    Bad("names only", "y,p\n", ("a.csv has names of columns and no row",)),
    Bad("no names", "0,0.1\n1,0.9\n", ("a.csv, line 1, has numbers", "names")),
    Bad("one column", "y\n0\n1\n", ("a.csv has one column only",)),
    Bad("another separator", "y|p\n0|0.1\n1|0.9\n", ('one column only, "y|p"', "commas, tabs or semicolons")),
    Bad("an unknown column", GOOD, ('no column "P1"', '"p"'), {"scores": ["P1"]}),
    Bad("a column unlike all others", GOOD, ('no column "zebra"', '"y" and "p"'), {"label": "zebra"}),
    Bad("a label among the scores", GOOD, ('"y"', "score too"), {"label": "y", "scores": ["p", "y"]}),
    Bad("a score twice", GOOD, ('"p" is named twice',), {"scores": ["p", "p"]}),
    Bad("a score as weight", GOOD, ('"p"', "--weight"), {"scores": "p", "weight": "p"}),
    Bad("a label as group", GOOD, ('"y"', "--group"), {"label": "y", "groups": "y"}),
    Bad("no column like a label", "a,p\n0,0.1\n1,0.9\n", ("labels is not clear", "--label")),
    Bad("two columns like labels", "y,label,p\n0,1,0.1\n1,0,0.9\n", ('"y" and "label"', "--label")),
    Bad("columns that may be scores", "y,p,age\n0,0.1,30\n1,0.9,40\n", ('"age"', "--score")),
    Bad("no column like a score", "y,note\n0,a\n1,b\n", ("no numeric column", "--score")),
    Bad(
        "a negative weight",
        table("1", "0.5,-1", head="y,p,w").replace("0.1", "0.1,1").replace("0.9", "0.9,1"),
        (f'{LINE}"w" is -1', "negative"),
        {"scores": "p", "weight": "w"},
    ),
    Bad("weights of zero", "y,p,w\n0,0.1,0\n1,0.9,0\n", ('"w" is zero', "all"), {"scores": "p", "weight": "w"}),
    Bad(
        "weights without a sum", "y,p,w\n0,0.1,1e300\n1,0.9,1\n", ("1e+300", "rescale"), {"scores": "p", "weight": "w"}
    ),
    Bad("a missing weight", "y,p,w\n0,0.1,1\n1,0.9,\n", ('"w" is empty',), {"scores": "p", "weight": "w"}),
    Bad(
        "a missing group", "y,p,g\n0,0.1,a\n1,0.9,\n", ('line 3, column "g" is empty',), {"scores": "p", "groups": "g"}
    ),
    Bad(
        "a missing cluster",
        "y,p,c\n0,0.1,\n1,0.9,2\n",
        ('line 2, column "c" is empty',),
        {"scores": "p", "cluster": "c"},
    ),
    Bad(
        "a gzip that is cut", gzip.compress(GOOD.encode() * 50)[:-12], ("a.csv.gz ends in the middle",), {}, "a.csv.gz"
    ),
    Bad(
        "a gzip with a wrong byte",
        gzip.compress(GOOD.encode())[:-5] + b"xxxxx",
        ("a.csv.gz is damaged",),
        {},
        "a.csv.gz",
    ),
    Bad("a gzip of nothing", gzip.compress(b""), ("holds nothing",), {}, "a.csv.gz"),
    Bad("a gzip that is none", GOOD, ("a.csv.gz is not compressed",), {}, "a.csv.gz"),
    Bad("text named Parquet", GOOD, ("a.parquet is not Parquet", "text", "rename"), {}, "a.parquet"),
    Bad("binary data named Feather", b"\0\1\2" * 99, ("a.feather is not Feather", "binary"), {}, "a.feather"),
    Bad("a spreadsheet", b"PK\x03\x04" + b"\0" * 99, ("a.csv is a ZIP archive or a spreadsheet", "CSV")),
    Bad("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("NUL", "binary")),
    Bad("a pickle", b"\x80\x04\x95\0\0", ("a pickle", "CSV or Parquet"), {}, "a.pkl"),
    Bad(
        "JSON that is broken", '{"y": 0, "p": 0.1}\n{"y": 1, "p": \n', ("a.jsonl, line 2, is not JSON",), {}, "a.jsonl"
    ),
    Bad("a list in JSON", '[{"y": 0, "p": 0.1}]\n', ("a.jsonl, line 1, is a list", "object"), {}, "a.jsonl"),
    Bad("a number in JSON", "3\n", ("a.jsonl, line 1, is a number",), {}, "a.jsonl"),
    Bad("JSON that is not UTF-8", b'{"y": 0, "p": 0.1, "n": "\xe9"}\n', ("line 1", "0xe9"), {}, "a.jsonl"),
    Bad(
        "a nested score",
        '{"y": 0, "p": 0.1}\n{"y": 1, "p": {"a": 1}}\n',
        ('line 2, column "p"', "several values"),
        {"scores": "p"},
        "a.jsonl",
    ),
    Bad(
        "a nested label",
        '{"y": [0], "p": 0.1}\n{"y": [1], "p": 0.9}\n',
        ('line 1, column "y"', "several values"),
        {"scores": "p"},
        "a.jsonl",
    ),
    Bad("JSON nested without end", "[" * 100_000, ("a.jsonl, line 1, is nested too deeply",), {}, "a.jsonl"),
    Bad(
        "a score that a line lacks",
        '{"y": 0, "p": 0.1}\n{"y": 1}\n',
        ('line 2, column "p" is missing',),
        {"scores": "p"},
        "a.jsonl",
    ),
    Bad(
        "a boolean score in JSON",
        '{"y": 0, "p": true}\n{"y": 1, "p": 0.1}\n',
        ('line 1, column "p" is True',),
        {"scores": "p"},
        "a.jsonl",
    ),
    Bad("no line of JSON", "\n\n", ("a.jsonl has no row",), {}, "a.jsonl"),
    Bad(
        "a million columns and no score named",
        "y," + ",".join(f"p{i}" for i in range(10**6)) + "\n1" + ",1" * 10**6,
        ("1,000,001 columns, too many to guess", "--score"),
    ),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.kind)
def test_it_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    path = tmp_path / bad.file
    path.write_bytes(bad.content.encode() if isinstance(bad.content, str) else bad.content)
    with pytest.raises(BadInput) as error:
        read(path, **bad.named)
    _is_one_sentence(error.value, bad.says)
    assert [entry.name for entry in tmp_path.iterdir()] == [bad.file]


def _is_one_sentence(error: BadInput, says: tuple[str, ...]) -> None:
    said = str(error)
    assert all(part in said for part in says), said
    assert said.isprintable(), said
    assert said.endswith((".", "?")), said
    assert len(said) < 400
    assert error.__cause__ is None


def read_from(folder: Path, files: dict[str, str | bytes], **named: Any) -> None:
    """Read files of these contents together."""
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    read([folder / name for name in files], **named)


ONE = "id,y,a\n1,0,0.1\n2,1,0.9\n3,0,0.3\n"
JOINED = [
    ("no identifier", {"a.csv": ONE, "b.csv": ONE}, {}, ("Several files", "--id")),
    (
        "an identifier that one file lacks",
        {"a.csv": ONE, "b.csv": "y,b\n0,0.5\n1,0.2\n"},
        {"identifier": "id"},
        ('b.csv has no column "id"',),
    ),
    (
        "a case that the second lacks",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n2,0.2\n"},
        {"identifier": "id"},
        ('b.csv has no row for the identifier "3":', "same cases"),
    ),
    (
        "cases that the first lacks",
        {"a.csv": ONE, "b.csv": "id,b\n4,0.5\n3,0.2\n2,0.1\n1,0.2\n5,0.1\n"},
        {"identifier": "id"},
        ('a.csv has no row for the identifier "4", nor for 1 more',),
    ),
    (
        "a case that is there twice",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n2,0.2\n2,0.1\n"},
        {"identifier": "id"},
        ('b.csv, line 4, column "id" is "2" as in an earlier row',),
    ),
    (
        "labels that differ",
        {"a.csv": ONE, "b.csv": "id,y,b\n3,0,0.5\n2,0,0.2\n1,1,0.1\n"},
        {"identifier": "id"},
        ('a.csv and b.csv differ in column "y" for the identifier "1", "0" and "1"',),
    ),
    (
        "weights that differ",
        {"a.csv": "id,y,a,w\n1,0,0.1,1\n2,1,0.9,1\n", "b.csv": "id,b,w\n2,0.1,1\n1,0.2,2\n"},
        {"identifier": "id", "weight": "w"},
        ('differ in column "w" for the identifier "1"',),
    ),
    (
        "scores to be called the same",
        {"a.csv": ONE, "a.tsv": "id\ta\n1\t0.5\n2\t0.2\n3\t0.1\n"},
        {"identifier": "id"},
        ('two files have scores to be called "a"'.capitalize(),),
    ),
    (
        "an empty identifier",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n,0.2\n3,0.1\n"},
        {"identifier": "id"},
        ('b.csv, line 3, column "id" is empty',),
    ),
]


@pytest.mark.parametrize(("files", "named", "says"), [row[1:] for row in JOINED], ids=[row[0] for row in JOINED])
def test_files_that_do_not_fit_get_one_sentence(
    files: dict[str, str], named: dict[str, Any], says: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as error:
        read_from(tmp_path, files, **named)
    _is_one_sentence(error.value, says)


def _loop(folder: Path) -> Path:
    (folder / "loop.csv").symlink_to(folder / "loop.csv")
    return folder / "loop.csv"


PLACES: list[tuple[str, Callable[[Path], Path | str], tuple[str, ...]]] = [
    ("a folder", lambda folder: folder, ("is a folder",)),
    ("a file that is not there", lambda folder: folder / "none.csv", ("There is no file", "none.csv")),
    ("a file below a file", lambda folder: Path(__file__) / "a.csv", ("There is no file",)),
    ("a link to itself", _loop, ("symbolic link", "itself")),
    ("a device", lambda folder: "/dev/zero", ("is a device",)),
    ("a name that is too long", lambda folder: folder / ("a" * 300), ("too long",)),
    ("a name with a NUL", lambda folder: "a\0b.csv", ("cannot be read",)),
]


@pytest.mark.skipif(sys.platform == "win32", reason="devices and links of POSIX")
@pytest.mark.parametrize(("place", "says"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_what_is_no_file_gets_one_sentence(
    place: Callable[[Path], Path | str], says: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as error:
        read(place(tmp_path))
    assert all(part in str(error.value) for part in says)


def test_a_file_that_may_not_be_read_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.csv"
    path.write_text(GOOD)

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refuse)  # who is root may read everything
    with pytest.raises(BadInput, match="may not be read: change its permissions"):
        read(path)


def test_no_file_and_the_same_file_twice_get_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No file is named"):
        read([])
    with pytest.raises(BadInput, match="is named twice"):
        read([tmp_path / "a.csv"] * 2, identifier="id")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as writer:
        writer.submit(path.write_text, GOOD)
        assert read(path).labels.tolist() == [False, True, False]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Terminal())
    with pytest.raises(BadInput, match="Standard input is a terminal"):
        read("-")
    sys.stdin.close()
    with pytest.raises(BadInput, match="Standard input is closed"):
        read("-")


ARRAYS: list[tuple[str, Any, Any, dict[str, Any], str]] = [
    ("other lengths", [0, 1], [0.1, 0.2, 0.3], {}, "y_score has 3 values where y_true has 2"),
    ("two dimensions", [0, 1], np.ones((2, 2)), {}, r"shape \(2, 2\).*\[:, 1\]"),
    ("a column", [0, 1], np.ones((2, 1)), {}, r"shape \(2, 1\).*ravel"),
    ("three dimensions", [0, 1], np.ones((2, 2, 2)), {}, r"shape \(2, 2, 2\)"),
    ("labels of two dimensions", np.ones((2, 2)), [0.1, 0.2], {}, "y_true is of shape"),
    ("nests of unequal lengths", [0, 1], [[0.1], [0.2, 0.3]], {}, "unequal lengths"),
    ("nothing", [], [], {}, "y_true is empty"),
    ("one number", 1, 0.5, {}, "y_true is of type int"),
    ("text", "01", [0.1, 0.2], {}, "y_true is of type str"),
    ("no model", [0, 1], {}, {}, "names no model"),
    ("a masked score", [0, 1], np.ma.masked_array([0.1, 0.2], [False, True]), {}, "y_score is masked at index 1"),
    ("a masked label", np.ma.masked_array([0, 1], [True, False]), [0.1, 0.2], {}, "y_true is masked at index 0"),
    ("None as a score", [0, 1], [0.1, None], {}, r"y_score\[1\] is missing"),
    ("NaN of a model", [0, 1], {"a": [0.1, np.nan]}, {}, r'y_score\["a"\]\[1\] is NaN'),
    ("booleans as scores", [0, 1], [True, False], {}, r"y_score\[0\] is True, a decision"),
    ("complex scores", [0, 1], [0.1j, 1], {}, r"y_score\[0\] is 0.1j, a complex number"),
    ("dates as scores", [0, 1], np.array(["2024-01-01"] * 2, "M8[D]"), {}, "a date or time"),
    ("text as scores", [0, 1], ["low", "high"], {}, '"low", which is text'),
    ("objects as scores", [0, 1], np.array([0.1, object()], dtype=object), {}, r"y_score\[1\] is .*type object"),
    ("an integer beyond all floats", [0, 1], [0, 10**400], {}, "too large"),
    ("an integer that floats round", [0, 1], [0, 2**53 + 1], {}, "9007199254740993"),
    ("an unsigned one", [0, 1], np.array([0, 2**63 + 1], dtype=np.uint64), {}, "9223372036854775809"),
    ("NaN as a label", [0, np.nan, 1.0], [0.1, 0.2, 0.3], {}, r"y_true\[1\] is empty"),
    ("None as a label", [0, None, 1], [0.1, 0.2, 0.3], {}, r"y_true\[1\] is empty"),
    ("three labels", [0, 1, 2], [0.1, 0.2, 0.3], {}, "y_true has more than two labels"),
    ("labels of no known pair", [3, 4], [0.1, 0.2], {}, '"3" and "4"'),
    ("a positive that is not there", [3, 4], [0.1, 0.2], {"positive": 5}, 'no label "5"'),
    ("negative weights", [0, 1], [0.1, 0.2], {"sample_weight": [1, -1]}, r"sample_weight\[1\] is -1"),
    ("a class of no weight", [0, 1], [0.1, 0.2], {"sample_weight": [0, 1]}, "sample_weight has no negative case"),
    ("weights too few", [0, 1], [0.1, 0.2], {"sample_weight": [1]}, "sample_weight has 1 values"),
    ("a missing group", [0, 1], [0.1, 0.2], {"groups": {"g": ["a", None]}}, r'groups\["g"\]\[1\] is empty'),
    ("a missing cluster", [0, 1], [0.1, 0.2], {"clusters": [np.nan, 1]}, r"clusters\[0\] is empty"),
]


@pytest.mark.parametrize(
    ("y_true", "y_score", "named", "says"), [row[1:] for row in ARRAYS], ids=[row[0] for row in ARRAYS]
)
def test_bad_arrays_get_one_sentence(y_true: Any, y_score: Any, named: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        from_arrays(y_true, y_score, **named)
    _is_one_sentence(error.value, ())


def _nested() -> Any:
    return pa.table({"y": [0, 1], "p": pa.array([{"a": 1}, {"a": 2}])})


def _twice() -> Any:
    return pd.DataFrame([[0, 0.1, 0.2], [1, 0.2, 0.3]], columns=["y", "p", "p"])


FRAMES: list[tuple[str, Callable[[], Any], dict[str, Any], str]] = [
    ("a list", lambda: [[0, 0.1]], {}, "data frame is no data frame but a list"),
    ("names that are numbers", lambda: pd.DataFrame({0: [0, 1], 1: [0.1, 0.2]}), {}, "column named 0"),
    ("a name twice", _twice, {}, "names|named"),
    ("no row", lambda: pd.DataFrame({"y": [], "p": []}), {}, "data frame has no row"),
    ("an unknown column", lambda: pd.DataFrame({"y": [0, 1], "p": [0.1, 0.2]}), {"scores": "q"}, 'no column "q"'),
    (
        "pandas' NA",
        lambda: pd.DataFrame({"y": [0, 1], "p": pd.array([0.1, None], dtype="Float64")}),
        {"scores": "p"},
        r'row 1 \(counted from 0\), column "p" is (missing|NaN)',
    ),
    (
        "text of mixed types",
        lambda: pd.DataFrame({"y": [0, 1], "p": ["a", 1.0]}),
        {"scores": "p"},
        '"a", which is text',
    ),
    ("complex numbers", lambda: pd.DataFrame({"y": [0, 1], "p": [1j, 1.0]}), {"scores": "p"}, "complex"),
    ("dates", lambda: pd.DataFrame({"y": [0, 1], "p": pd.to_datetime(["2024-01-01"] * 2)}), {"scores": "p"}, "date"),
    ("nested columns of Arrow", _nested, {"scores": "p"}, "several values in each cell"),
    ("frames of polars that are not computed", lambda: pl.LazyFrame({"y": [0, 1]}), {}, "not computed yet"),
]


@pytest.mark.parametrize(("make", "named", "says"), [row[1:] for row in FRAMES], ids=[row[0] for row in FRAMES])
def test_bad_frames_get_one_sentence(make: Callable[[], Any], named: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        from_frame(make(), **named)
    _is_one_sentence(error.value, ())


def _parquet(table: Any, path: Path) -> None:
    parquet.write_table(table, path)


def test_bad_files_of_parquet_get_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    _parquet(_nested(), path)
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


def test_a_million_columns_are_read_if_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("y," + ",".join(f"p{i}" for i in range(10**6)) + f"\n0{',0.5' * 10**6}\n1{',0.25' * 10**6}\n")
    assert read(path, label="y", scores="p999999").scores["p999999"].tolist() == [0.5, 0.25]
    with pytest.raises(BadInput, match='no column "p1000000"; did you mean'):
        read(path, label="y", scores="p1000000")
