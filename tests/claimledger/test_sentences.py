"""What sentences of the ledger say beyond a verdict: numbers, and words that speak of everything."""

from __future__ import annotations

from fractions import Fraction

import pytest

from claimledger import Evidence
from claimledger.sentences import numbers, uncarried, universal

from .samples import make_claim


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("4 of 165 models", ["4", "165"]),
        ("2 of the 9 panels", ["2", "9"]),
        ("in 9 panels", []),  # small whole numbers count in passing
        ("in 1,234 and $1{,}234$ draws, and 10", ["1234", "10"]),
        ("a share of 0.36, 12% or 2.5 %", ["0.36", "12", "2.5"]),
        ("at $p=0.05$ and $x^{12}$ and $\\frac{11}{13}$", ["0.05"]),
        ("of 7/15 or 3e-9", ["7/15", "3e-9"]),
        ("Equation 14, Figures 15 to 17, Table 12 (Section 3.1), Hand (2009), arXiv:2401.06091", []),
        ("Theorems 11, 12 and 13; Appendix C.22", []),
    ],
)
def test_numbers_are_found_as_they_are_printed(text: str, found: list[str]) -> None:
    assert numbers(text) == found


def _evidence() -> Evidence:
    e = Evidence(note="From 2,000 draws.")
    e.printed("the share", published=[{"a": 0.3649}], reproduced=[{"a": 0.3649}])
    e.repaired("all models", cases=[True] * 162)
    e.control("twice", agrees=False, reproduced=Fraction(7, 15))
    return e


@pytest.mark.parametrize(
    ("finding", "missing"),
    [
        ("It is 0.36, 0.365 or 36%.", []),
        ("It is 36.5 points.", []),
        ("It is 36.5.", ["36.5"]),
        ("It is 0.37.", ["0.37"]),
        ("It is 162 of 162, from 2,000 draws.", []),
        ("It is 161 of 162.", ["161"]),
        ("It is 7/15, about 0.47.", []),
        ("It is 7/16.", ["7/16"]),
        ("As the paper says, 0.9.", []),
    ],
)
def test_a_number_that_the_evidence_does_not_have_is_found(finding: str, missing: list[str]) -> None:
    says = "the share is 0.9"
    assert uncarried(make_claim(says=says, finding=finding), _evidence()) == missing
    assert uncarried(make_claim(says="a share", finding="It is so.", remark=finding), _evidence()) == (
        missing or (["0.9"] if "0.9" in finding else [])
    )
    assert uncarried(make_claim(says=says, finding="New.", origin="new"), _evidence()) == ["0.9"]


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        ("It never falls, and rises only if all are ties.", ["never", "only", "all"]),
        ("Much more is true in general, Always.", ["much more", "in general", "always"]),
        ("It overall allows nonetheless.", []),
    ],
)
def test_words_that_speak_of_everything_are_found(finding: str, words: list[str]) -> None:
    assert universal(make_claim(finding=finding)) == words
    assert universal(make_claim(finding="So.", remark=finding)) == words
    assert universal(make_claim(says=finding, finding="So.")) == []
    assert universal(make_claim(says=finding, finding="So.", origin="new")) == words
