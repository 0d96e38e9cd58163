"""The sort: exact on every kind of value and size, whichever way it takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook.metrics import ordering
from metricbook.metrics.ordering import COUNTING_PAYS, ascending_order

LIMIT = COUNTING_PAYS.start
SIZES = [0, 1, 2, 1000, LIMIT - 1, LIMIT, LIMIT + 1, 3 * LIMIT + 7]


def _narrow(rng: np.random.Generator, n: int, width: float) -> np.ndarray:
    return 1 + width * rng.random(n)


CASES = {
    "normal": lambda rng, n: rng.normal(size=n),
    "uniform": lambda rng, n: rng.random(n),
    "sigmoid": lambda rng, n: 1 / (1 + np.exp(-8 * rng.normal(size=n))),
    "two decimals": lambda rng, n: rng.normal(size=n).round(2),
    "float32": lambda rng, n: rng.normal(size=n).astype(np.float32).astype(float),
    "constant": lambda rng, n: np.full(n, -0.3),
    "two values": lambda rng, n: rng.integers(0, 2, n) + 0.0,
    "signed zeros": lambda rng, n: rng.choice([0.0, -0.0], n),
    "signed zeros among others": lambda rng, n: rng.choice([0.0, -0.0, 5e-324, -5e-324, *rng.normal(size=99)], n),
    "sorted": lambda rng, n: np.sort(rng.normal(size=n)),
    "sorted but for the last": lambda rng, n: np.append(np.sort(rng.random(n)), -1.0)[-n or n + 1 :],
    "reversed": lambda rng, n: np.sort(rng.normal(size=n))[::-1],
    "saw": lambda rng, n: np.arange(n) % 1000 / 7,
    "one pattern of leading bits": lambda rng, n: 1 + rng.integers(0, 2**20, n) * 2.0**-52,
    "one pattern, negative": lambda rng, n: -1 - rng.integers(0, 2**20, n) * 2.0**-52,
    "a hundred patterns": lambda rng, n: _narrow(rng, n, 1e-4),
    "thousands of patterns": lambda rng, n: _narrow(rng, n, 1e-2),
    "reversed within patterns": lambda rng, n: np.sort(_narrow(rng, n, 1e-3))[::-1] * rng.choice([1.0, -1.0], n),
    "denormal": lambda rng, n: rng.integers(-(2**50), 2**50, n) * 5e-324,
    "all magnitudes": lambda rng, n: np.ldexp(rng.normal(size=n), rng.integers(-1070, 1020, n)),
    "random bits": lambda rng, n: _random_bits(rng, n),
    "a glance sees few": lambda rng, n: _hidden(rng, n),
}


def _random_bits(rng: np.random.Generator, n: int) -> np.ndarray:
    values = rng.integers(-(2**63), 2**63 - 1, n).view(np.float64)
    return np.where(np.isfinite(values), values, 1.5)


def _hidden(rng: np.random.Generator, n: int) -> np.ndarray:
    """Random values, but for constant ones wherever the glance at a thousand values falls."""
    values = rng.normal(size=n)
    values[:: max(n >> 10, 1)] = 0.25
    return values


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", CASES)
def test_the_order_is_that_of_a_sort(case, size):
    values = CASES[case](np.random.default_rng(3), size)
    assert values.size == size
    values.flags.writeable = False
    order = ascending_order(values)
    assert order.dtype == np.intp
    np.testing.assert_array_equal(np.bincount(order, minlength=size), np.ones(size, int))  # a permutation
    np.testing.assert_array_equal(values[order], np.sort(values))


@pytest.mark.parametrize("case", ["uniform", "two decimals", "thousands of patterns"])
@pytest.mark.parametrize("size", [COUNTING_PAYS.stop - 1, COUNTING_PAYS.stop])
def test_the_order_at_the_upper_limit(case, size):
    values = CASES[case](np.random.default_rng(4), size)
    ordered = values[ascending_order(values)]
    assert (ordered[1:] >= ordered[:-1]).all()
    assert np.isclose(ordered.sum(), values.sum())


@pytest.mark.parametrize("few", [0, 1 << 20])
@pytest.mark.parametrize("case", CASES)
def test_either_way_gives_the_same(monkeypatch, case, few):
    monkeypatch.setattr(ordering, "FEW_PATTERNS", few)  # counts always; never counts
    values = CASES[case](np.random.default_rng(5), LIMIT + 3)
    np.testing.assert_array_equal(values[ascending_order(values)], np.sort(values))


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=60), st.integers(0, 9))
def test_counting_sorts_any_floats(values, seed):
    picked = np.random.default_rng(seed).choice(values, 200)
    bits = ordering._leading_bits(picked)
    by_bits = picked[np.argsort(bits, kind="stable")]
    # The keys never contradict the floats: what they put in order is out of order within equal keys only.
    falls = np.flatnonzero(by_bits[1:] < by_bits[:-1])
    keys = np.sort(bits)
    assert (keys[falls] == keys[falls + 1]).all()


def test_the_keys_order_as_the_floats_do():
    values = np.array([-1.7e308, -1.0, -1e-320, -0.0, 0.0, 1e-300, 1.0, 1.5, 1.7e308])
    bits = ordering._leading_bits(values)
    assert (np.diff(bits.astype(np.int64)) >= 0).all()
    assert bits[3] == bits[4]
    assert bits[5] > bits[4]
