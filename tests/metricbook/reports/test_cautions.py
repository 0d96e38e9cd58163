"""What looks wrong: each caution speaks when it should, and is silent when it should not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from metricbook.reports import cautions
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis, Difference
from metricbook.reports.estimates import Estimate
from metricbook.reports.part_contents import Group
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import MEASURES, Question
from tests.whole import MONTHLY, mostly

from .made import counts, predictions


def said(caution: cautions.Caution, made: Predictions, question: Question | None = None) -> list[str]:
    """What one function says."""
    return list(caution(analysed(made, question), made))


def analysed(made: Predictions, question: Question | None = None) -> Analysis:
    return analyse(made, question, replicates=5)


def with_scores(made: Predictions, **scores: Any) -> Predictions:
    return predictions(made.labels.size, labels=made.labels, scores=scores)


MADE = predictions()
LABELS = MADE.labels


def test_sound_predictions_are_left_alone() -> None:
    rng = np.random.default_rng(3)
    chance = rng.beta(1, 2, 3000)
    sound = predictions(3000, labels=rng.random(3000) < chance, scores={"m": chance})
    assert analysed(sound).cautions == []


@pytest.fixture(scope="module")
def usual() -> Analysis:
    return analysed(MADE)


def with_model(found: Analysis, auroc: Estimate | None = None, **changed: Any) -> Analysis:
    """The same, but for what is said of the first model, and without the second."""
    model = replace(found.models["first"], **changed)
    if auroc is not None:
        model = replace(model, metrics={**model.metrics, "auroc": auroc})
    return replace(found, models={"first": model})


@pytest.mark.parametrize(
    ("distinct", "size", "hard", "few"),
    [
        (1, 400, ["first gives every case the same score: it tells no case from another."], False),
        (2, 400, ["first has 2 distinct scores:"], False),
        (3, 400, [], True),
        (20, 400, [], True),
        (21, 400, [], False),
        (10, 100, [], True),
        (11, 100, [], False),
    ],
)
def test_two_scores_are_decisions_and_some_are_few(
    distinct: int, size: int, hard: list[str], few: bool, usual: Analysis
) -> None:
    found = replace(with_model(usual, distinct=distinct), size=size)
    assert [one.partition(" these")[0] for one in cautions.warn_of_hard_labels(found, MADE)] == hard
    assert bool(list(cautions.warn_of_few_scores(found, MADE))) == few


@pytest.mark.parametrize(
    ("auroc", "number", "sure"),
    [
        (Estimate(0.5, 0.4, 0.49), 0, False),
        (Estimate(None), 0, False),
        (Estimate(0.5 - 1e-15, 0.4, 0.6), 0, False),  # one half, but for rounding
        (Estimate(0.499, 0.4, 0.5), 1, False),
        (Estimate(0.499, 0.4, 0.6), 1, False),
        (Estimate(0.499, 0.4, 0.499), 1, True),
        (Estimate(0.0, note="no interval"), 1, False),
    ],
)
def test_below_one_half_an_order_is_asked_for(auroc: Estimate, number: int, sure: bool, usual: Analysis) -> None:
    said = list(cautions.warn_of_below_chance(with_model(usual, auroc), MADE))
    assert len(said) == number
    assert any("its interval lies below 1/2" in one for one in said) == sure
    assert all(
        f"(AUROC {auroc.value:.3f}{', and its interval lies below 1/2' if sure else ''}). " in one for one in said
    )
    assert all("meant for '0', or is the positive class not '1'?" in one for one in said)


@pytest.mark.parametrize(("lowest", "highest", "number"), [(0, 1, 0), (-1e-9, 1, 1), (0, 1.001, 1), (-1, 2, 1)])
def test_probabilities_lie_between_0_and_1(lowest: float, highest: float, number: int, usual: Analysis) -> None:
    found = replace(with_model(usual, lowest=lowest, highest=highest), question=Question(probabilities=True))
    assert len(list(cautions.warn_of_no_probabilities(found, MADE))) == number


def test_few_cases_of_either_class_are_counted(usual: Analysis) -> None:
    said = list(cautions.warn_of_few_cases(replace(usual, positives=1, negatives=19), MADE))
    assert "There is only 1 positive case." in said[0]
    assert "There are only 19 negative cases." in said[1]
    assert list(cautions.warn_of_few_cases(replace(usual, positives=20, negatives=20), MADE)) == []


@pytest.mark.parametrize(("size", "number"), [(20, 0), (21, 1)])
def test_a_perfect_ranking_of_a_handful_is_no_wonder(size: int, number: int, usual: Analysis) -> None:
    found = replace(with_model(usual, Estimate(1.0)), size=size)
    assert len(list(cautions.warn_of_perfection(found, MADE))) == number


@pytest.mark.parametrize(("ratio", "number"), [(0.5, 1), (0.51, 0), (1.99, 0), (2.0, 1)])
def test_half_or_twice_the_prevalence_is_another(ratio: float, number: int, usual: Analysis) -> None:
    found = replace(usual, positives=100, size=400, question=Question(prevalence=0.25 * ratio))
    assert len(list(cautions.warn_of_other_prevalence(found, MADE))) == number


@pytest.mark.parametrize(
    ("off", "changed", "number"),
    [
        # Of a share of 0.3, three standard errors are 0.0687 with 400 cases and 0.1375 with 100; a tenth is 0.03.
        (0.068, {}, 0),
        (0.07, {}, 1),
        (-0.07, {}, 1),
        (0.13, {"clusters": 100}, 0),
        (0.14, {"clusters": 100}, 1),
        (0.029, {"size": 40_000}, 0),
        (0.031, {"size": 40_000}, 1),
        (0.5, {"question": Question(prevalence=0.3)}, 0),
    ],
)
def test_a_mean_far_from_the_share_of_positives_is_not_calibrated(
    off: float, changed: dict[str, Any], number: int, usual: Analysis
) -> None:
    found = replace(with_model(usual, mean=0.3 + off, positive_share=0.3), **changed)
    assert len(list(cautions.warn_of_miscalibration(found, MADE))) == number
    raw = with_model(found, probabilities=False)
    assert list(cautions.warn_of_miscalibration(raw, MADE)) == []
    both = replace(found, models={"raw": raw.models["first"], **found.models})
    assert len(list(cautions.warn_of_miscalibration(both, MADE))) == number


@pytest.mark.parametrize(
    ("threshold", "whom"), [(0.21, None), (0.8, None), (0.2, "every case"), (0.81, "no case"), (None, None)]
)
def test_a_threshold_at_the_upper_end_still_parts_the_cases(
    threshold: float | None, whom: str | None, usual: Analysis
) -> None:
    said = list(cautions.warn_of_one_decision(with_model(usual, threshold=threshold, lowest=0.2, highest=0.8), MADE))
    assert [one.split()[2:4] for one in said] == ([whom.split()] if whom else [])


@pytest.mark.parametrize(("digits", "number"), [(2, 0), (4, 0), (6, 1), (17, 1)])
def test_rows_are_repeated_only_where_scores_are_fine(digits: int, number: int, usual: Analysis) -> None:
    made = predictions(400, digits=digits)
    scores, labels = dict(made.scores), made.labels.copy()
    labels[[7, 9]] = labels[[6, 8]]
    for of in scores.values():
        of[[7, 9]] = of[[6, 8]]
    one = {"first": scores["first"]}
    said = list(cautions.warn_of_repeated_rows(usual, replace(made, labels=labels, scores=one, repeated=2)))
    assert len(said) == number
    assert all("2 rows of 400 are like an earlier one" in one for one in said)
    assert list(cautions.warn_of_repeated_rows(usual, counts(MADE))) == []


@pytest.mark.parametrize("digits", mostly([2, 3, 4, 5, 17], 4))
def test_clean_files_have_no_repeated_rows_and_no_leaks(digits: int, usual: Analysis) -> None:
    """Four decimals make a quarter of 5,000 rows like an earlier one, though no case was entered twice."""
    for seed in range(20 if MONTHLY else 4):
        for size in (300, 5000):
            clean = predictions(size, seed=seed, digits=digits, repeated=size // 4, clusters=np.arange(size) // 2)
            one = replace(clean, scores={"first": clean.scores["first"]})
            assert list(cautions.warn_of_repeated_rows(usual, one)) == []
            assert list(cautions.warn_of_leaks(usual, one)) == []


@pytest.mark.parametrize(("shared", "number"), [(4, 0), (6, 1)])
def test_one_case_in_a_hundred_may_be_like_one_of_another_cluster(shared: int, number: int, usual: Analysis) -> None:
    scores = np.random.default_rng(0).random(400)
    scores[1:shared:2] = scores[0:shared:2]
    alike = {"labels": np.zeros(400, dtype=bool), "scores": {"m": scores, "n": scores}}
    said = list(cautions.warn_of_leaks(usual, predictions(400, **alike, clusters=np.arange(400))))
    assert [one[:3] for one in said] == ["2% "] * number
    assert list(cautions.warn_of_leaks(usual, predictions(400, **alike, clusters=np.arange(400) // 2))) == []
    assert list(cautions.warn_of_leaks(usual, predictions(400, **alike))) == []
    assert list(cautions.warn_of_leaks(usual, counts(MADE))) == []
    apart = alike | {"labels": np.arange(400) % 2 == 0}
    assert list(cautions.warn_of_leaks(usual, predictions(400, **apart, clusters=np.arange(400)))) == []


def test_a_group_is_small_if_either_class_is(usual: Analysis) -> None:
    group = Group("ward", "a", "first", 40, 20, {})
    assert list(cautions.warn_of_small_groups(replace(usual, groups=[group]), MADE)) == []
    for positives, said in ((19, "19 positives of 40"), (21, "21 positives of 40"), (1, "1 positive of 40")):
        small = group._replace(positives=positives)
        groups = [small, small._replace(model="second"), group]
        (found,) = cautions.warn_of_small_groups(replace(usual, groups=groups), MADE)
        assert found.endswith(f": ward = a ({said}).")
        assert "fewer than 20 cases" in found


@pytest.mark.parametrize(
    ("metric", "ends", "number"),
    [
        ("average_precision", (-0.2, -0.05), 1),
        ("average_precision", (0.05, 0.2), 0),
        ("log_loss", (0.05, 0.2), 1),
        ("log_loss", (-0.2, -0.05), 0),
        ("accuracy", (-0.2, -0.05), 0),
        ("average_precision", (0.0, 0.0), 0),
        ("average_precision", (-3e-15, -1e-15), 0),  # equal, but for rounding
    ],
)
def test_metrics_of_decisions_and_differences_of_zero_do_not_disagree(
    metric: str, ends: tuple[float, float], number: int, usual: Analysis
) -> None:
    estimates = {"auroc": Estimate(0.1, -0.1, 0.3), metric: Estimate(sum(ends) / 2, *ends)}
    differences = [Difference(name, "first", "second", one) for name, one in estimates.items()]
    said = list(cautions.warn_of_disagreement(replace(usual, differences=differences), MADE))
    assert len(said) == number
    assert all(f"AUROC for first; {MEASURES[metric].title} (clearly) for second. Take" in one for one in said)


def test_the_gravest_is_said_first(usual: Analysis) -> None:
    found = with_model(usual, Estimate(0.2, 0.1, 0.3), distinct=2, threshold=9.0)
    said = cautions.list_cautions(replace(found, positives=3), MADE)
    order = ["these are decisions", "below negatives", "flags no case", "only 3 positive"]
    assert [next(k for k, one in enumerate(said) if part in one) for part in order] == [0, 1, 2, 3]


def test_decisions_given_as_scores() -> None:
    (found,) = said(cautions.warn_of_hard_labels, with_scores(MADE, decided=(MADE.scores["first"] > 0.5).astype(float)))
    assert "decided has 2 distinct scores" in found
    assert said(cautions.warn_of_hard_labels, MADE) == []


def test_few_distinct_scores() -> None:
    (found,) = said(cautions.warn_of_few_scores, with_scores(MADE, coarse=np.round(MADE.scores["first"], 1)))
    assert "coarse has only" in found
    assert said(cautions.warn_of_few_scores, MADE) == []


def test_an_order_the_wrong_way_round() -> None:
    (found,) = said(cautions.warn_of_below_chance, with_scores(MADE, upside=1 - MADE.scores["first"]))
    assert "upside ranks positives below negatives" in found
    assert "its interval lies below 1/2" in found
    assert said(cautions.warn_of_below_chance, MADE) == []


def test_scores_that_are_called_probabilities_and_are_none() -> None:
    raw = with_scores(MADE, raw=10 * MADE.scores["first"] - 5)
    (found,) = said(cautions.warn_of_no_probabilities, raw, Question(probabilities=True))
    assert "they are no probabilities" in found
    assert said(cautions.warn_of_no_probabilities, raw) == []
    assert said(cautions.warn_of_no_probabilities, MADE, Question(probabilities=True)) == []


def test_few_cases_of_a_class() -> None:
    few = predictions(200, labels=np.arange(200) < 19)
    (found,) = said(cautions.warn_of_few_cases, few)
    assert "only 19 positive cases" in found
    assert said(cautions.warn_of_few_cases, predictions(200, labels=np.arange(200) < 20)) == []


def test_rows_that_occur_twice() -> None:
    fine = predictions(200, digits=12)
    half = {name: np.append(scores[:100], scores[:100]) for name, scores in fine.scores.items()}
    twice = predictions(200, labels=np.append(fine.labels[:100], fine.labels[:100]), scores=half, repeated=100)
    assert "100 rows of 200 are like an earlier one" in said(cautions.warn_of_repeated_rows, twice)[0]
    assert said(cautions.warn_of_repeated_rows, predictions(repeated=300, digits=1)) == []
    assert said(cautions.warn_of_repeated_rows, MADE) == []


def test_clusters_that_leak() -> None:
    rng = np.random.default_rng(0)
    half = predictions(200, digits=12)
    twice = {name: np.tile(scores, 2) for name, scores in half.scores.items()}
    leaking = predictions(400, labels=np.tile(half.labels, 2), scores=twice, clusters=rng.integers(0, 40, 400))
    assert said(cautions.warn_of_leaks, leaking)[0].endswith(
        "clusters leak into each other and intervals are too short."
    )
    assert said(cautions.warn_of_leaks, predictions(400, digits=12, clusters=rng.integers(0, 40, 400))) == []
    assert said(cautions.warn_of_leaks, predictions(400, digits=1, clusters=rng.integers(0, 40, 400))) == []


@pytest.mark.parametrize(("stated", "number"), [(0.05, 1), (0.25, 0), (None, 0)])
def test_another_prevalence(stated: float | None, number: int) -> None:
    assert len(said(cautions.warn_of_other_prevalence, MADE, Question(prevalence=stated))) == number


def test_metrics_that_disagree() -> None:
    labels = np.arange(400) < 30
    # One finds half of the positives at once and the others last; the other puts thirty negatives before all positives.
    steep = np.where(np.arange(400) < 15, 500.0, np.where(labels, 0.0, np.arange(400)))
    late = np.where(labels, 400.0, np.where(np.arange(400) < 60, 500.0, 1.0)) + np.arange(400) / 1000
    crossing = predictions(400, labels=labels, scores={"steep": steep, "late": late})
    (found,) = said(cautions.warn_of_disagreement, crossing)
    assert "average precision (clearly)" in found.split("for steep")[0]
    assert "Brier score" not in found
    assert found.count("(clearly)") == sum(
        one.estimate.is_clear for one in analysed(crossing).differences if MEASURES[one.metric].kind != "decision"
    )
    assert found.endswith(". Take the one that answers your question.")
    assert "AUROC (clearly)" in found.split("for steep")[1]
    same = with_scores(MADE, one=MADE.scores["first"], other=MADE.scores["first"])
    assert said(cautions.warn_of_disagreement, same) == []


def test_a_threshold_of_one_half_on_scores_that_are_not_calibrated() -> None:
    far = with_scores(MADE, far=MADE.scores["first"] ** 0.2)
    (found,) = said(cautions.warn_of_miscalibration, far)
    assert "not calibrated" in found
    assert "It decides at 0.500 because the scores lie between 0 and 1" in found
    assert "The least cost here is at 0." in found
    (turned,) = said(cautions.warn_of_miscalibration, with_scores(MADE, turned=1 - MADE.scores["first"] / 2))
    assert "The least cost here is that of flagging nobody." in turned


def test_small_groups() -> None:
    few = predictions(groups={"ward": np.array(["a"] * 390 + ["b"] * 10)})
    (found,) = said(cautions.warn_of_small_groups, few)
    assert "ward = b" in found
    assert "ward = a" not in found


def test_a_perfect_ranking() -> None:
    assert said(cautions.warn_of_perfection, with_scores(MADE, oracle=LABELS + np.linspace(0, 0.5, 400)))
    assert said(cautions.warn_of_perfection, MADE) == []


def test_counts_are_looked_at_too() -> None:
    reversed_ = counts(with_scores(MADE, upside=1 - MADE.scores["first"]))
    assert any("below negatives" in one for one in analyse(reversed_, replicates=5).cautions)


def test_a_threshold_beyond_all_scores() -> None:
    for threshold, whom in ((100.0, "no case"), (-1.0, "every case")):
        (found, _) = said(cautions.warn_of_one_decision, MADE, Question(threshold=threshold))
        assert whom in found
    assert said(cautions.warn_of_one_decision, MADE) == []


def test_metrics_that_disagree_by_chance_are_no_reason_for_a_caution() -> None:
    rng = np.random.default_rng(3)
    noise = with_scores(MADE, one=rng.random(400), other=rng.random(400))
    found = analyse(noise, replicates=3)
    ranking = [one.estimate for one in found.differences if MEASURES[one.metric].kind != "decision"]
    assert not any(estimate.is_clear for estimate in ranking)
    assert list(cautions.warn_of_disagreement(found, noise)) == []
