"""Methods with one thing changed: units, a sign, a set of functions, the places of cuts.

Run by ``python -m scoring_the_scores.lxcim.variants``.

Beside the scores of the methods as they went into Table 1 these say how much a choice that has nothing to do with the
idea of the method matters. The table is committed as ``data/lxcim/variants.csv``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
import pandas as pd

from claimledger.provenance import record
from claimledger.tables import ranked
from metricbook import causal
from metricbook.causal import cam, fom, igci, lcube, nncl, roche, runs, slope
from metricbook.causal import tuebingen as datasets
from metricbook.causal.common import check_pair, check_variable, is_constant, standardise, unit_range
from metricbook.causal.evaluation import evaluate
from metricbook.causal.tuebingen import Pair
from metricbook.writing import Output, check, write
from scoring_the_scores.files import data_file, data_folder
from scoring_the_scores.lxcim import baselines

COLUMNS = ("variant", "pair", "score", "version")
_HEAD = ",".join(COLUMNS) + "\n"
_NAME = "variants.csv"
# One of the rules for variables of several columns, and the name of the change to it.
FIRST_TWO: Final = "first two columns"


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A method with one thing changed.

    Attributes
    ----------
    method : str
        Name of the method in the registry, whose generator it shares (so it sees the same random rows); for a
        baseline, the baseline's own name.
    change : str
        What is changed, as a clause.
    score : callable
        ``score(x, y, rng) -> float`` as a method's.
    version : int
        The method's, from which stored scores are known to be of today's code.
    several_columns : str
        What becomes of a pair with several columns, as for ``metricbook.causal.Method``.
    pairs : tuple of int or None
        The only pairs it is for; None for all.
    quick : bool
        Whether all pairs together take less than a minute.
    """

    method: str
    change: str
    score: Callable[..., float]
    version: int
    several_columns: Literal["drop", "flatten", "first two columns"] = "drop"
    pairs: tuple[int, ...] | None = None
    quick: bool = True

    @property
    def name(self) -> str:
        """Method and change."""
        return f"{self.method}, {self.change}"


