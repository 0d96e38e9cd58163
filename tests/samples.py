"""Samples and settings that several modules of tests share."""

from __future__ import annotations

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
