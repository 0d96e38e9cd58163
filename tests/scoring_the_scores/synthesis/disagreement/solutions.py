"""Solutions and mistakes: Where metrics disagree."""

from __future__ import annotations

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.disagreement-uncrossed")
def uncrossed(given):
    """The first positive moves up past three negatives; the flagged set shrinks past another positive."""
    return "PPNNNPNPN", "PPNNNNNPP"


@mistakes("synthesis.disagreement-uncrossed", says="swapped")
def the_lower_first(given):
    return uncrossed(given)[::-1]


@mistakes("synthesis.disagreement-uncrossed", says="The curves cross")
def crossing(given):
    return "PPPNNNNNP", "NPPPPNNNN"


@mistakes("synthesis.disagreement-uncrossed", says="prefer the first by 0.15")
def too_near(given):
    return "PPPNPNNNN", "PPNPPNNNN"


@mistakes("synthesis.disagreement-uncrossed", says="is not defined")
def below_chance(given):
    return "PPPPNNNNN", "NNNNNPPPP"


@mistakes("synthesis.disagreement-uncrossed", says="C(r_b) must prefer the second")
def nothing_surprising(given):
    return "PPPPNNNNN", "PNPNPNPNN"


@solves("synthesis.disagreement-precision")
def same_precision(given):
    """Two of five and one of five flags are right twice over: more hits for F1, more mistakes for accuracy."""
    return (14, 6, 6, 4), (17, 3, 8, 2)


@mistakes("synthesis.disagreement-precision", says="not the same")
def another_precision(given):
    return (14, 6, 6, 4), (18, 2, 8, 2)


@mistakes("synthesis.disagreement-precision", says="swapped")
def accuracy_first(given):
    return same_precision(given)[::-1]


@mistakes("synthesis.disagreement-precision", says="more right than wrong")
def mostly_right(given):
    return (18, 2, 6, 4), (19, 1, 8, 2)


@mistakes("synthesis.disagreement-precision", says="that is the theorem")
def as_many_flagged(given):
    return (14, 6, 6, 4), (13, 7, 7, 3)
