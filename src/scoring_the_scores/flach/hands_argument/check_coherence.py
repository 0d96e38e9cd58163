"""What Section 3 says of its reading of AUC: its range, what optimal thresholds hide, what depends on the model."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import prod

import numpy as np
import sympy
from scipy.optimize import brentq

from claimledger import Claim, Details, Evidence
from metricbook import cost_from_skew
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Scores, samples, weak_orders
from scoring_the_scores.flach.hands_argument import laws, score_laws
from scoring_the_scores.flach.hands_argument.histograms import Histogram, histogram
from scoring_the_scores.flach.hands_argument.score_models import BetaScores, BinormalScores, ScoreModel


def range_of_losses(claim: Claim) -> Evidence:
    """Expected loss of every level density: its extremes, the share of AUC in it, and its constant."""
    every = laws.histograms()
    losses = [law.expected_loss(over="skew") for law in every]
    best = {law.expected_loss(over="skew") for law in every if law.auc == 1}
    worst = {law.expected_loss(over="skew") for law in every if law.auc == 0}
    slopes: dict[Fraction, set[Fraction]] = {}
    constants: dict[Fraction, set[Fraction]] = {}
    for law in every:
        p = law.share_0
        if law.convex and law.auc < 1:
            constant = histogram([1, 0], [0, 1], p).expected_loss()
            slopes.setdefault(p, set()).add((law.expected_loss() - constant) / law.expected_least_loss())
            constants.setdefault(p, set()).add(law.expected_loss() - law.expected_least_loss() / 2)
    e = Evidence(claim, note="All level densities on three bins with masses in quarters, at four class proportions.")
    e.printed("perfect and worst ranker, uniform skew", reproduced=[*best, *worst])
    e.printed(
        "no other loss lies outside",
        agrees={min(losses)} == best and {max(losses)} == worst,
        reproduced=f"{len(set(losses))} different losses from {min(losses)} to {max(losses)}",
    )
    e.printed(
        "beyond that of a perfect ranker, the loss is half the minimum loss (convex ROC curves)",
        agrees=all(ratio == {Fraction(1, 2)} for ratio in slopes.values()),
        reproduced={f"pi_0 = {p}": sorted(map(str, ratio)) for p, ratio in sorted(slopes.items())},
    )
    e.printed(
        "what is added to it depends on the class proportions only",
        agrees=all(len(values) == 1 for values in constants.values()),
        reproduced={f"pi_0 = {p}": sorted(map(str, values)) for p, values in sorted(constants.items())},
    )
    ends = [
        (n_0 + n_1, _perfect(n_0, n_1)[1], exact_costs.expected_loss([1] * n_1 + [0] * n_0, list(range(n_0 + n_1))))
        for n_0, n_1 in product(range(1, 6), repeat=2)
    ]
    e.printed(
        "beyond the claim: samples with the default classifier, from $(n+2)/(4(n+1))$ to $(3n+2)/(4(n+1))$",
        cases=(low == Fraction(n + 2, 4 * n + 4) and high == Fraction(3 * n + 2, 4 * n + 4) for n, low, high in ends),
    )
    e.control(
        "and not on them either (uniform cost)",
        reproduced=f"{len(set().union(*constants.values()))} values",
        agrees=len(set().union(*constants.values())) == 1,
    )
    return e


def worst_ranker() -> Evidence:
    """Loss at every cut of the reversed ranking, averaged over a uniform skew, for all class sizes up to five."""
    at_ends, unimodal, below, least_at_ends_of_perfect, most_at_ends = ([] for _ in range(5))
    for n_0, n_1 in product(range(1, 6), repeat=2):
        reversed_losses, perfect = (_losses_at_cuts(order) for order in ([1] * n_1 + [0] * n_0, [0] * n_0 + [1] * n_1))
        at_ends.append(min(reversed_losses) == reversed_losses[0] == reversed_losses[-1] == Fraction(1, 2))
        peak = reversed_losses.index(max(reversed_losses))
        unimodal.append(
            max(reversed_losses) == 1
            and all(a < b for a, b in pairwise(reversed_losses[: peak + 1]))
            and all(a > b for a, b in pairwise(reversed_losses[peak:]))
        )
        below.append(sum(reversed_losses) / len(reversed_losses) < 1)
        least_at_ends_of_perfect.append(min(perfect) == perfect[0])
        most_at_ends.append(all(perfect[0] == perfect[-1] > loss for loss in perfect[1:-1]))
    e = Evidence(note="Labels from the lowest score up: all of class 1, then all of class 0. 1 - MAcc at each cut.")
    e.printed(
        "the loss is least at both extremes, where it is 1/2",
        cases=at_ends,
    )
    e.printed(
        "it rises strictly from either extreme to 1 in the middle",
        cases=unimodal,
    )
    e.printed("so that its mean is less than 1", cases=below)
    e.printed("of a perfect ranker the extremes are the worst thresholds", cases=most_at_ends)
    e.control(
        "a perfect ranker also has its least loss at the extremes",
        cases=least_at_ends_of_perfect,
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
    """Least and expected loss of all small samples, uniform cost and skew; of a perfect ranker; and under w_G.

    In any sample the least is lower: the threshold at the lowest example of class 1 makes an error on it, so that it is
    not best at small conditions, and it is one of those averaged over.
    """
    below, below_each = [], {}
    for labels, scores in (*samples(4), *samples(6, smallest=5, ties=False)):
        for over in ("cost", "skew"):
            least = exact_costs.expected_min_loss(labels, scores, over=over)
            lines = exact_costs.cost_lines(labels, scores, over=over)
            for default in (0, 1):
                loss = exact_costs.expected_loss(labels, scores, over=over, default_weight=default)
                below.append(least < loss)
                below_each[labels, scores, over, default] = least < min(sum(line) / 2 for line in lines)
    perfect = [(n_0 + n_1, *_perfect(n_0, n_1)) for n_0, n_1 in product(range(1, 4), repeat=2)]
    law = [h for h in laws.histograms() if h.convex]
    e = Evidence(
        note="Samples: all of two to four instances with ties, and of five and six without, each with and "
        "without the default classifier."
    )
    e.printed("the least loss is lower, cost and skew uniform", cases=below)
    e.printed(
        "a perfect ranker: 0 against $(n+2)/(4(n+1))$",
        agrees=all(least == 0 and loss == Fraction(n + 2, 4 * (n + 1)) for n, least, loss in perfect),
        reproduced=", ".join(f"n = {n}: {least}, {loss}" for n, least, loss in perfect if n in (2, 6)),
    )
    n = sympy.Symbol("n", positive=True)
    limit = sympy.limit((n + 2) / (4 * (n + 1)), n, sympy.oo)
    e.printed(
        "a perfect ranker of ever more examples", agrees=limit == sympy.Rational(1, 4), reproduced=f"tends to {limit}"
    )
    e.printed(
        "the least loss under $w_G$ is not larger, convex ROC curves",
        cases=(h.expected_least_loss() <= h.expected_loss() for h in law),
    )
    e.control(
        "the least loss is lower than that of every single threshold",
        over=below_each,
        holds=below_each.__getitem__,
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
        score_laws.best_threshold(m, [float(cost_from_skew(z, m.prevalence)) for z in conditions]) - conditions
        for m in unbalanced
    ]
    for_cost = [score_laws.best_threshold(m, conditions) - conditions for m in calibrated]
    e = Evidence(note="Five conditions; four calibrated models, of which three have classes of unequal size.")
    e.printed(
        "calibrated scores: the threshold is $z$",
        agrees=max(np.abs(gaps)) < laws.QUADRATURE,
        reproduced=laws.largest(gaps),
    )
    e.printed(
        "beyond the claim: calibrated scores, the best threshold for cost proportion $z$, by search, is $z$",
        agrees=np.abs(for_cost).max() < laws.SEARCH,
        reproduced=laws.largest(list(np.ravel(for_cost))),
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


def _threshold_at(model: ScoreModel, chance: float) -> float:
    """The score at which the probability of class 1 has a given value."""
    low, high = (1e-12, 1 - 1e-12) if isinstance(model, BetaScores) else (-20.0, 20.0)
    return brentq(lambda t: float(model.cost(t)) - chance, low, high, xtol=1e-14)


def validation_thresholds() -> Evidence:
    """Thresholds best for two and two instances, used on two and two others of the same three scores, exactly."""
    chances = {0: (3, 2, 1), 1: (1, 2, 3)}  # sixths of each class at the scores 1, 2, 3
    drawn: Counter = Counter()
    for places in product(range(3), repeat=4):
        rates = tuple(
            (Fraction(sum(s <= t for s in places[:2]), 2), Fraction(sum(s <= t for s in places[2:]), 2))
            for t in range(-1, 3)
        )
        drawn[rates] += prod(chances[k][s] for k, s in zip((0, 0, 1, 1), places, strict=True))
    everybody = [(Fraction(sum(chances[0][: t + 1]), 6), Fraction(sum(chances[1][: t + 1]), 6)) for t in range(-1, 3)]
    weight = drawn.total()
    surpassed, ordered, rows = [], [], []
    for z in (Fraction(k, 20) for k in range(1, 20)):
        losses = {rates: [z * (1 - f0) + (1 - z) * f1 for f0, f1 in rates] for rates in drawn}
        true = [z * (1 - f0) + (1 - z) * f1 for f0, f1 in everybody]
        chosen = {rates: losses_there.index(min(losses_there)) for rates, losses_there in losses.items()}
        surpassed += [losses[test][chosen[own]] > min(losses[test]) for own, test in product(drawn, repeat=2)]
        measured = sum(n * min(losses[rates]) for rates, n in drawn.items()) / weight
        used = sum(n * true[chosen[rates]] for rates, n in drawn.items()) / weight
        ordered.append(measured < min(true) < used)
        rows.append((measured, min(true), used))
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    e = Evidence(
        note="Of class 0 three, two and one sixth have the scores 1, 2, 3, of class 1 one, two and three. All samples "
        "of two of each, at 19 skews; of several best thresholds the lowest is used."
    )
    e.printed(
        "the threshold that is best for one sample is not the best for another",
        agrees=any(surpassed),
        reproduced=f"{sum(surpassed):,} of {len(surpassed):,} pairs and skews",
    )
    e.printed(
        "mean least loss of the samples < least loss of the population < mean loss of the thresholds on other data",
        cases=ordered,
    )
    e.printed(
        "over all skews",
        agrees=means == sorted(set(means)),
        reproduced=", ".join(f"{float(mean):.4f}" for mean in means),
    )
    e.control(
        "on the sample that it is chosen for, too, another threshold is better",
        cases=(losses[rates][chosen[rates]] > min(losses[rates]) for rates in drawn),
    )
    return e


def diagnosis() -> Evidence:
    """What ties AUC to the model: best thresholds under one law of costs; others, apart from the cost or tied to it."""
    every, convex = laws.histograms(), [law for law in laws.histograms() if law.convex]
    e = Evidence(
        note="Level densities: all on three bins with masses in quarters, at four class proportions. $T_c$ is the "
        "score below which a share $c$ of all instances lies."
    )
    e.printed(
        "best thresholds, costs by the classifier's own $w_G$: $4\\pi_0\\pi_1(1-AUC)$, convex ROC curves",
        cases=(law.expected_least_loss() == 4 * _pairs(law) * (1 - law.auc) for law in convex),
    )
    e.printed(
        "thresholds at random instances, uniform costs: one loss for one AUC and class proportion",
        **_one_loss(every, lambda law: law.expected_loss()),
    )
    e.printed(
        "threshold $T_c$, not the best one, for each of the uniform costs: $\\frac13+\\pi_0\\pi_1(1-2AUC)$",
        cases=(_loss_by_share(law) == Fraction(1, 3) + _pairs(law) * (1 - 2 * law.auc) for law in every),
    )
    e.printed(
        "beyond the claim: costs by $w_G$, thresholds drawn apart from them: $\\pi_0\\pi_1+2\\pi_0\\pi_1(1-AUC)$",
        cases=(
            sum(mass * _apart(law, cost) for cost, mass in law.costs) == _pairs(law) * (1 + 2 * (1 - law.auc))
            for law in every
        ),
    )
    e.control(
        "best thresholds, uniform costs: one loss for one AUC and class proportion, convex ROC curves",
        **_one_loss(convex, _least_of_uniform_costs),
    )
    return e


def objections() -> Evidence:
    """Random instances as thresholds under any common law of costs or skews; best thresholds under one."""
    every, convex = laws.histograms(), [law for law in laws.histograms() if law.convex]
    means = [Fraction(n, 12) for n in range(13)]
    e = Evidence(
        note="Level densities: all on three bins with masses in quarters, at four class proportions. The loss is "
        "straight in the cost or skew, so that only the mean $m$ of its law counts: thirteen means from 0 to 1."
    )
    e.printed(
        r"costs of mean $m$: $m\pi_0^2+(1-m)\pi_1^2+2\pi_0\pi_1(1-AUC)$",
        cases=(
            _apart(law, m) == m * law.share_0**2 + (1 - m) * (1 - law.share_0) ** 2 + 2 * _pairs(law) * (1 - law.auc)
            for law, m in product(every, means)
        ),
    )
    e.printed(
        r"skews of mean $m$: $\frac12\{m\pi_0+(1-m)\pi_1\}+\{m\pi_1+(1-m)\pi_0\}(1-AUC)$",
        cases=(
            _apart(law, m, over="skew")
            == (m * law.share_0 + (1 - m) * (1 - law.share_0)) / 2
            + (m * (1 - law.share_0) + (1 - m) * law.share_0) * (1 - law.auc)
            for law, m in product(every, means)
        ),
    )
    e.control("the laws of costs only matter by their mean for best thresholds too", over=convex, holds=_straight_least)
    e.control(
        "best thresholds, uniform costs: one loss for one AUC and class proportion, convex ROC curves",
        **_one_loss(convex, _least_of_uniform_costs),
    )
    return e


def _pairs(law: Histogram) -> Fraction:
    return law.share_0 * (1 - law.share_0)


def _one_loss(group: Sequence[Histogram], loss: Callable[[Histogram], Fraction]) -> Details:
    """Over each AUC and class proportion that several laws share: whether they share the loss."""
    losses = defaultdict(list)
    for law in group:
        losses[f"AUC {law.auc}, π_0 = {law.share_0}"].append(loss(law))
    several = [shared for shared, users in losses.items() if len(users) > 1]
    return {"over": several, "holds": lambda shared: len(set(losses[shared])) == 1}


def _least_of_uniform_costs(law: Histogram) -> Fraction:
    """The least loss is straight between the costs at which the best bin edge changes, which are the bins' own."""
    points = sorted({Fraction(0), Fraction(1), *(cost for cost, _ in law.costs)})
    return sum(((b - a) * (law.least_loss(a) + law.least_loss(b)) / 2 for a, b in pairwise(points)), Fraction(0))


