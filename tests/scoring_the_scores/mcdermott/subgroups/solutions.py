"""Solutions and mistakes: Two groups by experiment."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from metricbook import auroc, interval, paired_difference
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("mcdermott.mean-is-not-enough")
def mean_is_not_enough(given):
    """The scores have the mean one half, which is the share of positives.

    The negatives have the two highest, so no positive outscores a negative and AUROC is 0.
    """
    return [1, 1, 0, 0], [0.1, 0.3, 0.7, 0.9]


@mistakes("mcdermott.mean-is-not-enough", says="but AUROC is 1:")
def the_right_way_round(given):
    return [1, 1, 0, 0], [0.9, 0.7, 0.3, 0.1]


@mistakes("mcdermott.mean-is-not-enough", says="the share of positives is 1/4")
def turned_and_not_scaled(given):
    return [1, 0, 0, 0], [0.1, 0.5, 0.6, 0.7]


@mistakes("mcdermott.mean-is-not-enough", says="must lie between 0 and 1")
def log_odds(given):
    return [1, 0], [-1, 2]


@mistakes("mcdermott.mean-is-not-enough", says="The mean score is 333/1000")
def rounded(given):
    return [1, 0, 0], [0.333, 0.333, 0.333]


def both_groups(given, scaled=True):
    labels, scores = [], []
    for group in "12":
        y, s = np.array(given[f"labels{group}"]), np.array(given[f"scores{group}"])
        labels.append(y)
        scores.append(s * y.mean() / s.mean() if scaled else s)
    within = [auroc(y, s) for y, s in zip(labels, scores, strict=True)]
    return *within, auroc(np.concatenate(labels), np.round(np.concatenate(scores), 12))


@solves("mcdermott.scaled-groups")
def scaled_groups(given):
    """Within a group no order changes; one group moves down among the other."""
    after, before = both_groups(given), both_groups(given, scaled=False)
    return {"within": "stays", "over all": "rises" if after[2] > before[2] else "falls", "AUROC": after}


@mistakes("mcdermott.scaled-groups", says="before scaling")
def not_scaled(given):
    return scaled_groups(given) | {"AUROC": both_groups(given, scaled=False)}


@mistakes("mcdermott.scaled-groups", says="pairs of different groups count too")
def mean_of_the_groups(given):
    first, second, _ = both_groups(given)
    return scaled_groups(given) | {"AUROC": (first, second, (first + second) / 2)}


@mistakes("mcdermott.scaled-groups", says="within a group scaling changes no order")
def all_in_one_direction(given):
    return scaled_groups(given) | {"within": "rises"}


@mistakes("mcdermott.scaled-groups", says="before scaling it was")
def nothing_changes(given):
    return scaled_groups(given) | {"over all": "stays"}


@solves("mcdermott.fifty-repairs")
def fifty_repairs(given):
    """One pair each: of all pairs, and of the group's own if both cases are of it."""
    p1, n1, p2, n2 = (given[name] for name in ("p1", "n1", "p2", "n2"))
    return {
        "all": Fraction(50, (p1 + p2) * (n1 + n2)),
        "group 1": Fraction(given["both1"], p1 * n1),
        "group 2": Fraction(given["both2"], p2 * n2),
    }


@mistakes("mcdermott.fifty-repairs", says="of different groups are forgotten")
def pairs_within_groups_only(given):
    return fifty_repairs(given) | {"all": 50 / (given["p1"] * given["n1"] + given["p2"] * given["n2"])}


@mistakes("mcdermott.fifty-repairs", says="by the pairs of all cases")
def pairs_of_all(given):
    pairs = (given["p1"] + given["p2"]) * (given["n1"] + given["n2"])
    return fifty_repairs(given) | {"group 1": given["both1"] / pairs}


@mistakes("mcdermott.fifty-repairs", says="by the number of cases")
def cases_and_not_pairs(given):
    return fifty_repairs(given) | {"group 2": given["both2"] / (given["p2"] + given["n2"])}


@mistakes("mcdermott.fifty-repairs", says="changes the AUROC of neither")
def between_groups_too(given):
    times = 50 - given["both1"]
    return fifty_repairs(given) | {"group 2": times / (given["p2"] * given["n2"])}


@solves("mcdermott.filled-from-the-left")
def filled_from_the_left(given):
    """Sending 0 and 1 as far right as they may go forces places 2 and 3: three choices at each of the first two."""
    return {"often": [2, 3, 0, 1, 4, 5], "seldom": [0, 1, 2, 3, 4, 5], "probabilities": ("1/18", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="in a fair draw")
def as_if_fair(given):
    return filled_from_the_left(given) | {"probabilities": ("1/73", "1/73")}


@mistakes("mcdermott.filled-from-the-left", says="is forced")
def forced_places_overlooked(given):
    return filled_from_the_left(given) | {"probabilities": ("1/162", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="the wrong way round")
def exchanged(given):
    one = filled_from_the_left(given)
    return {"often": one["seldom"], "seldom": one["often"], "probabilities": one["probabilities"][::-1]}


@mistakes("mcdermott.filled-from-the-left", says="their ratio is 3")
def not_far_apart(given):
    return {"often": [1, 2, 0, 3, 4, 5], "seldom": [0, 1, 2, 3, 4, 5], "probabilities": ("1/54", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="farther than 2")
def too_far(given):
    return filled_from_the_left(given) | {"often": [3, 0, 1, 2, 4, 5]}


def scored():
    rng = np.random.default_rng(17)
    groups = np.repeat([1, 2], [1500, 1000])
    labels = (rng.random(2500) < np.where(groups == 1, 0.1, 0.05)).astype(int)
    shared = rng.normal(size=2500) + labels
    first = shared + 0.5 * rng.normal(size=2500)
    return labels, groups, first, shared + 0.7 * labels * (groups == 1) + 0.5 * rng.normal(size=2500)


@solves("mcdermott.two-models-two-groups")
def two_models_two_groups(given):
    """Differences on the same cases; only an interval on one side of 0 decides."""
    labels, groups, first, second = scored()
    answer = {"labels": labels, "groups": groups, "first": first, "second": second, "better": [], "worse": []}
    for name, inside in (("all", groups > 0), ("group 1", groups == 1), ("group 2", groups == 2)):
        answer[name] = paired_difference("auroc", labels[inside], second[inside], first[inside])[:3]
    answer["better"] = [group for group in (1, 2) if answer[f"group {group}"][1] > 0]
    answer["worse"] = [group for group in (1, 2) if answer[f"group {group}"][2] < 0]
    return answer


@mistakes("mcdermott.two-models-two-groups", says="the second model less the first")
def wrong_sign(given):
    answer = two_models_two_groups(given)
    value, low, high = answer["all"]
    return answer | {"all": (-value, -high, -low)}


@mistakes("mcdermott.two-models-two-groups", says="resampled apart")
def resampled_apart(given):
    answer = two_models_two_groups(given)
    errors = [interval("auroc", answer["labels"], answer[name]).standard_error for name in ("first", "second")]
    half = 1.96 * float(np.hypot(*errors))
    return answer | {"all": (answer["all"][0], answer["all"][0] - half, answer["all"][0] + half)}


@mistakes("mcdermott.two-models-two-groups", says="one standard error to each side")
def one_standard_error(given):
    answer = two_models_two_groups(given)
    value, low, high = answer["all"]
    return answer | {"all": (value, value - (high - low) / 4, value + (high - low) / 4)}


@mistakes("mcdermott.two-models-two-groups", says="'better' must hold the groups")
def undecided_called_better(given):
    answer = two_models_two_groups(given)
    return answer | {"better": [1, 2]}
