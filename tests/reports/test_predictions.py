"""What predictions hold of which no more is known than labels and scores."""

from __future__ import annotations

from .made import predictions


def test_of_predictions_nothing_is_known_but_what_is_given() -> None:
    plain = predictions()
    assert (plain.weights, plain.clusters, plain.groups) == (None, None, {})
    assert (plain.repeated, plain.source.said) == (0, ())
