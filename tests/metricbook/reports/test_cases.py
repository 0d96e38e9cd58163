"""Every number of a report: rows and counts agree with each other and with the package's own functions."""

from __future__ import annotations

import numpy as np
import pytest

import metricbook as mb
from metricbook.metrics import halves
from metricbook.metrics.optimism import CHOOSERS, optimism
from metricbook.reports.analysis import analyse
from metricbook.reports.counted_cases import Counted
from metricbook.reports.estimates import Estimate
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.rows import Rows
from metricbook.reports.words import name_law

from .made import counts, predictions

AT = {"threshold": 0.5}
PRICES = Question(cost_fp=1, cost_fn=4)


def parameters(metric: str) -> dict[str, float]:
    return AT if MEASURES[metric].kind in {"decision", "cost"} else {}


def seen(metric: str, scores: np.ndarray) -> np.ndarray:
    """The scores as a metric sees them: one of decisions sees which are at or above the threshold."""
    return np.where(scores >= 0.5, 1.0, 0.0) if MEASURES[metric].kind == "decision" and metric != "lxcim" else scores


@pytest.mark.parametrize("metric", [name for name in MEASURES if name != "cost"])
def test_rows_give_the_packages_intervals(metric: str) -> None:
    made = predictions()
    found = Rows(made, Question()).estimate(metric, "first", 0.9, **parameters(metric))
    scores = seen(metric, made.scores["first"])
    expected = mb.interval(metric, made.labels, scores, level=0.9, **parameters(metric))
    assert (found.value, found.low, found.high, found.standard_error) == pytest.approx(tuple(expected), rel=1e-12)


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("metric", MEASURES)
def test_counts_give_the_intervals_of_rows(metric: str, fixed: bool) -> None:
    made = predictions(3000)
    for stated in (None, 0.05):
        question = Question(cost_fp=1, cost_fn=4, prevalence=stated, fixed_classes=fixed)
        rows, counted = Rows(made, question), Counted(counts(made), question)
        one, other = (cases.estimate(metric, "second", 0.95, **parameters(metric)) for cases in (rows, counted))
        parts = ["value", "low", "high", "standard_error", *(["corrected"] if metric in CHOOSERS else [])]
        assert [getattr(other, part) for part in parts] == pytest.approx(
            [getattr(one, part) for part in parts], rel=1e-9
        )


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("stated", [None, 0.05])
def test_counts_give_the_least_cost_of_rows(fixed: bool, stated: float | None) -> None:
    made, question = predictions(3000), Question(cost_fp=1, cost_fn=4, prevalence=stated, fixed_classes=fixed)
    cases = (Rows(made, question), Counted(counts(made), question))
    one, other = (each.least_cost("second", 0.95) for each in cases)
    assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), rel=1e-9)


def test_counts_of_many_scores_have_the_held_out_halves_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "GROUPS", 60)
    made = predictions(3000, digits=4)
    rows, counted = Rows(made, PRICES), Counted(counts(made), PRICES)
    for metric in sorted(set(CHOOSERS) & set(MEASURES)):
        one, other = (cases.estimate(metric, "first", 0.95) for cases in (rows, counted))
        assert (other.low, other.high, other.corrected) == pytest.approx((one.low, one.high, one.corrected), rel=1e-9)
    one, other = (cases.least_cost("first", 0.95) for cases in (rows, counted))
    assert (other.low, other.high) == pytest.approx((one.low, one.high), rel=1e-9)


def test_what_is_sorted_is_kept_of_the_models_asked_for_last() -> None:
    made = predictions(100)
    three = {**made.scores, "third": made.scores["first"] / 2}
    cases = Rows(predictions(100, scores=three), Question())
    first = cases.swept("first")
    for model in ("second", "first", "third", "first"):
        cases.swept(model)
    assert cases.swept("first") is first
    assert list(cases._swept) == ["third", "first"]


def test_counts_of_few_and_perfect_cases_have_the_intervals_of_rows() -> None:
    labels = np.array([True, True, True, False, False, False, False])
    for scores in (np.array([0.9, 0.8, 0.3, 0.4, 0.2, 0.2, 0.1]), labels * 0.5 + 0.25):
        made = predictions(7, labels=labels, scores={"m": scores})
        for metric in (
            "auroc",
            "average_precision",
            "h_measure",
            "accuracy",
            "precision",
            "lxcim",
            "matthews_correlation",
        ):
            one, other = (
                cases.estimate(metric, "m", 0.95, **parameters(metric))
                for cases in (Rows(made, Question()), Counted(counts(made), Question()))
            )
            assert other.note == one.note
            numbers = [[each.value, each.low or 0.0, each.high or 0.0] for each in (one, other)]
            assert numbers[1] == pytest.approx(numbers[0], rel=1e-9)


