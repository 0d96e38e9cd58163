"""Run the simulations of this chapter: ``python -m scoring_the_scores.synthesis.angle``.

What is stored stands; a run that was stopped goes on. Remove ``data/synthesis/angle/shares.csv`` to run all anew, which
takes eight minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
import time

import pandas as pd

from claimledger import record
from metricbook.writing import Output, first_line, write
from scoring_the_scores.files import data_folder
from scoring_the_scores.synthesis.angle import results, simulations


def main(arguments: list[str] | None = None) -> None:
    """Run the simulations that are not stored yet, and store them."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    path = data_folder().joinpath(*results.PLACE)
    path.parent.mkdir(exist_ok=True)
    done = pd.read_csv(path) if path.exists() else pd.DataFrame()
    finished = set() if done.empty else set(done[["setting", "n", "block"]].itertuples(index=False, name=None))
    left = [(cell, block) for cell, block in simulations.blocks() if (*cell, block) not in finished]
    began = time.monotonic()
    for place, task in enumerate(left, 1):
        done = results.in_order(pd.concat([done, simulations.run(*task)], ignore_index=True))
        # Written whole before it is in place, so that a stopped run loses at most the current block.
        text = done.to_csv(index=False, lineterminator="\n")
        write([Output(path, first_line(text), text)])
        sys.stderr.write(f"\r{place} of {len(left)} blocks, {time.monotonic() - began:.0f} s ")
    sys.stderr.write("\n")
    if left:
        record("python -m scoring_the_scores.synthesis.angle", path, added=bool(finished))


if __name__ == "__main__":
    main()
