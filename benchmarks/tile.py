"""``python -m benchmarks.tile``: maps of rank correlations at the paper's size, against SciPy, and their memory.

Kendall's tau of the nine probabilistic scores with every canonical score of a grid of 101 x 101 places, from 10,000
performances. SciPy does one reference and one place at a time; its time is measured on some of them, in the same run,
and its values there are compared with the map's.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np
from scipy.stats import kendalltau, spearmanr

from metricbook.tile import NINE, ranking_score, uniform_performances
from metricbook.tile.kendall import kendall_map, spearman_map

SEED, N, RESOLUTION = 20261121, 10_000, 101
#: Seconds for the nine maps, ratio to SciPy, megabytes, and difference from SciPy: the targets.
SECONDS, RATIO, MEGABYTES, DIFFERENCE = 30.0, 20.0, 500.0, 1e-12
#: References and places that SciPy does.
SAMPLED = 100


def peak_megabytes() -> float:
    """Largest memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def met(condition: bool) -> str:
    """How a target came out."""
    return "met" if condition else "MISSED"


def main() -> None:
    """Measure and print."""
    rng = np.random.default_rng(SEED)
    performances = uniform_performances(N, rng=rng)
    axis = np.arange(RESOLUTION) / (RESOLUTION - 1)
    before = peak_megabytes()
    start = time.perf_counter()
    kendall_map(list(NINE), performances[:100], axis[:2], axis[:2], workers=1)
    spearman_map(list(NINE), performances[:100], axis[:2], axis[:2], workers=1)
    print(f"compiling, or reading what was compiled before: {time.perf_counter() - start:.1f} s")
    for name, make, peer in (("Kendall", kendall_map, kendalltau), ("Spearman", spearman_map, spearmanr)):
        start, work = time.perf_counter(), time.process_time()
        maps = make(list(NINE), performances, axis, axis)
        seconds, work = time.perf_counter() - start, time.process_time() - work
        places = [tuple(rng.integers(size) for size in maps.shape) for _ in range(SAMPLED)]
        pairs = [
            (list(NINE.values())[r](performances), ranking_score(performances, axis[j], axis[i])) for r, i, j in places
        ]
        start = time.perf_counter()
        values = [peer(x, y)[0] for x, y in pairs]
        theirs = (time.perf_counter() - start) / SAMPLED
        ratio = theirs / (seconds / maps.size)
        worst = np.abs(np.array(values) - [maps[place] for place in places]).max()
        print(f"{name}: {maps.size} values in {seconds:.1f} s, target {SECONDS:g} s, {met(seconds <= SECONDS)}; "
              f"{work:.1f} s of work by all cores")  # fmt: skip
        print(f"  {1e6 * seconds / maps.size:.0f} µs for a place and reference, SciPy {1e6 * theirs:.0f} µs: "
              f"{ratio:.0f} times faster, target {RATIO:g}, {met(ratio >= RATIO)}")  # fmt: skip
        print(f"  largest difference {worst:.1e}, target {DIFFERENCE:g}, {met(worst <= DIFFERENCE)}")
    after = peak_megabytes()
    print(f"peak memory of the process {after:.0f} MB, {before:.0f} MB of it before any map, "
          f"target {MEGABYTES:g} MB, {met(after <= MEGABYTES)}")  # fmt: skip


if __name__ == "__main__":
    main()
