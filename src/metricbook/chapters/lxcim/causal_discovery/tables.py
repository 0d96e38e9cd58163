"""What the chapter on causal discovery shows of many methods at once: cards, cells, orientations, curves, slopes.

Everything here reads a table of scores like that of :func:`metricbook.causal.tuebingen.tuebingen_scores`: a row for
each oriented pair, the column ``weight``, and a column for each method that is there.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.causal import METHODS
from metricbook.causal.evaluation import decided, evaluate, relabelled_auroc
from metricbook.causal.tuebingen import tuebingen_metadata
from metricbook.metrics.curves import decision_curves, roc_curve
from metricbook.metrics.selective import accuracy, lxcim

#: The metrics of the paper's Table 1 that no orientation of the pairs can change.
INVARIANT = ("LxCIM", "Accuracy", "AUDRC")


def scored_methods(table: pd.DataFrame) -> list[str]:
    """Return the registered methods that have a column in a table of scores, in the registry's order.

    Examples
    --------
    >>> scored_methods(pd.DataFrame({"SLOPE": [1.0], "weight": [1.0], "ANM": [2.0], "mine": [3.0]}))
    ['ANM', 'SLOPE']
    """
    return [name for name in METHODS if name in table]


def cards(runs: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Describe methods in a table: where each is from, what it draws and needs, and what its run cost.

    Parameters
    ----------
    runs : DataFrame
        One row for each method and pair, with the columns ``method``, ``score`` and ``seconds``.
    names : iterable of str
        Methods of the registry.

    Returns
    -------
    DataFrame
        A row for each method: ``source``, ``draws`` (whether it draws random numbers), ``extra`` (the optional extra of
        the package that it needs), ``pairs`` (how many it gave a score) and ``seconds`` (for all pairs, on one core).

    Examples
    --------
    >>> runs = pd.DataFrame({"method": ["RECI", "RECI"], "score": [0.5, np.nan], "seconds": [0.25, 0.5]})
    >>> cards(runs, ["RECI"]).loc["RECI"].to_dict()
    {'source': 'Blöbaum et al., AISTATS 2018', 'draws': 'no', 'extra': '', 'pairs': 1, 'seconds': 0.75}
    """
    rows = {}
    for name in names:
        mine = runs[runs["method"] == name]
        rows[name] = {
            "source": METHODS[name].reference,
            "draws": "no" if METHODS[name].deterministic else "yes",
            "extra": METHODS[name].extra or "",
            "pairs": int(mine["score"].notna().sum()),
            "seconds": float(mine["seconds"].sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def cells(table: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """Put our rows beside the printed ones, in the three metrics that no orientation can change.

    Parameters
    ----------
    table : DataFrame
        Scores.
    printed : DataFrame
        A row for each method, the metrics in percent with one decimal.

    Returns
    -------
    DataFrame
        A row for each method of ``printed`` that has scores: each metric in percent, rounded to the printed decimal,
        each again as printed (its name followed by the word printed), the number of ``pairs`` decided, and ``equal``,
        how many of the three metrics are as printed.

    Examples
    --------
    >>> table = pd.DataFrame({"weight": [1.0, 1.0], "RECI": [2.0, -1.0]})
    >>> printed = pd.DataFrame({"LxCIM": [75.0], "Accuracy": [50.0], "AUDRC": [74.9]}, index=["RECI"])
    >>> int(cells(table, printed).loc["RECI", "equal"])
    2
    """
    names = [name for name in printed.index if name in table]
    found = evaluate(table, names)
    ours = (100 * found[list(INVARIANT)]).round(1)
    theirs = printed.loc[names, list(INVARIANT)].astype(float)
    # Both have one decimal, so a difference of half a unit of it separates equal from unequal, whatever floats do.
    equal = ((ours - theirs).abs() < 0.05).sum(axis="columns")
    return ours.join(theirs.add_suffix(" printed")).assign(pairs=found["pairs"].astype(int), equal=equal)


def pair_by_pair(one: pd.DataFrame, other: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Compare two tables of scores, method by method, over the pairs that both decide.

    Parameters
    ----------
    one, other : DataFrame
        Scores, the indices being the pair numbers.
    names : iterable of str
        Methods that both have.

    Returns
    -------
    DataFrame
        A row for each method: ``both``, the number of pairs; ``only one`` and ``only other``; ``signs``, the share of
        equal signs; ``ranks``, the rank correlation of the scores; ``digits``, the share of pairs whose scores are
        equal in nine digits.

    Examples
    --------
    >>> tables = (pd.DataFrame({"ANM": values}) for values in ([1.0, 2.0, np.nan], [1.0, -4.0, 3.0]))
    >>> pair_by_pair(*tables, ["ANM"]).loc["ANM"].round(6).tolist()
    [2.0, 0.0, 1.0, 0.5, -1.0, 0.5]
    """
    rows = {}
    for name in names:
        pairs = pd.DataFrame({"one": one[name], "other": other[name]})
        both = pairs.dropna()
        rows[name] = {
            "both": len(both),
            "only one": int(pairs["other"].isna().sum() - pairs.isna().all(axis=1).sum()),
            "only other": int(pairs["one"].isna().sum() - pairs.isna().all(axis=1).sum()),
            "signs": float((np.sign(both["one"]) == np.sign(both["other"])).mean()),
            "ranks": float(both["one"].corr(both["other"], method="spearman")),
            "digits": float(np.isclose(both["one"], both["other"], rtol=1e-9, atol=0).mean()),
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def without_misread_columns(table: pd.DataFrame) -> pd.DataFrame:
    """Take the scores away that come from a reading of several columns which no method was made for.

    To follow Table 1, some methods string the columns of a variable together, or take two columns of the cause for the
    pair (see :class:`metricbook.causal.Method`). Here such a pair gets no score, as from the other methods.

    Parameters
    ----------
    table : DataFrame
        Scores, the index being the official pair numbers.

    Returns
    -------
    DataFrame
        A copy with NaN there.

    Examples
    --------
    >>> table = pd.DataFrame({"weight": [1.0, 0.5], "IGCI": [1.0, 2.0], "RECI": [1.0, 2.0]}, index=[1, 105])
    >>> without_misread_columns(table).loc[105].tolist()
    [0.5, nan, 2.0]
    """
    described = tuebingen_metadata()
    several = (described["cause_first"] < described["cause_last"]) | (
        described["effect_first"] < described["effect_last"]
    )
    rows = table.index.isin(described.index[several])
    mended = table.copy()
    for name in scored_methods(table):
        if METHODS[name].several_columns != "drop":
            mended.loc[rows, name] = np.nan
    return mended


def three_ways(table: pd.DataFrame, printed: pd.DataFrame, *, draws: int, rng: np.random.Generator) -> pd.DataFrame:
    """Table 1 three times: as printed, as published methods give it again, and done properly.

    Parameters
    ----------
    table : DataFrame
        Scores, the index being the official pair numbers.
    printed : DataFrame
        A row for each method: LxCIM, Accuracy, AUROC and AUDRC in percent.
    draws : int
        Number of orientations of which the mean AUROC is taken.
    rng : numpy.random.Generator
        Source of the orientations.

    Returns
    -------
    DataFrame
        A row for each printed method; columns of two levels, the metric and ``printed``, ``ours`` or ``properly``, in
        percent with one decimal. ``ours`` is there for methods whose registered agreement is ``"every digit"``, from
        the same pairs as the printed row; ``properly`` leaves misread columns out (see `without_misread_columns`).
    """
    found, seed = {}, int(rng.integers(2**63))
    for kind, scores in (("ours", table), ("properly", without_misread_columns(table))):
        names = [
            n for n in printed.index if n in table and (kind == "properly" or METHODS[n].agreement == "every digit")
        ]
        marks = evaluate(scores, names)[list(INVARIANT)]
        # The same orientations for the same pairs, so that rows differ only where their scores do.
        streams = {name: np.random.default_rng([seed, *name.encode()]) for name in names}
        means = [auroc_bands(scores, [name], draws=draws, rng=streams[name]).at[name, "mean"] for name in names]
        marks["AUROC"] = means
        found[kind] = (100 * marks).round(1)
    columns = [(metric, kind) for metric in printed.columns for kind in ("printed", "ours", "properly")]
    values = {
        (metric, kind): printed[metric] if kind == "printed" else found[kind][metric].reindex(printed.index)
        for metric, kind in columns
    }
    return pd.DataFrame(values, index=printed.index)


def auroc_bands(table: pd.DataFrame, names: Iterable[str], *, draws: int, rng: np.random.Generator) -> pd.DataFrame:
    """Say where each method's AUROC lies over random orientations of the pairs.

    Returns
    -------
    DataFrame
        A row for each method: ``mean``, ``sd``, the percentiles ``low`` (5), ``median`` and ``high`` (95), all between
        0 and 1, ``lxcim``, and ``within``: the share of draws less than a point from LxCIM.
    """
    rows = {}
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        found = relabelled_auroc(scores, weights, draws=draws, rng=rng)
        low, median, high = np.quantile(found, [0.05, 0.5, 0.95])
        base = lxcim(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
        rows[name] = {"mean": found.mean(), "sd": found.std(), "low": low, "median": median, "high": high,
                      "lxcim": base, "within": np.mean(np.abs(found - base) < 0.01)}  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index")


def method_curves(table: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Return the curves of several methods in one long table.

    Returns
    -------
    DataFrame
        The column ``method`` and those of :func:`metricbook.metrics.curves.decision_curves`.
    """
    parts = []
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        part = decision_curves(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
        part.insert(0, "method", name)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def method_roc_curves(table: pd.DataFrame, names: Iterable[str], *, rng: np.random.Generator) -> pd.DataFrame:
    """Return the ROC curves of several methods under one random orientation of the pairs, the same for all of them.

    Returns
    -------
    DataFrame
        The column ``method`` and those of :func:`metricbook.metrics.curves.roc_curve`.
    """
    swapped = pd.Series(rng.random(len(table)) < 0.5, index=table.index)
    parts = []
    for name in names:
        used = table[name].notna() & (table[name] != 0) & (table["weight"] > 0)
        turned = swapped[used].to_numpy()
        scores = np.where(turned, -1.0, 1.0) * table.loc[used, name].to_numpy()
        part = roc_curve(~turned, scores, sample_weight=table.loc[used, "weight"])
        part.insert(0, "method", name)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def local_accuracy(curve: pd.DataFrame, edges: ArrayLike) -> NDArray[np.float64]:
    """Slope of cumulative accuracy between decision rates: the accuracy of the decisions there.

    Parameters
    ----------
    curve : DataFrame
        From :func:`metricbook.metrics.curves.decision_curves`.
    edges : array of shape (k + 1,)
        Increasing decision rates between 0 and 1.

    Returns
    -------
    array of shape (k,)
        The accuracy of each stretch, between 0 and 1.

    Raises
    ------
    ValueError
        If the edges do not increase, or leave the interval from 0 to 1.

    Examples
    --------
    >>> curve = decision_curves([1, 1], [2.0, -1.0])
    >>> local_accuracy(curve, [0, 0.5, 1]).tolist(), local_accuracy(curve, [0.25, 0.75]).tolist()
    ([1.0, 0.0], [0.5])
    """
    rates = np.asarray(edges, dtype=float)
    widths = np.diff(rates)
    if rates.size < 2 or not (widths > 0).all() or rates[0] < 0 or rates[-1] > 1:
        raise ValueError(f"edges must increase from 0 or more to 1 or less: {rates.tolist()}")
    return np.diff(np.interp(rates, curve["decision_rate"], curve["cumulative_accuracy"])) / widths


def weakest_stretch(curve: pd.DataFrame, width: float, *, start: float = 0.0) -> tuple[float, float]:
    """Find the stretch of decision rates, of a given width, with the lowest accuracy.

    Cumulative accuracy is a chain of straight pieces, so the lowest slope is found with one end of the stretch at a
    corner, or at the end of the range.

    Parameters
    ----------
    curve : DataFrame
        From :func:`metricbook.metrics.curves.decision_curves`.
    width, start : float
        Width of the stretch, and the decision rate from which on to look.

    Returns
    -------
    tuple of float
        The accuracy of that stretch, and where it begins.

    Examples
    --------
    >>> weakest_stretch(decision_curves([1, 1, 1, 1], [4.0, -3.0, 2.0, 1.0]), 0.25)
    (0.0, 0.25)
    """
    rates = curve["decision_rate"].to_numpy()
    begins = np.concatenate([rates, rates - width, [start, 1 - width]])
    begins = np.unique(begins[(begins >= start) & (begins <= 1 - width)])
    ends = np.interp(begins + width, rates, curve["cumulative_accuracy"])
    slopes = (ends - np.interp(begins, rates, curve["cumulative_accuracy"])) / width
    lowest = int(np.argmin(slopes))
    return float(slopes[lowest]), float(begins[lowest])


def confidence_test(
    scores: ArrayLike, weights: ArrayLike, *, draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Test whether a method's confidence says anything about being right.

    LxCIM minus accuracy is 0 for a straight curve of cumulative accuracy, and positive if the confident decisions are
    the better ones. If confidence says nothing, every order of the decisions is as likely as the one observed: the
    test puts them in random orders. (It takes the pairs for independent; related pairs make it reject too often.)

    Parameters
    ----------
    scores, weights : arrays of shape (n,)
        Scores of oriented pairs, none of them 0, and the pairs' weights.
    draws : int
        Number of random orders.
    rng : numpy.random.Generator
        Source of the orders.

    Returns
    -------
    tuple of float
        LxCIM minus accuracy, and the share of orders (the observed one included) whose difference is as far from 0.

    Examples
    --------
    With all decisions right, confidence cannot tell right from wrong:

    >>> confidence_test([3.0, 2.0, 1.0], [1.0, 1.0, 1.0], draws=9, rng=np.random.default_rng(0))
    (0.0, 1.0)
    """
    values, heavy = np.asarray(scores, dtype=float), np.asarray(weights, dtype=float)
    all_right = np.ones(values.size, dtype=bool)
    mark = accuracy(all_right, values, sample_weight=heavy)
    observed = lxcim(all_right, values, sample_weight=heavy) - mark
    order = rng.permuted(np.tile(np.arange(values.size), (draws, 1)), axis=1)
    steps = heavy[order]
    covered = np.cumsum(steps, axis=1)
    # A right decision counts the weight decided after it, and half its own.
    credit = steps * (values[order] > 0) * (heavy.sum() - covered + steps / 2)
    gaps = 2 * credit.sum(axis=1) / heavy.sum() ** 2 - mark
    as_far = np.abs(gaps) >= abs(observed) - 1e-12  # equal but for the order of summation is as far
    return observed, float((as_far.sum() + 1) / (draws + 1))
