"""Tables: names of columns, facts about them, and the cells of those that are needed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, quote
from metricbook.reports.values import as_text, is_number, to_floats

#: Records of text that are read at a time; and cells that are searched for a number.
CHUNK: Final = 1 << 14
#: Most columns of a table in which scores are guessed and repeated rows looked for.
MANY_COLUMNS: Final = 1_000


@dataclass(frozen=True)
class Facts:
    """What is known about a column before its role is.

    Attributes
    ----------
    texts : tuple of str
        Some distinct values, at most three.
    numeric : bool
        Whether each cell is a finite number.
    partly : bool
        Whether at least one of the first cells is.
    whole : bool
        Whether each cell is an integer.
    lowest, highest : float
        Of a numeric column.
    """

    texts: tuple[str, ...]
    numeric: bool
    partly: bool
    whole: bool = False
    lowest: float = np.nan
    highest: float = np.nan


@dataclass(frozen=True)
class Cells:
    """Cells of some columns: numbers as floats, others as they are.

    Attributes
    ----------
    rows : int
    numbers, others : mapping of str to array of shape (rows,)
        A number is NaN where the cell is missing, if those are to be dropped.
    repeated : array of bool, shape (rows,)
        Which rows are like an earlier one in all columns of the table.
    """

    rows: int
    numbers: Mapping[str, NDArray[np.float64]]
    others: Mapping[str, NDArray[Any]]
    repeated: NDArray[np.bool_]


class Headed(Protocol):
    """Anything with named columns about which facts are known."""

    name: str
    columns: Sequence[str]

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        """Facts about some columns, from every row."""


class Table(Headed, Protocol):
    """Columns of equal length whose cells can be taken."""

    digest: str
    remarks: tuple[str, ...]

    def take(self, numeric: Collection[str], others: Collection[str], *, gaps: bool = False) -> Cells:
        """The cells of some columns. Raises `BadInput` for a cell of ``numeric`` that is no finite number.

        With ``gaps``, it may be missing.
        """

    def at(self, column: str, row: int) -> str:
        """The place of a cell, as the subject of a sentence."""


def check_names(columns: Sequence[str], name: str) -> None:
    """Raise `BadInput` if two columns have the same name, other than an empty one."""
    if len(set(columns)) == len(columns):
        return
    seen: dict[str, int] = {}
    for number, column in enumerate(columns, 1):
        if column and column in seen:
            raise BadInput(
                f"{name} has two columns named {quote(column)}, the {seen[column]:,}. "
                f"and the {number:,}.: rename one of them."
            )
        seen[column] = number


class Gathered:
    """Collects the facts about a column from parts of its cells."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._numeric = self._whole = True
        self._partly: bool | None = None
        self._lowest, self._highest = np.inf, -np.inf

    def add(self, cells: list[Any]) -> None:
        """Take more cells into account."""
        if len(self._texts) < 3:
            self._texts.update(dict.fromkeys(as_text(cell) for cell in _first_distinct(cells)))
        if self._numeric:
            try:
                values = to_floats(cells, str)  # where a bad cell is, is not asked
            except BadInput:
                self._numeric = False
                if self._partly is None:
                    self._partly = any(is_number(cell) for cell in cells[:CHUNK])
                return
            self._partly = True
            self._whole = self._whole and bool((values == np.floor(values)).all())
            self._lowest, self._highest = min(self._lowest, values.min()), max(self._highest, values.max())

    def facts(self) -> Facts:
        """The facts about all cells so far."""
        texts = tuple(islice(self._texts, 3))
        if not self._numeric or not texts:
            return Facts(texts, False, bool(self._partly))
        return Facts(texts, True, True, self._whole, float(self._lowest), float(self._highest))


def _first_distinct(cells: list[Any]) -> list[Any]:
    """A few distinct cells; the first ones, if they cannot be hashed."""
    try:
        return list(islice(dict.fromkeys(cells), 4))
    except TypeError:
        return cells[:3]
