"""Standard errors of a metric in closed form: they square the influences of `metricbook.metrics.influence`."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.units import class_of_members, members, summed
from metricbook.metrics.validation import Array, Label, Sample, check_number, check_sample


def standard_error(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    fixed_classes: bool = False,
    **parameters: Any,
) -> float:
    """Standard error of a metric: the root of the sum of the squared influences of the cases, or clusters, drawn.

    Parameters
    ----------
    metric, y_true, y_score, sample_weight, pos_label, **parameters
        As for `metricbook.influence`.
    clusters : array of shape (n,), optional
        Which cases belong together, by any names: they were drawn together. By default each case was drawn by itself.
    fixed_classes : bool
        Whether the numbers of positives and negatives were fixed before anything was drawn, as in a case-control study.

    Returns
    -------
    float
        In the unit of the metric; 0 where all cases have the same influence, as for a perfect ranking.

    Raises
    ------
    ValueError
        On bad input; if fewer than two cases, or clusters, were drawn (of each class, if these are fixed); or if the
        classes are fixed and a cluster has cases of both.

    Notes
    -----
    For AUROC with fixed classes this is the estimate of DeLong, DeLong and Clarke-Pearson (1988). Source of the method:
    Efron (1982), the infinitesimal jackknife.

    Examples
    --------
    An accuracy of 3/4 among four cases: the root of 3/4 times 1/4 by 3.

    >>> standard_error("accuracy", [1, 1, 0, 0], [2.0, 1.0, 0.5, -1.0])
    0.25
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    influences = influence_of(metric, SweptSample(sample), **parameters)
    return spread(influences, sample, clusters, fixed_classes).error


class Spread(NamedTuple):
    """How far a metric moves from sample to sample, and how much the sample tells of it.

    Attributes
    ----------
    error : float
        The standard error.
    freedom : float
        Degrees of freedom behind it, by Satterthwaite's formula.
    contributing : float
        The number of independent draws that contribute to the variance: as many equal contributions would be as uneven.
    positives, negatives : float
        Independent draws of each class; of clusters or weights that are unequal, Kish's effective number.
    """

    error: float
    freedom: float
    contributing: float
    positives: float
    negatives: float

    def half(self, level: float) -> float:
        """Half the width of a symmetric interval, with at most two degrees of freedom for each draw that contributes.

        To a difference only those contribute that the two models treat differently, as in McNemar's test.
        """
        return student(level, max(min(self.freedom, 2 * self.contributing), 1.0)) * self.error


def spread(
    influences: Influence,
    sample: Sample,
    clusters: ArrayLike | None,
    fixed_classes: bool,
    times: Array | None = None,
) -> Spread:
    """The standard error that influences imply, and what stands behind it; raises as `standard_error`.

    If ``times`` is given, an entry of the sample stands for so many equal cases, which were drawn one by one.
    """
    drawn, positive = influences.of_cases, sample.labels
    weights = np.ones(positive.size) if sample.weights is None else sample.weights
    of_classes = [weights * positive, weights * ~positive]
    if clusters is not None:
        member = members(clusters, positive.size)
        drawn = summed(member, drawn)
        of_classes = [summed(member, of) for of in of_classes]
        positive = class_of_members(member, positive, fixed_classes)
    times = np.ones(positive.size) if times is None else times
    each = drawn / times
    classes = [positive, ~positive]
    groups = classes if fixed_classes else [np.ones_like(positive)]
    if min(times[group].sum() for group in groups) < 2:
        what = "cases" if clusters is None else "clusters"
        raise ValueError(f"a standard error needs at least two {what}{' of each class' if fixed_classes else ''}")
    variance = sum(_variance_of_sum(each[group], times[group]) for group in groups)
    # Satterthwaite's formula: the variance between positives is estimated from the positives only, be they ten of
    # 1,000.
    parts = [(float(times[of] @ each[of] ** 2), max(float(times[of].sum()) - 1, 1.0)) for of in classes if of.any()]
    total = sum(part for part, _ in parts)
    squared = sum(part**2 / freedom for part, freedom in parts)
    freedom = total**2 / squared if squared > 0 else 1.0
    fourth = float(times @ (each**2) ** 2)
    return Spread(
        math.sqrt(variance),
        min(freedom, float(times.sum()) - len(groups)),
        total**2 / fourth if fourth > 0 else 1.0,
        *(_effective_number(of, times) for of in of_classes),
    )


def _variance_of_sum(each: Array, times: Array) -> float:
    """The variance of a sum over independent draws, of which ``times`` are equal and add ``each``."""
    size = float(times.sum())
    return size / (size - 1) * float(times @ (each - float(times @ each) / size) ** 2)


def _effective_number(weights: Array, times: Array) -> float:
    """Kish's effective number of draws whose weights these are, for ``times`` equal ones together."""
    squared = float((weights**2 / times).sum())
    return float(weights.sum()) ** 2 / squared if squared > 0 else 0.0


def hanley_mcneil(auroc: float, positives: float, negatives: float) -> float:
    r"""Standard error of an AUROC from its value and the numbers of cases alone, for papers that print no scores.

    With :math:`A` the area, :math:`Q_1 = A / (2 - A)` and :math:`Q_2 = 2 A^2 / (1 + A)`, it is the root of
    :math:`\{A (1 - A) + (P - 1)(Q_1 - A^2) + (N - 1)(Q_2 - A^2)\} / (P N)`.

    Parameters
    ----------
    auroc : float
        Between 0 and 1.
    positives, negatives : float
        How many cases there were of each class, at least one.

    Returns
    -------
    float
        0 where the area is 0 or 1.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Q_1 and Q_2 are the shares of two positives that both beat a negative, and of two negatives that both lose to a
    positive, if the scores of both classes are exponentially distributed. With the scores at hand `standard_error`
    needs no such assumption. Source: Hanley and McNeil (1982), Eqs. 1 and 2.

    Examples
    --------
    Guessing among 4 positives and 4 negatives, where Q_1 and Q_2 are 1/3: the root of (1/4 + 1/4 + 1/4) / 16.

    >>> round(hanley_mcneil(0.5, 4, 4) ** 2, 6)
    0.046875
    """
    auroc = check_number("auroc", auroc, "lie between 0 and 1", lambda share: 0 <= share <= 1)
    for name, number in (("positives", positives), ("negatives", negatives)):
        check_number(name, number, "be a number of cases, at least 1", lambda cases: cases >= 1)
    return error_of_area(auroc, positives, negatives)


def error_of_area(auroc: float, positives: float, negatives: float) -> float:
    """As `hanley_mcneil`, of what is in range."""
    both_beat, both_lose, squared = auroc / (2 - auroc), 2 * auroc**2 / (1 + auroc), auroc**2
    variance = auroc * (1 - auroc) + (positives - 1) * (both_beat - squared) + (negatives - 1) * (both_lose - squared)
    return math.sqrt(max(variance, 0.0) / (positives * negatives))


def student(level: float, freedom: float) -> float:
    """The quantile of Student's t that leaves out ``1 - level`` in both tails together."""
    from scipy.special import stdtrit  # here, for importing it takes longer than importing NumPy

    level = check_number("level", level, "lie strictly between 0 and 1", lambda share: 0 < share < 1)
    return float(stdtrit(freedom, (1 + level) / 2))


def tail_of(level: float, freedom: float) -> float:
    """The probability beyond Student's quantile under the normal law, to be left out beyond each end of an interval."""
    from scipy.special import ndtr  # here, for importing it takes longer than importing NumPy

    return float(ndtr(-student(level, freedom)))
