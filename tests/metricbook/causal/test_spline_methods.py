"""HECI, LCUBE, NNCL, SLOPPY: hand-computed values, definitions written out naively, a public peer, assumptions."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.interpolate import BSpline, make_smoothing_spline

from metricbook.causal import METHODS, heci, lcube, nncl, sloppy
from tests.metricbook.causal.samples import sample


def wave(n: int, seed: int = 9) -> tuple[np.ndarray, np.ndarray]:
    """A cause on [0, 1], sorted, and an effect that oscillates."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(size=n))
    x = (x - x[0]) / (x[-1] - x[0])
    y = np.sin(9 * x) + 0.2 * rng.normal(size=n)
    return x, (y - y.min()) / (y.max() - y.min())


class TestHeci:
    def test_by_hand(self) -> None:
        """Twenty points on a line: one segment, one exact line, so 20 log2(1e-4/20) + 3 log2 20 bits."""
        x = np.linspace(0, 1, 20)
        assert heci.bin_edges(x) == [0, 10, 20]
        assert heci.code_length(x, x) == pytest.approx(20 * math.log2(1e-4 / 20) + 3 * math.log2(20), rel=1e-12)

    def test_a_step_is_cheaper_in_two_segments(self) -> None:
        """Two flat segments of 100: 2 (100 log2(1e-4/100) + 3 log2 200) bits, whatever the height of the step."""
        x = np.linspace(0, 1, 200)
        for height in (0.5, 1.0):
            expected = 2 * (100 * math.log2(1e-4 / 100) + 3 * math.log2(200))
            assert heci.code_length(x, np.where(x < 0.5, 0.0, height)) == pytest.approx(expected, rel=1e-9)

    def test_is_the_best_of_all_cuts(self) -> None:
        """Every way to cut the bins, every degree, by polyfit."""
        x, y = wave(117)
        edges, start = [0], 0
        for right in np.linspace(0, 1, 21)[1:]:
            stop = len(x) if right == 1 else int((x < right).sum())
            if len(set(x[start:stop])) >= 10:
                edges, start = [*edges, stop], stop
        edges[-1] = len(x)
        assert heci.bin_edges(x) == edges

        def bits(a: int, b: int) -> float:
            options = []
            for degree in (1, 2, 3):
                residual = y[a:b] - np.polyval(np.polyfit(x[a:b], y[a:b], degree), x[a:b])
                rss = float(sum(residual**2)) + 1e-4
                options.append((b - a) * math.log2(rss / (b - a)) + (degree + 2) * math.log2(len(x)))
            return min(options)

        inner = edges[1:-1]
        totals = []
        for k in range(len(inner) + 1):
            for chosen in combinations(inner, k):
                ends = [0, *chosen, len(x)]
                totals.append(sum(bits(a, b) for a, b in pairwise(ends)))
        assert len(totals) >= 2**6
        assert heci.code_length(x, y) == pytest.approx(min(totals), rel=1e-9)

    def test_few_distinct_values_are_one_segment(self) -> None:
        assert heci.bin_edges(np.repeat(np.arange(8.0) / 7, 30)) == [0, 240]

    def test_three_values_do_not_determine_a_cubic(self) -> None:
        x = np.tile([0.0, 1.0, 2.0], 30)
        y = np.arange(90.0)
        assert math.isnan(METHODS["HECI"].score(x, y))
        assert not math.isnan(METHODS["HECI"].score(np.tile([0.0, 1.0, 2.0, 4.0], 30), np.arange(120.0)))


