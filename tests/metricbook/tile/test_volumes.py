"""The volume under the Tile against its definition, 60-digit arithmetic, and its symmetries."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import dblquad

from metricbook.tile import volume

GENERAL = np.array([0.2, 0.15, 0.35, 0.3])


def twin(performance: np.ndarray) -> float:
    """Eqs. 12-15 with 60 digits, so that their differences keep at least 30."""
    with mpmath.workdps(60):
        tn, fp, fn, tp = (mpmath.mpf(float(value)) for value in performance)
        if tn == tp and fp == fn:
            return float(tn / (tn + fp))
        if tn == tp:
            return float(tn / (fn - fp) * (mpmath.log(tn + fn) - mpmath.log(tn + fp))) if tn else 0.0
        if fp == fn:
            return float(1 - fn / (tp - tn) * (mpmath.log(tp + fn) - mpmath.log(tn + fn))) if fn else 1.0

        def corner(satisfying: mpmath.mpf, unsatisfying: mpmath.mpf) -> mpmath.mpf:
            total = satisfying + unsatisfying
            return (satisfying**2 - unsatisfying**2) * mpmath.log(total) if total else mpmath.mpf(0)

        mixed = corner(tn, fn) + corner(tp, fp) - corner(tn, fp) - corner(tp, fn)
        return float(mpmath.mpf(1) / 2 - mixed / (2 * (tp - tn) * (fn - fp)))


def test_hand_computed() -> None:
    assert volume([0.4, 0.1, 0.1, 0.4]) == pytest.approx(0.8, abs=1e-15)
    # tn = tp = 3/10: 3/10 over 2/10, times log(6/10) - log(4/10).
    assert volume([0.3, 0.1, 0.3, 0.3]) == pytest.approx(1.5 * np.log(1.5), abs=1e-14)
    # fp = fn: one minus 15/30 times log(65/35).
    assert volume([0.2, 0.15, 0.15, 0.5]) == pytest.approx(1 - 0.5 * np.log(65 / 35), abs=1e-14)
    assert volume([1, 0, 0, 0]) == volume([0, 0, 0, 5]) == pytest.approx(1.0, abs=1e-15)
    assert volume([0, 1, 0, 0]) == volume([0, 2, 3, 0]) == 0.0
    # R = a / (a + 1 - b): right and wrong are alike.
    assert volume([0, 1, 0, 1]) == pytest.approx(0.5, abs=1e-15)


def test_is_the_double_integral_of_the_canonical_scores() -> None:
    tn, fp, fn, tp = GENERAL

    def score(b: float, a: float) -> float:
        right = (1 - a) * tn + a * tp
        return right / (right + (1 - b) * fp + b * fn)

    expected, error = dblquad(score, 0, 1, 0, 1, epsabs=1e-12)
    assert error < 1e-9
    assert volume(GENERAL) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("gap", [10.0**-k for k in range(1, 17)])
@pytest.mark.parametrize("which", ["tp near tn", "fn near fp", "both"])
def test_small_gaps(gap: float, which: str) -> None:
    near = GENERAL.copy()
    if which != "fn near fp":
        near[3] = near[0] * (1 + gap)
    if which != "tp near tn":
        near[2] = near[1] * (1 + gap)
    assert volume(near) == pytest.approx(twin(near / near.sum()), abs=1e-13)


magnitudes = st.one_of(st.just(0.0), st.floats(-14, 0).map(lambda exponent: 10.0**exponent))


@given(st.tuples(magnitudes, magnitudes, magnitudes, magnitudes).filter(any))
def test_any_magnitudes(performance: tuple[float, ...]) -> None:
    normalised = np.array(performance) / sum(performance)
    value = volume(performance)
    assert value == pytest.approx(twin(normalised), abs=1e-12)
    tn, fp, fn, tp = performance
    assert volume([fp, tn, tp, fn]) == pytest.approx(1 - value, abs=1e-12)  # the prediction changed
    assert volume([tp, fn, fp, tn]) == pytest.approx(value, abs=1e-12)  # the classes swapped
    assert volume([tn, fn, fp, tp]) == pytest.approx(value, abs=1e-12)  # prediction and truth swapped


def test_vectorised_over_any_shape() -> None:
    performances = np.random.default_rng(5).dirichlet([0.5] * 4, (3, 7))
    values = volume(performances)
    assert values.shape == (3, 7)
    assert values[2, 4] == pytest.approx(volume(performances[2, 4]), abs=1e-15)
    assert volume(np.empty((0, 4))).shape == (0,)
    assert volume([4, 1, 2, 3]) == pytest.approx(volume([0.4, 0.1, 0.2, 0.3]), abs=1e-15)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([0.5, 0.5], "four"),
        ([0.5, -0.1, 0.3, 0.3], "negative"),
        ([0.5, np.nan, 0.3, 0.3], "finite"),
        ([0, 0, 0, 0], "zero"),
    ],
)
def test_bad_input_is_named(bad: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        volume(bad)
