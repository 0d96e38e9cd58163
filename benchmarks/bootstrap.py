"""A bootstrap of a million scores: replicates that weigh the sorted sample anew beside such as draw and sort."""

from __future__ import annotations

import time

import numpy as np
from scipy.special import expit

import metricbook
from benchmarks.clock import ratios, times
from benchmarks.samples import Case, draw
from metricbook.metrics.confusion import METRICS

#: Seconds for a thousand replicates of all metrics, at most.
SECONDS = 30.0
#: The time of drawing, sorting and reading off `summary` by that of a replicate of the same metrics, at least.
FASTER_THAN_SORTING = 10.0
OF_SUMMARY = ("auroc", "average_precision", "auch", "h_measure", "accuracy", "lxcim", "audrc_sum", "audrc_integral")
OTHERS = ("brier_score", "expected_loss", "expected_min_loss", "kolmogorov_smirnov", "log_loss")
ALL = (*OF_SUMMARY, *OTHERS, *(name for name in METRICS if name not in OF_SUMMARY))
REPLICATES, ROUNDS = 20, 5


def main(rng: np.random.Generator) -> list[bool]:
    """Measure and print; whether each target is met."""
    labels, scores, _ = draw(Case(10**6, ties=False, weighted=False), rng)
    scores = expit(scores)

    def again(metrics: tuple[str, ...], replicates: int) -> object:
        return metricbook.bootstrap(labels, scores, metrics=metrics, replicates=replicates, threshold=0.5, rng=rng)

    def sorting() -> object:
        drawn = rng.integers(labels.size, size=labels.size)
        return metricbook.summary(labels[drawn], scores[drawn], threshold=0.5)

    found = times(
        {
            "once": lambda: again(OF_SUMMARY, 1),
            "more": lambda: again(OF_SUMMARY, 1 + REPLICATES),
            "sorting": sorting,
        },
        repetitions=ROUNDS,
    )
    each = [max(more - once, 1e-9) / REPLICATES for more, once in zip(found["more"], found["once"], strict=True)]
    faster = ratios(found["sorting"], each)
    start = time.perf_counter()
    again(ALL, 1000)
    seconds = time.perf_counter() - start
    met = [faster[0] >= FASTER_THAN_SORTING, seconds <= SECONDS]
    print(
        f"{len(OF_SUMMARY)} metrics: {min(each) * 1e3:.1f} ms a replicate; drawing and sorting takes {faster[0]:.1f} "
        f"[{faster[1]:.1f}, {faster[2]:.1f}] times as long, target {FASTER_THAN_SORTING:g} "
        f"{'met' if met[0] else 'MISSED'}\n{len(ALL)} metrics, 1,000 replicates: {seconds:.1f} s, target {SECONDS:g} s "
        f"{'met' if met[1] else 'MISSED'}"
    )
    return met
