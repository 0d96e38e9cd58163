"""Samples and settings that several modules of tests share."""

from __future__ import annotations

import numpy as np

#: The sample of Flach et al.'s Figure 1, with the missing label that its printed areas ask for.
FIGURE_1 = (
    [1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0],
    [0.95, 0.9, 0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05],
)
#: Labels that reproduce their Examples 1 and 2, with tenths as whole scores.
EXAMPLE = [1, 1, 0, 0, 0]
SCORES_1, SCORES_2 = [9, 8, 7, 2, 1], [9, 7, 7, 2, 1]

#: Operating conditions that losses are taken over, and which class a score at the threshold falls to.
OVER = ("skew", "cost")
TIES = ("half", "negative", "positive")

#: Metrics of rankings, of confidence and of decisions.
METRICS_OF_ALL_KINDS = (
    "auroc",
    "average_precision",
    "auch",
    "h_measure",
    "lxcim",
    "audrc_sum",
    "audrc_integral",
    "f1_score",
    "accuracy",
)


def normal_sample(n: int, seed: int = 0, share: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    """Labels of which so many are positive on average, and normal scores, some tied."""
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < share
    return labels, rng.normal(1.2 * labels, 1).round(3)
