"""Theorem 1: both areas as expectations over positives, its proof, its conventions, and Section 3.1's validation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from operator import ge, gt, le

import numpy as np

from claimledger import SIGMAS, Evidence
from metricbook import average_precision
from metricbook.exact.samples import Sample
from scoring_the_scores.mcdermott.mistakes import (
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    fix_mistake,
)
from scoring_the_scores.mcdermott.two_areas import exact as exact_areas
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.expectations import auprc_as_expectation, auroc_as_expectation
from scoring_the_scores.mcdermott.two_areas.tables import draw_rankings, order_of_gains

SEED, LARGER = 20240112, 200
ROUNDING = 1e-12
_NODES, _WEIGHTS = (lambda rule: ((rule[0] + 1) / 2, rule[1] / 2))(np.polynomial.legendre.leggauss(400))
#: Exponents: positives have distribution function tau^a, negatives 1 - (1 - tau)^b.
LAWS = ((1, 1), (2, 1), (1, 3), (3, 2), (5, 4))
SHARES = (0.01, 0.2, 0.5)
LAWS_NOTE = (
    rf"Continuous laws: distribution functions $\tau^a$ and $1-(1-\tau)^b$, $(a, b)$ = {', '.join(map(str, LAWS))}."
)


def thm1_auroc() -> Evidence:
    """Theorem 1, AUROC: continuous laws by quadrature, all small samples in which no positive ties with a negative."""
    e = Evidence(note=f"{LAWS_NOTE} {small.UNTIED_SCOPE} {small.TIED_SCOPE}")
    apart = [sample for sample in small.tied() if not _crossed(sample)]
    crossed = [sample for sample in small.tied() if _crossed(sample)]
    e.printed("continuous laws", cases=map(_auroc_of_law, LAWS))
    e.printed("rankings without ties", cases=(_auroc(sample, "above") for sample in small.untied()))
    e.printed("samples in which no positive ties with a negative", cases=(_auroc(sample, "above") for sample in apart))
    e.control("samples in which one does, FPR with $>$", over=crossed, holds=lambda s: _auroc(s, "above"))
    e.control(r"samples in which one does, FPR with $\geq$", over=crossed, holds=lambda s: _auroc(s, "at least"))
    e.control(
        r"$1 - E_-[\mathrm{FPR}(p_-)]$, over the negatives instead",
        cases=(
            small.auroc((labels, scores)) == exact_areas.auroc_expectation([1 - y for y in labels], scores, "above")
            for labels, scores in small.untied()
        ),
    )
    return e


def _auroc(sample: Sample, inequality: str) -> bool:
    return exact_areas.auroc_expectation(*sample, inequality) == small.auroc(sample)


def _crossed(sample: Sample) -> bool:
    by_class = [{s for y, s in zip(*sample, strict=True) if y == label} for label in (0, 1)]
    return bool(by_class[0] & by_class[1])


def _auroc_of_law(law: tuple[int, int]) -> bool:
    """The area under the ROC curve over FPR, against 1 - E[FPR] over the positives' density."""
    a, b = law
    area = _WEIGHTS @ (1 - (1 - _NODES ** (1 / b)) ** a)
    expectation = 1 - _WEIGHTS @ ((1 - _NODES) ** b * a * _NODES ** (a - 1))
    # at FPR = 0 the curve may be infinitely steep: the quadrature's own error
    return bool(abs(area - expectation) < 1e-5)


