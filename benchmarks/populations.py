"""Populations of known metrics, for simulations of a report's intervals: laws of scores, their truth, and samples."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betainc, expit, logit, ndtr

from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.sweep import Sweep
from metricbook.reports.decisions import cheapest_step
from metricbook.reports.predictions import Predictions, Source
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.rows import Rows

Array = NDArray[np.float64]
#: A law of scores: normal classes of standard deviations 1 and 1.5; probabilities from a beta distribution, of which
#: cases are positive with just that probability; positives of which some are hardly higher than negatives, among
#: negatives of which a twentieth is high; and normal scores that are rounded to about ten grades.
LAWS: Final = ("spread", "beta", "mixture", "grades")
#: The metrics whose intervals are counted; those of best thresholds, which take the most time, last.
FAST: Final = (
    "auroc", "average_precision", "brier_score", "log_loss", "cost", "precision", "recall", "precision_at_k",
    "recall_at_k",
)  # fmt: skip
SLOW: Final = ("h_measure", "least_cost")
#: Width of the slices into which a distribution is cut for the true values, in units of the scores.
WIDTH: Final = 1 / 200
#: The most and the least that a model states as a probability is so far from 1 and 0.
EXTREME: Final = 1e-9
#: What is shared: by the models of a case, by the cases of a cluster, and the part of cases labelled by themselves.
OF_MODELS, OF_CLUSTERS, BY_THEMSELVES = 0.6, 0.5, 0.2
#: How much less each model separates the classes than the one before, where models differ.
WORSE: Final = 0.04


class Setting(NamedTuple):
    """A population, and what is drawn from it: cases one by one or in clusters, scored by one model or several."""

    law: str
    area: float
    prevalence: float
    cases: int
    models: int = 1
    equal: bool = True
    of_cluster: int = 1
    counted: bool = False
    slow: bool = False

    @property
    def question(self) -> Question:
        """Prices at which the threshold is about twice the prevalence if that is small, and a budget."""
        budget = 0.01 if self.prevalence < 0.01 else 0.05 if self.prevalence < 0.05 else 0.2
        return Question(
            cost_fp=1.0, cost_fn=0.5 * (1 - self.prevalence) / self.prevalence, budget=budget, probabilities=True
        )

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics whose intervals are counted."""
        if self.models == 1:
            return FAST + SLOW * self.slow
        return FAST[:2] if self.models > 5 else (*FAST[:2], "cost", "h_measure") if self.slow else (*FAST[:2], "cost")


class Population(NamedTuple):
    """The scores of one model: the classes are ``shift`` apart, and probabilities a line in the log odds."""

    law: str
    area: float
    prevalence: float
    shift: float

    def components(self, positive: bool) -> tuple[Array, Array, Array]:
        """Shares, means and standard deviations of the normal parts of a class."""
        if self.law == "mixture":
            alike = 1.2 * (1 - self.area)
            parts = [(alike, 0.3, 1.0), (1 - alike, self.shift, 0.7)] if positive else [(0.95, 0, 1), (0.05, 1.5, 1)]
        else:
            parts = [(1.0, self.shift, 1.5 if self.law == "spread" else 1.2)] if positive else [(1.0, 0.0, 1.0)]
        shares, means, deviations = np.array(parts, dtype=float).T
        return shares, means, deviations

    def of_beta(self, positive: bool) -> tuple[float, float]:
        """The parameters of the beta distribution of the probabilities of a class."""
        both = np.exp(-self.shift)
        return self.prevalence * both + positive, (1 - self.prevalence) * both + (not positive)

    def slices(self) -> tuple[Array, Array, Array]:
        """Raw scores, ascending and distinct, and the share of the positives and of the negatives at each."""
        if self.law == "beta":
            edges = np.arange(-40, 40 + WIDTH, WIDTH)
            below = [betainc(*self.of_beta(positive), expit(edges)) for positive in (True, False)]
        else:
            edges = np.arange(-9.5, self.shift + 14.5, WIDTH)
            below = []
            for positive in (True, False):
                shares, means, deviations = self.components(positive)
                below.append(ndtr((edges[:, np.newaxis] - means) / deviations) @ shares)
        for each in below:
            each[0], each[-1] = 0.0, 1.0  # what lies beyond the edges is in the outermost slices
        raw = self.rounded((edges[1:] + edges[:-1]) / 2)
        places, first = np.unique(raw, return_index=True)
        positives, negatives = (np.add.reduceat(np.diff(each), first) for each in below)
        return places, positives, negatives

    def rounded(self, raw: Array) -> Array:
        """The raw scores as they are given: grades are whole numbers."""
        return np.round(raw) if self.law == "grades" else raw

    def draw(self, labels: NDArray[np.bool_], noise: Array, rng: np.random.Generator) -> Array:
        """Raw scores of cases with such labels, from standard normal noise, which may depend."""
        raw = np.empty(labels.size)
        for positive in (True, False):
            chosen = labels == positive
            size = int(chosen.sum())
            if self.law == "beta":
                raw[chosen] = logit(np.clip(rng.beta(*self.of_beta(positive), size), 1e-15, 1 - 1e-15))
                continue
            shares, means, deviations = self.components(positive)
            part = rng.choice(shares.size, size, p=shares)
            raw[chosen] = means[part] + deviations[part] * noise[chosen]
        return self.rounded(raw)

    def probabilities(self, raw: Array) -> Array:
        """What the model states for raw scores."""
        intercept, slope = (0.0, 1.0) if self.law == "beta" else line_of(self)
        return np.clip(expit(intercept + slope * raw), EXTREME, 1 - EXTREME)


