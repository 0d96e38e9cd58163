"""The synthetic data of Section 3.2 and how they are drawn: Appendices B.1 and B.2."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit

from metricbook import auroc, average_precision
from metricbook.chapters.mcdermott.score_sampler import Population, draw_many
from metricbook.chapters.mcdermott.subgroups import told as runs
from metricbook.chapters.mcdermott.subgroups.runs import LARGE, SMALL
from metricbook.ledger import Claim, Evidence
from metricbook.metrics.ranking import auch

CALIBRATION_SEED = 11


def setup_prevalence(claim: Claim) -> Evidence:
    """Section 3.2, setup: prevalences as whole numbers of positives, and whether scaled scores stay in [0, 1]."""
    printed = [claim.published[group] for group in ("G1", "G2")]
    e = Evidence(note=f"{runs.DRAWS} data sets of each size, seed {runs.DRAW_SEED}.")
    for population in (LARGE, SMALL):
        size = population.sizes[0]
        e.printed(
            f"prevalences with {list(population.positives)} positives in groups of {size}",
            published=printed,
            reproduced=list(population.prevalences),
            tolerance=claim.tolerance,
        )
        within = float((runs.sampled(population).max(axis=1) <= 1).mean())
        e.printed(
            f"scores in $[0,1]$ once each group's mean is its prevalence, groups of {size}, share of data sets",
            agrees=within == 1,
            reproduced=within,
        )
        unscaled = runs.sampled(replace(population, scaling="none"))
        e.repaired(
            f"scores in $[0,1]$ before they are scaled, groups of {size}, share of data sets",
            agrees=bool((unscaled <= 1).all() and (unscaled >= 0).all()),
            reproduced=float((unscaled.max(axis=1) <= 1).mean()),
        )
        e.repaired(
            f"scores above 0 after scaling, groups of {size}",
            agrees=bool((runs.sampled(population) > 0).all()),
            reproduced=f"all of {runs.sampled(population).size}",
        )
    without = (1 - claim.published["G2"]) ** SMALL.sizes[1]
    e.control(
        "with labels drawn one by one, group 2 of 100 always has a positive",
        agrees=without == 0,
        reproduced=f"none with chance {without:.3f}",
    )
    return e


def setup_auroc(claim: Claim) -> Evidence:
    """Section 3.2, setup: mean AUROC of each group and of the union, with the optional scaling of B.1 and without."""
    e = Evidence(note=f"{runs.DRAWS} data sets of each kind, seed {runs.DRAW_SEED}; means over data sets.")
    for scaling, name in (("mean", "each group's scores scaled to its prevalence"), ("none", "scores not scaled")):
        for population in (LARGE, SMALL):
            found = runs.areas(replace(population, scaling=scaling))
            for part, (mean, se) in found.items():
                e.reading(
                    f"{name}, groups of {population.sizes[0]}: AUROC of {part}",
                    published=claim.published,
                    reproduced=round(mean, 4),
                    standard_error=se,
                    tolerance=claim.tolerance,
                )
    return e


def sampler() -> Evidence:
    """Appendix B.1, steps 1 to 4: exact expected AUROC, and the share of negatives that the printed windows hold."""
    targets = [Fraction(k, 20) for k in range(11, 20)]
    sizes = (1, 2, 3, 5, 10, 20)
    cases = [(n, a) for n in sizes for a in targets]
    inner = {f"{n} positives": _inner(n, Fraction(17, 20)) for n in (1, 2, 5, 10)}
    exact = sum(_expected(n, a, range(n + 1)) == a for n, a in cases)
    between = sum(_expected(n, a, range(1, n)) == a for n, a in cases if n > 1)
    e = Evidence()
    e.printed(
        "the windows between two consecutive positives hold all negatives, target 0.85",
        agrees=all(share == 1 for share in inner.values()),
        reproduced={name: round(float(share), 3) for name, share in inner.items()},
    )
    e.repaired(
        "with the windows below the first and above the last positive, and the number of positives below a "
        "negative binomial with chance $1-A$, the expected AUROC is $A$",
        agrees=exact == len(cases),
        reproduced=f"{exact} of {len(cases)}, in fractions",
    )
    mean, se = runs.areas(LARGE)["G1"]
    e.repaired(
        f"mean AUROC of {runs.DRAWS} draws with target {LARGE.target}, 10 positives",
        published=LARGE.target,
        reproduced=round(mean, 4),
        standard_error=se,
        tolerance=0,
    )
    e.control(
        "the inner windows alone, their chances made to sum to 1",
        agrees=between > 0,
        reproduced=f"{between} of {sum(n > 1 for n, _ in cases)}",
    )
    wrong = sum(_expected(n, 1 - a, range(n + 1)) == a for n, a in cases)
    e.control("chance $A$ in place of $1-A$", agrees=wrong > 0, reproduced=f"{wrong} of {len(cases)}")
    return e


def _chances(n: int, target: Fraction) -> list[Fraction]:
    """Chances that 0 to n positives are below a negative."""
    return [comb(n, k) * (1 - target) ** k * target ** (n - k) for k in range(n + 1)]


def _inner(n: int, target: Fraction) -> Fraction:
    return sum(_chances(n, target)[1:n], Fraction(0))


def _expected(n: int, target: Fraction, windows: range) -> Fraction:
    """Expected AUROC if negatives fall only in windows with these numbers of positives below."""
    chances = {k: _chances(n, target)[k] for k in windows}
    return 1 - sum(k * chance for k, chance in chances.items()) / (n * sum(chances.values()))


def auroc_meaning() -> Evidence:
    """Appendix B.1, step 3: which of the two classes is to be ranked above the other, pair by pair."""
    rng = np.random.default_rng(CALIBRATION_SEED)
    tried, negative, positive = 0, 0, 0
    for _ in range(50):
        scores = Population(sizes=(40, 20), positives=(6, 3)).draw(rng=rng)
        labels = Population(sizes=(40, 20), positives=(6, 3)).labels
        above = np.mean(scores[labels][:, None] > scores[~labels][None, :])
        area = auroc(labels, scores)
        tried += 1
        negative += bool(np.isclose(1 - above, area))
        positive += bool(np.isclose(above, area))
    e = Evidence(note=f"All pairs of {tried} drawn samples, seed {CALIBRATION_SEED}.")
    e.printed(
        "AUROC is the share of pairs with the negative above",
        agrees=negative == tried,
        reproduced=f"{negative} of {tried}",
    )
    e.repaired(
        "AUROC is the share of pairs with the positive above",
        agrees=positive == tried,
        reproduced=f"{positive} of {tried}",
    )
    return e


def scaling() -> Evidence:
    """Appendix B.1, step 5: AUROC after scaling, and after calibration by a logistic curve and by isotonic steps."""
    labels = LARGE.labels[:200]
    raw = runs.sampled(replace(LARGE, scaling="none"))[:50, :200]
    before = [auroc(labels, row) for row in raw]
    kept = {
        "scaling to the prevalence": [auroc(labels, row * 0.05 / row.mean()) for row in raw],
        "a logistic curve fitted to the labels": [auroc(labels, expit(_logistic(labels, row))) for row in raw],
    }
    isotonic = [
        auroc(labels, isotonic_regression(labels[np.argsort(row)].astype(float)).x[np.argsort(np.argsort(row))])
        for row in raw
    ]
    hulls = [auch(labels, row) for row in raw]
    e = Evidence(note=f"50 samples of 200 with 10 positives, seed {runs.DRAW_SEED}.")
    for name, after in kept.items():
        same = sum(bool(np.isclose(a, b)) for a, b in zip(before, after, strict=True))
        e.printed(f"{name} leaves AUROC unchanged", agrees=same == 50, reproduced=f"{same} of 50")
    same = sum(bool(np.isclose(a, b)) for a, b in zip(before, isotonic, strict=True))
    e.printed("isotonic calibration leaves AUROC unchanged", agrees=same == 50, reproduced=f"{same} of 50")
    rises = np.subtract(isotonic, before)
    e.repaired(
        "isotonic calibration never lowers it",
        agrees=bool((rises > -1e-12).all()),
        reproduced=f"by {rises.min():.3f} to {rises.max():.3f}",
    )
    equal = sum(bool(np.isclose(a, b)) for a, b in zip(isotonic, hulls, strict=True))
    e.repaired(
        "it makes it the area under the ROC curve's convex hull", agrees=equal == 50, reproduced=f"{equal} of 50"
    )
    e.control(
        "a map that is not increasing, $(s-0.5)^2$",
        agrees=bool(np.allclose(before, [auroc(labels, (row - 0.5) ** 2) for row in raw])),
        reproduced="50 samples",
    )
    return e


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
    implied, tried = 0, 0
    for law in _calibrated_laws():
        tried += 1
        implied += _mean(law) == _prevalence(law)
    exchanged = [(Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(3, 4), Fraction(1, 4))]
    e = Evidence()
    e.printed(
        "mean score equals prevalence for every calibrated score",
        agrees=implied == tried,
        reproduced=f"{implied} of {tried}, in fractions",
    )
    e.printed(
        "some score with that mean is not calibrated: values 1/4 and 3/4, each half of the time, exchanged",
        agrees=_mean(exchanged) == _prevalence(exchanged) and not _is_calibrated(exchanged),
        reproduced=f"mean {_mean(exchanged)}, prevalence {_prevalence(exchanged)}, "
        f"share of positives at 1/4: {exchanged[0][2]}",
    )
    e.control("every score with that mean is calibrated", agrees=_is_calibrated(exchanged), reproduced="as above")
    return e


def calibration() -> Evidence:
    """Appendix B.2: the mean of a calibrated score is the prevalence, for exact finite laws."""
    laws = list(_calibrated_laws())
    right = sum(_mean(law) == _prevalence(law) for law in laws)
    shifted = [[(w, q, (1 + q) / 2) for w, q, _ in law] for law in laws]
    wrong = sum(_mean(law) == _prevalence(law) for law in shifted)
    e = Evidence(note="Laws with up to four values in eighths; the chapter proves the general case.")
    e.printed("mean score equals prevalence", agrees=right == len(laws), reproduced=f"{right} of {len(laws)}")
    e.control(
        "the same if the share of positives at score $q$ is $(1+q)/2$",
        agrees=wrong > 0,
        reproduced=f"{wrong} of {len(laws)}",
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
    found = {}
    for name, positives in (("prevalences 0.05 and 0.01", (100, 20)), ("prevalence 0.05 in both", (100, 100))):
        population = Population(sizes=(2_000, 2_000), positives=positives, family="binormal", scaling="none")
        scores = draw_many(population, np.random.SeedSequence(CALIBRATION_SEED).spawn(100))
        values = {}
        for measure in (auroc, average_precision):
            groups = [
                [measure(population.labels[inside], row[inside]) for row in scores]
                for inside in (~population.low, population.low)
            ]
            difference = np.subtract(*groups)
            values[measure.__name__] = difference.mean(), difference.std(ddof=1) / 10, np.mean(groups, axis=1)
        found[name] = values
    unlike, alike = found.values()
    e = Evidence(note=f"100 pairs of groups of 2000, binormal scores with AUROC 0.85 in both, seed {CALIBRATION_SEED}.")
    e.printed(
        "equally good groups have equal AUROC",
        agrees=abs(unlike["auroc"][0]) < 4 * unlike["auroc"][1],
        reproduced=runs.told(*unlike["auroc"][:2]),
    )
    e.printed(
        "and unlike AUPRC, lower at the lower prevalence",
        agrees=runs.sure(*unlike["average_precision"][:2]),
        reproduced=[round(float(v), 2) for v in unlike["average_precision"][2]],
    )
    e.control(
        "AUPRC differs between equally good groups of one prevalence",
        agrees=runs.sure(*np.abs(alike["average_precision"][:2])),
        reproduced=runs.told(*alike["average_precision"][:2]),
    )
    return e
