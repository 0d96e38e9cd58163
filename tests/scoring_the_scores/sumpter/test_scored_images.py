"""Figure 1 of the threshold paper by counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from metricbook import labelled_win_rate
from scoring_the_scores.sumpter import scored_images as images

HALF_UNIT = Fraction(1, 200)
PRINTED = {67: Fraction(49, 100), 60: Fraction(3, 5), 75: Fraction(49, 100)}


def _bounds(*thresholds):
    return {r: (PRINTED[r] - HALF_UNIT, PRINTED[r] + HALF_UNIT) for r in thresholds}


def test_orders_are_all_orders_with_the_printed_counts():
    """Against brute force: every order of 9 flagged images that has 4 cats first and 5 of 7 and 6 of 9."""
    wanted = {
        order for order in set(permutations("CCCCCCooo")) if order[:4].count("C") == 4 and order[:7].count("C") == 5
    }
    found = {
        tuple("C" if s in cats else "o" for s in sorted(cats + others, reverse=True))
        for cats, others in images.orders(6)
    }
    assert found == wanted


@pytest.mark.parametrize("cats", [6, 8])
def test_orders_have_the_printed_precisions(cats):
    for order in images.orders(cats):
        assert len(order[0]) == cats
        for threshold, (found, others) in images.FLAGGED.items():
            assert images.precision(*order, threshold) == Fraction(found, found + others)


def test_one_order_is_left_and_none_with_the_third_value():
    assert len(images.solutions(_bounds(67, 60))) == 1
    assert images.solutions(_bounds(67, 60, 75)) == []


def test_the_drawn_scores_stand_in_the_order_that_is_left():
    [(cats, others)] = images.solutions(_bounds(67, 60))
    ranks = [s in cats for s in sorted(cats + others, reverse=True)]
    drawn = sorted(images.DRAWN_CATS + images.DRAWN_OTHERS, reverse=True)[: len(ranks)]
    assert ranks == [s in images.DRAWN_CATS for s in drawn]


@pytest.mark.parametrize(("same", "ties"), [("discard", "discard"), ("half", "half"), ("loss", "negative")])
def test_the_sweep_counts_the_same_pairs(same, ties):
    cats, others = images.DRAWN_CATS, images.DRAWN_OTHERS
    labels = np.arange(len(cats + others)) < len(cats)
    for threshold in cats + others:
        counted = images.win_rate(cats, others, threshold, same_image=same)
        swept = labelled_win_rate(labels, np.array(cats + others, dtype=float), threshold=threshold, ties=ties)
        assert swept == pytest.approx(float(counted), abs=1e-12)


def test_bad_questions_are_refused():
    with pytest.raises(ValueError, match="6 cats are flagged"):
        next(images.orders(5))
    with pytest.raises(ValueError, match="no image scores 100"):
        images.precision((1,), (), 100)
    with pytest.raises(ValueError, match="same_image is one of"):
        images.win_rate((1,), (0,), 0, same_image="win")
    with pytest.raises(ValueError, match="no pair"):
        images.win_rate((1,), (), 0)
    with pytest.raises(ValueError, match="intervals above 0"):
        images.solutions({67: (Fraction(0), Fraction(1))})
