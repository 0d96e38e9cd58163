"""Solutions and mistakes: Invariance to local exchange of classes."""

from __future__ import annotations

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _moved(given, of):
    return of(*given["matrix"], given["right"], given["mistakes"])


@solves("lxcim.exchanged-matrix")
def exchanged_matrix(given):
    """With its class exchanged, a true positive is a true negative and a false positive is a false negative.

    delta_1 counts the way from TN to TP, here taken backwards, and delta_2 the way from FP to FN.
    """
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


@mistakes("lxcim.exchanged-matrix", says="before the exchange")
def as_it_was(given):
    return {**exchanged_matrix(given), "matrix": given["matrix"]}


@mistakes("lxcim.exchanged-matrix", says="as it should, but not those")
def as_many_right_ones(given):
    tn, fp, fn, tp = exchanged_matrix(given)["matrix"]
    return {**exchanged_matrix(given), "matrix": (tn - 1, fp, fn, tp + 1)}


@mistakes("lxcim.exchanged-matrix", says="order of the paper")
def order_of_the_paper(given):
    return {**exchanged_matrix(given), "matrix": exchanged_matrix(given)["matrix"][::-1]}


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
