"""Real cases scored twice: breast tumours, malignant or benign, by two classifiers that a reader may know."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

#: Five of the thirty measurements, some of them closely related, as naive Bayes assumes they are not.
MEASUREMENTS: Final = ["mean texture", "mean smoothness", "mean compactness", "mean concavity", "mean symmetry"]


@cache
def scored(seed: int = 1) -> tuple[NDArray[np.int_], dict[str, NDArray[np.float64]]]:
    """Labels, 1 for malignant, and the chance of it that each classifier gives, for the half it has not seen.

    Examples
    --------
    >>> labels, scores = scored()
    >>> labels.size, int(labels.sum()), list(scores)
    (285, 106, ['logistic regression', 'naive Bayes'])
    """
    data = load_breast_cancer(as_frame=True)
    malignant = (data.target == 0).astype(int)  # the file calls benign 1
    features = data.data[MEASUREMENTS]
    halves = train_test_split(features, malignant, test_size=0.5, random_state=seed, stratify=malignant)
    training, test, training_labels, labels = halves
    logistic = make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-8))
    odds = {
        "logistic regression": logistic.fit(training, training_labels).decision_function(test),
        "naive Bayes": np.diff(GaussianNB().fit(training, training_labels).predict_joint_log_proba(test), axis=1)[:, 0],
    }
    # Log-odds are sums, which a processor rounds as it likes: equal cases are to have equal scores. Of probabilities
    # close to 1 rounding would leave nothing.
    return labels.to_numpy(), {name: expit(np.round(each, 9)) for name, each in odds.items()}
