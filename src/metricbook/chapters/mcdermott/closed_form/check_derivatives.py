"""Appendix C: which group the areas would rather improve, from their exact derivatives."""

from __future__ import annotations

from itertools import product

import numpy as np

from metricbook.chapters.mcdermott.closed_form import by_definition as u
from metricbook.chapters.mcdermott.closed_form.preferences import grown_with_the_better, one_border, share, triangle
from metricbook.chapters.mcdermott.closed_form.two_groups import TwoGroups
from metricbook.ledger import Details, Evidence

EQUAL = (0.1, 0.1)
RATES = (0.01, 0.1, 0.5)
LARGE = 0.999  # a large k_1 in the statements on large k_1


def auroc_slopes() -> Evidence:
    """C.1: derivatives of the exact AUROC, by differences, which are exact for a straight line."""
    step = u.F(1, 1000)

    def slopes(s: u.Setting) -> tuple[u.Fraction, u.Fraction]:
        moved = (
            u.Setting(s.beta, s.prevalences, (s.k[0] + step, s.k[1])),
            u.Setting(s.beta, s.prevalences, (s.k[0], s.k[1] + step)),
        )
        return tuple((one.auroc() - s.auroc()) / step for one in moved)

    found = {s: slopes(s) for s in u.settings()}
    by_parameters = {(s.beta, s.prevalences): set() for s in found}
    for s, pair in found.items():
        by_parameters[s.beta, s.prevalences].add(pair)
    constant, constant_count = u.tally(len(pairs) == 1 for pairs in by_parameters.values())
    e = Evidence()
    e.printed("independent of $k_0$ and $k_1$", agrees=constant, reproduced=f"{constant_count} parameters")
    for add, weight, what in (
        (e.printed, lambda s: s.beta, r"$\beta/2$ and $(1-\beta)/2$"),
        (e.repaired, lambda s: s.w0, r"$w_0/2=\alpha_0(1-\beta)/2\alpha$ and $w_1/2=\alpha_1\beta/2\alpha$"),
        (e.control, lambda s: 1 - s.beta, r"$(1-\beta)/2$ and $\beta/2$"),
    ):
        correct, count = u.tally(pair == (weight(s) / 2, (1 - weight(s)) / 2) for s, pair in found.items())
        add(what, agrees=correct, reproduced=count)
    return e


def auroc_minority() -> Evidence:
    """C.1: which group the AUROC of the defined model would rather improve, and which one is the smaller."""
    shares, rates = [u.F(i, 10) for i in range(1, 10) if i != 5], [u.F(1, 100), u.F(1, 10), u.F(2, 5)]
    cases = [u.Setting(b, a, (u.F(1, 5), u.F(3, 5))) for b in shares for a in product(rates, repeat=2)]

    def preferred(s: u.Setting) -> int | None:
        slopes = TwoGroups(float(s.beta), tuple(map(float, s.prevalences))).auroc_slopes(*s.floats())
        exactly = s.w0 - (1 - s.w0)
        if exactly == 0:
            return None
        if (float(slopes[0] - slopes[1]) > 0) != (exactly > 0):
            raise ArithmeticError("the package and the fractions prefer different groups")
        return 0 if exactly > 0 else 1

    smaller = {s: 0 if s.beta > u.F(1, 2) else 1 for s in cases}
    equal = [s for s in cases if s.prevalences[0] == s.prevalences[1]]
    always, count = u.tally(preferred(s) == smaller[s] for s in cases)
    never, equal_count = u.tally(preferred(s) == smaller[s] for s in equal)
    positives = [(preferred(s), s.joint(0, 1), s.joint(1, 1)) for s in cases]
    more = sum(choice == (0 if zero > one else 1) for choice, zero, one in positives if zero != one)
    untied = sum(zero != one for _, zero, one in positives)
    e = Evidence(
        note=f"It prefers the group with more of the positives in {more} of {untied} cases that have such a group. "
        "In the printed formulas β is the weight of group 0 among the positives, so that β of 1/2 or more, with which "
        "AUROC improves group 0, makes group 0 the larger one, not the minority."
    )
    e.printed("AUROC prefers the group with the smaller share", agrees=always, reproduced=count)
    e.printed("so it does for equal prevalences", agrees=never, reproduced=equal_count)
    return e


def smaller_share() -> Evidence:
    """C.2: where the AUPRC prefers group 1 at equal prevalences, as the share of group 1 falls."""
    models = {beta: TwoGroups(beta, EQUAL) for beta in (0.5, 0.2, 0.05)}
    printed = {beta: TwoGroups(beta, EQUAL, mixture="printed") for beta in models}
    least = {beta: float(np.min(model.auprc_border(np.linspace(0, 0.99, 100)))) for beta, model in models.items()}
    e = Evidence(
        note="Shares of the triangle of all $k_0<k_1$, both prevalences 0.1. With the printed weights they are "
        + ", ".join(f"{model.auprc_share():.1%} for β = {beta:g}" for beta, model in printed.items())
        + ": there a small β makes group 0 small."
    )
    e.printed(r"$\beta=0.5$: group 1 is preferred everywhere", **_all(models[0.5]))
    for beta in (0.2, 0.05):
        e.printed(rf"so it is for $\beta={beta:g}$", **_all(models[beta], f", none below $k_1={least[beta]:.2f}$"))
    e.repaired(
        "what remains: for each $k_0$ one border, from which on group 1 is preferred",
        **one_border([TwoGroups(b, (a, a)) for b in (0.05, 0.2, 0.4) for a in RATES]),
    )
    return e


