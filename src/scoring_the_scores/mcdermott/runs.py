"""Three ways to optimise scores by an overall metric, with the groups watched: McDermott et al., Appendix B.3.

Each is there as the paper states it, which is the default, and as the authors ran it, by explicit arguments; see
`scoring_the_scores.mcdermott.plans` for both. The group of a sample is never known to the optimiser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from scoring_the_scores.mcdermott.faulty_moves import COPIED, Copying, draw_copying, move
from scoring_the_scores.mcdermott.measures import (
    METRICS,
    Booleans,
    Floats,
    measure,
    metric_place,
    over_data_sets,
    ranked_measures,
    scored_measures,
    tidy,
)
from scoring_the_scores.mcdermott.mistakes import (
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    mistakes_by_rank,
)
from scoring_the_scores.mcdermott.permutations import bounded_permutations
from scoring_the_scores.mcdermott.score_sampler import Population

Selection = Literal["random", "topmost", "greedy"]
Candidates = Literal["fresh", "re-seeded"]
Moves = Literal["permutations", "jittered permutations", "copying matrices"]
MOVES = get_args(Moves)
Generators = list[np.random.Generator]
_AREAS = (auroc_by_rank, average_precision_by_rank)
#: Populations of M1 and M2, and of M3, as the paper states them.
LARGE = Population()
SMALL = Population(sizes=(100, 100), positives=(5, 1))


def fix_mistakes(
    population: Population = LARGE,
    *,
    metric: str,
    selection: Selection | None = None,
    steps: int = 50,
    lowest_pair: bool = True,
    datasets: int = 1_000,
    seed: int,
    top: int = 10,
    path: bool = True,
    workers: int | None = None,
    run: str = "M2",
) -> pd.DataFrame:
    """M2: at each step one atomic mistake is fixed, a negative directly above a positive.

    Returns
    -------
    DataFrame
        As from `scoring_the_scores.mcdermott.measures.tidy`; step 0 is the start.

    Examples
    --------
    Each repair adds 1 / (12 * 388) to the overall AUROC:

    >>> table = fix_mistakes(metric="AUROC", steps=50, datasets=2, seed=1)
    >>> overall = table[(table["scope"] == "overall") & (table["dataset"] == 0)]["AUROC"]
    >>> round(float(overall.iloc[-1] - overall.iloc[0]), 6) == round(50 / (12 * 388), 6)
    True
    """
    place = metric_place(metric)
    _require_steps(steps)
    chosen = selection or "greedy"
    if chosen not in ("random", "topmost", "greedy"):
        raise ValueError(f"selection must be 'random', 'topmost' or 'greedy', not '{chosen}'")
    if chosen == "greedy" and METRICS[place] == "AUROC":
        chosen = "random"  # every repair gains 1 / (positives * negatives)

    def work(scores: Floats, generators: Generators) -> Floats:
        labels, low = _by_rank(scores, population)
        uniforms = np.stack([rng.random(steps) for rng in generators])
        states = [(labels.copy(), low.copy())]
        for step in range(steps):
            index = _mistake(labels, chosen, uniforms[:, step], lowest_pair)
            rows = np.flatnonzero(index >= 0)
            here, below = (rows, index[rows]), (rows, index[rows] + 1)
            for ranked in (labels, low):
                ranked[here], ranked[below] = ranked[below], ranked[here]
            if path or step == steps - 1:
                states.append((labels.copy(), low.copy()))
        labels, low = (np.stack(part, axis=1) for part in zip(*states, strict=True))
        return ranked_measures(labels, low, top)

    values = over_data_sets(work, population, datasets=datasets, seed=seed, workers=workers, name=f"{run} {metric}")
    return tidy(values, run=run, metric=metric, steps=None if path else [0, steps])


def _mistake(labels: Booleans, selection: str, uniforms: Floats, lowest_pair: bool) -> NDArray[np.int64]:
    """Index of the negative of the mistake to fix in each ranking, -1 where there is none."""
    mistakes = mistakes_by_rank(labels)
    if not lowest_pair:
        mistakes[:, -1] = False
    number = mistakes.sum(axis=1)
    if selection == "topmost":
        index = np.argmax(mistakes, axis=1)
    elif selection == "greedy":
        index = np.argmax(np.where(mistakes, average_precision_gains(labels), 0), axis=1)
    else:
        picked = np.floor(uniforms * number).astype(int)
        index = np.argmax(np.cumsum(mistakes, axis=1) > picked[:, None], axis=1)
    return np.where(number > 0, index, -1)


def permute_scores(
    population: Population = SMALL,
    *,
    metric: str,
    moves: Moves = "permutations",
    candidates: Candidates = "fresh",
    n_candidates: int = 15,
    shift: int = 3,
    copied: float = COPIED,
    steps: int = 25,
    datasets: int = 1_000,
    seed: int,
    top: int = 10,
    path: bool = True,
    workers: int | None = None,
    run: str = "M3",
) -> pd.DataFrame:
    """M3: at each step the best of a few random rearrangements of the sorted scores is taken, be it better or worse.

    Returns
    -------
    DataFrame
        As from `scoring_the_scores.mcdermott.measures.tidy`; step 0 is the start.

    Examples
    --------
    >>> table = permute_scores(metric="AUPRC", steps=3, datasets=2, seed=1)
    >>> table.columns.tolist(), len(table)
    (['run', 'metric', 'dataset', 'step', 'scope', 'AUROC', 'AUPRC', 'found'], 24)
    """
    place = metric_place(metric)
    _require_steps(steps)
    if candidates not in ("fresh", "re-seeded"):
        raise ValueError(f"candidates must be 'fresh' or 're-seeded', not '{candidates}'")
    if moves not in MOVES:
        raise ValueError(f"moves must be one of {', '.join(MOVES)}, not '{moves}'")
    if n_candidates < 1:
        raise ValueError(f"n_candidates must be 1 or more, not {n_candidates}")
    n = sum(population.sizes)
    uniform = bounded_permutations(n, shift)

    def draw(generators: Generators) -> NDArray[np.int64]:
        if moves == "permutations":
            return uniform.from_uniforms(np.stack([rng.random((n_candidates, n)) for rng in generators]))
        jitter = np.stack([rng.random((n_candidates, n)) for rng in generators])
        return np.argsort(np.arange(n) + (shift + 1) * jitter, axis=-1, kind="stable")

    def ranked(scores: Floats, generators: Generators) -> Floats:
        labels, low = _by_rank(scores, population)
        rows = np.arange(len(labels))
        states = [(labels, low)]
        for step in range(steps):
            if step == 0 or candidates == "fresh":
                drawn = draw(generators)
            proposed = np.take_along_axis(labels[:, None, :], drawn, axis=-1)
            best = np.argmax(_AREAS[place](proposed), axis=1)
            labels, low = proposed[rows, best], np.take_along_axis(low, drawn[rows, best], axis=-1)
            if path or step == steps - 1:
                states.append((labels, low))
        labels, low = (np.stack(part, axis=1) for part in zip(*states, strict=True))
        return ranked_measures(labels, low, top)

    def scored(scores: Floats, generators: Generators) -> Floats:
        states = [scores]
        for step in range(steps):
            if step == 0 or candidates == "fresh":
                drawn = [draw_copying(n, shift, n_candidates, rng=rng, share=copied) for rng in generators]
            scores = np.stack([_best_move(*one, population, place) for one in zip(scores, drawn, strict=True)])
            if path or step == steps - 1:
                states.append(scores)
        joined = np.stack(states, axis=1)
        return scored_measures(joined.reshape(-1, n), population, top).reshape(*joined.shape[:2], 3, 3)

    work = scored if moves == "copying matrices" else ranked
    values = over_data_sets(work, population, datasets=datasets, seed=seed, workers=workers, name=f"{run} {metric}")
    return tidy(values, run=run, metric=metric, steps=None if path else [0, steps])


def _best_move(scores: Floats, drawn: Copying, population: Population, place: int) -> Floats:
    """The scores after the best of several moves of the sorted scores, in the samples' own order."""
    order = np.argsort(scores, kind="stable")
    proposed = np.empty(drawn.sources.shape)
    proposed[:, order] = move(scores[order], drawn)
    values = measure(proposed, np.flatnonzero(population.labels), 1)
    return proposed[np.argmax(values[:, place])]


