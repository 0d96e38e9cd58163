"""Which metrics notice an exchange of classes: tables over many metrics, with counterexamples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pandas as pd
from numpy.typing import ArrayLike

from metricbook import (
    Sweep,
    accuracy,
    auch,
    audrc_integral,
    audrc_sum,
    auroc,
    average_precision,
    exchange_classes,
    exchange_effect,
    kolmogorov_smirnov,
    lxcim,
)
from metricbook.confusion import METRICS, Confusion, exchanges, matrices, swapped

#: Metrics of decisions whose functions are called otherwise.
_NAMES = {
    "f1_score": "F1",
    "youden_index": "Youden's index",
    "cohen_kappa": "Cohen's kappa",
    "matthews_correlation": "MCC",
}
#: The metrics of a scored sample by name, those of the ranking before those of the confidence order.
SCORED: Mapping[str, Callable[..., float]] = MappingProxyType(
    {
        metric.__name__: metric
        for metric in (
            auroc,
            average_precision,
            auch,
            kolmogorov_smirnov,
            accuracy,
            lxcim,
            audrc_sum,
            audrc_integral,
        )
    }
)


class Movement(NamedTuple):
    """A matrix, the matrix that a transformation made of it, and a metric's values on both."""

    before: Confusion
    after: Confusion
    value_before: Any
    value_after: Any


def spelled(metric: str) -> str:
    """What the text calls a metric of decisions.

    Examples
    --------
    >>> spelled("f1_score"), spelled("error_rate")
    ('F1', 'error rate')
    """
    return _NAMES.get(metric, metric.replace("_", " "))


def movement(
    metric: Callable[..., Any], transform: Callable[[Confusion], Iterator[Confusion]], *, total: int
) -> Movement | None:
    """The first matrix of at most so many samples on which a transformation moves a metric, or None.

    Where the metric is undefined, before or after, there is nothing to compare.

    Examples
    --------
    >>> from metricbook.confusion import recall
    >>> move = movement(recall, exchanges, total=2)
    >>> tuple(move.before), tuple(move.after), str(move.value_before), str(move.value_after)
    ((1, 0, 1, 0), (0, 1, 0, 1), '0', '1')
    >>> from metricbook.confusion import accuracy
    >>> movement(accuracy, exchanges, total=4) is None
    True
    """
    for size in range(1, total + 1):
        for confusion in matrices(size):
            before = _value(metric, confusion)
            if before is None:
                continue
            for other in transform(confusion):
                after = _value(metric, other)
                if after is not None and not _same(before, after):
                    return Movement(confusion, other, before, after)
    return None


def swap_only(confusion: Confusion) -> Iterator[Confusion]:
    """The one matrix that the swap of the classes makes, as a transformation for `movement`."""
    yield swapped(confusion)


def categorical_table(*, total: int = 6) -> pd.DataFrame:
    """Which categorical metrics survive the swap of the classes (I1) and their local exchange (LxC, Eq. 7).

    Every matrix of at most ``total`` samples is tried.

    Returns
    -------
    DataFrame
        A row for each of `metricbook.confusion.METRICS`: whether it kept its value under every swap (``I1``)
        and every exchange (``LxC``), and the first two matrices TN, FP, FN, TP that differ by an exchange and in
        the metric, with both values.
    """
    rows = []
    for name, metric in METRICS.items():
        swap = movement(metric, swap_only, total=total)
        exchange = movement(metric, exchanges, total=total)
        cells = [""] * 4 if exchange is None else [_text(entry) for entry in exchange]
        rows.append([name, swap is None, exchange is None, *cells])
    columns = ["metric", "I1", "LxC", "counts before", "counts after", "before", "after"]
    return pd.DataFrame(rows, columns=columns).set_index("metric")


def scored_table(y_true: ArrayLike, y_score: ArrayLike, *, threshold: float = 0.0) -> pd.DataFrame:
    """How far each metric of a scored sample moves when subsets of it are exchanged (Eq. 12).

    Returns
    -------
    DataFrame
        A row for each of `SCORED`: whether no subset moved it (``LxC``), its value before, its value after the
        exchange that moves it farthest, the samples exchanged (counted from 1), and how many subsets leave it
        undefined.
    """
    rows = []
    for name, metric in SCORED.items():
        effect = exchange_effect(metric, y_true, y_score, threshold=threshold)
        moved = " ".join(str(index + 1) for index in effect.which)
        rows.append([name, effect.invariant(), effect.before, effect.after, moved, effect.undefined])
    columns = ["metric", "LxC", "before", "after", "exchanged", "undefined"]
    return pd.DataFrame(rows, columns=columns).set_index("metric")


def exchange_ranges(confusion: tuple[int, int, int, int]) -> pd.DataFrame:
    """Lowest and highest value of each categorical metric over all exchanges of one confusion matrix.

    Returns
    -------
    DataFrame
        A row for each of `metricbook.confusion.METRICS`, with the columns ``metric``, ``value`` on the matrix
        itself, ``lowest`` and ``highest``; exchanges that leave a metric undefined are left out.

    Examples
    --------
    >>> table = exchange_ranges((5, 2, 3, 7)).set_index("metric")
    >>> table.loc["recall", ["lowest", "highest"]].tolist()
    [0.0, 1.0]
    """
    rows = []
    for name, metric in METRICS.items():
        reached = [value for other in exchanges(confusion) if (value := _value(metric, other)) is not None]
        rows.append([name, float(metric(*confusion)), float(min(reached)), float(max(reached))])
    return pd.DataFrame(rows, columns=["metric", "value", "lowest", "highest"])


def exchange_stages(y_true: ArrayLike, y_score: ArrayLike, which: ArrayLike, *, threshold: float = 0.0) -> pd.DataFrame:
    """A sample and its ROC curve, before and after some of it is exchanged, as one table.

    Returns
    -------
    DataFrame
        ``stage`` is before or after; ``kind`` is sample (``x`` the score, ``y`` the label, ``exchanged`` whether it
        moves) or roc (``x`` the FPR, ``y`` the TPR, from (0, 0) on; never ``exchanged``).
    """
    sample = exchange_classes(y_true, y_score, which=[])
    after = exchange_classes(y_true, y_score, threshold=threshold, which=which)
    touched = after.scores != sample.scores
    rows = []
    for stage, (labels, scores, _) in (("before", sample), ("after", after)):
        rows += [
            (stage, "sample", score, float(label), bool(chosen))
            for score, label, chosen in zip(scores, labels, touched, strict=True)
        ]
        sweep = Sweep(labels, scores)
        sweep.require_both_classes("the ROC curve")
        rates = zip(sweep.false_positives / sweep.negatives, sweep.true_positives / sweep.positives, strict=True)
        rows += [(stage, "roc", x, y, False) for x, y in ((0.0, 0.0), *rates)]
    return pd.DataFrame(rows, columns=["stage", "kind", "x", "y", "exchanged"])


def _value(metric: Callable[..., Any], confusion: Confusion) -> Any:
    try:
        return metric(*confusion)
    except ValueError:
        return None


def _same(first: Any, second: Any) -> bool:
    if isinstance(first, float) or isinstance(second, float):  # a square root was taken
        return math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-12)
    return first == second


def _text(entry: Any) -> str:
    if isinstance(entry, tuple):
        return " ".join(map(str, entry))
    return f"{entry:.4f}" if isinstance(entry, float) else str(entry)
