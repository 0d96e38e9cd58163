"""What a page says about its own intervals is what the stored run of simulations measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import report_coverage
from benchmarks.populations import LAWS, Setting, parameters, population, sample, truth
from metricbook.metrics.intervals import interval
from metricbook.metrics.ranking import auroc
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.measured_coverage import describe_coverage, load_coverage
from metricbook.reports.question import Question
from metricbook.reports.rendering import render_html, render_markdown
from metricbook.reports.rows import Rows
from tests.whole import mostly

from .made import predictions


@pytest.fixture(scope="module")
def usual() -> Analysis:
    return analyse(predictions(900, prevalence=0.08), replicates=2)


def test_what_is_shipped_is_what_was_stored() -> None:
    stored = json.loads(report_coverage.STORED.read_text(encoding="utf-8"))
    assert report_coverage.ship(stored) == load_coverage()
    assert report_coverage.SHIPPED.stat().st_size < 20_000
    assert (stored["seed"], stored["level"]) == (report_coverage.SEED, report_coverage.LEVEL)
    assert all(
        row["held"] + row["below"] + row["above"] + row["without"] == stored["samples"] for row in stored["measured"]
    )
    assert {Setting(*list(row.values())[:9]) for row in stored["measured"]} == set(report_coverage.settings())


def test_what_the_docstring_of_an_interval_says_is_what_was_stored() -> None:
    stored = json.loads(report_coverage.STORED.read_text(encoding="utf-8"))
    rows = [row for row in stored["measured"] if (row["models"], row["of_cluster"], row["counted"]) == (1, 1, False)]
    said = " ".join((interval.__doc__ or "").split())
    found = {}
    for metric in ("auroc", "average_precision", "brier_score", "log_loss"):
        of_metric = [row for row in rows if row["metric"] == metric]
        above = [row["above"] / (row["held"] + row["below"] + row["above"]) for row in of_metric]
        shares = [row["coverage"] for row in of_metric]
        found[metric] = [f"{100 * share:.1f} %" for share in (min(shares), max(shares), max(above))]
        low, high, _ = found[metric]
        assert f"{low} or more" in said or f"log loss in {low}" in said or f"{low[:-2]} to {high}" in said
    assert f"at most {found['auroc'][2]} and {found['average_precision'][2]} lay above it" in said
    assert f"{stored['samples']} samples of each of {len(of_metric)} settings" in said


def test_a_report_says_the_shares_of_the_nearest_settings(usual: Analysis) -> None:
    text = " ".join(describe_coverage(usual))
    area = usual.models[usual.winners[0]].metrics["auroc"].value or 0.0
    nearest = next(
        each
        for each in load_coverage()["settings"]
        if (each["models"], each["cases"], each["prevalence"]) == (1, 900, 0.08) and abs(each["area"] - area) < 0.07
    )
    low, high, above = nearest["value"]["auroc"]
    assert f"(900 cases, 8% positive, AUROC {nearest['area']:.2f}) the 95% interval of AUROC held the truth" in text
    assert f"in {low:.1f} to {high:.1f}% of the samples" in text
    assert f"The interval of AUROC lay wholly above the truth in at most {above:.1f}%" in text
    assert "Of 2 models" in text
    assert "None of the simulations" not in text
    assert text in render_html(usual)
    assert text in render_markdown(usual)


def test_the_metric_that_answers_comes_first() -> None:
    found = analyse(predictions(900, prevalence=0.08), Question(cost_fp=1, cost_fn=9), replicates=2)
    second = describe_coverage(found)[1]
    assert second.index("mean cost") < second.index("AUROC held" if "AUROC held" in second else "that of AUROC")
    assert "the cost at the best threshold" in " ".join(describe_coverage(found))


@pytest.mark.parametrize(("models", "said"), [(2, 2), (3, 5), (5, 5), (6, 10), (10, 10)])
def test_differences_are_those_of_as_many_models_or_more(usual: Analysis, models: int, said: int) -> None:
    model = usual.models["first"]
    several = replace(usual, models={f"m{k}": model for k in range(models)})
    assert f"Of {said} models (2,500 cases, 3% positive" in describe_coverage(several)[-1]


def test_clusters_are_looked_up_among_clusters() -> None:
    made = predictions(240, clusters=np.arange(240) // 4)
    assert "240 cases in 60 clusters, 40% positive" in " ".join(describe_coverage(analyse(made, replicates=2)))


def test_what_no_simulation_had_is_said(usual: Analysis) -> None:
    other = replace(usual, level=0.9, weighted=True, question=Question(prevalence=0.3, fixed_classes=True))
    assert describe_coverage(other)[-1] == (
        "None of the simulations had intervals of 90%, weights, a prevalence other than that of the data or classes of "
        "fixed numbers."
    )
    far = replace(usual, size=1e6, positives=3e5, negatives=7e5)
    assert describe_coverage(far)[-1].endswith("about so many cases of the rarer class at about such a prevalence.")


def test_that_no_model_of_the_simulations_was_so_sure_is_said(usual: Analysis) -> None:
    best = usual.models[usual.winners[0]]
    for high, said in ((0.99, True), (1.0, False), (None, False)):
        slope = Estimate(0.8, 0.7, high)
        models = {**usual.models, best.name: replace(best, recalibration=best.recalibration._replace(slope=slope))}
        last = describe_coverage(replace(usual, models=models))[-1]
        assert (last == "None of the simulations had a model whose probabilities are clearly too extreme.") == said


def test_an_interval_that_may_be_too_short_is_named(usual: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    run = load_coverage()
    short = [70.0, 94.0, 3.0]
    settings = [
        {**each, "value": {name: short for name in each.get("value", {})}, "differences": {"auroc": short}}
        for each in run["settings"]
    ]
    monkeypatch.setattr("metricbook.reports.measured_coverage.load_coverage", lambda: {**run, "settings": settings})
    assert "The interval of AUROC, average precision, the H measure and the Brier score can be too short" in " ".join(
        describe_coverage(usual)
    )


# -- the simulations


@pytest.mark.parametrize("law", mostly(LAWS, "spread", "grades"))
@pytest.mark.parametrize("prevalence", mostly([0.3, 0.02], 0.3))
def test_samples_are_of_the_population_whose_truth_is_said(law: str, prevalence: float) -> None:
    setting = Setting(law, 0.9, prevalence, 40_000)
    assert population(law, 0.9, prevalence).area == 0.9
    cases, true = Rows(sample(setting, np.random.default_rng(5)), setting.question), truth(setting)[0]
    assert true["auroc"] == pytest.approx(0.9, abs=1e-4)
    for metric in setting.metrics:
        found = cases.estimate(metric, "m0", 0.95, **parameters(metric, setting.question, cases.size))
        assert found.value is not None
        assert found.standard_error is not None
        assert found.value == pytest.approx(true[metric], abs=4 * found.standard_error), metric


def test_clusters_and_models_keep_the_population() -> None:
    setting = Setting("spread", 0.85, 0.3, 80_000, models=2, equal=False, of_cluster=4)
    drawn, true = sample(setting, np.random.default_rng(5)), truth(setting)
    assert true[1]["auroc"] < true[0]["auroc"] - 0.005
    for k in range(2):
        assert auroc(drawn.labels, drawn.scores[f"m{k}"]) == pytest.approx(true[k]["auroc"], abs=0.008)
    assert np.corrcoef(drawn.scores["m0"][~drawn.labels], drawn.scores["m1"][~drawn.labels])[0, 1] > 0.5


@pytest.mark.parametrize("counted", [False, True])
def test_the_intervals_that_are_judged_are_those_of_a_report(counted: bool) -> None:
    setting = Setting("spread", 0.85, 0.3, 300, models=3, equal=False, counted=counted)
    drawn = sample(setting, np.random.default_rng(1))
    data = report_coverage.counted(drawn) if counted else drawn
    found = analyse(data, setting.question, replicates=1)
    cases = report_coverage.Counted(data, setting.question) if counted else Rows(drawn, setting.question)  # type: ignore[arg-type]
    for metric in ("auroc", "cost", "h_measure", "precision_at_k", "recall"):
        own = parameters(metric, setting.question, cases.size)
        assert cases.estimate(metric, "m1", 0.95, **own) == found.models["m1"].metrics[metric]
        level = cases.level_of_each(metric, 0.95, dict.fromkeys(cases.names, own))
        less = cases.difference(metric, "m0", "m2", level, dict.fromkeys(cases.names, own))
        assert less in [each.estimate for each in found.differences if each[:3] == (metric, "m0", "m2")]
    assert found.prices is not None
    assert cases.least_cost("m1", 0.95) == found.prices.models["m1"].best


def test_the_set_of_possible_best_models_is_that_of_a_report() -> None:
    setting = Setting("spread", 0.85, 0.3, 400, models=3, equal=False)
    drawn = sample(setting, np.random.default_rng(2))
    found = analyse(drawn, Question(probabilities=True), replicates=1)
    cases, own = Rows(drawn, setting.question), parameters("auroc", setting.question, 400)
    true = [values["auroc"] for values in truth(setting)]
    for k in range(3):
        of_k = [value + (k == j) for j, value in enumerate(true)]  # another model is the best in truth
        said = {what: result for _, what, result in report_coverage.compare(cases, "auroc", of_k, own)}
        assert (said["best"] == "held") == (f"m{k}" in found.may_be_best)


@pytest.mark.parametrize(
    ("low", "high", "said"), [(0.4, 0.6, "held"), (0.1, 0.4, "below"), (0.6, 0.9, "above"), (None, None, "without")]
)
def test_an_interval_holds_the_truth_or_lies_beside_it(low: float | None, high: float | None, said: str) -> None:
    assert report_coverage.outcome(Estimate(0.5, low, high), 0.5) == said


def test_a_run_goes_on_where_it_was_and_a_longer_one_begins_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [Setting("spread", 0.8, 0.3, 60), Setting("grades", 0.8, 0.3, 40, models=2)]
    monkeypatch.setattr(report_coverage, "settings", lambda: iter(few))
    monkeypatch.setattr(report_coverage, "ROUND", 4)
    kept = tmp_path / "kept.jsonl"
    whole, _ = report_coverage.run(2, tmp_path / "whole.jsonl")
    report_coverage.run(1, kept)
    kept.write_text("".join(kept.read_text(encoding="utf-8").splitlines(keepends=True)[:1]), encoding="utf-8")
    resumed, _ = report_coverage.run(2, kept)
    assert resumed == whole
    rows = report_coverage.table(whole)
    assert all(sum(row[name] for name in report_coverage.OUTCOMES) == 8 for row in rows)
    assert {row["what"] for row in rows} == {"value", "differences"}
    again, _ = report_coverage.run(2, tmp_path / "again.jsonl", ["cost"])
    anew = report_coverage.table(again)
    assert [row["metric"] for row in anew] == ["cost", "cost"]
    assert all(row in rows for row in anew)  # of the same samples
    head = {"seed": 1, "samples": 8, "level": 0.95}
    wrong = [row | {"held": -1} if row["metric"] == "cost" else row for row in rows]
    renewed = report_coverage.renew({**head, "measured": wrong}, {**head, "metrics": ["cost"]}, anew)
    assert renewed["measured"] == rows
    assert renewed["again"]["metrics"] == ["cost"]
    with pytest.raises(ValueError, match="another seed, level or number of samples"):
        report_coverage.renew({**head, "measured": wrong}, {**head, "samples": 4}, anew)
    with pytest.raises(ValueError, match="has no row"):
        report_coverage.renew({**head, "measured": rows[:1]}, {**head, "metrics": ["cost"]}, anew)
