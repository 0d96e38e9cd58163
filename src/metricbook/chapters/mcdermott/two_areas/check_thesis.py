"""The paper's thesis, that AUPRC is not the better area under class imbalance, and the novelty of its theorem."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd

from metricbook.chapters.mcdermott.two_areas import samples as small
from metricbook.chapters.mcdermott.two_areas.tables import COSTS, loss_correlations
from metricbook.exact.samples import Sample
from metricbook.ledger import Evidence
from metricbook.ledger.evidence import SIGMAS

SEED, SIZE, MODELS, BATCHES = 20240115, 500, 150, 8
PREVALENCES = (0.5, 0.1, 0.05)
RARE = 0.05


def thesis() -> Evidence:
    """Abstract, Sections 1 and 2.3: which area tells more about what, at balanced and at rare classes."""
    table = losses()
    e = Evidence(
        note=f"{BATCHES} batches of {MODELS} models of {SIZE} samples, prevalences {', '.join(map(str, PREVALENCES))}, "
        f"seed {SEED}. Normal scores, positives' mean uniform on 0.5 to 2.5, spread on 0.5 to 2. Loss at each model's "
        f"best cut. Spearman correlations over models, AUROC / AUPRC; more by {SIGMAS:g} standard errors. "
        f"{small.UNTIED_SCOPE}"
    )
    e.reading(
        "what counts is the share of pairs in order: it is AUROC, at any prevalence",
        cases=(_pairs_in_order(sample) == small.auroc(sample) for sample in small.untied()),
    )
    for costs in COSTS:
        rare = table[(table["costs"] == costs) & (table["prevalence"] == RARE)].iloc[0]
        e.reading(
            f"what counts is the least loss, {costs}: AUPRC does not tell more at prevalence {RARE}",
            agrees=bool(rare["difference"] <= SIGMAS * rare["standard_error"]),
            reproduced=_told(table[table["costs"] == costs]),
        )
    balanced = table[table["prevalence"] == 0.5]
    e.control(
        "AUPRC tells more about the least loss at balanced classes, under some costs",
        agrees=bool((balanced["difference"] > SIGMAS * balanced["standard_error"]).any()),
        reproduced=[round(float(value), 2) for value in balanced["difference"]],
    )
    return e


@cache
def losses() -> pd.DataFrame:
    """`loss_correlations` of the thesis, kept for the session."""
    rng = np.random.default_rng(SEED)
    return loss_correlations(PREVALENCES, size=SIZE, models=MODELS, batches=BATCHES, rng=rng)


def _pairs_in_order(sample: Sample) -> Fraction:
    members = list(zip(*sample, strict=True))
    pairs = [a > b for x, a in members for y, b in members if x > y]
    return Fraction(sum(pairs), len(pairs))


def _told(rows: pd.DataFrame) -> dict[str, str]:
    return {f"{r.prevalence:g}": f"{r.auroc:.2f} / {r.average_precision:.2f}" for r in rows.itertuples()}


def novelty() -> Evidence:
    """Section 4.2: what Theorem 1 adds to the definitions of AUROC and of average precision."""
    e = Evidence(note=small.UNTIED_SCOPE)
    e.missing(
        "A search of earlier work for Theorem 1; that something is new cannot be computed.",
        looked="the abstracts of the two works of 2015 that the paper names, which state relations of the same kind.",
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
