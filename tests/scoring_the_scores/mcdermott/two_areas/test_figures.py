"""The figures of the chapter on the two areas show the tables they are given, and the tables are right."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from metricbook.exact.samples import rankings
from scoring_the_scores.mcdermott.mistakes import auroc_by_rank, average_precision_by_rank, guaranteed_positives
from scoring_the_scores.mcdermott.two_areas import exact as twin
from scoring_the_scores.mcdermott.two_areas import figures as draw
from scoring_the_scores.mcdermott.two_areas.tables import (
    all_rankings,
    chance_average_precision,
    chance_levels,
    draw_models,
    draw_rankings,
    exhaustive_search,
    how_often,
    least_loss,
    loss_map,
    order_of_gains,
    precision_at,
    top_k_correlations,
    topmost_mistakes,
)
from scoring_the_scores.mcdermott.two_areas.worked_ranking import SMALLEST, WORKED, gains_table, parse_ranking


def test_gains_stand_between_the_samples_exchanged():
    table = gains_table({"worked": WORKED, "smallest": SMALLEST})
    for axes, labels in zip(draw.gains(table), (WORKED, SMALLEST), strict=True):
        expected = twin.mistake_gains(tuple(map(int, labels)))
        bars = axes.patches
        np.testing.assert_allclose([bar.get_height() for bar in bars], [float(gain) for _, _, gain in expected])
        np.testing.assert_allclose([bar.get_x() + 0.35 for bar in bars], [rank + 0.5 for rank, _, _ in expected])
        (rings,) = axes.lines
        np.testing.assert_allclose(rings.get_ydata(), [float(gain) for _, gain, _ in expected])
        assert "".join(tick.get_text() for tick in axes.get_xticklabels()) == "".join(
            "NP"[x] for x in labels.astype(int)
        )


def test_the_worked_ranking_is_an_example_and_the_smallest_a_counterexample():
    worked = [gain for _, _, gain in twin.mistake_gains(tuple(map(int, WORKED)))]
    assert len(worked) == 5
    assert WORKED.sum() == 7
    assert worked == sorted(worked, reverse=True)
    upper, lower = twin.mistake_gains(tuple(map(int, SMALLEST)))
    assert lower[2] > upper[2]


def test_a_ranking_is_written_in_letters():
    assert parse_ranking("PN").tolist() == [True, False]
    for text in ("", "PX", "  "):
        with pytest.raises(ValueError, match="letters P and N"):
            parse_ranking(text)


def test_the_search_counts_what_enumeration_counts():
    table = exhaustive_search([4, 6, 8, 9])
    for row in table.itertuples():
        gains = [[gain for _, _, gain in twin.mistake_gains(r)] for r in rankings(row.samples)]
        several = [g for g in gains if len(g) >= 2]
        assert row.rankings == len(gains) == 2**row.samples - 2
        assert row.two_mistakes == len(several)
        assert row.topmost_not_best == sum(g[0] < max(g) for g in several)
        assert row.not_falling == sum(any(a < b for i, a in enumerate(g) for b in g[i:]) for g in several)


def test_order_of_gains_correlates_gain_and_score():
    labels = all_rankings(9)
    table = order_of_gains(labels)
    for ranking, row in list(zip(labels, table.itertuples(), strict=True))[::13]:
        found = twin.mistake_gains(tuple(map(int, ranking)))
        if len({gain for _, _, gain in found}) > 1:
            expected = np.corrcoef([-rank for rank, _, _ in found], [float(gain) for _, _, gain in found])[0, 1]
            assert row.correlation == pytest.approx(expected, abs=1e-9)
        else:
            assert np.isnan(row.correlation)


@pytest.mark.parametrize("family", ["windows", "normal"])
@pytest.mark.parametrize("target", [0.6, 0.85])
def test_drawn_rankings_have_the_target_auroc(family, target):
    rng = np.random.default_rng(11)
    drawn = draw_rankings(family, 800, positives=8, negatives=40, target=target, rng=rng)
    assert (drawn.sum(axis=1) == 8).all()
    areas = auroc_by_rank(drawn)
    assert abs(areas.mean() - target) < 4 * areas.std() / 800**0.5


def test_drawn_rankings_know_their_families():
    with pytest.raises(ValueError, match="'windows' or 'normal', not 'beta'"):
        draw_rankings("beta", 1, positives=1, negatives=1, target=0.5, rng=np.random.default_rng(1))


def test_chance_is_the_mean_over_all_orders():
    for n in range(1, 8):
        for positives in range(1, n + 1):
            values = [
                sum((Fraction(k, r) for k, r in enumerate((i + 1 for i, y in enumerate(x) if y), 1)), Fraction(0))
                for x in rankings(n, positives)
            ]
            expected = sum(values, Fraction(0)) / len(values) / positives
            assert chance_average_precision(n, positives) == expected
    with pytest.raises(ValueError, match="of 3 samples 1 to 3 are positive, not 0"):
        chance_average_precision(3, 0)


def test_how_often_draws_its_table():
    table = how_often([0.5, 0.8], [(3, 20)], count=60, rng=np.random.default_rng(2))
    assert len(table) == 4
    left, right = draw.how_often(exhaustive_search(range(7, 11)), table)
    np.testing.assert_allclose(left.lines[0].get_ydata(), [0, 2 / 163, 7 / 382, 18 / 848])
    shown = [container.lines[0].get_xydata()[:, 1] for container in right.containers]
    np.testing.assert_allclose(np.concatenate(shown), table["topmost_not_best"])


def test_safe_region_draws_its_tables():
    bound = pd.DataFrame({"rank": range(1, 11), "positives": [guaranteed_positives(r) for r in range(1, 11)]})
    drawn = draw_rankings("normal", 300, positives=3, negatives=27, target=0.6, rng=np.random.default_rng(3))
    mistakes = topmost_mistakes(drawn)
    assert 0 < (~mistakes["best"]).sum() < len(mistakes)
    bad = mistakes[~mistakes["best"]]
    assert (bad["positives"] < [guaranteed_positives(r) for r in bad["rank"]]).all()
    axes = draw.safe_region(bound, mistakes)
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), bound["positives"])
    best, worse = axes.collections
    assert (len(best.get_offsets()), len(worse.get_offsets())) == (mistakes["best"].sum(), len(bad))


def test_chance_level_draws_its_table():
    table = chance_levels((0.1, 0.5), (10, 100))
    assert table["chance"][1] == float(chance_average_precision(100, 10))
    axes = draw.chance_level(table)
    curves = [line.get_ydata() for line in axes.lines if not line.get_label().startswith("_")]
    np.testing.assert_array_equal(np.concatenate(curves), table["chance"])


def test_top_k_correlations_are_spearmans():
    table = top_k_correlations([3, 10], positives=5, negatives=45, models=40, batches=2, rng=np.random.default_rng(4))
    rng = np.random.default_rng(4)
    for crossing in (False, True):
        batches = [draw_models(40, positives=5, negatives=45, crossing=crossing, rng=rng) for _ in range(2)]
        for k in (3, 10):
            row = table[(table["crossing"] == crossing) & (table["k"] == k)].iloc[0]
            for name, area in (("auroc", auroc_by_rank), ("average_precision", average_precision_by_rank)):
                expected = [spearmanr(area(models), precision_at(models, k))[0] for models in batches]
                assert row[name] == pytest.approx(np.mean(expected))
    for axes, crossing in zip(draw.top_k(table, positives=5), (False, True), strict=True):
        part = table[table["crossing"] == crossing]
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), part["average_precision"])
        np.testing.assert_array_equal(axes.lines[1].get_ydata(), part["auroc"])


def test_the_least_loss_is_that_of_the_best_cut_tried_by_hand():
    for ranking in rankings(6):
        labels = np.array(ranking, dtype=bool)
        for cost in (1.0, 4.0):
            tried = [(cost * labels[cut:].sum() + (~labels[:cut]).sum()) / 6 for cut in range(7)]
            assert least_loss(labels, cost) == pytest.approx(min(tried))


def test_a_best_cut_has_at_most_its_share_above_it_and_below_it():
    """With ties and costs that are no whole numbers; the second is the first with the classes exchanged."""
    rng = np.random.default_rng(8)
    for _ in range(300):
        labels = np.arange(12) < rng.integers(1, 12)
        scores = rng.integers(0, rng.integers(2, 12), size=12)
        cost = Fraction(int(rng.integers(1, 60)), int(rng.integers(1, 12)))
        cuts = [scores >= threshold for threshold in (*np.unique(scores), 12)]
        lost = [cost * int((labels & ~cut).sum()) + int((~labels & cut).sum()) for cut in cuts]
        for cut, loss in zip(cuts, lost, strict=True):
            if loss == min(lost):
                assert cut.sum() <= (1 + cost) * int(labels.sum())
                assert (~cut).sum() <= (1 + 1 / cost) * int((~labels).sum())


def test_the_map_of_losses_has_spearmans_correlations_of_the_same_models():
    table = loss_map((0.5, 0.1), (1.0, 9.0), size=60, models=40, batches=3, seed=2)
    rng = np.random.default_rng(2)
    for crossing in (True, False):
        for prevalence in (0.5, 0.1):
            positives = round(60 * prevalence)
            batches = [
                draw_models(40, positives=positives, negatives=60 - positives, crossing=crossing, rng=rng)
                for _ in range(3)
            ]
            for cost in (1.0, 9.0):
                here = (table["crossing"] == crossing) & (table["prevalence"] == prevalence) & (table["cost"] == cost)
                row = table[here].iloc[0]
                found = [
                    [spearmanr(area(models), -least_loss(models, cost))[0] for models in batches]
                    for area in (auroc_by_rank, average_precision_by_rank)
                ]
                assert [row["auroc"], row["average_precision"]] == pytest.approx(np.mean(found, axis=1))
                gaps = np.subtract(*reversed(found))
                assert row["difference"] == pytest.approx(gaps.mean())
                assert row["standard_error"] == pytest.approx(gaps.std(ddof=1) / 3**0.5)
    assert table["bound"].tolist() == [1.0, 5.0, 0.2, 1.0] * 2


def test_the_map_of_losses_says_who_leads_and_is_drawn_cell_by_cell():
    table = loss_map((0.5, 0.1, 0.02), (1.0, 10.0, 100.0), size=100, models=60, batches=4, seed=3)
    clear = table["difference"].abs() > 4 * table["standard_error"]
    assert (table["leader"] == "neither").tolist() == (~clear).tolist()
    assert (table.loc[clear, "leader"] == "AUPRC").tolist() == (table.loc[clear, "difference"] > 0).tolist()
    for axes, crossing in zip(draw.loss_map(table, bounds=(0.3, 1.0)), (True, False), strict=True):
        part = table[table["crossing"] == crossing]
        shaded = part.pivot(index="prevalence", columns="cost", values="difference").to_numpy()
        np.testing.assert_array_equal(axes.collections[0].get_array(), shaded)
        for cell, text in zip(part.itertuples(), axes.texts, strict=True):
            assert text.get_position() == (cell.cost, cell.prevalence)
            number = text.get_text().replace("\N{MINUS SIGN}", "-")
            assert number.startswith("(") == (cell.leader == "neither")
            assert float(number.strip("()")) == pytest.approx(cell.difference, abs=0.0051)
        for line, bound in zip(axes.lines, (0.3, 1.0), strict=True):
            cost, prevalence = line.get_data()
            np.testing.assert_allclose((1 + cost) * prevalence, bound)
