"""What the papers say together: solutions and mistakes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from . import mistakes, solves


@solves("synthesis.means-two-cases")
def two_cases(given):
    """The chance of a right decision gives m, the chance of two classes; m is a straight line in lambda."""
    m = (given["target"] - 0.5) / (given["auroc"] - 0.5)
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="classes are swapped")
def the_negatives_chance(given):
    return 1 - two_cases(given)


@mistakes("synthesis.means-two-cases", says="nothing to pairs of one class")
def no_halves(given):
    m = given["target"] / given["auroc"]
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="the decision is right with chance")
def the_same_chance(given):
    return 0.5


@solves("synthesis.means-accuracy")
def mean_accuracy(given):
    """A threshold at every case's score, as often as cases have it; what is at it is half flagged."""

    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        flagged = (s > s[:, None]) + 0.5 * (s == s[:, None])
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


def _at(tie):
    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        flagged = (s > s[:, None]) + tie * (s == s[:, None])
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


@mistakes("synthesis.means-accuracy", says="left unflagged")
def strictly_above(given):
    return _at(0)


@mistakes("synthesis.means-accuracy", says="flagged whole")
def at_least(given):
    return _at(1)


@mistakes("synthesis.means-accuracy", says="drawn twice as often")
def each_score_once(given):
    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        t = np.unique(s)[:, None]
        flagged = (s > t) + 0.5 * (s == t)
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


@solves("synthesis.means-same-draws")
def same_draws(given):
    """Two groups with 3 of 4 and 1 of 4 positives have a concave curve; the other loses its pairs at the top."""
    return ([1, 1, 1, 0, 1, 0, 0, 0], [2, 2, 2, 2, 1, 1, 1, 1]), ([0, 1, 1, 1, 1, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])


@mistakes("synthesis.means-same-draws", says="swapped")
def the_second_first(given):
    return same_draws(given)[::-1]


