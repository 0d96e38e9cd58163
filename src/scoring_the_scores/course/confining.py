"""Confine a process by means of Linux: hide it from others of the same user, and let it write in one folder only.

Neither needs rights or another program. Where the system has not got one of them, nothing happens, and the functions
say so.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

DUMPABLE: Final = 4  # PR_SET_DUMPABLE
NO_NEW_PRIVILEGES: Final = 38  # PR_SET_NO_NEW_PRIVS, which Landlock asks for
# Landlock's calls have these numbers on all processors that Python has wheels for.
CREATE_RULESET: Final = 444
ADD_RULE: Final = 445
RESTRICT_SELF: Final = 446
BENEATH: Final = 1  # LANDLOCK_RULE_PATH_BENEATH
WRITE_FILE: Final = 1 << 1
READ_FILE: Final = 1 << 2
#: To make and remove files, folders, links and sockets; with what later releases know: to move, and to truncate.
CHANGE: Final = WRITE_FILE | sum(1 << bit for bit in range(4, 13))
MOVE: Final = 1 << 13
TRUNCATE: Final = 1 << 14
#: No process but its own can be sent a signal, nor a socket without a name in a folder be spoken to.
SCOPES: Final = 0b11
#: What programs write to that keeps nothing, and what shared memory needs.
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/shm")


def hide() -> bool:
    """Let no other process of this user look into this one: not its memory, and not its environment."""
    try:
        return ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0) == 0
    except (OSError, AttributeError):
        return False


def landlock() -> int:
    """The version of Landlock that this system has, 0 if none."""
    try:
        return max(_call(CREATE_RULESET, None, 0, 1), 0)
    except (OSError, AttributeError):
        return 0


def confine(folder: Path, hidden: Iterable[Path] = ()) -> bool:
    """Let this process, and all that it starts, write nothing outside of a folder, and reach no other process.

    It can still read, but for some files that are hidden. What is denied is denied to root as well, and cannot be
    allowed again.
    """
    version = landlock()
    if not version:
        return False
    secret = {path.resolve() for path in hidden}
    handled = CHANGE | (MOVE if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0) | (READ_FILE if secret else 0)
    scoped = SCOPES if version >= 6 else 0
    about = struct.pack("=QQQ", handled, 0, scoped)[: 24 if version >= 6 else 8]
    rules = _call(CREATE_RULESET, about, len(about), 0)
    if rules < 0:
        return False
    try:
        _allow(rules, [folder], handled)
        _allow(rules, [Path(name) for name in DEVICES], handled)
        if secret:
            _allow(rules, _around(secret), READ_FILE)
        ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return _call(RESTRICT_SELF, rules, 0) == 0
    finally:
        os.close(rules)


def _around(secret: Collection[Path]) -> Iterator[Path]:
    """All that there is but some files, as the fewest files and folders."""
    above = {parent for path in secret for parent in path.parents}
    for folder in above:
        for path in folder.iterdir() if os.access(folder, os.R_OK | os.X_OK) else ():
            if path not in above and path not in secret and not path.is_symlink():
                yield path


def _allow(rules: int, paths: Iterable[Path], handled: int) -> None:
    for path in paths:
        if not path.exists():
            continue
        allowed = handled if path.is_dir() else handled & (WRITE_FILE | TRUNCATE | READ_FILE)
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # it is somebody else's, or gone
            continue
        try:
            _call(ADD_RULE, rules, BENEATH, struct.pack("=Qi", allowed, place), 0)
        finally:
            os.close(place)


def _call(number: int, *arguments: Any) -> int:
    """A call of the system that the C library has no name for."""
    longs = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    return int(ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *longs))
