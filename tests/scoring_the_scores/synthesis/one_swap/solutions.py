"""Solutions and mistakes: What one swap is worth."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.swap-prices")
def swap_prices(given):
    """AUROC gains one pair out of all pairs.

    Of average precision only the precision at that positive changes, from k of r + 1 to k of r; it is one of as
    many terms as there are positives.
    """
    r, positives = given["rank"], given["ranking"].count("P")
    k = given["ranking"][: r + 1].count("P")
    pairs = positives * given["ranking"].count("N")
    return Fraction(1, pairs), Fraction(k, positives * r * (r + 1))


@mistakes("synthesis.swap-prices", says="counts among those found")
def positives_above(given):
    k = given["ranking"][: given["rank"] + 1].count("P")
    area, gained = swap_prices(given)
    return area, gained * Fraction(k - 1, k)


@mistakes("synthesis.swap-prices", says="a mean over all positives")
def of_one_positive(given):
    area, gained = swap_prices(given)
    return area, gained * given["ranking"].count("P")


@mistakes("synthesis.swap-prices", says="not all pairs")
def all_pairs(given):
    n = len(given["ranking"])
    return Fraction(2, n * (n - 1)), swap_prices(given)[1]


@mistakes("synthesis.swap-prices", says="swapped")
def in_the_other_order(given):
    return swap_prices(given)[::-1]


@solves("synthesis.swap-discount")
def swap_discount(given):
    """Just before, the negative stands at rank i + j - 1, below i - 1 positives and j - 1 negatives."""

    def worth(i, j):
        rank = i + j - 1
        return 1 / math.log2(1 + rank) - 1 / math.log2(2 + rank)

    return worth


@mistakes("synthesis.swap-discount", says="at rank i + j?")
def rank_off_by_one(given):
    return lambda i, j: swap_discount(given)(i + 1, j)


@mistakes("synthesis.swap-discount", says="base 2")
def natural_logarithm(given):
    return lambda i, j: swap_discount(given)(i, j) / math.log(2)


@mistakes("synthesis.swap-discount", says="not the other positives")
def negatives_only(given):
    return lambda i, j: swap_discount(given)(1, j)


@solves("synthesis.swap-unseen")
def swap_unseen(given):
    """All mistakes lie in a bay below one long segment of the hull."""
    return "PPPNNNPNPNPPPNNN"


@mistakes("synthesis.swap-unseen", says="to H: its point rises above")
def alternating(given):
    return "PPNPNPNPN"


@mistakes("synthesis.swap-unseen", says="at least three mistakes")
def two_mistakes(given):
    return "PPPNPNPN"


@mistakes("synthesis.swap-unseen", says="Is the highest score first?")
def upside_down(given):
    return swap_unseen(given)[::-1]
