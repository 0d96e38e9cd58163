"""Section 1 and Appendix A of the LxCIM paper: known metrics, decision functions, invariance I1, sensitivity."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, permutations, product

import sympy

from metricbook.chapters.lxcim.invariance import samples as small
from metricbook.chapters.lxcim.invariance.samples import S, share
from metricbook.chapters.lxcim.invariance.tables import movement, swap_only
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence
from metricbook.metrics.confusion import METRICS, confusion_at, exchanges, swapped


def auroc_probability(claim: Claim) -> Evidence:
    """Section 1.1: the area under the ROC curve against pair counts, on all samples of at most 4, ties included."""
    samples = [(y, s) for n in (2, 3, 4) for y in small.label_orders(n) for s in small.weak_orders(n)]
    areas = [exact.area(exact.roc_points(*sample)) for sample in samples]
    strict = [small.strict_wins(*sample) for sample in samples]
    half = [small.strict_wins(*sample, tie=Fraction(1, 2)) for sample in samples]
    full = [small.strict_wins(*sample, tie=Fraction(1)) for sample in samples]
    untied = [i for i, (p, q) in enumerate(zip(strict, full, strict=True)) if p == q]
    perfect = {area for area, p in zip(areas, strict, strict=True) if p == 1}
    level = {a for a, sample in zip(areas, samples, strict=True) if not any(small.rate_gaps(*sample))}

    def matches(wins: list[Fraction]) -> dict:
        equal = sum(a == b for a, b in zip(areas, wins, strict=True))
        return {"agrees": equal == len(areas), "reproduced": share(equal, len(areas))}

    e = Evidence()
    e.printed(
        "area where every positive outscores every negative",
        published=claim.published["perfect"],
        reproduced=small.only(perfect),
    )
    e.printed("area where TPR = FPR throughout", published=claim.published["random"], reproduced=small.only(level))
    e.printed("area $= P[s(X^+) > s(X^-)]$", **matches(strict))
    e.repaired(r"area $= P[s(X^+) > s(X^-)]$ $+ \frac12 P[s(X^+) = s(X^-)]$", **matches(half))
    equal = sum(areas[i] == strict[i] for i in untied)
    e.repaired(
        "the printed form, where no positive ties with a negative",
        agrees=equal == len(untied),
        reproduced=share(equal, len(untied)),
    )
    e.control("full credit for ties", **matches(full))
    return e


def auch_definition() -> Evidence:
    """Section 1.1: the hull's area against the circle's on one-point ROC curves; curves that share a worst point."""
    quarters = [Fraction(k, 4) for k in range(5)]
    points = [(f, t) for f in quarters for t in quarters if t >= f]
    hulls = {point: exact.auch(*_sample_through(point)) for point in points}
    radii = {(f, t): t**2 + (1 - f) ** 2 for f, t in points}
    e = Evidence()
    for what, factor in (
        (r"AUCH $= \mathrm{TPR}^2 + (1-\mathrm{FPR})^2$", 1),
        (r"AUCH $= \pi r^2$ with $r^2 = \mathrm{TPR}^2 + (1-\mathrm{FPR})^2$", math.pi),
        (r"AUCH $= \frac14\pi r^2$, the quarter of that circle", math.pi / 4),
    ):
        equal = sum(math.isclose(hulls[point], factor * radii[point]) for point in points)
        e.printed(what, agrees=equal == len(points), reproduced=share(equal, len(points)))
    by_worst: dict[tuple, set] = {}
    halves = [Fraction(k, 2) for k in range(3)]
    for (f1, t1), (f2, t2) in product(product(halves, halves), repeat=2):
        if f1 <= f2 and t1 <= t2:
            worst = min((t1 - f1, (f1, t1)), (t2 - f2, (f2, t2)))[1]
            by_worst.setdefault(worst, set()).add(exact.auch(*_sample_through((f1, t1), (f2, t2))))
    alike = sum(len(areas) == 1 for areas in by_worst.values())
    e.printed(
        "curves with the same worst point (lowest TPR - FPR) have the same AUCH",
        agrees=alike == len(by_worst),
        reproduced=f"{share(alike, len(by_worst))} worst points",
    )
    right = sum(hulls[f, t] == (1 + t - f) / 2 for f, t in points)
    e.note = rf"The hull of one point $(f, t)$ with $t \ge f$ has area $(1+t-f)/2$: {share(right, len(points))}."
    return e


def _sample_through(*points: tuple[Fraction, Fraction]) -> tuple[list[int], list[int], list[Fraction]]:
    """Labels, scores and weights of a sample whose ROC curve bends at these points."""
    corners = [(Fraction(0), Fraction(0)), *points, (Fraction(1), Fraction(1))]
    labels, scores, weights = [], [], []
    for rank, ((f0, t0), (f1, t1)) in enumerate(pairwise(corners)):
        labels += [1, 0]
        scores += [-rank, -rank]
        weights += [t1 - t0, f1 - f0]
    return labels, scores, weights


def ks_definition() -> Evidence:
    """Section 1.1: integrals of TPR and FPR, and the rates, against the distance of the classes' distributions."""
    samples = [(y, s) for n in (2, 3, 4) for y in small.label_orders(n) for s in small.weak_orders(n)]
    statistic = [_distance_of_distributions(*sample) for sample in samples]

    def matches(values: list[Fraction]) -> dict:
        equal = sum(a == b for a, b in zip(values, statistic, strict=True))
        return {"agrees": equal == len(samples), "reproduced": share(equal, len(samples))}

    e = Evidence()
    e.printed(r"KS $= \max_t |\int_t \mathrm{TPR} - \int_t \mathrm{FPR}|$", **matches(_widest_integral(samples)))
    e.repaired(
        r"KS $= \max_t |\mathrm{TPR}(t) - \mathrm{FPR}(t)|$",
        **matches([small.kolmogorov_smirnov(*sample) for sample in samples]),
    )
    e.control(
        r"KS $= \max_t (\mathrm{TPR}(t) - \mathrm{FPR}(t))$, with its sign",
        **matches([max(small.rate_gaps(*sample)) for sample in samples]),
    )
    return e


