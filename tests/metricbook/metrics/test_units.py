"""What was drawn independently: equal cases counted, clusters numbered, sums of each."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.metrics.units import class_of_members, divide, members, summed
from metricbook.metrics.validation import Sample

LABELS = np.array([True, False, True, True])


def test_equal_cases_are_one_entry_unless_clusters_or_weights_tell_them_apart() -> None:
    sample = Sample(LABELS, np.array([2.0, 2.0, 1.0, 2.0]), None)
    (labels, scores, weights), member, times = divide(sample, None)
    assert (labels.tolist(), scores.tolist(), times.tolist()) == ([False, True, True], [2, 1, 2], [1, 1, 2])
    assert member is None
    assert weights is times
    assert divide(sample, [1, 1, 2, 3]).member.tolist() == [0, 0, 1, 2]
    assert divide(sample, [4, 3, 2, 1]).times.tolist() == [1, 1, 2]  # each case is a cluster
    weighted = sample._replace(weights=np.array([0.5, 3.0, 0.5, 0.5]))
    assert divide(weighted, None).sample.weights.tolist() == [3, 0.5, 1]
    uneven = sample._replace(weights=np.arange(1.0, 5.0))
    assert divide(uneven, None) == (uneven, None, None)


def test_clusters_have_numbers_sums_and_classes() -> None:
    member = members(["b", "a", "b", "c"], 4)
    assert member.tolist() == [1, 0, 1, 2]
    assert summed(member, np.array([1.0, 2.0, 4.0, 8.0]), 4).tolist() == [2, 5, 8, 0]
    assert class_of_members(member, LABELS, True).tolist() == [False, True, True]
    mixed = members([0, 0, 1, 2], 4)
    assert class_of_members(mixed, LABELS, False).tolist() == [True, True, True]
    with pytest.raises(ValueError, match="classes cannot be fixed where a cluster has cases of both"):
        class_of_members(mixed, LABELS, True)
    with pytest.raises(ValueError, match=r"one cluster for each of 4 cases, but have the shape \(2,\)"):
        members([1, 2], 4)
