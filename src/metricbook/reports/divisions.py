"""The cases divided into groups, periods, folds and clusters, and how these differ from each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.metrics.interval_ends import ends, ends_on_logit_scale
from metricbook.metrics.intervals import Interval
from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.standard_errors import Spread, spread, student
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units
from metricbook.reports.apart import Part, differ_from_others, fit_trend, least_cases, level_of_one, weigh
from metricbook.reports.estimates import Estimate
from metricbook.reports.part_contents import Between, ClusterEffect, Drift, Fold, Folds, Period, Pooled
from metricbook.reports.predictions import Predictions
from metricbook.reports.rows import Rows
from metricbook.reports.sentences import say

Indices: TypeAlias = NDArray[np.intp]
#: Degrees of freedom for which the variance of all parts counts in that of one (Smyth 2004, moderated variances).
PRIOR: Final = 10.0
#: Parts of the cases: which they are, and they themselves.
Divided: TypeAlias = list[tuple[Indices, Rows]]
#: The parameters that each model's metric takes.
Parameters: TypeAlias = Mapping[str, Mapping[str, Any]]


def split(values: NDArray[Any]) -> Iterator[tuple[Any, Indices]]:
    """The distinct values, ascending, and the cases with each."""
    distinct, place = np.unique(values, return_inverse=True)
    order = np.argsort(place, kind="stable")
    ends = np.cumsum(np.bincount(place, minlength=distinct.size))[:-1]
    yield from zip(distinct.tolist(), np.split(order, ends), strict=True)


def compare_parts(
    cases: Rows, parts: Divided, metric: str, model: str, level: float, parameters: Mapping[str, Any]
) -> list[Estimate]:
    """A metric of each part of the cases less that of the others, with intervals that hold for all parts together.

    A part is given by its cases; the mean of the others weighs each by `weigh`.
    """
    return differ_from_others(_make_parts(cases, parts, metric, model, level, parameters)[0])


def _make_parts(
    cases: Rows,
    parts: Divided,
    metric: str,
    model: str,
    level: float,
    parameters: Mapping[str, Any],
    more: int = 0,
) -> tuple[list[Part], float]:
    """The parts to compare, and the level of each comparison, if there are some more beside those of parts."""
    least = least_cases(level, len(parts))
    measured = [_measure(part, metric, model, parameters, least) for _, part in parts]
    each = level_of_one(level, sum(of is not None for of in measured) + more)
    pooled = _pool(measured) if cases.predictions.clusters is None and metric != "cost" else None
    found = []
    for (chosen, part), own in zip(parts, measured, strict=True):
        estimate, influence = Estimate(None), Influence(0.0, np.zeros(chosen.size))
        if own is not None:
            influence = own.influence
            estimate = _estimate(part, metric, model, own, pooled, each, parameters)
        drawn = chosen if cases.predictions.clusters is None else cases.predictions.clusters[chosen]
        found.append(Part(estimate, influence, drawn, weigh(*part.classes)))
    return found, each


class _Measured(NamedTuple):
    """A metric of a part of the cases, how far it moves, and the squared influences of each class, of a case alone."""

    influence: Influence
    about: Spread
    squares: tuple[float, float]


def _measure(part: Rows, metric: str, model: str, parameters: Mapping[str, Any], least: int) -> _Measured | None:
    """None for a part with too few cases of a class, or where the metric is undefined."""
    if min(part.classes) < least:
        return None
    try:
        influence, units = part.influence(metric, model, parameters), part.units(model)
        about = spread(influence, units.sample, units.member, part.fixed_classes, units.times)
    except ValueError:
        return None
    labels, squared = units.sample.labels, influence.of_cases**2
    alone = float(about.positives**2 * squared[labels].sum()), float(about.negatives**2 * squared[~labels].sum())
    return _Measured(influence, about, alone)


def _pool(measured: list[_Measured | None]) -> tuple[float, float]:
    """The variance that one case of each class brings to a metric, from all parts together."""
    known = [each for each in measured if each is not None]
    freedom = sum(each.about.positives - 1 for each in known), sum(each.about.negatives - 1 for each in known)
    total = [sum(each.squares[k] for each in known) for k in range(2)]
    return total[0] / max(freedom[0], 1.0), total[1] / max(freedom[1], 1.0)


def _estimate(
    part: Rows,
    metric: str,
    model: str,
    own: _Measured,
    pooled: tuple[float, float] | None,
    level: float,
    parameters: Mapping[str, Any],
) -> Estimate:
    """A metric of a part, whose variance is drawn towards that of all parts, as few cases tell little of their own."""
    value, about = own.influence.value, own.about
    if pooled is None or value in (0.0, 1.0):
        return part.estimate(metric, model, level, **parameters)
    prior = pooled[0] / about.positives + pooled[1] / about.negatives
    freedom = about.freedom + PRIOR
    error = math.sqrt((PRIOR * prior + about.freedom * about.error**2) / freedom)
    drawn = about._replace(error=error, freedom=freedom, contributing=about.contributing + PRIOR)
    return Estimate.of(Interval(value, *ends(metric, value, drawn, level), error))


def measure_drift(cases: Rows, metric: str, level: float, parameters: Parameters) -> Iterator[Drift]:
    """The share of positives and a metric of each model in each period."""
    data = cases.predictions
    if data.periods is None:
        return
    parts = [(chosen, cases.among(chosen)) for _, chosen in split(data.periods.codes)]
    less, trends = {}, {}
    for model, given in parameters.items():
        made, each = _make_parts(cases, parts, metric, model, level, given, more=1)
        less[model], trends[model] = differ_from_others(made), fit_trend(made, each)
    prevalences = [estimate_prevalence(part, level) for _, part in parts]
    moved, trend = _compare_prevalences(cases, parts, level)
    periods = []
    for k, (name, (_, part)) in enumerate(zip(data.periods.names, parts, strict=True)):
        positives, negatives = part.classes
        both = bool(positives and negatives)
        metrics = {
            model: part.estimate(metric, model, level, **given) if both else Estimate(None, note=say("note.one_class"))
            for model, given in parameters.items()
        }
        compared = {model: of_parts[k] for model, of_parts in less.items()}
        periods.append(
            Period(name, int(part.size), int(positives), prevalences[k], moved[k] if moved else None, metrics, compared)
        )
    yield Drift(data.columns.get("time", "time"), data.periods.unit, metric, periods, trend, trends)


def estimate_prevalence(cases: Rows, level: float) -> Estimate:
    """The share of positives with its interval, which is exact where one class alone occurs."""
    found, units = _share_of_positives(cases)
    if found.value in (0.0, 1.0):
        clusters = cases.predictions.clusters
        draws = cases.size if clusters is None else float(clusters.max()) + 1
        far = ((1 - level) / 2) ** (1 / draws)
        return Estimate(found.value, 0.0 if found.value == 0 else far, 1 - far if found.value == 0 else 1.0, 0.0)
    try:
        about = spread(found, units.sample, units.member, False)
    except ValueError as undefined:
        return Estimate(found.value, note=str(undefined))
    low, high = ends_on_logit_scale(found.value, student(level, about.freedom) * about.error)
    return Estimate(found.value, low, high, about.error)


def _share_of_positives(cases: Rows) -> tuple[Influence, Units]:
    units = cases.units(next(iter(cases.names)))
    labels, _, weights = units.sample
    each = np.ones(labels.size) if weights is None else weights
    share = float(each @ labels / each.sum())
    return Influence(share, each * (labels - share) / each.sum()), units


def _compare_prevalences(cases: Rows, parts: Divided, level: float) -> tuple[list[Estimate], Estimate | None]:
    """The share of positives of each part less that of the others, and its trend; none if classes were fixed."""
    if cases.question.fixed_classes:
        return [], None
    each, clusters = level_of_one(level, len(parts) + 1), cases.predictions.clusters
    made = [
        Part(
            estimate_prevalence(part, each),
            _share_of_positives(part)[0],
            chosen if clusters is None else clusters[chosen],
            part.size,
        )
        for chosen, part in parts
    ]
    return differ_from_others(made), fit_trend(made, each)


def compare_folds(cases: Rows, folds: NDArray[Any], column: str, level: float, *, given: bool) -> Folds:
    """AUROC of all cases together against the mean of the folds' own; folds of one class are left out of the mean."""
    parts = [(str(value), chosen, cases.among(chosen)) for value, chosen in split(folds)]
    rows = [
        Fold(
            value,
            int(part.size),
            int(part.classes[0]),
            {model: part.estimate("auroc", model, level) for model in cases.names if all(part.classes)},
        )
        for value, _, part in (parts if given else [])
    ]
    both = [(chosen, part) for _, chosen, part in parts if all(part.classes)]
    models = {}
    for model in cases.names:
        pooled = cases.influence("auroc", model, {})
        mean = 0.0
        moved = np.zeros(pooled.of_cases.size)
        for chosen, part in both:
            own = part.influence("auroc", model, {})
            mean += own.value / len(both)
            moved[chosen] = own.of_cases / len(both)
        if both:
            models[model] = Pooled(
                cases.estimate("auroc", model, level),
                _clip_at_one(cases.symmetric(Influence(mean, moved), model, level)),
                cases.symmetric(Influence(pooled.value - mean, pooled.of_cases - moved), model, level),
            )
    return Folds(column, given, len(parts), len(both), rows, models)


