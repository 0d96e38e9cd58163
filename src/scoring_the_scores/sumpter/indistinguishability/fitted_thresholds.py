"""Three ways to choose a threshold, tried on two fitted classifiers of a data set that comes with scikit-learn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metricbook import IndistinguishabilitySweep, auroc, indistinguishability_curves

CHOICES = ("r_b", "best F1", "log-odds 0")
CLASSIFIERS = ("logistic regression", "naive Bayes")
Floats = NDArray[np.float64]


def chosen_thresholds(labels: NDArray[np.bool_], scores: Floats) -> dict[str, float]:
    """The threshold of each choice, from scores that are log-odds.

    Examples
    --------
    >>> chosen_thresholds(np.array([True, True, False, False]), np.array([4.0, 2.0, 3.0, -1.0]))
    {'r_b': 2.0, 'best F1': 2.0, 'log-odds 0': 0.0}
    """
    sweep = IndistinguishabilitySweep(labels, scores)
    values = float(sweep.thresholds[sweep.at()]), float(sweep.thresholds[int(sweep.f1.argmax())]), 0.0
    return dict(zip(CHOICES, values, strict=True))


def at_threshold(labels: NDArray[np.bool_], scores: Floats, threshold: float) -> dict[str, float]:
    """Number flagged for each positive, precision (NaN if nothing is flagged), recall and F1.

    Examples
    --------
    >>> at_threshold(np.array([True, True, False]), np.array([3.0, 1.0, 2.0]), 2.0)
    {'flagged': 1.0, 'precision': 0.5, 'recall': 0.5, 'F1': 0.5}
    """
    above = scores >= threshold
    true, flagged, positives = int((above & labels).sum()), int(above.sum()), int(labels.sum())
    return {
        "flagged": flagged / positives,
        "precision": true / flagged if flagged else float("nan"),
        "recall": true / positives,
        "F1": 2 * true / (flagged + positives),
    }


def digits(digit: int) -> tuple[NDArray[np.bool_], Floats]:
    """Whether each of scikit-learn's 1797 images of digits shows this one, and its 64 pixels, from 0 to 1."""
    from sklearn.datasets import load_digits

    images, shown = load_digits(return_X_y=True)
    return shown == digit, images / 16


class Halves(NamedTuple):
    """Labels of both halves of the data, and a classifier's log-odds for them: cross-validated, and as fitted."""

    labels: NDArray[np.bool_]
    scores: Floats
    other_labels: NDArray[np.bool_]
    other_scores: Floats


def halves(seed: int, *, digit: int = 8) -> dict[str, Halves]:
    """Both classifiers on one random, stratified split: cross-validated on one half, fitted to it for the other."""
    from sklearn.model_selection import StratifiedKFold, train_test_split
    from threadpoolctl import threadpool_limits

    labels, pixels = digits(digit)
    x, x_other, y, y_other = train_test_split(pixels, labels, test_size=0.5, stratify=labels, random_state=seed)
    folds = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(x, y))
    parts = {}
    with threadpool_limits(limits=1):  # on problems this small more threads cost more than they save
        for name in CLASSIFIERS:
            scores = np.empty(y.size)
            for fitted, held_out in folds:
                scores[held_out] = _log_odds(name, x[fitted], y[fitted], x[held_out])
            parts[name] = Halves(y, scores, y_other, _log_odds(name, x, y, x_other))
    return parts


def choosing(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What there is to choose from in one half, and what each rule chooses.

    Returns
    -------
    curves : DataFrame
        ``classifier``, ``threshold``, ``B``, ``precision``, ``recall``.
    choices : DataFrame
        ``classifier``, ``choice``, ``threshold``.
    """
    curves, choices = [], []
    for name, half in halves(seed).items():
        curve = indistinguishability_curves(half.labels, half.scores)[["threshold", "B", "C", "tpr"]]
        curves.append(curve.rename(columns={"C": "precision", "tpr": "recall"}).assign(classifier=name))
        choices += [(name, *chosen) for chosen in chosen_thresholds(half.labels, half.scores).items()]
    columns = ["classifier", "choice", "threshold"]
    return pd.concat(curves, ignore_index=True), pd.DataFrame(choices, columns=columns)


def tried(seeds: Iterable[int]) -> pd.DataFrame:
    """Thresholds chosen on one half of the data by cross-validated scores, and what they do on the other half.

    Returns
    -------
    DataFrame
        ``seed``, ``classifier``, ``choice``, ``threshold``, ``auroc`` and the columns of `at_threshold`, on the other
        half.
    """
    rows = []
    for seed in seeds:
        for name, half in halves(seed).items():
            area = auroc(half.other_labels, half.other_scores)
            for choice, threshold in chosen_thresholds(half.labels, half.scores).items():
                outcome = at_threshold(half.other_labels, half.other_scores, threshold)
                rows.append((seed, name, choice, threshold, area, *outcome.values()))
    return pd.DataFrame(
        rows,
        columns=["seed", "classifier", "choice", "threshold", "auroc", "flagged", "precision", "recall", "F1"],
    )


def compared(results: pd.DataFrame) -> pd.DataFrame:
    """Means over the splits of `tried`, and the standard deviation of the threshold among them."""
    groups = results.groupby(["classifier", "choice"], sort=False)
    table = groups[["threshold", "flagged", "precision", "recall", "F1"]].mean()
    table.insert(1, "sd", groups["threshold"].std())
    return table.rename(columns={"flagged": "flagged per positive"}).reset_index()


def _log_odds(name: str, x: Floats, y: NDArray[np.bool_], x_other: Floats) -> Floats:
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    if name == "naive Bayes":
        model = GaussianNB(var_smoothing=1e-2).fit(x, y)
        return np.diff(model.predict_joint_log_proba(x_other), axis=1)[:, 0]
    return LogisticRegression(solver="newton-cholesky", tol=1e-8).fit(x, y).decision_function(x_other)
