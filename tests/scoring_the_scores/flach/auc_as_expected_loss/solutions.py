"""Solutions and mistakes: AUC as an expected loss."""

from __future__ import annotations

from fractions import Fraction

from scipy.stats import rankdata

from tests.scoring_the_scores.exercises.solutions import mistakes, solves

HALF = Fraction(1, 2)


@solves("flach.auroc-from-loss")
def auroc_from_loss(given):
    """The chapter has the loss from the lead of ordered over reversed pairs, so the lead follows from the loss.

    Half of the lead, as a share of all pairs, is what AUROC has above one half.
    """
    p, m = given["positives"], given["negatives"]
    lead = (HALF - Fraction(given["loss"])) * (p + m) * (p + m + 1)
    return HALF + lead / (2 * p * m)


@mistakes("flach.auroc-from-loss", says="without n/(n+1)")
def as_in_a_population(given):
    p, m = given["positives"], given["negatives"]
    return HALF + (HALF - Fraction(given["loss"])) * (p + m) ** 2 / (2 * p * m)


@mistakes("flach.auroc-from-loss", says="the theorem for skews")
def as_over_skews(given):
    n = given["positives"] + given["negatives"]
    return HALF + 2 * (HALF - Fraction(given["loss"])) * Fraction(n + 1, n)


@mistakes("flach.auroc-from-loss", says="not yet divided")
def only_the_lead(given):
    n = given["positives"] + given["negatives"]
    return (HALF - Fraction(given["loss"])) * n * (n + 1)


@mistakes("flach.auroc-from-loss", says="one less the area")
def turned_round(given):
    return 1 - auroc_from_loss(given)


@solves("flach.loss-by-ranks")
def loss_by_ranks(given):
    """Midranks from the highest score; the middle of the loss line."""

    def loss(labels, scores):
        ranks, n = rankdata(-scores), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * (n + 1))

    return loss


@mistakes("flach.loss-by-ranks", says="rank 1 is the highest score")
def lowest_first(given):
    return lambda labels, scores: loss_by_ranks(given)(labels, -scores)


@mistakes("flach.loss-by-ranks", says="leaves out the default classifier")
def no_default(given):
    def loss(labels, scores):
        ranks, n = rankdata(-scores), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * n)

    return loss


@mistakes("flach.loss-by-ranks", says="the last of the places they share")
def last_places(given):
    def loss(labels, scores):
        ranks, n = rankdata(-scores, method="max"), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * (n + 1))

    return loss


@mistakes("flach.loss-by-ranks", says="raises IndexError")
def lists_in_mind(given):
    return lambda labels, scores: scores[len(scores)]


@solves("flach.ties-that-hide")
def ties_that_hide(given):
    """One tied pair in each class, and classes of different size."""
    return [1, 1, 0, 0, 0], [3, 3, 2, 2, 1]


@mistakes("flach.ties-that-hide", says="Over cost proportions the directions must agree")
def one_class_tied(given):
    return [1, 1, 0, 0], [3, 3, 2, 1]


@mistakes("flach.ties-that-hide", says="No positive may tie with a negative")
def tied_across(given):
    return [1, 0, 0], [2, 2, 1]


@mistakes("flach.ties-that-hide", says="Over skews the directions must differ")
def classes_of_one_size(given):
    return [1, 1, 0, 0], [2, 2, 1, 1]


@mistakes("flach.ties-that-hide", says="Without any tie")
def no_tie(given):
    return [1, 0, 1], [3, 2, 1]
