"""Standard errors in closed form: what the classes' sizes add, AUROC under exponential scores, LxCIM off its curve."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np
from scipy.special import ndtr, ndtri, owens_t

import metricbook
from claimledger import Claim, Evidence
from metricbook import hanley_mcneil as formula
from metricbook import influence, standard_error, with_exchanged_copy
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples, scored
from scoring_the_scores.synthesis.how_sure.enumeration import (
    area_formula,
    auroc_influences,
    delong,
    hanley_mcneil,
    lxcim_influences,
    moments,
    moments_of_exponentials,
    over_draws,
    pair_variance,
)
from scoring_the_scores.synthesis.population import Population, variance_of_one

ROUNDING: Final = 1e-9
#: Metrics that a change of the prevalence leaves alone, and some that it moves.
OF_RATES: Final = ("auroc", "auch", "kolmogorov_smirnov", "recall", "specificity", "balanced_accuracy")
OF_SHARES: Final = ("average_precision", "h_measure", "lxcim", "accuracy", "f1_score", "precision")
SIZES: Final = ((1, 3), (2, 2), (2, 4), (3, 3), (4, 2))
RATES: Final = (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3))


def drawn_classes() -> Evidence:
    """The variance with sizes of the classes left to chance, and fixed, on every small sample; and DeLong's."""
    rng = np.random.default_rng(15)
    split: dict[str, list[bool]] = {name: [] for name in (*OF_RATES, *OF_SHARES)}
    slope: list[bool] = []
    alike: dict[str, list[bool]] = {name: [] for name in (*OF_RATES, *OF_SHARES)}
    for _ in range(30):
        labels = np.append(rng.integers(0, 2, 16), [1, 1, 0, 0])
        scores = rng.normal(labels).round(1)
        positives, negatives = labels.sum(), (1 - labels).sum()
        for name in split:
            try:
                influences = influence(name, labels, scores)
            except (ValueError, ZeroDivisionError):
                continue
            drawn, share = influences.of_cases, influences.of_cases[labels == 1].sum()
            fixed = sum(part.size * part.var() for part in (drawn[labels == 1], drawn[labels == 0]))
            between = share**2 * (1 / positives + 1 / negatives)
            split[name].append(abs((drawn**2).sum() - fixed - between) < ROUNDING)
            alike[name].append(between < ROUNDING)
            if name in ("auroc", "average_precision", "h_measure", "lxcim"):
                odds = [np.where(labels == 1, math.exp(step), 1.0) for step in (1e-5, -1e-5)]
                up, down = (getattr(metricbook, name)(labels, scores, sample_weight=w) for w in odds)
                slope.append(abs((up - down) / 2e-5 - share) < 1e-7)
    corrected, squares = _delongs()
    e = Evidence(
        note="Thirty samples of 20 cases with ties; for DeLong all samples of 4 to 6 cases with two of each class."
    )
    for name in (*OF_RATES, *OF_SHARES):
        e.printed(f"{name}: drawn classes = fixed classes + slope² (1/P + 1/N)", cases=split[name])
    e.printed("the slope is the change with the log-odds of the prevalence", cases=slope)
    for name in OF_RATES:
        e.printed(f"{name}: nothing is added", cases=alike[name])
    e.printed("AUROC: squared influences, times m/(m-1) in a class of m, are DeLong's variance", cases=corrected)
    for name in OF_SHARES:
        e.control(f"{name}: nothing is added", cases=alike[name])
    e.control("AUROC: the bare sum of squares is DeLong's variance", over=squares, holds=squares.__getitem__)
    return e


def _delongs() -> tuple[list[bool], dict[Sample, bool]]:
    """Whether squared influences on AUROC are DeLong's variance, with the factors m/(m-1) and without, by sample."""
    corrected, bare = [], {}
    for labels, scores in samples(6, smallest=4):
        if min(sum(labels), len(labels) - sum(labels)) < 2:
            continue
        influences = auroc_influences(list(zip(labels, scores, strict=True)))
        parts = [[f for f, label in zip(influences, labels, strict=True) if label == side] for side in (0, 1)]
        sums = [(sum((f**2 for f in part), Fraction(0)), len(part)) for part in parts]
        variance = delong(labels, scores)
        corrected.append(sum(square * Fraction(m, m - 1) for square, m in sums) == variance)
        bare[labels, scores] = sum(square for square, _ in sums) == variance
    return corrected, bare


