"""What the registry says of its methods, held against the methods: every test runs for every one of them."""

from __future__ import annotations

import inspect
import math
import subprocess
import sys

import numpy as np
import pytest

from metricbook import causal
from metricbook.causal import METHODS, Pair, evaluate
from metricbook.causal._preparation import LARGEST
from tests.metricbook.causal.samples import SHAPES, call, same, sample

QUICK = [name for name, method in METHODS.items() if method.deterministic and method.cost == "seconds"]
# Slow methods are tried on fewer shapes.
CASES = [(name, shape) for name in METHODS for shape in (SHAPES if name in QUICK else SHAPES[:2])]
every_case = pytest.mark.parametrize(("name", "shape"), CASES)
every_method = pytest.mark.parametrize("name", METHODS)
# Training amplifies the rounding of its input, and so do splines that are nearly straight lines; the others do not.
CLOSE = {name: {"rel": 1e-9, "abs": 1e-12} if name in QUICK else {"rel": 1e-3, "abs": 1e-6} for name in METHODS}
CLOSE["SLOPPY"] = {"rel": 1e-6, "abs": 1e-9}
# CAM chooses its smoothing where a criterion is least, and is as near to it as the criterion is flat.
CLOSE["CAM"] = {"rel": 1e-2, "abs": 1e-6}


