"""For teachers: instances, and checkers that hold an answer, of flach/auc-as-expected-loss."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook.exact import costs as exact_costs
from metricbook.exact.samples import samples
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fraction, function
from scoring_the_scores.exercises.slips import array, match, same_function
from scoring_the_scores.flach.answers import HALF, larger


@draws("flach.auroc-from-loss")
def _loss_over_costs(rng: np.random.Generator) -> dict[str, Any]:
    """A sample's sizes and its loss over cost proportions; the sizes differ, and so do the areas of most students."""
    while True:
        positives, negatives = (int(one) for one in rng.integers(5, 16, 2))
        pairs = positives * negatives
        reversed_pairs = int(rng.integers(1, pairs // 2))
        if positives != negatives and math.gcd(reversed_pairs, pairs) == 1:
            area = 1 - Fraction(reversed_pairs, pairs)
            loss = exact_costs.expected_loss_from_auroc(area, negatives, positives, over="cost")
            return {"positives": positives, "negatives": negatives, "loss": str(loss)}


@checks("flach.auroc-from-loss")
def auroc_from_loss(answer: Any, given: Mapping[str, Any]) -> str:
    """AUROC from the loss over cost proportions and the sizes of the classes."""
    p, m, loss = given["positives"], given["negatives"], Fraction(given["loss"])
    lead = (HALF - loss) * (p + m) * (p + m + 1)
    right = HALF + lead / (2 * p * m)
    slips = {
        "that is what a default classifier left out would give, without n/(n+1)": HALF
        + (right - HALF) * Fraction(p + m, p + m + 1),
        "that is what the theorem for skews would give": HALF + 2 * (HALF - loss) * Fraction(p + m + 1, p + m),
        "that is one less the area": 1 - right,
        "that is the lead of ordered over reversed pairs, not yet divided": lead,
        "that is the lead of ordered over reversed pairs as a share of all pairs": lead / (p * m),
    }
    match(fraction(answer, "AUROC"), right, "AUROC", slips, hint="the loss is 1/2 less a multiple of AUROC - 1/2")
    return f"The lead of ordered over reversed pairs is {lead} of {p * m}."


RANK_SLIPS: Mapping[str, Callable[[Any, Any], Fraction]] = {
    "that leaves out the default classifier": lambda y, s: exact_costs.expected_loss(y, s, default_weight=0),
    "that gives tied cases the last of the places they share": lambda y, s: exact_costs.expected_loss(
        y, s, ties="negative"
    ),
    "that gives tied cases the first of the places they share": lambda y, s: exact_costs.expected_loss(
        y, s, ties="positive"
    ),
    "that is the loss over cost proportions": lambda y, s: exact_costs.expected_loss(y, s, over="cost"),
    "that is the loss of the ranking turned round: rank 1 is the highest score": lambda y, s: exact_costs.expected_loss(
        y, [-one for one in s]
    ),
    "that is the least loss, at best thresholds": exact_costs.expected_min_loss,
}


@checks("flach.loss-by-ranks")
def loss_by_ranks(answer: Any, given: Mapping[str, Any]) -> str:
    """The expected loss over skews as a function, on all small samples with ties."""
    of, small = function(answer), list(samples(4))
    same_function(of, exact_costs.expected_loss, small, RANK_SLIPS, given=array)
    same_function(of, exact_costs.expected_loss, [larger(one) for one in ("PPNPNNPPNN", "NNPPPNPN")], {}, given=array)
    return f"The function is right on all {len(small)} samples of up to four cases, and on larger ones."
