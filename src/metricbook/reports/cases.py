"""Cases of several models, on which metrics are estimated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.held_out import held_out_together
from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.intervals import Interval, interval_in, interval_of_best, subtract
from metricbook.metrics.optimism import CHOOSERS, between
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.shares import Shares
from metricbook.metrics.standard_errors import Spread, spread
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units, divide, summed
from metricbook.metrics.validation import Array, Sample
from metricbook.reports.decisions import (
    cheapest_threshold,
    decide,
    decision_costs,
    flag,
    is_decided,
    mean_cost,
    mistake_costs,
)
from metricbook.reports.estimates import Estimate, round_to_zero
from metricbook.reports.mean_costs import Possible, cost_arms, divide_costs, possible_costs, possible_differences
from metricbook.reports.question import Question
from metricbook.reports.together import level_of_each

#: Of how many models sorted cases are kept.
KEPT: Final = 2
_Made = TypeVar("_Made")


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

    def bracket(self, model: str, low: float, high: float) -> tuple[float, float]:
        """The scores between which thresholds lie that are from one number to another in bootstrap samples."""
        return low, high

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
        if is_decided(metric):
            units, given = decide(units, parameters["threshold"]), {}
        cases = SweptSample(units.sample) if is_decided(metric) else self.swept(model)
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
            return units, self.swept(model) if units.times is None else SweptSample(units.sample)

        return keep_of_model(self._divided, model, divided)

    def _held_out(self, metric: str, model: str, parameters: Mapping[str, Any]) -> Influence:
        """A metric of best thresholds on held-out halves, which are the same for all of a model."""
        units, cases = self._together(model)
        return hold_out(keep_of_model(self._unseen, model, dict), metric, parameters, self.of_best, units, cases)

    def swept(self, model: str) -> SweptSample:
        """The sorted cases of a model, at the prevalence asked for."""
        return keep_of_model(self._swept, model, lambda: SweptSample(self.units(model).sample))

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
        error = half_width(found, units, level, self.fixed_classes)[1]
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
        half, error = half_width(influence, self.units(model), level, self.fixed_classes)
        return Estimate.of(Interval(influence.value, influence.value - half, influence.value + half, error))

    def least_cost(self, model: str, level: float) -> Estimate:
        """The mean cost of a case at the best threshold, corrected for its having been chosen on these cases.

        The ends are those of a metric of best thresholds that may have no regret, such as a gap; see
        `metricbook.metrics.optimism`.
        """
        of_fp, of_fn = mistake_costs(self.question)
        units, _ = self._together(model)
        labels, scores, weights = units.sample
        best = cheapest_threshold(self.sweep(model), self.question)
        costs = decision_costs(labels, scores, best, self.question)
        seen = mean_cost(np.ones(labels.size) if weights is None else weights, costs)
        try:
            unseen = self._held_out("least_cost", model, {"cost_fp": of_fp, "cost_fn": of_fn})
            (half, error), (wide, _) = (half_width(cost, units, level, self.fixed_classes) for cost in (seen, unseen))
        except ValueError as undefined:
            return Estimate(seen.value, note=str(undefined))
        ends = sorted([between(seen.value, unseen.value, 1), unseen.value])
        low, high = ends[0] - max(half, wide), ends[1] + max(half, wide)
        return Estimate(between(seen.value, unseen.value, 3), max(low, 0.0), high, error)

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
            costs = decision_costs(labels, scores, parameters["threshold"], self.question)
            return mean_cost(self.cells(model).weights, costs)
        if is_decided(metric):
            flagged = flag(scores, parameters["threshold"])
            return influence_of(metric, SweptSample(Sample(labels, flagged, weights)))
        return influence_of(metric, self.swept(model), **parameters)


def keep_of_model(kept: dict[str, _Made], model: str, make: Callable[[], _Made]) -> _Made:
    """What was made of a model; it is kept of the models that were asked for last."""
    made = kept.pop(model) if model in kept else make()
    while len(kept) >= KEPT:
        del kept[next(iter(kept))]
    kept[model] = made
    return made


def hold_out(
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


def reweight(prevalence: float, labels: NDArray[np.bool_], weights: Array) -> Array:
    """Weights of the same sum, at which the share of positives is the prevalence."""
    positives, total = float(weights[labels].sum()), float(weights.sum())
    if not 0 < positives < total:
        raise ValueError("a prevalence can be stated only for data with positives and negatives")
    factor = np.where(labels, prevalence * total / positives, (1 - prevalence) * total / (total - positives))
    return weights * factor


def half_width(influence: Influence, units: Units, level: float, fixed_classes: bool) -> tuple[float, float]:
    """Half the width of a symmetric interval, and the standard error."""
    found = spread(influence, units.sample, units.member, fixed_classes, units.times)
    return found.half(level), found.error


def sweep_of_draw(edges: Array, cells: NDArray[Any], weights: Array) -> Sweep:
    """The sweep of a bootstrap sample, from the weight and the cell of each case: twice its step, plus its label."""
    sums = summed(cells, weights, 2 * edges.size)[::-1]
    return Sweep.of_steps(edges[::-1], sums[::2], sums[1::2])
