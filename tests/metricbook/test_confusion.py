"""Categorical metrics against a public peer, their domains, and exchanges of matrices."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as peer

from metricbook.confusion import METRICS, exchanged, exchanges, matrices, swapped

counts = st.tuples(*[st.integers(1, 60)] * 4)
PEERS = {
    "accuracy": peer.accuracy_score,
    "error_rate": peer.zero_one_loss,
    "recall": peer.recall_score,
    "specificity": lambda y, u: peer.recall_score(y, u, pos_label=0),
    "precision": peer.precision_score,
    "negative_predictive_value": lambda y, u: peer.precision_score(y, u, pos_label=0),
    "false_discovery_rate": lambda y, u: 1 - peer.precision_score(y, u),
    "balanced_accuracy": peer.balanced_accuracy_score,
    "youden_index": lambda y, u: peer.balanced_accuracy_score(y, u, adjusted=True),
    "geometric_mean": lambda y, u: math.sqrt(peer.recall_score(y, u) * peer.recall_score(y, u, pos_label=0)),
    "f1_score": peer.f1_score,
    "jaccard_index": peer.jaccard_score,
    "cohen_kappa": peer.cohen_kappa_score,
    "matthews_correlation": peer.matthews_corrcoef,
}


def decisions(tn, fp, fn, tp):
    """Labels and predicted classes with these counts."""
    return [1] * tp + [0] * fp + [1] * fn + [0] * tn, [1] * (tp + fp) + [0] * (fn + tn)


def test_every_metric_has_a_peer():
    assert set(PEERS) == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("cells", [(5, 2, 3, 7), (2, 9, 4, 1), (8, 1, 1, 30), (6, 3, 2, 0)])
def test_metrics_are_those_of_the_peer(name, cells):
    assert float(METRICS[name](*cells)) == pytest.approx(PEERS[name](*decisions(*cells)))


@pytest.mark.parametrize("name", METRICS)
def test_whole_numbers_give_fractions_unless_a_root_is_taken(name):
    kind = float if name in ("geometric_mean", "matthews_correlation") else Fraction
    assert type(METRICS[name](5, 2, 3, 7)) is kind
    assert type(METRICS[name](5.0, 2.0, 3.0, 7.0)) is float
    assert METRICS[name](*map(np.int64, (5, 2, 3, 7))) == METRICS[name](5, 2, 3, 7)


@pytest.mark.parametrize("name", METRICS)
def test_symbols_give_the_same_as_numbers(name):
    symbols = sympy.symbols("tn fp fn tp", positive=True)
    value = METRICS[name](*symbols).subs(dict(zip(symbols, (5, 2, 3, 7), strict=True)))
    assert float(value) == pytest.approx(float(METRICS[name](5, 2, 3, 7)))


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("accuracy", (0, 0, 0, 0)),
        ("recall", (3, 2, 0, 0)),
        ("specificity", (0, 0, 3, 2)),
        ("precision", (1, 0, 1, 0)),
        ("false_discovery_rate", (1, 0, 1, 0)),
        ("negative_predictive_value", (0, 1, 0, 1)),
        ("balanced_accuracy", (0, 0, 1, 1)),
        ("f1_score", (4, 0, 0, 0)),
        ("jaccard_index", (4, 0, 0, 0)),
        ("cohen_kappa", (0, 0, 0, 4)),
        ("matthews_correlation", (0, 2, 0, 3)),
    ],
)
def test_an_undefined_metric_says_so(name, cells):
    named = "specificity" if name == "balanced_accuracy" else name
    shown = ", ".join(map(str, cells))
    with pytest.raises(
        ValueError, match=f"^{named} is undefined for TN, FP, FN, TP = {shown}: its denominator is zero"
    ):
        METRICS[name](*cells)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("bad", [-1, float("nan"), float("inf")])
def test_bad_counts_are_refused_by_name(name, bad):
    for place, outcome in enumerate(("TN", "FP", "FN", "TP")):
        cells = [5, 2, 3, 7]
        cells[place] = bad
        with pytest.raises(ValueError, match=f"needs counts that are finite and not negative: {outcome} is {bad}"):
            METRICS[name](*cells)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("unit", [1e-100, 1e-75, 1e75, 1e100])
def test_the_unit_of_the_counts_is_nothing(name, unit):
    expected = float(METRICS[name](5, 2, 3, 7))
    assert METRICS[name](5 * unit, 2 * unit, 3 * unit, 7 * unit) == pytest.approx(expected, rel=1e-13)


@given(counts)
def test_the_swap_is_an_exchange_and_undoes_itself(cells):
    tn, fp, fn, tp = cells
    assert swapped(cells) == exchanged(cells, tn - tp, fp - fn)
    assert swapped(swapped(cells)) == cells


def test_exchanges_keep_correct_and_wrong_and_reach_all():
    for cells in matrices(5):
        reached = list(exchanges(cells))
        correct = cells.true_positives + cells.true_negatives
        assert len(set(reached)) == len(reached) == (correct + 1) * (5 - correct + 1)
        assert all(min(other) >= 0 and sum(other) == 5 for other in reached)
