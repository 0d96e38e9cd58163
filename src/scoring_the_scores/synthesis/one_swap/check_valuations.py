"""Valuations: the measure that each has on curves, and why what reads the hull has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import log

from claimledger import Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, rankings
from scoring_the_scores.synthesis.one_swap import swaps, valuations
from scoring_the_scores.synthesis.one_swap.swaps import HALF

RATE, SHARE, PREVALENCE = Fraction(3, 10), Fraction(2, 5), Fraction(1, 3)
#: Staircases on which the representation is tried: so many steps up, and so many to the right.
GRIDS = ((2, 3), (3, 3), (3, 4))
LARGEST = 8
#: Sizes of the classes of rankings of at most eight cases, two of each class or more.
SIZES = tuple((p, n - p) for n in range(4, LARGEST + 1) for p in range(2, n - 1))

ON_CURVES: dict[str, Callable[[Labels], Fraction]] = {
    "AUROC": lambda y: exact.auroc(y, swaps.scores(y)),
    "partial AUROC": lambda y: valuations.partial_area(y, RATE),
    "TPR at a false positive rate": lambda y: valuations.height_at(y, RATE),
    "TPR at a share flagged": lambda y: valuations.height_at_share(y, SHARE, PREVALENCE),
    "AP": lambda y: exact.average_precision(y, swaps.scores(y)),
}


def on_curves() -> Evidence:
    """A valuation of curves is its value for the worst one, and a measure of what lies below."""
    staircases = [y for p, q in GRIDS for y in rankings(p + q, p)]
    e = Evidence(
        note=f"{len(staircases)} staircases of {', '.join(f'{p} by {q}' for p, q in GRIDS)} steps, in fractions; "
        f"the rate {RATE}, and the share {SHARE} at prevalence {PREVALENCE}, are at none of their corners."
    )
    for name, metric in ON_CURVES.items():
        e.printed(f"{name}: curves of one step tell all others", cases=_told(metric, staircases).values())
    e.printed(
        "AP: what a pair is worth, times all pairs, tends to the density",
        cases=(abs(ratio - 1) < Fraction(1, 100) for ratio in _densities(1000)),
    )
    e.printed(
        "TPR at a share flagged: curves 1/m apart differ by at most 1/m over the prevalence",
        cases=(_moved(_at_share, m) <= Fraction(1, m) / PREVALENCE for m in range(6, 60)),
    )
    e.printed(
        "AUROC and partial AUROC differ by at most the area between two curves",
        cases=(
            abs(ON_CURVES[name](one) - ON_CURVES[name](other)) <= valuations.area_between(one, other)
            for name in ("AUROC", "partial AUROC")
            for one, other in valuations.crossing(3, 4)
        ),
    )
    e.printed(
        "t cos(180°/t) of TPR t at a share flagged: masses of both signs add up beyond every bound",
        cases=(_variation(m) > log(m) for m in (10, 100, 1000)),
    )
    e.control(
        "TPR at a false positive rate: curves 1/m apart differ by at most 1/m over the prevalence",
        over=range(6, 60),
        holds=lambda m: _moved(lambda y: valuations.height_at(y, HALF), m) <= Fraction(1, m) / PREVALENCE,
    )
    e.control(
        "AP differs by at most twice the area between two curves",
        over=((valuations.one_step(1, 1, 1, q), valuations.one_step(1, 2, 1, q)) for q in range(2, 9)),
        holds=lambda pair: (
            abs(ON_CURVES["AP"](pair[0]) - ON_CURVES["AP"](pair[1])) <= 2 * valuations.area_between(*pair)
        ),
    )
    for name, metric in valuations.OF_HULL.items():
        told = _told(metric, staircases)
        e.control(f"{name}: curves of one step tell all others", over=told, holds=told.__getitem__)
    return e


def _told(metric: Callable[[Labels], Fraction], staircases: list[Labels]) -> dict[Labels, bool]:
    """Of each staircase, whether its value follows from those of the staircases of one step, as a valuation's does."""
    known = cache(metric)
    return {y: valuations.by_steps(known, y) == known(y) for y in staircases}


def _at_share(labels: Labels) -> Fraction:
    """TPR at the share flagged of this check."""
    return valuations.height_at_share(labels, SHARE, PREVALENCE)


def _moved(metric: Callable[[Labels], Fraction], m: int) -> Fraction:
    """How much a metric changes if the one step of a curve moves from the middle to the right, by 1/m."""
    return abs(metric(valuations.one_step(1, m + 1, 1, 2 * m)) - metric(valuations.one_step(1, m + 3, 1, 2 * m)))


