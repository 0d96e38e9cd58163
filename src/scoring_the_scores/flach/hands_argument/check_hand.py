"""Hand's argument (Section 2.3, Eqs. 9 to 14 and footnote 1): expected minimum loss and the costs that AUC implies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import sympy
from scipy.special import expit
from scipy.stats import beta as beta_law

from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.flach import examples
from scoring_the_scores.flach.hands_argument import laws, score_laws
from scoring_the_scores.flach.hands_argument.histograms import Histogram
from scoring_the_scores.flach.hands_argument.score_models import ScoreModel
from scoring_the_scores.flach.samples import Ranked

WEIGHTS: tuple[tuple[int, int], ...] = ((1, 1), (2, 2), (2, 5))


def equation_9() -> Evidence:
    """Eq. 9: costs counted instance by instance and integrated, against the printed integrand, for every rule T_c."""
    pieces = list(pairwise((Fraction(0), Fraction(1, 3), Fraction(1))))
    printed, exchanged = ([] for _ in range(2))
    for sample in samples(3):
        for rule in product((0, *sorted(set(sample[1]))), repeat=len(pieces)):
            for uniform, b in product((True, False), (1, 2)):
                counted, formula, wrong = (
                    sum(_simpson(loss, sample, t, b, *piece, uniform) for piece, t in zip(pieces, rule, strict=True))
                    for loss in (_counted_loss, _equation_1, _exchanged_costs)
                )
                printed.append(counted == formula)
                exchanged.append(counted == wrong)
    e = Evidence(
        note="All samples of two and three instances with ties, all rules that are constant on two intervals "
        "of cost, uniform and Beta(2, 2) costs, b = 1 and 2; exact."
    )
    e.printed("is the mean cost of the errors", cases=printed)
    e.control("with $c$ and $1-c$ exchanged", cases=exchanged)
    return e


Loss = Callable[[Sample, int, int, Fraction], Fraction]


def _simpson(
    loss: Loss, sample: Sample, threshold: int, b: int, left: Fraction, right: Fraction, uniform: bool
) -> Fraction:
    """Integral of the loss over an interval of costs, exact because the integrand is at most cubic."""
    nodes = (left, 1), ((left + right) / 2, 4), (right, 1)
    return (
        (right - left)
        / 6
        * sum(weight * (1 if uniform else 6 * c * (1 - c)) * loss(sample, threshold, b, c) for c, weight in nodes)
    )


def _counted_loss(sample: Sample, threshold: int, b: int, cost: Fraction) -> Fraction:
    """Each class 0 above the threshold costs c_0 = b c, each class 1 not above it c_1 = b (1 - c), per instance."""
    errors = [b * cost if y == 0 else b * (1 - cost) for y, s in zip(*sample, strict=True) if (s > threshold) != y]
    return sum(errors, Fraction(0)) / len(sample[0])


def _equation_1(sample: Sample, threshold: int, b: int, cost: Fraction) -> Fraction:
    share_1 = Fraction(sum(sample[0]), len(sample[0]))
    missed_0, missed_1 = 1 - laws.distribution(sample, 0, threshold), laws.distribution(sample, 1, threshold)
    return b * (cost * (1 - share_1) * missed_0 + (1 - cost) * share_1 * missed_1)


def _exchanged_costs(sample: Sample, threshold: int, b: int, cost: Fraction) -> Fraction:
    return _equation_1(sample, threshold, b, 1 - cost)


def equation_10() -> Evidence:
    """Eq. 10: the condition by differentiation, its inverse, and one best threshold for each cost, where they exist."""
    c, p, t = sympy.symbols("c pi_0 t", positive=True)
    f0, f1 = (sympy.Function(name) for name in ("F_0", "F_1"))
    slope = sympy.diff(2 * (c * p * (1 - f0(t)) + (1 - c) * (1 - p) * f1(t)), t)
    density = [sympy.diff(f(t), t) for f in (f0, f1)]
    solved = sympy.solve(slope, c)
    formula = (1 - p) * density[1] / (p * density[0] + (1 - p) * density[1])
    flat, bounded, full = (_best_on_grid(k) for k in (Fraction(0), Fraction(1, 3), Fraction(1)))
    costs = np.linspace(0.05, 0.95, 19)
    gaps, without = [], []
    for model in laws.MODELS:
        best = score_laws.best_threshold(model, costs)
        share, f0, f1 = model.prevalence, model.negatives.pdf(best), model.positives.pdf(best)
        gaps.append(float(np.abs(share * f1 / ((1 - share) * f0 + share * f1) - costs).max()))
        without.append(float(np.abs(f1 / (f0 + f1) - costs).max()))
    e = Evidence(
        note=r"On [0, 1] take $f_0 = 1+k-2ks$ and $f_1 = 1-k+2ks$, balanced: the ROC curve is convex and "
        "smooth, with slopes from (1 + k)/(1 - k) to the inverse. Best thresholds among the tenths, for costs 0.1 to "
        "0.9, exact."
    )
    e.printed(
        "differentiation gives the condition and Eq. 10",
        reproduced=str(len(solved)) + " solution",
        agrees=len(solved) == 1 and sympy.simplify(solved[0] - formula) == 0,
    )
    e.printed(
        "Eq. 10 at the threshold found by search, five normal and Beta models",
        cases=(gap < laws.SEARCH for gap in gaps),
    )
    e.printed(
        "one best threshold for each cost, a different one: slopes from infinity to 0, k = 1",
        agrees=_one_to_one(full) and all(best == [cost] for cost, best in full.items()),
        reproduced=_answers(full),
    )
    for name, mixture in (("the diagonal, k = 0", flat), ("slopes from 2 to 1/2, k = 1/3", bounded)):
        e.control(f"the same: {name}", agrees=_one_to_one(mixture), reproduced=_answers(mixture))
    e.control("Eq. 10 without the class proportions", cases=(gap < laws.SEARCH for gap in without))
    return e


def _answers(best: dict[Fraction, list[Fraction]]) -> str:
    return f"{len({tuple(b) for b in best.values()})} different answers to {len(best)} costs"


def _best_on_grid(k: Fraction) -> dict[Fraction, list[Fraction]]:
    """All best thresholds in tenths for each cost, for the linear densities of slope 2k."""
    tenths = [Fraction(n, 10) for n in range(11)]
    best = {}
    for cost in tenths[1:-1]:
        losses = [cost * (1 - (1 + k) * s + k * s * s) + (1 - cost) * ((1 - k) * s + k * s * s) for s in tenths]
        best[cost] = [s for s, q in zip(tenths, losses, strict=True) if q == min(losses)]
    return best


def _one_to_one(best: dict[Fraction, list[Fraction]]) -> bool:
    return all(len(b) == 1 for b in best.values()) and len({b[0] for b in best.values()}) == len(best)


def equation_11() -> Evidence:
    """Eq. 11: the integral over costs with the best threshold searched for, and the integral over thresholds."""
    gaps, masses, bare = [], [], []
    for model, (alpha, beta) in product(laws.MODELS, WEIGHTS):
        density = beta_law(alpha, beta).pdf
        over_costs = score_laws.expected_least_loss(model, density)
        t, dt = score_laws.threshold_nodes(model)
        cost = _cost(model, t)
        weight = density(cost) * cost * (1 - cost) * laws.log_density_slope(model, t)
        losses = score_laws.loss_at(model, t, cost)
        gaps.append(float(dt @ (losses * weight)) - over_costs)
        masses.append(float(dt @ weight) - 1)
        bare.append(float(dt @ (losses * density(cost))) - over_costs)
    e = Evidence(
        note="Five normal and Beta models whose density ratio takes every value; costs uniform, Beta(2, 2), Beta(2, 5)."
    )
    e.printed("both integrals are equal", agrees=max(np.abs(gaps)) < laws.QUADRATURE, reproduced=laws.largest(gaps))
    e.printed("$W$ has total mass 1", agrees=max(np.abs(masses)) < laws.QUADRATURE, reproduced=laws.largest(masses))
    e.control(
        "without the factor $c'(T)$",
        agrees=max(np.abs(bare)) < laws.QUADRATURE,
        reproduced=f"largest difference {max(np.abs(bare)):.3f}",
    )
    s, k = sympy.Symbol("s"), sympy.Rational(1, 3)  # the linear densities of `equation_10`, balanced
    low, high = 1 + k - 2 * k * s, 1 - k + 2 * k * s
    mass = sympy.integrate(sympy.diff(high / (low + high), s), (s, 0, 1))
    e.control(
        "mass 1, uniform costs, where the ROC slope only runs from 1/2 to 2", agrees=mass == 1, reproduced=str(mass)
    )
    return e


def _cost(model: ScoreModel, t: np.ndarray) -> np.ndarray:
    """c(T) of Eq. 10, from log densities, so that it exists where the densities underflow."""
    share = model.prevalence
    return expit(model.positives.logpdf(t) - model.negatives.logpdf(t) + np.log(share) - np.log1p(-share))


def equation_12() -> Evidence:
    """Eq. 12 put into Eq. 11, with symbols for the densities and distribution functions at one threshold."""
    p, f0, f1, cdf0, cdf1 = sympy.symbols("pi_0 f_0 f_1 F_0 F_1", positive=True)
    mixture = p * f0 + (1 - p) * f1
    cost = (1 - p) * f1 / mixture
    printed = 2 * p * (1 - p) * (f1 * (1 - cdf0) + f0 * cdf1)
    e = Evidence()
    e.printed(
        r"$W_G\,c = \pi_1 f_1$",
        agrees=sympy.simplify(mixture * cost - (1 - p) * f1) == 0,
        reproduced=str(sympy.simplify(mixture * cost)),
    )
    e.printed(
        r"$W_G\,(1-c) = \pi_0 f_0$",
        agrees=sympy.simplify(mixture * (1 - cost) - p * f0) == 0,
        reproduced=str(sympy.simplify(mixture * (1 - cost))),
    )
    for form, what, c in (
        ("printed", "the integrand of Eq. 11 becomes the printed one", cost),
        ("control", "the same with $c$ and $1-c$ exchanged", 1 - cost),
    ):
        rest = sympy.simplify(2 * (c * p * (1 - cdf0) + (1 - c) * (1 - p) * cdf1) * mixture - printed)
        e.add(form, what, agrees=rest == 0, reproduced="difference 0" if rest == 0 else "a difference remains")
    return e


def one_minus_auc() -> Evidence:
    """The two integrals, exactly: Beta densities with whole parameters, level densities on bins; then tied sums."""
    beta_equal = []
    for (f0, cdf0), (f1, cdf1) in product(laws.whole_beta_laws(), repeat=2):
        beta_equal.append(laws.integral(cdf1 * f0) == 1 - laws.integral(cdf0 * f1))
    plain, extra, half = {}, [], []
    for sample in samples(5):
        scores = set(sample[1])
        f = {k: {s: laws.mass(sample, k, s) for s in scores} for k in (0, 1)}
        cdf = {k: {s: laws.distribution(sample, k, s) for s in scores} for k in (0, 1)}
        tied = sum(f[0][s] * f[1][s] for s in scores)
        total = sum(cdf[k][s] * f[1 - k][s] for s in scores for k in (0, 1))
        plain[sample] = total == 1
        extra.append(total == 1 + tied)
        half.append(sum((cdf[k][s] - f[k][s] / 2) * f[1 - k][s] for s in scores for k in (0, 1)) == 1)
    e = Evidence(note="Sums on every sample of up to five instances, with every tie.")
    e.printed(r"$\int F_1 f_0 = 1-\int F_0 f_1$, Beta densities", cases=beta_equal)
    e.printed(
        "the same, densities level on bins", cases=(law.one_minus_auc == 1 - law.auc for law in laws.histograms())
    )
    e.printed("beyond the claim: sums with half credit for ties add up to 1", cases=half)
    e.printed(
        "beyond the claim: sums as they stand add up to 1 and the share of tied pairs of both classes", cases=extra
    )
    e.control("and to 1", over=plain, holds=plain.__getitem__)
    return e


def equation_13() -> Evidence:
    """Eq. 13 exactly, with the best threshold of each cost searched for, and outside its assumption."""
    exact_equal = []
    for ((f0, cdf0), (f1, cdf1)), p in product(product(laws.whole_beta_laws(), repeat=2), laws.SHARES):
        loss = 2 * p * (1 - p) * (laws.integral(f1 - f1 * cdf0) + laws.integral(f0 * cdf1))
        exact_equal.append(loss == 4 * p * (1 - p) * (1 - laws.integral(cdf0 * f1)))
    gaps = [score_laws.expected_least_loss(m, m.weight) - _hand(m) for m in laws.MODELS]
    groups = {kind: [law for law in laws.histograms() if law.convex == kind] for kind in (True, False)}
    e = Evidence(
        note="Losses with b = 2. Level densities: all laws on three bins with masses in quarters, at four "
        "class proportions; the cost of a bin is its share of class 1."
    )
    e.printed(
        "the last integral of Section 2.3, Beta densities",
        cases=exact_equal,
    )
    e.printed(
        "the least loss, searched for, averaged over $w_G$: normal and Beta models",
        agrees=max(np.abs(gaps)) < laws.QUADRATURE,
        reproduced=laws.largest(gaps),
    )
    e.printed(
        "the least loss, exact, level densities with a convex ROC curve",
        cases=(law.expected_least_loss() == _hand_exactly(law) for law in groups[True]),
    )
    e.control(
        "as large without a convex ROC curve, where it is smaller",
        over=groups[False],
        holds=lambda law: law.expected_least_loss() >= _hand_exactly(law),
    )
    e.control(
        r"$2\pi_0\pi_1(1-AUC)$, Hand's form, with $b = 2$",
        over=groups[True],
        holds=lambda law: law.expected_least_loss() == _hand_exactly(law) / 2,
    )
    return e


def _hand_exactly(law: Histogram) -> Fraction:
    return 4 * law.share_0 * (1 - law.share_0) * (1 - law.auc)


def _hand(model: ScoreModel) -> float:
    return 4 * model.prevalence * (1 - model.prevalence) * (1 - score_laws.auroc_of(model))


def equation_14() -> Evidence:
    """Eq. 14: of what it is the law, its mass and mean, and how it differs between classifiers of one AUC."""
    costs, weights = score_laws.cost_nodes()
    below = costs <= 0.5
    nodes, steps = np.polynomial.legendre.leggauss(300)
    half = expit(18 * nodes - 18)  # log odds from -36 to 0
    dc = 18 * steps * half * (1 - half)
    scores, of_costs, masses, means = [], [], [], []
    for model in laws.MODELS:
        share, weight = model.prevalence, model.weight(half)
        lower = float(dc @ weight)
        at = float(score_laws.best_threshold(model, 0.5)[0])
        of_costs.append(lower - _cdf(model, at))
        scores.append(lower - _cdf(model, 0.5))
        with np.errstate(divide="ignore"):
            whole = model.weight(costs)
        masses.append(float(weights @ whole) - 1)
        means.append(float(weights @ (costs * whole)) - share)
    same = score_laws.equal_auroc_models(0.8)
    table = {name: float(weights[below] @ np.abs(model.weight(costs[below]) - 1)) for name, model in same.items()}
    e = Evidence()
    e.printed(
        r"the formula has mass 1 and mean $\pi_1$",
        agrees=max(np.abs(masses + means)) < laws.QUADRATURE,
        reproduced=laws.largest(masses + means),
    )
    e.printed(
        "it is the law of the cost $c(T)$: $P(c\\le1/2)$",
        cases=(abs(x) < laws.SEARCH for x in of_costs),
    )
    e.printed(
        "depends on the classifier: three of AUC 0.8, distance of $w_G$ from 1 over costs below 1/2",
        agrees=min(abs(a - b) for a, b in combinations(table.values(), 2)) > laws.SEARCH,
        reproduced={name: round(value, 4) for name, value in table.items()},
    )
    e.control("it is the law of the score: $P(s\\le1/2)$", cases=(abs(x) < laws.SEARCH for x in scores))
    return e


def _cdf(model: ScoreModel, t: float) -> float:
    """Share of the scores up to t."""
    return float((1 - model.prevalence) * model.negatives.cdf(t) + model.prevalence * model.positives.cdf(t))


def same_auc() -> Evidence:
    """All pairs of convex ROC curves of four and four instances with one AUC, under common laws and their own."""
    curves: dict[tuple[Fraction, tuple[tuple[Fraction, Fraction], ...]], tuple[int, ...]] = {}
    for labels in product((0, 1), repeat=8):
        scores = list(range(8))
        if sum(labels) == 4 and any(labels[i] > labels[i + 1] for i in range(7)):
            law = tuple(sorted(exact_costs.hand_weight(labels, scores)))
            curves.setdefault((exact.auch(labels, scores), law), labels)
    pairs = [(a, b) for a, b in combinations(curves, 2) if a[0] == b[0]]
    tied = {key: _tied_to_hull(labels) for key, labels in curves.items()}
    fair = all(exact.auroc(*tied[key]) == key[0] for key in curves)
    e = Evidence(note="The instances on one segment of the hull are tied, so that the ROC curve is the hull.")
    e.printed("pairs with equal AUC exist", agrees=fair and len(pairs) > 0, reproduced=f"{len(pairs)} pairs")
    for alpha, beta in WEIGHTS:
        value = {key: exact_costs.expected_min_loss(*tied[key], over="cost", alpha=alpha, beta=beta) for key in tied}
        differ = [(a, b) for a, b in pairs if value[a] != value[b]]
        first = differ[0] if differ else pairs[0]
        e.printed(
            f"pairs with unequal minimum loss under Beta({alpha}, {beta}) costs",
            agrees=len(differ) > 0,
            reproduced=f"{len(differ)}; e.g. AUC {first[0][0]}: {value[first[0]]} and {value[first[1]]}",
        )
    own = {key: _loss_under_own_law(*sample) for key, sample in tied.items()}
    unequal = sum(own[a] != own[b] for a, b in pairs)
    e.control("pairs with unequal minimum loss, each under its own law", agrees=unequal > 0, reproduced=unequal)
    return e


def _tied_to_hull(labels: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The sample with the instances of each hull segment at one score."""
    scores = list(range(len(labels)))
    vertices = exact_costs.roc_hull(labels, scores)
    ends = [round(sum(labels) * y) + round((len(labels) - sum(labels)) * x) for x, y in vertices[1:]]
    falling = list(reversed(labels))
    return falling, [-sum(i >= end for end in ends) for i in range(len(falling))]


