"""Writing of output files: all of them or none, without loss of files that are there already.

The rules for every path that a user gives: an input is never written, whatever name leads to it; of a link the target
is written; a device or a pipe is written to, not replaced; an existing file is replaced only if it begins with the mark
of such output; if one output cannot be written, all files stay as they were.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TextIO

__all__ = ["NotWritten", "Output", "check", "descriptor", "first_line", "remove", "say", "say_line", "write"]

PathLike = str | os.PathLike[str]


class NotWritten(OSError):
    """An output could not be written: the path as the user gave it, and the reason."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class Output(NamedTuple):
    """A text, and the path to which it is written.

    Attributes
    ----------
    path : str or path
        As the user gave it.
    mark : str or bytes or None
        How every output of this kind begins, by which an earlier one is recognised and replaced; None to replace none.
    text : str or bytes
        The content; not needed by `check`.
    """

    path: PathLike
    mark: str | bytes | None = None
    text: str | bytes = ""


def first_line(text: str) -> str:
    r"""The first line with its line end: the mark of a table, whatever its rows.

    >>> first_line("a,b\n1,2\n")
    'a,b\n'
    """
    return text.splitlines(keepends=True)[0]


def check(outputs: Sequence[Output], *, inputs: Iterable[PathLike] = (), force: bool = False) -> None:
    """Raise if an output cannot or must not be written, before the work that makes it is done.

    Parameters
    ----------
    outputs : sequence of Output
        All outputs of one call.
    inputs : iterable of paths
        Its inputs, which are never written.
    force : bool
        Whether to replace an existing file of another kind; inputs are never replaced.

    Raises
    ------
    NotWritten
        If a path is an input's, another output's, a folder, a disk, read-only, or another file's that is there already.
    """
    input_statuses = [status for path in inputs if (status := _status(path)) and stat.S_ISREG(status.st_mode)]
    paths: dict[tuple[int, int] | str, PathLike] = {}
    for output in outputs:
        with _naming(output.path):
            status = _status(output.path)
            identity = (status.st_dev, status.st_ino) if status else os.path.realpath(output.path)
            if identity in paths:
                raise OSError(
                    errno.EINVAL, f"is the same file as {os.fspath(paths[identity])}: give each output its own"
                )
            paths[identity] = output.path
            if status is None:
                _check_folder(Path(os.path.realpath(output.path)).parent)
            elif any(os.path.samestat(status, one) for one in input_statuses):
                raise OSError(errno.EINVAL, "is an input, which is never written")
            elif descriptor(output.path) is None:
                _check_existing(output, status, force)


def write(outputs: Sequence[Output], *, inputs: Iterable[PathLike] = (), force: bool = False) -> None:
    """Write all outputs, or none; parameters and errors are those of `check`.

    Files are replaced only once every new text is complete. Output to a device or a pipe cannot be undone, so these are
    written before any file is replaced. A pipe closed by its reader is no error.

    Raises
    ------
    NotWritten
        If `check` raises, or the system refuses: the disk is full, for example.
    """
    check(outputs, inputs=inputs, force=force)
    drafts: list[tuple[PathLike, Path, Path]] = []
    with ExitStack() as spare, ExitStack() as undone:  # on an error: undo, then remove drafts
        special = []
        for output in outputs:
            if _is_special(output.path):
                special.append(output)
                continue
            with _naming(output.path):
                target = Path(os.path.realpath(output.path))
                drafts.append((output.path, _draft(target, _bytes(output.text), spare), target))
        for output in special:
            with _naming(output.path):
                _write_special(output)
        for place, (path, draft, target) in enumerate(drafts, start=1):
            with _naming(path):
                if place < len(drafts):  # the last replacement needs no way back
                    undone.callback(_restore, target, _copy(target, spare))
                os.replace(draft, target)
        undone.pop_all()


def remove(output: Output) -> None:
    """Remove an earlier output of this kind, if there is one.

    Raises
    ------
    NotWritten
        If `check` raises: another file is there.
    """
    check([output])
    if not _is_special(output.path):
        with _naming(output.path):
            Path(os.path.realpath(output.path)).unlink(missing_ok=True)


def say(text: str, stream: TextIO | None) -> None:
    """Write to a stream and flush it; a pipe closed by its reader is no error, now or when the process ends."""
    if stream is None:  # closed when the process started
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)  # else the buffer would be flushed again at exit
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            raise


