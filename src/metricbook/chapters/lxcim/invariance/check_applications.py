"""Section 2.3 and the conclusion of the LxCIM paper: where a metric should not tell the classes apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from metricbook.chapters.lxcim.invariance import samples as small
from metricbook.chapters.lxcim.invariance.samples import share
from metricbook.chapters.lxcim.invariance.tables import SCORED
from metricbook.exact import ranking as exact
from metricbook.ledger import Evidence
from metricbook.metrics.selective import accuracy, audrc_sum, lxcim

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
    moved = [spread(metric, bias) for metric in invariant]
    names = ", ".join(metric.__name__ for metric in invariant)
    e.printed(f"{names} do not, whatever the scorer", agrees=not any(moved), reproduced=moved)
    still = [spread(metric, 0) for metric in invariant]
    e.repaired(
        f"{names} do not, if turning a pair round turns the sign of its score", agrees=not any(still), reproduced=still
    )
    return e


def symmetric_channel() -> Evidence:
    """Section 2.3: exact means of the difference in flips over all outcomes of a binary channel."""
    contents = [(zeros, ones) for zeros in range(1, 5) for ones in range(1, 5)]

    def centred(difference: Callable[[int, int, int, int], Fraction], up: Fraction, down: Fraction) -> dict:
        fair = sum(_mean(difference, content, up, down) == 0 for content in contents)
        return {"agrees": fair == len(contents), "reproduced": f"mean 0 for {share(fair, len(contents))} contents"}

    def numbers(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return Fraction(a - b)

    def rates(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return Fraction(a, zeros) - Fraction(b, ones)

    def squares(a: int, b: int, zeros: int, ones: int) -> Fraction:
        return rates(a, b, zeros, ones) ** 2

    p, q = Fraction(1, 10), Fraction(1, 5)
    e = Evidence(note=f"Flip probability {p} for both symbols; contents of 1 to 4 zeros and 1 to 4 ones.")
    e.printed("the numbers of 0-to-1 and 1-to-0 flips differ by chance only", **centred(numbers, p, p))
    e.repaired("their rates, each among the stored bits of its kind, do", **centred(rates, p, p))
    spread = sum(_mean(squares, (m, n), p, p) == p * (1 - p) * (Fraction(1, m) + Fraction(1, n)) for m, n in contents)
    e.repaired(
        "with variance $p(1-p)(1/N_0 + 1/N_1)$",
        agrees=spread == len(contents),
        reproduced=f"{share(spread, len(contents))} contents",
    )
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
    samples = [sample for n in (2, 3) for sample in small.scored_samples(n, (-2, -1, 1))]
    weight_of = {0: Fraction(1), 1: Fraction(3)}

    def kept(attached: bool) -> dict:
        same = tried = 0
        for (labels, scores), (new_labels, new_scores) in small.exchanged_samples(samples):
            weights = [weight_of[y] for y in labels]
            new_weights = weights if attached else [weight_of[y] for y in new_labels]
            tried += 1
            same += exact.lxcim(labels, scores, weights) == exact.lxcim(new_labels, new_scores, new_weights)
        return {"agrees": same == tried, "reproduced": f"unchanged by {share(same, tried)} exchanges"}

    def balanced(labels: Sequence[int], scores: Sequence) -> bool:
        """Whether weights 1 over the class size make accuracy the mean of the two classes' accuracies."""
        weights = [Fraction(1, labels.count(y)) for y in labels]
        of_class = [
            exact.accuracy(*zip(*[(y, s) for y, s in zip(labels, scores, strict=True) if y == label], strict=True))
            for label in (0, 1)
        ]
        return exact.accuracy(labels, scores, weights) == sum(of_class) / 2

    both = [sample for sample in samples if len(set(sample[0])) == 2]
    fair = sum(balanced(*sample) for sample in both)
    e = Evidence(
        note="Weights 1 for negatives, 3 for positives. Weights of 1 over the class size turn accuracy, the end "
        f"of the curve, into balanced accuracy on {share(fair, len(both))} samples, under either reading."
    )
    e.reading("the weight stays with the sample, as in Eq. 11: LxCIM is invariant", **kept(attached=True))
    e.reading("the weight follows from the label: LxCIM is invariant", **kept(attached=False))
    return e
