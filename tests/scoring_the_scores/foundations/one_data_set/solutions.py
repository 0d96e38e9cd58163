"""Solutions and mistakes: One data set through five papers."""

from __future__ import annotations

import math

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("foundations.clinic-threshold")
def clinic_threshold(given):
    """With the probability itself one calls from c on, which is the log-odds of c.

    Equal weights for both classes raise every log-odds by the log-odds of the negatives' share, so the
    threshold rises by as much.
    """
    share, c = given["share"], given["c"]
    return math.log((1 - share) / share) + math.log(c / (1 - c))


@mistakes("foundations.clinic-threshold", says="not undone")
def weights_kept(given):
    return math.log(given["c"] / (1 - given["c"]))


@mistakes("foundations.clinic-threshold", says="wrong direction")
def undone_downwards(given):
    return 2 * weights_kept(given) - clinic_threshold(given)


@mistakes("foundations.clinic-threshold", says="swapped")
def misses_for_calls(given):
    return clinic_threshold(given) - 2 * weights_kept(given)


@solves("foundations.clinic-cuts")
def clinic_cuts(given):
    """The second has its first positives at once and then waits; the first catches up from the third place on."""
    return "PNPPPNNNNN", "PPPNNNNPNN"


@mistakes("foundations.clinic-cuts", says="swapped")
def the_second_first_again(given):
    return clinic_cuts(given)[::-1]


@mistakes("foundations.clinic-cuts", says="AP must prefer the second")
def no_disagreement(given):
    return "PPPPNNNNNN", "NNPPPPNNNN"


@mistakes("foundations.clinic-cuts", says="still ahead")
def a_lasting_lead(given):
    return "PPNPPNNNNN", "PPPNNNPNNN"
