"""Exercises that can be solved in an explorer: what a state of it hands in, and which state an answer is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from metricbook.exact.ranking import lxcim
from metricbook.explorers.values import group_metrics, optimum, ranking_metrics
from scoring_the_scores import exercises
from scoring_the_scores.exercises.reading import Wrong
from scoring_the_scores.mcdermott.closed_form.exercises import beyond_both

State = dict[str, Any]
Given = Mapping[str, Any]


class InPage(NamedTuple):
    """How an exercise looks from its explorer.

    ``answer`` is what a state hands in; ``state`` is what differs from the first state in one that is an answer, None
    if no state is; ``random`` is some entries of a state.
    """

    answer: Callable[[State], Any]
    state: Callable[[Any, Given], State | None]
    random: Callable[[np.random.Generator], State]


def ranked(answer: Any, given: Given) -> State | None:
    """The state of a ranking; the explorer has 2 to 20 cases of both classes."""
    text = answer.replace("P", "1").replace("N", "0") if isinstance(answer, str) else ""
    return {"ranking": text} if 2 <= len(text) <= 20 and len(set(text)) == 2 else None


def letters(state: State) -> str:
    """A ranking as it is handed in."""
    return state["ranking"].replace("1", "P").replace("0", "N")


def near(*rankings: str) -> Callable[[np.random.Generator], State]:
    """Rankings a few swaps and changed classes away from some, or any."""

    def draw(rng: np.random.Generator) -> State:
        marks = list(rankings[rng.integers(len(rankings))])
        if rng.random() < 0.3:
            rng.shuffle(marks)
        for place in rng.integers(0, len(marks) - 1, size=rng.integers(0, 5)):
            marks[place], marks[place + 1] = marks[place + 1], marks[place]
        if rng.random() < 0.3:
            marks[int(rng.integers(len(marks)))] = "01"[int(rng.integers(2))]
        return {"ranking": "".join(marks if len(set(marks)) == 2 else ["1", *marks, "0"][:20])}

    return draw


def dearest_to_mend(state: State) -> tuple[str, str] | None:
    """A ranking, and what it is after the exchange that takes most off C(r_b)."""
    text = state["ranking"]
    places = [k for k, pair in enumerate(pairwise(text)) if pair == ("0", "1")]
    mended = [f"{text[:k]}10{text[k + 2 :]}" for k in places]
    if not mended or np.isnan(ranking_metrics(text)["c_rb"]):
        return None
    after = min(mended, key=lambda other: ranking_metrics(other)["c_rb"])
    return letters({"ranking": text}), letters({"ranking": after})


def before(answer: Any, given: Given) -> State | None:
    """The state of the first of two rankings, if the other is it with the dearest mistake mended."""
    state = ranked(answer[0], given)
    return state if state and dearest_to_mend(state) == answer else None


def turned(state: State) -> dict[str, Any]:
    """Decisions, and LxCIM of the turned scores, which the page leaves to its reader."""
    right = [int(mark) for mark in state["ranking"]]
    wrong = [1 - mark for mark in right]
    scores = list(range(len(wrong), 0, -1))
    return {"decisions": "".join("WR"[mark] for mark in right), "turned": lxcim(wrong, scores)}


def decided(answer: Any, given: Given) -> State | None:
    """The state of decisions whose turned LxCIM is right."""
    state = {"ranking": answer["decisions"].replace("R", "1").replace("W", "0")}
    return state if turned(state)["turned"] == Fraction(answer["turned"]) else None


def groups(rng: np.random.Generator) -> State:
    """Two groups, in half of the cases without any order within them."""
    entries = {"lift": rng.choice([-1, 1]) * rng.integers(10, 31) / 10}
    for name in "ab":
        entries[f"separation_{name}"] = rng.choice([0, rng.integers(0, 31) / 10], p=(0.9, 0.1))
        entries[f"prevalence_{name}"] = rng.choice([rng.integers(1, 30), rng.integers(71, 100)]) / 100
    return {name: float(value) for name, value in entries.items()}


def corners(rng: np.random.Generator) -> State:
    """Two classifiers near the solution or anywhere, and now and then another prevalence or corner."""
    fpr, tpr = np.array([0.25, 0.5]), np.array([0.5, 0.75])
    spread = rng.choice([0.003, 0.01, 0.5])
    drawn = [np.clip(each + rng.uniform(-spread, spread, size=2), 0, 1).round(3).tolist() for each in (fpr, tpr)]
    state = {
        f"{rate}_{name}": value
        for rate, two in zip(("fpr", "tpr"), drawn, strict=True)
        for name, value in zip("AB", two, strict=True)
    }
    return state | ({"fpr_C": 0.1} if rng.random() < 0.05 else {})


def classifier(rng: np.random.Generator) -> State:
    """A separation, mostly at the prevalence of the book's instance."""
    asked = exercises.explore("synthesis.rule-read-price").goal.given["prevalence"]
    prevalence = asked if rng.random() < 0.8 else rng.integers(1, 90) / 100
    metric = "f1_score" if rng.random() < 0.9 else "accuracy"
    separation = rng.integers(10, 81) / 20 if rng.random() < 0.3 else rng.integers(70, 121) / 100
    return {"separation": float(separation), "prevalence": float(prevalence), "metric": metric}


