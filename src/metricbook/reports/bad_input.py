"""The error that everything raises that reads predictions, and helpers for its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Final

#: Parameters of the functions, and their options on the command line.
OPTIONS: Final = {
    "label": "--label",
    "scores": "--score",
    "classes": "--class",
    "positive": "--positive",
    "weight": "--weight",
    "groups": "--group",
    "identifier": "--id",
    "cluster": "--cluster",
    "table": "--table",
    "time": "--time",
    "fold": "--fold",
}
#: Most names that are compared with a misspelt one.
COMPARED: Final = 5_000
#: Most characters of a text, and of a path, in a message.
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
    """A table without rows, which is no fault in a part of the cases."""


class SeveralClasses(BadInput):
    """Labels of more than two classes, none of which is named as the positive one."""


def name_option(name: str) -> str:
    """A parameter as a sentence names it: on the command line, and in Python."""
    return f"{OPTIONS[name]} (in Python, {name}=)"


def quote(text: object, *, most: int = SHOWN) -> str:
    """A text in quotation marks, on one line and cut to some characters."""
    shown = str(text)
    shown = shown if len(shown) <= most else f"{shown[: most - 1]}…"
    return '"' + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + '"'


def quote_all(names: Iterable[object], *, most: int = 5, joint: str = "and") -> str:
    """The first few names in quotation marks, as a list in a sentence.

    Examples
    --------
    >>> quote_all(["a", "b", "c"])
    '"a", "b" and "c"'
    >>> quote_all("abcd", most=2)
    '"a", "b" and 2 more'
    """
    names = list(names)
    parts = [quote(name) for name in names[:most]]
    if len(names) > most:
        parts.append(f"{len(names) - most:,} more")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def unknown_column_error(column: str, columns: Sequence[str], where: str) -> BadInput:
    """The error for a column that does not exist, with the names that are closest to it."""
    compared = {str(name).casefold(): name for name in islice(columns, COMPARED)}
    near = [compared[name] for name in get_close_matches(column.casefold(), list(compared), n=3, cutoff=0.5)]
    if near:
        return BadInput(f"{where} has no column {quote(column)}; did you mean {quote_all(near, joint='or')}?")
    return BadInput(f"{where} has no column {quote(column)}; its columns are {quote_all(columns)}.")


def choose_table(where: str, kind: str, names: Sequence[str], wanted: str | None) -> str:
    """The table, or sheet, that is wanted of a file that has some; the only one if none is. Raises `BadInput`.

    Examples
    --------
    >>> choose_table("a.xlsx", "sheet", ["scores"], None)
    'scores'
    """
    if not names:
        raise BadInput(f"{where} has no {kind} with cells in it: a table with a line of names is needed.")
    if wanted is None and len(names) > 1:
        raise BadInput(
            f"{where} has {len(names):,} {kind}s, {quote_all(names, most=8)}: name one with {name_option('table')}."
        )
    if wanted is None or wanted in names:
        return wanted or names[0]
    has = f"{kind} is" if len(names) == 1 else f"{kind}s are"
    raise BadInput(f"{where} has no {kind} {quote(wanted)}: its {has} {quote_all(names, most=8)}.")
