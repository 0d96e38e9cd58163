"""What made a stored table stands beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimledger import provenance
from claimledger.machine import fingerprint
from claimledger.project import Project
from claimledger.provenance import FILE, record
from scoring_the_scores.files import data_folder


def test_a_record_names_the_command_the_commit_and_the_machine_of_each_table(tmp_path: Path) -> None:
    record("python -m something", tmp_path / "a.csv", tmp_path / "b.csv")
    found = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    made = {"command": "python -m something", "commit": provenance.commit(), "machine": fingerprint()}
    assert found == {"a.csv": [made], "b.csv": [made]}


def test_who_writes_a_table_anew_is_the_one_that_made_it_and_who_adds_to_it_one_of_them(tmp_path: Path) -> None:
    table, other = tmp_path / "a.csv", tmp_path / "b.csv"
    record("first", table, other)
    record("second", table)
    record("third", table, added=True)
    record("third", table, added=True)
    found = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert [run["command"] for run in found["a.csv"]] == ["second", "third"]
    assert [run["command"] for run in found["b.csv"]] == ["first"]


def test_without_git_the_commit_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance, "project", lambda: Project("none", tmp_path / "none"))  # a folder of no repository
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == "unknown"
    monkeypatch.setenv("PATH", "")
    assert provenance.commit() == "unknown"


@pytest.mark.parametrize("table", ["synthesis/zoo/orders.csv", "synthesis/zoo/metrics.csv", "synthesis/zoo/pairs.csv",
                                   "synthesis/zoo/crossings.csv", "synthesis/uncertainty/coverage.csv",
                                   "tuebingen/runs.csv", "tuebingen/scores.csv", "lxcim/variants.csv"])  # fmt: skip
def test_stored_tables_that_were_computed_say_where(table: str) -> None:
    path = data_folder() / table
    runs = json.loads(path.with_name(FILE).read_text(encoding="utf-8"))[path.name]
    assert runs
    for run in runs:
        assert list(run) == ["command", "commit", "machine"]
        assert set(run["machine"]) == set(fingerprint())
