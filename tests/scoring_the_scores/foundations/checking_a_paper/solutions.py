"""Solutions and mistakes: How to check a paper."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


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
                found = {"accuracy": (n - fp - fn) / n, "precision": tp / (tp + fp), "recall": tp / (tp + fn)}
                if all(f"{rate:.3f}" == given[name] for name, rate in found.items()):
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
