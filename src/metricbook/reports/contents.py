"""What a report holds, as data: estimates, differences, curves, groups, thresholds, the Tile, answers, cautions."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.estimates import Estimate
from metricbook.reports.predictions import Source
from metricbook.reports.question import MEASURES, Answer, Measure, Question
from metricbook.reports.thinning import Thinned

#: Places along each side of the Tile at which models are compared.
SIDE: Final = 21
#: Vertices of a curve, and groups of neighbouring scores that a page holds of a model; fewer if there are many models.
VERTICES: Final = 500
GROUPS_OF_SCORES: Final = 500
#: Of the metrics of a group.
OF_GROUPS: Final[tuple[str, ...]] = ("auroc", "average_precision", "precision", "recall", "specificity")
#: Of so many models all pairs are compared.
ALL_PAIRS: Final = 4


class Difference(NamedTuple):
    """A metric of one model less that of another."""

    metric: str
    first: str
    second: str
    estimate: Estimate


class Group(NamedTuple):
    """A model's metrics among the cases of a group."""

    column: str
    value: str
    model: str
    cases: int
    positives: int
    metrics: dict[str, Estimate]


class Between(NamedTuple):
    """Which pairs of a positive and a negative an AUROC counts: those within groups of a column, and those across."""

    column: str
    model: str
    share: float
    within: float | None
    across: float | None


class Recalibration(NamedTuple):
    """The log odds of a positive are the intercept and the slope times those that the model states."""

    slope: Estimate
    intercept: Estimate


class Priced(NamedTuple):
    """What a model costs at its best threshold, and its decisions less those of the cheaper way without a model."""

    best: Estimate
    less: Estimate | None


class Prices(NamedTuple):
    """The mean cost of a case without a model, if every case is flagged and if none is, and with each."""

    everybody: Estimate
    nobody: Estimate
    models: dict[str, Priced]

    @property
    def without(self) -> str:
        """What is cheaper without a model."""
        all_of_them, none = (estimate.value or 0.0 for estimate in (self.everybody, self.nobody))
        return "everybody" if all_of_them < none else "nobody"


class Found(NamedTuple):
    """How many positives are among the first k cases of a model's list, and how many are not."""

    found: Estimate
    missed: Estimate


class Budget(NamedTuple):
    """How many cases are looked at, and what each model finds in them."""

    k: float
    models: dict[str, Found]


class AtThreshold(NamedTuple):
    """What a model does at a threshold."""

    threshold: float
    flagged: float
    recall: float
    false_positive_rate: float
    precision: float
    cost: float
    net_benefit: float


@dataclass(frozen=True)
class NearlyTied:
    """What rounding may do to a model's metrics.

    Attributes
    ----------
    cases : float
        How many cases have a score that differs from a neighbour's by less than rounding can tell.
    groups : int
        Of these neighbours.
    smallest : float
        The least relative distance of two of them.
    chain : float
        How wide the widest group is, in units of the distance up to which scores are near.
    tolerance : float
        That distance, relative.
    near_threshold : float
        How many cases are as near to the threshold, if not all of them lie at it.
    ranges : dict of str to tuple of float
        Between which values a metric lies, whatever the order of these cases; a metric without an entry has no range
        that is known.
    """

    cases: float
    groups: int
    smallest: float
    chain: float
    tolerance: float
    near_threshold: float
    ranges: dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Curves:
    """A model's curves, thinned."""

    roc: Thinned
    precision_recall: Thinned
    cost: Thinned
    confidence: Thinned | None
    calibration: list[tuple[float, float, float]]


