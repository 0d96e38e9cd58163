"""Appendix A.2.2: the grid of Eqs. 4 and 5, and Figure 8, Tiles deformed by a shift of the prior."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import sympy

from claimledger import Evidence
from metricbook.exact import tile as exact
from metricbook.tile.operations import shift_square
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.rankings.tables import deformed_grid

ROUNDING = 1e-13  # of a handful of floats between 0 and 1
HALF = small.HALF
TENTHS = [Fraction(k, 10) for k in range(11)]
#: Priors of the positive class: the outer ones as in the authors' public notebook that draws Figure 8 anew.
PANELS = {"a": Fraction(1, 10), "b": Fraction(3, 10), "c": HALF, "d": Fraction(7, 10), "e": Fraction(9, 10)}
P, X = sympy.symbols("pi x", positive=True)


def _grid_line(x: Fraction, prior: Fraction) -> Fraction:
    """Eqs. 4 and 5 as printed."""
    return (x * HALF / prior) / ((1 - x) * HALF / (1 - prior) + x * HALF / prior)


def _f(x: Fraction, source: Fraction, target: Fraction) -> Fraction:
    """Lemma 5's function."""
    positive, negative = target / source, (1 - target) / (1 - source)
    return x * positive / ((1 - x) * negative + x * positive)


@cache
def _drawn(prior: Fraction) -> pd.DataFrame:
    return deformed_grid(float(prior), n=21)


def _near(values: np.ndarray, expected: float) -> bool:
    return bool(np.abs(np.asarray(values) - expected).max() < ROUNDING)


def grid() -> Evidence:
    """Eqs. 4 and 5: inverse of Lemma 5's f from uniform priors, in symbols; the lines we draw; their orders."""
    inverse = (X / (2 * P)) / ((1 - X) / (2 * (1 - P)) + X / (2 * P))
    forward = (X * 2 * P) / ((1 - X) * 2 * (1 - P) + X * 2 * P)
    prior = Fraction(1, 5)
    lines = _drawn(prior)
    cases = [p for p in small.eighths(10) if p[2] + p[3] == HALF][::3]
    shifted = [small.shifted(p, prior) for p in cases]

    def alike(how) -> list[bool]:
        return [
            small.orders_alike(
                [exact.canonical_score(p, x, y) for p in cases],
                [exact.canonical_score(p, how(x, prior), how(y, prior)) for p in shifted],
            )
            for x in small.QUARTERS
            for y in small.QUARTERS
        ]

    e = Evidence(note=f"In symbols; then drawn and by orders for the prior {prior}.")
    e.printed(
        r"$f(f^{-1}(x))$ is $x$ for Lemma 5's $f$ from (0.5, 0.5) to $(\pi_-,\pi_+)$",
        agrees=sympy.simplify(forward.subs(X, inverse) - X) == 0,
        reproduced=str(sympy.simplify(forward.subs(X, inverse))),
    )
    e.printed(
        r"$f^{-1}(0.5)$",
        agrees=sympy.simplify(inverse.subs(X, sympy.Rational(1, 2)) - (1 - P)) == 0,
        reproduced=str(sympy.simplify(inverse.subs(X, sympy.Rational(1, 2)))),
    )
    e.printed(
        "the 11 vertical lines that we draw",
        cases=(
            _near(
                lines[(lines["line"] == "vertical") & np.isclose(lines["parameter"], float(x))]["a"],
                float(_grid_line(x, prior)),
            )
            for x in TENTHS
        ),
    )
    e.printed(
        "the 11 horizontal lines that we draw",
        cases=(
            _near(
                lines[(lines["line"] == "horizontal") & np.isclose(lines["parameter"], float(x))]["b"],
                float(_grid_line(x, prior)),
            )
            for x in TENTHS
        ),
    )
    e.printed("orders at uniform priors are there after the shift", cases=alike(_grid_line))
    e.control("they are at $f$ instead", cases=alike(lambda x, k: _f(x, HALF, k)))
    return e


def _gamma(a: Fraction, b: Fraction, prior: Fraction) -> bool:
    """Whether all no-skill performances with a prior have one value at a place, where it is defined."""
    values = {
        exact.canonical_score(((1 - prior) * (1 - t), (1 - prior) * t, prior * (1 - t), prior * t), a, b)
        for t in (Fraction(0), Fraction(1, 3), Fraction(1))  # three are enough: the score is monotone in t
    }
    return len(values - {None}) == 1


def _moved_diagonal(prior: Fraction) -> list[tuple[Fraction, Fraction]]:
    return [(_grid_line(x, prior), _grid_line(1 - x, prior)) for x in TENTHS]