def other_prevalence() -> Evidence:
    """C.2: where the AUPRC prefers group 1 of two groups of one size, as its prevalence changes."""
    up, down = (TwoGroups(0.5, (0.1, rate)) for rate in (0.3, 0.03))
    printed = (TwoGroups(0.5, (0.1, rate), mixture="printed") for rate in (0.3, 0.03))
    rates = np.round(np.linspace(0.01, 0.97, 25), 2)
    richer, count = u.tally((_share(a0, a1) == 1) == (a1 >= a0) for a0, a1 in product(rates[::4], rates[::2]))
    e = Evidence(
        note="Shares of the triangle of all $k_0<k_1$, groups of the same size. The printed weights leave the "
        "prevalences out and give " + " and ".join(f"{model.auprc_share():.1%}" for model in printed) + "."
    )
    e.printed(r"$\alpha_0=0.1,\ \alpha_1=0.3$: group 1 is preferred everywhere", **_all(up))
    e.printed(r"$\alpha_0=0.1,\ \alpha_1=0.03$: so it is", **_all(down))
    e.repaired(r"group 1 is preferred everywhere if and only if $\alpha_1\ge\alpha_0$", agrees=richer, reproduced=count)
    e.repaired(
        r"for $\alpha_1<\alpha_0$, for each $k_0$ from one border on",
        **one_border([TwoGroups(0.5, (a, a / f)) for a in RATES for f in (1.5, 4)]),
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
    large, count = u.tally((model.auprc_preference(k0, LARGE) > 0).all() for model in small.values())
    e = Evidence(
        note="With the printed weights group 0 is preferred on "
        + " and ".join(f"{1 - model.auprc_share():.1%} of the triangle for β = {b:g}" for b, model in printed.items())
        + ", but these weights give the positives' share β to group 0. In the model as defined the pattern belongs to "
        + "a group 0 in the majority: "
        + " and ".join(f"{1 - TwoGroups(b, EQUAL).auprc_share():.1%} for β = {b:g}" for b in (0.2, 0.05))
        + "."
    )
    for beta, model in small.items():
        somewhere = bool((model.auprc_preference(*triangle()) < 0).any())
        e.printed(
            rf"$\beta={beta:g}$: group 0 is preferred for some $k_0<k_1$",
            agrees=somewhere,
            reproduced=f"on {1 - share(model):.1%} of the triangle",
        )
    e.printed(f"at $k_1={LARGE}$ group 1 is preferred", agrees=large, reproduced=f"{count} shares of group 1")
    return e


def conclusion() -> Evidence:
    """C.2, last paragraph: the better group under AUPRC and AUROC, by gap and by who is the minority."""
    models = {b: TwoGroups(b, EQUAL) for b in (0.05, 0.2, 0.5, 0.8)}
    shares = {b: model.auprc_share() for b, model in models.items()}
    growing, count = u.tally(grown_with_the_better(model) for model in models.values())
    grid = [TwoGroups(b, (a0, a1)) for b in (0.1, 0.3, 0.5, 0.7, 0.9) for a0, a1 in product(RATES, repeat=2)]
    k0, k1 = triangle()
    follows, follow_count = u.tally(
        bool((model.auprc_preference(k0, k1) > 0).all()) for model in grid if model.weights[1] >= model.weights[0]
    )
    fewer = [model for model in grid if model.weights[1] < model.weights[0]]
    beyond, beyond_count = u.tally(0 < model.auprc_share() < 1 for model in fewer)
    auroc, auroc_count = u.tally(bool(np.all(np.subtract(*model.auroc_slopes(k0, k1)) > 0)) for model in fewer)
    small_group = [b for b in (0.2, 0.8) if _auroc_choice(models[b]) == (1 if b < 0.5 else 0)]
    e = Evidence(note="Equal prevalences 0.1 where none are named; shares of the triangle of all $k_0<k_1$.")
    e.printed(
        "AUPRC prefers the better group somewhere",
        agrees=all(s > 0 for s in shares.values()),
        reproduced=", ".join(f"{s:.1%} for β = {b:g}" for b, s in shares.items()),
    )
    e.printed(
        "the more so, the larger $k_1$: its slope over that of the other group grows",
        agrees=growing,
        reproduced=f"{count} shares of group 1",
    )
    e.printed(
        "above all where the better group is in the minority",
        agrees=shares[0.2] > shares[0.8],
        reproduced=f"{shares[0.2]:.1%} for β = 0.2, {shares[0.8]:.1%} for β = 0.8",
    )
    e.printed(
        "AUROC always prefers the minority",
        agrees=len(small_group) == 2,
        reproduced=f"{len(small_group)} of 2: β = 0.2, β = 0.8",
    )
    e.repaired(
        "AUPRC prefers the better group wherever AUROC does, or is indifferent",
        agrees=follows,
        reproduced=f"{follow_count} models",
    )
    e.repaired(
        "it does so on a part of the triangle where the better group has fewer positives",
        agrees=beyond,
        reproduced=f"{beyond_count} models",
    )
    e.repaired("there AUROC always prefers the worse group", agrees=auroc, reproduced=f"{auroc_count} models")
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
