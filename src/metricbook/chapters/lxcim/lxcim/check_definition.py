"""LxCIM itself (Section 3.1): its formulas, its normalisation, its invariance, and how its curve is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, permutations, product

from metricbook.chapters.lxcim import samples as small
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence

HALF = Fraction(1, 2)
_WEIGHTS = (HALF, Fraction(1), Fraction(3))
Decisions = tuple[Sequence[int], Sequence[Fraction]]


def equation_13() -> Evidence:
    """Eq. 13 against twice the area under the curve of cumulative accuracy, on every order of right and wrong."""
    printed = repaired = scaled = tried = 0
    for correct, weights in _decisions():
        area, total = _twice_the_area(correct, weights), sum(weights)
        tried += 1
        printed += _equation_13(correct, weights) == area
        scaled += _equation_13(correct, weights) / len(correct) == area
        ends = accumulate(w * c for c, w in zip(correct, weights, strict=True))
        steps = zip(correct, weights, ends, strict=True)
        repaired += 2 * sum(w * (end - w * c / 2) for c, w, end in steps) / total**2 == area
    perfect = {f"N = {n}": _equation_13([1] * n, [Fraction(1)] * n) for n in (1, 5, 108)}
    e = Evidence()
    e.printed("equals twice the area", agrees=printed == tried, reproduced=f"{printed} of {tried}")
    e.printed("a perfect predictor gets 1", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.repaired(
        r"$\frac{2}{W^2}\sum_i w_{\pi(i)}\left(G_i - \frac12 w_{\pi(i)}\mathbb I_{\pi(i)}\right)$ is twice the area",
        agrees=repaired == tried,
        reproduced=f"{repaired} of {tried}",
    )
    e.control("dividing Eq. 13 by N is repair enough", agrees=scaled == tried, reproduced=f"{scaled} of {tried}")
    unequal = [Fraction(1), Fraction(3)]
    ratios = [_equation_13(c, unequal) / _twice_the_area(c, unequal) for c in ((1, 0), (0, 1), (1, 1))]
    e.control("some constant factor is, for weights 1 and 3", agrees=len(set(ratios)) == 1, reproduced=ratios)
    return e


def equation_14() -> Evidence:
    """Eq. 14 against Eq. 13, which it is said to unroll, and against twice the area."""
    printed = unrolled = repaired = tried = 0
    for correct, weights in _decisions():
        n, total = len(correct), sum(weights)
        ranks = list(zip(range(1, n + 1), correct, weights, accumulate(weights), strict=True))
        tried += 1
        eq14 = 2 * sum((n - i) * w * c for i, c, w, _ in ranks) / total
        eq13 = _equation_13(correct, weights)
        printed += eq14 == eq13
        unrolled += 2 * sum((n - i + 1) * w * c for i, c, w, _ in ranks) / total == eq13
        area = 2 * sum(w * c * (total - reached + w / 2) for _, c, w, reached in ranks) / total**2
        repaired += area == _twice_the_area(correct, weights)
    e = Evidence()
    e.printed("equals Eq. 13", agrees=printed == tried, reproduced=f"{printed} of {tried}")
    e.repaired("with $N-i+1$ it equals Eq. 13", agrees=unrolled == tried, reproduced=f"{unrolled} of {tried}")
    e.repaired(
        r"$\frac{2}{W^2}\sum_i w_{\pi(i)}\mathbb I_{\pi(i)}\left(W_{>i}+\frac12 w_{\pi(i)}\right)$ is twice the area",
        agrees=repaired == tried,
        reproduced=f"{repaired} of {tried}",
    )
    return e


def equation_15() -> Evidence:
    """Eqs. 15-16: the factor before the integral, for several total weights."""
    printed = repaired = unit = unit_tried = tried = 0
    for correct, weights in _decisions():
        total, area = sum(weights), _twice_the_area(correct, weights)
        tried += 1
        printed += _equation_15(correct, weights) == area
        repaired += _equation_15(correct, weights) / total == area
        shares = [w / total for w in weights]
        unit_tried += 1
        unit += _equation_15(correct, shares) == area
    perfect = {f"W = {total}": _equation_15([1], [total]) for total in (HALF, Fraction(1), Fraction(5))}
    e = Evidence()
    e.printed("equals twice the area", agrees=printed == tried, reproduced=f"{printed} of {tried}")
    e.printed("a perfect predictor gets 1", agrees=set(perfect.values()) == {1}, reproduced=perfect)
    e.repaired("with the factor $2/W^2$ it does", agrees=repaired == tried, reproduced=f"{repaired} of {tried}")
    e.repaired(
        "as printed, for weights that add up to 1", agrees=unit == unit_tried, reproduced=f"{unit} of {unit_tried}"
    )
    return e


def equation_17() -> Evidence:
    """Eq. 17: the index of the sample that is being decided on at every rate of small weighted samples."""
    last = first = repaired = nothing = tried = 0
    for n in range(1, 5):
        for weights in product(_WEIGHTS, repeat=n):
            reached = [Fraction(0), *accumulate(weights)]
            for i in range(1, n + 1):
                for rate in ((reached[i - 1] + reached[i]) / 2, reached[i]):
                    below = [k for k in range(1, n + 1) if reached[k] < rate]
                    tried += 1
                    nothing += not below
                    last += bool(below) and max(below) == i
                    first += bool(below) and min(below) == i
                    repaired += max(below, default=0) + 1 == i
    e = Evidence(
        note=f"Rates in the middle and at the end of each sample's step. In {nothing} of {tried} cases, those of the "
        "first sample, no k satisfies the inequality of Eq. 17 at all."
    )
    e.printed("the largest such k is the sample at that rate", agrees=last == tried, reproduced=f"{last} of {tried}")
    e.printed("the first such k is", agrees=first == tried, reproduced=f"{first} of {tried}")
    e.repaired(
        "one more than the largest such k, 1 if there is none, is",
        agrees=repaired == tried,
        reproduced=f"{repaired} of {tried}",
    )
    return e


def normalisation(claim: Claim) -> Evidence:
    """Section 3.1: LxCIM of a perfect predictor and its mean over all orders of right and wrong."""
    n = 5
    ones = [Fraction(1)] * n
    vectors = list(product((0, 1), repeat=n))
    e = Evidence()
    for title, formula in (("Eq. 13", _equation_13), ("Eq. 15", _equation_15)):
        e.printed(f"{title}, N = {n}, perfect", published=claim.published["perfect"], reproduced=formula([1] * n, ones))
        mean = sum(formula(correct, ones) for correct in vectors) / len(vectors)
        e.printed(f"{title}, N = {n}, random", published=claim.published["random"], reproduced=mean)
    curve = [(Fraction(i, n), Fraction(i, n)) for i in range(n + 1)]
    e.repaired("area under the perfect curve", published=claim.published["perfect_area"], reproduced=exact.area(curve))
    perfect = {_twice_the_area(c, w) for c, w in _decisions() if all(c)}
    means = {
        sum(_twice_the_area(correct, weights) for correct in product((0, 1), repeat=len(weights))) / 2 ** len(weights)
        for m in range(1, 4)
        for weights in product(_WEIGHTS, repeat=m)
    }
    e.repaired("twice the area, perfect, any weights", published=[claim.published["perfect"]], reproduced=list(perfect))
    e.repaired("twice the area, random, any weights", published=[claim.published["random"]], reproduced=list(means))
    return e


def end_of_the_curve() -> Evidence:
    """Section 3.1: G at the total weight against accuracy."""
    printed = repaired = tried = 0
    for correct, weights in _decisions():
        end = sum(w * c for c, w in zip(correct, weights, strict=True))
        accuracy = exact.accuracy(*small.sample(correct), weights)
        tried += 1
        printed += end == accuracy
        repaired += end == sum(weights) * accuracy
    e = Evidence()
    e.printed("$G(W) = ACC$", agrees=printed == tried, reproduced=f"{printed} of {tried}")
    e.repaired(r"$G(W) = W\cdot ACC$", agrees=repaired == tried, reproduced=f"{repaired} of {tried}")
    return e


def rest_counted_wrong() -> Evidence:
    """Section 3.1: cumulative accuracy against the accuracy with every less confident decision made wrong, or right."""
    wrong = right = tried = 0
    for correct, weights in _decisions():
        labels, scores = small.sample(correct)
        for i in range(1, len(correct) + 1):
            share = sum(w * c for c, w in zip(correct[:i], weights[:i], strict=True)) / sum(weights)
            tried += 1
            for value in (0, 1):
                rest = [int((s > 0) == bool(value)) for s in scores[i:]]
                accuracy = exact.accuracy([*labels[:i], *rest], scores, weights)
                if value == 0:
                    wrong += accuracy == share
                else:
                    right += accuracy == share
    e = Evidence(note="The cumulative accuracy is $G/W$, which is $G$ where the weights add up to 1.")
    e.printed("is the accuracy with the rest wrong", agrees=wrong == tried, reproduced=f"{wrong} of {tried}")
    e.control("is the accuracy with the rest right", agrees=right == tried, reproduced=f"{right} of {tried}")
    return e


def linear_weighting() -> Evidence:
    """Section 3.1: what a single right decision at each rank adds, from the definition by pairs."""
    n = 10
    alone = [exact.lxcim(*small.sample([int(i == rank) for i in range(1, n + 1)])) for rank in range(1, n + 1)]
    steps = {a - b for a, b in pairwise(alone)}
    after = [Fraction(n - i) for i in range(1, n + 1)]
    half = [Fraction(2 * (n - i) + 1, 2) for i in range(1, n + 1)]
    own = counted = tried = 0
    for weights in product(_WEIGHTS, repeat=3):
        total = sum(weights)
        for rank in range(3):
            value = exact.lxcim(*small.sample([int(i == rank) for i in range(3)]), weights)
            behind = weights[rank + 1 :]
            tried += 1
            own += value == 2 * weights[rank] * (sum(behind) + weights[rank] / 2) / total**2
            counted += value == 2 * weights[rank] * (len(behind) + HALF) / total**2
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
    e.repaired(
        "with weights: its own times (the weight after it + half its own)",
        agrees=own == tried,
        reproduced=f"{own} of {tried}",
    )
    e.control(
        "with weights: its own times (number after it + 1/2)",
        agrees=counted == tried,
        reproduced=f"{counted} of {tried}",
    )
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
    kept = curve_kept = by_score = auroc_kept = auroc_tried = tried = 0
    weights = [Fraction(1), Fraction(2), HALF, Fraction(1)]
    for scores in ([3, -2, 1, -4], [2, -2, 1, 1], [1, -1, 0, 2]):
        for labels, chosen in product(product((0, 1), repeat=4), repeat=2):
            which = [i for i, picked in enumerate(chosen) if picked]
            after = exact.exchange(labels, scores, which=which)
            tried += 1
            kept += exact.lxcim(*after, weights) == exact.lxcim(labels, scores, weights)
            curve_kept += _curve(*after, weights) == _curve(labels, scores, weights)
            by_score += _positive_first(*after) == _positive_first(labels, scores)
            if len(set(labels)) == len(set(after[0])) == 2:
                auroc_tried += 1
                auroc_kept += exact.auroc(*after, weights) == exact.auroc(labels, scores, weights)
    same_value = same_curve = 0
    for first, second in product(product((0, 1), repeat=4), repeat=2):
        if _twice_the_area(first, [1] * 4) == _twice_the_area(second, [1] * 4):
            same_value += 1
            same_curve += first == second
    e = Evidence()
    e.printed("LxCIM after the exchange", agrees=kept == tried, reproduced=f"unchanged in {kept} of {tried}")
    e.printed("G after the exchange", agrees=curve_kept == tried, reproduced=f"unchanged in {curve_kept} of {tried}")
    e.control("with the positive score first in a tie", agrees=by_score == tried, reproduced=f"{by_score} of {tried}")
    e.control(
        "AUROC, where it is defined", agrees=auroc_kept == auroc_tried, reproduced=f"{auroc_kept} of {auroc_tried}"
    )
    e.control(
        "equal LxCIM means equal G, beyond exchanges",
        agrees=same_curve == same_value,
        reproduced=f"{same_curve} of {same_value} pairs of four decisions",
    )
    return e


def order_of_ties() -> Evidence:
    """Eq. 1's permutation: LxCIM over every order of equally confident samples, and the mean over them."""
    determined = mean_is_half_credit = tried = 0
    for scores in ([1, -1], [2, 1, -1], [1, -1, 1], [2, -2, 1, -1], [1, 1, -1, -1]):
        for labels in product((0, 1), repeat=len(scores)):
            for weights in ([1] * len(scores), [1, 3, 2, 1][: len(scores)]):
                values = _over_tie_orders(labels, scores, weights)
                tried += 1
                determined += len(set(values)) == 1
                mean_is_half_credit += sum(values) / len(values) == exact.lxcim(labels, scores, weights)
    example = sorted(set(_over_tie_orders([1, 1], [1, -1], [1, 1])))
    e = Evidence(note=f"The smallest example: s = [1, -1], y = [1, 1] gives {example[0]} or {example[1]}.")
    e.printed("every tie order gives one value", agrees=determined == tried, reproduced=f"{determined} of {tried}")
    e.repaired(
        "G straight across a tie gives the mean over all its orders",
        agrees=mean_is_half_credit == tried,
        reproduced=f"{mean_is_half_credit} of {tried}",
    )
    return e


