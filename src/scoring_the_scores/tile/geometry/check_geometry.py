"""Section 3.3: ranking scores in ROC space for fixed priors, Figures 1 and 2."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import numpy as np
import sympy

from claimledger import Claim, Evidence
from metricbook.exact import tile as exact
from metricbook.exact.samples import performances_at
from metricbook.tile import roc
from scoring_the_scores.tile import orders
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.geometry import exact_roc
from scoring_the_scores.tile.geometry import tables as roc_tables

EXACT = orders.EXACT
PRIORS = [Fraction(1, 5), Fraction(1, 2), Fraction(4, 5)]
PLACES = list(product(small.QUARTERS, small.QUARTERS))
SCOPE = "Exactly: the 25 places with coordinates in quarters; positive priors 1/5, 1/2, 4/5; FPR and TPR in quarters."
A, B, P, X, Y, V = sympy.symbols("a b pi x y v", positive=True)


def _zero(expression: sympy.Expr) -> dict:
    left = sympy.factor(sympy.together(expression))
    return {"agrees": left == 0, "reproduced": f"difference {left}"}


def _pencil(name: str, prior: Fraction) -> tuple:
    """Where the lines of a named score meet, from its own values rather than its place on the Tile.

    For each value, the line is the one through two performances of that value, found along two edges of ROC space.
    """
    lines = []
    for value in (Fraction(1, 4), Fraction(2, 3)):
        points = [p for edge in _edges(prior) if (p := _crossing(name, value, prior, edge))]
        lines.append(exact_roc.meet(points[0], points[-1]))
    return exact_roc.meet(*lines)


def _edges(prior: Fraction) -> list[tuple]:
    """Two segments of ROC space that every level line of these scores crosses: inner lines parallel to the sides."""
    low, high = Fraction(1, 10), Fraction(9, 10)
    return [((0, low), (1, low)), ((0, high), (1, high)), ((low, 0), (low, 1)), ((high, 0), (high, 1))]


def _crossing(name: str, value: Fraction, prior: Fraction, edge: tuple) -> tuple | None:
    """Where the score takes a value along a segment's line, exactly, if it is a ratio of linear functions there."""
    t = sympy.Symbol("t")
    (x0, y0), (x1, y1) = edge
    x, y = (sympy.Rational(s) + t * sympy.Rational(e - s) for s, e in ((x0, x1), (y0, y1)))
    score = EXACT[name](exact_roc.at(x, y, sympy.Rational(prior)))
    roots = sympy.solve(sympy.numer(sympy.together(score - sympy.Rational(value))), t)
    return (x.subs(t, roots[0]), y.subs(t, roots[0]), 1) if roots else None


def figure_1() -> Evidence:
    """Figure 1: the lines of seven scores from their own values, and one pair of points along the right border."""
    e = Evidence(
        note="The picture and its priors are not in the text; positive priors 1/5, 1/2, 4/5 here, and first that of "
        "the notebook on Figure 1 in the authors' public repository, uliege-performance/sorbetto. The lines are drawn "
        "through performances found from each score's own definition."
    )
    for prior in (Fraction(1, 4), *PRIORS):
        n, p = 1 - prior, prior
        expected = {
            "TPR": (1, 0, 0),
            "TNR": (0, 1, 0),
            "A": (p, n, 0),
            "BA": (1, 1, 0),
            "F1": (-p / n, 0, 1),
            "PPV": (0, 0, 1),
            "NPV": (1, 1, 1),
        }
        pencils = {name: _pencil(name, prior) for name in expected}
        e.printed(
            f"prior {prior}: TPR horizontal, TNR vertical, A slope {n / p}, BA slope 1, vertices of $F_1$ "
            f"({-p / n}, 0), PPV (0, 0), NPV (1, 1)",
            cases=(exact_roc.proportional(pencils[k], v) for k, v in expected.items()),
        )
        e.printed(
            f"prior {prior}: each as at its place on the Tile",
            cases=(
                exact_roc.proportional(pencils[k], exact_roc.vertex(a, b, prior))
                for k in expected
                for a, b in [(n, n) if k == "BA" else map(Fraction, roc_tables.NINE_PLACES[k])]
            ),
        )
    moves = {p: [exact_roc.vertex(Fraction(1), b, p) for b in small.QUARTERS] for p in PRIORS}
    e.printed(
        "along the right border the vertex moves left on the line TPR = 0, to infinity",
        cases=(
            all(x / w > u / t for (x, _, w), (u, _, t) in pairwise(row[:-1]))
            and row[-1][2] == 0
            and not any(y for _, y, _ in row)
            for row in moves.values()
        ),
    )
    e.printed("(0.1, 0.3) is better than (0.6, 0.9) at $a=1$, $b=0, 1/4, ..., 1$: it depends", **_turns((1, 3), (6, 9)))
    e.control("so it does for (0.1, 1) and (0.6, 0.9)", **_turns((1, 10), (6, 9)))
    return e