@mistakes("synthesis.means-same-draws", says="a staircase")
def no_ties(given):
    ranking = [1, 1, 1, 0, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    return ranking, ranking


@mistakes("synthesis.means-same-draws", says="larger than AUROC by 1/8")
def one_sample_twice(given):
    return (same_draws(given)[0],) * 2


def by_confidence(order):
    """Decisions that are right (1) or wrong (0), the most confident first."""
    labels = [k % 2 for k in range(len(order))]
    confidences = range(len(order), 0, -1)
    signs = [1 if label == right else -1 for label, right in zip(labels, order, strict=True)]
    return labels, [sign * c for sign, c in zip(signs, confidences, strict=True)]


def _order(given):
    n, right = given["cases"], given["right"]
    won = int((Fraction(given["target"]) * n**2 - right**2) / 2)
    order = [0] * (n - right) + [1] * right
    for _ in range(won):
        at = next(k for k in range(n - 1) if order[k : k + 2] == [0, 1])
        order[at : at + 2] = [1, 0]
    return order


@solves("synthesis.lxcim-gain")
def gain(given):
    """From all wrong decisions on top, each exchange of two neighbours wins one pair."""
    return by_confidence(_order(given))


@mistakes("synthesis.lxcim-gain", says="upside down")
def least_confident_first(given):
    return by_confidence(_order(given)[::-1])


@mistakes("synthesis.lxcim-gain", says="equally confident")
def confident_by_score(given):
    n = given["cases"]
    return [1, 0] + [0] * (n - 2), [(-1) ** k * (1 + k // 2) for k in range(n)]


@mistakes("synthesis.lxcim-gain", says="decisions are right, not")
def all_right(given):
    return by_confidence([1] * given["cases"])


@solves("synthesis.lxcim-any-price")
def any_price(given):
    """While a case is being decided it is, on average, half decided."""

    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = (abs(s) > abs(s)[:, None]) + 0.5 * (abs(s) == abs(s)[:, None])
        return (decided * ((s > 0) != y) + price * (1 - decided)).mean()

    return mean_risk


@mistakes("synthesis.lxcim-any-price", says="price is forgotten")
def only_what_is_wrong(given):
    return lambda labels, scores, price: any_price(given)(labels, scores, 0)


@mistakes("synthesis.lxcim-any-price", says="half decided")
def cases_whole(given):
    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = abs(s) >= abs(s)[:, None]
        return (decided * ((s > 0) != y) + price * ~decided).mean()

    return mean_risk


@mistakes("synthesis.lxcim-any-price", says="the lowest scores are as sure")
def by_score(given):
    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = (s > s[:, None]) + 0.5 * (s == s[:, None])
        return (decided * ((s > 0) != y) + price * (1 - decided)).mean()

    return mean_risk


@solves("synthesis.lxcim-ballast")
def ballast(given):
    """What is missing to 1 is divided by the square of the growth."""
    growth = math.sqrt((1 - given["lxcim"]) / (1 - given["target"]))
    return math.ceil(given["cases"] * (growth - 1) - 1e-9)


@mistakes("synthesis.lxcim-ballast", says="an error rate")
def like_an_error_rate(given):
    growth = (1 - Fraction(str(given["lxcim"]))) / (1 - Fraction(str(given["target"])))
    return math.ceil(given["cases"] * (growth - 1))


@mistakes("synthesis.lxcim-ballast", says="the whole test set")
def the_total(given):
    return given["cases"] + ballast(given)


@mistakes("synthesis.lxcim-ballast", says="less than")
def rounded_down(given):
    return ballast(given) - 1


@solves("synthesis.diagonal-price")
def diagonal_price(given):
    """At one minus the price; counts do as well as shares."""
    c = Fraction(str(given["c"]))
    right, mistaken = c * given["tn"] + (1 - c) * given["tp"], c * given["fp"] + (1 - c) * given["fn"]
    return right / (right + mistaken)


@mistakes("synthesis.diagonal-price", says="The place is not the price itself")
def at_the_price(given):
    c = Fraction(str(given["c"]))
    right, mistaken = (1 - c) * given["tn"] + c * given["tp"], (1 - c) * given["fp"] + c * given["fn"]
    return right / (right + mistaken)


@mistakes("synthesis.diagonal-price", says="no canonical score")
def one_minus_the_loss(given):
    c = Fraction(str(given["c"]))
    return 1 - 2 * (c * given["fp"] + (1 - c) * given["fn"]) / given["total"]


@mistakes("synthesis.diagonal-price", says="That is a loss")
def the_loss(given):
    return 1 - diagonal_price(given)


@mistakes("synthesis.diagonal-price", says="must be exact")
def rounded(given):
    return round(float(diagonal_price(given)), 2) + 1e-9


@solves("synthesis.diagonal-parallel")
def parallel(given):
    """The tilt of F1 is -1 at every prevalence; at b = 1/4 that is a = 1 less half the prevalence."""
    return 1 - Fraction(str(given["prior"])) / 2, "1/4"


@mistakes("synthesis.diagonal-parallel", says="upright")
def accuracy_for_f1(given):
    return "1/2", "1/2"


@mistakes("synthesis.diagonal-parallel", says="classes are swapped")
def at_the_other_prevalence(given):
    return 1 - (1 - Fraction(str(given["prior"]))) / 2, "1/4"


@mistakes("synthesis.diagonal-parallel", says="as far apart")
def as_far_apart(given):
    return "3/4", "1/4"


@mistakes("synthesis.diagonal-parallel", says="their toss")
def precision(given):
    return 1, "1/3"


@solves("synthesis.diagonal-toss")
def below_both(given):
    """One flags a single case, rightly, the other everything."""
    return (90, 0, 9, 1), (0, 90, 0, 10)


@mistakes("synthesis.diagonal-toss", says="lies between")
def two_alike(given):
    return (80, 10, 5, 5), (85, 5, 2, 8)


@mistakes("synthesis.diagonal-toss", says="at least 0.05")
def a_little_below(given):
    return (88, 2, 6, 4), (76, 14, 2, 8)


@mistakes("synthesis.diagonal-toss", says="same class sizes")
def rows_for_columns(given):
    return (90, 9, 0, 1), (50, 3, 40, 7)


@solves("synthesis.rule-alarms")
def alarms(given):
    """The best value over 1 + beta squared is the price."""
    return (1 + given["beta"] ** 2) / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="the price of F1")
def half_the_value(given):
    return 2 / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="its square belongs")
def beta_without_square(given):
    return (1 + given["beta"]) / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="the price of a false alarm")
