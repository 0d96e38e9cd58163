"""Appendix C.2: rates and precision as functions of the true positive rate, and the integral of the latter."""

from __future__ import annotations

from fractions import Fraction

import sympy
from scipy.integrate import quad

from claimledger import Evidence
from scoring_the_scores.mcdermott.closed_form import by_definition as u
from scoring_the_scores.mcdermott.closed_form.check_two_groups import WEIGHTS
from scoring_the_scores.mcdermott.closed_form.two_groups import MIXTURES

FIRST = u.Setting(*u.EXAMPLE)
QUADRATURE = 1e-11  # what adaptive quadrature of a piece promises, with room


def fpr_of_tpr() -> Evidence:
    """Appendix C.2: the inverse ROC curve, at true positive rates that the model has."""
    above = [(s, tau) for s in u.settings() for tau in u.inside(s) if tau > s.k[0]]
    e = Evidence()
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"the inverse of the model's ROC curve, {what}",
            **u.as_cases(
                {(s, f"τ = {tau}"): u.printed_fpr_of_tpr(weight(s), s.k, s.rate(1, tau)) == 1 - tau for s, tau in above}
            ),
        )
    e.printed(
        "the inverse of the printed ROC curve",
        cases=(u.printed_fpr_of_tpr(s.beta, s.k, u.printed_tpr(s.beta, s.k, tau)) == 1 - tau for s, tau in above),
    )
    return e


def ppv_of_threshold() -> Evidence:
    """Appendix C.2: precision by Bayes' rule, against the sum of joint probabilities over groups and classes."""

    def ratio(s, tau, alpha):
        true, false = s.rate(1, tau) * alpha, s.rate(0, tau) * (1 - alpha)
        return true / (true + false)

    e = Evidence(note=r"At $\tau=1$ nothing is above the threshold and precision is undefined.")
    e.printed(
        r"precision of the model, 72 settings",
        **u.everywhere(lambda s, tau: ratio(s, tau, s.alpha) == s.ppv(tau)),
    )
    e.control(
        "the mean of both prevalences for α",
        **u.everywhere(lambda s, tau: ratio(s, tau, sum(s.prevalences) / 2) == s.ppv(tau)),
    )
    return e


def ppv_of_tpr() -> Evidence:
    """Appendix C.2: precision as a function of the true positive rate, and the areas below it."""
    above = [(s, tau) for s in u.settings() for tau in u.inside(s) if tau > s.k[0]]
    e = Evidence(note=u.NOTE)
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"precision of the model, {what}",
            **u.as_cases(
                {
                    (s, f"τ = {tau}"): u.printed_ppv_of_tpr(weight(s), s.alpha, s.k, s.rate(1, tau)) == s.ppv(tau)
                    for s, tau in above
                }
            ),
        )
        e.add(form, f"the area in the example, {what}", **u.against_sample("auprc", _area(FIRST, weight(FIRST))))
    e.printed(
        r"the ratio before it, with the printed $\mathrm{FPR}(\mathrm{TPR})$",
        cases=(
            u.printed_ppv_of_tpr(s.beta, s.alpha, s.k, y)
            == y * s.alpha / (y * s.alpha + u.printed_fpr_of_tpr(s.beta, s.k, y) * (1 - s.alpha))
            for s in u.settings()
            for y in u.inside(s)
            if y != u.break_point(s.beta, s.k)
        ),
    )
    return e


