"""How far probabilities are too extreme, or too timid: logistic recalibration, its slope and its intercept."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.reports.contents import Recalibration
from metricbook.reports.estimates import Cases, Cells

#: Newton's method has converged when no coefficient moves by more, and else has failed after so many steps.
CLOSE: Final = 1e-10
STEPS: Final = 100


def recalibration(cases: Cases, model: str, level: float) -> Recalibration | None:
    """Slope and intercept of the log odds of a positive as a linear function of those that a model states.

    Calibrated probabilities have the slope 1 and the intercept 0. A slope below 1 says that they are too extreme, one
    above 1 that they are too near to one half, or to the prevalence. Scores of 0 and 1, whose log odds are infinite,
    are taken for half a case of all.

    None where there is no finite best fit: if the classes can be told apart without an error, or all scores are equal.
    """
    cells = cases.cells(model)
    least = 0.5 / float(cells.times.sum())
    stated = np.clip(cells.scores, least, 1 - least)
    stated = np.log(stated / (1 - stated))
    found = _fit(stated, cells)
    if found is None:
        return None
    of_intercept, of_slope = found
    try:
        intercept, slope = (cases.symmetric(one, model, level) for one in (of_intercept, of_slope))
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
        moved = design * (cells.weights * (cells.labels - chance))[:, np.newaxis]
        if not np.linalg.cond(information) < 1e12:
            return None
        step = np.linalg.solve(information, moved.sum(axis=0))
        # A step of more than 1 may overshoot where few cases are uncertain.
        fitted = fitted + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            of_cells = np.linalg.solve(information, moved.T)
            return Influence(float(fitted[0]), of_cells[0]), Influence(float(fitted[1]), of_cells[1])
        if not np.abs(fitted).max() < 1e3:
            return None
    return None


def stated_for(probability: float, found: Recalibration) -> float | None:
    """Which score means this probability after recalibration; None if no score does, or the higher mean less."""
    slope, intercept = found.slope.value, found.intercept.value
    if slope is None or intercept is None or slope <= 0:
        return None
    odds = (math.log(probability / (1 - probability)) - intercept) / slope
    return 1 / (1 + math.exp(-odds)) if abs(odds) < 700 else None
