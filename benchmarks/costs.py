"""The H measure beside PyPI's hmeasure and beside one sort."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from hmeasure import h_score
from scipy.special import expit

from benchmarks.clock import ratios, times
from benchmarks.samples import Case, draw
from metricbook.metrics.h_measure import h_measure

#: The peer's time by ours, at least, at every judged size.
FASTER_THAN_PEER = 8.0
#: Our time by that of one argsort, at most, at every judged size.
SORTS_PER_H = 3.0
JUDGED_SIZES = (10**5, 10**6)
REPETITIONS = {10**3: 50, 10**5: 11, 10**6: 5}


class Row(NamedTuple):
    """Times of one case, in seconds, and medians of ratios with the lowest and the highest of the rounds."""

    case: Case
    seconds: float
    peer: tuple[float, float, float]
    sorts: tuple[float, float, float]
    difference: float

    @property
    def met(self) -> tuple[bool, ...]:
        """Whether each target is met; none at a size that is not judged."""
        if self.case.size not in JUDGED_SIZES:
            return ()
        return self.peer[0] >= FASTER_THAN_PEER, self.sorts[0] <= SORTS_PER_H


def rows(rng: np.random.Generator) -> list[Row]:
    """One row for each size, without and with ties. The peer takes scores between 0 and 1 only, and no weights."""
    found = []
    for size, ties in product(REPETITIONS, (False, True)):
        case = Case(size, ties, weighted=False)
        labels, scores, _ = draw(case, rng)
        scores = expit(scores)
        seconds = times(
            {
                "h": lambda y=labels, s=scores: h_measure(y, s),
                "peer": lambda y=labels, s=scores: h_score(y, s, severity_ratio=1.0),
                "argsort": lambda s=scores: np.argsort(s),
            },
            repetitions=REPETITIONS[size],
        )
        difference = abs(h_measure(labels, scores) - h_score(labels, scores, severity_ratio=1.0))
        peer, sorts = ratios(seconds["peer"], seconds["h"]), ratios(seconds["h"], seconds["argsort"])
        found.append(Row(case, min(seconds["h"]), peer, sorts, float(difference)))
    return found
