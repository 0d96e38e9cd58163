"""The rule on a sample: blocks of cases on either side of the best threshold, and where it fails at the ends."""

from __future__ import annotations

from fractions import Fraction

from metricbook.chapters.synthesis.one_rule import counted
from metricbook.exact.calibration import isotonic
from metricbook.ledger import Evidence

LARGEST = 5
GRID = counted.places(4)
F1 = (Fraction(1), Fraction(1, 2))


def blocks_bracket() -> Evidence:
    """A threshold is best exactly if no block below it has too many positives and no block above it too few."""
    moves, iff, near, tied = [], [], [], []
    for _, _, matrices in counted.all_thresholds(LARGEST):
        for place in GRID:
            values = [counted.score_of(matrix, place) for matrix in matrices]
            for at, value in enumerate(values):
                price = counted.implied_price(value, place)
                above, below = counted.blocks(matrices, at)
                after = values[at + 1 :]
                moves += [_sign(new - value) == _sign(share - price) for share, new in zip(below, after, strict=True)]
                bracketed = all(share >= price for share in above) and all(share <= price for share in below)
                iff.append(bracketed == (value == max(values)))
                neighbours = all(s >= price for s in above[:1]) and all(s <= price for s in below[:1])
                near.append(neighbours == (value == max(values)))
                tied += [share == price for share, new in zip(below, after, strict=True) if value == new == max(values)]
    e = Evidence(
        note=f"All samples of up to {LARGEST} cases with ties, all thresholds, {len(GRID)} places of the Tile; exact."
    )
    e.printed("flagging a block more moves R as the block's share of positives compares with c(R)", cases=moves)
    e.printed("a threshold is best if and only if its blocks lie on either side of its own price", cases=iff)
    e.printed("between two best thresholds the share is the price", cases=tied)
    e.control("with the two groups of equal score next to it for the blocks", cases=near)
    return e


def calibrated_rule() -> Evidence:
    """In isotonic shares: flag what is above the price; what is at the price may be flagged too."""
    rule, raw, sharp = [], [], []
    for labels, scores, matrices in counted.all_thresholds(LARGEST):
        fitted = dict(zip(scores, isotonic(labels, scores), strict=True))
        shares = {s: _share_at(labels, scores, s) for s in fitted}
        distinct = sorted(fitted, reverse=True)
        for place in GRID:
            value = counted.best(matrices, place)
            price = counted.implied_price(value, place)
            best = [at for at, matrix in enumerate(matrices) if counted.score_of(matrix, place) == value]
            least, most = (sum(keep(fitted[s], price) for s in distinct) for keep in (_more, _no_less))
            rule.append((best[0], best[-1]) == (least, most))
            raw.append(best[0] == sum(shares[s] > price for s in distinct))
            low, high = counted.prices(matrices, best[0])
            sharp.append(
                low == (fitted[distinct[best[0]]] if best[0] < len(distinct) else 0)
                and high == (fitted[distinct[best[0] - 1]] if best[0] else 1)
            )
    e = Evidence(
        note=f"All samples of up to {LARGEST} cases with ties at {len(GRID)} places; exact. The shortest and the "
        "longest list of flagged cases among the best thresholds."
    )
    e.printed("the best thresholds begin with the cases above the price and end with those at it", cases=rule)
    e.printed("the prices at which the threshold costs least run between the isotonic shares beside it", cases=sharp)
    e.control("with the share of positives at each score, before pooling", cases=raw)
    return e


def flagging_everything() -> Evidence:
    """Best F1 flags everything if every block of lowest scores has enough positives; the rule is then an inequality."""
    iff, fails, equation, smaller = [], [], [], []
    for labels, _, matrices in counted.all_thresholds(6):
        share = Fraction(sum(labels), len(labels))
        bar = share / (1 + share)
        bottom, _ = counted.blocks(matrices, len(matrices) - 1)
        value = counted.best(matrices, F1)
        everything = counted.score_of(matrices[-1], F1) == value
        iff.append(everything == all(block >= bar for block in bottom))
        smaller.append(everything == all(block >= share for block in bottom))
        if len(matrices) == 2:
            fails.append(bottom[0] == share != value / 2 == bar)
        if everything:
            equation.append(bottom[0] == value / 2)
    e = Evidence(
        note="All samples of up to six cases with ties; those without any order are the constant scores; exact."
    )
    e.printed("everything is flagged if and only if all lowest blocks reach the bar", cases=iff)
    e.printed("of constant scores everything is flagged, and the chance at the threshold is not $F_1^*/2$", cases=fails)
    e.control("the chance at the threshold is $F_1^*/2$ there too", cases=equation)
    e.control("with the prevalence for the bar", cases=smaller)
    return e


def _share_at(labels: tuple[int, ...], scores: tuple[int, ...], value: int) -> Fraction:
    group = [label for label, score in zip(labels, scores, strict=True) if score == value]
    return Fraction(sum(group), len(group))


def _more(share: Fraction, price: Fraction) -> bool:
    return share > price


def _no_less(share: Fraction, price: Fraction) -> bool:
    return share >= price


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
