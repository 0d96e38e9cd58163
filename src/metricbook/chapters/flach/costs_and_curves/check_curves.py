"""ROC space and cost space (Sections 1 and 2.2): AUC, hull, cost lines, cost curve, and what corresponds to what."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import sympy
from scipy.integrate import quad
from scipy.stats import beta, norm
from scipy.stats.distributions import rv_frozen

from metricbook.chapters.flach import examples
from metricbook.chapters.flach import samples as small
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.ledger import Evidence

Point = tuple[Fraction, Fraction]


def equation_6() -> Evidence:
    """Eq. 6: the integral for two models, and the sum against the count of pairs, with and without ties."""
    tried = {True: 0, False: 0}
    whole = {True: 0, False: 0}
    half = {True: 0, False: 0}
    for labels, scores in small.samples(6):
        f0 = {y: small.rates(labels, scores, y)[0] for y in set(scores)}
        below = {y: small.rates(labels, scores, y - small.HALF)[0] for y in set(scores)}
        own = [s for y, s in zip(labels, scores, strict=True) if y == 1]
        distinct = len(set(scores)) == len(scores)
        auc = exact.auroc(labels, scores)
        tried[distinct] += 1
        whole[distinct] += sum(f0[s] for s in own) / len(own) == auc
        half[distinct] += sum((f0[s] + below[s]) / 2 for s in own) / len(own) == auc
    every = sum(tried.values())
    laws = {
        "normal, 1.2 apart": (norm(0, 1), norm(1.2, 1), norm.cdf(1.2 / 2**0.5)),
        "uniform and Beta(2, 1)": (beta(1, 1), beta(2, 1), 2 / 3),
    }
    errors = {name: abs(_integral_of(first, second) - auc) for name, (first, second, auc) in laws.items()}
    labels, scores = examples.ex2()
    own = [s for y, s in zip(labels, scores, strict=True) if y == 1]
    total = sum((small.rates(labels, scores, s)[0] for s in own), Fraction(0)) / len(own)
    e = Evidence(note=f"Example 2: the sum is {total}, the share of pairs {exact.auroc(labels, scores)}.")
    e.printed(
        "the integral is the chance of a pair in order",
        agrees=max(errors.values()) < 1e-9,
        reproduced=f"{sum(error < 1e-9 for error in errors.values())} of {len(errors)} models",
    )
    e.printed("the sum, no ties", agrees=whole[True] == tried[True], reproduced=small.of(whole[True], tried[True]))
    e.printed(
        "the sum, with ties", agrees=whole[False] == tried[False], reproduced=small.of(whole[False], tried[False])
    )
    e.repaired(
        r"$\sum_s\frac12\{F_0(s)+F_0(s^-)\}f_1(s)$, with and without ties",
        agrees=half[True] + half[False] == every,
        reproduced=small.of(half[True] + half[False], every),
    )
    return e


def mean_true_positive_rate() -> Evidence:
    """Section 1: mean height of the ROC curve over false positive rates against the count of pairs in order."""
    tried = mean = thresholds = 0
    for labels, scores in small.samples(6):
        points = [(f1, f0) for f0, f1 in small.all_rates((labels, scores))]
        auc = exact.auroc(labels, scores)
        tried += 1
        mean += exact.area(points) == auc
        thresholds += sum(f0 for _, f0 in points) / len(points) == auc
    law = norm(1.2, 1)
    height = quad(lambda x: norm.cdf(law.ppf(x)), 0, 1)[0]
    auc = norm.cdf(1.2 / 2**0.5)
    e = Evidence(note="The curve runs straight across a tie. The normal model: $F_0$ is N(0, 1), $F_1$ is N(1.2, 1).")
    e.printed("every sample of up to six examples", agrees=mean == tried, reproduced=small.of(mean, tried))
    e.printed(
        "two normal laws: mean rate and chance", agrees=abs(height - auc) < 1e-7, reproduced=f"{height:.6f}, {auc:.6f}"
    )
    e.control("the mean over thresholds", agrees=thresholds == tried, reproduced=small.of(thresholds, tried))
    return e


def equation_7() -> Evidence:
    """Eq. 7: all thresholds that minimise Q_c, and all that minimise Q_z at the matching skew."""
    tried = matching = unconverted = several = 0
    for sample in small.samples(5):
        values, share = small.all_rates(sample), small.share_of_class_0(sample[0])
        conditions = {*small.CONDITIONS, *(z for z, _ in exact_costs.cost_curve(*sample, over="cost"))}
        for c in sorted(conditions):
            best = _lowest([small.cost_loss(f, c, share) for f in values])
            tried += 1
            several += len(best) > 1
            matching += best == _lowest([small.skew_loss(f, small.skew(c, share)) for f in values])
            unconverted += best == _lowest([small.skew_loss(f, c) for f in values])
    e = Evidence(
        note=f"Every sample of up to five examples. The minimiser is a set: in {several} of {tried} cases several "
        "thresholds are optimal."
    )
    e.printed("the same thresholds", agrees=matching == tried, reproduced=small.of(matching, tried))
    e.control("with $z=c$", agrees=unconverted == tried, reproduced=small.of(unconverted, tried))
    return e


def hull_and_curve() -> Evidence:
    """Section 2.2: AUCH against AUC, and when they are equal, on every small sample."""
    tried = at_least = equal = convex = is_equal = literal = steepens = 0
    for labels, scores in small.samples(6):
        points = [(f1, f0) for f0, f1 in small.all_rates((labels, scores))]
        turns = [_turn(a, b, c) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
        falls = all(turn <= 0 for turn in turns)
        auc, auch = exact.auroc(labels, scores), exact.auch(labels, scores)
        tried += 1
        at_least += auch >= auc
        is_equal += auch == auc
        equal += falls == (auch == auc)
        convex += auch == auc and falls
        steepens += auch == auc and all(turn >= 0 for turn in turns)
        own = [s for y, s in zip(labels, scores, strict=True) if y == 1]
        literal += auch >= sum(small.rates(labels, scores, s)[0] for s in own) / len(own)
    e = Evidence(
        note="Every sample of up to six examples, ties included. A ROC curve is called convex if its slope does not "
        "rise: what lies below it is a convex set."
    )
    e.printed("AUCH is at least AUC", agrees=at_least == tried, reproduced=small.of(at_least, tried))
    e.printed("where equal, the curve is convex", agrees=convex == is_equal, reproduced=small.of(convex, is_equal))
    e.printed("equal exactly where the curve is convex", agrees=equal == tried, reproduced=small.of(equal, tried))
    e.control("always equal", agrees=is_equal == tried, reproduced=small.of(is_equal, tried))
    e.control("convex as calculus has it", agrees=steepens == is_equal, reproduced=small.of(steepens, is_equal))
    e.control("AUC by the sum of Eq. 6", agrees=literal == tried, reproduced=small.of(literal, tried))
    return e


def cost_lines() -> Evidence:
    """Section 2.2: intercept, slope and ends of a cost line, by algebra and by counted losses."""
    z, f0, f1 = sympy.symbols("z F_0 F_1")
    loss = z * (1 - f0) + (1 - z) * f1
    line = f1 + (1 - f0 - f1) * z
    wrong = f1 + (f0 - f1) * z
    tried = ends = middle = 0
    for sample in small.samples(5):
        for t in small.thresholds(sample[1]):
            values = small.rates(*sample, t)
            at_zero, at_one = exact_costs.cost_line(*sample, threshold=t, ties="negative")
            inner = exact_costs.loss(*sample, threshold=t, condition=Fraction(2, 7), ties="negative")
            tried += 1
            ends += (at_zero, at_one) == (values[1], 1 - values[0])
            middle += inner == values[1] + (1 - values[0] - values[1]) * Fraction(2, 7)
    e = Evidence(note="The paper's letter $b$ for the slope is not its $b=c_0+c_1$.")
    e.printed(
        "$Q_z=F_1+(1-F_0-F_1)z$",
        agrees=sympy.expand(loss - line) == 0,
        reproduced=f"difference {sympy.expand(loss - line)}",
    )
    e.printed("from $F_1$ at 0 to $1-F_0$ at 1", agrees=ends == tried, reproduced=small.of(ends, tried))
    e.printed("straight: at $z=2/7$", agrees=middle == tried, reproduced=small.of(middle, tried))
    e.control(
        "slope $F_0-F_1$", agrees=sympy.expand(loss - wrong) == 0, reproduced=f"difference {sympy.factor(loss - wrong)}"
    )
    return e


def equation_8() -> Evidence:
    """Eq. 8: the lower envelope over all thresholds, over the hull's vertices, and with one of these left out."""
    tried = same = envelope = fewer_tried = fewer = 0
    for sample in small.samples(5):
        lines = exact_costs.cost_lines(*sample)
        corners = exact_costs.cost_curve(*sample)
        at = sorted(
            {*small.CONDITIONS, *(z for z, _ in corners), *((a + b) / 2 for (a, _), (b, _) in pairwise(corners))}
        )
        lowest = [min(exact_costs.at(line, z) for line in lines) for z in at]
        kept = [(1 - y, x) for x, y in exact_costs.roc_hull(*sample)]
        tried += 1
        same += lowest == [min(exact_costs.at(line, z) for line in kept) for z in at]
        envelope += lowest == [_between(corners, z) for z in at]
        for left_out in kept[1:-1]:
            rest = [line for line in kept if line != left_out]
            fewer_tried += 1
            fewer += lowest == [min(exact_costs.at(line, z) for line in rest) for z in at]
    e = Evidence(note="Every sample of up to five examples, compared at every corner, between corners, and elsewhere.")
    e.printed("least loss = envelope of all lines", agrees=envelope == tried, reproduced=small.of(envelope, tried))
    e.printed("the hull's vertices are enough", agrees=same == tried, reproduced=small.of(same, tried))
    e.control("one vertex less is enough", agrees=fewer == fewer_tried, reproduced=small.of(fewer, fewer_tried))
    return e


