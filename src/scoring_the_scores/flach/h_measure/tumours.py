"""Three classifiers of scikit-learn's breast tumours, fitted on one half and judged on the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier


def judged(columns: Sequence[int], seed: int) -> tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]:
    """Labels of the test half, 1 for malignant, and each classifier's scores on it.

    Examples
    --------
    >>> labels, scores = judged([0, 1], seed=1)
    >>> labels.size, int(labels.sum()), list(scores)
    (285, 106, ['logistic', '15 neighbours', 'tree'])
    """
    tumours = load_breast_cancer()
    malignant = 1 - tumours.target
    x, x_test, y, y_test = train_test_split(
        tumours.data[:, list(columns)], malignant, test_size=0.5, stratify=malignant, random_state=seed
    )
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-8)),
        "15 neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
        "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    }
    # Rounded, so that equal cases have equal scores: how a processor adds decides on the last digits.
    return y_test, {name: np.round(model.fit(x, y).predict_proba(x_test)[:, 1], 12) for name, model in models.items()}
