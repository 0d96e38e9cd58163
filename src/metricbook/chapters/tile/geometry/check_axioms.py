"""Sections 2.4, 3.2 and 4.4: the second and third axiom of ranking, and scores whose orders break the third."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy

from metricbook import tile
from metricbook.chapters.tile import orders
from metricbook.chapters.tile import samples as small
from metricbook.chapters.tile.geometry.tables import WITNESSES
from metricbook.exact import tile as exact
from metricbook.ledger import Evidence
from metricbook.tile.axioms import mixture_excess

EXACT = orders.EXACT
PLACES = list(product(small.QUARTERS, repeat=2))
DIGITS = 50


def _even(first: Sequence, second: Sequence) -> tuple:
    """The even mixture of two performances."""
    return tuple((x + y) / 2 for x, y in zip(first, second, strict=True))


def _leaves(values: Sequence[Any]) -> bool:
    """Whether the third value, the mixture's, is outside the range of the first two."""
    one, two, mixed = values
    return bool(mixed < min(one, two) or mixed > max(one, two))


def _violations(score: small.Score, cases: Sequence[tuple]) -> tuple[int, int]:
    """Pairs whose even mixture leaves the range of their scores, and pairs with all three scores defined."""
    values, found, tried = {p: score(p) for p in cases}, 0, 0
    for p, q in combinations(cases, 2):
        triple = [values[p], values[q], score(_even(p, q))]
        if None not in triple:
            tried, found = tried + 1, found + _leaves(triple)
    return found, tried


def _counted(score: small.Score, cases: Sequence[tuple]) -> dict:
    found, tried = _violations(score, cases)
    return {"agrees": found > 0, "reproduced": f"{found} of {tried}"}


def _second(score: small.Score, cases: Sequence[tuple]) -> bool:
    """Whether no performance beats one that only succeeds, and none is beaten by one that only fails."""
    values = [(p, v) for p in cases if (v := score(p)) is not None]
    best = [v for p, v in values if p[1] == p[2] == 0]
    worst = [v for p, v in values if p[0] == p[3] == 0]
    return all(v <= top for _, v in values for top in best) and all(v >= low for _, v in values for low in worst)


def reminder() -> Evidence:
    """Section 2.4: which canonical scores keep both axioms, for two sets of allowed operations."""
    cases = small.eighths(3)
    scores = [lambda p, a=a, b=b: exact.canonical_score(p, a, b) for a, b in PLACES]
    kept = [_second(s, cases) and _violations(s, cases)[0] == 0 for s in scores]
    turned = [k and all(s(p) == s(_turned(p)) for p in cases) for k, s in zip(kept, scores, strict=True)]
    low = (Fraction(1, 10), Fraction(4, 10), Fraction(4, 10), Fraction(1, 10))
    accuracy = [EXACT["A"](p) for p in (low, _turned(low))]
    e = Evidence(
        note=f"The {len(PLACES)} places with coordinates in quarters, the {len(cases)} performances in thirds. "
        f"Axiom 2 compares with certain success and certain failure only. Turning every prediction round "
        f"takes an accuracy of {accuracy[0]} to {accuracy[1]}, with certainty."
    )
    e.reading(
        "the operations are even mixtures: places that keep both axioms",
        agrees=all(kept),
        reproduced=f"{sum(kept)} of {len(kept)}",
    )
    e.reading(
        "every prediction may also be turned round: places that keep both",
        agrees=all(turned),
        reproduced=f"{sum(turned)} of {len(turned)}",
    )
    e.control(
        "ACP keeps Axiom 3 for mixtures",
        agrees=_violations(EXACT["ACP"], small.eighths(5))[0] == 0,
        reproduced="{} of {} pairs break it".format(*_violations(EXACT["ACP"], small.eighths(5))),
    )
    e.control(
        "the error rate keeps Axiom 2",
        agrees=_second(lambda p: 1 - EXACT["A"](p), cases),
        reproduced=f"a perfect performance has {1 - EXACT['A'](cases[0])} or {1 - EXACT['A']((Fraction(1), 0, 0, 0))}",
    )
    return e


def _turned(p: tuple) -> tuple:
    return exact.relabelled(p, lambda y, h: y, lambda y, h: 1 - h)


