"""Files of claims, and claims with evidence, made up for the tests."""

from __future__ import annotations

import os
import signal
from fractions import Fraction
from pathlib import Path

from claimledger import Claim, Evidence, Printed, Result, run

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


def make_confirmed(claim: Claim) -> Result:
    """Make a result whose evidence gives the claim's verdict."""
    found = make_result(claim, agrees=claim.verdict in ("holds", "untestable", "unexamined"))
    if claim.verdict == "corrected":
        found.evidence.repaired("mended", published=1, reproduced=1)
    if claim.verdict == "underspecified":
        found.evidence.comparisons.clear()
        for agrees in (True, False):
            found.evidence.reading("a way", published=1, reproduced=1 if agrees else 2)
    if claim.verdict == "untestable":
        found.evidence.missing("The data.", looked="The archive.", instead="Nothing.")
    if claim.verdict == "unexamined":
        found.evidence.unexamined("The works.", where="The journals.", instead="Nothing.")
    assert found.confirmed
    return found


#: A chapter whose process is killed while a file named by the variable is there.
KILLED = "flach/missing-label"
KILLER = "METRICBOOK_TEST_KILLER"
run_all = run._run_all


def killed(claims: list[Claim]) -> list[Result]:
    """Run the checks of a chapter, but be killed at one, as by a system that is out of memory."""
    killer = Path(os.environ[KILLER])
    if claims[0].chapter == KILLED and killer.exists():
        if killer.read_text(encoding="utf-8") == "once":
            killer.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return run_all(claims)


#: Two checks of a paper that the code has never heard of, and its claims.
TOY_CHECKS = """\
from claimledger import Evidence


def sum_of_two(claim) -> Evidence:
    e = Evidence()
    e.printed("1 + 1", published=claim.published, reproduced=1 + 1)
    e.repaired("1 + 1", published=2, reproduced=1 + 1)
    return e


def no_claim_needed() -> Evidence:
    e = Evidence()
    e.printed("twice is even", cases=(2 * n % 2 == 0 for n in range(3)))
    e.control("thrice is even", cases=(3 * n % 2 == 0 for n in range(3)))
    return e
"""

TOY_CLAIMS = (
    HEAD.format(paper="toy", order=9)
    + """\
claims:
- id: toy.sum
  where: Equation 1
  kind: equation
  says: one and one is three
  published: 3
  verdict: corrected
  finding: One and one is two.
  grade: A
  check: toy.a_room.check_toy.sum_of_two
- id: toy.even
  where: Section 2
  kind: statement
  says: twice a number is even
  verdict: holds
  finding: It is.
  check: toy.a_room.check_toy.no_claim_needed
"""
)
