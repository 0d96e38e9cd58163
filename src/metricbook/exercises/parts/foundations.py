"""Checkers of the exercises on foundations."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    cases,
    choice,
    descending,
    fields,
    fraction,
    function,
    number,
    ranking,
    several,
    values,
    whole,
    wrong,
)
from metricbook.exercises.slips import array, match, same_function
from metricbook.metrics import confusion
from metricbook.metrics.calibration import brier_score, log_loss
from metricbook.metrics.h_measure import h_measure
from metricbook.metrics.ranking import auroc, average_precision
from metricbook.metrics.uncertainty import hanley_mcneil, interval, paired_difference

RATES = ("TPR", "FPR", "precision")


def _rates(labels: list[int], scores: list[float], threshold: float) -> dict[str, dict[str, Fraction]]:
    """For each rate the right value, under the name "right", and what known slips make of it."""
    counts = {}
    for rule, flags in (("at least", [s >= threshold for s in scores]), ("above", [s > threshold for s in scores])):
        pairs = list(zip(labels, flags, strict=True))
        counts[rule] = [sum(pair == one for pair in pairs) for one in ((0, False), (0, True), (1, False), (1, True))]
    tn, fp, fn, tp = counts["at least"]
    stricter = _three(*counts["above"])
    parts = {"TPR": (tp, tp + fn), "FPR": (fp, fp + tn), "precision": (tp, tp + fp)}
    others = {
        "TPR": {"that is the precision, a share of the flagged cases": Fraction(tp, tp + fp)},
        "FPR": {"that is a share of the flagged cases, not of the negatives": Fraction(fp, tp + fp)},
        "precision": {"that is the TPR, a share of the positives": Fraction(tp, tp + fn)},
    }
    return {
        rate: {
            "right": Fraction(part, of),
            **others[rate],
            "a case at the threshold is flagged, too": stricter[rate],
            "that is the share of the others, what is left to 1": 1 - Fraction(part, of),
            "that is a share of all cases": Fraction(part, len(labels)),
        }
        for rate, (part, of) in parts.items()
    }


def _three(tn: int, fp: int, fn: int, tp: int) -> dict[str, Fraction]:
    shares = ((tp, tp + fn), (fp, fp + tn), (tp, tp + fp))
    return {rate: Fraction(part, of or 1) for rate, (part, of) in zip(RATES, shares, strict=True)}


def _fourteen_cases(rng: np.random.Generator) -> dict[str, Any]:
    """Fourteen cases of which two, one of each class, score exactly the threshold, and whose rates tell slips apart."""
    while True:
        labels = [int(one) for one in rng.random(14) < np.linspace(0.9, 0.1, 14)]
        scores = sorted((int(one) / 20 for one in rng.integers(1, 20, 14)), reverse=True)
        threshold = scores[int(rng.integers(4, 11))]
        at = [label for label, score in zip(labels, scores, strict=True) if score == threshold]
        rates = _rates(labels, scores, threshold)
        if (
            sorted(at) == [0, 1]
            and 4 <= sum(labels) <= 10
            and all(len(set(found.values())) == len(found) for found in rates.values())
        ):
            return {"labels": labels, "scores": scores, "threshold": threshold}


@checks("foundations.four-outcomes", given=_fourteen_cases)
def four_outcomes(answer: Any, given: Mapping[str, Any]) -> str:
    """Three rates at a threshold that two cases score exactly."""
    found = fields(answer, RATES)
    rates = _rates(**given)
    for rate in RATES:
        value = fraction(found[rate], rate)
        if value > 1:
            wrong(f"{rate} is a share, at most 1, not {value}: a percentage is a hundred times as much.")
        right = rates[rate].pop("right")
        match(value, right, rate, rates[rate], hint="count the outcomes at this threshold again")
    return "All three rates are right: two of them are shares of a class, the third of what was flagged."


def _strict(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    return exact.auroc(labels, scores, weights) - _tied(labels, scores, weights) / 2


def _full(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    return exact.auroc(labels, scores, weights) + _tied(labels, scores, weights) / 2


def _tied(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    """The share of the pairs of both classes that are tied."""
    found = list(zip(labels, scores, weights or [1] * len(labels), strict=True))
    pairs = [(v * w, s == t) for y, s, v in found for z, t, w in found if y > z]
    return Fraction(sum(weight for weight, tied in pairs if tied), sum(weight for weight, _ in pairs))


def _summed_weights(labels: Any, scores: Any, weights: Any) -> Fraction:
    found = list(zip(labels, scores, weights, strict=True))
    pairs = [(v + w, exact.auroc([1, 0], [s, t])) for y, s, v in found for z, t, w in found if y > z]
    return sum((weight * won for weight, won in pairs), Fraction(0)) / sum(weight for weight, _ in pairs)


AUROC_SLIPS: Mapping[str, Callable[[Any, Any, Any], Fraction]] = {
    "the weights play no part in it": lambda y, s, w: exact.auroc(y, s),
    "a pair weighs the product of its two weights, not their sum": _summed_weights,
    "that is what no credit for ties gives": _strict,
    "that is what full credit for ties gives": _full,
    "that is one less the area, as if small scores were positive": lambda y, s, w: 1 - exact.auroc(y, s, w),
    "that is the area under the convex hull": exact.auch,
    "that is the average precision": exact.average_precision,
}


@checks("foundations.auroc-with-ties")
def auroc_with_ties(answer: Any, given: Mapping[str, Any]) -> str:
    """AUROC as a function: on all small samples, then with weights, in another order and on another scale."""
    of = function(answer)
    small = list(samples(4))
    same_function(of, exact.auroc, [(*sample, [1] * len(sample[0])) for sample in small], AUROC_SLIPS, given=array)
    same_function(
        of, exact.auroc, [(*sample, [2, 1, 3, 1][: len(sample[0])]) for sample in small], AUROC_SLIPS, given=array
    )
    same_function(of, exact.auroc, map(_disguised, small), AUROC_SLIPS, given=array)
    return f"The function is right on all {len(small)} samples of up to four cases, weighted, shuffled and rescaled."


def _disguised(sample: Sample) -> tuple[list[int], list[float], list[int]]:
    """The same ranking on another scale, below 0 as well, the lowest first, and with weights."""
    labels, scores = sample
    return list(labels[::-1]), [7 * score - 16.5 for score in scores[::-1]], [1, 4, 2, 1][: len(labels)]


SIX = [1, 1, 1, 0, 0, 0]


@checks("foundations.rank-well-forecast-badly")
def rank_well_forecast_badly(answer: Any, given: Mapping[str, Any]) -> str:
    """Chances that rank perfectly, and worse ranked ones that are better chances."""
    first, second = (
        values(one, f"the {place} list", shortest=6, longest=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    if not all(0 < chance < 1 for chance in first + second):
        wrong("All twelve numbers are chances, larger than 0 and smaller than 1.")
    areas, briers, logs = ([of(SIX, one) for one in (first, second)] for of in (auroc, brier_score, log_loss))
    if areas[0] < 1:
        wrong(
            f"The first list must put every positive above every negative, without ties: its AUROC is {areas[0]:.3f}."
        )
    if areas[1] > 2 / 3 + 1e-12:
        wrong(f"The second list must have an AUROC of at most 2/3, not {areas[1]:.3f}.")
    for name, (one, other) in (("Brier score", briers), ("log loss", logs)):
        if other >= one - 1e-9:
            wrong(f"The second list must have the smaller {name}: it has {other:.4f}, the first {one:.4f}.")
    said = "AUROC {:.3f} and {:.3f}, Brier score {:.3f} and {:.3f}, log loss {:.3f} and {:.3f}"
    return f"{said.format(*areas, *briers, *logs)}."


def _matrix(answer: Any, what: str, highest: int = 1000) -> tuple[int, int, int, int]:
    counts = several(answer, what, shortest=4, longest=4)
    names = ("tn", "fp", "fn", "tp")
    tn, fp, fn, tp = (whole(one, f"{name} of {what}", high=highest) for name, one in zip(names, counts, strict=True))
    return tn, fp, fn, tp


def _printed_kappa(tn: int, fp: int, fn: int, tp: int) -> Fraction:
    n = tn + fp + fn + tp
    chance = Fraction((tn + fp) * (tn + fn) + (tp + fn) ** 2, n * n)
    return (Fraction(tn + tp, n) - chance) / (1 - chance)


@checks("foundations.misprinted-kappa")
def misprinted_kappa(answer: Any, given: Mapping[str, Any]) -> str:
    """Decisions without skill that a misprinted kappa praises."""
    tn, fp, fn, tp = _matrix(answer, "the matrix")
    if 0 in (tn + fp, fn + tp, tn + fn, fp + tp):
        wrong("The matrix must have positives and negatives, and decisions of both kinds.")
    kappa, printed = confusion.cohen_kappa(tn, fp, fn, tp), _printed_kappa(tn, fp, fn, tp)
    said = f"the kappa of this matrix is {kappa} and the printed formula gives {float(printed):.3f}"
    if kappa != 0:
        wrong(f"These decisions must have no skill, which is a kappa of exactly 0, but {said}.")
    if printed < Fraction(1, 5) <= _printed_kappa(tp, fn, fp, tn):
        wrong(f"These counts would do from the other end, but they go tn, fp, fn, tp: {said}.")
    if printed < 0:
        wrong(f"The printed formula must praise these decisions, but it blames them: {said}.")
    if printed < Fraction(1, 5):
        wrong(f"The printed formula must give at least 0.2, but {said}.")
    return f"No skill, and praise for it: {said}."


def _tested(rng: np.random.Generator) -> dict[str, Any]:
    """What a test with as many positives as negatives gives, and how rare positives are in use."""
    flagged = {"tp": 10 * int(rng.integers(60, 97)), "fp": 10 * int(rng.integers(3, 25))}
    return flagged | {"one_in": int(rng.integers(21, 80))}


@checks("foundations.elsewhere", given=_tested)
def elsewhere(answer: Any, given: Mapping[str, Any]) -> str:
    """The precision of a balanced test, carried over to where positives are rare."""
    tp, fp, rare = given["tp"], given["fp"], given["one_in"]
    slips = {
        "that is the precision of the test, where positives are as many as negatives": tp / (tp + fp),
        "that is a percentage": 100 * tp / (tp + fp * (rare - 1)),
        "that is the share of positives, as if the classifier knew nothing": 1 / rare,
        f"beside one positive stand {rare - 1} negatives, not {rare}": tp / (tp + fp * rare),
        "that is the precision of the test times the share of positives": tp / (tp + fp) / rare,
        "that is the share of positives times TPR, which still has to be divided": tp / 1000 / rare,
        "that is the false positive rate": fp / 1000,
    }
    hint = "count what is flagged among many cases, true and false"
    right = tp / (tp + fp * (rare - 1))
    match(number(answer, "the precision"), right, "The precision", slips, tolerance=6e-5, hint=hint)
    return f"In the test {tp / (tp + fp):.1%} of the alarms are right, in use {right:.1%}, at the same two rates."


def _sizes(rng: np.random.Generator) -> dict[str, Any]:
    positives = int(rng.integers(20, 41))
    return {"positives": positives, "negatives": int(rng.integers(4 * positives, 6 * positives))}


JUDGES = {
    "accuracy": confusion.accuracy,
    "balanced accuracy": confusion.balanced_accuracy,
    "F1": confusion.f1_score,
}


@checks("foundations.three-judges", given=_sizes)
def three_judges(answer: Any, given: Mapping[str, Any]) -> str:
    """Three classifiers of the same cases, each the best by one of three metrics."""
    found = [
        _matrix(one, f"the {place} matrix")
        for place, one in zip(
            ("first", "second", "third"), several(answer, "the answer", shortest=3, longest=3), strict=True
        )
    ]
    for place, (tn, fp, fn, tp) in enumerate(found, start=1):
        if (fn + tp, tn + fp) != (given["positives"], given["negatives"]):
            wrong(f"Matrix {place} has {fn + tp} positives and {tn + fp} negatives; the counts go tn, fp, fn, tp.")
    winners = {name: _winner([judge(*one) for one in found]) for name, judge in JUDGES.items()}
    said = ", ".join(f"{name} prefers matrix {winner}" for name, winner in winners.items() if winner)
    if tied := [name for name, winner in winners.items() if not winner]:
        wrong(f"By {tied[0]} two of them are equally good{'; ' + said if said else ''}.")
    if list(winners.values()) != [1, 2, 3]:
        order = "each wins once, but in another order" if len(set(winners.values())) == 3 else "somebody wins twice"
        wrong(f"The judges must prefer the first, the second and the third: {said}; {order}.")
    return f"All three differ: {said}."


def _winner(marks: list[Any]) -> int:
    """The place of the best, counted from 1, or 0 if there are two."""
    best = max(marks)
    return marks.index(best) + 1 if marks.count(best) == 1 else 0


TURNED = {
    "balanced accuracy": confusion.balanced_accuracy,
    "kappa": confusion.cohen_kappa,
    "MCC": confusion.matthews_correlation,
}


@checks("foundations.easy-negatives-flip")
def easy_negatives_flip(answer: Any, given: Mapping[str, Any]) -> str:
    """Two classifiers that three metrics order the other way once both get the same easy negatives."""
    found = fields(answer, ("first", "second", "added"))
    first, second = (_matrix(found[name], f"the {name} matrix") for name in ("first", "second"))
    added = whole(found["added"], "added", low=1, high=100_000)
    sizes = [(fn + tp, tn + fp) for tn, fp, fn, tp in (first, second)]
    if sizes[0] != sizes[1] or 0 in sizes[0]:
        wrong(f"Both must classify the same cases of both classes; positives and negatives are {sizes[0]}, {sizes[1]}.")
    if any(0 in (tn + fn, fp + tp) for tn, fp, fn, tp in (first, second)):
        wrong("Each classifier must flag some cases and not others, or MCC is not defined.")
    said = []
    for name, metric in TURNED.items():
        before = float(metric(*first)), float(metric(*second))
        after = tuple(float(metric(tn + added, fp, fn, tp)) for tn, fp, fn, tp in (first, second))
        said.append(f"{name} {before[0]:.4f} and {before[1]:.4f}, then {after[0]:.4f} and {after[1]:.4f}")
        if before[0] <= before[1] + 1e-9:
            wrong(f"At first the first must be ahead by {name}: {said[-1]}.")
        if after[0] >= after[1] - 1e-9:
            wrong(f"With {added} easy negatives more the second must be ahead by {name}: {said[-1]}.")
    return f"{'; '.join(said)}. Accuracy keeps its order: both got the same number of right decisions."


@checks("foundations.two-models")
def two_models(answer: Any, given: Mapping[str, Any]) -> str:
    """Two models on a student's own cases: areas, the paired interval, what follows, and the sentence that says so."""
    found = fields(answer, ("labels", "first", "second", "areas", "interval", "better", "sentence"))
    labels, first, second = _scored(found)
    right = paired_difference("auroc", labels, first, second)
    areas = values(found["areas"], "areas", shortest=2, longest=2)
    for area, scores, name in zip(areas, (first, second), ("first", "second"), strict=True):
        slips = {"that is one less the area": 1 - auroc(labels, scores)}
        match(area, auroc(labels, scores), f"The AUROC of the {name} model", slips, tolerance=6e-4)
    ends = values(found["interval"], "the interval", shortest=2, longest=2)
    _paired(ends, labels, first, second)
    better = choice(found["better"], ("first", "second", "neither"), "better")
    if better != ("first" if ends[0] > 0 else "second" if ends[1] < 0 else "neither"):
        wrong(f"Your interval goes from {ends[0]:.4f} to {ends[1]:.4f}: it does not say {better!r}.")
    _said(found["sentence"], {"the AUROCs": areas, "the ends of the interval": ends})
    return f"The difference is {right.value:.4f}, its interval and your sentence agree with your data."


