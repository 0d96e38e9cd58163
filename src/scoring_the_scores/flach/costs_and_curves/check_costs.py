"""Loss at an operating condition (Sections 2 and 2.1): rates, cost proportion, skew, Lemma 1, expected loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import get_args

import numpy as np
import sympy
from scipy.integrate import quad
from scipy.stats import beta

from claimledger import Evidence
from metricbook import Over, Sweep, cost_curve, expected_min_loss, loss_of, skew_from_cost
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.flach import samples as small

_COSTS = (
    (Fraction(1), Fraction(1)),
    (Fraction(3), Fraction(1)),
    (Fraction(0), Fraction(2)),
    (Fraction(1, 2), Fraction(5)),
)
_SEED = 11


def notation_rates() -> Evidence:
    """Section 2: the names given to F_0, F_1 and 1 - F_1, against counts with class 0, or class 1, as the positive."""
    cases = [(*sample, t) for sample in samples(5) for t in small.thresholds(sample[1])]
    f0, f1 = ({case: small.rates(*case)[k] for case in cases} for k in (0, 1))
    right_0, wrong_1, right_1 = (
        {case: _share(small.decisions(case[:2], case[2]), actual=y, predicted=u) for case in cases}
        for y, u in ((0, 0), (1, 0), (1, 1))
    )
    e = Evidence(note="Class 0 is the positive class. Classes, scores, threshold: every sample of up to five examples.")
    e.printed("$F_0$ is the true positive rate", over=cases, holds=lambda case: f0[case] == right_0[case])
    e.printed("$F_1$ is the false positive rate", over=cases, holds=lambda case: f1[case] == wrong_1[case])
    e.printed("$1-F_1$ is the true positive rate", over=cases, holds=lambda case: 1 - f1[case] == right_0[case])
    e.repaired("$1-F_1$ is the true negative rate", over=cases, holds=lambda case: 1 - f1[case] == right_1[case])
    e.control(
        "with class 1 as the positive, $F_0$ is the true positive rate too",
        over=cases,
        holds=lambda case: f0[case] == right_1[case],
    )
    return e


def accuracies() -> Evidence:
    """Section 2: both accuracies by formula against decisions counted one by one."""
    micro, macro = ([] for _ in range(2))
    same, at_least = ({} for _ in range(2))
    for sample in samples(5):
        pi_0 = small.share_of_class_0(sample[0])
        for t in small.thresholds(sample[1]):
            f0, f1 = small.rates(*sample, t)
            given = small.decisions(sample, t)
            counted = Fraction(sum(y == u for y, u in given), len(given))
            by_class = (_share(given, actual=0, predicted=0) + _share(given, actual=1, predicted=1)) / 2
            loose = [(y, int(s >= t)) for y, s in zip(*sample, strict=True)]
            formula = pi_0 * f0 + (1 - pi_0) * (1 - f1)
            micro.append(formula == counted)
            macro.append((f0 + 1 - f1) / 2 == by_class)
            same[*sample, t] = (f0 + 1 - f1) / 2 == counted
            at_least[*sample, t] = formula == Fraction(sum(y == u for y, u in loose), len(loose))
    e = Evidence(note="Every sample of up to five examples, ties included, and every threshold.")
    e.printed("Acc is the share of right decisions", cases=micro)
    e.printed("MAcc is its mean over the two classes", cases=macro)
    e.control("MAcc is the share of right decisions", over=same, holds=same.__getitem__)
    e.control("Acc, with class 1 if $s\\geq t$", over=at_least, holds=at_least.__getitem__)
    return e


def pieces_of_the_distributions() -> Evidence:
    """Section 2: the number of constant pieces of F_0 and F_1 over all thresholds."""
    distinct, examples = ([] for _ in range(2))
    for labels, scores in samples(6):
        values = small.all_rates((labels, scores))
        for k in (0, 1):
            heights = [f[k] for f in values]
            pieces = 1 + sum(a != b for a, b in pairwise(heights))
            own = [s for y, s in zip(labels, scores, strict=True) if y == k]
            distinct.append(pieces == len(set(own)) + 1)
            examples.append(pieces == len(own) + 1)
    e = Evidence(note="Both classes of every sample of up to six examples, ties included.")
    e.printed("$n'_k+1$ pieces", cases=distinct)
    e.control("$n_k+1$ pieces", cases=examples)
    return e


def equation_1() -> Evidence:
    """Eq. 1: both forms by algebra, and the mean cost of the decisions counted one by one."""
    c0, c1, pi_0, f0, f1 = sympy.symbols("c_0 c_1 pi_0 F_0 F_1", positive=True)
    first = c0 * pi_0 * (1 - f0) + c1 * (1 - pi_0) * f1
    b = c0 + c1
    second, wrong = (b * (c * pi_0 * (1 - f0) + (1 - c) * (1 - pi_0) * f1) for c in (c0 / b, c1 / b))
    counted = []
    for sample, (price_0, price_1) in product(samples(4), _COSTS):
        total, pi_0_here = price_0 + price_1, small.share_of_class_0(sample[0])
        for t in small.thresholds(sample[1]):
            given = small.decisions(sample, t)
            paid = sum((price_0, price_1)[y] for y, u in given if y != u)
            q = small.cost_loss(small.rates(*sample, t), price_0 / total, pi_0_here, total)
            counted.append(q == Fraction(paid) / len(given))
    e = Evidence(note="$c$ needs $b>0$: costs that are not both zero.")
    e.printed("the two forms are one", agrees=_zero(first - second), reproduced=_residual(first - second))
    e.printed("it is the mean cost of a decision", cases=counted)
    e.control("with $c=c_1/b$", agrees=_zero(first - wrong), reproduced=_example(first - wrong))
    return e


def equation_2() -> Evidence:
    """Eq. 2: both forms by algebra, and the package's skew."""
    c0, c1, pi_0 = sympy.symbols("c_0 c_1 pi_0", positive=True)
    c = c0 / (c0 + c1)
    first = c0 * pi_0 / (c0 * pi_0 + c1 * (1 - pi_0))
    second = c * pi_0 / (c * pi_0 + (1 - c) * (1 - pi_0))
    same = []
    for cost, share in product(small.CONDITIONS, small.CONDITIONS[1:-1]):
        skew = skew_from_cost(float(cost), float(1 - share))
        same.append(bool(np.isclose(skew, float(small.skew(cost, share)), 1e-14, 0)))
    e = Evidence()
    e.printed("the two forms are one", agrees=_zero(first - second), reproduced=_residual(first - second))
    e.printed("the package's `skew_from_cost`", cases=same)
    e.control("skew is the cost proportion", agrees=_zero(first - c), reproduced=_example(first - c))
    return e


