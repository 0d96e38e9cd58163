"""Tables as cells display them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores.pages import ranked, table


def test_a_table_has_rounded_numbers_and_two_forms():
    frame = pd.DataFrame({"m|n": ["a|b", None], "x": [-0.0001, np.nan], "n": [3, 4], "ok": [True, False]})
    page = table(frame, {"x": 2})
    assert page.plain.split() == ["m|n", "x", "n", "ok", "a|b", "0.00", "3", "yes", "4", "no"]
    assert page.markdown.splitlines() == [
        "| m&#124;n | x | n | ok |",
        "| --- | ---: | ---: | --- |",
        "| a&#124;b | 0.00 | 3 | yes |",
        "|  |  | 4 | no |",
    ]


def test_the_index_comes_first_if_it_is_wanted():
    frame = pd.DataFrame({"x": [0.12345]}, index=pd.Index(["row"], name="name"))
    assert table(frame, 1, index=True).markdown.splitlines()[-1] == "| row | 0.1 |"
    assert table(frame).markdown.splitlines() == ["| x |", "| ---: |", "| 0.123 |"]


#: Of two values that are shown alike, either may be the larger on another processor.
NEARLY_EQUAL = (2423.128508379767, 2423.1285083797693)


@pytest.mark.parametrize("values", [NEARLY_EQUAL, NEARLY_EQUAL[::-1]])
@pytest.mark.parametrize(("ascending", "order"), [(True, ["c", "a", "b", "d"]), (False, ["a", "b", "c", "d"])])
def test_rows_that_are_shown_alike_keep_their_order(values, ascending, order):
    frame = pd.DataFrame({"name": ["a", "b", "c", "d"], "cases": [*values, 2422.0, np.nan]})
    assert ranked(frame, "cases", digits=3, ascending=ascending)["name"].tolist() == order
    series = frame.set_index("name")["cases"]
    assert ranked(series, digits=3, ascending=ascending).index.tolist() == order


@pytest.mark.parametrize("count", [20, 2000])  # from 17 rows on, NumPy's default sort is not stable
def test_many_rows_that_tie_keep_their_order(count):
    series = pd.Series(np.arange(count) % 2 / 4)
    assert ranked(series).index.tolist() == [*range(0, count, 2), *range(1, count, 2)]


def test_values_stay_as_they_were_and_further_columns_break_ties():
    frame = pd.DataFrame({"x": [0.30004, 0.3, 0.1], "n": [2, 1, 3]}, index=["p", "q", "r"])
    assert ranked(frame, ["x", "n"]).equals(frame.loc[["r", "q", "p"]])
    assert ranked(frame, ["x", "n"], digits=5).equals(frame.loc[["r", "q", "p"]])
    assert ranked(frame, ["x", "n"], ascending=[False, True]).equals(frame.loc[["q", "p", "r"]])
    assert ranked(frame, "x", digits=5, ascending=False).equals(frame)


def test_what_is_exact_is_not_rounded():
    thirds = pd.Series([Fraction(1, 3), Fraction(3333, 10_000)], dtype=object)
    assert ranked(thirds, digits=1).index.tolist() == [1, 0]
    assert ranked(pd.DataFrame({"name": ["b", "a"], "n": [1, 1]}), ["n", "name"])["name"].tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda frame: ranked(frame), "by which of the columns x, n"),
        (lambda frame: ranked(frame["x"], "x"), "a series is sorted by its values, not by 'x'"),
    ],
)
def test_what_cannot_be_ranked_is_said(call: Callable[[pd.DataFrame], object], said: str):
    with pytest.raises(TypeError, match=said):
        call(pd.DataFrame({"x": [1.0], "n": [1]}))
