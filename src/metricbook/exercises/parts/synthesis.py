"""Checkers of the exercises on what the papers say together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, TypeVar

import numpy as np

from metricbook import exact
from metricbook.exact.samples import samples, scored
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import called, cases, close, function, number, several, whole, wrong

HALF = Fraction(1, 2)
Given: TypeAlias = Mapping[str, Any]
Of: TypeAlias = Callable[..., float | Fraction]
T = TypeVar("T")


def picked(rng: np.random.Generator, among: Sequence[T]) -> T:
    """One of several things, as plain as it stands there."""
    return among[int(rng.integers(len(among)))]


def same_function(of: Callable[..., Any], tried: Iterable[tuple[Any, ...]], right: Of, usual: Mapping[str, Of]) -> int:
    """Compare a function with the right one, case by case, and return their number.

    At the first difference the rest is used to see which of the ``usual`` mistakes it is: the one whose values it has
    everywhere.
    """
    left = list(tried)
    for place, arguments in enumerate(left):
        found = called(of, *map(_copied, arguments), case=_said(arguments))
        if not close(found, float(right(*arguments)), 1e-9):
            alike = _alike(of, left[place:], usual)
            looks = f" {alike}" if alike else ""
            wrong(f"On {_said(arguments)} it should be {float(right(*arguments)):.6g}, not {found:.6g}.{looks}")
    return len(left)


def _alike(of: Callable[..., Any], tried: Sequence[tuple[Any, ...]], usual: Mapping[str, Of]) -> str | None:
    left = dict(usual)
    for arguments in tried:
        found = called(of, *map(_copied, arguments), case=_said(arguments))
        left = {name: other for name, other in left.items() if close(found, float(other(*arguments)), 1e-9)}
        if not left:
            return None
    return next(iter(left))


def _copied(one: Any) -> Any:
    return list(one) if isinstance(one, tuple) else one


def _said(arguments: tuple[Any, ...]) -> str:
    return ", ".join(str(_copied(one)) for one in arguments)


# Every metric is a mean over thresholds


def draw_two_cases(rng: np.random.Generator) -> Given:
    """The judged case's chance, an AUROC, and a chance of a right decision that some draw of thresholds gives."""
    alpha = picked(rng, (0.1, 0.2, 0.3, 0.7, 0.8, 0.9))
    auroc = picked(rng, (0.7, 0.8, 0.9))
    drawn = picked(rng, [k / 100 for k in range(5, 96) if abs(k - 50) > 5])
    unlike = alpha * (1 - drawn) + (1 - alpha) * drawn
    return {"alpha": alpha, "auroc": auroc, "target": round(0.5 + unlike * (auroc - 0.5), 5)}


@checks("synthesis.means-two-cases", given=draw_two_cases)
def two_cases(answer: Any, given: Given) -> str:
    """The chance that the threshold is a positive's score, from the chance of a right decision."""
    found = number(answer, "λ")
    alpha, auroc, target = given["alpha"], given["auroc"], given["target"]

    def solved(unlike: float) -> float:
        return float((unlike - alpha) / (1 - 2 * alpha))

    right = solved((target - 0.5) / (auroc - 0.5))
    unlike = alpha + found * (1 - 2 * alpha)
    gives = f"With λ = {found:.4g} the two are of different classes with chance {unlike:.4g}"
    if close(found, right, 0.002):
        return f"{gives}, and the decision is right with chance {0.5 + unlike * (auroc - 0.5):.4g}."
    if close(found, 1 - right, 0.002):
        wrong("That is the chance that the threshold is a negative's score: the classes are swapped.")
    if close(found, solved(target / auroc), 0.002):
        wrong("You gave nothing to pairs of one class, but in half of them the decision is right.")
    if not 0 <= found <= 1:
        wrong(f"λ is a chance, from 0 to 1, not {found:.4g}.")
    wrong(f"{gives}, and the decision is right with chance {0.5 + unlike * (auroc - 0.5):.4g}, not {target:g}.")


def _mean_accuracy(labels: Sequence[int], scores: Sequence[int], tie: Fraction, distinct: bool) -> Fraction:
    drawn = sorted(set(scores)) if distinct else scores
    flagged = [[tie if s == t else Fraction(s > t) for s in scores] for t in drawn]
    right = sum((f if y else 1 - f for row in flagged for y, f in zip(labels, row, strict=True)), Fraction(0))
    return right / (len(labels) * len(drawn))


