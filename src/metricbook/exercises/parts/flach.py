"""Checkers of the exercises on costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import samples
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    cases,
    choice,
    descending,
    fields,
    fraction,
    function,
    number,
    ranking,
    several,
    values,
    whole,
    wrong,
)
from metricbook.exercises.slips import array, match, same_function
from metricbook.metrics.costs import cost_curve
from metricbook.metrics.h_measure import h_measure
from metricbook.metrics.ranking import auch, auroc

HALF = Fraction(1, 2)


def _prices(rng: np.random.Generator) -> dict[str, Any]:
    """How many times as dear a miss is as a false alarm, and how rare positives are, such that slips differ."""
    while True:
        given = {"times": int(rng.integers(3, 25)), "one_in": int(rng.integers(4, 40))}
        if all(right not in slips.values() for right, slips in _price_and_skew(**given).values()):
            return given


def _price_and_skew(times: int, one_in: int) -> dict[str, tuple[Fraction, dict[str, Fraction]]]:
    """Cost proportion and skew, and what known slips make of them."""
    negatives = one_in - 1
    c, z = Fraction(1, 1 + times), Fraction(negatives, negatives + times)
    of_c = {
        "that is the miss's part of the costs, not the false alarm's": 1 - c,
        "a part is of the sum of both costs, not of the other cost": Fraction(1, times),
    }
    of_z = {
        "that is the cost proportion; a skew counts the classes too": c,
        "that gives the negatives the share of the positives": Fraction(1, 1 + times * negatives),
        "that is the misses' part, not the false alarms'": 1 - z,
        f"beside one positive stand {negatives} negatives, not {one_in}": Fraction(one_in, one_in + times),
        "that is the share of the negatives; a skew counts the costs too": Fraction(negatives, one_in),
    }
    return {"c": (c, of_c), "z": (z, of_z)}


@checks("flach.price-and-skew", given=_prices)
def price_and_skew(answer: Any, given: Mapping[str, Any]) -> str:
    """Cost proportion and skew from a ratio of costs and the rarity of positives."""
    found = fields(answer, ("c", "z"))
    for name, (right, slips) in _price_and_skew(**given).items():
        match(fraction(found[name], name), right, name, slips, hint="a part of both, as the chapter defines it")
    return "Both are right: what one false alarm is to one miss, and what all of them would be to all misses."


def _dented(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with a dent, whose cost curve has two or three inner corners."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(0.9, 0.1, 10)]
        if not 3 <= sum(labels) <= 7:
            continue
        scores = descending(labels)
        dent = auroc(labels, scores) < auch(labels, scores) - 1e-9
        curve = cost_curve(labels, scores)
        if dent and len(curve.losses) in (4, 5) and not np.allclose(curve.losses, curve.losses[::-1]):
            return {"ranking": "".join("NP"[label] for label in labels)}


@checks("flach.corners", given=_dented)
def corners(answer: Any, given: Mapping[str, Any]) -> str:
    """The corners of a cost curve between its ends."""
    found = [
        _corner(one, place) for place, one in enumerate(several(answer, "the list", shortest=1, longest=20), start=1)
    ]
    labels = ranking(given["ranking"])
    scores = descending(labels)
    right = exact_costs.cost_curve(labels, scores)[1:-1]
    lines = exact_costs.cost_lines(labels, scores)
    if sorted((1 - z, loss) for z, loss in found) == right != sorted(found):
        wrong("All skews are mirrored: z is what a false alarm weighs, so the line of the miss rate starts at z = 0.")
    for z, loss in found:
        least = min(exact_costs.at(line, z) for line in lines)
        where = f"at z = {z} you have {loss}"
        if loss > least:
            wrong(f"This is above the cost curve: {where}, and some threshold loses less.")
        if loss < least:
            wrong(f"This is below the cost curve: {where}, and no threshold loses so little.")
        if z in (0, 1):
            wrong(f"This is an end of the curve, not a corner between the ends: {where}.")
        if (z, loss) not in right:
            wrong(f"This is on the curve, but it goes straight on there: {where}.")
    if missing := set(right) - set(found):
        wrong(f"These are corners, but not all of them, {len(missing)} missing: look at each segment of the hull.")
    return f"These are all {len(right)} corners, one for each segment of the hull that is neither upright nor level."


def _corner(answer: Any, place: int) -> tuple[Fraction, Fraction]:
    pair = several(answer, f"corner {place}", shortest=2, longest=2)
    z, loss = (fraction(one, f"{name} of corner {place}") for one, name in zip(pair, ("z", "loss"), strict=True))
    if z > 1:
        wrong(f"z of corner {place} is {z}, and a skew is at most 1: is it a slope, z / (1 - z)?")
    return z, loss


def _area_below(lines: Sequence[exact_costs.Line]) -> float:
    """The area under the least of some lines, by the middles of many intervals."""
    z, (starts, ends) = (np.arange(4000) + 0.5) / 4000, np.array(lines, dtype=float).T[:, :, None]
    return float(((1 - z) * starts + z * ends).min(axis=0).mean())


AREA_SLIPS: Mapping[str, Callable[[Any, Any], Fraction | float]] = {
    "that is the area over cost proportions, which counts the classes": lambda y, s: exact_costs.expected_min_loss(
        y, s, over="cost"
    ),
    "that is the mean over thresholds; here the best is taken at each skew": exact_costs.expected_loss,
    "that is half of it": lambda y, s: exact_costs.expected_min_loss(y, s) / 2,
    "that is one less the area under the hull": lambda y, s: 1 - exact.auch(y, s),
    "to flag everything is allowed too, by a threshold below all scores": lambda y, s: _area_below(
        exact_costs.cost_lines(y, s)[:-1]
    ),
    "to flag nothing is allowed too, by a threshold above all scores": lambda y, s: _area_below(
        exact_costs.cost_lines(y, s)[1:]
    ),
}


@checks("flach.area-under-cost-curve")
def area_under_cost_curve(answer: Any, given: Mapping[str, Any]) -> str:
    """The area under the cost curve as a function, by the hull or by a fine grid."""
    of, small = function(answer), list(samples(4))
    same_function(of, exact_costs.expected_min_loss, small, AREA_SLIPS, tolerance=2e-5, given=array)
    same_function(
        of,
        exact_costs.expected_min_loss,
        [_larger(one) for one in ("PPNPNNPPNN", "NNPPPNPN")],
        {},
        tolerance=2e-5,
        given=array,
    )
    return f"The function is right on all {len(small)} samples of up to four cases, and on larger ones."


def _larger(text: str) -> tuple[list[int], list[float]]:
    """A sample in another order, on another scale, and with a tie."""
    labels = ranking(text)
    return labels[::-1], [score // 2 - 2.5 for score in descending(labels)][::-1]


@checks("flach.miscounted")
def miscounted(answer: Any, given: Mapping[str, Any]) -> str:
    """A sample whose cost curve has two segments more than its hull has inner corners."""
    labels, scores = cases(answer, longest=10)
    inner = len(exact_costs.roc_hull(labels, scores)) - 2
    pieces = len(exact_costs.cost_curve(labels, scores)) - 1
    said = f"the hull has {inner} inner {'corner' if inner == 1 else 'corners'}, the cost curve {pieces} segments"
    if inner != 2:
        wrong(f"The hull must have two inner corners, but {said}.")
    if pieces != 4:
        top, bottom = (
            {label for label, score in zip(labels, scores, strict=True) if score == end}
            for end in (max(scores), min(scores))
        )
        upright = "the hull starts upright, as only positives are on top" if top == {1} else ""
        level = "the hull ends level, as only negatives are at the bottom" if bottom == {0} else ""
        wrong(f"The cost curve must have four segments, but {said}: {' and '.join(filter(None, (upright, level)))}.")
    return f"In this sample {said}; the printed count says {inner}."


#: Costs of a user for whom false alarms are probably cheap, and of one for whom they are probably dear.
USERS = {"false alarms are cheap": (2, 5), "false alarms are dear": (5, 2)}


@checks("flach.two-users")
def two_users(answer: Any, given: Mapping[str, Any]) -> str:
    """Two samples of one AUROC, without dents, of which one user prefers the first and another the second."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    both = [cases(one, f"the {place} sample", longest=20) for one, place in zip(pair, ("first", "second"), strict=True)]
    sizes = [(sum(labels), len(labels) - sum(labels)) for labels, _ in both]
    if sizes[0] != sizes[1] or sizes[0][0] != sizes[0][1]:
        wrong(f"Both samples must have as many positives as negatives, and the same number; they have {sizes}.")
    areas = [exact.auroc(*one) for one in both]
    if areas[0] != areas[1]:
        wrong(f"Both must have the same AUROC, not {areas[0]} and {areas[1]}.")
    for one, place in zip(both, ("first", "second"), strict=True):
        if exact.auch(*one) != exact.auroc(*one):
            wrong(
                f"The ROC curve of the {place} has a dent: its hull has the area {exact.auch(*one)}. Ties can fill it."
            )
    for (user, (alpha, beta)), better in zip(USERS.items(), (0, 1), strict=True):
        losses = [exact_costs.expected_min_loss(*one, over="cost", alpha=alpha, beta=beta) for one in both]
        said = f"where {user} the first loses {float(losses[0]):.4f}, the second {float(losses[1]):.4f}"
        if losses[1 - better] - losses[better] < Fraction(1, 100):
            wrong(f"The {('first', 'second')[better]} must be the better by 0.01 at least, but {said}.")
    return f"One AUROC of {areas[0]}, and for each user another of the two is better."


