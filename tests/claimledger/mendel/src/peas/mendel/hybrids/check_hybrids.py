"""A plant with the dominant character is called pure if none of ten of its descendants has the recessive one."""

from __future__ import annotations

from fractions import Fraction

from claimledger import Evidence

#: Of plants with the dominant character, and of a hybrid's descendants, without the recessive one.
HYBRID, WITHOUT = Fraction(2, 3), Fraction(3, 4)


def found_to_be_hybrids(descendants: int) -> Fraction:
    """The share of plants of which one of so many descendants shows that they are hybrids."""
    return HYBRID * (1 - WITHOUT**descendants)


def two_in_three() -> Evidence:
    """Ten descendants miss a hybrid with probability (3/4)**10, as Fisher remarked in 1936."""
    e = Evidence()
    e.printed("share that ten descendants show", published=HYBRID, reproduced=found_to_be_hybrids(10))
    e.repaired("share times the part of hybrids that ten descendants show", published=HYBRID * (1 - WITHOUT**10),
               reproduced=found_to_be_hybrids(10))  # fmt: skip
    e.control("two in three after any number of descendants up to a hundred",
              over=range(101), holds=lambda n: found_to_be_hybrids(n) == HYBRID)  # fmt: skip
    return e
