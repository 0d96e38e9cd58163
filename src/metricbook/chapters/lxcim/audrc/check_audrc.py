"""AUDRC (Section 1.1, Section 3.2.2): its definitions, its weights by rank, and how its curve is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement, pairwise, permutations, product

import numpy as np
import sympy

from metricbook import auroc
from metricbook.causal.tuebingen import tuebingen_scores
from metricbook.chapters.lxcim import samples as small
from metricbook.chapters.lxcim.audrc.rank_weights import audrc_integral_by_rank, audrc_sum_by_rank, lxcim_by_rank
from metricbook.chapters.lxcim.published import decided_pairs, printed_table
from metricbook.exact import ranking as exact
from metricbook.ledger import Evidence
from metricbook.metrics import selective

ROUNDING = 1e-12  # of sums of at most ten logarithms
HALF = Fraction(1, 2)


def equation_1() -> Evidence:
    """Eq. 1: one value without ties; with two equally confident decisions, what the order of the list does."""
    lists = ([1, 1, 1], [2, 1, -1]), ([1, 1, 1], [2, -1, 1])  # one sample, written down in two ways
    listed = [_in_order(labels, scores, range(3)) for labels, scores in lists]
    means = [_mean_over_orders(labels, scores) for labels, scores in lists]
    stepped = [exact.audrc_sum(labels, scores) for labels, scores in lists]
    e = Evidence()
    for name, values in (
        ("ties in the order of the list, two lists of one sample", listed),
        ("mean over the orders of tied decisions, the same two lists", means),
        ("tied decisions as one step, the same two lists", stepped),
    ):
        e.reading(name, reproduced=values, agrees=len(set(values)) == 1)
    guessing = {sum(map(small.equation_1, product((0, 1), repeat=n))) / 2**n for n in range(1, 9)}
    perfect = {small.equation_1((1,) * n) for n in range(1, 9)}
    ties = sum(
        scores.size - np.unique(np.abs(scores)).size
        for scores, _ in map(decided_pairs, tuebingen_scores().columns.drop("weight"))
    )
    e.note = (
        f"A reading agrees if both lists give it one value. Without ties the readings are one: for N = 1 to 8 it "
        f"is {', '.join(map(str, perfect))} if all is right, and {', '.join(map(str, guessing))} on average over "
        f"all orders of right and wrong. Our scores of the real pairs hold {ties} ties, so they do not tell "
        f"which reading the paper takes."
    )
    return e


def _in_order(labels: list[int], scores: list[int], order: Sequence[int]) -> Fraction:
    """Eq. 1 with the samples sorted by confidence, and in the given order where the confidences are equal."""
    ranked = sorted(order, key=lambda i: -abs(scores[i]))
    correct = [int((scores[i] > 0) == (labels[i] == 1)) for i in ranked]
    return sum(small.accuracies(correct)) / len(correct)


def _mean_over_orders(labels: list[int], scores: list[int]) -> Fraction:
    orders = list(permutations(range(len(scores))))
    return sum(_in_order(labels, scores, order) for order in orders) / len(orders)


def equation_4() -> Evidence:
    """Eqs. 3-4: the printed weighted accuracy, whose numerator lacks the weight, against the weighted accuracy."""
    printed = repaired = bounded = perfect = tried = perfect_tried = 0
    for correct in small.vectors(3):
        labels, scores = small.sample(correct)
        for weights in product((HALF, Fraction(1), Fraction(2)), repeat=len(correct)):
            tops = range(1, len(correct) + 1)
            true = [exact.accuracy(labels[:j], scores[:j], weights[:j]) for j in tops]
            as_printed = [sum(correct[:j]) / sum(weights[:j]) for j in tops]
            mended = [small.mean(weights[:j], correct[:j]) / sum(weights[:j]) for j in tops]
            area = sum(w * a for w, a in zip(weights, mended, strict=True)) / sum(weights)
            tried += 1
            printed += as_printed == true
            bounded += max(as_printed) <= 1
            repaired += mended == true and area == exact.audrc_sum(labels, scores, weights)
            if all(correct):
                perfect_tried += 1
                perfect += area == 1
    two = Fraction(2) / (HALF + HALF)
    e = Evidence()
    e.printed("is the weighted accuracy of the first $j$", agrees=printed == tried, reproduced=f"{printed} of {tried}")
    e.printed("is at most 1", agrees=bounded == tried, reproduced=f"{bounded} of {tried}")
    e.printed("two right decisions of weight 1/2: acc(2) is at most 1", agrees=two <= 1, reproduced=two)
    e.repaired(
        r"$\sum w\,\mathbb I/\sum w$ is, and Eq. 3 is then the weighted AUDRC",
        agrees=repaired == tried,
        reproduced=f"{repaired} of {tried}",
    )
    e.repaired("all right gives 1", agrees=perfect == perfect_tried, reproduced=f"{perfect} of {perfect_tried}")
    return e


def same_metric() -> Evidence:
    """Eq. 1, Eq. 3 and Eq. 25 on every order of right and wrong, and the largest distance between sum and integral."""
    steps = integral = near = half_as_near = tried = 0
    for correct in small.vectors():
        n, one = len(correct), small.equation_1(correct)
        gap = abs(small.equation_25(correct) - one)
        tried += 1
        steps += sum(a * Fraction(1, n) for a in small.accuracies(correct)) == one
        integral += gap < ROUNDING
        near += gap * 2 * n < 1
        half_as_near += gap * 4 * n < 1
    largest = {n: _largest_gap(n) for n in (10, 100, 1000)}
    e = Evidence()
    e.printed("Eq. 3 with one step per sample equals Eq. 1", agrees=steps == tried, reproduced=f"{steps} of {tried}")
    e.printed("Eq. 25 equals Eq. 1", agrees=integral == tried, reproduced=f"{integral} of {tried}")
    e.repaired("Eq. 25 is less than $1/(2N)$ from Eq. 1", agrees=near == tried, reproduced=f"{near} of {tried}")
    e.repaired(
        "largest distance, times $N$, grows towards 1/2",
        reproduced=largest,
        agrees=all(a < b < 0.5 for a, b in pairwise(largest.values())),
    )
    e.control(
        "Eq. 25 is less than $1/(4N)$ from Eq. 1", agrees=half_as_near == tried, reproduced=f"{half_as_near} of {tried}"
    )
    return e


def _largest_gap(n: int) -> float:
    """N times the largest distance of Eq. 25 from Eq. 1: right exactly where the integral's weights are larger."""
    unit = [1] * n
    surplus = np.subtract(audrc_integral_by_rank(unit), np.array(audrc_sum_by_rank(unit), dtype=float))
    return float(n * surplus[surplus > 0].sum())


