"""Section 1 and Appendix A of the LxCIM paper: known metrics, decision functions, invariance I1, sensitivity."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations_with_replacement, pairwise, permutations, product, starmap

import sympy

from claimledger import Claim, Details, Evidence
from metricbook import confusion_at
from metricbook.confusion import METRICS, exchanges, swapped
from metricbook.exact import ranking as exact
from metricbook.exact.samples import rankings, samples, scored
from scoring_the_scores.lxcim.invariance import samples as small
from scoring_the_scores.lxcim.invariance.samples import S
from scoring_the_scores.lxcim.invariance.tables import movement, swap_only


def auroc_probability(claim: Claim) -> Evidence:
    """Section 1.1: the area under the ROC curve against pair counts, on all samples of at most 4, ties included."""
    areas = {sample: exact.area(exact.roc_points(*sample)) for sample in samples(4)}
    untied = [sample for sample in areas if small.strict_wins(*sample) == small.strict_wins(*sample, tie=1)]
    perfect = {area for sample, area in areas.items() if small.strict_wins(*sample) == 1}
    level = {area for sample, area in areas.items() if not any(small.rate_gaps(*sample))}

    def matches(tie: Fraction | int) -> Callable[[tuple], bool]:
        return lambda sample: areas[sample] == small.strict_wins(*sample, tie=tie)

    e = Evidence()
    e.printed(
        "area where every positive outscores every negative",
        published=claim.published["perfect"],
        reproduced=small.only(perfect),
    )
    e.printed("area where TPR = FPR throughout", published=claim.published["random"], reproduced=small.only(level))
    e.printed("area $= P[s(X^+) > s(X^-)]$, where no positive ties with a negative", over=untied, holds=matches(0))
    e.printed(r"area $= P[s(X^+) > s(X^-)]$ $+ \frac12 P[s(X^+) = s(X^-)]$", over=areas, holds=matches(Fraction(1, 2)))
    e.control("area $= P[s(X^+) > s(X^-)]$, ties included", over=areas, holds=matches(0))
    e.control("full credit for ties", over=areas, holds=matches(1))
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
        equal = {point: math.isclose(hulls[point], factor * radii[point]) for point in points}
        e.printed(what, over=points, holds=equal.__getitem__)
    by_worst: dict[tuple, set] = {}
    halves = [Fraction(k, 2) for k in range(3)]
    for (f1, t1), (f2, t2) in product(product(halves, halves), repeat=2):
        if f1 <= f2 and t1 <= t2:
            worst = min((t1 - f1, (f1, t1)), (t2 - f2, (f2, t2)))[1]
            by_worst.setdefault(worst, set()).add(exact.auch(*_sample_through((f1, t1), (f2, t2))))
    e.printed(
        "curves with the same worst point (lowest TPR - FPR) have the same AUCH",
        over=sorted(by_worst),
        holds=lambda worst: len(by_worst[worst]) == 1,
    )
    e.control(
        "the hull of one point $(f, t)$, $t \\ge f$, has area $t(1-f)$",
        over=points,
        holds=lambda point: hulls[point] == point[1] * (1 - point[0]),
    )
    e.repaired(
        "AUCH is the area under the hull: of one point $(f, t)$, $t \\ge f$, it is $(1+t-f)/2$",
        cases=(hulls[f, t] == (1 + t - f) / 2 for f, t in points),
    )
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
    distances = {sample: _distance_of_distributions(*sample) for sample in samples(4)}
    e = Evidence()
    e.printed(
        r"KS $= \max_t |\int_t \mathrm{TPR} - \int_t \mathrm{FPR}|$",
        over=distances,
        holds=lambda sample: _widest_integral(*sample) == distances[sample],
    )
    e.repaired(
        r"KS $= \max_t |\mathrm{TPR}(t) - \mathrm{FPR}(t)|$",
        cases=(small.kolmogorov_smirnov(*sample) == distance for sample, distance in distances.items()),
    )
    e.repaired(
        "scores ten times as large leave it alone, and not the integrals' gap",
        cases=(
            _widest_integral(labels, [10 * s for s in scores]) == 10 * _widest_integral(labels, scores)
            and small.kolmogorov_smirnov(labels, [10 * s for s in scores]) == distance
            for (labels, scores), distance in distances.items()
        ),
    )
    e.control(
        r"KS $= \max_t (\mathrm{TPR}(t) - \mathrm{FPR}(t))$, with its sign",
        over=distances,
        holds=lambda sample: max(small.rate_gaps(*sample)) == distances[sample],
    )
    return e


def _distance_of_distributions(labels: tuple[int, ...], scores: tuple[int, ...]) -> Fraction:
    """The two-sample statistic from its definition: sup |F1 - F0| of the empirical distribution functions."""

    def below(label: int, score: int) -> Fraction:
        of_class = [s for y, s in zip(labels, scores, strict=True) if y == label]
        return Fraction(sum(s <= score for s in of_class), len(of_class))

    return max(abs(below(1, score) - below(0, score)) for score in scores)


def _widest_integral(labels: tuple[int, ...], scores: Sequence[int]) -> Fraction:
    """Largest gap between the integrals of TPR and FPR over the thresholds from t up."""
    # Between two neighbouring scores the gap of the rates is constant; below the lowest score it is 0.
    widths = [a - b for a, b in pairwise(sorted(set(scores), reverse=True))]
    pieces = (gap * width for gap, width in zip(small.rate_gaps(labels, scores), widths, strict=False))
    return max(map(abs, accumulate(pieces, initial=Fraction(0))))


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
    e.repaired(
        "Eq. 28 iff $g$ falls on a down-set and rises on the rest, either possibly empty",
        cases=(_eq_28(g) == _falls_then_rises(g) for g in chains),
    )
    e.repaired(
        "the points with the left half of Eq. 28 form a down-set, those with the right half an up-set",
        cases=(_halves_are_a_cut(g) for g in chains if _eq_28(g)),
    )
    e.control(
        "rising first, then falling", cases=(_eq_28(g) == _falls_then_rises(tuple(-v for v in g)) for g in chains)
    )
    grid = [Fraction(k, 8) for k in range(-40, 41)]
    e.control(
        "some score has the lowest confidence, also by $g(s) = -s$ for $s < 0$, $1 + s$ from 0 on",
        agrees=not all(_jump(s / 2 if s < 0 else Fraction(-1, 2)) < _jump(s) for s in grid),
        reproduced=f"each of {len(grid)} scores has a score of lower confidence",
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

    def paired(g: small.ConfidenceFunction, s: sympy.Rational, domain: sympy.Set = sympy.S.Reals) -> bool:
        return len(g.partners(s, domain)) == (s != 0)

    e = Evidence()
    for g in small.UNPAIRED:
        e.printed(
            f"one partner for every $s \\ne s^*$, none for $s^*$: ${g.name}$",
            over=sorted(small.SCORE_GRID, key=abs),
            holds=partial(paired, g),
        )
    names = "; ".join(f"${g.name}$" for g in small.PAIRED)
    e.repaired(
        f"the same for continuous $g$ of equal limits at both ends: {names}",
        cases=starmap(paired, product(small.PAIRED, small.SCORE_GRID)),
    )
    unit = sympy.Interval(-sympy.Rational(3, 10), sympy.Rational(7, 10))  # [0, 1] less s* = 0.3
    tenths = tuple(sympy.Rational(k, 10) for k in range(-3, 8))
    e.control("scores kept to $[0, 1]$, $g(s) = |s - 0.3|$", cases=(paired(small.PAIRED[0], s, unit) for s in tenths))
    return e


def prediction_at_threshold() -> Evidence:
    """Eq. 2 against Section 2.2: the label of a score at s* flipped, under Eq. 2's prediction and under half credit."""
    metrics = (exact.accuracy, exact.lxcim, exact.audrc_sum)
    cases = [sample for n in (1, 2, 3) for sample in scored(n, (-2, -1, 0, 1), both=False)]

    def flipped(*, at_threshold: bool) -> list[tuple[tuple, tuple, tuple]]:
        return [
            (labels, (*labels[:i], 1 - labels[i], *labels[i + 1 :]), scores)
            for labels, scores in cases
            for i, score in enumerate(scores)
            if (score == 0) == at_threshold
        ]

    def by_eq_2(labels: tuple, scores: tuple) -> Fraction:
        return Fraction(sum((s > 0) == (y == 1) for y, s in zip(labels, scores, strict=True)), len(labels))

    e = Evidence()
    at = flipped(at_threshold=True)
    e.printed(
        "by Eq. 2, a label flipped at $s^*$ leaves accuracy as it was: labels, then flipped, scores",
        over=at,
        holds=lambda case: by_eq_2(case[0], case[2]) == by_eq_2(case[1], case[2]),
    )
    e.repaired(
        "with half credit at $s^*$, it leaves accuracy, LxCIM and AUDRC",
        cases=(metric(before, s) == metric(after, s) for metric in metrics for before, after, s in at),
    )
    e.control(
        "the same for a label off $s^*$",
        cases=(
            metric(before, s) == metric(after, s)
            for metric in metrics
            for before, after, s in flipped(at_threshold=False)
        ),
    )
    return e