def duality_counts() -> Evidence:
    """Section 2.2: points and segments of hull and cost curve, on Figure 1 and on every small sample."""
    tried = crossings = pieces = repaired = inner = closed = closed_tried = by_ends = 0
    for sample in small.samples(6):
        n = _counts(sample)
        tried += 1
        crossings += n["meetings"] == n["hull segments"]
        pieces += n["cost segments"] == n["hull points"]
        repaired += n["cost segments"] == n["hull points"] + n["open ends"]
        by_ends += n["cost corners"] == n["hull segments"] + n["open ends"] - 2
        inner += n["cost corners"] == n["hull segments"]
        if n["open ends"] == 0:
            closed_tried += 1
            closed += n["cost segments"] == n["hull points"]
    figure = _counts(examples.fig1())
    e = Evidence(
        note="Every sample of up to six examples, ties included. Points of the cost curve are where the lines of "
        "neighbouring hull points meet; a hull's trivial points are (0, 0) and (1, 1). An end of the hull is open if "
        "it does not leave (0, 0) straight up, or does not reach (1, 1) level."
    )
    shown = ("hull segments", "meetings", "hull points", "cost segments")
    e.printed(
        "Figure 1: hull segments and cost points; hull points and cost segments",
        agrees=figure[shown[0]] == figure[shown[1]] and figure[shown[2]] == figure[shown[3]],
        reproduced=[figure[name] for name in shown],
    )
    e.printed("cost points = hull segments", agrees=crossings == tried, reproduced=small.of(crossings, tried))
    e.printed("cost segments = non-trivial hull points", agrees=pieces == tried, reproduced=small.of(pieces, tried))
    e.repaired(
        "cost segments = non-trivial hull points, if no end is open",
        agrees=closed == closed_tried,
        reproduced=small.of(closed, closed_tried),
    )
    e.repaired(
        "cost segments = non-trivial hull points + open ends",
        agrees=repaired == tried,
        reproduced=small.of(repaired, tried),
    )
    e.repaired(
        "corners inside (0, 1) = hull segments + open ends - 2",
        agrees=by_ends == tried,
        reproduced=small.of(by_ends, tried),
    )
    e.control("corners inside (0, 1) = hull segments", agrees=inner == tried, reproduced=small.of(inner, tried))
    return e


