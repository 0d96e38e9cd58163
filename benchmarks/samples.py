"""The samples that everything is measured on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Case(NamedTuple):
    """What a sample is like: its size, whether its scores tie, and whether it has weights."""

    size: int
    ties: bool
    weighted: bool

    def __str__(self) -> str:
        power = round(np.log10(self.size))
        return f"10^{power}  {'ties' if self.ties else 'none':5s} {'yes' if self.weighted else 'no':7s}"


class Arrays(NamedTuple):
    """The sample itself: labels 0 and 1, scores about a threshold of 0, weights or None."""

    labels: NDArray[np.int64]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64] | None

    @property
    def nbytes(self) -> int:
        """Bytes of the input."""
        return sum(array.nbytes for array in self if array is not None)


def draw(case: Case, rng: np.random.Generator) -> Arrays:
    """A sample of two shifted normal classes, three in ten positive; ties come from rounding to two decimals."""
    labels = (rng.random(case.size) < 0.3).astype(np.int64)
    scores = rng.normal(size=case.size)
    scores += labels - 0.5
    if case.ties:
        scores = scores.round(2)
    return Arrays(labels, scores, rng.exponential(size=case.size) if case.weighted else None)
