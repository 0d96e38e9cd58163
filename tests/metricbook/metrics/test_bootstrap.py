"""The bootstrap: by a peer, by closed forms, by the metrics themselves."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import metricbook
from metricbook import auroc
from metricbook.metrics.bootstrap import bootstrap
from metricbook.metrics.standard_errors import standard_error
from tests.samples import METRICS_OF_ALL_KINDS, normal_sample

MODULE = sys.modules[bootstrap.__module__]
LOSSES = ("expected_loss", "expected_min_loss", "kolmogorov_smirnov")


def test_scipys_bootstrap_finds_the_same_spread() -> None:
    labels, scores = normal_sample(150)
    drawn = bootstrap(labels, scores, metrics=["auroc"], replicates=4000, rng=np.random.default_rng(0))["auroc"]
    peer = stats.bootstrap(
        (labels, scores),
        auroc,
        paired=True,
        vectorized=False,
        n_resamples=1000,
        method="basic",
        random_state=np.random.default_rng(1),  # as SciPy before 1.15 has it too
    )
    assert drawn.std() == pytest.approx(peer.standard_error, rel=4 * np.sqrt(1 / 2000 + 1 / 8000))
    assert drawn.mean() == pytest.approx(
        peer.bootstrap_distribution.mean(), abs=4 * peer.standard_error * np.sqrt(1 / 800)
    )


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("fixed", [False, True])
def test_the_bootstrap_and_the_closed_form_agree(weighted: bool, fixed: bool) -> None:
    labels, scores = normal_sample(1500)
    rng = np.random.default_rng(5)
    weights = rng.uniform(0.5, 2, 1500) if weighted else None
    options = {"sample_weight": weights, "fixed_classes": fixed}
    drawn = bootstrap(labels, scores, metrics=[*METRICS_OF_ALL_KINDS, *LOSSES], replicates=400, rng=rng, **options)
    for metric in [*METRICS_OF_ALL_KINDS, *LOSSES]:
        assert drawn[metric].std() == pytest.approx(standard_error(metric, labels, scores, **options), rel=0.15)
    assert bool(drawn.notna().all(axis=None))


def test_grouped_scores_give_the_same_replicates_but_for_little(monkeypatch) -> None:
    labels, scores = normal_sample(3000)
    clusters = np.arange(3000)  # by cases, so that both draw the same

    def drawn() -> pd.DataFrame:
        rng = np.random.default_rng(2)
        return bootstrap(labels, scores, metrics=METRICS_OF_ALL_KINDS, replicates=20, clusters=clusters, rng=rng)

    once = drawn()
    monkeypatch.setattr(MODULE, "GROUPS", 256)
    again = drawn()
    assert (once - again).abs().max(axis=None) > 0
    assert ((once - again).abs().max() < 0.15 * once.std()).all()


def test_a_draw_of_all_cases_gives_the_sample_although_scores_are_grouped(monkeypatch) -> None:
    labels, scores = normal_sample(200)
    weights = np.linspace(1, 2, 200)
    monkeypatch.setattr(MODULE, "GROUPS", 16)
    drawn = bootstrap(
        labels,
        scores,
        sample_weight=weights,
        metrics=["auroc"],
        replicates=2,
        clusters=np.zeros(200),
        rng=np.random.default_rng(1),
    )
    assert drawn["auroc"].to_numpy() == pytest.approx(auroc(labels, scores, sample_weight=weights), rel=1e-12)


def test_progress_is_shown_by_whatever_is_given() -> None:
    seen = []

    def watched(rounds: range):
        for k in rounds:
            seen.append(k)
            yield k

    sample = normal_sample(50)
    quiet, told = (
        bootstrap(*sample, metrics=["auroc"], replicates=3, progress=progress, rng=np.random.default_rng(1))
        for progress in (None, watched)
    )
    assert seen == [0, 1, 2]
    assert told.equals(quiet)


def test_a_replicate_is_the_metric_of_the_sample_with_the_weights_drawn(monkeypatch) -> None:
    labels, scores = normal_sample(60)
    scores[:4] = 0  # at the threshold
    chances = 1 / (1 + np.exp(-scores))
    counts = np.arange(60) % 4
    monkeypatch.setattr(
        MODULE,
        "_draw_function",
        lambda _, cells, *__: lambda: np.bincount(cells.of_cases, weights=counts, minlength=cells.size),
    )
    names = ["auroc", "expected_loss", "log_loss", "h_measure", "lxcim", "audrc_integral", "accuracy"]
    drawn = bootstrap(labels, chances, metrics=names, replicates=1, threshold=0.5, rng=np.random.default_rng(0))
    for name in names:
        parameters = {"threshold": 0.5} if name in ("lxcim", "audrc_integral", "accuracy") else {}
        # The classifier by default weighs as much as one case, whatever the weights.
        expected = getattr(metricbook, name)(labels, chances, sample_weight=counts, **parameters)
        assert drawn[name][0] == pytest.approx(expected, rel=1e-13)


def test_a_replicate_without_a_class_has_no_value_where_one_is_needed() -> None:
    drawn = bootstrap([1, 0, 0], [3, 2, 1], metrics=["auroc", "accuracy"], replicates=50, rng=np.random.default_rng(0))
    assert drawn["auroc"].isna().any()
    assert drawn["accuracy"].notna().all()


def test_a_cluster_is_drawn_whole_and_a_case_with_its_weight() -> None:
    def accuracies(**options: list) -> set[float]:
        rng = np.random.default_rng(3)
        return {
            *bootstrap([1, 0, 1, 0], [2, -2, -1, 1], metrics=["accuracy"], replicates=99, rng=rng, **options)[
                "accuracy"
            ]
        }

    assert accuracies() == {0, 0.25, 0.5, 0.75, 1}
    assert accuracies(clusters=["right", "right", "wrong", "wrong"]) == {0, 0.5, 1}
    assert accuracies(clusters=["right", "right", "wrong", "wrong"], sample_weight=[2, 1, 1, 0]) == {0, 0.75, 1}
    weighed = [3, 3, 1, 1]
    assert accuracies(sample_weight=weighed) == {0, 1 / 2, 3 / 4, 9 / 10, 1}


def test_an_unknown_metric_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown metrics \['auc'\]; known are"):
        bootstrap([1, 0], [2, 1], metrics=["auc"], rng=np.random.default_rng(0))
