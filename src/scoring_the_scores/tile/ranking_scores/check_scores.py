"""Section 2.2: the scores that are functions of probabilities, by their definitions and by the printed identities."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy

from claimledger import Evidence
from metricbook import tile
from metricbook.exact import tile as exact
from scoring_the_scores.tile import samples as small

ROUNDING = 1e-14  # of a handful of floats of the order of one
Value = Fraction | None

TNR, TPR = small.given({"tn"}, {"tn", "fp"}), small.given({"tp"}, {"fn", "tp"})
FPR, FNR = small.given({"fp"}, {"tn", "fp"}), small.given({"fn"}, {"fn", "tp"})
NPV, PPV = small.given({"tn"}, {"tn", "fn"}), small.given({"tp"}, {"fp", "tp"})
JACCARD = small.given({"tp"}, {"fp", "fn", "tp"})
ACCURACY = small.given(exact.SATISFYING)
CORNERS = (TNR, TPR, NPV, PPV)


def _of(formula: Callable[..., Any], *scores: small.Score) -> small.Score:
    """A formula in scores: undefined where one of them is, or where the formula divides by zero."""

    def score(performance: tuple) -> Value:
        values = [s(performance) for s in scores]
        try:
            return None if None in values else formula(*values)
        except ZeroDivisionError:
            return None

    return score


def _package(name: str, score: small.Score, *options: float) -> list[bool]:
    """Whether the package's function has the values and the domain of a score on all small performances."""
    values = tile.SCORES[name](np.array(small.eighths(), dtype=float), *options)
    return [
        bool(np.isnan(value)) if (true := score(p)) is None else abs(value - float(true)) < ROUNDING
        for value, p in zip(values, small.eighths(), strict=True)
    ]


def _priors(p: tuple) -> tuple[Fraction, Fraction]:
    return exact.prior_of(p, 0), exact.prior_of(p, 1)


def _with_priors(formula: Callable[..., Any], score: small.Score) -> small.Score:
    """A formula in a score and both priors of the same performance."""
    return lambda p: _of(lambda value: formula(value, *_priors(p)), score)(p)


def bennett() -> Evidence:
    """Bennett's S as agreement beyond that of calling classes with equal chances, against 2A - 1."""
    s = {q: _of(lambda a, q=q: (a - Fraction(1, q)) / (1 - Fraction(1, q)), ACCURACY) for q in (2, 3)}
    double = _of(lambda a: 2 * a - 1, ACCURACY)
    coin = {sum(_priors(p)) / 2 for p in small.eighths()}  # half of each class is called rightly
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed("right by calling both classes with equal chances", agrees=coin == {small.HALF}, reproduced=sorted(coin))
    e.printed("agreement beyond chance, two classes: $2A-1$", **small.same(s[2], double))
    e.printed("the package", cases=_package("S", double))
    e.control("three classes", **small.same(s[3], double))
    return e


def f1_jaccard() -> Evidence:
    """F1 as harmonic mean of PPV and TPR and as ratio of counts, against 2J/(J+1)."""
    identity = _of(lambda j: 2 * j / (j + 1), JACCARD)
    mean = _of(lambda ppv, tpr: 2 / (1 / ppv + 1 / tpr), PPV, TPR)
    defined = [p for p in small.eighths() if mean(p) is not None]
    e = Evidence(note=f"{small.IN_EIGHTHS} The harmonic mean is left out where PPV or TPR is zero or undefined.")
    e.printed(
        "$2J_+/(J_++1)$ is $2tp/(2tp+fp+fn)$, the domain included",
        **small.same(identity, lambda p: exact.f_beta(p, 1)),
    )
    e.printed("it is the harmonic mean of PPV and TPR", **small.same(identity, mean, defined))
    e.printed("the package", cases=_package("F1", identity))
    e.control("$J_+/(2-J_+)$ is $F_1$", **small.same(_of(lambda j: j / (2 - j), JACCARD), identity))
    return e


def snpv() -> Evidence:
    """The two printed forms of SNPV against each other and against NPV after a shift to equal priors."""
    first = _of(lambda tnr, fnr: tnr / (tnr + fnr), TNR, FNR)
    second = _with_priors(lambda v, neg, pos: v * pos / (v * (pos - neg) + neg), NPV)
    swapped = _with_priors(lambda v, neg, pos: v * neg / (v * (neg - pos) + pos), NPV)
    return _standardised("SNPV", first, second, swapped, "NPV", "TNR/(TNR+FNR)")