def find_cluster_effects(
    cases: Rows, metric: str, model: str, level: float, parameters: Mapping[str, Any]
) -> Iterator[ClusterEffect]:
    """The interval of a metric with and without clusters: those given, or else each column that looks like some."""
    data = cases.predictions
    ways: dict[str, Indices] = {name: each.codes for name, each in data.lookalikes.items() if each.role == "cluster"}
    if data.clusters is not None:
        ways = {"": data.clusters}
    for column, codes in ways.items():
        alone, together = (
            Rows(replace(data, clusters=clusters), cases.question).estimate(metric, model, level, **parameters)
            for clusters in (None, codes)
        )
        number = int(codes.max()) + 1
        largest = int(np.bincount(codes).max())
        yield ClusterEffect(column, data.clusters is not None, number, largest, metric, model, alone, together)


def split_auroc(cases: Rows) -> list[Between]:
    """Every AUROC within and across the groups of every column."""
    splits, data = [], cases.predictions
    for column, values in data.groups.items():
        for name in cases.names:
            whole = cases.sweep(name)
            pairs = whole.positives * whole.negatives
            within = won = 0.0
            for _, chosen in split(values):
                weights = None if cases.weights is None else cases.weights[chosen]
                part = Sweep(data.labels[chosen], data.scores[name][chosen], sample_weight=weights)
                inside = part.positives * part.negatives
                within += inside
                won += inside * auroc_of(part) if inside else 0.0
            across = pairs - within
            splits.append(
                Between(
                    column,
                    name,
                    across / pairs,
                    won / within if within else None,
                    (auroc_of(whole) * pairs - won) / across if across > 1e-9 * pairs else None,
                )
            )
    return splits


def fold_columns(data: Predictions) -> dict[str, tuple[NDArray[Any], bool]]:
    """The folds by column, and whether they were given: those given, or else columns that look like some."""
    if data.folds is not None:
        return {data.columns.get("fold", "fold"): (data.folds, True)}
    return {
        name: (np.array(each.texts)[each.codes], False) for name, each in data.lookalikes.items() if each.role == "fold"
    }


def _clip_at_one(estimate: Estimate) -> Estimate:
    return replace(estimate, high=None if estimate.high is None else min(estimate.high, 1.0))