def _loss_under_own_law(labels: Sequence[int], scores: Sequence[exact.Number]) -> Fraction:
    lines = exact_costs.cost_lines(labels, scores, over="cost")
    return sum(
        (w * min(exact_costs.at(line, c) for line in lines) for c, w in exact_costs.hand_weight(labels, scores)),
        Fraction(0),
    )


def footnote_1() -> Evidence:
    """Footnote 1: least loss over the law of hull segments, against AUCH and AUC, on all small samples and Figure 1."""
    cases: list[Ranked] = [*samples(5), *samples(7, smallest=6, ties=False), examples.fig1()]

    def fits(sample: Ranked, area: Fraction) -> bool:
        share = Fraction(sum(sample[0]), len(sample[0]))
        return _loss_under_own_law(*sample) == 4 * share * (1 - share) * (1 - area)

    labels, scores = examples.fig1()
    law = sorted(exact_costs.hand_weight(labels, scores))
    e = Evidence(
        note="Every sample of two to five instances with ties and of six and seven without. Figure 1's "
        f"costs and weights: {', '.join(f'{c}: {w}' for c, w in law)}."
    )
    e.printed(r"$4\pi_0\pi_1(1-AUCH)$", cases=(fits(s, exact.auch(*s)) for s in cases))
    e.control(r"$4\pi_0\pi_1(1-AUC)$", over=cases, holds=lambda s: fits(s, exact.auroc(*s)))
    return e
