"""One real classifier: is the image of a digit an eight?"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

__all__ = ["eights"]


@cache
def eights(seed: int = 0) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """Labels, 1 for an eight, and log-odds by logistic regression, of the half of the images that it has not seen.

    It sees images shrunk to 4 by 4 pixels, on which an eight is hard to tell. Log-odds are rounded to two decimals, so
    that there are ties, as there are in most scores that are stored.

    Examples
    --------
    >>> labels, scores = eights()
    >>> labels.size, int(labels.sum())
    (899, 87)
    """
    images, digits = load_digits(return_X_y=True)
    eight = (digits == 8).astype(int)
    shrunk = images.reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)).reshape(len(images), 16) / 16
    halves = train_test_split(shrunk, eight, test_size=0.5, random_state=seed, stratify=eight)
    training, test, training_labels, labels = halves
    scores = (
        LogisticRegression(solver="newton-cholesky", tol=1e-8).fit(training, training_labels).decision_function(test)
    )
    return labels, np.round(scores, 2)
