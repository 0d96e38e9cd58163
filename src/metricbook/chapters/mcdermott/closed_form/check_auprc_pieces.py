"""Appendix C.2: rates and precision as functions of the true positive rate, and the integral of the latter."""

from __future__ import annotations

import sympy
from scipy.integrate import quad

from metricbook.chapters.mcdermott.closed_form import by_definition as u
from metricbook.ledger import Evidence

FIRST = u.Setting(*u.EXAMPLE)
QUADRATURE = 1e-11  # what adaptive quadrature of a piece promises, with room


def fpr_of_tpr() -> Evidence:
    """Appendix C.2: the inverse ROC curve, at true positive rates that the model has."""
    e = Evidence()
    for add, weight, what in (
        (e.printed, lambda s: s.beta, "as printed"),
        (e.repaired, lambda s: s.w0, r"$w_0$ for $\beta$"),
        (e.control, lambda s: 1 - s.beta, r"$1-\beta$ for $\beta$"),
    ):
        correct, count = u.tally(
            u.printed_fpr_of_tpr(weight(s), s.k, s.rate(1, tau)) == 1 - tau
            for s in u.settings() for tau in u.inside(s) if tau > s.k[0]
        )  # fmt: skip
        add(f"the inverse of the model's ROC curve, {what}", agrees=correct, reproduced=count)
    inverse, count = u.tally(
        u.printed_fpr_of_tpr(s.beta, s.k, u.printed_tpr(s.beta, s.k, tau)) == 1 - tau
        for s in u.settings() for tau in u.inside(s) if tau > s.k[0]
    )  # fmt: skip
    e.printed("the inverse of the printed ROC curve", agrees=inverse, reproduced=count)
    return e


def ppv_of_threshold() -> Evidence:
    """Appendix C.2: precision by Bayes' rule, against the sum of joint probabilities over groups and classes."""

    def ratio(s, tau, alpha):
        true, false = s.rate(1, tau) * alpha, s.rate(0, tau) * (1 - alpha)
        return true / (true + false)

    correct, count = u.everywhere(lambda s, tau: ratio(s, tau, s.alpha) == s.ppv(tau))
    wrong, wrong_count = u.everywhere(lambda s, tau: ratio(s, tau, sum(s.prevalences) / 2) == s.ppv(tau))
    e = Evidence(note=r"At $\tau=1$ nothing is above the threshold and precision is undefined.")
    e.printed("precision of the model, 72 settings", agrees=correct, reproduced=count)
    e.control("the mean of both prevalences for α", agrees=wrong, reproduced=wrong_count)
    return e


def ppv_of_tpr() -> Evidence:
    """Appendix C.2: precision as a function of the true positive rate, and the areas below it."""
    e = Evidence(note=u.NOTE)
    for add, weight, what in (
        (e.printed, lambda s: s.beta, "as printed"),
        (e.repaired, lambda s: s.w0, r"$w_0$ for $\beta$"),
        (e.control, lambda s: 1 - s.beta, r"$1-\beta$ for $\beta$"),
    ):
        correct, count = u.tally(
            u.printed_ppv_of_tpr(weight(s), s.alpha, s.k, s.rate(1, tau)) == s.ppv(tau)
            for s in u.settings() for tau in u.inside(s) if tau > s.k[0]
        )  # fmt: skip
        add(f"precision of the model, {what}", agrees=correct, reproduced=count)
        add(f"the area in the example, {what}", **u.against_sample("auprc", _area(FIRST, weight(FIRST))))
    composed, count = u.tally(
        u.printed_ppv_of_tpr(s.beta, s.alpha, s.k, y)
        == y * s.alpha / (y * s.alpha + u.printed_fpr_of_tpr(s.beta, s.k, y) * (1 - s.alpha))
        for s in u.settings() for y in u.inside(s) if y != u.break_point(s.beta, s.k)
    )  # fmt: skip
    e.printed("the ratio before it, with the printed $\\mathrm{FPR}(\\mathrm{TPR})$", agrees=composed, reproduced=count)
    return e


