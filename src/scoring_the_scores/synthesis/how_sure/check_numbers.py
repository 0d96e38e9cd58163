"""What simulations and influence functions say: coverage, optimism, the worth of pairs, and how many cases it takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
import pandas as pd
from scipy.integrate import quad
from scipy.special import ndtr, ndtri

from claimledger import Claim, Evidence, Printed
from metricbook import influence
from metricbook.exact import ranking as exact
from scoring_the_scores.synthesis.how_sure import results, simulations
from scoring_the_scores.synthesis.how_sure.case_numbers import Comparison, compared, needed
from scoring_the_scores.synthesis.how_sure.enumeration import auroc_influences, lxcim_influences
from scoring_the_scores.synthesis.how_sure.simulations import Cell
from scoring_the_scores.synthesis.influences import Influence, influence_of, moment
from scoring_the_scores.synthesis.population import (
    METRICS,
    Array,
    Population,
    cells,
    density,
    influence_function,
    variance_of_one,
)

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
    stored = blocks[here & (blocks["block"] == 0)].reset_index(drop=True)
    equal = [list(again["metric"]) == list(stored["metric"])]
    for name in ("runs", "defined", "low", "high", "seen"):
        equal += (again[name].to_numpy() == stored[name].to_numpy()).tolist()
    for name in ("value", "square", "error"):
        equal += np.isclose(again[name], stored[name], rtol=1e-10, atol=0).tolist()
    return equal


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
    coverages = {name: float(_coverage("plain", 0.5, 300)[name]) for name in published}
    noise = math.sqrt(0.95 * 0.05 / 2000)
    e = Evidence(
        note="2,000 data sets in each cell, with the seeds of the module `simulations`; standard error of a "
        f"coverage of 0.95: {noise:.4f}. Intervals reach {ndtri(0.975):.2f} standard errors. Lowest of all: H, "
        f"{plain.loc[plain['metric'] == 'h_measure', 'coverage'].min():.2f}, at a prevalence of 0.01. "
        f"Bootstraps have {simulations.REPLICATES} replicates."
    )
    e.printed("coverage of plain intervals, n = 300, prevalence 1/2", published=published, reproduced=coverages)
    e.printed(
        "thirty positives or more, no best threshold: 0.90 to 0.97",
        cases=plain.loc[~chosen, "coverage"].round(2).between(0.90, 0.97),
    )
    e.printed("difference of two models, every metric: 0.93 to 0.98", cases=paired["coverage"].between(0.93, 0.98))
    for cell in AGAIN:
        e.printed(
            f"first data sets run again: {cell.what}, prevalence {cell.prevalence}, n = {cell.n}",
            cases=_as_stored(cell),
        )
    e.control("best thresholds, too: 0.93 to 0.98", cases=plain.loc[chosen, "coverage"].between(0.93, 0.98))
    return e


def near_twins(claim: Claim) -> Evidence:
    """The variance of the difference of two models, as the correlation of their noise goes to one."""
    population = Population.with_auroc(0.8, prevalence=0.3)
    correlations = (0.99, 0.999)
    variance = {
        m: [compared(population, population, m, correlation=r).deviation ** 2 for r in correlations]
        for m in (*SMOOTH, *JUMPS)
    }
    below = [
        v <= 2 * (1 - r) * _energy(population, m) * (1 + 1e-6)
        for m in SMOOTH
        for v, r in zip(variance[m], correlations, strict=True)
    ]
    beyond = {
        m: [v / _limit(population, m, r) - 1 for v, r in zip(variance[m], correlations, strict=True)] for m in JUMPS
    }
    grows = [
        variance[jump][1] / variance[smooth][1] > 2.5 * variance[jump][0] / variance[smooth][0]
        for jump in JUMPS
        for smooth in SMOOTH
    ]
    e = Evidence(
        claim,
        note="Equally distributed models: normal scores of AUROC 0.8, prevalence 0.3; correlations 0.99 and 0.999. "
        "Models of different worth: AUROC 0.80 and 0.82, even classes.",
    )
    e.printed("continuous influence: the variance is at most 2(1 - ρ) times the mean squared slope", cases=below)
    e.printed(
        "jumps: what it is beyond J² f 2√((1 - ρ)/π) falls at least as √(1 - ρ), to a third from 0.99 to 0.999",
        cases=[abs(now) < 0.34 * abs(before) for before, now in beyond.values()],
    )
    e.printed(
        "equal models: from 0.99 to 0.999 a jumping metric's variance grows 2.5 times or more beside a smooth one's",
        cases=grows,
    )
    sign = Influence(lambda x, label: np.where(x > 0, 1.0, -1.0), (0.0,))
    here = Population(0.5, 1.0)
    e.printed(
        "a sign change has the chance arccos(ρ)/π",
        pairs=[((1 - moment(here, sign, here, sign, label=0, correlation=r)) / 2, math.acos(r) / math.pi)
               for r in (0.5, 0.9, 0.99)],
        within=1e-9,
    )  # fmt: skip
    times = {r: _times("accuracy", float(r)) for r in claim.published}
    e.printed("AUROC 0.80 and 0.82: accuracy's cases, as multiples of AUROC's, by correlation", reproduced=times)
    e.control(
        "different models: from 0.99 to 0.999, too, accuracy's grows 2.5 times or more beside AUROC's",
        cases=[_times("accuracy", 0.999) > 2.5 * times["0.99"]],
    )
    e.control(
        "jumps: from 0.99 to 0.999 the variance falls to a tenth",
        over=JUMPS,
        holds=lambda m: variance[m][1] < 0.15 * variance[m][0],
    )
    return e


def _energy(population: Population, metric: str) -> float:
    """The mean squared slope of an influence over the population."""
    influences, width = influence_of(population, metric), 1e-5

    def slope(x: Array, label: int) -> Array:
        return (influences.at(x + width, label) - influences.at(x - width, label)) / (2 * width)

    steep = Influence(slope, influences.jumps)
    shares = enumerate((1 - population.prevalence, population.prevalence))
    return sum(s * moment(population, steep, population, steep, label=label, correlation=1) for label, s in shares)


def _limit(population: Population, metric: str, correlation: float) -> float:
    """What the theorem gives for the variance of the difference of two equally distributed models."""
    influences = influence_of(population, metric)
    (x,) = influences.jumps
    around = np.array([x - 1e-9, x + 1e-9])
    steps = [float(np.diff(influences.at(around, label))[0]) for label in (0, 1)]
    dense = [float(density(x - label * population.distance)) for label in (0, 1)]
    shares = (1 - population.prevalence, population.prevalence)
    reach = 2 * math.sqrt((1 - correlation) / math.pi)
    return sum(s * step**2 * f * reach for s, step, f in zip(shares, steps, dense, strict=True))


def _models(prevalence: float, added: float = 0.0) -> tuple[Population, Population]:
    """The two models of the table, of AUROC 0.80 and 0.82."""
    worse, better = (replace(Population.with_auroc(a, prevalence=prevalence), added=added) for a in AUROCS)
    return worse, better


def _times(metric: str, correlation: float, prevalence: float = 0.5, added: float = 0.0) -> float:
    """A metric's cases as a multiple of AUROC's."""
    models = _models(prevalence, added)
    needs, least = (compared(*models, m, correlation=correlation).cases() for m in (metric, "auroc"))
    return needs / least


def cases_needed(claim: Claim) -> Evidence:
    """Cases for a power of 80 %, AUROC 0.80 against 0.82, correlation 0.7; and the power found in simulations."""
    table = needed((0.5, 0.1, 0.01), (simulations.CORRELATION,), metrics=list(METRICS))
    by_prevalence = table.set_index(["metric", "prevalence"])
    multiples = {p: m for p, m in claim.published.items() if p != "AUROC"}
    simulated = results.summed(results.stored())
    simulated = simulated[simulated["what"] == "better model"]
    power, naive = [], []
    for row in simulated.itertuples(index=False):
        expected = compared(*_models(row.prevalence), row.metric, correlation=simulations.CORRELATION).power(row.n)
        power.append(abs(row.seen - expected) < 4 * math.sqrt(expected * (1 - expected) / row.defined) + 0.03)
        naive.append(abs(row.seen - 0.8) < 4 * math.sqrt(0.8 * 0.2 / row.defined) + 0.03)
    e = Evidence(
        claim,
        note=f"AUROC {AUROCS[0]:.2f} and {AUROCS[1]:.2f}, correlation {simulations.CORRELATION}: influences of normal "
        "scores in closed form, Gauss and Legendre's nodes between their jumps. Power found in 2,000 pairs of models "
        "at each of two prevalences, within four standard errors and 0.03 of what the influences say.",
    )
    e.printed(
        "cases that AUROC needs",
        entry="AUROC",
        reproduced={p: round(by_prevalence.loc[("auroc", float(p)), "cases"]) for p in claim.published["AUROC"]},
    )
    for p, stated in multiples.items():
        e.printed(
            f"cases, as multiples of what AUROC needs, prevalence {p}",
            entry=p,
            reproduced={m: float(by_prevalence.loc[(m, float(p)), "times_auroc"]) for m in stated},
        )
    e.printed(
        "variances of AUROC, accuracy and KS: the same by chances of quadrants, integrated adaptively",
        pairs=[
            (by_prevalence.loc[(m, p), "deviation"] ** 2 / by_method, 1.0)
            for p in (0.5, 0.1, 0.01)
            for m, by_method in _by_quadrants(p).items()
        ],
        within=1e-8,
    )
    e.printed(
        "the library's influences on 200,000 drawn cases vary as much, within four standard errors",
        cases=[_as_drawn(metric, p) for p in (0.5, 0.1) for metric in METRICS],
    )
    e.printed("the power found is the power computed", cases=power)
    e.control("every metric has the power of AUROC, 0.8", cases=naive)
    e.control(
        "the library's influences in 851 cells are as good: the multiple of accuracy at 0.01",
        published=Printed("334.8"),
        reproduced=_in_cells("accuracy", 0.01) / _in_cells("auroc", 0.01),
    )
    return e


def _by_quadrants(prevalence: float) -> dict[str, float]:
    """The variance of a case's influence on three differences, from the chances that both models' scores are high."""
    models, r, p = _models(prevalence), simulations.CORRELATION, prevalence
    places = {"accuracy": [m.at_score(0.0) for m in models], "kolmogorov_smirnov": [m.distance / 2 for m in models]}
    probabilities = {}
    for metric, thresholds in places.items():
        heights = [[t - label * m.distance for t, m in zip(thresholds, models, strict=True)] for label in (0, 1)]
        alone = [[float(ndtr(-h)) for h in row] for row in heights]
        differ = [sum(a) - 2 * _both_above(row, r) for row, a in zip(heights, alone, strict=True)]
        gain = [a[1] - a[0] for a in alone]
        if metric == "accuracy":
            probabilities[metric] = p * differ[1] + (1 - p) * differ[0] - (p * gain[1] - (1 - p) * gain[0]) ** 2
        else:
            probabilities[metric] = (differ[1] - gain[1] ** 2) / p + (differ[0] - gain[0] ** 2) / (1 - p)
    areas = AUROCS
    heights = [[-m.distance / math.sqrt(2)] * 2 for m in models]
    crossed = [-m.distance / math.sqrt(2) for m in models]
    # Two pairs that share a positive, or a negative, have scores of correlation 1/2 in one model, r/2 across models.
    own = [_both_above(h, 0.5) for h in heights]
    spread = own[0] + own[1] - 2 * _both_above(crossed, r / 2) - (areas[1] - areas[0]) ** 2
    return probabilities | {"auroc": spread / p + spread / (1 - p)}


def _both_above(heights: Sequence[float], correlation: float) -> float:
    """The chance that two normal variables of this correlation are above these two heights."""
    one, other = heights
    spread = math.sqrt(1 - correlation**2)

    def integrand(x: float) -> float:
        return float(density(x) * ndtr((correlation * x - other) / spread))

    return float(quad(integrand, one, 14, epsabs=1e-14, epsrel=1e-12, limit=400)[0])


@cache
def _as_drawn(metric: str, prevalence: float, n: int = 200_000) -> bool:
    """Whether the library's influences on n drawn cases of both models differ as much as those of the population."""
    models, r = _models(prevalence), simulations.CORRELATION
    rng = np.random.default_rng(30)
    labels = rng.random(n) < prevalence
    noise = rng.normal(size=n)
    noises = (noise, r * noise + math.sqrt(1 - r**2) * rng.normal(size=n))
    agreements = [
        influence(metric, labels, model.score(e + model.distance * labels), **model.parameters(metric)).of_cases * n
        for model, e in zip(models, noises, strict=True)
    ]
    squares = (agreements[1] - agreements[0]) ** 2
    expected = compared(*models, metric, correlation=r).deviation ** 2
    return bool(abs(squares.mean() - expected) < 4 * squares.std() / math.sqrt(n))


