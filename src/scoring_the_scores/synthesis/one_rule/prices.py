"""The price that a metric puts on a false alarm where its best threshold is, for metrics with a place and without.

A price is a cost proportion c: a false alarm counts c, a missed positive 1 - c. Performances come in any numbers,
fractions and symbols included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import sympy

from metricbook import confusion


class Priced(NamedTuple):
    """A metric with the price it implies at its best threshold.

    Attributes
    ----------
    squared : callable
        The metric of tn, fp, fn, tp, or, where it has a root in it, its square, which has the same best threshold.
    price : callable
        The price, of tn, fp, fn, tp there.
    formula : str
        The price as the text writes it, a star for the values at the best threshold.
    """

    squared: Callable[[Any, Any, Any, Any], Any]
    price: Callable[[Any, Any, Any, Any], Any]
    formula: str


def prevalence(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """Share of the positives."""
    return (fn + tp) / (tn + fp + fn + tp)


def f_score(beta_squared: int) -> Callable[[Any, Any, Any, Any], Any]:
    """F of precision and recall, recall weighing so many times as much.

    Examples
    --------
    >>> f_score(4)(4, 1, 2, 3)
    0.625
    """

    def value(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
        return (1 + beta_squared) * tp / ((1 + beta_squared) * tp + fp + beta_squared * fn)

    return value


def _kappa_price(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    kappa = confusion.cohen_kappa(tn, fp, fn, tp)
    return (1 - kappa) * prevalence(tn, fp, fn, tp) + kappa / 2


def _midway(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    return (confusion.precision(tn, fp, fn, tp) + fn / (fn + tn)) / 2


def _mcc_squared(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    return (tn * tp - fp * fn) ** 2 / ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def _jaccard_price(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    jaccard = confusion.jaccard_index(tn, fp, fn, tp)
    return jaccard / (1 + jaccard)


#: Metrics by name. The first two are weighted accuracies, the next four canonical scores on some scale; three are none.
PRICED: Mapping[str, Priced] = MappingProxyType(
    {
        "accuracy": Priced(confusion.accuracy, lambda tn, fp, fn, tp: sympy.Rational(1, 2), "1/2"),
        "balanced accuracy, Youden": Priced(confusion.youden_index, prevalence, "π1"),
        "F1": Priced(f_score(1), lambda *cells: f_score(1)(*cells) / 2, "F1*/2"),
        "F2": Priced(f_score(4), lambda *cells: f_score(4)(*cells) / 5, "F2*/5"),
        "Jaccard": Priced(confusion.jaccard_index, _jaccard_price, "J*/(1 + J*)"),
        "kappa": Priced(confusion.cohen_kappa, _kappa_price, "(1 − κ*)π1 + κ*/2"),
        "MCC": Priced(_mcc_squared, _midway, "(precision* + FOR*)/2"),
        "Fowlkes–Mallows": Priced(
            lambda tn, fp, fn, tp: tp * tp / ((tp + fp) * (tp + fn)),
            lambda *cells: confusion.precision(*cells) / 2,
            "precision*/2",
        ),
        "G-mean": Priced(
            lambda tn, fp, fn, tp: tn * tp / ((tn + fp) * (fn + tp)),
            lambda tn, fp, fn, tp: tp / (tn + tp),
            "tp*/(tn* + tp*)",
        ),
    }
)


def price_from_slopes(metric: Callable[[Any, Any, Any, Any], Any]) -> sympy.Expr:
    """The general formula: minus the slope in fp, as a share of it and of the slope in tp, the classes being fixed.

    An expression in the symbols ``u`` and ``v``, the shares fp and tp of all cases, and ``p``, the prevalence.

    Examples
    --------
    >>> price_from_slopes(confusion.accuracy)
    1/2
    """
    u, v, p = sympy.symbols("u v p", positive=True)
    value = metric(1 - p - u, u, p - v, v)
    by_alarm, by_hit = -sympy.diff(value, u), sympy.diff(value, v)
    return sympy.cancel(sympy.together(by_alarm / (by_alarm + by_hit)))


def in_symbols(price: Callable[[Any, Any, Any, Any], Any]) -> sympy.Expr:
    """A price as an expression in the same symbols."""
    u, v, p = sympy.symbols("u v p", positive=True)
    return sympy.cancel(sympy.together(sympy.sympify(price(1 - p - u, u, p - v, v))))
