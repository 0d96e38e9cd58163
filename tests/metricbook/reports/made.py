"""Predictions to report on, made from seeds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook
from metricbook.metrics.sweep import Sweep
from metricbook.reports.predictions import Counts, Predictions, Source, Tally
from metricbook.reports.reading import read


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


def read_text(folder: Path, content: str | bytes, name: str = "a.csv", **named: Any) -> Any:
    """Read a file of this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read(path, **named)


def is_taken(folder: Path, content: str | bytes, name: str = "a.csv") -> None:
    """A file of this content has a negative of 0.1 and a positive of 0.9."""
    found = read_text(folder, content, name, label="y", scores="p")
    assert found.labels.tolist() == [False, True]
    assert found.scores["p"].tolist() == [0.1, 0.9]
    assert (found.source.positive, found.source.negative) == ("1", "0")


def nested() -> Any:
    """An Arrow table with several values in each cell."""
    pa = pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    return pa.table({"y": [0, 1], "p": pa.array([{"a": 1}, {"a": 2}])})


SIZE = 100_000
BRACKETED: dict[str, Callable[[Sweep], float]] = {
    "auroc": metricbook.auroc_of,
    "auch": metricbook.auch_of,
    "average_precision": metricbook.average_precision_of,
    "h_measure": metricbook.h_measure_of,
    "kolmogorov_smirnov": metricbook.kolmogorov_smirnov_of,
}


def cases(size: int = SIZE, seed: int = 0) -> pd.DataFrame:
    """Labels in words, a score with ties and zeros of both signs, one without ties, and weights."""
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.3
    signal = rng.normal(size=size) + positive
    tied = signal.round(2)
    tied[::7] *= 0.0
    return pd.DataFrame(
        {"y": np.where(positive, "yes", "no"), "tied": tied, "fine": signal, "w": rng.integers(0, 4, size)}
    )


def same(one: Tally, other: Tally) -> bool:
    """Whether two tallies hold the same scores and counts."""
    return all(
        np.array_equal(getattr(one, part), getattr(other, part)) for part in ("scores", "positives", "negatives")
    )
