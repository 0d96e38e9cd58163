"""Section 4.1 and Appendix A.2: what operations on performances do to the Tile, Lemmas 1 to 5, Table 1, Figure 8."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import sympy

from claimledger import Claim, Details, Evidence
from metricbook import tile
from metricbook.exact import tile as exact
from metricbook.tile.operations import OPERATIONS, shift_square
from scoring_the_scores.tile import orders
from scoring_the_scores.tile import samples as small

ROUNDING = 1e-13  # of a handful of floats between 0 and 1
PLACES = list(product(small.QUARTERS, repeat=2))
HALF = small.HALF
SOURCE = Fraction(2, 5)
TARGETS = [Fraction(1, 5), Fraction(7, 10)]  # positive; 0 and 1 are for the remarks
ENDS = [Fraction(0), Fraction(1)]
GENERIC = Fraction(1, 4), Fraction(2, 3)  # a place that no symmetry of the square leaves where it is
TN, FP, FN, TP = sympy.symbols("tn fp fn tp", positive=True)
A, B, P, Q, X = sympy.symbols("a b pi rho x", positive=True)
#: New label and new prediction, from the old ones.
RELABEL: dict[str, tuple[Callable, Callable]] = {
    "change-predicted": (lambda y, h: y, lambda y, h: 1 - h),
    "change-truth": (lambda y, h: 1 - y, lambda y, h: h),
    "swap-truth-predicted": (lambda y, h: h, lambda y, h: y),
    "swap-classes": (lambda y, h: 1 - y, lambda y, h: 1 - h),
}


def _zero(expression: sympy.Expr) -> dict:
    left = sympy.factor(sympy.together(expression))
    return {"agrees": left == 0, "reproduced": f"difference {left}"}


def _complement(value: Fraction | None, inverted: bool) -> Fraction | None:
    return value if value is None or not inverted else 1 - value


def _equal(name: str, square: Callable, inverted: bool) -> Details:
    """Whether the score after an exchange of outcomes is the score at a moved place, domain included."""
    changed = {p: exact.relabelled(p, *RELABEL[name]) for p in small.counts(5)}
    return {
        "over": PLACES,
        "holds": lambda place: all(
            exact.canonical_score(q, *place) == _complement(exact.canonical_score(p, *square(*place)), inverted)
            for p, q in changed.items()
        ),
    }


def _lemma(name: str, square: Callable, inverted: bool) -> Evidence:
    symbols = TN, FP, FN, TP
    after = exact.canonical_score(exact.relabelled(symbols, *RELABEL[name]), A, B)
    before = exact.canonical_score(symbols, *square(A, B))
    e = Evidence(
        note=f"The {len(PLACES)} places with coordinates in quarters; all {len(small.counts(5))} performances "
        f"in fifths, undefined scores included."
    )
    e.printed("as an identity in symbols", **_zero(after - (1 - before if inverted else before)))
    e.printed("values and domain", **_equal(name, square, inverted))
    drawn = np.array(small.eighths(5), dtype=float)
    operation = OPERATIONS[name]
    e.printed(
        "the package's map of the square, and its scores",
        cases=(
            tuple(map(float, operation.square(float(a), float(b)))) == tuple(map(float, square(a, b)))
            and operation.inverts == inverted
            and np.allclose(
                tile.ranking_score(operation.apply(drawn), float(a), float(b)),
                _inverted(tile.ranking_score(drawn, *operation.square(float(a), float(b))), inverted),
                rtol=0,
                atol=ROUNDING,
                equal_nan=True,
            )
            for a, b in PLACES
        ),
    )
    e.control("one minus it" if not inverted else "not subtracted from one", **_equal(name, square, not inverted))
    e.control("at the place itself", **_equal(name, lambda a, b: (a, b), inverted))
    return e


def _inverted(values: np.ndarray, inverted: bool) -> np.ndarray:
    return 1 - values if inverted else values


def lemma_1() -> Evidence:
    """Lemma 1: predictions turned round, (a, b) to (b, a), one minus the score."""
    return _lemma("change-predicted", lambda a, b: (b, a), True)


def lemma_2() -> Evidence:
    """Lemma 2: labels turned round, (a, b) to (1 - b, 1 - a), one minus the score."""
    return _lemma("change-truth", lambda a, b: (1 - b, 1 - a), True)


def lemma_3() -> Evidence:
    """Lemma 3: labels and predictions exchanged, (a, b) to (a, 1 - b)."""
    return _lemma("swap-truth-predicted", lambda a, b: (a, 1 - b), False)


def lemma_4() -> Evidence:
    """Lemma 4: classes exchanged, (a, b) to (1 - a, 1 - b)."""
    return _lemma("swap-classes", lambda a, b: (1 - a, 1 - b), False)


def domains() -> Evidence:
    """Proofs of Lemmas 1 to 4: where one side is defined the other is, all supports and patterns of importances."""
    squares = {
        "change-predicted": lambda a, b: (b, a),
        "change-truth": lambda a, b: (1 - b, 1 - a),
        "swap-truth-predicted": lambda a, b: (a, 1 - b),
        "swap-classes": lambda a, b: (1 - a, 1 - b),
    }
    cases, places = small.counts(4), list(product((Fraction(0), HALF, Fraction(1)), repeat=2))

    def follows(name: str, square: Callable) -> list[bool]:
        return [
            exact.canonical_score(p, *square(a, b)) is not None
            for p, (a, b) in product(cases, places)
            if exact.canonical_score(exact.relabelled(p, *RELABEL[name]), a, b) is not None
        ]

    e = Evidence(
        note="A domain depends only on which outcomes occur and which importances are zero: all performances "
        "in quarters, coordinates 0, 1/2, 1."
    )
    for name, square in squares.items():
        e.printed(f"{name}: cases with the left side defined", cases=follows(name, square))
    e.control(
        "change-predicted, for the score at the place itself", cases=follows("change-predicted", lambda a, b: (a, b))
    )
    return e


def _f(x: Fraction, source: Fraction, target: Fraction) -> Fraction | None:
    """Lemma 5's function; None where its denominator is zero."""
    positive, negative = target / source, (1 - target) / (1 - source)
    return exact.ratio(x * positive, (1 - x) * negative + x * positive)


