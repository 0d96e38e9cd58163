"""Standard errors: by hand, by peers, by each other, by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import auroc
from metricbook.metrics.influence import Influence
from metricbook.metrics.intervals import paired_difference
from metricbook.metrics.standard_errors import hanley_mcneil, spread, standard_error
from metricbook.metrics.validation import Sample
from tests.samples import METRICS_OF_ALL_KINDS, normal_sample

#: 113 patients after a haemorrhage in the brain, the 41 with poor outcomes first, in the order of R's package pROC
#: 1.18: the grade of severity, and the rank of a protein in the blood (data of Turck et al., 2010, without what ranks
#: leave out).
GRADES = (
    "32455552521254425552525245441442255225555111151221221112121134141551124112212122111121211324214115422111312244111"
)
PROTEIN = """
9 6 12 8 26 31 29 3 20 5 3 24 22 28 31 16 31 31 31 3 31 18 1 5 14 31 16 31 4 16 9 6 7 14 31 10 31 19 31 31 26
9 10 6 2 27 13 6 6 2 4 2 5 7 3 13 3 7 9 13 2 12 10 21 5 30 27 12 3 25 27 7 4 5 4 2 9 6 10 11 2 2 5 2 5 4 12 5
4 20 7 17 3 6 19 3 2 15 23 6 11 4 10 6 3 2 13 11 27 13 11 30 28
"""


def _delong(labels: np.ndarray, scores: np.ndarray) -> float:
    """Variance of AUROC by DeLong et al.: that of each class's placements by its number."""
    positives, negatives = scores[labels][:, None], scores[~labels]
    pairs = (positives > negatives) + (positives == negatives) / 2
    return pairs.mean(1).var(ddof=1) / pairs.shape[0] + pairs.mean(0).var(ddof=1) / pairs.shape[1]


def test_with_fixed_classes_the_variance_of_auroc_is_delongs() -> None:
    labels, scores = normal_sample(300)
    assert standard_error("auroc", labels, scores, fixed_classes=True) ** 2 == pytest.approx(_delong(labels, scores))


def test_proc_finds_the_same_variances_and_the_same_difference() -> None:
    """Printed in pROC's own tests: of `var` and of `roc.test`, both by DeLong's method."""
    labels = np.arange(113) < 41
    grades, protein = np.array(list(GRADES), dtype=int), np.array(PROTEIN.split(), dtype=int)
    for scores, area, variance in (
        (grades, 0.823678861788618, 0.00146991470882363),
        (protein, 0.731368563685637, 0.00266868245717244),
    ):
        assert auroc(labels, scores) == pytest.approx(area, rel=1e-13)
        assert standard_error("auroc", labels, scores, fixed_classes=True) ** 2 == pytest.approx(variance, rel=1e-12)
    found = paired_difference("auroc", labels, grades, protein, fixed_classes=True)
    assert found.value / found.standard_error == pytest.approx(2.20898359144091, rel=1e-12)
    ends = found.value + np.array([-1, 1]) * 1.959963984540054 * found.standard_error
    assert ends == pytest.approx([0.0104061769564846, 0.174214419249478], rel=1e-12)


@pytest.mark.parametrize(
    ("positives", "negatives", "printed"), [(20, 200, 0.06498283), (110, 110, 0.03282048), (20, 20, 0.07789072)]
)
def test_hanley_and_mcneils_standard_error_is_that_of_auctestr(positives: int, negatives: int, printed: float) -> None:
    """Printed in the examples of `se_auc` of R's package auctestr 1.0.0."""
    assert hanley_mcneil(0.75, positives, negatives) == pytest.approx(printed, abs=5e-9)


def test_of_exponential_scores_hanley_and_mcneils_standard_error_is_right() -> None:
    rng = np.random.default_rng(6)
    labels = np.arange(90) < 30
    areas = [auroc(labels, rng.exponential(np.where(labels, 4, 1))) for _ in range(4000)]  # the area is 4/5
    assert np.std(areas) == pytest.approx(hanley_mcneil(0.8, 30, 60), rel=4 / np.sqrt(2 * 4000))
    assert hanley_mcneil(1, 5, 5) == hanley_mcneil(0, 5, 5) == 0
    assert hanley_mcneil(0.8, 1, 1) == pytest.approx(0.4)  # one pair is in order or not


def test_whoever_repeats_every_case_gains_nothing_if_he_says_so() -> None:
    labels, scores = normal_sample(200)
    once = {metric: standard_error(metric, labels, scores) for metric in METRICS_OF_ALL_KINDS}
    twice = np.tile(labels, 2), np.tile(scores, 2)
    names = np.tile([f"patient {k}" for k in range(200)], 2)
    for metric, error in once.items():
        assert standard_error(metric, *twice, clusters=names) == pytest.approx(error)
        assert standard_error(metric, *twice) < 0.8 * error


def test_the_scale_of_the_weights_is_nothing() -> None:
    labels, scores = normal_sample(100)
    weights = np.random.default_rng(1).uniform(1, 3, 100)
    for metric in METRICS_OF_ALL_KINDS:
        error = standard_error(metric, labels, scores, sample_weight=weights)
        assert standard_error(metric, labels, scores, sample_weight=1e6 * weights) == pytest.approx(error)


def test_equal_cases_may_be_counted() -> None:
    each, times = np.array([0.5, -1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0, 1.0])
    labels = np.array([True, True, False, False])
    repeats = times.astype(int)
    cases = Influence(0.0, np.repeat(each, repeats))
    sample = Sample(np.repeat(labels, repeats), np.zeros(10), None)
    for fixed in (False, True):
        found = spread(Influence(0.0, each * times), Sample(labels, np.zeros(4), times), None, fixed, times)
        assert found == pytest.approx(spread(cases, sample, None, fixed))
    assert (found.positives, found.negatives) == (5, 5)
    assert found.contributing == pytest.approx((cases.of_cases**2).sum() ** 2 / (cases.of_cases**4).sum())
    with pytest.raises(ValueError, match="at least two cases of each class"):
        spread(Influence(0.0, each[1:3]), Sample(labels[1:3], np.zeros(2), None), None, True, np.ones(2))
