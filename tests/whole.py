"""What `make test` leaves to a whole run, which METRICBOOK_TEST=all asks for, and says so where it does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

#: Whether this run is a whole one.
WHOLE = os.environ.get("METRICBOOK_TEST") == "all"
in_whole_run = pytest.mark.skipif(not WHOLE, reason="METRICBOOK_TEST=all runs this")


def mostly(values: Iterable[Any], *usual: Any) -> list[Any]:
    """Return the values as parameters of a test, of which all but the usual ones are left to a whole run.

    Raises
    ------
    ValueError
        If there are values, and a usual one is none of them.
    """
    values = list(values)
    if absent := [value for value in usual if values and value not in values]:
        raise ValueError(f"not among the parameters: {absent}")
    return [pytest.param(value, marks=() if value in usual else in_whole_run) for value in values]
