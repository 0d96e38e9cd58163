"""What comes of choosing the threshold of the best F1 on a sample: flattery, and prices nobody chose."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd

from claimledger import Claim, Evidence
from scoring_the_scores.synthesis.one_rule import chosen

AUROC, PREVALENCE, POSITIVES = 0.8, 0.1, 20
DRAWS, BATCHES, SEED = 4000, 20, 16


def on_the_same_data(claim: Claim) -> Evidence:
    """Best F1 and the price it buys, searched for in small samples, against the same by a fitted model."""
    samples = _tables()
    population = chosen.best_outside(AUROC, PREVALENCE)
    e = Evidence(
        note=f"{DRAWS:,} samples of {POSITIVES} positives and {POSITIVES * 9} negatives, normal scores, AUROC {AUROC}; "
        f"seed {SEED}; standard errors from {BATCHES} batches; outside means the population."
    )
    e.printed("best F1 of the population", published=claim.published["best"], reproduced=population)
    e.printed("the price it implies", published=claim.published["price"], reproduced=population / 2)
    for choice in ("search", "model"):
        for what, published in claim.published[choice].items():
            value, error = _of_batches(samples[choice], _STATISTICS[what])
            e.printed(f"{choice}: {what}", published=published, reproduced=value, standard_error=error)
    inside, error = _of_batches(samples["search"], _STATISTICS["F1 inside"])
    e.control("F1 outside is what it is inside", published=claim.published["search"]["F1 outside"], reproduced=inside,
              standard_error=error)  # fmt: skip
    spread, error = _of_batches(samples["model"], _STATISTICS["95 %"])
    e.control("the model's prices reach as far", published=claim.published["search"]["95 %"], reproduced=spread,
              standard_error=error)  # fmt: skip
    return e


@cache
def _tables() -> dict[str, pd.DataFrame]:
    """What each of the two chooses on the samples."""
    rng = np.random.default_rng(SEED)
    return {
        "search": chosen.search(AUROC, PREVALENCE, POSITIVES, DRAWS, rng=rng),
        "model": chosen.by_rule(AUROC, PREVALENCE, POSITIVES, DRAWS, rng=rng),
    }


_STATISTICS: dict[str, Callable[[pd.DataFrame], float]] = {
    "F1 inside": lambda table: float(table["best F1"].mean()),
    "F1 outside": lambda table: float(table["F1"].mean()),
    "5 %": lambda table: float(table["price"].quantile(0.05)),
    "95 %": lambda table: float(table["price"].quantile(0.95)),
}


def _of_batches(table: pd.DataFrame, statistic: Callable[[pd.DataFrame], float]) -> tuple[float, float]:
    """The statistic of all samples, and its standard error from what it is in each batch of them."""
    parts = [statistic(table.iloc[rows]) for rows in np.array_split(np.arange(len(table)), BATCHES)]
    return statistic(table), float(np.std(parts, ddof=1) / np.sqrt(BATCHES))
