"""A model's threshold, and what it does at this and at others."""

from __future__ import annotations

import math

import numpy as np

from metricbook.metrics.sweep import Sweep
from metricbook.reports.decisions import mistake_costs
from metricbook.reports.model_contents import AtThreshold
from metricbook.reports.question import Question
from metricbook.reports.sentences import say


def choose_threshold(sweep: Sweep, question: Question, odds: float) -> tuple[float | None, str, bool]:
    """A model's threshold, why it is this one, and whether its scores are taken for probabilities.

    The odds are those of a positive in the data, which may differ from those in the sweep.
    """
    high, low = float(sweep.thresholds[0]), float(sweep.thresholds[-1])
    probabilities = low >= 0 and high <= 1 and question.probabilities is not False
    price = question.cost_proportion
    if question.threshold is not None:
        return question.threshold, say("threshold.given"), probabilities
    if probabilities and price is not None:
        threshold = price if question.prevalence is None else _probability_in_data(price / (1 - price), sweep, odds)
        return threshold, say("threshold.prices"), True
    if probabilities:
        return 0.5, say("threshold.half"), True
    if low < 0 < high:
        return 0.0, say("threshold.zero"), False
    return None, say("threshold.none"), False


def _probability_in_data(odds_in_sweep: float, sweep: Sweep, odds: float) -> float:
    """The probability, at the data's odds of a positive, of a case that has other odds at the sweep's prevalence."""
    odds_in_data = odds_in_sweep * odds * sweep.negatives / sweep.positives
    return odds_in_data / (1 + odds_in_data)


def performance_at(sweep: Sweep, flagged: int, question: Question) -> AtThreshold:
    """The performance if so many of the distinct scores are flagged; the threshold is the lowest of them."""
    true, false = (float(x[flagged - 1]) if flagged else 0.0 for x in (sweep.true_positives, sweep.false_positives))
    total = sweep.positives + sweep.negatives
    of_fp, of_fn = mistake_costs(question)
    return AtThreshold(
        threshold=float(sweep.thresholds[flagged - 1]) if flagged else math.inf,
        flagged=(true + false) / total,
        recall=true / sweep.positives,
        false_positive_rate=false / sweep.negatives,
        precision=true / (true + false) if flagged else math.nan,
        cost=(of_fp * false + of_fn * (sweep.positives - true)) / total,
        net_benefit=(true - of_fp / of_fn * false) / total,
    )


def tabulate_thresholds(sweep: Sweep, question: Question, rows: int) -> list[AtThreshold]:
    """The performance at thresholds about equal steps of recall apart."""
    recall = sweep.true_positives / sweep.positives
    wanted = np.searchsorted(recall, np.linspace(0, 1, rows + 1)[1:] - 1e-12) + 1
    return [performance_at(sweep, int(k), question) for k in np.unique(np.minimum(wanted, recall.size))]
