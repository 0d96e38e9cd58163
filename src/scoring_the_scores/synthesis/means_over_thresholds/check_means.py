"""Each row of the table: the metric is the mean, exactly and with ties on small samples, in floats on larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
from scipy.stats import norm

from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact import indistinguishability as exact_wins
from metricbook.exact import ranking as exact
from metricbook.exact import tile as exact_tile
from metricbook.exact.samples import Sample, matrices, samples, scored
from metricbook.tile import volume
from scoring_the_scores.synthesis import steps
from scoring_the_scores.synthesis.means_over_thresholds import corners
from scoring_the_scores.synthesis.means_over_thresholds.rows import FLAGGED_FROM, ROWS, Row, with_negatives_twice
from scoring_the_scores.synthesis.steps import HALF

SMALL = "All samples of two to four cases of both classes, with ties; all 62 orders of six; in fractions."
DECIDED = "All 576 ways to label two or three cases and score each -2, -1, 0 or 1, the threshold at 0, in fractions."
SEED, LARGER = 20261122, 8
LARGE = f"Then {LARGER} random samples of 20 to 200 cases with ties by the package, seed {SEED}."
CLOSE = 1e-12
#: A sample, and the shares of positives among the cases that are judged and among those that give the threshold.
Drawn = tuple[Sample, Fraction, Fraction]


@cache
def _small() -> tuple[Sample, ...]:
    return (*samples(4), *samples(6, smallest=6, ties=False))


@cache
def _decided() -> tuple[Sample, ...]:
    return (*scored(2, range(-2, 2), both=False), *scored(3, range(-2, 2), both=False))


@cache
def _large() -> tuple[Sample, ...]:
    draws = []
    for rng in np.random.default_rng(SEED).spawn(LARGER):
        labels = rng.permutation(np.arange(rng.integers(20, 201)) % 5 < rng.integers(1, 5)).astype(int)
        scores = np.round(2 * rng.normal(labels), 0).astype(int)
        draws.append((tuple(labels.tolist()), tuple(scores.tolist())))
    return tuple(draws)


@cache
def _sweep(sample: Sample) -> list[steps.Step]:
    return steps.steps_of(*sample)


def _share(labels: Iterable[int]) -> Fraction:
    shared = list(labels)
    return Fraction(sum(shared), len(shared))


def two_draws() -> Evidence:
    """1/2 + m (AUROC - 1/2), whatever the two shares; not without half credit, nor with the other m."""
    chances = [Fraction(0), Fraction(1, 3), HALF, Fraction(1)]

    leads = {sample: exact.auroc(*sample) - HALF for sample in _small()}
    tried = list(product(leads, chances, chances))

    def holds(m: Callable[[Fraction, Fraction], Fraction], at: Fraction) -> Callable[[Drawn], bool]:
        """Whether the formula is true of a sample and two shares."""
        return lambda case: steps.judged_mean(_sweep(case[0]), *case[1:], at=at) == HALF + m(*case[1:]) * leads[case[0]]

    e = Evidence(note=f"{SMALL} The two shares are 0, 1/3, 1/2 and 1.")
    e.printed("$\\frac12+m(\\mathrm{AUROC}-\\frac12)$", over=tried, holds=holds(_differ, HALF))
    e.printed("$m=\\frac12$ if either share is $\\frac12$", cases=(_differ(HALF, x) == HALF for x in chances))
    e.printed("normal scores of unequal spread, by quadrature", cases=map(_normal_draws, product(chances, repeat=2)))
    e.control("$m$ the chance of the same class", over=tried, holds=holds(lambda a, b: 1 - _differ(a, b), HALF))
    e.control("a case at the threshold flagged", over=tried, holds=holds(_differ, Fraction(1)))
    return e


#: Scores N(0, 1) of negatives and N(0.8, 1.6) of positives, whose ROC curve is not concave, on a grid.
_GRID = np.linspace(-12, 14, 20_001)
_NEGATIVE, _POSITIVE = norm(0, 1), norm(0.8, 1.6)
_NORMAL_AREA = float(norm.cdf(0.8 / np.hypot(1, 1.6)))


def _normal_draws(shares: tuple[Fraction, ...]) -> bool:
    judged, drawn = map(float, shares)
    accuracy = judged * _POSITIVE.sf(_GRID) + (1 - judged) * _NEGATIVE.cdf(_GRID)
    density = drawn * _POSITIVE.pdf(_GRID) + (1 - drawn) * _NEGATIVE.pdf(_GRID)
    mean = np.trapezoid(accuracy * density, _GRID)
    return abs(mean - (0.5 + float(_differ(shares[0], shares[1])) * (_NORMAL_AREA - 0.5))) < 1e-8


def _normal_hand(share: float) -> bool:
    """Loss at each threshold, at the chance of a positive there, averaged over the scores of all cases."""
    positive, negative = share * _POSITIVE.pdf(_GRID), (1 - share) * _NEGATIVE.pdf(_GRID)
    cost = positive / (positive + negative)
    loss = 2 * (cost * (1 - share) * _NEGATIVE.sf(_GRID) + (1 - cost) * share * _POSITIVE.cdf(_GRID))
    mean = np.trapezoid(loss * (positive + negative), _GRID)
    return abs(mean - 4 * share * (1 - share) * (1 - _NORMAL_AREA)) < 1e-8


def _differ(judged: Fraction, drawn: Fraction) -> Fraction:
    return judged * (1 - drawn) + (1 - judged) * drawn


def affine_rows() -> Evidence:
    """AUROC, both losses and B(-inf), from pairs and with every score as the threshold, by their values of m."""
    e = Evidence(note=f"{SMALL} {LARGE}")
    expected: dict[str, tuple[Callable[[Sample], Fraction], Callable[[Fraction], Fraction]]] = {
        "loss over skews": (lambda s: 1 - exact_costs.expected_loss(*s, over="skew", default_weight=0), lambda _: HALF),
        "loss over costs": (
            lambda s: 1 - exact_costs.expected_loss(*s, over="cost", default_weight=0),
            lambda share: 2 * share * (1 - share),
        ),
        "$B(-\\infty)$": (lambda s: exact_wins.rates(*s, threshold=0).win_rate or Fraction(0), lambda share: 1 - share),
    }
    for name, (value, m) in expected.items():
        e.printed(name, cases=(value(s) == HALF + m(_share(s[0])) * (exact.auroc(*s) - HALF) for s in _small()))
    e.printed("AUROC as mean TPR", cases=map(_is_mean("AUROC"), _small()))
    e.printed(
        "AUROC as mean specificity",
        cases=(steps.judged_mean(_sweep(s), judged=0, drawn=1) == exact.auroc(*s) for s in _small()),
    )
    e.printed("with the default, $\\frac n{n+1}$ of the lead is left", cases=map(_with_default, _small()))
    e.printed("by the package", cases=(_by_package(row, s) for row in ROWS[:1] + ROWS[2:4] for s in _large()))
    e.control("over costs with $m=\\frac12$", over=_small(), holds=_costs_as_skews)
    return e


def _is_mean(metric: str) -> Callable[[Sample], bool]:
    (row,) = (row for row in ROWS if row.metric == metric)
    mean = row.mean
    if mean is None:
        raise ValueError(f"{metric} is no mean over thresholds")
    return lambda sample: mean(*sample) == row.defined(*sample)


def _by_package(row: Row, sample: Sample) -> bool:
    return row.mean is not None and abs(float(row.mean(*sample)) - row.package(*sample)) < CLOSE


def _with_default(sample: Sample) -> bool:
    n, share = len(sample[0]), _share(sample[0])
    leads = {"skew": HALF, "cost": 2 * share * (1 - share)}
    return all(
        exact_costs.expected_loss(*sample, over=over) == HALF - Fraction(n, n + 1) * m * (exact.auroc(*sample) - HALF)
        for over, m in leads.items()
    )


def _costs_as_skews(sample: Sample) -> bool:
    loss = exact_costs.expected_loss(*sample, over="cost", default_weight=0)
    return loss == HALF - HALF * (exact.auroc(*sample) - HALF)


def hand_row() -> Evidence:
    """Loss at a random case's score, at its share of positives: 4 pi0 pi1 (1 - AUROC); the least loss gives AUCH."""

    def factor(labels: Iterable[int]) -> Fraction:
        share = _share(labels)
        return 4 * share * (1 - share)

    def at_threshold(sample: Sample) -> bool:
        return steps.hand_loss(_sweep(sample)) == factor(sample[0]) * (1 - exact.auroc(*sample))

    def least(sample: Sample) -> Fraction:
        """Least loss, over all cuts, at the costs at which the best cut changes, by the weight that changes sides."""
        lines = exact_costs.cost_lines(*sample, over="cost")
        weighed = exact_costs.hand_weight(*sample)
        return sum((w * min(exact_costs.at(line, c) for line in lines) for c, w in weighed), Fraction(0))

    e = Evidence(note=f"{SMALL} {LARGE}")
    e.printed("loss at the threshold itself", cases=map(at_threshold, _small()))
    e.printed("the same, random samples", cases=(_by_package(ROWS[4], s) for s in _large()))
    e.printed("normal scores of unequal spread, by quadrature", cases=map(_normal_hand, (0.05, 0.3, 0.5, 0.9)))
    e.printed(
        "least loss at costs by the hull, with AUCH",
        cases=(least(s) == factor(s[0]) * (1 - exact.auch(*s)) for s in _small()),
    )
    concave = [s for s in _small() if exact.auroc(*s) == exact.auch(*s)]
    e.printed(
        "no loss exceeds the least if the curve is concave",
        cases=(steps.hand_loss(_sweep(s)) == least(s) for s in concave),
    )
    e.control("least loss with AUROC", over=_small(), holds=lambda s: least(s) == factor(s[0]) * (1 - exact.auroc(*s)))
    e.control(
        "the cost drawn apart from the threshold, with the same mean",
        over=_small(),
        holds=lambda s: _apart(s) == factor(s[0]) * (1 - exact.auroc(*s)),
    )
    return e


