"""Formulas as text, such as ``2 * tp / (2 * tp + fp + fn)``; ``scripts/formula.js`` reads them in the same way.

A formula is never run as a program. It has numbers, names, ``+ - * / **`` or ``^``, brackets, and a few functions.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

#: A function of numbers: `ArithmeticError` or `ValueError` where it has no finite value.
Formula: TypeAlias = Callable[..., float]
Part: TypeAlias = Callable[[Sequence[float]], float]

#: Functions, and how few and how many numbers each takes.
FUNCTIONS: Final[dict[str, tuple[Callable[..., float], int, int]]] = {
    "abs": (abs, 1, 1),
    "sqrt": (math.sqrt, 1, 1),
    "exp": (math.exp, 1, 1),
    "log": (math.log, 1, 1),
    "log2": (math.log2, 1, 1),
    "log10": (math.log10, 1, 1),
    "min": (min, 2, 9),
    "max": (max, 2, 9),
}
_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "^": "**", "\n": " ", "\t": " "})
#: What a formula may consist of: numbers, names and signs.
_TOKENS: Final = re.compile(
    r"(?:\s*(?:(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?(?![\w.])|[a-z][a-z0-9_]*|[-+*/(),]))+\s*",
    re.IGNORECASE | re.ASCII,
)
#: A text that is longer is no formula that somebody meant.
LONGEST: Final = 500


def formula_of(text: str, names: Sequence[str]) -> Formula | None:
    """The function that a formula is of its names, or None if it is none.

    >>> formula_of("sqrt(tp) / (tp + fp)^2", ["fp", "tp"])(1, 4)
    0.08
    >>> formula_of("__import__('os')", ["fp", "tp"]) is None
    True
    """
    node = _node(text)
    try:
        part = _part(node, list(names)) if node else None
    except (ValueError, LookupError, OverflowError, RecursionError):
        return None
    return part and (lambda *values: part([float(value) for value in values]))


def source_of(text: str, names: Sequence[str]) -> str | None:
    """The Python of a function ``of`` that a formula is of its names, or None if it is none.

    >>> print(source_of("sqrt(tp) / (tp + fp)^2", ["fp", "tp"]))
    from math import exp, log, log2, log10, sqrt
    def of(fp, tp):
        fp, tp = map(float, (fp, tp))
        return sqrt(tp) / (tp + fp) ** 2.0
    """
    node, all_names = _node(text), ", ".join(names)
    if node is None or formula_of(text, names) is None:
        return None
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, int):
            one.value = float(one.value)  # powers of whole numbers have no end
    head = f"from math import exp, log, log2, log10, sqrt\ndef of({all_names}):\n"
    comma = "," if "," not in all_names else ""  # of one name, too, these are tuples
    return f"{head}    {all_names}{comma} = map(float, ({all_names}{comma}))\n    return {ast.unparse(node)}"


def _node(text: str) -> ast.expr | None:
    """The expression in a text that consists of what a formula may."""
    plain = text.translate(_SIGNS).strip()
    if len(text) > LONGEST or not _TOKENS.fullmatch(plain) or re.search(r",\s*\)", plain):
        return None
    try:
        return ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _part(node: ast.expr, names: list[str]) -> Part:
    """What computes a part of a formula; an error for anything that a formula may not have."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            constant = _finite(float(value))
            return lambda values: constant
        case ast.Name(id=name):
            place = names.index(name)
            return lambda values: values[place]
        case ast.UnaryOp(op=sign, operand=operand):
            unary, of = _UNARY[type(sign)], _part(operand, names)
            return lambda values: unary(of(values))
        case ast.BinOp(left=left, op=sign, right=right):
            binary, one, other = _BINARY[type(sign)], _part(left, names), _part(right, names)
            return lambda values: _finite(binary(one(values), other(values)))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            function, fewest, most = FUNCTIONS[name]
            parts = [_part(argument, names) for argument in arguments]
            if not fewest <= len(parts) <= most:
                raise ValueError(f"{name} does not take {len(parts)} numbers")
            return lambda values: _finite(function(*(part(values) for part in parts)))
    raise ValueError("a formula has no such part")


def _finite(value: Any) -> float:
    """A finite number; an error for anything else, such as an even root of what is below zero."""
    if not isinstance(value, float) or not math.isfinite(value):
        raise ArithmeticError("no finite number")
    return value
