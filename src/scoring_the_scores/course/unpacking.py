"""Zips that were handed in, unpacked: nothing of them lands outside of its folder, and none fills the disk."""

from __future__ import annotations

import os
import stat
import time
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

PIECE: Final = 1 << 20


class Room(NamedTuple):
    """How much a zip may hold: bytes once it is unpacked, and files."""

    size: int
    files: int


#: What one student hands in.
HAND_IN: Final = Room(200_000_000, 2_000)
#: What a learning platform packs of a class.
CLASS: Final = Room(20_000_000_000, 100_000)


def unpack(path: Path, into: Path, room: Room = HAND_IN) -> None:
    """Unpack a zip into a new folder: files and folders with their times, no links, and nothing that is hidden.

    Raises
    ------
    ValueError
        If it is no zip, is encrypted, names a place outside of itself, or holds more than there is room for.
    """
    into.mkdir(parents=True)
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > room.files:
                raise ValueError(f"the zip holds more than {room.files} files")
            left = room.size
            for one in members:
                left -= _unpacked(archive, one, into, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise ValueError(f"the zip cannot be unpacked ({str(error)[:200]})") from error


def _unpacked(archive: zipfile.ZipFile, one: zipfile.ZipInfo, into: Path, left: int) -> int:
    """Unpack a member, and return its size: as it comes, for what the zip says of it need not be so."""
    place = PurePosixPath(one.filename.replace("\\", "/"))
    if place.is_absolute() or ".." in place.parts or ":" in one.filename.partition("/")[0]:
        raise ValueError(f"the zip names a place outside of itself: {one.filename[:100]!r}")
    if stat.S_ISLNK(one.external_attr >> 16) or any(part.startswith((".", "__")) for part in place.parts):
        return 0
    target = into.joinpath(*place.parts)
    if one.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with archive.open(one) as packed, target.open("xb") as file:
        while piece := packed.read(PIECE):
            size += len(piece)
            if size > left:
                raise ValueError("the zip holds more than can be unpacked")
            file.write(piece)
    with suppress(ValueError, OverflowError, OSError):  # a date that is none
        then = time.mktime((*one.date_time, 0, 0, -1))
        os.utime(target, (then, then))
    return size
