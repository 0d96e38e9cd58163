"""Checkers of the exercises on classes without names."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.causal.evaluation import decided
from metricbook.causal.tuebingen import authors_scores
from metricbook.exact import ranking as exact
from metricbook.exact.samples import matrices
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    called,
    cases,
    close,
    fields,
    fraction,
    function,
    number,
    several,
    values,
    whole,
    wrong,
)
from metricbook.metrics.confusion import exchanged, exchanges, swapped
from metricbook.metrics.curves import decision_curves
from metricbook.metrics.decomposition import lxcim_from_parts
from metricbook.metrics.selective import audrc_integral, audrc_sum, confidence_bounds, lxcim
from metricbook.metrics.uncertainty import paired_difference

HALF: Final = Fraction(1, 2)
#: Half a unit of the third digit, and a little for whoever rounds on the way.
THIRD_DIGIT: Final = 0.0011
#: How far a number read from a drawing may be off.
READ: Final = 0.03


def _decisions(answer: Any, what: str, *, longest: int = 10) -> list[int]:
    """Right (1) and wrong (0) decisions, the most confident first: text of R and W, or a list of 1 and 0."""
    if isinstance(answer, str):
        letters = answer[: longest + 1].upper()
        if strange := next((letter for letter in letters if letter not in "RW"), None):
            wrong(f'{what} must be written with R and W, such as "RRWR", most confident first: {strange!r} is neither.')
        found = [int(letter == "R") for letter in letters]
    else:
        listed = several(answer, what, longest=longest)
        found = [whole(one, f"decision {place} of {what}", high=1) for place, one in enumerate(listed, start=1)]
    if not 1 <= len(found) <= longest:
        wrong(f"{what} must have 1 to {longest} decisions.")
    return found


def _scored(decisions: Sequence[int]) -> tuple[list[int], list[int]]:
    """A sample whose decisions are these, the first most confident."""
    n = len(decisions)
    return [1] * n, [(n - place) * (2 * one - 1) for place, one in enumerate(decisions)]


def _written(decisions: Sequence[int]) -> str:
    return "".join("WR"[one] for one in decisions)


def _harmonic(n: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))


# ---------- invariance


def _a_matrix(rng: np.random.Generator) -> Mapping[str, Any]:
    tn, fp, fn, tp = (int(x) for x in rng.choice(np.arange(6, 40), 4, replace=False))
    right, mistakes = (int(x) for x in rng.choice(np.arange(1, 6), 2, replace=False))
    return {"matrix": (tn, fp, fn, tp), "right": right, "mistakes": mistakes}


@checks("lxcim.exchanged-matrix", given=_a_matrix)
def exchanged_matrix(answer: Any, given: Mapping[str, Any]) -> str:
    """A confusion matrix after an exchange of some of its cases."""
    parts = fields(answer, ("matrix", "deltas"))
    found = tuple(whole(one, "a count", high=1000) for one in several(parts["matrix"], "matrix", shortest=4, longest=4))
    deltas = tuple(
        whole(one, "a delta", low=-100, high=100) for one in several(parts["deltas"], "deltas", shortest=2, longest=2)
    )
    (tn, fp, fn, tp), k, m = given["matrix"], given["right"], given["mistakes"]
    right = exchanged((tn, fp, fn, tp), -k, m)
    slips = {
        "You have turned the labels only: each case is then called what it was, and rights become wrongs": (
            *(tn, fp + k - m, fn, tp - k + m),
        ),
        "You have turned the predictions only: right decisions become wrong ones": (tn + m, fp - m, fn + k, tp - k),
        "The cases have moved the wrong way, from the negatives to the positives": exchanged((tn, fp, fn, tp), k, -m),
        "All true and all false positives are exchanged here, not so many of them": exchanged(
            (tn, fp, fn, tp), -tp, fp
        ),
        "This is in the order of the paper, TP, FP, FN, TN": right[::-1],
    }
    if found != right:
        for says, matrix in slips.items():
            if found == tuple(matrix):
                wrong(f"{says}.")
        wrong(f"{found} has {found[0] + found[3]} right decisions of {sum(found)}, not {tn + tp} of {sum(right)}.")
    if deltas != (-k, m):
        if deltas == (k, m):
            wrong(
                "The matrix is right; but δ1 counts what moves from TN to TP, and here true positives become negative."
            )
        if deltas == (m, -k):
            wrong("The matrix is right; but δ1 is about right decisions and δ2 about mistakes.")
        wrong(f"The matrix is right, but these deltas would lead to {exchanged(given['matrix'], *deltas)}.")
    return f"Still {tn + tp} right decisions of {sum(right)}."


@checks("lxcim.one-exchange")
def one_exchange(answer: Any, given: Mapping[str, Any]) -> str:
    """One exchange of one of at most six cases that moves AUROC by a half."""
    found = several(answer, "the triple", shortest=3, longest=3)
    labels, scores = cases(found[:2], "the sample", shortest=2, longest=6)
    which = whole(found[2], "the number of the case", low=0, high=6)
    if which == 0 or which > len(labels):
        wrong(f"cases are counted from 1: there is no case {which} among {len(labels)}.")
    if 0 in scores:
        wrong("No score may be 0, which is the threshold.")
    new = exact.exchange(labels, scores, which=[which - 1])
    if len(set(new[0])) < 2:
        name = "positive" if new[0][0] else "negative"
        wrong(f"After the exchange all cases are {name}, and AUROC is undefined.")
    before, after = exact.auroc(labels, scores), exact.auroc(*new)
    moved = f"from {before} to {after}"
    score = f"{float(new[1][which - 1]):g}"
    if abs(after - before) < HALF:
        wrong(
            f"Case {which} gets label {new[0][which - 1]} and score {score}, and AUROC goes {moved}: not by one half."
        )
    return f"AUROC goes {moved}; LxCIM is {exact.lxcim(labels, scores)} before and after."


@checks("lxcim.another-metric")
def another_metric(answer: Any, given: Mapping[str, Any]) -> str:
    """A metric that is invariant, not constant and no one-to-one function of accuracy."""
    of = function(answer)
    value = {m: called(of, *m, case=f"{m}") for total in range(1, 7) for m in matrices(total)}
    survives_the_swap = all(close(value[m], value[tuple(swapped(m))], 1e-9) for m in value)
    for m, before in value.items():
        for other in exchanges(m):
            if not close(value[tuple(other)], before, 1e-9):
                also = (
                    " It does survive the swap of all cases at once, which asks for less." if survives_the_swap else ""
                )
                wrong(f"{m} has {before:.4g}, and {tuple(other)}, an exchange of it, {value[tuple(other)]:.4g}.{also}")
    of_six = [value[(k, 6 - k, 0, 0)] for k in range(7)]
    equal = [(i, j) for i, j in product(range(7), repeat=2) if i < j and close(of_six[i], of_six[j], 1e-9)]
    if len(equal) == 21:
        wrong(f"It is constant on six cases, {of_six[0]:g}: that tells no two classifiers apart.")
    if not equal:
        wrong(
            "It is invariant, but each of the seven accuracies of six cases has a value of its own: it is one-to-one."
        )
    i, j = equal[0]
    return f"Invariant, and of six cases {i} right ones and {j} right ones have the same value, {of_six[i]:g}."


# ---------- LxCIM


def _two_parts(rng: np.random.Generator) -> Mapping[str, Any]:
    return {"accuracy": int(rng.integers(520, 900)) / 1000, "confidence": int(rng.integers(300, 850)) / 1000}


@checks("lxcim.two-parts", given=_two_parts)
def two_parts(answer: Any, given: Mapping[str, Any]) -> str:
    """LxCIM from the accuracy and the AUROC of confidence, and its bounds."""
    found, *ends = values(answer, "the three numbers", shortest=3, longest=3)
    a, u = given["accuracy"], given["confidence"]
    right = lxcim_from_parts(a, u)
    slips = {
        "the product of the two numbers": a * u,
        "right if one of two decisions could be right in one way only; there are two": a * a + a * (1 - a) * u,
        "the part of pairs with one right decision only; both may be right": 2 * a * (1 - a) * u,
        "what the two numbers give in each other's place": lxcim_from_parts(u, a),
        "their mean": (a + u) / 2,
        "what a method of the opposite confidence has": lxcim_from_parts(a, 1 - u),
    }
    if not close(found, right, THIRD_DIGIT):
        for says, value in slips.items():
            if close(found, value, THIRD_DIGIT):
                wrong(f"{found:g} is {says}.")
        wrong(f"LxCIM is not {found:g}. Of two decisions both are right with probability {a * a:.3f}.")
    low, high = confidence_bounds(a)
    if close(ends[0], high, THIRD_DIGIT) and close(ends[1], low, THIRD_DIGIT):
        wrong("LxCIM is right; the lowest value comes before the highest.")
    for name, value, bound in (("lowest", ends[0], low), ("highest", ends[1], high)):
        if not close(value, bound, THIRD_DIGIT):
            extreme = "most" if name == "lowest" else "least"
            wrong(
                f"LxCIM is right, but its {name} value is not {value:g}: let all mistakes be the {extreme} confident."
            )
    return f"Confidence is worth {right - a:+.3f} here, of at most {high - a:+.3f}."


@checks("lxcim.in-five-lines")
def in_five_lines(answer: Any, given: Mapping[str, Any]) -> str:
    """LxCIM by code: all small orders, then ties, weights, scores at the threshold and exchanges, smallest first."""
    of = function(answer)
    tried = 0
    for what, labels, scores, weights in _stages():
        case = f"labels {labels}, scores {scores}, weights {weights}"
        value, right = called(of, labels, scores, weights, case=case), exact.lxcim(labels, scores, weights)
        if not close(value, float(right), 1e-9):
            said = f"On {case} LxCIM is {right} and your function returns {value:.4f}"
            wrong(f"{said}.{_lxcim_slip(of) or what}")
        tried += 1
    return f"Right on {tried} samples: all orders of up to five, ties, weights, scores at 0 and exchanges."


def _stages() -> Any:
    for n in range(1, 6):
        for correct in product((1, 0), repeat=n):
            yield " These decisions have no ties and equal weights.", *_scored(correct), [1] * n
    for n in (2, 3):
        for scores in product((-2, -1, 1, 2), repeat=n):
            if len({abs(score) for score in scores}) < n:
                yield (
                    " Some confidences are tied here: the tied decisions share their ranks.",
                    [1] * n,
                    list(scores),
                    [1] * n,
                )
    for n in (2, 3):
        for correct, weights in product(product((1, 0), repeat=n), product((1, 2, 5), repeat=n)):
            yield " The weights differ here.", *_scored(correct), list(weights)
    for signs, near in product(product((0, 1), repeat=3), [(0, 1, -2), (2, 0, 1), (0, 0, -1), (0, 0, 0)]):
        yield " A score at the threshold is half right.", list(signs), list(near), [1, 2, 1]
    for which in product((0, 1), repeat=4):
        labels, moved = exact.exchange([1, 0, 1, 1], [3, 2, -1, 2], which=[i for i in range(4) if which[i]])
        yield (
            " The classes of some cases were exchanged, which must not matter.",
            labels,
            [int(s) for s in moved],
            [1, 3, 2, 2],
        )


def _lxcim_slip(of: Callable[..., Any]) -> str:
    """The usual mistake that explains what a function returns on all orders of four decisions."""
    orders = list(product((1, 0), repeat=4))
    found = [called(of, *_scored(c), [1] * 4, case=f"the decisions {_written(c)}") for c in orders]
    places = range(1, 5)
    known: dict[str, list[float]] = {
        " It looks like the accuracy.": [sum(c) / 4 for c in orders],
        " It looks like AUDRC, which divides by the number decided.": [
            float(exact.audrc_sum(*_scored(c))) for c in orders
        ],
        " The least confident decision seems to come first.": [float(exact.lxcim(*_scored(c[::-1]))) for c in orders],
        " It is the area under the curve: twice that area is LxCIM.": [
            float(exact.lxcim(*_scored(c))) / 2 for c in orders
        ],
        " A right decision of rank i counts N - i + 1/2, and yours counts N - i.": [
            2 / 16 * sum((4 - i) * x for i, x in zip(places, c, strict=True)) for c in orders
        ],
        " A right decision of rank i counts N - i + 1/2, and yours counts N - i + 1: steps, not straight lines.": [
            2 / 16 * sum((5 - i) * x for i, x in zip(places, c, strict=True)) for c in orders
        ],
    }
    for says, expected in known.items():
        if all(close(one, two, 1e-9) for one, two in zip(found, expected, strict=True)):
            return says
    return ""


@checks("lxcim.against-audrc")
def against_audrc(answer: Any, given: Mapping[str, Any]) -> str:
    """Two orders of right and wrong decisions that LxCIM and AUDRC order differently."""
    found = several(answer, "the pair", shortest=2, longest=2)
    first, second = (_decisions(one, f"order {k}", longest=8) for k, one in enumerate(found, start=1))
    if len(first) != len(second) or sum(first) != sum(second):
        counts = " and ".join(f"{sum(one)} of {len(one)}" for one in (first, second))
        wrong(f"Both must decide equally many cases and be right equally often: they are right in {counts}.")
    areas, audrcs = ([of(*_scored(one)) for one in (first, second)] for of in (exact.lxcim, exact.audrc_sum))
    lx, audrc = (f"{float(one):.4f} and {float(two):.4f}" for one, two in (areas, audrcs))
    said = f"LxCIM gives {lx}, AUDRC {audrc}"
    if areas[0] < areas[1] and audrcs[0] > audrcs[1]:
        wrong(f"This is the other way round: {said}.")
    if areas[0] <= areas[1]:
        wrong(f"LxCIM must prefer the first: {said}.")
    if audrcs[0] >= audrcs[1]:
        wrong(f"AUDRC must prefer the second: {said}.")
    return f"{said}."


def _a_rank(rng: np.random.Generator) -> Mapping[str, Any]:
    n = int(rng.integers(7, 31))
    return {"n": n, "rank": int(rng.integers(2, n - 1))}


@checks("lxcim.printed-weight", given=_a_rank)
def printed_weight(answer: Any, given: Mapping[str, Any]) -> str:
    """A shortest order for which the printed AUDRC leaves its range, and what a rank adds in truth."""
    parts = fields(answer, ("decisions", "weight"))
    order = _decisions(parts["decisions"], "decisions")
    weight = fraction(parts["weight"], "weight")
    printed = sum((Fraction(len(order) - i, i) * c for i, c in enumerate(order, start=1)), Fraction(0)) / len(order)
    if printed <= 1:
        wrong(f"For {_written(order)} the printed sum is {printed}, which a share may be.")
    shorter = next(n for n in range(1, 11) if _harmonic(n) - 1 > 1)
    if len(order) > shorter:
        wrong(f"For {_written(order)} the printed sum is {printed}, more than 1; fewer decisions do as well.")
    n, i = given["n"], given["rank"]
    if weight == _harmonic_weight(n, i):
        return f"The printed sum is {printed}; rank {i} of {n} adds {weight}."
    slips = {
        "the printed weight": Fraction(n - i, i * n),
        "what it adds to LxCIM": Fraction(2 * (n - i) + 1, n * n),
        f"the weight times {n}: AUDRC is a mean": _harmonic_weight(n, i) * n,
        "the weight of the next rank: the accuracy of the first i decisions counts the decision i itself": (
            _harmonic_weight(n, i + 1)
        ),
        "what it adds to the accuracy": Fraction(1, n),
    }
    for says, value in slips.items():
        if weight == value:
            wrong(f"{weight} is {says}.")
    if close(float(weight), math.log(n / i) / n, 2e-3):
        wrong("This is ln(N/i)/N, near the weight and not exact.")
    wrong(f"Rank {i} of {n} does not add {weight}: compare AUDRC of two orders that differ in this decision only.")


def _harmonic_weight(n: int, rank: int) -> Fraction:
    """By the definition: AUDRC of a single right decision at that rank."""
    return exact.audrc_sum(*_scored([int(place == rank) for place in range(1, n + 1)]))


def _two_classes(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        positives, negatives = int(rng.integers(120, 400)), int(rng.integers(60, 240))
        if positives > negatives + 20:
            return {"positives": positives, "negatives": negatives}


@checks("lxcim.easy-cases", given=_two_classes)
def easy_cases(answer: Any, given: Mapping[str, Any]) -> str:
    """How many easy negatives divide the error of LxCIM by ten, and overtake AUROC's."""
    parts = fields(answer, ("tenth", "overtakes"))
    tenth, overtakes = (whole(parts[name], name) for name in ("tenth", "overtakes"))
    n = given["positives"] + given["negatives"]
    factor = Fraction(n * n, (n + tenth) ** 2)
    one_less = Fraction(n * n, (n + tenth - 1) ** 2)
    of_auroc = " This is the number that AUROC needs." if tenth == 9 * given["negatives"] else ""
    if factor > Fraction(1, 10):
        wrong(f"After {tenth} easy negatives 1 - LxCIM is still {float(factor):.4f} of what it was.{of_auroc}")
    if tenth and one_less <= Fraction(1, 10):
        linear = " You seem to have divided by the number of cases once, not twice." if tenth == 9 * n else ""
        wrong(f"{tenth} easy negatives are enough, and so are {tenth - 1}.{linear}{of_auroc}")
    lx, auroc = _factors(given, overtakes)
    if lx >= auroc:
        equal = "is equal to" if lx == auroc else "is still larger than"
        wrong(f"With {overtakes} easy negatives LxCIM's factor, {float(lx):.5f}, {equal} AUROC's, {float(auroc):.5f}.")
    if overtakes and lx < auroc and _factors(given, overtakes - 1)[0] < _factors(given, overtakes - 1)[1]:
        wrong(f"LxCIM's factor is already the smaller one with {overtakes - 1} easy negatives.")
    first = "smaller" if overtakes < tenth else "larger"
    return f"The second number is the {first}: from {overtakes} on, ballast helps LxCIM more than AUROC."


