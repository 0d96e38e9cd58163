"""Maps of rank correlations: by hand, against the definition on all pairs, and against SciPy."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metricbook.tile import NINE, SCORES, kendall, ranking_score, tile_axes, uniform_performances
from metricbook.tile.kendall import kendall_map, spearman_map

GRID = np.array([0.0, 0.25, 0.37, 0.5, 1.0])
THREE = np.array([[0.3, 0.0, 0.5, 0.2], [0.4, 0.1, 0.3, 0.2], [0.4, 0.2, 0.1, 0.3]])
MAPS = {kendall_map: stats.kendalltau, spearman_map: stats.spearmanr}
both_maps = pytest.mark.parametrize("make", MAPS)


def tau_by_pairs(x: np.ndarray, y: np.ndarray) -> float:
    """Tau-b from its definition: signs of all pairs, undefined values left out."""
    kept = ~(np.isnan(x) | np.isnan(y))
    x, y = x[kept], y[kept]
    one, other = (np.sign(values[:, None] - values)[np.triu_indices(values.size, 1)] for values in (x, y))
    untied = int((one != 0).sum()) * int((other != 0).sum())
    return float((one * other).sum()) / math.sqrt(untied) if untied else math.nan


def by_scipy(function, x: np.ndarray, y: np.ndarray) -> float:
    kept = ~(np.isnan(x) | np.isnan(y))
    if kept.sum() < 2 or np.ptp(x[kept]) == 0 or np.ptp(y[kept]) == 0:
        return math.nan
    return function(x[kept], y[kept])[0]


def sample(kind: str, n: int, rng: np.random.Generator) -> np.ndarray:
    drawn = rng.dirichlet(np.full(4, rng.choice([0.2, 1.0, 5.0])), n)
    if kind == "counts":
        drawn = rng.multinomial(12, drawn).astype(float)
    if kind == "zeros":
        drawn[rng.random((n, 4)) < 0.4] = 0
        drawn[drawn.sum(axis=1) == 0] = 1
    if kind == "copies":
        drawn = drawn[rng.integers(0, max(n // 3, 1), n)]
    if kind == "crowded":  # all but one within a millionth: too close for the radix sort
        drawn = [0.4, 0.1, 0.2, 0.3] + 1e-6 * drawn
        drawn[0] = [1, 0, 0, 0]
    return drawn


def references(performances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    n = len(performances)
    return np.array(
        [
            NINE["NPV"](performances), SCORES["kappa"](performances), SCORES["PLR"](performances),
            rng.random(n), rng.random(n).round(1), np.where(rng.random(n) < 0.5, np.nan, rng.random(n)), np.ones(n),
        ]
    )  # fmt: skip


def test_three_performances_by_hand():
    # NPV 0.375, 0.571, 0.8; TPR 0.286, 0.4, 0.75; TNR 1, 0.8, 0.667; PPV 1, 0.667, 0.6
    corners = kendall_map([1, 3, 2], THREE, [0, 1], [0, 1])
    np.testing.assert_allclose(corners, [[-1 / 3, -1 / 3], [1 / 3, 1 / 3]], rtol=1e-15)
    ranks = spearman_map([1, 3, 2], THREE, [0, 1], [0, 1])
    np.testing.assert_allclose(ranks, [[-1 / 2, -1 / 2], [1 / 2, 1 / 2]], rtol=1e-15)


def test_a_tie_by_hand():
    # tau-b with one tie in each of two orders of four: (2 - 1) / 5 here, 4 of 6 pairs being untied in both
    performances = np.array([[k, 10 - k, 0, 0] for k in (1, 2, 3, 4)])
    assert kendall_map([1, 1, 2, 0], performances, 0, 0) == pytest.approx(-1 / math.sqrt(30))
    assert kendall_map([1, 1, 3, 3], performances[[0, 0, 3, 3]], 0, 0) == pytest.approx(1)


@both_maps
@pytest.mark.parametrize("kind", ["plain", "counts", "zeros", "copies", "crowded"])
@pytest.mark.parametrize("n", [2, 3, 63, 64, 65, 700])
def test_every_place_is_what_scipy_gives(make, kind, n):
    rng = np.random.default_rng(n)
    performances = sample(kind, n, rng)
    scores = references(performances, rng)
    found = make(scores, performances, GRID, GRID[::2])
    assert found.shape == (len(scores), 3, 5)
    for i, b in enumerate(GRID[::2]):
        for j, a in enumerate(GRID):
            there = ranking_score(performances, a, b)
            for r, score in enumerate(scores):
                expected = by_scipy(MAPS[make], score, there)
                assert found[r, i, j] == pytest.approx(expected, abs=1e-12, nan_ok=True), (r, a, b)


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 4).filter(any), min_size=1, max_size=20), st.data())
def test_it_is_tau_b_by_its_definition(counts, data):
    scores = data.draw(st.lists(st.sampled_from([0.0, 1.0, 2.0, math.nan, math.inf]), min_size=len(counts),
                                max_size=len(counts)))  # fmt: skip
    codes = np.array([{math.inf: 3.0}.get(score, score) for score in scores])
    found = kendall_map(scores, counts, [0, 0.5, 1], [0, 0.5, 1])
    a, b = tile_axes(3)
    for i in range(3):
        for j in range(3):
            expected = tau_by_pairs(codes, ranking_score(counts, a[0, j], b[i, 0]))
            assert found[i, j] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_more_performances_than_a_byte_has_blocks():
    performances = uniform_performances(20_000, rng=np.random.default_rng(5))
    found = kendall_map(["A", "TNR"], performances, [0.3], [0.9])
    y = ranking_score(performances, 0.3, 0.9)
    expected = [[[stats.kendalltau(NINE[name](performances), y)[0]]] for name in ("A", "TNR")]
    np.testing.assert_allclose(found, expected, atol=1e-12)


@both_maps
def test_one_itself_and_reversed(make):
    performances = uniform_performances(500, rng=np.random.default_rng(2))
    own = ranking_score(performances, 0.3, 0.6)
    found = make([own, -own, own**3], performances, [0.3, 0.31], 0.6)
    np.testing.assert_allclose(found[:, 0], [1, -1, 1], atol=1e-15)
    assert (np.abs(found[:, 1]) < 1).all()


@both_maps
def test_shapes(make):
    performances = uniform_performances(20, rng=np.random.default_rng(3))
    whole = make(list(NINE), performances, GRID, GRID[:2])
    assert whole.shape == (9, 2, 5)
    np.testing.assert_array_equal(make("A", performances, GRID, GRID[:2]), whole[4])
    np.testing.assert_array_equal(make(["A"], performances, GRID, GRID[:2]), whole[4:5])
    np.testing.assert_array_equal(make(NINE["A"](performances), performances, GRID, GRID[:2]), whole[4])
    np.testing.assert_array_equal(make("A", performances, GRID[None, :], GRID[:2, None]), whole[4])
    np.testing.assert_array_equal(make("A", performances, GRID[:2], GRID[:2, None]), whole[4, :, :2])
    assert make("A", performances, 0.5, 0.5) == pytest.approx(1)
    assert make("A", performances, 0.5, GRID).shape == (5,)
    assert make("A", performances, [], GRID).shape == (5, 0)


@both_maps
def test_counts_and_probabilities_are_one(make):
    counts = np.random.default_rng(4).multinomial(60, [0.4, 0.1, 0.2, 0.3], 50)
    one, other = (make("kappa", values, GRID, GRID) for values in (counts, counts / 60))
    np.testing.assert_allclose(one, other, atol=2e-3)  # ties may break differently: the last digits differ
    np.testing.assert_allclose(
        *(make("kappa", values, GRID, GRID, tie_tolerance=1e-12) for values in (counts, counts / 60)), atol=1e-12
    )


def test_a_tolerance_ties_what_is_equal_on_paper():
    # at a = 0.7, seven true negatives weigh as much as three true positives; and two performances that are not tied
    counts = np.array([[7 * (k - j), k, 2 * k, 3 * j] for k in (1, 2, 3, 5) for j in range(k + 1)])
    counts = np.vstack([counts, [[9, 1, 2, 8], [1, 9, 8, 2]]])
    score = ranking_score(counts, 0.7, 0.2)
    assert np.unique(score).size > 3, "the example has no noise to be rid of"
    order = np.random.default_rng(8).permutation(len(counts))
    for make, peer in MAPS.items():
        found = make(order, counts, 0.7, 0.2, tie_tolerance=1e-12)
        assert found == pytest.approx(peer(order, score.round(10))[0], abs=1e-12)
        # and of the reference
        ties = make(score, counts, 0.7, 0.2, tie_tolerance=1e-12)
        assert ties == pytest.approx(1)


def test_scores_next_to_zero_are_told_apart():
    precision_of = [[0.5, 0.5, 0, k * 5e-324] for k in (30, 10, 20)]
    with np.errstate(over="ignore"):  # compiled, it says nothing of that
        assert kendall_map([3, 1, 2], precision_of, [1.0], [0.0]) == 1


@both_maps
def test_threads_and_chunks_do_not_matter(make, monkeypatch):
    performances = uniform_performances(100, rng=np.random.default_rng(6))
    one = make(["A", "TPR"], performances, GRID, GRID, workers=1)
    monkeypatch.setattr(kendall, "CHUNK", 3)
    np.testing.assert_array_equal(make(["A", "TPR"], performances, GRID, GRID, workers=3), one)


def test_progress_is_shown_on_request_and_not_to_a_file(capsys):
    performances = uniform_performances(10, rng=np.random.default_rng(7))
    kendall_map("A", performances, GRID, GRID)
    assert capsys.readouterr().err == "" or sys.stderr.isatty()
    kendall_map("A", performances, GRID, GRID, progress=True)
    assert "25/25" in capsys.readouterr().err


@both_maps
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("A", THREE[0], 0, 0), r"performances must have shape \(n, 4\), not \(4,\)"),
        (("accuracy", THREE, 0, 0), "no score is called 'accuracy'"),
        (([1, 2], THREE, 0, 0), r"reference 0 must have one value for each of 3 performances: \(2,\)"),
        (([[1, 2, 3], "A", [1]], THREE, 0, 0), r"reference 2 must have one value"),
        (([], THREE, 0, 0), "reference 0|at least one reference"),
        (("A", THREE, 1.5, 0), "a must lie between 0 and 1: found 1.5"),
        (("A", THREE, 0, [0, np.nan]), "b must lie between 0 and 1: found nan at index 1"),
        (("A", -THREE, 0, 0), "performances must be non-negative"),
    ],
)
def test_bad_input_is_named(make, arguments, message):
    with pytest.raises(ValueError, match=message):
        make(*arguments)


@both_maps
def test_a_tolerance_is_not_negative(make):
    with pytest.raises(ValueError, match="must not be negative"):
        make("A", THREE, 0, 0, tie_tolerance=-1)


def test_spearman_refuses_what_would_overflow():
    with pytest.raises(ValueError, match="at most a million"):
        spearman_map("A", np.ones((1_000_001, 4)), 0, 0)
