"""Environments far from this repository that hold what a requirement asks for and nothing else.

They are made without a network: what pip would fetch is linked from the environment the tests run in. Our own packages
are installed from their wheels, so that nothing of the clone can be seen.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Mapping
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.wheels import build, build_key

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("claimledger", "metricbook", "scoring-the-scores")
Wheels = Mapping[str, Path]


def requirements(wanted: str, wheels: Wheels) -> set[str]:
    """Return the distributions that pip would bring for a requirement."""
    found: set[tuple[str, str]] = set()
    todo = [(Requirement(wanted).name, extra) for extra in ("", *Requirement(wanted).extras)]
    while todo:
        name, extra = todo.pop()
        if (canonicalize_name(name), extra) in found:
            continue
        found.add((canonicalize_name(name), extra))
        for line in needed_by(wheels[name]) if name in wheels else distribution(name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                todo += [(needed.name, each) for each in ("", *needed.extras)]
    return {name for name, _ in found}


def needed_by(wheel: Path) -> list[str]:
    """Return what the metadata of a wheel ask for."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        return message_from_bytes(archive.read(name)).get_all("Requires-Dist", [])


class Environment:
    """An environment as `pip install` makes it of a requirement, and an empty folder to work in."""

    def __init__(self, folder: Path, wheels: Wheels, wanted: str) -> None:
        venv.create(folder / "env", symlinks=True)
        self.python = folder / "env" / "bin" / "python"
        (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        names = requirements(wanted, wheels)
        for name in names - set(wheels):
            files = distribution(name).files or ()
            for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
                if not (packages / top).exists():
                    (packages / top).symlink_to(Path(distribution(name).locate_file(top)).resolve())
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-index"]
        command += ["--no-deps", "--disable-pip-version-check", "--no-compile"]  # little of it is imported
        subprocess.run([*command, *(str(wheels[name]) for name in sorted(names & set(wheels)))], check=True)
        self.folder = folder / "empty"
        self.folder.mkdir()
        self.home = folder / "home"
        self.home.mkdir()

    def _there(self) -> dict[str, Any]:
        """Return what a process is told: to be in the empty folder, with a home and a cache of its own."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("METRICBOOK", "PYTHON", "JUPY"))
        }
        places = {
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "PATH": f"{self.python.parent}:/usr/bin:/bin",
        }
        return {"cwd": self.folder, "env": kept | places, "text": True}

    def run(self, *arguments: str, timeout: int = 600) -> subprocess.CompletedProcess[str]:
        """Run this Python there."""
        command = [str(self.python), *arguments]
        return subprocess.run(command, **self._there(), capture_output=True, timeout=timeout, check=False)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start this Python there, to be talked to."""
        pipe = subprocess.PIPE
        return subprocess.Popen([str(self.python), *arguments], **self._there(), stdin=pipe, stdout=pipe)

    def prints(self, code: str) -> str:
        """Return what a program prints; it must end without an error."""
        done = self.run("-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    """Build the wheels by way of the source distributions."""
    folder = tmp_path_factory.mktemp("dist")
    for source in build(ROOT, folder / "sources", "sdist"):
        shutil.unpack_archive(source, folder / "src", filter="data")
    built = build(folder, folder / "wheels", "wheel")
    return dict(zip(PACKAGES, built, strict=True))


@pytest.fixture(scope="module")
def key_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel that graders have besides."""
    return build_key(ROOT, tmp_path_factory.mktemp("key"))


@pytest.fixture(scope="module")
def book(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install 'scoring-the-scores[book]'` makes, with the pairs already fetched."""
    from scoring_the_scores.files import data_folder  # half a second, which few tests need

    made = Environment(tmp_path_factory.mktemp("book"), wheels, "scoring-the-scores[book]")
    fetched = data_folder() / "tuebingen" / "cache"
    if fetched.is_dir():
        shutil.copytree(fetched, made.home / "cache" / "metricbook" / "tuebingen")
    return made
