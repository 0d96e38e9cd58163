"""Models that know something: how often the ROC curves of two of them cross, by simulation."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtri


def crossing_drawn(auroc: float, correlation: float, of_each: int, draws: int, rng: np.random.Generator) -> float:
    """The share of so many pairs of models, of so many cases of each class, whose ROC curves cross.

    Both have normal scores of equal spread and this AUROC, and noise of this correlation.

    Examples
    --------
    >>> crossing_drawn(0.5, 0.0, 1, 50, np.random.default_rng(0))
    0.0
    """
    labels = np.repeat([True, False], of_each)
    known = math.sqrt(2) * float(ndtri(auroc)) * labels
    crossed = 0
    for _ in range(draws):
        noise, own = rng.normal(size=(2, labels.size))
        scores = known + noise, known + correlation * noise + math.sqrt(1 - correlation**2) * own
        one, other = (np.cumsum(labels[np.argsort(-s, kind="stable")]) for s in scores)
        crossed += bool((one > other).any() and (one < other).any())
    return crossed / draws
