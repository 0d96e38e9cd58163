"""AUDRC (Section 1.1, Section 3.2.2): its definitions, its weights by rank, and how its curve is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement, pairwise, permutations, product

import numpy as np
import sympy

from claimledger import Details, Evidence
from metricbook import audrc_integral, decision_curves
from metricbook.causal import authors_scores
from metricbook.exact import ranking as exact
from scoring_the_scores.lxcim import samples as small
from scoring_the_scores.lxcim.lxcim.rank_weights import audrc_integral_by_rank, audrc_sum_by_rank, lxcim_by_rank
from scoring_the_scores.lxcim.published import decided_pairs, printed_table

ROUNDING = 1e-12  # of sums of at most ten logarithms
HALF = Fraction(1, 2)
Correct = tuple[int, ...]
Weights = Sequence[Fraction]
Shares = Sequence[Fraction | float]


def equation_1() -> Evidence:
    """Eq. 1: one value without ties; with two equally confident decisions, what the order of the list does."""
    lists = ([1, 1, 1], [2, 1, -1]), ([1, 1, 1], [2, -1, 1])  # one sample, written down in two ways
    sizes = range(1, 9)
    perfect = [small.equation_1((1,) * n) == 1 for n in sizes]
    guessing = [sum(map(small.equation_1, product((0, 1), repeat=n))) == HALF * 2**n for n in sizes]
    untied = [
        _in_order(labels, scores, range(3)) == _in_order(labels[::-1], scores[::-1], range(3))
        for labels in product((0, 1), repeat=3)
        for scores in ((3, -2, 1), (-1, 2, 3))
    ]
    alike = {
        "mean over the orders of tied decisions": _mean_over_orders,
        "tied decisions as one step, as this book has it": exact.audrc_sum,
    }
    ties = {
        name: count
        for name in authors_scores().columns.drop("weight")
        if (count := (decisions := decided_pairs(name)[0]).size - np.unique(np.abs(decisions)).size)
    }
    e = Evidence(note=f"Ties in confidence among the authors' scores of the real pairs: {ties}.")
    e.printed("all right gives 1, for $N$ up to 8", cases=perfect)
    e.printed("mean over all orders of right and wrong is 1/2, for $N$ up to 8", cases=guessing)
    e.printed("without ties the order of the list plays no part", cases=untied)
    for name, metric in alike.items():
        values = [metric(labels, scores) for labels, scores in lists]
        e.printed(f"with ties: {name}, two lists of one sample", agrees=len(set(values)) == 1, reproduced=values)
    values = [_in_order(labels, scores, range(3)) for labels, scores in lists]
    e.control(
        "with ties: in the order of the list, the same two lists", agrees=len(set(values)) == 1, reproduced=values
    )
    return e


def _in_order(labels: Sequence[int], scores: Sequence[int], order: Sequence[int]) -> Fraction:
    """Eq. 1 with the samples sorted by confidence, and in the given order where the confidences are equal."""
    ranked = sorted(order, key=lambda i: -abs(scores[i]))
    correct = [int((scores[i] > 0) == (labels[i] == 1)) for i in ranked]
    return sum(small.accuracies(correct), Fraction(0)) / len(correct)


def _mean_over_orders(labels: Sequence[int], scores: Sequence[int]) -> Fraction:
    orders = list(permutations(range(len(scores))))
    return sum((_in_order(labels, scores, order) for order in orders), Fraction(0)) / len(orders)


def equation_4() -> Evidence:
    """Eqs. 3-4: the printed weighted accuracy, whose numerator lacks the weight, against the weighted accuracy."""
    cases = [
        (correct, weights)
        for correct in small.vectors(3)
        for weights in product((HALF, Fraction(1), Fraction(2)), repeat=len(correct))
    ]

    def true(correct: Correct, weights: Weights) -> list[Fraction]:
        labels, scores = small.sample(correct)
        return [exact.accuracy(labels[:j], scores[:j], weights[:j]) for j in range(1, len(correct) + 1)]

    def printed(correct: Correct, weights: Weights) -> list[Fraction]:
        return [sum(correct[:j]) / sum(weights[:j], Fraction(0)) for j in range(1, len(correct) + 1)]

    def corrected(correct: Correct, weights: Weights) -> list[Fraction]:
        tops = range(1, len(correct) + 1)
        return [small.mean(weights[:j], correct[:j]) / sum(weights[:j]) for j in tops]

    def area(correct: Correct, weights: Weights) -> Fraction:
        steps = zip(weights, corrected(correct, weights), strict=True)
        return sum((w * a for w, a in steps), Fraction(0)) / sum(weights)

    two = Fraction(2) / (HALF + HALF)
    e = Evidence()
    e.printed("is the weighted accuracy of the first $j$", over=cases, holds=lambda case: printed(*case) == true(*case))
    e.printed("is at most 1", over=cases, holds=lambda case: max(printed(*case)) <= 1)
    e.printed("two right decisions of weight 1/2: acc(2) is at most 1", agrees=two <= 1, reproduced=two)
    e.repaired(r"$\sum w\,\mathbb I/\sum w$ is", cases=(corrected(*case) == true(*case) for case in cases))
    e.repaired(
        "Eq. 3 is then the weighted AUDRC, with values of the coverage as limits",
        cases=(area(c, w) == exact.audrc_sum(*small.sample(c), w) for c, w in cases),
    )
    e.repaired("all right gives 1", cases=(area(c, w) == 1 for c, w in cases if all(c)))
    e.control("the number of right decisions over $j$ is", cases=(small.accuracies(c) == true(c, w) for c, w in cases))
    return e


def same_metric() -> Evidence:
    """Eq. 1 and Eq. 3, taken in the steps of the coverage, on every order of right and wrong, and with weights."""
    orders = list(small.vectors())
    weighted = [(c, w) for c in small.vectors(3) for w in product((HALF, Fraction(1), Fraction(3)), repeat=len(c))]
    e = Evidence(note="With weights Eq. 3 is taken with the weight put back above the line of Eq. 4.")

    def steps(correct: Correct, weights: Weights, late: int = 0) -> Fraction:
        right, decided = (
            list(accumulate(v)) for v in ([w * c for w, c in zip(weights, correct, strict=True)], weights)
        )
        accuracies = [Fraction(0)] * late + [r / d for r, d in zip(right, decided, strict=True)]
        return sum((w * a for w, a in zip(weights, accuracies, strict=False)), Fraction(0)) / sum(weights)

    unit = [(c, [Fraction(1)] * len(c)) for c in orders]
    e.printed(
        "Eq. 3 with one step per sample equals Eq. 1", cases=(steps(c, w) == small.equation_1(c) for c, w in unit)
    )
    e.printed(
        "with weights it equals the weighted AUDRC",
        cases=(steps(c, w) == exact.audrc_sum(*small.sample(c), w) for c, w in weighted),
    )
    e.control(
        "so does the accuracy at the beginning of each step",
        cases=(steps(c, w, late=1) == small.equation_1(c) for c, w in unit),
    )
    return e


def _largest_gap(n: int) -> float:
    """N times the largest distance of Eq. 25 from Eq. 1: right exactly where the integral's weights are larger."""
    unit = [1] * n
    surplus = np.subtract(audrc_integral_by_rank(unit), np.array(audrc_sum_by_rank(unit), dtype=float))
    return float(n * surplus[surplus > 0].sum())


