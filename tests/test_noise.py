"""The noise in place of other processors: what it moves and what not, and that it reaches all code of ours."""

from __future__ import annotations

import ast
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import ndtr
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression

from tools.noise import perturbing
from tools.noise.rewriting import rewritten
from tools.noise.standing_in import matmul, perturbed, pow

ROOT = Path(__file__).resolve().parents[1]
SEEDS = range(1, 9)


@pytest.fixture(params=SEEDS)
def seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Compute on a machine with this seed."""
    caches = (perturbing.order, perturbing.steps)
    monkeypatch.setattr(perturbing, "SEED", request.param)
    for each in caches:
        each.cache_clear()
    yield request.param
    for each in caches:
        each.cache_clear()


def ulps(found: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Units in the last place between floats."""
    return (found - true) / np.spacing(np.abs(true))


def test_functions_are_moved_in_the_last_places_alone_and_each_value_always_alike(seed: int) -> None:
    x = np.random.default_rng(0).normal(size=1000)
    for function in (np.exp, np.sin, ndtr, norm.cdf):
        found = perturbed(function)(x)
        off = ulps(found, function(x))
        assert 0 < np.abs(off).max() <= perturbing.ULPS + 1
        np.testing.assert_array_equal(perturbed(function)(x[::-1].copy())[::-1], found)
    one = [perturbed(math.log)(value) for value in (2.0, 3.0, 5.0, 7.0)]
    assert one != [math.log(value) for value in (2.0, 3.0, 5.0, 7.0)]
    assert one == pytest.approx([math.log(value) for value in (2.0, 3.0, 5.0, 7.0)], rel=1e-15)


def test_what_is_exact_stays_exact(seed: int) -> None:
    whole = np.arange(1.0, 100.0)
    assert (perturbed(np.exp)(0.0), perturbed(math.log)(1.0), perturbed(np.log2)(8.0)) == (1, 0, 3)
    assert perturbed(np.sum)(whole) == perturbed(whole.sum)() == perturbed(sum)(whole.tolist()) == 4950
    assert perturbed(sum)([Fraction(1, 3)] * 3) == 1
    np.testing.assert_array_equal(
        matmul(whole.reshape(11, 9), whole.reshape(9, 11)), whole.reshape(11, 9) @ whole.reshape(9, 11)
    )
    assert pow(3.0, 2) == 9
    assert pow(Fraction(2, 3), 3) == Fraction(8, 27)
    odd = perturbed(np.exp)(np.array([-np.inf, np.nan, np.inf, -745.0]))
    np.testing.assert_array_equal(odd, np.exp([-np.inf, np.nan, np.inf, -745.0]))
    assert perturbed(ndtr)(np.linspace(7, 9, 999)).max() == 1


def test_a_sum_is_rounded_otherwise(seed: int) -> None:
    values = np.random.default_rng(0).random((400, 7)) * [1, 1e3, 1e6, 1, 1, 1, 1e-6]
    frame = pd.DataFrame(values)
    for found, true in (
        (perturbed(values.sum)(axis=1), values.sum(axis=1)),
        (perturbed(np.mean)(values, axis=0), values.mean(axis=0)),
        (perturbed(frame.sum)(axis=1), frame.sum(axis=1)),
        (np.array([perturbed(sum)(row) for row in values.tolist()]), values.sum(axis=1)),
    ):
        assert (np.asarray(found) != np.asarray(true)).any()
        np.testing.assert_allclose(found, true, rtol=1e-14)


def test_equal_cases_are_scored_unequally(seed: int) -> None:
    rows = np.tile([[0.1, 0.7]], (60, 1))
    assert len(set(matmul(rows, np.array([1.3, -0.9])))) == 2
    x = np.random.default_rng(0).normal(size=(80, 2))
    model = LogisticRegression()
    perturbed(model.fit)(x, x[:, 0] + x[:, 1] ** 2 > 0)
    for method in (model.decision_function, model.predict_proba):
        found = perturbed(method)(rows)
        assert len(np.unique(found, axis=0)) > 1
        np.testing.assert_allclose(found, method(rows), atol=1e-14)