def _in_cells(metric: str, prevalence: float) -> float:
    """Cases by the library's influences in cells, as this table was once computed."""
    models, variance = _models(prevalence), 0.0
    sides = [(influence_function(m, metric), *cells(m)) for m in models]
    for label, share in enumerate((1 - prevalence, prevalence)):
        (one, x, weight), (other, z, _) = sides
        e, f = (at - label * m.distance for at, m in zip((x, z), models, strict=True))
        joint = np.exp(
            -((f[None, :] - simulations.CORRELATION * e[:, None]) ** 2) / (2 * (1 - simulations.CORRELATION**2))
        )
        joint *= (weight[label] / joint.sum(axis=1))[:, None]
        variance -= 2 * share * float(one[label] @ joint @ other[label])
    variance += sum(variance_of_one(m, metric) for m in models)
    return Comparison(models[0].value(metric), models[1].value(metric), math.sqrt(variance)).cases()


def mirrored(claim: Claim) -> Evidence:
    """LxCIM beside AUROC where positives score as negatives do, mirrored in the threshold: samples, and two models."""
    same, cases = [], []
    moved, fewer = {}, {}
    of_models = cache(lxcim_influences), cache(auroc_influences)
    for k in (1, 2, 3):
        for one, other in product(combinations_with_replacement(range(-2, 3), k), repeat=2):
            for copies in ((1, 1), (1, 3), (2, 1)):
                labels = [1] * (k * copies[0]) + [0] * (k * copies[1])
                models = [[*(s * copies[0]), *([-x for x in s] * copies[1])] for s in (list(one), list(other))]
                drawn = [tuple(zip(labels, s, strict=True)) for s in models]
                if one == other:
                    same.append(exact.lxcim(labels, models[0]) == exact.auroc(labels, models[0]))
                    up = [x + 1 for x in models[0]]
                    moved[one, copies] = exact.lxcim(labels, up) == exact.auroc(labels, up)
                squares = [
                    sum((b - a) ** 2 for a, b in zip(*map(influences, drawn), strict=True)) for influences in of_models
                ]
                share = Fraction(copies[0], sum(copies))
                cases.append(squares[0] == 4 * share * (1 - share) * squares[1])
                fewer[one, other, copies] = squares[0] == squares[1]
    e = Evidence(
        claim,
        note="Every multiset of up to three scores from -2 to 2, and every two of them as two models of the same "
        "cases, with classes of one size, 1:3 and 2:1, in fractions. Normal scores as in the table of cases.",
    )
    e.printed("LxCIM is AUROC", cases=same)
    e.printed("squared influences on the difference: those of LxCIM are 4π(1 - π) times those of AUROC", cases=cases)
    log9 = math.log(9)
    settings = {"0.5": (0.5, 0.0), "0.1, ln 9 added": (0.1, log9), "0.1": (0.1, 0.0), "0.1, 1.5 added": (0.1, 1.5)}
    e.printed(
        "LxCIM's cases as multiples of AUROC's, normal scores of AUROC 0.80 and 0.82, by prevalence",
        reproduced={k: _times("lxcim", simulations.CORRELATION, *settings[k]) for k in claim.published},
    )
    e.control("all scores raised by one: LxCIM is AUROC", over=moved, holds=moved.__getitem__)
    e.control("as many cases, whatever the prevalence", over=fewer, holds=fewer.__getitem__)
    return e
