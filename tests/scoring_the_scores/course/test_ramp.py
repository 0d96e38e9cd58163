"""The ten first steps: whole, and their numbers by definitions of the library, which they were not computed with."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from metricbook import auroc, confusion, confusion_at, roc_curve
from scoring_the_scores import exercises
from scoring_the_scores.course import ramp
from scoring_the_scores.course.ramp import NUMBER, concepts

PAGE = Path(__file__).parents[3] / "book" / "back" / "ramp.md"


def numbers(name: str, part: str = "gap") -> dict[str, Any]:
    return ramp.NUMBERS[name](**getattr(concepts()[name], part))


def test_the_page_has_all_ten_under_their_titles() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [one.title for one in concepts().values()]
    assert re.findall(r'ramp\.show\("(.+)"\)', text) == list(concepts()) == list(ramp.NUMBERS)
    assert len(concepts()) == 10


def test_example_and_gap_differ_in_numbers_only_and_the_answer_is_folded() -> None:
    for one in concepts().values():
        assert one.task in exercises.load()
        assert one.worked.keys() == one.gap.keys()
        assert one.worked != one.gap
        shown = ramp.show(one.id).markdown
        assert "<<" not in shown
        gap = shown.split("**With a gap.**")[1]
        assert one.written("answer", one.gap) not in gap.split("<details>")[0]
        assert one.written("answer", one.gap) in gap.split("<details>")[1].split("</details>")[0]
        assert f"`{one.task}`" in gap
        used = {name for part in (one.text, one.steps, one.ask, one.answer) for name in NUMBER.findall(part)}
        assert set(ramp.NUMBERS[one.id](**one.worked)) <= used


def test_an_unknown_concept_is_refused() -> None:
    with pytest.raises(KeyError):
        ramp.show("nothing")


@pytest.mark.parametrize("part", ["worked", "gap"])
def test_numbers_are_those_of_the_library(part: str) -> None:
    given = {name: getattr(one, part) for name, one in concepts().items()}
    found = {name: numbers(name, part) for name in given}
    labels, scores, threshold = given["outcomes"].values()
    counts = confusion_at([int(letter) for letter in labels], scores, threshold=threshold - 0.5)
    assert [found["outcomes"][name] for name in ("tn", "fp", "fn", "tp")] == list(counts)
    counts = [given["rates"][name] for name in ("tn", "fp", "fn", "tp")]
    assert found["rates"]["precision"] == confusion.precision(*counts)
    ranked = [letter == "P" for letter in given["auroc"]["ranking"]], range(len(given["auroc"]["ranking"]), 0, -1)
    assert float(found["auroc"]["auroc"]) == pytest.approx(auroc(*ranked))
    curve = roc_curve(*ranked)[["false_positive_rate", "true_positive_rate"]].to_numpy()[1:]
    points = re.findall(r"\((.+?), (.+?)\)", found["roc"]["points"])
    assert [[float(Fraction(x)), float(Fraction(y))] for x, y in points] == [pytest.approx(point) for point in curve]
    people, test = given["prevalence"], found["prevalence"]
    share, tpr, fpr = people["ill"] / people["people"], people["of_ten"] / 10, 1 / people["one_of"]
    assert test["precision"] == f"about {share * tpr / (share * tpr + (1 - share) * fpr):.2f}"
    line = {name: float(Fraction(value)) for name, value in given["cost-line"].items()}
    assert float(found["cost-line"]["loss"]) == pytest.approx(
        line["z"] * line["fpr"] + (1 - line["z"]) * (1 - line["tpr"])
    )


def test_the_examples_say_both_things_that_there_are_to_say() -> None:
    for name, words in {
        "cost-line": ("worth using", "not worth using there"),
        "calibration": ("too low", "too high"),
        "pooled": ("raise it", "lower it"),
        "interval": ("is clear", "may be zero"),
    }.items():
        assert (numbers(name, "worked")["verdict"], numbers(name)["verdict"]) == words
