"""What a library gives our code on some other processor, imitated by noise: the last digits, and the order of ties.

The seed, METRICBOOK_NOISE, stands for a machine. On one machine the same call with the same arguments gives the same
result, so the noise is a function of the seed and of what is computed, not of when or in which process it is asked for.

What is imitated, and how:

- *Sums* (`sum`, `mean`, `std`, `var`, `prod` of arrays and frames, the built-in `sum` of floats): the summands come in
  another order. So an exact sum stays exact, and one that is rounded is rounded otherwise.
- *Products* (`@`, `dot`, `inner`, `matmul`): each entry of the result is, as its place decides, a sum in another order
  or one of unrounded products, as by a processor that multiplies and adds at once. So equal rows get unequal entries.
- *Functions* (`exp`, `log`, `pow`, ... of NumPy, `math` and SciPy, distributions, draws made by them): up to `ULPS`
  units in the last place, but nothing where the result is a short number (exp(0) = 1). Equal results are moved alike.
- *Linear algebra*, quadratures and their nodes: up to `CONDITION` roundings of the largest entry.
- *Solvers* (`brentq`; `minimize_scalar`, `minimize`, `root`): up to the tolerance that they promise; √ε of the result.
- *Fits* of scikit-learn: rows in another order, where the method draws none of them by its place (`REORDERED`); scores
  and probabilities that a model gives: `ULPS` roundings, by row, so that equal cases are scored unequally.
- *Sorts* that are not asked to be stable: ties in any order.

Not imitated: what numba compiles, what libraries compute between our call and their result, other trees of forests,
sums within pandas' groups beyond their last digits, and signs of eigenvectors.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

SEED = int(os.environ.get("METRICBOOK_NOISE", "0"))
ULPS = 2  # what libraries of mathematical functions are apart in the last place
CONDITION = 16  # roundings of the largest entry by which solutions of small, sound linear systems are apart
EPS, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)
SHORT = 26  # bits: a number of no more is taken for exact, as one in 2 ** 27 of the others would be wrongly
FUSED = 1_000_000  # products larger than this are not formed without rounding, which takes long


@lru_cache(maxsize=4096)
def order(n: int, what: str = "") -> np.ndarray:
    """Return the order in which this machine takes n things."""
    return np.random.default_rng([SEED, n, *what.encode()]).permutation(n)


@lru_cache(maxsize=64)
def steps(shape: tuple[int, ...]) -> np.ndarray:
    """Return a number of roundings, from -ULPS to ULPS, for each place of an array."""
    return np.random.default_rng([SEED, *shape]).integers(-ULPS, ULPS + 1, shape)


def last_place(value: Any, ulps: int = ULPS) -> Any:
    """Return a result with its floats moved by up to some units in the last place, each by what its digits decide."""
    if isinstance(value, np.ndarray):
        if type(value) is not np.ndarray or value.dtype != np.float64:
            return value
        bits = np.ascontiguousarray(value).view(np.uint64)
        with np.errstate(over="ignore"):
            mixed = (bits ^ np.uint64(SEED)) * np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        step = (mixed >> np.uint64(40)).astype(np.int64) % (2 * ulps + 1) - ulps
        still = (bits & np.uint64(2 ** (53 - SHORT) - 1) == 0) | ~np.isfinite(value) | (np.abs(value) < TINY)
        moved = (bits.view(np.int64) + np.where(still, 0, step)).view(np.float64).reshape(value.shape)
        return np.where((np.abs(value) < 1) & (np.abs(moved) > 1), np.sign(value), moved)  # no probability above 1
    if isinstance(value, float):
        if not math.isfinite(value) or abs(value) < TINY or (math.frexp(value)[0] * 2**SHORT).is_integer():
            return value
        mixed = (hash(float(value)) ^ SEED) * 0x9E3779B97F4A7C15 & (2**64 - 1)
        moved = value + ((mixed >> 40) % (2 * ulps + 1) - ulps) * math.ulp(value)
        return type(value)(math.copysign(1, value) if abs(value) < 1 < abs(moved) else moved)
    if isinstance(value, tuple):
        moved = [last_place(each, ulps) for each in value]
        return rebuilt(value, moved)
    if hasattr(value, "iloc"):
        floats = value.select_dtypes("float64").columns if value.ndim == 2 else None
        if floats is None:
            return (
                value
                if value.dtype != np.float64
                else type(value)(last_place(value.to_numpy()), value.index, name=value.name)
            )
        return value.assign(**{name: last_place(value[name].to_numpy()) for name in floats if isinstance(name, str)})
    return value


def relative(value: Any, roundings: float) -> Any:
    """Return arrays and floats with each entry moved by up to some roundings of the largest, as its place decides."""
    if isinstance(value, tuple):
        return rebuilt(value, [relative(each, roundings) for each in value])
    if not isinstance(value, (np.ndarray, float)) or np.asarray(value).dtype != np.float64 or np.size(value) == 0:
        return value
    finite = np.abs(value)[np.isfinite(value)] if isinstance(value, np.ndarray) else np.abs(value)
    largest = np.max(finite, initial=0.0)
    moved = value + steps(np.shape(value)) / ULPS * roundings * EPS * largest
    return moved if isinstance(value, np.ndarray) else type(value)(moved)


def rebuilt(found: tuple[Any, ...], parts: list[Any]) -> tuple[Any, ...]:
    """Return a tuple of other parts, with SciPy's names and attributes beside it."""
    if not hasattr(found, "_fields"):
        return tuple(parts)
    return type(found)(*parts, **{name: getattr(found, name) for name in getattr(found, "_extra_fields", ())})


