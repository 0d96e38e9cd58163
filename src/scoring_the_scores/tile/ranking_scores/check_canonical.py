"""Sections 1, 3.2 and 3.3: the prior shift, Properties 1 and 2, canonical scores and their members."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import numpy as np
import sympy

from claimledger import Claim, Details, Evidence
from metricbook import tile
from metricbook.exact import tile as exact
from metricbook.tile.operations import shift_importance
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.ranking_scores import nine

ROUNDING = 1e-14  # of a handful of floats between 0 and 1
SEED, DRAWN = 41, 200
HALF = small.HALF
PRIORS = [Fraction(k, 5) for k in range(1, 5)]
_SOURCE, _OTHER = Fraction(2, 5), Fraction(1, 5)


def _with_prior(prior: Fraction) -> list[tuple[Fraction, ...]]:
    """All performances in fifths with a prior of the positive class."""
    return [p for p in small.eighths(5) if p[2] + p[3] == prior]


def shift() -> Evidence:
    """Section 3.2: the shift between positive priors keeps both rates and makes the priors; a target prior of 0."""
    cases = [p for p in small.eighths() if 0 < p[2] + p[3] < 1]
    shifted = {(p, k): small.shifted(p, k) for p in cases for k in PRIORS}
    rates = {name: small.given(*nine.pair_of(name)) for name in ("TNR", "TPR", "PPV", "J+")}
    none = [small.shifted(p, Fraction(0)) for p in cases]
    e = Evidence(
        note=f"The {len(cases)} performances in eighths in which both classes occur, shifted to the priors "
        f"1/5, ..., 4/5; for the remark, to the prior 0."
    )
    e.printed("the result is a performance", cases=(sum(q) == 1 and min(q) >= 0 for q in shifted.values()))
    e.printed(
        "its priors are the new ones",
        cases=((q[0] + q[1], q[2] + q[3]) == (1 - k, k) for (_, k), q in shifted.items()),
    )
    for name in ("TNR", "TPR"):
        e.printed(f"{name} stays", cases=(rates[name](p) == rates[name](q) for (p, _), q in shifted.items()))
    e.printed(
        "shifted back, it is what it was",
        cases=(exact.shifted(q, p[2] + p[3]) == p for (p, _), q in shifted.items()),
    )
    e.printed(
        "the package",
        cases=(
            np.abs(tile.shift_prevalence(np.array(p, float), float(k)) - np.array(q, float)).max() < ROUNDING
            for (p, k), q in shifted.items()
        ),
    )
    e.control("PPV stays", over=shifted, holds=lambda k: rates["PPV"](k[0]) == rates["PPV"](shifted[k]))
    e.control("TPR stays with a target prior of 0", cases=(rates["TPR"](q) is not None for q in none))
    e.control("it can be shifted back from there", cases=(exact.shifted(q, HALF) is not None for q in none))
    e.control(
        "$J_+$ tells two performances apart there",
        agrees=len({rates["J+"](q) for q in none} - {None}) > 1,
        reproduced=sorted(map(str, {rates["J+"](q) for q in none})),
    )
    return e


def _importance(weights: tuple, source: Fraction, target: Fraction) -> tuple[Fraction, ...]:
    negative, positive = (1 - target) / (1 - source), target / source
    return weights[0] * negative, weights[1] * negative, weights[2] * positive, weights[3] * positive


def _admissible(weights: tuple) -> bool:
    return min(weights) >= 0 and weights[0] + weights[3] > 0 and weights[1] + weights[2] > 0


def _shifts(weights: tuple, target: Fraction, cases: list, source: Fraction = _SOURCE) -> bool:
    """Whether the score after the shift is the score of I', values and domain."""
    moved = _importance(weights, source, target)
    return all(exact.ranking_score(small.shifted(p, target), weights) == exact.ranking_score(p, moved) for p in cases)


def property_1() -> Evidence:
    """Property 1: the score after a shift against the score of I', between positive priors, and at their ends."""
    weights, elsewhere = small.importances(), _with_prior(_OTHER)
    cases = _with_prior(_SOURCE)
    e = Evidence(
        note=f"The {len(weights)} admissible importances with values 0, 1, 3; all {len(cases)} performances "
        f"in fifths with the prior {_SOURCE}, shifted to the priors 1/5, ..., 4/5; for the remark, to 0 and 1."
    )
    e.printed(
        r"$R_I\circ\mathrm{shift}=R_{I'}$, values and domain",
        cases=(_shifts(i, k, cases) for i in weights for k in PRIORS),
    )
    e.printed("it is a ranking score", cases=(_admissible(_importance(i, _SOURCE, k)) for i in weights for k in PRIORS))
    drawn = tile.fixed_prevalence_performances(DRAWN, float(_SOURCE), rng=np.random.default_rng(SEED))
    e.printed(
        f"{DRAWN} random performances in the package, seed {SEED}",
        cases=(_floats(drawn, i, k) for i in weights for k in PRIORS),
    )
    e.control(
        "with the same $I'$ for performances of another prior",
        cases=(_shifts(i, k, elsewhere) for i in weights for k in PRIORS),
    )
    e.control(
        "it is a ranking score with a target prior of 0 or 1",
        over=product(weights, (0, 1)),
        holds=lambda case: _admissible(_importance(case[0], _SOURCE, Fraction(case[1]))),
    )
    return e


