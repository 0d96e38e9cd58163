"""Score laws on which the checks of Hand's argument and of Theorem 2 run."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import numpy as np
import sympy

from metricbook.exact.ranking import Number
from scoring_the_scores.flach.hands_argument.histograms import Histogram, all_histograms
from scoring_the_scores.flach.hands_argument.score_models import BetaScores, BinormalScores, ScoreModel
from scoring_the_scores.flach.samples import Ranked

#: Of integrals by 600 nodes of smooth functions that are of the order of 1.
QUADRATURE: Final = 1e-9
#: Of the place of a minimum, which is flat.
SEARCH: Final = 1e-6

#: Densities whose ratio rises from 0 to infinity, balanced and not.
MODELS: Final[tuple[BinormalScores | BetaScores, ...]] = (
    BinormalScores(1.2, 0.7),
    BinormalScores(2.0, 0.1),
    BinormalScores(0.8, 0.5),
    BetaScores((2, 5), (4, 3), 0.7),
    BetaScores((1, 2), (2, 1), 0.2),
)
SHARES: Final = tuple(Fraction(n, 10) for n in (1, 3, 5, 8))


@cache
def histograms() -> tuple[Histogram, ...]:
    """Every law on three bins with masses in quarters, at four class proportions: convex ROC curves and others.

    The simplest are first: with the fewest masses, and among these the balanced.
    """

    def plain(law: Histogram) -> tuple[int, bool]:
        return sum(mass > 0 for mass in law.masses_0 + law.masses_1), law.share_0 != Fraction(1, 2)

    return tuple(sorted(all_histograms(3, 4, SHARES), key=plain))


def distribution(sample: Ranked, label: int, threshold: Number) -> Fraction:
    """The paper's F_k(t): the share of class k at or below the threshold, by counting."""
    members = [score for y, score in zip(*sample, strict=True) if y == label]
    return Fraction(sum(score <= threshold for score in members), len(members))


def mass(sample: Ranked, label: int, score: Number) -> Fraction:
    """The paper's f_k(s): the share of class k at a score, by counting."""
    members = [s for y, s in zip(*sample, strict=True) if y == label]
    return Fraction(members.count(score), len(members))


S: Final = sympy.Symbol("s")
#: The score itself, to be integrated against a density.
S_POLY: Final = sympy.Poly(S, S)


@cache
def whole_beta_laws() -> tuple[tuple[sympy.Poly, sympy.Poly], ...]:
    """Beta densities with parameters 1 to 3, as polynomials, and their distribution functions."""
    laws = []
    for a, b in product((1, 2, 3), repeat=2):
        density = sympy.Poly(sympy.expand(S ** (a - 1) * (1 - S) ** (b - 1)), S)
        density = density * sympy.Poly(1 / density.integrate().eval(1), S)
        laws.append((density, density.integrate()))
    return tuple(laws)


def integral(polynomial: sympy.Poly) -> Fraction:
    """Over 0 to 1."""
    value = polynomial.integrate().eval(1)
    return Fraction(int(value.p), int(value.q))


def largest(gaps: list[float]) -> str:
    """The largest of some distances that rounding alone should make, in words; below 1e-12 machines differ."""
    return f"largest difference below 1e{math.ceil(math.log10(max(*np.abs(gaps), 1e-12)))}, {len(gaps)} cases"


def log_density_slope(model: ScoreModel, thresholds: np.ndarray) -> np.ndarray:
    """Derivative of log(f_1 / f_0) from the densities' own formulas."""
    if isinstance(model, BetaScores):
        slopes = (
            sign * ((a - 1) / thresholds - (b - 1) / (1 - thresholds))
            for sign, (a, b) in ((1, model.positive), (-1, model.negative))
        )
        return sum(slopes, np.zeros_like(thresholds))
    means = (model.positives.mean(), model.negatives.mean())
    return (means[0] - thresholds) - (means[1] - thresholds)
