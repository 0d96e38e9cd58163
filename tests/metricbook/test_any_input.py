"""Whatever holds a scored sample gives the right value or one clear sentence: every public function, any container.

Values are held to the twins in fractions. A run with many more examples, other ones each time:
``pytest --hypothesis-profile=long tests/metricbook/test_any_input.py``.
"""

from __future__ import annotations

import array
import inspect
import math
import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import metricbook
from metricbook import exact
from metricbook.metrics.selective import confidence_of
from tests.each import of_each
from tests.metricbook.public_calls import GIVEN, calls, flat
from tests.whole import in_whole_run

ONE_METRIC = calls(every_metric=False)
EVERY_METRIC = calls(every_metric=True)
each_call = pytest.mark.parametrize("name", ONE_METRIC)

#: Exact in 16 bits, tied within and across classes, chances, on both sides of a half.
LABELS = [1, 0, 1, 1, 0, 0, 1, 0]
SCORES = [0.875, 0.75, 0.75, 0.5, 0.375, 0.25, 1.0, 0.5]
WEIGHTS = [1.0, 2.0, 1.0, 3.0, 1.0, 1.0, 2.0, 4.0]


class Odd(np.ndarray):
    """An array that compares and adds in its own way."""

    def __array_ufunc__(self, *args: Any, **kwargs: Any) -> Any:
        raise AssertionError("computed with")


class OddSeries(pd.Series):
    @property
    def _constructor(self) -> type:
        return OddSeries


def read_only(values: list[float]) -> np.ndarray:
    found = np.array(values)
    found.flags.writeable = False
    return found


def unaligned(values: list[float]) -> np.ndarray:
    return np.frombuffer(b"." + np.array(values, np.float64).tobytes(), np.uint8)[1:].view(np.float64)


def of_objects(values: list[Any]) -> np.ndarray:
    return np.fromiter(values, dtype=object, count=len(values))


