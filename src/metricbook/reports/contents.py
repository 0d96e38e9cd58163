"""The result of an analysis as data: its models, their differences, what they cost, and the Tile."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.optimism import CHOOSERS
from metricbook.reports.estimates import Estimate
from metricbook.reports.model_contents import Model
from metricbook.reports.not_worse import NotWorse
from metricbook.reports.part_contents import Between, ClusterEffect, Drift, Folds, Group
from metricbook.reports.predictions import Source
from metricbook.reports.question import MEASURES, Answer, Measure, Question

#: Grid points along each side of the Tile.
SIDE: Final = 21
#: Most models of which all pairs are compared; of more, the best is compared with the others.
ALL_PAIRS: Final = 4


class Difference(NamedTuple):
    """A metric of the first model less that of the second."""

    metric: str
    first: str
    second: str
    estimate: Estimate


class Priced(NamedTuple):
    """Mean cost of a case at a model's best threshold; and as it decides, less two other ways.

    ``less`` is less the cheaper way without a model, and ``saved`` less the same rule after recalibration, None if the
    prices imply no threshold or the probabilities have no recalibration that keeps their order.
    """

    best: Estimate
    less: Estimate | None
    saved: Estimate | None = None


class Prices(NamedTuple):
    """Mean cost of a case if every case is flagged, if none is, and with each model."""

    everybody: Estimate
    nobody: Estimate
    models: dict[str, Priced]

    @property
    def without(self) -> str:
        """Whom to flag without a model, "everybody" or "nobody", whichever costs less."""
        flag_all, flag_none = (estimate.value or 0.0 for estimate in (self.everybody, self.nobody))
        return "everybody" if flag_all < flag_none else "nobody"


class PositivesFound(NamedTuple):
    """Numbers of positives among the first k cases of a model's list, and after them."""

    found: Estimate
    missed: Estimate


class Budget(NamedTuple):
    """The number of cases looked at, k, and the positives found among them: at random, and by each model."""

    k: float
    at_random: float
    models: dict[str, PositivesFound]


@dataclass(frozen=True)
class TileOfModels:
    """The best model at each grid point of the Tile, each model at its best threshold for the point's ranking score.

    Attributes
    ----------
    winner : array of int, shape (SIDE, SIDE)
        Index of the model with the highest score, or -1 where several tie; rows are b, columns a.
    share : array of shape (SIDE, SIDE)
        Share of the bootstrap replicates in which that model is best there; 0 where several tie.
    wins : dict of str to float
        Share of the grid at which each model alone is best.
    """

    winner: NDArray[np.intp]
    share: NDArray[np.float64]
    wins: dict[str, float]


class Enough(NamedTuple):
    """How many cases like these would be enough.

    Attributes
    ----------
    cases, positives : float
        Rounded to two digits.
    clusters : float or None
        As many, if cases were drawn in clusters.
    difference : float or None
        The size of the difference of the best two models that would be clear; None if it is the interval of the only
        model that would be half as wide.
    power : float or None
        The probability that the difference would be clear.
    """

    cases: float
    positives: float
    clusters: float | None
    difference: float | None
    power: float | None


@dataclass(frozen=True)
class Analysis:
    """Everything that a report states, as numbers.

    In ``opposite`` is how often AUROC and average precision would order two equally good models oppositely that differ
    as the best two do; in ``disagree``, of two models, how often each metric would do so and the main one.
    """

    source: Source
    question: Question
    level: float
    replicates: int
    seed: int
    counted: bool
    size: float
    positives: float
    negatives: float
    weighted: bool
    clusters: int | None
    models: dict[str, Model]
    groups: list[Group]
    between: list[Between]
    tile: TileOfModels | None
    answers: list[Answer]
    budget: Budget | None = None
    prices: Prices | None = None
    severity_ratio: float = 1.0
    same_rankings: list[tuple[str, str]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    brackets: dict[str, tuple[float, float]] = field(default_factory=dict)
    verdicts: list[Difference] = field(default_factory=list)
    drift: list[Drift] = field(default_factory=list)
    folds: list[Folds] = field(default_factory=list)
    cluster_effects: list[ClusterEffect] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    not_worse: list[NotWorse] = field(default_factory=list)
    levels: dict[str, float] = field(default_factory=dict)
    enough: Enough | None = None
    opposite: float | None = None
    disagree: dict[str, float] = field(default_factory=dict)

    @property
    def prevalence(self) -> float:
        """The share of positives of the cases."""
        return self.positives / self.size

    @property
    def main(self) -> Measure:
        """The first computed metric that answers the question; AUROC if none does."""
        return next((MEASURES[answer.name] for answer in self.answers if self._fits(answer)), MEASURES["auroc"])

    @property
    def fits(self) -> bool:
        """Whether the main metric answers the question."""
        return any(map(self._fits, self.answers))

    def _fits(self, answer: Answer) -> bool:
        """Whether a metric answers the question and has a value for every model."""
        estimates = (model.metrics.get(answer.name) for model in self.models.values())
        return answer.answers and all(each is not None and each.value is not None for each in estimates)

    @property
    def compared(self) -> Measure:
        """The metric by which groups and periods are compared, AUROC if the main one needs a budget or thresholds."""
        main = self.main
        return MEASURES["auroc"] if main.kind == "budget" or main.name in CHOOSERS else main

    @property
    def ranked(self) -> list[str]:
        """The models, the best by the main metric first; those that differ by rounding alone stay in their order."""
        main = self.main
        values = {name: float(f"{model.metrics[main.name].value or 0:.12g}") for name, model in self.models.items()}
        return sorted(values, key=lambda name: -values[name] if main.higher else values[name])

    @property
    def winners(self) -> list[str]:
        """The best model by the main metric, and all that tie with it."""
        values = {name: f"{model.metrics[self.main.name].value or 0:.12g}" for name, model in self.models.items()}
        return [name for name in self.models if values[name] == values[self.ranked[0]]]

    @property
    def may_be_best(self) -> list[str]:
        """The models that no comparison rules out as the best, first the best on these cases.

        The comparisons hold together at the level of the analysis, so that the best of all is among these models in at
        least as many samples (multiple comparisons with the best, Hsu 1981).
        """
        return [self.ranked[0], *(each.second for each in self.verdicts if not each.estimate.is_clear)]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of models to compare; all of a few models, of many the best with each of the others."""
        if len(self.models) <= ALL_PAIRS:
            return list(combinations(self.models, 2))
        best, *others = self.ranked
        return [(best, other) for other in others]