def order_of_confidence() -> Evidence:
    """The sentence before Eq. 13: twice the area with decisions in order of rising, and of falling, confidence."""
    rising = falling = tried = 0
    for correct, weights in _decisions():
        value = exact.lxcim(*small.sample(correct), weights)
        tried += 1
        falling += _twice_the_area(correct, weights) == value
        rising += _twice_the_area(correct[::-1], weights[::-1]) == value
    e = Evidence(note="LxCIM is taken here as the AUROC-like count of pairs that Eq. 21 makes it.")
    e.printed("over increasing confidence", agrees=rising == tried, reproduced=f"{rising} of {tried}")
    e.repaired("over decreasing confidence", agrees=falling == tried, reproduced=f"{falling} of {tried}")
    return e


def _decisions() -> Iterator[Decisions]:
    """Up to eight decisions of equal weight, up to three of several weights; the most confident first."""
    for correct in small.vectors():
        yield correct, [Fraction(1)] * len(correct)
    for correct in small.vectors(3):
        for weights in product(_WEIGHTS, repeat=len(correct)):
            if len(set(weights)) > 1 or weights[0] != 1:
                yield correct, list(weights)


def _twice_the_area(correct: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
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
    found = []
    for confidence in sorted({abs(s) for s in scores}, reverse=True):
        bold = [i for i, s in enumerate(scores) if abs(s) >= confidence]
        found.append((sum(weights[i] for i in bold), sum(weights[i] * credit[i] for i in bold)))
    return found


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
    found = [Fraction(0)] * n
    for correct in product((0, 1), repeat=n):
        probability = Fraction(1)
        for c, chance in zip(correct, chances, strict=True):
            probability *= chance if c else 1 - chance
        heights = [0, *accumulate(correct)]
        found = [f + probability * (b - a) for f, (a, b) in zip(found, pairwise(heights), strict=True)]
    return found


def _proportional(values: Sequence[Fraction], law: Sequence[Fraction]) -> bool:
    return all(value * law[0] == values[0] * expected for value, expected in zip(values, law, strict=True))
