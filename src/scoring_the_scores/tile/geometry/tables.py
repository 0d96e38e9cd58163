"""The tables behind the chapter on geometry: pencils of lines in ROC space, scores of mixtures, the volume."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from types import MappingProxyType

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import spearmanr

from metricbook.confusion import matthews_correlation
from metricbook.tile import SCORES, dirichlet_performances, volume
from metricbook.tile.axioms import mixture
from metricbook.tile.roc import clip_line, level_line, reading_line

Array = NDArray[np.float64]


#: Where the panels of Figure 1 have their scores, row by row of the Tile from the top.
NINE_PLACES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "NPV": (0, 1), "X tn,tp|tn,fn,tp": (0.5, 1), "TPR": (1, 1),
        "J-": (0, 0.5), "A": (0.5, 0.5), "F1": (1, 0.5),
        "TNR": (0, 0), "X tn,tp|tn,fp,tp": (0.5, 0), "PPV": (1, 0),
    }
)  # fmt: skip
#: The prior and the place of the paper's Figure 2.
FIGURE_2 = MappingProxyType({"pi_plus": 0.2, "a": 0.95, "b": 0.7})
#: Tenths, for values, coordinates and shares alike.
TENTHS = np.arange(11) / 10
#: Digits of the arithmetic that the volume is compared with.
DIGITS = 60
#: Pairs of performances with equal priors whose even mixture leaves the range of their scores, all but accuracy.
WITNESSES = MappingProxyType(
    {
        "ACP": ((0.0, 0.5, 0.1, 0.4), (0.4, 0.1, 0.5, 0.0)),
        "P4": ((0.1, 0.4, 0.1, 0.4), (0.4, 0.1, 0.4, 0.1)),
        "VUT": ((0.1, 0.4, 0.0, 0.5), (0.5, 0.0, 0.4, 0.1)),
        "Scott pi": ((0.0, 0.5, 0.0, 0.5), (0.5, 0.0, 0.5, 0.0)),
        "MCC": ((0.5, 0.0, 0.4, 0.1), (0.1, 0.4, 0.0, 0.5)),
        "A": ((0.5, 0.0, 0.4, 0.1), (0.1, 0.4, 0.0, 0.5)),
    }
)


def score_named(name: str) -> Callable[[ArrayLike], Array | float]:
    """A score of `metricbook.tile.SCORES`, the volume under the Tile (VUT), or the correlation MCC."""
    return {"VUT": volume, "MCC": _matthews}.get(name) or SCORES[name]


def _matthews(performances: ArrayLike) -> Array:
    return np.apply_along_axis(lambda p: matthews_correlation(*p), -1, np.asarray(performances, dtype=np.float64))


def nine_pencils(prior: float) -> pd.DataFrame:
    """Lines of equal score in ROC space for nine places.

    Returns
    -------
    DataFrame
        ``score``, ``a``, ``b``, ``value``, and the ends ``x0``, ``y0``, ``x1``, ``y1`` of each line.

    Examples
    --------
    >>> lines = nine_pencils(0.2).set_index(["score", "value"])
    >>> lines.loc[("TPR", 0.5), ["x0", "y0", "x1", "y1"]].tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    tables = []
    for name, (a, b) in NINE_PLACES.items():
        ends = _segments(level_line(a, b, TENTHS, prevalence=prior), TENTHS, "value", low=0.0, high=1.0)
        tables.append(ends.assign(score=name, a=float(a), b=float(b)))
    return pd.concat(tables, ignore_index=True)[["score", "a", "b", "value", "x0", "y0", "x1", "y1"]]


def pencil(*, pi_plus: float, a: float, b: float, low: float, high: float) -> pd.DataFrame:
    """The lines of the paper's Figure 2a: ``line``, ``parameter`` and the ends within a square.

    Lines of equal ``value``, and lines to ``read`` values on, by their rate of positive predictions. Lines that miss
    the square are left out.
    """
    rates = np.array([0.1, 0.5, 0.9])
    parts = [
        ("value", level_line(a, b, TENTHS, prevalence=pi_plus), TENTHS),
        ("read", reading_line(rates, prevalence=pi_plus), rates),
    ]
    tables = [
        _segments(lines, parameters, "parameter", low=low, high=high).assign(line=line)
        for line, lines, parameters in parts
    ]
    return pd.concat(tables, ignore_index=True)[["line", "parameter", "x0", "y0", "x1", "y1"]]


