"""Every number of a report with its interval, from rows or from counts: two kinds of cases with one face."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence, influence
from metricbook.metrics.optimism import CHOOSERS, between, held_out, summed
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.uncertainty import Interval, ends, interval, paired_difference, spread, student
from metricbook.metrics.validation import Sample
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import Question
from metricbook.reports.together import level_of_each

Array: TypeAlias = NDArray[np.float64]
#: A replicate's sweeps have no more steps than this: what is drawn from them are shares of replicates, not values.
STEPS: Final = 2048
#: A difference that is so much smaller than what is compared is one of rounding, and 0.
ROUNDING: Final = 1e-12


@dataclass(frozen=True)
class Estimate:
    """A number and its interval, or why there is none.

    Attributes
    ----------
    value, low, high, standard_error : float or None
        In the metric's unit.
    note : str
        Why the value or its interval is missing, or what its interval leaves out.
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

    @property
    def known(self) -> bool:
        """Whether there are a value and an interval."""
        return None not in (self.value, self.low, self.high)

    def clear(self) -> bool:
        """Whether 0 lies outside the interval: of a difference of models the one rule by which one is called better."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def zero(self) -> bool:
        """Whether this is a difference of 0 to which every case adds 0."""
        return self.value == self.low == self.high == 0

    def linear(self, factor: float, start: float = 0.0) -> Estimate:
        """So many times this, from a start; a negative factor turns an interval round."""
        value, *ends = (None if one is None else start + factor * one for one in (self.value, self.low, self.high))
        low, high = ends if factor > 0 else ends[::-1]
        error = None if self.standard_error is None else abs(factor) * self.standard_error
        return replace(self, value=value, low=low, high=high, standard_error=error)


class Cells(NamedTuple):
    """Cases that are alike: their class, score, number, and the weight of all of them at the prevalence asked for."""

    labels: NDArray[np.bool_]
    scores: Array
    times: Array
    weights: Array


class Cases(ABC):
    """Cases on which metrics are estimated: one by one, or counted by score."""

    question: Question
    fixed_classes: bool

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """The models."""

    @property
    @abstractmethod
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""

    @property
    def size(self) -> float:
        """How many cases there are."""
        return sum(self.classes)

    @property
    @abstractmethod
    def odds(self) -> float:
        """Weight of the positives over that of the negatives, whatever prevalence is asked for."""

    @abstractmethod
    def cells(self, model: str) -> Cells:
        """The cases of a model; those that are alike may be one cell."""

    @abstractmethod
    def binned(self, model: str) -> bool:
        """Whether different scores were put together, so that the order within them is not known."""

    @abstractmethod
    def same_ranking(self, first: str, second: str) -> bool:
        """Whether two models are known to order and tie the cases alike."""

    @abstractmethod
    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model; where there is no interval, the value and why."""

    @abstractmethod
    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second, each with its own parameters."""

    @abstractmethod
    def symmetric(self, found: Influence, model: str, level: float) -> Estimate:
        """A value with a symmetric interval, from the influence of each cell of a model."""

    @abstractmethod
    def least_cost(self, model: str, level: float) -> Estimate:
        """The mean cost of a case at the best threshold."""

    @abstractmethod
    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        """Bootstrap samples, the same cases for all models."""

    @abstractmethod
    def _sample(self, model: str) -> tuple[NDArray[np.bool_], Array, Array | None]:
        """Labels, scores and weights of a model at the prevalence asked for."""

    @abstractmethod
    def _independent(self, model: str, found: Influence) -> Array:
        """The centred influences of what was drawn independently, in the same order for all models."""

    def sweep(self, model: str) -> Sweep:
        """The sorted cases of a model, at the prevalence asked for."""
        labels, scores, weights = self._sample(model)
        return Sweep(labels, scores, sample_weight=weights)

    def decisions(self, model: str, threshold: float) -> ConfidenceSweep:
        """The decisions of a model by confidence, at the prevalence asked for."""
        labels, scores, weights = self._sample(model)
        return ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)

    def level_of_each(self, metric: str, level: float, own: Mapping[str, Mapping[str, Any]]) -> float:
        """The level of each difference at which those of all pairs of these models hold together."""
        if len(own) < 3:
            return level
        moved = []
        for name, parameters in own.items():
            with suppress(ValueError):  # undefined, so that it is in no pair that can be compared
                moved.append(self._independent(name, self._influence(metric, name, parameters)))
        return level_of_each(level, np.array(moved))

    def cost_less(self, model: str, threshold: float, than: float, level: float) -> Estimate:
        """The mean cost of a case at one threshold of a model less that at another."""
        one, other = (self._influence("cost", model, {"threshold": at}) for at in (threshold, than))
        return _rounded(self.symmetric(_less(one, other), model, level), max(one.value, other.value))

    def _influence(self, metric: str, model: str, parameters: Mapping[str, Any]) -> Influence:
        """A metric of a model, and the influence of each of its cells."""
        labels, scores, weights = self._sample(model)
        if metric != "cost":
            return influence(metric, labels, scores, sample_weight=weights, **parameters)
        return _mean_cost(self.cells(model), cost_of_a_case(labels, scores, parameters["threshold"], self.question))


def prices(question: Question) -> tuple[float, float]:
    """What a false positive and a false negative cost; 1 each where nothing is said."""
    return (question.cost_fp or 1.0, question.cost_fn or 1.0)


class Rows(Cases):
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
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""
        positives = int(np.count_nonzero(self.predictions.labels))
        return float(positives), float(self.predictions.labels.size - positives)

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

    def cells(self, model: str) -> Cells:
        """The cases of a model, one by one."""
        labels, ones = self.predictions.labels, np.ones(self.predictions.labels.size)
        return Cells(labels, self.predictions.scores[model], ones, ones if self.weights is None else self.weights)

    def binned(self, model: str) -> bool:
        """Never."""
        return False

    def same_ranking(self, first: str, second: str) -> bool:
        """Whether two models order and tie the cases alike."""
        one, other = (np.unique(self.predictions.scores[name], return_inverse=True)[1] for name in (first, second))
        return np.array_equal(one, other)

    def _sample(self, model: str) -> tuple[NDArray[np.bool_], Array, Array | None]:
        return self.predictions.labels, self.predictions.scores[model], self.weights

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model, in closed form; where there is no interval, the value and why."""
        p = self.predictions
        if metric == "cost":
            return _at_least_0(self.symmetric(self._influence(metric, model, parameters), model, level))
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
        drawn: dict[str, Any] = {"clusters": p.clusters, "fixed_classes": self.fixed_classes}
        both = [p.scores[first], p.scores[second]]
        try:
            if metric in CHOOSERS:
                found = paired_difference(metric, p.labels, *both, level=level, sample_weight=self.weights, **drawn)
                return _rounded(Estimate.of(found), 1.0)
            one, other = (self._influence(metric, name, own.get(name, {})) for name in (first, second))
            less = self.symmetric(_less(one, other), first, level)
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        return _rounded(less, max(abs(one.value), abs(other.value)))

    def _independent(self, model: str, found: Influence) -> Array:
        p, of_cases = self.predictions, found.of_cases
        if self.fixed_classes:
            for part in (p.labels, ~p.labels):
                of_cases = of_cases - part * of_cases[part].mean()
        return of_cases if p.clusters is None else summed(p.clusters, of_cases)

    def symmetric(self, found: Influence, model: str, level: float) -> Estimate:
        """A value with a symmetric interval, from the influence of each case."""
        half, error = self._half(found, model, level)
        return Estimate.of(Interval(found.value, found.value - half, found.value + half, error))

    def _half(self, found: Influence, model: str, level: float) -> tuple[float, float]:
        """Half of the length of a symmetric interval, and the standard error."""
        sample = Sample(self.predictions.labels, self.predictions.scores[model], self.weights)
        error, freedom = spread(found, sample, self.predictions.clusters, self.fixed_classes)
        return student(level, freedom) * error, error

    def least_cost(self, model: str, level: float) -> Estimate:
        """The mean cost of a case at the best threshold, corrected for its having been chosen on these cases.

        The ends are those of a metric of best thresholds that may have no regret, such as a gap; see
        `metricbook.metrics.optimism`.
        """
        p, (of_fp, of_fn) = self.predictions, prices(self.question)
        cells, sweep = self.cells(model), self.sweep(model)
        seen = _mean_cost(
            cells, cost_of_a_case(cells.labels, cells.scores, cheapest(sweep, of_fp, of_fn), self.question)
        )
        member = np.arange(p.labels.size) if p.clusters is None else p.clusters
        try:
            sample = Sample(p.labels, p.scores[model], self.weights)
            held = held_out("least_cost", sample, member, cost_fp=of_fp, cost_fn=of_fn)
            (half, error), (wide, _) = (self._half(found, model, level) for found in (seen, held))
        except ValueError as undefined:
            return Estimate(seen.value, note=str(undefined))
        ends = sorted([between(seen.value, held.value, 1), held.value])
        low, high = ends[0] - max(half, wide), ends[1] + max(half, wide)
        return _at_least_0(Estimate(between(seen.value, held.value, 3), low, high, error))

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


