"""`report`, the function: predictions of any kind in, and a report to show, to save or to go on with."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from metricbook._cores import one_thread
from metricbook.reports import class_pages, class_words, rendering, words
from metricbook.reports.class_contents import ClassAnalysis
from metricbook.reports.files import STANDARD_INPUT
from metricbook.reports.folders import list_inputs
from metricbook.reports.gate import Taken, analyse_taken, check_in_use, take_arrays, take_files, take_frames
from metricbook.reports.not_worse import NotWorse
from metricbook.reports.predictions import Counts
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.question import Question
from metricbook.reports.roles import Columns
from metricbook.writing import Output, write


@dataclass(frozen=True)
class Report:
    """A report: notebooks show its page, and it can be saved.

    Attributes
    ----------
    analysis : Analysis or ClassAnalysis
        Every number in it; the latter if there are more than two classes.
    files : tuple of str
        The files it was read from, if any, to which it is never written.
    proofs : mapping of str to str
        Where it is proved what a metric rewards and ignores, by the name of the metric, for the end of the page.
    """

    analysis: Any
    files: tuple[str, ...] = ()
    proofs: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        if isinstance(self.analysis, ClassAnalysis):
            return " ".join([*class_words.sum_up_classes(self.analysis), *class_words.describe_classes(self.analysis)])
        return " ".join([*words.compare_models(self.analysis), *words.describe_data(self.analysis)])

    __repr__ = __str__

    @property
    def not_worse(self) -> list[NotWorse]:
        """The verdict, the difference and a sentence for each model that was held against one in use."""
        return [] if isinstance(self.analysis, ClassAnalysis) else self.analysis.not_worse

    @property
    def exit_status(self) -> int:
        """What the command ends with, 1 if a model is not shown to be within the margin, and else 0."""
        return int(any(held.verdict != "not worse" for held in self.not_worse))

    @property
    def html(self) -> str:
        """One page that needs no other file and no network."""
        if isinstance(self.analysis, ClassAnalysis):
            return class_pages.render_class_html(self.analysis, digest(self.files))
        return rendering.render_html(self.analysis, digest(self.files), self.proofs)

    @property
    def markdown(self) -> str:
        """Its words and tables."""
        if isinstance(self.analysis, ClassAnalysis):
            return class_pages.render_class_markdown(self.analysis)
        return rendering.render_markdown(self.analysis)

    @property
    def json(self) -> str:
        """Its numbers, for machines."""
        if isinstance(self.analysis, ClassAnalysis):
            return class_pages.render_class_json(self.analysis)
        return rendering.render_json(self.analysis)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the report, as what the name ends in: .html, .md or .json. Nothing half-written is left behind.

        Parameters
        ----------
        path : str or path
            Where it goes. A link is followed, and a device or a pipe written to.
        force : bool, default False
            Whether to replace a file that is there already and is no report. What the report was read from is kept.

        Returns
        -------
        Path
            The path that was given.

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
        write([Output(path, rendering.MARKS[kind], getattr(self, kind))], inputs=list_inputs(self.files), force=force)
        return Path(path)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        frame = (
            f'<iframe srcdoc="{escape(self.html)}" title="Report" style="width:100%;height:40rem;border:0"></iframe>'
        )
        return {"text/html": frame, "text/plain": str(self)}


def name_inputs(files: Iterable[str | os.PathLike[str]]) -> tuple[str, ...]:
    """The paths of input files, with that of standard input for "-"."""
    return tuple("/dev/stdin" if path == STANDARD_INPUT else os.fspath(path) for path in files)


def digest(files: Iterable[str]) -> str:
    """A hash of the paths of input files: pages of different inputs differ in it, and no folder's name is shown."""
    named = "\0".join(map(os.path.normpath, files))
    return hashlib.sha256(named.encode(errors="surrogateescape")).hexdigest()[:12] if named else ""