def thm1_auprc() -> Evidence:
    """Theorem 1, AUPRC: continuous laws by quadrature and in closed form; on samples the printed inequality fails."""
    with_ties = small.average_precision(TIED_EQUAL), exact_areas.auprc_expectation(*TIED_EQUAL, "above")
    e = Evidence(
        note=f"{LAWS_NOTE} Shares of positives {', '.join(map(str, SHARES))}. {small.UNTIED_SCOPE} {small.TIED_SCOPE} "
        f"One sample of {len(TIED_EQUAL[0])} besides, a negative above a positive above a tie of "
        f"{sum(TIED_EQUAL[0]) - 1} positives and {TIED_EQUAL[0].count(0) - 1} negatives: average precision is "
        f"{with_ties[0]}, and so is the formula with $>$, {with_ties[1]}."
    )
    e.printed("continuous laws", cases=(_auprc_of_law(law, share) for law in LAWS for share in SHARES))
    e.printed(
        r"uniform on $[k,1]$ against uniform on $[0,1]$: $\frac{\pi}{\pi+(1-\pi)(1-k)}$",
        cases=(_uniform(k, share) for k in (0.1, 0.5, 0.9) for share in SHARES),
    )
    e.control("rankings, $>$ as printed: average precision", over=small.untied(), holds=lambda s: _auprc(s, "above"))
    e.control(
        "samples with ties, $>$: not average precision, either",
        over=[*small.tied(), TIED_EQUAL],
        holds=lambda sample: not _auprc(sample, "above"),
    )
    e.control(
        r"continuous laws, $P(y=1)$ for $P(y=0)$",
        cases=(_auprc_of_law(law, share, front=share) for law in LAWS for share in SHARES if share < 0.5),
    )
    return e


def _auprc(sample: Sample, inequality: str) -> bool:
    return _expected(sample, inequality) == small.average_precision(sample)


def _expected(sample: Sample, inequality: str) -> Fraction | None:
    """Theorem 1's formula for AUPRC, None where it is undefined."""
    try:
        return exact_areas.auprc_expectation(*sample, inequality)
    except ZeroDivisionError:
        return None


def _mixed(sample: Sample) -> bool:
    labels, scores = sample
    total, n = Fraction(0), len(labels)
    negatives = n - sum(labels)
    for label, score in zip(labels, scores, strict=True):
        if label:
            fires = Fraction(sum(other > score for other in scores), n)
            if fires == 0:
                return False
            total += small.share(sample, 0, partial(le, score)) / fires
    return 1 - Fraction(negatives, n) * total / sum(labels) == small.average_precision(sample)


def _auprc_of_law(law: tuple[int, int], share: float, front: float | None = None) -> bool:
    """The area under precision over recall, against the formula over the positives' density."""
    a, b = law

    def fires(tau: np.ndarray) -> np.ndarray:
        return share * (1 - tau**a) + (1 - share) * (1 - tau) ** b

    at_recall = (1 - _NODES) ** (1 / a)
    area = _WEIGHTS @ (share * _NODES / fires(at_recall))
    weighted = _WEIGHTS @ ((1 - _NODES) ** b / fires(_NODES) * a * _NODES ** (a - 1))
    expectation = 1 - (1 - share if front is None else front) * weighted
    return abs(area - expectation) < 1e-4


def _uniform(k: float, share: float) -> bool:
    tau = k + (1 - k) * _NODES  # the positives' scores
    false, true = 1 - tau, (1 - tau) / (1 - k)
    area = 1 - (1 - share) * (_WEIGHTS @ (false / (share * true + (1 - share) * false)))
    return bool(abs(area - share / (share + (1 - share) * (1 - k))) < ROUNDING)