def _straight_least(law: Histogram) -> bool:
    return _least_of_uniform_costs(law) == law.least_loss(Fraction(1, 2))


def _loss_by_share(law: Histogram) -> Fraction:
    """Mean of Q_c at T_c for uniform c, by Simpson's rule in each bin, exact because the loss is quadratic there."""
    total, p = Fraction(0), law.share_0
    for left, middle, right in zip(law.edges, law.middles, law.edges[1:], strict=False):
        losses = []
        for f0, f1 in (left, middle, right):
            cost = p * f0 + (1 - p) * f1
            losses.append(2 * (cost * p * (1 - f0) + (1 - cost) * (1 - p) * f1))
        mass = p * (right[0] - left[0]) + (1 - p) * (right[1] - left[1])
        total += mass * (losses[0] + 4 * losses[1] + losses[2]) / 6
    return total


def _apart(law: Histogram, condition: Fraction, over: str = "cost") -> Fraction:
    """Loss at one cost or skew, the threshold at the score of a random instance."""
    share_0, share_1 = (2 * law.share_0, 2 * (1 - law.share_0)) if over == "cost" else (1, 1)
    weight_0, weight_1 = condition * share_0, (1 - condition) * share_1
    parts = (
        mass * (weight_0 * (1 - f0) + weight_1 * f1) for (f0, f1), mass in zip(law.middles, law.masses, strict=True)
    )
    return sum(parts, Fraction(0))