def monotone_invariance() -> Evidence:
    """Section 1.1: seven metrics before and after increasing maps, the decision function kept and carried along."""
    scores = [order for values in ((-2, -1, 3), (-2, 1, 1)) for order in set(permutations(values))]
    cases = [(labels, order) for labels in rankings(3) for order in scores]
    maps = {"s + 3": lambda s: s + 3, "s³ + 1": lambda s: s**3 + 1, "2^s": lambda s: Fraction(2) ** s}
    lines = {"s + 3": lambda s: s + 3, "2s + 3": lambda s: 2 * s + 3}
    odd = {"2s": lambda s: 2 * s, "s³": lambda s: s**3}
    rankings_only = (exact.auroc, exact.average_precision, exact.auch, small.kolmogorov_smirnov)
    decisions = (exact.lxcim, exact.audrc_sum)

    def unchanged(metrics: tuple, maps: dict, moved: Callable) -> Details:
        def same(case: tuple) -> bool:
            name, y, s, f = case
            return named[name](y, s) == named[name](y, moved(s, maps[f]))

        named = {metric.__name__: metric for metric in metrics}
        return {"over": [(name, y, s, f) for name in named for y, s in cases for f in maps], "holds": same}

    def plain(scores: tuple, f) -> list:
        return [f(s) for s in scores]

    def centred(scores: tuple, f) -> list:
        return [f(s) - f(0) for s in scores]  # the threshold goes along, the distance to it is measured anew

    def carried(scores: tuple, f) -> list:
        back = {f(s): s for s in scores}  # g' = g after the inverse map, and the side of f(s*)
        return [abs(back[t]) if t > f(0) else -abs(back[t]) for t in plain(scores, f)]

    before, after = exact.lxcim([1, 1], [2, -1]), exact.lxcim([1, 1], [5, 2])
    e = Evidence()
    e.printed("AUROC, average precision, AUCH and KS keep their values", **unchanged(rankings_only, maps, plain))
    e.printed("LxCIM and AUDRC do, $g(s) = |s|$ being kept", **unchanged(decisions, maps, plain))
    e.printed(
        "LxCIM of $s = [2, -1]$, $y = [1, 1]$, and after $s + 3$", agrees=before == after, reproduced=[before, after]
    )
    e.repaired("LxCIM and AUDRC do, $g$ being carried along with the scores", **unchanged(decisions, maps, carried))
    e.repaired("LxCIM and AUDRC do under $2s$ and $s^3$, $g(s) = |s|$ being kept", **unchanged(decisions, odd, plain))
    e.repaired("moving $s^*$ alone is enough under $s + 3$ and $2s + 3$", **unchanged(decisions, lines, centred))
    e.control("it is enough under $2^s$", **unchanged(decisions, {"2^s": maps["2^s"]}, centred))
    e.control(
        "AUROC under a map that ties scores", **unchanged((exact.auroc,), {"max(s, 0)": lambda s: max(s, 0)}, plain)
    )
    return e


