"""The square read off the cost plane: every score, every best threshold, and which classifier is nowhere worse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product

from claimledger import Evidence
from metricbook.exact import tile as exact
from metricbook.exact.costs import Point, at, cost_curve, roc_hull
from metricbook.exact.samples import Performance, Sample, performances_at, samples
from scoring_the_scores.synthesis.diagonal.prices import (
    OPEN_CORNERS,
    cost_line,
    mark,
    meeting,
    performances_of,
    ruler,
    two_prices,
)

HALF = Fraction(1, 2)
EIGHTHS = [Fraction(k, 8) for k in range(9)]
QUARTERS = [Fraction(k, 4) for k in range(5)]
PLACES = [(a, b) for a in QUARTERS for b in QUARTERS]
INSIDE = [place for place in PLACES if place not in OPEN_CORNERS]


def _best(performances: list[Performance], a: Fraction, b: Fraction) -> tuple[Fraction, list[int]]:
    """The best value of the score over some performances, and which of them have it."""
    values = [exact.canonical_score(p, a, b) for p in performances]
    best = max(v for v in values if v is not None)
    return best, [k for k, v in enumerate(values) if v == best]


def rulers() -> Evidence:
    """Scores of single performances by two prices, and best scores of samples from the corners of their cost curves."""
    by_prices, on_ruler = [], []
    one_price, feet = {}, {}
    for prior, (a, b) in product((Fraction(1, 5), Fraction(1, 3), HALF), PLACES):
        for p in performances_at(prior):
            score = exact.canonical_score(p, a, b)
            by_prices.append(two_prices(p, a, b) == score)
            one_price[p, a, b] = two_prices(p, a, a) == score
            if score is not None:
                c, height = mark(ruler(a, b, prior), score)
                on_ruler.append(at(cost_line(p), c) == height)
    by_curve, prices, levels = [], [], []
    budgets = {}
    for sample in samples(4):
        performances, curve = performances_of(sample), cost_curve(*sample, over="cost")
        lines = [cost_line(p) for p in performances]
        prior = Fraction(sum(sample[0]), len(sample[0]))
        for a, b in INSIDE:
            best, _ = _best(performances, a, b)
            met = meeting(curve, ruler(a, b, prior))
            by_curve.append(met is not None and met[0] == best)
            prices.append(met is not None and met[1] == (1 - a) * (1 - best) + (1 - b) * best)
            upright = meeting(curve, ruler(b, b, prior))
            feet[sample, a, b] = upright is not None and upright[0] == best
            for level in EIGHTHS:
                c, budget = mark(ruler(a, b, prior), level)
                within = [min(at(line, price) for line in lines) <= budget for price in (c, 1 - a)]
                levels.append(within[0] == (best >= level))
                budgets[sample, a, b, level] = within[1] == (best >= level)
    e = Evidence(
        note="Single performances: priors 1/5, 1/3, 1/2, FPR and TPR in quarters. Best thresholds: every sample of "
        "up to four cases with every tie. All places with coordinates in quarters; best thresholds "
        "without the two corners at which a constant decision has no score; the levels 0, 1/8, ..., 1."
    )
    e.printed("saved at price $1-a$, over that and what is paid at $1-b$", cases=by_prices)
    e.printed("the cost line meets the ruler a share $R_{a,b}$ of the way down", cases=on_ruler)
    e.printed("the cost curve meets it a share of the best score down", cases=by_curve)
    e.printed("at the price $(1-a)(1-R)+(1-b)R$", cases=prices)
    e.printed(
        "the best score is at least r if and only if the least loss is within the ruler's height at r", cases=levels
    )
    e.control("both at price $1-a$", over=one_price, holds=one_price.__getitem__)
    e.control("an upright ruler on the same foot", over=feet, holds=feet.__getitem__)
    e.control("every level at the price $1-a$", over=budgets, holds=budgets.__getitem__)
    return e


def candidates() -> Evidence:
    """Which thresholds are best alone: somewhere on the square, somewhere on the diagonal, and on the hull."""
    square, diagonal, shadow = [], [], []
    corners, everyone = {}, {}
    for sample in samples(4):
        performances, curve = performances_of(sample), cost_curve(*sample, over="cost")
        hull = _alone_on_hull(sample)
        points = [(p[1] / (p[0] + p[1]), p[3] / (p[2] + p[3])) for p in performances]
        alone = set()
        for place in INSIDE:
            best, winners = _best(performances, *place)
            price = (1 - place[0]) * (1 - best) + (1 - place[1]) * best
            shadow.append(_best(performances, 1 - price, 1 - price)[1] == winners)
            if len(winners) == 1:
                alone.add(points[winners[0]])
        square.append(alone <= hull)
        middles = [1 - (left + right) / 2 for (left, _), (right, _) in pairwise(curve)]
        on_diagonal = {points[k] for c in middles for k in _best(performances, c, c)[1]}
        diagonal.append(on_diagonal == hull)
        corners[sample] = set(roc_hull(*sample)) == hull
        everyone[sample] = set(points) == hull
    e = Evidence(
        note="Every sample of up to four cases with every tie; all places with coordinates in quarters, without the "
        "two corners, and on the diagonal the middle of each piece of the cost curve."
    )
    e.printed("best alone on the square: only inner corners and open ends of the hull", cases=square)
    e.printed("each of these is best alone on the diagonal, and nothing else", cases=diagonal)
    e.printed("the same thresholds are best at $(a,b)$ and at its place on the diagonal", cases=shadow)
    e.control("every end of the hull, too", over=corners, holds=corners.__getitem__)
    e.control("every threshold", over=everyone, holds=everyone.__getitem__)
    return e


def _alone_on_hull(sample: Sample) -> set[Point]:
    """Inner corners of the ROC hull, and its ends where it does not leave upright or arrive level."""
    hull = roc_hull(*sample)
    ends = [end for end, closed in ((hull[0], hull[1][0] == 0), (hull[-1], hull[-2][1] == 1)) if not closed]
    return {*hull[1:-1], *ends}


def decides() -> Evidence:
    """For every two hulls of one pair of class sizes: hull, cost curve, square and F-scores, compared."""
    curves, square, right, left = ([] for _ in range(4))
    top, few = {}, {}
    for one, other in _pairs():
        above = one.hull_nowhere_below(other)
        curves.append(above == one.curve_nowhere_above(other))
        no_lower = [x >= y for x, y in zip(one.best, other.best, strict=True)]
        if above:
            square.append(all(no_lower))
        right.append(above == _no_f_lower(one.counts, other.counts))
        left.append(above == _no_f_lower(*([m[::-1] for m in each.counts] for each in (one, other))))
        top[one.labels, other.labels] = above == all(no for no, (_, b) in zip(no_lower, INSIDE, strict=True) if b == 1)
        few[one.labels, other.labels] = above == all(
            no for no, place in zip(no_lower, INSIDE, strict=True) if place in _NAMED
        )
    e = Evidence(
        note="Every ordered pair of different ROC hulls of up to six cases and equal class sizes; ties make no more "
        "hulls, as a tie has that of its negatives first. All F-scores: exactly, "
        "as each comparison of two thresholds is linear in the place. The square: coordinates in quarters."
    )
    e.printed("hull nowhere below if and only if cost curve nowhere above", cases=curves)
    e.printed("hull nowhere below: best score no lower at any place", cases=square)
    e.printed("hull nowhere below if and only if no best F-score is lower", cases=right)
    e.printed("the same for the F-scores of the negative class", cases=left)
    e.control("if and only if no best score on the top side, $b=1$, is lower", over=top, holds=top.__getitem__)
    e.control("if and only if best accuracy, $F_1$, TPR and TNR are no lower", over=few, holds=few.__getitem__)
    return e


_NAMED = ((HALF, HALF), (Fraction(1), HALF), (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)))


class _Judged:
    """What `decides` compares of a sample."""

    def __init__(self, sample: Sample) -> None:
        self.labels = sample[0]
        n, performances = len(sample[0]), performances_of(sample)
        self.hull = roc_hull(*sample)
        self.curve = cost_curve(*sample)
        self.best = [_best(performances, *place)[0] for place in INSIDE]
        self.counts = [tuple(int(n * x) for x in p) for p in performances]

    def hull_nowhere_below(self, other: _Judged) -> bool:
        return all(_height(self.hull, x, upper=True) >= y for x, y in other.hull)

    def curve_nowhere_above(self, other: _Judged) -> bool:
        corners = {z for z, _ in (*self.curve, *other.curve)}
        return all(_height(self.curve, z) <= _height(other.curve, z) for z in corners)


def _height(line: list[Point], x: Fraction, *, upper: bool = False) -> Fraction:
    """Height of a broken line, the upper end of an upright piece."""
    heights = [
        y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for (x0, y0), (x1, y1) in pairwise(line)
        if x0 <= x <= x1
    ]
    heights += [y for x0, y in line if x0 == x]
    return max(heights) if upper else min(heights)


def _pairs() -> Iterator[tuple[_Judged, _Judged]]:
    """All ordered pairs of samples of one pair of class sizes, one for each hull."""
    kinds: dict[tuple, dict[tuple, _Judged]] = defaultdict(dict)
    for labels, scores in samples(6, ties=False):
        hull = tuple(roc_hull(labels, scores))
        if hull not in (known := kinds[len(labels), sum(labels)]):
            known[hull] = _Judged((labels, scores))
    for hulls in kinds.values():
        yield from permutations(hulls.values(), 2)


def _no_f_lower(one: list, other: list) -> bool:
    """Whether the best F-score of the first is no lower at any place (1, b) with 0 < b < 1."""
    for _, fp, fn, tp in other:
        low, high = Fraction(0), Fraction(1)  # where this threshold beats all of the first, for b between these
        for _, x, y, z in one:
            # tp {z + (1-b) x + b y} - z {tp + (1-b) fp + b fn}, at b = 0 and its slope in b
            start, slope = tp * x - z * fp, tp * (y - x) - z * (fn - fp)
            if slope == 0:
                high = high if start > 0 else low
            elif slope > 0:
                low = max(low, Fraction(-start, slope))
            else:
                high = min(high, Fraction(-start, slope))
        if low < high:
            return False
    return True