def _turns(first: tuple[int, int], second: tuple[int, int]) -> dict:
    """Whether two points in tenths change order along the right border, at equal priors."""
    one, two = (exact_roc.at(Fraction(x, 10), Fraction(y, 10), small.HALF) for x, y in (first, second))
    better = [exact.canonical_score(one, 1, b) > exact.canonical_score(two, 1, b) for b in small.QUARTERS]
    return {"agrees": len(set(better)) == 2, "reproduced": ", ".join("yes" if x else "no" for x in better)}


def figure_2a(claim: Claim) -> Evidence:
    """Figure 2(a): the pencil as we draw it leads back to the caption's prior and place; the vertex, exactly."""
    published, drawn = claim.published, roc_tables.FIGURE_2
    table = roc_tables.pencil(**drawn, low=-1.0, high=1.8)
    level, read = (table[table["line"] == line] for line in ("value", "read"))
    ends = {line.parameter: np.array([[line.x0, line.y0, 1], [line.x1, line.y1, 1]]) for line in level.itertuples()}
    zero, one = (np.cross(*ends[value]) for value in (0.0, 1.0))
    x, y, w = np.cross(zero, one)
    slopes = ((read["y1"] - read["y0"]) / (read["x1"] - read["x0"])).to_numpy()
    prior = float(1 / (1 - slopes[0]))
    a, b = roc.place_of_vertex(x / w, y / w, prevalence=prior)
    exactly = [Fraction(published[k].text) for k in ("a", "b", "pi_plus")]
    u, v, t = exact_roc.vertex(*exactly)
    e = Evidence(
        note="Drawn lines are read back: the reading lines' slope gives the prior, the point where the lines "
        "of 0 and 1 meet gives the place."
    )
    e.printed("prior, from the slope of the purple lines", published=published["pi_plus"], reproduced=round(prior, 9))
    e.printed("$a$, from the red point", published=published["a"], reproduced=round(float(a), 9))
    e.printed("$b$, from the red point", published=published["b"], reproduced=round(float(b), 9))
    e.printed(
        "lines of 0, 0.1, ..., 1 through the red point",
        cases=(abs(np.dot(np.cross(*segment), [x / w, y / w, 1])) < 1e-9 for segment in ends.values()),
    )
    e.printed("red point below and to the left of ROC", agrees=u / t < 0 and v / t < 0, reproduced=[u / t, v / t])
    e.printed(
        "slope of the purple lines is $-\\pi_-/\\pi_+$",
        cases=(abs(slope + (1 - exactly[2]) / exactly[2]) < 1e-9 for slope in slopes),
    )
    swapped = roc.pencil_vertex(float(exactly[1]), float(exactly[0]), prevalence=float(exactly[2]))
    e.control(
        "red point for $a$ and $b$ exchanged below and to the left",
        agrees=bool(swapped.x < 0 and swapped.y < 0),
        reproduced=[round(float(swapped.x), 4), round(float(swapped.y), 4)],
    )
    return e


