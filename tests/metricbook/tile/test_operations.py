"""Operations on performances, and their maps of the square, against relabelled outcomes and exact shifts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import tile
from metricbook.exact import tile as exact_tile
from metricbook.exact.samples import performances
from metricbook.tile.operations import OPERATIONS, no_skill, shift_importance, shift_square

FIRST = [0.4, 0.1, 0.2, 0.3]
SMALL = np.array(list(performances(5)), dtype=float)
#: New label and new prediction from the old ones.
RELABELLED = {
    "change-predicted": (lambda y, h: y, lambda y, h: 1 - h),
    "change-truth": (lambda y, h: 1 - y, lambda y, h: h),
    "swap-truth-predicted": (lambda y, h: h, lambda y, h: y),
    "swap-classes": (lambda y, h: 1 - y, lambda y, h: 1 - h),
}
unit = st.integers(0, 16).map(lambda k: k / 16)
inner = st.integers(1, 15).map(lambda k: k / 16)


@pytest.mark.parametrize("name", RELABELLED)
def test_operations_move_the_outcomes(name: str) -> None:
    expected = [exact_tile.relabelled(p, *RELABELLED[name]) for p in SMALL]
    assert np.array_equal(OPERATIONS[name].apply(SMALL), expected)
    assert np.array_equal(OPERATIONS[name].apply(OPERATIONS[name].apply(SMALL)), SMALL)


@pytest.mark.parametrize("name", RELABELLED)
@given(a=unit, b=unit)
def test_maps_of_the_square(name: str, a: float, b: float) -> None:
    operation = OPERATIONS[name]
    after = tile.ranking_score(operation.apply(SMALL), a, b)
    before = tile.ranking_score(SMALL, *operation.square(a, b))
    np.testing.assert_allclose(after, 1 - before if operation.inverts else before, atol=1e-15)
    assert operation.square(*operation.square(a, b)) == (a, b)


def test_shift_by_hand() -> None:
    np.testing.assert_allclose(tile.shift_prevalence(FIRST, [0.25, 0.5, 1]), [
        [0.6, 0.15, 0.1, 0.15], FIRST, [0, 0, 0.4, 0.6]
    ], atol=1e-16)  # fmt: skip


@given(st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any), inner)
def test_shift_against_the_exact_one(counts: list[int], prior: float) -> None:
    exact = exact_tile.shifted(counts, Fraction(prior))
    shifted = tile.shift_prevalence(counts, prior)
    if exact is None:
        assert np.isnan(shifted).all()
    else:
        np.testing.assert_allclose(shifted, np.array(exact, dtype=float), rtol=1e-14)


def test_shift_to_what_is_there_already() -> None:
    assert tile.shift_prevalence([0, 0, 0.5, 0.5], 1).tolist() == [0, 0, 0.5, 0.5]
    assert np.isnan(tile.shift_prevalence([0, 0, 0.5, 0.5], 0.9)).all()
    assert tile.shift_prevalence(SMALL[:3, None], [0.2, 0.3]).shape == (3, 2, 4)


def test_priors_of_short_floats_lose_nothing_more() -> None:
    short = np.float32(0.1)
    expected = shift_importance([1, 1, 1, 1], source=float(short), target=0.25)
    assert shift_importance([1, 1, 1, 1], source=short, target=0.25).tolist() == expected.tolist()


@given(inner, inner, unit, unit)
def test_shift_of_the_importance_and_of_the_square(source: float, target: float, a: float, b: float) -> None:
    drawn = tile.fixed_prevalence_performances(20, source, rng=np.random.default_rng(0))
    after = tile.ranking_score(tile.shift_prevalence(drawn, target), a, b)
    moved = shift_importance(tile.importance(a, b), source=source, target=target)
    np.testing.assert_allclose(tile.score_of_importance(drawn, moved), after, atol=1e-12)
    place = shift_square(a, b, source=source, target=target)
    np.testing.assert_allclose(tile.canonical(moved), place, atol=1e-14)
    np.testing.assert_allclose(shift_square(*place, source=target, target=source), (a, b), atol=1e-14)
    # One score rises with the other: odds of one are a positive multiple of odds of the other.
    before = tile.ranking_score(drawn, *place)
    odds = (after * (1 - before))[before < 1] / ((1 - after) * before)[before < 1]
    np.testing.assert_allclose(odds[np.isfinite(odds)], np.nanmedian(odds) if odds.size else 1, rtol=1e-6)


def test_no_skill() -> None:
    for performance, without in zip(SMALL, no_skill(SMALL), strict=True):
        np.testing.assert_allclose(without, np.array(exact_tile.no_skill(performance), dtype=float), atol=1e-16)
    assert (np.abs(tile.SCORES["|C|"](no_skill(SMALL))) < 1e-16).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tile.shift_prevalence(FIRST, 1.5), "prevalence must lie between 0 and 1"),
        (lambda: shift_square(0, 0, source="x", target=0.5), "^source must hold real numbers: found 'x'"),
        (lambda: shift_square(0, 0, source=0.5, target="x"), "^target must hold real numbers: found 'x'"),
        (lambda: shift_importance([1, 1, 1, 1], source=0, target=0.5), "source must lie .* each class must occur"),
        (lambda: shift_importance([1, 1, 1, 1], source=0.5, target=-1), "target must lie between 0 and 1"),
        (lambda: shift_square(0.5, 0.5, source=0.5, target=1), "both excluded: the map of the square collapses"),
        (lambda: shift_square(2, 0.5, source=0.5, target=0.5), "a must lie between 0 and 1"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
