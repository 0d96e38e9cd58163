"""``python -m benchmarks.coverage [--samples N]``: how often 95 % intervals hold the true value, by simulation.

Positives are normal about d, negatives about 0, with variance 1. For each number of cases, prevalence and separation,
so many samples are drawn that the uncertainty of a share of 95 % is half a per cent (2,000 by default; half an hour).
The printed lines give, for each metric, the share of intervals that hold the truth, those too low and too high, and
the share that an interval without correction, the value and its standard error, would have held.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np
from scipy.special import ndtr, stdtrit

from metricbook import (
    Sweep,
    auch_of,
    auroc_of,
    average_precision_of,
    expected_min_loss_of,
    h_measure_of,
    interval,
    kolmogorov_smirnov_of,
)

METRICS = {
    "h_measure": h_measure_of,
    "expected_min_loss": expected_min_loss_of,
    "auch": auch_of,
    "kolmogorov_smirnov": kolmogorov_smirnov_of,
    "auroc": auroc_of,
    "average_precision": average_precision_of,
}
SIZES, PREVALENCES, SEPARATIONS = (100, 300, 1000), (0.5, 0.1), (0.0, 0.5, 1.2, 2.0, 3.0)
LEVEL = 0.95


def truth(prevalence: float, separation: float) -> dict[str, float]:
    """The metrics of the two distributions, each cut into many thin slices of scores."""
    edges = np.linspace(-7, 7 + separation, 20_001)
    slices = np.diff(ndtr(edges - separation)) * prevalence, np.diff(ndtr(edges)) * (1 - prevalence)
    labels, scores = np.repeat([True, False], 20_000), np.tile(edges[1:], 2)
    sweep = Sweep(labels, scores, sample_weight=np.concatenate(slices))
    return {name: metric(sweep) for name, metric in METRICS.items()}


def main() -> None:
    """Draw, count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description="Coverage of 95 % intervals.")
    parser.add_argument("--samples", type=int, default=2000, help="samples of each setting")
    parser.add_argument("--prevalence", type=float, help="only this one")
    given = parser.parse_args()
    prevalences = [given.prevalence] if given.prevalence else PREVALENCES
    print("metric             share   d    n  truth   holds too low too high  plain")
    for prevalence, separation, size in product(prevalences, SEPARATIONS, SIZES):
        true = truth(prevalence, separation)
        rng = np.random.default_rng([size, int(100 * prevalence), int(10 * separation)])
        counts = {name: np.zeros(5, dtype=int) for name in METRICS}
        for _ in range(given.samples):
            labels = rng.random(size) < prevalence
            while not 2 <= labels.sum() <= size - 2:
                labels = rng.random(size) < prevalence
            scores = rng.normal(separation * labels)
            for name, count in counts.items():
                try:
                    value, low, high, error = interval(name, labels, scores, level=LEVEL)
                except ValueError:  # a perfect ranking has no interval of some metrics
                    continue
                plain = abs(value - true[name]) <= stdtrit(size - 1, (1 + LEVEL) / 2) * error
                short, far = high < true[name] - 1e-9, low > true[name] + 1e-9
                count += np.array([1, not (short or far), short, far, plain])
        for name, (made, *hits) in counts.items():
            shares = " ".join(f"{hit / made:7.3f}" for hit in hits)
            missing = "" if made == given.samples else f"  of {made} that have one"
            print(
                f"{name:18s} {prevalence:5.1f} {separation:3.1f} {size:4d} {true[name]:6.3f} {shares}{missing}",
                flush=True,
            )


if __name__ == "__main__":
    main()
