"""Predictions read from files: what is taken, what is guessed, and how files are joined."""

from __future__ import annotations

import gzip
import hashlib
import io
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from metricbook.reports.reading import read

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
