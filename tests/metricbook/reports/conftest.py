"""What the tests of reports share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tools.browser import CHROMIUM, browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The machine's Chromium; without one the test is skipped, visibly."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with browser() as opened:
        yield opened
