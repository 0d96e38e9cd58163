"""Ranges of metrics beside an AUROC: every small ranking inside, both ends reached, and nothing narrower."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import Claim, Evidence
from metricbook import auroc, h_measure, kolmogorov_smirnov, range_given_auroc, sample_range_given_auroc
from metricbook.exact import ranges as exact
from metricbook.exact.costs import h_measure as exact_h
from metricbook.exact.ranking import auroc as exact_auroc
from metricbook.exact.ranking import average_precision as exact_precision
from metricbook.exact.ranking import roc_points
from metricbook.exact.samples import rankings
from scoring_the_scores.synthesis.ranges import tables

SIZES: Final = ((1, 1), (2, 2), (3, 3), (1, 5), (5, 1), (2, 5), (5, 2), (4, 4))
LARGE: Final = ((60, 60), (40, 160), (90, 30))
#: By how much a range that must fail is narrower at either end, and how near large samples come to the ends.
STEP: Final = 0.02
NEAR: Final = 0.03
ROUNDING: Final = 1e-12
AREAS: Final = (0.55, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
AT_BEST: Final = {
    "best_accuracy": exact.best_accuracy,
    "best_f1_score": exact.best_f1_score,
    "kolmogorov_smirnov": exact.kolmogorov_smirnov,
}
Value = Callable[..., Fraction]
#: By the sizes of the classes, for each AUROC the least and the greatest value.
Found = dict[tuple[int, int], dict[Fraction, tuple[Fraction, Fraction]]]


def _enumerated(value: Value) -> Found:
    return {sizes: exact.ranges_given_auroc(value, *sizes) for sizes in SIZES}


def _inside(metric: str, found: Found, step: float = 0.0) -> Iterator[bool]:
    """Whether both ends of every small sample's range lie in that of many cases, made narrower by a step."""
    for (positives, negatives), of_size in found.items():
        for area, (low, high) in of_size.items():
            ends = range_given_auroc(metric, float(area), positives / (positives + negatives))
            yield bool(ends.low + step - ROUNDING <= low and high <= ends.high - step + ROUNDING)


def _near(metric: str) -> Iterator[tuple[float, float]]:
    """Ends of large samples' ranges, with those of many cases."""
    for positives, negatives in LARGE:
        for area in (0.6, 0.8, 0.9):
            found = sample_range_given_auroc(metric, area, positives, negatives)
            limit = range_given_auroc(metric, found.auroc, positives / (positives + negatives))
            yield found.low, limit.low
            yield found.high, limit.high


def best_threshold() -> Evidence:
    """Best accuracy, best F1 and KS: the closed forms, every small ranking, and large samples near the ends."""
    e = Evidence(note=f"Every ranking of sizes {SIZES}, in fractions; samples of {LARGE}, by paths.")
    for metric, value in AT_BEST.items():
        found = _enumerated(value)
        e.printed(f"{metric}: every small ranking lies in the range", cases=_inside(metric, found))
        e.printed(f"{metric}: large samples come near both ends", pairs=_near(metric), within=NEAR)
        e.printed(f"{metric}: the formulas are the package's ends", pairs=_formulas(metric), within=1e-9)
        e.control(f"{metric}: a range narrower by {STEP} at either end", cases=_inside(metric, found, STEP))
        e.printed(f"{metric}: concave curves keep below the end for twice the pairs lost", cases=_concave(metric, 2))
        e.control(f"{metric}: concave curves keep below the end for three times", cases=_concave(metric, 3))
        e.printed(f"{metric}: every small ranking lies in the range beside each of its points", cases=_beside(metric))
        e.control(f"{metric}: beside a point a range narrower by {STEP}", cases=_beside(metric, STEP))
    e.printed("beside a point: the greatest is at one of seven", pairs=_seven(), within=1e-12)
    return e


