"""A table of values as a cell displays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from metricbook.pages.page import Page

__all__ = ["table"]


def table(frame: pd.DataFrame, digits: int | Mapping[str, int] = 3, *, index: bool = False) -> Page:
    """Show a data frame with rounded numbers: in columns for a terminal, as a real table on a page.

    Parameters
    ----------
    frame : DataFrame
        What to show. Missing values are left empty, truth is "yes" or "no".
    digits : int or mapping
        Decimals of real numbers, for all columns or by column; a column that is not named has three.
    index : bool
        Whether the index is shown, before the columns.

    Examples
    --------
    >>> import pandas as pd
    >>> table(pd.DataFrame({"metric": ["AUROC", "AP"], "value": [0.75, 5 / 6]}))
    metric  value
     AUROC  0.750
        AP  0.833
    """
    shown = frame.reset_index() if index else frame
    decimals = [digits if isinstance(digits, int) else digits.get(str(name), 3) for name in shown.columns]
    texts = pd.DataFrame(
        {
            str(name): [_text(value, places) for value in shown[name]]
            for name, places in zip(shown.columns, decimals, strict=True)
        }
    )
    rules = ["---:" if is_numeric_dtype(kind) and not is_bool_dtype(kind) else "---" for kind in shown.dtypes]
    lines = [map(_cell, texts.columns), rules, *(map(_cell, row) for row in texts.to_numpy())]
    return Page(texts.to_string(index=False), "\n".join(f"| {' | '.join(line)} |" for line in lines))


def _text(value: Any, decimals: int) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if np.isnan(value) else f"{value:z.{decimals}f}"
    return "" if value is None else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "&#124;").replace("*", r"\*")
