"""Predictions read from files: what is taken, what is guessed, and how files are joined."""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.reports.frames import from_arrays, from_frame
from metricbook.reports.reading import read
from metricbook.reports.values import PAIRS

TEXT = "id,y,p,w,g,c\n7,no,0.25,1,a,x\n8,yes,0.5,2,b,y\n9,no,0.125,0,a,x\n"
ROLES: dict[str, Any] = {
    "label": "y",
    "scores": "p",
    "weight": "w",
    "groups": "g",
    "identifier": "id",
    "cluster": "c",
}


def written(kind: str, folder: Path) -> Path:
    """The same table in a file of another kind."""
    frame = pd.read_csv(io.StringIO(TEXT))
    path = folder / f"a.{kind}"
    if kind == "parquet":
        frame.to_parquet(path)
    elif kind in ("feather", "arrow"):
        frame.to_feather(path)
    elif kind in ("jsonl", "ndjson"):
        frame.to_json(path, orient="records", lines=True)
    else:
        separator = {"tsv": "\t", "dat": ";"}.get(kind.removesuffix(".gz"), ",")
        text = TEXT.replace(",", separator).encode()
        path.write_bytes(gzip.compress(text) if kind.endswith(".gz") else text)
    return path


@pytest.mark.parametrize(
    "kind", ["csv", "csv.gz", "tsv", "tsv.gz", "dat", "jsonl", "ndjson", "parquet", "feather", "arrow"]
)
def test_files_of_every_kind_say_the_same(kind: str, tmp_path: Path) -> None:
    if kind in ("parquet", "feather", "arrow"):
        pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    path = written(kind, tmp_path)
    found = read(path, **ROLES)
    assert found.labels.tolist() == [False, True, False]
    assert {name: values.tolist() for name, values in found.scores.items()} == {"p": [0.25, 0.5, 0.125]}
    assert found.weights is not None
    assert found.weights.tolist() == [1, 2, 0]
    assert found.groups["g"].tolist() == ["a", "b", "a"]
    assert found.clusters is not None
    assert found.clusters.tolist() == [0, 1, 0]
    assert found.repeated == 0
    source = found.source
    assert (source.name, source.rows, source.positive, source.negative) == (path.name, 3, "yes", "no")
    assert source.digest == hashlib.sha256(path.read_bytes()).hexdigest()


