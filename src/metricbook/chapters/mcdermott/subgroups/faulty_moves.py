"""Moves of sorted scores by matrices that are no permutations: some places sum two scores, others are left with none.

The authors of McDermott et al. moved scores by such matrices. How they drew them is not in the paper; what is known
is that two in a hundred rows sum or drop scores and that none of hundreds of matrices is a permutation. Two ways to
draw that share both properties are here, so that it can be seen how much hangs on the fault itself. A draw is a list
of destinations: the score at place j, lowest score first, is added to what arrives at place ``destination[j]``.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from metricbook.chapters.mcdermott.subgroups.permutations import bounded_permutations

Kind = Literal["sequential matrices", "scattered matrices"]
#: Share of the scores that scattered matrices send to a place which already has one. About as many rows sum two scores
#: and as many get none, which makes two in a hundred faulty rows.
FAULTY = 0.01


def destinations(
    n: int, shift: int, size: int, *, kind: Kind, rng: np.random.Generator, faulty: float = FAULTY
) -> NDArray[np.int64]:
    """Where each place's score goes, for several faulty moves: integers of shape (size, n), no further than ``shift``.

    Parameters
    ----------
    n, shift, size : int
        Number of places, largest move, number of draws.
    kind : {"sequential matrices", "scattered matrices"}
        Sequential: from the lowest score up, each goes to a random free place within reach, or, if none is left, to a
        random one. Scattered: a uniform permutation in which a few scores, chosen at random, go to a random other place
        within reach that has a score already.
    rng : Generator
        Source of randomness.
    faulty : float
        Share of the scores that scattered matrices misdirect, above 0 and at most 1; at least one score is.

    Raises
    ------
    ValueError
        If there is no such kind, or the share is out of range.

    Examples
    --------
    >>> drawn = destinations(200, 3, 4, kind="scattered matrices", rng=np.random.default_rng(1))
    >>> drawn.shape, int(abs(drawn - np.arange(200)).max()), bool((np.sort(drawn) == np.arange(200)).all())
    ((4, 200), 3, False)
    """
    if kind == "sequential matrices":
        found = np.empty((size, n), dtype=np.int64)
        _fill(rng.random((size, n)), shift, found)
        return found
    if kind != "scattered matrices":
        raise ValueError(f"moves must be permutations, 'sequential matrices' or 'scattered matrices', not '{kind}'")
    if not 0 < faulty <= 1:
        raise ValueError(f"faulty must be above 0 and at most 1, not {faulty}")
    found = bounded_permutations(n, shift).draw(size, rng=rng)
    number = max(1, round(faulty * n))
    places = np.argsort(rng.random((size, n)), axis=1)[:, :number]
    _misdirect(found, places, rng.random((size, number)), shift)
    return found


def move(values: NDArray[np.float64], drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """What arrives at each place: the sum of the values sent there, 0 where none is.

    Parameters
    ----------
    values : array of shape (n,)
        Sorted scores.
    drawn : integers of shape (size, n)
        Destinations.

    Examples
    --------
    >>> move(np.array([1.0, 2.0, 4.0]), np.array([[1, 1, 0]])).tolist()
    [[4.0, 3.0, 0.0]]
    """
    moved = np.zeros(drawn.shape)
    _add(np.ascontiguousarray(values, dtype=np.float64), drawn, moved)
    return moved


@njit(cache=True, nogil=True)
def _add(values, drawn, moved):  # pragma: no cover - compiled
    for row in range(drawn.shape[0]):
        for place in range(values.size):
            moved[row, drawn[row, place]] += values[place]


@njit(cache=True, nogil=True)
def _misdirect(found, places, uniforms, shift):  # pragma: no cover - compiled
    n = found.shape[1]
    arrivals = np.ones(found.shape, dtype=np.int64)
    for row in range(places.shape[0]):
        for turn in range(places.shape[1]):
            place = places[row, turn]
            first, last = max(0, place - shift), min(n, place + shift + 1)
            own = found[row, place]
            arrivals[row, own] -= 1
            taken = 0
            for other in range(first, last):
                taken += other != own and arrivals[row, other] > 0
            wanted = int(uniforms[row, turn] * taken)
            for other in range(first, last):
                if other == own or arrivals[row, other] == 0:
                    continue  # a score sent to an empty place could mend an earlier fault
                if wanted == 0:
                    found[row, place] = other
                    arrivals[row, other] += 1
                    break
                wanted -= 1


@njit(cache=True, nogil=True)
def _fill(uniforms, shift, found):  # pragma: no cover - compiled
    n = uniforms.shape[1]
    for row in range(uniforms.shape[0]):
        taken = np.zeros(n, dtype=np.bool_)
        for place in range(n):
            first, last = max(0, place - shift), min(n, place + shift + 1)
            free = 0
            for other in range(first, last):
                free += not taken[other]
            wanted = int(uniforms[row, place] * (free if free else last - first))
            for other in range(first, last):
                if taken[other] and free:
                    continue
                if wanted == 0:
                    found[row, place] = other
                    taken[other] = True
                    break
                wanted -= 1
