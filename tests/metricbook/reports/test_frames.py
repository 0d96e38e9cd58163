"""Predictions from arrays and from data frames of any library."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.frames import from_arrays, from_frame, take_labelled

from .bad import is_one_sentence
from .made import nested

FRAME = {"y": ["no", "yes", "no"], "p": [0.1, 0.9, 0.4], "g": ["a", "b", "a"], "w": [1, 2, 3]}


def _pandas(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame(FRAME).assign(**{name: values for name, values in columns.items()})


def _polars() -> Any:
    pl = pytest.importorskip("polars", reason="polars is not installed")
    return pl.DataFrame(FRAME, schema_overrides={"g": pl.Categorical, "w": pl.UInt8})


def _arrow() -> Any:
    pa = pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    return pa.table({**FRAME, "g": pa.array(FRAME["g"]).dictionary_encode(), "p": pa.array(FRAME["p"], pa.float32())})


def _backed() -> Any:
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    return pd.DataFrame(FRAME).convert_dtypes(dtype_backend="pyarrow")


MAKERS: list[tuple[str, Callable[[], Any]]] = [
    ("pandas", _pandas),
    ("an index of another kind", lambda: _pandas().set_index(pd.Index(["r", "s", "r"]))),
    ("nullable", lambda: pd.DataFrame(FRAME).convert_dtypes()),
    ("categorical", lambda: pd.DataFrame(FRAME).astype({"y": "category", "g": "category"})),
    ("backed by Arrow", _backed),
    ("objects", lambda: pd.DataFrame(FRAME).astype(object)),
    ("polars", _polars),
    ("Arrow", _arrow),
]


@pytest.mark.parametrize("make", [row[1] for row in MAKERS], ids=[row[0] for row in MAKERS])
def test_frames_of_every_kind_say_the_same(make: Callable[[], Any]) -> None:
    pytest.importorskip("narwhals", reason="the extra `report` is not installed")
    found = from_frame(make(), label="y", scores="p", groups="g", weight="w", cluster="g", name="mine")
    assert found.labels.tolist() == [False, True, False]
    assert found.scores["p"].tolist() == pytest.approx([0.1, 0.9, 0.4], abs=1e-7)
    assert found.groups["g"].tolist() == ["a", "b", "a"]
    assert found.weights is not None
    assert found.weights.tolist() == [1, 2, 3]
    assert found.clusters is not None
    assert found.clusters.tolist() == [0, 1, 0]
    assert (found.source.name, found.source.rows, found.source.positive) == ("mine", 3, "yes")


def test_frames_and_arrays_of_the_same_numbers_have_the_same_digest() -> None:
    pytest.importorskip("narwhals", reason="the extra `report` is not installed")
    framed = from_frame(_pandas(), label="y", scores="p", weight="w")
    arrays = from_arrays(FRAME["y"], {"p": FRAME["p"]}, sample_weight=FRAME["w"])
    assert framed.source.digest == arrays.source.digest
    assert framed.source.digest != from_frame(_pandas(), label="y", scores="p").source.digest
    assert len(framed.source.digest) == 64


def _series() -> Any:
    pl = pytest.importorskip("polars", reason="polars is not installed")
    return pl.Series(FRAME["p"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: FRAME["p"],
        lambda: (score for score in FRAME["p"]),
        lambda: np.array(FRAME["p"], dtype=object),
        lambda: np.ma.masked_array(FRAME["p"], [False] * 3),
        lambda: pd.Series(FRAME["p"], index=list("xyx")),
        lambda: pd.array(FRAME["p"], dtype="Float64"),
        _series,
    ],
)
def test_arrays_of_every_kind_say_the_same(make: Callable[[], Any]) -> None:
    found = from_arrays(FRAME["y"], make(), clusters=["u", "v", "u"], groups={"g": FRAME["g"]})
    assert found.scores["y_score"].tolist() == [0.1, 0.9, 0.4]
    assert found.clusters is not None
    assert found.clusters.tolist() == [0, 1, 0]
    assert found.groups["g"].tolist() == ["a", "b", "a"]
    assert found.repeated == 0


ARRAYS: list[tuple[str, Any, Any, dict[str, Any], str]] = [
    ("other lengths", [0, 1], [0.1, 0.2, 0.3], {}, "y_score has 3 values where y_true has 2"),
    ("two dimensions", [0, 1], np.ones((2, 2)), {}, r"shape \(2, 2\).*\[:, 1\]"),
    ("a column", [0, 1], np.ones((2, 1)), {}, r"shape \(2, 1\).*ravel"),
    ("three dimensions", [0, 1], np.ones((2, 2, 2)), {}, r"shape \(2, 2, 2\)"),
    ("labels of two dimensions", np.ones((2, 2)), [0.1, 0.2], {}, "y_true is of shape"),
    ("nests of unequal lengths", [0, 1], [[0.1], [0.2, 0.3]], {}, "unequal lengths"),
    ("nothing", [], [], {}, "y_true is empty"),
    ("one number", 1, 0.5, {}, "y_true is of type int"),
    ("text", "01", [0.1, 0.2], {}, "y_true is of type str"),
    ("no model", [0, 1], {}, {}, "names no model"),
    ("a masked score", [0, 1], np.ma.masked_array([0.1, 0.2], [False, True]), {}, "y_score is masked at index 1"),
    ("a masked label", np.ma.masked_array([0, 1], [True, False]), [0.1, 0.2], {}, "y_true is masked at index 0"),
    ("None as a score", [0, 1], [0.1, None], {}, r"y_score\[1\] is missing"),
    ("NaN of a model", [0, 1], {"a": [0.1, np.nan]}, {}, r'y_score\["a"\]\[1\] is NaN'),
    ("booleans as scores", [0, 1], [True, False], {}, r"y_score\[0\] is True, a decision"),
    ("complex scores", [0, 1], [0.1j, 1], {}, r"y_score\[0\] is 0.1j, a complex number"),
    ("dates as scores", [0, 1], np.array(["2024-01-01"] * 2, "M8[D]"), {}, "a date or time"),
    ("text as scores", [0, 1], ["low", "high"], {}, '"low", which is text'),
    ("objects as scores", [0, 1], np.array([0.1, object()], dtype=object), {}, r"y_score\[1\] is .*type object"),
    ("an integer beyond all floats", [0, 1], [0, 10**400], {}, "too large"),
    ("an integer that floats round", [0, 1], [0, 2**53 + 1], {}, "9007199254740993"),
    ("an unsigned one", [0, 1], np.array([0, 2**63 + 1], dtype=np.uint64), {}, "9223372036854775809"),
    ("NaN as a label", [0, np.nan, 1.0], [0.1, 0.2, 0.3], {}, r"y_true\[1\] is empty"),
    ("None as a label", [0, None, 1], [0.1, 0.2, 0.3], {}, r"y_true\[1\] is empty"),
    ("three labels", [0, 1, 2], [0.1, 0.2, 0.3], {}, "y_true has more than two labels"),
    ("labels of no known pair", [3, 4], [0.1, 0.2], {}, '"3" and "4"'),
    ("a positive that is not there", [3, 4], [0.1, 0.2], {"positive": 5}, 'no label "5"'),
    ("negative weights", [0, 1], [0.1, 0.2], {"sample_weight": [1, -1]}, r"sample_weight\[1\] is -1"),
    ("a class of no weight", [0, 1], [0.1, 0.2], {"sample_weight": [0, 1]}, "sample_weight has no negative case"),
    ("no positive weight", [0, 1], [0.1, 0.2], {"sample_weight": [1, 0]}, "sample_weight has no positive case"),
    ("clusters too few", [0, 1], [0.1, 0.2], {"clusters": [1]}, "clusters has 1 values where y_true has 2"),
    ("a group too long", [0, 1], [0.1, 0.2], {"groups": {"g": [1, 2, 3]}}, r'groups\["g"\] has 3 values'),
    ("a model too short", [0, 1], {"a": [0.1]}, {}, r'y_score\["a"\] has 1 values'),
    ("a model of two columns", [0, 1], {"a": np.ones((2, 2))}, {}, r'y_score\["a"\] is of shape .*\[:, 1\]'),
    ("bytes", b"01", [0.1, 0.2], {}, "y_true is of type bytes"),
    ("a set", [0, 1], {0.1, 0.2}, {}, "y_score is of type set"),
    ("a mapping of labels", {0: 1}, [0.1, 0.2], {}, "y_true is of type dict"),
    ("a group of two columns", [0, 1], [0.1, 0.2], {"groups": {"g": np.ones((2, 2))}}, "pass one value for each case"),
    ("weights too few", [0, 1], [0.1, 0.2], {"sample_weight": [1]}, "sample_weight has 1 values"),
    ("a missing group", [0, 1], [0.1, 0.2], {"groups": {"g": ["a", None]}}, r'groups\["g"\]\[1\] is empty'),
    ("a missing cluster", [0, 1], [0.1, 0.2], {"clusters": [np.nan, 1]}, r"clusters\[0\] is empty"),
]


@pytest.mark.parametrize(
    ("y_true", "y_score", "named", "says"), [row[1:] for row in ARRAYS], ids=[row[0] for row in ARRAYS]
)
def test_bad_arrays_get_one_sentence(y_true: Any, y_score: Any, named: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says) as error:
        from_arrays(y_true, y_score, **named)
    is_one_sentence(error.value)


def test_views_and_iterators_are_arrays_too() -> None:
    scores = {"u": 0.1, "v": 0.9}
    found = from_arrays(iter([0, 1]), scores.values(), name="mine")
    assert found.scores["y_score"].tolist() == [0.1, 0.9]
    assert (found.source.name, found.source.rows, found.source.remarks) == ("mine", 2, ())


def test_a_digest_is_of_labels_scores_and_weights() -> None:
    def digest(labels: Any = (0, 1), scores: Any = (0.1, 0.9), **more: Any) -> str:
        return from_arrays(labels, {"m": scores}, **more).source.digest

    known = hashlib.sha256(b"\0\1" + np.array([0.1, 0.9], "<f8").tobytes()).hexdigest()
    assert digest() == digest(scores=np.array([0.1, 0.9], ">f8")) == known
    others = [digest((1, 0)), digest(scores=(0.2, 0.9)), digest(sample_weight=[1, 1]), digest(sample_weight=[1, 2])]
    assert len({known, *others}) == 5


def test_a_name_that_is_there_twice_is_said_even_if_it_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    nw = pytest.importorskip("narwhals", reason="the extra `report` is not installed")

    def refuse(frame: Any) -> Any:
        raise nw.exceptions.DuplicateError("in other words")

    monkeypatch.setattr(nw, "from_native", refuse)
    with pytest.raises(BadInput, match="two columns of the same name: rename"):
        from_frame(_pandas())


def test_names_of_a_frame_are_checked() -> None:
    pytest.importorskip("narwhals", reason="the extra `report` is not installed")
    with pytest.raises(BadInput, match="mine has no row"):
        from_frame(pd.DataFrame({"y": [], "p": []}), name="mine")
    with pytest.raises(BadInput, match="mine"):
        from_frame(pd.DataFrame({"y": [0, 1]}), label="y", name="mine")


@pytest.mark.parametrize("weight", [None, "w"])
def test_cells_of_a_part_are_those_of_its_columns(weight: str | None) -> None:
    pytest.importorskip("narwhals", reason="the extra `report` is not installed")
    scores, positive, each = take_labelled(_pandas(), label="y", score="p", classes=("yes", "no"), weight=weight)
    assert scores.tolist() == [0.1, 0.9, 0.4]
    assert positive.tolist() == [True, False, True]
    assert (each if each is None else each.tolist()) == (weight and [1, 2, 3])
    given = {"label": "y", "score": "p", "classes": ("no", "yes"), "weight": weight}
    assert take_labelled(_pandas().iloc[:0], **given) is None
    with pytest.raises(BadInput, match='data frame, column "y" has the label "no", neither'):
        take_labelled(_pandas(), **{**given, "classes": ("a", "b")})
    with pytest.raises(BadInput, match='data frame has no column "q"'):
        take_labelled(_pandas(), **{**given, "score": "q"})
    with pytest.raises(BadInput, match=r'row 1 \(counted from 0\), column "y" is empty'):
        take_labelled(_pandas(y=["no", None, "yes"]), **given)
    if weight:
        with pytest.raises(BadInput, match=r'row 2 \(counted from 0\), column "w" is -1'):
            take_labelled(_pandas(w=[1, 2, -1]), **given)


def _twice() -> Any:
    return pd.DataFrame([[0, 0.1, 0.2], [1, 0.2, 0.3]], columns=["y", "p", "p"])


FRAMES: list[tuple[str, Callable[[], Any], dict[str, Any], str]] = [
    ("a list", lambda: [[0, 0.1]], {}, "data frame is no data frame but a list"),
    ("names that are numbers", lambda: pd.DataFrame({0: [0, 1], 1: [0.1, 0.2]}), {}, "column named 0"),
    ("a name twice", _twice, {}, 'data frame has two columns named "p": rename'),
    ("no row", lambda: pd.DataFrame({"y": [], "p": []}), {}, "data frame has no row"),
    ("an unknown column", lambda: pd.DataFrame({"y": [0, 1], "p": [0.1, 0.2]}), {"scores": "q"}, 'no column "q"'),
    (
        "pandas' NA",
        lambda: pd.DataFrame({"y": [0, 1], "p": pd.array([0.1, None], dtype="Float64")}),
        {"scores": "p"},
        r'row 1 \(counted from 0\), column "p" is (missing|NaN)',
    ),
    (
        "text of mixed types",
        lambda: pd.DataFrame({"y": [0, 1], "p": ["a", 1.0]}),
        {"scores": "p"},
        '"a", which is text',
    ),
    ("complex numbers", lambda: pd.DataFrame({"y": [0, 1], "p": [1j, 1.0]}), {"scores": "p"}, "complex"),
    ("dates", lambda: pd.DataFrame({"y": [0, 1], "p": pd.to_datetime(["2024-01-01"] * 2)}), {"scores": "p"}, "date"),
    ("nested columns of Arrow", nested, {"scores": "p"}, "several values in each cell"),
    ("frames of polars that are not computed", lambda: _polars().lazy(), {}, "not computed yet"),
]


@pytest.mark.parametrize(("make", "named", "says"), [row[1:] for row in FRAMES], ids=[row[0] for row in FRAMES])
def test_bad_frames_get_one_sentence(make: Callable[[], Any], named: dict[str, Any], says: str) -> None:
    pytest.importorskip("narwhals", reason="the extra `report` is not installed")
    with pytest.raises(BadInput, match=says) as error:
        from_frame(make(), **named)
    is_one_sentence(error.value)
