"""What readers see of the ledger: a claim in a chapter, a chapter's findings, the counts, the ledger, the errata."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

from metricbook.ledger.claims import PAPERS, VERDICTS, Claim, Printed, load
from metricbook.ledger.evidence import Comparison, Evidence
from metricbook.ledger.run import Result, result, results
from metricbook.pages.page import Page

PAPER_NAMES = {
    "lxcim": "Brogueira & Figueiredo: LxCIM",
    "flach": "Flach, Hernández-Orallo & Ferri: AUC as expected loss",
    "sumpter": "Sumpter: precision at the indistinguishability threshold",
    "mcdermott": "McDermott et al.: AUROC and AUPRC under class imbalance",
    "tile": "Piérard et al.: the Tile",
}
_FORM_NAMES = {"printed": "as printed", "repaired": "repaired", "control": "control", "reading": "reading"}


def show(claim_id: str) -> Page:
    """Run a claim's check and show what the paper says, what came out, and the verdict.

    Raises
    ------
    ValueError
        If there is no such claim, or if the evidence does not give the recorded verdict.
    """
    claim = load().get(claim_id)
    if claim is not None and not claim.decided:
        text = f"{claim.id} ({claim.where}): open, not yet checked"
        return Page(text, f"{_badge('open')} **{claim.id}** · {_inline(claim.where)}: not yet checked.")
    found = _confirmed(result(claim_id))
    return Page(_plain_card(found), _markdown_card(found))


def findings(chapter: str) -> Page:
    """What a chapter found: every claim it decides, with its verdict and what is true.

    Parameters
    ----------
    chapter : str
        Such as ``"lxcim/lxcim"``.
    """
    found = [_confirmed(result(claim.id)) for claim in load().values() if claim.chapter == chapter]
    if not found:
        raise ValueError(f"no claim belongs to a chapter '{chapter}'")
    tally = Counter(r.claim.verdict for r in found)
    counts = ", ".join(f"{tally[verdict]} {verdict}" for verdict in VERDICTS if tally[verdict])
    head = f"{len(found)} claims: {counts}."
    plain = [head, *(f"{r.claim.verdict:14s} {r.claim.id}" for r in found)]
    rows = ["| verdict | claim | what is true |", "|---|---|---|"]
    for r in found:
        anchor = f'<a id="{_slug("finding", r.claim)}"></a>'
        place = f"{anchor}**{r.claim.id}**<br>{_cell(r.claim.where)}"
        rows.append(f"| {_badge(r.claim.verdict)} | {place} | {_cell(r.claim.finding)} |")
    return Page("\n".join(plain), "\n".join([head, "", *rows]))


def counts(found: Mapping[str, Result] | None = None) -> pd.DataFrame:
    """Claims by paper and verdict, the open ones included.

    Parameters
    ----------
    found : mapping, optional
        The results to count; the stored run, or a new one, by default.

    Raises
    ------
    ValueError
        If some evidence does not give the recorded verdict.
    """
    found = results() if found is None else found
    table = pd.DataFrame(0, index=list(PAPERS), columns=[*VERDICTS, "open"])
    for claim in load().values():
        verdict = found[claim.id].evidence.outcome if claim.decided else "open"
        if claim.decided and verdict not in VERDICTS:
            verdict = "unconfirmed"
        table.loc[claim.paper, verdict] = table[verdict][claim.paper] + 1 if verdict in table else 1
    table = table.fillna(0).astype(int)
    table["total"] = table.sum(axis="columns")
    table.loc["all"] = table.sum()
    return table


def counts_table(found: Mapping[str, Result] | None = None) -> Page:
    """The counts of `counts` as a page."""
    table = counts(found)
    columns = [column for column in table.columns]
    rows = ["| paper | " + " | ".join(_badge(c) if c in (*VERDICTS, "open") else c for c in columns) + " |"]
    rows.append("|---|" + "---:|" * len(columns))
    for paper, values in table.iterrows():
        name = PAPER_NAMES.get(str(paper), "all five papers")
        rows.append(f"| {name} | " + " | ".join(str(value) for value in values) + " |")
    return Page(table.to_string(), "\n".join(rows))


def ledger_page() -> Page:
    """Every claim of every paper, with its verdict or as open."""
    found = results()
    plain, parts = [], []
    for paper in PAPERS:
        claims = [claim for claim in load().values() if claim.paper == paper]
        parts += [
            f"\n## {PAPER_NAMES[paper]}\n",
            "| verdict | claim | the paper says |",
            "|---|---|---|",
        ]
        for claim in claims:
            verdict = _confirmed(found[claim.id]).claim.verdict if claim.decided else "open"
            plain.append(f"{verdict:14s} {claim.id}")
            name = claim.id
            if claim.decided:
                name = f'<a href="../{claim.chapter}.html#{_slug("finding", claim)}">{claim.id}</a>'
            place = f"{name}<br>{_cell(claim.where)} ({claim.kind})"
            parts.append(f"| {_badge(verdict)} | {place} | {_cell(claim.says)} |")
    return Page("\n".join(plain), "\n".join(parts))


def errata_page() -> Page:
    """Every claim that is not true as printed: what is wrong, what is right, and the evidence."""
    found = results()
    plain, parts = [], []
    for paper in PAPERS:
        wrong = [
            _confirmed(found[claim.id])
            for claim in load().values()
            if claim.paper == paper and claim.verdict in ("corrected", "refuted", "underspecified")
        ]
        if not wrong:
            continue
        parts.append(f"\n## {PAPER_NAMES[paper]}\n")
        for r in wrong:
            plain.append(f"{r.claim.verdict:14s} {r.claim.id}")
            link = f'<a href="../{r.claim.chapter}.html#{_slug("finding", r.claim)}">in its chapter</a>'
            parts += [
                f"\n### {_heading(r.claim)}\n",
                f"{_badge(r.claim.verdict)} <code>{r.claim.id}</code>, {link}\n",
                f"The paper: {_inline(r.claim.says)}\n",
                f"{_inline(r.claim.finding)}\n",
                _evidence_table(r.evidence),
            ]
    return Page("\n".join(plain), "\n".join(parts))


def _confirmed(found: Result) -> Result:
    if not found.confirmed:
        raise ValueError(
            f"{found.claim.id} is recorded as {found.claim.verdict}, but its check gives {found.evidence.outcome}"
        )
    return found


def _plain_card(found: Result) -> str:
    claim, evidence = found.claim, found.evidence
    lines = [f"{claim.id} ({claim.where}): {claim.verdict}"]
    for c in evidence.comparisons:
        published = "" if c.published is None else f"published {_value(c.published)}; "
        lines.append(f"  {_FORM_NAMES[c.form]}: {c.what}: {published}{_value(c.reproduced)}: {_mark(c)}")
    if evidence.lacking:
        lines.append(f"  {evidence.lacking}")
    if evidence.note:
        lines.append(f"  {evidence.note}")
    return "\n".join(lines)


def _markdown_card(found: Result) -> str:
    claim = found.claim
    return "\n".join(
        [
            f'<a id="{_slug("claim", claim)}"></a>{_badge(claim.verdict)} **{claim.id}** · {_inline(claim.where)}',
            "",
            f"*The paper:* {_inline(claim.says)}",
            "",
            _evidence_table(found.evidence),
            "",
            f"*What is true:* {_inline(claim.finding)}",
        ]
    )


def _evidence_table(evidence: Evidence) -> str:
    any_printed = any(comparison.published is not None for comparison in evidence.comparisons)
    rows = []
    if evidence.comparisons:
        titles = ["", "compared", *(["published"] if any_printed else []), "reproduced", ""]
        rows = ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    for c in evidence.comparisons:
        published = "" if c.published is None else _cell(_value(c.published))
        middle = [published] if any_printed else []
        cells = [_FORM_NAMES[c.form], _cell(c.what), *middle, _cell(_value(c.reproduced)), _mark(c)]
        rows.append("| " + " | ".join(cells) + " |")
    for text in (evidence.lacking, evidence.note):
        if text:
            rows += ["", _inline(text)]
    return "\n".join(rows)


def _mark(comparison: Comparison) -> str:
    if comparison.form == "control":
        return "fails, as it must"
    return "agrees" if comparison.agrees else "fails"


def _badge(verdict: str | None) -> str:
    return f'<span class="verdict verdict-{verdict}">{verdict}</span>'


def _slug(prefix: str, claim: Claim) -> str:
    return f"{prefix}-{claim.id.replace('.', '-')}"


def _heading(claim: Claim) -> str:
    return _inline(claim.where[0].upper() + claim.where[1:])


def _value(value: Any) -> str:
    """A value as readers see it: rounded the same way on every machine."""
    if isinstance(value, Printed):
        return value.text
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(entry)}" for key, entry in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(entry) for entry in value)
    return str(value)


def _inline(text: str | None) -> str:
    return " ".join((text or "").split())


def _cell(text: str | None) -> str:
    """Text for a table cell: a bar would end it, so in formulas it becomes the TeX for one; a star is a star."""
    parts = re.split(r"(\$[^$]*\$)", _inline(text))
    return "".join(
        part.replace("|", r"\vert ") if part.startswith("$") else part.replace("|", "&#124;").replace("*", r"\*")
        for part in parts
    )
