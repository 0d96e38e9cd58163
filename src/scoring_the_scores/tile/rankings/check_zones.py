"""Section 4.3 and Appendix A.4.1: who is best where on the Tile, and how the zones are computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product

import numpy as np
import sympy as sp

from claimledger import Claim, Evidence
from metricbook.exact.samples import performances_at
from metricbook.tile import Zone, fixed_prevalence_performances, zones
from metricbook.tile.polygons import SIDES, SQUARE, balanced_polygons, bent, bent_area, clip, half_plane, polygon_area
from scoring_the_scores.tile.orders import GIVEN, PRIORS, with_prior
from scoring_the_scores.tile.rankings.exact_zones import (
    N_PLACES,
    Exact,
    Place,
    bilinear,
    borders,
    inner_places,
    inner_score,
    inside,
    lead,
    moved,
    no_worse,
    score,
    straight,
    ties_inside,
    toy,
    winners,
)
from scoring_the_scores.tile.rankings.toy import TOY_RATES, toy_performances
from scoring_the_scores.tile.samples import HALF, QUARTERS

SEED = 20261121
TOLERANCE = 1e-12


def _table(claim: Claim, prior: str) -> Evidence:
    """Figure 5, a table: the four performances from their prior and rates."""
    pairs = ", ".join(f"({tnr:g}, {tpr:g})" for tnr, tpr in TOY_RATES.values())
    e = Evidence(note=f"In fractions, from the prior {prior} and the pairs {pairs} of TNR and TPR in the caption.")
    columns = list(zip(*toy(Fraction(prior)), strict=True))
    for name, values in zip(("PTN", "PFP", "PFN", "PTP"), columns, strict=True):
        printed, computed = claim.published[name], [float(x) for x in values]
        e.printed(name, published=printed, reproduced=computed, tolerance=claim.tolerance)
    return e


def figure_5_table_02(claim: Claim) -> Evidence:
    """Figure 5, first table: the four performances at a positive prior of 0.2."""
    return _table(claim, "0.2")


def figure_5_table_05(claim: Claim) -> Evidence:
    """Figure 5, second table: the four performances at a positive prior of 0.5."""
    return _table(claim, "0.5")


def figure_5_table_08(claim: Claim) -> Evidence:
    """Figure 5, third table: the four performances at a positive prior of 0.8."""
    return _table(claim, "0.8")


def _map(prior: Fraction, other: Fraction) -> Evidence:
    """Figure 5, a map: exact zones against exact scores, their borders, and the grid drawn over them."""
    by_zone = zones(toy_performances(float(prior)))
    places = inner_places()

    def agree(best: Sequence[Zone], performances: Sequence[Exact]) -> list[bool]:
        return [
            {z.index for z in best if inside(z, float(a), float(b))} == winners(performances, a, b)
            for a, b in places
            if len(winners(performances, a, b)) == 1
        ]

    e = Evidence(note=rf"$P_-, P_1, P_2, P_+$ in this order; {N_PLACES}² places in fractions, less those on borders.")
    e.printed(
        "each is best somewhere; shares of the Tile",
        agrees=all(zone.area > 0 for zone in by_zone) and abs(sum(z.area for z in by_zone) - 1) < TOLERANCE,
        reproduced=[round(zone.area, 4) for zone in by_zone],
    )
    e.printed("who is best, by zone and by score", cases=agree(by_zone, toy(prior)))
    shape, expected = ("straight", True) if prior == HALF else ("curved", False)
    pairs = borders(by_zone)
    e.printed(
        f"borders between zones that are {shape}",
        cases=(straight(*(toy(prior)[k] for k in pair)) is expected for pair in pairs),
    )
    tenths = [Fraction(k, 10) for k in range(1, 10)]
    e.printed(
        "crossings of the grid drawn on the map: who is best there is best at the regular crossing, priors balanced",
        cases=(
            winners(toy(prior), moved(a, prior, HALF), moved(b, prior, HALF)) == winners(toy(HALF), a, b)
            for a, b in product(tenths, tenths)
        ),
    )
    e.control(
        rf"the zones for $\pi_+ = {float(other):g}$ on this map",
        cases=agree(zones(toy_performances(float(other))), toy(prior)),
    )
    return e


def figure_5_map_02() -> Evidence:
    """Figure 5, first map: zones at a positive prior of 0.2."""
    return _map(Fraction(1, 5), HALF)


def figure_5_map_05() -> Evidence:
    """Figure 5, second map: zones at equal priors."""
    return _map(HALF, Fraction(1, 5))


def figure_5_map_08() -> Evidence:
    """Figure 5, third map: zones at a positive prior of 0.8."""
    return _map(Fraction(4, 5), HALF)


def _midpoints(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of places of an n by n grid whose midpoint is on the grid, and this midpoint, as flat indices."""
    i, j = (x.ravel() for x in np.indices((n, n)))
    first, second = np.triu_indices(n * n, 1)
    even = ((i[first] + i[second]) % 2 == 0) & ((j[first] + j[second]) % 2 == 0)
    first, second = first[even], second[even]
    return first, second, (i[first] + i[second]) // 2 * n + (j[first] + j[second]) // 2