def model_independent() -> Evidence:
    """What all rankings of the same instances share in the new reading, and what not."""
    truth = (0, 0, 1, 0, 1)
    ranked = list(permutations(range(len(truth))))
    tied = [scores for scores in weak_orders(len(truth)) if len(set(scores)) < len(scores)]
    e = Evidence(
        note="All 120 rankings of two instances of class 1 and three of class 0 without ties, and all 421 with ties. "
        f"Laws are over instances as thresholds, class 1 if $s>t$, and compared with that of classes {truth}, scores "
        f"{ranked[0]}."
    )
    e.reading(
        "one law of costs and instances for all, in which the loss is a function of AUC",
        cases=(
            exact_costs.expected_loss(truth, s, over="skew", default_weight=0)
            == (1 - exact.auroc(truth, s)) / 2 + Fraction(1, 4)
            for s in (*ranked, *tied)
        ),
    )
    for what, law in (("share of instances called class 1", _shares_called), ("false positive rate", _false_alarms)):
        same = {(truth, s): law(truth, s) == law(truth, ranked[0]) for s in ranked}
        e.reading(f"one law of thresholds for all, by {what}, no ties", over=same, holds=same.__getitem__)
    e.control(
        "one law of thresholds by share of instances called class 1, with ties",
        over=[(truth, s) for s in tied],
        holds=lambda sample: _shares_called(*sample) == _shares_called(truth, ranked[0]),
    )
    return e


def _shares_called(truth: Labels, scores: Scores) -> Counter:
    return Counter(sum(s > t for s in scores) for t in scores)


def _false_alarms(truth: Labels, scores: Scores) -> Counter:
    """Class 0 instances called class 1: the paper's positives are class 0, the book's class 1."""
    return Counter(sum(s > t for y, s in zip(truth, scores, strict=True) if y == 0) for t in scores)
