"""Appendix A.3: Lemmas 7 to 10, which put F-beta, kappa, the weighted accuracies and others on the Tile."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

import sympy as sp

from claimledger import Claim, Evidence
from metricbook.exact import tile as exact
from scoring_the_scores.tile.orders import EXACT, PRIORS, SCOPE, equal, order, order_where_defined, with_prior
from scoring_the_scores.tile.samples import HALF, QUARTERS, Score, eighths, score_of

BETAS_SQUARED = tuple(Fraction(k * k, 4) for k in range(7))  # beta from 0 to 3
NEGATIVE, POSITIVE, VALUE = sp.symbols("pi_- pi_+ x", positive=True)


def _derivative(e: Evidence, what: str, function: sp.Expr, printed: sp.Expr, *, form: str = "printed") -> None:
    """Compare a derivative in the variable x with the printed one, by algebra."""
    left = sp.simplify(sp.diff(function, VALUE) - printed)
    e.add(form, what, agrees=left == 0, reproduced=f"difference ${sp.latex(left)}$")


def f_beta() -> Evidence:
    """Lemma 7: F-beta as a canonical ranking score, domain included."""

    def score(beta_squared: Fraction, *, swapped: bool = False) -> Score:
        one, other = 1 / (1 + beta_squared), beta_squared / (1 + beta_squared)
        return score_of((0, other, one, 1) if swapped else (0, one, other, 1))

    def harmonic(beta_squared: Fraction) -> Score:
        """The weighted harmonic mean of PPV and TPR, where it is defined, so that F-beta is the usual score."""

        def mean(p: tuple) -> Fraction | None:
            ppv, tpr = EXACT["PPV"](p), EXACT["TPR"](p)
            if not ppv or not tpr:
                return None
            return (1 + beta_squared) / (1 / ppv + beta_squared / tpr)

        return mean

    e = Evidence(note=rf"$\beta = 0, 1/2, \ldots, 3$. {SCOPE}")
    e.printed(
        r"$F_\beta$ and $R_I$, values and domains",
        cases=(equal(partial(exact.f_beta, beta_squared=s), score(s), eighths()) for s in BETAS_SQUARED),
    )
    e.printed(
        "$R_I$ is the weighted harmonic mean of PPV and TPR where neither is 0",
        cases=(harmonic(s)(p) == score(s)(p) for s in BETAS_SQUARED for p in eighths() if harmonic(s)(p) is not None),
    )
    e.printed(
        "$I$ is canonical",
        cases=(exact.is_canonical((0, 1 / (1 + s), s / (1 + s), 1)) for s in BETAS_SQUARED),
    )
    e.control(
        "with $I(fp)$ and $I(fn)$ exchanged",
        cases=(equal(partial(exact.f_beta, beta_squared=s), score(s, swapped=True), eighths()) for s in BETAS_SQUARED),
    )
    return e


def _kappa_importance(prior: Fraction, *, power: int = 2) -> tuple[Fraction, ...]:
    negative, positive = (1 - prior) ** power, prior**power
    return positive / (negative + positive), HALF, HALF, negative / (negative + positive)


def kappa() -> Evidence:
    """Lemma 8: a linear function of kappa is a ranking score when the priors are fixed."""

    def stretched(prior: Fraction) -> Score:
        def score(p: tuple) -> Fraction | None:
            value = EXACT["kappa"](p)
            return None if value is None else ((1 - prior) ** 2 + prior**2) * value + 2 * (1 - prior) * prior

        return score

    def alike(power: int) -> list[bool]:
        return [equal(stretched(p), score_of(_kappa_importance(p, power=power)), with_prior(p)) for p in PRIORS]

    e = Evidence(note=f"{len(PRIORS)} priors, values and domains. {SCOPE}")
    e.printed(r"$(\pi_-^2 + \pi_+^2)\kappa + 2\pi_-\pi_+ = R_I$", cases=alike(2))
    e.control(r"with $\pi_\pm$ for $\pi_\pm^2$ in the importance", cases=alike(1))
    return e


def kappa_linear() -> Evidence:
    """Lemma 8: with fixed priors kappa rises linearly with a canonical ranking score."""

    def line(prior: Fraction) -> list[tuple[Fraction, Fraction]]:
        score = score_of(_kappa_importance(prior))
        values = [(score(p), EXACT["kappa"](p)) for p in with_prior(prior)]
        return [(x, y) for x, y in values if x is not None and y is not None]

    def slopes(prior: Fraction) -> set[Fraction]:
        points = sorted(set(line(prior)))
        return {(y - points[0][1]) / (x - points[0][0]) for x, y in points[1:]}

    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed("the importance is canonical", cases=(exact.is_canonical(_kappa_importance(p)) for p in PRIORS))
    e.printed("all points lie on a rising line", cases=(len(slopes(p)) == 1 and min(slopes(p)) > 0 for p in PRIORS))
    e.printed(
        r"its slope is $1/(\pi_-^2 + \pi_+^2)$",
        cases=(slopes(p) == {1 / ((1 - p) ** 2 + p**2)} for p in PRIORS),
    )
    e.control("its slope is 2, as for equal priors", over=PRIORS, holds=lambda p: slopes(p) == {Fraction(2)})
    return e


def kappa_coefficients() -> Evidence:
    """Proof of Lemma 8: the numerator of kappa with its four intermediate coefficients, one by one."""
    outcomes = tn, fp, fn, tp = sp.symbols("TN FP FN TP")
    negative, positive = NEGATIVE, 1 - NEGATIVE
    chance = negative * (tn + fn) + positive * (fp + tp)
    over, under = tn + tp - chance, sum(outcomes) - chance
    lambdas = {
        "tn": positive,
        "fp": positive * (negative - positive),
        "fn": negative * (positive - negative),
        "tp": negative,
    }
    numerator = sp.expand((negative**2 + positive**2) * over + 2 * negative * positive * under)

    def zero(expression: sp.Expr) -> dict:
        left = sp.expand(expression)
        return {"agrees": left == 0, "reproduced": f"difference ${sp.latex(left)}$"}

    e = Evidence(
        note=r"Algebra with sympy, $\pi_+ = 1 - \pi_-$, $TN$, $FP$, $FN$ and $TP$ free, as in the proof where it "
        "prints the four: once priors are put in, only three combinations of them can be told."
    )
    for outcome, (name, printed) in zip(outcomes, lambdas.items(), strict=True):
        e.printed(
            rf"$\lambda_{{{name}}}$ in the numerator of $(\pi_-^2 + \pi_+^2)\kappa + 2\pi_-\pi_+$",
            **zero(numerator.coeff(outcome) - printed),
        )
    e.printed(r"$\lambda_{tn} - \lambda_{fp} = 2\pi_+^2$", **zero(lambdas["tn"] - lambdas["fp"] - 2 * positive**2))
    e.printed(
        r"$\lambda_{fp}\pi_- + \lambda_{fn}\pi_+ = 0$", **zero(lambdas["fp"] * negative + lambdas["fn"] * positive)
    )
    e.printed(r"$\lambda_{tp} - \lambda_{fn} = 2\pi_-^2$", **zero(lambdas["tp"] - lambdas["fn"] - 2 * negative**2))
    e.control(
        r"$\lambda_{tn} + 1$, which with $\lambda_{fp} + 1$, $\lambda_{fn} - \pi_-/\pi_+$ and "
        r"$\lambda_{tp} - \pi_-/\pi_+$ has the same combinations",
        **zero(numerator.coeff(tn) - lambdas["tn"] - 1),
    )
    return e


def kappa_domain() -> Evidence:
    """Proof of Lemma 8: kappa and the ranking score are defined for the same performances."""

    def missing(score: Score, prior: Fraction) -> list[tuple]:
        return [p for p in with_prior(prior) if score(p) is None]

    every = (Fraction(0), *PRIORS, Fraction(1))
    e = Evidence(note=f"Priors 0, 1/10, ..., 1. {SCOPE}")
    e.printed(
        "the same performances are outside of both domains",
        cases=(missing(EXACT["kappa"], p) == missing(score_of(_kappa_importance(p)), p) for p in every),
    )
    for prior, alone in ((Fraction(0), (1, 0, 0, 0)), (Fraction(1), (0, 0, 0, 1))):
        e.printed(
            rf"at $\pi_+ = {prior}$ it is the one with {'tn' if prior == 0 else 'tp'} certain",
            agrees=missing(EXACT["kappa"], prior) == [alone],
            reproduced=[list(map(str, p)) for p in missing(EXACT["kappa"], prior)],
        )
    e.printed("at priors between there is none", cases=(not missing(EXACT["kappa"], p) for p in PRIORS))
    e.control(
        "kappa and the accuracy have the same domain",
        over=every,
        holds=lambda p: missing(EXACT["kappa"], p) == missing(EXACT["A"], p),
    )
    return e


def _wa_importance(alpha: Fraction, prior: Fraction) -> tuple[Fraction, ...]:
    negative, positive = (1 - alpha) / (1 - prior), alpha / prior
    return tuple(x / (negative + positive) for x in (negative, negative, positive, positive))


def weighted_accuracy() -> Evidence:
    """Lemma 9: weighted accuracies as canonical ranking scores, at all fixed priors."""

    def alike(choose: Callable[[Fraction, Fraction], tuple[Fraction, ...]]) -> list[bool]:
        return [
            equal(partial(exact.weighted_accuracy, alpha=alpha), score_of(choose(alpha, prior)), with_prior(prior))
            for alpha, prior in product(QUARTERS, PRIORS)
        ]

    e = Evidence(note=f"Five weights, {len(PRIORS)} priors, values and domains. {SCOPE}")
    e.printed("$WA = R_I$", cases=alike(_wa_importance))
    e.printed(
        "$I$ is canonical",
        cases=(exact.is_canonical(_wa_importance(alpha, prior)) for alpha, prior in product(QUARTERS, PRIORS)),
    )
    e.control("with the priors exchanged", cases=alike(lambda alpha, prior: _wa_importance(alpha, 1 - prior)))
    return e


def balanced_accuracy() -> Evidence:
    """After Lemma 9: the weight 1/2 gives BA, and its importance."""
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(
        r"$WA$ with $\alpha = 1/2$ is BA",
        cases=[equal(lambda p: exact.weighted_accuracy(p, HALF), EXACT["BA"], eighths())],
    )
    e.printed(
        r"$I(tn) = I(fp) = \pi_+$, $I(fn) = I(tp) = \pi_-$",
        cases=(_wa_importance(HALF, p) == (p, p, 1 - p, 1 - p) for p in PRIORS),
    )
    e.control("with the priors exchanged", cases=(_wa_importance(HALF, p) == (1 - p, 1 - p, p, p) for p in PRIORS))
    return e


def accuracy() -> Evidence:
    """After Lemma 9: the weight of the positive prior gives the accuracy, all importances 1/2."""

    def alike(weight: Callable[[Fraction], Fraction]) -> list[bool]:
        return [
            exact.weighted_accuracy(p, weight(prior)) == EXACT["A"](p) for prior in PRIORS for p in with_prior(prior)
        ]

    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(r"$WA$ with $\alpha = \pi_+$ is $A$", cases=alike(lambda prior: prior))
    e.printed("all four importances are 1/2", cases=(_wa_importance(p, p) == (HALF,) * 4 for p in PRIORS))
    e.control(r"$WA$ with $\alpha = \pi_-$ is $A$", cases=alike(lambda prior: 1 - prior))
    return e


def youden(claim: Claim) -> Evidence:
    """Lemma 10: Youden's index, a line in BA of slope 2."""
    values = [(EXACT["BA"](p), EXACT["J_Y"](p)) for p in eighths()]
    slopes = {(b - d) / (a - c) for a, b in values for c, d in values if None not in (a, c) and a != c}
    e = Evidence(note=SCOPE)
    e.printed("$J_Y = 2BA - 1$, same domain", cases=(j == (None if b is None else 2 * b - 1) for b, j in values))
    e.printed("slope between any two performances", published=claim.published, reproduced=min(slopes))
    e.printed("the slope is the same for all pairs", agrees=len(slopes) == 1, reproduced=f"{len(slopes)} slope")
    compared = order_where_defined(EXACT["J_Y"], EXACT["A"], eighths())
    e.control("the order of $J_Y$ is that of $A$, where it is defined", agrees=compared == "same", reproduced=compared)
    return e


