"""The one error of everything that reads predictions, and the words that its sentences are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Final

#: What a caller of the functions names, and its option on the command line.
OPTIONS: Final = {
    "label": "--label",
    "scores": "--score",
    "positive": "--positive",
    "weight": "--weight",
    "groups": "--group",
    "identifier": "--id",
    "cluster": "--cluster",
}
#: No more names than this are compared with a misspelt one: there may be a million.
COMPARED: Final = 5_000
#: A longer text is cut in a message; so is a longer path.
SHOWN: Final = 60
SHOWN_OF_PATH: Final = 250


class BadInput(ValueError):
    """Predictions that cannot be read: one sentence says what is wrong, where, and what to do.

    Examples
    --------
    >>> from metricbook.reports.frames import from_arrays
    >>> from_arrays([0, 1, 1], [0.2, float("nan"), 0.9])
    Traceback (most recent call last):
    ...
    metricbook.reports.bad_input.BadInput: y_score[1] is NaN: fill it in, or leave the case out for every model.
    """


class NoRows(BadInput):
    """A table without cases: bad as a whole, and nothing to worry about in a part."""


def option(name: str) -> str:
    """How something is named by a caller: on the command line, and in Python."""
    return f"{OPTIONS[name]} (in Python, {name}=)"


def quoted(text: object, *, most: int = SHOWN) -> str:
    """A text from a file as a sentence can show it: on one line, in quotation marks, and not too long."""
    shown = str(text)
    shown = shown if len(shown) <= most else f"{shown[: most - 1]}…"
    return '"' + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + '"'


def listed(names: Iterable[object], *, most: int = 5, joint: str = "and") -> str:
    """Names in quotation marks, the first few of them.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    '"a", "b" and "c"'
    >>> listed("abcd", most=2)
    '"a", "b" and 2 more'
    """
    names = list(names)
    parts = [quoted(name) for name in names[:most]]
    if len(names) > most:
        parts.append(f"{len(names) - most:,} more")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def unknown_column(column: str, columns: Sequence[str], where: str) -> BadInput:
    """The error for a column that is not there, with the names that are nearest to it."""
    compared = {str(name).casefold(): name for name in islice(columns, COMPARED)}
    near = [compared[name] for name in get_close_matches(column.casefold(), list(compared), n=3, cutoff=0.5)]
    if near:
        return BadInput(f"{where} has no column {quoted(column)}; did you mean {listed(near, joint='or')}?")
    return BadInput(f"{where} has no column {quoted(column)}; its columns are {listed(columns)}.")
