"""AUDRC of ever more samples (Section 3.2.2, Figure 5, Proposition 5 and its proof in Appendix E)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import sympy

from claimledger import SIGMAS, Evidence
from metricbook import audrc_integral, audrc_sum, lxcim
from scoring_the_scores.lxcim import samples as small
from scoring_the_scores.lxcim.lxcim.guessing import (
    guesses,
    last_departure,
    oscillation_gap,
    running_accuracy,
    variance_of_audrc,
    variance_of_lxcim,
)
from scoring_the_scores.lxcim.lxcim.rank_weights import audrc_sum_by_rank, lxcim_by_rank

FIGURE_SEED = 5
DARBOUX_SEED = 48
SPREAD_SEED = 3
SIZES = (10, 100, 1000, 10_000)
DRAWS = 200


def figure_5() -> Evidence:
    """Figure 5: how far both curves of a guessing classifier stray from their limits, at four sizes."""
    rng = np.random.default_rng(FIGURE_SEED)
    measured = {n: _straying(guesses(n, rng=rng, draws=DRAWS)) for n in SIZES}

    def column(name: str) -> dict[str, float]:
        return {f"N = {n}": float(measured[n][name].mean()) for n in SIZES}

    e = Evidence(note=f"Means of {DRAWS} draws of each size, seed {FIGURE_SEED}; the paper states neither.")
    cumulative, first = column("cumulative"), column("irregular decisions")
    e.printed(r"$\max_i \vert G(i)/N - i/(2N)\vert$ shrinks", agrees=_shrinks(cumulative), reproduced=cumulative)
    e.printed(
        "the number of first decisions until acc stays within 1/10 of 1/2 does not shrink",
        agrees=not _shrinks(first),
        reproduced=first,
    )
    for title, name in (
        ("acc stays as irregular at decision rates from 1/10 on", "from a tenth"),
        ("the decision rate up to which acc is more than 1/10 off does not shrink", "irregular up to"),
    ):
        values = column(name)
        e.control(title, agrees=not _shrinks(values), reproduced=values)
    return e


def _straying(correct: np.ndarray) -> dict[str, np.ndarray]:
    """Largest distances of the curves of each draw from their limits, and where the accuracy settles."""
    n = correct.shape[-1]
    rate, off = np.arange(1, n + 1) / n, np.abs(running_accuracy(correct) - 0.5)
    return {
        "cumulative": (off * rate).max(axis=-1),
        "irregular decisions": last_departure(correct),
        "from a tenth": off[:, rate >= 0.1].max(axis=-1),
        "irregular up to": last_departure(correct) / n,
    }


def _shrinks(means: Mapping[str, Fraction | float]) -> bool:
    """Whether ten times the samples halve it at least, which is less than the 1/sqrt(10) that is expected."""
    return all(later < earlier / 2 for earlier, later in pairwise(means.values()))


def proposition_5() -> Evidence:
    """Proposition 5: upper minus lower Riemann sums of acc, exactly for small N and for guesses up to a million."""
    exceeding = []
    for n in (4, 6, 8, 12):
        for correct in product((0, 1), repeat=n):
            acc = np.array(small.accuracies(correct), dtype=float)
            for m in (m for m in range(1, n + 1) if n % m == 0):
                exceeding.append(oscillation_gap(acc, m) > float(_gap_bound(m)) + 1e-12)
    rng = np.random.default_rng(DARBOUX_SEED)
    bins = {10**4: 10, 10**5: 100, 10**6: 1000}
    gaps = {n: oscillation_gap(running_accuracy(guesses(n, rng=rng)), m) for n, m in bins.items()}
    limits = {f"{m} bins": float(_gap_bound(m)) for m in (10, 1000, 100_000)}
    area = _limit_area()
    e = Evidence(
        note="A bounded function is Riemann integrable if and only if the gap between its upper and its lower "
        "sum is, for some partition, as small as one likes. The bound $(1+h_{m-1})/m$ for $m$ equal bins "
        "is the same for every $N$ and every classifier; the chapter proves it. "
        f"Guesses: one draw of each size, seed {DARBOUX_SEED}."
    )
    e.printed(
        "some gap exceeds the bound that tends to 0",
        agrees=any(exceeding),
        reproduced=f"{sum(exceeding)} of {len(exceeding):,}",
    )
    e.printed("the bound stays away from 0", agrees=min(limits.values()) > 1e-3, reproduced=limits)
    e.printed(
        "the gap of guesses stays away from 0",
        agrees=not gaps[10**6] < gaps[10**4] / 10,
        reproduced={f"N = {n}, {bins[n]} bins": gap for n, gap in gaps.items()},
    )
    e.printed(
        "guessing: the variance of AUDRC does not tend to 0",
        agrees=_limit_of_variance("audrc") != 0,
        reproduced=f"limit {_limit_of_variance('audrc')}",
    )
    e.printed(
        "chance $1 - x/2$ to be right at rate $x$: the limit curve has no area",
        agrees=not area.is_finite,
        reproduced=f"area {area}",
    )
    tosses = {n: oscillation_gap(guesses(n, rng=rng).astype(float), m) for n, m in bins.items()}
    e.control(
        "the gap of the tosses themselves, right or wrong, tends to 0 as that of their accuracy does",
        agrees=tosses[10**6] < tosses[10**4] / 10,
        reproduced={f"N = {n}, {bins[n]} bins": gap for n, gap in tosses.items()},
    )
    return e


def _gap_bound(bins: int) -> Fraction:
    if bins > 1000:  # the harmonic number as a float is exact enough to be a bound
        return Fraction((1 + float(np.sum(1 / np.arange(1, bins)))) / bins)
    return (1 + small.harmonic(bins - 1)) / bins


def _limit_of_variance(metric: str) -> sympy.Expr:
    """Limit of the variance for guessing as N grows; the harmonic number is at most 1 + ln N."""
    n = sympy.Symbol("N", positive=True)
    if metric == "lxcim":
        return sympy.limit((4 * n**2 - 1) / (12 * n**3), n, sympy.oo)
    # Between the bounds 0 <= h_N <= 1 + ln N on the harmonic number both limits are the same.
    above, below = (sympy.limit((2 * n - h) / (4 * n**2), n, sympy.oo) for h in (sympy.Integer(0), 1 + sympy.log(n)))
    if above != below:
        raise ArithmeticError("the bounds on the variance have different limits")
    return above


def _limit_area() -> sympy.Expr:
    """Area under G(x)/x for G the integral of 1 - x/2."""
    x, v = sympy.symbols("x v", positive=True)
    curve = sympy.integrate(1 - v / 2, (v, 0, x)) / x
    return sympy.integrate(sympy.simplify(curve), (x, 0, 1))


def equation_46() -> Evidence:
    """Eq. 46: the recursion of the accuracies against their definition, on every order of 8 decisions."""
    steps = []
    for correct in product((0, 1), repeat=small.LARGEST):
        acc = small.accuracies(correct)
        steps += [(j, acc[j - 1], acc[j], correct[j]) for j in range(1, len(correct))]
    e = Evidence()
    e.printed("gives the next accuracy", cases=(now == (j * acc + c) / (j + 1) for j, acc, now, c in steps))
    e.control("right and wrong exchanged", cases=(now == (j * acc + 1 - c) / (j + 1) for j, acc, now, c in steps))
    e.control("divided by $j$", cases=(now == (j * acc + c) / j for j, acc, now, c in steps))
    return e


def equations_47_48() -> Evidence:
    """Eqs. 47-48: Eq. 46 in terms of the decision rate, and the limits of its difference quotients."""
    i, delta, acc = sympy.symbols("i delta a", positive=True)
    j = i / delta
    wrong, right = (sympy.simplify(step) for step in (j * acc / (j + 1), (j * acc + 1) / (j + 1)))
    limits = [sympy.simplify(sympy.limit((step - acc) / delta, delta, 0, "+")) for step in (wrong, right)]
    printed_wrong, printed_right = i * acc / (i + delta), (i * acc + 1) / (i + delta)
    as_printed = sympy.limit((printed_wrong - acc) / delta, delta, 0, "+")
    at = {i: sympy.Rational(2, 5), acc: sympy.Rational(7, 10)}
    quotients = [((step - acc) / delta).subs(at) for step in (wrong, right)]
    sizes = (10**3, 10**5, 10**7)
    small_steps = {f"N = {n}": [float(q.subs(delta, sympy.Rational(1, n))) for q in quotients] for n in sizes}
    grows = [abs(small_steps[f"N = {sizes[-1]}"][k]) > 2 * abs(small_steps[f"N = {sizes[0]}"][k]) for k in (0, 1)]
    e = Evidence()
    e.printed(
        r"Eq. 47, wrong: $\frac{i}{i+\delta}\mathrm{acc}$",
        agrees=sympy.simplify(wrong - printed_wrong) == 0,
        reproduced=_tex(wrong, acc),
    )
    e.printed(
        r"Eq. 47, right: $\frac{i\,\mathrm{acc}+1}{i+\delta}$",
        agrees=sympy.simplify(right - printed_right) == 0,
        reproduced=_tex(right, acc),
    )
    e.printed(r"Eq. 48, wrong: $-\infty$", agrees=limits[0] == -sympy.oo, reproduced=_tex(limits[0], acc))
    e.printed(
        r"Eq. 48, wrong, from Eq. 47 as it is printed: $-\infty$",
        agrees=as_printed == -sympy.oo,
        reproduced=_tex(as_printed, acc),
    )
    e.printed(r"Eq. 48, right: $+\infty$", agrees=limits[1] == sympy.oo, reproduced=_tex(sympy.expand(limits[1]), acc))
    e.control("both quotients have one limit", agrees=limits[0] == limits[1], reproduced=[_tex(v, acc) for v in limits])
    e.printed("the two quotients at $i = 2/5$, acc $= 7/10$ grow with $N$", agrees=all(grows), reproduced=small_steps)
    return e


def _tex(expression: sympy.Expr, acc: sympy.Symbol) -> str:
    written = sympy.latex(expression, symbol_names={acc: r"{\mathrm{acc}}"})
    return f"${written}$"


def computable_in_the_limit() -> Evidence:
    """Section 3.2.2, third advantage: mean and variance of both metrics for guessing, exact and drawn."""
    exact_spread = {
        metric: {n: Fraction(sum(w * w for w in by_rank([1] * n)), 4) for n in (1, 2, 5, 10, 100, 400)}
        for metric, by_rank in (("lxcim", lxcim_by_rank), ("audrc", audrc_sum_by_rank))
    }
    closed = {"lxcim": variance_of_lxcim, "audrc": variance_of_audrc}
    for metric, values in exact_spread.items():
        if any(closed[metric](n) != value for n, value in values.items()):
            raise ArithmeticError(f"the closed form of the variance of {metric} is wrong")
    ratio = float(variance_of_audrc(SIZES[-1]) / variance_of_lxcim(SIZES[-1]))
    e = Evidence(
        note="The variances for guessing are $(4N^2-1)/(12N^3)$ and $(2N-h_N)/(4N^2)$, exactly. AUDRC's is "
        f"{ratio:.3f} times LxCIM's at N = {SIZES[-1]}. Means: {DRAWS} draws of each size, seed "
        f"{SPREAD_SEED}; at most four standard errors from 1/2."
    )
    drawn = _drawn()
    for metric, title in (("lxcim", "LxCIM has a limit for guessing"), ("audrc", "AUDRC has none")):
        limit = _limit_of_variance(metric)
        spread = {n: float(closed[metric](n)) for n in SIZES}
        off = max(abs(drawn[n][metric].mean() - 0.5) / (spread[n] / DRAWS) ** 0.5 for n in SIZES)
        converges = limit == 0 and off < SIGMAS
        e.printed(
            title,
            agrees=converges if metric == "lxcim" else not converges,
            reproduced={"variance tends to": str(limit)} | {f"N Var at {n}": n * spread[n] for n in SIZES},
        )
    first = Fraction(1, 4)  # the variance of one toss
    e.control("the first accuracy has a limit for guessing", agrees=first == 0, reproduced=f"variance {first}")
    blocks = {n: _of_blocks(n) for n in (2**14, 2**15, 2**16, 2**17)}
    e.printed(
        "where the accuracy has no limit, in blocks of right and of wrong that double, LxCIM has one",
        agrees=max(v[0] for v in blocks.values()) - min(v[0] for v in blocks.values()) < 0.01,
        reproduced={f"LxCIM and AUDRC at {n}": values for n, values in blocks.items()},
    )
    distance = max(np.abs(values["integral"] - values["audrc"]).max() * n * 2 for n, values in drawn.items())
    e.printed(
        "AUDRC's integral (Eq. 25) has not the limit of its sum (Eq. 1)",
        agrees=bool(distance >= 1),
        reproduced=f"at most {distance:.3f} times $1/(2N)$ apart in every draw",
    )
    return e


def _of_blocks(n: int) -> list[float]:
    """LxCIM and AUDRC of n decisions that are right at ranks 1, 4-7, 16-31, ... and wrong at the others."""
    ranks = np.arange(1, n + 1)
    right = np.log2(ranks).astype(int) % 2 == 0
    scores = np.where(right, 1.0, -1.0) * (n + 1 - ranks)
    return [round(metric(np.ones(n), scores), 3) for metric in (lxcim, audrc_sum)]


@cache
def _drawn() -> dict[int, dict[str, np.ndarray]]:
    """The metrics of guesses, by size: arrays of one value for each draw."""
    rng = np.random.default_rng(SPREAD_SEED)
    drawn = {}
    for n in SIZES:
        confidence, labels = np.arange(n, 0, -1.0), np.ones(n)
        rows = [np.where(correct, confidence, -confidence) for correct in guesses(n, rng=rng, draws=DRAWS)]
        metrics = {"lxcim": lxcim, "audrc": audrc_sum, "integral": audrc_integral}
        drawn[n] = {name: np.array([metric(labels, row) for row in rows]) for name, metric in metrics.items()}
    return drawn


def jumps() -> Evidence:
    """Section 3.2.2: the largest possible and the drawn jumps between successive accuracies at a fixed rate."""
    moves = [
        (j, abs(b - a))
        for correct in small.vectors(10, smallest=10)
        for j, (a, b) in enumerate(pairwise(small.accuracies(correct)), start=1)
    ]
    exceeding = [jump > Fraction(1, j + 1) for j, jump in moves]
    reached = {j for j, jump in moves if jump == Fraction(1, j + 1)}
    rng = np.random.default_rng(FIGURE_SEED)
    largest, possible = {}, {}
    for n in SIZES:
        steps = np.abs(np.diff(running_accuracy(guesses(n, rng=rng))))
        largest[f"N = {n}"] = float(steps[n // 10 - 1 :].max())
        possible[f"N = {n}"] = Fraction(1, n // 10 + 1)
    e = Evidence(
        note=f"Of ten decisions the bound 1/(j + 1) is reached for {len(reached)} of the 9 values of j, "
        "where all decisions before were right, or all wrong, and the next is not. "
        f"Guesses: one draw of each size, seed {FIGURE_SEED}."
    )
    e.printed(
        "some jump from $j$ to $j + 1$ decisions exceeds $1/(j + 1)$",
        agrees=any(exceeding),
        reproduced=f"{sum(exceeding)} of {len(exceeding):,}",
    )
    e.printed(
        "the largest possible jump from decision rate 1/10 on stays", agrees=not _shrinks(possible), reproduced=possible
    )
    e.printed(
        "the largest jump of guesses from decision rate 1/10 on stays", agrees=not _shrinks(largest), reproduced=largest
    )
    e.control(
        "the largest possible jump from the first decision on vanishes too",
        agrees=max(jump for _, jump in moves) < Fraction(1, 10),
        reproduced=max(jump for _, jump in moves),
    )
    return e
