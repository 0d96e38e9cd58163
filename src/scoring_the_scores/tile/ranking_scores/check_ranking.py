"""Section 3.1 and Appendix A.3.1: ranking scores, the nine that are probabilities, F-scores, and Table 2."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import mul

import numpy as np
import sympy

import claimledger as ledger
from claimledger import Claim, Evidence
from metricbook import tile
from metricbook.exact import tile as exact
from scoring_the_scores.tile import samples as small
from scoring_the_scores.tile.ranking_scores import nine

ROUNDING = 1e-14  # of a handful of floats between 0 and 1
SEED = 31

#: Table 2's rows: our name of the score, and the condition of its probabilistic writing.
CONDITIONS = {
    "NPV": ("NPV", lambda y, h: h == 0),
    "X_tn_tp_given_tn_fn_tp": ("X tn,tp|tn,fn,tp", lambda y, h: y == 1 or h == 0),
    "TPR": ("TPR", lambda y, h: y == 1),
    "J_minus": ("J-", lambda y, h: y == 0 or h == 0),
    "A": ("A", lambda y, h: True),
    "J_plus": ("J+", lambda y, h: y == 1 or h == 1),
    "TNR": ("TNR", lambda y, h: y == 0),
    "X_tn_tp_given_tn_fp_tp": ("X tn,tp|tn,fp,tp", lambda y, h: y == 0 or h == 1),
    "PPV": ("PPV", lambda y, h: h == 1),
}


def equation_3() -> Evidence:
    """Eq. 3: the ratio as E[IS]/E[I], its range, domain and monotonicity, and why two importances are excluded."""
    cases, weights = small.eighths(4), small.importances()
    values = {i: [exact.ranking_score(p, i) for p in cases] for i in weights}
    e = Evidence(
        note=f"The {len(weights)} admissible importances with values 0, 1, 3, and all {len(cases)} "
        f"performances in quarters."
    )
    e.printed(
        r"it is $\mathbf E[IS]/\mathbf E[I]$, undefined where $\mathbf E[I]=0$",
        cases=(value == _ratio_of_means(p, i) for i in weights for p, value in zip(cases, values[i], strict=True)),
    )
    e.printed("between 0 and 1", cases=(0 <= v <= 1 for row in values.values() for v in row if v is not None))
    e.printed("both 0 and 1 are reached", cases=({0, 1} <= set(row) for row in values.values()))
    e.printed(
        "no more $tn$ or $tp$ lowers it, no more $fp$ or $fn$ raises it",
        cases=(_monotone(p, i, value) for i in weights for p, value in zip(cases, values[i], strict=True)),
    )
    array = np.array(cases, dtype=float)
    e.printed("the package", cases=(_same(tile.score_of_importance(array, i), values[i]) for i in weights))
    excluded = [i for i in product((0, 1, 3), repeat=4) if (i[0] + i[3] == 0) != (i[1] + i[2] == 0)]
    e.control(
        "an excluded importance still tells some performances apart",
        agrees=any(len({exact.ranking_score(p, i) for p in cases} - {None}) > 1 for i in excluded),
        reproduced=f"{len(excluded)} importances, each with one value",
    )
    return e


def _ratio_of_means(p: tuple, weights: tuple) -> Fraction | None:
    importance = dict(zip(exact.OMEGA, weights, strict=True))
    return exact.ratio(exact.expectation(p, lambda o: importance[o] * exact.S[o]), exact.expectation(p, importance))


def _monotone(p: tuple, weights: tuple, value: Fraction | None) -> bool:
    if value is None:
        return True
    for k, outcome in enumerate(exact.OMEGA):
        more = exact.ranking_score([x + (j == k) for j, x in enumerate(p)], weights)
        if more != value and (more > value) != (exact.S[outcome] == 1):
            return False
    return True


def _same(values: np.ndarray, exactly: list) -> bool:
    true = np.array([np.nan if v is None else float(v) for v in exactly])
    return bool(np.allclose(values, true, rtol=0, atol=ROUNDING, equal_nan=True))


def probabilistic(claim: Claim) -> Evidence:
    """Example 1: of all 50 conditional scores, those that equal a ranking score, by solving for the importance."""
    pairs, listed = nine.ranking_pairs(), {nine.pair_of(name) for name, _ in CONDITIONS.values()}
    inside = [pair for pair in exact.conditional_pairs() if pair[0] <= exact.SATISFYING]
    unique = [len(nine.solutions(pair)) for pair in pairs]
    e = Evidence(
        note=r"For each pair we solve $N_X D_I = N_I D_X$, an identity between products of linear forms in "
        r"the probabilities, for the importance $I$. Domains are not used."
    )
    e.printed("conditional scores that are ranking scores", published=claim.published, reproduced=len(pairs))
    e.printed("they are the nine listed", agrees=set(pairs) == listed, reproduced=len(listed & set(pairs)))
    e.printed(
        r"they are the pairs with $E_1=E_2\cap E_S$",
        agrees=set(pairs) == set(nine.nine_events()),
        reproduced=len(nine.nine_events()),
    )
    e.printed(
        "no pair has two solutions that are not multiples of each other",
        cases=(len(nine.solutions(pair)) < 2 for pair in exact.conditional_pairs()),
    )
    e.printed(
        "the importance is unique up to a factor, and constant on $E_2$",
        cases=(
            size == 1 and nine.proportional(nine.solutions(pair)[0], nine.indicator(pair[1]))
            for size, pair in zip(unique, pairs, strict=True)
        ),
    )
    e.control(r"pairs with $E_1\subseteq E_S$", published=claim.published, reproduced=len(inside))
    return e


def f_scores() -> Evidence:
    """Example 2: an admissible importance whose ranking score is F-beta, in symbols and on small performances."""
    beta = sympy.Symbol("beta", nonnegative=True)
    p = sympy.symbols("tn fp fn tp", positive=True)
    _, fp, fn, tp = p
    mean = (1 + beta**2) / (1 / (tp / (fp + tp)) + beta**2 / (tp / (fn + tp)))
    right, wrong = (exact.ranking_score(p, (0, 1, w, 1 + w)) for w in (beta**2, beta))
    cases = small.eighths()
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(
        r"$I=(0,1,\beta^2,1+\beta^2)$: the weighted harmonic mean of PPV and TPR",
        reproduced=str(sympy.simplify(right - mean)),
        agrees=sympy.simplify(right - mean) == 0,
    )
    e.printed(
        r"both sums of importances are $1+\beta^2>0$",
        agrees=bool((1 + beta**2).is_positive),
        reproduced=str(1 + beta**2),
    )
    for b in (0, 1, 3):
        e.printed(
            f"$\\beta={b}$, the domain included",
            **small.same(partial(exact.f_beta, beta_squared=b * b), small.score_of((0, 1, b * b, 1 + b * b)), cases),
        )
    e.control(
        r"$I=(0,1,\beta,1+\beta)$", reproduced=str(sympy.factor(wrong - mean)), agrees=sympy.simplify(wrong - mean) == 0
    )
    return e


def pabdc() -> Evidence:
    """Example 3: what rational importances are; the nine properties stand in the cited paper, which was not opened."""
    rng = np.random.default_rng(SEED)
    drawn = zip(rng.integers(0, 9, (50, 4)).tolist(), rng.integers(1, 9, (50, 4)).tolist(), strict=True)
    rational = [tuple(map(Fraction, over, under)) for over, under in drawn]
    rational = [i for i in rational if i[0] + i[3] > 0 and i[1] + i[2] > 0]
    e = Evidence(note=f"{len(rational)} random rational importances, seed {SEED}.")
    e.printed(
        "a rational importance has the score of one in whole numbers",
        cases=(
            all(exact.ranking_score(p, i) == exact.ranking_score(p, _whole(i)) for p in small.eighths(4))
            for i in rational
        ),
    )
    e.unexamined(
        "The nine properties, and the class of dissimilarity coefficients that they define.",
        where="Baulieu (1989), Journal of Classification 6, of which we saw the abstract.",
        instead="the importances may be taken to be whole numbers.",
    )
    return e


def _whole(weights: tuple) -> tuple[int, ...]:
    factor = int(np.lcm.reduce([w.denominator for w in weights]))
    return tuple(int(w * factor) for w in weights)


def lemma_6() -> Evidence:
    """Lemma 6 on all 50 pairs and three factors, values and domains, and a space of five outcomes."""
    pairs, meeting = exact.conditional_pairs(), nine.nine_events()
    e = Evidence(
        note=f"{small.IN_EIGHTHS} All {len(pairs)} pairs; $k$ is 1, 2 and 1/3. Five outcomes: three satisfy, "
        f"and all 70 performances in quarters."
    )
    e.printed(
        r"if $E_1=E_2\cap E_S$: the score of $I=k\mathbf 1_{E_2}$, the domain included",
        cases=(_equal(pair, k) for pair in meeting for k in (1, 2, Fraction(1, 3))),
    )
    e.printed(
        r"such an $I$ is admissible",
        cases=(nine.indicator(second) in small.importances((0, 1)) for _, second in meeting),
    )
    e.printed("five outcomes", cases=_five())
    e.control(r"every pair is the score of $I=\mathbf 1_{E_2}$", cases=(_equal(pair, 1) for pair in pairs))
    return e


def _equal(pair: tuple[frozenset[str], frozenset[str]], k: Fraction | int) -> bool:
    score = small.score_of(tuple(k * w for w in nine.indicator(pair[1])))
    return all(exact.probability(p, *pair) == score(p) for p in small.eighths())


def _five() -> list[bool]:
    """The lemma on five outcomes, of which the first three satisfy."""
    results = []
    for second in product((0, 1), repeat=5):
        if not (any(second[:3]) and any(second[3:])):
            continue
        for p in product(range(5), repeat=5):
            if sum(p) == 4:
                part = sum(x for x, w, k in zip(p, second, range(5), strict=True) if w and k < 3)
                whole = sum(x for x, w in zip(p, second, strict=True) if w)
                weighted = exact.ratio(
                    sum(2 * w * x * (k < 3) for k, (x, w) in enumerate(zip(p, second, strict=True))),
                    sum(2 * w * x for x, w in zip(p, second, strict=True)),
                )
                results.append(exact.ratio(part, whole) == weighted)
    return results


def table_2(claim: Claim) -> Evidence:
    """Table 2: importance, canonical or not, and place, each row recomputed from the support of its score."""
    e = Evidence(note="The importance is 1 on the condition, or 1/2 where that makes the score canonical.")
    for row, printed in claim.published.items():
        name, _ = CONDITIONS[row]
        weights, canonical, place = _row(*nine.pair_of(name))
        e.printed(name, published=printed, reproduced=[*weights, canonical, *place], tolerance=claim.tolerance)
    e.printed(
        "each row's importance gives its score",
        cases=(_equal_to(CONDITIONS[row][0], tuple(printed[:4])) for row, printed in claim.published.items()),
    )
    e.printed(
        "the places of the package",
        cases=(
            tile.place(CONDITIONS[row][0]) == tuple(float(x) for x in printed[5:])
            for row, printed in claim.published.items()
        ),
    )
    e.control(
        r"with $b=I(fp)/(I(fp)+I(fn))$, as in Section 4.2",
        cases=(
            _row(*nine.pair_of(CONDITIONS[row][0]), misprint=True)[2] == tuple(Fraction(x) for x in printed[5:])
            for row, printed in claim.published.items()
        ),
    )
    return e


def _row(first: frozenset[str], second: frozenset[str], *, misprint: bool = False) -> tuple:
    (vector,) = nine.solutions((first, second))
    weights = tuple(w / max(vector, key=abs) for w in vector)
    tn, fp, fn, tp = weights
    canonical = tn + tp == fp + fn
    if canonical:
        weights = tuple(w / (tn + tp) for w in weights)
    return weights, canonical, (tp / (tn + tp), (fp if misprint else fn) / (fp + fn))


@cache
def _equal_to(name: str, printed: tuple) -> bool:
    score = small.score_of(tuple(Fraction(x) for x in printed))
    return all(exact.probability(p, *nine.pair_of(name)) == score(p) for p in small.eighths())


def table_2_events() -> Evidence:
    """Table 2, second column: each condition on Y and Ŷ against the support of the printed importance."""
    table = ledger.load()["tile.table2"].published

    def condition(row: str) -> frozenset[str]:
        return exact.where(lambda o: CONDITIONS[row][1](exact.Y[o], exact.Y_HAT[o]))

    support = {
        row: frozenset(o for o, w in zip(exact.OMEGA, weights[:4], strict=True) if w > 0)
        for row, weights in table.items()
    }
    both = exact.where(lambda o: exact.Y[o] == 1 and exact.Y_HAT[o] == 0)
    e = Evidence(note=small.IN_EIGHTHS)
    for row, (name, _) in CONDITIONS.items():
        e.printed(
            f"{name}: the condition is the support of the importance",
            agrees=condition(row) == support[row],
            reproduced=small.shown(condition(row)),
        )
    e.printed(
        r"each score is $P(S=1\mid\cdot)$",
        cases=(
            exact.probability(p, exact.SATISFYING, condition(row)) == exact.probability(p, *nine.pair_of(name))
            for row, (name, _) in CONDITIONS.items()
            for p in small.eighths()
        ),
    )
    e.control(
        r"second row with $\wedge$ for $\vee$",
        agrees=both == support["X_tn_tp_given_tn_fn_tp"],
        reproduced=small.shown(both),
    )
    return e


def imbalanced() -> Evidence:
    """Section 3.1: any two performances for which a ranking score is defined can be compared, whatever the priors."""
    weights, cases = small.importances(), [p for p in small.eighths() if p[0] + p[1] != p[2] + p[3]]
    e = Evidence(
        note=f"The {len(weights)} admissible importances with values 0, 1, 3; the {len(cases)} performances in "
        "eighths with unequal priors."
    )
    numbers = {(i, p): exact.ranking_score(p, i) is not None for i in weights for p in cases}
    e.printed(
        "a score is a number, so comparable with any other, just where an outcome occurs that counts",
        cases=(number == any(map(mul, i, p)) for (i, p), number in numbers.items()),
    )
    e.control("it is a number for all performances", cases=numbers.values())
    return e
