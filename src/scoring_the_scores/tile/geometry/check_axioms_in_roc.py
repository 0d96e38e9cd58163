"""Section 3.3: what the second and third axiom of ranking look like in ROC space, for fixed priors."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import sympy

from claimledger import Evidence
from metricbook.exact import tile as exact
from metricbook.exact.samples import performances_at
from scoring_the_scores.tile import orders
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.geometry import exact_roc

EXACT = orders.EXACT
PRIORS = [Fraction(1, 5), Fraction(1, 2), Fraction(4, 5)]
PLACES = list(product(small.QUARTERS, repeat=2))


def _zero(expression: sympy.Expr) -> dict:
    left = sympy.factor(sympy.together(expression))
    return {"agrees": left == 0, "reproduced": f"difference {left}"}


def axiom_2() -> Evidence:
    """Section 3.3: which vertices respect Axiom 2, whose place is found, and a score that jumps between lines."""
    prior = Fraction(2, 5)
    grid = [Fraction(k, 2) for k in range(-4, 7)]
    corners = list(product((0, 1), repeat=2))
    outside = [v for v in product(grid, repeat=2) if v in corners or not (min(v) >= 0 and max(v) <= 1)]
    slopes = [(1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (1, -1), (2, -1), (1, -2)]
    allowed = {v: _respects(v) for v in outside}
    grey = {v: (min(v) >= 1 or max(v) <= 0) for v in outside}
    placed = {v: _place(v, prior) for v in outside if grey[v]}
    jump = [_jump(EXACT["A"](p)) for p in list(performances_at(prior))]
    places = {(a, b): [exact.canonical_score(p, a, b) for p in list(performances_at(prior))] for a, b in PLACES}
    perfect, worst = (_jump(EXACT["A"](exact_roc.at(x, y, prior))) for x, y in ((0, 1), (1, 0)))
    e = Evidence(
        note="Vertices in halves from -2 to 3, positive prior 2/5. A score continuous and different from line "
        "to line is monotone from one extreme line to the other; a vertex in ROC, corners apart, "
        "allows none, as the lines make a full turn."
    )
    e.printed(
        "a continuous one: Axiom 2 holds exactly for the vertices in the grey areas",
        cases=(allowed[v] == grey[v] for v in outside),
    )
    e.printed(
        "for parallel lines exactly if they do not fall; their place is on the diagonal",
        cases=(
            _parallel(d) == (d[1] >= 0)
            and (
                d[1] < 0
                or exact_roc.proportional(
                    exact_roc.vertex(a := Fraction((1 - prior) * d[0], (1 - prior) * d[0] + prior * d[1]), a, prior),
                    (*d, 0),
                )
            )
            for d in slopes
        ),
    )
    e.printed(
        "each of these is the vertex of one place in the square",
        cases=(
            0 <= a <= 1 and 0 <= b <= 1 and exact_roc.proportional(exact_roc.vertex(a, b, prior), (*v, 1))
            for v, (a, b) in placed.items()
        ),
    )
    e.printed(
        "and the score there orders as the lines do",
        cases=(_as_lines(v, place, prior) for v, place in placed.items()),
    )
    e.control("Axiom 2 holds for all of these vertices", over=outside, holds=allowed.__getitem__)
    e.control(
        "it holds for one minus accuracy too, which has the lines of accuracy and falls",
        over=performances_at(prior),
        holds=lambda p: perfect <= EXACT["A"](p) <= worst,
    )
    e.printed(
        "accuracy with its middle values shuffled: Axiom 2 holds, but mixtures leave the range",
        agrees=max(jump) <= perfect and min(jump) >= worst and not _mixes(prior),
        reproduced=f"best {perfect}, worst {worst}, mixtures in range: {_mixes(prior)}",
    )
    e.control(
        "and it has the order of a place in quarters",
        cases=[any(small.orders_alike(jump, row) for row in places.values())],
    )
    return e


def _jump(value: Fraction) -> Fraction:
    """Values strictly between 0 and 1 trade places across 1/2: different values stay different."""
    return value if value in (0, small.HALF, 1) else (value + small.HALF) % 1


def _mixes(prior: Fraction) -> bool:
    """Whether the shuffled accuracy keeps mixtures between their parts."""
    cases = list(performances_at(prior))
    score = {p: _jump(EXACT["A"](p)) for p in cases}
    return all(
        min(score[p], score[q])
        <= _jump(EXACT["A"](tuple((x + y) / 2 for x, y in zip(p, q, strict=True))))
        <= max(score[p], score[q])
        for p, q in combinations(cases, 2)
    )


def _turn(vertex: tuple, first: tuple, second: tuple) -> Fraction:
    """Positive if the second point is counterclockwise of the first, as seen from the vertex."""
    (x, y), (u, v), (s, t) = vertex, first, second
    return (u - x) * (t - y) - (v - y) * (s - x)


def _respects(vertex: tuple) -> bool:
    """Whether the lines to the upper left and the lower right corner are the extreme ones, on opposite sides."""
    top, bottom = (0, 1), (1, 0)
    corners = [c for c in product((0, 1), repeat=2) if c != vertex]
    over_top = [_turn(vertex, top, c) for c in corners]
    over_bottom = [_turn(vertex, bottom, c) for c in corners]
    return any(all(s * t <= 0 for t in over_top) and all(s * t >= 0 for t in over_bottom) for s in (1, -1))


def _parallel(direction: tuple) -> bool:
    """The same for parallel lines."""
    across = {c: direction[0] * c[1] - direction[1] * c[0] for c in product((0, 1), repeat=2)}
    low, high = sorted((across[0, 1], across[1, 0]))
    return low <= min(across.values()) and max(across.values()) <= high


def _place(vertex: tuple, prior: Fraction) -> tuple[Fraction, Fraction]:
    """The place, from the slopes of the lines to (1, 0) and to (0, 1): those of the values 0 and 1."""
    (x, y), n, p = vertex, 1 - prior, prior
    return n * (x - 1) / (n * (x - 1) + p * y), n * x / (n * x + p * (y - 1))


def _as_lines(vertex: tuple, place: tuple, prior: Fraction) -> bool:
    """Whether the score of two performances compares as the lines through them turn, for all pairs in quarters."""
    points = [q for q in product(small.QUARTERS, small.QUARTERS) if q != vertex]
    scores = {q: exact.canonical_score(exact_roc.at(*q, prior), *place) for q in points}
    sign = 1 if _turn(vertex, (1, 0) if vertex != (1, 0) else (0, 0), (0, 1)) > 0 else -1
    return all(
        np.sign(float(scores[r] - scores[q])) == np.sign(float(sign * _turn(vertex, q, r)))
        for q, r in combinations(points, 2)
    )


def axiom_3() -> Evidence:
    """Section 3.3: mixtures at fixed priors, all pairs of a lattice and all importances; the weights of the mean."""
    weights, shares = small.importances(), (Fraction(1, 4), small.HALF)
    cases = [[tuple(int(20 * x) for x in p) for p in list(performances_at(prior, 2))] for prior in PRIORS[:1]]
    lam, r, s, i, j = sympy.symbols("lambda R_1 R_2 E_1 E_2", positive=True)
    mixed = (lam * r * i + (1 - lam) * s * j) / (lam * i + (1 - lam) * j)
    weight = lam * i / (lam * i + (1 - lam) * j)
    e = Evidence(
        note=f"All pairs of performances with FPR and TPR in halves, positive prior 1/5, mixed 1:3 "
        f"and 1:1; the {len(weights)} admissible importances with values 0, 1, 3. $E_k$ is $E[I]$."
    )
    e.printed(
        r"$R=wR_1+(1-w)R_2$ with $w=\lambda E_1/\{\lambda E_1+(1-\lambda)E_2\}$",
        **_zero(mixed - weight * r - (1 - weight) * s),
    )
    e.printed(
        "no mixture leaves the range",
        cases=(_in_range(small.score_of(w), part, shares) for w in weights for part in cases),
    )
    e.control("nor for ACP", cases=(_in_range(EXACT["ACP"], part, shares) for part in cases))
    return e


def _in_range(score: small.Score, cases: list[tuple], shares: tuple) -> bool:
    """Whether no mixture of two of the performances leaves the range of their values."""
    values = {p: score(p) for p in cases}
    for share in shares:
        k, m = share.numerator, share.denominator - share.numerator
        for p, q in product(cases, repeat=2):
            if values[p] is None or values[q] is None:
                continue
            mixed = score(tuple(k * x + m * y for x, y in zip(p, q, strict=True)))
            if mixed is not None and not min(values[p], values[q]) <= mixed <= max(values[p], values[q]):
                return False
    return True


def roc_linear() -> Evidence:
    """Section 3.3: points of mixtures are mixtures of points, and back, with fixed priors; not with others."""
    third = Fraction(1, 3)

    def point(q: tuple) -> tuple:
        return 1 - EXACT["TNR"](q), EXACT["TPR"](q)

    def performance(place: tuple, prior: Fraction) -> tuple:
        x, y = place
        return exact_roc.at(x, y, prior)

    def straight(pairs) -> list[bool]:
        return [point(_mix(q, r, third)) == _mix(point(q), point(r), third) for q, r in pairs]

    fixed = {p: list(performances_at(p, 3)) for p in PRIORS}
    points = {p: [point(q) for q in part] for p, part in fixed.items()}
    e = Evidence(note="FPR and TPR in thirds, positive priors 1/5, 1/2, 4/5; all pairs, mixed 1:2.")
    e.printed(
        r"FPR is PFP over $\pi_-$, TPR is PTP over $\pi_+$",
        cases=(point(q) == (q[1] / (1 - p), q[3] / p) for p, part in fixed.items() for q in part),
    )
    e.printed(
        "the point of a mixture is the mixture of the points",
        cases=straight(pair for part in fixed.values() for pair in combinations(part, 2)),
    )
    e.printed(
        "the performance of a mixture of points is the mixture of the performances",
        cases=(
            performance(_mix(x, y, third), p) == _mix(performance(x, p), performance(y, p), third)
            for p, part in points.items()
            for x, y in combinations(part, 2)
        ),
    )
    e.control(
        "the same for performances with different priors",
        cases=straight((q, r) for one, two in pairwise(fixed.values()) for q in one for r in two),
    )
    return e


def _mix(first: tuple, second: tuple, share: Fraction) -> tuple:
    return tuple(share * x + (1 - share) * y for x, y in zip(first, second, strict=True))
