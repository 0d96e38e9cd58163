"""Ten concepts as a worked example, the same with a gap, and a task; the texts are data, numbers computed here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from claimledger import Page
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises import load

NUMBER: Final = re.compile(r"<<(\w+)>>")


@dataclass(frozen=True)
class Concept:
    """A concept.

    Attributes
    ----------
    id, title : str
        Its name, and its heading.
    task : str
        The id of an exercise that asks for it.
    text, steps, ask, answer : str
        What is given, the first steps, the question, and what answers it.
    worked, gap : mapping
        The numbers of the worked example, and those of the gap.
    """

    id: str
    title: str
    task: str
    text: str
    steps: str
    ask: str
    answer: str
    worked: Mapping[str, Any]
    gap: Mapping[str, Any]

    def written(self, part: str, instance: Mapping[str, Any]) -> str:
        """A part of it with the numbers of an instance."""
        numbers = {**instance, **NUMBERS[self.id](**instance)}
        return NUMBER.sub(lambda match: str(numbers[match[1]]), getattr(self, part))


@cache
def concepts() -> dict[str, Concept]:
    """The concepts in the order in which they are learnt."""
    read = tomllib.loads((Path(__file__).parent / "ramp.toml").read_text(encoding="utf-8"))["concept"]
    return {one["id"]: Concept(**one) for one in read}


def show(name: str) -> Page:
    """A concept for a page: the example, the gap with its answer folded, and the task.

    Raises
    ------
    KeyError
        If there is no such concept.
    """
    one = concepts()[name]
    task = load()[one.task]
    example = [one.written(part, one.worked) for part in ("text", "steps", "ask", "answer")]
    gap = [one.written(part, one.gap) for part in ("text", "steps", "ask")]
    answer = one.written("answer", one.gap)
    where = f"{{doc}}`{task.title} </book/{task.chapter}>` (`{task.id}`, {task.minutes} minutes)"
    markdown = [
        f"**Worked.** {' '.join(example)}",
        f"**With a gap.** {' '.join(gap)}",
        f"<details><summary>Answer</summary>\n\n{answer}\n\n</details>",
        f"**The task.** {where}",
    ]
    plain = [*example, *gap, answer, task.id]
    return Page("\n".join(plain), "\n\n".join(markdown))


def _outcomes(labels: str, scores: list[int], threshold: int) -> dict[str, Any]:
    positive, flagged = [letter == "1" for letter in labels], [score >= threshold for score in scores]
    pairs = list(zip(positive, flagged, strict=True))
    names = {"tp": (True, True), "fp": (False, True), "fn": (True, False), "tn": (False, False)}
    written = {"labels": ", ".join(labels), "scores": ", ".join(map(str, scores))}
    return {"flagged": sum(flagged), **{name: pairs.count(pair) for name, pair in names.items()}, **written}


def _rates(tn: int, fp: int, fn: int, tp: int) -> dict[str, Any]:
    ill, healthy, flagged = fn + tp, tn + fp, fp + tp
    shares = {"tpr": Fraction(tp, ill), "fpr": Fraction(fp, healthy), "precision": Fraction(tp, flagged)}
    return {"cases": ill + healthy, "ill": ill, "healthy": healthy, "flagged": flagged, **shares}


def _roc(ranking: str) -> dict[str, Any]:
    up, right = (Fraction(1, ranking.count(letter)) for letter in "PN")
    steps = [(right * (letter == "N"), up * (letter == "P")) for letter in ranking]
    points = accumulate(steps, lambda at, step: (at[0] + step[0], at[1] + step[1]))
    return {"up": up, "right": right, "points": ", ".join(f"({x}, {y})" for x, y in points)}


def _auroc(ranking: str) -> dict[str, Any]:
    above = [ranking[:place].count("P") for place, letter in enumerate(ranking) if letter == "N"]
    pairs, won = ranking.count("P") * len(above), sum(above)
    return {"pairs": pairs, "above": ", ".join(map(str, above)), "won": won, "auroc": Fraction(won, pairs)}


def _prevalence(people: int, ill: int, of_ten: int, one_of: int) -> dict[str, Any]:
    tp, fp = ill * of_ten // 10, (people - ill) // one_of
    precision = f"about {tp / (tp + fp):.2f}"
    return {"people": f"{people:,}", "healthy": people - ill, "tp": tp, "fp": fp, "flagged": tp + fp,
            "precision": precision}  # fmt: skip


def _cost_line(fpr: str, tpr: str, z: str) -> dict[str, Any]:
    price, false, missed = Fraction(z), Fraction(fpr), 1 - Fraction(tpr)
    loss, nobody, everybody = price * false + (1 - price) * missed, 1 - price, price
    better = loss < min(nobody, everybody)
    verdict = "worth using" if better else "not worth using there"
    return {"fnr": missed, "loss": loss, "nobody": nobody, "everybody": everybody, "verdict": verdict}


def _calibration(cases: int, given: str, positive: int) -> dict[str, Any]:
    stated, share = Fraction(given), Fraction(positive, cases)
    return {"expected": stated * cases, "share": share, "verdict": "too low" if stated < share else "too high"}


def _ties(groups: str) -> dict[str, Any]:
    labels, scores = _ranked(groups.split())
    positive, negative = ([s for s, y in zip(scores, labels, strict=True) if y == of] for of in (1, 0))
    won = sum(p > n for p in positive for n in negative)
    tied = sum(p == n for p in positive for n in negative)
    pairs = len(positive) * len(negative)
    areas = {"auroc": exact.auroc(labels, scores), "none": Fraction(won, pairs), "full": Fraction(won + tied, pairs)}
    return {"groups": ", ".join(groups.split()), "pairs": pairs, "won": won, "tied": tied, **areas}


def _pooled(first: str, second: str) -> dict[str, Any]:
    areas = [exact.auroc(*_ranked(group)) for group in (first, second, first + second)]
    pairs = (first + second).count("P") * (first + second).count("N")
    across = first.count("P") * second.count("N") + second.count("P") * first.count("N")
    verdict = "raise it" if areas[2] > max(areas[:2]) else "lower it"
    return {"first_area": areas[0], "second_area": areas[1], "together": areas[2], "pairs": pairs, "across": across,
            "verdict": verdict}  # fmt: skip


def _interval(one: float, other: float, error: float, correlation: float) -> dict[str, Any]:
    of_difference = error * (2 * (1 - correlation)) ** 0.5
    difference, half = other - one, 1.96 * of_difference
    low, high = difference - half, difference + half
    clear = low > 0
    numbers = {"difference": difference, "half": half, "low": low, "high": high, "of_difference": of_difference}
    given = {"one": one, "other": other, "error": error}
    return {
        **{name: f"{value:.3f}" for name, value in numbers.items()},
        **{name: f"{value:.2f}" for name, value in given.items()},
        "verdict": "is clear" if clear else "may be zero",
    }


def _ranked(groups: str | list[str]) -> tuple[list[int], list[int]]:
    """Labels and scores of groups of tied cases, the highest first."""
    pairs = [(int(letter == "P"), -place) for place, group in enumerate(groups) for letter in group]
    return [label for label, _ in pairs], [score for _, score in pairs]


NUMBERS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "outcomes": _outcomes, "rates": _rates, "roc": _roc, "auroc": _auroc, "prevalence": _prevalence,
    "cost-line": _cost_line, "calibration": _calibration, "ties": _ties, "pooled": _pooled, "interval": _interval,
}  # fmt: skip
