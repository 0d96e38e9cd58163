"""Build the wheels and the source distributions of the packages below ``src``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def build(root: Path, folder: Path, *kinds: str) -> list[Path]:
    """Build each package, as a ``"wheel"`` or an ``"sdist"`` or both, into a folder, and return the files there.

    Raises
    ------
    RuntimeError
        If one cannot be built, with what the builder says.
    """
    for package in sorted(path.parent for path in root.glob("src/*/pyproject.toml")):
        _build(package, folder, kinds)
    return sorted(folder.iterdir())


def build_key(root: Path, folder: Path) -> Path:
    """Build the wheel that graders have and students have not, into a folder, and return it.

    Raises
    ------
    RuntimeError
        If it cannot be built, with what the builder says.
    """
    _build(root / "tools" / "key", folder, ["wheel"])
    return next(folder.glob("scoring_the_scores_key-*.whl"))


def _build(package: Path, folder: Path, kinds: Sequence[str]) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder.resolve())]
    targets = [word for kind in kinds for word in ("--target", kind)]
    done = subprocess.run([*command, *targets], cwd=package, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{package} could not be built: {done.stdout}{done.stderr}")
