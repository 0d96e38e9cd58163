"""ROC space and cost space (Sections 1 and 2.2): AUC, hull, cost lines, cost curve, and what corresponds to what."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import sympy
from scipy.integrate import quad
from scipy.stats import beta, norm
from scipy.stats.distributions import rv_frozen

from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.flach import examples
from scoring_the_scores.flach import samples as small

Point = tuple[Fraction, Fraction]


def equation_6() -> Evidence:
    """Eq. 6: the integral for two models, and the sum against the count of pairs, with and without ties."""
    everything = list(samples(6))
    untied, tied = ([s for s in everything if (len(set(s[1])) == len(s[1])) == apart] for apart in (True, False))
    laws = ((norm(0, 1), norm(1.2, 1), norm.cdf(1.2 / 2**0.5)), (beta(1, 1), beta(2, 1), 2 / 3))
    sample = examples.ex2()
    e = Evidence(note=f"Example 2: the sum is {_sum(sample, 1)}, the share of pairs {exact.auroc(*sample)}.")
    e.printed(
        "the integral is the chance of a pair in order",
        pairs=((_integral_of(first, second), chance) for first, second, chance in laws),
        within=1e-9,
    )
    e.printed("the sum, no ties", over=untied, holds=lambda s: _sum(s, 1) == exact.auroc(*s))
    e.printed("the sum, with ties", over=tied, holds=lambda s: _sum(s, 1) == exact.auroc(*s))
    e.repaired(
        r"$\sum_s\frac12\{F_0(s)+F_0(s^-)\}f_1(s)$, with and without ties",
        over=everything,
        holds=lambda s: _sum(s, small.HALF) == exact.auroc(*s),
    )
    e.control(
        r"$\sum_sF_0(s^-)f_1(s)$, a tie counted as a failure, with and without ties",
        over=everything,
        holds=lambda s: _sum(s, 0) == exact.auroc(*s),
    )
    return e


def mean_true_positive_rate() -> Evidence:
    """Section 1: mean height of the ROC curve over false positive rates against the count of pairs in order."""
    mean, thresholds = [], {}
    for labels, scores in samples(6):
        points = [(f1, f0) for f0, f1 in small.all_rates((labels, scores))]
        auc = exact.auroc(labels, scores)
        mean.append(exact.area(points) == auc)
        thresholds[labels, scores] = sum(f0 for _, f0 in points) / len(points) == auc
    law = norm(1.2, 1)
    height = quad(lambda x: norm.cdf(law.ppf(x)), 0, 1)[0]
    auc = norm.cdf(1.2 / 2**0.5)
    e = Evidence(note="The curve runs straight across a tie. The normal model: $F_0$ is N(0, 1), $F_1$ is N(1.2, 1).")
    e.printed("every sample of up to six examples", cases=mean)
    e.printed(
        "two normal laws: mean rate and chance", agrees=abs(height - auc) < 1e-7, reproduced=f"{height:.6f}, {auc:.6f}"
    )
    e.control("the mean over thresholds", over=thresholds, holds=thresholds.__getitem__)
    return e


def equation_7() -> Evidence:
    """Eq. 7: all thresholds that minimise Q_c, and all that minimise Q_z at the matching skew."""
    matching, unconverted = ([] for _ in range(2))
    several = []
    for sample in samples(5):
        values, share = small.all_rates(sample), small.share_of_class_0(sample[0])
        conditions = {*small.CONDITIONS, *(z for z, _ in exact_costs.cost_curve(*sample, over="cost"))}
        for c in sorted(conditions):
            best = _lowest([small.cost_loss(f, c, share) for f in values])
            several.append(len(best) > 1)
            matching.append(best == _lowest([small.skew_loss(f, small.skew(c, share)) for f in values]))
            unconverted.append(best == _lowest([small.skew_loss(f, c) for f in values]))
    e = Evidence(note="Every sample of up to five examples, at fixed conditions and at every corner of its cost curve.")
    e.printed("the same thresholds", cases=matching)
    e.control("with $z=c$", cases=unconverted)
    e.control("there is one best threshold", cases=(not more for more in several))
    return e


def hull_and_curve() -> Evidence:
    """Section 2.2: AUCH against AUC, and when they are equal, on every small sample."""
    at_least, equal = ([] for _ in range(2))
    is_equal, literal, steepens = ({} for _ in range(3))
    for labels, scores in samples(6):
        points = [(f1, f0) for f0, f1 in small.all_rates((labels, scores))]
        turns = [_turn(a, b, c) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
        falls = all(turn <= 0 for turn in turns)
        auc, auch = exact.auroc(labels, scores), exact.auch(labels, scores)
        at_least.append(auch >= auc)
        is_equal[labels, scores] = auch == auc
        equal.append(falls == (auch == auc))
        if auch == auc:
            steepens[labels, scores] = all(turn >= 0 for turn in turns)
        literal[labels, scores] = auch >= _sum((labels, scores), 1)
    e = Evidence(
        note="Every sample of up to six examples, ties included. A ROC curve is called convex if its slope does not "
        "rise: what lies below it is a convex set."
    )
    e.printed("AUCH is at least AUC", cases=at_least)
    e.printed("equal exactly where the curve is convex", cases=equal)
    e.control("always equal", over=is_equal, holds=is_equal.__getitem__)
    e.control("where equal, convex as calculus has it", over=steepens, holds=steepens.__getitem__)
    e.control("AUC by the sum of Eq. 6", over=literal, holds=literal.__getitem__)
    return e


def cost_lines() -> Evidence:
    """Section 2.2: intercept, slope and ends of a cost line, by algebra and by counted losses."""
    z, f0, f1 = sympy.symbols("z F_0 F_1")
    loss = z * (1 - f0) + (1 - z) * f1
    line = f1 + (1 - f0 - f1) * z
    wrong = f1 + (f0 - f1) * z
    ends, middle = ([] for _ in range(2))
    for sample in samples(5):
        for t in small.thresholds(sample[1]):
            values = small.rates(*sample, t)
            at_zero, at_one = exact_costs.cost_line(*sample, threshold=t, ties="negative")
            inner = exact_costs.loss(*sample, threshold=t, condition=Fraction(2, 7), ties="negative")
            ends.append((at_zero, at_one) == (values[1], 1 - values[0]))
            middle.append(inner == values[1] + (1 - values[0] - values[1]) * Fraction(2, 7))
    e = Evidence(note="The paper's letter $b$ for the slope is not its $b=c_0+c_1$.")
    e.printed(
        "$Q_z=F_1+(1-F_0-F_1)z$",
        agrees=sympy.expand(loss - line) == 0,
        reproduced=f"difference {sympy.expand(loss - line)}",
    )
    e.printed("from $F_1$ at 0 to $1-F_0$ at 1", cases=ends)
    e.printed("straight: at $z=2/7$", cases=middle)
    e.control(
        "slope $F_0-F_1$", agrees=sympy.expand(loss - wrong) == 0, reproduced=f"difference {sympy.factor(loss - wrong)}"
    )
    return e


def equation_8() -> Evidence:
    """Eq. 8: the lower envelope over all thresholds, over the hull's vertices, and with one of these left out."""
    same, envelope, needed, constant = ([] for _ in range(4))
    for sample in samples(5):
        lines = exact_costs.cost_lines(*sample)
        corners = exact_costs.cost_curve(*sample)
        at = sorted(
            {*small.CONDITIONS, *(z for z, _ in corners), *((a + b) / 2 for (a, _), (b, _) in pairwise(corners))}
        )
        lowest = [min(exact_costs.at(line, z) for line in lines) for z in at]
        hull = [(1 - y, x) for x, y in exact_costs.roc_hull(*sample)]
        same.append(lowest == [min(exact_costs.at(line, z) for line in hull) for z in at])
        envelope.append(lowest == [_between(corners, z) for z in at])
        for left_out in hull[1:-1]:
            rest = [line for line in hull if line != left_out]
            needed.append(lowest != [min(exact_costs.at(line, z) for line in rest) for z in at])
        constant.append(lowest == [min(z, 1 - z) for z in at])
    e = Evidence(note="Every sample of up to five examples, compared at every corner, between corners, and elsewhere.")
    e.printed("least loss = envelope of all lines", cases=envelope)
    e.printed("the hull's vertices are enough", cases=same)
    e.printed("none of them between the ends can be left out", cases=needed)
    e.control("the two default classifiers are enough", cases=constant)
    return e


