"""A, the chance to win a comparison of one positive with one negative (Section 3.1, Figure 3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import sympy
from scipy.special import ndtr

from claimledger import Claim, Evidence
from metricbook import auroc
from metricbook.exact import ranking as exact
from metricbook.exact.samples import rankings
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS

QUADRATURE = 1e-9
SEED, REPEATS, PAIRS = 20_231_121, 100, 1_000


def definition() -> Evidence:
    """Eqs. 1-4: both integrals by algebra for polynomials, by quadrature for the nine populations, by counting."""
    integrals = [_polynomial_integrals(*powers) for powers in product(range(4), repeat=2)]
    e = Evidence(
        note="Scores with densities, as the paper assumes, have no ties. The chance is known without an integral: "
        "$(k+1)x^k$ is the density of the largest of $k+1$ uniform numbers."
    )
    e.printed("Eq. 3 is the chance to win, polynomial densities", cases=(f.double == f.wins for f in integrals))
    e.printed("Eq. 4 is it too", cases=(f.single == f.wins for f in integrals))
    e.printed(
        r"Eq. 4 by quadrature is the mean of $\Phi((m_p-m)/(\sigma\sqrt2))$, nine populations",
        cases=(abs(_area(letter) - PANELS[letter].auroc) < QUADRATURE for letter in PANELS),
    )
    e.printed(
        "counting all pairs gives the same as the sweep, nine samples",
        cases=(
            _wins(d.inputs[d.labels], d.inputs[~d.labels]) == auroc(d.labels, d.inputs)
            for d in nine.samples()[0].values()
        ),
    )
    e.control("with $F_P$ for $1-F_P$", cases=(f.turned == f.wins for f in integrals))
    return e


def area_under_curve() -> Evidence:
    """Eq. 5: the change of variable, with u as the argument of the inverse, and with a fixed r."""
    x, u, r = sympy.symbols("x u r", positive=True)
    powers = range(1, 4)  # negatives uniform on [0, 1], positives with the density (k + 1) x^k
    rate = {k: 1 - x ** (k + 1) for k in powers}
    wins = {k: sympy.Rational(k + 1, k + 2) for k in powers}
    inverse = 1 - u  # of u(x) = 1 - x
    areas = {letter: _under_roc(letter) for letter in PANELS}
    e = Evidence(
        note="Populations: area under the curve through the rates at 4001 thresholds, by the trapezoidal rule."
    )
    e.printed(
        r"$A=\int v f_N$, positives of polynomial density against uniform negatives",
        cases=(bool(sympy.integrate(rate[k], (x, 0, 1)) == wins[k]) for k in powers),
    )
    e.printed(
        r"$A=\int_0^1v(u^{-1}(u))\,du$, the same",
        cases=(bool(sympy.integrate(sympy.expand(rate[k].subs(x, inverse)), (u, 0, 1)) == wins[k]) for k in powers),
    )
    e.printed(
        "the area under the ROC curve is $A$, nine populations",
        cases=(abs(areas[letter] - PANELS[letter].auroc) < 1e-6 for letter in PANELS),
    )
    e.control(
        r"with a fixed $r$ as the argument, $\int_0^1v(u^{-1}(r))\,du$, the same",
        cases=(
            bool(sympy.simplify(sympy.integrate(rate[k].subs(x, inverse.subs(u, r)), (u, 0, 1)) - wins[k]) == 0)
            for k in powers
        ),
    )
    return e


def figure_3(claim: Claim) -> Evidence:
    """Figure 3: the printed areas against the populations', within four spreads of its procedure."""
    e = Evidence()
    for letter, printed in claim.published.items():
        e.printed(
            f"A of panel {letter}: the population's, with the spread of the paper's procedure",
            published=printed,
            reproduced=round(PANELS[letter].auroc, 4),
            standard_error=round(nine.spread_of_paper(letter), 4),
            tolerance=claim.tolerance,
        )
    e.missing(
        "The data sets and the random pairs of the paper have no seed, so the third digit cannot be had again.",
        looked="the paper's text and its public repository, whose script sets none.",
        instead="the population's own A, and how far a data set and 1000 pairs from it spread around it.",
    )
    e.note = f"Spread of the data from {nine.DRAWS} data sets for each panel; that of the pairs is binomial."
    return e


def near_one() -> Evidence:
    """Section 3.1: the five panels named as having A close to one, against the four others, in closed form."""
    areas = {letter: PANELS[letter].auroc for letter in PANELS}
    named, others = "adghi", "bcef"
    lowest, highest = min(areas[x] for x in named), max(areas[x] for x in others)
    e = Evidence()
    e.printed(
        "$A$ of a, d, g, h and i is above 0.95", agrees=lowest > 0.95, reproduced=nine.rounded(areas[x] for x in named)
    )
    e.printed(
        "each is larger than all the others", agrees=lowest > highest, reproduced=f"{lowest:.3f} against {highest:.3f}"
    )
    e.control(
        "the panels b and e, nearest to them, are above 0.95 too",
        agrees=min(areas[x] for x in "be") > 0.95,
        reproduced=nine.rounded(areas[x] for x in "be"),
    )
    e.note = "The paper gives no bound for close; 0.95 is ours."
    return e


