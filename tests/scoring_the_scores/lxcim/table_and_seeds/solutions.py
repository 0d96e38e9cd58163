"""Solutions and mistakes: A table and its seeds."""

from __future__ import annotations

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("lxcim.below-one-half")
def below_one_half(given):
    """All mistakes first: LxCIM is the square of the accuracy. Turned, it is one minus that."""
    return {"decisions": "WWWWRRRRRR", "turned": "64/100"}


@mistakes("lxcim.below-one-half", says="Read from the other end")
def least_confident_first(given):
    return {"decisions": "RRRRRRWWWW", "turned": "16/100"}


@mistakes("lxcim.below-one-half", says="no exchange of classes")
def believed_invariant(given):
    return {"decisions": "WWWWRRRRRR", "turned": "36/100"}


@mistakes("lxcim.below-one-half", says="in the opposite order")
def order_turned(given):
    return {"decisions": "WWWWRRRRRR", "turned": "84/100"}


@mistakes("lxcim.below-one-half", says="at least six of them right")
def mostly_wrong(given):
    return {"decisions": "WWWWWRRRRR", "turned": "3/4"}


@solves("lxcim.a-unit-in-the-last-place")
def a_unit_in_the_last_place(given):
    """A loop over all n, k and multiples of n."""
    for n in [n for n in range(3, 31) if n != 19]:
        for k in range(1, n):
            for m in range(n + 1, 600, n):
                if m >= 10 and np.quantile(np.arange(m), np.linspace(0, 1, n + 1)[k]) < (m - 1) * k // n:
                    return k, n, m
    raise AssertionError("there is none")


@mistakes("lxcim.a-unit-in-the-last-place", says="between two of them")
def not_a_value(given):
    return 7, 9, 1331


@mistakes("lxcim.a-unit-in-the-last-place", says="exact in binary")
def a_half(given):
    return 2, 4, 1001


@mistakes("lxcim.a-unit-in-the-last-place", says="n must be from 3 to 30")
def that_of_the_chapter(given):
    return 17, 19, 1331