def equation_3() -> Evidence:
    """Eq. 3 by algebra, and the package's loss at a skew against its loss at the cost proportion."""
    c0, c1, pi_0, f0, f1 = sympy.symbols("c_0 c_1 pi_0 F_0 F_1", positive=True)
    weight = c0 * pi_0 + c1 * (1 - pi_0)
    z = c0 * pi_0 / weight
    q_c, q_z = c0 * pi_0 * (1 - f0) + c1 * (1 - pi_0) * f1, z * (1 - f0) + (1 - z) * f1
    same = []
    for sample, cost in product(samples(4), small.CONDITIONS):
        share = small.share_of_class_0(sample[0])
        for t in small.thresholds(sample[1]):
            at_cost, at_skew = (
                exact_costs.loss(*sample, threshold=t, condition=condition, over=over, ties="negative")
                for condition, over in ((cost, "cost"), (small.skew(cost, share), "skew"))
            )
            same.append(at_cost / (2 * (cost * share + (1 - cost) * (1 - share))) == at_skew)
    e = Evidence()
    e.printed("the two sides are one", agrees=_zero(q_c / weight - q_z), reproduced=_residual(q_c / weight - q_z))
    e.printed("on every small sample, $b=2$", cases=same)
    e.control("divided by $b$ instead", agrees=_zero(q_c / (c0 + c1) - q_z), reproduced=_example(q_c / (c0 + c1) - q_z))
    return e


