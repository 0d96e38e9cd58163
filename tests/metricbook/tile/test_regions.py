"""Exact zones against hand-computed areas, fractions, quadrature, and ranks on a fine grid."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from metricbook.exact import tile as exact_tile
from metricbook.tile import fixed_prevalence_performances, ranking_score, shift_prevalence, uniform_performances
from metricbook.tile.polygons import (
    SQUARE,
    balanced_polygons,
    bent,
    bent_area,
    clip,
    half_plane,
    polygon_area,
    quotient_mean,
    rates,
)
from metricbook.tile.regions import Arc, ranks, zones

TOY = [(10, 0, 10, 0), (7, 3, 3, 7), (5, 5, 2, 8), (0, 10, 0, 10)]
#: Performances in whole numbers, no outcome missing.
counts = st.lists(st.tuples(*[st.integers(1, 9)] * 4), min_size=2, max_size=5)


def grid(n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Cell centres of the square."""
    centres = (np.arange(n) + 0.5) / n
    return centres[None, :], centres[:, None]


def shares_on_grid(performances: np.ndarray, rank: int, n: int = 200) -> np.ndarray:
    """Share of cells in which a naive comparison of scores gives each classifier the rank."""
    values = np.stack([ranking_score(p, *grid(n)) for p in performances], axis=-1)
    place = 1 + (values[..., None, :] > values[..., :, None]).sum(axis=-1)
    return (place == rank).mean(axis=(0, 1))


