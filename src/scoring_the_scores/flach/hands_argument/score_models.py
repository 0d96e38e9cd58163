"""Hand's argument against AUROC: the law of cost proportions that AUROC implies depends on the classifier.

Where the best threshold T for a cost proportion c is unique, c is the share of positives among the samples that score
T: c(T) = π_1 f_1(T) / {π_0 f_0(T) + π_1 f_1(T)}. If T is drawn as the score of a sample, c follows the law of c(T),
whose density is `w_G(c) = {π_0 f_0(T) + π_1 f_1(T)} |dT/dc|`. Under this law the expected minimum loss is
4 π_0 π_1 (1 - AUROC). Costs and orientation are those of `metricbook.metrics.costs`; for a sample, the segments of the
ROC convex hull take the place of single scores, and AUCH that of AUROC.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, expit, log_expit, logit
from scipy.stats import beta as beta_law
from scipy.stats import norm
from scipy.stats.distributions import rv_frozen

#: Bisections that bring the bracket of a threshold's log odds below the spacing of floats.
BISECTIONS = 64
#: Log odds beyond which a threshold between 0 and 1 cannot be distinguished from 0 or 1.
WIDEST_LOG_ODDS = 700.0


class ScoreModel(ABC):
    """Score densities of the two classes whose ratio rises with the score, and the share of the positives.

    Attributes
    ----------
    negatives, positives : frozen SciPy distributions
        Laws of the score in class 0 and in class 1.
    prevalence : float
        Between 0 and 1, both excluded.
    """

    negatives: rv_frozen
    positives: rv_frozen
    prevalence: float

    def cost(self, threshold: ArrayLike) -> NDArray[np.float64] | float:
        """Cost proportion that a threshold is best for: the share of positives among the scores there (Eq. 10)."""
        return expit(self._log_odds(np.asarray(threshold, dtype=np.float64)))

    def mixture(self, threshold: ArrayLike) -> NDArray[np.float64] | float:
        """Density of the scores of both classes together, W_G (Eq. 12)."""
        share = self.prevalence
        return (1 - share) * self.negatives.pdf(threshold) + share * self.positives.pdf(threshold)

    @abstractmethod
    def optimal_threshold(self, cost: ArrayLike) -> NDArray[np.float64] | float:
        """The best threshold for a cost proportion strictly between 0 and 1 (Eq. 7), the inverse of `cost`."""

    def weight(self, cost: ArrayLike) -> NDArray[np.float64] | float:
        """w_G(c), the density of cost proportions that AUROC implies for this classifier (Eq. 14)."""
        costs = _open_interval(cost)
        threshold = self.optimal_threshold(costs)
        # dc/dT = c (1 - c) times the slope of log(f_1 / f_0).
        return self.mixture(threshold) / (costs * (1 - costs) * self._slope(threshold))

    @abstractmethod
    def _log_odds(self, threshold: NDArray[np.float64]) -> NDArray[np.float64]:
        """log{π_1 f_1 / (π_0 f_0)}."""

    @abstractmethod
    def _slope(self, threshold: NDArray[np.float64] | float) -> NDArray[np.float64] | float:
        """Derivative of `_log_odds`."""


@dataclass(frozen=True)
class BinormalScores(ScoreModel):
    """Normal scores of variance 1 around 0 for the negatives and around ``separation`` for the positives.

    Examples
    --------
    Half-way between equally large classes, both kinds of errors are best priced alike:

    >>> model = BinormalScores(2.0)
    >>> float(model.cost(1.0)), float(model.optimal_threshold(0.5))
    (0.5, 1.0)
    """

    separation: float
    prevalence: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.separation < math.inf:
            raise ValueError(f"separation must be a positive number, not {self.separation!r}")
        _check_share(self.prevalence)

    @property
    def negatives(self) -> rv_frozen:
        return norm(0, 1)

    @property
    def positives(self) -> rv_frozen:
        return norm(self.separation, 1)

    def optimal_threshold(self, cost: ArrayLike) -> NDArray[np.float64] | float:
        """(logit c - logit π_1) / separation + separation / 2."""
        return (logit(_open_interval(cost)) - logit(self.prevalence)) / self.separation + self.separation / 2

    def _log_odds(self, threshold: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.separation * (threshold - self.separation / 2) + logit(self.prevalence)

    def _slope(self, threshold: NDArray[np.float64] | float) -> NDArray[np.float64] | float:
        return self.separation


@dataclass(frozen=True)
class BetaScores(ScoreModel):
    """Beta scores, with parameters (a_0, b_0) for the negatives and (a_1, b_1) for the positives.

    Examples
    --------
    Densities 2 (1 - s) and 2 s make scores that are calibrated, and costs uniform:

    >>> model = BetaScores((1, 2), (2, 1))
    >>> round(float(model.cost(0.25)), 12), round(float(model.weight(0.25)), 12)
    (0.25, 1.0)
    """

    negative: tuple[float, float]
    positive: tuple[float, float]
    prevalence: float = 0.5

    def __post_init__(self) -> None:
        (a_0, b_0), (a_1, b_1) = self.negative, self.positive
        if not (0 < a_0 < a_1 < math.inf and 0 < b_1 < b_0 < math.inf):
            raise ValueError(f"need 0 < a_0 < a_1 and 0 < b_1 < b_0, not {self.negative} and {self.positive}")
        _check_share(self.prevalence)

    @property
    def negatives(self) -> rv_frozen:
        return beta_law(*self.negative)

    @property
    def positives(self) -> rv_frozen:
        return beta_law(*self.positive)

    def optimal_threshold(self, cost: ArrayLike) -> NDArray[np.float64] | float:
        """By bisection of the log odds of the threshold, in which the log odds of the cost rise."""
        target = logit(_open_interval(cost))
        low, high = np.full(target.shape, -WIDEST_LOG_ODDS), np.full(target.shape, WIDEST_LOG_ODDS)
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            beyond = self._log_odds_at(log_expit(middle), log_expit(-middle)) > target
            low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
        return expit((low + high) / 2)

    def _log_odds(self, threshold: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._log_odds_at(np.log(threshold), np.log1p(-threshold))

    def _log_odds_at(self, log_s: NDArray[np.float64], log_rest: NDArray[np.float64]) -> NDArray[np.float64]:
        (a_0, b_0), (a_1, b_1) = self.negative, self.positive
        constant = logit(self.prevalence) + betaln(a_0, b_0) - betaln(a_1, b_1)
        return constant + (a_1 - a_0) * log_s + (b_1 - b_0) * log_rest

    def _slope(self, threshold: NDArray[np.float64] | float) -> NDArray[np.float64] | float:
        (a_0, b_0), (a_1, b_1) = self.negative, self.positive
        return (a_1 - a_0) / threshold + (b_0 - b_1) / (1 - threshold)


def _open_interval(cost: ArrayLike) -> NDArray[np.float64]:
    costs = np.asarray(cost, dtype=np.float64)
    if not ((costs > 0) & (costs < 1)).all():
        raise ValueError(f"cost proportions must lie strictly between 0 and 1, not {cost!r}")
    return costs


def _check_share(value: float) -> None:
    if not 0 < value < 1:
        raise ValueError(f"prevalence must lie strictly between 0 and 1, not {value!r}")
