"""Appendix A.3: Lemmas 7 to 10, which put F-beta, kappa, the weighted accuracies and others on the Tile."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import sympy as sp

from metricbook.chapters.tile.orders import EXACT, PRIORS, SCOPE, equal, order, order_where_defined, with_prior
from metricbook.chapters.tile.samples import HALF, QUARTERS, Score, eighths, score_of, tested
from metricbook.exact import tile as exact
from metricbook.ledger import Claim, Evidence

BETAS_SQUARED = tuple(Fraction(k * k, 4) for k in range(7))  # beta from 0 to 3
NEGATIVE, POSITIVE, VALUE = sp.symbols("pi_- pi_+ x", positive=True)


def _derivative(e: Evidence, what: str, function: sp.Expr, printed: sp.Expr, *, form: str = "printed") -> None:
    """Compare a derivative in the variable x with the printed one, by algebra."""
    left = sp.simplify(sp.diff(function, VALUE) - printed)
    getattr(e, form)(what, agrees=left == 0, reproduced=f"difference ${sp.latex(left)}$")


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
        **tested(equal(lambda p, s=s: exact.f_beta(p, s), score(s), eighths()) for s in BETAS_SQUARED),
    )
    e.printed(
        "$R_I$ is the weighted harmonic mean of PPV and TPR where neither is 0",
        **tested(harmonic(s)(p) == score(s)(p) for s in BETAS_SQUARED for p in eighths() if harmonic(s)(p) is not None),
    )
    e.printed(
        "$I$ is canonical",
        **tested(exact.is_canonical((0, 1 / (1 + s), s / (1 + s), 1)) for s in BETAS_SQUARED),
    )
    e.control(
        "with $I(fp)$ and $I(fn)$ exchanged",
        **tested(equal(lambda p, s=s: exact.f_beta(p, s), score(s, swapped=True), eighths()) for s in BETAS_SQUARED),
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

    def alike(power: int) -> dict:
        return tested(equal(stretched(p), score_of(_kappa_importance(p, power=power)), with_prior(p)) for p in PRIORS)

    e = Evidence(note=f"{len(PRIORS)} priors, values and domains. {SCOPE}")
    e.printed(r"$(\pi_-^2 + \pi_+^2)\kappa + 2\pi_-\pi_+ = R_I$", **alike(2))
    e.control(r"with $\pi_\pm$ for $\pi_\pm^2$ in the importance", **alike(1))
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
    e.printed("the importance is canonical", **tested(exact.is_canonical(_kappa_importance(p)) for p in PRIORS))
    e.printed("all points lie on a rising line", **tested(len(slopes(p)) == 1 and min(slopes(p)) > 0 for p in PRIORS))
    e.printed(
        r"its slope is $1/(\pi_-^2 + \pi_+^2)$",
        **tested(slopes(p) == {1 / ((1 - p) ** 2 + p**2)} for p in PRIORS),
    )
    e.control("its slope is 2, as for equal priors", **tested(slopes(p) == {Fraction(2)} for p in PRIORS))
    return e


def kappa_coefficients() -> Evidence:
    """Proof of Lemma 8: numerator and denominator of kappa with their intermediate coefficients."""
    tn, tp = sp.symbols("TN TP")
    negative, positive = NEGATIVE, 1 - NEGATIVE
    fp, fn = negative - tn, positive - tp
    chance = negative * (tn + fn) + positive * (fp + tp)
    over, under = tn + tp - chance, 1 - chance
    lambdas = {
        "tn": positive,
        "fp": positive * (negative - positive),
        "fn": negative * (positive - negative),
        "tp": negative,
    }
    numerator = (negative**2 + positive**2) * over + 2 * negative * positive * under
    combined = lambdas["tn"] * tn + lambdas["fp"] * fp + lambdas["fn"] * fn + lambdas["tp"] * tp

    def same(first: sp.Expr, second: sp.Expr) -> dict:
        left = sp.expand(first - second)
        return {"agrees": left == 0, "reproduced": f"difference ${sp.latex(left)}$"}

    e = Evidence(note=r"Algebra with sympy, $\pi_+ = 1 - \pi_-$, $FP = \pi_- - TN$, $FN = \pi_+ - TP$.")
    e.printed(
        r"the numerator of $(\pi_-^2 + \pi_+^2)\kappa + 2\pi_-\pi_+$ by the four $\lambda$", **same(numerator, combined)
    )
    e.printed(r"$\lambda_{tn} - \lambda_{fp} = 2\pi_+^2$", **same(lambdas["tn"] - lambdas["fp"], 2 * positive**2))
    e.printed(
        r"$\lambda_{fp}\pi_- + \lambda_{fn}\pi_+ = 0$",
        **same(lambdas["fp"] * negative + lambdas["fn"] * positive, sp.S(0)),
    )
    e.printed(r"$\lambda_{tp} - \lambda_{fn} = 2\pi_-^2$", **same(lambdas["tp"] - lambdas["fn"], 2 * negative**2))
    e.control(r"$\lambda_{tn} - \lambda_{fp} = 2\pi_-^2$", **same(lambdas["tn"] - lambdas["fp"], 2 * negative**2))
    return e


def kappa_domain() -> Evidence:
    """Proof of Lemma 8: kappa and the ranking score are defined for the same performances."""

    def missing(score: Score, prior: Fraction) -> list[tuple]:
        return [p for p in with_prior(prior) if score(p) is None]

    every = (Fraction(0), *PRIORS, Fraction(1))
    e = Evidence(note=f"Priors 0, 1/10, ..., 1. {SCOPE}")
    e.printed(
        "the same performances are outside of both domains",
        **tested(missing(EXACT["kappa"], p) == missing(score_of(_kappa_importance(p)), p) for p in every),
    )
    for prior, alone in ((Fraction(0), (1, 0, 0, 0)), (Fraction(1), (0, 0, 0, 1))):
        e.printed(
            rf"at $\pi_+ = {prior}$ it is the one with {'tn' if prior == 0 else 'tp'} certain",
            agrees=missing(EXACT["kappa"], prior) == [alone],
            reproduced=[list(map(str, p)) for p in missing(EXACT["kappa"], prior)],
        )
    e.printed("at priors between there is none", **tested(not missing(EXACT["kappa"], p) for p in PRIORS))
    e.control(
        "kappa and the accuracy have the same domain",
        **tested(missing(EXACT["kappa"], p) == missing(EXACT["A"], p) for p in every),
    )
    return e


def _wa_importance(alpha: Fraction, prior: Fraction) -> tuple[Fraction, ...]:
    negative, positive = (1 - alpha) / (1 - prior), alpha / prior
    return tuple(x / (negative + positive) for x in (negative, negative, positive, positive))


def weighted_accuracy() -> Evidence:
    """Lemma 9: weighted accuracies as canonical ranking scores, at all fixed priors."""

    def alike(choose: Callable[[Fraction, Fraction], tuple[Fraction, ...]]) -> dict:
        return tested(
            equal(lambda p, a=alpha: exact.weighted_accuracy(p, a), score_of(choose(alpha, prior)), with_prior(prior))
            for alpha, prior in product(QUARTERS, PRIORS)
        )

    e = Evidence(note=f"Five weights, {len(PRIORS)} priors, values and domains. {SCOPE}")
    e.printed("$WA = R_I$", **alike(_wa_importance))
    e.printed(
        "$I$ is canonical",
        **tested(exact.is_canonical(_wa_importance(alpha, prior)) for alpha, prior in product(QUARTERS, PRIORS)),
    )
    e.control("with the priors exchanged", **alike(lambda alpha, prior: _wa_importance(alpha, 1 - prior)))
    return e


def balanced_accuracy() -> Evidence:
    """After Lemma 9: the weight 1/2 gives BA, and its importance."""
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(
        r"$WA$ with $\alpha = 1/2$ is BA",
        **tested([equal(lambda p: exact.weighted_accuracy(p, HALF), EXACT["BA"], eighths())]),
    )
    e.printed(
        r"$I(tn) = I(fp) = \pi_+$, $I(fn) = I(tp) = \pi_-$",
        **tested(_wa_importance(HALF, p) == (p, p, 1 - p, 1 - p) for p in PRIORS),
    )
    e.control("with the priors exchanged", **tested(_wa_importance(HALF, p) == (1 - p, 1 - p, p, p) for p in PRIORS))
    return e


def accuracy() -> Evidence:
    """After Lemma 9: the weight of the positive prior gives the accuracy, all importances 1/2."""

    def alike(weight: Callable[[Fraction], Fraction]) -> dict:
        return tested(
            exact.weighted_accuracy(p, weight(prior)) == EXACT["A"](p) for prior in PRIORS for p in with_prior(prior)
        )

    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(r"$WA$ with $\alpha = \pi_+$ is $A$", **alike(lambda prior: prior))
    e.printed("all four importances are 1/2", **tested(_wa_importance(p, p) == (HALF,) * 4 for p in PRIORS))
    e.control(r"$WA$ with $\alpha = \pi_-$ is $A$", **alike(lambda prior: 1 - prior))
    return e


def youden(claim: Claim) -> Evidence:
    """Lemma 10: Youden's index, a line in BA of slope 2."""
    values = [(EXACT["BA"](p), EXACT["J_Y"](p)) for p in eighths()]
    slopes = {(b - d) / (a - c) for a, b in values for c, d in values if None not in (a, c) and a != c}
    e = Evidence(note=SCOPE)
    e.printed("$J_Y = 2BA - 1$, same domain", **tested(j == (None if b is None else 2 * b - 1) for b, j in values))
    e.printed("slope between any two performances", published=claim.published, reproduced=min(slopes))
    e.printed("the slope is the same for all pairs", agrees=len(slopes) == 1, reproduced=f"{len(slopes)} slope")
    e.control("the order of $J_Y$ is that of $A$", agrees=order(EXACT["J_Y"], EXACT["A"], eighths()) == "same",
              reproduced=order(EXACT["J_Y"], EXACT["A"], eighths()))  # fmt: skip
    return e