HONOURED: dict[str, Callable[[list[float]], Any]] = {
    "tuple": tuple,
    "array": np.array,
    "read-only": read_only,
    "strided": lambda values: np.repeat(values, 3)[::3],
    "backwards": lambda values: np.array(values[::-1])[::-1],
    "column": lambda values: np.column_stack([values, values])[:, 0],
    "Fortran's column": lambda values: np.asfortranarray(np.column_stack([values, values]))[:, 0],
    "unaligned": unaligned,
    "big-endian": lambda values: np.array(values, ">f8"),
    "big-endian, short": lambda values: np.array(values, ">f4"),
    "16 bits": lambda values: np.array(values, np.float16),
    "32 bits": lambda values: np.array(values, np.float32),
    "longer": lambda values: np.array(values, np.longdouble),
    "subclass": lambda values: np.array(values).view(Odd),
    "nothing masked": lambda values: np.ma.array(values, mask=False),
    "record": lambda values: np.rec.fromarrays([values], names="a").a,
    "objects": of_objects,
    "arrays of no dimension": lambda values: [np.array(value) for value in values],
    "scalars of NumPy": lambda values: list(map(np.float32, values)),
    "memoryview": lambda values: memoryview(np.array(values)),
    "array.array": lambda values: array.array("d", values),
    "deque": deque,
    "fractions": lambda values: list(map(Fraction, values)),
    "decimals": lambda values: [Decimal(value) for value in values],
    "Series": pd.Series,
    "one index for all": lambda values: pd.Series(values, index=[7] * len(values)),
    "index in another order": lambda values: pd.Series(values, index=range(len(values))[::-1]),
    "subclass of Series": OddSeries,
    "Index": pd.Index,
    "Float64": lambda values: pd.Series(values, dtype="Float64"),
    "double[pyarrow]": lambda values: pd.Series(values, dtype="double[pyarrow]"),
    "categories": lambda values: pd.Series(pd.Categorical(values)),
    "sparse": pd.arrays.SparseArray,
    "polars": lambda values: pl.Series(list(map(float, values))),
    "polars, 32 bits": lambda values: pl.Series(list(map(float, values)), dtype=pl.Float32),
    "Arrow": pa.array,
    "Arrow in chunks": lambda values: pa.chunked_array([values[:3], values[3:]]),
}
#: What the report takes besides, because files hold numbers as text and its callers hand on what they iterate over.
OF_THE_REPORT = {"text", "one text", "bytes", "pandas text", "text of any length", "generator", "map", "dict's values"}
REFUSED: dict[str, Callable[[list[float]], Any]] = {
    "generator": lambda values: (value for value in values),
    "map": lambda values: map(float, values),
    "set": set,
    "dict": lambda values: dict(enumerate(values)),
    "dict's values": lambda values: dict(enumerate(values)).values(),
    "one masked": lambda values: np.ma.array(values, mask=np.arange(len(values)) == 2),
    "all masked": lambda values: np.ma.masked_all(len(values)),
    "masked in a list": lambda values: [*values[:-1], np.ma.masked],
    "matrix": lambda values: np.array([values]).view(np.matrix),
    "table": lambda values: pd.DataFrame({"a": values}),
    "columns": lambda values: [[value] for value in values],
    "arrays of one": lambda values: of_objects([np.array([value]) for value in values]),
    "several in one": lambda values: of_objects([[1, 2], *values[1:]]),
    "ragged": lambda values: [[1.0, 2.0], *values[1:]],
    "one number": lambda values: 1.0,
    "a word": lambda values: "abcdefgh",
    "text": lambda values: list(map(str, values)),
    "pandas text": lambda values: pd.Series(list(map(str, values)), dtype="string"),
    "text of any length": lambda values: np.array(list(map(str, values)), np.dtypes.StringDType()),
    "one text": lambda values: [*values[:-1], "1.5"],
    "bytes": lambda values: [b"1", *[b"0"] * (len(values) - 1)],
    "None": lambda values: [*values[:-1], None],
    "NaN": lambda values: [*values[:-1], math.nan],
    "infinite": lambda values: [*values[:-1], -math.inf],
    "complex": lambda values: np.array(values, complex),
    "one complex": lambda values: [*values[:-1], np.complex64(1j)],
    "dates": lambda values: pd.Series(pd.to_datetime(np.arange(len(values)))),
    "durations": lambda values: np.arange(len(values)).astype("m8[ns]"),
    "one date": lambda values: [*values[:-1], np.datetime64("2020")],
    "periods": lambda values: pd.period_range("2020", periods=len(values)),
    "NaT": lambda values: [*values[:-1], pd.NaT],
    "NA": lambda values: pd.Series([*values[:-1], pd.NA], dtype="Float64"),
    "NA of Arrow": lambda values: pd.Series([*values[:-1], pd.NA], dtype="double[pyarrow]"),
    "null of polars": lambda values: pl.Series([*map(float, values[:-1]), None]),
    "null of Arrow": lambda values: pa.array([*values[:-1], None]),
    "decimal NaN": lambda values: [*values[:-1], Decimal("sNaN")],
    "too large": lambda values: [*values[:-1], 10**400],
    "structure": lambda values: np.array([(value,) for value in values], [("a", float)]),
    "object": lambda values: [*values[:-1], object()],
    "too short": lambda values: values[:-1],
    "empty": lambda values: [],
}


def outcome(name: str, *sample: Any, **options: Any) -> Any:
    """The numbers of a result, or the sentence of a refusal; any other error, or a warning, is one of the test's."""
    try:
        return flat({**EVERY_METRIC, **ONE_METRIC}[name](*sample, **options))
    except ValueError as error:
        return str(error)
    finally:
        plt.close("all")


def parameters(name: str) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(EVERY_METRIC[name].args[0]).parameters)


def as_bytes(values: Any) -> bytes:
    """What an input holds, its mask included."""
    data = values.data if isinstance(values, np.ma.MaskedArray) else values
    if isinstance(data, np.ndarray) and data.dtype != object:
        return data.tobytes() + np.ma.getmaskarray(values).tobytes()
    return repr(list(values) if isinstance(values, deque) else values).encode()


@each_call
def test_a_sample_in_any_container_is_the_sample(name):
    expected = outcome(name, LABELS, SCORES, WEIGHTS)
    assert isinstance(expected, list)
    for form, make in HONOURED.items():
        sample = [make(values) for values in (LABELS, SCORES, WEIGHTS)]
        held = list(map(as_bytes, sample))
        assert (form, outcome(name, *sample)) == (form, expected)
        assert list(map(as_bytes, sample)) == held


@each_call
@of_each(["y_true", "y_score", "sample_weight"])
def test_what_holds_no_sample_is_refused_by_name(part, name):
    place = ("y_true", "y_score", "sample_weight").index(part)
    if not {part, *({"first"} if part == "y_score" else ())} & set(parameters(name)):
        return  # such as the weights of what takes none
    alone = {"empty", "too short"}  # labels by themselves may be any number
    taken = OF_THE_REPORT if name.startswith("frames.") else alone if name.endswith("check_labels") else set()
    for form in sorted(REFUSED.keys() - taken):
        make = REFUSED[form]
        sample: list[Any] = [LABELS, SCORES, WEIGHTS]
        sample[place] = make(sample[place])
        said = outcome(name, *sample)
        assert isinstance(said, str), (form, said)
        assert re.search(r"y_true|y_score|y_pred|sample_weight|first|second", said), (form, said)
        assert "\n" not in said


