"""Estimates with intervals, from cases one by one or from counts."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.angles import disagreement
from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.optimism import CHOOSERS, Units, between, divide, held_out_together, summed
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.shares import Shares
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.uncertainty import (
    Interval,
    Spread,
    ends_of_best,
    interval_in,
    interval_of_best,
    paired_difference,
    spread,
)
from metricbook.metrics.validation import Sample
from metricbook.reports.formatting import format_number
from metricbook.reports.mean_costs import (
    EITHER_WAY,
    Possible,
    cost_arms,
    divide_costs,
    possible_costs,
    possible_differences,
)
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.together import level_of_each

Array: TypeAlias = NDArray[np.float64]
#: Most distinct scores in a bootstrap replicate, from which shares of replicates are taken, and no values.
STEPS: Final = 2048
#: Relative tolerance for rounding: a smaller difference is 0.
ROUNDING: Final = 1e-12
#: Of how many models sorted cases are kept.
KEPT: Final = 2
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Estimate:
    """A number and its interval, or why there is none.

    Attributes
    ----------
    value, low, high, standard_error : float or None
        In the metric's unit.
    note : str
        Why the value or its interval is missing.
    corrected : float or None
        The value without the optimism of thresholds that were chosen on the same cases, for a metric that chooses them.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    note: str = ""
    corrected: float | None = None

    @classmethod
    def of(cls, interval: Interval) -> Estimate:
        """The estimate with the values of an `Interval`; what is not finite is None."""
        value, low, high, error = (number if math.isfinite(number) else None for number in map(float, interval))
        return cls(value, low, high, error)

    def __str__(self) -> str:
        value, low, high = (format_number(number, self.decimals) for number in (self.value, self.low, self.high))
        if self.corrected is not None:
            value += f", corrected for optimism {format_number(self.corrected, self.decimals)}"
        return value if self.low is None or self.high is None else f"{value} ({low} to {high})"

    @property
    def decimals(self) -> int:
        """The number of decimals to print, three or as many more as it takes to see how wide a short interval is."""
        if self.low is None or self.high is None or self.low == self.high:
            return 3
        return min(max(math.ceil(-math.log10(self.high - self.low)), 3), 9)

    @property
    def is_known(self) -> bool:
        """Whether there are a value and an interval."""
        return None not in (self.value, self.low, self.high)

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside the interval, the one rule by which a report calls a model better than another."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    @property
    def is_zero(self) -> bool:
        """Whether this is a difference of 0 to which every case adds 0."""
        return self.value == self.low == self.high == 0

    def linear(self, factor: float, start: float = 0.0) -> Estimate:
        """The start plus the factor times this; a negative factor turns the interval round."""
        numbers = (self.value, self.corrected, self.low, self.high)
        value, corrected, *ends = (None if number is None else start + factor * number for number in numbers)
        low, high = ends if factor > 0 else ends[::-1]
        error = None if self.standard_error is None else abs(factor) * self.standard_error
        return replace(self, value=value, corrected=corrected, low=low, high=high, standard_error=error)


class Cells(NamedTuple):
    """Classes, scores, numbers and total weights of groups of equal cases, at the prevalence asked for."""

    labels: NDArray[np.bool_]
    scores: Array
    times: Array
    weights: Array