def _densities(cases: int) -> Iterator[Fraction]:
    """Of AP in a large sample, what a pair is worth times the number of pairs, over the density at its place."""
    p, q = int(PREVALENCE * cases), cases - int(PREVALENCE * cases)
    for i in range(p // 5, p, p // 5):
        for j in range(q // 5, q, q // 5):
            x, y, prior = Fraction(j, q), Fraction(i, p), Fraction(p, cases)
            density = prior * (1 - prior) * y / ((1 - prior) * x + prior * y) ** 2
            yield swaps.mass("AP", i, j, p, q) * p * q / density


def _variation(steps: int) -> Fraction:
    """What t cos(180°/t), which is 1/k or -1/k at t = 1/k, changes by between 1 and 1/steps, whatever the sign."""
    return sum((Fraction(1, k) + Fraction(1, k + 1) for k in range(1, steps)), Fraction(0))


def hull_or_place() -> Evidence:
    """What reads the hull alone prices swaps by their place only at both ends of the curve."""
    e = Evidence(note=f"All rankings of up to {LARGEST} cases with two of each class or more, in fractions.")
    every = [y for p, q in SIZES for y in rankings(p + q, p)]
    unseen = {
        (swap.positives, swap.negatives, *swap.cell)
        for y in every
        for swap in swaps.swaps(y)
        if valuations.hull(y) == valuations.hull(swaps.swapped(y, swap.rank))
    }
    cells = [(p, q, i, j) for p, q in SIZES for i in range(1, p + 1) for j in range(1, q + 1)]
    e.printed(
        "in some ranking the hull does not notice the swap of pair (i, j), exactly if i < n+ and j > 1",
        cases=((cell in unseen) == (cell[2] < cell[0] and cell[3] > 1) for cell in cells),
    )
    e.printed("the hull tells both ends", cases=(_ends(y) == _ends_of_hull(y) for y in every))
    e.printed(
        "any two functions of them, one of each, add up to a valuation",
        cases=(found.both == found.split for found in _all_crossings(lambda y: _of_ends(y, Fraction.__add__))),
    )
    for name, lacking in (("AUCH", _half_a_swap), ("best Youden index", _shorter_side)):
        metric = valuations.OF_HULL[name]
        e.printed(
            f"{name} of PN..NP..P and N..NP..PN",
            cases=(_lacking(metric, p, q) == lacking(p, q) for p, q in SIZES),
        )
    e.printed("H of the same two", cases=(_lacking(valuations.OF_HULL["H"], p, q) > 0 for p, q in SIZES))
    failures = {
        name: valuations.first_failure(metric, 5)
        for name, metric in {**valuations.OF_HULL, **valuations.CHOOSING}.items()
    }
    smallest = {"H": "2+2", "AUCH": "2+2", "best Youden index": "2+2", "best accuracy": "2+2"}
    smallest |= {"best F1": "2+3", "KS": "2+3", "C(r_b)": "2+3"}
    e.printed(
        "smallest rankings on which it is no valuation",
        published=smallest,
        reproduced={name: _sizes(found) for name, found in failures.items()},
    )
    e.control("the hull notices every swap", over=cells, holds=lambda cell: cell not in unseen)
    e.control(
        "the product of functions of both ends is a valuation",
        over=_all_crossings(lambda y: _of_ends(y, Fraction.__mul__)),
        holds=lambda found: found.both == found.split,
    )
    e.control(
        "AUROC of PN..NP..P and N..NP..PN lacks something",
        over=SIZES,
        holds=lambda size: _lacking(lambda y: exact.auroc(y, swaps.scores(y)), *size) > 0,
    )
    return e


def _ends(labels: Labels) -> tuple[int, int]:
    """Positives above all negatives, and negatives below all positives."""
    return labels.index(0), labels[::-1].index(1)


def _ends_of_hull(labels: Labels) -> tuple[int, int]:
    p, q = sum(labels), len(labels) - sum(labels)
    upright = max(y for x, y in valuations.hull(labels) if x == 0)
    level = min(x for x, y in valuations.hull(labels) if y == 1)
    return int(upright * p), int((1 - level) * q)


def _of_ends(labels: Labels, join: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
    first, last = _ends(labels)
    return join(Fraction(first**2 - 3 * first), Fraction(2**last))


def _all_crossings(metric: Callable[[Labels], Fraction]) -> Iterator[valuations.Crossing]:
    for p, q in SIZES:
        if p + q < LARGEST:
            for pair in valuations.crossing(p, q):
                found = valuations.measured(metric, *pair)
                if found:
                    yield found


def _lacking(metric: Callable[[Labels], Fraction], positives: int, negatives: int) -> Fraction:
    """What join and meet of PN..NP..P and N..NP..PN lack to the sum of both."""
    early = valuations.one_step(1, 1, positives, negatives)
    late = valuations.one_step(positives, negatives, positives, negatives)
    found = valuations.measured(metric, early, late)
    if found is None:
        raise ValueError("the metric has no value for one of the four rankings")
    return found.both - found.split


def _half_a_swap(positives: int, negatives: int) -> Fraction:
    return Fraction(1, 2 * positives * negatives)


def _shorter_side(positives: int, negatives: int) -> Fraction:
    return min(Fraction(1, positives), Fraction(1, negatives))


def _sizes(found: valuations.Crossing | None) -> str:
    return f"{sum(found.one)}+{len(found.one) - sum(found.one)}" if found else "none"
