"""Where the committed data are, and where files are kept that can be made or fetched again."""

from __future__ import annotations

import tomllib
from pathlib import Path

from metricbook.pages.extras import brought_by

__all__ = ["cache_folder", "clone", "data_file", "data_folder"]

PACKAGE = Path(__file__).resolve().parents[1]


def clone() -> Path | None:
    """Return the root of the clone that the package runs from, or None if it is an installed copy.

    It runs from a clone if it lies in ``src`` and the ``pyproject.toml`` beside ``src`` is the package's own.
    """
    root = PACKAGE.parents[1]
    project = root / "pyproject.toml"
    if PACKAGE.parent.name != "src" or not project.is_file():
        return None
    ours = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {}).get("name") == PACKAGE.name
    return root if ours else None


def data_folder() -> Path:
    """Return the folder of the committed data: ``data`` in a clone, ``metricbook/data`` in an installed copy.

    Raises
    ------
    FileNotFoundError
        If it is not there, which happens when the package was copied by hand.
    """
    return _there((clone() or PACKAGE) / "data")


def data_file(*parts: str) -> Path:
    """Return the path of a file in the folder of the committed data, given as the parts of its path.

    Raises
    ------
    FileNotFoundError
        If it is not there.
    """
    return _there(data_folder().joinpath(*parts))


def _there(path: Path) -> Path:
    if not path.exists():
        remedy = "restore it from git" if clone() else "install the package anew from its wheel"
        raise FileNotFoundError(f"{path}, which comes with metricbook, is not there: {remedy}")
    return path


def cache_folder(kind: str, *, in_clone: str) -> Path:
    """Return the folder, which need not exist, of files that can be made or fetched again.

    Parameters
    ----------
    kind : str
        Name of the folder below the user's cache folder, where an installed copy keeps them.
    in_clone : str
        Path of the folder in a clone, relative to its root.

    Raises
    ------
    ImportError
        In an installed copy without platformdirs, which the extras `book` and `causal` bring.
    """
    root = clone()
    if root is not None:
        return root / in_clone
    with brought_by("book"):
        from platformdirs import user_cache_path
    return user_cache_path("metricbook", appauthor=False) / kind