def _rarity(rng: np.random.Generator) -> dict[str, Any]:
    return {"one_in": int(rng.integers(3, 40))}


@checks("flach.perfect-but-costly", given=_rarity)
def perfect_but_costly(answer: Any, given: Mapping[str, Any]) -> str:
    """The loss of a perfect ranking at a threshold that is the score of a random case."""
    found = fields(answer, ("loss", "because"))
    share = Fraction(1, given["one_in"])
    slips = {
        "that is the loss if the best threshold is taken": Fraction(0),
        "that is the loss over skews, whatever the class sizes": Fraction(1, 4),
        "that is the loss of a ranking that knows nothing": HALF,
        "that is the chance that two random cases are of one class, of which half are wrong": share**2
        + (1 - share) ** 2,
        "pairs of different classes are never in the wrong order here; look at those of one class": share * (1 - share),
        "a threshold can be the score of a case of either class": (1 - share) / 2,
    }
    loss = fraction(found["loss"], "the loss")
    hint = "draw the case that is judged and the case that is the threshold, and see when the decision is wrong"
    match(loss, (share**2 + (1 - share) ** 2) / 2, "The loss", slips, hint=hint)
    because = choice(found["because"], ("threshold", "costs", "ranking"), "because")
    if because != "threshold":
        what = "The costs could be fixed at any c" if because == "costs" else "The ranking is perfect"
        wrong(f"{what}, and the loss would not vanish: what would have to be chosen with care.")
    return "Most thresholds do not suit a ranking, not even a perfect one."


