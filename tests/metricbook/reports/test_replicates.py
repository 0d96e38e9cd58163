"""Bootstrap samples: the range of the best thresholds, and the Tile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE
from metricbook.reports.counting import count
from metricbook.reports.question import Question
from metricbook.reports.rows import Rows
from metricbook.tile.scores import ranking_score
from tests.metricbook.reports.test_thresholds import MADE, PRICES

from .made import predictions


def test_the_best_thresholds_of_replicates_have_the_range_of_the_level() -> None:
    fine = predictions(400, digits=3)
    found = analyse(fine, PRICES, level=0.8, replicates=50, seed=3)
    drawn = Rows(fine, PRICES).draws(50, np.random.default_rng(3))
    best: list[float] = []
    for sweeps in drawn:
        s = sweeps["first"]
        costs = 2 * s.false_positives + 5 * (s.positives - s.true_positives)
        best.append(float(s.thresholds[costs.argmin()]))
    assert found.models["first"].best_range == pytest.approx(tuple(np.quantile(best, [0.1, 0.9])))


def test_draws_without_a_class_say_nothing() -> None:
    made = predictions(3, labels=np.array([True, False, False]), scores={"m": np.arange(3.0), "n": np.ones(3)})
    drawn = [sweeps["m"].positives for sweeps in Rows(made, Question()).draws(20, np.random.default_rng(1))]
    assert {0, 3} & set(drawn)
    found = analyse(made, replicates=20, seed=1)
    assert found.tile.share.max() <= 1
    assert np.isfinite(found.models["m"].best_range).any()
    nothing = next(
        seed
        for seed in range(100)
        if 0 in [s["m"].positives for s in Rows(made, Question()).draws(1, np.random.default_rng(seed))]
    )
    found = analyse(made, replicates=1, seed=nothing)
    assert np.isnan(found.models["m"].best_range).all()
    assert found.tile.share.max() == 0


def test_the_tile_is_that_of_the_best_thresholds_that_are_a_models_own() -> None:
    found = analyse(MADE, replicates=8, seed=2)
    values = []
    for scores in MADE.scores.values():
        cuts = np.unique(scores)[1:]  # neither all nor none are flagged
        flagged = scores >= cuts[:, np.newaxis]
        counts_ = [
            (flagged == predicted) & (MADE.labels == truth) for truth in (False, True) for predicted in (False, True)
        ]
        performances = np.stack([each.mean(axis=1) for each in counts_], axis=-1)
        a, b = np.meshgrid(np.linspace(0, 1, SIDE), np.linspace(0, 1, SIDE))
        values.append(ranking_score(performances[:, np.newaxis, np.newaxis, :], a, b).max(axis=0))
    inner = slice(1, -1), slice(1, -1)
    sure = np.abs(values[0] - values[1])[inner] > 1e-9
    assert (found.tile.winner[inner][sure] == np.argmax(values, axis=0)[inner][sure]).all()
    assert found.tile.wins == {"first": (found.tile.winner == 0).mean(), "second": (found.tile.winner == 1).mean()}
    assert set(np.unique(found.tile.share * 8)) <= set(range(9))
    assert analyse(MADE, replicates=1).tile.share.max() == 1


def test_the_tile_gives_every_place_to_one_model_or_to_none_where_several_are_alike() -> None:
    same = analyse(replace(MADE, scores={"one": MADE.scores["first"], "other": 2 * MADE.scores["first"]})).tile
    assert (same.winner == -1).all()
    assert same.wins == {"one": 0, "other": 0}
    assert same.share.max() == 0
    tile = analyse(MADE, replicates=20).tile
    assert tile is not None
    assert 0 < (tile.winner < 0).mean() < 0.1  # some of the border, where a class counts for nothing
    assert sum(tile.wins.values()) == pytest.approx((tile.winner >= 0).mean())
    assert (tile.share[tile.winner < 0] == 0).all()
    assert tile.winner.shape == tile.share.shape == (SIDE, SIDE)
    assert tile.share.min() >= 0
    assert tile.share.max() <= 1


def test_the_range_of_thresholds_of_counted_cases_holds_what_their_bins_cannot_tell(tmp_path: Path) -> None:
    """Bins of the draws have 256 thresholds; the best of all cases, where negatives end, lies between two of them."""
    u, v = np.random.default_rng(0).random((2, 20_000))
    frame = pd.DataFrame({"y": u < 0.3, "p": 0.6 * v + 0.4 * (u < 0.3)})
    frame.to_csv(tmp_path / "p.csv", index=False)
    model = analyse(count(tmp_path / "p.csv"), replicates=20).models["p"]
    low, high = model.best_range
    assert low <= model.best.threshold <= high
    width = np.diff(np.quantile(frame["p"], [0.5, 0.51]))[0]
    assert high - low <= 4 * width
    few = analyse(count(tmp_path / "p.csv", bins=10**5), replicates=20).models["p"]
    assert few.best_range[1] - few.best_range[0] < high - low
