"""Reading a file or standard input and detecting its kind, or the sentence that says why it cannot be read."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from metricbook.reports.bad_input import SHOWN_OF_PATH, BadInput, quote
from metricbook.reports.sentences import say

Kind: TypeAlias = Literal["text", "jsonl", "json", "parquet", "arrow", "excel", "sqlite", "duckdb"]

STANDARD_INPUT: Final = "-"
#: Kinds by suffix.
SUFFIXES: Final[dict[str, Kind]] = {
    ".csv": "text",
    ".tsv": "text",
    ".tab": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".feather": "arrow",
    ".arrow": "arrow",
    ".ipc": "arrow",
    ".xlsx": "excel",
    ".xlsm": "excel",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".duckdb": "duckdb",
}
#: Kinds by their first bytes.
PARQUET, _ARROW, _ARROW_STREAM = b"PAR1", b"ARROW1", b"\xff\xff\xff\xff"
_ZIP, SQLITE, _DUCKDB = b"PK\x03\x04", b"SQLite format 3\0", b"DUCK"  # DuckDB's follows a checksum of 8 bytes
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
#: Suffixes of compressed files.
COMPRESSED: Final = {".gz": (GZIP, "gzip"), ".zst": (ZSTANDARD, "Zstandard")}
#: First bytes of kinds that are not read, and what to do about them.
_FOREIGN: Final = (
    (_ZIP, "a ZIP archive: take the table out of it"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet of an old kind: save it as .xlsx or CSV"),
    (b"BZh", "compressed by bzip2: decompress it, or compress it by gzip"),
    (b"\xfd7zXZ", "compressed by xz: decompress it, or compress it by gzip"),
    (b"\x93NUMPY", "an array of NumPy: load it in Python and call metricbook.report"),
    (b"\x80\x04", "a pickle, which is not opened because it could run anything: save the table as CSV or Parquet"),
    (b"\x80\x05", "a pickle, which is not opened because it could run anything: save the table as CSV or Parquet"),
    (b"FEA1", "Feather of version 1: write it again with a current pyarrow, or as Parquet"),
    (b"%PDF", "a PDF: save the table as CSV"),
    (b"\x89HDF", "an HDF5 file: save the table as CSV or Parquet"),
)
_NAMES: Final = {"parquet": "Parquet", "arrow": "Feather", "excel": "Excel", "sqlite": "SQLite", "duckdb": "DuckDB"}


@dataclass(frozen=True)
class Opened:
    """A file's decompressed content and its kind.

    Attributes
    ----------
    name : str
        Without its folder.
    content : bytes
        Empty for databases, which are read where they lie.
    digest : str
        SHA-256 of the bytes as they were stored.
    kind : {"text", "jsonl", "json", "parquet", "arrow", "excel", "sqlite", "duckdb"}
    remarks : tuple of str
        Sentences on how the content differs from what the name says.
    path : str
        Of the file; "-" for standard input.
    """

    name: str
    content: bytes
    digest: str
    kind: Kind
    remarks: tuple[str, ...] = ()
    path: str = STANDARD_INPUT

    def line(self, place: int) -> int:
        """The number of the line that a byte is in."""
        return self.content.count(b"\n", 0, place) + 1

    def text(self) -> str:
        """The content as text. Raises `BadInput` for bytes that are not UTF-8."""
        try:
            return self.content.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            byte = self.content[error.start]
            raise BadInput(
                f"{self.name}, line {self.line(error.start)}, has the byte 0x{byte:02x}, which is not UTF-8: "
                "save the file in UTF-8 (it may be in Latin-1 or Windows-1252)."
            ) from None


def open_input(path: str | os.PathLike[str]) -> Opened:
    """Read a file, or standard input for "-", and detect its kind from its suffix and its content.

    Raises
    ------
    BadInput
        A file that does not exist, may not be read, is no file or pipe, is empty or damaged, or of another kind.
    """
    text = os.fspath(path)
    name = "standard input" if text == STANDARD_INPUT else display_name(text)
    suffixes = [] if text == STANDARD_INPUT else [suffix.lower() for suffix in Path(text).suffixes]
    if text != STANDARD_INPUT and (database := database_kind(text)):
        return Opened(name, b"", hash_file(text), database, (), text)
    stored = _read_stdin() if text == STANDARD_INPUT else _read_stored(text)
    if not stored:
        raise BadInput(f"{name} is empty: a table with a line of names is needed.")
    content, remarks = _decompress(stored, suffixes[-1:], name)
    suffix = next((suffix for suffix in reversed(suffixes) if suffix not in COMPRESSED), "")
    kind, kind_remarks = detect_kind(content, SUFFIXES.get(suffix), name)
    return Opened(name, content, hashlib.sha256(stored).hexdigest(), kind, (*remarks, *kind_remarks), text)


def database_kind(path: str) -> Literal["sqlite", "duckdb"] | None:
    """Whether a file is a database, by its first bytes; a pipe is none. Raises `BadInput` if it cannot be read."""
    check_file(path)
    if Path(path).is_fifo():
        return None
    try:
        with Path(path).open("rb") as file:
            return _kind_of_database(file.read(16))
    except OSError as error:
        raise _unreadable_error(quote(path, most=SHOWN_OF_PATH), error) from None


def holds_tables(path: str) -> bool:
    """Whether a file, and no pipe, may hold several tables: a database or a spreadsheet."""
    return Path(path).is_file() and (database_kind(path) is not None or starts_with(path, _ZIP))


def _kind_of_database(start: bytes) -> Literal["sqlite", "duckdb"] | None:
    return "sqlite" if start.startswith(SQLITE) else "duckdb" if start[8:12] == _DUCKDB else None


def starts_with(path: str, start: bytes) -> bool:
    """Whether a file, and no pipe, begins with some bytes. Raises `BadInput` if it cannot be read."""
    check_file(path)
    if Path(path).is_fifo():
        return False
    try:
        with Path(path).open("rb") as file:
            return file.read(len(start)) == start
    except OSError as error:
        raise _unreadable_error(quote(path, most=SHOWN_OF_PATH), error) from None


def read_head(path: str, name: str, size: int) -> tuple[bytes, str]:
    """The first bytes of a file once decompressed, and "gzip", "zstd" or "none". Raises `BadInput` for damage."""
    with Path(path).open("rb") as file:
        head = file.read(size)
        file.seek(0)
        if head.startswith(GZIP):
            with _damage_told(name), gzip.open(file) as unzipped:
                return unzipped.read(size), "gzip"
        if head.startswith(ZSTANDARD):
            with _damage_told(name), _zstandard(file, name) as stream:
                return stream.read(size), "zstd"
        return head, "none"


def hash_file(path: str | os.PathLike[str]) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def display_name(path: str | os.PathLike[str]) -> str:
    """A file's name without its folder, as sentences and reports show it."""
    return Path(path).name or str(path)


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise `BadInput` unless the path is that of a file or a pipe."""
    name = quote(os.fspath(path), most=SHOWN_OF_PATH)
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError) as error:
        raise _unreadable_error(name, error) from None
    if stat.S_ISDIR(mode):
        raise BadInput(f"{name} is a folder: name a file in it.")
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise BadInput(f"{name} is a device or a socket, not a file: name a file, or - for standard input.")


def _read_stored(path: str) -> bytes:
    check_file(path)
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable_error(quote(path, most=SHOWN_OF_PATH), error) from None


def _read_stdin() -> bytes:
    stream = sys.stdin
    if stream is None or stream.closed:
        raise BadInput("Standard input is closed: name a file.")
    if stream.isatty():
        raise BadInput("Standard input is a terminal: name a file, or send one with < or a pipe.")
    return stream.buffer.read()


def _unreadable_error(name: str, error: Exception) -> BadInput:
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.ENOENT, errno.ENOTDIR):
        return BadInput(f"There is no file {name}: check its name and folder.")
    if code in (errno.EACCES, errno.EPERM):
        return BadInput(f"{name} may not be read: change its permissions, or copy it.")
    if code == errno.ELOOP:
        return BadInput(f"{name} is a symbolic link that leads back to itself: name the file.")
    if code == errno.ENAMETOOLONG:
        return BadInput(f"{name} is too long for a file's name: name the file, not its content.")
    return BadInput(f"{name} cannot be read ({getattr(error, 'strerror', None) or error}): name another file.")


def _decompress(stored: bytes, last: list[str], name: str) -> tuple[bytes, list[str]]:
    """The content of a file whose last suffix is given, and a remark if that is not the compression's."""
    named = COMPRESSED.get(last[0]) if last else None
    found = next(((start, by) for start, by in COMPRESSED.values() if stored.startswith(start)), None)
    if found is None:
        if named is not None:
            raise BadInput(f"{name} is not compressed by {named[1]}, as its name says: rename it.")
        return stored, []
    by = found[1]
    content = decompress(stored, name, by)
    if not content:
        raise BadInput(f"{name} holds nothing once decompressed: a table with a line of names is needed.")
    return content, [say("data.compression", file=name, by=by)] if last and named != found else []


