"""Decisions as a ranking by confidence: right ones for positives, and what a reject option costs at each confidence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

import metricbook as mb
from metricbook.causal import decided, tuebingen_scores
from metricbook.exact.ranking import Number
from scoring_the_scores.pages import ranked
from scoring_the_scores.synthesis.steps import HALF, Step, confidence_steps

__all__ = ["EIGHT", "Ranked", "as_ranking", "coin_curve", "method_gains", "price_lines"]

#: The eight decisions of the chapter on LxCIM: labels and scores.
EIGHT = (1, 0, 1, 0, 1, 0, 0, 1), (8, -7, -6, -5, 4, 3, -2, -1)


class Ranked(NamedTuple):
    """A sample whose labels are 1 for a right and 0 for a wrong decision, and whose scores are confidences."""

    right: list[int]
    confidence: list[Fraction]
    weights: list[Fraction]


def as_ranking(labels: Sequence[int], scores: Sequence[Number]) -> Ranked:
    """Decisions with the threshold at 0; a score of 0 is a right and a wrong decision of half the weight each.

    Examples
    --------
    >>> found = as_ranking([1, 1], [2, 0])
    >>> found.right, [int(g) for g in found.confidence], [str(w) for w in found.weights]
    ([1, 1, 0], [2, 0, 0], ['1', '1/2', '1/2'])
    """
    ranked = Ranked([], [], [])
    for label, score in zip(labels, (Fraction(score) for score in scores), strict=True):
        sides = (1, 0) if score == 0 else (int((score > 0) == (label == 1)),)
        for side in sides:
            ranked.right.append(side)
            ranked.confidence.append(abs(score))
            ranked.weights.append(HALF if score == 0 else Fraction(1))
    return ranked


def coin_curve(labels: Sequence[int], scores: Sequence[Number]) -> pd.DataFrame:
    """Shares of all cases decided rightly and wrongly, and the accuracy if a coin decides the rest, at each rate.

    Returns
    -------
    DataFrame
        Columns ``decision_rate``, ``right``, ``wrong`` and ``with_coin``, from nothing decided to everything.

    Examples
    --------
    >>> coin_curve([1, 1], [2, -1])["with_coin"].tolist()
    [0.5, 0.75, 0.5]
    """
    decided = _after_each(confidence_steps(labels, scores))
    rows = [(right + wrong, right, wrong, right + (1 - right - wrong) / 2) for right, wrong in decided]
    return pd.DataFrame(rows, columns=["decision_rate", "right", "wrong", "with_coin"]).astype(float)


def price_lines(labels: Sequence[int], scores: Sequence[Number]) -> pd.DataFrame:
    """Risk at prices 0 and 1 of an undecided case, for each cut by confidence, their mean at cases, and the least.

    Returns
    -------
    DataFrame
        Columns ``line`` ("cut", "mean" or "least"), ``price`` and ``risk``; cuts and the mean have their two ends.

    Examples
    --------
    >>> table = price_lines([1, 1], [2, -1])
    >>> table[table["line"] == "mean"]["risk"].tolist()
    [0.125, 0.625]
    """
    steps = confidence_steps(labels, scores)
    decided = _after_each(steps)
    ends = [(wrong, 1 - right) for right, wrong in decided]
    rows: list[tuple[str, Number, Number]] = []
    for at_zero, at_one in ends:
        rows += [("cut", 0, at_zero), ("cut", 1, at_one)]
    total = sum((step.weight for step in steps), Fraction(0))
    shares = [step.weight / total for step in steps]
    # At a case's confidence it is half decided, which is the middle between deciding it and leaving it.
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(ends)]
    for end in (0, 1):
        mean = sum((w * line[end] for w, line in zip(shares, middles, strict=True)), Fraction(0))
        rows.append(("mean", end, mean))
    crossings = {Fraction(0), Fraction(1)}
    for a, b in ends:
        for c, d in ends:
            if b - a != d - c:
                crossings.add((c - a) / ((b - a) - (d - c)))
    for price in sorted(x for x in crossings if 0 <= x <= 1):
        rows.append(("least", price, min((1 - price) * a + price * b for a, b in ends)))
    return pd.DataFrame(rows, columns=["line", "price", "risk"]).astype({"price": float, "risk": float})


def method_gains() -> pd.DataFrame:
    """Accuracy, gain and LxCIM of the causal discovery methods on the Tübingen pairs, best LxCIM first.

    Returns
    -------
    DataFrame
        Columns ``method``, ``accuracy``, ``loss`` (over costs, of confidence as a detector of right decisions),
        ``gain`` (one half less the loss) and ``LxCIM``.
    """
    table = tuebingen_scores()
    rows = []
    for name in table.columns.drop("weight"):
        scores, weights = decided(table[name], table["weight"])
        right, confidence, each = np.sign(scores) > 0, np.abs(scores), weights
        loss = mb.expected_loss(right, confidence, sample_weight=each, over="cost", default_weight=0)
        labels = np.ones(len(scores), int)
        accuracy, whole = (f(labels, scores, sample_weight=each) for f in (mb.accuracy, mb.lxcim))
        rows.append((name, accuracy, loss, 0.5 - loss, whole))
    gains = pd.DataFrame(rows, columns=["method", "accuracy", "loss", "gain", "LxCIM"])
    return ranked(gains, "LxCIM", digits=9, ascending=False).reset_index(drop=True)


def _after_each(steps: Sequence[Step]) -> list[tuple[Fraction, Fraction]]:
    """Shares decided rightly and wrongly: nothing decided, then one step more each time."""
    last = steps[-1]
    total = last.positives_above + last.negatives_above + last.weight
    above = [(step.positives_above / total, step.negatives_above / total) for step in steps]
    return [*above, ((last.positives_above + last.positives) / total, (last.negatives_above + last.negatives) / total)]
