"""What readers see of the ledger in a chapter: marks beside the text, a chapter's findings; and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from claimledger import compared, doubt
from claimledger.claims import GRADES, ORIGINS, VERDICTS, Claim, load, papers
from claimledger.evidence import Evidence
from claimledger.markup import badge, badges, followed, grade_badge, inline, line, mark, scope, slug
from claimledger.page import Page
from claimledger.project import project
from claimledger.run import Result, result, results

#: Which verdicts count as what a paper got wrong, and which as what remains open.
FAULTS = {"errors": ("corrected", "refuted"), "open questions": ("underspecified", "untestable")}
#: What heads what a claim takes for granted, what was done to break our sentences, and how far they go.
_REMARK, _TRIED, _SCOPE = "Taken for granted:", "Tried to break it:", "Scope:"
#: What heads the words beside a statement of our own: who knew it, or what is new, and how far it goes.
_REACH = "Origin and reach"
#: The claims that this session has shown; a chapter's findings list the others.
_SHOWN: set[str] = set()


def show(*claim_ids: str, said: bool = False) -> Page:
    """Run claims' checks and show their verdicts as marks beside the text; what was claimed and found opens on demand.

    A claim whose recorded verdict the evidence does not give on this machine is marked as that, and what speaks
    against it stands open.

    Parameters
    ----------
    *claim_ids : str
        Claims that the paragraph above speaks of.
    said : bool
        Whether the first claim's finding is a sentence of the argument, and stands in the text before the mark.

    Raises
    ------
    ValueError
        If there is no such claim, or if it is open.
    """
    shown = [result(claim_id) for claim_id in claim_ids]
    _SHOWN.update(claim_ids)
    parts = [_finding(shown[0].claim)] if said else []
    return Page("\n".join(map(_plain, shown)), "\n\n".join([*parts, _beside(shown)]))


def findings(chapter: str) -> Page:
    """Count the claims that a chapter decides, and list those that this session has not shown behind a line.

    What is not confirmed on this machine is counted once more, and stands open.

    Parameters
    ----------
    chapter : str
        Such as ``"lxcim/lxcim"``.
    """
    decided = [result(claim.id) for claim in load().values() if claim.chapter == chapter]
    if not decided:
        raise ValueError(f"no claim belongs to a chapter '{chapter}'")
    head = _tally(decided)
    rest = [r for r in decided if r.claim.id not in _SHOWN]
    plain = "\n".join([head, *(line(r.claim) + doubt.in_words(r) for r in rest)])
    linked = f'{head} <a href="../back/ledger.html#chapter={chapter}">All in the ledger</a>.'
    if not rest:
        return Page(plain, linked)
    title = "Those that no mark above shows" if len(rest) < len(decided) else "What was claimed, and what is true"
    opened = "" if all(r.confirmed for r in rest) else " open"
    fold = [f'<details class="beside-rest"{opened}><summary>{title}: {len(rest)}</summary>', *_rows(rest), "</details>"]
    return Page(plain, "\n\n".join([linked, *fold]))


def _tally(decided: Sequence[Result]) -> str:
    """How many claims a chapter decides, by verdict; by origin, where they are our own."""
    ours = decided[0].claim.origin is not None
    tally = Counter(r.claim.origin if ours else r.claim.verdict for r in decided)
    kinds = [kind for kind in (ORIGINS if ours else VERDICTS) if tally[kind]]
    counts = ", ".join(f"{tally[kind]} {_plural(kind) if tally[kind] > 1 else kind}" for kind in kinds)
    if doubted := sum(not r.confirmed for r in decided):
        counts += f"; {doubted} of them not confirmed on this machine"
    return f"{_noun(decided)} checked: {counts}.".replace("Claim", "1 claim").replace("Statement", "1 statement")


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


def _plain(shown: Result) -> str:
    claim, evidence = shown.claim, shown.evidence
    grade = f", grade {claim.grade}" if claim.grade else ""
    follows = f", follows {claim.follows}" if claim.follows else ""
    lines = [f"{claim.id} ({claim.where}): {claim.verdict}{grade}{follows}{doubt.in_words(shown)}"]
    lines += [f"  {compared.spelled(comparison)}" for comparison in evidence.comparisons]
    lines += [f"  {text}" for text in (evidence.lacking, evidence.unopened, evidence.note) if text]
    lines += [f"  {head} {inline(text)}" for head, text in {_SCOPE: scope(claim), **_remarks(claim)}.items() if text]
    lines.append(f"  decided by {claim.function}")
    return "\n".join(lines)


def _finding(claim: Claim) -> str:
    """What is true of a claim, or a statement of ours, as a sentence of the text."""
    kind = "ours" if claim.origin else claim.verdict
    text = inline(claim.says if claim.origin else claim.finding)
    return "\n\n".join([f'<div class="said said-{kind}">', text, "</div>"])


def _beside(shown: Sequence[Result]) -> str:
    """Marks beside the text, one for each kind of verdict, and behind them a row for each claim."""
    kinds: dict[tuple[str | None, ...], list[Result]] = {}
    for r in shown:
        kinds.setdefault((r.claim.verdict, r.claim.grade, r.claim.origin, _verdict(r)), []).append(r)
    groups = list(kinds.values())
    signs = [mark(group[0].claim, len(group)) + doubt.sign(group[0]) for group in groups]
    counted = [f"{len(group)} {_verdict(group[0], len(group))}" for group in groups]
    words = f"{_noun(shown)} checked: {', '.join(counted) if len(shown) > 1 else _verdict(shown[0])}"
    opened = "" if all(r.confirmed for r in shown) else " open"
    head = f'<details class="beside"{opened}><summary>{"".join(signs)}'
    head += f'<span class="mark-words">{words}</span></summary><div class="beside-body">'
    return "\n\n".join([head, *_rows(shown), "</div></details>"])


def _noun(shown: Sequence[Result]) -> str:
    name = "statement" if shown[0].claim.origin else "claim"
    return f"{len(shown)} {name}s" if len(shown) > 1 else name.capitalize()


def _verdict(shown: Result, count: int = 1) -> str:
    claim = shown.claim
    verdict = _plural(str(claim.verdict)) if count > 1 else claim.verdict
    extra = f" (grade {claim.grade})" if claim.grade else f" ({claim.origin})" if claim.origin else ""
    return f"{verdict}{extra}{doubt.in_words(shown)}"


def _plural(verdict: str) -> str:
    return "hold" if verdict == "holds" else verdict


def _rows(shown: Sequence[Result]) -> list[str]:
    return [part for r in shown for part in _row(r)]


def _row(shown: Result) -> list[str]:
    """A claim's verdict, what was claimed, what is true, and the evidence for it folded."""
    claim = shown.claim
    parts = [f'<div class="beside-row" id="{slug(claim)}">', f"{badges(claim)}{doubt.badge(shown)}{_limits(claim)}"]
    if _named(claim):
        parts.append(f"{inline(claim.where)}.")
    elif claim.origin:
        parts += [inline(claim.says), f"**{_REACH}** {inline(claim.finding)}"]
    else:
        parts += [f"**The paper** {inline(claim.says)}", f"**Here** {inline(claim.finding)}"]
    foot = f'<p class="beside-foot"><a href="../back/ledger.html#words={claim.id}">in the ledger</a></p>'
    return [*parts, *doubt.unfolded([shown]), _folded(shown), foot, "</div>"]


def _named(claim: Claim) -> bool:
    """Whether it is a theorem of ours, which the chapter that shows it has just stated: its name is enough there."""
    return claim.origin is not None and claim.where.startswith(("Theorem", "Proposition"))


def _limits(claim: Claim) -> str:
    """How far our sentences go, to stand beside the verdict."""
    return f' <span class="scope">{_SCOPE} {limits}</span>' if (limits := scope(claim)) else ""


def _folded(shown: Result) -> str:
    """The evidence for a claim behind a line that opens it."""
    count = len(shown.evidence.comparisons)
    title = f"Evidence: {count} comparison{'s' if count != 1 else ''}" if count else "What was looked for"
    if not (shown.reproduced or shown.evidence.unavailable):
        title += f"; {doubt.DIFFER}"
    parts = [f'<details class="evidence"><summary>{title}</summary>', _provenance(shown.claim)]
    parts.append(_evidence_table(shown.evidence))
    parts += [f"*{head}* {inline(text)}" for head, text in _remarks(shown.claim).items() if text]
    return "\n\n".join([*parts, "</details>"])


def _remarks(claim: Claim) -> dict[str, str | None]:
    """What stands behind a claim's evidence in words, by what heads it."""
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
