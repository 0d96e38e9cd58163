"""What simulations and influence functions say: coverage, optimism, the worth of pairs, and how many cases it takes."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import numpy as np
import pandas as pd

from metricbook.chapters.synthesis.how_sure import results, simulations
from metricbook.chapters.synthesis.how_sure.case_numbers import compared, needed
from metricbook.chapters.synthesis.how_sure.population import METRICS, Population, cells, influence_function
from metricbook.chapters.synthesis.how_sure.simulations import Cell
from metricbook.ledger import Claim, Evidence

#: Metrics whose influence jumps at a threshold, and metrics whose influence is continuous in the score.
JUMPS: Final = ("accuracy", "f1_score", "kolmogorov_smirnov", "precision_at_indistinguishability")
SMOOTH: Final = ("auroc", "auch", "average_precision", "lxcim", "h_measure")
#: Metrics of best thresholds, and all others.
CHOOSERS: Final = ("h_measure", "auch", "kolmogorov_smirnov")
AUROCS: Final = (simulations.AUROC, simulations.BETTER)
#: Cells whose first blocks are run again.
AGAIN: Final = (
    Cell("plain", 0.5, 100),
    Cell("plain", 0.5, 300),
    Cell("plain", 0.1, 300),
    Cell("plain", 0.01, 1000),
    Cell("interval", 0.5, 300),
    Cell("equal models", 0.5, 1000),
)


@cache
def _as_stored(cell: Cell) -> list[bool]:
    """Whether the first block of a cell, run again, is what is stored: counts exactly, sums to ten digits."""
    again = simulations.run(cell, 0)
    blocks = results.stored()
    here = (blocks["what"] == cell.what) & (blocks["prevalence"] == cell.prevalence) & (blocks["n"] == cell.n)
    kept = blocks[here & (blocks["block"] == 0)].reset_index(drop=True)
    found = [list(again["metric"]) == list(kept["metric"])]
    for name in ("runs", "defined", "low", "high", "seen"):
        found += (again[name].to_numpy() == kept[name].to_numpy()).tolist()
    for name in ("value", "square", "error"):
        found += np.isclose(again[name], kept[name], rtol=1e-10, atol=0).tolist()
    return found


def _coverage(what: str, prevalence: float, n: int) -> pd.Series:
    table = results.summed(results.stored())
    rows = table[(table["what"] == what) & (table["prevalence"] == prevalence) & (table["n"] == n)]
    return rows.set_index("metric")["coverage"]


def coverage(claim: Claim) -> Evidence:
    """Coverage of plain 95 % intervals, and of those of differences, among 2,000 data sets of each kind."""
    table = results.summed(results.stored())
    plain = table[(table["what"] == "plain") & (table["n"] * table["prevalence"] >= 30)]
    chosen = plain["metric"].isin(CHOOSERS)
    paired = table[table["what"].isin(["equal models", "better model"])]
    published = dict(claim.published)
    found = {name: float(_coverage("plain", 0.5, 300)[name]) for name in published}
    noise = math.sqrt(0.95 * 0.05 / 2000)
    e = Evidence(
        note="2,000 data sets in each cell, with the seeds of the module `simulations`; standard error of a "
        f"coverage of 0.95: {noise:.4f}. Lowest of all: H, "
        f"{plain.loc[plain['metric'] == 'h_measure', 'coverage'].min():.2f}, at a prevalence of 0.01."
    )
    e.printed("coverage of plain intervals, n = 300, prevalence 1/2", published=published, reproduced=found)
    e.printed(
        "thirty positives or more, no best threshold: 0.90 to 0.97",
        cases=plain.loc[~chosen, "coverage"].between(0.90 - 4 * noise, 0.97 + 4 * noise),
    )
    e.printed("difference of two models, every metric: 0.93 to 0.98", cases=paired["coverage"].between(0.93, 0.98))
    for cell in AGAIN:
        e.printed(
            f"first data sets run again: {cell.what}, prevalence {cell.prevalence}, n = {cell.n}",
            cases=_as_stored(cell),
        )
    e.control("best thresholds, too: 0.93 to 0.98", cases=plain.loc[chosen, "coverage"].between(0.93, 0.98))
    return e


def near_twins() -> Evidence:
    """The variance of the difference of two models of equal worth, as the correlation of their noise goes to one."""
    population = Population.with_auroc(0.8, prevalence=0.3)
    correlations = (0.99, 0.999)
    variance = {
        m: [compared(population, population, m, correlation=r).deviation ** 2 for r in correlations]
        for m in (*SMOOTH, *JUMPS)
    }
    x, shares = cells(population)
    weight = shares * np.array([[1 - population.prevalence], [population.prevalence]])
    below, jumping = [], []
    for metric in (*SMOOTH, *JUMPS):
        slope = np.gradient(influence_function(population, metric), x, axis=1)
        energy = float((weight * slope**2).sum())
        inside = [v <= 2 * (1 - r) * energy * 1.01 for v, r in zip(variance[metric], correlations, strict=True)]
        if metric in SMOOTH:
            below += inside
    limits, proportional = [], []
    for metric in JUMPS:
        # Jumps are read off the grid: the largest step of each class's influence between neighbours.
        values = influence_function(population, metric)
        place = np.abs(np.diff(values, axis=1)).argmax(axis=1)
        limit = 0.0
        for label in (0, 1):
            at = (x[place[label]] + x[place[label] + 1]) / 2 - label * population.distance
            share = population.prevalence if label else 1 - population.prevalence
            step = np.diff(values[label])[place[label]]
            limit += share * step**2 * math.exp(-(at**2) / 2) / math.sqrt(2 * math.pi) * 2 * math.sqrt(0.001 / math.pi)
        jumping.append(abs(variance[metric][1] / limit - 1) < 0.08)
        limits.append(limit)
        proportional.append(variance[metric][1] < 0.15 * variance[metric][0])
    falls = [variance[m][1] < 0.15 * variance[m][0] for m in SMOOTH]
    agreement = math.acos(0.99) / math.pi  # two normal variables of this correlation differ in sign
    even = Population.with_auroc(0.8, prevalence=0.5)
    e = Evidence(
        note="Normal scores of AUROC 0.8, prevalence 0.3; correlations 0.99 and 0.999, on grids of 851 by 851 cells."
    )
    e.printed("continuous influence: the variance is at most 2(1 - ρ) times the mean squared slope", cases=below)
    e.printed("continuous influence: from 0.99 to 0.999 it falls to a tenth", cases=falls)
    e.printed("jumps: at 0.999 it is J² f 2√((1 - ρ)/π), to 8 %", cases=jumping)
    zero = Population(0.5, even.distance)
    flips = _sign_changes(zero, 0.99)
    e.printed(
        "a sign change has the chance arccos(ρ)/π, on the same grids",
        published=agreement,
        tolerance=0.001,
        reproduced=flips,
    )
    e.control("jumps: from 0.99 to 0.999 it falls to a tenth", cases=proportional)
    return e


def _sign_changes(population: Population, correlation: float) -> float:
    from metricbook.chapters.synthesis.how_sure.case_numbers import _joint, _noise

    joint = _joint(population.distance, population.distance, 0, correlation)
    above = _noise(population.distance, 0)[0] > 0
    return float(joint[np.ix_(above, ~above)].sum() + joint[np.ix_(~above, above)].sum())


def cases_needed(claim: Claim) -> Evidence:
    """Cases for a power of 80 %, AUROC 0.80 against 0.82, correlation 0.7; and the power found in simulations."""
    table = needed((0.5, 0.1, 0.01), (simulations.CORRELATION,), metrics=list(METRICS))
    times = table.pivot(index="metric", columns="prevalence", values="times_auroc")
    published = {str(p): dict(values) for p, values in claim.published.items()}
    found = {p: {m: float(times.loc[m, float(p)]) for m in values} for p, values in published.items()}
    simulated = results.summed(results.stored())
    simulated = simulated[simulated["what"] == "better model"]
    power, naive = [], []
    for row in simulated.itertuples(index=False):
        first, second = (Population.with_auroc(a, prevalence=row.prevalence) for a in AUROCS)
        expected = compared(first, second, row.metric, correlation=simulations.CORRELATION).power(row.n)
        power.append(abs(row.seen - expected) < 4 * math.sqrt(expected * (1 - expected) / row.defined) + 0.03)
        naive.append(abs(row.seen - 0.8) < 4 * math.sqrt(0.8 * 0.2 / row.defined) + 0.03)
    e = Evidence(
        note="Influence functions of normal scores on grids; power found in 2,000 pairs of models at each of two "
        "prevalences, within four standard errors and 0.03 of what the influence functions say."
    )
    e.printed("cases, as multiples of what AUROC needs", published=published, reproduced=found)
    e.printed("the power found is the power computed", cases=power)
    e.control("every metric has the power of AUROC, 0.8", cases=naive)
    return e
