"""The table of the chapter: which metric ignores which transformation, decided on every small sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from scoring_the_scores.synthesis.what_it_ignores.transformations import (
    STAYING,
    pairs,
    pooled,
    reversed_scores,
    samples,
)
from scoring_the_scores.synthesis.what_it_ignores.values import METRICS, Cases, between, same, total, value

ORDER = (
    "AUROC",
    "AP",
    "C(r_b)",
    "best F1",
    "KS",
    "AUCH",
    "L, skews",
    "L, costs",
    "least L, skews",
    "least L, costs",
    "H",
)
CONFIDENCE = ("LxCIM", "AUDRC, sum", "AUDRC, integral")
DECISIONS = ("accuracy", "balanced accuracy", "F1", "kappa", "MCC", "VUT")
CHANCES = ("Brier score", "log loss")
#: Those that read how far a decision is from the threshold, and whether it is right.
EXCHANGED = (*CONFIDENCE, "accuracy", *CHANCES)

#: The letter of the proof for every entry that is a yes, by column; what has no letter is a no.
PROOFS: Mapping[str, Mapping[str, str]] = {
    "global": {
        **dict.fromkeys([m for m in METRICS if m not in ("AP", "C(r_b)", "best F1", "F1")], "m"),
        **dict.fromkeys(EXCHANGED, "e"),
    },
    "local": dict.fromkeys(EXCHANGED, "e"),
    "easy": dict.fromkeys(("AP", "C(r_b)", "best F1", "F1"), "n"),
    "prior": dict.fromkeys(("AUROC", "KS", "AUCH", "L, skews", "least L, skews", "balanced accuracy"), "r"),
    "rising": dict.fromkeys(ORDER, "o"),
    "fixed": dict.fromkeys(ORDER, "o") | dict.fromkeys(DECISIONS, "t"),
    "odd": dict.fromkeys(ORDER, "o") | dict.fromkeys(CONFIDENCE, "c") | dict.fromkeys(DECISIONS, "t"),
    "copies": dict.fromkeys(METRICS, "s"),
    "listing": dict.fromkeys(METRICS, "s"),
    "pool": dict.fromkeys(("accuracy", "F1", *CHANCES), "q"),
    "pool, one prior": dict.fromkeys(("accuracy", "F1", *CHANCES), "q")
    | dict.fromkeys(("balanced accuracy", "kappa"), "p"),
    "reversal": dict.fromkeys(
        ("AUROC", "L, skews", "L, costs", *CONFIDENCE, "accuracy", "balanced accuracy", "MCC", "VUT"), "w"
    ),
}
COLUMNS = tuple(PROOFS)
#: What every metric ignores; the table leaves these columns out.
EVERYWHERE = ("copies", "listing")


class Trial(NamedTuple):
    """A transformation of one sample, or of two, what a metric makes of it, and whether it is as it has to be."""

    before: tuple[Cases, ...]
    after: Cases
    values: tuple[Any, ...]
    holds: bool


def stays(metric: str, column: str, n: int) -> Iterator[Trial]:
    """Whether the metric of a transformed sample is that of the sample, for each of n cases."""
    for cases in samples(n):
        before = value(metric, cases)
        for after in STAYING[column](cases):
            value_after = value(metric, after)
            if before is not None and value_after is not None:
                yield Trial((cases,), after, (before, value_after), same(before, value_after))


def is_between(metric: str, n: int, *, one_prior: bool) -> Iterator[Trial]:
    """Whether the metric of two samples in one, of n cases, is between those of the two."""
    for one, other in pairs(n, one_prior=one_prior):
        low, middle, high = (value(metric, cases) for cases in (one, pooled(one, other), other))
        if None not in (low, middle, high):
            yield Trial((one, other), pooled(one, other), (low, high, middle), between(low, middle, high))


def complements(metric: str, n: int) -> Iterator[Trial]:
    """Whether a sample of n cases and its reversal have the sum that the first sample of two cases has."""
    top = None
    for cases in (*samples(2), *samples(n)):
        after = reversed_scores(cases)
        values = value(metric, cases), value(metric, after)
        if None not in values:
            top = total(*values) if top is None else top
            if len(cases) == n:
                yield Trial((cases,), after, values, same(total(*values), top))


def trials(metric: str, column: str, n: int) -> Iterator[Trial]:
    """All that is tried for one entry on samples of n cases, or on two samples that have n together."""
    if column in STAYING:
        return stays(metric, column, n)
    if column == "reversal":
        return complements(metric, n)
    return is_between(metric, n, one_prior=column == "pool, one prior")


@cache
def counterexample(metric: str, column: str, largest: int = 5) -> Trial | None:
    """The smallest sample, or two samples, for which an entry fails, the first of its size; None if there is none."""
    smallest = 4 if column.startswith("pool") else 2
    for n in range(smallest, largest + 1):
        for trial in trials(metric, column, n):
            if not trial.holds:
                return trial
    return None


def refuted(metric: str, column: str) -> bool:
    """Whether an entry has no proof."""
    return metric not in PROOFS[column]
