"""Checkers of the exercises on what the papers say together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias, TypeVar

import numpy as np

from metricbook import exact
from metricbook.exact.samples import samples, scored
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    called,
    cases,
    close,
    descending,
    fraction,
    function,
    number,
    ranking,
    several,
    whole,
    wrong,
)
from metricbook.metrics.h_measure import h_measure

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
    from scipy.special import ndtr, ndtri  # here, for importing it takes longer than importing NumPy

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
    from scipy.optimize import brentq

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
