"""The ends of intervals, on the scale of each metric: by hand and by peers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import metricbook
from metricbook.metrics.intervals import interval, paired_difference
from metricbook.metrics.shares import share_ends
from metricbook.metrics.standard_errors import hanley_mcneil, spread
from metricbook.metrics.validation import Sample
from tests.samples import normal_sample


def test_ten_positives_among_thousands_have_the_quantile_of_ten_at_most() -> None:
    """Of fewer if few of them make the difference: two degrees of freedom for each."""
    rng = np.random.default_rng(2)
    labels = np.arange(5000) < 10
    first, second = (rng.normal(size=5000) for _ in range(2))
    first[:10], second[:10] = np.tile([9.0, -9.0], 5), np.tile([-9.0, 9.0], 5)
    found = paired_difference("auroc", labels, first, second)
    assert (found.high - found.value) / found.standard_error == pytest.approx(stats.t(9).ppf(0.975), rel=0.01)
    second = first.copy()
    second[0] = -9.0
    found = paired_difference("auroc", labels, first, second)
    assert (found.high - found.value) / found.standard_error == pytest.approx(stats.t(2).ppf(0.975), rel=0.2)


def test_an_interval_of_log_loss_may_reach_above_one() -> None:
    found = interval("log_loss", [1, 0, 1, 0], [0.2, 0.6, 0.1, 0.3])
    assert 0 < found.low < found.value < 1.5 < found.high


def _spread_of(metric: str, stated: np.ndarray, labels: np.ndarray) -> float:
    """The mean of the squared losses over that of the losses: of the sample, or if larger as stated."""
    of_positive = (1 - stated) ** 2 if metric == "brier_score" else -np.log(stated)
    of_negative = stated**2 if metric == "brier_score" else -np.log(1 - stated)
    losses = np.where(labels, of_positive, of_negative)
    expected = [stated @ of_positive**power + (1 - stated) @ of_negative**power for power in (1, 2)]
    return max((losses @ losses) / losses.sum(), expected[1] / expected[0])


@pytest.mark.parametrize("metric", ["brier_score", "log_loss"])
def test_a_mean_loss_lies_a_quantile_of_standard_errors_from_the_ends(metric: str) -> None:
    """Each end m is so far off, where its variance is m (r - m) by n, with the factor n by n - 1 of the sample's."""
    rng = np.random.default_rng(6)
    for size, share in ((40, 0.5), (900, 0.02)):
        stated = rng.beta(2 * share, 2 * (1 - share), size).clip(0.001, 0.999)
        labels = rng.random(size) < stated
        labels[:2] = True, False
        found = interval(metric, labels, stated)
        sample = Sample(labels, stated, None)
        moved = metricbook.influence(metric, labels, stated)
        quantile = stats.t(spread(moved, sample, None, False).freedom).ppf(0.975)
        ratio = _spread_of(metric, stated, labels)
        for end in (found.low, found.high):
            error = np.sqrt(end * (ratio - end) / (size - 1))
            assert abs(end - found.value) == pytest.approx(quantile * error, rel=1e-9)
        weighed = interval(metric, labels, stated, sample_weight=np.full(size, 3.0))
        assert tuple(weighed) == pytest.approx(tuple(found))
        twice = interval(metric, *np.tile([labels, stated], 2), clusters=np.tile(np.arange(size), 2))
        assert tuple(twice) == pytest.approx(tuple(found))


def test_the_brier_score_of_sure_statements_has_the_interval_of_a_share() -> None:
    """Seven of 60 are wrong: Wilson's interval, by Student's t and one case less."""
    labels = np.arange(60) < 30
    stated = np.where(np.arange(60) % 10 == 0, ~labels, labels).astype(float)
    stated[1] = 0.0
    found = interval("brier_score", labels, stated)
    assert found.value == pytest.approx(7 / 60)
    moved = metricbook.influence("brier_score", labels, stated)
    quantile = stats.t(spread(moved, Sample(labels, stated, None), None, False).freedom).ppf(0.975)
    for end in (found.low, found.high):
        assert (end - 7 / 60) ** 2 == pytest.approx(quantile**2 * end * (1 - end) / 59)


