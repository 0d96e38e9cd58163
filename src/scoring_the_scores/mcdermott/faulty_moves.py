"""Moves of sorted scores by matrices that are no permutations: a few scores land on a second place as well.

The authors of McDermott et al. moved scores by such matrices. Measured on 45 of those that their public notebook
draws, 2.0 percent of the places receive two scores, 0.16 percent three and 0.08 percent none: hardly a score is
dropped, but some are copied, and where two meet they add up. Only that kind of fault and its measured share are
modelled here, on top of a uniform permutation; nothing is fitted to what the authors' runs came to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.mcdermott.permutations import bounded_permutations

Integers = NDArray[np.int64]
#: Share of the scores that are copied to a second place.
COPIED = 0.02


class Copying(NamedTuple):
    """Several faulty moves: a permutation each, and scores that are added elsewhere too.

    Attributes
    ----------
    sources : integers of shape (size, n)
        The place from which each place takes its score, lowest score first.
    places, copied : integers of shape (size, copies)
        The places that get a further score, and where it is copied from.
    """

    sources: Integers
    places: Integers
    copied: Integers


def draw_copying(n: int, shift: int, size: int, *, rng: np.random.Generator, share: float = COPIED) -> Copying:
    """Uniform permutations in which a share of the scores, chosen at random, goes to another place within reach, too.

    Examples
    --------
    >>> drawn = draw_copying(200, 3, 5, rng=np.random.default_rng(1))
    >>> drawn.sources.shape, drawn.places.shape, int(abs(drawn.places - drawn.copied).max())
    ((5, 200), (5, 4), 3)
    """
    if not 0 < share <= 1:
        raise ValueError(f"share must be above 0 and at most 1, not {share}")
    sources = bounded_permutations(n, shift).draw(size, rng=rng)
    copied = np.argsort(rng.random((size, n)), axis=1, kind="stable")[:, : max(1, round(share * n))]
    first, last = np.maximum(copied - shift, 0), np.minimum(copied + shift, n - 1)
    places = first + np.floor(rng.random(copied.shape) * (last - first)).astype(np.int64)
    taken = np.take_along_axis(np.argsort(sources, axis=1, kind="stable"), copied, axis=1)
    return Copying(sources, places + (places >= taken), copied)  # any place within reach but the one it has


def move(values: NDArray[np.float64], drawn: Copying) -> NDArray[np.float64]:
    """What arrives at each place: the score sent there, and the copies.

    Examples
    --------
    >>> move(np.array([1.0, 2.0, 4.0]), Copying(np.array([[1, 0, 2]]), np.array([[2]]), np.array([[0]]))).tolist()
    [[2.0, 1.0, 5.0]]
    """
    moved = values[drawn.sources]
    np.add.at(moved, (np.arange(len(moved))[:, None], drawn.places), values[drawn.copied])
    return moved
