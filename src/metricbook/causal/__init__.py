"""Bivariate causal discovery: one module per method, and one registry of them.

Every method is a function ``score(x, y, rng=None) -> float``: positive says that x causes y, negative that y
causes x, NaN that it does not decide; the magnitude is the confidence. Each method's :class:`Method` says what it
assumes, what it needs and what leaves its scores as they are; :mod:`metricbook.causal.runs` runs them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from metricbook.causal import (
    anm,
    bqcd,
    cam,
    cdci,
    cds,
    cgnn,
    fom,
    heci,
    igci,
    lcube,
    loci,
    nncl,
    reci,
    roche,
    slope,
    sloppy,
)
from metricbook.causal._method import Method

if TYPE_CHECKING:
    from metricbook.causal.tuebingen import Pair

__all__ = ["METHODS", "SEED", "Method", "generator", "methods", "score_pair", "score_pairs"]

#: The seed of the committed scores.
SEED = 20261121

# One module per method, each with its METHOD. None of them imports a heavy package before it scores.
_MODULES = (
    anm,
    bqcd,
    cam,
    cdci,
    cds,
    cgnn,
    fom,
    heci,
    igci,
    lcube,
    loci,
    nncl,
    reci,
    roche,
    slope,
    sloppy,
)
#: Every method by its name, in alphabetical order.
METHODS: Mapping[str, Method] = MappingProxyType(
    {method.name: method for method in sorted((module.METHOD for module in _MODULES), key=lambda m: m.name.lower())}
)


def methods() -> Mapping[str, Method]:
    """Return the methods by name, in alphabetical order as in Table 1.

    >>> [name for name, method in methods().items() if method.several_columns == "first two columns"]
    ['SLOPE', 'SLOPPY']
    """
    return METHODS


def generator(seed: int, name: str, number: int) -> np.random.Generator:
    """Return the generator of a method for a pair: it depends on these three and on nothing that ran before.

    >>> generator(1, "ANM", 7).random() == generator(1, "ANM", 7).random() != generator(1, "ANM", 8).random()
    True
    """
    return np.random.default_rng([seed, number, *name.encode()])


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
    seed: int = SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> pd.DataFrame:
    """Score pairs here and now: one row per pair (the index, ``pair``), columns ``weight`` and one per method.

    A pair of weight 0 is not part of the benchmark: it is not scored, and its row holds NaN.

    Parameters
    ----------
    pairs : iterable of Pair
    names : names of methods; by default those that take seconds, draw nothing and need no extra.
    seed : seed from which each method and pair gets a generator of its own.
    progress : called with the number of pairs done.

    Raises
    ------
    ValueError
        If a name is not in the registry.
    """
    if names is None:
        names = [m.name for m in METHODS.values() if m.deterministic and m.cost == "seconds" and m.extra is None]
    chosen = list(names)
    unknown = [name for name in chosen if name not in METHODS]
    if unknown:
        raise ValueError(f"no such methods: {', '.join(unknown)}; there are {', '.join(METHODS)}")
    rows = []
    for done, pair in enumerate(pairs, start=1):
        row = {"pair": pair.number, "weight": pair.weight}
        for name in chosen:
            rng = generator(seed, name, pair.number)
            row[name] = score_pair(METHODS[name], pair, rng=rng) if pair.weight > 0 else float("nan")
        rows.append(row)
        progress(done)
    return pd.DataFrame(rows, columns=["pair", "weight", *chosen]).set_index("pair")
