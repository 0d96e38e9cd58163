"""Foundations: solutions and mistakes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from metricbook.metrics.uncertainty import hanley_mcneil

from . import mistakes, solves


def rates(labels, scores, threshold, called=lambda s, t: s >= t):
    """Counts and shares, as the chapter has them."""
    y, flags = np.array(labels), called(np.array(scores), threshold)
    tp, fp = int((flags & (y == 1)).sum()), int((flags & (y == 0)).sum())
    return {
        "TPR": Fraction(tp, int(y.sum())),
        "FPR": Fraction(fp, int((1 - y).sum())),
        "precision": Fraction(tp, tp + fp),
    }


@solves("foundations.four-outcomes")
def four_outcomes(given):
    """A case exactly at the threshold scores at least the threshold, so it is called positive."""
    return rates(**given)


@mistakes("foundations.four-outcomes", says="a case at the threshold is flagged, too")
def a_strict_threshold(given):
    return rates(**given, called=lambda s, t: s > t)


@mistakes("foundations.four-outcomes", says="TPR, a share of the positives")
def recall_for_precision(given):
    right = rates(**given)
    return right | {"precision": right["TPR"]}


@mistakes("foundations.four-outcomes", says="a share of the flagged cases, not of the negatives")
def false_discoveries(given):
    right = rates(**given)
    return right | {"FPR": 1 - right["precision"]}


@mistakes("foundations.four-outcomes", says="a percentage is a hundred times")
def percentages(given):
    return {name: 100 * value for name, value in rates(**given).items()}


def wins(labels, scores, tie=0.5):
    """A row for each positive, a column for each negative: 1 for a win, what a tie is worth for a tie."""
    positives, negatives = scores[labels == 1][:, None], scores[labels == 0]
    return (positives > negatives) + tie * (positives == negatives)


@solves("foundations.auroc-with-ties")
def auroc_with_ties(given):
    """All pairs at once; a pair weighs the product of its weights."""

    def area(labels, scores, weights):
        pairs = weights[labels == 1][:, None] * weights[labels == 0]
        return np.sum(wins(labels, scores) * pairs) / np.sum(pairs)

    return area


def plain_auroc(labels, scores):
    """Without weights."""
    return float(np.mean(wins(np.asarray(labels), np.asarray(scores))))


@mistakes("foundations.auroc-with-ties", says="no credit for ties")
def no_credit(given):
    def area(labels, scores, weights):
        pairs = weights[labels == 1][:, None] * weights[labels == 0]
        return np.sum(wins(labels, scores, tie=0) * pairs) / np.sum(pairs)

    return area


@mistakes("foundations.auroc-with-ties", says="full credit for ties")
def full_credit(given):
    def area(labels, scores, weights):
        pairs = weights[labels == 1][:, None] * weights[labels == 0]
        return np.sum(wins(labels, scores, tie=1) * pairs) / np.sum(pairs)

    return area


@mistakes("foundations.auroc-with-ties", says="the weights play no part")
def without_weights(given):
    return lambda labels, scores, weights: plain_auroc(labels, scores)


@mistakes("foundations.auroc-with-ties", says="the product of its two weights, not their sum")
def sums_of_weights(given):
    def area(labels, scores, weights):
        pairs = weights[labels == 1][:, None] + weights[labels == 0]
        return np.sum(wins(labels, scores) * pairs) / np.sum(pairs)

    return area


@mistakes("foundations.auroc-with-ties", says="small scores were positive")
def turned_round(given):
    return lambda *sample: 1 - auroc_with_ties(given)(*sample)


@mistakes("foundations.auroc-with-ties", says="the function returns")
def trusts_the_order_of_the_file(given):
    def area(labels, scores, weights):
        tpr, fpr = np.cumsum(labels) / labels.sum(), np.cumsum(1 - labels) / (1 - labels).sum()
        return float(np.trapezoid(np.append(0, tpr), np.append(0, fpr)))

    return area


@mistakes("foundations.auroc-with-ties", says="raises NameError")
def unfinished(given):
    return lambda labels, scores, weights: positives  # noqa: F821


@solves("foundations.rank-well-forecast-badly")
def rank_well_forecast_badly(given):
    """The first ranks perfectly and believes in nobody; the second errs on one case, and not by much."""
    return [0.06, 0.05, 0.04, 0.03, 0.02, 0.01], [0.95, 0.95, 0.3, 0.4, 0.4, 0.4]


@mistakes("foundations.rank-well-forecast-badly", says="the smaller Brier score")
def too_good_a_first(given):
    return [0.9, 0.8, 0.7, 0.3, 0.2, 0.1], [0.95, 0.95, 0.3, 0.4, 0.4, 0.4]


@mistakes("foundations.rank-well-forecast-badly", says="the smaller log loss")
def certain_of_what_is_wrong(given):
    return [0.53, 0.52, 0.51, 0.45, 0.45, 0.45], [0.999, 0.999, 1e-9, 0.1, 0.1, 0.1]


@mistakes("foundations.rank-well-forecast-badly", says="AUROC of at most 2/3")
def ranks_too_well(given):
    return [0.06, 0.05, 0.04, 0.03, 0.02, 0.01], [0.9, 0.9, 0.9, 0.1, 0.1, 0.1]


@mistakes("foundations.rank-well-forecast-badly", says="without ties: its AUROC is 0.500")
def all_the_same(given):
    return [0.01] * 6, [0.95, 0.95, 0.3, 0.4, 0.4, 0.4]


@mistakes("foundations.rank-well-forecast-badly", says="larger than 0")
def certainty(given):
    return [1, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0]


@solves("foundations.misprinted-kappa")
def misprinted_kappa(given):
    """Nine of ten cases of both classes are called positive; the formula takes half for nine tenths."""
    return 5, 45, 5, 45


@mistakes("foundations.misprinted-kappa", says="must have no skill")
def skill(given):
    return 40, 10, 10, 40


@mistakes("foundations.misprinted-kappa", says="it blames them")
def too_few_calls(given):
    return 30, 10, 60, 20


@mistakes("foundations.misprinted-kappa", says="at least 0.2")
def nearly_as_many_calls_as_positives(given):
    return 20, 30, 20, 30


@mistakes("foundations.misprinted-kappa", says="they go tn, fp, fn, tp")
def another_order(given):
    return 45, 5, 45, 5


@mistakes("foundations.misprinted-kappa", says="decisions of both kinds")
def everybody(given):
    return 0, 50, 0, 50


@solves("foundations.elsewhere")
def elsewhere(given):
    """Beside each positive stand one_in - 1 negatives, of which the same share is flagged as in the test."""
    return given["tp"] / (given["tp"] + given["fp"] * (given["one_in"] - 1))


@mistakes("foundations.elsewhere", says="that is the precision of the test")
def precision_of_the_test(given):
    return given["tp"] / (given["tp"] + given["fp"])


@mistakes("foundations.elsewhere", says="that is a percentage")
def in_percent(given):
    return 100 * elsewhere(given)


@mistakes("foundations.elsewhere", says="negatives, not")
def one_negative_too_many(given):
    return given["tp"] / (given["tp"] + given["fp"] * given["one_in"])


@mistakes("foundations.elsewhere", says="as if the classifier knew nothing")
def only_the_prevalence(given):
    return 1 / given["one_in"]


@solves("foundations.three-judges")
def three_judges(given):
    """The first flags few, and no negative; the second all positives, and many negatives; the third is in between."""
    p, n = given["positives"], given["negatives"]
    called = [(round(0.45 * p), 0), (p, round(1.2 * p)), (round(0.62 * p), round(0.25 * p) + 1)]
    return [(n - fp, fp, p - tp, tp) for tp, fp in called]


@mistakes("foundations.three-judges", says="each wins once, but in another order")
def f1_second(given):
    first, second, third = three_judges(given)
    return first, third, second


@mistakes("foundations.three-judges", says="somebody wins twice")
def a_best_for_two(given):
    p, n = given["positives"], given["negatives"]
    return [(n, 0, p, 0), (0, n, 0, p), (n - 5, 5, 2, p - 2)]


@mistakes("foundations.three-judges", says="the counts go tn, fp, fn, tp")
def from_the_other_end(given):
    return [matrix[::-1] for matrix in three_judges(given)]


@mistakes("foundations.three-judges", says="equally good")
def two_alike(given):
    first, second, _ = three_judges(given)
    return first, second, second


@solves("foundations.easy-negatives-flip")
def easy_negatives_flip(given):
    """The second finds every positive and flags most negatives, which hurts only as long as negatives are few."""
    return {"first": (40, 10, 20, 80), "second": (15, 35, 0, 100), "added": 10_000}


@mistakes("foundations.easy-negatives-flip", says="easy negatives more the second must be ahead by kappa")
def too_many_alarms(given):
    return {"first": (40, 10, 20, 80), "second": (2, 48, 0, 100), "added": 500}


@mistakes("foundations.easy-negatives-flip", says="At first the first must be ahead by balanced accuracy")
def the_second_first(given):
    right = easy_negatives_flip(given)
    return right | {"first": right["second"], "second": right["first"]}


@mistakes("foundations.easy-negatives-flip", says="MCC is not defined")
def flags_everybody(given):
    return {"first": (40, 10, 20, 80), "second": (0, 50, 0, 100), "added": 10_000}


@mistakes("foundations.easy-negatives-flip", says="must classify the same cases")
def other_cases(given):
    return {"first": (400, 100, 20, 80), "second": (15, 35, 0, 100), "added": 10_000}


def judged(difference=5, seed=3):
    """Two models of 300 cases that share much of what they know."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [100, 200])
    common = rng.normal(labels, 1)
    return labels, common + rng.normal(0, 0.5, 300), common + rng.normal(0, 0.5 + difference, 300)


