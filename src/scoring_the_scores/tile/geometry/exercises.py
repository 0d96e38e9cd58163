"""Checkers of the exercises of tile/geometry."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook import tile
from metricbook.confusion import matthews_correlation
from metricbook.exact.samples import performances_at
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import several, wrong
from scoring_the_scores.tile.answers import HALF, Place, exactly, pair, read_counts


@checks("tile.mcc-and-the-coin")
def mcc_and_the_coin(answer: Any, given: Mapping[str, Any]) -> str:
    """Two performances whose mixture MCC rates below both."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    pair = [read_counts(one, f"performance {k}") for k, one in enumerate(submitted, start=1)]
    for counts in pair:
        tn, fp, fn, tp = counts
        if (tn + fp, fn + tp) != (7, 3):
            wrong(f"{counts} has {fn + tp} positives and {tn + fp} negatives, not three and seven.")
        if tn + fn == 0 or fp + tp == 0:
            wrong(f"MCC of {counts} is undefined: it always says the same.")
    mixture = [x + y for x, y in zip(*pair, strict=True)]
    one, two, of_mixture = (float(matthews_correlation(*counts)) for counts in (*pair, mixture))
    summary = f"MCC is {one:.4f} and {two:.4f}, that of the mixture {of_mixture:.4f}"
    if of_mixture >= min(one, two):
        above = "better than both" if of_mixture > max(one, two) else "between them"
        wrong(f"{summary}: {above if of_mixture > min(one, two) else 'the same'}, not worse than both.")
    if min(one, two) - of_mixture < 0.05:
        wrong(f"{summary}: worse than both, but by less than 0.05.")
    return f"{summary}."


def steepness(a: Fraction, b: Fraction, prevalence: Fraction) -> Fraction:
    """The denominator of a score grows by so much, in parts of what it is without it, with tn - tp."""
    return (b - a) / ((1 - prevalence) * (1 - b) + prevalence * b)


@checks("tile.means-that-rank")
def means_that_rank(answer: Any, given: Mapping[str, Any]) -> str:
    """A second place whose mean with the first keeps mixtures in range."""
    place = pair(answer, "the place")
    first, prevalence = (exactly(given["a"]), exactly(given["b"])), exactly(given["prevalence"])
    if min(abs(place[0] - first[0]), abs(place[1] - first[1])) < Fraction(1, 10):
        wrong(f"Both coordinates must differ from those of ({first[0]}, {first[1]}) by at least 1/10.")
    if steepness(*place, prevalence) == steepness(*first, prevalence):
        return "The two denominators are proportional, so the mean is a quotient of two linear functions again."
    if steepness(*place, HALF) == steepness(*first, HALF):
        slip = "A parallel to the rising diagonal is right for equal priors, which these are not"
    elif steepness(*place, 1 - prevalence) == steepness(*first, 1 - prevalence):
        slip = "This would be right if the shares of the two classes were exchanged"
    elif place[0] == place[1]:
        slip = "The diagonal goes with the diagonal only"
    else:
        slip = "The two denominators are not proportional"
    wrong(f"{slip}.{_witness(first, place, prevalence)}")


def _witness(first: Place, second: Place, prevalence: Fraction) -> str:
    """An even mixture that the mean puts outside of its parts, from coarse rates to fine ones, as a sentence."""
    for steps in (3, 6, 12, 24):
        p = np.array([[float(x) for x in one] for one in performances_at(prevalence, steps)])
        one, other = np.triu_indices(len(p), 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            value, mixed = (
                np.mean([tile.ranking_score(of, float(a), float(b)) for a, b in (first, second)], axis=0)
                for of in (p, (p[one] + p[other]) / 2)
            )
        outside = np.maximum(mixed - np.fmax(value[one], value[other]), np.fmin(value[one], value[other]) - mixed)
        if np.nanmax(outside) > 1e-4:
            k = int(np.nanargmax(outside))
            rates = [
                f"TNR {v[0] / (v[0] + v[1]):.3g}, TPR {v[3] / (v[2] + v[3]):.3g}" for v in (p[one[k]], p[other[k]])
            ]
            numbers = f"{value[one[k]]:.4f} and {value[other[k]]:.4f}, their even mixture {mixed[k]:.4f}"
            return f" The mean gives {rates[0]} and {rates[1]} {numbers}."
    return ""