def lemma_1() -> Evidence:
    """Lemma 1 by algebra and on every small sample, balanced or not."""
    c, b, pi_0, f0, f1 = sympy.symbols("c b pi_0 F_0 F_1", positive=True)
    z = c * pi_0 / (c * pi_0 + (1 - c) * (1 - pi_0))
    q_c = b * (c * pi_0 * (1 - f0) + (1 - c) * (1 - pi_0) * f1)
    apart = z * (1 - f0) + (1 - z) * f1 - 2 * q_c / b
    balanced = {pi_0: sympy.Rational(1, 2)}
    same: dict[bool, list[bool]] = {True: [], False: []}
    for sample in samples(4):
        share = small.share_of_class_0(sample[0])
        even = share == small.HALF
        for f, cost, total in product(small.all_rates(sample), small.CONDITIONS, (1, 2, 7)):
            at_skew = small.skew_loss(f, small.skew(cost, share))
            same[even].append(at_skew == Fraction(2, total) * small.cost_loss(f, cost, share, total))
    e = Evidence()
    e.printed("$z-c$, balanced", agrees=_zero((z - c).subs(balanced)), reproduced=_residual((z - c).subs(balanced)))
    e.printed(
        r"$Q_z-\frac2bQ_c$, balanced", agrees=_zero(apart.subs(balanced)), reproduced=_residual(apart.subs(balanced))
    )
    e.printed("balanced small samples", cases=same[True])
    e.printed(
        r"beyond the claim: $(z-c)\{c\pi_0+(1-c)\pi_1\}=c(1-c)(\pi_0-\pi_1)$",
        identity=((z - c) * (c * pi_0 + (1 - c) * (1 - pi_0)), c * (1 - c) * (2 * pi_0 - 1)),
    )
    e.printed(
        r"beyond the claim: $Q_z-\frac2bQ_c=(1-2c)(\pi_0-\pi_1)Q_z$",
        identity=(apart, (1 - 2 * c) * (2 * pi_0 - 1) * (z * (1 - f0) + (1 - z) * f1)),
    )
    e.control("$z=c$ for any proportions", agrees=_zero(z - c), reproduced=_example(z - c))
    e.control(
        "small samples that are not balanced",
        cases=same[False],
    )
    return e


def same_scale() -> Evidence:
    """Section 2.1: the ranges of Q_z and of Q_c with b = 2, and both at equal costs."""
    unit_z, wide_c, error_c, error_z = ([] for _ in range(4))
    unit_c: dict[Sample, bool] = {}
    ends = Fraction(0), Fraction(1)
    for sample in samples(5):
        share, values = small.share_of_class_0(sample[0]), small.all_rates(sample)
        # Both losses are straight in the condition, so that its ends give their extremes.
        range_z = _extremes(small.skew_loss(f, z) for f in values for z in ends)
        range_c = _extremes(small.cost_loss(f, c, share) for f in values for c in ends)
        unit_z.append(range_z == ends)
        unit_c[sample] = range_c == ends
        wide_c.append(range_c == (Fraction(0), 2 * max(share, 1 - share)))
        for t, f in zip(small.thresholds(sample[1]), values, strict=True):
            given = small.decisions(sample, t)
            error = Fraction(sum(y != u for y, u in given), len(given))
            error_c.append(small.cost_loss(f, small.HALF, share) == error)
            error_z.append(small.skew_loss(f, small.skew(small.HALF, share)) == error)
    even, uneven = ([s for s in unit_c if (2 * sum(s[0]) == len(s[0])) == same] for same in (True, False))
    e = Evidence(note="Every sample of up to five examples. A range is taken over all thresholds and conditions.")
    e.printed("$Q_z$ runs from 0 to 1", cases=unit_z)
    e.printed("$Q_c$ runs from 0 to 1", over=unit_c, holds=unit_c.__getitem__)
    e.printed("at $c_0=c_1=1$, $Q_c$ is the error rate", cases=error_c)
    e.printed("there $Q_z$ is the error rate", cases=error_z)
    e.repaired("balanced: $Q_c$ runs from 0 to 1", over=even, holds=unit_c.__getitem__)
    e.repaired(r"$Q_c$ runs from 0 to $2\max(\pi_0,\pi_1)$", cases=wide_c)
    e.repaired("its mean over uniform costs, straight in $c$, is the error rate at each threshold", cases=error_c)
    e.control("not balanced: $Q_c$ runs from 0 to 1", over=uneven, holds=unit_c.__getitem__)
    return e


