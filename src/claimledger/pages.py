"""What readers see of the ledger in a chapter: a claim, a family of claims, a chapter's findings; and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import pandas as pd

from claimledger import compared, doubt
from claimledger.claims import GRADES, ORIGINS, VERDICTS, Claim, load, papers
from claimledger.evidence import Evidence
from claimledger.markup import badge, badges, cell, followed, grade_badge, inline, line, scope, slug
from claimledger.page import Page
from claimledger.project import project
from claimledger.run import Result, result, results

#: Which verdicts count as what a paper got wrong, and which as what remains open.
FAULTS = {"errors": ("corrected", "refuted"), "open questions": ("underspecified", "untestable")}
#: What a remark is headed by.
_REMARK = "Taken for granted:"
#: What heads what was done to break our sentences, and how far they go.
_TRIED, _SCOPE = "Tried to break it:", "Scope:"
#: What heads the words beside a statement of our own: who knew it, or what is new, and how far it goes.
_REACH = "Origin and reach"
#: The claims that this session has shown; a chapter's findings list the others.
_SHOWN: set[str] = set()


def show(*claim_ids: str) -> Page:
    """Run claims' checks and show what the paper says, what is true, and the evidence behind a line that opens it.

    One claim is a paragraph; several are a family, which is a table. A claim whose recorded verdict the evidence does
    not give on this machine is marked as that, and what speaks against it stands beside it, unfolded.

    Raises
    ------
    ValueError
        If there is no such claim, or if it is open.
    """
    found = [result(claim_id) for claim_id in claim_ids]
    _SHOWN.update(claim_ids)
    return Page("\n".join(map(_plain, found)), _single(found[0]) if len(found) == 1 else _family(found))


def findings(chapter: str) -> Page:
    """Count the claims that a chapter decides, and list those that this session has not shown, errors unfolded.

    What is not confirmed on this machine is counted once more, and unfolded too.

    Parameters
    ----------
    chapter : str
        Such as ``"lxcim/lxcim"``.
    """
    found = [result(claim.id) for claim in load().values() if claim.chapter == chapter]
    if not found:
        raise ValueError(f"no claim belongs to a chapter '{chapter}'")
    ours = found[0].claim.origin is not None
    tally = Counter(r.claim.origin if ours else r.claim.verdict for r in found)
    counts = ", ".join(f"{tally[kind]} {kind}" for kind in (ORIGINS if ours else VERDICTS) if tally[kind])
    if doubted := sum(not r.confirmed for r in found):
        counts += f"; {doubted} of them not confirmed on this machine"
    rest = [r for r in found if r.claim.id not in _SHOWN]
    head = f"{len(found)} {'statement' if ours else 'claim'}{'s' if len(found) != 1 else ''}: {counts}."
    if len(rest) < len(found):
        head += f" {len(found) - len(rest)} are shown above; the others:" if rest else " All are shown above."
    folded = {
        "holds": "What holds",
        "untestable": "What could not be tested",
        "unexamined": "What was not examined",
    }
    parts = [head]
    if faults := [r for r in rest if r.claim.verdict not in folded or not r.confirmed]:
        parts.append(_family(faults))
    for verdict, title in folded.items():
        if listed := [r for r in rest if r.claim.verdict == verdict and r.confirmed]:
            count = f"{len(listed)} claim{'s' if len(listed) != 1 else ''}"
            parts += [f'<details class="held"><summary>{title}: {count}</summary>', _family(listed), "</details>"]
    return Page("\n".join([head, *(line(r.claim) + doubt.in_words(r) for r in rest)]), "\n\n".join(parts))


def counts(found: Mapping[str, Result] | None = None) -> pd.DataFrame:
    """Claims by paper and recorded verdict, the open ones included; "unconfirmed" counts some of them once more.

    It has a column only if the evidence of some claim does not give its recorded verdict on this machine.

    Parameters
    ----------
    found : mapping, optional
        The results to count; the stored run, or a new one, by default.
    """
    claims = _claims()
    table = _crossed([(claim.paper, claim.verdict or "open") for claim in claims], [*VERDICTS, "open"])
    if doubted := _doubted(found):
        table["unconfirmed"] = [sum(claim.paper == paper for claim in doubted) for paper in table.index]
    table.loc["all"] = table.sum()
    return table


def errors() -> pd.DataFrame:
    """Independent errors and open questions by paper and grade: a claim that follows another is not counted again.

    The columns have two levels: "errors" (corrected or refuted) and "open questions" (underspecified or untestable),
    and below each the grades, "ungraded" where a grade is due, and "total". Recorded verdicts are counted, whether they
    are confirmed on this machine or not.
    """
    independent = [claim for claim in _claims() if claim.follows is None]
    tables = {}
    for fault, verdicts in FAULTS.items():
        pairs = [(claim.paper, claim.grade or "ungraded") for claim in independent if claim.verdict in verdicts]
        tables[fault] = _crossed(pairs, GRADES, "ungraded")
    table = pd.concat(tables, axis="columns")
    table.loc["all"] = table.sum()
    return table


def counts_table(found: Mapping[str, Result] | None = None) -> Page:
    """The counts of `counts` as a page."""
    table = counts(found)
    heads = [badge(column) if column in (*VERDICTS, "open") else column for column in table.columns]
    return Page(table.to_string(), _counted_rows(heads, table))


def errors_table(found: Mapping[str, Result] | None = None) -> Page:
    """The counts of `errors` as a page, with what each grade means."""
    table = errors()
    heads = [f"{fault}<br>{grade_badge(grade) if grade in GRADES else grade}" for fault, grade in table.columns]
    meanings = [f"{grade_badge(grade)}: {meaning}" for grade, meaning in GRADES.items()]
    wrong = [claim for claim in _doubted(found) if any(claim.verdict in verdicts for verdicts in FAULTS.values())]
    note = f"Not confirmed on this machine: {len(wrong)} of these." if wrong else ""
    plain, rows = table.to_string(), f"{_counted_rows(heads, table)}\n\n{'; '.join(meanings)}."
    return Page("\n".join(filter(None, [plain, note])), "\n\n".join(filter(None, [rows, note])))


def _claims() -> list[Claim]:
    """The claims of the papers."""
    return [claim for claim in load().values() if not claim.origin]


def _doubted(found: Mapping[str, Result] | None) -> list[Claim]:
    """The papers' claims that are not confirmed here, by the given results, the stored run or a new one."""
    known = results() if found is None else found
    return [claim for claim in _claims() if claim.decided and not known[claim.id].confirmed]