def break_point() -> Evidence:
    """Appendix C.2: both functions where their pieces meet, at which both indicators are 1."""
    meeting = [(s, u.break_point(s.w0, s.k)) for s in u.settings()]
    e = Evidence(note=r"With $w_0$ for $\beta$, so that only the break point is tested. One point changes no area.")
    for form, closed, what in (
        ("printed", True, "both closed"),
        ("repaired", False, r"the second for $\mathrm{TPR}>x$"),
    ):
        e.add(
            form,
            f"$\\mathrm{{FPR}}$ there is $1-k_1$, {what}",
            **u.as_cases({s: u.printed_fpr_of_tpr(s.w0, s.k, x, closed=closed) == 1 - s.k[1] for s, x in meeting}),
        )
        e.add(
            form,
            f"$\\mathrm{{PPV}}$ there is that at $\\tau=k_1$, {what}",
            **u.as_cases(
                {s: u.printed_ppv_of_tpr(s.w0, s.alpha, s.k, x, closed=closed) == s.ppv(s.k[1]) for s, x in meeting}
            ),
        )
    e.control(
        "the printed precision there is at most 1",
        **u.as_cases({s: u.printed_ppv_of_tpr(s.w0, s.alpha, s.k, x) <= 1 for s, x in meeting}),
    )
    return e


def intractable() -> Evidence:
    """Appendix C.2: integrate the two pieces with symbols, and compare the closed form with quadrature and samples."""
    y, w, alpha, k0, k1 = sympy.symbols("y w alpha k0 k1", positive=True)
    slope, rest = sympy.symbols("A B", positive=True)
    false = y * (1 - k0) * (1 - k1) / (1 - k0 - w * (k1 - k0))
    first = sympy.simplify(y * alpha / (y * alpha + false * (1 - alpha)))
    second = alpha * w * y / (alpha * w * y + (alpha - 1) * (w * k0 - w + k0 * y - k0 - y + 1))
    meant = {slope: alpha * w + (1 - alpha) * (1 - k0), rest: (1 - alpha) * (1 - k0) * (w - 1)}
    short = alpha * w * y / (slope * y + rest)
    if sympy.simplify(second - short.subs(meant)) != 0:
        raise ArithmeticError("the second printed piece is not of the form that is integrated")
    integrals = sympy.integrate(first, y), sympy.integrate(short, y)
    misses = [
        abs(_area(s, weight) - float(s.model(mixture).auprc(*s.floats()))) >= QUADRATURE
        for s in u.settings()
        for mixture, weight in zip(MIXTURES, (s.w0, s.beta), strict=True)
    ]
    sample = u.against_sample("auprc", float(FIRST.model().auprc(*FIRST.floats())))
    e = Evidence(note=f"{u.NOTE} The closed form in the example: {sample['reproduced']}.")
    e.printed(
        "an integral is left over when the two pieces are integrated by rule",
        agrees=any(piece.has(sympy.Integral) for piece in integrals),
        reproduced=f"the first piece is {'not ' if first.has(y) else ''}constant, "
        f"the second integrates to {integrals[1]}",
    )
    e.printed(
        f"quadrature is needed: the closed form of both pieces misses its value by {QUADRATURE:g} or more",
        agrees=any(misses),
        reproduced=f"misses in {sum(misses)} of {len(misses)} areas, both mixtures",
    )
    e.control(
        "without its logarithm the closed form is the area, too",
        cases=(abs(_area(s, s.w0) - _without_logarithm(s)) < QUADRATURE for s in u.settings()),
    )
    return e


def _area(s: u.Setting, weight: Fraction) -> float:
    """The printed precision, with any weight for β, integrated over the true positive rate piece by piece."""
    alpha, k, w = float(s.alpha), s.floats(), float(weight)
    end = u.break_point(w, k)
    pieces = ((0.0, end), (end, 1.0))
    return sum(
        quad(lambda y: u.printed_ppv_of_tpr(w, alpha, k, y), *piece, epsabs=1e-13, epsrel=1e-13)[0] for piece in pieces
    )


def _without_logarithm(s: u.Setting) -> float:
    (k0, k1), alpha, w = s.floats(), float(s.alpha), float(s.w0)
    x = u.break_point(w, (k0, k1))
    first = u.printed_ppv_of_tpr(w, alpha, (k0, k1), x / 2)
    return x * first + alpha * w * (1 - x) / (alpha * w + (1 - alpha) * (1 - k0))
