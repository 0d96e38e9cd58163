"""The analysis behind a report: every number of it, from rows or from counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import numpy as np

from metricbook.reports.cases import Cases
from metricbook.reports.cautions import list_cautions
from metricbook.reports.contents import Analysis, Budget, Difference, PositivesFound, Priced, Prices
from metricbook.reports.counted_cases import Counted
from metricbook.reports.divisions import (
    compare_folds,
    compare_parts,
    find_cluster_effects,
    fold_columns,
    measure_drift,
    split,
    split_auroc,
)
from metricbook.reports.estimates import Estimate
from metricbook.reports.model_analysis import analyse_model, parameters_of
from metricbook.reports.model_contents import Model
from metricbook.reports.model_in_use import hold_against
from metricbook.reports.not_worse import Against
from metricbook.reports.part_contents import OF_GROUPS, Group
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.question import Question, Setting, judge_metrics
from metricbook.reports.recalibration import cost_saved
from metricbook.reports.replicates import analyse_tile, bootstrap_cases
from metricbook.reports.rows import Rows
from metricbook.reports.settling import count_enough
from metricbook.reports.tallies import bracket

#: Maximum number of models, and of characters in a model's name.
MOST_MODELS: Final = 10
LONGEST_NAME: Final = 40


def analyse(
    data: Predictions | Counts,
    question: Question | None = None,
    *,
    level: float = 0.95,
    replicates: int = 400,
    seed: int = 0,
    against: Against | None = None,
    progress: Progress = hide_progress,
) -> Analysis:
    """Compute everything that a report states.

    Parameters
    ----------
    data : Predictions or Counts
    question : Question, optional
        What is known about the use of the models.
    level : float
        Level of the confidence intervals.
    replicates, seed : int
        Of the bootstrap, for what has no interval in closed form: the Tile and the best thresholds.
    against : Against, optional
        Which of the models is in use, and how much worse the others may be.
    progress : callable, optional
        Makes progress bars.

    Raises
    ------
    ValueError
        If a class is missing, or an argument is out of range.
    """
    check_level(level)
    if replicates < 1:
        raise ValueError(f"at least one replicate is needed, not {replicates!r}")
    question = question or Question()
    cases: Rows | Counted = Rows(data, question) if isinstance(data, Predictions) else Counted(data, question)
    check_models(cases.names)
    positives, negatives = cases.classes
    if not positives or not negatives:
        raise ValueError("all cases are of one class: a report needs positives and negatives")
    bootstrapped = bootstrap_cases(cases, replicates, np.random.default_rng(seed), progress)
    models = {
        name: analyse_model(cases, name, level, bootstrapped.best[name])
        for name in progress(cases.names, "models", len(cases.names))
    }
    setting = Setting(cases.size, all(model.threshold is not None for model in models.values()))
    analysis = Analysis(
        source=data.source,
        question=question,
        level=level,
        replicates=replicates,
        seed=seed,
        counted=isinstance(data, Counts),
        size=cases.size,
        positives=positives,
        negatives=negatives,
        weighted=isinstance(data, Predictions) and data.weights is not None,
        clusters=int(data.clusters.max()) + 1 if isinstance(data, Predictions) and data.clusters is not None else None,
        models=models,
        groups=[],
        between=split_auroc(cases) if isinstance(cases, Rows) else [],
        tile=analyse_tile(cases, bootstrapped) if len(models) > 1 else None,
        answers=judge_metrics(question, setting),
        budget=_analyse_budget(cases, models) if question.budget is not None else None,
        prices=_analyse_costs(cases, models, level) if question.cost_proportion is not None else None,
        severity_ratio=cases.severity_ratio,
        same_rankings=[pair for pair in combinations(models, 2) if cases.same_ranking(*pair)],
    )
    if isinstance(data, Counts):
        binned = {name: tally for name, tally in data.tallies.items() if tally.binned}
        analysis.brackets.update({name: bracket("auroc", tally) for name, tally in binned.items()})
    analysis.differences.extend(_compare_models(cases, analysis, progress))
    analysis.verdicts.extend(_compare_with_best(analysis))
    if against is not None:
        analysis.not_worse.extend(hold_against(cases, analysis, against))
    if isinstance(cases, Rows):
        _divide(cases, analysis, level)
    analysis.cautions.extend(list_cautions(analysis, data))
    first, main = next(iter(models.values())), analysis.main.name
    return replace(
        analysis,
        enough=count_enough(cases, analysis, parameters_of(main, first.threshold, cases)),
        opposite=cases.opposite(*analysis.ranked[:2]) if isinstance(cases, Rows) and len(models) > 1 else None,
        disagree=_disagree(cases, analysis) if isinstance(cases, Rows) and len(models) == 2 else {},
    )


def check_level(level: float) -> None:
    """Raise ``ValueError`` unless the level of an interval is a share."""
    if not 0 < level < 1:
        raise ValueError(f"the level must lie strictly between 0 and 1, not {level!r}")


def check_models(names: Sequence[str]) -> None:
    """Raise ``ValueError`` if there are too many models, or one has too long a name."""
    if len(names) > MOST_MODELS:
        raise ValueError(f"{len(names)} models are more than the {MOST_MODELS} that a report compares")
    if long := next((name for name in names if len(name) > LONGEST_NAME), None):
        raise ValueError(
            f"the name {long[:20]}… has {len(long)} characters: at most {LONGEST_NAME} fit into tables; rename it"
        )


def _compare_with_best(analysis: Analysis) -> list[Difference]:
    """The best model by the main metric less each of the others, as in the table of differences."""
    main, (best, *others) = analysis.main.name, analysis.ranked
    of_main = [each for each in analysis.differences if each.metric == main]
    estimates = {(each.second, each.first): each.estimate.linear(-1) for each in of_main}
    estimates |= {(each.first, each.second): each.estimate for each in of_main}
    return [Difference(main, best, other, estimates[best, other]) for other in others]


def _analyse_budget(cases: Cases, models: Mapping[str, Model]) -> Budget:
    """Positives found and missed within the budget, from precision and recall at k."""
    k = cases.question.share(cases.size) * cases.size
    budget = Budget(k, k * next(iter(models.values())).positive_share, {})
    for name, model in models.items():
        positives = model.positive_share * cases.size
        budget.models[name] = PositivesFound(
            model.metrics["precision_at_k"].linear(k), model.metrics["recall_at_k"].linear(-positives, positives)
        )
    return budget


def _analyse_costs(cases: Cases, models: Mapping[str, Model], level: float) -> Prices:
    """Mean costs with and without a model; the intervals of differences hold for all models and both ways together."""
    first = next(iter(models))
    everybody, nobody = (cases.estimate("cost", first, level, threshold=end) for end in (-math.inf, math.inf))
    costs = Prices(everybody, nobody, {})
    for name, model in models.items():
        best = cases.least_cost(name, level)
        without = -math.inf if costs.without == "everybody" else math.inf
        together = 1 - (1 - level) / (2 * len(models))
        less = None if model.threshold is None else cases.cost_less(name, model.threshold, without, together)
        saved = _recalibration_saving(cases, model, 1 - (1 - level) / len(models))
        costs.models[name] = Priced(best, less, saved)
    return costs


def _recalibration_saving(cases: Cases, model: Model, level: float) -> Estimate | None:
    """What recalibration saves a model that decides where the prices imply; None if it decides elsewhere.

    Scores of two values are decisions already, which recalibration can only keep, or turn into flagging all or none.
    """
    question, price = cases.question, cases.question.cost_proportion
    if question.threshold is not None or model.threshold is None or price is None:
        return None
    if model.recalibration is None or model.distinct <= 2:
        return None
    return cost_saved(cases, model.name, model.threshold, price, model.recalibration, level)


def _disagree(cases: Rows, analysis: Analysis) -> dict[str, float]:
    """How often each metric of both models would order them oppositely to the main one, were they equally good."""
    (first, one), (second, other) = analysis.models.items()
    own = {
        metric: {name: parameters_of(metric, model.threshold, cases) for name, model in analysis.models.items()}
        for metric in one.metrics
        if metric in other.metrics
    }
    return cases.disagree(analysis.main.name, first, second, own)


def _compare_models(cases: Cases, analysis: Analysis, progress: Progress) -> list[Difference]:
    """Differences of every metric and pair, with intervals that for each metric hold for all pairs together."""
    own: dict[str, dict[str, dict[str, Any]]] = {}
    for name, model in analysis.models.items():
        for metric in model.metrics:
            own.setdefault(metric, {})[name] = parameters_of(metric, model.threshold, cases)
    levels = {metric: cases.level_of_each(metric, analysis.level, parameters) for metric, parameters in own.items()}
    analysis.levels.update(levels)
    return [
        Difference(metric, first, second, cases.difference(metric, first, second, levels[metric], own[metric]))
        for first, second in progress(analysis.pairs, "differences", len(analysis.pairs))
        for metric in analysis.models[first].metrics
        if metric in analysis.models[second].metrics
    ]


def _divide(cases: Rows, analysis: Analysis, level: float) -> None:
    """Add what is found in groups, periods and folds, and with clusters; the metric compared is known by now."""
    metric, best = analysis.compared.name, analysis.winners[0]
    own = {
        name: parameters_of(metric, model.threshold, cases)
        for name, model in analysis.models.items()
        if metric in model.metrics
    }
    analysis.groups.extend(_analyse_groups(cases, analysis, level, own))
    analysis.drift.extend(measure_drift(cases, metric, level, own))
    for column, (folds, given) in fold_columns(cases.predictions).items():
        analysis.folds.append(compare_folds(cases, folds, column, level, given=given))
    analysis.cluster_effects.extend(find_cluster_effects(cases, metric, best, level, own.get(best, {})))


def _analyse_groups(
    cases: Rows, analysis: Analysis, level: float, own: Mapping[str, Mapping[str, Any]]
) -> Iterator[Group]:
    """The metrics of every model in every subgroup."""
    for column, values in cases.predictions.groups.items():
        divided = list(split(values))
        parts = [(chosen, cases.among(chosen)) for _, chosen in divided]
        less = {
            name: compare_parts(cases, parts, analysis.compared.name, name, level, given) for name, given in own.items()
        }
        for k, (value, _) in enumerate(divided):
            subgroup = parts[k][1]
            positives, negatives = subgroup.classes
            for name, model in analysis.models.items():
                metrics = {
                    metric: subgroup.estimate(metric, name, level, **parameters_of(metric, model.threshold, cases))
                    for metric in (
                        dict.fromkeys([*OF_GROUPS, analysis.compared.name]) if positives and negatives else ()
                    )
                    if metric in model.metrics
                }
                found = less[name][k] if name in less else None
                yield Group(column, value, name, int(subgroup.size), int(positives), metrics, found)
