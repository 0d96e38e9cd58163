"""Predictions from files of every kind, one or several that are joined."""

from __future__ import annotations

import gzip
import hashlib
import io
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.reading import read

from .bad import is_one_sentence
from .made import read_text

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


def test_identifiers_that_occur_twice_in_one_file_are_said(tmp_path: Path) -> None:
    found = read_text(tmp_path, "id,y,p\n1,0,0.1\n1,1,0.9\n2,0,0.3\n", identifier="id", scores="p", label="y")
    assert found.repeated_identifiers == 1
    assert found.columns == {"identifier": "id"}


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
    assert 'The rows of 3 files were joined by "id".' in found.source.remarks


def test_what_was_guessed_is_said_before_what_was_joined(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,y,a\n1,no,0.1\n2,yes,0.9\n")
    (tmp_path / "b.jsonl").write_text('{"id": 2, "b": 0.5}\n{"id": 1, "b": 0.25}\n')
    found = read([tmp_path / "a.csv", tmp_path / "b.jsonl"], identifier="id")
    assert found.scores["b"].tolist() == [0.25, 0.5]
    assert found.source.remarks == (
        'The column "y" is taken for the labels, because of its name.',
        'The columns "a" and "b" are taken for scores.',
        'The rows of 2 files were joined by "id".',
        'Of the labels, "yes" is taken for the positive class.',
    )


def test_several_scores_that_two_files_share_are_called_after_file_and_column(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("id,y,p,q\n1,0,0.1,0.2\n2,1,0.9,0.8\n")
    (tmp_path / "new.v2.csv").write_text("id,p,q,r\n1,0.3,0.4,0.5\n2,0.7,0.6,0.5\n")
    found = read([tmp_path / "old.csv", tmp_path / "new.v2.csv"], identifier="id")
    assert list(found.scores) == ["old: p", "old: q", "new: p", "new: q", "r"]
    assert found.scores["new: q"].tolist() == [0.4, 0.6]


def test_identifiers_that_differ_are_not_spoken_of(tmp_path: Path) -> None:
    given = {"identifier": "id", "scores": "p", "label": "y"}
    assert read_text(tmp_path, "id,y,p\n1,0,0.1\n2,1,0.9\n", **given).source.remarks == ()


def test_both_classes_must_weigh_something(tmp_path: Path) -> None:
    rows = [("0", "0.1", "1"), ("1", "0.9", "2"), ("0", "0.4", "0")]
    given = {"label": "y", "scores": "p", "weight": "w"}
    for weightless in ("0", "1"):
        text = "\n".join(",".join((y, p, "0" if y == weightless else w)) for y, p, w in rows)
        which = "negative" if weightless == "0" else "positive"
        with pytest.raises(BadInput, match=f"a.csv has no {which} case of positive weight"):
            read_text(tmp_path, f"y,p,w\n{text}\n", **given)
    text = "id,y,p\n1,0,0.1\n2,1,0.9\n3,0,0.4\n"
    (tmp_path / "a.csv").write_text(text)
    (tmp_path / "w.csv").write_text("id,w\n2,0\n3,1\n1,1\n")
    with pytest.raises(BadInput, match=r"w\.csv has no positive case"):
        read([tmp_path / "a.csv", tmp_path / "w.csv"], identifier="id", scores="p", weight="w")


def test_columns_that_several_files_have_may_be_groups_and_clusters(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,y,a,g,h,c\n1,0,0.1,x,u,7\n2,1,0.9,y,v,7\n3,0,0.3,x,w,8\n")
    (tmp_path / "b.csv").write_text("id,b,g,c\n3,0.3,x,8\n1,0.1,x,7\n2,0.9,y,7\n")
    named = {"identifier": "id", "label": "y", "scores": ["a", "b"]}
    found = read([tmp_path / "a.csv", tmp_path / "b.csv"], groups=["g", "h"], cluster="c", **named)
    assert {name: values.tolist() for name, values in found.groups.items()} == {
        "g": ["x", "y", "x"],
        "h": ["u", "v", "w"],
    }
    assert found.clusters.tolist() == [0, 0, 1]
    assert found.source.remarks == ('The rows of 2 files were joined by "id".',)
    (tmp_path / "b.csv").write_text("id,b,g,c\n3,0.3,x,8\n1,0.1,z,7\n2,0.9,y,7\n")
    with pytest.raises(BadInput, match='differ in column "g" for the identifier "1", "x" and "z"'):
        read([tmp_path / "a.csv", tmp_path / "b.csv"], groups="g", **named)


def test_names_that_are_numbers_are_names_if_they_are_named(tmp_path: Path) -> None:
    assert read_text(tmp_path, "0,1\n0,0.1\n1,0.9\n", label="0", scores="1").scores["1"].tolist() == [0.1, 0.9]
    with pytest.raises(BadInput, match="line 1, has numbers where the names of columns should be"):
        read_text(tmp_path, "0,1\n0,0.1\n1,0.9\n")
    with pytest.raises(BadInput, match="labels is not clear"):
        read_text(tmp_path, "0,b\n0,0.1\n1,0.9\n")


def test_clusters_are_numbered_in_the_order_of_the_joined_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,y,a\n1,0,0.1\n2,1,0.2\n3,0,0.3\n")
    (tmp_path / "b.csv").write_text("id,b,c\n3,0.1,x\n2,0.2,y\n1,0.3,y\n")
    found = read([tmp_path / "a.csv", tmp_path / "b.csv"], identifier="id", cluster="c")
    assert found.clusters is not None
    assert found.clusters.tolist() == [0, 0, 1]


def read_from(folder: Path, files: dict[str, str | bytes], **named: Any) -> None:
    """Read files of these contents together."""
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    read([folder / name for name in files], **named)


ONE = "id,y,a\n1,0,0.1\n2,1,0.9\n3,0,0.3\n"
JOINED = [
    ("no identifier", {"a.csv": ONE, "b.csv": ONE}, {}, ("Several files", "--id")),
    (
        "an identifier that one file lacks",
        {"a.csv": ONE, "b.csv": "y,b\n0,0.5\n1,0.2\n"},
        {"identifier": "id"},
        ('b.csv has no column "id"',),
    ),
    (
        "a case that the second lacks",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n2,0.2\n"},
        {"identifier": "id"},
        ('b.csv has no row for the identifier "3":', "same cases"),
    ),
    (
        "cases that the first lacks",
        {"a.csv": ONE, "b.csv": "id,b\n4,0.5\n3,0.2\n2,0.1\n1,0.2\n5,0.1\n"},
        {"identifier": "id"},
        ('a.csv has no row for the identifier "4", nor for 1 more',),
    ),
    (
        "a case that is there twice",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n2,0.2\n2,0.1\n"},
        {"identifier": "id"},
        ('b.csv, line 4, column "id" is "2" as in an earlier row',),
    ),
    (
        "labels that differ",
        {"a.csv": ONE, "b.csv": "id,y,b\n3,0,0.5\n2,0,0.2\n1,1,0.1\n"},
        {"identifier": "id"},
        ('a.csv and b.csv differ in column "y" for the identifier "1", "0" and "1"',),
    ),
    (
        "weights that differ",
        {"a.csv": "id,y,a,w\n1,0,0.1,1\n2,1,0.9,1\n", "b.csv": "id,b,w\n2,0.1,1\n1,0.2,2\n"},
        {"identifier": "id", "weight": "w"},
        ('differ in column "w" for the identifier "1"',),
    ),
    (
        "scores to be called the same",
        {"a.csv": ONE, "a.tsv": "id\ta\n1\t0.5\n2\t0.2\n3\t0.1\n"},
        {"identifier": "id"},
        ('two files have scores to be called "a"'.capitalize(),),
    ),
    (
        "an empty identifier",
        {"a.csv": ONE, "b.csv": "id,b\n1,0.5\n,0.2\n3,0.1\n"},
        {"identifier": "id"},
        ('b.csv, line 3, column "id" is empty',),
    ),
]


@pytest.mark.parametrize(("files", "named", "says"), [row[1:] for row in JOINED], ids=[row[0] for row in JOINED])
def test_files_that_do_not_fit_get_one_sentence(
    files: dict[str, str], named: dict[str, Any], says: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as error:
        read_from(tmp_path, files, **named)
    is_one_sentence(error.value, says)


def test_no_file_and_the_same_file_twice_get_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No file is named"):
        read([])
    with pytest.raises(BadInput, match="is named twice"):
        read([tmp_path / "a.csv"] * 2, identifier="id")