def the_price(given):
    return given["best"] / (1 + given["beta"] ** 2)


@mistakes("synthesis.rule-alarms", says="with both together")
def one_over_the_price(given):
    return (1 + given["beta"] ** 2) / given["best"]


def _auroc(given, prevalence):
    from metricbook.exercises.parts.synthesis import best_f1

    areas = np.linspace(0.51, 0.999, 490)
    return float(areas[np.argmin([abs(best_f1(area, prevalence) - 2 * given["price"]) for area in areas])])


@solves("synthesis.rule-read-price")
def read_price(given):
    """The line of the prevalence at the height of the price; the best F1 is twice the price."""
    return _auroc(given, given["prevalence"]), 2 * given["price"]


@mistakes("synthesis.rule-read-price", says="not the best F1 itself")
def price_for_value(given):
    return _auroc(given, given["prevalence"]), given["price"]


@mistakes("synthesis.rule-read-price", says="the price is")
def too_low(given):
    return _auroc(given, given["prevalence"]) - 0.03, 2 * given["price"]


@mistakes("synthesis.rule-read-price", says="by which factor")
def one_minus_the_price(given):
    return _auroc(given, given["prevalence"]), 1 - given["price"]


@solves("synthesis.rule-no-price")
def no_price(given):
    """In the middle of a long segment of the hull the product of both rates is larger than at its ends."""
    from itertools import combinations

    from metricbook import exercises

    positives, n = given["positives"], given["positives"] + given["negatives"]
    rankings = ("".join("P" if k in places else "N" for k in range(n)) for places in combinations(range(n), positives))
    seed = next(s for s in (None, "ada", 7, "grace", "emmy", "sofia") if _given("synthesis.rule-no-price", s) == given)
    return next(r for r in rankings if exercises.check("synthesis.rule-no-price", r, seed=seed))


def _given(name, seed):
    from metricbook.exercises.checking import instance
    from metricbook.exercises.exercise import load

    return instance(load()[name], seed)


@mistakes("synthesis.rule-no-price", says="That costs least at prices from")
def a_good_ranking(given):
    return "PP" + "N" + "P" * (given["positives"] - 2) + "N" * (given["negatives"] - 1)


@mistakes("synthesis.rule-no-price", says="must be one threshold")
def two_best(given):
    return "N" * given["negatives"] + "P" * given["positives"]


@mistakes("synthesis.rule-no-price", says="must have")
def the_chapters_example(given):
    return "PNNPNPNPNN"


@solves("synthesis.swap-prices")
def swap_prices(given):
    """One pair of all; and the precision at the positive, before k of r + 1, after k of r."""
    r, positives = given["rank"], given["ranking"].count("P")
    k = given["ranking"][: r + 1].count("P")
    pairs = positives * given["ranking"].count("N")
    return Fraction(1, pairs), Fraction(k, positives * r * (r + 1))


@mistakes("synthesis.swap-prices", says="counts among those found")
def positives_above(given):
    k = given["ranking"][: given["rank"] + 1].count("P")
    area, gained = swap_prices(given)
    return area, gained * Fraction(k - 1, k)


@mistakes("synthesis.swap-prices", says="a mean over all positives")
def of_one_positive(given):
    area, gained = swap_prices(given)
    return area, gained * given["ranking"].count("P")