@pytest.mark.parametrize("metric", MEASURES)
def test_differences_from_counts_are_those_of_rows(metric: str) -> None:
    made = predictions(3000)
    own = dict.fromkeys(made.scores, parameters(metric))
    one, other = (
        cases.difference(metric, "first", "second", 0.95, own)
        for cases in (Rows(made, PRICES), Counted(counts(made), PRICES))
    )
    assert other.value == pytest.approx(one.value, rel=1e-9)
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.02)
    assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=0.15 * (one.high - one.low))


CLUSTERS = np.arange(900) // 3
WEIGHTS = np.random.default_rng(5).gamma(2.0, size=900)


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("metric", [name for name in MEASURES if name != "cost"])
def test_a_difference_is_the_packages_with_weights_and_fixed_classes(metric: str, fixed: bool) -> None:
    made = predictions(900, weights=WEIGHTS)
    own = dict.fromkeys(made.scores, parameters(metric))
    found = Rows(made, Question(fixed_classes=fixed)).difference(metric, "second", "first", 0.9, own)
    scores = (seen(metric, made.scores[name]) for name in ("second", "first"))
    given = {"sample_weight": WEIGHTS, "fixed_classes": fixed, **parameters(metric)}
    expected = mb.paired_difference(metric, made.labels, *scores, level=0.9, **given)
    assert (found.value, found.low, found.high, found.standard_error) == pytest.approx(tuple(expected), rel=1e-9)


@pytest.mark.parametrize("metric", ["auroc", "precision", "h_measure"])
def test_clusters_and_weights_are_in_every_interval(metric: str) -> None:
    made = predictions(900, weights=WEIGHTS, clusters=CLUSTERS)
    rows, given = Rows(made, Question()), {"sample_weight": WEIGHTS, "clusters": CLUSTERS, **parameters(metric)}
    first, second = (seen(metric, scores) for scores in made.scores.values())
    own = dict.fromkeys(made.scores, parameters(metric))
    for found, expected in (
        (rows.estimate(metric, "first", 0.95, **parameters(metric)), mb.interval(metric, made.labels, first, **given)),
        (
            rows.difference(metric, "first", "second", 0.95, own),
            mb.paired_difference(metric, made.labels, first, second, **given),
        ),
    ):
        assert (found.value, found.low, found.high, found.standard_error) == pytest.approx(tuple(expected), rel=1e-9)


@pytest.mark.parametrize("metric", ["precision", "lxcim", "cost"])
def test_each_model_decides_at_a_threshold_of_its_own(metric: str) -> None:
    made = predictions(900)
    own = {"first": {"threshold": 0.3}, "second": {"threshold": 0.6}}
    for cases in (Rows(made, PRICES), Counted(counts(made), PRICES)):
        values = {name: cases.estimate(metric, name, 0.95, **own[name]).value for name in own}
        found = cases.difference(metric, "first", "second", 0.95, own)
        assert found.value == pytest.approx(values["first"] - values["second"])
        assert found.high - found.low == pytest.approx(2 * 1.96 * found.standard_error, rel=0.05)
        if metric != "cost":  # which adds up shares, whose intervals are not symmetric
            assert found.high - found.value == pytest.approx(found.value - found.low)


def test_the_error_of_a_mean_cost_is_that_of_a_mean() -> None:
    made = predictions(3000)
    paid = {
        name: np.where(made.labels, 4.0, 1.0) * ((scores >= 0.5) != made.labels) for name, scores in made.scores.items()
    }
    for cases in (Rows(made, PRICES), Counted(counts(made), PRICES)):
        found = cases.estimate("cost", "first", 0.9, **AT)
        assert found.standard_error == pytest.approx(paid["first"].std(ddof=1) / 3000**0.5)
    less = Rows(made, PRICES).difference("cost", "second", "first", 0.9, dict.fromkeys(made.scores, AT))
    assert less.standard_error == pytest.approx((paid["second"] - paid["first"]).std(ddof=1) / 3000**0.5)


def test_a_mean_cost_is_not_negative_but_a_difference_may_be() -> None:
    scores = {"m": np.append(0.0, np.where(np.arange(30) < 15, 1.0, 0.0)), "none": np.zeros(31)}
    made = predictions(31, labels=np.arange(31) < 16, scores=scores)
    for cases in (Rows(made, PRICES), Counted(counts(made), PRICES)):
        found = cases.estimate("cost", "m", 0.95, **AT)
        assert found.value == pytest.approx(4 / 31)
        assert 0 < found.low < 4 / 31
        assert found.high > 4 / 31 + 1.9 * found.standard_error
        assert cases.difference("cost", "m", "none", 0.95, dict.fromkeys(scores, AT)).high < 0


