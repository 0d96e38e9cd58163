"""Files that a user names: all of them or none, and nothing of the user's is lost.

The rule, wherever something is written to a path that was given: an input is never written, whatever name leads to it;
a link stays, and its target is written; a device or a pipe is written to and stays; a file that is there already is
replaced only if it begins as those begin that are written there; what cannot be written leaves all as it was.
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
    """What is not written, under the name that the user gave it, and why."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class Output(NamedTuple):
    """A text, and where it goes.

    Attributes
    ----------
    path : str or path
        As the user gave it.
    mark : str or bytes or None
        How every text of this kind begins, so that an earlier one is known and replaced; None if none is.
    text : str or bytes
        What is written; to `check` it is not known yet.
    """

    path: PathLike
    mark: str | bytes | None = None
    text: str | bytes = ""


def first_line(text: str) -> str:
    r"""The first line with its end: how a table begins, whatever its rows.

    >>> first_line("a,b\n1,2\n")
    'a,b\n'
    """
    return text.splitlines(keepends=True)[0]


def check(outputs: Sequence[Output], *, inputs: Iterable[PathLike] = (), force: bool = False) -> None:
    """Refuse what could not or must not be written, before the work is done that makes it.

    Parameters
    ----------
    outputs : sequence of Output
        What one call writes.
    inputs : iterable of paths
        What it reads, and so never writes.
    force : bool
        Whether a file of another kind that is there already is to be replaced. Inputs are kept all the same.

    Raises
    ------
    NotWritten
        If a path is an input's, another output's, a folder, a disk, read-only, or another file's that is there already.
    """
    read = [status for path in inputs if (status := _status(path)) and stat.S_ISREG(status.st_mode)]
    taken: dict[tuple[int, int] | str, PathLike] = {}
    for output in outputs:
        with _named(output.path):
            status = _status(output.path)
            same = (status.st_dev, status.st_ino) if status else os.path.realpath(output.path)
            if same in taken:
                raise OSError(errno.EINVAL, f"is the same file as {os.fspath(taken[same])}: give each output its own")
            taken[same] = output.path
            if status is None:
                _check_folder(Path(os.path.realpath(output.path)).parent)
            elif any(os.path.samestat(status, one) for one in read):
                raise OSError(errno.EINVAL, "is an input, which is never written")
            elif descriptor(output.path) is None:
                _check_there(output, status, force)


def write(outputs: Sequence[Output], *, inputs: Iterable[PathLike] = (), force: bool = False) -> None:
    """Write all of it, or nothing; parameters and errors are those of `check`.

    Files keep what they had until all of every new text is there. What went into a device or a pipe cannot be taken
    back, so these are written before any file is replaced. A reader that stops listening is no error.

    Raises
    ------
    NotWritten
        If `check` refuses it, or the system does: no room is left, for example.
    """
    check(outputs, inputs=inputs, force=force)
    drafts: list[tuple[PathLike, Path, Path]] = []
    with ExitStack() as spare, ExitStack() as undone:  # leaving, what was done is undone, then what is left removed
        special = []
        for output in outputs:
            if _is_special(output.path):
                special.append(output)
                continue
            with _named(output.path):
                target = Path(os.path.realpath(output.path))
                drafts.append((output.path, _draft(target, _bytes(output.text), spare), target))
        for output in special:
            with _named(output.path):
                _send(output)
        for place, (path, draft, target) in enumerate(drafts, start=1):
            with _named(path):
                if place < len(drafts):  # the last one is replaced or it is not
                    undone.callback(_put_back, target, _copy(target, spare))
                os.replace(draft, target)
        undone.pop_all()


def remove(output: Output) -> None:
    """Remove the earlier text of that kind, if there is one.

    Raises
    ------
    NotWritten
        If `check` refuses it: something else is there.
    """
    check([output])
    if not _is_special(output.path):
        with _named(output.path):
            Path(os.path.realpath(output.path)).unlink(missing_ok=True)


def say(text: str, stream: TextIO | None) -> None:
    """Write to a stream of this process at once; that nobody listens any more is no error, now or at its end."""
    if stream is None:  # it was closed from the start
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)  # what is left in its buffer would be tried again at the end
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            raise


