"""Plain data: what may cross from a student's process into ours, as text of JSON and nothing that could run.

>>> decode(encode((1, 2.5, "PNNP")))
(1, 2.5, 'PNNP')
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from fractions import Fraction
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np

#: As many entries as any checker reads.
LONGEST: Final = 1_000_000
DEEPEST: Final = 20
#: More digits than that are no number that somebody meant.
LARGEST: Final = 10**1000
KIND: Final = "is a"
#: What gives a function a number, and what makes something to call of that number.
Numbering: TypeAlias = Callable[[Callable[..., Any]], int]
Calling: TypeAlias = Callable[[int], Callable[..., Any]]


class NotPlainError(ValueError):
    """A value is not plain data; the message names it."""


def encode(value: Any, number: Numbering | None = None, *, deep: int = 0) -> Any:
    """Encode a value as JSON can hold it.

    Parameters
    ----------
    value : object
        Numbers, text, lists, tuples, sets, dictionaries, fractions, arrays, data frames, and functions.
    number : callable, optional
        Gives a function the number it can be called by; without it, functions are not plain.

    Raises
    ------
    NotPlainError
        If it is none of these, too large, or nested in itself.
    """
    if deep > DEEPEST:
        raise NotPlainError("it is nested too deeply")
    if value is None or isinstance(value, bool | float) or type(value) is str:
        return value if not isinstance(value, float) else float(value)
    if isinstance(value, int):
        return _limited(int(value))
    if isinstance(value, str):
        return str(value)
    if isinstance(value, list):
        return _each(value, number, deep)
    encoded = _of_numpy(value) or _of_pandas(value, number, deep) or _collected(value, number, deep)
    if encoded is None:
        raise NotPlainError(f"a {type(value).__name__} is neither plain data nor a function")
    return encoded


def decode(message: Any, calling: Calling | None = None) -> Any:
    """The value that JSON stands for.

    Raises
    ------
    NotPlainError
        If it stands for none: nobody's `encode` wrote it.
    """
    try:
        return _decoded(message, calling)
    except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise NotPlainError(f"what came is not an answer ({type(error).__name__})") from error


def as_text(value: Any) -> str:
    """A value as somebody would write it, in one line.

    >>> as_text([Fraction(1, 3), Fraction(2)])
    '[1/3, 2]'
    """
    text = re.sub(r"Fraction\((-?\d+), 1\)", r"\1", " ".join(repr(value).split()))
    return re.sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", text)


def _limited(value: int) -> int:
    if abs(value) >= LARGEST:
        raise NotPlainError("a number has more than a thousand digits")
    return value


def _each(values: Any, number: Numbering | None, deep: int) -> list[Any]:
    encoded = [encode(one, number, deep=deep + 1) for one in islice(values, LONGEST + 1)]
    if len(encoded) > LONGEST:
        raise NotPlainError(f"it has more than {LONGEST} entries")
    return encoded


def _of_numpy(value: Any) -> dict[str, Any] | None:
    if isinstance(value, np.ma.MaskedArray) or not isinstance(value, np.ndarray | np.generic):
        return None
    if value.dtype.kind not in "biufU" or value.size > LONGEST:
        raise NotPlainError(f"an array of {value.dtype} and {value.size} entries is not plain data")
    entries = np.asarray(value).ravel().tolist()
    return {KIND: "array", "of": entries, "dtype": value.dtype.str, "shape": list(value.shape)} | (
        {KIND: "scalar"} if isinstance(value, np.generic) else {}
    )


def _of_pandas(value: Any, number: Numbering | None, deep: int) -> dict[str, Any] | None:
    pd = sys.modules.get("pandas")  # which takes as long to import as all else; without it nothing is of it
    if pd is None:
        return None
    if isinstance(value, pd.DataFrame):
        columns = [[encode(str(name)), encode(value.iloc[:, k], number, deep=deep + 1)] for k, name in enumerate(value)]
        return {KIND: "frame", "of": columns}
    if isinstance(value, pd.Series | pd.Index):
        return {KIND: "column", "of": _each(value.tolist(), number, deep)}
    return None


def _collected(value: Any, number: Numbering | None, deep: int) -> dict[str, Any] | None:
    if isinstance(value, Fraction):
        return {KIND: "fraction", "of": [_limited(value.numerator), _limited(value.denominator)]}
    if isinstance(value, complex):
        return {KIND: "complex", "of": [value.real, value.imag]}
    if isinstance(value, Mapping):
        pairs = [[encode(key, deep=deep + 1), encode(one, number, deep=deep + 1)] for key, one in value.items()]
        return {KIND: "mapping", "of": pairs}
    if callable(value) and number is not None:
        return {KIND: "function", "of": number(value)}
    for name, kinds in (("tuple", tuple), ("set", Set), ("list", range | Iterator)):
        if isinstance(value, kinds):
            return {KIND: name, "of": _each(value, number, deep)}
    return None


def _decoded(message: Any, calling: Calling | None) -> Any:
    if isinstance(message, list):
        return [_decoded(one, calling) for one in message]
    if not isinstance(message, dict):
        return message
    kind, of = message[KIND], message["of"]
    if kind == "mapping":
        return {_key(_decoded(key, calling)): _decoded(one, calling) for key, one in of}
    if kind == "frame":
        import pandas as pd

        return pd.DataFrame({_key(name): _decoded(one, calling) for name, one in of})
    if kind in ("array", "scalar"):
        return _array(of, str(message["dtype"]), message["shape"], kind == "scalar")
    if kind == "fraction":
        return Fraction(int(of[0]), int(of[1]))
    if kind == "complex":
        return complex(*of)
    if kind == "function" and calling is not None:
        return calling(int(of))
    if kind == "column":
        import pandas as pd

        return pd.Series([_decoded(one, calling) for one in of])
    kinds = {"tuple": tuple, "set": set, "list": list}
    return kinds[kind]([_decoded(one, calling) for one in of])


def _key(key: Any) -> Any:
    hash(key)
    return key


def _array(of: list[Any], dtype: str, shape: list[int], scalar: bool) -> Any:
    if np.dtype(dtype).kind not in "biufU":
        raise ValueError(dtype)
    array = np.array(of, dtype=dtype).reshape([int(size) for size in shape])
    return array[()] if scalar else array
