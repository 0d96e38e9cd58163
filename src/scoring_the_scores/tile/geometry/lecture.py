"""Numbers of the lecture on why averages cannot rank."""

from __future__ import annotations

from typing import Any

import numpy as np

from metricbook.confusion import matthews_correlation

ONE, OTHER = np.array([5, 0, 4, 1]), np.array([1, 4, 0, 5])


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    return {
        "one": ", ".join(map(str, ONE)),
        "other": ", ".join(map(str, OTHER)),
        "both": float(matthews_correlation(*ONE)),
        "toss": float(matthews_correlation(*(ONE + OTHER))),
    }
