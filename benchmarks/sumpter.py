"""``python -m benchmarks.sumpter``: the nine data sets of 200 seeds, timed, and what they give.

Each data set is drawn, fitted by scikit-learn and swept once for A, the thresholds at B = 1/2 and B = 0.6, and the
precision at both. The target is a time for all of it.
"""

from __future__ import annotations

import time

import numpy as np
import pandas as pd

from metricbook import auroc, indistinguishability_curves
from scoring_the_scores.sumpter.nine_panels import PANELS, Scored, nine

SEEDS = range(200)
#: Seconds for all data sets, at most.
SECONDS = 30.0
LEVELS = {"b": 0.5, "60": 0.6}


def row(sample: Scored) -> dict[str, float]:
    """A, and threshold on the input and precision at both levels; NaN where B never reaches the level."""
    found = {"A": auroc(sample.labels, sample.scores)}
    table = indistinguishability_curves(sample.labels, sample.scores)
    for name, level in LEVELS.items():
        kept = np.flatnonzero(table["B"].to_numpy() <= level)
        exists = kept.size > 0 and float(table["B"].iloc[-1]) >= level
        at = table.iloc[kept[-1]] if exists else None
        found[f"X_{name}"] = (at["threshold"] - sample.intercept) / sample.slope if exists else np.nan
        found[f"C_{name}"] = at["C"] if exists else np.nan
    return found


def main() -> None:
    """Measure and print."""
    start = time.perf_counter()
    rows = [{"panel": letter} | row(sample) for seed in SEEDS for letter, sample in nine(seed).items()]
    seconds = time.perf_counter() - start
    grouped = pd.DataFrame(rows).groupby("panel")
    means, spreads, counts = grouped.mean(), grouped.std(), grouped.count()
    print(
        f"{len(SEEDS)} seeds of {len(PANELS)} panels: {seconds:.1f} s, target {SECONDS:g} s, "
        f"{'met' if seconds <= SECONDS else 'MISSED'}"
    )
    print("Mean and standard deviation over the seeds; X_b and X_60 are the thresholds on the axis of the input.")
    table = pd.DataFrame(
        {name: [f"{m:.4f} ({s:.4f})" for m, s in zip(means[name], spreads[name], strict=True)] for name in means},
        index=means.index,
    )
    print(table.assign(has_60=counts["X_60"]).to_string())


if __name__ == "__main__":
    main()
