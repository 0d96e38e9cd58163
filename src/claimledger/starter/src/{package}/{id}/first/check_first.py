"""Checks of the first claims: a function for each, which computes what the claim says and returns the evidence."""

from __future__ import annotations

from claimledger import Claim, Evidence


def first(claim: Claim) -> Evidence:
    """Not done: the control below agrees as the claim does, so the ledger does not confirm it."""
    e = Evidence(claim)
    e.printed("the claim as the paper has it", over=range(3), holds=lambda n: (n + n) % 2 == 0)
    e.control("a wrong neighbour of the claim, which must fail", over=range(3), holds=lambda n: (n + n) % 2 == 0)
    return e
