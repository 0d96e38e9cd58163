"""Checkers of the exercises of lxcim/reading-table-1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook import lxcim, paired_difference
from metricbook.causal import authors_scores
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import close, fields, number, unrounded, whole, wrong

Array = NDArray[np.float64]


def _intervals(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our intervals of the difference, which the check compares with."""
    return _ours()


@checks("lxcim.two-methods", reference=_intervals)
def two_methods(answer: Any, given: Mapping[str, Any]) -> str:
    """The difference of two methods on common pairs, with an interval that draws families: computed anew."""
    parts = fields(answer, ("pairs", "families", "difference", "low", "high"))
    pairs, drawn_families = (whole(parts[name], name) for name in ("pairs", "families"))
    difference, low, high = (number(parts[name], name) for name in ("difference", "low", "high"))
    scores, weights, family = _both_decide()
    if pairs != len(weights):
        all_there = " Pairs of weight 0 do not count." if pairs > len(weights) else ""
        wrong(f"SLOPPY and ROCHE do not both decide {pairs} pairs of weight above zero.{all_there}")
    if drawn_families != len(set(family)):
        wrong(f"The {pairs} pairs do not make {drawn_families} families: a whole family weighs 1.")
    true = _lxcim_difference(scores, weights)
    if not close(difference, true, 0.0006):
        alike = _lxcim_difference(scores, np.ones(len(weights)))
        if close(difference, 100 * true, 0.06):
            wrong("The difference must be in units, not in points.")
        if close(difference, -true, 0.0006):
            wrong("This is ROCHE's LxCIM less SLOPPY's.")
        if close(difference, alike, 0.0006):
            wrong("This is the difference if all pairs weigh the same.")
        unrounded(difference, true, "the difference", 0.0006)
        wrong(f"The difference is not {difference:g}: both methods are judged on the same {pairs} pairs, by weight.")
    if not low < difference < high:
        wrong("low must lie below the difference, and high above.")
    _check_interval(low, high)
    alone = _ours()["alone"]
    summary = f"from {low:.3f} to {high:.3f}; as if pairs were independent, from {alone[0]:.3f} to {alone[1]:.3f}"
    return f"The difference is {true:.3f}, {summary}."


def _both_decide() -> tuple[Array, Array, list[int]]:
    """The scores of the two methods, the weights, and the family of each of their common pairs."""
    table = authors_scores()
    table = table[table["weight"] > 0].sort_index()
    sizes = (1 / table["weight"]).round().astype(int)
    order = table.groupby(sizes).cumcount()
    family = (1000 * sizes + order // sizes).to_numpy()
    both = (table[["SLOPPY", "ROCHE"]].notna() & (table[["SLOPPY", "ROCHE"]] != 0)).all(axis=1).to_numpy()
    return (
        table.loc[both, ["SLOPPY", "ROCHE"]].to_numpy().T,
        table.loc[both, "weight"].to_numpy(),
        family[both].tolist(),
    )


def _lxcim_difference(scores: Array, weights: Array) -> float:
    one, two = (lxcim(np.ones(len(weights), dtype=int), s, sample_weight=weights) for s in scores)
    return one - two


def _check_interval(low: float, high: float) -> None:
    """As wide as families say: between their bootstrap and their jackknife, give or take a tenth."""
    ours = _ours()
    drawn, smooth, alone = ours["drawn"], ours["smooth"], ours["alone"]
    widths = sorted((drawn[1] - drawn[0], smooth[1] - smooth[0]))
    if high - low < 0.9 * widths[0]:
        apart = alone[1] - alone[0]
        naive = close(high - low, apart, 0.1 * apart)
        why = "it draws pairs as if they were independent" if naive else "it must hold at 95 %, for drawn families"
        wrong(f"Your interval is {high - low:.3f} wide and that over families {widths[0]:.3f}: {why}.")
    if high - low > 1.1 * widths[1]:
        wrong(
            f"Your interval is {high - low:.3f} wide and that over families {widths[1]:.3f}: are both drawn together?"
        )
    for place, end in enumerate((low, high)):
        if min(abs(end - drawn[place]), abs(end - smooth[place])) > 0.03:
            wrong(f"Your interval is as wide as it should be, but ours goes from {drawn[0]:.3f} to {drawn[1]:.3f}.")


@cache
def _ours() -> dict[str, tuple[float, float]]:
    """Intervals of drawn families, of families by their influences, and of pairs as if they were independent."""
    scores, weights, family = _both_decide()
    rng = np.random.default_rng(17)
    _, member = np.unique(family, return_inverse=True)
    count = int(member.max()) + 1
    drawn = []
    for _ in range(600):
        factor = rng.multinomial(count, [1 / count] * count)[member]
        positive = factor > 0
        drawn.append(_lxcim_difference(scores[:, positive], (weights * factor)[positive]))
    bottom, top = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
    labels = np.ones(len(weights), dtype=int)
    smooth = paired_difference("lxcim", labels, *scores, sample_weight=weights, clusters=family)
    alone = paired_difference("lxcim", labels, *scores, sample_weight=weights)
    return {"drawn": (bottom, top), "smooth": (smooth.low, smooth.high), "alone": (alone.low, alone.high)}