def witness_mixtures(n: int = 101) -> pd.DataFrame:
    """Scores of the mixtures of each pair of `WITNESSES`: ``score``, ``weight`` of the first, ``value``."""
    weight = np.arange(n) / (n - 1)
    tables = [
        pd.DataFrame({"score": name, "weight": weight, "value": score_named(name)(mixture(first, second, weight))})
        for name, (first, second) in WITNESSES.items()
    ]
    return pd.concat(tables, ignore_index=True)


def printed_volume(performances: ArrayLike) -> Array:
    """The volume under the Tile by Eq. 15 as it stands: no digits are left where gaps are small, NaN where one is 0.

    Examples
    --------
    >>> printed_volume([[0.2, 0.1, 0.3, 0.4], [0.2, 0.15, 0.15, 0.5]]).round(4)
    array([0.6029,    nan])
    """
    tn, fp, fn, tp = np.moveaxis(np.asarray(performances, dtype=np.float64), -1, 0)

    def corner(u: Array, v: Array) -> Array:
        total = u + v
        return (u - v) * total * np.log(np.where(total > 0, total, 1.0))

    mixed = corner(tp, fn) - corner(tp, fp) - corner(tn, fn) + corner(tn, fp)
    with np.errstate(divide="ignore", invalid="ignore"):
        volumes = 0.5 + mixed / (2 * (tp - tn) * (fn - fp))
    return np.where((tn == tp) | (fp == fn), np.nan, volumes)


def exact_volume(performance: ArrayLike) -> float:
    """Eq. 15 with 60 digits, for a performance whose gaps are not zero and whose probabilities are positive.

    Examples
    --------
    >>> round(exact_volume([0.2, 0.1, 0.3, 0.4]), 9)
    0.602853598
    """
    with localcontext() as context:
        context.prec = DIGITS
        tn, fp, fn, tp = (Decimal(float(p)) for p in np.asarray(performance, dtype=np.float64))

        def corner(u: Decimal, v: Decimal) -> Decimal:
            return (u * u - v * v) * (u + v).ln()

        mixed = corner(tp, fn) - corner(tp, fp) - corner(tn, fn) + corner(tn, fp)
        return float(Decimal("0.5") + mixed / (2 * (tp - tn) * (fn - fp)))


def gap_errors(performance: ArrayLike, gaps: ArrayLike) -> pd.DataFrame:
    """Errors of Eq. 15 in floats, and of `volume`, when tp comes as near to tn, and fn to fp, as a relative gap.

    Returns
    -------
    DataFrame
        ``gap``, ``Eq. 15`` and ``volume``: absolute errors against 60-digit arithmetic.
    """
    rows = []
    for gap in np.asarray(gaps, dtype=np.float64):
        tn, fp, _, _ = np.asarray(performance, dtype=np.float64)
        near = np.array([tn, fp, fp * (1 + gap), tn * (1 + gap)])
        near /= near.sum()
        expected = exact_volume(near)
        rows.append((gap, abs(printed_volume(near) - expected), abs(volume(near) - expected)))
    return pd.DataFrame(rows, columns=["gap", "Eq. 15", "volume"])


def accuracy_correlations(distributions: Mapping[str, ArrayLike], *, n: int, rng: np.random.Generator) -> pd.DataFrame:
    """Spearman's correlation of volume and accuracy for performances from several Dirichlet distributions.

    Returns
    -------
    DataFrame
        ``performances`` (the name) and ``correlation``.
    """
    rows = []
    for name, alpha in distributions.items():
        drawn = dirichlet_performances(n, alpha, rng=rng)
        rows.append((name, float(spearmanr(drawn[:, 0] + drawn[:, 3], volume(drawn)).statistic)))
    return pd.DataFrame(rows, columns=["performances", "correlation"])


def _segments(lines: Array, parameters: Array, name: str, *, low: float, high: float) -> pd.DataFrame:
    ends = clip_line(lines, low=low, high=high).reshape(-1, 4)
    table = pd.DataFrame(ends, columns=["x0", "y0", "x1", "y1"])
    table.insert(0, name, parameters)
    return table.dropna(ignore_index=True)
