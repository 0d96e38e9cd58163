"""Checkers of the exercises of synthesis/one-rule."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import ranking, wrong
from scoring_the_scores.synthesis.answers import Given


@checks("synthesis.rule-no-price")
def no_price(answer: Any, given: Given) -> str:
    """A ranking whose best geometric mean is at a threshold that nobody wants."""
    positives, negatives = given["positives"], given["negatives"]
    labels = ranking(answer, positives=positives, negatives=negatives)
    true = np.cumsum([0, *labels])
    points = [(int(flagged - tp), int(tp)) for flagged, tp in enumerate(true)]
    means = [tp * (negatives - fp) for fp, tp in points]
    best = [flagged for flagged, mean in enumerate(means) if mean == max(means)]
    if len(best) > 1:
        flagged = " and with ".join(map(str, best[:3]))
        wrong(f"The geometric mean is largest with {flagged} flagged: it must be one threshold.")
    low, high = _prices(points, best[0])
    summary = f"The geometric mean is largest with {best[0]} flagged"
    if low <= high:
        wrong(f"{summary}. That costs least at prices from {low} to {high}.")
    return f"{summary}, and at every price another threshold costs less."


def _prices(points: Sequence[tuple[int, int]], place: int) -> tuple[Fraction, Fraction]:
    """The least and the largest price at which a threshold costs least; the first is larger if there is none."""
    low, high = Fraction(0), Fraction(1)
    fp, tp = points[place]
    for other_fp, other_tp in points:
        more, gained = (fp - other_fp) + (tp - other_tp), tp - other_tp
        if more > 0:  # it flags more, which pays up to a price
            high = min(high, Fraction(gained, more))
        elif more < 0:
            low = max(low, Fraction(gained, more))
    return low, high
