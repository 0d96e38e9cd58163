"""The causal discovery methods: hand-computed values, symmetries, bad input, data as they assume it."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.special import digamma

from metricbook.causal import METHODS, cdci, cds, igci, reci, slope
from metricbook.causal._cells import cause_cells, to_cells
from tests.metricbook.causal.samples import SHAPES, same, sample

NAMES = ["CDCI", "CDS", "HECI", "IGCI", "NNCL", "RECI", "SLOPE", "SLOPPY"]


class TestSymmetriesOfSome:
    """Beyond what the registry says of all methods (tests/metricbook/causal/test_registry.py)."""

    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("name", NAMES)
    def test_powers_of_two_as_units_change_nothing_at_all(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        score = METHODS[name].score
        assert same(score(x, y), score(x * 2.0**-7, y * 2.0**11))

    @pytest.mark.parametrize("name", ["HECI", "NNCL", "RECI", "SLOPE", "SLOPPY"])
    def test_methods_on_the_unit_square_ignore_an_exact_shift_exactly(self, name: str) -> None:
        x, y = sample("noise")
        score = METHODS[name].score
        assert score(x + 4096, y - 77) == score(x, y)

    @pytest.mark.parametrize("name", ["CDCI", "IGCI"])
    def test_methods_on_deviations_ignore_a_reflection(self, name: str) -> None:
        x, y = sample("noise")
        score = METHODS[name].score
        assert score(-x, y) == pytest.approx(score(x, y), rel=1e-9)

    @pytest.mark.parametrize("name", ["RECI", "SLOPE"])
    def test_methods_with_cubes_do_not_ignore_a_reflection(self, name: str) -> None:
        x, y = sample("noise")
        score = METHODS[name].score
        assert abs(score(-x, y) - score(x, y)) > 1e-6

    def test_few_rows(self) -> None:
        x = np.array([0.0, 1.0, 3.0])
        decided = {name for name in NAMES if not math.isnan(METHODS[name].score(x, x**2))}
        assert decided == {"IGCI", "RECI", "SLOPE"}

    def test_one_far_value_among_equal_ones(self) -> None:
        x = np.zeros(100)
        x[0] = 1.0
        assert cause_cells(x).tolist() == [12] + [6] * 99


class TestCells:
    def test_nearest_half_deviation(self) -> None:
        assert to_cells(np.array([-3.1, -0.26, -0.24, 0.24, 0.26, 0.74, 0.76])).tolist() == [
            0,
            5,
            6,
            6,
            7,
            7,
            8,
        ]


class TestIgci:
    def test_by_hand(self) -> None:
        """Four values, gaps 1, 0, 2 against 1, 1, 1; the entropies' digamma terms cancel."""
        x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 1.0, 3.0])
        deviation_x, deviation_y = math.sqrt(5 / 4), math.sqrt(19 / 16)
        expected = 3 * math.log(1 / deviation_x) / 3
        expected -= (math.log(1 / deviation_y) + math.log(2 / deviation_y)) / 3
        assert METHODS["IGCI"].score(x, y) == pytest.approx(expected, rel=1e-12)

    def test_estimates_the_entropy_of_a_uniform_variable(self) -> None:
        u = np.random.default_rng(5).uniform(0, 4, 20_000)
        assert igci.entropy(u) == pytest.approx(math.log(4), abs=0.03)

    def test_lengths_may_differ(self) -> None:
        x, y = np.arange(5.0), np.array([0.0, 1.0])
        expected = math.log(1 / math.sqrt(2)) + digamma(5) - (math.log(2) + digamma(2))
        assert METHODS["IGCI"].score(x, y) == pytest.approx(expected, rel=1e-12)


