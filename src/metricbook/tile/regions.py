"""Zones of the Tile in which each of several classifiers is best, second, ...: exact borders and areas, any priors.

The score of a performance is N / (N + E) with N = (1-a) tn + a tp and E = (1-b) fp + b fn. So one is better than
another where N_1 E_2 > N_2 E_1. Both sides are linear in a and in b: in each column of the Tile the two change places
at most once, at a height that is a quotient of two linear functions of a.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.tile.polygons import quotient_mean
from metricbook.tile.scores import FN, FP, TN, TP, Array, check_performances, check_place, share

#: Performances that differ by no more than this in any outcome count as equal: it is their rounding error.
SAME = 8 * np.finfo(np.float64).eps
#: Parts of a column shorter than this are rounding errors, and left out.
THIN = 1e-13


@dataclass(frozen=True)
class Arc:
    """A border, as height over a stretch of columns: (1 - t) rise[0] + t rise[1] over the same of ``base``.

    ``t`` runs from 0 to 1 over the whole Tile, as a does. A side of the square has ``rival`` None.
    """

    rival: int | None
    rise: tuple[float, float]
    base: tuple[float, float]

    def height(self, a: ArrayLike) -> Array:
        """Height b of the border at columns a; where numerator and denominator vanish together, NaN."""
        a = np.asarray(a, dtype=np.float64)
        rise, base = ((1 - a) * ends[0] + a * ends[1] for ends in (self.rise, self.base))
        return np.clip(share(rise, base), 0, 1)

    def below(self, start: float, stop: float) -> float:
        """Area under the border between two columns, in closed form."""
        left, right = np.nan_to_num(self.height([start, stop]))
        first, last = ((1 - a) * self.base[0] + a * self.base[1] for a in (start, stop))
        if first * last < 0:  # the border is bounded here: one of the two signs is a rounding error
            first, last = (0.0, last) if abs(first) < abs(last) else (first, 0.0)
        return (stop - start) * quotient_mean(left, right, first, last)


FLOOR = Arc(None, (0.0, 0.0), (1.0, 1.0))
CEILING = Arc(None, (1.0, 1.0), (1.0, 1.0))


@dataclass(frozen=True)
class Piece:
    """A connected part of a zone: between two chains of borders, over stretches of columns.

    Attributes
    ----------
    columns : tuple of k + 1 floats
        Ends of the stretches, ascending.
    lower, upper : tuples of k `Arc`
        The border below and above, on each stretch.
    """

    columns: tuple[float, ...]
    lower: tuple[Arc, ...]
    upper: tuple[Arc, ...]

    @property
    def area(self) -> float:
        """Area of the piece."""
        stretches = zip(pairwise(self.columns), self.lower, self.upper, strict=True)
        return sum(upper.below(*ends) - lower.below(*ends) for ends, lower, upper in stretches)

    def outline(self, points: int = 33) -> NDArray[np.float64]:
        """The contour as an array (n, 2) of places, counterclockwise.

        Parameters
        ----------
        points : int
            Places on each arc; they are denser near its ends. Only the drawing depends on them, not the area.
        """
        spacing = (1 - np.cos(np.linspace(0, np.pi, points))) / 2
        chains = []
        for arcs in (self.lower, self.upper):
            parts = []
            for (start, stop), arc in zip(pairwise(self.columns), arcs, strict=True):
                a = start + (stop - start) * spacing
                b = arc.height(a)
                defined = ~np.isnan(b)
                parts.append(np.stack([a[defined], b[defined]], axis=-1))
            chains.append(np.concatenate(parts))
        return np.concatenate([chains[0], chains[1][::-1]])


@dataclass(frozen=True)
class Zone:
    """The zone of the Tile in which one classifier has a rank.

    Attributes
    ----------
    index : int
        Index of the performance.
    rank : int
        1 for the best.
    area : float
        Share of the Tile, between 0 and 1.
    pieces : tuple of `Piece`
        The parts of the zone; none if its area is zero.
    tied : tuple of int
        The other performances that tie with this one everywhere, and so share its zone.
    """

    index: int
    rank: int
    area: float
    pieces: tuple[Piece, ...]
    tied: tuple[int, ...]


def zones(performances: ArrayLike, *, rank: int = 1) -> list[Zone]:
    """The exact region of the Tile in which each classifier is ranked r-th, and its area.

    Parameters
    ----------
    performances : array of shape (m, 4)
        As for `metricbook.tile.check_performances`. Their priors may be equal, balanced or neither.
    rank : int
        1 for the best, 2 for the second, up to m.

    Returns
    -------
    list of m `Zone`
        Areas are in closed form, exact up to rounding (about 1e-13), and add up to 1 if no two tie everywhere.

    Raises
    ------
    ValueError
        On bad performances, and if there is no such rank.

    Notes
    -----
    A classifier has rank r where fewer than r are strictly better and at least r are no worse. Two performances tie
    everywhere if they are equal, or never right, or never wrong: each then has the whole of their common zone.
    Otherwise ties happen on borders, and undefined scores on corners or sides, neither of which has an area. Three
    borders meet in at most one place inside the square, at the column where the determinant of (N, fp, fn) over the
    three vanishes; between such columns the borders keep their order. Time grows as m^4. With balanced priors the
    borders are straight, and the zones those of `metricbook.tile.polygons.balanced_polygons`.
    Sources: Piérard et al., Section 4.3 and Appendix A.4.1, for common priors; ours for others.

    Examples
    --------
    Always negative, and always positive, where 20 of 100 are positive; the border bulges to the upper right:

    >>> negative, positive = zones([[80, 0, 20, 0], [0, 80, 0, 20]])
    >>> round(negative.area, 6), round(positive.area, 6)
    (0.869505, 0.130495)
    """
    values = check_performances(performances)
    if values.ndim != 2:
        raise ValueError(f"performances must be of shape (m, 4): {values.shape}")
    if not 1 <= rank <= len(values):
        raise ValueError(f"rank must lie between 1 and the number of performances, {len(values)}: {rank}")
    return [_zone(values, index, rank) for index in range(len(values))]


def ranks(performances: ArrayLike, a: ArrayLike, b: ArrayLike) -> Array:
    """Rank of each classifier at given places: one more than the number of those that are better.

    Parameters
    ----------
    performances : array of shape (m, 4)
    a, b : arrays of numbers between 0 and 1
        They broadcast.

    Returns
    -------
    array of the broadcast shape, with an axis of length m appended
        NaN for a classifier whose score is undefined there; it is not compared with others.

    Raises
    ------
    ValueError
        On bad performances, and for a place outside of the square.

    Examples
    --------
    At the lower right corner, precision, that of a classifier that predicts nothing positive is undefined:

    >>> ranks([[80, 0, 20, 0], [56, 24, 6, 14], [0, 80, 0, 20]], [0, 1], [0, 0])
    array([[ 1.,  2.,  3.],
           [nan,  1.,  2.]])
    """
    values = check_performances(performances)
    a, b = (x[..., None] for x in np.broadcast_arrays(*check_place(a, b)))
    right = (1 - a) * values[..., TN] + a * values[..., TP]
    wrong = (1 - b) * values[..., FP] + b * values[..., FN]
    better = right[..., None, :] * wrong[..., :, None] > right[..., :, None] * wrong[..., None, :]
    rank = 1.0 + better.sum(axis=-1)
    return np.where(right + wrong == 0, np.nan, rank)


def _zone(values: Array, index: int, rank: int) -> Zone:
    """The zone of one classifier, column by column."""
    own = values[index]
    tied = _tie_everywhere(values, index)
    rivals = np.flatnonzero(~tied)
    others = values[rivals]
    # Lead of each rival, N_j E_i - N_i E_j, at b = 0 and b = 1: linear in a, so given by its values at a = 0 and 1.
    ahead = {
        side: np.stack([others[:, right] * own[wrong] - own[right] * others[:, wrong] for right in (TN, TP)])
        for side, wrong in ((0, FP), (1, FN))
    }
    columns = _columns(own, others, ahead)
    a = ((columns[:-1] + columns[1:]) / 2)[:, None]
    low, high = ((1 - a) * ahead[side][0] + a * ahead[side][1] for side in (0, 1))
    crossing = np.where(low * high < 0, share(low, low - high), np.inf)
    order = np.argsort(crossing, axis=1, kind="stable")
    height = np.minimum(np.take_along_axis(crossing, order, axis=1), 1.0)
    change = np.where(np.take_along_axis(low, order, axis=1) > 0, -1, 1)
    at_floor = ((low > 0) | ((low == 0) & (high > 0))).sum(axis=1)
    better = at_floor[:, None] + np.concatenate([np.zeros((len(a), 1), int), np.cumsum(change, axis=1)], axis=1)
    edges = np.concatenate([np.zeros((len(a), 1)), height, np.ones((len(a), 1))], axis=1)
    here = (better <= rank - 1) & (rank - 1 < better + tied.sum()) & (np.diff(edges, axis=1) > THIN)
    arcs = [_arc(int(j), ahead[0][:, k], ahead[1][:, k]) for k, j in enumerate(rivals)]

    def border(stretch: int, edge: int) -> Arc:
        if edge == 0:
            return FLOOR
        if edge > len(rivals) or edges[stretch, edge] >= 1:
            return CEILING
        return arcs[order[stretch, edge - 1]]

    cells: list[list[tuple[Arc, Arc]]] = [[] for _ in range(len(a))]
    for stretch, cell in np.argwhere(here):
        below, above = border(stretch, cell), border(stretch, cell + 1)
        if cells[stretch] and cells[stretch][-1][1] is below:  # happens only where some tie everywhere
            below = cells[stretch].pop()[0]
        cells[stretch].append((below, above))
    pieces = tuple(_join_cells(columns, cells))
    everywhere_tied = np.flatnonzero(tied)
    area = min(max(sum(piece.area for piece in pieces), 0.0), 1.0)
    return Zone(index, rank, area, pieces, tuple(int(j) for j in everywhere_tied if j != index))


def _tie_everywhere(values: Array, index: int) -> NDArray[np.bool_]:
    """Mask of the performances that have the score of this one at every place, itself included."""
    own = values[index]
    equal = (np.abs(values - own) <= SAME).all(axis=1)
    for one, other in ((TN, TP), (FP, FN)):  # never right, never wrong
        if own[one] + own[other] <= SAME:
            equal |= values[:, one] + values[:, other] <= SAME
    return equal


def _columns(own: Array, others: Array, ahead: dict[int, Array]) -> Array:
    """Columns between which the borders with the rivals neither cross one another nor the sides b = 0 and b = 1."""
    fp, fn = others[:, FP], others[:, FN]
    among = fp[:, None] * fn[None, :] - fp[None, :] * fn[:, None]
    with_own = own[FP] * fn - fp * own[FN]
    determinants = np.stack(
        [
            own[right] * among - others[:, None, right] * with_own[None, :] + others[None, :, right] * with_own[:, None]
            for right in (TN, TP)
        ]
    )
    upper = np.triu_indices(len(others), 1)
    ends = np.concatenate([determinants[(slice(None), *upper)], ahead[0], ahead[1]], axis=1)
    ends = ends[:, ends[0] * ends[1] < 0]
    return np.unique(np.concatenate([[0.0, 1.0], ends[0] / (ends[0] - ends[1])]))


def _arc(rival: int, floor: Array, ceiling: Array) -> Arc:
    """The border with a rival, on which its lead, linear in b, is zero."""
    base = floor - ceiling
    return Arc(rival, (float(floor[0]), float(floor[1])), (float(base[0]), float(base[1])))


def _join_cells(columns: Array, cells: list[list[tuple[Arc, Arc]]]) -> list[Piece]:
    """Pieces made by joining cells of neighbouring stretches, where a cell continues exactly one other."""
    open_pieces: list[tuple[list[float], list[Arc], list[Arc]]] = []
    done = []
    for stretch, here in enumerate(cells):
        start, stop = float(columns[stretch]), float(columns[stretch + 1])
        meets = [[_meet(piece, cell, start) for piece in open_pieces] for cell in here]
        continued, now_open = set(), []
        for cell, row in zip(here, meets, strict=True):
            partners = [k for k, met in enumerate(row) if met]
            if len(partners) == 1 and sum(other[partners[0]] for other in meets) == 1:
                continued.add(partners[0])
                piece = open_pieces[partners[0]]
                if piece[1][-1] is cell[0] and piece[2][-1] is cell[1]:
                    piece[0][-1] = stop
                else:
                    piece[0].append(stop)
                    piece[1].append(cell[0])
                    piece[2].append(cell[1])
            else:
                piece = ([start, stop], [cell[0]], [cell[1]])
            now_open.append(piece)
        done += [piece for k, piece in enumerate(open_pieces) if k not in continued]
        open_pieces = now_open
    return [Piece(tuple(a), tuple(low), tuple(high)) for a, low, high in done + open_pieces]


def _meet(piece: tuple[list[float], list[Arc], list[Arc]], cell: tuple[Arc, Arc], column: float) -> bool:
    """Whether a piece and the next stretch's cell share more than a point of their common column."""
    floor = np.nanmax([arc.height(column) for arc in (piece[1][-1], cell[0])])
    ceiling = np.nanmin([arc.height(column) for arc in (piece[2][-1], cell[1])])
    return bool(ceiling - floor > THIN)