def jaccard() -> Evidence:
    """Lemma 10: Jaccard's coefficient and F1."""
    compared = order(EXACT["J+"], EXACT["F1"], eighths())
    e = Evidence(note=SCOPE)
    e.printed("same domain, same order", agrees=compared == "same", reproduced=compared)
    e.printed(
        "$F_1 = 2J_+/(1 + J_+)$",
        cases=(
            EXACT["F1"](p) == (None if EXACT["J+"](p) is None else 2 * EXACT["J+"](p) / (1 + EXACT["J+"](p)))
            for p in eighths()
        ),
    )
    _derivative(e, "derivative $2/(1 + J_+)^2$", 2 * VALUE / (1 + VALUE), 2 / (1 + VALUE) ** 2)
    _derivative(e, "derivative $2/(1 + J_+)$", 2 * VALUE / (1 + VALUE), 2 / (1 + VALUE), form="control")
    return e


def _standardised(claim: Claim, name: str, value: str, own: sp.Symbol, other: sp.Symbol) -> Evidence:
    """A standardised predictive value beside the predictive value."""
    function = (VALUE / own) / (VALUE / own + (1 - VALUE) / other)
    printed = (1 / (NEGATIVE * POSITIVE)) / (VALUE / own + (1 - VALUE) / other) ** 2
    wrong = (1 / (NEGATIVE * POSITIVE)) / (VALUE / other + (1 - VALUE) / own) ** 2

    def formula(p: tuple) -> Fraction | None:
        x, prior = EXACT[value](p), exact.prior_of(p, 1)
        mine, theirs = (1 - prior, prior) if own == NEGATIVE else (prior, 1 - prior)
        return None if x is None else (x / mine) / (x / mine + (1 - x) / theirs)

    e = Evidence(note=f"{len(PRIORS)} priors, exactly; the derivative by algebra. {SCOPE}")
    e.printed(
        f"{name} orders as {value}, with the same domain",
        cases=(order(EXACT[value], EXACT[name], with_prior(p)) == "same" for p in PRIORS),
    )
    e.printed(f"{name} as a function of {value}", cases=(equal(EXACT[name], formula, with_prior(p)) for p in PRIORS))
    _derivative(e, "the derivative", function, printed)
    _derivative(e, "the derivative with the priors exchanged", function, wrong, form="control")
    return e


