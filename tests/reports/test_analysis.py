"""What a report computes beside estimates: thresholds, the parts of the Brier score, groups, the Tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import metricbook as mb
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE
from metricbook.reports.question import Question
from metricbook.reports.tallies import coarsen
from metricbook.reports.words import read

from .made import counts, predictions

MADE = predictions(digits=1)
PRICES = Question(cost_fp=2, cost_fn=5)


def weights() -> np.ndarray:
    return np.random.default_rng(1).gamma(2.0, size=MADE.labels.size)


def test_each_row_of_thresholds_is_what_flagging_at_it_does() -> None:
    made = replace(MADE, weights=weights())
    model = analyse(made, PRICES, replicates=3).models["first"]
    for row in model.thresholds:
        flagged = made.scores["first"] >= row.threshold
        true = made.weights[flagged & made.labels].sum()
        false = made.weights[flagged & ~made.labels].sum()
        positives, negatives = made.weights[made.labels].sum(), made.weights[~made.labels].sum()
        assert row.flagged == pytest.approx((true + false) / (positives + negatives))
        assert row.recall == pytest.approx(true / positives)
        assert row.false_positive_rate == pytest.approx(false / negatives)
        assert row.precision == pytest.approx(true / (true + false))
        assert row.cost == pytest.approx((2 * false + 5 * (positives - true)) / (positives + negatives))


def test_net_benefit_is_what_is_gained_over_flagging_nobody_in_true_positives() -> None:
    found = analyse(predictions(300), Question(cost_fp=1, cost_fn=4), replicates=3)
    for row in found.models["first"].thresholds:
        assert row.net_benefit == pytest.approx(found.prevalence - row.cost / 4)


@pytest.mark.parametrize(
    ("shift", "question", "threshold"),
    [
        (0, Question(threshold=0.2), 0.2),
        (0, PRICES, 2 / 7),  # the odds are the price of a false positive over that of a false negative
        (0, Question(), 0.5),
        (-0.5, Question(), 0),
        (10, Question(), None),
    ],
)
def test_where_a_model_decides(shift: float, question: Question, threshold: float | None) -> None:
    scores = {name: scores + shift for name, scores in MADE.scores.items()}
    model = analyse(replace(MADE, scores=scores), question, replicates=3).models["first"]
    assert model.threshold == (None if threshold is None else pytest.approx(threshold))


@pytest.mark.parametrize("question", [PRICES, Question()])
def test_the_best_threshold_is_the_cheapest_of_all(question: Question) -> None:
    best = analyse(MADE, question, replicates=3).models["second"].best
    of_fp, of_fn = (2, 5) if question is PRICES else (1, 1)
    scores = MADE.scores["second"]
    costs = [
        float(np.where(MADE.labels, of_fn * (scores < at), of_fp * (scores >= at)).mean())
        for at in [*np.unique(scores), np.inf]
    ]
    assert best.cost == pytest.approx(min(costs))


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


def test_pairs_within_and_across_groups() -> None:
    wards = np.random.default_rng(2).integers(0, 3, MADE.labels.size).astype(str)
    found = analyse(replace(MADE, groups={"ward": wards}, weights=weights()), replicates=3)
    scores, labels, each = MADE.scores["first"], MADE.labels, weights()
    won = (scores[labels][:, None] > scores[~labels]) + 0.5 * (scores[labels][:, None] == scores[~labels])
    pairs = each[labels][:, None] * each[~labels]
    inside = wards[labels][:, None] == wards[~labels]
    one = next(between for between in found.between if between.model == "first")
    assert one.share == pytest.approx(pairs[~inside].sum() / pairs.sum())
    assert one.within == pytest.approx((pairs * won)[inside].sum() / pairs[inside].sum())
    assert one.across == pytest.approx((pairs * won)[~inside].sum() / pairs[~inside].sum())


def test_the_tile_gives_every_place_to_one_model() -> None:
    tile = analyse(MADE, replicates=20).tile
    assert tile is not None
    assert sum(tile.wins.values()) == pytest.approx(1)
    assert tile.winner.shape == tile.share.shape == (SIDE, SIDE)
    assert tile.share.min() >= 0
    assert tile.share.max() <= 1


def test_scores_put_into_bins_have_a_bracket() -> None:
    made = predictions(3000, digits=12)
    counted = counts(made)
    binned = replace(counted, tallies={name: coarsen(tally, 256) for name, tally in counted.tallies.items()})
    found = analyse(binned, replicates=3)
    for name, (low, high) in found.brackets.items():
        assert low <= mb.auroc(made.labels, made.scores[name]) <= high
        assert f"The scores of {name} are so many" in " ".join(read(found))
    assert set(found.brackets) == {"first", "second"}
    assert analyse(counted, replicates=3).brackets == {}