def _two_bells(rng: np.random.Generator) -> dict[str, Any]:
    """Two classifiers with normal scores and one share of positives."""
    first = round(float(rng.uniform(0.7, 1.3)), 2)
    return {
        "weak": first,
        "strong": round(first + float(rng.uniform(0.6, 1.2)), 2),
        "percent": int(rng.integers(8, 45)),
    }


def _best_f1(separation: float, share: float) -> tuple[float, float]:
    """The best F1 of normal scores, and the chance of a positive at its threshold."""

    def f1(threshold: float) -> float:
        true, false = share * norm.sf(threshold - separation), (1 - share) * norm.sf(threshold)
        return float(2 * true / (share + true + false))

    best = minimize_scalar(lambda t: -f1(t), bounds=(-6, 8), method="bounded", options={"xatol": 1e-10}).x
    true, false = share * norm.pdf(best - separation), (1 - share) * norm.pdf(best)
    return f1(best), float(true / (true + false))


@checks("flach.price-of-f1", given=_two_bells)
def price_of_f1(answer: Any, given: Mapping[str, Any]) -> str:
    """The costs at which the thresholds of the best F1 are best, for two classifiers."""
    found = fields(answer, ("F1", "c"))
    scores, costs = (values(found[name], name, shortest=2, longest=2) for name in ("F1", "c"))
    share = given["percent"] / 100
    for place, name in enumerate(("weak", "strong")):
        best, cost = _best_f1(given[name], share)
        of_f1 = {"that is F1 at the threshold halfway between the bells": _f1_halfway(given[name], share)}
        match(scores[place], best, f"F1 of the {name} classifier", of_f1, tolerance=1e-3, hint="try more thresholds")
        skew = cost * (1 - share) / (cost * (1 - share) + (1 - cost) * share)
        of_c = {
            "that is what a miss costs": 1 - cost,
            "that is the skew": skew,
            "that is the best F1 itself": best,
            "that is the misses' part of the skew": 1 - skew,
        }
        hint = "at the best threshold for c the chance of a positive is c"
        match(costs[place], cost, f"c of the {name} classifier", of_c, tolerance=2e-3, hint=hint)
    return f"F1 prices a false alarm at {costs[0]:.3f} for one classifier and at {costs[1]:.3f} for the other."


