"""Logistic recalibration of probabilities: slope and intercept, which say whether they are too extreme or too timid."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.reports.contents import Recalibration
from metricbook.reports.estimates import Cases, Cells

#: Newton's method has converged if no coefficient changes by more, and failed after so many steps.
CLOSE: Final = 1e-10
STEPS: Final = 100


def recalibrate(cases: Cases, model: str, level: float) -> Recalibration | None:
    """Fit the log odds of a positive as a linear function of those that a model states.

    Calibrated probabilities have slope 1 and intercept 0; with a slope below 1 they are too extreme, with one above 1
    too timid. Scores of 0 and 1, whose log odds are infinite, are moved inside by the share of half a case.

    None if there is no finite fit, because scores separate the classes or are all equal.
    """
    cells = cases.cells(model)
    least = 0.5 / float(cells.times.sum())
    stated = np.clip(cells.scores, least, 1 - least)
    stated = np.log(stated / (1 - stated))
    fitted = _fit(stated, cells)
    if fitted is None:
        return None
    of_intercept, of_slope = fitted
    try:
        intercept, slope = (cases.symmetric(each, model, level) for each in (of_intercept, of_slope))
    except ValueError:  # a case of a class too few
        return None
    return Recalibration(slope, intercept)


def _fit(stated: NDArray[np.float64], cells: Cells) -> tuple[Influence, Influence] | None:
    """Intercept and slope of the logistic regression of the labels on the stated log odds, each with its influences."""
    design = np.column_stack([np.ones(stated.size), stated])
    fitted = np.array([0.0, 1.0])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ fitted, -700, 700)))
        information = design.T @ (design * (cells.weights * chance * (1 - chance))[:, np.newaxis])
        gradients = design * (cells.weights * (cells.labels - chance))[:, np.newaxis]
        if not np.linalg.cond(information) < 1e12:
            return None
        step = np.linalg.solve(information, gradients.sum(axis=0))
        # A step of more than 1 may overshoot where few cases are uncertain.
        fitted = fitted + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            of_cells = np.linalg.solve(information, gradients.T)
            return Influence(float(fitted[0]), of_cells[0]), Influence(float(fitted[1]), of_cells[1])
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
