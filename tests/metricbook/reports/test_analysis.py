"""What a report computes beside estimates: thresholds, the parts of the Brier score, groups, the Tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import metricbook as mb
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE, Model
from metricbook.reports.estimates import Rows
from metricbook.reports.question import Question
from metricbook.reports.tallies import coarsen
from metricbook.reports.words import describe_data
from metricbook.tile.scores import ranking_score
from tests.whole import in_whole_run

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


def model_of(scores: list[float], question: Question, labels: list[bool] | None = None, **more: np.ndarray) -> Model:
    """The one model of these scores, of which the first half are positives."""
    of = np.arange(len(scores)) < len(scores) / 2 if labels is None else np.array(labels)
    made = predictions(len(scores), labels=of, scores={"m": np.array(scores)}, **more)
    return analyse(made, question, replicates=2).models["m"]


@pytest.mark.parametrize(
    ("scores", "given", "threshold", "why", "probabilities"),
    [
        ([0, 0.4, 0.6, 1], {}, 0.5, "lie between 0 and 1", True),
        ([0, 0.4, 0.6, 1], {"probabilities": False}, None, "do not say", False),
        ([-1e-9, 0.4, 0.6, 1], {}, 0.0, "both signs", False),
        ([-1e-9, 0.4, 0.6, 1], {"probabilities": True}, 0.0, "both signs", False),
        ([0, 0.4, 0.6, 1.1], {}, None, "do not say", False),
        ([-3, -2, -1, 0], {}, None, "do not say", False),
        ([-3, -2, -1, 2], {"cost_fp": 1, "cost_fn": 4}, 0.0, "both signs", False),
        ([0, 0.4, 0.6, 1], {"threshold": 0.3, "cost_fp": 1, "cost_fn": 4}, 0.3, "given", True),
        ([0, 0.4, 0.6, 2], {"threshold": 0.3}, 0.3, "given", False),
        ([0, 0.4, 0.6, 1], {"cost_fp": 1, "cost_fn": 4}, 0.2, "prices imply", True),
        # Of one positive for each negative, a score of 9/13 means odds of 9/4, and of 1/4 where one in ten is positive.
        ([0, 0.4, 0.6, 1], {"cost_fp": 1, "cost_fn": 4, "prevalence": 0.1}, 9 / 13, "prices imply", True),
    ],
)
def test_a_model_decides_where_it_is_told_or_its_scores_say(
    scores: list[float], given: dict[str, float], threshold: float | None, why: str, probabilities: bool
) -> None:
    model = model_of(scores, Question(**given))
    assert model.threshold == (None if threshold is None else pytest.approx(threshold, rel=1e-12))
    assert why in model.threshold_why
    assert model.probabilities == probabilities
    assert (model.brier_parts is not None) == probabilities == bool(model.curves.calibration)
    assert (model.curves.confidence is not None) == (threshold is not None) == ("accuracy" in model.metrics)
    assert ("brier_score" in model.metrics) == probabilities
    assert ("cost" in model.metrics) == ("cost_fp" in given and threshold is not None)
    assert "auroc" in model.metrics


def test_the_threshold_that_prices_imply_is_near_the_cheapest_wherever_probabilities_are_right() -> None:
    rng = np.random.default_rng(3)
    chance = rng.beta(2, 3, 5_000)
    made = predictions(5_000, labels=rng.random(5_000) < chance, scores={"m": chance})
    for cases in (made, counts(replace(made, scores={"m": chance.round(3)}))):
        for prevalence in (None, 0.05, 0.8):
            question = Question(cost_fp=1, cost_fn=3, prevalence=prevalence)
            model = analyse(cases, question, replicates=2).models["m"]
            assert model.threshold == pytest.approx(model.best.threshold, abs=0.1)
            assert model.metrics["cost"].value == pytest.approx(model.best.cost, rel=0.02)


def test_a_model_knows_its_scores() -> None:
    model = model_of([0.5, 0.25, 0.25, 1], Question(), weights=np.array([1.0, 2, 3, 4]))
    assert (model.distinct, model.lowest, model.highest) == (3, 0.25, 1)
    assert model.mean == pytest.approx((0.5 + 0.5 + 0.75 + 4) / 10)
    assert model.positive_share == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"level": 0.0}, "level must lie strictly between 0 and 1"),
        ({"level": 1.0}, "level must lie strictly between 0 and 1"),
        ({"replicates": 0}, "at least one replicate"),
    ],
)
def test_what_is_out_of_range_is_named(given: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        analyse(MADE, **given)


def test_as_many_models_as_fit_are_compared_and_names_that_fit_are_shown() -> None:
    many = {f"{k}".rjust(40, "m"): MADE.scores["first"] for k in range(10)}
    assert list(analyse(replace(MADE, scores=many), replicates=1).models) == list(many)
    with pytest.raises(ValueError, match="11 models are more than the 10"):
        analyse(replace(MADE, scores={**many, "more": MADE.scores["first"]}), replicates=1)
    with pytest.raises(ValueError, match=f"{'m' * 20}… has 41 characters: at most 40 fit"):
        analyse(replace(MADE, scores={"m" * 41: MADE.scores["first"]}), replicates=1)


@pytest.mark.parametrize("one", [True, False])
def test_both_classes_are_needed(one: bool) -> None:
    made = predictions(4, labels=np.full(4, one), scores={"m": np.arange(4.0)})
    with pytest.raises(ValueError, match="all cases are of one class"):
        analyse(made, replicates=1)


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


def test_thresholds_are_steps_of_recall_and_the_best_may_flag_nobody() -> None:
    fine = predictions(1000, digits=15)
    rows = analyse(fine, replicates=1).models["first"].thresholds
    positives = fine.labels.sum()
    assert [row.recall for row in rows] == [np.ceil(k * positives / 10 - 1e-9) / positives for k in range(1, 11)]
    model = model_of([0.1, 0.2, 0.3, 0.4], Question(cost_fp=100, cost_fn=1))
    assert (model.best.threshold, model.best.flagged, model.best.recall, model.best.cost) == (np.inf, 0, 0, 0.5)
    assert np.isnan(model.best.precision)
    assert model.best.false_positive_rate == model.best.net_benefit == 0


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


def test_groups_are_judged_at_the_same_thresholds_and_only_with_both_classes() -> None:
    wards = np.where(np.arange(400) < 200, "b", "a")
    wards[np.flatnonzero(MADE.labels)[:3]] = "c"
    found = analyse(replace(MADE, groups={"ward": wards}), Question(threshold=0.3), level=0.9, replicates=1).groups
    assert [(group.value, group.model) for group in found] == [(v, m) for v in "abc" for m in ("first", "second")]
    for group in found:
        of = wards == group.value
        assert (group.column, group.cases, group.positives) == ("ward", of.sum(), MADE.labels[of].sum())
        if group.value == "c":
            assert group.metrics == {}
            continue
        assert list(group.metrics) == ["auroc", "average_precision", "precision", "recall", "specificity"]
        for metric in ("auroc", "precision"):
            scores = MADE.scores[group.model][of]
            seen = np.where(scores >= 0.3, 1.0, -1.0) if metric == "precision" else scores
            expected = mb.interval(metric, MADE.labels[of], seen, level=0.9)
            assert (group.metrics[metric].value, group.metrics[metric].low) == pytest.approx(tuple(expected[:2]))


def test_pairs_lie_all_within_or_all_across() -> None:
    whole = analyse(replace(MADE, groups={"all": np.repeat("x", 400)}), replicates=1)
    assert (whole.between[0].share, whole.between[0].across) == (0, None)
    assert whole.between[0].within == pytest.approx(whole.models["first"].metrics["auroc"].value)
    apart = analyse(replace(MADE, groups={"class": np.where(MADE.labels, "p", "n")}), replicates=1)
    assert (apart.between[0].share, apart.between[0].within) == (1, None)
    assert apart.between[0].across == pytest.approx(whole.between[0].within)
    assert [(one.column, one.model) for one in whole.between] == [("all", "first"), ("all", "second")]


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


def test_a_data_set_is_described() -> None:
    clusters = np.arange(400) // 4
    found = analyse(replace(MADE, weights=weights(), clusters=clusters), replicates=1)
    assert (found.size, found.positives + found.negatives, found.weighted, found.clusters) == (400, 400, True, 100)
    assert (found.counted, found.brackets, found.groups, found.between) == (False, {}, [], [])
    counted = analyse(counts(MADE), replicates=1)
    assert (counted.counted, counted.weighted, counted.clusters, counted.groups) == (True, False, None, [])
    assert {one.metric for one in found.differences} == set(found.models["first"].metrics)
    (verdict,) = found.verdicts
    assert (verdict.metric, verdict.first, verdict.second) == ("auroc", "first", "second")


def test_models_that_decide_at_thresholds_of_their_own_are_compared_there() -> None:
    scores = {"p": MADE.scores["first"], "raw": MADE.scores["second"] - 0.4}
    found = analyse(replace(MADE, scores=scores), replicates=1)
    assert [model.threshold for model in found.models.values()] == [0.5, 0]
    assert "brier_score" not in {one.metric for one in found.differences}
    (less,) = (one.estimate.value for one in found.differences if one.metric == "recall")
    p, raw = (model.metrics["recall"].value for model in found.models.values())
    assert less == pytest.approx(p - raw)


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


def test_scores_put_into_bins_have_a_bracket() -> None:
    made = predictions(3000, digits=12)
    counted = counts(made)
    binned = replace(counted, tallies={name: coarsen(tally, 256) for name, tally in counted.tallies.items()})
    found = analyse(binned, replicates=3)
    for name, (low, high) in found.brackets.items():
        assert low <= mb.auroc(made.labels, made.scores[name]) <= high
        assert f"The scores of {name} are so many" in " ".join(describe_data(found))
    assert set(found.brackets) == {"first", "second"}
    assert analyse(counted, replicates=3).brackets == {}
