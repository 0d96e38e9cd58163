"""The result of an analysis as data: estimates, differences, curves, groups, thresholds, the Tile, cautions."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.optimism import CHOOSERS
from metricbook.reports.estimates import Estimate
from metricbook.reports.not_worse import NotWorse
from metricbook.reports.predictions import Source
from metricbook.reports.question import MEASURES, Answer, Measure, Question
from metricbook.reports.thinning import Thinned

#: Grid points along each side of the Tile.
SIDE: Final = 21
#: Most vertices of a curve, and groups of neighbouring scores, that a page has of a model; fewer with many models.
VERTICES: Final = 450
GROUPS_OF_SCORES: Final = 450
#: A class of a smaller share of all cases is rare.
RARE: Final = 0.1
#: The metrics of subgroups.
OF_GROUPS: Final[tuple[str, ...]] = ("auroc", "average_precision", "precision", "recall", "specificity")
#: Most models of which all pairs are compared; of more, the best is compared with the others.
ALL_PAIRS: Final = 4


def is_rare(share: float) -> bool:
    """Whether one class is so rare that probabilities are read on the scale of log odds."""
    return min(share, 1 - share) < RARE


class Difference(NamedTuple):
    """A metric of the first model less that of the second."""

    metric: str
    first: str
    second: str
    estimate: Estimate


class Group(NamedTuple):
    """A model's metrics in a subgroup, the cases with one value of a column.

    ``less`` is the metric by which groups are compared less the mean of the other groups of the column.
    """

    column: str
    value: str
    model: str
    cases: int
    positives: int
    metrics: dict[str, Estimate]
    less: Estimate | None = None


class Between(NamedTuple):
    """An AUROC divided by a column of groups: within groups, across groups, and the share of pairs across."""

    column: str
    model: str
    share: float
    within: float | None
    across: float | None


class Period(NamedTuple):
    """The cases of a period: share of positives, a metric of each model, and both less the mean of other periods.

    ``prevalence_less`` is None if the numbers of both classes were fixed beforehand.
    """

    name: str
    cases: int
    positives: int
    prevalence: Estimate
    prevalence_less: Estimate | None
    metrics: dict[str, Estimate]
    less: dict[str, Estimate]


class Drift(NamedTuple):
    """The periods into which a column of times divides the cases, and the metric that is compared.

    The trends are changes from the first period to the last along a straight line, of the share of positives (None if
    the numbers of both classes were fixed beforehand) and of each model's metric; they and the differences of the
    periods from each other hold together.
    """

    column: str
    unit: str
    metric: str
    periods: list[Period]
    prevalence_trend: Estimate | None
    trends: dict[str, Estimate]

    def clear(self, model: str | None) -> bool:
        """Whether a model's metric, or for None the share of positives, is clearly not the same at all times."""
        trend = self.prevalence_trend if model is None else self.trends.get(model)
        less = [one.prevalence_less if model is None else one.less.get(model) for one in self.periods]
        return any(each is not None and each.is_clear for each in (trend, *less))


class Fold(NamedTuple):
    """The cases of a fold of cross-validation and each model's AUROC there, if it has both classes."""

    name: str
    cases: int
    positives: int
    areas: dict[str, Estimate]


class Pooled(NamedTuple):
    """AUROC of all folds pooled, the mean of the folds' own, and the first less the second."""

    pooled: Estimate
    mean: Estimate
    less: Estimate


class Folds(NamedTuple):
    """The folds of a column, which was given or only looks like one; ``both`` folds have both classes."""

    column: str
    given: bool
    number: int
    both: int
    rows: list[Fold]
    models: dict[str, Pooled]


class ClusterEffect(NamedTuple):
    """A metric of a model with intervals for cases that were drawn alone, and together in clusters.

    The clusters were given, or are those of a column that looks like some; ``largest`` cases are in one of them.
    """

    column: str
    given: bool
    clusters: int
    largest: int
    metric: str
    model: str
    alone: Estimate
    together: Estimate


