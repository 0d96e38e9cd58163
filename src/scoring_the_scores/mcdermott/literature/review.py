"""The literature review of McDermott et al. (arXiv:2401.06091v1) as data: lists of works, counts, arguments.

What is committed in ``data/mcdermott/literature`` are facts that a parser of ours took from the paper's text: which
works are cited in which list, and which numbers are printed where. Works are named as the paper cites them, by author
and year. The works themselves were not read, and nothing here says what they contain.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path

import pandas as pd

from metricbook.writing import NotWritten, Output, first_line, write
from scoring_the_scores.files import data_file, data_folder
from scoring_the_scores.mcdermott.literature import text as _text

__all__ = [
    "LISTS",
    "arguments",
    "by_argument",
    "citations",
    "counts",
    "funnel",
    "lookups",
    "mentions",
    "overlaps",
    "parse",
    "read_by_second_model",
    "stated",
    "works",
]

#: The lists of works, and what the paper says of each.
LISTS = {
    "introduction": "named in the introduction for one of four grounds",
    "final": "make or repeat the claim",
    "no-citation": "make it without a citation",
    "no-valid-citation": "cite only works that do not make it",
    "invalid-sources": "are cited for it but do not make it",
    "table1": "argue for it",
    "table2": "repeat it with an argument",
}
_TABLES = {
    "citations": _text.citations,
    "arguments": _text.arguments,
    "counts": _text.counts,
    "mentions": _text.mentions,
}


def parse(text: str) -> dict[str, pd.DataFrame]:
    """The four committed tables, from the text of the paper.

    Returns
    -------
    dict
        ``citations``, ``arguments``, ``counts`` and ``mentions``, as the functions of these names return them.
    """
    return {name: table(text) for name, table in _TABLES.items()}


def citations() -> pd.DataFrame:
    """Who is cited in which list: ``list``, ``section``, ``row`` (of a table), ``position`` in the row, ``work``.

    Examples
    --------
    >>> final = citations().query("list == 'final'")
    >>> len(final), final["work"].nunique()
    (128, 127)
    """
    return _committed("citations").copy()


def arguments() -> pd.DataFrame:
    """The arguments by ``list`` and ``row``: ``argument`` in words of ours, ``commentary`` of the authors.

    The commentary is what the authors' comment calls the argument: ``true``, ``vague``, ``untrue``, ``unfounded``, or
    ``beside the point`` where it uses none of these words. It is empty in the introduction, which has no such column.
    """
    return _committed("arguments").copy()


def counts() -> pd.DataFrame:
    """Printed counts: ``count`` (its name), ``section``, ``printed`` (as text), ``value``."""
    return _committed("counts").copy()


def mentions() -> pd.DataFrame:
    """How often a ``section`` (with its heading) names a ``subject``: a step of the review, or an address.

    Sections are counted without their subsections. Where a subject is not mentioned there is no row.
    """
    return _committed("mentions").copy()


def lookups(about: str) -> pd.DataFrame:
    """What was looked up outside the text about a ``venue`` or the ``repository``.

    Columns ``item``, ``found``, ``on_arxiv`` (of a work) and ``where``.

    Examples
    --------
    >>> lookups("venue")["found"].tolist()[:3]
    ['Scientific Reports', 'ICCV', 'ECCV']
    """
    table = _committed("lookups")
    return table[table["about"] == about].drop(columns="about").reset_index(drop=True)


@cache
def _committed(name: str) -> pd.DataFrame:
    path = data_file("mcdermott", "literature", f"{name}.csv")
    return pd.read_csv(path, dtype={"section": str, "printed": str}, keep_default_na=False)


def works(name: str, row: int | None = None) -> list[str]:
    """The entries of a list in their order, repeated ones included.

    Examples
    --------
    >>> works("table1", row=5)
    ['Rosenberg, 2022']
    """
    if name not in LISTS:
        raise ValueError(f"there is no list '{name}'; the lists are {', '.join(LISTS)}")
    table = citations()
    chosen = table[(table["list"] == name) & (True if row is None else table["row"] == row)]
    if chosen.empty:
        raise ValueError(f"the list '{name}' has no row {row}")
    return chosen["work"].tolist()


def stated(name: str) -> float:
    """A printed count, which must be the same wherever it is printed.

    Examples
    --------
    >>> stated("second-model-kept")
    197.0
    """
    table = counts()
    values = table.loc[table["count"] == name, "value"].unique()
    if len(values) != 1:
        raise ValueError(f"the count '{name}' has {len(values)} values where it must have one")
    return float(values[0])


# ---------- what follows from them


def read_by_second_model() -> tuple[int, int]:
    """The fewest and the most papers that are the printed percentage of those offered to the second model.

    Examples
    --------
    >>> read_by_second_model()
    (1978, 2005)
    """
    offered, percent = int(stated("second-model-offered")), int(stated("second-model-percent"))
    least, most = (offered * (Fraction(percent) + half) / 100 for half in (Fraction(-1, 2), Fraction(1, 2)))
    return ceil(least), floor(most)


def funnel() -> pd.DataFrame:
    """The screening, step by step: ``step``, ``by`` (who left that many), ``texts``, ``low``, ``high``, ``open``.

    ``low`` and ``high`` bound ``texts`` where the paper prints a percentage. ``open`` says what it would take to
    repeat the step and is not in the text.
    """
    low, high = read_by_second_model()
    share = round(stated("second-model-offered") * stated("second-model-percent") / 100)
    rows = [
        ("texts of the corpus", "", stated("corpus-texts"), "which release of the corpus"),
        ("with a keyword", "script", stated("either-keyword"), "the two lists of keywords"),
        ("with keywords of both lists", "script", stated("both-keywords"), "the two lists of keywords"),
        ("kept by the first model", "language model", stated("first-model-kept"), "prompt, exact version, date"),
        ("read by the second model", "language model", share, "why not all, and which"),
        ("kept by the second model", "language model", stated("second-model-kept"), "prompt, exact version, date"),
        ("kept by hand", "people", stated("final"), "rules; what was rejected"),
    ]
    table = pd.DataFrame(rows, columns=["step", "by", "texts", "open"]).astype({"texts": int})
    second = table["step"] == "read by the second model"
    table.insert(3, "low", table["texts"].where(~second, low))
    table.insert(4, "high", table["texts"].where(~second, high))
    return table


def by_argument() -> pd.DataFrame:
    """References for each argument: ``argument``, ``table1``, ``table2``, ``both`` (works in both), ``commentary``."""
    table = arguments()
    rows = []
    for argument, group in table[table["list"] != "introduction"].groupby("argument", sort=False):
        cited: dict[str, set[str]] = {name: set() for name in ("table1", "table2")}
        cited |= {entry.list: set(works(entry.list, entry.row)) for entry in group.itertuples()}
        one, two = cited["table1"], cited["table2"]
        rows.append((argument, len(one), len(two), len(one & two), " / ".join(group["commentary"].unique())))
    return pd.DataFrame(rows, columns=["argument", "table1", "table2", "both", "commentary"])


def overlaps() -> pd.DataFrame:
    """How many different works two lists have in common: a row and a column for each list."""
    names = {name: set(works(name)) for name in LISTS}
    return pd.DataFrame(
        [[len(one & other) for other in names.values()] for one in names.values()],
        index=list(names),
        columns=list(names),
    )


def main(command_line: Sequence[str] | None = None) -> None:
    """Make the committed tables anew from the text of the paper: all of them, or none."""
    parser = argparse.ArgumentParser(
        prog="python -m scoring_the_scores.mcdermott.literature.review", description=main.__doc__
    )
    parser.add_argument("text", type=Path, help="the text of arXiv:2401.06091v1")
    parser.add_argument("--output", type=Path, help="folder for the tables (by default data/mcdermott/literature)")
    options = parser.parse_args(command_line)
    folder = options.output or data_folder() / "mcdermott" / "literature"
    folder.mkdir(parents=True, exist_ok=True)
    tables = parse(options.text.read_text(encoding="utf-8"))
    texts = {folder / f"{name}.csv": table.to_csv(index=False, lineterminator="\n") for name, table in tables.items()}
    try:
        write([Output(path, first_line(text), text) for path, text in texts.items()], inputs=[options.text])
    except NotWritten as error:
        sys.exit(f"review: {error}")
    for path, table in zip(texts, tables.values(), strict=True):
        print(f"{path}: {len(table)} rows")


if __name__ == "__main__":
    main()
