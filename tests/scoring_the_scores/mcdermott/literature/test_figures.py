"""The figure of the case file on the literature review shows the table it is given."""

from __future__ import annotations

from scoring_the_scores.mcdermott.literature import figures as draw
from scoring_the_scores.mcdermott.literature import review as literature


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
