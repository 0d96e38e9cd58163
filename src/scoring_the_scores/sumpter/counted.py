"""Small samples on which B, C and every term of the paper's formulas are counted, in fractions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from metricbook.exact import indistinguishability as exact_ranks
from metricbook.exact import ranking as exact
from metricbook.exact import samples as small
from metricbook.exact.samples import Sample

HALF = Fraction(1, 2)
LONGEST = 6
TIED = 5


@dataclass(frozen=True)
class Counted:
    """One sample at one threshold: everything that scores at least the threshold is flagged positive."""

    labels: tuple[int, ...]
    scores: tuple[int, ...]
    threshold: int
    positives: int
    negatives: int
    v: Fraction
    u: Fraction
    win_rate: Fraction
    against_positives: Fraction | None  # P(S_R < S_P | flagged, R = +), ties one half; None if there is no such R
    against_negatives: Fraction | None
    integral_v: Fraction  # of f_N v above the threshold: mean over all negatives, those not flagged counting 0
    integral_u: Fraction  # of f_N u

    def __str__(self) -> str:
        return f"labels {self.labels}, scores {self.scores}, r = {self.threshold}"

    @property
    def flagged(self) -> Fraction:
        """P v + N u, the number flagged."""
        return self.positives * self.v + self.negatives * self.u

    @property
    def swapped(self) -> Fraction:
        """N v + P u, what the paper prints for it."""
        return self.negatives * self.v + self.positives * self.u

    @property
    def precision(self) -> Fraction:
        """Share of positives among the flagged, counted."""
        above = [label for label, score in zip(self.labels, self.scores, strict=True) if score >= self.threshold]
        return Fraction(sum(above), len(above))


def samples(*, ties: bool = True) -> Iterator[Sample]:
    """Every order of up to six labels, and with ties every sample of up to five; the smallest first."""
    for n in range(2, LONGEST + 1):
        yield from small.samples(n, smallest=n, ties=False)
        if ties and n <= TIED:
            yield from (sample for sample in small.samples(n, smallest=n) if len(set(sample[1])) < n)


@cache
def counted(*, ties: bool = True) -> tuple[Counted, ...]:
    """Each of the samples at each of its scores."""
    return tuple(
        _count(labels, scores, t) for labels, scores in samples(ties=ties) for t in sorted(set(scores), reverse=True)
    )


def by_sample(*, ties: bool = True) -> list[list[Counted]]:
    """The same, a list for each sample, the highest threshold first."""
    grouped: dict[tuple, list[Counted]] = {}
    for case in counted(ties=ties):
        grouped.setdefault((case.labels, case.scores), []).append(case)
    return list(grouped.values())


def win_rates(labels: Sequence[int], scores: Sequence[int], ties: str) -> list[Fraction]:
    """B at every threshold, highest first, under one rule for ties; without those at which nothing is compared."""
    rates_by_threshold = [
        exact_ranks.rates(labels, scores, t, ties=ties).win_rate for t in exact_ranks.thresholds(scores)
    ]
    return [value for value in rates_by_threshold if value is not None]


def auroc(case: Counted) -> Fraction:
    """A of the whole sample."""
    return exact.auroc(case.labels, case.scores)


def _count(labels: Sequence[int], scores: Sequence[int], threshold: int) -> Counted:
    of_class = {kind: [s for label, s in zip(labels, scores, strict=True) if label == kind] for kind in (0, 1)}
    above = {kind: [s for s in values if s >= threshold] for kind, values in of_class.items()}
    positives, negatives = of_class[1], of_class[0]
    against = {
        kind: Fraction(sum(_share(positives, s) for s in values), len(values)) if values else None
        for kind, values in above.items()
    }
    win_rate = exact_ranks.rates(labels, scores, threshold).win_rate
    assert win_rate is not None  # with ties one half no pair is thrown away
    return Counted(
        labels=tuple(labels),
        scores=tuple(scores),
        threshold=threshold,
        positives=len(positives),
        negatives=len(negatives),
        v=Fraction(len(above[1]), len(positives)),
        u=Fraction(len(above[0]), len(negatives)),
        win_rate=win_rate,
        against_positives=against[1],
        against_negatives=against[0],
        integral_v=Fraction(sum(_share(positives, s) for s in above[0]), len(negatives)),
        integral_u=Fraction(sum(_share(negatives, s) for s in above[0]), len(negatives)),
    )


def _share(values: Sequence[int], score: int) -> Fraction:
    """Share of the values above the score, equal ones counting one half."""
    return Fraction(sum(2 * (value > score) + (value == score) for value in values), 2 * len(values))


def largest_f1(labels: Sequence[int], scores: Sequence[exact.Number]) -> float:
    """F1 at its best threshold."""
    best = 0.0
    for t in scores:
        above = [label for label, s in zip(labels, scores, strict=True) if s >= t]
        best = max(best, 2 * sum(above) / (len(above) + sum(labels)))
    return best
