"""Section 4.4 and Appendix A.5: performances without skill, the curves that tie them, and Cohen's correction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
from scipy.optimize import brentq

from claimledger import Claim, Evidence
from metricbook.exact.tile import no_skill, ratio
from metricbook.tile import tile_axes
from metricbook.tile.chance import best_by_chance
from scoring_the_scores.tile.orders import PRIORS, with_prior
from scoring_the_scores.tile.rankings.exact_zones import Place, inner_places, inner_score, score
from scoring_the_scores.tile.rankings.tables import NEGATIVE_SHARE, NO_SKILL_PRIORS, tying_curves
from scoring_the_scores.tile.samples import QUARTERS, orders_alike

TENTHS = [Fraction(k, 10) for k in range(11)]
SOME_PRIORS = PRIORS[1::2]
Curve = Callable[[Fraction, Fraction, Fraction], bool]


def _guess(prior: Fraction, rate: Fraction) -> tuple[Fraction, ...]:
    """The performance without skill with a prior and a rate of positive predictions."""
    return (1 - prior) * (1 - rate), (1 - prior) * rate, prior * (1 - rate), prior * rate


def _on_curve(share: Fraction, a: Fraction, b: Fraction) -> bool:
    """The equation of gamma with a prior of the positive class."""
    return share**2 * a * b == (1 - share) ** 2 * (1 - a) * (1 - b)


def _curve_places(share: Fraction) -> list[Place]:
    """Places on gamma in fractions, its ends included."""
    up, down = share**2, (1 - share) ** 2
    return [(a, down * (1 - a) / (down * (1 - a) + up * a)) for a in TENTHS]


def _mirrored(curve: Curve) -> Curve:
    """The curve with the square turned upside down."""
    return lambda share, a, b: curve(share, a, 1 - b)


def _tie(performances: Sequence[tuple], a: Fraction, b: Fraction, *, defined: bool = False) -> bool:
    """Whether performances have one score; with ``defined``, those whose score is defined."""
    values = {score(p, a, b) for p in performances}
    if defined:
        values.discard(None)
    return len(values) == 1 and None not in values


def _locus(e: Evidence, family: Callable[[Fraction], list[tuple]], curve: Curve, wrong: Curve, flip: bool) -> None:
    """The places where a family ties lie on a curve; and every place of the curve ties what is defined there."""
    grid = [(a, b) for a, b in product(TENTHS, TENTHS)]

    def places(share: Fraction) -> list[Place]:
        return [(a, 1 - b if flip else b) for a, b in _curve_places(share)]

    def cases(equation: Curve) -> Iterator[bool]:
        for share in SOME_PRIORS:
            for a, b in [*grid, *places(share)]:
                if _tie(family(share), a, b):
                    yield equation(share, a, b)

    e.printed("places that put all without skill on a par and are on the curve", cases=cases(curve))
    e.printed(
        "places of the curve that put all without skill on a par, its ends apart",
        cases=(_tie(family(s), a, b) for s in SOME_PRIORS for a, b in places(s) if 0 < a < 1),
    )
    e.printed(
        "ends of the curve: all but one, whose score is undefined, are on a par",
        cases=(
            _tie(family(s), a, b, defined=True) and [score(p, a, b) for p in family(s)].count(None) == 1
            for s in SOME_PRIORS
            for a, b in places(s)
            if a in (0, 1)
        ),
    )
    e.control("places that put all on a par and are on the curve without the squares", cases=cases(wrong))


def _without_squares(share: Fraction, a: Fraction, b: Fraction) -> bool:
    """A wrong equation: the priors not squared."""
    return share * a * b == (1 - share) * (1 - a) * (1 - b)


def gamma_pi() -> Evidence:
    """Section 4.4: with fixed priors, the places that tie all performances without skill."""
    e = Evidence(note=r"Priors 0.2, 0.4, 0.6, 0.8; rates of prediction and places in tenths, and places of the curve.")
    _locus(e, lambda prior: [_guess(prior, rate) for rate in TENTHS], _on_curve, _without_squares, flip=False)
    return e


def gamma_tau() -> Evidence:
    """Section 4.4: with fixed rates of prediction, the places that tie all performances without skill."""
    e = Evidence(note=r"Rates of prediction 0.2, 0.4, 0.6, 0.8; priors and places in tenths, and places of the curve.")
    _locus(
        e,
        lambda rate: [_guess(prior, rate) for prior in TENTHS],
        _mirrored(_on_curve),
        _mirrored(_without_squares),
        flip=True,
    )
    return e


def _figure_6(claim: Claim, key: str, fixed: str) -> Evidence:
    """Figure 6: the curves as drawn, their ends, and the pink one."""
    e = Evidence(note=f"Drawn for {', '.join(map(str, NEGATIVE_SHARE))}; the first is thick.")
    table = tying_curves(fixed)
    (highlighted,) = table.loc[table["highlighted"], "negative share"].unique()
    rising = fixed == "prediction rates"

    def height(share: float) -> Callable[[float], float]:
        part = table[table["negative share"] == share]
        return lambda a: float(np.interp(a, part["a"], part["b"]))

    thick = height(highlighted)
    diagonal = brentq(lambda a: thick(a) - (1 - a if rising else a), 0.01, 0.99)
    e.printed(
        "coordinate $a$ at which the thick curve crosses the diagonal",
        published=claim.published[key],
        reproduced=round(diagonal, 9),
    )
    ends = {tuple(part[["a", "b"]].iloc[k].round(12)) for _, part in table.groupby("negative share") for k in (0, -1)}
    e.printed(
        "ends of all curves",
        agrees=ends == ({(0, 0), (1, 1)} if rising else {(0, 1), (1, 0)}),
        reproduced=" and ".join(f"({a:g}, {b:g})" for a, b in sorted(ends)),
    )
    drawn = table[["negative share", "a", "b"]].to_numpy()

    def residuals(power: int) -> np.ndarray:
        negative, a, b = drawn.T
        b = 1 - b if rising else b
        return np.abs((1 - negative) ** power * a * b - negative**power * (1 - a) * (1 - b))

    for form, power, what in (("printed", 2, "equation"), ("control", 1, "equation without the squares")):
        met = residuals(power) < 1e-12
        e.add(form, f"drawn points that meet the {what}", cases=met)
    return e


def figure_6_left(claim: Claim) -> Evidence:
    """Figure 6, left: the curves for fixed priors."""
    return _figure_6(claim, "pi_minus", "priors")


def figure_6_right(claim: Claim) -> Evidence:
    """Figure 6, right: the curves for fixed rates of prediction."""
    return _figure_6(claim, "tau_minus", "prediction rates")


@cache
def _corrected(p: tuple, a: Fraction, b: Fraction) -> Fraction | None:
    """A score, corrected for chance, from the definition."""
    value, by_chance = score(p, a, b), score(no_skill(p), a, b)
    if value is None or by_chance is None:
        return None
    return ratio(value - by_chance, 1 - by_chance)


def _target(prior: Fraction, b: Fraction, power: int = 2) -> Fraction:
    """The printed a'."""
    negative, positive = (1 - prior) ** power * (1 - b), prior**power * b
    return negative / (negative + positive)


