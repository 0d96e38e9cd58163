"""The H measure beside PyPI's hmeasure and beside one sort."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from hmeasure import h_score
from scipy.special import expit

from benchmarks.clock import times
from benchmarks.record import Measured, compared
from benchmarks.samples import Case, draw
from metricbook import h_measure

#: The peer's time by ours, at least, at every judged size.
FASTER_THAN_PEER = 8.0
#: Our time by that of one argsort, at most, at every judged size.
SORTS_PER_H = 3.0
JUDGED_SIZES = (10**5, 10**6)
REPETITIONS = {10**3: 50, 10**4: 21, 10**5: 11, 10**6: 9}
#: The largest difference from the peer's value.
DIFFERENCE = 1e-9


def main(rng: np.random.Generator) -> Iterator[Measured]:
    """Measure, without and with ties. The peer takes scores between 0 and 1 only, and no weights."""
    for size, ties in product(REPETITIONS, (False, True)):
        case = Case(size, ties, weighted=False)
        labels, scores, _ = draw(case, rng)
        scores = expit(scores)
        if abs(h_measure(labels, scores) - h_score(labels, scores, severity_ratio=1.0)) > DIFFERENCE:
            raise ValueError(f"the two H measures differ at {case}: their times cannot be compared")
        seconds = times(
            {
                "h": lambda y=labels, s=scores: h_measure(y, s),
                "peer": lambda y=labels, s=scores: h_score(y, s, severity_ratio=1.0),
                "argsort": lambda s=scores: np.argsort(s),
            },
            repetitions=REPETITIONS[size],
        )
        judged = size in JUDGED_SIZES
        faster = {"at_least": FASTER_THAN_PEER} if judged else {}
        sorts = {"at_most": SORTS_PER_H} if judged else {}
        h, peer, argsort = seconds.values()
        yield compared("h_measure", "hmeasure.h_score", h, peer, unit="times as fast", case=case, **faster)
        yield compared("h_measure", "numpy.argsort", h, argsort, unit="sorts", case=case, **sorts)