def _factors(given: Mapping[str, Any], easy: int) -> tuple[Fraction, Fraction]:
    n, negatives = given["positives"] + given["negatives"], given["negatives"]
    return Fraction(n * n, (n + easy) ** 2), Fraction(negatives, negatives + easy)


@checks("lxcim.sum-and-integral")
def sum_and_integral(answer: Any, given: Mapping[str, Any]) -> str:
    """An order for which the two AUDRC are nearly as far apart as they get."""
    order = _decisions(answer, "the order", longest=100)
    total, integral = (float(of(*_scored(order))) for of in (audrc_sum, audrc_integral))
    apart = abs(total - integral) * len(order)
    said = f"The sum is {total:.5f} and the integral {integral:.5f}: they differ by {apart:.4f}/N"
    if apart < 0.45:
        runs = 1 + sum(one != other for one, other in pairwise(order))
        if runs == 1:
            wrong(f"{said}. If all decisions are alike, both are the same.")
        if runs > 2:
            wrong(f"{said}. Between right and wrong there are {runs - 1} changes; the extreme orders have one.")
        short = "N is small for such a k" if len(order) < 80 else "k is not the best one"
        wrong(f"{said}. One change is right, but {short}.")
    return f"{said}."


# ---------- causal discovery


def _eight_pairs(rng: np.random.Generator) -> Mapping[str, Any]:
    sizes = [int(x) for x in rng.choice([1, 2, 3, 4, 5, 6], 8)]
    scores = [float(x) for x in np.round(rng.normal(0.4, 1, 8), 1)]
    scores = [score or 0.2 for score in scores]
    scores[int(rng.integers(8))] = 0.0
    given = {"sizes": sizes, "scores": scores}
    if len({*_accuracies(given).values()}) < 5 or not 0 < _accuracies(given)["right"] < 1:
        return _eight_pairs(rng)
    rows = "\n".join(f"| {k} | {n} | {s:+.1f} |" for k, (n, s) in enumerate(zip(sizes, scores, strict=True), start=1))
    return {**given, "table": f"| pair | pairs in its family | score |\n|---|---|---|\n{rows}"}


