"""What being the better number to report may mean: C(r_b) beside A and F1."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.counted import largest_f1
from metricbook.chapters.sumpter.normal_mixtures import population_auroc, population_precision
from metricbook.chapters.sumpter.panel_curves import with_easy
from metricbook.exact import indistinguishability as twin
from metricbook.exact import ranking as exact
from metricbook.exact import samples as shared
from metricbook.ledger import Evidence

MORE = (100, 10_000, 1_000_000)


def recommendation() -> Evidence:
    """Conclusions: what being the better number may mean, on populations and on exchanges of two neighbours."""
    many = [with_easy(7.0, n) for n in MORE]
    c = [population_precision(law) for law in many]
    areas = [population_auroc(law) for law in many]
    pairs = _better_rankings()
    e = Evidence(
        note="Rankings of up to eight samples without ties that have an r_b, and each exchange of a negative with the "
        "positive next below it. Populations: difficult negatives at 7, a hundred to a million easy ones at 2."
    )
    e.printed("each exchange raises $A$", cases=(after.area > before.area for before, after in pairs))
    e.printed("and never lowers the largest $F_1$", cases=(after.f1 >= before.f1 for before, after in pairs))
    e.printed(
        "where $C(r_b)$ falls, it is by less than one over the number flagged",
        cases=(before.c - after.c < Fraction(1, before.flagged) for before, after in pairs if after.c < before.c),
    )
    e.reading(
        "more easy negatives never raise it, as they raise $A$",
        agrees=bool((np.diff(c) < 0).all() and (np.diff(areas) > 0).all()),
        reproduced=f"C(r_b) {nine.rounded(c)}, A {nine.rounded(areas)}",
    )
    e.reading("a better ranking never gets less", cases=(after.c >= before.c for before, after in pairs))
    e.control("a better ranking always gets more", cases=(after.c > before.c for before, after in pairs))
    return e


class _Judged(NamedTuple):
    """Three measures of one ranking, and how many are flagged at r_b."""

    c: Fraction
    flagged: int
    area: Fraction
    f1: float


@cache
def _better_rankings() -> tuple[tuple[_Judged, _Judged], ...]:
    """Rankings that have an r_b, each before and after a negative is exchanged for the positive next below it."""
    found = []
    for labels, scores in shared.samples(8, ties=False):
        if (before := _judged(labels, scores)) is None:
            continue
        for place, pair in enumerate(pairwise(labels)):
            if pair == (0, 1):
                after = _judged((*labels[:place], 1, 0, *labels[place + 2 :]), scores)
                assert after is not None  # without ties r_b exists if and only if A >= 1/2, and A has grown
                found.append((before, after))
    return tuple(found)


def _judged(labels: tuple[int, ...], scores: tuple) -> _Judged | None:
    r = twin.indistinguishability_threshold(labels, scores)
    if r is None:
        return None
    flagged = sum(score >= r for score in scores)
    return _Judged(
        twin.rates(labels, scores, r).precision, flagged, exact.auroc(labels, scores), largest_f1(labels, scores)
    )
