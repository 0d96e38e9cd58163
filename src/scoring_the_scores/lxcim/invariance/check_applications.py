"""Section 2.3 and the conclusion of the LxCIM paper: where a metric should not tell the classes apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from claimledger import Details, Evidence
from metricbook import accuracy, audrc_sum, lxcim
from metricbook.exact import ranking as exact
from metricbook.exact.samples import scored
from scoring_the_scores.lxcim.invariance import samples as small
from scoring_the_scores.lxcim.invariance.tables import SCORED

PAIRS, ORIENTATIONS, SEED = 108, 1000, 20260101


def arbitrary_orientation() -> Evidence:
    """Section 2.3: metrics over random orientations of the pairs, for an antisymmetric scorer and for another."""
    rng = np.random.default_rng(SEED)
    favour = np.rint(rng.normal(20, 60, size=PAIRS))  # the score of the true order, in whole numbers
    favour[favour == 0] = 1
    signs = rng.choice([-1, 1], size=(ORIENTATIONS, PAIRS))
    bias = 15  # what a scorer with a liking for the first place adds to every score

    def spread(metric: Callable[..., float], liking: int) -> float:
        values = [metric(sign > 0, sign * favour + liking) for sign in signs]
        return max(values) - min(values)

    invariant = (accuracy, lxcim, audrc_sum)
    others = [SCORED[name] for name in ("auroc", "average_precision", "kolmogorov_smirnov")]
    e = Evidence(note=f"Highest less lowest value, {ORIENTATIONS} random orientations of {PAIRS} pairs, seed {SEED}.")
    for metric in others:
        change = spread(metric, 0)
        e.printed(f"{metric.__name__} changes", agrees=change > 0, reproduced=change)
    names = ", ".join(metric.__name__ for metric in invariant)
    still = [spread(metric, 0) for metric in invariant]
    e.printed(
        f"{names} do not, if turning a pair round turns the sign of its score", agrees=not any(still), reproduced=still
    )
    moved = [spread(metric, bias) for metric in invariant]
    e.control(f"{names} do not, for a scorer that likes the first place", agrees=not any(moved), reproduced=moved)
    return e


def symmetric_channel() -> Evidence:
    """Section 2.3: exact means of the difference in flips over all outcomes of a binary channel."""
    contents = [(zeros, ones) for zeros in range(1, 5) for ones in range(1, 5)]

    def centred(difference: Callable[[int, int, int, int], Fraction], up: Fraction, down: Fraction) -> Details:
        return {"over": contents, "holds": lambda content: _mean(difference, content, up, down) == 0}

    def numbers(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return Fraction(a - b)

    def rates(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return Fraction(a, zeros) - Fraction(b, ones)

    def squares(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return rates(a, b, zeros, ones) ** 2

    p, q = Fraction(1, 10), Fraction(1, 5)
    e = Evidence(note=f"Flip probability {p} for both symbols; contents of 1 to 4 zeros and 1 to 4 ones.")
    e.printed(
        "the rates, each among the stored bits of its kind, differ by chance only: mean 0", **centred(rates, p, p)
    )
    e.printed(
        "with variance $p(1-p)(1/N_0 + 1/N_1)$",
        cases=(_mean(squares, (m, n), p, p) == p * (1 - p) * (Fraction(1, m) + Fraction(1, n)) for m, n in contents),
    )
    e.printed(
        "the numbers of flips differ by $p(N_0 - N_1)$ on average",
        cases=(_mean(numbers, (m, n), p, p) == p * (m - n) for m, n in contents),
    )
    e.control("the numbers of 0-to-1 and 1-to-0 flips differ by chance only", **centred(numbers, p, p))
    e.control("the rates do in a channel that is not symmetric", **centred(rates, p, q))
    return e


def _mean(difference: Callable, content: tuple[int, int], up: Fraction, down: Fraction) -> Fraction:
    zeros, ones = content
    return sum(
        _binomial(zeros, a, up) * _binomial(ones, b, down) * difference(a, b, zeros, ones)
        for a in range(zeros + 1)
        for b in range(ones + 1)
    )


def _binomial(n: int, k: int, p: Fraction) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def class_weights() -> Evidence:
    """Conclusion: LxCIM under all exchanges, class weights being kept with the sample or read off the label."""
    samples = [sample for n in (2, 3) for sample in scored(n, (-2, -1, 1), both=False)]
    weight_of = {0: Fraction(1), 1: Fraction(3)}

    def unchanged(attached: bool, metric: Callable = exact.lxcim) -> Callable[[tuple], bool]:
        def same(pair: tuple) -> bool:
            (labels, scores), (new_labels, new_scores) = pair
            weights = [weight_of[y] for y in labels]
            new_weights = weights if attached else [weight_of[y] for y in new_labels]
            return metric(labels, scores, weights) == metric(new_labels, new_scores, new_weights)

        return same

    def balanced(labels: Sequence[int], scores: Sequence) -> bool:
        """Whether weights 1 over the class size make accuracy the mean of the two classes' accuracies."""
        weights = [Fraction(1, labels.count(y)) for y in labels]
        return exact.accuracy(labels, scores, weights) == sum(_by_class(labels, scores)) / 2

    both = [sample for sample in samples if len(set(sample[0])) == 2]
    pairs = list(small.exchanged_samples(samples))
    defined = [pair for pair in pairs if all(len(set(labels)) == 2 for labels, _ in pair)]
    e = Evidence(note="Weights 1 for negatives, 3 for positives. An exchange that changes nothing counts too.")
    e.printed(
        "weights of 1 over the class size turn accuracy, the end of the curve, into balanced accuracy",
        cases=(balanced(*sample) for sample in both),
    )
    e.reading(
        "the weight stays with the sample, as in Eq. 11: LxCIM is invariant", over=pairs, holds=unchanged(attached=True)
    )
    e.reading("the weight follows from the label: LxCIM is invariant", over=pairs, holds=unchanged(attached=False))
    e.control("the weight stays with the sample: AUROC is invariant", over=defined, holds=unchanged(True, exact.auroc))
    return e


