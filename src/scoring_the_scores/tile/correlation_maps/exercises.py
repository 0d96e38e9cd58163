"""Checkers of the exercises of tile/correlation-maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook import tile
from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import close, fields, number, several, values, wrong
from scoring_the_scores.tile.answers import Array, read_counts


def kendall(one: Sequence[Any], two: Sequence[Any]) -> Fraction:
    pairs = [
        ((x > y) - (x < y)) * ((u > v) - (u < v)) for (x, u), (y, v) in combinations(zip(one, two, strict=True), 2)
    ]
    return Fraction(sum(pairs), len(pairs))


@checks("tile.opposite-orders")
def opposite_orders(answer: Any, given: Mapping[str, Any]) -> str:
    """Three classifiers that accuracy and F1 put in opposite orders."""
    submitted = several(answer, "the list", shortest=3, longest=3)
    three: list[Sequence[int]] = [
        read_counts(one, f"performance {k}", high=10) for k, one in enumerate(submitted, start=1)
    ]
    for counts in three:
        tn, fp, fn, tp = counts
        if (tn + fp, fn + tp) != (10, 10):
            wrong(f"{counts} has {tn + fp} negatives and {fn + tp} positives, not ten of each.")
        if tn + tp <= 10:
            wrong(f"{counts} is no better than guessing: TNR + TPR is {Fraction(tn + tp, 10)}.")
    accuracy = [Fraction(tn + tp, 20) for tn, _, _, tp in three]
    f1 = [exact.f_beta(counts, 1) for counts in three]
    summary = f"the accuracies are {', '.join(map(str, accuracy))}, F1 {', '.join(f'{float(x):.3f}' for x in f1)}"
    if kendall(accuracy, f1) == -1:
        return f"{summary[0].upper()}{summary[1:]}: opposite in all three pairs."
    for i, j in combinations(range(3), 2):
        for name, score in (("accuracy", accuracy), ("F1", f1)):
            if score[i] == score[j]:
                wrong(f"{three[i]} and {three[j]} tie by {name}: {summary}.")
    same = next((i, j) for i, j in permutations(range(3), 2) if accuracy[i] > accuracy[j] and f1[i] > f1[j])
    wrong(f"Both scores prefer {three[same[0]]} to {three[same[1]]}: {summary}.")


@checks("tile.how-little")
def how_little(answer: Any, given: Mapping[str, Any]) -> str:
    """The share of pairs that a step of 0.05 reverses where it reverses most, with its error."""
    parts = fields(answer, ("place", "moved", "share", "error"))
    place, moved = (tuple(values(parts[name], name, shortest=2, longest=2)) for name in ("place", "moved"))
    share, error = (number(parts[name], name, low=0) for name in ("share", "error"))
    _check_step(place, moved)
    batches = [_reversed_share(place, moved, k) for k in range(_BATCHES)]
    ours, spread = float(np.mean(batches)), float(np.std(batches, ddof=1) / _BATCHES**0.5)
    if share > 1 or close(share, 100 * ours, 20 * ours):
        wrong("share is a share of all pairs, not a percentage.")
    if close(share, 1 - 2 * ours, 4 * spread):
        wrong("This is τ itself: what share of the pairs does it say are reversed?")
    if close(share, 2 * ours, 4 * spread) and error < ours / 8:
        wrong("This is 1 - τ, which counts each reversed pair twice.")
    if error == 0 or error > 0.04 * share:
        wrong(f"An error of {error:g} leaves the share open: draw more performances, so that it is at most 4 % of it.")
    if not close(share, ours, 4 * (error**2 + spread**2) ** 0.5):
        wrong(f"We find {ours:.4f} ± {spread:.4f} for this step, too far from your {share:g} ± {error:g}.")
    worst, where = _worst_step()
    if ours < 0.9 * worst - 2 * spread:
        wrong(f"Your step reverses {ours:.1%} of the pairs; another reverses {worst:.1%}, {where} of the square.")
    return f"We find {ours:.2%} ± {spread:.2%} for this step."


_BATCHES: Final = 20


_STEP: Final = 0.05


def _check_step(place: tuple[float, ...], moved: tuple[float, ...]) -> None:
    if not all(0 <= x <= 1 for x in (*place, *moved)):
        wrong("both places must lie on the square.")
    if not all(close(10 * x, round(10 * x), 1e-6) for x in place):
        wrong("the coordinates of place must be tenths.")
    steps = [abs(x - y) for x, y in zip(place, moved, strict=True)]
    if not all(close(step, 0, 1e-9) or close(step, _STEP, 1e-9) for step in steps) or max(steps) < 1e-9:
        wrong(f"moved must differ from place by 0.05 in a, in b or in both, not by {steps[0]:g} and {steps[1]:g}.")


def _signs(performances: Array, place: Sequence[float]) -> NDArray[np.bool_]:
    score = np.asarray(tile.ranking_score(performances, *place))
    return score[:, None] > score[None, :]


def _reversed_share(place: Sequence[float], moved: Sequence[float], batch: int, n: int = 500) -> float:
    drawn = tile.uniform_performances(n, rng=np.random.default_rng([17, batch]))
    return float((_signs(drawn, place) != _signs(drawn, moved)).sum() / (n * (n - 1)))


def _worst_step() -> tuple[float, str]:
    """The largest share over places in tenths, from performances of its own, and roughly where."""
    drawn = tile.uniform_performances(300, rng=np.random.default_rng(18))
    best, at = 0.0, (0.0, 0.0)
    for i, j in product(range(11), range(11)):
        place = i / 10, j / 10
        here = _signs(drawn, place)
        for da, db in product((-_STEP, 0, _STEP), (-_STEP, 0, _STEP)):
            to = round(place[0] + da, 2), round(place[1] + db, 2)
            if to != place and min(to) >= 0 and max(to) <= 1:
                share = float((here != _signs(drawn, to)).sum() / (300 * 299))
                best, at = (share, place) if share > best else (best, at)
    near_edge = sum(x in (0.0, 1.0) for x in at)
    where = ("inside", "on a side", "in a corner")[near_edge]
    # Again with all performances: the largest of many noisy shares is too large.
    steps = [(at[0] + da, at[1] + db) for da, db in product((-_STEP, 0, _STEP), repeat=2) if da or db]
    inside = [to for to in steps if min(to) >= 0 and max(to) <= 1]
    return max(float(np.mean([_reversed_share(at, to, k) for k in range(4)])) for to in inside), where
