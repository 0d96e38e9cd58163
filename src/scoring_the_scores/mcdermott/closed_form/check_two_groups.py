"""Appendix C and C.1: the two-group model, its rates and densities, and the AUROC."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from claimledger import Claim, Evidence
from scoring_the_scores.mcdermott.closed_form import by_definition as u

FIRST = u.Setting(*u.EXAMPLE)


def model(claim: Claim) -> Evidence:
    """Appendix C, definitions: which conditional laws are named, which are given, and the share of positives."""
    every = {f"{group},{sign}" for group, sign in product("01", "-+")}
    e = Evidence(note=u.NOTE)
    e.printed(
        r"the share of positives is $\alpha_1\beta+\alpha_0(1-\beta)$",
        cases=(s.class_share(1) == s.prevalences[1] * s.beta + s.prevalences[0] * (1 - s.beta) for s in u.settings()),
    )
    e.printed(r"$\alpha$ of the example", **u.against_sample("alpha", float(FIRST.alpha)))
    for form, key, what in (
        ("printed", "named", "the sentence that introduces the laws names all four"),
        ("repaired", "given", "so does the list of uniform laws"),
    ):
        laws = set(claim.published[key].split("; "))
        text = f"{'; '.join(sorted(laws))}: {len(laws)} of {len(every)}"
        e.add(form, what, published=claim.published[key], agrees=laws == every, reproduced=text)
    return e


def without_loss() -> Evidence:
    """Appendix C, "without loss of generality": relabel the groups, for every pair of unequal k."""
    ks = [u.F(i, 5) for i in range(5)]
    ways = [u.Setting(u.F(1, 5), (u.F(1, 10), u.F(1, 2)), k) for k in product(ks, ks)]
    unequal = [s for s in ways if s.k[0] != s.k[1]]
    thresholds = [u.F(i, 7) for i in range(8)]
    e = Evidence(note="In the model $k$ is free of the prevalence: that it may result from it is an interpretation.")
    e.printed(
        r"exchanging the groups, $\beta$ for $1-\beta$ and the prevalences leaves the laws as they are",
        cases=(
            s.joint_above(label, tau) == _relabelled(s).joint_above(label, tau)
            for s in unequal
            for label in (0, 1)
            for tau in thresholds
        ),
    )
    e.printed("so every case with unequal $k$ can be brought to $k_1>k_0$", cases=map(_brought, unequal))
    e.printed(
        "larger $k$, larger AUROC inside the group",
        cases=((s.k[1] > s.k[0]) == (_own_auroc(s, 1) > _own_auroc(s, 0)) for s in unequal),
    )
    e.control("so can every case with equal $k$", over=[s for s in ways if s not in unequal], holds=_brought)
    e.control(
        "exchanging the $k$ alone leaves the laws as they are",
        **u.as_cases(
            {
                (s, f"τ = {tau}"): s.rate(1, tau) == replace(s, k=s.k[::-1]).rate(1, tau)
                for s in unequal
                for tau in thresholds
            }
        ),
    )
    return e


def _relabelled(s: u.Setting) -> u.Setting:
    return u.Setting(1 - s.beta, s.prevalences[::-1], s.k[::-1])


def _brought(s: u.Setting) -> bool:
    return any(k[1] > k[0] for k in (s.k, _relabelled(s).k))


def _own_auroc(s: u.Setting, group: int) -> Fraction:
    return u.Setting(u.F(group), s.prevalences, s.k).auroc()


def group_rates() -> Evidence:
    """Appendix C: both rates inside a group, at thresholds on and off the corners."""
    tried = [(s, u.F(i, 20), group) for s in u.settings() for i in range(21) for group in (0, 1)]

    def steep(tau, k, slope):
        return (tau <= k) + (1 - tau) * slope * (tau > k)

    e = Evidence()
    e.printed(r"$\mathrm{FPR}_g=1-\tau$", cases=(_alone(s, g).rate(0, tau) == 1 - tau for s, tau, g in tried))
    e.printed(
        r"$\mathrm{TPR}_g$",
        cases=(_alone(s, g).rate(1, tau) == steep(tau, s.k[g], 1 / (1 - s.k[g])) for s, tau, g in tried),
    )
    e.control(
        r"$\mathrm{TPR}_g=1-\tau$ above $k_g$",
        **u.as_cases(
            {(s, f"τ = {tau}", f"group {g}"): _alone(s, g).rate(1, tau) == steep(tau, s.k[g], 1) for s, tau, g in tried}
        ),
    )
    return e


def _alone(s: u.Setting, group: int) -> u.Setting:
    return u.Setting(u.F(group), s.prevalences, s.k)


#: What stands in the place of β: as printed, repaired, and a wrong variant.
WEIGHTS = (
    ("printed", lambda s: s.beta, "as printed"),
    ("repaired", lambda s: s.w0, r"$w_0=\alpha_0(1-\beta)/\alpha$ for $\beta$"),
    ("control", lambda s: 1 - s.beta, r"$1-\beta$ for $\beta$, the prevalences left out"),
)


def positive_density() -> Evidence:
    """Appendix C: the density of the positives, as printed and with the positives' shares of the groups."""
    e = Evidence(note=u.NOTE)
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"the density of the model, 72 settings, {what}",
            **u.as_cases(
                {
                    (s, f"score {y}"): u.printed_density(weight(s), s.k, y) == s.density(1, y)
                    for s in u.settings()
                    for y in u.inside(s)
                }
            ),
        )
        between = weight(FIRST) / (1 - FIRST.k[0])
        e.add(form, f"between $k_0$ and $k_1$ in the example, {what}", **u.against_sample("density", between))
    e.repaired(
        "at $k_0$ and $k_1$, the pieces half open",
        cases=(u.printed_density(s.w0, s.k, y, closed=False) == s.density(1, y) for s in u.settings() for y in s.k),
    )
    return e


