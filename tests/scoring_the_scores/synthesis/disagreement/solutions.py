"""Solutions and mistakes: Where metrics disagree."""

from __future__ import annotations

import math

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


@solves("synthesis.disagreement-read-share")
def read_share(given):
    """In the limit the differences of the two metrics are normal, with a known correlation.

    They differ in sign with a probability that is the angle of the correlation, out of half a turn.
    """
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    return tuple(round(math.acos(one) / math.pi, 3) for one in correlations)


@mistakes("synthesis.disagreement-read-share", says="swapped")
def ap_first(given):
    return read_share(given)[::-1]


@mistakes("synthesis.disagreement-read-share", says="not percentages")
def percentages(given):
    return tuple(100 * one for one in read_share(given))


@mistakes("synthesis.disagreement-read-share", says="not how often")
def the_correlations(given):
    return tuple(math.cos(math.pi * one) for one in read_share(given))


@mistakes("synthesis.disagreement-read-share", says="For AUROC and AP")
def one_in_six(given):
    return 1 / 6 - 0.02, 0.15


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
