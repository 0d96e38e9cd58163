"""The synthetic data of Section 3.2 and how they are drawn: Appendices B.1 and B.2."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit

from claimledger import SIGMAS, Claim, Evidence
from metricbook import auch, auroc, average_precision
from scoring_the_scores.mcdermott import subgroup_runs as runs
from scoring_the_scores.mcdermott.runs import LARGE, SMALL
from scoring_the_scores.mcdermott.score_sampler import Family, Population, Scaling, draw_many

CALIBRATION_SEED = 11


def setup_prevalence(claim: Claim) -> Evidence:
    """Section 3.2, setup: prevalences as whole numbers of positives, and scores of the sampler in [0, 1]."""
    printed = [claim.published[group] for group in ("G1", "G2")]
    above = {}
    e = Evidence()
    for population in (LARGE, SMALL):
        size = population.sizes[0]
        e.printed(
            f"prevalences with {list(population.positives)} positives in groups of {size}",
            published=printed,
            reproduced=list(population.prevalences),
            tolerance=claim.tolerance,
        )
        unscaled = runs.sampled(replace(population, scaling="none"))
        e.printed(
            f"scores of the sampler in $[0,1]$, groups of {size}: data sets",
            cases=np.all((unscaled >= 0) & (unscaled <= 1), axis=1),
        )
        above[size] = float((runs.sampled(population).max(axis=1) > 1).mean())
    e.note = (
        f"{runs.DRAWS} data sets of each size, seed {runs.DRAW_SEED}. Once each group's mean is its prevalence (step 5 "
        "of B.1), "
        + " and ".join(f"{share:.2%} of those of {size}" for size, share in above.items())
        + " have a score above 1. With labels drawn one by one, group 2 of 100 would have no positive with chance "
        f"{(1 - printed[1]) ** SMALL.sizes[1]:.3f}."
    )
    scaled = runs.sampled(SMALL)
    e.control("scores still in $[0,1]$ after that, groups of 100: data sets", cases=np.all(scaled <= 1, axis=1))
    return e


def setup_auroc(claim: Claim) -> Evidence:
    """Section 3.2, setup: mean AUROC of each group and of the union, with the optional scaling of B.1 and without."""
    e = Evidence(note=f"{runs.DRAWS} data sets of each kind, seed {runs.DRAW_SEED}; means over data sets.")
    names: dict[Scaling, str] = {"mean": "each group's scores scaled to its prevalence", "none": "scores not scaled"}
    for scaling, name in names.items():
        for population in (LARGE, SMALL):
            aurocs = runs.areas(replace(population, scaling=scaling))
            for part, (mean, se) in aurocs.items():
                e.reading(
                    f"{name}, groups of {population.sizes[0]}: AUROC of {part}",
                    published=claim.published,
                    reproduced=round(mean, 4),
                    standard_error=se,
                    tolerance=claim.tolerance,
                )
    return e


def sampler() -> Evidence:
    """Appendix B.1, steps 1 to 4: exact expected AUROC, and the share of negatives that the inner windows hold."""
    targets = [Fraction(k, 20) for k in range(11, 20)]
    tried = [(n, a) for n in (1, 2, 3, 5, 10, 20) for a in targets]
    mean, se = runs.areas(LARGE)["G1"]
    inner = ", ".join(f"{float(_inner(n, Fraction(17, 20))):.3f} of {n} positives" for n in (1, 2, 5, 10))
    e = Evidence(note=f"At target 0.85 the windows between two positives hold, as a share of the negatives: {inner}.")
    e.printed(
        "the expected AUROC is $A$, if the number of positives below a negative is binomial with chance $1-A$ and the "
        "windows at the two ends are among the windows",
        cases=(_expected(n, a, range(n + 1)) == a for n, a in tried),
    )
    e.printed(
        f"mean AUROC of {runs.DRAWS} draws with target {LARGE.target}, 10 positives",
        agrees=abs(mean - LARGE.target) <= SIGMAS * se,
        reproduced=runs.mean_text(mean - LARGE.target, se, digits=4),
    )
    e.control(
        "the inner windows alone, their chances made to sum to 1",
        cases=(_expected(n, a, range(1, n)) == a for n, a in tried if n > 1),
    )
    e.control("chance $A$ in place of $1-A$", cases=(_expected(n, 1 - a, range(n + 1)) == a for n, a in tried))
    return e


def random_model() -> Evidence:
    """Appendix B.1, heading: what the sampled models look like as there are more and more positives."""
    target, counts = 0.85, (10, 100, 1_000)
    rates = {n: _rates("windows", n, target) for n in counts}
    smooth = _rates("binormal", counts[-1], target)
    areas = {n: _aurocs(n, target) for n in counts}
    text = "; ".join(
        f"{n} positives {', '.join(f'{rate:.2f}' for rate in rates_of_n)}" for n, rates_of_n in rates.items()
    )
    e = Evidence(
        note=f"200 models of each size with as many negatives as positives, target {target}, seed {CALIBRATION_SEED}. "
        f"Mean true positive rate at false positive rates 0.05, 0.5 and 0.95: {text}."
    )
    e.printed(
        "random scores have the target AUROC on average, with 10, 100 and 1000 positives",
        cases=(abs(v.mean() - target) <= SIGMAS * v.std(ddof=1) / v.size**0.5 for v in areas.values()),
    )
    e.printed("and are another model each time", cases=(v.std() > 0 for v in areas.values()))
    e.control(
        "with 1000 positives the true positive rates are those of normal scores of the same AUROC, within 0.1",
        agrees=bool(np.abs(rates[counts[-1]] - smooth).max() < 0.1),
        reproduced=[round(float(rate), 2) for rate in smooth],
    )
    return e


def _drawn(family: Family, n: int, target: float) -> tuple[np.ndarray, np.ndarray]:
    """Scores of 200 models, positives and negatives apart."""
    population = Population(sizes=(2 * n, 2 * n), positives=(n, n), family=family, scaling="none", target=target)
    scores = draw_many(population, np.random.SeedSequence(CALIBRATION_SEED).spawn(200))[:, : 2 * n]
    return scores[:, :n], scores[:, n:]


def _rates(family: Family, n: int, target: float) -> np.ndarray:
    """Mean true positive rate where 5, 50 and 95 percent of the negatives are above the threshold."""
    positive, negative = _drawn(family, n, target)
    thresholds = np.quantile(negative, (0.95, 0.5, 0.05), axis=1)
    return (positive > thresholds[..., None]).mean(axis=(1, 2))


def _aurocs(n: int, target: float) -> np.ndarray:
    positive, negative = _drawn("windows", n, target)
    order = np.argsort(np.concatenate([positive, negative], axis=1), axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    return (ranks[:, :n].sum(axis=1) - n * (n - 1) / 2) / n**2


def _chances(n: int, target: Fraction) -> list[Fraction]:
    """Chances that 0 to n positives are below a negative."""
    return [comb(n, k) * (1 - target) ** k * target ** (n - k) for k in range(n + 1)]


def _inner(n: int, target: Fraction) -> Fraction:
    return sum(_chances(n, target)[1:n], Fraction(0))


def _expected(n: int, target: Fraction, windows: range) -> Fraction:
    """Expected AUROC if negatives fall only in windows with these numbers of positives below."""
    chances = {k: _chances(n, target)[k] for k in windows}
    weighted = sum((k * chance for k, chance in chances.items()), Fraction(0))
    return 1 - weighted / (n * sum(chances.values(), Fraction(0)))


def auroc_meaning() -> Evidence:
    """Appendix B.1, step 3: which of the two classes is to be ranked above the other, pair by pair."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    small = Population(sizes=(40, 20), positives=(6, 3))
    differences = []
    for _ in range(50):
        scores = small.draw(rng=rng)
        below = np.mean(scores[small.labels][:, None] < scores[~small.labels][None, :])
        differences.append((float(below), auroc(small.labels, scores)))
    e = Evidence(note=f"All pairs of 50 drawn samples, seed {CALIBRATION_SEED}.")
    e.printed(
        "the share of pairs with the negative above is AUROC", over=differences, holds=lambda pair: np.isclose(*pair)
    )
    e.repaired("that with the positive above is", cases=(np.isclose(1 - below, area) for below, area in differences))
    e.control("AUROC is one half", cases=(np.isclose(area, 0.5) for _, area in differences))
    return e


