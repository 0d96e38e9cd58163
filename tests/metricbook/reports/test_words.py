"""The sentences of a report, each branch of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from metricbook.reports import words
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_digits, format_number
from metricbook.reports.model_contents import Recalibration
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.rendering import render_html, render_markdown
from metricbook.reports.sentences import say

from .made import counts, predictions

MADE = predictions()


def one(**given: float) -> Analysis:
    """What is found on the first model alone."""
    return analyse(replace(MADE, scores={"first": MADE.scores["first"]}), Question(**given), replicates=3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (float("nan"), "–"),
        (float("inf"), "∞"),
        (float("-inf"), "−∞"),
        (0.0, "0.000"),
        (-0.25, "−0.250"),
        (0.0000584, "0.0000584"),
        (-0.000585, "−0.000585"),
        (2e-7, "2e−07"),
        (1e-6, "0.000001"),
        (-9999.4, "−9999.400"),
        (10000.0, "1e+04"),
        (12345.0, "1.23e+04"),
    ],
)
def test_a_number(value: float | None, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.000"),
        (0.00129, "0.00129"),
        (-0.000653, "−0.000653"),
        (0.0521, "0.0521"),
        (0.25, "0.250"),
        (1.0, "1.000"),
        (12.5, "12.500"),
        (float("nan"), "–"),
    ],
)
def test_a_rate_has_three_digits_however_small_it_is(value: float, text: str) -> None:
    assert format_digits(value) == text


def test_a_short_interval_shows_how_wide_it_is() -> None:
    assert str(Estimate(0.8211, 0.82, 0.83)) == "0.821 (0.820 to 0.830)"
    assert str(Estimate(0.12014, 0.11992, 0.12036)) == "0.1201 (0.1199 to 0.1204)"
    assert str(Estimate(0.5, 0.5, 0.5 + 1e-12)) == "0.500000000 (0.500000000 to 0.500000000)"
    assert str(Estimate(0.5, 0.5, 0.5)) == "0.500 (0.500 to 0.500)"


@pytest.mark.parametrize("ends", [{}, {"low": 0.5}, {"high": 1.5}])
def test_a_value_without_an_interval_stands_alone(ends: dict[str, float]) -> None:
    assert str(Estimate(1.0, **ends)) == "1.000"


@pytest.mark.parametrize(("level", "text"), [(0.95, "95%"), (0.9, "90%"), (0.995, "99.5%"), (0.999, "99.9%")])
def test_every_sentence_has_the_stated_level(level: float, text: str) -> None:
    found = analyse(MADE, level=level, replicates=3)
    assert f"{text} confidence intervals" in words.write_methods(found)
    assert f"with a {text} interval: first less second" in words.write_methods(found)
    assert f"with {text} intervals" in render_markdown(found)
    assert f"{text} of the replicates" in render_html(found)


@pytest.mark.parametrize(
    ("metric", "article"),
    [
        ("auroc", "an"),
        ("lxcim", "an"),
        ("f1_score", "an"),
        ("h_measure", "an"),
        ("average_precision", "an"),
        ("cost", "a"),
        ("log_loss", "a"),
    ],
)
def test_the_article_is_the_one_that_is_spoken(metric: str, article: str) -> None:
    said = say("answer.only", model="it", metric=MEASURES[metric].title, value=1, costs="")
    assert said == f"it has {article} {MEASURES[metric].title} of 1."


def test_one_model_is_neither_compared_nor_put_on_a_tile() -> None:
    found = one()
    assert words.compare_models(found)[0].startswith("first has an AUROC of 0.")
    assert len(words.compare_models(found)) == 1
    assert "Tile" not in words.write_methods(found)
    assert "the range of best thresholds" in words.write_methods(found)


def test_a_difference_is_clear_or_not_told() -> None:
    clear = words.compare_models(analyse(MADE, replicates=3))
    assert clear[0].startswith("first has the higher AUROC: 0.")
    assert "is clear." in clear[1]
    assert len(clear) == 2
    rng = np.random.default_rng(5)
    noise = {name: rng.random(400) for name in ("one", "other")}
    assert (
        "may be 0; these cases do not tell."
        in words.compare_models(analyse(replace(MADE, scores=noise), replicates=3))[1]
    )


def test_what_cannot_be_compared_says_why() -> None:
    made = analyse(MADE, replicates=3)
    (verdict,) = made.verdicts
    for value in (None, 0.1):
        found = replace(made, verdicts=[verdict._replace(estimate=Estimate(value, note="a reason"))])
        assert "how sure the difference is cannot be said: a reason." in words.compare_models(found)[1]


def test_what_costs_less_is_better() -> None:
    two = analyse(MADE, Question(cost_fp=1, cost_fn=1), replicates=3)
    assert "has the lower mean cost" in words.compare_models(two)[0]
    three = replace(MADE, scores={**MADE.scores, "third": np.round(MADE.scores["first"], 1)})
    assert "has the lowest mean cost" in words.compare_models(analyse(three, two.question, replicates=3))[0]


@pytest.mark.parametrize(
    ("number", "fit", "end"),
    [(1, True, "answers it"), (1, False, "does not"), (2, True, "answer it"), (2, False, "do not")],
)
def test_metrics_answer_a_question_or_do_not(number: int, fit: bool, end: str) -> None:
    assert words.conclude([MEASURES["auroc"]] * number, fit) == end


def test_three_models_are_judged_together() -> None:
    three = replace(MADE, scores={**MADE.scores, "third": np.round(MADE.scores["first"], 1)})
    found = analyse(three, replicates=3)
    said = words.compare_models(found)
    assert "has the highest AUROC" in said[0]
    assert said[-2] == (
        "The intervals of these 2 differences hold for all of them together, whichever model these cases make the best."
    )
    assert found.may_be_best == ["first"]
    assert said[-1] == "With 95% confidence, first is the best of the 3."
    text = words.write_methods(analyse(three, level=0.9, replicates=3))
    assert "with 90% intervals that hold for all pairs of models together (max-t): first less" in text


def test_of_many_models_the_page_begins_with_one_sentence_on_all_others() -> None:
    rng = np.random.default_rng(1)
    names = ["b", "c", "d"]
    scores = {name: MADE.scores["first"] + 0.02 * rng.normal(size=400) for name in names}
    found = analyse(replace(MADE, scores={**scores, "noise": rng.random(400)}), replicates=3)
    best, *others = found.ranked
    lead, summary, possible = words.sum_up(found)
    assert found.may_be_best == [best, *others[:2]]
    assert possible == f"With 95% confidence, the best of the 4 is one of {best}, {others[0]} and {others[1]}."
    assert lead.startswith(f"{best} has the highest AUROC")
    assert summary == f"The difference from noise is clear; the difference from {others[0]} and {others[1]} may be 0."
    assert words.compare_models(found)[-1] == possible
    assert len(words.compare_models(found)) == 6
    alike = analyse(replace(MADE, scores={name: MADE.scores["first"] for name in "abcd"}), replicates=3)
    assert words.sum_up(alike)[1:] == ["Level with it are b, c and d."]
    assert words.sum_up(analyse(replace(MADE, scores={**scores, "e": scores["b"]}), replicates=3))[2] == (
        "With 95% confidence, any of the 4 models may be the best."
    )


def test_what_was_read() -> None:
    clusters = np.arange(400) // 2
    found = analyse(replace(MADE, weights=np.ones(400), clusters=clusters), replicates=3)
    said = " ".join(words.describe_data(found))
    assert "made.csv: 400 cases" in said
    assert "weighs the cases as the file says" in said
    assert "200 clusters" in said
    assert "Cases were weighted." in words.write_methods(found)
    assert "each of the 200 clusters" in words.write_methods(found)
    counted = analyse(counts(MADE), replicates=3)
    counted.brackets["first"] = (0.8, 0.81)
    said = " ".join(words.describe_data(counted))
    assert "counted by score" in said
    assert "between 0.800000 and 0.810000" in said


def test_the_question_is_repeated() -> None:
    assert words.restate_question(one()) == (
        "Neither prices nor a budget were stated, so the question is taken to be which ranking is better, by AUROC: "
        "is a positive scored above a negative? With prices or a budget this page says what to decide."
    )
    said = words.restate_question(one(prevalence=0.25))
    assert said.startswith("You said that the models will be used where 0.25 of the cases are positive. Neither prices")
    said = words.restate_question(one(cost_fp=1, cost_fn=5, prevalence=0.1, budget=0.2))
    assert said == (
        "You said that a false positive costs 1 and a false negative 5, that the models will be used where 0.1 of the "
        "cases are positive, that the first 0.2 of the list will be looked at."
    )
    assert "the first 30 cases" in words.restate_question(one(budget=30))
    assert "the first 1 cases" in words.restate_question(one(budget=1))
    assert "no names of their own" in words.restate_question(one(symmetric=True))


def test_methods_say_where_decisions_are_made_if_it_matters() -> None:
    assert "deciding at" not in words.write_methods(one())
    assert "first, deciding at 0.200: mean cost of a case" in words.write_methods(one(cost_fp=1, cost_fn=4))
    assert "taken as fixed" in words.write_methods(one(fixed_classes=True))
    assert "for a prevalence of 0.1" in words.write_methods(one(prevalence=0.1))


def test_methods_say_what_was_done_and_nothing_else() -> None:
    found = one()
    plain = words.write_methods(found)
    assert "influence of each of the 400 cases; the range of best thresholds comes" in plain
    assert "mean costs" not in plain
    priced = words.write_methods(one(cost_fp=1, cost_fn=5))
    assert "Those of mean costs are put together from limits of the shares of cases that cost something" in priced
    options = [
        ({"weighted": True}, " Cases were weighted."),
        ({"question": Question(fixed_classes=True)}, ", the numbers of both classes taken as fixed"),
        ({"question": Question(prevalence=0.125)}, " Metrics are for a prevalence of 0.125."),
    ]
    for changed, clause in options:
        text = words.write_methods(replace(found, **changed))
        assert text.count(clause) == 1
        assert text.replace(clause, "") == plain
    compared = analyse(MADE, replicates=3)
    two = words.write_methods(replace(compared, verdicts=[]))
    (pair,) = compared.verdicts
    said = f" Paired differences, with a 95% interval: first less second {pair.estimate}."
    assert words.write_methods(compared).replace(said, "") == two
    assert "the Tile and the ranges of best thresholds come from 3 bootstrap replicates (seed 0)" in two


def test_methods_say_where_a_metric_of_decisions_decides() -> None:
    assert "first, deciding at 0.500: LxCIM 0." in words.write_methods(one(symmetric=True))


def test_a_small_share_of_positives_is_not_rounded_to_none() -> None:
    found = one()
    assert "(1; 0.1%)" in words.describe_data(replace(found, positives=1, size=1000))[0]
    assert "(1; 0.0005)" in words.describe_data(replace(found, positives=1, size=2000))[0]


def test_nothing_is_said_of_weights_clusters_or_counts_where_there_are_none() -> None:
    assert len(words.describe_data(one())) == 1


def undecided() -> Predictions:
    """Scores that do not say where they decide."""
    return replace(MADE, scores={name: 10 + scores for name, scores in MADE.scores.items()})


@pytest.mark.parametrize("question", [Question(symmetric=True), Question(cost_fp=1, cost_fn=2)])
def test_a_question_that_no_metric_answers_is_not_answered_by_another(question: Question) -> None:
    found = analyse(undecided(), question, replicates=3)
    assert words.compare_models(found)[0] == "No metric here answers the question; AUROC is shown instead."
    assert "answers the question best" not in render_html(found)
    assert "not every model has a threshold: give one" in render_markdown(found)
    assert analyse(MADE, question, replicates=3).fits


def test_what_is_said_of_several_metrics_is_said_once() -> None:
    text = render_markdown(analyse(MADE, Question(symmetric=True), replicates=3))
    assert text.count("put under the other class's name") == 1
    assert "**AUROC, average precision, precision, recall, F1, Matthews correlation** do not: such a value" in text


def test_markdown_says_why_a_value_is_missing() -> None:
    sure = replace(MADE, scores={"sure": np.where(MADE.scores["first"] > 0.5, 1.0, 0.0)})
    assert "Without an interval or a value: log loss of sure:" in render_markdown(analyse(sure, replicates=3))


@pytest.mark.parametrize(
    ("slope", "in_the_large", "said"),
    [
        ((0.5, 0.4, 0.6), (0.1, -0.1, 0.3), "clearly too extreme; as a whole it may be right"),
        ((1.5, 1.1, 1.9), (0.3, 0.1, 0.5), "clearly too timid; as a whole clearly too low"),
        ((0.9, 0.7, 1.1), (-0.3, -0.5, -0.1), "the slope may be 1; as a whole clearly too high"),
        (
            (-0.9, -1.1, -0.7),
            (0.0, -0.1, 0.1),
            "higher probabilities do not mean more positives; as a whole it may be right",
        ),
        ((0.5, None, None), (0.1, -0.1, 0.3), "not known: no line has a finite fit"),
    ],
)
def test_calibration_is_judged_by_its_intervals(slope: tuple, in_the_large: tuple, said: str) -> None:
    model = analyse(predictions(), replicates=1).models["first"]
    found = Recalibration(Estimate(*slope), Estimate(0.0), Estimate(*in_the_large))
    assert words.judge_calibration(replace(model, recalibration=found)) == said
    assert words.judge_calibration(replace(model, recalibration=None, probabilities=False)) == "no probabilities"


def test_what_calibration_means_is_said_with_the_prevalence_that_was_asked_for() -> None:
    plain, elsewhere = (
        analyse(predictions(), Question(prevalence=prevalence), replicates=1) for prevalence in (None, 0.1)
    )
    assert words.describe_calibration(plain).endswith("Intervals are of 95%.")
    assert words.describe_calibration(elsewhere).endswith(
        "at the prevalence that was asked for, not at that of these cases."
    )
    assert "calibration curves natural cubic splines" in words.write_methods(plain)
    raw = replace(predictions(), scores={"raw": 10 * predictions().scores["first"]})
    assert "splines" not in words.write_methods(analyse(raw, replicates=1))
