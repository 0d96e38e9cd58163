"""A table of values as a cell displays it, and in an order that no processor decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_float_dtype, is_numeric_dtype

from claimledger.page import Page

__all__ = ["ranked", "table"]

_Rows = TypeVar("_Rows", pd.DataFrame, pd.Series)


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


def ranked(
    rows: _Rows, by: str | Sequence[str] | None = None, *, digits: int = 3, ascending: bool | Sequence[bool] = True
) -> _Rows:
    """Sort rows by numbers as they are shown: rounded first, and rows that are then equal keep their order.

    The last bits of a computed number depend on the processor, and an unstable sort on its vectors; so neither may
    decide which of two rows comes first.

    Parameters
    ----------
    rows : DataFrame or Series
        What to sort. Where its rows may tie, they come in an order that does not depend on the processor.
    by : str or sequence of str, optional
        Columns of a data frame, the first one decides; a series is sorted by its values.
    digits : int
        Decimals to which real numbers are rounded. Whole numbers, fractions and texts are compared as they are.
    ascending : bool or sequence of bool
        Whether the smallest comes first, for all columns or by column. Missing values come last.

    Returns
    -------
    DataFrame or Series
        The rows with their values as they were.

    Raises
    ------
    TypeError
        If a data frame is sorted by no column, or a series by one.

    Examples
    --------
    >>> import pandas as pd
    >>> found = pd.DataFrame({"metric": ["AUROC", "AP", "AUCH"], "value": [0.1 + 0.2, 0.2, 0.3]})
    >>> ranked(found, "value")["metric"].tolist(), found.sort_values("value")["metric"].tolist()
    (['AP', 'AUROC', 'AUCH'], ['AP', 'AUCH', 'AUROC'])
    """

    def as_shown(column: pd.Series) -> pd.Series:
        return column.map(lambda value: round(float(value), digits)) if is_float_dtype(column) else column

    if isinstance(rows, pd.Series):
        if by is not None:
            raise TypeError(f"a series is sorted by its values, not by {by!r}")
        return rows.sort_values(ascending=ascending, kind="stable", key=as_shown)
    if by is None:
        raise TypeError(f"by which of the columns {', '.join(map(str, rows.columns))} is to be said")
    columns = [by] if isinstance(by, str) else list(by)
    return rows.sort_values(columns, ascending=ascending, kind="stable", key=as_shown)


def _text(value: Any, decimals: int) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if np.isnan(value) else f"{value:z.{decimals}f}"
    return "" if value is None else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "&#124;").replace("*", r"\*")
