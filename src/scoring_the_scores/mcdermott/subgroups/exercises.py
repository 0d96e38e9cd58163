"""Checkers of the exercises of mcdermott/subgroups."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook import Interval, paired_difference, standard_error
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    cases,
    close,
    fields,
    fraction,
    several,
    unrounded,
    values,
    whole,
    wrong,
)
from scoring_the_scores.mcdermott.answers import Given


@checks("mcdermott.mean-is-not-enough")
def mean_is_not_enough(answer: Any, given: Given) -> str:
    """Scores whose mean is the prevalence, in nearly the wrong order."""
    pair = several(answer, "the answer", longest=200)
    if len(pair) != 2:
        wrong("The answer must be a pair (labels, scores), two lists of equal length.")
    submitted = several(pair[1], "scores", shortest=2, longest=8)
    scores = [fraction(one, f"score {i}", low=0, high=1) for i, one in enumerate(submitted, start=1)]
    labels, _ = cases((pair[0], [float(one) for one in scores]), "the answer", longest=8)
    mean, prevalence = sum(scores, Fraction(0)) / len(scores), Fraction(sum(labels), len(labels))
    area = exact.auroc(labels, scores)
    if mean != prevalence:
        wrong(f"The mean score is {mean}, and the share of positives is {prevalence}.")
    if area > Fraction(1, 4):
        wrong(f"The mean is right, but AUROC is {area}: the positives do not score low enough.")
    return f"The mean score and the prevalence are {mean}, and AUROC is {area}: the right mean, and misleading scores."


REACH: Final = 2


def _probabilities(given: Given) -> dict[str, list[str]]:
    """Each permutation of six that moves no number farther than two places, and its probability, as text."""
    near = (one for one in permutations(range(6)) if all(abs(number - at) <= REACH for at, number in enumerate(one)))
    return {"known": [f"{' '.join(map(str, one))} 1/{np.prod(candidates(one))}" for one in near]}


@checks("mcdermott.filled-from-the-left", reference=_probabilities)
def filled_from_the_left(answer: Any, given: Given) -> str:
    """Two permutations of six whose probabilities differ sixfold when places are filled from the left."""
    entries = fields(answer, ("often", "seldom", "probabilities"))
    both = [_permutation(entries[name], name) for name in ("often", "seldom")]
    probabilities = [
        fraction(one, f"probability {i}", low=0, high=1)
        for i, one in enumerate(several(entries["probabilities"], "probabilities", shortest=2, longest=2), start=1)
    ]
    for permutation, probability in zip(both, probabilities, strict=True):
        choices = candidates(permutation)
        right = Fraction(1, int(np.prod(choices)))
        if probability != right:
            if probability == Fraction(1, 73):
                wrong(f"1/73 is the probability of {permutation} in a fair draw, of 73; this draw is not fair.")
            near = [number for number, there in enumerate(choices) if there == 1]
            free = Fraction(1, int(np.prod(_unforced(permutation))))
            if probability == free:
                wrong(f"For {permutation} a forced number is counted as one of several: place {near[0]} is forced.")
            wrong(
                f"The probability of {permutation} is not {probability}: count the candidates at each place, from 0 on."
            )
    ratio = Fraction(int(np.prod(candidates(both[1]))), int(np.prod(candidates(both[0]))))
    if ratio < 6:
        turned = " (They stand the wrong way round.)" if ratio <= Fraction(1, 6) else ""
        wrong(f"The probabilities are right, but their ratio is {ratio}, and 6 are asked for.{turned}")
    return f"The first comes out {ratio} times as often as the second; in a fair draw both would have probability 1/73."


def _permutation(answer: Any, what: str) -> list[int]:
    places = [whole(one, f"an entry of {what}", high=5) for one in several(answer, what, shortest=6, longest=6)]
    if len(set(places)) < 6:
        wrong(f"{what} must hold each of 0 to 5 once: {places} does not.")
    far = next((i for i, one in enumerate(places) if abs(one - i) > REACH), None)
    if far is not None:
        wrong(f"In {what} place {far} has number {places[far]}, which moves it farther than {REACH}.")
    return places


def candidates(permutation: Sequence[int]) -> list[int]:
    """How many numbers each place could choose among, when the places before it chose as the permutation says."""
    free = _unforced(permutation)
    unused = [set(permutation[place:]) for place in range(len(permutation))]
    return [1 if place - REACH in left else there for place, (left, there) in enumerate(zip(unused, free, strict=True))]


def _unforced(permutation: Sequence[int]) -> list[int]:
    return [sum(abs(one - place) <= REACH for one in permutation[place:]) for place in range(len(permutation))]


@checks("mcdermott.two-models-two-groups")
def two_models_two_groups(answer: Any, given: Given) -> str:
    """Differences in AUROC with intervals that know of the pairing, recomputed from what is handed in."""
    data = ("labels", "groups", "first", "second")
    entries = fields(answer, (*data, "all", "group 1", "group 2", "better", "worse"))
    labels, groups, first, second = (_column(entries[name], name) for name in data)
    if len({one.size for one in (labels, groups, first, second)}) > 1:
        wrong("labels, groups, first and second must be of equal length.")
    if not (np.isin(labels, (0, 1)).all() and np.isin(groups, (1, 2)).all()):
        wrong("labels must be 0 or 1, and groups 1 or 2.")
    statements, better, worse = [], set(), set()
    for name, group in (("all", 0), ("group 1", 1), ("group 2", 2)):
        inside = (groups == group) | (group == 0)
        counts = int(labels[inside].sum()), int((1 - labels[inside]).sum())
        if min(counts) < 20:
            wrong(f"{name} has {counts[0]} positives and {counts[1]} negatives: at least 20 of each are needed.")
        low, high = _interval(entries[name], name, labels[inside], first[inside], second[inside])
        statements.append(f"{name}: {low:+.3f} to {high:+.3f}")
        if group:
            better |= {group} if low > 0 else set()
            worse |= {group} if high < 0 else set()
    for name, right in (("better", better), ("worse", worse)):
        models = {whole(one, f"an entry of {name}", low=1, high=2) for one in several(entries[name], name, longest=2)}
        if models != right:
            wrong(
                f"'{name}' must hold the groups whose interval lies on that side of 0, by your own: "
                f"{'; '.join(statements)}."
            )
    return f"The differences and their intervals are borne out by the cases handed in: {'; '.join(statements)}."


def _column(answer: Any, what: str) -> NDArray[np.float64]:
    return np.array(values(answer, what, shortest=200, longest=20_000))


def _interval(
    answer: Any, name: str, labels: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float]:
    """The ends that were handed in, if the difference is right and the interval is about as wide as it must be."""
    value, low, high = values(answer, f"entry {name!r}", shortest=3, longest=3)
    right = paired_difference("auroc", labels, second, first)
    if right.standard_error == 0:
        wrong(f"In {name} both models rank the cases alike: hand in two models that differ.")
    if not close(value, right.value, 6e-4):
        if close(value, -right.value, 6e-4):
            wrong(f"The difference in {name} has the wrong sign: it is the second model less the first.")
        if close(value, 100 * right.value, 0.06):
            wrong(f"The difference in {name} is in hundredths: hand in {value:g}/100.")
        unrounded(value, right.value, f"the difference in {name}", 6e-4)
        wrong(f"The difference in AUROC in {name} is {right.value:.4f} by the cases handed in, not {value:.4f}.")
    if not low < value < high:
        wrong(f"The interval of {name} must contain the difference: {low:g}, {value:g}, {high:g} do not rise.")
    _width(high - low, right, name, [standard_error("auroc", labels, one) for one in (first, second)])
    if abs((low + high) / 2 - right.value) > 0.25 * (high - low):
        wrong(f"The interval of {name} is not centred near the difference: {low:.4f} to {high:.4f} about {value:.4f}.")
    return low, high


def _width(width: float, right: Interval, name: str, errors: Sequence[float]) -> None:
    wide = right.high - right.low
    if 0.75 <= width / wide <= 1.33:
        return
    summary = f"The interval of {name} is {width:.4f} wide, and cases drawn again give about {wide:.4f}"
    apart = 2 * 1.96 * float(np.linalg.norm(errors))
    if 0.8 <= width / apart <= 1.25:
        wrong(f"{summary}: it looks as if the models were resampled apart, but both scored the same cases.")
    if 0.4 <= width / wide <= 0.6:
        wrong(f"{summary}: it looks like one standard error to each side.")
    wrong(f"{summary}.")