@mistakes("synthesis.swap-prices", says="not all pairs")
def all_pairs(given):
    n = len(given["ranking"])
    return Fraction(2, n * (n - 1)), swap_prices(given)[1]


@mistakes("synthesis.swap-prices", says="swapped")
def in_the_other_order(given):
    return swap_prices(given)[::-1]


@solves("synthesis.swap-discount")
def swap_discount(given):
    """Just before, the negative stands at rank i + j - 1, below i - 1 positives and j - 1 negatives."""

    def worth(i, j):
        rank = i + j - 1
        return 1 / math.log2(1 + rank) - 1 / math.log2(2 + rank)

    return worth


@mistakes("synthesis.swap-discount", says="at rank i + j?")
def rank_off_by_one(given):
    return lambda i, j: swap_discount(given)(i + 1, j)


@mistakes("synthesis.swap-discount", says="base 2")
def natural_logarithm(given):
    return lambda i, j: swap_discount(given)(i, j) / math.log(2)


@mistakes("synthesis.swap-discount", says="not the other positives")
def negatives_only(given):
    return lambda i, j: swap_discount(given)(1, j)


@solves("synthesis.swap-unseen")
def swap_unseen(given):
    """All mistakes lie in a bay below one long segment of the hull."""
    return "PPPNNNPNPNPPPNNN"


@mistakes("synthesis.swap-unseen", says="to H: its point rises above")
def alternating(given):
    return "PPNPNPNPN"


@mistakes("synthesis.swap-unseen", says="at least three mistakes")
def two_mistakes(given):
    return "PPPNPNPN"


@mistakes("synthesis.swap-unseen", says="Is the highest score first?")
def upside_down(given):
    return swap_unseen(given)[::-1]


def _added(given):
    missing = Fraction(str(1 - Fraction(str(given["before"])))) / (1 - Fraction(str(given["after"])))
    return int(given["negatives"] * (missing - 1))


@solves("synthesis.ignores-easy")
def ignores_easy(given):
    """Lost pairs are out of more negatives, mistakes out of more cases."""
    n, added = given["positives"] + given["negatives"], _added(given)
    return added, 1 - (1 - given["accuracy"]) * n / (n + added)


@mistakes("synthesis.ignores-easy", says="the number of all negatives")
def all_negatives(given):
    return _added(given) + given["negatives"], ignores_easy(given)[1]


@mistakes("synthesis.ignores-easy", says="does not move as AUROC does")
def the_factor_of_auroc(given):
    return _added(given), 1 - (1 - given["accuracy"]) * (1 - given["after"]) / (1 - given["before"])


@mistakes("synthesis.ignores-easy", says="has no part in AUROC")
def cases_for_negatives(given):
    n = given["positives"] + given["negatives"]
    return _added(given) * n // given["negatives"], ignores_easy(given)[1]


@mistakes("synthesis.ignores-easy", says="does not stay")
def accuracy_stays(given):
    return _added(given), given["accuracy"]


@solves("synthesis.ignores-order")
def ignores_order(given):
    """The first raises no false alarm, the second finds everything."""
    return (10, 0, 5, 5), (4, 6, 0, 10), 1000


@mistakes("synthesis.ignores-order", says="swapped")
def the_better_for_many_first(given):
    return (4, 6, 0, 10), (10, 0, 5, 5), 1000


@mistakes("synthesis.ignores-order", says="With 2 easy negatives")
def too_few(given):
    return (10, 0, 5, 5), (4, 6, 0, 10), 2


@mistakes("synthesis.ignores-order", says="must prefer the second")
def better_in_everything(given):
    return (10, 0, 5, 5), (8, 2, 6, 4), 1000


@solves("synthesis.ignores-two-wishes")
def two_wishes(given):
    """The ratio of the rarer to the more frequent kind of mistake is all that is left."""

    def metric(tn, fp, fn, tp):
        return min(fp, fn) / max(fp, fn) if fp + fn else -1

    return metric


