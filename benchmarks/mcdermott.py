"""``python -m benchmarks.mcdermott``: the subgroup experiments at full size, timed.

M2 and M3 on 1000 data sets for both metrics, as the paper states them, and M1 on 20 data sets as the authors ran it:
50 sizes of noise, 100 vectors each. One small run before compiles what is compiled. The targets are those of the plan
of this part; a second table has the size of what was computed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import pandas as pd

from scoring_the_scores.mcdermott.plans import AUTHORS_DELTAS, SEED
from scoring_the_scores.mcdermott.runs import LARGE, add_noise, fix_mistakes, permute_scores
from scoring_the_scores.mcdermott.summaries import start_end

DATASETS = 1_000
AUTHORS_DATASETS = 20
#: Seconds, at most, for M2 and M3 together, and for M1.
SECONDS = {"M2 and M3": 60.0, "M1": 10.0}


def timed(calls: Mapping[str, Callable[[], pd.DataFrame]]) -> tuple[dict[str, float], pd.DataFrame]:
    """Seconds of each call, and what all of them returned."""
    seconds, tables = {}, []
    for name, call in calls.items():
        start = time.perf_counter()
        tables.append(call())
        seconds[name] = time.perf_counter() - start
    return seconds, pd.concat(tables)


def main() -> None:
    """Measure and print."""
    optimisers = {"M2": fix_mistakes, "M3": permute_scores}
    for run in optimisers.values():
        run(metric="AUPRC", datasets=1, seed=SEED)
    add_noise(deltas=[0.0], datasets=1, seed=SEED)
    calls = {
        f"{name} by {metric}": lambda run=run, metric=metric, name=name: run(
            metric=metric, datasets=DATASETS, seed=SEED, run=name
        )
        for name, run in optimisers.items()
        for metric in ("AUROC", "AUPRC")
    }
    seconds, table = timed(calls)
    population = replace(LARGE, same_stream=True)
    noise, _ = timed(
        {
            "M1": lambda: add_noise(
                population,
                deltas=AUTHORS_DELTAS,
                candidates="re-seeded",
                clip=True,
                datasets=AUTHORS_DATASETS,
                seed=SEED,
            )
        }
    )
    found = {"M2 and M3": sum(seconds.values()), "M1": noise["M1"]}
    sizes = {"M2 and M3": f"{DATASETS} data sets, both metrics", "M1": f"{AUTHORS_DATASETS} data sets, both metrics"}
    for name, limit in SECONDS.items():
        verdict = "met" if found[name] <= limit else "MISSED"
        print(f"{name}, {sizes[name]}: {found[name]:.1f} s, target {limit:g} s, {verdict}")
    print(", ".join(f"{name} {value:.1f} s" for name, value in seconds.items()))
    columns = ["run", "metric", "scope", "measure", "start", "end", "end_se", "change", "se", "falls"]
    print(start_end(table)[columns].round(4).to_string(index=False))


if __name__ == "__main__":
    main()
