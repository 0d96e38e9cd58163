"""What one swap changes: the constants, with ties, and at a threshold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from claimledger import Evidence
from metricbook.confusion import cohen_kappa, f1_score
from metricbook.exact import costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, rankings, samples
from metricbook.exact.tile import canonical_score
from scoring_the_scores.synthesis.one_swap import swaps
from scoring_the_scores.synthesis.one_swap.swaps import HALF, LONGEST, TIED_WORTH, WORTH, Swap, small

TIED = 5
_PLACES = [Fraction(step, 4) for step in range(5)]


@cache
def _with_ties() -> tuple[Sample, ...]:
    return tuple(sample for sample in samples(TIED) if len(set(sample[1])) < len(sample[1]))


def one_cut() -> Evidence:
    """The confusion matrix of one cut changes, and six metrics gain what the table says."""
    e = Evidence(note=f"All {len(small()):,} swaps of all rankings of up to {LONGEST} cases, in fractions.")
    e.printed(
        "at cut r one false positive and one false negative become right, at no other cut anything changes",
        cases=(
            _change(labels, swap, cut) == ((1, -1, -1, 1) if cut == swap.rank else (0, 0, 0, 0))
            for labels, swap in small()
            for cut in range(swap.cases + 1)
        ),
    )
    for metric, worth in WORTH.items():
        e.printed(f"{metric}", cases=(swaps.gain(metric, *case) == worth(case[1]) for case in small()))
    far = [(labels, first, last) for n in range(2, LONGEST) for labels in rankings(n) for first, last in _far(labels)]
    for metric in ("AUROC", "AP", "LxCIM", "AUDRC"):
        e.printed(
            f"{metric}: an exchange over any distance is the swaps of all cuts between",
            cases=(_far_gain(metric, *case) == _added_up(metric, *case) for case in far),
        )
    e.control(
        "AP: an exchange over any distance is worth the topmost of these swaps",
        over=far,
        holds=lambda case: _far_gain("AP", *case) == _added_up("AP", *case, only_first=True),
    )
    wrong = {
        "AP: k positives above the negative, in place of down to the positive": (
            "AP", lambda s: Fraction(s.true_positives - 1, s.positives * s.rank * (s.rank + 1))),
        "L over costs without the default classifier": ("L over costs", lambda s: Fraction(2, s.cases**2)),
        "L over skews: as over costs": ("L over skews", WORTH["L over costs"]),
        "AUDRC: as if the upper of the two ranks did not matter": (
            "AUDRC", lambda s: Fraction(1, s.cases * (s.rank + 1))),
    }  # fmt: skip
    for what, (metric, worth) in wrong.items():
        equal = {case: swaps.gain(metric, *case) == worth(case[1]) for case in small()}
        e.control(what, over=equal, holds=equal.__getitem__)
    return e


def _change(labels: Labels, swap: Swap, cut: int) -> tuple[int, ...]:
    before, after = (swaps.matrix(y, cut) for y in (labels, swaps.swapped(labels, swap.rank)))
    return tuple(b - a for a, b in zip(before, after, strict=True))


def _far(labels: Labels) -> Iterator[tuple[int, int]]:
    """Ranks of every negative, and of every positive below it."""
    for first, last in combinations(range(1, len(labels) + 1), 2):
        if (labels[first - 1], labels[last - 1]) == (0, 1):
            yield first, last


def _far_gain(metric: str, labels: Labels, first: int, last: int) -> Fraction:
    moved = list(labels)
    moved[first - 1], moved[last - 1] = 1, 0
    return swaps.value(metric, tuple(moved)) - swaps.value(metric, labels)


def _added_up(metric: str, labels: Labels, first: int, last: int, *, only_first: bool = False) -> Fraction:
    """The worth of a swap at each cut between, with one positive more than there was above it."""
    positives = sum(labels)
    cuts = range(first, first + 1 if only_first else last)
    swaps_of_cuts = (Swap(cut, sum(labels[:cut]) + 1, positives, len(labels) - positives) for cut in cuts)
    return sum((WORTH[metric](swap) for swap in swaps_of_cuts), Fraction(0))


def at_a_threshold() -> Evidence:
    """Every score of the Tile, kappa and MCC at the cut that a swap crosses."""
    e = Evidence(
        note=f"All swaps of all rankings of up to {LONGEST} cases, at {len(_PLACES) ** 2} places of the Tile. "
        "For MCC: the product of the margins stays, and its root's factor grows by n."
    )
    crossed = [
        (swap, swaps.matrix(labels, swap.rank), swaps.matrix(swaps.swapped(labels, swap.rank), swap.rank))
        for labels, swap in small()
    ]
    gains = [
        (swap, a, b, canonical_score(after, a, b) - canonical_score(before, a, b))
        for swap, before, after in crossed
        for a, b in product(_PLACES, repeat=2)
        if _denominator(swap, a, b)
    ]
    e.printed("canonical scores", cases=(g == 1 / _denominator(s, a, b) for s, a, b, g in gains))
    e.printed(
        "F1",
        cases=(
            f1_score(*after) - f1_score(*before) == Fraction(2, s.rank + s.positives) for s, before, after in crossed
        ),
    )
    e.printed(
        "kappa",
        cases=(
            cohen_kappa(*after) - cohen_kappa(*before)
            == Fraction(2 * s.cases, s.rank * s.negatives + (s.cases - s.rank) * s.positives)
            for s, before, after in crossed
        ),
    )
    e.printed(
        "MCC",
        cases=(
            _determinant(after) - _determinant(before) == s.cases and _margins(before) == _margins(after)
            for s, before, after in crossed
        ),
    )
    e.control(
        "canonical scores: the same at every cut for any place",
        over=((s, a, b, g) for s, a, b, g in gains if a < 1 or b),
        holds=lambda case: case[3] == 1 / _denominator(case[0]._replace(rank=0), *case[1:3]),
    )
    e.control(
        "F1 pays as accuracy does",
        over=crossed,
        holds=lambda case: f1_score(*case[2]) - f1_score(*case[1]) == Fraction(2, case[0].cases),
    )
    return e


def _denominator(swap: Swap, a: Fraction, b: Fraction) -> Fraction:
    return (1 - a) * swap.negatives + b * swap.positives + (a - b) * swap.rank


def _determinant(outcomes: Sequence[int]) -> int:
    tn, fp, fn, tp = outcomes
    return tp * tn - fp * fn


def _margins(outcomes: Sequence[int]) -> tuple[int, int, int, int]:
    tn, fp, fn, tp = outcomes
    return tp + fp, tn + fn, tp + fn, tn + fp


def ties() -> Evidence:
    """Swaps between blocks of ties, and ties broken."""
    between = [(sample, *swap) for sample in samples(TIED) for swap in swaps.block_swaps(sample)]
    e = Evidence(note=f"All samples of up to {TIED} cases with all ties: {len(between):,} swaps between blocks.")
    for metric, worth in TIED_WORTH.items():
        e.printed(
            f"{metric}: a swap between blocks",
            cases=(
                swaps.value(metric, *after) - swaps.value(metric, *before) == worth(where)
                for before, where, after in between
            ),
        )
    broken = [(sample, *swap) for sample in _with_ties() for swap in swaps.broken_ties(sample)]
    e.printed(
        "AUROC: a tie broken",
        cases=(
            exact.auroc(*after) - exact.auroc(*before) == Fraction(up[1] * low[0] - low[1] * up[0], 2 * _pairs(before))
            for before, _, up, low, after in broken
        ),
    )
    e.printed("AP: a tie broken", cases=(_ap_broken(*case) for case in broken))
    pairs = [
        (before, after, up == (1, 0))
        for before, _, up, low, after in broken
        if sorted((up, low)) == [(0, 1), (1, 0)]
    ]  # fmt: skip
    e.printed(
        "a tied pair is worth its wrong order to AP, AUCH and H",
        cases=(
            measure(*before) == measure(*after)
            for before, after, wrong in pairs
            if wrong
            for measure in (exact.average_precision, exact.auch, costs.h_measure)
        ),
    )
    e.printed(
        "and half way between both orders to AUROC, the losses and LxCIM",
        cases=(
            swaps.value(metric, *before) - swaps.value(metric, *after) == sign * _half(metric, before)
            for before, after, wrong in pairs
            for sign in ((1,) if wrong else (-1,))
            for metric in ("AUROC", "L over costs", "L over skews", "LxCIM")
        ),
    )
    e.control(
        "a swap between blocks is worth as much as without ties",
        over=((before, after) for before, _, after in between),
        holds=lambda case: exact.auroc(*case[1]) - exact.auroc(*case[0]) == Fraction(1, _pairs(case[0])),
    )
    e.control(
        "a tied pair is half way between both orders to AP too",
        over=((before, after) for before, after, wrong in pairs if wrong),
        holds=lambda case: _is_half_way(case[0], case[1], _other_way(*case)),
    )
    return e


def _is_half_way(tied: Sample, wrong: Sample, right: Sample) -> bool:
    """Whether AP of a tied pair is half way between both its orders."""
    middle, low, high = (exact.average_precision(*sample) for sample in (tied, wrong, right))
    return middle - low == HALF * abs(high - low)


def _pairs(sample: Sample) -> int:
    return sum(sample[0]) * (len(sample[0]) - sum(sample[0]))


def _half(metric: str, sample: Sample) -> Fraction:
    """Half of what a swap of two single neighbours is worth to a metric that pays the same everywhere."""
    positives = sum(sample[0])
    return WORTH[metric](Swap(1, 1, positives, len(sample[0]) - positives)) / 2


def _ap_broken(before: Sample, above: int, up: tuple[int, int], low: tuple[int, int], after: Sample) -> bool:
    positives = sum(before[0])
    total = sum(sum(part) for part in _until(before, above))
    first, last = Fraction(total + up[1], above + sum(up)), Fraction(total + up[1] + low[1], above + sum(up) + sum(low))
    gained = exact.average_precision(*after) - exact.average_precision(*before)
    return gained == up[1] * (first - last) / positives


def _until(sample: Sample, cases: int) -> Iterator[list[int]]:
    for part in swaps.blocks(sample):
        if cases <= 0:
            return
        cases -= len(part)
        yield part


def _other_way(tied: Sample, wrong: Sample) -> Sample:
    """The sample in which a tied pair is broken the right way."""
    return next(
        after
        for _, up, low, after in swaps.broken_ties(tied)
        if (up, low) == ((0, 1), (1, 0)) and after[1] == wrong[1] and after[0] != wrong[0]
    )