def _distance_of_distributions(labels: tuple[int, ...], scores: tuple[int, ...]) -> Fraction:
    """The two-sample statistic from its definition: sup |F1 - F0| of the empirical distribution functions."""

    def below(label: int, score: int) -> Fraction:
        of_class = [s for y, s in zip(labels, scores, strict=True) if y == label]
        return Fraction(sum(s <= score for s in of_class), len(of_class))

    return max(abs(below(1, score) - below(0, score)) for score in scores)


def _widest_integral(samples: list) -> list[Fraction]:
    """Largest gap between the integrals of TPR and FPR over the thresholds from t up; scores are one apart."""
    widest = []
    for labels, scores in samples:
        # Between two scores that are one apart the gap of the rates is constant, so its integral adds it up.
        sums = [sum(small.rate_gaps(labels, scores)[:k], Fraction(0)) for k in range(max(scores) + 1)]
        widest.append(max(map(abs, sums)))
    return widest


def proposition_1() -> Evidence:
    """Proposition 1, Appendix A: the exponential function on the line, then every function on chains of at most 5."""
    slope = sympy.diff(sympy.exp(S), S)
    rises, falls = (sympy.solveset(sign, S, sympy.S.Reals) for sign in (slope > 0, slope < 0))
    satisfies = rises == sympy.S.Reals  # from every point up, which is the right half of Eq. 28
    e = Evidence()
    e.printed(
        r"Eq. 28 leaves a finite $s^*$ with $g$ falling below it: $e^s$",
        agrees=not satisfies or not falls.is_empty,
        reproduced=f"Eq. 28 {'holds' if satisfies else 'fails'}, g falls {'nowhere' if falls.is_empty else 'too'}",
    )
    chains = [g for n in range(1, 6) for g in product(range(n), repeat=n)]
    equal = sum(_eq_28(g) == _falls_then_rises(g) for g in chains)
    e.repaired(
        "Eq. 28 iff $g$ falls on a down-set and rises on the rest, either possibly empty",
        agrees=equal == len(chains),
        reproduced=share(equal, len(chains)),
    )
    allowed = [g for g in chains if _eq_28(g)]
    split = sum(_halves_are_a_cut(g) for g in allowed)
    e.repaired(
        "the points with the left half of Eq. 28 form a down-set, those with the right half an up-set",
        agrees=split == len(allowed),
        reproduced=share(split, len(allowed)),
    )
    wrong = sum(_eq_28(g) == _falls_then_rises(tuple(-v for v in g)) for g in chains)
    e.control("rising first, then falling", agrees=wrong == len(chains), reproduced=share(wrong, len(chains)))
    grid = [Fraction(k, 8) for k in range(-40, 41)]
    lower = sum(_jump(s / 2 if s < 0 else Fraction(-1, 2)) < _jump(s) for s in grid)
    e.control(
        "the lowest confidence is attained, also by $g(s) = -s$ for $s < 0$, $1 + s$ from 0 on",
        agrees=lower < len(grid),
        reproduced=f"{share(lower, len(grid))} scores have a score of lower confidence",
    )
    return e


def _eq_28(g: tuple[int, ...]) -> bool:
    return all(
        all(other > here for other in g[:i]) or all(other > here for other in g[i + 1 :]) for i, here in enumerate(g)
    )


