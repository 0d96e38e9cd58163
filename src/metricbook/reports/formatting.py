"""Numbers as a report prints them."""

from __future__ import annotations

import math

import numpy as np


def format_percent(share: float) -> str:
    """A share in per cent, with as many decimals as a confidence level needs."""
    return f"{100 * share:.6g}%"


def format_digits(value: float) -> str:
    """A number with at least three decimals and three digits that are not leading zeros, for columns of small rates."""
    size = abs(value)
    decimals = 2 - math.floor(math.log10(size)) if 0 < size < 1 else 3
    return format_number(value, max(decimals, 3))


def format_number(value: float | None, decimals: int = 3) -> str:
    """A number with some decimals, or more digits if it is small; infinity and minus as signs, a dash for none."""
    if value is None or math.isnan(value):
        return "–"
    size = abs(value)
    if 0 < size < 1e-6 or size >= 10000:
        text = f"{value:.3g}"
    elif 0 < size < 10.0**-decimals:
        text = np.format_float_positional(float(f"{value:.3g}"))
    else:
        text = f"{value:.{decimals}f}"
    return text.replace("inf", "∞").replace("-", "−")
