"""The positive class by name: any two labels, as scikit-learn takes them, for every metric, sweep and curve."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as peer

import metricbook
from metricbook.metrics.validation import check_labels

LABELS = np.array([1, 0, 1, 0, 1])
SCORES = np.array([2.0, 1.0, -1.0, -3.0, 1.0])

NAMED = {
    "minus one": (2 * LABELS - 1, None),
    "minus one, given": (2 * LABELS - 1, 1),
    "booleans": (LABELS == 1, None),
    "booleans, given": (LABELS == 1, True),
    "booleans, other": (LABELS == 0, False),
    "zero": (1 - LABELS, 0),
    "text": (np.where(LABELS == 1, "ill", "well"), "ill"),
    "list of text": (["ill", "well", "ill", "well", "ill"], "ill"),
    "objects": (np.where(LABELS == 1, "ill", "well").astype(object), "ill"),
    "categorical": (pd.Series(pd.Categorical(np.where(LABELS == 1, "ill", "well"))), "ill"),
    "pandas text": (pd.Series(np.where(LABELS == 1, "ill", "well"), dtype="string"), "ill"),
    "pandas integers": (pd.Series(LABELS + 1, dtype="Int64"), 2),
    "floats": (LABELS * 2.0, 2),
}

REFUSED = {
    "text without a name": (["a", "b"], None, r"y_true must hold real numbers: found 'a' at index 0; .*need pos_label"),
    "three classes": (["a", "b", "c"], "a", r"one of them the pos_label 'a': found 'b' and 'c'"),
    "a label that is not there": (["a", "b"], "c", r"one of them the pos_label 'c': found 'a' and 'b'"),
    "a label of another type": ([0, 1], "1", r"one of them the pos_label '1': found 0 and 1"),
    "no label": (["a", None], "a", r"y_true has no label at index 1: found None"),
    "nan": ([1.0, 2.0, np.nan], 1, r"y_true has no label at index 2: found .*nan"),
    "pandas missing": (pd.Series(["a", pd.NA], dtype="string"), "a", r"y_true has no label at index 1: found <NA>"),
    "several": (["a", "b"], ["a"], r"pos_label must be one label, not \['a'\]"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_name_the_positive_class_is_refused(case):
    labels, pos_label, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        check_labels(labels, pos_label)
    with pytest.raises(ValueError, match=message):
        metricbook.auroc(labels, np.arange(len(labels)), pos_label=pos_label)


@pytest.mark.parametrize("case", NAMED)
def test_the_labels_are_those_of_the_named_class(case):
    labels, pos_label = NAMED[case]
    found = check_labels(labels, pos_label)
    assert found.dtype == np.bool_
    assert found.tolist() == (LABELS == 1).tolist()


@pytest.mark.parametrize("case", NAMED)
def test_peers_read_the_labels_alike(case):
    labels, pos_label = NAMED[case]
    if isinstance(labels, pd.Series):
        labels = np.asarray(labels)
    expected = peer.average_precision_score(labels, SCORES, pos_label=1 if pos_label is None else pos_label)
    assert metricbook.average_precision(labels, SCORES, pos_label=pos_label) == pytest.approx(expected, abs=1e-15)


def test_one_class_may_be_all_there_is():
    assert check_labels(["well", "well"], "ill").tolist() == [False, False]
    assert check_labels([-1, -1]).tolist() == [False, False]
    assert metricbook.lxcim(["ill"], [1.0], pos_label="ill") == 1.0
