"""What is computed of one model: parts of the Brier score, curves, groups of scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import metricbook as mb
from metricbook.reports.analysis import analyse
from metricbook.reports.question import Question
from tests.metricbook.reports.test_thresholds import MADE, model_of, weights
from tests.whole import in_whole_run

from .made import predictions


@pytest.mark.parametrize("question", [Question(), Question(prevalence=0.05)])
def test_the_parts_of_the_brier_score_make_it_up(question: Question) -> None:
    for model in analyse(replace(MADE, weights=weights()), question, replicates=3).models.values():
        assert model.brier_parts is not None
        miscalibration, discrimination, uncertainty = model.brier_parts
        assert miscalibration - discrimination + uncertainty == pytest.approx(model.metrics["brier_score"].value)
        assert min(model.brier_parts) >= 0
        assert uncertainty == pytest.approx(model.positive_share * (1 - model.positive_share))


def test_a_curve_is_drawn_where_the_highest_score_weighs_nothing() -> None:
    top = MADE.scores["first"] == MADE.scores["first"].max()
    curve = analyse(replace(MADE, weights=1.0 - top), replicates=3).models["first"].curves.precision_recall
    heard = {name: scores[~top] for name, scores in MADE.scores.items()}
    without = analyse(replace(MADE, labels=MADE.labels[~top], scores=heard), replicates=3).models["first"]
    assert curve.x.tolist() == without.curves.precision_recall.x.tolist()
    assert curve.y.tolist() == without.curves.precision_recall.y.tolist()


def test_a_model_knows_its_scores() -> None:
    model = model_of([0.5, 0.25, 0.25, 1], Question(), weights=np.array([1.0, 2, 3, 4]))
    assert (model.distinct, model.lowest, model.highest) == (3, 0.25, 1)
    assert model.mean == pytest.approx((0.5 + 0.5 + 0.75 + 4) / 10)
    assert model.positive_share == pytest.approx(0.3)


@in_whole_run
def test_a_page_of_many_models_holds_less_of_each() -> None:
    fine = predictions(1200, digits=15)
    for number, most, rows in ((1, 450, 10), (8, 100, 10), (9, 67, 5)):
        scores = {f"m{k}": fine.scores["first"] for k in range(number)}
        model = analyse(replace(fine, scores=scores), replicates=1).models["m0"]
        assert (len(model.histogram), len(model.thresholds)) == (most, rows)
        assert model.curves.roc.x.size == most or number == 1


def test_neighbouring_scores_are_put_together_as_said() -> None:
    fine = predictions(2700, digits=15)
    model = analyse(fine, replicates=1).models["first"]
    lowest, positives, negatives = map(np.array, zip(*model.histogram, strict=True))
    assert lowest.tolist() == sorted(lowest, reverse=True)
    assert (positives + negatives).tolist() == [9.0] * 300
    grouped = lowest[np.searchsorted(-lowest, -fine.scores["first"], "left")]
    assert positives.sum() == fine.labels.sum()
    area = model.metrics["auroc"].value
    assert model.histogram_error == pytest.approx(abs(mb.auroc(fine.labels, grouped) - area))
    assert 0 < model.histogram_error < 0.01
    few = analyse(MADE, replicates=1).models["first"]
    assert [row[0] for row in few.histogram] == sorted(set(MADE.scores["first"]), reverse=True)
    assert few.histogram_error == 0


def test_curves_are_the_packages() -> None:
    model = analyse(MADE, replicates=1).models["first"]
    labels, scores = MADE.labels, MADE.scores["first"]
    for thinned, curve in (
        (model.curves.roc, mb.roc_curve(labels, scores)),
        (model.curves.precision_recall, mb.precision_recall_curve(labels, scores)),
    ):
        x, y = curve.to_numpy()[:, :2].T
        assert set(zip(thinned.x, thinned.y, strict=True)) <= set(zip(x, y, strict=True))
        assert thinned.error < 1e-12
    decided = model.curves.confidence
    assert 2 * np.trapezoid(decided.y, decided.x) == pytest.approx(model.metrics["lxcim"].value, abs=0.01)
    groups = model.curves.calibration.groups
    assert sum(weight for *_, weight in groups) == 400
    assert sum(share * weight for _, share, weight in groups) == pytest.approx(labels.sum())
    bands = model.curves.bands
    for thinned, band in ((model.curves.roc, bands.roc), (model.curves.precision_recall, bands.precision_recall)):
        points = set(zip(thinned.x, thinned.y, strict=True))
        near = [min(abs(x - a) + abs(y - b) for a, b in points) for x, y in zip(band.x, band.y, strict=True)]
        assert max(near) < 0.05