def balanced_zones() -> Evidence:
    """Section 4.3: with equal priors the regions of the first rank are convex, and their borders straight."""
    eighths = [Fraction(k, 8) for k in range(9)]
    pairs = _midpoints(9)

    def convex(prior: Fraction) -> Iterator[bool]:
        rows = list(performances_at(prior, 3))
        scores = [[score(p, a, b) for a, b in product(eighths, eighths)] for p in rows]
        levels = sorted({value for row in scores for value in row if value is not None})
        at = {value: k for k, value in enumerate(levels)}
        table = np.array([[-1 if value is None else at[value] for value in row] for row in scores])
        for chosen in combinations(range(len(rows)), 3):
            part = table[list(chosen)]
            first = (part == part.max(axis=0)) & (part >= 0)
            first_ends, last_ends, middle = pairs
            yield from ~(first[:, first_ends] & first[:, last_ends] & ~first[:, middle]).any(axis=1)

    e = Evidence(note=r"All sets of three performances with rates in thirds, all places in eighths, in fractions.")
    e.printed(
        "regions that hold the midpoints of all their pairs of places",
        cases=convex(HALF),
    )
    e.printed(
        "pairs whose border is a straight line",
        cases=(bilinear(p, q)[0] == 0 for p, q in combinations(with_prior(HALF), 2)),
    )
    polygons = [parts[0] for parts in balanced_polygons(toy(HALF))]
    e.printed("polygons of Figure 5 that are convex", cases=(_convex(polygon) for polygon in polygons))
    e.control(r"regions for $\pi_+ = 1/5$ that hold their midpoints", cases=convex(Fraction(1, 5)))
    return e


def _convex(polygon: Sequence[Place]) -> bool:
    """Whether a polygon turns left at each vertex."""
    turns = []
    for k in range(len(polygon)):
        (x0, y0), (x1, y1), (x2, y2) = polygon[k - 2], polygon[k - 1], polygon[k]
        turns.append((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1))
    return all(turn > 0 for turn in turns)


def unbalanced_curved() -> Evidence:
    """Section 4.3: with unequal priors no border inside the square is straight."""
    unequal = [prior for prior in PRIORS if prior != HALF]

    def all_pairs(prior: Fraction) -> Iterator[tuple[tuple, tuple]]:
        rows = [tuple(int(x * GIVEN) for x in p) for p in with_prior(prior)]  # whole numbers come faster
        return combinations(rows, 2)

    def pairs(prior: Fraction) -> list[tuple[tuple, tuple]]:
        return [pair for pair in all_pairs(prior) if ties_inside(*pair)]

    e = Evidence(
        note=f"All pairs of performances in {GIVEN}ths with a common prior. A border: each is better somewhere."
    )
    e.printed("borders that are curved", cases=(not straight(p, q) for prior in unequal for p, q in pairs(prior)))
    e.printed(
        r"the coefficient of $ab$ is $(\pi_+ - \pi_-)$ times the difference of $PTP - PTN$, and this is not 0",
        cases=(
            bilinear(p, q)[0] == (2 * prior - 1) * GIVEN * ((p[3] - p[0]) - (q[3] - q[0])) != 0
            for prior in unequal
            for p, q in pairs(prior)
        ),
    )
    e.printed(
        "there is a border just where one has the larger TPR and the other the larger TNR",
        cases=(
            ties_inside(p, q) == ((p[0] - q[0]) * (p[3] - q[3]) < 0) for prior in unequal for p, q in all_pairs(prior)
        ),
    )
    e.control("borders that are curved at equal priors", cases=(not straight(p, q) for p, q in pairs(HALF)))
    return e


