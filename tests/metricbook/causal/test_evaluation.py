"""From scores of pairs to a row of a table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import auroc, lxcim
from metricbook.causal import decided, evaluate, relabelled_auroc


def test_undecided_pairs_and_pairs_without_weight_are_left_out():
    table = pd.DataFrame({"weight": [1.0, 0.0, 2.0, 1.0, 4.0], "M": [3.0, -9.0, -2.0, 0.0, np.nan]})
    scores, weights = decided(table["M"], table["weight"])
    assert scores.tolist() == [3.0, -2.0]
    assert weights.tolist() == [1.0, 2.0]
    assert [array.dtype for array in decided([1, 2], [1, 2])] == [float, float]
    row = evaluate(table, ["M"]).loc["M"]
    # G rises to 1 over the first of three units of weight, then stays: twice (1/2 + 2) over 9.
    assert row.to_dict() == pytest.approx(
        {"LxCIM": 5 / 9, "Accuracy": 1 / 3, "AUDRC": (1 * 1 + 2 / 3) / 3, "pairs": 2, "weight": 3 / 8}
    )


def test_the_mean_auroc_over_orientations_is_lxcim_of_the_pairs_nearly():
    rng = np.random.default_rng(5)
    scores, weights = rng.normal(0.5, 1, 60), rng.random(60) + 0.1
    found = relabelled_auroc(scores, weights, draws=500, rng=rng)
    base = lxcim(np.ones(60, dtype=bool), scores, sample_weight=weights)
    assert found.std() > 0.002
    assert abs(found.mean() - base) < 0.01


@pytest.mark.parametrize("seed", range(5))
def test_all_orientations_at_once_are_the_same_as_one_by_one(seed):
    rng = np.random.default_rng(seed)
    scores, weights = rng.normal(0.3, 1, 12).round(1), rng.random(12) + 0.1  # rounded, so that some scores tie
    fast = relabelled_auroc(scores, weights, draws=40, rng=np.random.default_rng(seed))
    swapped = np.random.default_rng(seed).random((40, 12)) < 0.5
    slow = [auroc(~row, np.where(row, -scores, scores), sample_weight=weights) for row in swapped]
    np.testing.assert_allclose(fast, slow, atol=1e-12)


def test_no_orientation_leaves_a_class_empty():
    found = relabelled_auroc([1.0, -2.0], [1.0, 1.0], draws=50, rng=np.random.default_rng(0))
    assert set(found) <= {0.0, 1.0}


def test_what_is_no_number_is_named():
    for scored in (decided, lambda *args: relabelled_auroc(*args, draws=1, rng=np.random.default_rng(0))):
        with pytest.raises(ValueError, match=r"^scores must hold real numbers: found 'a' at index 1"):
            scored([1.0, "a"], [1.0, 1.0])
        with pytest.raises(ValueError, match=r"^weights must hold real numbers: found 'a' at index 1"):
            scored([1.0, 2.0], [1.0, "a"])


def test_one_pair_has_no_auroc():
    with pytest.raises(ValueError, match="at least two pairs: there are 1"):
        relabelled_auroc([1.0], [1.0], draws=1, rng=np.random.default_rng(0))
