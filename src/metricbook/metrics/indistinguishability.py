"""B(r), the rate at which positives outscore samples labelled positive, and the precision where it is one half.

A threshold r labels a sample positive if its score is at least r. Draw one positive and one sample that is labelled
positive: B(r) is the probability that the positive has the higher score. B falls as the threshold rises. Where it
passes one half, neither of the two tends to score higher; the precision there is Sumpter's measure.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.sweep import Sweep, last_of_each_value, sort_by_score, steps_of
from metricbook.metrics.validation import Label, Sample, check_choice, check_number, check_sample, check_threshold

Ties = Literal["half", "negative", "discard"]
TIES: Final[tuple[Ties, ...]] = get_args(Ties)
#: Relative rounding error of a win rate: within it of the level, the win rate counts as equal to it.
ROUNDING: Final = 1e-13
#: Share of the total weight up to which a case is left out: the square of a smaller weight may underflow.
NEGLIGIBLE: Final = 1e-50


class IndistinguishabilitySweep:
    """B, its two parts, precision, F1 and both rates for every distinct score as the threshold, from one sort.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; both classes must carry weight. A weight is a probability of being drawn;
        up to 1e-50 of the total counts as 0.
    ties : {"half", "negative", "discard"}
        What two equal scores count: one half, also where a sample meets itself (``"half"``, under which the paper's
        integrals hold for any scores); nothing, like lower ones (``"negative"``); or one half, but a draw of the same
        sample twice is discarded (``"discard"``, the rule of the paper's Figure 1).

    Attributes
    ----------
    thresholds : array of shape (m,)
        The distinct scores that carry weight, highest first. Each stands for every r from the next lower score
        (included) up to itself (excluded) if labelled positive means "score > r".
    win_rate : array of shape (m,)
        B, between 0 and 1; never falls along the array. NaN where there is no pair: under ``"discard"``, if only
        one sample is labelled and it is the only positive.
    positive_part, negative_part : arrays of shape (m,)
        ``B_+`` and ``B_-``, the parts of B whose labelled member is a positive or a negative; they add up to B.
    precision, f1, true_positive_rate, false_positive_rate : arrays of shape (m,)
        C, F1, v and u at the same thresholds.
    positives, negatives : float
        Weight of each class.

    Raises
    ------
    ValueError
        On bad input, if one class is missing, or for an unknown rule for ties.

    Notes
    -----
    Source: Sumpter (2023), Section 3.3, with the integrand and the denominators corrected.

    Examples
    --------
    Positive, negative, positive: one labelled, then two, then all three.

    >>> sweep = IndistinguishabilitySweep([1, 0, 1], [3.0, 2.0, 1.0])
    >>> sweep.win_rate.tolist(), sweep.precision.round(3).tolist()
    ([0.25, 0.375, 0.5], [1.0, 0.5, 0.667])
    """

    def __init__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        ties: Ties = "half",
    ) -> None:
        check_choice("ties", ties, TIES)
        sample = sort_by_score(
            _with_weight(check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
        )
        sweep = Sweep.of_sorted(sample)
        sweep.require_both_classes("B")
        true, false = sweep.true_positives, sweep.false_positives
        new_true, new_false = steps_of(true), steps_of(false)
        wins_positive = true**2 / 2
        # A labelled negative is beaten by the positives of higher steps, and by half of those of its own.
        wins_negative = np.cumsum(new_false * (true - new_true / 2))
        pairs = sweep.positives * (true + false)
        if ties == "negative":
            wins_positive = wins_positive - np.cumsum(new_true**2) / 2
            wins_negative = wins_negative - np.cumsum(new_false * new_true) / 2
        elif ties == "discard":
            same = _squares(sample)
            wins_positive, pairs = wins_positive - same / 2, pairs - same
        self.ties = ties
        self.thresholds = sweep.thresholds
        self.positives, self.negatives = sweep.positives, sweep.negatives
        self.pairs = pairs
        self.wins = wins_positive + wins_negative
        self.win_rate = _divide(self.wins, pairs)
        self.positive_part, self.negative_part = _divide(wins_positive, pairs), _divide(wins_negative, pairs)
        self.precision = true / (true + false)
        self.true_positive_rate, self.false_positive_rate = true / sweep.positives, false / sweep.negatives
        self.f1 = 2 * true / (true + false + sweep.positives)

    def at(self, level: float = 0.5) -> int:
        """Index of the lowest threshold whose B is at most the level: see `indistinguishability_threshold`.

        Raises
        ------
        ValueError
            If the level is not between 0 and 1, or if B never passes it; the message says on which side it stays, and
            why.
        """
        level = check_number("level", level, "lie strictly between 0 and 1", lambda share: 0 < share < 1)
        slack = ROUNDING * self.pairs
        if not self.wins[-1] >= level * self.pairs[-1] - slack[-1]:
            raise ValueError(
                f"no threshold gives B = {level:g}: with every sample labelled positive B is {self.win_rate[-1]:.6g}, "
                "and it is lower at every other threshold (B reaches 1/2 only if the AUROC does)"
            )
        below = (self.pairs > 0) & (self.wins <= level * self.pairs + slack)
        if not below.any():
            first = self.win_rate[np.isfinite(self.win_rate)][0]
            raise ValueError(
                f"no threshold gives B = {level:g}: with only the highest score labelled positive B is {first:.6g}, "
                "and it is no lower at any other threshold"
            )
        return int(np.flatnonzero(below)[-1])


def labelled_win_rate(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    threshold: float,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    ties: Ties = "half",
) -> float:
    r"""B(r), the probability :math:`P(S_P > S_R \mid S_R \ge r)` that a random positive outscores a labelled sample.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, ties
        As for `IndistinguishabilitySweep`.
    threshold : float
        r, in the units of the scores; a score of at least r is labelled positive.

    Returns
    -------
    float
        Between 0 and 1: 1/2 where scores do not separate the labelled samples from the positives.

    Raises
    ------
    ValueError
        On bad input, if one class is missing, or if there is no pair to compare.

    Notes
    -----
    Source: Sumpter (2023), Section 3.2. The paper labels "score > r"; the two differ only at r equal to a score.

    Examples
    --------
    The positives 3 and 1 against the labelled 3 and 2: a tie, then 3 > 2, then two losses of 1.

    >>> labelled_win_rate([1, 0, 1], [3.0, 2.0, 1.0], threshold=1.5)
    0.375
    """
    sweep = IndistinguishabilitySweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, ties=ties)
    return labelled_win_rate_of(sweep, threshold=threshold)


def indistinguishability_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.5,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    ties: Ties = "half",
) -> float:
    """The lowest threshold r with B(r) <= level; at the next lower score B is above it.

    On a sample B is a step function, which seldom equals the level. This rule takes the largest labelled set whose
    win rate does not exceed it; r is the lowest score in that set.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, ties
        As for `IndistinguishabilitySweep`.
    level : float
        Strictly between 0 and 1; 1/2 gives the indistinguishability threshold, 0.4 and 0.6 the paper's band around it.

    Returns
    -------
    float
        A score of the sample; scores of at least this are labelled positive.

    Raises
    ------
    ValueError
        On bad input, or if no solution exists: B must reach the level with every sample labelled positive (for 1/2
        and ties of one half: if and only if the AUROC is at least 1/2), and be at most the level with only the
        highest score labelled positive.

    Notes
    -----
    Source: Sumpter (2023), Eq. 6.

    Examples
    --------
    >>> indistinguishability_threshold([1, 1, 0, 0], [4.0, 2.0, 3.0, 1.0])
    2.0
    """
    sweep = IndistinguishabilitySweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, ties=ties)
    return indistinguishability_threshold_of(sweep, level=level)


def precision_at_indistinguishability(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.5,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    ties: Ties = "half",
) -> float:
    """C(r_b), the precision at the indistinguishability threshold.

    Parameters
    ----------
    y_true, y_score, level, sample_weight, pos_label, ties
        As for `indistinguishability_threshold`.

    Returns
    -------
    float
        Between 0 and 1; 1 if the positives score highest.

    Raises
    ------
    ValueError
        As `indistinguishability_threshold`.

    Notes
    -----
    Source: Sumpter (2023), Section 3.4.

    Examples
    --------
    Labelled at the threshold 2: two positives and one negative.

    >>> round(precision_at_indistinguishability([1, 1, 0, 0], [4.0, 2.0, 3.0, 1.0]), 6)
    0.666667
    """
    sweep = IndistinguishabilitySweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, ties=ties)
    return precision_at_indistinguishability_of(sweep, level=level)


def labelled_win_rate_of(sweep: IndistinguishabilitySweep, *, threshold: float) -> float:
    """`labelled_win_rate` read off a sweep."""
    threshold = check_threshold(threshold)
    labelled = int(np.count_nonzero(sweep.thresholds >= threshold))
    if labelled == 0:
        raise ValueError(f"B is undefined at threshold {threshold:g}: no score is that high")
    value = float(sweep.win_rate[labelled - 1])
    if np.isnan(value):
        raise ValueError(f"B is undefined at threshold {threshold:g}: the only positive would meet itself")
    return value


def indistinguishability_threshold_of(sweep: IndistinguishabilitySweep, *, level: float = 0.5) -> float:
    """`indistinguishability_threshold` read off a sweep."""
    return float(sweep.thresholds[sweep.at(level)])


def precision_at_indistinguishability_of(sweep: IndistinguishabilitySweep, *, level: float = 0.5) -> float:
    """`precision_at_indistinguishability` read off a sweep."""
    return float(sweep.precision[sweep.at(level)])


def _with_weight(sample: Sample) -> Sample:
    """The sample without cases of zero or negligible weight, which cannot be drawn."""
    if sample.weights is None:
        return sample
    drawable = sample.weights > NEGLIGIBLE * sample.weights.sum()
    if drawable.all():
        return sample
    return Sample(sample.labels[drawable], sample.scores[drawable], sample.weights[drawable])


def _squares(sample: Sample) -> NDArray[np.float64]:
    """Sum of the squared weights of the positives that score at least t, for every distinct score t, highest first."""
    labels = sample.labels[::-1].astype(np.float64)
    squares = np.cumsum(labels if sample.weights is None else labels * sample.weights[::-1] ** 2)
    last = last_of_each_value(sample.scores[::-1])
    return squares if last is None else squares[last]


def _divide(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)
