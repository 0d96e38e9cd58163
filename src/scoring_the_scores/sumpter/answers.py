"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.exact.indistinguishability import indistinguishability_threshold, rates
from scoring_the_scores.exercises.reading import descending, ranking, several, wrong

Given = Mapping[str, Any]
Floats = NDArray[np.float64]
HALF: Final = Fraction(1, 2)


def written(labels: Sequence[int]) -> str:
    """A ranking with P and N."""
    return "".join("P" if label else "N" for label in labels)


def win_rate(labels: Sequence[int], flagged: int, ties: str = "half") -> Fraction:
    """B with so many flagged, for a ranking without ties."""
    win_rates = rates(labels, descending(labels), len(labels) + 1 - flagged, ties=ties).win_rate
    return Fraction(0) if win_rates is None else win_rates


def set_at_threshold(labels: Sequence[int], scores: Sequence[float]) -> list[int] | None:
    """The labels of what is flagged at r_b; None if there is no such threshold."""
    lowest = indistinguishability_threshold(labels, scores)
    return None if lowest is None else [y for y, s in zip(labels, scores, strict=True) if s >= lowest]


def precision_there(labels: Sequence[int], scores: Sequence[float]) -> Fraction | None:
    """C(r_b), or None."""
    flagged = set_at_threshold(labels, scores)
    return Fraction(sum(flagged), len(flagged)) if flagged else None


def two_rankings(answer: Any, names: tuple[str, str]) -> list[list[int]]:
    """Two rankings from a pair, by what they are called."""
    pair = several(answer, "the answer", shortest=2, longest=2)
    submitted = [ranking(one, f"the ranking {name}", longest=10) for name, one in zip(names, pair, strict=True)]
    if len(submitted[0]) > 9:
        wrong(f"The ranking {names[0]} may have nine cases at most, not {len(submitted[0])}.")
    for name, labels in zip(names, submitted, strict=True):
        if len(set(labels)) < 2:
            wrong(f"The ranking {name} must have positives and negatives.")
    return submitted
