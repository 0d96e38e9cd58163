"""How many cases would settle it: by hand, in words, and whether as many do."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.stats import norm

import metricbook as mb
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.rendering import render_html, render_json, render_markdown
from metricbook.reports.rows import Rows
from metricbook.reports.settling import count_enough, state_enough
from tests.whole import MONTHLY, mostly

from .made import counts, predictions


@cache
def analysed() -> Analysis:
    """An analysis of 400 cases and two models."""
    return analyse(predictions(), replicates=1)


def left_open(estimate: Estimate, **more: object) -> Analysis:
    """An analysis of 400 cases whose best two models have this difference."""
    verdict = analysed().verdicts[0]._replace(estimate=estimate)
    analysis = replace(analysed(), **more, verdicts=[verdict])
    return replace(analysis, enough=count_enough(Rows(predictions(), Question()), analysis, {}))


def test_a_difference_of_a_standard_error_takes_seven_times_as_many_cases() -> None:
    """Of 1.96 + 0.84 standard errors, of which there is one: the square is 7.849."""
    analysis = left_open(Estimate(0.01, -0.01, 0.03, 0.01))
    enough = analysis.enough
    assert enough is not None
    assert enough == (3100, float(f"{3100 * analysis.prevalence:.2g}"), None, 0.01, 0.8)  # 3,139.6 to two digits
    assert state_enough(analysis) == (
        f"If the true difference of first and second in AUROC is 0.010, as it is on these cases, about 3,100 cases "
        f"like these, {enough.positives:,.0f} of them positive, would make it clear with probability 80%; were it half "
        "as large, it would take four times as many."
    )
    assert json.loads(render_json(analysis))["enough"]["cases"] == 3100
    page, text = render_html(analysis), render_markdown(analysis)
    assert "How many cases would settle which is better: about 3,100" in page
    assert state_enough(analysis) in page
    assert "## How many cases would settle which is better: about 3,100" in text
    assert state_enough(analysis) in text


def test_clusters_are_what_is_counted_too() -> None:
    analysis = left_open(Estimate(-0.01, -0.03, 0.01, 0.01), clusters=100)
    assert analysis.enough[2:] == (780, 0.01, 0.8)
    assert "about 3,100 cases like these in 780 clusters, " in state_enough(analysis)


def test_a_budget_grows_with_the_cases() -> None:
    made = predictions(300, seed=8)
    analysis = analyse(made, Question(budget=60), replicates=1)
    assert not analysis.verdicts[0].estimate.is_clear
    assert "positive, and the same share of them looked at would make it clear" in state_enough(analysis)


@pytest.mark.parametrize(
    "estimate",
    [
        Estimate(0.02, 0.01, 0.03, 0.005),
        Estimate(0.0, 0.0, 0.0, 0.0),
        Estimate(0.0, -0.01, 0.01, 0.005),
        Estimate(0.01, note="unknown"),
    ],
)
def test_what_is_clear_level_or_unknown_is_not_asked(estimate: Estimate) -> None:
    analysis = left_open(estimate)
    assert analysis.enough is None
    assert state_enough(analysis) is None
    assert "How many cases would" not in render_html(analysis)
    assert json.loads(render_json(analysis))["enough"] is None


def test_of_several_models_it_is_the_level_that_holds_for_all_pairs() -> None:
    made = predictions(200, seed=5)
    rng = np.random.default_rng(1)
    scores = {f"m{k}": np.clip(made.scores["first"] + rng.normal(size=200) / 20, 0, 1) for k in range(3)}
    analysis = analyse(replace(made, scores=scores), replicates=1)
    assert analysis.levels["auroc"] > 0.95
    cases = Rows(replace(made, scores=scores), Question())
    enough, alone = analysis.enough, count_enough(cases, replace(analysis, levels={}), {})
    assert enough is not None
    assert alone is not None
    assert enough.cases > 1.05 * alone.cases


def drawn(size: int, prevalence: float, rng: np.random.Generator, *models: float) -> Predictions:
    """Models that separate the classes by so much, with noise that is half shared."""
    labels = rng.random(size) < prevalence
    shared = rng.normal(size=size)
    scores = {f"m{k}": shared + rng.normal(size=size) + apart * labels for k, apart in enumerate(models)}
    return predictions(size, labels=labels, scores=scores)


def true_precisions(prevalence: float) -> float:
    """By how much the average precisions of both models differ, from quantiles of their laws."""
    quantiles = 2**0.5 * norm.ppf((np.arange(50_000) + 0.5) / 50_000)
    labels, weights = np.repeat([True, False], 50_000), np.repeat([prevalence, 1 - prevalence], 50_000)
    first, second = (
        mb.average_precision(labels, np.concatenate([quantiles + apart, quantiles]), sample_weight=weights)
        for apart in (2.2, 2.0)
    )
    return first - second


@pytest.mark.parametrize("prevalence", mostly([0.3, 0.05], 0.3))
@pytest.mark.parametrize("metric", mostly(["auroc", "average_precision", "cost"], "auroc"))
def test_as_many_cases_make_the_difference_clear_in_four_of_five_samples(metric: str, prevalence: float) -> None:
    """In a monthly run to 1.8 %, by default to 5.2 %, and 3 % for the standard error of the small sample."""
    rng, question = np.random.default_rng(53), Question(cost_fp=1, cost_fn=3, threshold=1.0)
    own = {"threshold": 1.0} if metric == "cost" else {}
    both = {"m0": own, "m1": own}
    missed = norm.cdf((1 - np.array([2.2, 2.0])) / 2**0.5)
    true = {
        "auroc": norm.cdf(1.1) - norm.cdf(1.0),
        "cost": 3 * prevalence * (missed[0] - missed[1]),
        "average_precision": true_precisions(prevalence),
    }[metric]
    size = int(1200 / prevalence)
    small = Rows(drawn(size, prevalence, rng, 2.2, 2.0), question).difference(metric, "m0", "m1", 0.95, both)
    analysis = left_open(replace(small, value=true, low=-1.0, high=1.0), size=size, positives=size * prevalence)
    enough = analysis.enough
    assert enough is not None
    samples = 500 if MONTHLY else 60
    clear = sum(
        Rows(drawn(int(enough.cases), prevalence, rng, 2.2, 2.0), question)
        .difference(metric, "m0", "m1", 0.95, both)
        .is_clear
        for _ in range(samples)
    )
    assert clear / samples == pytest.approx(0.8, abs=3 * (0.16 / samples) ** 0.5 + 0.03)


@pytest.mark.parametrize("setting", mostly([(300, 0.3, 2.5), (1000, 0.02, 2.5), (300, 0.3, 0.5)], (1000, 0.02, 2.5)))
def test_as_many_cases_halve_the_interval(setting: tuple[int, float, float]) -> None:
    """By the medians of samples, to an eighth in a monthly run: of few positives an interval is long for its error."""
    size, prevalence, apart = setting
    rng, samples = np.random.default_rng(59), 101 if MONTHLY else 15

    def width(cases: Rows) -> float:
        found = cases.estimate("auroc", "m0", 0.95)
        return (found.high or 0) - (found.low or 0)

    small = [Rows(drawn(size, prevalence, rng, apart), Question()) for _ in range(samples)]
    numbers = []
    for cases in small:
        analysis = replace(analysed(), verdicts=[], size=size, positives=size * prevalence)
        analysis = replace(
            analysis,
            models={"m0": replace(analysis.models["first"], metrics={"auroc": cases.estimate("auroc", "m0", 0.95)})},
        )
        enough = count_enough(cases, analysis, {})
        assert enough is not None
        numbers.append(enough.cases)
    large = [Rows(drawn(int(np.median(numbers)), prevalence, rng, apart), Question()) for _ in range(samples)]
    now, then = (np.median([width(cases) for cases in each]) for each in (small, large))
    assert then / now == pytest.approx(0.5, rel=1 / 8 if MONTHLY else 1 / 4)


def test_a_single_model_is_told_how_many_halve_its_interval() -> None:
    made = predictions(400)
    analysis = analyse(replace(made, scores={"first": made.scores["first"]}), replicates=1)
    enough = analysis.enough
    assert enough is not None
    assert 3.5 * 400 < enough.cases < 4.1 * 400
    assert state_enough(analysis).endswith("would make the interval of the AUROC half as wide.")
    assert f"How many cases would halve the interval: about {enough.cases:,.0f}" in render_html(analysis)
    counted = counts(made)
    one = replace(counted, tallies={"first": counted.tallies["first"]}, joint=counted.joint[:, :2])
    assert analyse(one, replicates=1).enough == enough
    perfect = replace(made, scores={"first": made.labels * 1.0})
    assert analyse(perfect, replicates=1).enough is None