def _accuracies(given: Mapping[str, Any]) -> dict[str, Fraction]:
    sizes, scores = given["sizes"], given["scores"]
    weights = [Fraction(1, size) for size in sizes]
    decided_ = [(w, s) for w, s in zip(weights, scores, strict=True) if s]
    won = sum((w for w, s in decided_ if s > 0), Fraction(0))
    zero = sum((w for w, s in zip(weights, scores, strict=True) if not s), Fraction(0))
    by_size = [(n, s) for n, s in zip(sizes, scores, strict=True) if s]
    return {
        "right": won / sum(w for w, _ in decided_),
        "the accuracy without weights": Fraction(sum(s > 0 for _, s in decided_), len(decided_)),
        "what comes out if the pair without a decision counts as wrong": won / sum(weights),
        "what comes out if the pair without a decision counts as half right": (won + zero / 2) / sum(weights),
        "weighted by the number of pairs in a family, so that large families count most": Fraction(
            sum(n for n, s in by_size if s > 0), sum(n for n, _ in by_size)
        ),
    }


@checks("lxcim.weighted-pairs", given=_eight_pairs)
def weighted_pairs(answer: Any, given: Mapping[str, Any]) -> str:
    """Weighted accuracy over the decided pairs."""
    found = fraction(answer, "the accuracy", low=0, high=1)
    slips = _accuracies(given)
    right = slips.pop("right")
    if found == right:
        return "Related pairs share one vote, and a pair without a decision has none."
    for says, value in slips.items():
        if found == value:
            wrong(f"{found} is {says}.")
    if found == 1 - right:
        wrong(f"{found} is the share of wrong decisions.")
    total = sum(Fraction(1, n) for n, s in zip(given["sizes"], given["scores"], strict=True) if s)
    wrong(f"The decided pairs weigh {total} together: what share of that has a positive score?")


