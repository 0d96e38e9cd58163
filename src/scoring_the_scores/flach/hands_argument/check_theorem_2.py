"""The paper's answer (Section 3, Eq. 15 to Corollary 3): thresholds at random instances, costs independent of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import sympy
from scipy.stats import beta as beta_law
from scipy.stats import norm
from scipy.stats.distributions import rv_frozen

from claimledger import Evidence
from metricbook import Over
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, Scores, samples
from scoring_the_scores.flach.hands_argument import laws, score_laws
from scoring_the_scores.flach.hands_argument.histograms import Histogram
from scoring_the_scores.flach.hands_argument.score_models import ScoreModel
from scoring_the_scores.flach.samples import tied_with

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SEED, DRAWS = 2011, 200_000
ERRORS = 4.0  # standard errors allowed to a simulated mean
CASES = (
    "Level densities: all on three bins with masses in quarters, at four class proportions. Samples: all of two to "
    f"five instances with ties. Simulation: {DRAWS} draws for each of five models, seed {SEED}, {ERRORS:g} standard "
    "errors allowed."
)


def equation_15() -> Evidence:
    """Eq. 15 integrated in both orders, and drawn, with thresholds and costs independent; and with them tied."""
    rng = np.random.default_rng(SEED)
    costs, dc = score_laws.cost_nodes()
    law_of_cost, law_of_t = beta_law(2, 5), norm(0.4, 0.7)
    orders, off, tied_off = [], [], []
    for model in laws.MODELS:
        t, dt = score_laws.threshold_nodes(model)
        # Beta scores have thresholds in [0, 1] only, so that the density of thresholds is cut off there.
        density = law_of_t.pdf(t) / float(dt @ law_of_t.pdf(t))
        losses = score_laws.loss_at(model, t, costs[:, None])
        inner_t = float((dc * law_of_cost.pdf(costs)) @ (losses @ (dt * density)))
        inner_c = float((dt * density) @ ((dc * law_of_cost.pdf(costs)) @ losses))
        orders.append(inner_t - inner_c)
        drawn_c = law_of_cost.rvs(size=DRAWS, random_state=rng)
        drawn_t = _drawn(law_of_t, t, rng)
        drawn = score_laws.loss_at(model, drawn_t, drawn_c)
        off.append(_errors_off(drawn, inner_t))
        tied_off.append(_errors_off(score_laws.loss_at(model, np.sort(drawn_t), np.sort(drawn_c)), inner_t))
    e = Evidence(
        note=f"Five normal and Beta models, costs Beta(2, 5), thresholds normal; {DRAWS} draws each, seed {SEED}, "
        f"{ERRORS:g} standard errors allowed."
    )
    e.printed(
        "the order of integration does not matter",
        agrees=max(np.abs(orders)) < laws.QUADRATURE,
        reproduced=laws.largest(orders),
    )
    e.printed(
        "is the mean loss of independent thresholds and costs",
        cases=(x < ERRORS for x in off),
    )
    e.control(
        "and of a threshold that rises with the cost, both with the same laws",
        cases=(x < ERRORS for x in tied_off),
    )
    return e


def _drawn(law: rv_frozen, t: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draws from a law cut off at the first and last threshold."""
    low, high = law.cdf(t[0]), law.cdf(t[-1])
    return law.ppf(low + (high - low) * rng.random(DRAWS))


def _errors_off(drawn: np.ndarray, mean: float) -> float:
    """Distance of a simulated mean from a computed one in standard errors."""
    return float(abs(drawn.mean() - mean) / (drawn.std() / drawn.size**0.5))


def equation_16() -> Evidence:
    """Eq. 16, the line in the middle and the result, with symbols; and for which laws of cost the result holds."""
    c, p, f0, f1 = sympy.symbols("c pi_0 F_0 F_1", positive=True)
    loss = 2 * (c * p * (1 - f0) + (1 - c) * (1 - p) * f1)
    middle = 2 * (c**2 / 2 * p * (1 - f0) + (c - c**2 / 2) * (1 - p) * f1)
    last = p * (1 - f0) + (1 - p) * f1
    e = Evidence()
    e.printed(
        "the middle line is an antiderivative",
        agrees=sympy.simplify(sympy.diff(middle, c) - loss) == 0,
        reproduced=str(sympy.simplify(sympy.diff(middle, c) - loss)) + " left over",
    )
    e.printed(
        "between 0 and 1 it gives the last line",
        agrees=sympy.simplify(middle.subs(c, 1) - middle.subs(c, 0) - last) == 0,
        reproduced=str(sympy.simplify(middle.subs(c, 1) - middle.subs(c, 0) - last)) + " left over",
    )
    accuracy = p * f0 + (1 - p) * (1 - f1)
    e.printed(
        r"which is $1-Acc(t)$",
        agrees=sympy.simplify(last - 1 + accuracy) == 0,
        reproduced=str(sympy.simplify(last - 1 + accuracy)) + " left over",
    )
    e.printed(
        "the loss is straight in $c$ and is the last line at $c=1/2$: the mean for every law of costs of mean 1/2",
        agrees=sympy.diff(loss, c, 2) == 0 and sympy.simplify(loss.subs(c, sympy.Rational(1, 2)) - last) == 0,
        reproduced=str(sympy.simplify(loss.subs(c, sympy.Rational(1, 2)) - last)) + " left over",
    )
    skewed = sympy.integrate(sympy.expand(loss * 30 * c * (1 - c) ** 4), (c, 0, 1))
    e.control(
        "the last line for Beta(2, 5) costs",
        agrees=sympy.simplify(skewed - last) == 0,
        reproduced=str(sympy.factor(sympy.simplify(skewed - last))) + " left over",
    )
    return e


