"""How pages write a claim: its badges, its line in plain text, links to it, and its words in Markdown and in HTML."""

from __future__ import annotations

import re
from html import escape

from claimledger.claims import GRADES, ORIGINS, WAYS, Claim, load

_FORMULA = re.compile(r"(\$[^$]*\$)")
#: The sign of each verdict in the margin; its frame differs too, so that neither colour nor print is needed.
SIGNS = {"holds": "✓", "corrected": "≈", "refuted": "✗", "underspecified": "?", "untestable": "–", "unexamined": "○"}


def badge(verdict: str | None) -> str:
    """A verdict, or that there is none yet, marked as one."""
    verdict = verdict or "open"
    return f'<span class="verdict verdict-{verdict}">{verdict}</span>'


def grade_badge(grade: str) -> str:
    """A grade, marked as one, with what it means."""
    return f'<span class="grade grade-{grade}" title="{GRADES[grade]}">grade {grade}</span>'


def badges(claim: Claim) -> str:
    """A claim's verdict, and beside it the grade of a defect that it carries, or the origin of one of ours."""
    verdict = badge(claim.verdict)
    if claim.origin:
        return f'{verdict} <span class="origin" title="{ORIGINS[claim.origin]}">{claim.origin}</span>'
    return f"{verdict} {grade_badge(claim.grade)}" if claim.grade else verdict


def mark(claim: Claim, count: int = 1) -> str:
    """A claim's verdict as a sign for the margin, with its grade or with how many claims share it; not for the ear."""
    kind = "ours" if claim.origin else claim.verdict or "open"
    small = "".join(f"<small>{text}</small>" for text in (claim.grade, f"×{count}" if count > 1 else None) if text)
    return f'<span class="mark mark-{kind}" aria-hidden="true">{SIGNS.get(claim.verdict or "", "·")}{small}</span>'


def line(claim: Claim) -> str:
    """A claim's verdict, grade and id in plain text, in columns."""
    follows = f", follows {claim.follows}" if claim.follows else ""
    return f"{claim.verdict or 'open':14s} {claim.grade or ' '} {claim.id}{follows}"


def link(claim: Claim, text: str | None = None, up: str = "..") -> str:
    """A link to a decided claim in its chapter, from a page so many folders down."""
    return f'<a href="{up}/{claim.chapter}.html#{slug(claim)}">{text or claim.id}</a>'


def followed(claim: Claim) -> str:
    """Which claim carries the defect that this one inherits, if one does."""
    return f"follows {link(load()[claim.follows])}" if claim.follows else ""


def scope(claim: Claim) -> str:
    """How far our sentences on a claim go, in a sentence; nothing if they speak of no more than the claim."""
    if not (limits := claim.scope):
        return ""
    return inline(f"{'; '.join(filter(None, [limits.over, limits.at]))} ({WAYS[limits.by]})")


def slug(claim: Claim) -> str:
    """The claim's anchor in its chapter."""
    return f"claim-{claim.id.replace('.', '-')}"


def inline(text: str | None) -> str:
    """Text in one line."""
    return " ".join((text or "").split())


def cell(text: str | None) -> str:
    """Text for a table cell: a bar would end it, so in formulas it becomes the TeX for one; a star is a star."""
    return "".join(
        part.replace("|", r"\vert ") if part.startswith("$") else part.replace("|", "&#124;").replace("*", r"\*")
        for part in _FORMULA.split(inline(text))
    )


def html(text: str | None) -> str:
    """Text with formulas as HTML, formulas marked as Sphinx marks them, so that they are typeset."""
    return "".join(
        rf'<span class="math">\({escape(part[1:-1])}\)</span>' if part.startswith("$") else escape(part, quote=False)
        for part in _FORMULA.split(inline(text))
    )
