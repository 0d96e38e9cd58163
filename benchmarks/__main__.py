"""``python -m benchmarks [--quick] [--store]``: every ratio beside its limit, in one run that can be stored."""

from __future__ import annotations

import argparse
import time

import numpy as np

from benchmarks import bootstrap, costs, explorers, imports, mcdermott, metrics, reports, sumpter, tile
from benchmarks.record import Measured, machine, show, store

SEED = 20_240_601


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Ratios to public peers.")
    parser.add_argument("--quick", action="store_true", help="leave out the samples of 10^7 and the chapters' runs")
    parser.add_argument(
        "--store", action="store_true", help="write the run to data/benchmarks/run.json; not with --quick"
    )
    given = parser.parse_args()
    if given.quick and given.store:
        parser.error("a stored run is a whole run: leave out --quick")
    begun, start = machine(), time.perf_counter()
    print(", ".join(f"{name} {value}" for name, value in begun.items()))
    print("Medians over rounds taken in turns, lowest to highest in brackets.")
    rng = np.random.default_rng(SEED)
    measured: list[Measured] = []
    for head, measure in (
        ("Imports: CPU seconds", imports.main),
        ("Maps of rank correlations over the Tile", tile.main),  # before what takes more memory than they may
        ("Metrics: time and memory", lambda: metrics.main(rng, quick=given.quick)),
        ("The H measure", lambda: costs.main(rng)),
        ("The bootstrap of a million scores, on one core", lambda: bootstrap.main(rng)),
        ("The explorers: from a change to the drawing", explorers.main),
        ("Reports: reading, counting and judging files of predictions", lambda: reports.main(largest=not given.quick)),
    ):
        print(f"\n{head}")
        measured += show(measure())
    judged = [row for row in measured if row.judged]
    print(f"\n{sum(row.met for row in judged)} of {len(judged)} limits kept.")
    if given.store:
        store(begun, time.perf_counter() - start, measured)
    elif not given.quick:
        print("\nThe nine data sets of 200 seeds.")
        sumpter.main()
        print("\nThe optimisation experiments on two groups.")
        mcdermott.main()


if __name__ == "__main__":
    main()