def invariance() -> Evidence:
    """AUDRC under the exchange of every subset, on all labels of score lists with ties and with scores at s*."""
    weights = [Fraction(1), Fraction(2), HALF, Fraction(1)]
    pairs = []
    for scores in ([3, -2, 2, -1], [2, -2, 1, 1], [1, -1, 0, 0]):
        for labels, chosen in product(product((0, 1), repeat=4), repeat=2):
            pairs.append(((labels, scores), exact.exchange(labels, scores, which=np.flatnonzero(chosen))))
    both = [pair for pair in pairs if all(0 < sum(labels) < 4 for labels, _ in pair)]

    def unchanged(metric: Callable, among: list = pairs, rounding: float = 0.0) -> Details:
        return {"over": among, "holds": lambda pair: abs(metric(*pair[0]) - metric(*pair[1])) <= rounding}

    def integral(labels: Sequence[int], scores: Sequence[Fraction]) -> float:
        return audrc_integral(labels, list(map(float, scores)))

    e = Evidence()
    e.printed("Eq. 1, ties as one step, weights: unchanged", **unchanged(lambda y, s: exact.audrc_sum(y, s, weights)))
    e.printed("Eq. 25: unchanged", **unchanged(integral, rounding=ROUNDING))
    e.control("Eq. 1 with the positive score first in a tie", **unchanged(_positive_first))
    e.control("AUROC, where it is defined", **unchanged(exact.auroc, both))
    return e


