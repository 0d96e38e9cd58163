"""The ledger: one table of all claims, which a script of its page filters and sorts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claimledger import doubt
from claimledger.claims import GRADES, ORIGINS, VERDICTS, Claim, load, sources
from claimledger.markup import badge, badges, followed, html, line, link
from claimledger.page import Page
from claimledger.run import Result, results

#: The columns, and by what each can be sorted.
_COLUMNS = {
    "verdict": "verdict",
    "grade": "grade",
    "claim": "paper",
    "kind": "kind",
    "chapter": "chapter",
    "it says": None,
}


def ledger_page() -> Page:
    """Every claim of every paper, with its verdict or as open, and our own: as HTML, for one Markdown cell.

    Without a script it is a plain table. ``book/_static/ledger.js`` knows the form by its class and the rows by their
    ``data-`` attributes. What is not confirmed on this machine, or not reproduced, is said above it and in its rows,
    and can be chosen.
    """
    all_results, claims = results(), list(load().values())
    sorts = {title: f" data-sort={sort}" if sort else "" for title, sort in _COLUMNS.items()}
    heads = "".join(f'<th scope="col"{sort}>{title}</th>' for title, sort in sorts.items())
    parts = [
        *filter(None, [doubt.banner(all_results, "#machine=doubt")]),
        _form(claims, any(r.why for r in all_results.values())),
        f'<p class="ledger-count" role="status">{len(claims)} claims</p>',
        '<table class="table ledger">',
        f"<thead><tr>{heads}</tr></thead>",
        "<tbody>",
        *(_row(claim, all_results.get(claim.id)) for claim in claims),
        "</tbody>",
        "</table>",
    ]
    lines = [line(claim) + (doubt.in_words(all_results[claim.id]) if claim.decided else "") for claim in claims]
    return Page("\n".join(lines), "\n".join(parts))


def _form(claims: Iterable[Claim], doubted: bool) -> str:
    """The filters of the table; hidden without scripts."""
    claims = list(claims)
    verdicts = [*VERDICTS, *(["open"] if any(not claim.decided for claim in claims) else [])]
    chapters = sorted({claim.chapter for claim in claims if claim.chapter})
    choices: Mapping[str, Mapping[str, str]] = {
        "paper": {paper.id: paper.name for paper in sources().values()},
        "verdict": {verdict: verdict for verdict in verdicts},
        "origin": dict(ORIGINS),
        "grade": {grade: f"{grade}: {meaning}" for grade, meaning in GRADES.items()},
        "kind": {kind: kind for kind in sorted({claim.kind for claim in claims})},
        "chapter": {chapter: _chapter(chapter) for chapter in chapters},
        **({"machine": {"doubt": "not as recorded"}} if doubted else {}),
    }
    fields = [
        f"<label>{name} <select name={name}><option value=''>all</option>"
        + "".join(f'<option value="{value}">{html(text)}</option>' for value, text in options.items())
        + "</select></label>"
        for name, options in choices.items()
    ]
    search = '<label>words <input type="search" name="words" autocomplete="off"></label>'
    reset = '<button type="reset">show all</button>'
    return "\n".join(['<form class="ledger-form" aria-label="Filter the claims">', *fields, search, reset, "</form>"])


def _row(claim: Claim, result: Result | None) -> str:
    against = doubt.in_a_row(result) if result else ""
    data = {
        "paper": claim.paper,
        "verdict": claim.verdict or "open",
        "grade": claim.grade,
        "origin": claim.origin,
        "kind": claim.kind,
        "chapter": claim.chapter,
        "machine": "doubt" if against else None,
    }
    attributes = "".join(f" data-{name}={value}" for name, value in data.items() if value)
    grade = f'<span class="grade grade-{claim.grade}">{claim.grade}</span>' if claim.grade else ""
    verdict = (badges(claim) if claim.origin else badge(claim.verdict)) + (doubt.badge(result) if result else "")
    name = link(claim) if claim.decided else claim.id
    doubted = f'<span class="doubted">{against}</span>' if against else ""
    says = "<br>".join(filter(None, [html(claim.says), followed(claim), doubted]))
    cells = [grade, claim.kind, _chapter(claim.chapter) if claim.chapter else "", says]
    return "".join(
        [
            f"<tr{attributes}><td>{verdict}</td><td>{cells[0]}</td>",
            f'<th scope="row">{name}<br>{html(claim.where)}</th>',
            *(f"<td>{text}</td>" for text in cells[1:]),
            "</tr>",
        ]
    )


def _chapter(chapter: str) -> str:
    """A chapter's name as a reader meets it in its address."""
    return chapter.split("/")[1].replace("-", " ")