def jaccard() -> Evidence:
    """Lemma 10: Jaccard's coefficient and F1."""
    found = order(EXACT["J+"], EXACT["F1"], eighths())
    e = Evidence(note=SCOPE)
    e.printed("same domain, same order", agrees=found == "same", reproduced=found)
    e.printed(
        "$F_1 = 2J_+/(1 + J_+)$",
        **tested(
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
        **tested(order(EXACT[value], EXACT[name], with_prior(p)) == "same" for p in PRIORS),
    )
    e.printed(f"{name} as a function of {value}", **tested(equal(EXACT[name], formula, with_prior(p)) for p in PRIORS))
    _derivative(e, "the derivative", function, printed)
    _derivative(e, "the derivative with the priors exchanged", function, wrong, form="control")
    return e


def snpv(claim: Claim) -> Evidence:
    """Lemma 10: the standardised negative predictive value."""
    return _standardised(claim, "SNPV", "NPV", NEGATIVE, POSITIVE)


def sppv(claim: Claim) -> Evidence:
    """Lemma 10: the standardised positive predictive value."""
    return _standardised(claim, "SPPV", "PPV", POSITIVE, NEGATIVE)


def _likelihood_ratio(name: str, value: str, wanted: str, needed: str) -> Evidence:
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
    e.printed(
        f"{name} orders {'dually to' if wanted == 'dual' else 'as'} {value}, all performances",
        **tested(order(EXACT[value], EXACT[name], with_prior(p)) == wanted for p in PRIORS),
    )
    e.printed(f"{name} as a function of {value}", **tested(equal(EXACT[name], formula, with_prior(p)) for p in PRIORS))
    _derivative(e, "the derivative", odds * ratio, slope * ratio)
    e.repaired(
        f"{name} orders {'dually to' if wanted == 'dual' else 'as'} {value}, where ${needed} > 0$",
        **tested(order_where_defined(EXACT[value], EXACT[name], with_prior(p)) == wanted for p in PRIORS),
    )
    return e


def nlr() -> Evidence:
    """Lemma 10: the negative likelihood ratio, and the performances for which it is not defined."""
    return _likelihood_ratio("NLR", "NPV", "dual", "tn")


def plr() -> Evidence:
    """Lemma 10: the positive likelihood ratio, and the performances for which it is not defined."""
    return _likelihood_ratio("PLR", "PPV", "same", "fp")
