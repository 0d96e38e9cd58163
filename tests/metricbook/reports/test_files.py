"""What a file is, by its name and its content, and why it is not read."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.files import check_file, display_name, open_input
from metricbook.reports.reading import read

from .bad import FILES, GOOD, Bad, is_refused
from .made import is_taken, read_text


def kind(folder: Path, name: str, content: bytes) -> str:
    (folder / name).write_bytes(content)
    return open_input(folder / name).kind


@pytest.mark.parametrize(
    ("suffixes", "content", "expected"),
    [
        (".csv .tsv .tab .CSV .csv.gz", b"{a},y\n", "text"),
        (".jsonl .ndjson", b"3\n", "jsonl"),
        (".dat .txt", b"a,y\n", "text"),
        (".dat .txt", b'{"a": 1}\n', "jsonl"),
        (".dat", b'\xef\xbb\xbf \r\n\t{"a": 1}\n', "jsonl"),
        (".dat", b"a{\n", "text"),
        (".dat .csv .parquet .pq .arrow", b"PAR1", "parquet"),
        (".dat .jsonl .feather .arrow .ipc", b"ARROW1", "arrow"),
        (".dat .arrow", b"\xff\xff\xff\xff", "arrow"),
    ],
)
def test_a_kind_is_told_by_suffix_then_by_content(suffixes: str, content: bytes, expected: str, tmp_path: Path) -> None:
    for suffix in suffixes.split():
        stored = gzip.compress(content) if suffix.endswith("gz") else content
        assert kind(tmp_path, f"a{suffix}", stored) == expected, suffix


@pytest.mark.parametrize(("suffixes", "named"), [(".parquet .pq", "Parquet"), (".feather .arrow .ipc", "Feather")])
def test_a_name_that_promises_what_is_not_there_is_refused(suffixes: str, named: str, tmp_path: Path) -> None:
    for suffix in suffixes.split():
        with pytest.raises(BadInput, match=f"is not {named}, as its name says, but text: rename it"):
            kind(tmp_path, f"a{suffix}", b"y,p\n")
        with pytest.raises(BadInput, match=f"is not {named}, as its name says, but binary data .*: write it again"):
            kind(tmp_path, f"a{suffix}", b"y,p\n" * 2000 + b"\0")


@pytest.mark.parametrize("name", ["a.gz", "a.csv.gz", "a.b.csv.GZ"])
def test_a_name_that_promises_gzip_where_there_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"^{name} is not compressed by gzip, as its name says: rename it"):
        kind(tmp_path, name, b"y,p\n")


def test_what_the_content_says_against_the_name_is_said_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"ARROW1")
    assert open_input(tmp_path / "a.csv").remarks == ("a.csv is read as Feather, whatever its name says.",)
    for name in ("a.arrow", "a"):
        (tmp_path / name).write_bytes(b"ARROW1")
        assert open_input(tmp_path / name).remarks == ()
    zipped = gzip.compress(b"y,p\n")
    for name in ("a.csv.gz", "a.CSV.GZ", "a"):
        (tmp_path / name).write_bytes(zipped)
        found = open_input(tmp_path / name)
        assert found.remarks == ()
        assert (found.name, found.content, found.digest) == (name, b"y,p\n", hashlib.sha256(zipped).hexdigest())
    (tmp_path / "a.tsv").write_bytes(zipped)
    assert open_input(tmp_path / "a.tsv").remarks == ("a.tsv is compressed by gzip, whatever its name says.",)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"PK\x03\x04", "ZIP archive"),
        (b"\xd0\xcf\x11\xe0", "spreadsheet"),
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ", "xz"),
        (b"\x93NUMPY", "call metricbook.report"),
        (b"\x80\x04", "pickle"),
        (b"\x80\x05", "pickle"),
        (b"FEA1", "version 1"),
        (b"%PDF", "PDF"),
        (b"\x89HDF", "HDF5"),
    ],
)
def test_a_file_of_another_program_is_named(start: bytes, what: str, tmp_path: Path) -> None:
    for stored in (start, gzip.compress(start)):
        with pytest.raises(BadInput, match=what):
            kind(tmp_path, "a", stored)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.ENOENT, "There is no file"),
        (errno.ENOTDIR, "There is no file"),
        (errno.EACCES, "may not be read"),
        (errno.EPERM, "may not be read"),
        (errno.ELOOP, "leads back to itself"),
        (errno.ENAMETOOLONG, "too long"),
        (errno.EIO, r"cannot be read \(a reason\)"),
    ],
)
def test_why_a_file_cannot_be_read_is_said(
    code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text("y,p\n")

    def refuse(self: Path) -> bytes:
        raise OSError(code, "a reason")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(BadInput, match=said) as error:
        open_input(tmp_path / "a.csv")
    assert "a.csv" in str(error.value)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="sockets of POSIX")
def test_a_socket_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("a")
        with pytest.raises(BadInput, match="socket, not a file"):
            check_file("a")


def test_a_path_is_shown_whole_unless_it_is_very_long() -> None:
    for size, shown in ((250, "a" * 250), (251, "a" * 249 + "…")):
        with pytest.raises(BadInput, match=f'There is no file "{shown}": '):
            check_file("a" * size)
    assert (display_name("/x/a.csv"), display_name("/")) == ("a.csv", "/")


def test_standard_input_has_a_name_and_no_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (b'{"y": 1}\n', gzip.compress(b'{"y": 1}\n')):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        found = open_input("-")
        assert (found.name, found.kind, found.content, found.remarks) == ("standard input", "jsonl", b'{"y": 1}\n', ())
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="Standard input is closed"):
        open_input("-")


def test_a_line_is_that_of_the_byte(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\nb\ncd\n")
    found = open_input(os.fspath(tmp_path / "a"))
    assert [found.line(place) for place in range(6)] == [1, 2, 2, 3, 3, 3]


TOLD: list[tuple[str, str | bytes, str]] = [
    ("gzip whatever the name says", gzip.compress(GOOD.encode()), "a.csv"),
    ("a name without suffix", GOOD, "predictions"),
    ("JSON without suffix", '{"y": 0, "p": 0.1}\n{"y": 1, "p": 0.9}\n', "predictions"),
]


@pytest.mark.parametrize(("content", "name"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_the_kind_is_told_by_the_content(content: str | bytes, name: str, tmp_path: Path) -> None:
    is_taken(tmp_path, content, name)


def test_what_the_content_says_against_the_name_is_said(tmp_path: Path) -> None:
    assert "compressed by gzip" in read_text(tmp_path, gzip.compress(GOOD.encode())).source.remarks[0]
    assert "UTF-16" in read_text(tmp_path, GOOD.encode("utf-16")).source.remarks[0]


def test_parquet_is_read_whatever_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    path = tmp_path / "a.csv"
    pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).to_parquet(path)
    assert read(path).source.remarks[0] == "a.csv is read as Parquet, whatever its name says."


@pytest.mark.parametrize("bad", FILES, ids=lambda bad: bad.kind)
def test_what_is_of_no_kind_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as writer:
        writer.submit(path.write_text, GOOD)
        assert read(path).labels.tolist() == [False, True]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    found = read("-")
    assert found.source.name == "standard input"
    assert found.source.digest == hashlib.sha256(GOOD.encode()).hexdigest()


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
