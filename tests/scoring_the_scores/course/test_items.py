"""Analysis of a test with four options: numbers by hand, public peers, and simulated classes whose truth is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from scoring_the_scores.course import items
from scoring_the_scores.course.command import main
from tests.whole import WHOLE

#: Classes of a simulation. A share of them that should be 0.95 is off by 0.034 with 40, by 0.011 with 400 (one standard
#: error).
CLASSES = 400 if WHOLE else 40
GAUSS = np.polynomial.hermite_e.hermegauss(60)


def probabilities(ability: np.ndarray, slopes: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Of a right answer, in a model with two parameters for each item (2PL)."""
    return 1 / (1 + np.exp(-slopes * (ability[:, None] - places)))


def class_of(ability: np.ndarray, slopes: np.ndarray, places: np.ndarray, rng: np.random.Generator) -> pd.DataFrame:
    """Letters chosen by students: A is right, B, C and D are chosen alike by all others."""
    right = rng.random((ability.size, slopes.size)) < probabilities(ability, slopes, places)
    letters = np.where(right, "A", rng.choice(list("BCD"), right.shape))
    names = [f"i{k}" for k in range(slopes.size)]
    return pd.DataFrame(letters, columns=names, index=pd.Index([f"s{k}" for k in range(ability.size)], name="student"))


def key_of(answers: pd.DataFrame) -> dict[str, str]:
    return dict.fromkeys(answers, "A")


def mean_over_abilities(values: np.ndarray) -> np.ndarray:
    return (GAUSS[1] / GAUSS[1].sum()) @ values


def test_numbers_by_hand_and_by_a_peer() -> None:
    rows = ("AAAA", "AAAB", "AABB", "ABBB", "BBBB", "CAB ")
    answers = pd.DataFrame([[letter.strip() for letter in row] for row in rows], columns=list("wxyz"))
    table, right = items.by_item(answers, key_of(answers)), items.marked(answers, key_of(answers))
    assert table["difficulty"].tolist() == [4 / 6, 4 / 6, 2 / 6, 1 / 6]
    assert table["none"].tolist() == [0, 0, 0, 1 / 6]
    assert table["C"].tolist() == [1 / 6, 0, 0, 0]
    rest = right.drop(columns="x").sum(axis=1)
    assert table["point_biserial"][1] == pytest.approx(stats.pointbiserialr(right["x"], rest).statistic)
    low = stats.binomtest(4, 6).proportion_ci(method="wilson").low
    assert table["low"][0] == pytest.approx(low)
    # Alpha from its other formula: the mean covariance of two items over the mean of all entries.
    covariances = right.cov().to_numpy()
    alpha = (covariances.sum() - covariances.trace()) / 12 / (covariances.sum() / 16)
    assert items.reliability(answers, key_of(answers)).value == pytest.approx(alpha)
    # Beside w the totals are 3, 2, 1, 0, 0, 1. Of 1.62 students at each end the upper are right, of the lower half.
    assert table["discrimination"][0] == pytest.approx(1 - 0.5)


def test_a_class_simulated_by_two_parameters_shows_them() -> None:
    rng, students = np.random.default_rng(20261126), 5000
    slopes, places = np.array([0.0, 0.4, 1.0, 2.5, 1.0, 1.0]), np.array([0.0, 0.0, 0.0, 0.0, -1.5, 1.5])
    answers = class_of(rng.normal(size=students), slopes, places, rng)
    table = items.by_item(answers, key_of(answers))
    chance = probabilities(GAUSS[0], slopes, places)
    share = mean_over_abilities(chance)
    assert np.all(np.abs(table["difficulty"] - share) < 4 * (share * (1 - share) / students) ** 0.5)
    covariance = (chance - share).T @ ((GAUSS[1] / GAUSS[1].sum())[:, None] * (chance - share))
    np.fill_diagonal(covariance, share * (1 - share))
    for k, found in enumerate(table["point_biserial"]):
        others = np.arange(6) != k
        rest = covariance[np.ix_(others, others)].sum()
        true = covariance[k, others].sum() / (covariance[k, k] * rest) ** 0.5
        assert abs(found - true) < 4 / students**0.5
    error = (2 * 0.25 / (items.EXTREME * students)) ** 0.5
    assert abs(table["discrimination"][0]) < 4 * error  # an item of noise does not discriminate
    assert np.all(np.diff(table["discrimination"][:4]) > 4 * error)  # a steeper one does so more


def test_reliability_is_that_of_alike_items_and_its_interval_holds_it() -> None:
    rng = np.random.default_rng(20261127)
    slopes, places = np.full(15, 1.2), np.zeros(15)
    chance = probabilities(GAUSS[0], slopes, places)[:, 0]
    share = mean_over_abilities(chance)
    one = (mean_over_abilities(chance**2) - share**2) / (share * (1 - share))
    true = 15 * one / (1 + 14 * one)
    found = []
    for _ in range(CLASSES):
        answers = class_of(rng.normal(size=80), slopes, places, rng)
        found.append(items.reliability(answers, key_of(answers)))
    values = np.array(found)
    # In a class of 80 alpha is low by about 2 (1 - alpha) / 79 on average, of Feldt's F distribution.
    assert abs(values[:, 0].mean() - true + 2 * (1 - true) / 79) < 4 * values[:, 0].std() / CLASSES**0.5
    held = ((values[:, 1] < true) & (true < values[:, 2])).mean()
    assert abs(held - 0.95) < 4 * (0.95 * 0.05 / CLASSES) ** 0.5


