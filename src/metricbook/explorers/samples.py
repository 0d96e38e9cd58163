"""The explorers' samples, computed as the scripts compute them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

State = Mapping[str, Any]

#: The twelve scores of Flach et al.'s Figure 1, with the class that its caption lacks.
TWELVE: Final = (
    (1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0),
    (0.95, 0.9, 0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05),
)
#: The ten cases whose classes can be exchanged.
TEN: Final = (1, 0, 0, 1, 1, 1, 0, 0, 1, 0), (2.6, 2.1, -1.8, 1.5, -1.3, 1.1, 0.9, -0.7, 0.5, -0.3)
#: Cases in each of two groups.
SIZE: Final = 600
#: Cases whose probabilities are bent, and the probability at which it is said how often it comes true.
BENT: Final = 1000
CALLED: Final = 0.9
#: Cases of the game with real positives and flagged cases.
GAME: Final = 200
#: Correlation of two models' scores within a class.
CORRELATION: Final = 0.5


class Scored(NamedTuple):
    """A sample as a metric takes it: labels, scores, and weights unless all are 1."""

    labels: NDArray[np.int_]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64] | None = None


def quantiles(n: int, mean: float, deviation: float) -> NDArray[np.float64]:
    """``n`` quantiles of a normal distribution, rounded to ten decimals so that equal scores are equal floats."""
    from scipy.special import ndtri  # here, for importing it takes longer than importing NumPy

    return np.round(mean + deviation * ndtri((np.arange(n) + 0.5) / n), 10)


def normal_sample(*, separation: float, spread: float, prevalence: float, size: int, easy: int = 0) -> Scored:
    """Normal scores of two classes, as quantiles; easy negatives lie far below all others."""
    positives = _share(size, prevalence)
    parts = (
        quantiles(positives, separation / 2, spread),
        quantiles(size - positives, -separation / 2, 1),
        quantiles(easy, -separation / 2 - 6, 0.5),
    )
    scores = np.concatenate(parts)
    return Scored((np.arange(scores.size) < positives).astype(int), scores)


def with_easy(state: State, easy: float) -> Scored:
    """A normal sample and ``easy`` easy negatives, which are one case of that weight."""
    names = ("separation", "size", "prevalence")
    labels, scores, _ = normal_sample(spread=1, **{name: state[name] for name in names})
    lowest = min(scores.min(), 0.0) - 4
    return Scored(np.append(labels, 0), np.append(scores, lowest), np.append(np.ones(labels.size), easy))


def two_groups(state: State) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Scores of the positives and of the negatives of groups A and B."""
    groups = []
    for name, base in (("a", 0.0), ("b", state["lift"])):
        positives = _share(SIZE, state[f"prevalence_{name}"])
        upper = quantiles(positives, base + state[f"separation_{name}"], 1)
        groups.append((upper, quantiles(SIZE - positives, base, 1)))
    return groups


def ranked(text: str) -> Scored:
    """A ranking, "1" for a positive and the highest score first, with scores above 0."""
    labels = np.array([int(mark) for mark in text])
    return Scored(labels, np.arange(labels.size, 0.0, -1))


def exchanged(marks: str) -> Scored:
    """The ten cases, those marked "1" with the other class and the opposite score."""
    labels, scores = (np.array(values) for values in TEN)
    other = np.array([mark == "1" for mark in marks])
    return Scored(np.where(other, 1 - labels, labels), np.where(other, -scores, scores))


def rankings(positives: int, negatives: int) -> list[str]:
    """All rankings of these numbers of positives and negatives, as texts of 1 and 0."""
    size = positives + negatives
    return [
        "".join("1" if k in chosen else "0" for k in range(size))
        for chosen in map(set, combinations(range(size), positives))
    ]


def bent(state: State) -> Scored:
    """A normal sample whose scores are probabilities, their log-odds stretched and shifted."""
    separation, prevalence = state["separation"], state["prevalence"]
    labels, scores, _ = normal_sample(separation=separation, spread=1, prevalence=prevalence, size=BENT)
    odds = np.log(prevalence / (1 - prevalence)) + separation * scores
    return Scored(labels, 1 / (1 + np.exp(-(bend(state["share"]) * odds + state["shift"]))))


def bend(share: float) -> float:
    """How many times the log-odds are too large if of the cases with score CALLED a ``share`` is positive."""
    return float(np.log(CALLED / (1 - CALLED)) / np.log(share / (1 - share)))


def randoms(seed: int, size: int) -> NDArray[np.uint32]:
    """Random whole numbers below 2^32: Mulberry32."""
    with np.errstate(over="ignore"):
        state = np.uint32(seed) + np.arange(1, size + 1, dtype=np.uint32) * np.uint32(0x6D2B79F5)
        mixed = (state ^ (state >> np.uint32(15))) * (state | np.uint32(1))
        mixed ^= mixed + (mixed ^ (mixed >> np.uint32(7))) * (mixed | np.uint32(61))
    return mixed ^ (mixed >> np.uint32(14))


def drawn(draw: int, state: State) -> tuple[Scored, Scored]:
    """A test set, the same for each number of the draw, with normal scores of two models that are correlated."""
    cases = state["cases"]
    positives = min(max(int(np.floor(cases * state["prevalence"] + 0.5)), 2), cases - 2)
    labels = (np.arange(cases) < positives).astype(int)
    length, angle = ((randoms(draw, 2 * cases) + 0.5) / 2**32).reshape(-1, 2).T
    length, angle = np.sqrt(-2 * np.log(length)), 2 * np.pi * angle
    first, other = length * np.cos(angle), length * np.sin(angle)
    second = CORRELATION * first + np.sqrt(1 - CORRELATION**2) * other
    return Scored(labels, first + state["separation"] * labels), Scored(labels, second + state["second"] * labels)


def told_apart(state: State) -> Scored:
    """The cases of the game: a normal sample."""
    return normal_sample(separation=state["separation"], spread=1, prevalence=state["prevalence"], size=GAME)


def _share(size: int, prevalence: float) -> int:
    """The number of positives: rounded as the scripts round, halves upwards, and at least one of each class."""
    return min(max(int(np.floor(size * prevalence + 0.5)), 1), size - 1)
