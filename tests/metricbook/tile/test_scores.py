"""Ranking scores on arrays against hand-computed values, their exact twin, and their domains."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import tile
from metricbook.exact import tile as exact_tile
from metricbook.exact.samples import performances
from metricbook.tile.scores import check_performances

FIRST = [0.4, 0.1, 0.2, 0.3]
ENTRIES = (0, Fraction(1, 4), Fraction(1, 2), 1)
PERFORMANCES = list(performances(4))
IMPORTANCES = [i for i in product((0, 1, 3), repeat=4) if i[0] + i[3] and i[1] + i[2]]
weights = st.lists(st.integers(0, 12), min_size=4, max_size=4).filter(any)
unit = st.integers(0, 8).map(lambda k: k / 8)


def floats(values: list) -> np.ndarray:
    """Exact values as floats, None as NaN."""
    return np.array([np.nan if value is None else float(value) for value in values])


def test_corners_and_centre_by_hand() -> None:
    a, b = np.array([0, 1, 0, 1, 0.5]), np.array([0, 0, 1, 1, 0.5])
    np.testing.assert_allclose(tile.ranking_score(FIRST, a, b), [4 / 5, 3 / 4, 4 / 6, 3 / 5, 7 / 10], rtol=1e-14)


def test_every_small_performance_at_every_quarter() -> None:
    array = np.array(PERFORMANCES, dtype=float)
    for a, b in product(ENTRIES, repeat=2):
        exact = floats([exact_tile.canonical_score(p, a, b) for p in PERFORMANCES])
        np.testing.assert_allclose(tile.ranking_score(array, float(a), float(b)), exact, rtol=1e-14)


def test_every_small_importance() -> None:
    array = np.array(PERFORMANCES, dtype=float)
    for weight in IMPORTANCES:
        exact = floats([exact_tile.ranking_score(p, weight) for p in PERFORMANCES])
        np.testing.assert_allclose(tile.score_of_importance(array, weight), exact, rtol=1e-14)
        assert np.array_equal(tile.canonical(weight), [float(x) for x in exact_tile.place(weight)])


def test_shapes_broadcast() -> None:
    grid = tile.uniform_performances(6, rng=np.random.default_rng(0)).reshape(2, 3, 4)
    assert tile.ranking_score(grid, np.zeros(3), 0.5).shape == (2, 3)
    assert tile.ranking_score(grid[..., None, :], np.zeros(5), 0.5).shape == (2, 3, 5)
    assert tile.score_of_importance(grid, tile.importance(np.zeros((2, 1)), 1)).shape == (2, 3)
    assert tile.importance(np.zeros((5, 1)), np.zeros(7)).shape == (5, 7, 4)
    assert tile.tile_of(grid, 11).shape == (2, 3, 11, 11)


def test_grid_has_b_in_rows_and_a_in_columns() -> None:
    values = tile.tile_of(FIRST, 5)
    a, b = tile.tile_axes(5)
    assert values[1, 4] == tile.ranking_score(FIRST, 1.0, 0.25)
    assert np.array_equal(values, tile.ranking_score(FIRST, a, b))
    assert np.array_equal(np.broadcast_to(a, (5, 5))[1], np.arange(5) / 4)


def test_coarse_grid_is_part_of_the_fine_one() -> None:
    assert np.array_equal(tile.tile_of(FIRST, 11), tile.tile_of(FIRST, 101)[::10, ::10])


@pytest.mark.parametrize(
    ("performance", "a", "b"),
    [([1, 0, 0, 0], 1, 0.5), ([0, 0, 0, 1], 0, 0.5), ([0, 1, 0, 0], 0.5, 1), ([0.6, 0, 0.4, 0], 1, 0)],
)
def test_undefined_is_nan_without_a_warning(performance: list[float], a: float, b: float) -> None:
    assert np.isnan(tile.ranking_score(performance, a, b))
    assert np.isnan(tile.score_of_importance(performance, tile.importance(a, b)))


def test_domain_of_a_constant_classifier() -> None:
    """Nothing called positive and both classes present: undefined at the corner PPV alone."""
    undefined = np.argwhere(np.isnan(tile.tile_of([0.6, 0, 0.4, 0], 21)))
    assert undefined.tolist() == [[0, 20]]


@given(weights, unit, unit)
def test_between_zero_and_one_and_scale_free(counts: list[int], a: float, b: float) -> None:
    value = tile.ranking_score(counts, a, b)
    exact = exact_tile.canonical_score(counts, Fraction(a), Fraction(b))
    if exact is None:
        assert np.isnan(value)
    else:
        assert 0 <= value <= 1
        assert value == pytest.approx(float(exact), rel=1e-14)
        assert tile.ranking_score(np.multiply(counts, 1e290), a, b) == pytest.approx(float(exact), rel=1e-14)


@given(weights, st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(lambda i: i[0] + i[3] and i[1] + i[2]))
def test_monotone_in_each_outcome(counts: list[int], importance: list[int]) -> None:
    value = tile.score_of_importance(counts, importance)
    for outcome, sign in enumerate((1, -1, -1, 1)):
        more = list(counts)
        more[outcome] += 1
        after = tile.score_of_importance(more, importance)
        if not np.isnan(value):
            assert sign * (after - value) >= -1e-15


def test_each_row_of_importance_has_a_scale_of_its_own() -> None:
    rows = np.array([[1.0, 3, 2, 1], [2, 1, 1, 5]])
    wanted = tile.score_of_importance([4, 1, 2, 3], rows)
    np.testing.assert_allclose(tile.score_of_importance([4, 1, 2, 3], rows * [[1e300], [1e-300]]), wanted, rtol=1e-14)


def test_performances_are_normalised_once() -> None:
    counts = np.array([[4, 1, 2, 3], [1, 1, 1, 0]])
    values = check_performances(counts)
    np.testing.assert_allclose(values, [[0.4, 0.1, 0.2, 0.3], [1 / 3, 1 / 3, 1 / 3, 0]], rtol=1e-15)
    drawn = tile.uniform_performances(1000, rng=np.random.default_rng(0))
    assert np.array_equal(check_performances(drawn), drawn)


def test_no_overflow_and_no_underflow() -> None:
    largest, smallest = np.finfo(float).max, 5e-324
    assert check_performances([largest] * 4).tolist() == [0.25] * 4
    assert check_performances([smallest] * 4).tolist() == [0.25] * 4
    assert check_performances([[largest] * 4, [1, 0, 0, 3]]).tolist() == [[0.25] * 4, [0.25, 0, 0, 0.75]]


def test_given_arrays_are_not_changed() -> None:
    counts, importance = np.array([4.0, 1, 2, 3]), np.array([2.0, 1, 1, 0])
    tile.tile_of(counts, 3)
    tile.score_of_importance(counts, importance)
    assert counts.tolist() == [4, 1, 2, 3]
    assert importance.tolist() == [2, 1, 1, 0]


@pytest.mark.parametrize(
    ("performances", "message"),
    [
        ([0.5, 0.5], "four entries.*shape \\(2,\\)"),
        (0.5, "four entries"),
        ([[1, 0, 0, 0], [1, -1, 0, 0]], "non-negative: found -1.0 at index \\(1, 1\\)"),
        ([1, 0, float("nan"), 0], "finite: found nan at index 2"),
        ([[1, 0, 0, 0], [0, 0, 0, 0]], "positive sum.* at index 1"),
    ],
)
def test_bad_performances(performances: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_performances(performances)


@pytest.mark.parametrize(
    ("importance", "message"),
    [
        ([0, 1, 1, 0], "both tn and tp"),
        ([[1, 1, 1, 1], [1, 0, 0, 1]], "both fp and fn at index 1"),
        ([1, 1, 1], "four"),
    ],
)
def test_bad_importance(importance: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tile.canonical(importance)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [(1.5, 0, "a must lie between 0 and 1: found 1.5"), ([0, 1], [0.2, -0.1], "b .*found -0.1 at index 1")],
)
def test_bad_place(a: object, b: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tile.ranking_score(FIRST, a, b)
    with pytest.raises(ValueError, match=message):
        tile.importance(a, b)


def test_bad_resolution() -> None:
    with pytest.raises(ValueError, match="at least 2, not 1"):
        tile.tile_of(FIRST, 1)
