"""Predictions assembled from tables: labels, the scores of each model, and whatever else is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.class_columns import ClassColumns, Layout, find_layout, sort_labels, spell_labels
from metricbook.reports.folders import Parts, refuse_models
from metricbook.reports.joining import TablePart, align_rows, check_order, check_rows, parts_with
from metricbook.reports.lookalikes import look_at, name_lookalikes
from metricbook.reports.periods import divide_time
from metricbook.reports.predictions import Classes, Predictions, Source
from metricbook.reports.roles import Named, Roles, choose_roles
from metricbook.reports.tables import Table
from metricbook.reports.values import (
    as_text,
    check_both_weigh,
    count_classes,
    describe_dropped,
    find_missing,
    label_text,
    to_labels,
    to_weights,
)


def name_of_model(name: str) -> str:
    """What a model is called whose file has this name."""
    return name.split(".")[0]


def assemble_any(
    tables: Sequence[Table],
    named: Named,
    positive: object,
    classes: Mapping[str, str | Sequence[str]] | None,
    *,
    drop_missing: bool = False,
    parts: Parts | None = None,
) -> Predictions:
    """Predictions as of `assemble`, of each of several classes if the labels have more than two. Raises `BadInput`."""
    layout: Layout | None
    if classes is None:
        try:
            return assemble(tables, named, positive, drop_missing=drop_missing, parts=parts)
        except BadInput:
            layout = None if positive is not None else find_layout(tables, named, None, gaps=drop_missing)
            if layout is None:
                raise
    else:
        layout = find_layout(tables, named, classes, gaps=drop_missing)
        if layout is None or positive is not None:
            raise BadInput(
                f"{name_option('classes')} is for labels of more than two classes, none of which is set against the "
                "others: leave it out."
            )
    return assemble(tables, named, None, layout.roles, drop_missing=drop_missing, parts=parts, layout=layout)


def assemble(
    tables: Sequence[Table],
    named: Named,
    positive: object,
    roles: Roles | None = None,
    *,
    drop_missing: bool = False,
    parts: Parts | None = None,
    layout: Layout | None = None,
) -> Predictions:
    """Predictions from tables, of which several are joined, by identifiers or row by row.

    ``parts`` are the files that make the first table; ``layout`` has the scores of each of several classes. Raises
    `BadInput`.
    """
    roles = roles or choose_roles(tables, named)
    scores = zip(tables, roles.scores, strict=True)
    taken = [roles.label, *(name for names in roles.scores for name in names), *named.columns]
    asked = [name_lookalikes(tables[0].columns, taken), *({} for _ in tables[1:])]
    joined = [
        _take_columns(table, named, roles.label, names, like, gaps=drop_missing)
        for (table, names), like in zip(scores, asked, strict=True)
    ]
    remarks = [*(sentence for table in tables for sentence in table.remarks), *roles.remarks]
    if named.identifier is not None:
        joined, join_remarks = align_rows(joined, named.identifier)
        remarks += join_remarks
    elif len(tables) > 1:
        check_rows(joined, roles.label)
    if parts is not None:
        refuse_models(parts, roles.label)
    whole = joined
    missing: dict[str, NDArray[np.bool_]] = _find_gaps(whole, roles.label) if drop_missing else {}
    if missing:
        joined = _drop_rows(whole, np.logical_or.reduce(list(missing.values())))
    if named.identifier is None and len(tables) > 1:
        remarks.append(check_order(joined, roles.label))
    lookalikes = {name: look_at(role, joined[0].others(name)) for name, role in asked[0].items()}
    first = parts_with(joined, roles.label, named)[0]
    subject = f"{first.table.name}, column {quote(roles.label)}"
    optional: dict[str, Any] = {}
    if layout is not None:
        labels = spell_labels(first.others(roles.label), first.at(roles.label))
        optional["classes"], positive = Classes(labels, _name_columns(joined, layout)), labels[0]
    classes = to_labels(first.others(roles.label), first.at(roles.label), subject, positive)
    dropped = _describe_dropped(whole, roles.label, missing, None if layout else classes.texts[::-1])
    if named.weight is not None:
        holder = parts_with(joined, named.weight, named)[0]
        each = to_weights(holder.numbers(named.weight), holder.at(named.weight))
        check_both_weigh(each[classes.positive].sum(), each[~classes.positive].sum(), holder.table.name)
        optional["weights"] = each
    if named.cluster is not None:
        optional["clusters"] = _renumber_clusters(parts_with(joined, named.cluster, named)[0].texts(named.cluster)[0])
    if named.time is not None:
        holder = parts_with(joined, named.time, named)[0]
        where = f"{holder.table.name}, column {quote(named.time)}"
        optional["periods"] = divide_time(*holder.texts(named.time), where)
    if named.fold is not None:
        codes, texts = parts_with(joined, named.fold, named)[0].texts(named.fold)
        optional["folds"] = np.array(texts)[codes]
    if named.identifier is not None and len(tables) == 1:
        codes, texts = joined[0].texts(named.identifier)
        optional["repeated_identifiers"] = codes.size - len(texts)
    for name in named.groups:
        codes, texts = parts_with(joined, name, named)[0].texts(name)
        optional.setdefault("groups", {})[name] = np.array(texts)[codes]
    return Predictions(
        labels=classes.positive,
        scores=_name_scores(joined, roles),
        source=Source(
            name=" + ".join(table.name for table in tables),
            digest=" + ".join(table.digest for table in tables),
            rows=classes.positive.size,
            positive=classes.texts[1],
            negative=classes.texts[0],
            remarks=(*remarks, *(() if layout else classes.remarks)),
            dropped=dropped,
        ),
        repeated=int(np.count_nonzero(joined[0].cells.repeated[joined[0].order])),
        columns={role: name for role, name in named.of_cases.items() if name is not None},
        lookalikes={name: found for name, found in lookalikes.items() if found is not None},
        **optional,
    )


def _find_gaps(parts: Sequence[TablePart], label: str) -> dict[str, NDArray[np.bool_]]:
    """The rows, if any, in which a label, a score or a weight is missing, by its column."""
    found: dict[str, NDArray[np.bool_]] = {}
    for part in parts:
        gaps = {name: np.isnan(part.numbers(name)) for name in part.cells.numbers}
        if label in part.cells.others:
            gaps = {label: find_missing(part.others(label)), **gaps}
        for name, missing in gaps.items():
            if missing.any():
                found[name] = found[name] | missing if name in found else missing
    return found


def _drop_rows(parts: Sequence[TablePart], dropped: NDArray[np.bool_]) -> list[TablePart]:
    """The parts without some rows. Raises `BadInput` if none is left."""
    if dropped.all():
        raise BadInput(
            f"{parts[0].table.name} has no row with a label, every score and every weight: nothing would be left."
        )
    kept = np.flatnonzero(~dropped)
    return [replace(part, order=kept if part.order is ... else part.order[kept]) for part in parts]


def _describe_dropped(
    parts: Sequence[TablePart], label: str, missing: Mapping[str, NDArray[np.bool_]], classes: tuple[str, str] | None
) -> str:
    """A sentence on the rows that were dropped, if any, by class: by label, or the positive and the negative one."""
    if not missing:
        return ""
    dropped = np.logical_or.reduce(list(missing.values()))
    part = next(part for part in parts if label in part.cells.others)
    cells = part.others(label)[dropped]
    counts = Counter(label_text(as_text(cell)) for cell in cells[~find_missing(cells)])
    if classes is None:
        of = {quote(text): counts[text] for text in sort_labels(set(counts))}
    else:
        of = dict(zip(("positive", "negative"), count_classes(counts, *classes), strict=True))
    return describe_dropped(len(cells), dropped.size, list(missing), of)


def _take_columns(
    table: Table, named: Named, label: str, scores: Sequence[str], lookalikes: Collection[str], *, gaps: bool
) -> TablePart:
    """Take the columns that are needed from a table, and those that look as if they were."""
    weight = () if named.weight is None else (named.weight,)
    here = set(table.columns)
    numeric = [*scores, *(name for name in weight if name in here)]
    others = [label, *(name for name in named.columns if name not in (*(named.scores or ()), *weight))]
    others += lookalikes
    return TablePart(table, table.take(numeric, [name for name in dict.fromkeys(others) if name in here], gaps=gaps))


def _renumber_clusters(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Clusters numbered in the order in which they first occur."""
    from pandas import factorize

    return factorize(codes)[0]