def _f1_halfway(separation: float, share: float) -> float:
    true, false = share * norm.sf(-separation / 2), (1 - share) * norm.sf(separation / 2)
    return float(2 * true / (share + true + false))


@checks("flach.one-loss-two-shares")
def one_loss_two_shares(answer: Any, given: Mapping[str, Any]) -> str:
    """The shares of positives at which one classifier loses what another loses with balanced classes, from a figure."""
    found = fields(answer, ("loss", "shares"))
    loss = number(found["loss"], "the loss")
    of_loss = {"that is what the lowest of the three loses there": 0.275, "that is a least loss, of a thin curve": 0.2}
    match(
        loss,
        0.35,
        "The loss",
        of_loss,
        tolerance=0.01,
        hint="the middle of the three thick curves, at its lowest point",
    )
    shares = sorted(values(found["shares"], "shares", shortest=2, longest=2))
    if max(shares) > 1:
        wrong("Read shares between 0 and 1, not percentages.")
    # 1/2 - 2 p (1 - p) (0.95 - 1/2) is 0.35 where p (1 - p) is 1/6
    low = (1 - (1 - 4 / 6) ** 0.5) / 2
    slips = {"that is where all of them are lowest": 0.5, "that is the loss": 0.35}
    hint = "lay a level line through the lowest point of the middle curve and see where the lowest curve meets it"
    for value, right in zip(shares, (low, 1 - low), strict=True):
        match(value, right, "The share", slips, tolerance=0.03, hint=hint)
    return f"All is within what a figure allows of what the theorem gives: 0.35, {low:.3f} and {1 - low:.3f}."


@checks("flach.same-for-all")
def same_for_all(answer: Any, given: Mapping[str, Any]) -> str:
    """What random thresholds share between two classifiers of a student's own cases, and what they do not."""
    found = fields(answer, ("labels", "first", "second", "called", "false_alarms", "same", "differs"))
    most = 3000
    given_labels = several(found["labels"], "labels", shortest=50, longest=most)
    labels = np.array([whole(one, f"label {place}", high=1) for place, one in enumerate(given_labels, start=1)])
    if min(labels.sum(), (1 - labels).sum()) < 20:
        wrong("There must be 20 cases of each class at least.")
    means = []
    for name in ("first", "second"):
        scores = np.array(values(found[name], f"scores of the {name}", shortest=len(labels), longest=len(labels)))
        if len(set(scores.tolist())) < len(scores):
            wrong(f"Scores of the {name} have ties: the reading in question is for scores without ties.")
        above = scores > scores[:, None]
        means.append((above.mean(), above[:, labels == 0].mean(), above[:, labels == 1].mean()))
    if abs(means[0][1] - means[1][1]) < 1e-3:
        wrong("Take two classifiers whose AUROCs differ more: these have nearly the same mean FPR.")
    for name, which in (("called", 0), ("false_alarms", 1)):
        numbers = values(found[name], name, shortest=2, longest=2)
        for value, mean, place in zip(numbers, means, ("first", "second"), strict=True):
            slips = {
                "that is the mean TPR": mean[2],
                "a case at the threshold is not flagged": mean[which] + 1 / len(labels),
                "that is the share of the cases that are not flagged": 1 - mean[which],
                "that is a percentage": 100 * mean[which],
            }
            match(value, mean[which], f"{name} of the {place}", slips, tolerance=1e-4)
    units = ("scores", "shares", "false alarm rates")
    if choice(found["same"], units, "same") != "shares":
        wrong("same names the unit in which the thresholds of both are distributed alike; your own numbers say which.")
    if choice(found["differs"], units, "differs") != "false alarm rates":
        wrong("differs names what your own numbers show to differ, and scores of two classifiers have no common unit.")
    return "The same shares for everybody, and other points of the ROC curves: the claim hangs on the unit."


