"""Which metric answers which question, rule by rule."""

from __future__ import annotations

import pytest

from metricbook.reports.question import MEASURES, Question, Setting, judge_metrics

SETTING = Setting(cases=1000, thresholds=True)


def answers(question: Question, setting: Setting = SETTING) -> tuple[list[str], list[str]]:
    """The metrics that answer it, in order, and those that do not."""
    found = judge_metrics(question, setting)
    assert all(answer.name in MEASURES and answer.why for answer in found)
    assert len({answer.name for answer in found}) == len(found)
    return [a.name for a in found if a.answers], [a.name for a in found if not a.answers]


def test_without_a_use_the_ranking_is_judged() -> None:
    assert answers(Question()) == (["auroc", "h_measure"], [])
    why = judge_metrics(Question(), SETTING)[0].why
    assert why.startswith("no use was stated")
    assert "prevalence" not in why


def test_known_prices_are_what_counts() -> None:
    fit, unfit = answers(Question(cost_fp=1, cost_fn=10))
    assert fit == ["cost"]
    assert unfit == ["h_measure", "auroc", "f1_score", "accuracy"]


def test_classes_without_names_take_lxcim() -> None:
    fit, unfit = answers(Question(symmetric=True))
    assert fit == ["lxcim", "accuracy"]
    assert unfit == ["auroc", "average_precision", "precision", "recall", "f1_score", "matthews_correlation"]


@pytest.mark.parametrize("question", [Question(symmetric=True), Question(cost_fp=1, cost_fn=2)])
def test_what_needs_decisions_says_so_where_there_are_none(question: Question) -> None:
    usual, missing = (judge_metrics(question, SETTING._replace(thresholds=has)) for has in (True, False))
    assert [answer.name for answer in usual] == [answer.name for answer in missing]
    assert all("give one" in answer.why for answer in missing if answer.answers)
    assert not any("give one" in answer.why for answer in usual)


def test_a_stated_prevalence_is_a_use() -> None:
    (why, *_) = [answer.why for answer in judge_metrics(Question(prevalence=0.1), SETTING)]
    assert "no use" not in why
    assert "the same at every prevalence" in why


@pytest.mark.parametrize(("budget", "k"), [(1, 1), (50, 50), (600, 600), (999, 999), (0.1, 100), (0.301, 301)])
def test_a_budget_asks_what_is_found_within_it_and_areas_are_a_second_opinion(budget: float, k: int) -> None:
    fit, unfit = answers(Question(budget=budget))
    assert fit == ["precision_at_k", "recall_at_k"]
    assert unfit == ["average_precision", "auroc"]
    first, second, area, _ = judge_metrics(Question(budget=budget), SETTING)
    assert f"k = {k} cases" in first.why
    assert f"among these {k}" in second.why
    assert area.why.endswith("a second opinion")
    assert Question(budget=budget).share(1000) == pytest.approx(k / 1000)


@pytest.mark.parametrize("budget", [0, -1, 1.5, 499.5, float("inf"), float("nan")])
def test_a_budget_is_a_share_or_a_whole_number_of_cases(budget: float) -> None:
    with pytest.raises(ValueError, match="the budget must be a share below 1 or a whole number of cases, not"):
        Question(budget=budget)


@pytest.mark.parametrize("budget", [1000, 1001, 1e9])
def test_a_budget_for_all_cases_leaves_nothing_to_choose(budget: float) -> None:
    with pytest.raises(ValueError, match=r"leaves nothing to choose among 1,000 cases: give fewer, or a share below 1"):
        Question(budget=budget).share(1000)
    with pytest.raises(ValueError, match="no budget was stated"):
        Question().share(1000)


def test_what_was_stated_besides_a_prevalence_is_what_is_answered() -> None:
    for use in ({"symmetric": True}, {"budget": 50}, {"cost_fp": 1, "cost_fn": 2}):
        assert answers(Question(prevalence=0.1, **use)) == answers(Question(**use))


def test_a_false_positives_share_of_the_prices() -> None:
    assert Question(cost_fp=1, cost_fn=3).cost_proportion == 0.25
    assert Question(cost_fp=0.5, cost_fn=0.5, prevalence=0.999, budget=1e-9).cost_proportion == 0.5
    assert Question().cost_proportion is None


def test_a_metric_is_called_as_it_is_known_and_asks_a_question() -> None:
    for name, measure in MEASURES.items():
        assert measure.name == name
        assert " " in measure.title or name.startswith(measure.title.casefold())
        assert measure.asks.endswith("?")
    assert {name for name, measure in MEASURES.items() if not measure.higher} == {"brier_score", "log_loss", "cost"}
    assert {measure.kind for measure in MEASURES.values()} == {
        "ranking",
        "budget",
        "decision",
        "probability",
        "cost",
    }


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
        ({"cost_fn": 1}, "give both"),
        ({"prevalence": 0.0}, "strictly between 0 and 1"),
        ({"prevalence": 1.0}, "strictly between 0 and 1"),
        ({"budget": 0}, "budget must be"),
        ({"budget": float("inf")}, "budget must be"),
        ({"threshold": float("nan")}, "threshold must be a finite number"),
    ],
)
def test_what_is_out_of_range_is_named(given: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Question(**given)
