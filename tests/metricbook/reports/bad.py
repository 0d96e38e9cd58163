"""Files that cannot be read, by the module that says why, and what must be in its sentence."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.reading import read

GOOD: Final = "y,p\n0,0.1\n1,0.9\n"


class Bad(NamedTuple):
    """A file, how it is read, and what must be in the sentence."""

    kind: str
    content: str | bytes
    says: tuple[str, ...]
    named: dict[str, Any] = {}  # noqa: RUF012  # never written to
    file: str = "a.csv"

    def write(self, folder: Path) -> Path:
        """Write the file."""
        path = folder / self.file
        path.write_bytes(self.content.encode() if isinstance(self.content, str) else self.content)
        return path


def is_refused(bad: Bad, folder: Path, by: Callable[..., object] = read) -> None:
    """A file gets one sentence that says what is wrong, where, and what to do; nothing is written."""
    with pytest.raises(BadInput) as error:
        by(bad.write(folder), **bad.named)
    is_one_sentence(error.value, bad.says)
    assert [entry.name for entry in folder.iterdir()] == [bad.file]


def is_one_sentence(error: BadInput, says: tuple[str, ...] = ()) -> None:
    """An error is one sentence, on one line, with these words in it."""
    said = str(error)
    assert all(part in said for part in says), said
    assert said.isprintable(), said
    assert said.endswith((".", "?")), said
    assert len(said) < 400
    assert error.__cause__ is None


def table(*cells: str, head: str = "y,p") -> str:
    """Two good rows, and one with these cells on line 4."""
    return f"{head}\n0,0.1\n1,0.9\n{','.join(cells)}\n"


LINE: Final = "a.csv, line 4, column "
FILES: Final = (
    Bad("text named Zstandard", GOOD, ("a.csv.zst is not compressed by Zstandard",), {}, "a.csv.zst"),
    Bad("damaged Zstandard", b"\x28\xb5\x2f\xfd" * 9, ("a.csv.zst is damaged (Zstandard",), {}, "a.csv.zst"),
    Bad("text named Excel", GOOD, ("a.xlsx is not Excel", "text", "rename"), {}, "a.xlsx"),
    Bad("text named SQLite", GOOD, ("a.sqlite is not SQLite", "text", "rename"), {}, "a.sqlite"),
    Bad("nothing", "", ("a.csv is empty",)),
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
    Bad("a ZIP archive", b"PK\x03\x04" + b"\0" * 99, ("a.csv is a ZIP archive", "take the table out")),
    Bad("a compressed database", gzip.compress(b"SQLite format 3\0" * 9), ("not compressed",), {}, "a.gz"),
    Bad("a pickle", b"\x80\x04\x95\0\0", ("a pickle", "CSV or Parquet"), {}, "a.pkl"),
)
DELIMITED: Final = (
    Bad("Latin-1", "y,p,note\n0,0.1,caf\xe9\n1,0.9,b\n".encode("latin-1"), ("a.csv, line 2,", "0xe9", "UTF-8")),
    Bad("UTF-16 without its mark", GOOD.encode("utf-16-le"), ("a.csv, line 1,", "NUL", "UTF-16")),
    Bad("UTF-16 that is cut", GOOD.encode("utf-16")[:-1], ("a.csv", "UTF-16", "UTF-8")),
    Bad("NUL bytes", "y,p\n0,0.1\n1,0.\0009\n", ("a.csv, line 3,", "NUL")),
    Bad("a row too short", table("1"), ("line 4,", "1 cell ", "2")),
    Bad("a row too long", table("1", "0.5", "x"), ("line 4,", "3 cells", "2")),
    Bad("a cell with line ends", 'y,p\n0,0.1\n1,"0.9\nx"\n0,0.2\n', ('line 3, column "p" is "0.9\\nx"',)),
    Bad("a row after a cell with line ends", 'y,p,n\n0,0.1,"a\n\nb"\n1,x,c\n', ('line 5, column "p" is "x"',)),
    Bad("a quotation mark that stays open", 'y,p\n0,0.1\n1,"0.9\n0,0.2\n', ("line 3,", "quotation mark")),
    Bad("quotation marks within a cell", 'y,p\n0,"0".1\n1,0.9\n', ("line 2,", "quotation marks")),
    Bad("a very long line", f"y,p\n0,{'1' * 200_000}\n1,0.9\n", ("line 2,", "131,072 characters")),
    Bad("blank lines", "\n\n\n", ("a.csv has blank lines only",)),
    Bad("names only", "y,p\n", ("a.csv has names of columns and no row",)),
    Bad("one column", "y\n0\n1\n", ("a.csv has one column only",)),
    Bad("another separator", "y|p\n0|0.1\n1|0.9\n", ('one column only, "y|p"', "commas, tabs or semicolons")),
    Bad("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("NUL", "binary")),
)
COLUMNAR: Final = (
    Bad(
        "JSON that is broken", '{"y": 0, "p": 0.1}\n{"y": 1, "p": \n', ("a.jsonl, line 2, is not JSON",), {}, "a.jsonl"
    ),
    Bad("a list in JSON", '[{"y": 0, "p": 0.1}]\n', ("a.jsonl, line 1, is a list", "object"), {}, "a.jsonl"),
    Bad("a number in JSON", "3\n", ("a.jsonl, line 1, is a number",), {}, "a.jsonl"),
    Bad("JSON that is not UTF-8", b'{"y": 0, "p": 0.1, "n": "\xe9"}\n', ("line 1", "0xe9"), {}, "a.jsonl"),
    Bad(
        "such JSON after a mark", b'\xef\xbb\xbf{"y": 0, "p": 0.1}\n{"n": "\xe9"}\n', ("line 2", "0xe9"), {}, "a.jsonl"
    ),
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
    Bad("a broken array", '[{"y": 0, "p": 0.1},\n{"y": 1', ("a.json is not JSON", "line 2"), {}, "a.json"),
    Bad("records of numbers", '[{"y": 0, "p": 0.1}, 3]', ("a.json, record 2, is a number",), {}, "a.json"),
    Bad("an array nested without end", "[" * 100_000, ("a.json is nested too deeply",), {}, "a.json"),
    Bad("text in JSON", '"y"', ("a.json is text, not an array",), {}, "a.json"),
    Bad("no record", "[]", ("a.json has no row",), {}, "a.json"),
    Bad(
        "a score that a record lacks",
        '[{"y": 0, "p": 0.1}, {"y": 1}]',
        ('a.json, record 2, column "p" is missing',),
        {"scores": "p"},
        "a.json",
    ),
    Bad("no line of JSON", "\n\n", ("a.jsonl has no row",), {}, "a.jsonl"),
)
NAMES: Final = (
    Bad("a name twice", "y,p,p\n0,0.1,0.2\n1,0.9,0.8\n", ('two columns named "p"', "2. and the 3.")),
    Bad("no names", "0,0.1\n1,0.9\n", ("a.csv, line 1, has numbers", "names")),
)
VALUES: Final = (
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
    Bad("underscores in an exponent", table("1", "1e1_0"), (f'{LINE}"p" is "1e1_0"', "underscores")),
    Bad("percent signs", table("1", "93 %"), (f'{LINE}"p" is "93 %"', "0.93")),
    Bad("complex numbers", table("1", "0.5+1j"), (f'{LINE}"p"', "complex")),
    Bad("dates", table("1", "2024-02-29"), (f'{LINE}"p"', "date")),
    Bad("booleans as scores", table("1", "True"), (f'{LINE}"p"', "decision")),
    Bad("text as a score", table("1", "high"), (f'{LINE}"p" is "high"', "text")),
    Bad("an integer that floats round", table("1", "9007199254740993"), (f'{LINE}"p" is 9007199254740993', "64 bits")),
    Bad("one class", "y,p\n1,0.1\n1,0.9\n", ('column "y" has one class only, "1"', "both classes")),
    Bad("three labels", table("2", "0.5"), ('column "y" has more than two labels, "0", "1" and "2"', "--label")),
    Bad("scores as labels", "y,p\n0.1,0\n0.2,1\n0.3,0\n0.4,1\n", ("more than two labels", "1 more")),
    Bad("two labels of which neither is plain", "y,p\na,0.1\nb,0.9\n", ('"a" and "b"', "--positive")),
    Bad("labels 1 and 2", "y,p\n1,0.1\n2,0.9\n", ('"1" and "2"', "--positive")),
    Bad("a positive that does not occur", GOOD, ('no label "ill"', '"0" and "1"'), {"positive": "ill"}),
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
)
ROLES: Final = (
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
        "a million columns and no score named",
        "y," + ",".join(f"p{i}" for i in range(10**6)) + "\n1" + ",1" * 10**6,
        ("1,000,001 columns, too many to guess", "--score"),
    ),
)
ALL: Final = (*FILES, *DELIMITED, *COLUMNAR, *NAMES, *VALUES, *ROLES)