def read_off(state: State) -> tuple[float, float] | None:
    """AUROC and the best F1, if it is F1 that is looked at."""
    best = optimum(state["metric"], state["separation"], state["prevalence"])[1]
    return (float(ndtr(state["separation"] / np.sqrt(2))), best) if state["metric"] == "f1_score" else None


def at_price(answer: tuple[float, float], given: Given) -> State | None:
    """The classifier of an AUROC at the prevalence that is asked for, if its best F1 is the one handed in."""
    state = {
        "separation": float(np.sqrt(2) * ndtri(answer[0])),
        "prevalence": given["prevalence"],
        "metric": "f1_score",
    }
    return state if abs(read_off(state)[1] - answer[1]) < 0.005 else None


def of_rates(answer: Any, given: Given) -> State:
    """Two classifiers as A and B."""
    rates = zip("AB", answer, strict=True)
    return {key: value for name, (tnr, tpr) in rates for key, value in ((f"fpr_{name}", 1 - tnr), (f"tpr_{name}", tpr))}


IN_PAGE = {
    "mcdermott.dearer-below": InPage(letters, ranked, near("100000000000111101", "1000000000001111101")),
    "synthesis.swap-unseen": InPage(letters, ranked, near("1110001010111000", "11110000101001011000")),
    "sumpter.better-gets-less": InPage(dearest_to_mend, before, near("10101", "10110", "1101010", "110100101")),
    "lxcim.below-one-half": InPage(turned, decided, near("0000111111", "0001111110", "0010111101", "0011011110")),
    "mcdermott.no-mean": InPage(
        lambda state: None,
        lambda answer, given: None,
        groups,
    ),
    "tile.four-quarters": InPage(
        lambda state: [(1 - state[f"fpr_{name}"], state[f"tpr_{name}"]) for name in "AB"], of_rates, corners
    ),
    "synthesis.rule-read-price": InPage(
        read_off,
        at_price,
        classifier,
    ),
}


def right(exercise_id: str, state: State) -> bool:
    """Whether the exercise's checker takes what a state hands in."""
    if exercise_id == "mcdermott.no-mean":  # its answer is a dozen cases, and these groups have 600
        found = group_metrics(state)
        areas = [Fraction(found[name]).limit_denominator(10**6) for name in ("auroc_a", "auroc_b", "auroc")]
        try:
            return bool(beyond_both(areas[:2], areas[2]))
        except Wrong:
            return False
    if exercise_id == "tile.four-quarters" and [
        state[key] for key in ("prevalence", "fpr_C", "tpr_C", "fpr_D", "tpr_D")
    ] != [0.5, 0, 0, 1, 1]:
        return False  # the two constant classifiers and the prevalence are not the answer's to choose
    return exercises.check(exercise_id, IN_PAGE[exercise_id].answer(state)).right
