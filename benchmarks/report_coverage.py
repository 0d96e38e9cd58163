"""``python -m benchmarks.report_coverage [--samples N]``: how often the intervals of a report hold the true value.

Positives are normal about 1.5, negatives about 0, with variance 1. One model scores a case by its probability of being
positive, the other by that probability after as much noise again was added. So many samples are drawn of each setting
that the uncertainty of a share of 95 % is half a per cent (2,000 by default; some minutes for each number of cases). A
row is a metric of the first model, or the difference of both; "rows" are cases one by one, "counts" the same cases
counted by score; "stated" is a prevalence other than that of the samples.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from metricbook.reports.estimates import Counted, Estimate, Rows
from metricbook.reports.predictions import Counts, Predictions, Source
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.tallies import quantile_edges, tally_of

METRICS = ("auroc", "average_precision", "h_measure", "lxcim", "precision", "f1_score", "brier_score", "cost")
SIZES, PREVALENCES, STATED = (300, 1000), (0.5, 0.1), (None, 0.25)
APART, NOISE, LEVEL, THRESHOLD = 1.5, 1.0, 0.95, 0.2
#: Slices into which the distributions are cut for the true values.
SLICES = 20_000


def probabilities(raw: NDArray[np.float64], prevalence: float, variance: float) -> NDArray[np.float64]:
    """The probability of a positive, given a normal measurement of either class."""
    return expit((APART * raw - APART**2 / 2) / variance + logit(prevalence))


def truth(prevalence: float, question: Question) -> list[dict[str, float]]:
    """The metrics of both models' distributions, each cut into many thin slices of scores."""
    found = []
    for variance in (1.0, 1.0 + NOISE**2):
        deviation = np.sqrt(variance)
        edges = np.linspace(-7 * deviation, APART + 7 * deviation, SLICES + 1)
        middle = probabilities((edges[1:] + edges[:-1]) / 2, prevalence, variance)
        slices = [np.diff(ndtr((edges - mean) / deviation)) for mean in (APART, 0.0)]
        weights = np.concatenate([prevalence * slices[0], (1 - prevalence) * slices[1]])
        labels = np.repeat([True, False], SLICES)
        there = weights > 0
        of = Predictions(labels[there], {"m": np.tile(middle, 2)[there]}, source(labels.size), weights[there])
        cases = Rows(of, question)
        values = {metric: cases.estimate(metric, "m", LEVEL, **parameters(metric)).value for metric in METRICS}
        found.append({metric: float("nan") if value is None else value for metric, value in values.items()})
    return found


def parameters(metric: str) -> dict[str, float]:
    """The threshold, where a metric needs one."""
    return {"threshold": THRESHOLD} if MEASURES[metric].kind in {"decision", "cost"} else {}


def source(rows: int) -> Source:
    """Where drawn predictions come from."""
    return Source("drawn", "", rows, "1", "0")


def drawn(size: int, prevalence: float, rng: np.random.Generator) -> Predictions:
    """A sample, with at least two cases of each class."""
    labels = rng.random(size) < prevalence
    while not 2 <= labels.sum() <= size - 2:
        labels = rng.random(size) < prevalence
    raw = rng.normal(APART * labels)
    noisy = raw + NOISE * rng.normal(size=size)
    scores = {
        "first": probabilities(raw, prevalence, 1.0),
        "second": probabilities(noisy, prevalence, 1.0 + NOISE**2),
    }
    return Predictions(labels, scores, source(size))


def counted(of: Predictions) -> Counts:
    """The cases of a sample, counted."""
    tallies = {name: tally_of(scores, of.labels) for name, scores in of.scores.items()}
    edges = {name: quantile_edges(tally) for name, tally in tallies.items()}
    bins = [np.searchsorted(edges[name], scores, "right") - 1 for name, scores in of.scores.items()]
    joint, times = np.unique(np.column_stack([of.labels, *bins]).astype(np.int64), axis=0, return_counts=True)
    return Counts(tallies, joint, times.astype(float), edges, of.source)


def main() -> None:
    """Draw, count and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report_coverage", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--samples", type=int, default=2000, help="samples of each setting")
    parser.add_argument("--size", type=int, help="only this number of cases")
    given = parser.parse_args()
    print("metric             what       of     stated share    n   truth   holds too low too high")
    for prevalence, size in product(PREVALENCES, [given.size] if given.size else SIZES):
        rng = np.random.default_rng([size, int(100 * prevalence)])
        questions = [Question(cost_fp=1, cost_fn=4, prevalence=stated) for stated in STATED]
        true = [truth(prevalence, question) for question in questions]
        tables: dict[tuple[str, str, int, str], list[int]] = {}
        for _ in range(given.samples):
            sample = drawn(size, prevalence, rng)
            both = sample, counted(sample)
            for (of, data), (k, question) in product(zip(("rows", "counts"), both, strict=True), enumerate(questions)):
                cases = Rows(data, question) if isinstance(data, Predictions) else Counted(data, question)
                for metric in METRICS:
                    own = parameters(metric)
                    values = [one[metric] for one in true[k]]
                    one = cases.estimate(metric, "first", LEVEL, **own)
                    less = cases.difference(metric, "first", "second", LEVEL, {"first": own, "second": own})
                    _add(tables.setdefault((metric, "value", k, of), [0, 0, 0]), one, values[0])
                    _add(tables.setdefault((metric, "difference", k, of), [0, 0, 0]), less, values[0] - values[1])
        for (metric, what, k, of), hits in sorted(tables.items()):
            value = true[k][0][metric] - (true[k][1][metric] if what == "difference" else 0.0)
            shares = " ".join(f"{hit / sum(hits):7.3f}" for hit in hits)
            missing = "" if sum(hits) == given.samples else f"  of {sum(hits)} that have one"
            stated = f"{STATED[k]:.2f}" if STATED[k] else "none"
            setting = f"{metric:18s} {what:10s} {of:6s} {stated:>6s} {prevalence:5.1f} {size:4d}"
            print(f"{setting} {value:7.4f} {shares}{missing}", flush=True)


def _add(hits: list[int], found: Estimate, value: float) -> None:
    """Count whether an interval holds the truth, lies below it, or above."""
    if found.low is not None and found.high is not None:
        hits[1 if found.high < value else 2 if found.low > value else 0] += 1


if __name__ == "__main__":
    main()
