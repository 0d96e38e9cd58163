"""LxCIM itself (Section 3.1): its formulas, its normalisation, its invariance, and how its curve is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, permutations, product

from claimledger import Claim, Details, Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import scored
from scoring_the_scores.lxcim import samples as small

HALF = Fraction(1, 2)
_WEIGHTS = (HALF, Fraction(1), Fraction(3))
Decisions = tuple[Sequence[int], Sequence[Fraction]]


def equation_13() -> Evidence:
    """Eq. 13 against twice the area under the curve of cumulative accuracy, on every order of right and wrong."""
    cases = list(_decisions())
    unequal = [Fraction(1), Fraction(3)]
    ratios = [_equation_13(c, unequal) / _twice_the_area(c, unequal) for c in ((1, 0), (0, 1), (1, 1))]
    e = Evidence()
    e.printed("equals twice the area", over=cases, holds=lambda case: _equation_13(*case) == _twice_the_area(*case))
    perfect = {f"N = {n}": _equation_13([1] * n, [Fraction(1)] * n) for n in (1, 5, 108)}
    e.printed("a perfect predictor gets 1, equal weights", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.repaired(
        r"$\frac{2}{W^2}\sum_i w_{\pi(i)}\left(G_i - \frac12 w_{\pi(i)}\mathbb I_{\pi(i)}\right)$ is twice the area",
        cases=(_mended_13(c, w) == _twice_the_area(c, w) for c, w in cases),
    )
    e.repaired(
        "a perfect predictor gets $N + 1$ as printed, equal weights",
        agrees=all(value == int(n.removeprefix("N = ")) + 1 for n, value in perfect.items()),
        reproduced=perfect,
    )
    e.control(
        "dividing Eq. 13 by N is repair enough",
        cases=(_equation_13(c, w) / len(c) == _twice_the_area(c, w) for c, w in cases),
    )
    e.control("some constant factor is, for weights 1 and 3", agrees=len(set(ratios)) == 1, reproduced=ratios)
    return e


def _mended_13(correct: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
    ends = accumulate(w * c for c, w in zip(correct, weights, strict=True))
    steps = zip(correct, weights, ends, strict=True)
    return 2 * sum((w * (end - w * c / 2) for c, w, end in steps), Fraction(0)) / sum(weights) ** 2


def equation_14() -> Evidence:
    """Eq. 14 against Eq. 13, which it is said to unroll, and against twice the area."""
    cases = list(_decisions())

    def unrolled(correct: Sequence[int], weights: Sequence[Fraction], more: int) -> Fraction:
        n = len(correct)
        ranks = enumerate(zip(correct, weights, strict=True), start=1)
        return 2 * sum(((n - i + more) * w * c for i, (c, w) in ranks), Fraction(0)) / sum(weights)

    def area(correct: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
        total, reached = sum(weights, Fraction(0)), accumulate(weights)
        ranks = zip(correct, weights, reached, strict=True)
        return 2 * sum((w * c * (total - end + w / 2) for c, w, end in ranks), Fraction(0)) / total**2

    e = Evidence()
    e.printed("equals Eq. 13", over=cases, holds=lambda case: unrolled(case[0], case[1], 0) == _equation_13(*case))
    e.repaired("with $N-i+1$ it equals Eq. 13", cases=(unrolled(c, w, 1) == _equation_13(c, w) for c, w in cases))
    e.repaired(
        r"$\frac{2}{W^2}\sum_i w_{\pi(i)}\mathbb I_{\pi(i)}\left(W_{>i}+\frac12 w_{\pi(i)}\right)$ is twice the area",
        cases=(area(c, w) == _twice_the_area(c, w) for c, w in cases),
    )
    for more in (0, 1):
        e.control(
            f"Eq. 14 with $N-i{'+1' * more}$ is twice the area",
            cases=(unrolled(c, w, more) == _twice_the_area(c, w) for c, w in cases),
        )
    return e


def equation_15() -> Evidence:
    """Eqs. 15-16: the factor before the integral, for several total weights."""
    cases = list(_decisions())
    perfect = {f"W = {total}": _equation_15([1], [total]) for total in (HALF, Fraction(1), Fraction(5))}
    e = Evidence()
    e.printed("equals twice the area", over=cases, holds=lambda case: _equation_15(*case) == _twice_the_area(*case))
    e.printed("a perfect predictor gets 1", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.repaired(
        "with the factor $2/W^2$ it does",
        cases=(_equation_15(c, w) / sum(w) == _twice_the_area(c, w) for c, w in cases),
    )
    e.repaired(
        "as printed, for weights that add up to 1",
        cases=(_equation_15(c, [v / sum(w) for v in w]) == _twice_the_area(c, w) for c, w in cases),
    )
    e.control(
        "with the factor $2/N$ it does",
        cases=(_equation_15(c, w) * sum(w) / len(w) == _twice_the_area(c, w) for c, w in cases),
    )
    return e


def equation_17() -> Evidence:
    """Eq. 17: the index of the sample that is being decided on at every rate of small weighted samples."""
    decided = {}  # by weights and rate: the rank that is decided, and the k that satisfy the inequality
    for n in range(1, 5):
        for weights in product(_WEIGHTS, repeat=n):
            reached = [Fraction(0), *accumulate(weights)]
            for i in range(1, n + 1):
                for rate in ((reached[i - 1] + reached[i]) / 2, reached[i]):
                    decided[weights, rate] = i, [k for k in range(1, n + 1) if reached[k] < rate]
    e = Evidence(
        note=f"Rates in the middle and at the end of each sample's step. In {sum(not k for _, k in decided.values())} "
        f"of {len(decided)} cases, those of the first sample, no k satisfies the inequality of Eq. 17 at all."
    )
    e.printed(
        "the largest such k is the sample at that rate, by weights and rate",
        over=decided,
        holds=lambda case: decided[case][1][-1:] == [decided[case][0]],
    )
    e.printed(
        "the first such k is",
        over=decided,
        holds=lambda case: decided[case][1][:1] == [decided[case][0]],
    )
    e.repaired(
        "one more than the largest such k, 1 if there is none, is",
        cases=(max(below, default=0) + 1 == i for i, below in decided.values()),
    )
    e.control(
        "the largest such k, 1 if there is none, is",
        over=decided,
        holds=lambda case: max(decided[case][1], default=1) == decided[case][0],
    )
    return e


def normalisation(claim: Claim) -> Evidence:
    """Section 3.1: twice the area for a perfect predictor, and its mean over all orders of right and wrong."""
    n = 5
    ones = [Fraction(1)] * n
    curve = [(Fraction(i, n), Fraction(i, n)) for i in range(n + 1)]
    perfect = {_twice_the_area(c, w) for c, w in _decisions() if all(c)}
    means = {
        sum(_twice_the_area(correct, weights) for correct in product((0, 1), repeat=len(weights))) / 2 ** len(weights)
        for m in range(1, 4)
        for weights in product(_WEIGHTS, repeat=m)
    }
    e = Evidence()
    e.printed("area under the perfect curve", published=claim.published["perfect_area"], reproduced=exact.area(curve))
    e.printed("twice the area, perfect, any weights", published=[claim.published["perfect"]], reproduced=list(perfect))
    e.printed("twice the area, random, any weights", published=[claim.published["random"]], reproduced=list(means))
    for number, formula in ((13, _equation_13), (15, _equation_15)):
        value = formula([1] * n, ones)
        e.control(f"Eq. {number} as printed, N = {n}, perfect: 1", agrees=value == 1, reproduced=value)
    return e


def end_of_the_curve() -> Evidence:
    """Section 3.1: G at the total weight against accuracy, for weights that add up to 1 and for any."""
    cases = [
        (
            sum(w * c for c, w in zip(correct, weights, strict=True)),
            sum(weights),
            exact.accuracy(*small.sample(correct), weights),
        )
        for correct, weights in _decisions()
    ]
    e = Evidence()
    e.printed(
        "$G(W) = ACC$, weights that add up to 1", cases=(end / total == accuracy for end, total, accuracy in cases)
    )
    e.printed(r"$G(W) = W\cdot ACC$, any weights", cases=(end == total * accuracy for end, total, accuracy in cases))
    e.control("$G(W) = ACC$, any weights", cases=(end == accuracy for end, _, accuracy in cases))
    return e


def rest_counted_wrong() -> Evidence:
    """Section 3.1: cumulative accuracy against the accuracy with every less confident decision made wrong, or right."""
    outcomes: dict[int, list[bool]] = {0: [], 1: []}
    for correct, weights in _decisions():
        labels, scores = small.sample(correct)
        for i in range(1, len(correct) + 1):
            share = sum(w * c for c, w in zip(correct[:i], weights[:i], strict=True)) / sum(weights)
            for value, equal in outcomes.items():
                rest = [int((s > 0) == bool(value)) for s in scores[i:]]
                equal.append(exact.accuracy([*labels[:i], *rest], scores, weights) == share)
    e = Evidence(note="The cumulative accuracy is $G/W$, which is $G$ where the weights add up to 1.")
    e.printed("is the accuracy with the rest wrong", cases=outcomes[0])
    e.control("is the accuracy with the rest right", cases=outcomes[1])
    return e


def linear_weighting() -> Evidence:
    """Section 3.1: what a single right decision at each rank adds, from the definition by pairs."""
    n = 10
    alone = [exact.lxcim(*small.sample([int(i == rank) for i in range(1, n + 1)])) for rank in range(1, n + 1)]
    steps = {a - b for a, b in pairwise(alone)}
    after = [Fraction(n - i) for i in range(1, n + 1)]
    half = [Fraction(2 * (n - i) + 1, 2) for i in range(1, n + 1)]
    own, counted = [], []
    for weights in product(_WEIGHTS, repeat=3):
        total = sum(weights)
        for rank in range(3):
            value = exact.lxcim(*small.sample([int(i == rank) for i in range(3)]), weights)
            behind = weights[rank + 1 :]
            own.append(value == 2 * weights[rank] * (sum(behind) + weights[rank] / 2) / total**2)
            counted.append(value == 2 * weights[rank] * (len(behind) + HALF) / total**2)
    e = Evidence(note=f"Unit weights: N = {n}. Weighted: three samples with weights 1/2, 1 and 3 in every combination.")
    e.printed(
        "in proportion to $N-i$, the number of samples after it",
        agrees=_proportional(alone, after),
        reproduced=f"the last adds {alone[-1]}, not 0",
    )
    e.repaired(
        r"in proportion to $N-i+\frac12$",
        agrees=_proportional(alone, half),
        reproduced=f"from {alone[0]} down to {alone[-1]}",
    )
    e.repaired("linear in the rank", agrees=len(steps) == 1, reproduced=f"every step {min(steps)}")
    e.repaired("with weights: its own times (the weight after it + half its own)", cases=own)
    e.control("with weights: its own times (number after it + 1/2)", cases=counted)
    return e


def slopes(claim: Claim) -> Evidence:
    """Section 3.1: slopes of G for an ideal and a random method, and for known chances to be right, by enumeration."""
    n = 5
    e = Evidence(note=f"Expectations over all {2**n} orders of {n} independent decisions, exact.")
    chances = {
        "ideal": [Fraction(1)] * n,
        "random": [HALF] * n,
        "falling": [Fraction(9, 10), Fraction(4, 5), Fraction(7, 10), Fraction(3, 5), HALF],
    }
    slope = {name: _expected_slopes(chance) for name, chance in chances.items()}
    for name in ("ideal", "random"):
        published = [claim.published[name]] * n
        e.printed(f"{name}: slope at each rank", published=published, reproduced=slope[name])
    e.printed(
        "chances to be right that fall with the rank: the slopes are the chances",
        agrees=slope["falling"] == chances["falling"],
        reproduced=slope["falling"],
    )
    single = {b - a for a, b in pairwise([0, *accumulate((1, 0, 0, 1, 1))])}
    e.control(
        "the slopes of one random curve are 1/2, not only on average",
        agrees=single == {HALF},
        reproduced=sorted(single),
    )
    averages = [sum(chances["falling"][:i]) / i for i in range(1, n + 1)]
    e.control("the accuracy so far is the slope", agrees=averages == slope["falling"], reproduced=averages)
    return e


def equation_18() -> Evidence:
    """Eqs. 18-19: LxCIM under the exchange of every subset, with ties, weights and scores at s*."""
    weights = [Fraction(1), Fraction(2), HALF, Fraction(1)]
    pairs = []
    for scores in ([3, -2, 1, -4], [2, -2, 1, 1], [1, -1, 0, 2]):
        for labels, chosen in product(product((0, 1), repeat=4), repeat=2):
            which = [i for i, picked in enumerate(chosen) if picked]
            pairs.append(((labels, scores), exact.exchange(labels, scores, which=which)))
    orders = list(product((0, 1), repeat=4))
    even = [Fraction(1)] * 4
    alike = [(a, b) for a, b in product(orders, repeat=2) if _twice_the_area(a, even) == _twice_the_area(b, even)]
    both = [pair for pair in pairs if all(len(set(labels)) == 2 for labels, _ in pair)]

    def unchanged(value: Callable, among: Iterable = pairs) -> Details:
        return {"over": among, "holds": lambda pair: value(*pair[0]) == value(*pair[1])}

    e = Evidence()
    e.printed("LxCIM is unchanged by the exchange", **unchanged(lambda y, s: exact.lxcim(y, s, weights)))
    e.printed("G is unchanged by the exchange", **unchanged(lambda y, s: _curve(y, s, weights)))
    e.control("so is LxCIM with the positive score first in a tie", **unchanged(_positive_first))
    e.control("so is AUROC, where it is defined", **unchanged(lambda y, s: exact.auroc(y, s, weights), both))
    e.control(
        "equal LxCIM means equal G, beyond exchanges: pairs of four decisions",
        over=alike,
        holds=lambda pair: pair[0] == pair[1],
    )
    return e


def order_of_ties() -> Evidence:
    """Eq. 1's permutation: LxCIM over every order of equally confident samples, and the mean over them."""
    tied = ((1, -1), (2, 1, -1), (1, -1, 1), (2, -2, 1, -1), (1, 1, -1, -1))
    values = {
        case: _over_tie_orders(*case)
        for scores in tied
        for labels in product((1, 0), repeat=len(scores))
        for weights in ((1, 1, 1, 1), (1, 3, 2, 1))
        if (case := (labels, scores, weights[: len(scores)]))
    }
    untied = [_over_tie_orders(labels, [3, -2, 1], [1, 3, 2]) for labels in product((0, 1), repeat=3)]
    example = sorted(set(_over_tie_orders([1, 1], [1, -1], [1, 1])))
    e = Evidence(note=f"The smallest example: s = [1, -1], y = [1, 1] gives {example[0]} or {example[1]}.")
    e.printed("there is one value, ties included", over=values, holds=lambda case: len(set(values[case])) == 1)
    e.repaired("there is one value without ties", cases=(len(set(values_of_case)) == 1 for values_of_case in untied))
    e.repaired(
        "G straight across a tie gives the mean over all its orders",
        cases=(
            sum(values_of_case) / len(values_of_case) == exact.lxcim(*case) for case, values_of_case in values.items()
        ),
    )
    e.control(
        "it gives the largest value of its orders",
        over=values,
        holds=lambda case: max(values[case]) == exact.lxcim(*case),
    )
    return e


