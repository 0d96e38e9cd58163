"""How sure each of several comparisons must be: two models, independent ones, alike ones, and equal ones drawn anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm, studentized_range

from metricbook import angle, auroc
from metricbook.reports.question import Question
from metricbook.reports.rows import Rows
from metricbook.reports.together import level_of_each
from tests.whole import MONTHLY, in_whole_run, mostly

from .made import predictions


@pytest.mark.parametrize("models", [3, 5, 10])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_for_independent_models_it_is_tukeys_studentized_range(models: int, level: float) -> None:
    tukey = studentized_range.ppf(level, models, np.inf) / 2**0.5
    assert norm.ppf((1 + level_of_each(level, np.eye(models))) / 2) == pytest.approx(tukey, rel=0.01)
    # What all share, such as cases that all find hard, is in no difference.
    shared = np.column_stack([np.eye(models), np.full(models, 3.0)])
    assert norm.ppf((1 + level_of_each(level, shared)) / 2) == pytest.approx(tukey, rel=0.01)


def test_models_that_are_nearly_one_are_compared_like_one() -> None:
    two = np.eye(2)
    assert level_of_each(0.95, two) == 0.95
    assert level_of_each(0.95, np.empty((0, 3))) == 0.95
    assert level_of_each(0.95, np.array([two[0], two[1], two[1]])) == pytest.approx(0.95, abs=2e-3)
    assert level_of_each(0.95, np.ones((3, 5))) == 0.95
    near = np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 0.01]])
    assert 0.95 < level_of_each(0.95, near) < level_of_each(0.95, np.eye(3))


def test_the_same_influences_ask_for_the_same_level_in_any_unit() -> None:
    moved = np.random.default_rng(0).normal(size=(4, 50))
    assert level_of_each(0.95, moved * 1e-9) == pytest.approx(level_of_each(0.95, moved), rel=1e-9)


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("models", mostly([2, 3, 5, 10], 3))
def test_one_of_several_equal_models_is_ruled_out_as_the_best_in_a_twentieth_of_samples(
    models: int, clustered: bool
) -> None:
    """The best is chosen by the same cases. In a monthly run to 0.5 %, by default to 2 %: below 5.5 % and those."""
    rng = np.random.default_rng(29)
    names = [f"m{k}" for k in range(models)]
    own: dict[str, dict[str, float]] = {name: {} for name in names}
    samples, wrong = 2000 if MONTHLY else 120, 0
    for _ in range(samples):
        cases = equal_models(names, clustered, rng)
        values = {name: cases.estimate("auroc", name, 0.95).value or 0.0 for name in names}
        best = max(values, key=lambda name: values[name])
        level = cases.level_of_each("auroc", 0.95, own)
        wrong += any(cases.difference("auroc", best, other, level, own).is_clear for other in names if other != best)
    assert wrong / samples <= 0.055 + 3 * (0.05 * 0.95 / samples) ** 0.5


def equal_models(names: list[str], clustered: bool, rng: np.random.Generator) -> Rows:
    """Models that differ by noise of the same size; of 100 patients four cases each, whose noise is mostly shared."""
    size, own = 400, 0.45 if clustered else 1.0
    patient = np.arange(size) // 4

    def noise() -> np.ndarray:
        return own * rng.normal(size=size) + (0.9 * rng.normal(size=100)[patient] if clustered else 0.0)

    labels = rng.random(size) < 0.3 if not clustered else (rng.random(100) < 0.4)[patient]
    shared = noise() + 1.2 * labels
    scores = {name: shared + noise() for name in names}
    return Rows(predictions(size, labels=labels, scores=scores, clusters=patient if clustered else None), Question())


@in_whole_run
def test_one_of_ten_equal_models_is_called_clearly_worse_in_a_twentieth_of_samples() -> None:
    """The best is chosen by the same cases: for nine comparisons named beforehand the level would be too low."""
    rng = np.random.default_rng(29)
    names = [f"m{k}" for k in range(10)]
    own: dict[str, dict[str, float]] = {name: {} for name in names}
    wrong = np.zeros(2, dtype=int)
    for _ in range(200):
        labels = rng.random(300) < 0.3
        shared = rng.normal(size=300) + 1.2 * labels
        scores = {name: shared + rng.normal(size=300) for name in names}
        cases = Rows(predictions(300, labels=labels, scores=scores), Question())
        areas = [auroc(labels, scores[name]) for name in names]
        ends = names[int(np.argmax(areas))], names[int(np.argmin(areas))]
        levels = cases.level_of_each("auroc", 0.95, own), 1 - 0.05 / 9
        wrong += [cases.difference("auroc", *ends, level, own).is_clear for level in levels]
    assert 4 <= wrong[0] <= 16  # 10 are expected, with a standard deviation of 3.1
    assert wrong[1] > 16


@pytest.mark.parametrize("given", [{}, {"clusters": np.arange(400) // 2}, {"weights": np.linspace(1, 2, 400)}])
def test_how_often_two_metrics_would_disagree_is_their_angle(given: dict[str, np.ndarray]) -> None:
    drawn = predictions(**given)
    one, other, *_ = drawn.scores
    names = {"clusters": "clusters", "weights": "sample_weight"}
    expected = angle(
        drawn.labels,
        drawn.scores[one],
        drawn.scores[other],
        ["auroc", "average_precision"],
        **{names[name]: each for name, each in given.items()},
    )
    assert Rows(drawn, Question()).opposite(one, other) == pytest.approx(expected["disagree"].iloc[0])
    same = replace(drawn, scores={"a": drawn.scores[one], "b": 2 * drawn.scores[one]})
    assert Rows(same, Question()).opposite("a", "b") is None


def test_each_metric_is_held_against_the_main_one_in_the_direction_in_which_it_is_better() -> None:
    drawn = predictions()
    one, other = drawn.scores
    half = {"threshold": 0.495}  # at no score
    asked = {"auroc": {}, "brier_score": {}, "accuracy": half, "h_measure": {}, "cohen_kappa": half}
    expected = angle(drawn.labels, drawn.scores[one], drawn.scores[other], asked).set_index(["metric", "other"])
    own = {name: {one: given, other: given} for name, given in asked.items()}
    found = Rows(drawn, Question()).disagree("auroc", one, other, own)
    assert found == pytest.approx({name: expected["disagree"]["auroc", name] for name in asked if name != "auroc"})
    # A wrong decision costs 1, so that less cost is more accuracy.
    costs = Rows(drawn, Question(cost_fp=1, cost_fn=1)).disagree("cost", one, other, {"cost": own["accuracy"], **own})
    assert costs["accuracy"] == pytest.approx(0, abs=1e-7)
    assert costs["brier_score"] == pytest.approx(expected["disagree"]["brier_score", "accuracy"])
    same = replace(drawn, scores={"a": drawn.scores[one], "b": np.sqrt(drawn.scores[one])})
    twice = {name: {"a": given, "b": given} for name, given in asked.items()}
    assert Rows(same, Question()).disagree("auroc", "a", "b", twice) == {}
    assert list(Rows(same, Question()).disagree("brier_score", "a", "b", twice)) == ["accuracy", "cohen_kappa"]
