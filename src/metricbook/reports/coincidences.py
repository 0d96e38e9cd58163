"""Pairs of cases that are alike: how many there are, and how many rounded scores make by themselves."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.predictions import Predictions

#: Cases on either side from whose scores the density about a case is estimated.
NEIGHBOURS: Final = 10
#: Most decimals, or significant digits, that scores are looked through for.
DIGITS: Final = 12
#: Expected pairs for each case from which scores are too coarse to say that there are more.
COARSE: Final = 0.25
#: Standard deviations beyond which a number of pairs is not due to rounding.
MANY: Final = 4.0


class Coincidences(NamedTuple):
    """Pairs of cases with the same label and scores that rounding makes: their expected number and its variance."""

    expected: float
    variance: float
    cases: int

    def explain(self, pairs: float) -> bool:
        """Whether so many pairs are no more than rounding may make."""
        return self.expected > COARSE * self.cases or pairs <= self.expected + MANY * self.variance**0.5


def count_pairs(data: Predictions, clusters: NDArray[np.intp] | None = None) -> tuple[float, NDArray[np.bool_]]:
    """The number of pairs of cases with the same label and the same scores, and which cases are in one.

    With clusters, only pairs of cases of different clusters count. The lowest and the highest score of a model do not,
    as many scores end there that differed before they were cut off or rounded.
    """
    columns = np.column_stack([*data.scores.values(), data.labels])
    case = np.unique(columns, axis=0, return_inverse=True)[1].ravel()
    scores = columns[:, :-1]
    inner = ((scores > scores.min(axis=0)) & (scores < scores.max(axis=0))).all(axis=1)
    times = np.bincount(case[inner], minlength=case.max() + 1)
    pairs = times * (times - 1.0) / 2
    if clusters is None:
        return float(pairs.sum()), times[case] > 1
    both, of_both = np.unique(np.column_stack([case, clusters])[inner], axis=0, return_counts=True)
    within = np.bincount(both[:, 0], of_both * (of_both - 1.0) / 2, minlength=times.size)
    several = np.bincount(both[:, 0], minlength=times.size) > 1
    return float((pairs - within).sum()), several[case]


def expect_coincidences(data: Predictions) -> Coincidences:
    """How many pairs rounding makes among cases that are all different, of the model whose scores make the fewest.

    A case of the same class has the same rounded score with the probability that it falls into the same interval of
    rounding, by the density of the class there.
    """
    found = []
    for scores in data.scores.values():
        rates = np.concatenate([_rate_of_ties(scores[of]) for of in (data.labels, ~data.labels)])
        found.append(Coincidences(float(rates.sum()) / 2, float(rates.sum()) / 2 + float((rates**2).sum()), rates.size))
    return min(found)


def _rate_of_ties(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """How many others are expected in the interval of rounding of each score."""
    ordered = np.sort(scores)
    place = np.arange(ordered.size)
    first, last = np.maximum(place - NEIGHBOURS, 0), np.minimum(place + NEIGHBOURS, ordered.size - 1)
    width = _width_of_rounding(ordered)
    return (last - first) * width / (ordered[last] - ordered[first] + width)


def _width_of_rounding(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distance of each score from the next that could be written, with as few digits as all scores have."""
    size = np.abs(scores)
    width = np.spacing(size)
    if np.array_equal(scores, scores.astype(np.float32)):
        width = np.spacing(size.astype(np.float32)).astype(np.float64)
    power = np.floor(np.log10(np.where(size > 0, size, 1.0)))
    for unit in (np.ones_like(size), 10.0**power):  # decimals, and significant digits
        for digits in range(DIGITS + 1):
            step = unit * 10.0**-digits
            if np.allclose(np.round(scores / step) * step, scores, rtol=1e-14, atol=0):
                width = np.maximum(width, step)
                break
    return width
