"""What the figures of the chapter on invariance draw."""

from __future__ import annotations

import numpy as np

from metricbook.confusion import METRICS
from scoring_the_scores.lxcim.invariance.figures import draw_exchange, draw_ranges
from scoring_the_scores.lxcim.invariance.tables import exchange_ranges, exchange_stages, spelled


def test_the_exchange_is_drawn_where_the_data_say():
    left, right = draw_exchange(exchange_stages([0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0], [2]))
    drawn = sorted(tuple(point) for part in left.collections for point in part.get_offsets().tolist())
    assert drawn == sorted([(-4, 1), (-3, 1), (1, 1), (2, 1), (-4, 0), (-3, 0), (-1, 0), (2, 0)])
    (arrow,) = [text for text in left.texts if text.arrow_patch is not None]
    assert (arrow.xy, arrow.xyann) == ((-1, 0), (1, 1))
    before, after = right.lines
    assert before.get_xydata().tolist() == [[0, 0], [0, 0.5], [0.5, 0.5], [0.5, 1], [1, 1]]
    assert after.get_xydata().tolist()[-2:] == [[0, 1], [1, 1]]
    assert before.get_linestyle() != after.get_linestyle()


def test_positives_and_negatives_differ_in_shape_and_filling():
    left, _ = draw_exchange(exchange_stages([0, 1], [-1.0, 2.0], []))
    filled = {part.get_label(): part.get_facecolor()[0].tolist() for part in left.collections}
    assert filled["negative"] == [1, 1, 1, 1] != filled["positive"]


def test_ranges_are_drawn_from_lowest_to_highest():
    ranges = exchange_ranges((7, 2, 3, 5))
    axes = draw_ranges(ranges)
    segments = np.array([segment for segment in axes.collections[0].get_segments()])
    assert segments[:, :, 0].tolist() == ranges[["lowest", "highest"]].to_numpy().tolist()
    (values,) = axes.lines
    assert values.get_xdata().tolist() == ranges["value"].tolist()
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [spelled(name) for name in METRICS]
