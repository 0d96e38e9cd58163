"""Solutions and mistakes: Which metric? A guide."""

from __future__ import annotations

import numpy as np

from metricbook import auroc
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("foundations.elsewhere")
def elsewhere(given):
    """In use, one_in - 1 negatives come with each positive, and of both the same shares are flagged as in the test.

    So beside the flagged positives the flagged negatives count one_in - 1 times.
    """
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
    areas = [auroc(labels, scores) for scores in (first, second)]
    if interval is None:
        rng = np.random.default_rng(11)
        drawn = [rng.integers(0, len(labels), len(labels)) for _ in range(1000)]
        differences = [auroc(labels[i], first[i]) - auroc(labels[i], second[i]) for i in drawn]
        interval = np.quantile(differences, [0.025, 0.975])
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
    ends = [np.quantile([auroc(labels[i], scores[i]) for i in drawn], [0.025, 0.975]) for scores in (first, second)]
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
