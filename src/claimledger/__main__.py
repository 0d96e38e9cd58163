"""Run checks, print verdicts and errors, and exit with status 1 if a verdict is not what its evidence gives.

Without a claim all checks run; with claims theirs alone, and every comparison that they make is printed. `new-paper ID
"TITLE"` begins the audit of a paper.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tqdm import tqdm

from claimledger import doubt, new
from claimledger._writing import NotWritten, check, remove, say, write
from claimledger.claims import load
from claimledger.compared import spelled
from claimledger.graph import graph
from claimledger.history import faults
from claimledger.machine import fingerprint, workers
from claimledger.machines import SHARED, share
from claimledger.pages import counts_table, errors_table
from claimledger.run import Result, attempt, outdated, results

#: How many reasons are listed of why checks would run again, those with most checks first.
MOST = 12


def main() -> int:
    """Entry point of ``python -m claimledger``."""
    if sys.argv[1:2] == ["new-paper"]:
        return new.main(sys.argv[2:])
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.processes is not None and arguments.processes < 1:
        parser.error(f"--processes must be at least 1, not {arguments.processes}")
    if arguments.claims and (arguments.share or arguments.changed):
        parser.error("--share and --changed are for the run of all checks: name no claim")
    if arguments.history:
        return _history()
    if arguments.machine:
        say("\n".join(f"{name}: {value}" for name, value in fingerprint().items()))
        return 0
    if message := "; ".join(filter(None, map(_unknown, arguments.claims))):
        parser.error(message)
    # Stopped by Ctrl-C or a time limit, it prints a message and ends its workers.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    marks = {arguments.share: SHARED, arguments.unconfirmed: doubt.MARK}
    try:
        for path, mark in marks.items():
            if path is not None:
                check(path, mark)
        if arguments.stale or arguments.changed:
            say(_outdated(arguments.claims))
        if arguments.stale:
            return 0
        outcomes = _results(arguments)
    except (LookupError, OSError, ImportError) as error:
        sys.exit(f"ledger: {error}")
    wrong = any(result.why for result in outcomes.values())
    for result in sorted(outcomes.values(), key=lambda r: -r.seconds)[: arguments.slowest]:
        say(f"{result.seconds:7.2f} s  {result.claim.id}")
    if not arguments.why:
        say("\n\n".join(map(_every_comparison, outcomes.values())) if arguments.claims else _counted(outcomes))
    if wrong and not arguments.go_on:
        say(doubt.report(outcomes))
    say(_ending(outcomes))
    _write(arguments, outcomes, wrong)
    return int(wrong and not arguments.go_on)


def _write(arguments: argparse.Namespace, outcomes: Mapping[str, Result], wrong: bool) -> None:
    """Write the files that are asked for; end with a message if one cannot be written."""
    try:
        if arguments.share:
            write(arguments.share, SHARED, json.dumps(share(outcomes), indent=1, ensure_ascii=False) + "\n")
        if arguments.unconfirmed and wrong:
            write(arguments.unconfirmed, doubt.MARK, doubt.MARK + doubt.report(outcomes))
        elif arguments.unconfirmed:  # the list of another day
            remove(arguments.unconfirmed, doubt.MARK)
    except NotWritten as error:
        sys.exit(f"ledger: {error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m claimledger", description=__doc__)
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="the id of a claim, whose check alone is run")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="also list the N slowest checks")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="default: one per core, or fewer where memory is short"
    )
    parser.add_argument(
        "--unconfirmed", type=Path, metavar="FILE", help="write them there too, if there are any, as Markdown"
    )
    parser.add_argument(
        "--changed", action="store_true", help="run only checks whose code, claims or data changed since they confirmed"
    )
    parser.add_argument(
        "--why",
        action="store_true",
        help="print only what is not confirmed, the comparisons that say so, and the machine, as any run that fails "
        "does; without a CLAIM from the last run, if code, data and machine are what they were",
    )
    parser.add_argument(
        "--stale",
        action="store_true",
        help="run nothing, and say which checks --changed would run, and which file, claim, library or machine is "
        "another than when their results were stored",
    )
    parser.add_argument("--share", type=Path, metavar="FILE", help="write what can be sent of this run, as JSON")
    parser.add_argument(
        "--history",
        action="store_true",
        help="run no check: print which changes of verdicts since a release CHANGELOG.md lacks, or tells wrongly",
    )
    parser.add_argument(
        "--machine", action="store_true", help="run no check: print what of this machine results may hang on"
    )
    parser.add_argument(
        "--go-on", action="store_true", help="exit with status 0 whatever the verdicts, as a build does"
    )
    return parser


def _history() -> int:
    try:
        problems = faults()
    except (LookupError, OSError, ValueError) as error:
        sys.exit(f"ledger: {error}")
    for fault in problems or ["the changelog tells every change of a verdict since the first release"]:
        say(fault)
    return int(bool(problems))


def _unknown(claim_id: str) -> str:
    """Why a requested claim cannot be checked, with similar ids; None if it can."""
    claims = load()
    if claim_id not in claims:
        near = get_close_matches(claim_id, claims, n=3, cutoff=0.5)
        return f"the ledger has no claim '{claim_id}'" + (f": did you mean {' or '.join(near)}?" if near else "")
    return "" if claims[claim_id].decided else f"{claim_id} is open: it has no check yet"


def _outdated(claims: list[str]) -> str:
    """Why checks would run again, all or those of some claims: what of what they depend on is another."""
    because: dict[str, list[str]] = {}
    names = claims or [claim.id for claim in load().values() if claim.decided]
    for name in names:
        for reason in outdated(load()[name]):
            because.setdefault(reason, []).append(name)
    graph().save()
    again = {name for listed in because.values() for name in listed}
    ordered = sorted(because.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    lines = [f"  {reason}: {_listed(listed, len(again))}" for reason, listed in ordered]
    if len(lines) > MOST and not claims:
        lines[MOST:] = [f"  and {len(lines) - MOST} more such reasons"]
    return "\n".join([f"{len(again)} of {len(names)} checks have no result of what they depend on now", *lines])


def _listed(names: list[str], of: int) -> str:
    return "all of them" if len(names) == of > 1 else ", ".join(names) if len(names) < 6 else f"{len(names)} of them"


def _results(arguments: argparse.Namespace) -> dict[str, Result]:
    if arguments.claims:
        return {claim_id: attempt(load()[claim_id]) for claim_id in arguments.claims}
    return results(
        reuse=arguments.changed or arguments.why,
        retry=arguments.changed,
        processes=arguments.processes or workers(),
        progress=_progress,
    )


def _every_comparison(result: Result) -> str:
    claim, evidence = result.claim, result.evidence
    lines = [f"{claim.id} ({claim.where}; {claim.chapter}): {result.why or f'{claim.verdict}, confirmed'}"]
    lines += [f"  {spelled(comparison, exact=True)}" for comparison in evidence.comparisons]
    lines += [f"  {text}" for text in (evidence.lacking, evidence.unopened, evidence.note) if text]
    return "\n".join([*lines, f"  decided by {claim.function} in {result.seconds:.2f} s"])


def _counted(outcomes: Mapping[str, Result]) -> str:
    return f"{counts_table(outcomes)}\n{errors_table(outcomes)}"


def _ending(outcomes: Mapping[str, Result]) -> str:
    """How many claims were decided, and how many of them are not as recorded."""
    unavailable = sum(bool(result.evidence.unavailable) for result in outcomes.values())
    unconfirmed = sum(not result.confirmed for result in outcomes.values()) - unavailable
    others = sum(result.confirmed and not result.reproduced for result in outcomes.values())
    text = f"{len(outcomes)} of {len(load())} claims decided, {unconfirmed} verdicts not confirmed by their checks"
    text += f", {unavailable} could not be computed on this machine" if unavailable else ""
    return text + (f", {others} confirmed with stored values that differ on this machine" if others else "")


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    for each in (signal.SIGINT, signal.SIGTERM):  # once is enough: the second would be a traceback
        signal.signal(each, signal.SIG_IGN)
    sys.exit("stopped before all checks were run")


def _progress(outcomes: Iterable[Result], total: int) -> Iterable[Result]:
    return tqdm(outcomes, total=total, unit="claim", leave=False, disable=not sys.stderr.isatty())


if __name__ == "__main__":
    sys.exit(main())
