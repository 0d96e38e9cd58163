"""How many means of two canonical scores keep mixtures in range, counted prior by prior."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from claimledger.run import result
from metricbook.exact.tile import canonical_score

Place = tuple[Fraction, Fraction]
QUARTERS = [Fraction(k, 4) for k in range(5)]


def proportional(first: Place, second: Place, prior: Fraction) -> bool:
    """Whether the denominators of two scores are, from their values at no and at all positive predictions."""
    ends = [
        ((1 - a) * (1 - prior) + b * prior, (1 - b) * (1 - prior) + a * prior) for a, b in (first, second)
    ]  # (tn, fp, fn, tp) = (1 - prior, 0, prior, 0) and (0, 1 - prior, 0, prior)
    return ends[0][0] * ends[1][1] == ends[0][1] * ends[1][0]


@pytest.mark.parametrize("prior", sorted({Fraction(k, n) for n in (2, 3, 4, 5, 6, 7, 8, 10) for k in range(1, n)}))
def test_pairs_of_places_whose_scores_have_one_denominator_are_as_many_as_the_check_says(prior: Fraction) -> None:
    (counted,) = [
        comparison.reproduced
        for comparison in result("tile.average-special-cases").evidence.comparisons
        if isinstance(comparison.reproduced, dict) and "else" in comparison.reproduced
    ]
    places = list(product(QUARTERS, QUARTERS))
    found = sum(proportional(u, v, prior) for u, v in combinations(places, 2))
    assert found == counted.get(str(prior), counted["else"])


def test_guessing_has_one_score_on_the_curve_but_at_its_ends_one_guess_has_none() -> None:
    prior, rates = Fraction(1, 4), [Fraction(k, 5) for k in range(6)]
    guesses = [((1 - prior) * (1 - t), (1 - prior) * t, prior * (1 - t), prior * t) for t in rates]
    inside = {canonical_score(guess, Fraction(9, 10), Fraction(1, 2)) for guess in guesses}
    assert inside == {Fraction(3, 8)}  # 2 * 1/4 * 3/4, where kappa is 0
    assert [canonical_score(guess, Fraction(0), Fraction(1)) for guess in guesses] == [Fraction(3, 4)] * 5 + [None]
    assert [canonical_score(guess, Fraction(1), Fraction(0)) for guess in guesses] == [None] + [Fraction(1, 4)] * 5