@mistakes("synthesis.ignores-two-wishes", says="Global exchange changes it")
def f1(given):
    return lambda tn, fp, fn, tp: 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0


@mistakes("synthesis.ignores-two-wishes", says="One more true negative changes it")
def mistakes_in_all(given):
    return lambda tn, fp, fn, tp: (fp + fn) / (tn + fp + fn + tp)


@mistakes("synthesis.ignores-two-wishes", says="A second copy of all cases changes it")
def number_of_mistakes(given):
    return lambda tn, fp, fn, tp: fp + fn


@mistakes("synthesis.ignores-two-wishes", says="two values only")
def any_mistake(given):
    return lambda tn, fp, fn, tp: int(fp + fn > 0)


@mistakes("synthesis.ignores-two-wishes", says="raises ZeroDivisionError")
def no_mistakes_forgotten(given):
    return lambda tn, fp, fn, tp: min(fp, fn) / max(fp, fn)


@solves("synthesis.disagreement-uncrossed")
def uncrossed(given):
    """The first positive moves up past three negatives; the flagged set shrinks past another positive."""
    return "PPNNNPNPN", "PPNNNNNPP"


@mistakes("synthesis.disagreement-uncrossed", says="swapped")
def the_lower_first(given):
    return uncrossed(given)[::-1]


@mistakes("synthesis.disagreement-uncrossed", says="The curves cross")
def crossing(given):
    return "PPPNNNNNP", "NPPPPNNNN"


@mistakes("synthesis.disagreement-uncrossed", says="prefer the first by 0.15")
def too_near(given):
    return "PPPNPNNNN", "PPNPPNNNN"


@mistakes("synthesis.disagreement-uncrossed", says="C(r_b) must prefer the second")
def nothing_surprising(given):
    return "PPPPNNNNN", "PNPNPNPNN"


@solves("synthesis.disagreement-read-share")
def read_share(given):
    """The angle of the correlation, out of half a turn."""
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    return tuple(round(math.acos(one) / math.pi, 3) for one in correlations)


@mistakes("synthesis.disagreement-read-share", says="swapped")
def ap_first(given):
    return read_share(given)[::-1]


@mistakes("synthesis.disagreement-read-share", says="not percentages")
def percentages(given):
    return tuple(100 * one for one in read_share(given))


@mistakes("synthesis.disagreement-read-share", says="not how often")
def the_correlations(given):
    return tuple(math.cos(math.pi * one) for one in read_share(given))


@mistakes("synthesis.disagreement-read-share", says="For AUROC and AP")
def one_in_six(given):
    return 1 / 6 - 0.02, 0.15


@solves("synthesis.disagreement-precision")
def same_precision(given):
    """Two of five and one of five flags are right twice over: more hits for F1, more mistakes for accuracy."""
    return (14, 6, 6, 4), (17, 3, 8, 2)


@mistakes("synthesis.disagreement-precision", says="not the same")
def another_precision(given):
    return (14, 6, 6, 4), (18, 2, 8, 2)


@mistakes("synthesis.disagreement-precision", says="swapped")
def accuracy_first(given):
    return same_precision(given)[::-1]


@mistakes("synthesis.disagreement-precision", says="more right than wrong")
def mostly_right(given):
    return (18, 2, 6, 4), (19, 1, 8, 2)


@mistakes("synthesis.disagreement-precision", says="that is the theorem")
def as_many_flagged(given):
    return (14, 6, 6, 4), (13, 7, 7, 3)


@solves("synthesis.sure-f1")
def sure_f1(given):
    """One true positive more moves F1 by 2 (fp + fn) / D^2, one mistake more by -2 tp / D^2."""

    def error(tn, fp, fn, tp):
        total = 2 * tp + fp + fn
        of_hit, of_mistake = 2 * (fp + fn) / total**2, -2 * tp / total**2
        return math.sqrt(tp * of_hit**2 + (fp + fn) * of_mistake**2)

    return error


