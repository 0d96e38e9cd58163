"""The sixteen methods by name, and how they are applied to pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import numpy as np
import pandas as pd

from metricbook._cores import one_thread
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
from metricbook.causal._tuebingen import Pair

#: The seed of the committed scores.
SEED = 20261121

# One module per method, each with its METHOD. None of them imports a heavy package before it scores.
_MODULES = (anm, bqcd, cam, cdci, cds, cgnn, fom, heci, igci, lcube, loci, nncl, reci, roche, slope, sloppy)
#: Every method by its name, in alphabetical order as in Table 1 of the LxCIM paper.
METHODS: Mapping[str, Method] = MappingProxyType(
    {method.name: method for method in sorted((module.METHOD for module in _MODULES), key=lambda m: m.name.lower())}
)


def generator(seed: int, name: str, number: int) -> np.random.Generator:
    """Return the generator of a method for a pair: it depends on these three and on nothing that ran before.

    Parameters
    ----------
    seed : int
        At least 0, as `SEED`, that of the committed scores.
    name : str
        The method's.
    number : int
        The pair's.

    Examples
    --------
    >>> generator(1, "ANM", 7).random() == generator(1, "ANM", 7).random() != generator(1, "ANM", 8).random()
    True
    """
    return np.random.default_rng([seed, number, *name.encode()])


def score_pair(
    method: Method, pair: Pair, *, several_columns: str | None = None, rng: np.random.Generator | None = None
) -> float:
    """Return a method's score of an oriented pair, computed on one thread: positive is correct, NaN is no decision.

    Parameters
    ----------
    method : Method
    pair : Pair
    several_columns : str, optional
        In place of what the method does with variables of several columns (see :class:`~metricbook.causal.Method`).
    rng : numpy.random.Generator, optional
        As for :meth:`Method.score`.

    Raises
    ------
    ValueError
        If ``several_columns`` is not one of the three rules, or the method refuses the values.

    Examples
    --------
    >>> rows = np.arange(5.0)
    >>> score_pair(METHODS["IGCI"], Pair(1, cause=rows, effect=rows**2, weight=1.0)) > 0
    True
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
    with one_thread():
        return method.score(cause, effect, rng)


def score_pairs(
    pairs: Iterable[Pair],
    *,
    methods: Iterable[str | Method] | None = None,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> pd.DataFrame:
    """Score pairs here and now: one row per pair (the index, ``pair``), columns ``weight`` and one per method.

    A pair of weight 0 is not part of the benchmark: it is not scored, and its row holds NaN.

    Parameters
    ----------
    pairs : iterable of Pair
    methods : methods, or their names; by default those that take seconds, draw nothing and need no extra.
    seed : seed from which each method and pair gets a generator of its own.
    progress : called with the number of pairs done.

    Raises
    ------
    ValueError
        If a name is not in the registry.

    Examples
    --------
    >>> rows = np.arange(5.0)
    >>> score_pairs([Pair(1, cause=rows, effect=rows**2, weight=1.0)], methods=["IGCI"]).round(2).loc[1].tolist()
    [1.0, 0.26]
    """
    if methods is None:
        methods = [m for m in METHODS.values() if m.deterministic and m.cost == "seconds" and m.extra is None]
    asked = list(methods)
    unknown = [name for name in asked if isinstance(name, str) and name not in METHODS]
    if unknown:
        raise ValueError(f"no such methods: {', '.join(unknown)}; there are {', '.join(METHODS)}")
    chosen = [METHODS[method] if isinstance(method, str) else method for method in asked]
    rows = []
    for done, pair in enumerate(pairs, start=1):
        row = {"pair": pair.number, "weight": pair.weight}
        for method in chosen:
            rng = generator(seed, method.name, pair.number)
            row[method.name] = score_pair(method, pair, rng=rng) if pair.weight > 0 else float("nan")
        rows.append(row)
        progress(done)
    return pd.DataFrame(rows, columns=["pair", "weight", *(method.name for method in chosen)]).set_index("pair")