def _eight_scores(rng: np.random.Generator) -> Mapping[str, Any]:
    sizes = rng.permutation(np.arange(1, 9))
    signs = np.where(np.isin(np.arange(8), rng.choice(8, 3, replace=False)), -1, 1)
    scores = [int(x) for x in sizes * signs]
    every = [_turned_auroc(scores, which) for which in product((False, True), repeat=8)]
    there = [value for value in every if value is not None]
    return {"scores": scores, "gap": math.floor(95 * (max(there) - min(there))) / 100}


def _turned_auroc(scores: Sequence[int], which: Sequence[bool]) -> float | None:
    positive = [s for s, turned in zip(scores, which, strict=True) if not turned]
    negative = [-s for s, turned in zip(scores, which, strict=True) if turned]
    if not positive or not negative:
        return None
    won = [(p > n) + (p == n) / 2 for p in positive for n in negative]
    return sum(won) / len(won)


@checks("lxcim.orientations", given=_eight_scores)
def orientations(answer: Any, given: Mapping[str, Any]) -> str:
    """Two orientations of the same decisions whose AUROCs are far apart."""
    found = several(answer, "the pair", shortest=2, longest=2)
    areas, scores = [], given["scores"]
    for name, one in zip(("first", "second"), found, strict=True):
        listed = several(one, f"the {name} list", longest=8)
        turned = {whole(pair, f"a pair of the {name} list", high=8) for pair in listed}
        if 0 in turned:
            wrong("pairs are counted from 1: there is no pair 0.")
        area = _turned_auroc(scores, [pair in turned for pair in range(1, 9)])
        if area is None:
            wrong(f"With {len(turned)} pairs turned, as in the {name} list, all labels are equal: AUROC is undefined.")
        areas.append(area)
    said = f"AUROC is {areas[0]:.3f} and {areas[1]:.3f}"
    if areas[1] - areas[0] >= given["gap"] - 1e-9:
        wrong(f"{said}: the list with the higher one comes first.")
    if areas[0] - areas[1] < given["gap"] - 1e-9:
        wrong(f"{said}: {areas[0] - areas[1]:.3f} apart, and {given['gap']} are asked for.")
    return f"{said}; LxCIM is {float(exact.lxcim([1] * 8, scores)):.3f} for either."


