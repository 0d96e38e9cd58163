"""Exercises in explorers: what the page calls solved is what the checker calls right, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ndtri

from metricbook import tile
from scoring_the_scores import exercises
from scoring_the_scores.contents import goals
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load

from .solutions import MISTAKES, SOLUTIONS
from .states import IN_PAGE, State, right

NODE = shutil.which("node")
HAVE = sorted(name for name, one in load().items() if one.explorer)
STATES = 200


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


def whole(name: str, entries: State) -> State:
    """A whole state: that at first, with other entries."""
    return {**exercises.explore(name).state, **entries}


def judged(states: list[tuple[str, State]], points: Any = ()) -> dict[str, Any]:
    """What the scripts say of states, and the shares of the square that four points of the ROC square have."""
    asked = [(name, state, dict(exercises.explore(name).goal.given)) for name, state in states]
    question = json.dumps({"goals": [path.as_uri() for path in goals()], "states": asked, "points": points})
    script = Path(__file__).with_name("goals.mjs")
    found = subprocess.run([str(NODE), script], input=question, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def test_every_exercise_with_an_explorer_is_looked_at_from_there() -> None:
    assert sorted(IN_PAGE) == HAVE
    assert len({load()[name].explorer for name in HAVE}) >= 4
    assert len({load()[name].part for name in HAVE}) >= 4


@pytest.mark.parametrize("name", HAVE)
def test_the_goal_is_said_in_plain_words_with_what_is_given(name: str) -> None:
    goal = exercises.explore(name).goal
    assert goal is not None
    assert goal.id == name
    assert 60 <= len(goal.text) <= 300
    assert not set("<>$*`\n") & set(goal.text)
    assert f"exercise {name}: {goal.text}" in exercises.explore(name)._repr_mimebundle_()["text/plain"]


def test_every_goal_stands_in_its_chapter() -> None:
    book = Path(__file__).parents[3] / "book"
    for name in HAVE:
        text = (book / f"{load()[name].chapter}.ipynb").read_text(encoding="utf-8")
        assert f'exercises.explore(\\"{name}\\")' in text


def test_what_has_no_explorer_says_what_has_one() -> None:
    with pytest.raises(ValueError, match=r"'flach\.crossing-rankings' has no explorer: .*mcdermott\.dearer-below"):
        exercises.explore("flach.crossing-rankings")
    with pytest.raises(ValueError, match="no exercise"):
        exercises.explore("flach.crossing")


@pytest.mark.parametrize("seed", [None, *range(8)])
def test_the_sliders_reach_every_students_price(seed: int | None) -> None:
    name = "synthesis.rule-read-price"
    given = exercises.explore(name, seed=seed).goal.given
    separation = SOLUTIONS[name](given)[0]
    state = whole(
        name, {"separation": round(float(np.sqrt(2) * ndtri(separation)), 2), "prevalence": given["prevalence"]}
    )
    assert exercises.check(name, IN_PAGE[name].answer(state), seed=seed).right


@pytest.mark.skipif(NODE is None, reason="Node is not here")
class TestParity:
    """The scripts against the checkers."""

    def test_the_scripts_check_these_exercises_and_no_others(self) -> None:
        assert sorted(judged([])["solvable"]) == HAVE

    @pytest.mark.parametrize("name", HAVE)
    def test_states_are_judged_alike(self, name: str) -> None:
        rng = np.random.default_rng(17)
        states = [whole(name, IN_PAGE[name].random(rng)) for _ in range(STATES)]
        verdicts = judged([(name, state) for state in states])["verdicts"]
        expected = [right(name, state) for state in states]
        assert [
            state for state, one, other in zip(states, verdicts, expected, strict=True) if one["right"] != other
        ] == []
        assert 10 <= sum(expected) <= STATES - 10
        assert all(one["message"].endswith(".") and "NaN" not in one["message"] for one in verdicts)

    @pytest.mark.parametrize("name", HAVE)
    def test_solutions_and_mistakes_are_judged_alike(self, name: str) -> None:
        given = instance(load()[name])
        answers = [SOLUTIONS[name](given), *(mistake.of(given) for mistake in MISTAKES[name])]
        entries = [IN_PAGE[name].state(answer, given) for answer in answers]
        states = [whole(name, each) for each in entries if each is not None]
        found = [one["right"] for one in judged([(name, state) for state in states])["verdicts"]]
        assert found == [right(name, state) for state in states]
        if name != "mcdermott.no-mean":  # whose answers have a dozen cases, and its states 1200
            assert entries[0] is not None
            assert found == [True] + [False] * (len(found) - 1)

    def test_mistakes_are_among_the_states(self) -> None:
        given = {name: instance(load()[name]) for name in HAVE}
        states = [IN_PAGE[name].state(one.of(given[name]), given[name]) for name in HAVE for one in MISTAKES[name]]
        assert sum(state is not None for state in states) >= 12

    def test_no_goal_is_reached_at_first(self) -> None:
        states = [(name, whole(name, {})) for name in HAVE]
        assert [one["right"] for one in judged(states)["verdicts"]] == [False] * len(HAVE)
        assert [right(*each) for each in states] == [False] * len(HAVE)

    def test_zones_have_the_packages_areas(self) -> None:
        points = np.random.default_rng(3).random((20, 4, 2))
        points[:, 2:] = (0, 0), (1, 1)
        found = judged([], points.tolist())["shares"]
        expected = [
            [zone.area for zone in tile.zones(tile.from_rates(1 - each[:, 0], each[:, 1], 0.5))] for each in points
        ]
        np.testing.assert_allclose(found, expected, atol=2e-4)
