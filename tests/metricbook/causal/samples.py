"""Pairs of variables that the tests of the causal methods share, and how to call any method."""

from __future__ import annotations

import dataclasses
import importlib.util
import math
from collections.abc import Callable

import numpy as np
import pytest

from metricbook.causal import METHODS, Method, Pair, runs

SHAPES = ("noise", "skewed", "few values", "ties", "outlier", "binary cause")
# What the extra "causal" brings, by import name.
EXTRA = ("jax", "pyvinecopulib", "sklearn")


def sample(shape: str, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Return a pair of integer-valued variables, so that shifts and powers of two are exact in float64."""
    rng = np.random.default_rng(20240 + SHAPES.index(shape))
    x = rng.integers(0, 4096, n).astype(float)
    if shape == "skewed":
        x = np.floor(x**2 / 4096)
    elif shape == "few values":
        x = rng.integers(0, 9, n).astype(float)
    elif shape == "ties":
        x = np.floor(x / 128)
    elif shape == "outlier":
        x[0] = 2.0**20
    elif shape == "binary cause":
        x = rng.integers(0, 2, n).astype(float)
    y = np.floor(x**2 / x.max()) + rng.integers(0, 64, n)
    return x, y


def needs_extra(method: Method) -> None:
    """Skip the test if the method's extra is not installed."""
    if method.extra and not all(importlib.util.find_spec(package) for package in EXTRA):
        pytest.skip(f"{method.name} needs the extra {method.extra!r}: {', '.join(EXTRA)}")


def call(name: str, x: np.ndarray, y: np.ndarray, seed: int = 3) -> float:
    """Return the score by a method in its quickest setting, with a fresh generator if it draws."""
    method = METHODS[name]
    needs_extra(method)
    rng = None if method.deterministic else np.random.default_rng(seed)
    value = method.score(x, y, rng, **method.tiny)
    assert isinstance(value, float)
    return value


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


def pairs() -> list[Pair]:
    """Return three pairs with a weight and one without."""
    rng = np.random.default_rng(1)
    made = []
    for number, n in enumerate((100, 200, 120), start=1):
        x = rng.normal(size=n)
        made.append(Pair(number, x, x**3 + rng.normal(size=n), 0.5))
    return [*made, Pair(4, np.arange(9.0), np.arange(9.0), 0.0)]


def drawing(monkeypatch: pytest.MonkeyPatch, compare: Callable[..., float] | None = None) -> None:
    """Let RECI be a method that draws, or makes the given comparison."""

    def drawn(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> float:
        return float(rng.normal())

    reci = dataclasses.replace(METHODS["RECI"], compare=compare or drawn)
    monkeypatch.setattr(runs, "METHODS", {**METHODS, "RECI": reci})
