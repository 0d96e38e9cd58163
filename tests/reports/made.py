"""Predictions to report on, made from seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from metricbook.reports.predictions import Counts, Predictions, Source, Tally


def predictions(n: int = 400, *, seed: int = 0, prevalence: float = 0.3, digits: int = 2, **more: Any) -> Predictions:
    """Two models, the first the better, as probabilities with ties."""
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < prevalence
    first = rng.normal(size=n) + 1.5 * labels
    second = first + rng.normal(size=n)
    scores = {
        name: np.round(1 / (1 + np.exp(1.5 - raw)), digits) for name, raw in (("first", first), ("second", second))
    }
    source = Source("made.csv", "0" * 64, n, "1", "0")
    return Predictions(**{"labels": labels, "scores": scores, "source": source, **more})


def counts(of: Predictions, *, bins: int = 256) -> Counts:
    """The same cases counted."""
    tallies, edges, joint = {}, {}, [of.labels.astype(int)]
    for name, scores in of.scores.items():
        distinct, place = np.unique(scores, return_inverse=True)
        positives, negatives = (np.bincount(place, weights=labels) for labels in (of.labels, ~of.labels))
        tallies[name] = Tally(distinct, positives, negatives)
        edges[name] = np.unique(np.quantile(scores, np.arange(bins) / bins, method="lower"))
        joint.append(np.searchsorted(edges[name], scores, "right") - 1)
    cells, times = np.unique(np.column_stack(joint), axis=0, return_counts=True)
    return Counts(tallies, cells, times.astype(float), edges, of.source)
