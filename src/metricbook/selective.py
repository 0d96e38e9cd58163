"""Metrics of decisions taken in order of confidence, and the exchange of classes they do not notice.

A score s decides for the positive class above the decision threshold s* and for the negative class below
it, with confidence `|s - s*|`. A score exactly at s* has no predicted class: it counts as half correct, and
its confidence is zero, the lowest there is. Put "correct" in the place of "positive" and the confidence in
the place of the score, and the sweep of thresholds becomes the sweep of decision rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.sweep import last_of_each_value, share
from metricbook.validation import Sample, check_sample, check_threshold


class ConfidenceSweep:
    """Weight decided on, and weight decided correctly, at every distinct confidence from the highest down.

    Samples of equal confidence are decided on together: across such a tie the correct weight grows in
    proportion to the weight decided on, which is its mean over all orders of the tied samples if they weigh
    the same.

    Parameters
    ----------
    y_true, y_score, sample_weight : arrays of shape (n,)
        As for `metricbook.sweep.Sweep`; one class may be missing.
    threshold : float
        The decision threshold s*, in the units of the scores.

    Attributes
    ----------
    confidences : array of shape (m,)
        The distinct values of `|s - s*|` that carry weight, highest first.
    coverage, correct : arrays of shape (m,)
        Cumulative weight of the samples, and of the correctly decided samples, at least that confident.
    total : float
        Weight of the whole sample; ``coverage / total`` is the decision rate.

    Raises
    ------
    ValueError
        See `metricbook.validation.check_sample`; also for a threshold that is not finite.

    Examples
    --------
    The most confident decision is right, the next is wrong, and the score at 0 decides nothing:

    >>> sweep = ConfidenceSweep([1, 1, 0], [3.0, -2.0, 0.0])
    >>> sweep.confidences.tolist(), sweep.coverage.tolist(), sweep.correct.tolist()
    ([3.0, 2.0, 0.0], [1.0, 2.0, 3.0], [1.0, 1.0, 1.5])
    """

    confidences: NDArray[np.float64]
    coverage: NDArray[np.float64]
    correct: NDArray[np.float64]

    def __init__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        threshold: float = 0.0,
    ) -> None:
        self._read(check_sample(y_true, y_score, sample_weight), threshold, kind="quicksort")

    @classmethod
    def of_sorted(cls, sample: Sample, *, threshold: float = 0.0) -> ConfidenceSweep:
        """The sweep of a sample in ascending order of score (`metricbook.sweep.sort_by_score`), in linear time."""
        sweep = cls.__new__(cls)
        # In this order the confidences fall, then rise: a merge of two runs, which a stable sort does in one pass.
        sweep._read(sample, threshold, kind="stable")
        return sweep

    def _read(self, sample: Sample, threshold: float, kind: str) -> None:
        threshold = check_threshold(threshold)
        confidence = confidence_of(sample.scores, threshold)
        order = np.argsort(confidence, kind=kind)[::-1]
        confidence = confidence[order]
        correct = correctness(sample.labels, sample.scores, threshold)[order]
        last = last_of_each_value(confidence)
        if sample.weights is None:
            coverage = np.arange(1.0, confidence.size + 1)
        else:
            weights = sample.weights[order]
            coverage = np.cumsum(weights)
            correct *= weights
        correct = np.cumsum(correct, out=correct)
        if last is not None:
            confidence, coverage, correct = confidence[last], coverage[last], correct[last]
        if sample.weights is not None:
            # Steps of no weight are left out, and so are first steps too light to be told from none.
            weighty = np.diff(coverage, prepend=0.0) > 1e-200 * coverage[-1]
            confidence, coverage, correct = confidence[weighty], coverage[weighty], correct[weighty]
        self.confidences, self.coverage, self.correct = confidence, coverage, correct
        self.total = float(coverage[-1])


def accuracy(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, threshold: float = 0.0
) -> float:
    """Share of the weight that is decided correctly; a score at the threshold counts one half.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 is perfect, 1/2 is what guessing gets.

    Raises
    ------
    ValueError
        On bad input. One class may be missing.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eq. 10.

    Examples
    --------
    One right, one wrong, one undecided:

    >>> accuracy([1, 1, 0], [3.0, -2.0, 0.0])
    0.5
    """
    return accuracy_of(ConfidenceSweep(y_true, y_score, sample_weight, threshold=threshold))


def lxcim(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, threshold: float = 0.0
) -> float:
    r"""Twice the area under the curve of cumulative accuracy, :math:`\frac{2}{W^2}\int_0^W G(v)\,dv`.

    G(v) is the weight decided correctly among the most confident weight v, and W the total weight. A correct
    decision counts in proportion to the weight decided with less confidence than itself, plus half its own.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where every decision is right, 1/2 on average for guessing. For a given accuracy a
        it lies between a² (mistakes first) and 1 - (1 - a)² (mistakes last).

    Raises
    ------
    ValueError
        On bad input. One class may be missing.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eqs. 13-16, with the normalisation that makes Eq. 21 true. It is the
    AUROC of the sample together with its exchanged copy (`with_exchanged_copy`).

    Examples
    --------
    The more confident of two decisions is right (area of the left half, then a flat line), or wrong:

    >>> lxcim([1, 1], [2.0, -1.0]), lxcim([0, 0], [2.0, -1.0])
    (0.75, 0.25)
    """
    return lxcim_of(ConfidenceSweep(y_true, y_score, sample_weight, threshold=threshold))


def audrc_sum(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, threshold: float = 0.0
) -> float:
    r"""Area under the accuracy-decision rate curve, as a right Riemann sum :math:`\frac1W\sum_i w_i\,\frac{G_i}{C_i}`.

    C_i and G_i are the weight, and the correct weight, decided at least as confidently as sample i. Samples of
    equal confidence form one step, since no decision rate in between can be chosen.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where every decision is right, 1/2 on average for guessing.

    Raises
    ------
    ValueError
        On bad input. One class may be missing.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eq. 1 (there with unit weights and no ties).

    Examples
    --------
    Accuracy 1 after the first decision and 1/2 after both:

    >>> audrc_sum([1, 1], [2.0, -1.0])
    0.75
    """
    return audrc_sum_of(ConfidenceSweep(y_true, y_score, sample_weight, threshold=threshold))


def audrc_integral(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, threshold: float = 0.0
) -> float:
    r"""Area under the accuracy-decision rate curve, as the integral :math:`\frac1W\int_0^W \frac{G(v)}{v}\,dv`.

    Between two decisions G is linear, so each piece integrates to a logarithm; no quadrature is used.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where every decision is right, 1/2 on average for guessing.

    Raises
    ------
    ValueError
        On bad input. One class may be missing.

    Notes
    -----
    Source: Brogueira and Figueiredo, Eq. 25. It differs from `audrc_sum` by a term that vanishes as the sample grows.

    Examples
    --------
    The right decision first gives (1 + ln 2) / 2:

    >>> round(audrc_integral([1, 1], [2.0, -1.0]), 4)
    0.8466
    """
    return audrc_integral_of(ConfidenceSweep(y_true, y_score, sample_weight, threshold=threshold))


def audrc(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, threshold: float = 0.0
) -> float:
    """The same as `audrc_sum`, the reading of Eq. 1 that the published tables use.

    Examples
    --------
    >>> audrc([1, 1], [2.0, -1.0])
    0.75
    """
    return audrc_sum(y_true, y_score, sample_weight=sample_weight, threshold=threshold)


def accuracy_of(sweep: ConfidenceSweep) -> float:
    """`accuracy` read off a confidence sweep."""
    return float(sweep.correct[-1]) / sweep.total


def lxcim_of(sweep: ConfidenceSweep) -> float:
    """`lxcim` read off a confidence sweep."""
    coverage, correct = sweep.coverage, sweep.correct
    doubled = float(coverage[0] * correct[0] + np.dot(np.diff(coverage), correct[1:] + correct[:-1]))
    return share(doubled / (sweep.total * sweep.total))


def audrc_sum_of(sweep: ConfidenceSweep) -> float:
    """`audrc_sum` read off a confidence sweep."""
    steps = np.diff(sweep.coverage, prepend=0.0)
    return share(float(np.dot(steps, sweep.correct / sweep.coverage)) / sweep.total)


def audrc_integral_of(sweep: ConfidenceSweep) -> float:
    """`audrc_integral` read off a confidence sweep."""
    start, steps = sweep.coverage[:-1], np.diff(sweep.coverage)
    slope = np.diff(sweep.correct)
    slope /= steps
    # On a piece G(v) = slope v + offset, so G(v)/v integrates to slope dv + offset log(end/start).
    # In place, because this is where the summary of a large sample needs the most memory.
    slope *= start
    offset = np.subtract(sweep.correct[:-1], slope, out=slope)
    steps /= start
    pieces = float(sweep.correct[-1] + np.dot(offset, np.log1p(steps, out=steps)))
    return share(pieces / sweep.total)


def confidence_of(scores: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """The confidence `|s - s*|` of each score."""
    if threshold == 0:
        return np.abs(scores)
    with np.errstate(over="ignore"):  # scores may be as large as floats get: their confidences then tie at infinity
        confidence = scores - threshold
    return np.abs(confidence, out=confidence)


def correctness(labels: NDArray[np.bool_], scores: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """1 for a correct decision, 0 for a wrong one, 1/2 for a score exactly at the threshold."""
    correct = (labels == (scores > threshold)).astype(np.float64)
    correct[scores == threshold] = 0.5
    return correct


def exchange_classes(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    threshold: float = 0.0,
    which: ArrayLike | None = None,
    flip_at_threshold: bool = False,
) -> Sample:
    """The sample after A(s, y, w) = (2 s* - s, 1 - y, w), the exchange of classes, is applied to some of it.

    The exchanged sample is as confident as before, in the other class, and its label is the other one: the
    decision is right or wrong as it was. Samples keep their places.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.
    which : array of bool of shape (n,) or array of indices, optional
        The samples to exchange; all of them by default.
    flip_at_threshold : bool
        Whether a score exactly at s* gets the other label (True) or is left alone (False, as Eq. 11 has it).

    Returns
    -------
    Sample
        Labels, scores and weights, as new arrays (weights None if none were given).

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
    sample = check_sample(y_true, y_score, sample_weight)
    threshold = check_threshold(threshold)
    chosen = _chosen(which, sample.scores.size)
    with np.errstate(over="ignore"):
        scores = np.where(chosen, 2 * threshold - sample.scores, sample.scores)
    if not np.isfinite(scores).all():
        where = int(np.flatnonzero(~np.isfinite(scores))[0])
        raise ValueError(f"the mirror image of y_score in the threshold is too large for a float at index {where}")
    flipped = chosen if flip_at_threshold else chosen & (sample.scores != threshold)
    return Sample(sample.labels ^ flipped, scores, None if sample.weights is None else sample.weights.copy())