def _apart(sample: Sample) -> Fraction:
    """Loss at a random case's score, the cost proportion being that of another: its mean, the share of positives."""
    sweep, share = _sweep(sample), _share(sample[0])
    true, false = steps.positive_rate(sweep, of=1), steps.positive_rate(sweep, of=0)
    return steps.mean_over(sweep, lambda step: 2 * share * (1 - share) * (false(step) + 1 - true(step)))


def precision_rows() -> Evidence:
    """AP and AUDRC, for which what ties with the threshold is flagged; half of it gives another number."""
    e = Evidence(note=f"{SMALL} {DECIDED} {LARGE}")
    e.printed("AP", cases=map(_is_mean("AP"), _small()))
    e.printed("AUDRC", cases=map(_is_mean("AUDRC"), _decided()))
    e.printed("by the package", cases=(_by_package(ROWS[place], s) for place in (1, 7) for s in _large()))
    differ, areas = _same_area()
    e.printed("two orders of one AUROC have two APs", agrees=differ, reproduced=areas)
    e.control(
        "AP with half of the tied",
        over=_small(),
        holds=lambda s: steps.average_precision(_sweep(s), at=HALF) == exact.average_precision(*s),
    )
    e.control(
        "AP at the score of a random case",
        over=_small(),
        holds=lambda s: steps.audrc(_sweep(s)) == exact.average_precision(*s),
    )
    return e


