"""Times of cases, and the periods into which they fall: days, weeks, months, quarters or years."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, quote

#: Units of periods, the longest first, with pandas' names for them.
UNITS: Final = {"year": "Y", "quarter": "Q", "month": "M", "week": "W", "day": "D"}
#: The longest unit is taken of which there are at least so many periods.
ENOUGH: Final = 6
#: Times without dates are put into so many periods of about equally many cases.
EQUAL: Final = 8
#: Numbers between these are years.
YEARS: Final = (1900, 2100)
NO_DATE: Final = 'write dates as 2026-11-26, "2026-11" or 2026, or times as numbers'


class Periods(NamedTuple):
    """The period of each case, by its number, and the names of the periods in the order of time.

    Attributes
    ----------
    unit : str
        "month" and its like; "period" for times that are numbers.
    codes : array of int, shape (n,)
    names : list of str
    """

    unit: str
    codes: NDArray[np.intp]
    names: list[str]


def divide_time(codes: NDArray[np.intp], texts: Sequence[str], column: str) -> Periods:
    """Divide cases into periods by their times.

    Dates are divided into the longest of years, quarters, months, weeks and days of which there are at least six, or
    else the most. Numbers are divided into eight parts of about equally many cases, unless all are years.

    Parameters
    ----------
    codes : array of int, shape (n,)
        The index of each case's time in ``texts``.
    texts : sequence of str
        Distinct times: dates as ISO 8601 writes them, or numbers.
    column : str
        The subject of a sentence.

    Raises
    ------
    BadInput
        A time that is neither, or all in one period.

    Examples
    --------
    >>> found = divide_time(np.arange(3), ["2026-01-31", "2026-02-01", "2026-08-01"], "t")
    >>> found.unit, found.names, found.codes.tolist()
    ('month', ['2026-01', '2026-02', '2026-08'], [0, 1, 2])
    """
    numbers = _to_numbers(texts)
    if numbers is not None and not _are_years(numbers):
        return _check(_divide_numbers(numbers, codes), column)
    dates = parse_dates(texts)
    if dates is None:
        raise BadInput(f"{column} has {quote(_first_without_date(texts))}, which is no time: {NO_DATE}.")
    by_unit = {unit: dates.to_period(name) for unit, name in UNITS.items()}
    unit = max(by_unit, key=lambda unit: min(by_unit[unit].nunique(), ENOUGH))  # of several the first, the longest
    period = by_unit[unit]
    distinct = period.unique().sort_values()
    names = [str(each).split("/")[0] for each in distinct]
    return _check(Periods(unit, distinct.get_indexer(period)[codes], names), column)


def parse_dates(texts: Sequence[str]) -> Any:
    """The times as an index of pandas without zones; None if one of them is no date in the form of ISO 8601."""
    import pandas as pd

    numbers = _to_numbers(texts)
    if numbers is not None and not _are_years(numbers):
        return None
    found = pd.to_datetime(pd.Series(list(texts), dtype=object), format="ISO8601", errors="coerce", utc=True)
    return None if found.isna().any() else pd.DatetimeIndex(found).tz_localize(None)


def _first_without_date(texts: Sequence[str]) -> str:
    return next((text for text in texts if parse_dates([text]) is None), texts[0])


def _to_numbers(texts: Sequence[str]) -> NDArray[np.float64] | None:
    """The times as finite numbers, if all are."""
    try:
        numbers = np.array([float(text) for text in texts])
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _are_years(numbers: NDArray[np.float64]) -> bool:
    """Whether numbers are years, or dates without signs between their parts."""
    if (numbers != np.floor(numbers)).any():
        return False
    first, last = YEARS
    parts = [numbers, numbers // 10_000]
    return any(((first <= years) & (years <= last)).all() for years in parts)


def _divide_numbers(numbers: NDArray[np.float64], codes: NDArray[np.intp]) -> Periods:
    """Parts of about equally many cases; cases of the same time stay together."""
    distinct, place = np.unique(numbers, return_inverse=True)
    each = np.bincount(place[codes], minlength=distinct.size)
    before = np.cumsum(each) - each / 2
    part = np.unique(np.minimum((before * EQUAL / each.sum()).astype(int), EQUAL - 1), return_inverse=True)[1]
    ends = [distinct[part == k] for k in range(part.max() + 1)]
    names = [f"{of[0]:g}" if of.size == 1 else f"{of[0]:g} to {of[-1]:g}" for of in ends]
    return Periods("period", part[place[codes]], names)


def _check(periods: Periods, column: str) -> Periods:
    if len(periods.names) < 2:
        raise BadInput(f"{column} has one time only, so that nothing can be said about change: name another column.")
    return periods
