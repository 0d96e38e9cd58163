"""Thinning: polygonal curves with fewer vertices, and their distance from the curve that was measured."""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np

from metricbook.metrics.validation import Array


class Thinned(NamedTuple):
    """A polygonal line, and the greatest distance of the measured one from it."""

    x: Array
    y: Array
    error: float


def thin(x: Array, y: Array, *, most: int) -> Thinned:
    """Keep the vertices of a line that matter most, its ends among them.

    Parameters
    ----------
    x, y : array of shape (n,)
        The vertices in order.
    most : int
        How many are kept at most, at least 2.

    Returns
    -------
    Thinned
        The kept vertices, and the largest distance of a dropped one from the segment that replaces it; 0 if all that
        is dropped lies on the segments.

    Notes
    -----
    The segment with the farthest vertex is divided there, again and again: the rule of Ramer, Douglas and Peucker with
    a limit on the number instead of the distance.

    Examples
    --------
    >>> thin(np.array([0.0, 1.0, 2.0, 2.0]), np.array([0.0, 0.0, 0.0, 1.0]), most=3)
    Thinned(x=array([0., 2., 2.]), y=array([0., 0., 1.]), error=0.0)
    """
    vertices = {0, x.size - 1}
    segments = [_farthest_vertex(x, y, 0, x.size - 1)]
    while len(vertices) < most and segments[0][0] < 0:
        _, first, middle, last = heapq.heappop(segments)
        vertices.add(middle)
        for ends in ((first, middle), (middle, last)):
            heapq.heappush(segments, _farthest_vertex(x, y, *ends))
    places = np.array(sorted(vertices))
    return Thinned(x[places], y[places], abs(segments[0][0]))


def _farthest_vertex(x: Array, y: Array, first: int, last: int) -> tuple[float, int, int, int]:
    """The farthest vertex from a segment: minus its distance, the segment's first vertex, it, and the last one."""
    if last - first < 2:
        return 0.0, first, first, last
    right, up = x[first + 1 : last] - x[first], y[first + 1 : last] - y[first]
    along, rise = x[last] - x[first], y[last] - y[first]
    length = along**2 + rise**2
    if length > 0:
        share = right * along
        share += up * rise
        share /= length
        np.clip(share, 0, 1, out=share)
        right -= share * along
        up -= share * rise
    right *= right
    right += up * up
    place = int(right.argmax())
    return -math.sqrt(right[place]), first, first + 1 + place, last
