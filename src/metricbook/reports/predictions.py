"""What a report is made of, whatever it was read from: rows that are kept, or counts of rows that are too many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Source:
    """Where predictions come from, as far as a reader of the report must know.

    Attributes
    ----------
    name : str
        The file's name without its folder, or what the data were called; several joined files by a plus sign.
    digest : str
        SHA-256 of what was read, in hexadecimal.
    rows : int
        How many cases there are.
    positive, negative : str
        The two labels as they are written there.
    said : tuple of str
        Sentences on what was guessed or joined, and why.
    """

    name: str
    digest: str
    rows: int
    positive: str
    negative: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Predictions:
    """Cases, one by one.

    Attributes
    ----------
    labels : array of bool, shape (n,)
        True for the positive class.
    scores : mapping of str to array of shape (n,)
        The finite scores of each model, in the order in which they were named.
    weights : array of shape (n,), optional
    clusters : array of int, shape (n,), optional
        Which cases were drawn together, numbered from 0.
    groups : mapping of str to array of str, shape (n,)
        Columns that divide the cases, by name.
    repeated : int
        How many rows are like an earlier one, in all columns of the file.
    source : Source
    """

    labels: NDArray[np.bool_]
    scores: Mapping[str, NDArray[np.float64]]
    source: Source
    weights: NDArray[np.float64] | None = None
    clusters: NDArray[np.intp] | None = None
    groups: Mapping[str, NDArray[np.str_]] = field(default_factory=dict)
    repeated: int = 0


@dataclass(frozen=True)
class Tally:
    """How many positives and negatives have each distinct score of a model.

    Attributes
    ----------
    scores, positives, negatives : array of shape (k,)
        Ascending distinct scores, and the weight of each class there.
    binned : bool
        Whether neighbouring scores were put together, because too many were distinct; a score is then the lowest of its
        bin, and whatever is read off has a bracket.
    """

    binned: ClassVar[bool] = False
    scores: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]


@dataclass(frozen=True)
class Counts:
    """Cases counted: what can be said about 10^8 of them without looking at each again.

    Attributes
    ----------
    tallies : mapping of str to Tally
        One for each model.
    joint : array of int, shape (c, 1 + models)
        The combinations of label and bin of each model's score that occur.
    joint_counts : array of shape (c,)
        How many cases each combination has. What is paired is drawn from these.
    edges : mapping of str to array
        The lowest score of each bin of ``joint``, ascending.
    source : Source
    """

    tallies: Mapping[str, Tally]
    joint: NDArray[np.int64]
    joint_counts: NDArray[np.float64]
    edges: Mapping[str, NDArray[np.float64]]
    source: Source