@mistakes("synthesis.sure-f1", says="That is the variance")
def no_root(given):
    return lambda *cells: sure_f1(given)(*cells) ** 2


@mistakes("synthesis.sure-f1", says="a share of all cases")
def like_accuracy(given):
    def error(tn, fp, fn, tp):
        f1 = 2 * tp / (2 * tp + fp + fn)
        return math.sqrt(f1 * (1 - f1) / (tn + fp + fn + tp))

    return error


@mistakes("synthesis.sure-f1", says="The factor n / (n - 1)")
def like_a_sample_variance(given):
    return lambda *cells: sure_f1(given)(*cells) * math.sqrt(sum(cells) / (sum(cells) - 1))


@mistakes("synthesis.sure-f1", says="false positives and false negatives do, too")
def hits_only(given):
    return lambda tn, fp, fn, tp: math.sqrt(tp) * 2 * (fp + fn) / (2 * tp + fp + fn) ** 2


def _cases(given, variance, errors=2.8016):
    return given["cases"] * errors**2 * variance / given["difference"] ** 2


def _parts(given):
    first, second = given["first"], given["second"]
    return first**2 + second**2, 2 * given["correlation"] * first * second


@solves("synthesis.sure-cases")
def sure_cases(given):
    """The variance of the difference, shrunk until the difference is 1.96 + 0.84 errors."""
    apart, alike = _parts(given)
    return round(_cases(given, apart - alike))


@mistakes("synthesis.sure-cases", says="for independent")
def unpaired(given):
    return _cases(given, _parts(given)[0])


@mistakes("synthesis.sure-cases", says="half of all trials")
def without_power(given):
    apart, alike = _parts(given)
    return _cases(given, apart - alike, 1.96)


@mistakes("synthesis.sure-cases", says="the other sign")
def of_a_sum(given):
    return _cases(given, sum(_parts(given)))


def _simulated(given):
    rng = np.random.default_rng(11)
    gaps = []
    for _ in range(2500):
        negatives = np.sort(rng.standard_normal(given["negatives"]))
        positives = np.sort(rng.standard_normal(given["positives"]) + given["distance"])
        cuts = np.concatenate([negatives, positives])
        above = [1 - np.searchsorted(part, cuts) / len(part) for part in (positives, negatives)]
        gaps.append(max(0, (above[0] - above[1]).max()))
    return np.array(gaps)


@solves("synthesis.sure-luck")
def sure_luck(given):
    """The mean of a maximum is above the maximum of the means; a mean over pairs is unbiased."""
    gaps = _simulated(given)
    population = math.erf(given["distance"] / 2 / math.sqrt(2))
    error = gaps.std() / math.sqrt(len(gaps))
    return {"KS": "above", "AUROC": "the same", "population": population, "mean": gaps.mean(), "error": error}


@mistakes("synthesis.sure-luck", says="the mean of KS is not the same")
def no_luck(given):
    return sure_luck(given) | {"KS": "the same"}


@mistakes("synthesis.sure-luck", says="the mean of AUROC is not above")
def luck_for_all(given):
    return sure_luck(given) | {"AUROC": "above"}


@mistakes("synthesis.sure-luck", says="the error of a mean is smaller")
def deviation_for_error(given):
    return sure_luck(given) | {"error": _simulated(given).std()}


@mistakes("synthesis.sure-luck", says="chosen anew on each test set?")
def fixed_threshold(given):
    right = sure_luck(given)
    return right | {"mean": right["population"] + 0.001}


@mistakes("synthesis.sure-luck", says="the AUROC of the population")
def auroc_for_ks(given):
    return sure_luck(given) | {"population": (1 + math.erf(given["distance"] / 2)) / 2}


