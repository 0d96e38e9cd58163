"""Pairs of cases that are alike, and how many of them rounding explains."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.reports.coincidences import Coincidences, count_pairs, expect_coincidences

from .made import predictions


def test_pairs_are_of_the_same_label_and_scores_and_of_no_end() -> None:
    labels = np.array([True, True, True, True, False, True, False, False])
    scores = np.array([0.5, 0.5, 0.5, 0.7, 0.7, 0.9, 0.1, 0.1])
    made = predictions(8, labels=labels, scores={"m": scores})
    pairs, alike = count_pairs(made)
    assert pairs == 3
    assert alike.tolist() == [True] * 3 + [False] * 5  # 0.1 is the lowest score, at which many may be cut off
    pairs, alike = count_pairs(made, np.array([0, 0, 1, 2, 3, 4, 5, 6]))
    assert (pairs, alike.tolist()) == (2, [True] * 3 + [False] * 5)
    several = predictions(8, labels=labels, scores={"m": scores, "n": np.arange(8.0)})
    assert count_pairs(several)[0] == 0


@pytest.mark.parametrize("digits", [3, 4])
def test_rounding_makes_as_many_pairs_as_expected(digits: int) -> None:
    """Of 600 uniform scores on 10^digits places: 600 times 599 / 2, by the number of places."""
    rng = np.random.default_rng(4)
    labels = np.zeros(600, dtype=bool)
    found = [
        expect_coincidences(predictions(600, labels=labels, scores={"m": rng.random(600).round(digits)}))
        for _ in range(20)
    ]
    truth = 600 * 599 / 2 / 10**digits
    assert np.mean([one.expected for one in found]) == pytest.approx(truth, rel=0.15)
    assert all(one.variance > one.expected for one in found)
    assert found[0].cases == 600


def test_significant_digits_and_single_precision_are_rounding_too() -> None:
    rng = np.random.default_rng(5)
    labels, raw = np.zeros(2000, dtype=bool), np.exp(rng.normal(-6, 2, 2000))
    written = np.array([float(f"{score:.3g}") for score in raw])
    expected = [
        expect_coincidences(predictions(2000, labels=labels, scores={"m": scores})).expected
        for scores in (written, raw.astype(np.float32).astype(float), raw)
    ]
    assert count_pairs(predictions(2000, labels=labels, scores={"m": written}))[0] == pytest.approx(
        expected[0], rel=0.2
    )
    assert 0.5 > expected[1] > 1e4 * expected[2] > 0


def test_many_pairs_are_more_than_four_standard_deviations_and_coarse_scores_tell_nothing() -> None:
    few = Coincidences(expected=9.0, variance=9.0, cases=100)
    assert few.explain(21)
    assert not few.explain(22)
    assert Coincidences(expected=26.0, variance=1.0, cases=100).explain(1000)
