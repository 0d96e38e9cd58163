"""The rising diagonal of the Tile: losses, the shift of the priors, and where scores are linear."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np

from claimledger import Evidence
from metricbook import Sweep, h_measure, loss, skew_from_cost
from metricbook.exact import tile as exact
from metricbook.exact.samples import Performance, performances, performances_at
from metricbook.tile import all_performances, ranking_score
from metricbook.tile.operations import shift_square
from scoring_the_scores.synthesis.diagonal.tables import h_along_diagonal

HALF = Fraction(1, 2)
PRIORS = (Fraction(1, 10), Fraction(1, 3), HALF, Fraction(3, 4))
QUARTERS = [Fraction(k, 4) for k in range(5)]
PLACES = list(product(QUARTERS, repeat=2))
ROUNDING = 1e-12  # of a handful of floats between 0 and 2


def _skew(cost: Fraction, prior: Fraction) -> Fraction:
    return cost * (1 - prior) / (cost * (1 - prior) + (1 - cost) * prior)


def losses() -> Evidence:
    """R at (1 - c, 1 - c) against both losses from their definitions, and H as a mean along the diagonal."""
    costs = [Fraction(k, 6) for k in range(7)]
    by_skew, by_cost = [], []
    mirrored, unscaled = {}, {}
    for prior, c in product(PRIORS, costs):
        for p in performances_at(prior):
            fpr, fnr = p[1] / (1 - prior), p[2] / prior
            z, q_c = _skew(c, prior), 2 * (c * p[1] + (1 - c) * p[2])
            score = exact.canonical_score(p, 1 - c, 1 - c)
            by_skew.append(score == 1 - (z * fpr + (1 - z) * fnr))
            by_cost.append(score == 1 - q_c / (2 * (c * (1 - prior) + (1 - c) * prior)))
            mirrored[p, c] = exact.canonical_score(p, c, c) == 1 - (z * fpr + (1 - z) * fnr)
            unscaled[p, c] = score == 1 - q_c
    rng = np.random.default_rng(15)
    package, measured = [], []
    for positives in (10, 30):
        y = np.arange(60) < positives
        s = rng.normal(size=60) + y
        thresholds, performances = all_performances(Sweep(y, s))
        grid = np.linspace(0, 1, 9)
        by_tile = ranking_score(performances[:, None, :], 1 - grid, 1 - grid)
        condition = skew_from_cost(grid, positives / 60)
        by_loss = loss(y, s, threshold=thresholds[:, None], condition=condition, ties="positive")
        package.append(np.abs(by_tile - 1 + by_loss).max() < ROUNDING)
        measured.append(abs(h_along_diagonal(y, s) - h_measure(y, s)) < 1e-6)
    e = Evidence(
        note="Exactly: priors 1/10, 1/3, 1/2, 3/4, TNR and TPR in quarters, cost proportions in sixths. The package: "
        "all thresholds of two random samples of 60. H: the mean over 4,000 cost proportions."
    )
    e.printed("$R_{1-c,1-c} = 1 - Q_z$", cases=by_skew)
    e.printed(r"$R_{1-c,1-c} = 1 - Q_c/\{2(c\pi_0+(1-c)\pi_1)\}$", cases=by_cost)
    e.printed("the package's score and loss at all thresholds, to rounding", cases=package)
    e.printed("the mean along the diagonal is the package's $H$, to a millionth", cases=measured)
    e.control("the place $(c,c)$ in place of $(1-c,1-c)$", over=mirrored, holds=mirrored.__getitem__)
    e.control("$1 - Q_c$ in place of $1 - Q_z$", over=unscaled, holds=unscaled.__getitem__)
    return e


def shift() -> Evidence:
    """Scores after a prior shift against the score at the shifted place, and the skew as a shifted cost proportion."""
    values, skew, package = [], [], []
    unmirrored, everywhere = {}, {}
    for source, target in product(PRIORS, repeat=2):

        def f(x: Fraction, source: Fraction = source, target: Fraction = target) -> Fraction:
            up, down = target / source, (1 - target) / (1 - source)
            return up * x / (down * (1 - x) + up * x)

        if source != target:
            for a, b in PLACES:
                same = _same_values(source, target, (a, b), (f(a), f(b)))
                values.append(same == (a == b))
                everywhere[source, target, a, b] = same
        if target == HALF:
            for c in QUARTERS:
                z = _skew(c, source)
                skew.append(f(1 - z) == 1 - c)
                unmirrored[source, c] = f(z) == c
                ours = shift_square(1 - float(z), 0.5, source=float(source), target=0.5)[0]
                packaged = skew_from_cost(float(c), float(source))
                package.append(
                    bool(abs(1 - ours - float(c)) < ROUNDING and np.isclose(packaged, float(z), rtol=0, atol=ROUNDING))
                )
    e = Evidence(
        note="All shifts between the priors 1/10, 1/3, 1/2, 3/4; all places with coordinates in quarters; TNR and TPR "
        "in quarters. Only the place $(f(a),f(b))$ has the order, so no other can have the values."
    )
    e.printed("the shifted score is a canonical score if and only if $a=b$", cases=values)
    e.printed("$f(1-z)=1-c$ for the shift to equal priors", cases=skew)
    e.printed("the package's prior shift and skew, to rounding", cases=package)
    e.control("at every place the value at $(f(a),f(b))$ is kept", over=everywhere, holds=everywhere.__getitem__)
    e.control("$f(z)=c$", over=unmirrored, holds=unmirrored.__getitem__)
    return e


def _same_values(source: Fraction, target: Fraction, place: tuple, before: tuple) -> bool:
    """Whether the score at a place after a shift is the score at another place before it, for all in quarters."""
    for p in performances_at(source):
        after = exact.shifted(p, target)
        assert after is not None
        if exact.canonical_score(after, *place) != exact.canonical_score(p, *before):
            return False
    return True


def linear() -> Evidence:
    """At which places the score of an even mixture is the mean of both scores, with fixed and with any priors."""
    fixed, constant = [], []
    free: dict[tuple[Fraction, Fraction], bool] = {}
    for a, b in PLACES:
        weights = exact.importance(a, b)
        for prior in PRIORS:
            cases = list(performances_at(prior))
            sums = {sum(w * x for w, x in zip(weights, p, strict=True)) for p in cases}
            constant.append((len(sums) == 1) == (a == b))
            fixed.append(_is_linear(cases, a, b) == (a == b))
        free[a, b] = _is_linear(list(performances(4)), a, b)
    e = Evidence(
        note="All places with coordinates in quarters. Fixed priors 1/10, 1/3, 1/2, 3/4: all pairs of performances "
        "with FPR and TPR in quarters. Any priors: all pairs of performances in quarters. Mixtures in equal parts."
    )
    e.printed("with fixed priors the denominator is constant if and only if $a=b$", cases=constant)
    e.printed("with fixed priors the score is linear if and only if $a=b$", cases=fixed)
    e.printed(
        r"among all performances it is if and only if $a=b=\frac12$",
        cases=(is_free == (a == b == HALF) for (a, b), is_free in free.items()),
    )
    e.control(
        "among all performances it is if and only if $a=b$",
        over=free,
        holds=lambda place: free[place] == (place[0] == place[1]),
    )
    return e


def _is_linear(cases: list[Performance], a: Fraction, b: Fraction) -> bool:
    """Whether the score of each even mixture is the mean of the scores, where both are defined."""
    defined = [(p, v) for p in cases if (v := exact.canonical_score(p, a, b)) is not None]
    return all(
        exact.canonical_score([x + y for x, y in zip(p, q, strict=True)], a, b) == (v + w) / 2
        for (p, v), (q, w) in combinations(defined, 2)
    )
