"""Columns as numbers, keys and labels: what is taken, and what is said of a cell that is not."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput, quote
from metricbook.reports.values import (
    as_text,
    check_both_weigh,
    choose_positive,
    is_number,
    is_positive_label,
    label_text,
    to_floats,
    to_keys,
    to_labels,
    to_weights,
)

from .bad import VALUES, Bad, is_refused
from .made import is_taken, read_text


def at(row: int) -> str:
    return f"row {row}"


@pytest.mark.parametrize(
    "values",
    [
        ["1.5", " -2 ", "1e3"],
        [1.5, -2, 1000],
        (np.float32(1.5), -2, np.int64(1000)),
        np.array([1.5, -2, 1000]),
        np.array([1.5, -2, 1000], dtype=np.float16),
        np.array(["1.5", "-2", "1000"]),
        np.array([1.5, -2, 1000], dtype=object),
    ],
)
def test_numbers_of_every_kind_are_floats(values: Any) -> None:
    found = to_floats(values, at)
    assert found.dtype == np.float64
    assert found.tolist() == [1.5, -2, 1000]


@pytest.mark.parametrize(
    "values",
    [
        [0, 2**53],
        [0, -(2**60)],
        np.array([0, 2**60]),
        np.array([0, 2**63], dtype=np.uint64),
        ["0", "9007199254740992"],
        ["0", " +9007199254740994 "],
        ["0", "9007199254740993.0"],
        ["0", f"{'0' * 5000}9007199254740992"],
        ["9007199254740994.5", "1e300"],
    ],
)
def test_a_large_number_that_is_a_float_or_is_no_integer_is_taken(values: Any) -> None:
    assert to_floats(values, at).tolist() == [float(value) for value in values]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([0, 2**53 + 1], "9007199254740993"),
        ([0, -(2**53) - 1], "-9007199254740993"),
        (np.array([0, 2**53 + 1]), "9007199254740993"),
        (["0", " -9007199254740993 "], "-9007199254740993"),
        (["0", f"+{'0' * 5000}9007199254740993"], "9007199254740993"),
        ([0.5, 10**17 + 1], str(10**17 + 1)),
    ],
)
def test_an_integer_that_a_float_would_round_is_refused(values: Any, shown: str) -> None:
    with pytest.raises(BadInput, match=f"^row 1 is {shown}, which a number of 64 bits rounds"):
        to_floats(values, at)


LOOKS = [
    ("1,234,567", "thousands: write 1234567"),
    ("1.234.567,8", "thousands: write 1234567"),
    ("-1 234 567.8", "thousands: write 1234567"),
    ("0,5", "write 0.5 for 0,5"),
    (",5e-3", "write 0.5 for 0,5"),
    ("1'234", "thousands: write 1234"),
    ("+1\u202f234.5", "thousands: write 1234"),
    ("93%", "write 0.93 for 93%"),
    ("-9.3 %", "write 0.93 for 93%"),
    ("0.5+1j", "complex"),
    ("(1e3-2i)", "complex"),
    ("2024-02-29", "date"),
    ("2024-2-9T12:00", "date"),
    ("29/2/24 12:00", "date"),
    ("29.02.2024", "date"),
    ("TRUE", "decision"),
    ("false", "decision"),
    ("Yes", "decision"),
    ("no", "decision"),
    ("1_000.5", "write 1000 for 1_000"),
    ("high", "which is text, not a number"),
    ("1.2.3", "which is text, not a number"),
]


@pytest.mark.parametrize(("cell", "said"), LOOKS)
def test_what_a_cell_looks_like_is_said(cell: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        to_floats(["0.5", f" {cell}"], at)
    assert str(error.value).startswith(f"row 1 is {quote(cell)}, which ")
    assert said in str(error.value)
    assert not is_number(cell)


@pytest.mark.parametrize("cell", ["NA", "n/a", "<NA>", "NaT", "Null", ""])
def test_a_missing_value_is_missing_however_it_is_written(cell: str) -> None:
    shown = f'"{cell}"' if cell else "empty"
    with pytest.raises(BadInput, match=f"^row 1 is {shown}: fill it in"):
        to_floats(["0", cell], at)
    with pytest.raises(BadInput, match=f"^row 2 is {shown}: fill it in"):
        to_keys(["none", "none", cell, cell], at)
    assert not is_number(cell)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (None, "missing"),
        (pd.NA, "missing"),
        (pd.NaT, "missing"),
        (np.ma.masked, "missing"),
        (np.nan, "NaN"),
        ("nan", "NaN"),
        (np.inf, "infinite"),
        ("-Infinity", "infinite"),
        ("1e999", '"1e999", too large'),
        (True, "True, a decision"),
        (np.bool_(False), "False, a decision"),
        (1j, "1j, a complex number"),
        (np.complex64(1j), "1j, a complex number"),
        (datetime.date(2024, 2, 29), "2024-02-29, a date"),
        (datetime.time(12), "12:00:00, a date or time"),
        (datetime.timedelta(1), "1 day, 0:00:00, a date or time"),
        (np.datetime64("2024-02-29"), "2024-02-29, a date"),
        (np.timedelta64(1, "D"), "1 days, a date or time"),
        ([1], "several values"),
        ((1,), "several values"),
        ({1}, "several values"),
        ({1: 2}, "several values"),
        (10**400, "too large"),
        (b"x", "\"b'x'\", of type bytes"),
    ],
)
def test_what_is_no_finite_number_is_named(cell: Any, said: str) -> None:
    values = np.empty(2, dtype=object)
    values[:] = [0.5, cell]
    for given in (values, [0.5, cell]):
        with pytest.raises(BadInput, match=rf"^row 1 (is |holds ){said}"):
            to_floats(given, at)
    assert is_number(cell) == (said in ("NaN", "infinite") or "1e999" in said)


def test_dates_of_an_array_are_dates() -> None:
    for kind in ("M8[ns]", "m8[ns]"):
        with pytest.raises(BadInput, match=r"^row 0 is .*a date or time"):
            to_floats(np.array([1, 2], dtype="i8").view(kind), at)


def test_weights_are_not_negative_and_have_a_sum() -> None:
    assert to_weights([0, 2, 0.5], at).tolist() == [0, 2, 0.5]
    with pytest.raises(BadInput, match=r"^row 2 is -1, a negative weight"):
        to_weights([0, 1, -1, -2], at)
    with pytest.raises(BadInput, match=r"^row 0 is zero, as all"):
        to_weights([0, 0], at)
    assert to_weights([1e-100], at).tolist() == [1e-100]
    assert to_weights([1e100], at).tolist() == [1e100]
    for each, total in (([1e308, 1e308], "inf"), ([1e-320, 0], "9.99989e-321")):
        with pytest.raises(BadInput, match=f"^row 0 and the other weights sum to {total}, out of range"):
            to_weights(each, at)
    check_both_weigh(1e-9, 1e-9, "here")
    for positive, negative, which in ((0, 1, "positive"), (1, 0, "negative")):
        with pytest.raises(BadInput, match=f"^here has no {which} case of positive weight"):
            check_both_weigh(positive, negative, "here")


@pytest.mark.parametrize(
    ("values", "codes", "texts"),
    [
        (["b", "a", " b "], [0, 1, 2], ["b", "a", "b"]),
        ([2.0, 1.5, 2], [0, 1, 0], ["2", "1.5"]),
        ([True, False], [0, 1], ["True", "False"]),
        (np.array([3, 1, 3]), [0, 1, 0], ["3", "1"]),
        (np.array([b"x", b"y"]), [0, 1], ["x", "y"]),
        (np.array(["x", "y"]), [0, 1], ["x", "y"]),
        (np.array(["x", "y"], np.dtypes.StringDType()), [0, 1], ["x", "y"]),
        (np.array([1j, 2j, 1j]), [0, 1, 0], ["1j", "2j"]),
        ([b"\xff"], [0], ["\ufffd"]),
    ],
)
def test_keys_are_numbered_as_they_occur(values: Any, codes: list[int], texts: list[str]) -> None:
    found = to_keys(values, at)
    assert (found[0].tolist(), found[1]) == (codes, texts)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_a_missing_key_is_empty(missing: Any) -> None:
    with pytest.raises(BadInput, match=r"^row 1 is empty"):
        to_keys(["a", missing, "NA"], at)
    with pytest.raises(BadInput, match=r"^row 0 or a cell below it holds several values"):
        to_keys([["a"], "b"], at)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (np.float32(-2), "-2"),
        (0.5, "0.5"),
        (2.0**53, "9007199254740992.0"),
        (2.0**53 - 1, "9007199254740991"),
        (np.inf, "inf"),
        (" a ", "a"),
        (b"a", "a"),
        (3, "3"),
    ],
)
def test_a_value_is_written_as_one_would_write_it(value: Any, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("text", "same"), [("1.0", "1"), ("+1e0", "1"), ("-0.50", "-0.5"), ("1_0", "1_0"), ("inf", "inf"), ("nan", "nan")]
)
def test_spellings_of_a_number_are_one_label(text: str, same: str) -> None:
    assert label_text(text) == same


PAIRS = "0/1 -1/1 false/true f/t no/yes n/y negative/positive neg/pos -/+ absent/present benign/malignant ham/spam"


@pytest.mark.parametrize("pair", PAIRS.split())
def test_of_a_known_pair_the_second_is_positive(pair: str) -> None:
    negative, positive = (text.capitalize() for text in pair.split("/"))
    for distinct in ((negative, positive), (positive, negative)):
        said = () if pair == "0/1" else (f'Of the labels, "{positive}" is taken for the positive class.',)
        assert choose_positive(distinct, "y") == (negative, positive, said)


@pytest.mark.parametrize(
    ("distinct", "positive", "chosen"),
    [
        (["0", "1"], True, "1"),
        (["0", "1"], False, "0"),
        (["0", "2"], 2.0, "2"),
        (["False", "True"], True, "True"),
        (["yes", "no"], "NO", "no"),
        (["a", "A"], "A", "A"),
    ],
)
def test_the_label_that_is_meant_is_positive(distinct: list[str], positive: object, chosen: str) -> None:
    (other,) = set(distinct) - {chosen}
    assert choose_positive(distinct, "y", positive) == (other, chosen, ())


@pytest.mark.parametrize(
    ("distinct", "positive", "said"),
    [
        (["a"], None, 'y has one class only, "a"'),
        (list("abcd"), None, 'y has more than two labels, "a", "b", "c" and 1 more: name the one to set against'),
        (list("abcd"), "e", 'y has no label "e", which is to be the positive class: its labels are "a", "b", "c"'),
        ([str(k / 4) for k in range(11)], "0.5", 'y has more than two labels, "0.0", "0.25", "0.5" and 8 more, too'),
        ([f"case {k}" for k in range(1001)], "case 3", 'y has more than two labels, "case 0", "case 1", "case 2" and '),
        (["1", "2"], True, None),
        (["2", "3"], True, 'y has no label "True", which is to be the positive class: its labels are "2" and "3"'),
        (["aB", "Ab"], "ab", 'y has no label "ab"'),
        (["a", "b"], None, 'y has the labels "a" and "b": say which is the positive class with --positive'),
    ],
)
def test_labels_of_which_none_is_plainly_positive(distinct: list[str], positive: object, said: str | None) -> None:
    if said is None:
        assert choose_positive(distinct, "y", positive)[1] == "1"
        return
    with pytest.raises(BadInput) as error:
        choose_positive(distinct, "y", positive)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize("distinct", [list("abcd"), [str(k) for k in range(100)], ["0", "0.5", "1"]])
def test_one_of_several_labels_is_set_against_the_others(distinct: list[str]) -> None:
    negative, chosen, (remark,) = choose_positive(distinct, "y", distinct[1])
    assert (negative, chosen) == ("any other", distinct[1])
    assert remark.startswith(f'One class is set against the others, "{chosen}" against "{distinct[0]}"')


def test_labels_are_put_together_whatever_their_spelling() -> None:
    found = to_labels(["1.0", "0", "1", "0.0"], at, "y")
    assert found.positive.tolist() == [True, False, True, False]
    assert (found.texts, found.remarks) == (("0", "1"), ())


def test_a_label_is_one_of_two_known_classes() -> None:
    assert is_positive_label("1.0", (0, 1), "y")
    assert not is_positive_label("0", (0, 1), "y")
    assert is_positive_label("ILL", ("well", "ill"), "y")
    with pytest.raises(BadInput, match=r'^y has the label "2", neither "0" nor "1"'):
        is_positive_label("2", (0, 1), "y")


@pytest.mark.parametrize(
    ("labels", "positive", "chosen"),
    [("ab", "a", "a"), ("ab", "B", "b"), ("12", 1, "1"), ("12", "2.0", "2"), ("01", False, "0"), ("01", True, "1")],
)
def test_positive_decides(labels: str, positive: object, chosen: str, tmp_path: Path) -> None:
    found = read_text(tmp_path, f"y,p\n{labels[0]},0.9\n{labels[1]},0.1\n", positive=positive)
    assert found.source.positive == chosen
    assert found.labels.tolist() == [label == chosen for label in labels]


def test_labels_may_be_floats(tmp_path: Path) -> None:
    is_taken(tmp_path, "y,p\n0.0,0.1\n1,0.9\n")


@pytest.mark.parametrize("bad", VALUES, ids=lambda bad: bad.kind)
def test_a_bad_cell_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)
