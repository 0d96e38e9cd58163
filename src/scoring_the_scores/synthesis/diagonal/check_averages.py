"""Which means of canonical scores can rank, and the smallest test sets on which other means misjudge a coin toss."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from claimledger import Evidence
from metricbook.exact import tile as exact
from metricbook.exact.samples import performances_at
from metricbook.tile import volume
from scoring_the_scores.synthesis.diagonal.averages import (
    FIVE,
    HALF,
    NEAR,
    STRICT_AND_LENIENT,
    TOSSED,
    bends,
    mean_place,
    mean_score,
    misjudged,
    tilt,
)
from scoring_the_scores.synthesis.diagonal.prices import Place

PRIORS = (Fraction(1, 5), Fraction(1, 3), HALF)
THIRDS = [Fraction(k, 3) for k in range(4)]
PLACES = [(a, b) for a in THIRDS for b in THIRDS]


#: Scores that have a place on the Tile at fixed priors.
PLACED = ("BA", "F1", "kappa", "S")


def means_that_rank() -> Evidence:
    """Means over two and three places: those of one tilt are canonical scores, those of several bend."""
    weights = {2: [HALF, HALF], 3: [Fraction(1, 6), Fraction(1, 3), HALF]}
    families: list[list[Place]] = [list(chosen) for size in (2, 3) for chosen in combinations(PLACES, size)]
    # parallel rulers off the diagonal: places on the line through two of them, which no grid has at uneven priors
    parallel = [
        (prior, [_along(Fraction(-1, 2), b, prior) for b in (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5))])
        for prior in PRIORS
    ]
    cases = [(prior, places) for prior in PRIORS for places in families] + parallel
    bent, canonical, two_priors = [], [], []
    plain, one_row = {}, {}
    level: dict[tuple, bool] = {}
    for prior, places in cases:
        w = weights[len(places)]
        level[prior, tuple(places)] = one = len({tilt(place, prior) for place in places}) == 1
        bent.append(bends(places, w, prior) != one)
        if one:
            at = mean_place(places, w, prior)
            canonical.append(_is_score_at(at, places, w, prior))
            centre = [sum((x * place[k] for x, place in zip(w, places, strict=True)), Fraction(0)) for k in (0, 1)]
            plain[prior, tuple(places)] = _is_score_at((centre[0], centre[1]), places, w, prior)
        if len({b for _, b in places}) == 1:
            one_row[prior, tuple(places)] = one
    for places, (first, second) in product(families, combinations(PRIORS, 2)):
        both = level[first, tuple(places)] and level[second, tuple(places)]
        two_priors.append(both == all(a == b for a, b in places))
    e = Evidence(
        note="All pairs and triples of places with coordinates in thirds, and three parallel slanted rulers, at "
        "priors 1/5, 1/3, 1/2; weights 1/2, 1/2 and 1/6, 1/3, 1/2. A mean bends if a toss of two near performances "
        "leaves their range. VUT: tosses between two performances of one VUT near each other, at 33 shares flagged."
    )
    e.printed("the mean bends unless all rulers are parallel", cases=bent)
    e.printed("of parallel rulers it is a canonical score, at the place that the proof gives", cases=canonical)
    e.printed("rulers are parallel at two priors if and only if they are upright", cases=two_priors)
    e.printed(
        "some toss between performances of one VUT has another, at priors 0.01, 0.1, 0.3, 0.5, 0.9",
        cases=(_farthest_toss(prior) > NEAR for prior in (0.01, 0.1, 0.3, 0.5, 0.9)),
    )
    e.control("rulers with one foot are parallel enough", over=one_row, holds=one_row.__getitem__)
    e.control("the mean of parallel ones is the score at the mean place", over=plain, holds=plain.__getitem__)
    e.control(
        "what is parallel at prior 1/2 is at 1/5",
        over=_unmixed(families, level),
        holds=lambda places: level[PRIORS[0], places],
    )
    return e


def _is_score_at(at: Place, places: list[Place], weights: list[Fraction], prior: Fraction) -> bool:
    """Whether the mean of some scores is the canonical score at a place, for FPR and TPR in quarters."""
    means = [(p, mean_score(p, places, weights)) for p in performances_at(prior)]
    return all(mean == exact.canonical_score(p, *at) for p, mean in means if mean is not None)


def _along(value: Fraction, b: Fraction, prior: Fraction) -> tuple[Fraction, Fraction]:
    """The place at height b whose ruler has a given tilt."""
    return b - value * ((1 - prior) * (1 - b) + prior * b), b


def _farthest_toss(prior: float) -> float:
    """How far the volume of a toss gets from that of its two parts, which have the same."""

    def value(flagged: np.ndarray, tp: np.ndarray) -> np.ndarray:
        outcomes = np.stack([1 - prior - flagged + tp, flagged - tp, prior - tp, tp], axis=-1)
        return np.asarray(volume(np.maximum(outcomes, 0)))  # rounding can leave a zero below zero

    def ends(flagged: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.maximum(0.0, flagged - 1 + prior), np.minimum(flagged, prior)

    flagged, apart = np.linspace(0.1, 0.9, 33), prior * (1 - prior) / 4
    low, high = ends(flagged)
    level = value(flagged, low + (high - low) / 3)  # half way, balanced classes have no skill: all levels are straight
    tossed, possible = np.zeros_like(flagged), np.full(flagged.shape, True)
    for here in (flagged - apart, flagged + apart):
        low, high = ends(here)
        worst, best = value(here, low), value(here, high)
        possible &= (worst < level) & (level < best)
        # where the share flagged is fixed the volume is linear in tp
        tossed += (low + (level - worst) / (best - worst) * (high - low)) / 2
    return float(np.abs(value(flagged[possible], tossed[possible]) - level[possible]).max())


def _unmixed(families: list[list[Place]], level: Mapping[tuple, bool]) -> list[tuple[Place, ...]]:
    """The families that are parallel at equal priors."""
    return [tuple(places) for places in families if level[HALF, tuple(places)]]


def smallest_tosses() -> Evidence:
    """Every toss between two confusion matrices of one test set of up to four cases, and of up to six."""
    e = Evidence(note="Every pair of confusion matrices with the same class sizes, tossed in equal parts.")
    for name, score in FIVE.items():
        smaller = [not misjudged(score, n) for n in (2, 3)]
        e.printed(f"{name}: no test set of two or three cases has one", cases=smaller)
        four = [toss for toss, _ in misjudged(score, 4)]
        e.printed(f"{name}: of four cases, just these two", agrees=four == STRICT_AND_LENIENT, reproduced=four)
        p, q, mixed = (value for m in (*STRICT_AND_LENIENT[0], TOSSED) if (value := score(m)) is not None)
        side = "better" if name == "P4" else "worse"
        e.printed(
            f"{name}: the toss is {side} than the strict and the lenient decision",
            agrees=mixed > max(p, q) if name == "P4" else mixed < min(p, q),
            reproduced=[str(x) if isinstance(x, Fraction) else round(x, 4) for x in (p, q, mixed)],
        )
    extremes = [_closed_p4(*matrix) for matrix in ((1, 0, 1, 0), (0, 1, 0, 1), (HALF, HALF, HALF, HALF))]
    e.printed(
        "P4's closed form: nothing flagged, everything, and their toss", published=[0, 0, HALF], reproduced=extremes
    )
    for name in PLACED:
        tosses = [toss for n in range(2, 7) for toss, _ in misjudged(exact.SCORES[name], n)]
        e.control(f"{name} misjudges one of up to six cases", agrees=bool(tosses), reproduced=len(tosses))
    return e


def _closed_p4(tn: Fraction | int, fp: Fraction | int, fn: Fraction | int, tp: Fraction | int) -> Fraction:
    """P4 by its closed form, which is 0 where one of its parts is undefined and another is 0."""
    return Fraction(4 * tp * tn, 4 * tp * tn + (tp + tn) * (fp + fn))
