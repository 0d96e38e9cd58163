"""The figures of the chapter on AUDRC show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook.chapters.lxcim.audrc import figures as lxc_audrc
from metricbook.chapters.lxcim.audrc.guessing import growing_curves
from metricbook.chapters.lxcim.audrc.rank_weights import (
    audrc_integral_by_rank,
    audrc_sum_by_rank,
    contributions,
    lxcim_by_rank,
)


@pytest.fixture
def part():
    unit = [1] * 10
    return pd.DataFrame(
        {
            "rank": range(1, 11),
            "LxCIM": np.array(lxcim_by_rank(unit), dtype=float),
            "AUDRC": np.array(audrc_sum_by_rank(unit), dtype=float),
        }
    )


def test_shares_draws_both_columns(part):
    axes = lxc_audrc.shares(part)
    assert [line.get_label() for line in axes.lines] == ["LxCIM", "AUDRC"]
    for line in axes.lines:
        np.testing.assert_allclose(line.get_ydata(), part[line.get_label()])
    assert axes.lines[0].get_marker() != axes.lines[1].get_marker()


def test_contributions_has_a_band_and_a_share_for_each_rank(part):
    part = part.assign(AUDRC=audrc_integral_by_rank([1] * 10))
    left, right = lxc_audrc.contributions(contributions(10), part)
    assert len(left.collections) == len(right.collections) == 10
    assert left.texts[0].get_text() == "19.0%"
    assert right.texts[0].get_text() == "33.0%"
    assert left.get_xlim() == right.get_xlim() == left.get_ylim() == right.get_ylim() == (0, 1)
    tones = [band.get_facecolor()[0][:3].mean() for band in left.collections]
    assert tones == sorted(tones), "the bands must differ in lightness, not in hue alone"


def test_growing_samples_has_a_panel_for_each_size():
    table = growing_curves([10, 100, 1000], rng=np.random.default_rng(0))
    panels = lxc_audrc.growing_samples(table)
    assert [axes.get_title("left")[:5] for axes in panels] == ["a) N ", "b) N ", "c) N "]
    for axes, size in zip(panels, (10, 100, 1000), strict=True):
        curves = {line.get_label(): line for line in axes.lines}
        wanted = table[table["samples"] == size]
        np.testing.assert_allclose(curves["accuracy"].get_ydata()[1:], wanted["accuracy"])
        np.testing.assert_allclose(curves["cumulative accuracy"].get_ydata()[1:], wanted["cumulative_accuracy"])


def test_irregular_part_is_logarithmic():
    table = pd.DataFrame({"samples": [10, 100], "decision": [8.0, 30.0], "decision_rate": [0.8, 0.3]})
    axes = lxc_audrc.irregular_part(table)
    assert axes.get_xscale() == axes.get_yscale() == "log"
    np.testing.assert_allclose(axes.lines[0].get_ydata(), table["decision_rate"])
