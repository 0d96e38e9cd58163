"""What LxCIM, AUDRC and their curves do for a classifier that guesses, as the sample grows.

Each decision is right with probability 1/2, independently of the others, so that everything here follows from a
row of coin tosses in order of falling confidence.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray


def guesses(n: int, *, rng: np.random.Generator, draws: int | None = None) -> NDArray[np.bool_]:
    """Whether each of n decisions is right: fair coin tosses, of shape (n,), or (draws, n) if draws is given.

    Examples
    --------
    >>> guesses(4, rng=np.random.default_rng(1), draws=3).shape
    (3, 4)
    """
    return rng.random(n if draws is None else (draws, n)) < 0.5


def running_accuracy(correct: ArrayLike) -> NDArray[np.float64]:
    """Accuracy among the first 1, 2, ... decisions, along the last axis.

    Examples
    --------
    >>> running_accuracy([1, 0, 0, 1]).round(3).tolist()
    [1.0, 0.5, 0.333, 0.5]
    """
    right = np.cumsum(np.asarray(correct, dtype=np.float64), axis=-1)
    return right / np.arange(1, right.shape[-1] + 1)


def variance_of_lxcim(n: int) -> Fraction:
    r"""Variance of LxCIM of n guesses of equal weight, :math:`\frac{4n^2 - 1}{12 n^3}`, about 1/(3n).

    Half of each guess's weight in the metric, squared, and added up; see
    `scoring_the_scores.lxcim.lxcim.rank_weights`.

    Examples
    --------
    One guess gives 0 or 1:

    >>> variance_of_lxcim(1)
    Fraction(1, 4)
    """
    return Fraction(4 * n * n - 1, 12 * n**3)


def variance_of_audrc(n: int) -> Fraction:
    r"""Variance of AUDRC (as a sum) of n guesses of equal weight, :math:`\frac{2n - H_n}{4n^2}`, about 1/(2n).

    Examples
    --------
    >>> variance_of_audrc(1), variance_of_audrc(2)
    (Fraction(1, 4), Fraction(5, 32))
    """
    harmonic = sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))
    return (2 * n - harmonic) / (4 * n * n)


def last_departure(correct: ArrayLike, *, level: float = 0.5, margin: float = 0.1) -> NDArray[np.intp]:
    """The last decision after which the accuracy so far is more than the margin away from the level.

    Returns
    -------
    array of shape (...)
        Number of that decision, from 1; 0 if the accuracy never was that far away.

    Examples
    --------
    The accuracies are 1, 1/2, 2/3 and 1/2:

    >>> int(last_departure([1, 0, 1, 0]))
    3
    """
    away = np.abs(running_accuracy(correct) - level) > margin
    n = away.shape[-1]
    return np.where(away.any(axis=-1), n - np.argmax(away[..., ::-1], axis=-1), 0)


def oscillation_gap(accuracies: ArrayLike, bins: int) -> float:
    r"""Upper minus lower Darboux sum of an accuracy curve over bins of equal width.

    The curve is :math:`G(v)/v` with G straight between decisions, so that it is monotone from one decision to the
    next, and its extremes over a bin lie at decisions or at the bin's ends.

    Returns
    -------
    float
        Between 0 and 1; a bounded function is Riemann integrable if and only if this can be made as small as
        one likes by the choice of a partition.

    Examples
    --------
    Accuracies 1, 1, 2/3, 1/2: nothing moves in the first of two bins, and the second goes from 1 to 1/2.

    >>> oscillation_gap([1, 1, 2 / 3, 1 / 2], bins=2)
    0.25
    """
    values = np.asarray(accuracies, dtype=np.float64)
    width, rest = divmod(values.size, bins)
    if rest:
        raise ValueError(f"{bins} bins do not divide {values.size} decisions evenly")
    grouped = values.reshape(bins, width)
    start = np.append(values[0], grouped[:-1, -1])  # before the first decision the curve has that decision's value
    highest, lowest = np.maximum(grouped.max(axis=1), start), np.minimum(grouped.min(axis=1), start)
    return float(np.mean(highest - lowest))
