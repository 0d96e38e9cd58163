"""The errata: every defect once, by what it costs a reader; and for each paper a list that its editor could take."""

from __future__ import annotations

import re
from base64 import b64encode

from metricbook.ledger import doubt
from metricbook.ledger.claims import GRADES, Claim, load, papers
from metricbook.ledger.markup import badge, grade_badge, inline, line, link
from metricbook.ledger.run import Result, results
from metricbook.pages.page import Page

#: What a claim with one of these verdicts asks for.
_ACTIONS = {"corrected": "Correction", "refuted": "Not so", "underspecified": "To be made precise"}
#: The place in a paper that a locator names first.
_PLACE = re.compile(r"(Abstract)|Sections? (\d[\d.]*)|(Conclusion)|Appendix ([A-Z][\d.]*)")
#: From the page of a paper's errata, the folder of all pages.
_UP = "../.."


def errata_page(grade: str) -> Page:
    """Every defect of a grade once: what the paper says, what is true, where that is shown, and what inherits it.

    Those that change a conclusion are told in a paragraph each, the others in an item of a list.
    """
    wrong = _defects()
    plain, parts = [], []
    for found in (found for found in wrong if found.claim.grade == grade):
        heirs = [other.claim for other in wrong if other.claim.follows == found.claim.id]
        plain += [line(found.claim) + doubt.in_words(found), *(f"  {line(heir)}" for heir in heirs)]
        parts.append(_finding(found, heirs) if grade == "A" else _item(found, heirs))
    return Page("\n".join(plain), "\n".join([f"{grade_badge(grade)} {len(parts)} in all\n", *parts]))


def erratum_page(paper_id: str) -> Page:
    """One paper's errata in its own order, numbered; as plain text they are what the page offers to save."""
    claims = load()
    found = {each.claim.id: each for each in _defects(paper_id)}
    ordered = sorted((each.claim for each in found.values()), key=_order)
    numbers = {claim.id: k for k, claim in enumerate(ordered, start=1)}
    plain = [inline(papers()[paper_id].reference), ""]
    page = []
    for claim_id, number in numbers.items():
        claim = claims[claim_id]
        if claim.follows in numbers:
            effect = f"follows from {numbers[claim.follows]}"
        else:
            effect = GRADES[str(claim.grade or claims[str(claim.follows)].grade)]
        doubted = doubt.in_words(found[claim_id])
        head = f"{number}. **{_capital(inline(claim.where))}**"
        body = [f"*The paper:* {inline(claim.says)}", f"*{_ACTIONS[str(claim.verdict)]}:* {inline(claim.finding)}"]
        plain += ["\n\n    ".join([head, *body, f"({effect}{doubted})"]), ""]
        marked = f"{head}{doubt.badge(found[claim_id])}"
        page += ["\n\n    ".join([marked, *body, f"({effect}; {link(claim, 'evidence', _UP)})"]), ""]
    saved = b64encode("\n".join(plain).encode()).decode()
    name = f"errata-{paper_id}.md"
    offer = f'<a download="{name}" href="data:text/markdown;charset=utf-8;base64,{saved}">{name}</a>'
    return Page("\n".join(plain), "\n".join([plain[0], "", f"As plain text: {offer}", "", *page]))


def _defects(paper_id: str | None = None) -> list[Result]:
    """The claims that are wrong or say too little, in the order of the papers, those that inherit it included."""
    found = results()
    wrong = [claim for claim in load().values() if claim.verdict in _ACTIONS and paper_id in (None, claim.paper)]
    return [found[claim.id] for claim in wrong]


def _order(claim: Claim) -> tuple[int, str, list[int]]:
    """Where a claim stands in its paper: text, then appendices, then figures and tables that name no section."""
    if not (found := _PLACE.search(claim.where)):
        return _PLACE.groups + 1, "", []
    numbers = list(map(int, re.findall(r"\d+", found[0])))
    return found.lastindex or 0, found[4][0] if found[4] else "", numbers


def _finding(found: Result, heirs: list[Claim]) -> str:
    claim = found.claim
    head = f"**{_place(claim)}.**{doubt.badge(found)}"
    return f"{head} The paper says: {inline(claim.says)}\n\n{inline(claim.finding)} {_after(claim, heirs)}\n"


def _item(found: Result, heirs: list[Claim]) -> str:
    claim = found.claim
    says, true = inline(claim.says), inline(claim.finding)
    head = f"- {badge(claim.verdict)}{doubt.badge(found)} **{_place(claim)}.**"
    return f"{head} *The paper:* {says} *What is true:* {true} {_after(claim, heirs)}"


def _place(claim: Claim) -> str:
    return f"{papers()[claim.paper].name.split(':')[0]}, {inline(claim.where)}"


def _after(claim: Claim, heirs: list[Claim]) -> str:
    """Where it is shown, and what inherits it."""
    inherited = f" Inherited by {', '.join(map(link, heirs))}." if heirs else ""
    return f"{link(claim, 'Evidence')}.{inherited}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
