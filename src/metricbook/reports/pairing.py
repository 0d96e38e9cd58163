"""Predictions of a candidate and of the model in use, from two files: of the same cases, or of two samples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from metricbook.reports.assembling import assemble
from metricbook.reports.bad_input import BadInput, name_option, quote_all, unknown_column_error
from metricbook.reports.folders import Parts
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.reading import open_tables
from metricbook.reports.roles import Named, Roles, choose_roles
from metricbook.reports.tables import Table
from metricbook.reports.values import to_keys

#: Names that a column of identifiers goes by.
IDENTIFIERS: Final = re.compile(r"(.*[\W_])?(id|ids|uuid|guid|key|case|row|index)", re.IGNORECASE)


def read_pair(
    paths: Sequence[str],
    production: str,
    named: Named,
    *,
    positive: object = None,
    score: str | None = None,
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
) -> tuple[Predictions, str]:
    """The predictions of candidates and of the model in use on the same cases, and what the latter is called there.

    Cases are matched by the column of identifiers. If none is named, one that both files have is taken that is named
    like identifiers and has no value twice in one of them; without one, rows are taken in their order, if as many have
    the same labels.

    Parameters
    ----------
    paths : sequence of str
        Files of candidates, as for `metricbook.reports.reading.read`.
    production : str
        The file of the model in use; it need not repeat labels, groups, weights and clusters if cases are matched by
        identifiers.
    named : Named
        The columns of the candidates.
    positive : bool, int, float or str, optional
        The label of the positive class.
    score : str, optional
        The score of the model in use; by default the column that is called as the candidate's, or the only one that
        can be a score.
    table, decimal, drop_missing
        As for `read`; a row is left out if something is missing in any of the files.

    Raises
    ------
    BadInput
        As for `read`; cases that one file has not, or has twice; several scores that may be the one in use.
    """
    tables, parts = open_tables(paths, named, table=table, decimal=decimal, in_use=production)
    return pair_tables(tables, named, positive=positive, score=score, drop_missing=drop_missing, parts=parts)


def pair_tables(
    tables: Sequence[Table],
    named: Named,
    *,
    positive: object = None,
    score: str | None = None,
    drop_missing: bool = False,
    parts: Parts | None = None,
) -> tuple[Predictions, str]:
    """The same from tables, of which the last is that of the model in use; ``parts`` are files that make the first."""
    *candidates, in_use = tables
    if named.identifier is None:
        named = replace(named, identifier=_find_identifier(tables, named))
    roles = choose_roles(candidates, named)
    of_production = _choose_score(in_use, replace(named, label=roles.label), roles, score)
    both = Roles(roles.label, (*roles.scores, *of_production.scores), (*roles.remarks, *of_production.remarks))
    predictions = assemble(tables, named, positive, both, drop_missing=drop_missing, parts=parts)
    return predictions, list(predictions.scores)[-1]


def name_only_score(data: Predictions | Counts) -> str:
    """The only score of the model in use, from a sample of its own. Raises `BadInput` if there are several."""
    names = list(data.scores if isinstance(data, Predictions) else data.tallies)
    return _check_single(names, data.source.name)


def _find_identifier(tables: Sequence[Table], named: Named) -> str | None:
    """The column that all tables have, is named like identifiers, and has no value twice in one of them."""
    everywhere = [name for name in tables[0].columns if all(name in table.columns for table in tables)]
    free = [name for name in everywhere if IDENTIFIERS.fullmatch(name) and name not in named.columns]
    found = [name for name in free if any(_has_no_value_twice(table, name) for table in tables)]
    if len(found) > 1:
        raise BadInput(
            f"Which column names the cases is not clear, {quote_all(found, joint='or')}: "
            f"name it with {name_option('identifier')}."
        )
    return found[0] if found else None


def _has_no_value_twice(table: Table, column: str) -> bool:
    codes, texts = to_keys(table.take([], [column]).others[column], lambda row: table.at(column, row))
    return codes.size == len(texts)


def _choose_score(table: Table, named: Named, roles: Roles, score: str | None) -> Roles:
    """The column of the model in use, with the remarks on a guess."""
    candidates = {name for names in roles.scores for name in names}
    wanted = [score] if score is not None else [name for name in table.columns if name in candidates]
    if score is not None and score not in table.columns:
        raise unknown_column_error(score, table.columns, table.name)
    if wanted:
        return Roles(roles.label, ((_check_single(wanted, table.name),),), ())
    if roles.label not in table.columns:
        raise BadInput(f"{table.name} has none of the candidates' scores: name the one in use with --against-score.")
    alone = (named.weight, named.identifier, named.cluster, named.time, named.fold)
    weight, *of_cases = (name if name in table.columns else None for name in alone)
    groups = tuple(name for name in named.groups if name in table.columns)
    guessed = choose_roles([table], Named(roles.label, None, weight, groups, *of_cases))
    _check_single(guessed.scores[0], table.name)
    return guessed


def _check_single(names: Sequence[str], where: str) -> str:
    """The only name. Raises `BadInput` if there are several."""
    if len(names) > 1:
        raise BadInput(f"{where} has the scores {quote_all(names)}: name the one in use with --against-score.")
    return names[0]