def break_point() -> Evidence:
    """Appendix C.2: both functions where their pieces meet, at which both indicators are 1."""
    cases = [(s, u.break_point(s.w0, s.k)) for s in u.settings()]
    e = Evidence(note=r"With $w_0$ for $\beta$, so that only the break point is tested. One point changes no area.")
    for add, closed, what in (
        (e.printed, True, "both closed"),
        (e.repaired, False, r"the second for $\mathrm{TPR}>x$"),
    ):
        false, count = u.tally(u.printed_fpr_of_tpr(s.w0, s.k, x, closed=closed) == 1 - s.k[1] for s, x in cases)
        add(f"$\\mathrm{{FPR}}$ there is $1-k_1$, {what}", agrees=false, reproduced=count)
        precision, count = u.tally(
            u.printed_ppv_of_tpr(s.w0, s.alpha, s.k, x, closed=closed) == s.ppv(s.k[1]) for s, x in cases
        )
        add(f"$\\mathrm{{PPV}}$ there is that at $\\tau=k_1$, {what}", agrees=precision, reproduced=count)
    twice, count = u.tally(u.printed_ppv_of_tpr(s.w0, s.alpha, s.k, x) == 2 * s.ppv(s.k[1]) for s, x in cases)
    largest = max(u.printed_ppv_of_tpr(s.w0, s.alpha, s.k, x) for s, x in cases)
    e.printed(
        "no printed precision there is above 1",
        agrees=largest <= 1,
        reproduced=f"twice the right one {count} times, up to {float(largest):.3f}" if twice else count,
    )
    return e


def intractable() -> Evidence:
    """Appendix C.2: integrate the two pieces with symbols, and compare the package with quadrature."""
    y, slope, rest, w, alpha, k0, k1 = sympy.symbols("y A B w alpha k0 k1", positive=True)
    false = y * (1 - k0) * (1 - k1) / (1 - k0 - w * (k1 - k0))
    constant = not sympy.simplify(y * alpha / (y * alpha + false * (1 - alpha))).has(y)
    printed = alpha * w * y / (alpha * w * y + (alpha - 1) * (w * k0 - w + k0 * y - k0 - y + 1))
    ratio = alpha * w * y / (slope * y + rest)
    meant = {slope: alpha * w + (1 - alpha) * (1 - k0), rest: (1 - alpha) * (1 - k0) * (w - 1)}
    ratio_is_it = sympy.simplify(printed - ratio.subs(meant)) == 0
    found = alpha * w * (y / slope - rest / slope**2 * sympy.log(slope * y + rest))
    elementary = ratio_is_it and sympy.simplify(sympy.diff(found, y) - ratio) == 0
    misses = [
        abs(_area(s, weight) - float(s.model(mixture).auprc(*s.floats()))) >= QUADRATURE
        for s in u.settings() for mixture, weight in (("right", s.w0), ("printed", s.beta))
    ]  # fmt: skip
    dropped, dropped_count = u.tally(abs(_area(s, s.w0) - _without_logarithm(s)) < QUADRATURE for s in u.settings())
    sample = u.against_sample("auprc", float(FIRST.model().auprc(*FIRST.floats())))
    e = Evidence(note=u.NOTE)
    e.printed(
        r"the first piece, or the second, $\alpha wy/(Ay+B)$, has no elementary antiderivative",
        agrees=not (constant and elementary),
        reproduced=f"{'a constant' if constant else '?'}, and {found if elementary else '?'}",
    )
    e.printed(
        f"the closed form misses the area that quadrature finds, by {QUADRATURE:g} or more",
        agrees=any(misses),
        reproduced=f"in {sum(misses)} of {len(misses)}, both mixtures",
    )
    e.printed(
        "it misses the area of samples of the example", agrees=not sample["agrees"], reproduced=sample["reproduced"]
    )
    e.control("without its logarithm it is the area, too", agrees=dropped, reproduced=dropped_count)
    return e


def _area(s: u.Setting, w: u.Fraction) -> float:
    """The printed precision, with any weight for β, integrated over the true positive rate piece by piece."""
    alpha, k, w = float(s.alpha), s.floats(), float(w)
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
