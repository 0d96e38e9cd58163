"""What the chapter on easy negatives computes and draws."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import auroc
from metricbook.exact import indistinguishability as twin
from metricbook.exact import ranking
from metricbook.exact.samples import samples
from scoring_the_scores.sumpter import nine, nine_panels
from scoring_the_scores.sumpter.easy_negatives import added_negatives, data_sets
from scoring_the_scores.sumpter.easy_negatives import figures as drawing
from scoring_the_scores.sumpter.indistinguishability import check_recommendation as judged
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel
from scoring_the_scores.sumpter.normal_mixtures import population_threshold
from scoring_the_scores.sumpter.panel_curves import with_easy


def _with(easy_mean, easy=2000):
    rng = np.random.default_rng(3)
    table = added_negatives.metrics_with_easy_negatives([easy_mean], easy=easy, threshold=8.5, rng=rng)
    return table.set_index("metric")


def test_histograms_have_a_step_for_each_bin_and_a_line():
    bins = nine_panels.score_histograms(nine_panels.nine(seed=3))
    areas = np.linspace(0.1, 0.9, 9)
    panels = drawing.histograms(bins, pd.DataFrame({"panel": list("abcdefghi"), "r_b": np.arange(9) - 4.0, "A": areas}))
    for place, axes in enumerate(panels.flat):
        wanted = bins[bins["panel"] == "abcdefghi"[place]]
        negatives, positives = axes.patches
        for steps, name in ((negatives, "negatives"), (positives, "positives")):
            np.testing.assert_array_equal(steps.get_data().values, wanted[name])
            np.testing.assert_array_equal(steps.get_data().edges[:-1], wanted["left"])
        assert negatives.get_hatch()
        assert not positives.get_hatch()
        assert list(axes.lines[0].get_xdata()) == [place - 4.0] * 2
        assert axes.get_title("left") == f"{'abcdefghi'[place]}) A = {areas[place]:.3f}"


def test_easy_negatives_fall_away_from_one_value():
    easy = added_negatives.by_easy_negatives([1.0, 1e3, 1e6], easy_means=(2, 6))
    left, right = drawing.easy_negatives(easy, added_negatives.by_share(np.linspace(0.1, 0.5, 12)))
    assert left.lines[0].get_ydata() == pytest.approx([0.711, 0.710, 0.521], abs=1e-3)
    assert left.lines[1].get_ydata()[-1] < 0.02
    assert [text.get_text() for text in left.texts] == ["at 2", "at 6"]
    assert np.ptp(right.lines[1].get_ydata()) < 1e-12


def test_a_negative_below_the_threshold_costs_nothing():
    law = with_easy(7, 1000)
    r = population_threshold(law)
    table = added_negatives.cost_of_a_negative(law, [r - 3, r - 1, r + 1, r + 3])
    axes = drawing.cost_of_a_negative(table, threshold=r)
    below, above = (line.get_ydata() for line in axes.lines[1:])
    assert below.tolist() == [0, 0]
    assert (above < 0).all()


def test_negatives_below_everything_inflate_all_metrics_but_those_of_the_flagged():
    table = _with(-40)
    same = np.isclose(table["none"], table["at -40"], atol=1e-12)
    assert table.index[same].tolist() == ["average precision", "F1", "C(r_b)"]
    assert (table["at -40"] >= table["none"] - 1e-12).all()


def test_the_table_of_metrics_is_of_the_draw_of_its_panel():
    table = _with(4.0)
    labels, scores = nine_panels.draw(Panel(hard_mean=7.0, easy=2000, easy_mean=4.0), rng=np.random.default_rng(3))
    assert table.loc["AUROC", "at 4"] == pytest.approx(auroc(labels, scores), abs=1e-12)
    assert table.loc["AUROC", "none"] == pytest.approx(auroc(labels[:2000], scores[:2000]), abs=1e-12)


def test_the_overview_counts_the_expected_errors():
    table = data_sets.overview().set_index("panel")
    v, u = nine.rates(PANELS["g"], nine.even_odds("g"))
    assert table.loc["g", "errors at 0"] == round(1000 * (1 - v) + 11_000 * u)
    assert (table["errors at r_b"] > table["errors at 0"]).all()
    assert table.loc["a", "way"] == pytest.approx((nine.balance("a") - 5) / 5, abs=1e-6)


def test_what_is_counted_of_added_negatives_is_the_measure_and_the_area():
    for labels, scores in samples(5):
        r = twin.indistinguishability_threshold(labels, scores)
        known = r and (twin.rates(labels, scores, r).precision, ranking.auroc(labels, scores))
        assert judged._read(judged._groups(labels, scores)) == known


def test_a_negative_easier_than_the_others_is_added_in_each_place_and_tie_below_them():
    groups = ((0, 1), (1, 0), (1, 0))
    added = judged._with_negatives(groups, 0, 1, tied=False)
    below = (((0, 1), (1, 1), (1, 0)), ((0, 1), (1, 0), (1, 1)))
    between = (((0, 1), (0, 1), (1, 0), (1, 0)), ((0, 1), (1, 0), (0, 1), (1, 0)), ((0, 1), (1, 0), (1, 0), (0, 1)))
    assert tuple(added) == (*below, *between)
    assert judged._with_negatives(groups, 0, 2, tied=True) == [((0, 3), (1, 0), (1, 0))]


def test_a_letter_stands_for_cases_in_a_row():
    assert judged._in_a_row("PN", 2) == ((1, 0), (1, 0), (0, 1), (0, 1))
    labels, scores = [1, 0] * 3, [6, 5, 4, 3, 2, 1]
    assert judged._read(judged._in_a_row("PNPNPN", 1)) == judged._read(judged._groups(labels, scores))


@pytest.mark.parametrize(
    ("after", "less"), [((1, 3), True), ((2, 3), False), ((1, 1), False), ((3, 3), False), (None, False)]
)
def test_less_is_got_where_the_measure_falls_though_the_area_rises(after, less):
    assert judged._gets_less((2, 2), after) == less
    assert not judged._gets_less(None, (1, 3))