def test_a_share_of_a_list_is_that_of_so_many_draws_as_vary_as_much() -> None:
    rng = np.random.default_rng(2)
    labels = rng.random(400) < 0.3
    scores = rng.normal(size=400) + labels
    weights = rng.gamma(3.0, size=400)
    for metric, most in (("precision_at_k", 40.0), ("recall_at_k", float(labels.sum()))):
        found = interval(metric, labels, scores, k=0.1)
        draws = min(found.value * (1 - found.value) / found.standard_error**2, most)
        tail = stats.norm.sf(stats.t(399).ppf(0.975))
        assert (found.low, found.high) == pytest.approx(share_ends(found.value, draws, tail))
        given = {"k": 0.1, "sample_weight": weights, "clusters": np.arange(400) // 2}
        found = interval(metric, labels, scores, **given)
        draws = found.value * (1 - found.value) / found.standard_error**2
        assert (found.low, found.high) == pytest.approx(share_ends(found.value, draws, 0.025), rel=0.02)


def test_ties_at_the_end_of_a_list_do_not_make_it_sure() -> None:
    """One positive shares the last place of ten with 90 negatives: a tenth of one is found."""
    labels = np.arange(200) == 15
    scores = np.select([np.arange(200) < 9, np.arange(200) < 100], [2.0, 1.0])
    for metric, cases in (("precision_at_k", 10), ("recall_at_k", 1)):
        found = interval(metric, labels, scores, k=0.05)
        assert found.value == pytest.approx(1 / 91 / cases)
        assert found.high > share_ends(0.0, cases, 0.025)[1]


def test_the_odds_of_both_ends_are_as_many_times_those_of_the_value() -> None:
    value, low, high, error = interval("accuracy", [1, 1, 1, 0, 0, 0], [6, 5, -2, 4, -3, -1])
    odds = np.log([share / (1 - share) for share in (low, value, high)])
    # Satterthwaite's: the influences of either class are as 1, 1 and -2. The logit's derivative is 1 / (2/3 times 1/3).
    freedom = (6 + 6) ** 2 / (6**2 / 2 + 6**2 / 2)
    assert np.diff(odds) == pytest.approx(2 * [stats.t(freedom).ppf(0.975) * error * 9 / 2])


@pytest.mark.parametrize(
    ("scores", "swapped"),
    [([6, 5, 2, 4, 3, 1], [2, 2, -4, -1, -1, 2]), ([6, 5, 3, 4, 2, 1], [1, 1, -2, -2, 1, 1])],
)
def test_the_lower_end_of_an_area_is_where_a_score_test_rejects_it(scores: list[int], swapped: list[int]) -> None:
    """The variance is Hanley and McNeil's times the sample's share of it, drawn towards 1 if that is below."""
    value, low, high, error = interval("auroc", [1, 1, 1, 0, 0, 0], scores)
    of_positives, of_negatives = (float(np.dot(part, part)) for part in (swapped[:3], swapped[3:]))
    freedom = (of_positives + of_negatives) ** 2 / (of_positives**2 / 2 + of_negatives**2 / 2)
    ratio, prior = (error / hanley_mcneil(value, 3, 3)) ** 2, 4 / (1 - value)
    assert (ratio < 1) == (value == 8 / 9)
    factor = max((prior + freedom * ratio) / (prior + freedom), ratio)
    quantile = stats.t(prior + freedom).ppf(0.975) * factor**0.5
    assert value - low == pytest.approx(quantile * hanley_mcneil(low, 3, 3))
    # The upper end is that on the logit scale where it lies farther off.
    logit = np.log(value / (1 - value)) + stats.t(freedom).ppf(0.975) * error / value / (1 - value)
    assert high == pytest.approx(1 / (1 + np.exp(-logit)))
    assert high - value > quantile * hanley_mcneil(high, 3, 3)
    turned = interval("auroc", [0, 0, 0, 1, 1, 1], scores)
    assert turned == pytest.approx((1 - value, 1 - high, 1 - low, error))


def test_an_area_is_as_sure_whichever_class_is_called_positive() -> None:
    rng = np.random.default_rng(7)
    labels = np.arange(300) < 6
    scores = rng.normal(3 * labels)
    assert interval("auroc", ~labels, -scores) == pytest.approx(interval("auroc", labels, scores))


def test_an_area_of_many_cases_has_the_ends_of_its_standard_error() -> None:
    labels, scores = normal_sample(20_000)
    found = interval("auroc", labels, scores)
    assert found.high - found.low == pytest.approx(2 * 1.96 * found.standard_error, rel=0.01)


def test_an_average_precision_of_few_may_be_as_high_as_the_share_that_wilson_allows() -> None:
    labels = np.zeros(2000, dtype=bool)
    labels[[500, 900, 1300, 1500, 1700]] = True
    value, low, high, _ = interval("average_precision", labels, -np.arange(2000.0))
    square = stats.norm.ppf(0.975) ** 2
    assert 0 < low < value < 0.01
    assert (high - value) ** 2 == pytest.approx(square * high * (1 - high) / 5)
    assert high > 0.4
