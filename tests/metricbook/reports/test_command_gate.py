"""The command as a gate: a candidate held against the model in use."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.__main__ import main

from .written import sqlite

GATE = ["report", "new.csv", "--score", "p", "--replicates", "2", "--json", "g.json"]


@pytest.fixture
def gate(folder: Path) -> Path:
    """The folder with the worse model as that in use, and the better one as the candidate."""
    table = pd.read_csv("scores.csv")
    for name, column in (("new", "first"), ("old", "second")):
        table[["case", "y", column]].rename(columns={column: "p"}).to_csv(f"{name}.csv", index=False)
    return folder


def test_a_candidate_that_is_not_worse_passes(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GATE, "--against", "old.csv", "--margin", "0.05"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(
        "new is not worse than old by more than 0.05: its AUROC is, with 97.5% confidence, at least 0.051 higher."
    )
    found = json.loads((gate / "g.json").read_text())
    (held,) = found["not_worse"]
    table = {name: pd.read_csv(f"{name}.csv") for name in ("new", "old")}
    assert held["of_production"] == pytest.approx(mb.auroc(table["old"]["y"], table["old"]["p"]))
    assert held["difference"]["value"] == pytest.approx(held["of_candidate"] - held["of_production"])
    assert (held["verdict"], held["metric"], held["margin"], held["paired"]) == ("not worse", "auroc", 0.05, True)
    assert found["words"]["better"][0] in said.out
    assert list(found["models"]) == ["new", "old"]


def test_one_that_may_be_worse_fails_with_the_sentence(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (gate / "new.csv").rename(gate / "better.csv")
    (gate / "old.csv").rename(gate / "new.csv")
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0.01"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("metricbook report: new is worse than better by more than 0.01: its AUROC is, with 97.5")
    assert json.loads((gate / "g.json").read_text())["not_worse"][0]["verdict"] == "worse"
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0.1"]) == 1
    assert "new may be worse than better by more than 0.1: its AUROC may be 0.150 lower." in capsys.readouterr().err
    cost = ["--cost-fp", "1", "--cost-fn", "2", "--metric", "cost"]
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "1", *cost]) == 0
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0", *cost]) == 1


def test_the_model_in_use_need_not_reach_a_bound(gate: Path) -> None:
    held = ["--against", "old.csv", "--margin", "0.05", "-q"]
    assert main([*GATE, *held]) == 0
    models = json.loads((gate / "g.json").read_text())["models"]
    bound = (models["new"]["metrics"]["auroc"]["low"] + models["old"]["metrics"]["auroc"]["low"]) / 2
    assert main([*GATE, *held, "--fail-under", f"auroc={bound}"]) == 0


def test_other_cases_are_compared_if_that_is_said(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pd.read_csv("old.csv").iloc[:200].rename(columns={"p": "q"}).to_csv("old.csv", index=False)
    held = ["--against", "old.csv", "--margin", "0.3"]
    assert main([*GATE, *held, "--against-score", "q"]) == 2
    assert 'old.csv has no row for the identifier "200"' in capsys.readouterr().err
    assert main([*GATE, *held, "--unpaired", "--against-score", "q"]) == 0
    assert "new.csv: 300 cases" in capsys.readouterr().out
    found = json.loads((gate / "g.json").read_text())
    assert (list(found["models"]), found["not_worse"][0]["production"]) == (["p"], "q")
    assert "200 cases of old.csv" in found["not_worse"][0]["samples"]
    assert sha256((gate / "old.csv").read_bytes()).hexdigest() in " ".join(found["source"]["remarks"])
    pytest.importorskip("duckdb", reason="the extra `large` is not installed")
    assert main([*GATE, *held, "--unpaired", "--against-score", "q", "--count", "-q"]) == 0
    counted = json.loads((gate / "g.json").read_text())
    assert counted["counted"] is True
    assert counted["not_worse"][0]["difference"]["value"] == pytest.approx(found["not_worse"][0]["difference"]["value"])


def test_rows_of_either_sample_that_are_dropped_are_said(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rows in (("new", [5]), ("old", [6, 7])):
        table = pd.read_csv(f"{name}.csv")
        table.loc[rows, "p"] = np.nan
        table.to_csv(f"{name}.csv", index=False)
    sqlite({"v1": pd.read_csv("old.csv"), "v2": pd.read_csv("new.csv")}, gate / "old.sqlite")
    held = ["--against", "old.sqlite", "--table", "v1", "--margin", "0.05", "--drop-missing", "-q"]
    assert main([*GATE, *held]) == 0
    assert "metricbook report: 3 of 300 rows were dropped" in capsys.readouterr().err
    assert json.loads((gate / "g.json").read_text())["source"]["rows"] == 297
    for call in (GATE, [GATE[0], "old.sqlite", *GATE[2:]]):
        against = ["--against", "new.csv"] if call != GATE else []
        assert main([*call, *held, *against, "--unpaired", "--margin", "0.5"]) == 0
        said = capsys.readouterr().err
        one, two = ("1 of 300 rows was", "In old.sqlite, 2 of 300 rows were")
        if against:
            one, two = ("2 of 300 rows were", "In new.csv, 1 of 300 rows was")
        assert [line.split(" dropped")[0] for line in said.splitlines()] == [
            f"metricbook report: {line}" for line in (one, two)
        ]
        found = json.loads((gate / "g.json").read_text())
        assert any(remark.startswith(two) for remark in found["source"]["remarks"])


def test_a_page_held_against_a_model_in_use_is_replaced_by_its_like(gate: Path) -> None:
    call = [*GATE[:-2], "--against", "old.csv", "--margin", "0.05", "-q"]
    for _ in range(2):
        assert main(call) == 0
    assert (gate / "new-report.html").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--margin", "0.1"], "--margin (in Python, margin=) goes with --against"),
        (["--unpaired"], "--unpaired (in Python, unpaired=) goes with --against"),
        (["--against-score", "p"], "against_score=) goes with --against"),
        (["--against", "old.csv"], "--against (in Python, against=) needs --margin"),
        (["--against", "old.csv", "--margin", "-0.1"], "must be a number of at least 0, not -0.1"),
        (["--against", "old.csv", "--margin", "nan"], "must be a number of at least 0, not nan"),
        (["--against", "old.csv", "--margin", "0.1", "--metric", "auc"], "there is no metric 'auc'"),
        (["--against", "old.csv", "--margin", "0.1", "--count"], "say --unpaired"),
        (["--against", "old.csv", "--margin", "0.1", "--metric", "cost"], "it needs the costs of both mistakes"),
        (["--against", "gone.csv", "--margin", "0.1"], "gone.csv"),
        (["--against", "old.csv", "--margin", "0.1", "-o", "old.csv"], "is an input, which is never written"),
    ],
)
def test_a_wrong_comparison_is_no_failed_one(
    more: list[str], said: str, gate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GATE, *more]) == 2
    assert said in capsys.readouterr().err
    assert not (gate / "g.json").exists()