def test_solvers_keep_no_more_than_they_promise(seed: int) -> None:
    found = perturbed(brentq)(lambda x: x**3 - 2, 0, 2, xtol=1e-6)
    assert found == pytest.approx(2 ** (1 / 3), abs=2e-6)
    assert 0 <= perturbed(brentq)(lambda x: x, 0, 1) < 1e-11  # not beyond the bracket
    assert perturbed(minimize_scalar)(lambda x: (x - 1) ** 2).x == pytest.approx(1, abs=1e-7)
    system = np.random.default_rng(0).random((5, 5)) + np.eye(5)
    np.testing.assert_allclose(
        perturbed(np.linalg.solve)(system, np.ones(5)), np.linalg.solve(system, np.ones(5)), rtol=1e-12
    )


def test_ties_come_in_any_order_unless_a_stable_sort_is_asked_for(seed: int) -> None:
    values = np.repeat([2.0, 1.0], 10)
    frame = pd.DataFrame({"value": values})
    for found in (
        perturbed(np.argsort)(values),
        perturbed(values.argsort)(),
        perturbed(frame.sort_values)("value").index,
        perturbed(frame["value"].sort_values)().index,
    ):
        assert sorted(found[:10]) == [*range(10, 20)]
        assert list(found) != [*range(10, 20), *range(10)]
    for found in (
        perturbed(np.argsort)(values, kind="stable"),
        perturbed(values.argsort)(stable=True),
        perturbed(frame.sort_values)("value", kind="stable").index,
        perturbed(frame.sort_values)(["value", "value"]).index,
    ):
        assert list(found) == [*range(10, 20), *range(10)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.log(x)", "__perturbed__(np.log)(x)"),
        ("a @ b.T", "__perturbed__.matmul(a, b.T)"),
        ("x ** 3", "__perturbed__.pow(x, 3)"),
        ("map(exp, x)", "map(__perturbed__(exp), x)"),
        ("np.logaddexp.reduce(x)", "__perturbed__(np.logaddexp.reduce)(x)"),
        ("f(x).sum().mean()", "__perturbed__(__perturbed__(f(x).sum)().mean)()"),
        ("x.sort(key=len)", "x.sort(key=len)"),
        ("sum = 1", "sum = 1"),
    ],
)
def test_what_may_be_a_librarys_is_asked_for(before: str, after: str) -> None:
    assert ast.unparse(rewritten(ast.parse(before))) == after


def test_what_numba_compiles_and_patterns_are_left_alone() -> None:
    for text in (
        "@njit(cache=True)\ndef f(x):\n    return np.log(x)",
        "@overload(g)\ndef f(x):\n    return np.log(x)",
        "match x:\n    case math.log:\n        pass",
    ):
        assert ast.unparse(rewritten(ast.parse(text))) == text


REACHED = """
import math, multiprocessing
from IPython.core.interactiveshell import InteractiveShell
from metricbook.metrics import ranking
import tools.noise.rewriting as rewriting

def worker():
    from metricbook.metrics import sweep
    return type(sweep.__loader__).__module__

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        spawned = pool.apply(worker)
    shell = InteractiveShell()
    shell.run_cell("import math; found = [math.log(n) for n in range(2, 40)]")
    cell = shell.user_ns["found"] != [math.log(n) for n in range(2, 40)]
    print(type(ranking.__loader__).__module__, spawned, cell)
"""


@pytest.mark.parametrize(
    ("noise", "said"),
    [
        ("3", "tools.noise.rewriting tools.noise.rewriting True"),
        ("", "_frozen_importlib_external _frozen_importlib_external False"),
    ],
)
def test_modules_cells_and_spawned_processes_are_reached_and_only_in_a_run_with_noise(
    noise: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "reached.py").write_text(REACHED, encoding="utf-8")
    paths = [ROOT, *([ROOT / "tools" / "noise" / "start"] if noise else [])]
    told = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "METRICBOOK_NOISE": noise,
        "IPYTHONDIR": str(tmp_path),
    }
    run = subprocess.run(
        [sys.executable, "reached.py"], cwd=tmp_path, env=told, capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == said, run.stderr