def _volume(p: tuple) -> Any:
    """Eq. 15, or accuracy in the case of Eqs. 10 to 12, as exact logarithms."""
    tn, fp, fn, tp = (sympy.Rational(x) for x in p)
    if tp == tn and fn == fp:
        return tn + tp

    def corner(u, v):
        return (u**2 - v**2) * sympy.log(u + v)

    total = corner(tn, fn) + corner(tp, fp) + corner(fp, tn) + corner(fn, tp)
    return sympy.Rational(1, 2) - total / (2 * (tp - tn) * (fn - fp))


def averages() -> Evidence:
    """Section 3.2: pairs with equal priors whose even mixture leaves the range of ACP, P4, VUT; in exact numbers."""
    cases = orders.with_prior(small.HALF)
    e = Evidence(
        note="Even mixtures of all pairs with equal priors and probabilities in tenths, in fractions. The "
        f"volumes are logarithms, compared to {DIGITS} digits; their mixture's is rational."
    )
    for name in ("ACP", "P4"):
        e.printed(f"{name}: pairs whose mixture leaves the range", **_counted(EXACT[name], cases))
        first, second = _witness(name)
        triple = [EXACT[name](p) for p in (first, second, _even(first, second))]
        e.printed(
            f"{name} of {_shown(first)}, of {_shown(second)}, and of the mixture",
            agrees=_leaves(triple),
            reproduced=triple,
        )
    first, second = _witness("VUT")
    triple = [sympy.N(_volume(p), DIGITS) for p in (first, second, _even(first, second))]
    e.printed(
        f"VUT of {_shown(first)}, of {_shown(second)}, and of the mixture",
        agrees=_leaves(triple),
        reproduced=[round(float(v), 6) for v in triple],
    )
    e.printed(
        "and in the package",
        agrees=bool(mixture_excess(tile.volume, *([float(x) for x in p] for p in (first, second)), 0.5) > 1e-3),
        reproduced=[round(float(tile.volume([float(x) for x in p])), 6) for p in (first, second, _even(first, second))],
    )
    for name in ("A", "F1"):
        e.control(f"{name}: pairs whose mixture leaves the range", **_counted(EXACT[name], cases))
    return e


def _witness(name: str) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The pair of the chapter's figure, in tenths."""
    first, second = (tuple(Fraction(round(10 * x), 10) for x in p) for p in WITNESSES[name])
    if first[0] + first[1] != second[0] + second[1]:
        raise ValueError(f"the two performances of {name} must have the same priors")
    return first, second


def _shown(p: tuple) -> str:
    return "(" + ", ".join(f"{float(x):g}" for x in p) + ")"


def _fleiss(p: tuple, total: int) -> Fraction | None:
    """Fleiss's kappa from its definition: a table of subjects by category, here of two ratings each."""
    ratings = [(2, 0), (1, 1), (1, 1), (0, 2)]  # ratings as negative and positive, of a tn, fp, fn, tp
    subjects = [row for row, x in zip(ratings, p, strict=True) for _ in range(int(x * total))]
    raters = 2
    agreement = Fraction(sum(c * (c - 1) for row in subjects for c in row), raters * (raters - 1) * total)
    chance = sum(Fraction(sum(row[k] for row in subjects), raters * total) ** 2 for k in (0, 1))
    return exact.ratio(agreement - chance, 1 - chance)


def scott_and_fleiss() -> Evidence:
    """Section 4.4: mixtures at fixed priors, exactly; Fleiss's kappa of two raters from its own definition."""
    scott, kappa = EXACT["Scott pi"], EXACT["kappa"]
    first, second = _witness("Scott pi")
    triple = [scott(p) for p in (first, second, _even(first, second))]
    cases = {prior: orders.with_prior(prior)[::2] for prior in (Fraction(3, 10), small.HALF)}
    e = Evidence(
        note=f"Every second performance with fixed priors in {orders.GIVEN}ths, all even mixtures, in fractions. "
        f"Fleiss's kappa: two ratings per subject."
    )
    e.printed(
        f"Scott's $\\pi$ of {_shown(first)}, of {_shown(second)}, and of the mixture",
        agrees=_leaves(triple),
        reproduced=triple,
    )
    for prior, part in cases.items():
        e.printed(f"prior {prior}: pairs whose mixture leaves the range", **_counted(scott, part))
    e.printed(
        "Fleiss's $\\kappa$ of two raters is Scott's $\\pi$",
        **small.tested(_fleiss(p, orders.GIVEN) == scott(p) for part in cases.values() for p in part),
    )
    for prior, part in cases.items():
        e.control(f"prior {prior}: the same for Cohen's $\\kappa$", **_counted(kappa, part))
    return e
