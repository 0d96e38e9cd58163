"""The price that the best value of a canonical score implies, and two classifiers at theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from claimledger import Evidence
from metricbook.exact.samples import Matrix, samples
from scoring_the_scores.synthesis.one_rule import counted
from scoring_the_scores.synthesis.one_rule.counted import Place

LARGEST = 5
HALF = Fraction(1, 2)
#: Of the places of the Tile's grid in quarters, which a check tries.
GRID = counted.places(4)
LEVELS = [Fraction(step, 8) for step in range(9)]


def best_is_cheapest() -> Evidence:
    """The best thresholds by a canonical score are those of least loss at the price that its best value implies."""
    forward = []
    exchanged, halved = {}, {}
    for labels, scores, matrices in counted.all_thresholds(LARGEST):
        for place in GRID:
            values = [counted.score_of(matrix, place) for matrix in matrices]
            value = max(values)
            best = {matrix for matrix, metric_value in zip(matrices, values, strict=True) if metric_value == value}
            price = counted.implied_price(value, place)
            forward.append(best == _cheapest(matrices, price))
            exchanged[labels, scores, place] = best == _cheapest(matrices, 1 - price)
            fixed = counted.implied_price(Fraction(1, 2), place)
            halved[labels, scores, place] = best == _cheapest(matrices, fixed)
    e = Evidence(
        note=f"All samples of up to {LARGEST} cases with ties, thresholds that flag nothing or everything included, at "
        f"{len(GRID)} places of the Tile, all those of a grid in quarters but the two corners; exact."
    )
    e.printed("best by the score and cheapest at the price are the same thresholds", cases=forward)
    e.control("with the price of a miss for that of a false alarm", over=exchanged, holds=exchanged.__getitem__)
    e.control("with one price for all classifiers, that of the value one half", over=halved, holds=halved.__getitem__)
    return e


def _cheapest(matrices: Sequence[Matrix], price: Fraction) -> set[Matrix]:
    losses = [counted.loss(matrix, price) for matrix in matrices]
    least = min(losses)
    return {matrix for matrix, loss in zip(matrices, losses, strict=True) if loss == least}


def better_is_cheaper() -> Evidence:
    """Of two classifiers the one with the better best value costs less at every price between those they imply."""
    cheaper, equal = [], []
    everywhere, past = {}, {}
    for place, first, second in _pairs():
        values = [counted.best(matrices, place) for matrices in (first, second)]
        ends = sorted(counted.implied_price(value, place) for value in values)
        gaps = [_gap(first, second, price) for price in _corners(first, second, *ends)]
        sign = (values[0] > values[1]) - (values[0] < values[1])
        if sign:
            cheaper.append(all(sign * gap > 0 for gap in gaps))
            case = place, *(tuple(m[1::2] for m in hull) for hull in (first, second))
            everywhere[case] = all(sign * gap >= 0 for gap in (_gap(first, second, p) for p in LEVELS))
            middle = (1 - place[0] + 1 - place[1]) / 2
            past[case] = sign * _gap(first, second, middle) >= 0
        else:
            equal.append(gaps == [0])
    e = Evidence(
        note="All pairs of different ROC hulls of samples of three positives and three negatives, ties included, at "
        "the places of a grid in thirds off the diagonal; both cost curves are straight between the prices "
        "tried, which are all their corners between the two implied prices and these two; exact."
    )
    e.printed("the better one costs less at all of these prices", cases=cheaper)
    e.printed("with equal best values both imply one price and cost the same there", cases=equal)
    e.control("it costs no more at any price", over=everywhere, holds=everywhere.__getitem__)
    e.control("it costs no more at the price midway between 1-a and 1-b", over=past, holds=past.__getitem__)
    return e


def _pairs() -> Iterator[tuple[Place, list[Matrix], list[Matrix]]]:
    """Places off the diagonal, with the corners of two hulls that differ."""
    hulls = set()
    for labels, scores in samples(6, smallest=6):
        if sum(labels) == 3:
            matrices = counted.thresholds(labels, scores)
            cuts = [counted.prices(matrices, at) for at in range(len(matrices))]
            hulls.add(tuple(m for m, (low, high) in zip(matrices, cuts, strict=True) if low < high))
    for place in counted.places(3):
        if place[0] != place[1]:
            for first, second in combinations(sorted(hulls), 2):
                yield place, list(first), list(second)


def _gap(first: Sequence[Matrix], second: Sequence[Matrix], price: Fraction) -> Fraction:
    """By how much the first costs less."""
    return counted.least_loss(second, price) - counted.least_loss(first, price)


def _corners(first: Sequence[Matrix], second: Sequence[Matrix], low: Fraction, high: Fraction) -> list[Fraction]:
    """Both ends, and where either cost curve bends between them."""
    bends = {counted.share_between(*pair) for matrices in (first, second) for pair in pairwise(matrices)}
    return sorted({low, high} | {price for price in bends if low < price < high})


def free_of_the_classifier() -> Evidence:
    """All classifiers imply one price on the diagonal, and where flagging nothing, or everything, is always best."""
    constant: dict[Place, bool] = {}
    expected, own = [], []
    for place in GRID:
        prices = {
            counted.implied_price(counted.best(matrices, place), place)
            for labels, _, matrices in counted.all_thresholds(LARGEST)
            if (sum(labels), len(labels)) == (2, 5)
        }
        constant[place] = len(prices) == 1
        if place[0] == place[1]:
            own.append(prices == {1 - place[0]})
        elif place[1] in (0, 1):
            own.append(prices == {1 - place[1]})
        expected.append(constant[place] == (place[0] == place[1] or place[1] in (0, 1)))
    e = Evidence(note=f"All rankings of two positives and three negatives with ties, at {len(GRID)} places; exact.")
    e.printed("one price for all rankings if and only if a = b, or b is 0 or 1", cases=expected)
    e.printed("it is 1 - a on the diagonal, and 1 - b where b is 0 or 1", cases=own)
    e.control("if and only if a = b", over=constant, holds=lambda at: constant[at] == (at[0] == at[1]))
    e.control(
        "if and only if a = 1/2 or a = b", over=constant, holds=lambda at: constant[at] == (at[0] in (at[1], HALF))
    )
    return e
