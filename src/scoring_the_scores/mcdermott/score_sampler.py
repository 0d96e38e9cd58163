"""Scores with a target AUROC in two groups of unlike prevalence: McDermott et al., Appendix B.1, and a second family.

In each group the positives come first and their number is fixed. The expected AUROC within a group is the target in
both families; what the scores of one group are to those of the other depends on how they are scaled.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri

Floats = NDArray[np.float64]
Family = Literal["windows", "binormal"]
Scaling = Literal["none", "mean", "calibrated"]
HIGH, LOW = 0, 1
GROUPS = ("high", "low")


@dataclass(frozen=True)
class Population:
    """Two groups, the first of higher prevalence, and how their scores are drawn.

    Examples
    --------
    >>> Population().prevalences
    (0.05, 0.01)
    """

    sizes: tuple[int, int] = (200, 200)
    positives: tuple[int, int] = (10, 2)
    target: float = 0.85
    family: Family = "windows"
    scaling: Scaling = "mean"
    same_stream: bool = False

    def __post_init__(self) -> None:
        for group, size, positives in zip(GROUPS, self.sizes, self.positives, strict=True):
            if not 1 <= positives < size:
                raise ValueError(f"group {group} of {size} samples needs both classes, not {positives} positives")
        if not 0 < self.target < 1:
            raise ValueError(f"target must be between 0 and 1, not {self.target}")
        if self.family not in ("windows", "binormal"):
            raise ValueError(f"family must be 'windows' or 'binormal', not '{self.family}'")
        if self.scaling not in ("none", "mean", "calibrated"):
            raise ValueError(f"scaling must be 'none', 'mean' or 'calibrated', not '{self.scaling}'")
        if self.scaling == "calibrated" and self.family != "binormal":
            raise ValueError("only the binormal family has calibrated scores in closed form")

    @property
    def prevalences(self) -> tuple[float, float]:
        """Share of positives in each group."""
        return self.positives[0] / self.sizes[0], self.positives[1] / self.sizes[1]

    @cached_property
    def low(self) -> NDArray[np.bool_]:
        """True for the samples of the group of low prevalence, in the order of `draw`."""
        return np.repeat([False, True], self.sizes)

    @cached_property
    def labels(self) -> NDArray[np.bool_]:
        """True for the positives, in the order of `draw`."""
        return np.concatenate([np.arange(n) < p for n, p in zip(self.sizes, self.positives, strict=True)])

    def draw(self, *, rng: np.random.Generator) -> Floats:
        """Scores of one data set, the first group's before the second's, positives first in each.

        Examples
        --------
        >>> scores = Population().draw(rng=np.random.default_rng(1))
        >>> round(float(scores[:200].mean()), 9), round(float(scores[200:].mean()), 9)
        (0.05, 0.01)
        """
        streams = (copy.deepcopy(rng), rng) if self.same_stream else (rng, rng)
        return np.concatenate([self._group(group, stream) for group, stream in zip((HIGH, LOW), streams, strict=True)])

    def _group(self, group: int, rng: np.random.Generator) -> Floats:
        size, positives, prevalence = self.sizes[group], self.positives[group], self.prevalences[group]
        if self.family == "windows":
            scores = window_scores(positives, size - positives, target=self.target, rng=rng)
        else:
            base = prevalence if self.scaling == "calibrated" else 0.5
            scores = binormal_scores(positives, size - positives, target=self.target, prevalence=base, rng=rng)
        return scores * (prevalence / scores.mean()) if self.scaling == "mean" else scores


def window_scores(positives: int, negatives: int, *, target: float, rng: np.random.Generator) -> Floats:
    """Scores by the sampler of Appendix B.1: positives uniform, negatives in binomially chosen windows between them.

    Returns
    -------
    array of shape (positives + negatives,)
        Scores in [0, 1], the positives' first, in ascending order.

    Notes
    -----
    The number K of positives below a negative is binomial with mean positives * (1 - target), so that the expected
    share of pairs in which the positive is higher is 1 - E[K] / positives, the target. The paper names neither this
    chance nor the windows below the first and above the last positive; both are needed. As the number of positives
    grows, K / positives tends to 1 - target, and the ROC curve to a level line.

    Examples
    --------
    >>> scores = window_scores(2, 3, target=0.9, rng=np.random.default_rng(1))
    >>> scores.shape, bool(scores[0] < scores[1])
    ((5,), True)
    """
    drawn = np.sort(rng.random(positives))
    edges = np.concatenate([[0.0], drawn, [1.0]])
    below = rng.binomial(positives, 1 - target, size=negatives)
    return np.concatenate([drawn, rng.uniform(edges[below], edges[below + 1])])


def binormal_scores(
    positives: int, negatives: int, *, target: float, prevalence: float, rng: np.random.Generator
) -> Floats:
    r"""Chances of being positive given a normal feature, of unit spread in both classes.

    Its mean is 0 for negatives and :math:`\sqrt2\,\Phi^{-1}(target)` for positives.

    Notes
    -----
    Unlike in `window_scores`, the ROC curve is smooth and the same at every size; a wrong guess about the shape of the
    window sampler cannot hide in it. At the feature half way between the means both classes are equally likely, so
    there the score is the prevalence:

    Examples
    --------
    >>> scores = binormal_scores(3, 5, target=0.85, prevalence=0.05, rng=np.random.default_rng(1))
    >>> scores.shape, bool((0 < scores).all() and (scores < 1).all())
    ((8,), True)
    """
    distance = np.sqrt(2) * ndtri(target)
    feature = rng.normal(np.repeat([distance, 0.0], [positives, negatives]))
    return expit(distance * (feature - distance / 2) + logit(prevalence))


def draw_many(population: Population, seeds: list[np.random.SeedSequence]) -> Floats:
    """Scores of one data set for each seed, as an array of shape (len(seeds), samples).

    Examples
    --------
    >>> draw_many(Population(), np.random.SeedSequence(1).spawn(3)).shape
    (3, 400)
    """
    return np.stack([population.draw(rng=np.random.default_rng(seed)) for seed in seeds])