def _same_area() -> tuple[bool, str]:
    order = (4, 3, 2, 1)
    areas = [(exact.auroc(y, order), exact.average_precision(y, order)) for y in ((1, 0, 0, 1), (0, 1, 1, 0))]
    (area, first), (other, second) = areas
    return area == other and first != second, f"AUROC {area} and {other}, AP {first} and {second}"


def win_rate_row() -> Evidence:
    """B(r) is the mean over the flagged, and splits into C v/2 and (1 - C) pA/u; full ROC area will not do for pA."""
    tried = [(s, threshold) for s in _small() for threshold in sorted(set(s[1]), reverse=True)]

    def split(sample: Sample, threshold: int, *, whole: bool = False) -> bool:
        rates = exact_wins.rates(*sample, threshold)
        u, v, c = rates.false_positive_rate, rates.true_positive_rate, rates.precision
        negative = (exact.auroc(*sample) if whole else _partial_area(sample, threshold) / u) if u else Fraction(0)
        return rates.win_rate == c * v / 2 + (1 - c) * negative

    def mean(sample: Sample, threshold: int, *, at: Fraction = HALF) -> bool:
        return steps.win_rate(_sweep(sample), threshold, at=at) == exact_wins.rates(*sample, threshold).win_rate

    e = Evidence(note=f"{SMALL} Every score as the threshold. {LARGE}")
    e.printed("mean of TPR over the flagged", over=tried, holds=lambda case: mean(*case))
    e.printed("$C\\frac v2+(1-C)\\frac{\\mathrm{pA}(u)}u$", over=tried, holds=lambda case: split(*case))
    e.printed("by the package", cases=(_by_package(ROWS[5], s) for s in _large() if max(s[1]) >= FLAGGED_FROM))
    e.control("AUROC for the partial area", over=tried, holds=lambda case: split(*case, whole=True))
    e.control("a case at the threshold flagged", over=tried, holds=lambda case: mean(*case, at=Fraction(1)))
    return e


