"""Thinned curves are as near to the measured ones as they say."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.reports.thinning import thin


def distances(x: np.ndarray, y: np.ndarray, kept_x: np.ndarray, kept_y: np.ndarray) -> np.ndarray:
    """Distance of each vertex from the nearest segment of the thinned line, one segment after another."""
    found = np.full(x.size, np.inf)
    for k in range(kept_x.size - 1):
        start, along = (
            np.array([kept_x[k], kept_y[k]]),
            np.array([kept_x[k + 1] - kept_x[k], kept_y[k + 1] - kept_y[k]]),
        )
        off = np.column_stack([x, y]) - start
        share = np.clip(off @ along / max(along @ along, 1e-300), 0, 1)
        found = np.minimum(found, np.hypot(*(off - share[:, None] * along).T))
    return found


@pytest.mark.parametrize("most", [2, 3, 10, 200])
def test_no_vertex_is_farther_than_said(most: int) -> None:
    rng = np.random.default_rng(most)
    x, y = (np.append(0, np.cumsum(rng.random(1000) < 0.5)) / 500 for _ in range(2))
    found = thin(x, y, most=most)
    assert found.x.size <= most
    assert distances(x, y, found.x, found.y).max() <= found.error + 1e-12
    assert (found.x[0], found.y[0], found.x[-1], found.y[-1]) == (x[0], y[0], x[-1], y[-1])


def test_more_vertices_are_nearer() -> None:
    x = np.linspace(0, 1, 3000)
    errors = [thin(x, np.sqrt(x), most=most).error for most in (5, 20, 80, 320)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-4


def test_a_line_that_ends_where_it_began_is_as_long_as_it_reaches() -> None:
    back = np.array([0.0, 0.6, 0.3, 0.0])
    found = thin(back, back, most=2)
    assert found.x.tolist() == found.y.tolist() == [0, 0]
    assert found.error == pytest.approx(0.6 * 2**0.5)
    assert thin(back, back, most=3).x.tolist() == [0, 0.6, 0]
    assert thin(back, back, most=4).error == 0


@pytest.mark.parametrize("beyond", [2.0, -1.0])
def test_what_lies_beyond_an_end_is_as_far_as_the_end(beyond: float) -> None:
    assert thin(np.array([0, beyond, 1]), np.zeros(3), most=2).error == 1


def test_what_lies_on_a_segment_goes_without_error() -> None:
    x = np.repeat(np.linspace(0, 1, 50), 2)
    found = thin(x, x, most=50)
    assert found.error == pytest.approx(0, abs=1e-15)
    assert found.x.tolist() == [0, 1]