class Recalibration(NamedTuple):
    """Logistic recalibration: the log odds of a positive as a linear function of those that the model states.

    ``in_the_large`` is the intercept if the slope is 1: how far the probabilities lie too low, as a whole.
    """

    slope: Estimate
    intercept: Estimate
    in_the_large: Estimate = Estimate(None)


class Band(NamedTuple):
    """A curve's points from left to right, each with the ends of its own interval."""

    x: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    y: NDArray[np.float64]


class Bands(NamedTuple):
    """Pointwise bands of a model's curves, None where there are too few cases, or no such curve."""

    roc: Band | None
    precision_recall: Band | None
    decision: Band | None


class CountOfScores(NamedTuple):
    """Numbers of cases with scores from the lowest of a bar to that of the next."""

    lowest: float
    positives: float
    negatives: float


class Calibration(NamedTuple):
    """Calibration of probabilities.

    Attributes
    ----------
    curve : Band or None
        The share of positives at a stated probability, smoothed; None if it has no finite fit.
    groups : list of tuple
        Mean score, share of positives and weight of groups of neighbouring scores.
    counts : list of CountOfScores
        Bars of equal width; the first and the last hold all beyond them.
    """

    curve: Band | None
    groups: list[tuple[float, float, float]]
    counts: list[CountOfScores]


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


class AtThreshold(NamedTuple):
    """A model's performance at a threshold."""

    threshold: float
    flagged: float
    recall: float
    false_positive_rate: float
    precision: float
    cost: float
    net_benefit: float


@dataclass(frozen=True)
class NearlyTied:
    """Near-ties, scores so close that rounding may order them either way, and how far metrics may move by it.

    Attributes
    ----------
    cases : float
        Number of cases whose score nearly ties with another.
    groups : int
        Number of groups of near-ties.
    smallest : float
        The least relative distance of two scores of a group.
    chain : float
        Width of the widest group, in units of ``tolerance``.
    tolerance : float
        Relative distance up to which two scores nearly tie.
    near_threshold : float
        Number of cases as close to the threshold, if not all of them lie at it.
    ranges : dict of str to tuple of float
        Least and greatest value of a metric over all orders of these cases; a metric without an entry has no known
        range.
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
    """A model's curves, with few enough vertices for a page, and their bands.

    The decision curve has the log odds of the threshold probability and the net benefit as a share of its maximum.
    """

    roc: Thinned
    precision_recall: Thinned
    cost: Thinned
    confidence: Thinned | None
    decision: Thinned | None
    calibration: Calibration | None
    bands: Bands


@dataclass(frozen=True)
class Model:
    """Everything about one model.

    Attributes
    ----------
    name : str
    distinct : int
        Number of distinct scores.
    lowest, highest, mean : float
        Of its scores.
    positive_share : float
        Share of positives at the prevalence asked for.
    threshold : float or None
        The decision threshold.
    threshold_why : str
        Why it is this one, or why there is none.
    probabilities : bool
        Whether its scores are taken for probabilities.
    metrics : dict of str to Estimate
    curves : Curves
    thresholds : list of AtThreshold
    best : AtThreshold
        At the threshold of least cost on these cases.
    best_range : tuple of float
        Percentile interval of that threshold in the bootstrap.
    recalibration : Recalibration or None
        Of its probabilities, if it gives any.
    brier_parts : tuple of float or None
        Miscalibration, discrimination and uncertainty: the Brier score is the first less the second plus the third.
    histogram : list of tuple
        Lowest score, positives and negatives of at most `GROUPS_OF_SCORES` groups of neighbouring scores.
    histogram_error : float
        Difference of the AUROC of these groups from that of the scores.
    near_ties : NearlyTied or None
        None if no scores nearly tie, or if neighbouring scores were put together.
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
        """Greatest distance of a thinned curve from the measured one, in units of its axes."""
        curves = (
            self.curves.roc,
            self.curves.precision_recall,
            self.curves.cost,
            self.curves.confidence,
            self.curves.decision,
        )
        return max(curve.error for curve in curves if curve is not None)


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
