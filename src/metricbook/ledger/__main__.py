"""Run every check, print verdicts and errors, and exit with status 1 if a verdict is not what its evidence gives."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterable
from types import FrameType
from typing import NoReturn

from metricbook.ledger.claims import load
from metricbook.ledger.pages import counts_table, errors_table
from metricbook.ledger.run import Result, results
from metricbook.pages.extras import brought_by


def main() -> int:
    """Entry point of ``python -m metricbook.ledger``."""
    parser = argparse.ArgumentParser(prog="python -m metricbook.ledger", description=__doc__)
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="also list the N slowest checks")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N", help="default: one per core")
    arguments = parser.parse_args()
    if arguments.processes < 1:
        parser.error(f"--processes must be at least 1, not {arguments.processes}")
    # Asked to stop, by Ctrl-C or a time limit, it says so and takes its workers with it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    try:
        found = results(reuse=False, processes=arguments.processes, progress=_progress)
    except (FileNotFoundError, ImportError) as error:
        sys.exit(f"ledger: {error}")
    wrong = [result for result in found.values() if not result.confirmed]
    for result in wrong:
        print(f"{result.claim.id}: recorded as {result.claim.verdict}, the check gives {result.evidence.outcome}")
    for result in sorted(found.values(), key=lambda r: -r.seconds)[: arguments.slowest]:
        print(f"{result.seconds:7.2f} s  {result.claim.id}")
    print(counts_table(found))
    print(errors_table(found))
    print(f"{len(found)} of {len(load())} claims decided, {len(wrong)} verdicts not confirmed by their checks")
    return 1 if wrong else 0


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    for each in (signal.SIGINT, signal.SIGTERM):  # once is enough: the second would be a traceback
        signal.signal(each, signal.SIG_IGN)
    sys.exit("stopped before all checks were run")


def _progress(found: Iterable[Result], total: int) -> Iterable[Result]:
    with brought_by("book"):
        from tqdm import tqdm
    return tqdm(found, total=total, unit="claim", leave=False, disable=not sys.stderr.isatty())


if __name__ == "__main__":
    sys.exit(main())