class TestLcube:
    def test_by_hand(self) -> None:
        """Below 80 points there is one interval: log n for it, 5/2 log n for the cubic, n/2 log(RSS/n)."""
        x, y = wave(60)
        residual = y - np.polyval(np.polyfit(x, y, 3), x)
        expected = 3.5 * math.log(60) + 30 * math.log(float(residual @ residual) / 60)
        assert lcube.code_length(x, y) == pytest.approx(expected, rel=1e-9)

    def test_is_its_definition(self) -> None:
        """Least squares on 1, x, x², x³ and the truncated cubes at the knots, for m = 1, 2, 3."""
        x, y = wave(130)
        lengths = []
        for m in (1, 2, 3):
            basis = [x**k for k in range(4)] + [np.maximum(x - j / m, 0) ** 3 for j in range(1, m)]
            design = np.column_stack(basis)
            residual = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
            cells = [0] * m
            for value in x:
                cells[min(int(value * m), m - 1)] += 1
            length = math.log(m) + sum(math.log(u) for u in cells) + (m + 4) / 2 * math.log(130)
            lengths.append(length + 65 * math.log(float(residual @ residual) / 130))
        assert lengths.index(min(lengths)) > 0
        assert lcube.code_length(x, y) == pytest.approx(min(lengths), rel=1e-9)

    def test_units_speak(self) -> None:
        """A factor of e in x adds one nat per point to what x takes, and so n to the score."""
        x, y = wave(100)
        assert METHODS["LCUBE"].score(math.e * x, y) == pytest.approx(METHODS["LCUBE"].score(x, y) + 100, rel=1e-9)

    def test_a_gap_leaves_no_score(self) -> None:
        x = np.concatenate([np.linspace(0, 0.1, 399), [1.0]])
        y = np.random.default_rng(0).normal(size=400)
        assert math.isnan(lcube.code_length(x, y))
        assert math.isnan(METHODS["LCUBE"].score(x, y))
        assert math.isnan(METHODS["LCUBE"].score(y, x))


class TestNncl:
    def test_by_hand(self) -> None:
        """A tent with its top at 9/19 of the values is two exact lines; over its effect no line says anything."""
        x = np.arange(-90.0, 101.0)
        tent = np.where(x < 0, x / 90, -x / 100)
        assert nncl.determination(x, tent) == pytest.approx(1, abs=1e-12)
        assert METHODS["NNCL"].score(x, tent) > 1

    @pytest.mark.parametrize("shape", ["noise", "skewed", "ties", "outlier"])
    @pytest.mark.parametrize("n", [191, 199, 201, 240])
    def test_is_its_definition(self, shape: str, n: int) -> None:
        """Quantiles and masks, polyfit, squared correlations."""
        x, y = sample(shape, n)
        found = {}
        for cut in np.quantile(x, np.linspace(0, 1, 20)[1:-1]):
            sides = x <= cut, x > cut
            if min(len(set(x[side])) for side in sides) < 5:
                continue
            errors = [float(((y[s] - np.polyval(np.polyfit(x[s], y[s], 1), x[s])) ** 2).sum()) for s in sides]
            squares = [float(np.corrcoef(x[s], y[s])[0, 1]) ** 2 for s in sides]
            weighted = sum(r * s.sum() for r, s in zip(squares, sides, strict=True)) / n
            found[sum(errors)] = weighted
        assert nncl.determination(x, y) == pytest.approx(found[min(found)], rel=1e-9)

    def test_a_quantile_can_be_below_the_value_it_is(self) -> None:
        """17/19 of 1330 steps are 1190 of them, but the float next to 17/19 falls short."""
        cause = np.arange(1331.0)
        assert np.quantile(cause, nncl.LEVELS[16]) < 1190
        assert 1190 in nncl.sides(cause)
        assert 1191 not in nncl.sides(cause)

    def test_score_is_the_larger_ratio_with_the_sign_of_the_better(self) -> None:
        x, y = sample("ties")
        forward, backward = nncl.determination(x, y), nncl.determination(y, x)
        assert METHODS["NNCL"].score(x, y) == pytest.approx(
            max(forward / backward, backward / forward) * (1 if forward > backward else -1), rel=1e-9
        )

    def test_a_constant_effect_on_one_side_explains_nothing_there(self) -> None:
        assert nncl.line(np.arange(5.0), np.full(5, 2.0)) == (0.0, 0.0)

    def test_needs_ten_distinct_values(self) -> None:
        y = np.random.default_rng(0).normal(size=180)
        assert math.isnan(METHODS["NNCL"].score(np.tile(np.arange(9.0), 20), y))
        assert not math.isnan(METHODS["NNCL"].score(np.tile(np.arange(10.0), 18), y))