def report(
    data: Any,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
    *,
    sample_weight: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
    times: ArrayLike | None = None,
    folds: ArrayLike | None = None,
    groups: Mapping[str, ArrayLike] | str | Sequence[str] = (),
    positive: object = None,
    name: str | None = None,
    label: str | None = None,
    scores: str | Sequence[str] | None = None,
    weight: str | None = None,
    cluster: str | None = None,
    time: str | None = None,
    fold: str | None = None,
    identifier: str | None = None,
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
    classes: Sequence[object] | Mapping[str, str | Sequence[str]] | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
    prevalence: float | None = None,
    budget: float | None = None,
    symmetric: bool = False,
    threshold: float | None = None,
    probabilities: bool | None = None,
    fixed_classes: bool = False,
    severity_ratio: float | str = 1.0,
    against: Any = None,
    margin: float | None = None,
    metric: str | None = None,
    against_score: str | None = None,
    unpaired: bool = False,
    level: float = 0.95,
    replicates: int = 400,
    seed: int = 0,
    progress: Progress | None = None,
    proofs: Mapping[str, str] | None = None,
) -> Report:
    """Report on predictions: every metric with its interval, models compared, and which metric answers the question.

    The predictions are arrays, if ``y_score`` is given; or else a table, whose columns are named or guessed where only
    one reading is possible; or else counts.

    Parameters
    ----------
    data : array of shape (n,), data frame, path, list of paths, or Counts
        Labels of two classes or of several, if ``y_score`` is given. Otherwise a data frame of pandas, polars or Arrow,
        files as for ``metricbook report``, or what `count` or `counts_of` return.
    y_score : array of shape (n,), or mapping of str to such, optional
        Finite scores, of one model or of each by its name; larger means more positive. With labels of k > 2 classes of
        shape (n, k), or a mapping whose names end or begin with the classes.
    sample_weight, clusters : array of shape (n,), optional
        With arrays: weights, none negative and not all zero; and which cases were drawn together, such as those of one
        patient.
    times, folds : array of shape (n,), optional
        With arrays: when each case was, as dates in the form of ISO 8601 or as numbers, for its change with time; and
        its fold of cross-validation, whose scores come from a model of its own.
    groups : mapping of str to array of shape (n,), or str or sequence of str, optional
        What divides the cases: arrays by name, or columns of the table.
    positive : bool, int, float or str, optional
        The label of the positive class, which of several is set against the others; needed unless it is plain, as for 0
        and 1, or no and yes, or each of several classes has scores.
    name : str, optional
        What arrays or a data frame are called in the report; files are called by their names.
    label : str, optional
        With a table: the column of the labels.
    scores : str or sequence of str, optional
        With a table: the columns of scores, one for each model.
    weight, cluster, time, fold : str, optional
        With a table: the columns of weights, clusters, times and folds.
    identifier : str, optional
        With a table: the column that names the cases, by which several files are joined.
    table : str, optional
        With a file: the sheet of Excel, or the table of a database, if there are several.
    decimal : {".", ","}, default "."
        With a file of text: the sign before the decimals of scores and weights.
    drop_missing : bool, default False
        With a table: whether to leave out the rows without a label, a score or a weight, and to say how many.
    classes : sequence of length k, or mapping of str to str or sequence of str, optional
        The class of each column of ``y_score``, by default the sorted labels, as of scikit-learn; or for each class the
        names of its scores, one for each model, by default those that end or begin with the class.
    cost_fp, cost_fn : float, optional
        What a false positive and a false negative cost, in any one unit; both or neither.
    prevalence : float, optional
        Share of positives where the models will be used; by default that of the data.
    budget : float, optional
        How much of the list, from the top, will be looked at: a share below 1, or a whole number of cases.
    symmetric : bool, default False
        Whether the classes have no names of their own: "A against B" could as well be "B against A".
    threshold : float, optional
        Where decisions are made, in the units of the scores; by default 1/2 for scores that may be probabilities, and
        0 for scores of both signs.
    probabilities : bool, optional
        Whether the scores are meant as probabilities; by default those between 0 and 1 are.
    fixed_classes : bool, default False
        Whether the numbers of positives and negatives were fixed before any case was drawn.
    severity_ratio : float or {"classes"}, default 1
        Of the H measure, which draws the cost proportion of a false positive from Beta(2, 1 + 1 / severity_ratio): 1 is
        Hand's Beta(2, 2), and "classes" the number of positives over that of negatives, as in the package hmeasure.
    against : path, data frame, array, mapping of one name to it, tuple of two arrays, or Counts, optional
        Predictions of a model in use, of the same kind as ``data``; with arrays, its scores of the same cases. Each
        model is then held against it, and ``not_worse`` says what is found. Cases of tables are matched by
        ``identifier``, by a column of both that is named like one, or by their order, if the labels agree.
    margin : float, optional
        How much worse than the model in use a model may be, in the metric's unit; needed with ``against``.
    metric : str, optional
        The metric by which models are held against it; by default the one that answers the question.
    against_score : str, optional
        The column of its scores, if that is not called as in the other table.
    unpaired : bool, default False
        Whether its cases are other ones; with arrays, ``against`` is then its labels and scores.
    level : float, default 0.95
        Level of the confidence intervals.
    replicates, seed : int, default 400 and 0
        Of the bootstrap, for the Tile of several models and the ranges of best thresholds.
    progress : callable, optional
        Makes progress bars: called with an iterable, a label and the number of items, it returns the iterable, as
        ``lambda items, label, total: tqdm(items, label, total)``.
    proofs : mapping of str to str, optional
        Where it is proved what a metric rewards and ignores, by the name of the metric; the page ends with those of
        the metrics that it recommends or advises against.

    Returns
    -------
    Report

    Raises
    ------
    BadInput
        A ``ValueError`` that says in one sentence what is wrong with the predictions, where, and what to do.
    ValueError
        If an argument is out of range.
    TypeError
        If an argument does not go with the kind of data, such as ``label`` with arrays.

    Examples
    --------
    >>> result = report([1, 1, 1, 0, 0, 0], {"ours": [6, 5, 2, 4, 3, 1]})
    >>> print(str(result).partition(". ")[0])
    ours has an AUROC of 0.778 (0.277 to 0.995)
    """
    question = Question(
        cost_fp, cost_fn, prevalence, budget, symmetric, threshold, probabilities, fixed_classes, severity_ratio
    )
    in_use = check_in_use(against, margin, metric, against_score, unpaired)
    of_cases = {"sample_weight": sample_weight, "clusters": clusters, "times": times, "folds": folds}
    columns: Columns = {
        "label": label,
        "scores": scores,
        "weight": weight,
        "cluster": cluster,
        "time": time,
        "fold": fold,
        "identifier": identifier,
    }
    of_files = {"table": table, "decimal": None if decimal == "." else decimal}
    of_tables = {**columns, "drop_missing": drop_missing or None}
    taken: Taken
    files: tuple[str, ...] = ()
    if y_score is not None:
        _refuse({**of_tables, **of_files}, "columns are named in tables, and y_score= was given")
        if not isinstance(groups, Mapping) and groups:
            raise TypeError("report() takes groups= as a mapping of names to arrays where y_score= is given")
        arrays = groups if isinstance(groups, Mapping) else {}
        given = {"positive": positive, "groups": arrays, "classes": classes, **of_cases}
        taken = take_arrays(data, y_score, in_use, name=name or "arrays", **given)
    elif isinstance(data, Counts):
        rest = {"groups": groups or None, "positive": positive, "name": name, "classes": classes}
        rest["against_score"] = against_score
        _refuse({**of_cases, **of_tables, **of_files, **rest}, "counts hold all that is known of their cases")
        if in_use is not None and not (unpaired and isinstance(against, Counts)):
            raise TypeError("report() takes against= as counts, with unpaired=True, where counts are given")
        taken = data, against
    else:
        _refuse(of_cases, "arrays go with y_score=; name columns with weight=, cluster=, time= and fold=")
        if isinstance(groups, Mapping):
            raise TypeError("report() takes groups= as names of columns where no y_score= is given")
        columns["groups"] = groups
        files = _paths(data)
        if not isinstance(classes, Mapping | None):
            raise TypeError("report() takes classes= as a mapping of classes to columns where no y_score= is given")
        read: dict[str, Any] = {"columns": columns, "positive": positive, "drop_missing": drop_missing}
        read["classes"] = classes
        if files:
            _refuse({"name": name}, "files are called by their own names")
            if in_use is not None:
                if not isinstance(against, str | os.PathLike):
                    raise TypeError("report() takes against= as the path of a file, where files are given")
                in_use = in_use._replace(data=os.fspath(against))
            taken = take_files(files, in_use, table=table, decimal=decimal, **read)
        else:
            _refuse(of_files, "they go with files")
            taken = take_frames(data, in_use, name=name or "data frame", **read)
    sure = {"level": level, "replicates": replicates, "seed": seed}
    with one_thread():
        analysis = analyse_taken(taken, question, in_use, **sure, progress=progress or hide_progress)
    return Report(analysis, name_inputs((*files, *_paths(against))), proofs or {})


def _paths(data: Any) -> tuple[str, ...]:
    """The files that data stand for: a path, or a list or tuple that begins with one; none if they are no paths."""
    paths = [data] if isinstance(data, str | os.PathLike) else data
    named = isinstance(paths, list | tuple) and paths and isinstance(paths[0], str | os.PathLike)
    return tuple(map(os.fspath, paths)) if named else ()


def _refuse(arguments: Mapping[str, object], why: str) -> None:
    """Raise `TypeError` for arguments that were given and do not go with the kind of data."""
    if given := [f"{name}=" for name, value in arguments.items() if value is not None]:
        raise TypeError(f"report() got {', '.join(given)}: {why}")