class TestReci:
    def test_by_hand(self) -> None:
        """Fits on {1, cube} of (0, 0), (1/2, 1/8), (1, 1): exact from x; from y the cube of y misses x."""
        x = np.array([0.0, 0.5, 1.0])
        # y on x³ is exact. x on y³ = (0, 1/512, 1): centred basis b and target t, MSE = (t't - (b't)²/b'b)/3.
        basis = np.array([0.0, 1 / 512, 1.0]) - (513 / 512) / 3
        target = np.array([-0.5, 0.0, 0.5])
        expected = (0.5 - (basis @ target) ** 2 / (basis @ basis)) / 3
        assert METHODS["RECI"].score(x, x**3) == pytest.approx(expected, rel=1e-9)

    def test_is_the_least_squares_error(self) -> None:
        x, y = (v / v.max() for v in sample("skewed"))
        design = np.column_stack([np.ones_like(x), x**3])
        _, squares, _, _ = np.linalg.lstsq(design, y, rcond=None)
        assert reci.regression_error(x, y) == pytest.approx(squares[0] / x.size, rel=1e-9)


def naive_rows(cause: np.ndarray, effect: np.ndarray, *, own_scale: bool) -> np.ndarray:
    """Histograms of a many-valued effect in the crowded bins of the cause, value by value."""
    z = (cause - cause.mean()) / cause.std()
    core = z[abs(z) < 3]
    z = (z - core.mean()) / core.std()
    bins = [max(-6, min(6, round(2 * v))) for v in z]
    rows = []
    for b in sorted(set(bins)):
        members = np.array([e for e, k in zip(effect, bins, strict=True) if k == b])
        if len(members) <= 12:
            continue
        scale = members.std() + 1e-8 if own_scale else effect.std()
        cells = [max(-6, min(6, round(2 * v))) for v in (members - members.mean()) / scale]
        rows.append([cells.count(c) / len(cells) for c in range(-6, 7)])
    return np.array(rows)


class TestConditionalHistograms:
    @pytest.mark.parametrize("shape", ["noise", "skewed", "ties", "outlier"])
    def test_cdci_is_its_definition(self, shape: str) -> None:
        x, y = sample(shape)
        rows = naive_rows(x, y, own_scale=True)
        average = [sum(column) / len(rows) for column in rows.T]
        expected = sum(sum(abs(p - q) for p, q in zip(row, average, strict=True)) / 2 for row in rows)
        assert cdci.conditional_divergence(x, y) == pytest.approx(expected / len(rows), rel=1e-12)

    @pytest.mark.parametrize("shape", ["noise", "skewed", "ties", "outlier"])
    def test_cds_is_its_definition(self, shape: str) -> None:
        x, y = sample(shape)
        rows = naive_rows(x, y, own_scale=False)
        deviations = [p - sum(column) / len(column) for column in rows.T for p in column]
        mean = sum(deviations) / len(deviations)
        expected = math.sqrt(sum((d - mean) ** 2 for d in deviations) / len(deviations))
        assert cds.conditional_spread(x, y) == pytest.approx(expected, rel=1e-12)

    def test_cdci_by_hand(self) -> None:
        """Two bins of 20: as many effects 0 as 1 in one, 5 and 15 in the other.

        In units of half deviations the first has values -2 and 2, each with frequency 1/2. The second has
        deviation sqrt(3)/4, so values -2 sqrt(3) (cell -3) with 1/4 and 2/sqrt(3) (cell 1) with 3/4. The two
        histograms share no cell, so each is at distance 1/2 from their average.
        """
        x = np.repeat([0.0, 1.0], 20)
        y = np.concatenate([np.repeat([0.0, 1.0], 10), np.repeat([0.0, 1.0], [5, 15])])
        assert cdci.conditional_divergence(x, y) == pytest.approx(0.5, rel=1e-9)

    def test_cds_by_hand(self) -> None:
        """The same data: histograms (1/2, 1/2) and (1/4, 3/4) in four cells, two of them empty, no shift."""
        x = np.repeat([0.0, 1.0], 20)
        y = np.concatenate([np.repeat([0.0, 1.0], 10), np.repeat([0.0, 1.0], [5, 15])])
        assert cds.conditional_spread(x, y) == pytest.approx(math.sqrt(4 * (1 / 8) ** 2 / 8), rel=1e-12)

    def test_cds_aligns_discrete_effects_that_only_move(self) -> None:
        """Effect 1 follows cause 0 and 2 follows 1: moved onto each other, the histograms are equal."""
        x = np.repeat([0.0, 1.0], [30, 20])
        assert cds.conditional_spread(x, x + 1) == 0.0

    def test_a_bin_needs_more_than_twelve_members(self) -> None:
        x = np.repeat([0.0, 1.0], 12)
        assert math.isnan(cdci.conditional_divergence(x, x))
        assert math.isnan(cds.conditional_spread(x, x))
        assert cdci.conditional_divergence(np.append(x, 1.0), np.append(x, 1.0)) == 0.0


