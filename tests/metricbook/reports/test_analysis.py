"""What a report computes of all models together: groups, pairs, differences; and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import metricbook as mb
from metricbook.reports.analysis import analyse
from metricbook.reports.question import Question
from metricbook.reports.rendering import render_html
from metricbook.reports.tallies import coarsen
from metricbook.reports.words import describe_data
from tests.metricbook.reports.test_thresholds import MADE, weights

from .made import counts, predictions


def test_pairs_within_and_across_groups() -> None:
    wards = np.random.default_rng(2).integers(0, 3, MADE.labels.size).astype(str)
    found = analyse(replace(MADE, groups={"ward": wards}, weights=weights()), replicates=3)
    scores, labels, each = MADE.scores["first"], MADE.labels, weights()
    won = (scores[labels][:, None] > scores[~labels]) + 0.5 * (scores[labels][:, None] == scores[~labels])
    pairs = each[labels][:, None] * each[~labels]
    inside = wards[labels][:, None] == wards[~labels]
    one = next(between for between in found.between if between.model == "first")
    assert one.share == pytest.approx(pairs[~inside].sum() / pairs.sum())
    assert one.within == pytest.approx((pairs * won)[inside].sum() / pairs[inside].sum())
    assert one.across == pytest.approx((pairs * won)[~inside].sum() / pairs[~inside].sum())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"level": 0.0}, "level must lie strictly between 0 and 1"),
        ({"level": 1.0}, "level must lie strictly between 0 and 1"),
        ({"replicates": 0}, "at least one replicate"),
    ],
)
def test_what_is_out_of_range_is_named(given: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        analyse(MADE, **given)


def test_as_many_models_as_fit_are_compared_and_names_that_fit_are_shown() -> None:
    many = {f"{k}".rjust(40, "m"): MADE.scores["first"] for k in range(10)}
    assert list(analyse(replace(MADE, scores=many), replicates=1).models) == list(many)
    with pytest.raises(ValueError, match="11 models are more than the 10"):
        analyse(replace(MADE, scores={**many, "more": MADE.scores["first"]}), replicates=1)
    with pytest.raises(ValueError, match=f"{'m' * 20}… has 41 characters: at most 40 fit"):
        analyse(replace(MADE, scores={"m" * 41: MADE.scores["first"]}), replicates=1)


@pytest.mark.parametrize("one", [True, False])
def test_both_classes_are_needed(one: bool) -> None:
    made = predictions(4, labels=np.full(4, one), scores={"m": np.arange(4.0)})
    with pytest.raises(ValueError, match="all cases are of one class"):
        analyse(made, replicates=1)


def test_groups_are_judged_at_the_same_thresholds_and_only_with_both_classes() -> None:
    wards = np.where(np.arange(400) < 200, "b", "a")
    wards[np.flatnonzero(MADE.labels)[:3]] = "c"
    found = analyse(replace(MADE, groups={"ward": wards}), Question(threshold=0.3), level=0.9, replicates=1).groups
    assert [(group.value, group.model) for group in found] == [(v, m) for v in "abc" for m in ("first", "second")]
    for group in found:
        of = wards == group.value
        assert (group.column, group.cases, group.positives) == ("ward", of.sum(), MADE.labels[of].sum())
        if group.value == "c":
            assert group.metrics == {}
            continue
        assert list(group.metrics) == ["auroc", "average_precision", "precision", "recall", "specificity"]
        for metric in ("auroc", "precision"):
            scores = MADE.scores[group.model][of]
            seen = np.where(scores >= 0.3, 1.0, -1.0) if metric == "precision" else scores
            expected = mb.interval(metric, MADE.labels[of], seen, level=0.9)
            assert (group.metrics[metric].value, group.metrics[metric].low) == pytest.approx(tuple(expected[:2]))


def test_pairs_lie_all_within_or_all_across() -> None:
    whole = analyse(replace(MADE, groups={"all": np.repeat("x", 400)}), replicates=1)
    assert (whole.between[0].share, whole.between[0].across) == (0, None)
    assert whole.between[0].within == pytest.approx(whole.models["first"].metrics["auroc"].value)
    apart = analyse(replace(MADE, groups={"class": np.where(MADE.labels, "p", "n")}), replicates=1)
    assert (apart.between[0].share, apart.between[0].within) == (1, None)
    assert apart.between[0].across == pytest.approx(whole.between[0].within)
    assert [(one.column, one.model) for one in whole.between] == [("all", "first"), ("all", "second")]


def test_a_data_set_is_described() -> None:
    clusters = np.arange(400) // 4
    found = analyse(replace(MADE, weights=weights(), clusters=clusters), replicates=1)
    assert (found.size, found.positives + found.negatives, found.weighted, found.clusters) == (400, 400, True, 100)
    assert (found.counted, found.brackets, found.groups, found.between) == (False, {}, [], [])
    counted = analyse(counts(MADE), replicates=1)
    assert (counted.counted, counted.weighted, counted.clusters, counted.groups) == (True, False, None, [])
    assert {one.metric for one in found.differences} == set(found.models["first"].metrics)
    (verdict,) = found.verdicts
    assert (verdict.metric, verdict.first, verdict.second) == ("auroc", "first", "second")


def test_models_that_decide_at_thresholds_of_their_own_are_compared_there() -> None:
    scores = {"p": MADE.scores["first"], "raw": MADE.scores["second"] - 0.4}
    found = analyse(replace(MADE, scores=scores), replicates=1)
    assert [model.threshold for model in found.models.values()] == [0.5, 0]
    assert "brier_score" not in {one.metric for one in found.differences}
    (less,) = (one.estimate.value for one in found.differences if one.metric == "recall")
    p, raw = (model.metrics["recall"].value for model in found.models.values())
    assert less == pytest.approx(p - raw)


def test_scores_put_into_bins_have_a_bracket() -> None:
    made = predictions(3000, digits=12)
    counted = counts(made)
    binned = replace(counted, tallies={name: coarsen(tally, 256) for name, tally in counted.tallies.items()})
    found = analyse(binned, replicates=3)
    for name, (low, high) in found.brackets.items():
        assert low <= mb.auroc(made.labels, made.scores[name]) <= high
        assert f"The scores of {name} are so many" in " ".join(describe_data(found))
    assert set(found.brackets) == {"first", "second"}
    assert "256 or more</td>" in render_html(found)
    assert analyse(counted, replicates=3).brackets == {}