def _scored(found: Mapping[str, Any]) -> tuple[list[int], list[float], list[float]]:
    most = 5000
    labels = [
        whole(one, f"label {place}", high=1)
        for place, one in enumerate(several(found["labels"], "labels", shortest=60, longest=most), start=1)
    ]
    if min(sum(labels), len(labels) - sum(labels)) < 30:
        wrong(f"There must be 30 cases of each class at least, not {sum(labels)} and {len(labels) - sum(labels)}.")
    first, second = (
        values(found[name], f"scores of the {name} model", shortest=len(labels), longest=len(labels))
        for name in ("first", "second")
    )
    if not 0 < auroc(labels, first) < 1 or not 0 < auroc(labels, second) < 1:
        wrong("A model that ranks these cases perfectly leaves nothing to compare: take cases that are harder.")
    if paired_difference("auroc", labels, first, second).standard_error < 1e-9:
        wrong("Both models rank the cases in the same way: take two that differ.")
    return labels, first, second


def _paired(ends: list[float], labels: list[int], first: list[float], second: list[float]) -> None:
    """Whether an interval is the one for the difference on the same cases, up to what a bootstrap may differ."""
    right = paired_difference("auroc", labels, first, second)
    lone = [interval("auroc", labels, scores) for scores in (first, second)]
    apart = 1.96 * math.hypot(*(one.standard_error for one in lone))
    known = {
        "second less first; the first comes first": (-right.high, -right.low),
        "of the extremes of both models' own intervals, which forgets that they judge the same cases": (
            lone[0].low - lone[1].high,
            lone[0].high - lone[1].low,
        ),
        "one for models judged on different cases": (right.value - apart, right.value + apart),
        "one standard error to either side, which holds about 68 %": (
            right.value - right.standard_error,
            right.value + right.standard_error,
        ),
    }
    slack = 0.12 * (right.high - right.low)
    if not _near(ends, (right.low, right.high), slack):
        because = next(
            (f" That looks like the interval {said}." for said, of in known.items() if _near(ends, of, slack)), ""
        )
        wrong(f"From {ends[0]:.4f} to {ends[1]:.4f} is no 95 % interval for the difference on the same cases.{because}")


