"""What a swap's price depends on: a metric as a weighted area, where the top is heavy, which mistake costs most."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb

import numpy as np

from claimledger import Evidence
from metricbook.exact.samples import Labels, rankings
from scoring_the_scores.synthesis.one_swap import swaps, valuations
from scoring_the_scores.synthesis.one_swap.swaps import HALF, LONGEST, METRICS, Swap, small

SEARCHED = 13


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
    crossings = [pair for p, q in sizes for pair in valuations.crossing(p, q)]
    for metric in METRICS:
        found = (valuations.measured(partial(swaps.value, metric), *pair) for pair in crossings)
        e.printed(f"{metric} is a valuation", cases=(f is not None and f.both == f.split for f in found))
    e.printed(
        "valuations have 1 + n+ n- dimensions, too",
        cases=(_dimension_of_valuations(p, q) == 1 + p * q for p, q in sizes),
    )
    for name, measure in valuations.OF_HULL.items():
        changes: dict[Swap, set[Fraction]] = {}
        for labels, swap in swaps.each(5):
            changes.setdefault(swap, set()).add(measure(swaps.swapped(labels, swap.rank)) - measure(labels))
        alone = {swap: len(worths) == 1 for swap, worths in changes.items()}
        e.control(f"{name}: a swap's worth depends on r and k alone", over=alone, holds=alone.__getitem__)
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


def _dimension_of_valuations(positives: int, negatives: int) -> int:
    """Dimension of the metrics of rankings of these sizes that are the same in sum for two and for join and meet."""
    every = {labels: place for place, labels in enumerate(rankings(positives + negatives, positives))}
    rows = np.zeros((1, len(every)))
    for one, other in valuations.crossing(positives, negatives):
        row = np.zeros((1, len(every)))
        for sign, ranking in (
            (1, one),
            (1, other),
            (-1, valuations.join(one, other)),
            (-1, valuations.meet(one, other)),
        ):
            row[0, every[ranking]] += sign
        rows = np.vstack([rows, row])
    return len(every) - int(np.linalg.matrix_rank(rows))


def topmost() -> Evidence:
    """For which sizes of the classes the topmost mistake always costs most for AP."""
    sizes = [(p, n - p) for n in range(2, SEARCHED + 1) for p in range(1, n)]
    e = Evidence(note=f"All {sum(comb(p + q, p) for p, q in sizes):,} rankings of up to {SEARCHED} cases.")
    exceptions = {size: any(map(_lower_is_dearer, rankings(sum(size), size[0]))) for size in sizes}
    e.printed(
        "some ranking has a dearer lower mistake exactly if n+ > 1, n- > 4 and n > 7",
        cases=(some == (p >= 2 and q >= 5 and p + q >= 8) for (p, q), some in exceptions.items()),
    )
    e.printed(
        "the smallest are NNNNNPNP and NNNNPPNP",
        published=["NNNNNPNP", "NNNNPPNP"],
        reproduced=sorted("".join("NP"[label] for label in y) for y in rankings(8) if _lower_is_dearer(y)),
    )
    e.control(
        "exactly if n+ > 1 and n- > 4",
        over=sizes,
        holds=lambda size: exceptions[size] == (size[0] >= 2 and size[1] >= 5),
    )
    e.control("exactly if n > 7", over=sizes, holds=lambda size: exceptions[size] == (sum(size) >= 8))
    return e


def _lower_is_dearer(labels: Labels) -> bool:
    worth = [Fraction(s.true_positives, s.rank * (s.rank + 1)) for s in swaps.swaps(labels)]
    return bool(worth) and max(worth) > worth[0]


def top_heavy() -> Evidence:
    """Where AP pays more for a swap than AUROC, and AUDRC more than LxCIM."""
    e = Evidence(note=f"All swaps of all rankings of up to {LONGEST} cases, from the definitions.")
    heavy, sure = (
        {case: swaps.gain(one, *case) > swaps.gain(other, *case) for case in small()}
        for one, other in (("AP", "AUROC"), ("AUDRC", "LxCIM"))
    )
    e.printed(
        "AP more than AUROC exactly if r < p n-, with p = k/(r + 1)",
        cases=(
            more == (s.rank < Fraction(s.true_positives, s.rank + 1) * s.negatives) for (_, s), more in heavy.items()
        ),
    )
    e.printed(
        "then r (r + 1) < n+ n-",
        cases=(s.rank * (s.rank + 1) < s.positives * s.negatives for (_, s), more in heavy.items() if more),
    )
    e.printed(
        "AUDRC more than LxCIM exactly if r < N/2",
        cases=(more == (2 * s.rank < s.cases) for (_, s), more in sure.items()),
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
        over=sizes,
        holds=lambda size: _budget("AP", size[0], size[1], 1, min(size[0], sum(size) - 1)) == HALF,
    )
    e.control(
        "half of AUROC lies in the cuts 1 to n+",
        over=((p, q) for p, q in sizes if p <= q),
        holds=lambda size: _budget("AUROC", size[0], size[1], 1, size[0]) == HALF,
    )
    e.control(
        "AP more than AUROC exactly in the upper half",
        over=heavy,
        holds=lambda case: heavy[case] == (2 * case[1].rank < case[1].cases),
    )
    e.control(
        "AP more than AUROC exactly if r < n+",
        over=heavy,
        holds=lambda case: heavy[case] == (case[1].rank < case[1].positives),
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