def uniform_threshold() -> Evidence:
    """Uniform thresholds: loss and class means, exactly, on intervals that hold all scores; loss and AUC."""
    beta_equal = []
    for ((f0, cdf0), (f1, cdf1)), p in product(product(laws.whole_beta_laws(), repeat=2), laws.SHARES):
        loss = p * (1 - laws.integral(cdf0)) + (1 - p) * laws.integral(cdf1)
        means = [laws.integral(f * laws.S_POLY) for f in (f0, f1)]
        beta_equal.append(loss == p * means[0] + (1 - p) * (1 - means[1]))
    equal, unturned, areas = [], [], defaultdict(set)
    for labels, scores in samples(5):
        share = Fraction(sum(labels), len(labels))
        means = [
            Fraction(sum(s for y, s in zip(labels, scores, strict=True) if y == k), labels.count(k)) for k in (0, 1)
        ]
        for low, high in ((0, 6), (-2, 9)):
            loss = _loss_of_uniform_thresholds(labels, scores, low, high)
            inside = [(mean - low) / (high - low) for mean in means]
            equal.append(loss == (1 - share) * inside[0] + share * (1 - inside[1]))
            unturned.append(loss == (1 - share) * inside[0] + share * inside[1])
            areas[labels.count(0), sum(labels), low, loss].add(exact.auroc(labels, scores))
    nodes, steps = np.polynomial.legendre.leggauss(400)
    t, dt = (nodes + 1) / 2, steps / 2
    wide = {sd: float(dt @ (norm(0.3, sd).sf(t) + norm(0.7, sd).cdf(t)) / 2) for sd in (0.05, 0.5)}
    e = Evidence(
        note="Samples: all of up to five instances with every tie, scores 1 to 5, thresholds on [0, 6] and [-2, 9]."
    )
    e.printed(
        r"$\pi_0\bar s_0+\pi_1(1-\bar s_1)$ for scores and thresholds on [0, 1]: Beta densities", cases=beta_equal
    )
    e.printed("class means, each as a share of the interval: samples", cases=equal)
    e.printed(
        "no link with AUC: several AUCs for one loss, classes and interval alike",
        agrees=any(len(distinct) > 1 for distinct in areas.values()),
        reproduced=f"{sum(len(distinct) > 1 for distinct in areas.values())} of {len(areas)} losses",
    )
    e.control("with the mean score of class 1 not turned round, samples", cases=unturned)
    e.control(
        "one loss for class means 0.3 and 0.7 where scores leave the interval: normal scores of standard deviation "
        "0.05 and 0.5, thresholds on [0, 1]",
        agrees=abs(wide[0.05] - wide[0.5]) < laws.QUADRATURE,
        reproduced={str(sd): round(value, 4) for sd, value in wide.items()},
    )
    return e


def _loss_of_uniform_thresholds(labels: Labels, scores: Scores, low: int, high: int) -> Fraction:
    """Error rate of "class 1 if s > t", integrated over t between neighbouring scores."""
    total, cuts = Fraction(0), [low, *sorted(set(scores)), high]
    for left, right in pairwise(cuts):
        errors = sum((s > left) != y for y, s in zip(labels, scores, strict=True))
        total += Fraction((right - left) * errors, len(labels))
    return total / (high - low)


def instance_threshold() -> Evidence:
    """The law of a random instance's score, counted, against the mixture of the classes' laws."""
    mixture, unweighted = ([] for _ in range(2))
    for sample in samples(6):
        labels, scores = sample
        share = Fraction(sum(labels), len(labels))
        drawn = {s: Fraction(count, len(scores)) for s, count in Counter(scores).items()}
        mixture.append(
            all((1 - share) * laws.mass(sample, 0, s) + share * laws.mass(sample, 1, s) == w for s, w in drawn.items())
        )
        unweighted.append(all((laws.mass(sample, 0, s) + laws.mass(sample, 1, s)) / 2 == w for s, w in drawn.items()))
    e = Evidence(note="All samples of two to six instances, with and without ties.")
    e.printed(r"$\pi_0f_0+\pi_1f_1$", cases=mixture)
    e.control(r"$\frac12f_0+\frac12f_1$", cases=unweighted)
    return e