def thm1_convention() -> Evidence:
    """Theorem 1 on samples: its formula for AUPRC with each of Appendix A's two inequalities."""
    strict = {sample: _expected(sample, "above") for sample in small.untied()}
    defined = {sample: value for sample, value in strict.items() if value is not None}
    shifted = sum(value == _shifted(sample) for sample, value in defined.items())
    e = Evidence(
        note=f"{small.UNTIED_SCOPE} {small.TIED_SCOPE} With $>$ the formula is undefined in "
        f"{len(strict) - len(defined)} of {len(strict)} rankings; {sum(sample[0][0] for sample in strict)} have a "
        f"positive on top. In {shifted} of the other {len(defined)} it is the mean of $(k-1)/(r-1)$. "
        f"Larger samples: {LARGER} weighted ones of 10 to 400 with ties, in floats, seed {SEED}."
    )
    e.reading(r"$\geq$, as in the counts: average precision", cases=(_auprc(s, "at least") for s in small.untied()))
    e.reading(r"$\geq$, samples with ties", cases=(_auprc(s, "at least") for s in small.tied()))
    e.reading(r"$\geq$, larger samples", cases=map(_larger, np.random.default_rng(SEED).spawn(LARGER)))
    e.reading(
        "$>$, as in the probabilities: average precision", over=small.untied(), holds=lambda s: _auprc(s, "above")
    )
    e.control(r"$\geq$ in FPR, $>$ in the firing rate", cases=map(_mixed, small.untied()))
    return e


