"""Metrics of decisions, one by one or in order of confidence: counts, accuracy, LxCIM and AUDRC.

A score s decides for the positive class above the decision threshold s* and for the negative class below
it, with confidence `|s - s*|`. A score exactly at s* has no predicted class: it counts as half correct, and
its confidence is zero, the lowest there is. Put "correct" in the place of "positive" and the confidence in
the place of the score, and the sweep of thresholds becomes the sweep of decision rates.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.confusion import Confusion
from metricbook.metrics.ordering import gather, sort_flagged
from metricbook.metrics.sweep import cumulative_count, cumulative_sums, curve_parts, last_of_each_value, share, steps_of
from metricbook.metrics.validation import Label, Sample, check_number, check_sample, check_threshold

#: Share of the total weight up to which a step counts as empty.
NEGLIGIBLE: Final = 1e-200


class ConfidenceSweep:
    """Weight decided on, and weight decided correctly, at every distinct confidence from the highest down.

    Samples of equal confidence are decided on together: across such a tie the correct weight grows in
    proportion to the weight decided on, which is its mean over all orders of the tied samples if they weigh
    the same.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; one class may be missing.
    threshold : float
        The decision threshold s*, in the units of the scores.

    Attributes
    ----------
    confidences : array of shape (m,)
        The distinct values of `|s - s*|` that carry weight, highest first, as differences of floats; half of each if
        one is too large for a float.
    coverage, correct : arrays of shape (m,)
        Cumulative weight of the samples, and of the correctly decided samples, at least that confident.
    total : float
        Weight of the whole sample; ``coverage / total`` is the decision rate.

    Raises
    ------
    ValueError
        See `metricbook.metrics.validation.check_sample`; also for a threshold that is not finite.

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
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        threshold: float = 0.0,
    ) -> None:
        sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        self._read(sample, threshold, kind="quicksort")

    @classmethod
    def of_sorted(cls, sample: Sample, *, threshold: float = 0.0) -> ConfidenceSweep:
        """The sweep of a sample in ascending order (`metricbook.metrics.sweep.sort_by_score`), in linear time."""
        sweep = cls.__new__(cls)
        # In this order the confidences fall, then rise: a merge of two runs, which a stable sort does in one pass.
        sweep._read(sample, threshold, kind="stable")
        return sweep

    @classmethod
    def of_steps(
        cls, confidences: NDArray[np.float64], weights: NDArray[np.float64], correct: NDArray[np.float64]
    ) -> ConfidenceSweep:
        """The sweep of distinct confidences, highest first, each with its weight and its correctly decided weight."""
        sweep = cls.__new__(cls)
        sweep._keep_with_weight(confidences, np.cumsum(weights), np.cumsum(correct))
        return sweep

    @cached_property
    def sums(self) -> NDArray[np.float64]:
        """Sums along the curve, of both weights, from which the metrics are computed; see `curve_sums`."""
        return sum((curve_sums(*part) for part in curve_parts(self.coverage, self.correct)), np.zeros(3))

    def _read(self, sample: Sample, threshold: float, kind: Literal["quicksort", "stable"]) -> None:
        threshold = check_threshold(threshold)
        if sample.weights is None:
            self._count(sample, threshold, kind)
            return
        confidence = confidence_of(sample.scores, threshold)
        order = np.argsort(confidence, kind=kind)[::-1]
        confidence, weights = gather(confidence, order), gather(sample.weights, order)
        correct = gather(correctness(sample.labels, sample.scores, threshold), order)
        correct *= weights
        coverage, correct = cumulative_sums(weights, correct)
        last = last_of_each_value(confidence)
        if last is not None:
            confidence, coverage, correct = confidence[last], coverage[last], correct[last]
        self._keep_with_weight(confidence, coverage, correct)

    def _count(self, sample: Sample, threshold: float, kind: Literal["quicksort", "stable"]) -> None:
        """Fill the sweep from a sample without weights, by counting."""
        undecided = sample.scores == threshold
        right = sample.labels == (sample.scores > threshold)
        right &= ~undecided
        confidences, right = sort_flagged(confidence_of(sample.scores, threshold), right, kind)
        self.confidences = confidences[::-1]
        self.correct = cumulative_count(right[::-1])
        last = last_of_each_value(self.confidences)
        if last is None:
            self.coverage = np.arange(1.0, right.size + 1)
        else:
            self.coverage = last + np.float64(1)
            self.confidences, self.correct = self.confidences[last], self.correct[last]
        self.correct[-1] += np.count_nonzero(undecided) / 2  # their confidence, 0, is the last
        self.total = float(right.size)

    def _keep_with_weight(
        self, confidences: NDArray[np.float64], coverage: NDArray[np.float64], correct: NDArray[np.float64]
    ) -> None:
        """Fill the sweep, without steps of zero or negligible weight."""
        self.total = float(coverage[-1])
        with_weight = steps_of(coverage) > NEGLIGIBLE * self.total
        if not with_weight.all():
            confidences, coverage, correct = confidences[with_weight], coverage[with_weight], correct[with_weight]
        self.confidences, self.coverage, self.correct = confidences, coverage, correct


