"""Appendix A: counts, rates, precision, and the two areas as integrals."""

from __future__ import annotations

from fractions import Fraction
from operator import ge, gt

import numpy as np
import sympy

from claimledger import Evidence
from metricbook.exact.samples import Sample
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.samples import counts

SCOPE = f"{small.TIED_SCOPE} Thresholds at, half a step above and half a step below each score."
TAU, X = sympy.symbols("tau x", positive=True)
#: Distribution functions of the scores of positives, tau^a, and of negatives, 1 - (1 - tau)^b, for (a, b).
LAWS = ((1, 1), (2, 1), (2, 2), (3, 2))
PREVALENCE = sympy.Rational(1, 5)

Case = tuple[Sample, Fraction]


def def_counts() -> Evidence:
    """Appendix A: with one inequality and its opposite, the four counts add up to the two classes."""
    cases = small.at_thresholds(small.tied())
    e = Evidence(note=SCOPE)
    e.printed(
        r"TP + FN and FP + TN are the class sizes, $\geq$ and $<$", cases=(_add_up(case, ge, ge) for case in cases)
    )
    e.control(
        "the same with $>$ for TP and FP, $<$ for FN and TN", over=cases, holds=lambda case: _add_up(case, gt, ge)
    )
    return e


def _add_up(case: Case, above, not_below) -> bool:
    sample, threshold = case
    positive, negative = counts(sample, threshold, above=above), counts(sample, threshold, above=not_below)
    positives = sum(sample[0])
    return (
        positive.true_positives + negative.false_negatives == positives
        and positive.false_positives + negative.true_negatives == len(sample[0]) - positives
    )


def def_tpr() -> Evidence:
    """Appendix A: TP over the number of positives, against the chance of a larger score."""
    e = Evidence(note=SCOPE)
    e.printed(
        r"$\mathrm{TP}/N_P = P(p_+ > \tau)$ where no score is $\tau$",
        cases=(_rate(case, 1) == _chance(case, 1, gt) for case in _between()),
    )
    e.control(
        r"the same where a positive's score is $\tau$",
        over=_at_own_scores(1),
        holds=lambda case: _rate(case, 1) == _chance(case, 1, gt),
    )
    return e


def _between() -> list[Case]:
    return [case for case in small.at_thresholds(small.tied()) if case[1] not in case[0][1]]


def _at_own_scores(label: int) -> list[Case]:
    cases = small.at_thresholds(small.tied())
    return [case for case in cases if case[1] in [s for y, s in zip(*case[0], strict=True) if y == label]]


def def_fpr() -> Evidence:
    """Appendix A: FP over the number of positives as printed, and over that of negatives."""
    e = Evidence(note=f"{SCOPE} Those where no score is the threshold.")
    e.printed(
        r"$\mathrm{FP}/N_P = P(p_- > \tau)$",
        over=_between(),
        holds=lambda case: _printed_rate(case) == _chance(case, 0, gt),
    )
    e.repaired(
        r"$\mathrm{FP}/N_N = P(p_- > \tau)$", cases=(_rate(case, 0) == _chance(case, 0, gt) for case in _between())
    )
    e.control(r"$\mathrm{FP}/N_P$ is a rate, at most 1", over=_between(), holds=lambda case: _printed_rate(case) <= 1)
    return e


def _rate(case: Case, label: int) -> Fraction:
    sample, threshold = case
    matrix = counts(sample, threshold, above=ge)
    positives = sum(sample[0])
    if label:
        return Fraction(matrix.true_positives, positives)
    return Fraction(matrix.false_positives, len(sample[0]) - positives)


def _printed_rate(case: Case) -> Fraction:
    sample, threshold = case
    return Fraction(counts(sample, threshold, above=ge).false_positives, sum(sample[0]))


def _chance(case: Case, label: int, above) -> Fraction:
    sample, threshold = case
    return small.share(sample, label, lambda score: above(score, threshold))


def def_precision() -> Evidence:
    """Appendix A: TP over TP + FP, against the share of positives among larger scores."""
    below = [case for case in _between() if case[1] < max(case[0][1])]
    own = [case for label in (0, 1) for case in _at_own_scores(label)]
    e = Evidence(note=f"{SCOPE} Thresholds above every score are left out: there both sides are 0/0.")
    e.printed(
        r"$\mathrm{TP}/(\mathrm{TP}+\mathrm{FP}) = P(y=1 \mid p>\tau)$ where no score is $\tau$",
        cases=(_precision(case) == _given(case) for case in below),
    )
    e.control(
        r"the same where some score is $\tau$, and a higher one exists",
        over=[case for case in own if case[1] < max(case[0][1])],
        holds=lambda case: _precision(case) == _given(case),
    )
    return e


def _precision(case: Case) -> Fraction:
    matrix = counts(*case, above=ge)
    return Fraction(matrix.true_positives, matrix.true_positives + matrix.false_positives)


def _given(case: Case) -> Fraction:
    """P(y=1 | p > tau) from the classes' own chances, by Bayes' rule."""
    sample = case[0]
    prior = Fraction(sum(sample[0]), len(sample[0]))
    joint = prior * _chance(case, 1, gt), (1 - prior) * _chance(case, 0, gt)
    return joint[0] / sum(joint)


