"""The patients that the book returns to, and two models of them: what is known of those that no model learnt from.

442 diabetes patients (Efron and others, 2004), of whom a model learns from one half and is judged on the other. The
positives are the fifth that got worst within a year. One model is a logistic regression that weighs both classes
equally, the other a support vector machine with a radial kernel; a score above 0 says "worse".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from scoring_the_scores.learning import CONVERGED, Labels, Values, logistic, scaled, tied

__all__ = ["MODELS", "SPLIT", "Patients", "diabetes", "held_out"]

#: How the two models are made, by their short names.
MODELS: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {"regression": logistic(1.0, class_weight="balanced"), "SVM": lambda: scaled(SVC(**CONVERGED))}
)
#: The split in halves that the book tells of.
SPLIT = 0
_POSITIVE = 0.2
_SEX = 1  # the column of the features; the data set codes its two values 1 and 2, and names neither


class Patients(NamedTuple):
    """The half of the patients that is held out.

    Attributes
    ----------
    worse : array of bool, shape (n,)
        Whether a patient is among the fifth that got worst within a year.
    sex : array of int, shape (n,)
        The data set's code, 1 or 2.
    regression, svm : arrays of shape (n,)
        Scores of the two models; above 0 says "worse".
    undone : float
        The log-odds that balanced weights of the classes add to a regression: those of the negatives in the half that
        it learnt from.
    """

    worse: NDArray[np.bool_]
    sex: NDArray[np.intp]
    regression: NDArray[np.float64]
    svm: NDArray[np.float64]
    undone: float

    @property
    def scores(self) -> dict[str, NDArray[np.float64]]:
        """The scores by the short name of the model."""
        return dict(zip(MODELS, (self.regression, self.svm), strict=True))


def diabetes(share: float) -> tuple[Values, Labels]:
    """Ten measurements of each of 442 patients, and whether a patient is among a share that got worst.

    Parameters
    ----------
    share : float
        Of the patients that are positive, between 0 and 1.

    Returns
    -------
    features, labels : arrays of shape (442, 10) and (442,)

    Examples
    --------
    >>> features, labels = diabetes(0.2)
    >>> features.shape, int(labels.sum())
    ((442, 10), 88)
    """
    data = load_diabetes()
    return data.data, data.target > np.quantile(data.target, 1 - share)


@cache
def held_out(split: int = SPLIT) -> Patients:
    """The held-out patients of a split, with both models' scores.

    Parameters
    ----------
    split : int
        The seed of the split in halves.

    Returns
    -------
    Patients
        Its arrays cannot be written to.

    Examples
    --------
    >>> found = held_out()
    >>> found.worse.size, int(found.worse.sum()), round(found.undone, 3)
    (221, 44, 1.392)
    """
    features, labels = diabetes(_POSITIVE)
    learnt, held = train_test_split(np.arange(labels.size), test_size=0.5, stratify=labels, random_state=split)
    with threadpool_limits(1):
        fitted = [make().fit(features[learnt], labels[learnt]) for make in MODELS.values()]
        regression, svm = (tied(np.asarray(model.decision_function(features[held]), dtype=float)) for model in fitted)
    sex = np.where(features[held, _SEX] > 0, 2, 1)
    positive = int(labels[learnt].sum())
    found = Patients(labels[held], sex, regression, svm, math.log((learnt.size - positive) / positive))
    for array in found[:4]:
        array.setflags(write=False)
    return found