def theorem_2() -> Evidence:
    """Theorem 2, the loss in AUC: level densities exactly, by quadrature, by simulation, and on samples."""
    gaps = [
        score_laws.expected_loss_of_model(m) - _in_auc(1 - m.prevalence, score_laws.auroc_of(m)) for m in laws.MODELS
    ]
    off = _simulated("cost", lambda m: _in_auc(1 - m.prevalence, score_laws.auroc_of(m)))
    quarter = _simulated("cost", lambda m: (1 - score_laws.auroc_of(m)) / 2 + 0.25)
    untied = list(samples(6, ties=False))
    e = Evidence(note=CASES)
    e.printed(
        "the loss in AUC: level densities, with convex ROC curves and others",
        cases=(law.expected_loss() == _in_auc(law.share_0, law.auc) for law in laws.histograms()),
    )
    e.printed("normal and Beta models", agrees=max(np.abs(gaps)) < laws.QUADRATURE, reproduced=laws.largest(gaps))
    e.printed("by simulation", cases=(x < ERRORS for x in off))
    e.printed(
        "samples, an instance at its own threshold half right",
        cases=(_excess(s, "cost", "half") == 0 for s in samples(5)),
    )
    e.printed(
        r"beyond the claim: samples without ties, the printed rule, a loss $(\pi_1-\pi_0)/(2n)$ higher",
        cases=(_excess(s, "cost") == Fraction(s[0].count(1) - s[0].count(0), 2 * len(s[0]) ** 2) for s in untied),
    )
    e.control(
        "samples with the printed rule, class 1 if $s>t$", over=samples(5), holds=lambda s: _excess(s, "cost") == 0
    )
    e.control("the constants of Corollary 3, by simulation", cases=(x < ERRORS for x in quarter))
    return e


def corollary_3() -> Evidence:
    """Corollary 3 likewise, for any class proportions."""
    gaps = [
        score_laws.expected_loss_of_model(m, over="skew") - (1 - score_laws.auroc_of(m)) / 2 - 0.25 for m in laws.MODELS
    ]
    off = _simulated("skew", lambda m: (1 - score_laws.auroc_of(m)) / 2 + 0.25)
    e = Evidence(note=CASES)
    e.printed(
        "the loss in AUC: level densities, with convex ROC curves and others, at four class proportions",
        cases=(law.expected_loss(over="skew") == (1 - law.auc) / 2 + QUARTER for law in laws.histograms()),
    )
    e.printed(
        "normal and Beta models, balanced or not",
        agrees=max(np.abs(gaps)) < laws.QUADRATURE,
        reproduced=laws.largest(gaps),
    )
    e.printed("by simulation", cases=(x < ERRORS for x in off))
    e.printed(
        "samples, an instance at its own threshold half right",
        cases=(_excess(s, "skew", "half") == 0 for s in samples(5)),
    )
    e.printed(
        r"beyond the claim: samples, the printed rule, a loss $(d_1-d_0)/(4n)$ higher, so none without ties",
        cases=(
            _excess(s, "skew") == (tied_with(s, 1) - tied_with(s, 0)) / (4 * len(s[0]))
            for s in (*samples(5), *samples(6, smallest=6, ties=False))
        ),
    )
    e.control(
        "samples with the printed rule, class 1 if $s>t$", over=samples(5), holds=lambda s: _excess(s, "skew") == 0
    )
    e.control(
        "the same for uniform costs",
        over=laws.histograms(),
        holds=lambda law: law.expected_loss() == (1 - law.auc) / 2 + QUARTER,
    )
    return e