def say_line(text: str) -> None:
    """Write a line to standard output, as `say` does."""
    say(f"{text}\n", sys.stdout)


def descriptor(path: PathLike) -> int | None:
    """The number of the open file of this process that a path such as ``/dev/stdout`` or ``/dev/fd/63`` stands for.

    >>> descriptor("/dev/fd/63"), descriptor("report.html")
    (63, None)
    """
    step = os.path.join(os.getcwd(), path)
    for _ in range(40):  # as many links as a system follows
        folder, name = os.path.split(step)
        if name.isdecimal() and re.fullmatch(rf"/dev/fd|/proc/{os.getpid()}(/task/\d+)?/fd", os.path.realpath(folder)):
            return int(name)
        try:
            step = os.path.join(folder, os.readlink(step))
        except OSError:  # no link, or one that is not ours to read
            break
    return None


def _status(path: PathLike) -> os.stat_result | None:
    """What a path leads to; None if there is nothing."""
    number = descriptor(path)
    if number in (1, 2) and _stream(number) is None:  # its number may be another file's by now
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        return os.stat(path) if number is None else os.fstat(number)
    except FileNotFoundError:
        return None


def _is_special(path: PathLike) -> bool:
    return descriptor(path) is not None or ((status := _status(path)) is not None and not stat.S_ISREG(status.st_mode))


def _check_folder(folder: Path) -> None:
    """Whether a file can be made in it."""
    if not folder.is_dir():
        raise OSError(errno.ENOENT, "there is no such folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, "its folder is read-only")


def _check_there(output: Output, status: os.stat_result, force: bool) -> None:
    """Whether what is there may be replaced, or written to if it is no file."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "is a folder")
    if stat.S_ISBLK(status.st_mode):
        raise OSError(errno.EINVAL, "is a disk")
    if not stat.S_ISREG(status.st_mode):
        return
    # By its mode as well: an administrator may write whatever it says.
    if not status.st_mode & 0o222 or not os.access(output.path, os.W_OK):
        raise OSError(errno.EACCES, "is read-only")
    if not force and status.st_size and not _is_known(output):
        raise OSError(errno.EEXIST, "something else is there already, and is kept")
    _check_folder(Path(os.path.realpath(output.path)).parent)


def _is_known(output: Output) -> bool:
    """Whether what is there begins as such texts do, or is the very same."""
    with open(output.path, "rb") as file:
        if output.mark is not None:
            mark = _bytes(output.mark)
            return file.read(len(mark)) == mark
        text = _bytes(output.text)
        return file.read(len(text) + 1) == text


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _draft(target: Path, content: bytes, spare: ExitStack) -> Path:
    """All of it, in a hidden file beside its place, which is removed if it is left over."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    draft = Path(name)
    spare.callback(draft.unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    mask = os.umask(0)
    os.umask(mask)
    # A temporary file is readable by its owner alone; the page is by whoever could read the one before.
    draft.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~mask)
    return draft


def _copy(target: Path, spare: ExitStack) -> Path | None:
    """What is there now, to be put back; nothing if nothing is."""
    if not target.exists():
        return None
    copy = _draft(target, b"", spare)
    shutil.copy2(target, copy)
    return copy


def _put_back(target: Path, copy: Path | None) -> None:
    if copy is None:
        target.unlink(missing_ok=True)
    else:
        os.replace(copy, target)


def _send(output: Output) -> None:
    """Write to what is no file: it stays what it is."""
    number = descriptor(output.path)
    if number in (1, 2) and isinstance(output.text, str):  # after what was said there before
        say(output.text, _stream(number))
        return
    handle = os.open(output.path, os.O_WRONLY) if number is None else os.dup(number)
    with suppress(BrokenPipeError), os.fdopen(handle, "wb") as file:
        file.write(_bytes(output.text))


def _stream(number: int | None) -> TextIO | None:
    return sys.stdout if number == 1 else sys.stderr


@contextmanager
def _named(path: PathLike) -> Iterator[None]:
    """Name what the user named, where the system would name a temporary file or nothing."""
    try:
        yield
    except OSError as error:
        raise NotWritten(error.errno or errno.EIO, error.strerror or str(error), os.fspath(path)) from None