def sppv() -> Evidence:
    """The two printed forms of SPPV against each other and against PPV after a shift to equal priors."""
    first = _of(lambda tpr, fpr: tpr / (fpr + tpr), TPR, FPR)
    second = _with_priors(lambda v, neg, pos: v * neg / (v * (neg - pos) + pos), PPV)
    swapped = _with_priors(lambda v, neg, pos: v * pos / (v * (pos - neg) + neg), PPV)
    return _standardised("SPPV", first, second, swapped, "PPV", "TPR/(FPR+TPR)")


def _standardised(name: str, first: small.Score, second: small.Score, swapped: small.Score, of: str, form: str):
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(f"${form}$ is the form in {of} and the priors, the domain included", **small.same(first, second))
    e.printed(f"it is {of} after a shift to equal priors", **small.same(first, exact.SCORES[name]))
    e.printed("the package", cases=_package(name, first))
    e.control("with the priors exchanged", **small.same(first, swapped))
    return e


def nlr() -> Evidence:
    """The negative likelihood ratio as a ratio of rates and from SNPV."""
    ratio = _of(lambda fnr, tnr: fnr / tnr, FNR, TNR)
    return _likelihood("NLR", ratio, "(1-SNPV)/SNPV", lambda v: (1 - v) / v, lambda v: v / (1 - v))


def plr() -> Evidence:
    """The positive likelihood ratio as a ratio of rates and from SPPV."""
    ratio = _of(lambda tpr, fpr: tpr / fpr, TPR, FPR)
    return _likelihood("PLR", ratio, "SPPV/(1-SPPV)", lambda v: v / (1 - v), lambda v: (1 - v) / v)


def _likelihood(name: str, ratio: small.Score, form: str, right: Callable, wrong: Callable) -> Evidence:
    source = f"S{form[form.index('PV') - 1 :][:3]}"
    base = exact.SCORES[source]
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(f"the ratio of rates is ${form}$, the domain included", **small.same(ratio, _of(right, base)))
    e.printed("it is how much likelier the prediction is for a positive", **small.same(ratio, exact.SCORES[name]))
    e.printed("the package", cases=_package(name, ratio))
    e.control("it is the reciprocal", **small.same(ratio, _of(wrong, base)))
    return e


def kappa() -> Evidence:
    """Cohen's kappa with the accuracy of the no-skill performance, with Lemma 8's, and as the Heidke skill score."""

    def corrected(by_chance: Callable[[tuple], Any]) -> small.Score:
        return lambda p: exact.ratio(ACCURACY(p) - by_chance(p), 1 - by_chance(p))

    def margins(p: tuple) -> Fraction:
        return sum(exact.prior_of(p, k) * exact.rate_of(p, k) for k in (0, 1))

    def pooled(p: tuple) -> Fraction:
        return sum(((exact.prior_of(p, k) + exact.rate_of(p, k)) / 2) ** 2 for k in (0, 1))

    def heidke(p: tuple) -> Value:
        tn, fp, fn, tp = p
        return exact.ratio(2 * (tp * tn - fp * fn), (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))

    composed = corrected(lambda p: ACCURACY(exact.no_skill(p)))
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(
        r"$A\circ$ no-skill is $\pi_-\tau_-+\pi_+\tau_+$",
        **small.same(lambda p: ACCURACY(exact.no_skill(p)), margins),
    )
    e.printed("both writings give one kappa, the domain included", **small.same(composed, corrected(margins)))
    e.printed("it is the Heidke skill score", **small.same(composed, heidke))
    e.printed("the package", cases=_package("kappa", composed))
    e.control("with the chance agreement of Scott", **small.same(composed, corrected(pooled)))
    return e


def bias_index() -> Evidence:
    """The bias index as a difference of margins and of probabilities."""
    margins = _of(lambda tau, pi: tau - pi, lambda p: exact.rate_of(p, 1), lambda p: exact.prior_of(p, 1))
    other = _of(lambda tau, pi: tau - pi, lambda p: exact.rate_of(p, 1), lambda p: exact.prior_of(p, 0))
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(r"$\tau_+-\pi_+=PFP-PFN$", **small.same(margins, lambda p: p[1] - p[2]))
    e.printed("the package", cases=_package("BI", margins))
    e.control(r"$\tau_+-\pi_-=PFP-PFN$", **small.same(other, lambda p: p[1] - p[2]))
    return e


