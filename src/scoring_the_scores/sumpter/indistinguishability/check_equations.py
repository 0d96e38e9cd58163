"""Sections 3.3 and 3.6: the formula for B step by step, its two parts, F1, and the precision-recall integral."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy

from claimledger import Evidence
from metricbook import average_precision
from scoring_the_scores.sumpter import counted as small
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.indistinguishability.random_pairs import randomised_win_rate
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel, draw, panel_rng

HALF = small.HALF
PANEL, INPUT = "e", 6.0
DRAWS, SEED = 100_000, 15
_COUNTED = "Every order of up to six labels and every sample of up to five with ties, at each of its scores."
_CLOSE = 1e-7  # of trapezoids over smooth densities


def equation_9() -> Evidence:
    """Eq. 9: B from the win rates against flagged positives and flagged negatives, counted."""
    e = Evidence(note=_COUNTED)
    cases = [
        (c, c.against_positives, c.against_negatives)
        for c in small.counted()
        if c.against_positives is not None and c.against_negatives is not None
    ]
    e.printed(
        "the two win rates, weighted with $C$ and $1-C$, make $B$",
        cases=(positive * c.precision + negative * (1 - c.precision) == c.win_rate for c, positive, negative in cases),
    )
    shares = [Fraction(c.positives, c.positives + c.negatives) for c, *_ in cases]
    e.control(
        "weighted with the shares of the classes in the whole sample",
        cases=(
            positive * p + negative * (1 - p) == c.win_rate
            for (c, positive, negative), p in zip(cases, shares, strict=True)
        ),
    )
    return e


def equation_10() -> Evidence:
    """Eq. 10: both shares of the flagged set, as printed and with the right denominator, against counts."""
    cases = small.counted()
    some = [c for c in cases if c.swapped > 0]
    e = Evidence(note=_COUNTED)
    e.printed(
        "$Pv/(Nv+Pu)$ is the share of positives among the flagged",
        over=cases,
        holds=lambda c: c.swapped > 0 and c.positives * c.v / c.swapped == c.precision,
    )
    e.printed("the two printed shares add up to 1", over=some, holds=lambda c: c.flagged / c.swapped == 1)
    e.repaired(
        "$Pv/(Pv+Nu)$ and $Nu/(Pv+Nu)$ are the counted shares",
        cases=(
            c.positives * c.v / c.flagged == c.precision and c.negatives * c.u / c.flagged == 1 - c.precision
            for c in cases
        ),
    )
    e.repaired(
        "the printed shares add up to 1 if $P=N$ or $u=v$, and only then",
        cases=((c.flagged / c.swapped == 1) == (c.positives == c.negatives or c.u == c.v) for c in some),
    )
    e.control(
        "$P/(P+N)$, the share in the whole sample, is the share among the flagged",
        cases=(Fraction(c.positives, c.positives + c.negatives) == c.precision for c in cases),
    )
    return e


def equation_11() -> Evidence:
    """Eq. 11: its result against counts."""
    e = Evidence(note=_COUNTED + " The counted form of the integral is the mean over all positives above r.")
    cases = [c for c in small.counted() if c.v > 0]
    e.printed(
        r"$\int_r^\infty f_P v\,dt/v(r)$ is the counted win rate against flagged positives",
        cases=(_mean_of_positives(c) / c.v == c.against_positives for c in cases),
    )
    e.control(
        "the same without dividing by $v(r)$",
        cases=(_mean_of_positives(c) == c.against_positives for c in cases),
    )
    return e


def equation_12() -> Evidence:
    """Eq. 12: the integral over v with the printed and the right limits, in symbols and in the nine populations."""
    rate, x = sympy.symbols("v x", positive=True)
    integrals = {top: sympy.integrate(x, (x, *limits)) for top, limits in _limits(rate).items()}
    half = rate**2 / 2
    e = Evidence()
    e.printed(
        r"$\int_{v(r)}^\infty v\,dv = v(r)^2/2$",
        agrees=bool(sympy.simplify(integrals["printed"] - half) == 0),
        reproduced="infinite" if integrals["printed"] == sympy.oo else str(integrals["printed"]),
    )
    e.repaired(
        r"$\int_0^{v(r)} v\,dv = v(r)^2/2$",
        agrees=bool(sympy.simplify(integrals["repaired"] - half) == 0),
        reproduced=str(integrals["repaired"]).replace("**", "^"),
    )
    e.control(
        r"$\int_{v(r)}^1 v\,dv$, up to the largest rate there is, is it",
        agrees=bool(sympy.simplify(integrals["cut"] - half) == 0),
        reproduced=str(integrals["cut"]).replace("**", "^"),
    )
    e.repaired(
        r"$\int_r^\infty f_P v\,dt = v(r)^2/2$ by quadrature, nine populations at three thresholds",
        cases=(
            abs(_positive_integral(letter, r) - nine.rates(PANELS[letter], r)[0] ** 2 / 2) < _CLOSE
            for letter in nine.LETTERS
            for r in (4.0, 8.0, 12.0)
        ),
    )
    return e


def equation_13() -> Evidence:
    """Eq. 13: the win rate against flagged positives is half the true positive rate, counted."""
    cases = [c for c in small.counted() if c.v > 0]
    e = Evidence(note=_COUNTED + " Equal scores, a sample and itself among them, count one half.")
    e.printed(
        "the win rate against flagged positives is $v/2$",
        cases=(c.against_positives == c.v / 2 for c in cases),
    )
    e.control("it is 1/2", cases=(c.against_positives == HALF for c in cases))
    e.control("it is $C/2$", cases=(c.against_positives == c.precision / 2 for c in cases))
    return e


def equation_14() -> Evidence:
    """Eq. 14: the win rate against flagged negatives with u and with v in the integrand, counted and on panel e."""
    cases = [c for c in small.counted() if c.u > 0]
    panel = PANELS[PANEL]
    u = nine.rates(panel, INPUT)[1]
    wrong, right = (_negative_integral(panel, INPUT, with_v=with_v) / u for with_v in (False, True))
    drawn, error = _drawn_against_negatives()
    e = Evidence(note=_COUNTED + f" Panel {PANEL} at X = {INPUT:g}: {DRAWS} drawn pairs, seed {SEED}.")
    e.printed(
        r"$\int_r^\infty f_N u\,dt/u(r)$ is the counted win rate",
        over=cases,
        holds=lambda c: c.integral_u / c.u == c.against_negatives,
    )
    e.printed(
        f"panel {PANEL}: the printed integral against drawn pairs",
        agrees=abs(wrong - drawn) < 4 * error,
        reproduced=f"{wrong:.3f} against {drawn:.3f}",
    )
    e.repaired(
        r"$\int_r^\infty f_N v\,dt/u(r)$ is the counted win rate",
        cases=(c.integral_v / c.u == c.against_negatives for c in cases),
    )
    e.repaired(
        f"panel {PANEL}: with $v$ in it",
        agrees=abs(right - drawn) < 4 * error,
        reproduced=f"{right:.3f} against {drawn:.3f}",
    )
    e.repaired(
        "the printed integral is $u(r)/2$ whatever the scores are",
        cases=(c.integral_u / c.u == c.u / 2 for c in cases),
    )
    e.control("with $v$, but not divided by $u(r)$, it is", cases=(c.integral_v == c.against_negatives for c in cases))
    return e


def equation_15() -> Evidence:
    """Eq. 15 as printed, with one slip repaired, and with both, against counts and against drawn pairs on panel e."""
    cases = [c for c in small.counted() if c.swapped > 0]
    panel = PANELS[PANEL]
    labels, inputs = draw(panel, rng=panel_rng(SEED, PANEL))
    e = Evidence(
        note=_COUNTED + f" Panel {PANEL}: one data set, {DRAWS} drawn pairs for each threshold, seed {SEED}; "
        f"the population may differ from the data set by 0.02."
    )
    e.printed(
        r"$\frac{Pv^2/2+N\int f_Nu}{Nv+Pu}$ is the counted $B$",
        over=cases,
        holds=lambda c: _b(c, c.integral_u, c.swapped) == c.win_rate,
    )
    e.repaired(
        r"$\frac{Pv^2/2+N\int f_Nv}{Pv+Nu}$ is the counted $B$",
        cases=(_b(c, c.integral_v, c.flagged) == c.win_rate for c in small.counted()),
    )
    e.control("the integrand alone repaired", over=cases, holds=lambda c: _b(c, c.integral_v, c.swapped) == c.win_rate)
    e.control(
        "the denominator alone repaired", over=cases, holds=lambda c: _b(c, c.integral_u, c.flagged) == c.win_rate
    )
    for r in (6.0, 8.0, 9.0):
        rng = np.random.default_rng(SEED)
        estimate, error = randomised_win_rate(labels, inputs, threshold=r, draws=DRAWS, rng=rng)
        v, u = nine.rates(panel, r)
        p, n = panel.positives, panel.negatives
        printed = (p * v * v / 2 + n * _negative_integral(panel, r, with_v=False)) / (n * v + p * u)
        allowed = 4 * error + 0.02
        e.printed(
            f"panel {PANEL} at X = {r:g}: printed formula and drawn pairs",
            agrees=abs(printed - estimate) < allowed,
            reproduced=f"{printed:.3f} against {estimate:.3f}",
        )
        repaired = nine.win_rate(panel, r)
        e.repaired(
            f"panel {PANEL} at X = {r:g}: repaired formula",
            agrees=abs(repaired - estimate) < allowed,
            reproduced=f"{repaired:.3f} against {estimate:.3f}",
        )
    return e


def equations_17_to_19() -> Evidence:
    """Eqs. 17-19: the two parts of B with the printed and the right denominator and integrand, counted."""
    cases = [c for c in small.counted() if c.swapped > 0]
    e = Evidence(note=_COUNTED)
    e.printed(
        r"$\frac{Pv^2/2}{Nv+Pu} = \frac12vC$",
        over=cases,
        holds=lambda c: c.positives * c.v**2 / 2 / c.swapped == c.v * c.precision / 2,
    )
    e.printed(
        "the two printed parts add up to the counted $B$",
        over=cases,
        holds=lambda c: _b(c, c.integral_u, c.swapped) == c.win_rate,
    )
    e.repaired(
        r"$B_+ = \frac{Pv^2/2}{Pv+Nu} = \frac12vC$",
        cases=(c.positives * c.v**2 / 2 / c.flagged == c.v * c.precision / 2 for c in small.counted()),
    )
    e.repaired(
        r"$B_- = \frac{N\int f_Nv}{Pv+Nu}$ is the rest of $B$",
        cases=(c.win_rate - c.v * c.precision / 2 == c.negatives * c.integral_v / c.flagged for c in small.counted()),
    )
    e.control(
        "with $v$ in the integral and the printed denominator the parts add up to it",
        cases=(_b(c, c.integral_v, c.swapped) == c.win_rate for c in cases),
    )
    return e


def b_plus_in_words() -> Evidence:
    """The sentence after Eq. 19: B_+ against recall times true positive rate, and precision times it, halved."""
    cases = small.counted()

    def plus(c: small.Counted) -> Fraction:
        return c.positives * c.v**2 / 2 / c.flagged

    e = Evidence(note=_COUNTED)
    e.printed("recall times true positive rate over two", over=cases, holds=lambda c: plus(c) == _recall(c) * c.v / 2)
    e.repaired("precision times true positive rate over two", cases=(plus(c) == c.precision * c.v / 2 for c in cases))
    e.repaired("recall and true positive rate are one and the same", cases=(_recall(c) == c.v for c in cases))
    e.control("precision times true positive rate, not halved", cases=(plus(c) == c.precision * c.v for c in cases))
    return e


def equation_20() -> Evidence:
    """Eq. 20 against 2TP/(2TP + FP + FN), counted."""
    cases = [c for c in small.counted() if c.v > 0]
    f1 = [_f1(c) for c in cases]
    e = Evidence(note=_COUNTED + " Thresholds with no true positive, where Eq. 20 is 0/0, are left out.")
    e.printed(
        "$2Cv/(C+v)$ is the counted F1",
        cases=(2 * c.precision * c.v / (c.precision + c.v) == value for c, value in zip(cases, f1, strict=True)),
    )
    e.control(
        "the arithmetic mean is",
        cases=((c.precision + c.v) / 2 == value for c, value in zip(cases, f1, strict=True)),
    )
    return e


def precision_recall_integral() -> Evidence:
    """Section 3.6: the mean of C over negatives, and over positives, against average precision."""
    ours, printed, average = {}, {}, {}
    for letter in nine.LETTERS:
        panel = PANELS[letter]
        grid = np.linspace(panel.easy_mean - 10 * panel.sd, panel.positive_mean + 10 * panel.sd, 8001)
        rates = np.array([nine.rates(panel, r) for r in grid[::8]])
        v, u = rates.T
        precision = panel.positives * v / (panel.positives * v + panel.negatives * u)
        density_n, density_p = nine.negative_density(panel, grid[::8]), _positive_density(panel, grid[::8])
        printed[letter] = float(np.trapezoid(precision * density_n, grid[::8]))
        ours[letter] = float(np.trapezoid(precision * density_p, grid[::8]))
        precisions = [average_precision(*draw(panel, rng=panel_rng(seed, letter))) for seed in range(8)]
        average[letter] = float(np.mean(precisions)), float(np.std(precisions, ddof=1))
    e = Evidence(
        note="Nine populations by quadrature; average precision of 8 drawn data sets of each, seeds 0 to 7. "
        "Allowed: four standard deviations of one data set."
    )
    for form, what, values in (("printed", "f_N", printed), ("repaired", "f_P", ours)):
        e.add(
            form,
            rf"$\int C\,{what}\,dt$ is the average precision of drawn data, nine panels",
            agrees=all(abs(values[k] - mean) < 4 * sd for k, (mean, sd) in average.items()),
            reproduced=f"panel e: {values['e']:.3f} against {average['e'][0]:.3f}",
        )
    e.control(
        "the area under the ROC curve is it, nine panels",
        agrees=all(abs(PANELS[k].auroc - mean) < 4 * sd for k, (mean, sd) in average.items()),
        reproduced=f"panel e: {PANELS['e'].auroc:.3f}",
    )
    return e


def partial_area() -> Evidence:
    """Section 3.6: the integral in B_-, with v in it, against the area under the ROC curve up to FPR u(r)."""
    e = Evidence(note="Every order of up to six labels, at each score.")
    cases = small.counted(ties=False)
    e.printed(
        r"$\int_r^\infty f_Nv\,dt$ is the area under the ROC curve left of $u(r)$",
        cases=(c.integral_v == _area_up_to(c) for c in cases),
    )
    e.printed(
        "with $r$ below all scores it is $A$",
        cases=(c.integral_v == small.auroc(c) for c in cases if c.threshold == min(c.scores)),
    )
    e.printed(
        "divided by $u(r)$ it is the area against the flagged negatives alone",
        cases=(c.integral_v / c.u == c.against_negatives for c in cases if c.u > 0),
    )
    e.control(
        r"with the $u$ of Eq. 19, $\int_r^\infty f_Nu\,dt$, it is the area too",
        cases=(c.integral_u == _area_up_to(c) for c in cases),
    )
    return e


def b_minus_and_precision_recall() -> Evidence:
    """Section 3.6: the precision-recall integrals with the denominator taken out, against B_- and B_+."""
    e = Evidence(note=_COUNTED)
    cases = small.counted()

    def minus(c: small.Counted) -> Fraction:
        return c.negatives * c.integral_v / c.flagged

    def with_n(c: small.Counted) -> Fraction:
        return c.positives * c.integral_v / c.flagged

    def with_p(c: small.Counted) -> Fraction:
        return c.positives * _mean_of_positives(c) / c.flagged

    e.printed(
        r"the right integral, $\int_r^\infty \frac{Pv}{Pv+Nu}f_P$, with its denominator outside is $B_-$",
        over=cases,
        holds=lambda c: with_p(c) == minus(c),
    )
    e.repaired(
        r"the printed one, with $f_N$, so changed is $\frac PN B_-$",
        cases=(with_n(c) == minus(c) * c.positives / c.negatives for c in cases),
    )
    e.repaired(r"the right one so changed is $B_+$", cases=(with_p(c) == c.precision * c.v / 2 for c in cases))
    e.control("the printed one so changed is $B_-$ itself", over=cases, holds=lambda c: with_n(c) == minus(c))
    return e


def _limits(rate: sympy.Symbol) -> dict[str, tuple]:
    return {"printed": (rate, sympy.oo), "repaired": (0, rate), "cut": (rate, 1)}


def _b(case: small.Counted, integral: Fraction, denominator: Fraction) -> Fraction:
    return (case.positives * case.v**2 / 2 + case.negatives * integral) / denominator


def _recall(case: small.Counted) -> Fraction:
    true_positives = sum(1 for label, s in zip(case.labels, case.scores, strict=True) if label and s >= case.threshold)
    return Fraction(true_positives, sum(case.labels))


def _f1(case: small.Counted) -> Fraction:
    above = [label for label, s in zip(case.labels, case.scores, strict=True) if s >= case.threshold]
    true = sum(above)
    return Fraction(2 * true, 2 * true + (len(above) - true) + (sum(case.labels) - true))


def _mean_of_positives(case: small.Counted) -> Fraction:
    """The integral of f_P v above the threshold: the mean of v over all positives, those below counting 0."""
    scores = [s for label, s in zip(case.labels, case.scores, strict=True) if label]
    above = [s for s in scores if s >= case.threshold]
    wins = sum((Fraction(2 * (other > s) + (other == s), 2) for s in above for other in scores), Fraction(0))
    return wins / len(scores) ** 2


def _area_up_to(case: small.Counted) -> Fraction:
    """Area under the ROC staircase between false positive rates 0 and u(r), column by column."""
    area, true = Fraction(0), 0
    for label, score in sorted(zip(case.labels, case.scores, strict=True), key=lambda pair: -pair[1]):
        if score < case.threshold:
            break
        true += label
        area += Fraction(0 if label else true, case.positives * case.negatives)
    return area


def _positive_density(panel: Panel, grid: np.ndarray) -> np.ndarray:
    return np.exp(-(((grid - panel.positive_mean) / panel.sd) ** 2) / 2) / (panel.sd * np.sqrt(2 * np.pi))


def _grid(panel: Panel, threshold: float) -> np.ndarray:
    return np.linspace(threshold, panel.positive_mean + 10 * panel.sd, 2001)


def _positive_integral(letter: str, threshold: float) -> float:
    panel = PANELS[letter]
    grid = _grid(panel, threshold)
    v = np.array([nine.rates(panel, r)[0] for r in grid])
    correction = (grid[1] - grid[0]) ** 2 / 12 * (_slope(panel, grid[0]))  # end term of the Euler-Maclaurin formula
    return float(np.trapezoid(_positive_density(panel, grid) * v, grid) + correction)


def _slope(panel: Panel, r: float) -> float:
    """Derivative of f_P v at r."""
    v, _ = nine.rates(panel, r)
    density = float(_positive_density(panel, np.array([r]))[0])
    return -density * (r - panel.positive_mean) / panel.sd**2 * v - density**2


def _negative_integral(panel: Panel, threshold: float, *, with_v: bool) -> float:
    grid = _grid(panel, threshold)
    rate = np.array([nine.rates(panel, r)[0 if with_v else 1] for r in grid])
    return float(np.trapezoid(nine.negative_density(panel, grid) * rate, grid))


def _drawn_against_negatives() -> tuple[float, float]:
    """Share of pairs in which a positive outscores a flagged negative of panel e, with its standard error."""
    rng = np.random.default_rng(SEED)
    panel = PANELS[PANEL]
    (_, top), *negatives = panel.groups
    sizes = np.array([size for size, _ in negatives], dtype=float)
    means = np.array([mean for _, mean in negatives])
    scores = rng.normal(means[rng.choice(means.size, 4 * DRAWS, p=sizes / sizes.sum())], panel.sd)
    flagged = scores[scores > INPUT][:DRAWS]
    won = rng.normal(top, panel.sd, flagged.size) > flagged
    return float(won.mean()), float(won.std(ddof=1) / flagged.size**0.5)