def hand_link() -> Evidence:
    """Theorem 2 and Corollary 3, the expressions in the middle: Hand's minimum loss, convex ROC curve or not."""
    convex, others = _by_shape()
    over_costs = {
        law: law.expected_loss() - law.expected_least_loss() / 2 - _constant(law.share_0) for law in (*convex, *others)
    }
    over_skews = {
        law: law.expected_loss(over="skew") - law.balanced.expected_least_loss() / 2 - QUARTER
        for law in (*convex, *others)
    }
    hull = [law.expected_loss() - law.hull().expected_least_loss() / 2 - _constant(law.share_0) for law in others]
    balanced = [
        score_laws.expected_least_loss(b, b.weight) / 2 + 0.25 - score_laws.expected_loss_of_model(m, over="skew")
        for m in laws.MODELS
        if (b := replace(m, prevalence=0.5))
    ]
    missed = laws.integral(laws.S_POLY**2)  # 1 - AUC of the densities 1 and 2s: the mean of F_1 for uniform s
    slanted = {share: _least_skew_loss(share) for share in (HALF, Fraction(9, 10), Fraction(1, 10))}
    e = Evidence(
        note="Level densities: all on three bins with masses in quarters, at four class proportions. Over skews the "
        r"threshold that the skew belongs to is drawn from $\frac12f_0+\frac12f_1$, not from the instances."
    )
    for name, gaps in (("Theorem 2", over_costs), ("Corollary 3", over_skews)):
        same = {law: gap == 0 for law, gap in gaps.items()}
        e.printed(f"{name}: the expression in the minimum loss is the loss", over=same, holds=same.__getitem__)
        e.repaired(f"{name}: where the ROC curve is convex", cases=(gaps[law] == 0 for law in convex))
        e.repaired(f"{name}: it is too small elsewhere", cases=(gaps[law] > 0 for law in others))
    e.repaired(
        r"Theorem 2: with the minimum loss of the hull it is short by $2\pi_0\pi_1(AUCH-AUC)$ there",
        cases=_by_area(others, hull),
    )
    e.repaired(
        "a minimum loss over skews is at most 1/2, for AUC 0 as well",
        cases=(law.balanced.expected_least_loss() <= HALF for law in over_skews),
    )
    e.repaired(
        "Corollary 3, normal and Beta models, balanced mixture",
        agrees=max(np.abs(balanced)) < laws.QUADRATURE,
        reproduced=laws.largest(balanced),
    )
    e.repaired(
        r"Corollary 3, $f_0=1$, $f_1=2s$ on [0, 1], balanced mixture: the minimum loss is $1-AUC$",
        agrees=slanted[HALF] == missed,
        reproduced=f"minimum loss {slanted.pop(HALF)}, 1 - AUC = {missed}",
    )
    e.control(
        "the same with Section 3's $W_G$",
        agrees=any(loss == missed for loss in slanted.values()),
        reproduced={f"pi_0 = {float(share)}": f"{float(loss):.4f}" for share, loss in slanted.items()},
    )
    return e


def _by_area(group: list[Histogram], gaps: list[Fraction]) -> list[bool]:
    """Whether each gap is 2 π_0 π_1 (AUCH - AUC)."""
    return [
        gap == 2 * law.share_0 * (1 - law.share_0) * (law.hull().auc - law.auc)
        for law, gap in zip(group, gaps, strict=True)
    ]


def _by_shape() -> tuple[list[Histogram], list[Histogram]]:
    every = laws.histograms()
    return [law for law in every if law.convex], [law for law in every if not law.convex]


def _constant(share_0: Fraction) -> Fraction:
    return (share_0**2 + (1 - share_0) ** 2) / 2


def _in_auc(share_0: Fraction | float, auc: Fraction | float) -> Fraction | float:
    return 2 * share_0 * (1 - share_0) * (1 - auc) + (share_0**2 + (1 - share_0) ** 2) / 2


def _simulated(over: Over, formula: Callable[[ScoreModel], Fraction | float]) -> list[float]:
    rng = np.random.default_rng(SEED)
    return [_errors_off(score_laws.drawn_losses(m, DRAWS, rng=rng, over=over), float(formula(m))) for m in laws.MODELS]


def _excess(sample: Sample, over: str, ties: str = "negative") -> Fraction | float:
    """A sample's loss at its own scores as thresholds, without a default classifier, less the formula's."""
    labels, scores = sample
    share_0 = Fraction(labels.count(0), len(labels)) if over == "cost" else HALF
    loss = exact_costs.expected_loss(labels, scores, over=over, ties=ties, default_weight=0)
    return loss - _in_auc(share_0, exact.auroc(labels, scores))


def _least_skew_loss(share_0: Fraction) -> sympy.Expr:
    """Mean of min Q_z for densities 1 and 2s on [0, 1], where z is what T is best for, and T's law the mixture.

    The ROC slope 1/(2s) falls, so that each score is best for the skew at which the condition of Eq. 7 has it.
    """
    s, p = sympy.Symbol("s", positive=True), sympy.Rational(share_0.numerator, share_0.denominator)
    f0, f1, cdf0, cdf1 = sympy.Integer(1), 2 * s, s, s**2
    skew = f1 / (f0 + f1)
    integrand = (skew * (1 - cdf0) + (1 - skew) * cdf1) * (p * f0 + (1 - p) * f1)
    return sympy.integrate(sympy.apart(sympy.together(integrand)), (s, 0, 1))
