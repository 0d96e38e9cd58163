"""Checkers of the exercises of tile/rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from metricbook import tile
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, choice, close, columns, fields, several, values, wrong
from scoring_the_scores.tile.answers import Array


@checks("tile.four-quarters")
def four_quarters(answer: Any, given: Mapping[str, Any]) -> str:
    """Two classifiers that leave a quarter of the square to each of four."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    rates = [values(one, f"classifier {k}", shortest=2, longest=2) for k, one in enumerate(submitted, start=1)]
    for k, pair in enumerate(rates, start=1):
        if not all(0 <= rate <= 1 for rate in pair):
            wrong(f"TNR and TPR of classifier {k} must lie between 0 and 1.")
        if sum(pair) <= 1:
            wrong(f"Classifier {k} is no better than guessing: TNR + TPR is {sum(pair):g}, and it wins nowhere.")
    if rates[0] == rates[1]:
        wrong("The two classifiers are one: they tie everywhere.")
    tnr, tpr = np.transpose([(1, 0), *rates, (0, 1)])
    areas = [zone.area for zone in tile.zones(tile.from_rates(tnr, tpr, 0.5))]
    names = ("always negative", "the first", "the second", "always positive")
    summary = ", ".join(f"{name} {100 * area:.1f} %" for name, area in zip(names, areas, strict=True))
    if max(abs(area - 0.25) for area in areas) > 0.01 + 1e-12:
        outer = areas[0] + areas[3]
        least = min(range(4), key=lambda k: areas[k])
        reason = (
            f"{names[least]} wins nowhere"
            if areas[least] < 1e-9
            else "your classifiers are too good"
            if outer < 0.48
            else "your classifiers leave too much to the constant ones"
            if outer > 0.52
            else "the two of a kind are not alike"
        )
        wrong(f"The areas are {summary}: {reason}.")
    return f"The areas are {summary}."


@checks("tile.map-that-holds")
def map_that_holds(answer: Any, given: Mapping[str, Any]) -> str:
    """Two places with different winners, the first of which holds in resamples: computed anew from the scores."""
    parts = fields(answer, ("labels", "scores", "places", "winners", "held"))
    by_name = columns(parts["scores"], "scores", count=3)
    names = list(by_name)
    read = {
        name: cases((parts["labels"], scores), f"classifier {name}", shortest=60, longest=2000)
        for name, scores in by_name.items()
    }
    labels = np.array(read[names[0]][0], dtype=np.float64)
    submitted = _places_and_winners(parts, names)
    rng = np.random.default_rng(17)
    weights = np.vstack([np.ones(labels.size), rng.multinomial(labels.size, [1 / labels.size] * labels.size, _DRAWS)])
    shares = []
    for (a, b), winner, held in submitted:
        best = np.array([_best_scores(labels, np.array(scores), weights, a, b) for _, scores in read.values()])
        place, first = names.index(winner), int(best[:, 0].argmax())
        others = np.delete(best, place, axis=0).max(axis=0)
        if best[place, 0] <= others[0]:
            summary = ", ".join(f"{name} {value:.4f}" for name, value in zip(names, best[:, 0], strict=True))
            alone = "ties with another" if best[place, 0] == others[0] else f"is not best, {names[first]} is"
            wrong(f"At ({a:g}, {b:g}) {winner} {alone}: {summary}.")
        shares.append(float(np.mean((best[place] > others)[1:])))
        if not close(held, shares[-1], _SPREAD):
            wrong(
                f"At ({a:g}, {b:g}) {winner} wins in {shares[-1]:.1%} of {_DRAWS} resamples of whole cases, "
                f"not in {held:.1%}: does each resample draw a label with its three scores, and a new threshold?"
            )
    if submitted[0][1] == submitted[1][1]:
        wrong(f"The two places must have different winners, and {submitted[0][1]} is best at both.")
    if min(shares[0], submitted[0][2]) < 0.95:
        wrong(f"At the first place the claim must hold in 95 % of the resamples: it does in {shares[0]:.1%}.")
    return f"The first winner holds in {shares[0]:.1%} of {_DRAWS} resamples, the second in {shares[1]:.1%}."


_DRAWS: Final = 400


#: Two hundred resamples and ours differ by less than this, three times in a thousand.
_SPREAD: Final = 0.13


def _places_and_winners(parts: Mapping[str, Any], names: Sequence[str]) -> list[tuple[tuple[float, float], str, float]]:
    places_ = several(parts["places"], "the places", shortest=2, longest=2)
    winners = several(parts["winners"], "the winners", shortest=2, longest=2)
    held = values(parts["held"], "held", shortest=2, longest=2)
    claimed = []
    for one, winner, share in zip(places_, winners, held, strict=True):
        a, b = values(one, "a place", shortest=2, longest=2)
        if not (0 < a < 1 and 0 < b < 1):
            wrong(f"places must lie inside the square: ({a:g}, {b:g}) does not.")
        winner = choice(winner, names, "a winner")
        if not 0 <= share <= 1:
            wrong("held must be shares between 0 and 1, not percentages.")
        claimed.append(((a, b), winner, share))
    return claimed


def _best_scores(labels: Array, scores: Array, weights: Array, a: float, b: float) -> Array:
    """The best canonical score over all thresholds, for each row of weights."""
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    heavy = weights[:, order]
    # In parts of the whole weight, threshold by threshold, the first of which flags nobody.
    tp, fp = (
        np.pad(np.cumsum(heavy * of, axis=1)[:, ends], ((0, 0), (1, 0))) for of in (labels[order], 1 - labels[order])
    )
    positives, negatives = tp[:, -1:], fp[:, -1:]
    right = (1 - a) * (negatives - fp) + a * tp
    mistakes = (1 - b) * fp + b * (positives - tp)
    return np.asarray((right / (right + mistakes)).max(axis=1))