def confusion_at(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> Confusion:
    """The confusion matrix of the decisions at a threshold, as weights.

    A score exactly at the threshold has no predicted class: half its weight is predicted positive, half negative.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; one class may be missing.
    threshold : float
        The decision threshold s*, in the units of the scores.

    Returns
    -------
    Confusion
        Four floats that sum to the total weight.

    Raises
    ------
    ValueError
        On bad input.

    Examples
    --------
    >>> tuple(confusion_at([1, 1, 0, 0], [2.0, -1.0, -3.0, 0.0]))
    (1.5, 0.5, 1.0, 1.0)
    """
    labels, scores, weights = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    threshold = check_threshold(threshold)
    predicted_positive = np.where(scores == threshold, 0.5, scores > threshold)
    if weights is None:
        weights = np.ones_like(scores)
    cells = [
        np.dot(weights, (1 - predicted_positive) * ~labels),
        np.dot(weights, predicted_positive * ~labels),
        np.dot(weights, (1 - predicted_positive) * labels),
        np.dot(weights, predicted_positive * labels),
    ]
    return Confusion(*map(float, cells))


def accuracy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> float:
    """Share of the weight that is decided correctly; a score at the threshold counts one half.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
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
    return accuracy_of(
        ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    )


def lxcim(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> float:
    r"""Twice the area under the curve of cumulative accuracy, :math:`\frac{2}{W^2}\int_0^W G(v)\,dv`.

    G(v) is the weight decided correctly among the most confident weight v, and W the total weight. A correct
    decision counts in proportion to the weight decided with less confidence than itself, plus half its own.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
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
    AUROC of the sample together with its exchanged copy (`metricbook.with_exchanged_copy`).

    Examples
    --------
    The more confident of two decisions is right (area of the left half, then a flat line), or wrong:

    >>> lxcim([1, 1], [2.0, -1.0]), lxcim([0, 0], [2.0, -1.0])
    (0.75, 0.25)
    """
    return lxcim_of(
        ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    )


def audrc_sum(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> float:
    r"""Area under the accuracy-decision rate curve, as a right Riemann sum :math:`\frac1W\sum_i w_i\,\frac{G_i}{C_i}`.

    C_i and G_i are the weight, and the correct weight, decided at least as confidently as sample i. Samples of
    equal confidence form one step, since no decision rate in between can be chosen.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
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
    return audrc_sum_of(
        ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    )


def audrc_integral(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> float:
    r"""Area under the accuracy-decision rate curve, as the integral :math:`\frac1W\int_0^W \frac{G(v)}{v}\,dv`.

    Between two decisions G is linear, so each piece integrates to a logarithm; no quadrature is used.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
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
    return audrc_integral_of(
        ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    )


def accuracy_of(sweep: ConfidenceSweep) -> float:
    """`accuracy` read off a confidence sweep."""
    return float(sweep.correct[-1]) / sweep.total


def lxcim_of(sweep: ConfidenceSweep) -> float:
    """`lxcim` read off a confidence sweep."""
    return share(float(sweep.sums[0]) / (sweep.total * sweep.total))


def audrc_sum_of(sweep: ConfidenceSweep) -> float:
    """`audrc_sum` read off a confidence sweep."""
    return share(float(sweep.sums[1]) / sweep.total)


def audrc_integral_of(sweep: ConfidenceSweep) -> float:
    """`audrc_integral` read off a confidence sweep."""
    return share(float(sweep.correct[-1] + sweep.sums[2]) / sweep.total)


def curve_sums(coverage: NDArray[np.float64], correct: NDArray[np.float64]) -> NDArray[np.float64]:
    """Twice the area under the curve G(v); its accuracies times the steps; what `audrc_integral` adds to G(W)."""
    steps, gained = np.diff(coverage), np.diff(correct)
    area = np.dot(steps, correct[1:] + correct[:-1])
    accuracies = np.dot(steps, correct[1:] / coverage[1:])
    first = int(coverage[0] == 0)  # the piece from (0, 0) contributes only G at its end
    growth = np.divide(steps[first:], coverage[first:-1], out=steps[first:])
    # On a piece G(v) = slope v + offset, so G(v)/v integrates to slope dv + offset log(end/start).
    offset = np.subtract(correct[first:-1], np.divide(gained[first:], growth, out=gained[first:]), out=gained[first:])
    return np.array([area, accuracies, np.dot(offset, np.log1p(growth, out=growth))])


def confidence_of(scores: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """The confidence `|s - s*|` of each score; half of each, in the same order, where one is too large for a float."""
    if threshold == 0:
        return np.abs(scores)
    with np.errstate(over="ignore"):
        confidence = scores - threshold
    np.abs(confidence, out=confidence)
    return confidence if np.isfinite(confidence.max()) else np.abs(scores / 2 - threshold / 2)


def correctness(labels: NDArray[np.bool_], scores: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """1 for a correct decision, 0 for a wrong one, 1/2 for a score exactly at the threshold."""
    correct = (labels == (scores > threshold)).astype(np.float64)
    correct[scores == threshold] = 0.5
    return correct


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
    check_number("accuracy", accuracy_value, "lie between 0 and 1", lambda share: 0 <= share <= 1)
    return accuracy_value**2, 1 - (1 - accuracy_value) ** 2
