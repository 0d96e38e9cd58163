"""What easy negatives do to each metric: nothing, a factor, or a limit; and whether they change the order of two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import metricbook as mb
from metricbook import confusion as counts
from metricbook import confusion_at, tile
from scoring_the_scores.synthesis.what_it_ignores.transformations import positives, samples
from scoring_the_scores.synthesis.what_it_ignores.values import Cases, matrix, same, value

#: What no easy negative changes.
UNCHANGED = ("AP", "C(r_b)", "best F1", "F1")
#: The value that is multiplied by a factor, as what the metric lacks to it.
TOP: Mapping[str, int] = {"AUROC": 1, "AUCH": 1, "accuracy": 1, "least L, costs": 0, "H": 1}
#: Metrics of which easy negatives of the same scores under two classifiers do not change which is ahead.
KEEP_ORDER = ("AUROC", "AUCH", "accuracy", "L, skews", "L, costs", "least L, costs", "H", "LxCIM", "Brier score",
              "log loss", *UNCHANGED)  # fmt: skip
#: Metrics of which they do, and the scores among which two classifiers are found.
CHANGE_ORDER: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("balanced accuracy", "kappa", "MCC", "VUT"), (-1, 1)),
    **dict.fromkeys(("KS", "least L, skews"), (-1, 0, 1)),
    **dict.fromkeys(("AUDRC, sum", "AUDRC, integral"), (-2, -1, 1, 2)),
}
#: A score below all that are searched, and farther from the threshold.
EASY = -5


def k(prior: Fraction) -> Fraction:
    """What one less H is divided by in a sample with this share of positives to be compared with other samples.

    Examples
    --------
    >>> k(Fraction(0)), k(Fraction(1, 2))
    (Fraction(1, 1), Fraction(5, 8))
    """
    return (1 - prior) * (1 + prior * (1 - prior))


def factor(metric: str, cases: Cases, m: int) -> Fraction:
    """By what m easy negatives multiply the distance of a metric from its top."""
    n, p = len(cases), positives(cases)
    if metric in ("AUROC", "AUCH"):
        return Fraction(n - p, n - p + m)
    if metric == "H":
        return k(Fraction(p, n)) / k(Fraction(p, n + m))
    return Fraction(n, n + m)


def added(cases: Cases, m: int) -> Cases:
    """The cases with m easy negatives, below all others and more confident than all."""
    return tuple(sorted([*cases, *[(EASY, 0)] * m]))


def kappa_below_f1(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    """How far Cohen's kappa is below F1: a share of which only the denominator has true negatives."""
    lost = tp * (fp * (tp + fp) + fn * (tp + fn)) + fp * fn * (2 * tp + fp + fn)
    return 2 * lost / ((2 * tp + fp + fn) * ((tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)))


def limits(cases: Cases) -> dict[str, float]:
    """What each metric of the cases tends to as easy negatives become more and more, by the proposition."""
    _, fp, fn, tp = matrix(cases)
    prior = Fraction(positives(cases), len(cases))
    g = (tp / (tp + fp) * tp / (tp + fn)) if tp else Fraction(0)
    return {
        **dict.fromkeys(("AUROC", "AUCH", "KS", "accuracy", "LxCIM", "AUDRC, sum", "AUDRC, integral", "VUT"), 1.0),
        "L, skews": 0.25,
        "L, costs": 0.5,
        "least L, skews": 0.0,
        "least L, costs": 0.0,
        "balanced accuracy": float((1 + tp / (tp + fn)) / 2),
        "kappa": float(2 * tp / (2 * tp + fp + fn)),
        "MCC": float(g) ** 0.5,
        "H": float(1 - (1 - value("H", cases)) * k(prior)),
    }


#: The package's metrics, with weights, by the names of the table.
WEIGHTED: Mapping[str, Callable[..., float]] = {
    "AUROC": mb.auroc,
    "AP": mb.average_precision,
    "C(r_b)": mb.precision_at_indistinguishability,
    "AUCH": mb.auch,
    "KS": mb.kolmogorov_smirnov,
    "H": mb.h_measure,
    "LxCIM": mb.lxcim,
    "accuracy": mb.accuracy,
    "AUDRC, sum": mb.audrc_sum,
    "AUDRC, integral": mb.audrc_integral,
    "L, skews": lambda y, s, sample_weight: mb.expected_loss(y, s, sample_weight=sample_weight, default_weight=0),
    "L, costs": lambda y, s, sample_weight: mb.expected_loss(
        y, s, sample_weight=sample_weight, default_weight=0, over="cost"
    ),
    "least L, skews": lambda y, s, sample_weight: mb.expected_min_loss(y, s, sample_weight=sample_weight),
    "least L, costs": lambda y, s, sample_weight: mb.expected_min_loss(y, s, sample_weight=sample_weight, over="cost"),
}
_OF_COUNTS: Mapping[str, Callable[..., Any]] = {
    "F1": counts.f1_score,
    "balanced accuracy": counts.balanced_accuracy,
    "kappa": counts.cohen_kappa,
    "MCC": counts.matthews_correlation,
    "VUT": lambda *cells: tile.volume(list(cells)),
}


