"""Section 4.2: where the orders of scores are on the Tile, with all performances and with fixed priors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from operator import mul

import sympy

from claimledger import Details, Evidence
from metricbook.exact import tile as exact
from scoring_the_scores.tile.orders import (
    EXACT,
    PRIORS,
    SCOPE,
    at,
    equal,
    mean_at,
    order,
    order_where_defined,
    with_prior,
)
from scoring_the_scores.tile.samples import HALF, QUARTERS, Score, eighths, importances, orders_alike, score_of, size

THETAS = (Fraction(1, 3), HALF, Fraction(1), Fraction(2), Fraction(5))
ONE, ZERO = Fraction(1), Fraction(0)


def _located(above_a: str, above_b: str) -> Details:
    """Whether the order of R_I is at the place with these importances above, for importances of small whole numbers."""

    def holds(importance: tuple) -> bool:
        tn, fp, fn, tp = map(Fraction, importance)
        place = (tp if above_a == "tp" else tn) / (tn + tp), (fn if above_b == "fn" else fp) / (fp + fn)
        return orders_alike(*([score(p) for p in eighths(6)] for score in (score_of(importance), at(*place))))

    return {"over": importances(), "holds": holds}


def location_main() -> Evidence:
    """Section 4.2: the place of the order of a ranking score, as printed in the main text."""
    e = Evidence(
        note=f"All {len(importances())} importances in 0, 1, 3 of a ranking score, all performances in sixths."
    )
    e.printed("$b = I(fp)/(I(fn) + I(fp))$", **_located("tp", "fp"))
    e.repaired("$b = I(fn)/(I(fn) + I(fp))$", **_located("tp", "fn"))
    e.control("and $a = I(tn)/(I(tn) + I(tp))$", **_located("tn", "fn"))
    return e


def location_appendix() -> Evidence:
    """Appendix A.3.1: the same place, as printed there."""
    e = Evidence(
        note=f"All {len(importances())} importances in 0, 1, 3 of a ranking score, all performances in sixths."
    )
    e.printed("$b = I(fn)/(I(fp) + I(fn))$", **_located("tp", "fn"))
    e.control("$b = I(fp)/(I(fp) + I(fn))$", **_located("tp", "fp"))
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
        cases=(not exact.is_canonical(i) for i in ((1, 1, 1, 0), (0, 1, 1, 1))),
    )
    places = {"J+": (ONE, HALF), "F1": (ONE, HALF), "J-": (ZERO, HALF)}
    e.printed(
        "the orders of $J_+$ and $F_1$ are at $(1, 1/2)$, that of $J_-$ at $(0, 1/2)$",
        cases=(order(at(*place), EXACT[name], eighths()) == "same" for name, place in places.items()),
    )
    e.control("$F_1$ is not canonical", cases=[not exact.is_canonical((0, 1, 1, 2))])
    order_of_f1 = order_where_defined(EXACT["F1"], EXACT["J-"], eighths())
    e.control(
        "the order of $J_-$ is that of $F_1$ where both are defined",
        agrees=order_of_f1 == "same",
        reproduced=order_of_f1,
    )
    return e


def abstract_jaccard() -> Evidence:
    """Abstract: scores that the Tile is said to organise, against where they are."""
    e = Evidence(note=f"A score is on the Tile if a place has its values, an order if a place orders alike. {SCOPE}")
    for name in ("A", "TPR", "PPV"):
        e.printed(f"{name} is a score of the Tile", cases=[_is_somewhere(EXACT[name])])
    squares = [Fraction(k, 8) / (1 - Fraction(k, 8)) for k in range(8)]
    e.printed(r"so are $F_\beta$", cases=(_is_somewhere(partial(exact.f_beta, beta_squared=s)) for s in squares))
    e.printed(
        "the order of Jaccard's coefficient $J_+$ is on the Tile, where $F_1$ is",
        cases=[order(EXACT["F1"], EXACT["J+"], eighths()) == "same"],
    )
    e.control("$J_+$ is a score of the Tile", cases=[_is_somewhere(EXACT["J+"])])
    return e


def gower_legendre() -> Evidence:
    """Section 4.2: the similarity families of Gower and Legendre order as F1 and as the accuracy do."""

    def family(theta: Fraction, with_tn: bool) -> Score:
        def score(p: tuple) -> Fraction | None:
            right = p[3] + (p[0] if with_tn else 0)
            return exact.ratio(right, right + theta * (p[1] + p[2]))

        return score

    def alike(with_tn: bool, name: str) -> Details:
        return {"over": THETAS, "holds": lambda t: order(family(t, with_tn), EXACT[name], eighths()) == "same"}

    e = Evidence(
        note=rf"$T_\theta = tp/(tp + \theta(fp + fn))$ and $S_\theta$ with $tp + tn$ for $tp$, from 1/3 to 5. {SCOPE}"
    )
    tn, fp, fn, tp, theta, x = sympy.symbols("tn fp fn tp theta x", positive=True)
    f1, accuracy = 2 * tp / (2 * tp + fp + fn), (tn + tp) / (tn + fp + fn + tp)
    of_f1, of_accuracy = x / (x + 2 * theta * (1 - x)), x / (x + theta * (1 - x))
    for name, right, function, score in (("T", tp, of_f1, f1), ("S", tn + tp, of_accuracy, accuracy)):
        e.printed(
            rf"${name}_\theta$ is ${sympy.latex(function)}$ of $x = {'F_1' if name == 'T' else 'A'}$, for $\theta>0$",
            identity=(right / (right + theta * (fp + fn)), function.subs(x, score)),
        )
        slope = sympy.factor(sympy.diff(function, x))
        e.printed(
            "and rises with it: the slope's numerator is positive",
            agrees=bool(sympy.fraction(slope)[0].is_positive),
            reproduced=str(slope),
        )
    e.printed(r"$T_\theta$ orders as $F_1$", **alike(False, "F1"))
    e.printed(r"$S_\theta$ orders as $A$", **alike(True, "A"))
    e.control(r"$T_\theta$ orders as $A$", **alike(False, "A"))
    return e


def batyrshin() -> Evidence:
    """Section 4.2: a further family whose definition is in the cited paper, which is public and was not opened."""

    def blend(weight: Fraction) -> Score:
        return score_of((weight, 1, 1, 1))

    weights = [Fraction(k, 4) for k in range(5)]
    e = Evidence(note=SCOPE)
    e.unexamined(
        "The family's definition.",
        where="Batyrshin et al. (2016), Computación y Sistemas 20(3), a public journal, of which we saw the abstract.",
        instead=r"the orders of $(tp + w\,tn)/(tp + w\,tn + fp + fn)$, $0 \leq w \leq 1$, fill the segment.",
    )
    e.printed(
        r"these order as the places $(1/(1 + w), 1/2)$, from A at $w = 1$ to $F_1$ at $w = 0$",
        cases=(order(blend(w), at(1 / (1 + w), HALF), eighths()) == "same" for w in weights),
    )
    return e


def _fixed(names: dict[str, tuple[tuple[int, int], str]], *, full: bool) -> Details:
    """Whether named scores order as, or against, the score of a place, at every prior."""
    compare = order if full else order_where_defined

    def holds(case: tuple[str, Fraction]) -> bool:
        (place, expected), prior = names[case[0]], case[1]
        return compare(at(*map(Fraction, place)), EXACT[case[0]], with_prior(prior)) == expected

    return {"over": product(names, PRIORS), "holds": holds}


def unconditional() -> Evidence:
    """Section 4.2, Figure 3: PTN, PFP, PTP and PFN with fixed priors."""
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    names = {"PTN": ((0, 0), "same"), "PFP": ((0, 0), "dual"), "PTP": ((1, 1), "same"), "PFN": ((1, 1), "dual")}
    e.printed("PTN and dual PFP with TNR, PTP and dual PFN with TPR", **_fixed(names, full=True))
    free = [order_where_defined(EXACT[rate], EXACT[name], eighths()) for rate, name in (("TNR", "PTN"), ("TPR", "PTP"))]
    e.control(
        "the first of each without fixed priors, where the rate is defined", agrees="same" in free, reproduced=free
    )
    return e


def standardised() -> Evidence:
    """Section 4.2, Figure 3: SNPV, NLR, SPPV and PLR with fixed priors, and for which performances."""
    values = {"SNPV": ((0, 1), "same"), "SPPV": ((1, 0), "same")}
    ratios = {"NLR": ((0, 1), "dual"), "PLR": ((1, 0), "same")}
    e = Evidence(note=f"{len(PRIORS)} priors. An undefined score orders a performance with no other. {SCOPE}")
    e.printed("SNPV orders as NPV, SPPV as PPV", **_fixed(values, full=True))
    e.printed("NLR orders dually to NPV where $tn > 0$, PLR as PPV where $fp > 0$", **_fixed(ratios, full=False))
    e.control("they do for all performances", **_fixed(ratios, full=True))
    free = [order_where_defined(EXACT[a], EXACT[b], eighths()) for a, b in (("NPV", "SNPV"), ("PPV", "SPPV"))]
    e.control("the first two without fixed priors", agrees="same" in free, reproduced=free)
    return e


def _weighted(alpha: Fraction) -> Score:
    return lambda p: exact.weighted_accuracy(p, alpha)


def weighted_accuracy() -> Evidence:
    """Section 4.2: the place of a weighted accuracy with fixed priors; its values are those of the score there."""

    def comparison(swapped: bool) -> Details:
        def holds(case: tuple[Fraction, Fraction]) -> bool:
            prior, alpha = case
            positive = (1 - alpha if swapped else alpha) * (1 - prior)
            place = positive / (positive + (alpha if swapped else 1 - alpha) * prior)
            return equal(_weighted(alpha), at(place, place), with_prior(prior))

        return {"over": product(PRIORS, QUARTERS), "holds": holds}

    e = Evidence(note=f"{len(PRIORS)} priors, weights of TPR in quarters. {SCOPE}")
    e.printed(r"at $a = b = \lambda_+\pi_-/(\lambda_+\pi_- + \lambda_-\pi_+)$", **comparison(False))
    e.control(r"with $\lambda_+$ and $\lambda_-$ exchanged", **comparison(True))
    return e


def balanced_accuracy() -> Evidence:
    """Section 4.2, 4.4: BA, Youden's index and the determinant at (π-, π-), which moves along the diagonal."""

    def comparison(name: str, place: Callable[[Fraction], Fraction]) -> Details:
        return {
            "over": PRIORS,
            "holds": lambda p: order(at(place(p), place(p)), EXACT[name], with_prior(p)) == "same",
        }

    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    for name in ("BA", "J_Y", "|C|"):
        e.printed(
            rf"{'$' + name + '$' if name != 'BA' else name} at $(\pi_-, \pi_-)$", **comparison(name, lambda p: 1 - p)
        )
    e.control(r"BA at $(\pi_+, \pi_+)$", **comparison("BA", lambda p: p))
    return e