@cache
def _all_places() -> list[Place]:
    return list(product(QUARTERS, QUARTERS))


def _by_plane(plane: Sequence[Fraction | int], a: Fraction, b: Fraction) -> bool:
    return plane[0] * a + plane[1] * b + plane[2] >= 0


def inequality() -> Evidence:
    """Eqs. 6 and 7: the linear inequality for "better or equivalent" under balanced priors."""
    places, rows = _all_places(), list(performances_at(HALF, 4))
    scores = {p: [score(p, a, b) for a, b in places] for p in rows}

    def cases(*, defined: bool, sign: int = 1) -> Iterator[bool]:
        for p, q in permutations(rows, 2):
            x, y, z = half_plane(p, q)
            for (a, b), one, other in zip(places, scores[p], scores[q], strict=True):
                better = None if one is None or other is None else one >= other
                if better is not None or not defined:
                    yield (sign * x * a + y * b + z >= 0) == bool(better)

    e = Evidence(
        note=rf"All pairs of {len(rows)} performances with equal priors, all places in quarters, in fractions."
    )
    e.printed("the inequality, and better or equivalent, where both scores are defined", cases=cases(defined=True))
    e.control(
        "the same at all places, by the rule that an undefined score compares with no other", cases=cases(defined=False)
    )
    e.control(r"with $-\lambda_a$, where both are defined", cases=cases(defined=True, sign=-1))
    return e


def sides() -> Evidence:
    """Eq. 8: four half-planes whose intersection is the square."""
    places = list(product([Fraction(k, 4) for k in range(-4, 9)], repeat=2))

    def cut(planes: Sequence[tuple[int, int, int]]) -> list[bool]:
        return [all(_by_plane(plane, a, b) for plane in planes) == (0 <= a <= 1 and 0 <= b <= 1) for a, b in places]

    a, b = sp.symbols("a b", real=True)
    printed = [(1, 0, 0), (-1, 0, 1), (0, 1, 0), (0, -1, 1)]
    e = Evidence(note=f"{len(places)} places in quarters from -1 to 2, on the sides too.")
    e.printed(
        "the inequalities as printed are $a$, $1-a$, $b$, $1-b$, none negative",
        cases=(
            sp.expand(x * a + y * b + z - expected) == 0
            for (x, y, z), expected in zip(printed, (a, 1 - a, b, 1 - b), strict=True)
        ),
    )
    e.printed("places that meet all four are those of the square", cases=cut(printed))
    e.control("the first three alone", cases=cut(printed[:3]))
    return e