@dataclass(frozen=True)
class Model:
    """What is said of one model.

    Attributes
    ----------
    name : str
    distinct : int
        How many distinct scores it gives.
    lowest, highest, mean : float
        Of its scores.
    positive_share : float
        Weight of the positives, as a share, at the prevalence asked for.
    threshold : float or None
        Where it decides.
    threshold_why : str
        Why there.
    probabilities : bool
        Whether its scores are taken for probabilities.
    metrics : dict of str to Estimate
    curves : Curves
    thresholds : list of AtThreshold
    best : AtThreshold
        The threshold of the least cost on these cases.
    best_range : tuple of float
        Between which thresholds the best one lies in the middle share of the replicates.
    recalibration : Recalibration or None
        Of its probabilities, if it gives any.
    brier_parts : tuple of float or None
        Miscalibration, discrimination and uncertainty: the Brier score is the first less the second plus the third.
    histogram : list of tuple
        Lowest score, positives and negatives of at most 500 groups of neighbouring scores.
    histogram_error : float
        By how much at most the AUROC of these groups differs from that of the scores.
    near_ties : NearlyTied or None
        What rounding may do; None if no scores are so near, or if neighbours were put together.
    """

    name: str
    distinct: int
    lowest: float
    highest: float
    mean: float
    positive_share: float
    threshold: float | None
    threshold_why: str
    probabilities: bool
    metrics: dict[str, Estimate]
    curves: Curves
    thresholds: list[AtThreshold]
    best: AtThreshold
    best_range: tuple[float, float]
    recalibration: Recalibration | None
    brier_parts: tuple[float, float, float] | None
    histogram: list[tuple[float, float, float]]
    histogram_error: float
    near_ties: NearlyTied | None = None

    @property
    def thinning_error(self) -> float:
        """How far a drawn curve is from the measured one at most, in units of its axes."""
        drawn = (self.curves.roc, self.curves.precision_recall, self.curves.cost, self.curves.confidence)
        return max(curve.error for curve in drawn if curve is not None)


@dataclass(frozen=True)
class TileOfModels:
    """Which model is best where on the Tile, each at its best threshold for the place.

    Attributes
    ----------
    winner : array of int, shape (SIDE, SIDE)
        Index of the model with the best score on the cases, or -1 where several have it; rows are b.
    share : array of shape (SIDE, SIDE)
        Share of the replicates in which that model is best there; 0 where several are.
    wins : dict of str to float
        Share of the square in which each model alone is best.
    """

    winner: NDArray[np.intp]
    share: NDArray[np.float64]
    wins: dict[str, float]


@dataclass(frozen=True)
class Analysis:
    """All that a report says."""

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
    same_rankings: list[tuple[str, str]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    brackets: dict[str, tuple[float, float]] = field(default_factory=dict)
    verdicts: list[Difference] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)

    @property
    def prevalence(self) -> float:
        """The share of positives of the cases."""
        return self.positives / self.size

    @property
    def main(self) -> Measure:
        """The metric that answers the question best, among those that could be computed; AUROC if none does."""
        return next((MEASURES[answer.name] for answer in self.answers if self._fits(answer)), MEASURES["auroc"])

    @property
    def fits(self) -> bool:
        """Whether the main metric answers the question; otherwise none that could be computed does."""
        return any(map(self._fits, self.answers))

    def _fits(self, answer: Answer) -> bool:
        values = (model.metrics.get(answer.name) for model in self.models.values())
        return answer.answers and all(one is not None and one.value is not None for one in values)

    @property
    def ranked(self) -> list[str]:
        """The models, the best by the main metric first; those that differ by rounding alone in the order given."""
        main = self.main
        values = {name: float(f"{model.metrics[main.name].value or 0:.12g}") for name, model in self.models.items()}
        return sorted(values, key=lambda name: -values[name] if main.higher else values[name])

    @property
    def winners(self) -> list[str]:
        """The best model by the main metric, and all that tie with it."""
        values = {name: f"{model.metrics[self.main.name].value or 0:.12g}" for name, model in self.models.items()}
        return [name for name in self.models if values[name] == values[self.ranked[0]]]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of models that are compared, all of a few models, and of many the best with each of the others."""
        if len(self.models) <= ALL_PAIRS:
            return list(combinations(self.models, 2))
        best, *others = self.ranked
        return [(best, other) for other in others]