def hanley_mcneil_exact(claim: Claim) -> Evidence:
    """Mean and variance of AUROC over all orders of exponential scores, and of normal ones by Owen's function."""
    mean, variance = [], []
    other, mirrored = {}, {}
    for (positives, negatives), rate in product(SIZES, RATES):
        area = 1 / (1 + rate)
        moments = moments_of_exponentials(positives, negatives, rate)
        mean.append(moments[0] == area)
        variance.append(moments[1] == hanley_mcneil(area, positives, negatives))
        other[positives, negatives, rate] = moments[1] == area * (1 - area) / min(positives, negatives)
        # Scores turned round are exponential no more: the two pairs of three change places.
        if rate != 1 and positives != negatives:
            turned = pair_variance(area, 2 * area**2 / (1 + area), area / (2 - area), positives, negatives)
            mirrored[positives, negatives, rate] = moments[1] == turned
    e = Evidence(note="Every order of up to six exponential scores, in fractions; normal scores by Owen's T.")
    e.printed("exponential scores: the mean of AUROC is 1/(1 + rate)", cases=mean)
    e.printed("exponential scores: its variance is Hanley and McNeil's, at every size", cases=variance)
    e.printed(
        "normal scores: the formula's standard error by the true one",
        published=claim.published,
        reproduced={
            f"AUROC {area}, {positives} and {negatives}": _normal_ratio(area, positives, negatives)
            for area, positives, negatives in (
                (0.8, 1000, 1000),
                (0.8, 100, 9900),
                (0.95, 100, 9900),
                (0.95, 9900, 100),
            )
        },
    )
    e.printed(
        "normal scores: the same variance from the influence function",
        published=variance_of_one(Population.with_auroc(0.8, prevalence=0.5), "auroc"),
        tolerance=0.001,
        reproduced=_normal_variance(0.8, 50_000, 50_000) * 100_000,
    )
    e.control("exponential scores: the variance is at van Dantzig's bound", over=other, holds=other.__getitem__)
    e.control("exponential scores turned round: the same formula", over=mirrored, holds=mirrored.__getitem__)
    return e


def _normal_triple(area: float) -> float:
    """The chance that one case loses to two of the other class, for normal scores of equal spread."""
    distance = float(ndtri(area))
    return float(ndtr(distance) - 2 * owens_t(distance, 1 / math.sqrt(3)))


def _normal_variance(auroc: float, positives: int, negatives: int) -> float:
    """The variance of AUROC for normal scores of equal spread."""
    triple = Fraction(_normal_triple(auroc))
    return float(pair_variance(Fraction(auroc), triple, triple, positives, negatives))


def _normal_ratio(auroc: float, positives: int, negatives: int) -> float:
    """Hanley and McNeil's standard error of AUROC, the package's, by the true one for normal scores of equal spread."""
    return formula(auroc, positives, negatives) / math.sqrt(_normal_variance(auroc, positives, negatives))