def point_line_duality() -> Evidence:
    """Section 2.2: for every two ROC points, where their cost lines meet, and what the segment between them loses."""
    tried = inside = ratio = inverted = along = named = distinct = 0
    for sample in small.samples(5):
        points = [(f1, f0) for f0, f1 in small.all_rates(sample)]
        named += 1
        distinct += len({(x, 1 - y) for x, y in points}) == len(set(points))
        for a, b in combinations(points, 2):
            d1, d0 = b[0] - a[0], b[1] - a[1]
            z = _meeting(a, b)
            tried += 1
            inside += z is not None and 0 <= z <= 1
            ratio += z is not None and z * d0 == (1 - z) * d1
            inverted += z is not None and z * d1 == (1 - z) * d0
            losses = {small.skew_loss((a[1] + part * d0, a[0] + part * d1), z) for part in small.CONDITIONS}
            along += len(losses) == 1
    grid = [(Fraction(i, 4), Fraction(j, 4)) for i in range(5) for j in range(5)]
    falling = [(a, b) for a, b in combinations(grid, 2) if a[0] < b[0] and a[1] > b[1]]
    meet = sum((z := _meeting(a, b)) is not None and 0 <= z <= 1 for a, b in falling)
    e = Evidence(
        note="Every two ROC points of every sample of up to five examples. Several segments of one straight line share "
        "their point of the cost plot: it stands for the line, whose points all lose the same."
    )
    e.printed("one cost line for each ROC point", agrees=distinct == named, reproduced=small.of(distinct, named))
    e.printed("two lines meet once, at $z$ in [0, 1]", agrees=inside == tried, reproduced=small.of(inside, tried))
    e.printed(
        r"there $\frac z{1-z}=\frac{\Delta F_1}{\Delta F_0}$", agrees=ratio == tried, reproduced=small.of(ratio, tried)
    )
    e.printed("all of the segment loses the same there", agrees=along == tried, reproduced=small.of(along, tried))
    e.control(
        r"$\frac z{1-z}=\frac{\Delta F_0}{\Delta F_1}$", agrees=inverted == tried, reproduced=small.of(inverted, tried)
    )
    e.control(
        "also for ROC points of which one is better in both rates",
        agrees=meet == len(falling),
        reproduced=small.of(meet, len(falling)),
    )
    return e