def _corrected_values(prior: Fraction, a: Fraction, b: Fraction) -> list[Any]:
    return [_corrected(p, a, b) for p in with_prior(prior)]


def cohen_correction() -> Evidence:
    """Section 4.4: a canonical score corrected for chance orders as the one on gamma in its row."""

    def scores(prior: Fraction, b: Fraction, power: int = 2) -> list[Any]:
        return [score(p, _target(prior, b, power), b) for p in with_prior(prior)]

    def alike(power: int = 2) -> Iterator[bool]:
        for prior, b, a in product(SOME_PRIORS, QUARTERS, QUARTERS):
            yield orders_alike(_corrected_values(prior, a, b), scores(prior, b, power))

    def linear() -> Iterator[bool]:
        for prior, b, a in product(SOME_PRIORS, QUARTERS, QUARTERS):
            mixed = (1 - prior) * (1 - b) + prior * b
            factor = mixed / ((1 - prior) ** 2 * (1 - b) + prior**2 * b)
            pairs = zip(_corrected_values(prior, a, b), scores(prior, b), strict=True)
            yield all(x == 1 - factor * (1 - y) for x, y in pairs if x is not None)

    e = Evidence(note="Priors 0.2, 0.4, 0.6, 0.8; $a$ and $b$ in quarters, ends included; all performances in tenths.")
    e.printed("places whose corrected score has the order and the domain of $R_{I_{a',b}}$", cases=alike())
    e.printed(
        r"the corrected score is $1 - c\,(1 - R_{I_{a',b}})$ with "
        r"$c = \frac{\pi_-(1-b)+\pi_+b}{\pi_-^2(1-b)+\pi_+^2b}$",
        cases=linear(),
    )
    e.control("without the squares in $a'$", cases=alike(1))
    return e