def report(labels, first, second, interval=None):
    """What a student hands in; the interval by a bootstrap of the cases."""
    areas = [plain_auroc(labels, scores) for scores in (first, second)]
    if interval is None:
        rng = np.random.default_rng(11)
        area, drawn = plain_auroc, [rng.integers(0, len(labels), len(labels)) for _ in range(1000)]
        interval = np.quantile([area(labels[i], first[i]) - area(labels[i], second[i]) for i in drawn], [0.025, 0.975])
    low, high = interval
    better = "first" if low > 0 else "second" if high < 0 else "neither"
    sentence = f"AUROC {areas[0]:.3f} against {areas[1]:.3f}; 95 % interval of the difference {low:.3f} to {high:.3f}."
    return {
        "labels": labels,
        "first": first,
        "second": second,
        "areas": areas,
        "interval": [low, high],
        "better": better,
        "sentence": sentence,
    }


@solves("foundations.two-models")
def two_models(given):
    """Resamples of cases, each with both models' scores; the difference is computed in each."""
    return report(*judged())


@mistakes("foundations.two-models", says="which forgets that they judge the same cases")
def extremes_of_two_intervals(given):
    labels, first, second = judged()
    rng = np.random.default_rng(1)
    drawn = [rng.integers(0, len(labels), len(labels)) for _ in range(500)]
    ends = [
        np.quantile([plain_auroc(labels[i], scores[i]) for i in drawn], [0.025, 0.975]) for scores in (first, second)
    ]
    return report(labels, first, second, (ends[0][0] - ends[1][1], ends[0][1] - ends[1][0]))


