"""Both areas and the best k, of everyone and of each group, along a run; and how runs over many data sets are made."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from numba import njit
from numpy.typing import NDArray
from tqdm import tqdm

from scoring_the_scores.mcdermott.mistakes import auroc_by_rank, measures_by_rank
from scoring_the_scores.mcdermott.score_sampler import Population, draw_many

Booleans = NDArray[np.bool_]
Floats = NDArray[np.float64]
Seeds = list[np.random.SeedSequence]
SCOPES = ("overall", "high", "low")
METRICS = ("AUROC", "AUPRC")
MEASURES = (*METRICS, "found")
CHUNK = 25


def ranked_measures(labels: Booleans, low: Booleans, top: int) -> Floats:
    """AUROC, AUPRC and positives among the best ``top``, of everyone and of each group, for rankings without ties.

    Returns
    -------
    array of shape (..., 3, 3)
        Scopes `SCOPES` by measures `MEASURES`.

    Examples
    --------
    >>> labels, low = np.array([True, False, True, False]), np.array([False, False, True, True])
    >>> ranked_measures(labels, low, 1)[0].round(3).tolist()  # overall
    [0.75, 0.833, 1.0]
    """
    return np.stack([measures_by_rank(labels, where=inside, top=top) for inside in (None, ~low, low)], axis=-2)


def scored_measures(scores: Floats, population: Population, top: int) -> Floats:
    """As `ranked_measures`, from scores that may tie.

    Examples
    --------
    >>> small = Population(sizes=(2, 2), positives=(1, 1))
    >>> scored_measures(np.array([[0.9, 0.5, 0.5, 0.1]]), small, 1)[0, 0].round(4).tolist()
    [0.875, 0.8333, 1.0]
    """
    split = population.sizes[0]
    groups = scores, scores[:, :split], scores[:, split:]
    labels = population.labels, population.labels[:split], population.labels[split:]
    return np.stack([measure(s, np.flatnonzero(y), top) for s, y in zip(groups, labels, strict=True)], axis=1)


def measure(scores: Floats, positives: NDArray[np.int64], top: int) -> Floats:
    """AUROC, AUPRC and positives among the best ``top`` of many score vectors for the same labels: shape (m, 3).

    Examples
    --------
    >>> measure(np.array([[0.9, 0.5, 0.5, 0.1]]), np.array([0, 1]), 2).round(4).tolist()
    [[0.875, 0.8333, 1.5]]
    """
    measures = np.zeros((scores.shape[0], len(MEASURES)))
    _measure(np.ascontiguousarray(scores), positives, top, measures)
    return measures


@njit(cache=True, nogil=True)
def _measure(scores, positives, top, out):  # pragma: no cover - compiled
    n, p = scores.shape[1], positives.size
    for row in range(scores.shape[0]):
        for one in positives:
            own = scores[row, one]
            above, tied, positives_above, positives_tied = 0, 0, 0, 0
            for column in range(n):
                above += scores[row, column] > own
                tied += scores[row, column] == own
            for other in positives:
                positives_above += scores[row, other] > own
                positives_tied += scores[row, other] == own
            lost = (above - positives_above) + (tied - positives_tied) / 2
            out[row, 0] += (1 - lost / (n - p)) / p
            out[row, 1] += (positives_above + positives_tied) / (above + tied) / p
            out[row, 2] += min(1.0, max(0.0, (top - above) / tied))


def over_data_sets(
    work: Callable[[Floats, list[np.random.Generator]], Floats],
    population: Population,
    *,
    datasets: int,
    seed: int,
    workers: int | None,
    name: str,
) -> Floats:
    """Call ``work(scores, generators)`` on chunks of data sets on all cores, and join what it returns.

    Each data set has two streams of random numbers of its own, children of the seed: one draws its scores, the other
    is handed to the procedure. So the result depends neither on the number of workers nor on how many other data
    sets there are, and runs with one seed work on the same data sets.
    """
    if datasets < 1:
        raise ValueError(f"datasets must be 1 or more, not {datasets}")
    streams = [child.spawn(2) for child in np.random.SeedSequence(seed).spawn(datasets)]
    chunks = [streams[start : start + CHUNK] for start in range(0, datasets, CHUNK)]

    def run(chunk: list[Seeds]) -> Floats:
        scores = draw_many(population, [first for first, _ in chunk])
        return work(scores, [np.random.default_rng(second) for _, second in chunk])

    with (
        ThreadPoolExecutor(workers or os.cpu_count()) as pool,
        tqdm(total=datasets, desc=name, unit="set", disable=None, leave=False) as bar,
    ):
        parts = []
        for part in pool.map(run, chunks):
            parts.append(part)
            bar.update(len(part))
    return np.concatenate(parts)


def tidy(values: Floats, *, run: str, metric: str, steps: list[float] | None = None) -> pd.DataFrame:
    """One row for each data set, step and scope.

    Returns
    -------
    DataFrame
        ``run``, ``metric``, ``dataset``, ``step``, ``scope``, ``AUROC``, ``AUPRC``, ``found``.
    """
    named = np.arange(values.shape[1]) if steps is None else np.asarray(steps)
    index = pd.MultiIndex.from_product([range(values.shape[0]), named, SCOPES], names=["dataset", "step", "scope"])
    table = pd.DataFrame(values.reshape(-1, len(MEASURES)), index=index, columns=list(MEASURES)).reset_index()
    table.insert(0, "run", run)
    table.insert(1, "metric", metric)
    return table


def starting_areas(population: Population, *, draws: int, seed: int) -> pd.DataFrame:
    """AUROC of each group and of their union over many data sets: mean, standard deviation, standard error.

    Returns
    -------
    DataFrame
        Rows ``G1`` (high prevalence), ``G2`` and ``union``; columns ``mean``, ``sd``, ``se``.

    Examples
    --------
    >>> starting_areas(Population(), draws=10, seed=1).index.tolist()
    ['G1', 'G2', 'union']
    """
    order = np.argsort(-draw_many(population, np.random.SeedSequence(seed).spawn(draws)), axis=1, kind="stable")
    labels, low = population.labels[order], population.low[order]
    values = {"G1": auroc_by_rank(labels, where=~low), "G2": auroc_by_rank(labels, where=low)}
    table = pd.DataFrame(values | {"union": auroc_by_rank(labels)})
    return pd.DataFrame({"mean": table.mean(), "sd": table.std(ddof=1), "se": table.sem()})


def metric_place(metric: str) -> int:
    """Place of a metric among `METRICS`; ``ValueError`` for another name."""
    if metric not in METRICS:
        raise ValueError(f"metric must be one of {', '.join(METRICS)}, not '{metric}'")
    return METRICS.index(metric)
