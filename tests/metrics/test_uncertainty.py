"""Standard errors, intervals, paired differences and the bootstrap: by hand, by peers, by each other, by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.metrics import uncertainty
from metricbook.metrics.uncertainty import bootstrap, interval, paired_difference, standard_error

ALL = ("auroc", "average_precision", "auch", "h_measure", "lxcim", "audrc_sum", "audrc_integral", "f1_score", "accuracy")


def _sample(n: int, seed: int = 0, share: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < share
    return labels, rng.normal(1.2 * labels, 1).round(3)


def _delong(labels: np.ndarray, scores: np.ndarray) -> float:
    """Variance of AUROC by DeLong et al.: that of each class's placements by its number."""
    positives, negatives = scores[labels][:, None], scores[~labels]
    pairs = (positives > negatives) + (positives == negatives) / 2
    return pairs.mean(1).var(ddof=1) / pairs.shape[0] + pairs.mean(0).var(ddof=1) / pairs.shape[1]


def test_with_fixed_classes_the_variance_of_auroc_is_delongs() -> None:
    labels, scores = _sample(300)
    assert standard_error("auroc", labels, scores, fixed_classes=True) ** 2 == pytest.approx(_delong(labels, scores))


def test_whoever_repeats_every_case_gains_nothing_if_he_says_so() -> None:
    labels, scores = _sample(200)
    once = {metric: standard_error(metric, labels, scores) for metric in ALL}
    twice = np.tile(labels, 2), np.tile(scores, 2)
    names = np.tile([f"patient {k}" for k in range(200)], 2)
    for metric, error in once.items():
        assert standard_error(metric, *twice, clusters=names) == pytest.approx(error)
        assert standard_error(metric, *twice) < 0.8 * error


def test_the_scale_of_the_weights_is_nothing() -> None:
    labels, scores = _sample(100)
    weights = np.random.default_rng(1).uniform(1, 3, 100)
    for metric in ALL:
        error = standard_error(metric, labels, scores, sample_weight=weights)
        assert standard_error(metric, labels, scores, sample_weight=1e6 * weights) == pytest.approx(error)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("fixed", [False, True])
def test_the_bootstrap_and_the_closed_form_agree(weighted: bool, fixed: bool) -> None:
    labels, scores = _sample(1500)
    rng = np.random.default_rng(5)
    weights = rng.uniform(0.5, 2, 1500) if weighted else None
    options = {"sample_weight": weights, "fixed_classes": fixed}
    drawn = bootstrap(labels, scores, metrics=ALL, replicates=400, rng=rng, **options)
    for metric in ALL:
        assert drawn[metric].std() == pytest.approx(standard_error(metric, labels, scores, **options), rel=0.15)
    assert bool(drawn.notna().all(axis=None))


def test_grouped_scores_give_the_same_replicates_but_for_little(monkeypatch) -> None:
    labels, scores = _sample(3000)
    clusters = np.arange(3000)  # by cases, so that both draw the same
    once = bootstrap(labels, scores, metrics=ALL, replicates=20, clusters=clusters, rng=np.random.default_rng(2))
    monkeypatch.setattr(uncertainty, "GROUPS", 256)
    again = bootstrap(labels, scores, metrics=ALL, replicates=20, clusters=clusters, rng=np.random.default_rng(2))
    assert 0 < (once - again).abs().max(axis=None)
    assert ((once - again).abs().max() < 0.15 * once.std()).all()


def test_a_replicate_without_a_class_has_no_value_where_one_is_needed() -> None:
    drawn = bootstrap(
        [1, 0, 0], [3, 2, 1], metrics=["auroc", "accuracy"], replicates=50, rng=np.random.default_rng(0)
    )
    assert drawn["auroc"].isna().any()
    assert drawn["accuracy"].notna().all()


@pytest.mark.parametrize("metric", ["auroc", "average_precision", "h_measure", "lxcim"])
def test_intervals_hold_what_they_should_as_often_as_they_say(metric: str) -> None:
    true = np.mean([interval(metric, *_sample(20_000, seed)).value for seed in range(20)])
    ends = [interval(metric, *_sample(300, seed)) for seed in range(400)]
    held = np.mean([found.low <= true <= found.high for found in ends])
    assert 0.95 - 4 * np.sqrt(0.95 * 0.05 / 400) <= held <= 0.95 + 4 * np.sqrt(0.95 * 0.05 / 400)


def test_an_interval_stays_in_range_and_grows_with_its_level() -> None:
    labels, scores = [1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1]
    wide, narrow = interval("auroc", labels, scores, level=0.99), interval("auroc", labels, scores, level=0.8)
    assert 0 < wide.low < narrow.low < 7 / 9 < narrow.high < wide.high < 1
    assert interval("matthews_correlation", labels, scores, threshold=3.5).low < 0


def test_paired_differences_are_shorter_than_two_intervals_suggest() -> None:
    labels, first = _sample(400)
    second = first + np.random.default_rng(9).normal(0, 0.3, 400)
    found = paired_difference("auroc", labels, first, second)
    one, other = (standard_error("auroc", labels, scores) for scores in (first, second))
    assert found.standard_error < 0.6 * np.hypot(one, other)
    assert found.value == pytest.approx((found.low + found.high) / 2)
    same = paired_difference("auroc", labels, first, 2 * first + 1)
    assert (same.value, same.standard_error) == (0, 0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: interval("auroc", [1, 1, 0, 0], [4, 3, 2, 1]), "auroc has no interval here: all cases have the same"),
        (lambda: interval("auroc", [1, 0, 1, 0], [4, 3, 2, 1], level=95), "level must lie strictly between 0 and 1"),
        (lambda: standard_error("auroc", [1, 0, 0], [3, 2, 1], fixed_classes=True), "at least two cases of each class"),
        (
            lambda: standard_error("auroc", [1, 0, 1, 0], [4, 3, 2, 1], clusters=[1, 1, 2, 2], fixed_classes=True),
            "classes cannot be fixed where a cluster has cases of both",
        ),
        (lambda: standard_error("auroc", [1, 0], [2, 1], clusters=[1]), r"one cluster for each of 2 cases"),
        (
            lambda: bootstrap([1, 0], [2, 1], metrics=["auc"], rng=np.random.default_rng(0)),
            r"unknown metrics \['auc'\]; known are",
        ),
    ],
)
def test_what_cannot_be_is_said(make, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
