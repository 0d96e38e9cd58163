"""What the checks of the nine data sets share: their populations, and samples drawn once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import SupportsFloat

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

from metricbook import auroc
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel, Scored, draw, nine, panel_rng

SEEDS = range(10)
DRAWS = 60
LETTERS = tuple(PANELS)
COLUMNS = ("adg", "beh", "cfi")
_STEPS = 20_001


def rates(panel: Panel, threshold: float) -> tuple[float, float]:
    """True and false positive rate of the population, for a threshold on the input."""
    (_, top), *negatives = panel.groups
    u = sum(size * upper(panel, mean, threshold) for size, mean in negatives) / panel.negatives
    return upper(panel, top, threshold), u


def upper(panel: Panel, mean: float, threshold: float) -> float:
    """Share of a group that lies above a threshold on the input."""
    return float(ndtr((mean - threshold) / panel.sd))


def errors(panel: Panel, threshold: float) -> list[float]:
    """Expected errors: positives called negative, and negatives of both kinds called positive."""
    above = [size * upper(panel, mean, threshold) for size, mean in panel.groups]
    return [panel.positives - above[0], *above[1:]]


def negative_density(panel: Panel, grid: np.ndarray) -> np.ndarray:
    """Density of the input among the negatives."""
    scale = panel.sd * np.sqrt(2 * np.pi) * panel.negatives
    return sum(n * np.exp(-(((grid - m) / panel.sd) ** 2) / 2) for n, m in panel.groups[1:]) / scale


def win_rate(panel: Panel, threshold: float) -> float:
    """B of the population by quadrature: P(S_P > S_R | S_R > r), flagged positives and flagged negatives apart."""
    v, u = rates(panel, threshold)
    grid = np.linspace(threshold, panel.positive_mean + 10 * panel.sd, _STEPS)
    beaten = np.trapezoid(negative_density(panel, grid) * ndtr((panel.positive_mean - grid) / panel.sd), grid)
    positives, negatives = panel.positives, panel.negatives
    return (positives * v * v / 2 + negatives * beaten) / (positives * v + negatives * u)


@cache
def balance(letter: str) -> float:
    """The input at which B of the panel's population is 1/2."""
    panel = PANELS[letter]
    return float(brentq(lambda r: win_rate(panel, r) - 0.5, panel.easy_mean, panel.positive_mean, xtol=1e-10))


@cache
def even_odds(letter: str) -> float:
    """The input at which the logistic regression of the panel's population gives even odds."""
    intercept, slope = PANELS[letter].logistic_line
    return -intercept / slope


@cache
def samples() -> tuple[dict[str, Scored], ...]:
    """The nine data sets for each seed of `SEEDS`."""
    return tuple(nine(seed) for seed in SEEDS)


@cache
def drawn_areas(letter: str) -> tuple[float, ...]:
    """AUROC of `DRAWS` data sets of a panel."""
    areas = []
    for seed in range(DRAWS):
        labels, inputs = draw(PANELS[letter], rng=panel_rng(seed, letter))
        areas.append(auroc(labels, inputs))
    return tuple(areas)


def spread_of_paper(letter: str, pairs: int = 1_000) -> float:
    """Standard deviation of the share of won pairs, for random pairs from a random data set of a panel."""
    areas = np.array(drawn_areas(letter))
    return float(np.sqrt(areas.var(ddof=1) + np.mean(areas * (1 - areas)) / pairs))


def rounded(values: Iterable[SupportsFloat], digits: int = 3) -> list[float]:
    """Plain floats with few digits, for evidence."""
    return [round(float(value), digits) for value in values]


def rounded_by_name(values: Mapping[str, float], digits: int = 3) -> dict[str, float]:
    """The same for values that have names."""
    return {name: round(float(value), digits) for name, value in values.items()}


def balance_of(labels: np.ndarray, inputs: np.ndarray) -> float:
    """The largest input at which B of a data set without ties is at least 1/2, an image with itself half a win."""
    order = np.argsort(-inputs, kind="stable")
    positive = labels[order].astype(float)
    positives_above = np.cumsum(positive) - positive / 2  # those that beat this sample, and half of itself
    rate = np.cumsum(positives_above) / np.arange(1, order.size + 1) / positive.sum()
    return float(inputs[order][np.argmax(rate >= 0.5)])


def overlap(panel: Panel) -> float:
    """Integral of the smaller of the two class densities, each times the size of its class."""
    grid = np.linspace(panel.easy_mean - 16, panel.positive_mean + 16, 8_001)
    positive = np.exp(-(((grid - panel.positive_mean) / panel.sd) ** 2) / 2) / (panel.sd * np.sqrt(2 * np.pi))
    smaller = np.minimum(panel.positives * positive, panel.negatives * negative_density(panel, grid))
    return float(np.trapezoid(smaller, grid))