def inflated() -> Evidence:
    """Section 3.1: A of panels with equal difficult negatives and ever more easy ones, and the panels named as such."""
    grows = {column: [PANELS[letter].auroc for letter in column] for column in nine.COLUMNS}
    against = [float(ndtr((PANELS[letter].positive_mean - PANELS[letter].hard_mean) / np.sqrt(8))) for letter in "cfi"]
    named = {letter: PANELS[letter].hard_mean for letter in "chi"}
    e = Evidence()
    e.printed(
        "$A$ grows from c through f to i, and in the other columns too",
        agrees=all(a < b < c for a, b, c in grows.values()),
        reproduced={column: nine.rounded(values) for column, values in grows.items()},
    )
    e.printed(
        "the chance to win against a difficult negative stays the same in c, f and i",
        agrees=len(set(against)) == 1,
        reproduced=nine.rounded(against),
    )
    e.control(
        "c, h and i, named in passing, have difficult negatives of one mean",
        agrees=len(set(named.values())) == 1,
        reproduced=named,
    )
    return e


def random_pairs() -> Evidence:
    """Section 3.1: the mean of the sampled share of wins, over all draws exactly, and over repeated draws."""
    drawn = [_two_draws(labels) for labels in rankings(4)] + [_two_draws(labels) for labels in rankings(3)]
    rng = np.random.default_rng(SEED)
    e = Evidence()
    e.printed(
        "mean over all draws of two pairs is the AUROC, all labels of three and of four scores",
        cases=(mean == area for mean, _, area in drawn),
    )
    for letter in "cei":
        sample = nine.samples()[0][letter]
        top, rest = sample.scores[sample.labels], sample.scores[~sample.labels]
        shares = np.mean(rng.choice(top, (REPEATS, PAIRS)) > rng.choice(rest, (REPEATS, PAIRS)), axis=1)
        area = auroc(sample.labels, sample.scores)
        error = np.sqrt(area * (1 - area) / PAIRS / REPEATS)
        e.printed(
            f"panel {letter}: mean share against the AUROC {area:.4f}",
            agrees=abs(shares.mean() - area) < 4 * error,
            reproduced=round(float(shares.mean()), 4),
        )
    e.control("with the second image from the whole data set", cases=(whole == area for _, whole, area in drawn))
    e.note = (
        f"{REPEATS} repeats of {PAIRS} pairs drawn with replacement, seed {SEED}; means within four standard "
        f"errors. One such share has the standard deviation $\\sqrt{{A(1-A)/{PAIRS}}}$, at most "
        f"{(0.25 / PAIRS) ** 0.5:.3f}."
    )
    return e


class _Integrals(NamedTuple):
    """Eqs. 3 and 4, Eq. 4 with F_P for 1 - F_P, and the chance to win, of two densities."""

    double: sympy.Expr
    single: sympy.Expr
    turned: sympy.Expr
    wins: sympy.Rational


def _polynomial_integrals(power_n: int, power_p: int) -> _Integrals:
    """For the densities (k + 1) x^k on [0, 1]: the largest of k + 1 uniform numbers, for either class."""
    x, r = sympy.symbols("x r")
    f_n, f_p = (power_n + 1) * r**power_n, (power_p + 1) * x**power_p
    inner, below = sympy.integrate(f_p, (x, r, 1)), sympy.integrate(f_p, (x, 0, r))
    double, single, turned = (
        sympy.integrate(sympy.expand(f_n * factor), (r, 0, 1)) for factor in (inner, 1 - below, below)
    )
    return _Integrals(double, single, turned, wins=sympy.Rational(power_p + 1, power_n + power_p + 2))


def _two_draws(labels: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """Mean share of wins over all draws of two pairs, share against the whole data set, and AUROC of one ranking."""
    scores = range(len(labels), 0, -1)
    top, rest = ([s for s, y in zip(scores, labels, strict=True) if y == kind] for kind in (1, 0))
    wins = [p > n for p, n in product(top, rest)]
    two = [Fraction(a + b, 2) for a, b in product(wins, repeat=2)]
    whole = [p > s for p, s in product(top, scores)]
    return sum(two, Fraction(0)) / len(two), Fraction(sum(whole), len(whole)), exact.auroc(labels, list(scores))


def _area(letter: str) -> float:
    """Eq. 4 of a panel's population by the trapezoidal rule, which is exact to rounding for such smooth tails."""
    panel = PANELS[letter]
    grid = np.linspace(panel.easy_mean - 20, panel.positive_mean + 20, 4_001)
    inner = ndtr((panel.positive_mean - grid) / panel.sd)
    return float(np.trapezoid(nine.negative_density(panel, grid) * inner, grid))


def _under_roc(letter: str) -> float:
    """Area under the curve through the population's rates at many thresholds."""
    panel = PANELS[letter]
    grid = np.linspace(panel.positive_mean + 20, panel.easy_mean - 20, 20_001)
    points = np.array([nine.rates(panel, r) for r in grid[::5]])
    return float(np.trapezoid(points[:, 0], points[:, 1]))


def _wins(top: np.ndarray, rest: np.ndarray) -> float:
    """Share of won pairs, every positive counted against every negative."""
    return float(np.searchsorted(np.sort(rest), top, side="left").sum() / (top.size * rest.size))