def test_areas_by_hand():
    # always negative against always positive, half of each: a + b < 1 against a + b > 1
    assert [zone.area for zone in zones([[1, 0, 1, 0], [0, 1, 0, 1]])] == pytest.approx([0.5, 0.5], abs=1e-15)
    # never wrong beats anything else, never right loses
    best, middle, worst = (zones([[1, 0, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]], rank=r) for r in (1, 2, 3))
    assert [[z.area for z in zone] for zone in (best, middle, worst)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert [zone.area for zone in zones([[1, 2, 3, 4]])] == [1]


def test_a_curved_area_by_hand():
    # always negative against always positive with prior 1/4: 9 (1-a) (1-b) = a b, b = 9 (1-a) / (9 - 8 a)
    def border(a):
        return 9 * (1 - a) / (9 - 8 * a)

    wanted = 9 / 8 - 9 / 64 * np.log(9)  # by partial fractions
    assert quad(border, 0, 1)[0] == pytest.approx(wanted, abs=1e-12)
    assert zones([[3, 0, 1, 0], [0, 3, 0, 1]])[0].area == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
@pytest.mark.parametrize("prior", [0.2, 0.5, 0.8])
def test_two_ways_to_the_zones_of_figure_5_agree(prior, rank):
    polygons = balanced_polygons(TOY, rank=rank)
    bent_areas = [sum(bent_area(p, prior) for p in parts) for parts in polygons]
    areas = [zone.area for zone in zones(shift_prevalence(TOY, prior), rank=rank)]
    assert areas == pytest.approx(bent_areas, abs=1e-14)
    assert sum(areas) == pytest.approx(1, abs=1e-14)
    if prior == 0.5:
        assert areas == pytest.approx([float(sum(map(polygon_area, parts))) for parts in polygons], abs=1e-14)


def test_balanced_toy_zones_in_fractions():
    areas = [sum(map(polygon_area, parts)) for parts in balanced_polygons(TOY)]
    assert areas == [Fraction(3, 14), Fraction(11, 21), Fraction(13, 210), Fraction(1, 5)]
    assert balanced_polygons(TOY)[3] == [[(1, Fraction(3, 5)), (1, 1), (0, 1)]]


@pytest.mark.parametrize(("m", "fixed"), [(2, False), (4, False), (7, False), (7, True)])
def test_zones_against_a_grid(m, fixed):
    rng = np.random.default_rng(m)
    performances = fixed_prevalence_performances(m, 0.3, rng=rng) if fixed else uniform_performances(m, rng=rng)
    for rank in range(1, m + 1):
        areas = [zone.area for zone in zones(performances, rank=rank)]
        assert sum(areas) == pytest.approx(1, abs=1e-12)
        # cells that a border passes: at most 2 n of each, out of n squared
        assert areas == pytest.approx(shares_on_grid(performances, rank), abs=2e-3)


def test_pieces_hold_the_places_of_the_rank():
    rng = np.random.default_rng(5)
    performances = uniform_performances(6, rng=rng)
    for rank in (1, 2, 5):
        for zone in zones(performances, rank=rank):
            for piece in zone.pieces:
                for (start, stop), lower, upper in zip(pairwise(piece.columns), piece.lower, piece.upper, strict=True):
                    a = np.linspace(start, stop, 9)[1:-1]
                    low, high = lower.height(a), upper.height(a)
                    assert (low < high).all()
                    for t in (0.02, 0.5, 0.98):
                        assert (ranks(performances, a, low + t * (high - low))[:, zone.index] == rank).all()
                    for arc, height in ((lower, low), (upper, high)):
                        if arc.rival is not None:
                            tie = ranking_score(performances[[zone.index, arc.rival]][:, None], a, height)
                            assert tie[0] == pytest.approx(tie[1], abs=1e-12)


def test_outlines_enclose_the_area():
    for performances in (shift_prevalence(TOY, 0.2), uniform_performances(5, rng=np.random.default_rng(2))):
        for zone in zones(performances, rank=2):
            drawn = sum(float(polygon_area(piece.outline(400).tolist())) for piece in zone.pieces)
            assert drawn == pytest.approx(zone.area, abs=1e-5)


@given(counts, st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_polygons_and_zones_agree_under_any_common_prior(table, tenths):
    distinct = list({rates(row): row for row in table}.values())
    prior = tenths / 10
    performances = shift_prevalence(distinct, prior)
    for rank in range(1, len(distinct) + 1):
        wanted = [sum(bent_area(p, prior) for p in parts) for parts in balanced_polygons(distinct, rank=rank)]
        assert [zone.area for zone in zones(performances, rank=rank)] == pytest.approx(wanted, abs=1e-11)


@given(counts)
@settings(max_examples=60, deadline=None)
def test_exchanging_the_classes_turns_the_square_round(table):
    performances = np.unique(np.array(table), axis=0)
    areas = [zone.area for zone in zones(performances)]
    assert [zone.area for zone in zones(performances[:, ::-1])] == pytest.approx(areas, abs=1e-12)


def test_border_heights_against_quadrature():
    performances = uniform_performances(5, rng=np.random.default_rng(3))
    for zone in zones(performances):
        for piece in zone.pieces:
            for (start, stop), arc in zip(pairwise(piece.columns), piece.upper, strict=True):
                assert arc.below(start, stop) == pytest.approx(quad(arc.height, start, stop)[0], abs=1e-10)


def test_the_sign_of_rounding_at_either_end_of_a_border_is_nothing():
    # At half the height all along: half of 1 - a over 1 - a, half of a over a, with a zero that is not quite one.
    for rise, base in (((0.5, 0), (1, -1e-17)), ((0, 0.5), (-1e-17, 1))):
        assert Arc(0, rise, base).below(0, 1) == 0.5


def test_ties_everywhere_share_a_zone():
    performances = [[4, 1, 2, 3], [4, 1, 2, 3], [1, 4, 3, 2], [0, 1, 2, 0], [0, 2, 1, 0]]
    first, second, last = (zones(performances, rank=rank) for rank in (1, 2, 5))
    assert [zone.area for zone in first] == pytest.approx([1, 1, 0, 0, 0])
    assert [zone.area for zone in second] == pytest.approx([1, 1, 0, 0, 0])
    assert [zone.area for zone in last] == pytest.approx([0, 0, 0, 1, 1])
    assert [first[k].tied for k in (0, 2, 3)] == [(1,), (), (4,)]
    assert len(first[0].pieces) == 1


def test_three_on_one_line_of_the_roc_square():
    # the middle one ties with the other two wherever these tie, so it is best nowhere
    performances = [[1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1]]
    assert [zone.area for zone in zones(performances)] == pytest.approx([0.5, 0, 0.5], abs=1e-12)
    assert [zone.area for zone in zones(performances, rank=2)] == pytest.approx([0, 1, 0], abs=1e-12)


def test_a_missing_class():
    # no positives: only tn and fp, and the score is TNR-like everywhere
    areas = [zone.area for zone in zones([[3, 1, 0, 0], [1, 3, 0, 0]])]
    assert areas == pytest.approx([1, 0])


@given(counts)
@settings(max_examples=40, deadline=None)
def test_at_most_one_place_where_three_tie(table):
    # exact: the determinants that give the column of the place
    for three in combinations(sorted(set(table)), 3):
        columns = list(zip(*three, strict=True))

        def det(x, y, z):
            return sum(x[i] * (y[j] * z[k] - y[k] * z[j]) for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)))

        tn, fp, fn, tp = columns
        at_0, at_1 = det(tn, fp, fn), det(tp, fp, fn)
        down, up = det(fp, tn, tp), det(fn, tn, tp)
        if at_0 * at_1 < 0 and down * up < 0:
            a, b = Fraction(at_0, at_0 - at_1), Fraction(down, down - up)
            assert len({exact_tile.canonical_score(p, a, b) for p in three}) == 1


