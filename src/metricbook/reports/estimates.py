"""Every number of a report with its interval, from rows or from counts: two kinds of cases with one face."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence, influence
from metricbook.metrics.optimism import CHOOSERS, summed
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.uncertainty import Interval, ends, interval, paired_difference, spread, student
from metricbook.metrics.validation import Sample
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import Question

Array: TypeAlias = NDArray[np.float64]
#: A replicate's sweeps have no more steps than this: what is drawn from them are shares of replicates, not values.
STEPS: Final = 2048


@dataclass(frozen=True)
class Estimate:
    """A number and its interval, or why there is none.

    Attributes
    ----------
    value, low, high, standard_error : float or None
        In the metric's unit.
    note : str
        Why the value or its interval is missing.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    note: str = ""

    @classmethod
    def of(cls, found: Interval) -> Estimate:
        """The estimate that an interval is."""
        value, low, high, error = (number if math.isfinite(number) else None for number in map(float, found))
        return cls(value, low, high, error)

    def clear(self) -> bool:
        """Whether 0 lies outside the interval."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


class Cells(NamedTuple):
    """Cases that are alike: their class, score, number, and the weight of all of them at the prevalence asked for."""

    labels: NDArray[np.bool_]
    scores: Array
    times: Array
    weights: Array


class Cases(Protocol):
    """Cases that metrics can be estimated on."""

    question: Question

    @property
    def names(self) -> list[str]:
        """The models."""
        ...

    @property
    def size(self) -> float:
        """How many cases there are."""
        ...

    @property
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""
        ...

    @property
    def odds(self) -> float:
        """How many positives there are for each negative, whatever prevalence is asked for."""
        ...

    def cells(self, model: str) -> Cells | None:
        """The cases of a model; None where different scores were put together."""
        ...

    def sweep(self, model: str) -> Sweep:
        """The sorted cases of a model, at the prevalence asked for."""
        ...

    def decisions(self, model: str, threshold: float) -> ConfidenceSweep:
        """The decisions of a model by confidence, at the prevalence asked for."""
        ...

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model."""
        ...

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second, each with parameters of its own."""
        ...

    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        """Samples drawn anew, the same cases for all models."""
        ...


def prices(question: Question) -> tuple[float, float]:
    """What a false positive and a false negative cost; 1 each where nothing is said."""
    return (question.cost_fp or 1.0, question.cost_fn or 1.0)


class Rows:
    """Cases one by one."""

    def __init__(self, predictions: Predictions, question: Question) -> None:
        self.predictions, self.question = predictions, question
        labels, weights = predictions.labels, predictions.weights
        self.weights, self.fixed_classes = weights, question.fixed_classes
        if question.prevalence is not None:
            self.weights = _at(question.prevalence, labels, np.ones(labels.size) if weights is None else weights)
            self.fixed_classes = self.fixed_classes or not self._mixed()

    def _mixed(self) -> bool:
        """Whether some cluster has cases of both classes, whose numbers cannot be fixed then."""
        of, labels = self.predictions.clusters, self.predictions.labels
        return of is not None and bool(np.intersect1d(of[labels], of[~labels]).size)

    @property
    def names(self) -> list[str]:
        """The models."""
        return list(self.predictions.scores)

    @property
    def size(self) -> float:
        """How many cases there are."""
        return float(self.predictions.labels.size)

    @property
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""
        positives = float(np.count_nonzero(self.predictions.labels))
        return positives, self.size - positives

    @property
    def odds(self) -> float:
        """How many positives there are for each negative, whatever prevalence is asked for."""
        labels, weights = self.predictions.labels, self.predictions.weights
        each = np.ones(labels.size) if weights is None else weights
        return float(each[labels].sum() / each[~labels].sum())

    def among(self, chosen: NDArray[np.bool_]) -> Rows:
        """Only some of the cases."""
        p = self.predictions
        clusters = None if p.clusters is None else np.unique(p.clusters[chosen], return_inverse=True)[1]
        part = replace(
            p,
            labels=p.labels[chosen],
            scores={name: scores[chosen] for name, scores in p.scores.items()},
            weights=None if p.weights is None else p.weights[chosen],
            clusters=clusters,
            groups={},
        )
        return Rows(part, replace(self.question, prevalence=None))

    def cells(self, model: str) -> Cells | None:
        """The cases of a model, one by one."""
        labels, ones = self.predictions.labels, np.ones(self.predictions.labels.size)
        return Cells(labels, self.predictions.scores[model], ones, ones if self.weights is None else self.weights)

    def sweep(self, model: str) -> Sweep:
        """The sorted cases of a model, at the prevalence asked for."""
        return Sweep(self.predictions.labels, self.predictions.scores[model], sample_weight=self.weights)

    def decisions(self, model: str, threshold: float) -> ConfidenceSweep:
        """The decisions of a model by confidence, at the prevalence asked for."""
        p = self.predictions
        return ConfidenceSweep(p.labels, p.scores[model], sample_weight=self.weights, threshold=threshold)

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model, in closed form; where there is no interval, the value and why."""
        p = self.predictions
        if metric == "cost":
            return self._mean_cost([(model, parameters["threshold"])], level)
        given = {"sample_weight": self.weights, **parameters}
        drawn: dict[str, Any] = {"clusters": p.clusters, "fixed_classes": self.fixed_classes, **given}
        try:
            return Estimate.of(interval(metric, p.labels, p.scores[model], level=level, **drawn))
        except ValueError as error:
            return _without_interval(metric, p.labels, p.scores[model], given, error)

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second, on the same cases."""
        p = self.predictions
        if metric == "cost":
            return self._mean_cost([(name, own[name]["threshold"]) for name in (first, second)], level)
        drawn: dict[str, Any] = {"clusters": p.clusters, "fixed_classes": self.fixed_classes}
        both = [p.scores[first], p.scores[second]]
        try:
            if metric in CHOOSERS:
                found = paired_difference(metric, p.labels, *both, level=level, sample_weight=self.weights, **drawn)
                return Estimate.of(found)
            one, other = (
                influence(metric, p.labels, scores, sample_weight=self.weights, **own.get(name, {}))
                for name, scores in zip((first, second), both, strict=True)
            )
            less = Influence(one.value - other.value, one.of_cases - other.of_cases)
            error, freedom = spread(less, Sample(p.labels, both[0], self.weights), **drawn)
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        half = student(level, freedom) * error
        return Estimate.of(Interval(less.value, less.value - half, less.value + half, error))

    def _mean_cost(self, decided: list[tuple[str, float]], level: float) -> Estimate:
        """The mean cost of a case, or the difference of two, with a symmetric interval."""
        p = self.predictions
        weights = np.ones(p.labels.size) if self.weights is None else self.weights
        paid = np.zeros(p.labels.size)
        for sign, (model, threshold) in zip((1, -1), decided, strict=False):
            paid += sign * cost_of_a_case(p.labels, p.scores[model], threshold, self.question)
        value = float(weights @ paid / weights.sum())
        found = Influence(value, weights * (paid - value) / weights.sum())
        sample = Sample(p.labels, p.scores[decided[0][0]], self.weights)
        error, freedom = spread(found, sample, p.clusters, self.fixed_classes)
        half = student(level, freedom) * error
        low = value - half if len(decided) > 1 else max(value - half, 0.0)
        return Estimate(value, low, value + half, error)

    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        """Samples drawn anew, the same cases for all models."""
        p = self.predictions
        weights = np.ones(p.labels.size) if self.weights is None else self.weights
        steps = {name: _steps(scores) for name, scores in p.scores.items()}
        for _ in range(replicates):
            drawn = weights * self._times(rng)
            sweeps = {}
            for name, (edges, step) in steps.items():
                sweeps[name] = _drawn(edges, 2 * step + p.labels, drawn)
            yield sweeps

    def _times(self, rng: np.random.Generator) -> Array:
        """How often each case is drawn."""
        p = self.predictions
        if p.clusters is not None:
            number = int(p.clusters.max()) + 1
            return np.bincount(rng.integers(number, size=number), minlength=number)[p.clusters].astype(float)
        size = p.labels.size
        parts = [p.labels, ~p.labels] if self.fixed_classes else [np.ones(size, dtype=bool)]
        chosen = [part[rng.integers(part.size, size=part.size)] for part in map(np.flatnonzero, parts)]
        return np.bincount(np.concatenate(chosen), minlength=size).astype(float)


class Counted:
    """Cases counted: every case of one label and one score is like the others."""

    def __init__(self, counts: Counts, question: Question) -> None:
        self.counts, self.question = counts, question
        self._cells: dict[str, Cells] = {}
        for name, tally in counts.tallies.items():
            labels = np.repeat([False, True], tally.scores.size)
            scores, times = np.tile(tally.scores, 2), np.append(tally.negatives, tally.positives)
            there = times > 0
            labels, scores, times = labels[there], scores[there], times[there]
            weights = times if question.prevalence is None else _at(question.prevalence, labels, times)
            self._cells[name] = Cells(labels, scores, times, weights)
        self.fixed_classes = question.fixed_classes or question.prevalence is not None

    @property
    def names(self) -> list[str]:
        """The models."""
        return list(self.counts.tallies)

    @property
    def size(self) -> float:
        """How many cases there are."""
        return sum(self.classes)

    @property
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""
        tally = next(iter(self.counts.tallies.values()))
        return float(tally.positives.sum()), float(tally.negatives.sum())

    @property
    def odds(self) -> float:
        """How many positives there are for each negative, whatever prevalence is asked for."""
        positives, negatives = self.classes
        return positives / negatives

    def cells(self, model: str) -> Cells | None:
        """The cases of a model that have one class and one score; None where neighbouring scores were put together."""
        return None if self.counts.tallies[model].binned else self._cells[model]

    def sweep(self, model: str) -> Sweep:
        """The sorted cases of a model, at the prevalence asked for."""
        labels, scores, _, weights = self._cells[model]
        return Sweep(labels, scores, sample_weight=weights)

    def decisions(self, model: str, threshold: float) -> ConfidenceSweep:
        """The decisions of a model by confidence, at the prevalence asked for."""
        labels, scores, _, weights = self._cells[model]
        return ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model, in closed form; thresholds chosen on the data are not made up for."""
        labels, _, times, _ = self._cells[model]
        try:
            found = self._influence(metric, model, parameters)
        except ValueError as error:
            return Estimate(None, note=str(error))
        squared = _variance(found.of_cases / times, times, labels, self.fixed_classes)
        value, deviation, quantile = found.value, math.sqrt(squared), student(level, math.inf)
        if metric == "cost":
            return Estimate(value, max(value - quantile * deviation, 0.0), value + quantile * deviation, deviation)
        if not deviation > 1e-12 or value in (0.0, 1.0):
            return Estimate(value, note="all cases have the same influence on it")
        return Estimate.of(Interval(value, *ends(metric, value, deviation, quantile), deviation))

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second; their dependence is read off the joint counts."""
        joint, times = self.counts.joint, self.counts.joint_counts
        label, values, moved = joint[:, 0].astype(bool), [], []
        try:
            found = {name: self._influence(metric, name, own.get(name, {})) for name in (first, second)}
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        for name in (first, second):
            labels, scores, cases, _ = self._cells[name]
            edges = self.counts.edges[name]
            bins = np.maximum(np.searchsorted(edges, scores, "right") - 1, 0)
            place = 2 * bins + labels
            sums = [np.bincount(place, weights=of, minlength=2 * edges.size) for of in (found[name].of_cases, cases)]
            of_one = np.divide(sums[0], sums[1], out=np.zeros(2 * edges.size), where=sums[1] > 0)
            moved.append(of_one[2 * joint[:, 1 + self.names.index(name)] + label])
            values.append(found[name].value)
        error = math.sqrt(_variance(moved[0] - moved[1], times, label, self.fixed_classes))
        value, half = values[0] - values[1], student(level, math.inf) * error
        return Estimate(value, value - half, value + half, error)

    def _influence(self, metric: str, model: str, parameters: Mapping[str, Any]) -> Influence:
        labels, scores, _, weights = self._cells[model]
        if metric != "cost":
            return influence(metric, labels, scores, sample_weight=weights, **parameters)
        paid = cost_of_a_case(labels, scores, parameters["threshold"], self.question)
        value = float(weights @ paid / weights.sum())
        return Influence(value, weights * (paid - value) / weights.sum())

    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        """Samples drawn anew from the joint counts."""
        joint, times = self.counts.joint, self.counts.joint_counts
        weights = np.ones(times.size)
        if self.question.prevalence is not None:
            weights = _at(self.question.prevalence, joint[:, 0].astype(bool), times) / times
        for _ in range(replicates):
            drawn = weights * rng.poisson(times)
            sweeps = {}
            for k, name in enumerate(self.names, start=1):
                sweeps[name] = _drawn(self.counts.edges[name], 2 * joint[:, k] + joint[:, 0], drawn)
            yield sweeps


def _at(prevalence: float, labels: NDArray[np.bool_], weights: Array) -> Array:
    """Weights under which the positives have the given share; their sum stays."""
    positives, total = float(weights[labels].sum()), float(weights.sum())
    if not 0 < positives < total:
        raise ValueError("a prevalence can be stated only for data with positives and negatives")
    factor = np.where(labels, prevalence * total / positives, (1 - prevalence) * total / (total - positives))
    return weights * factor


def cost_of_a_case(labels: NDArray[np.bool_], scores: Array, threshold: float, question: Question) -> Array:
    """What the decision on each case costs; at the threshold, half of either decision."""
    flagged = np.where(scores == threshold, 0.5, scores > threshold)
    of_fp, of_fn = prices(question)
    return np.where(labels, of_fn * (1 - flagged), of_fp * flagged)


def _variance(of_one: Array, times: Array, labels: NDArray[np.bool_], fixed_classes: bool) -> float:
    """The variance of a sum over cases of which ``times`` are alike, each adding ``of_one``."""
    total = 0.0
    for part in [labels, ~labels] if fixed_classes else [np.ones(labels.size, dtype=bool)]:
        n = float(times[part].sum())
        if n < 2:
            raise ValueError("a standard error needs at least two cases, and of each class if classes are fixed")
        mean = float(times[part] @ of_one[part]) / n
        total += n / (n - 1) * float(times[part] @ (of_one[part] - mean) ** 2)
    return total


def _without_interval(
    metric: str, labels: NDArray[np.bool_], scores: Array, given: dict[str, Any], error: ValueError
) -> Estimate:
    try:
        return Estimate(influence(metric, labels, scores, **given).value, note=str(error))
    except ValueError as undefined:
        return Estimate(None, note=str(undefined))


def _drawn(edges: Array, cells: NDArray[Any], weights: Array) -> Sweep:
    """The sweep of what was drawn, from the cell of each case: twice its step, and one more for positives."""
    found = summed(cells, weights, 2 * edges.size)[::-1]
    return Sweep.of_steps(edges[::-1], found[::2], found[1::2])


def _steps(scores: Array) -> tuple[Array, NDArray[np.intp]]:
    """The distinct scores, ascending, neighbours put together if they are many; and the step of each case."""
    distinct, step = np.unique(scores, return_inverse=True)
    if distinct.size <= STEPS:
        return distinct, step
    group = np.arange(distinct.size) * STEPS // distinct.size
    return distinct[np.flatnonzero(np.diff(group, prepend=-1))], group[step]
