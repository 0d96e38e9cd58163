"""Checkers of the exercises of flach/hands-argument."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks, checks_rest
from scoring_the_scores.exercises.reading import cases, fields, label, several, values, wrong
from scoring_the_scores.exercises.slips import match

#: Costs of a user for whom false alarms are probably cheap, and of one for whom they are probably expensive.
USERS = {"false alarms are cheap": (2, 5), "false alarms are dear": (5, 2)}


@checks("flach.two-users")
def two_users(answer: Any, given: Mapping[str, Any]) -> str:
    """Two samples of one AUROC, without dents, of which one user prefers the first and another the second."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    both = [cases(one, f"the {place} sample", longest=20) for one, place in zip(pair, ("first", "second"), strict=True)]
    sizes = [(sum(labels), len(labels) - sum(labels)) for labels, _ in both]
    if sizes[0] != sizes[1] or sizes[0][0] != sizes[0][1]:
        wrong(f"Both samples must have as many positives as negatives, and the same number; they have {sizes}.")
    areas = [exact.auroc(*one) for one in both]
    if areas[0] != areas[1]:
        wrong(f"Both must have the same AUROC, not {areas[0]} and {areas[1]}.")
    for one, place in zip(both, ("first", "second"), strict=True):
        if exact.auch(*one) != exact.auroc(*one):
            wrong(
                f"The ROC curve of the {place} has a dent: its hull has the area {exact.auch(*one)}. Ties can fill it."
            )
    for (user, (alpha, beta)), better in zip(USERS.items(), (0, 1), strict=True):
        losses = [exact_costs.expected_min_loss(*one, over="cost", alpha=alpha, beta=beta) for one in both]
        summary = f"where {user} the first loses {float(losses[0]):.4f}, the second {float(losses[1]):.4f}"
        if losses[1 - better] - losses[better] < Fraction(1, 100):
            wrong(f"The {('first', 'second')[better]} must be the better by 0.01 at least, but {summary}.")
    return f"One AUROC of {areas[0]}, and for each user another of the two is better."


@checks_rest("flach.same-for-all")
def means_at_random_thresholds(answer: Any, given: Mapping[str, Any]) -> str:
    """What share is flagged at random thresholds, and which FPR is had, by two classifiers of a student's own cases."""
    submitted = fields(answer, ("labels", "first", "second", "called", "false_alarms", "same", "differs"))
    most = 3000
    given_labels = several(submitted["labels"], "labels", shortest=50, longest=most)
    labels = np.array([label(one, f"label {place}") for place, one in enumerate(given_labels, start=1)])
    if min(labels.sum(), (1 - labels).sum()) < 20:
        wrong("There must be 20 cases of each class at least.")
    means = []
    for name in ("first", "second"):
        scores = np.array(values(submitted[name], f"scores of the {name}", shortest=len(labels), longest=len(labels)))
        if len(set(scores.tolist())) < len(scores):
            wrong(f"Scores of the {name} have ties: the reading in question is for scores without ties.")
        above = scores > scores[:, None]
        means.append((above.mean(), above[:, labels == 0].mean(), above[:, labels == 1].mean()))
    if abs(means[0][1] - means[1][1]) < 1e-3:
        wrong("Take two classifiers whose AUROCs differ more: these have nearly the same mean FPR.")
    for name, which in (("called", 0), ("false_alarms", 1)):
        numbers = values(submitted[name], name, shortest=2, longest=2)
        for value, mean, place in zip(numbers, means, ("first", "second"), strict=True):
            slips = {
                "that is the mean TPR": mean[2],
                "a case at the threshold is not flagged": mean[which] + 1 / len(labels),
                "that is the share of the cases that are not flagged": 1 - mean[which],
                "that is a percentage": 100 * mean[which],
            }
            match(value, mean[which], f"{name} of the {place}", slips, tolerance=1e-4)
    return "The same shares for everybody, and other points of the ROC curves: the claim hangs on the unit."