def test_gain_of_a_simulated_course_is_held_by_its_interval() -> None:
    rng = np.random.default_rng(20261128)
    slopes, places = np.full(15, 1.0), np.linspace(-1, 1, 15)
    before, after = (mean_over_abilities(probabilities(GAUSS[0] + lift, slopes, places)).mean() for lift in (0, 0.8))
    true = after - before, (after - before) / (1 - before)
    held = []
    for _ in range(CLASSES):
        ability = rng.normal(size=40)
        tests = [class_of(ability + lift, slopes, places, rng) for lift in (0, 0.8)]
        both, *estimates = items.gain(tests[0].iloc[5:], tests[1].iloc[::-1], key_of(tests[0]))
        assert both == 35
        held.append([one.low < value < one.high for one, value in zip(estimates, true, strict=True)])
    assert np.all(np.abs(np.mean(held, axis=0) - 0.95) < 4 * (0.95 * 0.05 / CLASSES) ** 0.5)


def test_what_asks_for_another_look_is_noted_and_what_does_not_vary_is_no_number() -> None:
    rng = np.random.default_rng(3)
    answers = class_of(rng.normal(size=60), np.full(6, 2.0), np.zeros(6), rng)
    answers["i0"] = np.where(answers["i0"] == "A", "B", "A")  # a wrong key
    answers["i1"] = answers["i1"].replace({"D": "C"})
    table = items.by_item(answers, key_of(answers)).set_index("item")
    assert table.loc["i0", "point_biserial"] < 0
    assert "hardly goes with the other items" in table.loc["i0", "note"]
    assert table.loc["i1", "note"] == "nobody chose D"
    assert table.loc["i2", "note"] == ""
    alike = pd.DataFrame("A", index=range(12), columns=["x", "y"])
    assert items.by_item(alike, key_of(alike))["point_biserial"].isna().all()
    assert np.isnan(items.reliability(alike, key_of(alike)).value)
    assert items.by_item(alike.head(3), key_of(alike))["note"].tolist() == ["fewer than 10 students"] * 2


@pytest.mark.parametrize(
    ("answers", "key", "said"),
    [
        ("student,a\nx,A\n", "item,right\na,E\n", "line 2: right must be A, B, C or D, not 'E'"),
        ("student,a\nx,A\n", "item,right\na,A\na,B\n", "the item a is there twice"),
        ("student,a\nx,A\n", "name,right\na,A\n", "has no column item"),
        ("student,b\nx,A\n", "item,right\na,A\n", "has no column a"),
        ("student,a\nx,A\ny,F\n", "item,right\na,A\n", "line 3: a must be A, B, C, D or empty, not 'F'"),
        ("student,a\nx,A\nx,B\n", "item,right\na,A\n", "line 3: the student x is there twice"),
        ("student,a\n ,A\n", "item,right\na,A\n", "line 2: the student has no name or number"),
        ("student,a\n", "item,right\na,A\n", "has no rows"),
        ("", "item,right\na,A\n", "is no table of comma-separated values"),
        ("student,a\nx,A\ny,B\n", "item,right\na,A\n", "it takes two items and two students at least, not 1 and 2"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answers: str, key: str, said: str
) -> None:
    (tmp_path / "answers.csv").write_text(answers)
    (tmp_path / "key.csv").write_text(key)
    given = [str(tmp_path / "answers.csv"), "--key", str(tmp_path / "key.csv")]
    assert main(["items", *given, "--output", str(tmp_path / "items.csv")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "items.csv").exists()


def test_the_command_prints_items_reliability_and_gain_and_writes_what_it_is_asked_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(5)
    ability = rng.normal(size=30)
    for name, lift in (("before", 0.0), ("after", 1.0)):
        class_of(ability + lift, np.full(4, 1.5), np.zeros(4), rng).to_csv(tmp_path / f"{name}.csv")
    (tmp_path / "key.csv").write_text("item,right\n" + "".join(f"i{k},a\n" for k in range(4)))
    command = ["items", *(str(tmp_path / "after.csv"), "--key", str(tmp_path / "key.csv"))]
    assert main([*command, "--before", str(tmp_path / "before.csv"), "--output", str(tmp_path / "items.csv")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["i0", "i1", "i2", "i3"]
    assert lines[4].startswith("30 students, 4 items; KR-20 0.")
    assert lines[5].startswith("30 sat both tests; gain 0.")
    assert pd.read_csv(tmp_path / "items.csv")["item"].tolist() == ["i0", "i1", "i2", "i3"]
    assert main([*command, "--output", str(tmp_path / "after.csv")]) == 1  # what is read is not written
    assert "after.csv" in capsys.readouterr().err
