"""Appendix C: which group the areas would rather improve, from their exact derivatives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from claimledger import Details, Evidence
from scoring_the_scores.mcdermott.closed_form import by_definition as u
from scoring_the_scores.mcdermott.closed_form.check_two_groups import WEIGHTS
from scoring_the_scores.mcdermott.closed_form.preferences import grown_with_the_better, one_border, share, triangle
from scoring_the_scores.mcdermott.closed_form.two_groups import TwoGroups

EQUAL = (0.1, 0.1)
RATES = (0.01, 0.1, 0.5)
LARGE = 0.999  # a large k_1 in the statements on large k_1
STEP = u.F(1, 1000)


def auroc_slopes() -> Evidence:
    """C.1: derivatives of the exact AUROC, by differences, which are exact for a straight line."""
    slopes = {s: tuple((_raised(s, group).auroc() - s.auroc()) / STEP for group in (0, 1)) for s in u.settings()}
    by_parameters: dict[tuple, set[tuple]] = {(s.beta, s.prevalences): set() for s in slopes}
    for s, pair in slopes.items():
        by_parameters[s.beta, s.prevalences].add(pair)
    e = Evidence()
    e.printed(
        "independent of $k_0$ and $k_1$, for each $\\beta$ and prevalences",
        cases=(len(pairs) == 1 for pairs in by_parameters.values()),
    )
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            rf"$\beta/2$ and $(1-\beta)/2$, {what}",
            **u.as_cases({s: pair == (weight(s) / 2, (1 - weight(s)) / 2) for s, pair in slopes.items()}),
        )
    return e


def _raised(s: u.Setting, group: int) -> u.Setting:
    """The setting with a slightly larger k in one group."""
    return u.Setting(s.beta, s.prevalences, (s.k[0] + STEP * (group == 0), s.k[1] + STEP * (group == 1)))


def auroc_minority() -> Evidence:
    """C.1: which group the AUROC of the defined model would rather improve, and which one is the smaller."""
    shares, rates = [u.F(i, 10) for i in range(1, 10) if i != 5], [u.F(1, 100), u.F(1, 10), u.F(2, 5)]
    settings = [u.Setting(b, a, (u.F(1, 5), u.F(3, 5))) for b in shares for a in product(rates, rates)]
    equal = [s for s in settings if s.prevalences[0] == s.prevalences[1]]
    unlike = [s for s in settings if s.joint(0, 1) != s.joint(1, 1)]
    more = [_preferred(s) == (0 if s.joint(0, 1) > s.joint(1, 1) else 1) for s in unlike]
    e = Evidence(
        note=f"It prefers the group with more of the positives in {sum(more)} of {len(more)} cases that have such a "
        "group. In the printed formulas β is the weight of group 0 among the positives, so that β of 1/2 or more, with "
        "which AUROC improves group 0, makes group 0 the larger one, not the minority."
    )
    for what, chosen in (
        ("AUROC prefers the group with the smaller share", settings),
        ("so it does for equal prevalences", equal),
    ):
        e.printed(what, over=chosen, holds=lambda s: _preferred(s) == _smaller(s))
    e.control(
        "it prefers the larger group, whatever the prevalences",
        over=settings,
        holds=lambda s: _preferred(s) == 1 - _smaller(s),
    )
    return e


def _smaller(s: u.Setting) -> int:
    return 0 if s.beta > u.F(1, 2) else 1


def _preferred(s: u.Setting) -> int | None:
    """The group with the larger slope of AUROC, in fractions; the package must agree."""
    if s.w0 == u.F(1, 2):
        return None
    slopes = s.model().auroc_slopes(*s.floats())
    if (float(slopes[0] - slopes[1]) > 0) != (s.w0 > u.F(1, 2)):
        raise ArithmeticError("the package and the fractions prefer different groups")
    return 0 if s.w0 > u.F(1, 2) else 1


def fair_choice() -> Evidence:
    """C.2: whether improving the worse group brings the groups together, in AUROC and in AUPRC."""
    equal = [s for s in u.settings() if s.prevalences[0] == s.prevalences[1]]
    unlike = [s for s in u.settings() if s.prevalences[0] != s.prevalences[1]]
    e = Evidence(note="Gap: the groups' own areas, larger less smaller, before and after raising $k_0$ a little.")
    e.reading("the gap in AUROC narrows", cases=(_narrows(s, 0, _own_auroc) for s in u.settings()))
    e.reading("the gap in AUPRC narrows, equal prevalences", cases=(_narrows(s, 0, _own_auprc) for s in equal))
    e.reading("the gap in AUPRC narrows, unlike prevalences", over=unlike, holds=lambda s: _narrows(s, 0, _own_auprc))
    e.control("the gap in AUROC narrows if $k_1$ is raised", cases=(_narrows(s, 1, _own_auroc) for s in u.settings()))
    return e


def _narrows(s: u.Setting, group: int, area) -> bool:
    before, after = (abs(area(one, 1) - area(one, 0)) for one in (s, _raised(s, group)))
    return after < before


def _own_auroc(s: u.Setting, group: int) -> Fraction:
    return (1 + s.k[group]) / 2


def _own_auprc(s: u.Setting, group: int) -> Fraction:
    """Precision inside a group is the same at every threshold that a positive can have."""
    positive = s.prevalences[group]
    return positive / (positive + (1 - positive) * (1 - s.k[group]))


def smaller_share() -> Evidence:
    """C.2: where the AUPRC prefers group 1 at equal prevalences, as the share of group 1 falls."""
    models = {beta: TwoGroups(beta, EQUAL) for beta in (0.5, 0.2, 0.05, 0.001)}
    printed = {beta: TwoGroups(beta, EQUAL, mixture="printed") for beta in models}
    least = {beta: float(np.min(model.auprc_border(np.linspace(0, 0.99, 100)))) for beta, model in models.items()}
    borders = list(one_border([TwoGroups(b, (a, a)) for b in (0.05, 0.2, 0.4) for a in RATES]))
    e = Evidence(
        note="Shares of the triangle of all $k_0<k_1$, both prevalences 0.1. With the printed weights they are "
        + ", ".join(f"{model.auprc_share():.1%} for β = {beta:g}" for beta, model in printed.items())
        + f": there a small β makes group 0 small. In {sum(borders)} of {len(borders)} cases of a $k_0$ and a share of "
        "0.4 or less group 1 is preferred from one border in $k_1$ on, and below it group 0."
    )
    e.printed(r"$\beta=0.5$: group 1 is preferred everywhere", **_all(models[0.5]))
    for beta in (0.2, 0.05, 0.001):
        e.printed(rf"so it is for $\beta={beta:g}$", **_all(models[beta], f", none below $k_1={least[beta]:.2f}$"))
    e.control(
        r"for $\beta=0.2$ it is preferred nowhere",
        agrees=models[0.2].auprc_share() == 0,
        reproduced=f"on {share(models[0.2]):.1%} of the triangle",
    )
    return e


def other_prevalence() -> Evidence:
    """C.2: where the AUPRC prefers group 1 of two groups of one size, as its prevalence changes."""
    up, down = (TwoGroups(0.5, (0.1, rate)) for rate in (0.3, 0.03))
    printed = (TwoGroups(0.5, (0.1, rate), mixture="printed") for rate in (0.3, 0.03))
    rates = np.round(np.linspace(0.01, 0.97, 25), 2)
    pairs = list(product(rates[::4], rates[::2]))
    e = Evidence(
        note="Shares of the triangle of all $k_0<k_1$, groups of the same size. The printed weights leave the "
        "prevalences out and give " + " and ".join(f"{model.auprc_share():.1%}" for model in printed) + "."
    )
    e.printed(r"$\alpha_0=0.1,\ \alpha_1=0.3$: group 1 is preferred everywhere", **_all(up))
    e.printed(r"$\alpha_0=0.1,\ \alpha_1=0.03$: so it is", **_all(down))
    e.repaired(
        r"group 1 is preferred everywhere if and only if $\alpha_1\ge\alpha_0$",
        cases=((_share(a0, a1) == 1) == (a1 >= a0) for a0, a1 in pairs),
    )
    e.repaired(
        r"for $\alpha_1<\alpha_0$, for each $k_0$ from one border on",
        cases=one_border([TwoGroups(0.5, (a, a / f)) for a in RATES for f in (1.5, 4)]),
    )
    e.control(
        r"everywhere for some $\alpha_1<\alpha_0$, too",
        agrees=any(_share(a0, a1) == 1 for a0, a1 in pairs if a1 < a0),
        reproduced=f"in none of {sum(a1 < a0 for a0, a1 in pairs)}",
    )
    return e


def _share(a0: float, a1: float) -> float:
    """Share of the triangle for groups of one size."""
    return TwoGroups(0.5, (float(a0), float(a1))).auprc_share()


def group_0_small() -> Evidence:
    """C.2: where the AUPRC prefers group 0 at equal prevalences, when group 0 is the smaller one."""
    small = {beta: TwoGroups(beta, EQUAL) for beta in (0.8, 0.95)}
    printed = {beta: TwoGroups(beta, EQUAL, mixture="printed") for beta in small}
    k0 = np.linspace(0, 0.99, 100)
    e = Evidence(
        note="With the printed weights group 0 is preferred on "
        + " and ".join(f"{1 - model.auprc_share():.1%} of the triangle for β = {b:g}" for b, model in printed.items())
        + ", but these weights give the positives' share β to group 0. In the model as defined the pattern belongs to "
        + "a group 0 in the majority: "
        + " and ".join(f"{1 - TwoGroups(b, EQUAL).auprc_share():.1%} for β = {b:g}" for b in (0.2, 0.05))
        + "."
    )
    for beta, model in small.items():
        e.printed(rf"$\beta={beta:g}$: group 0 is preferred for some $k_0<k_1$", **_somewhere_0(model))
    e.printed(
        f"at $k_1={LARGE}$ group 1 is preferred",
        cases=((model.auprc_preference(k0, LARGE) > 0).all() for model in small.values()),
    )
    e.control("with groups of one size group 0 is preferred for some $k_0<k_1$", **_somewhere_0(TwoGroups(0.5, EQUAL)))
    return e


def _somewhere_0(model: TwoGroups) -> Details:
    """Whether group 0 is preferred at some point of the triangle, and on which share of it."""
    return {
        "agrees": bool((model.auprc_preference(*triangle()) < 0).any()),
        "reproduced": f"on {1 - share(model):.1%} of the triangle",
    }


def conclusion() -> Evidence:
    """C.2, last paragraph: the better group under AUPRC and AUROC, by gap and by who is the minority."""
    models = {b: TwoGroups(b, EQUAL) for b in (0.05, 0.2, 0.5, 0.8)}
    shares = {b: model.auprc_share() for b, model in models.items()}
    grid = [TwoGroups(b, (a0, a1)) for b in (0.1, 0.3, 0.5, 0.7, 0.9) for a0, a1 in product(RATES, repeat=2)]
    k0, k1 = triangle()
    fewer = [model for model in grid if model.weights[1] < model.weights[0]]
    e = Evidence(note="Equal prevalences 0.1 where none are named; shares of the triangle of all $k_0<k_1$.")
    e.printed(
        "AUPRC prefers the better group somewhere",
        agrees=all(s > 0 for s in shares.values()),
        reproduced=", ".join(f"{s:.1%} for β = {b:g}" for b, s in shares.items()),
    )
    e.printed(
        "the more so, the larger $k_1$: its slope over that of the other group grows; four shares of group 1",
        cases=map(grown_with_the_better, models.values()),
    )
    e.printed(
        "above all where the better group is in the minority",
        agrees=shares[0.2] > shares[0.8],
        reproduced=f"{shares[0.2]:.1%} for β = 0.2, {shares[0.8]:.1%} for β = 0.8",
    )
    e.printed(
        "AUROC always prefers the minority: β = 0.2, β = 0.8",
        over=(0.2, 0.8),
        holds=lambda b: _auroc_choice(models[b]) == (1 if b < 0.5 else 0),
    )
    e.repaired(
        "AUPRC prefers the better group wherever AUROC does, or is indifferent",
        cases=((model.auprc_preference(k0, k1) > 0).all() for model in grid if model.weights[1] >= model.weights[0]),
    )
    e.repaired(
        "it does so on a part of the triangle where the better group has fewer positives",
        cases=(0 < model.auprc_share() < 1 for model in fewer),
    )
    e.repaired(
        "there AUROC always prefers the worse group",
        cases=(np.all(np.subtract(*model.auroc_slopes(k0, k1)) > 0) for model in fewer),
    )
    e.control(r"$\beta=0.2$: AUPRC prefers the better group everywhere", **_all(models[0.2]))
    return e


def _auroc_choice(model: TwoGroups) -> int:
    first, second = model.auroc_slopes(0.2, 0.6)
    return int(second > first)


def _all(model: TwoGroups, more: str = "") -> Details:
    """Whether group 1 is preferred at every point of the triangle, and on which share of it."""
    return {
        "agrees": bool((model.auprc_preference(*triangle()) > 0).all()),
        "reproduced": f"on {share(model):.1%} of the triangle{more}",
    }