def _partial_area(sample: Sample, threshold: int) -> Fraction:
    """Area under the ROC curve, joined by straight lines, down to a threshold."""
    above = len({score for score in sample[1] if score >= threshold})
    return exact.area(exact.roc_points(*sample)[: above + 1])


def least_loss_row() -> Evidence:
    """Least losses and H as means over hull corners, each at the mean of its own conditions, not at the mean of all."""
    laws = {"uniform": (1, 1), "beta22": (2, 2)}
    some = _small()[::3]
    expected = {
        (over, law): {s: exact_costs.expected_min_loss(*s, over=over, alpha=a, beta=b) for s in some}
        for over, (law, (a, b)) in product(("cost", "skew"), laws.items())
    }
    e = Evidence(note=f"{SMALL} Every third of them. {LARGE}")
    for (over, law), values in expected.items():
        e.printed(
            f"over {over}s, {'uniform' if law == 'uniform' else 'Beta(2, 2)'}",
            cases=(corners.least_loss(_sweep(s), over=over, law=law) == value for s, value in values.items()),
        )
    e.printed("H", cases=map(_is_mean("H"), some))
    e.printed("by the package", cases=(_by_package(ROWS[place], s) for place in (8, 9) for s in _large()))
    e.control(
        "every corner at the mean of all conditions",
        over=some,
        holds=lambda s: _at_one_condition(s) == expected["cost", "beta22"][s],
    )
    return e


def _at_one_condition(sample: Sample) -> Fraction:
    sweep = _sweep(sample)
    return sum(
        (
            corners.masses(corner, "beta22")[0] * corners.loss_at(sweep, corner, HALF, over="cost")
            for corner in corners.corners(sweep)
        ),
        Fraction(0),
    )


