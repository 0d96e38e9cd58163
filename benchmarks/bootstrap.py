"""A bootstrap of a million scores: replicates that weigh the sorted sample anew beside such as draw and sort."""

from __future__ import annotations

import time

import numpy as np
from scipy.special import expit
from sklearn.metrics import roc_auc_score

import metricbook
from benchmarks.clock import times
from benchmarks.record import Measured, compared
from benchmarks.samples import Case, draw
from metricbook.confusion import METRICS

#: Seconds for a thousand replicates of all metrics, at most.
SECONDS = 30.0
#: The time of drawing and of scikit-learn's AUROC alone by that of a replicate of all metrics of `summary`, at least.
FASTER_THAN_SORTING = 10.0
OF_SUMMARY = ("auroc", "average_precision", "auch", "h_measure", "accuracy", "lxcim", "audrc_sum", "audrc_integral")
OTHERS = ("brier_score", "expected_loss", "expected_min_loss", "kolmogorov_smirnov", "log_loss")
ALL = (*OF_SUMMARY, *OTHERS, *(name for name in METRICS if name not in OF_SUMMARY))
REPLICATES, ROUNDS = 20, 5


def main(rng: np.random.Generator) -> list[Measured]:
    """A replicate of the summary's metrics beside drawing anew for one, and a thousand replicates of all metrics."""
    labels, scores, _ = draw(Case(10**6, ties=False, weighted=False), rng)
    scores = expit(scores)

    def again(metrics: tuple[str, ...], replicates: int) -> object:
        return metricbook.bootstrap(labels, scores, metrics=metrics, replicates=replicates, threshold=0.5, rng=rng)

    def sorting() -> object:
        drawn = rng.integers(labels.size, size=labels.size)
        return roc_auc_score(labels[drawn], scores[drawn])

    found = times(
        {
            "once": lambda: again(OF_SUMMARY, 1),
            "more": lambda: again(OF_SUMMARY, 1 + REPLICATES),
            "sorting": sorting,
        },
        repetitions=ROUNDS,
    )
    each = [max(more - once, 1e-9) / REPLICATES for more, once in zip(found["more"], found["once"], strict=True)]
    start = time.perf_counter()
    again(ALL, 1000)
    seconds = time.perf_counter() - start
    return [
        compared(
            "bootstrap replicate", "draw, sklearn.roc_auc_score", each, found["sorting"], unit="times as fast",
            case=Case(labels.size, ties=False, weighted=False), at_least=FASTER_THAN_SORTING,
        ),
        Measured(
            "1,000 replicates of all metrics", "", "seconds", seconds, seconds, seconds, 1, labels.size, False, False,
            seconds=seconds, at_most=SECONDS,
        ),
    ]  # fmt: skip
