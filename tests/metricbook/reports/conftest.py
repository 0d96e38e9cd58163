"""What the tests of reports share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tools.browser import CHROMIUM, browser

from .made import predictions


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The machine's Chromium; without one the test is skipped, visibly."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with browser() as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file of predictions of two models."""
    made = predictions(300)
    table = {"case": np.arange(300), "y": made.labels.astype(int), **made.scores}
    pd.DataFrame(table).to_csv(tmp_path / "scores.csv", index=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path