def number_of_half_planes(claim: Claim) -> Evidence:
    """Appendix A.4.1: the zone of one against one, or of several against several, as an intersection of half-planes."""
    rows = list(performances_at(HALF, 2))
    places = _all_places()
    pairs = list(combinations(rows, 2))

    def cases(groups: Iterable[tuple[Sequence[Exact], Sequence[Exact]]], *, defined: bool) -> Iterator[bool]:
        for ours, theirs in groups:
            planes = [half_plane(p, q) for p, q in product(ours, theirs) if p != q]
            for a, b in places:
                if defined and any(score(p, a, b) is None for p in (*ours, *theirs)):
                    continue
                by_score = all(no_worse(p, q, a, b) for p, q in product(ours, theirs))
                yield by_score == all(_by_plane(plane, a, b) for plane in planes)

    single = [((p,), (q,)) for p, q in permutations(rows, 2)]
    rng = np.random.default_rng(SEED)
    chosen = [rng.permutation(len(rows))[:4] for _ in range(60)]
    double = [(tuple(rows[k] for k in four[:2]), tuple(rows[k] for k in four[2:])) for four in chosen]
    cut = [clip(SQUARE, half_plane(p, q)) for p, q in permutations(rows, 2)]
    no_area = [
        (p, q)
        for (p, q), polygon in zip(permutations(rows, 2), cut, strict=True)
        if len(polygon) < 3 or not polygon_area(polygon)
    ]
    met = [[place for place in places if _by_plane(half_plane(p, q), *place)] for p, q in no_area]
    e = Evidence(
        note=f"Rates in halves, places in quarters, in fractions; {len(double)} random pairs of pairs, seed {SEED}."
    )
    e.printed(
        "half-planes of one comparison", published=claim.published, reproduced=len([half_plane(*pairs[0]), *SIDES])
    )
    e.printed("the zone of one against one is their intersection", cases=cases(single, defined=True))
    e.printed("the zone of two against two is that of 4 + 4 half-planes", cases=cases(double, defined=True))
    e.printed("zones without an area that are empty, a corner or a side", cases=(_on_a_side(m) for m in met))
    e.printed(
        "zones with an area that are convex polygons",
        cases=(_convex(polygon) for polygon in cut if len(polygon) > 2 and polygon_area(polygon)),
    )
    e.control("the zone of one against one, undefined scores included", cases=cases(single, defined=False))
    e.control("zones without an area that are empty", cases=(not places_met for places_met in met))
    return e


def _on_a_side(places: Sequence[Place]) -> bool:
    """Whether places are all on one side of the square; none at all count as such."""
    return any(all(x * a + y * b + z == 0 for a, b in places) for x, y, z in SIDES)


def shift_and_bend() -> Evidence:
    """Appendix A.4.1: zones under unequal priors by shift to equal ones, polygons, and the deformation back."""
    rng = np.random.default_rng(SEED)
    six = fixed_prevalence_performances(6, 0.3, rng=rng)
    cases = [(toy_performances(0.2), 0.2), (toy_performances(0.8), 0.8), (six, 0.3)]

    def areas(*, wrong_way: bool = False) -> Iterator[bool]:
        for performances, prior in cases:
            for rank in range(1, len(performances) + 1):
                polygons = balanced_polygons(performances.tolist(), rank=rank)
                for zone, parts in zip(zones(performances, rank=rank), polygons, strict=True):
                    mapped = sum(bent_area(part, 1 - prior if wrong_way else prior) for part in parts)
                    yield abs(mapped - zone.area) < TOLERANCE

    def edges(*, wrong_way: bool = False) -> Iterator[bool]:
        """Points of the polygons' inner edges, moved, in fractions: do the two classifiers tie there?"""
        for prior in (Fraction(1, 5), Fraction(4, 5)):
            for (p, p_half), (q, q_half) in permutations(zip(toy(prior), toy(HALF), strict=True), 2):
                line = clip(SQUARE, half_plane(p_half, q_half))
                ends = [
                    v for v in line if sum(c * x for c, x in zip(half_plane(p_half, q_half), (*v, 1), strict=True)) == 0
                ]
                for t in QUARTERS:
                    middle = [x + t * (y - x) for x, y in zip(ends[0], ends[-1], strict=True)]
                    source, target = (HALF, prior) if wrong_way else (prior, HALF)
                    yield lead(p, q, *(moved(x, source, target) for x in middle)) == 0

    def discretised(points: int) -> float:
        gaps = [
            abs(float(polygon_area(bent(part, prior, points=points).tolist())) - bent_area(part, prior))
            for performances, prior in cases
            for parts in balanced_polygons(performances.tolist())
            for part in parts
        ]
        return max(gaps)

    coarse, fine = discretised(10), discretised(100)
    e = Evidence(note=rf"Figure 5 at $\pi_+ = 0.2$ and $0.8$; six random classifiers at $0.3$, seed {SEED}; all ranks.")
    e.printed("areas of the deformed polygons, in closed form, and of the zones computed directly", cases=areas())
    e.printed("points of the polygons' edges that, deformed, are ties (in fractions)", cases=edges())
    e.printed(
        "largest error of an area with 10, with 100 pieces for each edge: a hundredth",
        agrees=80 < coarse / fine < 120,
        reproduced=[f"{coarse:.0e}", f"{fine:.0e}"],
    )
    e.control("areas, deformed the other way", cases=areas(wrong_way=True))
    e.control("ties, deformed the other way", cases=edges(wrong_way=True))
    return e


