"""Theorem 1: both areas as expectations over positives, its proof, its conventions, and Section 3.1's validation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from operator import ge, gt

import numpy as np

from metricbook import average_precision
from metricbook.chapters.mcdermott.mistakes import (
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    fix_mistake,
)
from metricbook.chapters.mcdermott.two_areas import exact as twin
from metricbook.chapters.mcdermott.two_areas import samples as small
from metricbook.chapters.mcdermott.two_areas.expectations import auprc_as_expectation, auroc_as_expectation
from metricbook.chapters.mcdermott.two_areas.samples import Sample, count
from metricbook.chapters.mcdermott.two_areas.tables import draw_rankings, order_of_gains
from metricbook.ledger import Evidence
from metricbook.ledger.evidence import SIGMAS

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
    """Theorem 1, AUROC: continuous laws by quadrature, all small rankings, all small samples with ties."""
    e = Evidence(note=f"{LAWS_NOTE} {small.UNTIED_SCOPE} {small.TIED_SCOPE}")
    e.printed("continuous laws", **count(_auroc_of_law, LAWS))
    e.printed("rankings without ties, FPR with $>$", **count(lambda s: _auroc(s, "above"), small.untied()))
    e.printed(r"rankings without ties, FPR with $\geq$", **count(lambda s: _auroc(s, "at least"), small.untied()))
    e.printed("samples with ties, FPR with $>$", **count(lambda s: _auroc(s, "above"), small.tied()))
    e.printed(r"samples with ties, FPR with $\geq$", **count(lambda s: _auroc(s, "at least"), small.tied()))
    e.repaired(
        "samples with ties, a negative as high as the positive counts one half", **count(_auroc_half, small.tied())
    )
    uncrossed = [sample for sample in small.tied() if not _crossed(sample)]
    e.repaired(
        "either inequality where no positive ties with a negative",
        **count(lambda s: _auroc(s, "above") and _auroc(s, "at least"), uncrossed),
    )
    e.control(
        r"$1 - E_-[\mathrm{FPR}(p_-)]$, over the negatives instead",
        **count(
            lambda s: small.auroc(s) == twin.auroc_expectation([1 - y for y in s[0]], s[1], "above"), small.untied()
        ),
    )
    return e


def _auroc(sample: Sample, inequality: str) -> bool:
    return twin.auroc_expectation(*sample, inequality) == small.auroc(sample)


def _auroc_half(sample: Sample) -> bool:
    both = twin.auroc_expectation(*sample, "above") + twin.auroc_expectation(*sample, "at least")
    fast = auroc_as_expectation(*sample, inequality="half")
    return both / 2 == small.auroc(sample) and abs(fast - both / 2) < ROUNDING


def _crossed(sample: Sample) -> bool:
    by_class = [{s for y, s in zip(*sample, strict=True) if y == label} for label in (0, 1)]
    return bool(by_class[0] & by_class[1])


def _auroc_of_law(law: tuple[int, int]) -> bool:
    """The area under the ROC curve over FPR, against 1 - E[FPR] over the positives' density."""
    a, b = law
    area = _WEIGHTS @ (1 - (1 - _NODES ** (1 / b)) ** a)
    expectation = 1 - _WEIGHTS @ ((1 - _NODES) ** b * a * _NODES ** (a - 1))
    return abs(area - expectation) < 1e-5  # at FPR = 0 the curve may be infinitely steep: the quadrature's own error


