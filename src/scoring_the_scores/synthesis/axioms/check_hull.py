"""Checks of metrics of the hull: tosses, the mean that such a metric must be, and its terms at the ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import NamedTuple

from claimledger import Evidence
from metricbook import exact, h_measure_prevalence
from scoring_the_scores.synthesis.axioms.classifiers import (
    Classifier,
    Law,
    all_calibrated,
    calibrated,
    classifiers,
    corners,
    from_counts,
    law,
    least_loss,
    nowhere_lower,
    pairs,
    points,
    sizes,
    toss,
)
from scoring_the_scores.synthesis.axioms.metrics import METRICS
from scoring_the_scores.synthesis.axioms.representation import (
    Metric,
    at_share,
    curve_law,
    from_law,
    integrand,
    mean,
    two_scores,
    weights,
)

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
SHARES = (HALF, Fraction(1, 3), Fraction(2, 3))
SMALL = range(2, 6)
#: Metrics that are one less an expected least loss, or less, at the ends of the costs, a slope.
LOSSES = (
    "H",
    "Youden's J at its best",
    "best accuracy",
    "recall without false alarms",
    "specificity without misses",
)
OTHERS = ("AUCH", "best F1")


def _curves() -> Iterator[list[tuple[Fraction, Fraction]]]:
    """Curves with corners at quarters, whose heights are eighths, and which are concave and touch 0 at both ends."""
    costs = [Fraction(k, 4) for k in range(5)]
    for inner in product((Fraction(k, 8) for k in range(9)), repeat=3):
        curve = list(zip(costs, (ZERO, *inner, ZERO), strict=True))
        slopes = [4 * (high - low) for (_, low), (_, high) in pairwise(curve)]
        if slopes == sorted(slopes, reverse=True):
            yield curve


def _fits(curve: list[tuple[Fraction, Fraction]], share: Fraction) -> bool:
    """Whether a curve is nowhere above the least loss of scores that say nothing."""
    return all(loss <= 2 * min(cost * (1 - share), (1 - cost) * share) for cost, loss in curve)


def _has(curve: list[tuple[Fraction, Fraction]], share: Fraction) -> bool:
    """Whether there is a classifier with this share of positives and this curve of least losses."""
    of = curve_law(curve, share)
    if min(of.values()) < 0 or sum(of.values()) != 1 or sum(q * mass for q, mass in of.items()) != share:
        return False
    classifier = from_law(of)
    return all(least_loss(classifier, cost) == loss for cost, loss in curve)


def _losses(classifier: Classifier, costs: list[Fraction]) -> tuple[Fraction, ...]:
    return tuple(least_loss(classifier, cost) for cost in costs)


def tosses() -> Evidence:
    """The least losses and the ROC curve of a toss, and curves that are the least losses of a classifier."""
    tried = [pair for n in SMALL for pair in pairs(n)]
    e = Evidence(note="All calibrated classifiers of up to five cases; curves with corners at quarters.")
    e.printed(
        "the least loss of the toss is the mean",
        over=tried,
        holds=lambda two: all(
            least_loss(toss(*two), cost) == (least_loss(two[0], cost) + least_loss(two[1], cost)) / 2
            for cost in corners(toss(*two))
        ),
    )
    e.printed(
        "every point of its ROC curve is half way between a point of the one and a point of the other",
        over=tried,
        holds=lambda two: (
            set(points(toss(*two)))
            <= {((f + g) / 2, (t + u) / 2) for (f, t), (g, u) in product(points(two[0]), points(two[1]))}
        ),
    )
    e.printed(
        "the least losses of a classifier are those of its calibrated scores",
        over=[c for n in SMALL for c in classifiers(n)],
        holds=lambda c: all(least_loss(c, q) == least_loss(calibrated(c), q) for q in corners(c)),
    )
    for n in (4, 5):
        e.printed(
            f"two hulls of {n} cases have two curves",
            over=list(combinations([c for c in all_calibrated(n) if sizes(c)[0] == 2], 2)),
            holds=lambda two: _losses(two[0], corners(toss(*two))) != _losses(two[1], corners(toss(*two))),
        )
    for share in SHARES:
        curves = list(_curves())
        e.printed(
            f"concave curves below the triangle are least losses, at a share of {share}",
            cases=(_has(curve, share) for curve in curves if _fits(curve, share)),
        )
        e.control(
            f"so are concave curves that leave it, at a share of {share}",
            cases=(_has(curve, share) for curve in curves if not _fits(curve, share)),
        )
    area = METRICS["AUCH"]
    e.printed(
        "AUCH of a toss of two hulls that differ exceeds the mean",
        over=tried,
        holds=lambda two: area(toss(*two)) > (area(two[0]) + area(two[1])) / 2,
    )
    e.printed("AUROC of a toss of perfect and equal scores", published=Fraction(7, 8), reproduced=_bonus())
    e.control(
        "the ROC curve of the toss is the mean of both at each false positive rate",
        over=tried,
        holds=lambda two: all(
            t == (_height(two[0], f) + _height(two[1], f)) / 2 for f, t in points(toss(*two)) if 0 < f < 1
        ),
    )
    return e


def _height(classifier: Classifier, at: Fraction) -> Fraction:
    """The TPR of a calibrated classifier at an FPR between 0 and 1."""
    for (f, t), (g, u) in pairwise(points(classifier)):
        if f < g and f <= at <= g:
            return t + (u - t) * (at - f) / (g - f)
    raise ValueError(f"no false positive rate of {at}")


def _bonus() -> Fraction:
    perfect, silent = (calibrated(from_counts(*counts)) for counts in ([(0, 1), (1, 0)], [(1, 1)]))
    return METRICS["AUROC"](toss(perfect, silent))


def _mixes(of: Law) -> bool:
    """Whether classifiers of two scores make up this law and perfect ones, whose weight is what the theorem says."""
    share = sum((q * mass for q, mass in of.items()), ZERO)
    parts = two_scores(of)
    made: dict[Fraction, Fraction] = {}
    for part, weight in parts.items():
        for q, mass in law(part).items():
            made[q] = made.get(q, ZERO) + weight * mass
    below = sum(((share - q) * mass for q, mass in of.items() if q < share), ZERO)
    perfect = below / (share * (1 - share))
    wanted = {ONE: perfect * share, ZERO: perfect * (1 - share)}
    for q, mass in of.items():
        wanted[q] = wanted.get(q, ZERO) + mass
    return {q: mass for q, mass in made.items() if mass} == {q: mass for q, mass in wanted.items() if mass}


class Tried(NamedTuple):
    """A metric, and at each share of positives hulls, the function that the metric is the mean of, and its weights."""

    metric: Metric
    known: Mapping[Fraction, list[Classifier]]
    of: Mapping[Fraction, Callable[[Fraction], Fraction]]
    rises: Mapping[Fraction, Mapping[Fraction, Fraction]]

    def is_mean(self, one: tuple[Fraction, Classifier]) -> bool:
        """Whether the metric of a classifier is the mean of the function."""
        share, classifier = one
        return mean(self.of[share], classifier) == self.metric(classifier)

    def is_loss(self, one: tuple[Fraction, Classifier]) -> bool:
        """Whether the metric of a classifier is that of perfect scores less half of the weighted least losses."""
        share, classifier = one
        lost = sum((weight * least_loss(classifier, cost) for cost, weight in self.rises[share].items()), ZERO)
        return self.metric(classifier) == self.metric(from_law({ZERO: 1 - share, ONE: share})) - lost / 2

    def in_order(self) -> Iterator[bool]:
        """Of each two hulls, one nowhere lower, whether the metric does not prefer the lower."""
        for known in self.known.values():
            for better, other in product(known, repeat=2):
                if nowhere_lower(better, other):
                    yield self.metric(better) >= self.metric(other)


def _tried(metric: Metric, known: Mapping[Fraction, list[Classifier]]) -> Tried:
    of = {share: integrand(metric, share) for share in known}
    scores = {share: sorted({ZERO, ONE} | {q for c in hulls for q in law(c)}) for share, hulls in known.items()}
    return Tried(metric, known, of, {share: weights(of[share], scores[share]) for share in known})


def axioms() -> Evidence:
    """Metrics of the hull against the mean that tosses make of them, with weights told by classifiers of two scores."""
    e = Evidence(note="All hulls of up to six cases at three shares of positives.")
    known = {share: at_share(share, 6) for share in SHARES}
    every = [(share, classifier) for share in SHARES for classifier in known[share]]
    e.printed(
        "classifiers of two scores make up any, and perfect ones", over=every, holds=lambda one: _mixes(law(one[1]))
    )
    for name in (*LOSSES, "H's opposite"):
        tried = _tried(METRICS[name], known)
        e.printed(f"{name} is the mean of its function of a calibrated score", over=every, holds=tried.is_mean)
        e.printed(
            f"{name} is its best value less half of the sum of weights times least losses",
            over=every,
            holds=tried.is_loss,
        )
        add = e.control if name == "H's opposite" else e.printed
        add(f"{name} has no negative weight", cases=(w >= 0 for ws in tried.rises.values() for w in ws.values()))
        add(f"{name} never prefers the lower hull", cases=tried.in_order())
    for name in OTHERS:
        tried = _tried(METRICS[name], known)
        e.control(f"{name} is the mean of its function of a calibrated score", over=every, holds=tried.is_mean)
    e.printed(
        "H with costs that the class shares suggest has the mean for a toss",
        pairs=[(_by_shares(toss(*two)), (_by_shares(two[0]) + _by_shares(two[1])) / 2) for two in pairs(4)],
        within=1e-9,
    )
    for name, add in (("best accuracy", e.printed), ("H", e.control)):
        add(f"{name} of a pool of samples with other class shares is the mean", cases=_across_shares(METRICS[name]))
    return e


def _by_shares(classifier: Classifier) -> float:
    """H with the costs that the class shares suggest, Beta(1 + share of positives, 1 + share of negatives)."""
    counts = [(label, group.score, group[1 + label]) for group in classifier for label in (0, 1) if group[1 + label]]
    labels, scores, times = zip(*counts, strict=True)
    return h_measure_prevalence(labels, [float(score) for score in scores], sample_weight=times)


def _across_shares(metric: Metric) -> Iterator[bool]:
    """Of two calibrated samples of one size and other class shares, whether the pool has the mean of their values."""
    for n in (3, 4):
        for first, second in combinations(all_calibrated(n), 2):
            if sizes(first) != sizes(second):
                yield metric(toss(first, second)) == (metric(first) + metric(second)) / 2


def _nearly_perfect(times: int) -> Classifier:
    """A negative among the positives at the higher of two scores, and a positive among the negatives at the lower."""
    return calibrated(from_counts((1, times), (times, 1)))


def ends() -> Evidence:
    """The terms at costs 0 and 1, which read the slopes of the curve of least losses, and what excludes them."""
    every = [classifier for n in SMALL for classifier in classifiers(n)]
    recall, specificity = METRICS["recall without false alarms"], METRICS["specificity without misses"]
    e = Evidence(note="All classifiers of up to five cases; nearly perfect ones of up to 2000.")
    e.printed(
        "the slope at cost 1 has the recall without false alarms, that at cost 0 the specificity without misses",
        over=every,
        holds=lambda c: (
            (_slope(c, ONE), _slope(c, ZERO))
            == (2 * _share(c) * (1 - recall(c)), 2 * (1 - _share(c)) * (1 - specificity(c)))
        ),
    )
    sizes_tried = (9, 99, 999)
    for name, metric in (("recall", recall), ("specificity", specificity)):
        e.printed(
            f"{name} is 0 for all nearly perfect classifiers and 1 for the perfect one",
            cases=[metric(_nearly_perfect(k)) == 0 for k in sizes_tried] + [metric(from_counts((0, 1), (1, 0))) == 1],
        )
    for name in ("H", "best accuracy", "Youden's J at its best"):
        lacking = [1 - (_h(k) if name == "H" else METRICS[name](_nearly_perfect(k))) for k in sizes_tried]
        e.printed(
            f"{name} of nearly perfect classifiers tends to 1",
            cases=(low * 9 <= high for high, low in pairwise(lacking)),
        )
    e.control(
        "recall of nearly perfect classifiers tends to 1",
        cases=(1 - recall(_nearly_perfect(k)) <= Fraction(2, k) for k in sizes_tried),
    )
    e.control(
        "the slope at cost 0 has the recall without false alarms",
        over=every,
        holds=lambda c: _slope(c, ZERO) == 2 * _share(c) * (1 - recall(c)),
    )
    return e


def _h(times: int) -> Fraction:
    """H of a nearly perfect classifier, by weights, as it is slow to compute case by case."""
    return exact.costs.h_measure([0, 1, 0, 1], [1, 1, 0, 0], [1, times, times, 1])


def _share(classifier: Classifier) -> Fraction:
    negatives, positives = sizes(classifier)
    return Fraction(positives, negatives + positives)


def _slope(classifier: Classifier, end: Fraction) -> Fraction:
    """The least loss beside an end of the costs, over the distance from it: the curve has no corner in between."""
    costs = corners(classifier)
    inside = HALF if len(costs) == 2 else costs[1] if end == 0 else costs[-2]
    return least_loss(classifier, inside) / abs(inside - end)