def _fom_standardised(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    return fom.score(x, y, rng, standardised=True)


def _roche_raw(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    return roche.score(x, y, rng, standardised=False)


def scaled_lcube(
    x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None, *, scale: Callable = unit_range
) -> float:
    """Return the score of LCUBE after scaling both variables, here onto [0, 1], so that their units say nothing.

    >>> x = np.linspace(0, 1, 200)
    >>> round(scaled_lcube(x, 5 * x), 6)
    0.0
    """
    x, y = check_pair(x, y)
    return float("nan") if is_constant(x) or is_constant(y) else lcube.score(scale(x), scale(y))


def _lcube_standardised(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    return scaled_lcube(x, y, scale=standardise)


def uniform_igci(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return the score of IGCI with the uniform law for reference: variables are scaled onto [0, 1], not standardised.

    >>> x = np.linspace(0, 1, 5)
    >>> uniform_igci(x, x**2) > 0 > uniform_igci(x**2, x)
    True
    """
    x, y = check_variable(x, "x"), check_variable(y, "y")  # of any two lengths, like IGCI
    if is_constant(x) or is_constant(y):
        return float("nan")
    return igci.entropy(unit_range(x)) - igci.entropy(unit_range(y))


def cubic_reci(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return the score of RECI with all terms of the cubic, a + b x + c x² + d x³, in place of a + b x³.

    >>> x = np.linspace(0, 1, 9)
    >>> cubic_reci(x, x**2 + x) > 0
    True
    """
    x, y = check_pair(x, y)
    if is_constant(x) or is_constant(y):
        return float("nan")
    x, y = unit_range(x), unit_range(y)
    return _cubic_error(y, x) - _cubic_error(x, y)


def _cubic_error(cause: np.ndarray, effect: np.ndarray) -> float:
    basis = np.polynomial.chebyshev.chebvander(2 * cause - 1, 3)  # well conditioned, unlike powers
    coefficients = np.linalg.lstsq(basis, effect, rcond=None)[0]
    return float(((effect - basis @ coefficients) ** 2).mean())


def polynomial_slope(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return the score of SLOPE with x, x² and x³ for its only basis functions.

    >>> x = np.linspace(0, 1, 40)
    >>> polynomial_slope(x, x**3) > 0
    True
    """
    x, y = check_pair(x, y)
    if min(np.unique(x).size, np.unique(y).size) < 3:
        return float("nan")
    x, y = unit_range(x), unit_range(y)
    step_x, step_y = slope.resolution(x), slope.resolution(y)
    alone_x, alone_y = -x.size * np.log2(step_x), -y.size * np.log2(step_y)
    backward = alone_y + _polynomial_bits(y, x, step_x)
    return float((backward - alone_x - _polynomial_bits(x, y, step_y)) / (alone_x + alone_y))


def _polynomial_bits(cause: np.ndarray, effect: np.ndarray, step: float) -> float:
    options = []
    target = effect - effect.mean()
    for power in (1, 2, 3):
        centred = cause**power - (cause**power).mean()
        factor = float(centred @ target / (centred @ centred))
        residual = target - factor * centred
        bits = slope.gaussian_bits(float(residual @ residual), effect.size, step)
        options.append((bits + slope.coefficient_bits(factor), bits))
    return min(options)[1]


def exact_sides(cause: np.ndarray, *, parts: int = 19) -> np.ndarray:
    """Return how many values of a sorted cause lie at or below its 1/19, ..., 18/19 quantiles, in whole numbers.

    >>> exact_sides(np.arange(20.0)).tolist() == list(range(2, 20))
    True
    """
    return np.searchsorted(cause, cause[(cause.size - 1) * np.arange(1, parts) // parts], side="right")


def _nncl_exact(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    return nncl.score(x, y, split=exact_sides)


def _nncl_twentieths(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    return nncl.score(x, y, split=partial(exact_sides, parts=20))


def _rules_for_105() -> list[Variant]:
    """The deterministic quick methods on the first two columns of pair 105, unless that is what they do anyway.

    Only IGCI can take two variables of different lengths, so stringing columns together is not a choice for others.
    """
    return [
        Variant(method=name, change=FIRST_TWO, score=method.score, version=method.version,
                several_columns=FIRST_TWO, pairs=(105,))
        for name, method in causal.METHODS.items()
        if method.deterministic and method.extra is None and method.cost == "seconds"
        and method.several_columns != FIRST_TWO
    ]  # fmt: skip


_ALL = [
    Variant(method="larger variance", change="raw units", score=baselines.larger_variance, version=1),
    Variant(method="CAM", change="signed total", score=cam.signed_total, version=cam.VERSION),
    Variant(method="FOM", change="standardised", score=_fom_standardised, version=fom.VERSION, quick=False),
    Variant(method="LCUBE", change="unit range", score=scaled_lcube, version=lcube.VERSION),
    Variant(method="LCUBE", change="standardised", score=_lcube_standardised, version=lcube.VERSION),
    Variant(method="ROCHE", change="raw units", score=_roche_raw, version=roche.VERSION, quick=False),
    Variant(method="IGCI", change="uniform reference", score=uniform_igci, version=igci.VERSION,
            several_columns="flatten"),
    Variant(method="NNCL", change="exact nineteenths", score=_nncl_exact, version=nncl.VERSION),
    Variant(method="NNCL", change="exact twentieths", score=_nncl_twentieths, version=nncl.VERSION),
    Variant(method="RECI", change="full cubic", score=cubic_reci, version=causal.METHODS["RECI"].version),
    Variant(method="SLOPE", change="polynomials only", score=polynomial_slope, version=slope.VERSION,
            several_columns="first two columns"),
    *_rules_for_105(),
]  # fmt: skip
VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.name: variant for variant in _ALL})


def score_pairs(pairs: Iterable[Pair], variant: Variant, *, seed: int = causal.SEED) -> pd.Series:
    """Return a variant's scores of the pairs that have a weight and are its business, by pair number."""
    method = causal.Method(
        name=variant.method, score=variant.score, reference="", assumption="", version=variant.version, coverage="",
        agreement="own", several_columns=variant.several_columns,
    )  # fmt: skip
    found = {}
    for pair in pairs:
        if pair.weight > 0 and (variant.pairs is None or pair.number in variant.pairs):
            rng = causal.generator(seed, variant.method, pair.number)
            with runs.one_thread():  # as the methods' own scores are computed
                found[pair.number] = causal.score_pair(method, pair, rng=rng)
    return pd.Series(found, dtype=float, name=variant.name).rename_axis("pair")


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
    return pd.DataFrame({way: evaluate(part, names)["LxCIM"] for way, part in ways.items()})


def main(arguments: Sequence[str] | None = None) -> int:
    """Score the variants on the official files and write variants.csv. Scores of today's versions are kept."""
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
        pairs = datasets.load_tuebingen(options.folder)
        if pairs.missing:
            raise RuntimeError(f"{pairs.source} lacks pairs: the table is made from all 108")
        _write(path, pairs, [VARIANTS[name] for name in names])
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        print(f"variants: {error}", file=sys.stderr)
        return 1
    return 0


def _write(path: Path, pairs: datasets.Tuebingen, chosen: Sequence[Variant]) -> None:
    """Score what is not stored yet, and replace the table after each variant."""
    stored = read(path) if path.is_file() else pd.DataFrame(columns=list(COLUMNS))
    known = stored["variant"].isin(list(VARIANTS))
    stored = stored[known & (stored["version"] == stored["variant"].map({n: v.version for n, v in VARIANTS.items()}))]
    for variant in chosen:
        if variant.name in set(stored["variant"]):
            continue
        scores = score_pairs(pairs.values(), variant)
        new = scores.rename("score").reset_index().assign(variant=variant.name, version=variant.version)
        stored = new[list(COLUMNS)] if stored.empty else pd.concat([stored, new[list(COLUMNS)]])
        stored = ranked(stored.assign(place=stored["variant"].map(list(VARIANTS).index)), ["place", "pair"])
        stored = stored.drop(columns="place")
        write([Output(path, _HEAD, stored.to_csv(index=False, float_format="%.12g", lineterminator="\n"))])
        record("python -m scoring_the_scores.lxcim.variants", path, added=stored["variant"].nunique() > 1)
        print(f"{variant.name}: {scores.notna().sum()} of {scores.size} pairs", flush=True)


if __name__ == "__main__":
    sys.exit(main())