def invariance() -> Evidence:
    """AUDRC under the exchange of every subset, on all labels of score lists with ties and with scores at s*."""
    kept = integral_kept = by_score = area_kept = tried = area_tried = 0
    weights = [Fraction(1), Fraction(2), HALF, Fraction(1)]
    for scores in ([3, -2, 2, -1], [2, -2, 1, 1], [1, -1, 0, 0]):
        for labels, chosen in product(product((0, 1), repeat=4), repeat=2):
            which = np.flatnonzero(chosen)
            new_labels, new_scores = exact.exchange(labels, scores, which=which)
            tried += 1
            before = exact.audrc_sum(labels, scores, weights)
            kept += exact.audrc_sum(new_labels, new_scores, weights) == before
            integral_kept += (
                abs(
                    selective.audrc_integral(new_labels, list(map(float, new_scores)))
                    - selective.audrc_integral(labels, scores)
                )
                < ROUNDING
            )
            by_score += _positive_first(new_labels, new_scores) == _positive_first(labels, scores)
            if 0 < sum(labels) < 4 and 0 < sum(new_labels) < 4:
                area_tried += 1
                area_kept += auroc(new_labels, list(map(float, new_scores))) == auroc(labels, scores)
    e = Evidence()
    e.printed("Eq. 1, ties as one step, weights", agrees=kept == tried, reproduced=f"{kept} of {tried}")
    e.printed("Eq. 25", agrees=integral_kept == tried, reproduced=f"{integral_kept} of {tried}")
    e.control(
        "Eq. 1 with the positive score first in a tie", agrees=by_score == tried, reproduced=f"{by_score} of {tried}"
    )
    e.control("AUROC, where it is defined", agrees=area_kept == area_tried, reproduced=f"{area_kept} of {area_tried}")
    return e