def crushed_lines() -> Evidence:
    """Section 4.4: the correction takes a whole row of the Tile to one place, on gamma."""
    e = Evidence(note="Priors 0.2, 0.4, 0.6, 0.8; $a$ and $b$ in quarters, ends included; all performances in tenths.")
    rows = list(product(SOME_PRIORS, QUARTERS))
    e.printed("$(a', b)$ on $\\gamma_\\pi$", cases=(_on_curve(prior, _target(prior, b), b) for prior, b in rows))
    e.printed(
        "other places of the row on the curve: none",
        cases=(_on_curve(prior, a, b) == (a == _target(prior, b)) for prior, b in rows for a in TENTHS),
    )
    e.printed(
        "rows of which all corrected scores have one value at each performance, and one domain",
        cases=(
            all(one == other for one, other in pairwise(_corrected_values(prior, a, b) for a in QUARTERS))
            for prior, b in rows
        ),
    )
    e.control(
        "columns of which all corrected scores have one value",
        cases=(
            all(one == other for one, other in pairwise(_corrected_values(prior, a, b) for b in QUARTERS))
            for prior, a in rows
        ),
    )
    return e


def best_without_skill() -> Evidence:
    """Appendix A.5.1: the best performance without skill is a constant classifier, and gamma parts the two."""

    def sides(power: int) -> Iterator[bool]:
        for prior in SOME_PRIORS:
            family = [_guess(prior, rate) for rate in TENTHS]
            for a, b in product(TENTHS, TENTHS):
                values = [score(p, a, b) for p in family]
                best = max(value for value in values if value is not None)
                height = prior**power * a * b - (1 - prior) ** power * (1 - a) * (1 - b)
                if height:
                    only = [k for k, value in enumerate(values) if value == best]
                    yield only == ([len(family) - 1] if height > 0 else [0])
                else:
                    yield set(values) - {None} == {best}

    e = Evidence(note="Priors 0.2, 0.4, 0.6, 0.8; rates of prediction and places in tenths, in fractions.")
    e.printed(
        "places with always negative alone best below the curve, always positive alone above, all equal on it",
        cases=sides(2),
    )
    e.printed(
        "the score rises with the rate of positive predictions above the curve, and falls below it",
        cases=(
            all((after - before) * height > 0 for before, after in pairwise(v for v in values if v is not None))
            for prior in SOME_PRIORS
            for a, b in product(TENTHS, TENTHS)
            if (height := prior**2 * a * b - (1 - prior) ** 2 * (1 - a) * (1 - b))
            for values in [[score(_guess(prior, rate), a, b) for rate in TENTHS]]
        ),
    )
    e.printed(
        "the formula for the best value, and the best of eleven rates of prediction",
        cases=(
            abs(
                float(best_by_chance(float(a), float(b), prevalence=float(prior)))
                - float(max(inner_score(_guess(prior, rate), a, b) for rate in TENTHS))
            )
            < 1e-12
            for prior in SOME_PRIORS
            for a, b in inner_places(4)
        ),
    )
    e.printed(
        "TNR's corner is below every curve, TPR's above",
        cases=(prior**2 * x * x - (1 - prior) ** 2 * (1 - x) ** 2 == sign for prior, x, sign in _corners()),
    )
    e.control("the same with the priors not squared", cases=sides(1))
    return e


