"""How scores are optimised in Section 3.2 and Appendix B.3: what is stated, and what the statements leave open."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from metricbook.chapters.mcdermott.mistakes import (
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    mistakes_by_rank,
    topmost_is_best,
)
from metricbook.chapters.mcdermott.score_sampler import Population, draw_many
from metricbook.chapters.mcdermott.subgroups import plans
from metricbook.chapters.mcdermott.subgroups import told as runs
from metricbook.chapters.mcdermott.subgroups.permutations import bounded_permutations
from metricbook.chapters.mcdermott.subgroups.runs import LARGE, SMALL, add_noise, fix_mistakes, permute_scores
from metricbook.ledger import Claim, Evidence

FEW = 100
SEED = 17


def m2_parameters(claim: Claim) -> Evidence:
    """Section 3.2 and B.3, M2: sizes and steps, counted as repairs or as recorded states, beside the authors' means."""
    printed = claim.published
    population = Population(sizes=(printed["n1"], printed["n2"]), positives=_positives(printed["n1"], printed["n2"]))
    pairs = sum(population.positives) * (sum(population.sizes) - sum(population.positives))
    e = Evidence(
        note=f"{2 * FEW} data sets, seed {SEED}. Distances: the authors' end means of the groups' curves less "
        "ours, in standard errors of the difference. B.3 counts repairs; the authors' public run records "
        "50 states, the start among them. Their means cannot tell the two apart."
    )
    for name, repairs in (("a step is a repair", printed["steps"]), ("a step is a state", printed["steps"] - 1)):
        for metric in ("AUROC", "AUPRC"):
            table = _repairs(population, metric, repairs)
            ends = table[table["scope"] == "overall"].pivot(index="dataset", columns="step", values="AUROC")
            fixed = (ends[repairs] - ends[0]) * pairs
            e.reading(
                f"{name}, optimising {metric}: pairs put in order, and distance of the authors' end means",
                reproduced=f"{fixed.min():.0f} to {fixed.max():.0f}; {runs.distances(table)}",
                agrees=runs.near(table),
            )
    half = _repairs(population, "AUPRC", printed["steps"] // 2)
    e.control(
        "half as many repairs come as near to the authors' end means",
        agrees=runs.near(half),
        reproduced=runs.distances(half),
    )
    return e


def _positives(first: int, second: int) -> tuple[int, int]:
    return max(1, round(0.05 * first)), max(1, round(0.01 * second))


@cache
def _repairs(population: Population, metric: str, steps: int) -> pd.DataFrame:
    return fix_mistakes(population, metric=metric, steps=steps, datasets=2 * FEW, seed=SEED, path=False)


def m2_selection() -> Evidence:
    """Section 3.2 against B.3, M2: the topmost mistake and the one that gains most, along 1000 runs of 50 steps."""
    labels = _states()
    best = topmost_is_best(labels)
    gains = np.where(mistakes_by_rank(labels), average_precision_gains(labels), 0)
    lost = 1 - np.take_along_axis(gains, np.argmax(gains > 0, axis=-1)[..., None], -1)[..., 0] / gains.max(axis=-1)
    e = Evidence(
        note=f"{runs.NOTE} AUROC gains the same from every mistake, so that any choice is the best one. The "
        f"topmost mistake is not the best in {np.mean(~best):.2%} of {best.size} states of the greedy "
        f"runs, where it gains {lost[~best].mean():.0%} less on average."
    )
    chosen = {
        "the largest gain (Section 3.2)": np.argmax(gains, axis=-1),
        "the largest score (B.3)": np.argmax(gains > 0, axis=-1),
    }
    for (name, index), variant in zip(chosen.items(), ("as stated, greedy", "topmost mistake"), strict=True):
        found = runs.by_curve(plans.variant("M2", "AUPRC", variant))
        greatest = np.take_along_axis(gains, index[..., None], -1)[..., 0] == gains.max(axis=-1)
        end = float(found.loc[("AUPRC", "overall"), "end"])
        e.reading(
            f"{name}: no other mistake gains more AUPRC, share of states; and mean AUPRC of all after 50 steps, "
            f"{plans.VARIANT_DATASETS} data sets",
            agrees=bool(greatest.all()),
            reproduced=[round(float(greatest.mean()), 4), round(end, 5)],
        )
    return e


@cache
def _states() -> np.ndarray:
    """Labels by rank at all steps of M2 by the largest gain, for 200 data sets."""
    scores = draw_many(LARGE, np.random.SeedSequence(SEED).spawn(2 * FEW))
    labels = LARGE.labels[np.argsort(-scores, axis=1)]
    states = [labels.copy()]
    rows = np.arange(len(labels))
    for _ in range(49):
        index = np.argmax(np.where(mistakes_by_rank(labels), average_precision_gains(labels), 0), axis=1)
        labels[rows, index], labels[rows, index + 1] = True, False
        states.append(labels.copy())
    return np.stack(states, axis=1)


def m2_overall_auroc() -> Evidence:
    """Figure 2(a), 2(b): the overall AUROC rises by 50/(12 388) in every run, whatever is optimised."""
    expected = 50 / (12 * 388)
    e = Evidence(note=f"{runs.NOTE} Smallest and largest rise over all data sets.")
    for metric in ("AUROC", "AUPRC"):
        for scope, form in (("overall", e.printed), ("high", e.control)):
            table = plans.stated("M2", metric)
            ends = table[table["scope"] == scope].pivot(index="dataset", columns="step", values="AUROC")
            rise = ends[50] - ends[0]
            form(
                f"AUROC of {runs.NAMES[scope]} rises by {expected:.5f}, optimising {metric}",
                agrees=bool(np.allclose(rise, expected, rtol=0, atol=1e-12)),
                reproduced=f"{rise.min():.5f} to {rise.max():.5f}",
            )
    return e


def m3_parameters(claim: Claim) -> Evidence:
    """Section 3.2 against B.3, M3: fifteen permutations at each step, or twenty."""
    p = claim.published
    population = Population(sizes=(p["n1"], p["n2"]), positives=_positives(p["n1"], p["n2"]))
    e = Evidence(
        note=f"{FEW} data sets, seed {SEED}, optimising AUPRC with uniform permutations of the same data "
        "sets. A reading fits if the AUROC of G1 rises and that of G2 falls, as in Figure 2(d). The "
        "authors' public run uses 15, and records 25 states, the start among them."
    )
    for place in ("main_text", "appendix"):
        number = p[f"permutations_{place}"]
        found = runs.by_curve(_permuted(population, number, p["max_shift"], p["steps"]))
        for scope in ("high", "low"):
            row = found.loc[("AUROC", scope)]
            e.reading(
                f"{number} permutations ({place.replace('_', ' ')}): AUROC of {runs.NAMES[scope]}",
                agrees=runs.sure(row["change"] if scope == "high" else -row["change"], row["se"]),
                reproduced=f"{row['start']:.3f} to {row['end']:.3f}, {runs.told(row['change'], row['se'])}",
            )
    return e


@cache
def _permuted(population: Population, number: int, shift: int, steps: int) -> pd.DataFrame:
    details: dict[str, Any] = {"n_candidates": number, "shift": shift, "steps": steps, "path": False}
    return permute_scores(population, metric="AUPRC", datasets=FEW, seed=SEED, **details)


def m1_parameters(claim: Claim) -> Evidence:
    """B.3, M1: the stated trials and noise sizes, and what is not stated: group sizes, and scores below 0."""
    p = claim.published
    deltas = (float(p["delta_min"]), float(p["delta_max"]))
    e = Evidence(
        note=f"{FEW} data sets, seed {SEED}, optimising AUPRC, at the largest noise. A reading fits if the "
        "authors' end means of all four curves are within four standard errors of ours."
    )
    for name, population, clip in (
        ("groups of 200", LARGE, False),
        ("groups of 100, as in M3", SMALL, False),
        ("groups of 200, scores below 0 set to 0", LARGE, True),
    ):
        table = _noisy(population, deltas, p["trials"], clip)
        found = runs.by_curve(table)
        e.reading(
            f"{name}: changes of the AUROC of G1 and G2",
            agrees=runs.near(table),
            reproduced=[runs.told(*found.loc[("AUROC", s), ["change", "se"]]) for s in ("high", "low")],
        )
    return e


@cache
def _noisy(population: Population, deltas: tuple[float, float], trials: int, clip: bool) -> pd.DataFrame:
    table = add_noise(population, deltas=deltas, vectors=trials, clip=clip, datasets=FEW, seed=SEED)
    return table[table["metric"] == "AUPRC"]


def twenty_datasets(claim: Claim) -> Evidence:
    """Section 3.2, Figures 2 and 3: an interval for the mean of 20 data sets, or the range of nine in ten of them."""
    count, level = claim.published["datasets"], float(claim.published["interval"])
    e = Evidence(
        note=f"Seed {plans.SEED}; AUROC of G2 at the end of M2 and M3 by AUPRC, as stated. The bands of the "
        "figures come from quantiles over data sets, the second reading. A reading fits the words, an "
        "interval around the mean, if it shrinks to less than half its width with "
        f"{plans.DATASETS} data sets."
    )
    readings = ("the mean of the data sets lies in it, by resampling", True), ("the data sets lie in it", False)
    for name, mean in readings:
        few, many = ([_width(p, n, level, mean) for p in ("M2", "M3")] for n in (count, plans.DATASETS))
        e.reading(
            f"{name}, {level:.0%}: widths in M2 and M3 with {count} data sets",
            reproduced=few,
            agrees=all(b < a / 2 for a, b in zip(few, many, strict=True)),
        )
    return e


@cache
def _width(procedure: str, count: int, level: float, mean: bool) -> float:
    table = plans.stated(procedure, "AUPRC")
    last = (table["step"] == table["step"].max()) & (table["scope"] == "low") & (table["dataset"] < count)
    values = table.loc[last, "AUROC"].to_numpy()
    if mean:
        values = np.random.default_rng(SEED).choice(values, size=(500, values.size)).mean(axis=1)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return round(float(high - low), 3)


def overall_selection() -> Evidence:
    """Section 3.2: who belongs to which group makes no difference to what is selected."""
    e = Evidence(
        note=f"25 data sets, seed {SEED}, first as they are, then with the members of the groups exchanged at random."
    )
    calls = {"M2": (fix_mistakes, LARGE), "M3": (permute_scores, SMALL)}
    for procedure, (run, population) in calls.items():
        for metric in ("AUROC", "AUPRC"):
            known, other = (run(p, metric=metric, datasets=25, seed=SEED) for p in (population, _regrouped(population)))
            same = {}
            for scope in ("overall", "high"):
                pair = [t[t["scope"] == scope][["AUROC", "AUPRC"]].to_numpy() for t in (known, other)]
                same[scope] = np.isclose(*pair).mean()
            e.printed(
                f"{procedure} by {metric}: the overall curves stay the same",
                agrees=same["overall"] == 1,
                reproduced=f"{same['overall']:.0%} of their points",
            )
            e.control(
                f"{procedure} by {metric}: so do the curves of G1",
                agrees=same["high"] == 1,
                reproduced=f"{same['high']:.0%} of their points",
            )
    return e


class _Regrouped(Population):
    """A population in which samples of the same class have exchanged their groups, unknown to whoever optimises."""


def _regrouped(population: Population) -> Population:
    changed = _Regrouped(population.sizes, population.positives)
    rng = np.random.default_rng(SEED)
    low = population.low.copy()
    for label in (True, False):
        inside = np.flatnonzero(population.labels == label)
        low[inside] = rng.permutation(low[inside])
    changed.__dict__["low"] = low  # in place of the cached property
    return changed


def m3_equal_capacity() -> Evidence:
    """Section 3.2: what a random permutation of the merged ranks does to each group, in three measures of capacity."""
    moved, disorder, spread = _capacity(SMALL)
    e = Evidence(
        note=f"200 data sets, 40 uniform permutations of each, seed {SEED}; mean difference G1 less G2 over "
        "data sets. Groups of equal prevalence (5 and 5 positives) serve as a comparison. A reading fits "
        "if the difference is within four standard errors of 0."
    )
    like = _capacity(Population(sizes=(100, 100), positives=(5, 5)))
    names = (
        "how far a sample's rank moves",
        "pairs of the group that change their order",
        "standard deviation of the group's own AUROC",
    )
    for name, found, equal in zip(names, (moved, disorder, spread), like, strict=True):
        e.reading(
            name,
            agrees=not runs.sure(abs(found[2]), found[3]),
            reproduced=f"G1 {found[0]:.4f}, G2 {found[1]:.4f}, difference {runs.told(*found[2:], digits=4)}; "
            f"at equal prevalence {runs.told(*equal[2:], digits=4)}",
        )
    return e


@cache
def _capacity(population: Population) -> tuple[tuple[float, float, float, float], ...]:
    """Means in both groups, mean difference and its standard error, for three measures of capacity."""
    n = sum(population.sizes)
    scores = draw_many(population, np.random.SeedSequence(SEED).spawn(200))
    order = np.argsort(-scores, axis=1)
    rng = np.random.default_rng(SEED)
    rows = []
    for labels, low in zip(population.labels[order], population.low[order], strict=True):
        drawn = bounded_permutations(n, 3).draw(40, rng=rng)
        target = np.argsort(drawn, axis=1)  # where the sample at each rank goes
        row = []
        for inside in (~low, low):
            at = np.flatnonzero(inside)
            to = target[:, at]
            pairs = sum((to[:, :-gap] > to[:, gap:]).sum(axis=1) for gap in range(1, 7))  # further apart none changes
            values = auroc_by_rank(labels[drawn], where=inside[drawn])
            row.append((np.abs(to - at).mean(), pairs.mean(), values.std(ddof=1)))
        rows.append(row)
    table = np.array(rows)
    difference = table[:, 0] - table[:, 1]
    error = difference.std(axis=0, ddof=1) / np.sqrt(len(table))
    return tuple(map(tuple, np.stack([*table.mean(axis=0), difference.mean(axis=0), error], axis=1).tolist()))


def m3_can_worsen() -> Evidence:
    """Section 3.2: how many random local permutations lower the overall metrics of a drawn data set."""
    order = np.argsort(-draw_many(SMALL, np.random.SeedSequence(SEED).spawn(FEW)), axis=1)
    labels = SMALL.labels[order]
    drawn = bounded_permutations(200, 3).draw(FEW * 50, rng=np.random.default_rng(SEED)).reshape(FEW, 50, 200)
    moved = np.take_along_axis(labels[:, None], drawn, axis=-1)
    e = Evidence(note=f"{FEW} data sets, 50 uniform permutations of each, seed {SEED}.")
    for name, area in (("AUROC", auroc_by_rank), ("AUPRC", average_precision_by_rank)):
        lower = np.mean(area(moved) < area(labels)[:, None] - 1e-12)
        e.printed(f"some permutations lower the overall {name}", agrees=0 < lower < 1, reproduced=f"{lower:.1%}")
    kept = permute_scores(SMALL, metric="AUROC", steps=1, shift=0, datasets=20, seed=SEED)
    start, end = (kept[kept["step"] == step]["AUROC"].to_numpy() for step in (0, 1))
    e.control("so does one that moves nothing", agrees=bool((end < start - 1e-12).any()), reproduced="20 data sets")
    return e


def figure_references() -> Evidence:
    """Section 3.2, B.3 and C.2: cited panels against the captions, by what sentence and caption are about."""
    captions = {
        "2(a)": ("M2", "AUROC"),
        "2(b)": ("M2", "AUPRC"),
        "2(c)": ("M3", "AUROC"),
        "2(d)": ("M3", "AUPRC"),
        "3(a)": ("M1", "AUROC"),
        "3(b)": ("M1", "AUPRC"),
        "4(a)": ("heat map", "first"),
    }
    cited = {
        "1(a)": ("M2", "AUROC"),
        "1(b)": ("M2", "AUPRC"),
        "1(c)": ("M3", "AUROC"),
        "1(d)": ("M3", "AUPRC"),
        "3(a)": ("heat map", "first"),
    }
    right = [panel for panel, content in cited.items() if captions.get(panel) == content]
    shifted = {panel: f"{int(panel[0]) + 1}{panel[1:]}" for panel in cited}
    mended = [panel for panel, content in cited.items() if captions.get(shifted[panel]) == content]
    e = Evidence()
    e.printed(
        "the cited panels show what the text says",
        agrees=len(right) == len(cited),
        reproduced=f"{len(right)} of {len(cited)}",
    )
    e.repaired("each does with the figure's number one higher", agrees=len(mended) == len(cited), reproduced=shifted)
    return e