def weighed(metric: str, labels: Any, scores: Any, easy: float) -> float:
    """The package's value with easy negatives of a weight, as one case below and more confident than all others."""
    labels, scores = np.append(labels, 0), np.append(scores, -np.abs(scores).max() - 1.0)
    weights = np.append(np.ones(len(labels) - 1), easy)
    if metric in WEIGHTED:
        return WEIGHTED[metric](labels, scores, sample_weight=weights)
    return float(_OF_COUNTS[metric](*confusion_at(labels, scores, sample_weight=weights)))


class Reordered(NamedTuple):
    """Two classifiers of the same cases: the first is ahead without m easy negatives, and behind with them."""

    ahead: Cases
    behind: Cases
    m: int
    without: tuple[Any, Any]
    with_them: tuple[Any, Any]


def _classifiers(n: int, p: int, scores: tuple[int, ...]) -> list[Cases]:
    by_class = [combinations_with_replacement(scores, size) for size in (n - p, p)]
    return [tuple(sorted([(s, 0) for s in low] + [(s, 1) for s in high])) for low, high in product(*by_class)]


def _values(metric: str, classifiers: list[Cases], m: int) -> list[Any]:
    return [value(metric, added(cases, m) if m else cases) for cases in classifiers]


def order_kept(metric: str, n: int, m: int) -> Iterator[bool]:
    """For every two classifiers of the same n cases, whether m easy negatives leave the one ahead that was."""
    for p in range(1, n):
        classifiers = [cases for cases in samples(n) if positives(cases) == p and value(metric, cases) is not None]
        # Sorted by their values, neighbours tell of all: equal ones stay equal, and others keep their direction.
        pairs = sorted(zip(_values(metric, classifiers, 0), _values(metric, classifiers, m), strict=True))
        directions = set()
        for (one, one_after), (other, other_after) in pairwise(pairs):
            if same(one, other):
                yield same(one_after, other_after)
            else:
                directions.add(one_after < other_after)
                yield directions == {True}


def reordered(metric: str, most: int = 7, ms: tuple[int, ...] = (2, 8)) -> Reordered | None:
    """The smallest two classifiers, of the same cases, whose order some easy negatives reverse."""
    for n in range(2, most + 1):
        for m, p in product(ms, range(1, n)):
            classifiers = _classifiers(n, p, CHANGE_ORDER[metric])
            classifiers = [cases for cases in classifiers if value(metric, cases) is not None]
            values = {cases: (value(metric, cases), value(metric, added(cases, m))) for cases in classifiers}
            distinct = {pair: cases for cases, pair in reversed(values.items())}
            for (a, c), (b, d) in combinations(distinct, 2):
                if not (same(a, b) or same(c, d)) and (a > b) != (c > d):
                    one, other = distinct[a, c], distinct[b, d]
                    turned = (one, other) if a > b else (other, one)
                    return Reordered(*turned, m, *zip(*(values[cases] for cases in turned), strict=True))
    return None


#: The groups of the figure: what stays, what becomes another metric, and what rises to the top.
FATES: Mapping[str, tuple[str, ...]] = {
    "ignores them": ("AP", "F1", "C(r_b)"),
    "becomes another": ("kappa", "MCC", "balanced accuracy", "H"),
    "goes to 1": ("AUROC", "accuracy", "KS", "LxCIM"),
}


def experiment(rng: np.random.Generator, *, size: int = 1000, threshold: float = 1.25) -> pd.DataFrame:
    """Normal scores of two classes, and up to a million easy negatives: ``easy``, ``metric``, ``fate``, ``value``."""
    scores = np.concatenate([rng.normal(1.5, 1, size), rng.normal(0, 1, size)]) - threshold
    labels = np.repeat([1, 0], size)
    numbers = [0.0, *np.logspace(1, 6, 26)]
    return pd.DataFrame(
        [
            {"easy": easy, "metric": metric, "fate": fate, "value": weighed(metric, labels, scores, easy)}
            for fate, metrics in FATES.items()
            for metric in metrics
            for easy in numbers
        ]
    )
