"""Named scores against hand-computed values, their exact twins and scikit-learn; and their places."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook import confusion, tile
from metricbook.exact import tile as exact_tile
from metricbook.exact.samples import performances
from metricbook.tile.named import EVENTS_OF, recall_weight
from metricbook.tile.places import ANYWHERE, FIXED_PRIORS, MOVING
from metricbook.tile.probabilities import probability
from metricbook.tile.scores import check_performances

FIRST = [0.4, 0.1, 0.2, 0.3]
#: By hand, for 4, 1, 2, 3 of ten: priors 1/2 and 1/2, rates 6/10 and 4/10.
BY_HAND = {
    "PTN": "2/5", "PFP": "1/10", "PFN": "1/5", "PTP": "3/10", "pi-": "1/2", "pi+": "1/2", "tau-": "3/5", "tau+": "2/5",
    "A": "7/10", "error rate": "3/10", "TNR": "4/5", "TPR": "3/5", "FPR": "1/5", "FNR": "2/5", "NPV": "2/3",
    "PPV": "3/4", "FOR": "1/3", "FDR": "1/4", "J-": "4/7", "J+": "1/2", "X tn,tp|tn,fn,tp": "7/9",
    "X tn,tp|tn,fp,tp": "7/8", "S": "2/5", "F1": "2/3", "SNPV": "2/3", "SPPV": "3/4", "NLR": "1/2", "PLR": "3",
    "kappa": "2/5", "BI": "-1/10", "WA": "7/10", "BA": "7/10", "J_Y": "2/5", "|C|": "1/10", "F_beta": "2/3",
    "markedness": "5/12", "ACP": "169/240", "P4": "16/23", "Scott pi": "13/33", "Fleiss kappa": "13/33",
}  # fmt: skip
SMALL = list(performances(6))


def floats(values: list) -> np.ndarray:
    """Exact values as floats, None as NaN."""
    return np.array([np.nan if value is None else float(value) for value in values])


def test_by_hand() -> None:
    assert {*BY_HAND, "G"} == set(tile.SCORES)
    for name, value in BY_HAND.items():
        assert float(tile.SCORES[name](FIRST)) == pytest.approx(float(Fraction(value)), abs=1e-15), name
    assert float(tile.SCORES["G"](FIRST)) == pytest.approx(0.48**0.5)


@pytest.mark.parametrize("name", exact_tile.SCORES)
def test_exact_twin_on_every_small_performance(name: str) -> None:
    exact = floats([exact_tile.SCORES[name](p) for p in SMALL])
    np.testing.assert_allclose(tile.SCORES[name](np.array(SMALL, dtype=float)), exact, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", EVENTS_OF)
def test_probabilities_on_every_small_performance(name: str) -> None:
    exact = floats([exact_tile.probability(p, *EVENTS_OF[name]) for p in SMALL])
    np.testing.assert_allclose(tile.SCORES[name](np.array(SMALL, dtype=float)), exact, rtol=1e-14, atol=1e-16)


def test_relabelled_outcomes_that_become_one_are_added() -> None:
    assert exact_tile.relabelled((4, 1, 2, 3), lambda y, h: y, lambda y, h: 1) == (0, 5, 0, 5)
    assert exact_tile.relabelled((4, 1, 2, 3), lambda y, h: h, lambda y, h: h) == (6, 0, 0, 4)


def test_every_score_has_a_twin() -> None:
    assert set(tile.SCORES) - set(exact_tile.SCORES) - set(EVENTS_OF) == {"WA", "F_beta", "G", "Fleiss kappa"}


@pytest.mark.parametrize("beta", [0, 1, 2, 5])
def test_f_beta_twin(beta: int) -> None:
    exact = floats([exact_tile.f_beta(p, beta**2) for p in SMALL])
    np.testing.assert_allclose(tile.SCORES["F_beta"](np.array(SMALL, dtype=float), beta), exact, rtol=1e-14)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 4), 1])
def test_weighted_accuracy_twin(alpha: Fraction) -> None:
    exact = floats([exact_tile.weighted_accuracy(p, alpha) for p in SMALL])
    np.testing.assert_allclose(tile.SCORES["WA"](np.array(SMALL, dtype=float), float(alpha)), exact, rtol=1e-14)


def test_the_metrics_of_confusion_matrices_agree() -> None:
    pairs = {
        "accuracy": "A", "error_rate": "error rate", "recall": "TPR", "specificity": "TNR", "precision": "PPV",
        "false_discovery_rate": "FDR", "negative_predictive_value": "NPV", "balanced_accuracy": "BA",
        "youden_index": "J_Y", "geometric_mean": "G", "f1_score": "F1", "jaccard_index": "J+", "cohen_kappa": "kappa",
    }  # fmt: skip
    for matrix in confusion.matrices(5):
        performance = check_performances(matrix)
        for metric, name in pairs.items():
            value = float(tile.SCORES[name](performance))
            try:
                expected = float(confusion.METRICS[metric](*matrix))
            except ValueError:
                assert np.isnan(value), (metric, matrix)
            else:
                assert value == pytest.approx(expected, abs=1e-14), (metric, matrix)


def test_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    labels, called = rng.integers(0, 2, (2, 50))
    performance = tile.performance_of(labels, called)
    assert float(tile.SCORES["F_beta"](performance, 2)) == pytest.approx(metrics.fbeta_score(labels, called, beta=2))
    assert float(tile.SCORES["kappa"](performance)) == pytest.approx(metrics.cohen_kappa_score(labels, called))
    positive, negative = metrics.class_likelihood_ratios(labels, called)
    assert float(tile.SCORES["PLR"](performance)) == pytest.approx(positive)
    assert float(tile.SCORES["NLR"](performance)) == pytest.approx(negative)


def test_extreme_beta() -> None:
    betas = np.array([0, 1e-200, 1e200, np.inf])
    np.testing.assert_allclose(recall_weight(betas), [0, 0, 1, 1])
    np.testing.assert_allclose(tile.SCORES["F_beta"](FIRST, betas), [3 / 4, 3 / 4, 3 / 5, 3 / 5])


def test_p4_of_a_classifier_that_is_never_right() -> None:
    assert tile.SCORES["P4"]([0, 0.5, 0.5, 0]) == 0
    assert np.isnan(tile.SCORES["P4"]([0, 1, 0, 0]))


def test_certain_event_has_probability_one() -> None:
    drawn = tile.uniform_performances(1000, rng=np.random.default_rng(1))
    assert (probability(drawn, {"tn", "tp"}, given={"tn", "tp"}) == 1).all()
    assert (probability(drawn, set()) == 0).all()
    np.testing.assert_array_equal(
        probability(drawn, "tp", given=("tp", "fn")), probability(drawn, {"tp"}, ["tp", "fn"])
    )


def test_bad_event() -> None:
    with pytest.raises(ValueError, match="found 'nt'"):
        probability(FIRST, {"nt"})


@pytest.mark.parametrize("beta", [-1, float("nan")])
def test_bad_beta(beta: float) -> None:
    with pytest.raises(ValueError, match="beta must not be negative"):
        tile.SCORES["F_beta"](FIRST, beta)


def test_bad_alpha() -> None:
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1: found 2"):
        tile.SCORES["WA"](FIRST, 2)
    with pytest.raises(ValueError, match="alpha must lie"):
        tile.place("WA", prevalence=0.5, alpha=2)
    assert tile.place("WA", prevalence=0.5, alpha=0) == (0, 0)
    assert tile.place("WA", prevalence=0.5, alpha=1) == (1, 1)


def same_order(first: np.ndarray, second: np.ndarray, *, dual: bool) -> bool:
    """Whether two scores order all pairs alike, or the reverse; differences within rounding are ties."""
    signs = []
    for values in (first, second):
        gaps = values[:, None] - values[None, :]
        signs.append(np.where(np.abs(gaps) < 1e-12, 0, np.sign(gaps)))
    return np.array_equal(signs[0], -signs[1] if dual else signs[1])


def test_the_nine_stand_at_the_corners_the_middles_of_the_sides_and_the_centre() -> None:
    places = [(a, b) for b in (1, 0.5, 0) for a in (0, 0.5, 1)]
    drawn = tile.uniform_performances(200, rng=np.random.default_rng(4))
    for (name, score), place in zip(tile.NINE.items(), places, strict=True):
        assert same_order(score(drawn), tile.ranking_score(drawn, *place), dual=name in tile.DUAL)


@pytest.mark.parametrize("name", ANYWHERE)
def test_places_among_all_performances(name: str) -> None:
    drawn = tile.uniform_performances(200, rng=np.random.default_rng(4))
    here = tile.ranking_score(drawn, *tile.place(name))
    assert same_order(tile.SCORES[name](drawn), here, dual=name in tile.DUAL)
    assert tile.place(name, prevalence=0.3) == tile.place(name)


@pytest.mark.parametrize("name", [*FIXED_PRIORS, *sorted(MOVING)])
@pytest.mark.parametrize("prior", [0.2, 0.5, 0.7])
def test_places_for_given_priors(name: str, prior: float) -> None:
    drawn = tile.fixed_prevalence_performances(200, prior, rng=np.random.default_rng(5))
    extra = {"alpha": 0.3} if name == "WA" else {}
    here = tile.ranking_score(drawn, *tile.place(name, prevalence=prior, **extra))
    assert same_order(tile.SCORES[name](drawn, *extra.values()), here, dual=name in tile.DUAL)
    assert tile.place(name, **extra) is None


@pytest.mark.parametrize("beta", [0, 0.5, 1, 3, float("inf")])
def test_f_beta_is_the_score_at_its_place(beta: float) -> None:
    drawn = tile.uniform_performances(50, rng=np.random.default_rng(6))
    here = tile.ranking_score(drawn, *tile.place("F_beta", beta=beta))
    np.testing.assert_allclose(here, tile.SCORES["F_beta"](drawn, beta), rtol=1e-14)


def test_the_weighted_accuracy_is_the_score_at_its_place() -> None:
    drawn = tile.fixed_prevalence_performances(50, 0.3, rng=np.random.default_rng(7))
    here = tile.ranking_score(drawn, *tile.place("WA", prevalence=0.3, alpha=0.8))
    np.testing.assert_allclose(here, tile.SCORES["WA"](drawn, 0.8), rtol=1e-14)


def test_the_rest_has_no_place() -> None:
    rest = set(tile.SCORES) - set(ANYWHERE) - set(FIXED_PRIORS) - MOVING - {"F_beta"}
    assert rest == {"pi-", "pi+", "tau-", "tau+", "BI", "G", "markedness", "ACP", "P4", "Scott pi", "Fleiss kappa"}
    assert all(tile.place(name, prevalence=0.3) is None for name in rest)


@pytest.mark.parametrize("name", ["BI", "G", "markedness", "ACP", "P4", "Scott pi", "tau+"])
def test_without_a_place_even_for_given_priors(name: str) -> None:
    """No point of a grid has the order, nor its reverse: the reason why `place` gives none."""
    drawn = tile.fixed_prevalence_performances(60, 0.3, rng=np.random.default_rng(8))
    values = tile.SCORES[name](drawn)
    grid = np.moveaxis(tile.tile_of(drawn, 21).reshape(len(drawn), -1), 0, 1)
    assert not any(same_order(values, here, dual=dual) for here in grid for dual in (False, True))


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("recall", {}, "no score is called 'recall'"),
        ("BA", {"prevalence": 0}, "prevalence must lie between 0 and 1, both excluded: found 0"),
        ("F_beta", {}, "depends on beta"),
        ("WA", {"prevalence": 0.5}, "depends on alpha"),
        ("F_beta", {"beta": -1}, "beta must not be negative"),
    ],
)
def test_bad_requests_for_a_place(name: str, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tile.place(name, **options)
