"""Numbers of the lecture on the indistinguishability threshold."""

from __future__ import annotations

from typing import Any

from metricbook import auroc, precision_at_indistinguishability

BEFORE, AFTER = [1, 0, 1, 1, 0], [1, 1, 0, 1, 0]


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    scores = [5, 4, 3, 2, 1]
    values: dict[str, Any] = {}
    for name, labels in (("before", BEFORE), ("after", AFTER)):
        values[name] = "".join("NP"[label] for label in labels)
        values[f"{name}_auroc"] = auroc(labels, scores)
        values[f"{name}_c"] = precision_at_indistinguishability(labels, scores)
    return values