def say_line(text: str) -> None:
    """Write a line to standard output, as `say` does."""
    say(f"{text}\n", sys.stdout)


def descriptor(path: PathLike) -> int | None:
    """The file descriptor of this process that a path such as ``/dev/stdout`` or ``/dev/fd/63`` names, or None.

    >>> descriptor("/dev/fd/63"), descriptor("report.html")
    (63, None)
    """
    step = os.path.join(os.getcwd(), path)
    for _ in range(40):  # the most links that a system follows
        folder, name = os.path.split(step)
        if name.isdecimal() and re.fullmatch(rf"/dev/fd|/proc/{os.getpid()}(/task/\d+)?/fd", os.path.realpath(folder)):
            return int(name)
        try:
            step = os.path.join(folder, os.readlink(step))
        except OSError:  # no link, or not readable
            break
    return None


def _status(path: PathLike) -> os.stat_result | None:
    """The status of the file that a path leads to; None if there is none."""
    number = descriptor(path)
    if number in (1, 2) and _stream(number) is None:  # the descriptor may be reused by another file
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        return os.stat(path) if number is None else os.fstat(number)
    except FileNotFoundError:
        return None


def _is_special(path: PathLike) -> bool:
    return descriptor(path) is not None or ((status := _status(path)) is not None and not stat.S_ISREG(status.st_mode))


def _check_folder(folder: Path) -> None:
    """Raise unless a file can be made in the folder."""
    if not folder.is_dir():
        raise OSError(errno.ENOENT, "there is no such folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, "its folder is read-only")


def _check_existing(output: Output, status: os.stat_result, force: bool) -> None:
    """Raise unless the existing file may be replaced, or the device or pipe written to."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "is a folder")
    if stat.S_ISBLK(status.st_mode):
        raise OSError(errno.EINVAL, "is a disk")
    if not stat.S_ISREG(status.st_mode):
        return
    # By the mode as well: an administrator may write read-only files.
    if not status.st_mode & 0o222 or not os.access(output.path, os.W_OK):
        raise OSError(errno.EACCES, "is read-only")
    if not force and status.st_size and not _is_replaceable(output):
        raise OSError(errno.EEXIST, "something else is there already, and is kept")
    _check_folder(Path(os.path.realpath(output.path)).parent)


def _is_replaceable(output: Output) -> bool:
    """Whether the existing file begins with the output's mark, or without one has the same content."""
    with open(output.path, "rb") as file:
        if output.mark is not None:
            mark = _bytes(output.mark)
            return file.read(len(mark)) == mark
        text = _bytes(output.text)
        return file.read(len(text) + 1) == text


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _draft(target: Path, content: bytes, spare: ExitStack) -> Path:
    """Write the content to a hidden file beside its target, which is removed at the end if it was not moved there."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    draft = Path(name)
    spare.callback(draft.unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    mask = os.umask(0)
    os.umask(mask)
    # A temporary file is readable by its owner only; give it the permissions of the file that it replaces.
    draft.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~mask)
    return draft


def _copy(target: Path, spare: ExitStack) -> Path | None:
    """A copy of the existing file, to be restored on an error; None if there is none."""
    if not target.exists():
        return None
    copy = _draft(target, b"", spare)
    shutil.copy2(target, copy)
    return copy


def _restore(target: Path, copy: Path | None) -> None:
    if copy is None:
        target.unlink(missing_ok=True)
    else:
        os.replace(copy, target)


def _write_special(output: Output) -> None:
    """Write to a device or pipe, without replacing it."""
    number = descriptor(output.path)
    if number in (1, 2) and isinstance(output.text, str):  # after what the stream has in its buffer
        say(output.text, _stream(number))
        return
    handle = os.open(output.path, os.O_WRONLY) if number is None else os.dup(number)
    with suppress(BrokenPipeError), os.fdopen(handle, "wb") as file:
        file.write(_bytes(output.text))


def _stream(number: int | None) -> TextIO | None:
    return sys.stdout if number == 1 else sys.stderr


@contextmanager
def _naming(path: PathLike) -> Iterator[None]:
    """Turn an OSError into `NotWritten` with the path that the user gave, not that of a temporary file."""
    try:
        yield
    except OSError as error:
        raise NotWritten(error.errno or errno.EIO, error.strerror or str(error), os.fspath(path)) from None
