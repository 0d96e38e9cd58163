"""Losses of score densities by quadrature and by simulation, from their definitions, and the tables of their figures.

Costs add up to 2, as in `metricbook.metrics.costs`. The least loss is found by searching the thresholds, not from the
condition for it; only so can it serve to test that condition (Flach et al. 2011, Eqs. 7 to 14).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import beta as beta_function
from scipy.special import expit
from scipy.stats import norm

from claimledger import cached_result
from metricbook import Over
from scoring_the_scores.flach.hands_argument.score_models import BetaScores, BinormalScores, ScoreModel

Floats = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(600)
#: Log odds up to which a number between 0 and 1 is distinguishable from 0 and 1.
_FAR = 36.0
#: Standard deviations beyond which neither a normal density counts nor any cost that is best served there.
_TAIL = 40.0
_GOLDEN = (5**0.5 - 1) / 2
#: Steps of the search; they narrow a bracket to a billionth, which a minimum, being flat, does not notice.
_STEPS = 45


def threshold_nodes(model: ScoreModel) -> tuple[Floats, Floats]:
    """Thresholds and weights, so that a sum over the former times the latter is an integral over all scores.

    Examples
    --------
    >>> thresholds, weights = threshold_nodes(BinormalScores(1.0))
    >>> round(float(weights @ BinormalScores(1.0).mixture(thresholds)), 9)
    1.0
    """
    if isinstance(model, BetaScores):
        return cost_nodes()
    low, high = -_TAIL, float(model.positives.mean()) + _TAIL
    return (high - low) / 2 * _NODES + (high + low) / 2, (high - low) / 2 * _WEIGHTS


def cost_nodes() -> tuple[Floats, Floats]:
    """Numbers strictly between 0 and 1 and weights, dense at both ends, for integrals over that interval."""
    values = expit(_FAR * _NODES)
    return values, _FAR * _WEIGHTS * values * expit(-_FAR * _NODES)


def loss_at(model: ScoreModel, threshold: ArrayLike, cost: ArrayLike) -> Floats:
    """Q_c = 2 {c π_0 (1 - F_0(t)) + (1 - c) π_1 F_1(t)} (Eq. 1); thresholds and costs broadcast.

    Examples
    --------
    >>> float(loss_at(BinormalScores(2.0), -np.inf, 0.25))
    0.25
    """
    share = model.prevalence
    missed_0, missed_1 = model.negatives.sf(threshold), model.positives.cdf(threshold)
    cost = np.asarray(cost, dtype=np.float64)
    return 2 * (cost * (1 - share) * missed_0 + (1 - cost) * share * missed_1)


def best_threshold(model: ScoreModel, cost: ArrayLike) -> Floats:
    """argmin_t Q_c(t; c) for each cost proportion, by trying thresholds and then narrowing the best one down.

    Examples
    --------
    >>> best_threshold(BinormalScores(2.0), [0.5]).round(6).tolist()
    [1.0]
    """
    costs = np.atleast_1d(np.asarray(cost, dtype=np.float64))
    tried, _ = threshold_nodes(model)
    best = loss_at(model, tried, costs[:, None]).argmin(axis=1)
    low, high = tried[np.maximum(best - 1, 0)], tried[np.minimum(best + 1, tried.size - 1)]
    for _ in range(_STEPS):
        first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        left = loss_at(model, first, costs) < loss_at(model, second, costs)
        low, high = np.where(left, low, first), np.where(left, second, high)
    return (low + high) / 2


def least_loss(model: ScoreModel, cost: ArrayLike) -> Floats:
    """min_t Q_c(t; c) for each cost proportion, infinite thresholds included.

    Examples
    --------
    Classes of equal size whose means are 2 apart, with equal costs: the error rate Φ(-1).

    >>> round(float(least_loss(BinormalScores(2.0), [0.5])[0] / norm.cdf(-1)), 12)
    1.0
    """
    costs = np.atleast_1d(np.asarray(cost, dtype=np.float64))
    return np.minimum.reduce([loss_at(model, t, costs) for t in (best_threshold(model, costs), -np.inf, np.inf)])


def expected_least_loss(model: ScoreModel, density: Callable[[Floats], Floats | float]) -> float:
    """∫ min_t Q_c(t; c) w(c) dc for a density w of cost proportions (Eqs. 4 and 7).

    Examples
    --------
    Scores that are calibrated, and balanced classes: min Q = c (1 - c), whose mean under the uniform law is 1/6.

    >>> round(expected_least_loss(BetaScores((1, 2), (2, 1)), np.ones_like), 9)
    0.166666667
    """
    costs, weights = cost_nodes()
    with np.errstate(divide="ignore"):  # w_G where the best threshold is 1 to the last digit: the density there is 0
        return float(weights @ (_least_losses(model) * density(costs)))


def auroc_of(model: ScoreModel) -> float:
    """∫ F_0 f_1 (Eq. 6).

    Examples
    --------
    >>> round(auroc_of(BetaScores((1, 2), (2, 1))), 9)
    0.833333333
    """
    thresholds, weights = threshold_nodes(model)
    return float(weights @ (model.negatives.cdf(thresholds) * model.positives.pdf(thresholds)))


def expected_loss_of_model(model: ScoreModel, *, over: Over = "cost") -> float:
    """∫ {π_0 (1 - F_0) + π_1 F_1} W_G dt, or with 1/2 for the shares in the braces if the skew is uniform.

    The threshold is the score of a random instance, the cost proportion (or skew) uniform and independent of it.

    Examples
    --------
    >>> round(expected_loss_of_model(BetaScores((1, 2), (2, 1))), 9)
    0.333333333
    """
    thresholds, weights = threshold_nodes(model)
    share = model.prevalence if over == "cost" else 0.5
    missed = (1 - share) * model.negatives.sf(thresholds) + share * model.positives.cdf(thresholds)
    return float(weights @ (missed * model.mixture(thresholds)))


def drawn_losses(model: ScoreModel, draws: int, *, rng: np.random.Generator, over: Over = "cost") -> Floats:
    """Losses of random instances, each at the score of another random instance and at a uniform cost or skew.

    Examples
    --------
    >>> drawn_losses(BinormalScores(1.0), 3, rng=np.random.default_rng(1)).shape
    (3,)
    """
    labels, scores = _instances(model, draws, rng)
    _, thresholds = _instances(model, draws, rng)
    condition = rng.random(draws)
    share = model.prevalence
    price_0, price_1 = (2, 2) if over == "cost" else (1 / (1 - share), 1 / share)
    called_1 = scores > thresholds
    return np.where(labels, price_1 * (1 - condition) * ~called_1, price_0 * condition * called_1)


def normal_scores(auroc: float, prevalence: float = 0.5) -> BinormalScores:
    """Normal scores of a given AUROC above 1/2 and below 1.

    Examples
    --------
    >>> round(auroc_of(normal_scores(0.75)), 9)
    0.75
    """
    return BinormalScores(2**0.5 * float(norm.ppf(auroc)), prevalence)


def equal_auroc_models(auroc: float, *, prevalence: float = 0.5) -> dict[str, ScoreModel]:
    """Three classifiers of one AUROC: normal scores, one that finds sure negatives, one that finds sure positives.

    Examples
    --------
    >>> [round(auroc_of(model), 9) for model in equal_auroc_models(0.8).values()]
    [0.8, 0.8, 0.8]
    """
    if not 0.6 < auroc < 1:
        raise ValueError(f"auroc must lie strictly between 0.6 and 1, not {auroc!r}")
    # Against the density 1.5 √(1 - s), scores of density a s^(a-1) have 1 - AUROC = 1.5 B(a + 1, 1.5).
    a = float(brentq(lambda a: 1.5 * beta_function(a + 1, 1.5) - (1 - auroc), 1, 1e6, xtol=1e-13, rtol=1e-15))
    return {
        "normal": normal_scores(auroc, prevalence),
        "sure negatives": BetaScores((1, 1.5), (a, 1), prevalence),
        "sure positives": BetaScores((1, a), (1.5, 1), prevalence),
    }


def implied_weights(models: Mapping[str, ScoreModel], costs: ArrayLike) -> pd.DataFrame:
    """w_G(c) of several classifiers.

    Returns
    -------
    DataFrame
        ``model``, ``cost`` and ``weight``.
    """
    costs = np.asarray(costs, dtype=np.float64)
    return pd.concat(
        [pd.DataFrame({"model": name, "cost": costs, "weight": model.weight(costs)}) for name, model in models.items()],
        ignore_index=True,
    )


@cached_result
def losses_by_share(aurocs: Iterable[float], prevalences: Iterable[float]) -> pd.DataFrame:
    """Expected losses of normal scores against the share of the positives, each by quadrature.

    Returns
    -------
    DataFrame
        ``auroc``, ``prevalence``, ``uniform_cost`` and ``uniform_skew`` (thresholds at instances) and
        ``least`` (the best thresholds, costs from the law w_G).
    """
    rows = []
    shares = list(prevalences)
    for auroc in aurocs:
        for share in shares:
            model = normal_scores(auroc, share)
            losses = [expected_loss_of_model(model, over=over) for over in ("cost", "skew")]
            rows.append((auroc, share, *losses, expected_least_loss(model, model.weight)))
    return pd.DataFrame(rows, columns=["auroc", "prevalence", "uniform_cost", "uniform_skew", "least"])


@lru_cache(maxsize=64)
def _least_losses(model: ScoreModel) -> Floats:
    """At the costs of `cost_nodes`, searched once for all the densities that are tried on a model."""
    losses = least_loss(model, cost_nodes()[0])
    losses.flags.writeable = False
    return losses


def _instances(model: ScoreModel, draws: int, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Floats]:
    """Labels and scores of random instances."""
    labels = rng.random(draws) < model.prevalence
    negative, positive = (law.rvs(size=draws, random_state=rng) for law in (model.negatives, model.positives))
    return labels, np.where(labels, positive, negative)
