"""The paper's answer (Section 3, Eq. 15 to Corollary 3): thresholds at random instances, costs independent of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import sympy
from scipy.stats import beta as beta_law
from scipy.stats import norm

from metricbook.chapters.flach.hands_argument import laws, score_laws
from metricbook.chapters.flach.hands_argument.histograms import Histogram
from metricbook.chapters.flach.hands_argument.score_models import ScoreModel
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.ledger import Evidence

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SEED, DRAWS = 2011, 200_000
ERRORS = 4.0  # standard errors allowed to a simulated mean


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
        agrees=max(off) < ERRORS,
        reproduced=laws.share(sum(x < ERRORS for x in off), len(off)),
    )
    e.control(
        "and of a threshold that rises with the cost, both with the same laws",
        agrees=max(tied_off) < ERRORS,
        reproduced=laws.share(sum(x < ERRORS for x in tied_off), len(tied_off)),
    )
    return e


def _drawn(law: object, t: np.ndarray, rng: np.random.Generator) -> np.ndarray:
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
    skewed = sympy.integrate(sympy.expand(loss * 30 * c * (1 - c) ** 4), (c, 0, 1))
    e.control(
        "the last line for Beta(2, 5) costs",
        agrees=sympy.simplify(skewed - last) == 0,
        reproduced=str(sympy.factor(sympy.simplify(skewed - last))) + " left over",
    )
    return e


def uniform_threshold() -> Evidence:
    """Uniform thresholds: loss and class means on [0, 1] exactly, and where scores leave it."""
    beta_equal = beta_tried = 0
    for ((f0, cdf0), (f1, cdf1)), p in product(product(laws.whole_beta_laws(), repeat=2), laws.SHARES):
        loss = p * (1 - laws.integral(cdf0)) + (1 - p) * laws.integral(cdf1)
        means = [laws.integral(f * laws.S_POLY) for f in (f0, f1)]
        beta_tried += 1
        beta_equal += loss == p * means[0] + (1 - p) * (1 - means[1])
    equal = unturned = tried = 0
    for labels, places in laws.samples(5):
        scores = [Fraction(s, max(places) + 1) for s in places]
        share = Fraction(sum(labels), len(labels))
        means = [sum(s for y, s in zip(labels, scores, strict=True) if y == k) / labels.count(k) for k in (0, 1)]
        loss = _loss_of_uniform_thresholds(labels, scores)
        tried += 1
        equal += loss == (1 - share) * means[0] + share * (1 - means[1])
        unturned += loss == (1 - share) * means[0] + share * means[1]
    t, dt = (np.polynomial.legendre.leggauss(400)[0] + 1) / 2, np.polynomial.legendre.leggauss(400)[1] / 2
    wide = {sd: float(dt @ (norm(0.3, sd).sf(t) + norm(0.7, sd).cdf(t)) / 2) for sd in (0.05, 0.5)}
    e = Evidence(
        note="The scores of a normal law are not confined to [0, 1]; on the whole line there is no uniform law of "
        "thresholds at all."
    )
    e.printed(
        "one value for class means 0.3 and 0.7: normal scores of standard deviation 0.05 and 0.5, uniform "
        "thresholds on [0, 1]",
        agrees=abs(wide[0.05] - wide[0.5]) < laws.QUADRATURE,
        reproduced={str(sd): round(value, 4) for sd, value in wide.items()},
    )
    e.repaired(
        r"$\pi_0\bar s_0+\pi_1(1-\bar s_1)$ for scores on [0, 1]: Beta densities",
        agrees=beta_equal == beta_tried,
        reproduced=laws.share(beta_equal, beta_tried),
    )
    e.repaired("the same, samples with and without ties", agrees=equal == tried, reproduced=laws.share(equal, tried))
    e.control(
        r"$\pi_0\bar s_0+\pi_1\bar s_1$, samples", agrees=unturned == tried, reproduced=laws.share(unturned, tried)
    )
    return e


def _loss_of_uniform_thresholds(labels: tuple[int, ...], scores: list[Fraction]) -> Fraction:
    """Error rate of "class 1 if s > t", integrated over t between neighbouring scores."""
    total, cuts = Fraction(0), [Fraction(0), *sorted(set(scores)), Fraction(1)]
    for left, right in pairwise(cuts):
        errors = sum((s > left) != y for y, s in zip(labels, scores, strict=True))
        total += (right - left) * Fraction(errors, len(labels))
    return total


def instance_threshold() -> Evidence:
    """The law of a random instance's score, counted, against the mixture of the classes' laws."""
    mixture = unweighted = tried = 0
    for sample in laws.samples(6):
        labels, scores = sample
        share = Fraction(sum(labels), len(labels))
        drawn = {s: Fraction(count, len(scores)) for s, count in Counter(scores).items()}
        tried += 1
        mixture += all(
            (1 - share) * laws.mass(sample, 0, s) + share * laws.mass(sample, 1, s) == w for s, w in drawn.items()
        )
        unweighted += all((laws.mass(sample, 0, s) + laws.mass(sample, 1, s)) / 2 == w for s, w in drawn.items())
    e = Evidence(note="All samples of two to six instances, with and without ties.")
    e.printed(r"$\pi_0f_0+\pi_1f_1$", agrees=mixture == tried, reproduced=laws.share(mixture, tried))
    e.control(r"$\frac12f_0+\frac12f_1$", agrees=unweighted == tried, reproduced=laws.share(unweighted, tried))
    return e


def theorem_2() -> Evidence:
    """Theorem 2: both equalities on level densities, exactly, then by quadrature, simulation and on samples."""
    convex, others = _by_shape()
    with_auc = sum(law.expected_loss() == _in_auc(law.share_0, law.auc) for law in (*convex, *others))
    least = {
        name: [law.expected_loss() - law.expected_least_loss() / 2 - _constant(law.share_0) for law in group]
        for name, group in (("convex", convex), ("others", others))
    }
    hull = sum(law.expected_loss() > law.hull().expected_least_loss() / 2 + _constant(law.share_0) for law in others)
    gaps = [
        score_laws.expected_loss_of_model(m) - _in_auc(1 - m.prevalence, score_laws.auroc_of(m)) for m in laws.MODELS
    ]
    off = _simulated("cost", lambda m: _in_auc(1 - m.prevalence, score_laws.auroc_of(m)))
    quarter = _simulated("cost", lambda m: (1 - score_laws.auroc_of(m)) / 2 + 0.25)
    half, printed_rule, tried = _on_samples("cost")
    e = Evidence(
        note="Level densities: all on three bins with masses in quarters, at four class proportions. Samples: all "
        f"of two to five instances with ties. Simulation: {DRAWS} draws for each of five models, seed {SEED}, "
        f"{ERRORS:g} standard errors allowed."
    )
    e.printed(
        "equals the last expression, in AUC: level densities",
        reproduced=laws.share(with_auc, len(convex + others)),
        agrees=with_auc == len(convex + others),
    )
    for name, group in least.items():
        e.printed(
            f"equals the middle one, in the minimum loss: {'a convex ROC curve' if name == 'convex' else name}",
            agrees=not any(group),
            reproduced=laws.share(group.count(0), len(group)),
        )
    e.repaired(
        "in AUC, normal and Beta models", agrees=max(np.abs(gaps)) < laws.QUADRATURE, reproduced=laws.largest(gaps)
    )
    e.repaired(
        "in AUC, by simulation", agrees=max(off) < ERRORS, reproduced=laws.share(sum(x < ERRORS for x in off), len(off))
    )
    e.repaired(
        "in AUC, samples, an instance at its own threshold half right",
        agrees=half == tried,
        reproduced=laws.share(half, tried),
    )
    e.repaired(
        "in the minimum loss, convex ROC curve",
        agrees=not any(least["convex"]),
        reproduced=laws.share(least["convex"].count(0), len(least["convex"])),
    )
    e.repaired(
        "above the middle expression with the least loss of the hull (AUCH), other ROC curves",
        agrees=hull == len(others),
        reproduced=laws.share(hull, len(others)),
    )
    e.control(
        "samples with the printed rule, class 1 if $s>t$",
        agrees=printed_rule == tried,
        reproduced=laws.share(printed_rule, tried),
    )
    e.control(
        "the constants of Corollary 3, by simulation",
        agrees=max(quarter) < ERRORS,
        reproduced=laws.share(sum(x < ERRORS for x in quarter), len(quarter)),
    )
    return e


def corollary_3() -> Evidence:
    """Corollary 3 likewise, for any class proportions; and which law of thresholds its middle expression needs."""
    convex, others = _by_shape()
    with_auc = sum(law.expected_loss(over="skew") == (1 - law.auc) / 2 + QUARTER for law in (*convex, *others))
    least = {
        name: [law.expected_loss(over="skew") - law.balanced.expected_least_loss() / 2 - QUARTER for law in group]
        for name, group in (("convex", convex), ("others", others))
    }
    gaps = [
        score_laws.expected_loss_of_model(m, over="skew") - (1 - score_laws.auroc_of(m)) / 2 - 0.25 for m in laws.MODELS
    ]
    off = _simulated("skew", lambda m: (1 - score_laws.auroc_of(m)) / 2 + 0.25)
    balanced = [
        score_laws.expected_least_loss(b, b.weight) / 2 + 0.25 - score_laws.expected_loss_of_model(m, over="skew")
        for m in laws.MODELS
        if (b := replace(m, prevalence=0.5))
    ]
    unbalanced = [
        _least_skew_loss(m) / 2 + 0.25 - score_laws.expected_loss_of_model(m, over="skew")
        for m in laws.MODELS
        if m.prevalence != 0.5
    ]
    half, printed_rule, tried = _on_samples("skew")
    e = Evidence(
        note="Cases and draws as for Theorem 2. In the middle expression the skew belongs to a threshold drawn "
        r"from $\frac12f_0+\frac12f_1$, not from the instances."
    )
    e.printed(
        "equals the last expression, in AUC: level densities",
        reproduced=laws.share(with_auc, len(convex + others)),
        agrees=with_auc == len(convex + others),
    )
    for name, group in least.items():
        e.printed(
            f"equals the middle one, in the minimum loss: {'a convex ROC curve' if name == 'convex' else name}",
            agrees=not any(group),
            reproduced=laws.share(group.count(0), len(group)),
        )
    e.repaired(
        "in AUC, normal and Beta models, balanced or not",
        agrees=max(np.abs(gaps)) < laws.QUADRATURE,
        reproduced=laws.largest(gaps),
    )
    e.repaired(
        "in AUC, by simulation", agrees=max(off) < ERRORS, reproduced=laws.share(sum(x < ERRORS for x in off), len(off))
    )
    e.repaired(
        "in AUC, samples, an instance at its own threshold half right",
        agrees=half == tried,
        reproduced=laws.share(half, tried),
    )
    e.repaired(
        "in the minimum loss, convex ROC curve, balanced mixture",
        reproduced=laws.largest(balanced),
        agrees=not any(least["convex"]) and max(np.abs(balanced)) < laws.QUADRATURE,
    )
    e.control(
        "in the minimum loss, mixture of unbalanced classes",
        reproduced=f"largest difference {max(np.abs(unbalanced)):.4f}",
        agrees=max(np.abs(unbalanced)) < laws.QUADRATURE,
    )
    e.control(
        "samples with the printed rule, class 1 if $s>t$",
        agrees=printed_rule == tried,
        reproduced=laws.share(printed_rule, tried),
    )
    return e


def _by_shape() -> tuple[list[Histogram], list[Histogram]]:
    every = laws.histograms()
    return [law for law in every if law.convex], [law for law in every if not law.convex]


def _constant(share_0: Fraction) -> Fraction:
    return (share_0**2 + (1 - share_0) ** 2) / 2


def _in_auc(share_0: Fraction | float, auc: Fraction | float) -> Fraction | float:
    return 2 * share_0 * (1 - share_0) * (1 - auc) + (share_0**2 + (1 - share_0) ** 2) / 2


def _simulated(over: str, formula: object) -> list[float]:
    rng = np.random.default_rng(SEED)
    return [_errors_off(score_laws.drawn_losses(m, DRAWS, rng=rng, over=over), formula(m)) for m in laws.MODELS]


def _on_samples(over: str) -> tuple[int, int, int]:
    """How many samples have the formula's loss without a default classifier: ties half, the printed rule, all."""
    half = printed = tried = 0
    for labels, scores in laws.samples(5):
        share_0 = Fraction(labels.count(0), len(labels))
        auc = exact.auroc(labels, scores)
        formula = _in_auc(share_0 if over == "cost" else HALF, auc)
        tried += 1
        half += exact_costs.expected_loss(labels, scores, over=over, default_weight=0) == formula
        printed += exact_costs.expected_loss(labels, scores, over=over, ties="negative", default_weight=0) == formula
    return half, printed, tried


def _least_skew_loss(model: ScoreModel) -> float:
    """Mean of min Q_z where z is the skew that T is best for and T the score of a random instance."""
    balanced = replace(model, prevalence=0.5)
    t, dt = score_laws.threshold_nodes(model)
    return float(dt @ (score_laws.loss_at(balanced, t, balanced.cost(t)) * model.mixture(t)))