def _by_class(labels: Sequence[int], scores: Sequence) -> list[Fraction]:
    """Accuracy among the negatives and among the positives."""
    return [
        exact.accuracy(*zip(*[(y, s) for y, s in zip(labels, scores, strict=True) if y == label], strict=True))
        for label in (0, 1)
    ]


def class_proportions() -> Evidence:
    """Section 2.3: accuracy, LxCIM and AUDRC where class proportions change, by exchange and by copies."""
    metrics = (exact.accuracy, exact.lxcim, exact.audrc_sum)
    samples = [sample for n in (2, 3) for sample in scored(n, (-2, -1, 1, 2))]
    exchanged = [pair for pair in small.exchanged_samples(samples) if sum(pair[0][0]) != sum(pair[1][0])]

    def copied(labels: tuple, scores: tuple) -> tuple[tuple, tuple]:
        positives = [i for i, y in enumerate(labels) if y]
        return (*labels, *[1] * len(positives)), (*scores, *(scores[i] for i in positives))

    def unchanged(*metrics: Callable) -> Iterator[bool]:
        return (metric(*before) == metric(*after) for metric in metrics for before, after in exchanged)

    e = Evidence(note="All samples of two and three members of both classes with scores −2, −1, 1 and 2.")
    e.printed("accuracy, LxCIM and AUDRC stay where an exchange changes class proportions", cases=unchanged(*metrics))
    e.printed(
        "they stay where an exchange changes how well each class is decided",
        cases=(
            metric(*before) == metric(*after)
            for metric in metrics
            for before, after in exchanged
            if len(set(after[0])) == 2 and _by_class(*before) != _by_class(*after)
        ),
    )
    e.printed(
        "accuracy stays under a second copy of every positive exactly if both classes are decided equally well",
        cases=(
            (exact.accuracy(*sample) == exact.accuracy(*copied(*sample))) == (len(set(_by_class(*sample))) == 1)
            for sample in samples
        ),
    )
    e.control(
        "accuracy, LxCIM and AUDRC stay under a second copy of every positive",
        cases=(metric(*sample) == metric(*copied(*sample)) for metric in metrics for sample in samples),
    )
    e.control(
        "the accuracy of the positives stays where an exchange changes class proportions",
        over=[pair for pair in exchanged if len(set(pair[1][0])) == 2],
        holds=lambda pair: _by_class(*pair[0])[1] == _by_class(*pair[1])[1],
    )
    return e