def duality_counts() -> Evidence:
    """Section 2.2: points and segments of hull and cost curve, on Figure 1 and on every small sample."""
    counts = {sample: _counts(sample) for sample in samples(6)}

    def same(sample: Sample) -> bool:
        return counts[sample]["cost segments"] == counts[sample]["hull points"]

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
    e.printed("cost points = hull segments", cases=(n["meetings"] == n["hull segments"] for n in counts.values()))
    e.printed("cost segments = non-trivial hull points", over=counts, holds=same)
    e.repaired(
        "cost segments = non-trivial hull points, if no end is open",
        over=[sample for sample, n in counts.items() if n["open ends"] == 0],
        holds=same,
    )
    e.repaired(
        "cost segments = non-trivial hull points + open ends",
        cases=(n["cost segments"] == n["hull points"] + n["open ends"] for n in counts.values()),
    )
    e.repaired(
        "corners inside (0, 1) = hull segments + open ends - 2",
        cases=(n["cost corners"] == n["hull segments"] + n["open ends"] - 2 for n in counts.values()),
    )
    e.control(
        "corners inside (0, 1) = hull segments",
        over=counts,
        holds=lambda sample: counts[sample]["cost corners"] == counts[sample]["hull segments"],
    )
    return e


def point_line_duality() -> Evidence:
    """Section 2.2: for every two ROC points, where their cost lines meet, and what the segment between them loses."""
    inside, ratio, inverted, along, distinct = ([] for _ in range(5))
    for sample in samples(5):
        points = [(f1, f0) for f0, f1 in small.all_rates(sample)]
        distinct.append(len({(x, 1 - y) for x, y in points}) == len(set(points)))
        for a, b in combinations(points, 2):
            d1, d0 = b[0] - a[0], b[1] - a[1]
            z = _meeting(a, b)
            inside.append(z is not None and 0 <= z <= 1)
            ratio.append(z is not None and z * d0 == (1 - z) * d1)
            inverted.append(z is not None and z * d1 == (1 - z) * d0)
            on_segment = [(a[1] + part * d0, a[0] + part * d1) for part in small.CONDITIONS]
            along.append(z is not None and len({small.skew_loss(f, z) for f in on_segment}) == 1)
    grid = [(Fraction(i, 4), Fraction(j, 4)) for i in range(5) for j in range(5)]
    falling = [(a, b) for a, b in combinations(grid, 2) if a[0] < b[0] and a[1] > b[1]]
    e = Evidence(
        note="Every two ROC points of every sample of up to five examples. Several segments of one straight line share "
        "their point of the cost plot: it stands for the line, whose points all lose the same."
    )
    e.printed("one cost line for each ROC point", cases=distinct)
    e.printed("two lines meet once, at $z$ in [0, 1]", cases=inside)
    e.printed(r"there $\frac z{1-z}=\frac{\Delta F_1}{\Delta F_0}$", cases=ratio)
    e.printed("all of the segment loses the same there", cases=along)
    e.control(r"$\frac z{1-z}=\frac{\Delta F_0}{\Delta F_1}$", cases=inverted)
    e.control(
        "also for ROC points of which one is better in both rates",
        over=falling,
        holds=lambda ends: (z := _meeting(*ends)) is not None and 0 <= z <= 1,
    )
    return e


