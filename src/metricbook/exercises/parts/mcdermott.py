"""Checkers of the exercises on rare positives: two areas, two groups, and what is drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq

from metricbook.exact import ranking as exact
from metricbook.exact.samples import samples
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    cases,
    choice,
    close,
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
from metricbook.exercises.slips import same_function
from metricbook.metrics.uncertainty import Interval, paired_difference, standard_error

Given = Mapping[str, Any]
Areas = Callable[[Sequence[int], Sequence[float]], Fraction]


# Two areas


def a_small_test_set(rng: np.random.Generator) -> Given:
    positives = int(rng.integers(2, 13))
    return {"cases": int(positives * rng.integers(8, 40) + rng.integers(0, 8)), "positives": positives}


@checks("mcdermott.by-chance", given=a_small_test_set)
def by_chance(answer: Any, given: Given) -> str:
    """The mean of average precision over all orders, by its formula."""
    n, m = given["cases"], given["positives"]
    mean = float(chance_level(n, m))
    found = _share(answer, "the mean")
    forms = {
        "the prevalence, which the mean approaches only in large data sets": m / n,
        "the chance level of AUROC": 0.5,
        "the mean for a single positive among as many cases": float(chance_level(n, 1)),
        "the formula with the harmonic number of the positives, not of the cases": float(_chance(n, m, m)),
        "the formula without the prevalence that its second term is added to": mean - m / n,
    }
    if not close(found, mean, 1e-4):
        near = next((said for said, value in forms.items() if close(found, value, 1e-4)), None)
        if near:
            wrong(f"{found:.4f} is {near}.")
        if close(found, mean, 0.01):
            wrong(f"{found:.4f} is near, but four decimal places are asked for: it looks simulated or rounded.")
        side = "above" if found > mean else "below"
        wrong(
            f"{found:.4f} is {side} the mean over all orders; try the formula on 2 cases, 1 positive: there it is 3/4."
        )
    return f"A coin gets {mean:.4f} on average, {mean * n / m:.2f} times the prevalence {m / n:.4f}."


def chance_level(n: int, m: int) -> Fraction:
    """Mean of average precision over all orders of n cases, m of them positive."""
    return _chance(n, m, n)


def _chance(n: int, m: int, last: int) -> Fraction:
    harmonic = sum((Fraction(1, i) for i in range(1, last + 1)), Fraction(0))
    return Fraction(m, n) + (1 - Fraction(m, n)) * (harmonic - 1) / (n - 1)


@checks("mcdermott.precision-with-ties")
def precision_with_ties(answer: Any, given: Given) -> str:
    """Average precision from a student's function, on every small sample and on some larger ones."""
    tried = same_function(function(answer), exact.average_precision, _tied_samples(), OTHER_AREAS, given=list)
    return f"It agrees with the definition on {tried} samples, ties and negative scores among them."


def _tied_samples() -> Iterator[tuple[list[int], list[float]]]:
    for labels, scores in samples(5):
        yield list(labels), [float(score) for score in scores]
        if len(set(scores)) < len(scores):
            yield list(labels)[::-1], [float(score) for score in scores][::-1]
    rng = np.random.default_rng(0)
    for _ in range(20):
        yield rng.permutation([1, 1, 1, *[0] * 9]).tolist(), (rng.integers(-6, 6, size=12) / 2).tolist()


def _in_order(labels: Sequence[int], scores: Sequence[float], tied: Callable[[int], float]) -> Fraction:
    order = sorted(range(len(labels)), key=lambda i: (-scores[i], tied(i)))
    return exact.average_precision([labels[i] for i in order], descending(labels))