def _corners() -> Iterator[tuple[Fraction, int, Fraction]]:
    """Each prior with both corners of the rising diagonal, and what the difference of the two sides is there."""
    for prior in PRIORS:
        yield prior, 0, -((1 - prior) ** 2)
        yield prior, 1, prior**2


def _figure_9(claim: Claim, prior: float, other: float) -> Evidence:
    """Figure 9: the best value without skill, the two parts, and where their border crosses the diagonal."""
    a, b = tile_axes(41)
    values = best_by_chance(a, b, prevalence=prior)
    exact_prior = Fraction(str(prior))
    rates = [_guess(exact_prior, rate) for rate in TENTHS]

    def on_grid(values: np.ndarray) -> list[bool]:
        quarter = [(i, j) for i in range(5) for j in range(5)]
        return [
            abs(float(values[10 * i, 10 * j]) - float(max(v for v in _values(rates, j, i) if v is not None))) < 1e-12
            for i, j in quarter
        ]

    def gap(x: float) -> float:
        """Score of always positive less that of always negative, on the rising diagonal."""
        return x * prior / (x * prior + (1 - x) * (1 - prior)) - (1 - x) * (1 - prior) / (
            (1 - x) * (1 - prior) + x * prior
        )

    crossing = brentq(gap, 0.01, 0.99)
    e = Evidence(note="41² places; the exact best of eleven rates of prediction at 25 of them.")
    e.printed(
        "1 less the coordinate at which the border crosses the rising diagonal",
        published=claim.published["pi_plus"],
        reproduced=1 - crossing,
        tolerance=1e-9,
    )
    e.printed(
        r"the border crosses the rising diagonal at $(\pi_-, \pi_-)$",
        agrees=_on_curve(exact_prior, 1 - exact_prior, 1 - exact_prior) and abs(gap(float(1 - exact_prior))) < 1e-12,
        reproduced=[round(crossing, 9)] * 2,
    )
    e.printed("best values and those of the best rate of prediction", cases=on_grid(values))
    e.printed(
        "least and largest of the best values: the smaller prior, and 1",
        agrees=np.min(values) == min(prior, 1 - prior) and np.max(values) == 1,
        reproduced=[round(float(np.min(values)), 4), round(float(np.max(values)), 4)],
    )
    e.printed(
        "places of $\\gamma_\\pi$ at which always negative and always positive tie",
        cases=(
            score(rates[0], *place) == score(rates[-1], *place)
            for place in _curve_places(exact_prior)
            if 0 < place[0] < 1
        ),
    )
    turned = best_by_chance(a, b, prevalence=1 - prior)[::-1, ::-1]
    e.printed("values of the map for $1 - \\pi_+$, turned half round", cases=np.abs(turned - values).ravel() < 1e-12)
    e.control(f"best values for a prior of {other:g}", cases=on_grid(best_by_chance(a, b, prevalence=other)))
    return e


def _values(performances: Sequence[tuple], a: int, b: int) -> list[Any]:
    return [score(p, QUARTERS[a], QUARTERS[b]) for p in performances]


def figure_9_left(claim: Claim) -> Evidence:
    """Figure 9, left: the best value without skill at a positive prior of 0.2."""
    return _figure_9(claim, NO_SKILL_PRIORS[0], 0.5)


def figure_9_center(claim: Claim) -> Evidence:
    """Figure 9, center: the best value without skill at equal priors."""
    return _figure_9(claim, NO_SKILL_PRIORS[1], 0.2)


def figure_9_right(claim: Claim) -> Evidence:
    """Figure 9, right: the best value without skill at a positive prior of 0.8."""
    return _figure_9(claim, NO_SKILL_PRIORS[2], 0.5)
