"""AUROC beside scikit-learn's, the summary beside one sort, and the memory of both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from sklearn.metrics import roc_auc_score

import metricbook
from benchmarks.clock import peak, times
from benchmarks.record import Measured, compared
from benchmarks.samples import Arrays, Case, draw

#: scikit-learn's time by ours, at least, at a million samples, by whether scores tie. Where they do not, NumPy's sort
#: is the floor: on a Zen 4, whose instructions of 512 bits sort slowly (issue 6 of numpy/x86-simd-sort), it takes 51 of
#: our 66 ms, with weights 51 of 81, and the peer 293 and 303. Sorting alone would be 5.7 times as fast; the lower of
#: 4.4 and 3.7 is asked, less a tenth. Processors that sort in 11 ms come to 15 and 8.
FASTER_THAN_PEER = {True: 5.0, False: 3.4}
#: Time of the summary by that of one argsort, at most, at a million samples, by whether scores tie and have weights.
#: Where NumPy sorts fast, the sums over sorted cases are the floor: of 48 ms sorting takes 12, ranking and decisions 15
#: and 21; of 78 with weights 12, 20 and 29, and the rest is bringing three arrays into order. Beside an argsort of
#: 17 ms they were 2.2 and 3.6, here with a tenth more; a Zen 4, whose argsort takes 80 ms, comes to 1.2 and 1.5.
SORTS_PER_SUMMARY = {(True, False): 1.5, (True, True): 1.5, (False, False): 2.4, (False, True): 3.9}
#: Peak of what is allocated by the bytes of the input, at most, for every size from a million.
PEAK_PER_INPUT = 8.0
JUDGED_SIZE = 10**6
REPETITIONS = {10**3: 200, 10**4: 101, 10**5: 21, 10**6: 15, 10**7: 3}


def main(rng: np.random.Generator, *, quick: bool = False) -> Iterator[Measured]:
    """Measure, one case after the other."""
    for size, weighted, ties in product(REPETITIONS, (False, True), (False, True)):
        if not (quick and size > JUDGED_SIZE):
            case = Case(size, ties, weighted)
            sample = draw(case, rng)
            yield from _time(case, sample)
            if size >= JUDGED_SIZE:
                yield from _weigh(case, sample)


def _time(case: Case, sample: Arrays) -> list[Measured]:
    labels, scores, weights = sample
    seconds = times(
        {
            "auroc": lambda: metricbook.auroc(labels, scores, sample_weight=weights),
            "peer": lambda: roc_auc_score(labels, scores, sample_weight=weights),
            "summary": lambda: metricbook.summary(labels, scores, sample_weight=weights),
            "argsort": lambda: np.argsort(scores),
        },
        repetitions=REPETITIONS[case.size],
    )
    judged = case.size == JUDGED_SIZE
    faster = {"at_least": FASTER_THAN_PEER[case.ties]} if judged else {}
    sorts = {"at_most": SORTS_PER_SUMMARY[case.ties, case.weighted]} if judged else {}
    auroc, peer, summary, argsort = seconds.values()
    return [
        compared("auroc", "sklearn.roc_auc_score", auroc, peer, unit="times as fast", case=case, **faster),
        compared("summary", "numpy.argsort", summary, argsort, unit="sorts", case=case, **sorts),
    ]


def _weigh(case: Case, sample: Arrays) -> list[Measured]:
    labels, scores, weights = sample
    kind = {"rows": case.size, "ties": case.ties, "weights": case.weighted, "at_most": PEAK_PER_INPUT}
    found = []
    for metric in (metricbook.auroc, metricbook.summary):
        share = peak(lambda metric=metric: metric(labels, scores, sample_weight=weights)) / sample.nbytes
        found.append(Measured(f"memory of {metric.__name__}", "input", "inputs", share, share, share, 1, **kind))
    return found
