"""Figure 1: the classifier with 12 scores and 11 classes, and what is drawn of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from claimledger import Evidence
from metricbook import auch, auroc, cost_curve, cost_lines, roc_hull
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from scoring_the_scores.flach import examples
from scoring_the_scores.flach import samples as small


def panels() -> Evidence:
    """Figure 1: the objects of both panels, from the completed data."""
    labels, scores = examples.fig1()
    points = [(f1, f0) for f0, f1 in (small.rates(labels, scores, t) for t in small.thresholds(scores))]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    hull = [(1 - y, 1 - x) for x, y in reversed(exact_costs.roc_hull(labels, scores))]
    curve = exact_costs.cost_curve(labels, scores)
    float_hull = roc_hull(labels, [float(s) for s in scores])
    lines = cost_lines(labels, [float(s) for s in scores])
    drawn = cost_curve(labels, [float(s) for s in scores])
    lowest = [min((1 - z) * a + z * b for a, b in zip(lines.at_zero, lines.at_one, strict=True)) for z, _ in curve]
    floats = [float(s) for s in scores]
    e = Evidence(
        note="The labels are those that fit the caption's AUC and AUCH. Points are $(F_1, F_0)$, corners $(z, CC(z))$."
    )
    e.printed(
        "a step curve",
        agrees=all(0 in step for step in steps) and len(steps) == len(scores),
        reproduced=f"{len(steps)} steps, each level or upright",
    )
    e.printed(
        "its area, and the hull's",
        agrees=abs(auroc(labels, floats) - exact.area(points)) < 1e-15
        and abs(auch(labels, floats) - exact.area(hull)) < 1e-15,
        reproduced=[exact.area(points), exact.area(hull)],
    )
    mirrored = sorted(
        (1 - y, 1 - x) for x, y in zip(float_hull.false_positive_rates, float_hull.true_positive_rates, strict=True)
    )
    e.printed("vertices of the hull", agrees=_close(mirrored, hull), reproduced=[_pair(point) for point in hull])
    e.printed(
        "a cost line for each ROC point",
        agrees=len(lines.thresholds) == len(points),
        reproduced=f"{len(lines.thresholds)} lines, {len(points)} points",
    )
    e.printed(
        "the cost curve is their lower envelope",
        agrees=_close(zip(drawn.conditions, drawn.losses, strict=True), curve)
        and _close([lowest], [[height for _, height in curve]]),
        reproduced=[_pair(corner) for corner in curve],
    )
    e.control(
        "the hull without its second vertex has the same area",
        agrees=exact.area([hull[0], *hull[2:]]) == exact.area(hull),
        reproduced=exact.area([hull[0], *hull[2:]]),
    )
    return e


def _close(one: Iterable[Iterable[exact.Number]], other: Iterable[Iterable[exact.Number]]) -> bool:
    """Whether the fast package's points are the exact ones, but for rounding."""
    first, second = list(map(list, one)), list(map(list, other))
    return len(first) == len(second) and all(
        abs(float(a) - float(b)) < 1e-14 for p, q in zip(first, second, strict=True) for a, b in zip(p, q, strict=True)
    )


def _pair(point: tuple[Fraction, Fraction]) -> str:
    return f"({point[0]}, {point[1]})"
