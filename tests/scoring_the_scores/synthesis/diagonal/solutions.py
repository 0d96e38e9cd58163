"""Solutions and mistakes: Cost space is the diagonal of the Tile."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.diagonal-price")
def diagonal_price(given):
    """The loss counts a false alarm c and a miss 1 - c, as the score does at a = b = 1 - c.

    Counts do in place of shares, since the number of cases cancels.
    """
    c = Fraction(str(given["c"]))
    right, mistaken = c * given["tn"] + (1 - c) * given["tp"], c * given["fp"] + (1 - c) * given["fn"]
    return right / (right + mistaken)


@mistakes("synthesis.diagonal-price", says="The place is not the price itself")
def at_the_price(given):
    c = Fraction(str(given["c"]))
    right, mistaken = (1 - c) * given["tn"] + c * given["tp"], (1 - c) * given["fp"] + c * given["fn"]
    return right / (right + mistaken)


@mistakes("synthesis.diagonal-price", says="no canonical score")
def one_minus_the_loss(given):
    c = Fraction(str(given["c"]))
    return 1 - 2 * (c * given["fp"] + (1 - c) * given["fn"]) / given["total"]


@mistakes("synthesis.diagonal-price", says="That is a loss")
def the_loss(given):
    return 1 - diagonal_price(given)


@mistakes("synthesis.diagonal-price", says="must be exact")
def rounded(given):
    return round(float(diagonal_price(given)), 2) + 1e-9


@solves("synthesis.diagonal-parallel")
def parallel(given):
    """The tilt of F1 is -1 at every prevalence; at b = 1/4 that is a = 1 less half the prevalence."""
    return 1 - Fraction(str(given["prior"])) / 2, "1/4"


@mistakes("synthesis.diagonal-parallel", says="upright")
def accuracy_for_f1(given):
    return "1/2", "1/2"


@mistakes("synthesis.diagonal-parallel", says="classes are swapped")
def at_the_other_prevalence(given):
    return 1 - (1 - Fraction(str(given["prior"]))) / 2, "1/4"


@mistakes("synthesis.diagonal-parallel", says="as far apart")
def as_far_apart(given):
    return "3/4", "1/4"


@mistakes("synthesis.diagonal-parallel", says="their toss")
def precision(given):
    return 1, "1/3"


@solves("synthesis.diagonal-toss")
def below_both(given):
    """One flags a single case, rightly, the other everything."""
    return (90, 0, 9, 1), (0, 90, 0, 10)


@mistakes("synthesis.diagonal-toss", says="lies between")
def two_alike(given):
    return (80, 10, 5, 5), (85, 5, 2, 8)


@mistakes("synthesis.diagonal-toss", says="at least 0.05")
def a_little_below(given):
    return (88, 2, 6, 4), (76, 14, 2, 8)


@mistakes("synthesis.diagonal-toss", says="same class sizes")
def rows_for_columns(given):
    return (90, 9, 0, 1), (50, 3, 40, 7)
