"""Reading a file or standard input and detecting its kind, or the sentence that says why it cannot be read."""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import re
import stat
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from metricbook.reports.bad_input import SHOWN_OF_PATH, BadInput, quote

Kind: TypeAlias = Literal["text", "jsonl", "parquet", "arrow"]

STANDARD_INPUT: Final = "-"
#: Kinds by suffix.
SUFFIXES: Final[dict[str, Kind]] = {
    ".csv": "text",
    ".tsv": "text",
    ".tab": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".feather": "arrow",
    ".arrow": "arrow",
    ".ipc": "arrow",
}
#: Kinds by their first bytes.
PARQUET, _ARROW, _ARROW_STREAM, GZIP = b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"\x1f\x8b"
#: First bytes of kinds that are not read, and what to do about them.
_FOREIGN: Final = (
    (b"PK\x03\x04", "a ZIP archive or a spreadsheet: save the table as CSV"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet: save the table as CSV"),
    (b"\x28\xb5\x2f\xfd", "compressed by Zstandard: decompress it, or compress it by gzip"),
    (b"BZh", "compressed by bzip2: decompress it, or compress it by gzip"),
    (b"\xfd7zXZ", "compressed by xz: decompress it, or compress it by gzip"),
    (b"\x93NUMPY", "an array of NumPy: load it in Python and call metricbook.report"),
    (b"\x80\x04", "a pickle, which is not opened because it could run anything: save the table as CSV or Parquet"),
    (b"\x80\x05", "a pickle, which is not opened because it could run anything: save the table as CSV or Parquet"),
    (b"FEA1", "Feather of version 1: write it again with a current pyarrow, or as Parquet"),
    (b"%PDF", "a PDF: save the table as CSV"),
    (b"SQLite format 3", "a database: export the table as CSV or Parquet"),
    (b"\x89HDF", "an HDF5 file: save the table as CSV or Parquet"),
)
_NAMES: Final = {"parquet": "Parquet", "arrow": "Feather"}


@dataclass(frozen=True)
class Opened:
    """A file's decompressed content and its kind.

    Attributes
    ----------
    name : str
        Without its folder.
    content : bytes
    digest : str
        SHA-256 of the bytes as they were stored.
    kind : {"text", "jsonl", "parquet", "arrow"}
    remarks : tuple of str
        Sentences on how the content differs from what the name says.
    """

    name: str
    content: bytes
    digest: str
    kind: Kind
    remarks: tuple[str, ...] = ()

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
    stored = _read_stdin() if text == STANDARD_INPUT else _read_stored(text)
    if not stored:
        raise BadInput(f"{name} is empty: a table with a line of names is needed.")
    remarks = []
    content = stored
    suffixes = [] if text == STANDARD_INPUT else [suffix.lower() for suffix in Path(text).suffixes]
    if stored.startswith(GZIP):
        content = _decompress(stored, name)
        if suffixes and suffixes[-1] != ".gz":
            remarks.append(f"{name} is compressed by gzip, whatever its name says.")
        if not content:
            raise BadInput(f"{name} holds nothing once decompressed: a table with a line of names is needed.")
    elif suffixes[-1:] == [".gz"]:
        raise BadInput(f"{name} is not compressed by gzip, as its name says: rename it.")
    suffix = next((suffix for suffix in reversed(suffixes) if suffix != ".gz"), "")
    kind, kind_remarks = _detect_kind(content, SUFFIXES.get(suffix), name)
    return Opened(name, content, hashlib.sha256(stored).hexdigest(), kind, (*remarks, *kind_remarks))


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


def _decompress(stored: bytes, name: str) -> bytes:
    try:
        return gzip.decompress(stored)
    except EOFError:
        raise BadInput(f"{name} ends in the middle, as if its copying had been cut short: copy it again.") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadInput(f"{name} is damaged (gzip: {error}): copy it again.") from None


def _detect_kind(content: bytes, expected: Kind | None, name: str) -> tuple[Kind, tuple[str, ...]]:
    """The kind of a file, whose content outweighs its name, and remarks on it. Raises `BadInput`."""
    kind: Kind | None = None
    if content.startswith(PARQUET):
        kind = "parquet"
    elif content.startswith((_ARROW, _ARROW_STREAM)):
        kind = "arrow"
    for start, what in _FOREIGN:
        if content.startswith(start):
            raise BadInput(f"{name} is {what}.")
    if kind is not None:
        differs = expected not in (None, kind)
        return kind, ((f"{name} is read as {_NAMES[kind]}, whatever its name says.",) if differs else ())
    if expected in ("parquet", "arrow"):
        looks = "binary data of another kind" if b"\0" in content else "text"
        remedy = "write it again" if "binary" in looks else "rename it, for example to .csv"
        raise BadInput(f"{name} is not {_NAMES[expected]}, as its name says, but {looks}: {remedy}.")
    if expected is not None:
        return expected, ()
    return ("jsonl" if re.match(rb"(\xef\xbb\xbf)?\s*\{", content) else "text"), ()