@checks("lxcim.between-two-rates")
def between_two_rates(answer: Any, given: Mapping[str, Any]) -> str:
    """Two points of a curve, and the slope between them."""
    found = values(answer, "the three numbers", shortest=3, longest=3)
    table = authors_scores()
    scores, weights = decided(table["NNCL"], table["weight"])
    curve = decision_curves(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    rates = np.array([0.4, 0.8])
    low, high = np.interp(rates, curve["decision_rate"], curve["cumulative_accuracy"])
    if all(close(one, share, READ) for one, share in zip(found, np.array([low, high]) / rates, strict=False)):
        wrong("You have read the upper curve, the accuracy among all that is decided so far.")
    for rate, one, share in zip(rates, found, (low, high), strict=False):
        if not close(one, float(share), READ):
            dashed = (
                " You seem to have read the dashed line, which is all right." if close(one, float(rate), READ) else ""
            )
            wrong(f"At the decision rate {rate:g} the cumulative accuracy is not {one:g}.{dashed}")
    if close(found[2], (found[1] - found[0]) / 0.4, 0.006):
        return "The slope between the two points: what a curve of averages hides."
    if close(found[2], found[1] - found[0], 0.006):
        wrong("This is the rise between the two rates: divide it by the share of decisions made there.")
    if close(found[2], found[1] / 0.8, 0.02):
        wrong("This is the accuracy among all decisions up to 0.8, not among those after 0.4.")
    wrong(
        f"The curve rises by {found[1] - found[0]:.3f} while four tenths of the weight are decided: how many are right?"
    )


# ---------- reading table 1


def _a_score_in_nats(rng: np.random.Generator) -> Mapping[str, Any]:
    rows, power = int(rng.integers(90, 900)), int(rng.integers(2, 5))
    return {"rows": rows, "score": round(-rows * math.log(10) * (power - float(rng.uniform(0.2, 0.8))), 1)}


@checks("lxcim.units", given=_a_score_in_nats)
def units(answer: Any, given: Mapping[str, Any]) -> str:
    """The power of ten that turns the decision of LCUBE."""
    parts = fields(answer, ("power", "score"))
    power, score = whole(parts["power"], "power", low=-50, high=50), number(parts["score"], "score")
    rows, before = given["rows"], given["score"]
    zero = rows * math.log(10)
    after = before + power * zero
    if power <= 0:
        wrong("A smaller number for x lowers the score, which grows with log a: x must be multiplied by more than 1.")
    if after <= 0:
        wrong(f"Multiplied by 10^{power}, x has a score of {after:.1f}, which is not positive.")
    if after - zero > 0:
        logs = {"log to the base 2": math.log2(10), "log to the base 10": 1.0}
        base = next((name for name, unit in logs.items() if power == math.floor(-before / (rows * unit)) + 1), None)
        once = " You seem to have forgotten the number of rows." if power >= 50 else ""
        which = f" You seem to have used the {base}." if base else once
        wrong(f"10^{power} is more than is needed: 10^{power - 1} gives {after - zero:.1f}.{which}")
    if not close(score, after, 0.5):
        if close(score, before + power * rows, 0.5):
            wrong("The power is right; in the score you have used the logarithm to the base 10.")
        if close(score, power * zero, 0.5):
            wrong("The power is right; this is what the score grows by, not what it is.")
        wrong(f"The power is right, but the score is not {score:g}.")
    return "As many zeros, and LCUBE has changed its mind without a look at the data."


def _a_benchmark(rng: np.random.Generator) -> Mapping[str, Any]:
    return {
        "families": int(rng.integers(25, 70)),
        "error": int(rng.integers(70, 130)) / 10,
        "points": int(rng.integers(4, 9)),
        "comparisons": int(rng.choice([10, 15, 28, 45, 66, 120])),
    }


@checks("lxcim.families", given=_a_benchmark)
def families(answer: Any, given: Mapping[str, Any]) -> str:
    """How many families a difference needs, alone and among several."""
    parts = fields(answer, ("alone", "together"))
    for name, comparisons in (("alone", 1), ("together", given["comparisons"])):
        found = number(parts[name], name, low=0)
        quantile = NormalDist().inv_cdf(1 - 0.05 / (2 * comparisons))
        needed = _families_for(given, quantile)
        if close(found, needed, 1 + 0.012 * needed):
            continue
        ratio = given["error"] / given["points"]
        slips = {
            "the number for one standard error: 95 % of a normal distribution is within 1.96": _families_for(given, 1),
            "what comes out without the square: four times the families halve the error": (
                given["families"] * quantile * ratio
            ),
            "that of a one-sided 95 %": _families_for(given, NormalDist().inv_cdf(1 - 0.05 / comparisons)),
            "the number for one comparison: several need a larger quantile": _families_for(given, 1.959964),
            "the number for one comparison times theirs: it is the 5 % that is divided": (
                _families_for(given, 1.959964) * given["comparisons"]
            ),
        }
        for says, value in slips.items():
            if close(found, value, 1 + 0.012 * value):
                wrong(f"For {name!r}, {found:g} is {says}.")
        error = given["error"] * math.sqrt(given["families"] / max(found, 1e-9))
        wrong(f"For {name!r}: {found:g} families leave an error of {error:.2f} points; the quantile is {quantile:.2f}.")
    return "The number of comparisons costs less than a small difference does."


def _families_for(given: Mapping[str, Any], quantile: float) -> float:
    return float(given["families"] * (quantile * given["error"] / given["points"]) ** 2)


Array = NDArray[np.float64]


@checks("lxcim.two-methods")
def two_methods(answer: Any, given: Mapping[str, Any]) -> str:
    """The difference of two methods on common pairs, with an interval that draws families: computed anew."""
    parts = fields(answer, ("pairs", "families", "difference", "low", "high"))
    pairs, drawn_families = (whole(parts[name], name) for name in ("pairs", "families"))
    difference, low, high = (number(parts[name], name) for name in ("difference", "low", "high"))
    scores, weights, family = _both_decide()
    if pairs != len(weights):
        all_there = " Pairs of weight 0 do not count." if pairs > len(weights) else ""
        wrong(f"SLOPPY and ROCHE do not both decide {pairs} pairs of weight above zero.{all_there}")
    if drawn_families != len(set(family)):
        wrong(f"The {pairs} pairs do not make {drawn_families} families: a whole family weighs 1.")
    true = _lxcim_difference(scores, weights)
    if not close(difference, true, 0.0006):
        alike = _lxcim_difference(scores, np.ones(len(weights)))
        if close(difference, 100 * true, 0.06):
            wrong("The difference must be in units, not in points.")
        if close(difference, -true, 0.0006):
            wrong("This is ROCHE's LxCIM less SLOPPY's.")
        if close(difference, alike, 0.0006):
            wrong("This is the difference if all pairs weigh the same.")
        wrong(f"The difference is not {difference:g}: both methods are judged on the same {pairs} pairs, by weight.")
    if not low < difference < high:
        wrong("low must lie below the difference, and high above.")
    _check_interval(low, high, scores, weights, family)
    alone = paired_difference("lxcim", np.ones(pairs, dtype=int), *scores, sample_weight=weights)
    said = f"from {low:.3f} to {high:.3f}; as if pairs were independent, from {alone.low:.3f} to {alone.high:.3f}"
    return f"The difference is {true:.3f}, {said}."


def _both_decide() -> tuple[Array, Array, list[int]]:
    """The scores of the two methods, the weights, and the family of each of their common pairs."""
    table = authors_scores()
    table = table[table["weight"] > 0].sort_index()
    sizes = (1 / table["weight"]).round().astype(int)
    order = table.groupby(sizes).cumcount()
    family = (1000 * sizes + order // sizes).to_numpy()
    both = (table[["SLOPPY", "ROCHE"]].notna() & (table[["SLOPPY", "ROCHE"]] != 0)).all(axis=1).to_numpy()
    return (
        table.loc[both, ["SLOPPY", "ROCHE"]].to_numpy().T,
        table.loc[both, "weight"].to_numpy(),
        family[both].tolist(),
    )


def _lxcim_difference(scores: Array, weights: Array) -> float:
    one, two = (lxcim(np.ones(len(weights), dtype=int), s, sample_weight=weights) for s in scores)
    return one - two


def _check_interval(low: float, high: float, scores: Array, weights: Array, family: list[int]) -> None:
    """As wide as families say: between their bootstrap and their jackknife, give or take a tenth."""
    rng = np.random.default_rng(17)
    _, member = np.unique(family, return_inverse=True)
    count = int(member.max()) + 1
    drawn = []
    for _ in range(600):
        factor = rng.multinomial(count, [1 / count] * count)[member]
        kept = factor > 0
        drawn.append(_lxcim_difference(scores[:, kept], (weights * factor)[kept]))
    bottom, top = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
    labels = np.ones(len(weights), dtype=int)
    smooth = paired_difference("lxcim", labels, *scores, sample_weight=weights, clusters=family)
    alone = paired_difference("lxcim", labels, *scores, sample_weight=weights)
    widths = sorted((top - bottom, smooth.high - smooth.low))
    if high - low < 0.9 * widths[0]:
        naive = close(high - low, alone.high - alone.low, 0.1 * (alone.high - alone.low))
        why = "it draws pairs as if they were independent" if naive else "it must hold at 95 %, for drawn families"
        wrong(f"Your interval is {high - low:.3f} wide and that over families {widths[0]:.3f}: {why}.")
    if high - low > 1.1 * widths[1]:
        wrong(
            f"Your interval is {high - low:.3f} wide and that over families {widths[1]:.3f}: are both drawn together?"
        )
    ends = ((low, bottom, smooth.low), (high, top, smooth.high))
    if any(min(abs(end - one) for one in ours) > 0.03 for end, *ours in ends):
        wrong(f"Your interval is as wide as it should be, but ours goes from {bottom:.3f} to {top:.3f}.")


# ---------- a table and its seeds


@checks("lxcim.below-one-half")
def below_one_half(answer: Any, given: Mapping[str, Any]) -> str:
    """Mostly right decisions with an LxCIM below one half, and what the turned signs give."""
    parts = fields(answer, ("decisions", "turned"))
    order, turned = _decisions(parts["decisions"], "decisions"), fraction(parts["turned"], "turned")
    if len(order) != 10 or sum(order) < 6:
        wrong(f"There must be ten decisions, at least six of them right, not {sum(order)} of {len(order)}.")
    found = exact.lxcim(*_scored(order))
    if found > Fraction(45, 100):
        reverse = exact.lxcim(*_scored(order[::-1]))
        hint = (
            " Read from the other end it would do: the first letter is the most confident." if reverse <= 0.45 else ""
        )
        wrong(f"LxCIM of {_written(order)} is {float(found):.3f}, more than 0.45.{hint}")
    opposite = exact.lxcim(*_scored([1 - one for one in order]))
    if turned == opposite:
        return f"LxCIM {float(found):.3f} at an accuracy of {sum(order) / 10:g}; turned, {float(opposite):.3f}."
    if turned == found:
        wrong("Turning all signs is no exchange of classes: the labels stay, and right decisions become wrong ones.")
    if turned == exact.lxcim(*_scored(order[::-1])):
        wrong("This is LxCIM of the decisions in the opposite order; turned signs leave the confidence as it is.")
    wrong(f"LxCIM of the turned scores is not {turned}: it is that of {_written([1 - one for one in order])}.")


@checks("lxcim.a-unit-in-the-last-place")
def a_unit_in_the_last_place(answer: Any, given: Mapping[str, Any]) -> str:
    """A quantile that should be a value and falls below it."""
    found = several(answer, "the three numbers", shortest=3, longest=3)
    k, n, m = (whole(one, name, high=2000) for name, one in zip(("k", "n", "m"), found, strict=True))
    if not (3 <= n <= 30 and n != 19 and 0 < k < n and m >= 10):
        wrong(f"n must be from 3 to 30 and not 19, k between 0 and n, m from 10 on: not {k}, {n}, {m}.")
    if (m - 1) * k % n:
        wrong(f"The {k}/{n} quantile of {m} values is at {Fraction((m - 1) * k, n)}, between two of them.")
    share = float(np.linspace(0, 1, n + 1)[k])
    cut, value = float(np.quantile(np.arange(m), share)), (m - 1) * k // n
    gap = Fraction(share) - Fraction(k, n)
    if cut < value:
        return f"The cut is {cut!r}, and {value} is on the other side of it."
    if cut > value:
        wrong(f"The cut is {cut!r}, above {value}: here rounding goes the other way.")
    if gap < 0:
        wrong(f"The float for {k}/{n} is too small, but (m - 1) times it rounds to {value} again: try another m.")
    if gap == 0:
        wrong(f"{k}/{n} is exact in binary, so that the cut is {value}.")
    wrong(f"The float for {k}/{n} is above the fraction, and the cut is {value}.")
