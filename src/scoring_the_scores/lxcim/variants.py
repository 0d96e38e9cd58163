"""Methods with one thing changed: units, a sign, a set of functions, the places of cuts.

Run by ``python -m scoring_the_scores.lxcim.variants``.

Beside the scores of the methods as they went into Table 1 these say how much a choice that has nothing to do with the
idea of the method matters. The table is committed as ``data/lxcim/variants.csv``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from claimledger import record
from metricbook import causal
from metricbook.writing import Output, check, write
from scoring_the_scores.files import data_file, data_folder
from scoring_the_scores.lxcim import baselines
from scoring_the_scores.pages import ranked

COLUMNS = ("variant", "pair", "score", "version")
_HEAD = ",".join(COLUMNS) + "\n"
_NAME = "variants.csv"
# One of the rules for variables of several columns, and the name of the change to it.
FIRST_TWO = "first two columns"


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A method with one thing changed.

    Attributes
    ----------
    method : Method
        The changed method, under the name of the unchanged one, whose generator it shares (so it sees the same random
        rows), and with its version, from which stored scores are known to be of today's code; or a baseline.
    change : str
        What is changed, as a clause.
    pairs : tuple of int or None
        The only pairs it is for; None for all.
    quick : bool
        Whether all pairs together take less than a minute.
    """

    method: causal.Method
    change: str
    pairs: tuple[int, ...] | None = None
    quick: bool = True

    @property
    def name(self) -> str:
        """Method and change."""
        return f"{self.method.name}, {self.change}"


def _changed(
    name: str,
    change: str,
    *,
    settings: Mapping[str, Any] = MappingProxyType({}),
    pairs: tuple[int, ...] | None = None,
    quick: bool = True,
    **fields: Any,
) -> Variant:
    """Return a variant of a registered method with other settings of its comparison, or other fields."""
    method = causal.METHODS[name]
    changed = replace(method, **{"compare": partial(method.compare, **settings), **fields})
    return Variant(method=changed, change=change, pairs=pairs, quick=quick)


def cubic_reci(x: np.ndarray, y: np.ndarray) -> float:
    """Return the score of RECI with all terms of the cubic, a + b x + c x² + d x³, in place of a + b x³.

    >>> x = np.linspace(0, 1, 9)
    >>> cubic_reci(x, (x**2 + x) / 2) > 0
    True
    """
    return _cubic_error(y, x) - _cubic_error(x, y)


def _cubic_error(cause: np.ndarray, effect: np.ndarray) -> float:
    basis = np.polynomial.chebyshev.chebvander(2 * cause - 1, 3)  # well conditioned, unlike powers
    coefficients = np.linalg.lstsq(basis, effect, rcond=None)[0]
    return float(((effect - basis @ coefficients) ** 2).mean())


def powers(cause: np.ndarray, step: float) -> np.ndarray:
    """Return x, x² and x³, for SLOPE's only basis functions.

    >>> powers(np.array([2.0]), 0.01).tolist()
    [[2.0], [4.0], [8.0]]
    """
    return np.array([cause, cause**2, cause**3])


def exact_sides(cause: np.ndarray, *, parts: int = 19) -> np.ndarray:
    """Return how many values of a sorted cause lie at or below its 1/19, ..., 18/19 quantiles, in whole numbers.

    >>> exact_sides(np.arange(20.0)).tolist() == list(range(2, 20))
    True
    """
    return np.searchsorted(cause, cause[(cause.size - 1) * np.arange(1, parts) // parts], side="right")


def _rules_for_105() -> list[Variant]:
    """The deterministic quick methods on the first two columns of pair 105, unless that is what they do anyway.

    Only IGCI can take two variables of different lengths, so stringing columns together is not a choice for others.
    """
    return [
        _changed(name, FIRST_TWO, several_columns=FIRST_TWO, pairs=(105,))
        for name, method in causal.METHODS.items()
        if method.deterministic and method.extra is None and method.cost == "seconds"
        and method.several_columns != FIRST_TWO
    ]  # fmt: skip


_ALL = [
    Variant(method=baselines.LARGER_VARIANCE, change="raw units"),
    _changed("CAM", "signed total", settings={"signed_total": True}),
    _changed("FOM", "standardised", settings={"standardised": True}, quick=False),
    _changed("LCUBE", "unit range", scale=causal.unit_range),
    _changed("LCUBE", "standardised", scale=causal.standardise),
    _changed("ROCHE", "raw units", scale=None, quick=False),
    _changed("IGCI", "uniform reference", scale=causal.unit_range),
    _changed("NNCL", "exact nineteenths", settings={"split": exact_sides}),
    _changed("NNCL", "exact twentieths", settings={"split": partial(exact_sides, parts=20)}),
    _changed("RECI", "full cubic", compare=cubic_reci),
    _changed("SLOPE", "polynomials only", settings={"functions": powers}),
    *_rules_for_105(),
]
VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.name: variant for variant in _ALL})


def score_pairs(pairs: Iterable[causal.Pair], variant: Variant, *, seed: int = causal.SEED) -> pd.Series:
    """Return a variant's scores of the pairs that have a weight and are its business, by pair number."""
    used = [p for p in pairs if p.weight > 0 and (variant.pairs is None or p.number in variant.pairs)]
    scores = causal.score_pairs(used, methods=[variant.method], seed=seed)[variant.method.name]
    return scores.astype(float).rename(variant.name)


