"""`report`, the function: predictions of any kind in, and a report to show, to save or to go on with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from metricbook.reports import rendering, words
from metricbook.reports.analysis import Progress, analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.frames import from_arrays, from_frame
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.reading import read
from metricbook.reports.writing import write


@dataclass(frozen=True)
class Report:
    """A report: notebooks show its page, and it can be saved.

    Attributes
    ----------
    analysis : Analysis
        Every number in it.
    """

    analysis: Analysis

    def __str__(self) -> str:
        return " ".join([*words.better(self.analysis), *words.read(self.analysis)])

    __repr__ = __str__

    @property
    def html(self) -> str:
        """One page that needs no other file and no network."""
        return rendering.html(self.analysis)

    @property
    def markdown(self) -> str:
        """Its words and tables."""
        return rendering.markdown(self.analysis)

    @property
    def json(self) -> str:
        """Its numbers, for machines."""
        return rendering.as_json(self.analysis)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the report, as what the name ends in: .html, .md or .json. Nothing half-written is left behind.

        Raises
        ------
        ValueError
            If the name ends in anything else.
        """
        kinds = {".html": "html", ".htm": "html", ".md": "markdown", ".json": "json"}
        kind = kinds.get(Path(path).suffix.lower())
        if kind is None:
            raise ValueError(f"a report is written as {', '.join(kinds)}, not as {Path(path).name!r}")
        return write(path, getattr(self, kind))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        frame = (
            f'<iframe srcdoc="{escape(self.html)}" title="Report" style="width:100%;height:40rem;border:0"></iframe>'
        )
        return {"text/html": frame, "text/plain": str(self)}


def report(
    data: Any,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
    *,
    level: float = 0.95,
    replicates: int = 400,
    seed: int = 0,
    progress: Progress | None = None,
    **given: Any,
) -> Report:
    """A report on predictions: every metric with its interval, models compared, and which metric answers the question.

    Parameters
    ----------
    data : array, data frame, path or list of paths
        Labels, if ``y_score`` is given; else a data frame of pandas, polars or Arrow, or what the command reads.
    y_score : array of shape (n,) or (n, models), or mapping of names to arrays, optional
        Scores; larger means more positive.
    level : float
        Level of the confidence intervals.
    replicates, seed : int
        For what is drawn: the Tile of several models, and the ranges of best thresholds.
    progress : callable, optional
        What shows how far long work is: it is given an iterable, what it is and its length.
    **given
        What `Question` takes (``cost_fp``, ``cost_fn``, ``prevalence``, ``budget``, ``symmetric``, ``threshold``,
        ``probabilities``, ``fixed_classes``), and what the data need: with arrays ``positive``, ``sample_weight``,
        ``groups``, ``clusters`` and ``name``, with frames and files ``label``, ``scores``, ``positive``, ``weight``,
        ``groups``, ``identifier`` and ``cluster``.

    Returns
    -------
    Report

    Raises
    ------
    BadInput
        A ``ValueError`` that says in one sentence what is wrong with the predictions, where, and what to do.
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> found = report([1, 1, 1, 0, 0, 0], {"ours": [6, 5, 2, 4, 3, 1]})
    >>> print(str(found).partition(". ")[0])
    ours has an AUROC of 0.778 (0.053 to 0.995)
    """
    asked = {one.name for one in fields(Question)}
    question = Question(**{name: value for name, value in given.items() if name in asked})
    rest = {name: value for name, value in given.items() if name not in asked}
    found: Predictions
    if y_score is not None:
        found = from_arrays(data, y_score, **rest)
    elif isinstance(data, str | os.PathLike) or (
        isinstance(data, list | tuple) and data and isinstance(data[0], str | os.PathLike)
    ):
        found = read(data, **rest)
    else:
        found = from_frame(data, **rest)
    return Report(analyse(found, question, level=level, replicates=replicates, seed=seed, progress=progress))