def _name_scores(parts: Sequence[TablePart], roles: Roles) -> dict[str, NDArray[np.float64]]:
    """The scores by name; where files share a name, by that of the file."""
    found: dict[str, NDArray[np.float64]] = {}
    for part, names in zip(parts, _show_names(parts, roles), strict=True):
        for name, shown in names.items():
            if shown in found:
                raise BadInput(f"Two files have scores to be called {quote(shown)}: rename a file or a column.")
            found[shown] = part.numbers(name)
    return found


def _show_names(parts: Sequence[TablePart], roles: Roles) -> list[dict[str, str]]:
    """Of each part, what its scores are called by the name of their columns."""
    names = Counter(name for scores in roles.scores for name in scores)
    shown = []
    for part, scores in zip(parts, roles.scores, strict=True):
        stem = name_of_model(part.table.name)
        own = [stem if len(scores) == 1 else f"{stem}: {name}" for name in scores]
        shown.append({name: long if names[name] > 1 else name for name, long in zip(scores, own, strict=True)})
    return shown


def _name_columns(parts: Sequence[TablePart], layout: Layout) -> ClassColumns:
    """What the scores of each class of each model are called; models of several files by the names of these."""
    found: dict[str, Mapping[str, str]] = {}
    for part, columns, shown in zip(parts, layout.columns, _show_names(parts, layout.roles), strict=True):
        stem = name_of_model(part.table.name)
        for model, of in columns.items():
            long = stem if len(columns) == 1 else f"{stem}: {model}"
            found[long if len(parts) > 1 else model] = {text: shown[name] for text, name in of.items()}
    return found
