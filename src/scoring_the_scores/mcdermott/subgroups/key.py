"""For teachers: instances, and checkers that hold an answer, of mcdermott/subgroups."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import choice, fields, number, several, wrong
from scoring_the_scores.mcdermott.answers import Given, expect, read_share


@draws("mcdermott.scaled-groups")
def two_small_groups(rng: np.random.Generator) -> Given:
    while True:
        twentieths = rng.permutation(np.arange(1, 20))[:14]
        scores = [sorted(half.tolist(), reverse=True) for half in (twentieths[:7], twentieths[7:])]
        labels = [rng.permutation([1] * m + [0] * (7 - m)).tolist() for m in (rng.integers(3, 5), rng.integers(1, 3))]
        own = [exact.auroc(*one) for one in zip(labels, scores, strict=True)]
        before, after = (_over_all(labels, one) for one in (scores, _scaled(labels, scores)))
        alone = _over_all(labels, _scaled(labels, scores, 1))
        if min(own) >= Fraction(1, 2) and len({before, after, alone, sum(own) / 2}) == 4:
            columns = {f"labels{g}": labels[g - 1] for g in (1, 2)}
            return columns | {f"scores{g}": [one / 20 for one in scores[g - 1]] for g in (1, 2)}


def _scaled(labels: Sequence[list[int]], scores: Sequence[list[Any]], among: int = 2) -> list[list[Fraction]]:
    """Scores of each of the first groups times what makes their mean the share of positives; others as they are."""
    sums = [(Fraction(sum(y)), sum(map(Fraction, s), Fraction(0))) for y, s in zip(labels, scores, strict=True)]
    factors = [positives / total if group < among else Fraction(1) for group, (positives, total) in enumerate(sums)]
    return [[Fraction(one) * factor for one in s] for s, factor in zip(scores, factors, strict=True)]


def _over_all(labels: Sequence[list[int]], scores: Sequence[list[Any]]) -> Fraction:
    return exact.auroc([*labels[0], *labels[1]], [*scores[0], *scores[1]])


@checks("mcdermott.scaled-groups")
def scaled_groups(answer: Any, given: Given) -> str:
    """Scaling changes pairs of different groups only."""
    entries = fields(answer, ("within", "over all", "AUROC"))
    within, over = (choice(entries[name], ("rises", "falls", "stays"), name) for name in ("within", "over all"))
    areas = [read_share(one, "an AUROC") for one in several(entries["AUROC"], "AUROC", shortest=3, longest=3)]
    labels = [given["labels1"], given["labels2"]]
    scores = [[Fraction(str(one)) for one in given[name]] for name in ("scores1", "scores2")]
    before, after = _over_all(labels, scores), _over_all(labels, _scaled(labels, scores))
    own = [exact.auroc(*one) for one in zip(labels, scores, strict=True)]
    for area, right, group in zip(areas, own, (1, 2), strict=False):
        turned = {"that is the chance of a negative to score higher": float(1 - right)}
        expect(area, float(right), 6e-4, f"the AUROC of group {group}", turned, "scaling keeps each group's own order")
    forms = {
        "that is the AUROC before scaling": float(before),
        "that is what comes of scaling one group alone": float(_over_all(labels, _scaled(labels, scores, 1))),
        "that is the mean of the two groups, and pairs of different groups count too": float(sum(own) / 2),
    }
    otherwise = "it is the share of all pairs in the right order"
    expect(areas[2], float(after), 6e-4, "the AUROC over all cases", forms, otherwise)
    if within != "stays":
        wrong("All three values are right; but within a group scaling changes no order.")
    if over != ("rises" if after > before else "falls"):
        wrong(f"All three values are right; over all cases AUROC is {after}, and before scaling it was {before}.")
    return f"Within the groups nothing changes; over all cases the AUROC goes from {before} to {after}."


@draws("mcdermott.fifty-repairs")
def repairs(rng: np.random.Generator) -> Given:
    p1, p2 = int(rng.integers(6, 16)), int(rng.integers(2, 6))
    size, both1 = int(rng.integers(10, 25)) * 10, int(rng.integers(15, 31))
    return {
        **{"p1": p1, "n1": size - p1, "p2": p2, "n2": size - p2},
        **{"both1": both1, "both2": int(rng.integers(3, 45 - both1))},
    }


@checks("mcdermott.fifty-repairs")
def fifty_repairs(answer: Any, given: Given) -> str:
    """Each repair puts one pair in order, of the pairs of its own group if both cases are of it."""
    entries = fields(answer, ("all", "group 1", "group 2"))
    (p1, n1), (p2, n2) = ((given[f"p{g}"], given[f"n{g}"]) for g in (1, 2))
    pairs = {"all": (p1 + p2) * (n1 + n2), "group 1": p1 * n1, "group 2": p2 * n2}
    fixed = {"all": 50, "group 1": given["both1"], "group 2": given["both2"]}
    sizes = {"all": p1 + n1 + p2 + n2, "group 1": p1 + n1, "group 2": p2 + n2}
    rises = {}
    for name, pairs_there in pairs.items():
        rises[name] = Fraction(fixed[name], pairs_there)
        others = fixed["all"] - fixed["group 1"] - fixed["group 2"]
        forms = {
            "the pairs of a positive and a negative of different groups are forgotten": fixed[name]
            / (p1 * n1 + p2 * n2),
            "the rise is divided by the pairs of all cases, but a group's AUROC knows only its own": fixed[name]
            / pairs["all"],
            "the rise is divided by the number of cases, but AUROC counts pairs": fixed[name] / sizes[name],
            "it counts all fifty repairs, but a group's AUROC knows only those within": fixed["all"] / pairs_there,
            "an exchange between groups changes the AUROC of neither": (fixed[name] + others) / pairs_there,
            "half of the exchanges between groups is counted, but they change neither AUROC": (fixed[name] + others / 2)
            / pairs_there,
        }
        submitted = number(entries[name], f"entry {name!r}")
        what = "the rise over all cases" if name == "all" else f"the rise in {name}"
        expect(
            submitted,
            float(rises[name]),
            6e-6,
            what,
            forms,
            "each repair puts one pair in order, and an AUROC is the share of its pairs in order",
        )
    return f"The rises are {rises['all']}, {rises['group 1']} and {rises['group 2']}."