def read(path: str | os.PathLike[str] | None = None) -> pd.DataFrame:
    """Return the committed table: ``variant``, ``pair``, ``score`` (positive: correct; NaN: none) and ``version``."""
    return pd.read_csv(data_file("lxcim", _NAME) if path is None else path)


def wide(table: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the variants of all pairs as columns, a row for each pair, in the order of ``VARIANTS``.

    >>> table = pd.DataFrame({"variant": ["CAM, signed total"] * 2, "pair": [1, 2], "score": [0.5, -1.0], "version": 1})
    >>> wide(table)["CAM, signed total"].tolist()
    [0.5, -1.0]
    """
    table = read() if table is None else table
    names = [name for name, variant in VARIANTS.items() if variant.pairs is None and name in set(table["variant"])]
    return table[table["variant"].isin(names)].pivot(index="pair", columns="variant", values="score")[names]


def on_first_two_columns(scores: pd.Series, table: pd.DataFrame | None = None) -> pd.Series:
    """Return a method's scores with pair 105 scored on the first two columns of its file, if there is such a score.

    Examples
    --------
    >>> table = pd.DataFrame({"variant": ["RECI, first two columns"], "pair": [105], "score": [-0.5]})
    >>> on_first_two_columns(pd.Series({104: 1.0, 105: float("nan")}, name="RECI"), table).tolist()
    [1.0, -0.5]
    """
    table = read() if table is None else table
    changed = scores.copy()
    mine = table[table["variant"] == f"{scores.name}, {FIRST_TWO}"].set_index("pair")["score"]
    changed.loc[mine.index] = mine
    return changed


def ways_with_105(scores: pd.DataFrame, table: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the LxCIM of each method that can score pair 105: as its row has it, without it, and on its first columns.

    Returns
    -------
    DataFrame
        A row for each method; ``as in the table``, ``left out`` and ``first two columns``, between 0 and 1.
    """
    table = read() if table is None else table
    names = [
        name
        for name, method in causal.METHODS.items()
        if name in scores and (method.several_columns == FIRST_TWO or f"{name}, {FIRST_TWO}" in set(table["variant"]))
    ]
    other = scores[["weight"]].join(pd.DataFrame({name: on_first_two_columns(scores[name], table) for name in names}))
    ways = {"as in the table": scores, "left out": scores.drop(index=105), "first two columns": other}
    return pd.DataFrame({way: causal.evaluate(part, names)["LxCIM"] for way, part in ways.items()})


def main(arguments: Sequence[str] | None = None) -> int:
    """Score the variants on the official files and write variants.csv. Those of today's versions stay."""
    parser = argparse.ArgumentParser(prog="python -m scoring_the_scores.lxcim.variants", description=main.__doc__)
    parser.add_argument("--folder", help="folder with the official files (default: as for metricbook.causal.tuebingen)")
    parser.add_argument("--output", type=Path, help="folder for the table (default: data/tuebingen)")
    parser.add_argument("--variants", metavar="NAMES", help="names separated by semicolons (default: all)")
    options = parser.parse_args(arguments)
    names = list(VARIANTS) if options.variants is None else options.variants.split(";")
    unknown = [name for name in names if name not in VARIANTS]
    if unknown:
        parser.error(f"no such variants: {', '.join(unknown)}; there are {'; '.join(VARIANTS)}")
    path = (options.output or data_folder() / "lxcim") / _NAME
    try:
        check([Output(path, _HEAD)])
        pairs = causal.load_tuebingen(options.folder)
        if pairs.missing:
            raise RuntimeError(f"{pairs.source} lacks pairs: the table is made from all 108")
        _write(path, pairs, [VARIANTS[name] for name in names])
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        print(f"variants: {error}", file=sys.stderr)
        return 1
    return 0


def _write(path: Path, pairs: causal.Tuebingen, chosen: Sequence[Variant]) -> None:
    """Score what is not stored yet, and replace the table after each variant."""
    stored = read(path) if path.is_file() else pd.DataFrame(columns=list(COLUMNS))
    versions = {name: variant.method.version for name, variant in VARIANTS.items()}
    stored = stored[stored["version"] == stored["variant"].map(versions)]
    for variant in chosen:
        if variant.name in set(stored["variant"]):
            continue
        scores = score_pairs(pairs.values(), variant)
        new = scores.rename("score").reset_index().assign(variant=variant.name, version=variant.method.version)
        stored = new[list(COLUMNS)] if stored.empty else pd.concat([stored, new[list(COLUMNS)]])
        stored = ranked(stored.assign(place=stored["variant"].map(list(VARIANTS).index)), ["place", "pair"])
        stored = stored.drop(columns="place")
        write([Output(path, _HEAD, stored.to_csv(index=False, float_format="%.12g", lineterminator="\n"))])
        record("python -m scoring_the_scores.lxcim.variants", path, added=stored["variant"].nunique() > 1)
        print(f"{variant.name}: {scores.notna().sum()} of {scores.size} pairs", flush=True)


if __name__ == "__main__":
    sys.exit(main())
