"""Random permutations that move nothing far, drawn exactly uniformly.

A permutation is built from the first place on. What has been used of the places within reach is all that later
choices depend on, and the number of ways to complete each such state is counted backwards, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class BoundedPermutations:
    r"""The permutations of n places that move none by more than ``shift``, and uniform draws from them.

    Attributes
    ----------
    count : int
        How many such permutations there are, exactly.

    Notes
    -----
    Place ``i`` takes what stood at place ``i + d`` with ``d`` from ``-shift`` to ``shift``. When ``i`` chooses,
    exactly ``shift`` of the ``2 shift`` places from ``i - shift`` to ``i + shift - 1`` are used up, if those before the
    first place count as used; which ones is the state, one of ``(2 shift)! / shift!^2``. A choice is drawn with chance
    (ways to go on after it) / (ways to go on), so that the product over all places is 1 / ``count`` for each
    permutation. Source: McDermott et al., Appendix B.3, M3, whose set this is; the way to draw from it is ours.

    Examples
    --------
    Moves of at most one place: the numbers of Fibonacci.

    >>> [BoundedPermutations(n, 1).count for n in (1, 2, 3, 4, 5)]
    [1, 2, 3, 5, 8]
    >>> BoundedPermutations(4, 3).count  # all 4! of them
    24
    """

    def __init__(self, n: int, shift: int) -> None:
        if n < 1:
            raise ValueError(f"n must be 1 or more, not {n}")
        if not 0 <= shift <= 8:
            raise ValueError(f"shift must be between 0 and 8, not {shift}")
        self.n, self.shift = n, shift
        full = 1 << (2 * shift)
        self._states = [mask for mask in range(full) if mask.bit_count() == shift]
        self._number = {mask: place for place, mask in enumerate(self._states)}
        self._start = self._number[(1 << shift) - 1]  # the places before the first are used up
        self._steps = [self._choices(mask) for mask in self._states]
        self._ways = self._count_back()
        self.count = self._ways[0][self._start]

    def _choices(self, mask: int) -> list[tuple[int, int]]:
        """What a place may take in a state, as (move, next state); the place about to go out of reach comes first."""
        free = [bit for bit in range(2 * self.shift + 1) if not mask >> bit & 1]
        if free[0] == 0:
            free = [0]  # this place can be taken now or never
        return [(bit - self.shift, self._number[(mask | 1 << bit) >> 1]) for bit in free]

    def _count_back(self) -> list[list[int]]:
        """Ways to complete each state from each place on; at the end no place beyond the last may be used."""
        ways = [[int(place == self._start) for place in range(len(self._states))]]
        for _ in range(self.n):
            after = ways[-1]
            ways.append([sum(after[following] for _, following in steps) for steps in self._steps])
        return ways[::-1]

    @cached_property
    def _tables(self) -> tuple[NDArray[np.float64], Integers, Integers]:
        """Cumulative chances (n, states, choices), moves and next states (states, choices)."""
        width = self.shift + 1
        moves = np.zeros((len(self._states), width), dtype=np.int64)
        following = np.zeros_like(moves)
        for state, steps in enumerate(self._steps):
            for choice, (move, after) in enumerate(steps):
                moves[state, choice], following[state, choice] = move, after
        cumulative = np.ones((self.n, len(self._states), width))
        for place, (now, later) in enumerate(zip(self._ways[:-1], self._ways[1:], strict=True)):
            for state, steps in enumerate(self._steps):
                if now[state]:
                    total = 0
                    for choice, (_, next_state) in enumerate(steps):
                        total += later[next_state]
                        cumulative[place, state, choice] = total / now[state]  # of whole numbers: rounded once
        return cumulative, moves, following

    def probability(self, permutation: Sequence[int]) -> float:
        """Chance with which `draw` gives one permutation: the product of its choices' chances, 0 if it is none.

        Examples
        --------
        >>> round(BoundedPermutations(3, 1).probability([1, 0, 2]), 12)  # one of three
        0.333333333333
        >>> BoundedPermutations(3, 1).probability([2, 1, 0])
        0.0
        """
        cumulative, moves, following = self._tables
        chance, state = 1.0, self._start
        for place, taken in enumerate(permutation):
            choices = moves[state, : len(self._steps[state])].tolist()
            if taken - place not in choices:
                return 0.0
            choice = choices.index(taken - place)
            below = cumulative[place, state, choice - 1] if choice else 0.0
            chance *= cumulative[place, state, choice] - below
            state = following[state, choice]
        return float(chance)

    def draw(self, size: int, *, rng: np.random.Generator) -> Integers:
        """Uniform and independent permutations, as an array of shape (size, n).

        Entry ``[r, i]`` is the place from which draw ``r`` fills place ``i``, counted from 0: ``values[drawn[r]]`` is
        the permuted array.

        Examples
        --------
        >>> drawn = BoundedPermutations(400, 3).draw(5, rng=np.random.default_rng(1))
        >>> bool((np.sort(drawn, axis=1) == np.arange(400)).all()), int(abs(drawn - np.arange(400)).max())
        (True, 3)
        """
        return self.from_uniforms(rng.random((size, self.n)))

    def from_uniforms(self, uniforms: NDArray[np.float64]) -> Integers:
        """The permutations that uniform numbers in [0, 1), of shape (..., n), stand for: one number for each place."""
        if uniforms.shape[-1] != self.n:
            raise ValueError(f"the last axis of the uniforms must have length {self.n}, not {uniforms.shape[-1]}")
        flat = np.ascontiguousarray(uniforms, dtype=np.float64).reshape(-1, self.n)
        drawn = np.empty(flat.shape, dtype=np.int64)
        _draw(flat, *self._tables, self._start, drawn)
        return drawn.reshape(uniforms.shape)


@cache
def bounded_permutations(n: int, shift: int) -> BoundedPermutations:
    """`BoundedPermutations`, with its tables computed once for each pair of arguments."""
    return BoundedPermutations(n, shift)


@njit(cache=True, nogil=True)
def _draw(uniforms, cumulative, moves, following, start, drawn):  # pragma: no cover - compiled
    states = np.full(uniforms.shape[0], start)
    for place in range(uniforms.shape[1]):
        for row in range(uniforms.shape[0]):  # the rows wait for nothing of each other, so several are under way
            choice = 0
            for other in range(cumulative.shape[2] - 1):  # without branches, which no processor could foresee
                choice += uniforms[row, place] >= cumulative[place, states[row], other]
            drawn[row, place] = place + moves[states[row], choice]
            states[row] = following[states[row], choice]