class Counted(Cases):
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
    def classes(self) -> tuple[float, float]:
        """How many positives and how many negatives."""
        tally = next(iter(self.counts.tallies.values()))
        return float(tally.positives.sum()), float(tally.negatives.sum())

    @property
    def odds(self) -> float:
        """How many positives there are for each negative, whatever prevalence is asked for."""
        positives, negatives = self.classes
        return positives / negatives

    def cells(self, model: str) -> Cells:
        """The cases of a model that have one class and one score, or the lowest of neighbouring scores."""
        return self._cells[model]

    def binned(self, model: str) -> bool:
        """Whether neighbouring scores were put together."""
        return self.counts.tallies[model].binned

    def same_ranking(self, first: str, second: str) -> bool:
        """Whether two models order and tie the cases alike, as far as the joint counts know every score."""
        known = all(self.counts.edges[n].size == self.counts.tallies[n].scores.size for n in (first, second))
        one, other = (self.counts.joint[:, 1 + self.names.index(name)] for name in (first, second))
        return known and not (self.binned(first) or self.binned(second)) and np.array_equal(one, other)

    def _sample(self, model: str) -> tuple[NDArray[np.bool_], Array, Array | None]:
        labels, scores, _, weights = self._cells[model]
        return labels, scores, weights

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model, in closed form; thresholds chosen on the data are not made up for."""
        try:
            found = self._influence(metric, model, parameters)
        except ValueError as error:
            return Estimate(None, note=str(error))
        if metric == "cost":
            return _at_least_0(self.symmetric(found, model, level))
        value, deviation, quantile = found.value, self._error(found, model), student(level, math.inf)
        if not deviation > 1e-12 or value in (0.0, 1.0):
            return Estimate(value, note="all cases have the same influence on it")
        return Estimate.of(Interval(value, *ends(metric, value, deviation, quantile), deviation))

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second; their dependence is read off the joint counts."""
        try:
            one, other = (self._influence(metric, name, own.get(name, {})) for name in (first, second))
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        less = self._jointly(first, one) - self._jointly(second, other)
        label = self.counts.joint[:, 0].astype(bool)
        error = math.sqrt(_variance(less, self.counts.joint_counts, label, self.fixed_classes))
        value, half = one.value - other.value, student(level, math.inf) * error
        return _rounded(Estimate(value, value - half, value + half, error), max(abs(one.value), abs(other.value)))

    def _independent(self, model: str, found: Influence) -> Array:
        times, label, of_one = (
            self.counts.joint_counts,
            self.counts.joint[:, 0].astype(bool),
            self._jointly(model, found),
        )
        for part in [label, ~label] if self.fixed_classes else [np.ones(label.size, dtype=bool)]:
            of_one = of_one - part * np.average(of_one[part], weights=times[part])
        return of_one * np.sqrt(times)

    def symmetric(self, found: Influence, model: str, level: float) -> Estimate:
        """A value with a symmetric interval, from the influence of each cell."""
        error = self._error(found, model)
        half = student(level, math.inf) * error
        return Estimate(found.value, found.value - half, found.value + half, error)

    def least_cost(self, model: str, level: float) -> Estimate:
        """The mean cost of a case at the best threshold, with an interval that takes the threshold as given."""
        cells, at = self._cells[model], cheapest(self.sweep(model), *prices(self.question))
        found = _mean_cost(cells, cost_of_a_case(cells.labels, cells.scores, at, self.question))
        return _at_least_0(
            replace(self.symmetric(found, model, level), note="not corrected for its having been chosen")
        )

    def _error(self, found: Influence, model: str) -> float:
        labels, _, times, _ = self._cells[model]
        return math.sqrt(_variance(found.of_cases / times, times, labels, self.fixed_classes))

    def _jointly(self, model: str, found: Influence) -> Array:
        """The mean influence of a case in each of the joint counts."""
        joint, edges = self.counts.joint, self.counts.edges[model]
        labels, scores, cases, _ = self._cells[model]
        place = 2 * np.maximum(np.searchsorted(edges, scores, "right") - 1, 0) + labels
        sums = [np.bincount(place, weights=of, minlength=2 * edges.size) for of in (found.of_cases, cases)]
        of_one = np.divide(sums[0], sums[1], out=np.zeros(2 * edges.size), where=sums[1] > 0)
        return of_one[2 * joint[:, 1 + self.names.index(model)] + joint[:, 0]]

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