def calibrated_half(claim: Claim) -> Evidence:
    """Section 1.1: expected 0/1 loss at every threshold, for all mixtures of two calibrated scores on a grid."""
    scores = [Fraction(k, 40) for k in range(41)]
    thresholds = [Fraction(k, 20) for k in range(21)]
    loss = {(s, t): 1 - s if s > t else s for s in scores for t in thresholds}
    best = set(thresholds)
    by_prevalence = {}
    for first, second in combinations_with_replacement(scores, 2):
        losses = {t: loss[first, t] + loss[second, t] for t in thresholds}
        lowest = min(losses.values())
        best &= {t for t in thresholds if losses[t] == lowest}
        prevalence = (first + second) / 2
        by_prevalence[first, second] = sum(1 - s if s > prevalence else s for s in (first, second)) == lowest
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
        over=by_prevalence,
        holds=by_prevalence.__getitem__,
    )
    return e


def invariance_i1() -> Evidence:
    """Eq. 5: the confusion matrix after the classes trade names, on all samples of at most 4 decisions."""
    cases = [sample for n in (1, 2, 3, 4) for sample in scored(n, (-1, 1), both=False)]

    def renamed(flip_labels: bool, flip_scores: bool) -> Iterator[bool]:
        for labels, scores in cases:
            before = confusion_at(labels, scores)
            after = confusion_at(
                [1 - y if flip_labels else y for y in labels], [-s if flip_scores else s for s in scores]
            )
            yield after == swapped(before)

    keepers = [name for name, metric in METRICS.items() if movement(metric, swap_only, total=5) is None]
    twice = all(swapped(swapped(cells)) == cells for cells in small.GENERIC)
    e = Evidence()
    e.printed("trading the names of the classes maps the matrix as Eq. 5 does", cases=renamed(True, True))
    e.printed("doing it twice changes nothing", agrees=twice, reproduced=twice)
    e.control("trading the names of the true classes only", cases=renamed(True, False))
    e.control("trading the names of the predicted classes only", cases=renamed(False, True))
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
        return {"agrees": not wrong, "reproduced": f"all but {', '.join(wrong)}" if wrong else "all"}

    e = Evidence()
    e.printed("Eq. 6 singles out the metrics that tell the classes apart", **matches(any))
    e.control('"and" in the place of "or"', **matches(all))
    return e


