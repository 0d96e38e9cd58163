"""What the case of the table and its seeds draws."""

from __future__ import annotations

import pytest

from metricbook import causal
from scoring_the_scores.lxcim import published, rows
from scoring_the_scores.lxcim.table_and_seeds import figures


@pytest.fixture(scope="module")
def table():
    ours, theirs = causal.tuebingen_scores(), causal.authors_scores()
    printed, used = published.printed_table(), theirs["weight"] > 0
    pairs = rows.pair_by_pair(ours[used], theirs[used], printed.index)
    return pairs.assign(equal=rows.cells(ours, printed)["equal"]).sort_values("signs", ascending=False)


def test_every_row_that_did_not_come_out_has_a_cause_and_no_other(table):
    assert set(figures.CAUSES) == set(table.index[table["equal"] < 3])
    assert (table.loc[table["equal"] == 3, "signs"] == 1).all()


def test_the_shares_are_drawn_as_tabulated(table):
    axes = figures.line_up(table)
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in dots] == table["signs"].tolist()
    filled = [line.get_markerfacecolor() != "white" for line in dots]
    assert filled == (table["equal"] == 3).tolist()
    assert [label.get_text() for label in axes.get_yticklabels()] == table.index.tolist()
