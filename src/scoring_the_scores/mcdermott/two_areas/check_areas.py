"""What the paper says of the two areas besides its theorems: chance, size, prevalence, class balance."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache, partial
from operator import eq, ge, gt, lt

import numpy as np
import pandas as pd
import sympy

from claimledger import SIGMAS, Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, rankings
from scoring_the_scores.mcdermott.mistakes import auroc_by_rank, average_precision_by_rank
from scoring_the_scores.mcdermott.two_areas import exact as exact_areas
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.tables import Family, chance_average_precision, draw_rankings

SEED, DRAWN = 20240114, 600
CHANCE_SIZES = range(2, 11)
#: Samples and positives of groups of the paper's M2 and M3.
GROUPS = ((200, 10), (100, 5), (200, 2), (100, 1))
PREVALENCES = (0.5, 0.1, 0.05, 0.01)
SHARES = tuple(sympy.Rational(share) for share in ("1/100", "1/5", "1/2"))
TARGET, SIZE, MUCH = 0.85, 1000, 0.1
_TAU = sympy.Symbol("tau", positive=True)
FAMILIES: dict[Family, str] = {"windows": "paper's sampler", "normal": "normal scores"}


def auprc_chance() -> Evidence:
    """Section 4.1: AUPRC of scores that say nothing, of constant scores, in the limit; and of finite orders."""
    cases = [(n, m) for n in CHANCE_SIZES for m in range(1, n)]
    e = Evidence(
        note=f"All orders of {CHANCE_SIZES[0]} to {CHANCE_SIZES[-1]} samples, in fractions, for every number of "
        r"positives but all. $H_n=1+\frac12+\dots+\frac1n$. Times the prevalence, in groups "
        "of the paper's sizes: "
        + "; ".join(f"{m} of {n}: {float(chance_average_precision(n, m) * n / m):.1f}" for n, m in GROUPS)
        + "."
    )
    e.printed(
        r"both classes uniform on $[0,1]$, by Theorem 1: $\pi$",
        cases=(1 - (1 - share) * _uninformed(share) == share for share in SHARES),
    )
    e.printed("constant scores of $n$ samples, $m$ positive: $m/n$", cases=(_constant_scores(*case) for case in cases))
    n = sympy.Symbol("n", positive=True)
    share = sympy.Symbol("pi", positive=True)
    formula = share + (1 - share) * (sympy.harmonic(n) - 1) / (n - 1)
    limit = sympy.limit(formula.subs(sympy.harmonic(n), sympy.log(n) + sympy.EulerGamma), n, sympy.oo)
    e.printed(
        r"the limit for large $n$ of the mean over all orders, $\pi+(1-\pi)\frac{H_n-1}{n-1}$, is $\pi$",
        agrees=limit == share and all(_mean(*case) == chance_average_precision(*case) for case in cases),
        reproduced=f"{limit}; the formula is the mean in {len(cases)} of {len(cases)} finite cases",
    )
    e.control(
        "mean over all orders of $n$ samples, $m$ positive: $m/n$",
        over=cases,
        holds=lambda case: _mean(*case) == Fraction(case[1], case[0]),
    )
    return e


def _uninformed(share: sympy.Rational) -> sympy.Expr:
    """The mean of FPR over firing rate at the positives' scores if both classes are uniform."""
    false = true = 1 - _TAU
    return sympy.integrate(sympy.cancel(false / (share * true + (1 - share) * false)), (_TAU, 0, 1))


@cache
def _mean(n: int, positives: int) -> Fraction:
    precisions = [_precision(ranking) for ranking in rankings(n, positives)]
    return sum(precisions, Fraction(0)) / len(precisions)


def _precision(ranking: tuple[int, ...]) -> Fraction:
    places = [rank for rank, label in enumerate(ranking, start=1) if label]
    return sum((Fraction(k, rank) for k, rank in enumerate(places, start=1)), Fraction(0)) / len(places)


def _constant_scores(n: int, positives: int) -> bool:
    return exact.average_precision([1] * positives + [0] * (n - positives), [1] * n) == Fraction(positives, n)


