"""Solutions and mistakes: A metric is what it ignores."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _added(given):
    missing = Fraction(str(1 - Fraction(str(given["before"])))) / (1 - Fraction(str(given["after"])))
    return int(given["negatives"] * (missing - 1))


@solves("synthesis.ignores-easy")
def ignores_easy(given):
    """The added negatives lose no pair and are no mistake.

    So the lost pairs are as many as before out of more negatives, which gives the number that was added, and
    the mistakes are as many as before out of more cases.
    """
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
