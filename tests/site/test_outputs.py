"""The chapters as the build ran them: their outputs are those that the notebooks store, to the last character."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.compare_builds import changes, executed, outputs

from .conftest import BUILT, NOT_BUILT, ROOT


@pytest.fixture(scope="module")
def chapters() -> dict[str, Any]:
    """What the build executed, by part and file."""
    if not BUILT:
        pytest.skip(NOT_BUILT)
    return {
        "/".join(path.parts[-2:]): chapter for path, chapter in executed(ROOT / "_build" / ".jupyter_cache").items()
    }


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_its_outputs_are_the_stored_ones(path: Path, chapters: dict[str, Any]) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert changes(outputs(stored), outputs(chapters["/".join(path.parts[-2:])])) == []