def kappa() -> Evidence:
    """Section 4.2, 4.4: the place of Cohen's kappa with fixed priors."""

    def comparison(power: int) -> Details:
        def holds(p: Fraction) -> bool:
            place = (1 - p) ** power / ((1 - p) ** power + p**power), HALF
            return order(at(*place), EXACT["kappa"], with_prior(p)) == "same"

        return {"over": PRIORS, "holds": holds}

    places = [(1 - p) ** 2 / ((1 - p) ** 2 + p**2) for p in PRIORS]
    e = Evidence(note=f"{len(PRIORS)} priors. {SCOPE}")
    e.printed(r"at $(\pi_-^2/(\pi_-^2 + \pi_+^2), 1/2)$", **comparison(2))
    e.printed(
        "it moves along the whole line as the prior does: from near 1 to near 0",
        agrees=places == sorted(places, reverse=True) and places[0] > Fraction(9, 10) and places[-1] < Fraction(1, 10),
        reproduced=[str(places[0]), str(places[-1])],
    )
    e.control(r"at $(\pi_-, 1/2)$", **comparison(1))
    return e


def similarity() -> Evidence:
    """Section 2.2: two families of similarity coefficients are ranking scores; Kulczynski's breaks Axiom 3."""
    e = Evidence(
        note=rf"$T_\theta = tp/(tp + \theta(fp + fn))$ and $S_\theta$ with $tp + tn$ for $tp$, from 1/3 to 5. {SCOPE}"
    )
    for name, tn in (("T", 0), ("S", 1)):
        e.printed(
            rf"${name}_\theta$ is the ranking score of $I = ({tn}, \theta, \theta, 1)$",
            cases=(
                exact.ratio(p[3] + tn * p[0], p[3] + tn * p[0] + t * (p[1] + p[2])) == score_of((tn, t, t, 1))(p)
                for t in THETAS
                for p in eighths()
            ),
        )
    kulczynski, thirds = mean_at((1, 0), (1, 1)), eighths(3)
    triples = [(kulczynski(p), kulczynski(q), kulczynski(_even(p, q))) for p, q in combinations(thirds, 2)]
    triples = [t for t in triples if None not in t]
    outside = [t for t in triples if not min(t[:2]) <= t[2] <= max(t[:2])]
    equal_ones = [t for t in outside if t[0] == t[1]]
    e.printed(
        "Kulczynski's coefficient, the mean of PPV and TPR, of two performances in thirds and of their even mixture",
        agrees=bool(equal_ones),
        reproduced=list(max(equal_ones)),
    )
    e.control(
        "it keeps even mixtures in range, as a ranking score does: pairs in thirds",
        over=triples,
        holds=lambda t: min(t[:2]) <= t[2] <= max(t[:2]),
    )
    places = [at(*place) for place in product(QUARTERS, repeat=2)]
    e.control(
        "it orders as a ranking score of a place in quarters",
        cases=[any(order_where_defined(kulczynski, s, eighths()) == "same" for s in places)],
    )
    return e