#: Zero of both signs, the smallest floats, neighbours, chances and none, the largest.
FLOATS = [0.0, -0.0, 5e-324, -5e-324, 1e-310, 2.3e-308, 1e-17, 0.1, 0.3, 0.5, math.nextafter(0.5, 1), 0.9, 1.0]
FLOATS += [math.nextafter(1, 0), math.nextafter(1, 2), 3.0, -3.0, 2.0**53, 2.0**53 + 2, 1e300, 1e308, -1e308]
FLOATS += [sys.float_info.max, -sys.float_info.max]
#: Weights whose sums lose some, overflow or vanish.
HEAVY = [0.0, 5e-324, 1e-310, 1e-300, 1e-170, 1e-90, 1e-20, 0.1, 1.0, math.nextafter(1, 2), 3.0, 1e16, 1e90]
HEAVIER = [*HEAVY, 1e170, 1e308]


@st.composite
def extremes(draw: st.DrawFn) -> tuple[list[int], list[float], list[float] | None, float]:
    """Labels, scores, weights or none, and a threshold; as few as one, of one class, tied, and of any size."""
    n = draw(st.integers(1, 7))
    chances = draw(st.booleans())
    score = st.sampled_from(FLOATS) | st.floats(allow_nan=False, allow_infinity=False)
    score = score.filter(lambda value: 0 <= value <= 1) if chances else score
    scores = draw(st.lists(score, min_size=n, max_size=n))
    weight = st.sampled_from(draw(st.sampled_from([HEAVY, HEAVIER, [0.0, 0.1, 1.0, 3.0]])))
    weights = draw(st.none() | st.lists(weight, min_size=n, max_size=n))
    return draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)), scores, weights, draw(score)


def some(part: float) -> settings:
    """A part of the examples of the profile."""
    return settings(max_examples=max(round(settings.default.max_examples * part), 1))


#: Results that depend on the order of the cases: draws and halves at random, and indices.
ORDERED = re.compile(
    r"bootstrap|curves.decisions|randomised|optimism|exchange_effect"
    r"|(interval|paired_difference)\((auch|expected_min|h_m|kol)"
)
#: Where a class may be missing without an error, or what is drawn may lack one.
UNDEFINED = re.compile(r"summary|bootstrap")
#: What a refusal of finite scores and weights may say.
REASONS = re.compile(
    r"is undefined|sums to|zero for every|needs scores between|no threshold gives|at least two|has no interval"
    r"|has no derivative|cannot be judged|infinite|too large for a float|needs both classes|one class only"
    r"|out of range|of positive weight|undefined on the sample|next to nothing|is zero, as all"
)


@some(0.2)
@given(sample=extremes(), data=st.data())
def test_extreme_samples_have_a_value_or_a_reason_whatever_their_order(sample, data):
    labels, scores, weights, threshold = sample
    held = [np.array(labels), np.array(scores), None if weights is None else np.array(weights)]
    before = list(map(as_bytes, held))
    order = data.draw(st.permutations(range(len(labels))))
    moved = [None if values is None else values[list(order)] for values in held]
    for name in EVERY_METRIC:
        if "Display" in name:
            continue  # they draw what other functions find, which is slow
        found = outcome(name, *held, threshold=threshold)
        assert (name, list(map(as_bytes, held))) == (name, before)
        if isinstance(found, str):
            assert REASONS.search(found), (name, found)
        elif not UNDEFINED.search(name):
            assert not any(isinstance(entry, float) and math.isnan(entry) for entry in found), (name, found)
        if not ORDERED.search(name):
            assert_alike(name, outcome(name, *moved, threshold=threshold), found, exactly=weights is None)


def assert_alike(name: str, other: Any, found: Any, *, exactly: bool) -> None:
    """The same whatever the order of the cases: to the bit where sums are exact, else to the digits that sums keep."""
    if isinstance(found, str):
        assert isinstance(other, str), (name, found, other)
    elif exactly and not name.startswith(("intervals", "standard_errors")):  # whose sums of squares are rounded
        assert (name, in_order(other)) == (name, in_order(found))
    else:
        np.testing.assert_allclose(in_order(other), in_order(found), rtol=1e-9, atol=1e-12, err_msg=name)