def scaling() -> Evidence:
    """Appendix B.1, step 5: AUROC after scaling, and after calibration by a logistic curve and by isotonic steps."""
    labels = LARGE.labels[:200]
    raw = runs.sampled(replace(LARGE, scaling="none"))[:50, :200]
    before = np.array([auroc(labels, row) for row in raw])
    isotonic = np.array([auroc(labels, _isotonic(labels, row)) for row in raw])
    hulls = np.array([auch(labels, row) for row in raw])
    rises = isotonic - before
    e = Evidence(
        note=f"50 samples of 200 with 10 positives, seed {runs.DRAW_SEED}. Isotonic calibration raises AUROC by "
        f"{rises.min():.3f} to {rises.max():.3f}, to the area under the ROC curve's convex hull in "
        f"{np.isclose(isotonic, hulls).sum()} of them."
    )
    e.printed(
        "scaling to the prevalence leaves AUROC unchanged",
        cases=np.isclose(before, [auroc(labels, row * 0.05 / row.mean()) for row in raw]),
    )
    e.printed(
        "calibration by a logistic curve fitted to the labels leaves AUROC unchanged",
        cases=np.isclose(before, [auroc(labels, expit(_logistic(labels, row))) for row in raw]),
    )
    wrong = 1 - raw  # ranks the classes the wrong way round, and the fitted curve falls
    e.control(
        "so does a fitted curve that falls, AUROC $1-A$ before it, as against $A$ behind it",
        cases=np.isclose(1 - before, [auroc(labels, expit(_logistic(labels, row))) for row in wrong]),
    )
    e.control("isotonic calibration leaves AUROC unchanged", cases=np.isclose(before, isotonic))
    e.control(
        "so does a map that is not increasing, $(s-0.5)^2$",
        cases=np.isclose(before, [auroc(labels, (row - 0.5) ** 2) for row in raw]),
    )
    return e


