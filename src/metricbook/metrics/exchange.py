"""The exchange of classes, and how far a metric moves under it.

Mirror a score at the decision threshold and flip its label: the decision is as confident as before and right or
wrong as before, in the other class. A metric that no such exchange moves is LxC-invariant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.validation import Label, Sample, as_array, check_sample, check_threshold


def exchange_classes(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
    which: ArrayLike | None = None,
    flip_at_threshold: bool = False,
) -> Sample:
    """The sample after A(s, y, w) = (2 s* - s, 1 - y, w), the exchange of classes, is applied to some of it.

    The exchanged sample is as confident as before, in the other class, and its label is the other one: the
    decision is right or wrong as it was. Samples keep their places.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
        As for `ConfidenceSweep`.
    which : array of bool of shape (n,) or array of indices, optional
        The samples to exchange; all of them by default.
    flip_at_threshold : bool
        Whether a score exactly at s* gets the other label (True) or is left alone (False, as Eq. 11 has it).

    Returns
    -------
    Sample
        Labels (booleans, True for the positive class), scores and weights, as new arrays (weights None if none were
        given).

    Raises
    ------
    ValueError
        On bad input, if ``which`` does not fit the sample, or if a mirrored score is too large for a float.

    Notes
    -----
    Exact where 2 s* - s is, as for s* = 0 or for scores on a dyadic grid; elsewhere the mirrored score is rounded
    to the nearest float. Source: Brogueira and Figueiredo, Eq. 11 with `g(s) = |s - s*|`.

    Examples
    --------
    >>> labels, scores, _ = exchange_classes([0, 1], [1.0, 2.0], which=[0])
    >>> labels.tolist(), scores.tolist()
    ([True, True], [-1.0, 2.0])
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return _exchange(sample, check_threshold(threshold), which, flip_at_threshold)


def with_exchanged_copy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
    flip_at_threshold: bool = True,
) -> Sample:
    """The sample followed by its exchanged copy, of twice the size: the paper's Ω, whose AUROC is LxCIM.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
        As for `ConfidenceSweep`.
    flip_at_threshold : bool
        True gives the copy of a score at s* the other label, without which the identity fails; False is Eq. 20
        as printed.

    Returns
    -------
    Sample
        Labels, scores and weights of shape (2n,).

    Raises
    ------
    ValueError
        On bad input.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eqs. 20-21.

    Examples
    --------
    >>> labels, scores, _ = with_exchanged_copy([1, 1], [2.0, -1.0])
    >>> labels.tolist(), scores.tolist()
    ([True, True, False, False], [2.0, -1.0, -2.0, 1.0])
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    copy = _exchange(sample, check_threshold(threshold), None, flip_at_threshold)
    weights = None if sample.weights is None else np.concatenate([sample.weights, sample.weights])
    labels = np.concatenate([sample.labels, copy.labels])
    return Sample(labels, np.concatenate([sample.scores, copy.scores]), weights)


@dataclass(frozen=True)
class ExchangeEffect:
    """Effect on a metric of exchanging the classes of parts of a sample.

    Attributes
    ----------
    before, after : float
        The metric on the sample, and after the exchange that moves it most.
    which : tuple of int
        The samples exchanged to get there.
    undefined : int
        How many of the exchanges left the metric undefined (it raised a ``ValueError`` or gave NaN).
    tried : int
        How many exchanges were tried.
    """

    before: float
    after: float
    which: tuple[int, ...]
    undefined: int
    tried: int

    @property
    def largest_change(self) -> float:
        """The largest absolute change of the metric."""
        return abs(self.after - self.before)

    def invariant(self, tolerance: float = 1e-12) -> bool:
        """Whether no exchange moved the metric by more than the tolerance or left it undefined."""
        return self.largest_change <= tolerance and self.undefined == 0


def exchange_effect(
    metric: Callable[..., float],
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
    draws: int = 1000,
    rng: np.random.Generator | None = None,
) -> ExchangeEffect:
    """Largest change of a metric when the classes of some samples are exchanged: zero for an LxC-invariant one.

    Up to 12 samples every subset is exchanged in turn. Beyond that, every single sample and ``draws`` random
    subsets are.

    Parameters
    ----------
    metric : callable
        ``metric(y_true, y_score)``, or ``metric(y_true, y_score, sample_weight=...)`` if weights are given. A
        ``ValueError`` or NaN means that the metric is undefined there.
    y_true, y_score, sample_weight, pos_label, threshold
        As for `ConfidenceSweep`.
    draws : int
        Number of random subsets for more than 12 samples.
    rng : numpy.random.Generator
        Source of the random subsets; required for more than 12 samples.

    Returns
    -------
    ExchangeEffect
        The largest change, the subset exchanged to get it, and how often the metric became undefined.

    Raises
    ------
    ValueError
        On bad input, if the metric is undefined on the sample itself, or if a generator is needed and missing.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eq. 12.

    Examples
    --------
    The paper's example: exchanging the third sample takes the AUROC from 3/4 to 1.

    >>> from metricbook import auroc
    >>> effect = exchange_effect(auroc, [0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0])
    >>> effect.before, effect.invariant()
    (0.75, False)
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    threshold = check_threshold(threshold)

    def value(part: Sample) -> float:
        if part.weights is None:
            return float(metric(part.labels, part.scores))
        return float(metric(part.labels, part.scores, sample_weight=part.weights))

    before = value(sample)
    if math.isnan(before):
        raise ValueError("the metric is undefined on the sample itself: it gives NaN")
    after, moved, undefined, tried = before, np.zeros(sample.scores.size, dtype=bool), 0, 0
    for which in _subsets(sample.scores.size, draws, rng):
        tried += 1
        try:
            now = value(_exchange(sample, threshold, which, flip_at_threshold=False))
        except ValueError:
            now = math.nan
        if math.isnan(now):
            undefined += 1
        elif abs(now - before) > abs(after - before):
            after, moved = now, which
    return ExchangeEffect(before, after, tuple(np.flatnonzero(moved).tolist()), undefined, tried)


