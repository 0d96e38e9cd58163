"""Thousands of samples of two models: how often metrics order them oppositely, and how often the theorem says so.

A *cell* is a setting and a number of cases. Its samples are drawn in blocks, each from a seed of its own, so that a run
can be stopped and goes on, and so that one block can be run again by itself and compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from metricbook import (
    ConfidenceSweep,
    Sweep,
    accuracy_of,
    auch_of,
    auroc_of,
    average_precision_of,
    confusion_at,
    h_measure_of,
    kolmogorov_smirnov_of,
    lxcim_of,
)
from metricbook.confusion import f1_score
from scoring_the_scores.synthesis.angle.settings import METRICS, Array, Drawn, Labels, Normal, Real, Setting

#: The settings by the names under which they are stored.
SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType(
    {
        "equal, 0.5": Normal(0.5),
        "equal, 0.1": Normal(0.1),
        "equal, 0.01": Normal(0.01),
        "better, 0.5": Normal(0.5, ahead=0.01),
        "better, 0.1": Normal(0.1, ahead=0.01),
        "better, 0.01": Normal(0.01, ahead=0.01),
        "exchanged, 0.5": Real("even digits", "LDA", "naive Bayes", 0.5, exchanged=True),
        "exchanged, 0.1": Real("digit 9 by rows", "logistic", "25 neighbours", 0.1, exchanged=True),
        "exchanged, 0.01": Real("digit 9 by rows", "logistic", "25 neighbours", 0.01, exchanged=True),
        "as they are, 0.5": Real("even digits", "LDA", "naive Bayes", 0.5),
        "as they are, 0.1": Real("digit 9 by rows", "logistic", "25 neighbours", 0.1),
        "as they are, 0.01": Real("digit 9 by rows", "logistic", "25 neighbours", 0.01),
    }
)
SIZES: Final = (200, 1000, 5000)
#: The first sample of each block, and the end of the last: the first block is short, so that a check can repeat it.
BLOCKS: Final = (0, 50, 1500, 3000, 8000, 13_000)
#: How many blocks a setting has, and the one that has all, in which small shares are compared.
USUAL: Final = 3
LONG: Final = "equal, 0.5"
#: The pairs of metrics that are compared; the last two have the same influences at even classes.
PAIRS: Final = (
    ("AUROC", "AP"), ("AUROC", "H"), ("AUROC", "LxCIM"), ("AUROC", "accuracy"), ("AUROC", "F1"), ("AP", "F1"),
    ("AUROC", "AUCH"), ("accuracy", "KS"),
)  # fmt: skip
#: Differences below this are ties, which sums in another order could hide.
TIED: Final = 1e-9


class Cell(NamedTuple):
    """A setting by its name, and a number of cases."""

    setting: str
    n: int

    def seed(self, block: int) -> list[int]:
        """A seed for each block of each cell."""
        return [19, list(SETTINGS).index(self.setting), self.n, block]


CELLS: Final = tuple(Cell(setting, n) for setting in SETTINGS for n in SIZES)


def run(cell: Cell, block: int) -> pd.DataFrame:
    """A block of a cell: for each pair of metrics how often they order the two models oppositely.

    Returns
    -------
    DataFrame
        A row for each pair: ``setting``, ``n``, ``block``, ``first``, ``second`` (the metrics), and of the block's
        samples ``runs`` (those with both classes), ``opposite``, and ``tied`` (those in which the models are equal by
        at least one of the two).
    """
    rng = np.random.default_rng(cell.seed(block))
    setting = SETTINGS[cell.setting]
    rows = []
    for _ in range(BLOCKS[block + 1] - BLOCKS[block]):
        drawn = setting.draw(cell.n, rng)
        if 0 < np.count_nonzero(drawn.labels) < cell.n:
            rows.append(differences(drawn))
    gaps = np.sign(np.array(rows))
    where = list(METRICS)
    products = [gaps[:, where.index(one)] * gaps[:, where.index(other)] for one, other in PAIRS]
    counts = [(len(rows), int((product < 0).sum()), int((product == 0).sum())) for product in products]
    head = pd.DataFrame(PAIRS, columns=["first", "second"])
    return pd.concat(
        [
            pd.DataFrame([(*cell, block)] * len(PAIRS), columns=["setting", "n", "block"]),
            head,
            pd.DataFrame(counts, columns=["runs", "opposite", "tied"]),
        ],
        axis=1,
    )


def differences(drawn: Drawn) -> Array:
    """By how much the first model is better, on each of `METRICS`; 0 where only rounding tells them apart."""
    one, other = (
        _values(drawn.labels, scores, threshold)
        for scores, threshold in zip((drawn.first, drawn.second), drawn.thresholds, strict=True)
    )
    return np.where(np.abs(one - other) < TIED, 0.0, one - other)


def _values(labels: Labels, scores: Array, threshold: float) -> Array:
    sweep, confidence = Sweep(labels, scores), ConfidenceSweep(labels, scores)
    found = (
        auroc_of(sweep), average_precision_of(sweep), h_measure_of(sweep), lxcim_of(confidence),
        accuracy_of(confidence), f1_score(*confusion_at(labels, scores, threshold=threshold)), auch_of(sweep),
        kolmogorov_smirnov_of(sweep),
    )  # fmt: skip
    return np.array(found)


def blocks() -> Iterator[tuple[Cell, int]]:
    """Every block of every cell, the first of each before all second ones, so that a stopped run has some of each."""
    for block, _ in enumerate(pairwise(BLOCKS)):
        yield from ((cell, block) for cell in CELLS if block < USUAL or cell.setting == LONG)