def figure_2b() -> Evidence:
    """Figure 2(b): the line of value zero for every a, in symbols."""
    line = exact_roc.canonical_level(A, B, 0, P)
    e = Evidence(note="In symbols, for every $b$ and every prior.")
    e.printed("it passes through (1, 0)", **_zero(exact_roc.on(line, (1, 0, 1))))
    e.printed("it does not depend on $b$", **_zero(sum(sympy.diff(c, B) ** 2 for c in line)))
    e.printed("vertical at $a=0$: no term in TPR", **_zero(line[1].subs(A, 0)))
    e.printed("horizontal at $a=1$: no term in FPR", **_zero(line[0].subs(A, 1)))
    e.printed(
        r"it is $(1-a)\pi_-(1-FPR)+a\pi_+TPR=0$",
        **_zero(exact_roc.on(line, (X, Y, 1)) - ((1 - A) * (1 - P) * (1 - X) + A * P * Y)),
    )
    e.control("it passes through (0, 1)", **_zero(exact_roc.on(line, (0, 1, 1))))
    return e


def figure_2c() -> Evidence:
    """Figure 2(c): the line of value one for every b, in symbols."""
    line = exact_roc.canonical_level(A, B, 1, P)
    e = Evidence(note="In symbols, for every $a$ and every prior.")
    e.printed("it passes through (0, 1)", **_zero(exact_roc.on(line, (0, 1, 1))))
    e.printed("it does not depend on $a$", **_zero(sum(sympy.diff(c, A) ** 2 for c in line)))
    e.printed("vertical at $b=0$: no term in TPR", **_zero(line[1].subs(B, 0)))
    e.printed("horizontal at $b=1$: no term in FPR", **_zero(line[0].subs(B, 1)))
    e.printed(
        r"it is $(1-b)\pi_-FPR+b\pi_+(1-TPR)=0$",
        **_zero(exact_roc.on(line, (X, Y, 1)) + ((1 - B) * (1 - P) * X + B * P * (1 - Y))),
    )
    e.control("it passes through (1, 0)", **_zero(exact_roc.on(line, (1, 0, 1))))
    return e


def _read(a: Fraction, b: Fraction, prior: Fraction, point: tuple, rate: Fraction) -> Fraction | None:
    """The drawing: a ray from the vertex through the point to the line of a rate, read between the lines of 0 and 1."""
    line = (1 - prior, prior, -rate)
    vertex = exact_roc.vertex(a, b, prior)
    if not exact_roc.on(line, vertex) or exact_roc.proportional(vertex, point):
        return None
    marks = [
        exact_roc.meet(other, line)
        for other in (
            exact_roc.canonical_level(a, b, 0, prior),
            exact_roc.canonical_level(a, b, 1, prior),
            exact_roc.meet(vertex, point),
        )
    ]
    zero, one, here = (exact.ratio(x, w) for x, _, w in marks)
    return (here - zero) / (one - zero)


def linear_reading() -> Evidence:
    """Section 3.3: values read on lines of slope minus the odds of the negatives, every line but one, every point."""
    rates = [Fraction(k, 4) for k in range(-3, 8, 2)]
    readings = {}
    for (a, b), prior in product(PLACES[::3], PRIORS):
        for x, y in product((Fraction(1, 4), Fraction(2, 3)), repeat=2):
            score = exact.canonical_score(exact_roc.at(x, y, prior), a, b)
            through = [exact.ratio(-((1 - a) * (1 - prior) + b * prior), a - b)] if a != b else []
            for rate in rates + through:
                readings[a, b, prior, x, y, rate] = (_read(a, b, prior, (x, y, 1), rate), score, rate in through)
    x, y = X + P * V, Y - (1 - P) * V  # a step along such a line
    score = exact.canonical_score(exact_roc.at(x, y, P), A, B)
    steep = exact.canonical_score(exact_roc.at(X + V, Y - V, P), A, B)
    e = Evidence(
        note=f"Nine places, positive priors 1/5, 1/2, 4/5, four points; {len(rates)} lines, those beyond ROC "
        f"included, and the one through the vertex."
    )
    e.printed(
        "the value is read rightly on any line of this slope that does not pass through the vertex",
        cases=(got == expected for got, expected, through in readings.values() if not through),
    )
    e.printed("second derivative of the score along such a line", **_zero(sympy.diff(score, V, 2)))
    e.printed(
        "the line through the vertex meets ROC in a corner, (0, 0) or (1, 1), or not at all",
        cases=((rate >= 1 if a < b else rate <= 0) for a, b, _, _, _, rate in (k for k, v in readings.items() if v[2])),
    )
    example = {A: sympy.Rational(3, 4), B: sympy.Rational(1, 4), P: sympy.Rational(1, 5), X: small.HALF, Y: small.HALF}
    e.control(
        "the value is read rightly on the line through the vertex",
        cases=(got == expected for got, expected, through in readings.values() if through),
    )
    e.control(
        "along lines of slope $-1$: at (1/2, 1/2), $a=3/4$, $b=1/4$, prior 1/5",
        **_zero(sympy.diff(steep, V, 2).subs(example).subs(V, 0)),
    )
    return e


