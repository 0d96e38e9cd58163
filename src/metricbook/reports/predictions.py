"""The input of an analysis, whatever it was read from: predictions case by case, or counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.lookalikes import Lookalike
from metricbook.reports.periods import Periods


@dataclass(frozen=True)
class Source:
    """Where predictions come from, for the reader of a report.

    Attributes
    ----------
    name : str
        The file's name without its folder, those of joined files with a plus sign between them, or another name.
    digest : str
        SHA-256 of what was read, in hexadecimal.
    rows : int
        Number of cases.
    positive, negative : str
        The two labels as they are written there.
    remarks : tuple of str
        Sentences on guesses and on how files were read and joined.
    dropped : str
        A sentence on the rows that were left out because something is missing in them, or nothing.
    """

    name: str
    digest: str
    rows: int
    positive: str
    negative: str
    remarks: tuple[str, ...] = ()
    dropped: str = ""


@dataclass(frozen=True)
class Classes:
    """More than two classes, and the scores of each.

    Attributes
    ----------
    labels : array of str, shape (n,)
    columns : mapping of str to mapping of str to str
        Of each model, the name that the scores of each class have among all scores; a class may have no case.
    """

    labels: NDArray[np.str_]
    columns: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Predictions:
    """Labels and scores of cases, one by one.

    Attributes
    ----------
    labels : array of bool, shape (n,)
        True for the positive class.
    scores : mapping of str to array of shape (n,)
        The finite scores of each model, in the order in which they were named.
    weights : array of shape (n,), optional
    clusters : array of int, shape (n,), optional
        Cases with the same number, from 0, were drawn together.
    groups : mapping of str to array of str, shape (n,)
        Columns that divide the cases into subgroups, by name.
    periods : Periods, optional
        The period of each case, if its time is known.
    folds : array of str, shape (n,), optional
        The fold of cross-validation of each case, whose scores come from a model of its own.
    columns : mapping of str to str
        The columns of clusters, periods, folds and identifiers, by these roles' names in `Named`.
    lookalikes : mapping of str to Lookalike
        Columns without a role that look as if they had one, by name.
    repeated : int
        Number of rows equal to an earlier one in all columns of the file.
    repeated_identifiers : int
        Number of rows with the identifier of an earlier one.
    classes : Classes, optional
        If each class has scores of its own; the positive class is then any of them.
    source : Source
    """

    labels: NDArray[np.bool_]
    scores: Mapping[str, NDArray[np.float64]]
    source: Source
    weights: NDArray[np.float64] | None = None
    clusters: NDArray[np.intp] | None = None
    groups: Mapping[str, NDArray[np.str_]] = field(default_factory=dict)
    periods: Periods | None = None
    folds: NDArray[np.str_] | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    lookalikes: Mapping[str, Lookalike] = field(default_factory=dict)
    repeated: int = 0
    repeated_identifiers: int = 0
    classes: Classes | None = None


@dataclass(frozen=True)
class Tally:
    """Numbers of positives and negatives with each distinct score of a model.

    Attributes
    ----------
    scores, positives, negatives : array of shape (k,)
        Ascending distinct scores, and the weight of each class there.
    binned : bool
        Whether neighbouring scores were put into bins; a score is then the lowest of its bin.
    """

    binned: ClassVar[bool] = False
    scores: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]


@dataclass(frozen=True)
class Counts:
    """Cases counted by label and score, however many they are.

    Attributes
    ----------
    tallies : mapping of str to Tally
        One for each model.
    joint : array of int, shape (c, 1 + models)
        The combinations that occur of the label and the bins of all models' scores.
    joint_counts : array of shape (c,)
        Number of cases with each combination.
    edges : mapping of str to array
        The lower edges of the bins of ``joint``, ascending.
    source : Source
    named_like : mapping of str to str
        Columns that were not counted, with the roles that their names suggest.
    """

    tallies: Mapping[str, Tally]
    joint: NDArray[np.int64]
    joint_counts: NDArray[np.float64]
    edges: Mapping[str, NDArray[np.float64]]
    source: Source
    named_like: Mapping[str, str] = field(default_factory=dict)
