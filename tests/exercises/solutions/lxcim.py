"""Classes without names: solutions and mistakes."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import numpy as np

from metricbook import lxcim as package_lxcim
from metricbook.causal.tuebingen import authors_scores

from . import mistakes, solves

# ---------- lxcim.exchanged-matrix


def _moved(given, of):
    return of(*given["matrix"], given["right"], given["mistakes"])


@solves("lxcim.exchanged-matrix")
def exchanged_matrix(given):
    """True positives become true negatives, false positives false negatives."""
    matrix = _moved(given, lambda tn, fp, fn, tp, k, m: (tn + k, fp - m, fn + m, tp - k))
    return {"matrix": matrix, "deltas": (-given["right"], given["mistakes"])}


@mistakes("lxcim.exchanged-matrix", says="turned the labels only")
def labels_only(given):
    matrix = _moved(given, lambda tn, fp, fn, tp, k, m: (tn, fp + k - m, fn, tp - k + m))
    return {"matrix": matrix, "deltas": (-given["right"], given["mistakes"])}


@mistakes("lxcim.exchanged-matrix", says="turned the predictions only")
def predictions_only(given):
    matrix = _moved(given, lambda tn, fp, fn, tp, k, m: (tn + m, fp - m, fn + k, tp - k))
    return {"matrix": matrix, "deltas": (-given["right"], given["mistakes"])}


@mistakes("lxcim.exchanged-matrix", says="moves from TN to TP")
def sign_of_delta(given):
    return {**exchanged_matrix(given), "deltas": (given["right"], given["mistakes"])}


@mistakes("lxcim.exchanged-matrix", says="order of the paper")
def order_of_the_paper(given):
    return {**exchanged_matrix(given), "matrix": exchanged_matrix(given)["matrix"][::-1]}


# ---------- lxcim.one-exchange


@solves("lxcim.one-exchange")
def one_exchange(given):
    """The only pair in the wrong order becomes none: the high negative is now a second, low positive."""
    return [1, 0, 0], [-1, 2, -3], 2


@mistakes("lxcim.one-exchange", says="not by one half")
def example_of_the_chapter(given):
    return [0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0], 3


@mistakes("lxcim.one-exchange", says="AUROC is undefined")
def one_class_is_left(given):
    return [1, 0], [-1, 2], 2


@mistakes("lxcim.one-exchange", says="No score may be 0")
def at_the_threshold(given):
    return [1, 0, 0], [-1, 0, -3], 2


@mistakes("lxcim.one-exchange", says="counted from 1")
def counted_from_zero(given):
    return [0, 1, 0], [2, -1, -3], 0


# ---------- lxcim.another-metric


@solves("lxcim.another-metric")
def another_metric(given):
    """The distance of the accuracy from one half: who is always wrong is as informative as who is always right."""

    def metric(tn, fp, fn, tp):
        return abs(tn + tp - fp - fn) / (tn + fp + fn + tp)

    return metric


@mistakes("lxcim.another-metric", says="one-to-one")
def error_rate(given):
    return lambda tn, fp, fn, tp: (fp + fn) / (tn + fp + fn + tp)


@mistakes("lxcim.another-metric", says="an exchange of it")
def f1(given):
    return lambda tn, fp, fn, tp: 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0.0


@mistakes("lxcim.another-metric", says="survive the swap of all cases")
def determinant(given):
    return lambda tn, fp, fn, tp: tn * tp - fp * fn


@mistakes("lxcim.another-metric", says="constant on six cases")
def number_of_cases(given):
    return lambda tn, fp, fn, tp: tn + fp + fn + tp


# ---------- lxcim.two-parts


def _bounds(a):
    return [a * a, 1 - (1 - a) ** 2]


@solves("lxcim.two-parts")
def two_parts(given):
    """Both right, or one of two and the right one more confident."""
    a, u = given["accuracy"], given["confidence"]
    return [a * a + 2 * a * (1 - a) * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="one way only")
def two_forgotten(given):
    a, u = given["accuracy"], given["confidence"]
    return [a * a + a * (1 - a) * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="product of the two numbers")
def product_of_both(given):
    a, u = given["accuracy"], given["confidence"]
    return [a * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="each other's place")
def exchanged_parts(given):
    u, a = given["accuracy"], given["confidence"]
    return [a * a + 2 * a * (1 - a) * u, *_bounds(u)]


@mistakes("lxcim.two-parts", says="most confident")
def no_bounds(given):
    return [two_parts(given)[0], 0.0, 1.0]


# ---------- lxcim.in-five-lines


@solves("lxcim.in-five-lines")
def in_five_lines(given):
    """All pairs of draws at once: the more confident one is looked at, a tie is half of each."""

    def lxcim(y_true, y_score, sample_weight):
        y, s, w = (np.asarray(values, dtype=float) for values in (y_true, y_score, sample_weight))
        right = np.where(s == 0, 0.5, (s > 0) == (y == 1))
        wins = (np.sign(np.subtract.outer(abs(s), abs(s))) + 1) / 2
        return 2 * (w * right) @ wins @ w / w.sum() ** 2

    return lxcim


def _chapters(y_true, y_score, sample_weight):
    y, s = np.asarray(y_true), np.asarray(y_score)
    right = (s > 0) == y
    height = np.cumsum(np.r_[0, right[np.argsort(-abs(s), kind="stable")]]) / len(y)
    return 2 * np.trapezoid(height, dx=1 / len(y))


@mistakes("lxcim.in-five-lines", says="tied decisions share their ranks")
def the_chapters_lines(given):
    return _chapters


@mistakes("lxcim.in-five-lines", says="looks like the accuracy")
def only_accuracy(given):
    return lambda y, s, w: np.mean((np.asarray(s) > 0) == np.asarray(y))


@mistakes("lxcim.in-five-lines", says="least confident decision seems to come first")
def lowest_first(given):
    def lxcim(y_true, y_score, sample_weight):
        y, s = np.asarray(y_true), np.asarray(y_score)
        right = ((s > 0) == y)[np.argsort(abs(s))]
        return 2 * np.trapezoid(np.cumsum(np.r_[0, right]) / len(y), dx=1 / len(y))

    return lxcim


@mistakes("lxcim.in-five-lines", says="yours counts N - i + 1")
def steps_for_lines(given):
    def lxcim(y_true, y_score, sample_weight):
        y, s = np.asarray(y_true), np.asarray(y_score)
        right = ((s > 0) == y)[np.argsort(-abs(s))]
        return 2 * np.cumsum(right).sum() / len(y) ** 2

    return lxcim


@mistakes("lxcim.in-five-lines", says="The weights differ here")
def without_weights(given):
    right = in_five_lines(given)
    return lambda y, s, w: right(y, s, [1] * len(w))


@mistakes("lxcim.in-five-lines", says="at the threshold is half right")
def wrong_at_the_threshold(given):
    right = in_five_lines(given)
    return lambda y, s, w: right(y, [score if score else -1e-9 for score in s], w)


# ---------- lxcim.against-audrc


@solves("lxcim.against-audrc")
def against_audrc(given):
    """AUDRC loves the first rank; LxCIM prefers to have the next few right."""
    return "WRRRW", "RWWRR"


@mistakes("lxcim.against-audrc", says="other way round")
def orders_swapped(given):
    return against_audrc(given)[::-1]


@mistakes("lxcim.against-audrc", says="right equally often")
def other_accuracy(given):
    return "WRRRWWWW", "RWRWWWWW"


@mistakes("lxcim.against-audrc", says="AUDRC must prefer the second")
def they_agree(given):
    return "RRRWWW", "WWWRRR"


# ---------- lxcim.printed-weight


def _harmonic(n):
    return sum(Fraction(1, k) for k in range(1, n + 1))


def _weight(given, after=0):
    return (_harmonic(given["n"]) - _harmonic(given["rank"] - 1 + after)) / given["n"]


@solves("lxcim.printed-weight")
def printed_weight(given):
    """All right: the printed sum is H(N) - 1, more than 1 from N = 4 on. Rank i really adds (H(N) - H(i-1))/N."""
    return {"decisions": "RRRR", "weight": _weight(given)}


@mistakes("lxcim.printed-weight", says="is the printed weight")
def as_printed(given):
    n, i = given["n"], given["rank"]
    return {"decisions": "RRRR", "weight": Fraction(n - i, i * n)}


@mistakes("lxcim.printed-weight", says="AUDRC is a mean")
def not_a_mean(given):
    return {"decisions": "RRRR", "weight": _weight(given) * given["n"]}


@mistakes("lxcim.printed-weight", says="weight of the next rank")
def off_by_one(given):
    return {"decisions": "RRRR", "weight": _weight(given, 1)}


@mistakes("lxcim.printed-weight", says="which a share may be")
def too_few(given):
    return {"decisions": "RRR", "weight": _weight(given)}


# ---------- lxcim.easy-cases


@solves("lxcim.easy-cases")
def easy_cases(given):
    """(N + m)² must be ten times N²; and m must exceed N (n+ - n-) / n-."""
    positives, negatives = given["positives"], given["negatives"]
    n = positives + negatives
    tenth = math.isqrt(10 * n * n) - n + (math.isqrt(10 * n * n) ** 2 < 10 * n * n)
    return {"tenth": tenth, "overtakes": n * (positives - negatives) // negatives + 1}


@mistakes("lxcim.easy-cases", says="once, not twice")
def linear(given):
    return {**easy_cases(given), "tenth": 9 * (given["positives"] + given["negatives"])}


@mistakes("lxcim.easy-cases", says="that AUROC needs")
def of_auroc(given):
    return {**easy_cases(given), "tenth": 9 * given["negatives"]}


@mistakes("lxcim.easy-cases", says="is still larger than")
def classes_swapped(given):
    return {**easy_cases(given), "overtakes": (given["positives"] - given["negatives"]) // 9}


@mistakes("lxcim.easy-cases", says="already the smaller one")
def one_too_many(given):
    found = easy_cases(given)
    return {**found, "overtakes": found["overtakes"] + 1}


# ---------- lxcim.sum-and-integral


@solves("lxcim.sum-and-integral")
def sum_and_integral(given):
    """The first four right, all others wrong."""
    return "RRRR" + 96 * "W"


@mistakes("lxcim.sum-and-integral", says="both are the same")
def all_right(given):
    return 100 * "R"


@mistakes("lxcim.sum-and-integral", says="the extreme orders have one")
def in_turns(given):
    return 50 * "RW"


@mistakes("lxcim.sum-and-integral", says="N is small for such a k")
def few_decisions(given):
    return "RR" + 18 * "W"


@mistakes("lxcim.sum-and-integral", says="k is not the best one")
def too_many_right(given):
    return 30 * "R" + 70 * "W"


# ---------- lxcim.weighted-pairs


@solves("lxcim.weighted-pairs")
def weighted_pairs(given):
    """The weight of the positive scores over that of all scores but zero."""
    kept = [(Fraction(1, n), s) for n, s in zip(given["sizes"], given["scores"], strict=True) if s]
    return sum(w for w, s in kept if s > 0) / sum(w for w, _ in kept)


@mistakes("lxcim.weighted-pairs", says="without weights")
def without_the_weights(given):
    kept = [s for s in given["scores"] if s]
    return Fraction(sum(s > 0 for s in kept), len(kept))


@mistakes("lxcim.weighted-pairs", says="counts as wrong")
def undecided_is_wrong(given):
    pairs = [(Fraction(1, n), s) for n, s in zip(given["sizes"], given["scores"], strict=True)]
    return sum(w for w, s in pairs if s > 0) / sum(w for w, _ in pairs)


@mistakes("lxcim.weighted-pairs", says="large families count most")
def by_size(given):
    kept = [(n, s) for n, s in zip(given["sizes"], given["scores"], strict=True) if s]
    return Fraction(sum(n for n, s in kept if s > 0), sum(n for n, _ in kept))


# ---------- lxcim.orientations


def _area(scores, turned):
    positive = [s for k, s in enumerate(scores, start=1) if k not in turned]
    negative = [-s for k, s in enumerate(scores, start=1) if k in turned]
    won = [(p > n) + (p == n) / 2 for p in positive for n in negative]
    return sum(won) / len(won)


@solves("lxcim.orientations")
def orientations(given):
    """All 256 sets but the two that leave one class."""
    sets = [[k for k in range(1, 9) if number >> (k - 1) & 1] for number in range(1, 255)]
    return max(sets, key=lambda t: _area(given["scores"], t)), min(sets, key=lambda t: _area(given["scores"], t))


@mistakes("lxcim.orientations", says="higher one comes first")
def worst_first(given):
    return orientations(given)[::-1]


@mistakes("lxcim.orientations", says="AUROC is undefined")
def all_turned(given):
    return orientations(given)[0], [1, 2, 3, 4, 5, 6, 7, 8]


@mistakes("lxcim.orientations", says="are asked for")
def halves(given):
    return [1, 2, 3, 4], [5, 6, 7, 8]


# ---------- lxcim.between-two-rates


@solves("lxcim.between-two-rates")
def between_two_rates(given):
    """The lower curve rises by some 0.22 while four tenths are decided."""
    return 0.30, 0.52, 0.55


@mistakes("lxcim.between-two-rates", says="upper curve")
def upper_curve(given):
    return 0.745, 0.645, 0.55


@mistakes("lxcim.between-two-rates", says="divide it by the share")
def rise_for_slope(given):
    return 0.30, 0.52, 0.22


@mistakes("lxcim.between-two-rates", says="not among those after 0.4")
def among_all(given):
    return 0.30, 0.52, 0.65


@mistakes("lxcim.between-two-rates", says="dashed line")
def ideal_line(given):
    return 0.4, 0.8, 1.0


# ---------- lxcim.units


def _power(given, unit):
    return math.floor(-given["score"] / (given["rows"] * unit)) + 1


@solves("lxcim.units")
def units(given):
    """Each zero adds n ln 10."""
    power = _power(given, math.log(10))
    return {"power": power, "score": given["score"] + power * given["rows"] * math.log(10)}


@mistakes("lxcim.units", says="the log to the base 10")
def common_logarithm(given):
    power = _power(given, 1)
    return {"power": power, "score": given["score"] + power * given["rows"]}


@mistakes("lxcim.units", says="more than 1")
def wrong_direction(given):
    power = -_power(given, math.log(10))
    return {"power": power, "score": given["score"] - power * given["rows"] * math.log(10)}


@mistakes("lxcim.units", says="what the score grows by")
def only_the_growth(given):
    power = _power(given, math.log(10))
    return {"power": power, "score": power * given["rows"] * math.log(10)}


# ---------- lxcim.families


def _needed(given, quantile, power=2):
    return math.ceil(given["families"] * (quantile * given["error"] / given["points"]) ** power)


def _quantile(given):
    return NormalDist().inv_cdf(1 - 0.025 / given["comparisons"])


@solves("lxcim.families")
def families(given):
    """F (z s / d)², with z for 5 % and for 5 % over the number of comparisons."""
    return {"alone": _needed(given, 1.96), "together": _needed(given, _quantile(given))}


@mistakes("lxcim.families", says="without the square")
def not_squared(given):
    return {"alone": _needed(given, 1.96, 1), "together": _needed(given, _quantile(given), 1)}


@mistakes("lxcim.families", says="number for one standard error")
def one_error(given):
    return {**families(given), "alone": _needed(given, 1)}


@mistakes("lxcim.families", says="one comparison times theirs")
def families_times_comparisons(given):
    return {**families(given), "together": _needed(given, 1.96) * given["comparisons"]}


@mistakes("lxcim.families", says="one-sided")
def one_sided(given):
    return {**families(given), "together": _needed(given, NormalDist().inv_cdf(1 - 0.05 / given["comparisons"]))}


# ---------- lxcim.two-methods


@cache
def _resampled(by_family=True):
    table = authors_scores()
    table = table[table["weight"] > 0].sort_index()
    size = (1 / table["weight"]).round().astype(int)
    table["family"] = size.astype(str) + "-" + (table.groupby(size).cumcount() // size).astype(str)
    table = table[table["SLOPPY"].notna() & table["ROCHE"].notna()]

    def difference(weights):
        kept = weights > 0
        one, two = (
            package_lxcim([1] * kept.sum(), table[name][kept], sample_weight=weights[kept])
            for name in ("SLOPPY", "ROCHE")
        )
        return one - two

    names = table["family"] if by_family else table.index.to_series()
    rng, weights, found = np.random.default_rng(1), table["weight"], []
    for _ in range(800):
        count = names.nunique()
        drawn = dict(zip(names.unique(), rng.multinomial(count, [1 / count] * count), strict=True))
        found.append(difference((weights * names.map(drawn)).to_numpy()))
    low, high = np.quantile(found, [0.025, 0.975])
    value = difference(weights.to_numpy())
    return {"pairs": len(table), "families": table["family"].nunique(), "difference": value, "low": low, "high": high}


@solves("lxcim.two-methods")
def two_methods(given):
    """Draw families; both methods see the same draw; quantiles of the difference."""
    return _resampled()


@mistakes("lxcim.two-methods", says="as if they were independent")
def pairs_as_independent(given):
    return _resampled(by_family=False) | {"families": _resampled()["families"]}


@mistakes("lxcim.two-methods", says="drawn together")
def methods_apart(given):
    found = _resampled()
    return {**found, "low": found["difference"] - 0.32, "high": found["difference"] + 0.32}


@mistakes("lxcim.two-methods", says="in units, not in points")
def in_points(given):
    return {name: value if isinstance(value, int) else 100 * value for name, value in _resampled().items()}


@mistakes("lxcim.two-methods", says="Pairs of weight 0 do not count")
def weightless_pairs(given):
    return {**_resampled(), "pairs": 104}


# ---------- lxcim.below-one-half


@solves("lxcim.below-one-half")
def below_one_half(given):
    """All mistakes first: LxCIM is the square of the accuracy. Turned, it is one minus that."""
    return {"decisions": "WWWWRRRRRR", "turned": "64/100"}


@mistakes("lxcim.below-one-half", says="Read from the other end")
def least_confident_first(given):
    return {"decisions": "RRRRRRWWWW", "turned": "16/100"}


@mistakes("lxcim.below-one-half", says="no exchange of classes")
def believed_invariant(given):
    return {"decisions": "WWWWRRRRRR", "turned": "36/100"}


@mistakes("lxcim.below-one-half", says="in the opposite order")
def order_turned(given):
    return {"decisions": "WWWWRRRRRR", "turned": "84/100"}


@mistakes("lxcim.below-one-half", says="at least six of them right")
def mostly_wrong(given):
    return {"decisions": "WWWWWRRRRR", "turned": "3/4"}


# ---------- lxcim.a-unit-in-the-last-place


@solves("lxcim.a-unit-in-the-last-place")
def a_unit_in_the_last_place(given):
    """A loop over all n, k and multiples of n."""
    for n in [n for n in range(3, 31) if n != 19]:
        for k in range(1, n):
            for m in range(n + 1, 600, n):
                if m >= 10 and np.quantile(np.arange(m), np.linspace(0, 1, n + 1)[k]) < (m - 1) * k // n:
                    return k, n, m
    raise AssertionError("there is none")


@mistakes("lxcim.a-unit-in-the-last-place", says="between two of them")
def not_a_value(given):
    return 7, 9, 1331


@mistakes("lxcim.a-unit-in-the-last-place", says="exact in binary")
def a_half(given):
    return 2, 4, 1001


@mistakes("lxcim.a-unit-in-the-last-place", says="n must be from 3 to 30")
def that_of_the_chapter(given):
    return 17, 19, 1331