def skew_from_cost_expressions() -> Evidence:
    """Section 2.1: π_0 = π_1 = 1/2 and z = c put into several losses, against the same losses over skews.

    Class proportions of 1/2 with F_0 and F_1 unchanged are what weights of 1/n_k give.
    """
    names = (
        "at a threshold",
        "minimum",
        "uniform mean of the minimum",
        "Beta(2, 2) mean of the minimum",
        "mean",
        "line",
    )
    same: dict[str, dict[Sample, bool]] = {name: {} for name in names}
    full, short, reversed_sign = [], [], []
    for labels, scores in samples(4):
        even = [Fraction(1, labels.count(y)) for y in labels]
        lines, curves, uniform, beta_22, means, loss_lines = (
            [function(labels, scores, weights, over=over) for weights, over in ((even, "cost"), (None, "skew"))]
            for function in (
                exact_costs.cost_lines,
                exact_costs.cost_curve,
                exact_costs.expected_min_loss,
                partial(exact_costs.expected_min_loss, alpha=2, beta=2),
                partial(exact_costs.expected_loss, default_weight=0),
                partial(exact_costs.loss_line, default_weight=0),
            )
        )
        for name, (transferred, direct) in zip(
            names, (lines, curves, uniform, beta_22, means, loss_lines), strict=True
        ):
            same[name][labels, scores] = transferred == direct
        tilt = (small.share_of_class_0(labels) - small.HALF) * (exact.auroc(labels, scores) - small.HALF)
        missing = tuple(there - here for here, there in zip(*loss_lines, strict=True))
        short.append(missing == (-tilt, tilt))
        reversed_sign.append(missing == (tilt, -tilt))
        # The law of the thresholds as it was, 1/2 only in the loss itself.
        drawn = [exact_costs.cost_line(labels, scores, even, threshold=s, over="cost") for s in scores]
        full.append(tuple(sum(ends) / len(drawn) for ends in zip(*drawn, strict=True)) == loss_lines[1])
    pi_0, auc = sympy.symbols("pi_0 AUC")
    theorem_2 = 2 * pi_0 * (1 - pi_0) * (1 - auc) + (pi_0**2 + (1 - pi_0) ** 2) / 2
    e = Evidence(note="Every sample of up to four examples; with half credit for ties, and no default classifier.")
    quarter = sympy.Rational(1, 4)
    e.printed("Theorem 2 becomes Corollary 3", identity=(theorem_2.subs(pi_0, 2 * quarter), (1 - auc) / 2 + quarter))
    for name in names[:4]:
        e.printed(f"the loss: {name}", over=same[name], holds=same[name].__getitem__)
    e.printed(
        "mean over the examples' scores as thresholds, uniform condition",
        over=same["mean"],
        holds=same["mean"].__getitem__,
    )
    e.printed(
        "the same at a given condition (the loss line)",
        over=same["line"],
        holds=same["line"].__getitem__,
    )
    e.repaired(
        "the loss line, with 1/2 in the loss but not in the law of the thresholds",
        cases=full,
    )
    e.repaired(r"put in everywhere, the loss is too small by $(\pi_0-\frac12)(AUC-\frac12)(2z-1)$", cases=short)
    e.control("too large by as much", cases=reversed_sign)
    return e