def _g(x: Fraction, source: Fraction, target: Fraction) -> Fraction:
    return (1 - x) * (1 - target) / (1 - source) + x * target / source


@cache
def _shifted(target: Fraction) -> list[tuple]:
    """The performances with the source prior, shifted."""
    return [small.shifted(p, target) for p in orders.with_prior(SOURCE)]


@cache
def _scores(target: Fraction, place: tuple) -> list:
    return [exact.canonical_score(p, *place) for p in _shifted(target)]


def _ordered(target: Fraction, place: tuple, other: tuple) -> bool:
    """Whether the score at a place, after the shift, orders as the score at another place before it."""
    return None not in other and small.orders_alike(_scores(target, place), _scores(SOURCE, other))


def _note() -> str:
    return (
        f"Source prior {SOURCE}, {len(_shifted(SOURCE))} performances with it in {orders.GIVEN}ths; the "
        f"{len(PLACES)} places with coordinates in quarters; target priors "
        f"{', '.join(map(str, TARGETS))}, and for the remark 0 and 1."
    )


def lemma_5() -> Evidence:
    """Lemma 5: orders after the shift and at (f(a), f(b)), between positive priors and at their ends."""
    target = TARGETS[1]

    def same(targets: list[Fraction]) -> Details:
        return {
            "over": product(targets, PLACES),
            "holds": lambda case: _ordered(case[0], case[1], tuple(_f(x, SOURCE, case[0]) for x in case[1])),
        }

    drawn = tile.fixed_prevalence_performances(300, float(SOURCE), rng=np.random.default_rng(5))
    after = tile.ranking_score(tile.shift_prevalence(drawn, float(target)), *map(float, GENERIC))
    before = tile.ranking_score(drawn, *shift_square(*map(float, GENERIC), source=float(SOURCE), target=float(target)))
    e = Evidence(note=_note())
    e.printed("one order", **same(TARGETS))
    e.printed(
        f"in the package, {len(drawn)} random performances, seed 5: steps up",
        cases=np.diff(after[np.argsort(before, kind="stable")]) > 0,
    )
    e.control(
        "at $(f^{-1}(a), f^{-1}(b))$",
        over=product(TARGETS, PLACES),
        holds=lambda case: _ordered(case[0], case[1], tuple(_f(x, case[0], SOURCE) for x in case[1])),
    )
    e.control("one order with a target prior of 0 or 1", **same(ENDS))
    return e