def _positive_first(labels: list[int], scores: list[Fraction]) -> Fraction:
    """Eq. 1 with equally confident samples in falling order of score: an order that the exchange changes."""
    order = sorted(range(len(scores)), key=lambda i: (-abs(scores[i]), -scores[i]))
    correct = [HALF if scores[i] == 0 else Fraction(int((scores[i] > 0) == (labels[i] == 1))) for i in order]
    return sum(sum(correct[:j]) / j for j in range(1, len(correct) + 1)) / len(correct)


def equation_25() -> Evidence:
    """Eq. 25 as the form of Eq. 1 that it is said to be, and as a metric of its own."""
    equal = near = closed = scaled = tried = 0
    means, perfect = [], []
    for n in range(1, 9):
        weights = audrc_integral_by_rank([1] * n)
        values = []
        for correct in product((0, 1), repeat=n):
            value = small.equation_25(correct)
            values.append(value)
            equal += abs(value - small.equation_1(correct)) < ROUNDING
            near += abs(value - small.equation_1(correct)) * 2 * n < 1
            closed += abs(np.dot(weights, correct) - value) < ROUNDING
            scaled += abs(small.equation_25(correct, weights=[3.0] * n) - value) < ROUNDING
        tried += len(values)
        means.append(abs(np.mean(values) - 0.5))
        perfect.append(abs(values[-1] - 1))
    e = Evidence()
    e.printed("equals Eq. 1", agrees=equal == tried, reproduced=f"{equal} of {tried}")
    e.repaired("is less than $1/(2N)$ from Eq. 1", agrees=near == tried, reproduced=f"{near} of {tried}")
    e.repaired(
        r"weighs rank $j$ by $\frac1N\int_{j-1}^j\ln(N/u)\,du$",
        agrees=closed == tried,
        reproduced=f"{closed} of {tried}",
    )
    e.repaired("weights three times as large change nothing", agrees=scaled == tried, reproduced=f"{scaled} of {tried}")
    e.repaired(
        "all right gives 1, for $N$ up to 8",
        agrees=max(perfect) < ROUNDING,
        reproduced=small.share(sum(p < ROUNDING for p in perfect), len(perfect)),
    )
    e.repaired(
        "mean over all orders is 1/2, for $N$ up to 8",
        agrees=max(means) < ROUNDING,
        reproduced=small.share(sum(m < ROUNDING for m in means), len(means)),
    )
    return e