def in_order(found: list[Any]) -> list[float]:
    return sorted(entry for entry in found if isinstance(entry, float) and not math.isnan(entry))


def twin_of(name: str) -> Callable[..., Any] | None:
    """The definition in fractions, if there is one and it is a number."""
    for module in (exact.ranking, exact.calibration, exact.costs):
        found = getattr(module, name.split(".")[-1], None)
        signature = inspect.signature(found) if found else None
        if signature and [*signature.parameters][:3] == ["labels", "scores", "weights"]:
            return found if signature.return_annotation.split()[0] == "Fraction" else None
    return None


TWINS = [name for name in ONE_METRIC if twin_of(name)]


@some(0.3)
@given(sample=extremes())
def test_extreme_samples_have_the_value_of_the_definition(sample):
    labels, scores, weights, threshold = sample
    # Confidence is a difference of floats.
    signs = [1 if score > threshold else -1 for score in scores]
    decided = (signs * confidence_of(np.array(scores), threshold)).tolist()
    for name in TWINS:
        found = outcome(name, labels, scores, weights, threshold=threshold)
        if isinstance(found, str):
            continue
        twin = twin_of(name)
        options = {key: make() for key, make in GIVEN.items() if key in inspect.signature(twin).parameters}
        by_confidence = name.startswith("selective")
        if "threshold" in options:
            options["threshold"] = 0 if by_confidence else threshold
        expected = float(twin(labels, decided if by_confidence else scores, weights, **options))
        assert found == [pytest.approx(expected, rel=1e-12, abs=1e-14)], name


def test_twins_are_found():
    assert {name.split(".")[1] for name in TWINS} >= {
        "auroc",
        "average_precision",
        "auch",
        "lxcim",
        "h_measure",
        "loss",
    }


WHOLE = {
    "whole numbers": np.array([2**53 + 1, 2**53]),
    "without a sign": np.array([2**64 - 1, 2**64 - 2], np.uint64),
    "negative": np.array([-(2**53), -(2**53) - 1]),
    "big-endian": np.array([2**53 + 1, 2**53], ">i8"),
    "a list": [2**53 + 1, 2**53],
    "a list with floats": [2**53 + 1, 0.5],
    "a list with a sign": [2**63 + 1, -1],
    "larger than 64 bits": [2**70 + 1, 2**70],
    "objects": of_objects([2**53 + 1, 2**53]),
    "scalars of NumPy": of_objects([np.int64(2**53 + 1), 0.5]),
    "Int64": pd.Series([2**53 + 1, 2**53], dtype="Int64"),
    "int64[pyarrow]": pd.Series([2**53 + 1, 2**53], dtype="int64[pyarrow]"),
    "polars": pl.Series([2**53 + 1, 2**53]),
    "Arrow": pa.array([2**53 + 1, 2**53]),
    "fractions": [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30)],
    "a fraction and a float": [Fraction(1, 3), 1 / 3],
    "decimals": [Decimal("0.1"), Decimal("0.10000000000000000001")],
    "longer floats": np.array([np.longdouble(1), np.nextafter(np.longdouble(1), np.longdouble(2))]),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_scores_that_would_tie_as_floats_are_refused(kind):
    if kind == "longer floats" and np.finfo(np.longdouble).eps == np.finfo(float).eps:
        pytest.skip("this machine has none")
    with pytest.raises(ValueError, match=r"^y_score holds .* tie: subtract the same number from all"):
        metricbook.auroc([1, 0], WHOLE[kind])


def test_whole_numbers_that_are_floats_keep_their_order():
    large = [2**53 + 2, 2**53, 2**53 - 1, -(2**62)]
    for scores in (large, np.array(large), np.array(large, ">i8"), pd.Series(large, dtype="Int64")):
        assert metricbook.auroc([1, 0, 1, 0], scores) == 0.75
    assert metricbook.auroc([1, 0], np.array([2**64 - 2048, 2**63], np.uint64)) == 1.0
    assert metricbook.auroc([1, 1, 0], [Decimal("0.1"), Fraction(1, 10), 0.05]) == 1.0


