"""Numbers of the lecture on what a metric ignores."""

from __future__ import annotations

from typing import Any

from metricbook.confusion import balanced_accuracy

#: Two classifiers of two positives and a negative, before and after two easy negatives.
FIRST, SECOND = (1, 0, 1, 1), (0, 1, 0, 2)
EASY = 2


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    values: dict[str, Any] = {}
    for name, (tn, fp, fn, tp) in (("first", FIRST), ("second", SECOND)):
        values[name] = float(balanced_accuracy(tn, fp, fn, tp))
        values[f"{name}_after"] = float(balanced_accuracy(tn + EASY, fp, fn, tp))
    return values
