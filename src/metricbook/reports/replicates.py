"""The best thresholds of models and the Tile: on the cases, and in bootstrap samples of them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Array
from metricbook.reports.cases import Cases
from metricbook.reports.contents import SIDE, TileOfModels
from metricbook.reports.decisions import cheapest_step
from metricbook.reports.estimates import ROUNDING
from metricbook.reports.progress import Progress
from metricbook.reports.thresholds import performance_at
from metricbook.tile.sample import hull_performances
from metricbook.tile.scores import ranking_score, tile_axes


class Bootstrapped(NamedTuple):
    """Each model's best thresholds in the replicates, and the share in which it alone is best at a point of the Tile.

    The shares are of shape (models, SIDE, SIDE).
    """

    best: dict[str, Array]
    winners: Array


def bootstrap_cases(cases: Cases, replicates: int, rng: np.random.Generator, progress: Progress) -> Bootstrapped:
    """The best thresholds and models of bootstrap samples that have both classes."""
    best: dict[str, list[float]] = {name: [] for name in cases.names}
    winners, compared = np.zeros((len(cases.names), SIDE, SIDE)), 0
    for sweeps in progress(cases.draws(replicates, rng), "replicates", replicates):
        if not all(sweep.positives and sweep.negatives for sweep in sweeps.values()):
            continue  # a draw without a class says nothing about either
        for name, sweep in sweeps.items():
            best[name].append(performance_at(sweep, cheapest_step(sweep, cases.question), cases.question).threshold)
        if len(sweeps) > 1:
            best_there = _best_models(list(sweeps.values()))
            alone = best_there >= 0
            np.add.at(winners, (best_there[alone], *np.nonzero(alone)), 1)
            compared += 1
    finite = {name: np.clip(np.array(drawn or [math.nan]), -1e300, 1e300) for name, drawn in best.items()}
    return Bootstrapped(finite, winners / max(compared, 1))


def _best_models(sweeps: list[Sweep]) -> NDArray[np.intp]:
    """Index of the model whose best threshold scores highest at each point of the Tile, or -1 for ties; rows are b."""
    own = [_own_performances(sweep) for sweep in sweeps]
    first = np.cumsum([0, *map(len, own[:-1])])
    scores = ranking_score(np.concatenate(own)[:, np.newaxis, np.newaxis, :], *tile_axes(SIDE))
    best = np.maximum.reduceat(scores, first, axis=0)
    several = (best >= best.max(axis=0) - ROUNDING).sum(axis=0) > 1
    return np.where(several, -1, best.argmax(axis=0))


def _own_performances(sweep: Sweep) -> Array:
    """Performances of a model's thresholds; one that flags everything or nothing is every model's, and no merit."""
    _, performances = hull_performances(sweep)
    return performances[1:-1] if len(performances) > 2 else performances


def analyse_tile(cases: Cases, bootstrapped: Bootstrapped) -> TileOfModels:
    """The best model at each point of the Tile, and how often it was best there in the replicates."""
    winner = _best_models([cases.sweep(name) for name in cases.names])
    agreeing = np.take_along_axis(bootstrapped.winners, winner[np.newaxis], axis=0)[0]
    wins = {name: float((winner == k).mean()) for k, name in enumerate(cases.names)}
    return TileOfModels(winner, np.where(winner < 0, 0.0, agreeing), wins)