def equation_26() -> Evidence:
    """Eq. 26 and the unrolled form that is right, against Eq. 1 on every order, exactly; then with weights."""
    printed = repaired = tried = 0
    for correct in small.vectors():
        n, one = len(correct), small.equation_1(correct)
        tried += 1
        printed += small.mean(_equation_26(n), correct) == one
        weights = [(small.harmonic(n) - small.harmonic(j - 1)) / n for j in range(1, n + 1)]
        repaired += small.mean(weights, correct) == one
    weighted = weighted_tried = 0
    for correct in small.vectors(3):
        for weights in product((HALF, Fraction(1), Fraction(3)), repeat=len(correct)):
            weighted_tried += 1
            weighted += small.mean(audrc_sum_by_rank(weights), correct) == exact.audrc_sum(
                *small.sample(correct), weights
            )
    perfect = {n: sum(_equation_26(n)) for n in (1, 5, 10)}
    e = Evidence()
    e.printed(
        "equals Eq. 1 on every order of right and wrong", agrees=printed == tried, reproduced=f"{printed} of {tried}"
    )
    e.printed("all right gives 1 at $N = 1, 5, 10$", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.printed(
        "all right gives 1 at $N = 108$", agrees=sum(_equation_26(108)) == 1, reproduced=float(sum(_equation_26(108)))
    )
    e.repaired(
        r"$\frac1N\sum_j (H_N - H_{j-1})\,\mathbb I_{\pi(j)}$ equals Eq. 1",
        agrees=repaired == tried,
        reproduced=f"{repaired} of {tried}",
    )
    e.repaired(
        r"$\frac1W\sum_j w_j\,\mathbb I_{\pi(j)}\sum_{i\ge j} w_i/C_i$ equals Eq. 1 with weights",
        agrees=weighted == weighted_tried,
        reproduced=f"{weighted} of {weighted_tried}",
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
    tails = {n: [sum(Fraction(1, k) for k in range(i, n + 1)) for i in range(1, n + 1)] for n in sizes}
    e.repaired(
        r"LxCIM: in proportion to $N - i + \frac12$",
        reproduced=", ".join(f"N = {n}" for n in sizes),
        agrees=all(_proportional(lxcim[n], shifted[n]) for n in sizes),
    )
    e.repaired(
        "AUDRC: in proportion to $H_N - H_{i-1}$",
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
    return sum(small.accuracies(correct)) / len(correct)


def _by_equation_15(correct: list[int]) -> Fraction:
    """Twice the area under G by trapezoids, with both axes scaled to 1."""
    reached = [0, *accumulate(correct)]
    return Fraction(sum(a + b for a, b in pairwise(reached)), len(correct) ** 2)


def _proportional(first: list[Fraction], second: list[Fraction]) -> bool:
    return all(a * second[0] == b * first[0] for a, b in zip(first, second, strict=True))


def figure_4() -> Evidence:
    """Figure 4: shares of ten right decisions in either area, under each of the paper's conventions."""
    n = 10
    ranks = range(1, n + 1)
    lxcim = {
        "area": lxcim_by_rank([1] * n),
        "Eq. 13": [Fraction(2 * (n - i + 1), n * (n + 1)) for i in ranks],
        "Eq. 14": [Fraction(2 * (n - i), n * (n - 1)) for i in ranks],
    }
    audrc = {"Eq. 1": audrc_sum_by_rank([1] * n), "Eq. 25": audrc_integral_by_rank([1] * n)}
    conventions = [*lxcim.values(), *audrc.values()]
    whole = sum(abs(sum(shares) - 1) < ROUNDING for shares in conventions)
    top = [(a, b) for a in audrc.values() for b in lxcim.values()]
    more = sum(a[0] > b[0] and a[0] - a[1] > b[0] - b[1] for a, b in top)
    printed_law = [Fraction(n, i) / (n * small.harmonic(n)) for i in ranks]
    e = Evidence()
    e.printed(
        "the shares of each metric are 1 in all",
        agrees=whole == len(conventions),
        reproduced=small.share(whole, len(conventions)),
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
        agrees=more == len(top),
        reproduced=small.share(more, len(top)),
    )
    e.control(
        "AUDRC: equal steps down",
        agrees=_linear(audrc["Eq. 1"]),
        reproduced=f"first {float(audrc['Eq. 1'][0] - audrc['Eq. 1'][1]):.4f}, "
        f"last {float(audrc['Eq. 1'][-2] - audrc['Eq. 1'][-1]):.4f}",
    )
    e.control(
        "AUDRC: shares in proportion to $N/i$",
        agrees=_proportional(audrc["Eq. 1"], printed_law),
        reproduced=f"first {float(audrc['Eq. 1'][0]):.4f}, by the law {float(printed_law[0]):.4f}",
    )
    e.note = "The paper prints no shares with this figure, and not which convention its bands are drawn by."
    return e


def _linear(shares: list) -> bool:
    """Whether all steps down are the same, and down."""
    steps = [a - b for a, b in pairwise(shares)]
    return steps[0] > 0 and all(step == steps[0] for step in steps)


def _convex_fall(shares: list) -> bool:
    steps = [a - b for a, b in pairwise(shares)]
    return steps[-1] > 0 and all(a > b for a, b in pairwise(steps))


def equations_44_45() -> Evidence:
    """Eqs. 44-45: acc(j) summed over the steps 1/N of coverage, against Eq. 1, on every order."""
    right = left = middle = continuous = tried = 0
    for correct in small.vectors(smallest=2):
        n, one, acc = len(correct), small.equation_1(correct), small.accuracies(correct)
        tried += 1
        right += sum(acc) / n == one
        left += sum([Fraction(0), *acc[:-1]]) / n == one
        middle += sum((a + b) / 2 for a, b in pairwise([acc[0], *acc])) / n == one
        continuous += abs(small.equation_25(correct) - one) < ROUNDING
    e = Evidence()
    e.printed("acc at the end of each step", agrees=right == tried, reproduced=f"{right} of {tried}")
    e.control("acc at the beginning of each step", agrees=left == tried, reproduced=f"{left} of {tried}")
    e.control("acc straight between decisions", agrees=middle == tried, reproduced=f"{middle} of {tried}")
    e.control(
        "$G$ straight between decisions (Eq. 25)", agrees=continuous == tried, reproduced=f"{continuous} of {tried}"
    )
    return e


def accuracy_falls() -> Evidence:
    """Section 3.2.2: whether accuracy falls with the decision rate, on every order, in Table 1, and in expectation."""
    never = sum(_never_rises(small.accuracies(correct)) for correct in product((0, 1), repeat=8))
    table = printed_table()
    unit = 0.1  # of Table 1; a difference of more than one unit survives the rounding of both numbers
    below = table.index[table["AUDRC"] + unit < table["Accuracy"]]
    chances = [Fraction(k, 4) for k in range(5)]
    falling = list(combinations_with_replacement(reversed(chances), 6))
    falls = sum(_never_rises(_expected(chance)) for chance in falling)
    informative = sum(_never_rises(_expected(chance)) for chance in product(chances, repeat=4))
    e = Evidence()
    e.printed(
        "the accuracies of 8 decisions never rise, all orders",
        agrees=never == 2**8,
        reproduced=small.share(never, 2**8),
    )
    e.printed(
        "Table 1: the area is not below the curve's end, the accuracy",
        agrees=below.empty,
        reproduced=f"below for {', '.join(below)}: {len(below)} of {len(table)}",
    )
    e.repaired(
        "the expected accuracy never rises if the chance to be right does not grow as confidence falls",
        agrees=falls == len(falling),
        reproduced=small.share(falls, len(falling)),
    )
    e.control(
        "the same without that condition",
        agrees=informative == len(chances) ** 4,
        reproduced=small.share(informative, len(chances) ** 4),
    )
    return e


def _expected(chances: tuple[Fraction, ...]) -> list[Fraction]:
    """Expected accuracy among the first 1, 2, ... decisions, given the chance of each to be right."""
    return [sum(chances[:j]) / j for j in range(1, len(chances) + 1)]


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
        "example: equal falls of accuracy in the second half",
        agrees=falls[0] == falls[1],
        reproduced=f"{sum(a == b for a, b in zip(*falls, strict=True))} of {len(falls[0])} steps",
    )
    e.printed(
        "example: higher slope of $G$ at the higher accuracy", agrees=max(slopes[0]) < min(slopes[1]), reproduced=shown
    )
    e.control("equal steepness of accuracy means equal slopes of $G$", agrees=slopes[0] == slopes[1], reproduced=shown)
    e.note = (
        "The paper's instance is NNCL against SLOPE. NNCL's scores are not public, so whether its curve is an "
        "instance is not tested here."
    )
    return e
