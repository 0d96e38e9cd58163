"""For teachers: instances, and checkers that hold an answer, of lxcim/lxcim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

import numpy as np

from metricbook import confidence_bounds, lxcim_from_parts
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import called, close, fields, function, unrounded, values, whole, wrong
from scoring_the_scores.lxcim.answers import scored, written

#: Half a unit of the third digit, and a little for rounding on the way.
THIRD_DIGIT: Final = 0.0011


@draws("lxcim.two-parts")
def _two_parts(rng: np.random.Generator) -> Mapping[str, Any]:
    return {"accuracy": int(rng.integers(520, 900)) / 1000, "confidence": int(rng.integers(300, 850)) / 1000}


@checks("lxcim.two-parts")
def two_parts(answer: Any, given: Mapping[str, Any]) -> str:
    """LxCIM from the accuracy and the AUROC of confidence, and its bounds."""
    submitted, *ends = values(answer, "the three numbers", shortest=3, longest=3)
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
    if not close(submitted, right, THIRD_DIGIT):
        for says, value in slips.items():
            if close(submitted, value, THIRD_DIGIT):
                wrong(f"{submitted:g} is {says}.")
        unrounded(submitted, right, "LxCIM", THIRD_DIGIT)
        wrong(f"LxCIM is not {submitted:g}. Of two decisions both are right with probability {a * a:.3f}.")
    low, high = confidence_bounds(a)
    if close(ends[0], high, THIRD_DIGIT) and close(ends[1], low, THIRD_DIGIT):
        wrong("LxCIM is right; the lowest value comes before the highest.")
    for name, value, bound in (("lowest", ends[0], low), ("highest", ends[1], high)):
        if not close(value, bound, THIRD_DIGIT):
            unrounded(value, bound, f"the {name} value", THIRD_DIGIT)
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
            summary = f"On {case} LxCIM is {right} and your function returns {value:.4f}"
            wrong(f"{summary}.{_lxcim_slip(of) or what}")
        tried += 1
    return f"Right on {tried} samples: all orders of up to five, ties, weights, scores at 0 and exchanges."


def _stages() -> Any:
    for n in range(1, 6):
        for correct in product((1, 0), repeat=n):
            yield " These decisions have no ties and equal weights.", *scored(correct), [1] * n
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
            yield " The weights differ here.", *scored(correct), list(weights)
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
    returned = [called(of, *scored(c), [1] * 4, case=f"the decisions {written(c)}") for c in orders]
    places = range(1, 5)
    slips: dict[str, list[float]] = {
        " It looks like the accuracy.": [sum(c) / 4 for c in orders],
        " It looks like AUDRC, which divides by the number decided.": [
            float(exact.audrc_sum(*scored(c))) for c in orders
        ],
        " The least confident decision seems to come first.": [float(exact.lxcim(*scored(c[::-1]))) for c in orders],
        " It is the area under the curve: twice that area is LxCIM.": [
            float(exact.lxcim(*scored(c))) / 2 for c in orders
        ],
        " A right decision of rank i counts N - i + 1/2, and yours counts N - i.": [
            2 / 16 * sum((4 - i) * x for i, x in zip(places, c, strict=True)) for c in orders
        ],
        " A right decision of rank i counts N - i + 1/2, and yours counts N - i + 1: steps, not straight lines.": [
            2 / 16 * sum((5 - i) * x for i, x in zip(places, c, strict=True)) for c in orders
        ],
    }
    for says, expected in slips.items():
        if all(close(one, two, 1e-9) for one, two in zip(returned, expected, strict=True)):
            return says
    return ""


@draws("lxcim.printed-weight")
def _a_rank(rng: np.random.Generator) -> Mapping[str, Any]:
    n = int(rng.integers(7, 31))
    return {"n": n, "rank": int(rng.integers(2, n - 1))}


@draws("lxcim.easy-cases")
def _two_classes(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        positives, negatives = int(rng.integers(120, 400)), int(rng.integers(60, 240))
        if positives > negatives + 20:
            return {"positives": positives, "negatives": negatives}


@checks("lxcim.easy-cases")
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
