"""Checkers of the exercises on costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricbook.exercises.checking import checks
from metricbook.exercises.reading import descending, ranking, several, wrong
from metricbook.metrics.h_measure import h_measure
from metricbook.metrics.ranking import auroc


@checks("flach.crossing-rankings")
def crossing_rankings(answer: Any, given: Mapping[str, Any]) -> str:
    """Two rankings of 4 + 5 that AUROC and H order differently."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas, hs = ([of(one, descending(one)) for one in (first, second)] for of in (auroc, h_measure))
    said = f"AUROC gives {areas[0]:.3f} and {areas[1]:.3f}, H gives {hs[0]:.4f} and {hs[1]:.4f}"
    if areas[0] <= areas[1] + 1e-12:
        wrong(f"AUROC must prefer the first ranking: {said}.")
    if hs[1] <= hs[0] + 1e-12:
        wrong(f"H must prefer the second ranking: {said}.")
    return f"{said}."
