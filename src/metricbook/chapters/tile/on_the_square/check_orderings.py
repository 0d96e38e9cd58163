"""Section 4.2: where the orders of scores are on the Tile, with all performances and with fixed priors."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from metricbook.chapters.tile.orders import EXACT, PRIORS, SCOPE, at, equal, order, order_where_defined, with_prior
from metricbook.chapters.tile.samples import HALF, QUARTERS, Score, eighths, importances, orders_alike, score_of, tested
from metricbook.exact import tile as exact
from metricbook.ledger import Evidence
from metricbook.tile import dirichlet_performances, fixed_prevalence_performances, ranking_score
from metricbook.tile.axioms import mixture_excess

SEED = 20261121
THETAS = (Fraction(1, 3), HALF, Fraction(1), Fraction(2), Fraction(5))
ONE, ZERO = Fraction(1), Fraction(0)


@cache
def _located(claim_b: str) -> dict:
    """Whether the order of R_I is at the place of a formula, for importances of small whole numbers."""

    def place(importance: tuple) -> tuple[Fraction, Fraction]:
        tn, fp, fn, tp = map(Fraction, importance)
        return tp / (tn + tp), (fn if claim_b == "fn" else fp) / (fp + fn)

    def alike(importance: tuple) -> bool:
        first, second = score_of(importance), at(*place(importance))
        return orders_alike([first(p) for p in eighths(6)], [second(p) for p in eighths(6)])

    return tested(alike(importance) for importance in importances())


def location_main() -> Evidence:
    """Section 4.2: the place of the order of a ranking score, as printed in the main text."""
    e = Evidence(
        note=f"All {len(importances())} importances in 0, 1, 3 of a ranking score, all performances in sixths."
    )
    e.printed("$b = I(fp)/(I(fn) + I(fp))$", **_located("fp"))
    e.repaired("$b = I(fn)/(I(fn) + I(fp))$", **_located("fn"))
    return e


def location_appendix() -> Evidence:
    """Appendix A.3.1: the same place, as printed there."""
    e = Evidence(
        note=f"All {len(importances())} importances in 0, 1, 3 of a ranking score, all performances in sixths."
    )
    e.printed("$b = I(fn)/(I(fp) + I(fn))$", **_located("fn"))
    e.control("$b = I(fp)/(I(fp) + I(fn))$", **_located("fp"))
    return e


def _is_somewhere(score: Score) -> bool:
    """Whether a score has the values of a canonical score: at any place, as tp and fn, or tn and fp, determine it.

    At a place (a, b) the score of half tp and half fn is a / (a + b), that of half tp and half fp a / (a + 1 - b), that
    of half tn and half fn (1 - a) / (1 - a + b). These determine (a, b), so the one candidate is compared.
    """
    halves = [score(p) for p in ((0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0))]
    candidates = [(a, b) for a, b in product([Fraction(k, 8) for k in range(9)], repeat=2)
                  if [exact.canonical_score(p, a, b) for p in ((0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0))]
                  == halves]  # fmt: skip
    return any(equal(score, at(*place), eighths()) for place in candidates)


def jaccard() -> Evidence:
    """Section 4.2: neither Jaccard coefficient is a canonical score, but both orders are on the Tile."""
    e = Evidence(note=SCOPE)
    e.printed(
        r"$J_-$ and $J_+$ are not canonical, as $I(tn) + I(tp) \neq I(fp) + I(fn)$",
        **tested(not exact.is_canonical(i) for i in ((1, 1, 1, 0), (0, 1, 1, 1))),
    )
    places = {"J+": (ONE, HALF), "F1": (ONE, HALF), "J-": (ZERO, HALF)}
    e.printed(
        "the orders of $J_+$ and $F_1$ are at $(1, 1/2)$, that of $J_-$ at $(0, 1/2)$",
        **tested(order(at(*place), EXACT[name], eighths()) == "same" for name, place in places.items()),
    )
    e.control("$F_1$ is not canonical", agrees=not exact.is_canonical((0, 1, 1, 2)), reproduced="canonical")
    e.control(
        "the order of $J_-$ is that of $F_1$",
        agrees=order(EXACT["F1"], EXACT["J-"], eighths()) == "same",
        reproduced=order(EXACT["F1"], EXACT["J-"], eighths()),
    )
    return e


def abstract_jaccard() -> Evidence:
    """Abstract: scores that the Tile is said to organise, against where they are."""
    e = Evidence(note=f"A score is on the Tile if a place has its values, an order if a place orders alike. {SCOPE}")
    for name in ("A", "TPR", "PPV"):
        e.printed(f"{name} is a score of the Tile", **tested([_is_somewhere(EXACT[name])]))
    squares = [Fraction(k, 8) / (1 - Fraction(k, 8)) for k in range(8)]
    e.printed(r"so are $F_\beta$", **tested(_is_somewhere(lambda p, s=s: exact.f_beta(p, s)) for s in squares))
    e.printed("so is Jaccard's coefficient $J_+$", **tested([_is_somewhere(EXACT["J+"])]))
    e.repaired(
        "the order of $J_+$ is on the Tile, where $F_1$ is",
        **tested([order(EXACT["F1"], EXACT["J+"], eighths()) == "same"]),
    )
    return e


def gower_legendre() -> Evidence:
    """Section 4.2: the similarity families of Gower and Legendre order as F1 and as the accuracy do."""

    def family(theta: Fraction, with_tn: bool) -> Score:
        def score(p: tuple) -> Fraction | None:
            right = p[3] + (p[0] if with_tn else 0)
            return exact.ratio(right, right + theta * (p[1] + p[2]))

        return score

    def alike(with_tn: bool, name: str) -> dict:
        return tested(order(family(theta, with_tn), EXACT[name], eighths()) == "same" for theta in THETAS)

    e = Evidence(
        note=rf"$T_\theta = tp/(tp + \theta(fp + fn))$ and $S_\theta$ with $tp + tn$ for $tp$, from 1/3 to 5. {SCOPE}"
    )
    e.printed(r"$T_\theta$ orders as $F_1$", **alike(False, "F1"))
    e.printed(r"$S_\theta$ orders as $A$", **alike(True, "A"))
    e.control(r"$T_\theta$ orders as $A$", **alike(False, "A"))
    return e


def batyrshin() -> Evidence:
    """Section 4.2: a further family whose definition is in the cited paper."""

    def blend(weight: Fraction) -> Score:
        return score_of((weight, 1, 1, 1))

    weights = [Fraction(k, 4) for k in range(5)]
    e = Evidence(note=SCOPE)
    e.missing(
        "the definition of the family, which stands in the cited work only",
        instead=r"that the orders of $(tp + w\,tn)/(tp + w\,tn + fp + fn)$, $0 \leq w \leq 1$, fill the segment",
    )
    e.printed(
        r"these order as the places $(1/(1 + w), 1/2)$, from A at $w = 1$ to $F_1$ at $w = 0$",
        **tested(order(blend(w), at(1 / (1 + w), HALF), eighths()) == "same" for w in weights),
    )
    return e


def _fixed(names: dict[str, tuple[tuple[int, int], str]], *, full: bool) -> dict:
    """Whether named scores order as, or against, the score of a place, at every prior."""
    compare = order if full else order_where_defined
    return tested(
        compare(at(*map(Fraction, place)), EXACT[name], with_prior(prior)) == wanted
        for name, (place, wanted) in names.items()
        for prior in PRIORS
    )


def unconditional() -> Evidence:
    """Section 4.2, Figure 3: PTN, PFP, PTP and PFN with fixed priors."""
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    names = {"PTN": ((0, 0), "same"), "PFP": ((0, 0), "dual"), "PTP": ((1, 1), "same"), "PFN": ((1, 1), "dual")}
    e.printed("PTN and dual PFP with TNR, PTP and dual PFN with TPR", **_fixed(names, full=True))
    free = [order(EXACT["TNR"], EXACT["PTN"], eighths()), order(EXACT["TPR"], EXACT["PTP"], eighths())]
    e.control("the same without fixed priors", agrees=set(free) == {"same"}, reproduced=free)
    return e


def standardised() -> Evidence:
    """Section 4.2, Figure 3: SNPV, NLR, SPPV and PLR with fixed priors, and for which performances."""
    values = {"SNPV": ((0, 1), "same"), "SPPV": ((1, 0), "same")}
    ratios = {"NLR": ((0, 1), "dual"), "PLR": ((1, 0), "same")}
    e = Evidence(note=f"{len(PRIORS)} priors. An undefined score orders a performance with no other. {SCOPE}")
    e.printed("SNPV orders as NPV, SPPV as PPV", **_fixed(values, full=True))
    e.printed("NLR orders dually to NPV, PLR as PPV", **_fixed(ratios, full=True))
    e.repaired("the same where $tn > 0$ (NLR) and $fp > 0$ (PLR)", **_fixed(ratios, full=False))
    free = [order_where_defined(EXACT[a], EXACT[b], eighths()) for a, b in (("NPV", "SNPV"), ("PPV", "SPPV"))]
    e.control("the first two without fixed priors", agrees=set(free) == {"same"}, reproduced=free)
    return e


def _weighted(alpha: Fraction) -> Score:
    return lambda p: exact.weighted_accuracy(p, alpha)


def weighted_accuracy() -> Evidence:
    """Section 4.2: the place of a weighted accuracy with fixed priors; its values are those of the score there."""

    def found(swapped: bool) -> dict:
        outcomes = []
        for prior, alpha in product(PRIORS, QUARTERS):
            positive = (1 - alpha if swapped else alpha) * (1 - prior)
            place = positive / (positive + (alpha if swapped else 1 - alpha) * prior)
            outcomes.append(equal(_weighted(alpha), at(place, place), with_prior(prior)))
        return tested(outcomes)

    e = Evidence(note=f"{len(PRIORS)} priors, weights of TPR in quarters. {SCOPE}")
    e.printed(r"at $a = b = \lambda_+\pi_-/(\lambda_+\pi_- + \lambda_-\pi_+)$", **found(False))
    e.control(r"with $\lambda_+$ and $\lambda_-$ exchanged", **found(True))
    return e


def balanced_accuracy() -> Evidence:
    """Section 4.2, 4.4: BA, Youden's index and the determinant at (π-, π-), which moves along the diagonal."""

    def found(name: str, place: Score) -> dict:
        return tested(order(at(place(p), place(p)), EXACT[name], with_prior(p)) == "same" for p in PRIORS)

    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    for name in ("BA", "J_Y", "|C|"):
        e.printed(rf"{'$' + name + '$' if name != 'BA' else name} at $(\pi_-, \pi_-)$", **found(name, lambda p: 1 - p))
    e.control(r"BA at $(\pi_+, \pi_+)$", **found("BA", lambda p: p))
    return e


