"""Input handling: what is accepted, what is refused, and what the refusal says."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import metricbook
from metricbook.exact import ranking as exact
from metricbook.metrics.validation import check_labels, check_sample, check_threshold
from tests.each import of_each

METRICS = [
    metricbook.auroc,
    metricbook.average_precision,
    metricbook.auch,
    metricbook.accuracy,
    metricbook.lxcim,
    metricbook.audrc_sum,
    metricbook.audrc_integral,
    metricbook.summary,
]

LABELS = [1, 0, 1, 0]
SCORES = [2.0, 1.0, -1.0, -3.0]


@pytest.mark.parametrize("total", [1e-100, 1e100])
def test_weights_that_sum_to_the_least_or_the_most_there_may_be_are_taken(total):
    assert check_sample([1, 0], [2.0, 1.0], sample_weight=[total, 0]).weights.tolist() == [total, 0]
    for beyond in (np.nextafter(1e-100, 0), np.nextafter(1e100, np.inf)):
        with pytest.raises(ValueError, match="which is out of range: rescale it, only ratios matter"):
            check_sample([1, 0], [2.0, 1.0], sample_weight=[beyond, 0])


def test_arrays_of_booleans_and_floats_are_taken_as_they_are_and_not_copied():
    given = np.array([True, False]), np.array([2.0, 1.0]), np.array([1.0, 3.0])
    labels, scores, weights = given
    for taken, array in zip(check_sample(labels, scores, sample_weight=weights), given, strict=True):
        assert np.shares_memory(taken, array)


REFUSED = {
    "nan score": (LABELS, [2, np.nan, 1, 0], None, r"y_score must be finite: found nan at index 1"),
    "infinite score": (LABELS, [2, 1, 0, -np.inf], None, r"y_score must be finite: found -inf at index 3"),
    "long float": (LABELS, np.array([2, 1, 0, "1e400"], np.longdouble), None, r"y_score must be finite.*index 3"),
    "text score": (LABELS, [2, 1, "0.5", 0], None, r"y_score must hold real numbers: found '0.5' at index 2"),
    "text in objects": (LABELS, np.array([2, 1, "x", 0], object), None, r"y_score .* found 'x' at index 2"),
    "bytes score": (LABELS, [b"2", b"1", b"0", b"1"], None, r"y_score must hold real numbers: found b'2' at index 0"),
    "none score": (LABELS, [2, 1, None, 0], None, r"y_score must hold real numbers: found None at index 2"),
    "complex score": (LABELS, [2, 1, 1j, 0], None, r"y_score must hold real numbers: found 1j at index 2"),
    "numpy complex": (LABELS, np.array([2, np.complex128(1), 0, 1], object), None, r"y_score .* at index 1"),
    "dates": (LABELS, np.arange("2020-01-01", "2020-01-05", dtype="M8[D]"), None, r"y_score .*datetime64"),
    "huge integer": (LABELS, [2, 10**400, 1, 0], None, r"y_score must hold floats: the number at index 1 is too large"),
    "missing score": (LABELS, pd.Series([2, None, 1, 0]), None, r"y_score must be finite: found nan at index 1"),
    "pandas missing": (LABELS, pd.Series([2, None, 1, 0], dtype="Int64"), None, r"y_score .* at index 1"),
    "empty": ([], [], None, r"y_score is empty: at least one sample"),
    "empty of integers": ([], np.array([], dtype=np.int64), None, r"y_score is empty"),
    "no scores": (LABELS, [], None, r"y_score is empty"),
    "label 2": ([1, 0, 2, 0], SCORES, None, r"y_true .* classes, 0 and 1 or -1 and 1: found 2 at index 2; .*pos_l"),
    "labels -1, 0, 1": ([1, -1, 1, 0], SCORES, None, r"y_true .* 0 and 1 or -1 and 1: found 0 at index 3"),
    "label 0.5": ([1, 0.5, 1, 0], SCORES, None, r"y_true .* -1 and 1: found 0.5 at index 1"),
    "label nan": ([1, 0, 1, np.nan], SCORES, None, r"y_true .* -1 and 1: found nan at index 3"),
    "label infinite": ([np.inf, 0, 1, 0], SCORES, None, r"y_true .* found inf at index 0"),
    "label text": (["1", "0", "1", "0"], SCORES, None, r"y_true .* found '1' at index 0; other labels need pos_label"),
    "label none": ([1, 0, None, 0], SCORES, None, r"y_true must hold real numbers: found None at index 2"),
    "label fraction": ([1, 0, Fraction(1, 2), 0], SCORES, None, r"y_true .* found 0.5 at index 2"),
    "too few labels": ([1, 0], SCORES, None, r"y_true and y_score must have the same length: 2 and 4"),
    "no labels": ([], SCORES, None, r"y_true and y_score must have the same length: 0 and 4"),
    "too many weights": (LABELS, SCORES, [1] * 5, r"sample_weight and y_score must have the same length: 5 and 4"),
    "2-D labels": ([LABELS], SCORES, None, r"y_true must be one-dimensional, not of shape \(1, 4\)"),
    "2-D scores": (LABELS, [[s] for s in SCORES], None, r"y_score must be one-dimensional, not of shape \(4, 1\)"),
    "table": (LABELS, pd.DataFrame({"s": SCORES}), None, r"y_score must be one-dimensional, not of shape \(4, 1\)"),
    "scalar": (1, 2.0, None, r"y_score must be one-dimensional, not of shape \(\)"),
    "ragged": (LABELS, [[1.0], [1.0, 2.0], 3.0, 4.0], None, r"y_score must be one-dimensional, not a ragged"),
    "2-D weights": (LABELS, SCORES, [[1, 1, 1, 1]], r"sample_weight must be one-dimensional"),
    "scalar weight": (LABELS, SCORES, 1.0, r"sample_weight must be one-dimensional"),
    "negative weight": (LABELS, SCORES, [1, 1, -0.5, 1], r"sample_weight is negative at index 2: -0.5"),
    "zero weights": (LABELS, SCORES, [0, 0, 0, 0.0], r"sample_weight is zero for every sample"),
    "nan weight": (LABELS, SCORES, [1, 1, 1, np.nan], r"sample_weight must be finite: found nan at index 3"),
    "infinite weight": (LABELS, SCORES, [np.inf, 1, 1, 1], r"sample_weight must be finite: found inf at index 0"),
    "text weight": (LABELS, SCORES, ["1"] * 4, r"sample_weight must hold real numbers: found '1' at index 0"),
    "overflowing weights": (LABELS, SCORES, [1e308] * 4, r"sample_weight sums to inf, .* rescale"),
    "vanishing weights": (LABELS, SCORES, [1e-170] * 4, r"sample_weight sums to 4e-170, .* rescale"),
}


@of_each(METRICS, REFUSED)
def test_bad_input_is_refused_with_what_and_where(metric, case):
    labels, scores, weights, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        metric(labels, scores, sample_weight=weights)


@of_each([metricbook.Sweep, metricbook.ConfidenceSweep, metricbook.exchange_classes], REFUSED)
def test_the_sweeps_refuse_the_same(make, case):
    labels, scores, weights, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        make(labels, scores, sample_weight=weights)


@pytest.mark.parametrize("metric", [metricbook.auroc, metricbook.auch], ids=lambda metric: metric.__name__)
def test_both_classes_are_needed(metric):
    name = metric.__name__
    with pytest.raises(ValueError, match=f"{name} is undefined: y_true has no negative sample of positive weight"):
        metric([1, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match=f"{name} is undefined: y_true has no positive sample of positive weight"):
        metric([0, 0], [0.1, 0.2])
    with pytest.raises(ValueError, match=f"{name} is undefined: y_true has no positive sample of positive weight"):
        metric([0, 1, 0], [0.1, 0.2, 0.3], sample_weight=[1, 0, 2])


def test_average_precision_needs_positives_only():
    with pytest.raises(ValueError, match="average_precision is undefined: y_true has no positive sample"):
        metricbook.average_precision([0, 0], [0.1, 0.2])
    with pytest.raises(ValueError, match="average_precision is undefined"):
        metricbook.average_precision([0, 1], [0.1, 0.2], sample_weight=[1, 0])
    assert metricbook.average_precision([1, 1], [0.1, 0.2]) == 1.0


@pytest.mark.parametrize(
    "metric",
    [metricbook.accuracy, metricbook.lxcim, metricbook.audrc_sum, metricbook.audrc_integral],
    ids=lambda metric: metric.__name__,
)
def test_one_class_is_enough_for_decisions(metric):
    assert metric([1, 1], [1.0, 2.0]) == 1.0
    assert metric([0, 0], [1.0, 2.0]) == 0.0


def test_summary_leaves_undefined_what_needs_a_missing_class():
    without_negatives = metricbook.summary([1, 1], [1.0, -2.0])
    assert list(without_negatives.index[without_negatives.isna()]) == ["auroc", "auch", "h_measure"]
    assert without_negatives["average_precision"] == 1.0
    without_positives = metricbook.summary([0, 0], [1.0, -2.0])
    undefined = list(without_positives.index[without_positives.isna()])
    assert undefined == ["auroc", "average_precision", "auch", "h_measure"]


THRESHOLDS = [np.nan, np.inf, -np.inf, None, "0.5", b"1", [0.0, 1.0], 10**400, 1j]


@pytest.mark.parametrize("threshold", THRESHOLDS, ids=lambda threshold: f"{threshold!r:.12}")
def test_a_threshold_is_one_finite_number(threshold):
    with pytest.raises(ValueError, match="threshold must be one finite number, not"):
        check_threshold(threshold)
    with pytest.raises(ValueError, match="threshold must be one finite number, not"):
        metricbook.summary(LABELS, SCORES, threshold=threshold)


def test_thresholds_of_any_number_type():
    assert check_threshold(Fraction(1, 4)) == check_threshold(Decimal("0.25")) == check_threshold(np.float32(0.25))
    assert check_threshold(True) == 1.0


def test_classes_of_very_unequal_weight():
    assert metricbook.auroc([1, 0, 0], [2, 3, 1], sample_weight=[1e-300, 1, 3]) == 0.75
    with pytest.raises(ValueError, match="auroc is undefined: one class weighs next to nothing, 1e-300 against 1e-90"):
        metricbook.auroc([1, 0], [2, 3], sample_weight=[1e-300, 1e-90])


SAME_SCORES = {
    "list": SCORES,
    "tuple": tuple(SCORES),
    "array": np.array(SCORES),
    "float32": np.array(SCORES, np.float32),
    "float16": np.array(SCORES, np.float16),
    "long float": np.array(SCORES, np.longdouble),
    "int8": np.array(SCORES, np.int8),
    "big endian": np.array(SCORES, ">f8"),
    "strided": np.repeat(SCORES, 2)[::2],
    "reversed view": np.array(SCORES[::-1])[::-1],
    "series": pd.Series(SCORES),
    "odd index": pd.Series(SCORES, index=[7, 7, "a", -1]),
    "nullable": pd.Series([2, 1, -1, -3], dtype="Int64"),
    "nullable float": pd.Series(SCORES, dtype="Float64"),
    "fractions": [Fraction(s) for s in SCORES],
    "decimals": [Decimal(int(s)) for s in SCORES],
    "objects": np.array(SCORES, object),
}
SAME_LABELS = {
    "list": LABELS,
    "booleans": [True, False, True, False],
    "bool array": np.array(LABELS, bool),
    "uint8": np.array(LABELS, np.uint8),
    "float32": np.array(LABELS, np.float32),
    "series": pd.Series(LABELS, index=[3, 2, 1, 0]),
    "boolean": pd.Series(LABELS, dtype="boolean"),
    "categories": pd.Series(LABELS, dtype="category"),
    "fractions": [Fraction(label) for label in LABELS],
    "objects": np.array([True, 0, 1.0, False], object),
}


@pytest.mark.parametrize("form", SAME_SCORES)
def test_scores_and_weights_in_any_form(form):
    expected = metricbook.summary(LABELS, SCORES, sample_weight=[2, 1, 1, 3])
    weights = pd.Series([2, 1, 1, 3], index=list("abcd")) if "series" in form else np.array([2, 1, 1, 3], np.uint8)
    found = metricbook.summary(LABELS, SAME_SCORES[form], sample_weight=weights)
    pd.testing.assert_series_equal(found, expected, check_exact=True)


@pytest.mark.parametrize("form", SAME_LABELS)
def test_labels_in_any_form(form):
    assert check_labels(SAME_LABELS[form]).tolist() == [True, False, True, False]
    expected = metricbook.summary(LABELS, SCORES)
    pd.testing.assert_series_equal(metricbook.summary(SAME_LABELS[form], SCORES), expected, check_exact=True)


def test_a_series_is_read_in_its_order_not_by_its_index():
    labels = pd.Series([1, 0, 0], index=[2, 1, 0])
    scores = pd.Series([3.0, 2.0, 1.0], index=[0, 1, 2])
    assert metricbook.auroc(labels, scores) == 1.0


def test_boolean_scores_are_numbers():
    assert metricbook.auroc([1, 1, 0, 0], [True, False, False, False]) == 0.75


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
@pytest.mark.parametrize("size", [5, 1 << 15])
def test_inputs_are_never_changed(metric, size):
    rng = np.random.default_rng(11)
    labels, scores, weights = rng.integers(0, 2, size), rng.normal(size=size).round(2), rng.integers(0, 3, size) + 0.0
    labels[:2], weights[:2] = (0, 1), 1
    arrays = (labels, labels.astype(bool), scores, weights)
    copies = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    keywords = {"threshold": 0.25} if "threshold" in metric.__annotations__ else {}
    for given in (labels, arrays[1]):
        metric(given, scores, sample_weight=weights, **keywords)
        metric(given, scores, **keywords)
    for array, copy in zip(arrays, copies, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_a_checked_sample_has_the_promised_types():
    sample = check_sample(LABELS, np.array(SCORES, np.float32), sample_weight=np.array([1, 2, 3, 4]))
    assert (sample.labels.dtype, sample.scores.dtype, sample.weights.dtype) == (bool, np.float64, np.float64)
    assert check_sample(LABELS, SCORES).weights is None


EXTREME = {
    "largest": [1.7e308, -1.7e308, 1e308, -1e308],
    "subnormal": [5e-324, -5e-324, 1e-320, -1e-320],
    "zeros": [0.0, -0.0, 0.0, -0.0],
    "mixed": [1e308, 5e-324, -0.0, -1e308],
}


@pytest.mark.parametrize("threshold", [0.0, 1e308, -1e308, 5e-324])
@pytest.mark.parametrize("case", EXTREME)
def test_extreme_scores_neither_warn_nor_leave_the_unit_interval(case, threshold):
    values = metricbook.summary([1, 0, 1, 0], EXTREME[case], threshold=threshold, sample_weight=[1, 2, 0, 5])
    assert values.between(0, 1).all()
    expected = exact.accuracy([1, 0, 1, 0], EXTREME[case], [1, 2, 0, 5], threshold=threshold)
    assert values["accuracy"] == pytest.approx(float(expected), abs=1e-15)


def test_negative_zero_equals_zero():
    assert metricbook.auroc([1, 0], [0.0, -0.0]) == metricbook.auroc([1, 0], [-0.0, 0.0]) == 0.5
    assert metricbook.Sweep([1, 0], [0.0, -0.0]).thresholds.size == 1
    assert metricbook.accuracy([1, 0], [0.0, -0.0]) == 0.5


def test_subnormal_scores_are_told_apart():
    assert metricbook.auroc([1, 0], [5e-324, 0.0]) == 1.0
    assert metricbook.accuracy([1, 0], [5e-324, -5e-324]) == 1.0


@pytest.mark.parametrize("tiny", [5e-324, 1e-310, 1e-150])
@pytest.mark.parametrize("first", [True, False])
def test_a_weight_too_light_to_count_does_not_count(tiny, first):
    labels, scores = [1, 1, 0, 1], [3.0, -2.0, 1.0, 0.5]
    extra = 4.0 if first else 0.25
    with_tiny = metricbook.summary([*labels, 0], [*scores, extra], sample_weight=[1, 2, 1, 1, tiny])
    without = metricbook.summary(labels, scores, sample_weight=[1, 2, 1, 1])
    np.testing.assert_allclose(with_tiny, without, atol=1e-15, rtol=0)