def gamma() -> Evidence:
    """Figure 8, caption: the moved falling diagonal is where all no-skill performances with the priors are equal."""
    a, b, t = sympy.symbols("a b tau", positive=True)
    value = exact.canonical_score(((1 - P) * (1 - t), (1 - P) * t, P * (1 - t), P * t), a, b)
    slope = sympy.numer(sympy.factor(sympy.diff(value, t)))
    curve = a * b * P**2 - (1 - a) * (1 - b) * (1 - P) ** 2
    moved = {a: _symbolic(X), b: _symbolic(1 - X)}
    places = [(x, y) for x in TENTHS[::2] for y in TENTHS[::2]]
    e = Evidence(
        note=f"$\\tau$ is the rate of positive predictions. Priors {', '.join(map(str, PANELS.values()))}; "
        f"the diagonal in tenths, places in fifths."
    )
    e.printed(
        r"the value at no skill does not depend on $\tau$ where $ab\pi_+^2=(1-a)(1-b)\pi_-^2$",
        agrees=sympy.rem(sympy.Poly(sympy.expand(slope), a, b), sympy.Poly(sympy.expand(curve), a, b)) == 0,
        reproduced=str(sympy.factor(slope / curve)),
    )
    e.printed(
        "the moved falling diagonal meets this",
        agrees=sympy.simplify(curve.subs(moved)) == 0,
        reproduced=str(sympy.simplify(curve.subs(moved))),
    )
    e.printed(
        "on it all no-skill performances are equal",
        cases=(_gamma(x, y, k) for k in PANELS.values() for x, y in _moved_diagonal(k)),
    )
    e.printed(
        "and at no other place in fifths",
        cases=(
            _gamma(x, y, k) == (x * y * k**2 == (1 - x) * (1 - y) * (1 - k) ** 2)
            for k in PANELS.values()
            for x, y in places
        ),
    )
    e.control(
        "on the diagonal moved the other way",
        cases=(_gamma(_f(x, HALF, k), _f(1 - x, HALF, k), k) for k in PANELS.values() for x in TENTHS),
    )
    return e


def _symbolic(x: sympy.Expr) -> sympy.Expr:
    return (x / (2 * P)) / ((1 - x) / (2 * (1 - P)) + x / (2 * P))


def _deformed(e: Evidence, panel: str) -> None:
    """What the caption says of every panel, for the prior that we take for this one."""
    prior = PANELS[panel]
    table = _drawn(prior)
    diagonal = table[table["line"] == "diagonal"]
    grid = table[table["line"] == "vertical"].groupby("parameter")["a"].first().to_numpy()
    square = shift_square(np.array(TENTHS, float), 0, source=0.5, target=float(prior))[0]
    e.printed(
        f"prior {prior}: grid lines at Eqs. 4 and 5",
        cases=(abs(drawn - float(_grid_line(x, prior))) < ROUNDING for drawn, x in zip(grid, TENTHS, strict=True)),
    )
    e.printed(
        f"prior {prior}: Lemma 5's $f$ takes them to a regular grid",
        cases=(abs(float(_f(_grid_line(x, prior), HALF, prior) - x)) < ROUNDING for x in TENTHS),
    )
    odds = diagonal["a"] * diagonal["b"] * float(prior) ** 2
    e.printed(
        f"prior {prior}: the diagonal becomes $\\gamma_\\pi$",
        cases=np.abs(odds - (1 - diagonal["a"]) * (1 - diagonal["b"]) * float(1 - prior) ** 2) < ROUNDING,
    )
    e.control(f"prior {prior}: grid lines at $f$", cases=np.abs(grid - square) < ROUNDING)


def figure_8a() -> Evidence:
    """Figure 8, the four outer panels: what the caption says of each, at the priors of the authors' notebook."""
    inverse = (X / (2 * P)) / ((1 - X) / (2 * (1 - P)) + X / (2 * P))
    a, b = inverse, inverse.subs(X, 1 - X)
    e = Evidence(
        note=f"Priors {', '.join(str(PANELS[panel]) for panel in 'abde')} of the positive class: as in "
        "the notebook on Figure 8 in the authors' public repository, uliege-performance/sorbetto."
    )
    for panel in ("a", "b", "d", "e"):
        _deformed(e, panel)
    e.printed(
        r"the moved diagonal is on $\gamma_\pi$ for any prior, in symbols",
        identity=(a * b * P**2, (1 - a) * (1 - b) * (1 - P) ** 2),
    )
    return e


def figure_8c() -> Evidence:
    """Figure 8(c): the regular grid and the falling diagonal at uniform priors."""
    table = _drawn(PANELS["c"])
    lines = {name: table[table["line"] == name] for name in ("vertical", "horizontal", "diagonal")}
    other = _drawn(PANELS["b"])
    e = Evidence(note="Taken to be the central one of the five; the caption gives no letter.")
    e.printed(
        "vertical lines at 0, 0.1, ..., 1",
        cases=np.abs(lines["vertical"]["a"] - lines["vertical"]["parameter"]) < ROUNDING,
    )
    e.printed(
        "horizontal lines at 0, 0.1, ..., 1",
        cases=np.abs(lines["horizontal"]["b"] - lines["horizontal"]["parameter"]) < ROUNDING,
    )
    e.printed("the falling diagonal", cases=np.abs(lines["diagonal"]["a"] + lines["diagonal"]["b"] - 1) < ROUNDING)
    e.printed("it is $\\gamma_\\pi$ for uniform priors", cases=(_gamma(x, 1 - x, HALF) for x in TENTHS))
    e.control(
        f"a regular grid at the prior {PANELS['b']}",
        cases=np.abs(other["a"] - other["parameter"])[other["line"] == "vertical"] < ROUNDING,
    )
    return e