def kappa() -> Evidence:
    """Section 4.2, 4.4: the place of Cohen's kappa with fixed priors."""

    def found(power: int) -> dict:
        return tested(
            order(at((1 - p) ** power / ((1 - p) ** power + p**power), HALF), EXACT["kappa"], with_prior(p)) == "same"
            for p in PRIORS
        )

    places = [(1 - p) ** 2 / ((1 - p) ** 2 + p**2) for p in PRIORS]
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(r"at $(\pi_-^2/(\pi_-^2 + \pi_+^2), 1/2)$", **found(2))
    e.printed(
        "it moves along the whole line as the prior does: from near 1 to near 0",
        agrees=places == sorted(places, reverse=True) and places[0] > Fraction(9, 10) and places[-1] < Fraction(1, 10),
        reproduced=[str(places[0]), str(places[-1])],
    )
    e.control(r"at $(\pi_-, 1/2)$", **found(1))
    return e


def averages() -> Evidence:
    """Section 3.2: which means of two canonical scores never leave the range of a mixture's parts."""
    rng = np.random.default_rng(SEED)
    n, places = 1500, list(product((0.0, 0.25, 0.5, 0.75, 1.0), repeat=2))
    weight = rng.random(n)
    laws = {
        "any": dirichlet_performances(2 * n, (0.3,) * 4, rng=rng).reshape(2, n, 4),
        "fixed": fixed_prevalence_performances(2 * n, 0.3, rng=rng).reshape(2, n, 4),
    }

    def safe(law: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        first, second = laws[law]
        found = []
        for k, p in enumerate(places):
            for q in places[:k]:
                excess = mixture_excess(
                    lambda x, p=p, q=q: (ranking_score(x, *p) + ranking_score(x, *q)) / 2, first, second, weight
                )
                if not np.nanmax(excess) > 1e-9:
                    found.append((p, q))
        return found

    n_pairs = len(places) * (len(places) - 1) // 2
    free, fixed = safe("any"), safe("fixed")
    e = Evidence(
        note=f"Means of scores at two of {len(places)} places, {n} mixtures, seed {SEED}. 'Few': under a tenth."
    )
    e.printed(
        "means that stay in range, any priors", agrees=len(free) < n_pairs / 10, reproduced=f"{len(free)} of {n_pairs}"
    )
    e.printed(
        "with a fixed prior, some do: those of two places on the rising diagonal, the weighted accuracies, among them",
        agrees=0 < len(fixed) < n_pairs / 10
        and {(p, q) for p, q in fixed}
        >= {(p, q) for k, p in enumerate(places) for q in places[:k] if p[0] == p[1] and q[0] == q[1]},
        reproduced=f"{len(fixed)} of {n_pairs}",
    )
    e.control("with a fixed prior all do", agrees=len(fixed) == n_pairs, reproduced=f"{len(fixed)} of {n_pairs}")
    return e