def _isotonic(labels: np.ndarray, scores: np.ndarray) -> np.ndarray:
    order = np.argsort(scores, kind="stable")
    return isotonic_regression(labels[order].astype(float)).x[np.argsort(order, kind="stable")]


def _logistic(labels: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Log-odds of an unpenalised logistic regression on the score, by damped Newton steps."""
    design = np.stack([np.ones_like(scores), scores])
    line = np.zeros(2)
    for _ in range(60):
        chance = expit(line @ design)
        step = np.linalg.solve((design * (chance * (1 - chance))) @ design.T, design @ (labels - chance))
        line += step / max(1.0, float(np.abs(step).max()) / 5)
    return line @ design


def strictly_weaker() -> Evidence:
    """Appendix B.1, step 5: calibration implies a mean equal to the prevalence, and not the other way round."""
    values = [Fraction(k, 4) for k in range(5)]
    halves = [[(Fraction(1, 2), q, y) for q, y in pair] for pair in product(product(values, repeat=2), repeat=2)]
    matched = [law for law in halves if law[0][1] < law[1][1] and _mean(law) == _prevalence(law)]
    exchanged = [(Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(3, 4), Fraction(1, 4))]
    e = Evidence(
        note="Laws with up to four values in eighths; scores with two values in quarters, each half of the time."
    )
    e.printed(
        "mean score equals prevalence for every calibrated score",
        cases=(_mean(law) == _prevalence(law) for law in _calibrated_laws()),
    )
    e.printed(
        "some score with that mean is not calibrated: values 1/4 and 3/4, each half of the time, exchanged",
        agrees=exchanged in matched and not _is_calibrated(exchanged),
        reproduced=f"mean {_mean(exchanged)}, prevalence {_prevalence(exchanged)}, "
        f"share of positives at 1/4: {exchanged[0][2]}",
    )
    e.control("every score with that mean is calibrated", cases=map(_is_calibrated, matched))
    return e


def calibration() -> Evidence:
    """Appendix B.2: the mean of a calibrated score is the prevalence, for exact finite laws."""
    laws = list(_calibrated_laws())
    shifted = [[(w, q, (1 + q) / 2) for w, q, _ in law] for law in laws]
    e = Evidence(note="Laws with up to four values in eighths; the chapter proves the general case.")
    e.printed("mean score equals prevalence", cases=(_mean(law) == _prevalence(law) for law in laws))
    e.control(
        "the same if the share of positives at score $q$ is $(1+q)/2$",
        cases=(_mean(law) == _prevalence(law) for law in shifted),
    )
    return e


def _calibrated_laws():
    """Finite laws as lists of (chance, score, share of positives at this score), the last two equal."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    for _ in range(500):
        size = int(rng.integers(1, 5))
        weights = [Fraction(int(w)) for w in rng.integers(1, 9, size=size)]
        scores = [Fraction(int(q), 8) for q in rng.choice(8, size=size, replace=False)]
        yield [(w / sum(weights), q, q) for w, q in zip(weights, scores, strict=True)]


def _mean(law) -> Fraction:
    return sum((chance * score for chance, score, _ in law), Fraction(0))


def _prevalence(law) -> Fraction:
    return sum((chance * share for chance, _, share in law), Fraction(0))


def _is_calibrated(law) -> bool:
    return all(score == share for _, score, share in law)


def subgroup_comparison() -> Evidence:
    """Section 4.2: AUPRC of groups of unlike prevalence whose scores follow the same law in each class."""
    compared = {}
    for name, positives in (("prevalences 0.05 and 0.01", (100, 20)), ("prevalence 0.05 in both", (100, 100))):
        population = Population(sizes=(2_000, 2_000), positives=positives, family="binormal", scaling="none")
        scores = draw_many(population, np.random.SeedSequence(CALIBRATION_SEED).spawn(100))
        values = {}
        for measure in (auroc, average_precision):
            groups = [
                [measure(population.labels[inside], row[inside]) for row in scores]
                for inside in (~population.low, population.low)
            ]
            difference = np.subtract(groups[0], groups[1])
            values[measure.__name__] = difference.mean(), difference.std(ddof=1) / 10, np.mean(groups, axis=1)
        compared[name] = values
    unlike, alike = compared.values()
    e = Evidence(note=f"100 pairs of groups of 2000, binormal scores with AUROC 0.85 in both, seed {CALIBRATION_SEED}.")
    e.printed(
        "equally good groups have equal AUROC",
        agrees=abs(unlike["auroc"][0]) < 4 * unlike["auroc"][1],
        reproduced=runs.mean_text(*unlike["auroc"][:2]),
    )
    e.printed(
        "and unlike AUPRC, lower at the lower prevalence",
        agrees=runs.sure(*unlike["average_precision"][:2]),
        reproduced=[round(float(v), 2) for v in unlike["average_precision"][2]],
    )
    e.control(
        "AUPRC differs between equally good groups of one prevalence",
        agrees=runs.sure(*np.abs(alike["average_precision"][:2])),
        reproduced=runs.mean_text(*alike["average_precision"][:2]),
    )
    return e