def thm1_auprc() -> Evidence:
    """Theorem 1, AUPRC: continuous laws by quadrature and in closed form, all small samples under both inequalities."""
    e = Evidence(
        note=f"{LAWS_NOTE} Shares of positives {', '.join(map(str, SHARES))}. {small.UNTIED_SCOPE} {small.TIED_SCOPE} "
        f"Then {LARGER} weighted samples of 10 to 400 with ties, in floats, seed {SEED}."
    )
    e.printed("continuous laws", **count(_auprc_of_law, [(law, share) for law in LAWS for share in SHARES]))
    e.printed(
        r"uniform on $[k,1]$ against uniform on $[0,1]$: $\frac{\pi}{\pi+(1-\pi)(1-k)}$",
        **count(_uniform, [(k, share) for k in (0.1, 0.5, 0.9) for share in SHARES]),
    )
    e.printed("rankings, $>$ as printed: average precision", **count(lambda s: _auprc(s, "above"), small.untied()))
    e.repaired(r"rankings, $\geq$: average precision", **count(lambda s: _auprc(s, "at least"), small.untied()))
    e.repaired(r"samples with ties, $\geq$: average precision", **count(lambda s: _auprc(s, "at least"), small.tied()))
    rngs = np.random.default_rng(SEED).spawn(LARGER)
    e.repaired(r"larger weighted samples, $\geq$", **count(_larger, rngs))
    e.control(r"$\geq$ in FPR, $>$ in the firing rate", **count(_mixed, small.untied()))
    return e


def _auprc(sample: Sample, inequality: str) -> bool:
    return _expected(sample, inequality) == small.average_precision(sample)


def _expected(sample: Sample, inequality: str) -> Fraction | None:
    """Theorem 1's formula for AUPRC, None where it is undefined."""
    try:
        return twin.auprc_expectation(*sample, inequality)
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
            total += small.share(sample, 0, lambda other, score=score: other >= score) / fires
    return 1 - Fraction(negatives, n) * total / sum(labels) == small.average_precision(sample)


def _auprc_of_law(case: tuple[tuple[int, int], float]) -> bool:
    """The area under precision over recall, against the formula over the positives' density."""
    (a, b), share = case

    def fires(tau: np.ndarray) -> np.ndarray:
        return share * (1 - tau**a) + (1 - share) * (1 - tau) ** b

    at_recall = (1 - _NODES) ** (1 / a)
    area = _WEIGHTS @ (share * _NODES / fires(at_recall))
    expectation = 1 - (1 - share) * (_WEIGHTS @ ((1 - _NODES) ** b / fires(_NODES) * a * _NODES ** (a - 1)))
    return abs(area - expectation) < 1e-4


def _uniform(case: tuple[float, float]) -> bool:
    k, share = case
    tau = k + (1 - k) * _NODES  # the positives' scores
    false, true = 1 - tau, (1 - tau) / (1 - k)
    found = 1 - (1 - share) * (_WEIGHTS @ (false / (share * true + (1 - share) * false)))
    return abs(found - share / (share + (1 - share) * (1 - k))) < ROUNDING