def always_computable() -> Evidence:
    """Abstract: for which samples LxCIM and AUROC have a value, ties, one class and scores at s* included."""
    samples = [sample for n in (1, 2, 3) for sample in scored(n, (-2, -1, 0, 1, 2), both=False)]

    def computed(metric: Callable) -> Callable[[tuple], bool]:
        def has_value(sample: tuple) -> bool:
            try:
                return 0 <= metric(*sample) <= 1
            except ZeroDivisionError:
                return False

        return has_value

    e = Evidence(note="All samples of one to three with scores from −2 to 2; weights are equal.")
    e.printed("LxCIM has a value between 0 and 1", over=samples, holds=computed(exact.lxcim))
    e.control("AUROC has", over=samples, holds=computed(exact.auroc))
    return e


def order_of_confidence() -> Evidence:
    """The sentence before Eq. 13: twice the area with decisions in order of rising, and of falling, confidence."""
    cases = list(_decisions())
    alone = [(c, w) for c, w in cases if len(c) == 2 and sum(c) == 1]

    def rising(case: Decisions) -> bool:
        correct, weights = case
        return _twice_the_area(correct[::-1], weights[::-1]) == exact.lxcim(*small.sample(correct), weights)

    e = Evidence(note="LxCIM is taken here as the AUROC-like count of pairs that Eq. 21 makes it.")
    e.printed("over increasing confidence", over=cases, holds=rising)
    e.repaired(
        "over decreasing confidence",
        cases=(_twice_the_area(c, w) == exact.lxcim(*small.sample(c), w) for c, w in cases),
    )
    e.control("over increasing confidence, one of two decisions right", over=alone, holds=rising)
    return e


