"""Bivariate causal discovery: one module per method, and one registry of them.

Every method is a function ``score(x, y, rng=None) -> float``: positive says that x causes y, negative that y
causes x, NaN that it does not decide; the magnitude is the confidence. Exchanging x and y changes the sign
and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import pandas as pd

from metricbook.causal import cdci, cds, igci, reci, slope
from metricbook.datasets import Pair

__all__ = ["METHODS", "Method", "methods", "score_pair", "score_pairs"]


@dataclass(frozen=True)
class Method:
    """A method: ``name`` as in Table 1, ``score``, ``reference``, ``assumption``, ``deterministic``.

    ``several_columns`` says what the method does with a pair whose cause or effect has more than one column.
    This is how Table 1 came about, not a recommendation: ``"flatten"`` (each variable's columns are strung
    together), ``"drop"`` (no score) or ``"first two columns"`` (the first two columns of the pair's table are
    taken for cause and effect).
    """

    name: str
    score: Callable[..., float]
    reference: str
    assumption: str
    deterministic: bool = True
    several_columns: str = "drop"


_ALL = (
    Method(
        "CDCI",
        cdci.score,
        "Duong and Nguyen, CLeaR 2022",
        "given the cause, the effect's distribution moves and stretches but keeps its shape",
    ),
    Method(
        "CDS",
        cds.score,
        "Fonollosa, arXiv 1601.06680, 2016",
        "given the cause, the effect's distribution only moves",
    ),
    Method(
        "IGCI",
        igci.score,
        "Daniusis et al., UAI 2010",
        "the effect is an invertible function of the cause, chosen independently of the cause's distribution",
        several_columns="flatten",
    ),
    Method(
        "RECI",
        reci.score,
        "Blöbaum et al., AISTATS 2018",
        "with little noise, the regression error is smaller in the causal direction",
    ),
    Method(
        "SLOPE",
        slope.score,
        "Marx and Vreeken, ICDM 2017",
        "the shortest description gives the cause first, then the effect as a simple function of it",
        several_columns="first two columns",
    ),
)
METHODS: Mapping[str, Method] = MappingProxyType({method.name: method for method in _ALL})


def methods() -> Mapping[str, Method]:
    """Return the methods by name, in alphabetical order as in Table 1.

    >>> list(methods())
    ['CDCI', 'CDS', 'IGCI', 'RECI', 'SLOPE']
    """
    return METHODS


def score_pair(
    method: Method, pair: Pair, *, several_columns: str | None = None, rng: np.random.Generator | None = None
) -> float:
    """Return a method's score of an oriented pair: positive is correct, NaN is no decision.

    ``several_columns`` overrides what the method does with variables of more than one column (see
    :class:`Method`).

    Raises
    ------
    ValueError
        If ``several_columns`` is not one of the three rules, or the method refuses the values.
    """
    cause, effect = pair.cause, pair.effect
    if not pair.univariate:
        rule = several_columns or method.several_columns
        if rule == "drop":
            return float("nan")
        if rule == "flatten":
            cause, effect = cause.ravel(), effect.ravel()
        elif rule == "first two columns":
            cause, effect = np.column_stack([cause, effect])[:, :2].T
        else:
            raise ValueError(f"{rule!r} is none of 'drop', 'flatten' and 'first two columns'")
    return method.score(cause, effect, rng)


def score_pairs(
    pairs: Iterable[Pair],
    *,
    names: Iterable[str] | None = None,
    rng: np.random.Generator | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> pd.DataFrame:
    """Score pairs: one row per pair (the index, ``pair``), columns ``weight`` and one per method.

    A pair of weight 0 is not part of the benchmark: it is not scored, and its row holds NaN. ``names``
    chooses methods; ``progress`` is called with the number of pairs done.

    Raises
    ------
    ValueError
        If a name is not in the registry.
    """
    chosen = list(METHODS) if names is None else list(names)
    unknown = [name for name in chosen if name not in METHODS]
    if unknown:
        raise ValueError(f"no such methods: {', '.join(unknown)}; there are {', '.join(METHODS)}")
    rows = []
    for done, pair in enumerate(pairs, start=1):
        row = {"pair": pair.number, "weight": pair.weight}
        for name in chosen:
            row[name] = score_pair(METHODS[name], pair, rng=rng) if pair.weight > 0 else float("nan")
        rows.append(row)
        progress(done)
    return pd.DataFrame(rows, columns=["pair", "weight", *chosen]).set_index("pair")
