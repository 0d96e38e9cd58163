"""Scores without skill: the best constant classifier, the places where all guessing ties, and Cohen's correction."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metricbook.tile.operations import no_skill
from metricbook.tile.scores import Array, check_place, check_unit, ranking_score, share

__all__ = ["best_by_chance", "chance_curve", "cohen_corrected", "corrected_place"]


def chance_curve(a: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """Coordinate b, at each a, of the places where all no-skill performances of one prevalence tie.

    b = n² (1-a) / (n² (1-a) + p² a) with the prior p and n = 1 - p.

    Parameters
    ----------
    a : array of numbers between 0 and 1
    prevalence : array of numbers between 0 and 1
        They broadcast.

    Returns
    -------
    array of the broadcast shape
        NaN where they tie at every b: a prior of 0 at a = 1, and one of 1 at a = 0.

    Raises
    ------
    ValueError
        For a number out of range.

    Notes
    -----
    With fixed rates of prediction the curve is its mirror image: 1 - b, with the rate of positive predictions for the
    prior. Source: Piérard et al., Section 4.4, the curve gamma.

    Examples
    --------
    >>> chance_curve([0, 0.7, 1], prevalence=0.3).round(3)
    array([1. , 0.7, 0. ])
    """
    a, prevalence = check_unit(a, "a"), check_unit(prevalence, "prevalence")
    negative, positive = (1 - prevalence) ** 2 * (1 - a), prevalence**2 * a
    return share(negative, negative + positive)


def best_by_chance(a: ArrayLike, b: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """Largest score that predictions independent of the label reach: that of one of the two constant classifiers.

    Parameters
    ----------
    a, b : arrays of numbers between 0 and 1
        The place on the Tile.
    prevalence : array of numbers between 0 and 1
        The prevalence.

    Returns
    -------
    array of the broadcast shape
        NaN where the score of neither constant classifier is defined.

    Raises
    ------
    ValueError
        For a number out of range.

    Notes
    -----
    Source: Piérard et al., Appendix A.5.1.

    Examples
    --------
    >>> best_by_chance([0, 0.5, 1], [0, 0.5, 1], prevalence=0.2)
    array([1. , 0.8, 1. ])
    """
    prevalence = check_unit(prevalence, "prevalence")
    zero = np.zeros_like(prevalence)
    negative = ranking_score(np.stack([1 - prevalence, zero, prevalence, zero], axis=-1), a, b)
    positive = ranking_score(np.stack([zero, 1 - prevalence, zero, prevalence], axis=-1), a, b)
    return np.fmax(negative, positive)


def cohen_corrected(performances: ArrayLike, a: ArrayLike, b: ArrayLike) -> Array:
    """A canonical ranking score, corrected for chance as kappa corrects the accuracy.

    (R - R0) / (1 - R0), where R0 is the score of the performance with the same priors and rates of prediction and
    without skill. It does not depend on a: it is 1 - E / E0, where E = (1-b) fp + b fn, and E0 is the same without
    skill.

    Parameters
    ----------
    performances : array of shape (..., 4)
    a, b : arrays of numbers between 0 and 1
        They broadcast with ``performances.shape[:-1]``.

    Returns
    -------
    array of the broadcast shape
        At most 1, 0 without skill; NaN where undefined.

    Raises
    ------
    ValueError
        On bad performances, and for a place outside of the square.

    Notes
    -----
    Computed as it is defined. Source: Piérard et al., Section 4.4.

    Examples
    --------
    Kappa is the correction at the centre, and on the whole line through it:

    >>> cohen_corrected([0.4, 0.1, 0.2, 0.3], [0.1, 0.5, 0.9], 0.5).round(3)
    array([0.4, 0.4, 0.4])
    """
    a, b = check_place(a, b)
    score, by_chance = ranking_score(performances, a, b), ranking_score(no_skill(performances), a, b)
    return share(score - by_chance, 1 - by_chance)


def corrected_place(b: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """Coordinate a, in row b, of the score that orders as the chance-corrected scores of that row, at a fixed prior.

    Parameters
    ----------
    b : array of numbers between 0 and 1
    prevalence : array of numbers between 0 and 1
        The prevalence.

    Returns
    -------
    array of the broadcast shape
        The coordinate a.

    Notes
    -----
    Source: Piérard et al., Section 4.4.

    Examples
    --------
    Kappa at two positives in ten:

    >>> round(float(corrected_place(0.5, prevalence=0.2)), 3)
    0.941
    """
    return chance_curve(b, prevalence=prevalence)