def decomposition() -> Evidence:
    """Proof of Lemma 5: the four importances after the shift, in symbols, and where f exists."""
    f = X * Q / P / ((1 - X) * (1 - Q) / (1 - P) + X * Q / P)
    g = (1 - X) * (1 - Q) / (1 - P) + X * Q / P
    down, up = (1 - Q) / (1 - P), Q / P
    moved = {
        "tn": ((1 - A) * down, A, 1 - f),
        "fp": ((1 - B) * down, B, 1 - f),
        "fn": (B * up, B, f),
        "tp": (A * up, A, f),
    }

    def exists(targets: list[Fraction]) -> list[bool]:
        return [_f(x, SOURCE, k) is not None and _g(x, SOURCE, k) > 0 for x in small.QUARTERS for k in targets]

    e = Evidence(
        note=f"In symbols; then coordinates in quarters, source prior {SOURCE}, target priors "
        f"{', '.join(map(str, TARGETS))}, and for the remark 0 and 1."
    )
    for outcome, (weight, coordinate, share) in moved.items():
        e.printed(f"$I'({outcome})$", **_zero(weight - (g * share).subs(X, coordinate)))
    e.printed("$f$ exists on all of [0, 1], and $g>0$", cases=exists(TARGETS))
    e.control(
        "$I'(fp)$ with $f(a)$ for $f(b)$",
        **_zero(
            (moved["fp"][0] - g.subs(X, B) * (1 - f.subs(X, A))).subs(
                {A: sympy.Rational(1, 4), B: sympy.Rational(2, 3), P: sympy.Rational(2, 5), Q: sympy.Rational(1, 5)}
            )
        ),
    )
    e.control("$f$ exists, and $g>0$, with a target prior of 0 or 1", cases=exists(ENDS))
    return e


def operations() -> Evidence:
    """Section 4.1: Tiles of changed performances as turned and mirrored pictures, entry by entry."""
    cases = small.counts(5)
    flips = {
        "change-predicted": (
            "mirrored about the rising diagonal",
            lambda m: [list(column) for column in zip(*m, strict=True)],
            True,
        ),
        "change-truth": (
            "mirrored about the falling diagonal",
            lambda m: [list(c)[::-1] for c in zip(*m, strict=True)][::-1],
            True,
        ),
        "swap-truth-predicted": ("mirrored top to bottom", lambda m: m[::-1], False),
        "swap-classes": ("turned about the centre", lambda m: [row[::-1] for row in m[::-1]], False),
    }
    pictures = {p: _picture(p) for p in cases}

    def mirrored(name: str, mirror: Callable, inverted: bool) -> list[bool]:
        return [
            pictures[exact.relabelled(p, *RELABEL[name])]
            == [[_complement(v, inverted) for v in row] for row in mirror(pictures[p])]
            for p in cases
        ]

    e = Evidence(
        note=f"Pictures of 5 by 5 places, $a$ to the right and $b$ upwards; all {len(cases)} performances in "
        f"fifths, undefined entries included."
    )
    for name, (how, mirror, inverted) in flips.items():
        e.printed(f"{name}: {how}" + (", one minus it" if inverted else ""), cases=mirrored(name, mirror, inverted))
    e.control(
        "change-predicted: mirrored about the falling diagonal",
        cases=mirrored("change-predicted", flips["change-truth"][1], True),
    )
    e.control(
        "swap-truth-predicted: mirrored left to right",
        cases=mirrored("swap-truth-predicted", lambda m: [row[::-1] for row in m], False),
    )
    return e


