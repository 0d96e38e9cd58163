"""The angle between metrics: against a bivariate normal law, against other algebra, and by models that are drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import multivariate_normal

import metricbook
from metricbook import angle, disagreement, influence
from metricbook.metrics import angles
from metricbook.metrics.influence import KNOWN
from tests.whole import MONTHLY, mostly

METRICS = ("auroc", "average_precision", "lxcim", "f1_score")


def models(n: int, share: float, correlation: float, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Labels and the scores of two equally good models, whose noise goes together."""
    labels = rng.random(n) < share
    one, own = rng.normal(size=(2, n))
    there = math.sqrt(2) * ndtri(0.8) * labels
    return labels, there + one, there + correlation * one + math.sqrt(1 - correlation**2) * own


def test_opposite_signs_are_two_quadrants_of_the_normal_law() -> None:
    h, k = (each.ravel() for each in np.meshgrid([-2.0, -0.3, 0.0, 0.7, 3.0], [-1.5, 0.0, 0.3, 2.0]))
    for rho in (-0.99, -0.4, 0.0, 0.6, 0.95):
        both = [multivariate_normal.cdf([a, b], [0, 0], [[1, rho], [rho, 1]]) for a, b in zip(h, k, strict=True)]
        assert disagreement(rho, h, k) == pytest.approx(ndtr(h) + ndtr(k) - 2 * np.array(both), abs=1e-7)
    assert disagreement([1, 1, 1, -1, -1], [0, 1, 0, 0, 1], [0, -1, 2, 0, 1]) == pytest.approx(
        [0, 2 * ndtr(1) - 1, ndtr(2) - 0.5, 1, 2 - 2 * ndtr(1)]
    )
    assert disagreement(math.sqrt(3) / 2) == pytest.approx(1 / 6)
    for wrong in ((1.1, 0, 0), (0.5, math.nan, 0), (0.5, 0, math.inf)):
        with pytest.raises(ValueError, match="correlations must lie between -1 and 1"):
            disagreement(*wrong)


def test_the_correlation_is_that_of_differences_of_influences() -> None:
    labels, first, second = models(400, 0.2, 0.5, np.random.default_rng(0))
    found = angle(labels, first, second, METRICS)
    apart = [np.subtract(*(influence(name, labels, s).of_cases for s in (first, second))) for name in METRICS]
    correlation = np.corrcoef(apart)[np.triu_indices(len(METRICS), 1)]
    assert found["correlation"].to_numpy() == pytest.approx(correlation)
    assert found["disagree"].to_numpy() == pytest.approx(np.arccos(correlation) / math.pi)
    assert ((found["low"] < found["disagree"]) & (found["disagree"] < found["high"])).all()
    for swapped in (angle(labels, second, first, METRICS), angle(~labels, -first, -second, METRICS[:1] + METRICS[2:3])):
        pairs = [(row.metric, row.other) for row in swapped.itertuples()]
        here = found.set_index(["metric", "other"]).loc[pairs]
        assert swapped["correlation"].to_numpy() == pytest.approx(here["correlation"].to_numpy())


def test_of_a_loss_less_is_better() -> None:
    labels, first, second = models(400, 0.3, 0.5, np.random.default_rng(1))
    chances = [ndtr(each) for each in (first, second)]
    losses = {name: {} for name in ("brier_score", "log_loss")}
    asked = {"auroc": {}, "accuracy": {"threshold": 0.5}, "error_rate": {"threshold": 0.5}} | losses
    found = angle(labels, *chances, asked).set_index(["metric", "other"])["correlation"]
    assert found["accuracy", "error_rate"] == pytest.approx(1)
    assert (found["auroc"] > 0).all()
    assert angles.LOSSES <= KNOWN
    perfect = [float(getattr(metricbook, name)([1, 0], [0.9, 0.1])) for name in ("brier_score", "log_loss")]
    worse = [float(getattr(metricbook, name)([1, 0], [0.1, 0.9])) for name in ("brier_score", "log_loss")]
    assert all(good < bad for good, bad in zip(perfect, worse, strict=True))


