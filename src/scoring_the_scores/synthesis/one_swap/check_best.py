"""Swaps where a threshold is chosen: at the best one, and at the half-way point of B."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from claimledger import Evidence
from metricbook.exact import costs
from metricbook.exact import indistinguishability as exact_ranks
from metricbook.exact.samples import Labels
from scoring_the_scores.synthesis.one_swap import best, swaps
from scoring_the_scores.synthesis.one_swap.swaps import HALF, LONGEST, Swap, small


def best_threshold() -> Evidence:
    """H pays for a swap at the costs for which its cut trails the best one by less than 2/n."""
    cases = list(swaps.each(6))
    e = Evidence(note=f"All {len(cases):,} swaps of all rankings of up to 6 cases, in fractions.")
    gains = {(labels, swap): _h_gain(labels, swap.rank) for labels, swap in cases}
    worth = [best.gain_at_best(labels, swap.rank) / _most(swap) for labels, swap in cases]
    e.printed("H gains the mean of (2/n - excess)+ over its largest loss", cases=map(_equal, gains.values(), worth))
    e.printed(
        "which is 0 exactly if the moved point stays on or below the hull of the others",
        cases=((gain == 0) == (not best.rises_above_hull(labels, swap.rank)) for (labels, swap), gain in gains.items()),
    )
    e.printed(
        "at most 2/n of loss",
        cases=(gain * _most(swap) <= Fraction(2, swap.cases) for (_, swap), gain in gains.items()),
    )
    e.control("every swap is worth something to H", over=cases, holds=lambda case: gains[case] > 0)
    e.control(
        "H gains 2/n of loss wherever it gains",
        over=filter(gains.__getitem__, cases),
        holds=lambda case: gains[case] * _most(case[1]) == Fraction(2, case[1].cases),
    )
    return e


def _equal(one: Fraction, other: Fraction) -> bool:
    return one == other


def _h_gain(labels: Labels, rank: int) -> Fraction:
    order = swaps.scores(labels)
    return costs.h_measure(swaps.swapped(labels, rank), order) - costs.h_measure(labels, order)


@cache
def _most(swap: Swap) -> Fraction:
    share = Fraction(swap.positives, swap.cases)
    return share * (1 - share) * (1 + share * (1 - share))


def half_way() -> Evidence:
    """B at a fixed cut, and the precision at the threshold where it is one half."""
    e = Evidence(note=f"All swaps of all rankings of up to {LONGEST} cases, in fractions.")
    e.printed(
        "B(m) gains 1/(m n+) above the cut, half of it across it, nothing below",
        cases=(_b_gain(labels, swap, m) for labels, swap in small() for m in range(1, swap.cases + 1)),
    )
    e.printed(
        "the flagged set is that of the definition",
        cases=(_is_defined(labels) for labels in {labels for labels, _ in small()}),
    )
    both = [
        (labels, swap, before, after)
        for labels, swap in small()
        if (before := best.flagged(labels)) and (after := best.flagged(swaps.swapped(labels, swap.rank)))
    ]
    e.printed("it never grows", cases=(after.number <= before.number for _, _, before, after in both))
    e.printed(
        "below it C(r_b) stays, across its cut C(r_b) rises",
        cases=(
            after.precision == before.precision if swap.rank > before.number else after.precision > before.precision
            for _, swap, before, after in both
            if swap.rank >= before.number
        ),
    )
    e.control("C(r_b) never falls", over=both, holds=lambda case: case[3].precision >= case[2].precision)
    e.control("the flagged set never changes", over=both, holds=lambda case: case[3].number == case[2].number)
    return e


def _b_gain(labels: Labels, swap: Swap, m: int) -> bool:
    gained = best.win_rates(swaps.swapped(labels, swap.rank))[m - 1] - best.win_rates(labels)[m - 1]
    share = Fraction(1) if swap.rank < m else HALF if swap.rank == m else Fraction(0)
    return gained == share / (m * swap.positives)


def _is_defined(labels: Labels) -> bool:
    order = swaps.scores(labels)
    threshold, flagged = exact_ranks.indistinguishability_threshold(labels, order), best.flagged(labels)
    if threshold is None or flagged is None:
        return threshold is None and flagged is None
    return order[flagged.number - 1] == threshold
