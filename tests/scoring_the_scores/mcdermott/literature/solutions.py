"""Solutions and mistakes: 127 papers."""

from __future__ import annotations

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("mcdermott.three-lists")
def three_lists(given):
    """A set has each paper once, however often it is listed.

    The paper in both smaller lists is listed impossibly; what the final list has beside these two may cite a
    work that makes the claim.
    """
    final, uncited, unfounded = (set(given[name]) for name in ("final", "uncited", "unfounded"))
    (both,) = uncited & unfounded
    return {"papers": len(final), "impossible": both, "founded": len(final - uncited - unfounded)}


@mistakes("mcdermott.three-lists", says="some papers stand there twice")
def entries(given):
    return three_lists(given) | {"papers": len(given["final"])}


@mistakes("mcdermott.three-lists", says="away twice")
def subtracted_twice(given):
    founded = len(set(given["final"])) - len(given["uncited"]) - len(given["unfounded"])
    return three_lists(given) | {"founded": founded}


@mistakes("mcdermott.three-lists", says="one of the two lists:")
def with_a_citation(given):
    return three_lists(given) | {"founded": len(set(given["final"]) - set(given["uncited"]))}


@mistakes("mcdermott.three-lists", says="in one of the two lists only")
def merely_uncited(given):
    return three_lists(given) | {"impossible": min(set(given["uncited"]) - set(given["unfounded"]))}