class TestSloppy:
    @staticmethod
    def natural(x: np.ndarray) -> float:
        """The unit of the smoothing parameter, for a cause without ties and with fewer than 50 values."""
        knots = np.concatenate([[0.0] * 3, x, [1.0] * 3])
        design = BSpline.design_matrix(x, knots, 3).toarray()
        gram = (design**2).sum(axis=0)
        fine = np.linspace(0, 1, 200_001)
        curvature = BSpline(knots, np.eye(knots.size - 4), 3)(fine, nu=2)
        penalty = np.trapezoid(curvature**2, fine, axis=0)
        return float(gram[2:-3].sum() / penalty[2:-3].sum())

    @pytest.mark.parametrize("exponent", [0.1, 0.5, 0.9])
    def test_fits_are_those_of_a_public_peer(self, exponent: float) -> None:
        """SciPy's smoothing spline for a given penalty; its trace from the effect of one unit at each point."""
        x, y = wave(40)
        penalty = self.natural(x) * 256 ** (3 * exponent - 1)
        fitted = make_smoothing_spline(x, y, lam=penalty)(x)
        trace = sum(make_smoothing_spline(x, unit, lam=penalty)(x[i]) for i, unit in enumerate(np.eye(40)))
        freedom, error = sloppy.smoother(x, y).fit(exponent)
        assert freedom == pytest.approx(trace, rel=1e-4)
        assert error == pytest.approx(float(((y - fitted) ** 2).sum()), rel=1e-3)

    def test_ties_count_as_often_as_they_occur(self) -> None:
        x, y = wave(30)
        plain = sloppy.smoother(x, y).fit(0.3)
        freedom, error = sloppy.smoother(np.repeat(x, 2), np.repeat(y, 2)).fit(0.3)
        assert freedom == pytest.approx(plain[0], rel=1e-9)
        assert error == pytest.approx(2 * plain[1], rel=1e-9)
        apart = sloppy.smoother(np.repeat(x, 2), np.repeat(y, 2) + np.tile([0.1, -0.1], 30)).fit(0.3)
        assert apart[1] == pytest.approx(error + 60 * 0.01, rel=1e-9)

    @pytest.mark.parametrize("freedom", [3.0, 5.0, 12.0])
    def test_the_wanted_degrees_of_freedom_are_met_within_the_limits(self, freedom: float) -> None:
        splines = sloppy.smoother(*wave(300))
        assert splines.fit_with(freedom)[0] == pytest.approx(freedom, rel=1e-6)
        assert splines.fit_with(1.0) == splines.fit(sloppy.LIMIT)
        assert splines.fit_with(1e6) == splines.fit(-sloppy.LIMIT)

    def test_a_constant_takes_one_parameter(self) -> None:
        """Values that no function of the cause explains: n log2(RSS/n + 1) + log2 n."""
        x, y = np.repeat(np.arange(10.0) / 9, 20), np.tile([0.0, 1.0], 100)
        assert sloppy.code_length(x, y) == pytest.approx(200 * math.log2(1.25) + math.log2(200), rel=1e-12)

    def test_the_search_finds_the_least(self) -> None:
        x, y = wave(900)
        splines = sloppy.smoother(x, y)
        fits = [(1.0, float(((y - y.mean()) ** 2).sum())), *(splines.fit_with(df) for df in range(2, 60))]
        lengths = [900 * math.log2(rss / 900 + 1) + df * math.log2(900) for df, rss in fits]
        assert lengths.index(min(lengths)) > 2
        assert sloppy.code_length(x, y) == pytest.approx(min(lengths), rel=1e-9)

    def test_few_values(self) -> None:
        y = np.random.default_rng(0).normal(size=100)
        assert math.isnan(METHODS["SLOPPY"].score(np.tile(np.arange(4.0), 25), y))
        assert not math.isnan(METHODS["SLOPPY"].score(np.tile(np.arange(5.0), 20), y))


class TestAssumptions:
    """On data drawn as each method assumes, it must be right far more often than by guessing."""

    @staticmethod
    def right(score: Callable[..., float], draw: Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]) -> int:
        rng = np.random.default_rng(11)
        return sum(score(*draw(rng)) > 0 for _ in range(30))

    def test_heci_with_noise_that_grows_with_the_cause(self) -> None:
        def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
            x = rng.uniform(-1, 1, 500)
            return x, np.sin(4 * x) + (0.1 + 0.3 * abs(x)) * rng.normal(size=500)

        assert self.right(METHODS["HECI"].score, draw) >= 27

    @pytest.mark.parametrize("name", ["LCUBE", "SLOPPY"])
    def test_smooth_functions_with_gaussian_noise(self, name: str) -> None:
        def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
            x = rng.uniform(-1, 1, 300)
            y = x**3 + x + 0.1 * rng.normal(size=300)
            return x / x.std(), y / y.std()

        assert self.right(METHODS[name].score, draw) >= 24

    def test_nncl_with_a_function_that_rises_and_falls(self) -> None:
        def draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
            x = rng.normal(size=300)
            return x, abs(x - 0.3) + 0.1 * rng.normal(size=300)

        assert self.right(METHODS["NNCL"].score, draw) >= 27
