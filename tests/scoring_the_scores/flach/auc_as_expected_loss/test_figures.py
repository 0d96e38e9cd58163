"""The figure of the chapter on AUC as expected loss shows the lines it is given, and the paper's numbers."""

from __future__ import annotations

from fractions import Fraction as F

import pandas as pd

from scoring_the_scores.flach.auc_as_expected_loss import figures
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import figure_lines
from tests.samples import EXAMPLE, FIGURE_1, SCORES_1, SCORES_2


def _drawn(tables):
    table = pd.concat(tables, keys=range(len(tables)), names=["panel"]).reset_index("panel")
    panels = figures.cost_line_panels(table)
    for number, axes in enumerate(panels):
        wanted = table[table["panel"] == number]
        assert [list(line.get_ydata()) for line in axes.lines] == [
            [float(a), float(b)] for a, b in zip(wanted["at_zero"], wanted["at_one"], strict=True)
        ]
    assert panels[0].get_ylim() == panels[1].get_ylim()
    return panels, table


def test_figure_2_has_six_and_five_lines_and_their_means():
    panels, table = _drawn([figure_lines(EXAMPLE, SCORES_1), figure_lines(EXAMPLE, SCORES_2)])
    assert (table["times"] > 0).groupby(table["panel"]).sum().tolist() == [6, 5]
    means = table[table["times"] == 0].set_index("panel")
    assert means.loc[0, ["at_zero", "at_one"]].tolist() == [F(1, 4), F(1, 3)]
    assert means.loc[1, ["at_zero", "at_one"]].tolist() == [F(21, 72), F(26, 72)]
    single, double = (line.get_linewidth() for line in panels[1].lines[:2])
    assert double > single


def test_figure_3_has_thirteen_lines_and_their_mean_in_each_panel():
    _, table = _drawn([figure_lines(*FIGURE_1, over=over) for over in ("cost", "skew")])
    assert table["times"].groupby(table["panel"]).sum().tolist() == [13, 13]
    means = table[table["times"] == 0]
    assert ((means["at_zero"] + means["at_one"]) / 2).tolist() == [F(31, 78), F(5, 13)]
    assert max(table["at_zero"].max(), table["at_one"].max()) == F(4, 3)  # below the axes' end


def test_the_mean_is_told_from_the_lines_without_colour():
    panels, _ = _drawn([figure_lines(EXAMPLE, SCORES_1), figure_lines(EXAMPLE, SCORES_2)])
    *lines, mean = panels[0].lines
    assert mean.get_linewidth() > 2 * max(line.get_linewidth() for line in lines)
    assert mean.get_marker() not in {line.get_marker() for line in lines}
    assert [text.get_text() for text in panels[0].get_legend().get_texts()] == ["cost lines", "mean"]
