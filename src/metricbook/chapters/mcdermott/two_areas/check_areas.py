"""What the paper says of the two areas besides its theorems: chance, size, prevalence, class balance."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import sympy

from metricbook.chapters.mcdermott.mistakes import auroc_by_rank, average_precision_by_rank
from metricbook.chapters.mcdermott.two_areas import exact as twin
from metricbook.chapters.mcdermott.two_areas import samples as small
from metricbook.chapters.mcdermott.two_areas.samples import Sample, count, tally
from metricbook.chapters.mcdermott.two_areas.tables import chance_average_precision, draw_rankings
from metricbook.exact import ranking as exact
from metricbook.ledger import Evidence
from metricbook.ledger.evidence import SIGMAS

SEED, DRAWN = 20240114, 600
CHANCE_SIZES = range(2, 11)
PREVALENCES = (0.5, 0.1, 0.05, 0.01)
TARGET, SIZE, MUCH = 0.85, 1000, 0.1
FAMILIES = {"windows": "paper's sampler", "normal": "normal scores"}


def auprc_chance() -> Evidence:
    """Section 4.1: mean average precision of all orders, of constant scores, and of drawn orders."""
    cases = [(n, m) for n in CHANCE_SIZES for m in range(1, n)]
    e = Evidence(
        note=f"All orders of {CHANCE_SIZES[0]} to {CHANCE_SIZES[-1]} samples, in fractions, for every number of "
        f"positives but all. {DRAWN} drawn orders of 200 with 2 positives, seed {SEED}. "
        r"$H_n=1+\frac12+\dots+\frac1n$."
    )
    e.printed(
        "mean over all orders of $n$ samples, $m$ positive: $m/n$",
        **count(lambda c: _mean(c) == Fraction(c[1], c[0]), cases),
    )
    e.printed("constant scores: $m/n$", **count(_constant_scores, cases))
    e.repaired(
        r"mean over all orders: $\frac1n\left[H_n+\frac{m-1}{n-1}(n-H_n)\right]$",
        **count(lambda c: _mean(c) == chance_average_precision(*c), cases),
    )
    n = sympy.Symbol("n", positive=True)
    share = sympy.Symbol("pi", positive=True)
    formula = (sympy.harmonic(n) + (share * n - 1) / (n - 1) * (n - sympy.harmonic(n))) / n
    limit = sympy.limit(formula.subs(sympy.harmonic(n), sympy.log(n) + sympy.EulerGamma), n, sympy.oo)
    e.repaired(
        r"its limit for large $n$ and $m=\pi n$ is $\pi$",
        agrees=sympy.simplify(limit - share) == 0,
        reproduced=str(limit),
    )
    rng = np.random.default_rng(SEED)
    drawn = average_precision_by_rank(draw_rankings("normal", DRAWN, positives=2, negatives=198, target=0.5, rng=rng))
    error = float(drawn.std()) / DRAWN**0.5
    expected = float(chance_average_precision(200, 2))
    e.repaired(
        "drawn orders of 200 with 2 positives",
        agrees=abs(drawn.mean() - expected) <= SIGMAS * error,
        reproduced=f"{drawn.mean():.4f}, standard error {error:.4f}; formula {expected:.4f}; prevalence 0.01",
    )
    return e


def _mean(case: tuple[int, int]) -> Fraction:
    found = [_precision(ranking) for ranking in twin.rankings(*case)]
    return sum(found, Fraction(0)) / len(found)


@cache
def _precision(ranking: tuple[int, ...]) -> Fraction:
    places = [rank for rank, label in enumerate(ranking, start=1) if label]
    return sum((Fraction(k, rank) for k, rank in enumerate(places, start=1)), Fraction(0)) / len(places)


def _constant_scores(case: tuple[int, int]) -> bool:
    n, positives = case
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
    return e


@cache
def _by_prevalence() -> pd.DataFrame:
    rng = np.random.default_rng(SEED + 1)
    cases = [(family, SIZE, round(p * SIZE)) for family in FAMILIES for p in PREVALENCES]
    cases += [("windows", 200, 10), ("windows", 200, 2)]
    return pd.DataFrame([_summary(*case, rng) for case in cases])


def _summary(family: str, samples: int, positives: int, rng: np.random.Generator) -> dict:
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
        e.printed(f"power {power}: smaller", **count(lambda v, p=power: v**p < v, inner))
        slope = sympy.diff(x**power, x).subs(x, 1)
        e.printed(f"power {power}: steeper at 1", agrees=bool(slope > 1), reproduced=f"slope {slope}")
        ordered = [value**power for value in values]
        e.printed(
            f"power {power}: same order", agrees=ordered == sorted(set(ordered)), reproduced=f"{len(ordered)} in order"
        )
    e.control("the square root: smaller", **count(lambda v: v < v**2, inner))
    return e


def auroc_prevalence_invariant() -> Evidence:
    """Table 2, sixth row: both areas of all small samples as the negatives are weighed up to 99 times the positives."""
    factors = (Fraction(1, 3), 9, 99)
    samples = small.tied()
    cases = [(sample, factor) for sample in samples for factor in factors]
    times = ", ".join(map(str, factors))
    e = Evidence(note=f"{small.TIED_SCOPE} Every negative's weight times {times}.")
    e.printed("AUROC stays as it was", **count(lambda c: _reweighted(exact.auroc, *c), cases))
    e.printed(
        r"it is $P(p_+>p_-)+\frac12P(p_+=p_-)$, from which the prevalence is absent",
        **count(lambda s: small.auroc(s) == _outscores(s), samples),
    )
    e.control("AUPRC stays as it was", **count(lambda c: _reweighted(exact.average_precision, *c), cases))
    return e


def _reweighted(metric, sample: Sample, factor: Fraction) -> bool:
    weights = [1 if label else factor for label in sample[0]]
    return metric(*sample, weights) == metric(*sample)


def _outscores(sample: Sample) -> Fraction:
    """From the two distributions: the positives' share at a score times the negatives' below and half at it."""
    total = Fraction(0)
    for value in set(sample[1]):
        at = small.share(sample, 1, lambda s, v=value: s == v)
        below = small.share(sample, 0, lambda s, v=value: s < v)
        tie = small.share(sample, 0, lambda s, v=value: s == v)
        total += at * (below + tie / 2)
    return total


def table_tn_argument() -> Evidence:
    """Tables 1 and 2, second row: is AUPRC a function of the mean FPR, and do true negatives tell the two apart."""
    rows = defaultdict(set)
    for labels, scores in small.untied():
        rows[len(labels), sum(labels), twin.auroc_expectation(labels, scores)].add(
            exact.average_precision(labels, scores)
        )
    single = np.array([len(values) == 1 for values in rows.values()])
    imperfect = [sample for sample in small.untied() if small.auroc(sample) < 1]
    e = Evidence(
        note=f"{small.UNTIED_SCOPE} An easy negative is added below all scores: at every threshold that a positive "
        "attains it is one more true negative."
    )
    e.printed("AUROC is a function of the mean FPR", **count(_one_less, small.untied()))
    e.printed("AUPRC is one: rankings alike in class sizes and mean FPR are alike in AUPRC", **tally(single))
    e.printed(
        "true negatives do not tell the two apart: with an easy negative both areas change, or neither",
        **count(lambda s: _changed(exact.auroc, s) == _changed(exact.average_precision, s), imperfect),
    )
    e.control("AUPRC depends on true negatives", **count(lambda s: _changed(exact.average_precision, s), imperfect))
    return e


def _one_less(sample: Sample) -> bool:
    rates = [small.share(sample, 0, lambda s, v=v: s > v) for y, v in zip(*sample, strict=True) if y]
    return small.auroc(sample) == 1 - sum(rates, Fraction(0)) / len(rates)


def _changed(metric, sample: Sample) -> bool:
    labels, scores = sample
    return metric((*labels, 0), (*scores, 0)) != metric(labels, scores)


def table2_positive_focus() -> Evidence:
    """Table 2, seventh row: focus on positives as an average over them, and as unlike treatment of the classes."""
    samples = small.untied()
    e = Evidence(note=f"{small.UNTIED_SCOPE} Exchange: labels flipped, order reversed.")
    e.reading(
        "an average over the positives of weighted FPR (Theorem 1): both areas are",
        **_both(lambda s: _one_less(s), lambda s: small.average_precision(s) == twin.auprc_expectation(*s), samples),
    )
    e.reading(
        "unchanged when the classes are exchanged: only AUROC is",
        **_both(
            lambda s: small.auroc(s) == small.auroc(_exchanged(s)),
            lambda s: small.average_precision(s) == exact.average_precision(*_exchanged(s)),
            samples,
        ),
    )
    return e


def _both(of_auroc, of_precision, samples) -> dict:
    found = [tally(np.array([test(sample) for sample in samples])) for test in (of_auroc, of_precision)]
    return {
        "agrees": all(part["agrees"] for part in found),
        "reproduced": {"AUROC": found[0]["reproduced"], "AUPRC": found[1]["reproduced"]},
    }


def _exchanged(sample: Sample) -> Sample:
    return tuple(1 - label for label in sample[0]), tuple(-score for score in sample[1])


def table2_recall() -> Evidence:
    """Table 2, eighth row: AUROC as the mean over the negatives of the recall at their scores."""
    samples = small.tied()
    e = Evidence(note=small.TIED_SCOPE)
    e.printed(
        "AUROC is the mean recall at the negatives' scores, ties half", **count(lambda s: _mean_recall(s), samples)
    )
    better = [
        (sample, (labels, scores))
        for sample in samples
        for labels, scores in [_one_positive_up(sample)]
        if scores is not None
    ]
    e.printed(
        "raising a positive past other scores raises recall somewhere and never lowers AUROC; it raises it if a "
        "negative was passed",
        **count(lambda c: (exact.auroc(*c[1]) > exact.auroc(*c[0])) == _passed(c), better),
    )
    e.control("AUROC is recall at one fixed threshold, the highest score", **count(_recall_at_top, samples))
    return e


def _mean_recall(sample: Sample) -> bool:
    recalls = [
        small.share(sample, 1, lambda s, v=v: s > v) + small.share(sample, 1, lambda s, v=v: s == v) / 2
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


def _passed(case: tuple[Sample, Sample]) -> bool:
    (labels, before), (_, after) = case
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
    return e
