"""Run every check, print verdicts and errors, and exit with status 1 if a verdict is not what its evidence gives."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import NoReturn

import pandas as pd

from metricbook.ledger.claims import load
from metricbook.ledger.pages import counts_table, errors_table
from metricbook.ledger.run import Result, results
from metricbook.pages.extras import brought_by
from metricbook.pages.kept import LIBRARIES
from metricbook.pages.tables import table

#: A list of more claims than these is cut: the text is an issue's, which holds 65,536 characters.
LISTED = 100
LONGEST = 200  # characters of what a check gives


def main() -> int:
    """Entry point of ``python -m metricbook.ledger``."""
    parser = argparse.ArgumentParser(prog="python -m metricbook.ledger", description=__doc__)
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="also list the N slowest checks")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N", help="default: one per core")
    parser.add_argument(
        "--unconfirmed", type=Path, metavar="FILE", help="write them there too, if there are any, as Markdown"
    )
    parser.add_argument(
        "--changed", action="store_true", help="run only checks whose code, claims or data changed since they confirmed"
    )
    arguments = parser.parse_args()
    if arguments.processes < 1:
        parser.error(f"--processes must be at least 1, not {arguments.processes}")
    # Asked to stop, by Ctrl-C or a time limit, it says so and takes its workers with it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    try:
        found = results(reuse=arguments.changed, processes=arguments.processes, progress=_progress)
    except (FileNotFoundError, ImportError) as error:
        sys.exit(f"ledger: {error}")
    wrong = [result for result in found.values() if not result.confirmed]
    for result in wrong:
        print(f"{result.claim.id}: recorded as {result.claim.verdict}, the check gives {result.evidence.outcome}")
    if arguments.unconfirmed:
        arguments.unconfirmed.unlink(missing_ok=True)
        if wrong:
            arguments.unconfirmed.write_text(unconfirmed(wrong, len(found)), encoding="utf-8")
    for result in sorted(found.values(), key=lambda r: -r.seconds)[: arguments.slowest]:
        print(f"{result.seconds:7.2f} s  {result.claim.id}")
    print(counts_table(found))
    print(errors_table(found))
    print(f"{len(found)} of {len(load())} claims decided, {len(wrong)} verdicts not confirmed by their checks")
    return 1 if wrong else 0


def unconfirmed(wrong: Sequence[Result], total: int) -> str:
    """Say in Markdown which of so many claims their checks do not confirm, what these give, and with which versions."""
    rows = [
        {
            "claim": f"`{result.claim.id}`",
            "stands in": result.claim.where,
            "recorded as": result.claim.verdict,
            "its check gives": _short(result.evidence.outcome),
        }
        for result in wrong[:LISTED]
    ]
    used = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    more = f"\n\nand {len(wrong) - LISTED} more" if len(wrong) > LISTED else ""
    return (
        f"{len(wrong)} of {total} verdicts are not confirmed by their checks, with Python {platform.python_version()}, "
        f"{used}.\n\n{table(pd.DataFrame(rows)).markdown}{more}\n"
    )


def _short(text: str) -> str:
    return escape(text if len(text) <= LONGEST else f"{text[:LONGEST]} ...", quote=False)


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
