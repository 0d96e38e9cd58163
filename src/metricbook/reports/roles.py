"""The roles of a table's columns: as the caller names them, or guessed where only one reading is possible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from metricbook.reports.bad_input import BadInput, name_option, quote, quote_all, unknown_column_error
from metricbook.reports.tables import MANY_COLUMNS, Facts, Headed

#: Names that a column of labels goes by.
LABELS: Final = {
    "actual",
    "class",
    "event",
    "groundtruth",
    "gt",
    "label",
    "labels",
    "outcome",
    "target",
    "truth",
    "true",
    "y",
    "ytest",
    "ytrue",
}
#: Names that a column of scores goes by, alone or followed by the name of a model.
_SCORES: Final = re.compile(
    r"(y_?)?(scores?|pred(iction)?s?|prob(abilit(y|ies))?s?|proba|p|p_?hat|y_?hat|logits?|margin|risk|model)([\W_\d].*)?"
    r"|.*[\W_](scores?|pred|prob|proba|probability|logit)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Named:
    """The columns that the caller named, by role; None or empty where none was named."""

    label: str | None = None
    scores: tuple[str, ...] | None = None
    weight: str | None = None
    groups: tuple[str, ...] = ()
    identifier: str | None = None
    cluster: str | None = None
    time: str | None = None
    fold: str | None = None

    @property
    def besides(self) -> dict[str, tuple[str, ...]]:
        """The columns that are neither label nor score, by their role."""
        single = {"weight": self.weight, **self.of_cases}
        return {**{role: (name,) for role, name in single.items() if name is not None}, "groups": self.groups}

    @property
    def of_cases(self) -> dict[str, str | None]:
        """The columns that say of each case what it is, when it was and what it belongs to, by their role."""
        return {"identifier": self.identifier, "cluster": self.cluster, "time": self.time, "fold": self.fold}

    @property
    def columns(self) -> list[str]:
        """All named columns, each once."""
        columns = [*([self.label] if self.label is not None else []), *(self.scores or ())]
        return list(dict.fromkeys([*columns, *(name for names in self.besides.values() for name in names)]))


def name_columns(
    label: str | None,
    scores: str | Sequence[str] | None,
    weight: str | None,
    groups: str | Sequence[str],
    identifier: str | None,
    cluster: str | None,
    time: str | None = None,
    fold: str | None = None,
) -> Named:
    """The columns that the caller named. Raises `BadInput` if a column has two roles that exclude each other."""
    if isinstance(scores, str):
        scores = [scores]
    groups = [groups] if isinstance(groups, str) else groups
    groups = tuple(dict.fromkeys(groups))
    named = Named(label, tuple(scores) if scores else None, weight, groups, identifier, cluster, time, fold)
    for name in named.columns:
        if not isinstance(name, str):
            raise BadInput(f"A column is named by text, not by {name!r}.")
    models = named.scores or ()
    if len(set(models)) < len(models):
        twice = next(name for name in models if models.count(name) > 1)
        raise BadInput(f"The score {quote(twice)} is named twice: name each column once.")
    if label in models:
        raise BadInput(f"The label {quote(label)} is named as a score too: name the scores of a model.")
    for role, names in named.besides.items():
        for name in names:
            if name == label:
                raise BadInput(f"The label {quote(name)} is named as {name_option(role)} too: name another column.")
            if name in models:
                raise BadInput(f"The score {quote(name)} is named as {name_option(role)} too: name another column.")
    if weight is not None and weight in (*named.of_cases.values(), *groups):
        raise BadInput(f"The weight {quote(weight)} is named for something else too: name another column.")
    return named


@dataclass(frozen=True)
class Roles:
    """The column of the labels, the columns of scores in each table, and sentences on what was guessed."""

    label: str
    scores: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...]


def choose_roles(tables: Sequence[Headed], named: Named) -> Roles:
    """Choose the columns of labels and scores.

    A label is guessed if one column is named like a label, or only one of those has two values. Scores are guessed if
    one numeric column is left, or if all that are left are named like scores or hold numbers from 0 to 1, and none
    could be a weight, a group or an identifier; of these, columns of 0 and 1 beside one of more values are left out as
    decisions. The remarks name every guess.

    Raises
    ------
    BadInput
        A column that is not there, or one that is needed, not named, and not unambiguous.
    """
    where = " and ".join(table.name for table in tables)
    everywhere = list(dict.fromkeys(name for table in tables for name in table.columns))
    present = set(everywhere)
    for name in named.columns:
        if name not in present:
            raise unknown_column_error(name, everywhere, where)
    remarks: list[str] = []
    label = choose_label(tables, named)
    if named.label is None:
        remarks.append(f"The column {quote(label)} is taken for the labels, because of its name.")
    if named.scores is not None:
        scores = tuple(tuple(name for name in named.scores if name in set(table.columns)) for table in tables)
    else:
        guessed = [_guess_scores(table, named, label) for table in tables]
        left_out = [_find_decisions(facts) for facts in guessed]
        scores = tuple(
            tuple(name for name in facts if name not in decided)
            for facts, decided in zip(guessed, left_out, strict=True)
        )
        guessed_scores = list(dict.fromkeys(name for names in scores for name in names))
        if not guessed_scores:
            raise BadInput(
                f"{where} has no numeric column beside the labels: name the scores with {name_option('scores')}."
            )
        several = len(guessed_scores) > 1
        remarks.append(
            f"The column{'s' * several} {quote_all(guessed_scores)} {'are' if several else 'is'} taken for scores."
        )
        decided = list(dict.fromkeys(name for names in left_out for name in names))
        if decided:
            remarks.append(
                f"Left out as decisions, with 0 and 1 only: {quote_all(decided)}; "
                f"{name_option('scores')} takes them in."
            )
    return Roles(label, scores, tuple(remarks))


def choose_label(tables: Sequence[Headed], named: Named) -> str:
    """The column of the labels, or the only one that may hold them. Raises `BadInput` if there is none, or several."""
    if named.label is not None:
        return named.label
    where = " and ".join(table.name for table in tables)
    taken = set(named.columns)
    possible = list(
        dict.fromkeys(
            name
            for table in tables
            for name in table.columns
            if name not in taken and re.sub(r"[\W_]", "", name).casefold() in LABELS
        )
    )
    if len(possible) > 1:
        two = []
        for name in possible:
            table = next(table for table in tables if name in table.columns)
            if len(table.facts([name])[name].texts) == 2:
                two.append(name)
        possible = two if len(two) == 1 else possible
    if len(possible) == 1:
        return possible[0]
    which = f"{quote_all(possible)} may hold them" if possible else "no column is named like labels"
    raise BadInput(
        f"Which column of {where} holds the labels is not clear, {which}: name it with {name_option('label')}."
    )


def _guess_scores(table: Headed, named: Named, label: str) -> dict[str, Facts]:
    """The columns that can only be scores, with their facts. Raises `BadInput` if one may be something else."""
    if len(table.columns) > MANY_COLUMNS:
        raise BadInput(
            f"{table.name} has {len(table.columns):,} columns, too many to guess: "
            f"name the scores with {name_option('scores')}."
        )
    taken = {label, *named.columns}
    left = [name for name in table.columns if name not in taken]
    known = table.facts(left)
    facts = {name: fact for name, fact in known.items() if fact.numeric or (fact.partly and _SCORES.fullmatch(name))}
    if not facts:  # then the cells of a column that is named like a score are at fault
        facts = {name: fact for name, fact in known.items() if _SCORES.fullmatch(name)}
    if len(facts) == 1 and not _may_play_another_role(*next(iter(facts.items()))):
        return facts
    doubtful = [name for name, fact in facts.items() if not _is_score(name, fact)]
    if doubtful:
        raise BadInput(
            f"Which columns of {table.name} are scores is not clear, {quote_all(doubtful)} may be something else: "
            f"name the scores with {name_option('scores')}."
        )
    return facts


def _find_decisions(facts: Mapping[str, Facts]) -> list[str]:
    """The columns of 0 and 1, if there is one of more values: decisions by its threshold."""
    decided = [name for name, fact in facts.items() if fact.whole and (fact.lowest, fact.highest) == (0, 1)]
    return decided if len(decided) < len(facts) else []


def _may_play_another_role(name: str, facts: Facts) -> bool:
    """Whether a column could be a weight, a group or an identifier: it holds integers, or is named like one."""
    return not _SCORES.fullmatch(name) and (facts.whole or bool(_OTHERS.search(name)) or not name)


def _is_score(name: str, facts: Facts) -> bool:
    """Whether a column is named like a score, or holds numbers from 0 to 1 and can be nothing else."""
    if _SCORES.fullmatch(name):
        return True
    return not _may_play_another_role(name, facts) and facts.lowest >= 0 and facts.highest <= 1


#: Names of columns of weights, groups and identifiers.
_OTHERS: Final = re.compile(
    r"(^|[\W_])(id|ids|idx|index|key|no|nr|number|row|w|wt|weights?|sample_?weights?|fold|split|group|cluster|patient|"
    r"subject|site|center|centre|hospital|age|sex|gender|year|month|date|time|unnamed|cost)([\W_\d]|$)",
    re.IGNORECASE,
)
