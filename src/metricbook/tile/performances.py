"""Performances from samples, from rates, and at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.validation import Label, as_floats, check_labels, check_weights
from metricbook.tile.scores import Array, check_performances, check_unit


def performance_of(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> Array:
    """The performance of predicted classes on a sample.

    Parameters
    ----------
    y_true, y_pred : arrays of shape (n,)
        Labels and predicted classes.
    sample_weight, pos_label
        As for `metricbook.metrics.validation.check_sample`.

    Returns
    -------
    array of shape (4,)
        Probabilities of tn, fp, fn, tp.

    Raises
    ------
    ValueError
        On empty or unequal input, labels that `metricbook.metrics.validation.check_sample` refuses, and bad weights.

    Examples
    --------
    >>> performance_of([0, 0, 1, 1], [0, 1, 1, 1])
    array([0.25, 0.25, 0.  , 0.5 ])
    """
    labels = check_labels(y_true, pos_label)
    predicted = check_labels(y_pred, pos_label, name="y_pred")
    if labels.size != predicted.size:
        raise ValueError(f"y_true and y_pred must have the same length: {labels.size} and {predicted.size}")
    if labels.size == 0:
        raise ValueError("y_true is empty: at least one sample is needed")
    weights = check_weights(sample_weight, predicted, name="y_pred")
    # tn, fp, fn, tp are 0, 1, 2, 3 in this numbering
    return check_performances(np.bincount(2 * labels + predicted, weights=weights, minlength=4).astype(np.float64))


def from_rates(tnr: ArrayLike, tpr: ArrayLike, prevalence: ArrayLike) -> Array:
    """Performances with given true negative rate, true positive rate and prevalence, broadcast.

    Raises
    ------
    ValueError
        For a number that is not between 0 and 1.

    Examples
    --------
    >>> from_rates(0.75, 0.5, prevalence=0.2).round(3)
    array([0.6, 0.2, 0.1, 0.1])
    """
    tnr, tpr, prevalence = (check_unit(x, name) for x, name in ((tnr, "tnr"), (tpr, "tpr"), (prevalence, "prevalence")))
    entries = (1 - prevalence) * tnr, (1 - prevalence) * (1 - tnr), prevalence * (1 - tpr), prevalence * tpr
    return check_performances(np.stack(np.broadcast_arrays(*entries), axis=-1))


def dirichlet_performances(n: int, alpha: ArrayLike = (1.0, 1.0, 1.0, 1.0), *, rng: np.random.Generator) -> Array:
    """Independent performances from a Dirichlet distribution.

    Parameters
    ----------
    n : int
        Number of performances.
    alpha : four positive numbers
        Concentrations for tn, fp, fn, tp; all one is the uniform distribution on the simplex.
    rng : numpy.random.Generator

    Returns
    -------
    array of shape (n, 4)

    Raises
    ------
    ValueError
        Unless ``alpha`` holds four positive finite numbers.

    Examples
    --------
    >>> dirichlet_performances(3, rng=np.random.default_rng(1)).shape
    (3, 4)
    """
    alpha = as_floats(alpha, "alpha")
    if alpha.shape != (4,) or not (np.isfinite(alpha) & (alpha > 0)).all():
        raise ValueError(f"alpha must hold four positive finite numbers, for tn, fp, fn, tp: {alpha.tolist()}")
    return check_performances(rng.dirichlet(alpha, size=n))


def uniform_performances(n: int, *, rng: np.random.Generator) -> Array:
    """Independent performances, uniform on the simplex of all: Dirichlet with all concentrations one.

    Examples
    --------
    >>> uniform_performances(2, rng=np.random.default_rng(1)).sum(axis=1).round(12)
    array([1., 1.])
    """
    return dirichlet_performances(n, rng=rng)


def fixed_prevalence_performances(n: int, prevalence: float, *, rng: np.random.Generator) -> Array:
    """Independent performances, uniform among those with a given prevalence.

    TNR and TPR are independent and uniform between 0 and 1: the uniform distribution on the simplex, given the priors.

    Examples
    --------
    >>> P = fixed_prevalence_performances(2, 0.25, rng=np.random.default_rng(1))
    >>> (P[:, 2] + P[:, 3]).round(12)
    array([0.25, 0.25])
    """
    tnr, tpr = rng.random((2, n))
    return from_rates(tnr, tpr, prevalence)
