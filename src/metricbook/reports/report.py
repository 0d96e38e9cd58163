"""`report`, the function: predictions of any kind in, and a report to show, to save or to go on with."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from metricbook.reports import rendering, words
from metricbook.reports.analysis import Progress, analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.files import STANDARD_INPUT
from metricbook.reports.frames import from_arrays, from_frame
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.reading import read
from metricbook.writing import Output, write


@dataclass(frozen=True)
class Report:
    """A report: notebooks show its page, and it can be saved.

    Attributes
    ----------
    analysis : Analysis
        Every number in it.
    files : tuple of str
        What it was read from, if that was files: it is never written there.
    """

    analysis: Analysis
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([*words.better(self.analysis), *words.read(self.analysis)])

    __repr__ = __str__

    @property
    def html(self) -> str:
        """One page that needs no other file and no network."""
        return rendering.html(self.analysis, digest(self.files))

    @property
    def markdown(self) -> str:
        """Its words and tables."""
        return rendering.markdown(self.analysis)

    @property
    def json(self) -> str:
        """Its numbers, for machines."""
        return rendering.as_json(self.analysis)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the report, as what the name ends in: .html, .md or .json. Nothing half-written is left behind.

        Parameters
        ----------
        path : path
            Where it goes. A link is followed, and a device or a pipe written to.
        force : bool
            Whether to replace a file that is there already and is no report. What the report was read from is kept.

        Raises
        ------
        ValueError
            If the name ends in anything else.
        OSError
            If it cannot be written there, or something else is there already: nothing is changed then.
        """
        kinds = {".html": "html", ".htm": "html", ".md": "markdown", ".json": "json"}
        kind = kinds.get(Path(path).suffix.lower())
        if kind is None:
            raise ValueError(f"a report is written as {', '.join(kinds)}, not as {Path(path).name!r}")
        write([Output(path, rendering.MARKS[kind], getattr(self, kind))], inputs=self.files, force=force)
        return Path(path)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        frame = (
            f'<iframe srcdoc="{escape(self.html)}" title="Report" style="width:100%;height:40rem;border:0"></iframe>'
        )
        return {"text/html": frame, "text/plain": str(self)}


def read_from(files: Iterable[str | os.PathLike[str]]) -> tuple[str, ...]:
    """Paths of what a report is read from, as the system knows them."""
    return tuple("/dev/stdin" if path == STANDARD_INPUT else os.fspath(path) for path in files)


def digest(files: Iterable[str]) -> str:
    """What stands for the paths on a page, which tells them apart but does not say how folders are called."""
    named = "\0".join(map(os.path.normpath, files))
    return hashlib.sha256(named.encode(errors="surrogateescape")).hexdigest()[:12] if named else ""


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
    files: tuple[str, ...] = ()
    if y_score is not None:
        found = from_arrays(data, y_score, **rest)
    elif isinstance(data, str | os.PathLike) or (
        isinstance(data, list | tuple) and data and isinstance(data[0], str | os.PathLike)
    ):
        found = read(data, **rest)
        files = read_from([data] if isinstance(data, str | os.PathLike) else data)
    else:
        found = from_frame(data, **rest)
    return Report(analyse(found, question, level=level, replicates=replicates, seed=seed, progress=progress), files)
