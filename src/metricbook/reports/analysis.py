"""The analysis behind a report: every number of it, from rows or from counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.calibration import brier_score_of
from metricbook.metrics.costs import cost_curve_of
from metricbook.metrics.curves import decision_points, precision_recall_points, roc_points
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.optimism import CHOOSERS
from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.sweep import Sweep
from metricbook.reports.bands import (
    POINTS,
    decision_band,
    pool_cases,
    precision_recall_band,
    roc_band,
    spaced_thresholds,
)
from metricbook.reports.calibration import calibrate, calibration_edges
from metricbook.reports.cautions import list_cautions
from metricbook.reports.contents import (
    GROUPS_OF_SCORES,
    OF_GROUPS,
    SIDE,
    VERTICES,
    Analysis,
    AtThreshold,
    Bands,
    Budget,
    Calibration,
    Curves,
    Difference,
    Group,
    Model,
    PositivesFound,
    Priced,
    Prices,
    TileOfModels,
)
from metricbook.reports.divisions import (
    compare_folds,
    compare_parts,
    find_cluster_effects,
    fold_columns,
    measure_drift,
    split,
    split_auroc,
)
from metricbook.reports.estimates import ROUNDING, Array, Cases, Counted, Estimate, Rows, cheapest_step, mistake_costs
from metricbook.reports.near_ties import find_near_ties
from metricbook.reports.net_benefit import decision_curve, decision_thresholds
from metricbook.reports.not_worse import Against, NotWorse, centre, judge, subtract_unpaired, widen
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.question import MEASURES, Question, Setting, judge_metrics
from metricbook.reports.recalibration import cost_saved, recalibrate
from metricbook.reports.sentences import say
from metricbook.reports.settling import count_enough
from metricbook.reports.tallies import bracket
from metricbook.reports.thinning import thin
from metricbook.tile.sample import hull_performances
from metricbook.tile.scores import ranking_score, tile_axes

#: Maximum number of models, and of characters in a model's name.
MOST_MODELS: Final = 10
LONGEST_NAME: Final = 40
#: What metrics of each kind need.
NEEDED: Final = {
    "budget": "a budget",
    "cost": "the costs of both mistakes and a threshold",
    "decision": "a threshold",
    "probability": "scores between 0 and 1 that are meant as probabilities",
}
#: Metrics that do not depend on the share of positives.
OF_ANY_MIX: Final = frozenset({"auroc", "auch", "kolmogorov_smirnov", "balanced_accuracy", "recall", "specificity"})
#: Rows of the table of thresholds.
ROWS: Final = 10


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
    bootstrapped = _bootstrap(cases, replicates, np.random.default_rng(seed), progress)
    models = {
        name: _analyse_model(cases, name, level, bootstrapped.best[name])
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
        tile=_analyse_tile(cases, bootstrapped) if len(models) > 1 else None,
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
        analysis.not_worse.extend(_hold_against(cases, analysis, against))
    if isinstance(cases, Rows):
        _divide(cases, analysis, level)
    analysis.cautions.extend(list_cautions(analysis, data))
    first, main = next(iter(models.values())), analysis.main.name
    return replace(
        analysis,
        enough=count_enough(cases, analysis, _parameters(main, first.threshold, cases)),
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


def _hold_against(cases: Cases, analysis: Analysis, against: Against) -> list[NotWorse]:
    """Whether each model is not worse than the one in use, on the same cases."""
    models, production = analysis.models, against.model
    metric = _metric_in_common(against, analysis, analysis)
    own = {name: _parameters(metric, model.threshold, cases) for name, model in models.items()}
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


def _choose_threshold(sweep: Sweep, question: Question, odds: float) -> tuple[float | None, str, bool]:
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


def _computable_metrics(threshold: float | None, probabilities: bool, question: Question) -> list[str]:
    """The metrics that can be computed for a model."""
    possible = {
        "ranking": True,
        "budget": question.budget is not None,
        "probability": probabilities,
        "decision": threshold is not None,
        "cost": threshold is not None and question.cost_proportion is not None,
    }
    return [measure.name for measure in MEASURES.values() if possible[measure.kind]]


def _parameters(metric: str, threshold: float | None, cases: Cases) -> dict[str, Any]:
    """The keyword arguments that a metric takes."""
    kind = MEASURES[metric].kind
    if metric in CHOOSERS:
        return cases.of_best[metric]
    if kind == "budget":
        return {"k": cases.question.share(cases.size)}
    return {"threshold": threshold} if kind in ("decision", "cost") else {}


def _analyse_model(cases: Cases, name: str, level: float, best_drawn: Array) -> Model:
    """Everything about one model; ``best_drawn`` are the best thresholds of the bootstrap."""
    sweep, question = cases.sweep(name), cases.question
    threshold, why, probabilities = _choose_threshold(sweep, question, cases.odds)
    weights = np.diff(sweep.true_positives + sweep.false_positives, prepend=0.0)
    tail = (1 - level) / 2
    metrics = _computable_metrics(threshold, probabilities, question)
    histogram, histogram_error = _group_scores(sweep, _most_per_model(GROUPS_OF_SCORES, cases))
    return Model(
        name=name,
        distinct=int(sweep.thresholds.size),
        lowest=float(sweep.thresholds[-1]),
        highest=float(sweep.thresholds[0]),
        mean=float(weights @ sweep.thresholds / weights.sum()),
        positive_share=sweep.positives / (sweep.positives + sweep.negatives),
        threshold=threshold,
        threshold_why=why,
        probabilities=probabilities,
        metrics={each: cases.estimate(each, name, level, **_parameters(each, threshold, cases)) for each in metrics},
        curves=_analyse_curves(cases, name, sweep, threshold, probabilities, level),
        thresholds=_tabulate_thresholds(sweep, question, ROWS if len(cases.names) <= 8 else ROWS // 2),
        best=_performance_at(sweep, cheapest_step(sweep, question), question),
        best_range=(float(np.quantile(best_drawn, tail)), float(np.quantile(best_drawn, 1 - tail))),
        recalibration=recalibrate(cases, name, level) if probabilities else None,
        brier_parts=_decompose_brier_score(sweep) if probabilities else None,
        histogram=histogram,
        histogram_error=histogram_error,
        near_ties=find_near_ties(
            cases, name, {each: _parameters(each, threshold, cases) for each in metrics}, threshold
        ),
    )


def _most_per_model(most: int, cases: Cases) -> int:
    """How many of something a page has of each model: fewer if there are many models."""
    shared = 2 * most // (len(cases.names) + 1)
    return shared if len(cases.names) <= 8 else 3 * shared // 4


def _analyse_curves(
    cases: Cases, name: str, sweep: Sweep, threshold: float | None, probabilities: bool, level: float
) -> Curves:
    """The curves that a model has, thinned; smooth ones need few vertices, and precision begins with jags."""
    most = _most_per_model(VERTICES, cases)
    cost = cost_curve_of(sweep, over="cost")
    decided = None if threshold is None else decision_points(cases.decisions(name, threshold))
    calibration, bands = _analyse_bands(cases, name, sweep, probabilities, level)
    return Curves(
        roc=thin(*roc_points(sweep), most=most),
        precision_recall=thin(*precision_recall_points(sweep), most=min(3 * most // 2, VERTICES)),
        cost=thin(cost.conditions, cost.losses, most=most),
        confidence=None if decided is None else thin(*decided, most=most // 2),
        decision=decision_curve(sweep, cases.odds, cases.question, most // 2) if probabilities else None,
        calibration=calibration,
        bands=bands,
    )


def _analyse_bands(
    cases: Cases, name: str, sweep: Sweep, probabilities: bool, level: float
) -> tuple[Calibration | None, Bands]:
    """Calibration, if scores are probabilities, and the bands of curves, from one table of the cases."""
    thresholds = spaced_thresholds(sweep, POINTS)
    if not probabilities:
        pool = pool_cases(cases, name, thresholds)
        return None, Bands(roc_band(pool, thresholds, level), precision_recall_band(pool, thresholds, level), None)
    odds, decided = decision_thresholds(sweep, cases.odds, cases.question, POINTS)
    edges = np.unique(np.concatenate([thresholds, decided, calibration_edges(sweep)]))
    pool = pool_cases(cases, name, edges)
    bands = Bands(
        roc_band(pool, thresholds, level),
        precision_recall_band(pool, thresholds, level),
        decision_band(pool, odds, decided, level),
    )
    return calibrate(pool, sweep, level), bands


def _performance_at(sweep: Sweep, flagged: int, question: Question) -> AtThreshold:
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


def _tabulate_thresholds(sweep: Sweep, question: Question, rows: int) -> list[AtThreshold]:
    """The performance at thresholds about equal steps of recall apart."""
    recall = sweep.true_positives / sweep.positives
    wanted = np.searchsorted(recall, np.linspace(0, 1, rows + 1)[1:] - 1e-12) + 1
    return [_performance_at(sweep, int(k), question) for k in np.unique(np.minimum(wanted, recall.size))]


def _decompose_brier_score(sweep: Sweep) -> tuple[float, float, float]:
    """Miscalibration, discrimination and uncertainty, by the isotonic regression that the ROC hull is."""
    false, true = (np.diff(x, prepend=0.0) for x in roc_hull_points(sweep))
    total = sweep.positives + sweep.negatives
    recalibrated = float((true * false / np.maximum(true + false, 1e-300)).sum()) / total
    uncertainty = sweep.positives * sweep.negatives / total**2
    return brier_score_of(sweep) - recalibrated, uncertainty - recalibrated, uncertainty


def _group_scores(sweep: Sweep, most: int) -> tuple[list[tuple[float, float, float]], float]:
    """Groups of neighbouring scores, highest first, each with its positives and negatives; and the error of AUROC."""
    size = sweep.thresholds.size
    last = np.unique(np.linspace(0, size, min(size, most) + 1)[1:].round().astype(int)) - 1
    positives, negatives = (np.diff(x[last], prepend=0.0) for x in (sweep.true_positives, sweep.false_positives))
    grouped = Sweep.of_steps(sweep.thresholds[last], positives, negatives)
    groups = zip(grouped.thresholds.tolist(), positives.tolist(), negatives.tolist(), strict=True)
    return list(groups), abs(auroc_of(grouped) - auroc_of(sweep))


def _disagree(cases: Rows, analysis: Analysis) -> dict[str, float]:
    """How often each metric of both models would order them oppositely to the main one, were they equally good."""
    (first, one), (second, other) = analysis.models.items()
    own = {
        metric: {name: _parameters(metric, model.threshold, cases) for name, model in analysis.models.items()}
        for metric in one.metrics
        if metric in other.metrics
    }
    return cases.disagree(analysis.main.name, first, second, own)


def _compare_models(cases: Cases, analysis: Analysis, progress: Progress) -> list[Difference]:
    """Differences of every metric and pair, with intervals that for each metric hold for all pairs together."""
    own: dict[str, dict[str, dict[str, Any]]] = {}
    for name, model in analysis.models.items():
        for metric in model.metrics:
            own.setdefault(metric, {})[name] = _parameters(metric, model.threshold, cases)
    levels = {metric: cases.level_of_each(metric, analysis.level, parameters) for metric, parameters in own.items()}
    analysis.levels.update(levels)
    return [
        Difference(metric, first, second, cases.difference(metric, first, second, levels[metric], own[metric]))
        for first, second in progress(analysis.pairs, "differences", len(analysis.pairs))
        for metric in analysis.models[first].metrics
        if metric in analysis.models[second].metrics
    ]


class _Bootstrapped(NamedTuple):
    """Each model's best thresholds in the replicates, and the share in which it alone is best at a point of the Tile.

    The shares are of shape (models, SIDE, SIDE).
    """

    best: dict[str, Array]
    winners: Array


def _bootstrap(cases: Cases, replicates: int, rng: np.random.Generator, progress: Progress) -> _Bootstrapped:
    best: dict[str, list[float]] = {name: [] for name in cases.names}
    winners, compared = np.zeros((len(cases.names), SIDE, SIDE)), 0
    for sweeps in progress(cases.draws(replicates, rng), "replicates", replicates):
        if not all(sweep.positives and sweep.negatives for sweep in sweeps.values()):
            continue  # a draw without a class says nothing about either
        for name, sweep in sweeps.items():
            best[name].append(_performance_at(sweep, cheapest_step(sweep, cases.question), cases.question).threshold)
        if len(sweeps) > 1:
            best_there = _best_models(list(sweeps.values()))
            alone = best_there >= 0
            np.add.at(winners, (best_there[alone], *np.nonzero(alone)), 1)
            compared += 1
    finite = {name: np.clip(np.array(drawn or [math.nan]), -1e300, 1e300) for name, drawn in best.items()}
    return _Bootstrapped(finite, winners / max(compared, 1))


def _best_models(sweeps: list[Sweep]) -> NDArray[np.intp]:
    """Index of the model whose best threshold scores highest at each point of the Tile, or -1 for ties; rows are b."""
    a, b = tile_axes(SIDE)
    scores = np.stack([_best_scores(sweep, a, b) for sweep in sweeps])
    several = (scores >= scores.max(axis=0) - ROUNDING).sum(axis=0) > 1
    return np.where(several, -1, scores.argmax(axis=0))


def _best_scores(sweep: Sweep, a: Array, b: Array) -> Array:
    """The highest ranking score of a model's thresholds at each point of the Tile."""
    _, performances = hull_performances(sweep)
    # A threshold that flags everything or nothing is every model's, and no model's merit.
    own = performances[1:-1] if len(performances) > 2 else performances
    return ranking_score(own[:, np.newaxis, np.newaxis, :], a, b).max(axis=0)


def _analyse_tile(cases: Cases, bootstrapped: _Bootstrapped) -> TileOfModels:
    winner = _best_models([cases.sweep(name) for name in cases.names])
    agreeing = np.take_along_axis(bootstrapped.winners, winner[np.newaxis], axis=0)[0]
    wins = {name: float((winner == k).mean()) for k, name in enumerate(cases.names)}
    return TileOfModels(winner, np.where(winner < 0, 0.0, agreeing), wins)


def _divide(cases: Rows, analysis: Analysis, level: float) -> None:
    """Add what is found in groups, periods and folds, and with clusters; the metric compared is known by now."""
    metric, best = analysis.compared.name, analysis.winners[0]
    own = {
        name: _parameters(metric, model.threshold, cases)
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
                    metric: subgroup.estimate(metric, name, level, **_parameters(metric, model.threshold, cases))
                    for metric in (
                        dict.fromkeys([*OF_GROUPS, analysis.compared.name]) if positives and negatives else ()
                    )
                    if metric in model.metrics
                }
                found = less[name][k] if name in less else None
                yield Group(column, value, name, int(subgroup.size), int(positives), metrics, found)