def _picture(p: tuple) -> list[list]:
    return [[exact.canonical_score(p, a, b) for a in small.QUARTERS] for b in small.QUARTERS]


def shift_moves() -> Evidence:
    """Section 4.1: every order has a new place after a shift, and places at uniform priors go to the drawn grid."""

    def moved(targets: list[Fraction]) -> list[bool]:
        return [_has_place(k, s) for k in targets for s in PLACES]

    e = Evidence(note=_note())
    e.printed("scores after the shift have an order of the Tile", cases=moved(TARGETS))
    e.printed(
        r"the order of accuracy at equal priors is at $(\pi_-, \pi_-)$ afterwards",
        cases=(tuple(_f(x, k, HALF) for x in (HALF, HALF)) == (1 - k, 1 - k) for k in TARGETS),
    )
    e.printed(
        "only the corners stay",
        cases=((tuple(_f(x, k, SOURCE) for x in s) == s) == (set(s) <= {0, 1}) for k in TARGETS for s in PLACES),
    )
    e.control("orders stay where they are", over=product(TARGETS, PLACES), holds=lambda c: _ordered(c[0], c[1], c[1]))
    e.control("scores after a shift to the prior 0 or 1 have an order of the Tile", cases=moved(ENDS))
    return e


def _has_place(target: Fraction, place: tuple) -> bool:
    """Whether the score after the shift orders as a canonical one before it: at Lemma 5's place, or at any tried."""
    named = tuple(_f(x, SOURCE, target) for x in place)
    return any(_ordered(target, place, other) for other in (PLACES if None in named else [named]))


def table_1(claim: Claim) -> Evidence:
    """Table 1: for each operation, the one place and direction that fit a generic order, among all that are named."""
    (a, b), pairs, fitting = GENERIC, len(_named_coordinates()) ** 2, _rows_that_fit()
    e = Evidence(
        note=f"The order at ({a}, {b}); prior {HALF} for the exchanges, {SOURCE} to {TARGETS[0]} for the shift. "
        f"All {pairs} pairs of the coordinates named, and both directions, are tried."
    )
    for name, rows in fitting.items():
        fits = rows[0] if len(rows) == 1 else rows
        e.printed(name, published=claim.published[name], reproduced=fits)
    e.control(
        "change-truth with the row of change-predicted",
        published=claim.published["change-predicted"],
        reproduced=fitting["change-truth"][0],
    )
    e.control(
        "shift: $f$ has an inverse with a target prior of 0 or 1",
        cases=(len({_f(x, SOURCE, k) for x in small.QUARTERS}) == len(small.QUARTERS) for k in ENDS),
    )
    return e


def _named_coordinates() -> dict[str, Fraction | None]:
    """The coordinates that the table's rows name, of the generic place and the first target prior."""
    target = TARGETS[0]
    a, b = GENERIC
    return {
        "a": a,
        "b": b,
        "1-a": 1 - a,
        "1-b": 1 - b,
        "f(a)": _f(a, SOURCE, target),
        "f(b)": _f(b, SOURCE, target),
        "f^{-1}(a)": _f(a, target, SOURCE),
        "f^{-1}(b)": _f(b, target, SOURCE),
    }


@cache
def _rows_that_fit() -> dict[str, list[list[str]]]:
    """For each operation, the coordinates and the direction that give the order before it back."""
    named, (a, b), target = _named_coordinates(), GENERIC, TARGETS[0]
    cases = orders.with_prior(HALF)[::2]
    origin = {"shift": _scores(SOURCE, GENERIC)}
    after: dict[str, list] = {name: [exact.relabelled(p, *how) for p in cases] for name, how in RELABEL.items()}
    after["shift"] = _shifted(target)
    fitting = {}
    for name, changed in after.items():
        before = origin.get(name) or [exact.canonical_score(p, a, b) for p in cases]
        fitting[name] = [
            [one, two, "inverted" if dual else "unchanged"]
            for one, two, dual in product(named, named, (False, True))
            if small.orders_alike(
                [exact.canonical_score(p, named[one], named[two]) for p in changed], before, dual=dual
            )
        ]
    return fitting