def _crossed(pairs: Iterable[tuple[str, str]], columns: Iterable[str], other: str = "") -> pd.DataFrame:
    """How often each paper has each value, and in all; ``other``, if there is such, has a column only if it occurs."""
    tally = Counter(pairs)
    columns = [*columns, *([other] if any(value == other for _, value in tally) else [])]
    rows = [[tally[paper, column] for column in columns] for paper in papers()]
    return pd.DataFrame(rows, index=list(papers()), columns=columns).assign(
        total=lambda table: table.sum(axis="columns")
    )


def _counted_rows(heads: list[str], table: pd.DataFrame) -> str:
    names = {**{paper.id: paper.name for paper in papers().values()}, "all": f"all {len(papers())} papers"}
    rows = ["| paper | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(heads)]
    for paper, values in table.iterrows():
        rows.append(f"| {names[str(paper)]} | " + " | ".join(map(str, values)) + " |")
    return "\n".join(rows)


def _plain(found: Result) -> str:
    claim, evidence = found.claim, found.evidence
    grade = f", grade {claim.grade}" if claim.grade else ""
    follows = f", follows {claim.follows}" if claim.follows else ""
    lines = [f"{claim.id} ({claim.where}): {claim.verdict}{grade}{follows}{doubt.in_words(found)}"]
    lines += [f"  {compared.spelled(comparison)}" for comparison in evidence.comparisons]
    lines += [f"  {text}" for text in (evidence.lacking, evidence.unopened, evidence.note) if text]
    lines += [f"  {head} {inline(text)}" for head, text in {_SCOPE: scope(claim), **_told(claim)}.items() if text]
    lines.append(f"  decided by {claim.function}")
    return "\n".join(lines)


def _single(found: Result) -> str:
    """A claim in one paragraph, with its evidence folded."""
    claim = found.claim
    says, finding = inline(claim.says), inline(claim.finding)
    if _named(claim):
        told = f"{inline(claim.where)}."
    elif claim.origin:
        told = f"{says} *{_REACH}:* {finding}"
    else:
        told = f"*The paper:* {says} *What is true:* {finding}"
    line = f"{badges(claim)}{doubt.badge(found)} {told}{_limits(claim)}"
    parts = [f'<div class="claim" id="{slug(claim)}">', line, *doubt.unfolded([found]), _folded([found]), "</div>"]
    return "\n\n".join(parts)


def _family(found: list[Result]) -> str:
    """Claims in one table, with the evidence for all of them folded below it."""
    ours = found[0].claim.origin
    rows = [f"| verdict | {'the statement' if ours else 'the paper'} | {_REACH.lower() if ours else 'what is true'} |"]
    rows.append("|---|---|---|")
    for r in found:
        anchor = f'<a id="{slug(r.claim)}"></a>'
        told = [f"{r.claim.where}.", ""] if _named(r.claim) else [r.claim.says, str(r.claim.finding)]
        says, finding = map(cell, told)
        rows.append(f"| {anchor}{badges(r.claim)}{doubt.badge(r)} | {says} | {finding}{_limits(r.claim)} |")
    return "\n\n".join(['<div class="claims">', "\n".join(rows), *doubt.unfolded(found), _folded(found), "</div>"])


def _named(claim: Claim) -> bool:
    """Whether it is a theorem of ours, which the chapter that shows it has just stated: its name is enough there."""
    return claim.origin is not None and claim.where.startswith(("Theorem", "Proposition"))


def _limits(claim: Claim) -> str:
    """How far our sentences go, to stand behind them in a paragraph or a cell."""
    return f' <span class="scope">{_SCOPE} {cell(limits)}</span>' if (limits := scope(claim)) else ""


def _folded(found: list[Result]) -> str:
    """The evidence for claims behind a line that opens it."""
    count = sum(len(r.evidence.comparisons) for r in found)
    title = f"Evidence: {count} comparison{'s' if count != 1 else ''}" if count else "What was looked for"
    if not all(r.reproduced or r.evidence.unavailable for r in found):
        title += f"; {doubt.DIFFER}"
    parts = [f'<details class="evidence"><summary>{title}</summary>']
    for r in found:
        parts += [_provenance(r.claim), _evidence_table(r.evidence)]
        parts += [f"*{head}* {inline(text)}" for head, text in _told(r.claim).items() if text]
    return "\n\n".join([*parts, "</details>"])


def _told(claim: Claim) -> dict[str, str | None]:
    """What is said of a claim behind its evidence, by what heads it."""
    return {f"{_REACH}:": claim.finding if _named(claim) else None, _REMARK: claim.remark, _TRIED: claim.tried}


def _provenance(claim: Claim) -> str:
    """Which claim it is, where it stands in its paper, and which function decides it."""
    module, _, function = claim.function.rpartition(".")
    decided = f"decided by <code>{claim.check}</code>"
    if (sources := project().sources) is not None:
        source = sources.format(module=module.replace(".", "/"), function=function)
        decided = f'decided by <a href="{source}"><code>{claim.check}</code></a>'
    return " · ".join(filter(None, [f"**{claim.id}**", inline(claim.where), followed(claim), decided]))


def _evidence_table(evidence: Evidence) -> str:
    rows = [compared.table(evidence.comparisons)] if evidence.comparisons else []
    for text in (evidence.lacking, evidence.unopened, evidence.note):
        if text:
            rows += ["", inline(text)]
    return "\n".join(rows)
