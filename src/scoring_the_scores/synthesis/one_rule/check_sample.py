"""The rule on a sample: blocks of cases on either side of the best threshold, and where it fails at the ends."""

from __future__ import annotations

from fractions import Fraction

from claimledger import Evidence
from metricbook.exact.calibration import isotonic
from scoring_the_scores.synthesis.one_rule import counted

LARGEST = 5
GRID = counted.places(4)
F1 = (Fraction(1), Fraction(1, 2))


def blocks_bracket() -> Evidence:
    """A threshold is best exactly if no block below it has too many positives and no block above it too few."""
    moves, iff, tied, rule, sharp = ([] for _ in range(5))
    near, raw = {}, {}
    for labels, scores, matrices in counted.all_thresholds(LARGEST):
        fitted = dict(zip(scores, isotonic(labels, scores), strict=True))
        distinct = sorted(fitted, reverse=True)
        for place in GRID:
            values = [counted.score_of(matrix, place) for matrix in matrices]
            top = max(values)
            for at, value in enumerate(values):
                price = counted.implied_price(value, place)
                above, below = counted.blocks(matrices, at)
                after = values[at + 1 :]
                moves += [_sign(new - value) == _sign(share - price) for share, new in zip(below, after, strict=True)]
                bracketed = min(above, default=1) >= price >= max(below, default=0)
                iff.append(bracketed == (value == top))
                beside = min(above[:1], default=1) >= price >= max(below[:1], default=0)
                near[labels, scores, place, at] = beside == (value == top)
                if value == top:
                    tied += [share == price for share, new in zip(below, after, strict=True) if new == top]
            price = counted.implied_price(top, place)
            best = [at for at, value in enumerate(values) if value == top]
            rule.append(best[0] == sum(fitted[s] > price for s in distinct))
            rule.append(best[-1] == sum(fitted[s] >= price for s in distinct))
            raw[labels, scores, place] = best[0] == sum(_share_at(labels, scores, s) > price for s in distinct)
            shares = [Fraction(1), *(fitted[s] for s in distinct), Fraction(0)]
            sharp.append(counted.prices(matrices, best[0]) == (shares[best[0] + 1], shares[best[0]]))
    e = Evidence(
        note=f"All samples of up to {LARGEST} cases with ties, all thresholds, {len(GRID)} places of the Tile; exact."
    )
    e.printed("flagging a block more moves R as the block's share of positives compares with c(R)", cases=moves)
    e.printed("a threshold is best if and only if its blocks lie on either side of its own price", cases=iff)
    e.printed("between two best thresholds the share is the price", cases=tied)
    e.printed("the best flag what is above the price after isotonic regression, and may flag what is at it", cases=rule)
    e.printed("the prices at which a best threshold costs least are those between the shares beside it", cases=sharp)
    e.control(
        "with the two groups of equal score beside the threshold for all blocks", over=near, holds=near.__getitem__
    )
    e.control("with the share of positives at each score for the isotonic one", over=raw, holds=raw.__getitem__)
    return e


def flagging_everything() -> Evidence:
    """Best F1 flags everything if every block of lowest scores has enough positives; the rule is then an inequality."""
    iff, fails = [], []
    equation, smaller = {}, {}
    for labels, scores, matrices in counted.all_thresholds(6):
        share = Fraction(sum(labels), len(labels))
        bar = share / (1 + share)
        bottom, _ = counted.blocks(matrices, len(matrices) - 1)
        value = counted.best(matrices, F1)
        everything = counted.score_of(matrices[-1], F1) == value
        iff.append(everything == all(block >= bar for block in bottom))
        smaller[labels, scores] = everything == all(block >= share for block in bottom)
        if len(matrices) == 2:
            fails.append(bottom[0] == share != value / 2 == bar)
        if everything:
            equation[labels, scores] = bottom[0] == value / 2
    e = Evidence(
        note="All samples of up to six cases with ties; those without any order are the constant scores; exact."
    )
    e.printed("everything is flagged if and only if all lowest blocks reach the bar", cases=iff)
    e.printed("of constant scores everything is flagged, and the chance at the threshold is not $F_1^*/2$", cases=fails)
    e.control("the chance at the threshold is $F_1^*/2$ there too", over=equation, holds=equation.__getitem__)
    e.control("with the prevalence for the bar", over=smaller, holds=smaller.__getitem__)
    return e


def _share_at(labels: tuple[int, ...], scores: tuple[int, ...], value: int) -> Fraction:
    group = [label for label, score in zip(labels, scores, strict=True) if score == value]
    return Fraction(sum(group), len(group))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