def not_incremental() -> Evidence:
    """Section 1.1: whether the metric of a sample and one new member tell the metric after it has come."""
    ended: dict[Callable, dict[tuple, set]] = {metric: defaultdict(set) for metric in (exact.auroc, exact.accuracy)}
    inserted = []
    for labels, scores in samples(4, smallest=4, ties=False):
        centred = tuple(2 * s - 5 for s in scores)
        for label, score in product((0, 1), (-4, -2, 0, 2, 4)):
            for metric, known in ended.items():
                new = (*labels, label), (*centred, score)
                known[metric(labels, centred), sum(labels), label, score].add(metric(*new))
            inserted.append(_inserted(labels, centred, label, score) == exact.auroc(*new))
    e = Evidence(
        note="Samples of four without ties; what is known is the metric, the sizes of the classes, the new one."
    )
    for form, metric in (("printed", exact.auroc), ("control", exact.accuracy)):
        several = sum(len(values) > 1 for values in ended[metric].values())
        e.add(
            form,
            f"what is known of {metric.__name__} does not tell its next value",
            agrees=several > 0,
            reproduced=f"{several} of {len(ended[metric])} leave it open",
        )
    e.printed("with the old scores AUROC is updated, without ranking anew", cases=inserted)
    return e


def _inserted(labels: tuple, scores: tuple, label: int, score: int) -> Fraction:
    """AUROC from its old value, and from how many of the other class the new member outscores."""
    positives, negatives = sum(labels), len(labels) - sum(labels)
    others = [s for y, s in zip(labels, scores, strict=True) if y != label]
    won = sum((score > s) + Fraction(score == s, 2) for s in others)
    won = won if label else len(others) - won
    total = exact.auroc(labels, scores) * positives * negatives + won
    return total / ((positives + label) * (negatives + 1 - label))
