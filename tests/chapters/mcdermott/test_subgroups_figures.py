"""The figures of the subgroup chapter, by the data they draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook.chapters.mcdermott.subgroups import figures as draw
from metricbook.chapters.mcdermott.subgroups import plans
from metricbook.chapters.mcdermott.subgroups.tables import courses


def test_means_and_both_bands_are_those_of_the_table():
    run = plans.as_run("M2", "AUPRC", datasets=3)
    table = courses(run)
    ends = plans.beside_the_authors(run)
    axes = draw.group_courses(table, [("b", "M2", "M2 as run", "AUPRC")], ends=ends, xlabels=["step"])
    assert axes.shape == (2, 1)
    for panel, measure in zip(axes[:, 0], ("AUROC", "AUPRC"), strict=True):
        for line, scope in zip(panel.lines[:3], ("high", "low", "overall"), strict=True):
            curve = table[(table["scope"] == scope) & (table["measure"] == measure)]
            assert np.allclose(line.get_xydata(), curve[["step", "mean"]])
        assert len(panel.collections) == 6  # a spread and an interval of the mean for each scope
        marked = panel.lines[3].get_xydata()
        start, end = plans.AUTHORS_MEANS["M2", "AUPRC"][measure, "high"]
        assert marked.tolist() == [[0, start], [49, end]]
    spread = axes[0, 0].collections[0].get_paths()[0].vertices[:, 1]
    curve = table[(table["scope"] == "high") & (table["measure"] == "AUROC")]
    assert spread.min() == pytest.approx(curve["p05"].min())
    assert spread.max() == pytest.approx(curve["p95"].max())


def test_without_the_authors_means_there_are_no_markers():
    table = courses(plans.as_run("M2", "AUPRC", datasets=3))
    axes = draw.group_courses(table, [("b", "M2", "M2 as run", "AUPRC")])
    assert len(axes[0, 0].lines) == 3


def test_each_variant_has_its_place_from_the_top_down():
    table = pd.DataFrame({"variant": ["one", "two"], "high": [0.1, 0.2], "se_high": [0.01, 0.02], "low": [0.0, -0.1]})
    table["se_low"] = 0.03
    (panel,) = draw.sensitivity({"M3": table})
    assert [text.get_text() for text in panel.get_yticklabels()] == ["one", "two"]
    high, low = (container.lines[0].get_xydata() for container in panel.containers)
    assert high[:, 0].tolist() == [0.1, 0.2]
    assert low[:, 0].tolist() == [0.0, -0.1]
    assert high[0, 1] > high[1, 1]
    bars = panel.containers[0].lines[2][0].get_segments()
    assert bars[1][:, 0].tolist() == pytest.approx([0.16, 0.24])