def is_float(values: Any) -> bool:
    """Tell whether something is, or gives, an array of floats without a mask."""
    return not isinstance(values, np.ma.MaskedArray) and np.asarray(values).dtype.kind == "f"


# --- what is called in place of a library's function: the function first, then its arguments -------------------------


def after(change: Callable[..., Any], by: float, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a function and change what it gives."""
    return change(function(*arguments, **named), by)


def in_another_order(function: Callable[..., Any], values: Any, axis: Any = None, *rest: Any, **named: Any) -> Any:
    """Sum, or the like, with the summands in another order."""
    if hasattr(values, "iloc") or "where" in named or not is_float(values):
        return function(values, axis, *rest, **named)
    values = np.asarray(values)
    axes = range(values.ndim) if axis is None else np.atleast_1d(axis)
    for each in axes:
        values = np.take(values, order(values.shape[each]), axis=int(each))
    return function(values, axis, *rest, **named)


def summed(function: Callable[..., Any], values: Any, /, start: Any = 0) -> Any:
    """Sum as the built-in function, floats in another order."""
    listed = list(values)
    total = function(listed, start)
    if type(total) is float:
        return function([listed[place] for place in order(len(listed))], start)
    return last_place(total) if isinstance(total, np.ndarray) else total


def product(function: Callable[..., Any], a: Any, b: Any, **named: Any) -> Any:
    """Multiply matrices, each entry of the result summed in another order, or of unrounded products."""
    if (
        hasattr(a, "iloc")
        or hasattr(b, "iloc")
        or not (is_float(a) or is_float(b))
        or np.ndim(a) == 0
        or np.ndim(b) == 0
    ):
        return function(a, b, **named)
    a, b = np.asarray(a), np.asarray(b)
    if named or {a.dtype.kind, b.dtype.kind} - set("fiub"):
        return function(a, b, **named)
    axis = -1 if function is np.inner or b.ndim == 1 else -2
    if a.size * max(b.size // max(b.shape[axis], 1), 1) < FUSED and a.ndim <= 2 >= b.ndim:
        whole = [each.astype(np.longdouble) for each in (a, b)]
        one, other = rounded(a, np.moveaxis(b, axis, -1)), np.asarray(function(*whole)).astype(np.float64)
    else:
        one, other = (
            function(a[..., places], np.take(b, places, axis=axis), **named)
            for places in (order(a.shape[-1]), order(a.shape[-1], "other"))
        )
    mixed = np.where(steps(np.shape(one)) > 0, other, one)
    return mixed if np.ndim(one) else mixed[()]


def rounded(a: np.ndarray, b: np.ndarray) -> Any:
    """Multiply the rows of one or two matrices, or vectors: each product is rounded, and then they are added."""
    places = order(a.shape[-1])
    if b.ndim == 1:
        return (a[..., places] * b[places]).sum(axis=-1)
    return (a[..., np.newaxis, places] * b[:, places]).sum(axis=-1)


def unstable(function: Callable[..., Any], values: Any, *arguments: Any, **named: Any) -> Any:
    """Sort by places, with ties in any order, unless a stable sort is asked for."""
    partition = function is np.argpartition
    kind = named.pop("kind", None)
    axis = named.pop("axis", arguments[int(partition)] if len(arguments) > int(partition) else -1)
    if kind in ("stable", "mergesort") or named.get("stable"):
        return np.argsort(values, axis=axis, kind="stable")
    values = np.ravel(values) if axis is None else np.asarray(values)
    axis = -1 if axis is None else axis
    if values.ndim == 0 or values.shape[axis] == 0:
        return np.argsort(values, axis=axis)
    places = order(values.shape[axis])
    return places[np.argsort(np.take(values, places, axis=axis), axis=axis, kind="stable")]


def root(function: Callable[..., Any], f: Callable[..., float], a: float, b: float, *rest: Any, **named: Any) -> Any:
    """Find a root to within what the solver promises, and not better."""
    found = function(f, a, b, *rest, **named)
    if not isinstance(found, float):
        return found
    moved = found + steps((1,))[0] / ULPS * (named.get("xtol", 2e-12) + named.get("rtol", 4 * EPS) * abs(found))
    return float(min(max(moved, min(a, b)), max(a, b)))


def minimum(function: Callable[..., Any], f: Callable[..., float], *rest: Any, **named: Any) -> Any:
    """Find a least value to within the square root of a rounding: nearer, values do not tell places apart."""
    found = function(f, *rest, **named)
    found.x = found.x * (1 + steps(np.shape(found.x)) / ULPS * math.sqrt(EPS))
    return found


# --- methods: the bound method first ---------------------------------------------------------------------------------

#: Estimators whose result does not depend on the places of the rows, but for rounding.
REORDERED = {
    *(
        "LogisticRegression",
        "LinearDiscriminantAnalysis",
        "QuadraticDiscriminantAnalysis",
        "GaussianNB",
        "SVC",
        "StandardScaler",
    ),
    *(
        "LinearRegression",
        "SelectKBest",
        "VarianceThreshold",
        "MLPClassifier",
        "GradientBoostingClassifier",
        "IsotonicRegression",
    ),
}


def fit(method: Callable[..., Any], rows: Any, *rest: Any, **named: Any) -> Any:
    """Fit a model to the rows in another order, if these are nothing to it."""
    model = method.__self__
    steps_of = [each for _, each in model.steps] if hasattr(model, "steps") else [model]
    if named or not {type(each).__name__ for each in steps_of} <= REORDERED:
        return method(rows, *rest, **named)
    places = order(len(rows))
    return method(*(each.iloc[places] if hasattr(each, "iloc") else np.asarray(each)[places] for each in (rows, *rest)))


def scored(method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Score cases, equal ones unequally: margins to roundings of the largest, what is of one sign to its own."""
    found = method(*arguments, **named)
    if not isinstance(found, np.ndarray) or found.dtype != np.float64:
        return found
    if method.__name__ == "decision_function":  # a sum of terms of both signs, which may be larger
        return relative(found, ULPS)
    moved = found * (1 + steps(found.shape) * EPS)
    return np.minimum(moved, 1) if method.__name__ == "predict_proba" else moved


def sorted_frame(method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Sort a frame or a series by one key, with ties in any order, unless a stable sort is asked for."""
    frame = method.__self__
    by = named.get("by", arguments[0] if arguments else None)
    keys = len(by) if isinstance(by, (list, tuple)) else frame.index.nlevels if method.__name__ == "sort_index" else 1
    stable = keys > 1 or named.get("kind") in ("stable", "mergesort")
    if stable or named.get("inplace") or named.get("axis", 0) not in (0, "index"):
        return method(*arguments, **named)
    return getattr(frame.iloc[order(len(frame))], method.__name__)(*arguments, **named | {"kind": "stable"})


def frame_sum(method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Sum a frame or a series, or the like, with the summands in another order."""
    frame = method.__self__
    across = frame.ndim == 2 and (named.get("axis", arguments[0] if arguments else 0) in (1, "columns"))
    other = frame.iloc[:, order(frame.shape[1])] if across else frame.iloc[order(len(frame))]
    return getattr(other, method.__name__)(*arguments, **named)


def array_sum(method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Sum an array by its method."""
    return in_another_order(getattr(np, method.__name__), method.__self__, *arguments, **named)


def array_sort(method: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Sort an array by its method."""
    return unstable(getattr(np, method.__name__), method.__self__, *arguments, **named)


def array_dot(method: Callable[..., Any], other: Any) -> Any:
    """Multiply an array by its method."""
    return product(np.dot, method.__self__, other)
