"""Section 4.1 and Figure 3: which score is where on the Tile, and how scores between places are interpolated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from claimledger import Claim, Details, Evidence
from metricbook.exact import tile as exact
from scoring_the_scores.tile.orders import EXACT, PRIORS, SCOPE, at, equal, order, order_where_defined, with_prior
from scoring_the_scores.tile.samples import HALF, QUARTERS, Score, eighths, importances, orders_alike, same, size

GRID = tuple(product(QUARTERS, repeat=2))
BETAS_SQUARED = tuple(Fraction(k, 4) for k in range(13))
PRIOR_OF_FIGURE_3 = Fraction(3, 10)
DUAL = ("PFP", "PFN", "NLR")


def _place_by_order(name: str) -> list[Fraction] | None:
    """The only place, in quarters, whose score is the named one for every performance of the lattice."""
    places = [place for place in GRID if equal(EXACT[name], at(*place), eighths())]
    return list(places[0]) if len(places) == 1 else None


def tile_definition() -> Evidence:
    """Definition 2: each place has one ranking score, and no two places order performances alike."""
    pairs = [(p, q) for k, p in enumerate(GRID) for q in GRID[:k]]

    def distinct(performances: list[tuple]) -> list[bool]:
        values = {place: [at(*place)(p) for p in performances] for place in GRID}
        return [not orders_alike(values[p], values[q]) for p, q in pairs]

    e = Evidence(note=f"{len(GRID)} places. {SCOPE}")
    e.printed(
        "the importance of a place is one of a ranking score, $I(tn) + I(tp) = I(fp) + I(fn) = 1$",
        cases=(
            exact.is_canonical(exact.importance(*place)) and exact.importance(*place)[0] + place[0] == 1
            for place in GRID
        ),
    )
    e.printed("two places order performances differently", cases=distinct(eighths()))
    e.control("so they do if $tp = tn$ and $fn = fp$", cases=distinct([p for p in eighths() if p == p[::-1]]))
    return e


def layout(claim: Claim) -> Evidence:
    """Section 4.1: the places of NPV, PPV, TNR, TPR, A and F1, searched; and the whole right side."""
    e = Evidence(note=f"Searched among {len(GRID)} places. {SCOPE}")
    for name, place in claim.published.items():
        e.printed(f"place of {name}", published=place, reproduced=_place_by_order(name))
    e.printed(
        r"$F_\beta$ is on the right side, $a = 1$, and moves from PPV to TPR as $\beta$ grows",
        cases=(
            equal(partial(exact.f_beta, beta_squared=squared), at(Fraction(1), squared / (1 + squared)), eighths())
            for squared in BETAS_SQUARED
        ),
    )
    return e


def f_beta_location() -> Evidence:
    """Section 4.1: at height b of the right side beta is the root of b / (1 - b)."""
    heights = [Fraction(k, 8) for k in range(8)]

    def on_the_right(beta_squared: Callable[[Fraction], Fraction]) -> list[bool]:
        return [
            equal(partial(exact.f_beta, beta_squared=beta_squared(b)), at(Fraction(1), b), eighths())
            for b in heights
            if b > 0
        ]

    e = Evidence(note=SCOPE)
    e.printed(r"$\beta^2 = b/(1 - b)$", cases=on_the_right(lambda b: b / (1 - b)))
    e.printed(r"$F_0$ is PPV", cases=[equal(partial(exact.f_beta, beta_squared=0), EXACT["PPV"], eighths())])
    # (1 + s) tp / ((1 + s) tp + s fn + fp): divided by s, the limit of large s is tp / (tp + fn) wherever tp + fn > 0.
    e.printed(
        r"$F_\infty$, the score at $(1, 1)$, is TPR",
        cases=[equal(at(Fraction(1), Fraction(1)), EXACT["TPR"], eighths())],
    )
    e.control(r"$\beta^2 = (1 - b)/b$", cases=on_the_right(lambda b: (1 - b) / b))
    return e


_MEANS = {
    "x": (lambda x: x),
    "1/x": (lambda x: None if x == 0 else 1 / x),
    "1/(1 - x)": (lambda x: None if x == 1 else 1 / (1 - x)),
}


def _interpolates(along: str, rule: str) -> Details:
    """Whether f of the score is linear along a row or column of the Tile, f by name, where f is defined."""
    inside = sorted((p for p in eighths() if min(p) > 0), key=size)

    def holds(case: tuple[tuple, Fraction, Fraction]) -> bool:
        p, fixed, weight = case
        low, high, between = (
            _MEANS[rule]((at(x, fixed) if along == "row" else at(fixed, x))(p))
            for x in (Fraction(0), Fraction(1), weight)
        )
        return between == (1 - weight) * low + weight * high

    return {"over": product(inside, QUARTERS, QUARTERS[1:-1]), "holds": holds}


def interpolation() -> Evidence:
    """Section 4.1: which f-mean interpolates along rows, and which along columns."""
    e = Evidence(
        note=f"All positive performances in 8ths, {len(QUARTERS)} rows or columns, 3 places in each, exactly. Not for: "
        "the performance, the row or column, the place in it."
    )
    e.printed("rows with $f(x) = 1/x$", **_interpolates("row", "1/x"))
    e.printed("columns with $f(x) = 1/(1 - x)$", **_interpolates("column", "1/(1 - x)"))
    e.repaired("rows with $f(x) = 1/(1 - x)$", **_interpolates("row", "1/(1 - x)"))
    e.repaired("columns with $f(x) = 1/x$", **_interpolates("column", "1/x"))
    e.control("rows with $f(x) = x$", **_interpolates("row", "x"))
    e.control("columns with $f(x) = x$", **_interpolates("column", "x"))
    return e


def f1_midpoint() -> Evidence:
    """Section 4.1: F1 half way between TPR and PPV, by the rule for columns put right and by the printed one."""
    inside = [p for p in eighths() if min(p) > 0]

    def mean(rule: str) -> Score:
        f = _MEANS[rule]

        def score(p: tuple) -> Fraction:
            value = (f(EXACT["TPR"](p)) + f(EXACT["PPV"](p))) / 2
            return 1 / value if rule == "1/x" else 1 - 1 / value

        return score

    e = Evidence(note="All positive performances in 8ths, exactly.")
    wrong, right = mean("1/(1 - x)"), mean("1/x")
    e.printed("$F_1$ is the score at $(1, 1/2)$", cases=[equal(EXACT["F1"], at(Fraction(1), HALF), eighths())])
    e.printed("by the rule for columns, $f(x) = 1/x$", cases=(right(p) == EXACT["F1"](p) for p in inside))
    e.control("by the rule that is printed for them, $f(x) = 1/(1 - x)$", **same(wrong, EXACT["F1"], inside))
    return e


def _merged(outcomes: tuple[int, int]) -> Callable[[tuple], bool]:
    """Whether the score of an importance is the same after half of one outcome has become another."""

    def test(importance: tuple) -> bool:
        for p in eighths():
            moved, (i, j) = list(p), outcomes
            moved[i], moved[j] = p[i] / 2, p[j] + p[i] / 2
            if exact.ranking_score(p, importance) != exact.ranking_score(moved, importance):
                return False
        return True

    return test


def _merging(claim: Claim, pair: tuple[int, int], coordinate: int, line: str, wrong: tuple[int, int]) -> Evidence:
    every = importances((0, 1, 2))
    test = _merged(pair)
    names = [exact.OMEGA[k] for k in pair]
    e = Evidence(note=f"All {len(every)} importances in 0, 1, 2 that make a ranking score. {SCOPE}")
    e.printed(
        f"the score can be computed with {names[0]} and {names[1]} merged just when they are equally important",
        cases=(test(i) == (i[pair[0]] == i[pair[1]]) for i in every),
    )
    e.printed(
        f"then, and only then, its order is on {line}",
        cases=((exact.place(i)[coordinate] == HALF) == (i[pair[0]] == i[pair[1]]) for i in every),
    )
    accuracy = exact.place((1, 1, 1, 1))
    e.printed(f"{line} goes through A", agrees=accuracy[coordinate] == HALF, reproduced=list(map(str, accuracy)))
    e.control(
        "with the other two outcomes equally important",
        over=every,
        holds=lambda i: test(i) == (i[wrong[0]] == i[wrong[1]]),
    )
    return e


def unsatisfying_merged(claim: Claim) -> Evidence:
    """Section 4.1: scores that need not tell fp from fn."""
    return _merging(claim, (1, 2), 1, "the line $b = 1/2$", (0, 3))


def satisfying_merged(claim: Claim) -> Evidence:
    """Section 4.1: scores that need not tell tn from tp."""
    return _merging(claim, (0, 3), 0, "the line $a = 1/2$", (1, 2))


def figure_3_left() -> Evidence:
    """Figure 3, left: labelled places, and what the ends of the axes weigh."""
    e = Evidence(note=f"Places searched among {len(GRID)}. {SCOPE}")
    drawn = {"NPV": (0, 1), "TPR": (1, 1), "A": (HALF, HALF), "F1": (1, HALF), "TNR": (0, 0), "PPV": (1, 0)}
    e.printed("six labelled places", cases=(_place_by_order(name) == list(place) for name, place in drawn.items()))
    ends = {"tn": exact.importance(0, HALF)[0], "tp": exact.importance(1, HALF)[3],
            "fp": exact.importance(HALF, 0)[1], "fn": exact.importance(HALF, 1)[2]}  # fmt: skip
    e.printed(
        "ends of the axes, tn at $a = 0$, tp at $a = 1$, fp at $b = 0$, fn at $b = 1$, have importance 1",
        cases=(value == 1 for value in ends.values()),
    )
    turned = {name: (place[1], place[0]) for name, place in drawn.items()}
    e.control("with the axes exchanged", over=turned, holds=lambda name: _place_by_order(name) == list(turned[name]))
    return e


def _order_place(name: str, prior: Fraction | None = None) -> list[Fraction]:
    """The only place, in halves or by a formula for the prior, whose score orders as the named one; else nothing."""
    performances = eighths() if prior is None else with_prior(prior)
    order = "dual" if name in DUAL else "same"
    places = set(product((Fraction(0), HALF, Fraction(1)), repeat=2))
    if prior is not None:
        negative = 1 - prior
        places |= {(negative, negative), _kappa_place(prior), (prior, prior)}
    alike = [place for place in places if _orders_alike(name, place, performances) == order]
    return list(alike[0]) if len(alike) == 1 else []


def _kappa_place(prior: Fraction) -> tuple[Fraction, Fraction]:
    negative = 1 - prior
    return negative**2 / (negative**2 + prior**2), HALF


def _wa_place(weight: Fraction, prior: Fraction) -> Fraction:
    """The coordinate that Section 4.2 gives to a weighted accuracy with this weight of TPR."""
    positive, negative = weight * (1 - prior), (1 - weight) * prior
    return positive / (positive + negative)


def _orders_alike(name: str, place: tuple[Fraction, ...], performances: Sequence[tuple]) -> str:
    return order_where_defined(at(*place), EXACT[name], performances)


def figure_3_right(claim: Claim) -> Evidence:
    """Figure 3, right: the place of each order at a negative prior of 0.7, and the curve that two of them follow."""
    prior = PRIOR_OF_FIGURE_3
    drawn = {"A": (HALF, HALF), "F1": (1, HALF), "J+": (1, HALF), "J-": (0, HALF),
             "NPV": (0, 1), "PPV": (1, 0), "TNR": (0, 0), "TPR": (1, 1)}  # fmt: skip
    corners = {"PTN": (0, 0), "PFP": (0, 0), "PTP": (1, 1), "PFN": (1, 1),
               "SNPV": (0, 1), "NLR": (0, 1), "SPPV": (1, 0), "PLR": (1, 0)}  # fmt: skip
    balanced, kappa = _order_place("BA", prior), _order_place("kappa", prior)
    e = Evidence(note=f"Where both scores are defined. {SCOPE}")
    e.printed(
        "orders that have one place whatever the priors", cases=(_order_place(n) == list(x) for n, x in drawn.items())
    )
    e.printed(
        "orders at the corners with fixed priors, dual for PFP, PFN and NLR",
        cases=(_order_place(n, prior) == list(map(Fraction, x)) for n, x in corners.items()),
    )
    e.printed(
        r"BA is at $(\pi_-, \pi_-)$",
        published=[claim.published["pi_minus"]] * 2,
        reproduced=[float(x) for x in balanced],
    )
    e.printed(
        "WA is on the rising diagonal, and fills it as its weight runs from 0 to 1",
        cases=(
            equal(partial(exact.weighted_accuracy, alpha=w), at(*[_wa_place(w, prior)] * 2), with_prior(prior))
            for w in QUARTERS
        ),
    )
    e.printed(
        "its places are in order, from 0 to 1",
        agrees=(places := [_wa_place(w, prior) for w in QUARTERS]) == sorted(set(places))
        and places[0] == 0
        and places[-1] == 1,
        reproduced=list(map(str, places)),
    )
    e.printed("$J_Y$ and $|C|$ with BA", cases=(_order_place(name, prior) == balanced for name in ("J_Y", "|C|")))
    e.printed(
        r"$\kappa$ is at $(49/58, 1/2)$", agrees=kappa == [Fraction(49, 58), HALF], reproduced=list(map(str, kappa))
    )

    def on_curve(place: Sequence[Fraction], p: Fraction) -> bool:
        return (1 - place[0]) * (1 - place[1]) * (1 - p) ** 2 == place[0] * place[1] * p**2

    e.printed(
        r"the place that orders as BA, or as $\kappa$, lies on the curve $\gamma_\pi$, at every prior",
        cases=(
            on_curve(place, p) and _orders_alike(name, place, with_prior(p)) == "same"
            for p in PRIORS
            for name, place in (("BA", (1 - p, 1 - p)), ("kappa", _kappa_place(p)))
        ),
    )
    f1, other = _order_place("F1"), Fraction(4, 10)
    e.control(
        f"at the negative prior {float(1 - other)} the places of BA and $\\kappa$ are on the curve of "
        f"{float(1 - prior)}, so that they would move along it",
        cases=(on_curve(place, prior) for place in ((1 - other, 1 - other), _kappa_place(other))),
    )
    e.control(
        "undefined performances included, the places of NLR and PLR",
        over=("NLR", "PLR"),
        holds=lambda n: order(at(*map(Fraction, corners[n])), EXACT[n], with_prior(prior)) in ("same", "dual"),
    )
    e.control("the order of $F_1$ lies on it", agrees=on_curve(f1, prior), reproduced=list(map(str, f1)))
    return e
