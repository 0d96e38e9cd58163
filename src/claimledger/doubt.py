"""Verdicts that are not confirmed on this machine: their marks on pages, the banner, and the report to send."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from claimledger import compared
from claimledger.machine import fingerprint, kind
from claimledger.markup import html, inline
from claimledger.project import project
from claimledger.run import Result

#: The label of a confirmed claim whose stored values are not reproduced on this machine.
DIFFER = "stored values differ on this machine"
#: A list of more claims than these, each with so many comparisons, is cut: an issue's text holds 65,536 characters.
LISTED, COMPARED = 50, 3
LONGEST = 200  # characters of what a check gives, or of a comparison


def in_words(result: Result) -> str:
    """A suffix for a claim's line in plain text; empty if it is confirmed."""
    return "" if result.confirmed else f", {_state(result)}"


def sign(result: Result) -> str:
    """A sign beside a claim's mark in the margin; empty if it is confirmed."""
    return "" if result.confirmed else '<span class="mark mark-doubt" aria-hidden="true">⚠</span>'


def badge(result: Result) -> str:
    """A badge beside a claim's verdict, after a space; empty if it is confirmed."""
    return "" if result.confirmed else f' <span class="doubt">{_state(result)}</span>'


def unfolded(results: Iterable[Result]) -> list[str]:
    """For each claim that is not confirmed a box in Markdown: what speaks against it, on which machine, what to do."""
    boxes = []
    for r in results:
        if not r.confirmed:
            head = f"**{r.claim.id}** is {_state(r)} ({_machine()}): {escape(r.why, quote=False)}."
            table = [compared.table(r.against, exact=True)] if r.against else []
            report = f'<a href="{project().ledger}#this-machine">How to report it</a>'
            boxes.append("\n\n".join(['<div class="doubted">', head, *table, report, "</div>"]))
    return boxes


def in_a_row(result: Result) -> str:
    """The comparisons against a claim, as HTML in one line; empty if it is confirmed and reproduced."""
    if not (result.why and result.against):
        return html(result.why)
    return "<br>".join([html(result.why), *(html(compared.spelled(c, exact=True)) for c in result.against)])


def banner(results: Mapping[str, Result], ledger: str) -> str:
    """The banner above a page if anything is not confirmed or not reproduced, as HTML; otherwise empty.

    Parameters
    ----------
    found : mapping
        Results by claim.
    ledger : str
        The address of the ledger's page.
    """
    if all(r.confirmed and r.reproduced for r in results.values()):
        return ""
    what = f'<a href="{ledger}">The ledger</a> marks them, and says how to report it.'
    return f'<div class="doubted" role="note">{_counted(results)} ({_machine()}). {what}</div>'


#: How the file of what is not confirmed begins, so that it is known when another takes its place.
MARK: Final = "<!-- python -m claimledger --unconfirmed -->\n"


def report(results: Mapping[str, Result]) -> str:
    """Which claims are not confirmed or not reproduced, why, on which machine, and how to say so: as Markdown.

    Lines are short enough for a terminal, and all of it for an issue.
    """
    wrong = [r for r in results.values() if not (r.confirmed and r.reproduced)]
    chapters = ", ".join(dict.fromkeys(str(r.claim.chapter) for r in wrong))
    lines = [f"{_counted(results)}. Chapters: {chapters}.", ""]
    for r in wrong[:LISTED]:
        lines.append(f"- `{r.claim.id}` ({_short(inline(r.claim.where))}; {r.claim.chapter}): {_short(r.why)}")
        lines += [f"  - {_short(compared.spelled(c, exact=True))}" for c in r.against[:COMPARED]]
        lines += [f"  - and {len(r.against) - COMPARED} more comparisons"] if len(r.against) > COMPARED else []
    lines += ["", f"and {len(wrong) - LISTED} more"] if len(wrong) > LISTED else []
    lines += ["", "The machine:", "", *(f"- {name}: {text}" for name, text in fingerprint().items()), ""]
    lines.append("To report it, send this text to where you have the audit from, as an issue if it takes issues.")
    return "\n".join(lines) + "\n"


def _state(result: Result) -> str:
    return f"{'could not be computed' if result.evidence.unavailable else 'not confirmed'} on this machine"


def _counted(results: Mapping[str, Result]) -> str:
    """How many claims are not confirmed, could not be computed, or are confirmed but not reproduced, in a sentence."""
    lost = sum(bool(r.evidence.unavailable) for r in results.values())
    wrong = sum(not r.confirmed for r in results.values()) - lost
    other = sum(r.confirmed and not r.reproduced for r in results.values())
    parts = [f"{wrong} {'is' if wrong == 1 else 'are'} not confirmed on this machine"] if wrong else []
    parts += [f"{lost} could not be computed on this machine"] if lost else []
    parts += [f"{other} {'is' if other == 1 else 'are'} confirmed, but {DIFFER}"] if other else []
    return f"Of {len(results)} claims, {', and '.join(parts)}"


def _machine() -> str:
    """The machine and the versions in a line."""
    named = fingerprint()
    return ", ".join([kind(), *(f"{name} {named[name]}" for name in ("Python", *project().libraries))])


def _short(text: str) -> str:
    """A text that is not too long, in which nothing is taken for a tag."""
    return (text if len(text) <= LONGEST else f"{text[:LONGEST]} ...").replace("<", r"\<")
