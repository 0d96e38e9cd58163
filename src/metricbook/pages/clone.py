"""Where the clone keeps its data."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path:
    """Return the repository's ``data`` folder.

    The package is meant to be used from a clone (an editable install), where ``data`` lies beside ``src``.

    Raises
    ------
    FileNotFoundError
        If there is no such folder, which happens when the package was copied out of its clone.
    """
    folder = Path(__file__).resolve().parents[3] / "data"
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} does not exist: metricbook reads its data from a clone of the repository, "
            "so install it there with 'pip install --editable .'"
        )
    return folder
