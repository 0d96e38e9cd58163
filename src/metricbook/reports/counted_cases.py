"""Cases counted by label and score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.intervals import ends_of_best, subtract
from metricbook.metrics.optimism import CHOOSERS
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units
from metricbook.metrics.validation import Array, Sample
from metricbook.reports.cases import Cases, Cells, half_width, hold_out, keep_of_model, reweight, sweep_of_draw
from metricbook.reports.estimates import Estimate, round_to_zero
from metricbook.reports.mean_costs import EITHER_WAY
from metricbook.reports.predictions import Counts
from metricbook.reports.question import Question


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
            weights = times if question.prevalence is None else reweight(question.prevalence, labels, times)
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
                half, error = half_width(less, units, level, self.fixed_classes)
                low, high = less.value - half, less.value + half
        except ValueError as undefined:
            return Estimate(None, note=str(undefined))
        return round_to_zero(Estimate(less.value, low, high, error), max(abs(one.value), abs(other.value)))

    def _joint_sample(self, model: str) -> Sample:
        """The joint counts as cases of a model, whose neighbouring scores are put together there."""
        times, labels = self.counts.joint_counts, self.counts.joint[:, 0].astype(bool)
        prevalence = self.question.prevalence
        weights = times if prevalence is None else reweight(prevalence, labels, times)
        return Sample(labels, self.counts.edges[model][self.counts.joint[:, 1 + self.names.index(model)]], weights)

    def _joint_costs(self, model: str, threshold: float) -> Array:
        """The mean cost of a case in each combination of the joint counts."""
        return self._jointly(model, Influence(0.0, self._costs(model, threshold) * self.cells(model).times))

    def _jointly_held_out(self, metric: str, model: str, found: Influence, parameters: Mapping[str, Any]) -> Influence:
        """A metric of best thresholds on held-out halves, the same halves of the joint counts for all models."""
        units = Units(self._joint_sample(model), times=self.counts.joint_counts)
        cases = SweptSample(units.sample)
        known = keep_of_model(self._jointly_unseen, model, dict)
        unseen = hold_out(known, metric, parameters, self.of_best, units, cases)
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
            weights = reweight(self.question.prevalence, joint[:, 0].astype(bool), times) / times
        for _ in range(replicates):
            drawn = weights * rng.poisson(times)
            sweeps = {}
            for k, name in enumerate(self.names, start=1):
                sweeps[name] = sweep_of_draw(self.counts.edges[name], 2 * joint[:, k] + joint[:, 0], drawn)
            yield sweeps

    def bracket(self, model: str, low: float, high: float) -> tuple[float, float]:
        """The neighbouring bins: a draw has one threshold for each, and the best of all may be up to a bin from it."""
        edges, tally = self.counts.edges[model], self.counts.tallies[model]
        if not np.isfinite([low, high]).all() or edges.size == tally.scores.size:
            return low, high
        below, above = int(np.searchsorted(edges, low)) - 1, int(np.searchsorted(edges, high, "right"))
        highest = edges[above] if above < edges.size else tally.scores[-1]
        return float(edges[max(below, 0)]), max(high, float(highest))