def _formulas(metric: str) -> Iterator[tuple[float, float]]:
    for area in AREAS:
        for prevalence in (0.01, 0.1, 0.5, 0.8):
            lost, odds, rarer = 1 - area, (1 - prevalence) / prevalence, min(prevalence, 1 - prevalence)
            spread = math.sqrt(2 * prevalence * (1 - prevalence) * lost)
            k = max(prevalence, 1 + odds * lost - math.sqrt(odds * lost * (2 + odds * lost)))
            low, high = {
                "best_accuracy": (1 - min(rarer, spread), 1 - rarer * lost),
                "best_f1_score": (2 * k / (1 + k), max(2 * area / (1 + area), 2 / (2 + odds * lost))),
                "kolmogorov_smirnov": (1 - math.sqrt(2 * lost), area),
            }[metric]
            found = range_given_auroc(metric, area, prevalence)
            yield from ((low, found.low), (high, found.high))


def _beside(metric: str, step: float = 0.0) -> Iterator[bool]:
    """Whether small rankings lie in the range beside each point of their curves, made narrower by a step."""
    for positives, negatives in ((2, 2), (3, 2), (2, 4)):
        size = positives + negatives
        for labels in rankings(size, positives):
            scores = range(size, 0, -1)
            value, area = float(AT_BEST[metric](labels, scores)), float(exact_auroc(labels, scores))
            for fpr, tpr in roc_points(labels, scores):
                point = (float(fpr), float(tpr))
                ends = range_given_auroc(metric, area, positives / size, point=point)
                yield bool(ends.low + step - ROUNDING <= value <= ends.high - step + ROUNDING)


def _seven() -> Iterator[tuple[float, float]]:
    for f, t in ((0.1, 0.5), (0.4, 0.6), (0.05, 0.9)):
        for area in np.linspace(t * (1 - f), 1 - f * (1 - t), 7)[1:-1]:
            s = area - t * (1 - f)
            x = np.array([0, f, 1, 0, max(0, f - s / t), f, max(f, 1 - s / (1 - t))])
            y = np.array([0, t, 1, min(t, s / f), t, min(1, t + s / (1 - f)), 1])
            for prevalence in (0.01, 0.1, 0.5, 0.8):
                odds = (1 - prevalence) / prevalence
                best = {
                    "best_accuracy": prevalence * y + (1 - prevalence) * (1 - x),
                    "best_f1_score": 2 * y / (1 + y + odds * x),
                }
                for metric, values in best.items():
                    yield float(values.max()), range_given_auroc(metric, area, prevalence, point=(f, t)).high


def _concave(metric: str, times: int) -> Iterator[bool]:
    """Whether concave curves of one corner keep below the end of the range for so many times the pairs lost."""
    for area in (0.7, 0.8, 0.95):
        for prevalence in (0.1, 0.5, 0.7):
            most = range_given_auroc(metric, 1 - times * (1 - area), prevalence).high
            for fpr in np.linspace(0, 2 * (1 - area), 21):
                corner = np.array([[0, 0], [fpr, min(fpr + 2 * area - 1, 1)], [1, 1]])
                yield bool(_of_curve(metric, corner, prevalence) <= most + ROUNDING)


def _of_curve(metric: str, curve: NDArray[np.float64], prevalence: float) -> float:
    """A metric of a curve of straight pieces, by its corners."""
    fpr, tpr = curve.T
    if metric == "best_accuracy":
        return float((prevalence * tpr + (1 - prevalence) * (1 - fpr)).max())
    if metric == "best_f1_score":
        return float((2 * tpr / (tpr + fpr * (1 - prevalence) / prevalence + 1)).max())
    right, up = np.diff(curve, axis=0).T
    labels, scores = np.repeat([1, 0], right.size), np.tile(np.arange(right.size, 0, -1.0), 2)
    weights = np.maximum(np.append(up * prevalence, right * (1 - prevalence)), 0)
    read = {"h_measure": h_measure, "kolmogorov_smirnov": kolmogorov_smirnov, "auroc": auroc}[metric]
    return read(labels, scores, sample_weight=weights)


