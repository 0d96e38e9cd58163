"""How models learn: scores that no processor could tell apart are one score, and no others."""

from __future__ import annotations

import numpy as np

from scoring_the_scores.learning import SAME, tied


def test_scores_that_cannot_be_told_apart_are_tied_and_others_keep_their_order() -> None:
    rng = np.random.default_rng(3)
    scores = np.concatenate([rng.normal(size=40), [0.1 + 0.2, 0.3, -0.3, 1e-12, -1e-12, 0.0, 1e15]])
    found = tied(scores)
    assert len({*found[40:43]}) == 2
    assert found[40] == found[41] == -found[42]
    assert (found[43:46] == 0).all()  # a single huge score ties nothing
    assert np.array_equal(np.argsort(found[:40]), np.argsort(scores[:40]))
    assert np.array_equal(found > 0, scores > SAME)
    assert np.array_equal(tied(found), found)