def with_exchanged_copy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    threshold: float = 0.0,
    flip_at_threshold: bool = True,
) -> Sample:
    """The sample followed by its exchanged copy, of twice the size: the paper's Ω, whose AUROC is LxCIM.

    Parameters
    ----------
    y_true, y_score, sample_weight, threshold
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
    sample = check_sample(y_true, y_score, sample_weight)
    copy = exchange_classes(*sample, threshold=threshold, flip_at_threshold=flip_at_threshold)
    weights = None if sample.weights is None else np.concatenate([sample.weights, sample.weights])
    labels = np.concatenate([sample.labels, copy.labels])
    return Sample(labels, np.concatenate([sample.scores, copy.scores]), weights)


@dataclass(frozen=True)
class ExchangeEffect:
    """What exchanging the classes of parts of a sample does to a metric.

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
        """The largest absolute change of the metric found."""
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
    threshold: float = 0.0,
    draws: int = 1000,
    rng: np.random.Generator | None = None,
) -> ExchangeEffect:
    """How far a metric moves when the classes of some samples are exchanged: zero for an LxC-invariant one.

    Up to 12 samples every subset is exchanged in turn. Beyond that, every single sample and ``draws`` random
    subsets are.

    Parameters
    ----------
    metric : callable
        ``metric(y_true, y_score)``, or ``metric(y_true, y_score, sample_weight=...)`` if weights are given. A
        ``ValueError`` or NaN means that the metric is undefined there.
    y_true, y_score, sample_weight, threshold
        As for `ConfidenceSweep`.
    draws : int
        Number of random subsets for more than 12 samples.
    rng : numpy.random.Generator
        Source of the random subsets; required for more than 12 samples.

    Returns
    -------
    ExchangeEffect
        The largest change found, the subset behind it, and how often the metric became undefined.

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
    sample = check_sample(y_true, y_score, sample_weight)

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
            now = value(exchange_classes(*sample, threshold=threshold, which=which))
        except ValueError:
            now = math.nan
        if math.isnan(now):
            undefined += 1
        elif abs(now - before) > abs(after - before):
            after, moved = now, which
    return ExchangeEffect(before, after, tuple(np.flatnonzero(moved).tolist()), undefined, tried)


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


def _chosen(which: ArrayLike | None, n: int) -> NDArray[np.bool_]:
    if which is None:
        return np.ones(n, dtype=bool)
    index = np.asarray(which)
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


def confidence_bounds(accuracy_value: float) -> tuple[float, float]:
    """The range a² to 1 - (1 - a)² in which LxCIM must lie for a given accuracy a.

    The lower end has every mistake made with more confidence than every correct decision, the upper end the
    reverse.

    Parameters
    ----------
    accuracy_value : float
        The accuracy, between 0 and 1.

    Returns
    -------
    tuple of float
        Lowest and highest LxCIM.

    Raises
    ------
    ValueError
        If the accuracy is not between 0 and 1.

    Examples
    --------
    >>> confidence_bounds(0.5)
    (0.25, 0.75)
    """
    if not (math.isfinite(accuracy_value) and 0 <= accuracy_value <= 1):
        raise ValueError(f"accuracy must lie between 0 and 1, not {accuracy_value}")
    return accuracy_value**2, 1 - (1 - accuracy_value) ** 2
