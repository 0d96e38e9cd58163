"""What Section 3 says of its reading of AUC: its range, what optimal thresholds hide, what depends on the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from scipy.optimize import brentq

from metricbook.chapters.flach.hands_argument import laws, score_laws
from metricbook.chapters.flach.hands_argument.histograms import histogram
from metricbook.chapters.flach.hands_argument.score_models import BetaScores, BinormalScores
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence
from metricbook.metrics.costs import cost_from_skew


def range_of_losses(claim: Claim) -> Evidence:
    """Expected loss of every level density: its extremes, the share of AUC in it, and its constant."""
    every = laws.histograms()
    losses = [law.expected_loss(over="skew") for law in every]
    best = {law.expected_loss(over="skew") for law in every if law.auc == 1}
    worst = {law.expected_loss(over="skew") for law in every if law.auc == 0}
    slopes, constants = {}, {}
    for law in every:
        p = law.share_0
        if law.convex and law.auc < 1:
            constant = histogram([1, 0], [0, 1], p).expected_loss()
            slopes.setdefault(p, set()).add((law.expected_loss() - constant) / law.expected_least_loss())
            constants.setdefault(p, set()).add(law.expected_loss() - law.expected_least_loss() / 2)
    e = Evidence(note="All level densities on three bins with masses in quarters, at four class proportions.")
    e.printed(
        "perfect and worst ranker, uniform skew",
        published=claim.published,
        tolerance=claim.tolerance,
        reproduced=[*best, *worst],
    )
    e.printed(
        "no other loss lies outside",
        agrees={min(losses)} == best and {max(losses)} == worst,
        reproduced=f"{len(set(losses))} different losses from {min(losses)} to {max(losses)}",
    )
    e.printed(
        "beyond that of a perfect ranker, the loss is half the minimum loss (convex ROC curves)",
        agrees=all(ratio == {Fraction(1, 2)} for ratio in slopes.values()),
        reproduced={f"pi_0 = {p}": sorted(map(str, ratio)) for p, ratio in slopes.items()},
    )
    e.printed(
        "what is added to it depends on the class proportions only",
        agrees=all(len(values) == 1 for values in constants.values()),
        reproduced={f"pi_0 = {p}": sorted(map(str, values)) for p, values in constants.items()},
    )
    e.control(
        "and not on them either (uniform cost)",
        reproduced=f"{len(set().union(*constants.values()))} values",
        agrees=len(set().union(*constants.values())) == 1,
    )
    return e


def worst_ranker() -> Evidence:
    """Loss at every cut of the reversed ranking, averaged over a uniform skew, for all class sizes up to five."""
    at_ends = unimodal = below = least_at_ends_of_perfect = tried = 0
    for n_0, n_1 in product(range(1, 6), repeat=2):
        reversed_losses, perfect = (_losses_at_cuts(order) for order in ([1] * n_1 + [0] * n_0, [0] * n_0 + [1] * n_1))
        tried += 1
        at_ends += min(reversed_losses) == reversed_losses[0] == reversed_losses[-1] == Fraction(1, 2)
        peak = reversed_losses.index(max(reversed_losses))
        unimodal += (
            max(reversed_losses) == 1
            and all(a < b for a, b in pairwise(reversed_losses[: peak + 1]))
            and all(a > b for a, b in pairwise(reversed_losses[peak:]))
        )
        below += sum(reversed_losses) / len(reversed_losses) < 1
        least_at_ends_of_perfect += min(perfect) == perfect[0]
    e = Evidence(note="Labels from the lowest score up: all of class 1, then all of class 0. 1 - MAcc at each cut.")
    e.printed(
        "the loss is least at both extremes, where it is 1/2",
        agrees=at_ends == tried,
        reproduced=laws.share(at_ends, tried),
    )
    e.printed(
        "it rises strictly from either extreme to 1 in the middle",
        agrees=unimodal == tried,
        reproduced=laws.share(unimodal, tried),
    )
    e.printed("so that its mean is less than 1", agrees=below == tried, reproduced=laws.share(below, tried))
    e.control(
        "a perfect ranker also has its least loss at the extremes",
        agrees=least_at_ends_of_perfect == tried,
        reproduced=laws.share(least_at_ends_of_perfect, tried),
    )
    return e


def _losses_at_cuts(labels: list[int]) -> list[Fraction]:
    """Mean over a uniform skew of the loss with the threshold below, between and above the instances."""
    n_0, n_1 = labels.count(0), labels.count(1)
    return [
        (Fraction(labels[cut:].count(0), n_0) + Fraction(labels[:cut].count(1), n_1)) / 2
        for cut in range(len(labels) + 1)
    ]


def optimistic() -> Evidence:
    """Least and expected loss of all small samples, uniform cost and skew; of a perfect ranker; and under w_G."""
    below = below_each = tried = 0
    for labels, scores in [*laws.samples(4), *laws.samples(6, smallest=5, ties=False)]:
        for over in ("cost", "skew"):
            least = exact_costs.expected_min_loss(labels, scores, over=over)
            lines = exact_costs.cost_lines(labels, scores, over=over)
            for default in (0, 1):
                loss = exact_costs.expected_loss(labels, scores, over=over, default_weight=default)
                tried += 1
                below += least < loss
                below_each += least < min(sum(line) / 2 for line in lines)
    perfect = [(n_0 + n_1, *_perfect(n_0, n_1)) for n_0, n_1 in product(range(1, 4), repeat=2)]
    law = [h for h in laws.histograms() if h.convex]
    under_own = sum(h.expected_least_loss() <= h.expected_loss() for h in law)
    e = Evidence(
        note="Samples: all of two to four instances with ties, and of five and six without, each with and "
        "without the default classifier."
    )
    e.printed(
        "the least loss is lower, cost and skew uniform", agrees=below == tried, reproduced=laws.share(below, tried)
    )
    e.printed(
        "a perfect ranker: 0 against $(n+2)/(4(n+1))$",
        agrees=all(least == 0 and loss == Fraction(n + 2, 4 * (n + 1)) for n, least, loss in perfect),
        reproduced=", ".join(f"n = {n}: {least}, {loss}" for n, least, loss in perfect if n in (2, 6)),
    )
    e.printed(
        "the least loss under $w_G$ is not larger, convex ROC curves",
        agrees=under_own == len(law),
        reproduced=laws.share(under_own, len(law)),
    )
    e.control(
        "the least loss is lower than that of every single threshold",
        agrees=below_each == tried,
        reproduced=laws.share(below_each, tried),
    )
    return e


def _perfect(n_0: int, n_1: int) -> tuple[Fraction, Fraction]:
    sample = [0] * n_0 + [1] * n_1, list(range(n_0 + n_1))
    return exact_costs.expected_min_loss(*sample), exact_costs.expected_loss(*sample)


def score_driven() -> Evidence:
    """The threshold at which the chance of class 1 is z, for calibrated scores and others; and for what it is best."""
    conditions = (0.1, 0.3, 0.5, 0.7, 0.9)
    # If scores follow Beta(a, b) and s is the chance of class 1, the classes' laws and shares are these.
    calibrated = [BetaScores((a, b + 1), (a + 1, b), a / (a + b)) for a, b in ((1, 1), (2, 5), (3, 1), (0.5, 2))]
    others = [BetaScores((2, 5), (4, 3), 0.7), BinormalScores(1.2, 0.7)]
    unbalanced = calibrated[1:]
    gaps, missed = ([_threshold_at(m, z) - z for m in group for z in conditions] for group in (calibrated, others))
    for_skew = [
        score_laws.best_threshold(m, [cost_from_skew(z, m.prevalence) for z in conditions]) - conditions
        for m in unbalanced
    ]
    for_cost = [score_laws.best_threshold(m, conditions) - conditions for m in calibrated]
    side = "below" if np.abs(for_cost).max() < laws.SEARCH else "above"
    e = Evidence(
        note="The claim says which threshold the rule picks, not for what it is best. For calibrated scores it "
        "is best where z is the cost proportion: its largest distance from the threshold found by search "
        f"is {side} {laws.SEARCH:g}."
    )
    e.printed(
        "calibrated scores: the threshold is $z$",
        agrees=max(np.abs(gaps)) < laws.QUADRATURE,
        reproduced=laws.largest(gaps),
    )
    e.control(
        "scores that are not calibrated: the threshold is $z$",
        agrees=max(np.abs(missed)) < laws.QUADRATURE,
        reproduced=f"largest difference {max(np.abs(missed)):.2f}",
    )
    e.control(
        "calibrated, classes of unequal size: the best threshold for skew $z$ is $z$",
        agrees=np.abs(for_skew).max() < laws.SEARCH,
        reproduced=f"largest difference {np.abs(for_skew).max():.2f}",
    )
    return e


def _threshold_at(model: BetaScores | BinormalScores, chance: float) -> float:
    """The score at which the chance of class 1 is as told."""
    low, high = (1e-12, 1 - 1e-12) if isinstance(model, BetaScores) else (-20.0, 20.0)
    return brentq(lambda t: float(model.cost(t)) - chance, low, high, xtol=1e-14)


def model_independent() -> Evidence:
    """Two classifiers of one AUC on the same instances: distances of the laws that the new reading averages over."""
    truth = [0, 0, 0, 1, 0, 1, 1, 1]
    scores = [1, 2, 5, 3, 4, 6, 7, 8], [1, 2, 3, 4, 6, 5, 7, 8]
    areas = [exact.auroc(truth, list(s)) for s in scores]
    first, second = (_laws_averaged_over(truth, s) for s in scores)
    hand = _total_variation(*(dict(exact_costs.hand_weight(truth, s)) for s in scores))
    e = Evidence(
        note=f"The AUCs are {areas[0]} and {areas[1]}. Distances are total variation, exact, from listing every "
        "equally likely pair of an instance and one of 100 costs. A reading agrees if both laws are the "
        "same. The abstract names costs and data points; the first contribution in Section 1 speaks of "
        f"decision thresholds. In Hand's reading the laws of costs are {hand} apart."
    )
    for name in first:
        distance = _total_variation(first[name], second[name])
        e.reading(f"the law of {name}", reproduced=distance, agrees=distance == 0)
    return e


def _laws_averaged_over(truth: list[int], scores: list[int]) -> dict[str, Mapping[Hashable, Fraction]]:
    """Laws of what the new reading draws, and of what follows from it."""
    drawn: dict[str, Counter] = {
        name: Counter()
        for name in (
            "costs",
            "instances",
            "costs, given the threshold's instance",
            "the share of instances called class 1",
            "the false positive rate at the threshold",
        )
    }
    for i, cost in product(range(len(truth)), range(1, 101)):
        called = [s > scores[i] for s in scores]
        rate = Fraction(sum(c for c, y in zip(called, truth, strict=True) if y == 0), truth.count(0))
        values = cost, i, (i, cost), Fraction(sum(called), len(called)), rate
        for counter, value in zip(drawn.values(), values, strict=True):
            counter[value] += 1
    return {
        name: {value: Fraction(n, counter.total()) for value, n in counter.items()} for name, counter in drawn.items()
    }


def _total_variation(one: Mapping[Hashable, Fraction], other: Mapping[Hashable, Fraction]) -> Fraction:
    return sum((abs(one.get(k, 0) - other.get(k, 0)) for k in {*one, *other}), Fraction(0)) / 2
