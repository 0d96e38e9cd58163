"""The edges of what the ledger says of the Tile, found without the checks: by pairs drawn at random, and by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook.exact import tile as exact

PAIRS = 400_000


def _reversed(first: tuple[float, float], second: tuple[float, float]) -> float:
    """The share of pairs of uniform performances that two canonical scores order differently."""
    rng = np.random.default_rng(8)
    one, two = rng.standard_gamma(1.0, (2, PAIRS, 4))

    def leads(a: float, b: float) -> np.ndarray:
        good, bad = ([p @ np.array(weights) for p in (one, two)] for weights in ((1 - a, 0, 0, a), (0, 1 - b, b, 0)))
        return good[0] * bad[1] > good[1] * bad[0]

    return float((leads(*first) != leads(*second)).mean())


@pytest.mark.parametrize(("step", "least", "most"), [(0.01, 0.011, 0.012), (0.05, 0.047, 0.05), (0.1, 0.083, 0.09)])
def test_the_order_changes_most_beside_a_corner(step: float, least: float, most: float) -> None:
    beside = _reversed((1 - step, 0), (1, step))
    assert least < beside < most
    assert beside > max(_reversed((0.5, 0.5), (0.5 + step, 0.5 + step)), _reversed((0.5, 0), (0.5 + step, step)))


def test_the_mean_of_precision_and_recall_leaves_the_range_at_a_mixture() -> None:
    def mean(tn: int, fp: int, fn: int, tp: int) -> Fraction:
        return (Fraction(tp, tp + fp) + Fraction(tp, tp + fn)) / 2

    assert mean(0, 0, 1, 2) == mean(0, 1, 0, 2) == Fraction(5, 6)
    assert mean(0, 1, 1, 4) == Fraction(4, 5)


def test_another_prior_takes_balanced_accuracy_and_kappa_off_the_curve() -> None:
    def off(a: Fraction, b: Fraction, negative: Fraction) -> Fraction:
        return Fraction((1 - a) * (1 - b) * negative**2 - a * b * (1 - negative) ** 2)

    def places(n: Fraction) -> list[tuple[Fraction, Fraction]]:
        return [(n, n), (n**2 / (n**2 + (1 - n) ** 2), Fraction(1, 2))]

    for n in (Fraction(k, 10) for k in range(1, 10)):
        assert [off(*place, n) for place in places(n)] == [0, 0]
        assert all(off(*place, Fraction(7, 10)) != 0 for place in places(n) if n != Fraction(7, 10))


def test_noise_improves_errors_of_both_kinds_by_every_ranking_score() -> None:
    wrong, noisy, turned = (0, 4, 4, 0), (1, 3, 3, 1), (4, 0, 0, 4)
    for tn, fp, fn, tp in np.ndindex(4, 4, 4, 4):
        if tn + tp and fp + fn:
            low, middle, high = (exact.ranking_score(p, (tn, fp, fn, tp)) for p in (wrong, noisy, turned))
            assert 0 == low < middle < high == 1
