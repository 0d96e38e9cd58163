"""Sign maps of the derivatives of the AUPRC over the triangle of all k_0 < k_1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.mcdermott.closed_form.two_groups import TwoGroups

Floats = NDArray[np.float64]
CELLS = 120


@cache
def triangle() -> tuple[Floats, Floats]:
    """Midpoints of a grid of 120 by 120 cells, those with k_0 < k_1."""
    side = (np.arange(CELLS) + 0.5) / CELLS
    k0, k1 = np.meshgrid(side, side, indexing="ij")
    return k0[k0 < k1], k1[k0 < k1]


def share(model: TwoGroups) -> float:
    """Share of the triangle that prefers group 1, from the border; ArithmeticError if the sign map disagrees."""
    exactly = model.auprc_share()
    counted = float(np.mean(model.auprc_preference(*triangle()) > 0))
    if abs(exactly - counted) > 2 / CELLS:
        raise ArithmeticError(f"share {exactly} by the border, {counted} by counting cells")
    return exactly


def one_border(models: Iterable[TwoGroups]) -> Iterator[bool]:
    """Whether along k_1, for each of 60 k_0, group 0 is preferred up to the border and group 1 beyond it."""
    k0 = (np.arange(60) + 0.5)[:, None] / 60
    place = (np.arange(400) + 0.5) / 400
    k1 = k0 + (1 - k0) * place
    for model in models:
        border = model.auprc_border(k0)
        preferred = model.auprc_preference(k0, k1) > 0
        inside = (border > k0) & (border < 1)
        yield from (inside[:, 0] & (preferred == (k1 > border)).all(axis=1)).tolist()


def grown_with_the_better(model: TwoGroups) -> bool:
    """Whether the slope by k_1 over the slope by k_0 grows with k_1 for every k_0 of a grid."""
    k0 = (np.arange(60) + 0.5)[:, None] / 60
    k1 = k0 + (1 - k0) * (np.arange(200) + 0.5) / 200
    first, second = model.auprc_slopes(k0, k1)
    return bool((np.diff(second / first, axis=1) > 0).all())
