"""Solutions and mistakes: One sort, every metric."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


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
    """A case at the threshold scores at least the threshold, so it is flagged.

    TPR divides the flagged positives by all positives, FPR the flagged negatives by all negatives, and
    precision the flagged positives by all flagged cases.
    """
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
    return lambda labels, scores, weights: np.mean(wins(labels, scores))


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
    """The first list ranks perfectly but gives the positives probabilities near 0, which both losses punish.

    The second puts one positive just below all negatives, which costs it three pairs of nine, and is sure of
    the two others.
    """
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
