"""Cases one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.angles import disagreement
from metricbook.metrics.influence import Influence
from metricbook.metrics.intervals import paired_difference, subtract
from metricbook.metrics.optimism import CHOOSERS
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units, summed
from metricbook.metrics.validation import Array, Sample
from metricbook.reports.cases import Cases, Cells, reweight, sweep_of_draw
from metricbook.reports.estimates import Estimate, round_to_zero
from metricbook.reports.mean_costs import EITHER_WAY
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import MEASURES, Question

#: Most distinct scores in a bootstrap replicate, from which shares of replicates are taken, and no values.
STEPS: Final = 2048


class Rows(Cases):
    """Cases one by one."""

    def __init__(self, predictions: Predictions, question: Question) -> None:
        super().__init__()
        self.predictions, self.question = predictions, question
        labels, weights = predictions.labels, predictions.weights
        self.weights, self.fixed_classes = weights, question.fixed_classes
        if question.prevalence is not None:
            self.weights = reweight(question.prevalence, labels, np.ones(labels.size) if weights is None else weights)
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
                sweeps[name] = sweep_of_draw(edges, 2 * step + p.labels, drawn)
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


def _group_scores(scores: Array) -> tuple[Array, NDArray[np.intp]]:
    """At most `STEPS` distinct scores, ascending, neighbours put together; and the index of each case's."""
    distinct, step = np.unique(scores, return_inverse=True)
    if distinct.size <= STEPS:
        return distinct, step
    group = np.arange(distinct.size) * STEPS // distinct.size
    return distinct[np.flatnonzero(np.diff(group, prepend=-1))], group[step]