class TestClaims:
    @every_case
    def test_exchanging_the_variables_changes_the_sign_and_nothing_else(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        assert same(call(name, x, y), -call(name, y, x))

    @every_case
    def test_deterministic_given_the_generator_and_inputs_untouched(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        copies = x.copy(), y.copy()
        first = call(name, x, y)
        assert same(first, call(name, x, y))
        if METHODS[name].deterministic:
            assert same(first, METHODS[name].score(x, y, np.random.default_rng(1), **METHODS[name].tiny))
        np.testing.assert_array_equal([x, y], copies)

    @pytest.mark.parametrize("name", sorted(METHODS.keys() - {m.name for m in METHODS.values() if m.deterministic}))
    def test_a_method_that_draws_uses_its_generator_and_asks_for_it(self, name: str) -> None:
        x, y = sample("noise")
        assert call(name, x, y, seed=1) != call(name, x, y, seed=2)
        with pytest.raises(ValueError, match=f"{name} draws random numbers: pass a generator"):
            METHODS[name].score(x, y)

    @every_case
    def test_origin(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        assert call(name, x - 300, y + 77) == pytest.approx(call(name, x, y), **CLOSE[name], nan_ok=True)

    @pytest.mark.parametrize(("name", "shape"), [case for case in CASES if METHODS[case[0]].scale_invariant])
    def test_units(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        assert call(name, 1.7 * x, 0.1 * y) == pytest.approx(call(name, x, y), **CLOSE[name], nan_ok=True)

    def test_methods_that_do_not_claim_to_ignore_units_do_not(self) -> None:
        x = np.random.default_rng(4).normal(size=150)
        y = np.sin(x) + 0.3 * np.random.default_rng(5).normal(size=150)
        for name, method in METHODS.items():
            before = call(name, x, y)
            if not method.scale_invariant:
                assert abs(call(name, 1000 * x, y) - before) > 0.01 * abs(before), name

    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("name", QUICK)
    def test_the_order_of_the_rows_does_not_matter(self, name: str, shape: str) -> None:
        x, y = sample(shape)
        order = np.random.default_rng(3).permutation(x.size)
        assert call(name, x[order], y[order]) == pytest.approx(call(name, x, y), rel=1e-8, nan_ok=True)


class TestInput:
    @every_method
    @pytest.mark.parametrize(
        ("x", "reason"),
        [
            ([1.0, np.nan, 2.0], r"x\[1\] is nan"),
            ([1.0, 2.0, -np.inf], r"x\[2\] is -inf"),
            ([[1.0], [2.0], [3.0]], r"x must have one dimension, not shape \(3, 1\)"),
            ([], "x is empty"),
            (["a", "b", "c"], "x is not numeric"),
            ([0.0, 1.0, 10 * LARGEST], "x has a magnitude above"),
            ([0.0, 0.0, 0.1 / LARGEST], "range below"),
        ],
    )
    def test_what_is_no_sample_is_told_apart_and_named(self, name: str, x: list, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            call(name, x, [1.0, 2.0, 3.0])

    @pytest.mark.parametrize("name", [name for name in METHODS if name != "IGCI"])
    def test_lengths_must_agree(self, name: str) -> None:
        with pytest.raises(ValueError, match="x has 3 values and y has 2"):
            call(name, [1.0, 2.0, 3.0], [1.0, 2.0])

    @every_method
    def test_a_constant_gives_no_decision(self, name: str) -> None:
        x = np.arange(40.0)
        assert math.isnan(call(name, x, np.full(40, 3.0)))
        assert math.isnan(call(name, np.full(40, 3.0), x))
        assert math.isnan(call(name, [1.0], [2.0]))

    @every_method
    @pytest.mark.parametrize("n", [2, 3, 4, 5, 9])
    def test_tiny_samples_give_a_number_or_no_decision(self, name: str, n: int) -> None:
        x = np.arange(float(n)) ** 1.5
        assert not math.isinf(call(name, x, x**2))

    def test_binary_variables_are_left_undecided_by_those_that_say_so(self) -> None:
        x, y = sample("binary cause")
        undecided = {name for name in METHODS if math.isnan(call(name, x, y))}
        assert undecided == {"CAM", "HECI", "LCUBE", "NNCL", "SLOPE", "SLOPPY"}

    @every_method
    def test_large_samples_with_many_ties(self, name: str) -> None:
        rng = np.random.default_rng(8)
        x = rng.integers(0, 40, 20_000).astype(float)
        assert not math.isinf(call(name, x, np.round(np.sqrt(x) + rng.normal(size=x.size), 1)))

    @every_method
    def test_extreme_but_allowed_values_give_a_number_without_a_warning(self, name: str) -> None:
        rng = np.random.default_rng(12)
        x = rng.uniform(size=200)
        y = x**2 + 0.1 * rng.normal(size=200)
        assert math.isfinite(call(name, x * 1e140, y * 1e-140))
        x[:2] = 0.0, 1e-200
        assert math.isfinite(call(name, x, y))

    @every_method
    def test_equal_variables_are_no_evidence(self, name: str) -> None:
        x = np.random.default_rng(6).normal(size=100)
        value = call(name, x, x.copy())
        assert math.isnan(value) or abs(value) <= 1e-9


class TestRegistry:
    def test_the_names_are_in_alphabetical_order(self) -> None:
        assert list(METHODS) == sorted(METHODS, key=str.lower)

    @every_method
    def test_every_method_is_described(self, name: str) -> None:
        method = METHODS[name]
        assert method.name == name
        assert method.reference
        assert method.assumption
        assert method.version >= 1
        assert set(method.tiny) <= {"cap", *inspect.signature(method.compare).parameters}
        with pytest.raises(TypeError):
            METHODS[name] = method

    def test_nothing_heavy_is_imported_with_the_registry(self) -> None:
        heavy = ("jax", "pyvinecopulib", "sklearn", "joblib", "tqdm", "numba", "torch", "scipy.stats")
        code = f"import sys, metricbook.causal; print([m for m in {heavy} if m in sys.modules])"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert found.stdout.strip() == "[]"

    def test_generators_hang_on_nothing_but_seed_method_and_pair(self) -> None:
        draws = {
            (seed, name, number): causal.generator(seed, name, number).random()
            for seed in (0, 1)
            for name in ("ANM", "CGNN")
            for number in (1, 2)
        }
        assert len(set(draws.values())) == len(draws)
        assert draws[1, "ANM", 2] == causal.generator(1, "ANM", 2).random()

    def test_several_columns(self) -> None:
        rng = np.random.default_rng(2)
        pair = Pair(105, rng.uniform(size=(50, 3)), rng.uniform(size=50), 0.5)
        slope, igci = METHODS["SLOPE"], METHODS["IGCI"]
        assert causal.score_pair(igci, pair) == igci.score(pair.cause.ravel(), pair.effect)
        assert causal.score_pair(slope, pair) == slope.score(pair.cause[:, 0], pair.cause[:, 1])
        assert math.isnan(causal.score_pair(METHODS["RECI"], pair))
        assert math.isnan(causal.score_pair(igci, pair, several_columns="drop"))
        with pytest.raises(ValueError, match="'other' is none of"):
            causal.score_pair(igci, pair, several_columns="other")

    def test_pairs_of_weight_zero_are_not_scored(self) -> None:
        x, y = sample("noise")
        table = causal.score_pairs([Pair(1, x, y, 0.0), Pair(2, x, y, 1.0)], methods=["IGCI"])
        assert table["IGCI"].isna().tolist() == [True, False]
        assert table["weight"].tolist() == [0.0, 1.0]
        assert evaluate(table, ["IGCI"]).loc["IGCI", "pairs"] == 1
        with pytest.raises(ValueError, match="no such methods: XYZ"):
            causal.score_pairs([], methods=["XYZ"])

    def test_by_default_only_what_takes_seconds_and_needs_nothing_is_run(self) -> None:
        columns = list(causal.score_pairs([]).columns)
        assert {"CDCI", "SLOPE", "SLOPPY"} <= set(columns)
        assert not {"ANM", "CGNN", "LOCI", "ROCHE", "bQCD"} & set(columns)