@solves("synthesis.clinic-threshold")
def clinic_threshold(given):
    """The log-odds of the price, raised by what equal weights add."""
    share, c = given["share"], given["c"]
    return math.log((1 - share) / share) + math.log(c / (1 - c))


@mistakes("synthesis.clinic-threshold", says="not undone")
def weights_kept(given):
    return math.log(given["c"] / (1 - given["c"]))


@mistakes("synthesis.clinic-threshold", says="wrong direction")
def undone_downwards(given):
    return 2 * weights_kept(given) - clinic_threshold(given)


@mistakes("synthesis.clinic-threshold", says="swapped")
def misses_for_calls(given):
    return clinic_threshold(given) - 2 * weights_kept(given)


@solves("synthesis.clinic-cuts")
def clinic_cuts(given):
    """The second has its first positives at once and then waits; the first catches up from the third place on."""
    return "PNPPPNNNNN", "PPPNNNNPNN"


@mistakes("synthesis.clinic-cuts", says="swapped")
def the_second_first_again(given):
    return clinic_cuts(given)[::-1]


@mistakes("synthesis.clinic-cuts", says="AP must prefer the second")
def no_quarrel(given):
    return "PPPPNNNNNN", "NNPPPPNNNN"


@mistakes("synthesis.clinic-cuts", says="still ahead")
def a_lasting_lead(given):
    return "PPNPPNNNNN", "PPPNNNPNNN"


def _clinic(price=0.2, thresholds=(0.2, 0.2)):
    rng = np.random.default_rng(5)
    labels = (rng.random(400) < 0.3).astype(int)
    noise = rng.standard_normal((2, 400))
    odds = [1.5 * (labels + noise[0] - 1), 1.2 * (labels + 0.5 * noise[0] + 0.9 * noise[1] - 1)]
    first, second = (1 / (1 + np.exp(-one)) for one in odds)
    costs = [
        np.where(labels == 1, 2 * (1 - price) * (s <= t), 2 * price * (s > t))
        for s, t in zip((first, second), thresholds, strict=True)
    ]
    gap = costs[0] - costs[1]
    reach = 1.96 * gap.std(ddof=1) / math.sqrt(400)
    interval = gap.mean() - reach, gap.mean() + reach
    answer = {
        "labels": labels.tolist(),
        "first": first.tolist(),
        "second": second.tolist(),
        "price": price,
        "thresholds": thresholds,
        "losses": tuple(float(one.mean()) for one in costs),
        "interval": interval,
        "verdict": "first" if interval[1] < 0 else "second" if interval[0] > 0 else "cannot tell",
    }
    return answer, costs


@solves("synthesis.clinic-own")
def clinic_own(given):
    """Costs case by case, their difference, its mean and 1.96 standard errors."""
    return _clinic()[0]


@mistakes("synthesis.clinic-own", says="The factor 2 is missing")
def half_losses(given):
    answer, _ = _clinic()
    return answer | {"losses": tuple(one / 2 for one in answer["losses"])}


@mistakes("synthesis.clinic-own", says="takes the models for independent")
def errors_added(given):
    answer, costs = _clinic()
    reach = 1.96 * math.sqrt(sum(one.var(ddof=1) for one in costs) / 400)
    middle = float((costs[0] - costs[1]).mean())
    return answer | {"interval": (middle - reach, middle + reach)}


@mistakes("synthesis.clinic-own", says="second minus first")
def the_other_way_round(given):
    answer, _ = _clinic()
    low, high = answer["interval"]
    return answer | {"interval": (-high, -low)}


@mistakes("synthesis.clinic-own", says="does not allow the verdict")
def a_hasty_verdict(given):
    answer, _ = _clinic()
    return answer | {"verdict": "second" if answer["verdict"] == "first" else "first"}


@mistakes("synthesis.clinic-own", says="hand in scores, not decisions")
def decisions_for_scores(given):
    answer, _ = _clinic()
    return answer | {"second": [float(one > 0.2) for one in answer["second"]]}
