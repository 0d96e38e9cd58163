"""Rankings drawn at random: one pair in six, which decisions AUROC and AP agree with best, and equally good models."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import sympy
from scipy.integrate import quad
from scipy.special import ndtr

import metricbook
from claimledger import Claim, Evidence
from metricbook import disagreement
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, samples
from scoring_the_scores.synthesis.disagreement import chance, small, tables

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
    area = chance.opposite(shares["AUROC"], shares["AP"])
    e.printed("simulated", published=1 / 6, reproduced=area.value, standard_error=area.standard_error, tolerance=0.001)
    e.control(
        "one in five", published=1 / 5, reproduced=area.value, standard_error=area.standard_error, tolerance=0.001
    )
    rare = chance.drawn(200, 1800, DRAWS, np.random.default_rng(SEED), flagged=200)
    share = chance.opposite(rare["AUROC"], rare["AP"])
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
    limits = chance.flagging(shares)
    lowest = {name: (float(shares[limits[name].argmin()]), float(limits[name].min())) for name in ("AUROC", "AP")}
    e.printed("AUROC: best at one half, 1/6", published=[0.5, 1 / 6], reproduced=lowest["AUROC"], tolerance=0.0005)
    e.printed("AP: best at 0.203, 0.202", published=[0.203, 0.202], reproduced=lowest["AP"], tolerance=0.0005)
    drawn = _drawn()
    for name in ("AUROC", "AP"):
        # Equal numbers of true positives, of which there are some at any size, are no opposite orders.
        share = chance.opposite(drawn[name], drawn["flagging"])
        tied = sum(math.comb(int(k), 2) for k in drawn["flagging"].value_counts()) / math.comb(DRAWS, 2)
        expected = float(chance.flagging([0.2])[name].iloc[0])
        e.printed(f"{name} and a fifth flagged, simulated, ties shared out evenly", published=expected, tolerance=0.002,
                  reproduced=share.value + tied / 2, standard_error=share.standard_error)  # fmt: skip
    e.control("AP: best at one half", published=0.5, reproduced=lowest["AP"][0], tolerance=0.0005)
    return e


def angle() -> Evidence:
    """Quadrants of a normal law by another formula; angles as distances; and models that are drawn."""
    table = tables.two_models()
    e = Evidence(
        note=f"1,000 pairs of models of {tables.CASES:,} cases, in {len(table)} settings, within 4 standard errors and "
        "0.01; the distances, of AUROC, AP, H, LxCIM and F1 on 4,000 drawn cases."
    )
    places = [-2.0, -0.5, 0.0, 1.0]
    grid = list(itertools.product([-0.9, -0.3, 0.0, 0.6, 0.95], places, places))
    e.printed("the probability of opposite signs, by integrating over one variable", cases=(
        abs(float(disagreement(*point)) - _opposite_by_integration(*point)) < 1e-8 for point in grid
    ))  # fmt: skip
    apart = _angles()
    names = sorted({name for pair in apart for name in pair})
    e.printed("an angle is at most the sum of two others", cases=(
        apart[a, b] <= apart[a, c] + apart[c, b] for a, b, c in itertools.permutations(names, 3)
    ))  # fmt: skip
    e.printed("drawn models: opposite orders as often", cases=_as_often(table, table["limit"]))
    ahead = table[table["ahead"] > 0]
    e.control("the arccos for models of different worth too",
              cases=_as_often(ahead, (_equals(row, table) for row in ahead.itertuples())))  # fmt: skip
    e.control("as of two metrics that have nothing to do with each other", cases=_as_often(table, [0.5] * len(table)))
    return e


def equally_good(claim: Claim) -> Evidence:
    """How often AUROC and AP order two equally good models oppositely: by influences, and among drawn models."""
    table = tables.two_models().query("ahead == 0")
    names = [f"AUROC {row.AUROC}, {row.positives}, {row.correlation}" for row in table.itertuples()]
    e = Evidence(
        claim,
        note="Influences on 500,000 drawn cases; 1,000 pairs of models of 2,000 cases each, within 4 standard errors "
        "and 0.01 of the limit. A setting is AUROC, the share of positives, and the correlation of noise.",
    )
    e.printed("arccos of the correlation of differences of influences, over pi",
              reproduced=dict(zip(names, table["limit"].tolist(), strict=True)))  # fmt: skip
    e.printed("drawn models: opposite orders as often", cases=_as_often(table, table["limit"]))
    e.control("one in six, whatever the models know", cases=_as_often(table, [1 / 6] * len(table)))
    return e


def _as_often(table: pd.DataFrame, expected: Iterable[float]) -> Iterator[bool]:
    """Whether drawn models were ordered oppositely as often as expected, for each setting."""
    for row, share in zip(table.itertuples(), expected, strict=True):
        yield abs(row.drawn - share) < 4 * row.standard_error + 0.01


def _equals(row: Any, table: pd.DataFrame) -> float:
    """The limit for equally good models in the setting of a row."""
    same = table[(table[["AUROC", "positives", "correlation"]] == list(row[1:4])).all(axis=1) & (table["ahead"] == 0)]
    return float(same["limit"].iloc[0])


def _opposite_by_integration(correlation: float, first: float, second: float) -> float:
    """The probability that two normal variables differ in sign, given one of them and averaged over it."""
    spread = math.sqrt(1 - correlation**2)

    def given(z: float) -> float:
        below = float(ndtr(-(second + correlation * z) / spread))
        return math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * (below if first + z > 0 else 1 - below)

    parts = (quad(given, *ends, epsabs=1e-11)[0] for ends in ((-np.inf, -first), (-first, np.inf)))
    return float(sum(parts))


def _angles() -> dict[tuple[str, str], float]:
    """The angle between every two of five metrics on drawn models, by the names of both, in either order."""
    drawn = tables.MODELS[5].draw(4000, np.random.default_rng(SEED))
    found = metricbook.angle(*drawn, ["auroc", "average_precision", "h_measure", "lxcim", "f1_score"])
    rows = {(row.metric, row.other): row.disagree for row in found.itertuples()}
    return rows | {(other, metric): share for (metric, other), share in rows.items()}


@cache
def _drawn() -> pd.DataFrame:
    rng = np.random.default_rng(SEED)
    return chance.drawn(POSITIVES, POSITIVES, DRAWS, rng, flagged=2 * POSITIVES // 5)


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
