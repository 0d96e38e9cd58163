"""Rankings drawn at random: one pair in six, and which decisions AUROC and AP agree with best."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import sympy

from claimledger import Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, samples
from scoring_the_scores.synthesis import small
from scoring_the_scores.synthesis.angle import random_rankings

SEED = 15
DRAWS = 1500
POSITIVES = 1500  # and as many negatives


def one_in_six() -> Evidence:
    """The identity for AP, the correlation of its scores with those of AUROC, and the share of opposite pairs."""
    e = Evidence(
        note=f"{DRAWS:,} random rankings of {POSITIVES:,} and {POSITIVES:,}, and of 200 and 1,800, seed {SEED}."
    )
    ranked = [labels for labels, _ in samples(7, ties=False)]
    e.printed("AP is a Savage statistic and a remainder, exactly", cases=(_split(y) == 0 for y in ranked))
    e.printed("the remainder is never negative", cases=(_remainder(y) >= 0 for y in ranked))
    e.printed("the scores correlate as said", cases=(
        _correlation_squared(n) == Fraction(n - 1, n + 1) * 3 / 4 / (1 - _harmonic(n)[0] / n) for n in range(2, 30)
    ))  # fmt: skip
    u = sympy.Symbol("u", positive=True)
    limit = _limit(-u, -sympy.log(u), u)
    e.printed("arccos of their limiting correlation, over pi", published="1/6", reproduced=Fraction(str(limit)))
    e.printed("exact shares of nine sizes rise towards it", published=True, reproduced=_rising())
    shares = _drawn()
    area = random_rankings.opposite(shares["AUROC"], shares["AP"])
    e.printed("simulated", published=1 / 6, reproduced=area.value, standard_error=area.standard_error, tolerance=0.001)
    e.control(
        "one in five", published=1 / 5, reproduced=area.value, standard_error=area.standard_error, tolerance=0.001
    )
    rare = random_rankings.drawn(200, 1800, DRAWS, np.random.default_rng(SEED), flagged=200)
    share = random_rankings.opposite(rare["AUROC"], rare["AP"])
    e.printed("200 positives in 2,000, simulated", published=0.19, tolerance=0.005,
              reproduced=share.value, standard_error=share.standard_error)  # fmt: skip
    e.control(
        "AP with Wilcoxon's scores in place of Savage's",
        over=ranked,
        holds=lambda y: _split(y, scores=[Fraction(-k) for k in range(1, len(y) + 1)]) == 0,
    )
    return e


def best_share_flagged() -> Evidence:
    """The share flagged at which decisions agree best with AUROC, and with AP, and how often they do not."""
    e = Evidence(note=f"{DRAWS:,} random rankings of {POSITIVES:,} and {POSITIVES:,}, seed {SEED}; all pairs of them.")
    u, t = sympy.symbols("u t", positive=True)
    for name, score, correlation in (
        ("AUROC", -u, sympy.sqrt(3 * t * (1 - t))),
        ("AP", -sympy.log(u), -sympy.log(t) * sympy.sqrt(t / (1 - t))),
    ):
        measured = _correlation_with_top(score, u, t)
        at = [sympy.Rational(k, 10) for k in range(1, 10)]
        e.printed(
            f"{name}: the correlation with the top share t",
            cases=(abs((measured - correlation).subs(t, value).evalf()) < 1e-12 for value in at),
        )
    shares = np.linspace(0.001, 0.999, 9981)
    limits = random_rankings.flagging(shares)
    lowest = {name: (float(shares[limits[name].argmin()]), float(limits[name].min())) for name in ("AUROC", "AP")}
    e.printed("AUROC: best at one half, 1/6", published=[0.5, 1 / 6], reproduced=lowest["AUROC"], tolerance=0.0005)
    e.printed("AP: best at 0.203, 0.202", published=[0.203, 0.202], reproduced=lowest["AP"], tolerance=0.0005)
    drawn = _drawn()
    for name in ("AUROC", "AP"):
        # Equal numbers of true positives, of which there are some at any size, are no opposite orders.
        share = random_rankings.opposite(drawn[name], drawn["flagging"])
        tied = sum(math.comb(int(k), 2) for k in drawn["flagging"].value_counts()) / math.comb(DRAWS, 2)
        expected = float(random_rankings.flagging([0.2])[name].iloc[0])
        e.printed(f"{name} and a fifth flagged, simulated, ties shared out evenly", published=expected, tolerance=0.002,
                  reproduced=share.value + tied / 2, standard_error=share.standard_error)  # fmt: skip
    e.control("AP: best at one half", published=0.5, reproduced=lowest["AP"][0], tolerance=0.0005)
    return e


@cache
def _drawn() -> pd.DataFrame:
    rng = np.random.default_rng(SEED)
    return random_rankings.drawn(POSITIVES, POSITIVES, DRAWS, rng, flagged=2 * POSITIVES // 5)


def _harmonic(n: int) -> list[Fraction]:
    """Savage's scores: 1/k + ... + 1/n for k = 1, ..., n."""
    sums = [Fraction(1, n)]
    for k in range(n - 1, 0, -1):
        sums.append(sums[-1] + Fraction(1, k))
    return sums[::-1]


