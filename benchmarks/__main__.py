"""``python -m benchmarks [--quick]``: every ratio beside its target, in one run."""

from __future__ import annotations

import argparse
import os
import platform
from itertools import product

import numpy as np
import sklearn
from sklearn.metrics import roc_auc_score

import metricbook
from benchmarks import bootstrap, costs, explorers, imports, mcdermott, reports, sumpter, tile
from benchmarks.clock import peak, ratios, times
from benchmarks.samples import Arrays, Case, draw

SEED = 20_240_601
#: scikit-learn's time by ours, at least, at a million samples.
FASTER_THAN_PEER = 4.0
#: Time of the summary by that of one argsort, at most, at a million samples.
SORTS_PER_SUMMARY = 5.0
#: Peak of what is allocated by the bytes of the input, at most, for every size from a million.
PEAK_PER_INPUT = 8.0
JUDGED_SIZE = 10**6
REPETITIONS = {10**3: 200, 10**5: 21, 10**6: 7, 10**7: 3}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Ratios to public peers.")
    parser.add_argument("--quick", action="store_true", help="leave out the samples of 10^7")
    quick = parser.parse_args().quick
    sizes = [size for size in REPETITIONS if not (quick and size > JUDGED_SIZE)]
    cases = [Case(size, ties, weighted) for size, weighted, ties in product(sizes, (False, True), (False, True))]
    print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, scikit-learn {sklearn.__version__}, "
        f"{os.cpu_count()} processors. Ratios are medians over rounds taken in turns, lowest to highest in brackets."
    )
    print(f"\nImports, by the time of `import pandas`. Target: at most {imports.PER_PANDAS:g}.")
    imported = imports.main()
    rng = np.random.default_rng(SEED)
    met = [_time(case, draw(case, rng)) for case in _headed(cases, _TIME_HEAD)]
    met += [_weigh(case, draw(case, rng)) for case in _headed([c for c in cases if c.size >= JUDGED_SIZE], _PEAK_HEAD)]
    print(_H_HEAD)
    met += [_h_row(row) for row in costs.rows(rng)]
    print("\nThe bootstrap of a million scores, on one core.")
    met.append(bootstrap.main(rng))
    print(f"\nThe explorers. Target: 95 of 100 changes drawn within {explorers.FRAME:g} ms.")
    explored = explorers.main()
    print("\nReports: reading, counting and judging files of predictions.")
    judged = [imported, explored, *reports.main(), *(outcome for row in met for outcome in row)]
    print(f"\n{sum(judged)} of {len(judged)} targets met.\n\nThe nine data sets of 200 seeds.")
    sumpter.main()
    print("\nThe optimisation experiments on two groups.")
    mcdermott.main()
    print("\nMaps of rank correlations over the Tile.")
    tile.main()


_TIME_HEAD = (
    f"\nTime. Targets at 10^6: auroc at least {FASTER_THAN_PEER:g} times as fast as sklearn.metrics.roc_auc_score; "
    f"summary in at most {SORTS_PER_SUMMARY:g} times one numpy.argsort.\n"
    f"{'n':5s} {'ties':5s} {'weights':7s} {'auroc':>10s} {'roc_auc_score / auroc':>28s}       "
    f"{'summary':>10s} {'summary / argsort':>28s}"
)
_PEAK_HEAD = (
    f"\nMemory. Target: the peak of what is allocated is at most {PEAK_PER_INPUT:g} times the bytes of the input.\n"
    f"{'n':5s} {'ties':5s} {'weights':7s} {'input':>10s} {'auroc / input':>28s}       "
    f"{'':>10s} {'summary / input':>28s}"
)

_H_HEAD = (
    f"\nThe H measure. Targets from 10^5: at least {costs.FASTER_THAN_PEER:g} times as fast as hmeasure.h_score; in at "
    f"most {costs.SORTS_PER_H:g} times one numpy.argsort.\n"
    f"{'n':5s} {'ties':5s} {'weights':7s} {'h_measure':>10s} {'h_score / h_measure':>28s}       "
    f"{'':>10s} {'h_measure / argsort':>28s}"
)


def _headed(cases: list[Case], head: str) -> list[Case]:
    print(head)
    return cases


def _time(case: Case, sample: Arrays) -> list[bool]:
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
    faster, sorts = ratios(seconds["peer"], seconds["auroc"]), ratios(seconds["summary"], seconds["argsort"])
    judged = case.size == JUDGED_SIZE
    first = _verdict(faster[0] >= FASTER_THAN_PEER, judged)
    second = _verdict(sorts[0] <= SORTS_PER_SUMMARY, judged)
    print(
        f"{case} {min(seconds['auroc']) * 1e3:7.2f} ms {_ratio(faster):>28s} {first:5s} "
        f"{min(seconds['summary']) * 1e3:7.2f} ms {_ratio(sorts):>28s} {second}",
        flush=True,
    )
    return [faster[0] >= FASTER_THAN_PEER, sorts[0] <= SORTS_PER_SUMMARY] if judged else []


def _weigh(case: Case, sample: Arrays) -> list[bool]:
    labels, scores, weights = sample
    shares = [
        peak(lambda metric=metric: metric(labels, scores, sample_weight=weights)) / sample.nbytes
        for metric in (metricbook.auroc, metricbook.summary)
    ]
    met = [share <= PEAK_PER_INPUT for share in shares]
    print(
        f"{case} {sample.nbytes / 2**20:6.0f} MiB {shares[0]:28.2f} {_verdict(met[0], True):5s} "
        f"{'':10s} {shares[1]:28.2f} {_verdict(met[1], True)}",
        flush=True,
    )
    return met


def _h_row(row: costs.Row) -> tuple[bool, ...]:
    first, second = (_verdict(outcome, True) for outcome in row.met) if row.met else ("", "")
    print(
        f"{row.case} {row.seconds * 1e3:7.2f} ms {_ratio(row.peer):>28s} {first:6s} "
        f"{'':10s} {_ratio(row.sorts):>28s} {second}",
        flush=True,
    )
    return row.met


def _ratio(of: tuple[float, float, float]) -> str:
    return f"{of[0]:.2f} [{of[1]:.2f}, {of[2]:.2f}]"


def _verdict(met: bool, judged: bool) -> str:
    if not judged:
        return ""
    return "met" if met else "MISSED"


if __name__ == "__main__":
    main()