def vertex_location() -> Evidence:
    """Section 3.3: where the lines of 0 and 1 meet, in symbols, and on which side of ROC space."""
    x, y, w = exact_roc.vertex(A, B, P)
    n = 1 - P
    vertices = {(a, b, p): exact_roc.vertex(a, b, p) for a, b in PLACES for p in PRIORS}
    e = Evidence(
        note=f"{SCOPE} Right of and above includes the corner and the sides, where the vertices of the "
        f"scores with $a=0$ or $b=1$ are."
    )
    e.printed(
        "lines of every value pass through it", **_zero(exact_roc.on(exact_roc.canonical_level(A, B, V, P), (x, y, w)))
    )
    e.printed(r"$x=b\{(1-a)\pi_-+a\pi_+\}/\{\pi_-(b-a)\}$", **_zero(x / w - B * ((1 - A) * n + A * P) / (n * (B - A))))
    e.printed(
        r"$y=(1-a)\{b\pi_++(1-b)\pi_-\}/\{\pi_+(b-a)\}$",
        **_zero(y / w - (1 - A) * (B * P + (1 - B) * n) / (P * (B - A))),
    )
    e.printed(
        "$a<b$: right of ROC and above",
        cases=(x / w >= 1 and y / w >= 1 for (a, b, _), (x, y, w) in vertices.items() if a < b),
    )
    e.printed(
        "$a>b$: left of ROC and below",
        cases=(x / w <= 0 and y / w <= 0 for (a, b, _), (x, y, w) in vertices.items() if a > b),
    )
    e.printed("$a=b$: parallel lines", cases=(w == 0 for (a, b, _), (_, _, w) in vertices.items() if a == b))
    e.control(
        "$a<b$: right of ROC and below its upper side",
        cases=(x / w >= 1 and y / w < 1 for (a, b, _), (x, y, w) in vertices.items() if a < b),
    )
    return e


def flach_special_cases() -> Evidence:
    """Section 3.3: the pencils of A, F1 and PPV from their own definitions, and from the construction."""
    e = Evidence(note="Lines through performances found from each score's definition; positive priors 1/5, 1/2, 4/5.")
    for name, what, expected in (
        ("A", r"A: parallel, slope $\pi_-/\pi_+$", lambda n, p: (p, n, 0)),
        ("F1", r"$F_1$: vertex $(-\pi_+/\pi_-, 0)$", lambda n, p: (-p, 0, n)),
        ("PPV", "PPV: vertex (0, 0)", lambda n, p: (0, 0, 1)),
    ):
        a, b = map(Fraction, roc_tables.NINE_PLACES[name])
        e.printed(what, cases=(exact_roc.proportional(_pencil(name, p), expected(1 - p, p)) for p in PRIORS))
        e.printed(
            f"{name}: the same by the construction",
            cases=(exact_roc.proportional(_pencil(name, p), exact_roc.vertex(a, b, p)) for p in PRIORS),
        )
    e.control(
        "$F_1$ by the construction at the place of $J_-$",
        cases=(exact_roc.proportional(_pencil("F1", p), exact_roc.vertex(0, small.HALF, p)) for p in PRIORS),
    )
    return e


