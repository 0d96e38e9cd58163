"""Solutions and mistakes: The missing label."""

from __future__ import annotations

from metricbook.exact import ranking as exact
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def completions(printed):
    """Every list that becomes the printed one when a sign is deleted."""
    return sorted({printed[:i] + new + printed[i:] for i in range(len(printed) + 1) for new in "NP"})


def fits(one, given, names=("auroc", "auch")):
    """Whether the numbers of a list are those printed."""
    labels, scores = [int(sign == "P") for sign in one], range(len(one), 0, -1)
    return all(f"{float(getattr(exact, name)(labels, scores)):.4f}" == given[name] for name in names)


@solves("flach.lost-label")
def lost_label(given):
    """Try all completions."""
    (only,) = (one for one in completions(given["printed"]) if fits(one, given))
    return only


@mistakes("flach.lost-label", says="Its AUCH fits, but its AUROC")
def auch_alone(given):
    return next(one for one in completions(given["printed"]) if fits(one, given, ["auch"]) and not fits(one, given))


@mistakes("flach.lost-label", says="Its AUCH is")
def somewhere(given):
    return next(one for one in completions(given["printed"]) if not fits(one, given, ["auch"]))


@mistakes("flach.lost-label", says="so there are 12, not 11")
def as_printed(given):
    return given["printed"]


@mistakes("flach.lost-label", says="must become the printed one")
def another_list(given):
    return "".join("P" if sign == "N" else "N" for sign in given["printed"]) + "N"
