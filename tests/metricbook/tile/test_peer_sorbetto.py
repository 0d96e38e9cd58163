"""The Tile beside `sorbetto`, the library of the paper's authors, where it is installed (it needs Python 3.12)."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import tile

peer = pytest.importorskip("sorbetto.ranking.ranking_score", reason="sorbetto, a peer, is not installed")

PLACES = [(a, b) for a in (0.0, 0.2, 0.5, 1.0) for b in (0.0, 0.3, 0.5, 1.0)]
NAMED = {
    "TNR": peer.RankingScore.getTrueNegativeRate,
    "TPR": peer.RankingScore.getTruePositiveRate,
    "NPV": peer.RankingScore.getNegativePredictiveValue,
    "PPV": peer.RankingScore.getPositivePredictiveValue,
    "J+": peer.RankingScore.getJaccard,
    "J-": peer.RankingScore.getInverseJaccard,
    "A": peer.RankingScore.getAccuracy,
    "F1": peer.RankingScore.getF,
}


@pytest.fixture(scope="module")
def performances() -> np.ndarray:
    """Performances without a zero, for which every score is defined."""
    return tile.uniform_performances(200, rng=np.random.default_rng(17))


def of_the_peer(score, performances: np.ndarray) -> np.ndarray:
    """The peer's scores, one performance at a time."""
    from sorbetto.performance.two_class_classification_performance import TwoClassClassificationPerformance

    return np.array([score(TwoClassClassificationPerformance(*map(float, p))) for p in performances])


@pytest.mark.parametrize(("a", "b"), PLACES)
def test_canonical_scores(a: float, b: float, performances: np.ndarray) -> None:
    from sorbetto.parameterization.parameterization_default import ParameterizationDefault

    score = peer.RankingScore(ParameterizationDefault().getCanonicalImportance(a, b))
    assert tile.ranking_score(performances, a, b) == pytest.approx(of_the_peer(score, performances), abs=1e-14)


@pytest.mark.parametrize("name", NAMED)
def test_scores_by_name(name: str, performances: np.ndarray) -> None:
    assert tile.SCORES[name](performances) == pytest.approx(of_the_peer(NAMED[name](), performances), abs=1e-14)


@pytest.mark.parametrize("beta", [0.5, 2.0])
def test_f_beta(beta: float, performances: np.ndarray) -> None:
    score = peer.RankingScore.getF(beta)
    assert tile.SCORES["F_beta"](performances, beta) == pytest.approx(of_the_peer(score, performances), abs=1e-14)
