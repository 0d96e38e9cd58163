"""Solutions and mistakes: Every metric is a mean over thresholds."""

from __future__ import annotations

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.means-two-cases")
def two_cases(given):
    """Cases of two classes are decided rightly with the probability AUROC, cases of one class with one half.

    So the target gives m, the probability of two classes, and m is a straight line in lambda.
    """
    m = (given["target"] - 0.5) / (given["auroc"] - 0.5)
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="classes are swapped")
def the_negatives_chance(given):
    return 1 - two_cases(given)


@mistakes("synthesis.means-two-cases", says="nothing to pairs of one class")
def no_halves(given):
    m = given["target"] / given["auroc"]
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="the decision is right with probability")
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
