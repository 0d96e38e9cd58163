"""The tables of the case file on the matrices, and its figure."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott.faulty_moves import Copying, move
from scoring_the_scores.mcdermott.matrices import figures as draw
from scoring_the_scores.mcdermott.matrices import tables
from scoring_the_scores.mcdermott.summaries import start_end


def test_end_means_stand_beside_the_authors():
    table = tables.end_means(datasets=21).set_index(["by", "curve"])
    assert table.shape == (8, 5)
    assert not table.isna().any(axis=None)
    row = table.loc["AUPRC", "AUROC of G2"]
    assert row["authors"] == 0.825
    for name, run in (
        ("permutations", plans.stated("M3", "AUPRC", datasets=21)),
        ("copies", plans.as_run("M3", "AUPRC", datasets=21, path=False)),
    ):
        found = start_end(run, measures=("AUROC",)).set_index("scope").loc["low"]
        assert row[name] == pytest.approx(found["end"])


def test_the_two_faults_are_taken_apart():
    table = tables.apart(datasets=3)
    assert table["at each step"].tolist() == ["new ones", "the same", "new ones"] + ["the same"] * 3
    name = "copying matrices, same at each step"
    found = plans.sensitivity("M3", "AUPRC", [name], datasets=3).iloc[0]
    row = table.iloc[4]
    assert row["scores moved by"] == "copies of 2 %"
    assert (row["change"], row["s.e."], row["share that falls"]) == (found["low"], found["se_low"], found["falls"])


def test_a_copy_lifts_a_score_further_than_any_permutation(monkeypatch):
    drawn = Copying(np.arange(5)[None], np.array([[1]]), np.array([[3]]))  # the fourth score is added to the second
    monkeypatch.setattr(tables, "draw_copying", lambda *_, **__: drawn)
    monkeypatch.setattr(tables, "SMALL", type("Five", (), {"draw": lambda self, rng: np.arange(5.0)[::-1]})())
    assert move(np.arange(5.0), drawn)[0].tolist() == [0, 4, 2, 3, 4]
    assert tables.ranks_gained(1, rng=np.random.default_rng(1)).tolist() == [2]
    monkeypatch.undo()
    gained = tables.ranks_gained(20, rng=np.random.default_rng(1))
    assert np.median(gained) > 3


def test_both_moves_are_drawn_with_the_authors_change():
    table, authors = tables.both_courses(datasets=3)
    axes = draw.both_moves(table, authors)
    for panel, scope in zip(axes, ("high", "low"), strict=True):
        for line, run in zip(panel.lines[:2], ("M3", "M3 as run"), strict=True):
            curve = table[(table["scope"] == scope) & (table["run"] == run)]
            assert np.allclose(line.get_xydata(), curve[["step", "mean"]])
        start, end = plans.AUTHORS_MEANS["M3", "AUPRC"]["AUROC", scope]
        assert panel.lines[2].get_xydata().tolist() == [[24, pytest.approx(end - start)]]
    spread = axes[1].collections[0].get_paths()[0].vertices[:, 1]
    low = table[(table["scope"] == "low") & (table["run"] == "M3")]
    assert spread.min() == pytest.approx(low["p05"].min())