def equations_4_and_5() -> Evidence:
    """Eqs. 4-5 by quadrature for three ways to choose a threshold, against closed forms."""
    rng = np.random.default_rng(_SEED)
    optimal, fixed, probability = ([] for _ in range(3))
    crossed = []
    for _ in range(5):
        scores = rng.integers(1, 20, size=15) / 20
        labels = (rng.random(15) < 0.2 + 0.5 * scores).astype(int)
        if labels.min() == labels.max():
            continue
        sweep, values = Sweep(labels, scores), []
        for over, shape in product(get_args(Over), (1, 2)):
            density = beta(shape, shape).pdf
            corners = cost_curve(labels, scores, over=over)

            def lowest(x: float, corners=corners) -> float:
                return float(np.interp(x, corners.conditions, corners.losses))

            def at(x: float, threshold: float, over=over, sweep=sweep) -> float:
                return float(loss_of(sweep, threshold=threshold, condition=x, over=over, ties="negative"))

            def at_own(x: float, at=at) -> float:
                return at(x, x)

            integral = _integral(lowest, density, corners.conditions[1:-1])
            closed = expected_min_loss(labels, scores, over=over, alpha=shape, beta=shape)
            values.append(closed)
            optimal.append(abs(integral - closed) < 1e-9)
            # A threshold that does not depend on the condition: the mean condition is 1/2 under both laws.
            constant = _integral(partial(at, threshold=0.5), density, [])
            fixed.append(abs(constant - at(0.5, 0.5)) < 1e-9)
            jumps = sorted(set(scores.tolist()))
            moving = _integral(at_own, density, jumps)
            probability.append(abs(moving - _by_pieces(at, jumps, shape)) < 1e-9)
        crossed.append(abs(values[0] - values[2]) < 1e-9)
    e = Evidence(note=f"Samples of 15 with ties, seed {_SEED}; uniform and Beta(2, 2) laws, costs and skews.")
    e.printed("optimal thresholds: the package", cases=optimal)
    e.printed("one threshold: its loss at 1/2", cases=fixed)
    e.printed("$T(c)=c$: sum over pieces", cases=probability)
    e.control("$L_c=L_z$ for uniform laws", cases=crossed)
    return e


def _share(given: list[tuple[int, int]], *, actual: int, predicted: int) -> Fraction:
    """Share of a class that is given a class."""
    own = [u for y, u in given if y == actual]
    return Fraction(own.count(predicted), len(own))


def _extremes(values: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    extremes = list(values)
    return min(extremes), max(extremes)


def _zero(expression: sympy.Expr) -> bool:
    return sympy.simplify(expression) == 0


def _residual(expression: sympy.Expr) -> str:
    return f"difference {sympy.simplify(expression)}"


def _example(expression: sympy.Expr) -> str:
    """What a difference is at one operating condition of one classifier."""
    third, fifth = sympy.Rational(1, 3), sympy.Rational(1, 5)
    values = {"c_0": 3, "c_1": 1, "b": 4, "c": sympy.Rational(3, 4), "pi_0": third, "F_0": 4 * fifth, "F_1": fifth}
    there = expression.subs({symbol: values[symbol.name] for symbol in expression.free_symbols})
    return f"difference {there} at $c=3/4$, $b=4$, $\\pi_0=1/3$, $F_0=4/5$, $F_1=1/5$"


def _integral(function: Callable[[float], float], law: Callable[[float], float], corners: Iterable[float]) -> float:
    """Under a law of the conditions from 0 to 1, by adaptive quadrature between corners."""
    points = [0.0, *map(float, corners), 1.0]
    return sum(quad(lambda x: function(x) * law(x), a, b, epsabs=1e-12)[0] for a, b in pairwise(points))


def _by_pieces(at: Callable[[float, float], float], jumps: Sequence[float], shape: int) -> float:
    """Loss with the condition as threshold: between two scores it is straight, so it takes each piece's mean."""
    points = [0.0, *jumps, 1.0]
    law, tilted = beta(shape, shape), beta(shape + 1, shape)
    total = 0.0
    for a, b in pairwise(points):
        mass = law.cdf(b) - law.cdf(a)
        mean = (tilted.cdf(b) - tilted.cdf(a)) / 2 / mass
        total += mass * at(mean, (a + b) / 2)
    return total
