"""What `make test` leaves to a whole run, METRICBOOK_TEST=all, and that to a monthly one, METRICBOOK_TEST=monthly."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

#: Whether this run is a whole one, and whether it leaves out nothing at all.
MONTHLY = os.environ.get("METRICBOOK_TEST") == "monthly"
WHOLE = MONTHLY or os.environ.get("METRICBOOK_TEST") == "all"
in_whole_run = pytest.mark.skipif(not WHOLE, reason="METRICBOOK_TEST=all runs this")
in_monthly_run = pytest.mark.skipif(not MONTHLY, reason="METRICBOOK_TEST=monthly runs this")


def mostly(
    values: Iterable[Any],
    *usual: Any,
    rest: pytest.MarkDecorator = in_whole_run,
    monthly: Collection[Any] = (),
) -> list[Any]:
    """Return the values as parameters of a test, of which all but the usual ones are left to a larger run.

    That is a whole run, or a monthly one for the rest if it is marked so, or for those values that are named.

    Raises
    ------
    ValueError
        If there are values, and a usual one is none of them.
    """
    values = list(values)
    if absent := [value for value in usual if values and value not in values]:
        raise ValueError(f"not among the parameters: {absent}")
    larger = [in_monthly_run if value in monthly else rest for value in values]
    return [
        pytest.param(value, marks=() if value in usual else mark) for value, mark in zip(values, larger, strict=True)
    ]
