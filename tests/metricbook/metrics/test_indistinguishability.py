"""B(r), its threshold and the precision there: against the definitions in fractions, and laws."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from metricbook import auroc
from metricbook.exact import indistinguishability as twin
from metricbook.exact import ranking as exact
from metricbook.metrics import indistinguishability as fast
from metricbook.metrics.curves import indistinguishability_curves
from scoring_the_scores.sumpter import panel_curves as panels
from scoring_the_scores.sumpter.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_log_odds,
    population_precision,
    population_threshold,
    population_win_rate,
)
from tests.strategies import as_fractions, dyadic, examples, random_examples, repeated, small_samples

TIES = fast.TIES
SMALL = [(labels, scores) for labels, scores in small_samples(range(2, 5), (0, 1, 2)) if 0 < sum(labels) < len(labels)]
MIXTURES = [
    NormalMixtures(NormalLaw(1000, 10, 2), (NormalLaw(1000, 7, 2), NormalLaw(1000, 2, 2))),
    NormalMixtures(NormalLaw(1, 0, 1), (NormalLaw(3, 0, 1),)),
    NormalMixtures(NormalLaw(2, 1, 0.5), (NormalLaw(1, 0, 3), NormalLaw(2, 1, 0.5))),
]


def test_the_definition_counts_a_tie_as_one_half_unless_told_otherwise():
    assert twin.rates([1, 0, 1], [3, 2, 1], 2).win_rate == Fraction(3, 8)
    for labels, scores in SMALL:
        by_half = twin.indistinguishability_threshold(labels, scores, ties="half")
        assert twin.indistinguishability_threshold(labels, scores) == by_half


@pytest.mark.parametrize("ties", TIES)
@given(example=examples(both=True, max_size=8))
def test_every_rate_is_that_of_the_definition(ties, example):
    labels, scores, weights, _ = example
    sweep = fast.IndistinguishabilitySweep(labels, scores, sample_weight=weights, ties=ties)
    exactly = as_fractions(weights)
    assert [Fraction(t) for t in sweep.thresholds] == twin.thresholds(scores, exactly)
    for i, t in enumerate(sweep.thresholds):
        expected = twin.rates(labels, scores, t, exactly, ties=ties)
        found = (
            sweep.win_rate[i], sweep.positive_part[i], sweep.negative_part[i], sweep.precision[i],
            sweep.true_positive_rate[i], sweep.false_positive_rate[i],
        )  # fmt: skip
        numbers = [float("nan") if value is None else float(value) for value in expected]
        assert found == pytest.approx(numbers, abs=1e-13, nan_ok=True)


@pytest.mark.parametrize("ties", TIES)
def test_the_threshold_is_that_of_the_definition_and_exists_when_it_should(ties):
    for labels, scores in SMALL:
        for level in (Fraction(2, 5), Fraction(1, 2), Fraction(3, 5)):
            expected = twin.indistinguishability_threshold(labels, scores, level=level, ties=ties)
            if expected is None:
                with pytest.raises(ValueError, match="no threshold gives B"):
                    fast.indistinguishability_threshold(labels, scores, level=float(level), ties=ties)
            else:
                found = fast.indistinguishability_threshold(labels, scores, level=float(level), ties=ties)
                assert found == expected
                precision = fast.precision_at_indistinguishability(labels, scores, level=float(level), ties=ties)
                assert precision == pytest.approx(float(twin.rates(labels, scores, expected).precision))


def test_a_threshold_exists_if_and_only_if_the_auroc_is_at_least_a_half():
    for labels, scores in SMALL:
        assert (twin.indistinguishability_threshold(labels, scores) is not None) == (exact.auroc(labels, scores) >= 0.5)


@pytest.mark.parametrize("ties", TIES)
@given(example=examples(both=True))
def test_b_never_falls_as_the_threshold_falls(ties, example):
    b = fast.IndistinguishabilitySweep(*example[:2], sample_weight=example.weights, ties=ties).win_rate
    assert (np.diff(b[np.isfinite(b)]) >= -1e-13).all()


@given(example=examples(both=True, weighted=True, max_size=6))
def test_weights_are_repeated_samples(example):
    labels, scores, weights, _ = example
    again = repeated(example)
    for ties in ("half", "negative"):
        one = indistinguishability_curves(labels, scores, sample_weight=weights, ties=ties)
        other = indistinguishability_curves(again.labels, again.scores, ties=ties)
        assert np.allclose(one, other, atol=1e-13)


@given(example=examples(both=True), shift=dyadic)
def test_b_and_c_depend_on_the_order_of_the_scores_only(example, shift):
    labels, scores, weights, _ = example
    one = indistinguishability_curves(labels, scores, sample_weight=weights).drop(columns="threshold")
    moved = [4 * s + shift for s in scores]
    other = indistinguishability_curves(labels, moved, sample_weight=weights).drop(columns="threshold")
    assert one.equals(other)


def test_everything_labelled_and_both_parts():
    for labels, scores, weights, _ in random_examples(3, 60):
        table = indistinguishability_curves(labels, scores, sample_weight=weights)
        sweep = fast.IndistinguishabilitySweep(labels, scores, sample_weight=weights)
        p, n = sweep.positives, sweep.negatives
        a = auroc(labels, scores, sample_weight=weights)
        assert table["B"].iloc[-1] == pytest.approx((p / 2 + n * a) / (p + n), abs=1e-12)
        assert np.allclose(table["B_plus"], table["tpr"] * table["C"] / 2, atol=1e-13)
        assert np.allclose(table["F1"], 2 * table["C"] * table["tpr"] / (table["C"] + table["tpr"]).clip(1e-300))
        assert (table["B"] <= table["tpr"] + 1e-13).all()


@given(example=examples(both=True, weighted=False), below=st.integers(1, 20))
def test_negatives_that_score_no_higher_than_the_next_step_change_nothing(example, below):
    labels, scores, _, _ = example
    if auroc(labels, scores) < 0.5:
        return
    r = fast.indistinguishability_threshold(labels, scores)
    # In the gap between the threshold and the next lower score a negative may still be let in.
    edge = max([score for score in scores if score < r], default=r - 1)
    more = (labels + [0] * below, scores + [edge - k for k in range(below)])
    assert fast.indistinguishability_threshold(*more) == r
    assert fast.precision_at_indistinguishability(*more) == fast.precision_at_indistinguishability(labels, scores)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fast.IndistinguishabilitySweep([1, 0], [1, 0], ties="never"), "ties must be one of"),
        (lambda: fast.IndistinguishabilitySweep([1, 1], [1, 0]), "no negative sample"),
        (lambda: fast.IndistinguishabilitySweep([0, 0], [1, 0]), "no positive sample"),
        (lambda: fast.labelled_win_rate([1, 0], [1, 0], threshold=2), "no score is that high"),
        (lambda: fast.labelled_win_rate([1, 0], [1, 0], threshold=1, ties="discard"), "would meet itself"),
        (lambda: fast.labelled_win_rate([1, 0], [1, 0], threshold=np.nan), "finite"),
        (lambda: fast.indistinguishability_threshold([0, 1], [1, 0]), "only if the AUROC does"),
        (lambda: fast.indistinguishability_threshold([1, 0], [1, 0], level=0.9), "B is 0.75"),
        (lambda: fast.indistinguishability_threshold([1, 0], [1, 0], level=0.3), "only the highest score"),
        (lambda: fast.indistinguishability_threshold([1, 0], [1, 0], level=1.0), "strictly between 0 and 1"),
        (lambda: population_threshold(MIXTURES[1], level=0.6), "no threshold gives B = 0.6"),
        (lambda: population_threshold(MIXTURES[1], level=0.0), "strictly between 0 and 1"),
        (lambda: NormalMixtures(NormalLaw(1, 0, 0), (NormalLaw(1, 0, 1),)), "must be positive"),
        (lambda: NormalMixtures(NormalLaw(1, 0, 1), ()), "needs negatives"),
        (lambda: panels.crossing(panels.panel_curve("c"), 0.6), "does not pass 0.6"),
    ],
)  # fmt: skip
def test_errors_say_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("law", MIXTURES)
def test_the_closed_form_is_the_integral(law):
    (p, mean, sd), negatives = law.positives, law.negatives
    for r in (-6.0, 0.0, 1.0, 2.0, 7.0, 9.5):
        integral = sum(
            w
            * quad(lambda t, m=m, s=s: norm.pdf(t, m, s) * norm.sf(t, mean, sd), r, r + 60, points=[r + 3], limit=400)[
                0
            ]
            for w, m, s in negatives
        )
        labelled = p * norm.sf(r, mean, sd) + sum(w * norm.sf(r, m, s) for w, m, s in negatives)
        if labelled > 1e-9:
            expected = (p * norm.sf(r, mean, sd) ** 2 / 2 + integral) / labelled
            assert population_win_rate(law, r) == pytest.approx(expected, abs=1e-9)


def test_a_large_sample_comes_close_to_its_law():
    law, rng = MIXTURES[0], np.random.default_rng(11)
    groups = (law.positives, *law.negatives)
    scores = np.concatenate([rng.normal(g.mean, g.sd, int(200 * g.weight)) for g in groups])
    labels = np.arange(scores.size) < 200 * law.positives.weight
    found = fast.indistinguishability_threshold(labels, scores)
    assert found == pytest.approx(population_threshold(law), abs=0.02)
    precision = fast.precision_at_indistinguishability(labels, scores)
    assert precision == pytest.approx(population_precision(law), abs=0.004)
    assert auroc(labels, scores) == pytest.approx(population_auroc(law), abs=0.002)
    for row in population_curves(law, [4.0, 7.0, 10.0]).itertuples():
        assert fast.labelled_win_rate(labels, scores, threshold=row.threshold) == pytest.approx(row.B, abs=0.004)


@pytest.mark.parametrize("letter", "abcdefghi")
def test_the_panels_have_the_log_odds_of_the_experiment(letter):
    assert population_log_odds(panels.population(letter)) == pytest.approx(
        panels.PANELS[letter].logistic_line, abs=1e-6
    )
    assert population_auroc(panels.population(letter)) == pytest.approx(panels.PANELS[letter].auroc)


def test_the_diagonal_panels_are_drawn_right():
    table = panels.nine_curves()
    right, drawn = (table[table["version"] == version].set_index("panel") for version in ("right", "as drawn"))
    for letter in "abcdefghi":
        same = np.allclose(right.loc[letter, "B"], drawn.loc[letter, "B"], atol=1e-12)
        assert same == (letter in "aei")
        assert right.loc[letter, ["C", "F1", "tpr", "fpr"]].equals(drawn.loc[letter, ["C", "F1", "tpr", "fpr"]])


def test_a_crossing_is_where_the_law_has_it():
    intercept, slope = population_log_odds(panels.population("e"))
    row = panels.crossing(panels.panel_curve("e"))
    assert row["threshold"] == pytest.approx(intercept + slope * population_threshold(panels.population("e")), abs=1e-3)
    assert row["C"] == pytest.approx(panels.nine_table().loc["e", "C_50"], abs=1e-3)
