"""The runs behind Figures 2 and 3 of McDermott et al.: as stated, as the authors ran them, and with one thing changed.

Results are cached, so that a chapter and the checks of its claims look at the same data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from claimledger import cached_result
from scoring_the_scores.mcdermott.measures import METRICS
from scoring_the_scores.mcdermott.runs import LARGE, SMALL, add_noise, fix_mistakes, permute_scores
from scoring_the_scores.mcdermott.score_sampler import Population
from scoring_the_scores.mcdermott.summaries import disparity, start_end

SEED = 240106091
DATASETS = 1_000
AUTHORS_DATASETS = 20
#: Noise sizes of the authors' run, and the coarser grid of ours.
AUTHORS_DELTAS = tuple(round(0.002 * k, 3) for k in range(50))
DELTAS = (0.0, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1)
_CURVES = (("AUROC", "high"), ("AUROC", "low"), ("AUPRC", "high"), ("AUPRC", "low"))
#: Means at the start and at the end of each run, stored in the authors' public notebook as the data of their figures.
AUTHORS_MEANS: Mapping[tuple[str, str], Mapping[tuple[str, str], tuple[float, float]]] = MappingProxyType(
    {
        (run, metric): dict(zip(_CURVES, pairs, strict=True))
        for run, metric, *pairs in (
            ("M2", "AUROC", (0.851, 0.866), (0.849, 0.869), (0.654, 0.724), (0.126, 0.277)),
            ("M2", "AUPRC", (0.851, 0.877), (0.849, 0.850), (0.654, 0.809), (0.126, 0.146)),
            ("M3", "AUROC", (0.847, 0.991), (0.842, 0.993), (0.561, 0.925), (0.064, 0.872)),
            ("M3", "AUPRC", (0.847, 0.931), (0.842, 0.825), (0.561, 0.832), (0.064, 0.227)),
            ("M1", "AUROC", (0.851, 0.876), (0.849, 0.843), (0.654, 0.515), (0.126, 0.247)),
            ("M1", "AUPRC", (0.851, 0.840), (0.849, 0.594), (0.654, 0.650), (0.126, 0.122)),
        )
    }
)
#: Widths of the bands of AUROC at the start of M2, stored in the same notebook: their ends are printed as 5% and 95%.
AUTHORS_WIDTHS: Mapping[str, float] = MappingProxyType(
    {"overall": 0.87072 - 0.83262, "high": 0.86058 - 0.83613, "low": 0.87197 - 0.81528}
)
_RUNS: Mapping[str, Callable[..., pd.DataFrame]] = {"M2": fix_mistakes, "M3": permute_scores}
_AS_RUN: Mapping[str, dict[str, Any]] = {
    "M2": {"population": replace(LARGE, same_stream=True), "steps": 49, "lowest_pair": False},
    "M3": {
        "population": replace(SMALL, same_stream=True),
        "moves": "copying matrices",
        "candidates": "re-seeded",
        "steps": 24,
    },
}
_AS_RUN_SELECTION = {"AUROC": "random", "AUPRC": "topmost"}


def stated(procedure: str, metric: str, *, datasets: int = DATASETS) -> pd.DataFrame:
    """M2 or M3 as the paper states it: the best mistake, uniform permutations, new candidates at each step.

    Returns
    -------
    DataFrame
        As from `scoring_the_scores.mcdermott.runs`; the same object at every call, not to be changed.
    """
    return _stated(procedure, metric, datasets)


def as_run(procedure: str, metric: str, *, datasets: int = AUTHORS_DATASETS, path: bool = True) -> pd.DataFrame:
    """M2 or M3 as the authors ran it, rebuilt from a description: one random stream for both groups, one change less.

    M2 fixes the topmost mistake for AUPRC and never looks at the two lowest samples. M3 moves scores by matrices that
    copy some of them, the same ones at every step: the kind of fault that was measured in the authors' matrices, not
    those matrices; see `scoring_the_scores.mcdermott.faulty_moves`. Parameters and result as for `stated`;
    without ``path`` the result has the first and the last step alone.
    """
    return _as_run(procedure, metric, datasets, path)


def noise(*, authors: bool, datasets: int, path: bool = True) -> pd.DataFrame:
    """M1 for both metrics: as the paper states it, or as the authors ran it.

    They stretched the same noise for every size, clipped scores at 0, and used one random stream for both groups.
    """
    return _noise(authors, datasets, path)


@cached_result
def _stated(procedure: str, metric: str, datasets: int) -> pd.DataFrame:
    return _RUNS[procedure](metric=metric, datasets=datasets, seed=SEED, run=procedure)


@cached_result
def _as_run(procedure: str, metric: str, datasets: int, path: bool) -> pd.DataFrame:
    details = {**_AS_RUN[procedure], "path": path}
    if procedure == "M2":
        details["selection"] = _AS_RUN_SELECTION[metric]
    return _RUNS[procedure](metric=metric, datasets=datasets, seed=SEED, run=f"{procedure} as run", **details)


@cached_result
def _noise(authors: bool, datasets: int, path: bool) -> pd.DataFrame:
    deltas = AUTHORS_DELTAS if authors else DELTAS
    if not path:
        deltas = (deltas[0], deltas[-1])
    if not authors:
        return add_noise(deltas=deltas, datasets=datasets, seed=SEED, run="M1")
    population = replace(LARGE, same_stream=True)
    details: dict[str, Any] = {"candidates": "re-seeded", "clip": True, "run": "M1 as run"}
    return add_noise(population, deltas=deltas, datasets=datasets, seed=SEED, **details)


def beside_the_authors(table: pd.DataFrame) -> pd.DataFrame:
    """`start_end` of the groups with the authors' means: columns ``authors_start`` and ``authors_end``.

    Also ``z``, the authors' end minus ours in standard errors of the difference of two such runs, the spread of one
    data set being taken from ours and the number of theirs being 20.
    """
    ours = start_end(table[table["scope"] != "overall"])
    ends = table[table["step"] == table["step"].max()].groupby(["run", "metric", "scope"])[list(METRICS)].std(ddof=1)
    pairs, scores = [], []
    for row in ours.itertuples():
        start, end = AUTHORS_MEANS[row.run.split()[0], row.metric][row.measure, row.scope]
        spread = ends.loc[(row.run, row.metric, row.scope), row.measure]
        error = spread * np.sqrt(1 / row.datasets + 1 / AUTHORS_DATASETS)
        scores.append((end - row.end) / error if error > 0 else np.nan)  # all data sets may end alike, at 1
        pairs.append((start, end))
    ours[["authors_start", "authors_end"]] = pairs
    return ours.assign(z=scores)


#: Variants of M3 with one thing changed at a time, by what the table calls them.
M3_VARIANTS: Mapping[str, dict[str, Any]] = MappingProxyType(
    {
        "as stated, 15 candidates": {},
        "5 candidates": {"n_candidates": 5},
        "20 candidates": {"n_candidates": 20},
        "40 candidates": {"n_candidates": 40},
        "scores not scaled": {"population": replace(SMALL, scaling="none")},
        "binormal scores, scaled": {"population": replace(SMALL, family="binormal")},
        "binormal scores, calibrated": {"population": replace(SMALL, family="binormal", scaling="calibrated")},
        "binormal scores, not scaled": {"population": replace(SMALL, family="binormal", scaling="none")},
        "10 and 2 positives of 200": {"population": LARGE},
        "20 and 4 positives of 400": {"population": Population(sizes=(400, 400), positives=(20, 4))},
        "5 and 2 positives of 100": {"population": Population(sizes=(100, 100), positives=(5, 2))},
        "5 and 5 positives of 100": {"population": Population(sizes=(100, 100), positives=(5, 5))},
        "permutations by jittered ranks": {"moves": "jittered permutations"},
        "same candidates at each step": {"candidates": "re-seeded"},
        "copying matrices": {"moves": "copying matrices"},
        "copying matrices, same at each step": {"moves": "copying matrices", "candidates": "re-seeded"},
        "the same with half the copies": {"moves": "copying matrices", "candidates": "re-seeded", "copied": 0.01},
        "the same with twice the copies": {"moves": "copying matrices", "candidates": "re-seeded", "copied": 0.04},
    }
)
#: The same for M2.
M2_VARIANTS: Mapping[str, dict[str, Any]] = MappingProxyType(
    {
        "as stated, greedy": {},
        "topmost mistake": {"selection": "topmost"},
        "scores not scaled": {"population": replace(LARGE, scaling="none")},
        "binormal scores, scaled": {"population": replace(LARGE, family="binormal")},
        "binormal scores, calibrated": {"population": replace(LARGE, family="binormal", scaling="calibrated")},
        "binormal scores, not scaled": {"population": replace(LARGE, family="binormal", scaling="none")},
        "20 and 4 positives of 400": {"population": Population(sizes=(400, 400), positives=(20, 4))},
        "10 and 10 positives of 200": {"population": replace(LARGE, positives=(10, 10))},
    }
)


_VARIANTS: Mapping[str, Mapping[str, dict[str, Any]]] = {"M2": M2_VARIANTS, "M3": M3_VARIANTS}
VARIANT_DATASETS = 400


@cached_result
def variant(procedure: str, metric: str, name: str, datasets: int = VARIANT_DATASETS) -> pd.DataFrame:
    """First and last step of one of the variants, by its name in the table; not to be changed, as it is cached."""
    details = _VARIANTS[procedure][name]
    return _RUNS[procedure](metric=metric, datasets=datasets, seed=SEED, path=False, run=name, **details)


def sensitivity(
    procedure: str, metric: str, names: Iterable[str] | None = None, *, datasets: int = VARIANT_DATASETS
) -> pd.DataFrame:
    """What M2 or M3 does to both groups' AUROC with one thing changed at a time.

    Returns
    -------
    DataFrame
        One row for each variant: ``variant``, mean changes ``high`` and ``low`` of the groups' AUROC with standard
        errors ``se_high`` and ``se_low``, ``falls`` (share of data sets in which the low group's fell), ``gap``
        (high minus low) and ``se_gap``.
    """
    rows = []
    for name in names or _VARIANTS[procedure]:
        table = variant(procedure, metric, name, datasets)
        change = start_end(table, measures=("AUROC",)).set_index("scope")
        gap = disparity(table, measures=("AUROC",)).iloc[0]
        row = {"variant": name, "high": change["change"]["high"], "se_high": change["se"]["high"]}
        row |= {"low": change["change"]["low"], "se_low": change["se"]["low"], "falls": change["falls"]["low"]}
        rows.append(row | {"gap": gap["gap"], "se_gap": gap["se"]})
    return pd.DataFrame(rows)