@checks("synthesis.means-accuracy")
def mean_accuracy(answer: Any, given: Given) -> str:
    """Accuracy, averaged over thresholds at the scores of random cases."""
    count = same_function(
        function(answer),
        samples(4),
        lambda y, s: _mean_accuracy(y, s, HALF, distinct=False),
        {
            "Are cases at the threshold left unflagged? They count as half flagged.": lambda y, s: _mean_accuracy(
                y, s, Fraction(0), distinct=False
            ),
            "Are cases at the threshold flagged whole? They count as half flagged.": lambda y, s: _mean_accuracy(
                y, s, Fraction(1), distinct=False
            ),
            "Is each score taken once? A score that two cases share is drawn twice as often.": lambda y, s: (
                _mean_accuracy(y, s, HALF, distinct=True)
            ),
            "That is the mean of macro-accuracy, of TPR and 1 - FPR, not of accuracy.": lambda y, s: (
                HALF + (exact.ranking.auroc(y, s) - HALF) / 2
            ),
            "That is AUROC.": exact.ranking.auroc,
        },
    )
    return f"It agrees with the definition on all {count} samples of up to four cases, with every tie."


@checks("synthesis.means-same-draws")
def same_draws(answer: Any, given: Given) -> str:
    """One AUROC, with a concave curve and with one that is not."""
    pair = several(answer, "the pair of samples", shortest=2, longest=2)
    found = []
    for one, place in zip(pair, ("first", "second"), strict=True):
        labels, scores = cases(one, f"the {place} sample", shortest=8, longest=8)
        if sum(labels) != 4:
            wrong(f"The {place} sample has {sum(labels)} positives, not four.")
        found.append((exact.ranking.auroc(labels, scores), exact.ranking.auch(labels, scores), len(set(scores)) < 8))
    (area, hull, tied), (other, other_hull, _) = found
    said = f"AUROC is {area} and {other}, AUCH {hull} and {other_hull}"
    if area != other:
        wrong(f"Both must have one AUROC: {said}.")
    if not HALF < area < 1:
        wrong(f"AUROC must lie between 1/2 and 1: {said}.")
    if hull >= area + Fraction(1, 8) and other == other_hull:
        wrong(f"The samples are swapped: {said}. The first is the one whose curve is concave.")
    if hull > area:
        stairs = "" if tied else " Without ties the curve is a staircase, below its hull unless the ranking is perfect."
        wrong(f"In the first, AUCH must be AUROC: {said}.{stairs}")
    if other_hull < other + Fraction(1, 8):
        wrong(f"In the second, AUCH must be larger than AUROC by 1/8: {said}.")
    return f"{said}: at the thresholds drawn both lose the same, at the best ones they do not."


# LxCIM is an expected loss