def weighted_accuracy() -> Evidence:
    """The weighted mean of TNR and TPR with equal weights and with the priors as weights."""

    def mean(weights: Callable[[tuple], tuple]) -> small.Score:
        return lambda p: _of(lambda tnr, tpr: weights(p)[0] * tnr + weights(p)[1] * tpr, TNR, TPR)(p)

    both = [p for p in small.eighths() if 0 not in _priors(p)]
    equal, priors = mean(lambda p: (small.HALF, small.HALF)), mean(_priors)
    e = Evidence(note=f"{small.IN_EIGHTHS} A mean of both rates is undefined if a class is missing.")
    e.printed("weights 1/2: the mean of both rates", **small.same(equal, _of(lambda x, y: (x + y) / 2, TNR, TPR)))
    e.printed("weights 1/2: BA of the package", cases=_package("BA", equal))
    e.printed("the priors as weights: the accuracy, where both classes occur", **small.same(priors, ACCURACY, both))
    e.printed(
        "WA of the package with weight 1/4 on TPR",
        cases=_package("WA", mean(lambda p: (Fraction(3, 4), Fraction(1, 4))), 0.25),
    )
    e.control("the priors exchanged: the accuracy", **small.same(mean(lambda p: _priors(p)[::-1]), ACCURACY, both))
    return e


def youden() -> Evidence:
    """Youden's index from the rates and from the balanced accuracy."""
    index = _of(lambda tnr, tpr: tnr + tpr - 1, TNR, TPR)
    balanced = _of(lambda tnr, tpr: (tnr + tpr) / 2, TNR, TPR)
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed("$TNR+TPR-1=2BA-1$, the domain included", **small.same(index, _of(lambda ba: 2 * ba - 1, balanced)))
    e.printed("it is $TPR-FPR$", **small.same(index, _of(lambda tpr, fpr: tpr - fpr, TPR, FPR)))
    e.printed("the package", cases=_package("J_Y", index))
    e.control("$2A-1$", **small.same(index, _of(lambda a: 2 * a - 1, ACCURACY)))
    return e


def determinant() -> Evidence:
    """The determinant of the matrix of the four probabilities, in symbols and on small performances."""
    symbols = sympy.symbols("tn fp fn tp", positive=True)
    tn, fp, fn, tp = symbols
    whole = sum(symbols)
    det = sympy.Matrix([[tn, fp], [fn, tp]]).det() / whole**2
    index = tn / (tn + fp) + tp / (fn + tp) - 1
    printed = (tn + fp) / whole * (fn + tp) / whole * index
    squared = ((fn + tp) / whole) ** 2 * index
    both = [p for p in small.eighths() if 0 not in _priors(p)]
    product = _with_priors(lambda j, neg, pos: neg * pos * j, exact.SCORES["J_Y"])
    e = Evidence(note=f"{small.IN_EIGHTHS} If a class is missing, the determinant is 0 and Youden's index undefined.")
    e.printed(
        r"$|C|-\pi_-\pi_+J_Y$ in symbols",
        identity=(det, printed),
    )
    e.printed("where both classes occur", **small.same(product, exact.SCORES["|C|"], both))
    e.printed("the package", cases=_package("|C|", exact.SCORES["|C|"]))
    e.control(
        r"with $\pi_+^2$ for $\pi_-\pi_+$",
        reproduced=str(sympy.factor(det - squared)),
        agrees=sympy.simplify(det - squared) == 0,
    )
    return e


def f_beta_mean() -> Evidence:
    """F-beta as weighted harmonic mean, in symbols, and its weights, on small performances too."""
    beta = sympy.Symbol("beta", positive=True)
    fp, fn, tp = sympy.symbols("fp fn tp", positive=True)
    ppv, tpr = tp / (fp + tp), tp / (fn + tp)
    closed = (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)

    def mean(weight: sympy.Expr) -> sympy.Expr:
        return 1 / ((1 - weight) / ppv + weight / tpr)

    right, wrong = (sympy.simplify(mean(w) - closed) for w in (beta**2 / (1 + beta**2), beta / (1 + beta)))
    e = Evidence(
        note=f"{small.IN_EIGHTHS} The mean is left out where PPV or TPR is zero or undefined; the closed form "
        f"is 0 there, if false positives or negatives occur."
    )
    e.printed(
        r"weights $\frac1{1+\beta^2}$ of PPV, $\frac{\beta^2}{1+\beta^2}$ of TPR: closed form of Lemma 7",
        agrees=right == 0,
        reproduced=f"difference {right}",
    )
    for b in (0, 1, 2):
        weight = Fraction(b * b, 1 + b * b)
        score = _of(lambda v, r, w=weight: 1 / ((1 - w) / v + w / r), PPV, TPR)
        cases = [p for p in small.eighths() if score(p) is not None]
        e.printed(f"$\\beta={b}$", **small.same(score, partial(exact.f_beta, beta_squared=b * b), cases))
    e.printed("the package, $\\beta=2$", cases=_package("F_beta", lambda p: exact.f_beta(p, 4), 2.0))
    e.control(r"weights in the ratio $1:\beta$", agrees=wrong == 0, reproduced=f"difference {sympy.factor(wrong)}")
    return e


