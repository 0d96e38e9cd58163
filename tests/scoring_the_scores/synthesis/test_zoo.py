"""The zoo: two classes in each problem, one split for all, the same scores each time, positive above zero."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from metricbook import auroc
from metricbook.causal import tuebingen_scores
from scoring_the_scores.learning import tied
from scoring_the_scores.synthesis import zoo
from tests.whole import mostly


@pytest.mark.parametrize("data_set", zoo.DATA_SETS)
def test_a_data_set_has_cases_of_both_classes_and_finite_features(data_set: str) -> None:
    features, labels = zoo.cases(data_set)
    assert features.shape[0] == labels.size
    assert np.isfinite(features).all()
    assert 0.09 < labels.mean() < 0.51


def test_prevalences_reach_from_a_tenth_to_a_half() -> None:
    shares = [zoo.cases(data_set)[1].mean() for data_set in zoo.DATA_SETS]
    assert min(shares) == pytest.approx(0.1, abs=0.005)
    assert max(shares) == pytest.approx(0.5, abs=0.005)


@pytest.mark.parametrize("classifier", zoo.CLASSIFIERS)
def test_a_classifier_decides_by_the_sign_of_its_score_and_ranks_better_than_chance(classifier: str) -> None:
    y_true, y_score = zoo.scores("tumours by two", classifier, 1)
    assert np.isfinite(y_score).all()
    assert ((y_score > 0) == y_true).mean() > 0.8
    assert auroc(y_true, y_score) > 0.75


@pytest.mark.parametrize("classifier", zoo.CLASSIFIERS)
def test_scores_are_the_same_when_they_are_made_again(classifier: str) -> None:
    first = zoo.scores("wine", classifier, 2)
    again = zoo.scores.__wrapped__("wine", classifier, 2)
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))


@pytest.mark.parametrize("data_set", mostly(zoo.DATA_SETS, "wine", "iris"))
def test_equal_cases_have_equal_scores_wherever_they_stand(data_set: str) -> None:
    learnt, held, y, _ = zoo.halves(data_set, 0)
    again = np.random.default_rng(1).permutation(len(held))
    twice = np.asfortranarray(np.concatenate([held, held[again]]))  # with vectors, a product hangs on the row's place
    for name, kind in zoo.CLASSIFIERS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            found = tied(zoo._score(kind.make().fit(learnt, y), twice))
        assert np.array_equal(found[: len(held)][again], found[len(held) :]), name


@pytest.mark.parametrize("classifier", [name for name, kind in zoo.CLASSIFIERS.items() if kind.cheap])
def test_the_order_of_scores_does_not_hang_on_the_order_of_the_cases_learnt_from(classifier: str) -> None:
    for data_set in ("iris", "wine", "diabetes, tenth"):
        learnt, held, y, _ = zoo.halves(data_set, 0)
        other = np.random.default_rng(2).permutation(len(learnt))
        model = zoo.CLASSIFIERS[classifier].make().fit(learnt[other], y[other])
        found = zoo.order(tied(zoo._score(model, held)))
        assert np.array_equal(found, zoo.order(zoo.scores(data_set, classifier, 0)[1])), data_set


@pytest.mark.parametrize("data_set", mostly(zoo.DATA_SETS, "wine", "iris"))
def test_tying_hardly_moves_a_metric(data_set: str) -> None:
    for name in (name for name, kind in zoo.CLASSIFIERS.items() if kind.cheap):
        y_true, y_score = zoo.scores(data_set, name, 0)
        raw = zoo.raw_scores(zoo.CLASSIFIERS[name].make(), data_set, 0)
        assert auroc(y_true, y_score) == pytest.approx(auroc(y_true, raw), abs=1e-4), name


def test_linear_support_vectors_are_at_the_least_of_their_loss() -> None:
    learnt, _, y, _ = zoo.halves("digit 8", 0)
    model = zoo.CLASSIFIERS["linear SVM"].make().fit(learnt, y)
    x, sides, last = model[:-1].transform(learnt), np.where(y, 1.0, -1.0), model[-1]
    missed = np.maximum(0.0, 1 - sides * last.decision_function(x)) * sides
    for gradient in (last.coef_[0] - 2 * last.C * missed @ x, last.intercept_ - 2 * last.C * missed.sum()):
        assert np.abs(gradient).max() < 1e-10


def test_an_order_keeps_ranks_ties_sides_and_what_is_exactly_at_the_threshold() -> None:
    scores = np.array([2.5, -0.5, 0.0, 0.5, -9.0])
    assert zoo.order(scores).tolist() == [2, -1, 0, 1, -3]
    assert np.array_equal(zoo.order(zoo.order(scores).astype(float)), zoo.order(scores))


def test_neighbours_that_are_equally_near_all_vote() -> None:
    learnt, labels = np.array([[0.0], [2.0], [5.0]]), np.array([True, False, False])
    found = zoo._Neighbours(1).fit(learnt, labels).predict_proba(np.array([[1.0], [0.4], [4.0]]))
    assert found[:, 1].tolist() == [0.5, 1.0, 0.0]


def test_all_classifiers_are_judged_on_the_same_cases_and_splits_differ() -> None:
    truths = [zoo.scores("iris", classifier, 3)[0] for classifier in zoo.CLASSIFIERS]
    assert all(np.array_equal(truths[0], truth) for truth in truths)
    assert not np.array_equal(truths[0], zoo.scores("iris", "LDA", 4)[0])


def test_a_cached_score_cannot_be_changed_by_who_reads_it() -> None:
    with pytest.raises(ValueError, match="read-only"):
        zoo.scores("iris", "LDA", 0)[1][0] = 1.0


@pytest.mark.parametrize("classifier", [name for name, kind in zoo.CLASSIFIERS.items() if kind.scale != "margin"])
def test_a_probability_is_above_one_half_where_the_score_is_above_zero(classifier: str) -> None:
    _, y_score = zoo.scores("iris", classifier, 0)
    stated = zoo.probability(classifier, y_score)
    assert ((stated >= 0) & (stated <= 1)).all()
    assert np.array_equal(stated > 0.5, y_score > 0)


def test_margins_state_no_probability() -> None:
    with pytest.raises(ValueError, match="SVM are margins"):
        zoo.probability("SVM", np.zeros(2))


@pytest.mark.parametrize("method", zoo.CAUSAL_METHODS)
def test_causal_methods_are_judged_on_the_same_weighted_pairs(method: str) -> None:
    found, table = zoo.causal(method), tuebingen_scores()
    assert found.labels.all()
    assert found.weights.sum() == pytest.approx(table["weight"].sum())
    assert (found.scores != 0).sum() == (table[method].fillna(0)[table["weight"] > 0] != 0).sum()
