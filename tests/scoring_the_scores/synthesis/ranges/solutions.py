"""Solutions and mistakes: What does 0.8 tell you?"""

from __future__ import annotations

import math

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.ranges-bound")
def bound(given):
    """No threshold need be better than flagging nothing while many pairs are lost.

    Else all best points may lie on one line; and at best the lost pairs are those of a few positives.
    """
    lost, rare = 1 - given["auroc"], given["prevalence"]
    return 1 - min(rare, math.sqrt(2 * rare * (1 - rare) * lost)), 1 - rare * lost


@mistakes("synthesis.ranges-bound", says="swapped")
def the_greatest_first(given):
    return bound(given)[::-1]


@mistakes("synthesis.ranges-bound", says="share")
def in_percent(given):
    return tuple(100 * one for one in bound(given))


@mistakes("synthesis.ranges-bound", says="which are rarer")
def lost_by_negatives(given):
    return bound(given)[0], 1 - (1 - given["prevalence"]) * (1 - given["auroc"])


@mistakes("synthesis.ranges-bound", says="The greatest is not")
def perfect(given):
    return bound(given)[0], 1.0


@solves("synthesis.ranges-worst-precision")
def worst_precision(given):
    """Three negatives come first, and then all positives: each of the four loses three pairs."""
    return "NNNPPPPNNNNNNNNN"


@mistakes("synthesis.ranges-worst-precision", says="not 0.75")
def another_area(given):
    return "NNPPPPNNNNNNNNNN"


@mistakes("synthesis.ranges-worst-precision", says="begins with a positive")
def a_step(given):
    return "PPPNNNNNNNNNNNNP"


@mistakes("synthesis.ranges-worst-precision", says="more than 0.44")
def a_pause(given):
    return "NNPPNNPPNNNNNNNN"


@solves("synthesis.ranges-confident")
def confident(given):
    """Each wrong decision of the smaller class can lose to all of the larger one, so few are needed."""
    square = (given["positives"] + given["negatives"]) ** 2
    few = -(-given["lost"] // max(given["positives"], given["negatives"]))
    return 1 - (2 * given["lost"] + few**2) / square


@mistakes("synthesis.ranges-confident", says="may meet")
def only_mixed_pairs(given):
    return 1 - 2 * given["lost"] / (given["positives"] + given["negatives"]) ** 2


@mistakes("synthesis.ranges-confident", says="smaller class")
def the_larger_class(given):
    square = (given["positives"] + given["negatives"]) ** 2
    return 1 - (2 * given["lost"] + (-(-given["lost"] // min(given["positives"], given["negatives"]))) ** 2) / square


@mistakes("synthesis.ranges-confident", says="two, not one")
def each_pair_once(given):
    few = -(-given["lost"] // max(given["positives"], given["negatives"]))
    return 1 - (given["lost"] + few**2) / (given["positives"] + given["negatives"]) ** 2


@mistakes("synthesis.ranges-confident", says="No sample")
def nothing_lost(given):
    return 1.0
