"""Measure the whole zoo: ``python -m scoring_the_scores.synthesis.disagreement.runs``.

The tables lie in ``data/synthesis/zoo``. How every classifier orders the cases of the first split of each data set goes
to ``orders.csv``; every metric of every classifier on every data set and split, to ``metrics.csv``; how the metrics
order the classifiers by twos, to ``pairs.csv`` and ``crossings.csv``; and which machine measured all that, to
``made.json``. What is finished is kept in a file beside them until all is, so that a run that was stopped goes on where
it was.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import record
from metricbook.writing import Output, check, remove, write
from scoring_the_scores.files import data_folder
from scoring_the_scores.synthesis import zoo
from scoring_the_scores.synthesis.disagreement.curves import gains, hull_gains, nowhere_below, right_decisions
from scoring_the_scores.synthesis.zoo_tables import COUNTS, DECIMALS, NAMES, metric_influence

Array = NDArray[np.float64]

SPLITS = 20
#: How many standard errors count as outside the noise; the other is for comparison.
SURE, LIKELY = 2.0, 1.0
#: The plots whose curves may cross.
PLOTS: Mapping[str, Callable[..., Array]] = MappingProxyType(
    {"roc": gains, "hull": hull_gains, "confidence": right_decisions}
)
#: How a classifier orders cases: the ranks of `zoo.order`.
Order = NDArray[np.int64]


class Measured(NamedTuple):
    """What was found on one data set and split.

    Attributes
    ----------
    orders : dict
        For each classifier the order of the cases.
    values : DataFrame
        A row for each metric, a column for each classifier; rounded, NaN where undefined.
    pairs : DataFrame
        A row for each two metrics, a column for each of `COUNTS`.
    uncrossed : dict
        For each plot the number of pairs of classifiers of which one curve is nowhere below the other.
    """

    orders: dict[str, Order]
    values: pd.DataFrame
    pairs: pd.DataFrame
    uncrossed: dict[str, int]


def measure(data_set: str, split: int, classifiers: Sequence[str] | None = None) -> Measured:
    """Fit the classifiers on one half of a data set, and measure how they order the other.

    Examples
    --------
    >>> found = measure("iris", 0, ["LDA", "QDA"])
    >>> found.values.loc["AUROC"].tolist()
    [0.772, 0.856]
    """
    names = list(zoo.CLASSIFIERS) if classifiers is None else list(classifiers)
    orders = {name: zoo.order(zoo.scores(data_set, name, split)[1]) for name in names}
    return measure_orders(zoo.halves(data_set, split)[3], orders)


def measure_orders(y_true: NDArray[np.bool_], orders: dict[str, Order]) -> Measured:
    """Measure classifiers by how they order cases: from here on nothing hangs on the processor.

    Examples
    --------
    >>> y_true = np.array([True, False, True, False])
    >>> found = measure_orders(y_true, {"a": np.array([2, -1, 3, 1]), "b": np.array([1, 2, -3, 1])})
    >>> found.values.loc[["AUROC", "accuracy"]].to_numpy().tolist(), found.uncrossed["roc"]
    ([[1.0, 0.125], [0.75, 0.25]], 1)
    """
    names, samples = list(orders), [(y_true, ranks.astype(float)) for ranks in orders.values()]
    uncrossed = {}
    for plot, curve in PLOTS.items():
        ahead = nowhere_below(np.array([curve(*sample) for sample in samples]))
        uncrossed[plot] = ahead | ahead.T
    values, errors = [], []
    for metric in NAMES:
        influences = [metric_influence(metric, *sample) for sample in samples]
        values.append([one.value for one in influences])
        errors.append(_standard_errors(np.array([one.of_cases for one in influences]), y_true))
    upper = np.triu_indices(len(names), 1)
    table = pd.DataFrame(np.round(values, DECIMALS), index=list(NAMES), columns=names)
    return Measured(
        orders,
        table,
        _compare(table.to_numpy(), np.array(errors), {plot: u[upper] for plot, u in uncrossed.items()}),
        {plot: int(influences[upper].sum()) for plot, influences in uncrossed.items()},
    )


def _standard_errors(influences: Array, positive: NDArray[np.bool_]) -> Array:
    """Standard errors of the paired differences of m classifiers, shape (m, m), the class sizes being fixed."""
    variance = np.zeros((influences.shape[0],) * 2)
    for drawn in (influences[:, positive], influences[:, ~positive]):
        size = drawn.shape[1]
        products = size * np.atleast_2d(np.cov(drawn))
        spread = np.diag(products)
        variance += spread[:, None] + spread - 2 * products
    return np.sqrt(np.maximum(variance, 0.0))


def _compare(values: Array, errors: Array, uncrossed: Mapping[str, NDArray[np.bool_]]) -> pd.DataFrame:
    """The counts for every two metrics, from values (metrics by classifiers) and standard errors of differences."""
    i, j = np.triu_indices(values.shape[1], 1)
    gaps = np.round(values[:, i] - values[:, j], DECIMALS)
    noise = errors[:, i, j]
    rows = []
    for one, other in combinations(range(len(NAMES)), 2):
        product = gaps[one] * gaps[other]
        opposite, alike = product < 0, product > 0
        likely, sure = (
            (np.abs(gaps[[one, other]]) > times * noise[[one, other]]).all(axis=0) for times in (LIKELY, SURE)
        )
        cases = (
            opposite | alike, opposite, opposite & likely, opposite & sure, alike & sure,
            *(opposite & uncrossed[plot] for plot in PLOTS),
        )  # fmt: skip
        rows.append([int(case.sum()) for case in cases])
    return pd.DataFrame(rows, index=_twos(), columns=list(COUNTS))


def _twos() -> pd.MultiIndex:
    return pd.MultiIndex.from_tuples(combinations(NAMES, 2), names=["first", "second"])


# ---------- the whole zoo, stored

#: The first line of each table, and of the file of an unfinished run.
TABLES = {
    "orders": "data_set,classifier,order\n",
    "metrics": "data_set,split,metric,",
    "pairs": "data_set,splits,first,second,",
    "crossings": "data_set,splits,pairs,",
}
KEPT = '{"job": '


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the zoo and write its tables and what made them; what is finished is not done again.

    Exit status 1 if they cannot be written, or other files of their names are there.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m {__spec__.name if __spec__ else __name__}", description=main.__doc__
    )
    parser.add_argument("--output", type=Path, help="folder for the tables (default: data/synthesis/zoo)")
    parser.add_argument("--splits", type=int, default=SPLITS, help=f"splits of each data set (default: {SPLITS})")
    options = parser.parse_args(arguments)
    if options.splits < 1:
        parser.error(f"--splits must be 1 or more, not {options.splits}")
    folder = data_folder() / "synthesis" / "zoo" if options.output is None else options.output
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / "unfinished.jsonl"
    try:
        check([Output(unfinished, KEPT), *(Output(folder / f"{name}.csv", mark) for name, mark in TABLES.items())])
        done = dict(_finished(unfinished))
        todo = [job for job in _jobs(options.splits) if job not in done]
        with unfinished.open("a", encoding="utf-8") as file:
            for job in _shown(todo):
                done[job] = measure(*job)
                file.write(_as_line(job, done[job]))
                file.flush()
        write_tables(folder, {job: done[job] for job in _jobs(options.splits)})
        remove(Output(unfinished, KEPT))
    except OSError as error:
        print(f"zoo: {error.filename or unfinished}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; what was finished is kept, and the same command goes on from there", file=sys.stderr)
        return 130
    print(f"{len(todo)} of {len(_jobs(options.splits))} data sets and splits measured; the tables are in {folder}")
    return 0


def write_tables(folder: Path, done: Mapping[tuple[str, int], Measured]) -> None:
    """Write the tables of what was measured. The first split has a file of its own, for checks to measure again."""
    orders, metrics, pairs, crossings = [], [], [], []
    for (data_set, split), measured in done.items():
        if split == 0:
            orders += [(data_set, name, " ".join(map(str, ranks))) for name, ranks in measured.orders.items()]
        # In whole units of the last decimal, which takes half the room.
        whole = (measured.values * 10**DECIMALS).round().astype("Int64")
        metrics.append(whole.rename_axis("metric").reset_index().assign(data_set=data_set, split=split))
        part = {"data_set": data_set, "splits": "first" if split == 0 else "others"}
        pairs.append(measured.pairs.reset_index().assign(**part))
        number = math.comb(measured.values.shape[1], 2)
        crossings.append(pd.DataFrame([{**part, "pairs": number, **measured.uncrossed}]))
    table = pd.concat(metrics).set_index(["data_set", "split", "metric"])
    keys = ["data_set", "splits"]
    summed = pd.concat(pairs).groupby([*keys, "first", "second"], sort=False)[list(COUNTS)].sum()
    crossed = pd.concat(crossings).groupby(keys, sort=False).sum()
    ranks = pd.DataFrame(orders, columns=["data_set", "classifier", "order"]).set_index(["data_set", "classifier"])
    written = {"orders": ranks, "metrics": table, "pairs": summed, "crossings": crossed}
    texts = {name: frame.to_csv(lineterminator="\n") for name, frame in written.items()}
    write([Output(folder / f"{name}.csv", mark, texts[name]) for name, mark in TABLES.items()])
    command = "python -m scoring_the_scores.synthesis.disagreement.runs"
    record(command, *(folder / f"{name}.csv" for name in written))


def _jobs(splits: int) -> list[tuple[str, int]]:
    return [(data_set, split) for data_set in zoo.DATA_SETS for split in range(splits)]


def _as_line(job: tuple[str, int], measured: Measured) -> str:
    values = measured.values.astype(object).where(measured.values.notna(), None)
    content = {
        "job": job, "orders": {name: ranks.tolist() for name, ranks in measured.orders.items()},
        "values": values.to_numpy().tolist(), "pairs": measured.pairs.to_numpy().tolist(),
        "uncrossed": measured.uncrossed,
    }  # fmt: skip
    return json.dumps(content) + "\n"


def _finished(path: Path) -> Iterator[tuple[tuple[str, int], Measured]]:
    """What a run that was stopped had finished; a line that was being written is left out."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if list(row["orders"]) == list(zoo.CLASSIFIERS):
            orders = {name: np.array(ranks) for name, ranks in row["orders"].items()}
            values = pd.DataFrame(row["values"], index=list(NAMES), columns=list(orders), dtype=float)
            pairs = pd.DataFrame(row["pairs"], index=_twos(), columns=list(COUNTS))
            yield (row["job"][0], row["job"][1]), Measured(orders, values, pairs, row["uncrossed"])


def _shown(todo: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Pass the jobs on, with a progress bar if a person is watching."""
    try:
        from tqdm import tqdm
    except ImportError:
        return iter(todo)
    return iter(tqdm(list(todo), unit="split", disable=not sys.stderr.isatty()))


if __name__ == "__main__":
    sys.exit(main())
