"""The angles of normal scores, by series, against the library's on drawn cases."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.special import expit, ndtri

import metricbook
from metricbook import disagreement, paired_difference
from metricbook.explorers import EXPLORERS
from metricbook.explorers.angles import OF_ANGLES, TEST_SETS, angles, differences

#: The library's functions of the metrics, and their parameters for probabilities.
ASKED: dict[str, dict[str, Any]] = {
    "auroc": {},
    "average_precision": {},
    "h_measure": {},
    "brier_score": {},
    "lxcim": {"threshold": 0.5},
    "accuracy": {"threshold": 0.5},
    "f1_score": {"threshold": 0.5},
}
FIRST = EXPLORERS["metric-angle"]


def probabilities(cases: int, prevalence: float, ahead: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels, and the probabilities that two models give, whose noise has the correlation 0.7; A's positives ahead."""
    rng = np.random.default_rng(11)
    labels = np.arange(cases) < cases * prevalence
    one, own = rng.normal(size=(2, cases))
    d = np.sqrt(2) * ndtri(0.8)
    places = (d + ahead) * labels + one, d * labels + 0.7 * one + np.sqrt(0.51) * own
    first, second = (expit(d * x - d * d / 2 + np.log(prevalence / (1 - prevalence))) for x in places)
    return labels, first, second


def test_angles_are_those_of_drawn_cases() -> None:
    for prevalence in (0.5, 0.1):
        found = metricbook.angle(*probabilities(200_000, prevalence), ASKED, fixed_classes=True)
        drawn = found["disagree"].to_numpy()
        series = angles({**FIRST, "prevalence": prevalence})
        expected = [series[pair].share for pair in combinations(OF_ANGLES, 2)]
        assert drawn == pytest.approx(expected, abs=0.012)


def test_equally_good_models_of_one_setting_are_known_from_the_chapter() -> None:
    for prevalence, correlation, share in ((0.5, 0.7, 0.207), (0.1, 0.7, 0.331), (0.5, 0, 0.160), (0.1, 0, 0.260)):
        found = angles({**FIRST, "prevalence": prevalence, "correlation": correlation})
        assert round(found["auroc", "average_precision"].share, 3) == share


def test_auroc_and_lxcim_are_one_where_classes_are_even_and_scores_mirror_each_other() -> None:
    found = angles({**FIRST, "lead": 1.5})
    assert found["auroc", "lxcim"].share == pytest.approx(0, abs=1e-12)
    assert found["auroc", "lxcim"].second == pytest.approx(1.5)
    for name in OF_ANGLES:
        assert found[name, name][3:] == (0, 0)
    assert angles({**FIRST, "prevalence": 0.3})["auroc", "lxcim"].share > 0.005


def test_leads_are_those_of_models_whose_positives_score_a_little_higher() -> None:
    labels, first, second = probabilities(200_000, 0.1)
    _, ahead, _ = probabilities(200_000, 0.1, ahead=0.02)
    drawn = []
    for name, parameters in ASKED.items():
        gain = paired_difference(name, labels, ahead, first, fixed_classes=True, **parameters).value
        error = paired_difference(name, labels, first, second, fixed_classes=True, **parameters).standard_error
        drawn.append(gain / error * (-1 if name == "brier_score" else 1))
    series = angles({**FIRST, "prevalence": 0.1, "lead": 1})
    leads = np.array([series["auroc", name].second for name in OF_ANGLES])
    assert np.array(drawn) / drawn[0] == pytest.approx(leads, abs=0.03)
    assert leads.min() < 0.4 < 1 < leads.max()


def test_the_share_is_that_of_two_quadrants_and_of_the_test_sets_drawn() -> None:
    for lead in (0, 1, 2):
        angle = angles({**FIRST, "lead": lead})["auroc", "average_precision"]
        assert angle.share == float(disagreement(angle.correlation, angle.first, angle.second))
        one, other = differences(angle)
        assert np.mean(one * other < 0) == pytest.approx(angle.share, abs=3 * np.sqrt(angle.share / TEST_SETS))
        assert [one.mean(), other.mean()] == pytest.approx([angle.first, angle.second], abs=3 / np.sqrt(TEST_SETS))