class Cases(ABC):
    """Cases of several models, on which metrics are estimated: one by one, or counted by score."""

    question: Question
    fixed_classes: bool

    def __init__(self) -> None:
        self._swept: dict[str, SweptSample] = {}
        self._divided: dict[str, tuple[Units, SweptSample]] = {}
        self._unseen: dict[str, dict[object, Influence]] = {}

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

    @property
    def severity_ratio(self) -> float:
        """The ratio of costs that is most likely for H, which is that asked for, or the odds of a positive."""
        ratio, prevalence = self.question.severity_ratio, self.question.prevalence
        if not isinstance(ratio, str):
            return ratio
        return self.odds if prevalence is None else prevalence / (1 - prevalence)

    @property
    def of_best(self) -> dict[str, dict[str, Any]]:
        """The metrics of best thresholds, with their parameters."""
        found: dict[str, dict[str, Any]] = {
            "h_measure": {"alpha": 2.0, "beta": 1 + 1 / self.severity_ratio},
            "auch": {},
            "kolmogorov_smirnov": {},
        }
        if self.question.cost_proportion is not None:
            found["least_cost"] = dict(zip(("cost_fp", "cost_fn"), mistake_costs(self.question), strict=True))
        return found

    @abstractmethod
    def cells(self, model: str) -> Cells:
        """The cases of a model; equal ones may be one cell."""

    @abstractmethod
    def binned(self, model: str) -> bool:
        """Whether neighbouring scores of a model were put together, so that their order is not known."""

    @abstractmethod
    def same_ranking(self, first: str, second: str) -> bool:
        """Whether two models are known to order and tie the cases alike."""

    @abstractmethod
    def same_scores(self, first: str, second: str) -> bool:
        """Whether two models are known to give each case the same score."""

    @abstractmethod
    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second, each with its own parameters."""

    @abstractmethod
    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        """Bootstrap samples, the same cases for all models."""

    @abstractmethod
    def units(self, model: str) -> Units:
        """The cases of a model at the prevalence asked for, and what of them was drawn independently."""

    @abstractmethod
    def _independent(self, model: str, influence: Influence) -> Array:
        """The centred influences of what was drawn independently, in the same order for all models."""

    def estimate(self, metric: str, model: str, level: float, **parameters: Any) -> Estimate:
        """A metric of a model; where there is no interval, its value and the reason."""
        if metric == "cost":
            shares = self.shares_of_cost(model, parameters["threshold"])
            return self._of_costs(self.influence(metric, model, parameters), shares, self.units(model), level)
        try:
            if metric in CHOOSERS:
                found, corrected = self._interval_of_best(metric, model, level, parameters)
            else:
                found, corrected = self._interval(metric, model, level, parameters), None
        except ValueError as without_interval:
            try:
                return Estimate(self.influence(metric, model, parameters).value, note=str(without_interval))
            except ValueError as undefined:
                return Estimate(None, note=str(undefined))
        return replace(Estimate.of(found), corrected=corrected)

    def _interval(self, metric: str, model: str, level: float, parameters: Mapping[str, Any]) -> Interval:
        """The interval of a metric that chooses no threshold."""
        units, given = self.units(model), parameters
        if _is_decided(metric):
            units, given = _decide(units, parameters["threshold"]), {}
        cases = SweptSample(units.sample) if _is_decided(metric) else self.swept(model)
        return interval_in(
            metric,
            cases,
            level=level,
            clusters=units.member,
            fixed_classes=self.fixed_classes,
            times=units.times,
            **given,
        )

    def _interval_of_best(
        self, metric: str, model: str, level: float, parameters: Mapping[str, Any]
    ) -> tuple[Interval, float]:
        """The interval of a metric of best thresholds, and the corrected value."""
        units, cases = self._together(model)
        value = influence_of(metric, cases, **parameters)
        other = self._held_out(metric, model, parameters)
        return interval_of_best(metric, value, other, units, level, self.fixed_classes)

    def _together(self, model: str) -> tuple[Units, SweptSample]:
        """The cases of a model, of which equal ones are one entry where they can be, and the same sorted."""

        def divided() -> tuple[Units, SweptSample]:
            units = self.units(model)
            if units.times is None:
                units = divide(units.sample, units.member)
            return units, self.swept(model) if units.times is None else SweptSample(units.sample, units.times)

        return _keep(self._divided, model, divided)

    def _held_out(self, metric: str, model: str, parameters: Mapping[str, Any]) -> Influence:
        """A metric of best thresholds on held-out halves, which are the same for all of a model."""
        units, cases = self._together(model)
        return _hold_out(_keep(self._unseen, model, dict), metric, parameters, self.of_best, units, cases)

    def swept(self, model: str) -> SweptSample:
        """The sorted cases of a model, at the prevalence asked for."""
        units = self.units(model)
        return _keep(self._swept, model, lambda: SweptSample(units.sample, units.times))

    def shares_of_cost(self, model: str, threshold: float) -> Shares:
        """The shares of which the mean cost of a case is the sum."""
        units, prices = self.units(model), mistake_costs(self.question)
        return divide_costs(
            units,
            self._costs(model, threshold),
            prices,
            possible_costs(threshold, self.fixed_classes),
            self.fixed_classes,
        )

    def _of_costs(self, found: Influence, shares: Shares, units: Units, level: float) -> Estimate:
        """A mean cost of a case, or a difference of two, with the interval of the shares of which it is the sum."""
        below, above = cost_arms(shares, units, level)
        error = _half_width(found, units, level, self.fixed_classes)[1]
        return Estimate.of(Interval(found.value, found.value - below, found.value + above, error))

    def _less_costs(
        self, one: Influence, other: Influence, units: Units, costs: Array, possible: Possible, level: float
    ) -> Estimate:
        """The difference of two mean costs of a case, from the difference of each entry."""
        shares = divide_costs(units, costs, mistake_costs(self.question), possible, self.fixed_classes)
        return round_to_zero(self._of_costs(subtract(one, other), shares, units, level), max(one.value, other.value))

    def _costs(self, model: str, threshold: float) -> Array:
        """The cost of each cell of a model at a threshold."""
        labels, scores, _ = self.units(model).sample
        return decision_costs(labels, scores, threshold, self.question)

    def symmetric(self, influence: Influence, model: str, level: float) -> Estimate:
        """A value with a symmetric interval, from the influence of each cell of a model."""
        half, error = _half_width(influence, self.units(model), level, self.fixed_classes)
        return Estimate.of(Interval(influence.value, influence.value - half, influence.value + half, error))

    def least_cost(self, model: str, level: float) -> Estimate:
        """The mean cost of a case at the best threshold, corrected for its having been chosen on these cases.

        The ends are those of a metric of best thresholds that may have no regret, such as a gap; see
        `metricbook.metrics.optimism`.
        """
        of_fp, of_fn = mistake_costs(self.question)
        units, _ = self._together(model)
        labels, scores, weights = units.sample
        best = _cheapest_threshold(self.sweep(model), self.question)
        costs = decision_costs(labels, scores, best, self.question)
        ones = np.ones(labels.size)
        seen = mean_cost(Cells(labels, scores, ones, ones if weights is None else weights), costs)
        try:
            unseen = self._held_out("least_cost", model, {"cost_fp": of_fp, "cost_fn": of_fn})
            (half, error), (wide, _) = (_half_width(cost, units, level, self.fixed_classes) for cost in (seen, unseen))
        except ValueError as undefined:
            return Estimate(seen.value, note=str(undefined))
        ends = sorted([between(seen.value, unseen.value, 1), unseen.value])
        low, high = ends[0] - max(half, wide), ends[1] + max(half, wide)
        return _clip_at_zero(Estimate(between(seen.value, unseen.value, 3), low, high, error))

    def spread(self, metric: str, model: str, own: Mapping[str, Any]) -> Spread:
        """How far a metric of a model, with its own parameters, moves from sample to sample."""
        units = self.units(model)
        return spread(self.influence(metric, model, own), units.sample, units.member, self.fixed_classes, units.times)

    def effective_classes(self, model: str) -> tuple[float, float]:
        """Positives and negatives that were drawn independently; of clusters or weights, Kish's effective numbers."""
        units = self.units(model)
        nothing = Influence(0.0, np.zeros(units.sample.labels.size))
        found = spread(nothing, units.sample, units.member, False, units.times)
        return found.positives, found.negatives

    def sweep(self, model: str) -> Sweep:
        """The sweep of a model, at the prevalence asked for."""
        return self.swept(model).sweep

    def decisions(self, model: str, threshold: float) -> ConfidenceSweep:
        """The decisions of a model by confidence, at the prevalence asked for."""
        labels, scores, weights = self.units(model).sample
        return ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)

    def level_of_each(self, metric: str, level: float, own: Mapping[str, Mapping[str, Any]]) -> float:
        """The level of each pair's interval at which those of all pairs of models together have the given level."""
        if len(own) < 3:
            return level
        influences = []
        for name, parameters in own.items():
            with suppress(ValueError):  # undefined, so that it is in no pair that can be compared
                influences.append(self._independent(name, self.influence(metric, name, parameters)))
        return level_of_each(level, np.array(influences))

    def cost_less(self, model: str, threshold: float, than: float, level: float) -> Estimate:
        """The mean cost of a case at one threshold of a model less that at another."""
        one, other = (self.influence("cost", model, {"threshold": each}) for each in (threshold, than))
        costs = self._costs(model, threshold) - self._costs(model, than)
        return self._less_costs(one, other, self.units(model), costs, possible_differences(threshold, than), level)

    def influence(self, metric: str, model: str, parameters: Mapping[str, Any]) -> Influence:
        """A metric of a model, and the influence of each of its cells."""
        labels, scores, weights = self.units(model).sample
        if metric == "cost":
            return mean_cost(self.cells(model), decision_costs(labels, scores, parameters["threshold"], self.question))
        if _is_decided(metric):
            flagged = _flag(scores, parameters["threshold"])
            return influence_of(metric, SweptSample(Sample(labels, flagged, weights)))
        return influence_of(metric, self.swept(model), **parameters)


