"""Detect changes of what grades: our installed packages, the libraries they load, and cached grades."""

from __future__ import annotations

import compileall
import hashlib
import os
import sys
import sysconfig
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from threading import Lock
from typing import Final

from scoring_the_scores.course.isolating import PACKAGES
from scoring_the_scores.exercises.checking import checkers

#: What the key is distributed as: it adds to the book's package.
KEY: Final = "scoring-the-scores-key"
CACHES: Final = f".{sys.implementation.cache_tag}.pyc"


class TamperedError(Exception):
    """Something that grades was changed while submissions ran; the message names it, and the submissions."""


class Guard:
    """Fingerprints of our packages and of cached grades, in this process's memory and nowhere else.

    Parameters
    ----------
    cache : Path
        The folder of cached grades.

    Raises
    ------
    ValueError
        If a package is not what was installed.
    """

    def __init__(self, cache: Path) -> None:
        if changed := not_as_installed():
            raise ValueError(f"{changed} is not what was installed: install its package anew before you grade")
        checkers()  # so that all is loaded that a judge loads
        for folder in PACKAGES.values():
            compileall.compile_dir(folder, quiet=2)  # so that nobody compiles anything while submissions run
        self.cache, self.lock = cache, Lock()
        self.running: list[str] = []
        self.last, self.tampered = "the start", ""
        self.loaded = _loaded()
        self.known = self.fingerprints()

    def fingerprints(self) -> dict[Path, str]:
        """A fingerprint of each file as it is now."""
        digests = {path: _digest(path) for folder in (*PACKAGES.values(), self.cache) for path in _files(folder)}
        return digests | {path: _stamp(path) for path in self.loaded}

    @contextmanager
    def around(self, name: str) -> Iterator[None]:
        """Compare before a submission runs and after.

        Raises
        ------
        TamperedError
            If a file was changed, made or removed. Cached grades that were changed are removed.
        """
        with self.lock:
            self.compare()
            self.running.append(name)
        try:
            yield
        finally:
            with self.lock:
                self.last = name
                try:
                    self.compare()
                finally:
                    self.running.remove(name)

    def compare(self) -> None:
        """Raise if a file is not what it was, or once was not."""
        if self.tampered:
            raise TamperedError(self.tampered)
        now = self.fingerprints()
        changed = sorted(path for path in self.known.keys() | now.keys() if self.known.get(path) != now.get(path))
        if not changed:
            return
        for path in changed:
            if path.is_relative_to(self.cache) or path.suffix == ".pyc":  # either is made again
                with suppress(OSError):
                    path.unlink()
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        when = f"while this ran: {', '.join(self.running)}" if self.running else f"after this: {self.last}"
        self.tampered = f"{changed[0]}{more} changed {when}"
        raise TamperedError(self.tampered)

    def trusted(self, path: Path) -> str | None:
        """The content of a cached file, if it is there and unchanged."""
        text = path.read_bytes() if path in self.known and path.is_file() else b""
        return text.decode() if hashlib.sha256(text).hexdigest() == self.known.get(path) else None

    @contextmanager
    def writing(self, path: Path) -> Iterator[None]:
        """While this lasts, we write a file to keep, and nothing is compared."""
        with self.lock:
            yield
            self.known[path] = _digest(path)


def not_as_installed() -> Path | None:
    """A file of our packages that is not as pip installed it; none where pip keeps no record, as in a clone."""
    for name in (*PACKAGES, KEY):
        with suppress(PackageNotFoundError):
            for file in distribution(name).files or ():
                path = Path(str(file.locate()))
                if file.hash and file.hash.mode == "sha256" and _is_ours(path):
                    digest = hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b""
                    if urlsafe_b64encode(digest).decode().rstrip("=") != file.hash.value:
                        return path
    return None


def _is_ours(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in PACKAGES.values())


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder that Python here would read: not what another Python has compiled."""
    for path in folder.rglob("*"):
        if path.is_file() and (path.parent.name != "__pycache__" or path.name.endswith(CACHES)):
            yield path


def _loaded() -> set[Path]:
    """The files of other packages that are loaded, as source and compiled, and the folders they are looked for in."""
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths = {path for folder in folders for path in (Path(folder), *Path(folder).glob("*.pth"))}
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        for name in (getattr(spec, "origin", None), getattr(spec, "cached", None)):
            if name and name.startswith(tuple(folders)) and not _is_ours(Path(name)):
                paths.add(Path(name))
    return paths


def _digest(path: Path) -> str:
    with suppress(OSError):
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return ""


def _stamp(path: Path) -> str:
    """The status of a file, which shows whether it was written to: only root can set the time of its change."""
    with suppress(OSError):
        about = path.stat()
        if path.is_dir():
            return hashlib.sha256("\n".join(sorted(os.listdir(path))).encode()).hexdigest()
        return f"{about.st_ino} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}"
    return ""
