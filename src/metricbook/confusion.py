"""Categorical metrics: functions of the four counts of a confusion matrix; and exchanges of its classes.

The counts stand in scikit-learn's order TN, FP, FN, TP throughout. Whole numbers and fractions give an exact
`fractions.Fraction` (a float where a square root is taken), floats give a float, and SymPy's positive symbols give
an expression, so that one definition serves data, exact enumeration and algebra.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from numbers import Rational, Real
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = [
    "METRICS",
    "Confusion",
    "accuracy",
    "balanced_accuracy",
    "cohen_kappa",
    "error_rate",
    "exchanged",
    "exchanges",
    "f1_score",
    "false_discovery_rate",
    "geometric_mean",
    "jaccard_index",
    "matrices",
    "matthews_correlation",
    "negative_predictive_value",
    "precision",
    "recall",
    "specificity",
    "swapped",
    "youden_index",
]

HALF = Fraction(1, 2)
#: Range of totals whose fourth power is a float: a total outside is divided out first.
SAFE_TOTALS = (1e-70, 1e70)


class Confusion(NamedTuple):
    """The weights of the four outcomes at one threshold, in the order TN, FP, FN, TP.

    Examples
    --------
    >>> sum(Confusion(4, 1, 2, 3))
    10
    """

    true_negatives: Any
    false_positives: Any
    false_negatives: Any
    true_positives: Any


def exchanged(confusion: tuple[Any, Any, Any, Any], delta1: Any, delta2: Any) -> Confusion:
    """The matrix after the exchange of Eq. 7: delta1 goes from TN to TP, delta2 from FP to FN.

    Source: Brogueira and Figueiredo, Eq. 7. The number of correct and that of wrong decisions stay.

    Examples
    --------
    >>> tuple(exchanged((5, 2, 3, 7), -2, 1))
    (7, 1, 4, 5)
    """
    tn, fp, fn, tp = confusion
    return Confusion(tn - delta1, fp - delta2, fn + delta2, tp + delta1)


def swapped(confusion: tuple[Any, Any, Any, Any]) -> Confusion:
    """The matrix with the two classes' names exchanged: TP with TN, and FP with FN.

    Source: Sokolova and Lapalme (2009), the invariance they call I1.

    Examples
    --------
    >>> tuple(swapped((5, 2, 3, 7)))
    (7, 3, 2, 5)
    """
    tn, fp, fn, tp = confusion
    return Confusion(tp, fn, fp, tn)


def exchanges(confusion: tuple[int, int, int, int]) -> Iterator[Confusion]:
    """Every matrix that exchanges of whole samples make of a matrix of counts, itself included.

    Examples
    --------
    >>> [tuple(c) for c in exchanges((1, 0, 0, 1))]
    [(2, 0, 0, 0), (1, 0, 0, 1), (0, 0, 0, 2)]
    """
    tn, fp, fn, tp = confusion
    for delta1 in range(-tp, tn + 1):
        for delta2 in range(-fn, fp + 1):
            yield exchanged(confusion, delta1, delta2)


def matrices(total: int) -> Iterator[Confusion]:
    """Every confusion matrix of ``total`` samples.

    Examples
    --------
    >>> len(list(matrices(2)))
    10
    """
    for tp in range(total + 1):
        for fp in range(total - tp + 1):
            for fn in range(total - tp - fp + 1):
                yield Confusion(total - tp - fp - fn, fp, fn, tp)


def accuracy(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of correct decisions, (TP + TN) / (TP + FP + FN + TN).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with no sample.

    Examples
    --------
    >>> accuracy(4, 1, 2, 3)
    Fraction(7, 10)
    """
    return _quotient(tp + tn, tp + fp + fn + tn, "accuracy", tn, fp, fn, tp)


def error_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of wrong decisions, (FP + FN) / (TP + FP + FN + TN).

    Between 0 and 1: 0 is perfect.
    ``ValueError`` on bad counts, and with no sample.

    Examples
    --------
    >>> error_rate(4, 1, 2, 3)
    Fraction(3, 10)
    """
    return _quotient(fp + fn, tp + fp + fn + tn, "error_rate", tn, fp, fn, tp)


def recall(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the positives that are predicted positive, TP / (TP + FN).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with no positive.

    Examples
    --------
    >>> recall(4, 1, 2, 3)
    Fraction(3, 5)
    """
    return _quotient(tp, tp + fn, "recall", tn, fp, fn, tp)


