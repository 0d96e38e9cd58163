"""A file is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from metricbook.reports.writing import write


def test_the_text_is_there_and_nothing_else(tmp_path: Path) -> None:
    assert write(tmp_path / "r.md", "ä\n") == tmp_path / "r.md"
    assert (tmp_path / "r.md").read_bytes() == "ä\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["r.md"]


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_what_is_interrupted_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: Any) -> None:
    (tmp_path / "r.md").write_text("old")

    def stop(*_: object) -> None:
        raise stopped

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises((KeyboardInterrupt, OSError)):
        write(tmp_path / "r.md", "new")
    assert (tmp_path / "r.md").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["r.md"]


def test_what_is_not_finished_is_hidden_beside_what_it_will_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[Path] = []
    monkeypatch.setattr(os, "replace", lambda name, path: moved.append(Path(name)))
    write(tmp_path / "r.md", "new")
    assert moved[0].name.startswith(".r.md.")
    assert moved[0].parent == tmp_path


@pytest.mark.parametrize(("mask", "mode"), [(0, 0o666), (0o022, 0o644), (0o077, 0o600)])
def test_the_umask_decides_who_may_read(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write(tmp_path / "r.md", "new")
    finally:
        after = os.umask(before)
    assert (tmp_path / "r.md").stat().st_mode & 0o777 == mode
    assert after == mask


def test_a_text_that_cannot_be_encoded_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "r.md", "\ud800")
    assert list(tmp_path.iterdir()) == []
