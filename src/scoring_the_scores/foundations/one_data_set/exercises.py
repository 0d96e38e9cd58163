"""Checkers of the exercises of foundations/one-data-set."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, several, wrong

Given: TypeAlias = Mapping[str, Any]


@checks("foundations.clinic-cuts")
def clinic_cuts(answer: Any, given: Given) -> str:
    """A lead in AP that comes from the first two cuts."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas = [exact.ranking.auroc(one, descending(one)) for one in (first, second)]
    leads = [
        Fraction(sum(second[:r]) * (sum(second[:r]) + 1) - sum(first[:r]) * (sum(first[:r]) + 1), 8 * r * (r + 1))
        for r in range(1, 11)
    ]
    total, rest = sum(leads), sum(leads[2:])
    if areas[0] < areas[1] and total < 0:
        wrong("The rankings are swapped: AUROC must prefer the first.")
    if areas[0] <= areas[1]:
        wrong(f"AUROC must prefer the first: it is {areas[0]} and {areas[1]}.")
    if total <= 0:
        wrong(f"AP must prefer the second, which is behind by {float(-total):.4f}.")
    if rest >= 0:
        side = f"still ahead by {float(rest):.4f}" if rest else "level"
        wrong(f"AP prefers the second by {float(total):.4f}, but without the first two cuts it is {side}.")
    return (
        f"The second leads in AP by {float(total):.4f}; without the first two cuts it is behind by {float(-rest):.4f}."
    )