def better_side() -> Evidence:
    """Section 3.3: scores on the two sides of each level line, and what transformations do to the lines."""
    values = small.QUARTERS[1:-1]
    sides = [_sides(a, b, p, v) for a, b in PLACES for p in PRIORS[:2] for v in values]
    cases = {(a, b): [exact.canonical_score(q, a, b) for q in list(performances_at(PRIORS[0]))] for a, b in PLACES}

    def unchanged(transform) -> list[bool]:
        return [_classes(row) == _classes([None if v is None else transform(v) for v in row]) for row in cases.values()]

    e = Evidence(
        note="Exactly: the 25 places with coordinates in quarters; positive priors 1/5 and 1/2; FPR and TPR "
        "in quarters; the lines of the values 1/4, 1/2, 3/4."
    )
    kinds = {"$R^2$": lambda v: v * v, "$-R$": lambda v: -v, r"$R/(2-R)$": lambda v: v / (2 - v)}
    for name, transform in kinds.items():
        e.printed(f"{name}, strictly monotone, has the same lines", cases=unchanged(transform))
    e.printed("larger on the upper left, smaller on the lower right", cases=(ok for ok, _ in sides))
    e.control(
        r"$\max(R, 1/2)$, not strictly monotone, has the same lines", cases=unchanged(lambda v: max(v, small.HALF))
    )
    e.control("larger on the upper right", cases=(wrong for _, wrong in sides))
    return e


def _sides(a: Fraction, b: Fraction, prior: Fraction, value: Fraction) -> tuple[bool, bool]:
    """Whether steps to the upper left of points on a line never lower the score and leave the line only upwards."""
    c, d, e = exact_roc.canonical_level(a, b, value, prior)
    upper_left: list[bool] = []
    upper_right: list[bool] = []
    for x, y in product(small.QUARTERS, repeat=2):
        score = exact.canonical_score(exact_roc.at(x, y, prior), a, b)
        if score is None:
            continue
        side = c * x + d * y + e
        # the side is told by where a far point to the upper left, or right, of the line lies
        for signs, corners in (((-1, 1), upper_left), ((1, 1), upper_right)):
            outward = c * signs[0] + d * signs[1]
            if outward:
                corners.append((score > value) == (side * outward > 0) and (score < value) == (side * outward < 0))
    return all(upper_left), bool(upper_right) and all(upper_right)


def _classes(values: list) -> set[frozenset[int]]:
    """Which performances have equal values."""
    return {frozenset(k for k, v in enumerate(values) if v == value) for value in values}


def diversity() -> Evidence:
    """Section 3.3: places from vertices, and the orders of all pairs of places on performances with fixed priors."""
    cases = {p: list(performances_at(p, 5)) for p in PRIORS[:2]}
    rows = {p: [[exact.canonical_score(q, a, b) for q in part] for a, b in PLACES] for p, part in cases.items()}
    back = {(a, b, p): exact_roc.vertex(a, b, p) for a, b in PLACES for p in PRIORS}
    x, y, w = exact_roc.vertex(A, B, P)
    n = 1 - P
    found_a = n * (x / w - 1) / (n * (x / w - 1) + P * y / w)
    found_b = n * (x / w) / (n * (x / w) + P * (y / w - 1))
    same = [exact.ranking_score(q, (0, 1, 1, 1)) for q in cases[small.HALF]]
    f1 = [EXACT["F1"](q) for q in cases[small.HALF]]
    e = Evidence(
        note="The 25 places with coordinates in quarters; orders at the positive priors 1/5 and 1/2, "
        "FPR and TPR in fifths."
    )
    e.printed("$a$ comes back from the vertex", **_zero(found_a - A))
    e.printed("$b$ comes back from the vertex", **_zero(found_b - B))
    e.printed(
        r"for $a=b$ the slope gives $a$: $(1-a)\pi_-/(a\pi_+)$", **_zero((y / x).subs(B, A) - (1 - A) * n / (A * P))
    )
    e.printed(
        "vertices or directions of two places differ",
        cases=(
            not exact_roc.proportional(back[*one, p], back[*two, p])
            for one, two in combinations(PLACES, 2)
            for p in PRIORS
        ),
    )
    e.printed(
        "orders of two places differ",
        cases=(not small.orders_alike(one, two) for part in rows.values() for one, two in combinations(part, 2)),
    )
    e.control(
        "orders of two ranking scores, canonical or not, differ: $J_+$ and $F_1$",
        cases=[not small.orders_alike(same, f1)],
    )
    return e