def precision() -> Evidence:
    """Average precision: small rankings above the bound of Schwarz, curves at the ends, and what is explicit."""
    found = _enumerated(exact_precision)
    e = Evidence(note=f"Every ranking of sizes {SIZES}, in fractions; samples of {LARGE[:1]} by dynamic programming.")
    e.printed("every small ranking reaches the bound by roots", cases=_above_roots(found, 1.0))
    e.control("every small ranking reaches a bound larger by a tenth", cases=_above_roots(found, 1.1))
    e.printed("every small ranking keeps to the greatest end of samples", cases=_below_steps(found))
    e.printed("the least end is 8/9 over 1 + 2rδ where rδ is at least 5/6", pairs=_explicit(), within=ROUNDING)
    e.control("the least end is 8/9 over 1 + 2rδ elsewhere", pairs=_explicit(5 / 6), within=ROUNDING)
    e.printed("the least end by one parameter", pairs=_by_parameter(), within=1e-9)
    e.printed("the greatest end is 1 - r ln((1 + r)/(A + r))", pairs=_greatest(), within=ROUNDING)
    e.printed("samples of 60 and 60 come near both ends", pairs=_sixty(), within=NEAR)
    e.printed("no curve of two steps is lower", cases=_two_steps(0.0))
    e.control(f"no curve of two steps lies within {STEP} of the greatest end", cases=_two_steps(-STEP))
    return e


def _above_roots(found: Found, factor: float) -> Iterator[bool]:
    for (positives, negatives), of_size in found.items():
        roots = sum(math.sqrt(k) for k in range(1, positives + 1)) ** 2
        for area, (low, _) in of_size.items():
            lost = positives * negatives * (1 - float(area))
            bound = roots / (positives * (positives * (positives + 1) / 2 + lost))
            yield bool(low >= factor * bound - ROUNDING)


def _below_steps(found: Found) -> Iterator[bool]:
    """Row by row, n lost pairs cost at least n/(k + N): at best all of the lowest rows."""
    for (positives, negatives), of_size in found.items():
        for area, (_, high) in of_size.items():
            lost, cost = positives * negatives * (1 - area), Fraction(0)
            for k in range(positives, 0, -1):
                taken = min(lost, Fraction(negatives))
                lost, cost = lost - taken, cost + taken / (k + negatives)
            yield high <= 1 - cost / positives


def _settings() -> Iterator[tuple[float, float, float]]:
    for area in AREAS:
        for prevalence in (0.01, 0.1, 0.3, 0.5):
            yield area, prevalence, (1 - prevalence) / prevalence


def _explicit(most: float = math.inf) -> Iterator[tuple[float, float]]:
    for area, prevalence, odds in _settings():
        lost = odds * (1 - area)
        if (lost >= 5 / 6) == (most == math.inf):
            yield 8 / 9 / (1 + 2 * lost), range_given_auroc("average_precision", area, prevalence).low


def _by_parameter() -> Iterator[tuple[float, float]]:
    for z in (1.2, 1.7, 3.0, 10.0, 50.0):
        q = (z * math.log(z) - z + 1) / (z - 1) ** 2
        turn, last = q / (z - 1 + q), (1 - q) / (z - 1 + q)
        lost = turn**2 * (2 / (3 * q) - 1 / 2) + (1 - turn) * last
        yield (
            2 / 3 * q * turn + 1 - turn - last * math.log(z),
            range_given_auroc("average_precision", 1 - lost / 3, 0.25).low,
        )


def _greatest() -> Iterator[tuple[float, float]]:
    for area, prevalence, odds in _settings():
        found = range_given_auroc("average_precision", area, prevalence)
        yield 1 - odds * math.log((1 + odds) / (area + odds)), found.high


def _sixty() -> Iterator[tuple[float, float]]:
    for area in (0.6, 0.8, 0.9):
        found = sample_range_given_auroc("average_precision", area, *LARGE[0])
        limit = range_given_auroc("average_precision", area, 0.5)
        yield from ((found.low, limit.low), (found.high, limit.high))


