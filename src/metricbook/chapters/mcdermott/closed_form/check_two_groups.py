"""Appendix C and C.1: the two-group model, its rates and densities, and the AUROC."""

from __future__ import annotations

from itertools import product

from metricbook.chapters.mcdermott.closed_form import by_definition as u
from metricbook.ledger import Claim, Evidence

FIRST = u.Setting(*u.EXAMPLE)


def model(claim: Claim) -> Evidence:
    """Appendix C, definitions: which conditional laws are named, which are given, and the share of positives."""
    every = {f"{group},{sign}" for group, sign in product("01", "-+")}
    named, given = (set(claim.published[key].split("; ")) for key in ("named", "given"))
    correct, count = u.tally(
        s.class_share(1) == s.prevalences[1] * s.beta + s.prevalences[0] * (1 - s.beta) for s in u.settings()
    )
    e = Evidence(note=u.NOTE)
    e.printed(r"the share of positives is $\alpha_1\beta+\alpha_0(1-\beta)$", agrees=correct, reproduced=count)
    e.printed(r"$\alpha$ of the example", **u.against_sample("alpha", float(FIRST.alpha)))
    e.printed(
        "the sentence that introduces the laws names all four",
        published=claim.published["named"],
        agrees=named == every,
        reproduced="; ".join(sorted(named)) + f": {len(named)} of {len(every)}",
    )
    e.repaired("so does the list of uniform laws", published=claim.published["given"], agrees=given == every,
               reproduced="; ".join(sorted(given)) + f": {len(given)} of {len(every)}")  # fmt: skip
    return e


def without_loss() -> Evidence:
    """Appendix C, "without loss of generality": relabel the groups, for every pair of k, equal ones among them."""
    ks = [u.F(i, 5) for i in range(5)]
    ways = [u.Setting(u.F(1, 5), (u.F(1, 10), u.F(1, 2)), k) for k in product(ks, repeat=2)]
    relabelled = [u.Setting(1 - s.beta, s.prevalences[::-1], s.k[::-1]) for s in ways]
    thresholds = [u.F(i, 7) for i in range(8)]
    same, count = u.tally(
        a.joint_above(label, tau) == b.joint_above(label, tau)
        for a, b in zip(ways, relabelled, strict=True) for label in (0, 1) for tau in thresholds
    )  # fmt: skip
    kept, kept_count = u.tally(
        a.rate(1, tau) == u.Setting(a.beta, a.prevalences, a.k[::-1]).rate(1, tau) for a in ways for tau in thresholds
    )
    pairs = [(a.k, b.k) for a, b in zip(ways, relabelled, strict=True)]
    strictly, strict_count = u.tally(any(k[1] > k[0] for k in pair) for pair in pairs)
    weakly, weak_count = u.tally(any(k[1] >= k[0] for k in pair) for pair in pairs)
    aurocs, auroc_count = u.tally(
        (s.k[1] > s.k[0]) == ((1 + s.k[1]) / 2 > (1 + s.k[0]) / 2)
        and (1 + s.k[1]) / 2 == u.Setting(u.F(1), s.prevalences, s.k).auroc() for s in ways
    )  # fmt: skip
    e = Evidence(note="In the model k is free of the prevalence: that it may result from it is an interpretation.")
    e.printed(
        r"exchanging the groups, $\beta$ for $1-\beta$ and the prevalences leaves the laws as they are",
        agrees=same,
        reproduced=count,
    )
    e.printed("larger $k$, larger AUROC inside the group", agrees=aurocs, reproduced=auroc_count)
    e.printed("every case can be brought to $k_1 > k_0$", agrees=strictly, reproduced=strict_count)
    e.repaired(r"every case can be brought to $k_1 \ge k_0$", agrees=weakly, reproduced=weak_count)
    e.control("exchanging the $k$ alone leaves the laws as they are", agrees=kept, reproduced=kept_count)
    return e


