"""Solutions and mistakes: Ranking scores: two numbers for every order."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _places(given, of):
    return [of(*importance) for importance in given.values()]


@solves("tile.places")
def places(given):
    """Scaling the importances of both right outcomes, or of both mistakes, changes values and never the order.

    So each pair is scaled to the sum 1 by itself: a is then the part of tp, and b is that of fn.
    """
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + tp), Fraction(fn, fp + fn)))


@mistakes("tile.places", says="share of false alarms")
def as_the_paper_prints_it(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + tp), Fraction(fp, fp + fn)))


@mistakes("tile.places", says="changed places")
def coordinates_swapped(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(fn, fp + fn), Fraction(tp, tn + tp)))


@mistakes("tile.places", says="not all four by one sum")
def by_one_sum(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + fp + fn + tp), Fraction(fn, tn + fp + fn + tp)))


@mistakes("tile.places", says="right outcomes are weighed against each other")
def as_precision(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tp + fp), Fraction(fn, tn + fn)))


@mistakes("tile.places", says="share of true negatives")
def lowest_first(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tn, tn + tp), Fraction(fp, fp + fn)))


@solves("tile.interpolation")
def interpolation(given):
    """From J- over the accuracy to F1: with many true negatives and few true positives the ends are far apart."""
    return {"performance": (9, 1, 1, 1), "middle": Fraction(10, 12)}


@mistakes("tile.interpolation", says="harmonic mean itself")
def believes_the_rule(given):
    left, right = Fraction(9, 10), Fraction(1, 2)
    return {"performance": (9, 1, 1, 1), "middle": 2 / (1 / left + 1 / right)}


@mistakes("tile.interpolation", says="misses by 0.0")
def too_alike(given):
    return {"performance": (5, 2, 3, 6), "middle": Fraction(11, 16)}


@mistakes("tile.interpolation", says="mean of the two ends")
def plain_mean(given):
    return {"performance": (9, 1, 1, 1), "middle": (Fraction(9, 10) + Fraction(1, 2)) / 2}


@mistakes("tile.interpolation", says="not to the middle of the square")
def end_of_the_column(given):
    return {"performance": (9, 1, 2, 1), "middle": Fraction(5, 6)}


def _shifting(down, up):
    def after_shift(counts, importance, prevalence):
        tn, fp, fn, tp = counts
        share = (fn + tp) / (tn + fp + fn + tp)
        low, high = down(share, prevalence), up(share, prevalence)
        factors = (low, low, high, high)
        tn, fp, fn, tp = (c * i * f for c, i, f in zip(counts, importance, factors, strict=True))
        return (tn + tp) / (tn + fp + fn + tp)

    return after_shift


@solves("tile.after-a-shift")
def after_a_shift(given):
    """tn and fp are multiplied by the new over the old share of negatives, fn and tp by that of positives."""
    return _shifting(lambda old, new: (1 - new) / (1 - old), lambda old, new: new / old)


@mistakes("tile.after-a-shift", says="before the shift")
def no_shift(given):
    return _shifting(lambda old, new: 1, lambda old, new: 1)


@mistakes("tile.after-a-shift", says="changed places")
def classes_swapped(given):
    return _shifting(lambda old, new: new / old, lambda old, new: (1 - new) / (1 - old))


@mistakes("tile.after-a-shift", says="old prior over new")
def old_over_new(given):
    return _shifting(lambda old, new: (1 - old) / (1 - new), lambda old, new: old / new)


@mistakes("tile.after-a-shift", says="must first be divided by the old one")
def not_divided(given):
    return _shifting(lambda old, new: 1 - new, lambda old, new: new)


@mistakes("tile.after-a-shift", says="not with what it was called")
def by_prediction(given):
    def after_shift(counts, importance, prevalence):
        tn, fp, fn, tp = counts
        share = (fn + tp) / sum(counts)
        low, high = (1 - prevalence) / (1 - share), prevalence / share
        tn, fp, fn, tp = (c * i * f for c, i, f in zip(counts, importance, (low, high, low, high), strict=True))
        return (tn + tp) / (tn + fp + fn + tp)

    return after_shift


@solves("tile.kappa-changes-its-mind")
def kappa_changes_its_mind(given):
    """At a fixed balanced accuracy κ wants the common class to be right, whichever it is."""
    return ("9/10", "7/10"), ("7/10", "9/10")


@mistakes("tile.kappa-changes-its-mind", says="other way round")
def exchanged(given):
    return ("7/10", "9/10"), ("9/10", "7/10")


@mistakes("tile.kappa-changes-its-mind", says="no better than guessing")
def as_percent_of_errors(given):
    return ("1/10", "3/10"), ("3/10", "1/10")


@mistakes("tile.kappa-changes-its-mind", says="must see no difference")
def other_balanced_accuracy(given):
    return ("9/10", "7/10"), ("7/10", "4/5")


@mistakes("tile.kappa-changes-its-mind", says="are the same")
def one_twice(given):
    return ("3/4", "3/4"), ("3/4", "3/4")


@solves("tile.crossings")
def crossings(given):
    """The accuracies meet where 0.7 = 0.5 (1-p) + 0.8 p, at two thirds; the lines of F1 meet earlier.

    Precision depends on the classifier through FPR/TPR only, so equal precision at every prior takes equal
    quotients.
    """
    return {"A": 0.67, "F1": 0.52, "TNR": 1 - 0.8 * 0.3 / 0.7}


@mistakes("tile.crossings", says="read the panel of F1")
def panels_swapped(given):
    return {"A": 0.52, "F1": 0.67, "TNR": 0.657}


@mistakes("tile.crossings", says="do not cross at 0.6")
def in_the_middle(given):
    return {"A": 0.6, "F1": 0.52, "TNR": 0.657}


@mistakes("tile.crossings", says="one minus it")
def fpr_for_tnr(given):
    return {"A": 0.67, "F1": 0.52, "TNR": 0.343}


@mistakes("tile.crossings", says="not equal")
def same_youden(given):
    return {"A": 0.67, "F1": 0.52, "TNR": 0.6}
