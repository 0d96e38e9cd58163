"""What made a stored table stands beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metricbook.pages import provenance
from metricbook.pages.clone import data_folder
from metricbook.pages.machine import fingerprint


def test_a_record_names_the_command_the_commit_and_the_machine(tmp_path: Path) -> None:
    provenance.record(tmp_path, "python -m something")
    found = json.loads((tmp_path / provenance.FILE).read_text(encoding="utf-8"))
    assert found == {"command": "python -m something", "commit": provenance.commit(), "machine": fingerprint()}


def test_without_git_the_commit_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance, "clone", lambda: tmp_path)  # a folder of no repository
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == "unknown"
    monkeypatch.setenv("PATH", "")
    assert provenance.commit() == "unknown"


@pytest.mark.parametrize("folder", ["zoo"])
def test_stored_tables_that_were_computed_say_where(folder: str) -> None:
    found = json.loads((data_folder() / folder / provenance.FILE).read_text(encoding="utf-8"))
    assert list(found) == ["command", "commit", "machine"]
    assert list(found["machine"]) == list(fingerprint())
