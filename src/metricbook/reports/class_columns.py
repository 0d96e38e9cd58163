"""The columns of scores of several classes: matched by the names of the classes, or as the caller names them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import OPTIONS, BadInput, quote, quote_all, unknown_column_error
from metricbook.reports.roles import Named, Roles, choose_label
from metricbook.reports.tables import Table
from metricbook.reports.values import Place, are_measured, choose_positive, find_missing, label_text, to_keys

#: Most classes of a report.
MOST_CLASSES: Final = 30
#: Words of a column's name that name no model.
_SCORE_WORD: Final = re.compile(r"y|hat|p|probs?|proba|probabilit(y|ies)|scores?|pred(iction)?s?|logits?")

#: The column of each class of each model; a class may have no case.
Columns = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Layout:
    """The column of the labels, of each table that of each class of each model, and sentences on what was guessed."""

    label: str
    columns: Sequence[Columns]
    remarks: tuple[str, ...]

    @property
    def roles(self) -> Roles:
        """The roles of the columns, each of which is a score."""
        scores = [[name for of in columns.values() for name in of.values()] for columns in self.columns]
        return Roles(self.label, tuple(map(tuple, scores)), self.remarks)


def find_layout(
    tables: Sequence[Table], named: Named, classes: Mapping[str, str | Sequence[str]] | None, *, gaps: bool
) -> Layout | None:
    """The scores of each class in tables with labels of more than two classes; None if there are no such.

    The caller may name the columns of each class, one for each model; by default those are taken whose names end or
    begin with the class, among the named scores if there are any. With ``gaps`` a label may be missing. Raises
    `BadInput` if some classes have a column and others have none or several, or none has one.
    """
    label = choose_label(tables, named)
    holder = next((table for table in tables if label in table.columns), None)
    there = {name for table in tables for name in table.columns}
    if holder is None or not there.issuperset(named.columns):
        return None
    values = holder.take([], [label]).others[label]
    rows = np.flatnonzero(~find_missing(values)) if gaps else np.arange(values.size)
    labels = sort_labels({*spell_labels(values[rows], lambda row: holder.at(label, int(rows[row]))).tolist()})
    if len(labels) < 3:
        return None
    subject = f"{holder.name}, column {quote(label)}"
    if are_measured(labels):
        choose_positive(labels, subject)  # which says so
    guessed = f"The column {quote(label)} is taken for the labels, because of its name."
    remarks: tuple[str, ...] = () if named.label else (guessed,)
    wanted, other = set(named.scores or there), {label, *named.columns} - set(named.scores or ())
    free = [[name for name in table.columns if name in wanted - other] for table in tables]
    if classes is not None:
        given = {name for of in classes.values() for name in ([of] if isinstance(of, str) else of)}
        held = [names if given & set(names) or len(tables) == 1 else () for names in free]
        return Layout(label, [match_named(classes, labels, of, holder.name) if of else {} for of in held], remarks)
    facts = [table.facts(names) for table, names in zip(tables, free, strict=True)]
    numeric = [[name for name, fact in known.items() if fact.numeric or fact.partly] for known in facts]
    found = [match_columns(names, labels, table.name) for names, table in zip(numeric, tables, strict=True)]
    if not any(found):
        choose_positive(labels, subject)
    for names, columns in zip(numeric, found, strict=True):
        taken = [name for of in columns.values() for name in of.values()]
        if taken:
            remarks += (f"By their names, {quote_all(taken, most=6)} are taken for the scores of the classes.",)
        left = [name for name in names if name not in taken]
        remarks += (f"Not looked at: {quote_all(left)}.",) if left else ()
    return Layout(label, found, remarks)


def spell_labels(values: Sequence[Any] | NDArray[Any], at: Place) -> NDArray[np.str_]:
    """Labels as text, the same for all spellings of a number. Raises `BadInput` for one that is missing."""
    codes, texts = to_keys(values, at)
    return np.array(list(map(label_text, texts)))[codes]


def sort_labels(labels: set[str]) -> list[str]:
    """Labels in the order of numbers if all are whole numbers, or else of the alphabet."""
    whole = all(re.fullmatch(r"-?\d+", text) for text in labels)
    return sorted(labels, key=int) if whole else sorted(labels)


def match_columns(names: Sequence[str], classes: Sequence[str], where: str) -> dict[str, dict[str, str]]:
    """The column of each class of each model, by names that end or begin with a class; empty if there are none.

    What a name has beside the class names the model. A model may have columns of classes without a case. Raises
    `BadInput` if a model has columns for some classes, and none or several for others.

    Examples
    --------
    >>> match_columns(["p_cat", "p_dog", "p_cow"], ["cat", "dog", "cow"], "a.csv")
    {'p': {'cat': 'p_cat', 'dog': 'p_dog', 'cow': 'p_cow'}}
    >>> list(match_columns(["cat forest", "dog forest", "cat linear", "dog linear"], ["cat", "dog"], "a.csv"))
    ['forest', 'linear']
    """
    found: dict[tuple[str, bool], dict[str, list[str]]] = {}
    for name in names:
        if split := _split(name, classes):
            text, model, ends = split
            found.setdefault((model, ends), {}).setdefault(text, []).append(name)
    found = {key: of for key, of in found.items() if len(of) > 1}
    for (model, ends), of in found.items():
        for text in classes:
            if len(of.get(text, [])) != 1:
                there = quote_all([name for columns in of.values() for name in columns])
                what = f"several columns of scores, {quote_all(of[text])}," if text in of else "no column of scores"
                raise BadInput(f"{where} has {what} for the class {quote(text)} beside {there}: {_remedy(classes)}.")
        taken = {name for columns in of.values() for name in columns}
        for name in names:  # the same model's score of a class that has no case
            key = _simplify(name)
            if model and ends and name not in taken and key.startswith(f"{model}_") and not _split(name, classes):
                of[key.removeprefix(f"{model}_")] = [name]
    columns = {model: {text: names[0] for text, names in of.items()} for (model, _), of in found.items()}
    return dict(zip(_name_models(list(columns)), columns.values(), strict=True))


def _split(name: str, classes: Sequence[str]) -> tuple[str, str, bool] | None:
    """The class that a name ends or begins with, the rest of the name, and whether it ends so; None for no class.

    Of classes that fit, the longest is meant. A number needs no sign between it and a letter before it.
    """
    key = _simplify(name)
    for ends in (True, False):
        for text in sorted(classes, key=len, reverse=True):
            part = _simplify(text)
            if not part:
                continue
            if ends and key.endswith(part):
                rest = key[: -len(part)]
                if not rest or rest.endswith("_") or (part[0].isdigit() and rest[-1].isalpha()):
                    return text, rest.rstrip("_"), True
            if not ends and key.startswith(f"{part}_"):
                return text, key[len(part) + 1 :], False
    return None


def _simplify(name: str) -> str:
    """A name in lower case, with one line for all signs between its words."""
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def _name_models(rests: Sequence[str]) -> list[str]:
    """The names of models, without words that every score may have where that leaves them apart."""
    short = ["_".join(word for word in rest.split("_") if not _SCORE_WORD.fullmatch(word)) for rest in rests]
    if all(short) and len(set(short)) == len(short):
        return short
    return [rest or "scores" for rest in rests]


def match_named(
    classes: Mapping[str, str | Sequence[str]], labels: Sequence[str], names: Sequence[str], where: str
) -> dict[str, dict[str, str]]:
    """The column of each class of each model, as the caller names them: of each class one for each model, in order.

    Raises `BadInput` for a class without a column, or one that is not there, or unequal numbers of columns.
    """
    given = {label_text(text): [of] if isinstance(of, str) else list(of) for text, of in classes.items()}
    for text in labels:
        if text not in given:
            raise BadInput(f"The class {quote(text)} has no column of scores: {_remedy([text])}.")
    for columns in given.values():
        for name in columns:
            if name not in names:
                raise unknown_column_error(name, list(names), where)
    number = {len(columns) for columns in given.values()}
    if len(number) > 1:
        raise BadInput("The classes have unequal numbers of columns of scores: name one for each model.")
    rests = []
    for k in range(number.pop()):
        split = {each[1] for text, columns in given.items() if (each := _split(columns[k], [text]))}
        rests.append(split.pop() if len(split) == 1 else f"model {k + 1}")
    models = _name_models(rests) if len(set(rests)) == len(rests) else [f"model {k + 1}" for k in range(len(rests))]
    return {model: {text: columns[k] for text, columns in given.items()} for k, model in enumerate(models)}


def _remedy(classes: Sequence[str]) -> str:
    return f"name the column of each class with {OPTIONS['classes']} {classes[0]}=COLUMN (in Python, classes=)"