def group_rates() -> Evidence:
    """Appendix C: both rates inside a group, at thresholds on and off the corners."""
    thresholds = [u.F(i, 20) for i in range(21)]
    false = true = wrong = tried = 0
    for s, tau, group in product(u.settings(), thresholds, (0, 1)):
        alone, k = u.Setting(u.F(group), s.prevalences, s.k), s.k[group]
        tried += 1
        false += alone.rate(0, tau) == 1 - tau
        true += alone.rate(1, tau) == (tau <= k) + (1 - (tau - k) / (1 - k)) * (tau > k)
        wrong += alone.rate(1, tau) == (tau <= k) + (1 - tau) * (tau > k)
    e = Evidence()
    e.printed(r"$\mathrm{FPR}_g=1-\tau$", agrees=false == tried, reproduced=f"{false:,} of {tried:,}")
    e.printed(r"$\mathrm{TPR}_g$", agrees=true == tried, reproduced=f"{true:,} of {tried:,}")
    e.control(r"$\mathrm{TPR}_g=1-\tau$ above $k_g$", agrees=wrong == tried, reproduced=f"{wrong:,} of {tried:,}")
    return e


def positive_density() -> Evidence:
    """Appendix C: the density of the positives, as printed and with the positives' shares of the groups."""
    printed, count = u.everywhere(lambda s, y: u.printed_density(s.beta, s.k, y) == s.density(1, y))
    mixed, mixed_count = u.everywhere(lambda s, y: u.printed_density(1 - s.beta, s.k, y) == s.density(1, y))
    repaired, repaired_count = u.everywhere(lambda s, y: u.printed_density(s.w0, s.k, y) == s.density(1, y))
    ends, end_count = u.tally(
        u.printed_density(s.w0, s.k, y, closed=False) == s.density(1, y) for s in u.settings() for y in s.k
    )
    k0 = FIRST.k[0]
    e = Evidence(note=u.NOTE)
    e.printed("the density of the model, 72 settings", agrees=printed, reproduced=count)
    e.printed(
        r"$\beta/(1-k_0)$, the density between $k_0$ and $k_1$, in the example",
        **u.against_sample("density", FIRST.beta / (1 - k0)),
    )
    e.repaired(r"$w_0=\alpha_0(1-\beta)/\alpha$ for $\beta$", agrees=repaired, reproduced=repaired_count)
    e.repaired("at $k_0$ and $k_1$, the pieces half open", agrees=ends, reproduced=end_count)
    e.repaired("$w_0/(1-k_0)$ in the example", **u.against_sample("density", FIRST.w0 / (1 - k0)))
    e.control(r"$1-\beta$ for $\beta$, the prevalences left out", agrees=mixed, reproduced=mixed_count)
    return e


def negative_density() -> Evidence:
    """Appendix C: density and false positive rate of the negatives of both groups together."""
    density, count = u.everywhere(lambda s, y: s.density(0, y) == 1)
    rate, rate_count = u.everywhere(lambda s, tau: s.rate(0, tau) == 1 - tau)
    other, other_count = u.everywhere(lambda s, y: s.density(1, y) == 1)
    e = Evidence()
    e.printed("$p_-=1$", agrees=density, reproduced=count)
    e.printed(r"$\mathrm{FPR}=1-\tau$", agrees=rate, reproduced=rate_count)
    e.control("$p_+=1$", agrees=other, reproduced=other_count)
    return e


