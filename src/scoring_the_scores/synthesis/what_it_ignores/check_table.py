"""Check of the table: a proof's letter, or a counterexample, for every entry."""

from __future__ import annotations

from itertools import product

from claimledger import Evidence
from scoring_the_scores.synthesis.what_it_ignores.table import (
    COLUMNS,
    EVERYWHERE,
    PROOFS,
    counterexample,
    refuted,
    trials,
)
from scoring_the_scores.synthesis.what_it_ignores.values import METRICS


def table() -> Evidence:
    """Every entry with a proof on every small sample; for every other one, the smallest sample on which it fails."""
    entries = [entry for entry in product(METRICS, COLUMNS) if entry[1] not in EVERYWHERE]
    proved = [entry for entry in entries if not refuted(*entry)]
    failing = [counterexample(*entry) for entry in entries if refuted(*entry)]
    largest = max(sum(map(len, trial.before)) for trial in failing if trial is not None)
    e = Evidence(
        note="All samples of two and three cases with every tie of scores, of confidences and at the threshold; two "
        "samples of two cases each. Counterexamples are searched up to five cases. Only VUT and the integral form of "
        "AUDRC, which have logarithms, are compared as floats, to 1e-9."
    )
    for column in COLUMNS:
        if column not in EVERYWHERE:
            e.printed(
                f"yes, column {column}",
                cases=(
                    trial.holds
                    for metric in PROOFS[column]
                    for n in _sizes(column)
                    for trial in trials(metric, column, n)
                ),
            )
    e.printed("each other entry has a counterexample", cases=(trial is not None for trial in failing))
    e.printed("their largest size", published=5, reproduced=largest)
    e.printed("metrics", published=22, reproduced=len(METRICS))
    e.printed("entries", published=220, reproduced=len(entries))
    for column in EVERYWHERE:
        e.printed(
            f"all metrics, {column}, up to three cases",
            cases=(trial.holds for metric in METRICS for n in (2, 3) for trial in trials(metric, column, n)),
        )
    e.printed("entries that are yes", published=102, reproduced=len(proved))
    kinds = {tuple(PROOFS[column].get(metric) for column in COLUMNS) for metric in METRICS}
    e.printed("kinds of metrics that ignore the same", published=12, reproduced=len(kinds))
    for metric, column in (("H", "prior"), ("LxCIM", "fixed"), ("kappa", "reversal"), ("Brier score", "odd")):
        e.control(f"{metric} ignores {column}, three cases", cases=(trial.holds for trial in trials(metric, column, 3)))
    return e


def _sizes(column: str) -> tuple[int, ...]:
    return (4,) if column.startswith("pool") else (2, 3)