def _strictly(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    found = Fraction(0)
    for label, score in zip(labels, scores, strict=True):
        above = [y for y, s in zip(labels, scores, strict=True) if s > score]
        found += Fraction(label * sum(above), max(len(above), 1))
    return found / sum(labels)


def _trapezoids(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    area, recall, precision = Fraction(0), Fraction(0), Fraction(1)
    for threshold in sorted(set(scores), reverse=True):
        flagged = [y for y, s in zip(labels, scores, strict=True) if s >= threshold]
        now = Fraction(sum(flagged), sum(labels)), Fraction(sum(flagged), len(flagged))
        area += (now[0] - recall) * (now[1] + precision) / 2
        recall, precision = now
    return area


OTHER_AREAS: Final[Mapping[str, Areas]] = {
    "it breaks ties by the order in which the cases are listed": lambda y, s: _in_order(y, s, lambda i: i),
    "it breaks ties against the order in which the cases are listed": lambda y, s: _in_order(y, s, lambda i: -i),
    "it puts positives first among ties": lambda y, s: _in_order(y, s, lambda i: -y[i]),
    "it puts negatives first among ties": lambda y, s: _in_order(y, s, lambda i: y[i]),
    "it ranks the lowest score first": lambda y, s: exact.average_precision(y, [-x for x in s]),
    "it ranks the lowest score first, ties by their order in the list": lambda y, s: _in_order(
        y, [-x for x in s], lambda i: i
    ),
    "it takes the classes for each other": lambda y, s: exact.average_precision([1 - x for x in y], s),
    "it computes AUROC": exact.auroc,
    "it leaves out the cases of the same score, the positive itself among them": _strictly,
    "it joins the points of the curve by straight lines, which is more than the mean of precisions": _trapezoids,
}


@checks("mcdermott.dearer-below")
def dearer_below(answer: Any, given: Given) -> str:
    """A positive on top, and the lowest mistake gains 4/3 times as much as the topmost."""
    labels = ranking(answer, longest=20)
    if not labels[0]:
        wrong("The ranking must have a positive on top; with P the first letter stands for the highest score.")
    gains = atomic_gains(labels)
    if len(gains) < 2:
        wrong(f"2 atomic mistakes are needed, each a negative directly above a positive: the ranking has {len(gains)}.")
    (first, top), (last, low) = gains[0], gains[-1]
    said = f"Fixing the mistake at ranks {first} and {first + 1} adds {top}, that at {last} and {last + 1} adds {low}"
    if low <= top:
        wrong(f"{said}: the lower one is not the dearer.")
    if low < Fraction(4, 3) * top:
        wrong(f"{said}: {float(low / top):.3f} times as much, and 4/3 are asked for.")
    return f"{said}, {float(low / top):.3f} times as much."


def atomic_gains(labels: Sequence[int]) -> list[tuple[int, Fraction]]:
    """The rank of each negative directly above a positive, and what exchanging the two adds to average precision."""
    found, before = [], exact.average_precision(labels, descending(labels)) if any(labels) else Fraction(0)
    for place, pair in enumerate(pairwise(labels)):
        if pair == (0, 1):
            fixed = [*labels[:place], 1, 0, *labels[place + 2 :]]
            found.append((place + 1, exact.average_precision(fixed, descending(fixed)) - before))
    return found


@checks("mcdermott.better-than-a-coin")
def better_than_a_coin(answer: Any, given: Given) -> str:
    """AUROC at least 0.7, average precision below its mean over all orders."""
    labels = ranking(answer, longest=40)
    n, m = len(labels), sum(labels)
    if not 2 <= m < n:
        wrong(f"The ranking must have two positives or more, and negatives: it has {m} and {n - m}.")
    area, precision = (of(labels, descending(labels)) for of in (exact.auroc, exact.average_precision))
    mean = chance_level(n, m)
    said = f"AUROC is {float(area):.4f}, average precision {float(precision):.4f}, a coin's {float(mean):.4f}"
    if area < Fraction(7, 10):
        turned = (
            " It would be reached the other way round: is the highest score first?" if area <= Fraction(3, 10) else ""
        )
        wrong(f"{said}: AUROC must be at least 0.7.{turned}")
    if precision >= mean:
        wrong(f"{said}: a coin does not do better than this ranking yet.")
    below = "below" if precision < Fraction(m, n) else "still above"
    return f"{said}: it is {below} the prevalence, {m / n:.4f}."


# Two groups in closed form


def two_groups(rng: np.random.Generator) -> Given:
    while True:
        share, a0, a1 = (round(float(x), 2) for x in (rng.uniform(0.1, 0.9), *rng.uniform(0.02, 0.5, size=2)))
        k0, k1 = sorted(round(float(x), 1) for x in rng.uniform(0.1, 0.9, size=2))
        w1 = weight(share, a0, a1)
        if k1 > k0 and min(abs(w1 - other) for other in (0.5, share, 1 - share)) > 0.05 and abs(share - 0.5) > 0.05:
            return {"share": share, "a0": a0, "a1": a1, "k0": k0, "k1": k1}


def weight(share: float, a0: float, a1: float) -> float:
    """The share of the positives that belongs to group 1."""
    return share * a1 / (share * a1 + (1 - share) * a0)


@checks("mcdermott.weights", given=two_groups)
def weights(answer: Any, given: Given) -> str:
    """The weight of group 1 among the positives, the pooled AUROC, and whom it prefers."""
    said = fields(answer, ("w1", "AUROC", "prefers"))
    found, area = _share(said["w1"], "w1"), _share(said["AUROC"], "AUROC")
    prefers = whole(said["prefers"], "prefers", high=1)
    share, a0, a1, k0, k1 = (given[name] for name in ("share", "a0", "a1", "k0", "k1"))
    w1 = weight(share, a0, a1)
    forms = {
        "that is the share of the cases, and a group with more cases need not have more positives": share,
        "that is the share of the cases in the other group": 1 - share,
        "that is the weight of group 0, the groups are exchanged": 1 - w1,
        "that is a share of all cases, not of the positives": share * a1,
        "that is what the prevalences alone would give, but the groups differ in size": a1 / (a0 + a1),
    }
    _expect(found, w1, 6e-4, "w1", forms, f"of 1000 cases {1000 * share * a1:g} are positives of group 1")

    def mixed(w: float) -> float:
        return w * (1 + k1) / 2 + (1 - w) * (1 + k0) / 2

    areas = {
        "that is the mean by cases, and the mean by positives is needed": mixed(share),
        "that is the mean with the printed weights, the share of group 1 for group 0": mixed(1 - share),
        "that is the mean with the weights exchanged": mixed(1 - w1),
        "that is the mean of the groups, both counted the same": mixed(0.5),
        "that is the mean of the two k, but the AUROC of group g is (1 + k_g)/2": w1 * k1 + (1 - w1) * k0,
    }
    _expect(area, mixed(w1), 6e-4, "AUROC", areas, "group g by itself has (1 + k_g)/2")
    if prefers != (w1 > 0.5):
        minority = "the minority" if (prefers == 1) == (share < 0.5) else "the better group" if prefers else "a group"
        wrong(f"AUROC does not prefer {minority} as such: compare its slopes by k_0 and k_1.")
    return f"Group 1 has {w1:.3f} of the positives, the AUROC is {mixed(w1):.3f}, and it prefers group {prefers}."


@checks("mcdermott.no-mean")
def no_mean(answer: Any, given: Given) -> str:
    """Two groups of AUROC at most 1/2 whose union has at least 0.8."""
    triple = several(answer, "the answer", longest=200)
    if len(triple) != 3:
        wrong("The answer must be three lists of equal length: labels, scores and groups.")
    labels, scores = cases(triple[:2], "the data", longest=12)
    groups = [
        whole(one, f"group {i}", high=1) for i, one in enumerate(several(triple[2], "groups", longest=12), start=1)
    ]
    if len(groups) != len(labels):
        wrong(f"There are {len(labels)} labels and {len(groups)} groups.")
    areas = [_area_within(labels, scores, groups, group) for group in (0, 1)]
    return beyond_both(areas, exact.auroc(labels, scores))


def beyond_both(areas: Sequence[Fraction], pooled: Fraction) -> str:
    """Two areas of at most 1/2, and at least 0.8 over all cases."""
    said = f"AUROC is {areas[0]} in group 0, {areas[1]} in group 1, {pooled} over all cases"
    if max(areas) > Fraction(1, 2):
        wrong(f"{said}: neither group may have more than 1/2.")
    if pooled < Fraction(4, 5):
        wrong(f"{said}: over all cases at least 4/5 are asked for.")
    return f"{said}: it lies beyond both."


def _area_within(labels: list[int], scores: list[float], groups: list[int], group: int) -> Fraction:
    inside = [(y, s) for y, s, g in zip(labels, scores, groups, strict=True) if g == group]
    if {y for y, _ in inside} != {0, 1}:
        wrong(f"Group {group} must have positives and negatives, or it has no AUROC.")
    return exact.auroc([y for y, _ in inside], [s for _, s in inside])


def groups_with_a_border(rng: np.random.Generator) -> Given:
    while True:
        share, a0, a1 = (round(float(x), 2) for x in (rng.uniform(0.1, 0.9), *rng.uniform(0.02, 0.5, size=2)))
        k0, w1 = round(float(rng.uniform(0.0, 0.5)), 2), weight(share, a0, a1)
        if 0.1 < w1 < 0.47 and k0 + 0.08 < border(w1, share * a1 + (1 - share) * a0, k0) < 0.97:
            return {"share": share, "a0": a0, "a1": a1, "k0": k0}


def border(w1: float, prevalence: float, k0: float) -> float:
    """The k_1 above which AUPRC would rather have k_1 raised than k_0, for w1 below one half."""
    w0, a = 1 - w1, 1 - k0
    c = prevalence * w0 + (1 - prevalence) * a

    def psi(t: float) -> float:
        return (w1 + w0 * t) / (prevalence * w1 + c * t) ** 2

    def difference(r: float) -> float:
        return w0 * (r**2 * psi(r) + quad(lambda t: t * psi(t), r, 1)[0]) - w1 * psi(r)

    return float(1 - a * brentq(difference, 1e-9, 1))


@checks("mcdermott.border", given=groups_with_a_border)
def the_border(answer: Any, given: Given) -> str:
    """The border, from the quotient of the two slopes."""
    found = _share(answer, "the border")
    share, a0, a1, k0 = (given[name] for name in ("share", "a0", "a1", "k0"))
    w1, prevalence = weight(share, a0, a1), share * a1 + (1 - share) * a0
    right = border(w1, prevalence, k0)
    forms = {
        "that is the border for weights by cases, but it is the positives that are mixed": (share, prevalence),
        "that is the border of the printed formula, which takes the share of group 1 for the weight of group 0": (
            1 - share,
            prevalence,
        ),
        "that is the border at a prevalence of one half": (w1, 0.5),
        "that is the border at the mean of the two prevalences, but the groups differ in size": (w1, (a0 + a1) / 2),
        "that is the border with the prevalence of group 0 for that of all cases": (w1, a0),
        "that is the border with the prevalence of group 1 for that of all cases": (w1, a1),
    }
    borders = {said: border(w, p, k0) for said, (w, p) in forms.items() if w < 0.5}
    if found <= k0:
        wrong(f"Group 1 is the better one, so the border is above k_0 = {k0:g}.")
    _expect(found, right, 0.003, "the border", borders, "just above k_0 AUPRC prefers the group with more positives")
    return f"Group 1 has {w1:.3f} of the positives, and the border is at {right:.4f}."


# Two groups by experiment


@checks("mcdermott.mean-is-not-enough")
def mean_is_not_enough(answer: Any, given: Given) -> str:
    """Scores whose mean is the prevalence, in nearly the wrong order."""
    pair = several(answer, "the answer", longest=200)
    if len(pair) != 2:
        wrong("The answer must be a pair (labels, scores), two lists of equal length.")
    found = several(pair[1], "scores", shortest=2, longest=8)
    scores = [fraction(one, f"score {i}", low=0, high=1) for i, one in enumerate(found, start=1)]
    labels, _ = cases((pair[0], [float(one) for one in scores]), "the answer", longest=8)
    mean, prevalence = sum(scores, Fraction(0)) / len(scores), Fraction(sum(labels), len(labels))
    area = exact.auroc(labels, scores)
    if mean != prevalence:
        wrong(f"The mean score is {mean}, and the share of positives is {prevalence}.")
    if area > Fraction(1, 4):
        wrong(f"The mean is right, but AUROC is {area}: the positives do not score low enough.")
    return f"The mean score and the prevalence are {mean}, and AUROC is {area}: the right mean, and misleading scores."


def two_small_groups(rng: np.random.Generator) -> Given:
    while True:
        twentieths = rng.permutation(np.arange(1, 20))[:14]
        scores = [sorted(half.tolist(), reverse=True) for half in (twentieths[:7], twentieths[7:])]
        labels = [rng.permutation([1] * m + [0] * (7 - m)).tolist() for m in (rng.integers(3, 5), rng.integers(1, 3))]
        own = [exact.auroc(*one) for one in zip(labels, scores, strict=True)]
        before, after = (_over_all(labels, one) for one in (scores, _scaled(labels, scores)))
        alone = _over_all(labels, _scaled(labels, scores, 1))
        if min(own) >= Fraction(1, 2) and len({before, after, alone, sum(own) / 2}) == 4:
            columns = {f"labels{g}": labels[g - 1] for g in (1, 2)}
            return columns | {f"scores{g}": [one / 20 for one in scores[g - 1]] for g in (1, 2)}


def _scaled(labels: Sequence[list[int]], scores: Sequence[list[Any]], among: int = 2) -> list[list[Fraction]]:
    """Scores of each of the first groups times what makes their mean the share of positives; others as they are."""
    sums = [(Fraction(sum(y)), sum(map(Fraction, s), Fraction(0))) for y, s in zip(labels, scores, strict=True)]
    factors = [positives / total if group < among else Fraction(1) for group, (positives, total) in enumerate(sums)]
    return [[Fraction(one) * factor for one in s] for s, factor in zip(scores, factors, strict=True)]


def _over_all(labels: Sequence[list[int]], scores: Sequence[list[Any]]) -> Fraction:
    return exact.auroc([*labels[0], *labels[1]], [*scores[0], *scores[1]])


@checks("mcdermott.scaled-groups", given=two_small_groups)
def scaled_groups(answer: Any, given: Given) -> str:
    """Scaling changes pairs of different groups only."""
    said = fields(answer, ("within", "over all", "AUROC"))
    within, over = (choice(said[name], ("rises", "falls", "stays"), name) for name in ("within", "over all"))
    areas = [_decimal(one, "an AUROC") for one in several(said["AUROC"], "AUROC", shortest=3, longest=3)]
    labels = [given["labels1"], given["labels2"]]
    scores = [[Fraction(str(one)) for one in given[name]] for name in ("scores1", "scores2")]
    before, after = _over_all(labels, scores), _over_all(labels, _scaled(labels, scores))
    own = [exact.auroc(*one) for one in zip(labels, scores, strict=True)]
    for found, right, group in zip(areas, own, (1, 2), strict=False):
        turned = {"that is the chance of a negative to score higher": float(1 - right)}
        _expect(
            found, float(right), 6e-4, f"the AUROC of group {group}", turned, "scaling keeps each group's own order"
        )
    forms = {
        "that is the AUROC before scaling": float(before),
        "that is what comes of scaling one group alone": float(_over_all(labels, _scaled(labels, scores, 1))),
        "that is the mean of the two groups, and pairs of different groups count too": float(sum(own) / 2),
    }
    otherwise = "it is the share of all pairs in the right order"
    _expect(areas[2], float(after), 6e-4, "the AUROC over all cases", forms, otherwise)
    if within != "stays":
        wrong("All three values are right; but within a group scaling changes no order.")
    if over != ("rises" if after > before else "falls"):
        wrong(f"All three values are right; over all cases AUROC is {after}, and before scaling it was {before}.")
    return f"Within the groups nothing changes; over all cases the AUROC goes from {before} to {after}."


def repairs(rng: np.random.Generator) -> Given:
    p1, p2 = int(rng.integers(6, 16)), int(rng.integers(2, 6))
    size, both1 = int(rng.integers(10, 25)) * 10, int(rng.integers(15, 31))
    return {
        **{"p1": p1, "n1": size - p1, "p2": p2, "n2": size - p2},
        **{"both1": both1, "both2": int(rng.integers(3, 45 - both1))},
    }


@checks("mcdermott.fifty-repairs", given=repairs)
def fifty_repairs(answer: Any, given: Given) -> str:
    """Each repair puts one pair in order, of the pairs of its own group if both cases are of it."""
    said = fields(answer, ("all", "group 1", "group 2"))
    (p1, n1), (p2, n2) = ((given[f"p{g}"], given[f"n{g}"]) for g in (1, 2))
    pairs = {"all": (p1 + p2) * (n1 + n2), "group 1": p1 * n1, "group 2": p2 * n2}
    fixed = {"all": 50, "group 1": given["both1"], "group 2": given["both2"]}
    sizes = {"all": p1 + n1 + p2 + n2, "group 1": p1 + n1, "group 2": p2 + n2}
    rises = {}
    for name, pairs_there in pairs.items():
        rises[name] = Fraction(fixed[name], pairs_there)
        others = fixed["all"] - fixed["group 1"] - fixed["group 2"]
        forms = {
            "the pairs of a positive and a negative of different groups are forgotten": fixed[name]
            / (p1 * n1 + p2 * n2),
            "the rise is divided by the pairs of all cases, but a group's AUROC knows only its own": fixed[name]
            / pairs["all"],
            "the rise is divided by the number of cases, but AUROC counts pairs": fixed[name] / sizes[name],
            "it counts all fifty repairs, but a group's AUROC knows only those within": fixed["all"] / pairs_there,
            "an exchange between groups changes the AUROC of neither": (fixed[name] + others) / pairs_there,
            "half of the exchanges between groups is counted, but they change neither AUROC": (fixed[name] + others / 2)
            / pairs_there,
        }
        found = (
            number(said[name], f"entry {name!r}") if not isinstance(said[name], str) else float(fraction(said[name]))
        )
        what = "the rise over all cases" if name == "all" else f"the rise in {name}"
        _expect(
            found,
            float(rises[name]),
            6e-6,
            what,
            forms,
            "each repair puts one pair in order, and an AUROC is the share of its pairs in order",
        )
    return f"The rises are {rises['all']}, {rises['group 1']} and {rises['group 2']}."


REACH: Final = 2


@checks("mcdermott.filled-from-the-left")
def filled_from_the_left(answer: Any, given: Given) -> str:
    """Two permutations of six whose chances differ sixfold when places are filled from the left."""
    said = fields(answer, ("often", "seldom", "chances"))
    permutations = [_permutation(said[name], name) for name in ("often", "seldom")]
    chances = [
        fraction(one, f"chance {i}", low=0, high=1)
        for i, one in enumerate(several(said["chances"], "chances", shortest=2, longest=2), start=1)
    ]
    for permutation, chance in zip(permutations, chances, strict=True):
        choices = candidates(permutation)
        right = Fraction(1, int(np.prod(choices)))
        if chance != right:
            if chance == Fraction(1, 73):
                wrong(f"1/73 is the chance of {permutation} in a fair draw, for there are 73; this draw is not fair.")
            near = [number for number, there in enumerate(choices) if there == 1]
            free = Fraction(1, int(np.prod(_unforced(permutation))))
            if chance == free:
                wrong(f"For {permutation} a forced number is counted as one of several: place {near[0]} is forced.")
            wrong(f"The chance of {permutation} is not {chance}: count the candidates place by place, from place 0 on.")
    ratio = Fraction(int(np.prod(candidates(permutations[1]))), int(np.prod(candidates(permutations[0]))))
    if ratio < 6:
        turned = " (They stand the wrong way round.)" if ratio <= Fraction(1, 6) else ""
        wrong(f"The chances are right, but their ratio is {ratio}, and 6 are asked for.{turned}")
    return f"The first comes out {ratio} times as often as the second; in a fair draw both would have chance 1/73."


def _permutation(answer: Any, what: str) -> list[int]:
    places = [whole(one, f"an entry of {what}", high=5) for one in several(answer, what, shortest=6, longest=6)]
    if len(set(places)) < 6:
        wrong(f"{what} must hold each of 0 to 5 once: {places} does not.")
    far = next((i for i, one in enumerate(places) if abs(one - i) > REACH), None)
    if far is not None:
        wrong(f"In {what} place {far} has number {places[far]}, which moves it farther than {REACH}.")
    return places


def candidates(permutation: Sequence[int]) -> list[int]:
    """How many numbers each place could choose among, when the places before it chose as the permutation says."""
    free = _unforced(permutation)
    unused = [set(permutation[place:]) for place in range(len(permutation))]
    return [1 if place - REACH in left else there for place, (left, there) in enumerate(zip(unused, free, strict=True))]


def _unforced(permutation: Sequence[int]) -> list[int]:
    return [sum(abs(one - place) <= REACH for one in permutation[place:]) for place in range(len(permutation))]


@checks("mcdermott.two-models-two-groups")
def two_models_two_groups(answer: Any, given: Given) -> str:
    """Differences in AUROC with intervals that know of the pairing, recomputed from what is handed in."""
    data = ("labels", "groups", "first", "second")
    said = fields(answer, (*data, "all", "group 1", "group 2", "better", "worse"))
    labels, groups, first, second = (_column(said[name], name) for name in data)
    if len({one.size for one in (labels, groups, first, second)}) > 1:
        wrong("labels, groups, first and second must be of equal length.")
    if not (np.isin(labels, (0, 1)).all() and np.isin(groups, (1, 2)).all()):
        wrong("labels must be 0 or 1, and groups 1 or 2.")
    told, better, worse = [], set(), set()
    for name, group in (("all", 0), ("group 1", 1), ("group 2", 2)):
        inside = (groups == group) | (group == 0)
        counts = int(labels[inside].sum()), int((1 - labels[inside]).sum())
        if min(counts) < 20:
            wrong(f"{name} has {counts[0]} positives and {counts[1]} negatives: at least 20 of each are needed.")
        low, high = _interval(said[name], name, labels[inside], first[inside], second[inside])
        told.append(f"{name}: {low:+.3f} to {high:+.3f}")
        if group:
            better |= {group} if low > 0 else set()
            worse |= {group} if high < 0 else set()
    for name, right in (("better", better), ("worse", worse)):
        found = {whole(one, f"an entry of {name}", low=1, high=2) for one in several(said[name], name, longest=2)}
        if found != right:
            wrong(
                f"'{name}' must hold the groups whose interval lies on that side of 0, by your own: {'; '.join(told)}."
            )
    return f"The differences and their intervals are borne out by the cases handed in: {'; '.join(told)}."


def _column(answer: Any, what: str) -> NDArray[np.float64]:
    return np.array(values(answer, what, shortest=200, longest=20_000))


def _interval(
    answer: Any, name: str, labels: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float]:
    """The ends that were handed in, if the difference is right and the interval is about as wide as it must be."""
    value, low, high = values(answer, f"entry {name!r}", shortest=3, longest=3)
    right = paired_difference("auroc", labels, second, first)
    if right.standard_error == 0:
        wrong(f"In {name} both models rank the cases alike: hand in two models that differ.")
    if not close(value, right.value, 6e-4):
        if close(value, -right.value, 6e-4):
            wrong(f"The difference in {name} has the wrong sign: it is the second model less the first.")
        if close(value, 100 * right.value, 0.06):
            wrong(f"The difference in {name} is in hundredths: hand in {value:g}/100.")
        wrong(f"The difference in AUROC in {name} is {right.value:.4f} by the cases handed in, not {value:.4f}.")
    if not low < value < high:
        wrong(f"The interval of {name} must contain the difference: {low:g}, {value:g}, {high:g} do not rise.")
    _width(high - low, right, name, [standard_error("auroc", labels, one) for one in (first, second)])
    if abs((low + high) / 2 - right.value) > 0.25 * (high - low):
        wrong(f"The interval of {name} is not centred near the difference: {low:.4f} to {high:.4f} about {value:.4f}.")
    return low, high


def _width(width: float, right: Interval, name: str, errors: Sequence[float]) -> None:
    wide = right.high - right.low
    if 0.75 <= width / wide <= 1.33:
        return
    said = f"The interval of {name} is {width:.4f} wide, and cases drawn again give about {wide:.4f}"
    apart = 2 * 1.96 * float(np.linalg.norm(errors))
    if 0.8 <= width / apart <= 1.25:
        wrong(f"{said}: it looks as if the models were resampled apart, but both scored the same cases.")
    if 0.4 <= width / wide <= 0.6:
        wrong(f"{said}: it looks like one standard error to each side.")
    wrong(f"{said}.")


# The case files


@checks("mcdermott.is-it-a-permutation")
def is_it_a_permutation(answer: Any, given: Given) -> str:
    """A student's test, on every matrix of zeros and ones up to three by three and on some others."""
    of, tried = function(answer), 0
    for rows in _matrices():
        fault = _what_it_does(rows)
        if _says(of, rows) != (not fault):
            said = f"{fault}, and the function says True" if fault else "is a permutation, and the function says False"
            wrong(f"The matrix {rows} {said}.")
        tried += 1
    return f"It is right about {tried} matrices."


#: Sums of one without being permutations, and a permutation of five.
OTHER_MATRICES: Final[tuple[list[list[float]], ...]] = (
    [[-1]],
    [[0.5, 0.5], [0.5, 0.5]],
    [[2, -1], [-1, 2]],
    [[1, 0], [0, 1], [0, 0]],
    [[1, 0, 0], [0, 1, 0]],
    [[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]],
    [[int(i == (3 * j + 1) % 5) for i in range(5)] for j in range(5)],
)


def _matrices() -> Iterator[list[list[float]]]:
    for n in (1, 2, 3):
        for entries in product((0, 1), repeat=n * n):
            yield [list(entries[n * i : n * (i + 1)]) for i in range(n)]
    yield from OTHER_MATRICES


def _says(of: Callable[..., Any], rows: list[list[float]]) -> bool:
    try:
        found = of([list(row) for row in rows])
    except (Exception, SystemExit) as error:
        wrong(f"On {rows} the function raises {type(error).__name__}: {str(error)[:200]}.")
    if not isinstance(found, bool | np.bool_):
        wrong(f"On {rows} the function must return True or False, not {type(found).__name__}.")
    return bool(found)


def _what_it_does(rows: list[list[float]]) -> str:
    """What a matrix does to a vector that a permutation would not; nothing if it is one."""
    into, out = (Counter(i for i, _ in places) for places in ([*_used(rows)], [(j, i) for i, j in _used(rows)]))
    if len(rows) != len(rows[0]):
        return "is not square"
    if any(entry not in (0, 1) for row in rows for entry in row):
        return "mixes or changes entries"
    if max(out.values(), default=0) > 1:
        return "copies an entry to more than one place"
    if max(into.values(), default=0) > 1:
        return "adds two entries in one place"
    return "drops an entry" if len(out) < len(rows) else ""


def _used(rows: list[list[float]]) -> Iterator[tuple[int, int]]:
    return ((i, j) for i, row in enumerate(rows) for j, entry in enumerate(row) if entry)


NAMES: Final = (
    *("Adler", "Baros", "Cheng", "Diaz", "Egede", "Fonseca", "Gupta", "Haas", "Ito", "Jansen", "Kovac", "Lindt"),
    *("Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Sato", "Tamm", "Ueda", "Vega", "Wolff", "Zhang"),
)


def a_review(rng: np.random.Generator) -> Given:
    papers = [f"{name} {rng.integers(2012, 2024)}" for name in rng.permutation(NAMES)[: int(rng.integers(11, 17))]]
    uncited, unfounded = papers[: int(rng.integers(3, 6))], papers[-int(rng.integers(3, 5)) :]
    impossible = papers[len(uncited)] if rng.integers(2) else uncited[0]
    lists = {
        "final": papers + papers[4 : 4 + int(rng.integers(1, 4))],
        "uncited": [*{*uncited, impossible}],
        "unfounded": [*{*unfounded, impossible}],
    }
    return {name: [str(one) for one in rng.permutation(sorted(there))] for name, there in lists.items()}


@checks("mcdermott.three-lists", given=a_review)
def three_lists(answer: Any, given: Given) -> str:
    """What three lists can say, and what they cannot."""
    said = fields(answer, ("papers", "impossible", "founded"))
    papers, founded = whole(said["papers"], "papers"), whole(said["founded"], "founded")
    final, uncited, unfounded = (set(given[name]) for name in ("final", "uncited", "unfounded"))
    (both,) = uncited & unfounded
    if papers == len(given["final"]):
        wrong(f"{papers} is the number of entries of final; some papers stand there twice.")
    if papers != len(final):
        wrong(f"final does not hold {papers} different papers.")
    name = said["impossible"] if isinstance(said["impossible"], str) else ""
    if name.strip() != both:
        known = name.strip() in uncited | unfounded
        wrong(
            f"{'That paper is in one of the two lists only' if known else 'No list has that paper'}: which is in both?"
        )
    if founded == len(final) - len(given["uncited"]) - len(given["unfounded"]):
        wrong(f"{founded} takes {both} away twice.")
    if founded in (len(final) - len(uncited), len(final) - len(unfounded)):
        wrong(f"{founded} takes away one of the two lists: neither kind of paper cites a work that makes the claim.")
    if founded != len(final - uncited - unfounded):
        whole_list = founded == len(given["final"]) - len(uncited | unfounded)
        wrong(f"{founded} {'counts papers twice that stand twice in final' if whole_list else 'is not what is left'}.")
    return f"{papers} papers make the claim, at most {founded} of them cite one that does, and {both} is in two lists."


def _decimal(answer: Any, what: str) -> float:
    """A number from 0 to 1, or a fraction in quotes."""
    return float(fraction(answer, what, low=0, high=1)) if isinstance(answer, str) else _share(answer, what)


def _share(answer: Any, what: str) -> float:
    """A number from 0 to 1, not a percentage."""
    found = number(answer, what)
    if 1 < found <= 100:
        wrong(f"{what} must lie between 0 and 1: {found:g} looks like a percentage.")
    return number(found, what, low=0, high=1)


def _expect(
    found: float, right: float, tolerance: float, what: str, forms: Mapping[str, float], otherwise: str
) -> None:
    """Say which wrong form a number is, if it is not the right one."""
    if close(found, right, tolerance):
        return
    near = next((said for said, value in forms.items() if close(found, value, tolerance)), otherwise)
    wrong(f"{found:.5g} is not {what}: {near}.")