def deformation() -> Evidence:
    """Appendix A.4.1: the map of the square that undoes a prior shift is continuous and invertible."""
    x, y, p, q = sp.symbols("x y p q", positive=True)  # p, q: new over old prior of the positive and negative class
    f = x * p / ((1 - x) * q + x * p)
    back = (y / p) / ((1 - y) / q + y / p)
    slope = sp.factor(sp.diff(f, x))
    e = Evidence(note="Algebra with sympy, for priors that are not zero; and values in fractions.")
    e.printed("$f(0)$ and $f(1)$", published=[0, 1], reproduced=[int(f.subs(x, 0)), int(f.subs(x, 1))])
    e.printed(
        "$f'$ is $pq$ over the square of the denominator, so $f$ rises",
        agrees=sp.simplify(slope - p * q / ((1 - x) * q + x * p) ** 2) == 0,
        reproduced=f"${sp.latex(slope)}$",
    )
    e.printed(
        "the map for the opposite shift undoes it",
        agrees=sp.simplify(back.subs(y, f) - x) == 0,
        reproduced=f"${sp.latex(sp.simplify(back.subs(y, f)))}$",
    )
    steps = [Fraction(k, 24) for k in range(25)]
    e.printed(
        "the denominator stays positive on the interval, so $f$ is continuous",
        cases=((1 - s) * (1 - t) / (1 - r) + s * t / r > 0 for s in steps for r in PRIORS for t in PRIORS),
    )
    e.control(
        "values of $f$ that differ when the new prior is 0",
        cases=(u != v for u, v in pairwise(moved(s, HALF, Fraction(0)) for s in steps[:-1])),
    )
    return e


def rank_zones() -> Evidence:
    """Appendix A.4.1: where a classifier has the r-th rank, as the zones of those ahead of it put together."""
    rows = list(performances_at(HALF, 2))
    places = [(a, b) for a, b in _all_places() if 0 < a < 1 and 0 < b < 1]
    rng = np.random.default_rng(SEED)
    sets = [tuple(rows[k] for k in rng.permutation(len(rows))[:4]) for _ in range(40)]
    score, plane = cache(inner_score), cache(half_plane)  # of few performances, in many sets

    def cases(*, single: bool = False) -> Iterator[bool]:
        """By scores, and by half-planes: some set of r - 1 is no worse than it, and it no worse than the rest."""
        for chosen in sets:
            for own, rank in product(chosen, range(1, len(chosen) + 1)):
                others = [p for p in chosen if p != own]
                ahead = list(combinations(others, rank - 1))[: 1 if single else None]
                for a, b in places:
                    value = score(own, a, b)
                    above = sum(score(p, a, b) > value for p in others)
                    level = sum(score(p, a, b) == value for p in others)
                    by_planes = any(
                        all(_by_plane(plane(p, own), a, b) for p in first)
                        and all(_by_plane(plane(own, q), a, b) for q in others if q not in first)
                        for first in ahead
                    )
                    yield by_planes == (above < rank <= above + level + 1)

    parts = [len(part) for rank in range(1, 5) for part in balanced_polygons(toy(HALF), rank=rank)]
    e = Evidence(note=f"{len(sets)} random sets of four performances with rates in halves, seed {SEED}; inner places.")
    e.printed("the zone of each rank is that of one of the sets that may be ahead", cases=cases())
    e.control("it is that of one fixed set ahead, the first", cases=cases(single=True))
    e.printed(
        "Figure 5, equal priors, ranks 1 to 4: a zone may have several pieces", agrees=max(parts) > 1, reproduced=parts
    )
    return e
