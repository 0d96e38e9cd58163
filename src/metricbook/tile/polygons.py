"""Polygons of the Tile on which one classifier is better than others of the same priors, bent by a shift of the prior.

Under balanced priors the place where two performances tie is a straight line of the Tile, so the places where one is
best, second, ... are convex polygons. Other common priors bend them by one map of both coordinates. Everything but the
bent area is plain arithmetic on numbers of any kind: fractions in, fractions out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.tile.operations import shift_square

__all__ = [
    "SIDES",
    "SQUARE",
    "Polygon",
    "Vertex",
    "balanced_polygons",
    "bent",
    "bent_area",
    "clip",
    "half_plane",
    "polygon_area",
]

Vertex = tuple[Any, Any]
Polygon = list[Vertex]
#: The sides of the Tile as half-planes, a >= 0, a <= 1, b >= 0 and b <= 1.
SIDES: tuple[tuple[int, int, int], ...] = ((1, 0, 0), (-1, 0, 1), (0, 1, 0), (0, -1, 1))
#: The Tile as a polygon, its corners counterclockwise.
SQUARE: tuple[tuple[int, int], ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
#: Relative change below which a power series replaces the closed form, which would lose digits.
_SMALL = 0.05


def rates(performance: Sequence[Any]) -> tuple[Any, Any]:
    """True negative rate and true positive rate of one performance, in the type of numbers given.

    Examples
    --------
    >>> rates((4, 1, 2, 3))
    (Fraction(4, 5), Fraction(3, 5))
    """
    tn, fp, fn, tp = performance
    if tn + fp == 0 or fn + tp == 0:
        raise ValueError("a performance without both classes has no rates: one of its priors is zero")
    return _divide(tn, tn + fp), _divide(tp, fn + tp)


def half_plane(first: Sequence[Any], second: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Coefficients x, y, z with x a + y b + z >= 0 where the first performance is no worse, under balanced priors.

    Parameters
    ----------
    first, second : sequences of four numbers
        Performances, or counts; only their rates matter.

    Returns
    -------
    tuple of three numbers
        All zero if the two have the same rates.

    Raises
    ------
    ValueError
        If a class is missing.

    Notes
    -----
    Source: Piérard et al., Eqs. 6 and 7.

    Examples
    --------
    >>> tuple(str(x) for x in half_plane((7, 3, 3, 7), (5, 5, 2, 8)))
    ('-9/100', '-21/100', '1/5')
    """
    (tnr, tpr), (tnr_2, tpr_2) = rates(first), rates(second)
    return (1 - tnr) * (1 - tpr_2) - (1 - tpr) * (1 - tnr_2), tpr * tnr_2 - tnr * tpr_2, tnr - tnr_2


def clip(polygon: Iterable[Vertex], plane: tuple[Any, Any, Any]) -> Polygon:
    """The part of a convex polygon in a half-plane; an empty list if no part of positive area is left.

    Examples
    --------
    >>> clip([(0, 0), (1, 0), (1, 1), (0, 1)], (-1, -1, 1))
    [(0, 0), (1, 0), (0, 1)]
    """
    vertices = list(polygon)
    x, y, z = plane
    heights = [x * a + y * b + z for a, b in vertices]
    if not any(height > 0 for height in heights):
        return vertices if x == y == z == 0 else []
    clipped: Polygon = []
    for k, (vertex, height) in enumerate(zip(vertices, heights, strict=True)):
        before, lower = vertices[k - 1], heights[k - 1]
        if (height > 0 > lower) or (height < 0 < lower):
            share = _divide(lower, lower - height)
            clipped.append(tuple(p + share * (q - p) for p, q in zip(before, vertex, strict=True)))
        if height >= 0:
            clipped.append(vertex)
    return clipped


def balanced_polygons(performances: Sequence[Sequence[Any]], *, rank: int = 1) -> list[list[Polygon]]:
    """Convex polygons on which each classifier is ranked r-th under balanced priors; their union is its zone.

    Parameters
    ----------
    performances : sequence of m sequences of four numbers
        Performances or counts that share their priors; only their rates matter, and no two may be equal. Fractions give
        polygons in fractions.
    rank : int
        1 for the best, 2 for the second, up to m.

    Returns
    -------
    list of m lists of polygons
        The vertices of each polygon, counterclockwise. For rank 1 and rank m there is at most one polygon each.

    Raises
    ------
    ValueError
        If a class is missing, two have the same rates, or there is no such rank.

    Notes
    -----
    Each polygon is an intersection of half-planes, one for each rival and four for the square. Source: Piérard et al.,
    Appendix A.4.1.

    Examples
    --------
    Always negative against always positive: the falling diagonal separates them.

    >>> balanced_polygons([(1, 0, 1, 0), (0, 1, 0, 1)])
    [[[(0, 0), (1, 0), (0, 1)]], [[(1, 0), (1, 1), (0, 1)]]]
    """
    rows = list(performances)
    if not 1 <= rank <= len(rows):
        raise ValueError(f"rank must lie between 1 and the number of performances, {len(rows)}: {rank}")
    polygons = []
    for i, own in enumerate(rows):
        cells: list[tuple[Polygon, int]] = [(list(SQUARE), 0)]  # a cell, and the number of rivals that are better there
        for j, rival in enumerate(rows):
            if j == i:
                continue
            plane = half_plane(own, rival)
            if not any(plane):
                raise ValueError(f"performances {min(i, j)} and {max(i, j)} have the same rates: they tie everywhere")
            opposite = tuple(-x for x in plane)
            cells = [(clip(cell, plane), better) for cell, better in cells] + [
                (clip(cell, opposite), better + 1) for cell, better in cells if better < rank - 1
            ]
            cells = [(cell, better) for cell, better in cells if len(cell) > 2]
        polygons.append([cell for cell, better in cells if better == rank - 1])
    return polygons


