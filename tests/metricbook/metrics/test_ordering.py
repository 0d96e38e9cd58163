"""The sort: exact on every kind of value and size, whichever way it takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook.metrics import ordering
from metricbook.metrics.ordering import KEYS_PAY, ascending_order, reverse_negatives, sort_flagged
from tests.each import of_each

LIMIT = KEYS_PAY
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


@of_each(CASES, SIZES)
def test_the_order_is_that_of_a_sort(case, size):
    values = CASES[case](np.random.default_rng(3), size)
    assert values.size == size
    values.flags.writeable = False
    order, ordered = ascending_order(values)
    assert order.dtype == np.intp
    np.testing.assert_array_equal(np.bincount(order, minlength=size), np.ones(size, int))  # a permutation
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(values[order], ordered)


@of_each(CASES, SIZES, ["quicksort", "stable"])
def test_flags_stay_with_their_values(case, size, kind):
    rng = np.random.default_rng(6)
    values, flags = CASES[case](rng, size), rng.random(size) < 0.3
    for array in (values, flags):
        array.flags.writeable = False
    ordered, sorted_flags = sort_flagged(values, flags, kind)
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(np.sort(values[flags]), ordered[sorted_flags])
    np.testing.assert_array_equal(np.sort(np.signbit(values)), np.sort(np.signbit(ordered)))  # -0.0 stays what it is


@pytest.mark.parametrize("largest", [1.0, 2.0, 1.7e308, np.inf])
@pytest.mark.parametrize("smallest", [0.0, 5e-324, 1e-300, 0.1])
def test_flags_stay_with_values_of_any_magnitude(largest, smallest):
    rng = np.random.default_rng(7)
    values = np.append(rng.random(LIMIT), [largest, smallest, -smallest, np.nextafter(smallest, 1)])
    flags = rng.random(values.size) < 0.5
    ordered, sorted_flags = sort_flagged(values, flags)
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(ordered[sorted_flags], np.sort(values[flags]))


@pytest.mark.parametrize("exchanges", [0, 100])
@pytest.mark.parametrize("case", CASES)
def test_either_way_gives_the_same(monkeypatch, case, exchanges):
    monkeypatch.setattr(
        ordering, "EXCHANGES", exchanges
    )  # sorts again at once; exchanges neighbours until all is right
    values = CASES[case](np.random.default_rng(5), LIMIT + 3)
    order, ordered = ascending_order(values)
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(values[order], ordered)


@pytest.mark.parametrize("part", [1, 1000, LIMIT])
@pytest.mark.parametrize("case", ["normal", "sigmoid", "two decimals", "signed zeros among others", "random bits"])
def test_the_length_of_a_part_does_not_matter(monkeypatch, case, part):
    rng = np.random.default_rng(9)
    values, flags = CASES[case](rng, LIMIT + 3), rng.random(LIMIT + 3) < 0.3
    monkeypatch.setattr(ordering, "PART", part)
    np.testing.assert_array_equal(ascending_order(values)[1], np.sort(values))
    ordered, sorted_flags = sort_flagged(values, flags)
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(ordered[sorted_flags], np.sort(values[flags]))


@pytest.mark.parametrize("share", [1e-4, 0.01, 0.9])
def test_what_the_keys_leave_out_of_order_is_mended(share):
    """Most values differ in their last digits only, and an outlier takes the leading bits."""
    rng = np.random.default_rng(8)
    values = np.where(
        rng.random(30 * LIMIT) < share, 1 + 1e-15 * rng.integers(0, 4000, 30 * LIMIT), rng.random(30 * LIMIT)
    )
    values[0] = 1e300
    by_keys = values[ordering._order_by_keys(values)]
    assert np.count_nonzero(by_keys[1:] < by_keys[:-1]) > 0
    order, ordered = ascending_order(values)
    np.testing.assert_array_equal(ordered, np.sort(values))
    np.testing.assert_array_equal(np.sort(order), np.arange(values.size))


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=60))
def test_the_integers_order_as_the_floats_do(values):
    bits = reverse_negatives(np.array(values).view(np.int64))
    order = np.argsort(bits)
    assert np.array(values)[order].tolist() == sorted(values)
    assert reverse_negatives(bits).view(np.float64).tolist() == values