def test_repeats_are_weights_and_clusters_and_classes_may_be_fixed() -> None:
    labels, first, second = models(300, 0.3, 0.5, np.random.default_rng(2))
    plain = angle(labels, first, second, METRICS[:3])
    two = [np.repeat(each, 2) for each in (labels, first, second)]
    for same in (
        angle(*two, METRICS[:3], clusters=np.repeat(np.arange(300), 2)),
        angle(labels, first, second, METRICS[:3], sample_weight=np.full(300, 2.0)),
        angle(np.where(labels, "b", "a"), first, second, METRICS[:3], pos_label="b"),
    ):
        assert same["correlation"].to_numpy() == pytest.approx(plain["correlation"].to_numpy())
        assert same["high"].to_numpy() == pytest.approx(plain["high"].to_numpy())
    fixed = angle(labels, first, second, METRICS[:3], fixed_classes=True)
    for row in fixed.itertuples():
        each = []
        for name in (row.metric, row.other):
            apart = np.subtract(*(influence(name, labels, s).of_cases for s in (first, second)))
            each.append(np.where(labels, apart - apart[labels].mean(), apart - apart[~labels].mean()))
        assert row.correlation == pytest.approx(np.corrcoef(each)[0, 1])


def test_what_has_no_angle_is_refused() -> None:
    labels, first, second = models(200, 0.3, 0.5, np.random.default_rng(3))
    with pytest.raises(ValueError, match=r"name two or more, not \['auroc'\]"):
        angle(labels, first, second, ["auroc"])
    with pytest.raises(ValueError, match="the angle of auroc is undefined"):
        angle(labels, first, 2 * first + 1, ["auroc", "average_precision"])
    with pytest.raises(ValueError, match="unknown metric 'auc'"):
        angle(labels, first, second, ["auc", "auroc"])
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        angle(labels, first, second, METRICS, level=1)


@pytest.mark.parametrize("setting", mostly([(0.5, 0.0), (0.1, 0.7)], (0.1, 0.7)))
def test_intervals_hold_the_angle_of_the_population(setting: tuple[float, float]) -> None:
    """Of 95 % intervals at least 86 %, in a monthly run to 1.7 %, by default to 10 %: the limit is not yet reached."""
    rng, samples = np.random.default_rng(36), 400 if MONTHLY else 12
    truth = angle(*models(1_000_000 if MONTHLY else 100_000, *setting, rng), METRICS)["disagree"]
    held = np.zeros(len(truth))
    for _ in range(samples):
        found = angle(*models(1000, *setting, rng), METRICS)
        held += (found["low"] <= truth) & (truth <= found["high"])
    assert (held / samples > 0.86 - 3 * math.sqrt(0.86 * 0.14 / samples)).all(), held / samples


def test_of_metrics_that_choose_thresholds_the_angle_is_too_large() -> None:
    """On 200 cases AUROC and H disagree in 0.10, and the gap and AUROC in 0.20 of samples."""
    rng, samples = np.random.default_rng(3), 400
    chosen = {"h_measure": metricbook.h_measure, "kolmogorov_smirnov": metricbook.kolmogorov_smirnov}
    opposite, said = {name: 0.0 for name in chosen}, {name: 0.0 for name in chosen}
    for _ in range(samples):
        labels, *scores = models(200, 0.5, 0.7, rng)
        area = np.subtract(*(influence("auroc", labels, each).of_cases for each in scores))
        ahead = metricbook.auroc(labels, scores[0]) - metricbook.auroc(labels, scores[1])
        for name, value in chosen.items():
            less = value(labels, scores[0]) - value(labels, scores[1])
            opposite[name] += (1 - np.sign(ahead * less)) / 2 / samples
            apart = np.subtract(*(influence(name, labels, each).of_cases for each in scores))
            said[name] += float(disagreement(np.corrcoef(area, apart)[0, 1])) / samples
    assert opposite == pytest.approx({"h_measure": 0.10, "kolmogorov_smirnov": 0.20}, abs=0.05)
    assert said == pytest.approx({"h_measure": 0.15, "kolmogorov_smirnov": 0.26}, abs=0.01)


def test_large_samples_have_the_interval_of_their_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = models(8000, 0.5, 0.5, np.random.default_rng(5))
    jackknife = angle(*drawn, METRICS)
    monkeypatch.setattr(angles, "LARGE", 100)
    parts = angle(*drawn, METRICS)
    assert parts["disagree"].to_numpy() == pytest.approx(jackknife["disagree"].to_numpy())
    widths = [found["high"] - found["low"] for found in (jackknife, parts)]
    assert ((widths[0] / widths[1] > 0.5) & (widths[0] / widths[1] < 2)).all()
