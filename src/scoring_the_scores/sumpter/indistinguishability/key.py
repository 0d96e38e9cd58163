"""For teachers: instances, and checkers that hold an answer, of sumpter/indistinguishability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from metricbook.exact import ranking as exact
from metricbook.exact.indistinguishability import rates, thresholds
from metricbook.exact.samples import samples
from scoring_the_scores.exercises.checking import checks, draws, smallest
from scoring_the_scores.exercises.reading import (
    descending,
    fields,
    fraction,
    function,
    ranking,
    several,
    unrounded,
    wrong,
)
from scoring_the_scores.exercises.slips import same_function
from scoring_the_scores.sumpter.answers import HALF, Given, set_at_threshold, win_rate, written


@draws("sumpter.b-by-hand")
def a_list_of_eight(rng: np.random.Generator) -> Given:
    while True:
        positives = int(rng.integers(3, 6))
        labels = rng.permutation([1] * positives + [0] * (8 - positives)).tolist()
        flagged = set_at_threshold(labels, descending(labels))
        if flagged and 2 < len(flagged) < 8:
            return {"ranking": written(labels)}


@checks("sumpter.b-by-hand")
def b_by_hand(answer: Any, given: Given) -> str:
    """B for every number of flagged images, and the precision where it is last at most one half."""
    entries = fields(answer, ("B", "C"))
    submitted = [fraction(one, f"B with {k} flagged") for k, one in enumerate(_eight(entries["B"]), start=1)]
    precision = fraction(entries["C"], "C")
    labels = ranking(given["ranking"])
    right = [win_rate(labels, k) for k in range(1, 9)]
    for k, (value, exactly) in enumerate(zip(submitted, right, strict=True), start=1):
        unrounded(value, exactly, f"B with {k} flagged")
    if submitted != right:
        for what, other in _other_win_rates(labels).items():
            if submitted == other:
                wrong(f"These are not the values of B: {what}.")
        first = next(k for k in range(8) if submitted[k] != right[k])
        wrong(f"With {first + 1} flagged, {written(labels[: first + 1])}, B is not {submitted[first]}.")
    at = max(k for k in range(8) if right[k] <= HALF)
    unrounded(precision, Fraction(sum(labels[: at + 1]), at + 1), "C")
    if precision != Fraction(sum(labels[: at + 1]), at + 1):
        wrong(f"B is right throughout, but {precision} is not C at r_b{_other_place(labels, right, at, precision)}.")
    return f"B is last at most 1/2 with {at + 1} flagged, and C is {precision} there."


def _eight(answer: Any) -> list[Any]:
    return several(answer, "B", shortest=8, longest=8)


def _other_win_rates(labels: list[int]) -> Mapping[str, list[Fraction]]:
    whole_list = range(1, 9)
    return {
        "an image drawn against itself counts one half, not nothing": [
            win_rate(labels, k, "negative") for k in whole_list
        ],
        "a draw of an image against itself is thrown away, but here it counts one half": [
            win_rate(labels, k, "discard") for k in whole_list
        ],
        "an image drawn against itself counts one half, not as won": [
            win_rate(labels, k) + Fraction(sum(labels[:k]), 2 * k * sum(labels)) for k in whole_list
        ],
        "they must be divided by the number of all cats, too": [win_rate(labels, k) * sum(labels) for k in whole_list],
        "they are for the list read from the other end, but the highest score comes first": [
            win_rate(labels[::-1], k) for k in whole_list
        ],
        "they say how often the flagged image wins": [1 - win_rate(labels, k) for k in whole_list],
    }


def _other_place(labels: list[int], right: list[Fraction], at: int, precision: Fraction) -> str:
    def up_to(k: int) -> Fraction:
        return Fraction(sum(labels[: k + 1]), k + 1)

    if precision == Fraction(sum(labels[: at + 1]), sum(labels)):
        return ": it is the recall"
    if precision == up_to(at + 1):
        return ": B is above 1/2 there already"
    if precision == Fraction(sum(labels), 8):
        return ": it is the share of cats among all images"
    first = next((k for k in range(8) if right[k] > 0 and precision == up_to(k)), None)
    return "" if first is None else f": it is the precision with {first + 1} flagged"


@checks("sumpter.precision-at-the-threshold")
def precision_at_the_threshold(answer: Any, given: Given) -> str:
    """C(r_b) from a student's function, on every small sample that has one."""
    tried = same_function(function(answer), _there, _with_a_threshold(), OTHER_RULES, given=list)
    return f"It agrees with the definition on {tried} samples, ties among them."


@cache
def _with_a_threshold() -> list[tuple[list[int], list[float]]]:
    return [one for one in _samples() if set_at_threshold(*one)]


def _samples() -> Iterator[tuple[list[int], list[float]]]:
    for labels, scores in samples(5):
        yield list(labels), [float(score) for score in scores]
    yield from _larger()


def _larger() -> Iterator[tuple[list[int], list[float]]]:
    rng = np.random.default_rng(2)
    for _ in range(40):
        labels = rng.permutation([1] * 4 + [0] * 6)
        scores = rng.integers(-4, 4, size=10) / 2 + labels
        if exact.auroc(labels.tolist(), scores.tolist()) >= HALF:
            yield labels.tolist(), scores.tolist()


def _there(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    flagged = set_at_threshold(labels, scores) or []
    return Fraction(sum(flagged), len(flagged))


def _one_rule(ties: str = "half", *, beyond: bool = False, strictly: bool = False) -> Callable[..., Fraction]:
    """Precision at another place: B by another rule for ties, one step too far, or strictly above the score."""

    def rule(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
        steps = thresholds(scores)
        by_threshold = [(t, rates(labels, scores, t, ties=ties)) for t in steps]
        below = [i for i, (_, one) in enumerate(by_threshold) if one.win_rate is not None and one.win_rate <= HALF]
        at = min((below or [0])[-1] + beyond, len(steps) - 1)
        flagged = [y for y, s in zip(labels, scores, strict=True) if s > steps[at] or (s == steps[at] and not strictly)]
        return Fraction(sum(flagged), max(len(flagged), 1))

    return rule


def _recall(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    return Fraction(sum(set_at_threshold(labels, scores) or []), sum(labels))


OTHER_RULES: Final[Mapping[str, Callable[..., Fraction]]] = {
    "it goes one step too far, to where B is above 1/2 already": _one_rule(beyond=True),
    "it leaves out the cases that score exactly the threshold": _one_rule(strictly=True),
    "it counts nothing for ties, and one half is asked for": _one_rule("negative"),
    "it computes recall": _recall,
    "it gives the prevalence, the precision with everything flagged": lambda y, s: Fraction(sum(y), len(y)),
}


smallest("sumpter.better-gets-less", 5)
