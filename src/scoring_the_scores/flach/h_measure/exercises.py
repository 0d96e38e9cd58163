"""Checkers of the exercises of flach/h-measure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from metricbook import auroc, h_measure
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, fraction, ranking, several, wrong
from scoring_the_scores.flach.answers import HALF

#: The two rankings that the chapter prints: to hand them in again proves nothing.
PRINTED = ("PNPNPNNPN", "PNNNPPPNN")


@checks("flach.crossing-rankings")
def crossing_rankings(answer: Any, given: Mapping[str, Any]) -> str:
    """Two rankings of 4 + 5 that AUROC and H order differently."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas, hs = ([of(one, descending(one)) for one in (first, second)] for of in (auroc, h_measure))
    summary = f"AUROC gives {areas[0]:.3f} and {areas[1]:.3f}, H gives {hs[0]:.4f} and {hs[1]:.4f}"
    if areas[0] <= areas[1] + 1e-12:
        wrong(f"AUROC must prefer the first ranking: {summary}.")
    if hs[1] <= hs[0] + 1e-12:
        wrong(f"H must prefer the second ranking: {summary}.")
    if [first, second] == [ranking(one) for one in PRINTED]:
        wrong("These two are the chapter's own: find two others.")
    return f"{summary}."


def _h_of_corner(corner: tuple[Fraction, Fraction], prior: Fraction) -> Fraction:
    """H under Beta(2, 2) of a ROC curve with one corner (FPR, TPR)."""
    loss = Fraction(0)
    for width, height in (corner, (1 - corner[0], 1 - corner[1])):
        negatives, positives = (1 - prior) * width, prior * height
        if negatives and positives:
            product = negatives * positives / (negatives + positives) ** 2
            loss += (negatives + positives) * product * (1 + product)
    most = prior * (1 - prior)
    return 1 - loss / (most * (1 + most))


PRIORS = (Fraction(1, 10), HALF)


@checks("flach.h-changes-sides")
def h_changes_sides(answer: Any, given: Mapping[str, Any]) -> str:
    """Two ROC points of one AUROC whose order by H changes with the share of positives."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    points = []
    for one, place in zip(submitted, ("first", "second"), strict=True):
        pair = several(one, f"the {place} point", shortest=2, longest=2)
        x, y = (
            fraction(each, f"{name} of the {place}", low=0, high=1)
            for each, name in zip(pair, ("FPR", "TPR"), strict=True)
        )
        if x >= y:
            wrong(f"The {place} point is not above the diagonal: FPR comes first, then TPR.")
        points.append((x, y))
    areas = [(1 + y - x) / 2 for x, y in points]
    if areas[0] != areas[1]:
        wrong(f"Both must have the same AUROC, not {areas[0]} and {areas[1]}.")
    results = []
    for prior, better in zip(PRIORS, (0, 1), strict=True):
        hs = [_h_of_corner(point, prior) for point in points]
        results.append(f"at {float(prior):.0%} positives H is {float(hs[0]):.4f} and {float(hs[1]):.4f}")
        if hs[better] - hs[1 - better] < Fraction(1, 100):
            wrong(f"The {('first', 'second')[better]} must be ahead by 0.01 at least, but {results[-1]}.")
    return f"Both have an AUROC of {areas[0]}, and {'; '.join(results)}."