def _floats(drawn: np.ndarray, weights: tuple, target: Fraction) -> bool:
    after = tile.score_of_importance(tile.shift_prevalence(drawn, float(target)), weights)
    moved = shift_importance(weights, source=float(_SOURCE), target=float(target))
    return bool(np.allclose(after, tile.score_of_importance(drawn, moved), rtol=0, atol=ROUNDING * 10, equal_nan=True))


def property_2() -> Evidence:
    """Property 2: one score as a rising function of the other, in symbols, and the orders of all small performances."""
    n, m, c, r = sympy.symbols("N M c R", positive=True)
    before, after = n / (n + m), c * n / (c * n + m)
    rising = c * r / (1 + (c - 1) * r)
    slope = sympy.factor(sympy.diff(rising, r))
    weights, cases = small.importances(), small.counts(4)
    values = {i: [exact.ranking_score(p, i) for p in cases] for i in weights}
    e = Evidence(
        note=f"$N$ and $M$ are the satisfying and unsatisfying parts of the denominator. The {len(weights)} "
        f"admissible importances with values 0, 1, 3; all pairs of the {len(cases)} performances in "
        f"quarters; the constants 1/3 and 2."
    )
    e.printed(
        "the new score is $cR/\\{1+(c-1)R\\}$",
        agrees=sympy.simplify(rising.subs(r, before) - after) == 0,
        reproduced=str(sympy.simplify(rising.subs(r, before) - after)),
    )
    e.printed(
        "its slope in $R$ is positive",
        agrees=sympy.simplify(slope - c / (1 + (c - 1) * r) ** 2) == 0,
        reproduced=str(slope),
    )
    for name, places in (("tn and tp", (0, 3)), ("fp and fn", (1, 2))):
        e.printed(f"{name} multiplied: the order and the domain stay", cases=_orders(values, cases, places))
    e.control("tn and fp multiplied", cases=_orders(values, cases, (0, 1)))
    return e


def _orders(values: dict[tuple, list], cases: list, places: tuple[int, int]) -> list[bool]:
    return [
        small.orders_alike(row, [exact.ranking_score(p, _scaled(i, places, c)) for p in cases])
        for i, row in values.items()
        for c in (Fraction(1, 3), 2)
    ]


def _scaled(weights: tuple, places: tuple[int, int], factor: Fraction | int) -> tuple:
    return tuple(w * factor if k in places else w for k, w in enumerate(weights))


def definition_1() -> Evidence:
    """Definition 1: the ratio as E[IS]/E[I] with the printed importances, its domain, and the package's function."""
    cases, places = small.eighths(5), list(product(small.QUARTERS, repeat=2))
    printed = {(a, b): [_printed(p, a, b) for p in cases] for a, b in places}
    array = np.array(cases, dtype=float)
    e = Evidence(
        note=f"All {len(cases)} performances in fifths, at the {len(places)} places with coordinates in quarters."
    )
    e.printed(
        r"it is the ranking score of $I(tn)=1-a$, $I(fp)=1-b$, $I(fn)=b$, $I(tp)=a$",
        cases=(
            values == [exact.ranking_score(p, (1 - a, 1 - b, b, a)) for p in cases]
            for (a, b), values in printed.items()
        ),
    )
    e.printed("this importance is admissible", cases=(_admissible((1 - a, 1 - b, b, a)) for a, b in places))
    e.printed(
        "different places are different functions",
        cases=(one != other for one, other in combinations(printed.values(), 2)),
    )
    e.printed(
        "the package",
        cases=(_equal(tile.ranking_score(array, float(a), float(b)), row) for (a, b), row in printed.items()),
    )
    e.control(
        "with $a$ and $1-a$ exchanged",
        cases=(
            values == [exact.ranking_score(p, (a, 1 - b, b, 1 - a)) for p in cases]
            for (a, b), values in printed.items()
        ),
    )
    return e


def _equal(values: np.ndarray, exactly: list) -> bool:
    true = [np.nan if v is None else float(v) for v in exactly]
    return bool(np.allclose(values, true, rtol=0, atol=ROUNDING, equal_nan=True))


