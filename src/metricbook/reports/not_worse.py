"""Whether a model is at most so much worse than the one in use: a test of non-inferiority, and its sentence."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, NamedTuple

from metricbook.metrics.standard_errors import student
from metricbook.reports.cases import Cases
from metricbook.reports.decisions import mistake_costs
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.question import MEASURES
from metricbook.reports.sentences import Sentence, say

#: The metric of a useless score, where that is not 0.
OF_CHANCE: Final = {"auroc": 0.5, "auch": 0.5, "balanced_accuracy": 0.5}


class Against(NamedTuple):
    """What models are held against: the model in use, how much worse they may be, and by which metric.

    Without a metric it is the one that answers the question.
    """

    model: str
    margin: float
    metric: str | None = None


class NotWorse(NamedTuple):
    """A model held against the one in use.

    Attributes
    ----------
    metric, candidate, production : str
        The metric and the two models.
    margin : float
        How much worse the candidate may be, in the metric's unit.
    level : float
        Of the interval of the difference, of whose ends one is looked at.
    paired : bool
        Whether both scored the same cases.
    of_candidate, of_production : float or None
        The metric of each; on different cases corrected for optimism.
    difference : Estimate
        The first less the second.
    verdict : {"not worse", "worse", "may be worse"}
        Whether the interval lies within the margin, beyond it, or on both sides.
    allowance : bool
        Whether the worse end allows for failures on a few cases; see `widen`.
    samples : str
        A sentence on the samples, if they are different ones.
    """

    metric: str
    candidate: str
    production: str
    margin: float
    level: float
    paired: bool
    of_candidate: float | None
    of_production: float | None
    difference: Estimate
    verdict: str
    allowance: bool = False
    samples: str = ""

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Sentence:
        """The verdict in words."""
        measure, less = MEASURES[self.metric], self.difference
        value, other = (format_number(each, less.decimals) for each in (self.of_candidate, self.of_production))
        end = say(
            "gate.end" if less.is_known else "gate.no_interval",
            metric=measure.title,
            bound=self._name_bound() if less.is_known else "",
            value=value,
            other=other,
            same=self.paired,
            less=less,
            allowance=self.allowance,
            higher=measure.higher,
            note=less.note,
        )
        return say(
            "gate.not_worse"
            if self.verdict == "not worse"
            else "gate.worse"
            if self.verdict == "worse"
            else "gate.may_be_worse",
            model=self.candidate,
            in_use=self.production,
            margin=self.margin,
            end=end,
            samples=self.samples,
        )

    def _name_bound(self) -> Sentence:
        """What the end of the interval says that decides."""
        least, most = _losses(self.metric, self.difference)
        worse = self.verdict == "worse"
        deciding, decimals = least if worse else most, self.difference.decimals
        while decimals < 9 and deciding != self.margin and round(deciding, decimals) == round(self.margin, decimals):
            decimals += 1
        higher = MEASURES[self.metric].higher
        return say(
            "gate.bound_open"
            if self.verdict == "may be worse"
            else "gate.bound_zero"
            if most == 0 and not worse
            else "gate.bound",
            level=format_percent((1 + self.level) / 2),
            least=worse or most < 0,
            loss=format_number(abs(deciding), decimals),
            higher=higher,
            lower=higher == (worse or most > 0),
        )


def judge(
    metric: str,
    candidate: str,
    against: Against,
    level: float,
    values: tuple[float | None, float | None],
    difference: Estimate,
    *,
    allowance: bool = False,
    samples: str = "",
) -> NotWorse:
    """The verdict on a candidate, from the metric of both models and their difference; ``samples`` if unpaired."""
    verdict = "may be worse"
    if difference.is_known:
        least, most = _losses(metric, difference)
        verdict = "not worse" if most <= against.margin else "worse" if least > against.margin else "may be worse"
    return NotWorse(
        metric, candidate, *against[:2], level, not samples, *values, difference, verdict, allowance, samples
    )


def _losses(metric: str, difference: Estimate) -> tuple[float, float]:
    """The least and the greatest loss that the ends of the interval of a difference leave possible."""
    assert difference.low is not None
    assert difference.high is not None
    if MEASURES[metric].higher:
        return -difference.high, -difference.low
    return difference.low, difference.high


def widen(difference: Estimate, metric: str, value: float, cases: Cases, model: str, level: float) -> Estimate:
    """A paired difference whose worse end allows for a loss by a few cases, of which the sample may have none.

    A model that fails for a share of a class, and scores it like the other, loses that share of what the class adds to
    the metric. Few cases that were drawn may show nothing of it, so that the sample's own variance is too small, and 0
    where no case differs. So the worse end is at least as far as that of a score test whose variance is that of such a
    loss, which is Wilson's for a share. Log loss, which has no bound, stays as it is.

    Parameters
    ----------
    difference : Estimate
        With an interval.
    metric : str
    value : float
        The metric of production.
    cases : Cases
    model : str
        Any of the models.
    level : float

    Notes
    -----
    *Size*, in 70 settings of 1,000 samples each, a candidate exactly as much worse as the margin allows (100 to 3,000
    cases, 1 % to 30 % positive, by worse scores of all positives, or of 3 % to 5 % of them; tests of this module): the
    candidate passed in at most 4.4 % of samples, where the share meant is 2.5 %. Without the allowance it passed in up
    to 37 %, most often by recall with ten positives.
    """
    found, sign = difference.value or 0.0, 1 if MEASURES[metric].higher else -1
    square = student(level, math.inf) ** 2
    furthest = -math.inf
    for most, draws in _worst_losses(metric, value, cases, model):
        # The greatest loss x with (gain + x)² = square · x (most − x) / draws.
        a, b, c = 1 + square / draws, 2 * sign * found - square * most / draws, found**2
        if b < 0 and b * b >= 4 * a * c:
            furthest = max(furthest, (math.sqrt(b * b - 4 * a * c) - b) / (2 * a))
    if furthest <= _losses(metric, difference)[1]:
        return difference
    return replace(difference, low=-furthest) if sign > 0 else replace(difference, high=furthest)


def _worst_losses(metric: str, value: float, cases: Cases, model: str) -> list[tuple[float, float]]:
    """For each class, the loss if all of it is scored like the other, and how many of it were drawn."""
    positives, negatives = cases.effective_classes(model)
    sweep = cases.sweep(model)
    share = sweep.positives / (sweep.positives + sweep.negatives)
    of_fp, of_fn = mistake_costs(cases.question) if metric == "cost" else (1.0, 1.0)
    each = max(value - OF_CHANCE.get(metric, 0.0), 0.0)
    on_positives, on_negatives = {
        "recall": (1.0, 0.0),
        "recall_at_k": (1.0, 0.0),
        "specificity": (0.0, 1.0),
        "log_loss": (0.0, 0.0),
        **dict.fromkeys(("cost", "accuracy", "lxcim", "brier_score"), (share * of_fn, (1 - share) * of_fp)),
    }.get(metric, (each, each))
    if metric == "precision_at_k":
        on_positives, on_negatives = share / cases.question.share(cases.size), 0.0
    return [(on_positives, positives), (on_negatives, negatives)]


def subtract_unpaired(candidate: Estimate, production: Estimate) -> Estimate:
    """The difference of a metric on two independent samples, whose ends add the squares of the arms of both intervals.

    Values of best thresholds are corrected for optimism. Source: Zou and Donner (2008); of shares Newcombe (1998).

    Examples
    --------
    >>> less = subtract_unpaired(Estimate(0.8, 0.77, 0.82, 0.01), Estimate(0.7, 0.65, 0.74, 0.01))
    >>> round(less.value, 3), round(less.low, 3), round(less.high, 3)
    (0.1, 0.05, 0.154)
    """
    one, other = centre(candidate), centre(production)
    if one is None or other is None or not (candidate.is_known and production.is_known):
        value = None if one is None or other is None else one - other
        return Estimate(value, note=candidate.note or production.note)
    ends = (candidate.low, candidate.high, production.low, production.high)
    low, high, other_low, other_high = (end or 0.0 for end in ends)
    error = math.hypot(candidate.standard_error or 0.0, production.standard_error or 0.0)
    less = one - other
    return Estimate(
        less, less - math.hypot(one - low, other_high - other), less + math.hypot(high - one, other - other_low), error
    )


def centre(estimate: Estimate) -> float | None:
    """The value, corrected for optimism where it has any."""
    return estimate.value if estimate.corrected is None else estimate.corrected