def hull_points() -> Evidence:
    """Section 2.2: points on the hull, and below it, against the least loss at every skew; AUCH from pooled scores."""
    best, below, by_cost, pooled, unpooled = ([] for _ in range(5))
    for labels, scores in samples(6):
        rates, share = small.all_rates((labels, scores)), small.share_of_class_0(labels)
        hull = [(1 - y, 1 - x) for x, y in exact_costs.roc_hull(labels, scores)]  # as (F_1, F_0)
        # The loss of a point is straight in z: it is least somewhere if it is least at a corner of the cost curve.
        conditions = [z for z, _ in exact_costs.cost_curve(labels, scores)]
        least = {z: min(small.skew_loss(f, z) for f in rates) for z in conditions}
        for a, b in pairwise(hull):
            for part in (Fraction(0), Fraction(1, 3), Fraction(1)):
                point = (a[1] + part * (b[1] - a[1]), a[0] + part * (b[0] - a[0]))
                optimal = [z for z in conditions if small.skew_loss(point, z) == least[z]]
                best.append(len(optimal) > 0)
                costs = [z * (1 - share) / (z * (1 - share) + (1 - z) * share) for z in optimal]
                by_cost.append(
                    any(
                        small.cost_loss(point, c, share) == min(small.cost_loss(f, c, share) for f in rates)
                        for c in costs
                    )
                )
        for f0, f1 in rates:
            if all(_turn(a, b, (f1, f0)) > 0 for a, b in pairwise(hull)):
                below.append(any(small.skew_loss((f0, f1), z) == least[z] for z in conditions))
        groups = [
            -sum(x >= f1 and y >= f0 for x, y in hull) for f0, f1 in (small.rates(labels, scores, s) for s in scores)
        ]
        auch = exact.auch(labels, scores)
        pooled.append(exact.auroc(labels, groups) == auch)
        unpooled.append(exact.auroc(labels, scores) == auch)
    e = Evidence(note="Every sample of up to six examples: vertices of the hull and a point inside each segment.")
    e.printed("a point of the hull has the least loss at some skew", cases=best)
    e.printed("and at the cost proportion that goes with it", cases=by_cost)
    e.printed("AUCH is the AUC of the scores pooled along each segment of the hull", cases=pooled)
    e.control("so does a ROC point below the hull", cases=below)
    e.control("and of the scores themselves", cases=unpooled)
    return e


def _sum(sample: small.Ranked, part: Fraction | int) -> Fraction:
    """Eq. 6 for a sample, of class 0 at each score of class 1 a part counted: 1 as printed."""
    own = [s for y, s in zip(*sample, strict=True) if y == 1]
    steps = [[small.rates(*sample, t)[0] for t in small.thresholds(sample[1]) if t <= s][-2:] for s in own]
    return sum((part * at + (1 - part) * below for below, at in steps), Fraction(0)) / len(own)


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


def _counts(sample: small.Ranked) -> dict[str, int]:
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
