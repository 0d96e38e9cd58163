"""Tables as cells display them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metricbook.pages import table


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
