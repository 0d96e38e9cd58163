"""Solutions and mistakes: Who is best where."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from metricbook import Sweep
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def performance(rates, prevalence):
    tnr, tpr = rates
    return (1 - prevalence) * tnr, (1 - prevalence) * (1 - tnr), prevalence * (1 - tpr), prevalence * tpr


def _tie(prevalence, a, b):
    one, two = (performance([Fraction(str(x)) for x in rates], Fraction(str(prevalence))) for rates in (a, b))
    first, second = one[0] + one[3], two[0] + two[3]
    low, high = first * two[1] - second * one[1], first * two[2] - second * one[2]
    return low / (low - high)


def _given_tie(given, prevalence=None):
    a, b = ((given[f"tnr_{who}"], given[f"tpr_{who}"]) for who in "ab")
    return _tie(given["prevalence"] if prevalence is None else prevalence, a, b)


@solves("tile.tie")
def tie(given):
    """N1 M2(b) = N2 M1(b) is linear in b; above, where misses are dear, the one with the higher TPR wins."""
    return {"b": _given_tie(given), "above": "B"}


@mistakes("tile.tie", says="if both classes were equally frequent")
def prevalence_forgotten(given):
    return {"b": _given_tie(given, 0.5), "above": "B"}


@mistakes("tile.tie", says="that of a false alarm")
def complement(given):
    return {"b": 1 - _given_tie(given), "above": "B"}


@mistakes("tile.tie", says="upwards misses count more")
def wrong_winner(given):
    return {"b": _given_tie(given), "above": "A"}


@solves("tile.four-quarters")
def four_quarters(given):
    """Mirror images of each other; at (0.5, 0.75) the two keep half of the square between them."""
    return (0.5, 0.75), (0.75, 0.5)


@mistakes("tile.four-quarters", says="too good")
def too_good(given):
    return (0.9, 0.6), (0.6, 0.9)


@mistakes("tile.four-quarters", says="no better than guessing")
def with_fpr(given):
    return (0.5, 0.25), (0.25, 0.5)


@mistakes("tile.four-quarters", says="wins nowhere")
def one_dominates(given):
    return (0.7, 0.7), (0.6, 0.7)


def _score_at(given, a, counts=None):
    tn, fp, fn, tp = given["performance"] if counts is None else counts
    a, b = Fraction(str(a)), Fraction(str(given["b"]))
    right = (1 - a) * tn + a * tp
    return right / (right + (1 - b) * fp + b * fn)


def _guess(given):
    tn, fp, fn, tp = given["performance"]
    rows, columns = (tn + fp, fn + tp), (tn + fn, fp + tp)
    return [Fraction(row * column, 100) for row in rows for column in columns]


@solves("tile.chance-forgets")
def chance_forgets(given):
    """One number, thrice."""
    found = [(_score_at(given, a), _score_at(given, a, _guess(given))) for a in (0.05, 0.5, 0.95)]
    return {"different": 1, "values": [round(float((r - r0) / (1 - r0)), 3) for r, r0 in found]}


@mistakes("tile.chance-forgets", says="but are they 3 different")
def right_numbers(given):
    return {**chance_forgets(given), "different": 3}


@mistakes("tile.chance-forgets", says="before the correction")
def uncorrected(given):
    return {"different": 3, "values": [round(float(_score_at(given, a)), 3) for a in (0.05, 0.5, 0.95)]}


@mistakes("tile.chance-forgets", says="best constant answer")
def best_guess(given):
    tn, fp, fn, tp = given["performance"]
    constant = (tn + fp, 0, fn + tp, 0), (0, tn + fp, 0, fn + tp)
    found = [(_score_at(given, a), max(_score_at(given, a, c) for c in constant)) for a in (0.05, 0.5, 0.95)]
    return {"different": 3, "values": [round(float((r - r0) / (1 - r0)), 3) for r, r0 in found]}


def _own_data():
    rng = np.random.default_rng(3)
    labels = (rng.random(600) < 0.4).astype(int)
    sharp = labels * rng.normal(3.0, 1, 600) * (rng.random(600) < 0.55) + rng.normal(0, 1, 600)
    wide = rng.normal(0, 1, 600) - (1 - labels) * np.abs(rng.normal(4.0, 1, 600)) * (rng.random(600) < 0.55)
    dull = labels + rng.normal(0, 2, 600)
    return labels.tolist(), {"sharp": sharp.tolist(), "wide": wide.tolist(), "dull": dull.tolist()}


def _best(labels, scores, a, b):
    sweep = Sweep(labels, scores)
    fp, tp = (np.append(0, counts) for counts in (sweep.false_positives, sweep.true_positives))
    right = (1 - a) * (sweep.negatives - fp) + a * tp
    return (right / (right + (1 - b) * fp + b * (sweep.positives - tp))).max()


@cache
def own_map():
    labels, scores = _own_data()
    places_ = [(0.5, 0.15), (0.5, 0.85)]
    rng, held = np.random.default_rng(1), np.zeros(2)
    for _ in range(60):
        drawn = rng.integers(0, 600, 600)
        y = np.array(labels)[drawn]
        for k, (a, b) in enumerate(places_):
            best = [_best(y, np.array(s)[drawn], a, b) for s in scores.values()]
            held[k] += int(np.argmax(best)) == k
    return {
        "labels": labels,
        "scores": scores,
        "places": places_,
        "winners": ["sharp", "wide"],
        "held": (held / 60).tolist(),
    }


@solves("tile.map-that-holds")
def map_that_holds(given):
    """One classifier is sure of some positives, one of some negatives; the draws are of whole cases."""
    return own_map()


@mistakes("tile.map-that-holds", says="not in 50.0%")
def wrong_share(given):
    return {**own_map(), "held": [0.95, 0.5]}


@mistakes("tile.map-that-holds", says="is not best")
def winners_swapped(given):
    return {**own_map(), "winners": ["wide", "sharp"]}


@mistakes("tile.map-that-holds", says="not percentages")
def percentages(given):
    return {**own_map(), "held": [98, 97]}


@mistakes("tile.map-that-holds", says="must have different winners")
def one_place(given):
    held, _ = own_map()["held"]
    return {**own_map(), "places": [(0.5, 0.15), (0.5, 0.16)], "winners": ["sharp"] * 2, "held": [held, held]}