def _falls_then_rises(g: tuple[int, ...]) -> bool:
    def falls(part: tuple[int, ...]) -> bool:
        return all(a > b for a, b in pairwise(part))

    return any(falls(g[:cut]) and falls(g[cut:][::-1]) for cut in range(len(g) + 1))


def _halves_are_a_cut(g: tuple[int, ...]) -> bool:
    left = [all(other > here for other in g[:i]) for i, here in enumerate(g)]
    right = [all(other > here for other in g[i + 1 :]) for i, here in enumerate(g)]
    both = sum(a and b for a, b in zip(left, right, strict=True))
    return left == sorted(left, reverse=True) and right == sorted(right) and both <= 1


def _jump(score: Fraction) -> Fraction:
    return -score if score < 0 else 1 + score


def inverse_pairs() -> Evidence:
    """Section 2.2 and footnote 4: the scores of equal confidence, solved for, under six decision functions."""

    def pairs(functions: tuple, domain: sympy.Set = sympy.S.Reals, grid: tuple = small.SCORE_GRID) -> dict:
        found = [len(g.partners(s, domain)) == (s != 0) for g in functions for s in grid if s in domain]
        return {"agrees": all(found), "reproduced": f"{share(sum(found), len(found))} scores"}

    e = Evidence()
    for g in small.UNPAIRED:
        e.printed(f"one partner for every $s \\ne s^*$, none for $s^*$: ${g.name}$", **pairs((g,)))
    names = "; ".join(f"${g.name}$" for g in small.PAIRED)
    e.repaired(f"the same for continuous $g$ of equal limits at both ends: {names}", **pairs(small.PAIRED))
    unit = sympy.Interval(-sympy.Rational(3, 10), sympy.Rational(7, 10))  # [0, 1] less s* = 0.3
    tenths = tuple(sympy.Rational(k, 10) for k in range(-3, 8))
    e.control("scores kept to $[0, 1]$, $g(s) = |s - 0.3|$", **pairs(small.PAIRED[:1], unit, tenths))
    return e


def prediction_at_threshold() -> Evidence:
    """Eq. 2 against Section 2.2: the label of a score at s* flipped, under Eq. 2's prediction and under half credit."""
    metrics = (exact.accuracy, exact.lxcim, exact.audrc_sum)
    samples = [sample for n in (1, 2, 3) for sample in small.scored_samples(n, (-2, -1, 0, 1))]

    def kept(metric, at_threshold: bool) -> list[bool]:
        return [
            metric(labels, scores) == metric((*labels[:i], 1 - labels[i], *labels[i + 1 :]), scores)
            for labels, scores in samples
            for i, score in enumerate(scores)
            if (score == 0) == at_threshold
        ]

    def by_eq_2(labels: tuple, scores: tuple) -> Fraction:
        return Fraction(sum((s > 0) == (y == 1) for y, s in zip(labels, scores, strict=True)), len(labels))

    e = Evidence()
    printed = kept(by_eq_2, at_threshold=True)
    e.printed(
        "by Eq. 2, a label flipped at $s^*$ leaves accuracy as it was",
        agrees=all(printed),
        reproduced=share(sum(printed), len(printed)),
    )
    half = [same for metric in metrics for same in kept(metric, at_threshold=True)]
    e.repaired(
        "with half credit at $s^*$, it leaves accuracy, LxCIM and AUDRC",
        agrees=all(half),
        reproduced=share(sum(half), len(half)),
    )
    off = [same for metric in metrics for same in kept(metric, at_threshold=False)]
    e.control("the same for a label off $s^*$", agrees=all(off), reproduced=share(sum(off), len(off)))
    return e


def monotone_invariance() -> Evidence:
    """Section 1.1: seven metrics before and after increasing maps, the decision function kept and carried along."""
    scores = [order for values in ((-2, -1, 3), (-2, 1, 1)) for order in set(permutations(values))]
    samples = [(labels, order) for labels in small.label_orders(3) for order in scores]
    maps = (lambda s: s + 3, lambda s: s**3 + 1, lambda s: Fraction(2) ** s)
    rankings = (exact.auroc, exact.average_precision, exact.auch, small.kolmogorov_smirnov)
    decisions = (exact.lxcim, exact.audrc_sum)

    def kept(metrics, maps, moved) -> dict:
        same = [m(y, s) == m(y, moved(s, f)) for m in metrics for y, s in samples for f in maps]
        return {"agrees": all(same), "reproduced": share(sum(same), len(same))}

    def plain(scores: tuple, f) -> list:
        return [f(s) for s in scores]

    def centred(scores: tuple, f) -> list:
        return [f(s) - f(0) for s in scores]  # the threshold goes along, the distance to it is measured anew

    def carried(scores: tuple, f) -> list:
        back = {f(s): s for s in scores}  # g' = g after the inverse map, and the side of f(s*)
        return [abs(back[t]) if t > f(0) else -abs(back[t]) for t in plain(scores, f)]

    before, after = exact.lxcim([1, 1], [2, -1]), exact.lxcim([1, 1], [5, 2])
    e = Evidence()
    e.printed("AUROC, average precision, AUCH and KS keep their values", **kept(rankings, maps, plain))
    e.printed("LxCIM and AUDRC do, $g(s) = |s|$ being kept", **kept(decisions, maps, plain))
    e.printed(
        "LxCIM of $s = [2, -1]$, $y = [1, 1]$, and after $s + 3$", agrees=before == after, reproduced=[before, after]
    )
    e.repaired("LxCIM and AUDRC do, $g$ being carried along with the scores", **kept(decisions, maps, carried))
    e.control("carrying only $s^*$ along, with $g(s) = |s - s^*|$", **kept(decisions, maps, centred))
    e.control("AUROC under a map that ties scores", **kept((exact.auroc,), (lambda s: max(s, 0),), plain))
    return e


