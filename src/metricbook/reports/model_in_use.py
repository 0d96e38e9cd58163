"""Models held against the one that is in use: is any of them worse by more than is allowed?"""

from __future__ import annotations

import math
from typing import Final

from metricbook.reports.cases import Cases
from metricbook.reports.contents import Analysis
from metricbook.reports.model_analysis import parameters_of
from metricbook.reports.not_worse import Against, NotWorse, centre, judge, subtract_unpaired, widen
from metricbook.reports.question import MEASURES
from metricbook.reports.sentences import say

#: What metrics of each kind need.
NEEDED: Final = {
    "budget": "a budget",
    "cost": "the costs of both mistakes and a threshold",
    "decision": "a threshold",
    "probability": "scores between 0 and 1 that are meant as probabilities",
}
#: Metrics that do not depend on the share of positives.
OF_ANY_MIX: Final = frozenset({"auroc", "auch", "kolmogorov_smirnov", "balanced_accuracy", "recall", "specificity"})


def hold_against(cases: Cases, analysis: Analysis, against: Against) -> list[NotWorse]:
    """Whether each model is not worse than the one in use, on the same cases."""
    models, production = analysis.models, against.model
    metric = _metric_in_common(against, analysis, analysis)
    own = {name: parameters_of(metric, model.threshold, cases) for name, model in models.items()}
    held = []
    for name in models:
        if name != production:
            difference = cases.difference(metric, name, production, analysis.level, own)
            one, other = (models[each].metrics[metric].value for each in (name, production))
            if difference.is_known and other is not None and not cases.same_scores(name, production):
                wide = widen(difference, metric, other, cases, name, analysis.level)
            else:
                wide = difference
            allowance = wide != difference
            held.append(judge(metric, name, against, analysis.level, (one, other), wide, allowance=allowance))
    return held


def hold_against_sample(analysis: Analysis, production: Analysis, against: Against) -> list[NotWorse]:
    """Whether each model is not worse than the one in use, of whose analysis the cases are other ones.

    Raises ``ValueError`` if the metric cannot be computed for a model, or the budget is another share of either list.
    """
    metric = _metric_in_common(against, analysis, production)
    if MEASURES[metric].kind == "budget" and (analysis.question.budget or 0) >= 1 and analysis.size != production.size:
        raise ValueError("a budget in cases is another share of each of two samples: give a share below 1")
    other = production.models[against.model].metrics[metric]
    samples = _describe_samples(metric, analysis, production)
    shown = against.model if against.model not in analysis.models else f"{against.model} in use"
    return [
        judge(
            metric,
            name,
            against._replace(model=shown),
            analysis.level,
            (centre(model.metrics[metric]), centre(other)),
            subtract_unpaired(model.metrics[metric], other),
            samples=samples,
        )
        for name, model in analysis.models.items()
    ]


def _metric_in_common(against: Against, *analyses: Analysis) -> str:
    """The metric that models are held against each other by. Raises ``ValueError`` if one of them has none."""
    metric = against.metric or analyses[0].main.name
    for analysis in analyses:
        if lacking := [name for name, model in analysis.models.items() if metric not in model.metrics]:
            raise ValueError(f"{metric} of {lacking[0]} cannot be computed: it needs {NEEDED[MEASURES[metric].kind]}")
    return metric


def _describe_samples(metric: str, analysis: Analysis, production: Analysis) -> str:
    """A sentence on two samples, and another if their shares of positives differ and the metric depends on these."""
    there, here = (f"{100 * each.prevalence:.3g}%" for each in (production, analysis))
    both = (analysis, production)
    error = math.sqrt(sum(each.prevalence * (1 - each.prevalence) / each.size for each in both))
    differ = abs(analysis.prevalence - production.prevalence) > 2 * error
    depends = differ and analysis.question.prevalence is None and metric not in OF_ANY_MIX
    return say(
        "gate.samples",
        cases=production.size,
        source=production.source.name,
        there=there,
        here=here,
        metric=MEASURES[metric].title if depends else "",
    )
