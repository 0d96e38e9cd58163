"""Mixtures of performances and how far their scores leave the range of the parts."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.tile.axioms import mixture, mixture_excess
from metricbook.tile.scores import ranking_score

FIRST, SECOND = np.random.default_rng(11).dirichlet([0.3] * 4, (2, 500))
WEIGHT = np.random.default_rng(12).random(500)


def test_a_mixture_is_the_weighted_sum() -> None:
    mixed = mixture([2, 0, 0, 2], [0, 1, 0, 0], 0.5)
    assert mixed.tolist() == [0.25, 0.5, 0, 0.25]
    assert mixture(FIRST, SECOND, WEIGHT).shape == (500, 4)
    assert np.allclose(mixture(FIRST, SECOND, 0.0), SECOND, atol=1e-15)


@pytest.mark.parametrize("place", [(0.0, 0.0), (1.0, 0.5), (0.3, 0.9), (0.5, 0.5), (1.0, 0.0)])
def test_a_canonical_score_stays_within_the_range(place: tuple[float, float]) -> None:
    excess = mixture_excess(lambda p: ranking_score(p, *place), FIRST, SECOND, WEIGHT)
    assert np.nanmax(excess) < 1e-12


def test_a_mean_of_two_canonical_scores_does_not() -> None:
    def mean(p: np.ndarray) -> np.ndarray:
        return (ranking_score(p, 0.0, 1.0) + ranking_score(p, 1.0, 0.0)) / 2  # NPV and PPV

    excess = mixture_excess(mean, FIRST, SECOND, WEIGHT)
    assert np.nanmax(excess) > 0.1


def test_undefined_scores_give_nan_and_bad_weights_an_error() -> None:
    assert np.isnan(mixture_excess(lambda p: ranking_score(p, 1.0, 1.0), [1, 0, 0, 0], [0, 0, 0, 1], 0.5))
    with pytest.raises(ValueError, match=r"^weight must lie between 0 and 1"):
        mixture([1, 0, 0, 0], [0, 0, 0, 1], 1.5)
