"""A scored sample as the steps of its sweep, in fractions, and each metric as a mean over them.

Nothing here compares a case with a case, as `metricbook.exact` does: a mean over thresholds needs only what lies above
a threshold and what lies at it. So each mean has a counterpart that uses no thresholds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from metricbook.exact.ranking import Number

__all__ = [
    "HALF",
    "Step",
    "accuracy_at",
    "audrc",
    "average_precision",
    "confidence_steps",
    "expected_loss",
    "hand_loss",
    "judged_mean",
    "lxcim",
    "mean_over",
    "positive_rate",
    "risk_at",
    "steps_of",
    "totals",
    "win_rate",
]

HALF = Fraction(1, 2)


class Step(NamedTuple):
    """What a threshold at a score finds: weights of positives and negatives above it, and exactly at it."""

    score: Fraction
    positives_above: Fraction
    negatives_above: Fraction
    positives: Fraction
    negatives: Fraction

    @property
    def weight(self) -> Fraction:
        """Weight at the score: what a threshold drawn from all cases falls on."""
        return self.positives + self.negatives


Value = Callable[[Step], Fraction]


def steps_of(labels: Sequence[int], scores: Sequence[Number]) -> list[Step]:
    """The steps of a sample, highest score first.

    Examples
    --------
    >>> [(int(step.score), int(step.positives_above), int(step.weight)) for step in steps_of([1, 1, 0], [2, 1, 1])]
    [(2, 0, 1), (1, 1, 2)]
    """
    return _steps((Fraction(score), Fraction(label)) for label, score in zip(labels, scores, strict=True))


def confidence_steps(labels: Sequence[int], scores: Sequence[Number], *, threshold: Number = 0) -> list[Step]:
    """The steps of the sample whose scores are the confidences, and whose positives are the right decisions.

    A score at the decision threshold is half a right and half a wrong decision.

    Examples
    --------
    >>> [(str(step.score), str(step.positives)) for step in confidence_steps([1, 1, 0], [3, -2, 0])]
    [('3', '1'), ('2', '0'), ('0', '1/2')]
    """
    middle = Fraction(threshold)
    gaps = ((Fraction(score) - middle, label) for label, score in zip(labels, scores, strict=True))
    return _steps((abs(gap), HALF if gap == 0 else Fraction(int((gap > 0) == (label == 1)))) for gap, label in gaps)


def mean_over(steps: Sequence[Step], value: Value, *, positives: Number | None = None) -> Fraction:
    """Mean of a value at a threshold that is the score of a random case.

    Examples
    --------
    >>> str(mean_over(steps_of([1, 0, 1], [3, 2, 1]), lambda step: step.score, positives=1))
    '2'
    """
    all_positives, all_negatives = totals(steps)
    chance = all_positives / (all_positives + all_negatives) if positives is None else Fraction(positives)
    of_positive = chance / all_positives if all_positives else Fraction(0)
    of_negative = (1 - chance) / all_negatives if all_negatives else Fraction(0)
    return sum(
        ((of_positive * step.positives + of_negative * step.negatives) * value(step) for step in steps), Fraction(0)
    )


def positive_rate(steps: Sequence[Step], *, of: int, at: Number = HALF) -> Value:
    """Share of a class that a threshold flags: all above it, and a part of what is exactly at it.

    Examples
    --------
    >>> steps = steps_of([1, 1, 0], [2, 1, 1])
    >>> [str(positive_rate(steps, of=1, at=at)(steps[1])) for at in (0, HALF, 1)]
    ['1/2', '3/4', '1']
    """
    total = totals(steps)[0 if of == 1 else 1]
    if of == 1:
        return lambda step: (step.positives_above + Fraction(at) * step.positives) / total
    return lambda step: (step.negatives_above + Fraction(at) * step.negatives) / total


def accuracy_at(steps: Sequence[Step], positives: Number | None = None, *, at: Number = HALF) -> Value:
    """Accuracy at a threshold on cases of which this share is positive: TPR and 1 - FPR weighed by class.

    Examples
    --------
    >>> steps = steps_of([1, 1, 0], [2, 1, 0])
    >>> [str(accuracy_at(steps, share)(steps[1])) for share in (None, HALF)]
    ['5/6', '7/8']
    """
    all_positives, all_negatives = totals(steps)
    share = all_positives / (all_positives + all_negatives) if positives is None else Fraction(positives)
    true, false = positive_rate(steps, of=1, at=at), positive_rate(steps, of=0, at=at)
    return lambda step: share * true(step) + (1 - share) * (1 - false(step))


def judged_mean(steps: Sequence[Step], judged: Number, drawn: Number, *, at: Number = HALF) -> Fraction:
    """Mean accuracy if a judged case is positive with one chance, and the case at the threshold with another.

    Examples
    --------
    >>> str(judged_mean(steps_of([1, 0], [2, 1]), judged=1, drawn=0))
    '1'
    """
    return mean_over(steps, accuracy_at(steps, judged, at=at), positives=drawn)


def average_precision(steps: Sequence[Step], *, at: Number = 1) -> Fraction:
    """Mean precision at the score of a random positive, what scores the same flagged too.

    Examples
    --------
    >>> str(average_precision(steps_of([1, 1, 0, 0], [3, 2, 2, 1])))
    '5/6'
    """
    return mean_over(steps, lambda step: _purity(step, Fraction(at)), positives=1)


def audrc(steps: Sequence[Step], *, at: Number = 1) -> Fraction:
    """Mean share of positives above the score of a random case: AUDRC, if given `confidence_steps`.

    Examples
    --------
    >>> str(audrc(confidence_steps([1, 1, 1], [3, -2, 1])))
    '13/18'
    """
    return mean_over(steps, lambda step: _purity(step, Fraction(at)))


def expected_loss(steps: Sequence[Step], *, over: str) -> Fraction:
    """Flach's loss at the score of a random case, without the default: 1 less the mean (macro-)accuracy.

    Examples
    --------
    >>> str(expected_loss(steps_of([1, 0], [2, 1]), over="skew"))
    '1/4'
    """
    return 1 - mean_over(steps, accuracy_at(steps, HALF if over == "skew" else None))


def hand_loss(steps: Sequence[Step]) -> Fraction:
    """Mean loss at the score of a random case, the cost proportion being the share of positives at that score.

    Examples
    --------
    >>> str(hand_loss(steps_of([1, 0, 1], [3, 2, 1])))
    '4/9'
    """
    positives, negatives = totals(steps)
    prior = positives / (positives + negatives)
    true, false = positive_rate(steps, of=1), positive_rate(steps, of=0)

    def loss(step: Step) -> Fraction:
        cost = step.positives / step.weight
        return 2 * (cost * (1 - prior) * false(step) + (1 - cost) * prior * (1 - true(step)))

    return mean_over(steps, loss)


def win_rate(steps: Sequence[Step], threshold: Number, *, at: Number = HALF) -> Fraction:
    """B(r): mean true positive rate at the score of a random case that scores at least r.

    Examples
    --------
    >>> str(win_rate(steps_of([1, 0, 1], [3, 2, 1]), 2))
    '3/8'
    """
    flagged = [step for step in steps if step.score >= threshold]
    rate = positive_rate(steps, of=1, at=at)
    total = sum((step.weight for step in flagged), Fraction(0))
    return sum((step.weight * rate(step) for step in flagged), Fraction(0)) / total


def lxcim(steps: Sequence[Step]) -> Fraction:
    """3/2 less twice the mean of what a coin leaves wrong, over uniform decision rates, given `confidence_steps`.

    Examples
    --------
    >>> str(lxcim(confidence_steps([1, 1], [2, -1])))
    '3/4'
    """
    return Fraction(3, 2) - 2 * mean_over(steps, risk_at(steps, HALF))


def risk_at(steps: Sequence[Step], price: Number) -> Value:
    """What is decided wrongly, and a price for each undecided case; half of what is at the threshold is decided.

    Examples
    --------
    >>> steps = confidence_steps([1, 1, 1], [3, -2, 1])
    >>> [str(risk_at(steps, HALF)(step)) for step in steps]
    ['5/12', '5/12', '5/12']
    """
    total = sum(totals(steps), Fraction(0))

    def risk(step: Step) -> Fraction:
        wrong = step.negatives_above + step.negatives / 2
        decided = step.positives_above + step.negatives_above + step.weight / 2
        return (wrong + Fraction(price) * (total - decided)) / total

    return risk


def totals(steps: Sequence[Step]) -> tuple[Fraction, Fraction]:
    """Weight of the positives and of the negatives.

    Examples
    --------
    >>> [int(total) for total in totals(steps_of([1, 1, 0], [2, 1, 1]))]
    [2, 1]
    """
    last = steps[-1]
    return last.positives_above + last.positives, last.negatives_above + last.negatives


def _purity(step: Step, at: Fraction) -> Fraction:
    positives = step.positives_above + at * step.positives
    return positives / (positives + step.negatives_above + at * step.negatives)


def _steps(members: Iterable[tuple[Fraction, Fraction]]) -> list[Step]:
    heights: dict[Fraction, list[Fraction]] = {}
    for score, positive in members:
        at = heights.setdefault(score, [Fraction(0), Fraction(0)])
        at[0] += positive
        at[1] += 1 - positive
    steps, above = [], [Fraction(0), Fraction(0)]
    for score in sorted(heights, reverse=True):
        positives, negatives = heights[score]
        steps.append(Step(score, above[0], above[1], positives, negatives))
        above = [above[0] + positives, above[1] + negatives]
    return steps