def read_text(folder: Path, content: str | bytes, name: str = "a.csv", **named: Any) -> Any:
    """Read a file of this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read(path, **named)


GOOD = "y,p\n0,0.1\n1,0.9\n"
ACCEPTED: list[tuple[str, str | bytes, str]] = [
    ("a mark of the order of bytes", b"\xef\xbb\xbf" + GOOD.encode(), "a.csv"),
    ("UTF-16 with its mark", GOOD.encode("utf-16"), "a.csv"),
    ("ends of lines of all kinds", "y,p\r\n0,0.1\r1,0.9\n", "a.csv"),
    ("no end of the last line", GOOD.rstrip(), "a.csv"),
    ("blank lines", "\ny,p\n\n0,0.1\n\n1,0.9\n\n", "a.csv"),
    ("blanks around cells", "y , p\n 0, 0.1\n1 ,0.9 \n", "a.csv"),
    ("cells in quotation marks", '"y","p"\n"0","0.1"\n"1","0.9"\n', "a.csv"),
    ("gzip whatever the name says", gzip.compress(GOOD.encode()), "a.csv"),
    ("tabs whatever the name says", GOOD.replace(",", "\t"), "a.csv"),
    ("a name without suffix", GOOD, "predictions"),
    ("JSON without suffix", '{"y": 0, "p": 0.1}\n{"y": 1, "p": 0.9}\n', "predictions"),
    ("numbers as text in JSON", '{"y": "0", "p": "0.1"}\n{"y": 1, "p": 0.9}\n', "a.jsonl"),
    ("labels as floats", "y,p\n0.0,0.1\n1,0.9\n", "a.csv"),
]


@pytest.mark.parametrize(("content", "name"), [row[1:] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_it_is_accepted(content: str | bytes, name: str, tmp_path: Path) -> None:
    found = read_text(tmp_path, content, name, label="y", scores="p")
    assert found.labels.tolist() == [False, True]
    assert found.scores["p"].tolist() == [0.1, 0.9]
    assert (found.source.positive, found.source.negative) == ("1", "0")


def test_what_the_content_says_against_the_name_is_said(tmp_path: Path) -> None:
    assert "compressed by gzip" in read_text(tmp_path, gzip.compress(GOOD.encode())).source.said[0]
    assert "UTF-16" in read_text(tmp_path, GOOD.encode("utf-16")).source.said[0]


def test_parquet_is_read_whatever_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    path = tmp_path / "a.csv"
    pd.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).to_parquet(path)
    assert read(path).source.said[0] == "a.csv is read as Parquet, whatever its name says."


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    found = read("-")
    assert found.source.name == "standard input"
    assert found.source.digest == hashlib.sha256(GOOD.encode()).hexdigest()


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    formula, html = '=HYPERLINK("x")', "<script>alert(1)</script>"
    text = f'y,{html},g\n0,0.1,"=HYPERLINK(""x"")"\n1,0.9,{html}\n'
    found = read_text(tmp_path, text, label="y", scores=html, groups="g")
    assert list(found.scores) == [html]
    assert found.groups["g"].tolist() == [formula, html]


@pytest.mark.parametrize("pair", PAIRS)
def test_the_positive_of_a_known_pair_is_taken(pair: tuple[str, str], tmp_path: Path) -> None:
    negative, positive = (text.capitalize() for text in pair)
    found = read_text(tmp_path, f"y,p\n{positive},0.9\n{negative},0.1\n")
    assert (found.source.negative, found.source.positive) == (negative, positive)
    assert found.labels.tolist() == [True, False]


@pytest.mark.parametrize(
    ("labels", "positive", "chosen"),
    [("ab", "a", "a"), ("ab", "B", "b"), ("12", 1, "1"), ("12", "2.0", "2"), ("01", False, "0"), ("01", True, "1")],
)
def test_positive_decides(labels: str, positive: object, chosen: str, tmp_path: Path) -> None:
    found = read_text(tmp_path, f"y,p\n{labels[0]},0.9\n{labels[1]},0.1\n", positive=positive)
    assert found.source.positive == chosen
    assert found.labels.tolist() == [label == chosen for label in labels]


GUESSED: list[tuple[str, str, str, list[str]]] = [
    ("one column named like labels, one of numbers", "y,x1\n0,0.5\n1,0.25\n", "y", ["x1"]),
    ("other columns are text", "target,p,note\n0,0.5,a\n1,0.25,b\n", "target", ["p"]),
    ("one of two label names has two values", "class,y,p\na,0,0.5\nb,1,0.25\nc,0,0.1\n", "y", ["p"]),
    ("names of scores", "y_true,score_a,model_b\n0,12,-3\n1,15,4\n", "y_true", ["score_a", "model_b"]),
    ("numbers from 0 to 1", "label,svm,forest\n0,0.5,0.25\n1,0.25,1\n", "label", ["svm", "forest"]),
]


@pytest.mark.parametrize(("text", "label", "scores"), [row[1:] for row in GUESSED], ids=[row[0] for row in GUESSED])
def test_columns_are_guessed_and_said(text: str, label: str, scores: list[str], tmp_path: Path) -> None:
    found = read_text(tmp_path, text)
    assert list(found.scores) == scores
    said = " ".join(found.source.said)
    assert f'The column "{label}" is taken for the labels, because of its name.' in said
    assert all(f'"{score}"' in said for score in scores)


@pytest.mark.parametrize("column", ["id", "weight", "fold", "age", "patient_id", "Unnamed: 0", "sex", ""])
def test_what_may_be_no_score_is_not_guessed(column: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not clear"):
        read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n")
    found = read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n", scores="p")
    assert list(found.scores) == ["p"]


def test_nothing_is_said_of_what_was_named(tmp_path: Path) -> None:
    assert read_text(tmp_path, GOOD, label="y", scores="p").source.said == ()


def test_repeated_rows_are_counted(tmp_path: Path) -> None:
    rows = "0,0.1,a\n1,0.9,b\n0,0.1,a\n0,0.1,a\n0,0.1,b\n"
    assert read_text(tmp_path, f"y,p,n\n{rows}", label="y", scores="p").repeated == 2
    frame = pd.read_csv(io.StringIO(f"y,p,n\n{rows}"))
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    assert read(tmp_path / "a.jsonl", label="y", scores="p").repeated == 2
    pytest.importorskip("pyarrow", reason="the extra `report` is not installed")
    frame.to_parquet(tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet", label="y", scores="p").repeated == 2


def test_identifiers_that_occur_twice_in_one_file_are_said(tmp_path: Path) -> None:
    found = read_text(tmp_path, "id,y,p\n1,0,0.1\n1,1,0.9\n2,0,0.3\n", identifier="id", scores="p", label="y")
    assert found.source.said == ("1 of 3 rows have an identifier of an earlier row.",)


def test_files_are_joined_by_identifiers_in_the_order_of_the_first(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("truth.csv", "a.csv", "b.tsv")]
    paths[0].write_text("id,y,g\n1,no,x\n2,yes,y\n3,no,x\n")
    paths[1].write_text("id,y,p,w\n3,no,0.3,3\n1,no,0.1,1\n2,yes,0.2,2\n")
    paths[2].write_text("id\tp\n2\t20\n3\t30\n1\t10\n")
    found = read(paths, identifier="id", weight="w", groups="g", scores=["p"])
    assert found.labels.tolist() == [False, True, False]
    assert {name: values.tolist() for name, values in found.scores.items()} == {"a": [0.1, 0.2, 0.3], "b": [10, 20, 30]}
    assert found.weights is not None
    assert found.weights.tolist() == [1, 2, 3]
    assert found.groups["g"].tolist() == ["x", "y", "x"]
    assert found.source.name == "truth.csv + a.csv + b.tsv"
    assert found.source.digest == " + ".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
    assert 'The rows of 3 files were joined by "id".' in found.source.said


def test_clusters_are_numbered_in_the_order_of_the_joined_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,y,a\n1,0,0.1\n2,1,0.2\n3,0,0.3\n")
    (tmp_path / "b.csv").write_text("id,b,c\n3,0.1,x\n2,0.2,y\n1,0.3,y\n")
    found = read([tmp_path / "a.csv", tmp_path / "b.csv"], identifier="id", cluster="c")
    assert found.clusters is not None
    assert found.clusters.tolist() == [0, 0, 1]


def test_rows_beyond_one_chunk_are_read_and_named(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    size = 40_000
    frame = pd.DataFrame({"y": rng.integers(0, 2, size), "p": rng.random(size), "g": rng.choice(list("abc"), size)})
    frame.to_csv(tmp_path / "a.csv", index=False)
    found = read(tmp_path / "a.csv", groups="g")
    assert np.array_equal(found.labels, frame["y"] == 1)
    assert np.array_equal(found.scores["p"], frame["p"])
    assert np.array_equal(found.groups["g"], frame["g"])
    lines = (tmp_path / "a.csv").read_text().splitlines()
    lines[39_998] = "1,x,a"
    (tmp_path / "a.csv").write_text("\n".join(lines))
    with pytest.raises(ValueError, match='line 39999, column "p" is "x"'):
        read(tmp_path / "a.csv")


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
