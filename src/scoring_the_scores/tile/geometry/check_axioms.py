"""Sections 2.4, 3.2 and 4.4: the second and third axiom of ranking, and scores whose orders break the third."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import sympy

from claimledger import Details, Evidence
from metricbook import tile
from metricbook.exact import tile as exact
from metricbook.tile.axioms import mixture_excess
from scoring_the_scores.tile import orders
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.geometry.tables import WITNESSES

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


def _as_cases(score: small.Score, cases: Sequence[tuple]) -> Details:
    """For each pair whose scores are defined, and that of its even mixture, whether the mixture is in their range."""
    pairs = sorted(combinations(cases, 2), key=lambda pair: small.size(*pair))
    value = cache(score)  # each performance is in many pairs
    triples = {pair: [value(p) for p in (*pair, _even(*pair))] for pair in pairs}
    return {
        "over": [pair for pair, triple in triples.items() if None not in triple],
        "holds": lambda pair: not _leaves(triples[pair]),
    }


def _third(score: small.Score, cases: Sequence[tuple]) -> bool:
    """Whether no even mixture leaves the range of its parts."""
    preserved = _as_cases(score, cases)
    return all(map(preserved["holds"], preserved["over"]))


def _second(score: small.Score, cases: Sequence[tuple]) -> bool:
    """Whether no performance beats one that only succeeds, and none is beaten by one that only fails."""
    values = [(p, v) for p in cases if (v := score(p)) is not None]
    best = [v for p, v in values if p[1] == p[2] == 0]
    worst = [v for p, v in values if p[0] == p[3] == 0]
    return all(v <= top for _, v in values for top in best) and all(v >= low for _, v in values for low in worst)


def reminder() -> Evidence:
    """Section 2.4: which canonical scores keep both axioms, for three sets of allowed operations."""
    cases = small.eighths(3)
    scores = {place: orders.at(*place) for place in PLACES}
    satisfied = {place: _second(s, cases) and _third(s, cases) for place, s in scores.items()}
    low = (Fraction(1, 10), Fraction(4, 10), Fraction(4, 10), Fraction(1, 10))
    accuracy = [EXACT["A"](p) for p in (low, _noisy(low), _turned(low))]
    wrong = (Fraction(0), small.HALF, small.HALF, Fraction(0))

    def safe(operation: Callable[[tuple], tuple]) -> Details:
        """For each place, whether both axioms hold and the operation improves no performance, as mixtures do not."""
        pairs = {place: [(s(p), s(operation(p))) for p in cases] for place, s in scores.items()}
        return {
            "over": PLACES,
            "holds": lambda place: (
                satisfied[place] and all(None in pair or pair[1] <= pair[0] for pair in pairs[place])
            ),
        }

    e = Evidence(
        note=f"The {len(PLACES)} places with coordinates in quarters, the {len(cases)} performances in thirds. "
        f"Noise turns a quarter of the predictions round, at random. It takes an accuracy of {accuracy[0]} to "
        f"{accuracy[1]}, and turning all of them round to {accuracy[2]}, with certainty."
    )
    e.reading("the operations are mixtures, in equal parts: places that keep both axioms", cases=satisfied.values())
    e.reading("noise may be added to an output: places that keep both", **safe(_noisy))
    e.reading("every prediction may be turned round: places that keep both", **safe(_turned))
    e.printed(
        "errors of both kinds in equal parts have 0; with noise more, and turned round 1: places",
        cases=(s(wrong) == 0 < s(_noisy(wrong)) < s(_turned(wrong)) == 1 for s in scores.values()),
    )
    e.control("ACP keeps Axiom 3 for mixtures", **_as_cases(EXACT["ACP"], small.eighths(5)))
    e.control(
        "the error rate keeps Axiom 2",
        agrees=_second(lambda p: 1 - EXACT["A"](p), cases),
        reproduced=f"a perfect performance has {1 - EXACT['A'](cases[0])} or {1 - EXACT['A']((Fraction(1), 0, 0, 0))}",
    )
    return e


def _turned(p: tuple) -> tuple:
    return exact.relabelled(p, lambda y, h: y, lambda y, h: 1 - h)


def _noisy(p: tuple) -> tuple:
    """The performance with a quarter of the predictions turned round at random."""
    return tuple((3 * x + y) / 4 for x, y in zip(p, _turned(p), strict=True))


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
        e.control(f"{name}: no mixture leaves the range", **_as_cases(EXACT[name], cases))
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
        agrees=bool(mixture_excess(tile.volume, list(map(float, first)), list(map(float, second)), 0.5) > 1e-3),
        reproduced=[round(float(tile.volume([float(x) for x in p])), 6) for p in (first, second, _even(first, second))],
    )
    for name in ("A", "F1"):
        e.printed(f"{name}: no mixture leaves the range", **_as_cases(EXACT[name], cases))
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
    cases = {prior: orders.with_prior(prior) for prior in (Fraction(3, 10), small.HALF)}
    e = Evidence(
        note=f"All performances with fixed priors in {orders.GIVEN}ths, all even mixtures, in fractions. "
        f"Fleiss's kappa: two ratings per subject."
    )
    e.printed(
        f"Scott's $\\pi$ of {_shown(first)}, of {_shown(second)}, and of the mixture",
        agrees=_leaves(triple),
        reproduced=triple,
    )
    for prior, part in cases.items():
        e.control(f"prior {prior}: no mixture leaves the range", **_as_cases(scott, part))
    e.printed(
        "Fleiss's $\\kappa$ of two raters is Scott's $\\pi$",
        cases=(_fleiss(p, orders.GIVEN) == scott(p) for part in cases.values() for p in part),
    )
    for prior, part in cases.items():
        e.printed(rf"prior {prior}: no mixture leaves the range of Cohen's $\kappa$", **_as_cases(kappa, part))
    return e


def clarified() -> Evidence:
    """Section 5, point 5: BA and kappa with fixed priors have a place and keep the third axiom; with others neither."""
    fixed, free = orders.with_prior(Fraction(3, 10)), small.eighths(4)
    first, second = (tuple(Fraction(x, 10) for x in p) for p in ((1, 0, 5, 4), (4, 5, 0, 1)))
    e = Evidence(
        note=f"Fixed: all {len(fixed)} performances in tenths with $\\pi_- = 0.7$. Of any priors: all {len(free)} in "
        "quarters; the example has the priors 9/10 and 1/10. Even mixtures, in fractions."
    )
    for name, label, place in (
        ("BA", "BA", (Fraction(7, 10), Fraction(7, 10))),
        ("kappa", r"$\kappa$", (Fraction(49, 58), small.HALF)),
    ):
        score, (a, b) = EXACT[name], place
        triple = [score(p) for p in (first, second, _even(first, second))]
        e.printed(
            f"{label}, fixed priors: it has the order of the place ({a}, {b})",
            cases=[orders.order(orders.at(a, b), score, fixed) == "same"],
        )
        for form, kind, cases in (("printed", "fixed", fixed), ("control", "any", free)):
            e.add(form, f"{label}, {kind} priors: no mixture leaves the range", **_as_cases(score, cases))
        e.control(
            f"{label} of {_shown(first)}, of {_shown(second)}, and of the mixture: in range",
            agrees=not _leaves(triple),
            reproduced=triple,
        )
        e.control(
            f"{label}, any priors: it has the order of a place in quarters, where both are defined",
            cases=[any(orders.order_where_defined(orders.at(*place), score, free) == "same" for place in PLACES)],
        )
    return e


def captures_all() -> Evidence:
    """Abstract: which scores of the paper rank all performances as a place of the Tile does, and which no place can."""
    cases = small.eighths(4)
    e = Evidence(
        note=f"All {len(cases)} performances in quarters. A score of which a mixture leaves the range of its parts has "
        "no place, as all canonical scores keep mixtures in range."
    )
    named = ("A", "F1", "J+", "J-", "NPV", "PPV", "TNR", "TPR", "ACP", "P4", "BA", "|C|", "kappa", "Scott pi")
    placed = {n: any(orders.order(orders.at(*s), EXACT[n], cases) == "same" for s in PLACES) for n in named}
    satisfied = {n: _third(EXACT[n], cases) for n in named}
    weights = small.importances()

    def located(place: Callable[[tuple], tuple]) -> Details:
        def holds(i: tuple) -> bool:
            return small.orders_alike(*([s(p) for p in cases] for s in (small.score_of(i), orders.at(*place(i)))))

        return {"over": weights, "holds": holds}

    e.printed(f"the ranking by each of {', '.join(named)} is on the Tile", over=named, holds=placed.__getitem__)
    e.repaired(f"the ranking by each ranking score is, of {len(weights)}", **located(exact.place))
    e.repaired(
        "the others leave the range at a mixture, so they have no place",
        cases=(placed[n] == satisfied[n] for n in named),
    )
    e.control("the ranking by each ranking score is at (1/2, 1/2)", **located(lambda _: (small.HALF, small.HALF)))
    return e