def _keep(kept: dict[str, _Made], model: str, make: Callable[[], _Made]) -> _Made:
    """What was made of a model; it is kept of the models that were asked for last."""
    made = kept.pop(model) if model in kept else make()
    while len(kept) >= KEPT:
        del kept[next(iter(kept))]
    kept[model] = made
    return made


def _hold_out(
    known: dict[object, Influence],
    metric: str,
    parameters: Mapping[str, Any],
    others: Mapping[str, Mapping[str, Any]],
    units: Units,
    cases: SweptSample,
) -> Influence:
    """A metric of best thresholds on held-out halves, if it is not known, and with it the others on the same halves."""
    key = metric, *sorted(parameters.items())
    if key not in known:
        wanted = {metric: parameters, **(others if others.get(metric) == parameters else {})}
        for name, found in held_out_together(wanted, cases, units.member, times=units.times).items():
            known[name, *sorted(wanted[name].items())] = found
    return known[key]


def mistake_costs(question: Question) -> tuple[float, float]:
    """The costs of a false positive and a false negative, by default 1 each."""
    return (question.cost_fp or 1.0, question.cost_fn or 1.0)


class Rows(Cases):
    """Cases one by one."""

    def __init__(self, predictions: Predictions, question: Question) -> None:
        super().__init__()
        self.predictions, self.question = predictions, question
        labels, weights = predictions.labels, predictions.weights
        self.weights, self.fixed_classes = weights, question.fixed_classes
        if question.prevalence is not None:
            self.weights = _reweight(question.prevalence, labels, np.ones(labels.size) if weights is None else weights)
            self.fixed_classes = self.fixed_classes or not self._mixed()

    def _mixed(self) -> bool:
        """Whether some cluster has cases of both classes, so that the numbers of both cannot be fixed."""
        clusters, labels = self.predictions.clusters, self.predictions.labels
        return clusters is not None and bool(np.intersect1d(clusters[labels], clusters[~labels]).size)

    @property
    def names(self) -> list[str]:
        return list(self.predictions.scores)

    @property
    def classes(self) -> tuple[float, float]:
        positives = int(np.count_nonzero(self.predictions.labels))
        return float(positives), float(self.predictions.labels.size - positives)

    @property
    def odds(self) -> float:
        labels, weights = self.predictions.labels, self.predictions.weights
        each = np.ones(labels.size) if weights is None else weights
        return float(each[labels].sum() / each[~labels].sum())

    def among(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Rows:
        """A subset of the cases, at its own prevalence."""
        p = self.predictions
        clusters = None if p.clusters is None else np.unique(p.clusters[chosen], return_inverse=True)[1]
        part = replace(
            p,
            labels=p.labels[chosen],
            scores={name: scores[chosen] for name, scores in p.scores.items()},
            weights=None if p.weights is None else p.weights[chosen],
            clusters=clusters,
            groups={},
            periods=None,
            folds=None,
            lookalikes={},
        )
        return Rows(part, replace(self.question, prevalence=None))

    def cells(self, model: str) -> Cells:
        labels, ones = self.predictions.labels, np.ones(self.predictions.labels.size)
        return Cells(labels, self.predictions.scores[model], ones, ones if self.weights is None else self.weights)

    def binned(self, model: str) -> bool:
        return False

    def same_ranking(self, first: str, second: str) -> bool:
        one, other = (np.unique(self.predictions.scores[name], return_inverse=True)[1] for name in (first, second))
        return np.array_equal(one, other)

    def same_scores(self, first: str, second: str) -> bool:
        return np.array_equal(self.predictions.scores[first], self.predictions.scores[second])

    def units(self, model: str) -> Units:
        p = self.predictions
        return Units(Sample(p.labels, p.scores[model], self.weights), p.clusters)

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        p = self.predictions
        try:
            if metric in CHOOSERS:
                paired = paired_difference(
                    metric,
                    p.labels,
                    p.scores[first],
                    p.scores[second],
                    level=level,
                    sample_weight=self.weights,
                    clusters=p.clusters,
                    fixed_classes=self.fixed_classes,
                    **own.get(first, {}),
                )
                return round_to_zero(Estimate.of(paired), 1.0)
            one, other = (self.influence(metric, name, own.get(name, {})) for name in (first, second))
            if metric == "cost":
                costs = self._costs(first, own[first]["threshold"]) - self._costs(second, own[second]["threshold"])
                return self._less_costs(one, other, self.units(first), costs, EITHER_WAY, level)
            less = self.symmetric(subtract(one, other), first, level)
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        return round_to_zero(less, max(abs(one.value), abs(other.value)))

    def opposite(self, first: str, second: str) -> float | None:
        """How often AUROC and average precision would order two models oppositely that differ so, but are equally good.

        As `metricbook.angle`; ``None`` if both models have the same influences on one of them.
        """
        return self.disagree("auroc", first, second, {"average_precision": {}}).get("average_precision")

    def disagree(
        self, metric: str, first: str, second: str, own: Mapping[str, Mapping[str, Mapping[str, Any]]]
    ) -> dict[str, float]:
        """How often each metric would order two equally good models oppositely to this one.

        ``own`` has by metric and model the parameters, if there are any. What is undefined is left out.
        """
        main = self._direction(metric, first, second, own.get(metric, {}))
        if main is None:
            return {}
        found = {}
        for name, parameters in own.items():
            other = None if name == metric else self._direction(name, first, second, parameters)
            if other is not None:
                found[name] = float(disagreement(np.clip(main @ other, -1, 1)))
        return found

    def _direction(self, metric: str, first: str, second: str, own: Mapping[str, Mapping[str, Any]]) -> Array | None:
        """The centred differences of two models' influences of what was drawn independently, of length 1.

        They are positive where the first is better; ``None`` where there are none.
        """
        try:
            less = subtract(*(self.influence(metric, name, own.get(name, {})) for name in (first, second)))
        except ValueError:
            return None
        each = self._independent(first, less)
        each = (each - each.mean()) * (1 if MEASURES[metric].higher else -1)
        length = float(np.linalg.norm(each))
        return each / length if length > 1e-12 else None

    def _independent(self, model: str, influence: Influence) -> Array:
        p, of_cases = self.predictions, influence.of_cases
        if self.fixed_classes:
            for part in (p.labels, ~p.labels):
                of_cases = of_cases - part * of_cases[part].mean()
        return of_cases if p.clusters is None else summed(p.clusters, of_cases)

    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        p = self.predictions
        weights = np.ones(p.labels.size) if self.weights is None else self.weights
        steps = {name: _group_scores(scores) for name, scores in p.scores.items()}
        for _ in range(replicates):
            drawn = weights * self._times(rng)
            sweeps = {}
            for name, (edges, step) in steps.items():
                sweeps[name] = _sweep_of_draw(edges, 2 * step + p.labels, drawn)
            yield sweeps

    def _times(self, rng: np.random.Generator) -> Array:
        """How often each case is drawn in a bootstrap sample."""
        p = self.predictions
        if p.clusters is not None:
            number = int(p.clusters.max()) + 1
            return np.bincount(rng.integers(number, size=number), minlength=number)[p.clusters].astype(float)
        size = p.labels.size
        parts = [p.labels, ~p.labels] if self.fixed_classes else [np.ones(size, dtype=bool)]
        chosen = [part[rng.integers(part.size, size=part.size)] for part in map(np.flatnonzero, parts)]
        return np.bincount(np.concatenate(chosen), minlength=size).astype(float)


class Counted(Cases):
    """Cases counted by label and score."""

    def __init__(self, counts: Counts, question: Question) -> None:
        super().__init__()
        self.counts, self.question = counts, question
        self._jointly_unseen: dict[str, dict[object, Influence]] = {}
        self._cells: dict[str, Cells] = {}
        for name, tally in counts.tallies.items():
            labels = np.repeat([False, True], tally.scores.size)
            scores, times = np.tile(tally.scores, 2), np.append(tally.negatives, tally.positives)
            occurring = times > 0
            labels, scores, times = labels[occurring], scores[occurring], times[occurring]
            weights = times if question.prevalence is None else _reweight(question.prevalence, labels, times)
            self._cells[name] = Cells(labels, scores, times, weights)
        self.fixed_classes = question.fixed_classes or question.prevalence is not None

    @property
    def names(self) -> list[str]:
        return list(self.counts.tallies)

    @property
    def classes(self) -> tuple[float, float]:
        tally = next(iter(self.counts.tallies.values()))
        return float(tally.positives.sum()), float(tally.negatives.sum())

    @property
    def odds(self) -> float:
        positives, negatives = self.classes
        return positives / negatives

    def cells(self, model: str) -> Cells:
        return self._cells[model]

    def binned(self, model: str) -> bool:
        return self.counts.tallies[model].binned

    def same_ranking(self, first: str, second: str) -> bool:
        every_score = all(self.counts.edges[n].size == self.counts.tallies[n].scores.size for n in (first, second))
        one, other = (self.counts.joint[:, 1 + self.names.index(name)] for name in (first, second))
        return every_score and not (self.binned(first) or self.binned(second)) and np.array_equal(one, other)

    def same_scores(self, first: str, second: str) -> bool:
        one, other = (self.counts.tallies[name].scores for name in (first, second))
        return self.same_ranking(first, second) and np.array_equal(one, other)

    def units(self, model: str) -> Units:
        labels, scores, times, weights = self._cells[model]
        return Units(Sample(labels, scores, weights), times=times)

    def difference(
        self, metric: str, first: str, second: str, level: float, own: Mapping[str, Mapping[str, Any]]
    ) -> Estimate:
        """A metric of the first model less that of the second, whose dependence is read off the joint counts."""
        times = self.counts.joint_counts
        try:
            found = {name: self.influence(metric, name, own.get(name, {})) for name in (first, second)}
            one, other = (Influence(each.value, self._jointly(name, each) * times) for name, each in found.items())
            less, units = subtract(one, other), Units(self._joint_sample(first), times=times)
            if metric in CHOOSERS:
                held = (self._jointly_held_out(metric, name, of, own.get(name, {})) for name, of in found.items())
                unseen = subtract(*held)
                low, high, error = ends_of_best(
                    metric, less, unseen, units.sample, level, None, self.fixed_classes, times
                )
            elif metric == "cost":
                paid, unpaid = (self._joint_costs(name, own[name]["threshold"]) for name in (first, second))
                return self._less_costs(one, other, units, paid - unpaid, EITHER_WAY, level)
            else:
                half, error = _half_width(less, units, level, self.fixed_classes)
                low, high = less.value - half, less.value + half
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        return round_to_zero(Estimate(less.value, low, high, error), max(abs(one.value), abs(other.value)))

    def _joint_sample(self, model: str) -> Sample:
        """The joint counts as cases of a model, whose neighbouring scores are put together there."""
        times, labels = self.counts.joint_counts, self.counts.joint[:, 0].astype(bool)
        prevalence = self.question.prevalence
        weights = times if prevalence is None else _reweight(prevalence, labels, times)
        return Sample(labels, self.counts.edges[model][self.counts.joint[:, 1 + self.names.index(model)]], weights)

    def _joint_costs(self, model: str, threshold: float) -> Array:
        """The mean cost of a case in each combination of the joint counts."""
        return self._jointly(model, Influence(0.0, self._costs(model, threshold) * self.cells(model).times))

    def _jointly_held_out(self, metric: str, model: str, found: Influence, parameters: Mapping[str, Any]) -> Influence:
        """A metric of best thresholds on held-out halves, the same halves of the joint counts for all models."""
        units = Units(self._joint_sample(model), times=self.counts.joint_counts)
        cases = SweptSample(units.sample)
        known = _keep(self._jointly_unseen, model, dict)
        unseen = _hold_out(known, metric, parameters, self.of_best, units, cases)
        seen = influence_of(metric, cases, **parameters)
        return Influence(found.value + unseen.value - seen.value, unseen.of_cases)

    def _independent(self, model: str, influence: Influence) -> Array:
        times, labels = self.counts.joint_counts, self.counts.joint[:, 0].astype(bool)
        of_case = self._jointly(model, influence)
        for part in [labels, ~labels] if self.fixed_classes else [np.ones(labels.size, dtype=bool)]:
            of_case = of_case - part * np.average(of_case[part], weights=times[part])
        return of_case * np.sqrt(times)

    def _jointly(self, model: str, influence: Influence) -> Array:
        """The mean influence of a case in each combination of the joint counts."""
        joint, edges = self.counts.joint, self.counts.edges[model]
        labels, scores, cases, _ = self._cells[model]
        place = 2 * np.maximum(np.searchsorted(edges, scores, "right") - 1, 0) + labels
        sums = [np.bincount(place, weights=each, minlength=2 * edges.size) for each in (influence.of_cases, cases)]
        of_case = np.divide(sums[0], sums[1], out=np.zeros(2 * edges.size), where=sums[1] > 0)
        return of_case[2 * joint[:, 1 + self.names.index(model)] + joint[:, 0]]

    def draws(self, replicates: int, rng: np.random.Generator) -> Iterator[dict[str, Sweep]]:
        joint, times = self.counts.joint, self.counts.joint_counts
        weights = np.ones(times.size)
        if self.question.prevalence is not None:
            weights = _reweight(self.question.prevalence, joint[:, 0].astype(bool), times) / times
        for _ in range(replicates):
            drawn = weights * rng.poisson(times)
            sweeps = {}
            for k, name in enumerate(self.names, start=1):
                sweeps[name] = _sweep_of_draw(self.counts.edges[name], 2 * joint[:, k] + joint[:, 0], drawn)
            yield sweeps


def _reweight(prevalence: float, labels: NDArray[np.bool_], weights: Array) -> Array:
    """Weights of the same sum, at which the share of positives is the prevalence."""
    positives, total = float(weights[labels].sum()), float(weights.sum())
    if not 0 < positives < total:
        raise ValueError("a prevalence can be stated only for data with positives and negatives")
    factor = np.where(labels, prevalence * total / positives, (1 - prevalence) * total / (total - positives))
    return weights * factor


def decision_costs(labels: NDArray[np.bool_], scores: Array, threshold: float, question: Question) -> Array:
    """The cost of the decision on each case; a score at the threshold is flagged."""
    flagged = scores >= threshold
    of_fp, of_fn = mistake_costs(question)
    return np.where(labels, of_fn * (1 - flagged), of_fp * flagged)


def cheapest_step(sweep: Sweep, question: Question) -> int:
    """How many of the distinct scores are flagged at the threshold of least cost."""
    of_fp, of_fn = mistake_costs(question)
    costs = of_fp * np.append(0.0, sweep.false_positives) - of_fn * np.append(0.0, sweep.true_positives)
    return int(costs.argmin())


def _cheapest_threshold(sweep: Sweep, question: Question) -> float:
    """A threshold of least cost: the lowest score that is flagged."""
    flagged = cheapest_step(sweep, question)
    return float(sweep.thresholds[flagged - 1]) if flagged else math.inf


def _is_decided(metric: str) -> bool:
    """Whether a metric sees only which scores are at or above the threshold.

    The package counts a score at the threshold half as flagged, for metrics that weigh confidence; whoever uses a
    threshold flags it, as scikit-learn does with ``>=``.
    """
    return MEASURES[metric].kind == "decision" and metric != "lxcim"


def _flag(scores: Array, threshold: float) -> Array:
    """Decisions as scores on either side of 0."""
    return np.where(scores >= threshold, 1.0, -1.0)


def _decide(units: Units, threshold: float) -> Units:
    """The decisions at a threshold; equal ones are one entry, unless clusters or weights tell them apart."""
    (labels, scores, weights), member, times = units
    flagged = _flag(scores, threshold)
    if member is not None or (weights is not None and times is None):
        return units._replace(sample=Sample(labels, flagged, weights))
    cell = 2 * labels + (flagged > 0)
    counted = np.bincount(cell, times, 4).astype(np.float64)
    occurring = np.flatnonzero(counted)
    whole = counted if weights is None else np.bincount(cell, weights, 4).astype(np.float64)
    decided = Sample(occurring > 1, np.where(occurring % 2, 1.0, -1.0), whole[occurring])
    return Units(decided, times=counted[occurring])


def _half_width(influence: Influence, units: Units, level: float, fixed_classes: bool) -> tuple[float, float]:
    """Half the width of a symmetric interval, and the standard error."""
    found = spread(influence, units.sample, units.member, fixed_classes, units.times)
    return found.half(level), found.error


def mean_cost(cells: Cells, costs: Array) -> Influence:
    """The mean cost of a case, and the influence of each cell on it."""
    value = float(cells.weights @ costs / cells.weights.sum())
    return Influence(value, cells.weights * (costs - value) / cells.weights.sum())


def subtract(one: Influence, other: Influence) -> Influence:
    """The difference of two metrics of the same cases."""
    return Influence(one.value - other.value, one.of_cases - other.of_cases)


def round_to_zero(less: Estimate, size: float) -> Estimate:
    """A difference of values of this size; 0 if it differs from 0 by rounding alone."""
    if less.value is not None and abs(less.value) <= ROUNDING * size:
        exact = less.standard_error is not None and less.standard_error <= ROUNDING * size
        return Estimate(0.0, 0.0, 0.0, 0.0) if exact else replace(less, value=0.0)
    return less


def _clip_at_zero(estimate: Estimate) -> Estimate:
    return replace(estimate, low=None if estimate.low is None else max(estimate.low, 0.0))


def _sweep_of_draw(edges: Array, cells: NDArray[Any], weights: Array) -> Sweep:
    """The sweep of a bootstrap sample, from the weight and the cell of each case: twice its step, plus its label."""
    sums = summed(cells, weights, 2 * edges.size)[::-1]
    return Sweep.of_steps(edges[::-1], sums[::2], sums[1::2])


def _group_scores(scores: Array) -> tuple[Array, NDArray[np.intp]]:
    """At most `STEPS` distinct scores, ascending, neighbours put together; and the index of each case's."""
    distinct, step = np.unique(scores, return_inverse=True)
    if distinct.size <= STEPS:
        return distinct, step
    group = np.arange(distinct.size) * STEPS // distinct.size
    return distinct[np.flatnonzero(np.diff(group, prepend=-1))], group[step]
