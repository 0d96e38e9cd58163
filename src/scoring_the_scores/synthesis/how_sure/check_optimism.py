"""Best thresholds are best by luck, too: means over everything that can be drawn from every small sample."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Final

from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.synthesis.how_sure.enumeration import at_best_thresholds, mean_h_of, mean_of_redrawn

CHOOSERS: Final = ("H", "AUCH", "KS", "best accuracy")
#: Ten positives tied with a negative, above another negative: cells of a population of which three cases are drawn.
TIED: Final = ((1, 0, 0), (2, 2, 1), (10, 1, 1))


def optimism() -> Evidence:
    """The mean of each metric over all draws that keep the class sizes, against the value of what was drawn from."""
    above: dict[str, list[bool]] = {name: [] for name in CHOOSERS}
    more: dict[str, dict[Sample, bool]] = {name: {} for name in CHOOSERS}
    unbiased = []
    for sample in chain(samples(4), samples(5, smallest=5, ties=False)):
        true, mean = at_best_thresholds(sample), mean_of_redrawn(sample)
        unbiased.append(mean["AUROC"] == true["AUROC"])
        for name in CHOOSERS:
            above[name].append(mean[name] >= true[name])
            more[name][sample] = mean[name] > true[name]
    labels, scores, weights = TIED
    shares = [Fraction(w, sum(weights)) for w in weights]
    left_to_chance = mean_h_of(shares, labels, scores, 3) - exact_costs.h_measure(labels, scores, weights)
    often = ", ".join(f"for {name} in {sum(counts.values())}" for name, counts in more.items())
    e = Evidence(
        note="Every draw with replacement from every sample of up to four cases, with ties, and of five without. The "
        f"mean is above the sample's value, {often} of {len(unbiased)} samples. "
        f"Sizes left to chance: the mean of H is {float(-left_to_chance):.4f} below it for three cases of a "
        "population of ten positives tied with one of two negatives."
    )
    e.printed("AUROC: the mean over all draws is the value drawn from", cases=unbiased)
    for name in CHOOSERS:
        e.printed(f"{name}: the mean over all draws is no less", cases=above[name])
    e.printed(
        "H, sizes left to chance: the mean can be less",
        agrees=left_to_chance < 0,
        reproduced=f"{float(left_to_chance):.4f}",
    )
    for name, counts in more.items():
        same = {sample: not higher for sample, higher in counts.items()}
        e.control(f"{name}: the mean over all draws is the value drawn from", over=same, holds=same.__getitem__)
    return e
