"""Where a metric has a corner or a jump in what it is of, and its influences do not tell how often it disagrees.

Scores have three values, so that a sample is a table of counts and can have any number of cases. Both models score a
case independently, given its class, and equally well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from claimledger import cached_result
from metricbook import (
    Sweep,
    auroc_of,
    disagreement,
    h_measure_of,
    indistinguishability_threshold,
    influence,
    kolmogorov_smirnov_of,
    precision_at_indistinguishability,
)
from scoring_the_scores.synthesis.angle.settings import Array

SCORES: Final = np.array([3.0, 2.0, 1.0])
LABELS: Final = np.repeat([True, False], 3)
BOTH: Final = np.tile(SCORES, 2)
CASES: Final = (1000, 1_000_000)
RUNS: Final = 1000
SEED: Final = 27

#: The share of positives with which one of two flagged values is just indistinguishable: the win rate is one half.
EVEN: Final = math.sqrt(0.52)
_REST: Final = (0.2, 0.2, 0.6)


class Corner(NamedTuple):
    """A metric beside AUROC: how the three values are shared out in either class, and what is special there."""

    metric: str
    positives: tuple[float, float, float]
    negatives: tuple[float, float, float]
    what: str


CORNERS: Final = (
    Corner("H", (0.6, 0.2, 0.2), _REST, "no corner"),
    Corner("KS", (0.6, 0.3, 0.1), _REST, "no corner"),
    Corner("C(r_b)", (0.6, 0.2, 0.2), _REST, "no corner"),
    Corner("H", (0.4, 0.3, 0.3), (0.4, 0.3, 0.3), "nothing is known"),
    Corner("KS", (0.6, 0.2, 0.2), _REST, "two best thresholds"),
    Corner("C(r_b)", (EVEN, 0.2, 0.8 - EVEN), _REST, "win rate one half at a score"),
)
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"H": "h_measure", "KS": "kolmogorov_smirnov", "C(r_b)": "precision"}
)


def _indistinguishable(sweep: Sweep, counts: Array) -> float:
    """Undefined if not even all cases flagged are indistinguishable from a positive: then the model is worst."""
    if auroc_of(sweep) < 0.5:
        return -1.0
    return float(precision_at_indistinguishability(LABELS, BOTH, sample_weight=counts))


_VALUES: Final[Mapping[str, Callable[[Sweep, Array], float]]] = MappingProxyType(
    {
        "H": lambda sweep, counts: h_measure_of(sweep),
        "KS": lambda sweep, counts: kolmogorov_smirnov_of(sweep),
        "C(r_b)": _indistinguishable,
    }
)


def predicted(corner: Corner) -> float:
    """The angle of the metric and AUROC by the library's influences; NaN where these are zero."""
    shares = np.concatenate([corner.positives, corner.negatives]) / 2
    given = {}
    if corner.metric == "C(r_b)":  # the precision at a score: on so few, the threshold does not move with the cases
        at = indistinguishability_threshold(LABELS, BOTH, sample_weight=shares)
        given["threshold"] = at - 0.5  # below that score and above the next
    each = np.array(
        [
            influence("auroc", LABELS, BOTH, sample_weight=shares).of_cases / shares,
            influence(_NAMES[corner.metric], LABELS, BOTH, sample_weight=shares, **given).of_cases / shares,
        ]
    )
    # The models are independent given the class: of a case's influences only what varies within it counts.
    for group in (LABELS, ~LABELS):
        each[:, group] -= (each[:, group] * shares[group]).sum(axis=1, keepdims=True) / shares[group].sum()
    products = (each * shares) @ each.T
    if not products[1, 1] > 1e-12:
        return math.nan
    return float(disagreement(min(1.0, products[0, 1] / math.sqrt(products[0, 0] * products[1, 1]))))


def drawn(corner: Corner, n: int, rng: np.random.Generator) -> tuple[float, float]:
    """The share of samples that the metric and AUROC order oppositely, ties counted half, and its standard error."""
    halves = []
    for _ in range(RUNS):
        positives = rng.binomial(n, 0.5)
        sizes = (positives, corner.positives), (n - positives, corner.negatives)
        values = []
        for _ in range(2):
            counts = np.concatenate([rng.multinomial(size, shares) for size, shares in sizes]).astype(float)
            sweep = Sweep(LABELS, BOTH, sample_weight=counts)
            values.append((auroc_of(sweep), _VALUES[corner.metric](sweep, counts)))
        gaps = np.array(values[0]) - np.array(values[1])
        product = np.prod(np.where(np.abs(gaps) < 1e-12, 0.0, gaps))
        halves.append((1 - np.sign(product)) / 2)
    return float(np.mean(halves)), float(np.std(halves) / math.sqrt(RUNS))


@cached_result
def table() -> pd.DataFrame:
    """What influences say and what happens, without a corner and with one.

    Returns
    -------
    DataFrame
        ``metric``, ``what``, ``predicted``, ``1000`` and ``1000000`` (shares drawn, of so many cases), ``error`` (the
        larger of their standard errors).
    """
    rng = np.random.default_rng(SEED)
    rows = []
    for corner in CORNERS:
        found = [drawn(corner, n, rng) for n in CASES]
        shares, errors = zip(*found, strict=True)
        rows.append((corner.metric, corner.what, predicted(corner), *shares, max(errors)))
    return pd.DataFrame(rows, columns=["metric", "what", "predicted", *map(str, CASES), "error"])
