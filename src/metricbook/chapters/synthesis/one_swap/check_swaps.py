"""What one swap changes: the constants, with ties, at a threshold, as a weighted area, and which mistake is dearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np

from metricbook.chapters.synthesis.one_swap import best, swaps
from metricbook.chapters.synthesis.one_swap.swaps import METRICS, TIED_WORTH, WORTH, Swap
from metricbook.exact import costs
from metricbook.exact import indistinguishability as twin
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, rankings, samples
from metricbook.exact.tile import canonical_score
from metricbook.ledger import Evidence
from metricbook.metrics.confusion import cohen_kappa, f1_score

LONGEST, TIED, SEARCHED = 6, 5, 13
HALF = Fraction(1, 2)
_PLACES = [Fraction(step, 4) for step in range(5)]


@cache
def _small() -> tuple[tuple[Labels, Swap], ...]:
    return tuple(swaps.each(LONGEST))


@cache
def _with_ties() -> tuple[Sample, ...]:
    return tuple(sample for sample in samples(TIED) if len(set(sample[1])) < len(sample[1]))


def one_cut() -> Evidence:
    """The confusion matrix of one cut changes, and six metrics gain what the table says."""
    e = Evidence(note=f"All {len(_small()):,} swaps of all rankings of up to {LONGEST} cases, in fractions.")
    e.printed(
        "at cut r one false positive and one false negative become right, at no other cut anything changes",
        cases=(
            _change(labels, swap, cut) == ((1, -1, -1, 1) if cut == swap.rank else (0, 0, 0, 0))
            for labels, swap in _small()
            for cut in range(swap.cases + 1)
        ),
    )
    for metric, worth in WORTH.items():
        e.printed(f"{metric}", cases=(swaps.gain(metric, *case) == worth(case[1]) for case in _small()))
    far = [(labels, first, last) for n in range(2, LONGEST) for labels in rankings(n) for first, last in _far(labels)]
    for metric in ("AUROC", "AP", "LxCIM", "AUDRC"):
        e.printed(
            f"{metric}: an exchange over any distance is the swaps of all cuts between",
            cases=(_far_gain(metric, *case) == _added_up(metric, *case) for case in far),
        )
    e.control(
        "AP: an exchange over any distance is worth the topmost of these swaps",
        cases=(_far_gain("AP", *case) == _added_up("AP", *case, only_first=True) for case in far),
    )
    wrong = {
        "AP: k positives above the negative, in place of down to the positive": (
            "AP", lambda s: Fraction(s.found - 1, s.positives * s.rank * (s.rank + 1))),
        "L over costs without the default classifier": ("L over costs", lambda s: Fraction(2, s.cases**2)),
        "L over skews: as over costs": ("L over skews", WORTH["L over costs"]),
        "AUDRC: as if the upper of the two ranks did not matter": (
            "AUDRC", lambda s: Fraction(1, s.cases * (s.rank + 1))),
    }  # fmt: skip
    for what, (metric, worth) in wrong.items():
        e.control(what, cases=(swaps.gain(metric, *case) == worth(case[1]) for case in _small()))
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
    found = (Swap(cut, sum(labels[:cut]) + 1, positives, len(labels) - positives) for cut in cuts)
    return sum((WORTH[metric](swap) for swap in found), Fraction(0))


def at_a_threshold() -> Evidence:
    """Every score of the Tile, kappa and MCC at the cut that a swap crosses."""
    e = Evidence(
        note=f"All swaps of all rankings of up to {LONGEST} cases, at {len(_PLACES) ** 2} places of the Tile. "
        "For MCC: the product of the margins stays, and its root's factor grows by n."
    )
    crossed = [
        (swap, swaps.matrix(labels, swap.rank), swaps.matrix(swaps.swapped(labels, swap.rank), swap.rank))
        for labels, swap in _small()
    ]
    gains = [
        (swap, a, b, canonical_score(after, a, b) - canonical_score(before, a, b))
        for swap, before, after in crossed
        for a, b in product(_PLACES, repeat=2)
        if _denominator(swap, a, b)
    ]
    e.printed("canonical scores", cases=(g == 1 / _denominator(s, a, b) for s, a, b, g in gains))
    e.printed(
        "F1", cases=(_f1(after) - _f1(before) == Fraction(2, s.rank + s.positives) for s, before, after in crossed)
    )
    e.printed(
        "kappa",
        cases=(
            _kappa(after) - _kappa(before)
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
        cases=(g == 1 / _denominator(s._replace(rank=0), a, b) for s, a, b, g in gains if a < 1 or b),
    )
    e.control(
        "F1 pays as accuracy does", cases=(_f1(y) - _f1(x) == Fraction(2, s.cases) for s, x, y in crossed)
    )  # fmt: skip
    return e


def _denominator(swap: Swap, a: Fraction, b: Fraction) -> Fraction:
    return (1 - a) * swap.negatives + b * swap.positives + (a - b) * swap.rank


def _f1(outcomes: Sequence[int]) -> Fraction:
    return Fraction(f1_score(*map(Fraction, outcomes)))


def _kappa(outcomes: Sequence[int]) -> Fraction:
    return Fraction(cohen_kappa(*map(Fraction, outcomes)))


def _determinant(outcomes: Sequence[int]) -> int:
    tn, fp, fn, tp = outcomes
    return tp * tn - fp * fn


def _margins(outcomes: Sequence[int]) -> tuple[int, int, int, int]:
    tn, fp, fn, tp = outcomes
    return tp + fp, tn + fn, tp + fn, tn + fp


def ties() -> Evidence:
    """Swaps between blocks of ties, and ties broken."""
    between = [(sample, *found) for sample in samples(TIED) for found in swaps.block_swaps(sample)]
    e = Evidence(note=f"All samples of up to {TIED} cases with all ties: {len(between):,} swaps between blocks.")
    for metric, worth in TIED_WORTH.items():
        e.printed(
            f"{metric}: a swap between blocks",
            cases=(
                swaps.value(metric, *after) - swaps.value(metric, *before) == worth(where)
                for before, where, after in between
            ),
        )
    broken = [(sample, *found) for sample in _with_ties() for found in swaps.broken_ties(sample)]
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
        cases=(
            exact.auroc(*after) - exact.auroc(*before) == Fraction(1, where.positives * where.negatives)
            for before, where, after in between
        ),
    )
    e.control(
        "a tied pair is half way between both orders to AP too",
        cases=(
            exact.average_precision(*before) - exact.average_precision(*after)
            == HALF * abs(exact.average_precision(*_other_way(before, after)) - exact.average_precision(*after))
            for before, after, wrong in pairs
            if wrong
        ),
    )
    return e


def _pairs(sample: Sample) -> int:
    return sum(sample[0]) * (len(sample[0]) - sum(sample[0]))


def _half(metric: str, sample: Sample) -> Fraction:
    """Half of what a swap of two single neighbours is worth to a metric that pays the same everywhere."""
    positives = sum(sample[0])
    return WORTH[metric](Swap(1, 1, positives, len(sample[0]) - positives)) / 2


def _ap_broken(before: Sample, above: int, up: tuple[int, int], low: tuple[int, int], after: Sample) -> bool:
    positives = sum(before[0])
    found = sum(sum(part) for part in _until(before, above))
    first, last = Fraction(found + up[1], above + sum(up)), Fraction(found + up[1] + low[1], above + sum(up) + sum(low))
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


def weighted_area() -> Evidence:
    """What is worth the same wherever it happens in a ranking: a weighted area under the ROC staircase."""
    sizes = [(p, q) for p in range(1, 5) for q in range(1, 5) if p + q < 8]
    e = Evidence(
        note="All rankings of up to four positives and four negatives, seven cases at most. Dimensions: from the rank "
        "of the linear system that says of every swap what it is worth."
    )
    everything = [(p, q, y) for p, q in sizes for y in rankings(p + q, p)]
    for metric in METRICS:
        e.printed(
            f"{metric} is the worst ranking's, and a mass for each pair won",
            cases=(_by_area(metric, p, q, y) for p, q, y in everything),
        )
    e.printed(
        "cut r is crossed min(r, n - r, n+, n-) times from worst to best",
        cases=(
            sum(i + j - 1 == r for i in range(1, p + 1) for j in range(1, q + 1)) == min(r, p + q - r, p, q)
            for p, q in sizes
            for r in range(1, p + q)
        ),
    )
    e.printed(
        "metrics whose swaps depend on r and k alone have 1 + n+ n- dimensions, as weighted areas have",
        cases=(_dimension(p, q, per_cell=True) == 1 + p * q for p, q in sizes),
    )
    e.printed(
        "metrics all of whose swaps are worth the same have two, as a + b AUROC has",
        cases=(_dimension(p, q, per_cell=False) == 2 for p, q in sizes),
    )
    moody = {
        "H": lambda y: costs.h_measure(y, swaps.scores(y)),
        "AUCH": lambda y: exact.auch(y, swaps.scores(y)),
        "best F1": lambda y: max(_f1(swaps.matrix(y, cut)) for cut in range(1, len(y) + 1)),
    }
    for name, measure in moody.items():
        found: dict[Swap, set[Fraction]] = {}
        for labels, swap in swaps.each(5):
            found.setdefault(swap, set()).add(measure(swaps.swapped(labels, swap.rank)) - measure(labels))
        e.control(f"{name}: a swap's worth depends on r and k alone", cases=(len(v) == 1 for v in found.values()))
    return e


def _by_area(metric: str, positives: int, negatives: int, labels: Labels) -> bool:
    lowest = swaps.worst(positives, negatives)
    area = sum((swaps.mass(metric, i, j, positives, negatives) for i, j in swaps.won(labels)), Fraction(0))
    return swaps.value(metric, labels) == swaps.value(metric, lowest) + area


def _dimension(positives: int, negatives: int, *, per_cell: bool) -> int:
    """Dimension of the metrics of rankings of these sizes whose swaps are worth what their cell says, or the same."""
    every = {labels: place for place, labels in enumerate(rankings(positives + negatives, positives))}
    rows = []
    for labels, place in every.items():
        for swap in swaps.swaps(labels):
            row = np.zeros(len(every) + positives * negatives)
            row[place], row[every[swaps.swapped(labels, swap.rank)]] = -1, 1
            i, j = swap.cell
            row[len(every) + ((i - 1) * negatives + j - 1 if per_cell else 0)] = -1
            rows.append(row)
    unknowns = len(every) + (positives * negatives if per_cell else 1)
    return unknowns - int(np.linalg.matrix_rank(np.array(rows))) if rows else unknowns


def topmost() -> Evidence:
    """For which sizes of the classes the topmost mistake is always the dearest for AP."""
    sizes = [(p, n - p) for n in range(2, SEARCHED + 1) for p in range(1, n)]
    e = Evidence(note=f"All {sum(comb(p + q, p) for p, q in sizes):,} rankings of up to {SEARCHED} cases.")
    found = {size: any(map(_lower_is_dearer, rankings(sum(size), size[0]))) for size in sizes}
    e.printed(
        "some ranking has a dearer lower mistake exactly if n+ > 1, n- > 4 and n > 7",
        cases=(some == (p >= 2 and q >= 5 and p + q >= 8) for (p, q), some in found.items()),
    )
    e.printed(
        "the smallest are NNNNNPNP and NNNNPPNP",
        published=["NNNNNPNP", "NNNNPPNP"],
        reproduced=sorted("".join("NP"[label] for label in y) for y in rankings(8) if _lower_is_dearer(y)),
    )
    e.control(
        "exactly if n+ > 1 and n- > 4",
        cases=(some == (p >= 2 and q >= 5) for (p, q), some in found.items()),
    )
    e.control("exactly if n > 7", cases=(some == (p + q >= 8) for (p, q), some in found.items()))
    return e


def _lower_is_dearer(labels: Labels) -> bool:
    worth = [Fraction(s.found, s.rank * (s.rank + 1)) for s in swaps.swaps(labels)]
    return bool(worth) and max(worth) > worth[0]


def top_heavy() -> Evidence:
    """Where AP pays more for a swap than AUROC, and AUDRC more than LxCIM."""
    e = Evidence(note=f"All swaps of all rankings of up to {LONGEST} cases, from the definitions.")
    gains = {metric: [swaps.gain(metric, *case) for case in _small()] for metric in ("AP", "AUROC", "AUDRC", "LxCIM")}
    where = [swap for _, swap in _small()]
    e.printed(
        "AP more than AUROC exactly if r < p n-, with p = k/(r + 1)",
        cases=(
            (ap > auc) == (s.rank < Fraction(s.found, s.rank + 1) * s.negatives)
            for s, ap, auc in zip(where, gains["AP"], gains["AUROC"], strict=True)
        ),
    )
    e.printed(
        "then r (r + 1) < n+ n-",
        cases=(
            s.rank * (s.rank + 1) < s.positives * s.negatives
            for s, ap, auc in zip(where, gains["AP"], gains["AUROC"], strict=True)
            if ap > auc
        ),
    )
    e.printed(
        "AUDRC more than LxCIM exactly if r < N/2",
        cases=(
            (audrc > lxcim) == (2 * s.rank < s.cases)
            for s, audrc, lxcim in zip(where, gains["AUDRC"], gains["LxCIM"], strict=True)
        ),
    )
    sizes = [(p, q) for p in range(1, 13) for q in range(1, 13)]
    e.printed(
        "for n+ <= n-, all swaps across a cut r <= n+ are together worth 1/(2 n+) to AP",
        cases=(_budget("AP", p, q, r, r) == Fraction(1, 2 * p) for p, q in sizes if p <= q for r in range(1, p + 1)),
    )
    e.printed(
        "those across the cuts 1 to m, n+ <= m <= n-, 1 - (n+ + 1)/(2 (m + 1))",
        cases=(
            _budget("AP", p, q, 1, m) == 1 - Fraction(p + 1, 2 * (m + 1)) for p, q in sizes for m in range(p, q + 1)
        ),
    )
    e.control(
        "half of AP lies in the cuts 1 to n+ for any n+ and n-",
        cases=(_budget("AP", p, q, 1, min(p, p + q - 1)) == HALF for p, q in sizes),
    )
    e.control(
        "half of AUROC lies in the cuts 1 to n+",
        cases=(_budget("AUROC", p, q, 1, p) == HALF for p, q in sizes if p <= q),
    )
    e.control(
        "AP more than AUROC exactly in the upper half",
        cases=(
            (ap > auc) == (2 * s.rank < s.cases) for s, ap, auc in zip(where, gains["AP"], gains["AUROC"], strict=True)
        ),
    )
    e.control(
        "AP more than AUROC exactly if r < n+",
        cases=(
            (ap > auc) == (s.rank < s.positives) for s, ap, auc in zip(where, gains["AP"], gains["AUROC"], strict=True)
        ),
    )
    return e


def _budget(metric: str, positives: int, negatives: int, first: int, last: int) -> Fraction:
    """What all swaps across these cuts are worth together, on any way from the worst ranking to the best."""
    return sum(
        (
            swaps.mass(metric, i, j, positives, negatives)
            for i in range(1, positives + 1)
            for j in range(1, negatives + 1)
            if first <= i + j - 1 <= last
        ),
        Fraction(0),
    )


def best_threshold() -> Evidence:
    """H pays for a swap at the costs for which its cut trails the best one by less than 2/n."""
    cases = [(labels, swap) for labels, swap in swaps.each(6)]
    e = Evidence(note=f"All {len(cases):,} swaps of all rankings of up to 6 cases, in fractions.")
    gains = [_h_gain(labels, swap.rank) for labels, swap in cases]
    worth = [best.gain_at_best(labels, swap.rank) / _most(swap) for labels, swap in cases]
    e.printed("H gains the mean of (2/n - excess)+ over its largest loss", cases=map(_equal, gains, worth))
    e.printed(
        "which is 0 exactly if the moved point stays on or below the hull of the others",
        cases=(
            (gain == 0) == (not best.rises_above_hull(labels, swap.rank))
            for gain, (labels, swap) in zip(gains, cases, strict=True)
        ),
    )
    e.printed(
        "at most 2/n of loss",
        cases=(gain * _most(swap) <= Fraction(2, swap.cases) for gain, (_, swap) in zip(gains, cases, strict=True)),
    )
    e.control("every swap is worth something to H", cases=(gain > 0 for gain in gains))
    e.control(
        "H gains 2/n of loss wherever it gains",
        cases=(g * _most(s) == Fraction(2, s.cases) for g, (_, s) in zip(gains, cases, strict=True) if g),
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
        cases=(_b_gain(labels, swap, m) for labels, swap in _small() for m in range(1, swap.cases + 1)),
    )
    e.printed(
        "the flagged set is that of the definition",
        cases=(_is_defined(labels) for labels in {labels for labels, _ in _small()}),
    )
    both = [
        (swap, before, after)
        for labels, swap in _small()
        if (before := best.flagged(labels)) and (after := best.flagged(swaps.swapped(labels, swap.rank)))
    ]
    e.printed("it never grows", cases=(after.number <= before.number for _, before, after in both))
    e.printed(
        "below it C(r_b) stays, across its cut C(r_b) rises",
        cases=(
            after.precision == before.precision if swap.rank > before.number else after.precision > before.precision
            for swap, before, after in both
            if swap.rank >= before.number
        ),
    )
    e.control(
        "C(r_b) never falls", cases=(after.precision >= before.precision for _, before, after in both)
    )  # fmt: skip
    e.control("the flagged set never changes", cases=(after.number == before.number for _, before, after in both))
    return e


def _b_gain(labels: Labels, swap: Swap, m: int) -> bool:
    gained = best.win_rates(swaps.swapped(labels, swap.rank))[m - 1] - best.win_rates(labels)[m - 1]
    share = Fraction(1) if swap.rank < m else HALF if swap.rank == m else Fraction(0)
    return gained == share / (m * swap.positives)


def _is_defined(labels: Labels) -> bool:
    order = swaps.scores(labels)
    threshold, found = twin.indistinguishability_threshold(labels, order), best.flagged(labels)
    if threshold is None or found is None:
        return threshold is None and found is None
    return order[found.number - 1] == threshold