def _printed(p: tuple, a: Fraction, b: Fraction) -> Fraction | None:
    tn, fp, fn, tp = p
    return exact.ratio((1 - a) * tn + a * tp, (1 - a) * tn + (1 - b) * fp + b * fn + a * tp)


def members(claim: Claim) -> Evidence:
    """Sections 3.2 and 4.1: which of the nine probabilities have an importance of the canonical form, and F-scores."""
    beta = sympy.Symbol("beta", nonnegative=True)
    importances = {name: nine.solutions(nine.pair_of(name))[0] for name in tile.NINE}
    canonical = [name for name, weights in importances.items() if exact.is_canonical(weights)]
    equal = {name: _place_of(name) for name in tile.NINE}
    sums = sympy.simplify(1 - (1 / (1 + beta**2) + beta**2 / (1 + beta**2)))
    e = Evidence(
        note="The importance of a probability is unique up to a factor, so the score is canonical if and only "
        "if the importances of tn and tp add up to as much as those of fp and fn."
    )
    e.printed("canonical among the nine", published=claim.published, reproduced=len(canonical))
    e.printed(
        "they are NPV, PPV, TNR, TPR and A",
        reproduced=", ".join(canonical),
        agrees=set(canonical) == {"NPV", "PPV", "TNR", "TPR", "A"},
    )
    e.printed(
        "at the place of each it is the same function, the domain included; of no other one",
        cases=(equal[name] == (name in canonical) for name in tile.NINE),
    )
    e.printed(r"$F_\beta$ as in Lemma 7: $I(tn)+I(tp)-I(fp)-I(fn)$", agrees=sums == 0, reproduced=str(sums))
    for b in (0, 1, 3):
        w = Fraction(b * b, 1 + b * b)
        e.printed(
            f"$F_{{{b}}}$ is the score at $(1, {w})$",
            **small.same(partial(exact.f_beta, beta_squared=b * b), partial(exact.canonical_score, a=1, b=w)),
        )
    e.control("canonical, if the sums need not be equal", published=claim.published, reproduced=len(importances))
    return e


def _place_of(name: str) -> bool:
    """Whether the canonical score at the place of a probability's order is the probability."""
    place = exact.place(nine.indicator(nine.pair_of(name)[1]))
    return all(exact.probability(p, *nine.pair_of(name)) == exact.canonical_score(p, *place) for p in small.eighths(5))


def same_ordering() -> Evidence:
    """Section 3.3: every ranking score orders as the canonical one at its place, values tied and undefined included."""
    weights, cases = small.importances(), small.counts(5)
    values = {i: [exact.ranking_score(p, i) for p in cases] for i in weights}

    def alike(place: Callable[[tuple], tuple]) -> Details:
        return {
            "over": weights,
            "holds": lambda i: small.orders_alike(values[i], [exact.canonical_score(p, *place(i)) for p in cases]),
        }

    e = Evidence(
        note=f"The {len(weights)} admissible importances with values 0, 1, 3, and all {len(cases)} "
        f"performances in fifths."
    )
    e.printed("at $(I(tp)/\\{I(tn)+I(tp)\\}, I(fn)/\\{I(fp)+I(fn)\\})$: one order and one domain", **alike(exact.place))
    e.printed("the place lies in the square", cases=(0 <= x <= 1 for i in weights for x in exact.place(i)))
    e.control(
        "with $I(fp)$ in the numerator of $b$, as in Section 4.2",
        **alike(lambda i: (exact.place(i)[0], 1 - exact.place(i)[1])),
    )
    return e


def two_parameters() -> Evidence:
    """Section 1: what the odds of the importances are, in symbols, and what a step in a or b does to all scores."""
    a, b = sympy.symbols("a b", positive=True)
    tn, fp, fn, tp = exact.importance(a, b)
    odds = {"a": (tp / tn, fn / fp), "b": (fn / fp, tp / tn)}
    e = Evidence(note="The importances of Definition 1.")
    for (name, (own, other)), (what, rest) in zip(
        odds.items(), (("tp against tn", "fn against fp"), ("fn against fp", "tp against tn")), strict=True
    ):
        symbol = {"a": a, "b": b}[name]
        e.printed(
            f"${name}$ sets the weight of {what}",
            agrees=sympy.simplify(own - symbol / (1 - symbol)) == 0,
            reproduced=str(own),
        )
        e.printed(
            f"${name}$ leaves that of {rest}",
            agrees=sympy.diff(other, symbol) == 0,
            reproduced=str(sympy.diff(other, symbol)),
        )
    e.control(
        "$a$ sets the weight of fn against fp, as in the list of symbols",
        agrees=sympy.simplify(fn / fp - a / (1 - a)) == 0,
        reproduced=str(fn / fp),
    )
    return e