def _near(ends: Sequence[float], others: Sequence[float], slack: float) -> bool:
    return all(abs(end - other) <= slack for end, other in zip(ends, others, strict=True))


def _said(sentence: Any, needed: Mapping[str, Sequence[float]]) -> None:
    """Whether a sentence gives the numbers, each rounded to two decimals or more."""
    if not isinstance(sentence, str) or not 20 <= len(sentence) <= 1000:
        wrong("sentence must be text of 20 to 1000 characters that gives both AUROCs and the interval.")
    printed = re.findall(r"-?\d*\.\d{2,}", sentence.replace("−", "-"))
    if len(printed) > 8 or len(re.findall(r"[^\W\d_]{2,}", sentence)) < 5:
        wrong("sentence must be a sentence: both AUROCs and the interval in words, with eight decimals at most.")
    for what, numbers in needed.items():
        for one in numbers:
            if not any(abs(float(text) - one) <= 0.51 * 10.0 ** -len(text.partition(".")[2]) for text in printed):
                wrong(f"The sentence does not give {what}, to two decimals or more: {one:.4f} is not in it.")


def _printed_accuracies(rng: np.random.Generator) -> dict[str, Any]:
    """Three accuracies to two decimals of which one is impossible for so many cases."""
    n = int(rng.integers(52, 90))
    every = [f"0.{hundredths}" for hundredths in range(60, 98)]
    possible = [printed for printed in every if _counts(printed, n)]
    impossible = sorted(set(every) - set(possible))
    printed = [*rng.choice(possible, 2, replace=False), rng.choice(impossible)]
    return {"n": n, "printed": [str(one) for one in rng.permutation(printed)]}