def auprc_lower() -> Evidence:
    """Sections 1 and 4.1: both areas at one AUROC and falling prevalence, and the two reasons given."""
    table = _by_prevalence()
    e = Evidence(
        note=f"{DRAWN} rankings of {SIZE} for each family and prevalence, and of M2's groups of 200 by the paper's "
        f"sampler; AUROC {TARGET} in expectation, seed {SEED + 1}."
    )
    large = table[table["samples"] == SIZE]
    rare = large[large["prevalence"] <= 0.1]
    for row in table[table["prevalence"] <= 0.1].itertuples():
        e.printed(
            f"{row.family}, {row.samples} samples, prevalence {row.prevalence:g}: AUPRC below AUROC in most rankings",
            agrees=row.below > 0.5,
            reproduced=f"{row.below:.0%}; means {row.average_precision:.2f} and {row.auroc:.2f}",
        )
    much = rare["average_precision"] <= rare["auroc"] - MUCH
    e.printed(
        f"by {MUCH} or more on average, in more than half of the cases of {SIZE}",
        agrees=bool(much.mean() > 0.5),
        reproduced=f"{much.sum()} of {len(much)}",
    )
    e.printed(
        "chance value below AUROC's ½",
        agrees=bool((rare["chance"] < 0.5).all()),
        reproduced=[round(c, 3) for c in sorted(set(rare["chance"]), reverse=True)],
    )
    for family, part in large.groupby("family", sort=False):
        e.printed(
            f"{family}: mean firing rate at the positives falls with the prevalence",
            agrees=bool((np.diff(part["firing"]) < 0).all()),
            reproduced=[round(f, 3) for f in part["firing"]],
        )
    balanced = large[large["prevalence"] == 0.5]
    e.control(
        f"balanced classes: by {MUCH} or more on average",
        agrees=bool((balanced["average_precision"] <= balanced["auroc"] - MUCH).any()),
        reproduced=[round(value, 2) for value in balanced["average_precision"]],
    )
    top = round(TARGET * SIZE / 10)
    split = np.repeat([True, False, True], [top, SIZE - SIZE // 10, SIZE // 10 - top])
    areas = float(average_precision_by_rank(split)), float(auroc_by_rank(split))
    e.control(
        f"prevalence 0.1, {TARGET:.0%} of the positives on top and the others at the bottom: AUPRC below AUROC",
        agrees=areas[0] < areas[1],
        reproduced=f"{areas[0]:.3f} and {areas[1]:.3f}",
    )
    return e


@cache
def _by_prevalence() -> pd.DataFrame:
    rng = np.random.default_rng(SEED + 1)
    cases: list[tuple[Family, int, int]] = [(family, SIZE, round(p * SIZE)) for family in FAMILIES for p in PREVALENCES]
    cases += [("windows", 200, 10), ("windows", 200, 2)]
    return pd.DataFrame([_summary(*case, rng) for case in cases])


def _summary(family: Family, samples: int, positives: int, rng: np.random.Generator) -> dict:
    drawn = draw_rankings(family, DRAWN, positives=positives, negatives=samples - positives, target=TARGET, rng=rng)
    roc, precision = auroc_by_rank(drawn), average_precision_by_rank(drawn)
    return {
        "family": FAMILIES[family],
        "samples": samples,
        "prevalence": positives / samples,
        "auroc": roc.mean(),
        "auroc_error": roc.std(ddof=1) / DRAWN**0.5,
        "auroc_spread": roc.std(ddof=1),
        "average_precision": precision.mean(),
        "below": np.mean(precision < roc),
        "firing": np.mean((drawn * np.arange(1, samples + 1)).sum(axis=1) / positives / samples),
        "chance": float(chance_average_precision(samples, positives)),
    }


def monotone_transform() -> Evidence:
    """Table 1, third row: a power of AUROC, its size, slope and order."""
    x = sympy.Symbol("x", positive=True)
    values = sorted({small.auroc(sample) for sample in small.untied()})
    inner = [value for value in values if 0 < value < 1]
    e = Evidence(note=f"Powers 2, 3 and 5 at the {len(values)} values AUROC takes. {small.UNTIED_SCOPE}")
    for power in (2, 3, 5):
        e.printed(f"power {power}: smaller", cases=(value**power < value for value in inner))
        slope = sympy.diff(x**power, x).subs(x, 1)
        e.printed(f"power {power}: steeper at 1", agrees=bool(slope > 1), reproduced=f"slope {slope}")
        ordered = [value**power for value in values]
        e.printed(
            f"power {power}: same order", agrees=ordered == sorted(set(ordered)), reproduced=f"{len(ordered)} in order"
        )
    e.control("the square root: smaller", cases=(value < value**2 for value in inner))
    return e


def auroc_prevalence_invariant() -> Evidence:
    """Table 2, sixth row: both areas of all small samples as the negatives are weighed up to 99 times the positives."""
    factors = (Fraction(1, 3), 9, 99)
    samples = small.tied()
    cases = [(sample, factor) for sample in samples for factor in factors]
    times = ", ".join(map(str, factors))
    e = Evidence(note=f"{small.TIED_SCOPE} Every negative's weight times {times}.")
    e.printed("AUROC stays as it was", cases=(_reweighted(exact.auroc, *case) for case in cases))
    e.printed(
        r"it is $P(p_+>p_-)+\frac12P(p_+=p_-)$, from which the prevalence is absent",
        cases=(small.auroc(sample) == _outscores(sample) for sample in samples),
    )
    e.control("AUPRC stays as it was", over=cases, holds=lambda case: _reweighted(exact.average_precision, *case))
    return e


def _reweighted(metric, sample: Sample, factor: Fraction | int) -> bool:
    weights = [1 if label else factor for label in sample[0]]
    return metric(*sample, weights) == metric(*sample)


def _outscores(sample: Sample) -> Fraction:
    """From the two distributions: the positives' share at a score times the negatives' below and half at it."""
    total = Fraction(0)
    for value in set(sample[1]):
        at = small.share(sample, 1, partial(eq, value))
        below = small.share(sample, 0, partial(gt, value))
        tie = small.share(sample, 0, partial(eq, value))
        total += at * (below + tie / 2)
    return total


def table_tn_argument() -> Evidence:
    """Tables 1 and 2, second row: in which sense both areas are functions of FPR, and true negatives say nothing."""
    rows = defaultdict(set)
    for labels, scores in small.untied():
        rows[len(labels), sum(labels), exact_areas.auroc_expectation(labels, scores)].add(
            exact.average_precision(labels, scores)
        )
    imperfect = [sample for sample in small.untied() if small.auroc(sample) < 1]
    counted = [(small.counts(*case, above=ge), case[0][0]) for case in small.at_thresholds(small.untied())]
    e = Evidence(
        note=f"{small.UNTIED_SCOPE} An easy negative is added below all scores: at every threshold that a positive "
        "attains it is one more true negative."
    )
    e.reading(
        "both are averages over the positives of a weighted FPR (Theorem 1)",
        cases=(
            _one_less(s) and small.average_precision(s) == exact_areas.auprc_expectation(*s) for s in small.untied()
        ),
    )
    e.reading(
        "both are functions of the mean FPR: rankings alike in samples, positives and AUROC are alike in AUPRC",
        over=rows,
        holds=lambda alike: len(rows[alike]) == 1,
    )
    e.reading(
        "in one data set the true negatives are the negatives less the false positives, at every threshold",
        cases=(matrix.true_negatives == labels.count(0) - matrix.false_positives for matrix, labels in counted),
    )
    e.reading(
        "with an easy negative more, both areas change or neither does",
        over=imperfect,
        holds=lambda s: _changed(exact.auroc, s) == _changed(exact.average_precision, s),
    )
    e.control("AUPRC depends on easy negatives", cases=(_changed(exact.average_precision, s) for s in imperfect))
    return e


def _one_less(sample: Sample) -> bool:
    rates = [small.share(sample, 0, partial(lt, v)) for y, v in zip(*sample, strict=True) if y]
    return small.auroc(sample) == 1 - sum(rates, Fraction(0)) / len(rates)


def _changed(metric, sample: Sample) -> bool:
    labels, scores = sample
    return metric((*labels, 0), (*scores, 0)) != metric(labels, scores)


def table2_positive_focus() -> Evidence:
    """Table 2, seventh row: focus on positives as an average over them, and as unlike treatment of the classes."""
    samples = small.untied()
    e = Evidence(note=f"{small.UNTIED_SCOPE} Exchange: labels flipped, order reversed.")
    e.reading("an average over the positives of weighted FPR: AUROC is", cases=map(_one_less, samples))
    e.reading(
        "an average over the positives of weighted FPR: AUPRC is",
        cases=(small.average_precision(s) == exact_areas.auprc_expectation(*s) for s in samples),
    )
    e.reading(
        "unchanged when the classes are exchanged: AUROC is",
        cases=(small.auroc(s) == small.auroc(_exchanged(s)) for s in samples),
    )
    e.reading(
        "unchanged when the classes are exchanged: AUPRC is",
        over=samples,
        holds=lambda s: small.average_precision(s) == exact.average_precision(*_exchanged(s)),
    )
    e.control(
        "AUPRC is an average of the plain FPR, as AUROC is",
        over=samples,
        holds=lambda s: small.average_precision(s) == small.auroc(s),
    )
    return e


def _exchanged(sample: Sample) -> Sample:
    return tuple(1 - label for label in sample[0]), tuple(-score for score in sample[1])


def table2_recall() -> Evidence:
    """Table 2, eighth row: AUROC as the mean over the negatives of the recall at their scores."""
    samples = small.tied()
    e = Evidence(note=small.TIED_SCOPE)
    e.printed("AUROC is the mean recall at the negatives' scores, ties half", cases=map(_mean_recall, samples))
    better = [
        (sample, (labels, scores))
        for sample in samples
        for labels, scores in [_one_positive_up(sample)]
        if scores is not None
    ]
    e.printed(
        "raising the lowest positive above all scores raises AUROC if and only if it passes a negative",
        cases=((exact.auroc(*up) > exact.auroc(*sample)) == _passed(sample, up) for sample, up in better),
    )
    e.control("AUROC is recall at one fixed threshold, the highest score", cases=map(_recall_at_top, samples))
    return e


def _mean_recall(sample: Sample) -> bool:
    recalls = [
        small.share(sample, 1, partial(lt, v)) + small.share(sample, 1, partial(eq, v)) / 2
        for y, v in zip(*sample, strict=True)
        if not y
    ]
    return small.auroc(sample) == sum(recalls, Fraction(0)) / len(recalls)


def _one_positive_up(sample: Sample) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """The lowest positive moved above all scores; None if it alone is there already."""
    labels, scores = sample
    lowest = min((s, -i) for i, (y, s) in enumerate(zip(labels, scores, strict=True)) if y)
    moved = list(scores)
    moved[-lowest[1]] = max(scores) + 1
    return labels, tuple(moved)


def _passed(sample: Sample, up: Sample) -> bool:
    (labels, before), (_, after) = sample, up
    i = next(i for i in range(len(labels)) if before[i] != after[i])
    return any(not y and s >= before[i] for y, s in zip(labels, before, strict=True))


def _recall_at_top(sample: Sample) -> bool:
    return small.auroc(sample) == small.share(sample, 1, lambda s: s >= max(sample[1]))


def conclusion_robust() -> Evidence:
    """Section 5: AUROC at falling prevalence, its mean and its spread from sample to sample."""
    table = _by_prevalence()
    table = table[table["samples"] == SIZE]
    e = Evidence(
        note=f"The paper prints no experiment on it. {DRAWN} rankings of {SIZE} each, expected AUROC {TARGET}, "
        f"prevalences {', '.join(f'{p:g}' for p in PREVALENCES)}, first the paper's sampler, then normal scores, "
        f"seed {SEED + 1}."
    )
    within = (table["auroc"] - TARGET).abs() <= SIGMAS * table["auroc_error"]
    e.reading(
        "robust on average: mean AUROC the same at every prevalence",
        agrees=bool(within.all()),
        reproduced=[round(value, 3) for value in table["auroc"]],
    )
    rare, even = (table[table["prevalence"] == p]["auroc_spread"].to_numpy() for p in (0.01, 0.5))
    e.reading(
        "robust in each sample: standard deviation the same at every prevalence",
        agrees=bool((rare <= 1.5 * even).all()),
        reproduced=[round(value, 3) for value in table["auroc_spread"]],
    )
    precision = table["average_precision"]
    e.control(
        "mean AUPRC the same at every prevalence",
        agrees=bool(precision.max() - precision.min() < MUCH),
        reproduced=[round(value, 3) for value in precision],
    )
    return e
