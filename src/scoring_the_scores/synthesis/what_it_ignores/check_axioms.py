"""Checks of what invariances leave possible: on the Tile, and for metrics of decisions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import Any

from claimledger import Evidence
from metricbook.exact.samples import Matrix, Performance, matrices, performances_at
from metricbook.exact.tile import canonical_score, shifted
from scoring_the_scores.synthesis.what_it_ignores import axioms, transformations
from scoring_the_scores.synthesis.what_it_ignores.values import Cases

HALF = Fraction(1, 2)
#: Places of the Tile, in quarters.
PLACES = [(Fraction(i, 4), Fraction(j, 4)) for i, j in product(range(5), repeat=2)]
CORNERS = {place for place in PLACES if set(place) <= {0, 1}}
#: Where the transformations leave a canonical score alone, as the theorem has it.
FIXED: dict[str, set[tuple[Fraction, Fraction]]] = {
    "global exchange": {(HALF, HALF)},
    "local exchange": {(HALF, HALF)},
    "easy negatives": {place for place in PLACES if place[0] == 1},
    "prior shift": {place for place in CORNERS if place[0] == place[1]},
    "order at a shifted prior": CORNERS,
    "reversal": {place for place in PLACES if place[0] == place[1]},
}


def _moved(kind: str, cells: Performance) -> Iterable[Performance]:
    tn, fp, fn, tp = cells
    if kind == "global exchange":
        return [(tp, fn, fp, tn)]
    if kind == "local exchange":
        return [(tn - 1, fp, fn, tp + 1)] * bool(tn) + [(tn, fp - 1, fn + 1, tp)] * bool(fp)
    if kind == "easy negatives":
        return [(tn + 1, fp, fn, tp)]
    if kind == "prior shift":
        return [(2 * tn, 2 * fp, fn, tp)]
    return [(fp, tn, tp, fn)]  # scores reversed: every decision is turned


def _left_alone(kind: str, place: tuple[Fraction, Fraction], performances: list[Performance]) -> bool:
    for cells in performances:
        for other in _moved(kind, cells):
            before, after = canonical_score(cells, *place), canonical_score(other, *place)
            if before is not None and after is not None:
                expected = 1 - before if kind == "reversal" else before
                if after != expected:
                    return False
    return True


def _complement_if(turned: bool, score: Fraction | None) -> Fraction | None:
    return 1 - score if turned and score is not None else score


def _same_order(place: tuple[Fraction, Fraction]) -> bool:
    """Whether a score orders performances at a share of one fifth of positives as it does after a shift to one half."""
    pairs = [
        (canonical_score(p, *place), canonical_score(q, *place))
        for p in performances_at(Fraction(1, 5))
        if (q := shifted(p, HALF)) is not None
    ]
    ordered = sorted((p, q) for p, q in pairs if p is not None and q is not None)
    return all((p == r) == (q == s) and q <= s for (p, q), (r, s) in pairwise(ordered))


def tile_places() -> Evidence:
    """Every place of the Tile in quarters, against every matrix of up to four cases."""
    performances: list[Performance] = [
        (Fraction(tn), Fraction(fp), Fraction(fn), Fraction(tp)) for n in range(1, 5) for tn, fp, fn, tp in matrices(n)
    ]
    left: dict[str, set[tuple[Fraction, Fraction]]] = {
        kind: {place for place in PLACES if _left_alone(kind, place, performances)}
        for kind in FIXED
        if kind != "order at a shifted prior"
    }
    left["order at a shifted prior"] = {place for place in PLACES if _same_order(place)}
    e = Evidence(note=f"{len(PLACES)} places, {len(performances)} matrices; the order at 25 performances.")
    for kind, places in FIXED.items():
        e.printed(f"places left alone: {kind}", agrees=left[kind] == places, reproduced=len(left[kind]))
    for kind, map_of in (
        ("global exchange", lambda a, b: (1 - a, 1 - b)),
        ("reversal", lambda a, b: (b, a)),
    ):
        e.printed(
            f"the map of the square: {kind}",
            cases=(
                canonical_score(other, a, b)
                == _complement_if(kind == "reversal", canonical_score(cells, *map_of(a, b)))
                for cells in performances
                for other in _moved(kind, cells)
                for a, b in PLACES
            ),
        )
    for first, second, count in (
        ("easy negatives", "prior shift", 1),
        ("easy negatives", "reversal", 1),
        ("prior shift", "reversal", 2),
        ("global exchange", "easy negatives", 0),
        ("global exchange", "prior shift", 0),
    ):
        both = left[first] & left[second]
        e.printed(f"places left by {first} and {second}", published=count, reproduced=len(both))
    e.control(
        "$F_2$ ignores a prior shift",
        agrees=_left_alone("prior shift", (Fraction(1), Fraction(4, 5)), performances),
        reproduced="it moves",
    )
    e.control(
        "the middle of the left side ignores easy negatives",
        agrees=(Fraction(0), HALF) in left["easy negatives"],
        reproduced="it moves",
    )
    return e


def together() -> Evidence:
    """Orbits of all small samples and matrices under several transformations at once."""
    e = Evidence(note="Orbits among samples of two to four cases with scores -2, -1, 1, 2; among matrices of up to 16.")
    samples = [
        cases for n in (2, 3, 4) for cases in transformations.samples(n) if all(0 < abs(s) <= 2 for s, _ in cases)
    ]
    on_samples = [transformations.local_exchange, transformations.more_of_a_class]
    heads = axioms.orbits(samples, on_samples)
    e.printed("local exchange and prior shift: what occurs, not how often", **_are(heads, _kinds, 3))
    e.control("local exchange and prior shift: how often, too", **_stays(samples, on_samples, len))
    everything = axioms.matrices_of_both(16)
    for name, move, summary in (
        ("local exchange", axioms.local_exchange, _a_mistake),
        ("prior shift", axioms.prior_shift, _recall),
        ("global exchange", axioms.global_exchange, _mistakes),
    ):
        moves = [axioms.copies, axioms.easy_negative, move]
        e.printed(f"easy negatives, {name}, copies", **_are(axioms.orbits(everything, moves), summary, 4))
        e.control(f"easy negatives, {name}, copies: both rates stay", **_stays(everything, moves, _rates))
    return e


def _a_mistake(cells: Matrix) -> Hashable:
    return cells[1] + cells[2] > 0


def _recall(cells: Matrix) -> Hashable:
    _, fp, fn, tp = cells
    return Fraction(tp, tp + fn), fp > 0


def _mistakes(cells: Matrix) -> Hashable:
    """The two counts of mistakes by their smaller whole ratio, the less first."""
    less, more = sorted(cells[1:3])
    return Fraction(less, more) if more else None


def _kinds(cases: Cases) -> frozenset[tuple[int, bool]]:
    return frozenset((abs(score), (score > 0) == label) for score, label in cases)


def _rates(cells: Matrix) -> Hashable:
    tn, fp, fn, tp = cells
    return Fraction(fp, tn + fp), Fraction(tp, fn + tp)


def _stays(instances: list[Any], moves: list[Any], summary: Callable[[Any], Hashable]) -> dict[str, Any]:
    """Whether something is the same of a state and of what a move makes of it."""
    states = set(instances)
    over = [(one, other) for one, move in product(instances, moves) for other in move(one) if other in states]
    return {"over": over, "holds": lambda two: summary(two[0]) == summary(two[1])}


def _are(heads: dict[Any, Any], summary: Callable[[Any], Hashable], largest: int) -> dict[str, Any]:
    """Whether states lie in one orbit just when they have the same of something: all, and small ones conversely."""
    of_head: dict[Any, set[Hashable]] = defaultdict(set)
    heads_of: dict[Hashable, set[Any]] = defaultdict(set)
    for state, head in heads.items():
        of_head[head].add(summary(state))
        size = len(state) if isinstance(state[0], tuple) else sum(state)
        if size <= largest:
            heads_of[summary(state)].add(head)
    return {
        "agrees": all(len(summaries) == 1 for summaries in of_head.values())
        and all(len(h) == 1 for h in heads_of.values()),
        "reproduced": f"{len(set(chain.from_iterable(heads_of.values())))} orbits, {len(heads_of)} values",
    }