def snpv(claim: Claim) -> Evidence:
    """Lemma 10: the standardised negative predictive value."""
    return _standardised(claim, "SNPV", "NPV", NEGATIVE, POSITIVE)


def sppv(claim: Claim) -> Evidence:
    """Lemma 10: the standardised positive predictive value."""
    return _standardised(claim, "SPPV", "PPV", POSITIVE, NEGATIVE)


def _likelihood_ratio(name: str, value: str, expected: str, needed: str) -> Evidence:
    """A likelihood ratio beside the predictive value, on all performances and where it is defined."""

    def formula(p: tuple) -> Fraction | None:
        x, prior = EXACT[value](p), exact.prior_of(p, 1)
        if x is None or (x == 0 if name == "NLR" else x == 1):
            return None
        odds = (1 - x) / x if name == "NLR" else x / (1 - x)
        return odds * (1 - prior) / prior

    odds = (1 - VALUE) / VALUE if name == "NLR" else VALUE / (1 - VALUE)
    slope = -1 / VALUE**2 if name == "NLR" else 1 / (1 - VALUE) ** 2
    ratio = NEGATIVE / POSITIVE
    e = Evidence(
        note=f"{len(PRIORS)} priors. A performance whose score is undefined is comparable with no other. {SCOPE}"
    )
    words = f"{name} orders {'dually to' if expected == 'dual' else 'as'} {value}"
    e.printed(
        f"{words} where ${needed} > 0$",
        cases=(order_where_defined(EXACT[value], EXACT[name], with_prior(p)) == expected for p in PRIORS),
    )
    e.printed(f"{name} as a function of {value}", cases=(equal(EXACT[name], formula, with_prior(p)) for p in PRIORS))
    _derivative(e, "the derivative", odds * ratio, slope * ratio)
    e.control(
        f"{words}, all performances",
        over=PRIORS,
        holds=lambda p: order(EXACT[value], EXACT[name], with_prior(p)) == expected,
    )
    _derivative(e, "the derivative without the ratio of the priors", odds * ratio, slope, form="control")
    return e


def nlr() -> Evidence:
    """Lemma 10: the negative likelihood ratio, and the performances for which it is not defined."""
    return _likelihood_ratio("NLR", "NPV", "dual", "tn")


def plr() -> Evidence:
    """Lemma 10: the positive likelihood ratio, and the performances for which it is not defined."""
    return _likelihood_ratio("PLR", "PPV", "same", "fp")
