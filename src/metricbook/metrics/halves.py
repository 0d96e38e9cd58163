"""Random halves of a sample, balanced in each class, by steps of equal or neighbouring scores."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence, SweptSample
from metricbook.metrics.units import summed
from metricbook.metrics.validation import Array

#: Largest number of distinct scores; if there are more, neighbours are grouped into this many groups.
GROUPS: Final = 1 << 14
#: Number of attempts at a split in which both halves have both classes, which clusters may prevent.
ATTEMPTS: Final = 100
#: From so many cases on NumPy draws no sample without replacement.
MOST_CASES: Final = 1_000_000_000


class Half(NamedTuple):
    """A half of the cases: the share of each entry that is inside, and the weight of both classes by step."""

    inside: Array
    positives: Array
    negatives: Array


class SplitSample:
    """A sample in steps of equal or neighbouring scores, highest first, and the units that are drawn together."""

    def __init__(self, cases: SweptSample, metric: str, member: NDArray[np.intp] | None = None) -> None:
        cases.sweep.require_both_classes(metric)
        self.positive, self.weights, self.distinct = cases.positive, cases.weights, cases.sweep.thresholds.size
        self.size = min(self.distinct, GROUPS)
        self.step = cases.step if self.distinct == self.size else cases.step * self.size // self.distinct
        self.member = np.arange(self.positive.size) if member is None else member
        self.cases = self.positive.size
        self.metric = metric

    @cached_property
    def cell(self) -> NDArray[np.intp]:
        """Twice the step of each entry, plus its label."""
        return 2 * self.step + self.positive

    @cached_property
    def whole(self) -> Half:
        """All cases."""
        return self.weighed(np.ones_like(self.weights))

    @cached_property
    def classes(self) -> list[NDArray[np.intp]]:
        """The units with positives, and those without, that have any weight."""
        has_weight = np.bincount(self.member, weights=self.weights) > 0
        has_positives = np.bincount(self.member, weights=self.weights * self.positive) > 0
        return [np.flatnonzero(has_weight & has_positives), np.flatnonzero(has_weight & ~has_positives)]

    def draw(self, rng: np.random.Generator) -> Array:
        """1 for the cases of a random half of the units with positives and of those without, and 0 for the others."""
        chosen = np.zeros(self.member.max() + 1)
        for units in self.classes:
            chosen[rng.permutation(units)[: (units.size + int(rng.integers(2))) // 2]] = 1
        return chosen[self.member]

    def halve(self, rng: np.random.Generator) -> tuple[Half, Half]:
        """A random half of the cases and its rest, in both of which both classes have weight."""
        for _ in range(ATTEMPTS):
            inside = self.draw(rng)
            halves = self.weighed(inside), self.weighed(1 - inside)
            if all(weight.any() for half in halves for weight in (half.positives, half.negatives)):
                return halves
        raise ValueError(
            f"{self.metric} cannot be judged on other cases: that needs two cases of each class, of positive weight "
            "and in different clusters if there are any"
        )

    def weighed(self, inside: Array) -> Half:
        """These shares of the entries."""
        negatives, positives = summed(self.cell, self.weights * inside, 2 * self.size).reshape(-1, 2).T
        return Half(inside, positives, negatives)

    def by_class(self, of_positives: Array, of_negatives: Array) -> Array:
        """For each entry that of its step, from the array of its class."""
        return np.column_stack([of_negatives, of_positives]).ravel()[self.cell]

    def expand(self, influence: Influence) -> Influence:
        """The influences of the entries of the sample."""
        return influence


class SplitCounts(SplitSample):
    """A sample of equal cases that were counted, each case a unit.

    Where there are more than `GROUPS` distinct scores, neighbours are one entry.
    """

    def __init__(self, cases: SweptSample, metric: str, times: Array) -> None:
        super().__init__(cases, metric)
        # Weights that were counted in place of cases need not be whole numbers.
        self.times = np.maximum(np.rint(times), 1).astype(np.int64)
        self.cases = int(self.times.sum())
        self._place: NDArray[np.intp] | None = None
        if self.distinct > self.size:
            self._put_neighbours_together()

    def _put_neighbours_together(self) -> None:
        """Make one entry of each class and step, negatives before positives and scores ascending."""
        order = np.where(self.positive, 2 * self.size - 1, self.size - 1) - self.step
        entries, self._place = np.unique(order, return_inverse=True)
        self._share = self.weights / summed(self._place, self.weights)[self._place]
        self.weights, times = summed(self._place, self.weights), summed(self._place, self.times.astype(np.float64))
        self.times = times.astype(np.int64)
        self.positive, self.step = entries >= self.size, self.size - 1 - entries % self.size
        self.member = np.arange(entries.size)

    def draw(self, rng: np.random.Generator) -> Array:
        """The share of the cases of each entry in a random half of the positives and of the negatives."""
        drawn = np.zeros(self.times.size)
        for of in (self.positive, ~self.positive):
            times = self.times[of]
            half = (int(times.sum()) + int(rng.integers(2))) // 2
            if self.cases < MOST_CASES:
                drawn[of] = rng.multivariate_hypergeometric(times, half, method="marginals")
            else:  # so many that halves need not be exact
                drawn[of] = rng.binomial(times, 0.5)
        return drawn / self.times

    def expand(self, influence: Influence) -> Influence:
        """The influences of the entries of the sample: that of neighbours is divided among them as their weight is."""
        if self._place is None:
            return influence
        return Influence(influence.value, influence.of_cases[self._place] * self._share)