def acp_p4() -> Evidence:
    """ACP and P4 from the corners of the Tile, from the four probabilities, and P4 in closed form."""
    corners = [lambda p, a=a, b=b: exact.canonical_score(p, a, b) for a, b in ((0, 0), (1, 1), (0, 1), (1, 0))]

    def closed(p: tuple) -> Value:
        tn, fp, fn, tp = p
        return exact.ratio(4 * tp * tn, 4 * tp * tn + (tp + tn) * (fp + fn))

    harmonic = _of(lambda *four: 4 / sum(1 / v for v in four), *corners)
    arithmetic = _of(lambda *four: sum(four) / 4, *corners)
    nonzero = [p for p in small.eighths() if harmonic(p) is not None]
    e = Evidence(note=f"{small.IN_EIGHTHS} P4 by the mean is left out where one of the four is zero.")
    for name, corner, score in zip(("TNR", "TPR", "NPV", "PPV"), corners, CORNERS, strict=True):
        e.printed(f"{name} is a corner of the Tile", **small.same(corner, score))
    e.printed("ACP of the package is the arithmetic mean of the corners", cases=_package("ACP", arithmetic))
    e.printed(
        "P4 of the package is their harmonic mean",
        pairs=zip(tile.SCORES["P4"](np.array(nonzero, dtype=float)), map(harmonic, nonzero), strict=True),
        within=ROUNDING,
    )
    e.printed("the harmonic mean is $4tp\\,tn/\\{4tp\\,tn+(tp+tn)(fp+fn)\\}$", **small.same(harmonic, closed, nonzero))
    e.control("the arithmetic mean is that", **small.same(arithmetic, closed, nonzero))
    return e


def markedness() -> Evidence:
    """Markedness by definition, as Youden's index of exchanged roles, as Clayton's score, and without skill."""
    score = _of(lambda npv, ppv: npv + ppv - 1, NPV, PPV)
    clayton = _of(lambda ppv, omitted: ppv - omitted, PPV, small.given({"fn"}, {"tn", "fn"}))
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(
        "$NPV+PPV-1$ is Youden's index after label and prediction trade roles",
        **small.same(score, lambda p: exact.SCORES["J_Y"](exact.relabelled(p, lambda y, h: h, lambda y, h: y))),
    )
    e.printed("it is the Clayton skill score, $PPV-FOR$", **small.same(score, clayton))
    e.printed(
        "it is 0 without skill",
        cases=(score(exact.no_skill(p)) == 0 for p in small.eighths() if score(exact.no_skill(p)) is not None),
    )
    e.printed("the package", cases=_package("markedness", score))
    e.control("it is Youden's index", **small.same(score, exact.SCORES["J_Y"]))
    return e


def g_measure() -> Evidence:
    """The geometric mean of TNR and TPR by its square, and the other score of that name."""
    square = _of(lambda x, y: x * y, TNR, TPR)
    values = tile.SCORES["G"](np.array(small.eighths(), dtype=float))
    both = [p for p in small.eighths() if square(p) is not None and JACCARD(p) is not None]
    apart = sum(square(p) != JACCARD(p) ** 2 for p in both)
    e = Evidence(note=f"{small.IN_EIGHTHS} Squares are compared, as the mean itself may be irrational.")
    e.printed(
        "the square of the package's is $TNR\\cdot TPR$",
        cases=(
            bool(np.isnan(value)) if (true := square(p)) is None else abs(value**2 - float(true)) < ROUNDING
            for value, p in zip(values, small.eighths(), strict=True)
        ),
    )
    e.printed(
        "it is not $J_+$, the other score of that name",
        agrees=apart > 0,
        reproduced=f"different at {apart} of {len(both)}",
    )
    e.control(r"it is $\sqrt{PPV\cdot TPR}$", **small.same(square, _of(lambda x, y: x * y, PPV, TPR)))
    return e