def test_a_threshold_is_not_rounded_either():
    with pytest.raises(ValueError, match="threshold must be a number that floats hold, which 9007199254740993 is not"):
        metricbook.accuracy([1, 0], [1.0, 0.0], threshold=2**53 + 1)


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([True, 0, 1.0, False], None),
        (np.array([1, -1, 1, -1], np.int8), 1.0),
        (np.array([2**64 - 1, 0, 2**64 - 1, 0], np.uint64), 2**64 - 1),
        (pd.Series([True, False, True, False], dtype="boolean"), True),
        (pd.Series(["a", "b", "a", "b"], dtype="string[pyarrow]"), "a"),
        (pd.Series(["a", "b", "a", "b"], dtype="category"), "a"),
        (pl.Series(["a", "b", "a", "b"], dtype=pl.Categorical), "a"),
        (pa.array(["a", "b", "a", "b"]), "a"),
        (["a", 1, "a", 1], "a"),
        (["1", 1, "1", 1], 1),
        ([b"a", b"b", b"a", b"b"], b"a"),
        (np.array(["a", "b", "a", "b"], np.dtypes.StringDType()), "a"),
        (np.array(["2020", "2021", "2020", "2021"], "M8[Y]"), np.datetime64("2020")),
        ([1 + 1j, 0, 1 + 1j, 0], 1 + 1j),
    ],
    ids=lambda given: type(given).__name__,  # what a column of Arrow prints names its place in memory
)
def test_labels_of_any_kind(labels, pos_label):
    swapped = pos_label == 1 and labels[0] == "1"
    found = metricbook.auroc(labels, [4.0, 3.0, 2.0, 1.0], pos_label=pos_label)
    assert found == (0.25 if swapped else 0.75)


@pytest.mark.parametrize("labels", [["a", None], ["a", pd.NaT], ["a", math.nan], ["a", pd.NA], ["a", Decimal("NaN")]])
def test_a_missing_label_is_none_of_the_classes(labels):
    for held in (labels, pd.Series(labels, dtype=object)):
        with pytest.raises(ValueError, match="y_true has no label at index 1"):
            metricbook.auroc(held, [1.0, 0.0], pos_label="a")
    with pytest.raises(ValueError, match="y_true has no label at index 1: found"):
        metricbook.auroc(np.array(["2020", "NaT"], "M8[Y]"), [1.0, 0.0], pos_label=np.datetime64("2020"))


@pytest.mark.parametrize("name", ["ranking.auch", "h_measure.expected_min_loss", "costs.cost_curve"])
def test_a_class_of_little_weight_has_a_curve_of_its_own(name):
    labels, scores = [1, 0, 1, 0, 1, 0], [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    light = [1.0, 1e-20, 3.0, 2e-20, 1.0, 1e-20]
    even = [1.0, 1.0, 3.0, 2.0, 1.0, 1.0]
    expected, found = (outcome(name, labels, scores, weights) for weights in (even, light))
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_two_threads_at_once_and_one_after_the_other_find_the_same():
    expected = {name: outcome(name, LABELS, SCORES, WEIGHTS) for name in EVERY_METRIC if "Display" not in name}
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(outcome, name, LABELS, SCORES, WEIGHTS) for name in [*expected] * 3]
        assert [future.result() for future in found] == [*expected.values()] * 3


EVERYTHING = """
from tests.metricbook.test_any_input import *
scores = np.random.default_rng(0).normal(size=(2, 20_000)).round(2) % 1
for name in EVERY_METRIC:
    print(name, outcome(name, LABELS, SCORES, WEIGHTS), outcome(name, LABELS, [math.nan] * 8))
print([outcome(name, scores[0] > 0.4, scores[1]) for name in ("ranking.auroc", "ranking.auch", "selective.lxcim")])
"""


@in_whole_run
def test_threads_locale_time_and_hashes_change_neither_numbers_nor_words(tmp_path):
    if shutil.which("localedef"):  # commas for points; where it cannot be made, what there is
        made = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]
        subprocess.run(made, check=False, capture_output=True)
    german = "de_DE.UTF-8" if (tmp_path / "de_DE.UTF-8").exists() else "C.UTF-8"
    places = (
        {"LC_ALL": "C", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "1", "TZ": "UTC"},
        {"LC_ALL": german, "LOCPATH": str(tmp_path), "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
        | {"PYTHONHASHSEED": "2", "TZ": "Asia/Kolkata", "PYTHONUTF8": "1"},
    )
    setting = "import locale; locale.setlocale(locale.LC_ALL, '')\n"
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", setting + EVERYTHING],
            env={**os.environ, "PYTHONPATH": os.getcwd(), "MPLBACKEND": "agg", **place},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for place in places
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second
    assert first.count("\n") == len(EVERY_METRIC) + 1
