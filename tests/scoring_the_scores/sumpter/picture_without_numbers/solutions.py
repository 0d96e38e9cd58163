"""Solutions and mistakes: The picture without numbers."""

from __future__ import annotations

from itertools import combinations

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def printed(labels, given):
    found = {}
    for name, k in (("1", given["k1"]), ("2", given["k2"]), ("3", 9)):
        wins = sum(sum(labels[:place]) for place in range(k))
        found[f"b{name}"] = f"{wins / (k * sum(labels) - sum(labels[:k])):.2f}"
        found[f"c{name}"] = f"{sum(labels[:k])}/{k}"
    return {name: found[name] for name in ("c1", "b1", "c2", "b2", "b3")}


def spelt(labels):
    return "".join("P" if label else "N" for label in labels)


def every_order(given):
    for chosen in combinations(range(9), given["cats"]):
        yield [int(place in chosen) for place in range(9)]


@solves("sumpter.the-order")
def the_order(given):
    """Go through all orders and keep the one with the printed values."""
    (found,) = [labels for labels in every_order(given) if printed(labels, given).items() <= given.items()]
    return spelt(found)


@mistakes("sumpter.the-order", says="Turned round it would fit")
def lowest_first(given):
    return the_order(given)[::-1]


@mistakes("sumpter.the-order", says="flagged is")
def fractions_only(given):
    there = (printed(labels, given) | {"order": spelt(labels)} for labels in every_order(given))
    fit = [one["order"] for one in there if all(one[name] == given[name] for name in ("c1", "c2"))]
    return next(one for one in fit if one != the_order(given))


@mistakes("sumpter.the-order", says="must have")
def a_cat_too_many(given):
    return the_order(given).replace("N", "P", 1)