def negative_density() -> Evidence:
    """Appendix C: density and false positive rate of the negatives of both groups together."""
    e = Evidence()
    e.printed("$p_-=1$", **u.everywhere(lambda s, y: s.density(0, y) == 1))
    e.printed(r"$\mathrm{FPR}=1-\tau$", **u.everywhere(lambda s, tau: s.rate(0, tau) == 1 - tau))
    e.control("$p_+=1$", **u.everywhere(lambda s, y: s.density(1, y) == 1))
    return e


def overall_tpr() -> Evidence:
    """Appendix C: the true positive rate of all positives, off the corners and on them."""
    e = Evidence()
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"the rate of the model, 72 settings, {what}",
            **u.as_cases(
                {
                    (s, f"τ = {tau}"): u.printed_tpr(weight(s), s.k, tau) == s.rate(1, tau)
                    for s in u.settings()
                    for tau in u.inside(s)
                }
            ),
        )
    e.printed(r"$\mathrm{TPR}(k_0)=1$", over=u.settings(), holds=lambda s: u.printed_tpr(s.beta, s.k, s.k[0]) == 1)
    e.repaired(
        r"at 0, $k_0$, $k_1$, 1, the middle piece for $k_0<\tau$",
        cases=(
            u.printed_tpr(s.w0, s.k, tau, closed=False) == s.rate(1, tau)
            for s in u.settings()
            for tau in (u.F(0), *s.k, u.F(1))
        ),
    )
    return e


def tpr_of_fpr() -> Evidence:
    """Appendix C.1: the ROC curve as a function, off the corners and on them."""
    e = Evidence()
    e.printed(
        r"the printed $\mathrm{TPR}(\tau)$ with $\tau=1-\mathrm{FPR}$",
        **u.everywhere(lambda s, x: u.printed_tpr_of_fpr(s.beta, s.k, 1 - x) == u.printed_tpr(s.beta, s.k, x)),
    )
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"the ROC curve of the model, {what}",
            **u.as_cases(
                {
                    (s, f"FPR = {1 - x}"): u.printed_tpr_of_fpr(weight(s), s.k, 1 - x) == s.rate(1, x)
                    for s in u.settings()
                    for x in u.inside(s)
                }
            ),
        )
    e.printed(
        r"the value at $\mathrm{FPR}=1-k_0$ is 1",
        over=u.settings(),
        holds=lambda s: u.printed_tpr_of_fpr(s.beta, s.k, 1 - s.k[0]) == 1,
    )
    e.repaired(
        "at the corners, the middle piece half open",
        cases=(
            u.printed_tpr_of_fpr(s.w0, s.k, 1 - x, closed=False) == s.rate(1, x)
            for s in u.settings()
            for x in (u.F(0), *s.k, u.F(1))
        ),
    )
    return e


def auroc() -> Evidence:
    """Appendix C.1: the AUROC against the exact area of the model's ROC curve, and against samples."""
    e = Evidence(note=u.NOTE)
    for form, weight, what in WEIGHTS:
        e.add(
            form,
            f"the area of the model, {what}",
            **u.as_cases({s: u.printed_auroc(weight(s), s.k) == s.auroc() for s in u.settings()}),
        )
        e.add(form, f"the example, {what}", **u.against_sample("auroc", u.printed_auroc(weight(FIRST), FIRST.k)))
    e.repaired(
        r"in short $w_0\frac{1+k_0}2+w_1\frac{1+k_1}2$",
        cases=(s.auroc() == s.w0 * (1 + s.k[0]) / 2 + (1 - s.w0) * (1 + s.k[1]) / 2 for s in u.settings()),
    )
    e.repaired(
        "the package, to rounding",
        pairs=((float(s.model().auroc(*s.floats())), float(s.auroc())) for s in u.settings()),
        within=1e-14,
    )
    return e
