"""The paper's thesis, that AUPRC is not the better area under class imbalance, and the novelty of its theorem."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pandas as pd

from claimledger import SIGMAS, Evidence
from metricbook.exact.samples import Sample
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.tables import loss_map

SEED, SIZE, MODELS, BATCHES = 20240115, 1000, 200, 10
PREVALENCES = (0.5, 0.2, 0.1, 0.05, 0.02)
COSTS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
#: Shares of the samples that can at most lie above a best cut: well below all of them, and all of them.
LOW, HIGH = 0.3, 1.0
RARE, TOLD = 0.1, 0.05


#: The map on which the thesis is judged, and which its chapter draws.
losses = partial(loss_map, PREVALENCES, COSTS, size=SIZE, models=MODELS, batches=BATCHES, seed=SEED)


def thesis() -> Evidence:
    """Abstract, Sections 1 and 2.3: which area tells more about what, by prevalence and by the cost of a miss."""
    table = losses()
    unequal = table[table["prevalence"] < 0.5]
    bounded = [_bounded(sample, Fraction(int(cost))) for sample in small.untied() for cost in COSTS]
    e = Evidence(
        note=f"{BATCHES} batches of {MODELS} models of {SIZE} samples, seed {SEED}, prevalences "
        f"{', '.join(map(str, PREVALENCES))}; a miss costs {', '.join(f'{cost:g}' for cost in COSTS)} false alarms. "
        "Normal scores, positives' mean uniform on 0.5 to 2.5, spread 1, or uniform on 0.5 to 2 so that ROC curves "
        f"cross. Loss at each model's best cut. {_summary(table[table['prevalence'] == TOLD])} {_furthest(table)} An "
        f"area tells more if it does by {SIGMAS:g} standard errors. {small.UNTIED_SCOPE} In {sum(bounded):,} of "
        rf"{len(bounded):,} rankings and costs no best cut has more than $(1+m)\pi$ of the samples above it."
    )
    e.reading(
        "what counts is the share of pairs in order: it is AUROC, at any prevalence",
        over=small.untied(),
        holds=lambda sample: _pairs_in_order(sample) == small.auroc(sample),
    )
    bound = unequal["bound"]
    for what, rows in (
        (rf"$(1+m)\pi$ at least {HIGH:g}", unequal[bound >= HIGH]),
        (rf"$(1+m)\pi$ at most {LOW:g}", unequal[bound <= LOW]),
        (rf"$(1+m)\pi$ between {LOW:g} and {HIGH:g}", unequal[(bound > LOW) & (bound < HIGH)]),
    ):
        e.reading(
            f"what counts is the least loss, rare positives, {what}: AUPRC does not tell more ({_leaders(rows)})",
            over=[_cell(row) for row in rows.itertuples()],
            holds=lambda cell: cell[-1] != "AUPRC",
        )
    balanced, rare = table[table["prevalence"] == 0.5], table[table["prevalence"] <= RARE]
    e.control(
        f"AUPRC tells more about the least loss at balanced classes ({_leaders(balanced)})",
        over=[_cell(row) for row in balanced.itertuples()],
        holds=lambda cell: cell[-1] == "AUPRC",
    )
    e.control(
        f"AUPRC tells more at prevalences up to {RARE}, whatever a miss costs",
        over=[_cell(row) for row in rare.itertuples()],
        holds=lambda cell: cell[-1] == "AUPRC",
    )
    e.control(
        r"at most a share $c\pi$ lies above a best cut",
        over=product(small.untied(), COSTS),
        holds=lambda case: _bounded(case[0], Fraction(int(case[1])), spare=0),
    )
    return e


def _summary(rows: pd.DataFrame) -> str:
    """Both correlations at one prevalence, by cost, with curves that cross and without."""
    cross, one = (
        ", ".join(f"{r.auroc:.2f} / {r.average_precision:.2f}" for r in rows[rows["crossing"] == crossing].itertuples())
        for crossing in (True, False)
    )
    return (
        f"Spearman correlations over models at prevalence {TOLD}, AUROC / AUPRC, where curves cross: {cross}; with one "
        f"spread: {one}."
    )


def _cell(row: Any) -> tuple[str, ...]:
    """A cell of the map in words, and last which area tells more."""
    family = "curves cross" if row.crossing else "one spread"
    return family, f"prevalence {row.prevalence:g}", f"a miss costs {row.cost:g}", row.leader


def _furthest(table: pd.DataFrame) -> str:
    """The largest difference and the largest standard error, with curves that cross and without."""
    most = (
        table.assign(difference=table["difference"].abs()).groupby("crossing")[["difference", "standard_error"]].max()
    )
    cross, one = most.loc[True], most.loc[False]
    return (
        f"They differ by up to {cross['difference']:.2f} where curves cross (standard errors up to "
        f"{cross['standard_error']:.3f}), and with one spread by up to {one['difference']:.2f} (up to "
        f"{one['standard_error']:.3f})."
    )


def _leaders(rows: pd.DataFrame) -> str:
    counts = rows["leader"].value_counts()
    return ", ".join(f"{name} {counts.get(name, 0)}" for name in ("AUPRC", "AUROC", "neither"))


def _bounded(sample: Sample, cost: Fraction, *, spare: int = 1) -> bool:
    """Whether no best cut of a ranking has more than (spare + cost) times the share of positives above it."""
    labels = sample[0]
    positives = sum(labels)
    losses = [cost * sum(labels[cut:]) + labels[:cut].count(0) for cut in range(len(labels) + 1)]
    deepest = max(cut for cut, loss in enumerate(losses) if loss == min(losses))
    return deepest <= (spare + cost) * positives


def _pairs_in_order(sample: Sample) -> Fraction:
    members = list(zip(*sample, strict=True))
    pairs = [a > b for x, a in members for y, b in members if x > y]
    return Fraction(sum(pairs), len(pairs))


def novelty() -> Evidence:
    """Section 4.2: what Theorem 1 adds to the definitions of AUROC and of average precision."""
    e = Evidence(note=small.UNTIED_SCOPE)
    e.unexamined(
        "Whether earlier work states Theorem 1.",
        where="the full texts of the two works of 2015 that the paper names, whose abstracts state relations of the "
        "same kind; nothing but the abstracts was read.",
        instead="Theorem 1 is compared with the definitions.",
    )
    e.printed(
        "AUPRC: one less the mean share of negatives among the samples down to a positive is the mean precision there",
        cases=(_mean_purity(sample) == small.average_precision(sample) for sample in small.untied()),
    )
    return e


def _mean_purity(sample: Sample) -> Fraction:
    labels = sample[0]
    impure = [Fraction(labels[:rank].count(0), rank) for rank, label in enumerate(labels, start=1) if label]
    return 1 - sum(impure, Fraction(0)) / len(impure)
