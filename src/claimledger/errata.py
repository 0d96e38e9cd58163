"""The errata: every defect once, by what it costs a reader; and for each paper a list that its editor could take."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from typing import Final

from claimledger import doubt
from claimledger.claims import GRADES, LATER, SEEN, Claim, load, papers, sources
from claimledger.markup import badge, grade_badge, html, inline, line, link, scope
from claimledger.page import Page
from claimledger.run import Result, results

#: The heading of an erratum by its verdict.
_ACTIONS = {"corrected": "Correction", "refuted": "Not so", "underspecified": "To be made precise"}
#: The place in a paper that a locator names first.
_PLACE = re.compile(r"(Abstract)|Sections? (\d[\d.]*)|(Conclusion)|Appendix ([A-Z][\d.]*)")
#: From the page of a paper's errata, the folder of all pages.
_UP = ".."


def errata_page(grade: str) -> Page:
    """Every defect of a grade once: what the paper says, what is true, where that is shown, and what inherits it.

    Those that change a conclusion are told in a paragraph each, the others in an item of a list.
    """
    wrong = _defects()
    plain, parts = [], []
    for result in (result for result in wrong if result.claim.grade == grade):
        heirs = [other.claim for other in wrong if other.claim.follows == result.claim.id]
        plain += [line(result.claim) + doubt.in_words(result), *(f"  {line(heir)}" for heir in heirs)]
        parts.append(_finding(result, heirs) if grade == "A" else _item(result, heirs))
    return Page("\n".join(plain), "\n".join([f"{grade_badge(grade)} {len(parts)} in all\n", *parts]))


def erratum_page(paper_id: str) -> Page:
    """One paper's errata in its own order, numbered; as plain text they are what the page offers to save."""
    claims = load()
    defects = {each.claim.id: each for each in _defects(paper_id)}
    ordered = sorted((each.claim for each in defects.values()), key=_order)
    numbers = {claim.id: k for k, claim in enumerate(ordered, start=1)}
    card = versions(paper_id)
    plain = [inline(papers()[paper_id].reference), "", *filter(None, [card.plain]), ""]
    page = []
    for claim_id, number in numbers.items():
        claim = claims[claim_id]
        if claim.follows in numbers:
            effect = f"follows from {numbers[claim.follows]}"
        else:
            effect = GRADES[str(claim.grade or claims[str(claim.follows)].grade)]
        effect += f"; {LATER[claim.later]}" if claim.later else ""
        doubted = doubt.in_words(defects[claim_id])
        head = f"{number}. **{_capital(inline(claim.where))}**"
        body = [f"*The paper:* {inline(claim.says)}", f"*{_ACTIONS[str(claim.verdict)]}:* {_true(claim)}"]
        plain += ["\n\n    ".join([head, *body, f"({effect}{doubted})"]), ""]
        marked = f"{head}{doubt.badge(defects[claim_id])}"
        page += ["\n\n    ".join([marked, *body, f"({effect}; {link(claim, 'evidence', _UP)})"]), ""]
    saved = b64encode("\n".join(plain).encode()).decode()
    name = f"errata-{paper_id}.md"
    offer = f'<a download="{name}" href="data:text/markdown;charset=utf-8;base64,{saved}">{name}</a>'
    return Page("\n".join(plain), "\n".join([plain[0], "", card.markdown, "", f"As plain text: {offer}", "", *page]))


def errata_index() -> Page:
    """The pages of the papers' errata, one below the other."""
    named = papers().values()
    rows = [f'- <a href="../{paper.id}/errata.html">{html(paper.name)}</a>' for paper in named]
    return Page("\n".join(paper.name for paper in named), "\n".join(rows))


#: Fates of a defect in words, singular and plural.
_FATES: Final = {
    "stands": ("still stands", "still stand"),
    "gone": ("is gone", "are gone"),
    "unseen": ("is at a place that we have not seen", "are at places that we have not seen"),
}


def versions(paper_id: str) -> Page:
    """The versions of a paper that we know of, how we know of them, and what became of its graver defects."""
    paper = sources()[paper_id]
    rows = [
        f"{inline(one.what)}, {one.date}: {SEEN[one.seen]}.{f' {inline(one.note)}' if one.note else ''}"
        for one in paper.versions
    ]
    later = Counter(claim.later for claim in load().values() if claim.paper == paper_id and claim.later)
    if later:
        counts = [f"{later[fate]} {words[later[fate] > 1]}" for fate, words in _FATES.items() if later[fate]]
        rows.append(f"Of the defects of grades A and B, in the later version {', '.join(counts)}.")
    text = "\n".join(f"- {row}" for row in rows)
    return Page(text, f'<div class="versions">\n\n{text}\n\n</div>' if rows else "")


def _defects(paper_id: str | None = None) -> list[Result]:
    """The claims that are wrong or say too little, in the order of the papers, those that inherit it included."""
    all_results = results()
    wrong = [claim for claim in load().values() if claim.verdict in _ACTIONS and paper_id in (None, claim.paper)]
    return [all_results[claim.id] for claim in wrong]


def _order(claim: Claim) -> tuple[int, str, list[int]]:
    """Where a claim stands in its paper: text, then appendices, then figures and tables that name no section."""
    if not (match := _PLACE.search(claim.where)):
        return _PLACE.groups + 1, "", []
    numbers = list(map(int, re.findall(r"\d+", match[0])))
    return match.lastindex or 0, match[4][0] if match[4] else "", numbers


def _finding(result: Result, heirs: list[Claim]) -> str:
    claim = result.claim
    head = f"**{_place(claim)}.**{doubt.badge(result)}"
    return f"{head} The paper says: {inline(claim.says)}\n\n{_true(claim)} {_after(claim, heirs)}\n"


def _item(result: Result, heirs: list[Claim]) -> str:
    claim = result.claim
    says, true = inline(claim.says), _true(claim)
    head = f"- {badge(claim.verdict)}{doubt.badge(result)} **{_place(claim)}.**"
    return f"{head} *The paper:* {says} *What is true:* {true} {_after(claim, heirs)}"


def _true(claim: Claim) -> str:
    """The finding, with its scope."""
    return f"{inline(claim.finding)} Scope: {limits}." if (limits := scope(claim)) else inline(claim.finding)


def _place(claim: Claim) -> str:
    return f"{papers()[claim.paper].name.split(':')[0]}, {inline(claim.where)}"


def _after(claim: Claim, heirs: list[Claim]) -> str:
    """Where it is shown, and what inherits it."""
    inherited = f" Inherited by {', '.join(map(link, heirs))}." if heirs else ""
    later = f" {_capital(LATER[claim.later])}." if claim.later else ""
    return f"{link(claim, 'Evidence')}.{later}{inherited}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
