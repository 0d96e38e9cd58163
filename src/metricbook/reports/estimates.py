"""An estimate: a number with its interval, or the reason why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from metricbook.metrics.intervals import Interval
from metricbook.reports.formatting import format_number

#: Relative tolerance for rounding: a smaller difference is 0.
ROUNDING: Final = 1e-12


@dataclass(frozen=True)
class Estimate:
    """A number and its interval, or why there is none.

    Attributes
    ----------
    value, low, high, standard_error : float or None
        In the metric's unit.
    note : str
        Why the value or its interval is missing.
    corrected : float or None
        The value without the optimism of thresholds that were chosen on the same cases, for a metric that chooses them.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    note: str = ""
    corrected: float | None = None

    @classmethod
    def of(cls, interval: Interval) -> Estimate:
        """The estimate with the values of an `Interval`; what is not finite is None."""
        value, low, high, error = (number if math.isfinite(number) else None for number in map(float, interval))
        return cls(value, low, high, error)

    def __str__(self) -> str:
        value, low, high = (format_number(number, self.decimals) for number in (self.value, self.low, self.high))
        if self.corrected is not None:
            value += f", corrected for optimism {format_number(self.corrected, self.decimals)}"
        return value if self.low is None or self.high is None else f"{value} ({low} to {high})"

    @property
    def decimals(self) -> int:
        """The number of decimals to print, three or as many more as it takes to see how wide a short interval is."""
        if self.low is None or self.high is None or self.low == self.high:
            return 3
        return min(max(math.ceil(-math.log10(self.high - self.low)), 3), 9)

    @property
    def is_known(self) -> bool:
        """Whether there are a value and an interval."""
        return None not in (self.value, self.low, self.high)

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside the interval, the one rule by which a report calls a model better than another."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    @property
    def is_zero(self) -> bool:
        """Whether this is a difference of 0 to which every case adds 0."""
        return self.value == self.low == self.high == 0

    def linear(self, factor: float, start: float = 0.0) -> Estimate:
        """The start plus the factor times this; a negative factor turns the interval round."""
        numbers = (self.value, self.corrected, self.low, self.high)
        value, corrected, *ends = (None if number is None else start + factor * number for number in numbers)
        low, high = ends if factor > 0 else ends[::-1]
        error = None if self.standard_error is None else abs(factor) * self.standard_error
        return replace(self, value=value, corrected=corrected, low=low, high=high, standard_error=error)


def round_to_zero(less: Estimate, size: float) -> Estimate:
    """A difference of values of this size; 0 if it differs from 0 by rounding alone."""
    if less.value is not None and abs(less.value) <= ROUNDING * size:
        exact = less.standard_error is not None and less.standard_error <= ROUNDING * size
        return Estimate(0.0, 0.0, 0.0, 0.0) if exact else replace(less, value=0.0)
    return less
