"""Logistic recalibration of probabilities: slope and intercept, which say whether they are too extreme or too timid."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.metrics.standard_errors import student
from metricbook.metrics.validation import Array
from metricbook.reports.cases import Cases, Cells
from metricbook.reports.decisions import decision_costs, mean_cost, mistake_costs
from metricbook.reports.estimates import Estimate
from metricbook.reports.model_contents import Recalibration

#: Newton's method has converged if no coefficient changes by more, and failed after so many steps.
CLOSE: Final = 1e-10
STEPS: Final = 100


def recalibrate(cases: Cases, model: str, level: float) -> Recalibration | None:
    """Fit the log odds of a positive as a linear function of those that a model states.

    Calibrated probabilities have slope 1 and intercept 0; with a slope below 1 they are too extreme, with one above 1
    too timid. Calibration in the large is the intercept if the slope is 1: above 0, probabilities are too low as a
    whole. Scores of 0 and 1, whose log odds are infinite, are moved inside by the share of half a case.

    None if there is no finite fit, because scores separate the classes or are all equal.
    """
    cells = cases.cells(model)
    stated = _log_odds(cells)
    fitted, shifted = _fit(stated, cells), _shift(stated, cells)
    if fitted is None or shifted is None:
        return None
    try:
        intercept, slope, in_the_large = (cases.symmetric(each, model, level) for each in (*fitted, shifted))
    except ValueError:  # a case of a class too few
        return None
    return Recalibration(slope, intercept, in_the_large)


def cost_saved(
    cases: Cases, model: str, threshold: float, price: float, found: Recalibration, level: float
) -> Estimate | None:
    """The mean cost of a case at a threshold, less that at the threshold that a price implies after recalibration.

    The interval also covers that slope and intercept were estimated from the same cases: the threshold they imply
    moves by its own influences, and the cost with it. Few cases may lie between the two thresholds, and by luck no
    positive among them; so the standard error is at least that of labels drawn with the recalibrated probabilities.

    Parameters
    ----------
    threshold : float
        Where the model decides now.
    price : float
        The cost of a false positive as a share of both costs, which is the threshold for calibrated probabilities.
    found : Recalibration
        What `recalibrate` returned for these cases.

    Returns
    -------
    Estimate or None
        In the unit of the prices, above 0 where recalibration saves; None if the slope is not positive.
    """
    if score_for(price, found) is None:
        return None
    cells = cases.cells(model)
    stated = _log_odds(cells)
    fitted = _fit(stated, cells, found)
    if fitted is None:
        return None
    intercept, slope = fitted
    at = (math.log(price / (1 - price)) - intercept.value) / slope.value
    moved = Influence(at, -(intercept.of_cases + at * slope.of_cases) / slope.value)
    now = mean_cost(cells.weights, decision_costs(cells.labels, cells.scores, threshold, cases.question))

    def cost(place: float) -> Influence:
        return mean_cost(cells.weights, decision_costs(cells.labels, stated, place, cases.question))

    width = 2 * (cases.symmetric(moved, model, level).standard_error or 0.0)
    steepness = (cost(at + width).value - cost(at - width).value) / (2 * width) if width > 0 else 0.0
    then = cost(at)
    saved = now.of_cases - then.of_cases - steepness * moved.of_cases
    estimate = cases.symmetric(Influence(now.value - then.value, saved), model, level)
    of_fp, of_fn = mistake_costs(cases.question)
    positive = np.ones_like(cells.labels)
    changed = decision_costs(positive, cells.scores, threshold, cases.question)
    changed = (changed - decision_costs(positive, stated, at, cases.question)) / of_fn
    share = 1 / (1 + np.exp(-np.clip(intercept.value + slope.value * stated, -700, 700)))
    of_labels = (cells.weights * changed * (of_fp + of_fn)) ** 2 * share * (1 - share) / cells.times
    return _widen(estimate, math.sqrt(of_labels.sum()) / float(cells.weights.sum()), level)


def _widen(estimate: Estimate, least: float, level: float) -> Estimate:
    """The estimate with a standard error of at least so much, and an interval of normal length for it at least."""
    value, low, high, error = estimate.value, estimate.low, estimate.high, estimate.standard_error
    if value is None or low is None or high is None or error is None:
        return estimate
    half = student(level, math.inf) * least
    return Estimate(value, min(low, value - half), max(high, value + half), max(error, least))


def _log_odds(cells: Cells) -> Array:
    """The log odds that scores state; 0 and 1 are moved inside by the share of half a case."""
    least = 0.5 / float(cells.times.sum())
    stated = np.clip(cells.scores, least, 1 - least)
    return np.log(stated / (1 - stated))


def _fit(stated: Array, cells: Cells, near: Recalibration | None = None) -> tuple[Influence, Influence] | None:
    """Intercept and slope of the logistic regression of the labels on the stated log odds, each with its influences.

    The steps begin at values that are near, if any are known.
    """
    design = np.column_stack([np.ones(stated.size), stated])
    known = None if near is None else (near.intercept.value, near.slope.value)
    start = np.array([0.0, 1.0] if known is None else known, dtype=float)
    found = fit_logistic(design, cells.labels, cells.weights, start)
    if found is None:
        return None
    (intercept, slope), shares, information = found
    of_intercept, of_slope = np.linalg.solve(information, (design * _residuals(cells, shares)[:, np.newaxis]).T)
    return Influence(float(intercept), of_intercept), Influence(float(slope), of_slope)


def _shift(stated: Array, cells: Cells) -> Influence | None:
    """What must be added to all stated log odds for as many positives as there are, with its influences."""
    found = fit_logistic(np.ones((stated.size, 1)), cells.labels, cells.weights, np.zeros(1), stated)
    if found is None:
        return None
    (shift,), shares, information = found
    return Influence(float(shift), _residuals(cells, shares) / information[0, 0])


def _residuals(cells: Cells, shares: Array) -> Array:
    return cells.weights * (cells.labels - shares)


def fit_logistic(
    design: Array, labels: NDArray[np.bool_], weights: Array, start: Array | None = None, offset: Array | float = 0.0
) -> tuple[Array, Array, Array] | None:
    """Coefficients of a logistic regression, its probabilities, and the information; None if there is no finite fit.

    Parameters
    ----------
    design : array of shape (n, k)
    labels, weights : array of shape (n,)
    start : array of shape (k,), optional
        Where Newton's method begins; by default where the second coefficient is 1 and the others are 0.
    offset : array of shape (n,), optional
        What the log odds are without the design.
    """
    fitted = np.eye(design.shape[1])[1] if start is None else start
    for _ in range(STEPS):
        shares = 1 / (1 + np.exp(-np.clip(design @ fitted + offset, -700, 700)))
        information = design.T @ (design * (weights * shares * (1 - shares))[:, np.newaxis])
        if not np.linalg.cond(information) < 1e12:
            return None
        step = np.linalg.solve(information, design.T @ (weights * (labels - shares)))
        # A step of more than 1 may overshoot where few cases are uncertain.
        fitted = fitted + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            return fitted, shares, information
        if not np.abs(fitted).max() < 1e3:
            return None
    return None


def score_for(probability: float, recalibration: Recalibration) -> float | None:
    """The score that recalibration maps to a probability; None if there is none, or the slope is not positive."""
    slope, intercept = recalibration.slope.value, recalibration.intercept.value
    if slope is None or intercept is None or slope <= 0:
        return None
    odds = (math.log(probability / (1 - probability)) - intercept) / slope
    return 1 / (1 + math.exp(-odds)) if abs(odds) < 700 else None
