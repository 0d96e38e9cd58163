"""Checkers of the exercises on what the papers say together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from metricbook import exact
from metricbook.exact.samples import matrices, samples, scored
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    called,
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
from metricbook.metrics.h_measure import h_measure
from metricbook.metrics.indistinguishability import precision_at_indistinguishability
from metricbook.metrics.influence import influence
from metricbook.metrics.ranking import auroc

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
    """How many of some decisions are right, and an LxCIM below accuracy that they can have."""
    n = int(rng.integers(9, 15))
    right = int(rng.integers(n // 2, n - 2))
    won = int(rng.integers(1, (right * (n - right) + 1) // 2))
    return {"cases": n, "right": right, "target": str(Fraction(right**2 + 2 * won, n**2))}


@checks("synthesis.lxcim-gain", given=draw_gain)
def gain(answer: Any, given: Given) -> str:
    """Decisions whose confidence costs so much."""
    n = given["cases"]
    labels, scores = cases(answer, "the sample", shortest=n, longest=n)
    if 0 in scores:
        wrong("No case may have the score 0, which is the threshold.")
    if len({abs(score) for score in scores}) < n:
        wrong("Two cases are equally confident: confidence is the distance from 0, whatever the sign.")
    right, target = Fraction(given["right"], n), Fraction(given["target"])
    accuracy, value = exact.ranking.accuracy(labels, scores), exact.ranking.lxcim(labels, scores)
    if accuracy == 1 - right != right:
        wrong(f"{n * accuracy} decisions are right and {n - n * accuracy} wrong: right and wrong are swapped.")
    if accuracy != right:
        wrong(f"{n * accuracy} decisions are right, not {given['right']}: a positive is decided rightly above 0.")
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


# Cost space is the diagonal of the Tile

Matrix: TypeAlias = tuple[int, int, int, int]


def matrix(answer: Any, what: str, *, most: int) -> Matrix:
    """A confusion matrix (tn, fp, fn, tp) in whole numbers, with both classes."""
    found = several(answer, what, shortest=4, longest=4)
    tn, fp, fn, tp = (
        whole(one, f"{name} of {what}", high=most) for one, name in zip(found, ("tn", "fp", "fn", "tp"), strict=True)
    )
    if tn + fp == 0 or fn + tp == 0 or tn + fp + fn + tp > most:
        wrong(f"{what} must have positives and negatives, and at most {most} cases, in the order tn, fp, fn, tp.")
    return tn, fp, fn, tp


def two_matrices(answer: Any, *, most: int) -> tuple[Matrix, Matrix]:
    """Two confusion matrices of the same class sizes."""
    pair = several(answer, "the pair of matrices", shortest=2, longest=2)
    first, second = matrix(pair[0], "the first matrix", most=most), matrix(pair[1], "the second matrix", most=most)
    sizes = [(one[0] + one[1], one[2] + one[3]) for one in (first, second)]
    if sizes[0] != sizes[1]:
        said = " and ".join(f"{n} negatives, {p} positives" for n, p in sizes)
        wrong(f"Both must have the same class sizes, tn + fp and fn + tp, not {said}.")
    return first, second


def draw_price(rng: np.random.Generator) -> Given:
    """A confusion matrix and a price."""
    positives, negatives = 5 * int(rng.integers(3, 9)), 5 * int(rng.integers(10, 30))
    fn, fp = int(rng.integers(1, positives // 2)), int(rng.integers(2, negatives // 3))
    return {
        "total": positives + negatives,
        "tn": negatives - fp,
        "fp": fp,
        "fn": fn,
        "tp": positives - fn,
        "c": picked(rng, (0.1, 0.2, 0.3, 0.7, 0.8, 0.9)),
    }


@checks("synthesis.diagonal-price", given=draw_price)
def diagonal_price(answer: Any, given: Given) -> str:
    """The canonical score at one minus the price."""
    found, c = fraction(answer, "the score"), Fraction(str(given["c"]))
    shares = tuple(Fraction(given[name], given["total"]) for name in ("tn", "fp", "fn", "tp"))
    _, fp, fn, _ = shares
    right = exact.tile.canonical_score(shares, 1 - c, 1 - c)
    if found == right:
        return f"It stands at ({1 - c}, {1 - c}) and is {right}, about {float(right):.4f}."
    if found == exact.tile.canonical_score(shares, c, c):
        wrong(f"That is the score at ({c}, {c}). The place is not the price itself.")
    if found == 1 - 2 * (c * fp + (1 - c) * fn):
        wrong("That is one minus the loss, which is no canonical score: it need not be 0 where all is wrong.")
    if found in (1 - right, 2 * (c * fp + (1 - c) * fn)):
        wrong("That is a loss, which is large where much is wrong; a score is large where much is right.")
    if found == exact.tile.canonical_score(shares, HALF, HALF):
        wrong("That is accuracy, for users to whom a false alarm and a miss cost the same.")
    wrong(f"{float(found):.4f} is not the score on the diagonal that belongs to the price {c}.")


def draw_prior(rng: np.random.Generator) -> Given:
    """A prevalence."""
    return {"prior": picked(rng, [k / 100 for k in range(4, 49, 2)])}


@checks("synthesis.diagonal-parallel", given=draw_prior)
def parallel(answer: Any, given: Given) -> str:
    """A place whose ruler is parallel to that of F1."""
    pair = several(answer, "the place", shortest=2, longest=2)
    a, b = (fraction(one, name, low=0, high=1) for one, name in zip(pair, "ab", strict=True))
    prior = Fraction(str(given["prior"]))
    if a == 1 and b == HALF:
        wrong("That is the place of F1 itself.")

    def tilt(one: Fraction, other: Fraction, positive: Fraction = prior) -> Fraction | None:
        base = (1 - positive) * (1 - other) + positive * other
        return (other - one) / base if base else None

    if tilt(a, b) == tilt(Fraction(1), HALF):
        return f"The ruler of ({a}, {b}) is parallel to that of F1 at the prevalence {prior}."
    if tilt(a, b, 1 - prior) == tilt(Fraction(1), HALF):
        wrong(f"The two rulers are parallel at the prevalence {1 - prior}: the classes are swapped.")
    if a == b:
        wrong("On the diagonal rulers are upright, at every prevalence; that of F1 is slanted.")
    if b - a == HALF - 1:
        wrong("The prices of saving and of paying are as far apart as those of F1, but the ruler is not parallel.")
    slope = 2 * ((1 - a) * (1 - prior) + a * prior) / (b - a)
    wrong(f"The ruler of ({a}, {b}) has the slope {slope}, which is not that of F1.{_toss(a, b, prior)}")


def _toss(a: Fraction, b: Fraction, prior: Fraction) -> str:
    """Two classifiers that the mean of F1 and this score rates alike, and their toss, which it rates otherwise."""
    places = (Fraction(1), HALF), (a, b)

    def rated_so(level: Fraction, flagged: Fraction) -> tuple[Fraction, ...] | None:
        weights = [(x, (1 - x) * (1 - prior) + y * prior + (x - y) * flagged) for x, y in places]
        if not all(base for _, base in weights):
            return None
        negative = sum((1 - x) * (1 - prior - flagged) / base for x, base in weights)
        tp = (2 * level - negative) / sum(1 / base for _, base in weights)
        found = 1 - prior - flagged + tp, flagged - tp, prior - tp, tp
        return found if min(found) >= 0 else None

    for tenths, level in product(((1, 8), (1, 6), (1, 4), (2, 9), (1, 3), (1, 2)), range(1, 20)):
        one, other = (rated_so(Fraction(level, 20), Fraction(k, 10)) for k in tenths)
        if one and other:
            toss = [(x + y) / 2 for x, y in zip(one, other, strict=True)]
            value = sum(exact.tile.canonical_score(toss, *place) for place in places) / 2
            shown = " and ".join(f"({', '.join(f'{float(x):.3f}' for x in shares)})" for shares in (one, other))
            return f" The shares (tn, fp, fn, tp) {shown} are both rated {level / 20:g}, their toss {float(value):.4f}."
    return ""


@checks("synthesis.diagonal-toss")
def below_both(answer: Any, given: Given) -> str:
    """Two confusion matrices whose toss the mean of precision and recall rates below both."""
    first, second = two_matrices(answer, most=100)
    both = tuple(x + y for x, y in zip(first, second, strict=True))
    rated = []
    for (_, fp, fn, tp), name in ((first, "the first"), (second, "the second"), (both, "the toss")):
        if tp + fp == 0:
            wrong(f"The precision of {name} is not defined: it flags nothing.")
        rated.append((Fraction(tp, tp + fp) + Fraction(tp, tp + fn)) / 2)
    one, other, toss = rated
    said = f"the two are rated {float(one):.3f} and {float(other):.3f}, their toss {float(toss):.3f}"
    if toss >= min(one, other):
        wrong(f"The toss lies between the two: {said}.")
    if toss > min(one, other) - Fraction(1, 20):
        wrong(f"The toss must be lower than both by at least 0.05: {said}.")
    return f"{said[0].upper()}{said[1:]}, though accuracy finds it as good as the mean of both."


# One rule for every threshold


def draw_best(rng: np.random.Generator) -> Given:
    """An F-score and its best value."""
    return {"beta": picked(rng, (0.5, 2, 3)), "best": int(rng.integers(31, 90)) / 100}


@checks("synthesis.rule-alarms", given=draw_best)
def alarms(answer: Any, given: Given) -> str:
    """False alarms for a miss, from the best value of an F-score."""
    found = number(answer)
    beta, best = given["beta"], given["best"]
    price = best / (1 + beta**2)
    if close(found, 1 / price - 1, 0.01):
        return f"The price of a false alarm is {price:.4f}, so that a miss is as bad as {1 / price - 1:.2f}."
    usual = {
        "That is the price of F1, which is half of its best value; this is another F-score.": 2 / best - 1,
        "You took β where its square belongs.": (1 + beta) / best - 1,
        "That is the price of a false alarm, not the number of false alarms for a miss.": price,
        "That is the number of misses for one false alarm.": price / (1 - price),
        "One over the price compares a false alarm with both together, not with a miss.": 1 / price,
    }
    for said, value in usual.items():
        if close(found, value, 0.01):
            wrong(said)
    wrong(f"{found:.4g} false alarms for a miss would mean a price of {1 / (1 + found) if found > 0 else 1:.4f}.")


def best_f1(auroc: float, prevalence: float) -> float:
    """The best F1 of normal scores of one spread."""
    distance = math.sqrt(2) * float(ndtri(auroc))
    thresholds = np.linspace(-6, 8, 4001)
    fp, tp = (1 - prevalence) * ndtr(-thresholds), prevalence * ndtr(distance - thresholds)
    return float((2 * tp / (fp + tp + prevalence)).max())


def draw_reading(rng: np.random.Generator) -> Given:
    """A prevalence, and the price at the best F1 of some classifier."""
    prevalence = picked(rng, (0.2, 0.1, 0.01))
    return {"prevalence": prevalence, "price": round(best_f1(rng.uniform(0.75, 0.97), prevalence) / 2, 2)}


@checks("synthesis.rule-read-price", given=draw_reading)
def read_price(answer: Any, given: Given) -> str:
    """An AUROC read off the figure, and the best F1 that its price gives."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    auroc, best = (number(one, name) for one, name in zip(pair, ("AUROC", "F1"), strict=True))
    price, prevalence = given["price"], given["prevalence"]

    def at(share: float) -> float:
        return float(brentq(lambda area: best_f1(area, share) - 2 * price, 0.501, 0.99999))

    if close(best, price, 0.005):
        wrong("The price is not the best F1 itself.")
    if close(best, 1 - price, 0.005) or close(best, price / 2, 0.005):
        wrong(f"A best F1 of {best:.4g} does not go with the price {price}: by which factor do the two differ?")
    if not close(best, 2 * price, 0.005):
        wrong(f"A best F1 of {best:.4g} does not go with the price {price}.")
    if not close(auroc, at(prevalence), 0.02):
        for other in (0.5, 0.2, 0.1, 0.01):
            if best_f1(0.501, other) < 2 * price and other != prevalence and close(auroc, at(other), 0.01):
                wrong(f"At the prevalence {other:g} it would be an AUROC of {auroc:.3g}: that is another line.")
        side = "lower" if auroc < at(prevalence) else "higher"
        wrong(f"F1 is right. At an AUROC of {auroc:.3g} the price is {side} than {price}.")
    return f"At an AUROC of {at(prevalence):.3f} the best F1 is {2 * price:.2f}, twice the price."