def calibrated_half(claim: Claim) -> Evidence:
    """Section 1.1: expected 0/1 loss at every threshold, for all mixtures of two calibrated scores on a grid."""
    scores = [Fraction(k, 40) for k in range(41)]
    thresholds = [Fraction(k, 20) for k in range(21)]
    loss = {(s, t): 1 - s if s > t else s for s in scores for t in thresholds}
    best = set(thresholds)
    by_prevalence = []
    for first, second in combinations_with_replacement(scores, 2):
        losses = {t: loss[first, t] + loss[second, t] for t in thresholds}
        lowest = min(losses.values())
        best &= {t for t in thresholds if losses[t] == lowest}
        prevalence = (first + second) / 2
        by_prevalence.append(sum(1 - s if s > prevalence else s for s in (first, second)) == lowest)
    p = sympy.Symbol("p")
    (indifferent,) = sympy.solve(sympy.Eq(1 - p, p), p)
    e = Evidence()
    e.printed(
        "the one threshold with the lowest expected loss for every mixture",
        published=claim.published,
        reproduced=small.only(best),
    )
    e.printed(
        "the posterior at which both decisions cost the same",
        published=claim.published,
        reproduced=Fraction(int(indifferent.p), int(indifferent.q)),
    )
    e.control(
        "the share of positives as threshold is optimal for every mixture",
        agrees=all(by_prevalence),
        reproduced=share(sum(by_prevalence), len(by_prevalence)),
    )
    return e


def invariance_i1() -> Evidence:
    """Eq. 5: the confusion matrix after the classes trade names, on all samples of at most 4 decisions."""
    samples = [sample for n in (1, 2, 3, 4) for sample in small.scored_samples(n, (-1, 1))]

    def renamed(flip_labels: bool, flip_scores: bool) -> dict:
        same = 0
        for labels, scores in samples:
            tn, fp, fn, tp = confusion_at(labels, scores)
            after = confusion_at(
                [1 - y if flip_labels else y for y in labels], [-s if flip_scores else s for s in scores]
            )
            # Eq. 5 orders the cells TP, FP, TN, FN and puts TN, FN, TP, FP in their places.
            same += (after[3], after[1], after[0], after[2]) == (tn, fn, tp, fp)
        return {"agrees": same == len(samples), "reproduced": share(same, len(samples))}

    keepers = [name for name, metric in METRICS.items() if movement(metric, swap_only, total=5) is None]
    twice = all(swapped(swapped(cells)) == cells for cells in small.GENERIC)
    e = Evidence()
    e.printed("trading the names of the classes maps the matrix as Eq. 5 does", **renamed(True, True))
    e.printed("doing it twice changes nothing", agrees=twice, reproduced=twice)
    e.control("trading the names of the true classes only", **renamed(True, False))
    e.control("trading the names of the predicted classes only", **renamed(False, True))
    e.control(
        "every categorical metric satisfies Eq. 5",
        agrees=len(keepers) == len(METRICS),
        reproduced=keepers,
    )
    return e


def class_sensitivity() -> Evidence:
    """Eq. 6: partial derivatives of all categorical metrics, against whether an exchange of samples moves them."""
    moves = {name: movement(metric, exchanges, total=5) is not None for name, metric in METRICS.items()}
    parts = {name: small.sensitivity(name) for name in METRICS}

    def matches(rule) -> dict:
        wrong = [name for name in METRICS if rule(parts[name]) != moves[name]]
        shown = share(len(METRICS) - len(wrong), len(METRICS)) + (f" (not {', '.join(wrong)})" if wrong else "")
        return {"agrees": not wrong, "reproduced": shown}

    e = Evidence()
    e.printed("Eq. 6 singles out the metrics that tell the classes apart", **matches(any))
    e.control('"and" in the place of "or"', **matches(all))
    return e
