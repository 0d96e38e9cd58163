"""Section 3.2: which means of canonical scores keep mixtures in range, and means of importances, which always do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from operator import add

from claimledger import Evidence
from metricbook.exact import tile as exact
from metricbook.exact.samples import performances_at
from scoring_the_scores.tile.orders import mean_at
from scoring_the_scores.tile.samples import HALF, QUARTERS, Score, counts


def _bends(score: Score, prior: Fraction) -> bool:
    """Whether the score has a strict extreme inside a segment of ROC space, along its level at one of two points."""

    def value(x: Fraction, y: Fraction) -> Fraction:
        return score(((1 - prior) * (1 - x), (1 - prior) * x, prior * (1 - y), prior * y))

    def bends_at(x: Fraction, y: Fraction, step: Fraction = Fraction(1, 10**6)) -> bool:
        u, v = value(x + step, y) - value(x - step, y), value(x, y + step) - value(x, y - step)
        length = 50 * (abs(u) + abs(v))
        before, here, after = (value(x + k * v / length, y - k * u / length) for k in (-1, 0, 1))
        return here < min(before, after) or here > max(before, after)

    return bends_at(Fraction(2, 7), Fraction(3, 5)) or bends_at(Fraction(1, 3), Fraction(7, 11))


def averages() -> Evidence:
    """Section 3.2: which means of two canonical scores never leave the range of a mixture's parts."""
    pairs = list(combinations(product(QUARTERS, repeat=2), 2))
    priors = (Fraction(1, 10), Fraction(1, 5), Fraction(1, 4), HALF)

    def slope(place: tuple, prior: Fraction) -> Fraction:
        """How fast the denominator of the score changes with the rate of positive predictions, for a constant of 1."""
        a, b = place
        return (b - a) / ((1 - prior) * (1 - b) + prior * b)

    def alike(pair: tuple) -> tuple[Fraction, Fraction]:
        """The difference of both slopes, times their denominators, at the priors 0 and 1: it is linear in the prior."""
        (a, b), (c, d) = pair
        return (b - a) * (1 - d) - (d - c) * (1 - b), (b - a) * d - (d - c) * b

    def leaves(score: Score, cases: list[tuple]) -> bool:
        values = [(p, score(p)) for p in cases]
        defined = [(p, v) for p, v in values if v is not None]
        mixtures = ((v, w, score(tuple(map(add, p, q)))) for (p, v), (q, w) in combinations(defined, 2))
        return any(m is not None and not min(v, w) <= m <= max(v, w) for v, w, m in mixtures)

    bends = {(pair, k): _bends(mean_at(*pair), k) for pair in pairs for k in priors}
    same = {(pair, k): slope(pair[0], k) == slope(pair[1], k) for pair in pairs for k in priors}
    e = Evidence(
        note=f"The {len(pairs)} pairs of places with coordinates in quarters. Fixed priors "
        f"{', '.join(map(str, priors))}: segments along the level at two points, and even mixtures of FPR and TPR in "
        "quarters. Any priors: the same segments, or even mixtures of performances in quarters."
    )
    e.printed(
        r"with fixed priors just those bend for which $(b - a)/(\pi_-(1 - b) + \pi_+b)$ is not the same at both places",
        cases=(bends[case] != equal for case, equal in same.items()),
    )
    e.printed(
        "of the others no mixture leaves the range",
        cases=(not leaves(mean_at(*pair), list(performances_at(k))) for (pair, k), equal in same.items() if equal),
    )
    e.printed(
        "among all performances some mixture leaves the range of each mean",
        cases=(any(bends[pair, k] for k in priors) or leaves(mean_at(*pair), counts(4)) for pair in pairs),
    )
    ends = {pair: alike(pair) for pair in pairs}
    everywhere = [pair for pair, (low, high) in ends.items() if low == high == 0]
    roots = Counter(low / (low - high) for low, high in ends.values() if low * high < 0)
    e.printed(
        "it is the same at all priors just for pairs on the rising diagonal, the weighted accuracies",
        cases=((pair in everywhere) == all(a == b for a, b in pair) for pair in pairs),
    )
    e.printed(
        "priors of the positive class at which it is the same for more pairs, and for how many in all",
        agrees=all(sum(same[pair, k] for pair in pairs) == len(everywhere) + roots[k] for k in priors),
        reproduced={str(k): len(everywhere) + more for k, more in sorted(roots.items())} | {"else": len(everywhere)},
    )
    e.printed(
        "at equal priors it is the same just for pairs on one parallel to this diagonal",
        cases=(same[pair, HALF] == (pair[0][1] - pair[0][0] == pair[1][1] - pair[1][0]) for pair in pairs),
    )
    share = {str(k): sum(same[pair, k] for pair in pairs) for k in priors}
    e.control(
        "the same number of pairs at each of these priors", agrees=len(set(share.values())) == 1, reproduced=share
    )
    return e


def average_importances() -> Evidence:
    """Section 3.2: the mean of canonical importances is canonical and keeps mixtures in range; a mean of scores not."""
    places = list(product((Fraction(0), HALF, Fraction(1)), repeat=2))
    pairs = [(x, y) for x in places for y in places if x < y]
    means = {
        (x, y): tuple((v + w) / 2 for v, w in zip(exact.importance(*x), exact.importance(*y), strict=True))
        for x, y in pairs
    }
    e = Evidence(
        note=f"All {len(pairs)} pairs of the nine places with coordinates 0, 1/2, 1. Mixtures: all pairs of "
        f"the 20 performances in thirds, mixed in equal parts, where all scores are defined."
    )
    e.printed(
        "the mean importance is the canonical one half way",
        cases=(mean == exact.importance((x[0] + y[0]) / 2, (x[1] + y[1]) / 2) for (x, y), mean in means.items()),
    )
    e.printed(
        "its score of a mixture lies between those of the parts",
        cases=(_in_range([mean]) for mean in means.values()),
    )
    e.control(
        "so does the mean of the two scores",
        cases=(_in_range([exact.importance(*x), exact.importance(*y)]) for x, y in pairs),
    )
    return e


def _in_range(importances: list[tuple]) -> bool:
    """Whether the mean of the scores never leaves the range of two performances at their mixture in equal parts."""
    whole = [tuple(int(4 * w) for w in weights) for weights in importances]  # quarters, as whole numbers are faster
    cases = counts(3)

    def score(p: tuple) -> Fraction | None:
        values = [exact.ranking_score(p, weights) for weights in whole]
        return None if None in values else sum(values) / len(values)

    values = {p: value for p in cases if (value := score(p)) is not None}
    for p, q in combinations(values, 2):
        mixed = score(tuple(x + y for x, y in zip(p, q, strict=True)))
        if mixed is not None and not min(values[p], values[q]) <= mixed <= max(values[p], values[q]):
            return False
    return True
