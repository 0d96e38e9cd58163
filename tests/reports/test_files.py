"""Files of any kind by their content, standard input, and what is no file."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.reading import read

from .bad import FILES, GOOD, Bad, is_refused
from .made import is_taken, read_text

TOLD: list[tuple[str, str | bytes, str]] = [
    ("gzip whatever the name says", gzip.compress(GOOD.encode()), "a.csv"),
    ("a name without suffix", GOOD, "predictions"),
    ("JSON without suffix", '{"y": 0, "p": 0.1}\n{"y": 1, "p": 0.9}\n', "predictions"),
]


@pytest.mark.parametrize(("content", "name"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_the_kind_is_told_by_the_content(content: str | bytes, name: str, tmp_path: Path) -> None:
    is_taken(tmp_path, content, name)


def test_what_the_content_says_against_the_name_is_said(tmp_path: Path) -> None:
    assert "compressed by gzip" in read_text(tmp_path, gzip.compress(GOOD.encode())).source.said[0]
    assert "UTF-16" in read_text(tmp_path, GOOD.encode("utf-16")).source.said[0]


def test_parquet_is_read_whatever_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    path = tmp_path / "a.csv"
    pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).to_parquet(path)
    assert read(path).source.said[0] == "a.csv is read as Parquet, whatever its name says."


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