def overall_tpr() -> Evidence:
    """Appendix C: the true positive rate of all positives, off the corners and on them."""
    printed, count = u.everywhere(lambda s, tau: u.printed_tpr(s.beta, s.k, tau) == s.rate(1, tau))
    repaired, repaired_count = u.everywhere(lambda s, tau: u.printed_tpr(s.w0, s.k, tau) == s.rate(1, tau))
    mixed, mixed_count = u.everywhere(lambda s, tau: u.printed_tpr(1 - s.beta, s.k, tau) == s.rate(1, tau))
    corners = {u.printed_tpr(s.beta, s.k, s.k[0]) for s in u.settings()}
    ends, end_count = u.tally(
        u.printed_tpr(s.w0, s.k, tau, closed=False) == s.rate(1, tau)
        for s in u.settings() for tau in (u.F(0), *s.k, u.F(1))
    )  # fmt: skip
    e = Evidence()
    e.printed("the rate of the model, 72 settings", agrees=printed, reproduced=count)
    e.printed(r"$\mathrm{TPR}(k_0)=1$", agrees=corners == {1}, reproduced=", ".join(map(str, sorted(corners))))
    e.repaired(r"$w_0$ for $\beta$", agrees=repaired, reproduced=repaired_count)
    e.repaired(r"at 0, $k_0$, $k_1$, 1, the middle piece for $k_0<\tau$", agrees=ends, reproduced=end_count)
    e.control(r"$1-\beta$ for $\beta$", agrees=mixed, reproduced=mixed_count)
    return e


def tpr_of_fpr() -> Evidence:
    """Appendix C.1: the ROC curve as a function, off the corners and on them."""

    def of(weight):
        return u.everywhere(lambda s, x: u.printed_tpr_of_fpr(weight(s), s.k, 1 - x) == s.rate(1, x))

    printed, count = of(lambda s: s.beta)
    repaired, repaired_count = of(lambda s: s.w0)
    mixed, mixed_count = of(lambda s: 1 - s.beta)
    substituted, substituted_count = u.everywhere(
        lambda s, x: u.printed_tpr_of_fpr(s.beta, s.k, 1 - x) == u.printed_tpr(s.beta, s.k, x)
    )
    corners = {u.printed_tpr_of_fpr(s.beta, s.k, 1 - s.k[0]) for s in u.settings()}
    ends, end_count = u.tally(
        u.printed_tpr_of_fpr(s.w0, s.k, 1 - x, closed=False) == s.rate(1, x)
        for s in u.settings() for x in (u.F(0), *s.k, u.F(1))
    )  # fmt: skip
    e = Evidence()
    e.printed(
        r"the printed $\mathrm{TPR}(\tau)$ with $\tau=1-\mathrm{FPR}$", agrees=substituted, reproduced=substituted_count
    )
    e.printed("the ROC curve of the model", agrees=printed, reproduced=count)
    e.printed(
        r"the value at $\mathrm{FPR}=1-k_0$ is 1",
        agrees=corners == {1},
        reproduced=", ".join(map(str, sorted(corners))),
    )
    e.repaired(r"$w_0$ for $\beta$", agrees=repaired, reproduced=repaired_count)
    e.repaired("at the corners, the middle piece half open", agrees=ends, reproduced=end_count)
    e.control(r"$1-\beta$ for $\beta$", agrees=mixed, reproduced=mixed_count)
    return e


def auroc() -> Evidence:
    """Appendix C.1: the AUROC against the exact area of the model's ROC curve, and against samples."""

    def of(weight):
        return u.tally(u.printed_auroc(weight(s), s.k) == s.auroc() for s in u.settings())

    short, short_count = u.tally(
        s.auroc() == s.w0 * (1 + s.k[0]) / 2 + (1 - s.w0) * (1 + s.k[1]) / 2 for s in u.settings()
    )
    package, package_count = u.tally(abs(float(s.model().auroc(*s.floats())) - s.auroc()) < 1e-14 for s in u.settings())
    e = Evidence(note=u.NOTE)
    for add, weight, what in (
        (e.printed, lambda s: s.beta, "as printed"),
        (e.repaired, lambda s: s.w0, r"$w_0$ for $\beta$"),
        (e.control, lambda s: 1 - s.beta, r"$1-\beta$ for $\beta$"),
    ):
        correct, count = of(weight)
        add(f"the area of the model, {what}", agrees=correct, reproduced=count)
        add(f"the example, {what}", **u.against_sample("auroc", u.printed_auroc(weight(FIRST), FIRST.k)))
    e.repaired(r"in short $w_0\frac{1+k_0}2+w_1\frac{1+k_1}2$", agrees=short, reproduced=short_count)
    e.repaired("the package, to rounding", agrees=package, reproduced=package_count)
    return e