def _positive_first(labels: list[int], scores: list[Fraction]) -> Fraction:
    """Eq. 1 with equally confident samples in falling order of score: an order that the exchange changes."""
    order = sorted(range(len(scores)), key=lambda i: (-abs(scores[i]), -scores[i]))
    correct = [HALF if scores[i] == 0 else Fraction(int((scores[i] > 0) == (labels[i] == 1))) for i in order]
    return sum((sum(correct[:j], Fraction(0)) / j for j in range(1, len(correct) + 1)), Fraction(0)) / len(correct)


def equation_25() -> Evidence:
    """Eq. 25 as the other way to write Eqs. 1 and 3 that it is said to be, and as a metric of its own."""
    orders = list(small.vectors())
    gaps = {c: abs(small.equation_25(c) - small.equation_1(c)) for c in orders}
    means = [np.mean([small.equation_25(c) for c in product((0, 1), repeat=n)]) for n in range(1, 9)]
    largest = {n: _largest_gap(n) for n in (10, 100, 1000)}
    e = Evidence(note="Eq. 1 is Eq. 3 in steps of the coverage; Eq. 25 has $G$ straight between decisions.")
    e.printed("equals Eq. 1", over=orders, holds=lambda c: gaps[c] < ROUNDING)
    e.repaired("is less than $1/(2N)$ from Eq. 1", cases=(gaps[c] * 2 * len(c) < 1 for c in orders))
    e.repaired(
        "largest distance, times $N$, grows towards 1/2",
        agrees=all(a < b < 0.5 for a, b in pairwise(largest.values())),
        reproduced=largest,
    )
    by_rank = {n: audrc_integral_by_rank([1] * n) for n in range(1, 9)}
    e.repaired(
        r"weighs rank $j$ by $\frac1N\int_{j-1}^j\ln(N/u)\,du$",
        cases=(abs(np.dot(by_rank[len(c)], c) - small.equation_25(c)) < ROUNDING for c in orders),
    )
    e.repaired(
        "weights three times as large change nothing",
        cases=(abs(small.equation_25(c, weights=[3.0] * len(c)) - small.equation_25(c)) < ROUNDING for c in orders),
    )
    e.repaired("all right gives 1", cases=(abs(small.equation_25(c) - 1) < ROUNDING for c in orders if all(c)))
    e.repaired("mean over all orders is 1/2, for $N$ up to 8", cases=(abs(mean - 0.5) < ROUNDING for mean in means))
    e.control("is less than $1/(4N)$ from Eq. 1", over=orders, holds=lambda c: gaps[c] * 4 * len(c) < 1)
    return e