def add_noise(
    population: Population = LARGE,
    *,
    deltas: Sequence[float],
    vectors: int = 100,
    candidates: Candidates = "fresh",
    clip: bool = False,
    datasets: int = 1_000,
    seed: int,
    top: int = 10,
    workers: int | None = None,
    run: str = "M1",
) -> pd.DataFrame:
    """M1: the best of a number of noisy copies of the initial scores, for each size of noise, by either metric.

    Returns
    -------
    DataFrame
        As from `scoring_the_scores.mcdermott.measures.tidy`, with delta for the step, for both metrics.

    Examples
    --------
    >>> table = add_noise(deltas=[0.0, 0.01], datasets=2, seed=1)
    >>> table["metric"].unique().tolist(), len(table)
    (['AUROC', 'AUPRC'], 24)
    """
    if candidates not in ("fresh", "re-seeded"):
        raise ValueError(f"candidates must be 'fresh' or 're-seeded', not '{candidates}'")
    if vectors < 1 or not len(deltas) or min(deltas) < 0:
        raise ValueError(f"there must be noise of sizes 0 or more, and a vector of it: {deltas}, {vectors}")
    positives = np.flatnonzero(population.labels)

    def work(scores: Floats, generators: Generators) -> Floats:
        changes = np.empty((len(scores), len(METRICS), len(deltas), 3, 3))
        for row, (start, rng) in enumerate(zip(scores, generators, strict=True)):
            for column, delta in enumerate(deltas):
                if column == 0 or candidates == "fresh":
                    noise = rng.uniform(-1, 1, size=(vectors, start.size))
                noisy = start + delta * noise
                if clip:
                    noisy = np.maximum(noisy, 0)
                best = np.argmax(measure(noisy, positives, top), axis=0)[: len(METRICS)]
                changes[row, :, column] = scored_measures(noisy[best], population, top)
        return changes

    values = over_data_sets(work, population, datasets=datasets, seed=seed, workers=workers, name=run)
    parts = [tidy(values[:, place], run=run, metric=name, steps=list(deltas)) for place, name in enumerate(METRICS)]
    return pd.concat(parts, ignore_index=True)


def _require_steps(steps: int) -> None:
    if steps < 1:
        raise ValueError(f"steps must be 1 or more, not {steps}")


def _by_rank(scores: Floats, population: Population) -> tuple[Booleans, Booleans]:
    """Labels and membership of the group of low prevalence by rank, highest score first, for each row of scores."""
    order = np.argsort(-scores, axis=1, kind="stable")
    return population.labels[order], population.low[order]
