"""How the book's models learn, so that their scores are the same on every processor.

Metrics depend on the order of scores and their ties, and two processors round differently. So a solver runs until its
solution is known to more digits than `SAME` tells apart, and scores closer than that are tied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_selection import VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

Values = NDArray[np.float64]
Labels = NDArray[np.bool_]

#: Where a solver stops, by its own measure.
CONVERGED = {"tol": 1e-10, "max_iter": 1_000_000}
#: Scores are tied whose sizes differ by less than this, in units of their own size or of the median size, whichever is
#: larger. Learnt from the same cases in another order, a score moves by less than a tenth of it: by 8e-9 where the
#: sparse SVM stops, by 2e-10 where the SVM does, and by rounding alone, some 1e-13, where a fit is solved exactly.
SAME = 1e-7


def scaled(*steps: Any) -> Any:
    """A model of standardised features."""
    # Pixels that are blank in all cases of a half carry nothing, and would be divided by zero.
    return make_pipeline(VarianceThreshold(), StandardScaler(), *steps)


def logistic(strength: float, *before: Any, **settings: Any) -> Callable[[], Any]:
    """A way to make logistic regressions of standardised features, with C = ``strength``."""
    # Newton's steps end at the solution; the default solver stops where it can still be off by a tenth of a score.
    return lambda: scaled(*before, LogisticRegression(C=strength, solver="newton-cholesky", **CONVERGED, **settings))


def tied(y_score: Values) -> Values:
    """Scores of which those that cannot be told apart are equal: in order, in size, and from 0.

    Neighbours that are closer than `SAME` allows become one number, the smallest of them, to 12 decimals: what is
    summed in another order, or solved on another processor, is the same again.

    Examples
    --------
    >>> tied(np.array([0.1 + 0.2, 0.3, -0.3, 1e-17, 2.0])).tolist()
    [0.3, 0.3, -0.3, 0.0, 2.0]
    """
    order = np.argsort(np.abs(y_score), kind="stable")
    sizes = np.append(0.0, np.abs(y_score)[order])
    apart = np.append(True, np.diff(sizes) > SAME * np.maximum(sizes[1:], np.median(sizes[1:])))
    one = np.round(sizes[apart], 12)[np.cumsum(apart) - 1]
    rounded = np.empty_like(y_score)
    rounded[order] = one[1:]
    return np.copysign(rounded, y_score) + 0.0  # no -0.0
