"""Paths of the library's data files, and of the cache for downloads."""

from __future__ import annotations

from pathlib import Path

from metricbook._extras import brought_by

PACKAGE = Path(__file__).resolve().parent


def data_file(*parts: str) -> Path:
    """Return the path of a file that comes with the library: in ``data`` of a clone, or in an installed copy's own.

    Raises
    ------
    FileNotFoundError
        If it is not there, which happens when the package was copied by hand.
    """
    path = _data_folder().joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"{path}, which comes with metricbook, is not there: restore or reinstall it")
    return path


def cache_folder(kind: str) -> Path:
    """Return the folder, which need not exist, of downloads: beside the data in a clone, else the user's cache.

    Raises
    ------
    ImportError
        In an installed copy without platformdirs, which the extra `causal` brings.
    """
    if _data_folder().parent != PACKAGE:
        return _data_folder() / kind / "cache"
    with brought_by("causal"):
        from platformdirs import user_cache_path
    return user_cache_path("metricbook", appauthor=False) / kind


def _data_folder() -> Path:
    clone = PACKAGE.parents[1]
    return (
        clone / "data"
        if (clone / "src" / "metricbook") == PACKAGE and (clone / "_toc.yml").is_file()
        else PACKAGE / "data"
    )