def _larger(rng: np.random.Generator) -> bool:
    n = int(rng.integers(10, 401))
    labels = np.arange(n) < rng.integers(1, n)
    scores = rng.integers(0, n // 3 + 1, size=n) + 2 * labels
    weights = rng.exponential(size=n)
    found = auprc_as_expectation(labels, scores, sample_weight=weights)
    return abs(found - average_precision(labels, scores, sample_weight=weights)) < ROUNDING


def thm1_convention() -> Evidence:
    """Theorem 1 on samples: its formula for AUPRC with each of Appendix A's two inequalities, all small rankings."""
    e = Evidence(note=small.UNTIED_SCOPE)
    for name, inequality in ((r"$\geq$, as in the counts", "at least"), ("$>$, as in the probabilities", "above")):
        values = [_expected(sample, inequality) for sample in small.untied()]
        undefined = values.count(None)
        equal = sum(value == small.average_precision(s) for value, s in zip(values, small.untied(), strict=True))
        shifted = sum(
            value is not None and value == _shifted(s) for value, s in zip(values, small.untied(), strict=True)
        )
        e.reading(
            name,
            agrees=equal == len(values),
            reproduced={
                "average precision": equal,
                "undefined": undefined,
                "mean of (k-1)/(r-1)": shifted,
                "of": len(values),
            },
        )
    return e


def _shifted(sample: Sample) -> Fraction | None:
    """Mean over the positives of (k - 1)/(r - 1); None where the first sample is positive."""
    found = [(k, r) for k, r in enumerate((i + 1 for i, label in enumerate(sample[0]) if label), start=1)]
    return None if found[0][1] == 1 else sum((Fraction(k - 1, r - 1) for k, r in found), Fraction(0)) / len(found)


def thm1_weights() -> Evidence:
    """After Theorem 1: the same false positive rates, averaged with weight 1 and with the inverse firing rate."""
    samples = small.untied()
    e = Evidence(note=small.UNTIED_SCOPE)
    e.printed(r"$1-\mathrm{AUROC}$ is the mean FPR, weight 1", **count(lambda s: _auroc(s, "above"), samples))
    e.printed(
        r"$(1-\mathrm{AUPRC})/P(y=0)$: weight 1 over the chance of a greater score",
        **count(lambda s: _auprc(s, "above"), samples),
    )
    e.repaired(
        "weight 1 over the chance of a score at least as high", **count(lambda s: _auprc(s, "at least"), samples)
    )
    e.repaired(
        r"pair by pair: a negative above a positive at rank $r$ takes $\frac{1}{n_+n_-}$ off AUROC and "
        r"$\frac{1}{n_+r}$ off AUPRC",
        **count(_by_pairs, samples),
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
        rf"$(1-\tau)^2$, $1/(1+\tau)$; integrals to 1e-5, means of {DRAWS:,} draws to {SIGMAS:g} standard errors, "
        f"seed {SEED + 2}."
    )
    cases = [(a, g) for a in (1, 2, 3) for g in _FUNCTIONS]
    rng = np.random.default_rng(SEED + 2)
    means = [_mean_of_draws(a, g, rng) for a, g in cases]
    over_recall = [_over_recall(a, g) for a, g in cases]
    turned = [_over_thresholds(a, g) for a, g in cases]
    e.printed(
        r"$\int_0^1 g\,d\mathrm{TPR} = \int_1^0 g\,(-p_+)\,d\tau$",
        **small.tally(np.isclose(over_recall, turned, rtol=0, atol=1e-5)),
    )
    e.printed(r"$\int_1^0 g\,(-p_+)\,d\tau = E_+[g]$", **small.tally(_within(turned, means)))
    e.control(
        r"$\int_0^1 g\,(-p_+)\,d\tau = E_+[g]$, limits not turned round",
        **small.tally(_within([-value for value in turned], means)),
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


def _within(values: list[float], means: list[tuple[float, float]]) -> np.ndarray:
    return np.array(
        [abs(value - mean) <= SIGMAS * error + ROUNDING for value, (mean, error) in zip(values, means, strict=True)]
    )


def thm1_bayes() -> Evidence:
    """Proof of Theorem 1: precision by Bayes' rule, all small samples and thresholds, each inequality throughout."""
    cases = [case for case in small.at_thresholds(small.tied()) if case[1] < max(case[0][1])]
    e = Evidence(note=f"{small.TIED_SCOPE} Thresholds at and between the scores, below the highest.")
    e.printed("$>$ throughout, as in the proof", **count(lambda c: _bayes(c, gt, gt), cases))
    e.printed(r"$\geq$ throughout", **count(lambda c: _bayes(c, ge, ge), cases))
    e.control(r"$\geq$ in FPR and precision, $>$ in the firing rate", **count(lambda c: _bayes(c, ge, gt), cases))
    e.control("FPR with Appendix A's denominator $N_P$", **count(lambda c: _bayes(c, gt, gt, slip=True), cases))
    return e


def _bayes(case: tuple[Sample, Fraction], above, fires, *, slip: bool = False) -> bool:
    sample, threshold = case
    n, positives = len(sample[0]), sum(sample[0])
    found = small.counts(sample, threshold, above=above)
    precision = Fraction(found.true_positives, found.true_positives + found.false_positives)
    rate = Fraction(found.false_positives, positives if slip else n - positives)
    firing = Fraction(sum(fires(score, threshold) for score in sample[1]), n)
    return precision == 1 - rate * Fraction(n - positives, n) / firing


AUROCS = (0.1, 0.3, 0.5, 0.65, 0.75, 0.85, 0.95)
COUNTS = (2, 10, 50, 100, 150, 190)
SIZE, REPEATS = 200, 4


def validation_thm1_thm2() -> Evidence:
    """Section 3.1: both theorems on the paper's sampler over a battery of AUROCs and prevalences."""
    models = _battery()
    scores = -np.arange(SIZE)
    roc = max(abs(auroc_as_expectation(m, scores) - auroc_by_rank(m)) for m in models)
    precision = max(abs(auprc_as_expectation(m, scores) - average_precision_by_rank(m)) for m in models)
    gains = [_actual_gains(m) for m in models]
    constant = max(np.abs(g[0] - 1 / (m.sum() * (~m).sum())).max(initial=0) for g, m in zip(gains, models, strict=True))
    exactly = max(np.abs(g[1] - g[2]).max(initial=0) for g in gains)
    table = order_of_gains(np.stack(models))
    table = table[(table["mistakes"] >= 2) & table["correlation"].notna()]
    linear = np.array([_correlation_with_inverse(g) > 1 - 1e-9 for g in gains if len(g[0]) > 2])
    e = Evidence(
        note=rf"{len(models)} models of {SIZE}: AUROC {', '.join(map(str, AUROCS))}; positives "
        rf"{', '.join(map(str, COUNTS))}; {REPEATS} each; seed {SEED + 1}. Appendix B prints no values to compare with."
    )
    e.printed("Theorem 1, AUROC: largest error", agrees=roc < ROUNDING, reproduced=_size(roc))
    e.printed(r"Theorem 1, AUPRC with $\geq$: largest error", agrees=precision < ROUNDING, reproduced=_size(precision))
    e.printed(
        "Theorem 2: gain in AUROC constant, largest error", agrees=constant < ROUNDING, reproduced=_size(constant)
    )
    e.printed(
        "Theorem 2: gain in AUPRC and score positively correlated", **small.tally((table["correlation"] > 0).to_numpy())
    )
    e.printed("Theorem 2: no mistake gains more than the topmost", **small.tally(table["topmost_best"].to_numpy()))
    e.printed("Theorem 2: a lower mistake never gains more", **small.tally(table["falling"].to_numpy()))
    e.printed("Theorem 2: gain in AUPRC linear in the inverse firing rate", **small.tally(linear))
    e.repaired(
        r"gain in AUPRC $\frac{k}{n_+r(r+1)}$: largest error", agrees=exactly < ROUNDING, reproduced=_size(exactly)
    )
    return e


def _size(error: float) -> str:
    return "below 1e-12" if error < ROUNDING else f"{error:.2g}"


@cache
def _battery() -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(SEED + 1)
    drawn = [
        draw_rankings("windows", REPEATS, positives=m, negatives=SIZE - m, target=target, rng=rng)
        for target in AUROCS
        for m in COUNTS
    ]
    return tuple(np.concatenate(drawn))


def _actual_gains(model: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of every mistake: gains in both areas by fixing it and measuring again, the formula's gain, and the rank."""
    formula = average_precision_gains(model)
    rank = np.flatnonzero(formula) + 1
    fixed = fix_mistake(np.broadcast_to(model, (rank.size, model.size)), rank) if rank.size else model[None][:0]
    roc = auroc_by_rank(fixed) - auroc_by_rank(model)
    return roc, average_precision_by_rank(fixed) - average_precision_by_rank(model), formula[rank - 1], rank


def _correlation_with_inverse(gains: tuple[np.ndarray, ...]) -> float:
    return float(np.corrcoef(gains[1], 1 / (gains[3] + 1))[0, 1])
