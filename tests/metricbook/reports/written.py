"""The same cases written as files of every kind."""

from __future__ import annotations

import gzip
import io
import sqlite3
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import pandas as pd

_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATION: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"


def workbook(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """A file of Excel with these sheets of rows of cells."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            "</Types>",
        )
        archive.writestr("_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")]))
        listed = "".join(f'<sheet name="{name}" sheetId="{i}" r:id="r{i}"/>' for i, name in enumerate(sheets, 1))
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets>{listed}</sheets></workbook>',
        )
        targets = [("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(sheets) + 1)]
        archive.writestr("xl/_rels/workbook.xml.rels", _relations(targets))
        for (_, target), rows in zip(targets, sheets.values(), strict=True):
            lines = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
            archive.writestr(f"xl/{target}", f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>')
    return stream.getvalue()


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="r{i}" Type="{_RELATION}/{kind}" Target="{target}"/>'
        for i, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _cell(value: object) -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f"<c><v>{value!r}</v></c>"


def zstandard(content: bytes) -> bytes:
    """Content compressed by Zstandard."""
    import pyarrow as pa

    compressed: bytes = pa.compress(content, "zstd", asbytes=True)
    return compressed


def _excel(frame: pd.DataFrame, path: Path) -> None:
    path.write_bytes(workbook({"scores": [list(frame), *frame.to_numpy().tolist()]}))


def sqlite(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """Write a file of SQLite."""
    with closing(sqlite3.connect(path)) as connection:
        for name, frame in tables.items():
            frame.to_sql(name, connection, index=False)


def duckdb(tables: Mapping[str, pd.DataFrame], path: Path) -> None:
    """Write a file of DuckDB."""
    import duckdb

    with duckdb.connect(str(path)) as connection:
        for name, frame in tables.items():
            connection.register("given", frame)
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM given')


def _parts(frame: pd.DataFrame, folder: Path) -> None:
    for number, part in enumerate((frame[:100], frame[100:])):
        below = folder / f"site={'ab'[number]}"
        below.mkdir(parents=True)
        part.to_parquet(below / "part.parquet", index=False)


def _text(frame: pd.DataFrame, **how: Any) -> bytes:
    return frame.to_csv(index=False, **how).encode()


def _json(frame: pd.DataFrame, **how: Any) -> bytes:
    return frame.to_json(orient="records", **how).encode()


#: How a frame is written, by the name of the file.
WRITERS: Final[dict[str, Callable[[pd.DataFrame, Path], object]]] = {
    "a.csv": lambda frame, path: path.write_bytes(_text(frame)),
    "a.csv.gz": lambda frame, path: path.write_bytes(gzip.compress(_text(frame))),
    "a.csv.zst": lambda frame, path: path.write_bytes(zstandard(_text(frame))),
    "comma.csv": lambda frame, path: path.write_bytes(_text(frame, sep=";", decimal=",")),
    "a.jsonl": lambda frame, path: path.write_bytes(_json(frame, lines=True)),
    "a.jsonl.zst": lambda frame, path: path.write_bytes(zstandard(_json(frame, lines=True))),
    "a.json": lambda frame, path: path.write_bytes(_json(frame)),
    "a.parquet": lambda frame, path: frame.to_parquet(path, index=False),
    "a.feather": lambda frame, path: frame.to_feather(path),
    "a.xlsx": _excel,
    "a.sqlite": lambda frame, path: sqlite({"scores": frame}, path),
    "a.duckdb": lambda frame, path: duckdb({"scores": frame}, path),
    "parts": _parts,
}