def decompress(stored: bytes, name: str, by: str) -> bytes:
    """What was compressed by gzip or Zstandard. Raises `BadInput` if it is cut or damaged."""
    with _damage_told(name):
        if by == "gzip":
            return gzip.decompress(stored)
        with _zstandard(io.BytesIO(stored), name) as stream:
            content: bytes = stream.read()
        return content


@contextmanager
def _damage_told(name: str) -> Iterator[None]:
    """Raise `BadInput` for a compressed file that is cut or damaged."""
    try:
        yield
    except EOFError:
        raise BadInput(f"{name} ends in the middle, as if its copying had been cut short: copy it again.") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadInput(f"{name} is damaged (gzip: {error}): copy it again.") from None
    except OSError as error:
        raise BadInput(f"{name} is damaged (Zstandard: {error}): copy it again.") from None


def _zstandard(stored: Any, name: str) -> Any:
    """What a stream holds that was compressed by Zstandard, as a stream. Raises `BadInput` without pyarrow."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise BadInput(
            f'{name} needs the package pyarrow to be read: pip install "metricbook[report]", or decompress it.'
        ) from None
    return pa.CompressedInputStream(stored, "zstd")


def detect_kind(content: bytes, expected: Kind | None, name: str) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a file, whose content outweighs its name, and remarks on it. Raises `BadInput`."""
    kind: Kind | None = None
    if content.startswith(PARQUET):
        kind = "parquet"
    elif content.startswith((_ARROW, _ARROW_STREAM)):
        kind = "arrow"
    elif content.startswith(_ZIP) and re.search(rb"xl/(workbook|worksheets|theme|styles|sharedStrings)", content):
        kind = "excel"
    elif _kind_of_database(content):
        raise BadInput(f"{name} is a database, which is read from a file that is not compressed: save it as one.")
    for start, what in _FOREIGN if kind is None else ():
        if content.startswith(start):
            raise BadInput(f"{name} is {what}.")
    if kind is not None:
        differs = expected not in (None, kind)
        return kind, ((say("data.kind", file=name, kind=_NAMES[kind]),) if differs else ())
    if expected in _NAMES:
        looks = "binary data of another kind" if b"\0" in content else "text"
        remedy = "write it again" if "binary" in looks else "rename it, for example to .csv"
        raise BadInput(f"{name} is not {_NAMES[expected]}, as its name says, but {looks}: {remedy}.")
    if expected == "json" or expected is None:
        records, lines = (re.match(rb"(\xef\xbb\xbf)?\s*" + start, content) for start in (rb"\[\s*[\]{]", rb"\{"))
        return "json" if records or (expected and not lines) else "jsonl" if lines else "text", ()
    return expected, ()
