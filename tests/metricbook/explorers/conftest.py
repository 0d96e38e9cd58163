"""Every explorer's page, as a file and over http."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from metricbook.explorers import EXPLORERS

from .pages import serve, write


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page for each explorer."""
    folder = tmp_path_factory.mktemp("pages")
    write(folder)
    return folder


@pytest.fixture(scope="session")
def pages(folder: Path) -> dict[str, str]:
    """The address of each explorer's page, which is a file."""
    return {name: (folder / f"{name}.html").as_uri() for name in EXPLORERS}


@pytest.fixture(scope="session")
def served(folder: Path) -> Iterator[dict[str, str]]:
    """The address of each explorer's page over http."""
    with serve(folder) as home:
        yield {name: f"{home}/{name}.html" for name in EXPLORERS}
