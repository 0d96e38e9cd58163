"""Checkers of the exercises of foundations/which-metric."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from metricbook import auroc, confusion, interval, paired_difference
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import choice, fields, four_counts, label, several, values, whole, wrong
from scoring_the_scores.exercises.slips import match

JUDGES = {"accuracy": confusion.accuracy, "balanced accuracy": confusion.balanced_accuracy, "F1": confusion.f1_score}


@checks("foundations.three-judges")
def three_judges(answer: Any, given: Mapping[str, Any]) -> str:
    """Three classifiers of the same cases, each the best by one of three metrics."""
    found = [
        four_counts(one, f"the {place} matrix")
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
    first, second = (four_counts(found[name], f"the {name} matrix") for name in ("first", "second"))
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
        label(one, f"label {place}")
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
