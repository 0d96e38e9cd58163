"""What a wrong number or a wrong function is told."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from scoring_the_scores.exercises.reading import Wrong
from scoring_the_scores.exercises.slips import array, match, same_function

CASES = [((1, 0), (2, 1)), ((1, 0), (1, 2)), ((0, 1, 1), (1, 1, 2))]


def total(labels, scores):
    return Fraction(int(sum(scores)))


def test_a_slip_is_named_after_the_first_case_that_shows_it() -> None:
    slips = {"that is one more": lambda y, s: total(y, s) + 1, "Labels were added.": lambda y, s: Fraction(sum(y))}
    assert same_function(total, total, CASES, slips) == 3
    with pytest.raises(
        Wrong, match=r"^On labels \[1, 0\], scores \[2, 1\] the function returns 4, .* 3: that is one more"
    ):
        same_function(lambda y, s: sum(s) + 1, total, CASES, slips)
    with pytest.raises(Wrong, match=r"should be 3\. Labels were added\.$"):
        same_function(lambda y, s: sum(y), total, CASES, slips)


def test_a_slip_that_fits_once_is_not_named() -> None:
    with pytest.raises(Wrong, match=r"it should be 3\.$"):
        same_function(
            lambda y, s: 4 if s[0] == 2 else 0, total, CASES, {"that is one more": lambda y, s: 1 + total(y, s)}
        )


def test_a_function_that_changes_its_arguments_changes_copies() -> None:
    def greedy(labels, scores):
        found = sum(scores)
        scores.clear()
        return found

    assert same_function(greedy, total, [([1, 0], [2, 1])] * 2, {}, given=list) == 2


def test_columns_are_labels_or_numbers() -> None:
    assert array((1, 0)).dtype == int
    assert array((2, 0)).dtype == float
    assert np.array_equal(array([0.5, 1]), [0.5, 1.0])


def test_a_number_is_matched_with_the_slip_that_leads_to_it() -> None:
    match(0.5, Fraction(1, 2), "It", {})
    with pytest.raises(Wrong, match=r"^It is not 1/3: that is a third\.$"):
        match(Fraction(1, 3), Fraction(1, 2), "It", {"that is a third": Fraction(1, 3)})
    with pytest.raises(Wrong, match=r"^It is not 0\.25: look again\.$"):
        match(0.25, 0.5, "It", {"that is a third": Fraction(1, 3)}, hint="look again")


def test_what_differs_in_a_late_digit_is_shown_with_it() -> None:
    with pytest.raises(Wrong, match=r"returns 3\.0000001, and it should be 3\.$"):
        same_function(lambda y, s: sum(s) + 1e-7, total, CASES, {})
    with pytest.raises(Wrong, match=r"^It is not 0\.5000001\.$"):
        match(0.5000001, 0.5, "It", {})


def test_the_right_fraction_that_was_rounded_is_told_so() -> None:
    for spelt in ("0.88", "0.883", "0.8831"):
        with pytest.raises(Wrong, match=f"^AUROC is {spelt} only when it is rounded"):
            match(Fraction(spelt), Fraction(68, 77), "AUROC", {})
    for other in ("0.89", "0.9", "0.882", "1"):
        with pytest.raises(Wrong, match=r"^AUROC is not"):
            match(Fraction(other), Fraction(68, 77), "AUROC", {})


def test_a_match_of_a_decimal_is_right() -> None:
    match(Fraction("0.75"), Fraction(3, 4), "It", {})