@pytest.mark.parametrize("fixed", [False, True])
def test_counts_of_fixed_classes_have_the_standard_errors_of_rows(fixed: bool) -> None:
    made = predictions(3000)
    question = Question(fixed_classes=fixed)
    one, other = (
        cases.estimate("precision", "first", 0.95, **AT)
        for cases in (Rows(made, question), Counted(counts(made), question))
    )
    assert other.standard_error == pytest.approx(one.standard_error, rel=1e-9)
    one, other = (
        cases.difference("precision", "first", "second", 0.95, dict.fromkeys(made.scores, AT))
        for cases in (Rows(made, question), Counted(counts(made), question))
    )
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.02)


def test_cases_know_their_numbers() -> None:
    made = predictions(300)
    positives = int(made.labels.sum())
    for cases in (Rows(made, Question()), Counted(counts(made), Question())):
        assert cases.names == ["first", "second"]
        assert cases.size == 300
        assert cases.classes == (positives, 300 - positives)


@pytest.mark.parametrize("metric", ["accuracy", "balanced_accuracy", "precision", "recall", "f1_score"])
def test_a_score_at_the_threshold_is_flagged_as_by_scikit_learn(metric: str) -> None:
    peer = pytest.importorskip("sklearn.metrics")
    made = predictions(400, digits=1)
    flagged = made.scores["first"] >= 0.5
    assert (made.scores["first"] == 0.5).sum() > 20
    expected = getattr(peer, f"{metric}_score".replace("_score_score", "_score"))(made.labels, flagged)
    for cases in (Rows(made, PRICES), Counted(counts(made), PRICES)):
        assert cases.estimate(metric, "first", 0.95, **AT).value == pytest.approx(expected)
        paid = np.where(made.labels, 4.0 * ~flagged, 1.0 * flagged).mean()
        assert cases.estimate("cost", "first", 0.95, **AT).value == pytest.approx(paid)


def test_h_is_the_one_that_was_asked_for() -> None:
    made = predictions(3000, prevalence=0.1)
    for asked, alpha_beta, expected in (
        (1.0, (2, 2), mb.h_measure(made.labels, made.scores["first"])),
        (3.0, (2, 4 / 3), mb.h_measure_severity(made.labels, made.scores["first"], severity_ratio=3)),
        ("classes", None, mb.h_measure_severity(made.labels, made.scores["first"])),
    ):
        question = Question(severity_ratio=asked)
        for data in (made, counts(made)):
            found = analyse(data, question, replicates=1)
            estimate = found.models["first"].metrics["h_measure"]
            assert estimate.value == pytest.approx(expected)
            less = next(each.estimate for each in found.differences if each.metric == "h_measure")
            assert less.value == pytest.approx(expected - found.models["second"].metrics["h_measure"].value)
        if alpha_beta is not None:
            assert name_law(found) == f"Beta({alpha_beta[0]}, {alpha_beta[1]:.4g})"
    stated = Rows(made, Question(severity_ratio="classes", prevalence=0.2))
    assert stated.severity_ratio == pytest.approx(0.25)
    for wrong in (0, -1.0, np.inf, "shares"):
        with pytest.raises(ValueError, match="severity ratio must be"):
            Question(severity_ratio=wrong)


@pytest.mark.parametrize("metric", ["auch", "h_measure", "kolmogorov_smirnov"])
def test_metrics_of_best_thresholds_have_a_corrected_value(metric: str) -> None:
    made = predictions(300)
    found = Rows(made, Question()).estimate(metric, "first", 0.95)
    assert found.corrected == pytest.approx(optimism(metric, made.labels, made.scores["first"]).corrected)
    assert str(found).startswith(f"{found.value:.3f}, corrected for optimism {found.corrected:.3f} (")
    assert found.linear(-2, 1).corrected == pytest.approx(1 - 2 * found.corrected)
    assert Rows(made, Question()).estimate("auroc", "first", 0.95).corrected is None


def test_odds_count_weights_and_not_the_prevalence_asked_for() -> None:
    four = {"labels": np.array([True, True, False, False]), "scores": {"m": np.array([0.9, 0.2, 0.8, 0.5])}}
    alike, weighed = predictions(4, **four), predictions(4, **four, weights=np.array([1.0, 2, 3, 9]))
    for question in (Question(), Question(prevalence=0.01)):
        assert Rows(weighed, question).odds == 0.25
        assert Rows(alike, question).odds == Counted(counts(alike), question).odds == 1


