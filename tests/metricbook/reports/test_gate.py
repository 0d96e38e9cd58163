"""A report held against a model in use: from arrays, data frames, files and counts the same, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.reports import Report

from .made import counts, predictions

MADE = predictions(300)
NEW, OLD = MADE.scores["first"], MADE.scores["second"]
TABLE = pd.DataFrame({"case": np.arange(300), "y": MADE.labels * 1, "p": NEW})
IN_USE = pd.DataFrame({"case": np.arange(300), "q": OLD}).sample(frac=1, random_state=0)


def gate(*data: Any, margin: float | None = 0.05, **more: Any) -> Report:
    return mb.report(*data, margin=margin, replicates=1, **more)


def test_candidates_are_held_against_the_model_in_use_whatever_both_are_read_from(tmp_path: Path) -> None:
    TABLE.to_csv(tmp_path / "new.csv", index=False)
    IN_USE.to_csv(tmp_path / "old.csv", index=False)
    of_table = {"label": "y", "scores": "p", "against_score": "q"}
    found = [
        gate(MADE.labels, {"p": NEW}, against={"q": OLD}),
        gate(MADE.labels, NEW, against=list(OLD), metric="auroc"),
        gate(TABLE, against=IN_USE, name="new", **of_table),
        gate(tmp_path / "new.csv", against=tmp_path / "old.csv", **of_table),
    ]
    first = found[0].not_worse[0]
    assert (first.verdict, first.paired, first.margin, first.metric) == ("not worse", True, 0.05, "auroc")
    assert first.difference.value == pytest.approx(mb.auroc(MADE.labels, NEW) - mb.auroc(MADE.labels, OLD))
    for report in found:
        (held,) = report.not_worse
        assert (held.difference, held.of_production, report.exit_status) == (first.difference, first.of_production, 0)
        assert str(report).startswith(f"{held.candidate} is not worse than {held.production} by more than 0.05: ")
    assert [report.not_worse[0][1:3] for report in found] == [("p", "q"), ("y_score", "in use"), ("p", "q"), ("p", "q")]
    assert len(found[3].files) == 2
    assert gate(MADE.labels, {"q": OLD}, against={"p": NEW}).exit_status == 1
    assert mb.report(MADE.labels, NEW, replicates=1).exit_status == 0


def test_other_cases_are_compared_if_that_is_said(tmp_path: Path) -> None:
    some = pd.DataFrame({"y": MADE.labels[:200] * 1, "p": OLD[:200]})
    TABLE.to_csv(tmp_path / "new.csv", index=False)
    some.to_csv(tmp_path / "old.csv", index=False)
    told = {"unpaired": True, "margin": 0.3}
    of_table = {"label": "y", "scores": "p", **told}
    two = (predictions(300, scores={"p": NEW}), predictions(200, labels=MADE.labels[:200], scores={"q": OLD[:200]}))
    found = [
        gate(MADE.labels, {"p": NEW}, against=(MADE.labels[:200], OLD[:200]), **told),
        gate(TABLE, against=some, **of_table),
        gate(tmp_path / "new.csv", against=tmp_path / "old.csv", **of_table),
        gate(counts(two[0]), against=counts(two[1]), **told),
    ]
    first = found[0].not_worse[0]
    assert (first.verdict, first.paired) == ("not worse", False)
    for report, name in zip(found, ("arrays in use", "data frame in use", "old.csv", "made.csv"), strict=True):
        (held,) = report.not_worse
        for end in ("value", "low", "high"):
            assert getattr(held.difference, end) == pytest.approx(getattr(first.difference, end), rel=1e-9)
        assert f"200 cases of {name}" in held.samples
        assert f"The model in use was measured on {name}" in " ".join(report.analysis.source.remarks)


@pytest.mark.parametrize(
    ("data", "more", "said"),
    [
        ((MADE.labels, NEW), {"against": OLD, "margin": None}, "--against (in Python, against=) needs --margin"),
        ((MADE.labels, NEW), {}, "--margin (in Python, margin=) goes with --against"),
        ((MADE.labels, NEW), {"against": OLD, "margin": -1}, "must be a number of at least 0, not -1"),
        ((MADE.labels, NEW), {"against": OLD, "metric": "auc"}, "there is no metric 'auc'"),
        ((MADE.labels, NEW), {"against": OLD, "metric": "cost"}, "it needs the costs of both mistakes"),
        ((MADE.labels, NEW), {"against": OLD[1:]}, "has 299 values where y_true has 300"),
        ((MADE.labels, {"a": NEW}), {"against": {"a": OLD}}, 'A candidate is called "a", as the model in use'),
        ((MADE.labels, NEW), {"against": {"a": OLD, "b": OLD}}, "the scores of one model, not of 2"),
        ((MADE.labels, NEW), {"against": OLD, "against_score": "q"}, "it names a column, and y_score= was given"),
        ((MADE.labels, NEW), {"against": OLD, "unpaired": True}, "as a tuple of labels and scores"),
        ((TABLE,), {"against": OLD, "label": "y", "scores": "p"}, "data frame in use is no data frame"),
        ((TABLE,), {"against": IN_USE, "label": "y", "scores": "p"}, "name the one in use with --against-score"),
        ((counts(MADE),), {"against": counts(MADE)}, "as counts, with unpaired=True"),
        (("new.csv",), {"against": TABLE}, "as the path of a file, where files are given"),
    ],
)
def test_what_cannot_be_held_against_each_other_is_refused(data: tuple, more: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(said)):
        gate(*data, **more)