def _counts(printed: str, n: int) -> list[int]:
    """How many of n decisions can be right if the share is printed so."""
    low, high = _means(printed)
    return list(range(max(math.ceil(low * n), 0), min(math.floor(high * n), n) + 1))


def _means(printed: str) -> tuple[Fraction, Fraction]:
    """The interval of the numbers that are printed so."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return Fraction(printed) - half, Fraction(printed) + half


@checks("foundations.counts-behind-accuracies", given=_printed_accuracies)
def counts_behind_accuracies(answer: Any, given: Mapping[str, Any]) -> str:
    """The numbers of right decisions that three printed accuracies allow, of which one allows none."""
    n = given["n"]
    for printed, counts in zip(given["printed"], several(answer, "the answer", shortest=3, longest=3), strict=True):
        right = _counts(printed, n)
        found = values(counts, f"the list for {printed}", longest=n)
        for count in found:
            if not count.is_integer():
                wrong(f"Of {n} decisions a whole number is right, not {count:g}: hand in counts, not shares.")
            if count not in right:
                wrong(f"{count:g} of {n} is {count / n:.4f}, which nobody prints as {printed}.")
        if set(found) != set(right):
            wrong(f"There are whole numbers of {n} whose share is printed as {printed}; your list has not all of them.")
    return "Two of the accuracies can be true and one cannot, whatever the classifier did."


def _printed_rates(rng: np.random.Generator) -> dict[str, Any]:
    """Three rates of a matrix that keeps its mistakes apart."""
    while True:
        tn, fp, fn, tp = (int(one) for one in rng.integers([150, 10, 10, 30], [300, 60, 60, 90]))
        if abs(fp - fn) >= 12:
            rates = {name: of(tn, fp, fn, tp) for name, of in RATE_NAMES.items()}
            return {"n": tn + fp + fn + tp} | {name: f"{float(rate):.3f}" for name, rate in rates.items()}


RATE_NAMES = {"accuracy": confusion.accuracy, "precision": confusion.precision, "recall": confusion.recall}


@checks("foundations.matrix-behind-the-numbers", given=_printed_rates)
def matrix_behind_the_numbers(answer: Any, given: Mapping[str, Any]) -> str:
    """A confusion matrix that gives the three rates a paper prints."""
    tn, fp, fn, tp = _matrix(answer, "the matrix", given["n"])
    if tn + fp + fn + tp != given["n"]:
        wrong(f"The four counts must add up to {given['n']}, not {tn + fp + fn + tp}.")
    if 0 in (tp + fp, tp + fn):
        wrong("With these counts precision or recall is not defined.")
    if misses := _misses((tn, fp, fn, tp), given):
        for said, other in (
            ("with fp and fn exchanged it would: precision is about false positives", (tn, fn, fp, tp)),
            ("from the other end it would: the counts go tn, fp, fn, tp", (tp, fn, fp, tn)),
        ):
            if not _misses(other, given):
                wrong(f"The matrix does not give what is printed; {said}.")
        wrong(f"The matrix does not give what is printed: {', '.join(misses)}.")
    return f"All three agree to their last digit, and the paper's prevalence is {(tp + fn) / given['n']:.1%}."


def _misses(matrix: tuple[int, int, int, int], given: Mapping[str, Any]) -> list[str]:
    """The rates that a matrix does not give as they are printed."""
    found = {}
    for name, of in RATE_NAMES.items():
        low, high = _means(given[name])
        if not low <= (rate := of(*matrix)) <= high:
            found[name] = rate
    return [f"its {name} is {float(rate):.4f}" for name, rate in found.items()]


def _in_file_order(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    """AUROC by a sort that leaves tied cases in the order of the file."""
    order = sorted(range(len(labels)), key=lambda place: -scores[place])
    return exact.auroc([labels[place] for place in order], list(range(len(labels), 0, -1)))


IMPOSTORS: Mapping[str, Callable[[Any, Any], Fraction]] = {
    "gives ties no credit": _strict,
    "gives ties full credit": _full,
    "leaves tied cases in the order of the file": _in_file_order,
    "takes small scores for positive": lambda y, s: 1 - exact.auroc(y, s),
    "takes the area under the convex hull": exact.auch,
    "returns average precision": exact.average_precision,
    "joins (0, 0), the point farthest above the diagonal and (1, 1)": lambda y, s: (
        (1 + max(tpr - fpr for fpr, tpr in exact.roc_points(y, s))) / 2
    ),
}


@checks("foundations.sample-that-tells-apart")
def sample_that_tells_apart(answer: Any, given: Mapping[str, Any]) -> str:
    """One sample on which no wrong AUROC gives the right value."""
    labels, scores = cases(answer, longest=6)
    right = exact.auroc(labels, scores)
    gaps = {said: abs(wrongly(labels, scores) - right) for said, wrongly in IMPOSTORS.items()}
    if passing := [said for said, gap in gaps.items() if gap < Fraction(1, 100)]:
        more = f", and {len(passing) - 1} more" if len(passing) > 1 else ""
        wrong(f"The AUROC is {right}, and a program that {passing[0]} gives the same on your sample{more}.")
    return f"The AUROC is {right}, and each of the {len(gaps)} wrong programs is off by {min(gaps.values())} or more."


@checks("foundations.three-winners")
def three_winners(answer: Any, given: Mapping[str, Any]) -> str:
    """Three rankings, each the best by a metric of its own."""
    found = [
        ranking(one, f"ranking {place}", positives=4, negatives=6)
        for place, one in enumerate(several(answer, shortest=3, longest=3), start=1)
    ]
    metrics = {"AUROC": auroc, "average precision": average_precision, "H": h_measure}
    said = []
    for place, (name, metric) in enumerate(metrics.items()):
        measured = [float(metric(one, descending(one))) for one in found]
        shown = ", ".join(f"{value:.3f}" for value in measured)
        if max(measured[:place] + measured[place + 1 :]) > measured[place] - 1e-9:
            wrong(f"{name} must be highest for ranking {place + 1}, alone; the three have {shown}.")
        said.append(f"{name} {shown}")
    return f"{'; '.join(said)}."


@checks("foundations.overlap")
def overlap(answer: Any, given: Mapping[str, Any]) -> str:
    """Two intervals that overlap, and a difference that is clear."""
    parts = several(answer, shortest=3, longest=3)
    samples_ = [cases((parts[0], scores), "the sample", shortest=4, longest=200) for scores in parts[1:]]
    labels, first, second = samples_[0][0], samples_[0][1], samples_[1][1]
    try:
        one, other = (interval("auroc", labels, scores) for scores in (first, second))
        less = paired_difference("auroc", labels, first, second)
    except ValueError as error:
        wrong(f"there is no interval here: {error}.")
    shown = (f"{found.low:.3f} to {found.high:.3f}" for found in (one, other, less))
    said = "{} and {}, difference {}".format(*shown)
    if less.value <= 0:
        wrong(f"the first scores must be the better model's: AUROC {one.value:.3f} and {other.value:.3f}.")
    shared = min(one.high, other.high) - max(one.low, other.low)
    if shared < min(one.high - one.low, other.high - other.low) / 2:
        wrong(f"the intervals do not overlap by half of the shorter one: {said}.")
    if less.low <= 0:
        wrong(f"the interval of the difference reaches 0: {said}.")
    return f"{said}."


def draw_bound(rng: np.random.Generator) -> dict[str, Any]:
    """A true AUROC and a bound below it."""
    bound = float(rng.choice([0.7, 0.75, 0.8]))
    return {"bound": bound, "auroc": round(bound + int(rng.integers(30, 101)) / 1000, 3)}


@checks("foundations.to-pass-a-bound", given=draw_bound)
def to_pass_a_bound(answer: Any, given: Mapping[str, Any]) -> str:
    """The smallest number of cases of each class."""
    found = whole(answer, low=1, high=10**6)
    area, bound = given["auroc"], given["bound"]

    def smallest(quantile: float) -> int:
        return next(n for n in range(1, 10**6) if area - quantile * hanley_mcneil(area, n, n) >= bound)

    right = smallest(1.96)
    end = area - 1.96 * hanley_mcneil(area, found, found)
    slips = {
        "these are the cases of both classes together": 2 * right,
        "this is for an interval with one end, of 1.645 standard errors": smallest(1.645),
        "this is for a single standard error": smallest(1),
    }
    hint = f"the lower end is {end:.4f} then" + ("" if end < bound else ", and fewer would do")
    match(found, right, "The number of positives", slips, hint=hint)
    return f"With {right} of each class the lower end is {end:.4f}."
