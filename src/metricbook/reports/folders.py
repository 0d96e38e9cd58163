"""Several Parquet files as one table: those of a folder, with columns of its partitions, or those of a list."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import SHOWN_OF_PATH, BadInput, name_option, quote
from metricbook.reports.columnar import ColumnTable, arrow_values, damaged_error
from metricbook.reports.files import check_file, display_name, hash_file
from metricbook.reports.sentences import say
from metricbook.reports.tables import check_names
from metricbook.reports.values import to_objects

#: Rows from which equal labels of two files are no coincidence.
_TELLING: Final = 50
#: What pandas, Spark and Hive write for a partition without a value.
_NO_VALUE: Final = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Part:
    """A Parquet file of several.

    Attributes
    ----------
    path : str
    name : str
        With the folders below the one that was named.
    partition : mapping of str to str or None
        The values that its folders give to columns.
    rows : int
    types : mapping of str to str
        The types of its columns, without those of the partition.
    """

    path: str
    name: str
    partition: dict[str, str | None]
    rows: int
    types: dict[str, str]


@dataclass(frozen=True)
class Parts:
    """Parquet files with the same columns, whose rows follow each other.

    Attributes
    ----------
    name : str
        Of all of them, for sentences.
    parts : sequence of Part
    """

    name: str
    parts: Sequence[Part]

    @property
    def rows(self) -> int:
        """How many rows all have."""
        return sum(part.rows for part in self.parts)

    @property
    def columns(self) -> list[str]:
        """The columns of the files, then those of the partitions."""
        return [*self.parts[0].types, *self.parts[0].partition]

    @property
    def remark(self) -> str:
        """A sentence on what was read."""
        return say("data.parts", files=len(self.parts))

    def digest(self) -> str:
        """SHA-256 of the names and digests of all files."""
        sha256 = hashlib.sha256()
        for part in self.parts:
            sha256.update(f"{part.name}\0{hash_file(part.path)}\n".encode(errors="surrogateescape"))
        return sha256.hexdigest()


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def find_parts(paths: Sequence[str]) -> Parts:
    """The Parquet files that paths name, with all those in folders. Raises `BadInput` unless their columns agree."""
    parts = [part for path in paths for part in (_parts_in(path) if is_folder(path) else [_part(path)])]
    first = parts[0]
    for other in parts[1:]:
        for one, two in ((first, other), (other, first)):
            if lacking := next((name for name in _columns(one) if name not in _columns(two)), None):
                raise BadInput(
                    f"{two.name} has no column {quote(lacking)}, which {one.name} has: "
                    "files that make one table need the same columns."
                )
        for name, kind in first.types.items():
            if other.types[name] != kind:
                raise BadInput(
                    f"{other.name} has the type {other.types[name]} in column {quote(name)}, where {first.name} has "
                    f"{kind}: files that make one table need the same types."
                )
    names = [display_name(path) for path in paths]
    shown = " + ".join(names) if len(names) <= 3 else f"{names[0]} and {len(names) - 1} more"
    return Parts(shown, parts)


def _columns(part: Part) -> list[str]:
    return [*part.types, *part.partition]


def _parts_in(folder: str) -> list[Part]:
    """The Parquet files of a folder and its folders, but for hidden ones, by name."""
    root, found = Path(folder), []
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        names = (name for name in files if not name.startswith((".", "_")))
        found += [Path(here, name) for name in names if name.lower().endswith((".parquet", ".pq"))]
    if not found:
        raise BadInput(
            f"{quote(folder, most=SHOWN_OF_PATH)} is a folder without files named .parquet or .pq: name a file in it."
        )
    outer = display_name(root.resolve())
    parts = []
    for path in sorted(found, key=lambda path: path.relative_to(root).parts):
        inside = path.relative_to(root)
        split = [name.split("=", 1) for name in inside.parts[:-1] if "=" in name]
        values = {unquote(name): None if value == _NO_VALUE else unquote(value) for name, value in split}
        parts.append(_part(str(path), f"{outer}/{inside.as_posix()}", values))
    return parts


def _part(path: str, name: str | None = None, partition: dict[str, str | None] | None = None) -> Part:
    """A file with its rows and columns. Raises `BadInput` if it is no Parquet."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise BadInput('Parquet needs the package pyarrow to be read: pip install "metricbook[report]".') from None
    check_file(path)
    name, partition = name or display_name(path), partition or {}
    try:
        with parquet.ParquetFile(path) as file:
            schema, rows = file.schema_arrow, file.metadata.num_rows
    except (pa.ArrowException, OSError) as error:
        raise damaged_error(name, error) from None
    check_names([*schema.names, *partition], name)
    return Part(path, name, partition, rows, {field.name: str(field.type) for field in schema})


def read_parts(parts: Parts) -> ColumnTable:
    """Read the table that Parquet files make. Only columns that are asked for are decoded."""
    ends = list(accumulate(part.rows for part in parts.parts))

    def column(name: str) -> NDArray[Any]:
        arrays = [_column_of(part, name) for part in parts.parts if part.rows]
        if len({array.dtype for array in arrays}) > 1:
            return to_objects([cell for array in arrays for cell in array.tolist()])
        return np.concatenate(arrays)

    def place(row: int) -> str:
        index = bisect_right(ends, row)
        part = parts.parts[index]
        inside = part.name.removeprefix(f"{parts.name}/")
        return f"{inside}, row {row - (ends[index] - part.rows) + 1}"

    return ColumnTable(
        parts.name, parts.digest(), parts.columns, parts.rows, column=column, place=place, remarks=(parts.remark,)
    )


def refuse_models(parts: Parts, label: str) -> None:
    """Raise `BadInput` if two files that were named have the same labels in the same order, as those of models have."""
    from pandas import factorize

    named = [part for part in parts.parts if part.name == display_name(part.path) and part.rows >= _TELLING]
    sizes = Counter(part.rows for part in named)
    seen: dict[bytes, Part] = {}
    for part in named:
        if sizes[part.rows] > 1:
            codes, texts = factorize(_column_of(part, label))
            pattern = codes.astype(np.int8).tobytes()
            if pattern in seen and len(texts) > 1:
                raise BadInput(
                    f"{seen[pattern].name} and {part.name} have the same labels in the same order, as if two models "
                    f"had scored the same cases: name the column of identifiers with {name_option('identifier')}."
                )
            seen[pattern] = part


def _column_of(part: Part, name: str) -> NDArray[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    if name in part.partition:
        return to_objects([part.partition[name]] * part.rows)
    try:
        with parquet.ParquetFile(part.path) as file:
            column = file.read(columns=[name]).column(name)
    except (pa.ArrowException, OSError) as error:
        raise damaged_error(part.name, error) from None
    return arrow_values(column, f"{part.name}, column {quote(name)}")


def list_inputs(paths: Iterable[str]) -> list[str]:
    """Paths with those of the files in folders among them, which are inputs too."""
    listed = []
    for path in paths:
        inside = [os.path.join(here, name) for here, _, names in os.walk(path) for name in names]
        listed += [path, *inside]
    return listed