class TestSlope:
    def test_resolution_is_capped(self) -> None:
        assert slope.resolution(np.array([0.0, 0.5, 1.0])) == 0.01
        assert slope.resolution(np.array([0.0, 0.0, 0.001, 1.0])) == 0.001

    def test_exact_fits_take_no_bits(self) -> None:
        x = np.linspace(0, 1, 101)
        assert slope.conditional_bits(x, x**2, 1e-4) == 0.0

    def test_by_hand_where_one_direction_is_exact(self) -> None:
        """y = x² costs nothing given x, so the score is (bits of x given y + L(y) - L(x)) / (L(x) + L(y))."""
        x = np.arange(9.0) / 8
        y = x**2
        # Smallest gaps: 1/8 for x, above the cap; 1/64 for y, above the cap too. L(x) = L(y) = -9 log2 0.01.
        length = -9 * math.log2(0.01)
        fits = [np.polyfit(b, x, 1) for b in slope.basis_functions(y, 0.01)]
        squares = [
            float(((x - np.polyval(f, b)) ** 2).sum())
            for f, b in zip(fits, slope.basis_functions(y, 0.01), strict=True)
        ]
        bits = 9 / 2 * math.log2(2 * math.pi * math.e * min(squares) / 9) + length
        assert METHODS["SLOPE"].score(x, y) == pytest.approx(bits / (2 * length), rel=1e-9)

    def test_bits_of_integers(self) -> None:
        constant = math.log2(2.865064)
        assert slope.integer_bits(1) == constant
        assert slope.integer_bits(2) == constant + 1
        assert slope.integer_bits(4) == constant + 2 + 1
        assert slope.integer_bits(0.5) == 0

    def test_bits_of_coefficients(self) -> None:
        assert slope.coefficient_bits(0.0) == 1
        assert slope.coefficient_bits(1000.0) == 1 + slope.integer_bits(1000) + slope.integer_bits(1)
        assert slope.coefficient_bits(-0.5) == 1 + slope.integer_bits(5000) + slope.integer_bits(5)


class TestAssumptions:
    """On data drawn as each method assumes, it must be right far more often than by guessing."""

    @staticmethod
    def successes(name: str, draw: Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]) -> int:
        rng = np.random.default_rng(11)
        return sum(METHODS[name].score(*draw(rng)) > 0 for _ in range(30))

    @pytest.mark.parametrize("name", ["CDCI", "CDS"])
    def test_additive_noise(self, name: str) -> None:
        def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
            x = rng.uniform(-1, 1, 1000)
            return x, np.tanh(3 * x) + 0.3 * rng.uniform(-1, 1, 1000)

        assert self.successes(name, draw) >= 27

    @pytest.mark.parametrize("name", ["IGCI", "RECI", "SLOPE"])
    def test_a_smooth_function_of_a_uniform_cause_with_little_noise(self, name: str) -> None:
        def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
            x = rng.uniform(0, 1, 500)
            return x, x**3 + 0.02 * rng.standard_normal(500)

        assert self.successes(name, draw) >= 27
