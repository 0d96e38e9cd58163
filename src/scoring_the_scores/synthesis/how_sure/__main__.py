"""Run the simulations of this chapter: ``python -m scoring_the_scores.synthesis.how_sure``.

What is stored stands; a run that was stopped goes on. Remove ``data/synthesis/uncertainty/coverage.csv`` to run all
anew, which takes a quarter of an hour on one core; ``--processes 2`` shares it between two.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

import pandas as pd

from claimledger import record
from metricbook.writing import Output, first_line, write
from scoring_the_scores.files import data_folder
from scoring_the_scores.synthesis.how_sure import results, simulations


def main(arguments: list[str] | None = None) -> None:
    """Run the simulations that are not stored yet, and store them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=1)
    processes = parser.parse_args(arguments).processes
    path = data_folder().joinpath(*results.PLACE)
    path.parent.mkdir(exist_ok=True)
    done = pd.read_csv(path) if path.exists() else pd.DataFrame()
    finished = (
        set() if done.empty else set(done[["what", "prevalence", "n", "block"]].itertuples(index=False, name=None))
    )
    left = [(cell, block) for cell, block in simulations.blocks() if (*cell, block) not in finished]
    began = time.monotonic()
    with ProcessPoolExecutor(processes) as pool:
        runs = [pool.submit(simulations.run, *task) for task in left]
        for place, run in enumerate(as_completed(runs), 1):
            done = results.in_order(pd.concat([done, run.result()], ignore_index=True))
            # Written whole before it is in place, so that a stopped run loses at most the current block.
            text = done.to_csv(index=False, float_format="%.12g", lineterminator="\n")
            write([Output(path, first_line(text), text)])
            sys.stderr.write(f"\r{place} of {len(left)} blocks, {time.monotonic() - began:.0f} s ")
    sys.stderr.write("\n")
    if left:
        record("python -m scoring_the_scores.synthesis.how_sure", path, added=bool(finished))


if __name__ == "__main__":
    main()
