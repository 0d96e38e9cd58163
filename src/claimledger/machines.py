"""Machines: what one can send of a run of all checks, the machine of this copy, and those whose runs were sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from claimledger.claims import load
from claimledger.compared import spelled
from claimledger.machine import fingerprint, kind
from claimledger.markup import cell, html, link
from claimledger.page import Page
from claimledger.project import project
from claimledger.provenance import commit
from claimledger.run import Result

#: States of an exception, the worst first.
STATES = ("could not be computed", "not confirmed", "not reproduced")
#: How what `--share` writes begins, so that it is known when another takes its place.
SHARED = '{\n "kind": '
_FIELDS = {"kind": str, "fingerprint": dict, "commit": str, "claims": int, "confirmed": int, "exceptions": dict}
_OF_EXCEPTIONS = {"state", "recorded", "gives", "against"}


def share(results: Mapping[str, Result]) -> dict[str, Any]:
    """A run of all checks as data to share: the machine, the commit, how many are confirmed, and the exceptions.

    Parameters
    ----------
    found : mapping
        The results of all decided claims.
    """
    return {
        "kind": kind(),
        "fingerprint": fingerprint(),
        "commit": commit(),
        "claims": len(results),
        "confirmed": sum(result.confirmed for result in results.values()),
        "reproduced": sum(result.reproduced for result in results.values()),
        "exceptions": {name: _exception(result) for name, result in results.items() if result.why},
    }


def this_machine() -> Page:
    """The fingerprint of this machine, and how to report a doubt: as HTML, behind a line that opens it."""
    named = fingerprint()
    rows = [f'<tr><th scope="row">{html(name)}</th><td>{html(text)}</td></tr>' for name, text in named.items()]
    parts = [
        # Comparisons of two builds leave out what has this class: it is another text on another machine.
        '<details class="machine" id="this-machine"><summary>The machine on which this copy was built</summary>',
        f'<table class="table"><tbody>{"".join(rows)}</tbody></table>',
        "<p>To report a claim that is not confirmed on it, send the file <code>_build/unconfirmed.md</code>, which "
        "<code>make book</code> wrote, to where you have the book from; to report that all are, the file that "
        "<code>python -m claimledger --share FILE</code> writes.</p></details>",
    ]
    return Page("\n".join(f"{name}: {text}" for name, text in named.items()), "".join(parts))


def confirmed_on(folder: Path | None = None) -> Page:
    """The runs that were handed in, as a table: the machine, how many claims it confirms, and what differs on it.

    Parameters
    ----------
    folder : Path, optional
        Where the files that `share` gave are; the committed ``data/confirmed`` by default.

    Raises
    ------
    ValueError
        If a file is not what `share` gives: which one, and what it lacks.
    """
    runs = [_read(path) for path in sorted((folder or project().data / "confirmed").glob("*.json"))]
    if not runs:
        return Page("No run has been handed in.", "No run has been handed in.")
    plain = [f"{run['kind']}: {_tally(run)}" for run in runs]
    heads = ["processor", "SIMD", "system and Python", "libraries", "confirmed", "what differs", "commit"]
    rows = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for run in runs:
        named = run["fingerprint"]
        texts = [named["processor"], named["SIMD"], f"{named['system']}, Python {named['Python']}"]
        texts.append(", ".join(f"{name} {named[name]}" for name in project().libraries if name in named))
        exceptions = "<br>".join(_exception_line(name, exception) for name, exception in run["exceptions"].items())
        cells = [cell(escape(text)) for text in (*texts, _tally(run))]
        rows.append(f"| {' | '.join(cells)} | {exceptions or 'nothing'} | {cell(escape(run['commit']))} |")
    return Page("\n".join(plain), "\n".join(rows))


def _exception(result: Result) -> dict[str, Any]:
    """An exception as data: which of `STATES`, the outcome, and each comparison that speaks against it, as text."""
    states = bool(result.evidence.unavailable), not result.confirmed, True
    return {
        "state": STATES[states.index(True)],
        "recorded": result.claim.verdict,
        "gives": result.evidence.outcome,
        "against": [spelled(comparison, exact=True) for comparison in result.against],
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        run = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path.name} is no JSON: {error}") from error
    wrong = [name for name, of in _FIELDS.items() if not isinstance(run, dict) or not isinstance(run.get(name), of)]
    if not wrong:
        wrong = [name for name in fingerprint() if name not in run["fingerprint"]]
        wrong += [name for name, exception in run["exceptions"].items() if set(exception) != _OF_EXCEPTIONS]
    if wrong:
        raise ValueError(f"{path.name} is not what `--share` writes: see {', '.join(wrong)}")
    return run


def _tally(run: Mapping[str, Any]) -> str:
    return f"{run['confirmed']} of {run['claims']}"


def _exception_line(name: str, exception: Mapping[str, Any]) -> str:
    claim = load().get(name)
    linked = link(claim) if claim and claim.decided else name
    reason = "; ".join(exception["against"]) or exception["gives"]
    return f"{linked} {exception['state']}: {cell(escape(reason, quote=False))}"
