"""What an analysis has of one model, as data: metrics, curves, thresholds, calibration, near-ties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.estimates import Estimate
from metricbook.reports.thinning import Thinned

#: Most vertices of a curve, and groups of neighbouring scores, that a page has of a model; fewer with many models.
VERTICES: Final = 450
GROUPS_OF_SCORES: Final = 450
#: A class of a smaller share of all cases is rare.
RARE: Final = 0.1


def is_rare(share: float) -> bool:
    """Whether one class is so rare that probabilities are read on the scale of log odds."""
    return min(share, 1 - share) < RARE


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
