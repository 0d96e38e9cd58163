"""Folders that tools make: all of one or nothing of it, and packed to the same bytes whenever it holds the same."""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import zipfile
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

SITE = Path(__file__).resolve().parents[1] / "_build" / "html"
DATE = (2026, 1, 1, 0, 0, 0)  # of every file in an archive, so that it depends on what is in them only


def built_site(place: str) -> Path:
    """Return the folder of a built site that a command is given."""
    if not (Path(place) / "index.html").is_file():
        raise ArgumentTypeError(f"{place} holds no built site: run `make book`")
    return Path(place)


def files(folder: Path) -> list[Path]:
    """Return the files below a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


@contextmanager
def made_anew(output: Path, known_by: str, inputs: Sequence[Path] = ()) -> Iterator[Path]:
    """Give an empty folder to fill. It takes the place of ``output`` when it is full, and is removed if it never is.

    A link stays, and what it leads to is made anew. What is in the way is kept: a file, a folder in which something is
    but not ``known_by``, a pattern that such folders have, and any in which an input is, or where one works.
    """
    place = output.resolve()
    if place.exists() and not place.is_dir():
        raise SystemExit(f"{output} is no folder, and is kept")
    if within := [path for path in (*inputs, Path.cwd()) if path.resolve().is_relative_to(place)]:
        raise SystemExit(f"{output} holds {within[0]}, and is kept")
    if place.exists() and any(place.iterdir()) and not any(place.glob(known_by)):
        raise SystemExit(f"{output} holds something else than is made here, and is kept")
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))  # how tools/stage.sh ends a stage
    place.parent.mkdir(parents=True, exist_ok=True)
    spare = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        new = spare / "new"
        new.mkdir()
        yield new
        if place.exists():
            place.rename(spare / "old")
        new.rename(place)
    except BaseException:
        if (spare / "old").exists() and not place.exists():
            (spare / "old").rename(place)
        raise
    finally:
        shutil.rmtree(spare, ignore_errors=True)
        signal.signal(signal.SIGTERM, before)


def packed(content: Path, path: Path, date: tuple[int, ...] = DATE) -> None:
    """Pack a file or a folder, under the name of the zip file, with its files in order and of one date and rights."""
    with zipfile.ZipFile(path, "w") as opened:
        for file in files(content) or [content]:
            entry = zipfile.ZipInfo(Path(path.stem, file.relative_to(content)).as_posix(), date)
            entry.external_attr = 0o644 << 16
            opened.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)
