"""Small samples and their losses at the samples' own scores, exact, shared by the checks of Section 3.1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from sympy.utilities.iterables import multiset_permutations

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.costs import Line
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import area, mean, mean_line
from scoring_the_scores.flach.samples import Ranked

#: Every sample of at most five with all its ties, and of at most eight without.
TIED, UNTIED = tuple(samples(5)), tuple(samples(8, ties=False))
SCOPE = "All samples of at most 5 with all their ties, of at most 8 without."


@cache
def loss_line(sample: Sample, over: str = "skew", ties: str = "negative") -> Line:
    """Mean cost line of the samples' scores as thresholds and the default; by default in the paper's direction."""
    return exact_costs.loss_line(*sample, over=over, ties=ties)


def expected_loss(sample: Ranked, over: str = "skew", ties: str = "negative") -> Fraction:
    """Area under `loss_line`; with ``ties="half"`` the average of both directions."""
    return area(loss_line(sample, over, ties))


@cache
def auc(sample: Sample) -> Fraction:
    """Share of the pairs in order, ties one half."""
    return exact.auroc(*sample)


def full_credit_auc(sample: Ranked) -> Fraction:
    """Eq. 6 read literally: the sum over class 1 of F_0 at its scores, where a tie counts in full."""
    labels, scores = sample
    low, high = ([s for y, s in zip(labels, scores, strict=True) if y == label] for label in (0, 1))
    return mean([Fraction(sum(t <= s for t in low), len(low)) for s in high])


def theorem_4(n: int, area_under_roc: Fraction) -> Fraction:
    """The right-hand side of Theorem 4."""
    return Fraction(n, n + 1) * (1 - area_under_roc) / 2 + Fraction(n + 2, n + 1) / 4


@cache
def between(sample: Sample, over: str = "skew") -> tuple[Line, ...]:
    """Cost lines of the thresholds between different scores, and beyond them: one more than there are scores."""
    return tuple(exact_costs.cost_lines(*sample, over=over))


def exchanged(sample: Ranked) -> Ranked:
    """Classes exchanged and scores turned round, highest score first."""
    labels, scores = sample
    return tuple(1 - y for y in reversed(labels)), tuple(-s for s in reversed(scores))


def untied_orders(sample: Sample) -> Iterator[Sample]:
    """The sample with its ties broken, in each order of the labels inside the groups of equal scores, equally often."""
    labels, scores = sample
    groups = [[y for y, s in zip(labels, scores, strict=True) if s == score] for score in dict.fromkeys(scores)]
    for orders in product(*map(list, map(multiset_permutations, groups))):
        broken = tuple(label for group in orders for label in group)
        yield broken, tuple(range(len(broken), 0, -1))


def over_orders(sample: Sample, over: str = "skew") -> Line:
    """Mean over the orders of tied samples of the mean line of the n + 1 cuts."""
    return mean_line([mean_line(between(order, over)) for order in untied_orders(sample)])


def cross_tied(sample: Sample) -> bool:
    """Whether a sample of class 1 has the score of one of class 0."""
    by_class = [{s for y, s in zip(*sample, strict=True) if y == label} for label in (0, 1)]
    return bool(by_class[0] & by_class[1])


def cut_accuracies(sample: Sample) -> list[tuple[Fraction, Fraction]]:
    """Accuracy and macro-accuracy, by counting, with class 1 called for the samples above each cut of the list."""
    labels, _ = sample
    n, positives = len(labels), sum(labels)
    accuracies = []
    for cut in range(n + 1):
        right_1, right_0 = sum(labels[:cut]), labels[cut:].count(0)
        macro = (Fraction(right_1, positives) + Fraction(right_0, n - positives)) / 2
        accuracies.append((Fraction(right_1 + right_0, n), macro))
    return accuracies