def test_ranks_leave_out_what_is_undefined():
    found = ranks([[80, 0, 20, 0], [56, 24, 6, 14], [0, 80, 0, 20]], [1, 0], [0, 1])
    assert np.array_equal(found, [[np.nan, 1, 2], [2, 1, np.nan]], equal_nan=True)


def test_clip_and_bend():
    assert clip(SQUARE, (0, 0, 0)) == list(SQUARE)
    assert clip(SQUARE, (1, 0, -1)) == []  # only a side is left
    assert clip(SQUARE, (-1, 0, 1)) == list(SQUARE)
    assert clip(SQUARE, (-1, 0, Fraction(1, 2))) == [(0, 0), (Fraction(1, 2), 0), (Fraction(1, 2), 1), (0, 1)]
    assert bent(SQUARE, 0.3, points=2).shape == (8, 2)
    triangle = [(0, 0), (1, 0), (0.5, 0.5)]  # equal priors bend nothing
    halved = [(0, 0), (0.5, 0), (1, 0), (0.75, 0.25), (0.5, 0.5), (0.25, 0.25)]
    np.testing.assert_allclose(bent(triangle, 0.5, points=2), halved)
    assert bent_area([(0, 0), (1, 0), (0, 1)], 0.5) == pytest.approx(0.5, abs=1e-15)


@pytest.mark.parametrize(
    "ratio", [1e-300, 1e-17, 1e-8, 0.94999, 0.95001, 1 - 1e-9, 1.0, 1.04999, 1.05001, 7, 1e9, 1e300]
)
def test_mean_of_a_quotient(ratio):
    # from 0 to 1 with denominators 1 and r: the mean of r t / (1 + (r - 1) t), with 400 digits
    with mpmath.workdps(400):
        r = mpmath.mpf(ratio)
        wanted = float(r * (r - 1 - mpmath.log(r)) / (r - 1) ** 2) if ratio != 1 else 0.5
    assert quotient_mean(0.0, 1.0, 1.0, ratio) == pytest.approx(wanted, rel=1e-13)


def test_mean_of_a_quotient_by_hand():
    assert quotient_mean(1.0, 0.5, 1.0, 2.0) == pytest.approx(np.log(2), abs=1e-15)
    assert quotient_mean(0.2, 0.7, 0, 1) == 0.7
    assert quotient_mean(0.2, 0.7, 1, 0) == 0.2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: zones([1, 0, 0, 1]), "shape"),
        (lambda: zones(TOY, rank=5), "rank must lie between 1 and the number of performances, 4: 5"),
        (lambda: balanced_polygons(TOY, rank=0), "rank"),
        (lambda: balanced_polygons([TOY[0], TOY[0]]), "performances 0 and 1 have the same rates"),
        (lambda: half_plane((1, 1, 0, 0), TOY[0]), "without both classes"),
        (lambda: zones([[1, -1, 0, 0]]), "non-negative"),
        (lambda: ranks(TOY, 0.5, 2), "b must lie between 0 and 1"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