def draw_gain(rng: np.random.Generator) -> Given:
    """How many of twelve decisions are right, and an LxCIM below accuracy that they can have."""
    right = picked(rng, (6, 7, 8, 9))
    won = int(rng.integers(1, (right * (12 - right) + 1) // 2))
    return {"right": right, "target": str(Fraction(right**2 + 2 * won, 144))}


@checks("synthesis.lxcim-gain", given=draw_gain)
def gain(answer: Any, given: Given) -> str:
    """Decisions whose confidence costs so much."""
    labels, scores = cases(answer, "the sample", shortest=12, longest=12)
    if 0 in scores:
        wrong("No case may have the score 0, which is the threshold.")
    if len({abs(score) for score in scores}) < 12:
        wrong("Two cases are equally confident: confidence is the distance from 0, whatever the sign.")
    right, target = Fraction(given["right"], 12), Fraction(given["target"])
    accuracy, value = exact.ranking.accuracy(labels, scores), exact.ranking.lxcim(labels, scores)
    if accuracy == 1 - right != right:
        wrong(f"{12 * accuracy} decisions are right and {12 - 12 * accuracy} wrong: right and wrong are swapped.")
    if accuracy != right:
        wrong(f"{12 * accuracy} decisions are right, not {given['right']}: a positive is decided rightly above 0.")
    if value != target == 2 * accuracy - value:
        wrong(f"LxCIM is {value}: that is the order upside down, the most confident count most.")
    if value != target:
        more = "more" if value < target else "fewer"
        wrong(f"LxCIM is {value}, not {target}: {more} pairs must have the right decision as the surer one.")
    return f"Accuracy {accuracy}, gain {value - accuracy}: together LxCIM {value}."


def _mean_risk(labels: Sequence[int], scores: Sequence[int], price: Fraction, at: Fraction) -> Fraction:
    """The mean over cases of the risk with a share ``at`` of the case, and of what ties with it, decided."""
    total = Fraction(0)
    for score in scores:
        for label, other in zip(labels, scores, strict=True):
            decided = at if abs(other) == abs(score) else Fraction(abs(other) > abs(score))
            total += decided * ((other > 0) != label) + price * (1 - decided)
    return total / len(labels) ** 2


@checks("synthesis.lxcim-any-price")
def any_price(answer: Any, given: Given) -> str:
    """The mean risk of a reject option, at any price of an undecided case."""
    prices = (Fraction(0), Fraction(1), HALF)
    tried = ((y, s, float(d)) for n in (1, 2, 3) for y, s in scored(n, (-2, -1, 1, 2), both=False) for d in prices)

    def risk(at: Fraction) -> Of:
        return lambda y, s, d: _mean_risk(y, s, Fraction(d), at)

    count = same_function(
        function(answer),
        tried,
        lambda y, s, d: (1 + Fraction(d) - exact.ranking.lxcim(y, s)) / 2,
        {
            "The price is forgotten: that is the mean of what is decided wrongly.": lambda y, s, d: _mean_risk(
                y, s, Fraction(0), HALF
            ),
            "That is the mean over cuts that decide each case whole; a case itself is, on average, half decided.": risk(
                Fraction(1)
            ),
            "That leaves out the case at the cut; it is, on average, half decided.": risk(Fraction(0)),
            "That is 1 - LxCIM, which has no price in it.": lambda y, s, d: 1 - exact.ranking.lxcim(y, s),
            "Confidence is the distance from 0: the lowest scores are as sure as the highest.": lambda y, s, d: (
                _by_score(y, s, Fraction(d))
            ),
        },
    )
    return f"It agrees with the definition in {count} cases; between the prices 0 and 1 it rises by 1/2 every time."


def _by_score(labels: Sequence[int], scores: Sequence[int], price: Fraction) -> Fraction:
    """The mean risk by score in place of confidence."""
    total = Fraction(0)
    for score, (label, other) in product(scores, list(zip(labels, scores, strict=True))):
        decided = HALF if other == score else Fraction(other > score)
        total += decided * ((other > 0) != label) + price * (1 - decided)
    return total / len(labels) ** 2


def draw_ballast(rng: np.random.Generator) -> Given:
    """A test set with its LxCIM, and one that would look better."""
    lxcim, target = (round(float(rng.integers(*ends)) / 100, 2) for ends in ((60, 86), (92, 99)))
    return {"cases": 10 * int(rng.integers(10, 60)), "lxcim": lxcim, "target": target}


@checks("synthesis.lxcim-ballast", given=draw_ballast)
def ballast(answer: Any, given: Given) -> str:
    """How many easy cases make LxCIM look good."""
    added = whole(answer, "the number of added cases")
    n = given["cases"]
    missing, wished = (1 - Fraction(str(given[name])) for name in ("lxcim", "target"))

    def left(m: int) -> Fraction:
        return missing * Fraction(n, n + m) ** 2

    said = f"With {added} more cases LxCIM is {float(1 - left(added)):.5f}"
    least = next(m for m in range(math.isqrt(int(n**2 * missing / wished)) - n, 10**6) if left(m) <= wished)
    if added == least:
        return f"{said}, and the error rate {float(Fraction(n, n + added)):.2f} times what it was."
    if added == math.ceil(n * (missing / wished - 1)):
        wrong(f"{said}: so many it would take if it were an error rate. Fewer will do.")
    if added == n + least:
        wrong(f"{said}: that is the size of the whole test set, not what is added.")
    wrong(f"{said}, {'less than' if added < least else 'and fewer cases already reach'} {given['target']}.")