def _even(first: tuple, second: tuple) -> tuple:
    """The even mixture of two performances."""
    return tuple((x + y) / 2 for x, y in zip(first, second, strict=True))


def first_map() -> Evidence:
    """Sections 2.4 and 4: the map is continuous where no outcome is certain to be absent; whether it is the first."""
    corners = list(product((0, 1), repeat=2))
    inside = [p for p in eighths() if min(p) > 0]

    def whole(p: tuple, a: int, b: int) -> Fraction:
        return sum(map(mul, exact.importance(a, b), p))

    e = Evidence(
        note="The denominator is linear in $a$ and in $b$, so it is positive on the square if it is at the corners."
    )
    e.printed(
        "the denominator is positive on the square if all four outcomes occur, so the score is continuous there",
        cases=(whole(p, a, b) > 0 for p in inside for a, b in corners),
    )
    e.control(
        "so it is for all performances",
        over=product(sorted(eighths(), key=size), corners),
        holds=lambda case: whole(case[0], *case[1]) > 0,
    )
    e.missing(
        "Whether no earlier work has such a map needs a survey of the field.",
        looked="Sections 2.3 and 4, which name one earlier map, of 44 scores, and none that is continuous; and stored "
        "pages of the web, where we found drawings of the performances under a score, and no earlier map of scores.",
        instead="the map is continuous, and has a score at each place.",
    )
    return e
