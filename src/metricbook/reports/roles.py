"""Which column plays which role: as the caller says, or guessed where only one reading is possible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from metricbook.reports.bad_input import BadInput, listed, option, quoted, unknown_column
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
class Asked:
    """What the caller named; None and empty is what was not."""

    label: str | None = None
    scores: tuple[str, ...] | None = None
    weight: str | None = None
    groups: tuple[str, ...] = ()
    identifier: str | None = None
    cluster: str | None = None

    @property
    def besides(self) -> dict[str, tuple[str, ...]]:
        """The columns that are neither label nor score, by their role."""
        single = {"weight": self.weight, "identifier": self.identifier, "cluster": self.cluster}
        return {**{role: (name,) for role, name in single.items() if name is not None}, "groups": self.groups}

    @property
    def columns(self) -> list[str]:
        """All that was named, each once, in the order of the roles."""
        named = [*([self.label] if self.label is not None else []), *(self.scores or ())]
        return list(dict.fromkeys([*named, *(name for names in self.besides.values() for name in names)]))


def ask(
    label: str | None,
    scores: str | Sequence[str] | None,
    weight: str | None,
    groups: str | Sequence[str],
    identifier: str | None,
    cluster: str | None,
) -> Asked:
    """What the caller named, after a look at whether it makes sense. Raises `BadInput`."""
    if isinstance(scores, str):
        scores = [scores]
    groups = [groups] if isinstance(groups, str) else groups
    asked = Asked(label, tuple(scores) if scores else None, weight, tuple(dict.fromkeys(groups)), identifier, cluster)
    for name in asked.columns:
        if not isinstance(name, str):
            raise BadInput(f"A column is named by text, not by {name!r}.")
    named = asked.scores or ()
    if len(set(named)) < len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise BadInput(f"The score {quoted(twice)} is named twice: name each column once.")
    if label in named:
        raise BadInput(f"The label {quoted(label)} is named as a score too: name the scores of a model.")
    for role, names in asked.besides.items():
        for name in names:
            if name == label:
                raise BadInput(f"The label {quoted(name)} is named as {option(role)} too: name another column.")
            if name in named:
                raise BadInput(f"The score {quoted(name)} is named as {option(role)} too: name another column.")
    if weight is not None and weight in (identifier, cluster, *groups):
        raise BadInput(f"The weight {quoted(weight)} is named for something else too: name another column.")
    return asked


@dataclass(frozen=True)
class Roles:
    """The column of the labels, the columns of scores in each table, and sentences on what was guessed."""

    label: str
    scores: tuple[tuple[str, ...], ...]
    said: tuple[str, ...]


def choose(tables: Sequence[Headed], asked: Asked) -> Roles:
    """Which columns are label and scores.

    A label is guessed if one column is named like a label, or only one of those has two values. Scores are guessed if
    one numeric column is left, or if all that are left are named like scores or hold numbers from 0 to 1, and none
    could be a weight, a group or an identifier; of these, columns of 0 and 1 beside one of more values are left out as
    decisions. All that is guessed is said.

    Raises
    ------
    BadInput
        A column that is not there, or one that is needed, not named, and not unambiguous.
    """
    where = " and ".join(table.name for table in tables)
    everywhere = list(dict.fromkeys(name for table in tables for name in table.columns))
    present = set(everywhere)
    for name in asked.columns:
        if name not in present:
            raise unknown_column(name, everywhere, where)
    said: list[str] = []
    label = asked.label
    if label is None:
        label = _guess_label(tables, asked, where)
        said.append(f"The column {quoted(label)} is taken for the labels, because of its name.")
    if asked.scores is not None:
        scores = tuple(tuple(name for name in asked.scores if name in set(table.columns)) for table in tables)
    else:
        guessed = [_guess_scores(table, asked, label) for table in tables]
        left_out = [_decisions(facts) for facts in guessed]
        scores = tuple(
            tuple(name for name in facts if name not in decided)
            for facts, decided in zip(guessed, left_out, strict=True)
        )
        found = list(dict.fromkeys(name for names in scores for name in names))
        if not found:
            raise BadInput(f"{where} has no numeric column beside the labels: name the scores with {option('scores')}.")
        few = len(found) == 1
        said.append(f"The column{'s' * (not few)} {listed(found)} {'is' if few else 'are'} taken for scores.")
        decided = list(dict.fromkeys(name for names in left_out for name in names))
        if decided:
            said.append(
                f"Left out as decisions, with 0 and 1 only: {listed(decided)}; {option('scores')} takes them in."
            )
    return Roles(label, scores, tuple(said))


def _guess_label(tables: Sequence[Headed], asked: Asked, where: str) -> str:
    taken = set(asked.columns)
    named = list(
        dict.fromkeys(
            name
            for table in tables
            for name in table.columns
            if name not in taken and re.sub(r"[\W_]", "", name).casefold() in LABELS
        )
    )
    if len(named) > 1:
        two = []
        for name in named:
            table = next(table for table in tables if name in table.columns)
            if len(table.facts([name])[name].texts) == 2:
                two.append(name)
        named = two if len(two) == 1 else named
    if len(named) == 1:
        return named[0]
    which = f"{listed(named)} may hold them" if named else "no column is named like labels"
    raise BadInput(f"Which column of {where} holds the labels is not clear, {which}: name it with {option('label')}.")


def _guess_scores(table: Headed, asked: Asked, label: str) -> dict[str, Facts]:
    if len(table.columns) > MANY_COLUMNS:
        raise BadInput(
            f"{table.name} has {len(table.columns):,} columns, too many to guess: "
            f"name the scores with {option('scores')}."
        )
    taken = {label, *asked.columns}
    left = [name for name in table.columns if name not in taken]
    known = table.facts(left)
    facts = {name: fact for name, fact in known.items() if fact.numeric or (fact.partly and _SCORES.fullmatch(name))}
    if not facts:  # then the cells of what has the name of a score are at fault
        facts = {name: fact for name, fact in known.items() if _SCORES.fullmatch(name)}
    if len(facts) == 1 and not _may_be_other(*next(iter(facts.items()))):
        return facts
    doubtful = [name for name, known in facts.items() if not _is_score(name, known)]
    if doubtful:
        raise BadInput(
            f"Which columns of {table.name} are scores is not clear, {listed(doubtful)} may be something else: "
            f"name the scores with {option('scores')}."
        )
    return facts


def _decisions(facts: Mapping[str, Facts]) -> list[str]:
    """Columns of 0 and 1 beside one of more values, which are what somebody decided by it."""
    decided = [name for name, known in facts.items() if known.whole and (known.lowest, known.highest) == (0, 1)]
    return decided if len(decided) < len(facts) else []


def _may_be_other(name: str, facts: Facts) -> bool:
    """Whether a column could be a weight, a group, an identifier: whole numbers, or a name that is not a score's."""
    return not _SCORES.fullmatch(name) and (facts.whole or bool(_OTHERS.search(name)) or not name)


def _is_score(name: str, facts: Facts) -> bool:
    if _SCORES.fullmatch(name):
        return True
    return not _may_be_other(name, facts) and facts.lowest >= 0 and facts.highest <= 1


#: Names of columns that are neither label nor score, or may be.
_OTHERS: Final = re.compile(
    r"(^|[\W_])(id|ids|idx|index|key|no|nr|number|row|w|wt|weights?|sample_?weights?|fold|split|group|cluster|patient|"
    r"subject|site|center|centre|hospital|age|sex|gender|year|month|date|time|unnamed|cost)([\W_\d]|$)",
    re.IGNORECASE,
)
