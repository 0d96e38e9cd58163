"""B(r) as the paper estimates it at first: from random pairs of a positive and a flagged case."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def randomised_win_rate(
    labels: NDArray[np.bool_], scores: NDArray[np.float64], *, threshold: float, draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    """How often a random positive outscores a random case that scores at least r, and the standard error.

    Notes
    -----
    Both are drawn with replacement, and equal scores count one half. Source: Sumpter (2023), Section 3.3.

    Examples
    --------
    >>> labels, scores = np.array([True, False]), np.array([2.0, 1.0])
    >>> randomised_win_rate(labels, scores, threshold=2, draws=10, rng=np.random.default_rng(0))
    (0.5, 0.0)
    """
    positive, flagged = rng.choice(scores[labels], draws), rng.choice(scores[scores >= threshold], draws)
    won = np.where(positive == flagged, 0.5, positive > flagged)
    return float(won.mean()), float(won.std(ddof=1) / draws**0.5)