def _deviations(labels: Labels) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Place, label less the share of positives, and the sum of these so far."""
    share, total = Fraction(sum(labels), len(labels)), Fraction(0)
    for k, label in enumerate(labels, 1):
        total += label - share
        yield k, label - share, total


def _remainder(labels: Labels) -> Fraction:
    return sum((e**2 / (2 * k) + total**2 / (2 * k * (k + 1)) for k, e, total in _deviations(labels)), Fraction(0))


def _split(labels: Labels, scores: list[Fraction] | None = None) -> Fraction:
    """AP times the positives less what the identity says it is."""
    n, positives = len(labels), sum(labels)
    share = Fraction(positives, n)
    scores = _harmonic(n) if scores is None else scores
    linear = share * sum((e * h for (_, e, _), h in zip(_deviations(labels), scores, strict=True)), Fraction(0))
    precision = exact.average_precision(labels, range(n, 0, -1))
    return positives * precision - n * share**2 - linear - _remainder(labels)


def _correlation_squared(n: int) -> Fraction:
    places, scores = range(1, n + 1), _harmonic(n)
    both = Fraction(sum(k * h for k, h in zip(places, scores, strict=True)), n) - Fraction(n + 1, 2)
    return both**2 / (Fraction(n**2 - 1, 12) * (sum((h**2 for h in scores), Fraction(0)) / n - 1))


def _covariance(one: sympy.Expr, other: sympy.Expr, u: sympy.Symbol) -> sympy.Expr:
    def mean(f: sympy.Expr) -> sympy.Expr:
        return sympy.integrate(f, (u, 0, 1))

    return mean(one * other) - mean(one) * mean(other)


def _limit(one: sympy.Expr, other: sympy.Expr, u: sympy.Symbol) -> sympy.Expr:
    spread = sympy.sqrt(_covariance(one, one, u) * _covariance(other, other, u))
    return sympy.acos(_covariance(one, other, u) / spread) / sympy.pi


def _correlation_with_top(score: sympy.Expr, u: sympy.Symbol, t: sympy.Symbol) -> sympy.Expr:
    """The correlation of a score with 1 up to t and 0 after it, whose variance is t (1 - t)."""
    together = sympy.integrate(score, (u, 0, t)) - t * sympy.integrate(score, (u, 0, 1))
    return together / sympy.sqrt(t * (1 - t) * _covariance(score, score, u))


def _rising() -> bool:
    shares = [small.opposite_share(m, m) for m in range(1, 9)]
    return all(a <= b for a, b in itertools.pairwise(shares)) and shares[-1] < Fraction(1, 6)