@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_a_stated_prevalence_is_the_share_of_positives_and_their_sum_stays(weights: np.ndarray | None) -> None:
    made = predictions(900, weights=weights)
    cases: list[Rows | Counted] = [Rows(made, Question(prevalence=0.02))]
    if weights is None:
        cases.append(Counted(counts(made), Question(prevalence=0.02)))
    for one in cases:
        swept = one.sweep("second")
        total = swept.positives + swept.negatives
        assert swept.positives / total == pytest.approx(0.02)
        assert total == pytest.approx(900 if weights is None else weights.sum())
        decided = one.decisions("second", 0.3)
        assert mb.lxcim_of(decided) == pytest.approx(one.estimate("lxcim", "second", 0.95, threshold=0.3).value)
        assert one.fixed_classes
        drawn = [each["second"] for each in one.draws(30, np.random.default_rng(0))]
        share = np.mean([each.positives / (each.positives + each.negatives) for each in drawn])
        assert share == pytest.approx(0.02, rel=0.05)
        totals = [each.positives + each.negatives for each in drawn]
        assert np.mean(totals) == pytest.approx(900 if weights is None else weights.sum(), rel=0.05)


def test_a_difference_is_clear_if_zero_lies_outside() -> None:
    assert Estimate(0.1, 0.05, 0.15).is_clear
    assert Estimate(-0.1, -0.15, -0.05).is_clear
    for low, high in ((-0.1, 0.1), (0.0, 0.1), (-0.1, 0.0), (None, -0.1), (0.1, None)):
        assert not Estimate(0.1, low, high).is_clear
    assert Estimate.of(mb.Interval(1.0, -np.inf, np.nan, 0.5)) == Estimate(1.0, None, None, 0.5)


def test_what_is_undefined_says_why() -> None:
    made = predictions(200)
    for cases in (Rows(made, Question()), Counted(counts(made), Question())):
        found = cases.estimate("precision", "first", 0.95, threshold=2.0)
        less = cases.difference("precision", "first", "second", 0.95, {"first": {"threshold": 2.0}, "second": AT})
        for one in (found, less):
            assert (one.value, one.low) == (None, None)
            assert "precision" in one.note
    perfect = predictions(6, labels=np.array([True] * 3 + [False] * 3), scores={"m": np.array([6.0, 5, 4, 3, 2, 1])})
    found = Counted(counts(perfect), Question()).estimate("average_precision", "m", 0.95)
    assert (found.value, found.low) == (1, None)
    assert found.note.startswith("average_precision has no interval here: all cases have the same influence on it")


def test_a_prevalence_needs_both_classes() -> None:
    with pytest.raises(ValueError, match="positives and negatives"):
        Rows(predictions(4, labels=np.ones(4, dtype=bool)), Question(prevalence=0.5))
    with pytest.raises(ValueError, match="positives and negatives"):
        Rows(predictions(4, labels=np.zeros(4, dtype=bool)), Question(prevalence=0.5))


def test_a_case_costs_what_its_mistake_costs() -> None:
    made = predictions(4, labels=np.array([True, True, False, False]), scores={"m": np.array([0.9, 0.2, 0.8, 0.5])})
    # A miss (4), a false alarm (1) and a case at the threshold, which is another: 6 of four cases.
    assert Rows(made, PRICES).estimate("cost", "m", 0.95, threshold=0.5).value == pytest.approx(6 / 4)


def test_a_stated_prevalence_moves_precision_and_leaves_auroc() -> None:
    made = predictions(2000)
    here, there = (Rows(made, Question(prevalence=p)) for p in (None, 0.01))
    assert there.estimate("auroc", "first", 0.95).value == pytest.approx(here.estimate("auroc", "first", 0.95).value)
    found = there.estimate("precision", "first", 0.95, **AT).value
    tpr, fpr = (here.estimate(name, "first", 0.95, **AT).value for name in ("recall", "specificity"))
    expected = 0.01 * tpr / (0.01 * tpr + 0.99 * (1 - fpr))
    assert found == pytest.approx(expected, rel=1e-9)


def test_what_has_no_interval_keeps_its_value_and_says_why() -> None:
    perfect = predictions(6, labels=np.array([True] * 3 + [False] * 3), scores={"m": np.array([6.0, 5, 4, 3, 2, 1])})
    found = Rows(perfect, Question()).estimate("average_precision", "m", 0.95)
    assert found.value == 1
    assert found.low is None
    assert "all cases have the same influence" in found.note
