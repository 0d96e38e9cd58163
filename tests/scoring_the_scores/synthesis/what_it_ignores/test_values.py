"""The quick values of the chapter's table are those of the definitions, on every small sample."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

import metricbook as mb
from metricbook.exact import calibration, costs, indistinguishability, ranking
from scoring_the_scores.synthesis.what_it_ignores.transformations import samples
from scoring_the_scores.synthesis.what_it_ignores.values import METRICS, same, shown, value

ALL = [*samples(2), *samples(3), *samples(4)[::7]]


def _columns(cases):
    return [label for _, label in cases], [score for score, _ in cases]


def _precision_at_r_b(labels, scores):
    threshold = indistinguishability.indistinguishability_threshold(labels, scores)
    return None if threshold is None else indistinguishability.rates(labels, scores, threshold).precision


DEFINITIONS = {
    "AUROC": ranking.auroc,
    "AP": ranking.average_precision,
    "C(r_b)": _precision_at_r_b,
    "KS": lambda y, s: max(abs(v - u) for u, v in ranking.roc_points(y, s)),
    "AUCH": ranking.auch,
    "L, skews": lambda y, s: costs.expected_loss(y, s, default_weight=0),
    "L, costs": lambda y, s: costs.expected_loss(y, s, over="cost", default_weight=0),
    "least L, skews": costs.expected_min_loss,
    "least L, costs": lambda y, s: costs.expected_min_loss(y, s, over="cost"),
    "H": costs.h_measure,
    "LxCIM": ranking.lxcim,
    "AUDRC, sum": ranking.audrc_sum,
    "accuracy": ranking.accuracy,
}


@pytest.mark.parametrize("metric", DEFINITIONS)
def test_values_are_those_of_the_definition(metric):
    assert all(value(metric, cases) == DEFINITIONS[metric](*_columns(cases)) for cases in ALL)


def test_values_in_floats_are_those_of_the_package():
    for cases in ALL:
        labels, scores = _columns(cases)
        scores = [float(score) for score in scores]
        assert same(value("AUDRC, integral", cases), mb.audrc_integral(labels, scores))
        cells = mb.confusion_at(labels, scores)
        assert shown("kappa", value("kappa", cases)) == pytest.approx(mb.confusion.cohen_kappa(*cells))
        if (mcc := value("MCC", cases)) is not None:
            assert shown("MCC", mcc) == pytest.approx(mb.confusion.matthews_correlation(*cells), abs=1e-12)
        table = mb.indistinguishability_curves(labels, scores)
        assert float(value("best F1", cases)) == pytest.approx(table["F1"].max())


def test_values_of_chances_are_those_of_the_definition():
    for cases in ALL:
        labels, scores = _columns(cases)
        chances = [Fraction(6 + score, 12) for score in scores]
        assert value("Brier score", cases) == calibration.brier_score(labels, chances)
        found = shown("log loss", value("log loss", cases))
        assert found == pytest.approx(-log(calibration.likelihood(labels, chances)) / len(cases))


def test_there_are_twenty_two_metrics():
    assert len(METRICS) == 22