def _two_steps(step: float) -> Iterator[bool]:
    """Whether curves of two steps, up at FPR 0 and at one other, keep above the least, or below the greatest, end."""
    for area, prevalence, odds in _settings():
        ends = range_given_auroc("average_precision", area, prevalence)
        for first in np.linspace(0, area, 12):
            fpr = (1 - area) / (1 - first)
            value = 1 - odds * fpr * math.log((1 + odds * fpr) / (first + odds * fpr))
            yield bool(value >= ends.low - ROUNDING if step == 0 else value <= ends.high + step)


def h() -> Evidence:
    """H: every small ranking inside, both curves at the ends, the area of a concave curve by its least loss."""
    found = _enumerated(exact_h)
    e = Evidence(note=f"Every ranking of sizes {SIZES}, in fractions; curves of {len(AREAS)} areas, read anew.")
    e.printed("every small ranking lies in the range", cases=_inside("h_measure", found))
    e.control(f"a range narrower by {STEP} at either end", cases=_inside("h_measure", found, STEP))
    e.printed("the curves of both ends have them, and the area", pairs=_ends_of_h(), within=5e-4)
    e.printed("area of a concave curve, by the squared slope of its least loss", pairs=_energies(2), within=1e-9)
    e.control("the same without the factor 2", pairs=_energies(1), within=1e-9)
    e.printed("no concave curve that was drawn is lower", cases=_drawn(0.0))
    e.control(f"none is lower than {STEP} above the least end", cases=_drawn(STEP))
    return e


def _ends_of_h() -> Iterator[tuple[float, float]]:
    for area in AREAS:
        for prevalence in (0.01, 0.1, 0.3, 0.5, 0.8):
            found = range_given_auroc("h_measure", area, prevalence)
            for end, curve in ((found.low, found.lowest), (found.high, found.highest)):
                yield end, _of_curve("h_measure", curve, prevalence)
                yield area, _of_curve("auroc", curve, prevalence)


def _concave_curve(rng: np.random.Generator) -> NDArray[np.float64]:
    right, up = rng.dirichlet(np.full(8, 0.5), size=2)
    order = np.argsort(right / np.maximum(up, 1e-300), kind="stable")
    steps = np.cumsum(np.column_stack([right, up])[order], axis=0)
    return np.vstack([[0, 0], steps / steps[-1]])


def _energies(factor: int) -> Iterator[tuple[float, float]]:
    """Areas of random concave curves, and 1 less the integral of the squared slope by twice the class shares."""
    rng = np.random.default_rng(3)
    for prevalence in rng.uniform(0.05, 0.95, 40):
        curve = _concave_curve(rng)
        right, up = np.diff(curve, axis=0).T
        # Costs at which the best corner changes, and the slopes of the least loss between them.
        costs = (1 - prevalence) * right / (prevalence * up + (1 - prevalence) * right)
        slopes = prevalence * (1 - curve[:, 1]) - (1 - prevalence) * curve[:, 0]
        energy = float(np.sum(slopes**2 * np.diff(np.concatenate([[0], costs, [1]]))))
        yield (
            float(np.sum(right * (curve[1:, 1] + curve[:-1, 1]) / 2)),
            (1 - energy / (factor * prevalence * (1 - prevalence))),
        )


def _drawn(step: float) -> Iterator[bool]:
    rng = np.random.default_rng(4)
    for area in (0.6, 0.8, 0.9):
        for prevalence in (0.1, 0.5):
            low = range_given_auroc("h_measure", area, prevalence)
            for curve in (low.lowest, *(_concave_curve(rng) for _ in range(60))):
                share = (area - 0.5) / (_of_curve("auroc", curve, prevalence) - 0.5)
                if share <= 1 + 1e-3:  # between the curve and the diagonal, one of this area
                    diagonal = curve.mean(axis=1, keepdims=True)
                    yield bool(_of_curve("h_measure", diagonal + share * (curve - diagonal), prevalence)
                               >= low.low + step - 1e-3)  # fmt: skip


