"""Solutions and mistakes: Hand's argument, and an answer."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.stats import norm

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("flach.perfect-but-costly")
def perfect_but_costly(given):
    """Under uniform costs the loss is the probability of a wrong decision.

    If the judged case and the one that sets the threshold are of two classes, a perfect ranking decides
    rightly; if they are of one class, half of the decisions are wrong. A chosen threshold between the classes
    would lose nothing.
    """
    share = Fraction(1, given["one_in"])
    return {"loss": (share**2 + (1 - share) ** 2) / 2, "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="if the best threshold is taken")
def nothing(given):
    return {"loss": 0, "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="the loss over skews")
def a_quarter(given):
    return {"loss": "1/4", "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="of which half are wrong")
def not_halved(given):
    return {"loss": 2 * perfect_but_costly(given)["loss"], "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="The costs could be fixed at any c")
def blames_the_costs(given):
    return perfect_but_costly(given) | {"because": "costs"}


SURE_NEGATIVES = [1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 2, 2, 2, 2, 1, 1]
SURE_POSITIVES = [1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 1, 1, 1, 1, 1, 1]


@solves("flach.two-users")
def two_users(given):
    """The first is sure of negatives, and flags the rest; the second is sure of positives, and spares the rest."""
    return SURE_NEGATIVES, SURE_POSITIVES


@mistakes("flach.two-users", says="The first must be the better by 0.01")
def users_swapped(given):
    return SURE_POSITIVES, SURE_NEGATIVES


@mistakes("flach.two-users", says="must have the same AUROC")
def another_auroc(given):
    return SURE_NEGATIVES, ([1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 2, 1, 1, 1, 1, 1])


@mistakes("flach.two-users", says="has a dent")
def with_dents(given):
    scores = [8, 7, 6, 5, 4, 3, 2, 1]
    return ([1, 1, 1, 0, 0, 1, 0, 0], scores), ([1, 1, 0, 1, 1, 0, 0, 0], scores)


@mistakes("flach.two-users", says="as many positives as negatives")
def not_balanced(given):
    return ([1, 1, 0], [2, 1, 1]), ([1, 1, 0], [2, 2, 1])


def best_f1(separation, share, costs=False):
    """The best F1 over a grid of thresholds, and the chance of a positive there."""
    t = np.linspace(-6, 8, 200_001)
    true, false = share * norm.sf(t - separation), (1 - share) * norm.sf(t)
    f1 = 2 * true / (share + true + false)
    best = t[f1.argmax()]
    up, down = share * norm.pdf(best - separation), (1 - share) * norm.pdf(best)
    return f1.max(), up / (up + down)


@solves("flach.price-of-f1")
def price_of_f1(given):
    """The chance of a positive at the best threshold comes out as half of the best F1."""
    share = given["percent"] / 100
    found = [best_f1(given[name], share) for name in ("weak", "strong")]
    return {"F1": [f1 for f1, _ in found], "c": [cost for _, cost in found]}


@mistakes("flach.price-of-f1", says="that is what a miss costs")
def price_of_a_miss(given):
    right = price_of_f1(given)
    return right | {"c": [1 - cost for cost in right["c"]]}


@mistakes("flach.price-of-f1", says="that is the best F1 itself")
def f1_for_c(given):
    right = price_of_f1(given)
    return right | {"c": right["F1"]}


@mistakes("flach.price-of-f1", says="halfway between the bells")
def in_the_middle(given):
    share, right = given["percent"] / 100, price_of_f1(given)
    true, false = share * norm.cdf(given["weak"] / 2), (1 - share) * norm.sf(given["weak"] / 2)
    return right | {"F1": [2 * true / (share + true + false), right["F1"][1]]}


@mistakes("flach.price-of-f1", says="that is the skew")
def skews(given):
    share, right = given["percent"] / 100, price_of_f1(given)
    return right | {"c": [c * (1 - share) / (c * (1 - share) + (1 - c) * share) for c in right["c"]]}


@solves("flach.one-loss-two-shares")
def one_loss_two_shares(given):
    """The lowest point of the middle curve is at 0.35; the lowest curve is as high at about 0.21 and 0.79."""
    return {"loss": 0.35, "shares": (0.21, 0.79)}


@mistakes("flach.one-loss-two-shares", says="the lowest of the three")
def the_lowest_curve(given):
    return {"loss": 0.275, "shares": (0.5, 0.5)}


@mistakes("flach.one-loss-two-shares", says="of a thin curve")
def a_thin_curve(given):
    return {"loss": 0.2, "shares": (0.21, 0.79)}


@mistakes("flach.one-loss-two-shares", says="not percentages")
def percentages(given):
    return {"loss": 0.35, "shares": (21, 79)}


@mistakes("flach.one-loss-two-shares", says="lay a level line")
def too_near_the_ends(given):
    return {"loss": 0.35, "shares": (0.05, 0.95)}


def own_cases(given):
    """What a student hands in, for two classifiers of 100 cases."""
    rng = np.random.default_rng(8)
    labels = (rng.random(100) < 0.4).astype(int)
    scores = [rng.normal(labels * distance, 1) for distance in (0.5, 2)]
    decisions = [one > one[:, None] for one in scores]
    return {
        "labels": labels,
        "first": scores[0],
        "second": scores[1],
        "called": [one.mean() for one in decisions],
        "false_alarms": [one[:, labels == 0].mean() for one in decisions],
        "same": "shares",
        "differs": "false alarm rates",
    }


@solves("flach.same-for-all")
def same_for_all(given):
    """Without ties the thresholds call 0, 1, 2, ... cases positive; the better classifier has fewer negatives there."""
    return own_cases(given)


@mistakes("flach.same-for-all", says="that is the mean TPR")
def hits_for_false_alarms(given):
    right = own_cases(given)
    scores, labels = (right["first"], right["second"]), right["labels"]
    return right | {"false_alarms": [(one > one[:, None])[:, labels == 1].mean() for one in scores]}


@mistakes("flach.same-for-all", says="a case at the threshold is not flagged")
def at_the_threshold_too(given):
    right = own_cases(given)
    return right | {"called": [(right[one] >= right[one][:, None]).mean() for one in ("first", "second")]}


@mistakes("flach.same-for-all", says="your own numbers say which")
def the_same_scores(given):
    return own_cases(given) | {"same": "scores"}


@mistakes("flach.same-for-all", says="have ties")
def rounded_scores(given):
    right = own_cases(given)
    return right | {"first": right["first"].round(1)}
