"""Which metric answers which question, rule by rule."""

from __future__ import annotations

import pytest

from metricbook.reports.question import MEASURES, Question, Setting, answered

SETTING = Setting(cases=1000, positives=100, thresholds=True, probabilities=True)


def answers(question: Question, setting: Setting = SETTING) -> tuple[list[str], list[str]]:
    """The metrics that answer it, in order, and those that do not."""
    found = answered(question, setting)
    assert all(answer.name in MEASURES and answer.why for answer in found)
    assert len({answer.name for answer in found}) == len(found)
    return [a.name for a in found if a.answers], [a.name for a in found if not a.answers]


def test_without_a_use_the_ranking_is_judged() -> None:
    assert answers(Question()) == (["auroc", "h_measure"], [])


def test_known_prices_are_what_counts() -> None:
    fit, unfit = answers(Question(cost_fp=1, cost_fn=10))
    assert fit == ["cost"]
    assert {"auroc", "f1_score", "accuracy", "h_measure"} <= set(unfit)


def test_classes_without_names_take_lxcim() -> None:
    fit, unfit = answers(Question(symmetric=True))
    assert fit == ["lxcim", "accuracy"]
    assert {"auroc", "average_precision", "f1_score"} <= set(unfit)


@pytest.mark.parametrize("question", [Question(symmetric=True), Question(cost_fp=1, cost_fn=2)])
def test_what_needs_decisions_says_so_where_there_are_none(question: Question) -> None:
    usual, missing = (answered(question, SETTING._replace(thresholds=has)) for has in (True, False))
    assert [answer.name for answer in usual] == [answer.name for answer in missing]
    assert all("give one" in answer.why for answer in missing if answer.answers)
    assert not any("give one" in answer.why for answer in usual)


def test_a_stated_prevalence_is_a_use() -> None:
    (why, *_) = [answer.why for answer in answered(Question(prevalence=0.1), SETTING)]
    assert "no use" not in why
    assert "the same at every prevalence" in why


@pytest.mark.parametrize(
    ("budget", "first"), [(50, "average_precision"), (0.1, "average_precision"), (0.5, "auroc"), (600, "auroc")]
)
def test_a_budget_decides_between_the_areas(budget: float, first: str) -> None:
    fit, unfit = answers(Question(budget=budget))
    assert fit == [first]
    assert unfit == [{"auroc": "average_precision", "average_precision": "auroc"}[first]]


def test_the_first_rule_that_speaks_of_a_metric_decides() -> None:
    fit, unfit = answers(Question(symmetric=True, cost_fp=1, cost_fn=1))
    assert fit[:1] == ["lxcim"]
    assert "auroc" in unfit


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"cost_fp": 1}, "give both"),
        ({"cost_fp": 0, "cost_fn": 1}, "cost_fp must be a positive number"),
        ({"cost_fp": 1, "cost_fn": float("inf")}, "cost_fn must be a positive number"),
        ({"prevalence": 1.0}, "strictly between 0 and 1"),
        ({"budget": -1}, "budget must be"),
        ({"threshold": float("nan")}, "threshold must be a finite number"),
    ],
)
def test_what_is_out_of_range_is_named(given: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Question(**given)