def _decisions() -> Iterator[Decisions]:
    """Up to eight decisions of equal weight, up to three of several weights; few first, the most confident first."""
    for correct in small.vectors():
        yield correct, [Fraction(1)] * len(correct)
        for weights in product(_WEIGHTS, repeat=len(correct)) if len(correct) <= 3 else ():
            if len(set(weights)) > 1 or weights[0] != 1:
                yield correct, list(weights)


def _twice_the_area(correct: Sequence[int | Fraction], weights: Sequence[Fraction]) -> Fraction:
    """Twice the area under the straight-line curve of G/W against the decision rate, by trapezoids."""
    total = Fraction(sum(weights))
    rates = [Fraction(0), *(reached / total for reached in accumulate(weights))]
    heights = [Fraction(0), *(g / total for g in accumulate(w * c for c, w in zip(correct, weights, strict=True)))]
    return 2 * exact.area(list(zip(rates, heights, strict=True)))


def _equation_13(correct: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
    inner = accumulate(w * c for c, w in zip(correct, weights, strict=True))
    return 2 * sum(inner, Fraction(0)) / sum(weights)


def _equation_15(correct: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
    """Eq. 15 with the integral of Eq. 16, by trapezoids, which are exact for a curve of straight pieces."""
    rates = [Fraction(0), *accumulate(weights)]
    heights = [Fraction(0), *accumulate(w * c for c, w in zip(correct, weights, strict=True))]
    return 2 * exact.area(list(zip(rates, heights, strict=True))) / sum(weights)


def _curve(labels: Sequence[int], scores: Sequence[Fraction], weights: Sequence[Fraction]) -> list[tuple]:
    """G at every distinct confidence, from the definition."""
    credit = {
        i: HALF if s == 0 else Fraction(int((s > 0) == (y == 1)))
        for i, (y, s) in enumerate(zip(labels, scores, strict=True))
    }
    curve = []
    for confidence in sorted({abs(s) for s in scores}, reverse=True):
        bold = [i for i, s in enumerate(scores) if abs(s) >= confidence]
        curve.append((sum(weights[i] for i in bold), sum(weights[i] * credit[i] for i in bold)))
    return curve


def _positive_first(labels: Sequence[int], scores: Sequence[Fraction]) -> Fraction:
    """Twice the area with equally confident samples in falling order of score: an order that the exchange changes."""
    order = sorted(range(len(scores)), key=lambda i: (-abs(scores[i]), -scores[i]))
    correct = [HALF if scores[i] == 0 else Fraction(int((scores[i] > 0) == (labels[i] == 1))) for i in order]
    return _twice_the_area(correct, [Fraction(1)] * len(correct))


def _over_tie_orders(labels: Sequence[int], scores: Sequence[int], weights: Sequence[int]) -> list[Fraction]:
    """LxCIM for every order of the samples that is an order of falling confidence."""
    values = []
    for order in permutations(range(len(scores))):
        confidences = [abs(scores[i]) for i in order]
        if confidences == sorted(confidences, reverse=True):
            correct = [int((scores[i] > 0) == (labels[i] == 1)) for i in order]
            values.append(_twice_the_area(correct, [Fraction(weights[i]) for i in order]))
    return values


def _expected_slopes(chances: Sequence[Fraction]) -> list[Fraction]:
    """Expected rise of G per unit of weight at each rank, when rank i is right with the i-th chance."""
    n = len(chances)
    slopes = [Fraction(0)] * n
    for correct in product((0, 1), repeat=n):
        probability = Fraction(1)
        for c, chance in zip(correct, chances, strict=True):
            probability *= chance if c else 1 - chance
        heights = [0, *accumulate(correct)]
        slopes = [f + probability * (b - a) for f, (a, b) in zip(slopes, pairwise(heights), strict=True)]
    return slopes


def _proportional(values: Sequence[Fraction], law: Sequence[Fraction]) -> bool:
    return all(value * law[0] == values[0] * expected for value, expected in zip(values, law, strict=True))
