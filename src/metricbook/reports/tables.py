"""What a table is: names of columns, facts that can be known of them, and cells of those that are asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, quoted
from metricbook.reports.values import as_text, is_number, numbers

#: Records of text that are read at a time; of no more cells it is asked whether one is a number.
CHUNK: Final = 1 << 14
#: Columns beyond which what takes a pass over each is not done: guessing scores, looking for repeated rows.
MANY_COLUMNS: Final = 1_000


@dataclass(frozen=True)
class Facts:
    """What can be known of a column before it has a role to play.

    Attributes
    ----------
    texts : tuple of str
        Its distinct values, of which three are enough.
    numeric : bool
        Whether each cell is a finite number.
    partly : bool
        Whether at least one of the first thousands is.
    whole : bool
        Whether each is an integer.
    lowest, highest : float
        The extremes of a numeric column.
    """

    texts: tuple[str, ...]
    numeric: bool
    partly: bool
    whole: bool = False
    lowest: float = np.nan
    highest: float = np.nan


@dataclass(frozen=True)
class Cells:
    """The columns that were asked for: numbers as floats, others as they are.

    Attributes
    ----------
    rows : int
    numbers, others : mapping of str to array of shape (rows,)
    repeated : int
        How many rows are like an earlier one in all columns of the table.
    """

    rows: int
    numbers: Mapping[str, NDArray[np.float64]]
    others: Mapping[str, NDArray[Any]]
    repeated: int


class Headed(Protocol):
    """Whatever has named columns of which the facts can be known."""

    name: str
    columns: Sequence[str]

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        """What is known of some columns after a look at every row."""


class Table(Headed, Protocol):
    """Columns of equal length whose cells can be taken."""

    digest: str
    said: tuple[str, ...]

    def take(self, numeric: Collection[str], others: Collection[str]) -> Cells:
        """Some columns. Raises `BadInput` for a cell of ``numeric`` that is no finite number."""

    def at(self, column: str, row: int) -> str:
        """The place of a cell, as the subject of a sentence."""


def check_names(columns: Sequence[str], name: str) -> None:
    """Raise `BadInput` if two columns have the same name; several may have none."""
    if len(set(columns)) == len(columns):
        return
    seen: dict[str, int] = {}
    for number, column in enumerate(columns, 1):
        if column and column in seen:
            raise BadInput(
                f"{name} has two columns named {quoted(column)}, the {seen[column]:,}. and the {number:,}.: "
                "rename one of them."
            )
        seen[column] = number


class Gathered:
    """The facts of a column whose cells come in parts."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._numeric = self._whole = True
        self._partly: bool | None = None
        self._lowest, self._highest = np.inf, -np.inf

    def add(self, cells: list[Any]) -> None:
        """Look at more cells."""
        if len(self._texts) < 3:
            self._texts.update(dict.fromkeys(as_text(cell) for cell in _few(cells)))
        if self._numeric:
            try:
                values = numbers(cells, str)  # where a bad cell is, is not asked
            except BadInput:
                self._numeric = False
                if self._partly is None:
                    self._partly = any(is_number(cell) for cell in cells[:CHUNK])
                return
            self._partly = True
            self._whole = self._whole and bool((values == np.floor(values)).all())
            self._lowest, self._highest = min(self._lowest, values.min()), max(self._highest, values.max())

    def facts(self) -> Facts:
        """What is known by now."""
        texts = tuple(islice(self._texts, 3))
        if not self._numeric or not texts:
            return Facts(texts, False, bool(self._partly))
        return Facts(texts, True, True, self._whole, float(self._lowest), float(self._highest))


def _few(cells: list[Any]) -> list[Any]:
    """The distinct cells; what cannot be told apart by hashing stands for itself."""
    try:
        return list(islice(dict.fromkeys(cells), 4))
    except TypeError:
        return cells[:3]
