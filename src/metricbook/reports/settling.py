"""How many cases would settle what these leave open: the sign of a difference, or a value to half the width."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from metricbook.metrics.interval_ends import ends
from metricbook.metrics.optimism import CHOOSERS
from metricbook.metrics.standard_errors import Spread, student
from metricbook.reports.cases import Cases
from metricbook.reports.contents import Analysis, Enough
from metricbook.reports.formatting import format_number
from metricbook.reports.mean_costs import cost_arms
from metricbook.reports.sentences import Sentence, say

#: The probability with which a difference of the size seen would be clear.
POWER: Final = 0.8


def count_enough(cases: Cases, analysis: Analysis, own: Mapping[str, Any]) -> Enough | None:
    """The number of cases that would settle what is open by the main metric; None if nothing is, or it is not known.

    The variance of a metric, and of a difference of two, falls with the number of cases like these. A difference of the
    size seen lies so many standard errors from 0 that its interval excludes 0 with probability 80 %: as many as the
    interval has on either side, and 0.84 more. Of a single model it is the number at which the interval of the same
    rule is half as wide.

    Parameters
    ----------
    cases : Cases
    analysis : Analysis
        All of it but this number.
    own : mapping of str to Any
        The parameters of the main metric for the first model.
    """
    metric = analysis.main.name
    if metric in CHOOSERS:
        return None
    if not analysis.verdicts:
        factor = _factor_that_halves(cases, analysis, own)
        return None if factor is None else _scale(analysis, factor, None, None)
    less = analysis.verdicts[0].estimate
    if not less.is_known or less.is_clear or not less.value or not less.standard_error:
        return None
    far = student(analysis.levels.get(metric, analysis.level), math.inf) + student(2 * POWER - 1, math.inf)
    return _scale(analysis, (far * less.standard_error / less.value) ** 2, abs(less.value), POWER)


def _factor_that_halves(cases: Cases, analysis: Analysis, own: Mapping[str, Any]) -> float | None:
    """How many times as many cases have an interval half as wide; None if the sample has no standard error."""
    ((name, model),) = analysis.models.items()
    metric, value = analysis.main.name, model.metrics[analysis.main.name].value
    if value in (None, 0.0, 1.0) or not model.metrics[metric].standard_error:
        return None
    found, units = cases.spread(metric, name, own), cases.units(name)
    shares = cases.shares_of_cost(name, own["threshold"]) if metric == "cost" else None

    def width(factor: float) -> float:
        if shares is not None:
            return sum(cost_arms(shares, units, analysis.level, factor))
        scaled = Spread(found.error / math.sqrt(factor), *(factor * number for number in found[1:]))
        low, high = ends(metric, value, scaled, analysis.level)
        return high - low

    half = width(1.0) / 2
    low, high = 1.0, 64.0
    for _ in range(40):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if width(middle) > half else (low, middle)
    return high


def _scale(analysis: Analysis, factor: float, difference: float | None, power: float | None) -> Enough:
    cases = _round(factor * analysis.size)
    clusters = None if analysis.clusters is None else _round(cases * analysis.clusters / analysis.size)
    return Enough(cases, _round(cases * analysis.prevalence), clusters, difference, power)


def _round(number: float) -> float:
    """A number of cases to two digits, and no part of a case."""
    return float(math.ceil(float(f"{number:.2g}")))


def state_enough(analysis: Analysis) -> Sentence | None:
    """The sentence on how many cases would settle what is open, with what it takes for granted; none if nothing is."""
    enough = analysis.enough
    if enough is None:
        return None
    first = analysis.verdicts[0] if analysis.verdicts else None
    return say(
        "enough.halve" if enough.difference is None else "enough.settle",
        first=first and first.first,
        second=first and first.second,
        metric=analysis.main.title,
        size=first and format_number(enough.difference, first.estimate.decimals),
        cases=enough.cases,
        clusters=enough.clusters,
        positives=enough.positives,
        budget=analysis.main.kind == "budget",
        power=enough.power,
    )