def specificity(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the negatives that are predicted negative, TN / (TN + FP).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with no negative.

    Examples
    --------
    >>> specificity(4, 1, 2, 3)
    Fraction(4, 5)
    """
    return _quotient(tn, tn + fp, "specificity", tn, fp, fn, tp)


def precision(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the predicted positives that are positive, TP / (TP + FP).

    Between 0 and 1: 1 is perfect, the prevalence is the chance level.
    ``ValueError`` on bad counts, and with no predicted positive.

    Examples
    --------
    >>> precision(4, 1, 2, 3)
    Fraction(3, 4)
    """
    return _quotient(tp, tp + fp, "precision", tn, fp, fn, tp)


def false_discovery_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the predicted positives that are negative, FP / (TP + FP).

    Between 0 and 1: 0 is perfect.
    ``ValueError`` on bad counts, and with no predicted positive.

    Examples
    --------
    >>> false_discovery_rate(4, 1, 2, 3)
    Fraction(1, 4)
    """
    return _quotient(fp, tp + fp, "false_discovery_rate", tn, fp, fn, tp)


def negative_predictive_value(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the predicted negatives that are negative, TN / (TN + FN).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with no predicted negative.

    Examples
    --------
    >>> negative_predictive_value(4, 1, 2, 3)
    Fraction(2, 3)
    """
    return _quotient(tn, tn + fn, "negative_predictive_value", tn, fp, fn, tp)


def balanced_accuracy(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Mean of recall and specificity.

    Between 0 and 1: 1 is perfect, 1/2 is the chance level.
    ``ValueError`` on bad counts, and with one class missing.

    Examples
    --------
    >>> balanced_accuracy(4, 1, 2, 3)
    Fraction(7, 10)
    """
    return (recall(tn, fp, fn, tp) + specificity(tn, fp, fn, tp)) * HALF


def youden_index(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Recall plus specificity minus one, also called informedness.

    Between -1 and 1: 1 is perfect, 0 is the chance level.
    ``ValueError`` on bad counts, and with one class missing.

    Examples
    --------
    >>> youden_index(4, 1, 2, 3)
    Fraction(2, 5)
    """
    return recall(tn, fp, fn, tp) + specificity(tn, fp, fn, tp) - 1


def geometric_mean(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Geometric mean of recall and specificity.

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with one class missing.

    Examples
    --------
    >>> geometric_mean(1, 0, 0, 4)
    1.0
    """
    return (recall(tn, fp, fn, tp) * specificity(tn, fp, fn, tp)) ** HALF


def f1_score(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with TP, FP and FN all zero.

    Examples
    --------
    >>> f1_score(4, 1, 2, 3)
    Fraction(2, 3)
    """
    return _quotient(2 * tp, 2 * tp + fp + fn, "f1_score", tn, fp, fn, tp)


def jaccard_index(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Jaccard index or critical success index, TP / (TP + FP + FN).

    Between 0 and 1: 1 is perfect.
    ``ValueError`` on bad counts, and with TP, FP and FN all zero.

    Examples
    --------
    >>> jaccard_index(4, 1, 2, 3)
    Fraction(1, 2)
    """
    return _quotient(tp, tp + fp + fn, "jaccard_index", tn, fp, fn, tp)


def cohen_kappa(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Cohen's kappa: agreement beyond chance, as a share of its largest possible value.

    At most 1, which is perfect; 0 is the chance level.
    ``ValueError`` on bad counts, and with all samples in one class and all predicted to be of that class.

    Examples
    --------
    >>> cohen_kappa(4, 1, 2, 3)
    Fraction(2, 5)
    """
    beyond = 2 * (tp * tn - fp * fn)
    most = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    return _quotient(beyond, most, "cohen_kappa", tn, fp, fn, tp)


def matthews_correlation(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Matthews correlation coefficient: the correlation of label and predicted class.

    Between -1 and 1: 1 is perfect, 0 is the chance level.
    ``ValueError`` on bad counts, and with a class, or a predicted class, missing.

    Examples
    --------
    >>> round(matthews_correlation(4, 1, 2, 3), 4)
    0.4082
    """
    counts = tn, fp, fn, tp
    tn, fp, fn, tp = _scaled(*counts)
    squared = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    _require(squared, "matthews_correlation", *counts)
    return (tp * tn - fp * fn) / squared**HALF


#: The categorical metrics by name.
METRICS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        metric.__name__: metric
        for metric in (
            accuracy,
            error_rate,
            recall,
            specificity,
            precision,
            false_discovery_rate,
            negative_predictive_value,
            balanced_accuracy,
            youden_index,
            geometric_mean,
            f1_score,
            jaccard_index,
            cohen_kappa,
            matthews_correlation,
        )
    }
)


def _scaled(*counts: Any) -> tuple[Any, ...]:
    """The counts, or their shares where their fourth powers could overflow or vanish."""
    total = abs(sum(counts))
    unsafe = isinstance(total, float) and total > 0 and not SAFE_TOTALS[0] < total < SAFE_TOTALS[1]
    return tuple(count / total for count in counts) if unsafe else counts


def _quotient(part: Any, whole: Any, name: str, *counts: Any) -> Any:
    _require(whole, name, *counts)
    if isinstance(part, Rational) and isinstance(whole, Rational):
        return Fraction(part) / Fraction(whole)
    return part / whole


def _require(divisor: Any, name: str, *counts: Any) -> None:
    for outcome, count in zip(("TN", "FP", "FN", "TP"), counts, strict=True):
        if isinstance(count, Real) and (count < 0 or not math.isfinite(count)):
            raise ValueError(f"{name} needs counts that are finite and not negative: {outcome} is {count}")
    if divisor == 0:
        shown = ", ".join(map(str, counts))
        raise ValueError(f"{name} is undefined for TN, FP, FN, TP = {shown}: its denominator is zero")