def polygon_area(polygon: Sequence[Vertex]) -> Any:
    """Area of a polygon whose vertices are in counterclockwise order; exact for fractions and whole numbers.

    Examples
    --------
    >>> polygon_area([(0, 0), (1, 0), (0, 1)])
    Fraction(1, 2)
    """
    doubled = sum(polygon[k - 1][0] * polygon[k][1] - polygon[k][0] * polygon[k - 1][1] for k in range(len(polygon)))
    return _divide(doubled, 2)


def bent(polygon: Sequence[Vertex], prevalence: float, *, points: int = 2) -> NDArray[np.float64]:
    """A polygon of the balanced Tile on the Tile of another prior: its edges, cut into pieces and mapped.

    Parameters
    ----------
    polygon : sequence of vertices
    prevalence : float
        The common prevalence, strictly between 0 and 1.
    points : int
        Number of pieces into which each edge is cut.

    Returns
    -------
    array of shape (k, 2)

    Examples
    --------
    >>> bent([(0, 0), (1, 0), (0.5, 0.5)], 0.2, points=1)
    array([[0. , 0. ],
           [1. , 0. ],
           [0.8, 0.8]])
    """
    ends = np.array([[float(x) for x in vertex] for vertex in polygon])
    steps = np.arange(points)[:, None, None] / points
    line = (ends * (1 - steps) + np.roll(ends, -1, axis=0) * steps).transpose(1, 0, 2).reshape(-1, 2)
    return np.stack(shift_square(*np.clip(line, 0, 1).T, source=prevalence, target=0.5), axis=-1)


def bent_area(polygon: Sequence[Vertex], prevalence: float) -> float:
    """Area, on the Tile of another prior, of the region that a polygon of the balanced Tile becomes: in closed form.

    Parameters
    ----------
    polygon : sequence of vertices
        On the balanced Tile, counterclockwise.
    prevalence : float
        The common prevalence, strictly between 0 and 1.

    Returns
    -------
    float

    Notes
    -----
    Each straight edge becomes an arc on which b is a quotient of two linear functions of a; see `quotient_mean`.

    Examples
    --------
    The map sends the square to itself:

    >>> round(bent_area([(0, 0), (1, 0), (1, 1), (0, 1)], 0.2), 12)
    1.0
    """
    straight = np.array([[float(x) for x in vertex] for vertex in polygon])
    a, b = bent(polygon, prevalence, points=1).T
    # denominators of the map at either coordinate, whose quotient is, up to a constant, that of the arc
    of_a, of_b = (x / prevalence + (1 - x) / (1 - prevalence) for x in straight.T)
    weight = of_b / of_a
    total = 0.0
    for k in range(len(a)):
        total -= (a[k] - a[k - 1]) * quotient_mean(b[k - 1], b[k], weight[k - 1], weight[k])
    return float(total)


def quotient_mean(start: float, end: float, first: float, last: float) -> float:
    """Mean over an interval of a quotient of two linear functions, from its values and denominators at the ends.

    With u = last / first - 1 it is start + (end - start) (1 + u)(u - log(1 + u)) / u².

    Parameters
    ----------
    start, end : float
        Values of the quotient at the ends.
    first, last : float
        Values of the denominator there, not of opposite signs. Where one is zero, the quotient is taken to be bounded,
        hence constant, and the value at the other end counts.

    Examples
    --------
    The mean of 1 / x from 1 to 2 is log 2:

    >>> round(quotient_mean(1, 0.5, 1, 2), 15) == round(float(np.log(2)), 15)
    True
    """
    if first == 0 or last == 0:
        return float(end if first == 0 else start)
    ratio = float(last) / float(first)
    change = ratio - 1
    if abs(change) < _SMALL:
        series = sum((-change) ** k / (k + 2) for k in range(14))
        share = (1 + change) * series
    elif ratio == 0 or np.isinf(ratio):
        share = min(ratio, 1.0)
    else:
        share = ratio / change * (1 - np.log(ratio) / change)
    return float(start + (end - start) * share)


def _divide(part: Any, whole: Any) -> Any:
    """A quotient, exact if both numbers are rational."""
    if isinstance(part, Rational) and isinstance(whole, Rational):
        return Fraction(part) / Fraction(whole)
    return part / whole