def _larger(rng: np.random.Generator) -> bool:
    n = int(rng.integers(10, 401))
    labels = np.arange(n) < rng.integers(1, n)
    scores = rng.integers(0, n // 3 + 1, size=n) + 2 * labels
    weights = rng.exponential(size=n)
    value = auprc_as_expectation(labels, scores, sample_weight=weights)
    return abs(value - average_precision(labels, scores, sample_weight=weights)) < ROUNDING


def _shifted(sample: Sample) -> Fraction | None:
    """Mean over the positives of (k - 1)/(r - 1); None where the first sample is positive."""
    positive_ranks = [(k, r) for k, r in enumerate((i + 1 for i, label in enumerate(sample[0]) if label), start=1)]
    return (
        None
        if positive_ranks[0][1] == 1
        else sum((Fraction(k - 1, r - 1) for k, r in positive_ranks), Fraction(0)) / len(positive_ranks)
    )


def thm1_weights() -> Evidence:
    """After Theorem 1: what a false positive costs, by continuous laws and pair by pair."""
    e = Evidence(note=f"{LAWS_NOTE} Shares of positives {', '.join(map(str, SHARES))}. {small.UNTIED_SCOPE}")
    e.printed(r"continuous laws: $1-\mathrm{AUROC}$ is the mean FPR, weight 1", cases=map(_auroc_of_law, LAWS))
    e.printed(
        r"continuous laws: $(1-\mathrm{AUPRC})/P(y=0)$ is the mean FPR, weight 1 over the firing rate",
        cases=(_auprc_of_law(law, share) for law in LAWS for share in SHARES),
    )
    e.printed(
        r"rankings: a negative above a positive at rank $r$ takes $\frac{1}{n_+n_-}$ off AUROC and "
        r"$\frac{1}{n_+r}$ off AUPRC",
        cases=map(_by_pairs, small.untied()),
    )
    e.control(
        "rankings: weight 1 over the share of greater scores",
        cases=(_auprc(sample, "above") for sample in small.untied()),
    )
    return e


def _by_pairs(sample: Sample) -> bool:
    labels = sample[0]
    positives = sum(labels)
    lost_auroc = lost_precision = Fraction(0)
    for rank, label in enumerate(labels, start=1):
        if label:
            for other in labels[: rank - 1]:
                lost_auroc += Fraction(1 - other, positives * (len(labels) - positives))
                lost_precision += Fraction(1 - other, positives * rank)
    return (1 - lost_auroc, 1 - lost_precision) == (small.auroc(sample), small.average_precision(sample))


def thm1_change_of_variable() -> Evidence:
    """Proof of Theorem 1: an integral over TPR, over thresholds from 1 to 0, and as a mean over positives."""
    e = Evidence(
        note=r"Positives with density, distribution function $\tau^a$, $a$ = 1, 2, 3; $g$ = 1, $\tau$, $\tau^2$, "
        rf"$(1-\tau)^2$, $1/(1+\tau)$; means of {DRAWS:,} draws to {SIGMAS:g} standard errors, "
        f"seed {SEED + 2}."
    )
    cases = [(a, g) for a in (1, 2, 3) for g in _FUNCTIONS]
    rng = np.random.default_rng(SEED + 2)
    means = [_mean_of_draws(a, g, rng) for a, g in cases]
    turned = [_over_thresholds(a, g) for a, g in cases]
    e.printed(
        r"$\int_0^1 g\,d\mathrm{TPR} = \int_1^0 g\,(-p_+)\,d\tau$",
        pairs=((_over_recall(a, g), value) for (a, g), value in zip(cases, turned, strict=True)),
        within=1e-5,
    )
    e.printed(
        r"$\int_1^0 g\,(-p_+)\,d\tau = E_+[g]$",
        cases=(_within(value, *mean) for value, mean in zip(turned, means, strict=True)),
    )
    e.control(
        r"$\int_0^1 g\,(-p_+)\,d\tau = E_+[g]$, limits not turned round",
        cases=(_within(-value, *mean) for value, mean in zip(turned, means, strict=True)),
    )
    return e


DRAWS = 100_000
_FUNCTIONS = (np.ones_like, np.positive, np.square, lambda t: (1 - t) ** 2, lambda t: 1 / (1 + t))


def _over_recall(a: int, g) -> float:
    """Stieltjes sum over 200,000 equal steps of TPR, each at the threshold that has it."""
    recall = (np.arange(200_000) + 0.5) / 200_000
    return float(g((1 - recall) ** (1 / a)).mean())


def _over_thresholds(a: int, g) -> float:
    """From 1 down to 0 of g times minus the density."""
    return -float(_WEIGHTS @ (g(_NODES) * -(a * _NODES ** (a - 1))))


def _mean_of_draws(a: int, g, rng: np.random.Generator) -> tuple[float, float]:
    """Mean of g over drawn positives (the largest of a uniform numbers), and its standard error."""
    values = g(rng.random((DRAWS, a)).max(axis=1))
    return float(values.mean()), float(values.std()) / DRAWS**0.5


def _within(value: float, mean: float, error: float) -> bool:
    return abs(value - mean) <= SIGMAS * error + ROUNDING


def thm1_bayes() -> Evidence:
    """Proof of Theorem 1: precision by Bayes' rule, all small samples and thresholds, each inequality throughout."""
    cases = [case for case in small.at_thresholds(small.tied()) if case[1] < max(case[0][1])]
    e = Evidence(note=f"{small.TIED_SCOPE} Thresholds at and between the scores, below the highest.")
    e.printed("$>$ throughout, as in the proof", cases=(_bayes(case, gt, gt) for case in cases))
    e.printed(r"$\geq$ throughout", cases=(_bayes(case, ge, ge) for case in cases))
    e.control(r"$\geq$ in FPR and precision, $>$ in the firing rate", cases=(_bayes(case, ge, gt) for case in cases))
    e.control("FPR with Appendix A's denominator $N_P$", cases=(_bayes(case, gt, gt, slip=True) for case in cases))
    return e


def _bayes(case: tuple[Sample, Fraction], above, fires, *, slip: bool = False) -> bool:
    sample, threshold = case
    n, positives = len(sample[0]), sum(sample[0])
    matrix = small.counts(sample, threshold, above=above)
    precision = Fraction(matrix.true_positives, matrix.true_positives + matrix.false_positives)
    rate = Fraction(matrix.false_positives, positives if slip else n - positives)
    firing = Fraction(sum(fires(score, threshold) for score in sample[1]), n)
    return precision == 1 - rate * Fraction(n - positives, n) / firing


#: A sample on which Theorem 1 with > gives average precision; of fewer than twelve there is none.
TIED_EQUAL: Sample = ((0, 1, 1, 1) + 8 * (0,), (3, 2) + 10 * (1,))
AUROCS = (0.1, 0.3, 0.5, 0.65, 0.75, 0.85, 0.95)
COUNTS = (2, 10, 50, 100, 150, 190)
SIZE, REPEATS = 200, 4


def validation_thm1_thm2() -> Evidence:
    """Section 3.1: both theorems on the paper's sampler over a battery of AUROCs and prevalences."""
    battery = _battery()
    models = [model for _, model in battery]
    scores = -np.arange(SIZE)
    roc = max(abs(auroc_as_expectation(m, scores) - float(auroc_by_rank(m))) for m in models)
    precision = max(abs(auprc_as_expectation(m, scores) - float(average_precision_by_rank(m))) for m in models)
    gains = [_actual_gains(m) for m in models]
    constant = max(np.abs(g[0] - 1 / (m.sum() * (~m).sum())).max(initial=0) for g, m in zip(gains, models, strict=True))
    table = order_of_gains(np.stack(models)).assign(setting=[setting for setting, _ in battery])
    table = table[(table["mistakes"] >= 2) & table["correlation"].notna()]
    negative = table[table["correlation"] < 0]
    falling = sorted(set(negative["setting"]))
    e = Evidence(
        note=rf"{len(models)} models of {SIZE}: AUROC {', '.join(map(str, AUROCS))}; positives "
        rf"{', '.join(map(str, COUNTS))}; {REPEATS} each; seed {SEED + 1}. {len(negative)} of {len(table)} "
        f"with two mistakes or more have a negative correlation, with AUROC and positives "
        f"{', '.join(map(str, falling))}. Appendix B prints no values to compare with."
    )
    e.printed("Theorem 1, AUROC: largest error", agrees=roc < ROUNDING, reproduced=_size(roc))
    e.printed(r"Theorem 1, AUPRC with $\geq$: largest error", agrees=precision < ROUNDING, reproduced=_size(precision))
    e.printed(
        "Theorem 2: gain in AUROC constant, largest error", agrees=constant < ROUNDING, reproduced=_size(constant)
    )
    e.printed(
        "Theorem 2: the correlation of gain in AUPRC and score, named last, is positive",
        over=[
            (f"AUROC {target:g}", f"{count} positives", correlation)
            for (target, count), correlation in zip(table["setting"], table["correlation"], strict=True)
        ],
        holds=lambda model: model[-1] > 0,
    )
    for form, power, what in (
        ("repaired", 1, r"gain in AUPRC $\frac{k}{n_+r(r+1)}$: largest error"),
        ("control", 0, r"gain in AUPRC $\frac{1}{n_+r(r+1)}$: largest error"),
    ):
        error = max(_formula_error(m, g, power) for m, g in zip(models, gains, strict=True))
        e.add(form, what, agrees=error < ROUNDING, reproduced=_size(error))
    return e


def _formula_error(model: np.ndarray, gains: tuple[np.ndarray, ...], power: int) -> float:
    rank = gains[3]
    recall = np.cumsum(model)[rank] ** power
    return float(np.abs(gains[1] - recall / (model.sum() * rank * (rank + 1.0))).max(initial=0))


def _size(error: float) -> str:
    return "below 1e-12" if error < ROUNDING else f"{error:.2g}"


@cache
def _battery() -> list[tuple[tuple[float, int], np.ndarray]]:
    rng = np.random.default_rng(SEED + 1)
    return [
        ((target, count), model)
        for target in AUROCS
        for count in COUNTS
        for model in draw_rankings("windows", REPEATS, positives=count, negatives=SIZE - count, target=target, rng=rng)
    ]


def _actual_gains(model: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of every mistake: gains in both areas by fixing it and measuring again, the formula's gain, and the rank."""
    formula = average_precision_gains(model)
    rank = np.flatnonzero(formula) + 1
    fixed = fix_mistake(np.broadcast_to(model, (rank.size, model.size)), rank) if rank.size else model[None][:0]
    roc = auroc_by_rank(fixed) - auroc_by_rank(model)
    return roc, average_precision_by_rank(fixed) - average_precision_by_rank(model), formula[rank - 1], rank