@mistakes("foundations.two-models", says="second less first")
def the_other_difference(given):
    right = two_models(given)
    low, high = right["interval"]
    return right | {"interval": (-high, -low), "better": "second"}


@mistakes("foundations.two-models", says="it does not say 'neither'")
def too_modest(given):
    return two_models(given) | {"better": "neither"}


@mistakes("foundations.two-models", says="The sentence does not give the ends of the interval")
def a_sentence_without_an_interval(given):
    right = two_models(given)
    return right | {"sentence": "The AUROCs are {:.3f} and {:.3f}, clearly different.".format(*right["areas"])}


@mistakes("foundations.two-models", says="must be a sentence")
def every_number_there_is(given):
    return two_models(given) | {"sentence": "It is one of " + " ".join(f"{one / 100:.2f}" for one in range(-50, 101))}


@mistakes("foundations.two-models", says="There must be 30 cases of each class")
def a_handful(given):
    labels, first, second = (column[:120] for column in judged())
    return report(labels, first, second)


@solves("foundations.counts-behind-accuracies")
def counts_behind_accuracies(given):
    """Try every number: it agrees if its share is within half a hundredth."""
    n = given["n"]
    return [
        [k for k in range(n + 1) if abs(Fraction(k, n) - Fraction(one)) <= Fraction(5, 1000)]
        for one in given["printed"]
    ]


@mistakes("foundations.counts-behind-accuracies", says="which nobody prints as")
def the_nearest(given):
    return [[round(given["n"] * float(one))] for one in given["printed"]]


@mistakes("foundations.counts-behind-accuracies", says="hand in counts, not shares")
def shares(given):
    return [[float(one)] for one in given["printed"]]


@mistakes("foundations.counts-behind-accuracies", says="your list has not all of them")
def suspects_all(given):
    return [[], [], []]


@solves("foundations.matrix-behind-the-numbers")
def matrix_behind_the_numbers(given):
    """Mistakes are n (1 - accuracy), and tp (1/precision + 1/recall - 2): solve for tp, and try its neighbours."""
    n, accuracy, precision, recall = (float(given[name]) for name in ("n", "accuracy", "precision", "recall"))
    middle = round(n * (1 - accuracy) / (1 / precision + 1 / recall - 2))
    for tp in range(max(middle - 5, 1), middle + 6):
        for fp in range(round(tp / precision - tp) - 2, round(tp / precision - tp) + 3):
            for fn in range(round(tp / recall - tp) - 2, round(tp / recall - tp) + 3):
                found = (n - fp - fn) / n, tp / (tp + fp), tp / (tp + fn)
                if all(abs(a - b) <= 0.0005 for a, b in zip(found, (accuracy, precision, recall), strict=True)):
                    return int(n) - tp - fp - fn, fp, fn, tp
    raise AssertionError(given)


