"""Files that a user names: written whole or not at all, and nothing of the user's is lost."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path


class NotWritten(OSError):
    """A file could not be written; the message has the name that the user gave it, and why."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


def check(path: Path, mark: str) -> None:
    """Refuse a path that cannot be written, or at which something else is than a file that begins with a mark.

    Raises
    ------
    NotWritten
        With the reason.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise OSError(errno.EISDIR, "is a folder")
        if target.is_file() and target.stat().st_size and not target.read_bytes().startswith(mark.encode()):
            raise OSError(errno.EEXIST, "something else is there already, and is kept")
        if not target.exists() and not target.parent.is_dir():
            raise OSError(errno.ENOENT, "there is no such folder")
        place = target if target.exists() else target.parent
        if not place.stat().st_mode & 0o222 or not os.access(place, os.W_OK):  # an administrator may write all the same
            raise OSError(errno.EACCES, "is read-only")
    except OSError as error:
        raise NotWritten(error.errno or errno.EIO, error.strerror or str(error), os.fspath(path)) from None


def write(path: Path, mark: str, text: str) -> None:
    """Write a text that begins with its mark: a file is replaced by the whole of it; a device or a pipe stays.

    Raises
    ------
    NotWritten
        If `check` refuses it, or the system does: no room is left, for example.
    """
    check(path, mark)
    target = path.resolve()
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            target.write_text(text, encoding="utf-8")
            return
        draft = target.with_name(f".{target.name[:40]}.{os.getpid()}")
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritten(error.errno or errno.EIO, error.strerror or str(error), os.fspath(path)) from None


def remove(path: Path, mark: str) -> None:
    """Remove an earlier text of that mark, if there is one; ``NotWritten`` if `check` refuses it."""
    check(path, mark)
    if path.is_file():
        path.resolve().unlink()


def say(line: str) -> None:
    """Print a line at once; that nobody listens any more is no error."""
    try:
        print(line, flush=True)
    except BrokenPipeError:  # what is left in the buffer would be tried again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