def no_ranking() -> Evidence:
    """Abstract, Section 1: points of ROC and of PR space that canonical scores order alike, and those that dominate."""
    cases = {p: list(performances_at(p)) for p in PRIORS}
    inside = list(product(small.QUARTERS[1:-1], repeat=2))

    def agreed(p: tuple, q: tuple) -> bool:
        """Whether no score at an inner place prefers the first while another prefers the second."""
        leads = {exact.canonical_score(p, a, b) - exact.canonical_score(q, a, b) > 0 for a, b in places}
        return len(leads) == 1

    places = [*inside, *product((Fraction(1, 100), Fraction(99, 100)), repeat=2)]
    pairs = [(p, q) for part in cases.values() for p, q in combinations(part, 2)]
    incomparable = [(p, q) for p, q in pairs if (p[0] - q[0]) * (p[3] - q[3]) < 0]
    e = Evidence(
        note=f"Positive priors 1/5, 1/2, 4/5, FPR and TPR in quarters; {len(places)} places inside the square."
    )
    e.printed(
        "two points are ordered alike by all scores just when one is as good in TNR and in TPR",
        cases=(agreed(p, q) == ((p[0] - q[0]) * (p[3] - q[3]) >= 0) for p, q in pairs),
    )
    e.printed(
        "a higher TPR and a higher PPV do not decide: the other has the higher TNR",
        cases=[
            any(
                EXACT["TPR"](p) > EXACT["TPR"](q) and (EXACT["PPV"](p) or 0) > (EXACT["PPV"](q) or 1) and p[0] < q[0]
                for part in cases.values()
                for p, q in permutations(part, 2)
            )
        ],
    )
    e.control(
        "two points are ordered alike whenever neither is as good in both", cases=(agreed(*x) for x in incomparable)
    )
    return e


def precision_recall() -> Evidence:
    """Section 1: what iso-performance lines of ROC space become in PR space, for fixed priors."""
    values, recalls = small.QUARTERS[1:-1], (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))

    def coefficients(a: Fraction, b: Fraction, v: Fraction, prior: Fraction) -> tuple[Fraction, Fraction]:
        return (1 - v) * (1 - a) * (1 - prior) - v * b * prior, prior * ((1 - v) * (1 - a) + v * (1 - b))

    curves = {(a, b, v, p): coefficients(a, b, v, p) for a, b in PLACES for v in values for p in PRIORS}
    points = []
    for (a, b, v, p), (c, d) in curves.items():
        for y in recalls:
            if c + p * y and 0 < (z := d * y / (c + p * y)) <= 1 and (fp := p * y * (1 - z) / z) <= 1 - p:
                score = exact.canonical_score((1 - p - fp, fp, p * (1 - y), p * y), a, b)
                points += [] if score is None else [(score, v)]
    e = Evidence(
        note="PR is named in the abstract, Section 1 and the list of symbols; nothing treats it. Here: the 25 places "
        "with coordinates in quarters, the values 1/4, 1/2, 3/4, positive priors 1/5, 1/2, 4/5. A performance with "
        r"recall $y$ and precision $z$ has $fp = \pi_+y(1 - z)/z$. Not for: $a$, $b$, the value, $\pi_+$."
    )
    e.printed("the curves of one value are lines in PR space", over=curves, holds=lambda k: 0 in curves[k])
    e.repaired(
        "in ROC space they are lines",
        cases=(
            exact_roc.on(exact_roc.canonical_level(a, b, v, p), (x, y, 1)) == 0
            for a, b in PLACES
            for p in PRIORS
            for x, y in product(small.QUARTERS, repeat=2)
            if (v := exact.canonical_score(exact_roc.at(x, y, p), a, b)) is not None
        ),
    )
    e.repaired(
        r"in PR space $(c + \pi_+y)\,z = d\,y$: $c = (1-v)(1-a)\pi_- - vb\pi_+$, $d = \pi_+\{(1-v)(1-a)+v(1-b)\}$",
        cases=(got == expected for got, expected in points),
    )
    straight = {
        (a, b) for a, b in PLACES if all(c * d == 0 for (x, y, *_), (c, d) in curves.items() if (x, y) == (a, b))
    }
    e.repaired(
        "straight for every value at the places of PPV and TPR alone",
        agrees=straight == {(Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))},
        reproduced=[tuple(map(str, place)) for place in sorted(straight)],
    )
    e.control("they all pass through (1, 1)", over=curves, holds=lambda k: curves[k][0] + k[3] == curves[k][1])
    return e
