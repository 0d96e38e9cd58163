"""The patients and the two models that the chapter follows: what is known of those that no model learnt from."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from scoring_the_scores.synthesis import zoo

DATA_SET = "diabetes, fifth"
#: Short names of the two models, and their names in the zoo.
MODELS = {"regression": "logistic, weighed", "SVM": "SVM"}
#: The split that the chapter tells of, and those that it repeats the comparison on.
SPLIT = 0
SPLITS = range(40)
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


@cache
def held_out(split: int = SPLIT) -> Patients:
    """The held-out patients of a split, with both models' scores.

    Examples
    --------
    >>> found = held_out()
    >>> found.worse.size, int(found.worse.sum()), round(found.undone, 3)
    (221, 44, 1.392)
    """
    features, labels = zoo.cases(DATA_SET)
    learnt, held = train_test_split(np.arange(labels.size), test_size=0.5, stratify=labels, random_state=split)
    found = [zoo.scores(DATA_SET, name, split) for name in MODELS.values()]
    if any((labels[held] != y).any() for y, _ in found):
        raise AssertionError("the split is not the zoo's")
    sex = np.where(features[held, _SEX] > 0, 2, 1)
    positive = int(labels[learnt].sum())
    return Patients(found[0][0], sex, found[0][1], found[1][1], math.log((learnt.size - positive) / positive))