def volume_row() -> Evidence:
    """VUT at one threshold as a mean over places; and that a coin between two thresholds does not get their mean."""
    inner = [m for m in matrices(8) if min(m) > 0]
    places = [Fraction(step, 4) for step in range(5)]

    def u_and_v(m: tuple[int, int, int, int], a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        tn, fp, fn, tp = m
        return (1 - a) * tn + a * tp, (1 - b) * fp + b * fn

    nodes, weights = np.polynomial.legendre.leggauss(24)
    nodes, weights = (nodes + 1) / 2, weights / 2

    def by_places(m: tuple[int, int, int, int]) -> float:
        u = (1 - nodes) * m[0] + nodes * m[3]
        v = (1 - nodes) * m[1] + nodes * m[2]
        return float(weights @ (u[:, None] / (u[:, None] + v)) @ weights)

    def on_diagonal(m: tuple[int, int, int, int]) -> float:
        u, v = (1 - nodes) * m[0] + nodes * m[3], (1 - nodes) * m[1] + nodes * m[2]
        return float(weights @ (u / (u + v)))

    coins = list(product(product(range(1, 3), repeat=2), repeat=2))

    def mixed(score: Callable[[np.ndarray], float]) -> Callable[[tuple], bool]:
        """A coin for each case between two thresholds, by false and true positives of three cases of either class."""

        def holds(two: tuple) -> bool:
            one, other = (np.array([3 - f, f, 3 - t, t]) / 6 for f, t in two)
            return abs(score((one + other) / 2) - (score(one) + score(other)) / 2) < CLOSE

        return holds

    e = Evidence(
        note="All matrices of eight cases with no zero, at 25 places in fractions; VUT by quadrature, 24 nodes."
    )
    e.printed(
        "every score of the Tile is $u/(u+v)$",
        cases=(
            exact_tile.canonical_score(m, a, b) == u_and_v(m, a, b)[0] / sum(u_and_v(m, a, b))
            for m in inner
            for a, b in product(places, repeat=2)
        ),
    )
    e.printed("VUT is its mean", cases=(abs(by_places(m) - float(volume(np.array(m) / 8))) < 1e-9 for m in inner))
    e.printed("accuracy of a coin between two thresholds", over=coins, holds=mixed(lambda p: float(p[0] + p[3])))
    e.printed(
        "their macro-accuracy",
        over=coins,
        holds=mixed(lambda p: float(p[0] / (p[0] + p[1]) + p[3] / (p[2] + p[3])) / 2),
    )
    e.control("their VUT", over=coins, holds=mixed(lambda p: float(volume(p))))
    e.control(
        "VUT as the mean along the diagonal",
        over=inner,
        holds=lambda m: abs(on_diagonal(m) - float(volume(np.array(m) / 8))) < 1e-9,
    )
    return e


def class_shares() -> Evidence:
    """Columns of the table: double the negatives, and see which draws and which values change."""
    moved = [(score - 3 for score in scores) for _, scores in samples(4)]
    tried = [(labels, tuple(scores)) for (labels, _), scores in zip(samples(4), moved, strict=True)]
    tried = [s for s in tried if max(s[1]) >= FLAGGED_FROM]
    pairs = [(s, with_negatives_twice(*s)) for s in tried]
    draws = {row.metric: any(row.draw(*one) != row.draw(*two) for one, two in pairs) for row in ROWS}
    values = {row.metric: any(_value(row, one) != _value(row, two) for one, two in pairs) for row in ROWS}
    e = Evidence(note=f"{len(tried)} samples of two to four cases with ties, scores from -2 to 1, in fractions.")
    e.printed("which draws move", cases=(draws[row.metric] == row.draw_moves for row in ROWS))
    e.printed("which values move", cases=(values[row.metric] == row.value_moves for row in ROWS))
    e.control("a value moves if and only if its draw does", over=draws, holds=lambda m: draws[m] == values[m])
    e.control("the draw of AP moves, since AP does", agrees=draws["AP"], reproduced="it stays")
    return e


def _value(row: Row, sample: tuple[Sequence[int], Sequence[float]]) -> Fraction | float:
    value = row.defined if row.mean is None else row.mean
    return value(*sample)
