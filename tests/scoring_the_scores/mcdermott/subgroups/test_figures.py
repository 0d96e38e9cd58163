"""The figures and the table of the subgroup chapter, by the data they show."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import auroc
from scoring_the_scores.mcdermott import plans, subgroup_runs
from scoring_the_scores.mcdermott.subgroups import difficulty, tables
from scoring_the_scores.mcdermott.subgroups import figures as draw
from scoring_the_scores.mcdermott.summaries import courses


def test_changes_and_their_errors_are_those_of_the_table():
    run = pd.concat([plans.stated("M2", metric, datasets=3) for metric in ("AUROC", "AUPRC")])
    table = courses(run)
    panels = [(f"M2 by {metric}", "M2", metric, "repairs") for metric in ("AUROC", "AUPRC")]
    axes = draw.group_courses(table, panels, columns=2)
    assert axes.shape == (1, 2)
    assert axes[0, 0].get_ylim() == axes[0, 1].get_ylim()
    for panel, metric in zip(axes[0], ("AUROC", "AUPRC"), strict=True):
        groups = [text.get_text() for text in panel.texts]
        assert groups == ["$G_1$", "$G_2$"]
        for line, band, scope in zip(panel.lines[:2], panel.collections, ("high", "low"), strict=True):
            curve = table[(table["scope"] == scope) & (table["metric"] == metric)]
            assert np.allclose(line.get_xydata(), curve[["step", "mean"]])
            assert line.get_ydata()[0] == 0
            edges = band.get_paths()[0].vertices[:, 1]
            assert edges.max() == pytest.approx((curve["mean"] + 2 * curve["se"]).max())


def test_each_variant_has_its_place_below_its_title():
    table = pd.DataFrame({"variant": ["one", "two"], "high": [0.1, 0.2], "se_high": [0.01, 0.02], "low": [0.0, -0.1]})
    table["se_low"] = 0.03
    axes = draw.sensitivity({"M3": table, "M2": table.iloc[:1]})
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["M3", "one", "two", "M2", "one"]
    assert list(axes.get_yticks()) == [0, -1, -2, -3, -4]
    high, low, other, _ = (container.lines[0].get_xydata() for container in axes.containers)
    assert high[:, 0].tolist() == [0.1, 0.2]
    assert low[:, 0].tolist() == [0.0, -0.1]
    assert high[:, 1].round().tolist() == [-1, -2]
    assert other[:, 1].round().tolist() == [-4]
    bars = axes.containers[0].lines[2][0].get_segments()
    assert bars[1][:, 0].tolist() == pytest.approx([0.16, 0.24])


def test_gaps_are_those_of_the_variants():
    table = tables.gaps(datasets=3)
    assert table["way"].tolist() == ["M2"] * 3 + ["M3"] * 3
    found = plans.sensitivity("M3", "AUROC", ["binormal scores, scaled"], datasets=3).iloc[0]
    row = table[(table["way"] == "M3") & (table["scores"] == "binormal scores, scaled")].iloc[0]
    assert (row["gap by AUROC"], row["s.e. AUROC"]) == (found["gap"], found["se_gap"])
    stated = plans.sensitivity("M3", "AUPRC", ["as stated, 15 candidates"], datasets=3).iloc[0]
    assert table["gap by AUPRC"][3] == stated["gap"]


def test_who_holds_more_of_the_top_gains_more():
    table = tables.at_the_top(draws=20, datasets=3)
    assert table["G2 at the top"].is_monotonic_increasing
    assert table["scores"].iloc[[0, -1]].tolist() == ["binormal, scaled", "the paper's, not scaled"]
    found = plans.sensitivity("M2", "AUPRC", ["scores not scaled"], datasets=3).iloc[0]
    assert table[["G1 gains", "G2 gains"]].iloc[-1].tolist() == [found["high"], found["low"]]
    whole = tables.at_the_top(top=400, draws=1, datasets=3)
    assert whole["G2 at the top"].tolist() == [0.5] * 5


def test_an_error_is_rounded_up_and_stands_beside_its_gap():
    table = pd.DataFrame({"way": ["M2"], "gap by AUROC": [-0.00364], "s.e. AUROC": [0.00041]})
    assert tables.with_errors(table, digits=3).to_dict("list") == {"way": ["M2"], "gap by AUROC": ["-0.004 ± 0.001"]}


def test_unequal_groups_have_the_difficulty_that_they_are_given():
    population = difficulty.Unequal((4_000, 4_000), (400, 400), targets=(0.65, 0.95))
    scores = population.draw(rng=np.random.default_rng(1))
    for part, wanted in ((slice(0, 4_000), 0.65), (slice(4_000, None), 0.95)):
        assert auroc(population.labels[part], scores[part]) == pytest.approx(wanted, abs=0.03)
        assert scores[part].mean() == pytest.approx(0.1, abs=0.01)  # calibrated


def test_gaps_by_difficulty_are_those_of_the_runs():
    table = difficulty.gaps(datasets=3)
    assert table["way"].tolist() == ["M2", "M2", "M3", "M3"]
    assert table["AUROC of G1"].tolist() == [0.85, 0.65, 0.85, 0.95]
    run = difficulty.run("M3", "AUROC", difficulty.UNEQUAL["M3"], 3)
    assert table["gap by AUROC"][3] == subgroup_runs.gap(run)[0]
