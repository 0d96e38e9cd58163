"""Populations of normal scores where nearly nobody is flagged."""

from __future__ import annotations

import pytest
from mpmath import inf, mp, ncdf, npdf, quad

from scoring_the_scores.sumpter.normal_mixtures import NormalLaw, NormalMixtures


@pytest.mark.parametrize("threshold", [1.0, 3.0, 7.0])
@pytest.mark.parametrize("sd", [0.5, 1.0])
@pytest.mark.parametrize("shift", [-2, 0, 2])
def test_the_negatives_beaten_far_in_the_tail_are_those_of_quadrature(shift: int, sd: float, threshold: float) -> None:
    law = NormalMixtures(NormalLaw(1, shift, 1), (NormalLaw(1, 0, sd),))
    with mp.workdps(30):
        ends = [threshold + sd * step for step in (0, 0.25, 1, 3, 9)]
        beaten = quad(lambda t: npdf(t, 0, sd) * ncdf(shift - t), [*ends, inf])
    flagged = law.true_positive_rate(threshold) + law.false_positives(threshold)
    error = float(law.beaten_negatives(threshold)) - float(beaten)
    assert abs(error / flagged) < 1e-14
    if threshold > sd:
        assert float(law.beaten_negatives(threshold)) == pytest.approx(float(beaten), rel=1e-11)