def lxcim() -> Evidence:
    """LxCIM: every small sample, with every decision, has the ends of the formula in whole numbers."""
    sizes = ((1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3))
    found = {size: exact.ranges_of_lxcim(*size) for size in sizes}
    e = Evidence(note=f"Every sample of sizes {sizes}, with every decision and order of confidences, in fractions.")
    e.printed("the ends of every AUROC are those of the formula", cases=_whole_ends(found, 0))
    e.control("the ends with one wrong decision fewer", cases=_whole_ends(found, 1))
    e.printed("every one lies in the range of many cases", cases=_inside("lxcim", found))
    e.control(f"a range narrower by {STEP} at either end", cases=_inside("lxcim", found, STEP))
    return e


def _whole_ends(found: Found, fewer: int) -> Iterator[bool]:
    """Whether n² (1 - LxCIM) is at least 2U + k², and n² LxCIM at least 2W + k², and both are reached."""
    for (positives, negatives), of_size in found.items():
        square, many = (positives + negatives) ** 2, max(positives, negatives)
        for area, ends in of_size.items():
            won = int(area * positives * negatives)
            least, most = (
                2 * pairs + max(math.ceil(Fraction(pairs, many)) - fewer, 0) ** 2
                for pairs in (won, positives * negatives - won)
            )
            yield ends == (Fraction(least, square), 1 - Fraction(most, square))


def printed_ranges(claim: Claim) -> Evidence:
    """The table, by the package; that its curves have these values is in the rows of the theorems."""
    ends = {
        f"{name}, {prevalence:g}, {end}": float(getattr(row, end))
        for name in ("AP", "best F1", "H", "LxCIM")
        for prevalence in tables.PREVALENCES
        for row in tables.ranges([name], [0.8], prevalence).itertuples()
        for end in ("low", "high")
    }
    e = Evidence(claim, note="Ranges at AUROC 0.8 by name, prevalence and end.")
    e.printed("ends at AUROC 0.8", published=claim.published, reproduced={key: ends[key] for key in claim.published})
    at_nine = {
        key: getattr(tables.ranges([key.split(", ")[0]], [0.9], float(key.split(", ")[1])).iloc[0], key.split(", ")[2])
        for key in claim.published
    }
    e.control("the same ends at AUROC 0.9", published=claim.published, reproduced=at_nine)
    return e


def second_number(claim: Claim) -> Evidence:
    """What a second number, to a tenth of its own range, leaves of the others' ranges, at AUROC 0.8."""
    means: pd.DataFrame = tables.seconds()
    found = {f"{name}, {size}": float(means.loc[name, size]) for size in means for name in means.index}
    e = Evidence(claim, note=f"All {_counts()} rankings of AUROC 0.8, of 10 and 10 and of 4 and 40 cases.")
    e.printed("shares left on average", published=claim.published, reproduced={k: found[k] for k in claim.published})
    first = {size: means[size].round(9).idxmin() for size in means}
    e.printed("what leaves least", published="best F1, H", reproduced=", ".join(first.values()))
    two_decimals = [tables.rankings_of(*size, 0.8)[name].round(2) for name in ("H", "KS") for size in tables.SIZES]
    counted = ", ".join(str(values.nunique()) for values in two_decimals)
    e.printed("values of H and of KS to two decimals", published="20, 33, 4, 13", reproduced=counted)
    e.control("4 and 40: KS leaves less than AP", cases=[means.loc["KS", "4 and 40"] < means.loc["AP", "4 and 40"]])
    e.control("10 and 10: H leaves least", cases=[first["10 and 10"] == "H"])
    return e


def _counts() -> str:
    return " and ".join(str(len(tables.rankings_of(*size, 0.8))) for size in tables.SIZES)
