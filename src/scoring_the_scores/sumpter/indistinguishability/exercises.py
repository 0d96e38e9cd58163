"""Checkers of the exercises of sumpter/indistinguishability."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook import IndistinguishabilitySweep
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    cases,
    choice,
    close,
    descending,
    fields,
    fraction,
    ranking,
    several,
    unrounded,
    values,
    wrong,
)
from scoring_the_scores.sumpter.answers import Floats, Given, precision_there, two_rankings, win_rate, written


def _values_of_b(given: Given) -> dict[str, list[str]]:
    """Each ranking of four positives and four negatives, and its B with six flagged, as text."""
    labels = sorted(set(permutations([1] * 4 + [0] * 4)))
    return {"known": [f"{''.join(map(str, one))} {win_rate(list(one), 6)}" for one in labels]}


@checks("sumpter.same-rates", reference=_values_of_b)
def same_rates(answer: Any, given: Given) -> str:
    """Two rankings that agree in every count at the threshold and not in B."""
    entries = fields(answer, ("first", "second", "B"))
    labels = [ranking(entries[name], f"the {name} ranking", positives=4, negatives=4) for name in ("first", "second")]
    expected = [
        fraction(one, f"value {i} of B", low=0, high=1)
        for i, one in enumerate(several(entries["B"], "B", shortest=2, longest=2), start=1)
    ]
    true = [sum(one[:6]) for one in labels]
    if true[0] != true[1]:
        wrong(f"Among the first six stand {true[0]} positives in the first ranking and {true[1]} in the second.")
    for one, value in zip(labels, expected, strict=True):
        unrounded(value, win_rate(one, 6), f"B of {written(one)}")
        if value != win_rate(one, 6):
            printed = Fraction(sum(one[:6]) ** 2 + (6 - sum(one[:6])) ** 2, 48)
            looks = {
                win_rate(one, 6, "discard"): ": a draw against itself counts one half here",
                win_rate(one, 6, "negative"): ": a draw against itself counts one half here",
                win_rate(one, 8): ": that is B with all eight flagged",
                printed: ": that is what u(t) in the integral gives",
            }
            wrong(f"B of {written(one)} with six flagged is not {value}{looks.get(value, '')}.")
    apart = abs(expected[0] - expected[1])
    if apart < Fraction(1, 3):
        wrong(f"Both values are right, but they differ by {apart}, and 1/3 is asked for.")
    return f"P, N, u and v agree, and B is {expected[0]} and {expected[1]}: {apart} apart."


@checks("sumpter.better-gets-less")
def better_gets_less(answer: Any, given: Given) -> str:
    """One mistake fixed, and C(r_b) falls by a tenth."""
    before, after = two_rankings(answer, ("before", "after"))
    places = [i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    fixed = len(before) == len(after) and len(places) == 2 and places[1] == places[0] + 1
    if not fixed:
        wrong("The rankings must differ by an exchange of two neighbours, and in nothing else.")
    if before[places[0]]:
        wrong("This exchange moves the negative up: a negative and the positive directly below it are to be exchanged.")
    values_there = [precision_there(one, descending(one)) for one in (before, after)]
    if values_there[0] is None or values_there[1] is None:
        wrong("The AUROC before the exchange must be at least 1/2, or there is no threshold r_b.")
    summary = f"C(r_b) goes from {values_there[0]} to {values_there[1]}"
    if values_there[1] >= values_there[0]:
        wrong(f"{summary}: it does not fall.")
    if values_there[0] - values_there[1] < Fraction(1, 10):
        wrong(f"{summary}, a fall of {values_there[0] - values_there[1]}: at least 1/10 is asked for.")
    return f"{summary}, although the AUROC rises."


@checks("sumpter.choose-and-judge")
def choose_and_judge(answer: Any, given: Given) -> str:
    """Two thresholds chosen on one part and judged on the other, recomputed from what is handed in."""
    entries = fields(answer, ("choose", "judge", "r_b", "F1", "sd", "steadier"))
    parts = [_part(entries[name], name) for name in ("choose", "judge")]
    if sorted(zip(*parts[0], strict=True)) == sorted(zip(*parts[1], strict=True)):
        wrong("The two parts are the same cases: thresholds must be judged on cases that did not choose them.")
    try:
        sweeps = [IndistinguishabilitySweep(*one) for one in parts]
        flagged = {"r_b": sweeps[0].at()}
    except ValueError as error:
        wrong(f"There is no r_b on the first part: {error}.")
    flagged["F1"] = int(np.argmax(sweeps[0].f1))
    for name in ("r_b", "F1"):
        _judged(values(entries[name], name, shortest=3, longest=3), name, flagged[name], sweeps, parts)
    submitted = values(entries["sd"], "sd", shortest=2, longest=2)
    for name, value, right in zip(("r_b", "best F1"), submitted, _spreads(*parts[0]), strict=True):
        if value <= right / 5:
            wrong(
                f"The standard deviation of {name} is too small: is it divided by the root of the number of resamples?"
            )
        if not right / 1.6 <= value <= 1.6 * right:
            wrong(
                f"The standard deviation of {name} should be about {right:.2g} by the cases handed in, not {value:.2g}."
            )
    steadier = choice(entries["steadier"], ("r_b", "F1"), "steadier")
    if (submitted[0] < submitted[1]) != (steadier == "r_b"):
        wrong(f"By your own numbers, {submitted[0]:.3g} and {submitted[1]:.3g}, the other rule is the steadier one.")
    return f"Borne out by the cases handed in; the steadier rule here is {steadier}."


def _part(answer: Any, name: str) -> tuple[NDArray[np.int64], Floats]:
    labels, scores = cases(answer, f"'{name}'", shortest=100, longest=5000)
    if min(sum(labels), len(labels) - sum(labels)) < 10:
        wrong(f"'{name}' must have ten positives and ten negatives at least.")
    return np.array(labels), np.array(scores)


def _judged(
    submitted: list[float],
    name: str,
    step: int,
    sweeps: list[IndistinguishabilitySweep],
    parts: list[tuple[NDArray[np.int64], Floats]],
) -> None:
    threshold, *rates = submitted
    here, there = ((labels[scores >= threshold - 1e-9], labels) for labels, scores in parts)
    f1 = 2 * here[0].sum() / (here[0].size + here[1].sum())
    flagged_there = int(np.sum(parts[0][1] >= sweeps[0].thresholds[step]))
    if name == "r_b" and here[0].size != flagged_there:
        elsewhere = int(np.sum(parts[0][1] >= sweeps[1].thresholds[sweeps[1].at()]))
        unrounded(threshold, float(sweeps[0].thresholds[step]), "r_b")
        leak = " It looks chosen on the part that judges." if here[0].size == elsewhere else ""
        wrong(
            f"At r_b {flagged_there} cases of the first part are flagged, at {threshold:g} they are "
            f"{here[0].size}.{leak}"
        )
    if name == "F1" and f1 < sweeps[0].f1[step] - 1e-9:
        unrounded(threshold, float(sweeps[0].thresholds[step]), "the threshold of the best F1")
        wrong(f"At {threshold:g} F1 is {f1:.4f} on the first part, and {sweeps[0].f1[step]:.4f} can be had.")
    true, size = int(there[0].sum()), max(there[0].size, 1)
    for what, value, right in zip(("precision", "recall"), rates, (true / size, true / there[1].sum()), strict=True):
        if close(value, 100 * right, 0.06) and value > 1:
            wrong(f"The {what} of {name} is a percentage: hand in a share.")
        unrounded(value, right, f"the {what} of {name}", 6e-4)
        if (
            close(value, here[0].sum() / (here[0].size if what == "precision" else here[1].sum()), 1e-9)
            and value != right
        ):
            wrong(f"The {what} of {name} is that of the first part: judge on the second.")
        if not close(value, right, 6e-4):
            wrong(f"The {what} of {name} on the second part is {right:.4f}, not {value:.4f}.")


def _spreads(labels: NDArray[np.int64], scores: Floats) -> tuple[float, float]:
    """Standard deviations of r_b and of the threshold of the best F1 over 200 resamples."""
    spreads: list[tuple[float, float]] = []
    rng = np.random.default_rng(0)
    while len(spreads) < 200:
        drawn = rng.integers(0, labels.size, size=labels.size)
        sweep = IndistinguishabilitySweep(labels[drawn], scores[drawn], pos_label=1)
        if sweep.wins[-1] < sweep.pairs[-1] / 2:
            wrong(
                "On a resample of the first part the AUROC is below 1/2, and there is no r_b: take a better classifier."
            )
        spreads.append((sweep.thresholds[sweep.at()], sweep.thresholds[int(np.argmax(sweep.f1))]))
    first, second = np.std(spreads, axis=0, ddof=1)
    return float(first), float(second)
