"""Predictions held against those of a model in use, if there is one, from files, data frames, arrays or counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from metricbook.reports.analysis import analyse
from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.class_contents import ClassAnalysis
from metricbook.reports.classes import analyse_classes
from metricbook.reports.contents import Analysis
from metricbook.reports.files import holds_tables
from metricbook.reports.frames import from_arrays, from_frame, pair_frames
from metricbook.reports.intake import take_in
from metricbook.reports.model_in_use import hold_against_sample
from metricbook.reports.not_worse import Against
from metricbook.reports.pairing import name_only_score, read_pair
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.roles import Columns, name_columns
from metricbook.reports.sentences import say

#: Predictions, and the model in use: its name among them, a sample of its own, or None.
Taken: TypeAlias = tuple[Predictions | Counts, str | Predictions | Counts | None]


class InUse(NamedTuple):
    """The model in use, and what others are held to.

    Attributes
    ----------
    data : path, data frame, Counts, or arrays
        Its predictions. As arrays they are scores of the same cases, or if unpaired a pair of labels and scores; either
        scores may be a mapping of one name to them.
    margin : float
        How much worse a model may be, in the metric's unit.
    metric : str or None
        By default the one that answers the question.
    score : str or None
        The column of its scores, if that is not called as in the other table.
    unpaired : bool
        Whether its cases are other ones.
    """

    data: Any
    margin: float
    metric: str | None = None
    score: str | None = None
    unpaired: bool = False


def check_in_use(
    against: Any, margin: float | None, metric: str | None, score: str | None, unpaired: bool
) -> InUse | None:
    """The model in use, if there is one. Raises ``ValueError`` for what is missing, out of range or without it."""
    given = {"margin": margin, "metric": metric, "against_score": score, "unpaired": unpaired or None}
    if against is None:
        for name, value in given.items():
            if value is not None:
                raise ValueError(f"{name_option(name)} goes with {name_option('against')}: name the model in use")
        return None
    if margin is None:
        needed = f"{name_option('against')} needs {name_option('margin')}"
        raise ValueError(f"{needed}: say how much worse than the model in use is not too much")
    if not 0 <= margin < math.inf:
        raise ValueError(f"{name_option('margin')} must be a number of at least 0, not {margin!r}")
    if metric is not None and metric not in MEASURES:
        raise ValueError(f"{name_option('metric')}: there is no metric {metric!r}; there are {', '.join(MEASURES)}")
    return InUse(against, margin, metric, score, unpaired)


def analyse_taken(taken: Taken, question: Question, in_use: InUse | None, **how: Any) -> Analysis | ClassAnalysis:
    """Analyse predictions, as `analyse` or `analyse_classes` does, and hold them against the model in use."""
    predictions, other = taken
    if isinstance(predictions, Predictions) and predictions.classes is not None:
        _refuse_classes(in_use, predictions)
        return analyse_classes(predictions, question, level=how["level"], progress=how["progress"])
    if in_use is None or other is None:
        return analyse(predictions, question, **how)
    if isinstance(other, str):
        return analyse(predictions, question, **how, against=Against(other, in_use.margin, in_use.metric))
    analysis = analyse(predictions, question, **how)
    against = Against(name_only_score(other), in_use.margin, in_use.metric)
    held = hold_against_sample(analysis, analyse(other, question, **{**how, "replicates": 1}), against)
    there, remarks = other.source, analysis.source.remarks
    dropped = [sentence] if (sentence := say_dropped_there(other)) else []
    remarks = (*remarks, say("data.in_use", source=there.name, digest=there.digest), *dropped, *there.remarks)
    return replace(analysis, not_worse=held, source=replace(analysis.source, remarks=remarks))


def _refuse_classes(in_use: InUse | None, predictions: Predictions | Counts | None, named: object = None) -> None:
    """Raise ``ValueError`` for a model in use beside scores of several classes, or where columns of these are named."""
    scored = isinstance(predictions, Predictions) and predictions.classes is not None
    if in_use is not None and (scored or named is not None):
        raise ValueError(
            f"{name_option('against')} compares two classes: set one against the others with {name_option('positive')}"
        )


def say_dropped_there(sample: Predictions | Counts) -> str:
    """The sentence on rows that were left out of a sample of the model in use, if any were."""
    there = sample.source
    return say("data.dropped_there", source=there.name, dropped=there.dropped) if there.dropped else ""


def take_files(
    files: Sequence[str], in_use: InUse | None, *, table: str | None = None, columns: Columns, **how: Any
) -> Taken:
    """Take predictions from files, as `take_in` does, and those of the model in use from another one."""
    if in_use is None:
        return take_in(files, table=table, **how, **columns), None
    _refuse_classes(in_use, None, how.pop("classes", None))
    other = [in_use.data]
    if not in_use.unpaired:
        if how.pop("counted", False):
            raise ValueError("counts by score know no cases that two files share: leave out --count, or say --unpaired")
        how.pop("progress", None)
        return read_pair(files, in_use.data, name_columns(**columns), score=in_use.score, table=table, **how)
    # A table that is named may be meant for the other file only.
    here, there = (any(map(holds_tables, paths)) for paths in (files, other))
    predictions = take_in(files, table=table if here or not there else None, **how, **columns)
    _refuse_classes(in_use, predictions)
    how |= {"positive": predictions.source.positive, "table": table if there or not here else None}
    return predictions, take_in(other, **how, **_columns_there(columns, in_use))


def take_frames(frame: Any, in_use: InUse | None, *, columns: Columns, name: str, **how: Any) -> Taken:
    """Take predictions from a data frame, and those of the model in use from another one."""
    if in_use is None:
        return from_frame(frame, name=name, **how, **columns), None
    _refuse_classes(in_use, None, how.pop("classes", None))
    if not in_use.unpaired:
        return pair_frames((frame, in_use.data), name_columns(**columns), score=in_use.score, name=name, **how)
    predictions = from_frame(frame, name=name, **how, **columns)
    _refuse_classes(in_use, predictions)
    how["positive"] = predictions.source.positive
    return predictions, from_frame(in_use.data, name=f"{name} in use", **how, **_columns_there(columns, in_use))


def _columns_there(columns: Columns, in_use: InUse) -> Columns:
    """The columns of a sample of the model in use, of which groups, times, folds and identifiers are not asked for."""
    scores = columns.get("scores") if in_use.score is None else in_use.score
    return {**columns, "scores": scores, "groups": (), "identifier": None, "time": None, "fold": None}


def take_arrays(y_true: Any, y_score: Any, in_use: InUse | None, *, name: str, **of_cases: Any) -> Taken:
    """Take predictions from arrays, and those of the model in use from an array of the same cases, or two of others."""
    if in_use is None:
        return from_arrays(y_true, y_score, name=name, **of_cases), None
    _refuse_classes(in_use, None, of_cases.pop("classes", None))
    if in_use.score is not None:
        raise TypeError("report() got against_score=: it names a column, and y_score= was given")
    labels, scores = in_use.data if in_use.unpaired and isinstance(in_use.data, tuple) else (None, in_use.data)
    if in_use.unpaired and labels is None:
        raise TypeError("report() takes against= as a tuple of labels and scores, where unpaired=True and y_score= are")
    named = list(scores.items()) if isinstance(scores, Mapping) else [("in use", scores)]
    if len(named) != 1:
        raise TypeError(f"report() takes against= as the scores of one model, not of {len(named)}")
    ((model, scores),) = named
    models = y_score if isinstance(y_score, Mapping) else {"y_score": y_score}
    if model in models:
        raise BadInput(f"A candidate is called {quote(model)}, as the model in use: rename one.")
    if labels is None:
        return from_arrays(y_true, {**models, model: scores}, name=name, **of_cases), str(model)
    predictions = from_arrays(y_true, y_score, name=name, **of_cases)
    _refuse_classes(in_use, predictions)
    positive = predictions.source.positive
    return predictions, from_arrays(labels, {model: scores}, positive=positive, name=f"{name} in use")