def _integral_of(first: rv_frozen, second: rv_frozen) -> float:
    """Eq. 6 for two laws of scores."""
    low, high = second.support()
    return quad(lambda s: first.cdf(s) * second.pdf(s), low, high)[0]


def _lowest(losses: list[Fraction]) -> list[int]:
    """Indices of the smallest, all of them."""
    return [i for i, value in enumerate(losses) if value == min(losses)]


def _turn(a: Point, b: Point, c: Point) -> Fraction:
    """Above 0 where the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(corners: list[Point], z: Fraction) -> Fraction:
    """Height of the broken line through the corners."""
    for (a, low), (b, high) in pairwise(corners):
        if a <= z <= b:
            return low + (high - low) * (z - a) / (b - a)
    raise ValueError(f"{z} is outside the curve")


def _meeting(a: Point, b: Point) -> Fraction | None:
    """The skew at which the cost lines of two ROC points (F_1, F_0) cross; None if they are parallel."""
    rise = (1 - b[1] - b[0]) - (1 - a[1] - a[0])
    return None if rise == 0 else (a[0] - b[0]) / rise


def _counts(sample: tuple[Sequence[int], Sequence[exact.Number]]) -> dict[str, int]:
    """What the paper counts: the hull from pairs of points, the cost curve from crossings of all lines."""
    # Their (FPR, TPR) from (0, 0) is the paper's (1 - F_0, 1 - F_1): mirrored, its segments in reverse.
    hull = [(1 - y, 1 - x) for x, y in reversed(exact_costs.roc_hull(*sample))]
    curve = exact_costs.cost_curve(*sample)
    meetings = [_meeting(a, b) for a, b in pairwise(hull)]
    on_curve = {z for z in meetings if z is not None and z in (0, 1, *(corner for corner, _ in curve))}
    return {
        "hull segments": len(hull) - 1,
        "hull points": len(hull) - 2,
        "meetings": len(on_curve),
        "cost segments": len(curve) - 1,
        "cost corners": len(curve) - 2,
        "open ends": (hull[1][0] > 0) + (hull[-2][1] < 1),
    }
