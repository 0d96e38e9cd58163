"""The patients: those that no model learnt from, with the scores that the part on all papers has of them, too."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_the_scores import patients
from scoring_the_scores.synthesis import zoo


def test_the_patients_are_those_the_models_did_not_learn_from() -> None:
    found = patients.held_out()
    assert (found.worse.size, int(found.worse.sum())) == (221, 44)
    assert list(found.scores) == ["regression", "SVM"]
    assert set(found.sex) == {1, 2}
    assert found.undone == pytest.approx(np.log(177 / 44))


@pytest.mark.parametrize("split", [0, 7])
def test_their_scores_are_those_of_the_zoo(split: int) -> None:
    found = patients.held_out(split)
    for name, scores in (("logistic, weighed", found.regression), ("SVM", found.svm)):
        labels, same = zoo.scores("diabetes, fifth", name, split)
        assert np.array_equal(found.worse, labels)
        assert np.array_equal(scores, same)


def test_nobody_can_write_to_what_all_chapters_share() -> None:
    for array in patients.held_out()[:4]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_larger_share_of_positives_has_the_smaller_one_in_it() -> None:
    features, fifth = patients.diabetes(0.2)
    _, half = patients.diabetes(0.5)
    assert features.shape == (442, 10)
    assert fifth.sum() < half.sum()
    assert half[fifth].all()
