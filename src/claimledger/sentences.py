"""The numbers in a sentence of the ledger, and its words that generalise, such as "all" and "never"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, Final

from claimledger.claims import Claim
from claimledger.evidence import Evidence

#: Words that generalise. A claim with one of them needs a `Scope`.
UNIVERSAL: Final = re.compile(
    r"\b(always|never|all|none|only|every|everywhere|nowhere|exactly those|much more|in general)\b", re.IGNORECASE
)
#: Names of places in a text with the numbers that belong to them, and years: these number things and measure nothing.
_PLACES: Final = re.compile(
    r"\b(Appendix|Chapter|Column|Corollary|Definition|Equation|Eq\.|Example|Figure|Footnote|Lemma|Line|Page|Panel|Part|"
    r"Proposition|Property|Ref\.|Row|Section|Step|Table|Theorem|Version|arXiv)(s|es)?:?\s*\(?[A-Z]?\d[\w.]*\)?"
    r"((,|,? and|,? or| to|–)\s*\(?[A-Z]?\d[\w.]*\)?)*|\b(18|19|20)\d\d[a-z]?\b",
    re.IGNORECASE,
)
_FORMULA: Final = re.compile(r"\$([^$]*)\$")
_NUMBER: Final = re.compile(r"(?<![\w.^_/])\d+(?:\.\d+)?(?:/\d+)?(?:e-?\d+)?(?![\w/]|\.\d)")
#: Separators of thousands, in a text, in a formula or in code.
_THOUSANDS: Final = re.compile(r"(?<=\d)(?:\{,\}|,|_)(?=\d{3}(?!\d))")
#: The least whole number that must be in the evidence; smaller ones are mere counts in prose.
_LEAST: Final = 10


def universal(claim: Claim) -> list[str]:
    """The words in our sentences on a claim that generalise, in lower case."""
    return [word.lower() for text in ours(claim) for word in UNIVERSAL.findall(text)]


def ours(claim: Claim) -> list[str]:
    """The sentences that this book answers for: what is true, what is taken for granted, and a statement of our own."""
    return [text for text in (claim.finding, claim.remark, claim.says if claim.origin else None) if text]


def numbers(text: str) -> list[str]:
    """The numbers that a sentence states, as they are printed, without thousands' commas.

    Left out are the numbers of equations and other places, years, whole numbers below ten, and whole numbers inside a
    formula, which are its own. ``"4 of 166"`` gives both.

    Examples
    --------
    >>> numbers("Equation 14 fails in 4 of 1,166 models, by $x^2+0.36$, or 3/4 of 12%.")
    ['4', '1166', '12', '0.36', '3/4']
    """
    plain = _PLACES.sub(" ", _THOUSANDS.sub("", text))
    numerals = []
    for match in re.finditer(r"\b(\d+) of (?:the )?(\d+)\b", _FORMULA.sub(" ", plain)):
        numerals += [match[1], match[2]]
    inside = [m for formula in _FORMULA.findall(plain) for m in _NUMBER.findall(formula) if "." in m]
    outside = [m for m in _NUMBER.findall(_FORMULA.sub(" ", plain)) if not m.isdecimal() or int(m) >= _LEAST]
    return list(dict.fromkeys(m for m in [*numerals, *inside, *outside]))


def uncarried(claim: Claim, evidence: Evidence) -> list[str]:
    """The numbers of our sentences on a claim that its evidence does not have, rounded as they are printed.

    What the paper says and prints counts as evidence for a paper's claim, but not for one of our own.
    """
    pool = [claim.published, *shown(evidence)]
    if not claim.origin:
        pool += numbers(claim.says)
    return [number for text in ours(claim) for number in lacking(text, pool)]


def lacking(text: str, pool: Any) -> list[str]:
    """The numbers of a sentence that stand nowhere in a pool of numbers and texts, rounded as they are printed.

    A share may be given as its percentage in a text that speaks of percent or points.
    """
    there = [abs(number) for number in _numbers(pool)]
    if re.search(r"%|percent|points", text):
        there += [100 * number for number in there if not number.is_integer()]
    return [number for number in numbers(text) if not _had(number, there)]


def shown(evidence: Evidence) -> list[Any]:
    """All that evidence shows, numbers and texts, nested as they come."""
    compared = [[c.what, c.published, c.reproduced, c.counterexample] for c in evidence.comparisons]
    return [*compared, evidence.note, evidence.lacking, evidence.unopened]


def _had(number: str, pool: list[float]) -> bool:
    """Whether the numbers contain one, or one that rounds to it as it is printed."""
    value = float(Fraction(number))
    digit = 0.0 if "/" in number else 10.0 ** int(Decimal(number).as_tuple().exponent)
    half = 0.5 * digit * (1 + 1e-9) + 1e-12
    return any(there == value or (not there.is_integer() and abs(there - value) <= half) for there in pool)


@cache
def _in_text(text: str) -> list[float]:
    found = re.findall(r"\d+/\d+|\d*\.?\d+(?:e-?\d+)?", _THOUSANDS.sub("", text))
    return [float(Fraction(number)) for number in found if not re.fullmatch(r"\d+/0+", number)]


def _numbers(of: Any) -> Iterator[float]:
    """Every number in a value, nested or in a text."""
    if isinstance(of, str):
        yield from _in_text(of)
    elif isinstance(of, Mapping):
        for key, entry in of.items():
            yield from _numbers(str(key))
            yield from _numbers(entry)
    elif isinstance(of, (list, tuple)):
        for entry in of:
            yield from _numbers(entry)
    elif isinstance(of, bool) or of is None:
        return
    else:
        try:
            yield float(of)
        except (TypeError, ValueError):
            yield from _numbers(str(of))