def draw_sizes(rng: np.random.Generator) -> Given:
    """Class sizes other than those of the chapter's example."""
    sizes = [(p, n) for p in range(3, 8) for n in range(4, 10) if (p, n) != (4, 6)]
    positives, negatives = picked(rng, sizes)
    return {"positives": positives, "negatives": negatives}


@checks("synthesis.rule-no-price", given=draw_sizes)
def no_price(answer: Any, given: Given) -> str:
    """A ranking whose best geometric mean is at a threshold that nobody wants."""
    positives, negatives = given["positives"], given["negatives"]
    labels = ranking(answer, positives=positives, negatives=negatives)
    true = np.cumsum([0, *labels])
    points = [(int(flagged - tp), int(tp)) for flagged, tp in enumerate(true)]
    means = [tp * (negatives - fp) for fp, tp in points]
    best = [flagged for flagged, mean in enumerate(means) if mean == max(means)]
    if len(best) > 1:
        wrong(
            f"The geometric mean is largest at {' and at '.join(map(str, best[:3]))} flagged: it must be one threshold."
        )
    low, high = _prices(points, best[0])
    said = f"The geometric mean is largest with {best[0]} flagged"
    if low <= high:
        wrong(f"{said}. That costs least at prices from {low} to {high}.")
    return f"{said}, and at every price another threshold costs less."


