"""What predictions hold of which no more is known than labels and scores."""

from __future__ import annotations

from .made import counts, predictions


def test_of_predictions_nothing_is_known_but_what_is_given() -> None:
    plain = predictions()
    assert (plain.weights, plain.clusters, plain.groups) == (None, None, {})
    assert (plain.repeated, plain.source.remarks) == (0, ())


def test_a_tally_of_distinct_scores_has_no_bins() -> None:
    assert [tally.binned for tally in counts(predictions()).tallies.values()] == [False, False]
