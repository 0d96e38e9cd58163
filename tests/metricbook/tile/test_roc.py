"""Ranking scores in ROC space: values by hand, the exact twin, and properties of the geometry."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import tile
from metricbook.tile import roc
from scoring_the_scores.tile.geometry import exact_roc as twin

unit = st.integers(0, 16).map(lambda k: k / 16)
inner = st.integers(1, 15).map(lambda k: k / 16)


def test_points() -> None:
    fpr, tpr = roc.roc_point([[0.4, 0.1, 0.2, 0.3], [0, 0, 0.5, 0.5], [0.25, 0.75, 0, 0]])
    np.testing.assert_allclose(fpr, [0.2, np.nan, 0.75])
    np.testing.assert_allclose(tpr, [0.6, 0.5, np.nan])


def test_vertices_by_hand() -> None:
    x, y, at_infinity = roc.pencil_vertex([1, 0, 1, 0.95], [0, 1, 0.5, 0.7], prevalence=0.2)
    np.testing.assert_allclose(x, [0, 1, -0.25, -0.805], atol=1e-15)
    np.testing.assert_allclose(y, [0, 1, 0, -0.38], atol=1e-15)
    assert not at_infinity.any()


def test_parallel_lines_by_hand() -> None:
    x, y, at_infinity = roc.pencil_vertex([0, 0.5, 1], [0, 0.5, 1], prevalence=0.2)
    assert at_infinity.all()
    np.testing.assert_allclose(np.stack([x, y]), [[0, 1 / 17**0.5, 1], [1, 4 / 17**0.5, 0]], atol=1e-15)


def test_lines_by_hand() -> None:
    np.testing.assert_allclose(roc.level_line(1, 0, 0.5, prevalence=0.2), [-0.4, 0.1, 0])  # precision 1/2: fp = tp
    np.testing.assert_allclose(roc.zero_line([0, 1], prevalence=0.2), [[-0.8, 0, 0.8], [0, 0.2, 0]])
    np.testing.assert_allclose(roc.one_line([0, 1], prevalence=0.2), [[-0.8, 0, 0], [0, 0.2, -0.2]])
    np.testing.assert_allclose(roc.reading_line(0.3, prevalence=0.2), [0.8, 0.2, -0.3])


@given(unit, unit, unit, inner)
def test_lines_and_vertex_against_the_exact_ones(a: float, b: float, value: float, prior: float) -> None:
    places = [Fraction(x) for x in (a, b, value, prior)]
    wanted = np.array(twin.canonical_level(*places), dtype=float)
    np.testing.assert_allclose(roc.level_line(a, b, value, prevalence=prior), wanted, atol=1e-15)
    x, y, w = twin.vertex(*places[:2], places[3])
    vertex = roc.pencil_vertex(a, b, prevalence=prior)
    assert bool(vertex.at_infinity) == (w == 0)
    if w:
        np.testing.assert_allclose([vertex.x, vertex.y], [float(x / w), float(y / w)], rtol=1e-12, atol=1e-14)
    else:
        np.testing.assert_allclose(vertex.x * float(y), vertex.y * float(x), atol=1e-14)
        assert np.hypot(vertex.x, vertex.y) == pytest.approx(1)


@given(unit, unit, inner)
def test_the_place_comes_back_from_the_vertex(a: float, b: float, prior: float) -> None:
    vertex = roc.pencil_vertex(a, b, prevalence=prior)
    np.testing.assert_allclose(roc.place_of_vertex(*vertex, prevalence=prior), [a, b], atol=1e-12)
    if vertex.at_infinity:
        opposite = roc.place_of_vertex(-3 * vertex.x, -3 * vertex.y, True, prevalence=prior)
        np.testing.assert_allclose(opposite, [a, b], atol=1e-12)


def test_no_place_between_the_two_regions() -> None:
    x, y = [0.5, 2, -1, 0.5, 1, -1], [0.5, 0.5, 0.5, -1, 0, 2]
    assert np.isnan(roc.place_of_vertex(x, y, prevalence=0.3)).all()
    assert np.isnan(roc.place_of_vertex(1, -1, True, prevalence=0.3)).all()


@given(unit, unit, unit, unit, inner, st.none() | unit)
def test_reading_by_drawing(x: float, y: float, a: float, b: float, prior: float, rate: float | None) -> None:
    read = roc.read_off(x, y, a, b, prevalence=prior, rate=rate)
    wanted = tile.ranking_score(tile.from_rates(1 - x, y, prior), a, b)
    if np.isnan(read):
        used = (1 - prior) * x + prior * y if rate is None else rate
        whole = (1 - a) * (1 - prior) + b * prior + (a - b) * used
        assert np.isnan(wanted) or whole == pytest.approx(0, abs=1e-12)
    else:
        np.testing.assert_allclose(read, wanted, atol=1e-9)


@given(unit, unit, inner, unit)
def test_lines_are_where_the_score_is(a: float, b: float, prior: float, value: float) -> None:
    ends = roc.clip_line(roc.level_line(a, b, value, prevalence=prior))
    points = ends[0] * 0.75 + ends[1] * 0.25
    score = tile.ranking_score(tile.from_rates(1 - points[0], points[1], prior), a, b)
    if not np.isnan(score):
        whole = (tile.from_rates(1 - points[0], points[1], prior) * tile.importance(a, b)).sum()
        assert abs(score - value) * whole < 1e-12


@pytest.mark.parametrize(("a", "b", "rate"), [(0, 1, 1), (1, 0, 0)])
def test_where_the_vertex_is_on_the_line_nothing_is_read_off(a: int, b: int, rate: int) -> None:
    assert np.isnan(roc.read_off([0.2, 0.0, 0.3], [0.6, 1.0, 0.3], a, b, prevalence=0.2, rate=rate)).all()


def test_clipping() -> None:
    ends = roc.clip_line([[0, 1, -0.5], [1, 0, -0.5], [1, 1, -1]])
    wanted = [[[0, 0.5], [1, 0.5]], [[0.5, 0], [0.5, 1]], [[0, 1], [1, 0]]]
    np.testing.assert_allclose(ends, wanted, atol=1e-15)
    # Steep lines, up and down: the left end stands first.
    np.testing.assert_allclose(roc.clip_line([3, -1, 0.5]), [[0, 0.5], [1 / 6, 1]], atol=1e-15)
    np.testing.assert_allclose(roc.clip_line([3, 1, -1]), [[0, 1], [1 / 3, 0]], atol=1e-15)
    assert np.isnan(roc.clip_line([[0, 1, -2], [1, 1, 1]])).all()
    np.testing.assert_allclose(roc.clip_line([1, 1, -1], low=-1, high=2), [[-1, 2], [2, -1]])


def test_broadcasting() -> None:
    a, b = tile.tile_axes(5)
    prior = np.array([0.2, 0.5])[:, None, None]
    assert roc.pencil_vertex(a, b, prevalence=prior).x.shape == (2, 5, 5)
    assert roc.level_line(a, b, 0.5, prevalence=prior).shape == (2, 5, 5, 3)
    assert roc.clip_line(roc.level_line(a, b, 0.5, prevalence=prior)).shape == (2, 5, 5, 2, 2)
    assert roc.read_off(0.2, 0.7, a, b, prevalence=prior, rate=0.5).shape == (2, 5, 5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: roc.pencil_vertex(0.5, 0.5, prevalence=0), "prevalence must lie between 0 and 1, both excluded"),
        (lambda: roc.pencil_vertex(0.5, 0.5, prevalence=2), "^prevalence must lie between 0 and 1: found 2"),
        (lambda: roc.pencil_vertex(1.5, 0.5, prevalence=0.5), "a must lie between 0 and 1: found 1.5"),
        (lambda: roc.level_line(0.5, 0.5, [0.5, 2], prevalence=0.5), "value must lie between 0 and 1: found 2.0"),
        (lambda: roc.place_of_vertex(0, 0, prevalence=1), "each class must occur"),
        (lambda: roc.read_off(-1, 0, 0.5, 0.5, prevalence=0.5), "fpr must lie"),
        (lambda: roc.reading_line(2, prevalence=0.5), "rate must lie"),
        (lambda: roc.clip_line([1, 2]), "three coefficients"),
        (lambda: roc.clip_line([0, 0, 1]), "must not both be zero"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