def def_auroc() -> Evidence:
    """Appendix A and Section 2.1: three integrals for AUROC, against the chance that a positive scores higher."""
    e = Evidence(note=_laws_note())
    for what, form, area in (
        (r"$\int_0^1 \mathrm{TPR}\,\frac{d\mathrm{FPR}}{d\tau}\,d\tau$", "printed", _over_thresholds(0, 1)),
        (r"$\int_0^1 \mathrm{TPR}\,d\mathrm{FPR}$", "printed", _tpr_over_fpr),
        (r"$1 - \int_0^1 \mathrm{FPR}\,d\mathrm{TPR}$", "printed", _fpr_over_tpr),
        (r"$\int_1^0 \mathrm{TPR}\,\frac{d\mathrm{FPR}}{d\tau}\,d\tau$", "repaired", _over_thresholds(1, 0)),
    ):
        e.add(form, f"{what} $= P(p_+ > p_-)$", **_equal(area, _outscores))
    e.control(
        r"$\int_0^1 \mathrm{FPR}\,d\mathrm{TPR} = P(p_+ > p_-)$",
        **_equal(lambda law: 1 - _fpr_over_tpr(law), _outscores),
    )
    return e


def def_auprc() -> Evidence:
    """Appendix A and Section 2.1: two integrals for AUPRC, against the mean precision at the positives' scores."""
    e = Evidence(note=f"{_laws_note()} Positives' share {PREVALENCE}.")
    for what, form, area in (
        (r"$\int_0^1 \mathrm{Prec}\,\frac{d\mathrm{TPR}}{d\tau}\,d\tau$", "printed", _precision_over_thresholds(0, 1)),
        (r"$\int_0^1 \mathrm{Prec}\,d\mathrm{TPR}$", "printed", _precision_over_recall),
        (r"$\int_1^0 \mathrm{Prec}\,\frac{d\mathrm{TPR}}{d\tau}\,d\tau$", "repaired", _precision_over_thresholds(1, 0)),
    ):
        e.add(form, f"{what} $= E_+[\\mathrm{{Prec}}]$", **_close(area, _mean_precision))
    e.control(
        r"$\int_0^1 \mathrm{Prec}\,d\mathrm{FPR} = E_+[\mathrm{Prec}]$",
        **_close(lambda law: float(_WEIGHTS @ _precision_at(law, 1 - _NODES ** (1 / law[1]))), _mean_precision),
    )
    return e


def _laws_note() -> str:
    laws = ", ".join(map(str, LAWS))
    return (
        rf"Scores with distribution functions $\tau^a$ (positives) and $1-(1-\tau)^b$ (negatives), $(a, b)$ = {laws}."
    )


def _tpr(law) -> sympy.Expr:
    return 1 - TAU ** law[0]


def _fpr(law) -> sympy.Expr:
    return (1 - TAU) ** law[1]


def _outscores(law) -> sympy.Expr:
    """P(p_+ > p_-): the density of the positives times the distribution function of the negatives."""
    return sympy.integrate(sympy.expand(sympy.diff(TAU ** law[0], TAU) * (1 - _fpr(law))), (TAU, 0, 1))


def _over_thresholds(low: int, high: int):
    return lambda law: sympy.integrate(sympy.expand(_tpr(law) * sympy.diff(_fpr(law), TAU)), (TAU, low, high))


def _tpr_over_fpr(law) -> sympy.Expr:
    """With FPR itself as the variable: tau = 1 - FPR^(1/b)."""
    inverse = 1 - X ** sympy.Rational(1, law[1])
    return sympy.integrate(sympy.expand(_tpr(law).subs(TAU, inverse)), (X, 0, 1))


def _fpr_over_tpr(law) -> sympy.Expr:
    """With TPR as the variable: tau = (1 - TPR)^(1/a)."""
    inverse = X ** sympy.Rational(1, law[0])  # X stands for 1 - TPR, which runs over the same interval
    return 1 - sympy.integrate(sympy.expand(_fpr(law).subs(TAU, inverse)), (X, 0, 1))


def _equal(area, reference) -> dict:
    values = [sympy.nsimplify(area(law)) for law in LAWS]
    expected = [reference(law) for law in LAWS]
    return {
        "agrees": all(sympy.simplify(a - b) == 0 for a, b in zip(values, expected, strict=True)),
        "reproduced": ", ".join(f"{a} for {b}" for a, b in zip(values, expected, strict=True)),
    }


_NODES, _WEIGHTS = (lambda rule: ((rule[0] + 1) / 2, rule[1] / 2))(np.polynomial.legendre.leggauss(400))


def _precision_at(law, tau: np.ndarray) -> np.ndarray:
    a, b = law
    share = float(PREVALENCE)
    true, false = share * (1 - tau**a), (1 - share) * (1 - tau) ** b
    return true / (true + false)


def _precision_over_thresholds(low: int, high: int):
    sign = 1 if high > low else -1
    return lambda law: sign * float(_WEIGHTS @ (_precision_at(law, _NODES) * -law[0] * _NODES ** (law[0] - 1)))


def _precision_over_recall(law) -> float:
    return float(_WEIGHTS @ _precision_at(law, (1 - _NODES) ** (1 / law[0])))


def _mean_precision(law) -> float:
    """Mean over positives at 200,001 evenly spaced quantiles: no derivative and no substitution."""
    quantiles = (np.arange(200_001) + 0.5) / 200_001
    return float(_precision_at(law, quantiles ** (1 / law[0])).mean())


def _close(area, reference) -> dict:
    values, expected = [area(law) for law in LAWS], [reference(law) for law in LAWS]
    return {
        "agrees": bool(np.allclose(values, expected, atol=1e-5)),
        "reproduced": ", ".join(f"{a:.4f} for {b:.4f}" for a, b in zip(values, expected, strict=True)),
    }