def lxcim_variance() -> Evidence:
    """LxCIM's influences, its mean and its variance, counted over every small sample and every draw from one."""
    area, library, chance = [], [], []
    binomial, unbiased = {}, {}
    for n in range(2, 8):
        values = []
        for right in product((0, 1), repeat=n):
            cases = [(r, n - place) for place, r in enumerate(right)]  # score above 0: a positive is right
            influences = lxcim_influences(cases)
            squares = sum(f**2 for f in influences)
            area.append(squares == area_formula(right))
            value = exact.lxcim(*map(list, zip(*cases, strict=True)))
            binomial[right] = squares == value * (1 - value) / n
            values.append(value)
            if n == 7:
                of_cases = influence("lxcim", *map(list, zip(*cases, strict=True))).of_cases
                library.append(bool(np.abs(of_cases - np.array([float(f) for f in influences])).max() < 1e-12))
        chance.append(moments(values) == (Fraction(1, 2), Fraction(4 * n**2 - 1, 12 * n**3)))
    biased, corrected = [], []
    for labels, scores in scored(3, (-2, 0, 1), both=False):
        cases = list(zip(labels, scores, strict=True))
        true = exact.lxcim(labels, scores)
        accuracy = exact.accuracy(labels, scores)
        for n in (2, 3):
            mean, _ = over_draws(lambda drawn: exact.lxcim(*map(list, zip(*drawn, strict=True))), cases, n)
            biased.append(mean == true + (accuracy - true) / n)
            corrected.append((n * mean - accuracy) / (n - 1) == true)
            unbiased[labels, scores, n] = mean == true
    e = Evidence(
        note="All sequences of 2 to 7 right and wrong decisions; all draws of 2 and 3 cases from all samples of three, "
        "with ties and undecided cases. Influence functions against 40,000 normal scores."
    )
    e.printed("the squared influences add up to the formula", cases=area)
    e.printed("the package's influences are these, to rounding", cases=library)
    e.printed("the mean over all draws is L + (ACC - L)/n", cases=biased)
    e.printed("(n LxCIM - ACC)/(n - 1) has no bias", cases=corrected)
    e.printed("coin tosses: mean 1/2, variance (4n² - 1)/(12n³)", cases=chance)
    e.printed(
        "large normal samples have the variance of the influence function, within 4 standard errors",
        cases=_large_samples(),
    )
    tied = moments([exact.lxcim([1, 1], scores) for scores in product((-1, 1), repeat=2)])[1]
    e.control("coin tosses, two cases of one confidence: the same variance", published=Fraction(5, 32), reproduced=tied)
    e.control("the variance of a share, LxCIM (1 - LxCIM)/n", over=binomial, holds=binomial.__getitem__)
    e.control("LxCIM has no bias", over=unbiased, holds=unbiased.__getitem__)
    return e


def _large_samples() -> list[bool]:
    """Whether the squared influences of 40,000 normal scores have the mean that the influence function gives."""
    errors = []
    for prevalence in (0.5, 0.1):
        population = Population.with_auroc(0.8, prevalence=prevalence)
        squares = (influence("lxcim", *population.draw(40_000, np.random.default_rng(15))).of_cases * 40_000) ** 2
        off = squares.mean() - variance_of_one(population, "lxcim")
        errors.append(bool(abs(off) < 4 * squares.std() / 200))
    return errors


def doubled_sample() -> Evidence:
    """The influences on LxCIM and on the AUROC of the sample with its exchanged copy, on all small samples."""
    half, third = [], {}
    for labels, scores in scored(3, (-2, -1, 0, 1), both=False):
        twice, mirrored, _ = exact.with_exchanged_copy(labels, scores)
        single = sum(f**2 for f in lxcim_influences(list(zip(labels, scores, strict=True))))
        copies = sum(f**2 for f in auroc_influences(list(zip(twice, map(int, mirrored), strict=True))))
        half.append(2 * copies == single)
        third[labels, scores] = copies == single
    e = Evidence(
        note="All samples of three cases, with ties and undecided ones, in fractions; 20 samples of 50 by the package."
    )
    e.printed("squared influences on the AUROC of the doubled sample: half of those on LxCIM", cases=half)
    e.printed(
        "the package: LxCIM's standard error with a case and its copy as one cluster, 1/√2 of it without",
        cases=_in_clusters(),
    )
    e.control("they are as large", over=third, holds=third.__getitem__)
    return e


def _in_clusters() -> list[bool]:
    """Whether the package gets LxCIM's standard error from AUROC of doubled samples, by clusters or times √2."""
    rng, errors = np.random.default_rng(15), []
    for _ in range(20):
        labels = rng.random(50) < 0.3
        scores = (rng.normal(labels) - 0.5).round(1)
        double = with_exchanged_copy(labels, scores)
        error = standard_error("lxcim", labels, scores)
        paired = standard_error("auroc", double.labels, double.scores, clusters=np.tile(np.arange(50), 2))
        # An estimate from m members has a factor m/(m-1): here 100/99 in place of 50/49.
        naive = standard_error("auroc", double.labels, double.scores) * math.sqrt(99 / 98)
        errors.append(abs(paired - error) < ROUNDING and abs(naive * math.sqrt(2) - error) < ROUNDING)
    return errors
