"""What a check of the ledger compared, as a table, and what it would say had the paper printed something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pandas as pd

import claimledger as ledger

#: What the four kinds of comparison are called.
FORMS = {"printed": "as printed", "repaired": "repaired", "control": "control", "reading": "one reading"}


def evidence_table(evidence: ledger.Evidence) -> pd.DataFrame:
    """One row for each comparison of a check.

    Returns
    -------
    DataFrame
        ``compared`` (as printed, repaired, control or one reading), ``what``, ``paper``, ``computed`` and ``outcome``,
        which of a control is that it fails, as it must.

    Examples
    --------
    >>> e = ledger.Evidence()
    >>> e.printed("1 + 1", published=2, reproduced=2)
    >>> e.control("1 + 2", published=2, reproduced=3)
    >>> evidence_table(e)["outcome"].tolist()
    ['agrees', 'fails, as it must']
    """
    rows = [
        {
            "compared": FORMS[comparison.form],
            "what": comparison.what,
            "paper": _text(comparison.published),
            "computed": _text(comparison.reproduced),
            "outcome": _outcome(comparison),
        }
        for comparison in evidence.comparisons
    ]
    return pd.DataFrame(rows)


def reruns(check: Callable[[str], ledger.Evidence], printed: Iterable[str]) -> pd.DataFrame:
    """Run a check for several values that a paper might have printed; one row for each comparison.

    Returns
    -------
    DataFrame
        ``printed`` and ``value``, what is printed and its size; ``what`` and ``computed``; ``control``, whether the
        comparison must fail; ``agrees``; and ``verdict`` of the whole check.
    """
    rows = [
        {
            "printed": text,
            "value": float(Fraction(text)),
            "what": comparison.what,
            "computed": float(comparison.reproduced),
            "control": comparison.form == "control",
            "agrees": comparison.agrees,
            "verdict": evidence.outcome.partition(":")[0],
        }
        for text, evidence in ((text, check(text)) for text in printed)
        for comparison in evidence.comparisons
    ]
    return pd.DataFrame(rows)


def _outcome(comparison: ledger.Comparison) -> str:
    if comparison.agrees:
        return "agrees"
    return "fails, as it must" if comparison.form == "control" else "fails"


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value))
    return "" if value is None else str(value)
