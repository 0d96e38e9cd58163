"""The figures of the case file on the literature review show the tables they are given."""

from __future__ import annotations

import pandas as pd

from metricbook.chapters.mcdermott.literature import figures as draw
from metricbook.chapters.mcdermott.literature import review as literature


def test_the_funnel_has_a_bar_a_number_and_a_gap_for_each_step():
    table = literature.funnel()
    axes = draw.funnel(table)
    bars = {round(bar.get_y() + bar.get_height() / 2): bar for group in axes.containers for bar in group}
    assert [bars[place].get_width() for place in range(len(table))] == table["texts"].tolist()
    assert [label.get_text() for label in axes.get_yticklabels()] == table["step"].tolist()
    written = [text.get_text() for text in axes.texts]
    assert "1,978 to 2,005" in written
    assert set(table["open"]) <= set(written)
    assert axes.get_xscale() == "log"
    looks = {(bar.get_facecolor(), bar.get_hatch()) for bar in bars.values()}
    assert len(looks) == table["by"].nunique()


def test_shared_works_are_written_into_their_cells():
    table = pd.DataFrame([[4, 1], [1, 9]], index=["table1", "final"], columns=["table1", "final"])
    axes = draw.shared_works(table)
    cells = {text.get_position()[::-1]: text.get_text() for text in axes.texts}
    assert cells == {(0, 0): "4", (0, 1): "1", (1, 0): "1", (1, 1): "9"}
    assert [label.get_text() for label in axes.get_xticklabels()] == ["table 1", "final"]