def equation_26() -> Evidence:
    """Eq. 26 and the unrolled form that is right, against Eq. 1 on every order, exactly; then with weights."""
    orders = list(small.vectors())
    weighted = [(c, w) for c in small.vectors(3) for w in product((HALF, Fraction(1), Fraction(3)), repeat=len(c))]
    perfect = {n: sum(_equation_26(n)) for n in (1, 5, 10)}

    def tails(n: int, shift: int) -> list[Fraction]:
        return [(small.harmonic(n) - small.harmonic(j - shift)) / n for j in range(1, n + 1)]

    e = Evidence()
    e.printed(
        "equals Eq. 1 on every order of right and wrong",
        over=orders,
        holds=lambda c: small.mean(_equation_26(len(c)), c) == small.equation_1(c),
    )
    e.printed("all right gives 1 at $N = 1, 5, 10$", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.repaired(
        r"$\frac1N\sum_j (h_N - h_{j-1})\,\mathbb I_{\pi(j)}$ equals Eq. 1",
        cases=(small.mean(tails(len(c), 1), c) == small.equation_1(c) for c in orders),
    )
    e.repaired(
        r"$\frac1W\sum_j w_j\,\mathbb I_{\pi(j)}\sum_{i\ge j} w_i/C_i$ equals Eq. 1 with weights",
        cases=(small.mean(audrc_sum_by_rank(w), c) == exact.audrc_sum(*small.sample(c), w) for c, w in weighted),
    )
    e.repaired(
        "all right gives $h_N - 1$ as printed",
        cases=(sum(_equation_26(n)) == small.harmonic(n) - 1 for n in (1, 5, 10, 108)),
    )
    e.control(
        r"$\frac1N\sum_j (h_N - h_j)\,\mathbb I_{\pi(j)}$ does",
        over=orders,
        holds=lambda c: small.mean(tails(len(c), 0), c) == small.equation_1(c),
    )
    return e


def _equation_26(n: int) -> list[Fraction]:
    """Weight of each rank in Eq. 26 as printed, for unit weights."""
    return [Fraction(n - i, i * n) for i in range(1, n + 1)]


def weight_by_rank() -> Evidence:
    """What one right decision at rank i adds to either metric, from their definitions, for N = 10 and N = 108."""
    e = Evidence()
    sizes = (10, 108)
    audrc, lxcim = ({n: _alone(metric, n) for n in sizes} for metric in (_by_equation_1, _by_equation_15))
    laws = {n: [Fraction(n, i) for i in range(1, n + 1)] for n in sizes}
    linear = {n: [Fraction(n - i) for i in range(1, n + 1)] for n in sizes}
    above = {n: [i for i in range(1, n + 1) if audrc[n][i - 1] > lxcim[n][i - 1]] for n in sizes}
    below = {n: [i for i in range(1, n + 1) if audrc[n][i - 1] < lxcim[n][i - 1]] for n in sizes}
    e.printed(
        "LxCIM: in proportion to $N - i$",
        agrees=all(_proportional(lxcim[n], linear[n]) for n in sizes),
        reproduced={f"N = {n}, last rank": lxcim[n][-1] for n in sizes},
    )
    e.printed(
        "AUDRC: in proportion to $N/i$",
        agrees=all(_proportional(audrc[n], laws[n]) for n in sizes),
        reproduced={f"N = {n}, first over second rank": float(audrc[n][0] / audrc[n][1]) for n in sizes},
    )
    e.printed(
        "AUDRC weighs the top ranks more than LxCIM, later ones less",
        agrees=all(above[n] == list(range(1, len(above[n]) + 1)) and below[n] for n in sizes),
        reproduced={f"N = {n}, more up to rank": above[n][-1] for n in sizes},
    )
    shifted = {n: [n - i + HALF for i in range(1, n + 1)] for n in sizes}
    tails = {n: [sum((Fraction(1, k) for k in range(i, n + 1)), Fraction(0)) for i in range(1, n + 1)] for n in sizes}
    e.repaired(
        r"LxCIM: in proportion to $N - i + \frac12$",
        reproduced=", ".join(f"N = {n}" for n in sizes),
        agrees=all(_proportional(lxcim[n], shifted[n]) for n in sizes),
    )
    e.repaired(
        "AUDRC: in proportion to $h_N - h_{i-1}$",
        reproduced=", ".join(f"N = {n}" for n in sizes),
        agrees=all(_proportional(audrc[n], tails[n]) for n in sizes),
    )
    e.repaired(
        "between the top ranks and the last AUDRC weighs less, and at the last rank the same",
        agrees=all(
            audrc[n][-1] == lxcim[n][-1] == Fraction(1, n * n) and below[n] == list(range(above[n][-1] + 1, n))
            for n in sizes
        ),
        reproduced={f"N = {n}, less up to rank": below[n][-1] for n in sizes},
    )
    least = {n: min(a / b for a, b in zip(audrc[n], lxcim[n], strict=True)) for n in (10, 108)}
    e.repaired(
        "where AUDRC weighs least beside LxCIM it weighs more than half as much, of 108 ranks hardly more",
        agrees=all(ratio > HALF for ratio in least.values()) and least[108] < 0.55,
        reproduced={f"N = {n}": float(ratio) for n, ratio in least.items()},
    )
    few = {n: [_alone(metric, n) for metric in (_by_equation_1, _by_equation_15)] for n in (1, 2, 3)}
    e.repaired(
        "of one or two decisions all weigh the same in both, of three no longer",
        agrees=[n for n, (one, other) in few.items() if one == other] == [1, 2],
        reproduced=[n for n, (one, other) in few.items() if one == other],
    )
    e.control(
        "AUDRC: in proportion to $(N - i)/i$, as in Eq. 26",
        reproduced=", ".join(f"N = {n}" for n in sizes),
        agrees=all(_proportional(audrc[n], _equation_26(n)) for n in sizes),
    )
    return e


def _alone(metric: Callable[[list[int]], Fraction], n: int) -> list[Fraction]:
    """The metric of n decisions of which only that of rank 1, 2, ... is right; linearity makes it the rank's weight."""
    return [metric([int(j == i) for j in range(n)]) for i in range(n)]


def _by_equation_1(correct: list[int]) -> Fraction:
    return sum(small.accuracies(correct), Fraction(0)) / len(correct)


def _by_equation_15(correct: list[int]) -> Fraction:
    """Twice the area under G by trapezoids, with both axes scaled to 1."""
    reached = [0, *accumulate(correct)]
    return Fraction(sum(a + b for a, b in pairwise(reached)), len(correct) ** 2)


def _proportional(first: Shares, second: Shares) -> bool:
    return all(a * second[0] == b * first[0] for a, b in zip(first, second, strict=True))


def figure_4() -> Evidence:
    """Figure 4: shares of ten right decisions in either area, under each of the paper's conventions."""
    n = 10
    ranks = range(1, n + 1)
    lxcim: dict[str, Shares] = {
        "area": lxcim_by_rank([1] * n),
        "Eq. 13": [Fraction(2 * (n - i + 1), n * (n + 1)) for i in ranks],
        "Eq. 14": [Fraction(2 * (n - i), n * (n - 1)) for i in ranks],
    }
    audrc: dict[str, Shares] = {"Eq. 1": audrc_sum_by_rank([1] * n), "Eq. 25": audrc_integral_by_rank([1] * n)}
    e = Evidence(note="The paper prints no shares with this figure, and not which convention its bands are drawn by.")
    e.printed(
        "the shares of each metric are 1 in all",
        cases=(-ROUNDING < sum(shares) - 1 < ROUNDING for shares in (*lxcim.values(), *audrc.values())),
    )
    for name, shares in lxcim.items():
        e.printed(
            f"LxCIM, {name}: equal steps down",
            agrees=_linear(shares),
            reproduced=f"{float(shares[0]):.4f} to {float(shares[-1]):.4f}",
        )
    for name, shares in audrc.items():
        e.printed(
            f"AUDRC, {name}: steps down, each smaller than the one before",
            agrees=_convex_fall(shares),
            reproduced=f"{float(shares[0]):.4f} to {float(shares[-1]):.4f}",
        )
    e.printed(
        "AUDRC's first share and first step down exceed LxCIM's",
        cases=(a[0] > b[0] and a[0] - a[1] > b[0] - b[1] for a, b in product(audrc.values(), lxcim.values())),
    )
    e.control("AUDRC: equal steps down", cases=map(_linear, audrc.values()))
    printed_law = [Fraction(n, i) / (n * small.harmonic(n)) for i in ranks]
    e.control(
        "AUDRC: shares in proportion to $N/i$",
        agrees=_proportional(audrc["Eq. 1"], printed_law),
        reproduced=f"first {float(audrc['Eq. 1'][0]):.4f}, by the law {float(printed_law[0]):.4f}",
    )
    return e


def _linear(shares: Shares) -> bool:
    """Whether all steps down are the same, and down."""
    steps = [a - b for a, b in pairwise(shares)]
    return steps[0] > 0 and all(step == steps[0] for step in steps)


def _convex_fall(shares: Shares) -> bool:
    steps = [a - b for a, b in pairwise(shares)]
    return steps[-1] > 0 and all(a > b for a, b in pairwise(steps))


def equations_44_45() -> Evidence:
    """Eqs. 44-45: acc(j) summed over the steps 1/N of coverage, against Eq. 1, on every order."""
    cases = [(c, small.accuracies(c), len(c) * small.equation_1(c)) for c in small.vectors(smallest=2)]
    e = Evidence()
    e.printed("acc at the end of each step", cases=(sum(acc) == total for _, acc, total in cases))
    e.control("acc at the beginning of each step", cases=(sum(acc[:-1]) == total for _, acc, total in cases))
    e.control(
        "acc straight between decisions",
        cases=(sum((a + b) / 2 for a, b in pairwise([acc[0], *acc])) == total for _, acc, total in cases),
    )
    e.control(
        "$G$ straight between decisions (Eq. 25)",
        cases=(abs(small.equation_25(c) - total / len(c)) < ROUNDING for c, _, total in cases),
    )
    return e


def accuracy_falls() -> Evidence:
    """Section 3.2.2: whether accuracy falls with the decision rate, on every order, in Table 1, and in expectation."""
    table = printed_table()
    unit = 0.1  # of Table 1; a difference of more than one unit survives the rounding of both numbers
    above = table["AUDRC"] + unit >= table["Accuracy"]
    chances = [Fraction(k, 4) for k in range(5)]
    e = Evidence(note=f"The area is below the end of the curve for {', '.join(table.index[~above])}.")
    e.printed(
        "the accuracies of 8 decisions never rise, all orders",
        over=product((0, 1), repeat=8),
        holds=lambda correct: _never_rises(small.accuracies(correct)),
    )
    e.printed(
        "Table 1: the area is not below the curve's end, the accuracy", over=table.index, holds=lambda name: above[name]
    )
    e.repaired(
        "the expected accuracy never rises if the chance to be right does not grow as confidence falls",
        cases=(_never_rises(_expected(c)) for c in combinations_with_replacement(reversed(chances), 6)),
    )
    e.control(
        "the same without that condition", over=product(chances, repeat=4), holds=lambda c: _never_rises(_expected(c))
    )
    return e


def _expected(chances: tuple[Fraction, ...]) -> list[Fraction]:
    """Expected accuracy among the first 1, 2, ... decisions, given the chance of each to be right."""
    return [sum(chances[:j], Fraction(0)) / j for j in range(1, len(chances) + 1)]


def _never_rises(curve: list[Fraction]) -> bool:
    return all(a >= b for a, b in pairwise(curve))


def equal_steepness() -> Evidence:
    """Section 3.2.2: what equal steepness of two accuracy curves says of the two curves of cumulative accuracy."""
    rate = sympy.Symbol("i", positive=True)
    lower = sympy.Function("a")(rate)
    lead = sympy.Symbol("d", positive=True)
    higher = lower + lead  # equally steep: the difference does not change with the rate
    slope_lower, slope_higher = (sympy.diff(rate * curve, rate) for curve in (lower, higher))
    surplus = sympy.simplify(slope_higher - slope_lower)
    # Two classifiers on 20 samples: of the first ten 6 and 9 are right, of the rest 2 and 7 tenths, evenly spread.
    curves = {
        right: [(right + late * (v - 10)) / v for v in range(10, 21)]
        for right, late in ((Fraction(6), Fraction(4, 10)), (Fraction(9), Fraction(7, 10)))
    }
    falls = [[a - b for a, b in pairwise(curve)] for curve in curves.values()]
    slopes = [{(v + 1) * b - v * a for v, (a, b) in enumerate(pairwise(curve), start=10)} for curve in curves.values()]
    shown = {f"{right} of the first 10 right": slope for right, (slope,) in zip(curves, slopes, strict=True)}
    e = Evidence()
    e.printed(
        r"equally steep: the slopes of $G$ differ by what the accuracies do, $d > 0$",
        agrees=surplus == lead,
        reproduced=f"difference of the slopes: {surplus}",
    )
    e.printed(
        "example: equal falls of accuracy in the second half", cases=(a == b for a, b in zip(*falls, strict=True))
    )
    e.printed(
        "example: higher slope of $G$ at the higher accuracy", agrees=max(slopes[0]) < min(slopes[1]), reproduced=shown
    )
    e.control("equal steepness of accuracy means equal slopes of $G$", agrees=slopes[0] == slopes[1], reproduced=shown)
    tenths = {name: _late_slopes(name) for name in ("NNCL", "SLOPE")}
    e.printed(
        "the paper's instance: SLOPE's slope of $G$ is above NNCL's in each tenth of the second half",
        cases=(a < b for a, b in zip(*tenths.values(), strict=True)),
    )
    e.note = "Slopes by tenths: " + "; ".join(
        f"{name} {', '.join(f'{slope:.2f}' for slope in slopes)}" for name, slopes in tenths.items()
    )
    return e


def _late_slopes(name: str) -> list[float]:
    """Slopes of cumulative accuracy over the tenths of the second half, from the authors' scores."""
    scores, weights = decided_pairs(name)
    curve = decision_curves(np.ones(scores.size), scores, sample_weight=weights)
    heights = np.interp(np.linspace(0.5, 1, 6), curve["decision_rate"], curve["cumulative_accuracy"])
    return (np.diff(heights) / 0.1).tolist()
