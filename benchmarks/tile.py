"""``python -m benchmarks.tile``: maps of rank correlations at the paper's size, against SciPy, and their memory.

Kendall's tau of the nine probabilistic scores with every canonical score of a grid of 101 x 101 places, from 10,000
performances. SciPy does one reference and one place at a time; its time is measured on some of them, in the same run,
and its values there are compared with the map's.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator

import numpy as np
from scipy.stats import kendalltau, spearmanr

from benchmarks.record import Measured, compared, show
from metricbook.tile import NINE, kendall_map, ranking_score, spearman_map, uniform_performances

SEED, N, RESOLUTION = 20261121, 10_000, 101
#: Seconds for the nine maps, ratio to SciPy, megabytes, and difference from SciPy: the limits. Kendall's time is
#: that of compiled code, a sort for each place and a count of inversions for each reference; processors of three kinds
#: had ratios of 55 to 66, and 50 is a tenth below.
SECONDS, RATIO, MEGABYTES, DIFFERENCE = 30.0, {"Kendall": 50.0, "Spearman": 20.0}, 500.0, 1e-12
#: References and places that SciPy does.
SAMPLED = 100


def peak_megabytes() -> float:
    """Largest memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def main() -> Iterator[Measured]:
    """Time of a place and reference beside SciPy's, time of all maps, largest difference and memory."""
    rng = np.random.default_rng(SEED)
    performances = uniform_performances(N, rng=rng)
    axis = np.arange(RESOLUTION) / (RESOLUTION - 1)
    # what is compiled on the first call is not timed
    kendall_map(list(NINE), performances[:100], axis[:2], axis[:2], workers=1)
    spearman_map(list(NINE), performances[:100], axis[:2], axis[:2], workers=1)
    for name, make, peer in (("Kendall", kendall_map, kendalltau), ("Spearman", spearman_map, spearmanr)):
        before = peak_megabytes()
        start = time.perf_counter()
        maps = make(list(NINE), performances, axis, axis)
        seconds = time.perf_counter() - start
        after = peak_megabytes()
        places = [tuple(rng.integers(size) for size in maps.shape) for _ in range(SAMPLED)]
        pairs = [
            (list(NINE.values())[r](performances), ranking_score(performances, axis[j], axis[i])) for r, i, j in places
        ]
        values, theirs = [], []
        for x, y in pairs:
            start = time.perf_counter()
            values.append(peer(x, y)[0])
            theirs.append(time.perf_counter() - start)
        worst = float(np.abs(np.array(values) - [maps[place] for place in places]).max())
        each = [seconds / maps.size] * SAMPLED
        yield compared(
            f"{name} map, a place", f"scipy.{peer.__name__}", each, theirs, unit="times as fast", at_least=RATIO[name]
        )
        yield _once(f"{name} maps, all of them", "seconds", seconds, SECONDS)
        yield _once(f"{name} map, largest difference", "", worst, DIFFERENCE)
        yield _once(f"{name} maps, added memory", "MB", after - before, MEGABYTES)


def _once(what: str, unit: str, value: float, limit: float) -> Measured:
    return Measured(what, "", unit, value, value, value, 1, at_most=limit)


if __name__ == "__main__":
    show(main())