def _prices(points: Sequence[tuple[int, int]], place: int) -> tuple[Fraction, Fraction]:
    """The least and the largest price at which a threshold costs least; the first is larger if there is none."""
    low, high = Fraction(0), Fraction(1)
    fp, tp = points[place]
    for other_fp, other_tp in points:
        more, gained = (fp - other_fp) + (tp - other_tp), tp - other_tp
        if more > 0:  # it flags more, which pays up to a price
            high = min(high, Fraction(gained, more))
        elif more < 0:
            low = max(low, Fraction(gained, more))
    return low, high


# What one swap is worth


def draw_swap(rng: np.random.Generator) -> Given:
    """A ranking and one of its mistakes, with a positive above."""
    while True:
        n = int(rng.integers(8, 13))
        labels = rng.permutation([1] * (n // 2 - 1) + [0] * (n - n // 2 + 1)).tolist()
        ranks = [r for r in range(2, n) if labels[r - 1] == 0 and labels[r] == 1 and sum(labels[:r])]
        if ranks:
            return {"ranking": "".join("NP"[label] for label in labels), "rank": picked(rng, ranks)}


@checks("synthesis.swap-prices", given=draw_swap)
def swap_prices(answer: Any, given: Given) -> str:
    """What a swap is worth to AUROC and to average precision."""
    pair = several(answer, "the pair of gains", shortest=2, longest=2)
    area, precision = (fraction(one, f"the gain of {name}") for one, name in zip(pair, ("AUROC", "AP"), strict=True))
    labels, r = ["NP".index(letter) for letter in given["ranking"]], given["rank"]
    swapped = [*labels[: r - 1], 1, 0, *labels[r + 1 :]]
    n, k = sum(labels), sum(labels[: r + 1])
    areas, precisions = (
        of(swapped, descending(swapped)) - of(labels, descending(labels))
        for of in (exact.ranking.auroc, exact.ranking.average_precision)
    )
    if (area, precision) == (precisions, areas):
        wrong("The gains are swapped: AUROC comes first.")
    if area == -areas or precision == -precisions:
        wrong("Both rise: a negative of the gain has the sign of a loss.")
    if area == Fraction(2, len(labels) * (len(labels) - 1)):
        wrong("For AUROC only pairs of a positive and a negative count, not all pairs.")
    if area != areas:
        wrong(f"AUROC gains {'more' if area < areas else 'less'} than {area}.")
    if precision == Fraction(k - 1, n * r * (r + 1)):
        wrong("AUROC is right. For average precision the positive that moves counts among those found.")
    if precision == n * precisions:
        wrong("AUROC is right. That is what the precision at the positive gains; AP is a mean over all positives.")
    if precision == Fraction(k, n * (r + 1) * (r + 2)):
        wrong(
            "AUROC is right. For average precision the rank is off by one: the positive rises to that of the negative."
        )
    if precision != precisions:
        wrong(f"AUROC is right. AP gains {'more' if precision < precisions else 'less'} than {precision}.")
    return f"AUROC gains {areas}, AP {precisions}."


@checks("synthesis.swap-discount")
def swap_discount(answer: Any, given: Given) -> str:
    """What a pair in order is worth to the discounted cumulative gain."""
    of = function(answer)

    def drop(rank: int, log: Callable[[float], float] = math.log2, more: int = 1) -> float:
        return 1 / log(more + rank) - 1 / log(more + rank + 1)

    pairs = sorted(product(range(1, 7), repeat=2), key=lambda pair: (sum(pair), pair))
    for i, j in pairs:
        found, right = called(of, i, j, case=f"worth({i}, {j})"), drop(i + j - 1)
        if close(found, right, 1e-9):
            continue
        usual = {
            "That has the wrong sign: DCG rises.": -right,
            "The logarithm is that to base 2.": drop(i + j - 1, math.log),
            "Is the negative at rank i + j? Above the pair stand i - 1 positives and j - 1 negatives.": drop(i + j),
            "Only the j-th negative was counted above the positive, not the other positives.": drop(j),
            "Only the positives above were counted, not the negatives.": drop(i),
        }
        looks = next((f" {said}" for said, value in usual.items() if close(found, value, 1e-9)), "")
        before = "N" * (j - 1) + "P" * (i - 1) + "NP"
        after = before[:-2] + "PN"
        wrong(f"From {before} to {after} DCG gains {right:.6f}, and worth({i}, {j}) is {found:.6f}.{looks}")
    return "With these worths DCG is the sum over all pairs in order, for every ranking of up to six and six."


@checks("synthesis.swap-unseen")
def swap_unseen(answer: Any, given: Given) -> str:
    """A ranking whose mistakes are worth nothing to H."""
    labels = ranking(answer, longest=20)
    if len(set(labels)) < 2:
        wrong("The ranking must have positives and negatives.")
    scores = descending(labels)
    area = exact.ranking.auroc(labels, scores)
    ranks = [r for r, pair in enumerate(pairwise(labels), start=1) if pair == (0, 1)]
    if len(ranks) < 3:
        wrong(f"There must be at least three mistakes, N directly above P, not {len(ranks)}.")
    if area == 1 - area or area < Fraction(3, 5):
        upside = " Is the highest score first?" if area <= Fraction(2, 5) else ""
        wrong(f"AUROC is {float(area):.3f}, less than 0.6.{upside}")
    before = h_measure(labels, scores)
    for r in ranks:
        gained = h_measure([*labels[: r - 1], 1, 0, *labels[r + 1 :]], scores) - before
        if gained > 1e-12:
            wrong(f"The mistake at ranks {r} and {r + 1} is worth {gained:.4f} to H: its point rises above the hull.")
    return f"AUROC {float(area):.3f}, H {before:.3f}: {len(ranks)} mistakes, and none is worth anything to H."


# A metric is what it ignores


def draw_easy(rng: np.random.Generator) -> Given:
    """A test set, and the AUROC that it has with more and with fewer easy negatives."""
    times = picked(rng, (2, 4, 5, 8, 10))
    before = int(rng.integers(65, 90)) / 100
    return {
        "positives": 10 * int(rng.integers(3, 30)),
        "negatives": 10 * int(rng.integers(5, 60)),
        "before": before,
        "after": round(1 - (1 - before) / times, 5),
        "accuracy": int(rng.integers(60, 90)) / 100,
    }


@checks("synthesis.ignores-easy", given=draw_easy)
def easy(answer: Any, given: Given) -> str:
    """How many easy negatives were added, and what they do to accuracy."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    added, accuracy = whole(pair[0], "the number of negatives"), number(pair[1], "the accuracy", low=0, high=1)
    n, negatives = given["positives"] + given["negatives"], given["negatives"]
    missing = (1 - Fraction(str(given["before"]))) / (1 - Fraction(str(given["after"])))
    right = int(negatives * (missing - 1))
    if added == int(negatives * missing):
        wrong(f"{added} is the number of all negatives, not of those that were added.")
    if added == int(n * (missing - 1)):
        wrong("The number of cases has no part in AUROC, which counts pairs of a positive and a negative.")
    if added != right:
        auroc = 1 - (1 - given["before"]) * negatives / (negatives + added)
        wrong(f"With {added} more easy negatives AUROC would be {auroc:.4f}.")
    mistaken = 1 - given["accuracy"]
    if close(accuracy, 1 - mistaken * n / (n + right), 0.001):
        return (
            f"With {added} easy negatives AUROC is {given['after']} and accuracy {accuracy:.3f}; no decision is better."
        )
    if close(accuracy, 1 - mistaken / float(missing), 0.001):
        wrong("The number is right. Accuracy does not move as AUROC does: it counts positives, too.")
    if close(accuracy, given["accuracy"], 0.001):
        wrong("The number is right. Accuracy does not stay: the added cases are all decided rightly.")
    if close(accuracy, given["accuracy"] * n / (n + right), 0.001):
        wrong("The number is right. That would be the accuracy if all added cases were decided wrongly.")
    wrong(f"The number is right. The accuracy is not {accuracy:.4f}: count the mistakes, and the cases there are now.")


def _decided(matrix: Matrix, extra: int) -> dict[str, Fraction]:
    """Balanced accuracy, kappa and MCC (its square, with its sign) after easy negatives."""
    tn, fp, fn, tp = matrix[0] + extra, *matrix[1:]
    chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    lead, spread = tp * tn - fp * fn, (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return {
        "balanced accuracy": (Fraction(tn, tn + fp) + Fraction(tp, tp + fn)) / 2,
        "κ": Fraction(2 * lead, chance),
        "MCC": Fraction(lead * abs(lead), spread) if spread else Fraction(0),
    }


@checks("synthesis.ignores-order")
def ignores_order(answer: Any, given: Given) -> str:
    """Easy negatives that reverse the order of two classifiers by three metrics."""
    found = several(answer, "the triple", shortest=3, longest=3)
    pair = two_matrices(found[:2], most=200)
    extra = whole(found[2], "the number of easy negatives", high=10_000)
    if min(pair[0][0] + pair[0][1], pair[0][2] + pair[0][3]) < 5:
        wrong("There must be at least five cases of either class.")
    if any(matrix[1] + matrix[3] == 0 for matrix in pair):
        wrong("One of the two flags nothing, so that MCC is not defined.")
    without, beside = ([_decided(matrix, more) for matrix in pair] for more in (0, extra))
    if all(without[0][name] < without[1][name] and beside[0][name] > beside[1][name] for name in without[0]):
        wrong("The classifiers are swapped: the second must be ahead with the easy negatives.")
    for rated, name in product((without, beside), without[0]):
        ahead = rated[0][name] > rated[1][name] if rated is without else rated[0][name] < rated[1][name]
        if not ahead:
            said = " and ".join(f"{_plain(one[name], name):.4f}" for one in rated)
            when, who = ("Without", "first") if rated is without else (f"With {extra}", "second")
            wrong(f"{when} easy negatives {name} must prefer the {who}; it is {said}.")
    return f"With {extra} easy negatives, which both decide rightly, all three change sides."


def _plain(value: Fraction, name: str) -> float:
    return math.copysign(math.sqrt(abs(value)), value) if name == "MCC" else float(value)


@checks("synthesis.ignores-two-wishes")
def two_wishes(answer: Any, given: Given) -> str:
    """A metric that ignores global exchange, easy negatives and copies."""
    of = function(answer)

    def value(cells: Matrix) -> float:
        return called(of, *cells, case=f"(tn, fp, fn, tp) = {cells}")

    changes: dict[str, Callable[[int, int, int, int], Matrix]] = {
        "Global exchange": lambda tn, fp, fn, tp: (tp, fn, fp, tn),
        "One more true negative": lambda tn, fp, fn, tp: (tn + 1, fp, fn, tp),
        "A second copy of all cases": lambda tn, fp, fn, tp: (2 * tn, 2 * fp, 2 * fn, 2 * tp),
    }
    seen: set[float] = set()
    for cells in (cells for total in range(1, 6) for cells in matrices(total)):
        before = value(cells)
        seen.add(round(before, 9))
        for name, change in changes.items():
            after = value(change(*cells))
            if not close(before, after, 1e-9):
                wrong(f"{name} changes it: at {cells} it is {before:.4g}, at {change(*cells)} it is {after:.4g}.")
    if len(seen) == 1:
        wrong("It is the same for all classifiers.")
    if len(seen) == 2:
        wrong("It takes two values only, such as whether there is a mistake at all; a third can be had.")
    return f"It ignores all three, and takes {len(seen)} values on all matrices of up to five cases."


# Where metrics disagree


@checks("synthesis.disagreement-uncrossed")
def uncrossed(answer: Any, given: Given) -> str:
    """Curves that do not cross, and a metric that prefers the lower one."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    above = [int(k) for k in np.flatnonzero(np.cumsum(second) > np.cumsum(first)) + 1]
    areas = [auroc(one, descending(one)) for one in (first, second)]
    if above and not np.any(np.cumsum(first) > np.cumsum(second)):
        wrong("The rankings are swapped: it is the first whose curve must be nowhere below.")
    if above:
        k = above[0]
        wrong(
            f"The curves cross: among {k} cases the first has {sum(first[:k])} positives, the second {sum(second[:k])}."
        )
    if areas[0] - areas[1] < 0.15 - 1e-12:
        wrong(f"AUROC must prefer the first by 0.15: it is {areas[0]:.2f} and {areas[1]:.2f}.")
    levels = [precision_at_indistinguishability(one, descending(one)) for one in (first, second)]
    said = f"C(r_b) is {levels[0]:.3f} and {levels[1]:.3f}"
    if not levels[1] > levels[0] + 1e-12:
        wrong(f"C(r_b) must prefer the second: {said}.")
    return f"AUROC is {areas[0]:.2f} and {areas[1]:.2f}, {said}."


def draw_flagged(rng: np.random.Generator) -> Given:
    """A share that is flagged."""
    return {"share": picked(rng, [k / 100 for k in (*range(4, 25, 2), *range(36, 95, 2))])}


@checks("synthesis.disagreement-read-share", given=draw_flagged)
def read_share(answer: Any, given: Given) -> str:
    """How often a share flagged is at odds with AUROC and with AP, off the figure."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    found = [number(one, f"the share for {name}") for one, name in zip(pair, ("AUROC", "AP"), strict=True)]
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    right = [math.acos(one) / math.pi for one in correlations]
    if max(found) > 1:
        wrong("The shares are shares, between 0 and 1, not percentages.")
    if all(close(one, other, 0.01) for one, other in zip(found, right, strict=True)):
        return f"At odds with AUROC in {right[0]:.3f} of all cases, with AP in {right[1]:.3f}."
    if all(close(one, other, 0.01) for one, other in zip(found, right[::-1], strict=True)):
        wrong("AUROC and AP are swapped: AUROC's line is lowest where half is flagged.")
    if all(close(one, other, 0.01) for one, other in zip(found, correlations, strict=True)):
        wrong("Those are the correlations, not how often the metrics are at odds.")
    off = " and ".join(
        name for name, one, other in zip(("AUROC", "AP"), found, right, strict=True) if abs(one - other) > 0.01
    )
    wrong(f"For {off} it is not that often where a share {t:g} is flagged.")


@checks("synthesis.disagreement-precision")
def same_precision(answer: Any, given: Given) -> str:
    """Two classifiers of one precision about whom F1 and accuracy are at odds."""
    pair = two_matrices(answer, most=60)
    rated = []
    for tn, fp, fn, tp in pair:
        if tp + fp == 0:
            wrong("The precision of one of the two is not defined: it flags nothing.")
        rated.append((Fraction(tp, tp + fp), Fraction(2 * tp, 2 * tp + fp + fn), Fraction(tn + tp, tn + fp + fn + tp)))
    (precision, f1, accuracy), (other, other_f1, other_accuracy) = rated
    if precision != other:
        flagged = " They flag the same number: that is the theorem." if _flagged(pair[0]) == _flagged(pair[1]) else ""
        wrong(f"The precisions are {precision} and {other}, not the same.{flagged}")
    if f1 < other_f1 and accuracy > other_accuracy:
        wrong("The matrices are swapped: F1 must prefer the first.")
    said = f"F1 is {f1} and {other_f1}, accuracy {accuracy} and {other_accuracy}"
    if f1 <= other_f1:
        wrong(f"F1 must prefer the first: {said}.")
    if accuracy >= other_accuracy:
        wrong(f"Accuracy must prefer the second: {said}. Of the further flags, are more right than wrong?")
    return f"Of one precision, {precision}: {said}. What must be the same is the number flagged."


def _flagged(matrix: Matrix) -> int:
    return matrix[1] + matrix[3]


# How sure are you?


@checks("synthesis.sure-f1")
def sure_f1(answer: Any, given: Given) -> str:
    """The standard error of F1 from the four counts."""
    tried = [
        cells
        for total in range(2, 7)
        for cells in matrices(total)
        if cells[0] + cells[1] and cells[2] + cells[3] and sum(cells[1:])
    ]

    def right(tn: int, fp: int, fn: int, tp: int) -> float:
        labels, scores = [0] * (tn + fp) + [1] * (fn + tp), [-1] * tn + [1] * fp + [-1] * fn + [1] * tp
        return math.sqrt(float((influence("f1_score", labels, scores).of_cases ** 2).sum()))

    def share(tp: int, rest: int, cases: int) -> float:
        f1 = 2 * tp / (2 * tp + rest)
        return math.sqrt(f1 * (1 - f1) / cases)

    count = same_function(
        function(answer),
        tried,
        right,
        {
            "That is the variance; the standard error is its root.": lambda *cells: right(*cells) ** 2,
            "That is the error of a share of all cases; F1 is not one.": lambda tn, fp, fn, tp: share(
                tp, fp + fn, tn + fp + fn + tp
            ),
            "That is the error of a share of tp + fp + fn cases; F1 is not one.": lambda tn, fp, fn, tp: share(
                tp, fp + fn, fp + fn + tp
            ),
            "The factor n / (n - 1) is not asked for: the squares are added up as they are.": lambda *cells: (
                right(*cells) * math.sqrt(sum(cells) / (sum(cells) - 1))
            ),
            "Only true positives vary there; false positives and false negatives do, too.": lambda tn, fp, fn, tp: (
                math.sqrt(tp) * 2 * (fp + fn) / (2 * tp + fp + fn) ** 2
            ),
            "Influences are added up by kind before they are squared; square each case's.": lambda tn, fp, fn, tp: (
                2 * tp * math.sqrt((fp + fn) ** 2 + fp**2 + fn**2) / (2 * tp + fp + fn) ** 2
            ),
        },
    )
    return f"It agrees with the influences on all {count} confusion matrices of up to six cases."


def draw_comparison(rng: np.random.Generator) -> Given:
    """Two models on the same cases, with their errors and how alike these are."""
    return {
        "cases": 50 * int(rng.integers(4, 30)),
        "difference": int(rng.integers(10, 26)) / 1000,
        "first": int(rng.integers(12, 25)) / 1000,
        "second": int(rng.integers(12, 25)) / 1000,
        "correlation": int(rng.integers(40, 90)) / 100,
    }


@checks("synthesis.sure-cases", given=draw_comparison)
def sure_cases(answer: Any, given: Given) -> str:
    """How many cases a comparison takes."""
    found = number(answer, "the number of cases", low=1)
    n, gap, first, second = (given[name] for name in ("cases", "difference", "first", "second"))
    apart, alike = first**2 + second**2, 2 * given["correlation"] * first * second
    power = float(ndtri(0.975) + ndtri(0.8))

    def needed(variance: float, errors: float = power) -> float:
        return n * errors**2 * variance / gap**2

    right = needed(apart - alike)
    if close(found, right, 0.01 * right):
        return f"The difference has the error {math.sqrt(apart - alike):.4f}; it takes {right:.0f} cases, not {n}."
    usual = {
        "That takes the models for independent; they are judged on the same cases.": needed(apart),
        "So many show it at the 5 % level in half of all trials; a power of 80 % takes more.": needed(
            apart - alike, 1.96
        ),
        "Was the ratio of errors squared? Errors shrink with the root of the number of cases.": math.sqrt(right * n),
        "What both models find hard cancels in the difference: the correlation has the other sign.": needed(
            apart + alike
        ),
        "The variance of a difference is not the difference of the variances.": needed(abs(first**2 - second**2)),
    }
    for said, value in usual.items():
        if close(found, value, 0.01 * value):
            wrong(said)
    wrong(
        f"On {found:.0f} cases the error would be {math.sqrt((apart - alike) * n / found):.5f}: is 2.8 of these {gap}?"
    )


def draw_luck(rng: np.random.Generator) -> Given:
    """How far apart two normal classes are, and how many cases of each are drawn."""
    return {
        "distance": int(rng.integers(60, 180)) / 100,
        "positives": int(rng.integers(8, 31)),
        "negatives": int(rng.integers(15, 61)),
    }


@checks("synthesis.sure-luck", given=draw_luck)
def luck(answer: Any, given: Given) -> str:
    """What is predicted of a best threshold's metric, and what comes out."""
    parts = fields(answer, ("KS", "AUROC", "population", "mean", "error"))
    said = {name: choice(parts[name], ("above", "the same", "below"), name) for name in ("KS", "AUROC")}
    population, mean, error = (number(parts[name], name) for name in ("population", "mean", "error"))
    right = 2 * float(ndtr(given["distance"] / 2)) - 1
    drawn = _best_gaps(given["distance"], given["positives"], given["negatives"], np.random.default_rng(0))
    if close(population, float(ndtr(given["distance"] / math.sqrt(2))), 0.002):
        wrong("That is the AUROC of the population, not its KS.")
    if not close(population, right, 0.002):
        wrong(f"The best threshold of the population has not TPR - FPR = {population:.4g}. Where does it lie?")
    if close(error, float(drawn.std()), 0.3 * float(drawn.std())):
        wrong("That is the standard deviation of KS from one test set to the next; the error of a mean is smaller.")
    if not 0 < error <= 1.2 * float(drawn.std()) / math.sqrt(2000):
        wrong(f"The error of a mean of 2,000 or more test sets is above 0 and smaller than {error:.4g}.")
    if not close(mean, float(drawn.mean()), 4 * math.hypot(error, float(drawn.std()) / math.sqrt(drawn.size))):
        why = " Its bias is missing: is the threshold chosen anew on each test set?" if close(mean, right, 0.01) else ""
        wrong(f"The mean of KS over such test sets is not {mean:.4f}.{why}")
    if said != {"KS": "above", "AUROC": "the same"}:
        name = "KS" if said["KS"] != "above" else "AUROC"
        wrong(f"The numbers are right, but the mean of {name} is not {said[name]} what it is in the population.")
    return f"KS is {mean - population:.3f} too high on average, from luck alone; AUROC, a mean over pairs, is not."


def _best_gaps(distance: float, positives: int, negatives: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """KS of 4,000 test sets of normal scores."""
    scores = rng.standard_normal((4000, positives + negatives))
    scores[:, :positives] += distance
    found = np.argsort(-scores, axis=1) < positives
    gaps = np.cumsum(np.where(found, 1 / positives, -1 / negatives), axis=1)
    return np.maximum(gaps.max(axis=1), 0.0)


# One data set through five papers


def draw_clinic(rng: np.random.Generator) -> Given:
    """A share of positives and a price."""
    return {"share": int(rng.integers(4, 31)) / 100, "c": int(rng.integers(5, 36)) / 100}


@checks("synthesis.clinic-threshold", given=draw_clinic)
def clinic_threshold(answer: Any, given: Given) -> str:
    """The score from which on to call, with the weights of the classes undone."""
    found, share, c = number(answer, "the threshold"), given["share"], given["c"]
    undone, odds = math.log((1 - share) / share), math.log(c / (1 - c))
    if close(found, undone + odds, 0.01):
        return f"Equal weights add {undone:.3f} to all log-odds; the log-odds of {c:g} are {odds:.3f}."
    usual = {
        "The weights are not undone: equal weights raise the log-odds of everybody.": odds,
        "The price is forgotten: this is where the model's own chance is one half, its weights undone.": undone,
        "The weights are undone in the wrong direction: they raised the log-odds, and so the threshold.": odds - undone,
        "False alarms and misses are swapped: who finds misses dear should call more.": undone - odds,
        "Is that a chance? The scores are log-odds.": 1 / (1 + math.exp(-undone - odds)),
        "Log-odds have natural logarithms.": (undone + odds) / math.log(10),
    }
    for said, value in usual.items():
        if close(found, value, 0.01):
            wrong(said)
    chance = 1 / (1 + math.exp(-max(-500.0, min(500.0, found - undone))))
    wrong(f"Whoever is called from {found:.3g} on has, with the weights undone, a chance of at least {chance:.3g}.")


@checks("synthesis.clinic-cuts")
def clinic_cuts(answer: Any, given: Given) -> str:
    """A lead in AP that comes from the first two cuts."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas = [exact.ranking.auroc(one, descending(one)) for one in (first, second)]
    leads = [
        Fraction(sum(second[:r]) * (sum(second[:r]) + 1) - sum(first[:r]) * (sum(first[:r]) + 1), 8 * r * (r + 1))
        for r in range(1, 11)
    ]
    total, rest = sum(leads), sum(leads[2:])
    if areas[0] < areas[1] and total < 0:
        wrong("The rankings are swapped: AUROC must prefer the first.")
    if areas[0] <= areas[1]:
        wrong(f"AUROC must prefer the first: it is {areas[0]} and {areas[1]}.")
    if total <= 0:
        wrong(f"AP must prefer the second, which is behind by {float(-total):.4f}.")
    if rest >= 0:
        side = f"still ahead by {float(rest):.4f}" if rest else "level"
        wrong(f"AP prefers the second by {float(total):.4f}, but without the first two cuts it is {side}.")
    return (
        f"The second leads in AP by {float(total):.4f}; without the first two cuts it is behind by {float(-rest):.4f}."
    )


@checks("synthesis.clinic-own")
def clinic_own(answer: Any, given: Given) -> str:
    """Two models on one's own data: losses at a price, the interval of their difference, and a verdict."""
    names = ("labels", "first", "second", "price", "thresholds", "losses", "interval", "verdict")
    parts = fields(answer, names)
    price = number(parts["price"], "the price", low=0.001, high=0.999)
    cuts, losses, interval = (values(parts[name], name, shortest=2, longest=2) for name in names[4:7])
    verdict = choice(parts["verdict"], ("first", "second", "cannot tell"), "the verdict")
    costs = []
    for name, cut in zip(("first", "second"), cuts, strict=True):
        found, scores = cases((parts["labels"], parts[name]), f"the {name} model", shortest=100, longest=100_000)
        labels, flagged = np.array(found) == 1, np.array(scores) > cut
        if min(labels.sum(), (~labels).sum()) < 30:
            wrong(
                f"There must be 30 cases of each class, not {labels.sum()} positives and {(~labels).sum()} negatives."
            )
        if len(set(scores)) < 10:
            wrong(f"The scores of the {name} model have fewer than ten values: hand in scores, not decisions.")
        costs.append(np.where(labels, 2 * (1 - price) * ~flagged, 2 * price * flagged))
    _check_losses(losses, [float(cost.mean()) for cost in costs], price, costs)
    if np.array_equal(costs[0], costs[1]):
        wrong("Both models decide every case alike at these thresholds: there is nothing to compare.")
    low, high = _check_interval(interval, *costs)
    right = "first" if interval[1] < 0 else "second" if interval[0] > 0 else "cannot tell"
    if verdict != right:
        smaller = " The better model has the smaller loss." if {verdict, right} == {"first", "second"} else ""
        wrong(
            f"An interval from {interval[0]:.4f} to {interval[1]:.4f} does not allow the verdict {verdict!r}.{smaller}"
        )
    return f"{costs[0].size} cases, difference of losses from {low:.4f} to {high:.4f}: {verdict}."


def _check_losses(said: Sequence[float], right: Sequence[float], price: float, costs: Sequence[Any]) -> None:
    if all(close(one, other, 0.001) for one, other in zip(said, right, strict=True)):
        return
    turned = [float(np.where(cost == 2 * price, 2 * (1 - price), cost * price / (1 - price)).mean()) for cost in costs]
    usual = {
        "The factor 2 is missing: a false alarm costs 2c and a miss 2(1 - c).": [one / 2 for one in right],
        "The two losses are swapped.": [right[1], right[0]],
        "The prices are swapped: a false alarm costs 2c and a miss 2(1 - c).": turned,
        "Those are sums; the loss is the mean over cases.": [one * costs[0].size for one in right],
    }
    for message, looked in usual.items():
        if all(close(one, other, 0.001) for one, other in zip(said, looked, strict=True)):
            wrong(message)
    wrong(f"At these thresholds the losses are not {said[0]:.4f} and {said[1]:.4f}.")


def _check_interval(
    said: Sequence[float], first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float]:
    """Check a 95 % interval of the difference of two means over the same cases, up to a twentieth of its length."""

    def about(deviation: float, middle: float) -> tuple[float, float]:
        reach = 1.96 * deviation / math.sqrt(first.size)
        return middle - reach, middle + reach

    gap = first - second
    right = about(float(gap.std(ddof=1)), float(gap.mean()))
    apart = about(math.hypot(first.std(ddof=1), second.std(ddof=1)), float(gap.mean()))
    tolerance = 0.05 * (right[1] - right[0])

    def is_it(ends: Sequence[float]) -> bool:
        return all(close(one, other, tolerance) for one, other in zip(said, ends, strict=True))

    if is_it(right):
        return right
    if is_it((-right[1], -right[0])):
        wrong("That is the interval of second minus first.")
    if is_it(apart):
        wrong("That interval takes the models for independent; take the difference case by case first.")
    if is_it(about(float(gap.std(ddof=1)) * math.sqrt(first.size), float(gap.mean()))):
        wrong("That is where the difference of a single case lies; the error of the mean is smaller.")
    wrong(f"The interval is not from {said[0]:.4f} to {said[1]:.4f}.")
