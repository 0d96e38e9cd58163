"""Computing what a report holds, from cases of either kind."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.calibration import calibration_curve_of
from metricbook.metrics.costs import cost_curve_of
from metricbook.metrics.curves import decision_curves_of, precision_recall_curve_of, roc_curve_of
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.sweep import Sweep
from metricbook.reports.cautions import cautions
from metricbook.reports.contents import (
    GROUPS_OF_SCORES,
    OF_GROUPS,
    SIDE,
    VERTICES,
    Analysis,
    AtThreshold,
    Between,
    Budget,
    Curves,
    Difference,
    Found,
    Group,
    Model,
    Priced,
    Prices,
    TileOfModels,
)
from metricbook.reports.estimates import ROUNDING, Array, Cases, Counted, Rows, prices
from metricbook.reports.near_ties import nearly_tied
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.question import MEASURES, Question, Setting, answered
from metricbook.reports.recalibration import recalibration
from metricbook.reports.tallies import bracket
from metricbook.reports.thinning import Thinned, thin
from metricbook.tile.sample import hull_performances
from metricbook.tile.scores import ranking_score, tile_axes

if TYPE_CHECKING:
    import pandas as pd

#: So many models can be shown together, with names of so many characters.
MOST_MODELS: Final = 10
LONGEST_NAME: Final = 40
#: Rows of the table of thresholds.
ROWS: Final = 10


def analyse(
    data: Predictions | Counts,
    question: Question | None = None,
    *,
    level: float = 0.95,
    replicates: int = 400,
    seed: int = 0,
    progress: Progress = hide_progress,
) -> Analysis:
    """Compute all that a report says.

    Parameters
    ----------
    data : Predictions or Counts
    question : Question, optional
        What is known about the use of the models.
    level : float
        Level of the confidence intervals.
    replicates : int
        How many samples are drawn anew, for what has no closed form: the Tile and the best thresholds.
    seed : int
        Of what is drawn.
    progress : callable, optional
        Makes progress bars.

    Raises
    ------
    ValueError
        If a class is missing, or an argument is out of range.
    """
    if not 0 < level < 1:
        raise ValueError(f"the level must lie strictly between 0 and 1, not {level!r}")
    if replicates < 1:
        raise ValueError(f"at least one replicate is needed, not {replicates!r}")
    question = question or Question()
    cases: Rows | Counted = Rows(data, question) if isinstance(data, Predictions) else Counted(data, question)
    if len(cases.names) > MOST_MODELS:
        raise ValueError(f"{len(cases.names)} models are more than the {MOST_MODELS} that a report compares")
    if long := next((name for name in cases.names if len(name) > LONGEST_NAME), None):
        raise ValueError(
            f"the name {long[:20]}… has {len(long)} characters: at most {LONGEST_NAME} fit into tables; rename it"
        )
    positives, negatives = cases.classes
    if not positives or not negatives:
        raise ValueError("all cases are of one class: a report needs positives and negatives")
    drawn = _replicates(cases, replicates, np.random.default_rng(seed), progress)
    models = {
        name: _model(cases, name, level, drawn.best[name]) for name in progress(cases.names, "models", len(cases.names))
    }
    setting = Setting(cases.size, all(model.threshold is not None for model in models.values()))
    found = Analysis(
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
        groups=_groups(cases, models, level) if isinstance(cases, Rows) else [],
        between=_between(cases) if isinstance(cases, Rows) else [],
        tile=_tile(cases, drawn) if len(models) > 1 else None,
        answers=answered(question, setting),
        budget=_budget(cases, models) if question.budget is not None else None,
        prices=_prices(cases, models, level) if question.cost_proportion is not None else None,
        same_rankings=[pair for pair in combinations(models, 2) if cases.same_ranking(*pair)],
    )
    if isinstance(data, Counts):
        found.brackets.update({name: bracket("auroc", tally) for name, tally in data.tallies.items() if tally.binned})
    found.differences.extend(_differences(cases, found, progress))
    found.verdicts.extend(_verdicts(found))
    found.cautions.extend(cautions(found, data))
    return found


def _verdicts(found: Analysis) -> list[Difference]:
    """The best model by the main metric less each of the others: what the table of differences holds, and no other."""
    best, *others = found.ranked
    known = {(one.first, one.second): one.estimate for one in found.differences if one.metric == found.main.name}
    turned = {(second, first): estimate.linear(-1) for (first, second), estimate in known.items()}
    return [Difference(found.main.name, best, other, {**turned, **known}[best, other]) for other in others]


def _budget(cases: Cases, models: Mapping[str, Model]) -> Budget:
    """What is found among the first k cases: the precision among them, in cases."""
    k = cases.question.share(cases.size) * cases.size
    found = {}
    for name, model in models.items():
        positives = model.positive_share * cases.size
        found[name] = Found(
            model.metrics["precision_at_k"].linear(k), model.metrics["recall_at_k"].linear(-positives, positives)
        )
    return Budget(k, found)


def _prices(cases: Cases, models: Mapping[str, Model], level: float) -> Prices:
    """What decisions cost with and without a model; the differences hold for all models and both ways together."""
    first = next(iter(models))
    everybody, nobody = (cases.estimate("cost", first, level, threshold=at) for at in (-math.inf, math.inf))
    found = Prices(everybody, nobody, {})
    for name, model in models.items():
        best = cases.least_cost(name, level)
        without = -math.inf if found.without == "everybody" else math.inf
        together = 1 - (1 - level) / (2 * len(models))
        less = None if model.threshold is None else cases.cost_less(name, model.threshold, without, together)
        found.models[name] = Priced(best, less)
    return found


def _threshold(sweep: Sweep, question: Question, odds: float) -> tuple[float | None, str, bool]:
    """Where a model decides, why, and whether its scores are taken for probabilities: of data with these odds."""
    high, low = float(sweep.thresholds[0]), float(sweep.thresholds[-1])
    may_be = low >= 0 and high <= 1
    probabilities = may_be and question.probabilities is not False
    price = question.cost_proportion
    if question.threshold is not None:
        return question.threshold, "it was given", probabilities
    if probabilities and price is not None:
        at = price if question.prevalence is None else _at_home(price / (1 - price), sweep, odds)
        return at, "the prices imply it, if the scores are probabilities", True
    if probabilities:
        return 0.5, "the scores may be probabilities", True
    if low < 0 < high:
        return 0.0, "the scores have both signs", False
    return None, "the scores do not say where they decide: give a threshold", False


def _at_home(wanted: float, sweep: Sweep, odds: float) -> float:
    """The probability, among the data with their odds of positives, of a case whose odds in the sweep are as wanted."""
    at_home = wanted * odds * sweep.negatives / sweep.positives
    return at_home / (1 + at_home)


def _asked(threshold: float | None, probabilities: bool, question: Question) -> list[str]:
    """The metrics that can be computed for a model."""
    possible = {
        "ranking": True,
        "budget": question.budget is not None,
        "probability": probabilities,
        "decision": threshold is not None,
        "cost": threshold is not None and question.cost_proportion is not None,
    }
    return [measure.name for measure in MEASURES.values() if possible[measure.kind]]


def _given(metric: str, threshold: float | None, cases: Cases) -> dict[str, Any]:
    """The parameters of a metric."""
    kind = MEASURES[metric].kind
    if kind == "budget":
        return {"k": cases.question.share(cases.size)}
    return {"threshold": threshold} if kind in ("decision", "cost") else {}


def _model(cases: Cases, name: str, level: float, best_drawn: Array) -> Model:
    sweep = cases.sweep(name)
    threshold, why, probabilities = _threshold(sweep, cases.question, cases.odds)
    weights = np.diff(sweep.true_positives + sweep.false_positives, prepend=0.0)
    tail = (1 - level) / 2
    asked = _asked(threshold, probabilities, cases.question)
    histogram, histogram_error = _histogram(sweep, _of_each(GROUPS_OF_SCORES, cases))
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
        metrics={metric: cases.estimate(metric, name, level, **_given(metric, threshold, cases)) for metric in asked},
        curves=_curves(cases, name, sweep, threshold, probabilities),
        thresholds=_thresholds(sweep, cases.question, ROWS if len(cases.names) <= 8 else ROWS // 2),
        best=_at(sweep, _best(sweep, cases.question), cases.question),
        best_range=(float(np.quantile(best_drawn, tail)), float(np.quantile(best_drawn, 1 - tail))),
        recalibration=recalibration(cases, name, level) if probabilities else None,
        brier_parts=_brier_parts(sweep) if probabilities else None,
        histogram=histogram,
        histogram_error=histogram_error,
        near_ties=nearly_tied(cases, name, asked, threshold),
    )


def _of_each(most: int, cases: Cases) -> int:
    """How many of a kind a page holds of each model: fewer where there are many, so that all fit on it."""
    return min(most, 3 * most // (len(cases.names) + 1))


def _curves(cases: Cases, name: str, sweep: Sweep, threshold: float | None, probabilities: bool) -> Curves:
    most = _of_each(VERTICES, cases)
    cost = cost_curve_of(sweep, over="cost")
    decided = None if threshold is None else decision_curves_of(cases.decisions(name, threshold))
    calibration = calibration_curve_of(sweep, bins=10).to_numpy().tolist() if probabilities else []
    return Curves(
        roc=_thinned(roc_curve_of(sweep), most),
        precision_recall=_thinned(precision_recall_curve_of(sweep), most),
        cost=thin(cost.conditions, cost.losses, most=most),
        confidence=None if decided is None else _thinned(decided, most),
        calibration=[(score, share, weight) for score, share, weight in calibration],
    )


def _thinned(curve: pd.DataFrame, most: int) -> Thinned:
    """A curve whose first two columns are where it runs."""
    x, y, *_ = curve.to_numpy().T
    return thin(x, y, most=most)


def _best(sweep: Sweep, question: Question) -> int:
    """How many of the distinct scores the cheapest threshold flags."""
    of_fp, of_fn = prices(question)
    spent = of_fp * np.append(0.0, sweep.false_positives) - of_fn * np.append(0.0, sweep.true_positives)
    return int(spent.argmin())


def _at(sweep: Sweep, flagged: int, question: Question) -> AtThreshold:
    """What happens if so many of the distinct scores are flagged; the threshold is the lowest score that is."""
    true, false = (float(x[flagged - 1]) if flagged else 0.0 for x in (sweep.true_positives, sweep.false_positives))
    total = sweep.positives + sweep.negatives
    of_fp, of_fn = prices(question)
    return AtThreshold(
        threshold=float(sweep.thresholds[flagged - 1]) if flagged else math.inf,
        flagged=(true + false) / total,
        recall=true / sweep.positives,
        false_positive_rate=false / sweep.negatives,
        precision=true / (true + false) if flagged else math.nan,
        cost=(of_fp * false + of_fn * (sweep.positives - true)) / total,
        net_benefit=(true - of_fp / of_fn * false) / total,
    )


def _thresholds(sweep: Sweep, question: Question, rows: int) -> list[AtThreshold]:
    """Thresholds that flag more and more: about equal steps of recall."""
    recall = sweep.true_positives / sweep.positives
    wanted = np.searchsorted(recall, np.linspace(0, 1, rows + 1)[1:] - 1e-12) + 1
    return [_at(sweep, int(k), question) for k in np.unique(np.minimum(wanted, recall.size))]


def _brier_parts(sweep: Sweep) -> tuple[float, float, float]:
    """Miscalibration, discrimination and uncertainty, by the isotonic regression that the ROC hull is."""
    from metricbook.metrics.calibration import brier_score_of

    false, true = (np.diff(x, prepend=0.0) for x in roc_hull_points(sweep))
    total = sweep.positives + sweep.negatives
    recalibrated = float((true * false / np.maximum(true + false, 1e-300)).sum()) / total
    uncertainty = sweep.positives * sweep.negatives / total**2
    return brier_score_of(sweep) - recalibrated, uncertainty - recalibrated, uncertainty


def _histogram(sweep: Sweep, most: int) -> tuple[list[tuple[float, float, float]], float]:
    """Neighbouring scores put together, highest first, and how far the AUROC moves at most."""
    size = sweep.thresholds.size
    last = np.unique(np.linspace(0, size, min(size, most) + 1)[1:].round().astype(int)) - 1
    positives, negatives = (np.diff(x[last], prepend=0.0) for x in (sweep.true_positives, sweep.false_positives))
    grouped = Sweep.of_steps(sweep.thresholds[last], positives, negatives)
    found = zip(grouped.thresholds.tolist(), positives.tolist(), negatives.tolist(), strict=True)
    return list(found), abs(auroc_of(grouped) - auroc_of(sweep))


def _differences(cases: Cases, found: Analysis, progress: Progress) -> list[Difference]:
    """Of each metric the differences of the pairs, at a level at which those of all pairs of models hold together."""
    own: dict[str, dict[str, dict[str, Any]]] = {}
    for name, model in found.models.items():
        for metric in model.metrics:
            own.setdefault(metric, {})[name] = _given(metric, model.threshold, cases)
    levels = {metric: cases.level_of_each(metric, found.level, of) for metric, of in own.items()}
    return [
        Difference(metric, first, second, cases.difference(metric, first, second, levels[metric], own[metric]))
        for first, second in progress(found.pairs, "differences", len(found.pairs))
        for metric in found.models[first].metrics
        if metric in found.models[second].metrics
    ]


class _Drawn(NamedTuple):
    """What the replicates say: the cheapest thresholds, and the share in which each model alone is best at a place."""

    best: dict[str, Array]
    winners: Array


def _replicates(cases: Cases, replicates: int, rng: np.random.Generator, progress: Progress) -> _Drawn:
    best: dict[str, list[float]] = {name: [] for name in cases.names}
    winners, drawn = np.zeros((len(cases.names), SIDE, SIDE)), 0
    for sweeps in progress(cases.draws(replicates, rng), "replicates", replicates):
        if not all(sweep.positives and sweep.negatives for sweep in sweeps.values()):
            continue  # a draw without a class says nothing about either
        for name, sweep in sweeps.items():
            best[name].append(_at(sweep, _best(sweep, cases.question), cases.question).threshold)
        if len(sweeps) > 1:
            best_there = _winners(list(sweeps.values()))
            alone = best_there >= 0
            np.add.at(winners, (best_there[alone], *np.nonzero(alone)), 1)
            drawn += 1
    thresholds = {name: np.clip(np.array(found or [math.nan]), -1e300, 1e300) for name, found in best.items()}
    return _Drawn(thresholds, winners / max(drawn, 1))


def _winners(sweeps: list[Sweep]) -> NDArray[np.intp]:
    """Index of the model whose best threshold alone scores highest at each place, or -1; rows are b."""
    a, b = tile_axes(SIDE)
    scores = np.stack([_best_scores(sweep, a, b) for sweep in sweeps])
    several = (scores >= scores.max(axis=0) - ROUNDING).sum(axis=0) > 1
    return np.where(several, -1, scores.argmax(axis=0))


def _best_scores(sweep: Sweep, a: Array, b: Array) -> Array:
    _, performances = hull_performances(sweep)
    # A threshold that flags everything or nothing is every model's, and no model's merit.
    own = performances[1:-1] if len(performances) > 2 else performances
    return ranking_score(own[:, np.newaxis, np.newaxis, :], a, b).max(axis=0)


def _tile(cases: Cases, drawn: _Drawn) -> TileOfModels:
    winner = _winners([cases.sweep(name) for name in cases.names])
    share = np.where(winner < 0, 0.0, np.take_along_axis(drawn.winners, winner[np.newaxis], axis=0)[0])
    wins = {name: float((winner == k).mean()) for k, name in enumerate(cases.names)}
    return TileOfModels(winner, share, wins)


def _groups(cases: Rows, models: Mapping[str, Model], level: float) -> list[Group]:
    found = []
    for column, values in cases.predictions.groups.items():
        for value in np.unique(values).tolist():
            among = cases.among(values == value)
            positives, negatives = among.classes
            for name, model in models.items():
                metrics = {
                    metric: among.estimate(metric, name, level, **_given(metric, model.threshold, cases))
                    for metric in (OF_GROUPS if positives and negatives else ())
                    if metric in model.metrics
                }
                found.append(Group(column, value, name, int(among.size), int(positives), metrics))
    return found


def _between(cases: Rows) -> list[Between]:
    found = []
    for column, values in cases.predictions.groups.items():
        for name in cases.names:
            whole = cases.sweep(name)
            pairs = whole.positives * whole.negatives
            within = won = 0.0
            for value in np.unique(values).tolist():
                chosen = values == value
                weights = None if cases.weights is None else cases.weights[chosen]
                p = cases.predictions
                part = Sweep(p.labels[chosen], p.scores[name][chosen], sample_weight=weights)
                inside = part.positives * part.negatives
                within += inside
                won += inside * auroc_of(part) if inside else 0.0
            across = pairs - within
            found.append(
                Between(
                    column,
                    name,
                    across / pairs,
                    won / within if within else None,
                    (auroc_of(whole) * pairs - won) / across if across > 1e-9 * pairs else None,
                )
            )
    return found