def _loss_over_costs(rng: np.random.Generator) -> dict[str, Any]:
    """A sample's sizes and its loss over cost proportions; the sizes differ, and so do the areas of most students."""
    while True:
        positives, negatives = (int(one) for one in rng.integers(5, 16, 2))
        pairs = positives * negatives
        reversed_pairs = int(rng.integers(1, pairs // 2))
        if positives != negatives and math.gcd(reversed_pairs, pairs) == 1:
            area = 1 - Fraction(reversed_pairs, pairs)
            loss = exact_costs.expected_loss_from_auroc(area, negatives, positives, over="cost")
            return {"positives": positives, "negatives": negatives, "loss": str(loss)}


@checks("flach.auroc-from-loss", given=_loss_over_costs)
def auroc_from_loss(answer: Any, given: Mapping[str, Any]) -> str:
    """AUROC from the loss over cost proportions and the sizes of the classes."""
    p, m, loss = given["positives"], given["negatives"], Fraction(given["loss"])
    lead = (HALF - loss) * (p + m) * (p + m + 1)
    right = HALF + lead / (2 * p * m)
    slips = {
        "that is what a default classifier left out would give, without n/(n+1)": HALF
        + (right - HALF) * Fraction(p + m, p + m + 1),
        "that is what the theorem for skews would give": HALF + 2 * (HALF - loss) * Fraction(p + m + 1, p + m),
        "that is one less the area": 1 - right,
        "that is the lead of ordered over reversed pairs, not yet divided": lead,
        "that is the lead of ordered over reversed pairs as a share of all pairs": lead / (p * m),
    }
    match(fraction(answer, "AUROC"), right, "AUROC", slips, hint="the loss is 1/2 less a multiple of AUROC - 1/2")
    return f"The lead of ordered over reversed pairs is {lead} of {p * m}."


RANK_SLIPS: Mapping[str, Callable[[Any, Any], Fraction]] = {
    "that leaves out the default classifier": lambda y, s: exact_costs.expected_loss(y, s, default_weight=0),
    "that gives tied cases the last of the places they share": lambda y, s: exact_costs.expected_loss(
        y, s, ties="negative"
    ),
    "that gives tied cases the first of the places they share": lambda y, s: exact_costs.expected_loss(
        y, s, ties="positive"
    ),
    "that is the loss over cost proportions": lambda y, s: exact_costs.expected_loss(y, s, over="cost"),
    "that is the loss of the ranking turned round: rank 1 is the highest score": lambda y, s: exact_costs.expected_loss(
        y, [-one for one in s]
    ),
    "that is the least loss, at best thresholds": exact_costs.expected_min_loss,
}


@checks("flach.loss-by-ranks")
def loss_by_ranks(answer: Any, given: Mapping[str, Any]) -> str:
    """The expected loss over skews as a function, on all small samples with ties."""
    of, small = function(answer), list(samples(4))
    same_function(of, exact_costs.expected_loss, small, RANK_SLIPS, given=array)
    same_function(of, exact_costs.expected_loss, [_larger(one) for one in ("PPNPNNPPNN", "NNPPPNPN")], {}, given=array)
    return f"The function is right on all {len(small)} samples of up to four cases, and on larger ones."


@checks("flach.ties-that-hide")
def ties_that_hide(answer: Any, given: Mapping[str, Any]) -> str:
    """Ties inside the classes that move the loss over skews, and not that over cost proportions."""
    labels, scores = cases(answer, longest=7)
    tied = {one for label, one in zip(labels, scores, strict=True) if label} & {
        one for label, one in zip(labels, scores, strict=True) if not label
    }
    if tied:
        wrong(f"No positive may tie with a negative, but both score {min(tied):g}.")
    gaps = {}
    for over in ("skew", "cost"):
        one, other = (
            exact_costs.expected_loss(labels, scores, over=over, ties=side) for side in ("negative", "positive")
        )
        gaps[over] = one - other
    said = f"over skews the directions differ by {gaps['skew']}, over cost proportions by {gaps['cost']}"
    if len(set(scores)) == len(scores):
        wrong(f"Without any tie nothing depends on the direction: {said}.")
    if gaps["skew"] == 0:
        wrong(f"Over skews the directions must differ, but {said}.")
    if gaps["cost"] != 0:
        wrong(f"Over cost proportions the directions must agree, but {said}.")
    return f"With half credit nothing of this is seen: {said}."


#: The two rankings that the chapter prints: to hand them in again proves nothing.
PRINTED = ("PNPNPNNPN", "PNNNPPPNN")


@checks("flach.crossing-rankings")
def crossing_rankings(answer: Any, given: Mapping[str, Any]) -> str:
    """Two rankings of 4 + 5 that AUROC and H order differently."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas, hs = ([of(one, descending(one)) for one in (first, second)] for of in (auroc, h_measure))
    said = f"AUROC gives {areas[0]:.3f} and {areas[1]:.3f}, H gives {hs[0]:.4f} and {hs[1]:.4f}"
    if areas[0] <= areas[1] + 1e-12:
        wrong(f"AUROC must prefer the first ranking: {said}.")
    if hs[1] <= hs[0] + 1e-12:
        wrong(f"H must prefer the second ranking: {said}.")
    if [first, second] == [ranking(one) for one in PRINTED]:
        wrong("These two are the chapter's own: find two others.")
    return f"{said}."


def _segments(labels: Sequence[int]) -> list[tuple[int, int]]:
    """Negatives and positives of each segment of the hull, highest scores first: pooled until shares fall."""
    found: list[tuple[int, int]] = []
    for label in labels:
        negatives, positives = 1 - label, label
        while found and positives * sum(found[-1]) >= found[-1][1] * (negatives + positives):
            before = found.pop()
            negatives, positives = negatives + before[0], positives + before[1]
        found.append((negatives, positives))
    return found


def _pooled(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with three segments or more, of which two mix the classes."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(1, 0, 10)]
        if 3 <= sum(labels) <= 7 and sum(labels) != 5:
            mixed = [min(segment) > 0 for segment in _segments(labels)]
            if len(mixed) >= 3 and sum(mixed) == 2:
                return {"ranking": "".join("NP"[label] for label in labels)}


@checks("flach.h-by-segments", given=_pooled)
def h_by_segments(answer: Any, given: Mapping[str, Any]) -> str:
    """Shares of positives by segment, the loss under uniform costs and H, in fractions."""
    found = fields(answer, ("shares", "loss", "H"))
    labels = ranking(given["ranking"])
    shares = [Fraction(p, n + p) for n, p in _segments(labels)]
    _shares(several(found["shares"], "shares", shortest=1, longest=10), shares)
    weights = [Fraction(n + p, len(labels)) for n, p in _segments(labels)]
    products, prior = [v * (1 - v) for v in shares], Fraction(sum(labels), len(labels))
    flat, bent = (
        sum(w * f for w, f in zip(weights, fs, strict=True)) for fs in (products, [p * (1 + p) for p in products])
    )
    most = prior * (1 - prior)
    of_loss = {
        "the segments count by their share of the cases": sum(products, Fraction(0)),
        "that is the loss under Beta(2, 2)": bent,
        "the factor 2 of the loss is in the formula already": 2 * flat,
        "the factor 2 of the loss cancels the half of the integral": flat / 2,
    }
    match(fraction(found["loss"], "loss"), flat, "The loss", of_loss, hint="only segments that mix the classes lose")
    of_h = {
        "that is the scaled loss under uniform costs": 1 - flat / most,
        "that is the scaled loss itself, and H is one less it": bent / (most * (1 + most)),
        "the largest loss must be that of Beta(2, 2) as well": 1 - bent / most,
        "the largest loss is that of constant scores, which depends on the share of positives": 1
        - bent / Fraction(5, 16),
    }
    match(fraction(found["H"], "H"), 1 - bent / (most * (1 + most)), "H", of_h, hint="scale the loss under Beta(2, 2)")
    return f"Shares, loss and H are right, from {len(shares)} segments instead of eleven thresholds."


def _shares(answer: Sequence[Any], right: list[Fraction]) -> None:
    found = [fraction(one, f"share {place}") for place, one in enumerate(answer, start=1)]
    if found == right[::-1]:
        wrong("The segments are in the wrong order: the highest scores come first.")
    if any(one <= other for one, other in pairwise(found)):
        wrong("The shares must fall from segment to segment: pool neighbours until they do.")
    if found != right:
        more = "too few" if len(found) < len(right) else "too many" if len(found) > len(right) else "others"
        wrong(f"These are not the shares of the hull's segments, there are {more}: pool only what would rise or stay.")


def _h_of_corner(corner: tuple[Fraction, Fraction], prior: Fraction) -> Fraction:
    """H under Beta(2, 2) of a ROC curve with one corner (FPR, TPR)."""
    loss = Fraction(0)
    for width, height in (corner, (1 - corner[0], 1 - corner[1])):
        negatives, positives = (1 - prior) * width, prior * height
        if negatives and positives:
            product = negatives * positives / (negatives + positives) ** 2
            loss += (negatives + positives) * product * (1 + product)
    most = prior * (1 - prior)
    return 1 - loss / (most * (1 + most))


PRIORS = (Fraction(1, 10), HALF)


@checks("flach.h-changes-sides")
def h_changes_sides(answer: Any, given: Mapping[str, Any]) -> str:
    """Two ROC points of one AUROC whose order by H changes with the share of positives."""
    found = several(answer, "the pair", shortest=2, longest=2)
    points = []
    for one, place in zip(found, ("first", "second"), strict=True):
        pair = several(one, f"the {place} point", shortest=2, longest=2)
        x, y = (
            fraction(each, f"{name} of the {place}", low=0, high=1)
            for each, name in zip(pair, ("FPR", "TPR"), strict=True)
        )
        if x >= y:
            wrong(f"The {place} point is not above the diagonal: FPR comes first, then TPR.")
        points.append((x, y))
    areas = [(1 + y - x) / 2 for x, y in points]
    if areas[0] != areas[1]:
        wrong(f"Both must have the same AUROC, not {areas[0]} and {areas[1]}.")
    said = []
    for prior, better in zip(PRIORS, (0, 1), strict=True):
        hs = [_h_of_corner(point, prior) for point in points]
        said.append(f"at {float(prior):.0%} positives H is {float(hs[0]):.4f} and {float(hs[1]):.4f}")
        if hs[better] - hs[1 - better] < Fraction(1, 100):
            wrong(f"The {('first', 'second')[better]} must be ahead by 0.01 at least, but {said[-1]}.")
    return f"Both have an AUROC of {areas[0]}, and {'; '.join(said)}."


def _one_lost(rng: np.random.Generator) -> dict[str, Any]:
    """A list of labels with one lost, and two numbers that only together say which."""
    while True:
        labels = [int(one) for one in rng.random(12) < np.linspace(0.85, 0.15, 12)]
        at = int(rng.integers(12))
        printed = labels[:at] + labels[at + 1 :]
        if not 4 <= sum(labels) <= 8:
            continue
        area, hull = _two_numbers(labels)
        others = [_two_numbers(one) for one in _completions(printed)]
        if others.count((area, hull)) == 1 and sum(one[1] == hull for one in others) > 1:
            return {"printed": "".join("NP"[one] for one in printed), "auroc": area, "auch": hull}


def _completions(printed: list[int]) -> list[list[int]]:
    """The different lists that become the printed one when a label is deleted."""
    every = {(*printed[:i], new, *printed[i:]) for i in range(len(printed) + 1) for new in (0, 1)}
    return [list(one) for one in sorted(every)]


def _two_numbers(labels: list[int]) -> tuple[str, str]:
    """AUROC and AUCH as a paper prints them."""
    scores = descending(labels)
    area, hull = (round(of(labels, scores), 12) for of in (auroc, auch))
    return f"{area:.4f}", f"{hull:.4f}"


@checks("flach.lost-label", given=_one_lost)
def lost_label(answer: Any, given: Mapping[str, Any]) -> str:
    """The one completion of a list of labels that gives the two printed numbers."""
    labels, printed = ranking(answer), ranking(given["printed"])
    if len(labels) != len(printed) + 1:
        wrong(f"One label is lost, so there are {len(printed) + 1}, not {len(labels)}.")
    if labels not in _completions(printed):
        wrong("The list must become the printed one when a label is deleted from it: only one was lost, none changed.")
    if len(set(labels)) < 2:
        wrong("The list must have positives and negatives.")
    area, hull = _two_numbers(labels)
    if hull != given["auch"]:
        wrong(f"Its AUCH is {hull}, and {given['auch']} is printed.")
    if area != given["auroc"]:
        wrong(f"Its AUCH fits, but its AUROC is {area}, and {given['auroc']} is printed.")
    return "The only completion that gives both numbers: AUCH alone would not have decided."