@cache
def line_of(population: Population) -> tuple[float, float]:
    """The logistic regression of the class on the raw score in the whole population, by Newton's method."""
    raw, positives, negatives = population.slices()
    positives, negatives = population.prevalence * positives, (1 - population.prevalence) * negatives
    design = np.column_stack([np.ones(raw.size), raw])
    line = np.array([logit(population.prevalence), 0.0])
    for _ in range(60):
        share = expit(design @ line)
        weights = (positives + negatives) * share * (1 - share)
        step = np.linalg.solve(design.T * weights @ design, design.T @ (positives - (positives + negatives) * share))
        line = line + step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-12))
    return float(line[0]), float(line[1])


@cache
def population(law: str, area: float, prevalence: float, worse: float = 0.0) -> Population:
    """The population of a law that has this AUROC; of another model, one whose classes are closer by a share."""

    def missing(shift: float) -> float:
        _, positives, negatives = Population(law, area, prevalence, shift).slices()
        return (
            auroc_of(Sweep.of_steps(-np.arange(positives.size, dtype=float), positives[::-1], negatives[::-1])) - area
        )

    low, high = (-8.0, 12.0) if law == "beta" else (0.0, 9.0)
    shift = float(brentq(missing, low, high, xtol=1e-6))
    return Population(law, area, prevalence, shift * (1 - worse))


def populations(setting: Setting) -> list[Population]:
    """That of each model of a setting."""
    return [
        population(setting.law, setting.area, setting.prevalence, 0.0 if setting.equal else WORSE * k)
        for k in range(setting.models)
    ]


def parameters(metric: str, question: Question, cases: float) -> dict[str, float | None]:
    """What a metric takes in a report with this question."""
    kind = "cost" if metric == "least_cost" else MEASURES[metric].kind
    if metric == "h_measure":
        return {"alpha": 2.0, "beta": 2.0}
    if kind == "budget":
        return {"k": question.share(cases)}
    return {"threshold": question.cost_proportion} if kind in ("decision", "cost") else {}


@cache
def truth(setting: Setting) -> list[dict[str, float]]:
    """The true value of each metric of each model."""
    found, question = [], setting.question
    for one in populations(setting):
        raw, positives, negatives = one.slices()
        weights = np.concatenate([setting.prevalence * positives, (1 - setting.prevalence) * negatives])
        labels, scores = np.repeat([True, False], raw.size), np.tile(one.probabilities(raw), 2)
        there = weights > 0
        data = Predictions(labels[there], {"m0": scores[there]}, source(labels.size), weights[there])
        cases, values = Rows(data, question), {}
        for metric in setting.metrics:
            if metric == "least_cost":
                sweep = cases.sweep("m0")
                flagged = cheapest_step(sweep, question)
                threshold = float(sweep.thresholds[flagged - 1]) if flagged else np.inf
                value = cases.estimate("cost", "m0", 0.95, threshold=threshold).value
            else:
                value = cases.estimate(metric, "m0", 0.95, **parameters(metric, question, setting.cases)).value
            assert value is not None
            values[metric] = value
        found.append(values)
    return found


def source(rows: int) -> Source:
    """Where drawn predictions come from."""
    return Source("drawn", "", rows, "1", "0")


def sample(setting: Setting, rng: np.random.Generator) -> Predictions:
    """Cases drawn from the population of a setting, at least one of each class."""
    size, number = setting.cases, setting.cases // setting.of_cluster
    clusters = np.repeat(np.arange(number), setting.of_cluster)
    while True:
        labels = rng.random(size) < setting.prevalence
        if setting.of_cluster > 1:
            shared = (rng.random(number) < setting.prevalence)[clusters]
            labels = np.where(rng.random(size) < BY_THEMSELVES, labels, shared)
        if 0 < labels.sum() < size:
            break
    own = rng.normal(size=(setting.models, size))
    if setting.models > 1:
        own = np.sqrt(OF_MODELS) * rng.normal(size=size) + np.sqrt(1 - OF_MODELS) * own
    if setting.of_cluster > 1:
        own = np.sqrt(OF_CLUSTERS) * rng.normal(size=number)[clusters] + np.sqrt(1 - OF_CLUSTERS) * own
    scores = {f"m{k}": one.probabilities(one.draw(labels, own[k], rng)) for k, one in enumerate(populations(setting))}
    return Predictions(labels, scores, source(size), clusters=clusters if setting.of_cluster > 1 else None)