def cheapest(sweep: Sweep, of_fp: float, of_fn: float) -> float:
    """A threshold at which decisions cost least, next below the lowest score that is flagged."""
    spent = of_fp * np.append(0.0, sweep.false_positives) - of_fn * np.append(0.0, sweep.true_positives)
    flagged = int(spent.argmin())
    return float(np.nextafter(sweep.thresholds[flagged - 1], -math.inf)) if flagged else math.inf


def _mean_cost(cells: Cells, paid: Array) -> Influence:
    """The mean of what the cases cost, and the influence of each cell on it."""
    value = float(cells.weights @ paid / cells.weights.sum())
    return Influence(value, cells.weights * (paid - value) / cells.weights.sum())


def _less(one: Influence, other: Influence) -> Influence:
    return Influence(one.value - other.value, one.of_cases - other.of_cases)


def _rounded(less: Estimate, size: float) -> Estimate:
    """A difference of values of this size, 0 where only rounding makes it another number."""
    if less.value is not None and abs(less.value) <= ROUNDING * size:
        sure = less.standard_error is not None and less.standard_error <= ROUNDING * size
        return Estimate(0.0, 0.0, 0.0, 0.0) if sure else replace(less, value=0.0)
    return less


def _at_least_0(found: Estimate) -> Estimate:
    return replace(found, low=None if found.low is None else max(found.low, 0.0))


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