@mistakes("foundations.matrix-behind-the-numbers", says="precision is about false positives")
def fp_and_fn_exchanged(given):
    tn, fp, fn, tp = matrix_behind_the_numbers(given)
    return tn, fn, fp, tp


@mistakes("foundations.matrix-behind-the-numbers", says="the counts go tn, fp, fn, tp")
def tp_first(given):
    tn, fp, fn, tp = matrix_behind_the_numbers(given)
    return tp, fn, fp, tn


@mistakes("foundations.matrix-behind-the-numbers", says="does not give what is printed: its accuracy is")
def one_more_mistake(given):
    tn, fp, fn, tp = matrix_behind_the_numbers(given)
    return tn - 3, fp + 3, fn, tp


@mistakes("foundations.matrix-behind-the-numbers", says="must add up to")
def a_hundred_cases(given):
    return 50, 10, 10, 30


@solves("foundations.sample-that-tells-apart")
def sample_that_tells_apart(given):
    """A tie of both classes, a dent, and more than one corner."""
    return [1, 0, 1, 1, 0, 0], [5, 4, 3, 2, 2, 1]


@mistakes("foundations.sample-that-tells-apart", says="gives ties no credit gives the same on your sample")
def no_ties(given):
    return [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]


@mistakes("foundations.sample-that-tells-apart", says="under the convex hull gives the same")
def no_dent(given):
    return [1, 1, 0, 1, 0, 0], [5, 4, 3, 3, 2, 1]


@mistakes("foundations.sample-that-tells-apart", says="takes small scores for positive gives the same")
def one_half(given):
    return [1, 0, 1, 0], [2, 2, 1, 1]


@mistakes("foundations.sample-that-tells-apart", says="must have positives and negatives")
def one_class(given):
    return [1, 1, 1], [3, 2, 2]


@solves("foundations.three-winners")
def three_winners(given):
    """The third loses its first place alone, which the hull forgives; the second wins the first places."""
    return "PPNPNPNNNN", "PPPNNNNNPN", "NPPPPNNNNN"


@mistakes("foundations.three-winners", says="AUROC must be highest for ranking 1")
def three_alike(given):
    return ("PPNPNPNNNN",) * 3


@mistakes("foundations.three-winners", says="average precision must be highest for ranking 2")
def first_two_swapped_at_the_top(given):
    return "PPPPNNNNNN", "PPNPNPNNNN", "NPPPPNNNNN"


@mistakes("foundations.three-winners", says="H must be highest for ranking 3")
def the_third_far_down(given):
    return "PPNPNPNNNN", "PPPNNNNNPN", "NNPPPPNNNN"


@mistakes("foundations.three-winners", says="must have 4 positives, not 6")
def of_the_other_class(given):
    return "NNPNPNPPPP", "NNNPPPPPNP", "PNNNNPPPPP"


def _two_models(fault):
    """Forty positives and forty negatives; the other model is the first with a fault on some positives."""
    labels = [1] * 40 + [0] * 40
    first = [k + 18 for k in range(40)] + [k + 0.5 for k in range(40)]
    return labels, first, [s - fault * (k < 40 and k % 2 == 0) for k, s in enumerate(first)]


@solves("foundations.overlap")
def overlap(given):
    """Both models are wrong on the same cases, and every second positive is a little lower for one of them."""
    return _two_models(6)


@mistakes("foundations.overlap", says="do not overlap by half")
def far_apart(given):
    return _two_models(40)


@mistakes("foundations.overlap", says="first scores must be the better model's")
def the_other_way_round(given):
    labels, first, second = _two_models(6)
    return labels, second, first


@mistakes("foundations.overlap", says="reaches 0")
def nearly_the_same(given):
    labels, first, _ = _two_models(6)
    return labels, first, [s - 6 * (k < 40 and k % 10 == 0) for k, s in enumerate(first)]


@mistakes("foundations.overlap", says="first scores must be the better model's")
def one_model_twice(given):
    labels, first, _ = _two_models(6)
    return labels, first, first


def _smallest(given, quantile=1.96):
    area, bound = given["auroc"], given["bound"]
    return next(n for n in range(1, 10**6) if area - quantile * hanley_mcneil(area, n, n) >= bound)


@solves("foundations.to-pass-a-bound")
def to_pass_a_bound(given):
    """The first n whose lower end reaches the bound."""
    return _smallest(given)


@mistakes("foundations.to-pass-a-bound", says="both classes together")
def all_cases(given):
    return 2 * _smallest(given)


@mistakes("foundations.to-pass-a-bound", says="one end")
def one_sided(given):
    return _smallest(given, 1.645)


@mistakes("foundations.to-pass-a-bound", says="a single standard error")
def one_standard_error(given):
    return _smallest(given, 1)


@mistakes("foundations.to-pass-a-bound", says="the lower end is")
def one_too_few(given):
    return _smallest(given) - 1
