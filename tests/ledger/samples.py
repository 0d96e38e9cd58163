"""Files of claims, and claims with evidence, made up for the tests."""

from __future__ import annotations

from fractions import Fraction

from metricbook.ledger import Claim, Evidence, Printed, Result

HEAD = """\
paper: {paper}
title: The title in full
name: The authors on the subject
reference: The authors, The title in full.
order: {order}
inventoried: 1
"""


VALID = (
    HEAD
    + """\
claims:
- id: {paper}.first
  where: Section 1
  kind: number
  says: a number
"""
)


BASE = VALID.format(paper="lxcim", order=1)


def make_claim(name: str = "first", **details: object) -> Claim:
    """Make a claim of the first paper, decided unless told otherwise."""
    decided = {"verdict": "holds", "finding": "It is so: $a|b$.", "check": "lxcim.lxcim.none.such"}
    values = {"where": "section 1", "kind": "number", "says": "a | b"}
    return Claim(f"lxcim.{name}", **{**values, **decided, **details})


def make_result(claim: Claim, *, agrees: bool = True) -> Result:
    """Make a claim's result, with one comparison that agrees or not, and a control."""
    evidence = Evidence(note="From 3 draws.")
    value = 0.46 if agrees else 0.1 + 0.2
    evidence.printed("the | value", published=Printed("0.50"), reproduced=value, tolerance=0.05)
    evidence.control("a wrong one", agrees=False, reproduced=Fraction(1, 3))
    return Result(claim, evidence, 0.25)
