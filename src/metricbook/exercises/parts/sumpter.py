"""Checkers of the exercises on the indistinguishability threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, log, log10
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import norm

from metricbook.exact import ranking as exact
from metricbook.exact.indistinguishability import indistinguishability_threshold, rates, thresholds
from metricbook.exact.samples import samples
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    cases,
    choice,
    close,
    descending,
    fields,
    fraction,
    function,
    number,
    ranking,
    several,
    values,
    wrong,
)
from metricbook.exercises.slips import same_function
from metricbook.metrics.indistinguishability import IndistinguishabilitySweep

Given = Mapping[str, Any]
Floats = NDArray[np.float64]
HALF: Final = Fraction(1, 2)


# Precision at the indistinguishability threshold


def a_list_of_eight(rng: np.random.Generator) -> Given:
    while True:
        positives = int(rng.integers(3, 6))
        labels = rng.permutation([1] * positives + [0] * (8 - positives)).tolist()
        flagged = set_at_threshold(labels, descending(labels))
        if flagged and 2 < len(flagged) < 8:
            return {"ranking": written(labels)}


def written(labels: Sequence[int]) -> str:
    """A ranking with P and N."""
    return "".join("P" if label else "N" for label in labels)


def win_rate(labels: Sequence[int], flagged: int, ties: str = "half") -> Fraction:
    """B with so many flagged, for a ranking without ties."""
    found = rates(labels, descending(labels), len(labels) + 1 - flagged, ties=ties).win_rate
    return Fraction(0) if found is None else found


def set_at_threshold(labels: Sequence[int], scores: Sequence[float]) -> list[int] | None:
    """The labels of what is flagged at r_b; None if there is no such threshold."""
    lowest = indistinguishability_threshold(labels, scores)
    return None if lowest is None else [y for y, s in zip(labels, scores, strict=True) if s >= lowest]


def precision_there(labels: Sequence[int], scores: Sequence[float]) -> Fraction | None:
    """C(r_b), or None."""
    flagged = set_at_threshold(labels, scores)
    return Fraction(sum(flagged), len(flagged)) if flagged else None


@checks("sumpter.b-by-hand", given=a_list_of_eight)
def b_by_hand(answer: Any, given: Given) -> str:
    """B for every number of flagged images, and the precision where it is last at most one half."""
    said = fields(answer, ("B", "C"))
    found = [fraction(one, f"B with {k} flagged") for k, one in enumerate(_eight(said["B"]), start=1)]
    precision = fraction(said["C"], "C")
    labels = ranking(given["ranking"])
    right = [win_rate(labels, k) for k in range(1, 9)]
    if found != right:
        for what, other in _other_win_rates(labels).items():
            if found == other:
                wrong(f"These are not the values of B: {what}.")
        first = next(k for k in range(8) if found[k] != right[k])
        wrong(f"With {first + 1} flagged, {written(labels[: first + 1])}, B is not {found[first]}.")
    at = max(k for k in range(8) if right[k] <= HALF)
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
    there = [one for one in _samples() if set_at_threshold(*one)]
    tried = same_function(function(answer), _there, there, OTHER_RULES, given=list)
    return f"It agrees with the definition on {tried} samples, ties among them."


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
        told = [(t, rates(labels, scores, t, ties=ties)) for t in steps]
        below = [i for i, (_, one) in enumerate(told) if one.win_rate is not None and one.win_rate <= HALF]
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


@checks("sumpter.same-rates")
def same_rates(answer: Any, given: Given) -> str:
    """Two rankings that agree in every count at the threshold and not in B."""
    said = fields(answer, ("first", "second", "B"))
    labels = [ranking(said[name], f"the {name} ranking", positives=4, negatives=4) for name in ("first", "second")]
    found = [
        fraction(one, f"value {i} of B", low=0, high=1)
        for i, one in enumerate(several(said["B"], "B", shortest=2, longest=2), start=1)
    ]
    true = [sum(one[:6]) for one in labels]
    if true[0] != true[1]:
        wrong(f"Among the first six stand {true[0]} positives in the first ranking and {true[1]} in the second.")
    for one, value in zip(labels, found, strict=True):
        if value != win_rate(one, 6):
            printed = Fraction(sum(one[:6]) ** 2 + (6 - sum(one[:6])) ** 2, 48)
            looks = {
                win_rate(one, 6, "discard"): ": a draw against itself counts one half here",
                win_rate(one, 6, "negative"): ": a draw against itself counts one half here",
                win_rate(one, 8): ": that is B with all eight flagged",
                printed: ": that is what u(t) in the integral gives",
            }
            wrong(f"B of {written(one)} with six flagged is not {value}{looks.get(value, '')}.")
    apart = abs(found[0] - found[1])
    if apart < Fraction(1, 3):
        wrong(f"Both values are right, but they differ by {apart}, and 1/3 is asked for.")
    return f"P, N, u and v agree, and B is {found[0]} and {found[1]}: {apart} apart."


@checks("sumpter.better-gets-less")
def better_gets_less(answer: Any, given: Given) -> str:
    """One mistake fixed, and C(r_b) falls by a tenth."""
    before, after = _two_rankings(answer, ("before", "after"))
    places = [i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    fixed = len(before) == len(after) and len(places) == 2 and places[1] == places[0] + 1
    if not fixed:
        wrong("The rankings must differ by an exchange of two neighbours, and in nothing else.")
    if before[places[0]]:
        wrong("This exchange moves the negative up: a negative and the positive directly below it are to be exchanged.")
    values_there = [precision_there(one, descending(one)) for one in (before, after)]
    if values_there[0] is None or values_there[1] is None:
        wrong("The AUROC before the exchange must be at least 1/2, or there is no threshold r_b.")
    said = f"C(r_b) goes from {values_there[0]} to {values_there[1]}"
    if values_there[1] >= values_there[0]:
        wrong(f"{said}: it does not fall.")
    if values_there[0] - values_there[1] < Fraction(1, 10):
        wrong(f"{said}, a fall of {values_there[0] - values_there[1]}: at least 1/10 is asked for.")
    return f"{said}, although the AUROC rises."


def _two_rankings(answer: Any, names: tuple[str, str]) -> list[list[int]]:
    pair = several(answer, "the answer", shortest=2, longest=2)
    found = [ranking(one, f"the ranking {name}", longest=10) for name, one in zip(names, pair, strict=True)]
    if len(found[0]) > 9:
        wrong(f"The ranking {names[0]} may have nine cases at most, not {len(found[0])}.")
    for name, labels in zip(names, found, strict=True):
        if len(set(labels)) < 2:
            wrong(f"The ranking {name} must have positives and negatives.")
    return found


@checks("sumpter.choose-and-judge")
def choose_and_judge(answer: Any, given: Given) -> str:
    """Two thresholds chosen on one part and judged on the other, recomputed from what is handed in."""
    said = fields(answer, ("choose", "judge", "r_b", "F1", "sd", "steadier"))
    parts = [_part(said[name], name) for name in ("choose", "judge")]
    if sorted(zip(*parts[0], strict=True)) == sorted(zip(*parts[1], strict=True)):
        wrong("The two parts are the same cases: thresholds must be judged on cases that did not choose them.")
    try:
        sweeps = [IndistinguishabilitySweep(*one) for one in parts]
        flagged = {"r_b": sweeps[0].at()}
    except ValueError as error:
        wrong(f"There is no r_b on the first part: {error}.")
    flagged["F1"] = int(np.argmax(sweeps[0].f1))
    for name in ("r_b", "F1"):
        _judged(values(said[name], name, shortest=3, longest=3), name, flagged[name], sweeps, parts)
    found = values(said["sd"], "sd", shortest=2, longest=2)
    for name, value, right in zip(("r_b", "best F1"), found, _spreads(*parts[0]), strict=True):
        if value <= right / 5:
            wrong(
                f"The standard deviation of {name} is too small: is it divided by the root of the number of resamples?"
            )
        if not right / 1.6 <= value <= 1.6 * right:
            wrong(
                f"The standard deviation of {name} should be about {right:.2g} by the cases handed in, not {value:.2g}."
            )
    steadier = choice(said["steadier"], ("r_b", "F1"), "steadier")
    if (found[0] < found[1]) != (steadier == "r_b"):
        wrong(f"By your own numbers, {found[0]:.3g} and {found[1]:.3g}, the other rule is the steadier one.")
    return f"Borne out by the cases handed in; the steadier rule here is {steadier}."


def _part(answer: Any, name: str) -> tuple[NDArray[np.int64], Floats]:
    labels, scores = cases(answer, f"'{name}'", shortest=100, longest=5000)
    if min(sum(labels), len(labels) - sum(labels)) < 10:
        wrong(f"'{name}' must have ten positives and ten negatives at least.")
    return np.array(labels), np.array(scores)


def _judged(
    told: list[float],
    name: str,
    step: int,
    sweeps: list[IndistinguishabilitySweep],
    parts: list[tuple[NDArray[np.int64], Floats]],
) -> None:
    threshold, *said = told
    here, there = ((labels[scores >= threshold - 1e-9], labels) for labels, scores in parts)
    f1 = 2 * here[0].sum() / (here[0].size + here[1].sum())
    wanted = int(np.sum(parts[0][1] >= sweeps[0].thresholds[step]))
    if name == "r_b" and here[0].size != wanted:
        elsewhere = int(np.sum(parts[0][1] >= sweeps[1].thresholds[sweeps[1].at()]))
        leak = " It looks chosen on the part that judges." if here[0].size == elsewhere else ""
        wrong(f"At r_b {wanted} cases of the first part are flagged, at {threshold:g} they are {here[0].size}.{leak}")
    if name == "F1" and f1 < sweeps[0].f1[step] - 1e-9:
        wrong(f"At {threshold:g} F1 is {f1:.4f} on the first part, and {sweeps[0].f1[step]:.4f} can be had.")
    true, size = int(there[0].sum()), max(there[0].size, 1)
    for what, found, right in zip(("precision", "recall"), said, (true / size, true / there[1].sum()), strict=True):
        if close(found, 100 * right, 0.06) and found > 1:
            wrong(f"The {what} of {name} is a percentage: hand in a share.")
        if (
            close(found, here[0].sum() / (here[0].size if what == "precision" else here[1].sum()), 1e-9)
            and found != right
        ):
            wrong(f"The {what} of {name} is that of the first part: judge on the second.")
        if not close(found, right, 6e-4):
            wrong(f"The {what} of {name} on the second part is {right:.4f}, not {found:.4f}.")


def _spreads(labels: NDArray[np.int64], scores: Floats) -> tuple[float, float]:
    """Standard deviations of r_b and of the threshold of the best F1 over 200 resamples."""
    found: list[tuple[float, float]] = []
    rng = np.random.default_rng(0)
    while len(found) < 200:
        drawn = rng.integers(0, labels.size, size=labels.size)
        sweep = IndistinguishabilitySweep(labels[drawn], scores[drawn], pos_label=1)
        if sweep.wins[-1] < sweep.pairs[-1] / 2:
            wrong(
                "On a resample of the first part the AUROC is below 1/2, and there is no r_b: take a better classifier."
            )
        found.append((sweep.thresholds[sweep.at()], sweep.thresholds[int(np.argmax(sweep.f1))]))
    first, second = np.std(found, axis=0, ddof=1)
    return float(first), float(second)


# Easy negatives

TOP: Final = 10.0
SPREAD: Final = 2.0


def kinds_of_negatives(rng: np.random.Generator) -> Given:
    while True:
        hard, easy = round(float(rng.uniform(6.5, 9)), 1), round(float(rng.uniform(1, 4)), 1)
        target = float(rng.choice([0.93, 0.94, 0.95, 0.96, 0.97, 0.98]))
        if area_against(hard) < target - 0.05 and target < area_against(easy) - 0.003:
            return {"hard": hard, "easy": easy, "target": target}


def area_against(mean: float, root: float = 2**0.5) -> float:
    """The chance that a positive outscores a negative of a kind."""
    return float(ndtr((TOP - mean) / (SPREAD * root)))


def walls_needed(hard: float, easy: float, target: float, root: float = 2**0.5) -> float:
    """How many negatives of the easy kind beside a thousand of the difficult kind give that AUROC."""
    return 1000 * (target - area_against(hard, root)) / (area_against(easy, root) - target)


@checks("sumpter.walls", given=kinds_of_negatives)
def walls(answer: Any, given: Given) -> str:
    """The smallest number of easy negatives that lifts the mean over negatives to the target."""
    hard, easy, target = (given[name] for name in ("hard", "easy", "target"))
    exact_number = walls_needed(hard, easy, target)
    found = number(answer, "the number", low=-1e9, high=1e9)
    if found == int(found) and int(found) == ceil(exact_number):
        return f"{int(found)} easy negatives take AUROC from {area_against(hard):.3f} to {target:g}."
    if close(found, exact_number, 1):
        wrong(f"{found:g} is near: the smallest whole number that reaches {target:g} is asked for.")
    low, high = area_against(hard), area_against(easy)
    forms = {
        "the standard deviation of a difference is 2 times the root of 2": walls_needed(hard, easy, target, 1.0),
        "that is the number if there are a thousand negatives in all": 1000 * (target - low) / (high - low),
        "the two kinds are exchanged": 1000 * (high - target) / (target - low),
        "that is the number of all negatives, the difficult ones among them": exact_number + 1000,
    }
    near = [said for said, value in forms.items() if close(found, value, 1 + 2e-3 * abs(value))]
    if found < 0:
        wrong(f"There cannot be {found:g} easy negatives{': ' + near[0] if near else ''}.")
    reached = (1000 * low + found * high) / (1000 + found)
    wrong(f"With {found:g} easy negatives AUROC is {reached:.4f}, not {target:g}{': ' + near[0] if near else ''}.")


#: Thresholds, the positives' rate above each, and a step of the grid.
GRID: Final[Floats] = np.linspace(30, -6, 6001)
RATE: Final[Floats] = ndtr((TOP - GRID) / SPREAD)


@lru_cache(maxsize=64)
def _flagged(mean: float) -> tuple[Floats, Floats]:
    """Of negatives of a kind: the share above each threshold, and the integral of their density times v above it."""
    density = norm.pdf(GRID, mean, SPREAD) * RATE
    middle = (density[1:] + density[:-1]) / 2
    return ndtr((mean - GRID) / SPREAD), np.append(0, np.cumsum(middle)) * (GRID[0] - GRID[1])


def precision_with(hard: float, easy: float, count: float, at: float | None = None) -> tuple[float, float]:
    """C and the threshold, r_b or another, for a thousand positives, a thousand difficult negatives and easy ones."""
    (above_hard, beaten_hard), (above_easy, beaten_easy) = _flagged(hard), _flagged(easy)
    false = 1000 * above_hard + count * above_easy
    ahead = 500 * RATE**2 + 1000 * beaten_hard + count * beaten_easy - (1000 * RATE + false) / 2
    r = at if at is not None else float(np.interp(0, ahead[RATE > 0.5], GRID[RATE > 0.5]))
    true, wrongly = (float(np.interp(-r, -GRID, one)) for one in (1000 * RATE, false))
    return true / (true + wrongly), r


def easy_until(hard: float, easy: float, goal: float, at: float | None = None) -> float:
    """How many easy negatives bring C down to a goal."""
    found = brentq(lambda power: precision_with(hard, easy, 10**power, at)[0] - goal, -3, 12, xtol=1e-8)
    return float(10**found)


@checks("sumpter.collapse")
def collapse(answer: Any, given: Given) -> str:
    """Where the curve for easy negatives at 3, beside difficult ones at 7, passes one half."""
    found = number(answer, "the number", low=0, high=1e12)
    right = {mean: easy_until(7, mean, 0.5) for mean in (2, 3, 4)}
    if right[3] / 1.5 <= found <= 1.5 * right[3]:
        return f"The curve passes one half at about {right[3]:,.0f}."
    for mean in (2, 4):
        if right[mean] / 1.5 <= found <= 1.5 * right[mean]:
            wrong(f"{found:,.0f} is read off the curve for easy negatives at {mean}.")
    if 2 <= found <= 7 and right[3] / 2 <= 10**found <= 2 * right[3]:
        wrong(f"{found:g} is the exponent: the marks of the axis are powers of ten.")
    side = "above" if precision_with(7, 3, found)[0] > 0.5 else "below"
    wrong(f"With {found:,.0f} easy negatives the curve is still well {side} one half.")


def means_to_halve(rng: np.random.Generator) -> Given:
    return {"hard": round(float(rng.uniform(6.5, 8.5)), 1), "easy": round(float(rng.uniform(2.5, 5.5)), 1)}


@checks("sumpter.halved", given=means_to_halve)
def halved(answer: Any, given: Given) -> str:
    """The number of easy negatives at which C(r_b) is half of what it is without any."""
    found = number(answer, "the number", low=0, high=1e12)
    hard, easy = given["hard"], given["easy"]
    before, threshold = precision_with(hard, easy, 0)
    right = easy_until(hard, easy, before / 2)
    if close(found, right, 0.02 * right):
        return f"C(r_b) falls from {before:.4f} to {before / 2:.4f}."
    now, moved = precision_with(hard, easy, found)
    forms = {
        "r_b stays where it is without easy negatives, but it moves": easy_until(hard, easy, before / 2, threshold),
        "the threshold stays halfway between the difficult negatives and the positives": easy_until(
            hard, easy, precision_with(hard, easy, 0, (TOP + hard) / 2)[0] / 2, (TOP + hard) / 2
        ),
        "that brings C down to one half, not to half of what it was": easy_until(hard, easy, 0.5)
        if before > 0.5
        else -1,
    }
    near = [said for said, value in forms.items() if close(found, value, 0.02 * abs(value))]
    said = f"With {found:,.0f} easy negatives r_b is {moved:.3f} and C(r_b) {now:.4f}, not half of {before:.4f}"
    wrong(f"{said}{': ' + near[0] if near else ''}.")


@checks("sumpter.a-negative-that-helps")
def a_negative_that_helps(answer: Any, given: Given) -> str:
    """One more negative, and C(r_b) rises."""
    without, added = _two_rankings(answer, ("without the negative", "with it"))
    if not any([*without[:i], 0, *without[i:]] == added for i in range(len(without) + 1)):
        removed = "removed" if len(added) < len(without) else "inserted, with all others in their order"
        wrong(f"The second ranking must be the first with one negative {removed}.")
    found = [precision_there(one, descending(one)) for one in (without, added)]
    if found[0] is None or found[1] is None:
        which = "without" if found[0] is None else "with"
        wrong(f"There is no r_b {which} the negative: the AUROC must be at least 1/2.")
    said = f"C(r_b) goes from {found[0]} to {found[1]}"
    if found[1] == found[0]:
        wrong(f"{said}: nothing changes{'; a negative below r_b never counts' if added[-1] == 0 else ''}.")
    if found[1] < found[0]:
        wrong(f"{said}: it falls, as it mostly does.")
    return f"{said}: r_b moves down, and takes a positive in."


def log_odds(rng: np.random.Generator) -> Given:
    b0, b1 = round(float(rng.uniform(-6, -2)), 1), round(float(rng.uniform(0.4, 2.0)), 1)
    return {"b0": b0, "b1": b1, "k": int(rng.integers(3, 60))}


@checks("sumpter.moved-cut", given=log_odds)
def moved_cut(answer: Any, given: Given) -> str:
    """Odds are divided by k, so log-odds fall by ln k."""
    said = fields(answer, ("flags", "cut"))
    flags = choice(said["flags"], ("more", "fewer", "as many"), "flags")
    found = number(said["cut"], "cut")
    b0, b1, k = (given[name] for name in ("b0", "b1", "k"))
    right = (log(k) - b0) / b1
    forms = {
        "that is where it was before": -b0 / b1,
        "the log-odds are moved the wrong way": (-log(k) - b0) / b1,
        "that takes the logarithm to base 10, and log-odds are natural logarithms": (log10(k) - b0) / b1,
        "that subtracts the factor itself, and not its logarithm": (k - b0) / b1,
        "that is how far the log-odds fall, not at which x they are 0": log(k),
        "the fall of the log-odds has to be divided by the slope": log(k) - b0 / b1,
        "the log-odds are multiplied, but it is the odds that are": -b0 / (k * b1),
        "the old log-odds are 0 where b0 + b1 x = 0, with a minus": (log(k) + b0) / b1,
    }
    if not close(found, right, 0.006):
        near = next((name for name, value in forms.items() if close(found, value, 0.006)), None)
        wrong(f"The new log-odds are not 0 at x = {found:.3f}{': ' + near if near else ''}.")
    if flags != "fewer":
        wrong(
            f"The cut is right, at {right:.2f} where it was at {-b0 / b1:.2f}: look again at which cases are above it."
        )
    return f"The cut moves from {-b0 / b1:.2f} to {right:.2f}, and fewer cases are above it."


# The case file


def a_picture(rng: np.random.Generator) -> Given:
    while True:
        cats = int(rng.integers(4, 7))
        labels = rng.permutation([1] * cats + [0] * (9 - cats)).tolist()
        k1, k2 = int(rng.integers(3, 5)), int(rng.integers(6, 8))
        told = _printed(labels, k1, k2)
        orders = [[int(i in chosen) for i in range(9)] for chosen in combinations(range(9), cats)]
        if (
            HALF < exact.auroc(labels, descending(labels)) < 1
            and sum(_printed(one, k1, k2) == told for one in orders) == 1
        ):
            return {"cats": cats, "k1": k1, "k2": k2, **told}


def _printed(labels: Sequence[int], k1: int, k2: int) -> dict[str, str]:
    counts = {"c1": f"{sum(labels[:k1])}/{k1}", "c2": f"{sum(labels[:k2])}/{k2}"}
    rounded = {f"b{i}": f"{float(_discarding(labels, k)):.2f}" for i, k in enumerate((k1, k2, 9), start=1)}
    return counts | rounded


def _discarding(labels: Sequence[int], flagged: int) -> Fraction:
    """B with draws of an image against itself thrown away, by counting."""
    pairs = flagged * sum(labels) - sum(labels[:flagged])
    return Fraction(sum(sum(labels[:place]) for place in range(flagged)), pairs)


@checks("sumpter.the-order", given=a_picture)
def the_order(answer: Any, given: Given) -> str:
    """An order that has every printed value."""
    cats = given["cats"]
    labels = ranking(answer, positives=cats, negatives=9 - cats)
    told = _printed(labels, given["k1"], given["k2"])
    sizes = {"1": given["k1"], "2": given["k2"], "3": 9}
    for name in ("c1", "c2", "b1", "b2", "b3"):
        if told[name] != given[name]:
            turned = _printed(labels[::-1], given["k1"], given["k2"])
            hint = (
                " Turned round it would fit: the highest score comes first." if turned.items() <= given.items() else ""
            )
            halves = " (It would fit if a draw against itself counted one half.)" if _fits_halves(labels, given) else ""
            wrong(
                f"In {written(labels)} {name[0].upper()} with {sizes[name[1]]} flagged is {told[name]}, "
                f"not {given[name]}.{hint}{halves}"
            )
    return f"{written(labels)} has every printed value."


def _fits_halves(labels: Sequence[int], given: Given) -> bool:
    sizes = (given["k1"], given["k2"], 9)
    return all(f"{float(win_rate(labels, k)):.2f}" == given[f"b{i}"] for i, k in enumerate(sizes, start=1))
