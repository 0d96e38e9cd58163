"""Decision curves: the net benefit of a model at each threshold probability, beside flagging all and flagging none.

The net benefit at a threshold t is TP/n less t / (1 - t) times FP/n: true positives, less false ones at the price that
makes t the best threshold for calibrated probabilities. It is shown as a share of its maximum, the share of positives,
against the log odds of t, on which rare classes have as much room as common ones.

Source: Vickers and Elkin (2006); as a share of the maximum, Kerr, Brown, Zhu and Janes (2016).
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Array
from metricbook.reports.question import Question
from metricbook.reports.thinning import Thinned, thin

#: The lowest net benefit that is drawn, as a share of the maximum.
FLOOR: Final = -0.25
#: Log odds on either side of those of the share of positives, and of the price, that are drawn; and the least end.
AROUND_SHARE: Final = 3.0
AROUND_PRICE: Final = 1.0
END: Final = math.log(9)
#: Points of a curve that are computed wherever there is no score, since it is bent between two scores.
GRID: Final = 200


def decision_range(share: float, question: Question) -> tuple[float, float]:
    """The log odds at which decision curves begin and end, around the share of positives and the price."""
    low, high = log_odds(share) - AROUND_SHARE, max(log_odds(share) + AROUND_SHARE, END)
    if question.cost_proportion is not None:
        price = log_odds(question.cost_proportion)
        low, high = min(low, price - AROUND_PRICE), max(high, price + AROUND_PRICE)
    return low, high


def decision_curve(sweep: Sweep, odds: float, question: Question, most: int) -> Thinned:
    """The decision curve of probabilities: log odds of the threshold, and net benefit as a share of its maximum.

    Parameters
    ----------
    sweep : Sweep
        Whose scores are probabilities.
    odds : float
        Of a positive in the data, which differ from those of the sweep if another prevalence was asked for.
    question : Question
        Whose price lies within the curve.
    most : int
        How many vertices are kept at most.

    Returns
    -------
    Thinned
        With at least `FLOOR` for a net benefit, and an error in units of both axes.
    """
    low, high = decision_range(sweep.positives / (sweep.positives + sweep.negatives), question)
    with np.errstate(divide="ignore"):
        stated = np.log(sweep.thresholds) - np.log1p(-sweep.thresholds)
    # At another prevalence a probability stands for other odds.
    stated = stated + math.log(sweep.positives / sweep.negatives / odds)
    inside = stated[(low < stated) & (stated < high)]
    x = np.sort(np.concatenate([np.linspace(low, high, GRID + 1), inside, inside]))
    at = np.searchsorted(-stated, -x, "right")  # how many scores are flagged
    # The second of two vertices at a score lies just above it, so that the score is not flagged.
    above = np.append(False, x[1:] == x[:-1])
    at = at - above * (stated[np.maximum(at - 1, 0)] == x)
    true, false = (np.append(0.0, of)[at] for of in (sweep.true_positives, sweep.false_positives))
    y = np.maximum((true - np.exp(x) * false) / sweep.positives, FLOOR)
    thinned = thin((x - low) / (high - low), (y - FLOOR) / (1 - FLOOR), most=most)
    return Thinned(low + (high - low) * thinned.x, FLOOR + (1 - FLOOR) * thinned.y, thinned.error)


def decision_thresholds(sweep: Sweep, odds: float, question: Question, number: int) -> tuple[Array, Array]:
    """Equally spaced log odds of threshold probabilities, and the scores that stand for them; as `decision_curve`."""
    low, high = decision_range(sweep.positives / (sweep.positives + sweep.negatives), question)
    places = np.linspace(low, high, number)
    return places, 1 / (1 + np.exp(math.log(sweep.positives / sweep.negatives / odds) - places))


def flag_all(share: float, low: float, high: float) -> tuple[Array, Array]:
    """The decision curve of flagging every case, as far down as it is drawn."""
    x = np.linspace(low, min(high, log_odds(share) + math.log1p(-FLOOR)), GRID + 1)
    return x, 1 - np.exp(x - log_odds(share))


def log_odds(probability: float) -> float:
    """The logarithm of the odds; the probability lies strictly between 0 and 1."""
    return math.log(probability) - math.log1p(-probability)
