"""Bivariate causal discovery: sixteen methods, the Tübingen pairs to try them on, and how they are judged.

Each of the `METHODS` is a :class:`~metricbook.causal.Method`, whose ``score(x, y, rng=None)`` is positive for "x causes
y", negative for "y causes x" and NaN for no decision; the magnitude is the confidence. A method says what it assumes,
what it needs and what leaves its scores as they are. `score_pairs` scores pairs here and now,
:mod:`metricbook.causal.runs` in parallel, with every result stored. The methods are written from their definitions, one
module each. Choices that a definition leaves open, and that a row of Table 1 of the LxCIM paper hangs on, follow the
public code of its authors: x³ alone in RECI, six functions in SLOPE, the divisor n in CDS, constants in HECI, the cuts
in NNCL, and what becomes of pair 105.

`load_tuebingen` loads the pairs, `tuebingen_metadata` describes them, `tuebingen_scores` and `authors_scores` are the
scores that this package and the authors of the LxCIM paper gave them, and `evaluate` makes a table's rows of scores.
"""

from metricbook.causal import runs
from metricbook.causal._method import Method
from metricbook.causal._preparation import standardise, unit_range
from metricbook.causal._registry import METHODS, SEED, generator, score_pair, score_pairs
from metricbook.causal._tuebingen import (
    Pair,
    Tuebingen,
    authors_scores,
    load_tuebingen,
    tuebingen_metadata,
    tuebingen_scores,
)
from metricbook.causal.evaluation import decided, evaluate, relabelled_auroc

__all__ = [
    "METHODS",
    "SEED",
    "Method",
    "Pair",
    "Tuebingen",
    "authors_scores",
    "decided",
    "evaluate",
    "generator",
    "load_tuebingen",
    "relabelled_auroc",
    "runs",
    "score_pair",
    "score_pairs",
    "standardise",
    "tuebingen_metadata",
    "tuebingen_scores",
    "unit_range",
]