def _exchange(sample: Sample, threshold: float, which: ArrayLike | None, flip_at_threshold: bool) -> Sample:
    chosen = _mask_of(which, sample.scores.size)
    with np.errstate(over="ignore"):
        # Either way it is rounded once; to halve a score is exact beside a threshold whose double is beyond the floats.
        huge = math.isinf(2 * threshold)
        mirrored = 2 * (threshold - sample.scores / 2) if huge else 2 * threshold - sample.scores
        scores = np.where(chosen, mirrored, sample.scores)
    if not np.isfinite(scores).all():
        where = int(np.flatnonzero(~np.isfinite(scores))[0])
        raise ValueError(f"the mirror image of y_score in the threshold is too large for a float at index {where}")
    flipped = chosen if flip_at_threshold else chosen & (sample.scores != threshold)
    return Sample(sample.labels ^ flipped, scores, None if sample.weights is None else sample.weights.copy())


def _subsets(n: int, draws: int, rng: np.random.Generator | None) -> Iterator[NDArray[np.bool_]]:
    if n <= 12:
        for bits in product((False, True), repeat=n):
            yield np.array(bits)
        return
    if rng is None:
        raise ValueError(f"{n} samples have too many subsets to try all: pass rng for a random choice")
    yield from np.eye(n, dtype=bool)
    for _ in range(draws):
        yield rng.random(n) < 0.5


def _mask_of(which: ArrayLike | None, n: int) -> NDArray[np.bool_]:
    if which is None:
        return np.ones(n, dtype=bool)
    index = as_array(which, "which")
    if index.dtype == np.bool_:
        if index.shape != (n,):
            raise ValueError(f"which must have one entry per sample: shape {index.shape} for {n} samples")
        return index
    chosen = np.zeros(n, dtype=bool)
    if index.size == 0:
        return chosen
    if index.dtype.kind not in "iu" or index.ndim != 1:
        raise ValueError("which must be a mask of booleans or a list of whole-number indices")
    if index.min() < -n or index.max() >= n:
        outside = index[(index < -n) | (index >= n)][0]
        raise ValueError(f"which holds index {outside}, outside a sample of {n}")
    chosen[index] = True
    return chosen
